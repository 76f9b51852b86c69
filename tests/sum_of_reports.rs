//! Sums of reports: against all reports of all clients, against sums over every arrangement of the
//! others, and against another program's values of a published table.

use crate::support::answered::ends;
use crate::support::{Fraction, Outcomes, fraction, real};
use dpcert::{Mechanism, Query, Refusal};
use num_bigint::BigInt;
use num_traits::{One, Zero};
use std::collections::BTreeMap;

fn delta(ratio: &str) -> Query {
    Query::Delta { eps: real(&format!("ln({ratio})")) }
}

fn text(clients: u32, [p, q]: [&str; 2]) -> String {
    format!("sum-of-reports(clients={clients}, p={p}, q={q})")
}

/// The law of the sum: of each row of bits of the reports, its probability.
fn by_reports(bits: &[bool], [p, q]: &[Fraction; 2]) -> Vec<Fraction> {
    let mut law = vec![Fraction::zero(); bits.len() + 1];
    for reports in 0..1u32 << bits.len() {
        let probability = bits.iter().enumerate().fold(Fraction::one(), |product, (i, bit)| {
            let one = if *bit { p } else { q };
            product * if reports >> i & 1 == 1 { one.clone() } else { Fraction::one() - one }
        });
        law[reports.count_ones() as usize] += probability;
    }
    law
}

/// The law of the sum of clients, `ones` of whom have the bit 1, one client after the other: whole
/// numbers over the product of the denominators.
fn by_clients(ones: u32, zeros: u32, [p, q]: &[Fraction; 2]) -> (Vec<BigInt>, BigInt) {
    let (mut law, mut whole) = (vec![BigInt::one()], BigInt::one());
    for one in std::iter::repeat_n(p, ones as usize).chain(std::iter::repeat_n(q, zeros as usize)) {
        let none = one.denom() - one.numer();
        let mut next = vec![BigInt::zero(); law.len() + 1];
        for (s, mass) in law.iter().enumerate() {
            next[s + 1] += mass * one.numer();
            next[s] += mass * &none;
        }
        (law, whole) = (next, whole * one.denom());
    }
    (law, whole)
}

/// The laws of two sums, as whole numbers over another one.
struct Sums {
    p: Vec<BigInt>,
    q: Vec<BigInt>,
    whole: BigInt,
}

impl Sums {
    fn delta(&self, ratio: &Fraction) -> Fraction {
        let gain = |(p, q): (&BigInt, &BigInt)| p * ratio.denom() - q * ratio.numer();
        let gains = self.p.iter().zip(&self.q).map(gain).filter(|gain| *gain > BigInt::zero());
        Fraction::new(gains.sum(), &self.whole * ratio.denom())
    }

    fn outcomes(&self) -> Outcomes {
        let fractions = |law: &[BigInt]| {
            law.iter().map(|mass| Fraction::new(mass.clone(), self.whole.clone())).collect()
        };
        outcomes(fractions(&self.p), fractions(&self.q))
    }
}

/// The ends of an answer are decimals of some digits around a value.
fn is_around((lo, hi): &(Fraction, Fraction), value: &Fraction) -> bool {
    lo <= value && value <= hi && hi - lo <= value * fraction("1/1000000000000000000")
}

fn outcomes(p: Vec<Fraction>, q: Vec<Fraction>) -> Outcomes {
    Outcomes(p.into_iter().zip(q).collect())
}

const REPORTS: [[&str; 2]; 4] = [["3/4", "1/4"], ["1/2", "1/3"], ["9/10", "2/5"], ["1/5", "3/5"]];

/// Few clients: every row of bits, each of whose bits may be replaced, and every row of reports.
#[test]
fn the_worst_of_all_data_sets_by_definition() {
    for clients in 1..=4u32 {
        for reports in REPORTS {
            let both = reports.map(fraction);
            for ratio in ["1", "6/5", "3/2", "5/2", "4", "20"] {
                let mut worst = Fraction::zero();
                for data in 0..1u32 << clients {
                    let bits: Vec<bool> = (0..clients).map(|i| data >> i & 1 == 1).collect();
                    for i in 0..bits.len() {
                        let mut other = bits.clone();
                        other[i] = !other[i];
                        let pair = outcomes(by_reports(&bits, &both), by_reports(&other, &both));
                        worst = worst.max(pair.delta(&fraction(ratio)));
                    }
                }
                let found = ends(&text(clients, reports), &delta(ratio));
                assert!(
                    is_around(&found, &worst),
                    "{clients} {reports:?} at ln({ratio}): {found:?}"
                );
            }
        }
    }
}

