//! `gaussian-scales` (ratio, dimension): centred Gaussian noise whose scale depends on the data.
//!
//! One of two neighbours releases `N(0, s1^2 I)` in d dimensions, the other one `N(0, s2^2 I)`: P
//! and Q, in this order. This is what noise reveals about its own scale where the scale comes from
//! the data: a smooth or local sensitivity, or a sum with noise that is divided by a number of
//! records. Only `ratio = s1/s2` and d matter, and the answer is the larger one of both directions.
//! The pair is that of two given data sets with one value, whether a record is added or replaced; a
//! mechanism of which other data sets have values that move too has at least this loss. See
//! [`crate::pair::scales`] for the tails.
//!
//! - The dimensions of independent steps of one ratio add, because the product of their pairs is
//!   the pair of their sum.
//! - Both parameters are monotone. In fewer dimensions some coordinates are dropped. For `1 < r <=
//!   t` the pair of t becomes that of r where noise of variance `c^2 = (t^2 - r^2) / (r^2 - 1)` is
//!   added: `(t^2 + c^2) / (1 + c^2) = r^2`.
//! - With `s2 = 1` one coordinate has `E_Q[(P/Q)^a] = r^-a integral of exp(-x^2 (a/r^2 + 1 - a) /
//!   2) / sqrt(2 pi) = r^(1-a) / sqrt(a + (1-a) r^2)` where `a + (1-a) r^2 > 0`; otherwise it is
//!   infinite. So `D_a(P || Q) = -d ln r - d ln(a + (1-a) r^2) / (2 (a-1))`, `1 + chi^2 = e^D_2`,
//!   and the limit at a = 1 is `KL(P || Q) = d (r^2 - 1) / 2 - d ln r`. (Q, P) is the pair of
//!   `1/r`.
//!
//! Source: derived.

use super::group::Members;
use crate::exact::Extended;
use crate::exact::engine::Engine;
use crate::exact::real::Real;
use crate::exact::show;
use crate::input::{Fields, InputError};
use crate::mechanism::admits::Reason;
use crate::mechanism::forms::divergence::Divergences;
use crate::mechanism::forms::pair::Pair;
use crate::mechanism::reading::description::{natural, number};
use crate::mechanism::reading::domain::{DomainError, require_positive};
use crate::mechanism::reading::family::{Parameter, smaller};
use crate::mechanism::reading::kind::{Form, Kind, Names, SAMPLED_AROUND};
use crate::mechanism::reading::shown::{input, row, template};
use crate::mechanism::{Directed, Dominating, LossPair};
use crate::pair::functionals::UNBOUNDED;
use crate::pair::{Evaluated, scales};
use malachite::base::num::basic::traits::One;
use malachite::rational::Rational;
use std::cmp::Ordering;

/// The largest dimension: a tail has about as many terms as its root is large, and is summed at
/// each point of a grid.
const MAX_DIMENSION: u64 = 100_000;
/// Word operations of a term, approximately: a product and a sum of both tails. It is for the
/// estimate alone.
const TERM_WORK: u64 = 2_000;

/// The pair of `N(0, r^2 I)` and `N(0, I)`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct GaussianScales {
    ratio: Real,
    /// Of the ratio and 1.
    order: Ordering,
    dimension: u64,
}

impl GaussianScales {
    /// # Errors
    /// A ratio that is not positive, or cannot be compared with 1, and a dimension that is 0 or too
    /// large.
    fn new(ratio: Real, dimension: u64) -> Result<GaussianScales, DomainError> {
        require_positive("ratio", &ratio)?;
        let order = ratio.compare(&Real::one()).ok_or_else(|| {
            let message = format!("cannot decide whether ratio = {} is above 1", show(&ratio));
            DomainError::new("ratio", message, "write it in a simpler form")
        })?;
        if !(1..=MAX_DIMENSION).contains(&dimension) {
            let message = format!("dimension = {dimension} is not in [1, {MAX_DIMENSION}]");
            let help =
                "a larger dimension loses more: the answer for a smaller one is a lower bound";
            return Err(DomainError::new("dimension", message, help));
        }
        Ok(GaussianScales { ratio, order, dimension })
    }

    /// The pair of independent copies of this one and of another one, where they have one ratio.
    pub(crate) fn together(
        &self,
        count: u64,
        other: &GaussianScales,
        more: u64,
    ) -> Option<GaussianScales> {
        let others = other.dimension.checked_mul(more)?;
        let dimension = self.dimension.checked_mul(count)?.checked_add(others)?;
        (self.ratio == other.ratio && dimension <= MAX_DIMENSION)
            .then(|| GaussianScales { dimension, ..self.clone() })
    }

    /// `-d ln r`.
    fn of_ratio(&self) -> Real {
        -(Real::from(self.dimension) * self.ratio.ln())
    }

