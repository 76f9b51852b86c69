//! Local mechanisms, report by report: the probabilities by which they are defined, for all pairs
//! of categories.

use crate::support::{Fraction, Outcomes, exact_of, fraction, real};
use dpcert::{Content, Mechanism, Options, Query, Question, ask};
use num_traits::{One, Zero};

/// `e^eps` of a claim about delta.
const RATIOS: [&str; 6] = ["1", "6/5", "3/2", "2", "5/2", "4"];

fn number(mechanism: &str, query: &Query) -> Fraction {
    let mechanism = Mechanism::parse(mechanism).unwrap();
    let answer = ask(&Question::of(&mechanism, query), &Options::default()).unwrap();
    let Content::Number(bounds) = answer.content else { panic!("one number") };
    exact_of(&bounds)
}

/// The probabilities of all reports, for each category: `weights[x][y]` over its sum.
fn laws(weights: &[Vec<Fraction>]) -> Vec<Vec<Fraction>> {
    let normalised = |row: &Vec<Fraction>| {
        let sum = row.iter().fold(Fraction::zero(), |sum, x| sum + x);
        row.iter().map(|x| x / &sum).collect()
    };
    weights.iter().map(normalised).collect()
}

/// The mechanism's deltas are the largest over all pairs of categories, for one report and for two.
fn is_the_worst_pair(mechanism: &str, laws: &[Vec<Fraction>]) {
    let pairs = laws.iter().enumerate().flat_map(|(i, p)| {
        let others = laws.iter().enumerate().filter(move |(j, _)| i != *j);
        others.map(move |(_, q)| Outcomes(p.iter().cloned().zip(q.iter().cloned()).collect()))
    });
    let pairs: Vec<Outcomes> = pairs.collect();
    for (count, text) in [(1, mechanism.to_owned()), (2, format!("{mechanism}^2"))] {
        for ratio in RATIOS {
            let worst =
                pairs.iter().map(|pair| pair.power(count).delta(&fraction(ratio))).max().unwrap();
            let query = Query::Delta { eps: real(&format!("ln({ratio})")) };
            assert_eq!(number(&text, &query), worst, "{text} at ln({ratio})");
        }
    }
}

#[test]
fn subsets_of_any_size() {
    for e in ["3", "3/2"] {
        let ratio = fraction(e);
        for (categories, size) in [(2u32, 1), (3, 1), (3, 2), (4, 2), (5, 2), (5, 4)] {
            let subsets: Vec<u32> =
                (0..1u32 << categories).filter(|set| set.count_ones() == size).collect();
            let weight = |x: u32, set: u32| {
                if set >> x & 1 == 1 { ratio.clone() } else { Fraction::one() }
            };
            let row = |x| subsets.iter().map(|set| weight(x, *set)).collect();
            let laws = laws(&(0..categories).map(row).collect::<Vec<_>>());
            let text =
                format!("subset-selection(eps=ln({e}), categories={categories}, size={size})");
            is_the_worst_pair(&text, &laws);
        }
    }
}

#[test]
fn a_subset_of_one_is_randomised_response() {
    for query in [Query::Tv, Query::Delta { eps: real("ln(2)") }] {
        let subset = number("subset-selection(eps=ln(5), categories=7, size=1)^3", &query);
        assert_eq!(subset, number("randomized-response(eps=ln(5), categories=7)^3", &query));
    }
}

/// The law of rows of bits, each reported as 1 with its own probability.
fn rows(ones: &[Fraction]) -> Vec<Fraction> {
    let reports = 0..1u32 << ones.len();
    let probability = |report: u32| {
        let bits = ones.iter().enumerate();
        bits.fold(Fraction::one(), |product, (i, one)| {
            product * if report >> i & 1 == 1 { one.clone() } else { Fraction::one() - one }
        })
    };
    reports.map(probability).collect()
}

#[test]
fn rows_of_bits() {
    let half = fraction("1/2");
    // The root of e^eps is rational, so that all probabilities are.
    for (text, p, q) in [
        ("eps=ln(9), encoding=symmetric", fraction("3/4"), fraction("1/4")),
        ("eps=ln(4), encoding=optimized", half.clone(), fraction("1/5")),
        ("p=3/4, q=1/4", fraction("3/4"), fraction("1/4")),
        ("p=1/2, q=1/5", half.clone(), fraction("1/5")),
        ("p=1/7, q=2/3", fraction("1/7"), fraction("2/3")),
        ("p=1/2, q=0", half, Fraction::zero()),
        ("p=1, q=1/3", Fraction::one(), fraction("1/3")),
        ("p=1, q=0", Fraction::one(), Fraction::zero()),
        ("p=2/5, q=2/5", fraction("2/5"), fraction("2/5")),
    ] {
        let row = |x: usize| {
            (0..3).map(|i| if i == x { p.clone() } else { q.clone() }).collect::<Vec<_>>()
        };
        let laws: Vec<Vec<Fraction>> = (0..3).map(|x| rows(&row(x))).collect();
        is_the_worst_pair(&format!("unary-encoding({text})"), &laws);
    }
}

/// The sets of Hadamard response: the ones of the rows but the first of a Sylvester matrix, for
/// each block.
fn hadamard_sets(order: u32, blocks: u32) -> Vec<Vec<bool>> {
    let rows = (0..blocks).flat_map(|block| (1..order).map(move |row| (block, row)));
    let set = |(block, row): (u32, u32)| {
        let outputs = (0..blocks).flat_map(|b| (0..order).map(move |column| (b, column)));
        outputs
            .map(|(b, column)| b == block && (row & column).count_ones().is_multiple_of(2))
            .collect()
    };
    rows.map(set).collect()
}

#[test]
fn rows_of_hadamard_matrices() {
    for (e, order, blocks) in
        [("3", 4, 1u32), ("3/2", 8, 1), ("3", 4, 2), ("4", 2, 3), ("3/2", 4, 3)]
    {
        let ratio = fraction(e);
        let sets = hadamard_sets(order, blocks);
        let weight = |is_inside: &bool| {
            if *is_inside { ratio.clone() } else { Fraction::one() }
        };
        let weights: Vec<Vec<Fraction>> =
            sets.iter().map(|set| set.iter().map(weight).collect()).collect();
        is_the_worst_pair(
            &format!("hadamard-response(eps=ln({e}), blocks={blocks})"),
            &laws(&weights),
        );
    }
}

#[test]
fn irrational_parameters_have_enclosures() {
    // q = 1/(e+1): the mass of the report 10 is e/(2(e+1)), of 01 1/(2(e+1)).
    let tv = dpcert::tv("unary-encoding(eps=1, encoding=optimized)").unwrap();
    assert_eq!(tv.lower_decimal(21)[..14], "0.2310585786300048792511592"[..14]);
    // tanh(1/4): both bits of basic RAPPOR.
    let tv = dpcert::tv("unary-encoding(eps=1, encoding=symmetric)").unwrap();
    assert_eq!(tv.lower_decimal(21)[..14], "0.2449186624037091292"[..14]);
}
