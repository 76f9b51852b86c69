//! Random allocation: against all sequences of outputs, with the record in each step in turn; and
//! what is refused.

use super::{certificate, effort, number, read_row, rejected, row, said, step, verdict};
use dpcert_checker::fault::Class;
use dpcert_checker::ledger::Row;
use dpcert_checker::pair::Direction;
use dpcert_checker::rational::BigRational;
use dpcert_checker::rules::{Outcomes, beyond_all};
use dpcert_checker::work::Work;
use num_bigint::BigInt;
use num_traits::{One, Zero};
use serde_json::{Value, json};

/// Masses under P and Q.
type Masses = Vec<(BigRational, BigRational)>;

/// All sequences of outputs of `steps` steps. With the record in one of them, drawn at random, a
/// sequence has the mean of its masses with the record in each.
fn sequences(base: &Masses, steps: usize) -> Masses {
    let mut all: Vec<Vec<usize>> = vec![Vec::new()];
    for _ in 0..steps {
        let longer = |word: &Vec<usize>| {
            (0..base.len()).map(|last| [word.as_slice(), &[last]].concat()).collect()
        };
        all = all.iter().flat_map::<Vec<Vec<usize>>, _>(longer).collect();
    }
    let mass = |word: &Vec<usize>| {
        let with = |place: usize| -> BigRational {
            let of_step = |(step, letter): (usize, &usize)| {
                let (p, q) = &base[*letter];
                if step == place { p } else { q }
            };
            word.iter().enumerate().map(of_step).fold(BigRational::one(), |product, x| product * x)
        };
        // No step is the last one: the record is in none.
        let count = BigRational::from_integer(steps.into());
        ((0..steps).map(with).sum::<BigRational>() / count, with(steps))
    };
    all.iter().map(mass).collect()
}

fn exchanged(pair: &Masses) -> Masses {
    pair.iter().map(|(p, q)| (q.clone(), p.clone())).collect()
}

fn product(first: &Masses, second: &Masses) -> Masses {
    first.iter().flat_map(|(p, q)| second.iter().map(move |(u, v)| (p * u, q * v))).collect()
}

/// delta by its definition.
fn delta(pair: &Masses, at: &BigRational) -> BigRational {
    pair.iter().map(|(p, q)| (p - at * q).max(BigRational::zero())).sum()
}

fn in_one_of(mechanism: &Value, steps: u64) -> Row {
    let mut fields = mechanism.clone();
    fields["sampling"] = json!({"method": "random-allocation", "steps": steps});
    row(&fields)
}

fn own_delta(ledger: &[Row], direction: Direction, at: &BigRational) -> BigRational {
    Outcomes::of(ledger, direction, &Work::default()).unwrap().delta(at)
}

fn masses(pair: &[(&str, &str)]) -> Masses {
    pair.iter().map(|(p, q)| (number(p), number(q))).collect()
}

fn finite_pair(pair: &Masses) -> Value {
    let list = |side: fn(&(BigRational, BigRational)) -> &BigRational| -> Vec<String> {
        pair.iter().map(|outcome| side(outcome).to_string()).collect()
    };
    json!({"mechanism": "finite-pair", "p": list(|outcome| &outcome.0), "q": list(|outcome| &outcome.1)})
}

