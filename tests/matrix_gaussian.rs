//! Runs of matrix mechanisms as one Gaussian mechanism: by all patterns and signs, and by
//! compositions that they are.

use crate::support::answered::{answer, ends, exactly};
use crate::support::{Fraction, decimal, fraction, real, whole};
use dpcert::input::{Field, from_json};
use dpcert::mechanism::Family;
use dpcert::sensitivity::Question as Asked;
use dpcert::{Content, Limits, Mechanism, Options, Query, Question, ask};
use proptest::prelude::*;

fn run(strategy: &str, participation: &str, rest: &str) -> String {
    format!("matrix-gaussian(strategy={strategy}, participation={participation}, {rest})")
}

/// The squared sensitivity is rho under noise of the variance 1/2.
fn squared(strategy: &str, participation: &str, dimension: &str) -> Fraction {
    exactly(
        &run(strategy, participation, &format!("sigma=sqrt(1/2), dimension={dimension}")),
        &Query::Rho,
    )
}

fn delta(eps: &str) -> Query {
    Query::Delta { eps: real(eps) }
}

fn rows(matrix: &[Vec<i64>]) -> String {
    let row = |row: &Vec<i64>| {
        format!("[{}]", row.iter().map(i64::to_string).collect::<Vec<_>>().join(", "))
    };
    format!("[{}]", matrix.iter().map(row).collect::<Vec<_>>().join(", "))
}

/// The largest squared norm of a sum of columns with signs, over all patterns of steps at least b
/// apart.
fn enumerated(matrix: &[Vec<i64>], b: usize, k: usize) -> i64 {
    let n = matrix[0].len();
    let signs = (0..3usize.pow(u32::try_from(n).unwrap())).map(|code| {
        let sign =
            |j: usize| i64::try_from(code / 3usize.pow(u32::try_from(j).unwrap()) % 3).unwrap() - 1;
        (0..n).map(sign).collect::<Vec<i64>>()
    });
    let allowed = signs.filter(|signs| {
        let steps: Vec<usize> = (0..n).filter(|j| signs[*j] != 0).collect();
        steps.len() <= k && steps.windows(2).all(|pair| pair[1] - pair[0] >= b)
    });
    let norm = |signs: Vec<i64>| {
        let entry = |row: &Vec<i64>| row.iter().zip(&signs).map(|(x, sign)| x * sign).sum::<i64>();
        matrix.iter().map(|row| entry(row).pow(2)).sum()
    };
    allowed.map(norm).max().unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, ..ProptestConfig::default() })]

    #[test]
    fn numbers_move_a_run_as_all_patterns_do(
        matrix in prop::collection::vec(prop::collection::vec(-3i64..4, 5), 1..6), b in 1usize..4, k in 1usize..5,
    ) {
        let expected = Fraction::from_integer(enumerated(&matrix, b, k).into());
        prop_assert_eq!(squared(&rows(&matrix), &format!("min-sep(b={b}, k={k})"), "1"), expected);
    }
}

#[test]
fn values() {
    let three = "min-sep(b=2, k=3)";
    for (strategy, participation, expected) in [
        ("toeplitz(coefficients=[1, 1/2, 3/8], n=6)", three, "177/32"),
        ("toeplitz(coefficients=[1, 1/2], n=6)", three, "15/4"),
        ("toeplitz(coefficients=[1, 1/2], n=6)", "periodic(b=2)", "15/4"),
        ("inverse-toeplitz(coefficients=[1, -1], n=6)", three, "28"),
        ("blt(omega=[1/2], theta=[1/2], n=3)", "single", "21/16"),
        ("columns(columns=[[1, 1/2], [1]])", "min-sep(b=1)", "13/4"),
        ("[[1, 0], [1/2, 1]]", "min-sep(b=1)", "13/4"),
        ("toeplitz(coefficients=[2, 2, -1], n=3)", "min-sep(b=1)", "30"),
        // A binary tree over four steps: each is in a node of each of three levels.
        (
            "[[1,0,0,0], [0,1,0,0], [0,0,1,0], [0,0,0,1], [1,1,0,0], [0,0,1,1], [1,1,1,1]]",
            "single",
            "3",
        ),
    ] {
        assert_eq!(
            squared(strategy, participation, "any"),
            fraction(expected),
            "{strategy} {participation}"
        );
        assert!(answer(&run(strategy, participation, "sigma=2"), &delta("1")).tight, "{strategy}");
    }
    let signs = squared("toeplitz(coefficients=[2, 2, -1], n=3)", "min-sep(b=1)", "1");
    assert_eq!(signs, whole(29));
    // The claim of jax_privacy: 5/4 in place of 15/4.
    let text = run("toeplitz(coefficients=[1, 1/2], n=6)", three, "sigma=1");
    let (low, high) = ends(&text, &Query::Eps { delta: real("1e-5") });
    assert!(low <= decimal("9.60835239813377476031") && decimal("9.6083523981337747603") <= high);
    // C = 0 says nothing.
    assert_eq!(exactly(&run("[[0, 0]]", "min-sep(b=1)", "sigma=1"), &Query::Tv), whole(0));
}

