//! The sensitivity of matrix mechanisms, against all patterns and signs, one by one.

use crate::support::effort;
use dpcert::answer::Sensitivity;
use dpcert::input::{Field, from_json};
use dpcert::sensitivity::{Dimension, Participation, Question, Strategy};
use dpcert::{Content, Limits, Method, Options, Refusal, ask};
use malachite::rational::Rational;
use proptest::prelude::*;
use proptest::strategy::Strategy as _;

fn rational(text: &str) -> Rational {
    dpcert::exact::literal::parse(text).unwrap().as_rational().expect("a rational").clone()
}

fn list(text: &str) -> Vec<Rational> {
    text.split(',').map(|entry| rational(entry.trim())).collect()
}

/// A participation, in words.
#[derive(Clone, Copy, Debug)]
struct Pattern {
    b: usize,
    k: usize,
    is_periodic: bool,
}

impl Pattern {
    fn new(b: usize, k: usize) -> Pattern {
        Pattern { b, k, is_periodic: false }
    }

    fn participation(self) -> Participation {
        let make =
            if self.is_periodic { Participation::periodic } else { Participation::min_separation };
        make(self.b, Some(self.k)).unwrap()
    }

    /// By the definition.
    fn has(self, steps: &[usize]) -> bool {
        let gaps = steps.windows(2).map(|pair| pair[1] - pair[0]);
        steps.len() <= self.k
            && gaps.into_iter().all(
                |gap| {
                    if self.is_periodic { gap == self.b } else { gap >= self.b }
                },
            )
    }

    /// All sets of steps that it allows.
    fn all(self, n: usize) -> impl Iterator<Item = Vec<usize>> {
        let steps = move |set: u32| (0..n).filter(|i| set >> i & 1 == 1).collect::<Vec<_>>();
        (1u32..1 << n).map(steps).filter(move |steps| self.has(steps))
    }
}

/// The rows of the lower triangular matrix with these coefficients.
fn toeplitz(coefficients: &[Rational], n: usize) -> Vec<Vec<Rational>> {
    let entry = |i: usize, j: usize| {
        i.checked_sub(j).and_then(|lag| coefficients.get(lag)).cloned().unwrap_or_default()
    };
    (0..n).map(|i| (0..n).map(|j| entry(i, j)).collect()).collect()
}

/// The squared norm of the sum of some columns with signs.
fn squared(rows: &[Vec<Rational>], steps: &[usize], signs: u32) -> Rational {
    rows.iter().fold(Rational::from(0), |norm, row| {
        let entry = rows_sum(row, steps, signs);
        norm + &entry * &entry
    })
}

fn rows_sum(row: &[Rational], steps: &[usize], signs: u32) -> Rational {
    steps.iter().enumerate().fold(Rational::from(0), |sum, (i, step)| match signs >> i & 1 {
        0 => sum + &row[*step],
        _ => sum - &row[*step],
    })
}

/// The largest squared norm over the signs of the columns of a pattern.
fn signed(rows: &[Vec<Rational>], steps: &[usize]) -> Rational {
    (0..1u32 << (steps.len() - 1)).map(|signs| squared(rows, steps, signs)).max().unwrap()
}

/// The largest over all patterns and signs, one by one.
fn enumerated(rows: &[Vec<Rational>], pattern: Pattern) -> Rational {
    pattern.all(rows[0].len()).map(|steps| signed(rows, &steps)).max().unwrap()
}

/// The value for three vectors: `G_ij` with two of its products exchanged is a rank of one, `u_1^2
/// = -G_12 G_13 / G_23`, where the product of all three is negative and unit vectors have `sum u_i
/// v_i = 0`. Signs are optimal elsewhere.
fn three(rows: &[Vec<Rational>], steps: &[usize]) -> Rational {
    let inner = |i: usize, j: usize| {
        rows.iter().fold(Rational::from(0), |sum, row| sum + &row[steps[i]] * &row[steps[j]])
    };
    let (p, q, r) = (inner(0, 1), inner(0, 2), inner(1, 2));
    if &p * &q * &r >= 0 {
        return signed(rows, steps);
    }
    let squares = [-(&p * &q / &r), -(&p * &r / &q), -(&q * &r / &p)];
    // |u| + |v| >= |w| for all orders: 2 (x y + y z + z x) >= x^2 + y^2 + z^2 for the squares.
    let [x, y, z] = &squares;
    let mixed = (x * y + y * z + z * x) * Rational::from(2);
    match mixed >= x * x + y * y + z * z {
        true => (0..3).fold(Rational::from(0), |sum, i| sum + inner(i, i)) + x + y + z,
        false => signed(rows, steps),
    }
}

