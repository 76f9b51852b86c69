//! Utilities in a picture: every point is the formula, evaluated by hand.

use super::{rational, shown};
use dpcert::input::{Field, Item, Node, from_notation};
use dpcert::{Options, Refusal};
use dpcert_picture::{Drawn, Mark, NotDrawn, Scale, Scene, Sweep, Utility, utility};

fn picture(wanted: &Utility) -> Result<Scene, NotDrawn> {
    utility(wanted, &Options { digits: 8, ..Options::default() }, &|| ())
}

fn sweep(over: &str, from: &str, to: &str) -> Sweep {
    Sweep {
        over: over.to_owned(),
        from: rational(from),
        to: rational(to),
        scale: Scale::Logarithmic,
        points: 9,
        conclusions: vec![],
        marked: None,
    }
}

fn read(theorem: &str, sweep: &Sweep) -> Result<Utility, Refusal> {
    let mut node: Node = from_notation(theorem).unwrap();
    let Item::Table(table) = &mut node.item else { panic!("a table") };
    // The notation says `kind` of what stands before the bracket.
    table[0].0.name = "name".to_owned();
    sweep.of(&Field { node: &node, path: "utility".to_owned() })
}

fn wanted(theorem: &str, over: &str, from: &str, to: &str) -> Utility {
    read(theorem, &sweep(over, from, to)).unwrap()
}

fn marks(scene: &Scene, layer: usize) -> &[Mark] {
    let Drawn::Marks { marks, .. } = &scene.layers[layer].drawn else { panic!("points") };
    marks
}

/// The error of a histogram is 8 bins/(n eps)^2: a rational number, by hand.
#[test]
fn points_are_the_formula() {
    let scene = shown(picture(&Utility {
        marked: Some(rational("1/2")),
        ..wanted("histogram-error(bins=10, n=100)", "eps", "1/10", "3")
    }));
    assert_eq!(scene.title, "Privacy against utility: histogram error");
    assert_eq!(scene.y.label, "mean squared error");
    assert_eq!(scene.layers[0].name, "mean squared error (exact)");
    assert_eq!(scene.layers[1].name, "mean squared error at eps = 0.5");
    assert_eq!(marks(&scene, 1)[0].label, "mean squared error at eps = 0.5");
    assert_eq!((scene.y.scale, scene.x.scale), (Scale::Logarithmic, Scale::Logarithmic));
    assert_eq!(marks(&scene, 0).len(), 9);
    for mark in marks(&scene, 0).iter().chain(marks(&scene, 1)) {
        let eps = mark.x.value();
        let truth = rational("8*10/100^2") / (eps * eps);
        assert!(*mark.lower.value() <= truth && truth <= *mark.upper.value(), "{}", mark.label);
        assert!(
            mark.upper.value() - mark.lower.value() <= truth * rational("1e-7"),
            "{}",
            mark.label
        );
        assert!(mark.lower >= scene.y.from && mark.upper <= scene.y.to, "{}", mark.label);
    }
}

/// Curves may rise: randomised response keeps more answers with more eps; bounds and limits are
/// named as such.
#[test]
fn conclusions_are_chosen_and_named() {
    let kept = Utility {
        conclusions: vec!["kept".to_owned(), "uniform".to_owned()],
        ..wanted("randomized-response-utility(categories=4)", "eps", "1/10", "5")
    };
    let scene = shown(picture(&kept));
    assert!(marks(&scene, 0).windows(2).all(|pair| pair[0].upper < pair[1].lower));
    assert!(marks(&scene, 1).windows(2).all(|pair| pair[0].lower > pair[1].upper));
    assert_eq!(scene.y.scale, Scale::Linear);
    // What is kept and what is uniform are all answers.
    for (kept, uniform) in marks(&scene, 0).iter().zip(marks(&scene, 1)) {
        let (low, high) = (
            kept.lower.value() + uniform.lower.value(),
            kept.upper.value() + uniform.upper.value(),
        );
        assert!(low <= 1 && high >= 1, "{}", kept.label);
    }
    let exponential = "exponential-utility(candidates=100, optimal=1, sensitivity=1, t=3)";
    for (theorem, over, title, name) in [
        ("median-utility(m=10, t=20)", "eps", "median utility", "probability (upper bound)"),
        (
            "mean-error(k=2, d=1, n=100, delta=1e-5)",
            "eps",
            "mean error",
            "mean squared error (exact)",
        ),
        ("limit-of-noisy-sgd(sigma=1)", "c", "limit of noisy SGD", "mu (limit)"),
        (exponential, "eps", "exponential utility", "probability (upper bound)"),
        ("binary-share()", "eps", "binary share", "share (lower bound)"),
    ] {
        let scene = shown(picture(&wanted(theorem, over, "1/10", "1")));
        assert_eq!(scene.title, format!("Privacy against utility: {title}"));
        assert_eq!(scene.layers[0].name, name, "{theorem}");
    }
}

