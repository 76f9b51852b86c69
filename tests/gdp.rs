//! The least mu of Gaussian differential privacy, against its definition by `beta`, against brute
//! force over vertices, and against numbers that mpmath computed from the formulas of the
//! mechanisms.

use crate::support::answered::{ends, exactly};
use crate::support::{Fraction, Outcomes, decimal, effort, fraction, real};
use dpcert::composition::Route;
use dpcert::enclosure::Outcome;
use dpcert::exact::Malachite;
use dpcert::exact::engine::DirectedFloat;
use dpcert::mechanism::{LossPair, Role};
use dpcert::pair::Direction;
use dpcert::quantity::{Refinement, Scalar, ScalarGoal, evaluate_scalar};
use dpcert::{Limits, Mechanism, Options, Query, Refusal};
use malachite::rational::Rational;
use std::str::FromStr;

pub fn rational(text: &str) -> Rational {
    real(text).as_rational().unwrap().clone()
}

fn at(alpha_min: &str) -> Query {
    Query::Gdp { alpha_min: rational(alpha_min) }
}

pub fn gdp(mechanism: &str, alpha_min: &str) -> (Fraction, Fraction) {
    ends(mechanism, &at(alpha_min))
}

pub fn beta(mechanism: &str, alpha: &Fraction) -> (Fraction, Fraction) {
    ends(mechanism, &Query::Beta { alpha: real(&alpha.to_string()) })
}

/// G_mu at a level, with mu printed as a fraction.
fn gaussian(mu: &Fraction, alpha: &Fraction) -> (Fraction, Fraction) {
    beta(&format!("gdp(mu={mu})"), alpha)
}

fn contains((low, high): &(Fraction, Fraction), value: &str, width: &str) {
    let value = decimal(value);
    assert!(*low <= value && value <= *high, "[{low}, {high}] and {value}");
    assert!(high - low <= decimal(width) * high, "[{low}, {high}]");
}

pub fn poisson(rate: &str, mechanism: &str) -> String {
    format!("subsample(method=poisson, rate={rate}, adjacency=add-remove, mechanism={mechanism})")
}

/// The loss pairs of one direction, composed on a grid whatever else is known about them.
fn on_grid(mechanism: &str, alpha_min: &str, bits: u64) -> (Fraction, Fraction) {
    let steps = Mechanism::parse(mechanism).unwrap().steps().unwrap();
    let part = |(step, count): &(dpcert::mechanism::Dominating, u64)| {
        let parts = step.loss_pairs(Direction::Forward, Role::Dominating);
        parts.into_iter().map(|loss_pair| (loss_pair, *count)).collect::<Vec<_>>()
    };
    let loss_pairs: Vec<(LossPair, u64)> = steps.iter().flat_map(part).collect();
    let scalar = Scalar::Gdp { alpha_min: rational(alpha_min) };
    let sought = ScalarGoal { gap_bits: bits, ..ScalarGoal::new(&scalar) };
    let (limits, once) = (Limits::default(), |_: &Outcome<Malachite>, _, _| true);
    let budget = Options { limits, ..Options::default() }.budget();
    let found =
        evaluate_scalar::<Malachite>(&Route::Grid(loss_pairs), &sought, &budget, once).unwrap();
    assert_eq!(found.refinement, Refinement::Grid);
    let interval = found.decision.outcome.enclose(found.decision.precision);
    let end = |x: Option<Rational>| fraction(&x.unwrap().to_string());
    (end(interval.lower().to_rational()), end(interval.upper().to_rational()))
}

