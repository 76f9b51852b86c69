//! Certified pictures.
//!
//! A picture is a [`Scene`] first: curves as bands between two polylines of exact decimals, with
//! the questions that they answer and how they were certified. It is computed from the library's
//! answers and kept as JSON. From the scene it is drawn as [SVG](draw::svg), and from that as
//! pixels, as a page, and in a terminal.
//!
//! # What a band means
//!
//! Every line here is a decreasing function: a trade-off function over the level of a test, delta
//! over eps, or a density over the distance from its centre. A layer has two polylines, and the function is nowhere below the lower nor above
//! the upper one. Where the two are further apart than the width of a line, the band is visible:
//! nothing is known about its inside, and its outside is proven. Decimals are rounded outward: a
//! vertex of the lower polyline to the left and down, one of the upper polyline to the right and
//! up, so that a decreasing polyline only moves to its own side. The same holds for the coordinates
//! of a drawing.
//!
//! # What a point means
//!
//! A point has two ends as well: a value is between them, at its position only. A curve of points
//! (a theorem over one of its parameters) says nothing about the values in between. A claimed value
//! is a point whose verdict is in the name of its layer, as judged.
//!
//! # What a picture cannot show
//!
//! A width below that of a line, and anything beyond its axes. Two curves that touch in a picture
//! need not touch: use `dpcert dominates`. In a terminal a point is a quarter of a character wide.

mod axis;
mod bend;
mod claims;
mod convergence;
mod convex;
mod coordinate;
mod dated;
mod dates;
mod deltas;
mod densities;
pub mod draw;
mod falling;
mod families;
mod fit;
mod logarithmic;
mod operating;
mod other;
mod placed;
mod profile;
mod request;
mod scene;
mod sweep;
mod trade_off;
mod utility;
mod window;

pub use axis::{Axis, Scale, Tick};
pub use claims::{Extent, claims, has_points};
pub use convergence::{Convergence, Small, convergence};
pub use coordinate::Coordinate;
pub use dated::{Dated, dated};
pub use deltas::{Deltas, deltas};
pub use densities::{Densities, densities};
pub use families::{Asked, At, Families, Subject, families};
pub use logarithmic::Logarithmic;
pub use operating::Operating;
pub use other::Other;
pub use profile::{Profiles, profiles};
pub use request::{Request, Show};
pub use scene::{
    Certified, Drawn, FORMAT, Font, Layer, Layout, Mark, NotDrawn, Scene, SceneError, Vertex,
};
pub use sweep::Sweep;
pub use trade_off::{Kind, regions};
pub use utility::{Utility, utility};
pub use window::{NOT_FROM_ZERO, Window};

/// What is called after each answer that a picture needs.
pub type Counted<'a> = dyn Fn() + Sync + 'a;
