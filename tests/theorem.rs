//! The papers' theorems against the exact quantities of the library, and the printed forms that are
//! false.

use crate::support::{Shown, effort};
use dpcert::answer::Guarantee;
use dpcert::channel::{Channel, Inputs};
use dpcert::exact::engine::DirectedFloat;
use dpcert::exact::{Extended, Malachite, literal};
use dpcert::formula::Formula;
use dpcert::input::{Field, Item, from_notation};
use dpcert::mechanism::Adjacency::{self, AddRemove, ReplaceOne};
use dpcert::theorem::{self, Conclusion, Profile, Step, THEOREMS, TvStep};
use dpcert::{Content, Mechanism, Options, Query, Question, Real, Refusal};
use malachite::base::num::arithmetic::traits::{Pow, PowerOf2};
use malachite::rational::Rational;
use proptest::prelude::*;
use std::cmp::Ordering;

fn number(text: &str) -> Real {
    literal::parse(text).expect("a number")
}

fn rational(text: &str) -> Rational {
    number(text).as_rational().expect("a rational").clone()
}

fn value<'a>(conclusions: &'a [Conclusion], name: &str) -> &'a Formula {
    &conclusions.iter().find(|conclusion| conclusion.name == name).expect(name).value
}

/// The ends of an enclosure.
fn ends(formula: &Formula) -> (Rational, Rational) {
    let enclosure = formula.enclose::<Malachite>(192);
    (
        enclosure.lower().to_rational().expect("finite"),
        enclosure.upper().to_rational().expect("finite"),
    )
}

fn exactly(formula: &Formula, text: &str) {
    let real = formula.as_real().unwrap_or_else(|| panic!("{formula:?}"));
    assert_eq!(real.compare(&number(text)), Some(Ordering::Equal), "{real} is not {text}");
}

fn contains(formula: &Formula, text: &str) {
    let enclosure = formula.enclose::<Malachite>(136);
    let (low, high) = (
        enclosure.lower().to_rational().expect("finite"),
        enclosure.upper().to_rational().expect("finite"),
    );
    let digits = rational(text);
    // The text is rounded in its last place.
    let places = text.split_once('.').expect("a decimal").1.len();
    let unit = Rational::from(10).pow(-i64::try_from(places).unwrap());
    assert!(low <= &digits + &unit && high >= &digits - &unit, "{text} is not in [{low}, {high}]");
    assert!(&high - &low <= unit, "the enclosure is too wide");
}

fn asked(mechanism: &str, query: &Query) -> (Rational, Rational) {
    let mechanism = Mechanism::parse(mechanism).expect("a mechanism");
    let answer =
        dpcert::ask(&Question::of(&mechanism, query), &Options::default()).expect("an answer");
    let Content::Number(bounds) = answer.content else { panic!("{answer:?}") };
    (rational(&bounds.printed().lo), rational(&bounds.printed().hi))
}

fn delta(mechanism: &str, eps: &Real) -> (Rational, Rational) {
    asked(mechanism, &Query::Delta { eps: eps.clone() })
}

fn beta(mechanism: &str, alpha: &str) -> (Rational, Rational) {
    asked(mechanism, &Query::Beta { alpha: number(alpha) })
}

fn dp(eps: &str, delta: &str) -> Step {
    Step { eps: number(eps), delta: number(delta) }
}

// Every theorem by name.

fn applied(name: &str, parameters: &str) -> Result<Vec<Conclusion>, Refusal> {
    let theorem = THEOREMS.iter().find(|theorem| theorem.name == name).expect(name);
    let node = from_notation(&format!("theorem({parameters})"))?;
    let mut fields = Field { node: &node, path: String::new() }.fields()?;
    fields.required("kind")?;
    theorem.apply(fields)
}

#[test]
fn every_theorem_runs_on_its_example_and_knows_its_parameters() {
    for theorem in &THEOREMS {
        let conclusions = applied(theorem.name, theorem.example)
            .unwrap_or_else(|error| panic!("{}: {error}", theorem.name));
        assert!(!conclusions.is_empty(), "{}", theorem.name);
        let options = Options { digits: 10, ..Options::default() };
        let answer = dpcert::ask(&Question::Conclusions(theorem, conclusions), &options).unwrap();
        assert!(answer.met, "{}: {answer:?}", theorem.name);
        // Every parameter that has to be there is missed, and another one is refused.
        for parameter in theorem.parameters().filter(|parameter| !parameter.is_optional) {
            let node = from_notation(&format!("theorem({})", theorem.example)).unwrap();
            let Item::Table(table) = &node.item else { unreachable!() };
            assert!(
                table.iter().any(|(key, _)| key.name == parameter.name),
                "{} {}",
                theorem.name,
                parameter.name
            );
        }
        let error = applied(theorem.name, &format!("{}, nonsense=1", theorem.example)).unwrap_err();
        assert!(error.to_string().contains("unknown field \"nonsense\""), "{error}");
    }
    let mut names: Vec<&str> = THEOREMS.iter().map(|theorem| theorem.name).collect();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), THEOREMS.len());
}

#[test]
fn outside_its_domain_a_theorem_says_what_is_violated() {
    for (name, parameters, message) in [
        ("basic-composition", "eps=-1, delta=0", "eps = -1 is outside [0, inf)"),
        ("kov-simplified", "eps=1, delta=0, slack=4", "slack = 4 is outside [0, 1]"),
        ("kov-simplified", "eps=1, delta=0, slack=0", "slack = 0 is not positive"),
        ("group-privacy", "eps=1, delta=0, size=0", "size = 0 is less than 1"),
        ("berry-esseen", "eps=ln(3), eta=3/5, alpha=0", "eta = 3/5 is outside [0, 1/2]"),
        ("berry-esseen", "eps=0, alpha=0", "the loss has no variance"),
        ("beating-berry-esseen", "mu=1, n=1, c=1, alpha=1/2", "c/n = 1 is above 1/2"),
        (
            "beating-berry-esseen",
            "mu=1, n=10, c=1, alpha=1/20",
            "alpha = 1/20 is outside [1/10, 9/10]",
        ),
        ("noisy-sgd", "rate=1/2, sigma=1/100, steps=1, alpha=0", "sigma = 1/100 is less than 1/8"),
        ("limit-of-composition", "kl=1, s=0, alpha=0", "s = 0 is not positive"),
        ("advanced-joint-convexity", "alpha=1, gamma=0", "gamma = 0 is not positive"),
        ("advanced-joint-convexity", "alpha=1/2, gamma=1", "alpha = 1/2 is outside [1, inf)"),
        ("moment-identity", "p=[1, 0], q=[0, 1], s=1", "P has mass 1 where Q is 0"),
        ("moment-identity", "p=[1], q=[1/2], s=1", "the sum of q is 1/2"),
        (
            "sampled-without-replacement",
            "mechanism=gdp(mu=1), size=3, population=2, eps=0, adjacency=replace-one",
            "size = 3 is more than the population, 2",
        ),
        (
            "sampled-with-replacement",
            "mechanism=gdp(mu=1), size=3, population=1, eps=0, adjacency=add-remove",
            "population = 1 is less than 2",
        ),
        (
            "sampled-poisson-replaced",
            "mechanism=gdp(mu=1), rate=1, population=2, eps=0, adjacency=replace-one",
            "rate = 1 is not less than 1",
        ),
        ("staircase-tv", "eps=1, gamma=2", "gamma = 2 is outside [0, 1]"),
        (
            "gaussian-noise",
            "sensitivity=1, eps=20, delta=1/10",
            "delta at eps = 20 is at least 0.980992, more than 1/10",
        ),
        (
            "randomized-response-estimator",
            "gamma=1/2, n=1, error=1",
            "gamma = 1/2 is outside (0, 1/2)",
        ),
        ("randomized-response-utility", "eps=1, categories=1", "categories = 1 is less than 2"),
        (
            "exponential-utility",
            "candidates=2, optimal=3, sensitivity=1, eps=1, t=0",
            "candidates = 2 is less than 3",
        ),
    ] {
        let error = applied(name, parameters).expect_err(name);
        assert!(error.to_string().contains(message), "{name}: {error}");
    }
}

