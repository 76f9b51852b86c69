//! `zcdp`: any mechanism that is rho-zero-concentrated differentially private.

use super::group::Members;
use crate::exact::engine::{DirectedFloat, Engine};
use crate::exact::interval::Interval;
use crate::exact::real::Real;
use crate::exact::special::ln_1p;
use crate::input::{Fields, InputError};
use crate::limits::Budget;
use crate::mechanism::admits;
use crate::mechanism::forms::concentration::{Supremum, supremum, unknown_step};
use crate::mechanism::forms::divergence::Concentrated;
use crate::mechanism::reading::description::number;
use crate::mechanism::reading::domain::{DomainError, require_within};
use crate::mechanism::reading::family::smaller;
use crate::mechanism::reading::kind::{Form, Kind, Names};
use crate::mechanism::reading::shown::{input, row, template};
use crate::mechanism::{Dominating, Gaussian};
use crate::refusal::Refusal;
use malachite::base::num::arithmetic::traits::PowerOf2;
use malachite::base::num::basic::traits::Zero;
use malachite::rational::Rational;

/// Every mechanism whose Renyi divergence of each order `alpha > 1` is at most `rho alpha`, in
/// either direction of neighbours.
///
/// rho adds under composition. No pair in closed form is known to dominate the class. The upper
/// bound is the conversion, the lower bound the Gaussian mechanism with `mu = sqrt(2 rho)`, which
/// belongs to the class.
///
/// Source: Bun & Steinke 2016; the conversion is Canonne, Kamath & Steinke 2020, Proposition 12.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Zcdp {
    /// The bound rho >= 0.
    pub rho: Real,
}

/// The most steps of Newton's method for an order; fewer are needed, and any order gives a bound.
const MOST_STEPS: usize = 100;
/// Working precision of an order, in bits. The error of the bound is quadratic in the distance from
/// the best order.
const ORDER_BITS: u64 = 128;

impl Zcdp {
    /// The Gaussian mechanism of the class.
    pub fn gaussian(&self) -> Gaussian {
        Gaussian { mu_squared: 2 * &self.rho }
    }

    /// An upper bound of delta at eps: the conversion at an order within about `2^-50` of the best
    /// one.
    ///
    /// For every order, `delta <= e^((alpha-1)(alpha rho - eps)) / alpha (1 - 1/alpha)^(alpha-1)`:
    /// the largest value of `(1 - e^(eps-l)) e^(-(alpha-1) l)` times the moment `e^((alpha-1) alpha
    /// rho)`.
    pub fn delta_above<E: Engine>(&self, eps: &Interval<E>) -> Interval<E> {
        let rho: Interval<E> = self.rho.enclose(eps.precision());
        if rho.upper().sign().is_le() {
            return Interval::zero(eps.precision());
        }
        let one = Interval::one(eps.precision());
        let less = excess_for_eps(&rho, eps);
        let exponent = &less * &(&(&(&one + &less) * &rho) - eps);
        let shrink = &less * &ln_1p(&(&one / &less));
        (&(&exponent - &shrink) - &ln_1p(&less)).exp().probability()
    }

    /// An upper bound of eps at delta > 0: `alpha rho + (ln(1/delta) + (alpha-1) ln(1 - 1/alpha) -
    /// ln alpha) / (alpha-1)` at an order near the best, and at least 0.
    pub fn eps_above<E: Engine>(&self, delta: &Real, precision: u64) -> Interval<E> {
        let rho: Interval<E> = self.rho.enclose(precision);
        if rho.upper().sign().is_le() {
            return Interval::zero(precision);
        }
        let one = Interval::<E>::one(precision);
        let rest = ((1 - delta) / delta).enclose::<E>(precision).positive_part();
        let log = ln_1p(&rest);
        let less = excess_for_delta(&rho, &log);
        let numerator = &log - &ln_1p(&less);
        let at = &(&(&one + &less) * &rho) + &(&(&numerator / &less) - &ln_1p(&(&one / &less)));
        at.positive_part()
    }

