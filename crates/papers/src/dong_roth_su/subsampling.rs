//! Sections 4.1 and 4.2: subsampled mechanisms, and what the proof of Theorem 9 says.

use super::duality::conjugate;
use super::family::{
    Laws, approximate, at_least, curves, order, show_curve, symmetric_curves, trade_off, undecided,
};
use super::mechanisms::{
    MECHANISMS, Records, best, data_sets, poisson, removed, replaced, show_records,
    without_replacement,
};
use super::sampling::fixed_point;
use crate::family::{exponentials, inside_unit, pair, pairs, ratio};
use crate::read::Section;
use crate::trial::{CheckError, Reading, Trial};
use dpcert::Real;
use dpcert::exact::polynomial::Polynomial;
use dpcert::tradeoff::Curve;

pub(super) const SECTION: Section = Section {
    file: "dong_roth_su/subsampling.toml",
    text: include_str!("subsampling.toml"),
    checks: &[
        ("GDP-44", lemma_2),
        ("GDP-45", theorem_9),
        ("GDP-46", coin_flips),
        ("GDP-47", slope_at_fixed_point),
        ("GDP-48", eliminated),
        ("GDP-49", asymmetric),
        ("GDP-59", non_private),
        ("GDP-83", condition),
    ],
};

fn few() -> Vec<Real> {
    [Real::one()].into_iter().chain(exponentials(3)).collect()
}

/// The outputs for all neighbours that differ in one record.
fn neighbours(x: Vec<Records>, law: impl Fn(&[u8]) -> Vec<Real>) -> Vec<(String, Laws)> {
    let ends =
        |x: Records| replaced(&x).into_iter().map(move |y| (x.clone(), y)).collect::<Vec<_>>();
    let show = |x: &Records, y: &Records| format!("{}, {}", show_records(x), show_records(y));
    x.into_iter().flat_map(ends).map(|(x, y)| (show(&x, &y), (law(&x), law(&y)))).collect()
}

/// The largest hockey-stick divergence, and where.
fn worst(laws: &[(String, Laws)], e: &Real) -> Result<(String, Real), CheckError> {
    let mut found = (String::new(), Real::zero());
    for (name, (p, q)) in laws {
        for law in [pair(p, q)?, pair(q, p)?] {
            let divergence =
                law.hockey_stick(e).ok_or_else(|| undecided("the sign of an excess"))?;
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
    mut then: impl FnMut(
        &mut Trial,
        &Real,
        &[(String, Laws)],
        &[(String, Laws)],
    ) -> Result<(), CheckError>,
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
    let ends =
        |x: Records| removed(&x).into_iter().map(move |y| (x.clone(), y)).collect::<Vec<_>>();
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
            let samples: Vec<u32> =
                (0u32..1 << (n + 1)).filter(|sample| sample.count_ones() == m).collect();
            let law = |data: u32| -> Vec<Real> {
                let inside = samples.iter().filter(|sample| **sample & !data == 0).count();
                let mass = Real::one() / i64::try_from(inside).unwrap_or(1);
                samples
                    .iter()
                    .map(|sample| if sample & !data == 0 { mass.clone() } else { Real::zero() })
                    .collect()
            };
            let whole = (1u32 << n) - 1;
            let attained = trade_off(&law(whole), &law(whole << 1))?;
            let bound = approximate(&Real::one(), &trial.either(p.clone(), p.pow(2)))?;
            let operator = Curve::no_privacy().subsampled(&p)?;
            trial.holds(operator.equals(&bound)?, "C_p(0) = f_{0,p}", || show_curve(&operator))?;
            trial.holds(attained.equals(&bound)?, "T of the released sample = f_{0,p}", || {
                show_curve(&attained)
            })?;
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
        trial.identical(
            "both sides at one level",
            &left,
            &(&(&one - &(&grown * &level)) - &diluted),
        )?;
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
        if trial.either(true, false) {
            trial.at_most(left, right)?
        } else {
            trial.less(right, left)?
        }
    }
    Ok(())
}

fn asymmetric(trial: &mut Trial) -> Result<(), CheckError> {
    for g in curves()? {
        let (point, steeper) = steep(&g)?;
        let ratios = [Real::one()].into_iter().chain(steeper);
        let guarantees = ratios
            .map(|e| approximate(&e, &(1 + conjugate(&g, &-&e)?)))
            .collect::<Result<Vec<_>, CheckError>>()?;
        let both = [g.clone(), g.inverse()];
        let (least, worst) = (Curve::hull_of_minimum(&both)?, Curve::maximum(&guarantees)?);
        trial.at("g", show_curve(&g));
        if order(&g.value(&point)?, &point)?.is_lt() {
            // Without the condition.
            at_least(
                trial,
                ("sup of f_{eps,delta(eps)}", &worst),
                ("max(g, g^-1)", &g.symmetrised()?),
            )?;
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
        let (Some(left), Some(right)) = (left, right) else {
            continue;
        };
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
