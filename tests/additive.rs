//! Integer noise against its outcomes: all shifts, both directions, and what an adaptive choice of
//! them may gain.

use crate::support::answered::{answer, at, ends, exactly};
use crate::support::{
    Fraction, Outcomes, Shown, WholeOutcomes, binomial, decimal, effort, fraction, power, real,
    whole,
};
use dpcert::exact::Malachite;
use dpcert::exact::engine::DirectedFloat;
use dpcert::exact::interval::Interval;
use dpcert::mechanism::{Dominating, LossPair, Role};
use dpcert::pair::tails::line;
use dpcert::pair::{Direction, Evaluated, FinitePair};
use dpcert::{Content, Mechanism, Method, Options, Query, Question, Refusal};
use malachite::rational::Rational;
use num_bigint::BigInt;
use num_traits::{One, Signed, Zero};

/// Masses on consecutive integers, or on the residues of their number.
#[derive(Clone, Debug)]
struct Noise {
    masses: Vec<Fraction>,
    is_cyclic: bool,
}

impl Noise {
    fn on_integers(weights: &[u64]) -> Noise {
        let sum: u64 = weights.iter().sum();
        Noise { masses: weights.iter().map(|w| whole(*w) / whole(sum)).collect(), is_cyclic: false }
    }

    fn on_residues(weights: &[u64]) -> Noise {
        Noise { is_cyclic: true, ..Noise::on_integers(weights) }
    }

    fn text(&self, distance: u64) -> String {
        let masses: Vec<String> = self.masses.iter().map(Fraction::to_string).collect();
        let modulus =
            if self.is_cyclic { format!(", modulus={}", self.masses.len()) } else { String::new() };
        format!("additive(masses=[{}]{modulus}, sensitivity={distance})", masses.join(", "))
    }

    /// Each integer that X or X + shift can be, with its masses.
    fn pair(&self, shift: i64) -> Outcomes {
        let n = self.masses.len() as i64;
        let mass = |i: i64| {
            let i = if self.is_cyclic { i.rem_euclid(n) } else { i };
            usize::try_from(i)
                .ok()
                .and_then(|i| self.masses.get(i))
                .cloned()
                .unwrap_or_else(Fraction::zero)
        };
        let range = if self.is_cyclic { 0..n } else { -shift.abs()..n + shift.abs() };
        Outcomes(range.map(|i| (mass(i), mass(i - shift))).collect())
    }

    /// The pairs of all shifts, in both directions.
    fn pairs(&self, distance: u64) -> Vec<Outcomes> {
        let distance = i64::try_from(distance).unwrap();
        (-distance..=distance).map(|shift| self.pair(shift)).collect()
    }
}

fn largest(values: impl Iterator<Item = Fraction>) -> Fraction {
    values.max().unwrap()
}

/// Numbers below a bound.
fn digits() -> impl FnMut(u64) -> u64 {
    let mut state = 4242u64;
    move |most| {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) % most
    }
}

/// Tables that are symmetric or not, log-concave or not, with masses of 0 within and at their ends.
fn tables(count: usize) -> Vec<Noise> {
    let mut digit = digits();
    let mut tables = vec![
        Noise::on_integers(&[1]),
        Noise::on_integers(&[1, 0, 1]),
        Noise::on_integers(&[1, 0, 0, 1]),
    ];
    tables.push(Noise::on_residues(&[3, 1, 1, 1]));
    while tables.len() < count {
        let length = 1 + digit(6) as usize;
        let mut weights: Vec<u64> = (0..length).map(|_| digit(5)).collect();
        match digit(4) {
            // A product of polynomials with real roots is log-concave.
            0 => {
                weights = vec![1];
                for _ in 0..length.min(4) {
                    let (a, b) = (1 + digit(3), 1 + digit(3));
                    let mut next = vec![0; weights.len() + 1];
                    for (i, w) in weights.iter().enumerate() {
                        next[i] += a * w;
                        next[i + 1] += b * w;
                    }
                    weights = next;
                }
            }
            1 => weights.extend(weights.clone().into_iter().rev()),
            _ => {}
        }
        if weights.iter().sum::<u64>() > 0 {
            tables.push(if digit(3) == 0 {
                Noise::on_residues(&weights)
            } else {
                Noise::on_integers(&weights)
            });
        }
    }
    tables
}

#[test]
fn one_step_is_the_worst_of_all_shifts() {
    for noise in tables(150 * effort()) {
        for distance in [1, 2, 3] {
            let (text, pairs) = (noise.text(distance), noise.pairs(distance));
            for ratio in ["1", "3/2", "4"] {
                let expected = largest(pairs.iter().map(|pair| pair.delta(&fraction(ratio))));
                assert_eq!(exactly(&text, &at(ratio)), expected, "{text} at {ratio}");
            }
            let level = fraction("1/5");
            let power = largest(pairs.iter().map(|pair| pair.best_power(&level)));
            let beta = exactly(&text, &Query::Beta { alpha: real("1/5") });
            assert_eq!(beta, Fraction::one() - power, "{text}: beta");
            let infinite = largest(pairs.iter().map(|pair| pair.delta(&whole(1 << 40))));
            assert_eq!(exactly(&text, &at("1099511627776")), infinite, "{text}: infinite losses");
        }
    }
}

/// delta where each of two steps may have any of some pairs, the second by the outcome of the
/// first.
fn adaptive(pairs: &[Outcomes], ratio: &Fraction) -> Fraction {
    let wholes: Vec<_> = pairs.iter().map(Outcomes::whole).collect();
    // An outcome of mass p against q leaves the second step p delta(ratio q / p).
    let second = |p: &Fraction, q: &Fraction| {
        if p.is_zero() {
            return Fraction::zero();
        }
        let left = ratio * q / p;
        p * largest(wholes.iter().map(|pair| pair.delta(&left)))
    };
    largest(
        pairs
            .iter()
            .map(|pair| pair.0.iter().fold(Fraction::zero(), |sum, (p, q)| sum + second(p, q))),
    )
}

