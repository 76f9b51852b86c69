//! The splitting of trade-off functions: of compositions that are made, and of all functions of a
//! family against a division of polynomials from the other end.

use dpcert::formula::Formula;
use dpcert::theorem::{Conclusion, splitting};
use dpcert::{Mechanism, Real};
use malachite::base::num::arithmetic::traits::PowerOf2;
use malachite::rational::Rational;
use proptest::prelude::*;

fn split(mechanism: &str) -> Vec<Conclusion> {
    let parsed = Mechanism::parse(mechanism).unwrap();
    splitting(&parsed).unwrap_or_else(|refusal| panic!("{mechanism}: {refusal}"))
}

/// The conclusions as texts, one after the other.
fn found(mechanism: &str) -> String {
    let shown = |conclusion: &Conclusion| match &conclusion.value {
        Formula::Exact(value) => format!("{} {value}", conclusion.name),
        other => panic!("{mechanism}: {other:?}"),
    };
    split(mechanism).iter().map(shown).collect::<Vec<_>>().join(", ")
}

#[test]
fn splittings_by_hand() {
    for (mechanism, expected) in [
        // The first splitting of the thesis at E = 2, delta = 1/10: the masses of 4, 1 and 1/4 times
        // 81/100 are 4/9, 4/9 and 1/9.
        (
            "multi-dp(constraints=[{eps=2*ln(2), delta=19/100}, {eps=0, delta=23/50}])",
            "factors 2, rest-tv 0, delta 19/100, eps-1 ln(2), count-1 2",
        ),
        (
            "approx-dp(eps=ln(3), delta=1/7)",
            "factors 1, rest-tv 0, delta 1/7, eps-1 ln(3), count-1 1",
        ),
        ("approx-dp(eps=0, delta=1/7)", "factors 0, rest-tv 0, delta 1/7"),
        ("approx-dp(eps=1, delta=1)", "factors 0, rest-tv 0, delta 1"),
        ("compose(mechanisms=[])", "factors 0, rest-tv 0, delta 0"),
        ("approx-dp(eps=0, delta=1/2)^10", "factors 0, rest-tv 0, delta 1023/1024"),
        (
            "randomized-response(eps=ln(2))^40",
            "factors 40, rest-tv 0, delta 0, eps-1 ln(2), count-1 40",
        ),
        (
            "approx-dp(eps=1/2, delta=0)^2 + approx-dp(eps=1, delta=1/3)",
            "factors 3, rest-tv 0, delta 1/3, eps-1 1/2, count-1 2, eps-2 1, count-2 1",
        ),
        // With a middle outcome: the least difference is that of ln 2 and 0, and half of it is no
        // factor.
        ("approx-dp-tv(eps=ln(4), delta=0, eta=1/5)", "factors 0, rest-tv 1/5, delta 0"),
        // A factor and a function that has none: what is left is that one.
        (
            "randomized-response(eps=ln(2)) + approx-dp-tv(eps=ln(81), delta=0, eta=1/5)",
            "factors 1, rest-tv 1/5, delta 0, eps-1 ln(2), count-1 1",
        ),
    ] {
        let mechanism = match mechanism.split_once(" + ") {
            Some((first, second)) => format!("compose(mechanisms=[{first}, {second}])"),
            None => mechanism.to_owned(),
        };
        assert_eq!(found(&mechanism), expected, "{mechanism}");
    }
    for (mechanism, reason) in [
        ("finite-pair(p=[1/2, 1/2], q=[0, 1])", "infinite losses"),
        ("gaussian(sigma=1)", "finite pairs"),
        ("randomized-response(eps=1)^1025", "1024"),
        // Each of these has one likelihood ratio, and so has the composition.
        ("approx-dp(eps=0, delta=1/1000000)^1025", "1024"),
        ("discrete-laplace(eps=1, sensitivity=2000)", "1024"),
    ] {
        let refusal = splitting(&Mechanism::parse(mechanism).unwrap()).unwrap_err().to_string();
        assert!(refusal.contains(reason), "{mechanism}: {refusal}");
    }
    // Nine different ones.
    let steps: Vec<String> = (2..11).map(|e| format!("randomized-response(eps=ln({e}))")).collect();
    let many = format!("compose(mechanisms=[{}])", steps.join(", "));
    let refusal = splitting(&Mechanism::parse(&many).unwrap()).unwrap_err().to_string();
    assert!(refusal.contains("more than 8"), "{refusal}");
}

