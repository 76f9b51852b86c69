//! Shuffled batches: against the formula of the test of the largest batch, quadrature of the densities
//! of all batches for several data sets, and the values of the sources.

// The quadrature is in floating point.
#![allow(clippy::float_arithmetic)]

use crate::support::answered::{answer, ends};
use crate::support::{fraction, real};
use dpcert::claim;
use dpcert::{Mechanism, Options, Query, Question, Refusal, ask};
use num_traits::ToPrimitive;

fn density(x: f64) -> f64 {
    (-x * x / 2.0).exp() / (2.0 * std::f64::consts::PI).sqrt()
}

/// The mass of the normal law below a place, by Simpson's rule from the density.
fn cdf(z: f64) -> f64 {
    const CELLS: u32 = 2000;
    if z < -9.0 {
        return 0.0;
    }
    let step = (z + 9.0) / f64::from(CELLS);
    let weight = |i: u32| match i {
        0 | CELLS => 1.0,
        i if i % 2 == 1 => 4.0,
        _ => 2.0,
    };
    let sum: f64 = (0..=CELLS).map(|i| weight(i) * density(f64::from(i) * step - 9.0)).sum();
    sum * step / 3.0
}

fn text(batches: u32, adjacency: &str, sigma: &str) -> String {
    format!(
        "shuffled-batches(batches={batches}, adjacency={adjacency}, mechanism=gaussian(sigma={sigma}))"
    )
}

fn delta(eps: &str) -> Query {
    Query::Delta { eps: real(eps) }
}

fn floats(text: &str, query: &Query) -> (f64, f64) {
    let (lo, hi) = ends(text, query);
    (lo.to_f64().unwrap(), hi.to_f64().unwrap())
}

const NEIGHBOURS: [(&str, [f64; 2]); 2] = [("zero-out", [2.0, 1.0]), ("replace-one", [1.0, 0.0])];

/// The largest gain of a test "the largest batch is above C", in either order of neighbours.
fn best(batches: u32, sigma: f64, [high, low]: [f64; 2], g: f64) -> f64 {
    let above = |c: f64, place: f64| {
        1.0 - cdf((c - place) / sigma) * cdf(c / sigma).powi(batches as i32 - 1)
    };
    let places = (-300..=900).map(|i| f64::from(i) / 100.0);
    let gain = |c: f64| {
        let (p, q) = (above(c, high), above(c, low));
        (p - g * q).max((1.0 - q) - g * (1.0 - p))
    };
    places.map(gain).fold(0.0, f64::max)
}

/// One epoch: the upper end is that of the noise, the lower one is at least what the best of the
/// tests attains, up to the width of its intervals.
#[test]
fn an_epoch_is_between_the_noise_and_the_largest_batch() {
    for (batches, sigma, of) in [(2, "1", 1.0), (20, "2", 2.0), (468, "1", 1.0), (468, "1/2", 0.5)]
    {
        for (adjacency, places) in NEIGHBOURS {
            for eps in ["0", "1/2", "2"] {
                let text = text(batches, adjacency, sigma);
                let (lo, hi) = floats(&text, &delta(eps));
                let noise = floats(&format!("gaussian(sigma={sigma})"), &delta(eps));
                assert!((hi - noise.1).abs() <= 1e-9 + 1e-2 * noise.1, "{text} at {eps}: {hi}");
                let expected = best(batches, of, places, real_f64(eps).exp());
                assert!(
                    lo <= hi && lo >= 0.97 * expected - 1e-6,
                    "{text} at {eps}: {lo}, {expected}"
                );
                // More intervals than one test has: a little more.
                assert!(lo <= 1.5 * expected + 1e-3, "{text} at {eps}: {lo}, {expected}");
            }
        }
    }
}

fn real_f64(text: &str) -> f64 {
    fraction(text).to_f64().unwrap()
}

