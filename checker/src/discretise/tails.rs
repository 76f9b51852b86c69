//! The masses of the outcomes with a loss of at least a number, for the kinds with a continuous
//! loss.
//!
//! Parts that do not depend on the number are enclosed once for a whole grid: a parameter may have
//! many digits.

use crate::expression::Expression;
use crate::fault::{Fault, Unsupported};
use crate::fixed::{Interval, Scale};
use crate::ledger::{Mechanism, Step};
use crate::number::floor;
use crate::pair::Direction;
use crate::rational::BigRational;
use num_bigint::BigInt;
use num_traits::{Signed, Zero};

/// The masses of all outcomes from a loss on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Tail {
    /// Under P.
    pub(super) p: Interval,
    /// Under Q.
    pub(super) q: Interval,
}

/// The mechanism without its sample.
enum Plain {
    /// The distance mu.
    Gaussian {
        mu: Interval,
    },
    Laplace(Laplace),
    Range(Range),
}

/// The worst of all mechanisms of a range eps at each loss.
///
/// Two losses t and t - eps, with `s = e^t` and `E = e^eps`, have the masses `(E/s - 1)/(E - 1)`
/// and `(s - 1)/(E - 1) E/s` under Q, and those times their ratios under P; every mechanism of the
/// range is dominated by such pairs, `1 <= s <= E`. At the ratio g the delta of one is
/// `(1 - s/E) (s - g) / (s - s/E)`, largest at `s = sqrt(g E)`: it is
/// `(1 - sqrt(g/E))^2 / (1 - 1/E)`. That profile is convex in g, so that it is the one of a pair,
/// with the mass `(sqrt(E/g) - 1)/(E - 1)` under Q above g: minus its slope.
struct Range {
    eps: Interval,
    /// e to the range, and that minus 1.
    grown: Interval,
    excess: Interval,
}

impl Range {
    fn of(eps: &Expression, scale: &Scale) -> Option<Range> {
        let eps = eps.enclose(scale)?;
        let grown = scale.exp(&eps)?;
        let excess = grown.sub(&scale.integer(1));
        excess.lo.is_positive().then_some(Range { eps, grown, excess })
    }
}

/// The largest loss eps of Laplace noise, on a grid.
struct Laplace {
    eps: Interval,
    /// The first points above eps and above -eps.
    above: BigInt,
    above_least: BigInt,
    /// Half of the excess of the n-th point over eps is `(n rise - offset) / run`, without
    /// rounding.
    rise: BigInt,
    offset: BigInt,
    run: BigInt,
}

impl Laplace {
    fn of(eps: &BigRational, width: &BigRational, scale: &Scale) -> Laplace {
        let quotient = eps / width;
        Laplace {
            eps: scale.rational(eps),
            above: floor(&quotient) + 1,
            above_least: floor(&-&quotient) + 1,
            rise: width.numer() * eps.denom(),
            offset: eps.numer() * width.denom(),
            run: width.denom() * eps.denom() * 2,
        }
    }
}

/// The tails of one step at the points of a grid.
pub(super) struct Tails<'a> {
    plain: Plain,
    /// The probability that a record is sampled, and its complement.
    sample: Option<(Interval, Interval)>,
    direction: Direction,
    step: &'a BigRational,
    scale: &'a Scale,
}

