//! Noisy max: permute-and-flip as the algorithm that it is, the class against its instances, and
//! both in compositions.

use crate::support::answered::{answer, at, ends, exactly};
use crate::support::{Fraction, Outcomes, decimal, effort, fraction, power, real, whole};
use dpcert::mechanism::Family;
use dpcert::{Mechanism, Options, Query, Question, ask};
use num_traits::{One, Zero};

/// Scores and those of a neighbour, of sensitivity 1.
#[derive(Clone, Debug)]
struct Scores {
    one: Vec<i64>,
    other: Vec<i64>,
}

impl Scores {
    fn text(&self, noise: &str, eps: &str) -> String {
        let list =
            |scores: &[i64]| scores.iter().map(i64::to_string).collect::<Vec<_>>().join(", ");
        format!(
            "noisy-max(noise={noise}, eps={eps}, scores=[{}], neighbour_scores=[{}], sensitivity=1)",
            list(&self.one),
            list(&self.other)
        )
    }

    /// The pair of permute-and-flip where `root = e^(eps/2)`.
    fn pair(&self, root: &Fraction) -> Outcomes {
        let law = |scores: &[i64]| {
            let best = scores.iter().max().unwrap();
            let flips =
                scores.iter().map(|u| Fraction::one() / power(root, (best - u).unsigned_abs()));
            algorithm(&flips.collect::<Vec<_>>())
        };
        Outcomes(law(&self.one).into_iter().zip(law(&self.other)).collect())
    }
}

/// Permute-and-flip by its steps: a random candidate of those that are left is selected with the
/// probability of its flip.
fn algorithm(flips: &[Fraction]) -> Vec<Fraction> {
    fn next(left: &[usize], reached: &Fraction, flips: &[Fraction], selected: &mut [Fraction]) {
        let share = reached / whole(left.len() as u64);
        for (place, i) in left.iter().enumerate() {
            selected[*i] += &share * &flips[*i];
            let rest = [&left[..place], &left[place + 1..]].concat();
            let passed = &share * (Fraction::one() - &flips[*i]);
            if !rest.is_empty() && !passed.is_zero() {
                next(&rest, &passed, flips, selected);
            }
        }
    }
    let mut selected = vec![Fraction::zero(); flips.len()];
    next(&(0..flips.len()).collect::<Vec<_>>(), &Fraction::one(), flips, &mut selected);
    selected
}

fn reversed(pair: &Outcomes) -> Outcomes {
    Outcomes(pair.0.iter().map(|(p, q)| (q.clone(), p.clone())).collect())
}

fn three() -> Scores {
    Scores { one: vec![0, -1, -2], other: vec![-1, 0, -1] }
}

/// Scores of two to five candidates, and steps of -1, 0 and 1.
fn instances(count: usize) -> impl Iterator<Item = Scores> {
    let mut state = 12345u64;
    let mut digit = move |most: u64| {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        i64::try_from((state >> 33) % most).unwrap()
    };
    (0..count).map(move |i| {
        let one: Vec<i64> = (0..2 + i % 4).map(|_| digit(4)).collect();
        let other = one.iter().map(|u| u + digit(3) - 1).collect();
        Scores { one, other }
    })
}

#[test]
fn the_algorithm_has_the_probabilities_that_are_known() {
    let pair = three().pair(&whole(2));
    let expected = [("2/3", "5/24"), ("11/48", "7/12"), ("5/48", "5/24")];
    assert_eq!(pair.0, expected.map(|(p, q)| (fraction(p), fraction(q))));
    assert_eq!(pair.delta(&fraction("3/2")), fraction("17/48"));
    assert_eq!(reversed(&pair).delta(&fraction("3/2")), fraction("7/24"));
}

