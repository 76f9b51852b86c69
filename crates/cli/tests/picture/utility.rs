//! Utilities in a picture: every point is the formula, evaluated by hand.

use super::{rational, shown};
use dpcert::Options;
use dpcert::input::{Key, Node, from_notation};
use dpcert::theorem::THEOREMS;
use dpcert_picture::{Drawn, Mark, NotDrawn, Scale, Scene, Utility, sweep, utility};
use malachite::rational::Rational;

fn picture(wanted: &Utility) -> Result<Scene, NotDrawn> {
    utility(wanted, &Options { digits: 8, ..Options::default() })
}

fn wanted(theorem: &str, parameters: &str, over: &'static str, from: &str, to: &str) -> Utility {
    let theorem = THEOREMS.iter().find(|known| known.name == theorem).unwrap();
    let mut parameters: Node = from_notation(&format!("theorem({parameters})")).unwrap();
    let dpcert::input::Item::Table(table) = &mut parameters.item else { panic!("a table") };
    table.retain(|(Key { name, .. }, _)| name != "kind");
    let values = sweep(&rational(from), &rational(to), 9, Scale::Logarithmic, false);
    Utility { theorem, parameters, over, values, scale: Scale::Logarithmic, conclusions: vec![], marked: None }
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
        ..wanted("histogram-error", "bins=10, n=100", "eps", "1/10", "3")
    }));
    assert_eq!(scene.layers[0].name, "mse (exact)");
    assert_eq!(scene.layers[1].name, "mse at eps = 0.5");
    assert_eq!((scene.y.scale, scene.x.scale), (Scale::Logarithmic, Scale::Logarithmic));
    assert_eq!(marks(&scene, 0).len(), 9);
    for mark in marks(&scene, 0).iter().chain(marks(&scene, 1)) {
        let eps = mark.x.value();
        let truth = rational("8*10/100^2") / (eps * eps);
        assert!(*mark.lower.value() <= truth && truth <= *mark.upper.value(), "{}", mark.label);
        assert!(mark.upper.value() - mark.lower.value() <= truth * rational("1e-7"), "{}", mark.label);
        assert!(mark.lower >= scene.y.from && mark.upper <= scene.y.to, "{}", mark.label);
    }
}

/// Curves may rise: randomised response keeps more answers with more eps; bounds and limits are named as such.
#[test]
fn conclusions_are_chosen_and_named() {
    let kept = Utility {
        conclusions: vec!["kept".to_owned(), "uniform".to_owned()],
        ..wanted("randomized-response-utility", "categories=4", "eps", "1/10", "5")
    };
    let scene = shown(picture(&kept));
    assert!(marks(&scene, 0).windows(2).all(|pair| pair[0].upper < pair[1].lower));
    assert!(marks(&scene, 1).windows(2).all(|pair| pair[0].lower > pair[1].upper));
    assert_eq!(scene.y.scale, Scale::Linear);
    // What is kept and what is uniform are all answers.
    for (kept, uniform) in marks(&scene, 0).iter().zip(marks(&scene, 1)) {
        let (low, high) = (kept.lower.value() + uniform.lower.value(), kept.upper.value() + uniform.upper.value());
        assert!(low <= 1 && high >= 1, "{}", kept.label);
    }
    for (theorem, parameters, over, name) in [
        ("median-utility", "m=10, t=20", "eps", "probability (upper-bound)"),
        ("mean-error", "k=2, d=1, n=100, delta=1e-5", "eps", "mse (exact)"),
        ("limit-of-noisy-sgd", "sigma=1", "c", "mu (limit)"),
        ("exponential-utility", "candidates=100, optimal=1, sensitivity=1, t=3", "eps", "probability (upper-bound)"),
    ] {
        let scene = shown(picture(&wanted(theorem, parameters, over, "1/10", "1")));
        assert_eq!(scene.layers[0].name, name, "{theorem}");
    }
}

#[test]
fn sweeps_are_round() {
    let show = |values: Vec<Rational>| values.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
    let (one, hundred) = (rational("1"), rational("100"));
    assert_eq!(show(sweep(&one, &hundred, 3, Scale::Logarithmic, true)), "1 10 100");
    assert_eq!(show(sweep(&one, &hundred, 4, Scale::Linear, true)), "1 34 67 100");
    assert_eq!(show(sweep(&one, &rational("2"), 5, Scale::Linear, true)), "1 2");
    assert_eq!(show(sweep(&one, &rational("2"), 4, Scale::Linear, false)), "1 133333/100000 83333/50000 2");
}

#[test]
fn what_the_theorem_refuses_is_told() {
    for (wanted, reason) in [
        (wanted("histogram-error", "bins=10", "eps", "1/10", "3"), "n"),
        (wanted("histogram-error", "bins=1, n=100", "eps", "1/10", "3"), "bins = 1 is less than 2"),
        (wanted("histogram-error", "bins=10, eps=1", "n", "1/2", "3"), "n"),
        // Beyond the classical calibration.
        (wanted("mean-error", "k=2, d=1, n=100, delta=1/10", "eps", "1", "20"), "delta at eps = "),
    ] {
        let error = picture(&wanted).expect_err(reason).to_string();
        assert!(error.contains(reason), "{reason}: {error}");
    }
    let unknown =
        Utility { conclusions: vec!["mae".to_owned()], ..wanted("histogram-error", "bins=10, n=9", "eps", "1", "3") };
    let error = picture(&unknown).expect_err("no such conclusion").to_string();
    assert!(error.contains("the conclusion \"mae\"") && error.contains("mse, sensitivity, printed"), "{error}");
}
