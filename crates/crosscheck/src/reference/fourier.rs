//! Composition by a discrete Fourier transform in floating point: the privacy losses of one
//! mechanism on a grid, the k-th power of their transform, and the tail of the inverse transform.

use super::{Composition, Steps, gaussian, total};
use rustfft::FftPlanner;
use rustfft::num_complex::Complex;

/// `k` mechanisms that are (eps, delta)-DP: the finite losses are `eps` and `-eps`, which are on a
/// grid themselves.
pub fn pairs(at: &Composition) -> f64 {
    let &Composition { eps, k, j, .. } = at;
    let up = (1, 1.0 / (1.0 + libm::exp(-eps)));
    let down = (-1, 1.0 / (1.0 + libm::exp(eps)));
    let composed = Composed::new([up, down].into_iter(), 2 * i64::from(k) + 1, k);
    let weight = |loss: u32| -libm::expm1((f64::from(j) - f64::from(loss)) * eps);
    total(at, (j + 1..=k).map(|loss| composed.mass(loss.into()) * weight(loss)).sum())
}

/// The distance of two losses on the grid of [`steps`].
pub const WIDTH: f64 = 1e-3;

/// `k` Gaussian mechanisms. Each loss is rounded up to a multiple of [`WIDTH`]; 12 standard
/// deviations of the composition around the mean are kept, and the remaining mass counts as an
/// infinite loss.
pub fn steps(at: &Steps) -> f64 {
    let &Steps { mu, k, eps } = at;
    let (n, mean) = (f64::from(k), mu * mu / 2.0);
    let reach = 12.0 * mu * libm::sqrt(n);
    let at_most = |loss: f64| gaussian::cdf((loss - mean) / mu);
    let mass = |index: i64| at_most(index as f64 * WIDTH) - at_most((index - 1) as f64 * WIDTH);
    let masses = grid(mean - reach, mean + reach).map(|index| (index, mass(index)));
    let finite: f64 = masses.clone().map(|(_, mass)| mass).sum();
    let kept = grid(n * mean - reach, n * (mean + WIDTH) + reach);
    let composed = Composed::new(masses, kept.end() - kept.start() + 1, k);
    let tail = kept.filter(|index| *index as f64 * WIDTH > eps);
    let delta: f64 =
        tail.map(|index| composed.mass(index) * -libm::expm1(eps - index as f64 * WIDTH)).sum();
    1.0 - libm::pow(finite, n) + delta
}

/// The multiples of [`WIDTH`] between two losses, and one more at each end.
fn grid(low: f64, high: f64) -> std::ops::RangeInclusive<i64> {
    libm::floor(low / WIDTH) as i64..=libm::ceil(high / WIDTH) as i64
}

/// The masses of a sum, their indices modulo a power of two.
struct Composed(Vec<f64>);

impl Composed {
    /// The sum of `k` losses with these masses; it has `span` consecutive indices.
    fn new(masses: impl Iterator<Item = (i64, f64)>, span: i64, k: u32) -> Composed {
        let size = span.unsigned_abs().next_power_of_two() as usize;
        let mut buffer = vec![Complex::new(0.0, 0.0); size];
        for (index, mass) in masses {
            buffer[place(index, size)].re += mass;
        }
        let mut planner = FftPlanner::new();
        planner.plan_fft_forward(size).process(&mut buffer);
        for value in &mut buffer {
            *value = value.powu(k);
        }
        planner.plan_fft_inverse(size).process(&mut buffer);
        Composed(buffer.into_iter().map(|value| value.re / size as f64).collect())
    }

    fn mass(&self, index: i64) -> f64 {
        self.0[place(index, self.0.len())]
    }
}

/// An index modulo a power of two.
fn place(index: i64, size: usize) -> usize {
    index as usize & (size - 1)
}
