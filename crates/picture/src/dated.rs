//! eps at a delta, or delta at an eps, of a ledger over the days on which its rows were released.
//!
//! Between two days nothing is released: the value is that of the day before, so that the curve is
//! a staircase, and all of it is certified. Beside it are the budgets that the file claims.

use super::Counted;
use super::axis::Axis;
use super::coordinate::Coordinate;
use super::draw::symbols;
use super::families::At;
use super::scene::{Certified, Drawn, Layer, Mark, NotDrawn, Scene, Vertex, engine_of};
use super::window::Window;
use dpcert::claim::{Claim, ClaimFile, Date, Relation, Until};
use dpcert::exact::Rounding;
use dpcert::{Answer, Content, Options, Question, Refusal, ask};
use malachite::Integer;
use malachite::base::num::arithmetic::traits::{Ceiling, Floor};
use malachite::rational::Rational;
use serde_json::json;
use std::collections::BTreeSet;

/// The part of the time after the last day that is drawn, of that up to it.
const AFTER: i64 = 10;

/// A ledger whose rows have dates, and what is asked about it.
#[derive(Clone, Debug)]
pub struct Dated {
    /// The claim file.
    pub file: ClaimFile,
    /// What is asked.
    pub at: At,
}

/// A day, the rows that were released, and the ends of the value from then on.
struct Day {
    since: i64,
    label: String,
    lower: Coordinate,
    upper: Coordinate,
}

impl Dated {
    /// The day of the first release, since which the numbers of the axis count days.
    pub fn first(&self) -> Option<Date> {
        self.file.ledger.iter().filter_map(|row| row.date).min()
    }

    /// The number of answers that the picture needs.
    pub(crate) fn answers(&self) -> usize {
        let days: BTreeSet<Date> = self.file.ledger.iter().filter_map(|row| row.date).collect();
        days.len()
    }

    /// The upper bounds that the file claims of what is asked, about all rows, by the ids of the claims.
    fn budgets(&self) -> Vec<(String, [Coordinate; 2])> {
        let budget = |claim: &'_ Claim| match &claim.relation {
            Relation::AtMost(most) if self.at.is_of(&claim.quantity.measure) => {
                let is_of_all = claim.rows.len() == self.file.ledger.len();
                let end = |rounding| Coordinate::of_real(&most.value, rounding);
                is_of_all.then(|| [Rounding::Down, Rounding::Up].map(end))
            }
            _ => None,
        };
        let claims = self.file.claims.iter();
        let name = |claim: &Claim| {
            let most = claim.relation.values().first().map(|most| most.text.clone());
            let most = most.unwrap_or_default();
            format!("{} ≤ {most}, the claim {}", symbols(claim.quantity.name), claim.id)
        };
        claims.filter_map(|claim| Some((name(claim), budget(claim)?))).collect()
    }

    fn answer(&self, until: &Until<'_>, options: &Options) -> Result<Answer, Refusal> {
        let mechanism = until.mechanism.as_ref().map_err(|missing| Refusal::Unsupported {
            what: format!("what was released by {}", until.date),
            missing: missing.clone().into(),
        })?;
        ask(&Question::of(mechanism, &self.at.query()), options)
    }
}