#[test]
fn given_scores_are_those_of_the_algorithm() {
    for scores in std::iter::once(three()).chain(instances(12 * effort())) {
        let pair = scores.pair(&whole(2));
        for ratio in ["1", "3/2", "2"] {
            for count in [1, 2] {
                let text = format!("{}^{count}", scores.text("exponential", "ln(4)"));
                let both =
                    [&pair, &reversed(&pair)].map(|pair| pair.power(count).delta(&fraction(ratio)));
                let [forward, backward] = both;
                assert_eq!(exactly(&text, &at(ratio)), forward.max(backward), "{text} at {ratio}");
            }
        }
    }
}

/// Scores in other units, and masses that are polynomials in a transcendental number.
#[test]
fn given_scores_in_units_of_their_sensitivity() {
    let text = "noisy-max(noise=exponential, eps=1, scores=[0, -1/5], neighbour_scores=[-1/5, 0], sensitivity=1/5)";
    // (1 - p/2) - p/2 for p = e^(-1/2).
    let (low, high) = ends(text, &Query::Tv);
    let expected = decimal("0.393469340287366576396200465008819");
    let width = fraction("1/1000000000000000000");
    assert!(low <= &expected + &width && &expected - &width <= high && high - low <= width);
    let many = vec!["0"; 64].join(", ");
    let moved = format!("1, {}", vec!["0"; 63].join(", "));
    let text = format!(
        "noisy-max(noise=exponential, eps=ln(4), scores=[{many}], neighbour_scores=[{moved}], sensitivity=1)"
    );
    // The last 63 are flipped with probability 1/2: the first is left out by the integral of (1 -
    // x/2)^63.
    let kept = (Fraction::one() - power(&fraction("1/2"), 64)) * whole(2) / whole(64);
    assert_eq!(exactly(&text, &Query::Tv), kept - fraction("1/64"));
}

#[test]
fn gumbel_noise_is_the_exponential_mechanism() {
    for query in [Query::Tv, at("3/2"), Query::Beta { alpha: real("1/5") }] {
        assert_eq!(
            ends("noisy-max(ln(4), noise=gumbel)", &query),
            ends("exponential(ln(4))", &query)
        );
    }
    assert_eq!(exactly(&three().text("gumbel", "ln(4)"), &at("3/2")), fraction("11/56"));
    let [one, other] = ["noisy-max(noise=gumbel, eps=1)^2", "exponential(eps=1)^2"]
        .map(|text| ends(text, &Query::Tv));
    assert_eq!(one, other);
}

/// No instance exceeds the class, and two candidates reach it at each eps and level.
#[test]
fn one_permute_and_flip_is_the_worst_of_two_candidates() {
    let eps = "ln(16)";
    let class = format!("noisy-max(noise=exponential, eps={eps})");
    assert!(answer(&class, &Query::Tv).tight);
    for ratio in ["1", "9/4", "4", "9"] {
        // 1 - e^((g - eps)/2).
        let root = real(&format!("sqrt({ratio})/4")).as_rational().unwrap().to_string();
        let expected = Fraction::one() - fraction(&root);
        assert_eq!(exactly(&class, &at(ratio)), expected, "{ratio}");
        for scores in instances(60 * effort()) {
            let pair = scores.pair(&whole(4));
            let worst = pair.delta(&fraction(ratio)).max(reversed(&pair).delta(&fraction(ratio)));
            assert!(worst <= expected, "{scores:?} at {ratio}");
        }
        // A gap of t scales that grows by eps, where e^t is in steps: the second of two candidates
        // has e^-t / 2.
        let half = fraction("1/2");
        let below = |grown: &Fraction| {
            if *grown >= Fraction::one() { &half / grown } else { Fraction::one() - &half * grown }
        };
        let pairs = (1..320).map(|i| {
            let grown = whole(i) / whole(16);
            let (p, q) = (below(&(&grown / whole(16))), below(&grown));
            Outcomes(vec![(p.clone(), q.clone()), (Fraction::one() - p, Fraction::one() - q)])
        });
        let pairs: Vec<Outcomes> = pairs.collect();
        let reached = pairs.iter().map(|pair| pair.delta(&fraction(ratio))).max().unwrap();
        assert!(
            reached <= expected && reached > &expected * fraction("999/1000"),
            "{ratio}: {reached}"
        );
        for alpha in ["1/100", "1/10", "1/2", "3/4"] {
            let least = pairs
                .iter()
                .map(|pair| Fraction::one() - pair.best_power(&fraction(alpha)))
                .min()
                .unwrap();
            let beta = exactly(&class, &Query::Beta { alpha: real(alpha) });
            assert!(
                beta <= least && least <= &beta * fraction("102/100"),
                "{alpha}: {beta} {least}"
            );
        }
    }
}