fn asked(question: Question, options: &Options) -> (Sensitivity, Method, bool) {
    let answer = ask(&dpcert::Question::Sensitivity(question), options).unwrap();
    let Content::Sensitivity(found) = answer.content else { panic!("not a sensitivity") };
    (*found, answer.method, answer.tight)
}

fn found(
    strategy: &Strategy,
    pattern: Pattern,
    dimension: Dimension,
) -> (Sensitivity, Method, bool) {
    let question =
        Question { strategy: strategy.clone(), participation: pattern.participation(), dimension };
    asked(question, &Options::default())
}

fn exactly(found: &Sensitivity) -> Rational {
    found.squared.exact().and_then(|exact| exact.as_rational().cloned()).expect("an exact value")
}

fn steps(found: &Sensitivity) -> Vec<usize> {
    found.pattern.iter().map(|step| usize::try_from(*step).unwrap()).collect()
}

/// The answer in one dimension is that of all patterns and signs, and its pattern attains it. That
/// in any dimension is at least as large; where no three columns disagree it is the same.
fn agrees(rows: &[Vec<Rational>], strategy: &Strategy, pattern: Pattern) {
    let (one, _, tight) = found(strategy, pattern, Dimension::One);
    let expected = enumerated(rows, pattern);
    assert!(tight && pattern.has(&steps(&one)), "{rows:?} {pattern:?}");
    assert_eq!(exactly(&one), expected, "{rows:?} {pattern:?}");
    assert_eq!(signed(rows, &steps(&one)), expected, "{rows:?} {pattern:?}");
    let (any, method, tight) = found(strategy, pattern, Dimension::Any);
    assert!(any.squared.upper().compare(&expected).is_ge(), "{rows:?} {pattern:?}");
    assert!(pattern.has(&steps(&any)));
    if method != Method::Semidefinite {
        assert!(tight);
        assert_eq!(exactly(&any), expected, "{rows:?} {pattern:?}");
    }
    if pattern.k.min(rows[0].len().div_ceil(pattern.b)) == 3 {
        let all = pattern
            .all(rows[0].len())
            .filter(|steps| steps.len() == 3)
            .map(|steps| three(rows, &steps));
        let shorter = pattern
            .all(rows[0].len())
            .filter(|steps| steps.len() < 3)
            .map(|steps| signed(rows, &steps));
        encloses(&any, &all.chain(shorter).max().unwrap(), "three columns");
    }
}

/// The value is between the ends, which are closer than 1e-9 of it.
fn encloses(found: &Sensitivity, value: &Rational, what: &str) {
    assert!(found.squared.lower().compare(value).is_le(), "{what}: {value} < {:?}", found.squared);
    assert!(found.squared.upper().compare(value).is_ge(), "{what}: {value} > {:?}", found.squared);
    let width = found.squared.width().unwrap();
    assert!(width * Rational::from(10u64.pow(9)) <= *value, "{what}: {:?}", found.squared);
}

fn coefficients(least: i64) -> impl proptest::strategy::Strategy<Value = Vec<Rational>> {
    let number = (least..7i64, 1i64..4).prop_map(|(p, q)| Rational::from_signeds(p, q));
    prop::collection::vec(number, 1..5)
}

fn pattern() -> impl proptest::strategy::Strategy<Value = Pattern> {
    (1usize..4, 1usize..5, any::<bool>()).prop_map(|(b, k, is_periodic)| Pattern {
        b,
        k,
        is_periodic,
    })
}

fn config(cases: usize) -> ProptestConfig {
    ProptestConfig {
        cases: (cases * effort()) as u32,
        failure_persistence: None,
        ..ProptestConfig::default()
    }
}

