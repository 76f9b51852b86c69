//! Small data sets, their samples, and all mechanisms on the samples.

use crate::family::{larger, largest_difference, ratio, show};
use dpcert::Real;
use std::collections::{BTreeMap, BTreeSet};

/// A set or multiset of records, in ascending order.
pub(super) type Records = Vec<u8>;

/// A law on samples.
pub(super) type Samples = BTreeMap<Records, Real>;

/// The records 1, 2, ..., n.
pub(super) fn records(n: u8) -> Records {
    (1..=n).collect()
}

fn with(y: &[u8], record: u8) -> Records {
    let mut more = y.to_vec();
    more.push(record);
    more.sort_unstable();
    more
}

fn collect(outcomes: impl IntoIterator<Item = (Records, Real)>) -> Samples {
    let mut samples = Samples::new();
    for (y, mass) in outcomes {
        let sum = samples.entry(y).or_insert_with(Real::zero);
        *sum = &*sum + mass;
    }
    samples.retain(|_, mass| !mass.is_zero());
    samples
}

/// Every record with probability `rate`, independently.
pub(super) fn poisson(x: &[u8], rate: &Real) -> Samples {
    x.iter().fold(collect([(Records::new(), Real::one())]), |samples, &record| {
        collect(
            samples.iter().flat_map(|(y, mass)| {
                [(y.clone(), (1 - rate) * mass), (with(y, record), rate * mass)]
            }),
        )
    })
}

/// All subsets.
pub(super) fn subsets(x: &[u8]) -> Vec<Records> {
    poisson(x, &ratio(1, 2)).into_keys().collect()
}

/// All subsets of this size.
pub(super) fn subsets_of_size(x: &[u8], size: usize) -> Vec<Records> {
    subsets(x).into_iter().filter(|y| y.len() == size).collect()
}

/// A subset of m records, all equally likely; no law at all where there are fewer.
pub(super) fn without_replacement(x: &[u8], m: usize) -> Samples {
    let all = subsets_of_size(x, m);
    let mass = ratio(1, all.len().max(1) as u64);
    collect(all.into_iter().map(|y| (y, mass.clone())))
}

/// m independent draws of one of the records; no law at all where there is none and m > 0.
pub(super) fn with_replacement(x: &[u8], m: usize) -> Samples {
    let hit = ratio(1, x.len().max(1) as u64);
    (0..m).fold(collect([(Records::new(), Real::one())]), |samples, _| {
        let mut drawn = Vec::new();
        for (y, mass) in &samples {
            drawn.extend(x.iter().map(|&record| (with(y, record), &hit * mass)));
        }
        collect(drawn)
    })
}

/// All multisets of this size.
pub(super) fn multisets(x: &[u8], m: usize) -> Vec<Records> {
    with_replacement(x, m).into_keys().collect()
}

/// The law of the sample with copies of a record added.
pub(super) fn added(samples: &Samples, record: u8, copies: usize) -> Samples {
    collect(
        samples
            .iter()
            .map(|(y, mass)| ((0..copies).fold(y.clone(), |y, _| with(&y, record)), mass.clone())),
    )
}

/// `sum_i w_i S_i`.
pub(super) fn mixed<'a>(parts: impl IntoIterator<Item = (Real, &'a Samples)>) -> Samples {
    let scaled = |(weight, samples): (Real, &'a Samples)| {
        samples.iter().map(move |(y, mass)| (y.clone(), &weight * mass)).collect::<Vec<_>>()
    };
    collect(parts.into_iter().flat_map(scaled))
}

/// The law given that the samples have this record, and the probability that they do.
pub(super) fn given(samples: &Samples, record: u8) -> (Samples, Real) {
    let hits = || samples.iter().filter(|(y, _)| y.contains(&record));
    let gamma = hits().fold(Real::zero(), |sum, (_, mass)| sum + mass);
    (collect(hits().map(|(y, mass)| (y.clone(), mass / &gamma))), gamma)
}

/// The total variation distance.
pub(super) fn total_variation(one: &Samples, other: &Samples) -> Real {
    let excess = |(y, mass): (&Records, &Real)| match other.get(y) {
        Some(less) => larger(Real::zero(), mass - less),
        None => mass.clone(),
    };
    one.iter().map(excess).fold(Real::zero(), |sum, excess| sum + excess)
}

