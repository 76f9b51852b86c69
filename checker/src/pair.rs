//! The pairs of distributions of the steps: their atoms, and the largest loss.
//!
//! The loss is `ln(P/Q)`. Forward is (P, Q) as the mechanism defines it; backward exchanges the
//! two.

use crate::expression::{Expression, compare};
use crate::fault::{Fault, Unproved, Unsupported};
use crate::fixed::Scale;
use crate::ledger::{Mechanism, Step};
use crate::log_linear::LogLinear;
use crate::number::bits_of;
use crate::rational::BigRational;
use crate::work::{Work, product};
use num_bigint::BigInt;
use num_traits::{One, ToPrimitive, Zero};

/// The most bits of the masses of discrete Laplace noise.
const MAX_DIGITS: u64 = 1 << 28;

/// The most work for ordering irrational constraints.
const MAX_ORDERING: u64 = 1 << 30;

/// The order of the two neighbours: which of them is P.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// As given; for a sample, P is the one with the record.
    Forward,
    /// Exchanged.
    Backward,
}

/// An outcome.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Atom {
    /// Its loss.
    pub loss: Loss,
    /// Its mass under P.
    pub p: Expression,
    /// Its mass under Q.
    pub q: Expression,
}

/// A privacy loss.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Loss {
    /// Only P has mass there.
    Infinite,
    /// Only Q has mass there.
    MinusInfinite,
    /// A number.
    Finite(Expression),
}

impl Step {
    /// The outcomes, if they are finitely many; `None` for the other kinds.
    ///
    /// # Errors
    /// Masses with too many digits.
    pub fn atoms(&self, direction: Direction) -> Option<Result<Vec<Atom>, Fault>> {
        let atoms = match &self.mechanism {
            Mechanism::ThreePoint { eps, delta, alpha } => Ok(three_point(eps, delta, alpha)),
            Mechanism::DiscreteLaplace { eps, sensitivity } => discrete_laplace(eps, *sensitivity),
            Mechanism::FinitePair { p, q } | Mechanism::Allocation { p, q } => {
                Ok(finite_pair(p, q))
            }
            Mechanism::Constraints(constraints) => constrained(constraints),
            _ => return None,
        };
        let atoms = atoms.map(|atoms| match &self.poisson {
            Some(rate) => atoms.iter().map(|atom| sampled(atom, rate)).collect(),
            None => atoms,
        });
        Some(atoms.map(|atoms: Vec<Atom>| match direction {
            Direction::Forward => atoms,
            Direction::Backward => atoms.into_iter().map(exchanged).collect(),
        }))
    }
}

impl Step {
    /// A bound of the work of [`Step::atoms`]; the rest is proportional to it.
    pub fn atoms_work(&self) -> u64 {
        let (count, once, bits) = match &self.mechanism {
            Mechanism::ThreePoint { eps, delta, alpha } => {
                let bits = digits_of(eps).saturating_add(delta.size()).saturating_add(alpha.size());
                (5, eps.exp_work().saturating_add(product(&[eps.parts(), 1 << 10])), bits)
            }
            Mechanism::DiscreteLaplace { eps, sensitivity } => {
                let whole = eps.times(&Expression::integer(i64::from(*sensitivity)));
                let bits = product(&[u64::from(*sensitivity), digits_of(eps)]);
                (u64::from(*sensitivity) + 1, product(&[whole.exp_work(), 4]), bits)
            }
            Mechanism::FinitePair { p, q } | Mechanism::Allocation { p, q } => {
                let bits = p.iter().chain(q).map(bits_of).max().unwrap_or(0);
                (u64::try_from(p.len()).unwrap_or(u64::MAX), 0, bits)
            }
            Mechanism::Constraints(constraints) => {
                let count = u64::try_from(constraints.len()).unwrap_or(u64::MAX);
                let size = |(eps, delta): &(Expression, BigRational)| {
                    digits_of(eps) + eps.size() + bits_of(delta)
                };
                let bits = constraints.iter().map(size).max().unwrap_or(0);
                let is_rational = constraints.iter().all(|(eps, _)| eps.exp().rational().is_some());
                let ordering = if is_rational { 0 } else { MAX_ORDERING };
                return product(&[count + 1, count + 1, bits, bits, 2]).saturating_add(ordering);
            }
            _ => return 0,
        };
        let bits = bits.saturating_add(self.poisson.as_ref().map_or(0, bits_of));
        let masses = product(&[bits, bits]) / 8;
        product(&[count, once.saturating_add(masses).saturating_add(1 << 12)])
    }