/// Steps without correlation are Gaussian mechanisms of their own, and a user is in as many as the
/// pattern has.
#[test]
fn uncorrelated_steps_are_a_composition() {
    for (strategy, participation, sigma, count) in [
        ("toeplitz(coefficients=[1], n=5)", "min-sep(b=1)", "2", 5),
        ("toeplitz(coefficients=[1], n=5)", "min-sep(b=1, k=3)", "2", 3),
        ("toeplitz(coefficients=[1], n=5)", "periodic(b=2)", "2", 3),
        ("toeplitz(coefficients=[3], n=5)", "single", "6", 1),
        ("[[1, 0], [0, 1]]", "min-sep(b=1)", "2", 2),
        // Two bands that no two participations share.
        ("toeplitz(coefficients=[3/5, 4/5], n=6)", "min-sep(b=2)", "2", 3),
    ] {
        let text = run(strategy, participation, &format!("sigma={sigma}"));
        let steps = format!("gaussian(sigma=2)^{count}");
        for query in [
            delta("0"),
            delta("1"),
            Query::Eps { delta: real("1e-6") },
            Query::Beta { alpha: real("1/8") },
        ] {
            assert_eq!(ends(&text, &query), ends(&steps, &query), "{text}");
        }
        // Beside other mechanisms it is on a grid, which is another one.
        let beside = |one: &str| ends(&format!("{one} * laplace(eps=1/2)"), &delta("1"));
        let ((low, high), (least, most)) = (beside(&text), beside(&steps));
        assert!(low <= most && least <= high, "{text}");
        assert!(high - low <= fraction("1/500") && most - least <= fraction("1/500"), "{text}");
    }
}

/// Cyclic Poisson sampling: each block of b steps is one sample under the longest column.
#[test]
fn blocks_of_bands_are_samples() {
    let column = run("toeplitz(coefficients=[1, 1/2], n=100)", "single", "sigma=sqrt(5/4)");
    let query = Query::Eps { delta: real("1e-5") };
    let blocks = ends(&format!("poisson(1/100, {column})^50"), &query);
    assert_eq!(blocks, ends("poisson(1/100, gaussian(sigma=1))^50", &query));
}

#[test]
fn groups_and_open_parameters() {
    let strategy = "toeplitz(coefficients=[1, 1/2], n=6)";
    let of = |sigma: &str| run(strategy, "min-sep(b=2, k=3)", &format!("sigma={sigma}"));
    assert_eq!(ends(&format!("group(3, {})", of("3")), &delta("1")), ends(&of("1"), &delta("1")));
    let family = Family::parse(&format!("{}^2", of("?"))).unwrap();
    assert_eq!((family.parameter().kind, family.parameter().name), ("matrix-gaussian", "sigma"));
}

/// Signs that are not decided within the limits.
const LONG: &str =
    "toeplitz(coefficients=[1, 0, 1, 0, 0, -1, 1, 0, 0, 0, 1, 1, -1, 0, 1, 1, 0, 1, 1, -1], n=400)";

