//! Compositions by rows: the rows of a ledger, squared and multiplied, and truncated where the
//! masses are negligible.

use super::attempt::{Attempt, Built};
use super::error::Error;
use super::number::Number;
use super::ratios::Plan;
use super::rule::{Base, RatioCells, Rule};
use dpcert_checker::discretise::{self, Ratios, Spacing, Window};
use dpcert_checker::expression::Expression;
use dpcert_checker::fixed::Scale;
use dpcert_checker::ledger::{Mechanism, Row as LedgerRow};
use dpcert_checker::number::{ceil, floor};
use dpcert_checker::pair::{Direction, Loss};
use dpcert_checker::rational::BigRational;
use dpcert_checker::row::{Bounds, Row};
use dpcert_checker::work::Work as Budget;
use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{One, Signed, ToPrimitive, Zero};

/// The longest row of a certificate.
const MAX_LENGTH: i64 = 1 << 17;

/// Masses of single steps, of which a random allocation has many, are truncated where they are this
/// many bits larger.
const SPARE_BITS: u64 = 16;

/// The parameters with which a ledger is made into rows.
#[derive(Clone, Debug)]
pub struct Fineness {
    /// The grid step.
    pub step: Expression,
    /// The text of the step.
    pub text: String,
    /// Are all losses multiples of it?
    pub is_lattice: bool,
    /// The fractional bits; `None` for exact masses.
    pub bits: Option<u64>,
    /// Masses below 2^-cut are truncated.
    pub cut: u64,
}

/// The composition of the ledger, step by step.
///
/// # Errors
/// The reason why there is none.
pub fn compose(
    attempt: &mut Attempt,
    ledger: &[LedgerRow],
    direction: Direction,
    bounds: Bounds,
    fineness: &Fineness,
) -> Result<Built, Error> {
    let mut done: Option<Built> = None;
    let mut known: Vec<(usize, Built)> = Vec::new();
    for (index, row) in ledger.iter().enumerate() {
        if row.count.is_zero() {
            continue;
        }
        let same = known
            .iter()
            .find(|(other, _)| ledger.get(*other).is_some_and(|other| other.step == row.step));
        let base = match same {
            Some((_, built)) => {
                let mut copy = built.row.clone();
                copy.covers = [(row.id.clone(), BigInt::one())].into();
                attempt.row(Rule::Same { row: row.id.clone() }, &[built.id], copy)
            }
            None => {
                let built = base(attempt, row, direction, bounds, fineness)?;
                known.push((index, built.clone()));
                built
            }
        };
        let power = power(attempt, base, &row.count, fineness)?;
        done = Some(match done {
            None => power,
            Some(done) => convolve(attempt, &done, &power, fineness)?,
        });
    }
    done.ok_or(Error::NothingRun)
}

/// A row of the ledger, taken once.
fn base(
    attempt: &mut Attempt,
    row: &LedgerRow,
    direction: Direction,
    bounds: Bounds,
    fineness: &Fineness,
) -> Result<Built, Error> {
    let rule = Base {
        row: row.id.clone(),
        direction: direction.into(),
        bounds,
        step: fineness.text.clone(),
        bits: fineness.bits,
    };
    if fineness.is_lattice {
        let spacing = Spacing { step: &fineness.step, bits: fineness.bits };
        let built = discretise::lattice(row, direction, bounds, &spacing, &Budget::default())?;
        return Ok(attempt.row(Rule::Lattice(rule), &[], built));
    }
    let (Some(width), Some(bits)) = (fineness.step.rational(), fineness.bits) else {
        return Err(Error::NoGrid);
    };
    let plan = match &row.step.mechanism {
        Mechanism::AllocatedNoise { noise, steps } => {
            Some(Plan::of(noise, *steps, width, fineness.cut.saturating_sub(SPARE_BITS).max(8))?)
        }
        _ => None,
    };
    let (from, to) = window(row, direction, width, fineness.cut, plan.as_ref())?;
    let ratios = plan.map(|plan| plan.ratios);
    let window = Window { step: width.clone(), from, to, bits, ratios };
    let built = discretise::cells(row, direction, bounds, &window, &Budget::default())?;
    let cells = |Ratios { width, cells, last }| RatioCells { width: Number(width), cells, last };
    let rule = Rule::Cells { base: rule, from, to, ratios: window.ratios.map(cells) };
    Ok(attempt.row(rule, &[], built))
}

