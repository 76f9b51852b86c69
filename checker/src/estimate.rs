//! An estimate of the work of a certificate, from its own numbers, before it is followed.
//!
//! It counts the expensive parts: leaves, grids, products of rows, sums over rows, and the literals
//! of the steps. Each is counted as it will be charged, or less, so that nothing is refused that
//! could be followed.

use crate::discretise::{Ratios, Window, cells_work};
use crate::json::Json;
use crate::ledger::Row as LedgerRow;
use crate::literal;
use crate::number;
use crate::pair::Direction;
use crate::rational::BigRational;
use crate::row::{Bounds, product_work, size_of};
use crate::rules::{
    FIRST, MAX_BITS, MAX_TERMS, base_work, leaf_work, literal_work, number_work, sum_work,
};
use crate::work::{Work, product};
use num_traits::ToPrimitive;
use std::collections::BTreeMap;

/// The work of the estimate itself, of all derivations of a certificate: texts that are read or
/// listed after it is exhausted count as 0.
pub(crate) fn glance() -> Work {
    Work::of(1 << 28)
}

/// The facts about a row that are known before it is computed.
#[derive(Clone, Copy)]
struct Sketch {
    length: u64,
    bits: u64,
    is_test: bool,
}

impl Sketch {
    fn size(self) -> u64 {
        size_of(product(&[self.length, if self.is_test { 2 } else { 1 }]), self.bits)
    }
}

/// The rows of the ledger, and the known facts about the steps so far, so that nothing is examined
/// twice.
struct Estimate<'a> {
    ledger: BTreeMap<&'a str, &'a LedgerRow>,
    /// The work of a sum over all rows.
    sum: u64,
    /// The work of comparing each row with another one.
    comparisons: BTreeMap<&'a str, u64>,
    /// The work of the outcomes of all rows.
    outcomes: u64,
    rows: BTreeMap<&'a str, Sketch>,
    literals: BTreeMap<&'a str, u64>,
    /// The digits of the exact masses of a row that is taken once.
    digits: BTreeMap<&'a str, u64>,
    glance: &'a Work,
}

/// A lower bound of the work of following these leaves and steps, in units of about a nanosecond;
/// it is close where grids or long rows are needed.
pub(crate) fn estimate(
    ledger: &[LedgerRow],
    leaves: &[Json],
    steps: &[Json],
    glance: &Work,
) -> u64 {
    let mut estimate = Estimate {
        ledger: ledger.iter().map(|row| (row.id.as_str(), row)).collect(),
        sum: sum_work(ledger),
        comparisons: ledger
            .iter()
            .map(|row| (row.id.as_str(), row.step.comparison_work()))
            .collect(),
        outcomes: ledger.iter().map(|row| row.step.atoms_work()).fold(0, u64::saturating_add),
        rows: BTreeMap::new(),
        literals: BTreeMap::new(),
        digits: BTreeMap::new(),
        glance,
    };
    let leaves =
        leaves.iter().map(|entry| leaf_work(bits(entry), natural(entry, "terms", MAX_TERMS)));
    let leaves = leaves.fold(0, u64::saturating_add);
    steps.iter().map(|entry| estimate.step(entry)).fold(leaves, u64::saturating_add)
}

impl<'a> Estimate<'a> {
    fn step(&mut self, entry: &'a Json) -> u64 {
        let Some(arguments) = get(entry, "arguments") else {
            return 0;
        };
        let bits = bits(arguments);
        let rule = text(entry, "rule").unwrap_or_default();
        let literal = match rule {
            "lattice" => self.literal(arguments, "step"),
            "tail" | "threshold" | "gaussian" | "infinite" | "renyi" | "outcomes" => {
                self.literal(arguments, "eps")
            }
            "line" | "errors" | "normal-errors" | "laplace-errors" | "outcome-errors" => {
                self.literal(arguments, "alpha")
            }
            _ => 0,
        };
        let premises: Vec<Sketch> =
            texts(entry, "premises").filter_map(|id| self.rows.get(id).copied()).collect();
        let (own, sketch) = match (rule, premises.as_slice()) {
            ("cells" | "lattice", _) => self.base(rule, entry, bits),
            ("same", [row]) => {
                let compared = text(arguments, "row")
                    .and_then(|id| self.comparisons.get(id))
                    .copied()
                    .unwrap_or(0);
                (row.size().saturating_add(compared), Some(*row))
            }
            ("convolve", [first, second]) => convolve(arguments, bits, *first, *second),
            ("tail", [row]) => {
                let per_mass = if bits > 0 { bits } else { row.bits } + 64;
                (product(&[row.size() / 64, per_mass]).saturating_add(added(*row)), None)
            }
            ("threshold" | "errors", [row]) => (added(*row), None),
            ("rho" | "renyi" | "gaussian" | "normal-errors", _) => (self.sum, None),
            ("infinite", _) => (self.outcomes, None),
            ("outcomes" | "outcome-errors", _) => {
                let count = self.ledger.len().to_u64().unwrap_or(u64::MAX);
                (self.outcomes.saturating_add(product(&[count, FIRST])), None)
            }
            _ => (0, None),
        };
        if let (Some(id), Some(sketch)) = (text(entry, "id"), sketch) {
            self.rows.insert(id, sketch);
        }
        base_work(self.ledger.len())
            .saturating_add(product(&[bits, bits, 8]))
            .saturating_add(literal)
            .saturating_add(own)
    }

