//! Privacy filters, against runs whose next step depends on what was released: every path is listed.
#![expect(clippy::float_arithmetic, reason = "quadrature is a second route")]

use crate::support::{Fraction, fraction, real, whole};
use dpcert::filter::{FixedOrder, Rule, Spent, rounds};
use dpcert::{Mechanism, Options, Real};

/// Steps with (eps, delta)-DP: `e^eps`, delta.
const STEPS: [(&str, &str); 4] = [("2", "0"), ("3", "0"), ("3/2", "1/10"), ("1", "1/5")];

/// The pairs of masses of a step: a disclosure, and randomised response.
fn outcomes((ratio, delta): (&str, &str)) -> Vec<(Fraction, Fraction)> {
    let (ratio, delta) = (fraction(ratio), fraction(delta));
    let rest = whole(1) - &delta;
    let more = &rest * &ratio / (whole(1) + &ratio);
    let less = &rest / (whole(1) + &ratio);
    let nothing = whole(0);
    vec![
        (delta.clone(), nothing.clone()),
        (more.clone(), less.clone()),
        (less, more),
        (nothing, delta),
    ]
}

fn mechanism((ratio, delta): (&str, &str)) -> Mechanism {
    Mechanism::parse(&format!("approx-dp(eps=ln({ratio}), delta={delta})")).unwrap()
}

/// A run: the first step, and the next after each of its two answers.
struct Run {
    first: usize,
    after: [Option<usize>; 2],
}

impl Run {
    fn all() -> impl Iterator<Item = Run> {
        let next = || (0..=STEPS.len()).map(|step| (step < STEPS.len()).then_some(step));
        (0..STEPS.len()).flat_map(move |first| {
            next().flat_map(move |one| next().map(move |other| Run { first, after: [one, other] }))
        })
    }

    /// The masses of all transcripts. What follows a disclosure does not matter.
    fn transcripts(&self) -> Vec<(Fraction, Fraction)> {
        let mut all = Vec::new();
        for (index, (p, q)) in outcomes(STEPS[self.first]).into_iter().enumerate() {
            let next =
                index.checked_sub(1).and_then(|index| self.after.get(index).copied().flatten());
            match next {
                Some(step) => {
                    all.extend(outcomes(STEPS[step]).into_iter().map(|(x, y)| (&p * &x, &q * &y)));
                }
                None => all.push((p, q)),
            }
        }
        all
    }

    fn delta(&self, ratio: &Fraction) -> Fraction {
        let gains = self.transcripts().into_iter().map(|(p, q)| p - ratio * q);
        gains.filter(|gain| *gain > whole(0)).fold(whole(0), |sum, gain| sum + gain)
    }

    /// The largest totals of all paths: of the rule, and of the disclosures.
    fn spent(&self, rule: Rule, of: &[Spent]) -> Spent {
        let paths = self.after.map(|next| match next {
            Some(step) => of[self.first].plus(&of[step], 1),
            None => of[self.first].clone(),
        });
        let largest = |x: &Real, y: &Real| {
            if (x - y).sign().unwrap().is_ge() { x.clone() } else { y.clone() }
        };
        let [one, other] = paths;
        Spent::new(
            rule,
            largest(one.total(), other.total()),
            largest(one.disclosed(), other.disclosed()),
        )
    }
}

#[test]
fn no_adaptive_run_exceeds_its_filter() {
    let options = Options { digits: 8, ..Options::default() };
    let mut close = 0;
    for rule in [Rule::Rho, Rule::Eps, Rule::Renyi(FixedOrder::new(4).unwrap())] {
        let of: Vec<Spent> = STEPS
            .iter()
            .map(|step| Spent::of(rule, &mechanism(*step), &options).unwrap())
            .collect();
        for run in Run::all() {
            let spent = run.spent(rule, &of);
            for ratio in ["1", "5/4", "2", "4"] {
                let truth = run.delta(&fraction(ratio));
                let eps = real(&format!("ln({ratio})"));
                // A little less than the truth is not met, whatever the filter says.
                let less = real(&(&truth * fraction("999999/1000000")).to_string());
                if truth > whole(0) {
                    assert!(
                        !spent.meets(&eps, &less, &options).unwrap(),
                        "{rule:?}, {ratio}, {truth}"
                    );
                }
                // It is not far off, where it is most.
                let more = &truth * fraction("3/2") + fraction("1/20");
                if more < whole(1) && spent.meets(&eps, &real(&more.to_string()), &options).unwrap()
                {
                    close += 1;
                }
            }
        }
    }
    assert!(close > 200, "{close} of 1200 are close");
}