/// Kinds, with the pair of a step.
fn bases() -> Vec<(Value, Masses)> {
    let of = |kind: Value, pair: &[(&str, &str)]| (kind, masses(pair));
    let given = |pair: &[(&str, &str)]| (finite_pair(&masses(pair)), masses(pair));
    vec![
        of(
            json!({"mechanism": "randomized-response", "eps": "ln(3)"}),
            &[("3/4", "1/4"), ("1/4", "3/4")],
        ),
        of(
            json!({"mechanism": "randomized-response", "eps": "ln(3)", "categories": "3"}),
            &[("3/5", "1/5"), ("1/5", "1/5"), ("1/5", "3/5")],
        ),
        of(
            json!({"mechanism": "approx-dp", "eps": "ln(2)", "delta": "1/10"}),
            &[("1/10", "0"), ("3/5", "3/10"), ("3/10", "3/5"), ("0", "1/10")],
        ),
        of(
            json!({"mechanism": "discrete-laplace", "eps": "ln(2)", "sensitivity": "2"}),
            &[("2/3", "1/6"), ("1/6", "1/6"), ("1/6", "2/3")],
        ),
        of(
            json!({"mechanism": "unary-encoding", "p": "2/3", "q": "1/5"}),
            &[("8/15", "1/15"), ("2/5", "2/5"), ("1/15", "8/15")],
        ),
        of(
            json!({"mechanism": "multi-dp", "constraints": [{"eps": "ln(2)", "delta": "1/10"}]}),
            &[("1/10", "0"), ("3/5", "3/10"), ("3/10", "3/5"), ("0", "1/10")],
        ),
        given(&[("1/2", "1/5"), ("1/6", "2/5"), ("1/3", "2/5")]),
        given(&[("1/2", "0"), ("1/6", "2/5"), ("1/3", "3/5")]),
        given(&[("0", "1/7"), ("5/6", "3/7"), ("1/6", "3/7")]),
        // One likelihood ratio twice, and no ratio that both have.
        given(&[("1/4", "1/2"), ("1/8", "1/4"), ("5/8", "1/4")]),
        given(&[("1", "0"), ("0", "1")]),
    ]
}

/// At all ratios of the sequences, and between them.
fn places(pair: &Masses) -> Vec<BigRational> {
    let ratios = pair.iter().filter(|(_, q)| q.is_positive()).map(|(p, q)| p / q);
    ratios.chain(["0", "1/7", "2/3", "1", "9/8", "3/2", "2", "5", "100"].map(number)).collect()
}

fn random(state: &mut u64) -> u64 {
    *state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    *state >> 33
}

/// A distribution, of which some masses are 0.
fn distribution(outcomes: usize, state: &mut u64) -> Vec<BigRational> {
    let weights: Vec<u64> = (0..outcomes).map(|_| random(state) % 5).collect();
    let total = weights.iter().sum::<u64>();
    if total == 0 {
        return distribution(outcomes, state);
    }
    weights.into_iter().map(|weight| BigRational::new(weight.into(), total.into())).collect()
}

fn agrees_with_all_sequences(kind: &Value, base: &Masses, steps: usize) {
    let (own, all) = (in_one_of(kind, steps as u64), sequences(base, steps));
    for (direction, all) in
        [(Direction::Forward, all.clone()), (Direction::Backward, exchanged(&all))]
    {
        for at in places(&all) {
            let found = own_delta(std::slice::from_ref(&own), direction, &at);
            assert_eq!(found, delta(&all, &at), "{kind} {steps} {direction:?} {at}");
        }
        let (largest, infinite) =
            beyond_all(std::slice::from_ref(&own), direction, &Work::default()).unwrap();
        let only: BigRational = all.iter().filter(|(_, q)| q.is_zero()).map(|(p, _)| p).sum();
        assert_eq!(infinite, only, "{kind} {steps} {direction:?}");
        let finite = all
            .iter()
            .filter(|(p, q)| p.is_positive() && q.is_positive())
            .map(|(p, q)| p / q)
            .max();
        assert_eq!(largest.exp().rational().cloned(), finite, "{kind} {steps} {direction:?}");
    }
}

#[test]
fn all_sequences_of_outputs() {
    let most = if effort() > 1 { 6 } else { 4 };
    for (kind, base) in bases() {
        let is_disjoint = base.iter().all(|(p, q)| p.is_zero() || q.is_zero());
        for steps in (1..=most).filter(|_| !is_disjoint) {
            agrees_with_all_sequences(&kind, &base, steps);
        }
    }
    let disjoint = in_one_of(&finite_pair(&masses(&[("1", "0"), ("0", "1")])), 3);
    for direction in [Direction::Forward, Direction::Backward] {
        assert_eq!(
            own_delta(std::slice::from_ref(&disjoint), direction, &number("9")),
            BigRational::one()
        );
    }
}

#[test]
fn all_sequences_of_random_pairs() {
    let mut state = 5;
    for _ in 0..40 * effort() {
        let outcomes = 2 + random(&mut state) as usize % 3;
        let base: Masses = distribution(outcomes, &mut state)
            .into_iter()
            .zip(distribution(outcomes, &mut state))
            .collect();
        let steps = 2 + random(&mut state) as usize % 3;
        if base.iter().any(|(p, q)| p.is_positive() && q.is_positive()) {
            agrees_with_all_sequences(&finite_pair(&base), &base, steps);
        }
    }
}

