//! The texts on a drawing: over no curve, no point, no axis and no other text.

#![allow(
    clippy::float_arithmetic,
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss
)]

use super::{named, rational, shown};
use dpcert::Options;
use dpcert::claim;
use dpcert::input::{Field, from_json};
use dpcert::tradeoff::Gap;
use dpcert_picture::{Kind, Layout, Request, Scene, draw, regions};

/// Left, top, right, bottom, in pixels.
type Area = [f64; 4];
type Segment = [(f64, f64); 2];

struct Drawing {
    plot: Area,
    texts: Vec<(String, Area)>,
    segments: Vec<Segment>,
    points: Vec<(f64, f64)>,
}

fn number(text: &str) -> f64 {
    text.parse().unwrap_or_else(|_| panic!("{text}"))
}

fn read(svg: &str) -> Drawing {
    let document = roxmltree::Document::parse(svg).unwrap();
    let all: Vec<_> = document.descendants().collect();
    let classes = |node: &roxmltree::Node<'_, '_>| node.attribute("class").unwrap_or("").to_owned();
    let usual = document.root_element().attribute("font-size").map_or(13.0, number);
    let edge = all.iter().find(|node| classes(node).contains("edge")).unwrap();
    let at = |node: &roxmltree::Node<'_, '_>, name: &str| number(node.attribute(name).unwrap());
    let plot = [
        at(edge, "x"),
        at(edge, "y"),
        at(edge, "x") + at(edge, "width"),
        at(edge, "y") + at(edge, "height"),
    ];
    let label = |node: &roxmltree::Node<'_, '_>| {
        let text = node.text().unwrap().trim().to_owned();
        let size = node.attribute("font-size").map_or(usual, number);
        let (x, y) = (at(node, "x"), at(node, "y"));
        // Letters are about half as wide as the font is high.
        let width = 0.47 * size * text.chars().count() as f64;
        (text, [x, y - 0.7 * size, x + width, y])
    };
    let pair = |text: &str| {
        let (x, y) = text.split_once(',').unwrap();
        (number(x), number(y))
    };
    let line = |node: &roxmltree::Node<'_, '_>| -> Vec<(f64, f64)> {
        node.attribute("d").unwrap().trim_start_matches('M').split('L').map(pair).collect()
    };
    let lines = all.iter().filter(|node| classes(node).starts_with("line")).map(line);
    let bar = |node: &roxmltree::Node<'_, '_>| {
        let corners: Vec<_> =
            node.attribute("d").unwrap().trim_matches(['M', 'Z']).split('L').map(pair).collect();
        let middle = |of: fn(&(f64, f64)) -> f64| corners.iter().map(of).sum::<f64>() / 4.0;
        (middle(|point| point.0), middle(|point| point.1))
    };
    Drawing {
        plot,
        texts: all.iter().filter(|node| classes(node).starts_with("label")).map(label).collect(),
        segments: lines
            .flat_map(|line| line.windows(2).map(|pair| [pair[0], pair[1]]).collect::<Vec<_>>())
            .collect(),
        points: all.iter().filter(|node| node.attribute("data-mark").is_some()).map(bar).collect(),
    }
}

fn meet(a: &Area, b: &Area) -> bool {
    a[0] < b[2] && b[0] < a[2] && a[1] < b[3] && b[1] < a[3]
}

/// By points along the segment, a tenth of a pixel apart.
fn crosses([left, top, right, bottom]: &Area, [from, to]: &Segment) -> bool {
    let length = (to.0 - from.0).hypot(to.1 - from.1);
    let steps = (length * 10.0).ceil().max(1.0);
    (0..=steps as u32).any(|step| {
        let share = f64::from(step) / steps;
        let (x, y) = (from.0 + (to.0 - from.0) * share, from.1 + (to.1 - from.1) * share);
        left < &x && &x < right && top < &y && &y < bottom
    })
}

/// Each text has its place; the number of texts is returned.
fn assert_texts_are_free(scene: &Scene) -> usize {
    let drawing = read(&draw::svg(scene));
    let Drawing { plot, texts, segments, points } = &drawing;
    for (index, (text, area)) in texts.iter().enumerate() {
        let is_inside =
            plot[0] <= area[0] && plot[1] <= area[1] && area[2] <= plot[2] && area[3] <= plot[3];
        assert!(is_inside, "{text}: {area:?} in {plot:?}");
        for segment in segments {
            assert!(!crosses(area, segment), "{text}: {area:?} is over {segment:?}");
        }
        for (x, y) in points {
            let symbol = [x - 4.0, y - 4.0, x + 4.0, y + 4.0];
            assert!(!meet(area, &symbol), "{text}: {area:?} is over the point {x}, {y}");
        }
        for (other, beside) in &texts[index + 1..] {
            assert!(!meet(area, beside), "{text} is over {other}");
        }
    }
    texts.len()
}

fn requested(json: &str) -> Scene {
    let node = from_json(json).unwrap();
    let request = Request::read(&Field { node: &node, path: "scene".into() }).unwrap();
    shown(request.scene(&Options { digits: 6, ..Options::default() }, || ()))
}

