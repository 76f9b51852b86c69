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

fn number(text: &str) -> Real {
    literal::parse(text).unwrap()
}

fn channel(text: &str) -> Channel {
    Channel::new(reals(rows(text))).unwrap()
}

fn reals(rows: Vec<Vec<Rational>>) -> Vec<Vec<Real>> {
    rows.into_iter().map(|row| row.into_iter().map(Real::from).collect()).collect()
}

/// The rational value of a formula.
fn exact(formula: &Formula) -> Rational {
    formula.as_real().and_then(Real::as_rational).expect("a rational").clone()
}

fn largest_ratio(channel: &Channel) -> Option<Rational> {
    channel.largest_ratio().as_ref().map(exact)
}

fn total_variation(channel: &Channel) -> Rational {
    exact(&channel.total_variation())
}

fn leakage_ratio(channel: &Channel) -> Rational {
    exact(&channel.leakage_ratio())
}

fn list(text: &str) -> Vec<Rational> {
    rows(text).remove(0)
}

/// The sum over all sets of outputs, by their list: the definitions of eps-LDP and total variation.
fn by_sets(channel: &Channel) -> (Option<Rational>, Rational) {
    let (mut ratio, mut distance) = (Some(Rational::from(1)), Rational::from(0));
    for set in 0u32..1 << channel.outputs() {
        let mass = |row: &Vec<Real>| -> Rational {
            let inside = row.iter().enumerate().filter(|(y, _)| set >> y & 1 == 1);
            inside.fold(Rational::from(0), |sum, (_, mass)| sum + mass.as_rational().unwrap())
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
        Channel::new(reals(rows.into_iter().map(normalised).collect())).unwrap()
    })
}

/// The masses of all sets of outputs under two rows.
fn sets(channel: &Channel, [x, y]: [usize; 2]) -> Vec<(Rational, Rational)> {
    let rational = |mass: &Real| mass.as_rational().unwrap().clone();
    let mass = |row: &[Real], set: u32| -> Rational {
        let inside = row.iter().enumerate().filter(|(y, _)| set >> y & 1 == 1);
        inside.map(|(_, mass)| rational(mass)).sum()
    };
    let rows = [&channel.rows()[x], &channel.rows()[y]];
    (0u32..1 << channel.outputs()).map(|set| (mass(rows[0], set), mass(rows[1], set))).collect()
}

/// All ordered pairs of different rows.
fn ordered_pairs(channel: &Channel) -> Vec<[usize; 2]> {
    let inputs = 0..channel.inputs();
    inputs
        .clone()
        .flat_map(|x| inputs.clone().map(move |y| [x, y]))
        .filter(|[x, y]| x != y)
        .collect()
}

/// The least second error of all tests of a level: of those that reject on a set of outputs, and of
/// those that toss a coin between two sets.
fn error_by_sets(sets: &[(Rational, Rational)], alpha: &Rational) -> Rational {
    let mut least = Rational::from(1);
    for (p, q) in sets {
        if p <= alpha {
            least = least.min(Rational::from(1) - q);
            for (more, power) in sets.iter().filter(|(more, _)| more > alpha) {
                let coin = (alpha - p) / (more - p);
                least = least.min(Rational::from(1) - q - coin * (power - q));
            }
        }
    }
    least
}

fn named<'a>(bounds: &'a [Comparison], source: &str) -> &'a Comparison {
    bounds.iter().find(|bound| bound.source.contains(source)).expect(source)
}

fn is_number(x: &Extended, text: &str) -> bool {
    let Extended::Finite(x) = x else { return false };
    x.compare(&number(text)) == Some(Ordering::Equal)
}

