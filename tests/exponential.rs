//! The exponential mechanism, by the pairs of two losses of which its class consists, and by given
//! scores.

use crate::support::answered::{at, ends, exactly};
use crate::support::{Fraction, Outcomes, binomial, decimal, effort, fraction, power, real, whole};
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
            assert!(
                beta <= least && beta > least * fraction("99/100"),
                "{text} at {alpha}: {beta}"
            );
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
    let fixed =
        |eps: &str, count: u32| format!("exponential(eps={eps}, composition=non-adaptive)^{count}");
    let twenty = fraction("1/10000000000000000000");
    for (mechanism, query, value) in [
        (fixed("ln(8)", 2), Query::Tv, fraction("27/49")),
        (fixed("ln(16)", 3), at("16"), fraction("48/125")),
        (fixed("1", 2), Query::Tv, decimal("0.2883172623686341671406184")),
        (
            fixed("1/10", 1000),
            Query::Eps { delta: real("1e-6") },
            decimal("8.300645160273030862925590"),
        ),
    ] {
        let (low, high) = ends(&mechanism, &query);
        let width = &value * &twenty;
        assert!(
            low <= &value + &width && &value - &width <= high,
            "{mechanism}: [{low}, {high}], {value}"
        );
        assert!(&high - &low <= width, "{mechanism}: [{low}, {high}]");
    }
    // One step whose choice depends on the other gains.
    let (low, high) = ends("exponential(eps=1)^2", &Query::Tv);
    let adaptive = decimal("0.3033654964831822591064920");
    assert!(low <= adaptive && adaptive <= high, "[{low}, {high}]");
}

/// What is chosen before any output is seen cannot answer to what another mechanism printed; what
/// is chosen adaptively can.
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
        let (low, high) = ends(
            &format!("exponential(eps=ln(8), composition=non-adaptive) * {other}"),
            &at(ratio),
        );
        assert!(low <= &fixed + &thousandth && fixed <= high, "{ratio}: [{low}, {high}], {fixed}");
        // Each outcome of the coin has a choice of its own.
        let after =
            |(p, q): &(Fraction, Fraction)| p * worst(&|pair| pair.delta(&(&ratio_of * q / p)));
        let adaptive = coin.0.iter().map(after).fold(Fraction::zero(), |sum, part| sum + part);
        assert!(adaptive > &fixed + &thousandth, "{ratio}");
        let (low, high) = ends(&format!("exponential(eps=ln(8)) * {other}"), &at(ratio));
        assert!(
            low <= &adaptive + &thousandth && adaptive <= high,
            "{ratio}: [{low}, {high}], {adaptive}"
        );
    }
}

/// The largest `P(A) - v Q(A)` at powers of 9/8 from the -40th to the 40th, of mechanisms of which
/// the ranges and both losses are such powers.
#[derive(Clone)]
struct Gains(Vec<Fraction>);

const REACH: usize = 40;

fn base_power(exponent: usize) -> Fraction {
    power(&fraction("9/8"), exponent as u64)
}

impl Gains {
    fn of_nothing() -> Gains {
        let one = Fraction::one();
        let below = (1..=REACH).rev().map(|i| &one - &one / base_power(i));
        Gains(below.chain((0..=REACH).map(|_| Fraction::zero())).collect())
    }

    /// At an index that may be beyond an end.
    fn at(&self, index: i64) -> Fraction {
        match usize::try_from(index) {
            Ok(index) => self.0.get(index).cloned().unwrap_or_else(Fraction::zero),
            Err(_) => {
                Fraction::one()
                    - Fraction::one() / base_power(REACH + usize::try_from(-index).unwrap())
            }
        }
    }

    /// After a mechanism that is run before all others.
    fn after(&self, range: usize) -> Gains {
        let (one, e) = (Fraction::one(), base_power(range));
        let best = |index: i64| {
            let of = |step: usize| {
                let smaller = (base_power(step) - &one) / (&e - &one);
                let first = index - i64::try_from(step).unwrap();
                (&one - &smaller) * self.at(first)
                    + smaller * self.at(first + i64::try_from(range).unwrap())
            };
            (0..=range).map(of).max().unwrap()
        };
        Gains((0..=2 * REACH).map(|index| best(i64::try_from(index).unwrap())).collect())
    }

