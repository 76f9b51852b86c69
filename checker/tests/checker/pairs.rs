//! Pairs of distributions: their outcomes add up, and have the losses that are said.

use super::{number, read_row, row};
use dpcert_checker::expression::Expression;
use dpcert_checker::fixed::Scale;
use dpcert_checker::number::floor;
use dpcert_checker::pair::{Atom, Direction, Loss};
use dpcert_checker::rational::BigRational;
use num_traits::{One, Pow, Zero};
use serde_json::{Value, json};

fn rational(x: &Expression) -> BigRational {
    x.rational().unwrap_or_else(|| panic!("{x:?} is not rational")).clone()
}

fn outcomes(fields: &Value, direction: Direction) -> Vec<Atom> {
    row(fields).step.atoms(direction).unwrap().unwrap()
}

/// delta by the outcomes.
fn delta(atoms: &[Atom], at: &BigRational) -> BigRational {
    atoms
        .iter()
        .map(|atom| (rational(&atom.p) - at * rational(&atom.q)).max(BigRational::zero()))
        .sum()
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
        json!({"mechanism": "unary-encoding", "eps": "ln(9)", "encoding": "symmetric"}),
        json!({"mechanism": "unary-encoding", "eps": "ln(3)", "encoding": "optimized"}),
        json!({"mechanism": "unary-encoding", "p": "2/3", "q": "1/5"}),
        json!({"mechanism": "unary-encoding", "p": "1/2", "q": "0"}),
        json!({"mechanism": "subset-selection", "eps": "ln(3)", "categories": "5", "size": "2"}),
        json!({"mechanism": "hadamard-response", "eps": "ln(3)"}),
        json!({"mechanism": "hadamard-response", "eps": "ln(3)", "blocks": "3"}),
        json!({"mechanism": "discrete-laplace", "eps": "ln(3)"}),
        json!({"mechanism": "discrete-laplace", "eps": "ln(3)", "sensitivity": "4"}),
        json!({"mechanism": "finite-pair", "p": ["1/2", "1/4", "0", "1/4", "0"], "q": ["1/4", "1/4", "1/4", "0", "1/4"]}),
        json!({"mechanism": "multi-dp", "constraints": [{"eps": "ln(2)", "delta": "1/5"}, {"eps": "ln(9)", "delta": "1/9"}]}),
    ];
    for rate in ["1/3", "1"] {
        for index in 0..19 {
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
                    Loss::Finite(loss) => {
                        assert_eq!(p, q * rational(&loss.exp()), "{kind} {atom:?}")
                    }
                }
            }
            let sum = |masses: Vec<BigRational>| masses.iter().sum::<BigRational>();
            assert!(sum(atoms.iter().map(|atom| rational(&atom.p)).collect()).is_one(), "{kind}");
            assert!(sum(atoms.iter().map(|atom| rational(&atom.q)).collect()).is_one(), "{kind}");
        }
    }
}

/// The trade-off function of rational outcomes: the most powerful test rejects the largest ratios
/// first.
fn second_error(atoms: &[Atom], alpha: &BigRational) -> BigRational {
    let mut masses: Vec<(BigRational, BigRational)> =
        atoms.iter().map(|atom| (rational(&atom.p), rational(&atom.q))).collect();
    masses.sort_by(|(p, q), (other_p, other_q)| (other_p * q).cmp(&(p * other_q)));
    let (mut power, mut rest) = (BigRational::zero(), alpha.clone());
    for (p, q) in masses {
        if q > rest {
            power += p * &rest / q;
            break;
        }
        power += p;
        rest -= q;
    }
    BigRational::one() - power
}

/// A group of k has `1 - (1-f)^(o k)` (Dong, Roth & Su, Theorem 2.14): by taking 1 - f again and
/// again.
#[test]
fn groups_by_their_definition() {
    let once = |kind: &str| json!({"mechanism": kind, "eps": "ln(3)", "delta": "0"});
    let discrete = json!({"mechanism": "discrete-laplace", "eps": "ln(3)"});
    let twice = json!({"mechanism": "discrete-laplace", "eps": "ln(3)", "sensitivity": "2"});
    for (kind, size) in [(once("approx-dp"), 2), (once("approx-dp"), 4), (discrete, 3), (twice, 3)]
    {
        let single = outcomes(&kind, Direction::Forward);
        let mut group = kind.clone();
        group["group"] = json!(size);
        let group = outcomes(&group, Direction::Forward);
        for alpha in
            ["0", "1/1000", "1/100", "1/12", "1/4", "1/3", "1/2", "3/4", "99/100", "1"].map(number)
        {
            let mut missed = alpha.clone();
            for _ in 0..size {
                missed = BigRational::one() - second_error(&single, &missed);
            }
            assert_eq!(
                BigRational::one() - missed,
                second_error(&group, &alpha),
                "{kind} {size} {alpha}"
            );
        }
    }
}

