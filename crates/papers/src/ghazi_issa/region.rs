//! Section II: the privacy region.

use crate::entry::{Check, Computation, Entry, Evidence};
use crate::family::{
    distributions, exponentials, inside_unit, larger, largest_difference, pair, pairs, ratio, show, triples, unit,
};
use crate::trial::{CheckError, Trial};
use crate::verdict::Verdict;
use dpcert::exact::polynomial::Polynomial;
use dpcert::exact::real::Real;
use dpcert::mechanism::{Dominating, Mechanism};
use dpcert::pair::ThreePoint;
use dpcert::tradeoff::{Curve, Kernel};
use malachite::rational::Rational;
use std::cmp::Ordering;

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
                "all pairs of distributions on two or three outcomes with denominators up to 4, eta with denominators \
                 up to 5; TV by its definition, f by its vertices",
            ),
            run: total_variation_as_line,
            altered: "the line 1 - eta - 2t in place of 1 - eta - t",
            correction: None,
        }),
        reading: None,
        recorded: Verdict::Verified,
    },
    Entry {
        id: "GI-02",
        locus: "Theorem 1",
        statement: "A mechanism is (eps, delta)-DP exactly if its trade-off functions stay above two lines.",
        formula: "(eps, delta)-DP <=> t + E f(t) >= 1 - delta and E t + f(t) >= 1 - delta for all t and all neighbours",
        domain: "eps >= 0, delta in [0, 1], E = e^eps",
        check: Check::Computed(Computation {
            evidence: Evidence::Family(
                "all pairs of distributions on two or three outcomes with denominators up to 3, in both orders, E with \
                 numerators up to 4, delta with denominators up to 4; differential privacy by all events, f by its \
                 vertices",
            ),
            run: privacy_as_lines,
            altered: "1 - 2 delta in place of 1 - delta",
            correction: None,
        }),
        reading: None,
        recorded: Verdict::Verified,
    },
    Entry {
        id: "GI-03",
        locus: "Corollary 1",
        statement: "A mechanism is (eps, delta)-DP and eta-TV exactly if its trade-off functions stay above three lines.",
        formula: "(eps, delta)-DP and eta-TV <=> (2), (3) and t + f(t) >= 1 - eta for all t and all neighbours",
        domain: "eps >= 0, delta in [0, 1], eta in [0, delta + (1 - delta)(E - 1)/(E + 1)]",
        check: Check::Computed(Computation {
            evidence: Evidence::Family(
                "all pairs of distributions on two or three outcomes with denominators up to 3, in both orders, E with \
                 numerators up to 3, delta and eta with denominators up to 3; both properties by all events",
            ),
            run: privacy_and_total_variation_as_lines,
            altered: "1 - 2 eta in place of 1 - eta",
            correction: None,
        }),
        reading: Some(
            "The range of eta says which eta are not implied by (eps, delta)-DP; the equivalence holds for every eta, and is \
             checked for every one.",
        ),
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
            evidence: Evidence::Identity("E (x) and delta are indeterminates; both sides times 1 + E"),
            run: largest_total_variation,
            altered: "(1 - delta) in place of 2(1 - delta)",
            correction: None,
        }),
        reading: None,
        recorded: Verdict::Proved,
    },
    Entry {
        id: "GI-18",
        locus: "Equations (9) and (10)",
        statement: "The largest shift of a line below the trade-off function is the largest difference of the two laws over \
                    all acceptance sets.",
        formula: "delta' = max_A (P_0(A) - g P_1(A)) = max_A (1 - beta_I(A) - g beta_II(A))",
        domain: "all P_0, P_1; slopes -g, g >= 0",
        check: Check::Computed(Computation {
            evidence: Evidence::Family(
                "all pairs of distributions on two or three outcomes with denominators up to 4 and g in [0, 4]; the \
                 maximum over all sets, and the shift from the vertices of the trade-off function",
            ),
            run: shift_of_a_line,
            altered: "the shift of the line of slope -2g",
            correction: None,
        }),
        reading: None,
        recorded: Verdict::Verified,
    },
    Entry {
        id: "GI-38",
        locus: "Appendix F2, Figure 2",
        statement: "The corners of the region of (eps, 0)-DP and eta-TV.",
        formula: "(eta/(E - 1), 1 - eta E/(E - 1)) and its mirror image",
        domain: "eps > 0, 0 < eta < (E - 1)/(E + 1)",
        check: Check::Computed(Computation {
            evidence: Evidence::Family(
                "E with numerators up to 5, eta = r (E - 1)/(E + 1) with r in (0, 1), denominators up to 4; vertices of \
                 the maximum of the lines",
            ),
            run: corners,
            altered: "eta E/(E + 1) in place of eta E/(E - 1)",
            correction: None,
        }),
        reading: None,
        recorded: Verdict::Verified,
    },
    Entry {
        id: "GI-63",
        locus: "Equation (32)",
        statement: "The total variation distance of the inputs is attained at the set where P_0 is the larger.",
        formula: "TV(P_0, P_1) = P_0(A) - P_1(A) with A = {x : P_0(x) >= P_1(x)}",
        domain: "finite alphabets",
        check: Check::Computed(Computation {
            evidence: Evidence::Family(
                "all pairs of distributions on up to three letters with denominators up to 5; the maximum over all sets",
            ),
            run: best_set,
            altered: "the complement of A",
            correction: None,
        }),
        reading: Some("The text has Q_0(A) for P_1(A); Q is the channel there, and has no law without an input."),
        recorded: Verdict::Verified,
    },
    Entry {
        id: "GI-64",
        locus: "Section III, Blackwell's theorem before III-A",
        statement: "One experiment can be simulated from another exactly if its trade-off function is nowhere smaller.",
        formula: "f_B(t) >= f_A(t) for all t in [0, 1] <=> a stochastic kernel turns A into B",
        domain: "pairs of distributions",
        check: Check::Computed(Computation {
            evidence: Evidence::Family(
                "all pairs of pairs of distributions on two outcomes with denominators up to 4, and of those on two or three \
                 outcomes with denominators up to 2; the kernel is constructed and multiplied out",
            ),
            run: simulation,
            altered: "f_B <= f_A in place of f_B >= f_A",
            correction: None,
        }),
        reading: Some(
            "The text has f_B(t) > f_A(t) for all t in [0, 1], which no two trade-off functions satisfy, as both are 0 at \
             t = 1; the proof of Theorem 2 applies it with >=. The converse is easy and is checked too.",
        ),
        recorded: Verdict::Verified,
    },
];

