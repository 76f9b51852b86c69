//! Mixtures of shifts, groups under Poisson sampling, and truncated Poisson samples: against
//! quadrature of the densities, enumeration of integer noise and of samples, the sample of one
//! record, and values of another program.

// The quadrature is in floating point.
#![allow(clippy::float_arithmetic)]

use crate::support::answered::{answer, at, ends, exactly};
use crate::support::{Fraction, Outcomes, binomial, decimal, effort, fraction, power, real, whole};
use dpcert::{Content, Mechanism, Query, Refusal};
use num_traits::{One, Signed, ToPrimitive, Zero};
use std::collections::BTreeMap;

/// The density of noise.
type Noise = Box<dyn Fn(f64) -> f64>;

/// Weights with whole shifts.
type Mixture = Vec<(Fraction, i64)>;

fn mixture(parts: &[(&str, i64)]) -> Mixture {
    parts.iter().map(|(weight, shift)| (fraction(weight), *shift)).collect()
}

/// The number of sampled members of `count`, on one side.
fn sampled(count: u64, rate: &Fraction, sign: i64) -> Mixture {
    let rest = Fraction::one() - rate;
    let part =
        |i: u64| (binomial(count, i) * power(rate, i) * power(&rest, count - i), sign * i as i64);
    (0..=count).map(part).collect()
}

fn lists(parts: &Mixture) -> (String, String) {
    let joined = |texts: Vec<String>| texts.join(", ");
    let weights = parts.iter().map(|(weight, _)| weight.to_string()).collect();
    (joined(weights), joined(parts.iter().map(|(_, shift)| shift.to_string()).collect()))
}

fn text(noise: &str, p: &Mixture, q: &Mixture) -> String {
    let ((p, shifts), (q, q_shifts)) = (lists(p), lists(q));
    format!(
        "mixture-of-shifts(noise={noise}, p=[{p}], shifts=[{shifts}], q=[{q}], q_shifts=[{q_shifts}])"
    )
}

/// Cells of the quadrature for each unit, from -64 to 64.
const CELLS: usize = 512;

/// The density of a mixture at the ends and in the middle of each cell, from that of the noise:
/// shifts are whole cells.
fn density(noise: &dyn Fn(f64) -> f64, mixture: &Mixture) -> Vec<f64> {
    let most = mixture.iter().map(|(_, shift)| shift.unsigned_abs() as usize).max().unwrap();
    let (unit, reach) = (2 * CELLS, 64 + most);
    let noise: Vec<f64> =
        (0..=2 * reach * unit).map(|i| noise(i as f64 / unit as f64 - reach as f64)).collect();
    let mut density = vec![0.0; 128 * unit + 1];
    for (weight, shift) in mixture {
        let (weight, from) = (weight.to_f64().unwrap(), (most as i64 - shift) as usize * unit);
        density.iter_mut().zip(&noise[from..]).for_each(|(sum, value)| *sum += weight * value);
    }
    density
}

/// `E [P - g Q]_+` by Simpson's rule: kinks cost it about the square of its step.
fn quadrature(p: &[f64], q: &[f64], g: f64) -> f64 {
    let gains: Vec<f64> = p.iter().zip(q).map(|(p, q)| (p - g * q).max(0.0)).collect();
    let cells = gains.windows(3).step_by(2).map(|cell| cell[0] + 4.0 * cell[1] + cell[2]);
    cells.sum::<f64>() / (6 * CELLS) as f64
}

fn normal(sigma: f64) -> impl Fn(f64) -> f64 {
    move |y| (-y * y / (2.0 * sigma * sigma)).exp() / (sigma * (2.0 * std::f64::consts::PI).sqrt())
}

fn laplace(scale: f64) -> impl Fn(f64) -> f64 {
    move |y| (-y.abs() / scale).exp() / (2.0 * scale)
}

fn delta(eps: &str) -> Query {
    Query::Delta { eps: real(eps) }
}

