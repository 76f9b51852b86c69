//! Pairs of distributions: their outcomes add up, and have the losses that are said.

use super::{number, row};
use dpcert_checker::expression::Expression;
use dpcert_checker::pair::{Atom, Direction, Loss};
use num_rational::BigRational;
use num_traits::{One, Pow, Signed, Zero};
use serde_json::{Value, json};

fn rational(x: &Expression) -> BigRational {
    x.rational().unwrap_or_else(|| panic!("{x:?} is not rational")).clone()
}

fn outcomes(fields: &Value, direction: Direction) -> Vec<Atom> {
    row(fields).step.atoms(direction).unwrap().unwrap()
}

/// delta by the outcomes.
fn delta(atoms: &[Atom], at: &BigRational) -> BigRational {
    atoms.iter().map(|atom| (rational(&atom.p) - at * rational(&atom.q)).max(BigRational::zero())).sum()
}

/// Kinds of which all numbers are rational, each alone and as samples.
fn kinds() -> Vec<Value> {
    let mut kinds = vec![
        json!({"mechanism": "approx-dp", "eps": "ln(3)", "delta": "1/7"}),
        json!({"mechanism": "approx-dp", "eps": "0", "delta": "1/7"}),
        json!({"mechanism": "approx-dp-tv", "eps": "ln(3)", "delta": "1/7", "alpha": "1/4"}),
        json!({"mechanism": "approx-dp-tv", "eps": "ln(3)", "delta": "1/7", "eta": "1/4"}),
        json!({"mechanism": "randomized-response", "eps": "ln(3)"}),
        json!({"mechanism": "randomized-response", "eps": "ln(3)", "categories": "5"}),
        json!({"mechanism": "staircase", "eps": "ln(3)", "gamma": "1/3"}),
        json!({"mechanism": "staircase", "eps": "ln(3)", "gamma": "2/3"}),
        json!({"mechanism": "discrete-laplace", "eps": "ln(3)"}),
        json!({"mechanism": "discrete-laplace", "eps": "ln(3)", "sensitivity": "4"}),
        json!({"mechanism": "finite-pair", "p": ["1/2", "1/4", "0", "1/4", "0"], "q": ["1/4", "1/4", "1/4", "0", "1/4"]}),
        json!({"mechanism": "multi-dp", "constraints": [{"eps": "ln(2)", "delta": "1/5"}, {"eps": "ln(9)", "delta": "1/9"}]}),
    ];
    for rate in ["1/3", "1"] {
        for index in 0..12 {
            let mut kind: Value = kinds[index].clone();
            kind["sampling"] = json!({"method": "poisson", "rate": rate});
            kinds.push(kind);
        }
    }
    kinds
}

#[test]
fn masses_add_up_to_1_and_losses_are_their_ratios() {
    for kind in kinds() {
        for direction in [Direction::Forward, Direction::Backward] {
            let atoms = outcomes(&kind, direction);
            for atom in &atoms {
                let (p, q) = (rational(&atom.p), rational(&atom.q));
                assert!(!p.is_negative() && !q.is_negative(), "{kind}");
                match &atom.loss {
                    Loss::Infinite => assert!(q.is_zero(), "{kind} {atom:?}"),
                    Loss::MinusInfinite => assert!(p.is_zero(), "{kind} {atom:?}"),
                    Loss::Finite(loss) => assert_eq!(p, q * rational(&loss.exp()), "{kind} {atom:?}"),
                }
            }
            let sum = |masses: Vec<BigRational>| masses.iter().sum::<BigRational>();
            assert!(sum(atoms.iter().map(|atom| rational(&atom.p)).collect()).is_one(), "{kind}");
            assert!(sum(atoms.iter().map(|atom| rational(&atom.q)).collect()).is_one(), "{kind}");
        }
    }
}

/// The total variation that is stated, or that follows from the definition.
#[test]
fn total_variation_is_the_stated_one() {
    for (kind, total_variation) in [
        (json!({"mechanism": "approx-dp-tv", "eps": "ln(3)", "delta": "1/7", "eta": "1/4"}), "1/4"),
        (json!({"mechanism": "approx-dp-tv", "eps": "ln(3)", "delta": "1/7", "alpha": "1"}), "1/7"),
        // (E - 1) / (E + m - 1).
        (json!({"mechanism": "randomized-response", "eps": "ln(3)"}), "1/2"),
        (json!({"mechanism": "randomized-response", "eps": "ln(3)", "categories": "5"}), "2/7"),
        (json!({"mechanism": "discrete-laplace", "eps": "ln(3)"}), "1/2"),
    ] {
        assert_eq!(delta(&outcomes(&kind, Direction::Forward), &BigRational::one()), number(total_variation), "{kind}");
    }
}

