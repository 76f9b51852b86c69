//! Sections 3.3 and 3.4: the trade-off functions of particular mechanisms, and a limit.

use super::{exponential, power, response, subsets, worst_case};
use crate::entry::{Check, Computation, Correction, Entry, Evidence, Severity};
use crate::family::{exponentials, inside_unit, pair, pairs, ratio, show, triples};
use crate::number::Number;
use crate::trial::{CheckError, Trial};
use crate::verdict::Verdict;
use dpcert::exact::polynomial::Polynomial;
use dpcert::exact::real::Real;
use dpcert::mechanism::{Dominating, Mechanism};
use dpcert::quantity::Query;
use dpcert::theorem::Formula;
use dpcert::tradeoff::Curve;
use std::cmp::Ordering;

pub(super) const ENTRIES: &[Entry] = &[
    Entry {
        id: "TH-29",
        locus: "Proposition 38, the formula",
        statement: "The trade-off function of the Laplace mechanism in one dimension is that of a shifted \
                    distribution function.",
        formula: "L(a) = F(F^-1(1 - a) - eps), F the distribution function of Laplace(0, 1)",
        domain: "eps > 0, a in (0, 1)",
        check: Check::Computed(Computation {
            evidence: Evidence::Family(
                "E = e^eps with numerators up to 6, a with denominators up to 8; the library's function has three pieces, from \
                 the tests of the likelihood ratio",
            ),
            run: laplace_formula,
            altered: "F(F^-1(1 - a) + eps)",
            correction: None,
        }),
        reading: None,
        recorded: Verdict::Verified,
    },
    Entry {
        id: "TH-78",
        locus: "Section 3.4.3, figure 3.8",
        statement: "An observation on what figure 3.8 compares: the exact privacy region of the Laplace mechanism is \
                    inside its (eps, 0)-DP and eta-TV region, eta its total variation; both boundaries meet on the \
                    outer edges and at one point between, and only there.",
        formula: "L >= max(f_{eps, 0}, f_{0, eta}), eta = 1 - e^(-eps/2), with equality for a <= 1/(2 E), a = 1/(2 e^(eps/2)) \
                  and a >= 1/2",
        domain: "eps > 0, a in [0, 1]",
        check: Check::Computed(Computation {
            evidence: Evidence::Core {
                decided: "w = e^(eps/2) = 1 + x and a (alpha) are indeterminates. Between 1/(2 E) and 1/2, where L = \
                          1/(4 E a), 4 E a times L less each of the three lines is a square; on the first edge L is a \
                          line of f_{eps, 0}, and its difference to the line of f_{0, eta} has no negative \
                          coefficients. Also the three pieces of L against this library, E with numerators up to 6, a \
                          with denominators up to 8",
                by_hand: "the three pieces of L follow from the formula of TH-29; the last edge is a mirror image of \
                          the first",
            },
            run: laplace_region,
            altered: "eta = (1 - e^(-eps/2))/2",
            correction: None,
        }),
        reading: Some("The picture is not judged."),
        recorded: Verdict::ProvedCore,
    },
    Entry {
        id: "TH-30",
        locus: "Proposition 38, in k dimensions",
        statement: "The Laplace mechanism in k dimensions is L-DP, with the L of one dimension.",
        formula: "T(Lap(a) x Lap(b), Lap(0) x Lap(0)) >= T(Lap(a + b), Lap(0))",
        domain: "a, b >= 0, scale 1",
        check: Check::Computed(Computation {
            evidence: Evidence::Family(
                "two dimensions, a, b in {ln 2, ln 3, 1/2}, delta at 0 and at (a + b)/2, enclosed to 2^-8; all others by the \
                 reading below",
            ),
            run: laplace_in_two_dimensions,
            altered: "T(Lap(max(a, b)), Lap(0))",
            correction: None,
        }),
        reading: Some(
            "It holds for all a and b: 1 - delta(s + t) >= (1 - delta_a(s))(1 - delta_b(t)) for any product, and \
             1 - delta_a(s) = e^((s - a)/2) for |s| <= a.",
        ),
        recorded: Verdict::Verified,
    },
    Entry {
        id: "TH-31",
        locus: "Proof of proposition 38, the fourth equality",
        statement: "The infimum over all neighbours is the trade-off function of one coordinate that moves by the whole \
                    sensitivity.",
        formula: "inf T(prod Lap(f(X_0)_i - f(X_1)_i), prod Lap(0)) = T(Lap(Delta), Lap(0))",
        domain: "f of any dimension with l1-sensitivity Delta, scale Delta/eps",
        check: Check::Computed(Computation {
            evidence: Evidence::Family(
                "f moves two coordinates by Delta/2 each, as a histogram does, eps in {ln 4, 1, ln 9}; the total \
                 variations",
            ),
            run: laplace_equality,
            altered: "at most the total variation of Lap(Delta/2)",
            correction: Some(Correction::Loose(
                Severity::ProofGap,
                "it is >=, and = where some neighbours differ in a single coordinate, by Delta",
            )),
        }),
        reading: None,
        recorded: Verdict::ValidButLoose,
    },
    Entry {
        id: "TH-32",
        locus: "Propositions 39 and 60",
        statement: "The Gaussian mechanism with the noise of definition 18 is mu-GDP with mu = eps/sqrt(2 ln(5/(4 \
                    delta))).",
        formula: "G_mu(P(N(0, 1) > t)) = P(N(Delta/sigma, 1) <= t), G_mu(a) = Phi(Phi^-1(1 - a) - mu)",
        domain: "eps > 0, delta in (0, 1]",
        check: Check::Computed(Computation {
            evidence: Evidence::Family(
                "eps in {1/2, 1, 4}, delta in {1, 1/2, 1/100}, thresholds t in {-1, 0, 1/2, 2}: both errors of the threshold \
                 tests, to 60 decimals",
            ),
            run: gaussian_formula,
            altered: "mu = eps/(2 ln(5/(4 delta)))",
            correction: None,
        }),
        reading: Some("This is about the noise only. That it is (eps, delta)-DP is another question: see TH-16."),
        recorded: Verdict::Verified,
    },
    Entry {
        id: "TH-33",
        locus: "Proposition 40",
        statement: "The exact privacy region of randomised response is that of (eps, 0)-DP with eta-TV.",
        formula: "T(P_0, P_1) = max(f_{eps, 0}, f_{0, eta}), eta = (e^eps - 1)/(e^eps + |X| - 1)",
        domain: "eps >= 0, X a finite set of two values or more",
        check: Check::Computed(Computation {
            evidence: Evidence::Family(
                "E = e^eps with numerators up to 6, |X| from 2 to 6; the trade-off functions by their edges",
            ),
            run: response_region,
            altered: "eta = (e^eps - 1)/(e^eps + |X|)",
            correction: None,
        }),
        reading: Some("With a single value there are no neighbours, and nothing is said."),
        recorded: Verdict::Verified,
    },
    Entry {
        id: "TH-34",
        locus: "Lemmas 41 and 61",
        statement: "For each level there is a threshold such that the candidates above it are the best test region.",
        formula: "min FN over T with FP <= a is reached at T = {c: s(X_1, c) - s(X_0, c) >= t}",
        domain: "exponential mechanism, C finite, a in (0, 1]",
        check: Check::Computed(Computation {
            evidence: Evidence::Family(
                "two or three candidates, scores 0, 1 and 2 that differ by at most 1, e^(eps/2) in {2, 3}, all test regions, \
                 each probability of one as the level",
            ),
            run: test_region,
            altered: "{c: s(X_1, c) - s(X_0, c) <= t}, at the levels of such regions",
            correction: Some(Correction::Statement(
                Severity::ProofGap,
                "for the levels that a threshold attains; in between the best test region is another one, and the \
                 best test is randomised. The lower boundary of the region of definition 7, a convex hull, is spanned \
                 by the thresholds all the same",
            )),
        }),
        reading: None,
        recorded: Verdict::Corrected,
    },
    Entry {
        id: "TH-35",
        locus: "Corollary 42, the second condition",
        statement: "In the limit, delta is that of the sums of squares of delta_i.",
        formula: "the mass at infinite loss tends to 1 - e^-delta, delta = lim sum delta_i^2",
        domain: "arrays of delta_i <= 1/2 whose maximum tends to 0",
        check: Check::Computed(Computation {
            evidence: Evidence::Family(
                "delta_i = c/n, c in {1, 2, 1/2}: for n = 4, 8, 16, 32 the mass at infinite loss of the n-fold \
                 composition is between 1 - e^-c and 1 - e^-(c + c^2/n), so that it tends to 1 - e^-c, while the sum \
                 of squares is c^2/n",
            ),
            run: infinite_mass,
            altered: "half the sum of delta_i",
            correction: Some(Correction::Statement(
                Severity::Misprint,
                "delta = lim sum delta_i, as Dong, Roth and Su [10] have it",
            )),
        }),
        reading: Some(
            "The printed 'max delta -> 0' is the maximum of delta_{n,i}. That the bounds of the mass hold for every n \
             is prose: -x - x^2 <= ln(1 - x) <= -x for 0 <= x <= 1/2.",
        ),
        recorded: Verdict::Corrected,
    },
    Entry {
        id: "TH-36",
        locus: "Corollary 42, the second factor of the limit",
        statement: "Two uniform distributions that are shifted by 1 - e^-delta have the trade-off function of (0, 1 \
                    - e^-delta)-DP.",
        formula: "T(Unif(0, 1), Unif(1 - e^-delta, 2 - e^-delta)) = f_{0, 1 - e^-delta}",
        domain: "delta >= 0",
        check: Check::Computed(Computation {
            evidence: Evidence::Family("delta in {1, 2, 1/2, ln 2, 10}; the uniform distributions on three intervals"),
            run: uniforms,
            altered: "f_{0, e^-delta}",
            correction: None,
        }),
        reading: None,
        recorded: Verdict::Verified,
    },
];

