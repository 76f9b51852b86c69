//! `discrete-laplace`: integers with the masses of a two-sided geometric distribution.

use super::approx_dp::EPS;
use super::group::Members;
use crate::exact::effort;
use crate::exact::real::Real;
use crate::input::{Field, Fields, InputError};
use crate::mechanism::Dominating;
use crate::mechanism::forms::density::{Density, Shape};
use crate::mechanism::reading::description::{natural, numbers};
use crate::mechanism::reading::distance::{read_shift_of_one, read_shifts};
use crate::mechanism::reading::domain::{DomainError, require_positive};
use crate::mechanism::reading::family::smaller;
use crate::mechanism::reading::kind::{Form, Kind, Names, PURE, SAMPLED_AROUND};
use crate::mechanism::reading::shown::{SENSITIVITY, eps, row, template};
use crate::pair::{Atom, FinitePair, ThreePoint};
use malachite::Integer;
use malachite::rational::Rational;
use std::cmp::Ordering;
use std::collections::BTreeMap;

/// The largest shift that is listed: the pair has a likelihood ratio for each integer of it.
const MAX_SHIFT: u64 = 1 << 20;
/// The most pairs of outcomes that are multiplied, for several counts in one step: their masses are
/// expressions. More counts are written as a composition, which has the same losses.
const MAX_PRODUCT: usize = 1 << 12;

/// Outcomes of loss `index * eps`, with their masses under P and Q.
type Outcomes = BTreeMap<i64, (Real, Real)>;

impl Dominating {
    /// Two-sided geometric noise on counts; neighbours move the i-th by `shifts[i]`.
    ///
    /// With `a = e^-eps` the mass at n is `(1-a)/(1+a) a^|n|`. Shifted by s, the loss is `s eps` up
    /// to 0 (P-mass `1/(1+a)`), `(s - 2n) eps` at n between, and `-s eps` from s on: a finite pair.
    /// The coordinates are independent, so their pairs are multiplied.
    ///
    /// # Errors
    /// eps <= 0, a shift beyond 2^20, or several with a product of more than 2^12 outcomes.
    ///
    /// Source: derived; the mechanism is that of Ghosh, Roughgarden & Sundararajan.
    pub fn discrete_laplace(eps: &Real, shifts: &[u64]) -> Result<Dominating, DomainError> {
        require_positive("eps", eps)?;
        let shifts: Vec<u64> = shifts.iter().copied().filter(|shift| *shift > 0).collect();
        let too_many = |what: String, help: String| {
            let message = format!("{what}: the pair has too many likelihood ratios");
            DomainError::new("sensitivity", message, help)
        };
        if let Some(shift) = shifts.iter().find(|shift| **shift > MAX_SHIFT) {
            return Err(too_many(
                format!("sensitivity = {shift}"),
                format!("give at most {MAX_SHIFT}"),
            ));
        }
        let Some((first, others)) = shifts.split_first() else {
            let nothing = ThreePoint { eps: Real::zero(), delta: Real::zero(), alpha: Real::one() };
            return Ok(Dominating::ThreePoint(nothing));
        };
        let undecided = || {
            DomainError::new(
                "eps",
                "the order of two exact numbers cannot be decided",
                "write it in a simpler form",
            )
        };
        if others.is_empty() {
            return one_count(eps, *first).map(Dominating::Finite).ok_or_else(undecided);
        }
        let mut masses = Masses::of(*first);
        for shift in others {
            if masses.outcomes().saturating_mul(usize::try_from(*shift).unwrap_or(usize::MAX) + 1)
                > MAX_PRODUCT
            {
                let help = "write a composition with one step for each count, which is equivalent";
                return Err(too_many(format!("{} shifts", shifts.len()), help.into()));
            }
            masses = masses.times(&Masses::of(*shift));
        }
        let outcome = |(index, (p, q)): (i64, (Real, Real))| (p, q, Some(Real::from(index) * eps));
        // The largest loss first, as in every pair.
        let pair = FinitePair::from_outcomes(masses.at(eps).into_iter().rev().map(outcome));
        pair.map(Dominating::Finite).ok_or_else(undecided)
    }
}

/// The pair of one count that moves by `shift > 0`; `None` if the sign of a mass is undecided.
///
/// It may have 2^20 outcomes. Their losses are different and their masses positive, and those of
/// the two largest losses have the largest and the smallest masses: where their signs are decided,
/// the others are not computed.
fn one_count(eps: &Real, shift: u64) -> Option<FinitePair> {
    let outcomes = shifted(eps, shift);
    let is_decided = |mass: &Real| mass.sign() == Some(Ordering::Greater);
    let is_positive = outcomes.values().rev().take(2).all(|(p, q)| is_decided(p) && is_decided(q));
    let atoms = outcomes.into_iter().rev().map(|(index, (p, q))| Atom {
        loss: Real::from(index) * eps,
        p,
        q,
    });
    is_positive.then(|| FinitePair {
        atoms: atoms.collect(),
        p_infinite: Real::zero(),
        q_infinite: Real::zero(),
    })
}

/// The outcomes of one count that moves by `shift > 0`.
fn shifted(eps: &Real, shift: u64) -> Outcomes {
    effort::outcomes(shift);
    let a = (-eps).exp();
    let sum = 1 + &a;
    let (end, middle) = (1 / &sum, (1 - &a) / &sum);
    let power = |n: u64| (-(Real::from(n) * eps)).exp();
    let index = |n: u64| shift as i64 - 2 * n as i64;
    let far = &end * power(shift);
    let between = (1..shift).map(|n| (index(n), (&middle * power(n), &middle * power(shift - n))));
    let ends = [(index(0), (end.clone(), far.clone())), (index(shift), (far, end))];
    ends.into_iter().chain(between).collect()
}