/// The larger one of both directions.
fn near(mechanism: &str, eps: &str, expected: f64) {
    let (lo, hi) = ends(mechanism, &delta(eps));
    let (lo, hi) = (lo.to_f64().unwrap(), hi.to_f64().unwrap());
    assert!(
        lo <= expected + 2e-7 && hi >= expected - 2e-7,
        "{mechanism} at {eps}: [{lo}, {hi}], {expected}"
    );
    assert!(hi - lo <= 1e-3 * hi + 1e-30, "{mechanism} at {eps}: [{lo}, {hi}]");
}

fn pairs() -> Vec<(Mixture, Mixture)> {
    let rate = fraction("1/10");
    vec![
        (sampled(2, &rate, 1), mixture(&[("1", 0)])),
        (sampled(1, &fraction("1/100"), 1), mixture(&[("1", 0)])),
        (mixture(&[("1/2", 1), ("1/2", 2)]), mixture(&[("1/2", 0), ("1/2", -1)])),
        (mixture(&[("1/3", 2), ("2/3", 5)]), mixture(&[("1/5", 2), ("4/5", -1)])),
        (mixture(&[("1", 3)]), mixture(&[("1/5", 3), ("1/5", 2), ("3/5", -4)])),
        (sampled(3, &fraction("9/10"), 1), sampled(2, &fraction("9/10"), -1)),
        (mixture(&[("1", 1)]), mixture(&[("1", -1)])),
    ]
}

#[test]
fn one_step_has_the_delta_of_its_densities() {
    let noises: [(&str, Noise); 5] = [
        ("gaussian(sigma=1)", Box::new(normal(1.0))),
        ("gaussian(sigma=5/2)", Box::new(normal(2.5))),
        ("gaussian(scale=3, sensitivity=2)", Box::new(normal(1.5))),
        ("laplace(eps=1/2)", Box::new(laplace(2.0))),
        ("laplace(eps=3/2)", Box::new(laplace(2.0 / 3.0))),
    ];
    for (p, q) in pairs() {
        for (noise, of) in &noises {
            let [one, other] = [&p, &q].map(|mixture| density(of, mixture));
            for eps in ["0", "1/10", "1/2", "3/2"] {
                let g = real_f64(eps).exp();
                near(
                    &text(noise, &p, &q),
                    eps,
                    quadrature(&one, &other, g).max(quadrature(&other, &one, g)),
                );
            }
        }
    }
}

/// Below all shifts the likelihood ratio of Laplace noise is constant, so that the trade-off
/// function ends in a line.
#[test]
fn the_least_ratio_of_laplace_noise_is_constant() {
    for mechanism in [
        "mixture-of-shifts(laplace(eps=1), p=[1], shifts=[0], q=[1/2, 1/2], q_shifts=[0, -1])",
        "mixture-of-shifts(laplace(eps=1), p=[1/2, 1/2], shifts=[0, 1])",
    ] {
        // The slope is 2 / (1 + e).
        let (low, high) = ends(mechanism, &Query::Beta { alpha: real("9/10") });
        let value = decimal("0.0537882842739990241497681");
        assert!(
            low <= value && value <= high && &high - &low < decimal("1e-18"),
            "{mechanism}: [{low}, {high}]"
        );
    }
}

fn real_f64(text: &str) -> f64 {
    fraction(text).to_f64().unwrap()
}

