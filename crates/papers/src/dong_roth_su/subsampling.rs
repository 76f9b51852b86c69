//! Sections 4.1 and 4.2: subsampled mechanisms, and what the proof of Theorem 9 says.

use super::duality::conjugate;
use super::family::{
    Laws, approximate, at_least, curves, order, show_curve, symmetric_curves, the_small_pairs, trade_off, undecided,
};
use super::mechanisms::{
    MECHANISMS, Records, best, data_sets, poisson, removed, replaced, show_records, without_replacement,
};
use super::sampling::fixed_point;
use crate::entry::{Check, Computation, Correction, Entry, Evidence, Severity};
use crate::family::{exponentials, inside_unit, pair, pairs, ratio};
use crate::trial::{CheckError, Reading, Trial};
use crate::verdict::Verdict;
use dpcert::exact::polynomial::Polynomial;
use dpcert::exact::real::Real;
use dpcert::tradeoff::Curve;

pub(super) const ENTRIES: &[Entry] = &[
    Entry {
        id: "GDP-44",
        locus: "Lemma 2",
        statement: "On a sample of m of n records without replacement, an (eps, delta)-DP mechanism is (eps', \
                    delta')-DP.",
        formula: "e^eps' = 1 - p + p e^eps, delta' = p delta, p = m/n",
        domain: "neighbours differ in one record; 1 <= m <= n",
        check: Check::Computed(Computation {
            evidence: Evidence::Family(
                "four mechanisms on binary records, all data sets of n in {2, 3} records, all m < n, e^eps in {1, 2, \
                 3, 3/2}, the least delta; all samples enumerated",
            ),
            run: lemma_2,
            altered: "delta' = p^2 delta in place of p delta",
            correction: None,
        }),
        reading: None,
        recorded: Verdict::Verified,
    },
    Entry {
        id: "GDP-45",
        locus: "Theorem 9",
        statement: "On a sample of m of n records without replacement, an f-DP mechanism is C_p(f)-DP.",
        formula: "T((M o Sample_m)(S), (M o Sample_m)(S')) >= C_p(f), p = m/n",
        domain: "symmetric f; neighbours differ in one record; 1 <= m <= n",
        check: Check::Computed(Computation {
            evidence: Evidence::Family(
                "four mechanisms on binary records, each with its best f, all data sets of n in {2, 3} records, all m \
                 < n; all samples enumerated, on all of [0, 1]",
            ),
            run: theorem_9,
            altered: "p^2 in place of p",
            correction: None,
        }),
        reading: None,
        recorded: Verdict::Verified,
    },
    Entry {
        id: "GDP-46",
        locus: "Section 4.1, last paragraph",
        statement: "Lemma 2, and Theorem 9 with it, holds for samples by independent coin flips.",
        formula: "e^eps' = 1 - p + p e^eps, delta' = p delta for samples with each record in it with probability p",
        domain: "neighbours differ in one record (section 2); 0 < p < 1",
        check: Check::Computed(Computation {
            evidence: Evidence::Family(
                "four mechanisms on binary records, all data sets of up to 3 records, p in {1/2, 1/3, 2/3}, e^eps in \
                 {1, 2, 3, 3/2}, the least delta; all samples enumerated",
            ),
            run: coin_flips,
            altered: "the corrected statement with delta' = p^2 delta",
            correction: Some(Correction::Statement(
                Severity::Substantive,
                "Lemma 2 holds if neighbours are data sets of which one has one record more than the other; Theorem 9 \
                 then follows as in the paper",
            )),
        }),
        reading: Some(
            "The mechanism sees samples of all sizes, and is (eps, delta)-DP on those of one size, as neighbours have \
             one size.",
        ),
        recorded: Verdict::Corrected,
    },
    Entry {
        id: "GDP-59",
        locus: "Section 6",
        statement: "For f = 0 Theorem 9 is tight: C_p(0) = f_{0,p}, and the mechanism that releases its sample \
                    attains it.",
        formula: "C_p(0) = f_{0,p} = T((M o Sample_m)(S), (M o Sample_m)(S'))",
        domain: "p = m/n",
        check: Check::Computed(Computation {
            evidence: Evidence::Family("n up to 5, m up to n, records without repetition; on all of [0, 1]"),
            run: non_private,
            altered: "f_{0,p^2} in place of f_{0,p}",
            correction: None,
        }),
        reading: None,
        recorded: Verdict::Verified,
    },
    Entry {
        id: "GDP-48",
        locus: "Equation (15)",
        statement: "The guarantees of Lemma 2 for all eps belong to f_p.",
        formula: "p (1 + f*(-e^eps)) = 1 + f_p*(-e^eps'), e^eps' = 1 - p + p e^eps",
        domain: "all trade-off functions f, p in [0, 1], eps >= 0",
        check: Check::Computed(Computation {
            evidence: Evidence::Core {
                decided: "x stands for p, alpha for a level, delta for f(alpha): at every level what f* and f_p* are suprema of \
                 agree; both sides are affine in e^eps and agree at 0 and 1",
                by_hand: "an affine function is known by two values, and suprema of the same numbers are the same",
            },
            run: eliminated,
            altered: "f_p*(-e^eps) in place of f_p*(-e^eps')",
            correction: None,
        }),
        reading: None,
        recorded: Verdict::ProvedCore,
    },
    Entry {
        id: "GDP-49",
        locus: "Proposition 8",
        statement: "The guarantees of an asymmetric g at all eps >= 0 give min(g, g^-1)**-DP, if g is above the \
                    diagonal where its slope becomes -1.",
        formula: "g(x) >= x at x = inf{x : g'(x) = -1}, (eps, 1 + g*(-e^eps))-DP for all eps >= 0 => min(g, g^-1)**-DP",
        domain: "all trade-off functions g",
        check: Check::Computed(Computation {
            evidence: Evidence::Family(concat!(
                "g of ",
                the_small_pairs!(),
                "; the worst mechanism with these guarantees, the supremum of f_{eps,delta(eps)}, on all of [0, 1]; \
                 also without the condition"
            )),
            run: asymmetric,
            altered: "max(g, g^-1) in place of min(g, g^-1)**",
            correction: None,
        }),
        reading: Some(
            "For a g that is not differentiable the point is read as the first one from which no slope is below -1; \
             where g' = -1 occurs, it is the printed one. The condition is not needed: where g(x) < x, the supremum \
             is even max(g, g^-1), as [0, x] and [g(x), 1] cover [0, 1].",
        ),
        recorded: Verdict::Verified,
    },
    Entry {
        id: "GDP-83",
        locus: "Section 4.2, last display of the proof of Theorem 9",
        statement: "f_p fulfils the condition of Proposition 8.",
        formula: "f_p(x_p) >= f_p(x*) >= f(x*) = x* >= x_p, x_p the first point from which no slope of f_p is below -1",
        domain: "symmetric f with the fixed point x*, 0 < p <= 1",
        check: Check::Computed(Computation {
            evidence: Evidence::Family(concat!(
                "f: the larger of T(P, Q) and T(Q, P) of ",
                the_small_pairs!(),
                ", p in {1/2, 1/3, 2/3, 1}"
            )),
            run: condition,
            altered: "< in place of the last >=",
            correction: None,
        }),
        reading: Some("The point is read as in GDP-49."),
        recorded: Verdict::Verified,
    },
    Entry {
        id: "GDP-47",
        locus: "Section 4.2, \"First, f'(x*) = -1\"",
        statement: "A symmetric trade-off function has slope -1 at its fixed point.",
        formula: "f'(x*) = -1",
        domain: "symmetric trade-off functions f other than 0",
        check: Check::Computed(Computation {
            evidence: Evidence::Family(concat!(
                "f: the larger of T(P, Q) and T(Q, P) of ",
                the_small_pairs!(),
                ", except 0: the slopes on both sides of the fixed point"
            )),
            run: slope_at_fixed_point,
            altered: "the left slope is below -1",
            correction: Some(Correction::Statement(
                Severity::ProofGap,
                "the slope is at most -1 on the left of x* and at least -1 on its right: -1 is a subgradient; \
                 f_{eps,0} has no derivative there",
            )),
        }),
        reading: Some(
            "Nothing is assumed of f but that it is a trade-off function. The proof needs no more than the \
             subgradient, with the first point that has it in place of inf{x : g'(x) = -1}, which can be empty.",
        ),
        recorded: Verdict::Corrected,
    },
];

