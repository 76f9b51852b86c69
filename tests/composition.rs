//! Composition against brute force, against the papers' printed sums, and as an identity in
//! indeterminates.

use crate::support::Shown;
use crate::support::*;
use dpcert::composition::product::Product;
use dpcert::exact::polynomial::Polynomial;
use dpcert::{Content, Limits, Mechanism, Options, Query, Question};
use malachite::Integer;
use num_traits::{One, Signed, Zero};
use std::collections::BTreeMap;

/// e^eps, delta, alpha, k: there are 5^k outcomes.
fn parameters() -> Vec<(&'static str, &'static str, &'static str, u32)> {
    let most = if effort() > 1 { 4 } else { 3 };
    let mut all = Vec::new();
    for e in ["2", "3", "3/2"] {
        for delta in ["0", "1/10"] {
            for alpha in ["0", "3/10", "1"] {
                all.extend((0..=most).map(|k| (e, delta, alpha, k)));
            }
        }
    }
    all.extend([
        ("2", "1/20", "3/10", 4),
        ("5/3", "1/7", "1/2", 3),
        ("1", "1/10", "1/3", 3),
        ("2", "1", "1/3", 2),
    ]);
    if effort() > 1 {
        all.extend([("2", "1/20", "3/10", 6), ("5/3", "1/7", "1/2", 5)]);
    }
    all
}

fn mechanism(e: &str, delta: &str, alpha: &str, k: u32) -> String {
    format!("approx-dp-tv(eps=ln({e}), delta={delta}, alpha={alpha})^{k}")
}

#[test]
fn every_quantity_agrees_with_brute_force() {
    for (e, delta, alpha, k) in parameters() {
        let name = mechanism(e, delta, alpha, k);
        let step = fraction(e);
        let truth = five_outcomes(&step, &fraction(delta), &fraction(alpha)).power(k);
        check_all(&name, &truth);
        if let Content::Deltas { rows, .. } = ask(&name, Query::Deltas { inner: false }) {
            for (j, eps, bounds) in &rows {
                let expected = truth.delta(&power(&step, *j));
                assert_eq!(exact_of(bounds), expected, "{name}, j = {j}");
                assert_eq!(real(&eps.to_string()).exp().to_string(), power(&step, *j).to_string());
            }
        }
    }
}

/// All queries that need no lattice, on any pair whose truth is known outcome by outcome.
fn check_all(name: &str, truth: &Outcomes) {
    assert_eq!(
        exact_of(&number(ask(name, Query::Tv))),
        truth.delta(&Fraction::one()),
        "{name}: tv"
    );
    for g in ["1", "6/5", "2", "7/3", "3", "4", "81/8", "64"] {
        let eps = real(&format!("ln({g})"));
        let delta = exact_of(&number(ask(name, Query::Delta { eps })));
        assert_eq!(delta, truth.delta(&fraction(g)), "{name}: delta at ln {g}");
    }
    for alpha in
        ["0", "1/1000", "1/50", "1/10", "1/4", "1/3", "1/2", "2/3", "81/100", "9/10", "99/100", "1"]
    {
        let best = truth.best_power(&fraction(alpha));
        let beta = exact_of(&number(ask(name, Query::Beta { alpha: real(alpha) })));
        assert_eq!(beta, Fraction::one() - &best, "{name}: beta at {alpha}");
        check_test(name, truth, alpha, &best);
    }
    let Content::Region(vertices) = ask(name, Query::Region) else { panic!("{name}: no region") };
    let vertices: Vec<_> = vertices.iter().map(|(x, y)| (exact_of(x), exact_of(y))).collect();
    assert_eq!(vertices, truth.vertices(), "{name}: region");
    let Content::LikelihoodRatios(rows) = ask(name, Query::LikelihoodRatios) else {
        panic!("{name}: no ratios")
    };
    let ratios = truth.ratios();
    assert_eq!(rows.len(), ratios.len(), "{name}: {rows:?}");
    for ((ratio, p, q), (expected, expected_p, expected_q)) in rows.iter().zip(&ratios) {
        match expected {
            None => assert_eq!(ratio.printed().lo, "inf"),
            Some(expected) => assert_eq!(exact_of(ratio), *expected),
        }
        assert_eq!((exact_of(p), exact_of(q)), (expected_p.clone(), expected_q.clone()), "{name}");
    }
    check_eps(name, truth);
}