/// Randomised response of the ratio 3, and a mechanism that may disclose the record.
#[test]
fn known_values() {
    let response = json!({"mechanism": "randomized-response", "eps": "ln(3)"});
    let disclosing = json!({"mechanism": "approx-dp", "eps": "ln(2)", "delta": "1/10"});
    for (kind, steps, at, remove, add) in [
        (&response, 4, "3/2", "41/512", "81/512"),
        (&response, 4, "1", "27/128", "27/128"),
        (&response, 2, "1", "3/8", "3/8"),
        (&disclosing, 3, "3/2", "227/2000", "49/400"),
    ] {
        let row = [in_one_of(kind, steps)];
        assert_eq!(own_delta(&row, Direction::Forward, &number(at)), number(remove), "{kind}");
        assert_eq!(own_delta(&row, Direction::Backward, &number(at)), number(add), "{kind}");
    }
}

/// By the exact sum over the number of steps with the likelier answer.
#[test]
fn many_steps_of_randomised_response() {
    let (steps, at) = (400_u32, number("21/20"));
    let row =
        [in_one_of(&json!({"mechanism": "randomized-response", "eps": "ln(3)"}), steps.into())];
    let (mut remove, mut add) = (BigRational::zero(), BigRational::zero());
    let mut ways = num_traits::Pow::pow(BigInt::from(3), steps);
    for count in 0..=steps {
        let q = BigRational::new(ways.clone(), BigInt::one() << (2 * steps));
        let mean = BigRational::new((8 * count + steps).into(), (3 * steps).into());
        remove += &q * (&mean - &at).max(BigRational::zero());
        add += &q * (BigRational::one() - &at * &mean).max(BigRational::zero());
        ways = ways * (steps - count) / (3 * (count + 1));
    }
    assert_eq!(own_delta(&row, Direction::Forward, &at), remove);
    assert_eq!(own_delta(&row, Direction::Backward, &at), add);
}

/// Epochs, each with a step that is drawn anew, and another mechanism beside them.
#[test]
fn epochs_are_composed() {
    let base = masses(&[("3/4", "1/4"), ("1/4", "3/4")]);
    let kind = json!({"mechanism": "randomized-response", "eps": "ln(3)"});
    let once = sequences(&base, 3);
    let mut twice = in_one_of(&kind, 3);
    twice.count = 2.into();
    let other = row(&json!({"id": "other", "mechanism": "randomized-response", "eps": "ln(3)"}));
    let all = product(&product(&once, &once), &base);
    for at in ["2/3", "1", "4/3", "2"].map(number) {
        let ledger = [twice.clone(), other.clone()];
        assert_eq!(own_delta(&ledger, Direction::Forward, &at), delta(&all, &at), "{at}");
        assert_eq!(
            own_delta(&ledger, Direction::Backward, &at),
            delta(&exchanged(&all), &at),
            "{at}"
        );
    }
}

