//! Two centred Gaussians of different scale: against closed forms of one and two dimensions, sums
//! and quadrature of the density of the norm, values of another program, and compositions against
//! the pair in which the dimensions add.

// The quadrature and the sums are in floating point.
#![allow(clippy::float_arithmetic)]

use crate::support::answered::{answer, at, ends, exactly};
use crate::support::{Fraction, Shown, decimal, effort, fraction, real};
use dpcert::{Content, Limits, Mechanism, Options, Query, Question, Refusal};
use num_traits::ToPrimitive;

fn pair(ratio: &str, dimension: u64) -> String {
    format!("gaussian-scales(ratio={ratio}, dimension={dimension})")
}

fn delta(eps: &str) -> Query {
    Query::Delta { eps: real(eps) }
}

fn renyi(order: &str, reverse: bool) -> Query {
    let order = dpcert::mechanism::RenyiOrder::Finite(real(order).as_rational().unwrap().clone());
    Query::Renyi { order, reverse }
}

/// An enclosure of a number, and how narrow it is at least.
fn contains(mechanism: &str, query: &Query, value: &Fraction, width: &str) {
    let (low, high) = ends(mechanism, query);
    assert!(low <= *value && *value <= high, "{mechanism}: [{low}, {high}], {value}");
    assert!(&high - &low <= value * decimal(width), "{mechanism}: [{low}, {high}]");
}

/// With `r^2 = 2` in two dimensions w has the tail `e^-y`: at `e^eps = g` one direction has `1/(2g)
/// - g/(2g)^2`, which is more than the `(1 - g/2)^2` of the other one.
#[test]
fn two_dimensions_are_rational() {
    let mechanism = pair("sqrt(2)", 2);
    for (ratio, value) in [("1", "1/4"), ("5/4", "1/5"), ("3", "1/12"), ("1000000", "1/4000000")] {
        contains(&mechanism, &at(ratio), &fraction(value), "1e-18");
    }
    contains(&mechanism, &Query::Tv, &fraction("1/4"), "1e-18");
    // Rejected above: beta = 1 - sqrt(alpha). Rejected below: (1 - alpha)^2.
    for (alpha, value) in
        [("1/4", "1/2"), ("9/16", "49/256"), ("1/10^12", "999999/1000000"), ("1", "0")]
    {
        contains(&mechanism, &Query::Beta { alpha: real(alpha) }, &fraction(value), "1e-12");
    }
    for (mass, value) in [
        ("1/12", "1.09861228866810969139524523692"),
        ("1/4000000", "13.8155105579642741041079487281"),
    ] {
        contains(&mechanism, &Query::Eps { delta: real(mass) }, &decimal(value), "1e-9");
    }
    assert_eq!(exactly(&mechanism, &Query::Eps { delta: real("1/3") }), fraction("0"));
}

/// In 40 digits with mpmath, for `x = eps + d ln r` and the regularised incomplete gamma functions
/// at `a = d/2`: `gammainc(a, x/(r*r-1), inf) - exp(eps)*gammainc(a, x*r*r/(r*r-1), inf)`. One
/// dimension is by erfc: `erfc(sqrt(x/3)) - exp(1)*erfc(sqrt(4*x/3))` for `r = 2`.
#[test]
fn values_of_another_program() {
    let known = [
        ("2", 1, "1", "0.1967108816914446036424783816138816062857"),
        ("11/10", 1, "1/8", "0.0216052142725117835246755234739586217453"),
        ("5/4", 3, "1/2", "0.0968688616560764434658346381524542356791"),
        ("11/10", 10, "1/4", "0.0927686881793830155331725910852965600294"),
        ("3/2", 7, "0", "0.539181963446796685415900495978332397989127"),
        ("101/100", 101, "1/10", "0.0223844115379629572106868835032811967401"),
        ("1001/1000", 1000, "1/8", "0.0000545298542062674479616945957840693337041"),
        ("102/100", 10_001, "3", "0.4991414650740940305522416323218295038245"),
        ("1003/1000", 100_000, "5/4", "0.206740493732325309363009655248437992261"),
        ("3", 2, "5", "0.361520652925846972179773619393204116315099"),
        ("10", 5, "20", "0.98523533829021227444189277385956777669741"),
    ];
    for (ratio, dimension, eps, value) in known {
        contains(&pair(ratio, dimension), &delta(eps), &decimal(value), "1e-9");
        contains(&pair(&format!("1/({ratio})"), dimension), &delta(eps), &decimal(value), "1e-9");
    }
}

fn number(text: &str) -> f64 {
    fraction(text).to_f64().unwrap()
}

/// The densities of the norm for two deviations, at places that a step divides.
struct Densities {
    step: f64,
    values: Vec<(f64, f64)>,
}

