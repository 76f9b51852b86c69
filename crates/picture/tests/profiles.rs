//! Profiles where they bend: a band is not thicker than a line, in the drawing.

#![expect(clippy::float_arithmetic, reason = "pixels of a drawing")]

use super::{certified, heights, named, paths, plot, rational, shown};
use dpcert::exact::Rounding;
use dpcert::input::{Field, from_json};
use dpcert::quantity::table;
use dpcert::{EngineChoice, Mechanism, Options, Query, Real, ask_all, ask_in_rounds};
use dpcert_picture::{Coordinate, Drawn, Profiles, Request, Scene, Vertex, draw, profiles};
use malachite::rational::Rational;

/// Each with the last eps: one whose losses are beyond it, kinks, ends, a tail, and a grid.
const CURVES: [(&str, &str); 8] = [
    ("gaussian(sigma=1)", "7"),
    ("gaussian(sigma=1)", "1"),
    ("approx-dp(eps=1, delta=1e-6)", "5"),
    ("laplace(eps=1)^3", "4"),
    ("laplace(eps=1/10)", "10"),
    ("randomized-response(eps=1)^4", "4"),
    ("discrete-laplace(eps=1, sensitivity=2)", "3"),
    ("poisson(1/100, gaussian(sigma=1))^100", "2"),
];

fn scene(mechanism: &str, to: &str, least: Option<&str>, points: u32) -> Scene {
    let wanted = Profiles {
        from: rational("0"),
        to: rational(to),
        least: least.map(rational),
        heights: None,
        is_part: false,
        is_logarithmic: false,
        points,
    };
    shown(profiles(&named(&[mechanism]), &wanted, &Options::default(), &|| ()))
}

pub type Place = (f64, f64);

/// The distance of a place from a polyline, in pixels.
pub fn distance(place: Place, polyline: &[Place]) -> f64 {
    let from = |pair: &[Place]| {
        let [(a, b), (c, d)] = *pair else { unreachable!() };
        let (across, down) = (c - a, d - b);
        let length = across * across + down * down;
        let share = ((place.0 - a) * across + (place.1 - b) * down) / length.max(1e-12);
        let share = share.clamp(0.0, 1.0);
        (place.0 - a - share * across).hypot(place.1 - b - share * down)
    };
    polyline.windows(2).map(from).fold(f64::INFINITY, f64::min)
}

pub fn float(x: &Rational) -> f64 {
    Coordinate::rounded(x, Rounding::Down).to_string().parse().unwrap()
}

pub fn places(polyline: &[(Rational, Rational)]) -> Vec<Place> {
    polyline.iter().map(|(x, y)| (float(x), float(y))).collect()
}

#[test]
fn bands_are_thinner_than_lines() {
    for (mechanism, to) in CURVES {
        for (least, points) in [(Some("1e-9"), 64), (None, 64), (Some("3e-5"), 16)] {
            let svg = draw::svg(&scene(mechanism, to, least, points));
            let [(_, lower, upper)] = paths(&svg).try_into().unwrap();
            let (lower, upper) = (places(&lower), places(&upper));
            // A band that is thin across is cut by the edge on its left, or on its right.
            let [left, top, width, height] = plot(&svg).map(|x| float(&x));
            let longer_lower = [&[(left, top)], lower.as_slice()].concat();
            let longer_upper = [upper.as_slice(), &[(left + width, top + height)]].concat();
            let to_upper = lower.iter().map(|place| (place, &longer_upper));
            let to_lower = upper.iter().map(|place| (place, &longer_lower));
            for (place, other) in to_upper.chain(to_lower) {
                let apart = distance(*place, other);
                assert!(apart < 2.5, "{mechanism}, {least:?}, {points}: {apart} at {place:?}");
            }
        }
    }
}