impl<'a> Tails<'a> {
    /// The tails of a step.
    ///
    /// # Errors
    /// For the other kinds, and where a parameter cannot be enclosed.
    pub(super) fn of(
        step: &Step,
        direction: Direction,
        width: &'a BigRational,
        scale: &'a Scale,
    ) -> Result<Tails<'a>, Fault> {
        let plain = match &step.mechanism {
            Mechanism::Gaussian { mu_squared }
                if mu_squared.rational().is_some_and(BigRational::is_zero) =>
            {
                return Err(Unsupported::no_rule("the cells of a step with mu = 0").into());
            }
            Mechanism::Gaussian { mu_squared } => {
                let mu_squared = mu_squared.enclose(scale).filter(|square| square.lo.is_positive());
                Plain::Gaussian {
                    mu: scale.sqrt(&mu_squared.ok_or(Unsupported::NotEnclosed { what: "mu" })?),
                }
            }
            Mechanism::Laplace { eps } => Plain::Laplace(Laplace::of(eps, width, scale)),
            Mechanism::Range { eps } if eps.rational().is_some_and(BigRational::is_zero) => {
                return Err(Unsupported::no_rule("the cells of a step with a range of 0").into());
            }
            Mechanism::Range { eps } => Plain::Range(
                Range::of(eps, scale).ok_or(Unsupported::NotEnclosed { what: "the range" })?,
            ),
            _ => return Err(Unsupported::no_rule("the cells of this mechanism").into()),
        };
        let sample = step.poisson.as_ref().map(|rate| {
            let rate = scale.rational(rate);
            let rest = scale.integer(1).sub(&rate);
            (rate, rest)
        });
        Ok(Tails { plain, sample, direction, step: width, scale })
    }

    /// The tail from the loss `index * step` on, where `growth` encloses e to that loss.
    pub(super) fn at(&self, index: i64, growth: &Interval) -> Option<Tail> {
        let Some((rate, rest)) = &self.sample else {
            return self.plain_at(index);
        };
        let (scale, one) = (self.scale, self.scale.integer(1));
        let mixed = |tail: &Tail| scale.mul(rest, &tail.q).add(&scale.mul(rate, &tail.p));
        match self.direction {
            Direction::Forward => {
                let Some(tail) = self.inner(growth)? else {
                    return Some(Tail { p: one.clone(), q: one });
                };
                Some(Tail { p: mixed(&tail), q: tail.q })
            }
            Direction::Backward => {
                // The loss is at least t where the forward one is at most -t.
                let growth = scale.div(&one, growth)?;
                let Some(tail) = self.inner(&growth)? else {
                    let zero = scale.integer(0);
                    return Some(Tail { p: zero.clone(), q: zero });
                };
                Some(Tail {
                    p: one.sub(&tail.q).positive_part(),
                    q: one.sub(&mixed(&tail)).positive_part(),
                })
            }
        }
    }

    /// The tail of the mechanism from where the loss of its sample is the logarithm of `growth`: a
    /// sample has the loss `ln(1 - q + q e^l)` where the mechanism has l. `Some(None)` where that
    /// is below all its losses.
    fn inner(&self, growth: &Interval) -> Option<Option<Tail>> {
        let (rate, rest) = self.sample.as_ref()?;
        let (scale, one) = (self.scale, self.scale.integer(1));
        let ratio = scale.div(&growth.sub(rest), rate)?;
        if !ratio.hi.is_positive() {
            return Some(None);
        }
        if ratio.lo.is_positive() {
            return Some(Some(self.plain_between(&scale.ln(&ratio)?)?));
        }
        // All outcomes, or those from a very small loss on.
        let least = self.plain_between(&scale.ln(&Interval::point(ratio.hi))?)?;
        Some(Some(Tail { p: least.p.hull(&one), q: least.q.hull(&one) }))
    }

    /// The tail of the mechanism itself at a point of the grid.
    fn plain_at(&self, index: i64) -> Option<Tail> {
        let index = BigInt::from(index);
        match &self.plain {
            Plain::Gaussian { .. } | Plain::Range(_) => self.plain_between(
                &self.scale.rational(&(self.step * BigRational::from_integer(index))),
            ),
            Plain::Laplace(noise) if index >= noise.above => Some(self.nothing()),
            Plain::Laplace(noise) if index < noise.above_least => Some(self.everything()),
            Plain::Laplace(noise) => {
                let moved = &noise.rise * index;
                let half = |numerator: BigInt| self.scale.fraction(numerator, &noise.run);
                self.laplace(&half(&moved - &noise.offset), &half(-moved - &noise.offset))
            }
        }
    }

    /// The tail of the mechanism itself from an enclosed likelihood ratio on.
    pub(super) fn beyond_ratio(&self, ratio: &Interval) -> Option<Tail> {
        self.plain_between(&self.scale.ln(ratio)?)
    }

    /// The tail of the mechanism itself from an enclosed loss on.
    fn plain_between(&self, loss: &Interval) -> Option<Tail> {
        match &self.plain {
            Plain::Gaussian { mu } => self.gaussian(mu, loss),
            Plain::Laplace(noise) => self.laplace_between(&noise.eps, loss),
            Plain::Range(range) => self.range(range, loss),
        }
    }

    /// `P(L >= l) = Phi(mu/2 - l/mu)` and `Q(L >= l) = Phi(-mu/2 - l/mu)`.
    fn gaussian(&self, mu: &Interval, loss: &Interval) -> Option<Tail> {
        let scale = self.scale;
        let shifted = scale.div(loss, mu)?;
        let half = mu.half();
        Some(Tail {
            p: scale.normal_cdf(&half.sub(&shifted)),
            q: scale.normal_cdf(&half.neg().sub(&shifted)),
        })
    }

    /// With `r = e^((eps - l)/2)`, `Q(L >= l) = (r - 1)/(E - 1)` and `P(L >= l) = E (1 - 1/r)/(E -
    /// 1)`, which have no atoms; both are 1 up to `-eps`, and 0 from eps on.
    fn range(&self, range: &Range, loss: &Interval) -> Option<Tail> {
        let scale = self.scale;
        let one = scale.integer(1);
        // Beyond the losses of the class the formulas would leave [0, 1].
        let half = range.eps.sub(loss).half();
        if !half.hi.is_positive() {
            return Some(self.nothing());
        }
        if half.lo > range.eps.hi {
            return Some(self.everything());
        }
        let root = scale.exp(&half)?;
        let lost = one.sub(&scale.div(&one, &root)?);
        let probability = |x: Interval| Interval {
            lo: x.lo.max(BigInt::zero()).min(one.lo.clone()),
            hi: x.hi.max(BigInt::zero()).min(one.hi.clone()),
        };
        Some(Tail {
            p: probability(scale.div(&scale.mul(&range.grown, &lost), &range.excess)?),
            q: probability(scale.div(&root.sub(&one), &range.excess)?),
        })
    }

    /// The loss is `eps - 2x` at x between 0 and eps: at least l for `x <= (eps - l)/2`, where
    /// `-eps < l <= eps`; from enclosures of `(l - eps)/2` and `(-eps - l)/2`.
    fn laplace(&self, below: &Interval, above: &Interval) -> Option<Tail> {
        let (below, above) = (self.scale.exp(below)?, self.scale.exp(above)?);
        Some(Tail { p: self.scale.integer(1).sub(&below.half()), q: above.half() })
    }

    /// The outcomes with a loss of at least, or of more than, an enclosed number: the losses eps
    /// and -eps have mass of their own.
    fn laplace_between(&self, eps: &Interval, loss: &Interval) -> Option<Tail> {
        let scale = self.scale;
        let is_exact = eps.lo == eps.hi;
        // At a multiple of a unit. It is above eps if it is above the multiple below eps, and at
        // most -eps if it is at most the multiple below -eps.
        let at = |loss: &BigInt| {
            if *loss > eps.lo {
                Some(self.nothing())
            } else if *loss <= -&eps.hi {
                Some(self.everything())
            } else {
                let loss = Interval::point(loss.clone());
                self.laplace(&loss.sub(eps).half(), &eps.neg().sub(&loss).half())
            }
        };
        let most = at(&loss.lo)?;
        let least = if loss.hi >= eps.hi {
            self.nothing()
        } else if is_exact && loss.hi == -&eps.hi {
            // All but the outcomes with this loss.
            let atom = scale.exp(&eps.neg())?.half();
            Tail { p: scale.integer(1).sub(&atom), q: scale.integer(1).half() }
        } else {
            at(&loss.hi)?
        };
        Some(Tail {
            p: Interval { lo: least.p.lo.min(most.p.lo), hi: most.p.hi },
            q: Interval { lo: least.q.lo.min(most.q.lo), hi: most.q.hi },
        })
    }

    fn nothing(&self) -> Tail {
        let zero = Interval::point(BigInt::zero());
        Tail { p: zero.clone(), q: zero }
    }

    fn everything(&self) -> Tail {
        let one = self.scale.integer(1);
        Tail { p: one.clone(), q: one }
    }
}
