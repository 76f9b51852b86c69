//! The figures of the four papers that show a region or a trade-off function with its parameters.
//!
//! Dong, Roth & Su, Figures 2, 4 and 5 (left), and Najib, Figures 3.8 and 3.10, do not say theirs;
//! nor does the text around Figures 1 (right) and 7 of the former. Balle, Barthe & Gaboardi have no
//! figure.

use super::{ask, certified, keep, region, scalars, show};
use crate::support::{Printed, Shown, written};
use dpcert::exact::decimal::rational_to_decimal;
use dpcert::exact::engine::Rounding;
use dpcert::exact::literal::parse;
use dpcert::tradeoff::Gap;
use dpcert::{Answer, Content, Query, Real, Styled};
use malachite::rational::Rational;
use std::fmt::Write;

const DIGITS: u64 = 12;

fn regions(titled: &[(&str, &str)]) -> String {
    let parts: Vec<String> =
        titled.iter().map(|(title, mechanism)| region(title, mechanism, DIGITS)).collect();
    parts.join("\n")
}

/// Both polygons around an analytic trade-off function.
fn polygons(title: &str, mechanism: &str, gap: &str) -> String {
    let rational = parse(gap).unwrap().as_rational().unwrap().clone();
    let answer = ask(mechanism, &Query::Polygon { gap: Gap::absolute(rational) }, DIGITS);
    let Content::Polygons { inner, outer, gap: reached, met } = &answer.content else {
        panic!("{mechanism}")
    };
    assert!(met, "{mechanism}");
    let mut text = format!("{title}\n{mechanism}\n");
    writeln!(text, "certified by: {} ({}), ends rounded outward", answer.method, answer.engine)
        .unwrap();
    for (name, vertices) in [("inner", inner), ("outer", outer)] {
        writeln!(
            text,
            "\n{name} polygon: the function is at or {} it",
            ["above", "below"][usize::from(name == "inner")]
        )
        .unwrap();
        for (alpha, beta) in vertices {
            writeln!(text, "alpha = {:<14}   beta = {}", written(alpha), written(beta)).unwrap();
        }
    }
    text + &format!("\ngap <= {}\n", written(reached))
}

/// The trade-off function at some levels.
fn levels(title: &str, mechanism: &str, alphas: &[&str]) -> String {
    let query = |alpha: &str| Query::Beta { alpha: parse(alpha).unwrap() };
    let answer = ask(mechanism, &query("0"), DIGITS);
    let mut text = format!("{title}\n{mechanism}\n{}\n", certified(&answer, DIGITS));
    for alpha in alphas {
        let height = number(&ask(mechanism, &query(alpha), DIGITS));
        writeln!(text, "alpha = {alpha:<8}   beta = {}", show(&height)).unwrap();
    }
    text
}

fn number(answer: &Answer) -> Printed {
    let Content::Number(bounds) = &answer.content else { panic!("{answer:?}") };
    Printed::of(bounds)
}

/// A number, with more digits than are shown.
fn fine(mechanism: &str, query: &Query) -> (Rational, Rational) {
    ends(&number(&ask(mechanism, query, 2 * DIGITS)))
}

fn rational(decimal: &str) -> Rational {
    parse(decimal).unwrap().as_rational().unwrap().clone()
}

fn ends(bounds: &impl Shown) -> (Rational, Rational) {
    let bounds = bounds.printed();
    (rational(&bounds.lo), rational(&bounds.hi))
}

/// Bounds of `beta` at a level that is itself known by bounds.
fn beta(mechanism: &str, alpha: &(Rational, Rational)) -> (Rational, Rational) {
    let at = |alpha: &Rational| fine(mechanism, &Query::Beta { alpha: Real::from(alpha.clone()) });
    (at(&alpha.1).0, at(&alpha.0).1)
}

/// Bounds of `sup (f - g)` and `sup (g - f)` for the polygon f of a symmetric lattice mechanism and
/// any symmetric g.
///
/// `g - f` is convex on each edge of f, so that its supremum is at a vertex. On an edge of slope
/// `-e^eps`, f is the line of intercept `1 - delta_f(eps)`, and g is above its own line of that
/// slope.
fn apart(f: &str, g: &str) -> String {
    let Content::Region(vertices) = ask(f, &Query::Region, 2 * DIGITS).content else {
        panic!("{f}")
    };
    let below = vertices
        .iter()
        .map(|(alpha, height)| &beta(g, &ends(alpha)).1 - &ends(height).0)
        .max()
        .unwrap();
    let Content::Deltas { rows, .. } = ask(f, &Query::Deltas { inner: false }, 2 * DIGITS).content
    else {
        panic!("{f}")
    };
    let excess = |(_, eps, delta): &(u64, Real, Styled)| {
        fine(g, &Query::Delta { eps: eps.clone() }).1 - ends(delta).0
    };
    let above = rows.iter().map(excess).max().unwrap();
    let up = |x: &Rational| rational_to_decimal(x, 6, Rounding::Up);
    format!(
        "at every level f - g <= {} and g - f <= {}\n  f = {f}\n  g = {g}\n",
        up(&above),
        up(&below)
    )
}

