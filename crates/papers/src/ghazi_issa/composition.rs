//! Section III and appendix A: the composition of mechanisms with a bound on their total variation.

use super::region::{of_privacy, repeated, share_of_largest};
use crate::family::{exponentials, inside_unit, pairs, ratio, triples, unit};
use crate::read::Section;
use crate::trial::{CheckError, Reading, Trial};
use dpcert::exact::polynomial::Polynomial;
use dpcert::mechanism::Dominating;
use dpcert::pair::ThreePoint;
use dpcert::tradeoff::Curve;
use dpcert::{Query, Real};
use malachite::Integer;
use malachite::base::num::arithmetic::traits::BinomialCoefficient;

pub(super) const SECTION: Section = Section {
    file: "ghazi_issa/composition.toml",
    text: include_str!("composition.toml"),
    checks: &[
        ("GI-05", double_sum_is_composition),
        ("GI-06", lines_describe_the_region),
        ("GI-07", composed_total_variation),
        ("GI-08", alpha_is_a_probability),
        ("GI-09", range_cannot_be_extended),
        ("GI-10", nothing_but_infinite_loss),
        ("GI-11", single_sum_is_composition),
        ("GI-12", every_line_improves),
        ("GI-15", alpha_of_the_figure),
        ("GI-16", total_variation_of_the_pair),
        ("GI-19", two_parts),
        ("GI-57", beyond_the_largest_loss),
        ("GI-58", positive_terms),
        ("GI-80", index_of_the_mechanism),
    ],
};

fn constant(n: u64) -> Polynomial {
    Polynomial::constant(Integer::from(n))
}

fn binomial(n: u64, k: u64) -> Polynomial {
    Polynomial::constant(Integer::binomial_coefficient(Integer::from(n), Integer::from(k)))
}

fn power(x: &Polynomial, n: u64) -> Polynomial {
    (0..n).fold(constant(1), |power, _| &power * x)
}

/// The polynomials of a step's outcomes, times 1 + E: `E`, the share of the outer outcomes and that
/// of the middle one.
struct Step {
    e: Polynomial,
    outer: Polynomial,
    middle: Polynomial,
}

impl Step {
    /// E is x, the middle outcome has the share alpha.
    fn indeterminate() -> Step {
        Step {
            e: Polynomial::x(),
            outer: &constant(1) - &Polynomial::alpha(),
            middle: Polynomial::alpha(),
        }
    }

    /// Equation (5) as it is printed, times `(1+E)^k`.
    fn double_sum(&self, k: u64, j: u64) -> Polynomial {
        self.double_sum_with(k, j, |a, l| binomial(k - a, l))
    }

    fn double_sum_with(
        &self,
        k: u64,
        j: u64,
        inner: impl Fn(u64, u64) -> Polynomial,
    ) -> Polynomial {
        let plus = &self.e + &constant(1);
        let mut sum = constant(0);
        for a in 0..k.saturating_sub(j) {
            for l in 0..(k - j - a).div_ceil(2) {
                let difference = &power(&self.e, k - l - a) - &power(&self.e, l + j);
                let share = &power(&self.outer, k - a) * &power(&(&self.middle * &plus), a);
                sum = &sum + &(&(&binomial(k, a) * &inner(a, l)) * &(&share * &difference));
            }
        }
        sum
    }

    /// The sum over all sequences of the outcomes +eps, 0, -eps with a loss above j eps, of P minus
    /// E^j times Q, times `(1+E)^k`.
    fn brute_force(&self, k: u64, j: u64) -> Polynomial {
        let plus = &self.e + &constant(1);
        let (high, middle) = (&self.outer * &self.e, &self.middle * &plus);
        let steps = [(1i64, &high, &self.outer), (0, &middle, &middle), (-1, &self.outer, &high)];
        let mut sequences = vec![(0i64, constant(1), constant(1))];
        for _ in 0..k {
            let longer = |(loss, p, q): &(i64, Polynomial, Polynomial)| {
                steps.map(|(step, by_p, by_q)| (loss + step, p * by_p, q * by_q))
            };
            sequences = sequences.iter().flat_map(longer).collect();
        }
        let line = power(&self.e, j);
        let above =
            sequences.iter().filter(|(loss, _, _)| u64::try_from(*loss).is_ok_and(|loss| loss > j));
        above.fold(constant(0), |sum, (_, p, q)| &sum + &(p - &(&line * q)))
    }
}

