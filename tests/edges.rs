//! The edges of every domain have their right answers, or their right refusals.

use crate::support::Shown;
use crate::support::{Outcomes, Printed, decimal, effort, exact_of, fraction, number, power, real};
use dpcert::{Content, Mechanism, Options, Query, Question, Refusal};

fn query(kind: &str, at: &str) -> Query {
    match kind {
        "delta" => Query::Delta { eps: real(at) },
        "eps" => Query::Eps { delta: real(at) },
        "beta" => Query::Beta { alpha: real(at) },
        "test" => Query::Test { alpha: real(at) },
        "tv" => Query::Tv,
        "deltas" => Query::Deltas { inner: false },
        "region" => Query::Region,
        "ratios" => Query::LikelihoodRatios,
        other => panic!("{other}"),
    }
}

fn ask(mechanism: &str, kind: &str, at: &str) -> Result<Content, Refusal> {
    let mechanism = Mechanism::parse(mechanism)?;
    Ok(dpcert::ask(&Question::of(&mechanism, &query(kind, at)), &Options::default())?.content)
}

fn bounds(mechanism: &str, kind: &str, at: &str) -> Printed {
    number(ask(mechanism, kind, at).unwrap_or_else(|e| panic!("{mechanism} {kind} {at}: {e}")))
}

#[test]
fn edge_values() {
    for (mechanism, kind, at, expected) in [
        // The empty composition releases nothing.
        ("approx-dp(eps=1, delta=1/10)^0", "tv", "", "0"),
        ("gaussian(sigma=1)^0", "delta", "0", "0"),
        ("laplace(eps=1)^0", "beta", "1/4", "0.75"),
        ("approx-dp(eps=1, delta=1/10)^0", "eps", "0", "0"),
        ("compose(mechanisms=[])", "tv", "", "0"),
        // eps = 0: only delta is left.
        ("approx-dp(eps=0, delta=1/10)^2", "tv", "", "0.19"),
        ("approx-dp(eps=0, delta=1/10)^2", "delta", "5", "0.19"),
        ("approx-dp(eps=0, delta=0)^9", "tv", "", "0"),
        ("approx-dp-tv(eps=0, delta=1/10, eta=1/10)", "beta", "1/2", "0.4"),
        ("randomized-response(eps=0)", "tv", "", "0"),
        ("laplace(eps=0)^7", "tv", "", "0"),
        ("gdp(mu=0)^7", "tv", "", "0"),
        ("gdp(mu=0)^7", "eps", "0", "0"),
        // delta = 1: everything may be known.
        ("approx-dp(eps=1, delta=1)", "tv", "", "1"),
        ("approx-dp(eps=1, delta=1)", "beta", "0", "0"),
        ("approx-dp(eps=1, delta=1)", "eps", "1", "0"),
        ("approx-dp(eps=1, delta=1)", "eps", "0.999", "inf"),
        ("approx-dp-tv(eps=1, delta=1, eta=1)^3", "delta", "0", "1"),
        // eta = delta, alpha = 1: no finite loss but 0.
        ("approx-dp-tv(eps=1, delta=1/10, eta=1/10)^2", "tv", "", "0.19"),
        ("approx-dp-tv(eps=1, delta=0, alpha=1)^2", "tv", "", "0"),
        // The largest eta is Kairouz-Oh-Viswanath, recognised in Q(e^r) too.
        ("approx-dp-tv(eps=ln(3), delta=0, eta=1/2)", "tv", "", "0.5"),
        // Beyond the last lattice point.
        ("approx-dp(eps=1, delta=0)^3", "delta", "3", "0"),
        ("approx-dp(eps=1, delta=0)^3", "delta", "1e9", "0"),
        ("approx-dp(eps=1/10, delta=1/2)^2", "delta", "1", "0.75"),
        ("laplace(eps=1)", "delta", "1", "0"),
        ("laplace(eps=1)", "delta", "2", "0"),
        ("laplace(eps=1)", "eps", "0", "1"),
        ("laplace(eps=1)", "eps", "1", "0"),
        ("gdp(mu=1)", "eps", "0", "inf"),
        ("gdp(mu=1)", "eps", "1", "0"),
        ("gdp(mu=1)", "beta", "0", "1"),
        ("gdp(mu=1)", "beta", "1", "0"),
        ("randomized-response(eps=exp(1))", "beta", "1", "0"),
        ("approx-dp(eps=sqrt(2), delta=1/10)^2", "beta", "0.81", "0"),
        // A target exactly at the mass at infinity: the largest loss will do.
        ("approx-dp(eps=1, delta=1/10)", "eps", "1/10", "1"),
        ("approx-dp(eps=1, delta=1/10)^2", "eps", "0.19", "2"),
        ("approx-dp(eps=1, delta=1/10)^2", "eps", "0.189999999999999999999999", "inf"),
        ("approx-dp(eps=1, delta=0.1) * approx-dp(eps=2, delta=0.2)", "eps", "0.28", "3"),
        ("randomized-response(eps=1, categories=4)", "eps", "0", "1"),
        ("finite-pair(p=[1], q=[1])", "tv", "", "0"),
        ("finite-pair(p=[1, 0], q=[0, 1])", "beta", "0", "0"),
        ("trade-off(vertices=[[0, 0], [1, 0]])", "tv", "", "1"),
        ("trade-off(vertices=[[0, 1], [1, 0]])", "tv", "", "0"),
        ("multi-dp(constraints=[{eps=1, delta=1}])", "tv", "", "1"),
        ("multi-dp(constraints=[{eps=0, delta=0}, {eps=5, delta=1/2}])^10", "tv", "", "0"),
        // Tiny and huge.
        ("approx-dp(eps=0, delta=0x1p-1074)", "tv", "", "4.94065645841246544176e-324"),
        ("approx-dp(eps=1, delta=1e-30000)^2", "delta", "2", "2e-30000"),
    ] {
        let Printed { lo, hi, met, .. } = bounds(mechanism, kind, at);
        assert!(met, "{mechanism} {kind} {at}: [{lo}, {hi}]");
        if expected == "inf" {
            assert_eq!((lo.as_str(), hi.as_str()), ("inf", "inf"), "{mechanism} {kind} {at}");
        } else {
            let (low, high, truth) = (decimal(&lo), decimal(&hi), decimal(expected));
            let slack = &truth * decimal("1e-20");
            assert!(
                low <= &truth + &slack && &truth - &slack <= high,
                "{mechanism} {kind} {at}: [{lo}, {hi}]"
            );
        }
    }
}