proptest! {
    /// Whatever is composed is found again, in the order of eps.
    #[test]
    fn what_is_composed_is_split(
        mut factors in prop::collection::vec((1u64..6, 1u64..4, 0u64..4), 1..5),
    ) {
        let steps: Vec<String> = factors
            .iter()
            .map(|(n, d, delta)| format!("approx-dp(eps=ln({}/{d}), delta={delta}/5)", n + d))
            .collect();
        let mechanism = format!("compose(mechanisms=[{}])", steps.join(", "));
        let finite = factors.iter().fold(Rational::from(1), |product, (_, _, delta)| {
            product * Rational::from_unsigneds(5 - delta, 5)
        });
        factors.sort_by(|(n, d, _), (m, e, _)| (n * e).cmp(&(m * d)));
        let mut expected: Vec<(Rational, u64)> = Vec::new();
        for (n, d, _) in &factors {
            let e = Rational::from_unsigneds(n + d, *d);
            match expected.last_mut() {
                Some((known, count)) if *known == e => *count += 1,
                _ => expected.push((e, 1)),
            }
        }
        let mut wanted = vec![
            ("factors", Real::from(factors.len() as u64)),
            ("rest-tv", Real::zero()),
            ("delta", Real::from(Rational::from(1) - finite)),
        ];
        let names = [["eps-1", "count-1"], ["eps-2", "count-2"], ["eps-3", "count-3"], ["eps-4", "count-4"]];
        for ((e, count), [eps, times]) in expected.iter().zip(names) {
            wanted.push((eps, Real::from(e.clone()).ln()));
            wanted.push((times, Real::from(*count)));
        }
        let split = split(&mechanism);
        prop_assert_eq!(split.len(), wanted.len());
        for (conclusion, (name, value)) in split.iter().zip(&wanted) {
            prop_assert_eq!(conclusion.name, *name);
            prop_assert_eq!(&conclusion.value, &Formula::Exact(value.clone()), "{}", mechanism);
        }
    }
}

/// The masses under P of the likelihood ratios 2^-4, ..., 2^4.
type Masses = Vec<Rational>;

/// Without a factor with e^eps = 2^t, from the smallest ratio up; `None` if it is no factor.
fn divided(masses: &Masses, t: usize) -> Option<Masses> {
    let e = Rational::power_of_2(t as u64);
    let lowest = masses.iter().position(|p| *p != 0)?;
    let mut rest: Masses = vec![Rational::from(0); masses.len()];
    for i in lowest..masses.len() {
        let above = if i >= 2 * t { &e * &rest[i - 2 * t] } else { Rational::from(0) };
        rest[i] = (&e + Rational::from(1)) * &masses[i] - above;
        if rest[i] < 0 {
            return None;
        }
    }
    // What would lie beyond the largest ratio.
    let ends = rest.iter().rev().take(2 * t).all(|p| *p == 0);
    // R is at the places of its lower outcomes: they are t below.
    ends.then(|| {
        let mut moved = vec![Rational::from(0); rest.len()];
        for (i, p) in rest.into_iter().enumerate() {
            if p != 0 {
                moved[i + t] = p;
            }
        }
        moved
    })
}

/// Is it a composition? All factors are tried, in any order.
fn is_composition(masses: &Masses) -> bool {
    let support = masses.iter().filter(|p| **p != 0).count();
    (support == 1 && masses[4] != 0)
        || (1..=4).any(|t| divided(masses, t).is_some_and(|rest| is_composition(&rest)))
}

/// All symmetric functions with the likelihood ratios 16, 4, 1, 1/4 and 1/16, whose masses are
/// multiples of a fraction, and the compositions among them.
#[test]
fn functions_that_split_are_those_that_can_be_divided() {
    let q = Rational::from_unsigneds::<u64>;
    let mut family: Vec<[Rational; 2]> = Vec::new();
    for a in 0..=15u64 {
        for b in 0..=15u64 {
            family.push([q(a, 17), q(b, 15)]);
        }
    }
    // The masses of 16 and of 4: 2 and 8, 4 and 4, 2 four times, 4 and 2 twice, 4 alone, 2 twice.
    family.extend([
        [q(16, 27), q(8, 27)],
        [q(16, 25), q(0, 1)],
        [q(16, 81), q(32, 81)],
        [q(16, 45), q(16, 45)],
        [q(0, 1), q(4, 5)],
        [q(0, 1), q(4, 9)],
    ]);
    let mut compositions = 0;
    for [first, second] in family {
        let [lowest, low] = [&first / q(16, 1), &second / q(4, 1)];
        let middle = q(1, 1) - &first - &second - &lowest - &low;
        if middle < 0 {
            continue;
        }
        let mut masses: Masses = vec![q(0, 1); 9];
        for (place, mass) in [(8, &first), (6, &second), (4, &middle), (2, &low), (0, &lowest)] {
            masses[place] = mass.clone();
        }
        let side = |factor: fn(usize) -> Rational| {
            let listed: Vec<String> =
                masses.iter().enumerate().map(|(i, p)| (p * factor(i)).to_string()).collect();
            listed.join(", ")
        };
        let mechanism = format!(
            "finite-pair(p=[{}], q=[{}])",
            side(|_| Rational::from(1)),
            side(|i| Rational::power_of_2(4 - i as i64))
        );
        let split = split(&mechanism);
        let rest = split.iter().find(|conclusion| conclusion.name == "rest-tv").unwrap();
        let splits = rest.value == Formula::zero();
        assert_eq!(splits, is_composition(&masses), "{mechanism}: {split:?}");
        compositions += u32::from(splits);
    }
    // The six, and what gives nothing away.
    assert!(compositions >= 7, "{compositions}");
    // One is known: the masses of 2 and 8.
    let known = "finite-pair(p=[16/27, 8/27, 2/27, 1/27], q=[1/27, 2/27, 8/27, 16/27])";
    assert_eq!(
        found(known),
        "factors 2, rest-tv 0, delta 0, eps-1 ln(2), count-1 1, eps-2 ln(8), count-2 1"
    );
}
