//! Densities: the bands contain the noise by its formula, wherever it is, and the drawing contains
//! the bands.

use super::{Polyline, between, heights, numbers, paths, plot, rational, shown};
use dpcert::exact::engine::DirectedFloat;
use dpcert::exact::{Interval, Malachite, Real, literal};
use dpcert::input::{Field, from_json, from_notation};
use dpcert::mechanism::Density;
use dpcert::{Options, Refusal};
use dpcert_picture::{Coordinate, Densities, Drawn, Mark, NotDrawn, Request, Scene, Window};
use dpcert_picture::{densities, draw};
use malachite::base::num::arithmetic::traits::{Abs, Floor};
use malachite::rational::Rational;

/// Noise that is not moved, and then moved; `x` is the part of the axis, or empty.
fn drawn(noise: &[&str], shifted: bool, x: &str, points: u32) -> Result<Scene, NotDrawn> {
    let read = |text: &&str| {
        let node = from_notation(text).unwrap();
        let noise = Density::read(&Field { node: &node, path: "noise".to_owned() }).unwrap();
        ((*text).to_owned(), noise)
    };
    let wanted = Densities { noise: noise.iter().map(read).collect(), shifted };
    let window = x.split_once("..");
    let window = window.map(|(from, to)| Window::new(&rational(from), &rational(to)).unwrap());
    densities(&wanted, window.as_ref(), points, &Options::default(), &|| ())
}

/// The halves of a density, from left to right, each with its lower and its upper polyline.
fn halves(scene: &Scene, layer: usize) -> [[Polyline; 2]; 2] {
    let Drawn::Density { centre, lower, upper } = &scene.layers[layer].drawn else {
        panic!("a density")
    };
    let both = [numbers(lower), numbers(upper)];
    let placed = |sign: i32| {
        both.clone().map(|polyline| {
            let place = |(far, y): &(Rational, Rational)| {
                (centre.value() + far * Rational::from(sign), y.clone())
            };
            let mut placed: Polyline = polyline.iter().map(place).collect();
            if sign < 0 {
                placed.reverse();
            }
            placed
        })
    };
    [placed(-1), placed(1)]
}

/// What is known at a place: of the half in which it is.
fn known(scene: &Scene, layer: usize, at: &Rational) -> (Rational, Rational) {
    let [left, right] = halves(scene, layer);
    let [lower, upper] = if heights(&right[0], at).is_empty() { left } else { right };
    between(&lower, &upper, at)
}

type Enclosure = Interval<Malachite>;

fn enclosed(x: &Real) -> Enclosure {
    x.enclose(200)
}

fn ends(x: &Enclosure) -> (Rational, Rational) {
    (x.lower().to_rational().unwrap(), x.upper().to_rational().unwrap())
}

/// `e^-(x^2 / (2 sigma^2)) / (sigma sqrt(2 pi))`.
fn gaussian(x: &Real, sigma: &str) -> Enclosure {
    let sigma = literal::parse(sigma).unwrap();
    let exponent = x.pow(2).div(&sigma.pow(2)).div(&Real::from(2u64)).neg();
    let root = Enclosure::pi(200).shift(1).sqrt();
    &enclosed(&exponent.exp()) / &(&enclosed(&sigma) * &root)
}

/// `e^-(x/b) / (2 b)` at `x >= 0`.
fn laplace(x: &Real, b: &str) -> Enclosure {
    let b = literal::parse(b).unwrap();
    enclosed(&x.div(&b).neg().exp().div(&b.mul(&Real::from(2u64))))
}

/// `(3/2) / (2 s Gamma(2/3)) e^-(x/s)^(3/2)` with s = 2 at `x >= 0`, where `Gamma(2/3)` is
/// 1.354117939426400416945288028... (mpmath).
fn three_halves(x: &Real) -> Enclosure {
    let scaled = enclosed(&x.div(&Real::from(2u64)));
    let gamma = enclosed(&literal::parse("1.35411793942640041694528802815").unwrap());
    let power = &scaled * &scaled.sqrt();
    &enclosed(&literal::parse("3/8").unwrap()) * &(&(-&power).exp() / &gamma)
}

