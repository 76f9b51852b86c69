//! `private-selection`: a mechanism is run a random number of times, and the best of its outputs is
//! released.
//!
//! The number of runs K does not depend on the data. Let f be its generating function, `f(s) = sum
//! P[K = k] s^k`, and F the distribution function of one run in the order of scores. The best
//! output is at most y with probability `f(F(y))`.
//!
//! # Which mechanisms
//!
//! The class is that of all mechanisms whose privacy profile is at most that of `base`, with any
//! scores. An output can be joined with a uniform number that breaks ties, so that F is continuous
//! in a larger mechanism, of which this one is a function. There the best output has the density `p
//! f'(F)`.
//!
//! # A bound
//!
//! Let `f'(F_P) <= R f'(F_Q)` everywhere, and let m be the mean of K. At `t >= 1` an output of the
//! best run gains `p f'(F_P) - t q f'(F_Q) <= f'(F_P) (p - (t/R) q)`. Since f' is at most m,
//! `delta(t) <= m delta_base(t/R)`, and K = 0 gains nothing.
//!
//! *Truncated negative binomial.* f'(s) is a multiple of `(1 - (1-gamma) s)^-(eta+1)`. With `G = 1
//! - F` and `a = gamma/(1-gamma)`, R is the largest `((a + G_Q)/(a + G_P))^(eta+1)`. `G_Q` is at
//! most the power, under Q, of a test of level `G_P` under P. A power is concave and piecewise
//! linear for a finite pair, so that the largest ratio is at a vertex. By duality it is the r with
//! `delta'(r) = a (r - 1)`, for the profile delta' of the other direction. The published bound is
//! the least `r + delta'(r)/a` (Koskela, Redberg & Wang, arXiv 2402.06701), which is not smaller.
//! For a pure eps-DP base r is `(gamma + e^eps)/(1 + gamma e^eps)`, below e^eps, which gives the
//! known `(2 + eta) eps` (Papernot & Steinke, Theorem 2).
//!
//! *Poisson.* f'(s) is a multiple of `e^(m s)`, and R is `e^(m tv)`.
//!
//! *A fixed number* has no such R where a loss is infinite. The runs together are a composition,
//! which dominates.
//!
//! # What is attained
//!
//! From below the class has one member, see [`crate::composition`]; the bound of eps at delta = 0
//! is approached by it. Given outcomes, in the order of their scores, are a finite pair: the
//! release of the best is exact.

use super::finite_pair::check_distribution;
use crate::exact::real::Real;
use crate::exact::show;
use crate::input::{Field, Fields, InputError};
use crate::mechanism::reading::description::{
    Case, FieldValue, KindField, Rule, names, natural, number, numbers, word, words,
};
use crate::mechanism::reading::domain::{DomainError, require_within};
use crate::mechanism::reading::kind::{Form, Kind, Names};
use crate::mechanism::reading::shown::{delta, eps, input, row, template};
use crate::mechanism::{Directed, Dominating, Mechanism, Operation};
use crate::refusal::Refusal;
use malachite::rational::Rational;

/// The distribution of the number of runs.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Runs {
    /// The truncated negative binomial distribution: eta > -1, 0 < gamma < 1. It is geometric at
    /// eta = 1 and logarithmic at eta = 0.
    NegativeBinomial {
        /// The shape.
        eta: Rational,
        /// The probability of the last run.
        gamma: Rational,
    },
    /// The Poisson distribution, of which no run is an outcome of its own.
    Poisson {
        /// The mean, > 0.
        mean: Rational,
    },
    /// Always the same number.
    Fixed {
        /// The number, >= 1.
        count: u64,
    },
}

impl Runs {
    /// The generating function `f(s)` on [0, 1].
    pub(crate) fn generating(&self, s: &Real) -> Real {
        match self {
            Runs::NegativeBinomial { eta, gamma } => {
                let gamma = Real::from(gamma.clone());
                let left = 1 - (1 - &gamma) * s;
                if *eta == 0 {
                    return left.ln() / gamma.ln();
                }
                let power = |x: &Real| power(x, &-eta) - 1;
                power(&left) / power(&gamma)
            }
            Runs::Poisson { mean } => (Real::from(mean.clone()) * (s - 1)).exp(),
            Runs::Fixed { count } => {
                i64::try_from(*count).map_or_else(|_| Real::zero(), |count| s.pow(count))
            }
        }
    }

    /// The mean number of runs.
    pub(crate) fn mean(&self) -> Real {
        match self {
            Runs::NegativeBinomial { eta, gamma } => {
                let gamma = Real::from(gamma.clone());
                let odds = (1 - &gamma) / &gamma;
                if *eta == 0 {
                    return &odds / -gamma.ln();
                }
                Real::from(eta.clone()) * &odds / (1 - power(&gamma, eta))
            }
            Runs::Poisson { mean } => Real::from(mean.clone()),
            Runs::Fixed { count } => Real::from(*count),
        }
    }

