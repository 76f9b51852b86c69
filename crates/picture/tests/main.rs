//! Pictures: what is drawn contains what is certified, and what is certified contains the truth.

#![allow(clippy::unwrap_used, clippy::panic)]

mod claims;
mod convergence;
mod curves;
mod deltas;
mod densities;
mod families;
mod labels;
mod logarithmic;
mod printed;
mod profiles;
mod roc;
mod scenes;
mod utility;

use dpcert::exact::{Rounding, literal};
use dpcert::quantity::table;
use dpcert::tradeoff::Gap;
use dpcert::{Content, Exact, Mechanism, Options, Question, Real, ask};
use dpcert_picture::{
    Axis, Coordinate, Drawn, Kind, NotDrawn, Profiles, Scene, Vertex, draw, profiles, regions,
};
use malachite::rational::Rational;

type Polyline = Vec<(Rational, Rational)>;

/// Finite pairs, closed forms, lattices, grids, and what is not its own reverse.
const MECHANISMS: [&str; 7] = [
    "randomized-response(eps=ln(3))^3",
    "approx-dp-tv(eps=1, delta=1e-3, eta=1/4)^5",
    "gaussian(sigma=1)^2",
    "laplace(eps=1)",
    "laplace(eps=1/2)^4",
    "subsample(method=poisson, rate=1/10, adjacency=add-remove, mechanism=gaussian(sigma=1))^5",
    "finite-pair(p=[1/2, 1/3, 1/6], q=[1/5, 2/5, 2/5])^2",
];

fn rational(text: &str) -> Rational {
    literal::parse(text).unwrap_or_else(|e| panic!("{text}: {e}")).as_rational().unwrap().clone()
}

fn named(mechanisms: &[&str]) -> Vec<(String, Mechanism)> {
    mechanisms.iter().map(|text| ((*text).to_owned(), Mechanism::parse(text).unwrap())).collect()
}

fn shown(result: Result<Scene, NotDrawn>) -> Scene {
    let scene = result.unwrap_or_else(|e| panic!("{e}"));
    scene.check().unwrap_or_else(|e| panic!("{e}"));
    scene
}

/// The picture of the tests of a mechanism.
fn of_tests(mechanism: &str, kind: Kind, gap: &str) -> Scene {
    let named = named(&[mechanism]);
    shown(regions(&named, kind, &Gap::absolute(rational(gap)), &Options::default(), &|| ()))
}

fn profile(mechanism: &str, least: Option<&str>) -> Scene {
    profile_from("0", mechanism, least)
}

fn profile_from(from: &str, mechanism: &str, least: Option<&str>) -> Scene {
    let wanted = Profiles {
        from: rational(from),
        to: rational("2"),
        least: least.map(rational),
        heights: None,
        is_part: false,
        is_logarithmic: false,
        points: if least.is_some() { 48 } else { 12 },
    };
    shown(profiles(&named(&[mechanism]), &wanted, &Options::default(), &|| ()))
}

/// The certified ends of a quantity at a point, by a question of its own.
fn certified(mechanism: &str, quantity: &table::Entry, at: &str) -> (Rational, Rational) {
    let question =
        Question::of(&Mechanism::parse(mechanism).unwrap(), &quantity.query(Some(at)).unwrap());
    let Content::Number(bounds) = ask(&question, &Options::default()).unwrap().content else {
        panic!("a number")
    };
    if let Some(exact) = bounds.exact().and_then(Exact::as_rational) {
        return (exact.clone(), exact.clone());
    }
    (bounds.lower().to_rational().unwrap(), bounds.upper().to_rational().unwrap())
}

fn polylines(scene: &Scene) -> [Polyline; 2] {
    let (Drawn::Region { lower, upper }
    | Drawn::Function { lower, upper }
    | Drawn::Rising { lower, upper }) = &scene.layers[0].drawn
    else {
        panic!("polylines")
    };
    [numbers(lower), numbers(upper)]
}

fn numbers(polyline: &[Vertex]) -> Polyline {
    polyline.iter().map(|v| (v.x.value().clone(), v.y.value().clone())).collect()
}

/// The heights of a polyline at a place: two where it is vertical, none beyond its ends.
fn heights(polyline: &Polyline, at: &Rational) -> Vec<Rational> {
    let on = |pair: &[(Rational, Rational)]| {
        let [(a, b), (c, d)] = pair else { unreachable!() };
        if at < a || at > c {
            return vec![];
        }
        if a == c { vec![b.clone(), d.clone()] } else { vec![b + (d - b) * (at - a) / (c - a)] }
    };
    polyline.windows(2).flat_map(on).collect()
}

