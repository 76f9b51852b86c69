//! What the drawing of several curves says about them.

use super::{named, rational, shown};
use dpcert::Options;
use dpcert::tradeoff::Gap;
use dpcert_picture::{Kind, Profiles, Scene, draw, profiles, regions};

fn errors(mechanisms: &[&str], kind: Kind) -> Scene {
    let gap = rational("1/1000");
    shown(regions(
        &named(mechanisms),
        kind,
        &Gap::absolute(gap.clone()),
        &Options::default(),
        &|| (),
    ))
}

/// All texts of a drawing, one after the other.
fn texts(svg: &str) -> String {
    let document = roxmltree::Document::parse(svg).unwrap();
    let texts = document.descendants().filter(|node| node.has_tag_name("text"));
    texts.filter_map(|node| node.text()).map(str::trim).collect::<Vec<_>>().join(" ")
}

#[test]
fn curves_that_cannot_be_told_apart_are_said_to_coincide() {
    for kind in [Kind::Region, Kind::TradeOff] {
        let mechanisms = [
            "gaussian(sigma=1)",
            "laplace(eps=1)",
            "gaussian(sigma=1.001)",
            "gdp(mu=1)",
            "gdp(mu=1.05)",
        ];
        let said = texts(&draw::svg(&errors(&mechanisms, kind)));
        let expected = "1 gaussian(sigma=1) 2 laplace(eps=1) 3 gaussian(sigma=1.001) (within a pixel of 1) \
                        4 gdp(mu=1) (within a pixel of 1) 5 gdp(mu=1.05) Each band";
        assert!(said.contains(expected), "{said}");
    }
}

#[test]
fn only_what_is_not_known_is_hatched() {
    let wanted = Profiles {
        from: rational("0"),
        to: rational("2"),
        least: None,
        heights: None,
        is_part: false,
        is_logarithmic: false,
        points: 16,
    };
    let mechanisms = named(&["zcdp(1/8)", "gaussian(sigma=1)"]);
    let scene = shown(profiles(&mechanisms, &wanted, &Options::default(), &|| ()));
    let svg = draw::svg(&scene);
    let said = texts(&svg);
    assert!(
        said.contains("1 zcdp(1/8) (between its two lines) 2 gaussian(sigma=1) Each"),
        "{said}"
    );
    let document = roxmltree::Document::parse(&svg).unwrap();
    let with = |name: &'static str, value: &'static str| {
        document.descendants().filter(move |node| node.attribute(name) == Some(value)).count()
    };
    assert_eq!((with("id", "hatching0"), with("class", "h0"), with("class", "line c0")), (1, 1, 2));
    assert_eq!((with("id", "hatching1"), with("class", "h1"), with("class", "line c1")), (0, 0, 1));
}

/// Two translucent insides would mix to a colour of neither.
#[test]
fn the_region_in_front_is_filled_alone() {
    let filled = |scene: &Scene| -> Vec<String> {
        let svg = draw::svg(scene);
        let document = roxmltree::Document::parse(&svg).unwrap();
        let inside = document.descendants().filter(|node| node.attribute("fill-opacity").is_some());
        inside.filter_map(|node| node.attribute("class")).map(str::to_owned).collect()
    };
    let scene = errors(&["laplace(eps=1)", "laplace(eps=2)"], Kind::Region);
    assert_eq!(filled(&scene), ["t1"]);
    assert_eq!(filled(&Scene { order: vec![1, 0], ..scene.clone() }), ["t0"]);
    assert!(filled(&Scene { fill: false, ..scene }).is_empty());
    assert!(filled(&errors(&["laplace(eps=1)"], Kind::TradeOff)).is_empty());
}

/// A curve of which nothing is on the axes is named so, and is not one with another such curve.
#[test]
fn a_curve_beyond_the_axes_is_said_to_be() {
    let wanted = Profiles {
        from: rational("0"),
        to: rational("2"),
        least: Some(rational("1e-6")),
        heights: None,
        is_part: false,
        is_logarithmic: false,
        points: 16,
    };
    let mechanisms =
        named(&["approx-dp(eps=0, delta=0)", "gaussian(sigma=1)", "approx-dp(eps=1e-9, delta=0)"]);
    let scene = shown(profiles(&mechanisms, &wanted, &Options::default(), &|| ()));
    let said = texts(&draw::svg(&scene));
    let expected = "1 approx-dp(eps=0, delta=0) (not on these axes) 2 gaussian(sigma=1) 3 approx-dp(eps=1e-9, delta=0)";
    assert!(said.contains(expected), "{said}");
}