#[test]
fn a_composition_covers_choices_at_each_step() {
    let (mut tight, mut between) = (0, 0);
    for noise in tables(40 * effort()) {
        for distance in [1, 2] {
            let (text, pairs) = (format!("{}^2", noise.text(distance)), noise.pairs(distance));
            for ratio in ["1", "7/4"] {
                let ratio_value = fraction(ratio);
                let best = adaptive(&pairs, &ratio_value);
                let same = largest(pairs.iter().map(|pair| twice(pair).delta(&ratio_value)));
                let (low, high) = ends(&text, &at(ratio));
                // Of a wide enclosure few digits are printed.
                let width = fraction("1/10000");
                assert!(
                    same.clone() - &width <= low && low <= best,
                    "{text} at {ratio}: {low} {same}"
                );
                assert!(best <= high, "{text} at {ratio}: {best} {high}");
                if answer(&text, &at(ratio)).tight {
                    assert_eq!(exactly(&text, &at(ratio)), same, "{text} at {ratio}");
                    assert_eq!(same, best, "{text} at {ratio}");
                    tight += 1;
                } else {
                    between += 1;
                }
            }
        }
    }
    assert!(tight > 40 && between > 20, "{tight} {between}");
}

/// Steps in both directions lose more than all in one, and the upper bound says so.
#[test]
fn directions_may_be_mixed() {
    let noise = Noise::on_integers(&[2, 3, 5, 1]);
    let [forward, backward] = [noise.pair(1), noise.pair(-1)];
    let ratio = fraction("3");
    let mixed = forward.product(&backward).delta(&ratio);
    let same = forward.power(2).delta(&ratio).max(backward.power(2).delta(&ratio));
    assert!(mixed > same);
    let text = format!("{}^2", noise.text(1));
    let (low, high) = ends(&text, &at("3"));
    assert!(low <= same && high >= mixed && !answer(&text, &at("3")).tight);
    // A count that moves the other way is the same bound.
    let shifts = noise.text(1).replace("sensitivity=1", "shifts=[1, -1]");
    assert_eq!(ends(&shifts, &at("3")), (low, high));
}

/// Steps that are too many to be enumerated go to a grid, in either direction, and below both.
#[test]
fn many_steps_of_asymmetric_noise() {
    let noise = Noise::on_integers(&[1, 3, 5, 8, 7, 4, 2, 1]);
    let one_way = |sign: i64| {
        let pair = noise.pair(sign).0;
        let list = |side: fn(&(Fraction, Fraction)) -> &Fraction| {
            pair.iter().map(side).map(Fraction::to_string).collect::<Vec<_>>().join(", ")
        };
        let text = format!("finite-pair(p=[{}], q=[{}])^40", list(|x| &x.0), list(|x| &x.1));
        ends(&text, &at("3"))
    };
    let [forward, backward] = [one_way(1), one_way(-1)];
    let (low, high) = ends(&format!("{}^40", noise.text(1)), &at("3"));
    let (least, most) = (forward.0.max(backward.0), forward.1.max(backward.1));
    assert!(
        low <= most && high >= least && low >= &least - fraction("1/50"),
        "{low} {high} {least} {most}"
    );
    // Masses of hundreds of digits: the hull of both directions is rounded.
    let (trials, wide, narrow) =
        if effort() > 1 { (1500, "20.1", "16.4") } else { (700, "13.8", "11.2") };
    let text = format!("additive(noise=binomial, trials={trials}, p=1/3, sensitivity=1)^20");
    let (low, high) = ends(&text, &at("11/10"));
    assert!(low <= high && &high - &low <= &high * fraction("1/20"), "{low} {high}");
    // A tenth of it more is below a Gaussian of the same variance, and a tenth less above.
    let near =
        |scale: &str| ends(&format!("gaussian(scale={scale}, sensitivity=1)^20"), &at("11/10"));
    assert!(near(wide).0 <= high && near(narrow).1 >= low, "{low} {high}");
}

#[test]
fn a_smaller_shift_may_be_the_worst() {
    let noise = Noise::on_integers(&[1, 0, 1]);
    assert_eq!(exactly(&noise.text(1), &Query::Tv), Fraction::one());
    assert_eq!(noise.pair(2).delta(&Fraction::one()), fraction("1/2"));
    assert_eq!(exactly(&noise.text(2), &Query::Tv), Fraction::one());
}

#[test]
fn several_counts_are_a_composition() {
    let noise = Noise::on_integers(&[1, 4, 6, 4, 1]);
    let text = noise.text(1).replace("sensitivity=1", "shifts=[1, -2, 0, 1]");
    let truth = noise.pair(1).power(2).product(&noise.pair(2));
    for ratio in ["1", "2", "10"] {
        assert_eq!(exactly(&text, &at(ratio)), truth.delta(&fraction(ratio)), "{ratio}");
    }
    let group = format!("group(3, {})", noise.text(1));
    assert_eq!(exactly(&group, &at("2")), noise.pair(3).delta(&whole(2)));
    let none = noise.text(1).replace("sensitivity=1", "sensitivity=0");
    assert_eq!(exactly(&none, &Query::Tv), Fraction::zero());
}

#[test]
fn a_sample_of_symmetric_noise() {
    let noise = Noise::on_integers(&[1, 4, 6, 4, 1]);
    let base = noise.pair(1);
    let half = fraction("1/2");
    let mixed = Outcomes(base.0.iter().map(|(p, q)| (&half * p + &half * q, q.clone())).collect());
    let reversed = Outcomes(mixed.0.iter().map(|(p, q)| (q.clone(), p.clone())).collect());
    for ratio in ["1", "5/4"] {
        let expected = mixed.delta(&fraction(ratio)).max(reversed.delta(&fraction(ratio)));
        assert_eq!(exactly(&format!("poisson(1/2, {})", noise.text(1)), &at(ratio)), expected);
    }
}

