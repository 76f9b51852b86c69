//! The filter and the engines: the same verdicts, and ends on their sides.

use crate::support::{Arbitrary, Claim, Question, batch, numbers, words};
use dpcert::quantity::table::CLAIMED;
use dpcert::{Bounds, Content, Dyadic, Limits, Mechanism, Options, ask};
use dpcert_bulk::judge_batch;
use rayon::prelude::*;

/// Limits with which the filter is not asked, and the engines do the same.
fn engines_alone() -> Options {
    let usual = Limits::default();
    Options { limits: Limits { precision: usual.precision - 1, ..usual }, ..Options::for_claims() }
}

/// Questions where the filter has something to say, of moderate parameters or of extreme ones.
fn question(arbitrary: &mut Arbitrary) -> Question {
    let extreme = arbitrary.below(4) == 0;
    let size = if extreme { 24.0 } else { 5.0 };
    let scale = |arbitrary: &mut Arbitrary| arbitrary.scale(-size, size);
    let kind = [
        "gaussian",
        "gaussian",
        "gdp",
        "laplace",
        "randomized-response",
        "approx-dp",
        "approx-dp-tv",
        "zcdp",
    ][usize::try_from(arbitrary.below(8)).unwrap()];
    let parameters = match kind {
        "gaussian" if arbitrary.below(2) == 0 => vec![("sigma", scale(arbitrary))],
        "gaussian" | "gdp" => vec![("mu", scale(arbitrary))],
        "laplace" | "randomized-response" => vec![("eps", scale(arbitrary))],
        "approx-dp" => vec![("eps", scale(arbitrary)), ("delta", arbitrary.scale(-30.0, 0.0))],
        "approx-dp-tv" => {
            // The total variation is at most (e^eps - 1)/(e^eps + 1), about eps/2.
            let eps = arbitrary.scale(-5.0, 2.0);
            vec![
                ("eps", eps),
                ("delta", 0.0),
                ("eta", eps.min(1.0).mul_share(0.4 * arbitrary.share())),
            ]
        }
        _ => vec![("rho", scale(arbitrary))],
    };
    let count = match (kind, arbitrary.below(3)) {
        ("laplace", _) | (_, 0) => None,
        ("gaussian" | "gdp" | "zcdp", _) => {
            Some(i64::try_from(1 + arbitrary.below(10_000)).unwrap())
        }
        _ => Some(i64::try_from(1 + arbitrary.below(40)).unwrap()),
    };
    let quantity = match (kind, arbitrary.below(5)) {
        ("zcdp", _) => "delta",
        (_, 0) => "tv",
        ("gaussian" | "gdp" | "laplace", 1) => "beta",
        ("gaussian" | "gdp", 2) => "eps",
        _ => "delta",
    };
    let at = match quantity {
        "tv" => None,
        "delta" if arbitrary.below(20) == 0 => Some(0.0),
        "delta" => Some(scale(arbitrary)),
        _ if extreme => Some(arbitrary.scale(-200.0, -1.0)),
        _ => Some(arbitrary.share().max(1e-9)),
    };
    Question { kind, parameters, count, quantity, at }
}

trait Scaled {
    fn mul_share(self, share: f64) -> f64;
}

impl Scaled for f64 {
    #[allow(clippy::float_arithmetic)]
    fn mul_share(self, share: f64) -> f64 {
        self * share
    }
}

/// Claims around what is known: some ulps away, some relative distance, and far off.
fn claims(
    question: &Question,
    known: &Bounds,
    number: usize,
    arbitrary: &mut Arbitrary,
) -> Vec<Claim> {
    let mut claims = Vec::new();
    for _ in 0..number {
        let claimed = |arbitrary: &mut Arbitrary| {
            let end = if arbitrary.below(2) == 0 { known.lower_f64() } else { known.upper_f64() };
            match arbitrary.below(8) {
                0 => (0..arbitrary.below(5)).fold(end, |x, _| x.next_up()),
                1 => (0..arbitrary.below(5)).fold(end, |x, _| x.next_down()),
                2 => arbitrary.scale(-400.0, 4.0),
                3 => [0.0, 1.0, 5e-324, -1.0, 1e-300, f64::MAX]
                    [usize::try_from(arbitrary.below(6)).unwrap()],
                _ => {
                    let off = arbitrary.scale(-54.0, 1.0);
                    end.mul_share(if arbitrary.below(2) == 0 {
                        1.0f64.off(off)
                    } else {
                        1.0f64.off(-off)
                    })
                }
            }
        };
        let first = Some(claimed(arbitrary)).filter(|x| x.is_finite()).unwrap_or(1.0);
        let second = Some(claimed(arbitrary)).filter(|x| x.is_finite()).unwrap_or(1.0);
        let (relation, claimed, high) = match arbitrary.below(7) {
            0..=2 => ("at-most", first, None),
            3 | 4 => ("at-least", first, None),
            5 => ("equals", first, None),
            _ => ("between", first.min(second), Some(first.max(second))),
        };
        claims.push(Claim { question: question.clone(), relation, claimed, high });
    }
    claims
}