fn common(x: &[u8], y: &[u8]) -> usize {
    let mut rest = y.to_vec();
    let mut count = 0;
    for record in x {
        if let Some(place) = rest.iter().position(|other| other == record) {
            rest.swap_remove(place);
            count += 1;
        }
    }
    count
}

/// How many records have to be replaced; none where the sizes differ.
pub(super) fn replaced(x: &[u8], y: &[u8]) -> Option<usize> {
    (x.len() == y.len()).then(|| x.len() - common(x, y))
}

/// How many records have to be removed or added.
pub(super) fn removed(x: &[u8], y: &[u8]) -> Option<usize> {
    Some(x.len() + y.len() - 2 * common(x, y))
}

/// A distance of data sets.
pub(super) type Distance = fn(&[u8], &[u8]) -> Option<usize>;

/// The ordered pairs of neighbours among these data sets.
pub(super) fn neighbours(sets: &[Records], distance: Distance) -> Vec<(Records, Records)> {
    let pairs = sets.iter().flat_map(|x| sets.iter().map(move |y| (x.clone(), y.clone())));
    pairs.filter(|(x, y)| distance(x, y) == Some(1)).collect()
}

/// A mechanism, by the place of its law among `laws` for each sample.
pub(super) struct Table<'a> {
    samples: &'a [Records],
    laws: &'a [Vec<Real>],
    choice: Vec<usize>,
    distance: Distance,
}

impl Table<'_> {
    /// The samples that it is defined on.
    pub(super) fn samples(&self) -> &[Records] {
        self.samples
    }

    fn law(&self, y: &[u8]) -> Option<&Vec<Real>> {
        let place = self.samples.iter().position(|sample| sample == y)?;
        self.laws.get(*self.choice.get(place)?)
    }

    /// The law of the output for a law of the sample.
    pub(super) fn on(&self, samples: &Samples) -> Vec<Real> {
        let mut sum = vec![Real::zero(); self.laws.first().map_or(0, Vec::len)];
        for (y, weight) in samples {
            for (sum, mass) in sum.iter_mut().zip(self.law(y).into_iter().flatten()) {
                *sum = &*sum + weight * mass;
            }
        }
        sum
    }

    /// `delta_k(g)`: the largest divergence of two samples at most k apart.
    pub(super) fn profile(&self, k: usize, g: &Real) -> Real {
        let mut found = BTreeSet::new();
        for (x, i) in self.samples.iter().zip(&self.choice) {
            for (y, j) in self.samples.iter().zip(&self.choice) {
                let is_near = x != y && (self.distance)(x, y).is_some_and(|distance| distance <= k);
                if is_near && !found.contains(&(i, j)) {
                    found.insert((i, j));
                }
            }
        }
        let law = |i: usize| self.laws.get(i).map(Vec::as_slice).unwrap_or_default();
        found.iter().fold(Real::zero(), |worst, (i, j)| {
            larger(worst, largest_difference(law(**i), law(**j), g))
        })
    }
}

impl std::fmt::Display for Table<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let one = |(y, i): (&Records, &usize)| {
            let law = self.laws.get(*i).map(|law| show(law)).unwrap_or_default();
            format!("M({}) = {law}", show_records(y))
        };
        f.write_str(&self.samples.iter().zip(&self.choice).map(one).collect::<Vec<_>>().join(", "))
    }
}

/// All mechanisms on these samples with these laws.
pub(super) fn tables<'a>(
    samples: &'a [Records],
    laws: &'a [Vec<Real>],
    distance: Distance,
) -> impl Iterator<Item = Table<'a>> {
    let count = (0..samples.len()).fold(1, |count, _| count * laws.len());
    (0..count).map(move |number| {
        // The digits of its number say which laws it has.
        let rests = std::iter::successors(Some(number), |rest| Some(rest / laws.len()));
        let choice = rests.take(samples.len()).map(|rest| rest % laws.len()).collect();
        Table { samples, laws, choice, distance }
    })
}

/// A data set, to be printed.
pub(super) fn show_records(records: &[u8]) -> String {
    format!("{{{}}}", records.iter().map(u8::to_string).collect::<Vec<_>>().join(", "))
}