/// An exact zero is printed as one, not as a tiny interval; likewise an exact eps.
#[test]
fn exact_values_are_points() {
    for (mechanism, kind, at, expected) in [
        ("approx-dp(eps=1, delta=0)^3", "delta", "3", "0"),
        ("approx-dp(eps=sqrt(2), delta=0)^3", "delta", "5", "0"),
        ("approx-dp(eps=1, delta=1/10)^2", "delta", "2", "0.19"),
        ("randomized-response(eps=1, categories=4)^2", "delta", "2", "0"),
        ("finite-pair(p=[1/2, 1/2], q=[1/3, 2/3])^3", "delta", "ln(27/8)", "0"),
    ] {
        let Printed { lo, hi, .. } = bounds(mechanism, kind, at);
        assert_eq!((lo.as_str(), hi.as_str()), (expected, expected), "{mechanism} {kind} {at}");
    }
}

/// Out of the engine's range the answer is wide, sound, and says that it was not met.
#[test]
fn out_of_range_is_wide_and_sound() {
    for (mechanism, kind, at) in [
        ("gdp(mu=1)", "delta", "1e6"),
        ("approx-dp-tv(eps=1e10, delta=0, alpha=1/2)^3", "delta", "5"),
        ("approx-dp(eps=1e12, delta=0)^3", "tv", ""),
        ("approx-dp-tv(eps=1e10, delta=0, alpha=1/2)^3", "beta", "1/2"),
        ("approx-dp(eps=1e9, delta=1/10)^4", "eps", "1/2"),
        ("gdp(mu=1e9)", "eps", "1/2"),
        ("gdp(mu=1e-9)", "eps", "1e-12"),
        ("gdp(mu=1e9)", "tv", ""),
        ("gdp(mu=1)", "delta", "exp(exp(exp(10)))"),
        ("approx-dp(eps=1, delta=0)^1152921504606846976", "delta", "1152921504606846974.5"),
    ] {
        let Printed { lo, hi, met, .. } = bounds(mechanism, kind, at);
        if hi == "1e-323228494" {
            // Below the engine's smallest number: longer than a literal may be, and no digit of it
            // known.
            assert!(lo == "0" && !met, "{mechanism}: [{lo}, {hi}]");
            continue;
        }
        assert!(hi == "inf" || decimal(&lo) <= decimal(&hi), "{mechanism}: [{lo}, {hi}]");
        if kind != "eps" {
            assert!(
                decimal("0") <= decimal(&lo) && decimal(&hi) <= decimal("1"),
                "{mechanism}: [{lo}, {hi}]"
            );
        }
    }
}