/// Bands contain the density at points between those at which it is certified, at the centre, where
/// it is the upper end, and at the end of the axis, where it is the lower one.
#[test]
fn bands_contain_the_density() {
    type Formula = fn(&Real) -> Enclosure;
    let noise: [(&str, &str, Formula); 5] = [
        ("gaussian(sigma=1/3)", "1", |x| gaussian(x, "1/3")),
        ("gaussian(scale=1, sensitivity=sqrt(2))", "sqrt(2)", |x| gaussian(x, "1")),
        ("laplace(eps=3)", "1", |x| laplace(x, "1/3")),
        ("laplace(scale=7/10, sensitivity=1/3)", "1/3", |x| laplace(x, "7/10")),
        ("generalised-gaussian(power=3/2, scale=2, sensitivity=1)", "1", three_halves),
    ];
    for (text, distance, formula) in noise {
        let scene = shown(drawn(&[text], true, "-3..3", 40));
        let (peak, _) = ends(&formula(&Real::zero()));
        for (layer, centre) in ["0", distance].into_iter().enumerate() {
            let centre = literal::parse(centre).unwrap();
            let places = (0..=300).map(|i| rational("-3") + Rational::from_unsigneds(i, 50u32));
            for at in places.chain([rational("1.41421356237"), rational("0.000001")]) {
                let distance = Real::from(at.clone()).sub(&centre);
                let is_left = distance.sign().unwrap().is_lt();
                let distance = if is_left { distance.neg() } else { distance };
                let (lo, hi) = ends(&formula(&distance));
                let (low, high) = known(&scene, layer, &at);
                assert!(low <= lo && hi <= high, "{text}, {layer}, {at}: [{low}, {high}], {lo}");
                assert!(
                    high - low < &peak / Rational::from(4),
                    "{text}, {layer}, {at}: a wide band"
                );
            }
        }
    }
}

/// More points are a narrower band, also where wide noise is in the same picture.
#[test]
fn bands_are_narrow() {
    let scene = shown(drawn(&["gaussian(sigma=1)", "gaussian(sigma=100)"], false, "", 256));
    assert_eq!(scene.x.to.to_string(), "350");
    for at in ["0", "0.37", "1", "-2.3"] {
        let (low, high) = known(&scene, 0, &rational(at));
        assert!(high - low < rational("0.02"), "{at}");
    }
}

/// The steps of a staircase as `a b^k` up to `k + gamma`, where `b = e^-eps` and `a = (1-b) / (2
/// (gamma + b (1-gamma)))`.
fn step(eps: &str, gamma: &str, k: i64) -> Real {
    let [eps, gamma] = [eps, gamma].map(|text| literal::parse(text).unwrap());
    let (one, b) = (Real::one(), eps.neg().exp());
    let bend = gamma.add(&b.mul(&one.sub(&gamma)));
    one.sub(&b).div(&bend.mul(&Real::from(2u64))).mul(&b.pow(k))
}