#[test]
fn gaussian_noise_has_its_mu() {
    for (mechanism, mu) in [
        ("gaussian(sigma=2)", "1/2"),
        ("gaussian(sigma=2)^16", "2"),
        ("gdp(mu=1/3)^9", "1"),
        ("gaussian(sigma=3)^9 * gdp(mu=3/4) * gdp(mu=1)^0", "5/4"),
    ] {
        assert_eq!(exactly(mechanism, &at("1e-9")), fraction(mu), "{mechanism}");
    }
    contains(&gdp("gaussian(sigma=1)^2", "1e-9"), "1.41421356237309504880168872421", "1e-19");
    // A sample that has everyone is the mechanism itself.
    assert_eq!(exactly(&poisson("1", "gaussian(sigma=4)"), &at("1e-3")), fraction("1/4"));
    assert_eq!(exactly("laplace(eps=0)", &at("1e-9")), fraction("0"));
    assert_eq!(exactly("finite-pair(p=[1/2, 1/2], q=[1/2, 1/2])^3", &at("1/4")), fraction("0"));
}

/// By mpmath: `2 Phi^-1(1 - e^(-1/2)/2)`, and the largest separation of two Laplace mechanisms,
/// whose tests at a loss of 0.8777 are the best, by quadrature.
#[test]
fn laplace_noise() {
    contains(&gdp("laplace(eps=1)", "1e-9"), "1.030063997624433875654988406859963495372", "1e-19");
    contains(&gdp("laplace(eps=1)", "3/10"), "1.030063997624433875654988406859963495372", "1e-19");
    contains(&gdp("laplace(eps=1)^2", "1e-9"), "1.305112102072681707467937387625629195864", "1e-3");
    contains(&gdp("laplace(eps=1)^10", "1e-9"), "2.770441254152184767972501", "1e-3");
    // Small losses: 2 phi(0) (1 - e^(-eps/2)) and more.
    let (low, high) = gdp("laplace(eps=1e-12)", "1e-9");
    assert!(low > decimal("1.2533141e-12") && high < decimal("1.2533142e-12"), "{low} {high}");
    // The best errors are below the smallest number of the engine: what is left is the cut.
    for eps in ["1e10", "1e30", "1e300"] {
        contains(&gdp(&format!("laplace(eps={eps})"), "1e-9"), "11.99561403001537374314", "1e-19");
    }
}

/// By mpmath: the ends at the cut of the formula for tests that reject from a value on.
#[test]
fn one_step_on_a_sample_measures_its_tail() {
    let step = poisson("1/100", "gaussian(sigma=1)");
    for (alpha_min, mu) in [
        ("1e-3", "0.04770038856400370303027932328698505822724367"),
        ("1e-9", "0.2246198879468655049530356380725682545532348"),
        ("1e-30", "0.5725466227351540923818973188117144689978605"),
    ] {
        // One cut for each route, all with more effort.
        if effort() > 1 || alpha_min == "1e-9" {
            contains(&gdp(&step, alpha_min), mu, "1e-18");
        }
        if effort() > 1 {
            contains(&on_grid(&step, alpha_min, 11), mu, "1e-3");
        } else if alpha_min == "1e-3" {
            contains(&on_grid(&step, alpha_min, 8), mu, "1e-2");
        }
    }
}

/// By mpmath: all vertices and both ends at the cut of binomial sums.
#[test]
fn randomised_response() {
    for (k, alpha_min, mu) in [
        (1, "1e-9", "1.348979500392163486404454029082614370774"),
        (2, "1e-9", "1.691431228962717007230769777113455839385"),
        (5, "1e-3", "2.523541723271973119895540652555111863229"),
        (20, "1e-9", "4.858087077429341690387058244178113423411"),
        (100, "1e-9", "10.75460152708215214532915365454026322003"),
        // Beyond the separation of (cut, cut).
        (100, "1e-3", "6.180464612335627083080799660214758410982"),
    ] {
        let mechanism = format!("randomized-response(eps=ln(3))^{k}");
        contains(&gdp(&mechanism, alpha_min), mu, "1e-19");
        if k < 100 {
            contains(&on_grid(&mechanism, alpha_min, 11), mu, "1e-3");
        }
    }
}