/// What is known at a place: not below the lowest of the lower heights, not above the highest of
/// the upper ones.
fn between(lower: &Polyline, upper: &Polyline, at: &Rational) -> (Rational, Rational) {
    let (low, high) = (heights(lower, at), heights(upper, at));
    (low.into_iter().min().unwrap(), high.into_iter().max().unwrap())
}

/// Levels of tests.
const LEVELS: [&str; 8] = ["0", "1/1000", "1/17", "1/4", "1/3", "3/5", "9/10", "1"];

/// Nothing is known but what is drawn: the certified ends are not outside of it by more than their
/// own width.
fn assert_between([low, high]: [&Rational; 2], (lo, hi): (Rational, Rational), what: &str) {
    assert!(*low <= hi && lo <= *high, "{what}: {low}, {high}");
    assert!(low - (&hi - &lo) <= lo && hi <= high + (&hi - &lo), "{what}: {low}, {high}");
}

#[test]
fn polylines_contain_trade_off_functions() {
    for mechanism in MECHANISMS {
        let scene = of_tests(mechanism, Kind::TradeOff, "1/50");
        let [lower, upper] = polylines(&scene);
        for at in LEVELS {
            let (low, high) = between(&lower, &upper, &rational(at));
            assert_between([&low, &high], certified(mechanism, table::BETA, at), mechanism);
            assert!(high - low <= rational("1/50"), "{mechanism}, {at}: a wide band");
        }
    }
}

#[test]
fn polylines_contain_profiles() {
    for mechanism in MECHANISMS {
        let [lower, upper] = polylines(&profile(mechanism, None));
        for at in ["0", "1/1000", "1/6", "1/3", "0.52", "1", "1.49", "1.99"] {
            let (low, high) = between(&lower, &upper, &rational(at));
            let what = format!("{mechanism}, {at}");
            assert_between([&low, &high], certified(mechanism, table::DELTA, at), &what);
            assert!(&high - &low <= rational("1/20"), "{mechanism}, {at}: a wide band");
        }
    }
}

/// The part from an eps on, with points in that part.
#[test]
fn polylines_contain_parts_of_profiles() {
    for mechanism in MECHANISMS {
        let [lower, upper] = polylines(&profile_from("3/2", mechanism, None));
        for at in ["0", "1", "3/2", "1.52", "1.77", "1.99"] {
            let (low, high) = between(&lower, &upper, &rational(at));
            let what = format!("{mechanism}, {at}");
            assert_between([&low, &high], certified(mechanism, table::DELTA, at), &what);
            let is_shown = rational(at) >= rational("3/2");
            assert!(
                !is_shown || &high - &low <= rational("1/100"),
                "{mechanism}, {at}: a wide band"
            );
        }
    }
}

/// A path of a drawing: the lower polyline, and the upper one, in pixels from the left and from the
/// top.
fn paths(svg: &str) -> Vec<(String, Polyline, Polyline)> {
    let document = roxmltree::Document::parse(svg).unwrap();
    let bands = document.descendants().filter(|node| node.attribute("data-band").is_some());
    let read = |node: roxmltree::Node<'_, '_>| {
        let data = node.attribute("d").unwrap().trim_start_matches('M').trim_end_matches('Z');
        let places = data.split('L').map(|place| {
            let (x, y) = place.split_once(',').unwrap();
            (rational(x), rational(y))
        });
        let mut places: Polyline = places.collect();
        let mut upper = places.split_off(node.attribute("data-turn").unwrap().parse().unwrap());
        upper.reverse();
        (node.attribute("data-band").unwrap().to_owned(), places, upper)
    };
    bands.map(read).collect()
}

/// The plot of a drawing: left, top, width, height.
fn plot(svg: &str) -> [Rational; 4] {
    let document = roxmltree::Document::parse(svg).unwrap();
    let area = document.descendants().find(|node| node.attribute("id") == Some("plot")).unwrap();
    let area = area.first_element_child().unwrap();
    ["x", "y", "width", "height"].map(|name| rational(area.attribute(name).unwrap()))
}