/// Values are short decimals, and whole numbers where the theorem wants them.
#[test]
fn sweeps_are_round() {
    let values = |theorem: &str, sweep: Sweep| {
        let utility = read(theorem, &sweep).unwrap();
        utility.values.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
    };
    let bins = "histogram-error(n=10, eps=1)";
    assert_eq!(values(bins, Sweep { points: 3, ..sweep("bins", "2", "200") }), "2 20 200");
    let linear =
        |points, over: &str| Sweep { points, scale: Scale::Linear, ..sweep(over, "2", "3") };
    assert_eq!(values(bins, linear(4, "bins")), "2 3");
    assert_eq!(
        values("histogram-error(n=10, bins=2)", linear(4, "eps")),
        "2 233333/100000 133333/50000 3"
    );
    // An axis may begin at 0, where the theorem has a value.
    let from_zero = |points| Sweep { points, scale: Scale::Linear, ..sweep("eps", "0", "3") };
    assert_eq!(values("binary-share()", from_zero(4)), "0 1 2 3");
    let first = Utility { scale: Scale::Linear, ..read("binary-share()", &from_zero(4)).unwrap() };
    let scene = shown(picture(&first));
    let half = &marks(&scene, 0)[0];
    assert!(*half.lower.value() == rational("1/2") && *half.upper.value() == rational("1/2"));
}

#[test]
fn what_the_theorem_refuses_is_told() {
    for (wanted, reason) in [
        (wanted("histogram-error(bins=10)", "eps", "1/10", "3"), "n"),
        (wanted("histogram-error(bins=1, n=100)", "eps", "1/10", "3"), "bins = 1 is less than 2"),
        (wanted("histogram-error(bins=10, eps=1)", "n", "1/2", "3"), "n"),
        // Beyond the classical calibration.
        (wanted("mean-error(k=2, d=1, n=100, delta=1/10)", "eps", "1", "20"), "delta at eps = "),
    ] {
        let error = picture(&wanted).expect_err(reason).to_string();
        assert!(error.contains(reason), "{reason}: {error}");
    }
    for (theorem, over, reason) in [
        (
            "histogram-error(bins=10, n=100)",
            "epsilon",
            "histogram-error has no parameter \"epsilon\"",
        ),
        ("histogram-error(bins=10, n=100, eps=1)", "eps", "eps is given, and swept"),
        ("histogramm(bins=10, n=100)", "eps", "there is no theorem with this name"),
    ] {
        let error = read(theorem, &sweep(over, "1", "2")).expect_err(reason).to_string();
        assert!(error.contains(reason), "{reason}: {error}");
    }
    let unknown = Utility {
        conclusions: vec!["mae".to_owned()],
        ..wanted("histogram-error(bins=10, n=9)", "eps", "1", "3")
    };
    let error = picture(&unknown).expect_err("no such conclusion").to_string();
    assert!(
        error.contains("the conclusion \"mae\"") && error.contains("mse, sensitivity, printed"),
        "{error}"
    );
}
