//! What the whole ledger comes to: sums and products over its rows.

use super::Context;
use crate::expression::Expression;
use crate::fault::Fault;
use crate::fixed::{Interval, Scale};
use crate::ledger::{Mechanism, Row as LedgerRow};
use crate::pair::Direction;
use crate::work::Work;
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, Signed, ToPrimitive};

/// The most bits of a sum over the ledger.
const MAX_SUM_BITS: u64 = 1 << 18;

/// The most numbers and functions in one.
const MAX_PARTS: u64 = 2048;

/// A sum over the ledger that is not nested too deeply.
fn short(sum: Expression) -> Result<Expression, String> {
    if sum.parts() <= MAX_PARTS { Ok(sum) } else { Err("a sum over the ledger is too long".to_owned()) }
}

/// A rational number in the making: brought into lowest terms only once, which takes the longest.
struct Fraction {
    numerator: BigInt,
    denominator: BigInt,
}

impl Fraction {
    fn integer(x: i64) -> Fraction {
        Fraction { numerator: BigInt::from(x), denominator: BigInt::one() }
    }

    fn add(self, x: &BigRational, count: &BigInt) -> Result<Fraction, String> {
        let numerator = self.numerator * x.denom() + x.numer() * count * &self.denominator;
        Fraction { numerator, denominator: self.denominator * x.denom() }.short()
    }

    fn times(self, x: &BigRational) -> Result<Fraction, String> {
        let (numerator, denominator) = (self.numerator * x.numer(), self.denominator * x.denom());
        Fraction { numerator, denominator }.short()
    }

    fn short(self) -> Result<Fraction, String> {
        let is_short = self.numerator.bits().max(self.denominator.bits()) <= MAX_SUM_BITS;
        if is_short { Ok(self) } else { Err("a sum over the ledger has too many digits".to_owned()) }
    }

    fn value(self) -> BigRational {
        BigRational::new(self.numerator, self.denominator)
    }
}

/// The largest finite loss of the composition, and the mass of the infinite one.
///
/// # Errors
/// Where they are not known, or not rational.
pub fn beyond_all(
    ledger: &[LedgerRow],
    direction: Direction,
    work: &Work,
) -> Result<(Expression, BigRational), String> {
    let (mut largest, mut finite) = (Expression::integer(0), Fraction::integer(1));
    for row in ledger {
        let unknown = || format!("the largest loss of \"{}\" is not known", row.id);
        let (loss, mass) = row.step.largest(direction, work).ok_or_else(unknown)?;
        let count = row.count.to_i32().filter(|count| *count <= 1 << 20).ok_or_else(unknown)?;
        let rest = BigRational::one() - mass;
        let size = rest.denom().bits();
        if size.saturating_mul(u64::from(count.unsigned_abs())) > MAX_SUM_BITS {
            return Err(format!("the mass at infinite loss of \"{}\" has too many digits", row.id));
        }
        finite = finite.times(&num_traits::Pow::pow(&rest, count))?;
        largest = short(largest.plus(&loss.times(&Expression::integer(i64::from(count)))))?;
    }
    Ok((largest, BigRational::one() - finite.value()))
}

/// The sum of mu^2 over the ledger, where all steps are Gaussian; with `classes`, those of zCDP count as the Gaussian
/// mechanism that belongs to the class.
///
/// # Errors
/// Where a step is none of these, or nothing is lost.
pub fn mu_squared(ledger: &[LedgerRow], classes: bool) -> Result<Expression, String> {
    let (mut sum, mut rest) = (Fraction::integer(0), Expression::integer(0));
    for row in ledger {
        let once = match (&row.step.mechanism, &row.step.poisson) {
            (Mechanism::Gaussian { mu_squared }, None) => mu_squared.clone(),
            (Mechanism::Zcdp { rho }, None) if classes => Expression::Rational(rho * BigInt::from(2)),
            _ => return Err(format!("\"{}\" is not a Gaussian step", row.id)),
        };
        match once.rational() {
            Some(once) => sum = sum.add(once, &row.count)?,
            None => {
                let count = Expression::Rational(BigRational::from_integer(row.count.clone()));
                rest = short(rest.plus(&once.times(&count)))?;
            }
        }
    }
    Ok(rest.plus(&Expression::Rational(sum.value())))
}

/// The distance mu of the composition of Gaussian steps, from its square.
///
/// # Errors
/// Where nothing is known to be lost.
pub fn mu_of(mu_squared: &Expression, scale: &Scale) -> Result<Interval, String> {
    let squared = mu_squared.enclose(scale).filter(|squared| squared.lo.is_positive());
    squared.map(|squared| scale.sqrt(&squared)).ok_or_else(|| "mu is not known to be above 0".to_owned())
}

/// The largest loss of the only step, which is Laplace.
pub(super) fn laplace_loss<'a>(context: &Context<'a>) -> Result<&'a BigRational, Fault> {
    let [row] = context.ledger else { return Err("there is not exactly one row".into()) };
    match (&row.step.mechanism, &row.step.poisson) {
        (Mechanism::Laplace { eps }, None) if row.count.is_one() => Ok(eps),
        _ => Err("the row is not one Laplace step".into()),
    }
}

/// The sum of the bounds of zCDP.
///
/// # Errors
/// Where that of a step is not known.
pub fn sum_of_rho(ledger: &[LedgerRow]) -> Result<BigRational, String> {
    let two = BigRational::from_integer(BigInt::from(2));
    let mut sum = Fraction::integer(0);
    for row in ledger {
        let once = match (&row.step.mechanism, &row.step.poisson) {
            (Mechanism::Zcdp { rho }, None) => rho.clone(),
            (Mechanism::Gaussian { mu_squared }, None) => {
                mu_squared.rational().ok_or_else(|| format!("the rho of \"{}\" is not rational", row.id))? / &two
            }
            (Mechanism::DiscreteGaussian { sigma_squared, shifts }, None) => {
                let squares: BigInt = shifts.iter().map(|shift| BigInt::from(*shift) * BigInt::from(*shift)).sum();
                BigRational::from_integer(squares) / (sigma_squared * &two)
            }
            _ => return Err(format!("the rho of \"{}\" is not known", row.id)),
        };
        sum = sum.add(&once, &row.count)?;
    }
    Ok(sum.value())
}
