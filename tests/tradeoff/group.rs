//! Groups: chains of neighbours, one by one.

use super::*;
use crate::support::Shown;
use crate::support::{effort, power};
use dpcert::{Content, Mechanism, Options, Query, Question};

fn ask(mechanism: &str, query: Query) -> (String, String, Option<String>) {
    let parsed = Mechanism::parse(mechanism).unwrap_or_else(|e| panic!("{mechanism}: {e}"));
    match dpcert::ask(&Question::of(&parsed, &query), &Options::default())
        .unwrap_or_else(|e| panic!("{mechanism}: {e}"))
    {
        dpcert::Answer { content: Content::Number(bounds), .. } => {
            (bounds.printed().lo, bounds.printed().hi, bounds.printed().exact)
        }
        other => panic!("{mechanism}: {other:?}"),
    }
}

fn exactly(mechanism: &str, query: Query) -> Fraction {
    fraction(&ask(mechanism, query).2.unwrap_or_else(|| panic!("{mechanism} is not exact")))
}

/// The worst case over a chain: the best power at one link is the level of the next.
fn chain(pair: &Outcomes, size: u64, alpha: &Fraction) -> Fraction {
    fraction("1") - (0..size).fold(alpha.clone(), |level, _| pair.best_power(&level))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(32 * effort() as u32))]

    #[test]
    fn a_group_is_a_chain_of_best_tests(pair in symmetric_pair(), size in 0u64..6) {
        let group = curve(&pair).group(size).unwrap();
        for alpha in levels() {
            prop_assert_eq!(back(&group.value(&exact(&alpha)).unwrap()), chain(&pair, size, &alpha));
        }
        prop_assert!(group.is_symmetric().unwrap());
        // Merged and ordered: what the polygon says is what its vertices say.
        prop_assert_eq!(vertices(&Curve::from_vertices(&group.vertices()).unwrap()), vertices(&group));
    }

    #[test]
    fn links_follow_each_other(first in pair(), second in pair()) {
        let both = curve(&first).then(&curve(&second)).unwrap();
        for alpha in levels() {
            let expected = beta(&second, &first.best_power(&alpha));
            prop_assert_eq!(back(&both.value(&exact(&alpha)).unwrap()), expected);
        }
        prop_assert_eq!(vertices(&Curve::from_vertices(&both.vertices()).unwrap()), vertices(&both));
    }

    #[test]
    fn groups_of_groups_multiply(pair in symmetric_pair(), m in 1u64..4, n in 1u64..4) {
        let curve = curve(&pair);
        let nested = curve.group(m).unwrap().group(n).unwrap();
        prop_assert!(nested.equals(&curve.group(m * n).unwrap()).unwrap());
    }

    /// By the powers of a link: another route through the same chain.
    #[test]
    fn groups_are_powers_of_a_link(pair in symmetric_pair(), size in 1u64..6) {
        let link = curve(&pair);
        let chained = (1..size).fold(link.clone(), |chain, _| chain.then(&link).unwrap());
        prop_assert!(chained.equals(&link.group(size).unwrap()).unwrap());
    }

    /// `delta (e^(k eps) - 1)/(e^eps - 1)` at k eps, as long as no corner of the curve is in the
    /// way.
    #[test]
    fn groups_of_approx_dp_have_the_sharp_delta(e in 2u32..6, d in 0u32..50, size in 1u64..5) {
        let (ratio, delta) = (Fraction::from_integer(e.into()), Fraction::new(d.into(), 1000.into()));
        let grown = power(&ratio, size);
        let sharp = &delta * (&grown - fraction("1")) / (&ratio - fraction("1"));
        let name = format!("group(size={size}, mechanism=approx-dp(eps=ln({e}), delta={delta}))");
        let actual = exactly(&name, Query::Delta { eps: exact(&grown).ln() });
        // The first corner, level (1 - delta)/(1 + e), has to be reached by the power of size - 1
        // links.
        let corner = (fraction("1") - &delta) / (fraction("1") + &ratio);
        let before = &delta * (power(&ratio, size - 1) - fraction("1")) / (&ratio - fraction("1"));
        if before <= corner {
            prop_assert_eq!(actual, sharp);
        } else {
            prop_assert!(actual <= sharp);
        }
    }
}

/// The three lines are the same in each tier, and the lattice of eps survives.
#[test]
fn groups_stay_on_their_lattice() {
    for (eps, delta) in [
        ("ln(2)", "1/1000"),
        ("1/2", "1/1000"),
        ("sqrt(2)/3", "1/1000"),
        ("1/2", "0"),
        ("ln(2)", "0"),
    ] {
        let name = format!("group(size=5, mechanism=approx-dp(eps={eps}, delta={delta}))");
        let parsed = Mechanism::parse(&name).unwrap();
        let deltas = dpcert::ask(
            &Question::of(&parsed, &Query::Deltas { inner: false }),
            &Options::default(),
        )
        .unwrap();
        assert_eq!(deltas.method.name(), "lattice", "{name}");
        // delta at 5 eps, by Horner's rule in the literal language.
        let at_end = ask(&name, Query::Delta { eps: real(&format!("5*({eps})")) });
        let e = format!("exp({eps})");
        let sharp = format!("{delta}*(1 + {e}*(1 + {e}*(1 + {e}*(1 + {e}))))");
        let sharp = real(&sharp);
        assert!(
            real(&at_end.0).compare(&sharp).is_some_and(|order| order.is_le()),
            "{name}: {at_end:?}"
        );
        assert!(
            real(&at_end.1).compare(&sharp).is_some_and(|order| order.is_ge()),
            "{name}: {at_end:?}"
        );
    }
}

