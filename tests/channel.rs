//! Finite channels: exact properties, and the bounds of Ghazi & Issa on random ones.

use dpcert::Real;
use dpcert::channel::{Channel, Comparison, Inputs};
use dpcert::exact::engine::Malachite;
use dpcert::exact::interval::Interval;
use dpcert::exact::{Extended, literal};
use dpcert::formula::Formula;
use malachite::rational::Rational;
use proptest::prelude::*;
use std::cmp::Ordering;

fn rational(text: &str) -> Rational {
    literal::parse(text).unwrap().as_rational().expect("a rational").clone()
}

fn rows(text: &str) -> Vec<Vec<Rational>> {
    text.split(';')
        .map(|row| row.split(',').map(|entry| rational(entry.trim())).collect())
        .collect()
}

fn channel(text: &str) -> Channel {
    Channel::new(rows(text)).unwrap()
}

fn list(text: &str) -> Vec<Rational> {
    rows(text).remove(0)
}

/// The sum over all sets of outputs, by their list: the definitions of eps-LDP and total variation.
fn by_sets(channel: &Channel) -> (Option<Rational>, Rational) {
    let (mut ratio, mut distance) = (Some(Rational::from(1)), Rational::from(0));
    for set in 0u32..1 << channel.outputs() {
        let mass = |row: &Vec<Rational>| -> Rational {
            let inside = row.iter().enumerate().filter(|(y, _)| set >> y & 1 == 1);
            inside.fold(Rational::from(0), |sum, (_, mass)| sum + mass)
        };
        for x in channel.rows() {
            for other in channel.rows() {
                let (p, q) = (mass(x), mass(other));
                distance = distance.max(&p - &q);
                if p > 0 {
                    ratio = if q == 0 { None } else { ratio.map(|ratio| ratio.max(p / q)) };
                }
            }
        }
    }
    (ratio, distance)
}

/// A random channel: whole numbers, normalised by rows.
fn random(inputs: usize, outputs: usize) -> impl Strategy<Value = Channel> {
    let row = prop::collection::vec(0i64..8, outputs)
        .prop_filter("a mass", |row| row.iter().sum::<i64>() > 0);
    prop::collection::vec(row, inputs).prop_map(|rows| {
        let normalised = |row: Vec<i64>| {
            let whole = Rational::from(row.iter().sum::<i64>());
            row.into_iter().map(|entry| Rational::from(entry) / &whole).collect()
        };
        Channel::new(rows.into_iter().map(normalised).collect()).unwrap()
    })
}

fn named<'a>(bounds: &'a [Comparison], source: &str) -> &'a Comparison {
    bounds.iter().find(|bound| bound.source.contains(source)).expect(source)
}

fn is_number(x: &Extended, text: &str) -> bool {
    let Extended::Finite(x) = x else { return false };
    x.compare(&literal::parse(text).unwrap()) == Some(Ordering::Equal)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn ratios_and_distances_are_those_of_all_sets(channel in random(3, 4)) {
        let (ratio, distance) = by_sets(&channel);
        prop_assert_eq!(channel.largest_ratio(), ratio);
        prop_assert_eq!(channel.total_variation(), distance);
    }

    /// Every bound of section VII holds on every channel with any two inputs.
    #[test]
    fn all_bounds_hold(channel in random(3, 3), p in prop::collection::vec(0i64..5, 3), q in prop::collection::vec(1i64..5, 3)) {
        let normalised = |row: &[i64]| -> Vec<Rational> {
            let whole = Rational::from(row.iter().sum::<i64>().max(1));
            row.iter().map(|entry| Rational::from(*entry) / &whole).collect()
        };
        let p = if p.iter().sum::<i64>() == 0 { vec![1, 0, 0] } else { p };
        let inputs = Inputs::new(channel, [normalised(&p), normalised(&q)]).unwrap();
        let bounds = inputs.bounds();
        for bound in &bounds {
            prop_assert_eq!(bound.holds, Some(true), "{:?}", bound);
        }
        // Theorems 4 and 5 are attained: their right sides are the largest total variations.
        let bound_of = |source: &str| {
            let found = bounds.iter().find(|it| it.name == "output-tv" && it.source == source);
            found.map(|it| it.bound.clone())
        };
        for (largest, theorem) in [
            ("largest with this eps", "Theorem 4 (eps-LDP)"),
            ("largest with this eps and tv", "Theorem 5 (eta-TV)"),
        ] {
            if let Some(largest) = bound_of(largest) {
                let order = largest.compare(&bound_of(theorem).unwrap());
                prop_assert_eq!(order, Some(Ordering::Equal), "{}", theorem);
            }
        }
    }

    /// Leakage and total variation of two inputs: sum of maxima = 1 + tv; what is released twice
    /// leaks no more than the sum, and post-processing loses.
    #[test]
    fn leakage_composition_and_processing(x in random(2, 3), y in random(2, 2), by in random(3, 3)) {
        prop_assert_eq!(x.leakage_ratio(), Rational::from(1) + x.total_variation());
        let both = x.product(&y).unwrap();
        prop_assert!(both.leakage_ratio() <= x.leakage_ratio() * y.leakage_ratio());
        prop_assert!(both.total_variation() >= x.total_variation());
        if let (Some(a), Some(b)) = (x.largest_ratio(), y.largest_ratio()) {
            prop_assert!(both.largest_ratio().unwrap() <= a * b);
        }
        let after = x.then(&by).unwrap();
        prop_assert!(after.total_variation() <= x.total_variation() * by.total_variation());
        prop_assert!(after.leakage_ratio() <= x.leakage_ratio());
        if let Some(ratio) = x.largest_ratio() {
            prop_assert!(after.largest_ratio().unwrap() <= ratio);
        }
    }
}