    /// The largest of all orders, which may be chosen on the way.
    fn in_any_order(ranges: &[usize]) -> Gains {
        let mut best: Option<Gains> = None;
        for (i, range) in ranges.iter().enumerate() {
            if ranges[..i].contains(range) {
                continue;
            }
            let rest = [&ranges[..i], &ranges[i + 1..]].concat();
            let Gains(found) = Gains::in_any_order(&rest).after(*range);
            best = Some(match best {
                None => Gains(found),
                Some(Gains(best)) => {
                    Gains(best.into_iter().zip(found).map(|(x, y)| x.max(y)).collect())
                }
            });
        }
        best.unwrap_or_else(Gains::of_nothing)
    }
}

/// What a recursion over all orders finds on a coarse lattice is a lower bound; with ranges that
/// are one step of the lattice wider it is an upper bound, because two losses off the lattice are
/// inside of a wider pair on it.
#[test]
fn several_ranges_in_any_order() {
    let mut cases = vec![vec![5, 9, 9], vec![4, 6, 10]];
    if effort() > 1 {
        cases.extend([
            vec![4, 8],
            vec![3, 3, 8],
            vec![2, 7, 7, 9],
            vec![4, 4, 9, 9],
            vec![3, 5, 7, 11],
        ]);
    }
    for ranges in cases {
        let text = |order: &mut dyn Iterator<Item = &usize>| {
            let all: Vec<_> =
                order.map(|range| format!("exponential(eps=ln({}))", base_power(*range))).collect();
            all.join(" * ")
        };
        let (rising, falling) = (text(&mut ranges.iter()), text(&mut ranges.iter().rev()));
        let wider: Vec<_> = ranges.iter().map(|range| range + 1).collect();
        let [least, most] = [&ranges, &wider].map(|ranges| Gains::in_any_order(ranges));
        for step in [0, 3, 8] {
            let ratio = base_power(step).to_string();
            let (low, high) = ends(&rising, &at(&ratio));
            if step == 3 || effort() > 1 {
                assert_eq!(
                    (low.clone(), high.clone()),
                    ends(&falling, &at(&ratio)),
                    "{ranges:?} {step}"
                );
            }
            let [least, most] = [&least, &most].map(|gains| gains.0[REACH + step].clone());
            assert!(least <= high, "{ranges:?} {step}: {least} > {high}");
            assert!(low <= most, "{ranges:?} {step}: {low} > {most}");
            // Few mechanisms of any order are not far from both ends.
            assert!(low >= &least * fraction("99/100"), "{ranges:?} {step}: {low} < {least}");
            assert!(high <= &most * fraction("3/2"), "{ranges:?} {step}: {high} > {most}");
        }
    }
}

/// Ranges that are almost the same have almost the answers of one range, and more than if they were
/// chosen together.
#[test]
fn almost_equal_ranges() {
    let near = "exponential(eps=1/4)^10 * exponential(eps=2500001/10000000)^10";
    for ratio in ["3", "1"].into_iter().take(effort()) {
        let (low, high) = ends(near, &at(ratio));
        let (one_low, one_high) = ends("exponential(eps=1/4)^20", &at(ratio));
        assert!(
            low <= &one_high * fraction("1001/1000") && one_low <= high,
            "{ratio}: [{low}, {high}]"
        );
        assert!(low >= &one_low * fraction("99/100"), "{ratio}: {low} < {one_low}");
        assert!(high <= &one_high * fraction("11/10"), "{ratio}: {high} > {one_high}");
        let (fixed, _) = ends("exponential(eps=1/4, composition=non-adaptive)^20", &at(ratio));
        assert!(fixed <= high, "{ratio}: {fixed} > {high}");
    }
}

/// Members come near to the largest loss of their range, whatever was seen before.
#[test]
fn without_a_delta_all_ranges_add_up() {
    for (mechanism, eps) in [
        ("exponential(eps=1)^2", "2"),
        ("exponential(eps=1) * exponential(eps=1/2)^3", "5/2"),
        ("exponential(eps=1/4)^1000 * laplace(eps=1)", "251"),
    ] {
        assert_eq!(
            exactly(mechanism, &Query::Eps { delta: real("0") }),
            fraction(eps),
            "{mechanism}"
        );
    }
}

