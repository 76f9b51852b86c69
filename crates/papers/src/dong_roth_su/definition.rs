//! Sections 1 and 2.1: trade-off functions.

use super::family::{
    approximate, at_least, curves, is_above, largest, levels, order, same, show_curve, small_pairs,
    tests, trade_off,
};
use crate::family::{events, exponentials, pair, pairs, ratio, show, unit};
use crate::number::Number;
use crate::read::Section;
use crate::trial::{CheckError, Reading, Trial};
use dpcert::exact::polynomial::Polynomial;
use dpcert::formula::Formula;
use dpcert::mechanism::Dominating;
use dpcert::tradeoff::Curve;
use dpcert::{Mechanism, Query, Real};

pub(super) const SECTION: Section = Section {
    file: "dong_roth_su/definition.toml",
    text: include_str!("definition.toml"),
    checks: &[
        ("GDP-01", power),
        ("GDP-02", basic_composition),
        ("GDP-03", sum_of_errors),
        ("GDP-05", inverse),
        ("GDP-06", envelope),
        ("GDP-61", neyman_pearson),
        ("GDP-62", characterisation),
        ("GDP-63", maximum),
        ("GDP-64", wasserman_zhou),
        ("GDP-86", by_events),
    ],
};

fn at_laws(trial: &mut Trial, p: &[Real], q: &[Real]) {
    trial.clear_parameters();
    trial.at("P", show(p));
    trial.at("Q", show(q));
}

fn with_one(numerator: u64) -> Vec<Real> {
    [Real::one()].into_iter().chain(exponentials(numerator)).collect()
}

fn by_events(trial: &mut Trial) -> Result<(), CheckError> {
    for (p, q) in small_pairs() {
        at_laws(trial, &p, &q);
        let subsets = match trial.reading() {
            Reading::Altered => p.iter().cloned().zip(q.iter().cloned()).collect(),
            _ => events(&p, &q),
        };
        let orders =
            [pair(&p, &q)?, pair(&q, &p)?].map(|pair| Mechanism::Step(Dominating::Finite(pair)));
        for e in with_one(4) {
            let mut profile = Real::zero();
            for order in &orders {
                let Number::Formula(Formula::Exact(delta)) =
                    trial.ask(order, &Query::Delta { eps: e.ln() })?
                else {
                    return Err(super::family::undecided("the exact delta of a rational pair"));
                };
                profile = largest(profile, [delta])?;
            }
            trial.at("e^eps", &e);
            for delta in unit(4).into_iter().chain([profile.clone()]) {
                trial.at("delta", &delta);
                let within = |x: &Real, y: &Real| {
                    x.compare(&(&e * y + &delta)).is_some_and(std::cmp::Ordering::is_le)
                };
                let is_private = subsets.iter().all(|(x, y)| within(x, y) && within(y, x));
                let is_below = order(&profile, &delta)?.is_le();
                trial.holds(
                    is_private == is_below,
                    "(1) holds for all events exactly if the profile allows it",
                    || format!("(1) for all events: {is_private}, the profile is {profile}"),
                )?;
            }
        }
    }
    Ok(())
}

fn power(trial: &mut Trial) -> Result<(), CheckError> {
    for (p, q) in small_pairs() {
        at_laws(trial, &p, &q);
        for e in with_one(4) {
            let delta =
                pair(&q, &p)?.hockey_stick(&e).ok_or_else(|| super::family::undecided("a sign"))?;
            trial.at("e^eps", &e);
            trial.at("delta", &delta);
            for (alpha, beta) in tests(&p, &q) {
                trial.at("alpha", &alpha);
                let bound = trial.either(&e * &alpha + &delta, &e * &alpha);
                trial.at_most(("power", 1 - beta), ("bound", bound))?;
            }
        }
    }
    Ok(())
}

