//! Quantities of many numbers: delta_j, regions, likelihood ratios and tests.

use super::on_shape::{CHEAP, EXACT_PRECISION, FIELD_PRECISION, undecided};
use super::query::Query;
use super::rising::{rising, until};
use super::table_reader::Reader;
use crate::answer::{Content, Options};
use crate::composition::cost::{self, Budget, Cost, Limits};
use crate::composition::{Arithmetic, Losses, Shape, Table, kfold, tabulate, tabulate_in_field};
use crate::control::Interrupted;
use crate::enclosure::{Bounds, ShowExact, Style};
use crate::exact::engine::{BigNatural, DirectedFloat, Engine, Rounding};
use crate::exact::field::Element;
use crate::exact::interval::Interval;
use crate::exact::real::Real;
use crate::exact::value::Value;
use crate::pair::{NeymanPearson, ThreePoint};
use crate::parallel;
use crate::refusal::Refusal;
use malachite::rational::Rational;

/// Evaluates with growing precision until all numbers are met in a style.
fn until_met<T>(
    budget: &Budget,
    style: &Style,
    first: u64,
    cost: impl Fn(u64) -> Cost,
    mut attempt: impl FnMut(u64) -> Result<Option<T>, Interrupted>,
    numbers: impl Fn(&T) -> Vec<&Bounds>,
) -> Result<T, Refusal> {
    rising(first, budget, cost, |precision, before| {
        let found = attempt(precision)?.ok_or_else(undecided)?;
        let after = numbers(&found);
        let is_met = after.iter().all(|x| x.met);
        // Where twice the bits print the same, the engine's exponents are the limit, not the
        // precision.
        let is_same = |before: &[&Bounds]| {
            before.len() == after.len()
                && before.iter().zip(&after).all(|(x, y)| x.is_printed_like(y, style.printed()))
        };
        let is_stuck =
            precision >= STUCK_PRECISION && before.is_some_and(|before| is_same(&numbers(before)));
        Ok(until(is_met || is_stuck, found))
    })
}

/// The most bits of a denominator with which each delta of a lattice is kept as a fraction. Longer
/// ones are not shown, and a list of them would be as long as they are.
const MOST_SHOWN_BITS: u64 = 1 << 13;
/// Numbers that print the same at this precision and at half of it are stuck: at fewer bits both
/// may show none of the digits.
const STUCK_PRECISION: u64 = 512;

/// The enclosures of all numbers of a content.
fn enclosures(content: &Content) -> Vec<&Bounds> {
    content.numbers().into_iter().map(|number| &number.bounds).collect()
}

/// Every delta_j, the trade-off function or the likelihood ratios of a shape.
///
/// # Errors
/// [`Refusal::Unsupported`] for deltas of losses without a common step, and beyond the limits.
pub(super) fn vector<E: Engine>(
    shape: &Shape,
    query: &Query,
    options: &Options,
    budget: &Budget,
) -> Result<Content, Refusal> {
    let style = &options.style();
    let points = match (query, shape) {
        (Query::Deltas { inner }, Shape::KFold { pair, k }) => {
            return deltas_of_kfold::<E>(pair, *k, *inner, options, budget);
        }
        (Query::Deltas { .. }, Shape::Finite(finite)) if finite.coordinates.step.is_none() => {
            return Err(no_lattice());
        }
        (Query::Deltas { .. }, _) => cost::lattice_points(shape),
        _ => Cost::default(),
    };
    let cost = |arithmetic| cost::table(shape, arithmetic).plus(&points);
    // Reading a table takes about as long as ten of its operations for each number.
    let exact = Limits { work: affordable(options) / 10, ..options.limits };
    if cost(Arithmetic::Exact).check(&exact).is_ok()
        && let Some(table) = tabulate::<E>(shape, Arithmetic::Exact, &options.control)?
    {
        return read(&table, query, style, EXACT_PRECISION);
    }
    let attempt = |precision| {
        let table = tabulate::<E>(shape, Arithmetic::Enclosed { precision }, &options.control)?;
        Ok(table.and_then(|table| read(&table, query, style, precision).ok()))
    };
    let cost = |precision| cost(Arithmetic::Enclosed { precision });
    until_met(budget, style, first_precision(style), cost, attempt, enclosures)
}

/// The work that an exact value may take.
fn affordable(options: &Options) -> u64 {
    match options.exact {
        ShowExact::Always => options.limits.work,
        _ => CHEAP.min(options.limits.work),
    }
}