fn check_formula(formula: &str, noise: &Noise) {
    let length = noise.masses.len() as u64;
    for distance in [1, 2, length / 2 + 1, length - 1, length, length + 3] {
        let text = format!("additive({formula}, sensitivity={distance})");
        let pairs = noise.pairs(distance);
        for ratio in ["1", "5/4", "3", "1000000"] {
            let expected = largest(pairs.iter().map(|pair| pair.delta(&fraction(ratio))));
            assert_eq!(exactly(&text, &at(ratio)), expected, "{text} at {ratio}");
        }
    }
}

#[test]
fn uniform_noise() {
    for outcomes in [1, 2, 7] {
        check_formula(
            &format!("noise=uniform, outcomes={outcomes}"),
            &Noise::on_integers(&vec![1; outcomes]),
        );
    }
    let huge = "additive(noise=uniform, outcomes=2^60, sensitivity=2^58)^2";
    assert_eq!(exactly(huge, &at("5")), Fraction::one() - power(&fraction("3/4"), 2));
}

#[test]
fn binomial_noise() {
    for (trials, p) in [(1, "1/2"), (5, "1/2"), (4, "1/3"), (7, "9/10")] {
        let (p, rest) = (fraction(p), Fraction::one() - fraction(p));
        let mass = |k: u64| binomial(trials, k) * power(&p, k) * power(&rest, trials - k);
        let noise = Noise { masses: (0..=trials).map(mass).collect(), is_cyclic: false };
        check_formula(&format!("noise=binomial, trials={trials}, p={p}"), &noise);
    }
    // Odds of e: masses in Q(e).
    let text = "additive(noise=binomial, trials=2, p=1/(1+exp(1)), sensitivity=2)";
    // (1-p)^2 + 2 p (1-p) = 1 - p^2.
    let (low, high) = ends(text, &Query::Tv);
    let p = decimal("0.268941421369995120748840758150829");
    let expected = Fraction::one() - &p * &p;
    let width = fraction("1/1000000000000000000");
    assert!(low <= &expected + &width && &expected - &width <= high && high - low <= width);
}

#[test]
fn truncated_discrete_laplace_noise() {
    for (e, bound) in [("2", 1u64), ("2", 4), ("3/2", 3), ("7/4", 2)] {
        let a = Fraction::one() / fraction(e);
        let weights: Vec<Fraction> =
            (0..=2 * bound).map(|n| power(&a, n.abs_diff(bound))).collect();
        let sum = weights.iter().fold(Fraction::zero(), |sum, w| sum + w);
        let noise = Noise { masses: weights.iter().map(|w| w / &sum).collect(), is_cyclic: false };
        check_formula(
            &format!("noise=truncated-discrete-laplace, eps=ln({e}), bound={bound}"),
            &noise,
        );
    }
    // So wide a bound is none.
    let query = at("3/2");
    let bounded = ends(
        "additive(noise=truncated-discrete-laplace, eps=ln(2), bound=10000, sensitivity=3)^4",
        &query,
    );
    let free = ends("discrete-laplace(eps=ln(2), sensitivity=3)^4", &query);
    let width = fraction("1/1000000000000000");
    assert!(bounded.0 <= &free.1 + &width && free.0 <= &bounded.1 + &width, "{bounded:?} {free:?}");
    let nothing = "additive(noise=truncated-discrete-laplace, eps=1, bound=0, sensitivity=1)";
    assert_eq!(exactly(nothing, &Query::Tv), Fraction::one());
}

#[test]
fn wrapped_discrete_laplace_noise() {
    for (e, modulus) in [("2", 1u64), ("2", 2), ("2", 5), ("3/2", 6)] {
        let a = Fraction::one() / fraction(e);
        // Of all integers up to 600, whose rest is far below any difference here.
        let centre = (Fraction::one() - &a) / (Fraction::one() + &a);
        let mut masses = vec![Fraction::zero(); modulus as usize];
        let mut weight = centre;
        for n in 0..600u64 {
            masses[(n % modulus) as usize] += &weight;
            if n > 0 {
                masses[((modulus - n % modulus) % modulus) as usize] += &weight;
            }
            weight *= &a;
        }
        let noise = Noise { masses, is_cyclic: true };
        for distance in [1, 2, 3] {
            let text = format!(
                "additive(noise=wrapped-discrete-laplace, eps=ln({e}), modulus={modulus}, sensitivity={distance})"
            );
            for ratio in ["1", "5/4", "2"] {
                let expected =
                    largest(noise.pairs(distance).iter().map(|pair| pair.delta(&fraction(ratio))));
                let rest = exactly(&text, &at(ratio)) - expected;
                assert!(rest.abs() < power(&fraction("1/2"), 300), "{text} at {ratio}");
            }
        }
    }
    // Masses in Q(e): 1 + 2/(e^2 - 1) against 2e/(e^2 - 1), in all e + 1 over e - 1.
    let text = "additive(noise=wrapped-discrete-laplace, eps=1, modulus=2, sensitivity=1)^3";
    let loss = "randomized-response(eps=ln((exp(1)^2+1)/(2*exp(1))))^3";
    let (one, other) = (ends(text, &Query::Tv), ends(loss, &Query::Tv));
    let width = fraction("1/1000000000000000000");
    assert!(one.0 <= &other.1 + &width && other.0 <= &one.1 + &width, "{one:?} {other:?}");
}

#[test]
fn geometric_noise() {
    let a = fraction("1/2");
    for distance in [1, 3] {
        let kept = power(&a, distance);
        let forward = Outcomes(vec![
            (Fraction::one() - &kept, Fraction::zero()),
            (kept.clone(), Fraction::one()),
        ]);
        let backward = Outcomes(forward.0.iter().map(|(p, q)| (q.clone(), p.clone())).collect());
        // By masses: a finite part, and all that is beyond it.
        let masses: Vec<Fraction> = (0..40).map(|n| &a * power(&a, n)).collect();
        let listed = Noise { masses, is_cyclic: false };
        let text = format!("additive(noise=geometric, eps=ln(2), sensitivity={distance})");
        for ratio in ["1", "3/2", "2"] {
            let ratio_value = fraction(ratio);
            let expected = forward.delta(&ratio_value).max(backward.delta(&ratio_value));
            assert_eq!(exactly(&text, &at(ratio)), expected, "{text} at {ratio}");
            let listed = largest(
                [1, -1]
                    .map(|sign| listed.pair(sign * distance as i64).delta(&ratio_value))
                    .into_iter(),
            );
            assert!((listed - expected).abs() < power(&a, 30));
            let both = adaptive(&[forward.clone(), backward.clone()], &ratio_value);
            let (low, high) = ends(&format!("{text}^2"), &at(ratio));
            assert!(low <= both && both <= high, "{text}^2 at {ratio}: {low} {both} {high}");
        }
    }
}

