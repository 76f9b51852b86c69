//! The distance by which neighbours move a query, where a row states the query and bounds what a
//! user contributes.
//!
//! A *user* is a privacy unit of the scope. Where a user is added or removed, the values move by
//! the contribution of this user; one that is zeroed out contributes nothing any more; where one is
//! replaced, they move by the difference of two contributions. At most, and for some neighbours
//! exactly:
//!
//! | query, and the bounds of a contribution      | add-remove, zero-out | replace-one                        |
//! |----------------------------------------------|----------------------|------------------------------------|
//! | `count`: at most r rows                      | one value by r       | one by r: the other has no row     |
//! | `histogram`: at most k keys, r rows in each  | k values by r        | 2k by r: the two share no key      |
//! | `bounded-sum`: at most r values in [a, b]    | one by r max(b, -a)  | one by r max(b - a, b, -a): the other may have no value |
//! | `bounded-sum`: exactly r values in [a, b]    | one by r max(b, -a)  | one by r (b - a)                   |
//! | `unknown-keys`: at most k keys, r rows in each | k values by r      | k values of either user by r       |
//!
//! Each value has noise of its own. So several are a composition, in which a value that moves less,
//! or not at all, is dominated by one that moves by r: the farthest contribution is the worst one,
//! and the pair is attained. One value that moves by the sum `k r` would dominate too, for Laplace
//! and geometric noise, and is not attained. Gaussian noise on all values is that on one, at the
//! Euclidean distance `r sqrt(k)`.
//!
//! The result is a row with a `sensitivity` in the place of the query, which is read like any
//! other.

use crate::exact::real::Real;
use crate::exact::show;
use crate::input::{Field, Fields, InputError, Item, Key, Node};
use crate::mechanism::{Adjacency, kinds, other_names};
use malachite::Integer;

/// What follows from the query of a row.
pub(super) struct Derived {
    /// The row with a sensitivity in the place of the query and its bounds.
    pub(super) row: Node,
    /// The number of values that move by the sensitivity.
    pub(super) values: u64,
    /// The query and the distance, in words.
    pub(super) words: String,
    /// The fields of its bounds.
    pub(super) bounds: &'static [&'static str],
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Answered {
    Count,
    Histogram,
    BoundedSum,
    UnknownKeys,
}

const QUERIES: [(&str, Answered); 4] = [
    ("count", Answered::Count),
    ("histogram", Answered::Histogram),
    ("bounded-sum", Answered::BoundedSum),
    ("unknown-keys", Answered::UnknownKeys),
];