/// Bits for the digits of a style, with those that a composition loses.
pub(super) fn first_precision(style: &Style) -> u64 {
    (style.bits() + 64).next_power_of_two()
}

/// The deltas of a k-fold three-point pair, with the inner sums if they are asked for.
fn deltas_of_kfold<E: Engine>(
    pair: &ThreePoint,
    k: u64,
    is_inner: bool,
    options: &Options,
    budget: &Budget,
) -> Result<Content, Refusal> {
    let style = &options.style();
    let bounds = kfold_deltas::<E>(pair, k, options, budget)?;
    let inner = if is_inner {
        // The inner sum does not depend on delta: it is the total of the pair without it.
        let without = ThreePoint { delta: Real::zero(), ..pair.clone() };
        kfold_deltas::<E>(&without, k, options, budget)?
    } else {
        Vec::new()
    };
    let row = |(j, bounds)| (j, Real::from(j) * &pair.eps, style.styled(bounds));
    Ok(Content::Deltas {
        step: None,
        rows: (0u64..).zip(bounds).map(row).collect(),
        inner: inner.into_iter().map(|bounds| style.styled(bounds)).collect(),
    })
}

fn no_lattice() -> Refusal {
    Refusal::Unsupported {
        what: "the quantity deltas of losses without a common step".into(),
        missing:
            "there is no lattice; ask for delta at an eps, for region or for likelihood-ratios"
                .into(),
    }
}

/// Every delta_j of a k-fold three-point pair, by its recurrence.
fn kfold_deltas<E: Engine>(
    pair: &ThreePoint,
    k: u64,
    options: &Options,
    budget: &Budget,
) -> Result<Vec<Bounds>, Refusal> {
    let style = &options.style();
    let wanted = options.exact == ShowExact::Always;
    let work = affordable(options);
    if let (Some(cost), Some(rational)) =
        (cost::exact_walk(pair, k, 1), kfold::RationalPair::of(pair))
    {
        let check = cost.check(&Limits { work, ..options.limits });
        if wanted {
            check.clone()?;
        }
        if check.is_ok() {
            let (numerators, denominator) = rational.deltas::<E::Natural>(k);
            let denominator_bits = BigNatural::bits(&denominator);
            let bounds = |numerator: &E::Natural| {
                let numerator = numerator.to_natural();
                if numerator == 0u32 || wanted || denominator_bits <= MOST_SHOWN_BITS {
                    let exact = Rational::from_naturals(numerator, denominator.clone());
                    return style.bounds::<E>(&Value::Exact(exact), 256);
                }
                // Too long to be shown: the leading bits suffice for the decimals.
                let precision = style.bits() + 64;
                let interval = |n| {
                    let float = |rounding| E::Float::from_natural(n, precision, rounding);
                    Interval::<E>::new(float(Rounding::Down), float(Rounding::Up), precision)
                };
                style.interval(&(&interval(&numerator) / &interval(&denominator)).probability())
            };
            return Ok(parallel::map(&numerators, bounds));
        }
    }
    let start = style.bits() + 32 + u64::from(k.max(1).ilog2());
    let attempt = |precision| {
        let deltas = kfold::deltas::<E>(pair, k, precision, &options.control)?;
        let bounds = |j| Some(style.interval(&deltas.get(j)?.probability()));
        Ok(parallel::map::<_, _, Option<Vec<_>>>(0..=k, bounds))
    };
    let cost = |precision| cost::enclosed_walk(k, precision, 4);
    until_met(budget, style, start, cost, attempt, |x| x.iter().collect())
}

