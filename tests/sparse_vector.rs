//! Sparse vector: given queries by enumeration of integer noise and by bounds of the integral over
//! continuous noise, the class against its instances, and the published variants that are wrong.

use crate::support::answered::{answer, at, ends, exactly};
use crate::support::{Fraction, Outcomes, decimal, effort, fraction, real};
use dpcert::mechanism::Family;
use dpcert::{Mechanism, Options, Query, Question, ask};
use num_bigint::BigUint;
use num_traits::{One, Zero};
use std::collections::BTreeMap;

/// Queries and those of a neighbour, of sensitivity 1.
#[derive(Clone, Debug)]
struct Instance {
    one: Vec<i64>,
    other: Vec<i64>,
    threshold: i64,
    cutoff: Option<u64>,
    cut: Option<i64>,
}

impl Instance {
    fn new(one: &[i64], other: &[i64], threshold: i64, cutoff: Option<u64>) -> Instance {
        Instance { one: one.into(), other: other.into(), threshold, cutoff, cut: None }
    }

    /// The mechanism with the fields of its noise.
    fn text(&self, noise: &str) -> String {
        let list =
            |queries: &[i64]| queries.iter().map(i64::to_string).collect::<Vec<_>>().join(", ");
        let cutoff = self.cutoff.map(|cutoff| format!(", cutoff={cutoff}")).unwrap_or_default();
        let cut = self.cut.map(|cut| format!(", cut={cut}")).unwrap_or_default();
        format!(
            "sparse-vector({noise}{cutoff}{cut}, queries=[{}], neighbour_queries=[{}], threshold={}, sensitivity=1)",
            list(&self.one),
            list(&self.other),
            self.threshold
        )
    }

    /// The pair of integer noise whose masses fall by these ratios, by enumeration.
    fn pair(&self, of_threshold: (u64, u64), of_queries: Option<(u64, u64)>) -> Outcomes {
        let [p, q] =
            [&self.one, &self.other].map(|queries| self.law(queries, of_threshold, of_queries));
        Outcomes(p.into_iter().map(|(answers, p)| (p, q[&answers].clone())).collect())
    }

    fn law(
        &self,
        queries: &[i64],
        of_threshold: (u64, u64),
        of_queries: Option<(u64, u64)>,
    ) -> BTreeMap<String, Fraction> {
        let (thresholds, own) =
            (weights(of_threshold), of_queries.map_or(vec![(0, BigUint::one())], weights));
        let mut law = BTreeMap::new();
        for (z, weight) in &thresholds {
            self.run(self.threshold + z, queries, &own, ("", 0), weight, &mut law);
        }
        let sum = |weights: &[(i64, BigUint)]| {
            weights.iter().map(|(_, weight)| weight.clone()).sum::<BigUint>()
        };
        let (of_threshold, of_query) = (sum(&thresholds), sum(&own));
        let fraction = |(answers, weight): (String, BigUint)| {
            let all = &of_threshold * of_query.pow(u32::try_from(answers.len()).unwrap());
            (answers, Fraction::new(weight.into(), all.into()))
        };
        law.into_iter().map(fraction).collect()
    }

    /// The algorithm after some answers: each noise of the next query in turn.
    fn run(
        &self,
        threshold: i64,
        left: &[i64],
        own: &[(i64, BigUint)],
        (answers, above): (&str, u64),
        weight: &BigUint,
        law: &mut BTreeMap<String, BigUint>,
    ) {
        let Some((query, rest)) =
            left.split_first().filter(|_| self.cutoff.is_none_or(|cutoff| above < cutoff))
        else {
            *law.entry(answers.into()).or_default() += weight;
            return;
        };
        let mut next: BTreeMap<(char, u64), BigUint> = BTreeMap::new();
        for answer in if self.cut.is_some() { vec!['l', 'h', 'b'] } else { vec!['a', 'b'] } {
            next.insert((answer, u64::from(answer != 'b')), BigUint::zero());
        }
        for (noise, own) in own {
            let value = query + noise;
            let answer = match self.cut {
                _ if value < threshold => ('b', 0),
                None => ('a', 1),
                Some(cut) if value <= cut => ('l', 1),
                Some(_) => ('h', 1),
            };
            *next.entry(answer).or_default() += own;
        }
        for ((answer, one), share) in next {
            let answers = format!("{answers}{answer}");
            self.run(threshold, rest, own, (&answers, above + one), &(weight * share), law);
        }
    }
}

