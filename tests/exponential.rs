//! The exponential mechanism, by the pairs of two losses of which its class consists, and by given scores.

use crate::support::answered::{at, ends, exactly};
use crate::support::{Fraction, Outcomes, binomial, decimal, fraction, power, real, whole};
use dpcert::mechanism::Family;
use dpcert::{Mechanism, Query};
use num_traits::{One, Zero};

/// The pair of the losses ln(s) and ln(s/e).
fn two_losses(e: &Fraction, s: &Fraction) -> Outcomes {
    let one = Fraction::one();
    let (p, q) = ((e - s) / (e - &one), (e - s) / (s * (e - &one)));
    Outcomes(vec![(p.clone(), q.clone()), (&one - p, one - q)])
}

/// `1, ..., e` in n steps.
fn steps(e: &Fraction, n: u64) -> impl Iterator<Item = Fraction> + '_ {
    (0..=n).map(move |i| Fraction::one() + (e - Fraction::one()) * whole(i) / whole(n))
}

fn is_near(found: &Fraction, least: &Fraction, most: Fraction, what: &str) {
    assert!(found >= least, "{what}: {found} is less than a pair of the class has, {least}");
    assert!(*found <= least * (Fraction::one() + most), "{what}: {found} is more than {least}");
}

#[test]
fn one_mechanism_is_the_worst_of_two_losses() {
    for e in ["4", "9", "9/4"] {
        let text = format!("exponential(eps=ln({e}))");
        let e = fraction(e);
        let pairs: Vec<_> = steps(&e, 720).map(|s| two_losses(&e, &s)).collect();
        for ratio in ["1", "25/16", "9/4", "2"] {
            let deltas = pairs.iter().map(|pair| pair.delta(&fraction(ratio)));
            let (low, high) = ends(&text, &at(ratio));
            let worst = deltas.max().unwrap();
            if fraction(ratio) < e {
                is_near(&high, &worst, fraction("1/1000"), &format!("{text} at {ratio}"));
                assert!(low > worst.clone() * fraction("99999/100000"), "{text} at {ratio}");
            } else {
                assert_eq!((low, high), (Fraction::zero(), Fraction::zero()));
            }
        }
        for alpha in ["1/10", "1/2", "7/8"] {
            let alpha_of = fraction(alpha);
            let betas = pairs.iter().map(|pair| Fraction::one() - pair.best_power(&alpha_of));
            let beta = exactly(&text, &Query::Beta { alpha: real(alpha) });
            let least = betas.min().unwrap();
            assert!(beta <= least && beta > least * fraction("99/100"), "{text} at {alpha}: {beta}");
        }
    }
    assert_eq!(exactly("exponential(eps=ln(4))", &Query::Tv), fraction("1/3"));
}

/// delta of several pairs of two losses, which may differ.
fn several(e: &Fraction, all: &[&Fraction], ratio: &Fraction) -> Fraction {
    let none = Outcomes(vec![(Fraction::one(), Fraction::one())]);
    all.iter().fold(none, |product, s| product.product(&two_losses(e, s))).delta(ratio)
}

#[test]
fn the_worst_of_several_are_alike() {
    let e = fraction("4");
    for ratio in ["1", "4/3", "2", "5"] {
        let ratio_of = fraction(ratio);
        let mut worst = [Fraction::zero(), Fraction::zero()];
        let coarse: Vec<_> = steps(&e, 24).collect();
        for (i, first) in coarse.iter().enumerate() {
            for (j, second) in coarse.iter().enumerate().skip(i) {
                let delta = several(&e, &[first, second], &ratio_of);
                worst[0] = worst[0].clone().max(delta);
                for third in coarse.iter().skip(j).step_by(2) {
                    let delta = several(&e, &[first, second, third], &ratio_of);
                    worst[1] = worst[1].clone().max(delta);
                }
            }
        }
        for (count, any) in (2..).zip(worst) {
            let text = format!("exponential(eps=ln(4), composition=non-adaptive)^{count}");
            let alike = steps(&e, 300).map(|s| {
                let pairs = vec![&s; count];
                several(&e, &pairs, &ratio_of)
            });
            let alike = alike.max().unwrap();
            let (low, high) = ends(&text, &at(ratio));
            assert!(any <= high, "{text} at {ratio}: {any} > {high}");
            is_near(&high, &alike, fraction("1/500"), &format!("{text} at {ratio}"));
            assert!(low >= alike * fraction("999999999/1000000000"), "{text} at {ratio}: {low}");
        }
    }
}