#[test]
fn rows_that_are_read_or_not() {
    let with = |kind: Value, sampling: Value| {
        let mut fields = kind;
        fields["sampling"] = sampling;
        fields
    };
    let response = || json!({"mechanism": "randomized-response", "eps": "ln(3)"});
    let drawn = |steps: &str| json!({"method": "random-allocation", "steps": steps});
    for steps in ["1", "2", "2047"] {
        assert!(read_row(&with(response(), drawn(steps)), "add-remove").is_ok(), "{steps}");
    }
    let disclosing = json!({"mechanism": "approx-dp", "eps": "ln(2)", "delta": "1/10"});
    assert!(read_row(&with(disclosing, drawn("62")), "add-remove").is_ok());
    let rate = json!({"method": "random-allocation", "steps": "4", "rate": "1/4"});
    let mut group = with(response(), drawn("4"));
    group["group"] = json!("2");
    let mut epochs = with(response(), drawn("4"));
    epochs["epochs"] = json!("2");
    let long = "the random allocation has more than 2048 outcomes";
    for (row, class, reason) in [
        (
            with(response(), drawn("0")),
            Class::Malformed,
            "the number of steps under random allocation is 0",
        ),
        (with(response(), drawn("-1")), Class::Malformed, "steps is not a natural number"),
        (with(response(), drawn("3/2")), Class::Malformed, "steps is not a natural number"),
        (
            with(response(), json!({"method": "random-allocation"})),
            Class::Malformed,
            "steps is missing",
        ),
        (with(response(), rate), Class::Malformed, "rate is not a known field"),
        (epochs, Class::Malformed, "what epochs need, size and population, is missing"),
        (group, Class::Unsupported, "no rule covers this group"),
        (with(response(), drawn("2048")), Class::Unsupported, long),
        (with(response(), drawn("18446744073709551615")), Class::Unsupported, long),
        (
            with(response(), drawn("2^64")),
            Class::Unsupported,
            "no rule covers steps above 2^64 - 1",
        ),
        (
            with(json!({"mechanism": "approx-dp", "eps": "ln(2)", "delta": "1/10"}), drawn("63")),
            Class::Unsupported,
            long,
        ),
        (
            with(json!({"mechanism": "randomized-response", "eps": "1"}), drawn("4")),
            Class::Unsupported,
            "a mass of a step under random allocation is not rational",
        ),
    ] {
        let reason_given = said(read_row(&row, "add-remove"), class);
        assert!(reason_given.contains(reason), "{row}: {reason_given}");
    }
    for kind in [
        json!({"mechanism": "zcdp", "rho": "1"}),
        json!({"mechanism": "discrete-gaussian", "sigma_sq": "1"}),
    ] {
        let reason = said(read_row(&with(kind, drawn("4")), "add-remove"), Class::Unsupported);
        assert_eq!(reason, "x: no rule covers a random allocation of this mechanism");
    }
    for adjacency in ["replace-one", "zero-out"] {
        let reason = said(read_row(&with(response(), drawn("4")), adjacency), Class::Unsupported);
        assert!(
            reason.contains("no rule covers the sampler random-allocation with the adjacency"),
            "{reason}"
        );
    }
    // One of several batches is not one of several steps that were shuffled.
    let actual = json!({"method": "random-allocation", "steps": "4", "actual": "shuffled"});
    let read = read_row(&with(response(), actual), "add-remove").unwrap();
    assert_eq!(read.idealised.len(), 1);
    assert_ne!(read.step, in_one_of(&response(), 3).step);
}

/// The certificate of randomised response of the ratio 3 in 1 of 4 steps, changed.
fn changed(change: impl Fn(&mut Value)) -> Value {
    let mut changed = certificate("allocation-delta");
    change(&mut changed);
    changed
}

