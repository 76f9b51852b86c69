//! Mechanisms of bounded range, of which the exponential mechanism is one: the largest loss minus
//! the smallest is at most eps.
//!
//! Every mechanism of range eps is dominated by pairs of two losses, t and t - eps for some `0 <= t
//! <= eps`, with the masses `(e^-t - e^-eps)/(1 - e^-eps)` under Q and `(1 - e^(t-eps))/(1 -
//! e^-eps)` under P at t. Those with `0 < t < eps` are exponential mechanisms on two outcomes. The
//! worst t is another one at each eps, so no single pair of the class dominates it.
//!
//! The pair here is the *worst* of the class at each eps. It dominates, also when it is composed.
//! Neighbours attain its trade-off function at each level, but by another mechanism each; so they
//! do not attain its composition.
//!
//! Source: Dong, Durfee & Rogers 2019 (arXiv 1909.13830), Lemma 3.2 for the pairs, Theorem 2 for
//! the worst t.

use crate::enclosure::Outcome;
use crate::exact::Extended;
use crate::exact::engine::{DirectedFloat, Engine};
use crate::exact::interval::Interval;
use crate::exact::kernel::exp;
use crate::exact::real::Real;
use crate::exact::value::Value;
use crate::mechanism::Noise;
use crate::mechanism::admits::Reason;
use crate::mechanism::forms::closed_form::{ClosedForm, ClosedForms};
use crate::mechanism::forms::divergence::Divergences;
use crate::mechanism::forms::noise::NoisePair;
use crate::mechanism::forms::pair::Pair;
use crate::pair::tails::{GridPoint, LossTails, Masses};
use crate::pair::{Evaluated, FinitePair, Moment, NeymanPearson, ThreePoint};
use malachite::Natural;
use malachite::base::num::arithmetic::traits::BinomialCoefficient;
use malachite::base::num::basic::traits::Zero;
use malachite::rational::Rational;
use std::cmp::Ordering;

/// All mechanisms of range eps, or all compositions of `count` of them that are chosen before any
/// output is seen.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct BoundedRange {
    /// The range, >= 0.
    pub eps: Real,
    /// The number of mechanisms, >= 1.
    pub count: u64,
    /// May the choice of a mechanism depend on the outputs of those before?
    pub is_adaptive: bool,
}

/// The most mechanisms that are composed by the formula: its cost grows with the square.
pub(crate) const MAX_COUNT: u64 = 1 << 12;
/// Bits with which the compositions that are not the worst are ruled out: those that differ by less
/// than a rounding of 64 bits are both kept, and computed with all bits.
const ROUGH_BITS: u64 = 64;

/// Word operations for each of several mechanisms at a loss, approximately: its terms in the sums
/// of a few candidates. It is for the estimate alone.
const MECHANISM_WORK: u64 = 12_000;

impl BoundedRange {
    /// The exponential mechanism on two outcomes whose scores are exchanged: randomised response of
    /// eps/2.
    pub(crate) fn symmetric_member(&self) -> FinitePair {
        let eps = &self.eps / Self::two();
        ThreePoint { eps, delta: Real::zero(), alpha: Real::zero() }.to_finite()
    }

    fn two() -> Real {
        Real::from(2u64)
    }

    /// `(1 - e^((eps - range)/2))^2 / (1 - e^-range)`, for `|eps| <= range`.
    ///
    /// Source: the largest value over t of the two-loss pair, at `t = (eps + range)/2`.
    fn delta_below(&self, eps: &Real) -> Real {
        let root = 1 - ((eps - &self.eps) / Self::two()).exp();
        &root * &root / (1 - (-&self.eps).exp())
    }

    /// `(1 - alpha) / (1 + alpha (e^range - 1))`: the curve on which all `(q, 1 - p)` are.
    fn beta_at(&self, alpha: &Real) -> Real {
        (1 - alpha) / self.slope_root(alpha)
    }

    /// `1 + alpha (e^range - 1)`; the slope of beta is `-e^range` divided by its square.
    fn slope_root(&self, alpha: &Real) -> Real {
        1 + alpha * (self.eps.exp() - 1)
    }

    /// `x - 1 - ln x` with `x = eps/(e^eps - 1)`: the largest Kullback-Leibler divergence of the
    /// class, in either direction, and its rho: the Renyi divergences divided by their orders have
    /// their supremum at order 1.
    ///
    /// Source: arXiv 2510.25746.
    fn largest_kl(&self) -> Real {
        if self.eps.is_zero() {
            return Real::zero();
        }
        let x = &self.eps / (self.eps.exp() - 1);
        Real::from(self.count) * (&x - 1 - x.ln())
    }
}