/// The pair of two candidates whose gap of t scales grows by eps, for powers of a root of e^eps.
fn two_candidates(root: &Fraction, steps: u64, from: u64) -> Outcomes {
    let half = fraction("1/2");
    let below = |gap: i64| {
        let fallen = Fraction::one() / power(root, gap.unsigned_abs());
        if gap >= 0 { &half * fallen } else { Fraction::one() - &half * fallen }
    };
    let (first, second) = (i64::try_from(from).unwrap(), i64::try_from(steps).unwrap());
    let (p, q) = (below(first - second), below(first));
    Outcomes(vec![(p.clone(), q.clone()), (Fraction::one() - p, Fraction::one() - q)])
}

#[test]
fn a_composition_lies_between_a_member_and_the_pair_that_dominates() {
    let class = "noisy-max(noise=exponential, eps=ln(16))";
    for count in [2u32, 3] {
        let text = format!("{class}^{count}");
        assert!(!answer(&text, &Query::Tv).tight, "{text}");
        let compositions: Vec<_> = instances(20 * effort())
            .map(|scores| (format!("{scores:?}"), scores.pair(&whole(4)).whole().power(count)))
            .collect();
        for ratio in ["1", "2", "9"] {
            let (low, high) = ends(&text, &at(ratio));
            let dominating = ends(&format!("laplace(eps=ln(16))^{count}"), &at(ratio));
            let most = &dominating.1 * fraction("1001/1000");
            assert!(
                high >= dominating.0 && high <= most,
                "{text} at {ratio}: {high} {dominating:?}"
            );
            // Scores that are exchanged, for example.
            let member = two_candidates(&whole(2), 4, 2).power(count).delta(&fraction(ratio));
            // Of a wide enclosure few digits are printed.
            let width = fraction("1/10000");
            assert!(low <= member && member <= &low + &width, "{text} at {ratio}: {low} {member}");
            let all = (0..=4).map(|from| {
                two_candidates(&whole(2), 4, from).power(count).delta(&fraction(ratio))
            });
            let worst = all.max().unwrap();
            assert!(worst < high, "{text} at {ratio}: {worst} {high}");
            for (scores, composition) in &compositions {
                assert!(composition.delta(&fraction(ratio)) <= high, "{scores}^{count} at {ratio}");
            }
        }
    }
    // Beside another mechanism it is a composition as well.
    let beside = answer(&format!("{class} * laplace(eps=1)"), &Query::Tv);
    assert!(!beside.tight);
    let range = answer(&format!("{class} * exponential(eps=1)^2"), &Query::Tv);
    assert!(!range.tight);
}

#[test]
fn laplace_noise_has_two_bounds() {
    let class = "noisy-max(noise=laplace, eps=1)";
    let query = Query::Delta { eps: real("1/4") };
    assert!(!answer(class, &query).tight);
    let (low, high) = ends(class, &query);
    let member = decimal("0.1341678482599760675943939");
    // Of a wide enclosure few digits are printed.
    let width = fraction("1/10000");
    assert!(low <= member && &member - &width <= low, "{low}");
    let dominating = ends("laplace(eps=1)", &query);
    assert!(dominating.0 <= high && high <= &dominating.1 + &width, "{high}");
    let (low, high) = ends(&format!("{class}^2"), &query);
    let dominating = ends("laplace(eps=1)^2", &query);
    assert!(
        low < dominating.0 && dominating.0 <= high && high <= dominating.1 * fraction("1001/1000"),
        "{low} {high}"
    );
}