#[test]
fn forged_certificates() {
    assert_eq!(verdict(&changed(|_| ())).0, 0);
    let steps =
        |steps: &'static str| changed(move |c| c["ledger"][0]["sampling"]["steps"] = json!(steps));
    let delta = "delta is not known to be at-most the value of the conclusion";
    // Fewer steps reveal more, and more steps less.
    rejected(&steps("3"), 1, delta);
    rejected(&steps("5"), 1, "delta is not known to be at-least the value of the conclusion");
    // Not in the allocation, the likelier answer has more.
    rejected(
        &changed(|c| drop(c["ledger"][0].as_object_mut().unwrap().remove("sampling"))),
        1,
        "delta is not known",
    );
    rejected(&changed(|c| c["ledger"][0]["eps"] = json!("ln(4)")), 1, delta);
    rejected(
        &changed(|c| c["ledger"][0]["sampling"]["steps"] = json!("3000")),
        3,
        "has more than 2048 outcomes",
    );
    // The value of one direction for the other, which is larger.
    let second = |c: &mut Value, change: fn(&mut Value)| change(&mut c["steps"][2]);
    rejected(
        &changed(|c| second(c, |step| step["conclusion"]["at-most"] = json!("41*2^-9"))),
        1,
        delta,
    );
    // One direction twice, or alone, is not both.
    let forward = |step: &mut Value| {
        step["arguments"]["direction"] = json!("forward");
        step["conclusion"]["delta"]["direction"] = json!("forward");
    };
    let reason = "the premises are not upper bounds in both directions";
    rejected(&changed(|c| second(c, forward)), 1, reason);
    let alone = changed(|c| step(c, "claim")["premises"] = json!(["s1", "s3"]));
    rejected(&alone, 1, "a premise bounds only one direction of neighbours");
    // From below either direction is one that neighbours have.
    let states = |relation: &str, value: &str, holds: bool| {
        changed(|c| {
            step(c, "claim")["premises"] = json!(["s1"]);
            step(c, "claim")["conclusion"] =
                json!({"delta": {"eps": "ln(3/2)"}, relation: value, "is": holds});
            c["claim"].as_object_mut().unwrap().remove("equals");
            c["claim"][relation] = json!(value);
            c["verdict"] = json!(if holds { "holds" } else { "refuted" });
        })
    };
    assert_eq!(verdict(&states("at-least", "81/512", true)).0, 0);
    for relation in ["at-most", "equals"] {
        let report = dpcert_checker::check(&states(relation, "80/512", false).to_string(), None);
        assert_eq!(report.verdict, dpcert_checker::Verdict::Refuted, "{relation}");
        rejected(
            &states(relation, "81/512", false),
            1,
            "the claim does not follow from the premises",
        );
    }
    // A finite pair is not ordered where a record is in one of several steps; the mechanism beside
    // it is.
    let pair = |sampled: bool| {
        changed(move |c| {
            let row = &mut c["ledger"][0];
            *row = json!({"id": row["id"], "mechanism": "finite-pair", "p": ["3/4", "1/4"], "q": ["1/4", "3/4"]});
            if sampled {
                row["sampling"] = json!({"method": "random-allocation", "steps": "4"});
            }
        })
    };
    assert_eq!(verdict(&pair(true)).0, 0);
    assert_eq!(verdict(&pair(false)).0, 1);
    let mut beside = pair(true);
    let other = json!({"id": "other", "mechanism": "finite-pair", "p": ["1/2", "1/2"], "q": ["1/2", "1/2"]});
    beside["ledger"].as_array_mut().unwrap().push(other);
    beside["claim"]["over"] = json!(["*"]);
    rejected(&beside, 3, "no rule covers an ordered pair next to a sample");
}

/// Trade-off functions have no rule where the directions differ.
#[test]
fn trade_off_functions_have_no_rule() {
    for (bounds, relation, value, reason) in [
        ("upper", "at-most", "1", "a premise bounds only one direction of neighbours"),
        ("test", "at-least", "0", "a premise is about another trade-off function"),
    ] {
        let steps = json!([
            {"id": "s1", "rule": "outcome-errors", "premises": [], "arguments": {"alpha": "1/4", "bounds": bounds},
                "conclusion": {"beta": {"alpha": "1/4"}, relation: value}},
            {"id": "s2", "rule": "claim", "premises": ["s1"], "arguments": {},
                "conclusion": {"beta": {"alpha": "1/4"}, relation: value, "is": true}},
        ]);
        let sampling = json!({"method": "random-allocation", "steps": "4"});
        let row = json!({"mechanism": "randomized-response", "eps": "ln(3)", "sampling": sampling});
        let claim = json!({"beta": {"alpha": "1/4"}, relation: value});
        rejected(&super::forged(row, claim, json!([]), steps), 1, reason);
    }
}

/// The outcomes are work that is charged when the row is read, about in proportion to what it
/// takes.
#[test]
fn steps_are_charged() {
    let work = |steps: u64| {
        let work = Work::default();
        let fields = json!({"id": "a", "mechanism": "randomized-response", "eps": "ln(3)",
            "sampling": {"method": "random-allocation", "steps": steps}});
        let scope = dpcert_checker::scope::Scope {
            unit: "person".to_owned(),
            adjacency: "add-remove".to_owned(),
        };
        let fields = dpcert_checker::json::parse(&fields.to_string()).unwrap();
        Row::read("row", fields, &scope, &work).unwrap();
        work.spent()
    };
    let (few, many) = (work(100), work(1000));
    // For each step two products for each of up to as many sums as steps, and fractions in lowest
    // terms.
    assert!(
        few > 2 * 100 * 100 * 512 && many > 2 * 1000 * 1000 * 512 + 1000 * 2000 * 2000 / 8,
        "{few} {many}"
    );
    assert!(many < 1 << 32, "{many}");
}