/// How far the noise that is enumerated goes: what lies beyond has a probability of less than
/// 3^-40.
const FAR: i64 = 48;

/// The integers from -FAR to FAR with weights that fall by p/q.
fn weights((p, q): (u64, u64)) -> Vec<(i64, BigUint)> {
    let weight = |n: i64| {
        let n = u32::try_from(n.unsigned_abs()).unwrap();
        BigUint::from(p).pow(n) * BigUint::from(q).pow(u32::try_from(FAR).unwrap() - n)
    };
    (-FAR..=FAR).map(|n| (n, weight(n))).collect()
}

fn reversed(pair: &Outcomes) -> Outcomes {
    Outcomes(pair.0.iter().map(|(p, q)| (q.clone(), p.clone())).collect())
}

/// delta in the worse direction.
fn worst(pair: &Outcomes, ratio: &str) -> Fraction {
    pair.delta(&fraction(ratio)).max(reversed(pair).delta(&fraction(ratio)))
}

const RATIOS: [&str; 4] = ["1", "9/8", "3/2", "3"];

/// The instances whose masses are known, for noise of the threshold and of queries that falls by
/// 1/2.
fn three() -> (Instance, Outcomes) {
    let p = ["16/27", "10/63", "299/8505", "1816/8505"];
    let q = ["20/27", "8/63", "407/68040", "8593/68040"];
    let known = p.into_iter().zip(q).map(|(p, q)| (fraction(p), fraction(q)));
    (Instance::new(&[0, 0, -1], &[1, 1, -2], 0, Some(1)), Outcomes(known.collect()))
}

#[test]
fn known_masses_of_integer_noise() {
    let (instance, known) = three();
    let text = instance.text("noise=discrete-laplace, threshold_eps=ln(2), query_eps=ln(4)");
    let near = instance.pair((1, 2), Some((1, 2)));
    for ratio in RATIOS {
        assert_eq!(exactly(&text, &at(ratio)), worst(&known, ratio), "{ratio}");
        assert!(is_near(&worst(&known, ratio), &worst(&near, ratio)), "{ratio}");
        let squares = worst(&known.power(2), ratio);
        assert_eq!(exactly(&format!("{text}^2"), &at(ratio)), squares, "{ratio}");
    }
    // The same rates, where neighbours move all queries in one direction.
    let one_way = Instance::new(&[0, -1], &[1, -1], 0, Some(1));
    let rates = "noise=discrete-laplace, threshold_eps=ln(2)";
    let [both, half] = [("query_eps=ln(4)", ""), ("query_eps=ln(2)", ", moves=one-way")]
        .map(|(eps, moves)| exactly(&one_way.text(&format!("{rates}, {eps}{moves}")), &at("5/4")));
    assert_eq!(both, half);
}

/// Masses that are quotients of polynomials in a transcendental number; the sum over the noise was
/// cut off in the expected value where less than 1e-17 is left.
#[test]
fn integer_noise_of_rational_rates() {
    let instance = Instance::new(&[0, 1, -1, 2], &[1, 0, 0, 1], 0, Some(3));
    let text = instance.text("noise=discrete-laplace, threshold_eps=1/2, query_eps=1");
    let (low, high) = ends(&text, &Query::Delta { eps: real("1/4") });
    let (truth, width) =
        (decimal("0.023941987154229668787489485"), fraction("1/1000000000000000000"));
    assert!(low <= &truth + &width && &truth - &width <= high && high - low <= width);
}