trait Off {
    fn off(self, by: f64) -> f64;
}

impl Off for f64 {
    #[allow(clippy::float_arithmetic)]
    fn off(self, by: f64) -> f64 {
        self + by
    }
}

/// A binary64 as it is.
fn literal(x: f64) -> String {
    Dyadic::from_f64(x).and_then(|x| x.literal()).unwrap()
}

/// What the engines know, with 20 digits.
fn known(question: &Question) -> Option<Bounds> {
    let parameters: Vec<String> = question
        .parameters
        .iter()
        .map(|(name, value)| format!("{name}={}", literal(*value)))
        .collect();
    let run =
        format!("{}({})^{}", question.kind, parameters.join(", "), question.count.unwrap_or(1));
    let mechanism = Mechanism::parse(&run).ok()?;
    let entry = CLAIMED.into_iter().find(|entry| entry.name == question.quantity)?;
    let query = entry.query(question.at.map(literal).as_deref()).unwrap();
    let answer = ask(
        &dpcert::Question::of(&mechanism, &query),
        &Options { digits: 20, ..Options::default() },
    )
    .ok()?;
    match answer.content {
        Content::Number(number) => Some(number.bounds),
        other => panic!("{run}: {other:?}"),
    }
}

/// Some claims, with what is known of what they are about.
fn arbitrary_claims(seed: u64, questions: usize, each: usize) -> Vec<(Claim, Bounds)> {
    let mut arbitrary = Arbitrary::new(seed);
    let mut all = Vec::new();
    while all.len() < questions * each {
        let question = question(&mut arbitrary);
        if let Some(known) = known(&question) {
            let mut claims = claims(&question, &known, each, &mut arbitrary);
            // Between the ends of a conversion nothing is decided, at the price of every precision
            // there is; and to tell a delta from 1 that is as close to it as e^-10000 takes as many
            // bits.
            let is_about = |claim: &Claim| claim.claimed == 1.0 || claim.high == Some(1.0);
            claims.retain(|claim| truth(claim, &known).is_some() || question.kind != "zcdp");
            claims.retain(|claim| !(is_about(claim) && known.upper_f64() == 1.0));
            all.extend(claims.into_iter().map(|claim| (claim, known.clone())));
        }
    }
    all
}

/// Whether a relation is true of all numbers within the ends; `None` if of some only.
fn truth(claim: &Claim, known: &Bounds) -> Option<bool> {
    let value = |x: f64| dpcert::exact::Dyadic::from_f64(x).unwrap();
    let (low, high) = (value(claim.claimed), value(claim.high.unwrap_or(claim.claimed)));
    let at_most = |x| {
        if *known.upper() <= x { Some(true) } else { (*known.lower() > x).then_some(false) }
    };
    let at_least = |x| {
        if *known.lower() >= x { Some(true) } else { (*known.upper() < x).then_some(false) }
    };
    match claim.relation {
        "at-most" => at_most(low),
        "at-least" => at_least(low),
        "equals" => (*known.lower() > low || *known.upper() < low).then_some(false),
        _ => match (at_least(low), at_most(high)) {
            (Some(false), _) | (_, Some(false)) => Some(false),
            (Some(true), Some(true)) => Some(true),
            _ => None,
        },
    }
}

/// What the filter decided is true by the engines' numbers, and its ends and margins are on their
/// sides. How many it decided, and how many of those that are a relative 1e-9 away.
fn check_filtered(claims: &[(Claim, Bounds)]) -> (usize, usize, usize) {
    let verdicts =
        judge_batch(&batch(claims.iter().map(|(claim, _)| claim)), &Options::for_claims()).unwrap();
    check_verdicts(claims, &verdicts)
}