fn few() -> Vec<Real> {
    [Real::one()].into_iter().chain(exponentials(3)).collect()
}

/// The outputs for all neighbours that differ in one record.
fn neighbours(x: Vec<Records>, law: impl Fn(&[u8]) -> Vec<Real>) -> Vec<(String, Laws)> {
    let ends = |x: Records| replaced(&x).into_iter().map(move |y| (x.clone(), y)).collect::<Vec<_>>();
    let show = |x: &Records, y: &Records| format!("{}, {}", show_records(x), show_records(y));
    x.into_iter().flat_map(ends).map(|(x, y)| (show(&x, &y), (law(&x), law(&y)))).collect()
}

/// The largest hockey-stick divergence, and where.
fn worst(laws: &[(String, Laws)], e: &Real) -> Result<(String, Real), CheckError> {
    let mut found = (String::new(), Real::zero());
    for (name, (p, q)) in laws {
        for law in [pair(p, q)?, pair(q, p)?] {
            let divergence = law.hockey_stick(e).ok_or_else(|| undecided("the sign of an excess"))?;
            if order(&divergence, &found.1)?.is_gt() {
                found = (name.clone(), divergence);
            }
        }
    }
    Ok(found)
}

/// Calls with p = m/n, the outputs on all m records, and those on samples of m of n.
fn without(
    trial: &mut Trial,
    mut then: impl FnMut(&mut Trial, &Real, &[(String, Laws)], &[(String, Laws)]) -> Result<(), CheckError>,
) -> Result<(), CheckError> {
    for mechanism in MECHANISMS {
        for (n, m) in [(2u32, 1u32), (3, 1), (3, 2)] {
            let p = ratio(u64::from(m), u64::from(n));
            let size = usize::try_from(m).map_err(|error| CheckError::Wrong(error.to_string()))?;
            trial.clear_parameters();
            trial.at("M", mechanism.name);
            trial.at("(m, n)", format_args!("({m}, {n})"));
            let known = neighbours(data_sets(m), |x| mechanism.law(x));
            let sampled = neighbours(data_sets(n), |x| without_replacement(mechanism, x, size));
            then(trial, &p, &known, &sampled)?;
        }
    }
    Ok(())
}