/// Two-sided noise of the geometric distribution, moved by 1 and made continuous by uniform noise,
/// attains (eps, 0).
#[test]
fn noise_that_attains_a_guarantee() {
    let bounded =
        "additive(noise=truncated-discrete-laplace, eps=ln(3), bound=200, sensitivity=1)^3";
    let (low, high) = ends(bounded, &at("2"));
    let pure = exactly("approx-dp(eps=ln(3), delta=0)^3", &at("2"));
    let width = power(&fraction("1/3"), 100);
    assert!(low <= &pure + &width && high >= &pure - &width, "{low} {pure} {high}");
}

/// About e^x.
fn exponential(x: &str) -> Fraction {
    let value = real(&format!("exp({x})")).enclose::<Malachite>(192);
    fraction(&value.lower().to_rational().unwrap().to_string())
}

/// Weights as multiples of one number, below 2^-120 of the largest, divided by their sum.
fn normalised(weights: Vec<Fraction>, is_cyclic: bool) -> Noise {
    let unit = largest(weights.iter().cloned()) / power(&whole(2), 120);
    let rounded: Vec<Fraction> = weights.iter().map(|w| (w / &unit).floor()).collect();
    let sum = rounded.iter().fold(Fraction::zero(), |sum, w| sum + w);
    Noise { masses: rounded.iter().map(|w| w / &sum).collect(), is_cyclic }
}

/// Two steps.
fn twice(pair: &Outcomes) -> WholeOutcomes {
    pair.whole().product(&pair.whole())
}

/// Answers are near those of masses with small errors.
fn check_listed(formula: &str, noise: &Noise, distances: &[u64]) {
    for distance in distances {
        let text = format!("additive({formula}, sensitivity={distance})");
        let (pairs, error) = (noise.pairs(*distance), fraction("1/1000000000000000"));
        for ratio in ["1", "5/4", "3", "30"] {
            let expected = largest(pairs.iter().map(|pair| pair.delta(&fraction(ratio))));
            let (low, high) = ends(&text, &at(ratio));
            assert!(
                low <= &expected + &error && &expected - &error <= high,
                "{text} at {ratio}: {low} {high}"
            );
            assert!(high.clone() - &low <= high * &error, "{text} at {ratio}");
        }
        let expected = largest(pairs.iter().map(|pair| twice(pair).delta(&fraction("3/2"))));
        let (low, high) = ends(&format!("{text}^2"), &at("3/2"));
        assert!(low <= &expected + &error && &expected - &error <= high, "{text}^2: {low} {high}");
        let pair = pairs.last().unwrap();
        let expected = Fraction::one() - pair.best_power(&fraction("1/7"));
        let (low, high) = ends(&text, &Query::Beta { alpha: real("1/7") });
        assert!(
            *distance > 1 || (low <= &expected + &error && &expected - &error <= high),
            "{text}: beta"
        );
    }
}

#[test]
fn truncated_discrete_gaussian_noise() {
    for (sigma_sq, bound) in [("1", 2i64), ("5", 4), ("1/2", 1)] {
        let weights = (-bound..=bound)
            .map(|n| exponential(&format!("-{}/(2*({sigma_sq}))", n * n)))
            .collect();
        let formula =
            format!("noise=truncated-discrete-gaussian, sigma_sq={sigma_sq}, bound={bound}");
        check_listed(
            &formula,
            &normalised(weights, false),
            &[1, 2, 2 * bound as u64, 2 * bound as u64 + 1],
        );
    }
    // Masses as expressions are on a lattice of losses.
    let z = "(1+2*exp(-1/2)+2*exp(-2))";
    let masses = ["exp(-2)", "exp(-1/2)", "1", "exp(-1/2)", "exp(-2)"]
        .map(|w| format!("{w}/{z}"))
        .join(", ");
    let noise = "additive(noise=truncated-discrete-gaussian, sigma_sq=1, bound=2, sensitivity=1)";
    for query in [Query::Tv, at("3/2"), at("100"), Query::Eps { delta: real("1/5") }] {
        let one = ends(&format!("additive(masses=[{masses}], sensitivity=1)"), &query);
        let other = ends(noise, &query);
        let width = fraction("1/1000000000000000");
        assert!(one.0 <= &other.1 + &width && other.0 <= &one.1 + &width, "{one:?} {other:?}");
    }
    let none = answer(noise, &Query::Eps { delta: real("0") }).content;
    let Content::Number(bounds) = none else { panic!("one number") };
    assert_eq!(bounds.printed().lo, "inf");
}

#[test]
fn wrapped_discrete_gaussian_noise() {
    for (sigma_sq, modulus, reach) in
        [("1", 2u64, 20i64), ("1", 5, 20), ("4", 6, 40), ("50", 7, 150), ("1/3", 4, 12)]
    {
        let mut weights = vec![Fraction::zero(); modulus as usize];
        // Beyond it a mass is below e^-200.
        for n in -reach..=reach {
            let weight = exponential(&format!("-{}/(2*({sigma_sq}))", n * n));
            weights[n.rem_euclid(modulus as i64) as usize] += weight;
        }
        let formula =
            format!("noise=wrapped-discrete-gaussian, sigma_sq={sigma_sq}, modulus={modulus}");
        let noise = normalised(weights, true);
        check_listed(&formula, &noise, &[1]);
        for distance in [2, 3] {
            let text = format!("additive({formula}, sensitivity={distance})");
            let expected =
                largest(noise.pairs(distance).iter().map(|pair| pair.delta(&fraction("5/4"))));
            let (low, high) = ends(&text, &at("5/4"));
            let error = fraction("1/1000000000000000");
            assert!(
                low <= &expected + &error && &expected - &error <= high,
                "{text}: {low} {high}"
            );
        }
    }
    let none = "additive(noise=wrapped-discrete-gaussian, sigma_sq=1, modulus=1, sensitivity=1)";
    assert_eq!(exactly(none, &Query::Tv), Fraction::zero());
    // All masses but that of 0 are below the smallest number of the engine.
    for modulus in [2, 3, 4, 100] {
        let narrow = format!(
            "additive(noise=wrapped-discrete-gaussian, sigma_sq=1e-10, modulus={modulus}, sensitivity=1)"
        );
        let (low, high) = ends(&narrow, &Query::Tv);
        assert!(
            low <= Fraction::one() && Fraction::one() - &low < decimal("1e-15"),
            "{narrow}: {low}"
        );
        assert!(
            high <= Fraction::one() && Fraction::one() - &high < decimal("1e-15"),
            "{narrow}: {high}"
        );
    }
}