/// Of many mechanisms of three ranges eps is known to some thousandths.
#[test]
fn many_of_three_ranges() {
    let (counts, gap) = if effort() > 1 { ([34, 33, 33], "2/1000") } else { ([9, 9, 9], "3/1000") };
    let all = counts
        .iter()
        .zip(["1/20", "1/10", "1/5"])
        .map(|(count, eps)| format!("exponential(eps={eps})^{count}"));
    let text = all.collect::<Vec<_>>().join(" * ");
    let (low, high) = ends(&text, &Query::Eps { delta: real("1e-6") });
    assert!(&high - &low <= &low * fraction(gap), "[{low}, {high}]");
    if effort() == 1 {
        return;
    }
    // Those of one range are chosen before any output: less is lost.
    let fixed = text.replace("1/5)", "1/5, composition=non-adaptive)");
    let (fixed_low, fixed_high) = ends(&fixed, &Query::Eps { delta: real("1e-6") });
    assert!(
        fixed_low <= low && low <= &fixed_high * fraction("105/100"),
        "[{fixed_low}, {fixed_high}] [{low}, {high}]"
    );
}

/// More than twenty ranges are rounded up to some of them from above: three of these at a time.
#[test]
fn many_different_ranges() {
    let composed = |rounded: usize| {
        let ranges: Vec<u32> = (0..21).map(|i| 90 - 2 * i).collect();
        let of_class = |class: &[u32]| {
            class.iter().map(|_| format!("exponential(eps={}/1000)", class[0])).collect()
        };
        ranges
            .chunks(rounded)
            .flat_map(|class| -> Vec<String> { of_class(class) })
            .collect::<Vec<_>>()
            .join(" * ")
    };
    let delta = Query::Eps { delta: real("1e-6") };
    let [(low, high), (rounded_low, rounded_high)] =
        [1, 3].map(|rounded| ends(&composed(rounded), &delta));
    assert!(
        low < rounded_low && rounded_low <= high,
        "[{low}, {high}] [{rounded_low}, {rounded_high}]"
    );
    assert!(
        high <= &rounded_high * fraction("1001/1000"),
        "[{low}, {high}] [{rounded_low}, {rounded_high}]"
    );
    assert!(high <= &low * fraction("106/100"), "[{low}, {high}]");
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
    let scores =
        "exponential(eps=ln(4), scores=[0, -1, -2], neighbour_scores=[-1, 0, -1], sensitivity=1)";
    let swapped =
        "exponential(eps=ln(4), scores=[-1, 0, -1], neighbour_scores=[0, -1, -2], sensitivity=1)";
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
            let [forward, backward] =
                [&pair, &reversed].map(|pair| pair.power(count).delta(&fraction(ratio)));
            assert_eq!(
                exactly(&format!("{scores}^{count}"), &at(ratio)),
                forward.max(backward),
                "{ratio} {count}"
            );
        }
    }
}

/// Of given scores the profile is not monotone in eps: where it is large, both neighbours have the
/// same outcome. Scores of the same distances are the same distribution, however they are written:
/// nothing is disclosed.
#[test]
fn scores_that_all_move_alike_disclose_nothing() {
    for (scores, others) in [
        ("[3, 3]", "[4, 4]"),
        ("[3, 1, 1/7]", "[4, 2, 8/7]"),
        ("[0, sqrt(2), ln(3)]", "[1/2, 1/2 + sqrt(2), ln(3) + 1/2]"),
    ] {
        let scored = format!("(eps=1, sensitivity=1, scores={scores}, neighbour_scores={others})");
        for mechanism in [format!("exponential{scored}"), format!("exponential{scored}^5")] {
            for query in
                [Query::Tv, Query::Eps { delta: real("0") }, Query::Delta { eps: real("0") }]
            {
                assert_eq!(exactly(&mechanism, &query), Fraction::zero(), "{mechanism} {query:?}");
            }
        }
    }
}

#[test]
fn the_range_of_given_scores_is_not_searched_for() {
    let scores = |eps: &str| {
        format!("exponential(eps={eps}, scores=[0, -1], neighbour_scores=[0, -2], sensitivity=1)")
    };
    let tv = |eps: &str| exactly(&scores(eps), &Query::Tv);
    assert!(tv("ln(16)") > tv("ln(256)") && tv("ln(16)") > tv("ln(4)"));
    let refused = Family::parse(&scores("?")).unwrap_err().to_string();
    assert!(refused.contains("this cannot be marked with ? beside scores"), "{refused}");
    assert!(Family::parse("exponential(eps=?)^10").is_ok());
}

