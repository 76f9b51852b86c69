//! `generalised-gaussian`: noise of the density proportional to `e^-(|x|/s)^p` for a rational p >=
//! 1.
//!
//! p = 1 is Laplace noise of the scale s, and p = 2 Gaussian noise of the standard deviation
//! `s/sqrt(2)`: these are read as those mechanisms. For p > 1 the loss of (X + t, X), in units of
//! s, is
//!
//! ```text
//! L(x) = |x|^p - |x - t|^p,    L(t - x) = -L(x),
//! ```
//!
//! which rises strictly from -inf to inf because `|x|^p` is strictly convex. So the outcomes beyond
//! a loss are a half-line, whose end x is found by Newton's method and certified by L on both sides
//! of it. Its masses are `S(x - t)` and `S(x)` with the tail `S(x) = Gamma(1/p, x^p) / (2
//! Gamma(1/p))` for x >= 0 ([`UpperGamma`]). The logarithm of the density is concave, so that a
//! larger distance dominates a smaller one.
//!
//! By the mean value theorem `L(x) = p t y^(p-1)` for a y in `[x - t, x]` where the loss is not
//! negative. So with `r = (l/(p t))^(1/(p-1))` the outcome of a loss `l >= 0` is from r to `r + t`,
//! and it is at least t/2.
//!
//! Source: derived; the noise is that of Liu, *Generalized Gaussian mechanism for differential
//! privacy* (2019).

use super::gaussian::Gaussian;
use super::group::Members;
use super::laplace::Laplace;
use crate::exact::Extended;
use crate::exact::engine::{DirectedFloat, Engine};
use crate::exact::gamma::UpperGamma;
use crate::exact::interval::Interval;
use crate::exact::kernel::{exp, ln};
use crate::exact::real::Real;
use crate::exact::show;
use crate::exact::special::{at_precision, certify_increasing, midpoint};
use crate::input::{Fields, InputError};
use crate::mechanism::admits::Reason;
use crate::mechanism::forms::density::{Density, Shape};
use crate::mechanism::forms::divergence::Divergences;
use crate::mechanism::forms::noise::NoisePair;
use crate::mechanism::forms::pair::Pair;
use crate::mechanism::reading::description::number;
use crate::mechanism::reading::domain::{require_positive, require_within};
use crate::mechanism::reading::family::{MorePrivate, Parameter, smaller};
use crate::mechanism::reading::kind::{Form, Kind, Names, SAMPLED_AROUND};
use crate::mechanism::reading::shown::{SENSITIVITY, input, row, template};
use crate::mechanism::{Dominating, Noise};
use crate::pair::Evaluated;
use crate::pair::tails::{GridPoint, LossTails, Masses};
use malachite::base::num::basic::traits::One;
use malachite::rational::Rational;
use std::cmp::Ordering;

/// The largest power: with larger ones the noise is nearly uniform, and a tail is steeper than any
/// step of a grid.
const MAX_POWER: u64 = 64;
/// Word operations of both masses beyond a loss, with the precision of a grid: for a whole power,
/// whose powers are products, and for any other, whose powers are exponentials.
const LOSS_WORK: [u64; 2] = [1_000_000, 3_000_000];

/// (X + t, X) for noise X of the density proportional to `e^-|x|^p`, with p > 1 that is not 2.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct GeneralisedGaussian {
    power: Rational,
    /// The distance t >= 0 of neighbours, in units of the scale.
    distance: Real,
}

/// The noise with its distance in units of the scale.
fn noise(power: Rational, distance: Real) -> Noise {
    if power == 1u64 {
        return Laplace { eps0: distance }.into();
    }
    if power == 2u64 {
        return Gaussian { mu_squared: 2 * distance.pow(2) }.into();
    }
    Noise::GeneralisedGaussian(GeneralisedGaussian { power, distance })
}

const NAME: &str = "generalised-gaussian";

