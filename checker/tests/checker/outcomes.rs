//! All outcomes of finite pairs, against sums over all sequences of outcomes and against other
//! formulas.

use super::{number, read_row, row};
use dpcert_checker::discretise::{Spacing, lattice};
use dpcert_checker::ledger::Row;
use dpcert_checker::pair::Direction;
use dpcert_checker::rational::BigRational;
use dpcert_checker::row::Bounds;
use dpcert_checker::rules::Outcomes;
use dpcert_checker::work::Work;
use num_traits::{One, Zero};
use serde_json::{Value, json};

fn outcomes(rows: &[Row], direction: Direction) -> Outcomes {
    Outcomes::of(rows, direction, &Work::default()).unwrap()
}

/// Two rows of which the first is taken three times: all sequences of outcomes, as masses under P
/// and Q.
fn sequences() -> (Vec<Row>, Vec<(BigRational, BigRational)>) {
    let (first, second) = (
        [("1/2", "1/3"), ("1/4", "1/3"), ("1/4", "1/12"), ("0", "1/4")],
        [("1/10", "0"), ("1/5", "2/5"), ("7/10", "3/5")],
    );
    let pair = |id: &str, count: &str, masses: &[(&str, &str)]| {
        let (p, q): (Vec<&str>, Vec<&str>) = masses.iter().copied().unzip();
        row(&json!({"id": id, "mechanism": "finite-pair", "count": count, "p": p, "q": q}))
    };
    let rows = vec![pair("first", "3", &first), pair("second", "1", &second)];
    let mut all = vec![(BigRational::one(), BigRational::one())];
    for masses in [&first[..], &first, &first, &second] {
        let more = |(p, q): &(BigRational, BigRational)| -> Vec<(BigRational, BigRational)> {
            masses.iter().map(|(own_p, own_q)| (p * number(own_p), q * number(own_q))).collect()
        };
        all = all.iter().flat_map(more).collect();
    }
    (rows, all)
}

/// delta of listed outcomes.
fn sum(all: &[(BigRational, BigRational)], at: &BigRational) -> BigRational {
    all.iter().map(|(p, q)| (p - at * q).max(BigRational::zero())).sum()
}

#[test]
fn delta_is_the_sum_over_all_sequences() {
    let (rows, all) = sequences();
    let exchanged: Vec<(BigRational, BigRational)> =
        all.iter().map(|(p, q)| (q.clone(), p.clone())).collect();
    let ratios = all.iter().filter(|(_, q)| q.is_positive()).map(|(p, q)| p / q);
    for at in ratios.chain(["0", "1/2", "1", "4/3", "5", "1000"].map(number)) {
        assert_eq!(outcomes(&rows, Direction::Forward).delta(&at), sum(&all, &at), "{at}");
        assert_eq!(outcomes(&rows, Direction::Backward).delta(&at), sum(&exchanged, &at), "{at}");
    }
}

/// The trade-off function is the highest of the lines `1 - delta(E) - E alpha`, which touch it at
/// the ratios.
#[test]
fn second_errors_are_those_of_the_lines() {
    let (rows, all) = sequences();
    let ratios: Vec<BigRational> = all
        .iter()
        .filter(|(_, q)| q.is_positive())
        .map(|(p, q)| p / q)
        .chain([BigRational::zero()])
        .collect();
    for alpha in ["0", "1/1000", "1/10", "1/3", "1/2", "3/4", "99/100", "1"].map(number) {
        let line = |at: &BigRational| BigRational::one() - sum(&all, at) - at * &alpha;
        let highest = ratios.iter().map(line).max().unwrap();
        assert_eq!(outcomes(&rows, Direction::Forward).second_error(&alpha), highest, "{alpha}");
    }
}

/// Rows on a lattice whose step has a denominator.
#[test]
fn rows_and_outcomes_agree() {
    let step = super::parse("ln(3/2)").unwrap();
    let rows = [
        row(
            &json!({"id": "a", "mechanism": "approx-dp", "eps": "ln(3/2)", "delta": "1/9", "count": "3"}),
        ),
        row(
            &json!({"id": "b", "mechanism": "approx-dp-tv", "eps": "ln(9/4)", "delta": "0", "alpha": "1/5"}),
        ),
    ];
    let once = |row: &Row| {
        lattice(
            row,
            Direction::Forward,
            Bounds::Upper,
            &Spacing { step: &step, bits: None },
            &Work::default(),
        )
        .unwrap()
    };
    let (first, second) = (once(&rows[0]), once(&rows[1]));
    let twice = first.convolve(&first, -2, 2, None).unwrap();
    let whole =
        twice.convolve(&first, -3, 3, None).unwrap().convolve(&second, -5, 5, None).unwrap();
    let all = outcomes(&rows, Direction::Forward);
    for at in ["1/100", "2/3", "1", "5/4", "3/2", "9/4", "5", "243/32", "100"].map(number) {
        assert_eq!(whole.delta_exact(&at, &number("3/2")).unwrap(), all.delta(&at), "{at}");
    }
}