/// In 40 digits by the root of the ratio and normal tails, with mpmath:
/// `sum(w*ncdf((s-y)/sigma) for w, s in P) - exp(eps)*sum(w*ncdf((s-y)/sigma) for w, s in Q)`.
#[test]
fn values_of_another_program() {
    let known = [
        (
            "mixture-of-shifts(gaussian(1), p=[81/100, 18/100, 1/100], shifts=[0, 1, 2])",
            "1/2",
            "0.01452890770411794878266148686730645757655",
        ),
        (
            "mixture-of-shifts(gaussian(sigma=1), p=[99/100, 1/100], shifts=[0, 1])",
            "1/10",
            "0.00007290037695761226548459855571698916277785",
        ),
        (
            "mixture-of-shifts(gaussian(sigma=2), p=[1/2, 1/2], shifts=[1, 2], q=[1/2, 1/2], q_shifts=[0, -1])",
            "1/2",
            "0.2262828554786789361556577133332673775516",
        ),
        ("group(8, poisson(1/100, gaussian(sigma=1)))", "1/2", "0.001482538307560121630370075"),
        ("group(3, poisson(1/4, gaussian(sigma=2)))", "1/4", "0.07450451072601911710861173"),
        ("group(2, poisson(9/10, gaussian(sigma=1)))", "0", "0.615334412144089810878146"),
    ];
    for (mechanism, eps, value) in known {
        let mechanism = mechanism.replace("gaussian(1)", "gaussian(sigma=1)");
        let (lo, hi) = ends(&mechanism, &delta(eps));
        let (value, unit) = (decimal(value), fraction("1/1000000000000000000000000"));
        assert!(lo <= &value + &unit && value <= &hi + &unit, "{mechanism}: {lo} {hi}");
        assert!(&hi - &lo <= hi * fraction("1/1000000"), "{mechanism}");
    }
}

/// The sample of one record is the mixture of shifts 0 and 1.
#[test]
fn one_record_is_the_sample_of_it() {
    let noises = [
        "gaussian(sigma=1)",
        "gaussian(sigma=3/2)",
        "laplace(eps=1)",
        "discrete-gaussian(sigma_sq=4, sensitivity=1)",
    ];
    for (i, noise) in noises.into_iter().enumerate() {
        for (j, (steps, eps)) in
            [(1, "1/10"), (1, "0"), (3, "1/5"), (50, "1/2")].into_iter().enumerate()
        {
            let single = format!("poisson(1/20, {noise})^{steps}");
            let mixed =
                format!("mixture-of-shifts(noise={noise}, p=[19/20, 1/20], shifts=[0, 1])^{steps}");
            let mirrored = format!(
                "mixture-of-shifts(noise={noise}, p=[19/20, 1/20], shifts=[0, -1])^{steps}"
            );
            let exchanged = format!(
                "mixture-of-shifts(noise={noise}, p=[1], shifts=[2], q=[19/20, 1/20], q_shifts=[2, 3])^{steps}"
            );
            let (lo, hi) = ends(&single, &delta(eps));
            for (k, other) in [mixed, mirrored, exchanged].into_iter().enumerate() {
                // Of compositions each in turn, all with more effort.
                if steps > 1 && (i + j + k) % 3 != 0 && effort() == 1 {
                    continue;
                }
                let (low, high) = ends(&other, &delta(eps));
                assert!(low <= hi && lo <= high, "{other} at {eps}: {low} {high}, {lo} {hi}");
                assert!(
                    &high - &low <= (&hi - &lo) * whole(2) + &hi * fraction("1/100000"),
                    "{other} at {eps}"
                );
            }
        }
        let (lo, hi) =
            ends(&format!("poisson(1/20, {noise})^20"), &Query::Eps { delta: real("1e-3") });
        let mixed = format!("mixture-of-shifts(noise={noise}, p=[19/20, 1/20], shifts=[0, 1])^20");
        let (low, high) = ends(&mixed, &Query::Eps { delta: real("1e-3") });
        assert!(low <= hi && lo <= high, "{mixed}: {low} {high}, {lo} {hi}");
    }
}

/// Masses of discrete Laplace noise with `e^-eps = 1/2`, by whole outcomes in a window with the
/// rest at its ends.
fn discrete_laplace(p: &Mixture, q: &Mixture) -> Outcomes {
    let half = fraction("1/2");
    let shifts: Vec<i64> = p.iter().chain(q).map(|(_, shift)| *shift).collect();
    let (least, most) = (*shifts.iter().min().unwrap() - 1, *shifts.iter().max().unwrap() + 1);
    // From an end on a geometric series: twice the first mass.
    let mass = |n: i64, s: i64| {
        let one = power(&half, n.abs_diff(s)) / whole(3);
        if n == least || n == most { one * whole(2) } else { one }
    };
    let of = |parts: &Mixture, n| {
        parts.iter().fold(Fraction::zero(), |sum, (w, s)| sum + w * mass(n, *s))
    };
    Outcomes((least..=most).map(|n| (of(p, n), of(q, n))).collect())
}