fn double_sum_is_composition(trial: &mut Trial) -> Result<(), CheckError> {
    let step = Step::indeterminate();
    for k in 1..=6u64 {
        for j in 0..=k {
            trial.at("k", k);
            trial.at("j", j);
            let sum =
                step.double_sum_with(k, j, |a, l| trial.either(binomial(k - a, l), binomial(k, l)));
            trial.identical(
                "the sum over sequences, times (1+E)^k",
                &sum,
                &step.brute_force(k, j),
            )?;
        }
    }
    Ok(())
}

/// `1-(1-delta)^k (1-delta_j)` with the printed double sum, at rational parameters.
fn total(e: &Real, delta: &Real, alpha: &Real, k: u64, j: u64) -> Result<Real, CheckError> {
    let rational = |x: &Real| {
        x.as_rational().cloned().ok_or_else(|| CheckError::Wrong(format!("{x} is not rational")))
    };
    let at = [rational(e)?, rational(alpha)?, rational(delta)?];
    let exponent = i64::try_from(k).map_err(|error| CheckError::Wrong(error.to_string()))?;
    let inner =
        Real::from(Step::indeterminate().double_sum(k, j).evaluate(&at)) / (1 + e).pow(exponent);
    Ok(1 - (1 - delta).pow(exponent) * (1 - inner))
}

fn three_point(e: &Real, delta: &Real, alpha: &Real) -> ThreePoint {
    ThreePoint { eps: e.ln(), delta: delta.clone(), alpha: alpha.clone() }
}

fn lines_describe_the_region(trial: &mut Trial) -> Result<(), CheckError> {
    let below_one = [vec![Real::zero()], inside_unit(3)].concat();
    for (e, delta, alpha) in triples(&exponentials(4), &below_one, &below_one) {
        let step = Curve::of(&three_point(&e, &delta, &alpha).to_finite())?;
        let mut composed = Curve::identity();
        trial.at("E", &e);
        trial.at("delta", &delta);
        trial.at("alpha", &alpha);
        for k in 1..=4u64 {
            trial.at("k", k);
            composed = composed.tensor(&step)?;
            let mut lines = Vec::new();
            for j in (0..=k).filter(|j| trial.either(true, (k - j) % 2 == 0)) {
                let exponent =
                    i64::try_from(j).map_err(|error| CheckError::Wrong(error.to_string()))?;
                lines.push(of_privacy(&e.pow(exponent), &total(&e, &delta, &alpha, k, j)?)?);
            }
            let region = Curve::maximum(&lines)?;
            let is_equal = region.equals(&composed)?;
            trial.holds(is_equal, "the lines describe the region", || {
                format!(
                    "they have {} edges, the composition {}",
                    region.edges().len(),
                    composed.edges().len()
                )
            })?;
        }
    }
    Ok(())
}

fn composed_total_variation(trial: &mut Trial) -> Result<(), CheckError> {
    let below_one = [vec![Real::zero()], inside_unit(3)].concat();
    for (e, delta, alpha) in triples(&exponentials(4), &below_one, &below_one) {
        trial.at("E", &e);
        trial.at("delta", &delta);
        trial.at("alpha", &alpha);
        for k in 1..=7u64 {
            trial.at("k", k);
            let step = Dominating::approx_dp_alpha(e.ln(), delta.clone(), alpha.clone())?;
            let tv = trial.ask(&repeated(step, k), &Query::Tv)?;
            let mut formula = total(&e, &delta, &alpha, k, 0)?;
            if trial.reading() == Reading::Altered {
                formula = 1 - (1 - formula) / (1 - &delta);
            }
            trial.equal(("TV", tv), ("1 - (1-delta)^k (1-delta_0)", formula))?;
        }
    }
    Ok(())
}

