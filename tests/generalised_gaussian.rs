//! Generalised Gaussian noise: against quadrature of its density, its neighbours Laplace and
//! Gaussian noise, and sums over the outcomes of the first of two steps.

use crate::support::answered::{ends, exactly};
use crate::support::{Fraction, decimal, fraction, real};
use dpcert::exact::engine::DirectedFloat;
use dpcert::exact::gamma::UpperGamma;
use dpcert::exact::special::erfc;
use dpcert::exact::{Interval, Malachite};
use dpcert::{Mechanism, Query};
use malachite::rational::Rational;

fn noise(power: &str, scale: &str, sensitivity: &str) -> String {
    format!("generalised-gaussian(power={power}, scale={scale}, sensitivity={sensitivity})")
}

fn delta(eps: &str) -> Query {
    Query::Delta { eps: real(eps) }
}

/// The value is within the enclosure, up to the last digit of the value, and the enclosure is this
/// narrow.
fn contains(mechanism: &str, query: &Query, value: &str, digits: &str, width: &str) {
    let (low, high) = ends(mechanism, query);
    let (value, digits) = (decimal(value), decimal(digits));
    assert!(
        low <= &value + &digits && &value - &digits <= high,
        "{mechanism}: [{low}, {high}], {value}"
    );
    assert!(&high - &low <= &value * decimal(width), "{mechanism}: [{low}, {high}]");
}

/// The integral of `P - e^eps Q` from the outcome of the loss eps on, with mpmath in 40 digits:
/// `quad` of the density `p exp(-|x|^p) / (2 Gamma(1/p))` on pieces of 1/8, the outcome by 160
/// bisections.
#[test]
fn quadrature_of_the_density() {
    let known = [
        ("4", "2", "1", "0", "0.27560041544484703548"),
        ("4", "2", "1", "1/2", "0.18592861476840665552"),
        ("4", "1", "1", "1", "0.40768561054427662343"),
        ("3/2", "2", "1", "1/4", "0.17066539884928413978"),
        ("3/2", "1", "3", "2", "0.78415987745865158851"),
        ("3", "1", "2", "5", "0.60418139627629978357"),
        ("11/10", "1", "1", "1/2", "0.2558807880217229731024407"),
        ("64", "1", "1", "1", "0.49526682255911792874"),
        ("5/2", "3", "1", "1/100", "0.1832347265653907925"),
    ];
    for (power, scale, sensitivity, eps, value) in known {
        contains(&noise(power, scale, sensitivity), &delta(eps), value, "1e-18", "1e-18");
    }
}

/// `1 - 2 S(t/2)` and `1 - S(c - t)` for `S(c) = alpha`, with `gammainc` of mpmath.
#[test]
fn tests_of_a_level() {
    for (power, scale, alpha, value) in [
        ("4", "2", "1/10", "0.652211472454479445897322922367"),
        ("3/2", "1/2", "1/100", "0.579451730423039431465411141605"),
    ] {
        contains(
            &noise(power, scale, "1"),
            &Query::Beta { alpha: real(alpha) },
            value,
            "1e-25",
            "1e-15",
        );
    }
    contains(&noise("4", "2", "1"), &Query::Tv, "0.27560041544484703548", "1e-18", "1e-18");
}

/// The sum over the outcomes of the first step of delta at what is left of eps: `quad` of mpmath in
/// 20 digits.
#[test]
fn two_steps() {
    for (power, scale, eps, value) in
        [("4", "1", "1", "0.65576427333471650791"), ("3/2", "2", "1/2", "0.18923895346293859262")]
    {
        contains(&format!("{}^2", noise(power, scale, "1")), &delta(eps), value, "1e-12", "2e-3");
    }
}

/// `q delta(ln(1 + (g-1)/q))`, which is more than the other direction.
#[test]
fn a_sample() {
    for (power, scale, rate, eps, value) in [
        ("4", "2", "1/10", "1/20", "0.0197001354471034465190155774883191"),
        ("3/2", "1", "1/4", "1/10", "0.0970904667947792277221258722953994"),
    ] {
        let mechanism = format!("poisson({rate}, {})", noise(power, scale, "1"));
        contains(&mechanism, &delta(eps), value, "1e-25", "1e-12");
    }
}

/// Powers 1 and 2 are other mechanisms, to the last digit; those beside them are near, from both
/// sides.
#[test]
fn laplace_and_gaussian_noise() {
    let same = |query: &Query, first: &str, second: &str| {
        assert_eq!(ends(first, query), ends(second, query), "{first}")
    };
    for query in [&delta("1/3"), &Query::Tv, &Query::Beta { alpha: real("1/7") }, &Query::Rho] {
        same(query, &noise("1", "2", "1"), "laplace(eps=1/2)");
        same(query, &noise("2", "2", "1"), "gaussian(sigma=sqrt(2))");
    }
    assert_eq!(exactly(&noise("1", "2", "1"), &Query::Eps { delta: real("0") }), fraction("1/2"));
    let apart = |first: &str, second: &str, query: &Query, most: &str| {
        let ((low, high), (other_low, other_high)) = (ends(first, query), ends(second, query));
        let most: Fraction = decimal(most);
        assert!(
            &low - &other_high <= most && &other_low - &high <= most,
            "{first}: [{low}, {high}], [{other_low}, {other_high}]"
        );
    };
    for (power, other, most) in [
        ("2+1e-30", "gaussian(sigma=sqrt(2))", "1e-29"),
        ("2-1e-30", "gaussian(sigma=sqrt(2))", "1e-29"),
        ("1+1e-6", "laplace(eps=1/2)", "1e-5"),
    ] {
        // Beyond eps = 1/2 Laplace noise has none, and noise near it about e^-(10^600000).
        for eps in ["0", "1/4", "1/2"] {
            apart(&noise(power, "2", "1"), other, &delta(eps), most);
        }
    }
    // On a grid, in a sample, and in a group, which is noise at another distance.
    for (first, second) in [
        (format!("{}^100", noise("2+1e-30", "20", "1")), "gaussian(sigma=20/sqrt(2))^100"),
        (
            format!("poisson(1/10, {})^20", noise("2-1e-30", "2", "1")),
            "poisson(1/10, gaussian(sigma=sqrt(2)))^20",
        ),
        (format!("group(3, {})", noise("2+1e-30", "2", "1")), "gaussian(sigma=sqrt(2)/3)"),
        (
            format!("without-replacement(1/5, {})", noise("2+1e-30", "2", "1")),
            "without-replacement(1/5, gaussian(sigma=sqrt(2)))",
        ),
    ] {
        apart(&first, second, &delta("1"), "1e-20");
    }
}

