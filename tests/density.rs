//! The density of noise: against values of mpmath, integrals that are 1, and total variations that
//! are integrals of a density and the same one moved.

use crate::support::answered::exactly;
use crate::support::{Fraction, decimal, fraction, real, whole};
use dpcert::enclosure::big_rational;
use dpcert::input::{Field, from_notation};
use dpcert::mechanism::Density;
use dpcert::{Bounds, EngineChoice, Query, Refusal};
use malachite::rational::Rational;
use num_traits::{Signed, Zero};

fn read(noise: &str) -> Result<Density, Refusal> {
    let node = from_notation(noise)?;
    Density::read(&Field { node: &node, path: "mechanism".into() })
}

fn places(places: &[&str]) -> Vec<Rational> {
    places.iter().map(|x| real(x).as_rational().unwrap().clone()).collect()
}

fn density(noise: &str, at: &[Rational]) -> Vec<Bounds> {
    let noise = read(noise).unwrap_or_else(|e| panic!("{noise}: {e}"));
    noise.at(at, EngineChoice::default()).unwrap().0
}

fn ends(bounds: &Bounds) -> (Fraction, Fraction) {
    let end = |x: &dpcert::Dyadic| big_rational(&x.to_rational().unwrap());
    (end(bounds.lower()), end(bounds.upper()))
}

/// Values of mpmath with 40 digits: `npdf`, `p/(2 s gamma(1/p)) exp(-(x/s)^p)`, the printed formula
/// of the staircase, `exp(-n^2/(2v))` over its `nsum` on all integers, and `(1-a)/(1+a) a^n`.
#[test]
fn values() {
    let known: [(&str, &[(&str, &str)]); 12] = [
        (
            "gaussian(sigma=2)",
            &[
                ("0", "0.199471140200716338969973"),
                ("1/3", "0.1967198580509699379711643"),
                ("5", "0.008764150246784268681079161"),
                ("40", "2.760474181079881594791368e-88"),
            ],
        ),
        ("gaussian(mu=1/2)", &[("5", "0.008764150246784268681079161")]),
        (
            "laplace(eps=1/2)",
            &[
                ("0", "0.25"),
                ("1/3", "0.2116204312226535185112293"),
                ("40", "5.152884056096394569914851e-10"),
            ],
        ),
        ("laplace(scale=2, sensitivity=7)", &[("5", "0.02052124965597469879238217")]),
        (
            "generalised-gaussian(power=3/2, scale=2, sensitivity=1)",
            &[("0", "0.2769330418581181173509079"), ("9/10", "0.204773926666203474950813")],
        ),
        (
            "generalised-gaussian(power=64, scale=1, sensitivity=1)",
            &[("1/3", "0.5044293589707406885138897"), ("9/10", "0.5038349779078465263959684")],
        ),
        (
            "generalised-gaussian(power=1001/1000, scale=3, sensitivity=1)",
            &[("0", "0.1667370215257224388623544"), ("2", "0.08562877973076130324300526")],
        ),
        (
            "staircase(eps=1, gamma=1/4)",
            &[
                ("0", "0.6009783637831245095937426"),
                ("1/5", "0.6009783637831245095937426"),
                ("1/4", "0.2210875846246636157384033"),
                ("1", "0.2210875846246636157384033"),
                ("5/4", "0.08133357708166521455488176"),
                ("7/2", "0.01100730269099403253770155"),
            ],
        ),
        (
            "discrete-gaussian(sigma_sq=9)",
            &[
                ("0", "0.1329807601338108926466487"),
                ("5", "0.03315904626424956090386652"),
                ("20", "2.970300062450725265354625e-11"),
            ],
        ),
        (
            "discrete-gaussian(sigma_sq=1)",
            &[("0", "0.3989422782668617055816805"), ("2", "0.05399096622430528481780657")],
        ),
        // As many terms as the standard deviation would be too many.
        ("discrete-gaussian(sigma_sq=1e18)", &[("0", "3.989422804014326779399461e-10")]),
        (
            "discrete-laplace(eps=1/2)",
            &[("0", "0.2449186624037091292778011"), ("7", "0.007395902755886187506926577")],
        ),
    ];
    for (noise, values) in known {
        let at: Vec<Rational> = values.iter().flat_map(|(x, _)| places(&[x])).collect();
        for ((x, value), bounds) in values.iter().zip(density(noise, &at)) {
            let (low, high) = ends(&bounds);
            let value = decimal(value);
            let digits = &value * decimal("1e-23");
            assert!(low <= &value + &digits && &value - &digits <= high, "{noise} at {x}");
            assert!(&high - &low <= value * decimal("1e-15"), "{noise} at {x}: [{low}, {high}]");
        }
    }
}