#[test]
fn samplers_are_paired_with_their_neighbours() {
    for (name, size, wrong, theorem) in [
        ("sampled-poisson", "rate=1/2", "replace-one", "Theorem 8"),
        ("sampled-poisson", "rate=1/2", "zero-out", "Theorem 8"),
        ("sampled-without-replacement", "size=1, population=2", "add-remove", "Theorem 9"),
        ("sampled-with-replacement", "size=1, population=2", "zero-out", "Theorem 10"),
        ("sampled-poisson-replaced", "rate=1/2, population=2", "add-remove", "Theorem 14"),
    ] {
        let parameters = format!("mechanism=gdp(mu=1), {size}, eps=0, adjacency={wrong}");
        let Err(Refusal::Input(error)) = applied(name, &parameters) else { panic!("{name}") };
        assert!(error.message.contains(&format!("the adjacency {wrong}")), "{error:?}");
        assert!(error.help.contains(theorem), "{error:?}");
    }
    let composed = "mechanism=gdp(mu=1)*laplace(eps=1), rate=1/2, eps=0, adjacency=add-remove";
    assert!(matches!(applied("sampled-poisson", composed), Err(Refusal::Unsupported { .. })));
}

// Composition.

#[test]
fn basic_composition_can_be_improved() {
    // Two (0, 1/2)-DP steps: printed as not to be improved, but 1 - 1/4 < 1.
    let conclusions = theorem::basic_composition(&[(dp("0", "1/2"), 2)]).unwrap();
    exactly(value(&conclusions, "delta"), "1");
    exactly(value(&conclusions, "tight-delta"), "3/4");
    assert_eq!(delta("approx-dp(eps=0, delta=1/2)^2", &Real::zero()).1, rational("3/4"));
}

#[test]
fn group_privacy_and_the_eps_it_had_lost() {
    // Three data sets in a row, outcomes a and b: P(a) = 1/100, 1/1000, 0. Neighbours are
    // (ln 9, 1/1000)-DP, and the first and last need delta = 1/100.
    let rows =
        [["1/100", "99/100"], ["1/1000", "999/1000"], ["0", "1"]].map(|row| row.map(rational));
    let (nine, delta) = (Rational::from(9), rational("1/1000"));
    for (p, q) in [(0, 1), (1, 0), (1, 2), (2, 1)] {
        assert!(rows[p].iter().zip(&rows[q]).all(|(p, q)| *p <= &nine * q + &delta));
    }
    let true_delta = &rows[0][0] - &rows[2][0];
    let conclusions = theorem::group_privacy(&dp("ln(9)", "1/1000"), 2).unwrap();
    exactly(value(&conclusions, "delta"), "1/100");
    assert_eq!(true_delta, rational("1/100"));
    // Printed: k e^(k-1) delta.
    assert_eq!(number("2*exp(1)/1000").compare(&Real::from(true_delta)), Some(Ordering::Less));
    exactly(value(&theorem::group_privacy(&dp("0", "1/10"), 3).unwrap(), "delta"), "3/10");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, failure_persistence: None, ..ProptestConfig::default() })]

    /// Every term of the simplified bound is an eps at which the exact delta is at most the one
    /// claimed.
    #[test]
    fn simplified_bounds_dominate(n in 1u64..20, d in 0u64..5, k in 1u64..60, s in 1i64..9) {
        let eps = format!("ln({})", Rational::from(20 + n) / Rational::from(20));
        let mass = format!("{d}/1000");
        let slack = Real::from(Rational::from(10).pow(-s));
        let conclusions = theorem::kov_simplified(&[(dp(&eps, &mass), k)], &slack).unwrap();
        let claimed = ends(value(&conclusions, "delta")).1;
        for name in ["eps", "basic", "advanced", "scaled"] {
            let Some(eps_there) = value(&conclusions, name).as_real() else { panic!("{name}") };
            let (low, _) = delta(&format!("approx-dp(eps={eps}, delta={mass})^{k}"), eps_there);
            prop_assert!(low <= claimed, "{name}: {low} > {claimed}");
        }
    }

    /// The same where the steps differ.
    #[test]
    fn simplified_bounds_dominate_different_steps(n in 1u64..9, m in 1u64..9, k in 1u64..12, j in 1u64..12, s in 1i64..6) {
        let slack = Real::from(Rational::from(10).pow(-s));
        let text = |n: u64| format!("{n}/10");
        let steps = [(dp(&text(n), "1/1000"), k), (dp(&text(m), "0"), j)];
        let conclusions = theorem::kov_simplified(&steps, &slack).unwrap();
        let claimed = ends(value(&conclusions, "delta")).1;
        let run = format!("approx-dp(eps={}, delta=1/1000)^{k} * approx-dp(eps={}, delta=0)^{j}", text(n), text(m));
        for name in ["basic", "advanced", "scaled"] {
            let (low, _) = delta(&run, value(&conclusions, name).as_real().unwrap());
            prop_assert!(low <= claimed, "{name}: {low} > {claimed}");
        }
    }

    /// The normal approximation encloses the exact trade-off function.
    #[test]
    fn berry_esseen_encloses(e in 11u64..30, share in 1u64..=10, d in 0u64..3, k in 1u64..40, level in 0u64..=20) {
        let (eps, mass) = (format!("ln({e}/10)"), format!("{d}/100"));
        let step = TvStep::without_tv(number(&eps), number(&mass));
        let eta = step.delta.add(&step.eta.sub(&step.delta).mul(&Real::from(Rational::from(share) / Rational::from(10))));
        let alpha = format!("{level}/20");
        let run = format!("approx-dp-tv(eps={eps}, delta={mass}, eta={eta})^{k}");
        let step = TvStep { eta, ..step };
        let conclusions = theorem::berry_esseen(&[(step, k)], &number(&alpha)).unwrap();
        let (low, high) = beta(&run, &alpha);
        prop_assert!(ends(value(&conclusions, "beta-lower")).0 <= high);
        prop_assert!(ends(value(&conclusions, "beta-upper")).1 >= low);
    }
}

#[test]
fn berry_esseen_is_of_use() {
    let step = TvStep::without_tv(number("1/100"), Real::zero());
    let conclusions = theorem::berry_esseen(&[(step, 10_000)], &number("1/10")).unwrap();
    let (low, high) =
        (ends(value(&conclusions, "beta-lower")).0, ends(value(&conclusions, "beta-upper")).1);
    assert!(high - low < rational("1/25"));
    contains(value(&conclusions, "mu"), "1.0000");
    let truth = beta("approx-dp(eps=1/100, delta=0)^10000", "1/10");
    assert!(
        ends(value(&conclusions, "beta-lower")).0 < truth.0
            && truth.1 < ends(value(&conclusions, "beta-upper")).1
    );
}

#[test]
fn moments_are_those_of_the_pair() {
    // Outcome by outcome, at E = 3, eta = 1/4: Q-masses 1/8, 3/8, 1/2 of the losses L, -L, 0, L =
    // ln 3.
    let step = TvStep { eps: number("ln(3)"), delta: Real::zero(), eta: number("1/4") };
    let moments = step.moments();
    exactly(&moments.kl, "ln(3)/4");
    exactly(&moments.kappa2, "ln(3)^2/2");
    let difference =
        moments.kappa3_bar.sub(&number("ln(3)^3*((5/4)^3/8 + (3/4)^3*3/8 + (1/4)^3/2)").into());
    let (low, high) = ends(&difference);
    assert!(low <= 0 && high >= 0 && high - low < rational("1e-50"));
}

#[test]
fn limits_are_no_bounds() {
    let conclusions =
        theorem::limit_of_approximate(&number("1"), &Real::zero(), &number("1/10")).unwrap();
    assert!(conclusions.iter().all(|conclusion| conclusion.guarantee == Guarantee::Limit));
    // eps = 1/sqrt(n): at n = 1 the truth is below the limit at alpha = 1/4 ...
    let limit = |alpha: &str| {
        ends(value(
            &theorem::limit_of_approximate(&number("1"), &Real::zero(), &number(alpha)).unwrap(),
            "beta",
        ))
    };
    assert!(beta("approx-dp(eps=1, delta=0)", "1/4").1 < limit("1/4").0);
    // ... and above it at 1/100.
    assert!(beta("approx-dp(eps=1, delta=0)", "1/100").0 > limit("1/100").1);
    // With a leak, the limit is reached: delta_i = 1/n.
    let leak = theorem::limit_of_approximate(&Real::zero(), &number("1"), &Real::zero()).unwrap();
    contains(value(&leak, "beta"), "0.367879441171442");
    let near = beta("approx-dp(eps=0, delta=1/10000)^10000", "0");
    assert!((near.0 - ends(value(&leak, "beta")).0) < rational("1e-4"));
    exactly(value(&theorem::limit_of_total_variation(&number("1/2")).unwrap(), "mu"), "1");
    // 2K/s with K = 1/2, s = 1 is G_1.
    let general =
        theorem::limit_of_composition(&number("1/2"), &number("1"), &number("1/10")).unwrap();
    contains(value(&general, "beta"), "0.610856308354639");
}