fn is_near(found: &Fraction, truth: &Fraction) -> bool {
    let slack = fraction("1/1000000000");
    found - truth <= slack && truth - found <= slack
}

/// One to four queries near the threshold, and steps of -1, 0 and 1.
fn instances(count: usize) -> impl Iterator<Item = Instance> {
    let mut state = 271_828u64;
    let mut digit = move |most: u64| {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        i64::try_from((state >> 33) % most).unwrap()
    };
    (0..count).map(move |i| {
        let one: Vec<i64> = (0..1 + i % 4).map(|_| digit(5) - 2).collect();
        let other = one.iter().map(|query| query + digit(3) - 1).collect();
        let cutoff = Some(u64::try_from(1 + digit(3)).unwrap());
        Instance { one, other, threshold: digit(3) - 1, cutoff, cut: None }
    })
}

#[test]
fn integer_noise_by_enumeration() {
    for (i, instance) in instances(120 * effort()).enumerate() {
        let cutoff = instance.cutoff.unwrap();
        // The rates are those of 1/2, and of 1/2 or 1/4, whatever the cutoff.
        let (fall, own) = if i % 2 == 0 { ((1, 2), "2") } else { ((1, 4), "4") };
        let text = instance.text(&format!(
            "noise=discrete-laplace, threshold_eps=ln(2), query_eps={}*ln({own})",
            2 * cutoff
        ));
        let pair = instance.pair((1, 2), Some(fall));
        for ratio in ["1", "3/2"] {
            let found = exactly(&text, &at(ratio));
            assert!(is_near(&found, &worst(&pair, ratio)), "{text} at {ratio}: {found}");
        }
    }
}

#[test]
fn variants_of_integer_noise_by_enumeration() {
    for instance in instances(32 * effort()) {
        let cutoff = instance.cutoff.unwrap();
        let unlimited = Instance { cutoff: None, ..instance.clone() };
        // Of four queries and three answers of above, each on one side of the cut, there are more
        // than 64 sequences.
        let fewer = cutoff.min(2);
        let cut =
            Instance { cut: Some(instance.threshold + 1), cutoff: Some(fewer), ..instance.clone() };
        let own = Some((1, 2));
        for (instance, fields, own) in [
            (&cut, format!("variant=noisy-answers, query_eps={fewer}*ln(2)"), own),
            (&instance, "variant=unscaled-query-noise, query_eps=ln(2)".into(), own),
            (&unlimited, "variant=no-cutoff, query_eps=ln(2)".into(), own),
            (&unlimited, "variant=no-query-noise".into(), None),
        ] {
            let text =
                instance.text(&format!("noise=discrete-laplace, threshold_eps=ln(4), {fields}"));
            let pair = instance.pair((1, 4), own);
            for ratio in ["1", "3/2"] {
                let found = exactly(&text, &at(ratio));
                assert!(is_near(&found, &worst(&pair, ratio)), "{text} at {ratio}: {found}");
            }
        }
    }
}

/// An enclosure of a mass, in units of 2^-96.
type Enclosed = (BigUint, BigUint);

fn unit() -> BigUint {
    BigUint::one() << 96u32
}

/// The product of two enclosed numbers.
fn times(x: &Enclosed, y: &Enclosed) -> Enclosed {
    ((&x.0 * &y.0) >> 96u32, ((&x.1 * &y.1) >> 96u32) + BigUint::one())
}

/// What is left of 1.
fn rest(x: &Enclosed) -> Enclosed {
    (unit() - &x.1, unit() - &x.0)
}

