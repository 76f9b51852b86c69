//! Calibration: the values on either side of a budget.

use crate::support::{Shown, effort, written};
use dpcert::answer::Calibrated;
use dpcert::exact::literal;
use dpcert::input::Field;
use dpcert::mechanism::Family;
use dpcert::quantity::Target;
use dpcert::{Content, Mechanism, Options, Query, Question, Real};
use malachite::rational::Rational;
use std::cmp::Ordering;

fn number(text: &str) -> Real {
    literal::parse(text).expect("a number")
}

fn calibrated(family: &str, eps: &str, delta: &str, digits: u64) -> (Calibrated, bool) {
    let family = Family::parse(family).expect("a family");
    let target = Target::Delta { eps: number(eps), delta: number(delta) };
    found_for(family, target, digits)
}

fn found_for(family: Family, target: Target, digits: u64) -> (Calibrated, bool) {
    let options = Options { digits, ..Options::default() };
    let answer = dpcert::ask(&Question::Calibration(family, target), &options).expect("an answer");
    match answer.content {
        Content::Calibrated(found) => (*found, answer.met),
        other => panic!("{other:?}"),
    }
}

/// The values that meet and that fail, if they are next to each other.
fn ends(family: &str, eps: &str, delta: &str, digits: u64) -> (String, String) {
    let (found, met) = calibrated(family, eps, delta, digits);
    assert!(met, "{found:?}");
    (written(&found.meets.expect("one meets").0), written(&found.fails.expect("one fails").0))
}

/// The same for a budget in the words of the protocol.
fn ends_for(family: &str, target: &str, digits: u64) -> (String, String) {
    let (found, met) =
        found_for(Family::parse(family).expect("a family"), target_of(target).unwrap(), digits);
    assert!(met, "{family} {target}: {found:?}");
    (written(&found.meets.expect("one meets").0), written(&found.fails.expect("one fails").0))
}

fn target_of(text: &str) -> Result<Target, String> {
    let node = dpcert::input::from_json(text).map_err(|error| error.to_string())?;
    Target::read(&Field { node: &node, path: "calibrate".into() })
        .map_err(|error| error.to_string())
}

fn pair(x: &str, y: &str) -> (String, String) {
    (x.to_owned(), y.to_owned())
}

#[test]
fn parameters_that_are_known_otherwise() {
    // The analytic Gaussian mechanism of Balle & Wang 2018, by a bisection in floating point:
    // 3.7306316...
    assert_eq!(ends("gaussian(sigma=?)", "1", "1e-5", 7), pair("3.730632", "3.730631"));
    // mu = 1/sigma.
    assert_eq!(ends("gdp(mu=?)", "1", "1e-5", 7), pair("0.2680511", "0.2680512"));
    // A hundred steps need ten times the noise.
    assert_eq!(ends("gaussian(sigma=?)^100", "1", "1e-5", 7), pair("37.30632", "37.30631"));
    // A step of pure privacy has delta = (e^eps0 - e^eps)/(1 + e^eps0) = 1/2 at e^eps0 = 2 e + 1.
    assert_eq!(ends("randomized-response(eps=?)", "1", "1/2", 6), pair("1.86199", "1.862"));
    assert_eq!(ends("randomized-response(eps=?)", "1", "0", 6), pair("1", "1.00001"));
    // 1 - e^((eps - eps0)/2) = 1/2 at eps0 = eps + 2 ln 2.
    assert_eq!(ends("laplace(eps=?)", "1", "1/2", 6), pair("2.38629", "2.3863"));
    // 1 - (1 - delta)^10 = 1/2.
    assert_eq!(ends("approx-dp(eps=0, delta=?)^10", "0", "1/2", 6), pair("0.066967", "0.0669671"));
    // q (e^eps0 - 1)/(e^eps0 + 1) = 1/10 at e^eps0 = 3.
    let sampled = "subsample(method=poisson, rate=?, adjacency=add-remove, mechanism=randomized-response(eps=ln(3)))";
    assert_eq!(ends(sampled, "0", "1/10", 3), pair("0.2", "0.201"));
    // 0.2680511 is between 2/10 and 3/10; at 10 eps delta is 1e-6 (e - 1)/(e^(1/10) - 1) = 1.63e-5.
    assert_eq!(ends("group(size=?, mechanism=gdp(mu=1/10))", "1", "1e-5", 6), pair("2", "3"));
    assert_eq!(
        ends("group(size=?, mechanism=approx-dp(eps=1/10, delta=1e-6))", "1", "2e-5", 6),
        pair("10", "11")
    );
}

