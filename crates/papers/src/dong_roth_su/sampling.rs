//! Section 4.1: the operator C_p.

use super::composition::is_approximate;
use super::family::{
    approximate, at_least, curves, is_above, largest, levels, order, same, show_curve,
    symmetric_curves,
};
use crate::family::{exponentials, inside_unit, pairs, ratio};
use crate::read::Section;
use crate::trial::{CheckError, Trial};
use dpcert::Real;
use dpcert::tradeoff::Curve;

pub(super) const SECTION: Section = Section {
    file: "dong_roth_su/sampling.toml",
    text: include_str!("sampling.toml"),
    checks: &[
        ("GDP-40", corollary_3),
        ("GDP-41", sum_of_errors),
        ("GDP-42", operator),
        ("GDP-43", facts),
        ("GDP-79", below),
        ("GDP-80", inverses),
        ("GDP-81", improves),
        ("GDP-82", no_pair),
    ],
};

fn rates() -> Vec<Real> {
    [Real::zero()].into_iter().chain(inside_unit(4)).chain([Real::one()]).collect()
}

/// `f(x) = x`.
pub(super) fn fixed_point(f: &Curve) -> Result<Real, CheckError> {
    for ends in f.vertices().windows(2) {
        let [(left, high), (right, low)] = ends else {
            continue;
        };
        if order(high, left)?.is_le() {
            return Ok(left.clone());
        }
        if order(low, right)?.is_le() {
            // high - slope (x - left) = x.
            let slope = (high - low) / (right - left);
            return Ok((high + &slope * left) / (1 + slope));
        }
    }
    Ok(Real::zero())
}

fn operator(trial: &mut Trial) -> Result<(), CheckError> {
    for (f, p) in pairs(&symmetric_curves()?, &rates()) {
        trial.clear_parameters();
        trial.at("f", show_curve(&f));
        trial.at("p", &p);
        let start = fixed_point(&f)?;
        let value =
            |x: &Real| -> Result<Real, CheckError> { Ok(&p * f.value(x)? + (1 - &p) * (1 - x)) };
        let end = value(&start)?;
        let turned = f.diluted(&p)?.inverse();
        let height = &start + trial.either(end.clone(), f.value(&start)?);
        let formula = |x: &Real| -> Result<Real, CheckError> {
            if order(x, &start)?.is_lt() {
                return value(x);
            }
            if order(x, &end)?.is_le() { Ok(&height - x) } else { Ok(turned.value(x)?) }
        };
        let found = f.subsampled(&p)?;
        let others = levels(&f).into_iter().chain(levels(&turned)).chain([
            start.clone(),
            end.clone(),
            (&start + &end) / 2,
        ]);
        for alpha in levels(&found).into_iter().chain(others) {
            trial.at("x", &alpha);
            trial.equal(("formula", formula(&alpha)?), ("C_p(f)(x)", found.value(&alpha)?))?;
        }
    }
    Ok(())
}

fn below(trial: &mut Trial) -> Result<(), CheckError> {
    for (f, p) in pairs(&symmetric_curves()?, &rates()) {
        trial.clear_parameters();
        trial.at("f", show_curve(&f));
        trial.at("p", &p);
        let (sampled, diluted) = (f.subsampled(&p)?, f.diluted(&p)?);
        trial.holds(sampled.is_symmetric()?, "C_p(f) is symmetric", || show_curve(&sampled))?;
        let (lower, upper) = trial.either((&sampled, &diluted), (&diluted, &sampled));
        at_least(trial, ("upper side", upper), ("lower side", lower))?;
        at_least(trial, ("f_p^-1", &diluted.inverse()), ("C_p(f)", &sampled))?;
    }
    Ok(())
}

fn facts(trial: &mut Trial) -> Result<(), CheckError> {
    let all = symmetric_curves()?;
    for f in &all {
        let sampled = rates()
            .into_iter()
            .map(|p| Ok((f.subsampled(&p)?, p)))
            .collect::<Result<Vec<_>, CheckError>>()?;
        trial.clear_parameters();
        trial.at("f", show_curve(f));
        for ((first, p), (second, q)) in pairs(&sampled, &sampled) {
            let ends = (!p.is_zero() || first.equals(&Curve::identity())?)
                && (!q.is_one() || second.equals(f)?);
            trial.holds(ends, "C_0(f) = Id and C_1(f) = f", || show_curve(&first))?;
            if order(&p, &q)?.is_le() {
                trial.at("p", &p);
                trial.at("q", &q);
                let (upper, lower) = trial.either((&first, &second), (&second, &first));
                at_least(trial, ("upper side", upper), ("lower side", lower))?;
            }
        }
    }
    for (f, g) in pairs(&all, &all) {
        trial.clear_parameters();
        trial.at("f", show_curve(&f));
        trial.at("g", show_curve(&g));
        for p in rates() {
            trial.at("p", &p);
            if is_above(&f, &g)? {
                at_least(trial, ("C_p(f)", &f.subsampled(&p)?), ("C_p(g)", &g.subsampled(&p)?))?;
            }
            let identity = Curve::identity().subsampled(&p)?;
            trial.holds(identity.equals(&Curve::identity())?, "C_p(Id) = Id", || {
                show_curve(&identity)
            })?;
        }
    }
    Ok(())
}

