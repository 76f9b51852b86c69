//! Renyi divergences that are no expressions, against quadrature and sums of 50 digits, binomial
//! formulas, each other, and the conversion to eps against many orders and that of zCDP.

#![allow(clippy::float_arithmetic)]

use crate::support::answered::ends;
use crate::support::{Fraction, Shown, decimal, effort, fraction};
use dpcert::exact::Malachite;
use dpcert::exact::engine::DirectedFloat;
use dpcert::formula::{Method, Orders};
use dpcert::mechanism::{RenyiOrder, Zcdp};
use dpcert::theorem::{RenyiDivergences, renyi_conversion};
use dpcert::{Content, Mechanism, Options, Query, Question, Real, Styled, ask};
use malachite::rational::Rational;
use num_traits::{One, ToPrimitive, Zero};

fn order(text: &str, reverse: bool) -> Query {
    Query::Renyi { order: RenyiOrder::Finite(text.parse::<Rational>().unwrap()), reverse }
}

fn renyi(mechanism: &str, at: &str) -> (Fraction, Fraction) {
    ends(mechanism, &order(at, false))
}

fn poisson(rate: &str, mechanism: &str) -> String {
    format!("subsample(method=poisson, rate={rate}, adjacency=add-remove, mechanism={mechanism})")
}

/// By mpmath 1.3 with 50 digits: quadrature of `phi(x) (1 - q + q e^(mu x - mu^2/2))^b` and of the
/// integrand for Laplace noise, and sums over integers.
const VALUES: [(&str, &str, &str, &str, &str); 15] = [
    (
        "1/100",
        "gaussian(sigma=1)",
        "3/2",
        "0.0001272537433274498335399577763",
        "0.0001214759930640137824898733347",
    ),
    (
        "1/1000",
        "gaussian(sigma=1/2)",
        "11/10",
        "0.000023858455984202790485590035",
        "0.00002026215481584304336642624899",
    ),
    (
        "1/2",
        "gaussian(sigma=2)",
        "5/7",
        "0.02259275380180518952329658043",
        "0.02201835560370681314322380442",
    ),
    (
        "1e-5",
        "gaussian(sigma=35/100)",
        "17/10",
        "2.333874656460986732849031895e-7",
        "1.276915833546746611576349007e-7",
    ),
    (
        "99/100",
        "gaussian(sigma=3)",
        "21/2",
        "0.576111009382842431714726115",
        "0.5620460253669417834132295588",
    ),
    (
        "1/1000",
        "discrete-gaussian(sigma_sq=1/4)",
        "11/10",
        "0.00002462695877678523520356054255",
        "0.00002143143941548998020823230051",
    ),
    (
        "1e-5",
        "discrete-gaussian(sigma_sq=0.1225)",
        "17/10",
        "2.557086998694864066799529966e-7",
        "1.069383998465794319842735074e-7",
    ),
    (
        "1/10",
        "discrete-gaussian(sigma_sq=9, sensitivity=2)",
        "5/2",
        "0.007176499486027700938854889187",
        "0.005896409546485230793126965465",
    ),
    (
        "1",
        "discrete-gaussian(sigma_sq=1/2)",
        "3/2",
        "1.499586214508893507745563446",
        "1.499586214508893507745563446",
    ),
    (
        "1",
        "discrete-gaussian(sigma_sq=1/2)",
        "3/4",
        "0.7504137640888025636605189",
        "0.7504137640888025636605189",
    ),
    (
        "1",
        "discrete-gaussian(sigma_sq=1/4, sensitivity=3)",
        "7/5",
        "25.17538416992988961710610343",
        "25.17538416992988961710610343",
    ),
    (
        "1/10",
        "laplace(eps=1)",
        "3/2",
        "0.006317478511826854847288983848",
        "0.005957091090310177139464783862",
    ),
    (
        "1/2",
        "laplace(eps=5)",
        "7/3",
        "3.464368389247223322020597637",
        "0.6333748116263458831717458905",
    ),
    (
        "9/10",
        "laplace(eps=1/3)",
        "25/2",
        "0.2457320956655800016298780819",
        "0.2383366563390607332798293167",
    ),
    (
        "1e-4",
        "laplace(eps=12)",
        "6/5",
        "0.0002241509602276339198792723395",
        "0.00007138599296495628727684494044",
    ),
];

