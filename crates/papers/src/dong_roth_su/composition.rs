//! Section 3.1: composition.

use super::family::{
    Laws, approximate, at_least, curves, is_above, show_curve, trade_off, undecided,
};
use super::polygons::{around, gaussian};
use crate::family::{distributions, exponentials, inside_unit, pair, pairs, ratio, show, triples};
use crate::read::Section;
use crate::trial::{CheckError, Reading, Trial};
use dpcert::Real;
use dpcert::formula::Formula;
use dpcert::tradeoff::Curve;
use malachite::rational::Rational;

pub(super) const SECTION: Section = Section {
    file: "dong_roth_su/composition.toml",
    text: include_str!("composition.toml"),
    checks: &[
        ("GDP-20", algebra),
        ("GDP-21", adaptive),
        ("GDP-22", gaussians),
        ("GDP-72", well_defined),
        ("GDP-73", no_pair),
    ],
};

fn product(first: &[Real], second: &[Real]) -> Vec<Real> {
    first.iter().flat_map(|x| second.iter().map(move |y| x * y)).collect()
}

fn laws(outcomes: usize, denominator: u64) -> Vec<Laws> {
    let all = distributions(outcomes, denominator);
    pairs(&all, &all)
}

fn total_variation(p: &[Real], q: &[Real]) -> Result<Real, CheckError> {
    pair(p, q)?.hockey_stick(&Real::one()).ok_or_else(|| undecided("the sign of an excess"))
}

fn well_defined(trial: &mut Trial) -> Result<(), CheckError> {
    let with_curve = |laws: Vec<Laws>| -> Result<Vec<(Laws, Curve)>, CheckError> {
        laws.into_iter().map(|law| Ok((law.clone(), trade_off(&law.0, &law.1)?))).collect()
    };
    let (two, three, other) = (with_curve(laws(2, 3))?, with_curve(laws(3, 3))?, laws(2, 3));
    for (first, second) in pairs(&two, &three) {
        let ((p, q), curve) = &first;
        let ((p_tilde, q_tilde), same) = &second;
        let is_same = match trial.reading() {
            Reading::Altered => total_variation(p, q)? == total_variation(p_tilde, q_tilde)?,
            _ => curve.equals(same)?,
        };
        if !is_same {
            continue;
        }
        trial.at("P, Q", format_args!("{}, {}", show(p), show(q)));
        trial.at("P~, Q~", format_args!("{}, {}", show(p_tilde), show(q_tilde)));
        for (x, y) in &other {
            trial.at("P', Q'", format_args!("{}, {}", show(x), show(y)));
            let left = trade_off(&product(p, x), &product(q, y))?;
            let right = trade_off(&product(p_tilde, x), &product(q_tilde, y))?;
            let is_equal =
                left.equals(&right)? && left.equals(&curve.tensor(&trade_off(x, y)?)?)?;
            trial.holds(is_equal, "both products have one trade-off function", || {
                format!("one is {}, the other {}", show_curve(&left), show_curve(&right))
            })?;
        }
    }
    Ok(())
}

fn algebra(trial: &mut Trial) -> Result<(), CheckError> {
    let all: Vec<Curve> = curves()?.into_iter().take(12).collect();
    let must =
        |trial: &mut Trial, what: &str, left: &Curve, right: &Curve| -> Result<(), CheckError> {
            let is_equal = left.equals(right)?;
            trial.holds(is_equal, what, || {
                format!("left is {}, right is {}", show_curve(left), show_curve(right))
            })
        };
    for (f, g, h) in triples(&all, &all, &all) {
        trial.at("f", show_curve(&f));
        trial.at("g", show_curve(&g));
        trial.at("h", show_curve(&h));
        let both = f.tensor(&g)?;
        must(trial, "f (x) g = g (x) f", &both, &g.tensor(&f)?)?;
        must(
            trial,
            "(f (x) g) (x) h = f (x) (g (x) h)",
            &both.tensor(&h)?,
            &f.tensor(&g.tensor(&h)?)?,
        )?;
        must(trial, "f (x) Id = f", &f.tensor(&Curve::identity())?, &f)?;
        let factor = trial.either(g.inverse(), g.clone());
        must(
            trial,
            "(f (x) g)^-1 = f^-1 (x) g^-1",
            &both.inverse(),
            &f.inverse().tensor(&factor)?,
        )?;
        if is_above(&g, &h)? {
            at_least(trial, ("f (x) g", &both), ("f (x) h", &f.tensor(&h)?))?;
            trial.clear_parameters();
        }
        if f.is_symmetric()? && g.is_symmetric()? {
            trial.holds(both.is_symmetric()?, "the product is symmetric", || show_curve(&both))?;
        }
    }
    Ok(())
}

