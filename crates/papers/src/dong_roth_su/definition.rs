//! Sections 1 and 2.1: trade-off functions.

use super::family::{
    approximate, at_least, curves, is_above, largest, levels, order, same, show_curve, small_pairs, tests,
    the_small_pairs, trade_off,
};
use crate::entry::{Check, Computation, Entry, Evidence};
use crate::family::{events, exponentials, pair, pairs, ratio, show, unit};
use crate::number::Number;
use crate::trial::{CheckError, Reading, Trial};
use crate::verdict::Verdict;
use dpcert::exact::polynomial::Polynomial;
use dpcert::exact::real::Real;
use dpcert::mechanism::{Dominating, Mechanism};
use dpcert::quantity::Query;
use dpcert::theorem::Formula;
use dpcert::tradeoff::Curve;

pub(super) const ENTRIES: &[Entry] = &[
    Entry {
        id: "GDP-86",
        locus: "Definition 1, equation (1)",
        statement: "An observation: a mechanism is (eps, delta)-DP, by all events and both orders of neighbours, \
                    exactly if its privacy profile at eps is at most delta.",
        formula: "P[M(S) in A] <= e^eps P[M(S') in A] + delta for all A, either way <=> delta(eps) <= delta, the larger \
                  hockey-stick divergence",
        domain: "eps >= 0, delta in [0, 1]",
        check: Check::Computed(Computation {
            evidence: Evidence::Family(concat!(
                the_small_pairs!(),
                ", e^eps in {1, 2, 3, 3/2, 4, 4/3}, delta with denominators up to 4 and the profile itself; all events, \
                 against this library's answer for the pair"
            )),
            run: by_events,
            altered: "all single outcomes in place of all events",
            correction: None,
        }),
        reading: None,
        recorded: Verdict::Verified,
    },
    Entry {
        id: "GDP-01",
        locus: "Section 1, text after (2)",
        statement: "No test of level alpha that tells two neighbours apart by an (eps, delta)-DP mechanism has more \
                    power than e^eps alpha + delta.",
        formula: "power <= e^eps alpha + delta",
        domain: "eps >= 0, delta in [0, 1], alpha in (0, 1)",
        check: Check::Computed(Computation {
            evidence: Evidence::Family(concat!(
                the_small_pairs!(),
                ", e^eps in {1, 2, 3, 3/2, 4, 4/3}, the least delta, all sets of outcomes as tests"
            )),
            run: power,
            altered: "e^eps alpha in place of e^eps alpha + delta",
            correction: None,
        }),
        reading: Some("Randomised tests are averages of sets, and the bound is linear in alpha."),
        recorded: Verdict::Verified,
    },
    Entry {
        id: "GDP-02",
        locus: "Section 1, text on basic composition",
        statement: "The bound by the sum of the parameters does not describe the composition of two (eps_i, \
                    delta_i)-DP mechanisms.",
        formula: "f_{eps1,delta1} (x) f_{eps2,delta2} != f_{eps1+eps2,delta1+delta2}",
        domain: "eps_i > 0, delta_i < 1",
        check: Check::Computed(Computation {
            evidence: Evidence::Family("e^eps_i in {2, 3, 3/2, 4, 4/3}, delta_i in {0, 1/3, 1/4}"),
            run: basic_composition,
            altered: "eps_2 >= 0 in place of eps_2 > 0",
            correction: None,
        }),
        reading: Some(
            "For delta_i = 0 the bound is attained at small levels; what is claimed, and checked, is that it is not \
             the whole function.",
        ),
        recorded: Verdict::Verified,
    },
    Entry {
        id: "GDP-03",
        locus: "Section 2.1, text before Definition 2",
        statement: "The two errors of a test sum to at least 1 minus the total variation distance.",
        formula: "alpha_phi + beta_phi >= 1 - TV(P, Q)",
        domain: "all P, Q and rejection rules phi",
        check: Check::Computed(Computation {
            evidence: Evidence::Family(concat!(the_small_pairs!(), ", all sets of outcomes as tests")),
            run: sum_of_errors,
            altered: "1 - TV/2 in place of 1 - TV",
            correction: None,
        }),
        reading: None,
        recorded: Verdict::Verified,
    },
    Entry {
        id: "GDP-61",
        locus: "Definition 2 and the text after it",
        statement: "The least type II error at every level is that of a likelihood ratio test.",
        formula: "T(P, Q)(alpha) = inf{beta_phi : alpha_phi <= alpha}",
        domain: "all P, Q",
        check: Check::Computed(Computation {
            evidence: Evidence::Family(concat!(
                the_small_pairs!(),
                ": no set of outcomes is below the curve in the order of the likelihood ratios, and each of its \
                 vertices is one"
            )),
            run: neyman_pearson,
            altered: "the order of the ratios P/Q in place of Q/P",
            correction: None,
        }),
        reading: None,
        recorded: Verdict::Verified,
    },
    Entry {
        id: "GDP-62",
        locus: "Proposition 1",
        statement: "The trade-off functions are the convex, continuous, non-increasing functions below 1 - x.",
        formula: "f = T(P, Q) for some P, Q <=> f convex, continuous, non-increasing, f(x) <= 1 - x",
        domain: "f: [0, 1] -> [0, 1]",
        check: Check::Computed(Computation {
            evidence: Evidence::Family(
                "the piecewise linear functions through (0, y0), (x, y), (1, y1) with coordinates of denominators up \
                 to 4: T of the pair that is made of their edges is the function if and only if it has the four \
                 properties",
            ),
            run: characterisation,
            altered: "f need not be convex",
            correction: None,
        }),
        reading: None,
        recorded: Verdict::Verified,
    },
    Entry {
        id: "GDP-63",
        locus: "Section 2.1, text before Proposition 1",
        statement: "The maximum of two trade-off functions is a trade-off function.",
        formula: "max(f, g) = T(P, Q) for some P, Q",
        domain: "all trade-off functions f, g",
        check: Check::Computed(Computation {
            evidence: Evidence::Family(concat!(
                "f and g of ",
                the_small_pairs!(),
                "; on all of [0, 1], by the vertices of f, g and the curve and the middles between them"
            )),
            run: maximum,
            altered: "min in place of max",
            correction: None,
        }),
        reading: None,
        recorded: Verdict::Verified,
    },
    Entry {
        id: "GDP-05",
        locus: "Proposition 2, equation (3)",
        statement: "The inverse of T(P, Q) is T(Q, P), and an f-DP mechanism is max(f, f^-1)-DP, which is symmetric.",
        formula: "inf{t in [0, 1] : T(P, Q)(t) <= alpha} = T(Q, P)(alpha); f-DP => max(f, f^-1)-DP",
        domain: "all P, Q and trade-off functions f",
        check: Check::Computed(Computation {
            evidence: Evidence::Family(concat!(
                the_small_pairs!(),
                "; mechanisms and f among these pairs and their trade-off functions"
            )),
            run: inverse,
            altered: "sup{t : f(t) >= alpha} in place of inf{t : f(t) <= alpha}",
            correction: None,
        }),
        reading: None,
        recorded: Verdict::Verified,
    },
    Entry {
        id: "GDP-06",
        locus: "Equation (4), Figure 3 (left)",
        statement: "f_{eps,delta} is a symmetric piecewise linear trade-off function with slopes -e^eps and -e^-eps \
                    and intercepts 1 - delta.",
        formula: "f_{eps,delta}(alpha) = max(0, 1 - delta - e^eps alpha, e^-eps (1 - delta - alpha))",
        domain: "eps >= 0, delta in [0, 1], alpha in [0, 1]",
        check: Check::Computed(Computation {
            evidence: Evidence::Decision(
                "T of the pair ((1-delta) E/(1+E), (1-delta)/(1+E)), its mirror image and delta at infinite ratio has the \
                 vertices (0, r), (r/(1+E), r/(1+E)), (r, 0), r = 1 - delta; with E = 1 + x (in polynomials delta stands \
                 for r) the formula has these values there, and on both sides of each the order of its three terms is \
                 that of nonnegative indeterminates",
            ),
            run: envelope,
            altered: "e^-eps (1 - alpha) in place of e^-eps (1 - delta - alpha)",
            correction: None,
        }),
        reading: None,
        recorded: Verdict::Proved,
    },
    Entry {
        id: "GDP-64",
        locus: "Proposition 3",
        statement: "A mechanism is (eps, delta)-DP if and only if it is f_{eps,delta}-DP.",
        formula: "P(S) <= e^eps Q(S) + delta and Q(S) <= e^eps P(S) + delta for all S <=> T(P, Q), T(Q, P) >= \
                  f_{eps,delta}",
        domain: "eps >= 0, delta in [0, 1]",
        check: Check::Computed(Computation {
            evidence: Evidence::Family(concat!(
                the_small_pairs!(),
                ", e^eps in {1, 2, 3, 3/2}, delta with denominators up to 4, all sets S"
            )),
            run: wasserman_zhou,
            altered: "f_{2 eps, delta} in place of f_{eps, delta}",
            correction: None,
        }),
        reading: None,
        recorded: Verdict::Verified,
    },
];

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
        let orders = [pair(&p, &q)?, pair(&q, &p)?].map(|pair| Mechanism::Step(Dominating::Finite(pair)));
        for e in with_one(4) {
            let mut profile = Real::zero();
            for order in &orders {
                let Number::Formula(Formula::Exact(delta)) = trial.ask(order, &Query::Delta { eps: e.ln() })? else {
                    return Err(super::family::undecided("the exact delta of a rational pair"));
                };
                profile = largest(profile, [delta])?;
            }
            trial.at("e^eps", &e);
            for delta in unit(4).into_iter().chain([profile.clone()]) {
                trial.at("delta", &delta);
                let within = |x: &Real, y: &Real| x.compare(&(&e * y + &delta)).is_some_and(std::cmp::Ordering::is_le);
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
            let delta = pair(&q, &p)?.hockey_stick(&e).ok_or_else(|| super::family::undecided("a sign"))?;
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
    let deltas: Vec<Real> =
        unit(4).into_iter().filter(|x| x.compare(&ratio(1, 3)).is_some_and(|o| o.is_le())).collect();
    for (e, d) in pairs(&pairs(&first, &second), &pairs(&deltas, &deltas)) {
        trial.at("(e^eps1, delta1)", format_args!("({}, {})", e.0, d.0));
        trial.at("(e^eps2, delta2)", format_args!("({}, {})", e.1, d.1));
        let joint = approximate(&e.0, &d.0)?.tensor(&approximate(&e.1, &d.1)?)?;
        let bound = approximate(&(&e.0 * &e.1), &(&d.0 + &d.1))?;
        let differs = is_above(&joint, &bound)? && !joint.equals(&bound)?;
        trial.holds(differs, "the composition is above f_{eps1+eps2,delta1+delta2} somewhere", || {
            format!("both are the function {}", show_curve(&joint))
        })?;
    }
    Ok(())
}

fn sum_of_errors(trial: &mut Trial) -> Result<(), CheckError> {
    for (p, q) in small_pairs() {
        at_laws(trial, &p, &q);
        let tv = pair(&p, &q)?.hockey_stick(&Real::one()).ok_or_else(|| super::family::undecided("a sign"))?;
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
                vertex.0.compare(alpha).is_some_and(|o| o.is_ge()) && beta.compare(&vertex.1).is_some_and(|o| o.is_eq())
            });
            trial.at("alpha", &vertex.0);
            trial.holds(is_test, "the vertex is a test", || format!("no test has beta = {}", vertex.1))?;
        }
    }
    Ok(())
}

