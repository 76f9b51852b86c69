//! The claims of a file and the true values: claimed points (eps, delta), and the privacy profiles
//! of the ledger rows.
//!
//! A point is a claimed value, so that a claim is one point, or two with `between`. Whether a claim
//! holds is decided by its judgement, never by the drawing: a point may be closer to a curve than
//! the width of a line, on either side.

use super::axis::round_above;
use super::bend::Heights;
use super::coordinate::Coordinate;
use super::profile::{self, Shown};
use super::scene::{Certified, Drawn, Layer, Mark, NotDrawn, Scene, with_sparse};
use super::window::Window;
use dpcert::claim::{Claim, ClaimFile, Judgement, Measure, Verdict};
use dpcert::exact::Rounding;
use dpcert::quantity::Scalar;
use dpcert::{Options, Real, Refusal, Resource};
use malachite::base::num::arithmetic::traits::Ceiling;
use malachite::rational::Rational;
use serde_json::Value;
use std::collections::BTreeMap;

/// The most points that are named in a drawing.
const MOST_LABELS: usize = 40;
/// The largest claimed eps that is drawn.
const MOST_EPS: u32 = 1000;
/// How many times the largest claimed eps a true one may be, so that it is inside of the axes.
const MOST_BEYOND: u32 = 10;

/// The layers of claims: verdict, look, name.
const VERDICTS: [(Verdict, &str); 4] = [
    (Verdict::Holds, "claims that hold"),
    (Verdict::Refuted, "refuted claims"),
    (Verdict::Undecided, "undecided claims"),
    (Verdict::Unsupported, "unsupported claims"),
];

/// What is wanted of the axes of a picture of claims: it has no less than that.
#[derive(Clone, Copy, Debug, Default)]
pub struct Extent<'a> {
    /// A part of the axis of eps, at whose end the profiles end.
    pub x: Option<&'a Window>,
    /// A part of the axis of delta, if it is logarithmic.
    pub y: Option<&'a Window>,
    /// Is the axis of delta logarithmic, whatever is claimed?
    pub is_logarithmic: bool,
}

/// A picture of the claims of a file about delta and eps, each with its verdict, and of the
/// profiles of the rows that they are about; where epochs leave a range of steps, with the most
/// steps. Every claimed point is inside of the axes, except for an eps that is negative or above
/// 1000, a negative delta, and a delta of 0 where others are so small that the axis is logarithmic;
/// the caption says which are missing.
///
/// Each profile is certified at `points` points, at least 2, in addition to the first. Rows without
/// a profile have no curve, which the caption says; limits have the given names there.
///
/// Cost: that of all profiles together has the limit of the options, of which each has the same
/// part.
///
/// # Errors
/// There is no claim about delta or eps; or all profiles are missing, and one because it is too
/// costly.
pub fn claims(
    file: &ClaimFile,
    judged: &[(&Claim, &Judgement)],
    extent: Extent<'_>,
    points: u32,
    options: &Options,
    limits: fn(Resource) -> &'static str,
) -> Result<Scene, NotDrawn> {
    let claimed: Vec<Point> =
        judged.iter().flat_map(|(claim, judgement)| points_of(claim, judgement)).collect();
    if claimed.is_empty() {
        let refusal = Refusal::Unsupported {
            what: "a picture of them".to_owned(),
            missing: "none is about delta at an eps, or eps at a delta".into(),
        };
        return Err(NotDrawn::new("these claims", refusal));
    }
    let others = judged.iter().filter(|(claim, _)| !has_points(claim)).count();
    let zero = Rational::from(0);
    let inside = |point: &&Point| {
        *point.eps.0.value() >= 0
            && *point.eps.1.value() <= MOST_EPS
            && point.delta.0.value() >= &zero
    };
    let mut kept: Vec<&Point> = claimed.iter().filter(inside).collect();
    let least = kept.iter().map(|point| point.delta.0.value()).filter(|delta| **delta > 0).min();
    let least = least
        .filter(|least| **least < Rational::from_unsigneds(1u32, 100u32))
        .map(|x| x / Rational::from(2));
    let wanted = extent.y.filter(|_| extent.is_logarithmic || least.is_some()).map(Window::from);
    let least = least.into_iter().chain(wanted.filter(|from| **from > 0).cloned()).min();
    if least.is_some() {
        kept.retain(|point| *point.delta.0.value() > 0);
    }
    let beside = beside(&claimed, &kept);
    let claimed_eps = kept.iter().map(|point| point.eps.1.value()).max().unwrap_or(&zero);
    let true_eps = judged.iter().filter_map(|(claim, judgement)| true_eps(claim, judgement));
    // The curve reaches the claimed delta, unless that is far beyond all claims.
    let seen = true_eps.filter(|eps| *eps <= claimed_eps * Rational::from(MOST_BEYOND));
    let to = last_eps(&seen.fold(claimed_eps.clone(), Ord::max));
    let to = extent.x.map_or(to.clone(), |wanted| to.max(wanted.to().clone()));
    let heights = extent.y.map(|y| [y.from().clone(), y.to().clone()]);
    let heights = match &heights {
        Some(heights) => Heights::Of(heights),
        None if extent.x.is_some() => Heights::Fitted,
        None => Heights::All,
    };
    let shown = Shown { first: None, length: Some(&to), least: least.as_ref(), heights };
    let Curves { mut layers, sets, missing, costly } =
        curves(file, judged, &to, shown, points, options, limits);
    if layers.is_empty()
        && let Some(costly) = costly
    {
        return Err(costly);
    }
    let labelled = kept.len() <= MOST_LABELS;
    layers.extend(
        VERDICTS.iter().filter_map(|(verdict, name)| marks(&kept, *verdict, name, labelled, &sets)),
    );
    let mut caption = vec![
        "Each band is proven to contain the delta of its rows; a point is a claimed value."
            .to_owned(),
    ];
    caption.extend(match others {
        0 => None,
        1 => Some("Not drawn: 1 claim about another quantity.".to_owned()),
        others => Some(format!("Not drawn: {others} claims about other quantities.")),
    });
    caption.extend(
        (!labelled)
            .then(|| format!("Not named here: {} points, more than {MOST_LABELS}.", kept.len())),
    );
    caption.extend(beside);
    caption.extend(missing);
    Ok(Scene::new(
        "Claims and privacy profiles",
        with_sparse(caption.join(" "), &layers),
        profile::eps_axis(&to),
        profile::delta_axis(&layers, least.as_ref()),
        layers,
    ))
}

