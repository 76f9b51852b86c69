//! Certified tables, kept under `fixtures/certified` for people to read.
//!
//! Each table says how it was certified. Where a value is known from elsewhere (a paper's figure, a
//! printed sum), another test compares it; this one notices any change.

mod figures;

use crate::support::Shown;
use dpcert::exact::literal::parse;
use dpcert::{Answer, Content, Mechanism, Options, Query, Question};
use std::fmt::Write;
use std::fs;
use std::path::Path;

fn ask(mechanism: &str, query: &Query, digits: u64) -> Answer {
    let parsed = Mechanism::parse(mechanism).unwrap_or_else(|e| panic!("{mechanism}: {e}"));
    let options = Options { digits, ..Options::default() };
    dpcert::ask(&Question::of(&parsed, query), &options)
        .unwrap_or_else(|e| panic!("{mechanism}: {e}"))
}

/// `0.433 = 433/1000`, or `[0.1234, 0.1235]`.
fn show(bounds: &impl Shown) -> String {
    let bounds = bounds.printed();
    match &bounds.exact {
        Some(exact) if *exact == bounds.lo => exact.clone(),
        Some(exact) if bounds.lo == bounds.hi => format!("{} = {exact}", bounds.lo),
        Some(exact) if exact.len() <= 60 => exact.clone(),
        _ if bounds.lo == bounds.hi => bounds.lo.clone(),
        _ => format!("[{}, {}]", bounds.lo, bounds.hi),
    }
}

fn certified(answer: &Answer, digits: u64) -> String {
    let tight =
        if answer.tight { "attained by a mechanism of the class" } else { "an upper bound" };
    format!(
        "certified by: {} ({}), {digits} digits, ends rounded outward; {tight}\n",
        answer.method, answer.engine
    )
}

fn deltas(title: &str, mechanism: &str, digits: u64) -> String {
    let answer = ask(mechanism, &Query::Deltas { inner: false }, digits);
    let mut text = format!("{title}\n{mechanism}\n{}\n", certified(&answer, digits));
    let Content::Deltas { rows, .. } = &answer.content else { panic!("{mechanism}: no deltas") };
    for (j, eps, bounds) in rows {
        writeln!(text, "j = {j:>2}   eps = {:<8}   delta = {}", eps.to_string(), show(bounds))
            .unwrap();
    }
    text
}

fn region(title: &str, mechanism: &str, digits: u64) -> String {
    let answer = ask(mechanism, &Query::Region, digits);
    let mut text = format!("{title}\n{mechanism}\n{}\n", certified(&answer, digits));
    let Content::Region(vertices) = &answer.content else { panic!("{mechanism}: no region") };
    for (alpha, beta) in vertices {
        writeln!(text, "alpha = {:<28}   beta = {}", show(alpha), show(beta)).unwrap();
    }
    text
}

fn scalars(title: &str, rows: &[(&str, &str, &str, &str)], digits: u64) -> String {
    let mut text = format!("{title}\n");
    for (mechanism, kind, at, note) in rows {
        let x = || parse(at).unwrap();
        let query = match *kind {
            "delta" => Query::Delta { eps: x() },
            "eps" => Query::Eps { delta: x() },
            "beta" => Query::Beta { alpha: x() },
            _ => Query::Tv,
        };
        let answer = ask(mechanism, &query, digits);
        let Content::Number(bounds) = &answer.content else { panic!("{mechanism}: no number") };
        assert!(answer.met, "{mechanism}");
        let at = if at.is_empty() { String::new() } else { format!("({at})") };
        writeln!(text, "\n{mechanism}").unwrap();
        writeln!(text, "  {kind}{at} = {}   [{}]", show(bounds), answer.method).unwrap();
        if !note.is_empty() {
            writeln!(text, "  {note}").unwrap();
        }
    }
    text
}

fn keep(name: &str, text: &str) {
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path("../../fixtures/certified");
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| insta::assert_snapshot!(name, text));
}

#[test]
fn kairouz_oh_viswanath() {
    keep(
        "kov-ln2-k3",
        &deltas(
            "k-fold composition of (ln 2, 1/10)-DP, k = 3",
            "approx-dp(eps=ln(2), delta=1/10)^3",
            20,
        ),
    );
    keep(
        "kov-tenth-k10",
        &deltas(
            "k-fold composition of (0.1, 0.001)-DP, k = 10",
            "approx-dp(eps=0.1, delta=0.001)^10",
            20,
        ),
    );
}

#[test]
fn ghazi_issa_figure_4() {
    let title = "Ghazi & Issa, Figure 4: eps = 1, delta = 0, alpha = 0.3, k = 5";
    keep("ghazi-issa-figure-4", &deltas(title, "approx-dp-tv(eps=1, delta=0, alpha=3/10)^5", 20));
    let title = "The same without the total variation (the green line of Figure 4)";
    keep("ghazi-issa-figure-4-kov", &deltas(title, "approx-dp(eps=1, delta=0)^5", 20));
}