/// What was run says nothing about what would have been run.
#[test]
fn the_composition_of_one_path_is_not_the_cost_of_the_run() {
    let run = Run { first: 0, after: [None, Some(1)] };
    let path = Run { first: 0, after: [None, None] };
    assert_eq!(run.delta(&whole(1)), fraction("5/12"));
    assert_eq!(path.delta(&whole(1)), fraction("1/3"));
}

#[test]
fn guarantees_are_those_of_the_totals() {
    let options = Options::default();
    let delta = real("1e-5");
    for (text, rule, same) in [
        ("gaussian(sigma=2)^10 * gaussian(sigma=4)^8", Rule::MuSquared, "gaussian(mu=sqrt(3))"),
        ("gaussian(sigma=2)^10 * gaussian(sigma=4)^8", Rule::Rho, "zcdp(rho=3/2)"),
        ("laplace(eps=1/10)^7", Rule::Eps, "approx-dp(eps=7/10, delta=0)"),
        ("discrete-gaussian(sigma_sq=25)^10", Rule::Rho, "zcdp(rho=1/5)"),
    ] {
        let spent = Spent::of(rule, &Mechanism::parse(text).unwrap(), &options).unwrap();
        let ours = spent.eps(&delta, &options).unwrap();
        let theirs = dpcert::eps(same, "1e-5").unwrap();
        assert!(
            (ours.upper_f64() - theirs.upper_f64()).abs() < 1e-9,
            "{text}: {ours:?}, {theirs:?}"
        );
    }
    // Disclosures are apart: delta - 4e-8 is left, in the share that discloses nothing.
    let steps = Mechanism::parse("approx-dp(eps=1/10, delta=1e-8)^4").unwrap();
    let spent = Spent::of(Rule::Rho, &steps, &options).unwrap();
    let rho = dpcert::rho("approx-dp(eps=1/10, delta=0)").unwrap();
    assert!(spent.total().to_string().len() > 1 && rho.upper_f64() < 0.0051);
    let eps = spent.eps(&delta, &options).unwrap().upper_f64();
    let theirs = dpcert::eps("zcdp(rho=0.02)", "1e-5").unwrap().upper_f64();
    assert!((eps - theirs).abs() < 0.01, "{eps} {theirs}");
    assert!(spent.eps(&real("3e-8"), &options).is_err());
}

/// None is below the truth, and the best is not far above.
#[test]
fn one_order_is_above_the_composition() {
    let options = Options::default();
    let run = "poisson(1/100, gaussian(sigma=1))^100";
    let truth = dpcert::eps(run, "1e-5").unwrap().lower_f64();
    let of = |order: u64| {
        let spent = Spent::of(
            Rule::Renyi(FixedOrder::new(order).unwrap()),
            &Mechanism::parse(run).unwrap(),
            &options,
        )
        .unwrap();
        let eps = spent.eps(&real("1e-5"), &options).unwrap().upper_f64();
        // Both directions of the conversion.
        assert!(
            spent.meets(&real(&format!("{:.9}", eps + 1e-8)), &real("1e-5"), &options).unwrap()
        );
        assert!(
            !spent.meets(&real(&format!("{:.9}", eps - 1e-8)), &real("1e-5"), &options).unwrap()
        );
        eps
    };
    let all: Vec<f64> = (2..=12).map(of).collect();
    let best = all.iter().copied().fold(f64::INFINITY, f64::min);
    assert!(truth < best && best < 1.75 * truth, "{truth} {all:?}");
}