/// Attacks, by closed forms: of Gaussian noise the total variation is 2 Phi(1/(2 sigma)) - 1 and
/// beta(alpha) = Phi(Phi^-1(1 - alpha) - 1/sigma).
#[test]
fn attacks_are_bounded_as_by_closed_forms() {
    for (family, target, (meets, fails)) in [
        // 1/(2 sigma) = Phi^-1(0.55) = 0.1256613468..., and sqrt(50) of it.
        ("gaussian(sigma=?)", r#"{"tv": "0.1"}"#, ("3.97895", "3.97894")),
        ("gaussian(sigma=?)^50", r#"{"tv": "0.1"}"#, ("28.1355", "28.1354")),
        // 1/sigma = Phi^-1(0.99) - Phi^-1(0.9) = 1.0447963...
        ("gaussian(sigma=?)", r#"{"alpha": "0.01", "beta": "0.9"}"#, ("0.957125", "0.957124")),
        ("gaussian(sigma=?)", r#"{"mu": "1/2"}"#, ("2", "1.99999")),
        ("gdp(mu=?)", r#"{"mu": "1/2", "alpha_min": "1e-3"}"#, ("0.5", "0.500001")),
        // 1 - e^(-eps/2) = 1/2, and 1 - e^eps/100 = 9/10.
        ("laplace(eps=?)", r#"{"tv": "1/2"}"#, ("1.38629", "1.3863")),
        ("laplace(eps=?)", r#"{"alpha": "0.01", "beta": "0.9"}"#, ("2.30258", "2.30259")),
        // (e^eps - 1)/(e^eps + 1) = 1/2 at e^eps = 3; with equal errors 1/(1 + e^eps) = Phi(-1/2).
        ("randomized-response(eps=?)", r#"{"tv": "1/2"}"#, ("1.09861", "1.09862")),
        ("randomized-response(eps=?)", r#"{"mu": 1}"#, ("0.806965", "0.806966")),
        // 1 - (1 - delta)^10 = 1/2.
        ("approx-dp(eps=0, delta=?)^10", r#"{"tv": "1/2"}"#, ("0.066967", "0.0669671")),
    ] {
        assert_eq!(ends_for(family, target, 6), pair(meets, fails), "{family} {target}");
    }
}

/// Each of both values is asked about directly.
#[test]
fn attacks_on_sampled_steps_are_bounded_on_both_sides() {
    let step = |sigma: &str| {
        format!(
            "subsample(method=poisson, rate=1/50, adjacency=add-remove, mechanism=gaussian(sigma={sigma}))^100"
        )
    };
    let alpha = || number("1/100");
    for (target, query, limit, is_least) in [
        (r#"{"tv": "1/10"}"#, Query::Tv, "1/10", false),
        (r#"{"alpha": "1/100", "beta": "19/20"}"#, Query::Beta { alpha: alpha() }, "19/20", true),
    ] {
        let (meets, fails) = ends_for(&step("?"), target, 3);
        let limit = number(limit).as_rational().cloned().expect("a rational");
        // A narrow answer, to be apart from the limit.
        let options = Options { gap_bits: 16, ..Options::default() };
        let direct = |sigma: &str| asked_with(&step(sigma), query.clone(), &options);
        let (met, failed) = (direct(&meets), direct(&fails));
        assert!(if is_least { met.0 >= limit } else { met.1 <= limit }, "{target} {meets}");
        assert!(if is_least { failed.1 < limit } else { failed.0 > limit }, "{target} {fails}");
        let difference = number(&meets).sub(&number(&fails));
        let unit = if meets.starts_with('0') { "1/1000" } else { "1/100" };
        assert_eq!(difference.compare(&number(unit)), Some(Ordering::Equal), "{meets} {fails}");
    }
}

/// Where a quantity is only known between two bounds, the worse one has to meet the budget.
#[test]
fn attacks_on_a_class_are_bounded_by_its_worst_member() {
    for target in [r#"{"tv": "1/10"}"#, r#"{"alpha": "1/100", "beta": "19/20"}"#] {
        let target = target_of(target).unwrap();
        let found = |family: &str, digits| {
            found_for(Family::parse(family).expect("a family"), target.clone(), digits)
        };
        let (found_rho, met) = found("zcdp(rho=?)", 2);
        let value = |(value, _): (Rational, _)| value;
        let (meets, fails) = (value(found_rho.meets.unwrap()), value(found_rho.fails.unwrap()));
        assert!(!met && meets > 0);
        // The Gaussian mechanism of this rho is one of the class.
        let mu = value(found("gdp(mu=?)", 8).0.meets.unwrap());
        let rho = &mu * &mu / Rational::from(2);
        assert!(meets < rho && rho < fails, "{meets} {rho} {fails}");
    }
}

#[test]
fn targets_are_one_budget() {
    for (text, message) in [
        ("{}", "calibrate.eps: the field \"eps\" is missing"),
        (r#"{"eps": 1}"#, "calibrate.delta: the field \"delta\" is missing"),
        (r#"{"alpha": "1/2"}"#, "calibrate.beta: the field \"beta\" is missing"),
        (r#"{"beta": "1/2"}"#, "calibrate.alpha: the field \"alpha\" is missing"),
        (r#"{"tv": "1/2", "mu": 1}"#, "calibrate.mu: "),
        (r#"{"alpha": "1/2", "beta": "1/2", "eps": 1}"#, "calibrate.eps: "),
        (r#"{"tv": 2}"#, "calibrate.tv: tv = 2 is not in [0, 1]"),
        (r#"{"mu": -1}"#, "calibrate.mu: mu = -1 is not in [0, inf)"),
        (r#"{"mu": 1, "alpha_min": "1/2"}"#, "calibrate.alpha_min: alpha_min = 1/2 is not"),
    ] {
        let error = target_of(text).unwrap_err();
        assert!(error.starts_with(message), "{text}: {error}");
    }
}

/// Values between two integers are released as at the next one: the threshold of integer noise is
/// one.
#[test]
fn thresholds() {
    let keys = |noise: &str| {
        format!("thresholded(noise={noise}, sensitivity=1, threshold=?, keys=1, release=at-least)")
    };
    // A key of value 1 appears with e^(-(t-1)/2) / (1 + e^(-1/2)): 8.53e-7 at 28, 1.41e-6 at 27.
    assert_eq!(ends(&keys("discrete-laplace, eps=1/2"), "1/2", "1e-6", 4), pair("28", "27"));
    // 0.76 at 0, where the value 1 of the key is above the threshold with probability 1 - e^-1/(1 +
    // e^-1/2).
    assert_eq!(ends(&keys("discrete-laplace, eps=1/2"), "1/2", "7/10", 4), pair("1", "0"));
    let whole = |text: String| text.parse::<u64>().is_ok();
    let (meets, fails) = ends(&keys("discrete-gaussian, sigma_sq=4"), "1", "1/100", 4);
    assert!(whole(meets) && whole(fails));
    let continuous = |noise: &str| {
        format!("thresholded(noise={noise}, scale=1, sensitivity=1, threshold=?, keys=1)")
    };
    for (family, eps, delta) in [
        // The noise of a known key alone exceeds them.
        (continuous("laplace"), "1/2", "1/100"),
        (continuous("gaussian"), "1/2", "1/100"),
        (keys("discrete-laplace, eps=1/2"), "1/4", "1e-6"),
    ] {
        let (found, met) = calibrated(&family, eps, delta, 4);
        assert!(found.meets.is_none() && found.fails.is_some() && !met, "{family}: {found:?}");
    }
}

fn delta(mechanism: &str, eps: &str) -> (Rational, Rational) {
    asked(mechanism, Query::Delta { eps: number(eps) })
}

fn asked(mechanism: &str, query: Query) -> (Rational, Rational) {
    asked_with(mechanism, query, &Options::default())
}

fn asked_with(mechanism: &str, query: Query, options: &Options) -> (Rational, Rational) {
    let mechanism = Mechanism::parse(mechanism).expect("a mechanism");
    let answer = dpcert::ask(&Question::of(&mechanism, &query), options).expect("an answer");
    let Content::Number(bounds) = answer.content else { panic!("a number") };
    let end = |text: &str| number(text).as_rational().cloned().expect("a decimal");
    (end(&bounds.printed().lo), end(&bounds.printed().hi))
}

#[test]
fn counts_are_those_of_a_search_one_by_one() {
    for (step, eps, target) in [
        ("laplace(eps=2/7)", "1", "1e-3"),
        ("approx-dp(eps=1/10, delta=1e-6)", "1", "1e-3"),
        ("gaussian(sigma=10)", "1", "1e-3"),
        ("laplace(eps=1/10)", "1", "1e-3"),
        ("randomized-response(eps=2)", "1", "1e-3"),
        ("discrete-gaussian(sigma_sq=100, shifts=[1, 1])", "1", "1e-3"),
    ]
    .into_iter()
    .take(3 * effort())
    {
        let limit = number(target).as_rational().cloned().expect("a decimal");
        let first = (1..)
            .find(|k| delta(&format!("{step}^{k}"), eps).0 > limit)
            .expect("some count is too large");
        assert!(delta(&format!("{step}^{}", first - 1), eps).1 <= limit, "{step}: decided");
        let expected = pair(&(first - 1).to_string(), &first.to_string());
        assert_eq!(ends(&format!("{step}^?"), eps, target, 4), expected, "{step}");
    }
}

#[test]
fn on_a_grid_both_ends_are_proven() {
    let step = |sigma: &str| {
        format!(
            "subsample(method=poisson, rate=1/50, adjacency=add-remove, mechanism=gaussian(sigma={sigma}))^100"
        )
    };
    let (meets, fails) = ends(&step("?"), "1", "1e-5", 3);
    let limit = number("1e-5").as_rational().cloned().expect("a decimal");
    assert!(delta(&step(&meets), "1").1 <= limit);
    assert!(delta(&step(&fails), "1").0 > limit);
    let difference = number(&meets).sub(&number(&fails));
    assert_eq!(difference.compare(&number("1/100")), Some(Ordering::Equal), "{meets} {fails}");
}

#[test]
fn a_gap_between_the_bounds_stays_open() {
    let (found, met) = calibrated("zcdp(rho=?)", "1", "1e-6", 4);
    let (meets, fails) = (found.meets.expect("one meets").0, found.fails.expect("one fails").0);
    let (meets, fails) = (written(&meets), written(&fails));
    assert!(!met);
    // The conversion decides the one, the Gaussian with mu = sqrt(2 rho) the other.
    let (mu, _) = ends("gdp(mu=?)", "1", "1e-6", 8);
    let rho = number(&mu).pow(2).div(&Real::from(2u64));
    assert_eq!(number(&meets).compare(&rho), Some(Ordering::Less));
    assert_eq!(number(&fails).compare(&rho), Some(Ordering::Greater));
    let far = number(&fails).sub(&rho).mul(&Real::from(1000u64));
    assert_eq!(far.compare(&rho), Some(Ordering::Less), "{fails} is the first one above");
}

#[test]
fn ends_of_the_range() {
    let (found, met) = calibrated("laplace(eps=1)^?", "0", "1/10", 4);
    assert_eq!((found.meets.map(|x| written(&x.0)), met), (Some("0".to_owned()), true));
    let sampled =
        "subsample(method=poisson, rate=?, adjacency=add-remove, mechanism=gaussian(sigma=10))";
    let (found, met) = calibrated(sampled, "1", "1e-6", 4);
    assert_eq!(
        (found.meets.map(|x| written(&x.0)), found.fails, met),
        (Some("1".to_owned()), None, false)
    );
    let (found, met) =
        calibrated("gaussian(sigma=1) * randomized-response(eps=?)", "1/100", "1e-6", 4);
    assert_eq!(
        (found.meets, found.fails.map(|x| written(&x.0)), met),
        (None, Some("1e-12".to_owned()), false)
    );
}

/// What the table of parameters promises: delta moves one way, at every eps.
#[test]
fn delta_is_monotone_in_every_parameter() {
    let sampled =
        "subsample(method=poisson, rate=?, adjacency=add-remove, mechanism=gaussian(sigma=1))^3";
    let families = [
        ("gaussian(sigma=?) * laplace(eps=1/2)", ["5", "2", "1", "1/2"]),
        ("gaussian(mu=?)", ["1/5", "1/2", "1", "2"]),
        ("gdp(mu=?)", ["1/5", "1/2", "1", "2"]),
        ("laplace(eps=?)^2", ["1/5", "1/2", "1", "2"]),
        ("discrete-laplace(eps=?, sensitivity=3)", ["1/5", "1/2", "1", "2"]),
        ("approx-dp(eps=?, delta=1/100)^3", ["1/5", "1/2", "1", "2"]),
        ("approx-dp(eps=1, delta=?)^3", ["0", "1/100", "1/10", "1/2"]),
        ("randomized-response(eps=?, categories=5)", ["1/5", "1/2", "1", "2"]),
        ("randomized-response(eps=1)^?", ["1", "2", "3", "5"]),
        ("group(size=?, mechanism=approx-dp(eps=1/2, delta=1/100))^2", ["1", "2", "3", "5"]),
        (sampled, ["1/100", "1/10", "1/2", "1"]),
    ];
    for (i, (family, values)) in families.into_iter().enumerate() {
        for (j, eps) in ["0", "1/3", "1", "2"].into_iter().enumerate() {
            // Every second eps, all with more effort.
            if (i + j) % 2 == 1 && effort() == 1 {
                continue;
            }
            let deltas: Vec<_> =
                values.iter().map(|value| delta(&family.replace('?', value), eps)).collect();
            for (less, more) in deltas.iter().zip(deltas.iter().skip(1)) {
                assert!(less.0 <= more.1, "{family} at {eps}: {deltas:?}");
            }
            assert!(
                deltas.first() < deltas.last() || deltas.iter().all(|x| x.1 == 0),
                "{family} at {eps}"
            );
        }
    }
}

/// The same of the quantities of tests.
#[test]
fn tests_are_monotone_in_every_parameter() {
    let sampled =
        "subsample(method=poisson, rate=?, adjacency=add-remove, mechanism=gaussian(sigma=1))^3";
    let families = [
        ("gaussian(sigma=?) * gaussian(sigma=3)", ["5", "2", "1", "1/2"]),
        ("laplace(eps=?)", ["1/5", "1/2", "1", "2"]),
        ("approx-dp(eps=?, delta=1/100)^3", ["1/5", "1/2", "1", "2"]),
        ("approx-dp(eps=1, delta=?)^3", ["0", "1/100", "1/10", "1/2"]),
        ("randomized-response(eps=?, categories=5)", ["1/5", "1/2", "1", "2"]),
        ("randomized-response(eps=1)^?", ["1", "2", "3", "5"]),
        (sampled, ["1/100", "1/10", "1/2", "1"]),
    ];
    let alpha_min = Rational::from_unsigneds(1u32, 1000u32);
    let queries = [
        Query::Tv,
        Query::Beta { alpha: number("1/100") },
        Query::Beta { alpha: number("1/3") },
        Query::Gdp { alpha_min },
    ];
    for (family, values) in families {
        for query in &queries {
            let found: Vec<_> = values
                .iter()
                .map(|value| asked(&family.replace('?', value), query.clone()))
                .collect();
            let falls = matches!(query, Query::Beta { .. });
            for (x, y) in found.iter().zip(found.iter().skip(1)) {
                let (less, more) = if falls { (y, x) } else { (x, y) };
                assert!(less.0 <= more.1, "{family} {query:?}: {found:?}");
            }
            assert_ne!(found.first(), found.last(), "{family} {query:?}");
        }
    }
}

#[test]
fn families_that_are_none() {
    for (text, message) in [
        ("gaussian(sigma=1)", "mechanism: no parameter is marked with ?"),
        ("gaussian(sigma=?)^?", "mechanism.mechanism.sigma: a second parameter is marked with ?"),
        ("staircase(eps=1, gamma=?)", "mechanism.gamma: this cannot be marked with ?"),
        ("finite-pair(p=[?, 1/2], q=[1/2, 1/2])", "mechanism.p[0]: this cannot be marked with ?"),
        (
            "gaussian(sigma=?) * gaussian(sigma=0)",
            "mechanism.mechanisms[1].sigma: sigma = 0 is not positive",
        ),
    ] {
        let error = Family::parse(text).unwrap_err().to_string();
        assert!(error.starts_with(&format!("{message}; ")), "{text}: {error}");
    }
    let error = Mechanism::parse("laplace(eps=1)^?").unwrap_err();
    assert!(error.to_string().starts_with("mechanism.count: "), "{error}");
}

/// More digits than an index of the search has are refused, and as many as it has are right.
#[test]
fn digits_have_an_end() {
    let (meets, fails) = ends("gaussian(sigma=?)", "1", "1e-6", 36);
    assert!(
        meets.starts_with("4.2246788893") && fails.starts_with("4.2246788893"),
        "{meets} {fails}"
    );
    let family = Family::parse("gaussian(sigma=?)").expect("a family");
    let target = Target::Delta { eps: number("1"), delta: number("1e-6") };
    for digits in [37, 40, 1000] {
        let options = Options { digits, ..Options::default() };
        let refusal = dpcert::ask(&Question::Calibration(family.clone(), target.clone()), &options)
            .unwrap_err();
        assert!(refusal.to_string().contains("36 digits"), "{refusal}");
    }
}