fn worst(outcomes: &Outcomes, g: &Fraction) -> Fraction {
    let reversed = Outcomes(outcomes.0.iter().map(|(p, q)| (q.clone(), p.clone())).collect());
    outcomes.delta(g).max(reversed.delta(g))
}

/// Shifts on both sides of each other have a pair too.
#[test]
fn discrete_laplace_noise_is_exact() {
    let mut all = pairs();
    all.push((mixture(&[("1/2", 0), ("1/2", 3)]), mixture(&[("1", 1)])));
    all.push((mixture(&[("1/7", -2), ("6/7", 2)]), mixture(&[("1/3", 0), ("2/3", 4)])));
    for (p, q) in all {
        let outcomes = discrete_laplace(&p, &q);
        for ratio in ["1", "5/4", "2", "3"] {
            let mechanism = text("discrete-laplace(eps=ln(2), sensitivity=1)", &p, &q);
            assert_eq!(
                exactly(&mechanism, &at(ratio)),
                worst(&outcomes, &fraction(ratio)),
                "{mechanism} at {ratio}"
            );
            let doubled = |parts: &Mixture| {
                parts.iter().map(|(w, s)| (w.clone(), 2 * s)).collect::<Mixture>()
            };
            let mechanism = text("discrete-laplace(eps=ln(2), sensitivity=2)", &p, &q);
            let outcomes = discrete_laplace(&doubled(&p), &doubled(&q));
            assert_eq!(
                exactly(&mechanism, &at(ratio)),
                worst(&outcomes, &fraction(ratio)),
                "{mechanism} at {ratio}"
            );
        }
    }
    let pair = discrete_laplace(&sampled(2, &fraction("1/4"), 1), &mixture(&[("1", 0)]));
    assert_eq!(pair.delta(&fraction("5/4")), fraction("7/96"));
    let both = pair.power(2);
    let (p, q) = (sampled(2, &fraction("1/4"), 1), mixture(&[("1", 0)]));
    let twice = format!("{}^2", text("discrete-laplace(eps=ln(2), sensitivity=1)", &p, &q));
    assert_eq!(exactly(&twice, &at("5/4")), worst(&both, &fraction("5/4")));
}

/// Integer noise by its masses, far beyond what counts.
#[test]
fn discrete_gaussian_noise_has_the_sum_of_its_masses() {
    let mass = |n: i64| (-(n as f64).powi(2) / 8.0).exp();
    let total: f64 = (-80..=80).map(mass).sum();
    for (p, q) in pairs() {
        let of = |parts: &Mixture, n: i64| -> f64 {
            parts.iter().map(|(w, s)| w.to_f64().unwrap() * mass(n - s) / total).sum()
        };
        for eps in ["0", "1/2", "2"] {
            let g = real_f64(eps).exp();
            let gain = |x: &Mixture, y: &Mixture| -> f64 {
                (-80..=80).map(|n| (of(x, n) - g * of(y, n)).max(0.0)).sum()
            };
            let noise = "discrete-gaussian(sigma_sq=4, sensitivity=1)";
            near(&text(noise, &p, &q), eps, gain(&p, &q).max(gain(&q, &p)));
        }
    }
}

