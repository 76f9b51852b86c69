//! Compositions on a lattice: the points are delta_j, and the curves through them contain delta
//! everywhere.

use super::{Polyline, between, certified, named, numbers, rational, shown};
use dpcert::exact::literal;
use dpcert::quantity::table;
use dpcert::{Options, Real};
use dpcert_picture::{Deltas, Drawn, Mark, Scale, Scene, deltas, draw};
use malachite::rational::Rational;

const FIGURE_4: [&str; 2] =
    ["approx-dp(eps=1, delta=0)^5", "approx-dp-tv(eps=1, delta=0, alpha=3/10)^5"];

fn scene(mechanisms: &[&str], least: Option<&str>, points: u32) -> Scene {
    let wanted = Deltas { least: least.map(rational), points };
    shown(deltas(&named(mechanisms), &wanted, &Options::default(), &|| ()))
}

fn marks(scene: &Scene, layer: usize) -> &[Mark] {
    let Drawn::Marks { marks, .. } = &scene.layers[layer].drawn else { panic!("points") };
    marks
}

fn curve(scene: &Scene, layer: usize) -> [Polyline; 2] {
    let Drawn::Function { lower, upper } = &scene.layers[layer].drawn else { panic!("a curve") };
    [numbers(lower), numbers(upper)]
}

/// Each point is where its label says, and contains what lies between the deltas that are asked for
/// on both sides of it.
#[test]
fn points_are_the_deltas_of_the_lattice() {
    let mechanisms = [
        FIGURE_4[0],
        FIGURE_4[1],
        "randomized-response(eps=ln(3))^4",
        "compose(mechanisms=[approx-dp(eps=1/2, delta=1e-3)^2, approx-dp-tv(eps=1, delta=0, eta=1/5)])",
        "approx-dp(eps=1/sqrt(10), delta=0)^10",
    ];
    for mechanism in mechanisms {
        let scene = scene(&[mechanism], None, 2);
        for mark in marks(&scene, 1) {
            let (_, eps) = mark.label.split_once(" at eps = ").unwrap();
            let (left, right) = (mark.x.value().clone(), mark.x.value() + rational("1e-8"));
            let eps = literal::parse(eps).unwrap();
            let side = |x: &Rational| eps.compare(&Real::from(x.clone())).unwrap();
            assert!(side(&left).is_ge() && side(&right).is_lt(), "{mechanism}, {}", mark.label);
            let delta = |eps: &Rational| certified(mechanism, table::DELTA, &eps.to_string());
            let (above, below) = (delta(&left).1, delta(&right).0);
            let (lower, upper) = (mark.lower.value(), mark.upper.value());
            assert!(
                below <= *upper && *lower <= above,
                "{mechanism}, {}: [{lower}, {upper}]",
                mark.label
            );
            assert!(
                upper - lower <= rational("1e-9") && above - below <= rational("1e-7"),
                "{}",
                mark.label
            );
        }
        let count = marks(&scene, 1).len();
        assert_eq!(marks(&scene, 1)[count - 1].x.value(), scene.x.to.value(), "{mechanism}");
    }
}

/// Rational masses are exact.
#[test]
fn exact_deltas_stay_exact() {
    let scene = scene(&["approx-dp(eps=ln(2), delta=1/10)^3"], None, 4);
    let last = marks(&scene, 1).last().unwrap();
    // 1 - (9/10)^3.
    assert_eq!(
        (last.lower.to_string().as_str(), last.upper.to_string().as_str()),
        ("0.271", "0.271")
    );
}

#[test]
fn curves_go_through_the_points() {
    let scene = scene(&FIGURE_4, None, 32);
    assert_eq!(scene.layers.len(), 4);
    for (layer, mechanism) in FIGURE_4.into_iter().enumerate() {
        let [lower, upper] = curve(&scene, layer);
        for at in ["0", "0.001", "0.5", "1", "1.7", "2.2", "3.9", "4.5", "5"] {
            let (lo, hi) = certified(mechanism, table::DELTA, at);
            let (low, high) = between(&lower, &upper, &rational(at));
            assert!(low <= lo && hi <= high, "{mechanism}, {at}: [{lo}, {hi}] in [{low}, {high}]");
            assert!(&high - &low < rational("1/50"), "{mechanism}, {at}: a wide band");
        }
        for mark in marks(&scene, 2 + layer) {
            let (low, high) = between(&lower, &upper, mark.x.value());
            assert!(low <= *mark.lower.value() && *mark.upper.value() <= high, "{}", mark.label);
        }
    }
    // Ghazi & Issa: less total variation, less delta.
    let pairs = marks(&scene, 2).iter().zip(marks(&scene, 3));
    assert!(pairs.take(5).all(|(without, with)| with.upper < without.lower));
}

/// The bar and the symbol of each point that is inside of the axes; a delta of 0 has no place on a
/// logarithmic one.
#[test]
fn points_are_drawn() {
    let scene = scene(&FIGURE_4, Some("1e-6"), 8);
    assert_eq!(scene.y.scale, Scale::Logarithmic);
    let svg = draw::svg(&scene);
    let document = roxmltree::Document::parse(&svg).unwrap();
    let bars = document.descendants().filter(|node| node.attribute("data-mark").is_some()).count();
    assert_eq!(bars, 10, "{svg}");
    let terminal = draw::terminal(&scene, 80);
    assert!(terminal.contains("▲ δⱼ of approx-dp(eps=1, delta=0)^5"), "{terminal}");
    let csv = draw::csv(&scene);
    assert!(csv.contains(",upper,5,0,\"delta_5 at eps = 5\"\n"), "{csv}");
}

#[test]
fn what_has_no_lattice_is_refused() {
    let wanted = Deltas { least: None, points: 8 };
    for (mechanism, reason) in [
        ("gdp(mu=1)", "infinitely many likelihood ratios"),
        (
            "compose(mechanisms=[approx-dp(eps=1, delta=0), approx-dp(eps=ln(2), delta=0)])",
            "lattice",
        ),
    ] {
        let error = deltas(&named(&[mechanism]), &wanted, &Options::default(), &|| ())
            .expect_err(mechanism);
        assert_eq!(error.mechanism, mechanism);
        assert!(error.to_string().contains(reason), "{error}");
    }
    // Nothing is released: one point, and an axis all the same.
    let scene = scene(&["approx-dp(eps=0, delta=1/4)^2"], None, 8);
    assert!(marks(&scene, 1).iter().all(|mark| *mark.x.value() == 0), "{scene:?}");
}
