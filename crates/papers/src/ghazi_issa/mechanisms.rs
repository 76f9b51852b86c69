//! Sections V and VI, appendices C to F: subsampling, and the total variation of common mechanisms.

use super::region::{mixed_exponentials, of_privacy, repeated};
use crate::entry::{Check, Computation, Correction, Entry, Evidence, Severity};
use crate::family::{
    distributions, exponentials, inside_unit, largest_difference, pair, pairs, ratio, show, triples, unit,
};
use crate::trial::{CheckError, Trial};
use crate::verdict::Verdict;
use dpcert::exact::polynomial::Polynomial;
use dpcert::exact::real::Real;
use dpcert::mechanism::Dominating;
use dpcert::quantity::Query;
use dpcert::theorem::Formula;
use dpcert::tradeoff::Curve;
use std::cmp::Ordering;

pub(super) const ENTRIES: &[Entry] = &[
    Entry {
        id: "GI-13",
        locus: "Section VI-A, Figure 3, appendix D",
        statement: "The total variation of the Laplace mechanism, and that it is less than the largest one of eps-DP.",
        formula: "TV = 1 - e^(-eps/2) < (E-1)/(E+1)",
        domain: "eps > 0",
        check: Check::Computed(Computation {
            evidence: Evidence::Core {
                decided: "1 - 1/(2w) less 1/(2w), w = e^(eps/2) = 1 + x, is 1 - 1/w; the difference to (E-1)/(E+1) \
                          is a polynomial in x without negative coefficients",
                by_hand: "the densities cross at the middle of the shift, so that TV is the difference of the \
                          distribution functions there, which are 1 - 1/(2w) and 1/(2w)",
            },
            run: laplace,
            altered: "less than (E-1)/(E+1) times 1 - e^(-eps/2)",
            correction: None,
        }),
        reading: None,
        recorded: Verdict::ProvedCore,
    },
    Entry {
        id: "GI-14",
        locus: "Appendix D, the displayed integrals",
        statement: "The total variation of the Laplace mechanism as the sum of two integrals over the noise.",
        formula: "int_{-inf}^0 eps/(2D) (e^(eps x) - e^(-eps (D-x))) dx + int_0^{D/2} eps/(2D) (e^(-eps x) - e^(-eps (D-x))) \
                  dx = 1 - e^(-eps/2)",
        domain: "eps > 0, sensitivity D > 0",
        check: Check::Computed(Computation {
            evidence: Evidence::Family("e^(eps/4) = 2, 3, 3/2 and D = 1, 2, 3, 4; the integrals by antiderivatives"),
            run: laplace_integrals,
            altered: "the exponents divided by D^2",
            correction: Some(Correction::Statement(
                Severity::Misprint,
                "with eps/D in the exponents, as in the line before: the printed integrals hold for D = 1 only",
            )),
        }),
        reading: None,
        recorded: Verdict::Corrected,
    },
    Entry {
        id: "GI-30",
        locus: "Proposition 1",
        statement: "A mechanism on a sample without replacement has p times the delta and the total variation, at an amplified \
                    eps.",
        formula: "M on m of n records, p = m/n: p eta-TV and (ln(1 + p(E-1)), p delta)-DP",
        domain: "one record is replaced, 1 <= m <= n",
        check: Check::Computed(Computation {
            evidence: Evidence::Family(
                "all mechanisms on one or two binary records, unordered, with laws on two outcomes with denominators up \
                 to 4, n = m, m + 1, m + 2 records, E with numerators up to 3; all neighbours, all events",
            ),
            run: sampling,
            altered: "p^2 delta in place of p delta",
            correction: None,
        }),
        reading: None,
        recorded: Verdict::Verified,
    },
    Entry {
        id: "GI-31",
        locus: "Equations (17) and (78)",
        statement: "The total variation of the Gaussian mechanism with the variance sens^2/mu^2.",
        formula: "TV = 2 Phi(mu/2) - 1",
        domain: "mu >= 0",
        check: Check::Computed(Computation {
            evidence: Evidence::Family(
                "mu = 1/8, 1/2, 1, 2, 3, 10, 40: the two distribution functions at the middle of the shift, to 60 \
                 decimals, and delta at eps = 0 of the mechanism, to 30 digits",
            ),
            run: gaussian,
            altered: "Phi(mu) in place of Phi(mu/2)",
            correction: Some(Correction::Domain {
                holds_for: "mu > 0",
                beyond: "at mu = 0 the variance sens^2/mu^2 has no value; 2 Phi(0) - 1 is the total variation of \
                         equal laws, 0",
            }),
        }),
        reading: None,
        recorded: Verdict::Verified,
    },
    Entry {
        id: "GI-32",
        locus: "Section VI-C, appendix F1",
        statement: "The total variation of the staircase mechanism.",
        formula: "(1-1/E)(2 g (1-1/E) + 1/E)/(2(g + (1-g)/E)) for g < 1/2, (1-1/E)/(2(g + (1-g)/E)) for g >= 1/2",
        domain: "step shape g in [0, 1], eps > 0",
        check: Check::Computed(Computation {
            evidence: Evidence::Family(
                "g with denominators up to 6, E with numerators up to 4, and e and e^(1/2); the masses of the parts with \
                 one ratio of densities",
            ),
            run: staircase,
            altered: "2g in place of g in the first denominator",
            correction: None,
        }),
        reading: None,
        recorded: Verdict::Verified,
    },
    Entry {
        id: "GI-33",
        locus: "Section VI-C, the domain of gamma",
        statement: "The staircase density, and the formula for its total variation, are given for every gamma > 0.",
        formula: "the density integrates to 1 for gamma in (0, inf)",
        domain: "gamma > 0",
        check: Check::Computed(Computation {
            evidence: Evidence::Family("E with numerators up to 3, gamma = 1/2, 0, 1/3, 1, 2/3, 3/2, 2, 3"),
            run: staircase_domain,
            altered: "up to gamma = 3/2",
            correction: Some(Correction::Statement(
                Severity::Misprint,
                "for gamma in [0, 1]: beyond 1 the second step is empty, and the mass is 1/(gamma + (1-gamma)/E) < 1",
            )),
        }),
        reading: Some(
            "For gamma > 1 the cases of the printed density overlap; the first one is taken on all of [0, D). A range up to \
             infinity stands in the formula for the total variation too.",
        ),
        recorded: Verdict::Corrected,
    },
    Entry {
        id: "GI-34",
        locus: "Section VI-C",
        statement: "For gamma = 0.0139 the staircase mechanism has the alpha of Figure 4.",
        formula: "gamma = 0.0139, eps = 1 => alpha is about 0.3",
        domain: "eps = 1",
        check: Check::Computed(Computation {
            evidence: Evidence::Number("alpha rounds to 0.3, and to 0.300"),
            run: staircase_number,
            altered: "gamma = 0.0239",
            correction: None,
        }),
        reading: None,
        recorded: Verdict::Verified,
    },
    Entry {
        id: "GI-35",
        locus: "Section VI-C",
        statement: "For gamma = 1/2 the formula for the total variation of the staircase mechanism gives the largest one of \
                    eps-DP.",
        formula: "(1-1/E)/(2(g + (1-g)/E)) = (E-1)/(E+1) at g = 1/2",
        domain: "eps > 0",
        check: Check::Computed(Computation {
            evidence: Evidence::Identity("1/E (x) is an indeterminate; times both denominators"),
            run: staircase_middle,
            altered: "g = 1/4",
            correction: None,
        }),
        reading: None,
        recorded: Verdict::Proved,
    },
    Entry {
        id: "GI-36",
        locus: "Section VI-C, appendix F2",
        statement: "The staircase mechanism has exactly the region of eps-DP with its total variation.",
        formula: "T(P, P(. - D)) = f_{eps,0,eta} with eta its total variation",
        domain: "step shape g in [0, 1], eps > 0",
        check: Check::Computed(Computation {
            evidence: Evidence::Family(
                "g with denominators up to 6, E with numerators up to 4; the curve of the masses of the parts with one \
                 ratio of densities against the maximum of the lines, as functions",
            ),
            run: staircase_region,
            altered: "the total variation (E-1)/(E+1) in place of its own",
            correction: None,
        }),
        reading: Some("Only eta from (1-1/E)/2 to (E-1)/(E+1) is the total variation of a staircase mechanism."),
        recorded: Verdict::Verified,
    },
    Entry {
        id: "GI-37",
        locus: "Appendix F1, the first list",
        statement: "For gamma <= 1/2, the difference of the areas on (-gamma, gamma].",
        formula: "a(gamma) 2 gamma D (1 - E)",
        domain: "0 < gamma <= 1/2, eps > 0",
        check: Check::Computed(Computation {
            evidence: Evidence::Family("D = 1, gamma <= 1/2 with denominators up to 5, E with numerators up to 4"),
            run: staircase_difference,
            altered: "1 - 1/E^2 in place of 1 - 1/E",
            correction: Some(Correction::Statement(
                Severity::Misprint,
                "a(gamma) 2 gamma D (1 - 1/E): the printed one is negative",
            )),
        }),
        reading: Some(
            "The sign of the exponent could have been lost in the conversion; the result of the appendix has the \
             right one.",
        ),
        recorded: Verdict::Corrected,
    },
    Entry {
        id: "GI-62",
        locus: "Section VI-D",
        statement: "The total variation of the Gaussian mechanism after k-fold composition.",
        formula: "TV = 2 Phi(sqrt(k mu)/2) - 1",
        domain: "mu > 0, k >= 1",
        check: Check::Computed(Computation {
            evidence: Evidence::Family(
                "mu = 1/4, 1, 2 and k = 1, 2, 3, 10, to 30 digits; against the composition of the library",
            ),
            run: composed_gaussian,
            altered: "k mu in place of sqrt(k) mu",
            correction: Some(Correction::Statement(
                Severity::Misprint,
                "2 Phi(sqrt(k) mu/2) - 1: the composition is sqrt(k) mu-GDP, as the same sentence says",
            )),
        }),
        reading: Some("The root could have grown over mu in the conversion."),
        recorded: Verdict::Corrected,
    },
];