/// By the series of the Bessel functions, in units of 2^-400: far more than is left when the masses
/// are normalised.
#[test]
fn skellam_noise() {
    for (variance, reach) in [("2", 20i64), ("1/2", 15), ("8", 40)] {
        let half = fraction(variance) / whole(2);
        let (up, down) = (half.numer(), half.denom());
        let mass = |n: i64| {
            let n = n.unsigned_abs();
            let first =
                (1..=n).fold(BigInt::one() << 400u32, |product, i| product * up / (down * i));
            let next = |term: &BigInt, j: u64| term * up * up / (down * down * j * (j + n));
            let series = (1..60).scan(first.clone(), |term, j| {
                *term = next(term, j);
                Some(term.clone())
            });
            Fraction::from(first + series.sum::<BigInt>())
        };
        let noise = normalised((-reach..=reach).map(mass).collect(), false);
        check_listed(&format!("noise=skellam, variance={variance}"), &noise, &[1, 3]);
    }
    // e^-2 I_0(2).
    let (low, high) = ends("additive(noise=skellam, variance=2, sensitivity=1)", &Query::Tv);
    let known = decimal("0.30850832255367");
    assert!(low <= known.clone() + fraction("1/10000000000000") && high >= known);
    // Nearly that of a Gaussian of the same variance, and wide.
    let (low, high) = ends("additive(noise=skellam, variance=1000000, sensitivity=1000)", &at("2"));
    let (least, most) = ends("gaussian(sigma=1)", &at("2"));
    let near = fraction("1/1000");
    assert!(low > &least - &near && high < most + near);
}

/// Negative binomial noise up to the last mass, by factorials: the others sum to less than 2^-64.
fn negative_binomial(failures: u64, p: &Fraction, last: u64) -> Noise {
    let whole = power(&(Fraction::one() - p), failures);
    let mass = |n: u64| binomial(n + failures - 1, n) * &whole * power(p, n);
    let masses: Vec<Fraction> = (0..=last).map(mass).collect();
    let listed = masses.iter().fold(Fraction::zero(), |sum, mass| sum + mass);
    assert!(Fraction::one() - listed < power(&fraction("1/2"), 64), "{failures} {p} {last}");
    Noise { masses, is_cyclic: false }
}

#[test]
fn negative_binomial_noise() {
    let error = fraction("1/1000000000000000");
    let check = |formula: &str, noise: &Noise, distance: u64| {
        let text = format!("additive({formula}, sensitivity={distance})");
        // All shifts, in both directions.
        let pairs = noise.pairs(distance);
        for ratio in ["1", "9/8", "2", "30"] {
            let expected = largest(pairs.iter().map(|pair| pair.delta(&fraction(ratio))));
            let (low, high) = ends(&text, &at(ratio));
            assert!(
                low <= &expected + &error && &expected - &error <= high,
                "{text} at {ratio}: {low} {high}"
            );
            assert!(&high - &low <= &high * &error, "{text} at {ratio}: {low} {high}");
        }
        let power = largest(pairs.iter().map(|pair| pair.best_power(&fraction("1/7"))));
        let (low, high) = ends(&text, &Query::Beta { alpha: real("1/7") });
        let expected = Fraction::one() - power;
        assert!(low <= &expected + &error && &expected - &error <= high, "{text}: beta");
    };
    for (failures, p, last) in [(1, "1/3", 42), (2, "1/2", 72), (3, "1/10", 23), (5, "1/3", 56)] {
        let noise = negative_binomial(failures, &fraction(p), last);
        for distance in [1, 3] {
            check(
                &format!("noise=negative-binomial, failures={failures}, p={p}"),
                &noise,
                distance,
            );
        }
    }
    // A probability that is no rational number, beside one that differs from it by less than
    // 2^-180.
    let near = negative_binomial(2, &exponential("-2"), 26);
    check("noise=negative-binomial, failures=2, p=exp(-2)", &near, 2);
    // One failure is geometric noise, and exact.
    let one = "additive(noise=negative-binomial, failures=1, p=2/5, sensitivity=3)";
    for ratio in ["1", "3", "100"] {
        let other = exactly("additive(noise=geometric, eps=ln(5/2), sensitivity=3)", &at(ratio));
        assert_eq!(exactly(one, &at(ratio)), other, "{ratio}");
    }
    let none = "additive(noise=negative-binomial, failures=4, p=1/2, sensitivity=0)";
    assert_eq!(exactly(none, &Query::Tv), Fraction::zero());
    let sum = "additive(noise=negative-binomial, failures=4, p=1/2, shifts=[1, 2, 1])";
    let group = "group(2, additive(noise=negative-binomial, failures=4, p=1/2, shifts=[1]))";
    let two = ends("additive(noise=negative-binomial, failures=4, p=1/2, sensitivity=2)", &at("2"));
    assert_eq!(ends(group, &at("2")), two);
    assert!(ends(sum, &at("2")).0 > two.1);
    // Nearly that of a Gaussian of the same variance, and wide: failures p / (1-p)^2.
    let (low, high) =
        ends("additive(noise=negative-binomial, failures=1000, p=9/10, sensitivity=300)", &at("2"));
    let (least, most) = ends("gaussian(sigma=1)", &at("2"));
    assert!(low > least - fraction("1/50") && high < most + fraction("1/50"), "{low} {high}");
}