#[test]
fn groups_samples_and_refusals() {
    for noise in ["exponential", "gumbel", "laplace"] {
        let [group, one] = [
            format!("group(3, noisy-max(noise={noise}, eps=1))"),
            format!("noisy-max(noise={noise}, eps=3)"),
        ]
        .map(|text| ends(&text, &at("2")));
        assert_eq!(group, one, "{noise}");
        let nothing = answer(&format!("noisy-max(noise={noise}, eps=0)^5"), &Query::Tv);
        assert!(nothing.tight, "{noise}");
        assert!(exactly(&format!("noisy-max(noise={noise}, eps=0)^5"), &Query::Tv).is_zero());
        assert!(Family::parse(&format!("noisy-max(noise={noise}, eps=?)^10")).is_ok());
    }
    // One sample is that of the pair of laplace: each test of it is one of two candidates.
    let sample = |mechanism: &str| ends(&format!("poisson(1/4, {mechanism})"), &at("5/4"));
    assert_eq!(sample("noisy-max(noise=exponential, eps=ln(16))"), sample("laplace(eps=ln(16))"));
    assert!(answer("poisson(1/4, noisy-max(noise=exponential, eps=1))", &Query::Tv).tight);
    assert!(!answer("poisson(1/4, noisy-max(noise=exponential, eps=1))^2", &Query::Tv).tight);
    let without = "without-replacement(1/4, noisy-max(noise=laplace, eps=1))";
    assert!(!answer(without, &Query::Tv).tight);
    let scores = three().text("exponential", "1");
    for (text, message) in [
        (format!("group(2, {scores})"), "a group has scores of its own"),
        (format!("poisson(1/10, {scores})"), "each sample has its own"),
        (three().text("laplace", "1"), "no exact pair of given scores is known under Laplace noise"),
        (three().text("geometric", "1"), "no exact pair of given scores is known under this noise"),
        ("noisy-max(noise=geometric, eps=1)".into(), "\"sensitivity\" is missing"),
        ("noisy-max(noise=geometric, eps=1, sensitivity=0)".into(), "sensitivity = 0 is not from 1"),
        ("noisy-max(noise=discrete-laplace, eps=1, sensitivity=1/2)".into(), "is not a whole number"),
        ("noisy-max(noise=discrete-laplace, eps=-1, sensitivity=1)".into(), "eps = -1"),
        ("noisy-max(noise=gumbel, eps=1, release_value=1)".into(), "no field \"release_value\""),
        ("noisy-max(eps=1)".into(), "\"noise\" is missing"),
        ("noisy-max(noise=laplace, eps=-1)".into(), "eps = -1"),
        ("noisy-max(noise=laplace, eps=1, sensitivity=1)".into(), "eps is a ratio already"),
        ("noisy-max(noise=exponential, eps=1, scores=[0], neighbour_scores=[2], sensitivity=1)".into(), "not within"),
        (
            "noisy-max(noise=exponential, eps=1, scores=[sqrt(2)], neighbour_scores=[1], sensitivity=1)".into(),
            "not known to be rational",
        ),
        (
            format!(
                "noisy-max(noise=exponential, eps=1, scores=[{0}], neighbour_scores=[{0}], sensitivity=1)",
                vec!["0"; 65].join(", ")
            ),
            "there are 65 scores",
        ),
        (
            format!(
                "noisy-max(noise=exponential, eps=1, scores=[{0}], neighbour_scores=[{0}], sensitivity=1)",
                (0..20).map(|i| format!("1/{}", (1u64 << i) + 1)).collect::<Vec<_>>().join(", ")
            ),
            "too many different distances",
        ),
        (
            format!(
                "noisy-max(noise=exponential, eps=1, scores=[{0}], neighbour_scores=[{0}], sensitivity=1)",
                (0..30).map(|i| (-i).to_string()).collect::<Vec<_>>().join(", ")
            ),
            "too many different distances",
        ),
    ] {
        let refused = Mechanism::parse(&text).unwrap_err().to_string();
        assert!(refused.contains(message), "{text}: {refused}");
    }
    let refused = Family::parse(&three().text("exponential", "?")).unwrap_err().to_string();
    assert!(refused.contains("this cannot be marked with ? beside scores"), "{refused}");
    // The divergences of a class between two pairs are not known.
    let one = Mechanism::parse("noisy-max(noise=exponential, eps=1)").unwrap();
    assert!(ask(&Question::of(&one, &Query::Rho), &Options::default()).is_err());
}