#[test]
fn fractional_orders_by_quadrature() {
    for (rate, noise, at, forward, reverse) in VALUES {
        let mechanism = poisson(rate, noise);
        for (is_reverse, expected) in [(false, forward), (true, reverse)] {
            let (low, high) = ends(&mechanism, &order(at, is_reverse));
            let expected = decimal(expected);
            assert!(
                low <= expected && expected <= high,
                "{mechanism}, {at}: [{low}, {high}] and {expected}"
            );
            assert!(
                &high - &low <= &high * fraction("1/10000000000000000000"),
                "{mechanism}, {at}"
            );
        }
    }
}

/// The steps of a composition add up, with expressions and with other moments.
#[test]
fn it_is_additive() {
    let [one, other] = [poisson("1/100", "gaussian(sigma=1)"), poisson("1/10", "laplace(eps=1)")];
    let (a, b) = (renyi(&one, "3/2"), renyi(&other, "3/2"));
    let all = renyi(&format!("{one}^1000 * {other} * gaussian(sigma=1)"), "3/2");
    let thousand = fraction("1000");
    let least = &a.0 * &thousand + &b.0 + fraction("3/4");
    let most = &a.1 * &thousand + &b.1 + fraction("3/4");
    assert!(least <= all.1 && all.0 <= most, "{all:?}");
    let counts = ends("discrete-gaussian(sigma_sq=1/2, shifts=[1, 2])", &order("3/2", false));
    let single = renyi("discrete-gaussian(sigma_sq=1/2)", "3/2");
    // Of shift 2 the order times the shift is whole: 3/2 * 4 / (2 * 1/2).
    let (least, most) = (single.0 + fraction("6"), single.1 + fraction("6"));
    assert!(least <= counts.1 && counts.0 <= most, "{counts:?}");
}

/// The Kullback-Leibler divergences of both directions: near order 1, and in few digits, since each
/// takes a quadrature.
fn kl(mechanism: &str) -> [(Fraction, Fraction); 2] {
    let parsed = Mechanism::parse(mechanism).unwrap();
    let digits = if effort() > 1 { Options::default().digits } else { 9 };
    let answer =
        ask(&Question::of(&parsed, &Query::Kl), &Options { digits, ..Options::default() }).unwrap();
    let Content::Named(rows) = answer.content else { panic!("{mechanism}") };
    let ends = |found: &Styled| (decimal(&found.printed().lo), decimal(&found.printed().hi));
    [ends(&rows[0].1), ends(&rows[1].1)]
}

/// Between two whole orders, next to the Kullback-Leibler divergences at order 1, and the same at
/// orders a and 1 - a but for the factor.
#[test]
fn it_grows_with_the_order() {
    for noise in
        ["laplace(eps=2)", "gaussian(sigma=1/3)", "gaussian(sigma=1)"].into_iter().take(effort())
    {
        let mechanism = poisson("1/20", noise);
        for (is_reverse, kl) in [false, true].into_iter().zip(kl(&mechanism)) {
            let at = |text: &str| ends(&mechanism, &order(text, is_reverse));
            let rising = ["1/2", "9/10", "999999/1000000"].map(at).into_iter().chain([kl]);
            let values: Vec<_> =
                rising.chain(["1000001/1000000", "11/10", "2", "5/2", "3", "20"].map(at)).collect();
            for pair in values.windows(2) {
                assert!(pair[0].0 <= pair[1].1, "{mechanism}: {pair:?}");
            }
            let jump = &values[4].1 - &values[2].0;
            assert!(jump < &values[3].1 * fraction("1/100000"), "{mechanism}: {jump}");
        }
        // a D_(1-a)(Q, M) = (1-a) D_a(M, Q).
        let (of, from) =
            (ends(&mechanism, &order("2/3", false)), ends(&mechanism, &order("1/3", true)));
        let (least, most) = (&of.0 / fraction("2"), &of.1 / fraction("2"));
        assert!(least <= from.1 && from.0 <= most, "{mechanism}: {of:?}, {from:?}");
        assert_eq!(ends(&mechanism, &order("1/3", false)), from, "the larger one of both");
    }
}

