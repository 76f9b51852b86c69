//! Claims in a picture: their verdicts are those of the judge, and every point is where it was
//! claimed.

use super::{between, certified, numbers, rational, shown};
use dpcert::claim::{self, ClaimFile, Judgement};
use dpcert::quantity::table;
use dpcert::{Options, exact::literal};
use dpcert_picture::{Drawn, Extent, Mark, NotDrawn, Scale, Scene, Window, claims, draw};

const LEDGER: &str = r#"
format = "dpcert/1"
[scope]
unit = "person"
adjacency = "replace-one"
[[ledger]]
id = "counts"
mechanism = "gaussian"
sigma = "2"
count = "3"
[[ledger]]
id = "survey"
mechanism = "randomized-response"
eps = "ln(3)"
"#;

fn picture(text: &str) -> Result<Scene, NotDrawn> {
    within(Options::default().limits.work, Extent::default(), text)
}

/// The picture with a limit of work, and what is wanted of its axes.
fn within(work: u64, extent: Extent<'_>, text: &str) -> Result<Scene, NotDrawn> {
    let file: ClaimFile = claim::parse(&format!("{LEDGER}{text}")).unwrap();
    let judgements: Vec<Judgement> =
        file.claims.iter().map(|it| claim::judge(&file, it, &Options::for_claims())).collect();
    let judged: Vec<_> = file.claims.iter().zip(&judgements).collect();
    let mut options = Options { digits: 8, ..Options::default() };
    options.limits.work = work;
    claims(&file, &judged, extent, 24, &options, |_| "--max-work")
}

fn claimed(id: &str, over: &str, rest: &str) -> String {
    format!("\n[[claim]]\nid = \"{id}\"\nover = [\"{over}\"]\n{rest}\n")
}

fn marks(scene: &Scene) -> Vec<(&str, &Mark)> {
    let mut all = Vec::new();
    for layer in &scene.layers {
        if let Drawn::Marks { marks, .. } = &layer.drawn {
            all.extend(marks.iter().map(|mark| (layer.name.as_str(), mark)));
        }
    }
    all
}

/// The curve reaches the claimed delta where an eps is refuted, unless that is far away.
#[test]
fn a_refuted_eps_and_the_true_one_are_inside() {
    for (eps, is_seen) in [("1", true), ("1/50", false)] {
        let scene = shown(picture(&claimed(
            "small",
            "counts",
            &format!("eps = {{ delta = \"1e-3\" }}\nat-most = \"{eps}\""),
        )));
        // The truth is 2.629.
        assert_eq!(*scene.x.to.value() > rational("13/5"), is_seen, "{eps}: {:?}", scene.x.to);
    }
}

/// Claims of the same point have one mark: a label for each would hide the others.
#[test]
fn claims_of_the_same_point_share_a_mark() {
    let text = [
        claimed("as delta", "counts", "delta = { eps = \"1\" }\nat-most = \"1/2\""),
        claimed("as eps", "counts", "eps = { delta = \"1/2\" }\nat-most = \"1\""),
        claimed("other", "counts", "delta = { eps = \"1\" }\nat-most = \"0.05\""),
    ]
    .concat();
    let scene = shown(picture(&text));
    let labels: Vec<&str> = marks(&scene).iter().map(|(_, mark)| mark.label.as_str()).collect();
    assert_eq!(labels, ["as delta, as eps: holds", "other: refuted"]);
}