/// At a vertex the test is decided exactly, in Q(e^r) too.
#[test]
fn tests_at_vertices_are_decided() {
    let corner = "1/(1 + exp(1/10))";
    let Ok(Content::Test { threshold, randomisation, power, .. }) =
        ask("approx-dp(eps=1/10, delta=0)", "test", corner)
    else {
        panic!("no test")
    };
    // All of the larger ratio, nothing of the smaller: the threshold is the smaller one.
    assert!(threshold.printed().lo.starts_with("0.90483741803595957316"), "{threshold:?}");
    assert_eq!(
        (randomisation.printed().lo.as_str(), randomisation.printed().hi.as_str()),
        ("0", "0"),
        "{randomisation:?}"
    );
    assert!(power.printed().lo.starts_with("0.5249791874789399"), "{power:?}");
}

/// The power of the test of a level is 1 - beta there, and its threshold g is where `1 - delta(g) -
/// g alpha` is beta.
#[test]
fn tests_of_noise_have_the_power_of_their_level() {
    for mechanism in ["gaussian(sigma=1)", "gdp(mu=1/3)", "laplace(eps=1)"] {
        for alpha in ["1/100", "1/10", "1/4", "3/10"] {
            let Ok(Content::Test { threshold, power, .. }) = ask(mechanism, "test", alpha) else {
                panic!("{mechanism}")
            };
            let (power, threshold) = (power.printed(), threshold.printed());
            let beta = bounds(mechanism, "beta", alpha);
            let one = fraction("1");
            let close = fraction("1/10000000000000000");
            assert!(
                decimal(&power.lo) + decimal(&beta.lo) <= one,
                "{mechanism} {alpha}: {power:?} {beta:?}"
            );
            assert!(
                decimal(&power.hi) + decimal(&beta.hi) >= one,
                "{mechanism} {alpha}: {power:?} {beta:?}"
            );
            assert!(
                decimal(&power.hi) - decimal(&power.lo) < close
                    && decimal(&beta.hi) - decimal(&beta.lo) < close
            );
            let delta = bounds(mechanism, "delta", &format!("ln({})", threshold.lo));
            let line = one - decimal(&delta.lo) - decimal(&threshold.lo) * fraction(alpha);
            let error = line - decimal(&beta.lo);
            assert!(
                error < close && -error < close,
                "{mechanism} {alpha}: {threshold:?} {delta:?} {beta:?}"
            );
        }
    }
}