fn laplace(eps: &Real) -> Result<Mechanism, CheckError> {
    Ok(Mechanism::Step(Dominating::laplace(eps.clone())?))
}

fn laplace_formula(trial: &mut Trial) -> Result<(), CheckError> {
    let is_negative = |x: &Real| x.sign().is_some_and(Ordering::is_lt);
    let cdf = |x: &Real| if is_negative(x) { x.exp() / 2 } else { 1 - (-x).exp() / 2 };
    let quantile = |p: &Real| if is_negative(&(p - ratio(1, 2))) { (2 * p).ln() } else { -(2 * (1 - p)).ln() };
    for (e, alpha) in pairs(&exponentials(6), &inside_unit(8)) {
        trial.at("E = e^eps", &e);
        trial.at("a", &alpha);
        let eps = e.ln();
        let beta = trial.ask(&laplace(&eps)?, &Query::Beta { alpha: alpha.clone() })?;
        let shift = trial.either(-eps.clone(), eps);
        trial.equal(("the least type II error", beta), ("L(a)", cdf(&(quantile(&(1 - alpha)) + shift))))?;
    }
    Ok(())
}

fn laplace_region(trial: &mut Trial) -> Result<(), CheckError> {
    // w = e^(eps/2), E = w^2; the line of f_{0, eta} is 1 - eta - a, and 1 - eta is 1/w, or halfway to 1 if altered.
    let (constant, x, a) = (Polynomial::constant, Polynomial::x(), Polynomial::alpha());
    let w = &constant(1) + &x;
    let e = &w * &w;
    let times = |n: i64, p: &Polynomial| &constant(n) * p;
    // 4 E a L = 1 in the middle; 2 (1 - eta) w is a polynomial.
    let height = trial.either(constant(2), &constant(1) + &w);
    let under = |line: &Polynomial, root: &Polynomial| (&constant(1) - line, root.pow(2));
    let middle = [
        (
            "1 - E a",
            under(&times(4, &(&(&e * &a) * &(&constant(1) - &(&e * &a)))), &(&constant(1) - &times(2, &(&e * &a)))),
        ),
        ("(1 - a)/E", under(&times(4, &(&a * &(&constant(1) - &a))), &(&constant(1) - &times(2, &a)))),
        (
            "1 - eta - a",
            under(
                &(&times(2, &(&(&w * &a) * &height)) - &times(4, &(&e * &a.pow(2)))),
                &(&constant(1) - &times(2, &(&w * &a))),
            ),
        ),
    ];
    for (line, (difference, square)) in middle {
        trial.identical(&format!("4 E a (L - ({line})) is a square"), &difference, &square)?;
    }
    // a = 1/(2 E (1 + s)): 2 w^2 (1 + s) times 1 - E a less 1/w - a.
    let longer = &constant(1) + &a;
    let first = &times(2, &(&(&e * &longer) - &(&w * &longer))) - &(&e - &constant(1));
    trial.never_negative("the first edge above the line of f_{0, eta}", &first)?;
    // The first edge is also above (1 - a)/E: E - 1 >= (E^2 - 1) a.
    let outer = &times(2, &(&e * &longer)) - &(&e + &constant(1));
    trial.never_negative("the first edge above the last line, over E - 1", &outer)?;
    for (e, alpha) in pairs(&exponentials(6), &inside_unit(8)) {
        trial.at("E = e^eps", &e);
        trial.at("a", &alpha);
        let is_first = (2 * &e * &alpha).compare(&Real::one()).is_some_and(Ordering::is_le);
        let is_last = alpha.compare(&ratio(1, 2)).is_some_and(Ordering::is_ge);
        let piece = match (is_first, is_last) {
            (true, _) => 1 - &e * &alpha,
            (_, true) => (1 - &alpha) / &e,
            _ => 1 / (4 * &e * &alpha),
        };
        let beta = trial.ask(&laplace(&e.ln())?, &Query::Beta { alpha })?;
        trial.equal(("L(a)", beta), ("the piece", piece))?;
    }
    Ok(())
}