/// The best symmetric f for some pairs.
fn best(laws: &[&Laws]) -> Result<Curve, CheckError> {
    let mut all = Vec::new();
    for (p, q) in laws {
        all.extend([trade_off(p, q)?, trade_off(q, p)?]);
    }
    Ok(Curve::hull_of_minimum(&all)?)
}

fn adaptive(trial: &mut Trial) -> Result<(), CheckError> {
    let all = laws(2, 3);
    for (first, low, high) in triples(&all, &all, &all) {
        let (p, q) = &first;
        let joint = |first: &[Real], low: &[Real], high: &[Real]| -> Vec<Real> {
            first
                .iter()
                .zip([low, high])
                .flat_map(|(mass, after)| after.iter().map(move |x| mass * x))
                .collect()
        };
        trial.clear_parameters();
        trial.at("M_1(S), M_1(S')", format_args!("{}, {}", show(p), show(q)));
        trial.at(
            "M_2(S, y), M_2(S', y) after y = 1",
            format_args!("{}, {}", show(&low.0), show(&low.1)),
        );
        trial.at("after y = 2", format_args!("{}, {}", show(&high.0), show(&high.1)));
        let law = trade_off(&joint(p, &low.0, &high.0), &joint(q, &low.1, &high.1))?;
        let second = match trial.reading() {
            Reading::Altered => best(&[&low])?,
            _ => best(&[&low, &high])?,
        };
        at_least(
            trial,
            ("T(M(S), M(S'))", &law),
            ("f_1 (x) f_2", &best(&[&first])?.tensor(&second)?),
        )?;
        if low == high {
            let tight = trade_off(p, q)?.tensor(&trade_off(&low.0, &low.1)?)?;
            trial
                .holds(law.equals(&tight)?, "T(M(S), M(S')) = f_1 (x) f_2", || show_curve(&law))?;
        }
    }
    trial.clear_parameters();
    three_steps(trial)
}

fn three_steps(trial: &mut Trial) -> Result<(), CheckError> {
    let half = || vec![ratio(1, 2), ratio(1, 2)];
    let (third, two_thirds) = (ratio(1, 3), ratio(2, 3));
    let steps: [Laws; 3] = [
        (half(), vec![Real::one(), Real::zero()]),
        (vec![third.clone(), two_thirds.clone()], vec![two_thirds, third]),
        (half(), half()),
    ];
    let name = |law: &Laws| format!("{} against {}", show(&law.0), show(&law.1));
    // What every step does, after the outcomes before it: the first one, the second after 1 and 2,
    // the third after 11, 12, 21 and 22.
    for plan in (0..3usize.pow(7))
        .map(|code| [0u32, 1, 2, 3, 4, 5, 6].map(|place| code / 3usize.pow(place) % 3))
    {
        let law = |place: usize| {
            plan.get(place).and_then(|step| steps.get(*step)).ok_or_else(|| undecided("a step"))
        };
        let (first, second, third) =
            (law(0)?, [law(1)?, law(2)?], [[law(3)?, law(4)?], [law(5)?, law(6)?]]);
        let joint = |side: fn(&Laws) -> &Vec<Real>| -> Vec<Real> {
            let after = side(first).iter().zip(second.iter().zip(&third));
            let both = after.flat_map(|(x, (second, thirds))| {
                side(second).iter().zip(thirds).map(move |(y, third)| (x * y, *third))
            });
            both.flat_map(|(mass, third)| {
                side(third).iter().map(move |z| &mass * z).collect::<Vec<_>>()
            })
            .collect()
        };
        trial.at("M_1", name(first));
        trial.at("M_2 after 1 and 2", second.map(name).join("; "));
        trial.at(
            "M_3 after 11, 12, 21 and 22",
            third.as_flattened().iter().map(|law| name(law)).collect::<Vec<_>>().join("; "),
        );
        let composed = trade_off(&joint(|law| &law.0), &joint(|law| &law.1))?;
        let bound =
            best(&[first])?.tensor(&best(&second)?)?.tensor(&best(third.as_flattened())?)?;
        at_least(trial, ("T(M(S), M(S'))", &composed), ("f_1 (x) f_2 (x) f_3", &bound))?;
        let is_fixed = second.iter().all(|law| *law == second[0])
            && third.as_flattened().iter().all(|law| *law == third[0][0]);
        if is_fixed {
            let of = |law: &Laws| trade_off(&law.0, &law.1);
            let tight = of(first)?.tensor(&of(second[0])?)?.tensor(&of(third[0][0])?)?;
            trial.holds(
                composed.equals(&tight)?,
                "T(M(S), M(S')) = f_1 (x) f_2 (x) f_3",
                || show_curve(&composed),
            )?;
        }
    }
    Ok(())
}