/// delta of two mixtures over the order of two batches, whose sums are at given places.
fn of_two(places: [[f64; 2]; 2], g: f64) -> f64 {
    const CELLS: i32 = 400;
    let step = 20.0 / f64::from(CELLS);
    let at = |x: f64, y: f64, [own, other]: [f64; 2]| {
        (density(x - own) * density(y - other) + density(x - other) * density(y - own)) / 2.0
    };
    let mut sum = 0.0;
    for i in 0..CELLS {
        for j in 0..CELLS {
            let (x, y) = (f64::from(i) * step - 9.0, f64::from(j) * step - 9.0);
            sum += (at(x, y, places[0]) - g * at(x, y, places[1])).max(0.0);
        }
    }
    sum * step * step
}

/// Whatever the other records contribute: no data set of one record in each of two batches is
/// above the upper end, and those of the lower end attain it.
#[test]
fn data_sets_of_two_batches_are_within_the_ends() {
    for (adjacency, [high, low]) in [("zero-out", [1.0, 0.0]), ("replace-one", [0.5, -0.5])] {
        let text = text(2, adjacency, "1");
        for eps in ["0", "1/4", "1"] {
            let g = real_f64(eps).exp();
            let (lo, hi) = floats(&text, &delta(eps));
            let mut largest: f64 = 0.0;
            for other in [-1.0, -0.5, 0.0, 0.25, 0.5, 1.0] {
                // In units of the distance, of which a replaced record may move twice as far.
                let other = if adjacency == "zero-out" { other } else { other / 2.0 };
                let [with, without] = [[high, other], [low, other]];
                let worst = of_two([with, without], g).max(of_two([without, with], g));
                assert!(worst <= hi + 1e-4, "{text} at {eps}, {other}: {worst} > {hi}");
                largest = largest.max(worst);
            }
            assert!(lo <= largest + 1e-4, "{text} at {eps}: {lo} > {largest}");
            assert!(lo >= largest / 3.0, "{text} at {eps}: {lo}, {largest}");
        }
    }
}

/// One epoch of 468 batches, sigma = 1: the values of the formula by another program. Poisson samples
/// of the same size are far below.
#[test]
fn an_epoch_is_not_a_poisson_sample() {
    let query = Query::Eps { delta: real("1e-5") };
    let (lo, hi) = floats(&text(468, "zero-out", "1"), &query);
    assert!((3.38..3.4).contains(&lo) && (4.377..4.3773).contains(&hi), "{lo} {hi}");
    let poisson = floats("poisson(1/468, gaussian(sigma=1))^468", &query);
    assert!(poisson.1 < lo / 10.0, "{poisson:?}");
    let (lo, hi) = floats(&text(468, "zero-out", "1/2"), &query);
    assert!(lo > 9.9 && hi < 10.1 && lo <= hi, "{lo} {hi}");
}

/// Epochs are composed, and more of them lose more.
#[test]
fn epochs_are_a_power() {
    let query = Query::Eps { delta: real("1e-5") };
    let mut before = (0.0, 0.0);
    for epochs in [1, 2, 10] {
        let (lo, hi) = floats(&format!("{}^{epochs}", text(100, "replace-one", "1")), &query);
        let noise = floats(&format!("gaussian(sigma=1)^{epochs}"), &query);
        assert!((hi - noise.1).abs() < 1e-3 * hi, "{epochs}: {hi}, {noise:?}");
        assert!(lo > before.0 && hi > before.1 && lo < hi, "{epochs}: {lo} {hi}");
        before = (lo, hi);
    }
    assert!(!answer(&text(100, "replace-one", "1"), &delta("1")).tight);
    // A batch of all records is the noise.
    let one = ends(&text(1, "zero-out", "1"), &delta("1"));
    assert_eq!(one, ends("gaussian(sigma=1)", &delta("1")));
}

fn asked(mechanism: &Mechanism) -> String {
    let answer = ask(&Question::of(mechanism, &delta("2")), &Options::default()).unwrap();
    format!("{:?}", answer.content)
}