#[test]
fn constructors_are_what_they_say() {
    let response = Channel::randomized_response(&rational("3"), 3).unwrap();
    assert_eq!(response, channel("3/5, 1/5, 1/5; 1/5, 3/5, 1/5; 1/5, 1/5, 3/5"));
    assert_eq!(response.total_variation(), rational("2/5"));
    let binary =
        Channel::binary_with_erasure(&rational("3"), &rational("1/4"), &[true, false]).unwrap();
    assert_eq!(binary, channel("3/8, 1/8, 1/2; 1/8, 3/8, 1/2"));
    assert_eq!(
        (binary.largest_ratio(), binary.total_variation()),
        (Some(rational("3")), rational("1/4"))
    );
    // eps = 0 would be 0/0 in the source: everything is erased.
    let silent =
        Channel::binary_with_erasure(&rational("1"), &rational("0"), &[true, false]).unwrap();
    assert_eq!(silent, channel("0, 0, 1; 0, 0, 1"));
    let error =
        Channel::binary_with_erasure(&rational("3"), &rational("3/5"), &[true]).unwrap_err();
    assert_eq!(error.to_string(), "eta: eta = 3/5 is outside [0, 1/2]");
    assert!(Channel::randomized_response(&rational("1/2"), 2).is_err());
    assert!(Channel::randomized_response(&rational("2"), 1).is_err());
}

#[test]
fn privacy_is_decided_exactly() {
    let response = channel("3/4, 1/4; 1/4, 3/4");
    for (eps, private) in [
        ("ln(3)", true),
        ("ln(9)/2", true),
        ("1.09861228866810969139", false),
        ("1.0986122886681097", true),
        ("0", false),
    ] {
        assert_eq!(response.is_private(&literal::parse(eps).unwrap()), Some(private), "{eps}");
    }
    let leaky = channel("1, 0; 1/2, 1/2");
    assert_eq!(
        (leaky.largest_ratio(), leaky.eps(), leaky.is_private(&Real::from(1000u64))),
        (None, None, Some(false))
    );
    // An output that never occurs does not count.
    assert_eq!(channel("1/2, 1/2, 0; 1/2, 1/2, 0").largest_ratio(), Some(rational("1")));
}

