//! The Gaussian mechanism on a sample: its moments by certified integration.
//!
//! The integrands are analytic: on each cell a truncated Taylor series is integrated exactly, with
//! the last coefficient enclosed over the whole cell.

use crate::exact::engine::{DirectedFloat, Engine};
use crate::exact::interval::Interval;
use crate::exact::real::Real;
use crate::exact::special::{normal_cdf, normal_density};
use crate::parallel;
use malachite::base::num::arithmetic::traits::Ceiling;
use malachite::rational::Rational;
use std::cmp::Ordering;

/// `C_p(G_mu)`: the worst case of the Gaussian mechanism on a sample without replacement at rate p,
/// or on a Poisson sample at that rate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SampledGaussian {
    /// mu > 0.
    pub mu: Real,
    /// p in (0, 1].
    pub rate: Real,
}

/// A functional, of `C_p(G_mu)` unless stated otherwise.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Moment {
    /// `kl`.
    Kl,
    /// `kappa_2`.
    Second,
    /// `kappa_3`.
    Third,
    /// `kappa_3-bar`.
    ThirdCentral,
    /// Under Poisson sampling: KL of the mixture `(1-p) Q + p P` from Q.
    OfMixture,
    /// Under Poisson sampling: KL of Q from the mixture.
    FromMixture,
}

/// The largest mu whose moments are integrated: the cells become narrower as mu grows. A step of a
/// larger one has next to no privacy.
pub(crate) const MOST_MU: u64 = 8;

impl SampledGaussian {
    /// An enclosure of a functional, for mu at most 8; its width shrinks with the precision.
    pub(super) fn moment<E: Engine>(&self, moment: Moment, precision: u64) -> Interval<E> {
        Integral::<E>::new(self, precision).moment(moment)
    }
}

/// Taylor coefficients of a function around a point. The last one is only needed as an enclosure
/// over the cell, which the same recurrences give there.
type Jet<E> = Vec<Interval<E>>;

/// The jets of the parts of the integrands, at `x = mu/2 + y`.
struct Jets<E: Engine> {
    /// `Z = ln w`.
    z: Jet<E>,
    /// `w = p e^(mu y) + 1 - p`.
    w: Jet<E>,
    /// The normal density.
    density: Jet<E>,
    /// `e^(mu y)`.
    ratio: Jet<E>,
    /// The first two coefficients of `mu y`.
    loss: [Interval<E>; 2],
}

/// A function of the jets, and of the sign of `Z - kl` on the cell.
type Integrand<'a, E> = dyn Fn(&Jets<E>, &Interval<E>) -> Jet<E> + Sync + 'a;

fn product<E: Engine>(x: &Jet<E>, y: &Jet<E>) -> Jet<E> {
    let term = |k: usize| {
        let pairs = x.iter().take(k + 1).zip(y.iter().take(k + 1).rev());
        pairs.map(|(x, y)| x * y).reduce(|sum, term| &sum + &term)
    };
    (0..x.len().min(y.len())).filter_map(term).collect()
}

fn shifted<E: Engine>(x: &Jet<E>, by: &Interval<E>) -> Jet<E> {
    let mut shifted = x.clone();
    if let Some(first) = shifted.first_mut() {
        *first = &*first + by;
    }
    shifted
}

fn scaled<E: Engine>(x: &Jet<E>, by: &Interval<E>) -> Jet<E> {
    x.iter().map(|x| x * by).collect()
}

/// The logarithm of a positive function.
fn logarithm<E: Engine>(w: &Jet<E>) -> Jet<E> {
    let Some(first) = w.first() else {
        return Vec::new();
    };
    let precision = first.precision();
    let mut log: Jet<E> = vec![first.ln()];
    for (k, coefficient) in w.iter().enumerate().skip(1) {
        // k w_k = sum_(j=1)^k j l_j w_(k-j).
        let inner = log.iter().zip(w.iter().take(k + 1).rev()).enumerate().skip(1);
        let weighted = inner.map(|(j, (l, w))| &natural(j, precision) * &(l * w));
        let known = weighted.fold(Interval::zero(precision), |sum, term| &sum + &term);
        log.push(&(coefficient - &(&known / &natural(k, precision))) / first);
    }
    log
}

fn total<E: Engine>(x: &Jet<E>, y: &Jet<E>) -> Jet<E> {
    x.iter().zip(y).map(|(x, y)| x + y).collect()
}