impl Divergences for BoundedRange {
    fn kl(&self) -> Option<[Extended; 2]> {
        let kl = Extended::from(self.largest_kl());
        Some([kl.clone(), kl])
    }

    fn renyi(&self, _order: &Rational) -> Option<Extended> {
        None
    }

    fn largest_loss(&self) -> Option<Extended> {
        Pair::largest_loss(self).map(Extended::from)
    }

    /// `cosh(eps/2)^2`: chi^2 of the two-loss pair is `(s-1)(e^eps - s)/e^eps` for `s = e^t`.
    fn chi_squared_plus_one(&self) -> Option<Extended> {
        let e = self.eps.exp();
        let grown = 1 + &e;
        let one = &grown * &grown / (4 * &e);
        Some(one.pow(i64::try_from(self.count).ok()?).into())
    }

    fn kappa2(&self) -> Option<Extended> {
        None
    }
}

impl Pair for BoundedRange {
    fn series_work(&self) -> u64 {
        if self.count == 1 { 0 } else { MECHANISM_WORK.saturating_mul(self.count) }
    }

    fn is_trivial(&self) -> bool {
        self.eps.is_zero()
    }

    fn largest_loss(&self) -> Option<Real> {
        Some(Real::from(self.count) * &self.eps)
    }

    fn evaluate<E: Engine>(&self, precision: u64) -> Evaluated<E> {
        let eps = self.eps.enclose(precision);
        if self.count == 1 {
            return Evaluated::of_tails(One { grown: exp(&eps), eps });
        }
        Evaluated::of_tails(Several::new(eps, self.count))
    }

    fn described(&self) -> &'static str {
        "the class of all mechanisms of a range"
    }

    fn reason(&self) -> Option<Reason> {
        Some(Reason::Infinite)
    }
}

impl NoisePair for BoundedRange {
    fn farther(&self, size: u64) -> Option<Noise> {
        Some(BoundedRange { eps: Real::from(size) * &self.eps, ..self.clone() }.into())
    }

    fn rho(&self) -> Option<Real> {
        Some(self.largest_kl())
    }

    fn closed_form(&self) -> Option<ClosedForm> {
        (self.count == 1).then(|| ClosedForm::BoundedRange(self.clone()))
    }
}

/// The worst of all mechanisms of one range.
#[derive(Debug)]
struct One<E: Engine> {
    eps: Interval<E>,
    grown: Interval<E>,
}

impl<E: Engine> LossTails<E> for One<E> {
    /// The slope of beta is `-e^l` at `alpha = (e^((eps-l)/2) - 1)/(e^eps - 1)`.
    fn above(&self, GridPoint { loss, .. }: &GridPoint<E>) -> Masses<E> {
        let (eps, one) = (&self.eps, Interval::<E>::one(loss.precision()));
        match (loss.compare(eps), loss.compare(&-eps)) {
            (Some(Ordering::Greater | Ordering::Equal), _) => Masses::zero(loss.precision()),
            (_, Some(Ordering::Less | Ordering::Equal)) => Masses { p: one.clone(), q: one },
            _ => {
                let half = (eps - loss).shift(-1);
                let (whole, root) = (&self.grown - &one, exp(&half));
                let q = (&(&root - &one) / &whole).probability();
                let p = (&(&self.grown * &(&one - &(&one / &root))) / &whole).probability();
                Masses { p, q }
            }
        }
    }
}

/// The worst of all compositions of several mechanisms of one range.
///
/// All have the same t, and the test rejects where at most l of the losses are the smaller one. Its
/// gain is largest at `t = (loss + (l+1) eps)/(k+1)`: there the derivative of the gain, of which
/// each of the two terms is a multiple of `C(k-1, l)`, is zero, and it is positive before and
/// negative after.
///
/// Source: Dong, Durfee & Rogers 2019, Theorem 2; the place of the maximum is derived here.
#[derive(Debug)]
struct Several<E: Engine> {
    range: Range<E>,
    /// The same with fewer bits.
    rough: Range<E>,
    count: u64,
    /// The binomial coefficients of the count, with as few bits.
    coefficients: Vec<Interval<E>>,
}

/// A range at some precision.
#[derive(Debug)]
struct Range<E: Engine> {
    eps: Interval<E>,
    /// `e^-eps`.
    fallen: Interval<E>,
}

impl<E: Engine> Range<E> {
    fn new(eps: Interval<E>) -> Range<E> {
        Range { fallen: exp(&-&eps), eps }
    }
}