pub(crate) const KIND: Kind = Kind {
    names: Names::explained(&[
        (&["p", "beta", "shape", "exponent", "alpha"], "the p of the density e^-(|x|/scale)^p is power"),
        (
            &["sigma", "std", "stddev"],
            "the scale s is that of the density e^-(|x|/s)^power: with power 2 the standard deviation is s/sqrt(2)",
        ),
        SAMPLED_AROUND,
    ]),
    elsewhere: &[(
        &["generalized-gaussian", "generalized_gaussian", "ggd", "exponential-power", "subbotin", "generalized-normal"],
        "noise of the density e^-(|x|/scale)^power is generalised-gaussian(power=4, scale=2, sensitivity=1)",
    )],
    open: &[Parameter { better: MorePrivate::Larger, ..smaller(NAME, "scale") }],
    rows: &[row(
        "generalised-gaussian(power, scale, sensitivity)",
        "generalised Gaussian noise: Laplace with power 1, Gaussian with power 2",
    )
    .more("the logarithm of its density falls as (x/scale)^power; the power is rational, from 1 to 64")],
    templates: &[template(
        "generalised Gaussian noise",
        "generalised-gaussian(power={power}, scale={scale}, sensitivity={sensitivity})",
        &[input("power", "4").even("1", "8", "0.25"), input("scale", "2").even("0.1", "10", "0.1"), SENSITIVITY],
    )],
    is_noise: true,
    density: Some(density),
    ..Kind::new(
        NAME,
        &[number("power").required(), number("scale").required(), number("sensitivity").required()],
        Form::Step(read, Members::Distance),
    )
};

fn read(fields: &mut Fields<'_>) -> Result<Dominating, InputError> {
    let [power, scale, sensitivity] =
        [fields.required("power")?, fields.required("scale")?, fields.required("sensitivity")?];
    let (p, s, d) = (power.real()?, scale.real()?, sensitivity.real()?);
    require_within("power", &p, &Real::one(), Some(&Real::from(MAX_POWER)))
        .map_err(|e| e.at(&[&power]))?;
    require_positive("scale", &s).map_err(|e| e.at(&[&scale]))?;
    require_within("sensitivity", &d, &Real::zero(), None).map_err(|e| e.at(&[&sensitivity]))?;
    let Some(p) = p.as_rational() else {
        return Err(power.error(
            format!("power = {} is not rational", show(&p)),
            "give a rational number near it",
        ));
    };
    Ok(Dominating::Noise(vec![noise(p.clone(), &d / &s)]))
}

/// Its power is rational, as `read` has found.
fn density(fields: &mut Fields<'_>) -> Result<Density, InputError> {
    let power = fields.required("power")?.real()?;
    let power = power.as_rational().cloned().unwrap_or(Rational::ONE);
    let [scale, distance] =
        [fields.required("scale")?.real()?, fields.required("sensitivity")?.real()?];
    Ok(Density { shape: Shape::Power { power, scale }, distance })
}

impl Pair for GeneralisedGaussian {
    fn largest_loss(&self) -> Option<Real> {
        None
    }

    fn series_work(&self) -> u64 {
        let [whole, other] = LOSS_WORK;
        if u64::try_from(&self.power).is_ok() { whole } else { other }
    }

    fn is_trivial(&self) -> bool {
        self.distance.is_zero()
    }

    fn evaluate<E: Engine>(&self, precision: u64) -> Evaluated<E> {
        Evaluated::of_tails(Tails::<E>::new(&self.power, &self.distance, precision))
    }

    fn described(&self) -> &'static str {
        "generalised Gaussian noise"
    }

    fn reason(&self) -> Option<Reason> {
        Some(Reason::Infinite)
    }
}

impl NoisePair for GeneralisedGaussian {
    fn farther(&self, size: u64) -> Option<Noise> {
        Some(noise(self.power.clone(), Real::from(size) * &self.distance))
    }
}

/// They are moments of the noise, which are no expressions.
impl Divergences for GeneralisedGaussian {
    fn kl(&self) -> Option<[Extended; 2]> {
        None
    }

    fn renyi(&self, _: &Rational) -> Option<Extended> {
        None
    }

    fn largest_loss(&self) -> Option<Extended> {
        Some(Extended::Infinite(crate::pair::functionals::UNBOUNDED))
    }