#[test]
fn rules_refuse_what_they_do_not_know() {
    let options = Options::default();
    for (text, rule, reason) in [
        ("laplace(eps=1)", Rule::MuSquared, "a step is not Gaussian noise"),
        ("gaussian(sigma=1)", Rule::Eps, "a step has no finite eps at delta = 0"),
        ("laplace(eps=1) * gdp(mu=1)", Rule::Eps, "a step has no finite eps at delta = 0"),
    ] {
        let error = Spent::of(rule, &Mechanism::parse(text).unwrap(), &options).unwrap_err();
        assert!(error.to_string().ends_with(reason), "{text}: {error}");
    }
}

#[test]
fn rounds_are_the_most_that_fit() {
    let options = Options::default();
    let (eps, delta) = (real("2"), real("1e-6"));
    for (spent, next, rule) in [
        ("gaussian(sigma=10)^3", "gaussian(sigma=20)", Rule::MuSquared),
        ("gaussian(sigma=10)^3", "gaussian(sigma=20)", Rule::Rho),
        ("approx-dp(eps=1/10, delta=1e-8)^3", "approx-dp(eps=1/20, delta=1e-8)", Rule::Eps),
        ("approx-dp(eps=1/10, delta=1e-8)^3", "approx-dp(eps=1/20, delta=1e-8)", Rule::Rho),
    ] {
        let of = |text: &str| Spent::of(rule, &Mechanism::parse(text).unwrap(), &options).unwrap();
        let (spent, next) = (of(spent), of(next));
        let most = rounds(&spent, &next, &eps, &delta, &options).unwrap();
        assert!(most > 0);
        assert!(spent.plus(&next, most).meets(&eps, &delta, &options).unwrap());
        assert!(!spent.plus(&next, most + 1).meets(&eps, &delta, &options).unwrap());
        assert!(spent.plus(&next, most).eps(&delta, &options).unwrap().upper_f64() <= 2.0 + 1e-9);
    }
}

/// delta of mu-GDP at any real eps.
fn profile(mu: f64, eps: f64) -> f64 {
    let at = |eps: f64| dpcert::delta(format!("gdp(mu={mu})").as_str(), eps).unwrap().upper_f64();
    if eps >= 0.0 { at(eps) } else { 1.0 - eps.exp() + eps.exp() * at(-eps) }
}

/// Gaussian noise, then more or less of it by the first answer: the exact delta is one integral.
#[test]
fn adaptive_gaussian_noise_is_within_its_filter() {
    let options = Options::default();
    for (first, low, high, threshold) in
        [(0.8, 0.25, 1.0, 0.5), (0.5, 1.0, 0.25, 0.0), (0.6, 0.5, 0.5, 0.3)]
    {
        let density = |x: f64| (-x * x / 2.0).exp() / (2.0 * std::f64::consts::PI).sqrt();
        for eps in [0.0, 0.5, 1.5] {
            // Under Q the answer is around 0, under P around `first`; the loss is linear in it.
            let gain = |x: f64, mu: f64| {
                let loss = first * x - first * first / 2.0;
                density(x - first) * profile(mu, eps - loss)
            };
            let simpson = |from: f64, to: f64, mu: f64| {
                let (parts, width) = (40, (to - from) / 40.0);
                (0..=parts)
                    .map(|i| {
                        let weight = if i == 0 || i == parts {
                            1.0
                        } else if i % 2 == 1 {
                            4.0
                        } else {
                            2.0
                        };
                        weight * gain(from + width * f64::from(i), mu)
                    })
                    .sum::<f64>()
                    * width
                    / 3.0
            };
            let truth = simpson(-5.0, threshold, low) + simpson(threshold, 6.0, high);
            let most = if low > high { low } else { high };
            let total = real(&format!("({first})^2 + ({most})^2"));
            let spent = Spent::new(Rule::MuSquared, total, Real::zero());
            let at = |factor: f64| real(&format!("{:.12}", truth * factor));
            let eps = real(&format!("{eps}"));
            assert!(
                !spent.meets(&eps, &at(0.999), &options).unwrap(),
                "{first} {low} {high}: {truth}"
            );
            if low == high {
                assert!(
                    spent.meets(&eps, &at(1.001), &options).unwrap(),
                    "{first} {low} {high}: {truth}"
                );
            }
        }
    }
}