/// A test and what it gains at a grid point: `P - e^loss Q`.
struct Candidate<E: Engine> {
    masses: Masses<E>,
    gain: Interval<E>,
}

/// The masses of the pair of two losses at the best t of a test.
struct BestPair<E: Engine> {
    /// The masses of the larger loss.
    larger: Masses<E>,
    /// The masses of the smaller loss.
    smaller: Masses<E>,
    /// The least loss that the test rejects, minus the loss of the grid point.
    margin: Interval<E>,
    /// `e^-margin`.
    left: Interval<E>,
    /// Is t told apart from 0, and from eps?
    is_inside: [bool; 2],
}

impl<E: Engine> Several<E> {
    fn new(eps: Interval<E>, count: u64) -> Several<E> {
        let bits = ROUGH_BITS.min(eps.precision());
        let natural = |n: u64| Interval::<E>::from_u64(n, bits);
        let next = |(coefficient, most): &(Interval<E>, u64)| {
            (*most < count)
                .then(|| (&(coefficient * &natural(count - most)) / &natural(most + 1), most + 1))
        };
        let all = std::iter::successors(Some((Interval::one(bits), 0)), next);
        let coefficients = all.map(|(coefficient, _)| coefficient).collect();
        Several {
            rough: Range::new(eps.with_precision(bits)),
            range: Range::new(eps),
            count,
            coefficients,
        }
    }

    /// The pair at which the test that rejects at most `most` smaller losses gains most; `None`
    /// where that t is not inside of its range, so that the mechanisms of the test disclose
    /// nothing.
    fn pair(
        &self,
        Range { eps, fallen: least }: &Range<E>,
        point: &GridPoint<E>,
        most: u64,
    ) -> Option<BestPair<E>> {
        let precision = eps.precision();
        let (k, one) = (self.count, Interval::<E>::one(precision));
        let number = |n: u64| Interval::<E>::from_u64(n, precision);
        let parts = number(k + 1);
        let t = &(&point.loss + &(&number(most + 1) * eps)) / &parts;
        // eps - t, which is also k t - most eps - loss.
        let rest = &(&(&number(k - most) * eps) - &point.loss) / &parts;
        if t.upper().sign().is_le() || rest.upper().sign().is_le() {
            return None;
        }
        let is_inside = [&t, &rest].map(|x| x.lower().sign().is_gt());
        let (t, rest) = (t.positive_part(), rest.positive_part());
        let (whole, fallen, left) = (&one - least, exp(&-&t), exp(&-&rest));
        let p = (&(&one - &left) / &whole).probability();
        let q = (&(&one - &fallen) / &whole).probability();
        let larger = Masses { q: &p * &fallen, p };
        let smaller = Masses { p: &q * &left, q };
        Some(BestPair { larger, smaller, margin: rest, left, is_inside })
    }

    /// A bound of the gain of a test, and an estimate where it is not near 1: the probabilities of
    /// fewer smaller losses fall at least by a constant ratio, and the gain of each is its
    /// probability times `1 - e^-margin`, where the margin grows by eps with each.
    fn gain_above(&self, pair: &BestPair<E>, most: u64) -> Interval<E> {
        let precision = self.rough.eps.precision();
        let (k, one) = (self.count, Interval::<E>::one(precision));
        let ratio = &(&pair.larger.p / &pair.smaller.p)
            * &(&Interval::from_u64(most, precision)
                / &Interval::from_u64(k - most + 1, precision));
        if ratio.upper() >= one.lower() || pair.is_inside != [true, true] {
            return one;
        }
        let coefficient = usize::try_from(most).ok().and_then(|most| self.coefficients.get(most));
        let Some(coefficient) = coefficient else {
            return one;
        };
        let term = binomial_product(coefficient, k, most, &pair.larger.p, &pair.smaller.p);
        let sum = |ratio: &Interval<E>| &one / &(&one - ratio);
        &term * &(&sum(&ratio) - &(&pair.left * &sum(&(&ratio * &self.rough.fallen))))
    }