/// The steps of a composition may be in either direction, by the outcomes before.
#[test]
fn compositions_of_negative_binomial_noise() {
    let noise = negative_binomial(3, &fraction("1/10"), 23);
    for distance in [1, 2] {
        let (text, pairs) =
            ("additive(noise=negative-binomial, failures=3, p=1/10", noise.pairs(distance));
        let text = format!("{text}, sensitivity={distance})^2");
        for ratio in ["1", "7/4", "20"] {
            let best = adaptive(&pairs, &fraction(ratio));
            let same = largest(pairs.iter().map(|pair| twice(pair).delta(&fraction(ratio))));
            let (low, high) = ends(&text, &at(ratio));
            assert!(low <= best && best <= high, "{text} at {ratio}: {low} {best} {high}");
            assert!(same.clone() * fraction("999/1000") <= low, "{text} at {ratio}: {low} {same}");
            assert!(high <= same * fraction("11/10"), "{text} at {ratio}: far above");
        }
    }
}

/// The pair of one step.
fn pair_of(text: &str) -> LossPair {
    let step = Mechanism::parse(text).unwrap().steps().unwrap().remove(0).0;
    let step = match step {
        Dominating::OneOf(choices) => choices[0].steps().unwrap().remove(0).0,
        step => step,
    };
    step.loss_pairs(Direction::Forward, Role::Dominating).remove(0)
}

/// Of negative binomial noise few outcomes are listed with few bits; the others are in what is
/// beyond them.
#[test]
fn masses_beyond_the_last_one() {
    for (failures, p, distance) in [(2, "1/2", 1), (3, "3/4", 2), (20, "1/20", 4)] {
        let text = format!(
            "additive(noise=negative-binomial, failures={failures}, p={p}, sensitivity={distance})"
        );
        let whole = power(&(Fraction::one() - fraction(p)), failures);
        let mass = |n: u64| binomial(n + failures - 1, n) * &whole * power(&fraction(p), n);
        let masses: Vec<Fraction> = (0..200).map(mass).collect();
        let upper =
            |x: &Interval<Malachite>| fraction(&x.upper().to_rational().unwrap().to_string());
        for bits in [6, 10, 24] {
            let Evaluated::Atoms(few) = pair_of(&text).evaluate::<Malachite>(bits) else {
                panic!("outcomes")
            };
            let listed = few.atoms.len();
            let until =
                |end: usize| masses[..end].iter().fold(Fraction::zero(), |sum, mass| sum + mass);
            assert!(
                upper(&few.below.p) >= Fraction::one() - until(listed + distance),
                "{text}, {bits} bits"
            );
            assert!(upper(&few.below.q) >= Fraction::one() - until(listed), "{text}, {bits} bits");
            assert!(upper(&few.infinite.p) >= until(distance), "{text}, {bits} bits");
            assert!(
                bits < 24 || upper(&few.below.q) <= power(&fraction("1/2"), bits / 2),
                "{text}, {bits} bits"
            );
        }
    }
}

/// Even where each rounding moves a number by a large part of itself, the ends are on their sides.
#[test]
fn few_bits_contain_many() {
    for formula in [
        "noise=negative-binomial, failures=2, p=1/2, sensitivity=1",
        "noise=negative-binomial, failures=6, p=exp(-1/9), sensitivity=3",
        "noise=skellam, variance=3, sensitivity=2",
        "noise=skellam, variance=1/10, sensitivity=1",
        "noise=truncated-discrete-gaussian, sigma_sq=5, bound=4, sensitivity=3",
        "noise=wrapped-discrete-gaussian, sigma_sq=3, modulus=7, sensitivity=1",
        "noise=wrapped-discrete-gaussian, sigma_sq=20, modulus=4, sensitivity=1",
    ] {
        let pair = pair_of(&format!("additive({formula})"));
        for pair in [pair.clone(), pair.reversed()] {
            let of_many = pair.evaluate::<Malachite>(192);
            for precision in [12, 16, 24, 40] {
                let of_few = pair.evaluate::<Malachite>(precision);
                for loss in [(0, 1), (1, 7), (1, 2), (3, 2), (4, 1)]
                    .map(|(n, d)| Rational::from_signeds(n, d))
                {
                    let (few, many) =
                        (of_few.delta(&line(&loss, precision)), of_many.delta(&line(&loss, 192)));
                    let is_inside = few.lower() <= many.lower() && many.upper() <= few.upper();
                    assert!(is_inside, "{formula} at {loss}, {precision} bits: {few:?} {many:?}");
                }
            }
        }
    }
}

/// Of Skellam noise few outcomes are listed with few bits; the others are in what is beyond them.
#[test]
fn masses_beyond_the_listed_ones() {
    for (variance, distance) in [("3", 2), ("1/10", 1), ("40", 5)] {
        let text = format!("additive(noise=skellam, variance={variance}, sensitivity={distance})");
        let pair = pair_of(&text);
        let atoms = |bits| match pair.evaluate::<Malachite>(bits) {
            Evaluated::Atoms(atoms) => atoms,
            Evaluated::Tails(_) => panic!("outcomes"),
        };
        let many = atoms(192);
        for bits in [6, 8, 12, 20] {
            let few = atoms(bits);
            // As many on either side, the largest losses last.
            let listed = many.atoms.len() - (many.atoms.len() - few.atoms.len()) / 2;
            let (mut p, mut q) = (many.above.p.clone(), many.above.q.clone());
            for atom in &many.atoms[listed..] {
                (p, q) = (&p + &atom.masses.p, &q + &atom.masses.q);
            }
            assert!(
                few.atoms.len() < many.atoms.len() && few.above.p.upper() >= p.lower(),
                "{text}, {bits} bits: {p:?}"
            );
            assert!(few.above.q.upper() >= q.lower(), "{text}, {bits} bits: {q:?}");
        }
    }
}

