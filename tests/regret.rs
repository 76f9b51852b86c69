//! What mu-GDP overstates, against its definition by a shift of the trade-off function and by Bayes
//! errors, and against numbers that mpmath computed.

use crate::gdp::{beta, gdp as mu, poisson, rational};
use crate::support::answered::{ends, exactly};
use crate::support::{Fraction, decimal, effort, fraction, real};
use dpcert::{Mechanism, Query};

const CUT: &str = "1/1000000000";

fn at(alpha_min: &str) -> Query {
    Query::GdpRegret { alpha_min: rational(alpha_min) }
}

fn regret(mechanism: &str, alpha_min: &str) -> (Fraction, Fraction) {
    ends(mechanism, &at(alpha_min))
}

fn bayes_error(mechanism: &str, prior: &str) -> (Fraction, Fraction) {
    ends(mechanism, &Query::BayesError { prior: real(prior) })
}

#[test]
fn gaussian_noise_has_none() {
    for mechanism in
        ["gaussian(sigma=2)^16", "gdp(mu=1/3)^9", "gdp(mu=0)", "laplace(eps=0)", "gdp(mu=13)"]
    {
        let (low, high) = regret(mechanism, CUT);
        assert_eq!((low, high), (fraction("0"), fraction("0")), "{mechanism}");
    }
    assert_eq!(exactly("gaussian(sigma=1)", &at(CUT)), fraction("0"));
}

/// Randomised response of eps = ln 3: mu is `2 Phi^-1(3/4)`, the only vertex is (1/4, 1/4), and its
/// edges have the priors 1/4 and 3/4, at which the regret is `delta(ln 3) / 4` of mu-GDP.
#[test]
fn one_vertex_is_known() {
    let (low, high) = regret("randomized-response(eps=ln(3))", CUT);
    let known = decimal("0.05989771169775176181368704697659374018076");
    assert!(low <= known && known <= high, "[{low}, {high}]");
    assert!(&high - &low <= decimal("1e-4"), "[{low}, {high}]");
}

/// The difference of the Bayes errors is nowhere larger, and somewhere as large but for the
/// distance of the priors.
#[test]
fn the_bayes_errors_differ_by_it() {
    for mechanism in [
        "laplace(eps=1)".to_owned(),
        "laplace(eps=1)^3".to_owned(),
        poisson("1/10", "gaussian(sigma=1)") + "^20",
        "finite-pair(p=[1/2, 1/3, 1/6], q=[1/6, 1/2, 1/3])".to_owned(),
        "approx-dp(eps=1, delta=1/100)".to_owned(),
    ] {
        let (low, high) = regret(&mechanism, CUT);
        assert!(
            low < high && &high - &low <= decimal("2e-5").max(&high * decimal("1e-3")),
            "{mechanism}: [{low}, {high}]"
        );
        let (least, most) = mu(&mechanism, CUT);
        let mut largest = fraction("0");
        let parts = if effort() > 1 { 40 } else { 12 };
        for i in 1..parts {
            let prior = format!("{i}/{parts}");
            let (this_low, this_high) = bayes_error(&mechanism, &prior);
            let (above, _) = bayes_error(&format!("gdp(mu={least})"), &prior);
            let (_, below) = bayes_error(&format!("gdp(mu={most})"), &prior);
            assert!(
                &this_low - &above.max(below.clone()) <= high,
                "{mechanism} at {prior}: {high}"
            );
            largest = largest.max(this_high - below);
        }
        assert!(largest >= &low * fraction("4/5"), "{mechanism}: {largest} of {low}");
    }
}

/// Moved down by the regret along the diagonal, f is nowhere above G_mu; moved by a little less, it
/// is.
#[test]
fn it_is_the_shift_of_the_definition() {
    for mechanism in
        ["laplace(eps=1)", "laplace(eps=3)", "discrete-laplace(eps=1/2, sensitivity=3)"]
    {
        let (low, high) = regret(mechanism, CUT);
        let (least, most) = mu(mechanism, CUT);
        let less = &low * fraction("19/20");
        let mut is_above = false;
        for i in 0..24 {
            let alpha = Fraction::new(i.into(), 24.into());
            if &alpha + &high <= fraction("1") {
                let moved = beta(mechanism, &(&alpha + &high)).0 - &high;
                assert!(
                    moved <= beta(&format!("gdp(mu={least})"), &alpha).1,
                    "{mechanism} at {alpha}"
                );
            }
            if &alpha + &less <= fraction("1") {
                let moved = beta(mechanism, &(&alpha + &less)).1 - &less;
                is_above |= moved > beta(&format!("gdp(mu={most})"), &alpha).0;
            }
        }
        assert!(is_above, "{mechanism}: {low}");
    }
}

/// A leak of 1/10 has the mu of its tail, which overstates it; a cut that hides the tail overstates
/// less.
#[test]
fn a_larger_cut_overstates_less() {
    let leak = "approx-dp(eps=0, delta=1/10)";
    let found = ["1e-9", "1e-3", "1/10"].map(|cut| regret(leak, cut));
    assert!(found.windows(2).all(|pair| pair[1].1 < pair[0].0), "{found:?}");
}

#[test]
fn several_cuts_are_one_question() {
    use dpcert::question::{Sweep, table};
    assert!(Sweep::parse(table::GDP_REGRET, "1e-3, 1e-9").unwrap().is_some());
}

#[test]
fn conversions_have_none() {
    let mechanism = Mechanism::parse("zcdp(rho=1)").unwrap();
    let asked =
        dpcert::ask(&dpcert::Question::of(&mechanism, &at(CUT)), &dpcert::Options::default());
    assert!(
        asked
            .unwrap_err()
            .to_string()
            .contains("zcdp is a class for which no trade-off function is known")
    );
}