fn check_verdicts(
    claims: &[(Claim, Bounds)],
    verdicts: &arrow_array::RecordBatch,
) -> (usize, usize, usize) {
    let (engine, verdict) = (words(verdicts, "engine"), words(verdicts, "verdict"));
    let (lower, upper, margin) =
        (numbers(verdicts, "lower"), numbers(verdicts, "upper"), numbers(verdicts, "margin"));
    let (mut decided, mut easy, mut easy_decided) = (0, 0, 0);
    for (row, (claim, known)) in claims.iter().enumerate() {
        let filtered = engine[row] == Some("binary64");
        let far = is_far(claim, known);
        easy += usize::from(far);
        if !filtered {
            continue;
        }
        decided += 1;
        easy_decided += usize::from(far);
        let expected = truth(claim, known).map(|truth| if truth { "holds" } else { "refuted" });
        assert_eq!(verdict[row], expected, "{claim:?} {known:?}");
        let (lower, upper) = (lower[row].unwrap(), upper[row].unwrap());
        assert!(
            lower <= known.upper_f64() && known.lower_f64() <= upper,
            "{claim:?}: {lower:?} {upper:?}"
        );
        // They are the nearest to what is known, or further out.
        assert!(
            lower <= known.lower_f64().next_up() && upper >= known.upper_f64().next_down(),
            "{claim:?}"
        );
        let holds = expected == Some("holds");
        assert!(
            margin[row].unwrap() < f64::MAX && (holds || margin[row].unwrap() <= 0.0),
            "{claim:?}"
        );
        if claim.relation == "at-most" {
            let exact = |x: f64| dpcert::exact::Dyadic::from_f64(x).unwrap().to_rational().unwrap();
            let margin = margin[row].unwrap();
            match known.lower().to_rational() {
                Some(lower) => assert!(exact(margin) <= exact(claim.claimed) - lower, "{claim:?}"),
                // Positive, and far too small to be written out.
                None => assert!(margin < claim.claimed, "{claim:?}"),
            }
        }
    }
    (decided, easy, easy_decided)
}

/// Is the claimed value a relative 1e-9 or more away, and the quantity neither tiny nor near 1?
#[allow(clippy::float_arithmetic)]
fn is_far(claim: &Claim, known: &Bounds) -> bool {
    let (lower, upper) = (known.lower_f64(), known.upper_f64());
    let is_usual =
        claim.question.parameters.iter().all(|(_, x)| *x == 0.0 || (1e-2..1e2).contains(x))
            && claim.question.at.is_none_or(|at| at == 0.0 || (1e-2..1e2).contains(&at))
            && (1e-250..0.99).contains(&lower)
            && matches!(claim.relation, "at-most" | "at-least")
            && claim.question.count.is_none_or(|count| count < 50);
    is_usual && (claim.claimed > upper * (1.0 + 1e-9) || claim.claimed < lower * (1.0 - 1e-9))
}

#[test]
fn the_filter_and_the_engines_give_the_same_verdicts() {
    let claims: Vec<_> =
        (0..8).into_par_iter().flat_map(|seed| arbitrary_claims(seed, 30, 25)).collect();
    let batch = batch(claims.iter().map(|(claim, _)| claim));
    let with = judge_batch(&batch, &Options::for_claims()).unwrap();
    let without = judge_batch(&batch, &engines_alone()).unwrap();
    for (row, (ours, theirs)) in
        words(&with, "verdict").iter().zip(words(&without, "verdict")).enumerate()
    {
        assert_eq!(*ours, theirs, "{:?}", claims[row]);
    }
    assert!(words(&without, "engine").iter().all(|engine| *engine != Some("binary64")));
    let (decided, easy, easy_decided) = check_verdicts(&claims, &with);
    println!(
        "{} claims, {decided} decided by the filter, {easy_decided} of {easy} easy ones",
        claims.len()
    );
    assert!(decided * 2 > claims.len(), "{decided} of {}", claims.len());
    assert!(easy > 500 && easy_decided * 100 >= easy * 97, "{easy_decided} of {easy}");
}

/// Each row that the filter decides, of many: against numbers of the engines.
#[test]
#[ignore = "minutes: scripts/bulk runs it, in release mode"]
fn ten_million_claims() {
    let counts = (0..2_000u64)
        .into_par_iter()
        .map(|seed| check_filtered(&arbitrary_claims(1000 + seed, 50, 100)));
    let sum = |(a, b, c): (usize, usize, usize), (x, y, z)| (a + x, b + y, c + z);
    let (decided, easy, easy_decided) = counts.reduce(|| (0, 0, 0), sum);
    println!(
        "10^7 claims about 10^5 questions: {decided} decided by the filter, {easy_decided} of {easy} easy ones"
    );
    assert!(decided > 4_000_000);
}