fn basic_composition(trial: &mut Trial) -> Result<(), CheckError> {
    let first = exponentials(4);
    let second = trial.either(first.clone(), with_one(4));
    let deltas: Vec<Real> = unit(4)
        .into_iter()
        .filter(|x| x.compare(&ratio(1, 3)).is_some_and(|o| o.is_le()))
        .collect();
    for (e, d) in pairs(&pairs(&first, &second), &pairs(&deltas, &deltas)) {
        trial.at("(e^eps1, delta1)", format_args!("({}, {})", e.0, d.0));
        trial.at("(e^eps2, delta2)", format_args!("({}, {})", e.1, d.1));
        let joint = approximate(&e.0, &d.0)?.tensor(&approximate(&e.1, &d.1)?)?;
        let bound = approximate(&(&e.0 * &e.1), &(&d.0 + &d.1))?;
        let differs = is_above(&joint, &bound)? && !joint.equals(&bound)?;
        trial.holds(
            differs,
            "the composition is above f_{eps1+eps2,delta1+delta2} somewhere",
            || format!("both are the function {}", show_curve(&joint)),
        )?;
    }
    Ok(())
}

fn sum_of_errors(trial: &mut Trial) -> Result<(), CheckError> {
    for (p, q) in small_pairs() {
        at_laws(trial, &p, &q);
        let tv = pair(&p, &q)?
            .hockey_stick(&Real::one())
            .ok_or_else(|| super::family::undecided("a sign"))?;
        let bound = trial.either(1 - &tv, 1 - tv / 2);
        for (alpha, beta) in tests(&p, &q) {
            trial.at("alpha_phi", &alpha);
            trial.at_most(("bound", &bound), ("alpha + beta", alpha + beta))?;
        }
    }
    Ok(())
}

fn neyman_pearson(trial: &mut Trial) -> Result<(), CheckError> {
    for (p, q) in small_pairs() {
        at_laws(trial, &p, &q);
        let curve = trial.either(trade_off(&p, &q)?, trade_off(&q, &p)?);
        let known = tests(&p, &q);
        for (alpha, beta) in &known {
            trial.at("alpha", alpha);
            trial.at_most(("f(alpha)", curve.value(alpha)?), ("beta of a test", beta))?;
        }
        for vertex in curve.vertices() {
            let is_test = known.iter().any(|(alpha, beta)| {
                vertex.0.compare(alpha).is_some_and(|o| o.is_ge())
                    && beta.compare(&vertex.1).is_some_and(|o| o.is_eq())
            });
            trial.at("alpha", &vertex.0);
            trial.holds(is_test, "the vertex is a test", || {
                format!("no test has beta = {}", vertex.1)
            })?;
        }
    }
    Ok(())
}

fn characterisation(trial: &mut Trial) -> Result<(), CheckError> {
    let heights = unit(4);
    let inside: Vec<Real> =
        heights.iter().filter(|x| !x.is_zero() && !x.is_one()).cloned().collect();
    for (ends, (x, y)) in pairs(&pairs(&heights, &heights), &pairs(&inside, &heights)) {
        let (top, bottom) = ends;
        trial.at("(y0, y1)", format_args!("({top}, {bottom})"));
        trial.at("(x, y)", format_args!("({x}, {y})"));
        let (first, second, after) = (&top - &y, &y - &bottom, 1 - &x);
        let is_falling = order(&top, &y)?.is_ge() && order(&y, &bottom)?.is_ge();
        let is_convex = order(&(&first * &after), &(&second * &x))?.is_ge();
        let is_low = order(&(&x + &y), &Real::one())?.is_le() && bottom.is_zero();
        let has_properties =
            is_falling && is_low && (is_convex || trial.reading() == Reading::Altered);
        let is_trade_off = is_falling && {
            // What does not fall along the two edges is at level 0.
            let jump = 1 - &top + &bottom;
            let curve = trade_off(
                &[Real::zero(), x.clone(), after.clone()],
                &[jump, first.clone(), second.clone()],
            )?;
            let function = |alpha: &Real| match order(alpha, &x)? {
                std::cmp::Ordering::Less => Ok(&top - &first * alpha / &x),
                _ => Ok::<Real, CheckError>(&bottom + &second * (1 - alpha) / &after),
            };
            let mut is_same = true;
            for alpha in levels(&curve).iter().chain([&Real::zero(), &x]) {
                is_same &= order(&curve.value(alpha)?, &function(alpha)?)?.is_eq();
            }
            is_same
        };
        trial.holds(has_properties == is_trade_off, "one if and only if the other", || {
            format!("the properties: {has_properties}, a trade-off function: {is_trade_off}")
        })?;
    }
    Ok(())
}