/// The test that is returned has the level it says and the best power there is.
fn check_test(name: &str, truth: &Outcomes, alpha: &str, best: &Fraction) {
    let Content::Test { threshold, randomisation, alpha: level, power } =
        ask(name, Query::Test { alpha: real(alpha) })
    else {
        panic!("{name}: no test")
    };
    assert_eq!(exact_of(&power), *best, "{name}: power at {alpha}");
    let level = exact_of(&level);
    assert_eq!(level, fraction(alpha));
    let (share, threshold) = (exact_of(&randomisation), exact_of(&threshold));
    assert!(!share.is_negative() && share <= Fraction::one(), "{name}: {share}");
    let (mut reached, mut gained) = (Fraction::zero(), Fraction::zero());
    for (ratio, p, q) in truth.ratios() {
        let weight = match ratio {
            Some(ratio) if ratio < threshold => Fraction::zero(),
            Some(ratio) if ratio == threshold => share.clone(),
            _ => Fraction::one(),
        };
        reached += &weight * q;
        gained += weight * p;
    }
    assert_eq!((reached, gained), (level, best.clone()), "{name}: the test of level {alpha}");
}

/// eps(delta) is the smallest eps whose delta is at most delta.
fn check_eps(name: &str, truth: &Outcomes) {
    let (tv, infinite) = (truth.delta(&Fraction::one()), truth.delta(&whole(1 << 40)));
    let between = |share: &str| &infinite + (&tv - &infinite) * fraction(share);
    let mut deltas = vec![
        infinite.clone(),
        between("1/1000"),
        between("1/3"),
        between("1/2"),
        between("99/100"),
        tv.clone(),
    ];
    deltas.extend([Fraction::one(), fraction("1/1000000007")]);
    for delta in deltas {
        let bounds = number(ask(name, Query::Eps { delta: real(&delta.to_string()) }));
        if delta < infinite {
            assert_eq!(
                (bounds.lo.as_str(), bounds.hi.as_str()),
                ("inf", "inf"),
                "{name} at {delta}"
            );
            continue;
        }
        let text = bounds.exact.clone().unwrap_or_else(|| panic!("{name} at {delta}: {bounds:?}"));
        let g = fraction(&real(&text).exp().to_string());
        assert!(truth.delta(&g) <= delta, "{name} at {delta}: {text}");
        if delta >= tv {
            assert_eq!(text, "0", "{name} at {delta}");
        } else {
            let less = &g - (&g - Fraction::one()) / whole(1 << 40);
            assert!(truth.delta(&less) > delta, "{name} at {delta}: {text} is not the smallest");
        }
    }
}

