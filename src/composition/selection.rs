//! Trade-off functions of the best of a random number of runs, from those of one run.

use super::between::{Sources, from_chain, refused};
use super::cost::Budget;
use super::grid::trade_off::Curve as GridCurve;
use super::{Between, Fineness, Route, Shape, Source, curve, curve_at};
use crate::exact::Malachite;
use crate::exact::engine::DirectedFloat;
use crate::exact::interval::Interval;
use crate::exact::kernel::ln;
use crate::exact::real::Real;
use crate::mechanism::{LossPair, Operation, Runs};
use crate::refusal::Refusal;
use crate::tradeoff::{AlgebraError, Curve, Gap, hull, not_below};
use malachite::base::num::arithmetic::traits::Abs;
use malachite::rational::Rational;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Bits of the generating function: probabilities are differences of its values, of outcomes down
/// to `2^-HALVINGS`. Of the difference at the least of these more than 200 bits are left.
const PRECISION: u64 = 384;
/// The outcome below those that score best is halved this often: its last part has nearly the
/// largest loss, up to `2^-100` of its mass. More are below the deltas that are asked; fewer would
/// leave the member away from the bound at small ones.
const HALVINGS: u32 = 100;
/// Outcomes are divided until there are about this many: with more the member is closer to the
/// bound, and each part is an evaluation of the generating function.
const MOST_PARTS: usize = 64;
/// Bits of the losses at which the polygons of one run touch its function: a polygon that touches
/// near the place that decides is as good, because its distance grows with the square of the
/// distance of the losses.
const LOSS_BITS: u64 = 96;

/// Searches for the losses of one run that decide about the best run: each is about the square of
/// the last one from them, so that a few are enough; each is another pair of polygons. Bounds are
/// right after any number.
const NEARER_TURNS: usize = 2;
/// The curves of a composition have bounds that are about `2^-CURVE_BITS` apart, as the first
/// polygons of other operations.
const CURVE_BITS: u32 = 13;
/// Where the profile of one run decides, the bounds are relatively as close as `2^-TAIL_BITS`: a
/// relative gap a little below the one that is promised by default, `2^-10`.
const TAIL_BITS: u32 = 12;
/// They are nearly as close at losses that are at most `2^-NEAR_BITS` away: a curve at a loss is a
/// composition, and a delta changes little in between.
const NEAR_BITS: u32 = 4;

/// Polygons around the best of several runs: those of one run touch its function where they decide,
/// see [`Turn`].
///
/// # Errors
/// As [`Between::of`], and where a composition exceeds the budget.
pub(super) fn around(
    runs: &Runs,
    part: &Operation,
    fineness: &Fineness,
) -> Result<Between, Refusal> {
    let known = fineness.compositions.take(part);
    let Some(mut composition) =
        (if known.is_some() { known } else { Composition::of(part, &fineness.budget)? })
    else {
        let mut base = Between::of(part, fineness)?;
        for _ in 0..NEARER_TURNS {
            let losses = Turn::of(runs, &base)?.losses_before(&fineness.losses);
            base = Between::of(part, &Fineness { losses, ..fineness.clone() })?;
        }
        return base.selected(runs);
    };
    let at = |losses: Vec<Rational>| Fineness { losses, ..fineness.clone() };
    let (turn, known) = match composition.turn.take() {
        Some((of, turn)) if of == *runs => (turn, None),
        _ => {
            // The loss that decides about R first: with it, that which decides about the losses
            // that are asked.
            let first = Turn::of(runs, &composition.around(part, &at(Vec::new()))?)?;
            composition.add_tails(&first.best, &fineness.budget)?;
            let base = composition.around(part, &at(first.losses_before(&[])))?;
            (Turn::of(runs, &base)?, Some(base))
        }
    };
    let base = match known {
        Some(base) if fineness.losses.is_empty() => base,
        _ => {
            // Of a range of eps the lower end: a grid for the upper end, which may be far too
            // large, would cost more.
            if let Some(least) = fineness.losses.iter().filter(|loss| **loss > turn.shift).min() {
                composition.add_tails(&(least - &turn.shift), &fineness.budget)?;
            }
            composition.around(part, &at(turn.losses_before(&fineness.losses)))?
        }
    };
    composition.turn = Some((runs.clone(), turn));
    fineness.compositions.keep(part, composition);
    base.selected(runs)
}