fn is_formula(x: &Formula, text: &str) -> bool {
    x.as_real().is_some_and(|x| x.compare(&number(text)) == Some(Ordering::Equal))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn ratios_and_distances_are_those_of_all_sets(channel in random(3, 4)) {
        let (ratio, distance) = by_sets(&channel);
        prop_assert_eq!(largest_ratio(&channel), ratio);
        prop_assert_eq!(total_variation(&channel), distance);
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
                prop_assert_eq!(exact(&largest), exact(&bound_of(theorem).unwrap()), "{}", theorem);
            }
        }
    }

    /// Leakage and total variation of two inputs: sum of maxima = 1 + tv; what is released twice
    /// leaks no more than the sum, and post-processing loses.
    #[test]
    fn leakage_composition_and_processing(x in random(2, 3), y in random(2, 2), by in random(3, 3)) {
        prop_assert_eq!(leakage_ratio(&x), Rational::from(1) + total_variation(&x));
        let both = x.product(&y).unwrap();
        prop_assert!(leakage_ratio(&both) <= leakage_ratio(&x) * leakage_ratio(&y));
        prop_assert!(total_variation(&both) >= total_variation(&x));
        if let (Some(a), Some(b)) = (largest_ratio(&x), largest_ratio(&y)) {
            prop_assert!(largest_ratio(&both).unwrap() <= a * b);
        }
        let after = x.then(&by).unwrap();
        prop_assert!(total_variation(&after) <= total_variation(&x) * total_variation(&by));
        prop_assert!(leakage_ratio(&after) <= leakage_ratio(&x));
        if let Some(ratio) = largest_ratio(&x) {
            prop_assert!(largest_ratio(&after).unwrap() <= ratio);
        }
    }

    /// The worst pair by all tests, and by all sets of outputs.
    #[test]
    fn worst_rows_are_those_of_all_tests(channel in random(3, 4), n in 0i64..=12, e in 4i64..12) {
        let (alpha, e) = (Rational::from_signeds(n, 12), Rational::from_signeds(e, 4));
        let errors: Vec<_> = ordered_pairs(&channel)
            .into_iter()
            .map(|pair| (error_by_sets(&sets(&channel, pair), &alpha), pair))
            .collect();
        let least = errors.iter().map(|(error, _)| error.clone()).min().unwrap();
        let found = channel.beta(&alpha.into()).unwrap();
        prop_assert_eq!(exact(&found.value), least.clone());
        let first = errors.iter().find(|(error, _)| *error == least).map(|(_, [x, y])| (*x, *y));
        prop_assert_eq!(found.rows, first);
        let excess = |pair| sets(&channel, pair).into_iter().map(|(p, q)| p - &e * q).max().unwrap();
        let deltas: Vec<_> =
            ordered_pairs(&channel).into_iter().map(|pair| (excess(pair), pair)).collect();
        let largest = deltas.iter().map(|(delta, _)| delta.clone()).max().unwrap();
        let found = channel.delta(&Real::from(e.clone()).ln());
        prop_assert_eq!(exact(&found.value), largest.clone());
        let first = deltas.iter().find(|(delta, _)| *delta == largest).map(|(_, [x, y])| (*x, *y));
        prop_assert_eq!(found.rows, first);
        // (eps, delta)-LDP for eps = 0 is the total variation, and delta is 0 from eps on.
        prop_assert_eq!(exact(&channel.delta(&Real::zero()).value), total_variation(&channel));
        if let Some(eps) = channel.eps() {
            prop_assert_eq!(exact(&channel.delta(eps.as_real().unwrap()).value), Rational::from(0));
        }
    }

    /// By Bayes' rule, over all sets of inputs; and the mean over the outputs is the leakage.
    #[test]
    fn pointwise_leakage_is_that_of_all_sets_of_inputs(
        channel in random(3, 3),
        prior in prop::collection::vec(0i64..4, 3).prop_filter("a mass", |prior| prior.iter().sum::<i64>() > 0),
    ) {
        let whole = Rational::from(prior.iter().sum::<i64>());
        let prior: Vec<Rational> =
            prior.into_iter().map(|mass| Rational::from(mass) / &whole).collect();
        let found = channel.pointwise_leakage(&prior).unwrap();
        let mut mean = Rational::from(0);
        let mut largest = Rational::from(0);
        let mut outputs = found.outputs.iter();
        for y in 0..channel.outputs() {
            // The joint masses of the inputs and y.
            let joint: Vec<Rational> = prior
                .iter()
                .zip(channel.rows())
                .map(|(mass, row)| mass * row[y].as_rational().unwrap())
                .collect();
            let probability: Rational = joint.iter().sum();
            if probability == 0 {
                continue;
            }
            let of_set = |masses: &[Rational], set: u32| -> Rational {
                let inside = masses.iter().enumerate().filter(|(x, _)| set >> x & 1 == 1);
                inside.map(|(_, mass)| mass).sum()
            };
            let raised = (1u32..8).filter(|set| of_set(&prior, *set) > 0).map(|set| {
                of_set(&joint, set) / &probability / of_set(&prior, set)
            });
            let raised = raised.max().unwrap();
            let row = outputs.next().unwrap();
            prop_assert_eq!(row.output, y);
            prop_assert_eq!(&row.probability, &Real::from(probability.clone()));
            prop_assert_eq!(row.leakage.as_real().map(Real::exp), Some(Real::from(raised.clone())));
            mean += probability * &raised;
            largest = largest.max(raised);
        }
        prop_assert!(outputs.next().is_none());
        prop_assert_eq!(found.largest.as_real().map(Real::exp), Some(Real::from(largest.clone())));
        let attained = found.outputs.iter().find(|row| row.leakage == found.largest);
        prop_assert_eq!(found.attained, attained.map(|row| row.output));
        if let Some(ratio) = largest_ratio(&channel) {
            prop_assert!(largest <= ratio);
        }
        if prior.iter().all(|mass| *mass > 0) {
            prop_assert_eq!(mean, leakage_ratio(&channel));
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 8, failure_persistence: None, ..ProptestConfig::default() })]

    /// Entries in Q(e): the same by the enclosures of all sets of outputs.
    #[test]
    fn irrational_channels_are_as_private_as_all_sets_say(
        weights in prop::collection::vec(prop::collection::vec((0i64..4, 0i64..4), 3), 3),
        by in random(3, 3),
        p in prop::collection::vec(1i64..5, 3),
        q in prop::collection::vec(1i64..5, 3),
    ) {
        let e = Real::one().exp();
        let row = |row: &Vec<(i64, i64)>| {
            let masses: Vec<Real> = row.iter().map(|(a, b)| Real::from(1 + a) + *b * &e).collect();
            let whole = masses.iter().fold(Real::zero(), |sum, mass| sum + mass);
            masses.iter().map(|mass| mass / &whole).collect()
        };
        let channel = Channel::new(weights.iter().map(row).collect()).unwrap();
        for channel in [&channel, &channel.then(&by).unwrap()] {
            let (mut ratio, mut distance) = (Real::one().enclose(200), Real::zero().enclose(200));
            let mut is_bounded = true;
            for set in 1u32..1 << channel.outputs() {
                let mass = |row: &Vec<Real>| {
                    let inside = row.iter().enumerate().filter(|(y, _)| set >> y & 1 == 1);
                    let zero = Interval::<Malachite>::zero(200);
                    inside.fold(zero, |sum, (_, mass)| &sum + &mass.enclose(200))
                };
                for (x, other) in channel.rows().iter().flat_map(|x| channel.rows().iter().map(move |y| (x, y))) {
                    let (p, q) = (mass(x), mass(other));
                    distance = distance.maximum(&(&p - &q));
                    match (p.sign(), q.sign()) {
                        (Some(Ordering::Equal), _) => {}
                        (_, Some(Ordering::Equal)) => is_bounded = false,
                        _ => ratio = ratio.maximum(&(&p / &q)),
                    }
                }
            }
            prop_assert_eq!(channel.eps().is_some(), is_bounded);
            if let Some(found) = channel.largest_ratio() {
                prop_assert!(found.as_real().is_some());
                let found = found.enclose::<Malachite>(200);
                prop_assert!(found.intersection(&ratio).is_some(), "{:?} {:?}", found, ratio);
            }
            let found = channel.total_variation();
            prop_assert!(found.as_real().is_some());
            let found = found.enclose::<Malachite>(200);
            prop_assert!(found.intersection(&distance).is_some(), "{:?} {:?}", found, distance);
            // No bound is refuted.
            let normalised = |row: &[i64]| -> Vec<Rational> {
                let whole = Rational::from(row.iter().sum::<i64>());
                row.iter().map(|entry| Rational::from(*entry) / &whole).collect()
            };
            let inputs = Inputs::new(channel.clone(), [normalised(&p), normalised(&q)]).unwrap();
            for bound in inputs.bounds() {
                prop_assert_ne!(bound.holds, Some(false), "{:?}", bound);
                prop_assert!(bound.relation == "=" || bound.holds.is_some(), "{:?}", bound);
            }
        }
    }
}