/// An enclosed sensitivity: the lower end is that of a pattern, the upper end that of the bound.
#[test]
fn an_enclosed_sensitivity_is_between_two_pairs() {
    let text = format!(r#"{{"strategy": "{LONG}", "participation": "min-sep(b=1, k=200)"}}"#);
    let node = from_json(&text).unwrap();
    let asked = Asked::read(&Field { node: &node, path: "sensitivity".into() }).unwrap();
    let limits = Limits { work: 1 << 28, ..Limits::default() };
    let found =
        ask(&Question::Sensitivity(asked), &Options { limits, ..Options::default() }).unwrap();
    let Content::Sensitivity(found) = found.content else { panic!("a sensitivity") };
    let [lower, upper] =
        [found.squared.lower(), found.squared.upper()].map(|end| end.to_rational().unwrap());
    assert!(lower < upper);
    let scale = 60;
    let mechanism = run(LONG, "min-sep(b=1, k=200)", &format!("sigma={scale}"));
    let near = fraction("1/1000");
    for (before, query) in [("", delta("1")), ("gaussian(sigma=1) * ", delta("2"))] {
        let both = format!("{before}{mechanism}");
        assert!(!answer(&both, &query).tight);
        let of = |end| {
            ends(&format!("{before}gaussian(scale={scale}, sensitivity=sqrt({end}))"), &query)
        };
        let ((low, high), least, most) = (ends(&both, &query), of(&lower), of(&upper));
        assert!(low <= least.1 && &least.0 - &near <= low, "{low} {least:?}");
        assert!(high >= most.0 && high <= &most.1 + &near, "{high} {most:?}");
        assert!(least.1 < most.0);
    }
    let group = |size: u64, scale: u64| {
        let text = run(LONG, "min-sep(b=1, k=200)", &format!("sigma={scale}"));
        ends(&format!("group({size}, {text})"), &delta("1"))
    };
    assert_eq!(group(2, 120), group(1, 60));
}

#[test]
fn any_notation() {
    let expected = Mechanism::parse(&run(
        "toeplitz(coefficients=[1, 1/2], n=6)",
        "min-sep(b=2, k=3)",
        "sigma=1",
    ))
    .unwrap();
    for (strategy, participation) in [
        (r#""toeplitz(coefficients=[1, 1/2], n=6)""#, r#""min-sep(b=2, k=3)""#),
        (
            r#"{"kind": "toeplitz", "coefficients": [1, "1/2"], "n": 6}"#,
            r#"{"kind": "periodic", "b": 2, "k": 3}"#,
        ),
    ] {
        let text = format!(
            r#"{{"kind": "matrix-gaussian", "strategy": {strategy}, "participation": {participation}, "sigma": 1}}"#
        );
        let node = from_json(&text).unwrap();
        let read = Mechanism::read(&Field { node: &node, path: "mechanism".into() }).unwrap();
        assert_eq!(read, expected, "{text}");
    }
    let table =
        run("{kind=toeplitz, coefficients=[1, 1/2], n=6}", "{kind=min-sep, b=2, k=3}", "sigma=1");
    assert_eq!(Mechanism::parse(&table).unwrap(), expected);
}

#[test]
fn refusals() {
    let good = "toeplitz(coefficients=[1, 1/2], n=6)";
    for (text, message) in [
        ("matrix-gaussian()".to_owned(), "\"strategy\", \"participation\", \"sigma\" are missing"),
        (format!("matrix-gaussian(strategy={good}, participation=single)"), "\"sigma\" is missing"),
        (run(good, "single", "sigma=0"), "sigma = 0 is not positive"),
        (run(good, "single", "sigma=1, dimension=2"), "an unknown dimension"),
        (run(good, "single", "sigma=1, noise_multiplier=1"), "no field \"noise_multiplier\""),
        (run(good, "single", "sigma=1, sensitivity=1"), "no field \"sensitivity\""),
        (run(good, "often", "sigma=1"), "unknown word \"often\""),
        (
            run("toeplitz(coefficients=[1, 2], n=1)", "single", "sigma=1"),
            "2 coefficients do not fit in 1 steps",
        ),
        (run("[[1, ln(2)]]", "single", "sigma=1"), "not known to be rational"),
        (run("[[1, 1], [1]]", "single", "sigma=1"), "row 1 has 1 entries"),
        (run("gaussian(sigma=1)", "single", "sigma=1"), "unknown word \"gaussian\""),
        ("bandmf(n=1)".to_owned(), "unknown word \"bandmf\""),
        (
            format!(
                "without-replacement(1/2, {})^2 * zcdp(1)",
                run(good, "periodic(b=0)", "sigma=1")
            ),
            "b must be >= 1",
        ),
    ] {
        let error = Mechanism::parse(&text).unwrap_err();
        let dpcert::Refusal::Input(error) = error else { panic!("{text}: {error}") };
        assert!(
            format!("{error} {}", error.help).contains(message),
            "{text}: {error} {}",
            error.help
        );
    }
}