/// The picture; `progress` is called after each answer. Where eps becomes infinite the curve ends,
/// which the caption says. The axis has all days of the ledger, and those of `shown`: before the
/// first release nothing is lost, and after the last one nothing more.
///
/// Cost: an `eps` or a `delta` for each day.
///
/// # Errors
/// A row without a date, and the first day whose rows are refused.
pub fn dated(
    wanted: &Dated,
    shown: Option<&Window>,
    options: &Options,
    progress: &Counted<'_>,
) -> Result<Scene, NotDrawn> {
    let name = wanted.file.title.clone().unwrap_or_else(|| "the ledger".to_owned());
    let refused = |refusal| NotDrawn::new(&name, refusal);
    let dates = wanted.file.by_date().map_err(|rows| {
        refused(Refusal::Unsupported {
            what: "a ledger over time without the dates of its rows".to_owned(),
            missing: format!("write date = \"2026-03-01\" in {}", rows.join(", ")).into(),
        })
    })?;
    let Some(first) = dates.first().map(|until| until.date) else {
        return Err(refused(Refusal::Unsupported {
            what: "an empty ledger over time".to_owned(),
            missing: "it has no rows".into(),
        }));
    };
    let (mut days, mut answers, mut infinite) = (Vec::new(), Vec::new(), None);
    for until in &dates {
        let answer = wanted.answer(until, options).map_err(refused)?;
        progress();
        match day(until, first, &answer) {
            Some(found) => days.push(found),
            None => {
                infinite = Some(until.date);
                break;
            }
        }
        answers.push(answer);
    }
    if days.is_empty() {
        return Err(refused(Refusal::Unsupported {
            what: format!("a curve of {} over time", wanted.at.label()),
            missing: format!("it is infinite from {first} on: ask at a larger delta").into(),
        }));
    }
    let last = dates.last().map_or(0, |until| until.date.days_since(first));
    let shown = shown.map(|window| days_of(window, first).map_err(refused)).transpose()?;
    let begin = shown.map_or(0, |[from, _]| from.min(0));
    let beyond = match infinite {
        Some(date) => date.days_since(first),
        None => {
            let usual = last + (last / AFTER).max(1);
            shown.map_or(usual, |[_, to]| to.max(usual))
        }
    };
    narrow(&mut days);
    let label = wanted.at.label();
    let layer = |drawn| Layer {
        name: name.clone(),
        question: json!({"query": wanted.at.question()}),
        certified: Certified::of_all(answers.iter()),
        drawn,
    };
    let curve = layer(Drawn::Rising {
        lower: staircase(&days, [begin, beyond], |day| &day.lower),
        upper: staircase(&days, [begin, beyond], |day| &day.upper),
    });
    let marks = days.iter().map(|day| Mark {
        x: whole(day.since),
        lower: day.lower.clone(),
        upper: day.upper.clone(),
        label: day.label.clone(),
    });
    let points = Layer {
        name: "days of release".to_owned(),
        ..layer(Drawn::Marks {
            marks: marks.collect(),
            // The axis has the days.
            labelled: false,
            joined: false,
            verdict: None,
        })
    };
    let budgets = wanted.budgets();
    let most = budgets.iter().map(|(_, [_, upper])| upper).chain(days.last().map(|day| &day.upper));
    let most = most.map(|end| end.value().clone()).max().filter(|most| *most > 0);
    let most = most.map_or(Rational::from(1), |most| most * Rational::from_unsigneds(11u8, 10u8));
    let has_budgets = !budgets.is_empty();
    let level = |(name, ends): (String, [Coordinate; 2])| {
        let line =
            |y: Coordinate| [begin, beyond].map(|x| Vertex { x: whole(x), y: y.clone() }).to_vec();
        let [lower, upper] = ends.map(line);
        Layer { name, certified: Certified::default(), ..layer(Drawn::Rising { lower, upper }) }
    };
    let lines = budgets.into_iter().map(level);
    let layers: Vec<Layer> = [curve].into_iter().chain(lines).chain([points]).collect();
    let mut caption = vec![format!(
        "The band is proven to contain the value of all rows up to each day; engine {}.",
        engine_of(&layers)
    )];
    caption.extend(infinite.map(|date| format!("From {date} on it is infinite.")));
    caption.extend(has_budgets.then(|| "A claim is what the file says of all rows.".to_owned()));
    let zero = Coordinate::rounded(&Rational::from(0), Rounding::Down);
    Ok(Scene::new(
        format!("{label} over time"),
        caption.join(" "),
        Axis {
            from: whole(begin),
            to: whole(beyond.max(1)),
            since: Some(first),
            ..Axis::unit("date")
        },
        Axis { from: zero, to: Coordinate::rounded(&most, Rounding::Up), ..Axis::unit(&label) },
        layers,
    ))
}

/// `None` where the value is infinite.
fn day(until: &Until<'_>, first: Date, answer: &Answer) -> Option<Day> {
    let Content::Number(bounds) = &answer.content else { return None };
    let end = |rounding| Coordinate::of_bounds(bounds, rounding);
    Some(Day {
        since: until.date.days_since(first),
        label: until.date.to_string(),
        lower: end(Rounding::Down)?,
        upper: end(Rounding::Up)?,
    })
}

/// More rows never have less: a lower end holds for all later days, and an upper one for all earlier
/// ones.
fn narrow(days: &mut [Day]) {
    let mut least: Option<Coordinate> = None;
    for day in days.iter_mut() {
        if let Some(least) = least.filter(|least| least.value() > day.lower.value()) {
            day.lower = least;
        }
        least = Some(day.lower.clone());
    }
    let mut most: Option<Coordinate> = None;
    for day in days.iter_mut().rev() {
        if let Some(most) = most.filter(|most| most.value() < day.upper.value()) {
            day.upper = most;
        }
        most = Some(day.upper.clone());
    }
}

/// At 0 before the first day, up on each day, and level until the next.
fn staircase(
    days: &[Day],
    [begin, beyond]: [i64; 2],
    height: impl Fn(&Day) -> &Coordinate,
) -> Vec<Vertex> {
    let ends = days.iter().skip(1).map(|day| day.since).chain([beyond]);
    let zero = |x: i64| Vertex { x: whole(x), y: whole(0) };
    let before = (begin < 0).then(|| zero(begin));
    let steps = days.iter().zip(ends).flat_map(|(day, end)| {
        let at = |x: i64| Vertex { x: whole(x), y: height(day).clone() };
        [at(day.since), at(end)]
    });
    before.into_iter().chain([zero(0)]).chain(steps).collect()
}

/// The whole days around a part of the axis.
///
/// # Errors
/// An end that is no day of the calendar.
fn days_of(window: &Window, first: Date) -> Result<[i64; 2], Refusal> {
    let (from, to) = (window.from(), window.to());
    let day = |days: Integer| i64::try_from(&days).ok().filter(|days| first.after(*days).is_some());
    let days = day(Floor::floor(from)).zip(day(Ceiling::ceiling(to)));
    days.map(|(from, to)| [from, to]).ok_or_else(|| Refusal::Unsupported {
        what: format!("an axis from {from} to {to} days after {first}"),
        missing: "the calendar has the years 1 to 9999".into(),
    })
}

fn whole(days: i64) -> Coordinate {
    Coordinate::rounded(&Rational::from(days), Rounding::Down)
}