fn alpha_is_a_probability(trial: &mut Trial) -> Result<(), CheckError> {
    let all = [vec![Real::one()], exponentials(3)].concat();
    for ((e, delta), place) in pairs(&pairs(&all, &unit(3)), &unit(3)) {
        let largest = &delta + (1 - &delta) * (&e - 1) / (&e + 1);
        let eta = &delta + (&largest - &delta) * &place;
        trial.at("eps", e.ln());
        trial.at("delta", &delta);
        trial.at("eta", &eta);
        let denominator = (1 - &delta) * (&e - 1);
        if trial.divides("(1-delta)(E-1)", &denominator) {
            let alpha = 1 - (&eta - &delta) * (1 + &e).pow(trial.either(1, 2)) / denominator;
            trial.at_most(("0", 0), ("alpha", &alpha))?;
            trial.at_most(("alpha", alpha), ("1", 1))?;
        } else {
            trial.equal(("the largest eta", largest), ("delta", &delta))?;
            let step = Dominating::approx_dp_tv(e.ln(), delta.clone(), delta.clone())?;
            let tv = trial.ask(&repeated(step, 3), &Query::Tv)?;
            trial.equal(("TV at k = 3", tv), ("1-(1-delta)^3", 1 - (1 - &delta).pow(3)))?;
        }
    }
    Ok(())
}

fn range_cannot_be_extended(trial: &mut Trial) -> Result<(), CheckError> {
    for (delta, eta) in pairs(&inside_unit(5), &unit(5)) {
        let order = eta.compare(&delta);
        if order.is_none_or(|order| trial.either(order.is_ge(), order.is_gt())) {
            continue;
        }
        for k in 1..=4i64 {
            trial.at("delta", &delta);
            trial.at("eta", &eta);
            trial.at("k", k);
            // delta_k = 0: the sum is empty.
            let formula = 1 - (1 - &delta).pow(k);
            let step = Dominating::approx_dp(Real::zero(), eta.clone())?;
            let truth = trial
                .ask(&repeated(step, k.unsigned_abs()), &Query::Delta { eps: Real::zero() })?;
            trial.less(("the delta of eta-TV", truth), ("the formula", formula))?;
        }
    }
    Ok(())
}

fn nothing_but_infinite_loss(trial: &mut Trial) -> Result<(), CheckError> {
    let (outer, middle) = trial.either((constant(0), constant(1)), (constant(1), constant(0)));
    let step = Step { e: Polynomial::x(), outer, middle };
    for k in 1..=8u64 {
        for j in 0..=k {
            trial.at("k", k);
            trial.at("j", j);
            trial.identical("delta_j = 0", &step.double_sum(k, j), &constant(0))?;
        }
    }
    Ok(())
}

fn single_sum_is_composition(trial: &mut Trial) -> Result<(), CheckError> {
    let e = Polynomial::x();
    let more = trial.either(0, 1);
    for k in 1..=10u64 {
        let step = Step { e: e.clone(), outer: constant(1), middle: constant(0) };
        for j in (0..=k).filter(|j| (k - j) % 2 == 0) {
            trial.at("k", k);
            trial.at("j", j);
            let terms = (0..(k - j) / 2)
                .map(|l| &binomial(k, l) * &(&power(&e, k - l) - &power(&e, l + j + more)));
            let sum = terms.fold(constant(0), |sum, term| &sum + &term);
            trial.identical(
                "the sum over sequences, times (1+E)^k",
                &sum,
                &brute_force_of_two(&step, k, j),
            )?;
        }
    }
    Ok(())
}