fn lemma_2(trial: &mut Trial) -> Result<(), CheckError> {
    without(trial, |trial, p, known, sampled| {
        for e in few() {
            let (_, delta) = worst(known, &e)?;
            let (name, after) = worst(sampled, &(1 - p + p * &e))?;
            trial.at("e^eps", &e);
            trial.at("S, S'", name);
            let bound = trial.either(p * &delta, p.pow(2) * &delta);
            trial.at_most(("delta of M o Sample_m", after), ("bound", bound))?;
        }
        Ok(())
    })
}

fn theorem_9(trial: &mut Trial) -> Result<(), CheckError> {
    without(trial, |trial, p, known, sampled| {
        let laws: Vec<Laws> = known.iter().map(|(_, laws)| laws.clone()).collect();
        let bound = best(&laws)?.subsampled(&trial.either(p.clone(), p.pow(2)))?;
        for (name, (p, q)) in sampled {
            trial.at("S, S'", name);
            at_least(trial, ("T of M o Sample_m", &trade_off(p, q)?), ("C_p(f)", &bound))?;
        }
        Ok(())
    })
}

/// The outputs for all data sets of which one has one record more.
fn smaller(x: Vec<Records>, law: impl Fn(&[u8]) -> Vec<Real>) -> Vec<(String, Laws)> {
    let ends = |x: Records| removed(&x).into_iter().map(move |y| (x.clone(), y)).collect::<Vec<_>>();
    let show = |x: &Records, y: &Records| format!("{}, {}", show_records(x), show_records(y));
    x.into_iter().flat_map(ends).map(|(x, y)| (show(&x, &y), (law(&x), law(&y)))).collect()
}