#[test]
fn published_and_derived_values() {
    let fixed = |eps: &str, count: u32| format!("exponential(eps={eps}, composition=non-adaptive)^{count}");
    let twenty = fraction("1/10000000000000000000");
    for (mechanism, query, value) in [
        (fixed("ln(8)", 2), Query::Tv, fraction("27/49")),
        (fixed("ln(16)", 3), at("16"), fraction("48/125")),
        (fixed("1", 2), Query::Tv, decimal("0.2883172623686341671406184")),
        (fixed("1/10", 1000), Query::Eps { delta: real("1e-6") }, decimal("8.300645160273030862925590")),
    ] {
        let (low, high) = ends(&mechanism, &query);
        let width = &value * &twenty;
        assert!(low <= &value + &width && &value - &width <= high, "{mechanism}: [{low}, {high}], {value}");
        assert!(&high - &low <= width, "{mechanism}: [{low}, {high}]");
    }
    // One step whose choice depends on the other gains.
    let (low, high) = ends("exponential(eps=1)^2", &Query::Tv);
    let adaptive = decimal("0.3033654964831822591064920");
    assert!(low <= adaptive && adaptive <= high, "[{low}, {high}]");
}

/// What is chosen before any output is seen cannot answer to what another mechanism printed; what is chosen adaptively can.
#[test]
fn a_choice_beside_another_mechanism() {
    let e = fraction("8");
    let (larger, smaller) = (fraction("2/3"), fraction("1/3"));
    let coin = Outcomes(vec![(larger.clone(), smaller.clone()), (smaller, larger)]);
    let other = "randomized-response(eps=ln(2))";
    let pairs: Vec<_> = steps(&e, 360).map(|s| two_losses(&e, &s)).collect();
    let worst = |value: &dyn Fn(&Outcomes) -> Fraction| pairs.iter().map(value).max().unwrap();
    let thousandth = fraction("1/1000");
    for ratio in ["1", "3/2"] {
        let ratio_of = fraction(ratio);
        let fixed = worst(&|pair| pair.product(&coin).delta(&ratio_of));
        let (low, high) = ends(&format!("exponential(eps=ln(8), composition=non-adaptive) * {other}"), &at(ratio));
        assert!(low <= &fixed + &thousandth && fixed <= high, "{ratio}: [{low}, {high}], {fixed}");
        // Each outcome of the coin has a choice of its own.
        let after = |(p, q): &(Fraction, Fraction)| p * worst(&|pair| pair.delta(&(&ratio_of * q / p)));
        let adaptive = coin.0.iter().map(after).fold(Fraction::zero(), |sum, part| sum + part);
        assert!(adaptive > &fixed + &thousandth, "{ratio}");
        let (low, high) = ends(&format!("exponential(eps=ln(8)) * {other}"), &at(ratio));
        assert!(low <= &adaptive + &thousandth && adaptive <= high, "{ratio}: [{low}, {high}], {adaptive}");
    }
}

/// Closer polygons of an operation are those of the operation beside a range as well.
#[test]
fn beside_an_operation() {
    let (low, high) = ends("symmetrised(gdp(1)) * exponential(eps=1/2)", &Query::Tv);
    // Each alone, and both together by the triangle inequality for total variation.
    let (gaussian, choice) = (decimal("0.3829"), decimal("0.1244"));
    assert!(gaussian < high && low < &gaussian + &choice, "[{low}, {high}]");
    assert!(high < &gaussian + &choice + fraction("1/100"), "[{low}, {high}]");
}

#[test]
fn given_scores_are_a_finite_pair() {
    let scores = "exponential(eps=ln(4), scores=[0, -1, -2], neighbour_scores=[-1, 0, -1], sensitivity=1)";
    let swapped = "exponential(eps=ln(4), scores=[-1, 0, -1], neighbour_scores=[0, -1, -2], sensitivity=1)";
    assert_eq!(exactly(scores, &at("3/2")), fraction("11/56"));
    assert_eq!(exactly(swapped, &at("3/2")), fraction("11/56"));
    // The weights are 2^u.
    let law = |weights: [u64; 3]| {
        let sum = whole(weights.iter().sum());
        weights.map(|weight| whole(weight) / &sum)
    };
    let (p, q) = (law([4, 2, 1]), law([1, 2, 1]));
    let pair = Outcomes(p.into_iter().zip(q).collect());
    let reversed = Outcomes(pair.0.iter().map(|(p, q)| (q.clone(), p.clone())).collect());
    for ratio in ["1", "9/8", "3/2", "2"] {
        for count in [1, 2] {
            let [forward, backward] = [&pair, &reversed].map(|pair| pair.power(count).delta(&fraction(ratio)));
            assert_eq!(exactly(&format!("{scores}^{count}"), &at(ratio)), forward.max(backward), "{ratio} {count}");
        }
    }
}

/// Of given scores the profile is not monotone in eps: where it is large, both neighbours have the same outcome.
#[test]
fn the_range_of_given_scores_is_not_searched_for() {
    let scores = |eps: &str| format!("exponential(eps={eps}, scores=[0, -1], neighbour_scores=[0, -2], sensitivity=1)");
    let tv = |eps: &str| exactly(&scores(eps), &Query::Tv);
    assert!(tv("ln(16)") > tv("ln(256)") && tv("ln(16)") > tv("ln(4)"));
    let refused = Family::parse(&scores("?")).unwrap_err().to_string();
    assert!(refused.contains("this cannot be marked with ? beside scores"), "{refused}");
    assert!(Family::parse("exponential(eps=?)^10").is_ok());
}