impl Densities {
    /// `E [P - g Q]_+` of both directions by Simpson's rule.
    fn gains(&self, g: f64) -> [f64; 2] {
        let integral = |gain: &dyn Fn(&(f64, f64)) -> f64| {
            let gains: Vec<f64> = self.values.iter().map(|both| gain(both).max(0.0)).collect();
            let cells = gains.windows(3).step_by(2).map(|cell| cell[0] + 4.0 * cell[1] + cell[2]);
            cells.sum::<f64>() * self.step / 6.0
        };
        [integral(&|(p, q)| p - g * q), integral(&|(p, q)| q - g * p)]
    }
}

fn densities(p: f64, q: f64, dimension: u64) -> Densities {
    let d = dimension as f64;
    // 2^(1-d/2) / Gamma(d/2), the constant of the density of the norm.
    let constant = if dimension.is_multiple_of(2) {
        (1..dimension / 2).fold(1.0, |product, n| product / (2.0 * n as f64))
    } else {
        (0..dimension / 2).fold((2.0 / std::f64::consts::PI).sqrt(), |product, n| {
            product / (2.0 * n as f64 + 1.0)
        })
    };
    let density =
        |x: f64, s: f64| constant * (x / s).powf(d - 1.0) * (-x * x / (2.0 * s * s)).exp() / s;
    let (to, cells) = ((d.sqrt() + 12.0) * p.max(q), 1 << 16);
    let step = to / f64::from(cells);
    let at = |i: i32| step / 2.0 * f64::from(i);
    let values = (0..=2 * cells).map(|i| (density(at(i), p), density(at(i), q))).collect();
    Densities { step, values }
}

#[test]
fn one_step_has_the_delta_of_its_densities() {
    for ratio in ["11/10", "3/2", "2/3", "3", "9/10"] {
        for dimension in [1, 2, 3, 4, 5, 8, 13, 30] {
            let densities = densities(number(ratio), 1.0, dimension);
            for eps in ["0", "1/10", "1/2", "3"] {
                let [forward, backward] = densities.gains(number(eps).exp());
                let expected = forward.max(backward);
                let (low, high) = ends(&pair(ratio, dimension), &delta(eps));
                let (low, high) = (low.to_f64().unwrap(), high.to_f64().unwrap());
                let is_near = low <= expected + 2e-7 && high >= expected - 2e-7;
                assert!(
                    is_near && high - low <= 1e-6 * high,
                    "{ratio}, {dimension}, {eps}: {low} {high} {expected}"
                );
            }
        }
    }
}

/// Of an even number 2m of dimensions the tail is a sum of m terms of a Poisson law.
#[test]
fn many_dimensions_have_the_sum_of_all_terms() {
    let tail = |m: u64, y: f64| {
        let mut log = -y;
        let mut sum = log.exp();
        for n in 1..m {
            log += (y / n as f64).ln();
            sum += log.exp();
        }
        sum
    };
    for (ratio, m, eps) in
        [("101/100", 500, "1/2"), ("21/20", 500, "10"), ("11/10", 300, "0"), ("103/100", 2000, "1")]
    {
        let (r, e) = (number(ratio), number(eps));
        let x = e + 2.0 * m as f64 * r.ln();
        let (p, q) = (x / (r * r - 1.0), x * r * r / (r * r - 1.0));
        let wide = tail(m, p) - e.exp() * tail(m, q);
        // The narrow direction: from below, at the opposite loss.
        let x = 2.0 * m as f64 * r.ln() - e;
        let (p, q) = (x * r * r / (r * r - 1.0), x / (r * r - 1.0));
        let narrow = (1.0 - tail(m, p)) - e.exp() * (1.0 - tail(m, q));
        let (low, high) = ends(&pair(ratio, 2 * m), &delta(eps));
        let (low, high, expected) =
            (low.to_f64().unwrap(), high.to_f64().unwrap(), wide.max(narrow));
        assert!(
            low <= expected + 1e-9 && high >= expected - 1e-9,
            "{ratio}, {m}, {eps}: {low} {high} {expected}"
        );
    }
}

/// Only the quotient matters and both directions are in the answer, so that a ratio and its inverse
/// are the same.
#[test]
fn a_ratio_and_its_inverse_are_one() {
    for (ratio, inverse) in [("5/4", "4/5"), ("exp(1/10)", "exp(-1/10)"), ("sqrt(2)", "1/sqrt(2)")]
    {
        for dimension in [1, 6, 33] {
            let (x, y) = (pair(ratio, dimension), pair(inverse, dimension));
            let questions = [
                Query::Tv,
                delta("1/5"),
                Query::Eps { delta: real("1/1000") },
                Query::Beta { alpha: real("1/20") },
            ];
            for query in questions {
                assert_eq!(ends(&x, &query), ends(&y, &query), "{x}, {query:?}");
                assert_eq!(
                    ends(&x, &query),
                    ends(&format!("inverse({x})"), &query),
                    "{x}, {query:?}"
                );
            }
            for order in ["1/2", "2", "11/10"] {
                assert_eq!(ends(&x, &renyi(order, true)), ends(&y, &renyi(order, false)), "{x}");
            }
        }
    }
}