#[test]
fn what_is_no_channel_says_why() {
    for (text, message) in [
        ("1/2, 1/3; 1, 0", "matrix: the sum of row 0 is 5/6"),
        ("1, 0; 1/2, 1/2, 0", "matrix: row 1 has 3 entries and row 0 has 2"),
        ("1, 0; 3/2, -1/2", "matrix: entry 1 of row 1 is negative: -1/2"),
    ] {
        assert_eq!(Channel::new(rows(text)).unwrap_err().to_string(), message);
    }
    assert_eq!(Channel::new(Vec::new()).unwrap_err().to_string(), "matrix: the channel is empty");
    let response = channel("3/4, 1/4; 1/4, 3/4");
    let inputs = |p: &str, q: &str| {
        Inputs::new(response.clone(), [list(p), list(q)]).unwrap_err().to_string()
    };
    assert_eq!(
        inputs("1, 0, 0", "0, 1"),
        "inputs: P_0 has 3 entries, and the channel has 2 inputs"
    );
    assert_eq!(inputs("1, 0", "0, 2"), "inputs: the sum of P_1 is 2");
    assert!(response.then(&channel("1, 0; 0, 1; 0, 1")).is_err());
    assert!(response.product(&channel("1")).is_err());
    let wide = Channel::new(vec![vec![rational("1/2048"); 2048]; 2]).unwrap();
    let error = wide.product(&wide).unwrap_err().to_string();
    assert_eq!(error, "mechanisms: a channel of 2 inputs and 4194304 outputs is too large");
    let error = Inputs::new(wide, [list("1, 0"), list("0, 1")]).unwrap_err().to_string();
    assert_eq!(error, "inputs: the channel has 2048 outputs");
}

#[test]
fn the_printed_steps_that_are_false() {
    let response = channel("3/4, 1/4; 1/4, 3/4");
    // GI appendix G: tv = 1 - e^-leakage would be 1/3.
    assert_eq!(response.leakage_ratio(), rational("3/2"));
    assert_ne!(response.total_variation(), Rational::from(1) - rational("2/3"));
    // ln(2 eps/(e^eps + 1)) is negative at eps = ln 3, ln(2 e^eps/(e^eps+1)) is the leakage.
    assert_eq!(literal::parse("2*ln(3)/4").unwrap().compare(&Real::one()), Some(Ordering::Less));
    assert_eq!(
        response.leakage().compare(&literal::parse("ln(2*3/4)").unwrap()),
        Some(Ordering::Equal)
    );
    // Equation 57: E - 1 for (E - 1)^2.
    let inputs = Inputs::new(
        Channel::randomized_response(&rational("100"), 2).unwrap(),
        [list("1, 0"), list("0, 1")],
    )
    .unwrap();
    let [kl, _, _] = inputs.divergences();
    assert!(is_number(&kl, "99/101*ln(100)"));
    assert_eq!(
        literal::parse("99/101*ln(100)").unwrap().compare(&Real::from(rational("4*99/101"))),
        Some(Ordering::Greater)
    );
}

#[test]
fn equality_where_it_is_claimed() {
    let inputs =
        Inputs::new(channel("3/4, 1/4; 1/4, 3/4"), [list("1, 0"), list("1/2, 1/2")]).unwrap();
    assert_eq!((inputs.input_tv(), inputs.output_tv()), (rational("1/2"), rational("1/4")));
    let bounds = inputs.bounds();
    assert!(is_number(&named(&bounds, "Theorem 4 (eps").bound, "1/4"));
    assert!(is_number(&named(&bounds, "Theorem 6").bound, "4"));
    assert!(is_number(&named(&bounds, "Theorem 7").bound, "1"));
    assert!(is_number(&named(&bounds, "Corollary 2").bound, "1"));
    assert!(bounds.iter().all(|bound| bound.holds == Some(true)));
    // Supports that differ: no eps, no finite divergence.
    let leaky = Inputs::new(channel("1, 0; 1/2, 1/2"), [list("1, 0"), list("0, 1")]).unwrap();
    assert_eq!(leaky.bounds().len(), 2);
    assert!(matches!(
        leaky.divergences(),
        [Extended::Finite(_), Extended::Infinite(_), Extended::Infinite(_)]
    ));
}