fn maximum(trial: &mut Trial) -> Result<(), CheckError> {
    let all = curves()?;
    for (f, g) in pairs(&all, &all) {
        trial.clear_parameters();
        trial.at("f", show_curve(&f));
        trial.at("g", show_curve(&g));
        let extreme = |alpha: &Real| -> Result<Real, CheckError> {
            let (x, y) = (f.value(alpha)?, g.value(alpha)?);
            let is_first = order(&x, &y)?.is_ge() != (trial.reading() == Reading::Altered);
            Ok(if is_first { x } else { y })
        };
        let candidate = match trial.reading() {
            Reading::Altered => Curve::hull_of_minimum(&[f.clone(), g.clone()])?,
            _ => Curve::maximum(&[f.clone(), g.clone()])?,
        };
        let points = levels(&f).into_iter().chain(levels(&g)).chain(levels(&candidate));
        let values = points
            .map(|alpha| Ok((extreme(&alpha)?, alpha)))
            .collect::<Result<Vec<_>, CheckError>>()?;
        for (value, alpha) in values {
            trial.at("alpha", &alpha);
            trial.equal(
                ("the extreme value", value),
                ("a trade-off function", candidate.value(&alpha)?),
            )?;
        }
    }
    Ok(())
}

/// Equation (3) for a piecewise linear f, or the sup of the levels at which f is at least alpha.
fn inverse_value(f: &Curve, alpha: &Real, is_sup: bool) -> Result<Real, CheckError> {
    let mut found = Real::zero();
    for ends in f.vertices().windows(2) {
        let [(left, high), (right, low)] = ends else {
            continue;
        };
        if order(high, alpha)?.is_le() && !(is_sup && order(high, alpha)?.is_eq()) {
            break;
        }
        found = match order(low, alpha)? {
            std::cmp::Ordering::Less if !order(high, low)?.is_eq() => {
                return Ok(left + (right - left) * (high - alpha) / (high - low));
            }
            _ => right.clone(),
        };
        if !is_sup && order(low, alpha)?.is_le() {
            break;
        }
    }
    Ok(found)
}

fn inverse(trial: &mut Trial) -> Result<(), CheckError> {
    let is_sup = trial.either(false, true);
    for (p, q) in small_pairs() {
        at_laws(trial, &p, &q);
        let (f, turned) = (trade_off(&p, &q)?, trade_off(&q, &p)?);
        same(
            trial,
            ("T(Q, P)(alpha)", &turned),
            ("f^-1(alpha)", |alpha: &Real| inverse_value(&f, alpha, is_sup)),
        )?;
    }
    trial.clear_parameters();
    let all = curves()?;
    for (f, law) in pairs(&all, &all) {
        let (forward, backward) = (&law, law.inverse());
        if is_above(forward, &f)? && is_above(&backward, &f)? {
            let symmetrised = f.symmetrised()?;
            trial.at("f", show_curve(&f));
            trial.at("T(P, Q)", show_curve(&law));
            at_least(trial, ("T(P, Q)", forward), ("max(f, f^-1)", &symmetrised))?;
            at_least(trial, ("T(Q, P)", &backward), ("max(f, f^-1)", &symmetrised))?;
            at_least(trial, ("max(f, f^-1)", &symmetrised), ("f", &f))?;
            trial.holds(symmetrised.is_symmetric()?, "max(f, f^-1) is symmetric", || {
                "it is not".to_owned()
            })?;
        }
    }
    Ok(())
}