/// The sum over sequences of +eps and -eps alone.
fn brute_force_of_two(step: &Step, k: u64, j: u64) -> Polynomial {
    let line = power(&step.e, j);
    let mut sum = constant(0);
    for sequence in 0u64..1 << k {
        let low = u64::from(sequence.count_ones());
        if k - low > low + j {
            sum = &sum + &(&power(&step.e, k - low) - &(&line * &power(&step.e, low)));
        }
    }
    sum
}

fn every_line_improves(trial: &mut Trial) -> Result<(), CheckError> {
    // E = 1 + x; alpha = 1/(1 + u), where u is the indeterminate alpha: outer and middle are times
    // 1 + u.
    let (e, u) = (&constant(1) + &Polynomial::x(), Polynomial::alpha());
    let refined = Step { e: e.clone(), outer: u.clone(), middle: constant(1) };
    let whole = Step { e, outer: &constant(1) + &u, middle: constant(0) };
    let largest = trial.either(1, 0);
    for k in 1..=8u64 {
        for j in (0..=k - largest).filter(|j| (k - j) % 2 == 0) {
            trial.at("k", k);
            trial.at("j", j);
            let difference = &whole.double_sum(k, j) - &refined.double_sum(k, j);
            trial.never_negative("the difference", &difference)?;
            // Without negative coefficients, one positive one is enough for x, u > 0; at u = 0 as
            // well if it is one without u.
            let is_positive = difference.terms().any(|([_, u, _], _)| *u == 0);
            trial.holds(is_positive, "the difference is positive", || {
                format!("it is {difference}")
            })?;
        }
    }
    Ok(())
}

fn alpha_of_the_figure(trial: &mut Trial) -> Result<(), CheckError> {
    let e = Real::one().exp();
    let eta = share_of_largest(&e, &ratio(7, 10));
    let alpha = 1 - eta * (1 + &e) / (&e - 1);
    trial.equal(("alpha", alpha), ("the printed one", ratio(trial.either(3, 7), 10)))
}

fn total_variation_of_the_pair(trial: &mut Trial) -> Result<(), CheckError> {
    let Step { e, outer, middle } = Step::indeterminate();
    let (delta, plus) = (Polynomial::delta(), &e + &constant(1));
    let finite = &constant(1) - &delta;
    // P and Q, times 1 + E.
    let outcomes = [
        (&delta * &plus, constant(0)),
        (&(&finite * &outer) * &e, &finite * &outer),
        (&(&finite * &middle) * &plus, &(&finite * &middle) * &plus),
    ];
    let tv = outcomes.iter().fold(constant(0), |sum, (p, q)| &sum + &(p - q));
    let share = trial.either(finite, constant(1));
    let formula = &(&delta * &plus) + &(&(&share * &outer) * &(&e - &constant(1)));
    trial.identical("TV times 1 + E", &tv, &formula)
}

fn two_parts(trial: &mut Trial) -> Result<(), CheckError> {
    let Step { e, outer, middle } = Step::indeterminate();
    let (delta, plus) = (Polynomial::delta(), &e + &constant(1));
    let finite = &constant(1) - &delta;
    let (high, low, middle) =
        (&(&finite * &outer) * &e, &finite * &outer, &(&finite * &middle) * &plus);
    // Loss (none: infinite), P and Q, times 1 + E.
    let steps = [
        (None, &delta * &plus, constant(0)),
        (Some(1i64), high.clone(), low.clone()),
        (Some(0), middle.clone(), middle),
        (Some(-1), low, high),
    ];
    for k in 1..=4u64 {
        let mut sequences = vec![(Some(0i64), constant(1), constant(1))];
        for _ in 0..k {
            let longer = |(loss, p, q): &(Option<i64>, Polynomial, Polynomial)| {
                let both = |step: &Option<i64>| Some((*loss)? + (*step)?);
                steps.iter().map(|(step, x, y)| (both(step), p * x, q * y)).collect::<Vec<_>>()
            };
            sequences = sequences.iter().flat_map(longer).collect();
        }
        for j in 0..=k {
            trial.at("k", k);
            trial.at("j", j);
            let line = power(&e, j);
            let excess = |sum: Polynomial, (_, p, q): &(_, Polynomial, Polynomial)| {
                &sum + &(p - &(&line * q))
            };
            let infinite =
                sequences.iter().filter(|(loss, _, _)| loss.is_none()).fold(constant(0), excess);
            let above = sequences.iter().filter(|(loss, _, _)| {
                loss.and_then(|loss| u64::try_from(loss).ok()).is_some_and(|loss| loss > j)
            });
            let rest = above.fold(constant(0), excess);
            let left = &power(&plus, k) - &(&power(&finite, k) * &power(&plus, k));
            trial.identical("p_1, times (1+E)^k", &left, &infinite)?;
            let step = Step::indeterminate();
            let right = &power(&finite, k - trial.either(0, 1)) * &step.double_sum(k, j);
            trial.identical("p_2, times (1+E)^k", &right, &rest)?;
        }
    }
    Ok(())
}