/// Where a number is no decimal, both its jumps and its heights are rounded away from the curve;
/// where it is one, they are the numbers themselves.
#[test]
fn stairs_are_rounded_outwards() {
    let scene = shown(drawn(&["staircase(eps=1, gamma=1/3)"], false, "-3..3", 2));
    let [_, [lower, upper]] = halves(&scene, 0);
    for k in 0..3usize {
        let jump = Rational::from(k) + rational("1/3");
        let height = enclosed(&step("1", "1/3", k as i64));
        let (lo, hi) = ends(&height);
        let [(from, low), (to, same)] = [&lower[2 * k], &lower[2 * k + 1]];
        assert!(*from <= jump && *to < jump && low == same && *low < lo, "{k}: {to}, {low}");
        let [(_, high), (to, same)] = [&upper[2 * k], &upper[2 * k + 1]];
        assert!(*to > jump && high == same && *high > hi, "{k}: {to}, {high}");
        let near = rational("1e-9");
        assert!(high - low <= near && to - jump <= near, "{k}");
    }
    let scene = shown(drawn(&["staircase(eps=ln(2), gamma=1/4)"], true, "-1..2", 2));
    let Drawn::Density { centre, lower, upper } = &scene.layers[1].drawn else { panic!("stairs") };
    assert_eq!((lower, centre), (upper, &Coordinate::from(1)));
    let steps = [("0", "0.4"), ("0.25", "0.4"), ("0.25", "0.2"), ("1.25", "0.2"), ("1.25", "0.1")];
    assert_eq!(numbers(lower)[..5], steps.map(|(x, y)| (rational(x), rational(y))));
}

/// The bands contain the steps of any staircase, at places that are no jump, far from the centre
/// and near it; a first step of length 0 is not drawn.
#[test]
fn stairs_contain_the_density() {
    for (eps, gamma) in
        [("1", "1/3"), ("ln(2)", "0"), ("1/10", "1"), ("3", "sqrt(2)/2"), ("1", "1e-30")]
    {
        let text = format!("staircase(eps={eps}, gamma={gamma})");
        for window in ["-2..3", "100..102", "-7.5..-7"] {
            let scene = shown(drawn(&[&text], true, window, 2));
            let (from, to) = window.split_once("..").unwrap();
            for i in 1..60 {
                let at = rational(from)
                    + (rational(to) - rational(from)) * Rational::from_unsigneds(i, 61u32);
                for layer in 0..2usize {
                    let distance = (&at - Rational::from(layer)).abs();
                    let whole = Rational::from(Floor::floor(&distance));
                    let rest = Real::from(&distance - &whole);
                    let is_behind = literal::parse(gamma).unwrap().compare(&rest).unwrap().is_le();
                    let k = i64::try_from(&whole).unwrap() + i64::from(is_behind);
                    let (lo, hi) = ends(&enclosed(&step(eps, gamma, k)));
                    let (low, high) = known(&scene, layer, &at);
                    assert!(
                        low <= lo && hi <= high,
                        "{text}, {layer}, {at}: [{low}, {high}], {lo}"
                    );
                    assert!(&high - &low <= high * rational("1e-8"), "{text}, {layer}, {at}");
                }
            }
        }
    }
}

/// The drawn bands contain the certified ones at every vertex of either, in pixels and exactly: left
/// of the centre as well, where a lower bound is rounded to the right.
#[test]
fn drawings_contain_the_bands() {
    for (noise, window) in [
        ("gaussian(sigma=1)", ""),
        ("staircase(eps=1, gamma=1/3)", ""),
        ("staircase(eps=1, gamma=1/7)", "-0.4..0.9"),
        ("laplace(eps=1)", "-2..1"),
        ("laplace(eps=1)", "1/4..2"),
        ("generalised-gaussian(power=30, scale=1, sensitivity=1/7)", ""),
    ] {
        let scene = shown(drawn(&[noise], true, window, 50));
        let svg = draw::svg(&scene);
        let [left, top, width, height] = plot(&svg);
        let number = |x: &Coordinate| x.value().clone();
        let [x0, x1, y1] = [&scene.x.from, &scene.x.to, &scene.y.to].map(number);
        let in_pixels = |polyline: &Polyline| -> Polyline {
            let place = |(x, y): &(Rational, Rational)| {
                (&left + (x - &x0) / (&x1 - &x0) * &width, &top + &height - y / &y1 * &height)
            };
            polyline.iter().map(place).collect()
        };
        let mut bands = paths(&svg).into_iter();
        for layer in 0..2 {
            for (half, name) in halves(&scene, layer).into_iter().zip(["rising", "falling"]) {
                let [lower, upper] = half.map(|polyline| in_pixels(&polyline));
                let ends = (&upper[0].0, &upper[upper.len() - 1].0);
                if *ends.1 <= left || *ends.0 >= &left + &width {
                    continue;
                }
                let (which, drawn_lower, drawn_upper) = bands.next().unwrap();
                assert_eq!(which, name, "{noise}, {window}");
                for (at, _) in [&lower, &upper, &drawn_lower, &drawn_upper].into_iter().flatten() {
                    // From the top: what is drawn above is less.
                    let (low, high) = (heights(&drawn_lower, at), heights(&drawn_upper, at));
                    let (Some(low), Some(high)) = (low.iter().max(), high.iter().min()) else {
                        continue;
                    };
                    let (certified_low, certified_high) =
                        (heights(&lower, at), heights(&upper, at));
                    assert!(certified_low.iter().all(|y| low >= y), "{noise}, {name}, {at}");
                    assert!(certified_high.iter().all(|y| high <= y), "{noise}, {name}, {at}");
                }
                let first = ends.0.max(&left).clone();
                assert!(drawn_upper[0].0 <= first, "{noise}, {window}, {name}");
                assert!(first - &drawn_upper[0].0 <= rational("0.01"), "{noise}, {window}, {name}");
            }
        }
        assert!(bands.next().is_none(), "{noise}, {window}");
    }
}