#[test]
fn points_have_their_verdicts() {
    let text = [
        claimed("below", "counts", "delta = { eps = \"1\" }\nat-most = \"0.05\""),
        claimed("above", "counts", "delta = { eps = \"ln(7)\" }\nat-most = \"1/3\""),
        claimed("budget", "*", "eps = { delta = \"1/20\" }\nbetween = [\"1/2\", \"5\"]"),
        claimed("other", "survey", "tv = {}\nat-most = \"1\""),
        claimed("equal", "counts", "delta = { eps = \"0\" }\nequals = \"1/10\""),
    ]
    .concat();
    let scene = shown(picture(&text));
    let found: Vec<(&str, &str)> =
        marks(&scene).into_iter().map(|(layer, mark)| (layer, mark.label.as_str())).collect();
    assert_eq!(
        found,
        [
            ("claims that hold", "budget of 2: holds (lower end)"),
            ("claims that hold", "above of 1: holds"),
            ("claims that hold", "budget of 2: holds (upper end)"),
            ("refuted claims", "equal of 1: refuted"),
            ("refuted claims", "below of 1: refuted"),
        ]
    );
    assert!(
        scene.caption.contains("Not drawn: 1 claim about another quantity."),
        "{}",
        scene.caption
    );
    // Where it was claimed, and on the side of the curve that the verdict says.
    let curves: Vec<&str> = scene.layers[..2].iter().map(|layer| layer.name.as_str()).collect();
    assert_eq!(curves, ["δ of counts", "δ of the whole ledger"]);
    let Drawn::Function { lower, upper } = &scene.layers[0].drawn else { panic!("a curve") };
    for (layer, mark) in
        marks(&scene).into_iter().filter(|(_, mark)| !mark.label.starts_with("budget"))
    {
        let (low, high) = between(&numbers(lower), &numbers(upper), mark.x.value());
        let is_right = if layer == "refuted claims" {
            *mark.upper.value() < low
        } else {
            *mark.lower.value() > high
        };
        assert!(is_right, "{}: {low}, {high}", mark.label);
        assert!(mark.x <= scene.x.to && mark.upper <= scene.y.to, "{}", mark.label);
    }
    let third = marks(&scene)[1].1;
    assert_eq!(
        (third.lower.to_string(), third.upper.to_string()),
        ("0.3333333333".into(), "0.3333333334".into())
    );
    assert!(
        literal::parse("ln(7)").unwrap().compare(&third.x.value().clone().into()).unwrap().is_gt()
    );
}

/// The curves contain the delta of their rows, asked for as a mechanism.
#[test]
fn curves_are_those_of_the_rows() {
    let scene = shown(picture(&claimed("all", "*", "delta = { eps = \"2\" }\nat-most = \"1e-5\"")));
    assert_eq!(scene.y.scale, Scale::Logarithmic);
    let Drawn::Function { lower, upper } = &scene.layers[0].drawn else { panic!("a curve") };
    let rows = "compose(mechanisms=[gaussian(sigma=2)^3, randomized-response(eps=ln(3))])";
    for at in ["0", "0.3", "1", "1.7", "2"] {
        let (lo, hi) = certified(rows, table::DELTA, at);
        let (low, high) = between(&numbers(lower), &numbers(upper), &rational(at));
        assert!(low <= hi && lo <= high, "{at}: [{lo}, {hi}] in [{low}, {high}]");
    }
    let svg = draw::svg(&scene);
    let document = roxmltree::Document::parse(&svg).unwrap();
    let mut labels = document
        .descendants()
        .filter(|node| node.has_tag_name("text"))
        .filter_map(|node| node.text());
    assert!(labels.any(|text| text.trim() == "all: refuted"), "{svg}");
}

#[test]
fn points_beside_the_axes_are_named() {
    let text = [
        claimed("small", "counts", "delta = { eps = \"1\" }\nat-most = \"1e-7\""),
        claimed("zero", "survey", "eps = { delta = \"0\" }\nat-most = \"2\""),
        claimed("negative", "survey", "delta = { eps = \"1\" }\nat-least = \"-1\""),
        claimed("far", "survey", "eps = { delta = \"1/10\" }\nat-most = \"5000\""),
    ]
    .concat();
    let scene = shown(picture(&text));
    assert_eq!(marks(&scene).len(), 1);
    let said = "Without a place on these axes: zero (delta = 0), negative, far.";
    assert!(scene.caption.contains(said), "{}", scene.caption);
}