    /// The test that rejects at most `most` smaller losses.
    fn candidate(&self, pair: &BestPair<E>, point: &GridPoint<E>, most: u64) -> Candidate<E> {
        let precision = pair.margin.precision();
        let (k, one) = (self.count, Interval::<E>::one(precision));
        // At an end of the range that is not told apart from it, one of the two losses has almost
        // no mass.
        let any = |mass: &Interval<E>| {
            Interval::zero(precision)
                .hull(&(&Interval::from_u64(k, precision) * mass))
                .probability()
        };
        let BestPair { larger, smaller, .. } = pair;
        let masses = match pair.is_inside {
            [true, true] => {
                let at_most = |other: &Interval<E>, event: &Interval<E>| {
                    binomial_at_most(k, most, other, event)
                };
                Masses { p: at_most(&larger.p, &smaller.p), q: at_most(&larger.q, &smaller.q) }
            }
            [_, false] => Masses { p: any(&larger.p), q: any(&larger.q) },
            [false, true] => Masses { p: &one - &any(&smaller.p), q: &one - &any(&smaller.q) },
        };
        let gain = &masses.p - &(&point.ratio * &masses.q);
        Candidate { masses, gain }
    }

    /// The tests of which one gains most.
    fn best(&self, point: &GridPoint<E>) -> Vec<Candidate<E>> {
        let bits = self.rough.eps.precision();
        let rough = GridPoint {
            loss: point.loss.with_precision(bits),
            ratio: point.ratio.with_precision(bits),
        };
        let pairs = (0..self.count).filter_map(|most| {
            let pair = self.pair(&self.rough, &rough, most)?;
            let bound = self.gain_above(&pair, most);
            Some((most, pair, bound))
        });
        let pairs: Vec<_> = pairs.collect();
        let likely = pairs
            .iter()
            .max_by(|x, y| x.2.upper().partial_cmp(y.2.upper()).unwrap_or(Ordering::Equal));
        let Some((most, pair, _)) = likely else {
            return Vec::new();
        };
        let least = self.candidate(pair, &rough, *most).gain;
        let open = pairs.iter().filter(|(.., bound)| may_exceed(bound.upper(), least.lower()));
        let found =
            open.map(|(most, pair, _)| (*most, self.candidate(pair, &rough, *most))).collect();
        let found = not_less(found, |(_, candidate)| &candidate.gain);
        let fine = found.into_iter().filter_map(|(most, _)| {
            Some(self.candidate(&self.pair(&self.range, point, most)?, point, most))
        });
        not_less(fine.collect(), |candidate| &candidate.gain)
    }

    /// What is rejected beyond all losses of one side.
    fn outside(point: &GridPoint<E>) -> Masses<E> {
        let precision = point.loss.precision();
        let one = Interval::one(precision);
        if point.loss.lower().sign().is_ge() {
            Masses::zero(precision)
        } else {
            Masses { p: one.clone(), q: one }
        }
    }
}

impl<E: Engine> LossTails<E> for Several<E> {
    /// Where several tests gain the same, the pair has an atom.
    fn above(&self, point: &GridPoint<E>) -> Masses<E> {
        let all = self.best(point).into_iter().map(|candidate| candidate.masses);
        all.reduce(|x, y| x.hull(&y)).unwrap_or_else(|| Self::outside(point))
    }

    fn optimal_test(&self, point: &GridPoint<E>) -> Masses<E> {
        let mut best: Option<Candidate<E>> = None;
        for candidate in self.best(point) {
            if best.as_ref().is_none_or(|best| candidate.gain.upper() > best.gain.upper()) {
                best = Some(candidate);
            }
        }
        best.map_or_else(|| Self::outside(point), |best| best.masses)
    }
}

/// The probability that at most `most` of `count` independent events happen, of which each has the
/// probability `event`, and its complement the probability `other` > 0.
fn binomial_at_most<E: Engine>(
    count: u64,
    most: u64,
    other: &Interval<E>,
    event: &Interval<E>,
) -> Interval<E> {
    let precision = event.precision();
    let mut term = binomial_term(count, most, other, event);
    let odds = other / event;
    let (mut sum, half) = (term.clone(), Interval::<E>::one(precision).shift(-1));
    for n in (1..=most).rev() {
        let ratio = &(&odds * &Interval::from_u64(n, precision))
            / &Interval::from_u64(count - n + 1, precision);
        term = &term * &ratio;
        sum = &sum + &term;
        // The ratios fall with n: all terms after this one are together at most as large as it.
        let is_small = term.upper().exponent().zip(sum.lower().exponent());
        if ratio.upper() < half.lower()
            && is_small.is_none_or(|(term, sum)| term < sum - bits(precision))
        {
            return &sum + &Interval::zero(precision).hull(&term);
        }
    }
    sum.probability()
}