#[test]
fn sampled_gaussian_steps() {
    // chi^2_+ and the moments of C_p(G_mu), by another program's quadrature (mpmath, 30 digits).
    contains(
        value(&theorem::chi_squared(&number("1")).unwrap(), "chi-squared"),
        "1.46229364341766297389",
    );
    let sampled = dpcert::formula::SampledGaussian { mu: number("1"), rate: number("1/10") };
    contains(&sampled.moments().kl, "0.01098599281691053920");
    contains(&sampled.moments().kappa2, "0.02263321042293534131");
    contains(&sampled.moments().kappa3_bar, "0.01147472393402647737");
    // Printed without the part of slope -1.
    let printed = rational("0.01147426697835196032");
    assert!(
        sampled
            .moments()
            .kappa3_bar
            .enclose::<Malachite>(64)
            .lower()
            .to_rational()
            .expect("finite")
            > printed
    );
    // Without sampling it is the Gaussian mechanism: kl = mu^2/2, kappa_2 = mu^2 + mu^4/4, and the
    // central moment of N(mu^2/2, mu^2), 2 mu^3 sqrt(2/pi).
    let whole = dpcert::formula::SampledGaussian { mu: number("3/2"), rate: Real::one() }.moments();
    contains(&whole.kl, "1.125000000000000");
    contains(&whole.kappa2, "3.515625000000000");
    contains(&whole.kappa3_bar, "5.385720785419341");
    let near =
        |formula: &Formula| formula.enclose::<Malachite>(64).lower().to_rational().expect("finite");
    let conclusions =
        theorem::noisy_sgd(&number("1/100"), &number("1"), 10_000, &number("1/4")).unwrap();
    let limit = theorem::limit_of_noisy_sgd(&number("1"), &number("1")).unwrap();
    let difference = near(value(&conclusions, "mu")) - near(value(&limit, "mu"));
    assert!(difference < rational("1/20") && difference > rational("-1/20"));
    assert!(near(value(&conclusions, "beta-lower")) > rational("1/10"));
}

// Sampling: by the list of all samples.

/// `D_g(P || Q)` of two lists.
fn hockey_stick(p: &[Rational], q: &[Rational], g: &Rational) -> Rational {
    let part = |(p, q): (&Rational, &Rational)| (p - g * q).max(Rational::from(0));
    p.iter().zip(q).map(part).fold(Rational::from(0), |sum, part| sum + part)
}

/// A data set as the records in it, of which record 1 is the one that neighbours differ in.
type Records = Vec<u8>;

/// The distribution of the output of a mechanism on a sample.
type LossPair = dyn Fn(&Records) -> Vec<Rational>;

/// The law of the sample: samples, sorted, with their probabilities.
fn samples(records: &Records, sampler: Sampler) -> Vec<(Records, Rational)> {
    let n = records.len();
    let pick = |indices: &[usize]| {
        let mut sample: Records = indices.iter().map(|&i| records[i]).collect();
        sample.sort_unstable();
        sample
    };
    let subsets = || {
        (0u32..1 << n)
            .map(move |mask| (0..n).filter(|i| mask >> i & 1 == 1).collect::<Vec<usize>>())
    };
    match sampler {
        Sampler::Poisson(ref rate) => subsets()
            .map(|indices| {
                let (m, rest) = (indices.len(), Rational::from(1) - rate);
                (pick(&indices), rate.pow(m as i64) * (&rest).pow((n - m) as i64))
            })
            .collect(),
        Sampler::Without(m) => {
            let all: Vec<_> = subsets().filter(|indices| indices.len() == m).collect();
            let share = Rational::from_unsigneds(1u64, all.len() as u64);
            all.iter().map(|indices| (pick(indices), share.clone())).collect()
        }
        Sampler::With(m) => {
            let words = n.pow(m as u32);
            let word = |mut code: usize| {
                (0..m)
                    .map(|_| {
                        let i = code % n;
                        code /= n;
                        i
                    })
                    .collect::<Vec<usize>>()
            };
            let share = Rational::from_unsigneds(1u64, words as u64);
            (0..words).map(|code| (pick(&word(code)), share.clone())).collect()
        }
    }
}

#[derive(Clone)]
enum Sampler {
    Poisson(Rational),
    Without(usize),
    With(usize),
}

/// The output of a mechanism, given as a function from a sample to a distribution, on a sample.
fn outputs(records: &Records, sampler: &Sampler, mechanism: &LossPair) -> Vec<Rational> {
    let mut sum: Vec<Rational> = Vec::new();
    for (sample, share) in samples(records, sampler.clone()) {
        let sampled = mechanism(&sample);
        sum.resize(sampled.len().max(sum.len()), Rational::from(0));
        sum.iter_mut().zip(&sampled).for_each(|(sum, mass)| *sum += &share * mass);
    }
    sum
}

/// Randomised response to "is record 1 there?": the mechanism of Balle et al., section 5, with
/// probability p of the truth.
fn membership(p: &Rational) -> impl Fn(&Records) -> Vec<Rational> + use<> {
    let (p, rest) = (p.clone(), Rational::from(1) - p);
    move |sample| {
        if sample.contains(&1) {
            vec![p.clone(), rest.clone()]
        } else {
            vec![rest.clone(), p.clone()]
        }
    }
}

/// A geometric-like law on 0..=12 around the number of ones: every one more moves it a step, cut at
/// the ends; its likelihood ratios are 1/2, 1 and 2.
fn counting(sample: &Records) -> Vec<Rational> {
    let ones = sample.iter().filter(|record| **record == 1).count() as i64 + 4;
    let weight = |n: i64| Rational::from(2).pow(-(n - ones).abs());
    let tail = |n: i64| {
        if n == 0 || n == 12 { Rational::from(2) } else { Rational::from(1) }
    };
    (0..=12).map(|n| weight(n) * tail(n) / Rational::from(3)).collect()
}

/// The profile of a mechanism on pairs of samples.
fn profile_of(mechanism: &LossPair, pairs: &[(Records, Records)]) -> Profile {
    let (x, y) = &pairs[0];
    let list = |sampled: Vec<Rational>| {
        sampled.into_iter().map(|x| x.to_string()).collect::<Vec<_>>().join(", ")
    };
    let text = format!("finite-pair(p=[{}], q=[{}])", list(mechanism(x)), list(mechanism(y)));
    Profile::of(&Mechanism::parse(&text).unwrap()).unwrap()
}

/// The bound, exactly where it is rational, otherwise its upper end.
fn bound_of(conclusions: &[Conclusion]) -> Rational {
    let delta = value(conclusions, "delta");
    delta.as_real().and_then(Real::as_rational).cloned().unwrap_or_else(|| ends(delta).1)
}

/// Powers g = e^eps at which profiles are compared.
const POWERS: [&str; 6] = ["1", "11/10", "5/4", "3/2", "2", "5"];

#[test]
fn sampling_theorems_dominate_every_sample_and_are_attained() {
    let p = rational("4/5");
    let membership = membership(&p);
    let mechanisms: [(&LossPair, bool); 2] = [(&membership, true), (&counting, false)];
    for (mechanism, attains) in mechanisms {
        // One record more or less, and one replaced, is at worst a 1 more or less in both
        // mechanisms.
        let profile = profile_of(mechanism, &[(vec![1], vec![0])]);
        for n in 2..=4usize {
            let with: Records = std::iter::once(1).chain(std::iter::repeat_n(0, n - 1)).collect();
            let replaced: Records = std::iter::repeat_n(0, n).collect();
            let removed: Records = std::iter::repeat_n(0, n - 1).collect();
            let compare = |other: &Records,
                           sampler: &Sampler,
                           bound: &dyn Fn(&Real) -> Vec<Conclusion>,
                           tight: bool| {
                let (x, y) =
                    (outputs(&with, sampler, mechanism), outputs(other, sampler, mechanism));
                for g in POWERS {
                    let truth =
                        hockey_stick(&x, &y, &rational(g)).max(hockey_stick(&y, &x, &rational(g)));
                    let bound = bound_of(&bound(&number(g).ln()));
                    assert!(truth <= bound, "n = {n}, g = {g}: {truth} > {bound}");
                    assert!(!tight || truth == bound, "n = {n}, g = {g}: {truth} < {bound}");
                }
            };
            for rate in ["1/10", "1/2", "9/10"] {
                let (sampler, rate) = (Sampler::Poisson(rational(rate)), number(rate));
                let poisson =
                    |eps: &Real| theorem::poisson(&profile, &rate, eps, AddRemove).unwrap();
                compare(&removed, &sampler, &poisson, attains);
                let replace = |eps: &Real| {
                    theorem::poisson_replaced(&profile, &rate, n as u64, eps, ReplaceOne).unwrap()
                };
                compare(&replaced, &sampler, &replace, false);
            }
            for m in 1..=n {
                let without = |eps: &Real| {
                    theorem::without_replacement(&profile, m as u64, n as u64, eps, ReplaceOne)
                        .unwrap()
                };
                compare(&replaced, &Sampler::Without(m), &without, attains);
            }
            for m in 1..=4usize {
                let sampler = Sampler::With(m);
                let with = |adjacency: Adjacency| {
                    let profile = profile.clone();
                    move |eps: &Real| {
                        theorem::with_replacement(&profile, m as u64, n as u64, eps, adjacency)
                            .unwrap()
                    }
                };
                compare(&replaced, &sampler, &with(ReplaceOne), false);
                compare(&removed, &sampler, &with(AddRemove), false);
            }
        }
    }
}

