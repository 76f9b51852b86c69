//! The channels and the laws of their inputs that section VII is checked with.
//!
//! Among them are the extremal ones. An eps-LDP channel has columns whose entries are within the
//! factor `E = e^eps` of each other; such a column is a sum of *patterns*, columns of entries 1 and
//! E times a weight. Splitting columns into patterns loses nothing: the channel comes back by
//! naming the sum. So a quantity that is convex in the channel and falls by processing, as a
//! divergence of the outputs does, is largest at a channel made of patterns whose weights are a
//! vertex of `{w >= 0: the rows sum to 1}`, and these are finitely many.

use crate::family::{distributions, pairs, ratio, show};
use crate::trial::{CheckError, Trial};
use dpcert::Real;
use dpcert::channel::{Channel, Inputs};
use dpcert::exact::Extended;
use dpcert::formula::Formula;
use malachite::rational::Rational;
use std::cmp::Ordering;

/// All channels of a shape with positive entries that are multiples of 1/d for a d up to the one
/// given.
fn of_shape(inputs: usize, outputs: usize, denominator: u64) -> Result<Vec<Channel>, CheckError> {
    let is_positive = |law: &Vec<Real>| law.iter().all(|mass| !mass.is_zero());
    let laws: Vec<Vec<Real>> =
        distributions(outputs, denominator).into_iter().filter(is_positive).collect();
    let pairs = pairs(&laws, &laws);
    let rows: Vec<Vec<Vec<Real>>> = match inputs {
        2 => pairs.into_iter().map(|(x, y)| vec![x, y]).collect(),
        _ => {
            let with = |(x, y): (Vec<Real>, Vec<Real>)| {
                laws.iter().map(move |z| vec![x.clone(), y.clone(), z.clone()])
            };
            pairs.into_iter().flat_map(with).collect()
        }
    };
    rows.into_iter().map(|rows| Ok(Channel::new(rows)?)).collect()
}

/// A number that is known as an expression.
pub(super) fn exact(x: &Formula) -> Result<Real, CheckError> {
    let unknown = || CheckError::Wrong("an order is undecided".to_owned());
    x.as_real().cloned().ok_or_else(unknown)
}

fn rational(x: &Real) -> Result<Rational, CheckError> {
    x.as_rational().cloned().ok_or_else(|| CheckError::Wrong(format!("{x} is not rational")))
}

pub(super) fn rationals(law: &[Real]) -> Result<Vec<Rational>, CheckError> {
    law.iter().map(rational).collect()
}

/// A vertex of the weights: those of these columns, if there is just one solution and none is
/// negative.
fn weights(columns: &[&Vec<Rational>]) -> Option<Vec<Rational>> {
    let size = columns.len();
    let entry = |i: usize, column: &Vec<Rational>| column.get(i).cloned();
    let row = |i: usize| {
        columns.iter().map(|column| entry(i, column)).chain([Some(Rational::from(1u32))]).collect()
    };
    let mut rows: Vec<Vec<Rational>> = (0..size).map(row).collect::<Option<_>>()?;
    for i in 0..size {
        let pivot = (i..size).find(|&j| rows[j][i] != 0)?;
        rows.swap(i, pivot);
        let top = rows[i].clone();
        let row: Vec<Rational> = top.iter().map(|x| x / &top[i]).collect();
        for (j, other) in rows.iter_mut().enumerate() {
            let factor = other[i].clone();
            if j == i {
                other.clone_from(&row);
            } else if factor != 0 {
                other.iter_mut().zip(&row).for_each(|(x, y)| *x -= &factor * y);
            }
        }
    }
    let weights: Vec<Rational> = rows.into_iter().filter_map(|mut row| row.pop()).collect();
    weights.iter().all(|weight| *weight >= 0).then_some(weights)
}

/// The extremal `ln(E)`-LDP channels of so many inputs, `E > 1`, up to the names of their outputs.
fn extremal(inputs: usize, e: &Rational) -> Result<Vec<Channel>, CheckError> {
    // The pattern of ones only is that of E only.
    let pattern = |mask: usize| -> Vec<Rational> {
        (0..inputs)
            .map(|i| if mask >> i & 1 == 1 { e.clone() } else { Rational::from(1u32) })
            .collect()
    };
    let patterns: Vec<Vec<Rational>> = (0..(1usize << inputs) - 1).map(pattern).collect();
    let mut channels: Vec<Channel> = Vec::new();
    for columns in choices(&patterns, inputs) {
        let Some(weights) = weights(&columns) else {
            continue;
        };
        let used: Vec<(&Vec<Rational>, Rational)> =
            columns.into_iter().zip(weights).filter(|(_, w)| *w != 0).collect();
        let row = |i: usize| {
            let entries = used.iter().filter_map(|(column, w)| Some(column.get(i)? * w));
            entries.map(Real::from).collect()
        };
        let channel = Channel::new((0..inputs).map(row).collect())?;
        // Fewer columns than inputs are found more than once.
        if !channels.iter().any(|known| known.rows() == channel.rows()) {
            channels.push(channel);
        }
    }
    Ok(channels)
}