#[test]
fn refusals_name_the_parameter_and_the_interval() {
    for (mechanism, reason) in [
        ("approx-dp(eps=-1, delta=0)", "eps = -1 is outside [0, inf)"),
        ("approx-dp(eps=1, delta=2)", "delta = 2 is outside [0, 1]"),
        ("approx-dp(eps=1, delta=-1e-9)", "delta = -1/1000000000 is outside [0, 1]"),
        ("approx-dp-tv(eps=ln(3), delta=0, eta=1.1)", "eta = 11/10 is outside [0, 1]"),
        ("approx-dp-tv(eps=ln(3), delta=1/10, eta=-1/20)", "eta = -1/20 is outside [0, 1]"),
        ("approx-dp-tv(eps=1, delta=0, alpha=1.1)", "alpha = 11/10 is outside [0, 1]"),
        ("approx-dp-tv(eps=1, delta=0, alpha=1/2, eta=1/4)", "both eta and alpha"),
        ("approx-dp-tv(eps=1, delta=0)", "the field \"eta\" is missing"),
        ("randomized-response(eps=1, categories=1)", "categories = 1 is less than 2"),
        ("gaussian(sigma=0)", "sigma = 0 is not positive"),
        ("gaussian(sigma=1, mu=1)", "both sigma and mu"),
        ("gaussian(noise-scale=1)", "gaussian has no field \"noise-scale\""),
        ("gaussian(scale=1)", "needs a sensitivity"),
        ("gaussian(sigma=1, scale=1, sensitivity=1)", "both sigma and scale are given"),
        (
            "gaussian(sigma=1, sensitivity=2)",
            "a sensitivity needs a scale, and sigma already contains it",
        ),
        (
            "gaussian(mu=1, sensitivity=2)",
            "a sensitivity needs a scale, and mu already contains it",
        ),
        ("gaussian(scale=1, shifts=[1, -1])", "the noise is added to one value"),
        ("gaussian(scale=0, sensitivity=1)", "scale = 0 is not positive"),
        ("gaussian(scale=1, sensitivity=-1)", "sensitivity = -1 is outside [0, inf)"),
        ("laplace(scale=1)", "needs a sensitivity"),
        ("laplace(eps=1, scale=1)", "both eps and scale are given"),
        (
            "laplace(eps=1, sensitivity=2)",
            "a sensitivity needs a scale, and eps already contains it",
        ),
        ("laplace(scale=1, shifts=[1])", "the noise is added to one value"),
        ("gdp(mu=1, sensitivity=1)", "unknown field \"sensitivity\""),
        ("staircase(eps=1, gamma=1/2, sensitivity=1)", "unknown field \"sensitivity\""),
        (
            "discrete-gaussian(sigma_sq=1, sensitivity=1, shifts=[1])",
            "both sensitivity and shifts are given",
        ),
        ("discrete-gaussian(sigma_sq=1, sensitivity=1/2)", "is not a whole number"),
        (
            "discrete-laplace(eps=1, sensitivity=1, shifts=[1])",
            "both sensitivity and shifts are given",
        ),
        ("discrete-laplace(eps=1, shifts=[1, 1/2])", "a shift is a whole number"),
        ("discrete-laplace(eps=1, shifts=[])", "no shift is given"),
        ("discrete-gaussian(sigma_sq=1, shifts=[])", "no shift is given"),
        ("discrete-laplace(eps=1, shifts=[100, 100])", "too many likelihood ratios"),
        ("gdp(mu=-1)", "mu = -1 is outside [0, inf)"),
        ("laplace(eps=-1/2)", "eps = -1/2 is outside [0, inf)"),
        ("staircase(eps=0, gamma=1/2)", "eps = 0 is not positive"),
        ("staircase(eps=1, gamma=2)", "gamma = 2 is outside [0, 1]"),
        ("finite-pair(p=[1/2, 1/2], q=[1])", "p has 2 probabilities and q has 1"),
        ("finite-pair(p=[1/2, 1/3], q=[1/2, 1/2])", "the sum of p is 5/6"),
        ("finite-pair(p=[3/2, -1/2], q=[1/2, 1/2])", "p[1] = -1/2 is negative"),
        ("multi-dp(constraints=[])", "there is no constraint"),
        ("trade-off(vertices=[])", "there is no vertex"),
        ("trade-off(vertices=[[1/10, 1], [1, 0]])", "is not at alpha = 0"),
        ("trade-off(vertices=[[0, 1], [1/2, 0]])", "is not (1, 0)"),
        (
            "trade-off(vertices=[[0, 1], [1/2, 3/4], [1, 0]])",
            "vertex 1, (1/2, 3/4) is not known to be on or below",
        ),
        (
            "trade-off(vertices=[[0, 1], [1/4, 1/4], [1/2, 1/2], [1, 0]])",
            "beta is not known to fall after vertex 1",
        ),
        (
            "trade-off(vertices=[[0, 3/4], [1/2, 1/2], [3/4, 0], [1, 0]])",
            "not known to be convex at vertex 1",
        ),
        ("trade-off(vertices=[[0, 1, 2], [1, 0]])", "a vertex has two coordinates, this one 3"),
        ("discrete-gaussian(sigma_sq=0, shifts=[1])", "sigma_sq = 0 is not positive"),
        ("discrete-gaussian(sigma=1)", "sigma is not a field here"),
        ("discrete-gaussian(sigma_sq=1, shifts=[1/2])", "a shift is a whole number"),
        ("discrete-laplace(eps=0)", "eps = 0 is not positive"),
        ("discrete-laplace(eps=1, sensitivity=10^9)", "too many likelihood ratios"),
        (
            "subsample(method=poisson, rate=2, adjacency=add-remove, mechanism=gaussian(sigma=1))",
            "rate = 2 is outside [0, 1]",
        ),
        (
            "subsample(method=poisson, rate=1/2, adjacency=replace-one, mechanism=gaussian(sigma=1))",
            "holds where one record is added or removed",
        ),
        (
            "subsample(method=without-replacement, rate=1/2, adjacency=add-remove, mechanism=gaussian(sigma=1))",
            "holds where one record is replaced",
        ),
        (
            "subsample(method=without-replacement, size=3, population=2, adjacency=replace-one, mechanism=laplace(eps=1))",
            "size = 3 is more than the population, 2",
        ),
        (
            "subsample(method=with-replacement, size=3, population=2, adjacency=replace-one, mechanism=laplace(eps=1))",
            "it needs the profiles of groups",
        ),
        (
            "subsample(method=poisson, rate=1/2, adjacency=add-remove, mechanism=laplace(eps=1)^2)",
            "where each step has a sample of its own",
        ),
        (
            "subsample(method=without-replacement, rate=1/2, adjacency=replace-one, \
             mechanism=finite-pair(p=[1/2, 1/2], q=[1/3, 2/3]))",
            "give a symmetric pair",
        ),
        ("approx-dp(eps=1/10, delta=1e-6)^(10^15)", "raise it with limits.work"),
        (
            "(gaussian(mu=1e-10)^18446744073709551615)^4",
            "a mechanism may be repeated at most 2^64 - 1 times",
        ),
        ("approx-dp(eps=1, delta=0)^18446744073709551615", "raise it with limits.work"),
        (
            "approx-dp(eps=1e-9, delta=0)^(10^6) * approx-dp(eps=1e9, delta=0)^(10^6)",
            "raise it with limits.work",
        ),
        (
            "gdp(mu=1e-10)^18446744073709551615 * gaussian(mu=1e-10)",
            "a mechanism may be repeated at most 2^64 - 1 times",
        ),
    ] {
        let error =
            ask(mechanism, "tv", "").err().unwrap_or_else(|| panic!("{mechanism} is accepted"));
        assert!(error.to_string().contains(reason), "{mechanism}: {error}");
    }
}