proptest! {
    #![proptest_config(config(100))]

    #[test]
    fn toeplitz_strategies_are_those_of_all_patterns(c in coefficients(-6), n in 4usize..8, pattern in pattern()) {
        agrees(&toeplitz(&c, n), &Strategy::toeplitz(&c, n).unwrap(), pattern);
    }

    /// The closed form for falling coefficients, with any signs of rows and columns; and the same
    /// matrix by its rows, for which there is none.
    #[test]
    fn falling_coefficients_have_a_closed_form(mut c in coefficients(0), signs in 0u8..4, n in 4usize..9, pattern in pattern()) {
        c.sort_by(|x, y| y.cmp(x));
        for (i, x) in c.iter_mut().enumerate() {
            if (signs & 1 == 1) != (signs & 2 == 2 && i % 2 == 1) {
                *x *= Rational::from(-1);
            }
        }
        let (rows, strategy) = (toeplitz(&c, n), Strategy::toeplitz(&c, n).unwrap());
        let (closed, method, _) = found(&strategy, pattern, Dimension::Any);
        prop_assert_eq!(method, Method::ClosedForm);
        let (by_rows, _, _) = found(&Strategy::rows(&rows).unwrap(), pattern, Dimension::Any);
        prop_assert_eq!(exactly(&closed), exactly(&by_rows));
        agrees(&rows, &strategy, pattern);
    }

    #[test]
    fn matrices_are_those_of_all_patterns(
        entries in prop::collection::vec(prop::collection::vec(-3i64..5, 6), 1..5), pattern in pattern(), least in -3i64..1,
    ) {
        let entry = |x: &i64| Rational::from((*x).max(least));
        let rows: Vec<Vec<Rational>> = entries.iter().map(|row| row.iter().map(entry).collect()).collect();
        agrees(&rows, &Strategy::rows(&rows).unwrap(), pattern);
    }

    #[test]
    fn banded_columns_are_those_of_all_patterns(
        entries in prop::collection::vec(prop::collection::vec(0i64..5, 3), 7), pattern in pattern(),
    ) {
        let n = entries.len();
        let column = |(j, column): (usize, &Vec<i64>)| column.iter().take(n - j).map(|x| Rational::from(*x)).collect();
        let columns: Vec<Vec<Rational>> = entries.iter().enumerate().map(column).collect();
        let entry = |i: usize, j: usize| i.checked_sub(j).and_then(|lag| columns[j].get(lag)).cloned().unwrap_or_default();
        let rows: Vec<Vec<Rational>> = (0..n).map(|i| (0..n).map(|j| entry(i, j)).collect()).collect();
        agrees(&rows, &Strategy::columns(&columns).unwrap(), pattern);
    }

    /// Coefficients of the inverse, multiplied out; and those of a buffered matrix, by their
    /// formula.
    #[test]
    fn recurrences_are_their_coefficients(a in coefficients(-3), n in 5usize..8, pattern in pattern()) {
        prop_assume!(a[0] != 0);
        let mut c: Vec<Rational> = Vec::new();
        for i in 0..n {
            let known = (1..a.len().min(i + 1)).fold(Rational::from(u8::from(i == 0)), |sum, j| sum - &a[j] * &c[i - j]);
            c.push(known / &a[0]);
        }
        let product = |i: usize| (0..=i).fold(Rational::from(0), |sum, j| sum + a.get(j).cloned().unwrap_or_default() * &c[i - j]);
        prop_assert!((0..n).all(|i| product(i) == u8::from(i == 0)));
        agrees(&toeplitz(&c, n), &Strategy::inverse_toeplitz(&a, n).unwrap(), pattern);
        let theta: Vec<Rational> = a.iter().map(|x| x / Rational::from(8)).collect();
        let power = |x: &Rational, k: usize| (0..k).fold(Rational::from(1), |product, _| product * x);
        let term = |i: usize| a.iter().zip(&theta).fold(Rational::from(0), |sum, (w, x)| sum + w * power(x, i - 1));
        let c: Vec<Rational> = (0..n).map(|i| if i == 0 { Rational::from(1) } else { term(i) }).collect();
        agrees(&toeplitz(&c, n), &Strategy::blt(&a, &theta, n).unwrap(), pattern);
    }

    /// Short lists of states, no work and no patterns left: what is answered is still between the
    /// ends.
    #[test]
    fn bounds_without_a_search_are_bounds(c in coefficients(-6), n in 6usize..9, pattern in pattern(), work in 0u32..20) {
        let limits = Limits { work: 1 << work, ..Limits::default() };
        let expected = enumerated(&toeplitz(&c, n), pattern);
        for strategy in [Strategy::toeplitz(&c, n).unwrap(), Strategy::rows(&toeplitz(&c, n)).unwrap()] {
            for dimension in [Dimension::One, Dimension::Any] {
                let question = dpcert::Question::Sensitivity(
                    Question { strategy: strategy.clone(), participation: pattern.participation(), dimension },
                );
                match ask(&question, &Options { limits, ..Options::default() }) {
                    Err(Refusal::TooCostly(_)) => {}
                    Err(other) => panic!("{other}"),
                    Ok(answer) => {
                        let Content::Sensitivity(found) = answer.content else { unreachable!() };
                        prop_assert!(found.squared.upper().compare(&expected).is_ge(), "{:?}", found.squared);
                        prop_assert!(dimension == Dimension::Any || found.squared.lower().compare(&expected).is_le());
                        prop_assert!(pattern.has(&steps(&found)), "{:?}", found.pattern);
                    }
                }
            }
        }
    }
}