fn marks(scene: &Scene, layer: usize) -> &[Mark] {
    let Drawn::Marks { marks, .. } = &scene.layers[layer].drawn else { panic!("points") };
    marks
}

/// Masses are at the integers: those of discrete Laplace noise are rational here.
#[test]
fn masses_are_points() {
    let scene = shown(drawn(&["discrete-laplace(eps=ln(3), sensitivity=2)"], true, "-2..3.5", 2));
    let found = |layer| {
        let mark =
            |mark: &Mark| (mark.x.to_string(), mark.lower.to_string(), mark.upper.to_string());
        marks(&scene, layer).iter().map(mark).collect::<Vec<_>>()
    };
    let exact = |x: &str, y: &str| (x.to_owned(), y.to_owned(), y.to_owned());
    let (third, ninth) = ("0.1666666666", "0.1666666667");
    let rounded = |x: &str| (x.to_owned(), third.to_owned(), ninth.to_owned());
    assert_eq!(found(0)[1..4], [rounded("-1"), exact("0", "0.5"), rounded("1")]);
    assert_eq!(found(1)[3..6], [rounded("1"), exact("2", "0.5"), rounded("3")]);
    assert_eq!(found(0).len(), 6);
    assert_eq!((scene.y.label.as_str(), scene.title.as_str()), ("mass", "Masses of noise"));
}

/// Every form of a drawing has both halves.
#[test]
fn all_forms_have_both_halves() {
    let scene = shown(drawn(&["staircase(eps=ln(2), gamma=1/4)"], true, "-2..3", 2));
    let csv = draw::csv(&scene);
    for row in
        ["gamma=1/4)\",lower,-0.25,0.4,", "moved by 1\",upper,0.75,0.2,", "1\",lower,1.25,0.4,"]
    {
        assert!(csv.contains(row), "{row}: {csv}");
    }
    // 50 columns for 5 units: the steps are symmetric, and the highest ones are in the first row.
    let terminal = draw::terminal(&scene, 62);
    let row = |n: usize| terminal.lines().nth(n + 2).unwrap().chars().skip(12).collect::<String>();
    assert_eq!(row(0), " ".repeat(17) + "●●●●●●    ○○○○○○");
    let written = serde_json::to_string(&scene).unwrap();
    assert_eq!(Scene::read(&written).unwrap(), scene);
    let wrong = written.replace("[\"0.25\",\"0.2\"]", "[\"0.25\",\"0.5\"]");
    assert!(Scene::read(&wrong).unwrap_err().to_string().contains("falls"));
    assert!(draw::html(&scene).contains("\"centre\":\"1\""));
}