/// One way of saying how far neighbours are apart, and another.
#[test]
fn distances_are_stated() {
    for (one, other) in [
        ("gaussian(scale=6, sensitivity=3)", "gaussian(sigma=2)"),
        ("gaussian(scale=sqrt(2), sensitivity=sqrt(2))", "gaussian(mu=1)"),
        ("gaussian(scale=1, sensitivity=0)", "gaussian(mu=0)"),
        ("laplace(scale=2, sensitivity=1)", "laplace(eps=1/2)"),
        ("laplace(scale=1, sensitivity=ln(2))", "laplace(eps=ln(2))"),
        ("group(size=3, mechanism=laplace(scale=2, sensitivity=1))", "laplace(eps=3/2)"),
        (
            "discrete-gaussian(sigma_sq=50, sensitivity=3)",
            "discrete-gaussian(sigma_sq=50, shifts=[-3])",
        ),
        ("discrete-gaussian(sigma_sq=50)", "discrete-gaussian(sigma_sq=50, shifts=[1])"),
        ("discrete-laplace(eps=1)", "discrete-laplace(eps=1, sensitivity=1)"),
        ("discrete-laplace(eps=1, sensitivity=3)", "discrete-laplace(eps=1, shifts=[0, -3])"),
        ("discrete-laplace(eps=1, shifts=[0])", "discrete-laplace(eps=1, sensitivity=0)"),
        (
            "group(size=2, mechanism=discrete-laplace(eps=ln(2), shifts=[1, -2]))",
            "discrete-laplace(eps=ln(2), shifts=[2, 4])",
        ),
    ] {
        assert_eq!(Mechanism::parse(one).unwrap(), Mechanism::parse(other).unwrap(), "{one}");
    }
}