fn characterisation(trial: &mut Trial) -> Result<(), CheckError> {
    let heights = unit(4);
    let inside: Vec<Real> = heights.iter().filter(|x| !x.is_zero() && !x.is_one()).cloned().collect();
    for (ends, (x, y)) in pairs(&pairs(&heights, &heights), &pairs(&inside, &heights)) {
        let (top, bottom) = ends;
        trial.at("(y0, y1)", format_args!("({top}, {bottom})"));
        trial.at("(x, y)", format_args!("({x}, {y})"));
        let (first, second, after) = (&top - &y, &y - &bottom, 1 - &x);
        let is_falling = order(&top, &y)?.is_ge() && order(&y, &bottom)?.is_ge();
        let is_convex = order(&(&first * &after), &(&second * &x))?.is_ge();
        let is_low = order(&(&x + &y), &Real::one())?.is_le() && bottom.is_zero();
        let has_properties = is_falling && is_low && (is_convex || trial.reading() == Reading::Altered);
        let is_trade_off = is_falling && {
            // What does not fall along the two edges is at level 0.
            let jump = 1 - &top + &bottom;
            let curve = trade_off(&[Real::zero(), x.clone(), after.clone()], &[jump, first.clone(), second.clone()])?;
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
        let values = points.map(|alpha| Ok((extreme(&alpha)?, alpha))).collect::<Result<Vec<_>, CheckError>>()?;
        for (value, alpha) in values {
            trial.at("alpha", &alpha);
            trial.equal(("the extreme value", value), ("a trade-off function", candidate.value(&alpha)?))?;
        }
    }
    Ok(())
}

/// Equation (3) for a piecewise linear f, or the sup of the levels at which f is at least alpha.
fn inverse_value(f: &Curve, alpha: &Real, is_sup: bool) -> Result<Real, CheckError> {
    let mut found = Real::zero();
    for ends in f.vertices().windows(2) {
        let [(left, high), (right, low)] = ends else { continue };
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
        same(trial, ("T(Q, P)(alpha)", &turned), ("f^-1(alpha)", |alpha: &Real| inverse_value(&f, alpha, is_sup)))?;
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
            trial.holds(symmetrised.is_symmetric()?, "max(f, f^-1) is symmetric", || "it is not".to_owned())?;
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
    trial.never_negative("first - second before it", &(&(&e * &first(&before)) - &second(&before)))?;
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
        let formula = |alpha: &Real| largest(Real::zero(), [&rest - &e * alpha, (&flat - alpha) / &e]);
        same(trial, ("T(P, Q)(alpha)", &curve), ("f(alpha)", formula))?;
        let slopes = curve.edges().iter().all(|edge| {
            let is_one_of = |x: &Real| (&edge.p - x * &edge.q).is_zero();
            is_one_of(&e) || is_one_of(&(1 / &e))
        });
        trial.holds(slopes && curve.is_symmetric()?, "slopes -e^eps and -e^-eps, symmetric", || show_curve(&curve))?;
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
            let within = |x: &Real, y: &Real| (&e * y + &delta - x).sign().is_some_and(std::cmp::Ordering::is_ge);
            let is_private = sets.iter().all(|(p, beta)| within(p, &(1 - beta)) && within(&(1 - beta), p));
            let f = approximate(&trial.either(e.clone(), &e * &e), &delta)?;
            let is_f_private = is_above(&forward, &f)? && is_above(&backward, &f)?;
            trial.holds(is_private == is_f_private, "(eps, delta)-DP exactly if f-DP", || {
                format!("(eps, delta)-DP: {is_private}, f-DP: {is_f_private}")
            })?;
        }
    }
    Ok(())
}