#[test]
fn thesis_chapter_2() {
    keep(
        "thesis-figure-2-1",
        &regions(&[(
            "Najib, Figure 2.1: the region of (0.6, 0.05)-DP",
            "approx-dp(eps=0.6, delta=0.05)",
        )]),
    );
    keep(
        "thesis-figure-2-2",
        &regions(&[(
            "Najib, Figure 2.2: (0.6, 0.05)-DP five times",
            "approx-dp(eps=0.6, delta=0.05)^5",
        )]),
    );
    keep(
        "thesis-figure-2-3",
        &regions(&[(
            "Najib, Figures 2.3 and 3.4: (0.6, 0.15)-DP with total variation 0.25",
            "approx-dp-tv(eps=0.6, delta=0.15, eta=0.25)",
        )]),
    );
    keep(
        "thesis-figure-2-4",
        &regions(&[(
            "Najib, Figure 2.4: (0.6, 0.05)-DP with total variation 0.2, five times",
            "approx-dp-tv(eps=0.6, delta=0.05, eta=0.2)^5",
        )]),
    );
    let title = "Najib, Figure 2.5: the region of 1-GDP";
    keep("thesis-figure-2-5", &polygons(title, "gdp(mu=1)", "1/100"));
}

/// The larger of two trade-off functions, one with a corner: from where to where it is which.
#[test]
fn thesis_chapter_3() {
    let with_tv = "approx-dp-tv(eps=0.6, delta=0.15, eta=0.25)";
    let mut text =
        regions(&[("Najib, Figure 3.5: (0.6, 0.15)-DP with total variation 0.25", with_tv)]);
    text += "\n";
    text += &polygons("and 1.5-GDP", "gdp(mu=3/2)", "1/100");
    keep("thesis-figure-3-5", &text);

    let gdp = "gdp(mu=4/5)";
    let mut text = levels(
        "Najib, Figure 3.7: 0.8-GDP, intersected with the region of Figure 2.3",
        gdp,
        &LEVELS,
    );
    let within = number(&ask(gdp, &Query::Delta { eps: parse("0.6").unwrap() }, DIGITS));
    assert!(ends(&within).1 < rational("0.15"));
    writeln!(text, "\ndelta(0.6) = {} < 0.15: 0.8-GDP is (0.6, 0.15)-DP.", show(&within)).unwrap();
    // G + alpha falls from 1 to its least value, 1 - tv, and grows again.
    let line = rational("0.75");
    let (mut lo, mut hi) = (rational("0.1"), rational("0.3"));
    while &hi - &lo > rational("1e-11") {
        let alpha = (&lo + &hi) / Rational::from(2);
        let (low, high) = beta(gdp, &(alpha.clone(), alpha.clone()));
        if &low + &alpha > line {
            lo = alpha;
        } else {
            assert!(&high + &alpha < line);
            hi = alpha;
        }
    }
    let show = |x: &Rational, rounding| rational_to_decimal(x, DIGITS - 2, rounding);
    let (lo, hi) = (show(&lo, Rounding::Down), show(&hi, Rounding::Up));
    writeln!(text, "So the intersection is bounded by 0.8-GDP, and by alpha + beta = 3/4 between")
        .unwrap();
    writeln!(text, "alpha in [{lo}, {hi}] and beta in [{lo}, {hi}].").unwrap();
    keep("thesis-figure-3-7", &text);

    keep(
        "thesis-figure-3-9",
        &regions(&[
            (
                "Najib, Figure 3.9: five mechanisms, (0.6, 0.05)-DP with total variation 0.15, by basic composition",
                "approx-dp(eps=5*0.6, delta=5*0.05)",
            ),
            ("exactly, without the total variation", "approx-dp(eps=0.6, delta=0.05)^5"),
            ("exactly", "approx-dp-tv(eps=0.6, delta=0.05, eta=0.15)^5"),
        ]),
    );
}

const LEVELS: [&str; 7] = ["0.001", "0.01", "0.05", "0.1", "0.25", "0.5", "0.9"];

