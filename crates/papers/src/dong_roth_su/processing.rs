//! Section 2.3: post-processing and the order of Blackwell.

use super::family::{at_least, is_above, small_pairs, trade_off};
use crate::family::{
    distributions, exponentials, larger, largest_difference, pair, pairs, ratio, show,
};
use crate::read::Section;
use crate::trial::{CheckError, Reading, Trial};
use dpcert::mechanism::Dominating;
use dpcert::pair::ThreePoint;
use dpcert::tradeoff::Kernel;
use dpcert::{Mechanism, Query, Real};
use malachite::rational::Rational;
use std::cmp::Ordering;

pub(super) const SECTION: Section = Section {
    file: "dong_roth_su/processing.toml",
    text: include_str!("processing.toml"),
    checks: &[("GDP-67", post_processing), ("GDP-68", blackwell), ("GDP-69", other_orders)],
};

fn post_processing(trial: &mut Trial) -> Result<(), CheckError> {
    let rows = distributions(2, 2);
    let two = pairs(&rows, &rows);
    for (p, q) in small_pairs() {
        let kernels: Vec<Vec<Vec<Real>>> = match p.len() {
            2 => two.iter().map(|(x, y)| vec![x.clone(), y.clone()]).collect(),
            _ => pairs(&two, &rows).into_iter().map(|((x, y), z)| vec![x, y, z]).collect(),
        };
        trial.clear_parameters();
        trial.at("P", show(&p));
        trial.at("Q", show(&q));
        let before = trade_off(&p, &q)?;
        for kernel in kernels {
            trial.at("Proc", kernel.iter().map(|row| show(row)).collect::<Vec<_>>().join(" "));
            let processed = |law: &[Real]| -> Vec<Real> {
                let start = vec![Real::zero(); 2];
                law.iter().zip(&kernel).fold(start, |sum, (mass, row)| {
                    sum.iter().zip(row).map(|(known, entry)| known + mass * entry).collect()
                })
            };
            let after = match (trial.reading(), q.as_slice()) {
                (Reading::Altered, [x, rest @ ..]) => {
                    let rest = rest.iter().fold(Real::zero(), |sum, mass| sum + mass);
                    trade_off(&processed(&p), &[x.clone(), rest])?
                }
                _ => trade_off(&processed(&p), &processed(&q))?,
            };
            at_least(trial, ("after", &after), ("before", &before))?;
        }
    }
    Ok(())
}

fn masses(p: &[Real], q: &[Real]) -> Vec<(Rational, Rational)> {
    let known = p
        .iter()
        .zip(q)
        .filter_map(|(p, q)| Some((p.as_rational()?.clone(), q.as_rational()?.clone())));
    known.filter(|(p, q)| *p > 0 || *q > 0).collect()
}

fn blackwell(trial: &mut Trial) -> Result<(), CheckError> {
    let of = |outcomes, denominator| {
        let laws = distributions(outcomes, denominator);
        pairs(&laws, &laws)
    };
    let strong: Vec<_> = of(2, 3).into_iter().chain(of(3, 2)).collect();
    let wrong = |what: &str| CheckError::Wrong(what.to_owned());
    for ((p, q), (other_p, other_q)) in pairs(&strong, &of(2, 4)) {
        trial.at("P", show(&p));
        trial.at("Q", show(&q));
        trial.at("P'", show(&other_p));
        trial.at("Q'", show(&other_q));
        let (first, second) = (trade_off(&p, &q)?, trade_off(&other_p, &other_q)?);
        let is_ordered = match trial.reading() {
            Reading::Altered => {
                let tv = |p: &[Real], q: &[Real]| -> Result<Real, CheckError> {
                    pair(p, q)?.hockey_stick(&Real::one()).ok_or_else(|| wrong("a sign"))
                };
                tv(&p, &q)?.compare(&tv(&other_p, &other_q)?).is_some_and(Ordering::is_ge)
            }
            _ => is_above(&second, &first)?,
        };
        let (from, to) = (masses(&p, &q), masses(&other_p, &other_q));
        let kernel = Kernel::between(&from, &to);
        if let Some(kernel) = &kernel {
            let rows = kernel.to_rows();
            for (y, (p, q)) in to.iter().enumerate() {
                let sum = |side: fn(&(Rational, Rational)) -> &Rational| {
                    let terms = from
                        .iter()
                        .zip(&rows)
                        .filter_map(|(masses, row)| Some(side(masses) * row.get(y)?));
                    terms.fold(Rational::from(0), |sum, term| sum + term)
                };
                trial.holds(
                    sum(|m| &m.0) == *p && sum(|m| &m.1) == *q,
                    "Proc gives P' and Q'",
                    || "it does not".into(),
                )?;
            }
        }
        trial.holds(
            is_ordered == kernel.is_some(),
            "ordered exactly if there is a kernel",
            || format!("ordered: {is_ordered}, kernel: {}", kernel.is_some()),
        )?;
    }
    Ok(())
}

fn other_orders(trial: &mut Trial) -> Result<(), CheckError> {
    for eps in [ratio(1, 4), ratio(1, 2), Real::one(), Real::from(2i64)] {
        trial.at("eps", &eps);
        let mu = &eps / trial.either(1i64, 2);
        let response = Mechanism::Step(Dominating::ThreePoint(ThreePoint {
            eps: eps.clone(),
            delta: Real::zero(),
            alpha: Real::zero(),
        }));
        let noise = Mechanism::Step(Dominating::gdp(&mu)?);
        let rho = trial.ask(&response, &Query::Rho)?;
        trial.at_most(("rho of randomised response", rho), ("mu^2/2", mu.pow(2) / 2))?;
        let tv = Query::Delta { eps: Real::zero() };
        let (smaller, larger) = (trial.ask(&noise, &tv)?, trial.ask(&response, &tv)?);
        trial.less(("TV of Gaussian noise", smaller), ("TV of randomised response", larger))?;
    }
    trial.clear_parameters();
    let laws = distributions(2, 4);
    for (p, q) in pairs(&laws, &laws) {
        let (forth, back) = (trade_off(&p, &q)?, trade_off(&q, &p)?);
        if forth.equals(&back)? {
            continue;
        }
        trial.at("P", show(&p));
        trial.at("Q", show(&q));
        for e in [vec![Real::one()], exponentials(5)].concat() {
            trial.at("e^eps", &e);
            let one_way = |p: &[Real], q: &[Real]| largest_difference(p, q, &e);
            let delta = |p: &[Real], q: &[Real]| match trial.reading() {
                Reading::Altered => one_way(p, q),
                _ => larger(one_way(p, q), one_way(q, p)),
            };
            let (of_pair, of_reverse) = (delta(&p, &q), delta(&q, &p));
            trial.equal(("delta of the pair", of_pair), ("delta of its reverse", of_reverse))?;
        }
    }
    Ok(())
}