fn beyond_the_largest_loss(trial: &mut Trial) -> Result<(), CheckError> {
    let step = Step::indeterminate();
    for k in 1..=6u64 {
        for j in k - trial.either(0, 1)..=2 * k {
            trial.at("k", k);
            trial.at("j", j);
            trial.identical("delta_j = 0", &step.brute_force(k, j), &constant(0))?;
            trial.identical("the sum is empty", &step.double_sum(k, j), &constant(0))?;
        }
    }
    Ok(())
}

fn positive_terms(trial: &mut Trial) -> Result<(), CheckError> {
    for e in [exponentials(3), vec![Real::one().exp()]].concat() {
        trial.at("E", &e);
        for k in 1..=6i64 {
            for (j, a, l) in triples(&numbers(k), &numbers(k), &numbers(k)) {
                if l + a > k {
                    continue;
                }
                trial.at("(k, j, a, l)", format_args!("({k}, {j}, {a}, {l})"));
                let order = e.pow(k - l - a).compare(&e.pow(l + j));
                let order = order
                    .ok_or_else(|| CheckError::Undecided("the order of two powers".to_owned()))?;
                let test = trial.either(k - j > 2 * l + a, k - j >= 2 * l + a);
                trial.holds(order.is_gt() == test, "the integers decide", || {
                    format!(
                        "E^(k-l-a) > E^(l+j) is {}, the test of the integers says {test}",
                        order.is_gt()
                    )
                })?;
            }
        }
    }
    Ok(())
}

fn numbers(k: i64) -> Vec<i64> {
    (0..=k).collect()
}

fn index_of_the_mechanism(trial: &mut Trial) -> Result<(), CheckError> {
    for (e, r) in pairs(&exponentials(4), &[inside_unit(4), vec![Real::one()]].concat()) {
        let eta = share_of_largest(&e, &r);
        let index = trial.choose(Real::zero(), eta.clone(), &eta / 2);
        trial.at("E", &e);
        trial.at("eta", &eta);
        let corollary =
            Curve::maximum(&[of_privacy(&e, &Real::zero())?, of_privacy(&Real::one(), &eta)?])?;
        let alpha = 1 - &index / share_of_largest(&e, &Real::one());
        let named = three_point(&e, &Real::zero(), &alpha);
        let curve = Curve::of(&named.to_finite())?;
        trial.holds(curve.equals(&corollary)?, "the curve is that of Corollary 1", || {
            format!("it is that of total variation {index}")
        })?;
        for k in 1..=3u64 {
            trial.at("k", k);
            let composed = repeated(Dominating::ThreePoint(named.clone()), k);
            let tv = trial.ask(&composed, &Query::Delta { eps: Real::zero() })?;
            let alpha = 1 - &r;
            trial.equal(("TV", tv), ("delta_0", total(&e, &Real::zero(), &alpha, k, 0)?))?;
        }
    }
    Ok(())
}