/// Of two inputs, the binary mechanism with erasure is the best channel at its eps and its total
/// variation, and without erasure at its eps.
#[test]
fn the_best_channels_of_two_inputs_are_binary() {
    for (e, eta) in [("3", "1/4"), ("3", "1/2"), ("101/100", "1/300"), ("50", "9/10")] {
        let mechanism = |eta: &Rational| {
            Channel::binary_with_erasure(&rational(e), eta, &[true, false]).unwrap()
        };
        let e = rational(e);
        let largest = (&e - Rational::from(1)) / (&e + Rational::from(1));
        for laws in [["1, 0", "0, 1"], ["3/4, 1/4", "1/10, 9/10"]] {
            let through = |channel| Inputs::new(channel, laws.map(list)).unwrap();
            let [erased, full] = [through(mechanism(&rational(eta))), through(mechanism(&largest))];
            let bounds = erased.bounds();
            for (source, best) in
                [("largest with this eps and tv", &erased), ("largest with this eps", &full)]
            {
                let [kl, _, _] = best.divergences();
                for (name, value) in [("kl", kl), ("chi-squared", best.chi_squared())] {
                    let row = bounds.iter().find(|row| row.name == name && row.source == source);
                    let bound = &row.unwrap().bound;
                    assert_eq!(bound.compare(&value), Some(Ordering::Equal), "{source} {name}");
                }
            }
        }
    }
    // Equal rows: nothing is told, whatever the channel.
    let silent = Inputs::new(channel("1/2, 1/2; 1/2, 1/2"), [list("1, 0"), list("0, 1")]).unwrap();
    assert!(is_number(&named(&silent.bounds(), "largest with this eps").bound, "0"));
    // Six inputs have no such rows.
    let wide = Channel::randomized_response(&rational("2"), 6).unwrap();
    let wide = Inputs::new(wide, [list("1, 0, 0, 0, 0, 0"), list("0, 1, 0, 0, 0, 0")]).unwrap();
    assert!(wide.bounds().iter().all(|row| !row.source.contains("largest")));
}

#[test]
fn divergences_of_outputs_have_their_values() {
    let enclosed = |formula: &Formula| formula.enclose::<Malachite>(120);
    let through =
        |rows: &str, p: &str, q: &str| Inputs::new(channel(rows), [list(p), list(q)]).unwrap();
    let contains = |formula: &Formula, expected: &str| {
        let expected = literal::parse(expected).unwrap().enclose::<Malachite>(120);
        let found = enclosed(formula);
        assert!(found.intersection(&expected).is_some(), "{found:?}");
        assert!(found.has_relative_bits(80), "{found:?}");
    };
    // Symmetric: s = 1/2.
    let response = through("3/4, 1/4; 1/4, 3/4", "1, 0", "0, 1");
    let [information, tv] = response.chernoff();
    contains(&information, "-ln(sqrt(3)/2)");
    contains(&tv, "1/2");
    assert!(is_number(&response.chi_squared(), "4/3"));
    contains(&response.squared_hellinger().into(), "1 - sqrt(3)/2");
    // The least value is at an end: outcome 0 alone is common.
    let leaky = through("1, 0; 1/2, 1/2", "1, 0", "0, 1");
    contains(&leaky.chernoff()[0], "ln(2)");
    contains(&leaky.chernoff()[1], "sqrt(3)/2");
    assert!(is_number(&leaky.chi_squared(), "1"));
    let leaky = through("1, 0; 1/2, 1/2", "0, 1", "1, 0");
    contains(&leaky.chernoff()[0], "ln(2)");
    assert!(matches!(leaky.chi_squared(), Extended::Infinite(_)));
    // mpmath 1.3, 40 digits: findroot of the derivative.
    let other = through("3/4, 1/4; 1/10, 9/10", "1, 0", "0, 1");
    let value = enclosed(&other.chernoff()[0]);
    let [below, above] =
        ["0.2911750881339645895586750", "0.2911750881339645895586751"].map(rational);
    let point = |x| Interval::<Malachite>::from_rational(x, 120);
    assert_eq!(value.compare(&point(&below)), Some(Ordering::Greater), "{value:?}");
    assert_eq!(value.compare(&point(&above)), Some(Ordering::Less), "{value:?}");
    // Apart, and the same.
    let apart = through("1, 0; 0, 1", "1, 0", "0, 1");
    assert_eq!(apart.chernoff(), [Formula::Infinite, Formula::one()]);
    let same = through("1, 0; 0, 1", "1/3, 2/3", "1/3, 2/3");
    assert_eq!(same.chernoff(), [Formula::zero(), Formula::zero()]);
    assert!(is_number(&same.squared_hellinger().into(), "0"));
}