/// delta of two coordinates that move by these distances, in units of the scale.
fn two_coordinates(trial: &Trial, a: &Real, b: &Real, eps: &Real) -> Result<Number, CheckError> {
    let mechanism = Mechanism::Compose(vec![laplace(a)?, laplace(b)?]);
    trial.ask_within(&mechanism, &Query::Delta { eps: eps.clone() }, 8)
}

fn laplace_in_two_dimensions(trial: &mut Trial) -> Result<(), CheckError> {
    let moves = [ratio(2, 1).ln(), ratio(3, 1).ln(), ratio(1, 2)];
    for (a, b) in pairs(&moves, &moves) {
        let is_less = a.compare(&b) == Some(Ordering::Less);
        let sum = trial.either(&a + &b, if is_less { b.clone() } else { a.clone() });
        for eps in [Real::zero(), (&a + &b) / 2] {
            trial.at("a", &a);
            trial.at("b", &b);
            trial.at("eps", &eps);
            let both = two_coordinates(trial, &a, &b, &eps)?;
            let one = trial.ask(&laplace(&sum)?, &Query::Delta { eps })?;
            trial.at_most(("delta of both coordinates", both), ("delta of one coordinate", one))?;
        }
    }
    Ok(())
}

fn laplace_equality(trial: &mut Trial) -> Result<(), CheckError> {
    for eps in [ratio(4, 1).ln(), Real::one(), ratio(9, 1).ln()] {
        trial.at("eps", &eps);
        let half = &eps / 2;
        let both = two_coordinates(trial, &half, &half, &Real::zero())?;
        let distance = trial.either(&eps, &half);
        let one = trial.ask(&laplace(distance)?, &Query::Tv)?;
        let (left, right) = (("TV of two halves", both), ("TV of one whole move", one));
        if trial.choose(true, false, false) {
            trial.equal(left, right)?;
        } else {
            trial.at_most(left, right)?;
        }
    }
    Ok(())
}