/// Noise moves k times as far, and rho is k^2 times as large.
#[test]
fn groups_are_further_away() {
    for (kind, group, same) in [
        (
            json!({"mechanism": "gaussian", "sigma": "6"}),
            "3",
            json!({"mechanism": "gaussian", "sigma": "2"}),
        ),
        (json!({"mechanism": "gdp", "mu": "1/2"}), "3", json!({"mechanism": "gdp", "mu": "3/2"})),
        (
            json!({"mechanism": "laplace", "eps": "1/4"}),
            "3",
            json!({"mechanism": "laplace", "eps": "3/4"}),
        ),
        (
            json!({"mechanism": "zcdp", "rho": "1/4"}),
            "3",
            json!({"mechanism": "zcdp", "rho": "9/4"}),
        ),
        (
            json!({"mechanism": "staircase", "eps": "1", "gamma": "1/3"}),
            "1",
            json!({"mechanism": "staircase", "eps": "1", "gamma": "1/3"}),
        ),
    ] {
        let mut of_group = kind.clone();
        of_group["group"] = json!(group);
        assert_eq!(row(&of_group).step, row(&same).step, "{kind}");
    }
    // What has no rule, and what is no group.
    for (kind, group) in [
        (json!({"mechanism": "approx-dp", "eps": "1", "delta": "1/10"}), "2"),
        (json!({"mechanism": "staircase", "eps": "1", "gamma": "1/3"}), "2"),
        (json!({"mechanism": "staircase", "eps": "ln(2)", "gamma": "1/2"}), "2"),
        (json!({"mechanism": "randomized-response", "eps": "ln(2)"}), "2"),
        (json!({"mechanism": "laplace", "eps": "1"}), "0"),
        (json!({"mechanism": "laplace", "eps": "1"}), "10^12"),
        (json!({"mechanism": "discrete-laplace", "eps": "1", "sensitivity": "2"}), "40000"),
        (
            json!({"mechanism": "laplace", "eps": "1", "sampling": {"method": "poisson", "rate": "1/2"}}),
            "2",
        ),
    ] {
        let mut of_group = kind.clone();
        of_group["group"] = json!(group);
        let error = read_row(&of_group, "add-remove").unwrap_err().to_string();
        assert!(error.contains("no rule covers this group"), "{kind}: {error}");
    }
}

/// Where e^eps is not rational: between the constraints with a rational one a little smaller and a
/// little larger.
#[test]
fn irrational_constraints_lie_between_rational_ones() {
    // e^(3/5) = 1.8221188...
    let kind = |eps: &str| json!({"mechanism": "multi-dp", "constraints": [{"eps": eps, "delta": "1/20"}, {"eps": "0", "delta": "1/5"}]});
    let [low, high] =
        ["ln(1.8221188)", "ln(1.8221189)"].map(|eps| outcomes(&kind(eps), Direction::Forward));
    for direction in [Direction::Forward, Direction::Backward] {
        let own = outcomes(&kind("3/5"), direction);
        let scale = Scale::new(200);
        for at in ["1/2", "1", "3/2", "9/5", "2"].map(number) {
            let ratio = scale.rational(&at);
            let sum = own.iter().fold(scale.integer(0), |sum, atom| {
                let (p, q) = (atom.p.enclose(&scale).unwrap(), atom.q.enclose(&scale).unwrap());
                sum.add(&p.sub(&scale.mul(&ratio, &q)).positive_part())
            });
            let (least, most) = scale.ends(&sum);
            let (below, above) = (delta(&low, &at), delta(&high, &at));
            assert!(below <= most && least <= above && &above - &below < number("1e-6"), "{at}");
            assert!(least + number("1e-6") > above && most - number("1e-6") < below, "{at}");
        }
        // Losses are those of the constraints.
        let finite = own.iter().filter(|atom| matches!(atom.loss, Loss::Finite(_))).count();
        assert_eq!((finite, own.len()), (3, 5));
        assert!(outcomes(&kind("3/5"), direction).iter().all(|atom| match &atom.loss {
            Loss::Finite(loss) => {
                let ratio = scale
                    .div(&atom.p.enclose(&scale).unwrap(), &atom.q.enclose(&scale).unwrap())
                    .unwrap();
                let power = loss.exp().enclose(&scale).unwrap();
                ratio.lo <= power.hi && power.lo <= ratio.hi
            }
            _ => true,
        }));
    }
    // Few of them; and corners that cannot be told apart are left undecided.
    let many =
        json!({"mechanism": "multi-dp", "constraints": vec![json!({"eps": "1", "delta": "0"}); 5]});
    assert!(
        read_row(&many, "add-remove").unwrap_err().to_string().contains("more than 4 constraints")
    );
}