    fn chi_squared_plus_one(&self) -> Option<Extended> {
        None
    }

    fn kappa2(&self) -> Option<Extended> {
        None
    }
}

/// `|x|^q` for a positive rational q.
pub(crate) fn power_of_magnitude<E: Engine>(x: &Interval<E>, q: &Rational) -> Interval<E> {
    let magnitude = x.maximum(&(-x)).positive_part();
    if let Ok(q) = u64::try_from(q) {
        return magnitude.pow_natural(q);
    }
    if magnitude.upper().sign().is_le() {
        return magnitude;
    }
    let power = exp(&(&Interval::from_rational(q, x.precision()) * &ln(&magnitude)));
    if magnitude.lower().sign().is_le() {
        power.hull(&Interval::zero(x.precision()))
    } else {
        power
    }
}

/// The tails of the loss.
#[derive(Debug)]
struct Tails<E: Engine> {
    power: Rational,
    distance: Real,
    tail: UpperGamma<E>,
}

impl<E: Engine> Tails<E> {
    fn new(power: &Rational, distance: &Real, precision: u64) -> Self {
        let tail = UpperGamma::new(&(Rational::ONE / power), precision + 8);
        Tails { power: power.clone(), distance: distance.clone(), tail }
    }

    /// `|x|^p - |x - t|^p`.
    fn loss(&self, x: &Interval<E>, t: &Interval<E>) -> Interval<E> {
        &power_of_magnitude(x, &self.power) - &power_of_magnitude(&(x - t), &self.power)
    }

    /// The loss and its derivative `p (x^(p-1) - (x-t)^(p-1))`, or with a sum for x < t, at `x >=
    /// t/2`, of powers that are computed once. Both are enclosed unless t is inside of x.
    fn near(&self, x: &Interval<E>, t: &Interval<E>) -> [Interval<E>; 2] {
        let (less, far) = (&self.power - Rational::ONE, x - t);
        let (first, second) = (power_of_magnitude(x, &less), power_of_magnitude(&far, &less));
        let second = if far.upper().sign().is_le() { -&second } else { second };
        let slope = &(&first - &second) * &Interval::from_rational(&self.power, x.precision());
        [&(&first * x) - &(&second * &far), slope]
    }

    /// The outcomes of a loss by one step of the interval form of Newton's method, where it proves
    /// that they are near a candidate.
    fn proved_near(
        &self,
        candidate: &Interval<E>,
        target: &Interval<E>,
        t: &Interval<E>,
    ) -> Option<Interval<E>> {
        let [found, steepness] = self.near(candidate, t);
        let off = &found - target;
        let width = (&off / &steepness).shift(1);
        let width = width.maximum(&-&width);
        if !width.upper().is_finite() {
            return None;
        }
        let around = (candidate - &width).hull(&(candidate + &width));
        let [_, slope] = self.near(&around, t);
        // The derivative is that of outcomes above 0, on one side of t.
        let is_aside =
            (&around - t).sign().is_some_and(Ordering::is_ne) && around.lower().sign().is_ge();
        if !is_aside || !slope.lower().sign().is_gt() {
            return None;
        }
        let found = candidate - &(&off / &slope);
        (found.lower() > around.lower() && found.upper() < around.upper()).then_some(found)
    }