#[test]
fn constructors_are_what_they_say() {
    let response = Channel::randomized_response(&number("3"), 3).unwrap();
    assert_eq!(response, channel("3/5, 1/5, 1/5; 1/5, 3/5, 1/5; 1/5, 1/5, 3/5"));
    assert_eq!(total_variation(&response), rational("2/5"));
    let binary =
        Channel::binary_with_erasure(&number("3"), &number("1/4"), &[true, false]).unwrap();
    assert_eq!(binary, channel("3/8, 1/8, 1/2; 1/8, 3/8, 1/2"));
    assert_eq!(
        (largest_ratio(&binary), total_variation(&binary)),
        (Some(rational("3")), rational("1/4"))
    );
    // eps = 0 would be 0/0 in the source: everything is erased.
    let silent = Channel::binary_with_erasure(&number("1"), &number("0"), &[true, false]).unwrap();
    assert_eq!(silent, channel("0, 0, 1; 0, 0, 1"));
    let error = Channel::binary_with_erasure(&number("3"), &number("3/5"), &[true]).unwrap_err();
    assert_eq!(error.to_string(), "eta: eta = 3/5 is outside [0, 1/2]");
    assert!(Channel::randomized_response(&number("1/2"), 2).is_err());
    assert!(Channel::randomized_response(&number("2"), 1).is_err());
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
    assert_eq!(largest_ratio(&channel("1/2, 1/2, 0; 1/2, 1/2, 0")), Some(rational("1")));
}