/// A claimed point: the enclosures of both coordinates, and its claim.
struct Point {
    eps: (Coordinate, Coordinate),
    delta: (Coordinate, Coordinate),
    /// The id of the claim.
    name: String,
    /// The rows that it is about.
    rows: Vec<usize>,
    /// Which of its values this is, where there are two.
    which: &'static str,
    verdict: Verdict,
    engine: Option<&'static str>,
}

/// The sentence about claims of which a point has no place on the axes.
fn beside(claimed: &[Point], kept: &[&Point]) -> Option<String> {
    const NAMED: usize = 5;
    let is_kept = |point: &&Point| kept.iter().any(|kept| std::ptr::eq(*kept, *point));
    let name = |point: &Point| match *point.delta.1.value() == 0 {
        true => format!("{} (delta = 0)", point.name),
        false => point.name.clone(),
    };
    let mut names: Vec<String> = claimed.iter().filter(|point| !is_kept(point)).map(name).collect();
    names.dedup();
    let more = names.len().saturating_sub(NAMED);
    names.truncate(NAMED);
    names.extend((more > 0).then(|| format!("{more} more")));
    (!names.is_empty()).then(|| format!("Without a place on these axes: {}.", names.join(", ")))
}

/// Is the claim about delta or eps, so that it has a place in a picture?
pub fn has_points(claim: &Claim) -> bool {
    matches!(claim.quantity.measure, Measure::Scalar(Scalar::Delta { .. } | Scalar::Eps { .. }))
}

/// The points of a claim about delta or eps; none of others.
fn points_of(claim: &Claim, judgement: &Judgement) -> Vec<Point> {
    let values = claim.relation.values();
    let is_range = values.len() > 1;
    let point = |(index, value): (usize, Real)| {
        let (eps, delta) = match &claim.quantity.measure {
            Measure::Scalar(Scalar::Delta { eps }) => (eps.clone(), value),
            Measure::Scalar(Scalar::Eps { delta }) => (value, delta.clone()),
            Measure::Scalar(Scalar::Tv | Scalar::Beta { .. } | Scalar::Gdp { .. })
            | Measure::Rho
            | Measure::Renyi(_) => return None,
        };
        // The verdict is on the claim, and not on one of its ends.
        let ends_of = [" (lower end)", " (upper end)"];
        let which = if is_range { ends_of.get(index).copied().unwrap_or_default() } else { "" };
        Some(Point {
            eps: ends(&eps),
            delta: ends(&delta),
            name: claim.id.clone(),
            rows: claim.rows.clone(),
            which,
            verdict: judgement.verdict,
            engine: judgement.evidence.as_ref().map(|evidence| evidence.engine),
        })
    };
    values.into_iter().map(|literal| literal.value.clone()).enumerate().filter_map(point).collect()
}

/// An upper end of the true value of a claim about eps.
fn true_eps(claim: &Claim, judgement: &Judgement) -> Option<Rational> {
    match &claim.quantity.measure {
        Measure::Scalar(Scalar::Eps { .. }) => {
            judgement.evidence.as_ref()?.shown.upper().to_rational()
        }
        _ => None,
    }
}

/// A number, rounded down and up.
fn ends(x: &Real) -> (Coordinate, Coordinate) {
    (Coordinate::of_real(x, Rounding::Down), Coordinate::of_real(x, Rounding::Up))
}

/// A round eps beyond the largest claimed one.
fn last_eps(last: &Rational) -> Rational {
    if *last == 0 {
        return Rational::from(1);
    }
    let step = round_above(&(last / Rational::from(10)));
    (Rational::from(Ceiling::ceiling(&(last / &step))) + Rational::from(1)) * step
}