#[test]
fn values() {
    for (c, n, b, k, expected) in [
        ("1, 1/2, 3/8", 6, 2, 3, "177/32"),
        // Coefficients that are not padded would give 5/4.
        ("1, 1/2", 6, 2, 3, "15/4"),
        // Only two full columns fit.
        ("1, 1/2", 5, 2, 3, "7/2"),
        ("1, 1, 1, 1, 1, 1", 6, 2, 3, "28"),
        // The pattern 0, b, 2b would give 8, 6 and 7/4.
        ("1, 0, 1", 6, 1, 3, "9"),
        ("1, 0, 0, 1", 8, 2, 3, "9"),
        ("1, -1/2", 6, 1, 3, "23/4"),
        ("0", 6, 2, 3, "0"),
    ] {
        let strategy = Strategy::toeplitz(&list(c), n).unwrap();
        for dimension in [Dimension::One, Dimension::Any] {
            let (found, _, tight) = found(&strategy, Pattern::new(b, k), dimension);
            assert!(tight);
            assert_eq!(exactly(&found), rational(expected), "{c}");
        }
    }
    // A pattern has a step even where no column has an entry.
    let zero = Strategy::rows(&[list("0, 0, 0")]).unwrap();
    for is_periodic in [false, true] {
        let (found, ..) =
            found(&zero, Pattern { is_periodic, ..Pattern::new(1, 2) }, Dimension::Any);
        assert_eq!((exactly(&found), found.pattern.len()), (Rational::from(0), 1));
    }
    let strategy = Strategy::toeplitz(&list("1, 1/2"), 6).unwrap();
    let single =
        Question { strategy, participation: Participation::single(), dimension: Dimension::Any };
    let (found, _, _) = asked(single, &Options::default());
    assert_eq!(
        (exactly(&found), found.sensitivity.exact().unwrap().to_string()),
        (rational("5/4"), "sqrt(5/4)".into())
    );
    assert_eq!(found.pattern, [0]);
}

/// Signs are not optimal for vectors: 29 with signs, and 30.
#[test]
fn vectors_move_farther_than_numbers() {
    let strategy = Strategy::toeplitz(&list("2, 2, -1"), 3).unwrap();
    let (one, method, _) = found(&strategy, Pattern::new(1, 3), Dimension::One);
    assert_eq!((exactly(&one), method), (Rational::from(29), Method::Patterns));
    let (any, method, tight) = found(&strategy, Pattern::new(1, 3), Dimension::Any);
    assert_eq!((exactly(&any), method, tight), (Rational::from(30), Method::Semidefinite, true));
    assert_eq!(any.pattern, [0, 1, 2]);
}

/// Signs that do not follow a rule, in any dimension: between the two certificates, which are close
/// together.
#[test]
fn programmes_are_narrow() {
    for (c, n, k) in [
        ("2, 2, -1, 1, -1", 7, 4),
        ("3, 2, -1, 2, -2", 8, 5),
        ("3, 1, -1, 2, -2, 1", 9, 6),
        ("1, 1/2, -1/3, 1/4, -1/5, 1/6", 12, 12),
    ] {
        let strategy = Strategy::toeplitz(&list(c), n).unwrap();
        let (one, ..) = found(&strategy, Pattern::new(1, k), Dimension::One);
        let (any, method, _) = found(&strategy, Pattern::new(1, k), Dimension::Any);
        assert_eq!(method, Method::Semidefinite, "{c:?}");
        assert!(any.squared.upper().compare(&exactly(&one)).is_ge());
        let (width, middle) = (any.squared.width().unwrap(), any.squared.midpoint().unwrap());
        assert!(width * Rational::from(10u64.pow(9)) <= middle, "{:?}", any.squared);
    }
}