    /// The outcomes at which the loss is within an interval.
    fn outcome(&self, loss: &Interval<E>) -> Interval<E> {
        if loss.sign().is_some_and(Ordering::is_lt) {
            // L(t - x) = -L(x).
            let mirrored = self.outcome(&-loss);
            return &self.distance.enclose(mirrored.precision()) - &mirrored;
        }
        let rough = self.distance.enclose::<E>(64);
        let reach = &self.reach(&at_precision(loss, 64), &rough) + &rough;
        // The difference of two powers cancels the bits by which the outcome exceeds the distance;
        // beyond the mode an error of the outcome is that of its power, times the power.
        let exponent = |x: &Interval<E>| x.upper().exponent().unwrap_or(0);
        let cancelled =
            u64::try_from(exponent(&reach).saturating_sub(exponent(&rough))).unwrap_or(0);
        let grown =
            u64::try_from(exponent(&power_of_magnitude(&reach, &self.power)).min(64)).unwrap_or(0);
        let bits = loss.precision() + 32 + grown;
        if cancelled > bits && loss.lower().sign().is_ge() {
            let t = self.distance.enclose::<E>(bits);
            let reach = self.reach(&at_precision(loss, bits), &t);
            return reach.hull(&(&reach + &t));
        }
        let bits = bits + cancelled.min(bits);
        let (t, target) = (self.distance.enclose::<E>(bits), at_precision(loss, bits));
        let [few, rough] =
            [&midpoint(&target), &t].map(|x| x.with_precision(64 + cancelled.min(bits)));
        let start = self.approximate(&few, &rough, &reach);
        let goal = midpoint(&target);
        let candidate = self.refined(at_precision(&start, bits), &goal, &t, bits / 2);
        self.proved_near(&candidate, &target, &t).unwrap_or_else(|| {
            // At t the second derivative may be infinite, so that more steps are needed.
            let candidate = self.refined(candidate, &goal, &t, bits - 8);
            certify_increasing(&candidate, &target, None, |x| self.loss(x, &t))
        })
    }

    /// Newton's method until a step changes none of the first bits: a candidate, of which nothing
    /// is proved.
    fn refined(
        &self,
        start: Interval<E>,
        loss: &Interval<E>,
        t: &Interval<E>,
        first: u64,
    ) -> Interval<E> {
        let mut x = start;
        for _ in 0..MOST_STEPS {
            let [found, slope] = self.near(&x, t);
            let next = midpoint(&(&x - &(&(&found - loss) / &slope)));
            let is_done = changes_little(&x, &next, first);
            if next.upper().is_finite() {
                x = next;
            }
            if is_done {
                break;
            }
        }
        x
    }

    /// `(l/(p t))^(1/(p-1))`.
    fn reach(&self, loss: &Interval<E>, t: &Interval<E>) -> Interval<E> {
        let slope = t * &Interval::from_rational(&self.power, t.precision());
        let quotient = &loss.positive_part() / &slope;
        power_of_magnitude(&quotient, &(Rational::ONE / (&self.power - Rational::ONE)))
    }

    /// Near the outcome of a loss `>= 0`, where Newton's method converges: between t/2 and `reach`
    /// by bisection, and by Newton's steps that stay inside.
    fn approximate(&self, loss: &Interval<E>, t: &Interval<E>, reach: &Interval<E>) -> Interval<E> {
        let bits = t.precision();
        let point = |x: &E::Float| Interval::new(x.clone(), x.clone(), bits);
        let (mut low, mut high) = (midpoint(&t.shift(-1)), point(reach.upper()));
        let mut x = high.clone();
        for _ in 0..MOST_STEPS {
            let [found, slope] = self.near(&x, t);
            let above = &found - loss;
            if above.upper().sign().is_le() {
                low = x.clone();
            } else {
                high = x.clone();
            }
            let next = midpoint(&(&x - &(&above / &slope)));
            let is_inside = next.lower() > low.lower() && next.upper() < high.upper();
            if is_inside && changes_little(&x, &next, SETTLED) {
                return next;
            }
            x = if is_inside { next } else { midpoint(&(&low + &high).shift(-1)) };
        }
        x
    }

    /// The mass of the noise above an outcome.
    fn above(&self, x: &Interval<E>, precision: u64) -> Interval<E> {
        let one = Interval::one(precision);
        let beyond = |x: &Interval<E>| {
            self.tail.tail(&power_of_magnitude(x, &self.power)).shift(-1).with_precision(precision)
        };
        match x.sign() {
            Some(Ordering::Greater | Ordering::Equal) => beyond(x),
            Some(Ordering::Less) => &one - &beyond(&-x),
            None => {
                let end = |x: &E::Float| Interval::new(x.clone(), x.clone(), precision);
                let least = beyond(&end(x.upper()));
                let most = &one - &beyond(&end(&x.lower().neg()));
                least.hull(&most)
            }
        }
    }
}

