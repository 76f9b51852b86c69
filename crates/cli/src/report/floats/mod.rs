//! What is found about floating-point formulas: a table of all, one in full, JSON, and a drawing.

mod json;
mod number;
mod svg;
mod text;

pub use json::{point_records, survey_records, write_json_points, write_json_surveys};
pub use svg::svg;
pub use text::{write_one, write_table};

/// In all reports, what is good is a relative error of at most this, 1 in so many.
const RELATIVE: u64 = 1_000_000_000;
/// And at most so many ulps.
const FEW_ULPS: u64 = 4;
