//! Scenes as they are written and read.

use super::{named, rational, shown};
use dpcert::Options;
use dpcert::tradeoff::Gap;
use dpcert_picture::{Kind, Scene, draw, regions};
use serde_json::{Value, json};

fn scene() -> Value {
    let mechanisms = named(&["laplace(eps=1)", "randomized-response(eps=ln(3))"]);
    let scene = shown(regions(
        &mechanisms,
        Kind::Region,
        &Gap::absolute(rational("1/10")),
        &Options::default(),
        &|| (),
    ));
    serde_json::to_value(scene).unwrap()
}

#[test]
fn scenes_are_read_as_they_are_written() {
    let value = scene();
    assert_eq!(value["layers"][1]["lower"], json!([["0", "1"], ["0.25", "0.25"], ["1", "0"]]));
    assert_eq!(value["layers"][1]["question"]["mechanism"], "randomized-response(eps=ln(3))");
    let read = Scene::read(&value.to_string()).unwrap();
    assert_eq!(serde_json::to_value(&read).unwrap(), value);
    // Without a font, a style or a script from elsewhere.
    let (svg, html) = (draw::svg(&read), draw::html(&read));
    let outside = |text: &str| text.replace("http://www.w3.org/2000/svg", "").contains("http");
    assert!(!outside(&svg) && !outside(&html), "{svg}");
    assert!(draw::csv(&read).contains("\n\"randomized-response(eps=ln(3))\",upper,0.25,0.25,\n"));
}

/// The numbers of a part are those of the lines that pass through it, and days are those of the
/// calendar.
#[test]
fn numbers_are_those_of_the_axis() {
    let mut part = scene();
    part["x"]["from"] = json!("0.3");
    part["x"]["to"] = json!("0.6");
    let rows = |value: &Value| draw::csv(&Scene::read(&value.to_string()).unwrap());
    let name = "\"randomized-response(eps=ln(3))\"";
    let of_it = |csv: &str| -> Vec<String> {
        let rows = csv.lines().filter_map(|row| row.strip_prefix(name));
        rows.filter_map(|row| row.strip_prefix(",lower,")).map(str::to_owned).collect()
    };
    assert_eq!(of_it(&rows(&scene())), ["0,1,", "0.25,0.25,", "1,0,"]);
    assert_eq!(of_it(&rows(&part)), ["0.25,0.25,", "1,0,"]);
    let mut dated = scene();
    dated["x"]["since"] = json!("2026-02-28");
    assert_eq!(
        of_it(&rows(&dated)),
        ["2026-02-28,1,", "0.25,0.25,", "2026-03-01,0,"],
        "what is between two days is a number"
    );
}

#[test]
fn wrong_scenes_are_told_why() {
    let change = |path: &str, value: Value| {
        let mut scene = scene();
        *scene.pointer_mut(path).unwrap() = value;
        scene.to_string()
    };
    for (text, reason) in [
        ("{".to_owned(), "this is not a scene"),
        ("{}".to_owned(), "missing field `format`"),
        (
            change("/format", json!("dpcert-scene/2")),
            "the format is \"dpcert-scene/2\"; this program reads",
        ),
        (change("/x/to", json!("0")), "the axis \"type I error (alpha)\" goes from 0 to 0"),
        (change("/x/scale", json!("logarithmic")), "goes from 0 to 1"),
        (change("/x/from", json!(0.5)), "invalid type: floating point"),
        (change("/x/from", json!("1/3")), "a coordinate must be a decimal"),
        (change("/x/from", json!("1e99999999999999999999")), "is not a decimal"),
        (change("/x/from", json!("NaN")), "a coordinate must be a decimal"),
        (
            change("/layers/0/lower/1", json!(["0.9", "2"])),
            "a polyline goes from left to right, and falls",
        ),
        (change("/layers/0/lower", json!([["0", "1"]])), "at least two vertices"),
        (change("/layers/0/kind", json!("spline")), "unknown variant `spline`"),
        (change("/layers/0/certified", json!({})), "missing field"),
    ] {
        let error = Scene::read(&text).expect_err(reason).to_string();
        assert!(error.contains(reason), "{reason}: {error}");
    }
}

/// Names are text, whatever stands in them.
#[test]
fn names_are_not_read_as_markup() {
    let mut scene = scene();
    let name = "</script><script>alert(1)</script> & \"quotes\"";
    scene["layers"][0]["name"] = json!(name);
    scene["title"] = json!(name);
    let scene = Scene::read(&scene.to_string()).unwrap();
    let svg = draw::svg(&scene);
    let document = roxmltree::Document::parse(&svg).unwrap();
    assert!(document.descendants().any(|node| node.text() == Some(name)));
    assert_eq!(draw::html(&scene).matches("<script").count(), 2);
}

/// Whatever is asked for, what is drawn can be written and read again; or it is said why nothing
/// is.
#[test]
fn what_is_drawn_can_be_read_again() {
    let drawn = |json: &str| {
        let node = dpcert::input::from_json(json).unwrap();
        let field = dpcert::input::Field { node: &node, path: "scene".to_owned() };
        let request =
            dpcert_picture::Request::read(&field).unwrap_or_else(|error| panic!("{json}: {error}"));
        request.scene(&Options::default(), || ())
    };
    for json in [
        r#"{"show": "profiles", "mechanisms": ["gdp(mu=1)"], "eps-to": "1e-12", "points": 4}"#,
        r#"{"show": "deltas", "mechanisms": ["approx-dp(eps=1e-12, delta=0)^5"], "points": 4}"#,
        r#"{"show": "log-profiles", "mechanisms": ["gdp(mu=1/1000)"], "least": "0.5", "eps-to": "1", "points": 4}"#,
        r#"{"show": "trade-offs", "mechanisms": ["gdp(mu=30)"]}"#,
        r#"{"show": "trade-offs", "mechanisms": ["gdp(mu=1)"], "gap": "1e-6"}"#,
        r#"{"convergence": {"mu": "200", "steps": ["1"]}, "points": 4}"#,
        r#"{"utility": {"name": "laplace-noise"}, "over": {"scale": ["1e-200", "1e200"]}, "scale": "logarithmic", "points": 4}"#,
    ] {
        let scene = drawn(json).unwrap_or_else(|error| panic!("{json}: {error}"));
        let written = serde_json::to_string(&scene).unwrap();
        let read = Scene::read(&written).unwrap_or_else(|error| panic!("{json}: {error}"));
        assert_eq!(read, scene, "{json}");
        assert!(draw::svg(&scene).len() > 1000);
    }
    let error = drawn(r#"{"show": "deltas", "mechanisms": ["approx-dp(eps=1e12, delta=0)^2"]}"#)
        .unwrap_err();
    assert!(error.to_string().contains("eps is drawn up to 2000"), "{error}");
    // The curve of both orders of neighbours is not what `beta` is about.
    let sampled =
        "subsample(method=poisson, rate=1/10, adjacency=add-remove, mechanism=gaussian(sigma=1/2))";
    for (mechanism, is_said) in [(sampled, true), ("gdp(mu=1)", false)] {
        let scene = drawn(&format!(r#"{{"mechanisms": ["{mechanism}"], "gap": "1/50"}}"#)).unwrap();
        assert_eq!(scene.caption.contains("convex hull of both"), is_said, "{}", scene.caption);
    }
}