/// Every way in which members of a group move a count, on either side, against the answer.
#[test]
fn no_members_of_a_group_are_worse() {
    let rate = fraction("1/3");
    let rest = Fraction::one() - &rate;
    // The law of the sum of the sampled moves.
    let law = |moves: &[i64]| {
        moves.iter().fold(vec![(Fraction::one(), 0)], |law, step| {
            let with = law.iter().map(|(weight, sum)| (weight * &rate, sum + step));
            law.iter().map(|(weight, sum)| (weight * &rest, *sum)).chain(with).collect::<Mixture>()
        })
    };
    for size in 1..=3u32 {
        let base =
            format!("group({size}, poisson(1/3, discrete-laplace(eps=ln(2), sensitivity=1)))");
        for (steps, ratio) in [(1, "1"), (1, "5/4"), (1, "4"), (2, "1"), (2, "3/2"), (2, "4")] {
            let g = fraction(ratio);
            let mut most = Fraction::zero();
            for code in 0..3i64.pow(size) * 2i64.pow(size) {
                let (mut code, mut first, mut second) = (code, Vec::new(), Vec::new());
                for _ in 0..size {
                    let (step, side) = (code % 3 - 1, code / 3 % 2);
                    code /= 6;
                    if side == 0 { first.push(step) } else { second.push(step) }
                }
                let outcomes = discrete_laplace(&law(&first), &law(&second)).power(steps);
                most = most.max(outcomes.delta(&g));
            }
            let mechanism = format!("{base}^{steps}");
            assert_eq!(exactly(&mechanism, &at(ratio)), most, "{mechanism} at {ratio}");
        }
    }
}

#[test]
fn a_group_of_one_is_the_sample_and_a_full_sample_is_the_group() {
    let noises = [
        "gaussian(sigma=2)",
        "laplace(eps=1/3)",
        "discrete-laplace(eps=1/2, sensitivity=2)",
        "discrete-gaussian(sigma_sq=9, sensitivity=1)",
    ];
    for (i, noise) in noises.into_iter().enumerate() {
        for (j, eps) in ["0", "1/4", "1"].into_iter().enumerate() {
            let same = |x: &str, y: &str| {
                let ((a, b), (c, d)) = (ends(x, &delta(eps)), ends(y, &delta(eps)));
                assert!(a <= d && c <= b, "{x}, {y} at {eps}: {a} {b} {c} {d}");
            };
            same(&format!("group(3, poisson(1, {noise}))"), &format!("group(3, {noise})"));
            // Of compositions each in turn, all with more effort.
            if i % 3 == j || effort() > 1 {
                same(
                    &format!("group(1, poisson(1/9, {noise}))^3"),
                    &format!("poisson(1/9, {noise})^3"),
                );
                same(&format!("group(3, poisson(1, {noise}))^2"), &format!("group(3, {noise})^2"));
            }
        }
    }
}

/// Splits that a bound shows to be smaller are not composed: the answer is the largest of those of
/// all splits.
#[test]
fn the_worst_split_of_a_composition() {
    let (size, noise) = (3, "gaussian(sigma=1)");
    let eps = |delta| Query::Eps { delta: real(delta) };
    let cases = [("1/20", 30, eps("1e-6"))];
    let more = [("1/2", 3, eps("1/3")), ("1/20", 30, delta("6")), ("1/3", 400, eps("1e-9"))];
    for (rate, steps, query) in cases.iter().chain(if effort() > 1 { &more[..] } else { &[] }) {
        let sampled = |count, sign| sampled(count, &fraction(rate), sign);
        let split = |first| {
            format!("{}^{steps}", text(noise, &sampled(first, 1), &sampled(size - first, -1)))
        };
        // The reverse of a split is another one.
        let of_splits: Vec<_> = (0..=size / 2).map(|first| ends(&split(first), query)).collect();
        let (least, most) =
            of_splits.into_iter().reduce(|x, y| (x.0.max(y.0), x.1.max(y.1))).unwrap();
        let (low, high) = ends(&format!("group({size}, poisson({rate}, {noise}))^{steps}"), query);
        assert!(high >= least && low <= most, "{rate} {steps}: [{low}, {high}], [{least}, {most}]");
        assert!(&high - &low <= high * fraction("1/1000"), "{rate} {steps}");
    }
}

/// The members of a group stay on their sides: one split for all steps, of samples at several
/// rates.
#[test]
fn a_composition_has_one_split() {
    let pair = |rate: &str, a: u64| {
        discrete_laplace(&sampled(a, &fraction(rate), 1), &sampled(2 - a, &fraction(rate), -1))
    };
    let g = fraction("3/2");
    let most = (0..=2).map(|a| pair("1/4", a).product(&pair("2/3", a)).delta(&g)).max().unwrap();
    let noise = "discrete-laplace(eps=ln(2), sensitivity=1)";
    let text = format!("group(2, poisson(1/4, {noise}) * poisson(2/3, {noise}))");
    assert_eq!(exactly(&text, &at("3/2")), most);
}

