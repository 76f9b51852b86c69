//! ROC curves, and the operating points of tests beside them.

use super::{
    LEVELS, MECHANISMS, assert_between, between, certified, of_tests, paths, plot, polylines,
    rational, shown,
};
use dpcert::exact::Rounding;
use dpcert::input::{Field, from_json};
use dpcert::quantity::table;
use dpcert::{Options, Refusal};
use dpcert_picture::{Coordinate, Drawn, Kind, Request, Scene, Show, draw};
use malachite::rational::Rational;

fn read(json: &str) -> Result<Scene, Refusal> {
    let node = from_json(json).unwrap();
    let request = Request::read(&Field { node: &node, path: "scene".into() })?;
    Ok(shown(request.scene(&Options::default(), || ())))
}

/// At each false positive rate the true one is what is left of the type II error.
#[test]
fn polylines_contain_the_power_of_the_best_test() {
    for mechanism in MECHANISMS {
        let scene = of_tests(mechanism, Kind::Roc, "1/50");
        let [lower, upper] = polylines(&scene);
        for at in LEVELS {
            let (low, high) = between(&lower, &upper, &rational(at));
            let (lo, hi) = certified(mechanism, table::BETA, at);
            let power = (Rational::from(1) - hi, Rational::from(1) - lo);
            assert_between([&low, &high], power, mechanism);
        }
        // On paper too, from one corner to the other.
        let svg = draw::svg(&scene);
        let [left, top, width, height] = plot(&svg);
        let [(_, below, above)] = paths(&svg).try_into().unwrap();
        for at in ["1/1000", "1/17", "1/4", "3/5", "9/10"] {
            let (lo, hi) = certified(mechanism, table::BETA, at);
            let (low, high) = between(&above, &below, &(&left + rational(at) * &width));
            let place = |beta: Rational| &top + beta * &height;
            let near = rational("0.02");
            assert!(low - &near <= place(hi) && place(lo) <= high + &near, "{mechanism}, {at}");
        }
    }
}

/// Few false positives: both axes begin where they are asked to.
#[test]
fn logarithmic_curves_contain_the_truth() {
    for mechanism in ["gaussian(sigma=1)", "laplace(eps=2)", "approx-dp(eps=1, delta=1/50)^2"] {
        let scene = read(&format!(
            r#"{{"show": "roc", "mechanisms": ["{mechanism}"], "log-x": true, "log-y": true, "x": ["1e-5", "1"]}}"#
        ))
        .unwrap();
        assert_eq!(
            (scene.x.from.to_string(), scene.y.from.to_string()),
            ("0.00001".into(), "0.00001".into())
        );
        let svg = draw::svg(&scene);
        let [left, top, width, height] = plot(&svg);
        let [(_, lower, upper)] = paths(&svg).try_into().unwrap();
        for at in ["0.00002", "0.0004", "0.03", "0.3", "0.75"] {
            let (lo, hi) = certified(mechanism, table::BETA, at);
            let number = Coordinate::rounded(&rational(at), Rounding::Down);
            let x = &left + scene.x.position(&number, Rounding::Down) * &width;
            let (high, low) = between(&upper, &lower, &x);
            let place = |y: Rational, rounding| {
                let y = scene.y.position(&Coordinate::rounded(&y, rounding), rounding);
                &top + &height - y * &height
            };
            let one = Rational::from(1);
            let (lo, hi) = (place(&one - hi, Rounding::Up), place(one - lo, Rounding::Down));
            let near = rational("0.02");
            assert!(&low + &near >= lo, "{mechanism}, {at}: {low} is above {lo}");
            assert!(&high - &near <= hi, "{mechanism}, {at}: {high} is below {hi}");
            assert!(&low - &high < 2, "{mechanism}, {at}: a band of {}", &low - &high);
        }
    }
}