/// The runs that are compositions, with their curves, of polygons that were made before: closer
/// ones of the same mechanism are made from them.
#[derive(Clone, Debug, Default)]
pub struct Compositions(Arc<Mutex<HashMap<Operation, Composition>>>);

impl Compositions {
    fn take(&self, part: &Operation) -> Option<Composition> {
        self.lock().remove(part)
    }

    fn keep(&self, part: &Operation, composition: Composition) {
        self.lock().insert(part.clone(), composition);
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<Operation, Composition>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Steps that are composed on a grid, with their counts.
type Steps = Vec<(LossPair, u64)>;

/// One run that is a composition: what is composed in each direction of neighbours, and the curves.
#[derive(Debug)]
struct Composition {
    below: Vec<Steps>,
    above: Option<Vec<Steps>>,
    sources: Sources,
    /// The losses at which there are curves.
    tails: Vec<Rational>,
    /// Where one run decides about the best of a number of runs, once that is known.
    turn: Option<(Runs, Turn)>,
}

impl Composition {
    /// `None` if a run is no composition.
    fn of(part: &Operation, budget: &Budget) -> Result<Option<Composition>, Refusal> {
        let Operation::Part { mechanism, .. } = part else {
            return Ok(None);
        };
        let (below, above) = match Route::within(mechanism, budget)? {
            Route::Between { dominating, attained, .. } => {
                (on_grids(&dominating), on_grids(&attained).map(Some))
            }
            route => (on_grids(&route), Some(None)),
        };
        let (Some(below), Some(above)) = (below, above) else {
            return Ok(None);
        };
        let gap = Gap::absolute(Rational::from(1) >> CURVE_BITS);
        let coarse = |steps: &Steps| curve(steps, &gap, budget);
        let sources = Sources {
            below: each(&below, coarse)?,
            above: above.as_deref().map(|all| each(all, coarse)).transpose()?,
        };
        Ok(Some(Composition { below, above, sources, tails: Vec::new(), turn: None }))
    }

    /// Polygons around the function of one run: it is that of both directions of neighbours, and a
    /// grid is good at the losses of one side.
    fn around(&self, part: &Operation, fineness: &Fineness) -> Result<Between, Refusal> {
        self.sources.around(fineness)?.symmetric_if(part)
    }

    /// Adds curves that are good at a loss, if there are none.
    fn add_tails(&mut self, loss: &Rational, budget: &Budget) -> Result<(), Refusal> {
        let near = Rational::from(1) >> NEAR_BITS;
        if self.tails.iter().any(|known| (known - loss).abs() <= near) {
            return Ok(());
        }
        let near = |steps: &Steps| curve_at(steps, loss, &(Rational::from(1) >> TAIL_BITS), budget);
        let add = |sources: &mut Vec<Vec<Source<Malachite>>>, steps: &[Steps]| {
            for (sources, more) in sources.iter_mut().zip(each(steps, near)?) {
                sources.extend(more);
            }
            Ok::<(), Refusal>(())
        };
        add(&mut self.sources.below, &self.below)?;
        if let (Some(sources), Some(steps)) = (&mut self.sources.above, &self.above) {
            add(sources, steps)?;
        }
        self.tails.push(loss.clone());
        Ok(())
    }
}

fn each(
    all: &[Steps],
    curve: impl Fn(&Steps) -> Result<GridCurve<Malachite>, Refusal>,
) -> Result<Vec<Vec<Source<Malachite>>>, Refusal> {
    all.iter().map(|steps| Ok(vec![Source::Curve(Box::new(curve(steps)?))])).collect()
}

/// What is composed in each direction of neighbours; `None` if one of them is no composition.
fn on_grids(route: &Route) -> Option<Vec<Steps>> {
    match route {
        Route::Grid(steps) => Some(vec![steps.clone()]),
        Route::Exact(Shape::KFold { .. } | Shape::Finite(_)) => match route.on_grid()? {
            Route::Grid(steps) => Some(vec![steps]),
            _ => None,
        },
        Route::Worst(routes) => {
            let all = routes.iter().map(on_grids).collect::<Option<Vec<_>>>()?;
            Some(all.into_iter().flatten().collect())
        }
        _ => None,
    }
}

/// Where the profile of one run decides about losses of the best of several.
#[derive(Debug)]
struct Turn {
    /// `ln R`: a loss of the best run is at most this much larger than that of one run.
    shift: Rational,
    /// The logarithm of the likelihood ratio q/p above which outputs score best in the member of
    /// the class.
    best: Rational,
}

/// One direction of neighbours: what is known of the runs and the curve T(Q, P) of one run.
struct Amplified {
    ratio: Real,
    best: Rational,
}

impl Amplified {
    fn of(runs: &Runs, base: &Curve) -> Result<Amplified, Refusal> {
        let found = base.rational_vertices().and_then(|vertices| runs.amplification(&vertices));
        let (ratio, best) = found.ok_or_else(|| refused(&AlgebraError::Undecided))?;
        Ok(Amplified { ratio, best })
    }
}

impl Turn {
    /// # Errors
    /// Vertices that are not rational.
    fn of(runs: &Runs, base: &Between) -> Result<Turn, Refusal> {
        let Amplified { ratio, best } = Amplified::of(runs, &base.outer)?;
        let near = |x: &Real| x.enclose::<Malachite>(LOSS_BITS).lower().to_rational();
        let undecided = || refused(&AlgebraError::Undecided);
        let shift = near(&ratio.ln()).ok_or_else(undecided)?;
        let best =
            ln(&Interval::<Malachite>::from_rational(&best, LOSS_BITS)).lower().to_rational();
        Ok(Turn { shift, best: best.ok_or_else(undecided)? })
    }

    /// The losses of one run that decide about the given losses of the best run.
    fn losses_before(&self, losses: &[Rational]) -> Vec<Rational> {
        let both = |x: &Rational| [x.clone(), -x];
        let moved = losses.iter().flat_map(|loss| both(&self.shift).map(|shift| loss - shift));
        moved.chain(both(&self.best)).collect()
    }
}

impl Between {
    /// The polygons of the best run: below, the bound of both directions; above, one member of the
    /// class.
    ///
    /// # Errors
    /// Vertices that are not rational.
    fn selected(&self, runs: &Runs) -> Result<Between, Refusal> {
        let inverse = self.outer.inverse();
        let (forward, reverse) =
            (Amplified::of(runs, &self.outer)?, Amplified::of(runs, &inverse)?);
        let outer = || {
            let mean = upper_end(&runs.mean())?;
            let first = amplified(&self.outer, &mean, &upper_end(&forward.ratio)?)?;
            let second = amplified(&inverse, &mean, &upper_end(&reverse.ratio)?)?;
            Curve::maximum(&[first, second.inverse()])
        };
        let found = outer().and_then(|outer| {
            Ok(Between { outer, inner: member(&self.inner, runs, &forward.best)? })
        });
        found.map_err(|error| refused(&error))
    }
}

fn upper_end(x: &Real) -> Result<Rational, AlgebraError> {
    x.enclose::<Malachite>(PRECISION).upper().to_rational().ok_or(AlgebraError::Undecided)
}

/// The largest function with `delta(t) <= mean delta_base(t / ratio)` at `t >= 1`: its vertices are
/// those of one run, with the power times the mean and the level times mean/ratio, as far as slopes
/// are at least 1.
///
/// Slopes below 1 are those of the other direction of neighbours: no run is an outcome that gains
/// there.
fn amplified(base: &Curve, mean: &Rational, ratio: &Rational) -> Result<Curve, AlgebraError> {
    let (zero, one) = (Rational::from(0), Rational::from(1));
    let scaled =
        |(alpha, beta): (Rational, Rational)| (alpha * mean / ratio, &one - mean * (&one - beta));
    let mut chain: Vec<(Rational, Rational)> = Vec::new();
    for (x, y) in base.rational_vertices().ok_or(AlgebraError::Undecided)?.into_iter().map(scaled) {
        if let Some((before, height)) = chain.last() {
            if height - &y < &x - before {
                break;
            }
            if y < 0 {
                let end = before + height * (&x - before) / (height - &y);
                chain.push((end, zero.clone()));
                break;
            }
        } else if y <= 0 {
            return Ok(Curve::no_privacy());
        }
        chain.push((x, y));
    }
    if let Some((x, y)) = chain.last().cloned()
        && y > 0
    {
        chain.push((x + y, zero.clone()));
    }
    if chain.last().is_none_or(|(x, _)| *x < one) {
        chain.push((one, zero));
    }
    from_chain(&chain)
}

/// An outcome of one run.
struct Outcome {
    p: Rational,
    q: Rational,
}

impl Outcome {
    fn divided(&self, parts: usize) -> impl Iterator<Item = Outcome> + '_ {
        let share = Rational::from(1) / Rational::from(parts as u64);
        (0..parts).map(move |_| Outcome { p: &self.p * &share, q: &self.q * &share })
    }
}

/// The outcomes of a finite pair from the lowest score to the highest: by growing loss, those with
/// a likelihood ratio q/p above `best` above all others, and infinite losses above these.
///
/// Outcomes of one ratio are divided by independent randomness: under the best ones, F_P exceeds
/// F_Q most, so that a small part there has nearly the largest loss.
fn by_score(base: &Curve, best: &Rational) -> Result<Vec<Outcome>, AlgebraError> {
    let rational = |x: &Real| x.as_rational().cloned().ok_or(AlgebraError::Undecided);
    let edges = base.edges().iter().rev();
    let outcomes = edges.map(|edge| Ok(Outcome { p: rational(&edge.p)?, q: rational(&edge.q)? }));
    let outcomes = outcomes.collect::<Result<Vec<_>, AlgebraError>>()?;
    let (above, below): (Vec<_>, Vec<_>) =
        outcomes.into_iter().partition(|Outcome { p, q }| *q > p * best);
    let parts = MOST_PARTS.div_ceil(below.len().max(1));
    let mut ordered: Vec<Outcome> =
        below.iter().flat_map(|outcome| outcome.divided(parts)).collect();
    if let Some(mut last) = ordered.pop() {
        for _ in 0..HALVINGS {
            ordered.extend(last.divided(2));
            last = match ordered.pop() {
                Some(last) => last,
                None => break,
            };
        }
        ordered.push(last);
    }
    let zero = Rational::from(0);
    ordered.push(Outcome { p: zero.clone(), q: rational(base.q_infinite())? });
    ordered.extend(above);
    ordered.push(Outcome { p: rational(base.p_infinite())?, q: zero });
    ordered.retain(|Outcome { p, q }| *p > 0 || *q > 0);
    Ok(ordered)
}

/// A polygon above the function of the best of the runs of a finite pair, with the order of scores
/// of [`by_score`].
fn member(base: &Curve, runs: &Runs, best: &Rational) -> Result<Curve, AlgebraError> {
    let generating = |s: &Rational| {
        runs.generating(&Real::from(s.clone().min(Rational::from(1))))
            .enclose::<Malachite>(PRECISION)
    };
    let start = generating(&Rational::from(0));
    let mut masses = vec![(start.clone(), start.clone())];
    let (mut below, mut last) = ((Rational::from(0), Rational::from(0)), (start.clone(), start));
    let zero = Interval::<Malachite>::zero(PRECISION);
    let mass = |part: &Rational, next: &Interval<Malachite>, last: &Interval<Malachite>| {
        if *part == 0 { zero.clone() } else { (next - last).probability() }
    };
    for Outcome { p, q } in by_score(base, best)? {
        below = (below.0 + &p, below.1 + &q);
        let next = (generating(&below.0), generating(&below.1));
        masses.push((mass(&p, &next.0, &last.0), mass(&q, &next.1, &last.1)));
        last = next;
    }
    // Any set of outcomes is a test whose errors are on or above the function: the order only
    // decides how near.
    let lower = |x: &Interval<Malachite>| x.lower().to_rational().ok_or(AlgebraError::Undecided);
    let mut ordered = Vec::with_capacity(masses.len());
    for (p, q) in masses {
        let key = (lower(&p)?, lower(&q)?);
        if key.0 > 0 || key.1 > 0 {
            ordered.push((key, p, q));
        }
    }
    ordered.sort_by(|((p, q), ..), ((r, s), ..)| (r * q).cmp(&(p * s)));
    let (mut power, mut level) = (zero.clone(), zero.clone());
    let mut points = vec![(Rational::from(0), Rational::from(1))];
    for (.., p, q) in ordered {
        power = &power + &p;
        level = &level + &q;
        let beta = (&Interval::one(PRECISION) - &power).probability();
        points.push((
            not_below(level.probability().upper()).ok_or(AlgebraError::Undecided)?,
            not_below(beta.upper()).ok_or(AlgebraError::Undecided)?,
        ));
    }
    let top = points.iter().filter(|(alpha, _)| *alpha == 0).map(|(_, beta)| beta.clone()).min();
    from_chain(&hull(points.into_iter(), &top.unwrap_or_else(|| Rational::from(1))))
}
