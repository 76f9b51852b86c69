//! What an answer says of its own ends: whether they are as narrow as was requested.

use crate::support::effort;
use dpcert::exact::literal::parse;
use dpcert::{Answer, Content, Mechanism, Options, Query, Question, Styled};
use malachite::rational::Rational;
use proptest::prelude::*;

/// The relative width of an enclosure, at least 0; `None` without a finite one.
fn relative_width(bounds: &Styled) -> Option<Rational> {
    if bounds.is_infinite() {
        return Some(Rational::from(0));
    }
    let (lower, upper) = (bounds.lower().to_rational()?, bounds.upper().to_rational()?);
    if lower == upper { Some(Rational::from(0)) } else { Some((&upper - &lower) / upper) }
}

/// Is each number met if and only if its ends say so? Numbers with all their digits promise these,
/// others the gap.
fn check(answer: &Answer, options: &Options) -> Result<(), TestCaseError> {
    let gap = Rational::from(1) >> options.gap_bits;
    let ten = Rational::from(10);
    let last = (1..options.digits).fold(Rational::from(1), |last, _| last / &ten);
    let Content::Number(bounds) = &answer.content else {
        return Ok(());
    };
    prop_assert_eq!(answer.met, bounds.met);
    let has_digits = bounds.digits() > options.digits;
    let width = relative_width(bounds);
    let narrowest = if has_digits { last.clone().min(gap.clone()) } else { gap.clone() };
    let widest = last.max(gap);
    match (bounds.met, width) {
        (true, Some(width)) => prop_assert!(width <= widest, "met, and wide: {bounds:?}"),
        (true, None) => prop_assert!(false, "met, and without an end: {bounds:?}"),
        // A thousandth is for rounding the decimals, and half for the estimate of digits in bits.
        (false, Some(width)) => {
            prop_assert!(width * Rational::from(8) > narrowest, "narrow, and not met: {bounds:?}")
        }
        (false, None) => {}
    }
    Ok(())
}

const MECHANISMS: [&str; 18] = [
    "discrete-gaussian(sigma_sq=1000, sensitivity=1)^10",
    "randomized-response(eps=ln(11/10))^15",
    "gaussian(sigma=2)^3",
    "laplace(eps=1)",
    "laplace(eps=1/2)^4",
    "poisson(1/100, gaussian(sigma=1))^50",
    "approx-dp(eps=1/10, delta=1e-6)^20",
    "exponential(eps=1)^3",
    "exponential(eps=3)^2",
    "exponential(eps=1, composition=non-adaptive)^3",
    "subsample(method=without-replacement, size=1, population=3, adjacency=replace-one, mechanism=laplace(eps=1))^3",
    "mixture-of-shifts(laplace(eps=1/2), p=[1/2, 1/2], shifts=[0, 1], q=[1/2, 1/2], q_shifts=[0, -1])",
    "group(2, poisson(1/2, laplace(eps=1/2)))",
    "zcdp(rho=1/10)",
    "union(mechanisms=[laplace(eps=1), gdp(mu=1)])",
    "private-selection(runs=geometric, gamma=1/2, base=laplace(eps=1/2))",
    "noisy-max(noise=gumbel, eps=1)",
    "random-allocation(steps=10, mechanism=gaussian(sigma=1))",
];

const QUERIES: [fn() -> Query; 11] = [
    || Query::Delta { eps: parse("1/2").unwrap() },
    || Query::Delta { eps: parse("3").unwrap() },
    || Query::Eps { delta: parse("1e-3").unwrap() },
    || Query::Tv,
    || Query::Beta { alpha: parse("1/10").unwrap() },
    || Query::BayesError { prior: parse("1/3").unwrap() },
    || Query::Gdp { alpha_min: Rational::from(1) / Rational::from(1000) },
    || Query::GdpRegret { alpha_min: Rational::from(1) / Rational::from(3) },
    || Query::Rho,
    || Query::ChiSquared,
    || Query::Kl,
];

proptest! {
    #![proptest_config(ProptestConfig { cases: 12 + 4 * effort() as u32, ..ProptestConfig::default() })]
    #[test]
    fn a_number_is_met_where_its_ends_are_near(
        mechanism in 0..MECHANISMS.len(), query in 0..QUERIES.len(), digits in 1u64..24, gap_bits in 1u64..14,
    ) {
        let options = Options { digits, gap_bits, ..Options::default() };
        let question = Question::of(&Mechanism::parse(MECHANISMS[mechanism]).unwrap(), &QUERIES[query]());
        if let Ok(answer) = dpcert::ask(&question, &options) {
            check(&answer, &options)?;
        }
    }
}

/// The regret has an absolute gap in its last polygons, which is not what is asked.
#[test]
fn a_small_regret_is_not_met() {
    let options = Options { gap_bits: 20, ..Options::default() };
    for mechanism in [MECHANISMS[0], MECHANISMS[1]] {
        let alpha_min = Rational::from(1) / Rational::from(3);
        let question =
            Question::of(&Mechanism::parse(mechanism).unwrap(), &Query::GdpRegret { alpha_min });
        let answer = dpcert::ask(&question, &options).unwrap();
        assert!(!answer.met, "{mechanism}: {answer:?}");
        check(&answer, &options).unwrap();
    }
}