fn coin_flips(trial: &mut Trial) -> Result<(), CheckError> {
    let is_printed = trial.choose(true, false, false);
    let pairs_of = |x: Vec<Records>, law: &dyn Fn(&[u8]) -> Vec<Real>| {
        if is_printed { neighbours(x, law) } else { smaller(x, law) }
    };
    for mechanism in MECHANISMS {
        for n in [1u32, 2, 3] {
            let of_sizes: Vec<Records> = (1..=n).flat_map(data_sets).collect();
            let known = pairs_of(of_sizes, &|x| mechanism.law(x));
            for p in inside_unit(3) {
                let sampled = pairs_of(data_sets(n), &|x| poisson(mechanism, x, &p));
                for e in few() {
                    let (_, delta) = worst(&known, &e)?;
                    let grown = 1 - &p + &p * &e;
                    let (name, after) = worst(&sampled, &grown)?;
                    trial.at("M", mechanism.name);
                    trial.at("n", n);
                    trial.at("p", &p);
                    trial.at("(e^eps, delta)", format_args!("({e}, {delta})"));
                    trial.at("e^eps'", &grown);
                    trial.at("S, S'", name);
                    let bound = trial.choose(&p * &delta, &p * &delta, p.pow(2) * &delta);
                    trial.at_most(("delta on samples", after), ("p delta", bound))?;
                }
            }
        }
    }
    Ok(())
}

fn non_private(trial: &mut Trial) -> Result<(), CheckError> {
    for n in 1u32..=5 {
        for m in 1..=n {
            let p = ratio(u64::from(m), u64::from(n));
            trial.at("m", m);
            trial.at("n", n);
            // S = {1, ..., n}, S' = {2, ..., n + 1}, as sets of bits; a sample is an outcome.
            let samples: Vec<u32> = (0u32..1 << (n + 1)).filter(|sample| sample.count_ones() == m).collect();
            let law = |data: u32| -> Vec<Real> {
                let inside = samples.iter().filter(|sample| **sample & !data == 0).count();
                let mass = Real::one() / i64::try_from(inside).unwrap_or(1);
                samples.iter().map(|sample| if sample & !data == 0 { mass.clone() } else { Real::zero() }).collect()
            };
            let whole = (1u32 << n) - 1;
            let attained = trade_off(&law(whole), &law(whole << 1))?;
            let bound = approximate(&Real::one(), &trial.either(p.clone(), p.pow(2)))?;
            let operator = Curve::nothing().subsampled(&p)?;
            trial.holds(operator.equals(&bound)?, "C_p(0) = f_{0,p}", || show_curve(&operator))?;
            trial.holds(attained.equals(&bound)?, "T of the released sample = f_{0,p}", || show_curve(&attained))?;
        }
    }
    Ok(())
}

fn eliminated(trial: &mut Trial) -> Result<(), CheckError> {
    let one = Polynomial::constant(1);
    let (p, level, value) = (Polynomial::x(), Polynomial::alpha(), Polynomial::delta());
    let rest = &one - &p;
    for e in [0, 1] {
        // 1 - e^eps alpha - f(alpha), and the same for e^eps' and f_p.
        let e = Polynomial::constant(e);
        let left = &p * &(&(&one - &(&e * &level)) - &value);
        let grown = trial.either(&rest + &(&p * &e), e.clone());
        let diluted = &(&p * &value) + &(&rest * &(&one - &level));
        trial.identical("both sides at one level", &left, &(&(&one - &(&grown * &level)) - &diluted))?;
    }
    let rates: Vec<Real> = inside_unit(3).into_iter().chain([Real::one(), Real::zero()]).collect();
    let grown: Vec<Real> = [Real::one()].into_iter().chain(exponentials(4)).collect();
    for (f, p) in pairs(&symmetric_curves()?, &rates) {
        trial.at("f", show_curve(&f));
        trial.at("p", &p);
        let diluted = f.diluted(&p)?;
        for e in &grown {
            trial.at("e^eps", e);
            let slope = trial.either(1 - &p + &p * e, e.clone());
            let left = &p * (1 + conjugate(&f, &-e)?);
            trial.equal(("left side", left), ("right side", 1 + conjugate(&diluted, &-slope)?))?;
        }
    }
    Ok(())
}