    /// A lower bound of the type II error at a level: the largest of the lines `1 - delta - e^eps
    /// alpha` and `e^-eps (1 - delta - alpha)` that the conversion gives at some eps. Each eps gives a
    /// bound; those that are found are near the best ones. There is no infinite loss, so that the bound
    /// is 1 at the level 0.
    ///
    /// Beside other steps with a sum of their eps each line is that of an eps larger by it.
    pub fn beta_below<E: Engine>(&self, alpha: &Interval<E>, beside: &Interval<E>) -> Interval<E> {
        let precision = alpha.precision();
        let one = Interval::one(precision);
        if alpha.upper().sign().is_le() {
            return one;
        }
        let Some(end) = self.eps_without_weight::<E>(precision) else {
            return Interval::zero(precision);
        };
        let kept = |eps: &Interval<E>| &(&one - &self.delta_above(eps)) - alpha;
        let whole = |eps: &Interval<E>| eps + beside;
        let line = |eps: &Interval<E>| &kept(eps) - &(&(&whole(eps).exp() - &one) * alpha);
        let mirrored = |eps: &Interval<E>| &kept(eps) * &(-&whole(eps)).exp();
        let best = largest(&end, precision, line).maximum(&largest(&end, precision, mirrored));
        best.positive_part()
    }

    /// An eps at which the conversion gives a delta of at most about `2^-64`; `None` if it is beyond
    /// all numbers.
    fn eps_without_weight<E: Engine>(&self, precision: u64) -> Option<Rational> {
        let tiny = Real::from(Rational::power_of_2(-64i64));
        self.eps_above::<E>(&tiny, precision).upper().to_rational()
    }
}

/// How often the range of eps is cut to two thirds: to a relative 2^-46, and the bound is flat where it
/// is the best.
const CUTS: usize = 80;

/// The largest value that a search for eps in `[0, end]` finds; it is the largest one if the
/// function rises and then falls.
fn largest<E: Engine>(
    end: &Rational,
    precision: u64,
    value: impl Fn(&Interval<E>) -> Interval<E>,
) -> Interval<E> {
    let (mut first, mut last) = (Rational::ZERO, end.clone());
    let at = |eps: &Rational| value(&Interval::from_rational(eps, precision));
    let mut best = at(&first);
    for _ in 0..CUTS {
        // Of few digits: a third is not a number of the engines.
        let step = (&last - &first) * Rational::from_unsigneds(11u32, 32u32);
        let (lower, upper) = (&first + &step, &last - &step);
        let (below, above) = (at(&lower), at(&upper));
        let rises = below.lower() < above.lower();
        best = best.maximum(&below).maximum(&above);
        if rises {
            first = lower;
        } else {
            last = upper;
        }
    }
    best
}

/// A point of an interval, for an order that need not satisfy anything; 1 if the interval has no
/// point above 0.
fn order_point<E: Engine>(x: &Interval<E>) -> Interval<E> {
    let point = x.lower();
    let is_valid = point.is_finite() && point.sign().is_gt();
    let point = if is_valid { point.clone() } else { E::Float::from_u64(1) };
    Interval::new(point.clone(), point, ORDER_BITS)
}

/// A number near the `u = alpha - 1` at which the logarithm of the conversion is least for an eps:
/// there its derivative `s(u) = (2u + 1) rho - eps - ln(1 + 1/u)` is 0.
///
/// s increases and is concave, so that Newton's method increases to its zero from any u at which it
/// is not positive. Two such u are known. The first has `w^2 rho - eps w = 2`, with `w = 2u + 1`,
/// because `ln(1 + 1/u) = 2 artanh(1/w) >= 2/w`. The second is `u = 1/(e^(rho - eps) + 2 rho)`: for
/// `ln(1/u) = rho - eps + t`, `s(u) <= 2 u rho - t`, which is at most 0 because `y <= (1 + y) ln(1
/// + y)` at `y = 2 rho e^(eps - rho)`, where `t = ln(1 + y)`.
fn excess_for_eps<E: Engine>(rho: &Interval<E>, eps: &Interval<E>) -> Interval<E> {
    let [rho, eps] = [rho, eps].map(|x| x.with_precision(ORDER_BITS));
    let one = Interval::one(ORDER_BITS);
    let w = &(&eps + &(&eps.square() + &rho.shift(3)).sqrt()) / &rho.shift(1);
    let flat = (&w - &one).shift(-1);
    let steep = &one / &(&(&rho - &eps).exp() + &rho.shift(1));
    let mut u = order_point(&flat.maximum(&steep));
    for _ in 0..MOST_STEPS {
        let value = &(&(&(&u.shift(1) + &one) * &rho) - &eps) - &ln_1p(&(&one / &u));
        let slope = &rho.shift(1) + &(&one / &(&u * &(&u + &one)));
        let step = -&(&value / &slope);
        if !is_step(&step, &u) {
            break;
        }
        u = order_point(&(&u + &step));
    }
    u
}