#[test]
fn poisson_sampling_does_not_amplify_for_replaced_records() {
    // Says whether the sample is empty, and otherwise ln(3)-randomised response about record 1: for
    // replaced records that is ln(3)-DP. n = 1, rate 1/2: the ratio 3 remains, where Dong, Roth &
    // Su (section 4.1) say 1 - p + 3 p = 2.
    let sampled = |sample: &Records| -> Vec<Rational> {
        let text = match sample.as_slice() {
            [] => ["1", "0", "0"],
            [1] => ["0", "3/4", "1/4"],
            _ => ["0", "1/4", "3/4"],
        };
        text.iter().map(|text| rational(text)).collect()
    };
    let sampler = Sampler::Poisson(rational("1/2"));
    let (x, y) = (outputs(&vec![1], &sampler, &sampled), outputs(&vec![0], &sampler, &sampled));
    assert_eq!(hockey_stick(&x, &y, &rational("2")), rational("1/8"));
    // Theorem 14 has it right.
    let profile =
        Profile::of(&Mechanism::parse("randomized-response(eps=ln(3))").unwrap()).unwrap();
    let bound =
        theorem::poisson_replaced(&profile, &number("1/2"), 1, &number("ln(2)"), ReplaceOne)
            .unwrap();
    assert!(bound_of(&bound) >= rational("1/8"));
    let tv = theorem::sampled_tv(
        &number("ln(3)"),
        &Real::zero(),
        &number("1/2"),
        &number("1/2"),
        ReplaceOne,
    )
    .unwrap();
    exactly(value(&tv, "eps"), "ln(2)");
    assert!(
        theorem::sampled_tv(&number("1"), &Real::zero(), &number("1/2"), &number("1/2"), AddRemove)
            .is_err()
    );
}

#[test]
fn profiles_below_one_and_for_groups() {
    for mechanism in ["gaussian(sigma=2)", "laplace(eps=1)", "approx-dp(eps=ln(3), delta=1/10)"] {
        let profile = Profile::of(&Mechanism::parse(mechanism).unwrap()).unwrap();
        for g in ["1/20", "1/3", "1/2", "9/10", "1"] {
            let (g, one) = (number(g), Real::one());
            let mirrored =
                Formula::from(one.sub(&g)).add(&profile.delta(&one.div(&g)).mul(&g.clone().into()));
            let (x, y) = (ends(&profile.delta(&g)), ends(&mirrored));
            assert!(x.0 <= y.1 && y.0 <= x.1, "{mirrored:?}");
        }
        // A group of two chains two neighbours: D_(g h)(P, R) <= D_g(P, Q) + g D_h(Q, R).
        for g in ["1", "5/4", "3"] {
            let g = number(g);
            let chained =
                profile.delta(&g).mul(&Formula::from(Real::one().add(&g))).min(&Formula::one());
            assert!(ends(&profile.group(2).delta(&g.mul(&g))).0 <= ends(&chained).1);
        }
    }
    // White box: the group is the mechanism with twice the sensitivity.
    let profile = Profile::of(&Mechanism::parse("laplace(eps=1)").unwrap()).unwrap();
    exactly(&profile.group(3).delta(&number("exp(2)")), "1 - exp(-1/2)");
    // The profile of the catalogue.
    for (mechanism, eps) in [
        ("gaussian(sigma=2)", "1/2"),
        ("laplace(eps=1)", "1/3"),
        ("staircase(eps=1, gamma=1/4)", "1/2"),
    ] {
        let profile = Profile::of(&Mechanism::parse(mechanism).unwrap()).unwrap();
        let (x, y) = (ends(&profile.delta(&number(eps).exp())), delta(mechanism, &number(eps)));
        assert!(x.0 <= y.1 && y.0 <= x.1, "{mechanism}");
    }
}

#[test]
fn the_moment_is_in_the_profile() {
    for (p, q, s) in
        [("1/2, 1/4, 1/4", "1/4, 1/4, 1/2", 3), ("1/2, 0, 1/2", "1/3, 1/2, 1/6", 2), ("1", "1", 7)]
    {
        let conclusions = applied("moment-identity", &format!("p=[{p}], q=[{q}], s={s}")).unwrap();
        let moment = value(&conclusions, "moment").as_real().unwrap();
        assert_eq!(
            moment.compare(value(&conclusions, "from-profile").as_real().unwrap()),
            Some(Ordering::Equal)
        );
    }
}

#[test]
fn the_supremum_of_moments_is_not_in_the_supremum_of_profiles() {
    // Printed: if all divergences are symmetric, the largest moment is the integral of the largest
    // profile. Two symmetric pairs: at g = 1 the first has the larger divergence, at g = 2 the
    // second, whose moment is larger.
    let first = ["3/4", "0", "1/4"].map(rational);
    let second = ["27/80", "5/8", "3/80"].map(rational);
    let mirror = |masses: &[Rational; 3]| masses.iter().rev().cloned().collect::<Vec<_>>();
    let divergence =
        |masses: &[Rational; 3], g: &str| hockey_stick(masses, &mirror(masses), &rational(g));
    assert_eq!(
        (divergence(&first, "1"), divergence(&second, "1")),
        (rational("1/2"), rational("3/10"))
    );
    assert_eq!(
        (divergence(&first, "2"), divergence(&second, "2")),
        (rational("1/4"), rational("21/80"))
    );
    let moment = |text: &str| value(&applied("moment-identity", text).unwrap(), "moment").clone();
    exactly(&moment("p=[3/4, 1/4], q=[1/4, 3/4], s=1"), "7/3");
    exactly(&moment("p=[27/80, 5/8, 3/80], q=[3/80, 5/8, 27/80], s=1"), "11/3");
    // So the integral of the larger of the two profiles is above 1 + 2 times that of the second,
    // 11/3.
}

/// Sums with thousands of terms are no deeper than their logarithm.
#[test]
fn long_sums_do_not_nest() {
    let scores: Vec<Real> = (0..20_000u64).map(Real::from).collect();
    let conclusions =
        theorem::exponential_mechanism(&scores, &number("1"), &number("1/1000"), &Real::zero())
            .unwrap();
    exactly(value(&conclusions, "bound"), "1");
    assert!(ends(value(&conclusions, "probability")).1 >= 1);
    let profile = Profile::of(&Mechanism::parse("laplace(eps=1/10)").unwrap()).unwrap();
    let sampled =
        theorem::with_replacement(&profile, 500, 1000, &number("1/10"), ReplaceOne).unwrap();
    assert!(bound_of(&sampled) > 0);
    // Counts beyond 2^63.
    let step = dp("1", "1/2");
    let conclusions = theorem::basic_composition(&[(dp("1", "0"), u64::MAX)]).unwrap();
    exactly(value(&conclusions, "eps"), "18446744073709551615");
    assert!(theorem::basic_composition(&[(step, 3)]).is_ok());
}