    /// The largest finite loss, and the mass of the infinite one.
    ///
    /// # Errors
    /// If they are not known.
    pub fn largest(
        &self,
        direction: Direction,
        work: &Work,
    ) -> Result<(Expression, BigRational), Fault> {
        if let (Mechanism::Laplace { eps }, None) = (&self.mechanism, &self.poisson) {
            return Ok((Expression::Rational(eps.clone()), BigRational::zero()));
        }
        if let (Mechanism::Range { eps }, None) = (&self.mechanism, &self.poisson) {
            return Ok((eps.clone(), BigRational::zero()));
        }
        work.spend(self.atoms_work())?;
        let mut mass = BigRational::zero();
        let mut largest: Option<Expression> = None;
        let infinitely_many =
            || Fault::from(Unproved::inapplicable("the step", "one of finitely many losses"));
        for atom in self.atoms(direction).ok_or_else(infinitely_many)?? {
            match atom.loss {
                Loss::Infinite => {
                    mass += atom
                        .p
                        .rational()
                        .ok_or_else(|| Unproved::inapplicable("a mass", "known to be rational"))?;
                }
                Loss::MinusInfinite => {}
                Loss::Finite(loss) => {
                    // Losses that cannot be distinguished are undecided.
                    let is_larger = match &largest {
                        Some(known) => {
                            let question = "one loss is larger than another";
                            compare(&loss, known, work)
                                .ok_or(Unsupported::Undecided { question })?
                                .is_gt()
                        }
                        None => true,
                    };
                    if is_larger {
                        largest = Some(loss);
                    }
                }
            }
        }
        Ok((largest.ok_or_else(|| Unsupported::no_rule("a step without finite losses"))?, mass))
    }
}

/// An outcome where P is replaced by `(1 - rate) Q + rate P`.
fn sampled(atom: &Atom, rate: &BigRational) -> Atom {
    let share = Expression::Rational(rate.clone());
    let rest = Expression::Rational(BigRational::one() - rate);
    let p = rest.times(&atom.q).plus(&share.times(&atom.p));
    let logarithm = |x: Expression| match x.rational() {
        Some(x) if x.is_one() => Expression::integer(0),
        _ => Expression::Ln(Box::new(x)),
    };
    let loss = match &atom.loss {
        Loss::Finite(loss) => Loss::Finite(logarithm(rest.plus(&share.times(&loss.exp())))),
        Loss::MinusInfinite if !rest.rational().is_some_and(BigRational::is_zero) => {
            Loss::Finite(logarithm(rest))
        }
        loss => loss.clone(),
    };
    Atom { loss, p, q: atom.q.clone() }
}

/// An outcome with P and Q exchanged.
fn exchanged(atom: Atom) -> Atom {
    let loss = match atom.loss {
        Loss::Infinite => Loss::MinusInfinite,
        Loss::MinusInfinite => Loss::Infinite,
        Loss::Finite(loss) => Loss::Finite(Expression::integer(0).minus(&loss)),
    };
    Atom { loss, p: atom.q, q: atom.p }
}

/// `P = [delta at +inf, cE at eps, (1-delta) alpha at 0, c at -eps, 0]` with `c =
/// (1-delta)(1-alpha)/(1+E)`, and Q its mirror.
fn three_point(eps: &Expression, delta: &Expression, alpha: &Expression) -> Vec<Atom> {
    let one = Expression::integer(1);
    let e = eps.exp();
    let rest = one.minus(delta);
    let c = rest.times(&one.minus(alpha)).over(&one.plus(&e));
    let (large, middle) = (c.times(&e), rest.times(alpha));
    let zero = Expression::integer(0);
    let atom = |loss, p: &Expression, q: &Expression| Atom { loss, p: p.clone(), q: q.clone() };
    vec![
        atom(Loss::Infinite, delta, &zero),
        atom(Loss::Finite(eps.clone()), &large, &c),
        atom(Loss::Finite(zero.clone()), &middle, &middle),
        atom(Loss::Finite(zero.minus(eps)), &c, &large),
        atom(Loss::MinusInfinite, &zero, delta),
    ]
}

/// With `a = e^-eps` the mass at n is `(1-a)/(1+a) a^|n|`. Shifted by s, the loss is `s eps` up to
/// 0, `(s-2n) eps` at n between, and `-s eps` from s on.
fn discrete_laplace(eps: &Expression, sensitivity: u32) -> Result<Vec<Atom>, Fault> {
    let one = Expression::integer(1);
    let s = i64::from(sensitivity);
    // All masses together have about this many digits.
    let digits = digits_of(eps);
    if product(&[sensitivity.into(), sensitivity.into(), digits]) > MAX_DIGITS {
        return Err(Unsupported::too_long("the outcomes together", MAX_DIGITS, "bits").into());
    }
    let power = |n: i64| eps.times(&Expression::integer(-n)).exp();
    let outer = one.over(&one.plus(&power(1)));
    let inner = one.minus(&power(1)).times(&outer);
    let atom = |n: i64| {
        let (p, q) = match n {
            0 => (outer.clone(), outer.times(&power(s))),
            n if n == s => (outer.times(&power(s)), outer.clone()),
            n => (inner.times(&power(n)), inner.times(&power(s - n))),
        };
        Atom { loss: Loss::Finite(eps.times(&Expression::integer(s - 2 * n))), p, q }
    };
    Ok((0..=s).map(atom).collect())
}