fn refused(text: &str) -> String {
    let refusal = match Mechanism::parse(text) {
        Err(refusal) => refusal,
        Ok(mechanism) => {
            let question = dpcert::Question::of(&mechanism, &delta("1"));
            dpcert::ask(&question, &dpcert::Options::default()).unwrap_err()
        }
    };
    assert!(matches!(refusal, Refusal::Unsupported { .. } | Refusal::Input(_)), "{refusal}");
    refusal.to_string()
}

#[test]
fn what_has_no_pair_is_refused() {
    let interleaved = refused(
        "mixture-of-shifts(laplace(eps=1), p=[1/2, 1/2], shifts=[0, 3], q=[1], q_shifts=[1])",
    );
    assert!(interleaved.contains("rises and falls"), "{interleaved}");
    let unsummed = refused("mixture-of-shifts(gaussian(sigma=1), p=[1/2, 1/3], shifts=[0, 1])");
    assert!(unsummed.contains("5/6"), "{unsummed}");
    for text in [
        "mixture-of-shifts(noise=approx-dp(1, 0), p=[1], shifts=[1])",
        "mixture-of-shifts(noise=gaussian(sigma=1)^2, p=[1], shifts=[1])",
        "mixture-of-shifts(noise=gaussian(sigma=1), p=[1/2, 1/2], shifts=[1])",
        "mixture-of-shifts(noise=gaussian(sigma=1), p=[1], shifts=[sqrt(2)])",
        "mixture-of-shifts(noise=gaussian(sigma=1), p=[1], shifts=[1], q=[1])",
        "mixture-of-shifts(noise=discrete-laplace(eps=1), p=[1], shifts=[1/2])",
        "group(2, mixture-of-shifts(noise=gaussian(sigma=1), p=[1], shifts=[1]))",
        "poisson(1/2, mixture-of-shifts(noise=gaussian(sigma=1), p=[1], shifts=[1]))",
        "group(2, poisson(1/2, approx-dp(1, 0)))",
        "group(2, poisson(1/2, finite-pair(p=[3/4, 1/4], q=[1/4, 3/4])))",
        "group(65, poisson(1/2, gaussian(sigma=1)))",
        "group(2, poisson(1/2, gaussian(sigma=1))) * group(3, poisson(1/2, gaussian(sigma=1)))",
        "group(2, without-replacement(1/2, gaussian(sigma=1)))",
        "group(2, truncated-poisson(1/2, n=10, max_batch=8, gaussian(sigma=1)))",
        "truncated-poisson(1/2, n=10, max_batch=0, gaussian(sigma=1))",
        "truncated-poisson(1/2, n=10, gaussian(sigma=1))",
        "truncated-poisson(1/2, n=10, max_batch=8, approx-dp(1, 0))",
        "truncated-poisson(1/2, n=10, max_batch=8, discrete-laplace(eps=1))",
    ] {
        refused(text);
    }
}

fn binomial_from(n: u64, q: &Fraction, least: u64) -> Fraction {
    let rest = Fraction::one() - q;
    (least..=n)
        .fold(Fraction::zero(), |sum, k| sum + binomial(n, k) * power(q, k) * power(&rest, n - k))
}

/// An eps, noise, and its density.
fn noises() -> [(&'static str, &'static str, Noise); 3] {
    [
        ("0", "gaussian(sigma=2)", Box::new(normal(2.0))),
        ("1/2", "gaussian(sigma=1)", Box::new(normal(1.0))),
        ("1/4", "laplace(eps=1/2)", Box::new(laplace(2.0))),
    ]
}