#[test]
fn advanced_joint_convexity_is_an_equality() {
    // mu = (1-c) m0 + c m1, mu' = (1-c) m0 + c m1', by atoms.
    let row = |text: [&str; 3]| text.map(rational);
    let (m0, m1, m2) =
        (row(["1/2", "1/3", "1/6"]), row(["1/10", "1/10", "4/5"]), row(["1/5", "3/5", "1/5"]));
    let mix = |c: &Rational, x: &[Rational], y: &[Rational]| -> Vec<Rational> {
        x.iter().zip(y).map(|(x, y)| (Rational::from(1) - c) * x + c * y).collect()
    };
    for gamma in ["1/10", "1/2", "1"] {
        for g in POWERS {
            let (c, outer) = (rational(gamma), rational(g));
            let conclusions =
                theorem::advanced_joint_convexity(&number(g), &number(gamma)).unwrap();
            let (inner, beta) =
                (ends(value(&conclusions, "alpha")).0, ends(value(&conclusions, "beta")));
            let left = hockey_stick(&mix(&c, &m0, &m1), &mix(&c, &m0, &m2), &outer);
            // beta = alpha'/alpha may round: it is rational.
            let beta = value(&conclusions, "beta")
                .as_real()
                .and_then(|x| x.as_rational().cloned())
                .unwrap_or(beta.0);
            let inner = value(&conclusions, "alpha")
                .as_real()
                .and_then(|x| x.as_rational().cloned())
                .unwrap_or(inner);
            let right = &c * hockey_stick(&m1, &mix(&beta, &m0, &m2), &inner);
            assert_eq!(left, right);
        }
    }
}

#[test]
fn the_sampled_trade_off_function_and_the_printed_one() {
    let conclusions = theorem::sampled_trade_off(
        &number("ln(3)"),
        &number("1/2"),
        &number("1/2"),
        &number("1/4"),
    )
    .unwrap();
    exactly(value(&conclusions, "beta"), "3/8");
    exactly(value(&conclusions, "printed"), "1/4");
    // C_p(f) is the pair of the sampled profile: the mixture, folded.
    for (eps, mass, rate) in [
        ("ln(3)", "1/2", "1/2"),
        ("ln(2)", "1/10", "1/3"),
        ("ln(5)", "0", "3/4"),
        ("0", "1/4", "1/2"),
    ] {
        let run = format!(
            "subsample(method=without-replacement, rate={rate}, adjacency=replace-one, mechanism=approx-dp(eps={eps}, delta={mass}))"
        );
        for alpha in ["0", "1/10", "1/4", "1/2", "3/4", "1"] {
            let conclusions = theorem::sampled_trade_off(
                &number(eps),
                &number(mass),
                &number(rate),
                &number(alpha),
            )
            .unwrap();
            let truth = beta(&run, alpha);
            let (low, high) = ends(value(&conclusions, "beta"));
            assert!(low <= truth.1 && truth.0 <= high, "{run} at {alpha}: {truth:?}, not {low}");
            assert!(ends(value(&conclusions, "printed")).0 <= high);
        }
    }
}

// Total variation, Gaussian differential privacy, utility.

#[test]
fn total_variation_is_that_of_the_catalogue() {
    let same = |conclusions: &[Conclusion], mechanism: &str| {
        let (x, y) = (ends(value(conclusions, "tv")), asked(mechanism, &Query::Tv));
        assert!(x.0 <= y.1 && y.0 <= x.1, "{mechanism}: {x:?} {y:?}");
    };
    for gamma in ["0", "139/10000", "1/4", "1/2", "3/4", "1"] {
        for eps in ["ln(2)", "1", "3"] {
            let conclusions = theorem::staircase_tv(&number(eps), &number(gamma)).unwrap();
            same(&conclusions, &format!("staircase(eps={eps}, gamma={gamma})"));
        }
    }
    exactly(value(&theorem::staircase_tv(&number("ln(2)"), &number("1/4")).unwrap(), "tv"), "3/10");
    same(&theorem::laplace_tv(&number("3/2")).unwrap(), "laplace(eps=3/2)");
    same(&theorem::gaussian_tv(&number("3/2")).unwrap(), "gdp(mu=3/2)");
    exactly(value(&theorem::erasure(&number("1/2"), &number("1/4")).unwrap(), "tv"), "3/8");
    // The printed domain goes on to gamma > 1; at eps = ln 2, gamma = 2 the density has mass 2/3.
    let a = number("1/2").div(&number("2*(2 + (1 - 2)/2)"));
    exactly(&Formula::from(Real::from(2u64).mul(&a).div(&number("1/2"))), "2/3");
}

#[test]
fn gaussian_privacy_both_ways_where_floats_end() {
    // 200 bits by mpmath.
    let delta = theorem::gdp_delta(&number("40"), &number("710")).unwrap();
    contains(value(&delta, "delta"), "0.98693533062717310406");
    let cases = [
        ("710", "1e-6"),
        ("5", "0.999999"),
        ("0", "1e-300"),
        ("1", "1e-5"),
        ("1/1000", "1/2"),
        ("1e4", "1e-50"),
    ];
    for (eps, mass) in cases.into_iter().take(2 * effort()) {
        let conclusions = theorem::gdp_mu(&number(eps), &number(mass)).unwrap();
        // Precisions are absolute.
        let bits = if mass == "1e-300" { 1200 } else { 300 };
        let mu = value(&conclusions, "mu").enclose::<Malachite>(bits);
        let end = |x: &<Malachite as dpcert::exact::Engine>::Float| {
            Real::from(x.to_rational().expect("finite"))
        };
        let (low, high) = (end(mu.lower()), end(mu.upper()));
        // Delta at the two ends is on either side.
        let at = |mu: &Real| {
            value(&theorem::gdp_delta(mu, &number(eps)).unwrap(), "delta")
                .enclose::<Malachite>(2 * bits + 400)
        };
        let target = rational(mass);
        assert!(
            at(&low).lower().to_rational().unwrap() <= target
                && target <= at(&high).upper().to_rational().unwrap()
        );
        assert!(
            high.sub(&low).compare(&high.mul(&number("1e-40"))) == Some(Ordering::Less),
            "{low} {high}"
        );
        // And back.
        if mass != "1e-300" && mass != "1/2" {
            let back = theorem::gdp_eps(&low, &number(mass)).unwrap();
            let eps_there = ends(value(&back, "eps")).0;
            assert!(
                (Real::from(eps_there).sub(&number(eps))).compare(&number("1e-20"))
                    == Some(Ordering::Less)
            );
        }
    }
    assert_eq!(
        value(&theorem::gdp_eps(&number("1"), &Real::zero()).unwrap(), "eps"),
        &Formula::Infinite
    );
    exactly(value(&theorem::gdp_eps(&number("1"), &Real::one()).unwrap(), "eps"), "0");
    exactly(value(&theorem::gdp_mu(&number("1"), &Real::zero()).unwrap(), "mu"), "0");
    assert_eq!(
        value(&theorem::gdp_mu(&number("1"), &Real::one()).unwrap(), "mu"),
        &Formula::Infinite
    );
    exactly(value(&theorem::gdp_delta(&Real::zero(), &Real::zero()).unwrap(), "delta"), "0");
    // f_{eps,0} above G_mu, and touching it at the corner.
    let mu = value(&theorem::pure_to_gdp(&number("ln(3)")).unwrap(), "mu").clone();
    contains(&mu, "1.34897950039216");
}

#[test]
fn noise_and_its_errors() {
    exactly(value(&theorem::laplace_noise(&number("3")).unwrap(), "variance"), "18");
    // a = 1/2: sum n^2 (1/3) 2^-|n| = 4, sum |n| (1/3) 2^-|n| = 4/3.
    let discrete = theorem::discrete_laplace_noise(&number("ln(2)")).unwrap();
    exactly(value(&discrete, "variance"), "4");
    exactly(value(&discrete, "mean-absolute-error"), "4/3");
    // The classical calibration holds below eps = 1, by the delta it really has.
    for eps in ["1/100", "1/10", "1/2", "99/100"] {
        for mass in ["1e-10", "1e-3", "1/10", "1/2", "99/100"] {
            let conclusions =
                theorem::gaussian_noise(&number("2"), &number(eps), &number(mass)).unwrap();
            assert!(ends(value(&conclusions, "delta")).1 <= rational(mass), "{eps} {mass}");
        }
    }
    assert!(theorem::gaussian_noise(&number("1"), &number("20"), &number("1/10")).is_err());
    let mean = theorem::mean_error(2, &number("1"), 10, &number("1/2"), &number("1/10")).unwrap();
    exactly(value(&mean, "mse"), "16*ln(25/2)/100");
}