/// More dimensions and a ratio that is farther from 1 lose more.
#[test]
fn the_loss_grows_with_both_parameters() {
    for query in [Query::Tv, delta("1/10"), delta("2"), Query::Eps { delta: real("1/100000") }] {
        let grows = |mechanisms: &[String]| {
            let found: Vec<_> =
                mechanisms.iter().map(|mechanism| ends(mechanism, &query)).collect();
            assert!(
                found.windows(2).all(|pair| pair[0].1 < pair[1].0),
                "{mechanisms:?}, {query:?}: {found:?}"
            );
        };
        grows(&[1, 2, 3, 4, 9, 10, 57, 400].map(|dimension| pair("11/10", dimension)));
        grows(&["101/100", "11/10", "3/2", "2", "7"].map(|ratio| pair(ratio, 5)));
        grows(&["99/100", "10/11", "1/2", "1/9"].map(|ratio| pair(ratio, 2)));
    }
}

#[test]
fn equal_scales_reveal_nothing() {
    for mechanism in
        [pair("1", 3), format!("{}^7", pair("3/3", 1)), pair("sqrt(2)*sqrt(2)/2", 100_000)]
    {
        assert_eq!(exactly(&mechanism, &Query::Tv), fraction("0"));
        assert_eq!(exactly(&mechanism, &delta("0")), fraction("0"));
        assert_eq!(exactly(&mechanism, &Query::Eps { delta: real("0") }), fraction("0"));
        assert_eq!(exactly(&mechanism, &Query::Beta { alpha: real("1/3") }), fraction("2/3"));
        assert_eq!(exactly(&mechanism, &renyi("3", false)), fraction("0"));
        assert_eq!(exactly(&mechanism, &Query::ChiSquared), fraction("0"));
    }
}

/// Steps of one ratio are one step.
#[test]
fn dimensions_add() {
    for (parts, whole) in [
        (format!("{}^5", pair("5/4", 3)), pair("5/4", 15)),
        (format!("{} * {}^2", pair("5/4", 3), pair("5/4", 6)), pair("5/4", 15)),
        (
            format!("({} * {})^2 * {}", pair("4/5", 1), pair("4/5", 2), pair("1", 70)),
            pair("4/5", 6),
        ),
    ] {
        for query in [
            delta("1/2"),
            Query::Eps { delta: real("1/1000000") },
            Query::Beta { alpha: real("1/9") },
        ] {
            assert_eq!(ends(&parts, &query), ends(&whole, &query), "{parts}");
        }
    }
}

/// A ratio that is written in two ways is two ratios: their composition goes over a grid of losses,
/// and the dimensions add.
#[test]
fn a_grid_has_the_delta_of_the_sum() {
    let cases = [
        ("sqrt(2)", "2/sqrt(2)", (2, 4)),
        ("sqrt(2)", "2/sqrt(2)", (1, 2)),
        ("sqrt(3/2)", "3/sqrt(6)", (3, 20)),
        ("sqrt(1/2)", "1/sqrt(2)", (4, 5)),
        ("sqrt(101)/10", "101/(10*sqrt(101))", (200, 301)),
    ];
    for (i, (one, other, dimensions)) in cases.into_iter().enumerate() {
        let parts = format!("{} * {}", pair(one, dimensions.0), pair(other, dimensions.1));
        let whole = pair(one, dimensions.0 + dimensions.1);
        let queries = [Query::Tv, delta("1/2"), delta("4"), Query::Eps { delta: real("1/100000") }];
        for (j, query) in queries.into_iter().enumerate() {
            // Two of each in turn, all with more effort.
            if (i + j) % 2 == 0 && effort() == 1 {
                continue;
            }
            let (Answer { lo, hi, method }, known) = (shown(&parts, &query), shown(&whole, &query));
            assert_eq!(
                (method.as_str(), known.method.as_str()),
                ("grid", "closed-form"),
                "{parts}"
            );
            assert!(
                lo <= known.hi && known.lo <= hi,
                "{parts}, {query:?}: [{lo}, {hi}], [{}, {}]",
                known.lo,
                known.hi
            );
            assert!(&hi - &lo <= &hi * fraction("1/500"), "{parts}, {query:?}: [{lo}, {hi}]");
        }
    }
}