/// Masses whose ratios have no common factors: n of them, all different, symmetric and log-concave.
fn many(n: usize) -> Noise {
    let middle = (n / 2) as i64;
    let weight = |i: usize| {
        let far = (i as i64 - middle).unsigned_abs();
        (1 << 40) + 1_000_003 - far * far * ((1 << 38) / (n * n) as u64)
    };
    Noise::on_integers(&(0..n + 1 - n % 2).map(weight).collect::<Vec<_>>())
}

#[test]
fn many_masses_are_listed_once_and_composed_on_a_grid() {
    let noise = many(1101);
    let (text, pair) = (noise.text(9), noise.pair(9));
    for ratio in ["1", "101/100"] {
        assert_eq!(exactly(&text, &at(ratio)), pair.delta(&fraction(ratio)), "{ratio}");
    }
    let composed = answer(&format!("{text}^30"), &at("3/2"));
    assert!(composed.method == Method::Grid && composed.tight, "{composed:?}");
    let Content::Number(composed) = composed.content else { panic!("one number") };
    let (low, high) = (decimal(&composed.printed().lo), decimal(&composed.printed().hi));
    assert!(high.clone() - &low <= &high * fraction("1/1000"));
    // An infinite loss among 30 is a part of it.
    let infinite = pair.delta(&whole(1 << 40));
    assert!(high >= Fraction::one() - power(&(Fraction::one() - infinite), 30));
}

/// The logarithms of many ratios, which are computed in registers, contain those of the engine.
#[test]
fn losses_contain_those_with_more_bits() {
    for text in [
        many(301).text(1),
        many(51).text(20),
        "additive(masses=[1/10^30, 1-2/10^30, 1/10^30])".into(),
    ] {
        let pair = pair_of(&text);
        for pair in [pair.clone(), pair.reversed()] {
            let evaluated = [128, 512].map(|precision| pair.evaluate::<Malachite>(precision));
            let [Evaluated::Atoms(few), Evaluated::Atoms(many)] = evaluated else {
                panic!("{text}")
            };
            assert!(few.atoms.len() == many.atoms.len() && few.atoms.len() > 1, "{text}");
            for (few, many) in few.atoms.iter().zip(&many.atoms) {
                let (few, many) = (&few.loss, &many.loss);
                assert!(
                    few.lower() <= many.lower() && many.upper() <= few.upper(),
                    "{text}: {few:?} {many:?}"
                );
                let width = few.upper().to_rational().unwrap() - few.lower().to_rational().unwrap();
                assert!(width <= Rational::from(1) >> 90u32, "{text}: {few:?}");
            }
        }
    }
}

/// Ten thousand different losses fall into the cells of one grid. They are small, so that their sum
/// is nearly normal.
#[test]
fn ten_thousand_masses_are_composed_a_thousand_times() {
    let half: Vec<u64> = (0..5_000).map(|i| 100_000 + i * 7_919 % 301).collect();
    let noise = Noise::on_residues(&[half.clone(), half.into_iter().rev().collect()].concat());
    let text = format!("{}^1000", noise.text(1));
    let (low, high) = ends(&text, &Query::Eps { delta: real("1/1000") });
    assert!(&high - &low <= &high * fraction("1/1000"), "[{low}, {high}]");
    // The variance of one loss is about the sum of (p - q)^2 / q.
    let terms = noise.pair(1).0.into_iter().map(|(p, q)| (&p - &q) * (p - &q) / q);
    let variance = terms.fold(Fraction::zero(), |sum, term| sum + rounded(&term));
    let normal = format!("gdp(mu=sqrt({}))", variance * whole(1000));
    let (expected, _) = ends(&normal, &Query::Eps { delta: real("1/1000") });
    assert!(
        &expected * fraction("99/100") <= low && high <= &expected * fraction("101/100"),
        "{expected}: {low}"
    );
}

/// A number with few bits.
fn rounded(x: &Fraction) -> Fraction {
    let scale = Fraction::from_integer(BigInt::one() << 80);
    (x * &scale).round() / scale
}

/// A triangle of n masses, whose ratios are all different.
fn triangle(n: usize) -> Noise {
    Noise::on_integers(&(0..n).map(|i| (i + 1).min(n - i) as u64).collect::<Vec<_>>())
}

/// Many losses keep the limit, in a composition and in a search for rho.
#[test]
fn many_masses_keep_the_limit() {
    let (line, circle) = (triangle(1000), Noise { is_cyclic: true, ..triangle(1000) });
    for (noise, query) in [
        (&line, Query::Eps { delta: real("1/1000") }),
        (&line, Query::Delta { eps: real("1") }),
        (&circle, Query::Tv),
        (&circle, Query::Rho),
    ] {
        let mechanism = Mechanism::parse(&format!("{}^1000", noise.text(1))).unwrap();
        let mut options = Options::default();
        options.limits.work = 1_000_000;
        let answer = dpcert::ask(&Question::of(&mechanism, &query), &options);
        let Err(Refusal::TooCostly(refused)) = answer else { panic!("{query:?}: {answer:?}") };
        // It is refused when the masses are counted.
        assert!(
            refused.estimate > refused.limit && refused.estimate < 1_000_000_000,
            "{query:?}: {refused:?}"
        );
    }
    // A search is charged as it goes on: with many outcomes it ends early.
    let circle = Noise::on_residues(&[3, 1, 4, 1, 5, 9, 2, 6, 2, 9, 5, 1, 4, 1, 3]);
    let mechanism = Mechanism::parse(&circle.text(1)).unwrap();
    let rho = |work| {
        let mut options = Options::default();
        options.limits.work = work;
        dpcert::ask(&Question::of(&mechanism, &Query::Rho), &options)
    };
    assert!(matches!(rho(2_000_000), Err(Refusal::TooCostly(_))) && rho(100_000_000_000).is_ok());
}