fn is_at_most(x: &Real, y: &Real) -> Result<bool, CheckError> {
    x.compare(y).map(Ordering::is_le).ok_or_else(|| CheckError::Undecided(format!("the order of {x} and {y}")))
}

fn total_variation_as_line(trial: &mut Trial) -> Result<(), CheckError> {
    let slope = Real::from(trial.either(1i64, 2));
    for outcomes in [2, 3] {
        let laws = distributions(outcomes, 4);
        for (p, q) in pairs(&laws, &laws) {
            let vertices = Curve::of(&pair(&p, &q)?)?.vertices();
            let tv = largest_difference(&p, &q, &Real::one());
            trial.at("P", show(&p));
            trial.at("Q", show(&q));
            for eta in unit(5) {
                trial.at("eta", &eta);
                let is_above = all_above(&vertices, &slope, &Real::one(), &(1 - &eta))?;
                let is_private = is_at_most(&tv, &eta)?;
                trial.holds(is_above == is_private, "TV <= eta exactly if f is above the line", || {
                    format!("TV = {tv}, f is {}above the line", if is_above { "" } else { "not " })
                })?;
            }
        }
    }
    Ok(())
}

/// Is `a t + b f(t) >= c` at all vertices?
fn all_above(vertices: &[(Real, Real)], a: &Real, b: &Real, c: &Real) -> Result<bool, CheckError> {
    for (t, f) in vertices {
        if !is_at_most(c, &(a * t + b * f))? {
            return Ok(false);
        }
    }
    Ok(true)
}