/// The vertices and the ends at the cut of a convex chain.
fn candidates(chain: &[(Fraction, Fraction)], cut: &Fraction) -> Vec<(Fraction, Fraction)> {
    let mut found: Vec<_> = chain.iter().filter(|(x, y)| x >= cut && y >= cut).cloned().collect();
    for pair in chain.windows(2) {
        let [(x, y), (z, w)] = pair else { unreachable!() };
        let (run, fall) = (z - x, y - w);
        if x < cut && cut < z {
            found.push((cut.clone(), y - &fall * (cut - x) / &run));
        }
        if w < cut && cut < y {
            found.push((x + &run * (y - cut) / &fall, cut.clone()));
        }
    }
    found.retain(|(x, y)| x >= cut && y >= cut);
    found
}

/// G at the upper end is nowhere above the candidates, and G at the lower end is not below all of
/// them.
fn is_least(mechanism: &str, alpha_min: &str, candidates: &[(Fraction, Fraction)]) {
    let (low, high) = gdp(mechanism, alpha_min);
    assert!(&high - &low <= decimal("1e-15") * &high, "{mechanism}: [{low}, {high}]");
    for (alpha, beta) in candidates {
        assert!(gaussian(&high, alpha).0 <= *beta, "{mechanism} at {alpha}: {beta}, mu <= {high}");
    }
    let reached = candidates.iter().any(|(alpha, beta)| gaussian(&low, alpha).1 >= *beta);
    assert!(reached, "{mechanism}: mu >= {low}");
}

#[test]
fn finite_pairs_are_brute_force() {
    let pair = |p: &str, q: &str| {
        let masses = |text: &str| text.split(", ").map(fraction).collect::<Vec<Fraction>>();
        (
            format!("finite-pair(p=[{p}], q=[{q}])"),
            Outcomes(masses(p).into_iter().zip(masses(q)).collect()),
        )
    };
    for ((mechanism, outcomes), k) in [
        (pair("1/2, 1/3, 1/6", "1/6, 1/2, 1/3"), 1),
        (pair("1/2, 1/3, 1/6", "1/6, 1/2, 1/3"), 4),
        (pair("1/2, 1/4, 1/4, 0", "1/8, 1/4, 1/2, 1/8"), 3),
        (pair("1/1000, 999/1000, 0", "0, 999/1000, 1/1000"), 2),
        (pair("9/10, 1/10", "1/10000, 9999/10000"), 1),
    ] {
        let chain = outcomes.power(k).vertices();
        for alpha_min in ["1/5", "1/1000", "1e-9"] {
            let cut = decimal(&alpha_min.replace("1/5", "0.2").replace("1/1000", "0.001"));
            let candidates = candidates(&chain, &cut);
            if !candidates.is_empty() {
                is_least(&format!("{mechanism}^{k}"), alpha_min, &candidates);
            }
        }
    }
}

/// A test and its mirror image separate equally well.
#[test]
fn the_order_of_a_pair_does_not_matter() {
    for (p, q) in [("1/2, 1/3, 1/6", "1/6, 1/2, 1/3"), ("9/10, 1/10", "1/10000, 9999/10000")] {
        for alpha_min in ["1/5", "1e-3"] {
            let [first, second] = [(p, q), (q, p)]
                .map(|(p, q)| gdp(&format!("finite-pair(p=[{p}], q=[{q}])"), alpha_min));
            assert_eq!(first, second);
        }
    }
}

/// Where no test has two errors from the cut on that are not on the line of chance, the cut says it
/// all.
#[test]
fn no_privacy_has_the_separation_of_the_cut() {
    for mechanism in
        ["finite-pair(p=[1, 0], q=[0, 1])", "laplace(eps=200)", "gdp(mu=13)", "gdp(mu=10)^2"]
    {
        contains(&gdp(mechanism, "1e-9"), "11.99561403001537374312462040982307483919", "1e-15");
    }
    contains(&gdp("laplace(eps=1)", "2/5"), "0.5066942062715995975963923628484878775744", "1e-19");
    // A leak alone: the line from (0, 1 - delta) to (1, 0) is cut.
    let leak = gdp("approx-dp(eps=0, delta=1/10)", "1/20");
    is_least(
        "approx-dp(eps=0, delta=1/10)",
        "1/20",
        &[(fraction("1/20"), fraction("17/20")), (fraction("17/20"), fraction("1/20"))],
    );
    assert!(leak.0 > gdp("approx-dp(eps=0, delta=1/10)", "1/10").1);
}