#[test]
fn what_is_no_channel_says_why() {
    for (text, message) in [
        ("1/2, 1/3; 1, 0", "matrix: the sum of row 0 is 5/6"),
        ("1, 0; 1/2, 1/2, 0", "matrix: row 1 has 3 entries and row 0 has 2"),
        ("1, 0; 3/2, -1/2", "matrix: entry 1 of row 1 is negative: -1/2"),
    ] {
        assert_eq!(Channel::new(reals(rows(text))).unwrap_err().to_string(), message);
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
    let wide = Channel::new(vec![vec![number("1/2048"); 2048]; 2]).unwrap();
    let error = wide.product(&wide).unwrap_err().to_string();
    assert_eq!(error, "mechanisms: a channel of 2 inputs and 4194304 outputs is too large");
    let error = Inputs::new(wide, [list("1, 0"), list("0, 1")]).unwrap_err().to_string();
    assert_eq!(error, "inputs: the channel has 2048 outputs");
}

#[test]
fn the_printed_steps_that_are_false() {
    let response = channel("3/4, 1/4; 1/4, 3/4");
    // GI appendix G: tv = 1 - e^-leakage would be 1/3.
    assert_eq!(leakage_ratio(&response), rational("3/2"));
    assert_ne!(total_variation(&response), Rational::from(1) - rational("2/3"));
    // ln(2 eps/(e^eps + 1)) is negative at eps = ln 3, ln(2 e^eps/(e^eps+1)) is the leakage.
    assert_eq!(literal::parse("2*ln(3)/4").unwrap().compare(&Real::one()), Some(Ordering::Less));
    assert!(is_formula(&response.leakage(), "ln(2*3/4)"));
    // Equation 57: E - 1 for (E - 1)^2.
    let inputs = Inputs::new(
        Channel::randomized_response(&number("100"), 2).unwrap(),
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
    assert_eq!((inputs.input_tv(), exact(&inputs.output_tv())), (rational("1/2"), rational("1/4")));
    let bounds = inputs.bounds();
    assert!(is_formula(&named(&bounds, "Theorem 4 (eps").bound, "1/4"));
    assert!(is_formula(&named(&bounds, "Theorem 6").bound, "4"));
    assert!(is_formula(&named(&bounds, "Theorem 7").bound, "1"));
    assert!(is_formula(&named(&bounds, "Corollary 2").bound, "1"));
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
        let mechanism =
            |eta: &Real| Channel::binary_with_erasure(&number(e), eta, &[true, false]).unwrap();
        let e = number(e);
        let largest = (&e - 1) / (&e + 1);
        for laws in [["1, 0", "0, 1"], ["3/4, 1/4", "1/10, 9/10"]] {
            let through = |channel| Inputs::new(channel, laws.map(list)).unwrap();
            let [erased, full] = [through(mechanism(&number(eta))), through(mechanism(&largest))];
            let bounds = erased.bounds();
            for (source, best) in
                [("largest with this eps and tv", &erased), ("largest with this eps", &full)]
            {
                let [kl, _, _] = best.divergences();
                for (name, value) in [("kl", kl), ("chi-squared", best.chi_squared())] {
                    let row = bounds.iter().find(|row| row.name == name && row.source == source);
                    let Extended::Finite(value) = value else { panic!("{source} {name}") };
                    let bound = row.unwrap().bound.as_real().unwrap();
                    assert_eq!(bound.compare(&value), Some(Ordering::Equal), "{source} {name}");
                }
            }
        }
    }
    // Equal rows: nothing is told, whatever the channel.
    let silent = Inputs::new(channel("1/2, 1/2; 1/2, 1/2"), [list("1, 0"), list("0, 1")]).unwrap();
    assert!(is_formula(&named(&silent.bounds(), "largest with this eps").bound, "0"));
    // Six inputs have no such rows.
    let wide = Channel::randomized_response(&number("2"), 6).unwrap();
    let wide = Inputs::new(wide, [list("1, 0, 0, 0, 0, 0"), list("0, 1, 0, 0, 0, 0")]).unwrap();
    assert!(wide.bounds().iter().all(|row| !row.source.contains("largest")));
}

#[test]
fn divergences_of_outputs_have_their_values() {
    let enclosed = |formula: &Formula| formula.enclose::<Malachite>(120);
    let through =
        |rows: &str, p: &str, q: &str| Inputs::new(channel(rows), [list(p), list(q)]).unwrap();
    let contains = |formula: &Formula, expected: &str| {
        let expected = number(expected).enclose::<Malachite>(120);
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

/// Randomised response by its formulas, in Q(e), with a rational factor, and outside of both.
#[test]
fn randomised_response_at_any_eps() {
    for eps in ["1", "1/2", "1 + ln(2)", "ln(2)/2", "sqrt(2)", "1/1000", "20"] {
        let eps = number(eps);
        let e = eps.exp();
        for categories in [2, 3, 7] {
            let response = Channel::randomized_response(&e, categories).unwrap();
            assert_eq!(response.eps(), Some(eps.clone().into()), "{eps}");
            assert_eq!(response.is_private(&eps), Some(true));
            assert_eq!(response.is_private(&(&eps - number("1e-30"))), Some(false));
            assert_eq!(response.is_private(&(&eps + number("1e-30"))), Some(true));
            let others = i64::try_from(categories).unwrap() - 1;
            for (found, formula) in [
                (response.total_variation(), (&e - 1) / (&e + others)),
                (response.leakage_ratio(), (1 + others) * &e / (&e + others)),
            ] {
                let found = found.as_real().expect("no order is undecided");
                let [found, expected] = [found, &formula].map(|x| x.enclose::<Malachite>(200));
                assert!(found.intersection(&expected).is_some(), "{eps} {found:?}");
                assert!(found.has_relative_bits(150), "{eps} {found:?}");
            }
        }
        // Twice: p^2, pq, qp and q^2, of which the second and third are equal.
        let response = Channel::randomized_response(&e, 2).unwrap();
        let twice = response.product(&response).unwrap();
        assert_eq!(
            twice.eps().and_then(|x| x.as_real()?.compare(&(2 * &eps))),
            Some(Ordering::Equal)
        );
        assert_eq!(twice.is_private(&(2 * &eps)), Some(true));
        let [found, expected] = [twice.total_variation(), ((&e - 1) / (&e + 1)).into()];
        assert!(found.as_real().is_some(), "{eps}");
        let [found, expected] = [found, expected].map(|x: Formula| x.enclose::<Malachite>(200));
        assert!(found.intersection(&expected).is_some(), "{eps} {found:?}");
    }
}

#[test]
fn the_bounds_of_irrational_channels() {
    let laws = |p: &str, q: &str| [list(p), list(q)];
    let response = Channel::randomized_response(&number("exp(1)"), 2).unwrap();
    let inputs = Inputs::new(response.clone(), laws("1, 0", "0, 1")).unwrap();
    let [forward, backward, both] = inputs.divergences();
    assert!(is_number(&forward, "(exp(1)-1)/(exp(1)+1)"), "{forward:?}");
    assert!(is_number(&backward, "(exp(1)-1)/(exp(1)+1)"));
    assert!(is_number(&both, "2*(exp(1)-1)/(exp(1)+1)"));
    assert!(is_number(&inputs.chi_squared(), "(exp(1)-1)^2/exp(1)"));
    let hellinger = inputs.squared_hellinger().enclose::<Malachite>(120);
    let expected = number("1 - 2*exp(1/2)/(exp(1)+1)").enclose(120);
    assert!(hellinger.intersection(&expected).is_some() && hellinger.has_relative_bits(80));
    let bounds = inputs.bounds();
    assert!(bounds.iter().all(|bound| bound.holds == Some(true)), "{bounds:?}");
    assert!(bounds.iter().any(|bound| bound.source == "Theorem 8, by erasure"));
    // OPT is a linear programme in rationals.
    assert!(bounds.iter().all(|bound| !bound.source.contains("largest")));
    // mpmath 1.3, 45 digits: the sums over both outputs; chernoff by findroot of the derivative.
    let inputs = Inputs::new(response, laws("3/4, 1/4", "1/10, 9/10")).unwrap();
    let [chernoff, _] = inputs.chernoff();
    let finite = |x: Extended| match x {
        Extended::Finite(x) => Formula::from(x),
        Extended::Infinite(_) => Formula::Infinite,
    };
    let [forward, backward, _] = inputs.divergences().map(finite);
    for (name, found, expected) in [
        ("output-tv", inputs.output_tv(), "0.300376152219006343026507014368387156674688"),
        ("kl", forward, "0.190084423329492520329282214723480600637834"),
        ("reverse-kl", backward, "0.184409996514106300098395561900000542113993"),
        (
            "chi-squared",
            finite(inputs.chi_squared()),
            "0.418038031686355612837467592994344036094390",
        ),
        (
            "squared-hellinger",
            inputs.squared_hellinger().into(),
            "0.046430463954373620391259151934974505163207",
        ),
        ("chernoff", chernoff, "0.047545737987981912569493307161889859237868"),
    ] {
        let found = found.enclose::<Malachite>(160);
        let expected = rational(expected);
        let error = rational("1e-38");
        let [below, above] = [&expected - &error, &expected + &error];
        let point = |x| Interval::<Malachite>::from_rational(x, 160);
        assert_eq!(found.compare(&point(&below)), Some(Ordering::Greater), "{name} {found:?}");
        assert_eq!(found.compare(&point(&above)), Some(Ordering::Less), "{name} {found:?}");
    }
    // No bound is refuted, and those that are no equations are decided.
    for bound in inputs.bounds() {
        assert_ne!(bound.holds, Some(false), "{bound:?}");
        assert!(bound.relation == "=" || bound.holds == Some(true), "{bound:?}");
    }
    // Of total variation 1/5, of which the share of the binary mechanism is irrational.
    let erased =
        Channel::binary_with_erasure(&number("exp(1)"), &number("1/5"), &[true, false]).unwrap();
    assert_eq!(erased.eps(), Some(Real::one().into()));
    assert!(is_formula(&erased.total_variation(), "1/5"));
    let error = Channel::binary_with_erasure(&number("exp(1)"), &number("1/2"), &[true, false]);
    let error = error.unwrap_err().to_string();
    assert!(error.starts_with("eta: eta = 1/2 is outside [0, "), "{error}");
}

/// sqrt(2) + sqrt(3) is sqrt(5 + 2 sqrt(6)), which intervals and Q(e^r) do not show: both rows are
/// the same.
#[test]
fn undecided_orders_are_enclosed() {
    let x = "(sqrt(2) + sqrt(3))/4";
    let y = "sqrt(5 + 2*sqrt(6))/4";
    let entries = |x: &str| vec![number(x), 1 - number(x)];
    let same = Channel::new(vec![entries(x), entries(y)]).unwrap();
    let enclosed = |x: Formula| x.enclose::<Malachite>(200);
    let tiny = rational("1e-40");
    for (name, found) in [("eps", same.eps().unwrap()), ("tv", same.total_variation())] {
        assert_eq!(found.as_real(), None, "{name}");
        let found = enclosed(found);
        assert!(found.contains(&Rational::from(0)), "{name} {found:?}");
        assert!(!found.contains(&tiny), "{name} {found:?}");
    }
    let leakage = enclosed(same.leakage_ratio());
    assert!(leakage.contains(&Rational::from(1)) && leakage.has_relative_bits(150), "{leakage:?}");
    for (eps, private) in [("0", None), ("1e-30", Some(true)), ("-1e-30", Some(false))] {
        assert_eq!(same.is_private(&number(eps)), private, "{eps}");
    }
    // A third row whose distance is larger decides.
    let apart = Channel::new(vec![entries(x), entries(y), entries("1/4")]).unwrap();
    let (eps, tv) = (enclosed(apart.eps().unwrap()), enclosed(apart.total_variation()));
    let expected = |text: &str| number(text).enclose::<Malachite>(200);
    assert!(eps.intersection(&expected("ln(3/4) - ln(1 - (sqrt(2)+sqrt(3))/4)")).is_some());
    assert!(tv.intersection(&expected("(sqrt(2) + sqrt(3))/4 - 1/4")).is_some());
    // Processing multiplies the length of irrational entries, which ends somewhere.
    let response = Channel::randomized_response(&number("exp(1)"), 2).unwrap();
    let mut processed = response.clone();
    let error = (0..40).find_map(|_| match processed.then(&response) {
        Ok(next) => {
            processed = next;
            None
        }
        Err(error) => Some(error.to_string()),
    });
    let expected = "by: an entry is an expression of over 4096 operations";
    assert_eq!(error.as_deref(), Some(expected));
    // Two rows of which neither sign nor sum is known are refused.
    let zero = number("sqrt(2) + sqrt(3) - sqrt(5 + 2*sqrt(6))");
    let error = Channel::new(vec![vec![zero.clone(), Real::one()]]).unwrap_err().to_string();
    assert!(error.starts_with("matrix: the sign of entry 0 of row 0 is undecided"), "{error}");
    let error = Channel::new(vec![vec![(&zero + 1) / 2, Real::one() / 2]]).unwrap_err().to_string();
    assert!(error.starts_with("matrix: whether the sum of row 0 is 1 is undecided"), "{error}");
}

/// Randomised response with k symbols has the outcomes x and x', and all others: T is steep up to
/// `1/(e+k-1)`, has slope -1 after it, and falls slowly in the end.
#[test]
fn the_worst_rows_of_randomised_response() {
    for eps in ["ln(3)", "1", "sqrt(2)"] {
        let e = number(eps).exp();
        for categories in [2usize, 3, 5] {
            let response = Channel::randomized_response(&e, categories).unwrap();
            let k = i64::try_from(categories).unwrap();
            let whole = &e + (k - 1);
            let near = |found: &Formula, expected: &Real| {
                let found = found.enclose::<Malachite>(160);
                let expected = expected.enclose(160);
                let apart = &found - &expected;
                assert!(apart.contains(&Rational::from(0)), "{eps} {k}: {found:?}");
                assert!(!apart.contains(&rational("1e-40")), "{eps} {k}: {found:?}");
            };
            let low = 1 / &whole;
            for (alpha, beta) in [
                (Real::zero(), Real::one()),
                (&low / 2, 1 - &e * &low / 2),
                (low.clone(), 1 - &e * &low),
                ((k - 1) * &low, low.clone()),
                (1 - &e * &low / 2, &low / 2),
                (Real::one(), Real::zero()),
            ] {
                let found = response.beta(&alpha).unwrap();
                near(&found.value, &beta);
                assert_eq!(found.rows, Some((0, 1)));
            }
            let found = response.delta(&number("1/2"));
            near(&found.value, &((&e - number("exp(1/2)")) / &whole));
            assert_eq!(found.rows, Some((0, 1)));
        }
    }
    // One input has no pair; the worst pair of three need not be the first, nor in this order.
    let one = channel("1/3, 2/3");
    let found = one.beta(&number("1/4")).unwrap();
    assert_eq!((exact(&found.value), found.rows), (rational("3/4"), None));
    let found = one.delta(&number("1"));
    assert_eq!((exact(&found.value), found.rows), (rational("0"), None));
    let three = channel("1/2, 1/2, 0; 1/2, 1/2, 0; 1/4, 1/4, 1/2");
    let found = three.delta(&number("ln(2)"));
    assert_eq!((exact(&found.value), found.rows), (rational("1/2"), Some((2, 0))));
    let found = three.beta(&Real::zero()).unwrap();
    assert_eq!((exact(&found.value), found.rows), (rational("1/2"), Some((0, 2))));
    assert!(three.beta(&number("2")).is_err());
    // Two rows of which nobody knows that they are equal: no rows are named.
    let x = "(sqrt(2) + sqrt(3))/4";
    let y = "sqrt(5 + 2*sqrt(6))/4";
    let entries = |x: &str| vec![number(x), 1 - number(x)];
    let same = Channel::new(vec![entries(x), entries(y)]).unwrap();
    let found = same.delta(&Real::zero());
    assert_eq!(found.rows, None);
    assert!(found.value.enclose::<Malachite>(160).contains(&Rational::from(0)));
}

#[test]
fn pointwise_leakage_of_known_channels() {
    let half = || list("1/2, 1/2");
    for eps in ["ln(3)", "1", "sqrt(2)"] {
        let e = number(eps).exp();
        let response = Channel::randomized_response(&e, 2).unwrap();
        let found = response.pointwise_leakage(&half()).unwrap();
        // ln(2 e/(e+1)), as the maximal leakage: all outputs tell the same.
        let expected = (2 * &e / (&e + 1)).ln().enclose::<Malachite>(160);
        for leakage in found.outputs.iter().map(|row| &row.leakage).chain([&found.largest]) {
            let leakage = leakage.enclose::<Malachite>(160);
            assert!(leakage.intersection(&expected).is_some(), "{leakage:?}");
            assert!(leakage.has_relative_bits(120), "{leakage:?}");
        }
        // At sqrt(2) nothing shows that the probabilities of both outputs are the same sum.
        assert_eq!(found.attained, if eps == "sqrt(2)" { None } else { Some(0) });
        // The supremum over all priors is eps, which none attains.
        let found = response.pointwise_leakage(&list("1/10^9, 1 - 1/10^9")).unwrap();
        let largest = found.largest.enclose::<Malachite>(160);
        let point = |x: Real| x.enclose::<Malachite>(160);
        assert_eq!(largest.compare(&point(number(eps))), Some(Ordering::Less));
        assert_eq!(largest.compare(&point(number(eps) - number("1e-8"))), Some(Ordering::Greater));
        assert_eq!(found.attained, Some(0));
        // Nothing is learned about an input that is known.
        let found = response.pointwise_leakage(&list("1, 0")).unwrap();
        assert_eq!((found.largest, found.outputs.len()), (Formula::zero(), 2));
    }
    // An output that reveals the input raises its probability to 1.
    let erasure = channel("1/2, 0, 1/2; 0, 1/2, 1/2");
    let found = erasure.pointwise_leakage(&list("1/4, 3/4")).unwrap();
    let leaks: Vec<_> = found.outputs.iter().map(|row| row.leakage.clone()).collect();
    assert_eq!(leaks, [number("ln(4)").into(), number("ln(4/3)").into(), Formula::zero()]);
    assert_eq!((found.largest, found.attained), (number("ln(4)").into(), Some(0)));
    let found = erasure.pointwise_leakage(&list("0, 1")).unwrap();
    assert_eq!(found.outputs.iter().map(|row| row.output).collect::<Vec<_>>(), [1, 2]);
    for (prior, message) in [
        ("1", "prior: the prior has 1 entries, and the channel has 2 inputs"),
        ("1/2, 1/3", "prior: the sum of the prior is 5/6"),
        ("3/2, -1/2", "prior: entry 1 of the prior is negative: -1/2"),
    ] {
        assert_eq!(erasure.pointwise_leakage(&list(prior)).unwrap_err().to_string(), message);
    }
    let wide = Channel::new(vec![vec![number("1/2048"); 2048]; 2]).unwrap();
    let error = wide.pointwise_leakage(&half()).unwrap_err().to_string();
    assert_eq!(error, "prior: the channel has 2048 outputs");
}