fn privacy_as_lines(trial: &mut Trial) -> Result<(), CheckError> {
    let factor = trial.either(1i64, 2);
    for outcomes in [2, 3] {
        let laws = distributions(outcomes, 3);
        for (p, q) in pairs(&laws, &laws) {
            let vertices = [Curve::of(&pair(&p, &q)?)?.vertices(), Curve::of(&pair(&q, &p)?)?.vertices()];
            trial.at("P_0", show(&p));
            trial.at("P_1", show(&q));
            for e in [vec![Real::one()], exponentials(4)].concat() {
                let worst = larger(largest_difference(&p, &q, &e), largest_difference(&q, &p, &e));
                trial.at("E", &e);
                for delta in unit(4) {
                    trial.at("delta", &delta);
                    let level = 1 - factor * &delta;
                    let mut is_above = true;
                    for f in &vertices {
                        is_above &= all_above(f, &Real::one(), &e, &level)? && all_above(f, &e, &Real::one(), &level)?;
                    }
                    let is_private = is_at_most(&worst, &delta)?;
                    trial.holds(is_above == is_private, "private exactly if f is above both lines", || {
                        format!("the least delta is {worst}, f is {}above", if is_above { "" } else { "not " })
                    })?;
                }
            }
        }
    }
    Ok(())
}

fn privacy_and_total_variation_as_lines(trial: &mut Trial) -> Result<(), CheckError> {
    let factor = trial.either(1i64, 2);
    let one = Real::one();
    for outcomes in [2, 3] {
        let laws = distributions(outcomes, 3);
        for (p, q) in pairs(&laws, &laws) {
            let vertices = [Curve::of(&pair(&p, &q)?)?.vertices(), Curve::of(&pair(&q, &p)?)?.vertices()];
            let tv = largest_difference(&p, &q, &one);
            trial.at("P_0", show(&p));
            trial.at("P_1", show(&q));
            for (e, delta, eta) in triples(&exponentials(3), &unit(3), &unit(3)) {
                trial.at("E", &e);
                trial.at("delta", &delta);
                trial.at("eta", &eta);
                let worst = larger(largest_difference(&p, &q, &e), largest_difference(&q, &p, &e));
                let level = 1 - &delta;
                let mut is_above = true;
                for f in &vertices {
                    is_above &= all_above(f, &one, &e, &level)?
                        && all_above(f, &e, &one, &level)?
                        && all_above(f, &one, &one, &(1 - factor * &eta))?;
                }
                let is_private = is_at_most(&worst, &delta)? && is_at_most(&tv, &eta)?;
                trial.holds(is_above == is_private, "both properties exactly if f is above the lines", || {
                    format!("the least delta is {worst}, TV = {tv}, f is {}above", if is_above { "" } else { "not " })
                })?;
            }
        }
    }
    Ok(())
}

fn largest_total_variation(trial: &mut Trial) -> Result<(), CheckError> {
    let (e, delta, one) = (Polynomial::x(), Polynomial::delta(), Polynomial::constant(1));
    let finite = &one - &delta;
    let left = &Polynomial::constant(trial.either(2, 1)) * &finite;
    let plus = &e + &one;
    let largest = &(&delta * &plus) + &(&finite * &(&e - &one));
    trial.identical("the identity, times 1 + E", &left, &(&plus - &largest))
}

fn shift_of_a_line(trial: &mut Trial) -> Result<(), CheckError> {
    let factor = trial.either(1i64, 2);
    for outcomes in [2, 3] {
        let laws = distributions(outcomes, 4);
        for (p, q) in pairs(&laws, &laws) {
            // beta_I is the level under P_0, so that the curve over beta_II is that of (P_0, P_1).
            let vertices = Curve::of(&pair(&p, &q)?)?.vertices();
            trial.at("P_0", show(&p));
            trial.at("P_1", show(&q));
            for g in [vec![Real::zero(), Real::one()], exponentials(4), inside_unit(3)].concat() {
                trial.at("g", &g);
                let slope = factor * &g;
                let shift = vertices.iter().map(|(two, one)| 1 - one - &slope * two).fold(Real::zero(), larger);
                trial.equal(("max_A", largest_difference(&p, &q, &g)), ("the shift", shift))?;
            }
        }
    }
    Ok(())
}

/// The trade-off function of "(eps, delta)-DP".
pub(super) fn of_privacy(e: &Real, delta: &Real) -> Result<Curve, CheckError> {
    let pair = ThreePoint { eps: e.ln(), delta: delta.clone(), alpha: Real::zero() };
    Ok(Curve::of(&pair.to_finite())?)
}

/// `r (E - 1)/(E + 1)`.
pub(super) fn share_of_largest(e: &Real, r: &Real) -> Real {
    r * (e - 1) / (e + 1)
}