/// The end of the slopes below -1, and their absolute values.
fn steep(g: &Curve) -> Result<(Real, Vec<Real>), CheckError> {
    let (mut point, mut ratios) = (Real::zero(), Vec::new());
    for edge in g.edges() {
        let ratio = &edge.p / &edge.q;
        if order(&ratio, &Real::one())?.is_gt() {
            point = point + &edge.q;
            ratios.push(ratio);
        }
    }
    Ok((point, ratios))
}

fn condition(trial: &mut Trial) -> Result<(), CheckError> {
    let rates: Vec<Real> = inside_unit(3).into_iter().chain([Real::one()]).collect();
    for (f, p) in pairs(&symmetric_curves()?, &rates) {
        trial.at("f", show_curve(&f));
        trial.at("p", &p);
        let diluted = f.diluted(&p)?;
        let (fixed, (point, _)) = (fixed_point(&f)?, steep(&diluted)?);
        trial.at_most(("f_p(x*)", diluted.value(&fixed)?), ("f_p(x_p)", diluted.value(&point)?))?;
        trial.at_most(("f(x*)", f.value(&fixed)?), ("f_p(x*)", diluted.value(&fixed)?))?;
        trial.equal(("f(x*)", f.value(&fixed)?), ("x*", &fixed))?;
        let (left, right) = (("x_p", &point), ("x*", &fixed));
        if trial.either(true, false) { trial.at_most(left, right)? } else { trial.less(right, left)? }
    }
    Ok(())
}

fn asymmetric(trial: &mut Trial) -> Result<(), CheckError> {
    for g in curves()? {
        let (point, steeper) = steep(&g)?;
        let ratios = [Real::one()].into_iter().chain(steeper);
        let guarantees =
            ratios.map(|e| approximate(&e, &(1 + conjugate(&g, &-&e)?))).collect::<Result<Vec<_>, CheckError>>()?;
        let both = [g.clone(), g.inverse()];
        let (least, worst) = (Curve::hull_of_minimum(&both)?, Curve::maximum(&guarantees)?);
        trial.at("g", show_curve(&g));
        if order(&g.value(&point)?, &point)?.is_lt() {
            // Without the condition.
            at_least(trial, ("sup of f_{eps,delta(eps)}", &worst), ("max(g, g^-1)", &g.symmetrised()?))?;
        } else {
            let bound = trial.either(least, g.symmetrised()?);
            at_least(trial, ("sup of f_{eps,delta(eps)}", &worst), ("bound", &bound))?;
        }
    }
    Ok(())
}

fn slope_at_fixed_point(trial: &mut Trial) -> Result<(), CheckError> {
    for f in symmetric_curves()? {
        if f.edges().is_empty() {
            continue;
        }
        let fixed = fixed_point(&f)?;
        trial.at("f", show_curve(&f));
        trial.at("x*", &fixed);
        let (mut left, mut right, mut end) = (None, None, Real::zero());
        for edge in f.edges() {
            let slope = -(&edge.p / &edge.q);
            if order(&end, &fixed)?.is_lt() {
                left = Some(slope.clone());
            }
            end = end + &edge.q;
            if right.is_none() && order(&end, &fixed)?.is_gt() {
                right = Some(slope);
            }
        }
        let minus = Real::from(-1i64);
        let (Some(left), Some(right)) = (left, right) else { continue };
        match trial.reading() {
            Reading::Printed => {
                trial.equal(("slope on the left", left), ("-1", &minus))?;
                trial.equal(("slope on the right", right), ("-1", &minus))?;
            }
            Reading::Corrected => {
                trial.at_most(("slope on the left", left), ("-1", &minus))?;
                trial.at_most(("-1", &minus), ("slope on the right", right))?;
            }
            Reading::Altered => trial.less(("slope on the left", left), ("-1", &minus))?,
        }
    }
    Ok(())
}