/// The largest delta of each arrangement of the others, in both orders.
fn arrangements(clients: u32, reports: [&str; 2]) -> Vec<[Sums; 2]> {
    let both = reports.map(fraction);
    let pair = |ones: u32| {
        let (p, of_p) = by_clients(ones + 1, clients - 1 - ones, &both);
        let (q, of_q) = by_clients(ones, clients - ones, &both);
        let scaled = |law: Vec<BigInt>, by: &BigInt| law.iter().map(|mass| mass * by).collect();
        let (p, q): (Vec<_>, Vec<_>) = (scaled(p, &of_q), scaled(q, &of_p));
        let whole = of_p * of_q;
        [Sums { p: p.clone(), q: q.clone(), whole: whole.clone() }, Sums { p: q, q: p, whole }]
    };
    (0..clients).map(pair).collect()
}

/// The worst arrangement is none for all eps, and where all are listed the largest is exact.
#[test]
fn listed_arrangements_give_the_largest() {
    let all = arrangements(3, ["3/4", "1/4"]);
    let at = |ones: usize, ratio: &str| {
        all[ones].iter().map(|pair| pair.delta(&fraction(ratio))).max().unwrap()
    };
    assert!(at(1, "1") > at(2, "1") && at(1, "5/2") < at(2, "5/2"));
    for (clients, reports) in [(7, ["3/4", "1/4"]), (12, ["1/2", "1/3"]), (64, ["2/3", "1/3"])] {
        let all = arrangements(clients, reports);
        for ratio in ["1", "11/10", "3/2"] {
            let worst =
                all.iter().flatten().map(|pair| pair.delta(&fraction(ratio))).max().unwrap();
            let found = ends(&text(clients, reports), &delta(ratio));
            assert!(is_around(&found, &worst), "{clients} {reports:?} at ln({ratio}): {found:?}");
        }
    }
}

/// More clients: the lower end is one of the arrangements, and the upper end is above them all, by
/// not much.
#[test]
fn many_clients_are_enclosed() {
    for (clients, reports) in [(65, ["2/3", "1/3"]), (65, ["9/10", "2/5"]), (90, ["1/5", "3/5"])] {
        let all = arrangements(clients, reports);
        for ratio in ["1", "21/20", "6/5", "3/2"] {
            let deltas: Vec<Fraction> =
                all.iter().flatten().map(|pair| pair.delta(&fraction(ratio))).collect();
            let worst = deltas.iter().max().unwrap();
            let (lo, hi) = ends(&text(clients, reports), &delta(ratio));
            assert!(lo <= *worst && *worst <= hi, "{clients} {reports:?} at ln({ratio})");
            assert!(hi <= worst * fraction("11/10"), "{clients} {reports:?} at ln({ratio}): {hi}");
            assert!(lo >= worst * fraction("9/10"), "{clients} {reports:?} at ln({ratio}): {lo}");
        }
    }
}

/// Two sums: each of them may be of any arrangement and in any order, with the answers of the first
/// known.
#[test]
fn two_sums_are_above_every_pair_of_arrangements() {
    for clients in [2, 3, 5] {
        let all: Vec<Outcomes> =
            arrangements(clients, ["3/4", "1/4"]).iter().flatten().map(Sums::outcomes).collect();
        for ratio in ["1", "3/2", "3"] {
            let worst = all.iter().flat_map(|x| all.iter().map(move |y| product(x, y)));
            let worst = worst.map(|pair| pair.delta(&fraction(ratio))).max().unwrap();
            let same = all.iter().map(|x| product(x, x).delta(&fraction(ratio))).max().unwrap();
            let twice = format!("{}^2", text(clients, ["3/4", "1/4"]));
            let (lo, hi) = ends(&twice, &delta(ratio));
            assert!(same <= hi && worst <= hi, "{clients} at ln({ratio}): {hi}");
            assert!(
                lo <= same && lo >= &same * fraction("99/100"),
                "{clients} at ln({ratio}): {lo}"
            );
        }
    }
}