/// Corollary 4 of Najib's thesis, as printed, bounds this delta by `k e^(k-1) delta`; it has lost
/// an eps.
#[test]
fn the_printed_group_bound_of_the_thesis_is_too_low() {
    let mechanism = "group(size=2, mechanism=approx-dp(eps=ln(20), delta=1/1000))";
    let actual = exactly(mechanism, Query::Delta { eps: real("2*ln(20)") });
    assert_eq!(actual, fraction("21/1000"));
    assert_eq!(real("2*exp(1)/1000").compare(&exact(&actual)), Some(std::cmp::Ordering::Less));
    // With e^((k-1) eps) it is an upper bound.
    assert!(actual <= fraction("40/1000"));
}

/// Two kinds that must be one mechanism, through every closed form.
#[test]
fn noise_moves_as_far_as_its_group() {
    for (group, moved) in [
        ("group(size=3, mechanism=gaussian(sigma=2))", "gaussian(sigma=2/3)"),
        ("group(size=3, mechanism=gdp(mu=1/2))", "gdp(mu=3/2)"),
        ("group(size=2, mechanism=laplace(eps=1/2))", "laplace(eps=1)"),
        ("group(size=2, mechanism=group(size=2, mechanism=laplace(eps=1/4)))", "laplace(eps=1)"),
        ("group(size=3, mechanism=gdp(mu=1/2)^4)", "gdp(mu=3)"),
        ("group(size=2, mechanism=gdp(mu=3) * gdp(mu=4))", "gdp(mu=10)"),
    ] {
        for alpha in ["1/1000", "1/10", "1/2", "9/10"] {
            let query = || Query::Beta { alpha: real(alpha) };
            assert_eq!(ask(group, query()), ask(moved, query()), "{group}");
        }
        let query = || Query::Delta { eps: real("1/3") };
        assert_eq!(ask(group, query()), ask(moved, query()), "{group}");
    }
    for (group, moved) in [
        (
            "group(size=3, mechanism=discrete-laplace(eps=1/2, sensitivity=2))",
            "discrete-laplace(eps=1/2, sensitivity=6)",
        ),
        (
            "group(size=3, mechanism=discrete-gaussian(sigma_sq=5, shifts=[1, -2]))",
            "discrete-gaussian(sigma_sq=5, shifts=[3, 6])",
        ),
        ("group(size=3, mechanism=zcdp(rho=1/8))", "zcdp(rho=9/8)"),
        ("group(size=1, mechanism=staircase(eps=1, gamma=1/3))", "staircase(eps=1, gamma=1/3)"),
    ] {
        assert_eq!(Mechanism::parse(group).unwrap(), Mechanism::parse(moved).unwrap());
    }
}

/// The Gaussian mechanism in a group is a chain of itself: no closed form knows of the other.
#[test]
fn gaussian_groups_are_chains() {
    let beta = |mechanism: &str, alpha: &str| ask(mechanism, Query::Beta { alpha: real(alpha) });
    for alpha in ["1/100", "1/10", "1/2"] {
        let (lo, hi, _) = beta("gdp(mu=1/2)", alpha);
        // f falls, so that the ends of one link change sides in the next.
        let low = beta("gdp(mu=1/2)", &format!("1 - {lo}")).0;
        let high = beta("gdp(mu=1/2)", &format!("1 - {hi}")).1;
        let (lo, hi, _) = beta("group(size=2, mechanism=gdp(mu=1/2))", alpha);
        assert!(crate::support::decimal(&low) <= crate::support::decimal(&hi), "{alpha}");
        assert!(crate::support::decimal(&lo) <= crate::support::decimal(&high), "{alpha}");
        let two = fraction("1/1000000000000000");
        assert!(
            crate::support::decimal(&high) - crate::support::decimal(&low) < two,
            "{alpha}: {low} {high}"
        );
    }
}

/// From an independent computation with fractions, by iteration.
#[test]
fn golden_values() {
    for (mechanism, alpha, expected) in [
        ("group(size=2, mechanism=approx-dp(eps=ln(2), delta=0))", "1/10", "3/5"),
        ("group(size=4, mechanism=approx-dp(eps=ln(3/2), delta=0))", "1/5", "11/45"),
    ] {
        assert_eq!(
            exactly(mechanism, Query::Beta { alpha: real(alpha) }),
            fraction(expected),
            "{mechanism}"
        );
    }
}

#[test]
fn groups_that_are_refused_say_why() {
    for (mechanism, reason) in [
        ("group(size=0, mechanism=laplace(eps=1))", "a group of 0 members"),
        (
            "group(size=2, mechanism=randomized-response(eps=1))",
            "approx-dp(eps, delta=0) is the worst case",
        ),
        (
            "group(size=2, mechanism=staircase(eps=1, gamma=1/2))",
            "at a distance of several sensitivities",
        ),
        (
            "group(size=2, mechanism=finite-pair(p=[1/2, 1/2], q=[1/3, 2/3]))",
            "at alpha = 1/3 it is 1/2 and its inverse 5/9",
        ),
        (
            "group(size=2, mechanism=poisson(1/2, approx-dp(eps=1, delta=0)))",
            "the sample may contain any part of the group",
        ),
        (
            "group(size=10^6, mechanism=approx-dp(eps=1, delta=0))",
            "up to 2000000 likelihood ratios",
        ),
        (
            "group(size=2^63, mechanism=group(size=2, mechanism=laplace(eps=1)))",
            "more than 2^64 - 1 members",
        ),
        (
            "group(size=2^63, mechanism=discrete-gaussian(sigma_sq=1, shifts=[2]))",
            "a shift would be more than 2^64 - 1",
        ),
    ] {
        let error = Mechanism::parse(mechanism).unwrap_err().to_string();
        assert!(error.contains(reason), "{mechanism}: {error}");
    }
}
