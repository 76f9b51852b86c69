//! Logarithmic axes: what is drawn contains the truth, and is no thicker than a line.

#![expect(clippy::float_arithmetic, reason = "pixels of a drawing, and polygons at hand")]

use super::profiles::{distance, float, places};
use super::{certified, heights, named, paths, plot, rational};
use dpcert::exact::Rounding;
use dpcert::input::{Field, from_json};
use dpcert::quantity::table;
use dpcert::{Options, Refusal};
use dpcert_picture::{Coordinate, Logarithmic, Request, Scene, Show, draw};
use serde_json::json;

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
                // A trade-off function is a polygon, or between two that are a thousandth apart; where
                // heights are logarithmic, 5e-3 of the height, which is a third of a pixel.
                let most = match show {
                    Show::TradeOffs if y => 0.34,
                    Show::TradeOffs => 0.5,
                    _ => 3.0,
                };
                for place in &upper {
                    // Where an edge cuts the band, its sides may end at different places of it.
                    let is_inside = place.1 < top + height - 2.0 && place.0 < left + width - 2.0;
                    let apart = distance(*place, &other);
                    assert!(
                        !is_inside || apart < most,
                        "{mechanism}, {show:?}, {x}, {y}: {apart} at {place:?}"
                    );
                }
            }
        }
    }
}

/// A scene with one polygon as both of its polylines, on logarithmic axes.
fn polygon(
    kind: &str,
    vertices: &[(f64, f64)],
    axes: [(bool, f64, f64); 2],
) -> (Scene, [Vec<(f64, f64)>; 2]) {
    band(kind, [vertices; 2], axes)
}

/// The same with a polygon for each of them.
fn band(
    kind: &str,
    polygons: [&[(f64, f64)]; 2],
    axes: [(bool, f64, f64); 2],
) -> (Scene, [Vec<(f64, f64)>; 2]) {
    let axis = |(_, from, to): (bool, f64, f64)| json!({"label": "", "scale": "linear", "from": from.to_string(), "to": to.to_string()});
    let [lower, upper] = polygons.map(|polygon| -> Vec<[String; 2]> {
        polygon.iter().map(|(x, y)| [x.to_string(), y.to_string()]).collect()
    });
    let drawn = json!({"name": "f", "certified": {"method": "", "engine": "", "tight": true},
        "kind": kind, "lower": lower, "upper": upper});
    let scene = json!({"format": "dpcert-scene/1", "title": "", "caption": "f.", "layers": [drawn],
        "x": axis(axes[0]), "y": axis(axes[1])});
    let mut scene = Scene::read(&scene.to_string()).unwrap();
    Logarithmic { x: axes[0].0, y: axes[1].0 }.apply(&mut scene).unwrap();
    scene.check().unwrap();
    let polylines = super::polylines(&scene).map(|polyline| places(&polyline));
    (scene, polylines)
}

/// The height at a place, where both coordinates are first mapped; the nearer one to `worst` where
/// there are two.
fn at(
    polyline: &[(f64, f64)],
    x: f64,
    maps: [fn(f64) -> f64; 2],
    worst: fn(f64, f64) -> f64,
) -> Option<f64> {
    let segments = polyline.windows(2).filter_map(|pair| {
        let [(a, b), (c, d)] = *pair else { unreachable!() };
        if !(a <= x && x <= c) {
            return None;
        }
        let [across, down] = maps;
        let share = if a == c { 0.0 } else { (across(x) - across(a)) / (across(c) - across(a)) };
        // Below every height there is no other.
        let high = down(b).max(-690.0);
        let low = down(d).max(-690.0);
        Some(if a == c { worst(high, low) } else { high + share * (low - high) })
    });
    segments.reduce(worst)
}