/// A vector quantity read from a table.
fn read<E: Engine>(
    table: &Table<E>,
    query: &Query,
    style: &Style,
    precision: u64,
) -> Result<Content, Refusal> {
    let number = |x: &Real| Value::of(x, precision);
    let bounds = |x: &Value<E>| style.styled(style.bounds(x, precision));
    Ok(match query {
        Query::Deltas { inner } => {
            let Losses::Lattice { step, indices } = &table.losses else {
                return Err(no_lattice());
            };
            let reader = Reader::new(table, precision, &number);
            let deltas = reader.deltas(indices);
            let row = |(j, delta): (u64, &Value<E>)| {
                (j, Real::from(j) * step, bounds(&delta.probability()))
            };
            let finite = &Value::Exact(Rational::from(1)) - &table.p_infinite;
            if *inner && table.rows.is_empty() {
                let missing = "all mass is at infinite loss, so there is no finite part; ask for deltas without inner";
                return Err(Refusal::Unsupported {
                    what: "the inner delta_j".into(),
                    missing: missing.into(),
                });
            }
            let share =
                |delta: &Value<E>| bounds(&(&(delta - &table.p_infinite) / &finite).probability());
            Content::Deltas {
                step: Some(step.clone()),
                rows: (0u64..).zip(&deltas).map(row).collect(),
                inner: if *inner { deltas.iter().map(share).collect() } else { Vec::new() },
            }
        }
        Query::LikelihoodRatios => {
            let mut rows = Vec::new();
            let zero = Value::Exact(Rational::from(0));
            let present = |x: &Value<E>| x.compare(&zero) != Some(std::cmp::Ordering::Equal);
            if present(&table.p_infinite) {
                rows.push((
                    style.styled(Style::infinite()),
                    bounds(&table.p_infinite),
                    bounds(&zero),
                ));
            }
            for (i, row) in table.rows.iter().enumerate() {
                rows.push((
                    bounds(&number(&table.losses.get(i).exp())),
                    bounds(&row.p),
                    bounds(&row.q),
                ));
            }
            if present(&table.q_infinite) {
                rows.push((bounds(&zero), bounds(&zero), bounds(&table.q_infinite)));
            }
            Content::LikelihoodRatios(rows)
        }
        _ => {
            let reader = Reader::new(table, precision, &number);
            Content::Region(
                reader
                    .region()
                    .iter()
                    .map(|(alpha, beta)| {
                        (bounds(&alpha.probability()), bounds(&beta.probability()))
                    })
                    .collect(),
            )
        }
    })
}

/// The most powerful test of a level: exactly where that is cheap, with growing precision, or in
/// Q(e^r).
///
/// # Errors
/// Beyond the limits, and where the order of two exact numbers is undecided.
pub(super) fn test<E: Engine>(
    shape: &Shape,
    alpha: &Real,
    options: &Options,
    budget: &Budget,
) -> Result<Content, Refusal> {
    let style = &options.style();
    let of_table = |table: &Table<E>, precision, number: &dyn Fn(&Real) -> Value<E>| {
        let test = Reader::new(table, precision, number).test(&number(alpha));
        content_of_test(&test, alpha, style, precision)
    };
    let cheap = Limits { work: CHEAP / 10, ..options.limits };
    if alpha.as_rational().is_some()
        && cost::table(shape, Arithmetic::Exact).check(&cheap).is_ok()
        && let Some(table) = tabulate::<E>(shape, Arithmetic::Exact, &options.control)?
    {
        return Ok(of_table(&table, EXACT_PRECISION, &|x| Value::of(x, EXACT_PRECISION)));
    }
    let at = |precision| {
        if let Shape::Closed(noise) = shape {
            let test = noise.test::<E>(alpha, precision);
            return Ok(Some(content_of_test(&test, alpha, style, precision)));
        }
        let table = tabulate::<E>(shape, Arithmetic::Enclosed { precision }, &options.control)?;
        Ok(table.map(|table| of_table(&table, precision, &|x| Value::of(x, precision))))
    };
    let first = first_precision(style);
    let cost = |precision| cost::table(shape, Arithmetic::Enclosed { precision });
    // A level exactly at a vertex is never decided by intervals, but it is in Q(e^r).
    let capped = budget.with_precision(4 * first);
    let rough = until_met(&capped, style, first, cost, at, enclosures)?;
    if rough.is_met() {
        return Ok(rough);
    }
    if let Some((table, step)) = tabulate_in_field::<E>(shape, std::slice::from_ref(alpha)) {
        let number = |x: &Real| match Element::with_step(x, &step) {
            Some(element) => Value::Field(element),
            None => Value::of(x, FIELD_PRECISION),
        };
        return Ok(of_table(&table, FIELD_PRECISION, &number));
    }
    if capped.limits().precision == budget.limits().precision {
        Ok(rough)
    } else {
        until_met(budget, style, 8 * first, cost, at, enclosures)
    }
}

fn content_of_test<E: Engine>(
    test: &NeymanPearson<E>,
    alpha: &Real,
    style: &Style,
    precision: u64,
) -> Content {
    let number = |x: &Value<E>| style.styled(style.bounds(x, precision));
    Content::Test {
        threshold: match &test.threshold {
            Some(threshold) => number(threshold),
            None => style.styled(Style::infinite()),
        },
        randomisation: number(&test.randomisation.probability()),
        alpha: number(&Value::of(alpha, precision)),
        power: number(&test.power.probability()),
    }
}