/// The ways to choose so many of some things, in their order.
fn choices<T>(from: &[T], count: usize) -> Vec<Vec<&T>> {
    let Some((first, rest)) = from.split_first() else {
        return if count == 0 { vec![Vec::new()] } else { Vec::new() };
    };
    let mut all = choices(rest, count);
    if let Some(fewer) = count.checked_sub(1) {
        all.extend(choices(rest, fewer).into_iter().map(|chosen| [vec![first], chosen].concat()));
    }
    all
}

/// Three pairs of input laws on two, three or four letters.
pub(super) fn input_laws(letters: usize) -> Vec<[Vec<Real>; 2]> {
    let law =
        |masses: &[(u64, u64)]| masses.iter().map(|&(n, d)| ratio(n, d)).collect::<Vec<Real>>();
    match letters {
        2 => vec![
            [law(&[(1, 1), (0, 1)]), law(&[(0, 1), (1, 1)])],
            [law(&[(3, 4), (1, 4)]), law(&[(1, 4), (3, 4)])],
            [law(&[(1, 2), (1, 2)]), law(&[(1, 10), (9, 10)])],
        ],
        3 => vec![
            [law(&[(1, 1), (0, 1), (0, 1)]), law(&[(0, 1), (1, 1), (0, 1)])],
            [law(&[(1, 2), (1, 4), (1, 4)]), law(&[(1, 4), (1, 4), (1, 2)])],
            [law(&[(1, 3), (1, 3), (1, 3)]), law(&[(1, 10), (1, 5), (7, 10)])],
        ],
        _ => vec![
            [law(&[(1, 1), (0, 1), (0, 1), (0, 1)]), law(&[(0, 1), (1, 1), (0, 1), (0, 1)])],
            [law(&[(1, 2), (1, 4), (1, 4), (0, 1)]), law(&[(0, 1), (1, 4), (1, 4), (1, 2)])],
            [law(&[(1, 4), (1, 4), (1, 4), (1, 4)]), law(&[(1, 10), (1, 5), (3, 10), (2, 5)])],
        ],
    }
}

/// A channel with what the bounds are about.
pub(super) struct Case {
    pub(super) channel: Channel,
    /// e^eps for its least eps.
    pub(super) e: Real,
    /// Its total variation.
    pub(super) eta: Real,
}

pub(super) fn show_channel(channel: &Channel) -> String {
    channel.rows().iter().map(|row| show(row)).collect::<Vec<_>>().join(", ")
}

pub(super) fn cases() -> Result<Vec<Case>, CheckError> {
    let mut channels = [of_shape(2, 2, 6)?, of_shape(2, 3, 5)?, of_shape(3, 2, 6)?].concat();
    for (n, d) in [(3u32, 2u32), (2, 1), (5, 1), (20, 1)] {
        channels.extend(extremal(3, &Rational::from_unsigneds(n, d))?);
    }
    let case = |channel: Channel| -> Result<Case, CheckError> {
        let e =
            channel.largest_ratio().ok_or_else(|| CheckError::Wrong("an entry is 0".to_owned()))?;
        let (e, eta) = (exact(&e)?, exact(&channel.total_variation())?);
        Ok(Case { channel, e, eta })
    };
    channels.into_iter().map(case).collect()
}

/// Each channel with each pair of input laws, and their total variation T.
pub(super) fn with_inputs(
    trial: &mut Trial,
    mut check: impl FnMut(&mut Trial, &Case, &Inputs, &Real) -> Result<(), CheckError>,
) -> Result<(), CheckError> {
    for case in cases()? {
        for [p, q] in input_laws(case.channel.inputs()) {
            trial.at("Q", show_channel(&case.channel));
            trial.at("P_0", show(&p));
            trial.at("P_1", show(&q));
            let inputs = Inputs::new(case.channel.clone(), [rationals(&p)?, rationals(&q)?])?;
            let t = inputs.input_tv().into();
            check(trial, &case, &inputs, &t)?;
        }
    }
    Ok(())
}

/// An extremal channel with laws of its inputs.
pub(super) struct Extremal {
    /// P_0 and P_1.
    pub(super) laws: [Vec<Real>; 2],
    /// e^eps.
    pub(super) e: Real,
    /// The divergence of its outputs: OPT is the largest one of the channels of these laws and this
    /// eps.
    pub(super) kl: Real,
    /// That of the binary mechanism, BIN.
    pub(super) binary: Real,
}