/// The places up to a number where a staircase may jump, on both sides of 0, and where the same one
/// moved by 1 may; and the ends of the last two units.
fn breaks(gamma: &Fraction, last: u64) -> Vec<Fraction> {
    let jumps = (0..=last).map(|k| whole(k) + gamma);
    let both = jumps.flat_map(|jump| [jump.clone(), -jump]);
    let mut all: Vec<_> = both.flat_map(|jump| [&jump + whole(1), jump]).collect();
    all.extend([last - 1, last].into_iter().flat_map(|end| [whole(end), -whole(end)]));
    all.sort();
    all.dedup();
    all.retain(|x| x.abs() <= whole(last));
    all
}

fn exact(noise: &str, at: &[Fraction]) -> Vec<Fraction> {
    let at: Vec<_> =
        at.iter().map(|x| real(&x.abs().to_string()).as_rational().unwrap().clone()).collect();
    density(noise, &at).iter().map(|x| x.exact().unwrap().to_big_rational().unwrap()).collect()
}

/// A staircase by its values between all places where it jumps: its integral is 1, and half the
/// integral of its difference from itself moved by 1 is the total variation of the mechanism, both
/// exactly. Beyond the last place both fall by the factor b with each step of length 1.
#[test]
fn staircases_are_integrated_exactly() {
    const LAST: u64 = 4;
    for b in ["1/2", "1/3", "3/4", "9/10", "1/100"] {
        for gamma in ["0", "1/100", "1/4", "1/2", "2/3", "1"] {
            let noise = format!("staircase(eps=-ln({b}), gamma={gamma})");
            let (b, gamma) = (fraction(b), fraction(gamma));
            let breaks = breaks(&gamma, LAST);
            let middles: Vec<_> =
                breaks.windows(2).map(|pair| (&pair[0] + &pair[1]) / whole(2)).collect();
            let here = exact(&noise, &middles);
            let moved = exact(&noise, &middles.iter().map(|x| x - whole(1)).collect::<Vec<_>>());
            // The sum over all steps, where those of the last lengths continue as geometric series.
            let sum = |values: &[Fraction]| {
                let parts = breaks.windows(2).zip(&middles).zip(values);
                let rest = &b / (whole(1) - &b);
                parts.fold(Fraction::zero(), |sum, ((pair, middle), value)| {
                    let area = (&pair[1] - &pair[0]) * value;
                    let tail =
                        if middle.abs() > whole(LAST - 1) { &area * &rest } else { whole(0) };
                    sum + area + tail
                })
            };
            assert_eq!(sum(&here), whole(1), "{noise}");
            let difference: Vec<_> = here.iter().zip(&moved).map(|(x, y)| (x - y).abs()).collect();
            assert_eq!(sum(&difference) / whole(2), exactly(&noise, &Query::Tv), "{noise}");
        }
    }
}

/// The sums of the values at the nearer and at the farther end of each of many cells contain 1.
/// Beyond x the integral of `c e^-(x/s)^p` is at most s times its value there, where x is at least
/// s: the derivative of `(x/s)^p` is at least `1/s`.
#[test]
fn continuous_densities_are_integrated_between_sums() {
    for (noise, scale, last) in [
        ("laplace(eps=1/3)", "3", "120"),
        ("gaussian(sigma=2)", "2.9", "18"),
        ("generalised-gaussian(power=3/2, scale=2, sensitivity=1)", "2", "24"),
        ("generalised-gaussian(power=4, scale=1/2, sensitivity=1)", "1/2", "5/4"),
        ("generalised-gaussian(power=64, scale=5, sensitivity=1)", "5", "16/3"),
    ] {
        const CELLS: u64 = 1000;
        let width = real(last).as_rational().unwrap() / Rational::from(CELLS);
        let at: Vec<Rational> = (0..=CELLS).map(|i| &width * Rational::from(i)).collect();
        let values: Vec<_> = density(noise, &at).iter().map(ends).collect();
        let (mut low, mut high) = (Fraction::zero(), Fraction::zero());
        for pair in values.windows(2) {
            low += &pair[1].0;
            high += &pair[0].1;
        }
        let tail = decimal(scale) * &values[values.len() - 1].1;
        let [low, high] = [low, high].map(|sum| sum * big_rational(&width) * whole(2));
        let high = high + tail * whole(2);
        assert!(low <= whole(1) && whole(1) <= high, "{noise}: {low}, {high}");
        assert!(&high - &low < decimal("1/20"), "{noise}");
    }
}