fn natural<E: Engine>(n: usize, precision: u64) -> Interval<E> {
    Interval::from_u64(u64::try_from(n).unwrap_or(u64::MAX), precision)
}

/// The integrals, over `y = x - mu/2 >= 0`, where `mu x - mu^2/2 = mu y`.
struct Integral<E: Engine> {
    mu: Interval<E>,
    rate: Interval<E>,
    precision: u64,
    /// Terms of the Taylor series, even.
    terms: usize,
    /// Half the width of a cell: 1/8, or about 1/(8 mu) where mu > 1. The series of Z has radius
    /// pi/mu.
    radius: Rational,
    cells: u64,
}

impl<E: Engine> Integral<E> {
    fn new(sampled: &SampledGaussian, precision: u64) -> Integral<E> {
        let mu = sampled.mu.enclose::<E>(precision);
        let above = mu.upper().to_rational().map_or(MOST_MU, |x| {
            u64::try_from(Ceiling::ceiling(&x).unsigned_abs_ref())
                .unwrap_or(MOST_MU)
                .clamp(1, MOST_MU)
        });
        // Beyond mu + T, with T^2 > 2 ln(2) precision, the densities are below 2^-precision.
        let reach = above + (precision * 7 / 5).isqrt() + 4;
        let terms = usize::try_from(precision / 9 * 2).unwrap_or(usize::MAX);
        Integral {
            rate: sampled.rate.enclose(precision),
            precision,
            terms,
            radius: Rational::from(1) / Rational::from(8 * above),
            cells: reach * 4 * above,
            mu,
        }
    }

    fn rational(&self, x: &Rational) -> Interval<E> {
        Interval::from_rational(x, self.precision)
    }

    fn jets(&self, y: &Interval<E>) -> Jets<E> {
        let precision = self.precision;
        let loss = [&self.mu * y, self.mu.clone()];
        let mut exponential = vec![(&self.mu * y).exp()];
        let x = y + &self.mu.shift(-1);
        let mut density = vec![normal_density(&x)];
        for k in 1..=self.terms {
            let order = natural::<E>(k, precision);
            let next = exponential.last().map(|last| &(&self.mu * last) / &order);
            exponential.extend(next);
            // k f_k = -x f_(k-1) - f_(k-2).
            let mut recent = density.iter().rev();
            let before = recent.next().map(|last| -&(&x * last));
            let next = match (before, recent.next()) {
                (Some(first), Some(second)) => Some(&first - second),
                (first, None) => first,
                (None, _) => None,
            };
            density.extend(next.map(|sum| &sum / &order));
        }
        let rest = &Interval::one(precision) - &self.rate;
        let mixture = shifted(&scaled(&exponential, &self.rate), &rest);
        Jets { z: logarithm(&mixture), w: mixture, density, ratio: exponential, loss }
    }

    /// `e^(mu y) v` and `ln v` with `v = p e^(-mu y) + 1 - p`: w at the opposite loss, under the
    /// same density.
    fn opposite(&self, jets: &Jets<E>) -> (Jet<E>, Jet<E>) {
        let rest = &Interval::one(self.precision) - &self.rate;
        let mixture = shifted(&scaled(&jets.ratio, &rest), &self.rate);
        let mut log = logarithm(&mixture);
        for (coefficient, loss) in log.iter_mut().zip(&jets.loss) {
            *coefficient = &*coefficient - loss;
        }
        (mixture, log)
    }