#[test]
fn edges_hold_on_both_kinds_of_axes_and_are_near_the_line() {
    let polygons: [&[(f64, f64)]; 6] = [
        &[(0.0, 1.0), (1.0, 0.0)],
        &[(0.0, 0.9), (0.25, 0.25), (0.9, 0.0)],
        &[(0.0, 1.0), (0.001, 0.5), (0.5, 0.001), (1.0, 0.0)],
        &[(0.0, 1.0), (0.0, 0.7), (0.3, 0.7), (0.3, 0.2), (1.0, 0.2)],
        &[(0.0, 1.0), (0.002, 0.999), (0.003, 0.0), (1.0, 0.0)],
        &[(0.01, 0.6), (0.02, 1e-12), (1.0, 0.0)],
    ];
    let (unit, small) = ((1e-3, 1.0), (1e-7, 0.8));
    let [linear, ln]: [fn(f64) -> f64; 2] = [|x| x, f64::ln];
    // Upside down they rise.
    let risen = polygons.map(|polygon| polygon.iter().map(|(x, y)| (*x, 1.0 - y)).collect());
    let falling = polygons.map(|polygon| ("function", polygon.to_vec()));
    let all = falling.into_iter().chain(risen.map(|polygon: Vec<_>| ("rising", polygon)));
    for (kind, polygon_of) in all {
        for (is_x, is_y) in [(true, false), (false, true), (true, true)] {
            for ((a, b), (c, d)) in [(unit, unit), (small, unit), (unit, small), (small, small)] {
                let from = |is: bool, from: f64| if is { from } else { 0.0 };
                let axes = [(is_x, from(is_x, a), b), (is_y, from(is_y, c), d)];
                let what = format!("{kind} {polygon_of:?} on {axes:?}");
                let (scene, [lower, upper]) = polygon(kind, &polygon_of, axes);
                let maps = [if is_x { ln } else { linear }, if is_y { ln } else { linear }];
                let mut checked = 0;
                for n in 1..2000 {
                    let share = f64::from(n) / 2000.0;
                    let x = if is_x { a * (b / a).powf(share) } else { b * share };
                    let Some(high) = at(&polygon_of, x, [linear; 2], f64::max) else { continue };
                    let low = at(&polygon_of, x, [linear; 2], f64::min).unwrap();
                    // At a vertical edge all heights in between are its own.
                    if high != low {
                        continue;
                    }
                    for maps in [maps, [linear; 2]] {
                        let [low, high] = [low, high].map(|y| maps[1](y.max(1e-300)));
                        let near = 1e-8;
                        // Where the edge cuts a curve off, nothing is drawn.
                        let least = maps[1](axes[1].1.max(1e-300));
                        let most = maps[1](d);
                        if let Some(found) = at(&upper, x, maps, f64::min).filter(|_| high < most) {
                            assert!(found >= high - near, "{what}: {found} for {high} at {x}");
                        }
                        if let Some(found) = at(&lower, x, maps, f64::max).filter(|_| low > least) {
                            assert!(found <= low + near, "{what}: {found} for {low} at {x}");
                        }
                    }
                    let (low, high) = (maps[1](low.max(1e-300)), maps[1](high.max(1e-300)));
                    // At the edges only one side is seen.
                    let (least, most) = (maps[1](axes[1].1.max(1e-300)), maps[1](d));
                    if high != low || low <= least + 1e-9 || high >= most - 1e-9 {
                        continue;
                    }
                    let unit = if is_y { (d / c).ln() } else { d };
                    let apart = |found: Option<f64>| (found.unwrap() - low).abs() / unit;
                    let found = apart(at(&upper, x, maps, f64::max)).max(apart(at(
                        &lower,
                        x,
                        maps,
                        f64::min,
                    )));
                    assert!(found < 1e-4, "{what}: {found} at {x}");
                    checked += 1;
                }
                assert!(checked > 0 || polygon_of[0].0 > 0.0 || !is_x, "{what}");
                assert!(lower.len() < 3000 && upper.len() < 3000, "{what}: {}", upper.len());
                let is_said = scene.caption.contains("Each edge is drawn farther out, by at most ");
                assert!(is_said || scene.caption == "f.", "{}", scene.caption);
            }
        }
    }
}

/// A chord is beside its line too, though nothing is moved: with an edge of steps on the other side
/// it is the only one.
#[test]
fn a_caption_counts_both_edges() {
    let line: &[(f64, f64)] = &[(0.0, 1.0), (1.0, 0.0)];
    let above: &[(f64, f64)] = &[(0.0, 1.0), (1.0, 1.0), (1.0, 0.0)];
    let below: &[(f64, f64)] = &[(0.0, 1.0), (0.0, 0.0), (1.0, 0.0)];
    for polygons in [[line, above], [below, line]] {
        for (x, y) in [(true, false), (false, true), (true, true)] {
            let from = |is: bool| if is { 1e-3 } else { 0.0 };
            let (scene, _) = band("function", polygons, [(x, from(x), 1.0), (y, from(y), 1.0)]);
            assert!(scene.caption.contains("farther out, by at most "), "{x}, {y}: {polygons:?}");
        }
    }
}

#[test]
fn a_caption_says_how_far_edges_are_from_the_certified_ones() {
    let caption = |x, y| drawn("laplace(eps=1)", Show::TradeOffs, x, y).caption;
    let [across, down, both] =
        [(true, false), (false, true), (true, true)].map(|(x, y)| caption(x, y));
    assert!(across.ends_with("at most 0.00005: lines are curves on these axes."), "{across}");
    assert!(down.ends_with(" of its value: lines are curves on these axes."), "{down}");
    assert!(both.ends_with(" of its value: lines are curves on these axes."), "{both}");
    assert!(!caption(false, false).contains("farther out"));
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
        ("regions", r#""log-x": true"#, "their curves are mirrored"),
        ("trade-offs", r#""log-x": true, "x": ["0", "1"]"#, "does not begin at 0"),
        ("trade-offs", r#""log-y": true, "y": ["0", "1"]"#, "does not begin at 0"),
        ("trade-offs", r#""log-y": 1"#, "log-y"),
    ] {
        let refused = scene(show, rest).unwrap_err().to_string();
        assert!(refused.contains(message), "{rest}: {refused}");
    }
}