/// Bounds of the probabilities of all answers under continuous noise, by cells of the noise of the
/// threshold. Its density falls by `(64/65)^2` from one cell to the next, and that of a query by
/// 64/65; a unit of the queries has `cells` cells.
fn enclosed(
    queries: &[i64],
    threshold: i64,
    cutoff: u64,
    cells: i64,
) -> BTreeMap<String, Enclosed> {
    /// How far the noise of the threshold goes, in units.
    const UNITS: i64 = 12;
    let fallen = |n: u32| {
        let low = (unit() * BigUint::from(64u32).pow(n)) / BigUint::from(65u32).pow(n);
        (low.clone(), (low + BigUint::one()).min(unit()))
    };
    let half = |(low, high): &Enclosed| (low >> 1u32, (high + BigUint::one()) >> 1u32);
    let powers: Vec<Enclosed> =
        (0..=u32::try_from(2 * (UNITS + 8) * cells).unwrap()).map(fallen).collect();
    let fallen = |n: i64| powers[usize::try_from(n.abs()).unwrap()].clone();
    // The probability that the noise of a query is at least x cells.
    let tail = |x: i64| {
        let least = half(&fallen(x));
        if x >= 0 { least } else { rest(&least) }
    };
    let mut law: BTreeMap<String, Enclosed> = BTreeMap::new();
    let mut add = |answers: &str, (low, high): Enclosed| {
        let sum = law.entry(answers.into()).or_insert((BigUint::zero(), BigUint::zero()));
        *sum = (&sum.0 + low, &sum.1 + high);
    };
    for cell in -UNITS * cells..UNITS * cells {
        let (near, far) = if cell >= 0 { (cell, cell + 1) } else { (-cell - 1, -cell) };
        let (near, far) = (fallen(2 * near), fallen(2 * far));
        let mass = half(&(near.0 - far.1, near.1 - far.0));
        let mut open = vec![(String::new(), 0, mass)];
        for query in queries {
            let place = (threshold - query) * cells + cell;
            let is_above = (tail(place + 1).0, tail(place).1);
            let next = |(answers, above, mass): (String, u64, Enclosed)| {
                if above == cutoff {
                    return vec![(answers, above, mass)];
                }
                vec![
                    (format!("{answers}a"), above + 1, times(&mass, &is_above)),
                    (format!("{answers}b"), above, times(&mass, &rest(&is_above))),
                ]
            };
            open = open.into_iter().flat_map(next).collect();
        }
        open.into_iter().for_each(|(answers, _, mass)| add(&answers, mass));
    }
    let beyond = fallen(2 * UNITS * cells).1;
    law.into_iter().map(|(answers, (low, high))| (answers, (low, high + &beyond))).collect()
}

#[test]
fn continuous_noise_by_bounds_of_the_integral() {
    // The rate of the threshold's noise is about 1/2: where it is 1, a factor that is lost is not
    // seen.
    let cells = 16;
    for (one, other, threshold, cutoff) in [
        (vec![0], vec![1], 0, 1),
        (vec![0, 0], vec![1, -1], 0, 1),
        (vec![0, 2, -1], vec![1, 1, 0], 1, 2),
        (vec![1, 0, -2], vec![0, 1, -2], 0, 3),
    ] {
        let instance = Instance::new(&one, &other, threshold, Some(cutoff));
        let noise = format!(
            "threshold_eps=ln((65/64)^{}), query_eps={}*ln((65/64)^{cells})",
            2 * cells,
            2 * cutoff
        );
        let text = instance.text(&noise);
        let [p, q] = [&one, &other].map(|queries| enclosed(queries, threshold, cutoff, cells));
        let pairs: Vec<(Enclosed, Enclosed)> =
            p.into_iter().map(|(answers, p)| (p, q[&answers].clone())).collect();
        let masses = |side: fn(&(Enclosed, Enclosed)) -> Enclosed| {
            let part = |x: BigUint| Fraction::new(x.into(), unit().into());
            Outcomes(pairs.iter().map(side).map(|(p, q)| (part(p), part(q))).collect())
        };
        for ratio in ["1", "5/4"] {
            let [forward, backward] = [
                (
                    masses(|(p, q)| (p.0.clone(), q.1.clone())),
                    masses(|(p, q)| (p.1.clone(), q.0.clone())),
                ),
                (
                    masses(|(p, q)| (q.0.clone(), p.1.clone())),
                    masses(|(p, q)| (q.1.clone(), p.0.clone())),
                ),
            ]
            .map(|(low, high)| (low.delta(&fraction(ratio)), high.delta(&fraction(ratio))));
            let (low, high) = (forward.0.max(backward.0), forward.1.max(backward.1));
            assert!(&high - &low < fraction("1/20"), "{text} at {ratio}: [{low}, {high}]");
            let found = ends(&text, &at(ratio));
            assert!(
                low <= found.1 && found.0 <= high && &found.1 - &found.0 < fraction("1/1000000"),
                "{text} at {ratio}"
            );
        }
    }
}

