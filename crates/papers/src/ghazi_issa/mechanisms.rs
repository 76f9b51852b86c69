//! Sections V and VI, appendices C to F: subsampling, and the total variation of common mechanisms.

use super::region::{mixed_exponentials, of_privacy, repeated};
use crate::family::{
    distributions, events, exponentials, inside_unit, larger, largest_difference, pair, pairs,
    ratio, show, triples, unit,
};
use crate::read::Section;
use crate::trial::{CheckError, Trial};
use dpcert::exact::polynomial::Polynomial;
use dpcert::formula::Formula;
use dpcert::mechanism::Dominating;
use dpcert::tradeoff::Curve;
use dpcert::{Query, Real};
use std::cmp::Ordering;

pub(super) const SECTION: Section = Section {
    file: "ghazi_issa/mechanisms.toml",
    text: include_str!("mechanisms.toml"),
    checks: &[
        ("GI-13", laplace),
        ("GI-14", laplace_integrals),
        ("GI-30", sampling),
        ("GI-31", gaussian),
        ("GI-32", staircase),
        ("GI-33", staircase_domain),
        ("GI-34", staircase_number),
        ("GI-35", staircase_middle),
        ("GI-36", staircase_region),
        ("GI-37", staircase_difference),
        ("GI-62", composed_gaussian),
        ("GI-79", groups_of_records),
    ],
};

fn laplace(trial: &mut Trial) -> Result<(), CheckError> {
    let one = Polynomial::constant(1);
    let w = &one + &Polynomial::x();
    // 2w times: P(X <= D/2) = 1 - 1/(2w), Q(X <= D/2) = 1/(2w).
    let difference = &(&(&w + &w) - &one) - &one;
    let tv = &w - &one;
    trial.identical(
        "P(X <= D/2) - Q(X <= D/2), times 2w, is 2w (1 - 1/w)",
        &difference,
        &(&tv + &tv),
    )?;
    // (E-1)/(E+1) - (1 - 1/w), times w (E+1), is positive for w > 1.
    let (minus, plus) = (&(&w * &w) - &one, &(&w * &w) + &one);
    let right = trial.either(&minus * &w, &minus * &tv);
    let gap = &right - &(&tv * &plus);
    trial.never_negative("((E-1)/(E+1) - TV) times w (E+1)", &gap)?;
    trial.holds(!gap.is_zero(), "the inequality is strict", || "both sides are equal".to_owned())
}

fn laplace_integrals(trial: &mut Trial) -> Result<(), CheckError> {
    let roots = [ratio(2, 1), ratio(3, 1), ratio(3, 2)];
    for (root, d) in pairs(&roots, &[1u64, 2, 3, 4]) {
        // e^(eps/4), so that all exponentials are rational.
        trial.at("eps", 4 * root.ln());
        trial.at("D", d);
        // The rate in the exponents is eps/divisor.
        let divisor = trial.choose(1, d, d * d);
        let half = (-(2 * root.ln() * ratio(d, divisor))).exp();
        let left = 1 - half.pow(2);
        let right = 1 - 2 * &half + half.pow(2);
        // The density's factor eps/(2D) over the rate.
        let integrals = ratio(divisor, 2 * d) * (left + right);
        trial.equal(("the integrals", integrals), ("1 - e^(-eps/2)", 1 - root.pow(-2)))?;
    }
    Ok(())
}

/// How likely a sample of m out of n records, of which `ones` are 1, has `drawn` ones: m is 1 or 2.
fn hypergeometric(n: u64, ones: u64, m: u64, drawn: u64) -> Real {
    let choose = |n: u64, k: u64| match k {
        0 => 1,
        1 => n,
        _ => n * n.saturating_sub(1) / 2,
    };
    ratio(choose(ones, drawn) * choose(n - ones, m - drawn), choose(n, m))
}

