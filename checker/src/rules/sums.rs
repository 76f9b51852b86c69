//! Sums and products over all rows of the ledger.

use super::Context;
use crate::expression::Expression;
use crate::fault::{Fault, Unproved, Unsupported};
use crate::fixed::{Interval, Scale};
use crate::ledger::{Mechanism, Row as LedgerRow};
use crate::pair::Direction;
use crate::rational::BigRational;
use crate::work::Work;
use num_bigint::BigInt;
use num_traits::{One, Signed, ToPrimitive};

/// The most bits of a sum over the ledger.
pub(super) const MAX_SUM_BITS: u64 = 1 << 18;

/// The most numbers and functions in a sum.
const MAX_PARTS: u64 = 2048;

/// A sum over the ledger that is not nested too deeply.
fn short(sum: Expression) -> Result<Expression, Fault> {
    if sum.parts() <= MAX_PARTS {
        Ok(sum)
    } else {
        Err(Unsupported::too_long("a sum over the ledger", MAX_PARTS, "parts").into())
    }
}

/// The fault for a sum with too many digits.
fn too_many_bits() -> Fault {
    Unsupported::too_long("a sum or a product over the ledger", MAX_SUM_BITS, "bits").into()
}

/// A rational number under construction: it is reduced to lowest terms only once, which is the most
/// expensive part.
struct Fraction {
    numerator: BigInt,
    denominator: BigInt,
}

impl Fraction {
    fn integer(x: i64) -> Fraction {
        Fraction { numerator: BigInt::from(x), denominator: BigInt::one() }
    }

    fn add(self, x: &BigRational, count: &BigInt) -> Result<Fraction, Fault> {
        let numerator = self.numerator * x.denom() + x.numer() * count * &self.denominator;
        Fraction { numerator, denominator: self.denominator * x.denom() }.short()
    }

    fn times(self, x: &BigRational) -> Result<Fraction, Fault> {
        let (numerator, denominator) = (self.numerator * x.numer(), self.denominator * x.denom());
        Fraction { numerator, denominator }.short()
    }

    fn short(self) -> Result<Fraction, Fault> {
        let is_short = self.numerator.bits().max(self.denominator.bits()) <= MAX_SUM_BITS;
        if is_short { Ok(self) } else { Err(too_many_bits()) }
    }

    fn value(self) -> BigRational {
        BigRational::new(self.numerator, self.denominator)
    }
}

/// The largest finite loss of the composition, and the mass of the infinite one.
///
/// # Errors
/// If they are unknown, or not rational.
pub fn beyond_all(
    ledger: &[LedgerRow],
    direction: Direction,
    work: &Work,
) -> Result<(Expression, BigRational), Fault> {
    let (mut largest, mut finite) = (Expression::integer(0), Fraction::integer(1));
    for row in ledger {
        let (loss, mass) = row.step.largest(direction, work).map_err(|fault| fault.at(&row.id))?;
        let count = row.count.to_i32().filter(|count| *count <= 1 << 20);
        let count =
            count.ok_or_else(|| Unsupported::too_large(format!("the count of \"{}\"", row.id)))?;
        let rest = BigRational::one() - mass;
        let size = rest.denom().bits();
        if size.saturating_mul(u64::from(count.unsigned_abs())) > MAX_SUM_BITS {
            return Err(too_many_bits());
        }
        finite = finite.times(&num_traits::Pow::pow(&rest, count))?;
        largest = short(largest.plus(&loss.times(&Expression::integer(i64::from(count)))))?;
    }
    Ok((largest, BigRational::one() - finite.value()))
}

/// The sum of mu^2 over the ledger, where all steps are Gaussian; with `classes`, those of zCDP
/// count as the Gaussian mechanism that belongs to the class.
///
/// # Errors
/// If a step is neither, or if all losses are 0.
pub fn mu_squared(ledger: &[LedgerRow], classes: bool) -> Result<Expression, Fault> {
    let (mut sum, mut rest) = (Fraction::integer(0), Expression::integer(0));
    for row in ledger {
        let once = match (&row.step.mechanism, &row.step.poisson) {
            (Mechanism::Gaussian { mu_squared }, None) => mu_squared.clone(),
            (Mechanism::Zcdp { rho }, None) if classes => {
                Expression::Rational(rho * BigInt::from(2))
            }
            _ => {
                return Err(
                    Unproved::inapplicable(format!("\"{}\"", row.id), "a Gaussian step").into()
                );
            }
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
/// If it is not known that some loss is not 0.
pub fn mu_of(mu_squared: &Expression, scale: &Scale) -> Result<Interval, Fault> {
    let squared = mu_squared.enclose(scale).filter(|squared| squared.lo.is_positive());
    let undecided = || Unsupported::UndecidedDomain { what: "mu".to_owned(), domain: "above 0" };
    Ok(scale.sqrt(&squared.ok_or_else(undecided)?))
}

/// The largest loss of the only step, which is Laplace.
pub(super) fn laplace_loss<'a>(context: &Context<'a>) -> Result<&'a BigRational, Fault> {
    let [row] = context.ledger else {
        return Err(Unproved::inapplicable("the ledger", "one row").into());
    };
    match (&row.step.mechanism, &row.step.poisson) {
        (Mechanism::Laplace { eps }, None) if row.count.is_one() => Ok(eps),
        _ => Err(Unproved::inapplicable("the row", "one Laplace step").into()),
    }
}

/// The sum of the bounds of zCDP.
///
/// # Errors
/// If the bound of a step is unknown.
pub fn sum_of_rho(ledger: &[LedgerRow]) -> Result<BigRational, Fault> {
    let two = BigRational::from_integer(BigInt::from(2));
    let mut sum = Fraction::integer(0);
    for row in ledger {
        let rho = || format!("the rho of \"{}\"", row.id);
        let once = match (&row.step.mechanism, &row.step.poisson) {
            (Mechanism::Zcdp { rho }, None) => rho.clone(),
            (Mechanism::Gaussian { mu_squared }, None) => {
                mu_squared.rational().ok_or_else(|| Unproved::inapplicable(rho(), "rational"))?
                    / &two
            }
            (Mechanism::DiscreteGaussian { sigma_squared, shifts }, None) => {
                let squares: BigInt =
                    shifts.iter().map(|shift| BigInt::from(*shift) * BigInt::from(*shift)).sum();
                BigRational::from_integer(squares) / (sigma_squared * &two)
            }
            _ => {
                return Err(Unproved::inapplicable(
                    format!("\"{}\"", row.id),
                    "a step on all records of gaussian, discrete-gaussian or zcdp, whose rho the rule has",
                )
                .into());
            }
        };
        sum = sum.add(&once, &row.count)?;
    }
    Ok(sum.value())
}