/// The largest loss, as a decimal of three digits is known.
fn has_largest_loss(text: &str, value: &str) {
    let (low, high) = ends(text, &Query::Eps { delta: real("0") });
    let (value, half) = (decimal(value), fraction("1/1000"));
    assert!(&value - &half <= low && high <= &value + &half, "{text}: [{low}, {high}], {value}");
}

fn zeros(count: usize) -> Vec<i64> {
    vec![0; count]
}

/// Queries `0, ..., 0, 0` against `1, ..., 1, -1`.
fn below_then_above(count: usize, cutoff: Option<u64>) -> Instance {
    let other = [vec![1; count], vec![-1]].concat();
    Instance::new(&zeros(count + 1), &other, 0, cutoff)
}

#[test]
fn the_sum_of_both_eps_is_approached() {
    let noise = "threshold_eps=1/2, query_eps=1/2";
    for (count, value) in [(1, "0.424"), (2, "0.615")] {
        has_largest_loss(&below_then_above(count, Some(1)).text(noise), value);
    }
    let (low, high) =
        ends(&below_then_above(20, Some(1)).text(noise), &Query::Eps { delta: real("0") });
    assert!(decimal("0.99999") < low && high < Fraction::one(), "[{low}, {high}]");
}

#[test]
fn variants_lose_more_than_was_said() {
    // Algorithm 3: m eps/2, and its coarser answers lose no more.
    for count in [1, 3, 4] {
        let other = [vec![1; count], vec![0]].concat();
        let instance =
            Instance { cut: Some(0), ..Instance::new(&zeros(count + 1), &other, 0, Some(1)) };
        let text = instance.text("variant=noisy-answers, threshold_eps=1/2, query_eps=1/2");
        has_largest_loss(&text, &format!("{count}/2"));
    }
    let four = "variant=unscaled-query-noise, threshold_eps=1/4, query_eps=3/4";
    has_largest_loss(&below_then_above(1, Some(1)).text(four), "1.165");
    let (low, high) =
        ends(&below_then_above(20, Some(1)).text(four), &Query::Eps { delta: real("0") });
    assert!(decimal("1.74") < low && high < decimal("1.75"), "[{low}, {high}]");
    let six = "variant=no-cutoff, threshold_eps=1/2, query_eps=1/2";
    for (count, value) in [(1, "0.820"), (2, "1.704"), (3, "2.617")] {
        let other = [vec![1; count], vec![-1; count]].concat();
        has_largest_loss(&Instance::new(&zeros(2 * count), &other, 0, None).text(six), value);
    }
    // Algorithm 5: what one neighbour answers with probability (1 - e^-eps1)/2, the other never
    // answers.
    let five = Instance::new(&[0, 1], &[1, 0], 0, None)
        .text("variant=no-query-noise, threshold_eps=ln(4)");
    assert_eq!(exactly(&five, &at("1000000")), fraction("3/8"));
}