/// The drawn band contains the certified one, at every vertex of either: in pixels, exactly.
fn assert_drawn_outside(scene: &Scene) {
    let svg = draw::svg(scene);
    let [left, top, width, height] = plot(&svg);
    let [lower, upper] = polylines(scene);
    let number = |x: &Coordinate| x.value().clone();
    let (x0, x1, y0, y1) =
        (number(&scene.x.from), number(&scene.x.to), number(&scene.y.from), number(&scene.y.to));
    let in_pixels = |polyline: &Polyline| -> Polyline {
        let place = |(x, y): &(Rational, Rational)| {
            let clipped =
                |x: &Rational, from: &Rational, to: &Rational| x.max(from).min(to).clone();
            let (x, y) = (clipped(x, &x0, &x1), clipped(y, &y0, &y1));
            (
                &left + (x - &x0) / (&x1 - &x0) * &width,
                &top + &height - (y - &y0) / (&y1 - &y0) * &height,
            )
        };
        polyline.iter().map(place).collect()
    };
    for (which, drawn_lower, drawn_upper) in paths(&svg) {
        let mirror = |polyline: &Polyline| -> Polyline {
            polyline
                .iter()
                .rev()
                .map(|(x, y)| (Rational::from(1) - x, Rational::from(1) - y))
                .collect()
        };
        let (lower, upper) = match which.as_str() {
            "mirrored" => (in_pixels(&mirror(&upper)), in_pixels(&mirror(&lower))),
            _ => (in_pixels(&lower), in_pixels(&upper)),
        };
        for (at, _) in [&lower, &upper, &drawn_lower, &drawn_upper].into_iter().flatten() {
            // From the top: what is drawn above is less.
            let (certified_low, certified_high) = (heights(&lower, at), heights(&upper, at));
            let (low, high) = (heights(&drawn_lower, at), heights(&drawn_upper, at));
            let (Some(low), Some(high)) = (low.iter().max(), high.iter().min()) else {
                continue;
            };
            assert!(
                certified_low.iter().all(|y| low >= y),
                "{which}, {at}: {low} above {certified_low:?}"
            );
            assert!(
                certified_high.iter().all(|y| high <= y),
                "{which}, {at}: {high} below {certified_high:?}"
            );
        }
        assert!(
            drawn_lower.first().unwrap().0 == left && drawn_upper.first().unwrap().0 == left,
            "{which}"
        );
    }
}

#[test]
fn drawings_contain_what_is_certified() {
    for mechanism in MECHANISMS {
        for kind in [Kind::Region, Kind::TradeOff] {
            let scene = of_tests(mechanism, kind, "1/100");
            assert_eq!(paths(&draw::svg(&scene)).len(), if kind == Kind::Region { 2 } else { 1 });
            assert_drawn_outside(&scene);
        }
        assert_drawn_outside(&profile(mechanism, None));
    }
}

/// A part of a picture is cut out of it exactly: what is drawn there contains what is certified
/// there, and is no wider than a pixel more.
#[test]
fn windows_cut_exactly() {
    for mechanism in MECHANISMS {
        let whole = of_tests(mechanism, Kind::Region, "1/100");
        let [lower, upper] = polylines(&whole);
        for window in
            [["0.1", "0.35", "0.15", "0.6"], ["0.02", "0.03", "0.4", "0.9"], ["0", "1", "0", "0.1"]]
        {
            let [x0, x1, y0, y1] = window.map(rational);
            let end = |x: &Rational| Coordinate::rounded(x, Rounding::Down);
            let axis =
                |axis: &Axis, from, to| Axis { from: end(from), to: end(to), ..axis.clone() };
            let scene =
                Scene { x: axis(&whole.x, &x0, &x1), y: axis(&whole.y, &y0, &y1), ..whole.clone() };
            scene.check().unwrap();
            let svg = draw::svg(&scene);
            let [left, top, width, height] = plot(&svg);
            let (_, drawn_lower, drawn_upper) = &paths(&svg)[0];
            for i in 1..40 {
                let share = Rational::from_unsigneds(i, 40u32);
                let (low, high) = between(&lower, &upper, &(&x0 + (&x1 - &x0) * &share));
                let down = |y: Rational| {
                    &top + &height - (y.clamp(y0.clone(), y1.clone()) - &y0) / (&y1 - &y0) * &height
                };
                let (low, high, at) = (down(low), down(high), &left + &share * &width);
                let drawn_low = heights(drawn_lower, &at).into_iter().max().unwrap();
                let drawn_high = heights(drawn_upper, &at).into_iter().min().unwrap();
                assert!(
                    drawn_low >= low && drawn_high <= high,
                    "{mechanism}, {window:?}, {i}: {drawn_low}, {drawn_high}"
                );
                assert!(
                    drawn_low - low < 1 && high - drawn_high < 1,
                    "{mechanism}, {window:?}, {i}"
                );
            }
        }
    }
}

