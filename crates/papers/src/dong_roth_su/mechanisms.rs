//! Small mechanisms that see a sample of the data, enumerated.

use super::family::{Laws, trade_off};
use crate::family::{ratio, show};
use crate::trial::CheckError;
use dpcert::Real;
use dpcert::tradeoff::Curve;

/// Records are 0 or 1.
pub(super) type Records = Vec<u8>;

/// A mechanism on samples of any size, by the distribution of its outputs.
pub(super) struct Small {
    pub(super) name: &'static str,
    law: fn(&[u8]) -> [Real; 3],
}

impl Small {
    /// The distribution of its output.
    pub(super) fn law(&self, sample: &[u8]) -> Vec<Real> {
        (self.law)(sample).to_vec()
    }
}

/// An answer that is true with probability e/(1+e).
fn response(answer: bool, e: u64) -> [Real; 3] {
    let (truth, lie) = (ratio(e, 1 + e), ratio(1, 1 + e));
    if answer { [truth, lie, Real::zero()] } else { [lie, truth, Real::zero()] }
}

/// Some mechanisms. The first says whether it sees anything.
pub(super) const MECHANISMS: &[Small] = &[
    Small {
        name: "\"nothing\" if the sample is empty, otherwise ln(3)-randomised response about its first record",
        law: |sample| match sample.first() {
            None => [Real::zero(), Real::zero(), Real::one()],
            Some(first) => response(*first == 1, 3),
        },
    },
    Small {
        name: "ln(3)-randomised response about the parity of the sample",
        law: |sample| response(sample.iter().filter(|x| **x == 1).count() % 2 == 1, 3),
    },
    Small {
        name: "ln(2)-randomised response on whether there is a 1 in the sample",
        law: |sample| response(sample.contains(&1), 2),
    },
    Small {
        name: "the parity of the sample with probability 1/4",
        law: |sample| {
            let parity = sample.iter().filter(|x| **x == 1).count() % 2;
            let (known, rest) = (ratio(1, 4), ratio(3, 4));
            if parity == 1 { [known, Real::zero(), rest] } else { [Real::zero(), known, rest] }
        },
    },
];

/// All data sets of n records.
pub(super) fn data_sets(n: u32) -> Vec<Records> {
    (0u32..1 << n).map(|bits| (0..n).map(|i| u8::from(bits >> i & 1 == 1)).collect()).collect()
}

/// The data set with one record replaced, for each record.
pub(super) fn replaced(x: &[u8]) -> Vec<Records> {
    let with = |i: usize| {
        x.iter().enumerate().map(|(j, record)| if i == j { 1 - record } else { *record }).collect()
    };
    (0..x.len()).map(with).collect()
}

/// The data set with one record less, for each record.
pub(super) fn removed(x: &[u8]) -> Vec<Records> {
    let without = |i: usize| {
        x.iter().enumerate().filter(|(j, _)| i != *j).map(|(_, record)| *record).collect()
    };
    (0..x.len()).map(without).collect()
}

/// All subsets, in the order of the records.
pub(super) fn subsets(x: &[u8]) -> Vec<Records> {
    x.iter().fold(vec![Vec::new()], |known, record| {
        let with =
            known.iter().map(|sample: &Records| sample.iter().copied().chain([*record]).collect());
        known.clone().into_iter().chain(with).collect()
    })
}

/// The average of the mechanism over samples with their probabilities.
fn average(mechanism: &Small, samples: impl Iterator<Item = (Real, Records)>) -> Vec<Real> {
    samples.fold(vec![Real::zero(); 3], |sum, (weight, sample)| {
        sum.iter().zip(mechanism.law(&sample)).map(|(known, mass)| known + &weight * mass).collect()
    })
}

/// Its output on a sample of m records without replacement.
pub(super) fn without_replacement(mechanism: &Small, x: &[u8], m: usize) -> Vec<Real> {
    let samples: Vec<Records> = subsets(x).into_iter().filter(|sample| sample.len() == m).collect();
    let weight = Real::one() / i64::try_from(samples.len()).unwrap_or(1);
    average(mechanism, samples.into_iter().map(|sample| (weight.clone(), sample)))
}

/// Its output where every record is in the sample with probability p.
pub(super) fn poisson(mechanism: &Small, x: &[u8], p: &Real) -> Vec<Real> {
    let weight = |size: usize| {
        let exponent = |n: usize| i64::try_from(n).unwrap_or(0);
        p.pow(exponent(size)) * (1 - p).pow(exponent(x.len() - size))
    };
    average(mechanism, subsets(x).into_iter().map(|sample| (weight(sample.len()), sample)))
}

/// The best symmetric f for some pairs of neighbours.
pub(super) fn best(laws: &[Laws]) -> Result<Curve, CheckError> {
    let mut all = Vec::new();
    for (p, q) in laws {
        all.extend([trade_off(p, q)?, trade_off(q, p)?]);
    }
    Ok(Curve::hull_of_minimum(&all)?)
}

/// A data set, to be printed.
pub(super) fn show_records(x: &[u8]) -> String {
    show(&x.iter().map(|record| Real::from(i64::from(*record))).collect::<Vec<_>>())
}