fn laplace(trial: &mut Trial) -> Result<(), CheckError> {
    let one = Polynomial::constant(1);
    let w = &one + &Polynomial::x();
    // 2w times: P(X <= D/2) = 1 - 1/(2w), Q(X <= D/2) = 1/(2w).
    let difference = &(&(&w + &w) - &one) - &one;
    let tv = &w - &one;
    trial.identical("P(X <= D/2) - Q(X <= D/2), times 2w, is 2w (1 - 1/w)", &difference, &(&tv + &tv))?;
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
            trial.at("the laws", mechanism.iter().map(|law| show(law)).collect::<Vec<_>>().join(", "));
            trial.at("E", &e);
            let (delta, eta) = (worst(&mechanism, &e), worst(&mechanism, &Real::one()));
            for n in m..=m + 2 {
                let p = ratio(m, n);
                trial.at("(m, n)", format_args!("({m}, {n})"));
                let of_sample = |ones: u64| -> Vec<Real> {
                    let weights: Vec<Real> = (0..=m).map(|drawn| hypergeometric(n, ones, m, drawn)).collect();
                    (0..2)
                        .map(|outcome| {
                            let masses =
                                mechanism.iter().map(|law| law.get(outcome).cloned().unwrap_or_else(Real::zero));
                            weights.iter().zip(masses).fold(Real::zero(), |sum, (weight, mass)| sum + weight * mass)
                        })
                        .collect()
                };
                let sampled: Vec<Vec<Real>> = (0..=n).map(of_sample).collect();
                let amplified = 1 + &p * (&e - 1);
                let share = trial.either(p.clone(), &p * &p);
                trial.at_most(("delta of the sample", worst(&sampled, &amplified)), ("p delta", share * &delta))?;
                trial.at_most(("TV of the sample", worst(&sampled, &Real::one())), ("p eta", p * &eta))?;
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
    laws.windows(2).flat_map(of).fold(Real::zero(), |x, y| if y.compare(&x) == Some(Ordering::Greater) { y } else { x })
}

fn gaussian(trial: &mut Trial) -> Result<(), CheckError> {
    for mu in [(0, 1), (1, 8), (1, 2), (1, 1), (2, 1), (3, 1), (10, 1), (40, 1)].map(|(n, d)| ratio(n, d)) {
        trial.at("mu", &mu);
        let half = &mu / 2;
        let formula = 2 * Formula::from(trial.either(half.clone(), mu.clone())).normal_cdf() - 1;
        if !trial.divides("mu^2, the denominator of the variance", &mu.pow(2)) {
            let below = largest_difference(&[Real::one()], &[Real::one()], &Real::one());
            trial.agree(("2 Phi(0) - 1", formula), ("TV of a law and itself", below))?;
            continue;
        }
        let difference = Formula::from(half.clone()).normal_cdf() - Formula::from(-half).normal_cdf();
        trial.agree(("2 Phi(mu/2) - 1", &formula), ("Phi(mu/2) - Phi(-mu/2)", difference))?;
        let tv = trial.ask(&repeated(Dominating::gdp(&mu)?, 1), &Query::Delta { eps: Real::zero() })?;
        trial.encloses(("TV", &tv), ("2 Phi(mu/2) - 1", formula))?;
    }
    Ok(())
}

/// `a(g)` at sensitivity 1.
fn height(e: &Real, g: &Real) -> Real {
    (1 - 1 / e) / (2 * (g + (1 - g) / e))
}

/// The staircase law and the same one shifted by the sensitivity, by the parts with one ratio of densities: E, 1
/// and 1/E.
///
/// On [0, 1] the first has its upper step on [0, g) and the shifted one, mirrored, on (1-g, 1]. Below 0 the
/// shifted one is on the next lower step everywhere, above 1 on the next higher one.
fn parts(e: &Real, g: &Real) -> (Vec<Real>, Vec<Real>) {
    let a = height(e, g);
    let rest = 1 - g;
    let is_narrow = g.compare(&ratio(1, 2)).is_some_and(Ordering::is_le);
    let (outer, middle) = if is_narrow { (g, (1 - 2 * g) * &a / e) } else { (&rest, (2 * g - 1) * &a) };
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
    let shapes =
        [ratio(1, 2), ratio(0, 1), ratio(1, 3), ratio(1, 1), ratio(2, 3), ratio(3, 2), ratio(2, 1), ratio(3, 1)];
    let largest = trial.choose(ratio(3, 1), ratio(1, 1), ratio(3, 2));
    for (e, g) in pairs(&exponentials(3), &shapes) {
        if g.compare(&largest) == Some(Ordering::Greater) {
            continue;
        }
        trial.at("E", &e);
        trial.at("gamma", &g);
        let a = height(&e, &g);
        // Within [0, 1): the upper step on [0, g), the lower one on what is left.
        let upper = if g.compare(&Real::one()) == Some(Ordering::Greater) { Real::one() } else { g.clone() };
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
        let region = Curve::maximum(&[of_privacy(&e, &Real::zero())?, of_privacy(&Real::one(), &eta)?])?;
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
        trial.equal(("the difference of the areas", difference), ("the formula", 2 * &a * &g * factor))?;
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