    /// `KL(P || Q)`.
    fn kl_of(&self) -> Real {
        let half = Real::from(Rational::from_unsigneds(self.dimension, 2u64));
        &half * (self.ratio.pow(2) - 1) + self.of_ratio()
    }
}

impl Pair for GaussianScales {
    /// The pair (Q, P).
    fn reversed(self) -> Self {
        GaussianScales { ratio: 1 / &self.ratio, order: self.order.reverse(), ..self }
    }

    /// The least upper bound of the losses: at the origin, where P is the narrower one.
    fn largest_loss(&self) -> Option<Real> {
        self.order.is_le().then(|| self.of_ratio())
    }

    /// Word operations of both masses beyond a loss, with the precision of a grid, where they are
    /// more than those of others.
    ///
    /// Near the mode the terms of a series fall like `e^(-n^2/d)`: below `2^-128` from `n = sqrt(89
    /// d)` on.
    fn series_work(&self) -> u64 {
        TERM_WORK.saturating_mul(2 * (89 * self.dimension).isqrt())
    }

    fn is_trivial(&self) -> bool {
        self.order.is_eq()
    }

    fn evaluate<E: Engine>(&self, precision: u64) -> Evaluated<E> {
        Evaluated::of_tails(scales::scales(
            &self.ratio,
            self.dimension,
            self.order.is_gt(),
            precision,
        ))
    }

    fn described(&self) -> &'static str {
        "gaussian-scales"
    }

    fn reason(&self) -> Option<Reason> {
        Some(Reason::Infinite)
    }
}

impl Divergences for GaussianScales {
    fn kl(&self) -> Option<[Extended; 2]> {
        Some([self.kl_of().into(), self.clone().reversed().kl_of().into()])
    }

    fn renyi(&self, order: &Rational) -> Option<Extended> {
        let rest = Rational::ONE - order;
        let sum = Real::from(order.clone()) + Real::from(rest.clone()) * self.ratio.pow(2);
        if sum.sign()?.is_le() {
            return Some(Extended::Infinite("the tails of P are too heavy for this order"));
        }
        let factor = Rational::from(self.dimension) / (rest * Rational::from(2));
        Some((self.of_ratio() + Real::from(factor) * sum.ln()).into())
    }

    fn largest_loss(&self) -> Option<Extended> {
        Some(Pair::largest_loss(self).map_or(Extended::Infinite(UNBOUNDED), Extended::Finite))
    }

    fn chi_squared_plus_one(&self) -> Option<Extended> {
        Some(self.renyi(&Rational::from(2))?.map(Real::exp))
    }

    fn kappa2(&self) -> Option<Extended> {
        None
    }
}

const NAME: &str = "gaussian-scales";

pub(crate) const KIND: Kind = Kind {
    names: Names::explained(&[
        (&["d", "dim", "dimensions"], "the number of coordinates is dimension"),
        (
            &["sigma", "sigma1", "sigma2", "sigma_p", "sigma_q", "std", "scale", "sensitivity"],
            "only the quotient of the standard deviations of P and Q matters: ratio",
        ),
        SAMPLED_AROUND,
    ]),
    elsewhere: &[(
        &["smooth-sensitivity", "data-dependent-noise", "gaussian-ratio", "gaussian-variance"],
        "what Gaussian noise tells about its scale is gaussian-scales(ratio=11/10, dimension=1)",
    )],
    open: &[
        Parameter { smallest: 1, ..smaller(NAME, "ratio") },
        Parameter {
            is_whole: true,
            smallest: 1,
            largest: Some(MAX_DIMENSION),
            ..smaller(NAME, "dimension")
        },
    ],
    rows: &[row(
        "gaussian-scales(ratio, dimension)",
        "Gaussian noise whose scale depends on the data: what it tells about the scale",
    )
    .more("ratio is that of both standard deviations, dimension the number of coordinates")],
    templates: &[template(
        "Gaussian noise of two scales",
        "gaussian-scales(ratio={ratio}, dimension={dimension})",
        &[
            input("ratio", "11/10").even("1", "3", "0.01"),
            input("dimension", "10").even("1", "1000", "1"),
        ],
    )],
    ..Kind::new(
        NAME,
        &[number("ratio").required(), natural("dimension").required()],
        Form::Step(read, Members::Unsupported(MEMBERS)),
    )
};

const MEMBERS: &str = "its members change the scale by another ratio: give that one";

fn read(fields: &mut Fields<'_>) -> Result<Dominating, InputError> {
    let (ratio, dimension) = (fields.required("ratio")?, fields.required("dimension")?);
    let scales = GaussianScales::new(ratio.real()?, dimension.natural()?)
        .map_err(|e| e.at(&[&ratio, &dimension]))?;
    Ok(Dominating::Directed(Directed { pair: LossPair::Scales(scales), only_of: None }))
}