#[test]
fn different_steps_agree_with_brute_force() {
    let pair = |e: &str, delta: &str, alpha: &str| {
        five_outcomes(&fraction(e), &fraction(delta), &fraction(alpha))
    };
    // Commensurable (2, 4, 8), not commensurable (2, 3), and pairs of other kinds.
    let two = "approx-dp-tv(eps=ln(2), delta=1/10, alpha=3/10)";
    for (name, truth) in [
        (
            format!("{two}^2 * approx-dp(eps=ln(4), delta=0) * randomized-response(eps=ln(8), categories=3)"),
            pair("2", "1/10", "3/10").power(2).product(&pair("4", "0", "0")).product(&pair("8", "0", "1/10")),
        ),
        (
            format!("{two}^2 * approx-dp(eps=ln(3), delta=1/20)^2"),
            pair("2", "1/10", "3/10").power(2).product(&pair("3", "1/20", "0").power(2)),
        ),
        (
            "finite-pair(p=[1/2, 1/4, 1/4, 0], q=[1/8, 1/4, 1/2, 1/8])^3".into(),
            Outcomes(vec![
                (fraction("1/2"), fraction("1/8")),
                (fraction("1/4"), fraction("1/4")),
                (fraction("1/4"), fraction("1/2")),
                (fraction("0"), fraction("1/8")),
            ])
            .power(3),
        ),
        (
            "finite-pair(p=[1/2, 1/3, 1/6], q=[1/5, 2/5, 2/5])^3 * trade-off(vertices=[[0,1],[1/4,1/4],[1,0]])".into(),
            Outcomes(vec![
                (fraction("1/2"), fraction("1/5")),
                (fraction("1/3"), fraction("2/5")),
                (fraction("1/6"), fraction("2/5")),
            ])
            .power(3)
            .product(&Outcomes(vec![(fraction("3/4"), fraction("1/4")), (fraction("1/4"), fraction("3/4"))])),
        ),
        (
            "staircase(eps=ln(2), gamma=1/4) * approx-dp(eps=0, delta=1/9)^2".into(),
            pair("2", "0", "1/10").product(&pair("1", "1/9", "0").power(2)),
        ),
    ] {
        check_all(&name, &truth);
    }
}

/// Several constraints at once: the curve of the pair is the largest of the constraints' curves,
/// and its composition is the brute-force product (thesis, section 4.1).
#[test]
fn multi_dp_is_the_upper_envelope() {
    let constraints = [("4", "1/100"), ("2", "1/10"), ("1", "1/5"), ("8", "1/2")];
    let listed: Vec<String> =
        constraints.iter().map(|(e, delta)| format!("{{eps=ln({e}), delta={delta}}}")).collect();
    let name = format!("multi-dp(constraints=[{}])", listed.join(", "));
    let one = Fraction::one();
    for alpha in (0..=60).map(|i| Fraction::new(i.into(), 60.into())) {
        let curves = constraints.iter().flat_map(|(e, delta)| {
            let (e, rest) = (fraction(e), &one - fraction(delta));
            [&rest - &e * &alpha, (&rest - &alpha) / &e]
        });
        let largest = curves.fold(Fraction::zero(), |x, y| if y > x { y } else { x });
        let beta = exact_of(&number(ask(&name, Query::Beta { alpha: real(&alpha.to_string()) })));
        assert_eq!(beta, largest, "alpha = {alpha}");
    }
    // The curve has these vertices; as outcomes they are the edges.
    let Content::Region(vertices) = ask(&name, Query::Region) else { panic!() };
    let vertices: Vec<_> = vertices.iter().map(|(x, y)| (exact_of(x), exact_of(y))).collect();
    let mut outcomes = vec![(&one - &vertices[0].1, Fraction::zero())];
    outcomes
        .extend(vertices.windows(2).map(|ends| (&ends[0].1 - &ends[1].1, &ends[1].0 - &ends[0].0)));
    check_all(&format!("{name}^3"), &Outcomes(outcomes).power(3));
}

#[test]
fn printed_sums_agree() {
    for (e, delta, alpha) in
        [("2", "1/20", "3/10"), ("3", "0", "1/2"), ("11/10", "1/1000", "0"), ("7", "1/3", "9/10")]
    {
        for k in [1, 2, 5, 9, 12] {
            let name = mechanism(e, delta, alpha, k);
            let Content::Deltas { rows, inner, .. } = ask(&name, Query::Deltas { inner: true })
            else {
                panic!()
            };
            assert_eq!((rows.len() as u32, inner.len() as u32), (k + 1, k + 1));
            let (e, delta, alpha, k) =
                (fraction(e), fraction(delta), fraction(alpha), u64::from(k));
            for ((j, _, bounds), inner_bounds) in rows.iter().zip(&inner) {
                let inner = printed_sum_5(&e, &alpha, k, *j);
                assert_eq!(exact_of(bounds), total(&delta, k, &inner), "{name}, j = {j}");
                assert_eq!(exact_of(inner_bounds), inner, "{name}, inner delta_{j}");
                if alpha.is_zero() && (k - j) % 2 == 0 {
                    assert_eq!(inner, printed_sum_6(&e, k, *j));
                }
            }
        }
    }
}