/// The other direction of neighbours is the same pair where exchanged masses are.
#[test]
fn symmetric_pairs_are_found() {
    let mut both = (0, 0);
    for noise in tables(100 * effort()) {
        for shift in [1, 2] {
            let outcomes = noise.pair(shift).0;
            let real = |x: &Fraction| real(&x.to_string());
            let pair =
                FinitePair::from_outcomes(outcomes.iter().map(|(p, q)| (real(p), real(q), None)))
                    .unwrap();
            // All masses of one ratio, and those of the opposite one.
            let total = |(p, q): (&Fraction, &Fraction)| {
                let alike = outcomes
                    .iter()
                    .filter(|(r, s)| r * q == p * s && !(r.is_zero() && s.is_zero()));
                alike.fold((Fraction::zero(), Fraction::zero()), |sum, (r, s)| {
                    (sum.0 + r, sum.1 + s)
                })
            };
            let is_symmetric = outcomes.iter().all(|(p, q)| {
                let (forward, reverse) = (total((p, q)), total((q, p)));
                (p.is_zero() && q.is_zero()) || forward == (reverse.1, reverse.0)
            });
            assert_eq!(pair.is_symmetric(), Some(is_symmetric), "{noise:?} {shift}");
            if is_symmetric { both.0 += 1 } else { both.1 += 1 }
        }
    }
    assert!(both.0 > 20 && both.1 > 20, "{both:?}");
    // Two ways to write one loss, and losses that are no logarithms of rationals.
    let outcome = |p: &str, q: &str, loss: &str| (real(p), real(q), Some(real(loss)));
    let twice = [
        outcome("1/3", "1/6", "ln(2)"),
        outcome("1/6", "1/12", "2*ln(2)/2"),
        outcome("1/4", "1/2", "-ln(2)"),
    ];
    let e = ["exp(1)/(1+exp(1))", "1/(1+exp(1))"];
    let noise = [outcome(e[0], e[1], "1"), outcome(e[1], e[0], "-1")];
    for outcomes in [twice.to_vec(), noise.to_vec()] {
        assert_eq!(FinitePair::from_outcomes(outcomes).unwrap().is_symmetric(), Some(true));
    }
}

#[test]
fn what_is_refused_is_explained() {
    for (text, expected) in [
        ("additive(masses=[1/2, 1/3], sensitivity=1)", "the sum of masses is 5/6"),
        ("additive(masses=[3/2, -1/2], sensitivity=1)", "masses[1] = -1/2 is negative"),
        ("additive(masses=[], sensitivity=1)", "the sum of masses is 0"),
        (
            "additive(masses=[1/2, 1/2], modulus=0, sensitivity=1)",
            "modulus = 0 is not in [1, 65536]",
        ),
        (
            "additive(masses=[1/2, 1/2], noise=uniform, outcomes=2)",
            "both masses and noise are given",
        ),
        ("additive(sensitivity=1)", "the field \"masses\" is missing"),
        ("additive(masses=[1/2, 1/2], sensitivity=[1, 1])", "the sensitivity is that of one count"),
        ("additive(masses=[1/2, 1/2], sensitivity=1/2)", "not a whole number"),
        ("additive(noise=uniform, outcomes=0)", "outcomes = 0 leaves no integer"),
        ("additive(noise=uniform, outcomes=2, eps=1)", "unknown field \"eps\""),
        ("additive(noise=uniform)", "the field \"outcomes\" is missing"),
        ("additive(noise=cauchy)", "unknown word \"cauchy\""),
        ("additive(noise=binomial, trials=0, p=1/2)", "trials = 0 is not"),
        ("additive(noise=binomial, trials=100000, p=1/2)", "trials = 100000 is not"),
        ("additive(noise=binomial, trials=4, p=1)", "p = 1 is not known to be below 1"),
        ("additive(noise=geometric, eps=0)", "eps = 0 is not positive"),
        (
            "additive(noise=wrapped-discrete-laplace, eps=1, modulus=2^20)",
            "modulus = 1048576 is not in",
        ),
        ("additive(noise=wrapped-discrete-laplace, eps=1, modulus=1000)", "not all rational"),
        ("additive(noise=skellam, variance=10^15)", "too many integers have masses"),
        ("additive(noise=negative-binomial, p=1/2)", "the field \"failures\" is missing"),
        ("additive(noise=negative-binomial, failures=0, p=1/2)", "failures = 0 leaves no noise"),
        ("additive(noise=negative-binomial, failures=1/2, p=1/2)", "not a whole number"),
        ("additive(noise=negative-binomial, failures=2, p=1)", "p = 1 is not known to be below 1"),
        ("additive(noise=negative-binomial, failures=2, p=0)", "p = 0 is not positive"),
        (
            "additive(noise=negative-binomial, failures=2, p=1-2^-300)",
            "too many integers have masses",
        ),
        (
            "additive(noise=negative-binomial, failures=10^15, p=1/2)",
            "too many integers have masses",
        ),
        (
            "additive(noise=negative-binomial, failures=2, p=1/2, sensitivity=2^62)",
            "too many integers have masses",
        ),
        (
            "additive(noise=truncated-discrete-gaussian, sigma_sq=1, bound=10^9)",
            "bound = 1000000000 leaves",
        ),
        (
            "additive(noise=wrapped-discrete-gaussian, sigma_sq=0, modulus=4)",
            "sigma_sq = 0 is not positive",
        ),
        (
            "additive(noise=wrapped-discrete-gaussian, sigma_sq=1, modulus=400, sensitivity=100)",
            "100 shifts are too many",
        ),
        (
            "additive(masses=[1/2, 0, 1/2], sensitivity=1, delta=1/10)",
            "additive has no field \"delta\"",
        ),
    ] {
        let error = Mechanism::parse(text).unwrap_err().to_string();
        assert!(error.contains(expected), "{text}: {error}");
    }
    for noise in ["masses=[1/2, 1/3, 1/6]", "noise=negative-binomial, failures=2, p=1/2"] {
        let sampled = Mechanism::parse(&format!("poisson(1/2, additive({noise}, sensitivity=1))"));
        assert!(
            matches!(sampled, Err(Refusal::Unsupported { ref what, .. }) if what.contains("no shift")),
            "{sampled:?}"
        );
    }
}