/// The definition, by beta at many levels: G_mu with the upper end is nowhere above, and that of 99
/// percent of the lower end is somewhere.
#[test]
fn mu_is_the_least_by_beta() {
    let cut = "1e-6";
    for mechanism in [
        poisson("1/100", "gaussian(sigma=1)") + if effort() > 1 { "^200" } else { "^50" },
        "laplace(eps=1/2)^6 * gaussian(sigma=3)".to_owned(),
        poisson("1/10", "laplace(eps=1)") + "^5",
        "discrete-gaussian(sigma_sq=2)".to_owned(),
    ] {
        let (low, high) = gdp(&mechanism, cut);
        assert!(&high - &low <= decimal("1e-3") * &high, "{mechanism}: [{low}, {high}]");
        let every = if effort() > 1 { 1 } else { 3 };
        let levels = (0..20u32)
            .step_by(every)
            .map(|i| decimal("1e-6") * fraction("2").pow(i32::try_from(i).unwrap()));
        let mut is_reached = false;
        for alpha in levels {
            let (least, most) = beta(&mechanism, &alpha);
            if most < decimal(cut) {
                continue;
            }
            assert!(gaussian(&high, &alpha).0 <= most, "{mechanism} at {alpha}");
            is_reached |= gaussian(&(&low * fraction("97/100")), &alpha).1 >= least;
        }
        assert!(is_reached, "{mechanism}: mu >= {low}");
    }
}

/// Gaussian noise on a grid: mu sqrt(k), although the whole function decides.
#[test]
fn the_central_limit_on_a_grid() {
    contains(&on_grid("gdp(mu=1/10)^100", "1e-6", 8), "1", "4e-3");
    let (bits, width) = if effort() > 1 { (10, "1e-3") } else { (8, "4e-3") };
    contains(&on_grid("gdp(mu=1/2)^4 * laplace(eps=0)", "1e-3", bits), "1", width);
}

#[test]
fn a_larger_cut_leaves_less() {
    let mechanism = poisson("1/100", "gaussian(sigma=1)") + "^100";
    let cuts = if effort() > 1 {
        &["1e-12", "1e-9", "1e-6", "1e-3", "1/10"][..]
    } else {
        &["1e-12", "1e-6", "1/10"]
    };
    let found: Vec<_> = cuts.iter().map(|alpha_min| gdp(&mechanism, alpha_min)).collect();
    assert!(found.windows(2).all(|pair| pair[1].1 <= pair[0].1), "{found:?}");
    assert!(found[cuts.len() - 1].1 < found[0].0);
}

#[test]
fn cuts_outside_the_domain_are_refused() {
    for text in ["0", "1/2", "1", "-1/10", "1e-301", "exp(-1)"] {
        let read = dpcert::question::table::GDP.query(Some(text));
        let Err(Refusal::Input(error)) = read else { panic!("{text}: {read:?}") };
        assert_eq!(error.field, "query.gdp.alpha_min");
        assert!(
            error.message.contains("is not a rational number in [1e-300, 1/2)"),
            "{}",
            error.message
        );
    }
    let usual = dpcert::question::table::GDP.query(None).unwrap();
    assert_eq!(usual, Query::Gdp { alpha_min: Rational::from_str("1/1000000000").unwrap() });
}

#[test]
fn conversions_have_no_mu() {
    let mechanism = Mechanism::parse("zcdp(rho=1)").unwrap();
    let asked =
        dpcert::ask(&dpcert::Question::of(&mechanism, &at("1e-9")), &dpcert::Options::default());
    assert!(
        asked
            .unwrap_err()
            .to_string()
            .contains("zcdp is a class for which no trade-off function is known")
    );
}