fn envelope(trial: &mut Trial) -> Result<(), CheckError> {
    // x is E - 1, alpha how far a level is from a vertex, delta stands for r = 1 - delta.
    let (x, s, r) = (Polynomial::x(), Polynomial::alpha(), Polynomial::delta());
    let one = Polynomial::constant(1);
    let e = &one + &x;
    let both = &one + &e;
    // The vertex in the middle: r less the fall of the first edge, all times 1 + E.
    trial.identical("(1 + E) r - E r = r", &(&(&both * &r) - &(&e * &r)), &r)?;
    // (1 + E) times the first line, (1 + E) E times the second one, at the level t/(1 + E).
    let first = |t: &Polynomial| &(&both * &r) - &(&e * t);
    let flat = trial.either(r.clone(), one.clone());
    let second = |t: &Polynomial| &(&both * &flat) - t;
    trial.identical("the first line at the middle", &first(&r), &r)?;
    trial.identical("the second line at the middle", &second(&r), &(&e * &r))?;
    let (before, after) = (&r - &s, &r + &s);
    trial.never_negative(
        "first - second before it",
        &(&(&e * &first(&before)) - &second(&before)),
    )?;
    trial.never_negative("second - first after it", &(&second(&after) - &(&e * &first(&after))))?;
    trial.never_negative("first before it", &first(&before))?;
    let (end, beyond) = (&(&both * &r) - &s, &(&both * &r) + &s);
    trial.never_negative("second before r", &second(&end))?;
    trial.never_negative("-second after r", &-&second(&beyond))?;
    trial.never_negative("-first after r", &-&first(&beyond))?;
    trial.clear_parameters();
    for (e, delta) in pairs(&with_one(6), &unit(6)) {
        trial.at("e^eps", &e);
        trial.at("delta", &delta);
        let curve = approximate(&e, &delta)?;
        let rest = 1 - &delta;
        let flat = trial.either(rest.clone(), Real::one());
        let formula =
            |alpha: &Real| largest(Real::zero(), [&rest - &e * alpha, (&flat - alpha) / &e]);
        same(trial, ("T(P, Q)(alpha)", &curve), ("f(alpha)", formula))?;
        let slopes = curve.edges().iter().all(|edge| {
            let is_one_of = |x: &Real| (&edge.p - x * &edge.q).is_zero();
            is_one_of(&e) || is_one_of(&(1 / &e))
        });
        trial.holds(
            slopes && curve.is_symmetric()?,
            "slopes -e^eps and -e^-eps, symmetric",
            || show_curve(&curve),
        )?;
    }
    Ok(())
}

fn wasserman_zhou(trial: &mut Trial) -> Result<(), CheckError> {
    for (p, q) in small_pairs() {
        at_laws(trial, &p, &q);
        let sets = tests(&p, &q);
        let (forward, backward) = (trade_off(&p, &q)?, trade_off(&q, &p)?);
        for (e, delta) in pairs(&with_one(3), &unit(4)) {
            trial.at("e^eps", &e);
            trial.at("delta", &delta);
            let within = |x: &Real, y: &Real| {
                (&e * y + &delta - x).sign().is_some_and(std::cmp::Ordering::is_ge)
            };
            let is_private =
                sets.iter().all(|(p, beta)| within(p, &(1 - beta)) && within(&(1 - beta), p));
            let f = approximate(&trial.either(e.clone(), &e * &e), &delta)?;
            let is_f_private = is_above(&forward, &f)? && is_above(&backward, &f)?;
            trial.holds(is_private == is_f_private, "(eps, delta)-DP exactly if f-DP", || {
                format!("(eps, delta)-DP: {is_private}, f-DP: {is_f_private}")
            })?;
        }
    }
    Ok(())
}