/// With `r^2` of 2 and of 3 in two dimensions each the loss is `-ln 6` and two exponential
/// variables, of means 1 and 2 under P, 1/2 and 2/3 under Q. At `e^eps = g` delta is `2/T^(1/2) -
/// 1/T - g (4/T^(3/2) - 3/T^2)` with `T = 6g`, which is more than in the other direction.
#[test]
fn two_ratios_are_a_sum_of_two_exponential_variables() {
    let both = format!("{} * {}", pair("sqrt(2)", 2), pair("sqrt(3)", 2));
    for (ratio, value) in [("3/2", "7/18"), ("6", "5/24")] {
        contains(&both, &at(ratio), &fraction(value), "0.01");
        contains(&format!("inverse({both})"), &at(ratio), &fraction(value), "0.01");
    }
    contains(
        &both,
        &Query::Eps { delta: real("5/24") },
        &decimal("1.79175946922805500081247735838"),
        "0.01",
    );
}

struct Answer {
    lo: Fraction,
    hi: Fraction,
    method: String,
}

fn shown(mechanism: &str, query: &Query) -> Answer {
    let found = answer(mechanism, query);
    let Content::Number(bounds) = found.content else { panic!("one number") };
    let printed = bounds.printed();
    Answer {
        lo: decimal(&printed.lo),
        hi: decimal(&printed.hi),
        method: found.method.name().to_owned(),
    }
}

/// By their integrals for single orders: `BC = sqrt(2 r / (1 + r^2))` for each dimension at order
/// 1/2.
#[test]
fn divergences_are_expressions() {
    let text = |mechanism: &str, query: &Query| match answer(mechanism, query).content {
        Content::Number(bounds) => bounds.printed().lo,
        _ => panic!("one number"),
    };
    assert_eq!(text(&pair("2", 1), &renyi("4/3", false)), "inf");
    contains(
        &pair("2", 3),
        &renyi("1/2", false),
        &decimal("0.66943065394262926729888527"),
        "1e-15",
    );
    // 1/(a-1) ln of the integral of p^a q^(1-a), with mpmath.quad, for a = 3/2 in 5 dimensions.
    contains(
        &pair("6/5", 5),
        &renyi("3/2", false),
        &decimal("0.330699012522725024791500421341"),
        "1e-15",
    );
    contains(
        &pair("6/5", 5),
        &renyi("3/2", true),
        &decimal("0.200735340067060068892163200414"),
        "1e-15",
    );
    assert_eq!(exactly(&pair("6/5", 2), &Query::ChiSquared), fraction("121/504"));
    assert_eq!(text(&pair("3/2", 2), &Query::ChiSquared), "inf");
    assert_eq!(text(&pair("3/2", 2), &Query::Eps { delta: real("0") }), "inf");
}

#[test]
fn what_has_no_pair_is_refused() {
    for (text, word) in [
        (pair("0", 1), "not positive"),
        (pair("-1", 1), "not positive"),
        (pair("2", 0), "[1, 100000]"),
        (pair("2", 100_001), "[1, 100000]"),
        (pair("1+sqrt(2)+sqrt(3)-sqrt(5+2*sqrt(6))", 1), "simpler form"),
        ("gaussian-scales(ratio=2)".into(), "dimension"),
        ("gaussian-scales(ratio=2, d=3)".into(), "dimension"),
        ("gaussian-scales(sigma1=1, sigma2=2, dimension=3)".into(), "quotient"),
        (format!("group(2, {})", pair("2", 1)), "another ratio"),
        (format!("poisson(1/2, {})", pair("2", 1)), "scales"),
        (format!("without-replacement(1/2, {})", pair("2", 1)), "scales"),
    ] {
        let refusal = Mechanism::parse(&text).unwrap_err();
        assert!(matches!(refusal, Refusal::Unsupported { .. } | Refusal::Input(_)), "{refusal}");
        let help = match &refusal {
            Refusal::Input(error) => format!("{error} {}", error.help),
            other => other.to_string(),
        };
        assert!(help.contains(word), "{text}: {help}");
    }
}

/// The series of a high dimension are what takes long: they are in the estimate, that of a closed
/// form is not.
#[test]
fn long_series_are_charged() {
    let limits = Limits { work: 1 << 31, ..Limits::default() };
    let refused = |dimension: u64| {
        let text = format!("{} * laplace(eps=1/10)", pair("10001/10000", dimension));
        let mechanism = Mechanism::parse(&text).unwrap();
        let options = Options { limits, ..Options::default() };
        match dpcert::ask(&Question::of(&mechanism, &delta("1/20")), &options) {
            Err(Refusal::TooCostly(costly)) => Some(costly.estimate),
            Err(other) => panic!("{dimension}: {other}"),
            Ok(_) => None,
        }
    };
    assert_eq!(refused(10), None);
    let (large, larger) = (refused(25_000), refused(100_000));
    assert!(large.is_some() && large < larger, "{large:?} {larger:?}");
    // About the root of the dimension.
    assert!(larger.unwrap() < 3 * large.unwrap(), "{large:?} {larger:?}");
}