impl Answered {
    /// Its bounds, for messages.
    fn bounds(self) -> &'static str {
        match self {
            Answered::Count => "rows",
            Answered::Histogram | Answered::UnknownKeys => "keys and rows_per_key",
            Answered::BoundedSum => "lower, upper, and rows or rows_exactly",
        }
    }

    /// The fields of its bounds.
    fn fields(self) -> &'static [&'static str] {
        match self {
            Answered::Count => &["rows"],
            Answered::Histogram | Answered::UnknownKeys => &["keys", "rows_per_key"],
            Answered::BoundedSum => &["lower", "upper", "rows", "rows_exactly"],
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Noise {
    Laplace,
    Gaussian,
    DiscreteLaplace,
    DiscreteGaussian,
    /// That of `thresholded`, which has a threshold beside it.
    Thresholded,
}

const NOISE: [(&str, Noise); 5] = [
    ("laplace", Noise::Laplace),
    ("gaussian", Noise::Gaussian),
    ("discrete-laplace", Noise::DiscreteLaplace),
    ("discrete-gaussian", Noise::DiscreteGaussian),
    ("thresholded", Noise::Thresholded),
];

const ANSWERS: &str = "count, histogram and bounded-sum are answered with laplace, gaussian, discrete-laplace or \
                       discrete-gaussian, and unknown-keys with thresholded";

/// The bounds of contributions; `keys` is also a field of a mechanism.
const BOUNDS: [&str; 6] = ["rows", "rows_exactly", "rows_per_key", "lower", "upper", "keys"];

const ROWS: &str = "the most rows of one unit";
const ROWS_EXACTLY: &str = "the number of rows that every unit has";
const KEYS: &str = "the most keys of one unit: bins of a histogram, or groups";
const ROWS_PER_KEY: &str = "the most rows of one unit in one key";

/// The distance between neighbours that follows from the query of a row; `None` where the row has
/// no query.
///
/// # Errors
/// A bound that is missing, wrong, or of another query; a query that the mechanism does not answer;
/// a distance beside it.
pub(super) fn derive(row: &Field<'_>, adjacency: Adjacency) -> Result<Option<Derived>, InputError> {
    let mut fields = row.fields()?;
    let Some(query) = fields.optional("query") else {
        for bound in BOUNDS.into_iter().filter(|bound| *bound != "keys") {
            let help = format!(
                "add the query: query = \"{}\"",
                QUERIES.map(|(name, _)| name).join("\", or \"")
            );
            fields.forbid(
                bound,
                "it bounds what a user contributes to a query, and the row has no query",
                &help,
            )?;
        }
        return Ok(None);
    };
    let answered = query.choice(&QUERIES)?;
    let noise = noise(&mut fields, &query, answered)?;
    for distance in ["sensitivity", "shifts"] {
        let help = format!(
            "the distance follows from the query: leave out {distance}, or the query and its bounds"
        );
        fields.forbid(distance, &format!("both query and {distance} are given"), &help)?;
    }
    let Moved { distance, values, words } = match answered {
        Answered::Count => {
            let rows = bound(&mut fields, "rows", ROWS)?;
            Moved { distance: Real::from(rows), values: 1, words: format!("the count by {rows}") }
        }
        Answered::Histogram => histogram(&mut fields, noise, adjacency)?,
        Answered::BoundedSum => bounded_sum(&mut fields, noise, adjacency)?,
        Answered::UnknownKeys => {
            let (keys, rows) = (
                bound(&mut fields, "keys", KEYS)?,
                bound(&mut fields, "rows_per_key", ROWS_PER_KEY)?,
            );
            let most =
                if keys == 1 { "one key".to_owned() } else { format!("at most {keys} keys") };
            let whose = if adjacency == Adjacency::ReplaceOne { " of either user" } else { "" };
            let words = format!("{most}{whose} by {rows}, any of which may be new");
            Moved { distance: Real::from(rows), values: 1, words }
        }
    };
    for other in BOUNDS {
        let (name, bounds) = (query.text()?, answered.bounds());
        fields.forbid(
            other,
            &format!("{name} is not bounded by {other}"),
            &format!("its bounds are {bounds}"),
        )?;
    }
    let moves = match fields.optional("group") {
        Some(_) => "each member of a group moves",
        None => "neighbours move",
    };
    let words = format!("{} with {}: {moves} {words}", query.text()?, adjacency.name());
    Ok(Some(Derived {
        row: stating(row.node, &query, &distance, noise),
        values,
        words,
        bounds: answered.fields(),
    }))
}

/// The farthest that neighbours move the values of a query.
struct Moved {
    /// The distance of each value.
    distance: Real,
    /// The number of values, each with noise of its own.
    values: u64,
    words: String,
}

/// The noise of a row that answers a query, in the units of the data.
fn noise(
    fields: &mut Fields<'_>,
    query: &Field<'_>,
    answered: Answered,
) -> Result<Noise, InputError> {
    let kind = fields.required("mechanism")?;
    let Some((name, own)) = kinds().find(|(name, _)| kind.text() == Ok(*name)) else {
        return kind.choice(&NOISE);
    };
    fields.expect(own);
    let noise = NOISE.iter().find(|(known, _)| *known == name).map(|(_, noise)| *noise);
    let noise =
        noise.filter(|noise| (*noise == Noise::Thresholded) == (answered == Answered::UnknownKeys));
    let noise = noise.ok_or_else(|| {
        query.error(format!("{name} does not answer {}", query_name(query)), ANSWERS)
    })?;
    let scales = other_names()
        .filter(|(of, _, field)| *of == name && *field == "scale")
        .map(|(_, other, _)| other);
    let is_scaled = || {
        std::iter::once("scale").chain(scales).any(|scale| fields.clone().optional(scale).is_some())
    };
    if matches!(noise, Noise::Laplace | Noise::Gaussian) && !is_scaled() {
        return Err(query.error(
            "the query moves values in the units of the data, and the noise has no scale in these units",
            "give scale in place of a ratio such as eps, sigma or mu: the b of the density e^(-|x|/b) of laplace, the \
             standard deviation of gaussian",
        ));
    }
    Ok(noise)
}

fn query_name<'a>(query: &Field<'a>) -> &'a str {
    query.text().unwrap_or_default()
}

/// A bound on a contribution: a whole number from 1 on.
fn bound(fields: &mut Fields<'_>, name: &'static str, meaning: &str) -> Result<u64, InputError> {
    let field = fields.optional(name);
    let field = field.ok_or_else(|| fields.missing_or(name, &format!("add {name}, {meaning}")))?;
    match field.natural()? {
        0 => Err(field.error(
            format!("{name} = 0: no user contributes anything"),
            format!("give {meaning}, which is at least 1"),
        )),
        bound => Ok(bound),
    }
}