/// Several counts of a discrete Laplace mechanism, held against their composition, and against a
/// sum over pairs of integers, of which those beyond +-60 have less than 2^-55 of the mass.
#[test]
fn shifts_of_a_discrete_laplace_mechanism() {
    for (shifts, steps) in [
        ("[1, -1]", "discrete-laplace(eps=ln(2), sensitivity=1)^2"),
        (
            "[2, 2, 1]",
            "discrete-laplace(eps=ln(2), sensitivity=2)^2 * discrete-laplace(eps=ln(2), sensitivity=1)",
        ),
        // As many as a histogram has places: no expression grows with them.
        (
            "[1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1]",
            "discrete-laplace(eps=ln(2), sensitivity=1)^20",
        ),
        (
            "[1, 3, 2]",
            "discrete-laplace(eps=ln(2), sensitivity=3) * discrete-laplace(eps=ln(2), sensitivity=2) \
          * discrete-laplace(eps=ln(2), sensitivity=1)",
        ),
    ] {
        let together = format!("discrete-laplace(eps=ln(2), shifts={shifts})");
        for at in ["0", "ln(2)", "ln(3)", "2*ln(2)"] {
            assert_eq!(bounds(&together, "delta", at), bounds(steps, "delta", at), "{shifts} {at}");
        }
    }
    // Also where e^-eps is not rational.
    let found = bounds("discrete-laplace(eps=1, shifts=[2, 1, 1])", "tv", "");
    let steps = bounds(
        "discrete-laplace(eps=1, sensitivity=2) * discrete-laplace(eps=1, sensitivity=1)^2",
        "tv",
        "",
    );
    assert_eq!((found.lo, found.hi), (steps.lo, steps.hi));
    let two = fraction("2");
    let mass = |n: i64| fraction("1/3") / power(&two, n.unsigned_abs());
    let masses = |shift: i64| (-60..=60).map(|n| (mass(n - shift), mass(n))).collect();
    let outcomes = Outcomes(masses(2)).product(&Outcomes(masses(-1)));
    let allowed = fraction("1") / power(&two, 54);
    for (at, g) in [("0", "1"), ("ln(3)", "3"), ("2*ln(2)", "4")] {
        let found = exact_of(&bounds("discrete-laplace(eps=ln(2), shifts=[2, -1])", "delta", at));
        let summed = outcomes.delta(&fraction(g));
        assert!(summed <= found && found <= &summed + &allowed, "{at}: {found} {summed}");
    }
}