/// Below a wide noise a lattice is nearly a line, and above a narrow one it is not: the discrete
/// mechanism loses more at fractional orders, and is equal at whole ones.
#[test]
fn a_sampled_discrete_gaussian_is_not_a_sampled_gaussian() {
    let both = |rate: &str, sigma: &str, at: &str| {
        let squared = fraction(sigma) * fraction(sigma);
        [
            renyi(&poisson(rate, &format!("discrete-gaussian(sigma_sq={squared})")), at),
            renyi(&poisson(rate, &format!("gaussian(sigma={sigma})")), at),
        ]
    };
    let overlap = |x: &(Fraction, Fraction), y: &(Fraction, Fraction)| x.0 <= y.1 && y.0 <= x.1;
    let [discrete, normal] = both("1/100000", "7/20", "17/10");
    assert!(discrete.0 > &normal.1 * fraction("109/100"), "{discrete:?}, {normal:?}");
    let [discrete, normal] = both("1/100000", "7/20", "2");
    assert!(overlap(&discrete, &normal), "{discrete:?}, {normal:?}");
    for sigma in ["5", "100", "1000000"] {
        let [discrete, normal] = both("1/10", sigma, "5/2");
        assert!(overlap(&discrete, &normal), "{sigma}: {discrete:?}, {normal:?}");
    }
    // Without sampling it is below a/(2 sigma^2), by less than 20 digits for a wide noise.
    let below = renyi("discrete-gaussian(sigma_sq=1/2)", "3/2");
    assert!(below.1 < fraction("1499587/1000000"), "{below:?}");
    let wide = renyi("discrete-gaussian(sigma_sq=1000000000000)", "3/2");
    assert!(
        wide.0 <= fraction("3/4000000000000") && wide.1 >= fraction("3/4000000000000"),
        "{wide:?}"
    );
}

/// More digits are within fewer ones, on both engines.
#[test]
fn any_number_of_digits() {
    let mechanisms = [
        poisson("1/100", "gaussian(sigma=1)"),
        poisson("1/100", "laplace(eps=1)"),
        poisson("1/100", "discrete-gaussian(sigma_sq=4)"),
        "discrete-gaussian(sigma_sq=4)".to_owned(),
    ];
    for mechanism in mechanisms {
        let at = |digits: u64| {
            let parsed = Mechanism::parse(&mechanism).unwrap();
            let options = Options { digits, ..Options::default() };
            let answer = ask(&Question::of(&parsed, &order("7/3", false)), &options).unwrap();
            assert!(answer.met, "{mechanism}");
            let Content::Number(bounds) = answer.content else { panic!("{mechanism}") };
            (decimal(&bounds.printed().lo), decimal(&bounds.printed().hi))
        };
        let (few, many) = (at(10), at(if effort() > 1 { 120 } else { 50 }));
        assert!(few.0 <= many.0 && many.1 <= few.1, "{mechanism}");
    }
}