fn histogram(
    fields: &mut Fields<'_>,
    noise: Noise,
    adjacency: Adjacency,
) -> Result<Moved, InputError> {
    let keys = fields.clone().optional("keys");
    let (most, rows) = (bound(fields, "keys", KEYS)?, bound(fields, "rows_per_key", ROWS_PER_KEY)?);
    let users = if adjacency == Adjacency::ReplaceOne { 2 } else { 1 };
    let counts = match (most.checked_mul(users), keys) {
        (Some(counts), _) => counts,
        (None, keys) => {
            let help = "both keys of the replaced user and of the other one count";
            return Err(keys.map_or_else(
                || fields.missing("keys"),
                |keys| keys.error("there are too many keys", help),
            ));
        }
    };
    let words = match counts {
        1 => format!("one count by {rows}"),
        _ => format!("{counts} counts by {rows} each"),
    };
    if noise == Noise::Gaussian {
        let distance = (Real::from(rows).pow(2) * Real::from(counts)).sqrt();
        let words = format!("{words}, a Euclidean distance of {}", show(&distance));
        return Ok(Moved { distance, values: 1, words });
    }
    Ok(Moved { distance: Real::from(rows), values: counts, words })
}

fn bounded_sum(
    fields: &mut Fields<'_>,
    noise: Noise,
    adjacency: Adjacency,
) -> Result<Moved, InputError> {
    let mut end = |name: &'static str, meaning: &str| {
        let field = fields.optional(name);
        field.ok_or_else(|| {
            fields.missing_or(name, &format!("add {name}, the {meaning} of one row"))
        })
    };
    let (lower, upper) = (end("lower", "smallest value")?, end("upper", "largest value")?);
    let (low, high) = (lower.real()?, upper.real()?);
    if matches!(noise, Noise::DiscreteLaplace | Noise::DiscreteGaussian) {
        for (field, end) in [(&lower, &low), (&upper, &high)] {
            if end.as_rational().is_none_or(|end| Integer::try_from(end).is_err()) {
                let help = "integer noise is for sums of whole numbers: give a whole number, or continuous noise";
                return Err(
                    field.error(format!("{} is not known to be a whole number", show(end)), help)
                );
            }
        }
    }
    let undecided = || {
        let help = "write lower and upper in a simpler form";
        upper.error("cannot decide which values move the sum the farthest", help)
    };
    match low.compare(&high) {
        None => return Err(undecided()),
        Some(order) if order.is_gt() => {
            let message = format!("lower = {} is above upper = {}", show(&low), show(&high));
            return Err(lower
                .error(message, "exchange them: each value is at least lower and at most upper"));
        }
        Some(_) => {}
    }
    let is_exact = fields.clone().optional("rows_exactly").is_some();
    if is_exact && let Some(rows) = fields.optional("rows") {
        let help = "give rows, the most rows of one unit, or rows_exactly where all units have the same number";
        return Err(rows.error("both rows and rows_exactly are given", help));
    }
    let rows = match is_exact {
        true => bound(fields, "rows_exactly", ROWS_EXACTLY)?,
        false => bound(fields, "rows", ROWS)?,
    };
    let is_replaced = adjacency == Adjacency::ReplaceOne;
    let width = &high - &low;
    let of_one_row = if is_replaced && is_exact {
        width
    } else {
        let ends = larger(high, -&low);
        let farthest = if is_replaced { ends.and_then(|ends| larger(ends, width)) } else { ends };
        farthest.ok_or_else(undecided)?
    };
    let distance = (Real::from(rows) * &of_one_row).simplified();
    let words = format!("the sum by {}", show(&distance));
    Ok(Moved { distance, values: 1, words })
}

fn larger(x: Real, y: Real) -> Option<Real> {
    Some(if x.compare(&y)?.is_lt() { y } else { x })
}

/// The row with a sensitivity in the place of its query.
fn stating(row: &Node, query: &Field<'_>, distance: &Real, noise: Noise) -> Node {
    let span = query.node.span.clone();
    let is_kept = |name: &str| match name {
        "query" => false,
        "keys" => noise == Noise::Thresholded,
        name => !BOUNDS.contains(&name),
    };
    let Item::Table(table) = &row.item else {
        return row.clone();
    };
    let sensitivity = Node { item: Item::Text(distance.to_string()), span: span.clone() };
    let stated = (Key { name: "sensitivity".to_owned(), span }, sensitivity);
    let kept = table.iter().filter(|(key, _)| is_kept(&key.name)).cloned();
    Node { item: Item::Table(kept.chain([stated]).collect()), span: row.span.clone() }
}