fn inverses(trial: &mut Trial) -> Result<(), CheckError> {
    let all = curves()?;
    for (g, h) in pairs(&all, &all) {
        trial.at("g", show_curve(&g));
        trial.at("h", show_curve(&h));
        let (upper, lower) = (g.inverse(), trial.either(h.inverse(), h.clone()));
        let (left, right) = (is_above(&g, &h)?, is_above(&upper, &lower)?);
        trial
            .holds(left == right, "both or neither", || format!("left: {left}, right: {right}"))?;
    }
    Ok(())
}

/// (E, delta, p), with natural values first.
fn parameters() -> Vec<(Real, (Real, Real))> {
    let grown: Vec<Real> = exponentials(5).into_iter().chain([Real::one()]).collect();
    let deltas: Vec<Real> = inside_unit(3).into_iter().chain([Real::zero(), Real::one()]).collect();
    let rates: Vec<Real> = inside_unit(3).into_iter().chain([Real::one(), Real::zero()]).collect();
    pairs(&grown, &pairs(&deltas, &rates))
}

fn at_parameters(trial: &mut Trial, e: &Real, delta: &Real, p: &Real) {
    trial.clear_parameters();
    trial.at("e^eps", e);
    trial.at("delta", delta);
    trial.at("p", p);
}

/// `f_{eps',delta'}` of Lemma 2.
fn lemma_2(e: &Real, delta: &Real, p: &Real) -> Result<Curve, CheckError> {
    approximate(&(1 - p + p * e), &(p * delta))
}

fn corollary_3(trial: &mut Trial) -> Result<(), CheckError> {
    for (e, (delta, p)) in parameters() {
        at_parameters(trial, &e, &delta, &p);
        let rest = &p * (1 - &delta);
        let fall = trial.choose(
            &p * (&e - 1) / (&e + 1),
            &rest * (&e - 1) / (&e + 1),
            &rest * (&e - 1) / &e,
        );
        let grown = 1 - &p + &p * &e;
        let top = 1 - &p * &delta;
        let formula = |alpha: &Real| {
            let lines = [&top - &grown * alpha, (&top - alpha) / &grown, &top - &fall - alpha];
            largest(Real::zero(), lines)
        };
        same(
            trial,
            ("C_p(f)(alpha)", &approximate(&e, &delta)?.subsampled(&p)?),
            ("formula", formula),
        )?;
    }
    Ok(())
}

fn improves(trial: &mut Trial) -> Result<(), CheckError> {
    for (e, (delta, p)) in parameters() {
        at_parameters(trial, &e, &delta, &p);
        let (sampled, lemma) = (approximate(&e, &delta)?.subsampled(&p)?, lemma_2(&e, &delta, &p)?);
        let (upper, lower) = trial.either((&sampled, &lemma), (&lemma, &sampled));
        at_least(trial, ("upper side", upper), ("lower side", lower))?;
    }
    Ok(())
}

fn no_pair(trial: &mut Trial) -> Result<(), CheckError> {
    for (e, (delta, p)) in parameters() {
        let is_excluded = e.is_one()
            || delta.is_one()
            || p.is_zero()
            || (p.is_one() && trial.either(true, false));
        if is_excluded {
            continue;
        }
        at_parameters(trial, &e, &delta, &p);
        let sampled = approximate(&e, &delta)?.subsampled(&p)?;
        trial.holds(!is_approximate(&sampled)?, "no f_{eps'',delta''}", || {
            format!("C_p(f) is f_{{eps'',delta''}}, {}", show_curve(&sampled))
        })?;
    }
    Ok(())
}

fn sum_of_errors(trial: &mut Trial) -> Result<(), CheckError> {
    let (e, delta, p) = (Real::from(3i64).exp(), ratio(1, 10), ratio(1, 5));
    at_parameters(trial, &e, &delta, &p);
    let one = Real::one();
    let sampled =
        ("least sum on C_p(f)", 1 - approximate(&e, &delta)?.subsampled(&p)?.delta(&one)?);
    let lemma = 1 - lemma_2(&e, &delta, &p)?.delta(&one)?;
    let times = trial.choose(1i64, 2, 3);
    match times {
        1 => trial.less(sampled, ("least sum of Lemma 2", lemma)),
        2 => trial.at_most(("twice the least sum of Lemma 2", 2 * lemma), sampled),
        _ => trial.at_most(("three times the least sum of Lemma 2", 3 * lemma), sampled),
    }
}
