//! Noisy max: permute-and-flip as the algorithm that it is, the class against its instances, and both in compositions.

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
        let list = |scores: &[i64]| scores.iter().map(i64::to_string).collect::<Vec<_>>().join(", ");
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
            let flips = scores.iter().map(|u| Fraction::one() / power(root, (best - u).unsigned_abs()));
            algorithm(&flips.collect::<Vec<_>>())
        };
        Outcomes(law(&self.one).into_iter().zip(law(&self.other)).collect())
    }
}

/// Permute-and-flip by its steps: a random candidate of those that are left is selected with the probability of its flip.
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
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
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
                let both = [&pair, &reversed(&pair)].map(|pair| pair.power(count).delta(&fraction(ratio)));
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
    let text =
        format!("noisy-max(noise=exponential, eps=ln(4), scores=[{many}], neighbour_scores=[{moved}], sensitivity=1)");
    // The last 63 are flipped with probability 1/2: the first is left out by the integral of (1 - x/2)^63.
    let kept = (Fraction::one() - power(&fraction("1/2"), 64)) * whole(2) / whole(64);
    assert_eq!(exactly(&text, &Query::Tv), kept - fraction("1/64"));
}

#[test]
fn gumbel_noise_is_the_exponential_mechanism() {
    for query in [Query::Tv, at("3/2"), Query::Beta { alpha: real("1/5") }] {
        assert_eq!(ends("noisy-max(ln(4), noise=gumbel)", &query), ends("exponential(ln(4))", &query));
    }
    assert_eq!(exactly(&three().text("gumbel", "ln(4)"), &at("3/2")), fraction("11/56"));
    let [one, other] = ["noisy-max(noise=gumbel, eps=1)^2", "exponential(eps=1)^2"].map(|text| ends(text, &Query::Tv));
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
        // A gap of t scales that grows by eps, where e^t is in steps: the second of two candidates has e^-t / 2.
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
        assert!(reached <= expected && reached > &expected * fraction("999/1000"), "{ratio}: {reached}");
        for alpha in ["1/100", "1/10", "1/2", "3/4"] {
            let least = pairs.iter().map(|pair| Fraction::one() - pair.best_power(&fraction(alpha))).min().unwrap();
            let beta = exactly(&class, &Query::Beta { alpha: real(alpha) });
            assert!(beta <= least && least <= &beta * fraction("102/100"), "{alpha}: {beta} {least}");
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
        for ratio in ["1", "2", "9"] {
            let (low, high) = ends(&text, &at(ratio));
            let dominating = ends(&format!("laplace(eps=ln(16))^{count}"), &at(ratio));
            let most = &dominating.1 * fraction("1001/1000");
            assert!(high >= dominating.0 && high <= most, "{text} at {ratio}: {high} {dominating:?}");
            // Scores that are exchanged, for example.
            let member = two_candidates(&whole(2), 4, 2).power(count).delta(&fraction(ratio));
            // Of a wide enclosure few digits are printed.
            let width = fraction("1/10000");
            assert!(low <= member && member <= &low + &width, "{text} at {ratio}: {low} {member}");
            let all = (0..=4).map(|from| two_candidates(&whole(2), 4, from).power(count).delta(&fraction(ratio)));
            let worst = all.max().unwrap();
            assert!(worst < high, "{text} at {ratio}: {worst} {high}");
            for scores in instances(20 * effort()) {
                let pair = scores.pair(&whole(4)).power(count);
                assert!(pair.delta(&fraction(ratio)) <= high, "{scores:?}^{count} at {ratio}");
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
    assert!(low < dominating.0 && dominating.0 <= high && high <= dominating.1 * fraction("1001/1000"), "{low} {high}");
}

#[test]
fn groups_samples_and_refusals() {
    for noise in ["exponential", "gumbel", "laplace"] {
        let [group, one] =
            [format!("group(3, noisy-max(noise={noise}, eps=1))"), format!("noisy-max(noise={noise}, eps=3)")]
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
        (format!("poisson(1/10, {scores})"), "each sample has scores of its own"),
        (three().text("laplace", "1"), "no exact pair of given scores is known under Laplace noise"),
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
