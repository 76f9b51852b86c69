//! eps and delta over a parameter: each point is the answer to its own question.

use super::{certified, rational, shown};
use dpcert::Options;
use dpcert::exact::Rounding;
use dpcert::input::{Field, from_json};
use dpcert::quantity::table;
use dpcert_picture::{
    Coordinate, Drawn, Families, Mark, Operating, Other, Request, Scene, families,
};
use malachite::base::num::arithmetic::traits::Abs;
use malachite::rational::Rational;

fn request(json: &str) -> Result<Request, dpcert::Refusal> {
    let node = from_json(json).unwrap();
    Request::read(&Field { node: &node, path: "scene".into() })
}

fn drawn(json: &str) -> Scene {
    let request = request(json).unwrap_or_else(|error| panic!("{error}"));
    shown(request.scene(&Options { digits: 8, ..Options::default() }, || ()))
}

fn marks(scene: &Scene, layer: usize) -> &[Mark] {
    let Drawn::Marks { marks, .. } = &scene.layers[layer].drawn else { panic!("points") };
    marks
}

#[test]
fn points_are_answers_of_their_own() {
    let scene = drawn(
        r#"{"families": [{"name": "sampled", "mechanism": "poisson(1/10, gaussian(sigma=?))^5"}, "gaussian(sigma=?)"],
            "eps-at": "1e-5", "over": {"sigma": ["1", "4"]}, "points": 4}"#,
    );
    assert_eq!((scene.x.label.as_str(), scene.y.label.as_str()), ("sigma", "eps at delta = 1e-5"));
    for (layer, mechanism) in
        ["poisson(1/10, gaussian(sigma=AT))^5", "gaussian(sigma=AT)"].iter().enumerate()
    {
        let marks = marks(&scene, layer);
        let at: Vec<String> = marks.iter().map(|mark| mark.x.to_string()).collect();
        assert_eq!(at, ["1", "2", "3", "4"]);
        for mark in marks {
            let mechanism = mechanism.replace("AT", &mark.x.to_string());
            let (lo, hi) = certified(&mechanism, table::EPS, "1e-5");
            assert!(*mark.lower.value() <= hi && lo <= *mark.upper.value(), "{mechanism}");
            assert!(mark.upper.value() - mark.lower.value() < rational("1/100"), "{mechanism}");
        }
        assert!(marks.windows(2).all(|pair| pair[0].lower > pair[1].upper), "{mechanism}");
    }
}

/// The errors of tests rise with the noise. Those of one Gaussian are those of its closed form.
#[test]
fn errors_of_tests_are_drawn_over_a_parameter() {
    let scene = drawn(
        r#"{"families": ["poisson(1/10, gaussian(sigma=?))^5", "gaussian(sigma=?)"],
            "beta-at": "1/100", "over": {"sigma": ["1", "4"]}, "points": 4}"#,
    );
    assert_eq!(scene.y.label, "beta at alpha = 1/100");
    // All of it is near 1, and the axis shows it.
    let lowest = marks(&scene, 1).iter().map(|mark| mark.lower.value().clone()).min().unwrap();
    let (from, to) = (scene.y.from.value(), scene.y.to.value());
    assert!(
        *to <= 1 && *from <= lowest && lowest - from < (to - from) / rational("5"),
        "{from} {to}"
    );
    for (layer, mechanism) in
        ["poisson(1/10, gaussian(sigma=AT))^5", "gaussian(sigma=AT)"].iter().enumerate()
    {
        let marks = marks(&scene, layer);
        assert_eq!(marks.len(), 4);
        for mark in marks {
            let mechanism = mechanism.replace("AT", &mark.x.to_string());
            let (lo, hi) = certified(&mechanism, table::BETA, "1/100");
            assert!(*mark.lower.value() <= hi && lo <= *mark.upper.value(), "{mechanism}");
        }
        assert!(marks.windows(2).all(|pair| pair[0].upper < pair[1].lower), "{mechanism}");
    }
    // Phi(z - 1/sigma) for the quantile z of 0.99: by mpmath.
    for (at, truth) in [("1", "0.90763775193"), ("4", "0.98106910573")] {
        let marks = marks(&scene, 1);
        let mark = marks.iter().find(|mark| mark.x.to_string() == at).unwrap();
        let distance = (mark.lower.value() - rational(truth)).abs();
        assert!(distance < rational("1e-7"), "{at}: {} {truth}", mark.lower);
    }
}