/// The thesis asks for the composition of mechanisms that meet several constraints at once and
/// compares, for k = 2, a hypothesis (the intersection of three regions) with the true region.
#[test]
fn thesis_figure_4_1() {
    let pair = "multi-dp(constraints=[{eps=0.6, delta=0.05}, {eps=0, delta=0.2}])";
    let mut text = region(
        "Najib, Figure 4.1: the true region of two mechanisms, each (0.6, 0.05)-DP and (0, 0.2)-DP",
        &format!("{pair}^2"),
        12,
    );
    let title = "\nThe same class as (0.6, 0.05)-DP with total variation 0.2, composed by Ghazi & Issa's theorem";
    text += &region(title, "approx-dp-tv(eps=0.6, delta=0.05, eta=0.2)^2", 12);
    let hypothesis =
        "multi-dp(constraints=[{eps=0, delta=1-(1-0.2)^2}, {eps=0.6, delta=1-(1-0.05)*(1-0.2)}])";
    let title = "\nThe hypothesised region is the intersection of three. At level 0.2 (a smaller beta is a larger region):";
    text += &scalars(
        title,
        &[
            (&format!("{pair}^2"), "beta", "0.2", "true"),
            (hypothesis, "beta", "0.2", "two of the three hypothesised constraints"),
            ("approx-dp(eps=0.6, delta=0.05)^2", "beta", "0.2", "the third"),
        ],
        12,
    );
    keep("thesis-figure-4-1", &text);
}

#[test]
fn continuous_mechanisms() {
    keep(
        "gaussian-and-laplace",
        &scalars(
            "Closed forms",
            &[
                (
                    "gaussian(sigma=sqrt(3))^3",
                    "delta",
                    "1",
                    "three Gaussians of sigma = sqrt(3) are one of sigma = 1",
                ),
                ("gdp(mu=1)", "delta", "40", "a float formula prints 0.0"),
                ("gdp(mu=20)", "delta", "700", "the same formula prints 3.0567e-138"),
                ("gdp(mu=20)", "delta", "710", "and here NaN"),
                ("gdp(mu=40)", "eps", "1e-5", ""),
                ("gdp(mu=1)", "beta", "0.1", "G_1(0.1)"),
                ("laplace(eps=1)", "tv", "", "1 - exp(-1/2)"),
                ("laplace(eps=ln(4))", "tv", "", "rational, because exp(-ln(4)/2) is"),
                ("laplace(eps=1)", "beta", "1/4", "between the corners: exp(-1)"),
            ],
            20,
        ),
    );
}

#[test]
fn long_compositions() {
    keep(
        "long-compositions",
        &scalars(
            "Long compositions of (eps, delta)-DP",
            &[
                (
                    "approx-dp(eps=0x1.47ae147ae147bp-7, delta=0)^10000",
                    "delta",
                    "10",
                    "dp-accounting 0.6.0 prints -1.77e-13",
                ),
                (
                    "approx-dp(eps=0x1.999999999999ap-4, delta=0)^1000",
                    "delta",
                    "30",
                    "dp-accounting 0.6.0 prints -5.67e-15",
                ),
                (
                    "approx-dp(eps=0x1.999999999999ap-4, delta=0)^1000",
                    "delta",
                    "25",
                    "dp-accounting 0.6.0 prints 2.8565440e-11",
                ),
                (
                    "approx-dp(eps=0x1.47ae147ae147bp-7, delta=0)^10000",
                    "eps",
                    "1e-13",
                    "dp-accounting 0.6.0 prints 7.420907",
                ),
                (
                    "approx-dp(eps=0.1, delta=1e-3)^1000",
                    "delta",
                    "17.325",
                    "smartnoise-sql 1.0.10 prints 0.2330",
                ),
                (
                    "approx-dp-tv(eps=10, delta=0, eta=0.2)^80",
                    "tv",
                    "",
                    "the thesis's tool shows 0.0",
                ),
                (
                    "approx-dp-tv(eps=ln(2), delta=0, eta=0.1)^30",
                    "delta",
                    "27*ln(2)",
                    "the thesis's tool shows 0.0",
                ),
                (
                    "approx-dp(eps=10, delta=0)^100",
                    "tv",
                    "",
                    "the thesis's tool stops at an assertion",
                ),
            ],
            20,
        ),
    );
}

/// The page of the folder names each snapshot, with its first line.
#[test]
fn the_page_names_all() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/certified");
    let read = |path: &Path| fs::read_to_string(path).unwrap();
    let mut rows = Vec::new();
    for entry in fs::read_dir(&folder).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|extension| extension == "snap") {
            let name = path.file_stem().unwrap().to_str().unwrap().to_owned();
            let text = read(&path);
            let (_, body) = text.split_once("\n---\n").unwrap();
            rows.push(format!("| {name} | {} |", body.lines().next().unwrap()));
        }
    }
    rows.sort();
    let page = read(&folder.join("README.md"));
    let mut named: Vec<&str> = page.lines().filter(|line| line.starts_with("| ")).skip(1).collect();
    named.sort_unstable();
    assert_eq!(named, rows);
}