#[test]
fn randomised_answers_and_their_estimators() {
    // gamma = 1/4, n = 2, one 1 and one 0, all answers listed: mean 1/2, variance (1 - 1/4)/(1 * 2)
    // = 3/8.
    let (keep, turn) = (rational("3/4"), rational("1/4"));
    let (mut mean, mut square) = (Rational::from(0), Rational::from(0));
    for (y1, y2) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
        let chance = (if y1 == 1 { &keep } else { &turn }) * (if y2 == 0 { &keep } else { &turn });
        let estimate = Rational::from(y1 + y2) - rational("1/2");
        mean += &chance * &estimate;
        square += &chance * &estimate * &estimate;
    }
    assert_eq!(mean, rational("1/2"));
    let conclusions =
        theorem::randomized_response_estimator(&number("1/4"), 2, &number("1")).unwrap();
    exactly(value(&conclusions, "variance"), &(square - &mean * &mean).to_string());
    exactly(value(&conclusions, "eps"), "ln(3)");
    // Printed: 1/(16 gamma^2 error^2 n) = 1/2, true but larger than 3/8; 2 gamma + ln 2 above ln 3.
    exactly(value(&conclusions, "probability"), "3/8");
    assert_eq!(number("ln(3)").compare(&number("1/2 + ln(2)")), Some(Ordering::Less));
    let kept = theorem::randomized_response(&number("ln(3)"), 4).unwrap();
    exactly(value(&kept, "kept"), "1/3");
    assert_eq!(
        asked("randomized-response(eps=ln(3), categories=4)", &Query::Tv).1,
        rational("0.333333333333333333334")
    );
}

#[test]
fn the_exponential_mechanism_and_its_bound() {
    // Weights 1, 1/2, 1/4.
    let scores = ["0", "-1", "-2"].map(number);
    let conclusions =
        theorem::exponential_mechanism(&scores, &number("1"), &number("2*ln(2)"), &number("1"))
            .unwrap();
    exactly(value(&conclusions, "probability"), "3/7");
    exactly(value(&conclusions, "bound"), "1");
    let conclusions =
        theorem::exponential_mechanism(&scores, &number("1"), &number("2*ln(2)"), &number("2"))
            .unwrap();
    exactly(value(&conclusions, "probability"), "1/7");
    exactly(value(&conclusions, "bound"), "3/4");
    let utility =
        theorem::exponential_utility(100, 1, &number("1"), &number("2"), &number("3")).unwrap();
    exactly(value(&utility, "shortfall"), "ln(100) + 3");
    exactly(value(&utility, "probability"), "exp(-3)");
    assert!(theorem::exponential_mechanism(&[], &number("1"), &number("1"), &number("1")).is_err());
}

#[test]
fn histograms_and_medians_as_they_are() {
    // Shares of two people in two bins: (1, 0) against (1/2, 1/2) is 1 apart, not 2.
    let conclusions = theorem::histogram_error(2, 2, &number("1")).unwrap();
    exactly(value(&conclusions, "sensitivity"), "1");
    exactly(value(&conclusions, "mse"), "4");
    exactly(value(&conclusions, "printed"), "16");
    // The median, m = 2, half of 80 data 1 and half 2: imbalance 40 whatever is picked, middle
    // ranks 20 and 60. Printed: P(|position - 40| >= 20) <= 2 e^-5. It is 1.
    assert_eq!(number("2*exp(-5)").compare(&Real::one()), Some(Ordering::Less));
    for position in [20i64, 60] {
        assert!((position - 40).abs() >= 20);
    }
    // What is true, on a small case by all weights: m = 3, data 1, 1, 2, 3, 3, 3: imbalances 4, 1,
    // 3.
    let data = [1i64, 1, 2, 3, 3, 3];
    let scores: Vec<Real> = (1..=3)
        .map(|c: i64| Real::from(-data.iter().map(|x| (c - x).signum()).sum::<i64>().abs()))
        .collect();
    assert_eq!(scores, ["-4", "-1", "-3"].map(number).to_vec());
    for t in 0..=4u64 {
        let truth =
            theorem::exponential_mechanism(&scores, &number("2"), &number("1"), &Real::from(t))
                .unwrap();
        let bound = theorem::median_utility(3, &number("1"), &Real::from(t)).unwrap();
        assert!(ends(value(&truth, "probability")).0 <= ends(value(&bound, "probability")).1);
    }
}

/// For channels and inputs written out: no bound is exceeded, and the one that is said to be
/// attained is.
#[test]
fn local_bounds_hold_on_channels_and_are_attained() {
    let inputs = [["1, 0", "0, 1"], ["3/4, 1/4", "1/3, 2/3"], ["1/2, 1/2", "1/10, 9/10"]];
    let list = |text: &str| text.split(", ").map(rational).collect::<Vec<_>>();
    for e in ["3/2", "2", "3", "100"] {
        let (e, largest) =
            (rational(e), (rational(e) - rational("1")) / (rational(e) + rational("1")));
        let eps = Real::from(e.clone()).ln();
        for share in ["1/10", "1/2", "1"] {
            let eta = rational(share) * &largest;
            let (e, eta) = (Real::from(e.clone()), Real::from(eta));
            let channel = Channel::binary_with_erasure(&e, &eta, &[true, false]).unwrap();
            for [p, q] in inputs {
                let inputs = Inputs::new(channel.clone(), [list(p), list(q)]).unwrap();
                let tv = Real::from(inputs.input_tv());
                let bound = theorem::local_tv(&eps, Some(&eta), &tv).unwrap();
                let output_tv = inputs.output_tv();
                exactly(value(&bound, "tv"), &output_tv.as_real().expect("rational").to_string());
                let [_, _, Extended::Finite(both)] = inputs.divergences() else {
                    panic!("one support")
                };
                let both = ends(&Formula::from(both));
                for eta in [Some(&eta), None] {
                    let bound = theorem::local_kl(&eps, eta, &tv).unwrap();
                    let [with, without] = ["symmetric-kl", "symmetric-kl-without-tv"]
                        .map(|name| ends(value(&bound, name)));
                    assert!(
                        both.1 <= with.0 && with.1 <= without.0,
                        "{e} {share}: {both:?} {with:?} {without:?}"
                    );
                }
            }
            let left = theorem::erased_share(&eps, &eta).unwrap();
            exactly(value(&left, "share"), share);
        }
    }
}

/// By hand for both bounds, and against two outcomes of 1/2 + x and 1/2 - x beside a fair coin,
/// whose total variation is x: for a small x it is nearly what Pinsker's inequality allows.
#[test]
fn total_variation_from_a_divergence() {
    let bound = |kl: &Real| value(&theorem::tv_from_kl(kl).unwrap(), "tv").clone();
    for (kl, tv) in [
        ("0", "0"),
        ("1/8", "1/4"),
        ("1/2", "1/2"),
        ("ln(100/19)", "9/10"),
        ("ln(10000/199)", "99/100"),
    ] {
        encloses(&bound(&number(kl)), tv);
    }
    for (x, most) in [("1/100", "1001/1000"), ("1/4", "11/10"), ("49/100", "12/10")] {
        // p ln(2p) + (1-p) ln(2(1-p)) for p = 1/2 + x.
        let kl = number(&format!("(1/2+{x})*ln(1+2*{x}) + (1/2-{x})*ln(1-2*{x})"));
        let (low, high) = ends(&bound(&kl));
        assert!(low >= rational(x) && high <= rational(x) * rational(most), "{x}: [{low}, {high}]");
    }
    assert!(theorem::tv_from_kl(&number("-1/2")).is_err());
}

/// By hand, on both sides of e^eps = 2, and outside of the domains.
#[test]
fn local_bounds_by_hand() {
    for (e, eta, tv, names) in [
        ("3", "1/4", "1", ["1/4", "2", "16"]),
        ("3", "1/2", "1/2", ["1/4", "1", "4"]),
        ("2", "1/3", "1", ["1/3", "4/3", "4"]),
        ("3/2", "1/5", "1", ["1/5", "3/10", "9/16"]),
        ("1", "0", "1", ["0", "0", "0"]),
    ] {
        let (eps, eta, tv) = (number(&format!("ln({e})")), number(eta), number(tv));
        let largest = number(&format!("({e} - 1)/({e} + 1)"));
        let etas = if eta == largest { vec![Some(&eta), None] } else { vec![Some(&eta)] };
        for eta in etas {
            exactly(value(&theorem::local_tv(&eps, eta, &tv).unwrap(), "tv"), names[0]);
            let kl = theorem::local_kl(&eps, eta, &tv).unwrap();
            encloses(value(&kl, "symmetric-kl"), names[1]);
            encloses(value(&kl, "symmetric-kl-without-tv"), names[2]);
        }
    }
    for (e, share, older) in
        [("3", "1/8", "1/32"), ("2", "1/6", "1/18"), ("3/2", "4/15", "2/25"), ("1", "1/2", "1/8")]
    {
        let shares = theorem::binary_share(&number(&format!("ln({e})"))).unwrap();
        encloses(value(&shares, "share"), share);
        encloses(value(&shares, "older-share"), older);
    }
    let at = |eps: &str, eta: &str, tv: &str| {
        let (eps, eta, tv) = (number(eps), number(eta), number(tv));
        [theorem::local_tv(&eps, Some(&eta), &tv), theorem::local_kl(&eps, Some(&eta), &tv)]
            .map(|bound| bound.is_ok())
    };
    for (eps, eta, tv) in [
        ("-1/10", "0", "0"),
        ("ln(3)", "1/2 + 1e-30", "1"),
        ("1", "-1e-9", "1"),
        ("1", "0", "1 + 1e-30"),
    ] {
        assert_eq!(at(eps, eta, tv), [false, false], "{eps} {eta} {tv}");
    }
    assert!(theorem::binary_share(&number("-1e-30")).is_err());
    assert!(theorem::erased_share(&Real::zero(), &Real::zero()).is_err());
    assert!(theorem::erased_share(&number("ln(3)"), &number("1/2 + 1e-30")).is_err());
}