fn gaussian_formula(trial: &mut Trial) -> Result<(), CheckError> {
    let budgets = pairs(&[ratio(1, 2), ratio(1, 1), ratio(4, 1)], &[ratio(1, 1), ratio(1, 2), ratio(1, 100)]);
    let thresholds = [ratio(1, 2), -Real::one(), Real::zero(), ratio(2, 1)];
    for ((eps, delta), t) in pairs(&budgets, &thresholds) {
        trial.at("eps", &eps);
        trial.at("delta", &delta);
        trial.at("t", &t);
        let twice = 2 * (ratio(5, 4) / &delta).ln();
        let sigma = twice.sqrt() / &eps;
        let mu = &eps / trial.either(twice.sqrt(), twice);
        let (positive, negative) = (Formula::from(-&t).normal_cdf(), Formula::from(&t - 1 / sigma).normal_cdf());
        let quantile = (1 - positive).normal_quantile();
        trial.agree(("G_mu(FP)", (quantile - Formula::from(mu)).normal_cdf()), ("FN", negative))?;
    }
    Ok(())
}

fn response_region(trial: &mut Trial) -> Result<(), CheckError> {
    for (size, e) in pairs(&[2u64, 3, 4, 5, 6], &exponentials(6)) {
        trial.at("E = e^eps", &e);
        trial.at("|X|", size);
        let values = Real::from(size);
        let kept = (&e - 1) / (&e + &values - 1);
        let eta = (&e - 1) / trial.either(&e + &values - 1, &e + values);
        let exact = match response(&kept, size).as_slice() {
            [first, second, ..] => Curve::of(&pair(first, second)?)?,
            _ => Curve::identity(),
        };
        let bound = Curve::maximum(&[worst_case(&e, &Real::zero())?, worst_case(&Real::one(), &eta)?])?;
        let (left, right) = (exact.delta(&Real::one())?, bound.delta(&Real::one())?);
        trial.holds(exact.equals(&bound)?, "both regions are the same", || {
            format!("eta = {eta}, the total variation of the mechanism is {left}, that of the region {right}")
        })?;
    }
    Ok(())
}