/// Two of the three losses are equal, and are sums that need not be written alike.
#[test]
fn equal_losses_are_one() {
    for (eps, value) in [
        ("sqrt(2)", "0.385323519500070615320674528300967377639"),
        ("1", "0.283414765419137372566516075296618778227"),
    ] {
        let text = format!(
            "exponential(eps={eps}, scores=[0, -1, -2], neighbour_scores=[-1, 0, -1], sensitivity=1)^2"
        );
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
        (format!("poisson(1/10, {scores})"), "each sample has its own"),
    ] {
        let refused = Mechanism::parse(&text).unwrap_err().to_string();
        assert!(refused.contains(message), "{text}: {refused}");
    }
    // A group has the range of all its members together, and a sample the worst mixture at each
    // eps.
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
            let moved: Vec<i64> =
                (3..6).map(|i| i64::try_from(digit(i) % 3).unwrap() - 1).collect();
            let list = |moved: &[i64]| {
                let all = scores
                    .iter()
                    .zip(moved)
                    .map(|(x, d)| (i64::try_from(*x).unwrap() + d).to_string());
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
        let squares =
            two_losses(&e, s).0.into_iter().filter(|(_, q)| !q.is_zero()).map(|(p, q)| &p * &p / q);
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

/// Weights `e^(c u)` have the range of the moves times c: the class of that range is above every
/// list of scores that moves so, and the class of half of it is not.
#[test]
fn a_coefficient_and_the_direction_of_moves_give_the_range() {
    let at = |ratio: &str| Query::Delta { eps: real(&format!("ln({ratio})")) };
    let class = |moves: &str| format!("exponential(coefficient=ln(2), sensitivity=2{moves})");
    for (moves, eps) in
        [(", moves=one-way", "ln(4)"), (", moves=both-ways", "ln(16)"), ("", "ln(16)")]
    {
        for ratio in ["1", "5/4", "3/2", "3"] {
            let expected = ends(&format!("exponential(eps={eps})"), &at(ratio));
            assert_eq!(ends(&class(moves), &at(ratio)), expected, "{moves} at {ratio}");
        }
    }
    let of = |scores: &str, neighbour: &str, more: &str| {
        format!(
            "exponential(coefficient=ln(2), sensitivity=2, scores=[{scores}], neighbour_scores=[{neighbour}]{more})"
        )
    };
    // By definition: the weights are 4, 2, 1 and 1, 2, 4.
    let opposite = of("2, 1, 0", "0, 1, 2", "");
    assert_eq!(exactly(&opposite, &Query::Tv), fraction("3/7"));
    let one_way = of("2, 1, 0", "0, 1, 0", ", moves=one-way");
    // 4, 2, 1 of 7 and 1, 2, 1 of 4.
    assert_eq!(exactly(&one_way, &Query::Tv), fraction("4/7") - fraction("1/4"));
    assert!(exactly(&one_way, &Query::Tv) <= exactly(&class(", moves=one-way"), &Query::Tv));
    assert!(exactly(&opposite, &Query::Tv) > exactly(&class(", moves=one-way"), &Query::Tv));
    assert!(exactly(&opposite, &Query::Tv) <= exactly(&class(""), &Query::Tv));
    for (text, words) in [
        (of("2, 1, 0", "0, 1, 2", ", moves=one-way"), "these scores move in both directions"),
        ("exponential(eps=1, moves=one-way)".into(), "eps is the range already"),
        (
            "exponential(eps=1, coefficient=1, sensitivity=1)".into(),
            "both eps and coefficient are given",
        ),
        ("exponential(coefficient=1)".into(), "\"sensitivity\" is missing"),
        ("exponential(coefficient=-1, sensitivity=1)".into(), "coefficient = -1 is outside"),
        ("exponential(coefficient=1, sensitivity=0)".into(), "sensitivity = 0 is not positive"),
    ] {
        let error = Mechanism::parse(&text).unwrap_err().to_string();
        assert!(error.contains(words), "{text}: {error}");
    }
}