fn corners(trial: &mut Trial) -> Result<(), CheckError> {
    for (e, r) in pairs(&exponentials(5), &inside_unit(4)) {
        let eta = share_of_largest(&e, &r);
        trial.at("E", &e);
        trial.at("eta", &eta);
        let curve = Curve::maximum(&[of_privacy(&e, &Real::zero())?, of_privacy(&Real::one(), &eta)?])?;
        let (near, far) = (&eta / (&e - 1), 1 - &eta * &e / trial.either(&e - 1, &e + 1));
        let vertices = curve.vertices();
        // (0, 1), the two corners, and (1, 0).
        let [_, (x, y), (z, w), _] = vertices.as_slice() else {
            return Err(CheckError::Wrong(format!("{} vertices", vertices.len())));
        };
        trial.equal(("the first corner's level", x), ("eta/(E - 1)", &near))?;
        trial.equal(("its height", y), ("1 - eta E/(E - 1)", &far))?;
        trial.equal(("the second corner's level", z), ("1 - eta E/(E - 1)", &far))?;
        trial.equal(("its height", w), ("eta/(E - 1)", &near))?;
    }
    Ok(())
}

fn best_set(trial: &mut Trial) -> Result<(), CheckError> {
    let wanted = trial.either(Ordering::is_ge as fn(Ordering) -> bool, Ordering::is_lt);
    for letters in [2, 3] {
        let laws = distributions(letters, 5);
        for (p, q) in pairs(&laws, &laws) {
            trial.at("P_0", show(&p));
            trial.at("P_1", show(&q));
            let inside = p.iter().zip(&q).filter(|(p, q)| p.compare(q).is_some_and(wanted));
            let difference = inside.fold(Real::zero(), |sum, (p, q)| sum + (p - q));
            let tv = largest_difference(&p, &q, &Real::one());
            trial.equal(("TV", tv), ("P_0(A) - P_1(A)", difference))?;
        }
    }
    Ok(())
}

fn simulation(trial: &mut Trial) -> Result<(), CheckError> {
    let all = |outcomes: usize, denominator: u64| {
        let laws = distributions(outcomes, denominator);
        pairs(&laws, &laws)
    };
    let (two, mixed) = (all(2, 4), [all(2, 2), all(3, 2)].concat());
    let rational = |pair: &(Vec<Real>, Vec<Real>)| -> Vec<(Rational, Rational)> {
        let both = pair.0.iter().zip(&pair.1);
        both.filter_map(|(p, q)| Some((p.as_rational()?.clone(), q.as_rational()?.clone()))).collect()
    };
    for (a, b) in pairs(&two, &two).into_iter().chain(pairs(&mixed, &mixed)) {
        trial.at("A", format_args!("{} against {}", show(&a.0), show(&a.1)));
        trial.at("B", format_args!("{} against {}", show(&b.0), show(&b.1)));
        let (f_a, f_b) = (Curve::of(&pair(&a.0, &a.1)?)?, Curve::of(&pair(&b.0, &b.1)?)?);
        let (low, high) = trial.either((&f_a, &f_b), (&f_b, &f_a));
        let mut is_above = true;
        for (t, _) in low.vertices().iter().chain(&high.vertices()) {
            is_above &= is_at_most(&low.value(t)?, &high.value(t)?)?;
        }
        let (a, b) = (rational(&a), rational(&b));
        let kernel = Kernel::between(&a, &b).filter(|kernel| kernel.turns(&a, &b));
        trial.holds(is_above == kernel.is_some(), "a kernel exactly if f_B >= f_A", || {
            let (no, not) = (if kernel.is_some() { "a" } else { "no" }, if is_above { "" } else { " not" });
            format!("there is {no} kernel, and f_B >= f_A does{not} hold")
        })?;
    }
    Ok(())
}

/// A mechanism of one step, taken k times.
pub(super) fn repeated(step: Dominating, k: u64) -> Mechanism {
    Mechanism::Step(step).repeat(k)
}

/// Some `e^eps`, rational and not.
pub(super) fn mixed_exponentials() -> Vec<Real> {
    [exponentials(4), vec![Real::one().exp(), ratio(1, 2).exp()]].concat()
}
