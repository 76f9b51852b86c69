//! Section 3: group privacy.

use super::divergence::alphas;
use super::profile::gaussian_profile;
use crate::family::{
    distributions, exponentials, larger, largest_difference, pairs, ratio, show, triples,
};
use crate::read::Section;
use crate::trial::{CheckError, Trial};
use dpcert::Real;
use dpcert::formula::Formula;

pub(super) const SECTION: Section = Section {
    file: "balle/group.toml",
    text: include_str!("group.toml"),
    checks: &[("BA-17", group_profile), ("BA-18", group_parameters), ("BA-19", white_box)],
};

/// Chains of neighbours, with the k-th root of alpha; what that and the denominator of the factor
/// are called.
fn chains(trial: &mut Trial, name: &'static str, denominator: &str) -> Result<(), CheckError> {
    let laws = distributions(2, 3);
    let three = triples(&laws, &laws, &laws).into_iter().map(|(x, y, z)| vec![x, y, z]);
    let four = pairs(&pairs(&laws, &laws), &pairs(&laws, &laws))
        .into_iter()
        .map(|((w, x), (y, z))| vec![w, x, y, z]);
    let extreme =
        [(2u64, 3u64), (1, 4), (1, 24)].map(|(n, d)| vec![ratio(n, d), 1 - ratio(n, d)]).to_vec();
    for chain in three.chain(four).chain([extreme]) {
        let k = if chain.len() == 3 { 2i64 } else { 3 };
        trial.at(
            "the laws of the chain",
            chain.iter().map(|law| show(law)).collect::<Vec<_>>().join(", "),
        );
        let (Some(first), Some(last)) = (chain.first(), chain.last()) else {
            continue;
        };
        for root in alphas() {
            trial.at(name, &root);
            let worst = chain.windows(2).fold(Real::zero(), |worst, ends| match ends {
                [p, q] => larger(
                    worst,
                    larger(largest_difference(p, q, &root), largest_difference(q, p, &root)),
                ),
                _ => worst,
            });
            let below = &root - 1;
            let quotient = if trial.divides(denominator, &below) {
                (root.pow(k) - 1) / below
            } else {
                k.into()
            };
            let factor = trial.either(quotient, Real::from(k));
            let ends = largest_difference(first, last, &root.pow(k));
            trial.at_most(("the divergence of the ends", ends), ("the bound", factor * worst))?;
        }
    }
    Ok(())
}

fn group_profile(trial: &mut Trial) -> Result<(), CheckError> {
    chains(trial, "alpha^(1/k)", "the denominator alpha^(1/k) - 1")
}

fn group_parameters(trial: &mut Trial) -> Result<(), CheckError> {
    chains(trial, "e^eps", "the denominator e^eps - 1")
}

/// Never above the black-box bound, and below it where that is positive.
fn compare_boxes(trial: &mut Trial, white: Formula, black: Formula) -> Result<(), CheckError> {
    if black.as_real().is_some_and(Real::is_zero) {
        return trial.equal(("white box", white), ("black box", black));
    }
    trial.less(("white box", white), ("black box", black))
}

fn white_box(trial: &mut Trial) -> Result<(), CheckError> {
    // (root^k - 1)/(root - 1), as a sum.
    let quotient = |k: i64, root: &Real| (0..k).fold(Real::zero(), |sum, i| sum + root.pow(i));
    let halves = [Real::one(), ratio(3, 2), Real::from(2i64), Real::from(3i64)];
    for (k, (half, h)) in pairs(&[2i64, 3, 5], &pairs(&halves, &exponentials(4))) {
        trial.at("k", k);
        trial.at("eps", Real::from(2 * k) * half.ln());
        trial.at("Laplace noise, eta", 2 * h.ln());
        // e^((eps/k - eta)/2).
        let one = &half / &h;
        let white = larger(Real::zero(), 1 - one.pow(k));
        let factor = trial.either(quotient(k, &(&half * &half)), Real::one());
        let black = factor * larger(Real::zero(), 1 - &one);
        compare_boxes(trial, white.into(), black.into())?;
    }
    trial.clear_parameters();
    let etas = [Real::one(), ratio(1, 2), Real::from(2i64)];
    let shares = [Real::zero(), Real::one(), ratio(1, 2), Real::from(2i64)];
    for (k, (eta, share)) in pairs(&[2i64, 3, 5], &pairs(&etas, &shares)) {
        trial.at("k", k);
        trial.at("eps", k * &share);
        trial.at("Gaussian noise, eta", &eta);
        let white = gaussian_profile(&(k * &eta), &(k * &share));
        let factor = trial.either(quotient(k, &share.exp()), Real::one());
        compare_boxes(trial, white, Formula::from(factor) * gaussian_profile(&eta, &share))?;
    }
    Ok(())
}
