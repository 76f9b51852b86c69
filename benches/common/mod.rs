//! The questions that are timed.

use dpcert::enclosure::Style;
use dpcert::exact::engine::{DirectedFloat, Rounding};
use dpcert::exact::{Engine, literal};
use dpcert::mechanism::Dominating;
use dpcert::pair::ThreePoint;
use dpcert::{Mechanism, ShowExact};

/// Every delta_j exactly, k = 10^4: E = 2, eta = 7/30.
pub const EXACT: &str = "approx-dp-tv(eps=ln(2), delta=0, eta=7/30)";
/// Every delta_j enclosed, k = 10^6: half of the masses are 0.
pub const ENCLOSED: &str = "approx-dp(eps=1/1000, delta=0)";
/// The same with a mass in the middle: eta may be anything from 0 to about 1/2000.
pub const ENCLOSED_TV: &str = "approx-dp-tv(eps=1/1000, delta=0, eta=1/4000)";

/// The three-point pair of a mechanism in the notation of the command line.
pub fn pair(mechanism: &str) -> ThreePoint {
    match Mechanism::parse(mechanism) {
        Ok(Mechanism::Step(Dominating::ThreePoint(pair))) => pair,
        other => unreachable!("{mechanism}: {other:?}"),
    }
}

/// The working precision with which 20 digits of every delta_j are asked for.
pub fn precision(k: u64) -> u64 {
    Style { digits: 20, exact: ShowExact::Never }.bits() + 32 + u64::from(k.ilog2())
}

/// The yardstick: `count` multiplications, one after the other, in place and rounded up.
pub fn multiplications<E: Engine>(count: u64, precision: u64) -> E::Float {
    let third = literal::parse("1000001/3000000").ok();
    let third = third.as_ref().and_then(|x| x.as_rational()).expect("a rational literal");
    let factor = E::Float::from_rational(third, precision, Rounding::Up);
    let mut product = factor.clone();
    for _ in 0..count {
        product.mul_assign(&factor, precision, Rounding::Up);
    }
    product
}