/// The total variation that is stated, or that follows from the definition.
#[test]
fn total_variation_is_the_stated_one() {
    for (kind, total_variation) in [
        (json!({"mechanism": "approx-dp-tv", "eps": "ln(3)", "delta": "1/7", "eta": "1/4"}), "1/4"),
        (json!({"mechanism": "approx-dp-tv", "eps": "ln(3)", "delta": "1/7", "alpha": "1"}), "1/7"),
        // An eta below delta is all there is; from 1/7 + 6/7 * 1/2 on it adds nothing.
        (json!({"mechanism": "approx-dp-tv", "eps": "ln(3)", "delta": "1/7", "eta": "1/8"}), "1/8"),
        (json!({"mechanism": "approx-dp-tv", "eps": "ln(3)", "delta": "1/7", "eta": "4/7"}), "4/7"),
        (
            json!({"mechanism": "approx-dp-tv", "eps": "ln(3)", "delta": "1/7", "eta": "9/10"}),
            "4/7",
        ),
        // (E - 1) / (E + m - 1).
        (json!({"mechanism": "randomized-response", "eps": "ln(3)"}), "1/2"),
        (json!({"mechanism": "randomized-response", "eps": "ln(3)", "categories": "5"}), "2/7"),
        (json!({"mechanism": "discrete-laplace", "eps": "ln(3)"}), "1/2"),
        // p - q: the true bit.
        (json!({"mechanism": "unary-encoding", "eps": "ln(9)", "encoding": "symmetric"}), "1/2"),
        (json!({"mechanism": "unary-encoding", "eps": "ln(3)", "encoding": "optimized"}), "1/4"),
        (json!({"mechanism": "unary-encoding", "p": "2/3", "q": "1/5"}), "7/15"),
        // Of the 10 pairs of 5 categories each of 3 with one of two is 3 times as likely: 3 (3-1) /
        // (4 * 3 + 6).
        (
            json!({"mechanism": "subset-selection", "eps": "ln(3)", "categories": "5", "size": "2"}),
            "1/3",
        ),
        // Of 4 outputs one is only in the first set: (3-1) / (2 * 3 + 2); of 3 blocks of 2 outputs:
        // (3-1) / (3 + 5).
        (json!({"mechanism": "hadamard-response", "eps": "ln(3)"}), "1/4"),
        (json!({"mechanism": "hadamard-response", "eps": "ln(3)", "blocks": "3"}), "1/4"),
    ] {
        assert_eq!(
            delta(&outcomes(&kind, Direction::Forward), &BigRational::one()),
            number(total_variation),
            "{kind}"
        );
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
            let expected =
                if inner.is_positive() { &rate * delta(&whole, &inner) } else { one() - &at };
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
        let mass = |n: i64| &scale * Pow::pow(&a, i32::try_from(n.unsigned_abs()).unwrap());
        let far = 200;
        for at in ["1/2", "1", "3/2", "2", "7"].map(number) {
            let sum: BigRational = (-far..=far)
                .map(|n| {
                    (mass(n - i64::from(sensitivity)) - &at * mass(n)).max(BigRational::zero())
                })
                .sum();
            // What lies beyond on both sides, where each P-mass is at most the ratio^sensitivity of
            // the Q-mass.
            let rest = Pow::pow(&a, i32::try_from(far - 10).unwrap()) * number("10");
            for direction in [Direction::Forward, Direction::Backward] {
                let own = delta(&outcomes(&kind, direction), &at);
                assert!(own >= sum && own <= &sum + &rest, "{kind} {at}: {own}");
            }
        }
    }
}

/// Staircase noise by its density (Geng & Viswanath): `a E^-k` from k to k + gamma, `a E^-(k+1)`
/// from there to k + 1.
#[test]
fn staircases_by_their_definition() {
    let (e, one) = (number("3"), BigRational::one());
    for gamma in ["0", "1/4", "1/3", "1/2", "2/3", "1"] {
        let kind = json!({"mechanism": "staircase", "eps": "ln(3)", "gamma": gamma});
        let gamma = number(gamma);
        let height = (&one - e.recip()) / (number("2") * (&gamma + (&one - &gamma) / &e));
        let density = |x: &BigRational| {
            let whole = floor(&x.abs());
            let rest = x.abs() - &whole;
            let steps = i32::try_from(whole).unwrap() + i32::from(rest >= gamma);
            &height / Pow::pow(&e, steps)
        };
        for at in ["1/3", "1/2", "1", "2", "3"].map(number) {
            // Twelfths: all steps begin and end at them.
            let twelfth = |n: i64| BigRational::new((2 * n + 1).into(), 24.into());
            let sum: BigRational = (-12 * 40..12 * 40)
                .map(|n| {
                    (density(&(twelfth(n) - &one)) - &at * density(&twelfth(n)))
                        .max(BigRational::zero())
                })
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
        (
            json!({"mechanism": "finite-pair", "p": ["exp(-1)", "1 - exp(-1)"], "q": ["1/2", "1/2"]}),
            false,
        ),
    ] {
        assert_eq!(read_row(&fields, "add-remove").is_ok(), is_pair, "{fields}");
    }
}