/// Strategies that no enumeration reaches.
#[test]
fn long_strategies() {
    // Sixteen falling bands in 10^4 steps: the sum of 100 columns, none of which share rows.
    let c: Vec<Rational> = (1..=16).map(|i| Rational::from_signeds(1, i)).collect();
    let strategy = Strategy::toeplitz(&c, 10_000).unwrap();
    let (closed, method, _) = found(&strategy, Pattern::new(100, 100), Dimension::Any);
    let norm = c.iter().fold(Rational::from(0), |sum, x| sum + x * x);
    assert_eq!((exactly(&closed), method), (norm * Rational::from(100), Method::ClosedForm));
    // Bands that do not fall, and columns that share no rows: the programme over columns.
    let mixed = [list("1, -2, 3"), vec![Rational::from(0); 13]].concat();
    let strategy = Strategy::toeplitz(&mixed, 10_000).unwrap();
    let (found_, _, tight) = found(&strategy, Pattern::new(20, 500), Dimension::Any);
    assert!(tight);
    assert_eq!(exactly(&found_), Rational::from(14 * 500));
    // Neighbours share rows: (1, 0, 1) with 5000 participations at least 2 apart has every second
    // column.
    let strategy = Strategy::toeplitz(&list("1, 0, 1"), 2_000).unwrap();
    let (found_, _, tight) = found(&strategy, Pattern::new(2, 1_000), Dimension::Any);
    assert!(tight);
    assert_eq!(exactly(&found_), Rational::from(1 + 999 * 4));
    // Only neighbours of a pattern share rows: signs are optimal, and only the last participation
    // counts for the next.
    let strategy = Strategy::toeplitz(&list("1, 0, 2, 3, -1, -2"), 3_000).unwrap();
    let (one, _, tight) = found(&strategy, Pattern::new(3, 1_000), Dimension::One);
    let (any, method, also) = found(&strategy, Pattern::new(3, 1_000), Dimension::Any);
    assert!(tight && also && method == Method::Patterns);
    assert_eq!(exactly(&one), exactly(&any));
    let c = list("1, 0, 2, 3, -1, -2");
    let inner = |i: usize, j: usize| {
        let shared = c.iter().zip(c.iter().skip(j - i)).take(3_000 - j);
        shared.fold(Rational::from(0), |sum, (x, y)| sum + x * y)
    };
    let steps = steps(&one);
    let norms = steps.iter().fold(Rational::from(0), |sum, i| sum + inner(*i, *i));
    let pairs = steps.windows(2).map(|pair| inner(pair[0], pair[1]));
    let pairs = pairs.fold(Rational::from(0), |sum, g| if g < 0 { sum - g } else { sum + g });
    assert_eq!(norms + pairs * Rational::from(2), exactly(&one));
    // Too long for an exact answer: an interval.
    let strategy = Strategy::toeplitz(
        &list("1, 0, 1, 0, 0, -1, 1, 0, 0, 0, 1, 1, -1, 0, 1, 1, 0, 1, 1, -1"),
        400,
    )
    .unwrap();
    let participation = Pattern::new(1, 200).participation();
    let question = Question { strategy, participation, dimension: Dimension::Any };
    let (found_, _, tight) =
        asked(question, &Options { limits: few_states(), ..Options::default() });
    assert!(!tight && found_.squared.lower() < found_.squared.upper());
}

/// Limits with which no long search ends.
fn few_states() -> Limits {
    Limits { work: 1 << 24, ..Limits::default() }
}

/// An interval of fewer digits contains that of more.
#[test]
fn fewer_digits_are_wider() {
    let strategy =
        Strategy::toeplitz(&list("1, 0, 1/3, 1/7, 0, -1, 1, 0, 1/3, 0, 1, 1, -1, 0, 1, 1"), 300)
            .unwrap();
    let ends = |digits| {
        let participation = Participation::min_separation(1, Some(200)).unwrap();
        let question =
            Question { strategy: strategy.clone(), participation, dimension: Dimension::Any };
        asked(question, &Options { digits, limits: few_states(), ..Options::default() }).0
    };
    let (few, many) = (ends(1), ends(60));
    for (few, many) in [(&few.squared, &many.squared), (&few.sensitivity, &many.sensitivity)] {
        assert!(
            few.lower() < many.lower() && many.lower() < many.upper() && many.upper() < few.upper()
        );
    }
}