/// `1 - (1-delta)^k (1 - sum (5))` is the hockey-stick divergence of the k-fold product, for all
/// x = e^eps > 1, alpha and delta at once: both sides times `(1+x)^k` are the same polynomial.
///
/// d stands for `1 - delta` in the products (the substitution is invertible), so that the powers
/// of the infinite mass stay short; for k <= 5 delta itself is put back and compared too.
#[test]
fn equation_5_is_the_hockey_stick_divergence_for_all_parameters() {
    for k in 1..=24u32 {
        for (j, (left, right)) in
            both_sides(k, &Polynomial::delta(), &Polynomial::constant(1)).into_iter().enumerate()
        {
            assert!(left == right, "k = {k}, j = {j}");
        }
    }
    let one = Polynomial::constant(1);
    for k in 1..=5 {
        for (j, (left, right)) in
            both_sides(k, &(&one - &Polynomial::delta()), &one).into_iter().enumerate()
        {
            assert!(left == right, "k = {k}, j = {j}, in delta");
        }
    }
}

/// For j = 0..=k, times `(1+x)^k`: the formula, and the divergence by the library's product.
/// `d` is the polynomial that stands for 1 - delta.
fn both_sides(k: u32, d: &Polynomial, one: &Polynomial) -> Vec<(Polynomial, Polynomial)> {
    let (x, alpha) = (Polynomial::x(), Polynomial::alpha());
    let plus = one + &x;
    let share = one - &alpha;
    // Masses times 1 + x: d (1-alpha) x, d alpha (1+x), d (1-alpha), and (1-d)(1+x) at infinity.
    let (high, middle, low) = (&(d * &share) * &x, &(d * &alpha) * &plus, d * &share);
    let infinite = &(one - d) * &plus;
    let atoms = BTreeMap::from([
        (vec![1], (high.clone(), low.clone())),
        (vec![0], (middle.clone(), middle)),
        (vec![-1], (low, high)),
    ]);
    let step = Product {
        atoms,
        p_infinite: infinite.clone(),
        q_infinite: infinite,
        denominator: plus.clone(),
    };
    let product = (1..k).fold(step.clone(), |product, _| product.times(&step));
    let whole = plus.pow(k);
    (0..=k)
        .map(|j| {
            let mut divergence = product.p_infinite.clone();
            for (loss, (p, q)) in &product.atoms {
                if loss[0] > i64::from(j) {
                    divergence = &divergence + &(p - &(&x.pow(j) * q));
                }
            }
            let mut inner = Polynomial::default();
            for a in 0..k.saturating_sub(j) {
                let mut bracket = Polynomial::default();
                for l in 0..(k - j - a).div_ceil(2) {
                    let binomial = Polynomial::constant(choose(k - a, l));
                    bracket = &bracket + &(&binomial * &(&x.pow(k - l - a) - &x.pow(l + j)));
                }
                let weight = &(&share.pow(k - a) * &alpha.pow(a)) * &plus.pow(a);
                inner = &inner + &(&(&Polynomial::constant(choose(k, a)) * &weight) * &bracket);
            }
            let formula = &whole - &(&d.pow(k) * &(&whole - &inner));
            (formula, divergence)
        })
        .collect()
}

fn choose(n: u32, k: u32) -> Integer {
    binomial(n.into(), k.into()).to_integer().to_string().parse().unwrap()
}