#[test]
fn ends_of_the_domain() {
    let nothing = poisson("1/10", "gdp(mu=0)");
    assert_eq!(renyi(&nothing, "3/2"), (Fraction::zero(), Fraction::zero()));
    assert_eq!(
        renyi(&poisson("1/10", "laplace(eps=0)"), "3/2"),
        (Fraction::zero(), Fraction::zero())
    );
    let all = poisson("1", "gaussian(sigma=1)");
    assert_eq!(renyi(&all, "3/2"), (fraction("3/4"), fraction("3/4")));
    assert_eq!(ends(&all, &order("3/2", true)), (fraction("3/4"), fraction("3/4")));
    // The largest losses: ln(1 - q + q e^eps), and -ln(1 - q + q e^-eps).
    let largest = |mechanism: &str, reverse| {
        let query = Query::Renyi { order: RenyiOrder::Infinite, reverse };
        crate::support::number(crate::support::ask(mechanism, query)).exact.unwrap()
    };
    let sampled = poisson("1/2", "laplace(eps=ln(3))");
    assert_eq!(
        (largest(&sampled, false).as_str(), largest(&sampled, true).as_str()),
        ("ln(2)", "ln(3/2)")
    );
    let responses = poisson("1/2", "randomized-response(eps=ln(3))");
    assert_eq!(
        (largest(&responses, false).as_str(), largest(&responses, true).as_str()),
        ("ln(2)", "ln(3/2)")
    );
    assert_eq!(largest(&poisson("1/2", "gaussian(sigma=1)"), true), "ln(2)");
    // P and Q exchanged.
    let pair = |p: &str, q: &str| format!("finite-pair(p={p}, q={q})");
    let (p, q) = ("[1/2, 1/2]", "[1/3, 2/3]");
    assert_eq!(ends(&pair(p, q), &order("3/2", true)), renyi(&pair(q, p), "3/2"));
    let refused = |mechanism: &str, at: &str| {
        let parsed = Mechanism::parse(mechanism).unwrap();
        ask(&Question::of(&parsed, &order(at, false)), &Options::default()).unwrap_err().to_string()
    };
    let narrow = poisson("1/2", "gaussian(sigma=1/100000)");
    assert!(refused(&narrow, "3001/2").contains("work"), "{}", refused(&narrow, "3001/2"));
}

/// Claims are about one number with a rational parameter.
#[test]
fn claims_about_it() {
    let claimed = |quantity: &str| {
        let text = format!(
            "format = \"dpcert/1\"\n[scope]\nunit = \"record\"\nadjacency = \"add-remove\"\n[[ledger]]\nid = \"a\"\n\
             mechanism = \"gaussian\"\nsigma = \"1\"\n[[claim]]\nid = \"c\"\nover = [\"*\"]\nrenyi = {quantity}\n\
             equals = \"3/4\"\n"
        );
        dpcert::claim::parse(&text)
            .map(|_| ())
            .map_err(|error| format!("{}; {}", error.message, error.help))
    };
    assert_eq!(claimed("{ order = \"3/2\" }"), Ok(()));
    for (quantity, expected) in [
        ("{ order = \"inf\" }", "the least eps at delta = 0"),
        ("{ order = \"2\", reverse = true }", "the larger of both directions"),
        ("{ order = \"1\" }", "order 1 is a limit"),
        ("\"3/4\"", "renyi = { order = \"2\" } and at-most = \"3/4\""),
    ] {
        let error = claimed(quantity).unwrap_err();
        assert!(error.contains(expected), "{quantity}: {error}");
    }
}

// The conversion.

fn conversion(mechanism: &str, delta: &str, precision: u64) -> (Fraction, Fraction) {
    conversion_by(Method::Improved, Orders::Real, None, mechanism, delta, precision)
}

fn conversion_by(
    method: Method,
    orders: Orders,
    largest: Option<&Rational>,
    mechanism: &str,
    delta: &str,
    precision: u64,
) -> (Fraction, Fraction) {
    let divergences = RenyiDivergences::of(&Mechanism::parse(mechanism).unwrap()).unwrap();
    let conclusions =
        renyi_conversion(&divergences, &delta.parse::<Real>().unwrap(), method, orders, largest)
            .unwrap();
    let enclosure = conclusions[0].value.enclose::<Malachite>(precision);
    let end = |x: Option<Rational>| fraction(&x.expect("finite").to_string());
    (end(enclosure.lower().to_rational()), end(enclosure.upper().to_rational()))
}

fn float(x: &Fraction) -> f64 {
    x.to_f64().unwrap()
}