fn product(x: &Outcomes, y: &Outcomes) -> Outcomes {
    let pairs = x.0.iter().flat_map(|(p, q)| y.0.iter().map(move |(r, s)| (p * r, q * s)));
    let mut merged: BTreeMap<(Fraction, Fraction), u32> = BTreeMap::new();
    pairs.for_each(|pair| *merged.entry(pair).or_default() += 1);
    Outcomes(
        merged
            .into_iter()
            .map(|((p, q), n)| {
                (p * Fraction::from_integer(n.into()), q * Fraction::from_integer(n.into()))
            })
            .collect(),
    )
}

/// Large numbers of clients: eps of two bits, as another program has it by sums of binomial masses
/// in floating point (0.297, 0.700 and 0.950), and the numbers of the draft above.
#[test]
fn a_published_table() {
    for (eps, least, most, printed) in [
        ("5", "297/1000", "298/1000", "317/1000"),
        ("6.5", "700/1000", "701/1000", "906/1000"),
        ("7", "950/1000", "951/1000", "1528/1000"),
    ] {
        let twice = format!("sum-of-reports(clients=100000, eps={eps})^2");
        let (lo, hi) = ends(&twice, &Query::Eps { delta: real("1e-9") });
        assert!(fraction(least) <= lo && lo <= fraction(most), "{twice}: {lo}");
        assert!(hi < fraction(printed) && hi < &lo * fraction("102/100"), "{twice}: {hi}");
    }
}

/// Reports of an irrational probability have the answers of rational ones nearby, and more clients
/// give more privacy, from those who are listed on to those who are not.
#[test]
fn privacy_grows_with_the_number_of_clients() {
    let mut last = Fraction::one();
    for clients in [1, 2, 5, 20, 63, 64, 66, 80, 150, 1000, 20000] {
        let (_, hi) = ends(&format!("sum-of-reports(clients={clients}, eps=1)"), &delta("11/10"));
        assert!(hi < last, "{clients}: {hi} after {last}");
        last = hi;
    }
}

#[test]
fn what_has_no_answer_says_why() {
    let input = |text: &str, words: &str| {
        let error = Mechanism::parse(text).unwrap_err();
        assert!(
            matches!(&error, Refusal::Input(_)) && error.to_string().contains(words),
            "{text}: {error}"
        );
    };
    input("sum-of-reports(clients=0, eps=1)", "clients = 0: no client reports");
    input("sum-of-reports(clients=5, eps=0)", "eps = 0 is not positive");
    input("sum-of-reports(clients=5, p=1, q=1/2)", "p = 1 is not known to be below 1");
    input("sum-of-reports(clients=5, p=1/2, q=0)", "q = 0 is not positive");
    input("sum-of-reports(clients=5, eps=1, p=1/2, q=1/3)", "both eps and p are given");
    input("sum-of-reports(clients=1000000000000, eps=1)", "outcomes with a mass above 2^-128");
    let unsupported = |text: &str, words: &str| {
        let error = Mechanism::parse(text).unwrap_err().to_string();
        assert!(error.contains(words), "{text}: {error}");
    };
    for clients in [10, 100] {
        let sum = format!("sum-of-reports(clients={clients}, eps=1)");
        unsupported(&format!("group(2, {sum})"), "several clients whose bits are replaced at once");
        unsupported(&format!("poisson(1/2, {sum})"), "a sum of reports");
        unsupported(&format!("without-replacement(1/2, {sum})"), "a sum of reports");
    }
    // Reports that do not depend on the bit.
    let equal = ends("sum-of-reports(clients=5, p=1/2, q=1/2)", &Query::Tv);
    assert_eq!(equal, (Fraction::zero(), Fraction::zero()));
}