/// In the rows of a claim file an epoch is a step.
#[test]
fn rows_count_epochs() {
    let file = |adjacency: &str, row: &str| {
        let text = format!(
            "format = \"dpcert/1\"\n[scope]\nunit = \"user\"\nadjacency = \"{adjacency}\"\n[[ledger]]\nid = \"a\"\n\
             mechanism = \"gaussian\"\nsigma = 1\n{row}\n"
        );
        claim::parse_all(&text, false).map(|file| file.ledger[0].mechanism.clone())
    };
    let sampling = "sampling = { method = \"shuffle\", batch = 128, n = 59904";
    let notation = Mechanism::parse(&format!("{}^3", text(468, "zero-out", "1"))).unwrap();
    for row in [
        format!("{sampling} }}\nepochs = 3"),
        format!("{sampling} }}\ncount = 3"),
        format!("{sampling}, actual = \"shuffled\" }}\nepochs = 3"),
    ] {
        let read = file("zero-out", &row).unwrap().unwrap();
        assert_eq!(asked(&read), asked(&notation), "{row}");
    }
    // The last batch may be smaller.
    let odd = file("zero-out", "sampling = { method = \"shuffle\", batch = 128, n = 59905 }")
        .unwrap()
        .unwrap();
    let one_more = Mechanism::parse(&text(469, "zero-out", "1")).unwrap();
    assert_eq!(asked(&odd), asked(&one_more));
    let refused = file("add-remove", &format!("{sampling} }}")).unwrap().unwrap_err();
    assert!(refused.contains("moves others into other batches"), "{refused}");
    for row in [
        format!("{sampling} }}\nepochs = 3\ncount = 3"),
        format!("{sampling} }}\nepochs = \"3/2\""),
        format!("{sampling}, rate = \"1/2\" }}"),
        "sampling = { method = \"shuffle\", batch = 9, n = 8 }".to_owned(),
        "sampling = { method = \"shuffle\", batch = 0, n = 8 }".to_owned(),
        "sampling = { method = \"shuffle\", batch = 3 }".to_owned(),
    ] {
        assert!(file("zero-out", &row).is_err(), "{row}");
    }
}

#[test]
fn what_has_no_pair_is_refused() {
    let gaussian = "mechanism=gaussian(sigma=1)";
    for (text, reason) in [
        (format!("shuffled-batches(batches=4, adjacency=add-remove, {gaussian})"), "moves others"),
        (
            "shuffled-batches(batches=4, adjacency=zero-out, mechanism=gdp(mu=1))".to_owned(),
            "gaussian noise",
        ),
        (
            "shuffled-batches(batches=4, adjacency=zero-out, mechanism=laplace(eps=1))".to_owned(),
            "gaussian noise",
        ),
        (
            format!("shuffled-batches(batches=4, adjacency=zero-out, {gaussian}^2)"),
            "gaussian noise",
        ),
        (
            format!("group(2, shuffled-batches(batches=4, adjacency=zero-out, {gaussian}))"),
            "one batch",
        ),
        (
            format!("poisson(1/2, shuffled-batches(batches=4, adjacency=zero-out, {gaussian}))"),
            "sample of shuffled",
        ),
    ] {
        let Err(Refusal::Unsupported { what, missing }) = Mechanism::parse(&text) else {
            panic!("{text} is read");
        };
        assert!(format!("{what}: {missing}").contains(reason), "{text}: {what}: {missing}");
    }
    // Neighbours that no step shares.
    let both = format!(
        "shuffled-batches(batches=4, adjacency=zero-out, {gaussian}) * shuffled-batches(batches=4, adjacency=replace-one, \
         {gaussian})"
    );
    let question = Question::of(&Mechanism::parse(&both).unwrap(), &delta("1"));
    let refused = ask(&question, &Options::default()).unwrap_err();
    assert!(refused.to_string().contains("different adjacencies"), "{refused}");
}
