//! Compositions that tend to a Gaussian: each curve, the band of the theorem, and the limit.

use super::{Polyline, between, certified, numbers, rational, shown};
use dpcert::Options;
use dpcert::exact::literal;
use dpcert::quantity::table;
use dpcert_picture::{Convergence, Drawn, NotDrawn, Scene, Small, convergence, draw};
use malachite::rational::Rational;

const ALPHAS: [&str; 10] =
    ["0", "1/1000", "0.013", "1/17", "1/7", "0.31", "1/2", "0.77", "0.93", "1"];

fn picture(wanted: &Convergence) -> Result<Scene, NotDrawn> {
    let options = Options { digits: 8, ..Options::default() };
    convergence(wanted, &rational("1/100"), 24, &options, &|| ())
}

fn inert(alpha: &str) -> Small {
    Small::Inert(literal::parse(alpha).unwrap())
}

fn rate(rate: &str) -> Small {
    Small::Rate(rational(rate))
}

/// Each way to become small, with the start of the text of 40 such steps.
fn each() -> [(Small, &'static str); 4] {
    [
        (inert("0"), "approx-dp(eps=1/sqrt(40), delta=0)^40"),
        (inert("2/5"), "approx-dp-tv(eps=1/sqrt(24), "),
        (rate("1/4"), "approx-dp-tv(eps=exp((-1/4)*ln(40)), delta=0, eta=1/80*exp(1/4*ln(40)))"),
        (rate("1/2"), "approx-dp(eps=exp((-1/2)*ln(40)), delta=0)^40"),
    ]
}

fn wanted(small: Small) -> Convergence {
    Convergence {
        mu: literal::parse("1").unwrap(),
        small,
        counts: [2, 10, 40].map(|k: u64| k.try_into().unwrap()).to_vec(),
    }
}

fn curve(scene: &Scene, layer: usize) -> [Polyline; 2] {
    let Drawn::Function { lower, upper } = &scene.layers[layer].drawn else { panic!("a curve") };
    [numbers(lower), numbers(upper)]
}

/// The ends of a conclusion, computed by itself.
fn conclusion(scene: &Scene, alpha: &str, name: &str) -> (Rational, Rational) {
    use dpcert::exact::{Malachite, engine::DirectedFloat};
    use dpcert::theorem::{TvStep, berry_esseen};
    let asked = &scene.layers[0].question["theorem"];
    let number = |name: &str| literal::parse(asked[name].as_str().unwrap()).unwrap();
    let step =
        TvStep { eps: number("eps"), delta: literal::parse("0").unwrap(), eta: number("eta") };
    let k = asked["k"].as_str().unwrap().parse().unwrap();
    let conclusions = berry_esseen(&[(step, k)], &literal::parse(alpha).unwrap()).unwrap();
    let value = conclusions
        .iter()
        .find(|conclusion| conclusion.name == name)
        .unwrap()
        .value
        .enclose::<Malachite>(256);
    // A probability.
    (
        value.lower().to_rational().unwrap(),
        value.upper().to_rational().unwrap().min(Rational::from(1)),
    )
}

#[test]
fn curves_and_the_limit_are_in_their_bands() {
    for (small, start) in each() {
        let scene = shown(picture(&wanted(small)));
        assert_eq!(scene.layers.len(), 5);
        for layer in &scene.layers[1..] {
            let mechanism = layer.question["mechanism"].as_str().unwrap();
            let Drawn::Function { lower, upper } = &layer.drawn else { panic!("a curve") };
            for at in ALPHAS {
                let (lo, hi) = certified(mechanism, table::BETA, at);
                let (low, high) = between(&numbers(lower), &numbers(upper), &rational(at));
                assert!(
                    low <= hi && lo <= high,
                    "{mechanism}, {at}: [{lo}, {hi}] in [{low}, {high}]"
                );
            }
        }
        assert!(scene.layers[4].name.starts_with("the limit, which is not a bound: gdp(mu=1)"));
        let k40 = scene.layers[3].question["mechanism"].as_str().unwrap();
        assert!(k40.starts_with(start), "{k40}");
    }
}

/// A wide band has a line on both of its edges, and a curve has one.
#[test]
fn wide_bands_have_two_lines() {
    let svg = draw::svg(&shown(picture(&wanted(inert("0")))));
    let lines = |layer: usize| svg.matches(&format!("class=\"line c{layer}\"")).count();
    assert_eq!([lines(0), lines(1), lines(4)], [2, 1, 1]);
}

/// The band contains both ends of the theorem wherever one asks, and is not much wider.
#[test]
fn the_band_contains_that_of_the_theorem() {
    for (small, _) in each() {
        let scene = shown(picture(&wanted(small)));
        let [lower, upper] = curve(&scene, 0);
        let mechanism = scene.layers[3].question["mechanism"].as_str().unwrap();
        for at in ALPHAS {
            let (low, high) = between(&lower, &upper, &rational(at));
            let (below, above) =
                (conclusion(&scene, at, "beta-lower"), conclusion(&scene, at, "beta-upper"));
            assert!(
                low <= below.0 && above.1 <= high,
                "{at}: {below:?}, {above:?} in [{low}, {high}]"
            );
            assert!(
                &below.0 - &low < rational("1/10") && &high - &above.1 < rational("1/10"),
                "{at}: [{low}, {high}]"
            );
            let (lo, hi) = certified(mechanism, table::BETA, at);
            assert!(low <= lo && hi <= high, "{at}: {mechanism} is outside");
        }
    }
}

/// The curves come nearer to the limit.
#[test]
fn more_steps_are_nearer_to_the_limit() {
    for (small, _) in each() {
        let scene = shown(picture(&wanted(small)));
        let apart = |layer: usize| {
            let mechanism = scene.layers[layer].question["mechanism"].as_str().unwrap();
            let at = |at: &str| {
                let ((low, high), (limit, _)) = (
                    certified(mechanism, table::BETA, at),
                    certified("gdp(mu=1)", table::BETA, at),
                );
                (&limit - low).max(high - limit)
            };
            ALPHAS.map(at).into_iter().max().unwrap()
        };
        assert!(apart(1) > apart(2) && apart(2) > apart(3), "{}", scene.layers[1].name);
    }
}

/// A rate keeps the sum of `eps eta` at `mu^2/2`, but where this is more than eps-DP allows.
#[test]
fn steps_with_a_rate_have_the_sum_of_the_limit() {
    let named = |c: &str, k: u64| {
        let counts = vec![k.try_into().unwrap()];
        let scene = shown(picture(&Convergence { counts, ..wanted(rate(c)) }));
        scene.layers[1].name.clone()
    };
    // eps = 1/16^(1/4) = 1/2 and eta = 1/16: 16 eps eta = 1/2.
    assert_eq!(named("1/4", 16), "approx-dp-tv(eps=1/2, delta=0, eta=1/16)^16");
    assert_eq!(named("1/3", 64), "approx-dp-tv(eps=1/4, delta=0, eta=1/32)^64");
    assert_eq!(named("1/3", 1), "approx-dp(eps=1, delta=0)^1");
}

/// The sliders of the page end in no error.
#[test]
fn the_ends_of_the_sliders_are_drawn() {
    for mu in ["1/10", "5"] {
        for small in [inert("0"), inert("19/20"), rate("1/20"), rate("1/2")] {
            let counts = [2, 10, 50].map(|k: u64| k.try_into().unwrap()).to_vec();
            let mu = literal::parse(mu).unwrap();
            shown(picture(&Convergence { mu, small, counts }));
        }
    }
}

#[test]
fn steps_outside_their_domain_are_refused() {
    for (mu, small, reason) in [
        ("-1", inert("0"), "mu = -1"),
        ("0", inert("0"), "mu = 0"),
        ("1", inert("2"), "alpha = 2"),
        ("1", inert("1"), "alpha = 1"),
        ("1", rate("0"), "rate = 0"),
        ("1", rate("501/1000"), "rate = 501/1000"),
    ] {
        let wanted = Convergence { mu: literal::parse(mu).unwrap(), ..wanted(small) };
        let error = picture(&wanted).expect_err(reason).to_string();
        assert!(error.contains(reason), "{mu}: {error}");
    }
}