#[test]
fn every_scale_of_the_distance() {
    // delta at 0 is about t p / (2 Gamma(1/p)) for a small t: 4 t / 3.6256099082 at p = 4.
    for (scale, digits) in [("1e6", 6), ("1e30", 30), ("1e100", 100)] {
        let (low, high) = ends(&noise("4", scale, "1"), &Query::Tv);
        let first = decimal("0.551631310567") * decimal(&format!("1e-{digits}"));
        assert!(
            low <= &first * decimal("1.00001") && &first * decimal("0.99999") <= high,
            "[{low}, {high}]"
        );
        assert!(&high - &low <= &high * decimal("1e-15"), "[{low}, {high}]");
    }
    let (low, _) = ends(&noise("4", "1", "10"), &delta("100"));
    assert!(low > decimal("0.999999"));
    assert_eq!(exactly(&noise("4", "1", "0"), &delta("0")), fraction("0"));
}

#[test]
fn what_is_refused_is_explained() {
    for (text, reason) in [
        (noise("1/2", "1", "1"), "[1, 64]"),
        (noise("sqrt(2)", "1", "1"), "not rational"),
        (noise("4", "0", "1"), "scale"),
        (noise("4", "1", "-1"), "sensitivity"),
        ("generalised-gaussian(p=4, scale=1, sensitivity=1)".to_owned(), "power"),
        (
            "generalized-gaussian(power=4, scale=1, sensitivity=1)".to_owned(),
            "generalised-gaussian(power=4",
        ),
    ] {
        let error = Mechanism::parse(&text).unwrap_err().to_string();
        assert!(error.contains(reason), "{text}: {error}");
    }
}

fn rational(x: &str) -> Rational {
    real(x).as_rational().unwrap().clone()
}

fn interval(x: &str, precision: u64) -> Interval<Malachite> {
    Interval::from_rational(&rational(x), precision)
}

/// `gammainc(a, y, inf) / gamma(a)` of mpmath in 40 digits: both expansions, on both sides of where
/// they meet.
#[test]
fn the_incomplete_gamma_function() {
    let known = [
        ("1/3", "1e-9", "0.998880153478557775945371506447"),
        ("1/3", "1", "0.0957114114291185712317982872844"),
        ("1/4", "30", "1.96582214735705935438233530588e-15"),
        ("2/3", "200", "1.74468681560863811260577363761e-88"),
        ("1/64", "1/1000", "0.0943744398524130575103623249508"),
        ("9/10", "1000", "2.38038869019589978455016291399e-435"),
    ];
    for precision in [64, 128, 300] {
        for (order, y, value) in known {
            let gamma = UpperGamma::<Malachite>::new(&rational(order), precision);
            let found = gamma.tail(&interval(y, precision));
            let [low, high] = [found.lower(), found.upper()].map(|end| end.to_rational().unwrap());
            assert!(&high - &low <= &high * rational("1e-17"), "{order} {y}: {found:?}");
            let (value, slack) = (rational(value), rational(value) * rational("1e-29"));
            assert!(low <= &value + &slack && value - slack <= high, "{order} {y}: {found:?}");
        }
    }
}

/// `Gamma(1/2, y) / Gamma(1/2) = erfc(sqrt(y))` and `Gamma(1, y) = e^-y`, also where y is not a
/// point.
#[test]
fn orders_with_other_formulas() {
    let half = UpperGamma::<Malachite>::new(&Rational::from_unsigneds(1u32, 2u32), 128);
    let one = UpperGamma::<Malachite>::new(&Rational::from(1u32), 128);
    for y in ["1e-40", "1/100", "1/3", "1", "7", "80", "95", "96", "97", "98", "99", "100", "2000"]
    {
        let y = interval(y, 128);
        let more = &y * &interval("1+1e-20", 128);
        let wide = y.hull(&more);
        for (y, within) in [(&y, &y), (&y, &wide), (&more, &wide)] {
            assert!(half.tail(within).intersection(&erfc(&y.sqrt())).is_some(), "{y:?}");
            assert!(one.tail(within).intersection(&(-y).exp()).is_some(), "{y:?}");
        }
    }
    let all = half.tail(&Interval::zero(128).hull(&Interval::one(128)));
    assert!(
        all.lower() <= erfc(&Interval::<Malachite>::one(128)).upper()
            && all.contains(&Rational::from(1u32))
    );
}