/// Far out every closed form ends at once; what is near 1 is near it to all digits, and so is an
/// eps that is large.
#[test]
fn far_out() {
    const NEARLY_ONE: (&str, &str) = ("0.999999999999999999999", "1");
    for (mechanism, kind, at) in [
        ("gaussian(sigma=1e-5)", "delta", "1e9"),
        ("gaussian(sigma=1e-5)", "delta", "744261118"),
        ("gaussian(sigma=1e-5)", "delta", "4.99e9"),
        ("gaussian(sigma=1e-9)", "tv", ""),
        ("gaussian(sigma=1e-30)", "delta", "1e59"),
        ("gaussian(sigma=1e-3)^(10^6)", "delta", "1e9"),
        ("laplace(eps=1e10)", "delta", "1e9"),
        ("laplace(eps=1e30)", "tv", ""),
        ("approx-dp(eps=1e10, delta=0)^3", "delta", "1e9"),
        ("randomized-response(eps=1e9)^100", "delta", "1e9"),
    ] {
        let found = bounds(mechanism, kind, at);
        assert_eq!((found.lo.as_str(), found.hi.as_str()), NEARLY_ONE, "{mechanism} {kind} {at}");
        assert!(found.met, "{mechanism} {kind} {at}");
    }
    // Neighbours as far apart as can be written: no place is forgotten.
    for mechanism in [
        "discrete-gaussian(sigma_sq=10000, sensitivity=18446744073709551615)",
        "discrete-gaussian(sigma_sq=1, shifts=[9223372036854775806])",
        "discrete-gaussian(sigma_sq=1, sensitivity=9223372036854775807)",
        "group(size=9223372036854775807, mechanism=discrete-gaussian(sigma_sq=1, sensitivity=2))",
    ] {
        let found = bounds(mechanism, "tv", "");
        assert!(decimal(&found.lo) > decimal("0.999999"), "{mechanism}: {found:?}");
    }
    // q (eps + ln q) + (1-q) ln(1-q) - q for q = 1/2, but for e^-eps: 5e8 - ln(2) - 1/2.
    let sampled =
        "subsample(method=poisson, rate=1/2, adjacency=add-remove, mechanism=laplace(eps=1e9))";
    let Content::Named(rows) = crate::support::ask(sampled, Query::Kl) else { panic!("{sampled}") };
    let (_, found) = &rows[0];
    assert!(
        found.printed().lo.starts_with("499999998.8068528194")
            && found.printed().hi.starts_with("499999998.8068528194"),
        "{found:?}"
    );
    // The best order of the conversion bounds delta by 1; the Gaussian of the class is close to
    // that.
    let found = bounds("zcdp(rho=1e10)", "delta", "1e9");
    assert_eq!((found.lo.as_str(), found.hi.as_str()), NEARLY_ONE);
    // delta(mu^2/2) = 1/2 - phi(0) M(mu), and M(mu) is between 1/mu - 1/mu^3 and 1/mu.
    let found = bounds("gdp(mu=1e9)", "delta", "1e18/2");
    assert!(
        found.lo.starts_with("0.49999999960105771959")
            && found.hi.starts_with("0.49999999960105771959"),
        "{found:?}"
    );
    // An eps has the delta that was asked for.
    for (mechanism, at) in [("gdp(mu=1e5)", "1/1000"), ("gdp(mu=1e9)", "1/1000")] {
        let found = bounds(mechanism, "eps", at);
        assert!(found.met, "{mechanism} {at}: {found:?}");
        let (below, above) =
            (bounds(mechanism, "delta", &found.hi), bounds(mechanism, "delta", &found.lo));
        let target = decimal(&real(at).to_string());
        assert!(
            decimal(&below.lo) <= target && target <= decimal(&above.hi),
            "{mechanism} {at}: {found:?}"
        );
    }
    // From tables Phi^-1(1/1000) = -3.0902323061678; at a = Phi^-1 + M(b) it is mu^2/2 - mu a, and
    // M is about 1/mu.
    let found = bounds("gdp(mu=1e9)", "eps", "1/1000");
    assert!(found.lo.starts_with("500000003090232305.1"), "{found:?}");
}

#[test]
fn costly_requests_are_refused_before_they_start() {
    // Of two ways the one that costs less is named: not the grid here.
    match ask("approx-dp(eps=1/10, delta=0)^100000000", "delta", "520000") {
        Err(Refusal::TooCostly(refusal)) => {
            assert!(refusal.estimate < 1_000_000_000_000, "{refusal}")
        }
        other => panic!("{other:?}"),
    }
    for (mechanism, kind) in [
        ("approx-dp(eps=1/10, delta=1e-6)^(10^18)", "deltas"),
        ("approx-dp(eps=1/10, delta=1e-6)^(10^12)", "region"),
        (
            "approx-dp(eps=1/1000003, delta=0)^(10^6) * approx-dp(eps=sqrt(2), delta=0)^(10^6)",
            "region",
        ),
        ("finite-pair(p=[1/2, 1/3, 1/6], q=[1/5, 2/5, 2/5])^100000", "region"),
    ] {
        match ask(mechanism, kind, "") {
            Err(Refusal::TooCostly(refusal)) => {
                assert!(refusal.to_string().contains("raise it with limits."), "{refusal}")
            }
            other => panic!("{mechanism}: {other:?}"),
        }
    }
}