    /// The least R with `f'(F_P) <= R f'(F_Q)`, from the vertices `(alpha, beta)` of T(Q, P), and a
    /// likelihood ratio q/p above which outputs are best where it is attained; `None` for a fixed
    /// number.
    pub(crate) fn amplification(
        &self,
        vertices: &[(Rational, Rational)],
    ) -> Option<(Real, Rational)> {
        let one = Rational::from(1);
        match self {
            // A test that does not reject an event has the level beta under P and the power 1 -
            // alpha under Q.
            Runs::NegativeBinomial { eta, gamma } => {
                let odds = gamma / (&one - gamma);
                let ratios =
                    vertices.iter().map(|(alpha, beta)| (&odds + &one - alpha) / (&odds + beta));
                let ratio = ratios.max()?.max(one.clone());
                Some((power(&Real::from(ratio.clone()), &(eta + &one)), ratio))
            }
            Runs::Poisson { mean } => {
                let tv = vertices.iter().map(|(alpha, beta)| &one - alpha - beta).max()?;
                Some((Real::from(mean * tv).exp(), one))
            }
            Runs::Fixed { .. } => None,
        }
    }
}

/// `x^exponent` for x > 0.
fn power(x: &Real, exponent: &Rational) -> Real {
    match i64::try_from(exponent) {
        Ok(whole) => x.pow(whole),
        Err(_) => (Real::from(exponent.clone()) * x.ln()).exp(),
    }
}

impl Dominating {
    /// The best of a random number of runs, each with the masses p or q, from the lowest score to
    /// the highest. If there may be no run, that is one more outcome.
    ///
    /// # Errors
    /// Masses that are negative or do not sum to 1, lists of different length.
    pub fn best_of(runs: &Runs, p: &[Real], q: &[Real]) -> Result<Dominating, DomainError> {
        if p.len() != q.len() {
            let message = format!("p has {} probabilities and q has {}", p.len(), q.len());
            return Err(DomainError::new(
                "q",
                message,
                "list both over the same outcomes, with zeros",
            ));
        }
        check_distribution("p", p)?;
        check_distribution("q", q)?;
        let best = |masses: &[Real]| {
            let mut below = Real::zero();
            let mut last = runs.generating(&below);
            let mut found = vec![last.clone()];
            for (i, mass) in masses.iter().enumerate() {
                below = if i + 1 == masses.len() { Real::one() } else { &below + mass };
                let next = runs.generating(&below);
                // The difference of two equal expressions is not known to be 0.
                found.push(if mass.is_zero() { Real::zero() } else { &next - &last });
                last = next;
            }
            found
        };
        let outcomes = best(p).into_iter().zip(best(q)).map(|(p, q)| (p, q, None));
        Directed::of_outcomes("p", outcomes)
    }
}

#[derive(Clone, Copy)]
enum Distribution {
    Geometric,
    NegativeBinomial,
    Logarithmic,
    Poisson,
    Fixed,
}

const DISTRIBUTIONS: [(&str, Distribution); 5] = [
    ("geometric", Distribution::Geometric),
    ("truncated-negative-binomial", Distribution::NegativeBinomial),
    ("logarithmic", Distribution::Logarithmic),
    ("poisson", Distribution::Poisson),
    ("fixed", Distribution::Fixed),
];

const NAME: &str = "private-selection";
const FIELDS: &[KindField] = &[
    KindField::of("base", FieldValue::Mechanism),
    word("runs", &words(&DISTRIBUTIONS)).required(),
    number("gamma"),
    number("eta"),
    number("mean"),
    natural("count"),
    numbers("p"),
    numbers("q"),
];