    /// The charge for enclosing a literal.
    fn literal(&mut self, arguments: &'a Json, key: &str) -> u64 {
        let Some(text) = text(arguments, key) else {
            return 0;
        };
        let work = || literal::parse(text, self.glance).map_or(0, |value| literal_work(&value));
        *self.literals.entry(text).or_insert_with(work)
    }

    /// The digits of the exact masses of a row that is taken once; 0 where that takes too long.
    fn digits(&mut self, row: &'a LedgerRow) -> u64 {
        let count = || {
            self.glance.spend(row.step.atoms_work()).ok()?;
            let atoms = row.step.atoms(Direction::Forward)?.ok()?;
            Some(
                number::common_denominator(atoms.iter().filter_map(|atom| atom.p.rational()))?
                    .bits(),
            )
        };
        *self.digits.entry(&row.id).or_insert_with(|| count().unwrap_or(0))
    }

    fn number(&self, arguments: &Json, key: &str) -> Option<BigRational> {
        let text =
            text(arguments, key).filter(|text| self.glance.spend(number_work(text)).is_ok())?;
        number::parse(text).ok()
    }

    /// The cells of likelihood ratios.
    fn ratios(&self, arguments: &Json) -> Option<Ratios> {
        let width = self.number(arguments, "ratio-width")?;
        let (cells, last) = (integer(arguments, "ratio-cells")?, integer(arguments, "ratio-sums")?);
        Some(Ratios { width, cells, last })
    }

    /// A row of the ledger, taken once.
    fn base(&mut self, rule: &str, entry: &Json, bits: u64) -> (u64, Option<Sketch>) {
        let Some(arguments) = get(entry, "arguments") else {
            return (0, None);
        };
        let Some(row) = text(arguments, "row").and_then(|id| self.ledger.get(id)).copied() else {
            return (0, None);
        };
        let is_test = text(arguments, "bounds") == Some("test");
        if rule == "lattice" {
            let bits = if bits > 0 { bits } else { self.digits(row) };
            return (
                row.step.atoms_work(),
                Some(Sketch { length: stated_length(entry), bits, is_test }),
            );
        }
        let (Some(step), Some(from), Some(to)) =
            (self.number(arguments, "step"), integer(arguments, "from"), integer(arguments, "to"))
        else {
            return (0, None);
        };
        let ratios = self.ratios(arguments);
        let bounds = if is_test { Bounds::Test } else { Bounds::Upper };
        let Ok(work) = cells_work(row, bounds, &Window { step, from, to, bits, ratios }) else {
            return (0, None);
        };
        let sketch = Sketch { length: length_between(from, to).saturating_sub(1), bits, is_test };
        (work.saturating_add(sketch.size()), Some(sketch))
    }
}

/// The composition of two rows.
fn convolve(arguments: &Json, bits: u64, first: Sketch, second: Sketch) -> (u64, Option<Sketch>) {
    let work =
        product_work((first.length, first.bits), (second.length, second.bits), first.is_test);
    let (Some(from), Some(to)) = (integer(arguments, "from"), integer(arguments, "to")) else {
        return (work, None);
    };
    let exact = first.bits.saturating_add(second.bits);
    let bits = if bits > 0 { bits.min(exact) } else { exact };
    let length = length_between(from, to).min(first.length.saturating_add(second.length));
    let sketch = Sketch { length, bits, is_test: first.is_test };
    (work.saturating_add(sketch.size()), Some(sketch))
}

/// The length of a row according to the conclusion; a row of another length is not accepted.
fn stated_length(entry: &Json) -> u64 {
    let row = get(entry, "conclusion").and_then(|conclusion| get(conclusion, "row"));
    row.map_or(0, |row| {
        integer(row, "from")
            .zip(integer(row, "to"))
            .map_or(0, |(from, to)| length_between(from, to))
    })
}

/// The number of indices.
fn length_between(from: i64, to: i64) -> u64 {
    if from <= to { from.abs_diff(to).saturating_add(1) } else { 0 }
}

/// The work of summing the masses of a row, which gives a fraction.
fn added(row: Sketch) -> u64 {
    (row.size() / 16).saturating_add(product(&[row.bits, row.bits]) / 16)
}

fn get<'a>(table: &'a Json, key: &str) -> Option<&'a Json> {
    match table {
        Json::Table(entries) => entries.get(key),
        _ => None,
    }
}

fn text<'a>(table: &'a Json, key: &str) -> Option<&'a str> {
    match get(table, key) {
        Some(Json::Text(text)) => Some(text),
        _ => None,
    }
}

fn integer(table: &Json, key: &str) -> Option<i64> {
    match get(table, key) {
        Some(Json::Integer(x)) => Some(*x),
        _ => None,
    }
}

/// A number from 0 to a limit; 0 where there is no such number, and so no work.
fn natural(table: &Json, key: &str, most: u64) -> u64 {
    integer(table, key).and_then(|x| x.to_u64()).filter(|x| *x <= most).unwrap_or(0)
}

fn bits(table: &Json) -> u64 {
    natural(table, "bits", MAX_BITS)
}

fn texts<'a>(table: &'a Json, key: &str) -> impl Iterator<Item = &'a str> {
    let entries = match get(table, key) {
        Some(Json::List(entries)) => entries.as_slice(),
        _ => &[],
    };
    entries.iter().filter_map(|entry| match entry {
        Json::Text(text) => Some(text.as_str()),
        _ => None,
    })
}