/// A line joins the points, and takes the place of their symbols; over what is infinite there is none.
#[test]
fn a_line_joins_neighbours() {
    let lines = |json: &str| {
        let svg = dpcert_picture::draw::svg(&drawn(json));
        let document = roxmltree::Document::parse(&svg).unwrap();
        let all: Vec<_> = document.descendants().collect();
        let lines = all.iter().filter(|node| {
            node.attribute("class").is_some_and(|class| class.starts_with("line"))
                && node.attribute("d").is_some()
        });
        let bars = all.iter().filter(|node| node.attribute("data-mark").is_some()).count();
        let vertices: Vec<usize> =
            lines.map(|node| node.attribute("d").unwrap().split('L').count()).collect();
        (vertices, bars)
    };
    let over = r#""over": {"sigma": ["1", "4"]}, "points": 7"#;
    let one = format!(r#"{{"families": ["gaussian(sigma=?)"], "eps-at": "1e-5", {over}}}"#);
    // The bars are below the line where they are no higher.
    assert_eq!(lines(&one), (vec![7], 0));
    let wide = r#"{"families": ["noisy-max(noise=laplace, eps=?)^5"], "eps-at": "1e-5",
        "over": {"eps": ["1", "4"]}, "points": 7}"#;
    let (vertices, bars) = lines(wide);
    assert!(vertices == [bars] && bars >= 4, "{vertices:?}, {bars}");
    let marked =
        format!(r#"{{"families": ["gaussian(sigma=?)"], "eps-at": "1e-5", {over}, "at": "2"}}"#);
    assert_eq!(lines(&marked), (vec![7], 1));
}

/// Points are where the curve leaves its chords most: with few of them, at the steep end too, no
/// chord is more than a pixel from the truth in its middle, on the axes that are drawn.
#[test]
fn no_chord_is_far_from_the_truth() {
    for scale in [
        r#""scale": "linear""#,
        r#""scale": "logarithmic""#,
        r#""log-x": true"#,
        r#""log-y": true"#,
        r#""log-x": true, "log-y": true"#,
    ] {
        let json = format!(
            r#"{{"families": ["gaussian(sigma=?)"], "eps-at": "1e-5", {scale},
                "over": {{"sigma": ["0.5", "10"]}}, "points": 32}}"#
        );
        let scene = drawn(&json);
        let points = marks(&scene, 0);
        assert!(points.len() <= 32);
        for pair in points.windows(2) {
            let [left, right] = pair else { unreachable!() };
            let middle = (left.x.value() + right.x.value()) / Rational::from(2);
            let (lo, _) = certified(&format!("gaussian(sigma={middle})"), table::EPS, "1e-5");
            let place = |y: &Rational| {
                scene.y.position(&Coordinate::rounded(y, Rounding::Down), Rounding::Down)
            };
            let across = |x: &Rational| {
                scene.x.position(&Coordinate::rounded(x, Rounding::Down), Rounding::Down)
            };
            let [from, at, to] = [left.x.value(), &middle, right.x.value()].map(across);
            let [low, high] = [left.lower.value(), right.lower.value()].map(place);
            let steepness = ((&high - &low) / (&to - &from)).abs().max(Rational::from(1));
            let chord = &low + (high - &low) * (at - &from) / (to - from);
            let apart = (chord - place(&lo)).abs() / steepness;
            assert!(apart < Rational::from_unsigneds(1u32, 380u32), "{scale}, {middle}: {apart}");
        }
    }
}

/// The line passes through what is certified at the value of a claim: it is above the line exactly where
/// the legend says so.
#[test]
fn a_curve_is_certified_at_each_claim() {
    let request = request(
        r#"{"families": ["gaussian(sigma=?)"], "eps-at": "1e-5", "over": {"sigma": ["1", "4"]}, "points": 4}"#,
    );
    let Some(Other::Families(wanted)) = request.unwrap().other else { panic!("families") };
    let claim = Operating::new("m", [rational("1.3"), rational("3.3")]).unwrap();
    let wanted = Families { claimed: vec![claim], ..wanted };
    let scene = shown(families(&wanted, &Options::default(), &|| ()));
    let mark = marks(&scene, 0).iter().find(|mark| mark.x.to_string() == "1.3").unwrap();
    let (lo, hi) = certified("gaussian(sigma=1.3)", table::EPS, "1e-5");
    assert!(
        *mark.lower.value() <= hi
            && lo <= *mark.upper.value()
            && *mark.upper.value() < rational("3.3")
    );
    assert!(scene.layers.iter().any(|layer| layer.name.contains("above 1")), "{:?}", scene.layers);
}

/// The label of a marked value encloses it closely, also where both ends have a power of ten.
#[test]
fn labels_enclose_their_values() {
    for (sigma, at) in [("2", "4"), ("2.2", "4"), ("2.4", "4"), ("2.5", "4"), ("1", "1/2")] {
        let json = format!(
            r#"{{"families": ["gaussian(sigma=?)"], "delta-at": "{at}", "points": 3,
                "over": {{"sigma": ["1", "3"]}}, "at": "{sigma}"}}"#
        );
        let scene = drawn(&json);
        let mark = &marks(&scene, 1)[0];
        let ends = mark.label.trim_matches(['[', ']']).split_once(", ").unwrap();
        let (low, high) = (rational(ends.0), rational(ends.1));
        assert!(low <= *mark.lower.value() && *mark.upper.value() <= high, "{}", mark.label);
        assert!(&high - &low <= high / Rational::from(1000), "{}", mark.label);
        assert_eq!(ends.0.len(), ends.1.len(), "{}", mark.label);
    }
}

