//! The trade-off functions of samples of Gaussian and Laplace noise, without a pair.

use crate::exact::engine::Engine;
use crate::exact::interval::Interval;
use crate::exact::real::Real;
use crate::exact::special::{normal_cdf, normal_quantile};
use malachite::rational::Rational;
use std::cmp::Ordering;

/// A symmetric trade-off function f that decreases strictly.
#[derive(Clone, Debug, PartialEq)]
pub enum Smooth {
    /// `G_mu`, mu > 0.
    Gaussian {
        /// mu.
        mu: Real,
    },
    /// That of Laplace noise, eps > 0.
    Laplace {
        /// sensitivity / scale.
        eps: Real,
    },
}

/// A function that Dong, Roth & Su, section 4, make of f, with `f_p = p f + (1-p) Id`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OfSample {
    /// The inverse of `f_p`.
    Inverse,
    /// `C_p(f)`, the largest convex function below `f_p` and its inverse.
    Hull,
}

/// A function of a sample at a level.
#[derive(Clone, Debug, PartialEq)]
pub struct SampledTradeOff {
    /// f.
    pub f: Smooth,
    /// p in (0, 1].
    pub rate: Real,
    /// The level, in (0, 1).
    pub alpha: Real,
    /// Which function.
    pub which: OfSample,
}

impl Smooth {
    /// `f(a)` for a in (0, 1).
    ///
    /// Between `e^-eps/2` and 1/2 that of Laplace noise is `e^-eps/(4a)`, and beyond it is the
    /// tangents at these two.
    pub(super) fn at<E: Engine>(&self, level: &Interval<E>) -> Interval<E> {
        let precision = level.precision();
        match self {
            Smooth::Gaussian { mu } => {
                normal_cdf(&-&(&normal_quantile(level) + &mu.enclose(precision)))
            }
            Smooth::Laplace { eps } => {
                let small = (-eps).exp().enclose::<E>(precision);
                let half = Interval::one(precision).shift(-1);
                let touched = level.maximum(&small.shift(-1));
                let touched = -&(-&touched).maximum(&-&half);
                let quarter = small.shift(-2);
                let value = &quarter / &touched;
                let slope = &quarter / &touched.square();
                &value - &(&slope * &(level - &touched))
            }
        }
    }

    /// The level x with `f(x) = x`.
    fn fixed<E: Engine>(&self, precision: u64) -> Interval<E> {
        match self {
            Smooth::Gaussian { mu } => normal_cdf(&-&mu.enclose::<E>(precision).shift(-1)),
            Smooth::Laplace { eps } => ((-eps / 2).exp()).enclose::<E>(precision).shift(-1),
        }
    }
}

impl SampledTradeOff {
    /// `f_p(t)`.
    fn mixed<E: Engine>(&self, level: &Interval<E>) -> Interval<E> {
        let precision = level.precision();
        let rate = self.rate.enclose::<E>(precision);
        let one = Interval::one(precision);
        &(&rate * &self.f.at(level)) + &(&(&one - &rate) * &(&one - level))
    }

    /// The level t with `f_p(t) = alpha`, between two numbers at which `f_p` is certainly on either
    /// side.
    fn inverse<E: Engine>(&self, precision: u64) -> Interval<E> {
        let alpha = self.alpha.enclose::<E>(precision);
        let (mut low, mut high) = (Rational::from(0), Rational::from(1));
        for _ in 0..precision {
            let middle = (&low + &high) >> 1u32;
            let value = self.mixed(&Interval::from_rational(&middle, precision));
            match (&value - &alpha).sign() {
                Some(Ordering::Greater) => low = middle,
                Some(Ordering::Less) => high = middle,
                _ => break,
            }
        }
        // An undecided middle is within an error of the root: its neighbours may still be decided.
        let near = |from: &Rational, other: &Rational, wanted: Ordering| {
            let mut found = from.clone();
            for bits in 1..precision {
                let next = other + ((from - other) >> bits);
                let value = self.mixed(&Interval::from_rational(&next, precision));
                if (&value - &alpha).sign() != Some(wanted) {
                    break;
                }
                found = next;
            }
            found
        };
        let middle = (&low + &high) >> 1u32;
        let lower = near(&low, &middle, Ordering::Greater);
        let upper = near(&high, &middle, Ordering::Less);
        Interval::from_rational(&lower, precision).hull(&Interval::from_rational(&upper, precision))
    }

    /// The function at the level.
    ///
    /// With `f(x) = x`, `C_p(f)` is `f_p` up to x, the inverse from `f_p(x)` on, and a line of slope
    /// -1 between them (Dong, Roth & Su, proof of Proposition 4).
    pub(super) fn enclose<E: Engine>(&self, precision: u64) -> Interval<E> {
        if self.which == OfSample::Inverse {
            return self.inverse(precision);
        }
        let alpha = self.alpha.enclose::<E>(precision);
        let fixed = self.f.fixed::<E>(precision);
        let corner = self.mixed(&fixed);
        let line = &(&fixed + &corner) - &alpha;
        // The function is continuous: where its part is undecided, it is in the hull of both.
        let first = match (&alpha - &fixed).sign() {
            Some(Ordering::Less) => return self.mixed(&alpha),
            Some(_) => line.clone(),
            None => line.hull(&self.mixed(&alpha)),
        };
        match (&alpha - &corner).sign() {
            Some(Ordering::Greater) => self.inverse(precision),
            Some(_) => first,
            None => first.hull(&self.inverse(precision)),
        }
    }
}