fn sampling(trial: &mut Trial) -> Result<(), CheckError> {
    let laws = distributions(2, 4);
    for m in [1u64, 2] {
        // The laws for 0, 1, ..., m ones in the sample.
        let mechanisms: Vec<Vec<Vec<Real>>> = match m {
            1 => pairs(&laws, &laws).into_iter().map(|(x, y)| vec![x, y]).collect(),
            _ => triples(&laws, &laws, &laws).into_iter().map(|(x, y, z)| vec![x, y, z]).collect(),
        };
        for (mechanism, e) in pairs(&mechanisms, &exponentials(3)) {
            trial.at(
                "the laws",
                mechanism.iter().map(|law| show(law)).collect::<Vec<_>>().join(", "),
            );
            trial.at("E", &e);
            let (delta, eta) = (worst(&mechanism, &e), worst(&mechanism, &Real::one()));
            for n in m..=m + 2 {
                let p = ratio(m, n);
                trial.at("(m, n)", format_args!("({m}, {n})"));
                let of_sample = |ones: u64| -> Vec<Real> {
                    let weights: Vec<Real> =
                        (0..=m).map(|drawn| hypergeometric(n, ones, m, drawn)).collect();
                    (0..2)
                        .map(|outcome| {
                            let masses = mechanism
                                .iter()
                                .map(|law| law.get(outcome).cloned().unwrap_or_else(Real::zero));
                            weights
                                .iter()
                                .zip(masses)
                                .fold(Real::zero(), |sum, (weight, mass)| sum + weight * mass)
                        })
                        .collect()
                };
                let sampled: Vec<Vec<Real>> = (0..=n).map(of_sample).collect();
                let amplified = 1 + &p * (&e - 1);
                let share = trial.either(p.clone(), &p * &p);
                trial.at_most(
                    ("delta of the sample", worst(&sampled, &amplified)),
                    ("p delta", share * &delta),
                )?;
                trial.at_most(
                    ("TV of the sample", worst(&sampled, &Real::one())),
                    ("p eta", p * &eta),
                )?;
            }
        }
    }
    Ok(())
}

/// The largest hockey-stick divergence between laws that follow each other, in either order.
fn worst(laws: &[Vec<Real>], g: &Real) -> Real {
    let of = |ends: &[Vec<Real>]| match ends {
        [p, q] => [largest_difference(p, q, g), largest_difference(q, p, g)],
        _ => [Real::zero(), Real::zero()],
    };
    laws.windows(2)
        .flat_map(of)
        .fold(Real::zero(), |x, y| if y.compare(&x) == Some(Ordering::Greater) { y } else { x })
}

fn gaussian(trial: &mut Trial) -> Result<(), CheckError> {
    for mu in
        [(0, 1), (1, 8), (1, 2), (1, 1), (2, 1), (3, 1), (10, 1), (40, 1)].map(|(n, d)| ratio(n, d))
    {
        trial.at("mu", &mu);
        let half = &mu / 2;
        let formula = 2 * Formula::from(trial.either(half.clone(), mu.clone())).normal_cdf() - 1;
        if !trial.divides("mu^2, the denominator of the variance", &mu.pow(2)) {
            let below = largest_difference(&[Real::one()], &[Real::one()], &Real::one());
            trial.agree(("2 Phi(0) - 1", formula), ("TV of a law and itself", below))?;
            continue;
        }
        let difference =
            Formula::from(half.clone()).normal_cdf() - Formula::from(-half).normal_cdf();
        trial.agree(("2 Phi(mu/2) - 1", &formula), ("Phi(mu/2) - Phi(-mu/2)", difference))?;
        let tv =
            trial.ask(&repeated(Dominating::gdp(&mu)?, 1), &Query::Delta { eps: Real::zero() })?;
        trial.encloses(("TV", &tv), ("2 Phi(mu/2) - 1", formula))?;
    }
    Ok(())
}

/// `a(g)` at sensitivity 1.
fn height(e: &Real, g: &Real) -> Real {
    (1 - 1 / e) / (2 * (g + (1 - g) / e))
}