/// The P-masses of some counts, multiplied by `(1+a)^counts`: polynomials in `a = e^-eps` by index
/// and power, with the powers ascending. The exchange of n and `s - n` exchanges P and Q: the
/// Q-mass of an index is the P-mass of the opposite index.
struct Masses {
    counts: i64,
    coefficients: BTreeMap<i64, BTreeMap<u64, Integer>>,
}

impl Masses {
    /// The masses of one count that moves by `shift > 0`: 1 at one end, `a^shift` at the other,
    /// `(1-a) a^n` between.
    fn of(shift: u64) -> Masses {
        let index = |n: u64| shift as i64 - 2 * n as i64;
        let between = (1..shift).map(|n| {
            (index(n), BTreeMap::from([(n, Integer::from(1)), (n + 1, Integer::from(-1))]))
        });
        let ends = [0, shift].map(|n| (index(n), BTreeMap::from([(n, Integer::from(1))])));
        Masses { counts: 1, coefficients: ends.into_iter().chain(between).collect() }
    }

    fn outcomes(&self) -> usize {
        self.coefficients.len()
    }

    fn times(&self, other: &Masses) -> Masses {
        let mut coefficients: BTreeMap<i64, BTreeMap<u64, Integer>> = BTreeMap::new();
        for (i, x) in &self.coefficients {
            for (j, y) in &other.coefficients {
                let sum = coefficients.entry(i + j).or_default();
                for (m, c) in x {
                    for (n, d) in y {
                        *sum.entry(m + n).or_default() += c * d;
                    }
                }
            }
        }
        Masses { counts: self.counts + other.counts, coefficients }
    }

    fn at(&self, eps: &Real) -> Outcomes {
        let whole = (1 + (-eps).exp()).pow(self.counts);
        let term = |(n, c): (&u64, &Integer)| {
            Real::from(Rational::from(c)) * (-(Real::from(*n) * eps)).exp()
        };
        let mass = |powers: &BTreeMap<u64, Integer>| {
            let terms = powers.iter().filter(|(_, c)| **c != 0).map(term);
            terms.fold(Real::zero(), |sum, term| sum + term) / &whole
        };
        let masses: BTreeMap<i64, Real> =
            self.coefficients.iter().map(|(index, x)| (*index, mass(x))).collect();
        let opposite = |index: &i64| masses.get(&-index).cloned().unwrap_or(Real::zero());
        masses.iter().map(|(index, p)| (*index, (p.clone(), opposite(index)))).collect()
    }
}

const NAME: &str = "discrete-laplace";

pub(crate) const KIND: Kind = Kind {
    names: Names::explained(&[
        PURE,
        (
            &["scale", "b", "lambda"],
            "eps is the privacy loss of a shift by 1: 1/b for the masses e^(-|n|/b)",
        ),
        (&["alpha", "a", "p"], "for masses proportional to a^|n|, eps = -ln(a)"),
        SAMPLED_AROUND,
    ]),
    elsewhere: &[(
        &["geometric", "two-sided-geometric", "discrete-laplacian"],
        "it is discrete-laplace(eps, sensitivity)",
    )],
    open: &[smaller(NAME, "eps")],
    is_in_units: true,
    rows: &[row(
        "discrete-laplace(eps, sensitivity or shifts)",
        "integer noise; `eps` for each unit of a count",
    )],
    templates: &[template(
        "discrete Laplace",
        "discrete-laplace(eps={eps}, sensitivity={sensitivity})",
        &[eps("1"), SENSITIVITY],
    )],
    is_noise: true,
    density: Some(masses),
    ..Kind::new(
        NAME,
        &[EPS, natural("sensitivity"), numbers("shifts")],
        Form::Step(read, Members::Read(read_for)),
    )
};

fn read(fields: &mut Fields<'_>) -> Result<Dominating, InputError> {
    read_for(fields, 1)
}

fn masses(fields: &mut Fields<'_>) -> Result<Density, InputError> {
    let eps = fields.required("eps")?.real()?;
    Ok(Density { shape: Shape::DiscreteLaplace { eps }, distance: read_shift_of_one(fields)? })
}

/// The eps and the sensitivity of a kind that was read, if it is this one on one count.
pub(crate) fn of_one_count(
    key: &'static str,
    mut fields: Fields<'_>,
) -> Result<Option<(Real, u64)>, InputError> {
    if fields.required(key)?.text()? != NAME {
        return Ok(None);
    }
    let eps = fields.required("eps")?.real()?;
    Ok(match read_shifts(&mut fields)?.as_slice() {
        [shift] => Some((eps, *shift)),
        _ => None,
    })
}

/// Each member of a group moves each count by its shift.
fn read_for(fields: &mut Fields<'_>, size: u64) -> Result<Dominating, InputError> {
    let given: Vec<Field<'_>> = ["sensitivity", "shifts", "eps"]
        .into_iter()
        .filter_map(|name| fields.clone().optional(name))
        .collect();
    let eps = fields.required("eps")?.real()?;
    let shifts: Vec<u64> =
        read_shifts(fields)?.into_iter().map(|shift| shift.saturating_mul(size)).collect();
    Dominating::discrete_laplace(&eps, &shifts).map_err(|e| e.at(&given.iter().collect::<Vec<_>>()))
}