/// What noise beyond is left out of an enumeration: of masses that fall by 1/2, less than 2^-60.
const FARTHEST: i64 = 64;

/// The winners of integer scores under noise whose masses fall by 1/2, from below by less than
/// 2^-60. Of ties the first wins.
fn winners(scores: &[i64], noise: &str) -> Vec<Fraction> {
    let half = fraction("1/2");
    let fallen = |n: i64| power(&half, n.unsigned_abs());
    let is_one_sided = noise == "geometric";
    let mass = |n: i64| match (is_one_sided, n < 0) {
        (true, true) => Fraction::zero(),
        (true, false) => fallen(n) * &half,
        (false, _) => fallen(n) / whole(3),
    };
    let up_to = |n: i64| match (is_one_sided, n < 0) {
        (true, true) => Fraction::zero(),
        (true, false) => Fraction::one() - fallen(n + 1),
        (false, true) => fallen(n) * fraction("2/3"),
        (false, false) => Fraction::one() - fallen(n) / whole(3),
    };
    let wins = |i: usize, n: i64| {
        let beats = |j: usize| up_to(scores[i] + n - scores[j] - i64::from(j < i));
        (0..scores.len()).filter(|j| *j != i).fold(mass(n), |product, j| product * beats(j))
    };
    let winner = |i| (-FARTHEST..=FARTHEST).fold(Fraction::zero(), |sum, n| sum + wins(i, n));
    let winners: Vec<Fraction> = (0..scores.len()).map(winner).collect();
    let left = winners.iter().fold(Fraction::one(), |left, p| left - p);
    assert!(left >= Fraction::zero() && left < power(&half, 60));
    winners
}

fn integer_noise(noise: &str, sensitivity: u64) -> String {
    // Masses fall by e^(-eps / (2 sensitivity)).
    format!("noisy-max(noise={noise}, eps=2*{sensitivity}*ln(2), sensitivity={sensitivity})")
}

#[test]
fn integer_noise_is_at_most_a_shift_by_twice_the_sensitivity() {
    let left_out = power(&fraction("1/2"), 58);
    for (noise, sensitivity) in
        [("geometric", 1), ("geometric", 2), ("discrete-laplace", 1), ("discrete-laplace", 2)]
    {
        let class = integer_noise(noise, sensitivity);
        let moved = i64::try_from(sensitivity).unwrap();
        let pair = |Scores { one, other }: Scores| {
            let other: Vec<i64> =
                one.iter().zip(&other).map(|(u, v)| u + (v - u) * moved).collect();
            let pair =
                Outcomes(winners(&one, noise).into_iter().zip(winners(&other, noise)).collect());
            (format!("{one:?} {other:?}"), pair)
        };
        let pairs: Vec<_> = instances(4 * effort()).map(pair).collect();
        for ratio in ["1", "3/2", "2", "3", "5"] {
            let expected = exactly(
                &format!("discrete-laplace(eps=ln(2), sensitivity={})", 2 * sensitivity),
                &at(ratio),
            );
            let (_, high) = ends(&class, &at(ratio));
            // Of a wide enclosure few digits are printed.
            assert!(
                expected <= high && high <= &expected + &fraction("1/1000"),
                "{class} at {ratio}"
            );
            for (scores, pair) in &pairs {
                let worst =
                    pair.delta(&fraction(ratio)).max(reversed(pair).delta(&fraction(ratio)));
                assert!(worst <= &expected + &left_out, "{class} at {ratio}: {scores}");
            }
        }
    }
}