/// Two of the three losses are equal, and are sums that need not be written alike.
#[test]
fn equal_losses_are_one() {
    for (eps, value) in
        [("sqrt(2)", "0.385323519500070615320674528300967377639"), ("1", "0.283414765419137372566516075296618778227")]
    {
        let text = format!("exponential(eps={eps}, scores=[0, -1, -2], neighbour_scores=[-1, 0, -1], sensitivity=1)^2");
        let (low, high) = ends(&text, &Query::Tv);
        let (value, width) = (decimal(value), fraction("1/1000000000000000000"));
        assert!(low <= &value + &width && value <= &high + &width, "{text}: [{low}, {high}]");
        assert!(high - low <= width, "{text}");
    }
}

#[test]
fn groups_and_samples() {
    let scores = "exponential(eps=1, scores=[0, 1], neighbour_scores=[1, 0], sensitivity=1)";
    for (text, message) in [
        (format!("group(2, {scores})"), "give the scores where all members change"),
        (format!("poisson(1/10, {scores})"), "each sample has scores of its own"),
    ] {
        let refused = Mechanism::parse(&text).unwrap_err().to_string();
        assert!(refused.contains(message), "{text}: {refused}");
    }
    // A group has the range of all its members together, and a sample the worst mixture at each eps.
    let e = fraction("9");
    let group = exactly("group(2, exponential(eps=ln(3)))", &Query::Tv);
    assert_eq!(group, exactly("exponential(eps=ln(9))", &Query::Tv));
    let mixed = |s: &Fraction, rate: &Fraction| {
        let outcomes = two_losses(&e, s).0.into_iter();
        Outcomes(outcomes.map(|(p, q)| (rate * p + (Fraction::one() - rate) * &q, q)).collect())
    };
    let rate = fraction("1/4");
    let worst = steps(&e, 720).map(|s| mixed(&s, &rate).delta(&fraction("5/4"))).max().unwrap();
    let (low, high) = ends("poisson(1/4, exponential(eps=ln(9)))", &at("5/4"));
    assert!(low <= &worst * fraction("1001/1000") && worst <= high, "[{low}, {high}], {worst}");
    assert!(high <= &worst * fraction("1001/1000"), "[{low}, {high}], {worst}");
}

/// No instance is worse than its class, and none of three outcomes reaches it closely at each eps.
#[test]
fn instances_are_in_the_class() {
    for e in [4u64, 9] {
        for seed in 0..40u64 {
            let digit = |i: u64| (seed * 7919 + i * 104_729) / 13 % 4;
            let scores: Vec<u64> = (0..3).map(digit).collect();
            let moved: Vec<i64> = (3..6).map(|i| i64::try_from(digit(i) % 3).unwrap() - 1).collect();
            let list = |moved: &[i64]| {
                let all = scores.iter().zip(moved).map(|(x, d)| (i64::try_from(*x).unwrap() + d).to_string());
                all.collect::<Vec<_>>().join(", ")
            };
            let text = format!(
                "exponential(eps=ln({e}), scores=[{}], neighbour_scores=[{}], sensitivity=1)",
                list(&[0, 0, 0]),
                list(&moved)
            );
            let class = format!("exponential(eps=ln({e}))");
            for ratio in ["1", "3/2", "3"] {
                let (one, all) = (ends(&text, &at(ratio)).0, ends(&class, &at(ratio)).1);
                assert!(one <= all, "{text} at {ratio}: {one} > {all}");
            }
        }
    }
}

#[test]
fn divergences_of_the_class_are_those_of_its_worst_member() {
    let rho = ends("exponential(eps=1)", &Query::Rho);
    let expected = decimal("0.1233015614822445333633584");
    assert!(rho.0 <= expected && expected <= rho.1);
    let e = fraction("4");
    let chi = |s: &Fraction| {
        let squares = two_losses(&e, s).0.into_iter().filter(|(_, q)| !q.is_zero()).map(|(p, q)| &p * &p / q);
        squares.fold(-Fraction::one(), |sum, square| sum + square)
    };
    let worst = steps(&e, 300).map(|s| chi(&s)).max().unwrap();
    assert_eq!(worst, fraction("9/16"), "at s = 5/2");
}

/// The binomial sums of the formula, by their definition.
#[test]
fn the_formula_is_the_sum() {
    let (e, k, ratio) = (fraction("16"), 3, fraction("16"));
    // t = ln(16) (l + 2)/4: s = 16^((l+2)/4).
    let sums = [fraction("4"), fraction("8")].map(|s| {
        let Outcomes(masses) = two_losses(&e, &s);
        let [(p, q), (p_smaller, q_smaller)] = [masses[0].clone(), masses[1].clone()];
        let term = |i: u64| {
            let of_p = power(&p, k - i) * power(&p_smaller, i);
            let gain = of_p - &ratio * power(&q, k - i) * power(&q_smaller, i);
            binomial(k, i) * gain.max(Fraction::zero())
        };
        (0..=k).fold(Fraction::zero(), |sum, i| sum + term(i))
    });
    assert_eq!(sums.into_iter().max().unwrap(), fraction("48/125"));
}