/// The probability that `number` of `count` independent events happen.
fn binomial_term<E: Engine>(
    count: u64,
    number: u64,
    other: &Interval<E>,
    event: &Interval<E>,
) -> Interval<E> {
    let coefficient = Natural::binomial_coefficient(Natural::from(count), Natural::from(number));
    let coefficient = Interval::from_rational(&Rational::from(coefficient), event.precision());
    binomial_product(&coefficient, count, number, other, event)
}

fn binomial_product<E: Engine>(
    coefficient: &Interval<E>,
    count: u64,
    number: u64,
    other: &Interval<E>,
    event: &Interval<E>,
) -> Interval<E> {
    &(coefficient * &other.pow_natural(count - number)) * &event.pow_natural(number)
}

fn bits(precision: u64) -> i64 {
    i64::try_from(precision).unwrap_or(i64::MAX)
}

/// Is the first not known to be less?
fn may_exceed<F: PartialOrd>(x: &F, y: &F) -> bool {
    x.partial_cmp(y) != Some(Ordering::Less)
}

/// Those of which the value may be the largest.
fn not_less<E: Engine, T>(all: Vec<T>, value: impl Fn(&T) -> &Interval<E>) -> Vec<T> {
    let mut best: Option<E::Float> = None;
    for item in &all {
        let lower = value(item).lower();
        if best.as_ref().is_none_or(|best| lower > best) {
            best = Some(lower.clone());
        }
    }
    let Some(best) = best else { return all };
    all.into_iter().filter(|item| may_exceed(value(item).upper(), &best)).collect()
}

impl ClosedForms for BoundedRange {
    fn has_expressions(&self) -> bool {
        true
    }

    fn exact_delta(&self, eps: &Real) -> Option<Real> {
        eps.compare(&self.eps)?.is_lt().then(|| self.delta_below(eps))
    }

    fn exact_complement(&self, eps: &Real) -> Option<Real> {
        self.exact_delta(eps).map(|delta| 1 - &delta)
    }

    fn exact_beta(&self, alpha: &Real) -> Option<Real> {
        Some(self.beta_at(alpha))
    }

    fn delta<E: Engine>(&self, eps: &Real, precision: u64) -> Value<E> {
        match eps.compare(&self.eps) {
            Some(Ordering::Less) => Value::of(&self.delta_below(eps), precision),
            Some(_) => Value::Exact(Rational::ZERO),
            // The root of delta is not told apart from 0.
            None => {
                let delta = self.delta_below(eps).enclose::<E>(precision);
                Value::Enclosed(Interval::zero(precision).hull(&delta.probability()))
            }
        }
    }

    fn complement<E: Engine>(&self, eps: &Real, precision: u64) -> Interval<E> {
        let one = Interval::one(precision);
        (&one - &ClosedForms::delta(self, eps, precision).enclose(precision)).probability()
    }

    /// `range + 2 ln(1 - sqrt(delta (1 - e^-range)))`.
    fn eps<E: Engine>(&self, delta: &Real, precision: u64) -> Outcome<E> {
        let scaled = delta * (1 - (-&self.eps).exp());
        let root = 1 - scaled.sqrt();
        let eps = &self.eps + Self::two() * root.ln();
        if delta.is_one() || eps.sign().is_some_and(Ordering::is_le) {
            return Outcome::zero();
        }
        match eps.exp() {
            Real::Rational(g) => Outcome::Logarithm(Value::Exact(g)),
            _ => Outcome::Number(Value::Enclosed(eps.enclose(precision).positive_part())),
        }
    }

    fn beta<E: Engine>(&self, alpha: &Real, precision: u64) -> Value<E> {
        Value::of(&self.beta_at(alpha), precision)
    }

    fn test<E: Engine>(&self, alpha: &Real, precision: u64) -> NeymanPearson<E> {
        let number = |x: &Real| Value::of(x, precision);
        let power = &number(&Real::one()) - &ClosedForms::beta(self, alpha, precision);
        let root = self.slope_root(alpha);
        let threshold = self.eps.exp() / (&root * &root);
        NeymanPearson {
            threshold: Some(number(&threshold)),
            randomisation: number(&Real::zero()),
            power,
        }
    }

    /// `(e^((range - loss)/2) - 1) / (e^range - 1)`.
    fn level_above<E: Engine>(&self, loss: &Real, precision: u64) -> Value<E> {
        let root = ((&self.eps - loss) / Self::two()).exp();
        Value::of(&((&root - 1) / (self.eps.exp() - 1)), precision)
    }

    /// The moments of a composition are those of a mechanism, which differs from one level to
    /// another.
    fn moment<E: Engine>(&self, _moment: &Moment, precision: u64) -> Interval<E> {
        Interval::whole(precision)
    }
}