    fn moment(&self, moment: Moment) -> Interval<E> {
        let (zero, one) = (Interval::zero(self.precision), Interval::one(self.precision));
        match moment {
            // Z phi (w - 1), as p e^(mu y) - p = w - 1.
            Moment::Kl => self.sum(&zero, &|jets, _| {
                product(&product(&jets.z, &shifted(&jets.w, &-&one)), &jets.density)
            }),
            Moment::Second => self.sum(&zero, &|jets, _| {
                product(
                    &product(&product(&jets.z, &jets.z), &shifted(&jets.w, &one)),
                    &jets.density,
                )
            }),
            Moment::Third => self.sum(&zero, &|jets, _| {
                let cube = product(&product(&jets.z, &jets.z), &jets.z);
                product(&product(&cube, &shifted(&jets.w, &one)), &jets.density)
            }),
            // w ln w at both losses mu y and -mu y, the second with the density e^(mu y) phi of Q.
            // The sum is the slope at a = 1 of w^a + e^(mu y) v^a, which is convex in a, and the
            // same at 0 and at 1.
            Moment::OfMixture => self.sum(&zero, &|jets, _| {
                let (v, log) = self.opposite(jets);
                product(&total(&product(&jets.w, &jets.z), &product(&v, &log)), &jets.density)
            }),
            // -ln w likewise: minus the slope at a = 0.
            Moment::FromMixture => self.sum(&zero, &|jets, _| {
                let (_, log) = self.opposite(jets);
                product(
                    &scaled(&total(&jets.z, &product(&jets.ratio, &log)), &-&one),
                    &jets.density,
                )
            }),
            Moment::ThirdCentral => {
                let kl = self.moment(Moment::Kl);
                let cubes = self.sum(&kl, &|Jets { z, w, density, .. }, sign| {
                    let cube = |x: &Jet<E>| product(&product(x, x), x);
                    let (above, below) =
                        (cube(&shifted(z, &kl)), cube(&scaled(&shifted(z, &-&kl), sign)));
                    product(&total(&above, &product(&below, w)), density)
                });
                let tail = normal_cdf(&-&self.mu.shift(-1));
                let middle = &(&one - &self.rate) * &(&one - &tail.shift(1));
                &cubes + &(&middle * &kl.pow_natural(3))
            }
        }
    }

    /// The integral over all y >= 0.
    fn sum(&self, kl: &Interval<E>, integrand: &Integrand<'_, E>) -> Interval<E> {
        let cell = |i: u64| {
            let centre = &self.radius * Rational::from(2 * i + 1);
            self.cell(kl, integrand, &centre, &self.radius, 0)
        };
        let parts: Vec<Interval<E>> = parallel::map(0..self.cells, cell);
        let body = parts.iter().fold(Interval::zero(self.precision), |sum, part| &sum + part);
        &body + &self.tail(kl)
    }

    /// The integral over one cell, which is halved where the sign of `Z - kl` is undecided on it.
    fn cell(
        &self,
        kl: &Interval<E>,
        integrand: &Integrand<'_, E>,
        centre: &Rational,
        radius: &Rational,
        depth: u64,
    ) -> Interval<E> {
        let whole = self.rational(&(centre - radius)).hull(&self.rational(&(centre + radius)));
        let jets = self.jets(&whole);
        let sign = jets.z.first().and_then(|z| (z - kl).sign());
        let one = Interval::one(self.precision);
        // Without kl (0) the integrand does not depend on the sign.
        let sign = match sign {
            Some(Ordering::Less) => -&one,
            None if !kl.is_point() && depth < self.precision / 4 => {
                let half = radius / Rational::from(2);
                let part = |centre: Rational| self.cell(kl, integrand, &centre, &half, depth + 1);
                return &part(centre - &half) + &part(centre + &half);
            }
            None if !kl.is_point() => (-&one).hull(&one),
            _ => one,
        };
        let remainder = integrand(&jets, &sign);
        let series = integrand(&self.jets(&self.rational(centre)), &sign);
        let radius = self.rational(radius);
        let even =
            series.iter().take(self.terms).chain(remainder.get(self.terms)).enumerate().step_by(2);
        let integral = even.fold(Interval::zero(self.precision), |sum, (k, coefficient)| {
            let power = radius.pow_natural(u64::try_from(k).unwrap_or(u64::MAX) + 1).shift(1);
            &sum + &(&(coefficient * &power) / &natural(k + 1, self.precision))
        });
        // Every integrand is nonnegative.
        integral.positive_part()
    }

    /// The integral beyond the last cell. From `x = mu + T` on, `0 <= Z <= mu x` and `0 <= -ln v <=
    /// mu x`, and both densities are at most `phi(x - mu)`. So it is at most `2 (B + mu)^3 (T^2 +
    /// 2) phi(T)`, `B = 1 + kl + mu^2`.
    fn tail(&self, kl: &Interval<E>) -> Interval<E> {
        let end = self.rational(&(&self.radius * Rational::from(2 * self.cells)));
        let t = &end - &self.mu.shift(-1);
        let one = Interval::one(self.precision);
        let largest = &(&(&one + kl) + &self.mu.square()) + &self.mu;
        let bound =
            &largest.pow_natural(3) * &(&(&t.square() + &one.shift(1)) * &normal_density(&t));
        Interval::zero(self.precision).hull(&bound.shift(1))
    }
}