/// Bits that a step of a start leaves as they are: Newton's method then doubles them with each
/// step, and its result is proved. Any number is right.
const SETTLED: u64 = 20;
/// Steps of bisection: a start is found after fewer, because Newton's steps are taken where they
/// can be.
const MOST_STEPS: usize = 200;

/// Have two points these first bits in common?
fn changes_little<E: Engine>(x: &Interval<E>, next: &Interval<E>, bits: u64) -> bool {
    let change = next - x;
    let size = x
        .upper()
        .exponent()
        .map_or(i64::MIN, |size| size.saturating_sub(i64::try_from(bits).unwrap_or(i64::MAX)));
    change.upper().exponent().max(change.lower().exponent()).is_none_or(|exponent| exponent < size)
}

impl<E: Engine> LossTails<E> for Tails<E> {
    fn above(&self, point: &GridPoint<E>) -> Masses<E> {
        let precision = point.loss.precision();
        let [low, high] = [point.loss.lower(), point.loss.upper()];
        let (zero, one) = (Interval::zero(precision), Interval::one(precision));
        match (low.is_finite(), high.is_finite()) {
            (true, true) => {
                let x = self.outcome(&point.loss);
                let t = self.distance.enclose::<E>(x.precision());
                Masses { p: self.above(&(&x - &t), precision), q: self.above(&x, precision) }
            }
            (false, false) if low.sign() == high.sign() => {
                let all = if low.sign().is_lt() { one } else { zero };
                Masses { p: all.clone(), q: all }
            }
            _ => Masses { p: zero.hull(&one), q: zero.hull(&one) },
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::exact::Malachite;

    /// Of an interval around 0 the magnitude is that of the farther end.
    #[test]
    fn powers_are_those_of_magnitudes() {
        let whole = |n: i64| Interval::<Malachite>::from_rational(&Rational::from(n), 128);
        let around = whole(-3).hull(&whole(2));
        for (power, most) in [
            ((1u64, 1u64), whole(3)),
            ((3, 1), whole(27)),
            ((4, 1), whole(81)),
            ((3, 2), whole(27).sqrt()),
        ] {
            let found = power_of_magnitude(&around, &Rational::from_unsigneds(power.0, power.1));
            assert!(
                found.lower().sign().is_eq() && found.intersection(&most).is_some(),
                "{power:?}: {found:?}"
            );
            assert!(found.upper() <= (&most * &whole(2)).lower(), "{power:?}: {found:?}");
        }
    }

    /// The loss on both sides of an outcome, with as many bits as the cancelled ones and more.
    #[test]
    fn outcomes_are_enclosed() {
        let bits = 3000;
        let real = |text: &str| text.parse::<Real>().unwrap();
        for power in ["3/2", "4", "64", "1001/1000", "7/3"] {
            for distance in ["1e-80", "1e-20", "1/10", "1", "30"] {
                let (power, t) = (real(power).as_rational().unwrap().clone(), real(distance));
                let tails = Tails::<Malachite>::new(&power, &t, 128);
                for multiple in ["0", "1e-30", "1/7", "1", "3/2", "40"] {
                    let target = (&t * real(multiple)).enclose::<Malachite>(bits);
                    let found = tails.outcome(&at_precision(&target, 128));
                    let loss = |x: &<Malachite as Engine>::Float| {
                        let point = Interval::<Malachite>::new(x.clone(), x.clone(), bits);
                        tails.loss(&point, &t.enclose(bits))
                    };
                    let (low, high) = (loss(found.lower()), loss(found.upper()));
                    assert!(
                        low.lower() <= target.upper() && target.lower() <= high.upper(),
                        "{power} {distance} {multiple}"
                    );
                    let width =
                        found.upper().sub(found.lower(), 64, crate::exact::engine::Rounding::Up);
                    let few =
                        width.exponent().is_none_or(|e| e < found.upper().exponent().unwrap() - 60);
                    assert!(few, "{power} {distance} {multiple}: {found:?}");
                }
            }
        }
    }
}