/// The staircase law and the same one shifted by the sensitivity, by the parts with one ratio of
/// densities: E, 1 and 1/E.
///
/// On [0, 1] the first has its upper step on [0, g) and the shifted one, mirrored, on (1-g, 1].
/// Below 0 the shifted one is on the next lower step everywhere, above 1 on the next higher one.
fn parts(e: &Real, g: &Real) -> (Vec<Real>, Vec<Real>) {
    let a = height(e, g);
    let rest = 1 - g;
    let is_narrow = g.compare(&ratio(1, 2)).is_some_and(Ordering::is_le);
    let (outer, middle) =
        if is_narrow { (g, (1 - 2 * g) * &a / e) } else { (&rest, (2 * g - 1) * &a) };
    let high = ratio(1, 2) + &a * outer;
    let low = &high / e;
    (vec![high.clone(), middle.clone(), low.clone()], vec![low, middle, high])
}

/// The printed total variation, with `factor` times gamma in the first denominator.
fn staircase_tv(e: &Real, g: &Real, factor: i64) -> Real {
    let (fall, inverse) = (1 - 1 / e, 1 / e);
    if g.compare(&ratio(1, 2)) == Some(Ordering::Less) {
        &fall * (2 * g * &fall + &inverse) / (2 * (factor * g + &inverse * (1 - g)))
    } else {
        fall / (2 * (g + inverse * (1 - g)))
    }
}

fn staircase(trial: &mut Trial) -> Result<(), CheckError> {
    for (e, g) in pairs(&mixed_exponentials(), &unit(6)) {
        trial.at("E", &e);
        trial.at("gamma", &g);
        let (p, q) = parts(&e, &g);
        trial.equal(("the whole mass", p.iter().fold(Real::zero(), |sum, p| sum + p)), ("1", 1))?;
        let formula = staircase_tv(&e, &g, trial.either(1, 2));
        trial.equal(("TV", largest_difference(&p, &q, &Real::one())), ("the formula", formula))?;
    }
    Ok(())
}

fn staircase_domain(trial: &mut Trial) -> Result<(), CheckError> {
    let shapes = [
        ratio(1, 2),
        ratio(0, 1),
        ratio(1, 3),
        ratio(1, 1),
        ratio(2, 3),
        ratio(3, 2),
        ratio(2, 1),
        ratio(3, 1),
    ];
    let largest = trial.choose(ratio(3, 1), ratio(1, 1), ratio(3, 2));
    for (e, g) in pairs(&exponentials(3), &shapes) {
        if g.compare(&largest) == Some(Ordering::Greater) {
            continue;
        }
        trial.at("E", &e);
        trial.at("gamma", &g);
        let a = height(&e, &g);
        // Within [0, 1): the upper step on [0, g), the lower one on what is left.
        let upper = if g.compare(&Real::one()) == Some(Ordering::Greater) {
            Real::one()
        } else {
            g.clone()
        };
        let within = &a * &upper + &a * (1 - &upper) / &e;
        // Each further interval has 1/E of the mass of the one before; and so on the other side.
        trial.equal(("the mass", 2 * within / (1 - 1 / &e)), ("1", 1))?;
    }
    Ok(())
}

fn staircase_number(trial: &mut Trial) -> Result<(), CheckError> {
    let e = Real::one().exp();
    let g = ratio(trial.either(139, 239), 10_000);
    let alpha = 1 - staircase_tv(&e, &g, 1) * (&e + 1) / (&e - 1);
    trial.rounds_to("alpha", &alpha, "0.3")?;
    trial.rounds_to("alpha", &alpha, "0.300")
}

fn staircase_middle(trial: &mut Trial) -> Result<(), CheckError> {
    // y = 1/E; g = 1/parts: (1-y)/(2 (g + (1-g) y)) = (1-y)/(1+y).
    let (y, one) = (Polynomial::x(), Polynomial::constant(1));
    let parts = trial.either(2, 4);
    let fall = &one - &y;
    let denominator = &one + &(&Polynomial::constant(parts - 1) * &y);
    let left = &(&Polynomial::constant(parts) * &fall) * &(&one + &y);
    let right = &(&Polynomial::constant(2) * &denominator) * &fall;
    trial.identical("the identity, times both denominators", &left, &right)
}

