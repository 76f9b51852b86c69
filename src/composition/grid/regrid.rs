//! From the points of a grid to every second one of them.
//!
//! A step that is small enough for a million copies is needlessly small for the last few: after j
//! squarings the rounding of one measure counts `2^-j` times as much. So the number of grid points
//! is halved on the way, and the mass at a removed point goes to both its neighbours.
//!
//! **Upper.** The mass at l goes to `l - h` and `l + h` so that its P-mass and its Q-mass are
//! preserved. This connects the dots once more: no delta becomes smaller, whatever is composed with
//! it. The share `(1 - e^-h) / (e^h - e^-h) = 1 / (1 + e^h)` of P goes down.
//!
//! **Lower.** The statistic of a test goes down or up by the toss of a coin that is the same for P
//! and Q: a test with a coin is a test. Half of the mass goes each way, so that the statistic does
//! not drift.
//!
//! Both add about `h^2/2` to the variance of the loss of each measure that is regridded.

use super::tilt::Tilt;
use crate::exact::engine::Engine;
use crate::exact::interval::Interval;
use crate::exact::register::RegisterFloat;
use malachite::rational::Rational;

/// The number of times the step is doubled, before and while a power is taken.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DoublingSchedule {
    doublings: Vec<u32>,
}

impl DoublingSchedule {
    /// The doublings initially, after one squaring, after two, ...; the last number holds from
    /// there on.
    pub fn new(doublings: Vec<u32>) -> Self {
        DoublingSchedule { doublings }
    }

    /// Is the step doubled while a power is taken?
    pub fn is_even(&self) -> bool {
        self.last() == self.after(0)
    }

    /// The number of doublings at the end.
    pub fn last(&self) -> u32 {
        self.doublings.last().copied().unwrap_or(0)
    }

    /// The number of doublings after a number of squarings.
    pub fn after(&self, squarings: u32) -> u32 {
        let place = usize::try_from(squarings).unwrap_or(usize::MAX);
        self.doublings.get(place).or(self.doublings.last()).copied().unwrap_or(0)
    }
}

/// The tilted shares of a mass between two grid points that go down and up, after each number of
/// doublings.
///
/// Their sum is at least 1 where they round up.
#[derive(Clone, Debug)]
pub struct SplitWeights<const UP: bool> {
    shares: Vec<(RegisterFloat<UP>, RegisterFloat<UP>)>,
}

impl<const UP: bool> SplitWeights<UP> {
    /// No shares: the step is never doubled.
    pub const NONE: Self = SplitWeights { shares: Vec::new() };

    /// The shares after a number of doublings; `None` where the step is not doubled further.
    pub fn shares(&self, doublings: u32) -> Option<(RegisterFloat<UP>, RegisterFloat<UP>)> {
        self.shares.get(usize::try_from(doublings).ok()?).copied()
    }

    /// Half of the mass goes down, half goes up: for the statistic of a test.
    pub fn of_a_test(tilt: &Tilt, doublings: u32) -> Self {
        let shares = |doublings| {
            let tilt = tilt.doubled(doublings);
            (tilt.power::<UP>(-1).shift(-1), tilt.power::<UP>(1).shift(-1))
        };
        SplitWeights { shares: (0..doublings).map(shares).collect() }
    }
}

impl SplitWeights<true> {
    /// P-mass and Q-mass are preserved: for a dominating pair on a grid of this step.
    pub fn dominating<E: Engine>(
        step: &Rational,
        tilt: &Tilt,
        doublings: u32,
        precision: u64,
    ) -> Self {
        let one = Interval::<E>::one(precision);
        let end =
            |x: &Interval<E>| RegisterFloat::from_float(x.upper()).unwrap_or(RegisterFloat::ONE);
        let shares = |doublings| {
            let growth = Interval::from_rational(&(step << doublings), precision).exp();
            let down = &one / &(&one + &growth);
            let up = &growth * &down;
            let tilt = tilt.doubled(doublings);
            (end(&down).times(tilt.power(-1)), end(&up).times(tilt.power(1)))
        };
        SplitWeights { shares: (0..doublings).map(shares).collect() }
    }
}