/// The grid points between which all but a mass of about 2^-cut is.
fn window(
    row: &LedgerRow,
    direction: Direction,
    width: &BigRational,
    cut: u64,
    plan: Option<&Plan>,
) -> Result<(i64, i64), Error> {
    let scale = Scale::new(128);
    let two = BigRational::from_integer(BigInt::from(2));
    let unknown = || Error::Unenclosed("the losses");
    // (lowest, highest) loss of the mechanism.
    let normal = |mu_squared: &BigRational| {
        // Beyond mu sqrt(2 cut ln 2) of the mean of P, which is mu^2/2, there is less than 2^-cut;
        // the mean of Q is equally far below 0.
        let reach = scale
            .sqrt(&scale.rational(
                &(mu_squared * BigRational::from_integer(BigInt::from(cut * 7 / 5 + 8))),
            ));
        let reach = scale.ends(&reach).1 + mu_squared / &two;
        (-reach.clone(), reach)
    };
    let (mut low, mut high) = match (&row.step.mechanism, plan) {
        (_, Some(plan)) => (plan.low.clone(), plan.high.clone()),
        (Mechanism::Gaussian { mu_squared }, _) => {
            normal(&scale.ends(&mu_squared.enclose(&scale).ok_or_else(unknown)?).1)
        }
        (Mechanism::DiscreteGaussian { sigma_squared, shifts }, _) => {
            // The window of each coordinate.
            let largest = BigInt::from(shifts.iter().max().copied().unwrap_or(0));
            normal(&(BigRational::from_integer(&largest * &largest) / sigma_squared))
        }
        (Mechanism::Laplace { eps }, _) => (-eps.clone(), eps.clone()),
        (Mechanism::Range { eps }, _) => {
            let most = scale.ends(&eps.enclose(&scale).ok_or_else(unknown)?).1;
            (-most.clone(), most)
        }
        _ => {
            let mut ends: Vec<BigRational> = Vec::new();
            for atom in row.step.atoms(Direction::Forward).ok_or_else(unknown)?? {
                if let Loss::Finite(loss) = atom.loss {
                    let (lo, hi) = scale.ends(&loss.enclose(&scale).ok_or_else(unknown)?);
                    ends.extend([lo, hi]);
                }
            }
            (
                ends.iter().min().cloned().ok_or_else(unknown)?,
                ends.iter().max().cloned().ok_or_else(unknown)?,
            )
        }
    };
    if let Some(rate) = &row.step.poisson
        && row.step.atoms(Direction::Forward).is_none()
    {
        let sampled = |loss: &BigRational| {
            let grown = scale.exp(&scale.rational(loss)).ok_or_else(unknown)?;
            let ratio = scale
                .rational(&(BigRational::one() - rate))
                .add(&scale.mul(&scale.rational(rate), &grown));
            scale.ln(&ratio).map(|loss| scale.ends(&loss)).ok_or_else(unknown)
        };
        (low, high) = (sampled(&low)?.0, sampled(&high)?.1);
    }
    if direction == Direction::Backward {
        (low, high) = (-high, -low);
    }
    let (from, to): (BigInt, BigInt) = (floor(&(low / width)), ceil(&(high / width)) + 1);
    match (from.to_i64(), to.to_i64()) {
        (Some(from), Some(to)) if to - from <= MAX_LENGTH => Ok((from.min(to - 1), to)),
        _ => Err(Error::LongGrid),
    }
}

fn power(
    attempt: &mut Attempt,
    base: Built,
    count: &BigInt,
    fineness: &Fineness,
) -> Result<Built, Error> {
    let mut square = base;
    let mut rest = count.clone();
    let mut product: Option<Built> = None;
    loop {
        if rest.is_odd() {
            product = Some(match product {
                None => square.clone(),
                Some(product) => convolve(attempt, &product, &square, fineness)?,
            });
        }
        rest /= 2;
        if !rest.is_positive() {
            return product.ok_or(Error::NothingRun);
        }
        square = convolve(attempt, &square, &square, fineness)?;
    }
}

fn convolve(
    attempt: &mut Attempt,
    first: &Built,
    second: &Built,
    fineness: &Fineness,
) -> Result<Built, Error> {
    let (from, to) = (first.row.from + second.row.from, first.row.to() + second.row.to());
    if to - from > 2 * MAX_LENGTH {
        return Err(Error::LongRows);
    }
    let mut row = first.row.convolve(&second.row, from, to, None)?;
    let mut window = (from, to);
    if let Some(bits) = fineness.bits {
        window = ends(&row, fineness.cut);
        row.cut(window.0, window.1)?;
        row.round(bits)?;
    }
    let rule = Rule::Convolve { from: window.0, to: window.1, bits: fineness.bits };
    Ok(attempt.row(rule, &[first.id, second.id], row))
}

/// The losses between which all but a mass of 2^-cut is: under P, and from above also under Q.
fn ends(row: &Row, cut: u64) -> (i64, i64) {
    let limit = &row.denominator >> cut;
    let at = |masses: &[BigInt], index: usize| masses.get(index).cloned().unwrap_or_default();
    let mass = |index: usize| at(&row.p, index).max(at(&row.q, index));
    let (mut first, mut sum) = (0, BigInt::zero());
    while first + 1 < row.p.len() {
        sum += at(&row.p, first);
        if sum > limit {
            break;
        }
        first += 1;
    }
    let (mut last, mut sum) = (row.p.len() - 1, BigInt::zero());
    while last > first {
        sum += mass(last);
        if sum > limit {
            break;
        }
        last -= 1;
    }
    let index = |place: usize| row.from + i64::try_from(place).unwrap_or(0);
    (index(first), index(last))
}