/// `f(alpha) = max(0, 1 - delta - E alpha, (1 - delta - alpha) / E)` over all constraints, and
/// delta its conjugate.
#[test]
fn constraints_are_the_highest_of_their_curves() {
    let one = BigRational::one;
    for constraints in [
        &[("2", "1/10"), ("4", "1/50")][..],
        &[("1", "1/4"), ("3", "1/8"), ("9", "0")],
        &[("1", "0")],
        &[("5", "1")],
        &[("3", "1/10"), ("2", "1/10"), ("2", "1/5")],
    ] {
        let table =
            |(ratio, delta): &(&str, &str)| json!({"eps": format!("ln({ratio})"), "delta": delta});
        let listed: Vec<Value> = constraints.iter().map(table).collect();
        let rows = [row(&json!({"id": "all", "mechanism": "multi-dp", "constraints": listed}))];
        let curve = |alpha: &BigRational| {
            let each = constraints.iter().flat_map(|(ratio, delta)| {
                let (ratio, rest) = (number(ratio), one() - number(delta));
                [&rest - &ratio * alpha, (&rest - alpha) / ratio]
            });
            each.chain([BigRational::zero()]).max().unwrap()
        };
        for direction in [Direction::Forward, Direction::Backward] {
            let all = outcomes(&rows, direction);
            let levels: Vec<BigRational> =
                (0..=240).map(|n| BigRational::new(n.into(), 240.into())).collect();
            for alpha in &levels {
                assert_eq!(all.second_error(alpha), curve(alpha), "{constraints:?} {alpha}");
            }
            for (ratio, delta) in constraints {
                assert!(all.delta(&number(ratio)) <= number(delta), "{constraints:?} {ratio}");
            }
            for at in ["0", "1/3", "1", "2", "7/2"].map(number) {
                let line = |alpha: &BigRational| one() - curve(alpha) - &at * alpha;
                let conjugate = levels.iter().map(line).max().unwrap();
                let delta = all.delta(&at);
                // The corners may lie between the levels, at which no curve is steeper than 9.
                assert!(
                    conjugate <= delta && delta - conjugate <= number("9/240"),
                    "{constraints:?} {at}"
                );
            }
        }
    }
}

#[test]
fn what_has_no_rational_outcomes_is_not_guessed() {
    for (row, reason) in [
        (
            row(&json!({"id": "x", "mechanism": "gaussian", "sigma": "1"})),
            "is not known to have finitely many outcomes of rational masses",
        ),
        (
            row(&json!({"id": "x", "mechanism": "approx-dp", "eps": "1", "delta": "0"})),
            "is not known to have finitely many outcomes of rational masses",
        ),
        (
            row(
                &json!({"id": "x", "mechanism": "approx-dp", "eps": "ln(2)", "delta": "0", "count": "1000000"}),
            ),
            "it needs more work",
        ),
    ] {
        // Little is left of the work.
        let work = Work::default();
        work.spend((1 << 36) - (1 << 26)).unwrap();
        let fault = Outcomes::of(&[row], Direction::Forward, &work).unwrap_err();
        assert!(fault.to_string().contains(reason), "{fault:?}");
    }
    for (constraint, reason) in [
        (json!({"eps": "-ln(2)", "delta": "0"}), "eps is below 0"),
        (json!({"eps": "ln(2)", "delta": "-1"}), "delta is not in [0, 1]"),
        (json!({"eps": "sqrt(2)", "delta": "0"}), "e^eps, or eps, is not rational"),
        (json!({"eps": "-1/2", "delta": "0"}), "eps is below 0"),
        (json!({"eps": "ln(2)", "delta": "0", "more": "1"}), "more"),
    ] {
        let row = json!({"id": "x", "mechanism": "multi-dp", "constraints": [constraint]});
        let error = read_row(&row, "add-remove").unwrap_err();
        assert!(error.to_string().contains(reason), "{error:?}");
    }
}