/// Is it `f_{eps,delta}` for some eps and delta?
pub(super) fn is_approximate(curve: &Curve) -> Result<bool, CheckError> {
    // delta is the jump, e^eps the first slope, unless it is 0 from there on or flatter than -1.
    let Some(edge) = curve.edges().first() else {
        return Ok(true);
    };
    let e = &edge.p / &edge.q;
    if e.compare(&Real::one()).is_some_and(std::cmp::Ordering::is_lt) {
        return Ok(false);
    }
    Ok(curve.equals(&approximate(&e, curve.p_infinite())?)?)
}

fn no_pair(trial: &mut Trial) -> Result<(), CheckError> {
    let more = trial.either(None, Some(Real::one()));
    let grown: Vec<Real> = exponentials(5).into_iter().chain(more).collect();
    for (e, delta) in pairs(&grown, &[Real::zero(), ratio(1, 4), ratio(1, 2)]) {
        let f = approximate(&e, &delta)?;
        let mut composed = f.clone();
        for n in [2, 3] {
            composed = composed.tensor(&f)?;
            trial.at("e^eps", &e);
            trial.at("delta", &delta);
            trial.at("n", n);
            trial.holds(!is_approximate(&composed)?, "no f_{eps',delta'}", || {
                format!("the composition is f_{{eps',delta'}}, {}", show_curve(&composed))
            })?;
        }
    }
    Ok(())
}

fn gaussians(trial: &mut Trial) -> Result<(), CheckError> {
    let gap = Rational::from_unsigneds(1u64, 100);
    for ((n, d), (k, l)) in [((1u64, 1u64), (1u64, 1u64)), ((1, 2), (1, 1)), ((1, 1), (2, 1))] {
        let (first, second) = (Rational::from_unsigneds(n, d), Rational::from_unsigneds(k, l));
        trial.at("mu1", &first);
        trial.at("mu2", &second);
        let (x, y) = (around(&first, &gap)?, around(&second, &gap)?);
        let (inner, outer) = (x.inner.tensor(&y.inner)?, x.outer.tensor(&y.outer)?);
        let (first, second) = (Real::from(first), Real::from(second));
        let mu = trial.either((first.pow(2) + second.pow(2)).sqrt(), &first + &second);
        for alpha in inside_unit(4) {
            trial.at("alpha", &alpha);
            let value = gaussian(&Formula::from(mu.clone()), &alpha.clone().into());
            trial.at_most(("lower polygons", outer.value(&alpha)?), ("G_mu(alpha)", &value))?;
            trial.at_most(("G_mu(alpha)", value), ("upper polygons", inner.value(&alpha)?))?;
        }
    }
    Ok(())
}