#[test]
fn there_must_be_a_point() {
    let error = picture(&claimed("other", "*", "tv = {}\nat-most = \"1\""))
        .expect_err("no point")
        .to_string();
    assert!(error.contains("none is about delta at an eps, or eps at a delta"), "{error}");
}

/// Whatever layers there are, and in whatever order.
#[test]
fn colours_are_those_of_the_verdicts() {
    let holds = claimed("above", "counts", "delta = { eps = \"ln(7)\" }\nat-most = \"1/3\"");
    let refuted = claimed("below", "counts", "delta = { eps = \"1\" }\nat-most = \"0.05\"");
    let (green, red) = ("#00805c", "#b00020");
    for (text, colours) in [
        (holds.clone(), vec![green]),
        (refuted.clone(), vec![red]),
        ([refuted, holds].concat(), vec![green, red]),
    ] {
        let svg = draw::svg(&shown(picture(&text)));
        // The curve is the first layer.
        for (layer, colour) in (1..).zip(colours) {
            assert!(
                svg.contains(&format!(".t{layer}{{fill:{colour}}}")),
                "{layer}, {colour}: {svg}"
            );
        }
    }
}

/// The curves go as far as the axes that are wanted, and are known as well there.
#[test]
fn curves_fill_the_axes_that_are_wanted() {
    let text = claimed("one", "survey", "delta = { eps = \"1/2\" }\nat-most = \"1/5\"")
        + "[[ledger]]\nid = \"noise\"\nmechanism = \"gaussian(sigma=2)\"\n"
        + &claimed("two", "noise", "delta = { eps = \"1/2\" }\nat-most = \"1/5\"");
    let window = |from: &str, to: &str| Window::new(&rational(from), &rational(to)).unwrap();
    let (x, y) = (window("0", "3"), window("1e-8", "1"));
    let extent = Extent { x: Some(&x), y: Some(&y), is_logarithmic: true };
    let scene = shown(within(Options::default().limits.work, extent, &text));
    assert_eq!((scene.x.to.to_string(), scene.y.from.to_string()), ("3".into(), "1e-8".into()));
    assert_eq!(scene.y.scale, Scale::Logarithmic);
    let Drawn::Function { lower, upper } = &scene.layers[1].drawn else { panic!("a curve") };
    let polylines = (numbers(lower), numbers(upper));
    for at in ["1/2", "1.9", "2.31", "2.7", "2.83"] {
        let (low, high) = between(&polylines.0, &polylines.1, &rational(at));
        let (lo, hi) = certified("gaussian(sigma=2)", table::DELTA, at);
        assert!(low <= lo && hi <= high && high < low * rational("1.1"), "{at}");
    }
}

/// A curve that is too costly takes nothing from the others, and the caption says why it is
/// missing; alone it is no picture.
#[test]
fn a_costly_curve_is_missing() {
    const WORK: u64 = 100_000_000;
    let costly = "[[ledger]]\nid = \"maxima\"\nmechanism = \"noisy-max\"\nnoise = \"gumbel\"\neps = \"0.15\"\ncount = \"220\"\n";
    let claim =
        |id: &str, row: &str| claimed(id, row, "eps = { delta = \"1/1000\" }\nat-most = \"6\"");
    let scene = shown(within(
        WORK,
        Extent::default(),
        &format!("{costly}{}{}", claim("first", "counts"), claim("second", "maxima")),
    ));
    let layers: Vec<&str> = scene.layers.iter().map(|layer| layer.name.as_str()).collect();
    assert_eq!(layers, ["δ of counts", "claims that hold"]);
    let (_, said) = scene
        .caption
        .split_once("No curve is drawn for delta of maxima: this would take ")
        .expect("it says so");
    assert!(said.contains("its limits allow (to try: --max-work "), "{}", scene.caption);
    let alone = within(WORK, Extent::default(), &format!("{costly}{}", claim("second", "maxima")))
        .expect_err("too costly");
    assert_eq!(alone.mechanism, "delta of maxima");
    assert!(matches!(*alone.refusal, dpcert::Refusal::TooCostly(_)), "{alone}");
}
