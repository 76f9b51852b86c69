//! Section II: the privacy region.

use crate::corpus::entry::{Check, Computation, Entry, Evidence};
use crate::corpus::family::{distributions, pair, pairs, show, unit};
use crate::corpus::trial::{Stop, Trial};
use crate::corpus::verdict::Verdict;
use crate::exact::polynomial::Polynomial;
use crate::exact::real::Real;
use crate::tradeoff::Curve;

pub(super) const ENTRIES: &[Entry] = &[
    Entry {
        id: "GI-01",
        locus: "Definition 3, text after Definition 4",
        statement: "The total variation distance is at most eta exactly if the trade-off function never falls below the \
                    line 1 - eta - t.",
        formula: "TV(P, Q) <= eta <=> f(t) >= 1 - eta - t for all t in [0, 1]",
        domain: "all P, Q; eta in [0, 1]",
        check: Check::Computed(Computation {
            evidence: Evidence::Family(
                "all pairs of distributions on two or three outcomes with denominators up to 4, \
                                        eta with denominators up to 5; f by its vertices",
            ),
            run: total_variation_as_line,
            altered: "the line 1 - eta - 2t in place of 1 - eta - t",
            correction: None,
        }),
        reading: None,
        recorded: Verdict::Verified,
    },
    Entry {
        id: "GI-04",
        locus: "Remark 1",
        statement: "The least sum of both errors in the region of (eps, delta)-DP belongs to the largest total variation \
                    distance.",
        formula: "2(1 - delta)/(1 + E) = 1 - (delta + (1 - delta)(E - 1)/(E + 1))",
        domain: "E = e^eps, delta in [0, 1]",
        check: Check::Computed(Computation {
            evidence: Evidence::Identity("E and delta are indeterminates; both sides times 1 + E"),
            run: largest_total_variation,
            altered: "(1 - delta) in place of 2(1 - delta)",
            correction: None,
        }),
        reading: None,
        recorded: Verdict::Proved,
    },
];

fn total_variation_as_line(trial: &mut Trial) -> Result<(), Stop> {
    let slope = Real::from(trial.either(1i64, 2));
    for outcomes in [2, 3] {
        let laws = distributions(outcomes, 4);
        for (p, q) in pairs(&laws, &laws) {
            let curve = Curve::of(&pair(&p, &q)?)?;
            let tv = p.iter().zip(&q).fold(Real::zero(), |sum, (p, q)| match p.compare(q) {
                Some(std::cmp::Ordering::Greater) => sum + (p - q),
                _ => sum,
            });
            trial.at("P", show(&p));
            trial.at("Q", show(&q));
            for eta in unit(5) {
                trial.at("eta", &eta);
                let is_above = curve
                    .vertices()
                    .iter()
                    .all(|(t, f)| (f - (1 - &eta - &slope * t)).sign().is_some_and(std::cmp::Ordering::is_ge));
                let is_private = tv.compare(&eta).is_some_and(std::cmp::Ordering::is_le);
                trial.holds(is_above == is_private, "TV <= eta exactly if f is above the line", || {
                    format!("TV = {tv}, f is {}above the line", if is_above { "" } else { "not " })
                })?;
            }
        }
    }
    Ok(())
}

fn largest_total_variation(trial: &mut Trial) -> Result<(), Stop> {
    let (e, delta, one) = (Polynomial::x(), Polynomial::delta(), Polynomial::constant(1));
    let finite = &one - &delta;
    let left = &Polynomial::constant(trial.either(2, 1)) * &finite;
    let plus = &e + &one;
    let largest = &(&delta * &plus) + &(&finite * &(&e - &one));
    trial.identical("the identity, times 1 + E", &left, &(&plus - &largest))
}
