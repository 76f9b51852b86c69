//! The lattice on which all losses of a ledger are, if there is one.

use dpcert_checker::expression::Expression;
use dpcert_checker::fixed::Scale;
use dpcert_checker::ledger::Row;
use dpcert_checker::log_linear::LogLinear;
use dpcert_checker::number::floor;
use dpcert_checker::pair::{Direction, Loss};
use dpcert_checker::rational::BigRational;
use dpcert_checker::work::Work;
use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{One, Signed, Zero};

/// The largest denominator of the quotient of two losses.
const MAX_DENOMINATOR: u64 = 1000;

/// The largest step of which all losses are multiples.
pub fn common_step(ledger: &[Row]) -> Option<Expression> {
    let scale = Scale::new(256);
    let mut losses = Vec::new();
    for row in ledger {
        if !row.step.is_symmetric() {
            return None;
        }
        for atom in row.step.atoms(Direction::Forward)?.ok()? {
            if let Loss::Finite(loss) = atom.loss {
                let value = loss.enclose(&scale)?;
                let size = value.lo.abs().min(value.hi.abs());
                if !size.is_zero() {
                    losses.push((size, value.lo.is_negative(), loss));
                }
            }
        }
    }
    losses.sort_by(|(x, ..), (y, ..)| x.cmp(y));
    let Some((smallest, is_negative, first)) = losses.first() else {
        return Some(Expression::integer(1));
    };
    let sign = Expression::integer(if *is_negative { -1 } else { 1 });
    let unit = LogLinear::of(&first.times(&sign));
    let (mut denominator, work) = (BigInt::one(), Work::default());
    for (size, is_negative, loss) in &losses {
        let quotient = simplest(&BigRational::new(size.clone(), smallest.clone()))?;
        let signed = if *is_negative { -quotient.clone() } else { quotient.clone() };
        if !LogLinear::of(loss).equals(&unit.times(&signed), &work) {
            return None;
        }
        denominator = denominator.lcm(quotient.denom());
    }
    let step = unit.times(&BigRational::new(BigInt::one(), denominator));
    dpcert_checker::literal::parse(&step.literal(), &work).ok()
}

/// The convergent of the continued fraction with the largest denominator that is still small.
fn simplest(x: &BigRational) -> Option<BigRational> {
    let (mut rest, mut last, mut current) =
        (x.clone(), (BigInt::zero(), BigInt::one()), (BigInt::one(), BigInt::zero()));
    for _ in 0..64 {
        let whole = floor(&rest);
        let next = (&whole * &current.0 + &last.0, &whole * &current.1 + &last.1);
        if next.1 > BigInt::from(MAX_DENOMINATOR) {
            break;
        }
        last = std::mem::replace(&mut current, next);
        let fraction = rest - whole;
        if fraction.is_zero() {
            break;
        }
        rest = fraction.recip();
    }
    (!current.1.is_zero()).then(|| BigRational::new(current.0, current.1))
}