/// The outcomes with mass under at least one distribution, with rational masses.
fn finite_pair(p: &[BigRational], q: &[BigRational]) -> Vec<Atom> {
    let atom = |(p, q): (BigRational, BigRational)| {
        let loss = if q.is_zero() {
            Loss::Infinite
        } else if p.is_zero() {
            Loss::MinusInfinite
        } else if p == q {
            Loss::Finite(Expression::integer(0))
        } else {
            Loss::Finite(Expression::Ln(Box::new(Expression::Rational(&p / &q))))
        };
        Atom { loss, p: Expression::Rational(p), q: Expression::Rational(q) }
    };
    let outcomes = p.iter().cloned().zip(q.iter().cloned());
    outcomes.filter(|(p, q)| !(p.is_zero() && q.is_zero())).map(atom).collect()
}

/// A line `value - fall alpha` below a trade-off function, where `fall` is e to the loss.
#[derive(Clone, PartialEq)]
struct Line {
    value: Expression,
    fall: Expression,
    loss: Expression,
}

/// The largest of the trade-off functions `max(0, 1 - delta - E alpha, (1 - delta - alpha) / E)`,
/// as a pair: between two corners it decreases by P-mass where alpha grows by Q-mass.
fn constrained(constraints: &[(Expression, BigRational)]) -> Result<Vec<Atom>, Fault> {
    let (zero, one) = (Expression::integer(0), Expression::integer(1));
    let mut lines = Vec::new();
    for (eps, delta) in constraints {
        let (value, ratio) = (Expression::Rational(BigRational::one() - delta), eps.exp());
        let steep = Line { value: value.clone(), fall: ratio.clone(), loss: eps.clone() };
        let flat =
            Line { value: value.over(&ratio), fall: one.over(&ratio), loss: zero.minus(eps) };
        lines.extend([steep, flat]);
    }
    let work = Work::of(MAX_ORDERING);
    let undecided = Unsupported::Undecided { question: "two constraints are one" };
    let order =
        |x: &Expression, y: &Expression| compare(x, y, &work).ok_or_else(|| undecided.clone());
    // The highest line at 0, and of those the flattest.
    let mut line = Line { value: zero.clone(), fall: zero.clone(), loss: zero.clone() };
    for other in &lines {
        if order(&other.value, &line.value)?.then(order(&line.fall, &other.fall)?).is_gt() {
            line = other.clone();
        }
    }
    lines.push(Line { value: zero.clone(), fall: zero.clone(), loss: zero.clone() });
    let mut atoms = vec![Atom { loss: Loss::Infinite, p: one.minus(&line.value), q: zero.clone() }];
    let mut alpha = zero.clone();
    // From line to line where they cross, down to 0; each is flatter than the one before.
    while order(&line.fall, &zero)?.is_gt() {
        let mut next: Option<(Expression, &Line)> = None;
        for other in &lines {
            if !order(&other.fall, &line.fall)?.is_lt() {
                continue;
            }
            let crossing = line.value.minus(&other.value).over(&line.fall.minus(&other.fall));
            let is_nearer = match &next {
                None => true,
                Some((end, known)) => {
                    order(&crossing, end)?.then(order(&other.fall, &known.fall)?).is_lt()
                }
            };
            if is_nearer {
                next = Some((crossing, other));
            }
        }
        let (end, flatter) =
            next.ok_or_else(|| Unsupported::no_rule("a trade-off function that does not reach 0"))?;
        let q = end.minus(&alpha);
        atoms.push(Atom { loss: Loss::Finite(line.loss), p: q.times(&line.fall), q });
        (alpha, line) = (end, flatter.clone());
    }
    atoms.push(Atom { loss: Loss::MinusInfinite, p: zero.clone(), q: one.minus(&alpha) });
    let is_nothing = |x: &Expression| x.rational().is_some_and(BigRational::is_zero);
    atoms.retain(|atom| !(is_nothing(&atom.p) && is_nothing(&atom.q)));
    Ok(atoms)
}

/// The bits of e to a number where that is rational, or may be.
fn digits_of(x: &Expression) -> u64 {
    LogLinear::of(x).digits()
}

/// The index n of a loss `n * step`; `None` if it is not such a multiple, or no work is left to
/// decide it.
pub fn lattice_index(
    loss: &Expression,
    step: &LogLinear,
    step_value: &Expression,
    work: &Work,
) -> Option<i64> {
    let scale = Scale::new(128);
    work.spend(product(&[loss.parts() + step_value.parts(), 1 << 17])).ok()?;
    let quotient = scale.div(&loss.enclose(&scale)?, &step_value.enclose(&scale)?)?;
    let half = BigInt::one() << (scale.bits - 1);
    let n = ((quotient.lo + half) >> scale.bits).to_i64()?;
    let multiple = step.times(&BigRational::from_integer(BigInt::from(n)));
    LogLinear::of(loss).equals(&multiple, work).then_some(n)
}
