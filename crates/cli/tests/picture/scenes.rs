//! Scenes as they are written and read.

use super::{named, rational, shown};
use dpcert::Options;
use dpcert_picture::{Kind, Scene, draw, regions};
use serde_json::{Value, json};

fn scene() -> Value {
    let mechanisms = named(&["laplace(eps=1)", "randomized-response(eps=ln(3))"]);
    let scene = shown(regions(&mechanisms, Kind::Region, &rational("1/10"), &Options::default(), || ()));
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

#[test]
fn wrong_scenes_are_told_why() {
    let change = |path: &str, value: Value| {
        let mut scene = scene();
        *scene.pointer_mut(path).unwrap() = value;
        scene.to_string()
    };
    for (text, reason) in [
        ("{".to_owned(), "this is no scene"),
        ("{}".to_owned(), "missing field `format`"),
        (change("/format", json!("dpcert-scene/2")), "the format is \"dpcert-scene/2\"; this program reads"),
        (change("/x/to", json!("0")), "the axis \"type I error (alpha)\" goes from 0 to 0"),
        (change("/x/scale", json!("logarithmic")), "goes from 0 to 1"),
        (change("/x/from", json!(0.5)), "invalid type: floating point"),
        (change("/x/from", json!("1/3")), "a coordinate is a decimal"),
        (change("/x/from", json!("1e99999999999999999999")), "is no decimal"),
        (change("/x/from", json!("NaN")), "a coordinate is a decimal"),
        (change("/layers/0/lower/1", json!(["0.9", "2"])), "a polyline goes from left to right, and falls"),
        (change("/layers/0/lower", json!([["0", "1"]])), "two vertices at least"),
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
    assert_eq!(draw::html(&scene).matches("<script>").count(), 1);
}