/// No order gives less, and one of a fine grid nearly as little.
#[test]
fn the_best_of_many_orders() {
    let sampled = poisson("1/100", "gaussian(sigma=1)");
    let mechanisms = [
        (format!("{sampled}^1000"), "1e-5"),
        ("laplace(eps=1)^10".to_owned(), "1e-6"),
        ("gaussian(sigma=2)^3".to_owned(), "1e-9"),
        ("randomized-response(eps=ln(3))^20".to_owned(), "1e-3"),
        (format!("{}^30", poisson("1/2", "randomized-response(eps=1)")), "1e-4"),
    ];
    for (mechanism, delta) in mechanisms {
        let (low, high) = conversion(&mechanism, delta, 80);
        assert!(&high - &low < &high * fraction("1/1000000000000"), "{mechanism}: [{low}, {high}]");
        let mut least = f64::INFINITY;
        let step = if effort() > 1 { 1 } else { 7 };
        for n in (1..=120).step_by(step) {
            let a = 1.1 * 1.035f64.powi(n);
            let text = format!("{}/1000", (a * 1000.0).round());
            let a = (a * 1000.0).round() / 1000.0;
            let divergence = float(&renyi(&mechanism, &text).0);
            let eps = divergence + ((a - 1.0) / a).ln()
                - (float(&decimal(delta)).ln() + a.ln()) / (a - 1.0);
            assert!(eps >= float(&low) * (1.0 - 1e-12), "{mechanism}, {text}: {eps} < {low}");
            least = least.min(eps);
        }
        assert!(least <= float(&high) * 1.05, "{mechanism}: {least} and {high}");
        // The truth is at most that.
        let eps = ends(&mechanism, &Query::eps(delta.parse::<Real>().unwrap()).unwrap());
        assert!(eps.0 <= high, "{mechanism}: {eps:?}");
    }
}

/// The classical conversion of `D_a = a rho` is `rho + 2 sqrt(rho ln(1/delta))`, at the order `1 +
/// sqrt(ln(1/delta)/rho)`.
#[test]
fn the_classical_conversion_of_gaussian_noise() {
    for (mechanism, rho, delta) in [
        ("gaussian(sigma=2)", "1/8", "1e-5"),
        ("gaussian(sigma=1)^7", "7/2", "1/1000"),
        ("zcdp(rho=1/1000)", "1/1000", "1e-9"),
        ("gaussian(sigma=1/10)", "50", "1/10"),
    ] {
        let (low, high) =
            conversion_by(Method::Classical, Orders::Real, None, mechanism, delta, 192);
        let real = |text: String| text.parse::<Real>().unwrap().enclose::<Malachite>(256);
        let truth = real(format!("{rho} + 2*sqrt({rho}*-ln({delta}))"));
        let ends = [truth.lower(), truth.upper()]
            .map(|end| fraction(&end.to_rational().unwrap().to_string()));
        assert!(low <= ends[1] && ends[0] <= high, "{mechanism}");
        assert!(
            &high - &low < &high * fraction("1/1000000000000000000000"),
            "{mechanism}: [{low}, {high}]"
        );
        // At whole orders it is the least of all, each from the closed form.
        let (low, high) =
            conversion_by(Method::Classical, Orders::Whole, None, mechanism, delta, 192);
        let least = (2..3000u32).map(|a| {
            real(format!("{rho}*{a} - ln({delta})/{}", a - 1)).lower().to_rational().unwrap()
        });
        let least = fraction(&least.min().unwrap().to_string());
        assert!(
            low <= &least + fraction("1/1000000000000000000000000000000") && least <= high,
            "{mechanism}"
        );
        assert!(
            &high - &low < &high * fraction("1/1000000000000000000000"),
            "{mechanism}: [{low}, {high}]"
        );
        assert!(high >= ends[0], "{mechanism}");
    }
}