/// On a logarithmic axis lines between vertices are other ones: the drawn band contains the truth
/// all the same.
#[test]
fn logarithmic_drawings_contain_the_truth() {
    for mechanism in
        ["gaussian(sigma=1)^2", "laplace(eps=1/2)^3", "approx-dp(eps=1/2, delta=1e-5)^3"]
    {
        let scene = profile(mechanism, Some("1e-6"));
        let svg = draw::svg(&scene);
        let [left, top, width, height] = plot(&svg);
        let [(_, lower, upper)] = paths(&svg).try_into().unwrap();
        for at in ["0", "0.01", "0.3", "0.77", "1", "1.234", "1.9"] {
            let (lo, hi) = certified(mechanism, table::DELTA, at);
            let place = |y: &Rational, rounding| {
                let y = scene.y.position(&Coordinate::rounded(y, rounding), rounding);
                &top + &height - y * &height
            };
            let x = &left + rational(at) / Rational::from(2) * &width;
            let (low, high) = (heights(&lower, &x), heights(&upper, &x));
            let (low, high) = (low.iter().max().unwrap(), high.iter().min().unwrap());
            // Rounded inwards: the truth is between these places, up to a decimal of ten digits.
            assert!(*low >= place(&lo, Rounding::Up), "{mechanism}, {at}: {low}");
            assert!(*high <= place(&hi, Rounding::Down), "{mechanism}, {at}: {high}");
            assert!(low - high < 6, "{mechanism}, {at}: a band of {} pixels", low - high);
        }
    }
}

/// Where delta reaches 0 at the largest loss, between two points, a logarithmic drawing ends there:
/// no wedge leads to the next point, and the number of the curve is where it is visible.
#[test]
fn a_curve_ends_at_the_largest_loss() {
    // The largest loss, which is no multiple of 2/48.
    for (mechanism, last) in [
        ("laplace(eps=4/5)", "0.8"),
        ("laplace(eps=1/3)^3", "1"),
        ("randomized-response(eps=ln(3))", "1.098612289"),
    ] {
        let scene = profile(mechanism, Some("1e-6"));
        let [lower, upper] = polylines(&scene);
        let (last, near) = (rational(last), rational("1e-8"));
        for (at, distance) in [("1e-3", "1/2"), ("1e-5", "1e-2")] {
            // The truth is positive before the end, and so is what is drawn; both fall with the
            // distance.
            let (_, high) = between(&lower, &upper, &(&last - rational(at)));
            let (lo, _) = certified(mechanism, table::DELTA, &(&last - rational(at)).to_string());
            assert!(
                lo > 0 && high >= lo && high < rational(distance),
                "{mechanism}, {at}: {lo}, {high}"
            );
        }
        assert_eq!(
            between(&lower, &upper, &(&last + &near)),
            (rational("0"), rational("0")),
            "{mechanism}"
        );
        let svg = draw::svg(&scene);
        let [left, top, width, height] = plot(&svg);
        let document = roxmltree::Document::parse(&svg).unwrap();
        let tag = document
            .descendants()
            .find(|node| node.attribute("class") == Some("label t0"))
            .unwrap();
        let place = |name| rational(tag.attribute(name).unwrap());
        assert!(
            place("x") < &left + &last / Rational::from(2) * &width + Rational::from(5),
            "{mechanism}"
        );
        assert!(place("y") < &top + &height - Rational::from(10), "{mechanism}");
    }
}

/// Rationals whose logarithm is asked for are the ones that are drawn: `eps = ln(g)`.
#[test]
fn kinks_stay_in_the_band() {
    let mechanism = "approx-dp(eps=ln(2), delta=1/100)^3";
    let [lower, upper] = polylines(&profile(mechanism, None));
    let eps = Real::from(2u64).ln().enclose::<dpcert::exact::Malachite>(128);
    let near = dpcert::exact::engine::DirectedFloat::to_rational(eps.lower()).unwrap();
    let (lo, hi) = certified(mechanism, table::DELTA, "ln(2)");
    let (low, high) = between(&lower, &upper, &near);
    assert!(low <= lo && hi <= high);
}