/// A few steps and a large delta: the Gaussian that a first composition is drawn around is far from
/// what is looked for.
#[test]
fn an_eps_of_few_steps() {
    for (mechanism, at) in [
        ("laplace(eps=1)^2", "1/4"),
        ("laplace(eps=1)^2", "1/100"),
        ("laplace(eps=1)^3", "1/100"),
        ("laplace(eps=3)^2 * laplace(eps=1)", "1/3"),
        ("discrete-gaussian(sigma_sq=1/4, sensitivity=1)^2", "1/10"),
    ] {
        let found = bounds(mechanism, "eps", at);
        assert!(found.met, "{mechanism} {at}: {found:?}");
        let (below, above) =
            (bounds(mechanism, "delta", &found.hi), bounds(mechanism, "delta", &found.lo));
        let target = fraction(at);
        assert!(
            decimal(&below.lo) <= target && target <= decimal(&above.hi),
            "{mechanism} {at}: {found:?}"
        );
    }
}

/// Whether eps is a loss is not always decided: delta is continuous there, and falls.
#[test]
fn ties_of_irrational_losses() {
    let different = "randomized-response(eps=1/sqrt(10))^4 * approx-dp(eps=1/sqrt(10), delta=0)^6";
    let number = |mechanism: &str, at: &str| {
        let Content::Number(delta) = ask(mechanism, "delta", at).unwrap() else {
            panic!("a number")
        };
        delta
    };
    for mechanism in ["approx-dp(eps=1/sqrt(10), delta=0)^10", different] {
        let tie = number(mechanism, "2/sqrt(10)");
        assert_eq!(
            tie.lower_decimal(18).split_at(17).0,
            tie.upper_decimal(18).split_at(17).0,
            "{mechanism}"
        );
        let (before, after) =
            (number(mechanism, "0.632455532033675"), number(mechanism, "0.632455532033676"));
        assert!(before.lower() > tie.upper() && tie.lower() > after.upper(), "{mechanism}");
        // Beyond the last loss nothing is left, of one of both with little effort.
        if mechanism == different || effort() > 1 {
            let last = number(mechanism, "10/sqrt(10)");
            assert!(
                last.contains(0.0) && last.upper_f64() < 1e-300,
                "{mechanism}: {}",
                last.upper_decimal(3)
            );
        }
    }
}

/// For every eta in [0, 1] it is the class of the mechanisms that are (eps, delta)-DP and have a
/// total variation of at most eta: the trade-off function is the larger one of the two, outside of
/// the window of the paper too.
#[test]
fn every_total_variation_is_a_class() {
    let alphas = ["0", "1/20", "1/5", "9/20", "3/4", "19/20", "1"];
    for (eps, e) in [("0", "1"), ("ln(3)", "3"), ("1/2", "exp(1/2)")] {
        for delta in ["0", "1/10", "1"] {
            for eta in ["0", "1/20", "1/10", "1/5", "1/2", "11/20", "3/5", "99/100", "1"] {
                let mechanism = format!("approx-dp-tv(eps={eps}, delta={delta}, eta={eta})");
                for alpha in alphas {
                    let lines = [
                        "0".to_owned(),
                        format!("1 - {delta} - {e}*{alpha}"),
                        format!("(1 - {delta} - {alpha})/{e}"),
                        format!("1 - {eta} - {alpha}"),
                    ];
                    let lines = lines.map(|text| real(&text)).into_iter();
                    let largest = lines
                        .reduce(|x, y| if x.compare(&y).unwrap().is_ge() { x } else { y })
                        .unwrap();
                    let found = bounds(&mechanism, "beta", alpha);
                    let [low, high] =
                        [&found.lo, &found.hi].map(|end| largest.compare(&real(end)).unwrap());
                    assert!(low.is_ge() && high.is_le(), "{mechanism} at {alpha}: {found:?}");
                    assert!(
                        decimal(&found.hi) - decimal(&found.lo) < decimal("0.000000000000000001"),
                        "{mechanism} at {alpha}"
                    );
                }
            }
        }
    }
}