#[test]
fn numbers_of_curves_have_places() {
    let many = [
        "gaussian(sigma=2)",
        "laplace(eps=1)",
        "approx-dp(eps=1, delta=0)",
        "approx-dp(eps=1, delta=1/10)",
        "gdp(mu=1)",
        "gdp(mu=3)",
        "randomized-response(eps=ln(3))^3",
    ];
    for kind in [Kind::Region, Kind::TradeOff] {
        let gap = rational("1/200");
        let scene = shown(regions(
            &named(&many),
            kind,
            &Gap::absolute(gap.clone()),
            &Options::default(),
            &|| (),
        ));
        for width in [240, 320, 560, 1200] {
            let layout = Layout { width, ..Layout::default() };
            assert_eq!(
                assert_texts_are_free(&Scene { layout, ..scene.clone() }),
                many.len(),
                "{width}"
            );
        }
    }
    for show in ["profiles", "log-profiles"] {
        let list = serde_json::to_string(&many[..5]).unwrap();
        let json = format!(r#"{{"show": "{show}", "mechanisms": {list}, "points": 24}}"#);
        assert_eq!(assert_texts_are_free(&requested(&json)), 5, "{show}");
    }
    let densities =
        r#"{"densities": ["laplace(eps=1)", "gaussian(sigma=1)"], "shifted": true, "points": 32}"#;
    assert_eq!(assert_texts_are_free(&requested(densities)), 4);
}

/// Claims close to each other, and at the edges, are all named.
#[test]
fn labels_of_claims_have_places() {
    let claim = |id: &str, eps: &str, most: &str| {
        format!(
            "[[claim]]\nid = \"{id}\"\nover = [\"*\"]\ndelta = {{ eps = \"{eps}\" }}\nat-most = \"{most}\"\n"
        )
    };
    let claims: String = [
        ("first", "1", "1/10"),
        ("a-second-one-close-to-it", "1.01", "1/10"),
        ("third", "1", "0.101"),
        ("at-the-left-edge", "0", "1/2"),
        ("later", "2", "1/100"),
    ]
    .map(|(id, eps, most)| claim(id, eps, most))
    .concat();
    let text = format!(
        "format = \"dpcert/1\"\n[scope]\nunit = \"person\"\nadjacency = \"replace-one\"\n\
         [[ledger]]\nid = \"sum\"\nmechanism = \"laplace\"\neps = \"1/2\"\ncount = \"3\"\n{claims}"
    );
    claim::parse(&text).unwrap();
    let json = format!(r#"{{"claims": {}, "points": 24}}"#, serde_json::to_string(&text).unwrap());
    let scene = requested(&json);
    // Five claims, and the number of the curve.
    assert_eq!(assert_texts_are_free(&scene), 6);
    let layout = Layout { width: 320, height: 220, ..Layout::default() };
    assert!(assert_texts_are_free(&Scene { layout, ..scene }) >= 4);
}

/// A label without a place beside its point has a letter there, and is below the plot; with a
/// legend, in which the point has a symbol of its own, it needs none.
#[test]
fn labels_without_a_place_have_letters() {
    let marks: Vec<String> = (0..6)
        .map(|n| {
            format!(r#"{{"name": "an attack with a long name, {n}", "at": ["0.5", "0.{n}5"]}}"#)
        })
        .collect();
    let json = format!(
        r#"{{"mechanisms": ["gaussian(sigma=1)"], "marks": [{}], "gap": "1/50"}}"#,
        marks.join(", ")
    );
    let layout = Layout { width: 200, height: 140, ..Layout::default() };
    for legend in [true, false] {
        let scene = Scene { layout: Layout { legend, ..layout }, ..requested(&json) };
        assert_texts_are_free(&scene);
        let svg = draw::svg(&scene);
        let texts: Vec<String> = roxmltree::Document::parse(&svg)
            .unwrap()
            .descendants()
            .filter(|node| node.has_tag_name("text"))
            .map(|node| node.text().unwrap().trim().to_owned())
            .collect();
        let count = |text: &str| texts.iter().filter(|found| *found == text).count();
        // Beside its point, and before its name.
        let letters = if legend { 0 } else { 2 };
        assert_eq!((count("a"), count("b")), (letters, letters), "{texts:?}");
        let all = texts.join(" ");
        for n in 0..6 {
            // In the legend, or in the plot or below.
            assert_eq!(all.matches(&format!("long name, {n}")).count(), 1, "{n}: {all}");
        }
    }
}

/// The widths of the letters from the space to the tilde in DejaVu Sans, in 2048ths of their size.
const DEJAVU_SANS: [u16; 95] = [
    651, 821, 942, 1716, 1303, 1946, 1597, 563, 799, 799, 1024, 1716, 651, 739, 651, 690, 1303,
    1303, 1303, 1303, 1303, 1303, 1303, 1303, 1303, 1303, 690, 690, 1716, 1716, 1716, 1087, 2048,
    1401, 1405, 1430, 1577, 1294, 1178, 1587, 1540, 604, 604, 1343, 1141, 1767, 1532, 1612, 1235,
    1612, 1423, 1300, 1251, 1499, 1401, 2025, 1403, 1251, 1403, 799, 690, 799, 1716, 1024, 1024,
    1255, 1300, 1126, 1300, 1260, 721, 1300, 1298, 569, 569, 1186, 569, 1995, 1298, 1253, 1300,
    1300, 842, 1067, 803, 1298, 1212, 1675, 1212, 1212, 1075, 1303, 690, 1303, 1716,
];

/// The width of a text in it, in pixels. Other letters are as wide as the widest number.
fn width_of(text: &str, size: f64) -> f64 {
    let letter = |letter: char| {
        let index = usize::try_from(u32::from(letter) - 32).unwrap();
        DEJAVU_SANS.get(index).map_or(1303.0, |width| f64::from(*width)) / 2048.0
    };
    text.chars().map(letter).sum::<f64>() * size
}

/// All texts are in the drawing, by the widths of DejaVu Sans, which are large.
#[test]
fn texts_are_not_cut_off() {
    let names = ["Gaussian noise of a run with a long name", "Laplace = noise"];
    let mechanisms: Vec<_> = named(&["gaussian(sigma=1)", "laplace(eps=1)"])
        .into_iter()
        .zip(names)
        .map(|((_, mechanism), name)| (name.to_owned(), mechanism))
        .collect();
    let gap = rational("1/100");
    let scene = shown(regions(
        &mechanisms,
        Kind::Region,
        &Gap::absolute(gap.clone()),
        &Options::default(),
        &|| (),
    ));
    for (width, font_size) in [(200, 10), (240, 13), (320, 11), (320, 13), (560, 20)] {
        let layout = Layout { width, font_size, height: 200, ..Layout::default() };
        let svg = draw::svg(&Scene { layout, ..scene.clone() });
        assert_inside(&svg, width, font_size);
    }
}

/// A legend of many short names has columns, which are apart; one of long names has one.
#[test]
fn a_legend_of_many_names_has_columns() {
    let ten = |name: fn(u32) -> String| {
        let mechanisms = (1..=10).map(|n| {
            let (_, mechanism) = named(&[&format!("gaussian(sigma=4/{n})")]).remove(0);
            (name(n), mechanism)
        });
        let gap = Gap::absolute(rational("1/100"));
        shown(regions(
            &mechanisms.collect::<Vec<_>>(),
            Kind::TradeOff,
            &gap,
            &Options::default(),
            &|| (),
        ))
    };
    let rows = |scene: &Scene, width: u32| {
        let layout = Layout { width, ..Layout::default() };
        let svg = draw::svg(&Scene { layout, ..scene.clone() });
        assert_inside(&svg, width, 13);
        let document = roxmltree::Document::parse(&svg).unwrap();
        let keys = document
            .descendants()
            .filter(|node| node.attribute("class").is_some_and(|class| class.starts_with("key ")));
        let mut rows: Vec<&str> = keys.filter_map(|node| node.attribute("y1")).collect();
        rows.dedup();
        rows.sort_unstable();
        rows.dedup();
        rows.len()
    };
    let short = ten(|n| format!("s = {n}"));
    assert_eq!([rows(&short, 560), rows(&short, 300), rows(&short, 240)], [4, 5, 10]);
    let long = ten(|n| format!("Gaussian noise of a run with a long name, {n}"));
    assert_eq!(rows(&long, 560), 10);
}

/// All texts are in a drawing of this width, and those on a line are apart.
fn assert_inside(svg: &str, width: u32, font_size: u32) {
    let document = roxmltree::Document::parse(svg).unwrap();
    let mut taken: Vec<(String, f64, f64)> = Vec::new();
    for node in document.descendants().filter(|node| node.has_tag_name("text")) {
        let (text, size) = (node.text().unwrap().trim(), node.attribute("font-size"));
        let size = size.map_or(f64::from(font_size), number);
        let own = number(node.attribute("x").unwrap());
        let moved = node.parent().and_then(|parent| parent.attribute("transform"));
        let aside = moved.map_or(0.0, |text| {
            number(text.trim_start_matches("translate(").split(',').next().unwrap())
        });
        let length = width_of(text, size);
        let is_turned = node.attribute("transform").is_some();
        let (from, to) = match node.attribute("text-anchor") {
            Some("end") => (own - length, own),
            Some("middle") => (own - length / 2.0, own + length / 2.0),
            _ => (own, own + length),
        };
        let is_inside = 0.0 <= from + aside && to + aside <= f64::from(width);
        assert!(
            is_turned || is_inside,
            "{width}, {font_size}: {text} from {from} to {to}, {aside}"
        );
        let line = format!("{} {moved:?}", node.attribute("y").unwrap());
        let is_free = |(other, start, end): &(String, f64, f64)| {
            *other != line || to <= *start || *end <= from
        };
        assert!(is_turned || taken.iter().all(is_free), "{width}, {font_size}: {text}");
        taken.push((line, from, to));
    }
}