#[test]
fn requests_are_read() {
    let read = |json: &str| -> Result<Scene, Refusal> {
        let node = from_json(json)?;
        let request = Request::read(&Field { node: &node, path: "scene".to_owned() })?;
        request.scene(&Options::default(), || ()).map_err(|error| *error.refusal)
    };
    let named =
        r#"{"densities": [{"name": "noise", "mechanism": "laplace(eps=1)"}, "gaussian(sigma=2)"],
        "x": ["-1", "2"], "shifted": true, "title": "two"}"#
            .replace('\n', "");
    let scene = read(&named).unwrap();
    let names: Vec<_> = scene.layers.iter().map(|layer| layer.name.as_str()).collect();
    let expected =
        ["noise", "noise, moved by 1", "gaussian(sigma=2)", "gaussian(sigma=2), moved by 1"];
    assert_eq!(names, expected);
    assert_eq!((scene.x.from.to_string().as_str(), scene.title.as_str()), ("-1", "two"));
    let Drawn::Density { upper, .. } = &scene.layers[0].drawn else { panic!("a density") };
    assert!(upper.len() > 250);
    for (json, reason) in [
        (r#"{"densities": []}"#, "1 to 32 mechanisms"),
        (r#"{"densities": ["gdp(mu=1)"]}"#, "a density of gdp is not supported"),
        (r#"{"densities": ["laplace(eps=x)"]}"#, "scene.densities[0].eps"),
        (r#"{"densities": ["laplace(eps=1)"], "shifted": 1}"#, "scene.shifted"),
        (r#"{"densities": ["laplace(eps=1)"], "mechanisms": []}"#, "scene.mechanisms"),
        (r#"{"densities": ["laplace(eps=1)"], "y": ["-1", "1"]}"#, "the picture spans 0 to 0.525"),
        (r#"{"mechanisms": ["gdp(mu=1)"], "x": ["-1", "1"]}"#, "the picture spans 0 to 1"),
        (
            r#"{"mechanisms": ["gdp(mu=1)"], "show": "profiles", "points": 4, "x": ["-2", "-1"]}"#,
            "a picture of eps from -2 to -1",
        ),
        (
            r#"{"mechanisms": ["gdp(mu=1)"], "show": "log-profiles", "y": ["-1", "1"]}"#,
            "a logarithmic axis does not begin at 0",
        ),
    ] {
        let error = read(json).expect_err(json).to_string();
        assert!(error.contains(reason), "{json}: {error}");
    }
}

#[test]
fn what_cannot_be_drawn_is_refused() {
    for (noise, window, reason) in [
        ("staircase(eps=1e-9, gamma=1/2)", "", "steps is not supported: at most 4096 are drawn"),
        ("discrete-gaussian(sigma_sq=1e9)", "", "masses is not supported: at most 4096 are drawn"),
        ("staircase(eps=1, gamma=1/2)", "1e10..10000000001", "steps beyond 1000000000"),
        ("discrete-laplace(eps=1)", "1e10..10000000001", "masses beyond 1000000000"),
        ("laplace(scale=1e-400, sensitivity=1)", "", "between 2^-900 and 2^900"),
        ("laplace(scale=1, sensitivity=1e400)", "", "between 2^-900 and 2^900"),
    ] {
        let error = drawn(&[noise], false, window, 9).expect_err(noise);
        assert!(error.to_string().contains(reason), "{noise}: {error}");
    }
    // A part of it has few.
    for noise in ["staircase(eps=1e-9, gamma=1/2)", "discrete-gaussian(sigma_sq=1e6)"] {
        shown(drawn(&[noise], false, "100..110", 9));
    }
    // No integer is shown.
    assert!(marks(&shown(drawn(&["discrete-laplace(eps=1)"], false, "0.1..0.9", 9)), 0).is_empty());
}