/// A number near the `u = alpha - 1` at which the conversion gives the least eps for `ln(1/delta)`:
/// there `u^2 rho + ln(1 + u) = ln(1/delta)`.
///
/// In the logarithm of u the left side increases and is convex: Newton's method decreases from any
/// u at which it is not too small, such as the lesser of those at which one term alone is large
/// enough.
fn excess_for_delta<E: Engine>(rho: &Interval<E>, log: &Interval<E>) -> Interval<E> {
    let [rho, log] = [rho, log].map(|x| x.with_precision(ORDER_BITS));
    let one = Interval::one(ORDER_BITS);
    let (by_square, by_logarithm) = ((&log / &rho).sqrt(), &log * &log.exp());
    let mut u = order_point(&-&(-&by_square).maximum(&-&by_logarithm));
    for _ in 0..MOST_STEPS {
        let square = &u.square() * &rho;
        let value = &(&square + &ln_1p(&u)) - &log;
        let slope = &square.shift(1) + &(&u / &(&one + &u));
        let next = &u * &(-&(&value / &slope)).exp();
        if !is_step(&(&next - &u), &u) {
            break;
        }
        u = order_point(&next);
    }
    u
}

/// Does a step change an order in more than its last bits?
fn is_step<E: Engine>(step: &Interval<E>, order: &Interval<E>) -> bool {
    let far = |end: &E::Float| {
        end.is_finite() && end.exponent() > order.lower().exponent().map(|e| e - 80)
    };
    far(step.lower()) && far(step.upper())
}

impl Dominating {
    /// The class of rho-zCDP mechanisms.
    ///
    /// # Errors
    /// rho < 0.
    pub fn zcdp(rho: Real) -> Result<Dominating, DomainError> {
        require_within("rho", &rho, &Real::zero(), None)?;
        Ok(Dominating::Zcdp(Zcdp { rho }))
    }
}

impl Concentrated for Zcdp {
    fn rho(&self) -> Real {
        self.rho.clone()
    }

    /// From order 1 on, where the Gaussian of the class has the largest divergence.
    fn is_known_at(&self, order: &Rational) -> bool {
        *order > 1
    }
}

/// The least rho for which a composition is rho-zCDP.
///
/// # Errors
/// [`Refusal::Unsupported`], about `what`, where the rho of some step is unknown; a search beyond
/// the budget, or an interrupt.
pub(crate) fn rho_of(
    steps: &[(Dominating, u64)],
    what: &str,
    budget: &Budget,
) -> Result<Supremum, Refusal> {
    supremum(steps, budget)?.ok_or_else(|| admits::no_rho(what, unknown_step(steps)))
}

/// The same where it is an expression.
///
/// # Errors
/// As [`rho_of`].
pub(crate) fn exact_rho_of(
    steps: &[(Dominating, u64)],
    what: &str,
    budget: &Budget,
) -> Result<Real, Refusal> {
    match rho_of(steps, what, budget)? {
        Supremum::Exact(rho) => Ok(rho),
        Supremum::Enclosed(_) => Err(Refusal::Unsupported {
            what: what.into(),
            missing: "the supremum of its Renyi divergences over their orders is not at order 1, so that rho is not \
                      an expression; ask for rho alone"
                .into(),
        }),
    }
}

/// The same of steps that are composed with a guarantee of zCDP.
///
/// # Errors
/// As [`exact_rho_of`].
pub(crate) fn rho_beside_zcdp(
    steps: &[(Dominating, u64)],
    budget: &Budget,
) -> Result<Real, Refusal> {
    exact_rho_of(steps, "zcdp composed with this", budget).map_err(|refusal| match refusal {
        Refusal::Unsupported { what, .. } => admits::no_rho_beside_zcdp(what, unknown_step(steps)),
        refusal => refusal,
    })
}

const NAME: &str = "zcdp";

pub(crate) const KIND: Kind = Kind {
    names: Names::explained(&[(
        &["eps", "epsilon", "delta", "sigma", "mu"],
        "rho is the only parameter; Gaussian noise has rho = 1/(2*sigma^2)",
    )]),
    elsewhere: &[(
        &["rdp", "renyi", "renyi-dp"],
        "among Renyi guarantees only rho-zCDP is supported: zcdp(rho), which bounds every order",
    )],
    open: &[smaller(NAME, "rho")],
    rows: &[row("zcdp(rho)", "every rho-zCDP mechanism: two bounds with a gap between them")],
    templates: &[template(
        "zero-concentrated DP (rho)",
        "zcdp(rho={rho})",
        &[input("rho", "0.5").even("0.01", "10", "0.01")],
    )],
    ..Kind::new(NAME, &[number("rho").required()], Form::Step(read, Members::Distance))
};

fn read(fields: &mut Fields<'_>) -> Result<Dominating, InputError> {
    let rho = fields.required("rho")?;
    Dominating::zcdp(rho.real()?).map_err(|e| e.at(&[&rho]))
}