/// Counts are whole numbers, without duplicates, on either scale; delta is at an eps.
#[test]
fn counts_are_whole() {
    for (scale, expected) in
        [("linear", &["1", "2", "3", "4", "5"][..]), ("logarithmic", &["1", "2", "3", "4", "5"])]
    {
        let scene = drawn(&format!(
            r#"{{"families": ["laplace(eps=1/4)^?"], "delta-at": "1/2", "over": {{"count": ["1", "5"]}}, "points": 20,
                "scale": "{scale}"}}"#
        ));
        let at: Vec<String> = marks(&scene, 0).iter().map(|mark| mark.x.to_string()).collect();
        assert_eq!(at, expected, "{scale}");
        for mark in marks(&scene, 0) {
            let (lo, hi) = certified(&format!("laplace(eps=1/4)^{}", mark.x), table::DELTA, "1/2");
            assert!(*mark.lower.value() <= hi && lo <= *mark.upper.value(), "{}", mark.x);
        }
    }
}

/// What is infinite has no point, and is counted.
#[test]
fn infinite_values_are_counted() {
    let scene = drawn(
        r#"{"families": ["approx-dp(eps=1, delta=?)"], "eps-at": "1/10", "over": {"delta": ["0", "0.2"]}, "points": 10}"#,
    );
    // 0, 0.05 and 0.1 first, and more where the curve bends.
    assert!((3..=8).contains(&marks(&scene, 0).len()), "{}", marks(&scene, 0).len());
    assert!(
        scene.caption.ends_with("Not drawn: 2 points at which it is infinite."),
        "{}",
        scene.caption
    );
}

#[test]
fn wrong_sweeps_are_told_why() {
    for (json, reason) in [
        (
            r#"{"families": ["gaussian(sigma=?)"], "eps-at": "1e-5", "over": {"count": ["1", "4"]}}"#,
            "? is sigma, and count is swept",
        ),
        (
            r#"{"families": ["gaussian(sigma=1)"], "eps-at": "1e-5", "over": {"sigma": ["1", "4"]}}"#,
            "sigma is swept, and no mechanism has ? in its place",
        ),
        (
            r#"{"families": ["gaussian(sigma=?)"], "over": {"sigma": ["1", "4"]}}"#,
            "one question is expected",
        ),
        (
            r#"{"families": ["gaussian(sigma=?)"], "eps-at": "1e-5", "delta-at": "1", "over": {"sigma": ["1", "4"]}}"#,
            "one question is expected",
        ),
        (
            r#"{"families": ["gaussian(sigma=?)"], "delta-at": "1", "beta-at": "1/10", "over": {"sigma": ["1", "4"]}}"#,
            "one question is expected",
        ),
        (
            r#"{"families": ["gaussian(sigma=?)"], "beta-at": "2", "over": {"sigma": ["1", "4"]}}"#,
            "beta-at = 2 is not in [0, 1]",
        ),
        (
            r#"{"families": ["gaussian(sigma=?)"], "eps-at": "1e-5", "over": {"sigma": ["0", "4"]}, "scale": "logarithmic"}"#,
            "a logarithmic axis of sigma has no 0",
        ),
        (
            r#"{"families": ["gaussian(sigma=?)"], "eps-at": "x", "over": {"sigma": ["1", "4"]}}"#,
            "scene.eps-at",
        ),
        (
            r#"{"families": ["gaussian(sigma=?)"], "eps-at": "2", "over": {"sigma": ["1", "4"]}}"#,
            "eps-at = 2 is not in [0, 1]",
        ),
    ] {
        let error = match request(json) {
            Ok(request) => {
                request.scene(&Options::default(), || ()).err().map(|error| error.to_string())
            }
            Err(refusal) => Some(refusal.to_string()),
        };
        let error = error.unwrap_or_else(|| panic!("{json} is drawn"));
        assert!(error.contains(reason), "{json}: {error}");
    }
}

/// A mechanism without the parameter is a level: one answer, at both ends of the axis.
#[test]
fn a_mechanism_without_the_parameter_is_a_level() {
    let scene = drawn(
        r#"{"families": ["laplace(eps=1)", "gaussian(sigma=?)"], "eps-at": "1e-5",
            "over": {"sigma": ["1", "4"]}, "points": 7, "at": "2"}"#,
    );
    let level = marks(&scene, 0);
    let (lo, hi) = certified("laplace(eps=1)", table::EPS, "1e-5");
    let at: Vec<String> = level.iter().map(|mark| mark.x.to_string()).collect();
    assert_eq!(at, ["1", "4"]);
    for mark in level {
        assert!(*mark.lower.value() <= hi && lo <= *mark.upper.value(), "{}", mark.lower);
    }
    // The value is marked on the other one alone.
    assert_eq!(scene.layers.len(), 3);
    assert_eq!(scene.layers[2].name, "gaussian(sigma=?) at σ = 2");
}