/// A part of a profile is as fine as a whole one, also where the band is wide: no edge is farther from
/// the certified value than a line is wide, in the units of the axes that are drawn.
#[test]
fn parts_are_as_fine_as_they_are_seen() {
    let windows = |name: &str, part: &str| match part.split_once("..") {
        Some((from, to)) => format!(r#", "{name}": ["{from}", "{to}"]"#),
        None => String::new(),
    };
    for mechanism in ["gaussian(sigma=sqrt(5))", "laplace(eps=1/2)", "zcdp(rho=1/10)"] {
        for (show, x, y) in [
            ("log-profiles", "0..0.4", "0.05..0.5"),
            ("log-profiles", "0..0.4", ""),
            ("log-profiles", "0.2..0.25", ""),
            ("log-profiles", "", "0.01..0.1"),
            ("profiles", "0..0.4", "0.05..0.3"),
            ("profiles", "", "0..0.02"),
            ("profiles", "0.2..0.25", ""),
        ] {
            let json = format!(
                r#"{{"show": "{show}", "mechanisms": ["{mechanism}"]{}{}}}"#,
                windows("x", x),
                windows("y", y)
            );
            let node = from_json(&json).unwrap();
            let request = Request::read(&Field { node: &node, path: "scene".into() }).unwrap();
            let scene = request.scene(&Options::default(), || ()).unwrap_or_else(|e| panic!("{e}"));
            let Drawn::Function { lower, upper } = &scene.layers[0].drawn else {
                panic!("a curve")
            };
            let (from, to) = (scene.x.from.value(), scene.x.to.value());
            let across = |x: &Rational| float(&((x - from) / (to - from))) * 460.0;
            let down = |y: &Rational| {
                let [least, most] = [scene.y.from.value(), scene.y.to.value()].map(float);
                let y = float(y).max(least / 2.0);
                let place = match show {
                    "profiles" => (most - y) / (most - least),
                    _ => (most / y).ln() / (most / least).ln(),
                };
                place * 380.0
            };
            let edges = [lower, upper].map(|edge| -> Vec<Place> {
                edge.iter().map(|v| (across(v.x.value()), down(v.y.value()))).collect()
            });
            let mut seen = 0;
            for n in 1..40u32 {
                let at = from + (to - from) * Rational::from_unsigneds(n, 40);
                let at = Coordinate::rounded(&at, Rounding::Down).value().clone();
                let (lo, hi) = certified(mechanism, table::DELTA, &at.to_string());
                for (edge, value) in edges.iter().zip([lo, hi]) {
                    if value <= *scene.y.from.value() || value >= *scene.y.to.value() {
                        continue;
                    }
                    let apart = distance((across(&at), down(&value)), edge);
                    assert!(apart < 1.0, "{json}: {apart} at {at}, {value}");
                    seen += 1;
                }
            }
            assert!(seen > 3, "{json}: {seen}");
        }
    }
}

/// The upper edge of a wide band has no corner that is seen: between two certified points it is a
/// chord, which hangs above a straight line on a logarithmic axis.
#[test]
fn wide_bands_have_no_corners() {
    for (mechanism, to, least) in
        [("zcdp(rho=1/8)", "3.5", "1e-9"), ("zcdp(rho=1/8)", "2.5", "1e-6")]
    {
        let svg = draw::svg(&scene(mechanism, to, Some(least), 64));
        let [_, top, _, height] = plot(&svg).map(|x| float(&x));
        let [(_, _, upper)] = paths(&svg).try_into().unwrap();
        let upper = places(&upper);
        // Vertices of rounded numbers that are nearly one have any direction.
        let far: Vec<Place> = upper.iter().fold(Vec::new(), |mut far, place| {
            if far.last().is_none_or(|last: &Place| place.0 - last.0 > 4.0) {
                far.push(*place);
            }
            far
        });
        let seen = far.iter().position(|place| place.1 > top + height - 0.5).unwrap_or(far.len());
        assert!(seen > 50, "{mechanism}, {least}: {seen} vertices");
        for triple in far[..seen].windows(3) {
            let [(a, b), (c, d), (e, f)] = *triple else { unreachable!() };
            let turn = (f - d).atan2(e - c) - (d - b).atan2(c - a);
            assert!(turn.abs() < 0.045, "{mechanism}, {least}: {turn} at {c}, {d}");
        }
    }
}

/// What is written as numbers contains the curve, and is as narrow as convexity leaves it: about a
/// quarter of a unit of the axis, which is a four-hundredth of its height.
#[test]
fn numbers_are_as_narrow_as_convexity_leaves_them() {
    for (mechanism, to) in [
        ("gaussian(sigma=1)", "7"),
        ("laplace(eps=1)^3", "4"),
        ("discrete-laplace(eps=1, sensitivity=2)", "3"),
        ("approx-dp(eps=1, delta=1e-6)", "5"),
    ] {
        for (least, points) in [(None, 64), (Some("1e-9"), 64), (Some("1e-6"), 16)] {
            let scene = scene(mechanism, to, least, points);
            let Drawn::Function { lower, upper } = &scene.layers[0].drawn else {
                panic!("a curve")
            };
            let polyline = |vertices: &[Vertex]| -> Vec<(Rational, Rational)> {
                vertices.iter().map(|v| (v.x.value().clone(), v.y.value().clone())).collect()
            };
            let (lower, upper) = (polyline(lower), polyline(upper));
            for at in ["0", "0.0137", "0.37", "0.613", "1.2345", "1.9", "2.71", "2.9"] {
                let what = format!("{mechanism}, {least:?}, {points}, {at}");
                let (lo, hi) = certified(mechanism, table::DELTA, at);
                let at = rational(at);
                let (low, high) = (heights(&lower, &at), heights(&upper, &at));
                let (low, high) = (low.iter().max().unwrap(), high.iter().min().unwrap());
                assert!(*low <= hi && lo <= *high, "{what}: {low} {high}");
                // A unit of nine decades is a twentieth of the height.
                let (of, most) = match least {
                    None => (scene.y.to.value().clone(), "1/1000"),
                    Some(least) => (hi.clone().max(rational(least)), "1/50"),
                };
                let width = (high - low - (&hi - &lo)) / of;
                assert!(width < rational(most), "{what}: {}", float(&width));
            }
        }
    }
}

/// A kink and an end are where they are, and not at the next of evenly spaced points.
#[test]
fn kinks_are_drawn_where_they_are() {
    for (mechanism, to, at) in [
        ("approx-dp(eps=1, delta=1e-6)", "5", "1.01"),
        ("approx-dp(eps=1, delta=1e-6)", "5", "1"),
        ("laplace(eps=1/10)", "10", "0.11"),
        ("randomized-response(eps=1)^4", "10", "1.99"),
    ] {
        let scene = scene(mechanism, to, Some("1e-9"), 64);
        let svg = draw::svg(&scene);
        let [left, top, width, height] = plot(&svg);
        let [(_, lower, upper)] = paths(&svg).try_into().unwrap();
        let (_, hi) = certified(mechanism, table::DELTA, at);
        let hi = Coordinate::rounded(&hi, Rounding::Up);
        let truth = (
            float(&(&left + rational(at) / rational(to) * &width)),
            float(&(&top + &height - scene.y.position(&hi, Rounding::Up) * &height)),
        );
        for polyline in [&lower, &upper] {
            let apart = distance(truth, &places(polyline));
            // A four-hundredth of the width, and one of the height.
            assert!(apart < 1.6, "{mechanism} at {at}: {apart} pixels");
        }
    }
}

/// What is asked in rounds is what is asked at once: a later round sees all answers before it, and
/// a composition on a grid is computed once for all of them.
#[test]
fn rounds_have_the_answers_of_one() {
    for mechanism in ["gaussian(sigma=1)", "poisson(1/100, gaussian(sigma=1))^100"] {
        let mechanism = Mechanism::parse(mechanism).unwrap();
        let query = |eps: u64| Query::Delta { eps: Real::from(eps) };
        let options = Options::default();
        let round = |asked: &dpcert::Asked| match asked.len() {
            0 => vec![query(0), query(1)],
            2 => vec![query(2)],
            _ => Vec::new(),
        };
        let asked = ask_in_rounds(&mechanism, &round, &options, &|| ());
        let at_once = ask_all(&mechanism, &[query(0), query(1), query(2)], &options, &|| ());
        assert_eq!(asked.len(), 3);
        for ((_, one), other) in asked.iter().zip(&at_once) {
            let content = |answer: &Result<dpcert::Answer, _>| {
                format!("{:?}", answer.as_ref().unwrap().content)
            };
            assert_eq!(content(one), content(other));
        }
        let both = Options { engine: EngineChoice::Both, ..Options::default() };
        let asked = ask_in_rounds(&mechanism, &round, &both, &|| ());
        // Without the second engine the first round is refused, and there is no other.
        assert!(asked.len() == 3 || asked.iter().all(|(_, answer)| answer.is_err()));
    }
}