/// The legend says what the exact polygon of randomised response says: f(0.1) = 0.7, and
/// `f(alpha) = (1 - alpha) / 3` from 1/4 on.
#[test]
fn points_are_outside_or_inside() {
    for (show, [x, y], said) in [
        ("regions", ["0.1", "0.69"], "outside of 1; inside of 2"),
        ("regions", ["0.1", "0.7"], "inside of 1, 2"),
        ("regions", ["0.1", "0.99"], "outside of 1, 2"),
        ("regions", ["0.4", "0.2"], "inside of 1, 2"),
        ("regions", ["0.4", "0.19999"], "outside of 1; inside of 2"),
        ("regions", ["0", "1"], "inside of 1, 2"),
        ("regions", ["0", "0"], "outside of 1, 2"),
        ("trade-offs", ["0.1", "0.69"], "outside of 1; inside of 2"),
        ("trade-offs", ["0.1", "0.99"], "outside of 1, 2"),
        ("roc", ["0.1", "0.31"], "outside of 1; inside of 2"),
        ("roc", ["0.1", "0.3"], "inside of 1, 2"),
        ("roc", ["0.1", "0.01"], "outside of 1, 2"),
    ] {
        let scene = read(&format!(
            r#"{{"show": "{show}", "mechanisms": ["randomized-response(eps=ln(3))", "randomized-response(eps=ln(9))"],
                "marks": [{{"name": "attack", "at": ["{x}", "{y}"]}}]}}"#
        ))
        .unwrap();
        let layer = &scene.layers[2];
        assert_eq!(layer.name, format!("attack: {said}"), "{show}, {x}, {y}");
        let Drawn::Marks { marks, .. } = &layer.drawn else { panic!("a point") };
        assert_eq!((marks[0].x.to_string(), marks[0].label.as_str()), (x.to_owned(), "attack"));
        let ends = match show {
            "roc" => "No test has the rates of a point that is outside of a curve.",
            "trade-offs" => "No test has the errors of a point that is outside of a curve.",
            _ => "No test has the errors of a point outside of a region.",
        };
        assert!(scene.caption.ends_with(ends), "{}", scene.caption);
    }
    // Between the polygons around a curve nothing is said.
    let near = read(
        r#"{"show": "roc", "mechanisms": ["gdp(mu=1)"], "gap": "0.2", "marks": [{"name": "a", "at": ["0.2", "0.56"]}]}"#,
    );
    assert_eq!(near.unwrap().layers[1].name, "a: in the band of 1");
}

/// delta of randomised response with `e^eps = 3` is 1/2 at 0 and 0 from eps = ln(3) on, and between
/// them `(3 - g) / 4`.
#[test]
fn points_are_on_above_or_below_profiles() {
    for (at, said) in [
        (["0", "0.5"], "on 1"),
        (["0", "0.5001"], "above 1"),
        (["0", "0.4999"], "below 1"),
        (["1.1", "0"], "on 1"),
        (["1.1", "0.01"], "above 1"),
        (["1.09", "0"], "below 1"),
        // (3 - 2^(1/2)) / 4 is 0.39644660940672...
        (["0.34657359027997265", "0.396446609"], "below 1"),
        (["0.34657359027997265", "0.39644661"], "above 1"),
    ] {
        for show in ["profiles", "log-profiles"] {
            let scene = read(&format!(
                r#"{{"show": "{show}", "mechanisms": ["randomized-response(eps=ln(3))"], "points": 4,
                    "marks": [{{"name": "claim", "at": ["{}", "{}"]}}]}}"#,
                at[0], at[1]
            ));
            assert_eq!(scene.unwrap().layers[1].name, format!("claim: {said}"), "{show}, {at:?}");
        }
    }
}

#[test]
fn wrong_points_are_told_why() {
    for (show, marks, reason) in [
        ("profiles", r#"[{"name": "a", "at": ["2", "1.2"]}]"#, "1.2 is above 1, which no delta is"),
        ("deltas", r#"[{"name": "a", "at": ["0.1", "0.2"]}]"#, "this picture has no points"),
        ("roc", r#"[{"name": "a", "at": ["0.1"]}]"#, "two coordinates are expected"),
        ("roc", r#"[{"name": "a", "at": ["0.1", "1.2"]}]"#, "1.2 is above 1, which no error"),
        ("roc", r#"[{"name": "a", "at": ["0.1", "1/3"]}]"#, "1/3 is not a decimal from 0 on"),
        ("roc", r#"[{"at": ["0.1", "1"]}]"#, "name"),
    ] {
        let json =
            format!(r#"{{"show": "{show}", "mechanisms": ["gdp(mu=1)"], "marks": {marks}}}"#);
        let error = read(&json).unwrap_err().to_string();
        assert!(error.contains(reason), "{marks}: {error}");
    }
    assert!(Show::Roc.has_marks() && Show::Profiles.has_marks() && !Show::Deltas.has_marks());
}
