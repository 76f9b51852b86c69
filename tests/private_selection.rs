//! Private selection: given outcomes by the law of the best run, the class against orders of scores
//! that are tried one by one, and the published bounds.

use crate::support::answered::{answer, at, ends, exactly};
use crate::support::{Fraction, Outcomes, decimal, effort, fraction, power, real, whole};
use dpcert::exact::Malachite;
use dpcert::exact::engine::DirectedFloat;
use dpcert::{Mechanism, Query};
use num_traits::{One, Zero};

/// A distribution of the number of runs with a rational generating function.
#[derive(Clone, Copy, Debug)]
enum Runs {
    Geometric(&'static str),
    /// eta = 2.
    Negative(&'static str),
    Fixed(u64),
}

impl Runs {
    fn text(self) -> String {
        match self {
            Runs::Geometric(gamma) => format!("runs=geometric, gamma={gamma}"),
            Runs::Negative(gamma) => {
                format!("runs=truncated-negative-binomial, eta=2, gamma={gamma}")
            }
            Runs::Fixed(count) => format!("runs=fixed, count={count}"),
        }
    }

    /// The probability that all runs are among outcomes of this mass.
    fn all_below(self, mass: &Fraction) -> Fraction {
        let one = Fraction::one();
        match self {
            // sum gamma (1-gamma)^(k-1) mass^k
            Runs::Geometric(gamma) => {
                let gamma = fraction(gamma);
                &gamma * mass / (&one - (&one - &gamma) * mass)
            }
            Runs::Negative(gamma) => {
                let gamma = fraction(gamma);
                let inverse = |x: Fraction| &one / (&x * &x) - &one;
                inverse(&one - (&one - &gamma) * mass) / inverse(gamma)
            }
            Runs::Fixed(count) => power(mass, count),
        }
    }

    /// The law of the best run, from the lowest score to the highest.
    fn best(self, masses: &[Fraction]) -> Vec<Fraction> {
        let mut below = Fraction::zero();
        let mut next = |mass: &Fraction| {
            let last = below.clone();
            below += mass;
            self.all_below(&below) - self.all_below(&last)
        };
        masses.iter().map(&mut next).collect()
    }

    fn selected(self, base: &Outcomes) -> Outcomes {
        let (p, q): (Vec<_>, Vec<_>) = base.0.iter().cloned().unzip();
        Outcomes(self.best(&p).into_iter().zip(self.best(&q)).collect())
    }
}

fn lists(base: &Outcomes) -> String {
    let list = |side: fn(&(Fraction, Fraction)) -> &Fraction| {
        base.0.iter().map(|both| side(both).to_string()).collect::<Vec<_>>().join(", ")
    };
    format!("p=[{}], q=[{}]", list(|both| &both.0), list(|both| &both.1))
}

fn class(runs: Runs, mechanism: &str) -> String {
    format!("private-selection({}, base={mechanism})", runs.text())
}

fn of_pair(runs: Runs, base: &Outcomes) -> String {
    class(runs, &format!("finite-pair({})", lists(base)))
}

fn reversed(pair: &Outcomes) -> Outcomes {
    Outcomes(pair.0.iter().map(|(p, q)| (q.clone(), p.clone())).collect())
}

/// Pseudorandom numbers below a bound.
fn random() -> impl FnMut(u64) -> u64 {
    let mut state = 2_024u64;
    move |most| {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) % most
    }
}

/// Two to four outcomes; some have mass under one of both only.
fn bases(count: usize) -> Vec<Outcomes> {
    let mut random = random();
    let mut law = |n: usize| {
        let mut weights: Vec<u64> = (0..n).map(|_| random(6)).collect();
        weights[0] += 1;
        let total: u64 = weights.iter().sum();
        weights.into_iter().map(|weight| whole(weight) / whole(total)).collect::<Vec<_>>()
    };
    (0..count).map(|i| Outcomes(law(2 + i % 3).into_iter().zip(law(2 + i % 3)).collect())).collect()
}

/// All orders of some outcomes.
fn orders(outcomes: &[(Fraction, Fraction)]) -> Vec<Vec<(Fraction, Fraction)>> {
    if outcomes.is_empty() {
        return vec![Vec::new()];
    }
    let first = |i: usize| {
        let mut rest = outcomes.to_vec();
        let chosen = rest.remove(i);
        orders(&rest).into_iter().map(move |order| [vec![chosen.clone()], order].concat())
    };
    (0..outcomes.len()).flat_map(first).collect()
}

const RUNS: [Runs; 4] = [
    Runs::Geometric("1/4"),
    Runs::Geometric("1/20"),
    Runs::Negative("1/3"),
    Runs::Negative("1/10"),
];
const RATIOS: [&str; 5] = ["1", "3/2", "2", "4", "9"];

#[test]
fn given_outcomes_are_exact() {
    let base = Outcomes(
        [("1/2", "1/4"), ("1/3", "1/2"), ("1/6", "1/4")]
            .map(|(p, q)| (fraction(p), fraction(q)))
            .to_vec(),
    );
    let known = [("1/5", "1/13"), ("16/45", "32/91"), ("4/9", "4/7")]
        .map(|(p, q)| (fraction(p), fraction(q)));
    assert_eq!(Runs::Geometric("1/4").selected(&base).0, known);
    for base in std::iter::once(base).chain(bases(6 * effort())) {
        for runs in RUNS.into_iter().chain([Runs::Fixed(1), Runs::Fixed(5)]) {
            let text = format!("private-selection({}, {})", runs.text(), lists(&base));
            let pair = runs.selected(&base);
            for ratio in RATIOS {
                let ratio_of = |pair: &Outcomes| pair.delta(&fraction(ratio));
                assert_eq!(
                    exactly(&text, &at(ratio)),
                    ratio_of(&pair).max(ratio_of(&reversed(&pair))),
                    "{text}"
                );
            }
        }
    }
}

/// No run is an outcome too: under Poisson runs it has the mass e^-m for both neighbours.
#[test]
fn no_run_discloses_nothing() {
    let text = "private-selection(runs=poisson, mean=ln(3), p=[1/4, 3/4], q=[3/4, 1/4])";
    assert!(Mechanism::parse(text).is_err(), "a mean that is not rational");
    let text = "private-selection(runs=poisson, mean=1, p=[1/4, 3/4], q=[3/4, 1/4])";
    // The two probabilities that the best is not the second outcome: e^(-3/4) and e^(-1/4).
    let expected = real("exp(-1/4) - exp(-3/4)");
    let (low, high) = ends(text, &Query::Tv);
    let expected =
        fraction(&expected.enclose::<Malachite>(128).lower().to_rational().unwrap().to_string());
    let width = fraction("1/100000000000000");
    assert!(&low - &width <= expected && expected <= high + width);
}

/// No order of scores exceeds the bound of the class, and the member of the class is one of its
/// mechanisms.
#[test]
fn no_order_of_scores_exceeds_the_class() {
    let mut close = 0;
    for (i, base) in bases(8 * effort()).into_iter().enumerate() {
        let runs = RUNS[i % RUNS.len()];
        let text = of_pair(runs, &base);
        // Outcomes divided by a coin are outcomes of a mechanism of the same profile.
        let mut outcomes = base.0.clone();
        if let Some((p, q)) = outcomes.pop() {
            let half = fraction("1/2");
            outcomes.extend([(&p * &half, &q * &half), (&p * &half, &q * &half)]);
        }
        let pairs: Vec<_> =
            orders(&outcomes).into_iter().map(|order| runs.selected(&Outcomes(order))).collect();
        for ratio in RATIOS {
            let (low, high) = ends(&text, &at(ratio));
            let worst = pairs.iter().map(|pair| pair.delta(&fraction(ratio))).max().unwrap();
            assert!(worst <= high, "{text} at {ratio}: {worst} > {high}");
            assert!(low <= high);
            close += u32::from(&low * whole(2) >= worst);
        }
    }
    assert!(
        close >= 30 * u32::try_from(effort()).unwrap(),
        "the member is often near the worst order: {close} times"
    );
}

/// Two releases of the same order of scores are below the bound of both.
#[test]
fn compositions_of_selections() {
    for (i, base) in bases(3 * effort()).into_iter().enumerate() {
        let runs = RUNS[i % RUNS.len()];
        let text = format!("{}^2", of_pair(runs, &base));
        for ratio in ["1", "3", "20"] {
            let (low, high) = ends(&text, &at(ratio));
            let pairs =
                orders(&base.0).into_iter().map(|order| runs.selected(&Outcomes(order)).power(2));
            let worst = pairs.map(|pair| pair.delta(&fraction(ratio))).max().unwrap();
            assert!(worst <= high && low <= high, "{text} at {ratio}: {worst} > {high}");
        }
    }
}

/// Koskela, Redberg & Wang, Theorem 7: `delta(e^eps) <= m delta(e^eps / (r + (1-gamma)/gamma
/// delta'(r))^(eta+1))` for r >= 1.
#[test]
fn the_published_bound_is_not_smaller() {
    for (i, base) in bases(8 * effort()).into_iter().enumerate() {
        let gamma = ["1/4", "1/20"][i % 2];
        let text = of_pair(Runs::Geometric(gamma), &base);
        let gamma = fraction(gamma);
        for ratio in ["2", "9", "40"] {
            let (_, high) = ends(&text, &at(ratio));
            for r in ["1", "5/4", "2", "4"] {
                let other = reversed(&base).delta(&fraction(r));
                let grown = fraction(r) + (Fraction::one() - &gamma) / &gamma * other;
                let published = base.delta(&(fraction(ratio) / (&grown * &grown))) / &gamma;
                let rounding = fraction("1/1000000000");
                assert!(high <= published + rounding, "{text} at {ratio} with {r}");
            }
        }
    }
}

/// A pure base has a pure eps: the bound of the class at delta = 0, which the member approaches.
#[test]
fn pure_bases() {
    let geometric = "private-selection(runs=geometric, gamma=1/2, base=approx-dp(eps=1, delta=0))";
    let eps_at_0 = Query::Eps { delta: real("0") };
    let near = |text: &str, expected: &str| {
        let (low, high) = ends(text, &eps_at_0);
        let width = fraction("1/1000000000000000000");
        let expected = decimal(expected);
        assert!(&expected - &width <= low && low <= expected, "{text}: {low}");
        assert!(expected <= high && high <= &expected + &width, "{text}: {high}");
    };
    near(geometric, "1.621100180252399985159007");
    // 1 + tanh(1/2) for a mean of 1, and 1 + 3/2 tanh(1/2).
    near(
        "private-selection(runs=poisson, mean=1, base=approx-dp(eps=1, delta=0))",
        "1.46211715726000975850231848",
    );
    near(
        "private-selection(runs=poisson, mean=3/2, base=randomized-response(eps=1))",
        "1.69317573589001463775347772",
    );
    assert!(!answer(geometric, &eps_at_0).tight);
    // (2 + eta) eps is the limit of small gamma.
    let small = "private-selection(runs=logarithmic, gamma=1/1000000000, base=laplace(eps=1))";
    let (low, high) = ends(small, &eps_at_0);
    assert!(decimal("1.999999") <= low && high < whole(2));
}

/// A base that discloses everything with probability delta, and then scores best: `1 - f(1 -
/// delta)` at every eps.
#[test]
fn failures_add_up() {
    let text =
        "private-selection(runs=geometric, gamma=1/10, base=approx-dp(eps=1/10, delta=1e-6))";
    let (low, high) = ends(text, &Query::Delta { eps: real("10") });
    let witness = fraction("10/1000009");
    assert!(
        &witness * fraction("999999/1000000") <= low
            && low <= high
            && high <= &witness * fraction("3/2"),
        "{low}"
    );
    let text = "private-selection(runs=poisson, mean=10, base=approx-dp(eps=1/10, delta=1e-6))";
    let (low, _) = ends(text, &Query::Delta { eps: real("10") });
    assert!(low >= decimal("9.99e-6"), "{low}");
}

/// A base with a continuous profile: the bound is the mean times its delta at a loss that the runs
/// make smaller.
#[test]
fn continuous_bases() {
    let text = "private-selection(runs=poisson, mean=2, base=gaussian(sigma=2))";
    // R = e^(2 tv) and tv = 2 Phi(1/4) - 1 = 0.197412651364847...
    let (_, high) = ends(text, &Query::Delta { eps: real("3") });
    let shifted =
        ends("gaussian(sigma=2)", &Query::Delta { eps: real("3 - 2 * 0.19741265136484745") }).1;
    let expected = shifted * whole(2);
    let printed = fraction("10001/10000");
    assert!(expected <= high && high <= &expected * printed, "{high} and {expected}");
}

/// With few runs, most releases are none: these have the same mass for both neighbours.
#[test]
fn no_run_is_an_outcome_of_the_class_too() {
    let class = "private-selection(approx-dp(eps=ln(3), delta=0), runs=poisson, mean=1/10)";
    let given = "private-selection(p=[1/4, 3/4], q=[3/4, 1/4], runs=poisson, mean=1/10)";
    // The least type II error of a level near 1 is about that of a coin.
    for alpha in ["1/2", "9/10", "99/100"] {
        let beta = Query::Beta { alpha: real(alpha) };
        let ((low, high), (least, most)) = (ends(class, &beta), ends(given, &beta));
        assert!(low <= most && least <= high, "{alpha}: [{low}, {high}] and [{least}, {most}]");
    }
    let delta = at("5/4");
    assert!(ends(given, &delta).0 <= ends(class, &delta).1);
}

/// One run is a composition on a grid: its delta at a loss that the runs make smaller, times their
/// mean.
#[test]
fn runs_of_a_composition() {
    let (steps, eps) = if effort() > 1 { (1000, "5") } else { (100, "1/4") };
    let run = &format!("poisson(1/100, gaussian(sigma=1))^{steps}");
    let class = format!("private-selection({run}, runs=poisson, mean=2)");
    let (low, high) = ends(&class, &Query::Delta { eps: real(eps) });
    // R = e^(2 tv).
    let tv = ends(run, &Query::Tv);
    let shifted = |tv: &Fraction| Query::Delta { eps: real(&format!("{eps} - 2 * {tv}")) };
    let (least, most) = (ends(run, &shifted(&tv.0)).0, ends(run, &shifted(&tv.1)).1);
    assert!(whole(2) * least <= high && high <= whole(2) * most * fraction("1001/1000"), "{high}");
    assert!(low > Fraction::zero());
}

/// A long composition of finite pairs is not listed: it is a composition on a grid as well.
#[test]
fn runs_of_finite_pairs() {
    let run = "approx-dp(eps=1/10, delta=1e-6)^300";
    let class = format!("private-selection({run}, runs=geometric, gamma=1/3)");
    let (low, high) = ends(&class, &Query::Delta { eps: real("20") });
    // Each run may disclose everything with probability 1 - (1 - 1e-6)^300.
    let failure = Fraction::one() - power(&fraction("999999/1000000"), 300);
    let witness = &failure * whole(3) / (Fraction::one() + &failure * whole(2));
    assert!(low <= high && &low * fraction("1001/1000") >= witness, "{low} and {witness}");
    assert!(high <= whole(3) * &failure * fraction("11/10"), "{high}");
}

#[test]
fn domains() {
    for (text, part) in [
        ("runs=geometric, gamma=1, base=laplace(eps=1)", "end of its range"),
        ("runs=geometric, gamma=2, base=laplace(eps=1)", "outside"),
        ("runs=geometric, gamma=exp(-1), base=laplace(eps=1)", "rational"),
        (
            "runs=truncated-negative-binomial, gamma=1/2, eta=-1, base=laplace(eps=1)",
            "end of its range",
        ),
        ("runs=poisson, mean=0, base=laplace(eps=1)", "end of its range"),
        ("runs=poisson, gamma=1/2, base=laplace(eps=1)", "no gamma"),
        ("runs=fixed, count=3, base=laplace(eps=1)", "composition"),
        ("runs=fixed, count=0, p=[1], q=[1]", "less than 1"),
        ("runs=geometric, gamma=1/2, p=[1], q=[1], base=laplace(eps=1)", "p and q"),
        ("runs=geometric, gamma=1/2, p=[1/2, 1/4], q=[1/2, 1/2]", "sum"),
        ("runs=geometric, gamma=1/2, base=zcdp(rho=1)", "trade-off function"),
        ("runs=often, base=laplace(eps=1)", "runs"),
    ] {
        let error =
            Mechanism::parse(&format!("private-selection({text})")).unwrap_err().to_string();
        assert!(error.contains(part), "{text}: {error}");
    }
}