fn test_region(trial: &mut Trial) -> Result<(), CheckError> {
    let values = [0i64, 1, 2];
    let two = pairs(&values, &values).into_iter().map(|(x, y)| vec![x, y]);
    let three = triples(&values, &values, &values).into_iter().map(|(x, y, z)| vec![x, y, z]);
    for scores in [two.collect::<Vec<_>>(), three.collect()] {
        let mut cases = pairs(&pairs(&scores, &scores), &[ratio(2, 1), ratio(3, 1)]);
        // Those first whose likelihood ratios are all different.
        cases.sort_by_key(|((first, second), _)| {
            let mut changes: Vec<i64> = first.iter().zip(second).map(|(x, y)| y - x).collect();
            changes.sort_unstable();
            changes.windows(2).any(|ends| matches!(ends, [x, y] if x == y))
        });
        for ((first, second), base) in cases {
            let changes: Vec<i64> = first.iter().zip(&second).map(|(x, y)| y - x).collect();
            if changes.iter().any(|change| change.abs() > 1) {
                continue;
            }
            let (null, other) = (exponential(&base, &first), exponential(&base, &second));
            trial.at("s(X_0, .), s(X_1, .)", format_args!("{first:?}, {second:?}"));
            trial.at("e^(eps/2)", &base);
            trial.at("laws", format_args!("{}, {}", show(&null), show(&other)));
            best_regions(trial, &changes, &null, &other)?;
        }
    }
    Ok(())
}