fn staircase_region(trial: &mut Trial) -> Result<(), CheckError> {
    for (e, g) in pairs(&exponentials(4), &unit(6)) {
        trial.at("E", &e);
        trial.at("gamma", &g);
        let (p, q) = parts(&e, &g);
        let eta = trial.either(staircase_tv(&e, &g, 1), (&e - 1) / (&e + 1));
        let curve = Curve::of(&pair(&p, &q)?)?;
        let region =
            Curve::maximum(&[of_privacy(&e, &Real::zero())?, of_privacy(&Real::one(), &eta)?])?;
        trial.holds(curve.equals(&region)?, "the curve is f_{eps,0,eta}", || {
            format!("its parts have the masses {} and {}, eta = {eta}", show(&p), show(&q))
        })?;
    }
    Ok(())
}

fn staircase_difference(trial: &mut Trial) -> Result<(), CheckError> {
    for (e, g) in pairs(&exponentials(4), &inside_unit(5)) {
        if g.compare(&ratio(1, 2)) == Some(Ordering::Greater) {
            continue;
        }
        trial.at("E", &e);
        trial.at("gamma", &g);
        let a = height(&e, &g);
        // P is on its highest step everywhere there, the shifted law on the next one.
        let difference = 2 * &g * (&a - &a / &e);
        let factor = trial.choose(1 - &e, 1 - 1 / &e, 1 - 1 / (&e * &e));
        trial.equal(
            ("the difference of the areas", difference),
            ("the formula", 2 * &a * &g * factor),
        )?;
    }
    Ok(())
}

fn composed_gaussian(trial: &mut Trial) -> Result<(), CheckError> {
    let formula = |mu: &Real, k: u64, trial: &Trial| {
        let count = Real::from(k);
        let root = trial.choose((&count * mu).sqrt(), count.sqrt() * mu, &count * mu);
        2 * Formula::from(root / 2).normal_cdf() - 1
    };
    for (mu, k) in pairs(&[ratio(1, 4), ratio(1, 1), ratio(2, 1)], &[1u64, 2, 3, 10]) {
        trial.at("mu", &mu);
        trial.at("k", k);
        let tv = trial.ask(&repeated(Dominating::gdp(&mu)?, k), &Query::Tv)?;
        let value = formula(&mu, k, trial);
        trial.encloses(("TV", &tv), ("the formula", value))?;
    }
    Ok(())
}

/// For every attack, its advantage with each sign: `P(A) - Q(A)` for every set A of outputs.
fn advantages(p: &[Real], q: &[Real]) -> Vec<Real> {
    events(p, q).iter().map(|(x, y)| x - y).collect()
}

fn groups_of_records(trial: &mut Trial) -> Result<(), CheckError> {
    for laws in [distributions(2, 4), distributions(3, 2)] {
        let group = |(p, q): (Vec<Real>, Vec<Real>)| {
            let tv = largest_difference(&p, &q, &Real::one());
            (show(&p), show(&q), advantages(&p, &q), tv)
        };
        let groups: Vec<_> = pairs(&laws, &laws).into_iter().map(group).collect();
        for ((p, q, first, tv), (r, s, second, other)) in pairs(&groups, &groups) {
            trial.at("a group with, without", format_args!("{p}, {q}"));
            trial.at("another group", format_args!("{r}, {s}"));
            let largest = larger(tv, other);
            for (x, y) in first.iter().zip(&second) {
                let v = trial.either(larger(x.clone(), -x), x.clone());
                let w = trial.either(larger(y.clone(), -y), y.clone());
                trial.at_most(("v", &v), ("TV", &largest))?;
                trial.at_most(("v - v'", v - w), ("TV", &largest))?;
            }
        }
    }
    Ok(())
}
