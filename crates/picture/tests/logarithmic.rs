//! Logarithmic axes: what is drawn contains the truth, and is no thicker than a line.

use super::profiles::{distance, float, places};
use super::{certified, heights, named, paths, plot, rational};
use dpcert::exact::Rounding;
use dpcert::input::{Field, from_json};
use dpcert::quantity::table;
use dpcert::{Options, Refusal};
use dpcert_picture::{Coordinate, Logarithmic, Request, Scene, Show, draw};

fn drawn(mechanism: &str, show: Show, x: bool, y: bool) -> Scene {
    let request = Request {
        show,
        mechanisms: named(&[mechanism]),
        logarithmic: Logarithmic { x, y },
        ..Request::default()
    };
    let scene = request.scene(&Options::default(), || ()).unwrap_or_else(|e| panic!("{e}"));
    scene.check().unwrap();
    scene
}

#[test]
fn drawings_contain_the_truth() {
    for mechanism in ["gaussian(sigma=1)", "laplace(eps=2)", "approx-dp(eps=1, delta=1/50)^2"] {
        for (show, quantity, at) in [
            (Show::TradeOffs, table::BETA, ["0.0012", "0.03", "0.3", "0.75"]),
            (Show::Profiles, table::DELTA, ["0.011", "0.1", "0.5", "1.3"]),
        ] {
            for (x, y) in [(true, false), (true, true)] {
                let scene = drawn(mechanism, show, x, y);
                let svg = draw::svg(&scene);
                let [left, top, width, height] = plot(&svg);
                let [(_, lower, upper)] = paths(&svg).try_into().unwrap();
                let place = |y: &_, rounding| {
                    let y = scene.y.position(&Coordinate::rounded(y, rounding), rounding);
                    &top + &height - y * &height
                };
                for at in at {
                    let what = format!("{mechanism}, {show:?}, {x}, {y}, {at}");
                    let (lo, hi) = certified(mechanism, quantity, at);
                    let number = Coordinate::rounded(&rational(at), Rounding::Down);
                    let x = &left + scene.x.position(&number, Rounding::Down) * &width;
                    let (low, high) = (heights(&lower, &x), heights(&upper, &x));
                    let (low, high) = (low.iter().max().unwrap(), high.iter().min().unwrap());
                    // The place itself is rounded to a hundredth of a pixel.
                    let near = rational("0.02");
                    assert!(low + &near >= place(&lo, Rounding::Up), "{what}: {low}");
                    assert!(high - &near <= place(&hi, Rounding::Down), "{what}: {high}");
                }
                let [lower, upper] = [&lower, &upper].map(|polyline| places(polyline));
                let [left, top, width, height] = [left, top, width, height].map(|x| float(&x));
                let other = [&[(left, top)], lower.as_slice()].concat();
                for place in &upper {
                    // Where an edge cuts the band, its sides may end at different places of it.
                    let is_inside = place.1 < top + height - 2.0 && place.0 < left + width - 2.0;
                    let apart = distance(*place, &other);
                    assert!(
                        !is_inside || apart < 3.0,
                        "{mechanism}, {show:?}, {x}, {y}: {apart} at {place:?}"
                    );
                }
            }
        }
    }
}

#[test]
fn axes_are_requested_by_name() {
    let read = |json: &str| -> Result<Scene, Refusal> {
        let node = from_json(json).unwrap();
        let request = Request::read(&Field { node: &node, path: "scene".into() })?;
        request.scene(&Options::default(), || ()).map_err(|error| *error.refusal)
    };
    let scene = |show: &str, rest: &str| {
        read(&format!(r#"{{"show": "{show}", "mechanisms": ["laplace(eps=1)"], {rest}}}"#))
    };
    let both = scene("trade-offs", r#""log-x": true, "log-y": true, "x": ["1e-6", "1"]"#).unwrap();
    let ends = |axis: &dpcert_picture::Axis| format!("{:?} {} {}", axis.scale, axis.from, axis.to);
    assert_eq!(ends(&both.x), "Logarithmic 0.000001 1");
    assert_eq!(ends(&both.y), "Logarithmic 0.001 1");
    // Named otherwise, a logarithmic profile is the same picture.
    assert_eq!(
        scene("profiles", r#""log-y": true"#).unwrap(),
        scene("log-profiles", r#""log-x": false"#).unwrap()
    );
    for (show, rest, message) in [
        ("regions", r#""log-x": true"#, "its curves are mirrored"),
        ("trade-offs", r#""log-x": true, "x": ["0", "1"]"#, "does not begin at 0"),
        ("trade-offs", r#""log-y": true, "y": ["0", "1"]"#, "does not begin at 0"),
        ("trade-offs", r#""log-y": 1"#, "log-y"),
    ] {
        let refused = scene(show, rest).unwrap_err().to_string();
        assert!(refused.contains(message), "{rest}: {refused}");
    }
}