/// No instance exceeds the class, and a single query attains what bounds it from below.
#[test]
fn the_class_is_between_a_query_and_the_pair_of_laplace() {
    let class = "sparse-vector(threshold_eps=1/2, query_eps=1/2, cutoff=1)";
    assert!(!answer(class, &Query::Tv).tight);
    let (low, high) = ends(class, &Query::Tv);
    // Of a wide enclosure few digits are printed.
    let width = fraction("1/1000");
    let member = decimal("0.0829377242443");
    assert!(low <= member && member <= &low + &width, "{low}");
    let query = "sparse-vector(threshold_eps=1/2, query_eps=1/2, cutoff=1, queries=[-1/2], neighbour_queries=[1/2], \
                 threshold=0, sensitivity=1)";
    assert!(is_near(&ends(query, &Query::Tv).0, &member));
    let laplace = ends("laplace(eps=1)", &Query::Tv);
    assert!(laplace.0 <= high && high <= &laplace.1 + &width, "{high}");
    for count in [1, 2, 3] {
        let text =
            format!("sparse-vector(threshold_eps=ln(2), query_eps=2*ln(2), cutoff=2)^{count}");
        let dominating = format!("laplace(eps=3*ln(2))^{count}");
        for ratio in ["1", "3"] {
            let (low, high) = ends(&text, &at(ratio));
            let laplace = ends(&dominating, &at(ratio));
            assert!(laplace.0 <= high && low <= high, "{text} at {ratio}: {low} {high}");
            assert!(
                high <= &laplace.1 * fraction("1001/1000") + fraction("1/1000"),
                "{text} at {ratio}: {high}"
            );
            for instance in instances(6 * effort()) {
                let instance = Instance { cutoff: Some(2), ..instance };
                let one =
                    format!("{}^{count}", instance.text("threshold_eps=ln(2), query_eps=2*ln(2)"));
                let found = ends(&one, &at(ratio)).0;
                assert!(found <= high, "{one} at {ratio}: {found} {high}");
            }
        }
    }
    // Equal rates have a formula of their own, and so have those that are not multiples of one
    // number.
    for (text, value) in [
        ("sparse-vector(threshold_eps=1/2, query_eps=1, cutoff=1)", "0.123849"),
        ("sparse-vector(threshold_eps=1/2, query_eps=sqrt(1.00001), cutoff=1)", "0.123849"),
        ("sparse-vector(threshold_eps=1/2, query_eps=1/2, cutoff=1, moves=one-way)", "0.123849"),
    ] {
        let low = ends(text, &Query::Tv).0;
        assert!(low <= decimal(value) && decimal(value) <= &low + &width, "{text}: {low}");
    }
    // With noise that the cutoff does not scale: threshold_eps + 2 cutoff query_eps.
    let four =
        "sparse-vector(variant=unscaled-query-noise, threshold_eps=1/4, query_eps=3/4, cutoff=2)";
    let (high, laplace) = (ends(four, &at("9")).1, ends("laplace(eps=13/4)", &at("9")));
    assert!(laplace.0 <= high && high <= &laplace.1 + &width, "{high}");
}