/// A number within an enclosure of 150 bits.
fn encloses(formula: &Formula, text: &str) {
    let ((low, high), exact) = (ends(formula), rational(text));
    assert!(low <= exact && exact <= high, "{formula:?} is not {text}");
    assert!(&high - &low <= Rational::power_of_2(-150i64), "{formula:?} is wide");
}

fn mechanism(text: &str) -> Mechanism {
    Mechanism::parse(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// The normal approximation of any steps encloses beta, as a grid or a lattice has it.
#[test]
fn berry_esseen_of_mechanisms_encloses() {
    let runs = [
        "laplace(eps=1/10)^1000",
        "laplace(eps=1/2)^40 * gaussian(mu=1/10)^3",
        "staircase(eps=1/10, gamma=1/4)^500",
        "approx-dp(eps=1/10, delta=1/10000)^400",
        "finite-pair(p=[1/2, 1/4, 1/4], q=[1/4, 1/4, 1/2])^30",
    ];
    for run in runs {
        let steps = theorem::SymmetricSteps::of(&mechanism(run)).unwrap();
        for alpha in ["0", "1/100", "1/10", "1/2", "9/10", "1"] {
            let found = theorem::berry_esseen_of_mechanism(&steps, &number(alpha)).unwrap();
            let (low, high) = beta(run, alpha);
            assert!(ends(value(&found, "beta-lower")).0 <= high, "{run} {alpha}");
            assert!(ends(value(&found, "beta-upper")).1 >= low, "{run} {alpha}");
        }
    }
    // The same as by the class itself: mass 1/10000 at infinite losses.
    let of = |steps| theorem::berry_esseen_of_mechanism(&steps, &number("1/10")).unwrap();
    let found = of(theorem::SymmetricSteps::of(&mechanism(runs[3])).unwrap());
    let step = TvStep::without_tv(number("1/10"), number("1/10000"));
    let known = theorem::berry_esseen(&[(step, 400)], &number("1/10")).unwrap();
    for name in ["beta-lower", "beta-upper", "mu", "gamma"] {
        let ((a, b), (c, d)) = (ends(value(&found, name)), ends(value(&known, name)));
        assert!(a <= d && c <= b, "{name}");
    }
    // Corollary 5 is the theorem for samples without replacement.
    let run = "without-replacement(1/10, gaussian(sigma=1))^100";
    let found = of(theorem::SymmetricSteps::of(&mechanism(run)).unwrap());
    let known = theorem::noisy_sgd(&number("1/10"), &number("1"), 100, &number("1/10")).unwrap();
    for name in ["beta-lower", "mu", "gamma"] {
        let ((a, b), (c, d)) = (ends(value(&found, name)), ends(value(&known, name)));
        assert!(a <= d && c <= b, "{name}");
    }
}

#[test]
fn berry_esseen_of_mechanisms_refuses() {
    for (run, reason) in [
        ("poisson(1/2, laplace(eps=1))^10", "must be symmetric"),
        ("finite-pair(p=[1/2, 1/2], q=[1/4, 3/4])", "must be symmetric"),
        ("zcdp(rho=1/10)^10", "are not known for zcdp"),
    ] {
        let refusal = theorem::SymmetricSteps::of(&mechanism(run)).unwrap_err().to_string();
        assert!(refusal.contains(reason), "{run}: {refusal}");
    }
    let nothing = theorem::SymmetricSteps::of(&mechanism("approx-dp(eps=0, delta=1/10)")).unwrap();
    let error = theorem::berry_esseen_of_mechanism(&nothing, &number("1/10")).unwrap_err();
    assert!(error.message.contains("no variance"), "{}", error.message);
    let laplace = theorem::SymmetricSteps::of(&mechanism("laplace(eps=1)")).unwrap();
    assert!(theorem::berry_esseen_of_mechanism(&laplace, &number("11/10")).is_err());
}

/// Theorem 11 for Gaussian noise is Corollary 4; for Laplace noise mu is by mpmath from
/// `chi^2_+ = 2e/3 - 2 + (4/3) e^(-1/2)`.
#[test]
fn limits_of_samples() {
    let of = |text: &str| theorem::SampledFunction::of(&mechanism(text));
    let half = number("1/2");
    let found = theorem::limit_of_samples(&of("gaussian(sigma=1)").unwrap(), &half).unwrap();
    let known = theorem::limit_of_noisy_sgd(&half, &number("1")).unwrap();
    let ((a, b), (c, d)) = (ends(value(&found, "mu")), ends(value(&known, "mu")));
    assert!(a <= d && c <= b);
    let found = theorem::limit_of_samples(&of("laplace(eps=1)").unwrap(), &half).unwrap();
    contains(value(&found, "mu"), "0.55717835202153839679");
    assert!(theorem::limit_of_samples(&of("laplace(eps=1)").unwrap(), &number("0")).is_err());
    for (text, reason) in [
        ("laplace(eps=1)^2", "one step sees"),
        ("poisson(1/2, laplace(eps=1))", "sees the sample"),
        ("finite-pair(p=[1/2, 1/2], q=[1/4, 3/4])", "must be symmetric"),
        ("approx-dp(eps=1, delta=1/10)", "fourth moment"),
    ] {
        let refusal = of(text).unwrap_err().to_string();
        assert!(refusal.contains(reason), "{text}: {refusal}");
    }
}

/// f_p, its inverse by halving, and C_p(f) by its three parts, by mpmath with 30 digits.
#[test]
fn trade_off_functions_of_samples() {
    let cases = [
        (
            "gdp(mu=1.8)",
            "0.35",
            "0.05",
            [
                "0.7709235367616206727",
                "0.43835296217605906487",
                "0.7709235367616206727",
                "0.9234120707225692306",
            ],
        ),
        (
            "gdp(mu=1.8)",
            "0.35",
            "0.3",
            [
                "0.47884208774273164199",
                "0.10104856772351082557",
                "0.49036699870322878895",
                "0.55280279357270548252",
            ],
        ),
        (
            "gdp(mu=1.8)",
            "0.35",
            "0.8",
            [
                "0.03661445224723960703",
                "0.0041255135851531890593",
                "0.13144392975480361617",
                "0.03661445224723960703",
            ],
        ),
        (
            "laplace(eps=2)",
            "0.25",
            "0.05",
            [
                "0.87013679876336687216",
                "0.63054719505346748864",
                "0.87013679876336687216",
                "0.93621096886533308418",
            ],
        ),
        (
            "laplace(eps=2)",
            "0.25",
            "0.45",
            [
                "0.3919698602928605804",
                "0.07518626846478482883",
                "0.43129656711619620721",
                "0.4264463297775385105",
            ],
        ),
        (
            "laplace(eps=2)",
            "0.25",
            "0.9",
            [
                "0.038502054102987485341",
                "0.013533528323661269189",
                "0.078383382080915317297",
                "0.038502054102987485341",
            ],
        ),
    ];
    for (text, rate, alpha, expected) in cases {
        let f = theorem::TradeOff::of(&mechanism(text)).unwrap();
        let found = theorem::sampled_trade_offs(&f, &number(rate), &number(alpha)).unwrap();
        for (name, expected) in ["beta", "f", "f-p", "f-p-inverse"].iter().zip(expected) {
            contains(value(&found, name), expected);
        }
    }
    // Of (eps, delta)-DP it is the corrected Corollary 3, exactly.
    for (eps, delta, rate) in
        [("ln(3)", "1/2", "1/2"), ("ln(2)", "0", "1/3"), ("ln(5)", "1/10", "1")]
    {
        let text = format!("approx-dp(eps={eps}, delta={delta})");
        let f = theorem::TradeOff::of(&mechanism(&text)).unwrap();
        for level in 0..=12 {
            let alpha = number(&format!("{level}/12"));
            let found = theorem::sampled_trade_offs(&f, &number(rate), &alpha).unwrap();
            let known =
                theorem::sampled_trade_off(&number(eps), &number(delta), &number(rate), &alpha)
                    .unwrap();
            let known = value(&known, "beta").as_real().unwrap().to_string();
            exactly(value(&found, "beta"), &known);
        }
    }
    let asymmetric = theorem::TradeOff::of(&mechanism("finite-pair(p=[1/2, 1/2], q=[1/4, 3/4])"));
    let asymmetric = asymmetric.unwrap();
    assert!(theorem::sampled_trade_offs(&asymmetric, &number("1/2"), &number("1/2")).is_err());
    let gdp = theorem::TradeOff::of(&mechanism("gdp(mu=1)")).unwrap();
    assert!(theorem::sampled_trade_offs(&gdp, &number("0"), &number("1/2")).is_err());
    for (alpha, expected) in [("0", "1"), ("1", "0")] {
        let found = theorem::sampled_trade_offs(&gdp, &number("1/2"), &number(alpha)).unwrap();
        exactly(value(&found, "beta"), expected);
    }
}

/// Theorem 3 as printed: by hand for a pair with the vertex (1/4, 1/2), by mpmath for Laplace
/// noise, and `G_(k mu)`.
#[test]
fn groups_of_any_trade_off_function() {
    let of = |text: &str, size, alpha: &str| {
        let f = theorem::TradeOff::of(&mechanism(text)).unwrap();
        theorem::group_trade_off(&f, size, &number(alpha))
    };
    let pair = "finite-pair(p=[1/2, 1/2], q=[1/4, 3/4])";
    // f(1/8) = 3/4 and f(1/4) = 1/2; f(1/2) = 1/3 and f(2/3) = 2/9.
    exactly(value(&of(pair, 2, "1/8").unwrap(), "beta"), "1/2");
    exactly(value(&of(pair, 2, "1/2").unwrap(), "beta"), "2/9");
    exactly(value(&of(pair, 1, "1/2").unwrap(), "beta"), "1/3");
    contains(value(&of("laplace(eps=1)", 3, "1/10").unwrap(), "beta"), "0.12446767091965985745");
    let (low, high) = beta("gdp(mu=3)", "1/10");
    let (a, b) = ends(value(&of("gdp(mu=1)", 3, "1/10").unwrap(), "beta"));
    assert!(a <= high && low <= b);
    // The group of the symmetrised function is better, and of a symmetric one it is `group`.
    let symmetric = beta(
        "group(size=2, mechanism=symmetrised(mechanism=finite-pair(p=[1/2, 1/2], q=[1/4, 3/4])))",
        "1/8",
    );
    assert!(symmetric.0 >= rational("1/2"));
    let class = "approx-dp(eps=ln(2), delta=1/10)";
    let (low, high) = beta(&format!("group(size=3, mechanism={class})"), "1/20");
    let (a, b) = ends(value(&of(class, 3, "1/20").unwrap(), "beta"));
    assert!(a <= high && low <= b && b - a < rational("1/1000000"));
    assert!(of(pair, 0, "1/2").is_err() && of(pair, 65, "1/2").is_err());
    assert!(of(pair, 2, "3/2").is_err());
    assert!(theorem::TradeOff::of(&mechanism("gdp(mu=1)^0")).is_err());
}

/// Equation 4 by hand: mu = (3/8, 3/8, 1/4), mu' = (1/4, 1/2, 1/4).
#[test]
fn joint_convexity_of_given_distributions() {
    let list = |text: &str| text.split(' ').map(number).collect::<Vec<_>>();
    let (common, p, q) = (list("1/2 1/2 0"), list("1/4 1/4 1/2"), list("0 1/2 1/2"));
    let of = |alpha: &str, gamma: &str| {
        theorem::joint_convexity_of(&number(alpha), &number(gamma), [&common, &p, &q])
    };
    let found = of("5/4", "1/2").unwrap();
    for (name, expected) in [
        ("divergence", "1/16"),
        ("of-the-parts", "1/16"),
        ("bound", "7/48"),
        ("alpha", "3/2"),
        ("beta", "5/6"),
    ] {
        exactly(value(&found, name), expected);
    }
    for alpha in ["1", "9/8", "4/3", "2", "7"] {
        for gamma in ["1/10", "1/2", "1"] {
            let found = of(alpha, gamma).unwrap();
            let [left, right, bound] = ["divergence", "of-the-parts", "bound"]
                .map(|name| value(&found, name).as_real().unwrap().as_rational().unwrap().clone());
            assert_eq!(left, right, "{alpha} {gamma}");
            assert!(left <= bound, "{alpha} {gamma}");
        }
    }
    assert!(of("1/2", "1/2").is_err() && of("2", "0").is_err());
    let short = list("1/2 1/2");
    assert!(theorem::joint_convexity_of(&number("2"), &number("1/2"), [&short, &p, &q]).is_err());
    let wrong = list("1/2 1/4 0");
    assert!(theorem::joint_convexity_of(&number("2"), &number("1/2"), [&wrong, &p, &q]).is_err());
}

/// BA-61 against all samples of three records, of which one is replaced: the mechanism tells by
/// randomised response whether the sum of the sample has a residue modulo m. And where the sample
/// is everything, the record is replaced by two steps.
#[test]
fn poisson_samples_of_replaced_records() {
    let profile = Profile::of(&mechanism("randomized-response(eps=ln(3))")).unwrap();
    let rate = rational("1/3");
    let yes = |values: [u32; 3], modulus: u32| {
        let mut sum = Rational::from(0);
        for sample in 0..8u32 {
            let taken = |i: usize| sample >> i & 1 == 1;
            let mut weight = Rational::from(1);
            let mut residue = 0;
            for (i, value) in values.iter().enumerate() {
                weight *= if taken(i) { rate.clone() } else { Rational::from(1) - &rate };
                residue += if taken(i) { *value } else { 0 };
            }
            sum += weight * rational(if residue % modulus == 0 { "3/4" } else { "1/4" });
        }
        sum
    };
    for eps in ["0", "ln(11/10)", "ln(5/4)", "ln(3/2)", "ln(2)"] {
        let g = number(eps).exp().as_rational().unwrap().clone();
        let found = theorem::poisson_replaced_by_steps(
            &profile,
            &Real::from(rate.clone()),
            &number(eps),
            ReplaceOne,
        );
        let (_, bound) = ends(value(&found.unwrap(), "delta"));
        for others in [[0, 0], [1, 0], [1, 1], [2, 1]] {
            for (v, w) in [(0, 1), (1, 0), (1, 2), (2, 1), (0, 2)] {
                for modulus in [2, 3] {
                    let at = |value| yes([value, others[0], others[1]], modulus);
                    let (p, q) = (at(v), at(w));
                    let excess = |p: Rational, q: Rational| (p - &g * q).max(Rational::from(0));
                    let delta = excess(p.clone(), q.clone())
                        + excess(Rational::from(1) - p, Rational::from(1) - q);
                    assert!(delta <= bound, "{eps} {others:?} {v} {w} {modulus}");
                }
            }
        }
    }
    let found =
        theorem::poisson_replaced_by_steps(&profile, &number("1"), &number("ln(2)"), ReplaceOne);
    let (_, whole) = ends(value(&found.unwrap(), "delta"));
    assert_eq!(whole, ends(&profile.group(2).delta(&number("2"))).1);
    let refused =
        theorem::poisson_replaced_by_steps(&profile, &number("1/2"), &number("1"), AddRemove);
    assert!(refused.unwrap_err().help.contains("sampled-poisson is exact"));
}

/// At eps below 0, by the definition: outcomes 3/4 and 1/4 against 1/4 and 3/4, at g = 1/2.
#[test]
fn profiles_at_any_eps() {
    let of = |text: &str, eps: &str| {
        theorem::profile_at(&Profile::of(&mechanism(text)).unwrap(), &number(eps)).unwrap()
    };
    let response = "randomized-response(eps=ln(3))";
    exactly(value(&of(response, "-ln(2)"), "delta"), "5/8");
    exactly(value(&of(response, "ln(2)"), "delta"), "1/4");
    exactly(value(&of(response, "-ln(4)"), "delta"), "3/4");
    for eps in ["-3", "-1/2", "0", "1/2"] {
        let known = theorem::laplace_profile(&number("1"), &number(eps)).unwrap();
        let ((a, b), (c, d)) =
            (ends(value(&of("laplace(eps=1)", eps), "delta")), ends(value(&known, "delta")));
        assert!(a <= d && c <= b, "{eps}");
    }
}