#[test]
fn ghazi_issa() {
    let mut text = polygons(
        "Ghazi & Issa, Figure 3: the Laplace mechanism, eps = 1 (green)",
        "laplace(eps=1)",
        "1/100",
    );
    text += "\n";
    text += &regions(&[
        ("(1, 0)-DP (blue)", "approx-dp(eps=1, delta=0)"),
        (
            "with the total variation of the Laplace mechanism (red)",
            "approx-dp-tv(eps=1, delta=0, eta=1-exp(-1/2))",
        ),
    ]);
    keep("ghazi-issa-figure-3", &text);
    keep(
        "ghazi-issa-figure-4a",
        &regions(&[
            (
                "Ghazi & Issa, Figure 4a: eps = 1, delta = 0, alpha = 0.3",
                "approx-dp-tv(eps=1, delta=0, alpha=3/10)",
            ),
            ("without the total variation (green)", "approx-dp(eps=1, delta=0)"),
            (
                "the staircase mechanism of section VI-C, gamma = 0.0139",
                "staircase(eps=1, gamma=0.0139)",
            ),
        ]),
    );
    keep(
        "ghazi-issa-figure-4b",
        &regions(&[
            (
                "Ghazi & Issa, Figure 4b: the same five times",
                "approx-dp-tv(eps=1, delta=0, alpha=3/10)^5",
            ),
            ("without the total variation (green)", "approx-dp(eps=1, delta=0)^5"),
            ("the staircase mechanism", "staircase(eps=1, gamma=0.0139)^5"),
        ]),
    );
}

#[test]
fn gaussian_dp() {
    let mut text = String::new();
    for mu in ["1/2", "1", "3", "6"] {
        let title = format!("Dong, Roth & Su, Figure 3 (right): mu = {mu}");
        text += &levels(&title, &format!("gdp(mu={mu})"), &LEVELS);
        text += "\n";
    }
    text += &scalars(
        "Both errors are (1 - tv)/2 at the fixed point",
        &[
            ("gdp(mu=3)", "tv", "", "the caption: errors of 0.07"),
            ("gdp(mu=6)", "tv", "", "the caption: of 0.001"),
        ],
        DIGITS,
    );
    keep("gaussian-dp-figure-3", &text);

    let ten = "approx-dp(eps=1/sqrt(10), delta=0)^10";
    let mut text = regions(&[
        ("Dong, Roth & Su, Figures 1 (left) and 5 (right): (1/sqrt(10), 0)-DP ten times", ten),
        ("the dashed curve", "approx-dp(eps=2.89, delta=0.001)"),
    ]);
    text += "\nSection 3.3 says that the difference from 1-GDP is less than 0.013:\n";
    text += &apart(ten, "gdp(mu=1)");
    keep("gaussian-dp-figure-5", &text);

    let group = "group(size=4, mechanism=approx-dp(eps=1/4, delta=0))";
    let mut text = regions(&[(
        "Dong, Roth & Su, after Proposition 7: groups of k = 4 under (1/4, 0)-DP",
        group,
    )]);
    text += "\nThe text says that it is within 0.005 of the Laplace mechanism; at the first vertex it is not:\n";
    text += &apart(group, "laplace(eps=1)");
    keep("gaussian-dp-proposition-7", &text);
}

/// `C_p(f) = min(f_p, f_p^-1)**` by its definition, and by Corollary 3.
#[test]
fn the_sampling_operator() {
    let title = "Dong, Roth & Su, Figure 6 (left): C_p(G_mu), mu = 1.8, p = 0.35";
    let sample = "subsample(method=without-replacement, rate=0.35, adjacency=replace-one, mechanism=gdp(mu=1.8))";
    keep("gaussian-dp-figure-6-left", &polygons(title, sample, "1/100"));

    let masses = [
        ("0.2*0.1", "0"),
        ("0.9*(0.2*exp(3) + 0.8)/(1 + exp(3))", "0.9/(1 + exp(3))"),
        ("0.9*(0.2 + 0.8*exp(3))/(1 + exp(3))", "0.9*exp(3)/(1 + exp(3))"),
        ("0.8*0.1", "0.1"),
    ];
    let (p, q): (Vec<_>, Vec<_>) = masses.into_iter().unzip();
    let diluted = format!("finite-pair(p=[{}], q=[{}])", p.join(", "), q.join(", "));
    let hull = format!("union(mechanisms=[{diluted}, inverse(mechanism={diluted})])");
    let (grown, eta) = ("ln(0.8 + 0.2*exp(3))", "0.1 + 0.9*(exp(3) - 1)/(exp(3) + 1)");
    let amplified = format!("approx-dp(eps={grown}, delta=0.02)");
    let corollary = format!(
        "multi-dp(constraints=[{{eps={grown}, delta=0.02}}, {{eps=0, delta=0.2*({eta})}}])"
    );
    let printed = "multi-dp(constraints=[{eps=ln(0.8 + 0.2*exp(3)), delta=0.02}, \
                   {eps=0, delta=0.2*(0.1 + (exp(3) - 1)/(exp(3) + 1))}])";
    keep(
        "gaussian-dp-figure-6-right",
        &regions(&[
            (
                "Dong, Roth & Su, Figure 6 (right): C_p(f), f of (3, 0.1)-DP, p = 0.2, by Definition 6",
                &hull,
            ),
            ("by Corollary 3, corrected", &corollary),
            (
                "by Corollary 3 as printed: below C_p(f), with the total variation p delta + p (e^eps-1)/(e^eps+1)",
                printed,
            ),
            ("by Lemma 2: (ln(1 - p + p e^eps), p delta)-DP", &amplified),
        ]),
    );
}