/// Two candidates under geometric noise are the tests of discrete Laplace noise, which
/// `laplace(eps)` does not dominate.
#[test]
fn two_candidates_attain_the_shift_under_geometric_noise() {
    let class = integer_noise("geometric", 1);
    assert!(answer(&class, &at("2")).tight && !answer(&format!("{class}^2"), &at("2")).tight);
    assert!(!answer(&integer_noise("discrete-laplace", 1), &at("2")).tight);
    // The first score falls and the second rises, or they are exchanged: of ties the first wins.
    let gaps = (-4..5i64).flat_map(|gap| [[0, -gap, -1, 1 - gap], [-gap, 0, 1 - gap, -1]]);
    let pair = |[one, other, moved, too]: [i64; 4]| {
        let both = winners(&[one, other], "geometric")
            .into_iter()
            .zip(winners(&[moved, too], "geometric"));
        Outcomes(both.collect())
    };
    let pairs: Vec<_> = gaps.map(pair).collect();
    for ratio in ["1", "3/2", "2", "3"] {
        let reached = pairs.iter().map(|pair| pair.delta(&fraction(ratio))).max().unwrap();
        let expected = exactly(&class, &at(ratio));
        let missing = &expected - &reached;
        assert!(missing.clone() * &missing < power(&fraction("1/2"), 100), "{ratio}: {missing}");
        assert!(ratio != "2" || expected > ends("laplace(eps=ln(4))", &at(ratio)).1);
    }
}

/// The member that bounds a composition from below: scores that are exchanged, with a fair coin for
/// ties.
#[test]
fn compositions_under_integer_noise() {
    for (noise, smaller) in [("geometric", "1/4"), ("discrete-laplace", "1/3")] {
        // Ties to the first, and to the second.
        let twice = &winners(&[0, -1], noise)[1] + &winners(&[-1, 0], noise)[0];
        let p = fraction(smaller);
        let twice_p = &p * whole(2);
        assert!(twice <= twice_p && &twice_p - &twice < power(&fraction("1/2"), 50), "{noise}");
        let member = Outcomes(vec![(p.clone(), Fraction::one() - &p), (Fraction::one() - &p, p)]);
        for count in [2u32, 3] {
            let text = format!("{}^{count}", integer_noise(noise, 1));
            for ratio in ["1", "2", "9"] {
                let (low, high) = ends(&text, &at(ratio));
                let least = member.power(count).delta(&fraction(ratio));
                let most = exactly(
                    &format!("discrete-laplace(eps=ln(2), sensitivity=2)^{count}"),
                    &at(ratio),
                );
                let width = fraction("1/10000");
                assert!(low <= least && least <= &low + &width, "{text} at {ratio}");
                assert!(most <= high && high <= &most + &width, "{text} at {ratio}");
            }
        }
    }
    let [group, one] = [
        "group(3, noisy-max(noise=geometric, eps=1, sensitivity=2))",
        "noisy-max(noise=geometric, eps=3, sensitivity=6)",
    ]
    .map(|text| ends(text, &at("2")));
    assert_eq!(group, one);
    assert!(exactly("noisy-max(noise=geometric, eps=0, sensitivity=1)^5", &Query::Tv).is_zero());
    assert!(Family::parse("noisy-max(noise=discrete-laplace, eps=?, sensitivity=2)^10").is_ok());
}

