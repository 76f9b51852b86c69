//! Findings about floating-point formulas: a table of all, one in full, JSON, and a drawing.

mod json;
mod number;
mod svg;
mod text;

pub use json::{point_records, survey_records, write_json_points, write_json_surveys};
pub use svg::svg;
pub use text::{write_one, write_table};

/// The inverse of the largest relative error that counts as good, in all reports.
const RELATIVE: u64 = 1_000_000_000;
/// The largest error in ulps that counts as good.
const FEW_ULPS: u64 = 4;