/// Masses from the other end: the sum of all is 1, and half of the differences under a shift is the
/// total variation.
#[test]
fn masses_are_summed() {
    for b in ["1/2", "1/3", "9/10"] {
        let noise = format!("discrete-laplace(eps=-ln({b}), sensitivity=2)");
        let integers: Vec<_> = (0..=6).map(whole).collect();
        let masses = exact(&noise, &integers);
        let b = fraction(b);
        let rest = &masses[6] * &b / (whole(1) - &b);
        let half = masses[1..].iter().fold(rest, |sum, mass| sum + mass);
        assert_eq!(&masses[0] + whole(2) * &half, whole(1), "{noise}");
        // `|f(n) - f(n-2)|` is that of 2-n, 0 at n = 1, and falls by b with each step from 2 on.
        let half = (&masses[0] - &masses[2]) / (whole(1) - &b);
        assert_eq!(half, exactly(&noise, &Query::Tv), "{noise}");
    }
    for sigma_sq in ["1/4", "9", "100"] {
        let noise = format!("discrete-gaussian(sigma_sq={sigma_sq})");
        let values: Vec<_> = density(&noise, &(0..=120u64).map(Rational::from).collect::<Vec<_>>())
            .iter()
            .map(ends)
            .collect();
        let sum = |end: fn(&(Fraction, Fraction)) -> &Fraction| {
            let half = values[1..].iter().fold(Fraction::zero(), |sum, value| sum + end(value));
            end(&values[0]) + half * whole(2)
        };
        let (low, high) = (sum(|value| &value.0), sum(|value| &value.1) + decimal("1e-25"));
        assert!(low <= whole(1) && whole(1) <= high, "{noise}: {low}, {high}");
        assert!(high - low < decimal("1e-15"), "{noise}");
    }
}

/// A staircase has right of a jump what it has there, wherever that is; and parameters whose first
/// digits cancel are known all the same.
#[test]
fn parameters_are_expressions() {
    let noise = "staircase(eps=1, gamma=sqrt(2)/2)";
    let around = density(noise, &places(&["0.70710678118654752440", "0.70710678118654752441"]));
    assert!(around[0].lower() > around[1].upper(), "{around:?}");
    // The root of 2, less its first forty digits: 1.5e-40 or so.
    let scale = "sqrt(2)-1.4142135623730950488016887242096980785696";
    let found = &density(&format!("laplace(scale={scale}, sensitivity=1)"), &places(&["0"]))[0];
    let (low, high) = ends(found);
    assert!(&high - &low < &high * decimal("1e-15"), "[{low}, {high}]");
    // 1/(2b) with the next digits of the root: 7187537694.
    let truth = decimal("0.5") / decimal("0.7187537694807317667973799e-40");
    assert!((low - &truth).abs() < &truth * decimal("1e-15"), "{found:?}");
}

#[cfg(feature = "mpfr")]
#[test]
fn engines_agree() {
    for engine in [EngineChoice::Mpfr, EngineChoice::Both] {
        for noise in [
            "gaussian(sigma=2)",
            "laplace(eps=1)",
            "staircase(eps=1, gamma=1/3)",
            "generalised-gaussian(power=7/3, scale=2, sensitivity=1)",
            "discrete-gaussian(sigma_sq=3)",
            "discrete-laplace(eps=1)",
        ] {
            let at = places(&["0", "1", "12"]);
            let (values, name) = read(noise).unwrap().at(&at, engine).unwrap();
            assert_eq!(name, engine.name());
            let others = density(noise, &at);
            assert!(values.iter().zip(&others).all(|(x, y)| x.agrees(y)), "{noise}");
        }
    }
}

#[test]
fn distances_are_those_of_neighbours() {
    for (noise, distance) in [
        ("staircase(eps=1, gamma=1/4)", "1"),
        ("laplace(eps=2)", "1"),
        ("laplace(scale=2, sensitivity=3/2)", "3/2"),
        ("gaussian(std=2, sensitivity=sqrt(2))", "sqrt(2)"),
        ("generalised-gaussian(power=2, scale=1, sensitivity=0)", "0"),
        ("discrete-laplace(eps=1)", "1"),
        ("discrete-gaussian(sigma_sq=4, shifts=[-3])", "3"),
    ] {
        assert_eq!(*read(noise).unwrap().distance(), real(distance), "{noise}");
    }
}

#[test]
fn what_has_no_density_is_refused() {
    for (noise, reason) in [
        ("gaussian(sigma=0)", "sigma = 0 is not positive"),
        ("staircase(eps=1, gamma=3)", "gamma = 3 is outside [0, 1]"),
        ("laplace(eps=0)", "eps = 0 is not positive"),
        ("gaussian(mu=0)", "mu = 0 is not positive"),
        ("gaussian(scale=2)", "a scale in the units of the data needs a sensitivity"),
        ("discrete-laplace(eps=1, shifts=[1, 1])", "2 counts have noise, each of its own"),
        ("normal(sigma=1)", "Gaussian noise is gaussian(sigma)"),
        (
            "gdp(mu=1)",
            "a density of gdp is not supported: densities or masses are known of staircase, laplace, gaussian, generalised-gaussian, discrete-laplace, discrete-gaussian",
        ),
        ("approx-dp(eps=1, delta=0)", "a density of approx-dp is not supported"),
        ("laplace(eps=1)^2", "a density of repeat is not supported"),
        ("additive(masses=[1/2, 1/2], sensitivity=1)", "a density of additive is not supported"),
    ] {
        let error = read(noise).expect_err(noise).to_string();
        assert!(error.contains(reason), "{noise}: {error}");
    }
}