/// The identity test can fail: with a wrong exponent in (5) it does.
#[test]
fn a_wrong_equation_5_is_noticed() {
    let (e, alpha) = (fraction("2"), fraction("3/10"));
    let right = five_outcomes(&e, &Fraction::zero(), &alpha).power(3).delta(&e);
    assert_eq!(printed_sum_5(&e, &alpha, 3, 1), right);
    // The thesis's restatement (Theorem 53) has mu = 1 - (eta-delta)/(1-delta) * (E-1)/(E+1).
    let eta = (Fraction::one() - &alpha) * fraction("1/3");
    let inverted = Fraction::one() - eta * fraction("1/3");
    assert_ne!(printed_sum_5(&e, &inverted, 3, 1), right);
}

/// Steps, with the adjacencies for which their pairs hold.
const OF_NEIGHBOURS: [(&str, &[&str]); 14] = [
    ("gaussian(sigma=2)", &["add-remove", "replace-one", "zero-out"]),
    ("poisson(1/10, gaussian(sigma=2))", &["add-remove", "zero-out"]),
    ("poisson(1/2, poisson(1/5, gaussian(sigma=2)))", &["add-remove", "zero-out"]),
    // Of a class it is not known what a zeroed record leaves.
    ("poisson(1/10, exponential(1/5))", &["add-remove"]),
    ("poisson(1/10, approx-dp(eps=1/2, delta=1/100))", &["add-remove"]),
    ("random-allocation(steps=4, mechanism=approx-dp(eps=1/2, delta=1/100))", &["add-remove"]),
    ("group(2, poisson(1/10, gaussian(sigma=2)))", &["add-remove", "zero-out"]),
    ("truncated-poisson(1/10, n=100, max_batch=20, gaussian(sigma=2))", &["add-remove"]),
    ("random-allocation(steps=4, mechanism=gaussian(sigma=2))", &["add-remove", "zero-out"]),
    ("without-replacement(1/10, gaussian(sigma=2))", &["replace-one"]),
    ("sum-of-reports(clients=5, eps=ln(3))", &["replace-one"]),
    ("shuffled-batches(batches=4, adjacency=zero-out, mechanism=gaussian(sigma=2))", &["zero-out"]),
    (
        "shuffled-batches(batches=4, adjacency=replace-one, mechanism=gaussian(sigma=2))",
        &["replace-one"],
    ),
    (
        "thresholded(noise=laplace, scale=1, sensitivity=1, threshold=4, keys=1, adjacency=add-remove)",
        &["add-remove"],
    ),
];

/// A composition is about the same neighbours in all of its steps, and refused where no adjacency
/// has them all, whatever is asked.
#[test]
fn steps_of_a_composition_are_for_the_same_neighbours() {
    let options =
        Options { limits: Limits { work: 1 << 20, ..Limits::default() }, ..Options::default() };
    for (first, of_first) in OF_NEIGHBOURS {
        for (second, of_second) in OF_NEIGHBOURS {
            let mechanism = Mechanism::parse(&format!("{first} * {second}")).unwrap();
            let is_shared = of_first.iter().any(|adjacency| of_second.contains(adjacency));
            for query in
                [Query::Tv, Query::delta(real("1/2")).unwrap(), Query::eps(real("1e-6")).unwrap()]
            {
                let answer = dpcert::ask(&Question::of(&mechanism, &query), &options);
                let refused = answer.err().map(|refusal| refusal.to_string()).unwrap_or_default();
                let is_refused = refused.contains("steps for different adjacencies");
                assert_eq!(is_refused, !is_shared, "{first} * {second}: {refused}");
                for of_one in [of_first, of_second].into_iter().filter(|_| is_refused) {
                    assert!(
                        refused.contains(&of_one.join(" or ")),
                        "{first} * {second}: {refused}"
                    );
                }
            }
        }
    }
}