/// At each level: does one of the threshold regions have the least FN?
fn best_regions(trial: &mut Trial, changes: &[i64], null: &[Real], other: &[Real]) -> Result<(), CheckError> {
    let sum = |law: &[Real], region: &[bool], is_in: bool| {
        let chosen = law.iter().zip(region).filter(|(_, chosen)| **chosen == is_in);
        chosen.fold(Real::zero(), |sum, (mass, _)| sum + mass)
    };
    let sign = trial.either(1, -1);
    let is_threshold = |region: &[bool]| {
        let of = |is_in: bool| {
            changes.iter().zip(region).filter(move |(_, chosen)| **chosen == is_in).map(|(x, _)| sign * x)
        };
        of(true).min().is_none_or(|least| of(false).all(|change| change < least))
    };
    let regions: Vec<(Real, Real, bool)> = subsets(changes.len())
        .map(|region| (sum(null, &region, true), sum(other, &region, false), is_threshold(&region)))
        .collect();
    let least = |level: &Real, thresholds: bool| {
        let allowed = regions.iter().filter(|(positive, _, is_threshold)| {
            (*is_threshold || !thresholds) && positive.compare(level).is_some_and(Ordering::is_le)
        });
        allowed.fold(Real::one(), |least, (_, negative, _)| match negative.compare(&least) {
            Some(Ordering::Less) => negative.clone(),
            _ => least,
        })
    };
    if trial.choose(false, true, false) {
        for (alpha, beta) in Curve::of(&pair(other, null)?)?.vertices() {
            let mut thresholds = regions.iter().filter(|(_, _, is_threshold)| *is_threshold);
            let is_spanned = thresholds.any(|(positive, negative, _)| *positive == alpha && *negative == beta);
            trial.holds(is_spanned, "the thresholds span the lower boundary", || {
                format!("({alpha}, {beta}) is a corner of the region and no threshold")
            })?;
        }
    }
    for (level, _, attained) in &regions {
        if level.is_zero() || !attained && !trial.choose(true, false, false) {
            continue;
        }
        trial.at("a", level);
        trial.at_most(
            ("the least FN of a threshold region", least(level, true)),
            ("that of all", least(level, false)),
        )?;
    }
    Ok(())
}

fn infinite_mass(trial: &mut Trial) -> Result<(), CheckError> {
    let totals = [ratio(1, 1), ratio(2, 1), ratio(1, 2)];
    for (n, c) in pairs(&[4u64, 8, 16, 32], &totals) {
        trial.at("n", n);
        trial.at("delta_i", format_args!("{c}/n"));
        let count = Real::from(n);
        let delta = &c / &count;
        let composed = power(&worst_case(&Real::one(), &delta)?, n)?;
        let mass = composed.p_infinite();
        let squares = &count * delta.pow(2);
        trial.equal(("the sum of squares", &squares), ("c^2/n", c.pow(2) / &count))?;
        trial.at_most(("1 - e^-c", 1 - (-&c).exp()), ("the mass at infinite loss", mass))?;
        let upper = 1 - (-(&c + squares)).exp();
        trial.at_most(("the mass at infinite loss", mass), ("1 - e^-(c + c^2/n)", upper))?;
    }
    trial.clear_parameters();
    for c in totals {
        trial.at("delta_i", format_args!("{c}/n"));
        // The limits of c^2/n, of c, and of its half.
        let delta = trial.choose(Real::zero(), c.clone(), &c / 2);
        trial.equal(("the limit of the mass", 1 - (-c).exp()), ("1 - e^-delta", 1 - (-delta).exp()))?;
    }
    Ok(())
}

fn uniforms(trial: &mut Trial) -> Result<(), CheckError> {
    for delta in [ratio(1, 1), ratio(2, 1), ratio(1, 2), ratio(2, 1).ln(), ratio(10, 1)] {
        trial.at("delta", &delta);
        let rest = (-&delta).exp();
        let shift = 1 - &rest;
        // Below the second, where they overlap, above the first.
        let (first, second) =
            ([shift.clone(), rest.clone(), Real::zero()], [Real::zero(), rest.clone(), shift.clone()]);
        let curve = Curve::of(&pair(&second, &first)?)?;
        let claimed = trial.either(shift, rest);
        let is_same = curve.equals(&worst_case(&Real::one(), &claimed)?)?;
        trial.holds(is_same, "both trade-off functions are the same", || {
            format!("the mass at infinite loss is {}", Number::from(curve.p_infinite()))
        })?;
    }
    Ok(())
}