/// Noise of a scale has the eps of the moves: the class of that eps is above every list of scores
/// that moves so, in both orders, and scores that move both ways are not below the class of those
/// that move one way.
#[test]
fn a_scale_and_the_direction_of_moves_give_eps() {
    let at = |ratio: &str| Query::Delta { eps: real(&format!("ln({ratio})")) };
    let class = |noise: &str, moves: &str| {
        format!("noisy-max(noise={noise}, scale=1, sensitivity=2*ln(2){moves})")
    };
    for (moves, eps) in
        [(", moves=one-way", "ln(4)"), (", moves=both-ways", "ln(16)"), ("", "ln(16)")]
    {
        for noise in ["exponential", "gumbel", "laplace"] {
            for ratio in ["1", "5/4", "3"] {
                let expected = ends(&format!("noisy-max(noise={noise}, eps={eps})"), &at(ratio));
                assert_eq!(ends(&class(noise, moves), &at(ratio)), expected, "{noise}{moves}");
            }
        }
        let three = format!("group(size=3, mechanism={})", class("exponential", moves));
        let expected = format!("noisy-max(noise=exponential, eps=3*{eps})");
        assert_eq!(ends(&three, &at("2")), ends(&expected, &at("2")), "{moves}");
    }
    // By the algorithm: a flip of a candidate d below the best is heads with probability 2^-d.
    let law = |scores: [i64; 3]| {
        let best = scores.iter().max().unwrap();
        let flips = scores.map(|u| power(&fraction("1/2"), (best - u).unsigned_abs()));
        algorithm(&flips)
    };
    let tv = |one: [i64; 3], other: [i64; 3]| {
        Outcomes(law(one).into_iter().zip(law(other)).collect()).delta(&Fraction::one())
    };
    let of = |one: [i64; 3], other: [i64; 3], moves: &str| {
        let [one, other] =
            [one, other].map(|scores| scores.map(|score| score.to_string()).join(", "));
        format!(
            "noisy-max(noise=exponential, scale=1/ln(2), scores=[{one}], neighbour_scores=[{other}], sensitivity=2{moves})"
        )
    };
    let one_way_class = exactly(&class("exponential", ", moves=one-way"), &Query::Tv);
    for one in [[2, 0, 0], [1, 0, 0], [2, 1, 0], [3, 2, 0], [2, 2, 2]] {
        for falls in [[2, 0, 0], [2, 1, 0], [2, 2, 0], [0, 0, 2], [1, 1, 1]] {
            let other = [0, 1, 2].map(|i| one[i] - falls[i]);
            let expected = tv(one, other).max(tv(other, one));
            let (lo, hi) = ends(&of(one, other, ", moves=one-way"), &Query::Tv);
            assert!(lo <= expected && expected <= hi, "{one:?} {other:?}");
            assert!(&hi - &lo < decimal("1e-18"), "{one:?} {other:?}");
            assert!(expected <= one_way_class, "{one:?} {other:?}");
        }
    }
    // Two candidates, one of which falls from 1 above to 1 below the other, attain it.
    let two = "noisy-max(noise=exponential, scale=1/ln(2), scores=[1, 0], neighbour_scores=[-1, 0], sensitivity=2)";
    let (lo, hi) = ends(two, &Query::Tv);
    assert!(lo <= one_way_class && one_way_class <= hi);
    assert!(ends(&of([2, 0, 0], [0, 2, 0], ""), &Query::Tv).0 > one_way_class);
    for (text, words) in [
        (of([2, 0, 0], [0, 2, 0], ", moves=one-way"), "these scores move in both directions"),
        ("noisy-max(noise=laplace, eps=1, moves=one-way)".into(), "eps is that of the scale"),
        ("noisy-max(noise=laplace, eps=1, scale=1, sensitivity=1)".into(), "both eps and scale"),
        ("noisy-max(noise=laplace, scale=1)".into(), "\"sensitivity\" is missing"),
        ("noisy-max(noise=laplace)".into(), "\"eps\" is missing"),
        ("noisy-max(noise=laplace, scale=0, sensitivity=1)".into(), "scale = 0 is not positive"),
        (
            "noisy-max(noise=laplace, scale=1, sensitivity=0)".into(),
            "sensitivity = 0 is not positive",
        ),
        (
            "noisy-max(noise=geometric, scale=1, sensitivity=1)".into(),
            "noise on integers has no scale",
        ),
        (
            "noisy-max(noise=laplace, scale=1, sensitivity=1, scores=[1], neighbour_scores=[0])"
                .into(),
            "no exact pair of given scores",
        ),
    ] {
        let error = Mechanism::parse(&text).unwrap_err().to_string();
        assert!(error.contains(words), "{text}: {error}");
    }
}