/// Whole orders and the classical conversion conclude no less than the best; each whole order is an
/// upper bound of the best of them, for mechanisms without a closed form.
#[test]
fn whole_orders_and_the_moments_accountant() {
    let sampled = format!("{}^1000", poisson("1/100", "gaussian(sigma=1)"));
    for (mechanism, delta) in [
        (sampled.as_str(), "1e-5"),
        ("laplace(eps=1/4)^60", "1e-6"),
        ("randomized-response(eps=ln(3))^40", "1e-3"),
    ] {
        let [best, whole, classical, moments] = [
            (Method::Improved, Orders::Real),
            (Method::Improved, Orders::Whole),
            (Method::Classical, Orders::Real),
            (Method::Classical, Orders::Whole),
        ]
        .map(|(method, orders)| conversion_by(method, orders, None, mechanism, delta, 80));
        assert!(
            best.0 <= whole.1
                && best.0 <= classical.1
                && classical.0 <= moments.1
                && whole.0 <= moments.1
        );
        for (method, found) in [(Method::Improved, &whole), (Method::Classical, &moments)] {
            let by_order = (2..40u32).map(|a| {
                let (divergence, a) = (float(&renyi(mechanism, &a.to_string()).0), f64::from(a));
                let log = float(&decimal(delta)).ln();
                match method {
                    Method::Improved => {
                        divergence + ((a - 1.0) / a).ln() - (log + a.ln()) / (a - 1.0)
                    }
                    Method::Classical => divergence - log / (a - 1.0),
                }
            });
            let least = by_order.fold(f64::INFINITY, f64::min).max(0.0);
            let (low, high) = (float(&found.0), float(&found.1));
            assert!(
                low <= least * (1.0 + 1e-12) && least * (1.0 - 1e-12) <= high,
                "{mechanism} {method:?}: {least} {found:?}"
            );
            assert!(high - low <= 1e-12 * high.max(1e-9), "{mechanism} {method:?}: {low} {high}");
        }
    }
}

/// The eps of the moments accountant that the tutorial of TensorFlow Privacy has for its example,
/// 1.19, and the better one.
#[test]
fn a_published_eps_of_the_moments_accountant() {
    let sampled = format!("{}^3515", poisson("256/60000", "gaussian(sigma=1.3)"));
    let moments = conversion_by(Method::Classical, Orders::Whole, None, &sampled, "1e-5", 80);
    assert!(decimal("1.185") < moments.0 && moments.1 < decimal("1.195"), "{moments:?}");
    let best = conversion(&sampled, "1e-5", 80);
    assert!(decimal("0.95435") < best.0 && best.1 < decimal("0.95436"), "{best:?}");
}

/// For zCDP the same conversion is the upper end of eps, at an order that Newton's method finds.
#[test]
fn the_conversion_of_zcdp() {
    for (rho, delta) in [("1/8", "1e-5"), ("2", "1e-10"), ("1/1000", "1/10"), ("50", "1e-3")] {
        let mechanism = format!("zcdp(rho={rho})");
        let (low, high) = conversion(&mechanism, delta, 256);
        let class = Zcdp { rho: rho.parse::<Real>().unwrap() };
        let known = class.eps_above::<Malachite>(&delta.parse::<Real>().unwrap(), 256);
        let known = fraction(&known.upper().to_rational().unwrap().to_string());
        assert!(low <= known, "{mechanism}: {low}, {known}");
        assert!(
            (&known - &high) <= &high * fraction("1/1000000000000000"),
            "{mechanism}: {high}, {known}"
        );
    }
}