pub(crate) const KIND: Kind = Kind {
    rules: &[
        Rule::OneOf(&[&["base"], &["p", "q"]]),
        Rule::Together(&["p", "q"]),
        Rule::Cases(
            "runs",
            &[
                Case::of("geometric", &["gamma"]),
                Case::of("truncated-negative-binomial", &["eta", "gamma"]),
                Case::of("logarithmic", &["gamma"]),
                Case::of("poisson", &["mean"]),
                Case::of("fixed", &["count"]),
            ],
        ),
    ],
    names: Names::explained(&[
        (&["of", "inner"], "the mechanism that is run is base"),
        (
            &["k", "n", "repetitions"],
            "the distribution of the number of runs is runs; a fixed number is count",
        ),
        (
            &["scores"],
            "outcomes in the order of their scores are p and q, from the lowest to the highest",
        ),
    ]),
    elsewhere: &[(
        &["best-of", "repeat-and-select", "hyperparameter-tuning", "liu-talwar", "tuning"],
        "it is private-selection(base=..., runs=geometric, gamma=1/10)",
    )],
    rows: &[
        row(
            "private-selection(base, runs)",
            "the best of a random number of runs of `base`: the worst case of all scores",
        ),
        row(
            "private-selection(p=[...], q=[...], runs)",
            "the one of these outcomes, from the lowest score to the highest",
        ),
    ],
    templates: &[
        template(
            "private selection: the best of a geometric number of runs",
            "private-selection(base=approx-dp(eps={eps}, delta={delta}), runs=geometric, gamma={gamma})",
            &[eps("0.1"), delta("1e-6"), input("gamma", "0.1").even("0.01", "0.99", "0.01")],
        ),
        template(
            "private selection: the best of a Poisson number of runs",
            "private-selection(base=approx-dp(eps={eps}, delta={delta}), runs=poisson, mean={mean})",
            &[eps("0.1"), delta("1e-6"), input("mean", "10").even("1", "100", "1")],
        ),
        template(
            "private selection of given outcomes",
            "private-selection(p=[{p}], q=[{q}], runs=geometric, gamma={gamma})",
            &[
                input("p", "1/2, 1/3, 1/6"),
                input("q", "1/4, 1/2, 1/4"),
                input("gamma", "1/4").even("0.01", "0.99", "0.01"),
            ],
        ),
    ],
    ..Kind::new(NAME, FIELDS, Form::Around(read))
};

fn read(fields: &mut Fields<'_>, size: u64) -> Result<Mechanism, Refusal> {
    fields.expect(&names(FIELDS));
    let runs = read_runs(fields)?;
    if let Some(p) = fields.optional("p") {
        let q = fields.required("q")?;
        fields.forbid("base", "p and q are the outcomes of one run", "give a base, or p and q")?;
        if size > 1 {
            return Err(p
                .error("a group has outcomes of its own", "give p and q where all members change")
                .into());
        }
        let step =
            Dominating::best_of(&runs, &p.reals()?, &q.reals()?).map_err(|e| e.at(&[&p, &q]))?;
        return Ok(Mechanism::Step(step));
    }
    fields.forbid("q", "there is no p", "give a base, or both p and q")?;
    let field = fields.required("base")?;
    if let Runs::Fixed { count } = runs {
        let missing = format!(
            "the best of a fixed number of runs is bounded by their composition only: write repeat(count={count}, \
             mechanism=...), or give p and q"
        );
        return Err(Refusal::Unsupported {
            what: "a fixed number of runs of a mechanism".into(),
            missing: missing.into(),
        });
    }
    let part = Box::new(Operation::of_any_length(Mechanism::read_for(&field, size)?)?);
    Ok(Operation::Selection { runs, part }.into_mechanism())
}

fn read_runs(fields: &mut Fields<'_>) -> Result<Runs, InputError> {
    let distribution = fields.required("runs")?.choice(&DISTRIBUTIONS)?;
    let (taken, help): (&[&str], _) = match distribution {
        Distribution::Geometric => {
            (&["gamma"], "runs=geometric has gamma, the inverse of its mean")
        }
        Distribution::NegativeBinomial => {
            (&["eta", "gamma"], "runs=truncated-negative-binomial has eta and gamma")
        }
        Distribution::Logarithmic => (&["gamma"], "runs=logarithmic has gamma"),
        Distribution::Poisson => (&["mean"], "runs=poisson has its mean"),
        Distribution::Fixed => (&["count"], "runs=fixed has a count"),
    };
    for name in ["gamma", "eta", "mean", "count"] {
        if !taken.contains(&name) {
            fields.forbid(name, &format!("this distribution of runs has no {name}"), help)?;
        }
    }
    Ok(match distribution {
        Distribution::Geometric => {
            Runs::NegativeBinomial { eta: Rational::from(1), gamma: read_gamma(fields)? }
        }
        Distribution::Logarithmic => {
            Runs::NegativeBinomial { eta: Rational::from(0), gamma: read_gamma(fields)? }
        }
        Distribution::NegativeBinomial => {
            let eta = read_between(&fields.required("eta")?, "eta", -1, Some(MAX_ETA))?;
            Runs::NegativeBinomial { eta, gamma: read_gamma(fields)? }
        }
        Distribution::Poisson => {
            Runs::Poisson { mean: read_between(&fields.required("mean")?, "mean", 0, None)? }
        }
        Distribution::Fixed => {
            let field = fields.required("count")?;
            match field.natural()? {
                0 => {
                    return Err(
                        field.error("count = 0 is less than 1", "there is at least one run")
                    );
                }
                count if count > MAX_RUNS => {
                    let help = format!("give at most {MAX_RUNS}: masses are powers of that order");
                    return Err(field.error(format!("count = {count} is too large"), help));
                }
                count => Runs::Fixed { count },
            }
        }
    })
}