/// delta of a sample: `q delta(1 + (E-1)/q)` forward, where that is above 0; all of it otherwise.
#[test]
fn samples_have_the_divergence_of_their_mixture() {
    let one = BigRational::one;
    for kind in kinds().into_iter().filter(|kind| kind["sampling"]["rate"] == "1/3") {
        let mut plain = kind.clone();
        plain.as_object_mut().unwrap().remove("sampling");
        let (rate, whole) = (number("1/3"), outcomes(&plain, Direction::Forward));
        for at in ["1/2", "2/3", "1", "5/4", "3"].map(number) {
            let inner = one() + (&at - one()) / &rate;
            let expected = if inner.is_positive() { &rate * delta(&whole, &inner) } else { one() - &at };
            let forward = delta(&outcomes(&kind, Direction::Forward), &at);
            assert_eq!(forward, expected, "{kind} {at}");
            // Exchanged: delta(Q, P) at E is 1 - E + E delta(P, Q) at 1/E.
            let backward = delta(&outcomes(&kind, Direction::Backward), &at.recip());
            assert_eq!(backward, one() - at.recip() + at.recip() * forward, "{kind} {at}");
        }
    }
}

/// Two-sided geometric noise by its definition, on enough integers.
#[test]
fn discrete_laplace_by_its_definition() {
    for (ratio, sensitivity) in [("2", 1), ("2", 2), ("3", 3), ("5/4", 5)] {
        let kind = json!({"mechanism": "discrete-laplace", "eps": format!("ln({ratio})"), "sensitivity": sensitivity});
        let a = number(ratio).recip();
        let scale = (BigRational::one() - &a) / (BigRational::one() + &a);
        let mass = |n: i64| &scale * Pow::pow(&a, u32::try_from(n.unsigned_abs()).unwrap());
        let far = 200;
        for at in ["1/2", "1", "3/2", "2", "7"].map(number) {
            let sum: BigRational =
                (-far..=far).map(|n| (mass(n - i64::from(sensitivity)) - &at * mass(n)).max(BigRational::zero())).sum();
            // What lies beyond on both sides, where each P-mass is at most the ratio^sensitivity of the Q-mass.
            let rest = Pow::pow(&a, u32::try_from(far - 10).unwrap()) * number("10");
            for direction in [Direction::Forward, Direction::Backward] {
                let own = delta(&outcomes(&kind, direction), &at);
                assert!(own >= sum && own <= &sum + &rest, "{kind} {at}: {own}");
            }
        }
    }
}

/// Staircase noise by its density (Geng & Viswanath): `a E^-k` from k to k + gamma, `a E^-(k+1)` from there to k + 1.
#[test]
fn staircases_by_their_definition() {
    let (e, one) = (number("3"), BigRational::one());
    for gamma in ["0", "1/4", "1/3", "1/2", "2/3", "1"] {
        let kind = json!({"mechanism": "staircase", "eps": "ln(3)", "gamma": gamma});
        let gamma = number(gamma);
        let height = (&one - e.recip()) / (number("2") * (&gamma + (&one - &gamma) / &e));
        let density = |x: &BigRational| {
            let (whole, rest) = (x.abs().floor(), x.abs().fract());
            let steps = u32::try_from(whole.to_integer()).unwrap() + u32::from(rest >= gamma);
            &height / Pow::pow(&e, steps)
        };
        for at in ["1/3", "1/2", "1", "2", "3"].map(number) {
            // Twelfths: all steps begin and end at them.
            let twelfth = |n: i64| BigRational::new((2 * n + 1).into(), 24.into());
            let sum: BigRational = (-12 * 40..12 * 40)
                .map(|n| (density(&(twelfth(n) - &one)) - &at * density(&twelfth(n))).max(BigRational::zero()))
                .sum();
            let (sum, own) = (sum / number("12"), delta(&outcomes(&kind, Direction::Forward), &at));
            assert!(own >= sum && own < sum + number("1e-15"), "{kind} {at}: {own}");
        }
    }
}

#[test]
fn what_is_no_pair_is_refused() {
    for (fields, is_pair) in [
        (json!({"mechanism": "approx-dp", "eps": "1", "delta": "exp(-1)"}), true),
        (json!({"mechanism": "approx-dp", "eps": "1", "delta": "exp(1)"}), false),
        (json!({"mechanism": "approx-dp", "eps": "1", "delta": "-exp(-1)"}), false),
        (json!({"mechanism": "approx-dp", "eps": "1", "delta": "1"}), true),
        (json!({"mechanism": "approx-dp", "eps": "1", "delta": "3/2"}), false),
        (json!({"mechanism": "approx-dp", "eps": "-1", "delta": "0"}), false),
        (json!({"mechanism": "approx-dp", "eps": "-exp(1)", "delta": "0"}), false),
        (json!({"mechanism": "approx-dp-tv", "eps": "1", "delta": "0", "alpha": "exp(1)"}), false),
        (json!({"mechanism": "discrete-laplace", "eps": "0"}), false),
        (json!({"mechanism": "finite-pair", "p": ["1"], "q": ["1/2", "1/2"]}), false),
        (json!({"mechanism": "finite-pair", "p": ["1/2", "1/4"], "q": ["1/2", "1/2"]}), false),
        (json!({"mechanism": "finite-pair", "p": ["1/2", "1/2"], "q": ["1/2", "3/4"]}), false),
        (json!({"mechanism": "finite-pair", "p": ["3/2", "-1/2"], "q": ["1/2", "1/2"]}), false),
        (json!({"mechanism": "finite-pair", "p": ["exp(-1)", "1 - exp(-1)"], "q": ["1/2", "1/2"]}), false),
    ] {
        assert_eq!(row(&fields).step.atoms(Direction::Forward).unwrap().is_ok(), is_pair, "{fields}");
    }
}