/// By its formula with exact probabilities, and both parts by quadrature.
#[test]
fn a_truncated_sample_is_a_mixture_of_two() {
    for (n, q, most) in
        [(20u64, "1/4", 8u64), (20, "1/4", 3), (10, "1", 4), (6, "2/3", 5), (30, "1/10", 12)]
    {
        let rate = fraction(q);
        let tau = binomial_from(n - 1, &rate, most);
        let second = binomial_from(n, &rate, most + 1) * whole(most) / (whole(n) * &tau);
        if (n, most) == (20, 8) {
            assert_eq!(tau, fraction("1330704241/17179869184"));
            assert_eq!(second, fraction("22498848881/106456339280"));
        }
        let part =
            |rate: &Fraction, shift| vec![(Fraction::one() - rate, 0), (rate.clone(), shift)];
        let none = mixture(&[("1", 0)]);
        for (eps, noise, of) in noises() {
            let g = real_f64(eps).exp();
            let alone = density(&*of, &none);
            let parts =
                [(&rate, 1), (&second, 2)].map(|(rate, shift)| density(&*of, &part(rate, shift)));
            let whole = |is_reversed: bool| {
                let delta = |p: &[f64]| {
                    if is_reversed { quadrature(&alone, p, g) } else { quadrature(p, &alone, g) }
                };
                let tau = tau.to_f64().unwrap();
                (1.0 - tau) * delta(&parts[0]) + tau * delta(&parts[1])
            };
            let text = format!("truncated-poisson({q}, n={n}, max_batch={most}, {noise})");
            let (lo, hi) = ends(&text, &delta(eps));
            let (lo, hi) = (lo.to_f64().unwrap(), hi.to_f64().unwrap());
            let expected = whole(false).max(whole(true));
            assert!(
                (hi - expected).abs() <= 1e-3 * expected + 2e-7,
                "{text} at {eps}: {hi}, {expected}"
            );
            // The record alone.
            let included = (Fraction::one() - &tau) * &rate + &tau * &second;
            let alone = quadrature(&density(&*of, &part(&included, 1)), &alone, g);
            assert!((lo - alone).abs() <= 1e-3 * alone + 2e-7, "{text} at {eps}: {lo}, {alone}");
        }
    }
}

/// Where a record is zeroed out, by its formula with exact probabilities, and both parts by
/// quadrature.
#[test]
fn a_truncated_sample_with_a_zeroed_record_is_a_mixture_of_two() {
    for (n, q, most) in [(20u64, "1/4", 8u64), (20, "1/4", 3), (6, "2/3", 5)] {
        let rate = fraction(q);
        let included = binomial_from(n, &rate, most + 1) * whole(most) / whole(n);
        let weight = included.to_f64().unwrap();
        let none = mixture(&[("1", 0)]);
        for (eps, noise, of) in noises() {
            let g = real_f64(eps).exp();
            let alone = density(&*of, &none);
            let part = vec![(Fraction::one() - &rate, 0), (rate.clone(), 1)];
            let parts = [part, mixture(&[("1", 1)])].map(|part| density(&*of, &part));
            let whole = |delta: &dyn Fn(&[f64]) -> f64| {
                (1.0 - weight) * delta(&parts[0]) + weight * delta(&parts[1])
            };
            let expected =
                whole(&|p| quadrature(p, &alone, g)).max(whole(&|p| quadrature(&alone, p, g)));
            let text = format!(
                "subsample(method=truncated-poisson, rate={q}, n={n}, max_batch={most}, adjacency=zero-out, mechanism={noise})"
            );
            let hi = ends(&text, &delta(eps)).1.to_f64().unwrap();
            assert!(
                (hi - expected).abs() <= 1e-3 * expected + 2e-7,
                "{text} at {eps}: {hi}, {expected}"
            );
        }
    }
}

#[test]
fn a_sample_that_is_never_cut_is_the_poisson_sample() {
    for most in [10, 11, 1000] {
        let cut = format!("truncated-poisson(1/4, n=10, max_batch={most}, gaussian(sigma=1))^4");
        let query = delta("1/2");
        assert_eq!(ends(&cut, &query), ends("poisson(1/4, gaussian(sigma=1))^4", &query));
    }
    // A cut that never happens in practice.
    let (steps, eps) = if effort() > 1 { (100, "1") } else { (10, "1/10") };
    let rare =
        format!("truncated-poisson(1/100, n=1000000, max_batch=20000, gaussian(sigma=1))^{steps}");
    let rare = ends(&rare, &delta(eps));
    let (lo, hi) = ends(&format!("poisson(1/100, gaussian(sigma=1))^{steps}"), &delta(eps));
    assert!(rare.0 <= hi && lo <= rare.1, "{rare:?}");
    assert!((&rare.1 - &hi).abs() <= &hi * fraction("1/100"), "{rare:?} {hi}");
}