#[test]
fn ends_of_the_conversion() {
    assert_eq!(
        conversion("compose(mechanisms=[])", "1e-5", 128),
        (Fraction::zero(), Fraction::zero())
    );
    let trivial = conversion("gdp(mu=0)", "1/2", 128);
    assert!(trivial.0.is_zero() && trivial.1 < Fraction::one(), "{trivial:?}");
    // A pure guarantee is reached by large orders only.
    let pure = conversion("randomized-response(eps=1)", "1e-9", 192);
    assert!(pure.1 <= Fraction::one() && pure.1 > fraction("999/1000"), "{pure:?}");
    let unbounded =
        RenyiDivergences::of(&Mechanism::parse("approx-dp(eps=1, delta=1e-9)").unwrap()).unwrap();
    let convert =
        |delta: &Real| renyi_conversion(&unbounded, delta, Method::Improved, Orders::Real, None);
    let eps = &convert(&"1e-5".parse::<Real>().unwrap()).unwrap()[0];
    assert_eq!(eps.value, dpcert::formula::Formula::Infinite);
    assert!(convert(&Real::zero()).is_err() && convert(&Real::one()).is_err());
    let unknown =
        RenyiDivergences::of(&Mechanism::parse("additive(noise=skellam, variance=4)").unwrap());
    assert!(unknown.unwrap_err().to_string().contains("ask for eps"));
}

/// With a last order the least eps is that of all orders if it is reached before, and otherwise the
/// conversion at the last one, which is written out here.
#[test]
fn orders_that_end() {
    let at = |method, orders, largest: &str, mechanism: &str| {
        let largest: Rational = largest.parse().unwrap();
        let (low, high) = conversion_by(method, orders, Some(&largest), mechanism, "1e-5", 128);
        assert!(&high - &low < fraction("1/1000000000"), "{mechanism}, {largest}: [{low}, {high}]");
        float(&low)
    };
    let by = |method, a: f64, divergence: f64| {
        let delta = 1e-5f64.ln();
        match method {
            Method::Improved => divergence + ((a - 1.0) / a).ln() - (delta + a.ln()) / (a - 1.0),
            Method::Classical => divergence - delta / (a - 1.0),
        }
    };
    for method in [Method::Improved, Method::Classical] {
        // D_a = a/2. The best of all orders is near 1 + sqrt(2 ln(1/delta)) = 5.8.
        let mechanism = "zcdp(rho=1/2)";
        for (text, order) in [("5/4", 1.25), ("3", 3.0), ("9/2", 4.5)] {
            let found = at(method, Orders::Real, text, mechanism);
            let expected = by(method, order, order / 2.0);
            assert!((found - expected).abs() < 1e-8, "{text}: {found}, {expected}");
        }
        for (text, order) in [("2", 2.0), ("7/2", 3.0), ("4", 4.0)] {
            let found = at(method, Orders::Whole, text, mechanism);
            let expected = by(method, order, order / 2.0);
            assert!((found - expected).abs() < 1e-8, "{text}: {found}, {expected}");
        }
        for orders in [Orders::Real, Orders::Whole] {
            let (low, high) = conversion_by(method, orders, None, mechanism, "1e-5", 128);
            for text in ["13/2", "100", "1000000"] {
                let found = at(method, orders, text, mechanism);
                assert!(float(&low) <= found && found <= float(&high), "{text}: {found}");
            }
        }
    }
    // A pure guarantee is reached by large orders only: D_a of randomised response at a = 5.
    let e = 1f64.exp();
    let moment = e.powi(5) / (1.0 + e) + e.powi(-4) / (1.0 + e);
    let found = at(Method::Improved, Orders::Real, "5", "randomized-response(eps=1)");
    assert!((found - by(Method::Improved, 5.0, moment.ln() / 4.0)).abs() < 1e-8, "{found}");
    // Nothing is lost, and an order proves something all the same.
    let found = at(Method::Classical, Orders::Real, "11", "compose(mechanisms=[])");
    assert!((found - by(Method::Classical, 11.0, 0.0)).abs() < 1e-8, "{found}");
    let divergences = RenyiDivergences::of(&Mechanism::parse("zcdp(rho=1)").unwrap()).unwrap();
    let delta: Real = "1e-5".parse().unwrap();
    for (orders, largest) in [(Orders::Real, "1"), (Orders::Real, "-3"), (Orders::Whole, "19/10")] {
        let largest = largest.parse().unwrap();
        let refused =
            renyi_conversion(&divergences, &delta, Method::Improved, orders, Some(&largest));
        assert!(refused.unwrap_err().to_string().contains("largest"), "{largest}");
    }
}