/// The largest fixed number of runs of given outcomes: their probabilities are powers of rational
/// numbers of this order, exact.
const MAX_RUNS: u64 = 1 << 12;
/// The largest eta: a mean is a power of that order, a rational number that is as many times as
/// long as gamma.
const MAX_ETA: i64 = 1 << 10;

fn read_gamma(fields: &mut Fields<'_>) -> Result<Rational, InputError> {
    read_between(&fields.required("gamma")?, "gamma", 0, Some(1))
}

/// A rational number above `lower` and below `upper`.
fn read_between(
    field: &Field<'_>,
    name: &'static str,
    lower: i64,
    upper: Option<i64>,
) -> Result<Rational, InputError> {
    let value = field.real()?;
    let bound = upper.map(Real::from);
    require_within(name, &value, &Real::from(lower), bound.as_ref()).map_err(|e| e.at(&[field]))?;
    let Some(rational) = value.as_rational() else {
        let message = format!("{name} = {} is not known to be rational", show(&value));
        return Err(field.error(message, "give a rational number near it"));
    };
    if *rational == lower || upper.is_some_and(|upper| *rational == upper) {
        let help = match upper {
            Some(upper) => format!("{name} must be > {lower} and < {upper}"),
            None => format!("{name} must be > {lower}"),
        };
        return Err(field.error(format!("{name} = {rational} is an end of its range"), help));
    }
    Ok(rational.clone())
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::exact::literal::parse;
    use std::cmp::Ordering;

    fn rational(text: &str) -> Rational {
        parse(text).unwrap().as_rational().unwrap().clone()
    }

    fn all() -> Vec<(Runs, u64)> {
        let binomial = |eta: &str, gamma: &str| Runs::NegativeBinomial {
            eta: rational(eta),
            gamma: rational(gamma),
        };
        vec![
            (binomial("1", "1/2"), 1),
            (binomial("0", "1/2"), 1),
            (binomial("-1/2", "1/2"), 1),
            (binomial("3", "2/3"), 1),
            (Runs::Poisson { mean: rational("3/2") }, 0),
            (Runs::Fixed { count: 3 }, 1),
        ]
    }

    /// The first probabilities of K, from what is known of each distribution.
    fn probability(runs: &Runs, k: u64) -> Real {
        match runs {
            Runs::NegativeBinomial { eta, gamma } => {
                // Papernot & Steinke, Definition 1: products of (l + eta)/(l + 1), scaled.
                let rest = Rational::from(1) - gamma;
                let mut product = Rational::from(1);
                for l in if *eta == 0 { 1..k } else { 0..k } {
                    product *= (Rational::from(l) + eta) / Rational::from(l + 1);
                }
                let scale = match *eta == 0 {
                    true => -Real::from(gamma.clone()).ln(),
                    false => power(&Real::from(gamma.clone()), &-eta) - 1,
                };
                let power = Real::from(rest).pow(i64::try_from(k).unwrap());
                &power * Real::from(product) / &scale
            }
            Runs::Poisson { mean } => {
                let factorial: u64 = (1..=k).product();
                let power = Real::from(mean.clone()).pow(i64::try_from(k).unwrap());
                Real::from(-mean.clone()).exp() * &power / Real::from(factorial)
            }
            Runs::Fixed { count } => {
                if k == *count {
                    Real::one()
                } else {
                    Real::zero()
                }
            }
        }
    }

    #[test]
    fn generating_functions_are_series() {
        for (runs, first) in all() {
            assert_eq!(
                runs.generating(&Real::one()).compare(&Real::one()),
                Some(Ordering::Equal),
                "{runs:?}"
            );
            // What the first twenty terms leave at s = 1/64 is less than 64^-20.
            let s = Real::from(rational("1/64"));
            let terms =
                (first..20).map(|k| probability(&runs, k) * s.pow(i64::try_from(k).unwrap()));
            let sum = terms.fold(Real::zero(), |sum, term| sum + term);
            let rest = runs.generating(&s) - &sum;
            let bound = Real::from(rational("1/64")).pow(20);
            assert!(rest.compare(&bound) == Some(Ordering::Less), "{runs:?}");
            assert!(rest.compare(&-&bound) == Some(Ordering::Greater), "{runs:?}");
        }
    }

    #[test]
    fn means_are_derivatives() {
        for (runs, _) in all() {
            // f is convex: the slopes of two chords at 1 enclose its derivative, and the second one
            // is near.
            let h = Real::from(rational("1/1000000"));
            let chord = (1 - runs.generating(&(1 - &h))) / &h;
            let mean = runs.mean();
            assert!(chord.compare(&mean).is_some_and(Ordering::is_le), "{runs:?}");
            assert!(
                (&chord + Real::from(rational("1/1000"))).compare(&mean) == Some(Ordering::Greater),
                "{runs:?}"
            );
        }
    }
}