/// All samples of a few records, with every value that they can have.
#[test]
fn no_truncated_sample_of_a_few_records_is_worse() {
    let cases = [(2u32, 1u32, "1/2"), (3, 1, "1/2"), (3, 2, "3/4"), (4, 2, "2/3"), (4, 3, "1/3")];
    for (n, most, q) in cases.into_iter().take(2 + effort()) {
        let rate = fraction(q);
        // The law of the sum of a batch of some values.
        let law = |values: &[i64]| -> Mixture {
            let mut law = BTreeMap::new();
            for set in 0..1u32 << values.len() {
                let size = set.count_ones();
                let chance = power(&rate, u64::from(size))
                    * power(&(Fraction::one() - &rate), values.len() as u64 - u64::from(size));
                let kept: Vec<u32> = (0..1u32 << values.len())
                    .filter(|kept| kept & set == *kept && kept.count_ones() == size.min(most))
                    .collect();
                for batch in &kept {
                    let sum =
                        (0..values.len()).filter(|i| batch >> i & 1 == 1).map(|i| values[i]).sum();
                    *law.entry(sum).or_insert_with(Fraction::zero) +=
                        &chance / whole(kept.len() as u64);
                }
            }
            law.into_iter().map(|(sum, chance)| (chance, sum)).collect()
        };
        let values = || {
            (0..3i64.pow(n))
                .map(|code| (0..n).map(|i| code / 3i64.pow(i) % 3 - 1).collect::<Vec<_>>())
        };
        let of = |values: &[i64]| density(&laplace(2.0), &law(values));
        let removed: Vec<_> = values().map(|values| (of(&values), of(&values[1..]))).collect();
        let zeroed = |values: Vec<i64>| (of(&values), of(&[&[0], &values[1..]].concat()));
        let zeroed: Vec<_> = values().map(zeroed).collect();
        let of_neighbours = |(adjacency, pairs)| ["0", "1/3"].map(|eps| (adjacency, pairs, eps));
        let cases = [("add-remove", &removed), ("zero-out", &zeroed)];
        for (adjacency, pairs, eps) in cases.into_iter().flat_map(of_neighbours) {
            let text = format!(
                "subsample(method=truncated-poisson, rate={q}, n={n}, max_batch={most}, adjacency={adjacency}, \
                 mechanism=laplace(eps=1/2))"
            );
            let g = real_f64(eps).exp();
            let bound = ends(&text, &delta(eps)).1.to_f64().unwrap();
            let mut worst: f64 = 0.0;
            for (with, without) in pairs {
                worst = worst.max(quadrature(with, without, g)).max(quadrature(without, with, g));
            }
            assert!(worst <= bound + 2e-7, "{text} at {eps}: {worst} > {bound}");
            // And it is not far away where the losses of the coin count least.
            assert!(eps != "0" || worst >= bound / 4.0, "{text}: {worst}, {bound}");
        }
    }
}

#[test]
fn a_bound_says_that_it_is_one() {
    let is_tight = |text: &str| answer(text, &delta("1/2")).tight;
    assert!(is_tight("mixture-of-shifts(gaussian(sigma=1), p=[1/2, 1/2], shifts=[0, 1])"));
    assert!(is_tight("group(3, poisson(1/10, gaussian(sigma=1)))^10"));
    assert!(!is_tight("truncated-poisson(1/4, n=20, max_batch=8, gaussian(sigma=1))"));
    let Content::Number(_) =
        answer("group(3, poisson(1/10, gaussian(sigma=1)))^10", &delta("1/2")).content
    else {
        panic!("one number");
    };
}