#[test]
fn groups_samples_and_refusals() {
    let class = "sparse-vector(threshold_eps=1, query_eps=2, cutoff=3";
    let [group, one] = [
        format!("group(3, {class}))"),
        "sparse-vector(threshold_eps=3, query_eps=6, cutoff=3)".into(),
    ]
    .map(|text| ends(&text, &at("2")));
    assert_eq!(group, one);
    assert!(!answer(&format!("poisson(1/4, {class}))"), &Query::Tv).tight);
    assert!(Family::parse("sparse-vector(threshold_eps=?, query_eps=1, cutoff=3)^10").is_ok());
    assert!(Family::parse("sparse-vector(threshold_eps=1, query_eps=?, cutoff=3)").is_ok());
    let of = |noise: &str| below_then_above(1, Some(1)).text(noise);
    let given = of("threshold_eps=1, query_eps=1");
    let queries = |one: &str, other: &str| {
        format!(
            "sparse-vector(threshold_eps=1, query_eps=1, cutoff=1, queries=[{one}], neighbour_queries=[{other}], \
             threshold=0, sensitivity=1)"
        )
    };
    let many = |count: usize| vec!["0"; count].join(", ");
    for (text, message) in [
        (format!("group(2, {given})"), "a group has queries of its own"),
        (format!("poisson(1/10, {given})"), "each sample has its own"),
        (of("threshold_eps=1, query_eps=1, noise=gaussian"), "unknown word"),
        (of("threshold_eps=1, query_eps=sqrt(2)"), "not known to be a rational multiple"),
        (
            of("threshold_eps=1, query_eps=1, moves=one-way"),
            "these queries move in both directions",
        ),
        (of("threshold_eps=1, query_eps=1, cut=1"), "it cuts noisy answers"),
        (of("threshold_eps=1, query_eps=1, variant=noisy-answers"), "\"cut\" is missing"),
        (of("threshold_eps=2000, query_eps=2000"), "within 1024 scales of the threshold"),
        (
            queries("1/2", "1").replace("cutoff", "noise=discrete-laplace, cutoff"),
            "1/2 is not a whole number",
        ),
        (queries("0", "2"), "not within the sensitivity 1"),
        (queries("0, 1", "0"), "there are 2 queries and 1 of the neighbour"),
        (queries("", ""), "there are 0 queries"),
        (queries("sqrt(2)", "1"), "not known to be rational"),
        (queries(&many(64), &many(64)), "more than 64 sequences of answers"),
        (
            queries(&many(7), &many(7)).replace("cutoff=1", "cutoff=7"),
            "more than 64 sequences of answers",
        ),
        (
            queries("0", "0").replace("sensitivity=1", "sensitivity=0"),
            "sensitivity = 0 is not positive",
        ),
        (format!("{class}, threshold=1)"), "there are no queries"),
        (format!("{class}, noise=laplace)"), "there are no queries"),
        (format!("{class}, eps=1)"), "has no field \"eps\""),
        (
            "sparse-vector(threshold_eps=1, query_eps=2, cutoff=0)".into(),
            "no query would be answered",
        ),
        (
            "sparse-vector(threshold_eps=0, query_eps=2, cutoff=1)".into(),
            "threshold_eps = 0 is not positive",
        ),
        ("sparse-vector(threshold_eps=1, query_eps=2)".into(), "\"cutoff\" is missing"),
        (
            "sparse-vector(variant=no-cutoff, threshold_eps=1, query_eps=2, cutoff=1)".into(),
            "no answer is the last one",
        ),
        (
            "sparse-vector(variant=no-query-noise, threshold_eps=1, query_eps=2)".into(),
            "queries have no noise",
        ),
        (
            "sparse-vector(variant=no-cutoff, threshold_eps=1, query_eps=2)".into(),
            "no eps bounds this variant",
        ),
        (
            "sparse-vector(variant=noisy-answers, threshold_eps=1, query_eps=2, cutoff=1)".into(),
            "no eps bounds this variant",
        ),
        (
            "sparse-vector(variant=no-cutoff, threshold_eps=1, query_eps=2, moves=one-way)".into(),
            "moves halves the noise where there is no variant",
        ),
    ] {
        let refused = Mechanism::parse(&text).unwrap_err().to_string();
        assert!(refused.contains(message), "{text}: {refused}");
    }
    let refused = Family::parse(&of("threshold_eps=1, query_eps=?")).unwrap_err().to_string();
    assert!(refused.contains("this cannot be marked with ? beside queries"), "{refused}");
    let one = Mechanism::parse(&format!("{class})")).unwrap();
    assert!(ask(&Question::of(&one, &Query::Rho), &Options::default()).is_err());
}