#[test]
fn questions_are_read_in_any_notation() {
    let read = |text: &str| {
        let node = from_json(text).unwrap();
        Question::read(&Field { node: &node, path: "sensitivity".into() })
    };
    let value = |text: &str| exactly(&asked(read(text).unwrap(), &Options::default()).0);
    for (text, expected) in [
        (
            r#"{"strategy": {"kind": "toeplitz", "coefficients": ["1", "1/2"], "n": 6}, "participation": {"kind": "min-sep", "b": 2, "k": 3}}"#,
            "15/4",
        ),
        (
            r#"{"strategy": "toeplitz(coefficients=[1, 1/2], n=6)", "participation": "periodic(b=2)", "dimension": 1}"#,
            "15/4",
        ),
        (
            r#"{"strategy": "blt(omega=[1/2], theta=[1/2], n=3)", "participation": "single", "dimension": "any"}"#,
            "21/16",
        ),
        (
            r#"{"strategy": "inverse-toeplitz(coefficients=[1, -1], n=6)", "participation": "min-sep(b=2, k=3)"}"#,
            "28",
        ),
        (
            r#"{"strategy": "columns(columns=[[1, 1/2], [1]])", "participation": "min-sep(b=1)"}"#,
            "13/4",
        ),
        (r#"{"strategy": [["1", "0"], ["1/2", "1"]], "participation": "min-sep(b=1)"}"#, "13/4"),
    ] {
        assert_eq!(value(text), rational(expected), "{text}");
    }
    for (strategy, participation, field, message) in [
        (
            "toeplitz(coefficients=[1, 2, 3], n=2)",
            "single",
            "strategy.coefficients",
            "3 coefficients do not fit in 2 steps",
        ),
        (
            "toeplitz(coefficients=[], n=2)",
            "single",
            "strategy.coefficients",
            "there are no coefficients",
        ),
        ("toeplitz(coefficients=[1], n=0)", "single", "strategy.n", "a strategy of 0 columns"),
        (
            "toeplitz(coefficients=[1], n=10^12)",
            "single",
            "strategy.n",
            "a strategy of 1000000000000 columns",
        ),
        (
            "toeplitz(coefficients=[sqrt(2)], n=2)",
            "single",
            "strategy.coefficients[0]",
            "sqrt(2) is not known to be rational",
        ),
        (
            "inverse-toeplitz(coefficients=[0, 1], n=2)",
            "single",
            "strategy.coefficients",
            "the matrix is singular",
        ),
        (
            "inverse-toeplitz(coefficients=[1/3, 1/7], n=100000)",
            "single",
            "strategy.coefficients",
            "are too long",
        ),
        (
            "blt(omega=[1], theta=[1, 2], n=2)",
            "single",
            "strategy.omega",
            "omega has 1 entries, and theta has 2",
        ),
        ("columns(columns=[[1], [1, 1]])", "single", "strategy.columns", "column 1 has 2 entries"),
        ("banded(coefficients=[1], n=2)", "single", "strategy.kind", "unknown word"),
        ("toeplitz(coefficients=[1], n=2)", "min-sep(b=0)", "participation.b", "b = 0"),
        ("toeplitz(coefficients=[1], n=2)", "periodic(b=1, k=0)", "participation.k", "k = 0"),
        ("toeplitz(coefficients=[1], n=2)", "single(b=1)", "participation.b", "unknown field"),
    ] {
        let error =
            read(&format!(r#"{{"strategy": "{strategy}", "participation": "{participation}"}}"#))
                .unwrap_err();
        assert_eq!(error.field, format!("sensitivity.{field}"), "{strategy}: {}", error.message);
        assert!(error.message.contains(message), "{strategy}: {}", error.message);
    }
    let error =
        read(r#"{"strategy": [["1"], ["1", "2"]], "participation": "single", "dimension": 1}"#)
            .unwrap_err();
    assert!(error.message.contains("row 1 has 2 entries"), "{}", error.message);
    let error =
        read(r#"{"strategy": [["1"]], "participation": "single", "dimension": 2}"#).unwrap_err();
    assert_eq!(error.field, "sensitivity.dimension");
}