/// All pairs of input laws on two letters with denominators up to 4 and on three with denominators
/// up to 3, and three pairs on four letters, with every extremal channel for each of these `e^eps`.
pub(super) fn for_extremal(
    trial: &mut Trial,
    powers: &[Real],
    mut check: impl FnMut(&mut Trial, &Extremal) -> Result<(), CheckError>,
) -> Result<(), CheckError> {
    let all = |letters: usize, denominator: u64| {
        let laws = distributions(letters, denominator);
        pairs(&laws, &laws).into_iter().map(|(p, q)| [p, q]).collect::<Vec<_>>()
    };
    for (letters, inputs) in [(2, all(2, 4)), (3, all(3, 3)), (4, input_laws(4))] {
        for e in powers {
            let channels = extremal(letters, &rational(e)?)?;
            for laws in &inputs {
                let binary = through_binary(e, &((e - 1) / (e + 1)), laws)?;
                trial.at("P_0", show(&laws[0]));
                trial.at("P_1", show(&laws[1]));
                trial.at("E", e);
                for channel in &channels {
                    trial.at("Q", show_channel(channel));
                    let outputs = Inputs::new(channel.clone(), binary.inputs().clone())?;
                    let [kl, binary] =
                        [number(&outputs.divergences()[0])?, number(&binary.divergences()[0])?];
                    check(trial, &Extremal { laws: laws.clone(), e: e.clone(), kl, binary })?;
                }
            }
        }
    }
    Ok(())
}

/// The inputs through the binary mechanism with erasure.
pub(super) fn through_binary(
    e: &Real,
    eta: &Real,
    inputs: &[Vec<Real>; 2],
) -> Result<Inputs, CheckError> {
    let [p, q] = [rationals(&inputs[0])?, rationals(&inputs[1])?];
    let favours: Vec<bool> = p.iter().zip(&q).map(|(p, q)| p >= q).collect();
    Ok(Inputs::new(Channel::binary_with_erasure(e, eta, &favours)?, [p, q])?)
}

pub(super) fn number(x: &Extended) -> Result<Real, CheckError> {
    match x {
        Extended::Finite(x) => Ok(x.clone()),
        Extended::Infinite(_) => Err(CheckError::Wrong("a divergence is infinite".to_owned())),
    }
}

/// `min(c, x)`.
pub(super) fn capped(c: &Real, x: &Real) -> Real {
    if x.compare(c) == Some(Ordering::Less) { x.clone() } else { c.clone() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_channel_does_better_than_the_extremal_ones() -> Result<(), CheckError> {
        let e = Rational::from(4u32);
        let eps = Real::from(e.clone()).ln();
        let is_private = |channel: &Channel| channel.is_private(&eps) == Some(true);
        let grid =
            [(2, of_shape(2, 3, 6)?), (3, [of_shape(3, 2, 6)?, of_shape(3, 3, 5)?].concat())];
        for ((inputs, channels), count) in grid.into_iter().zip([2, 6]) {
            let private: Vec<Channel> =
                channels.into_iter().filter(|channel| is_private(channel)).collect();
            assert!(private.len() > 100);
            // Up to names: one that says nothing, randomised responses between two sets, and for
            // three inputs the ones that favour one of them or two.
            let extremal = extremal(inputs, &e)?;
            assert_eq!(extremal.len(), count);
            for laws in input_laws(inputs) {
                let laws = [rationals(&laws[0])?, rationals(&laws[1])?];
                let divergence = |channel: &Channel| {
                    number(&Inputs::new(channel.clone(), laws.clone())?.divergences()[0])
                };
                let best: Vec<Real> = extremal.iter().map(divergence).collect::<Result<_, _>>()?;
                // The library finds the largest by a linear programme.
                for channel in extremal
                    .iter()
                    .filter(|it| it.largest_ratio() == Some(Real::from(e.clone()).into()))
                {
                    let bounds = Inputs::new(channel.clone(), laws.clone())?.bounds();
                    let row = bounds
                        .iter()
                        .find(|row| row.name == "kl" && row.source == "largest with this eps");
                    let largest = exact(&row.expect("at most 5 inputs").bound)?;
                    let orders = || best.iter().map(|kl| kl.compare(&largest));
                    assert!(orders().all(|order| order.is_some_and(Ordering::is_le)));
                    assert!(orders().any(|order| order == Some(Ordering::Equal)));
                }
                for channel in &private {
                    let kl = divergence(channel)?;
                    let is_beaten =
                        best.iter().any(|best| kl.compare(best).is_some_and(Ordering::is_le));
                    assert!(is_beaten, "{}", show_channel(channel));
                }
            }
            assert!(extremal.iter().all(is_private));
        }
        Ok(())
    }
}