/// Profiles of sets of rows.
#[derive(Default)]
struct Curves {
    layers: Vec<Layer>,
    /// The rows that each of them is about.
    sets: Vec<Vec<usize>>,
    /// Sentences about sets without a profile.
    missing: Vec<String>,
    /// The first profile that is too costly.
    costly: Option<NotDrawn>,
}

/// The profile of each set of rows that some claim about delta or eps is about.
fn curves(
    file: &ClaimFile,
    judged: &[(&Claim, &Judgement)],
    to: &Rational,
    shown: Shown<'_>,
    points: u32,
    options: &Options,
    limits: fn(Resource) -> &'static str,
) -> Curves {
    let drawn = judged.iter().filter(|(claim, _)| has_points(claim));
    let sets: BTreeMap<&[usize], &Claim> =
        drawn.map(|(claim, _)| (claim.rows.as_slice(), *claim)).collect();
    let step = Real::from(to / Rational::from(points));
    let at = match profile::points(&step, points) {
        Ok(at) => at,
        Err(refusal) => {
            return Curves {
                missing: vec![format!("No curve is drawn: {refusal}.")],
                ..Curves::default()
            };
        }
    };
    let options = options.sharing();
    let mut curves = Curves::default();
    for (left, claim) in (1..=sets.len()).rev().zip(sets.into_values()) {
        let rows = rows(file, claim);
        let (name, drawn) = (format!("delta of {rows}"), format!("δ of {rows}"));
        let mut without =
            |reason: &str| curves.missing.push(format!("No curve is drawn for {name}: {reason}."));
        let mechanism = match file.composition(claim) {
            Ok(mechanism) => mechanism,
            Err(reason) => {
                without(&reason);
                continue;
            }
        };
        // What is left is for all that follow: one that is refused does not take it from them.
        let options = options.sharing_one_in(left as u64);
        match options.within(|| profile::layer(&drawn, &mechanism, &at, shown, &options, &|| ())) {
            // A ledger row cannot be a question of the line protocol.
            Ok(layer) => {
                curves.layers.push(Layer { question: Value::Null, ..layer });
                curves.sets.push(claim.rows.clone());
            }
            Err(refusal) => {
                without(&refusal.briefly().render(limits));
                if let (None, Refusal::TooCostly(_)) = (&curves.costly, &refusal) {
                    curves.costly = Some(NotDrawn::new(&name, refusal));
                }
            }
        }
    }
    curves
}

/// The rows of a claim, in a few words.
fn rows(file: &ClaimFile, claim: &Claim) -> String {
    const NAMED: usize = 3;
    let ids: Vec<&str> = file.rows(claim).map(|row| row.id.as_str()).collect();
    let most = if file.has_step_range(claim) { ", with the most steps" } else { "" };
    if ids.len() > 1 && ids.len() == file.ledger.len() {
        return format!("the whole ledger{most}");
    }
    match ids.split_at_checked(NAMED) {
        Some((named, rest)) if !rest.is_empty() => {
            format!("{} and {} more rows{most}", named.join(", "), rest.len())
        }
        _ => format!("{}{most}", ids.join(", ")),
    }
}

/// The points of the claims with a verdict. Where there are several curves, a label has the number
/// of that of the rows that the claim is about.
fn marks(
    points: &[&Point],
    verdict: Verdict,
    name: &str,
    labelled: bool,
    sets: &[Vec<usize>],
) -> Option<Layer> {
    let named = |point: &Point| {
        let number = sets.iter().position(|rows| *rows == point.rows);
        match number.filter(|_| sets.len() > 1) {
            Some(number) => format!("{} of {}", point.name, number + 1),
            None => point.name.clone(),
        }
    };
    let mut points: Vec<&&Point> = points.iter().filter(|point| point.verdict == verdict).collect();
    points.sort_by(|a, b| (&a.eps, &a.delta).cmp(&(&b.eps, &b.delta)));
    let engine = points.first()?.engine.unwrap_or("none");
    // Claims of the same point have one mark, which names all of them.
    let is_same =
        |a: &&&Point, b: &&&Point| (&a.eps, &a.delta, a.which) == (&b.eps, &b.delta, b.which);
    let mark = |same: &[&&Point]| {
        let point = same.first()?;
        let names: Vec<String> = same.iter().map(|point| named(point)).collect();
        Some(Mark {
            x: point.eps.0.clone(),
            lower: point.delta.0.clone(),
            upper: point.delta.1.clone(),
            label: format!("{}: {verdict}{}", names.join(", "), point.which),
        })
    };
    Some(Layer {
        name: name.to_owned(),
        question: Value::Null,
        certified: Certified {
            method: "verdicts".to_owned(),
            engine: engine.to_owned(),
            tight: false,
            sparse: false,
        },
        drawn: Drawn::Marks {
            marks: points.chunk_by(is_same).filter_map(mark).collect(),
            labelled,
            joined: false,
            verdict: Some(verdict),
        },
    })
}
