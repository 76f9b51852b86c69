//! A ledger by days, by parts of the data, and row by row.

use super::claim_file::ClaimFile;
use super::date::Date;
use super::ledger::Row;
use super::parts;
use crate::mechanism::Mechanism;
use std::collections::BTreeSet;

/// What was released by a day.
#[derive(Clone, Debug)]
pub struct Until<'a> {
    /// The day.
    pub date: Date,
    /// The rows of that day.
    pub released: Vec<&'a Row>,
    /// All rows up to that day, composed; otherwise a text that says what is missing.
    pub mechanism: Result<Mechanism, String>,
}

/// What a unit loses whose data are in one part, or whose record leaves one part while another one
/// enters a second.
#[derive(Clone, Debug)]
pub struct OfPart<'a> {
    /// One part each, or the two; several where they lose the same. Empty where no row has a part.
    pub parts: Vec<Vec<&'a str>>,
    /// The rows on all data and on these parts, composed.
    pub mechanism: Mechanism,
}

/// A row, with and without the rest.
#[derive(Clone, Debug)]
pub struct OneRow<'a> {
    /// The row.
    pub row: &'a Row,
    /// It by itself; otherwise a text that says what is missing.
    pub alone: Result<Mechanism, String>,
    /// All other rows, composed; otherwise a text that says what is missing.
    pub others: Result<Mechanism, String>,
}

impl ClaimFile {
    /// The rows up to each day on which some were released, and their composition, with the most
    /// steps that they may have; where a row is not supported, the missing part.
    ///
    /// # Errors
    /// The names of the rows without a date, if there are any.
    pub fn by_date(&self) -> Result<Vec<Until<'_>>, Vec<&str>> {
        let without: Vec<&str> = self
            .ledger
            .iter()
            .filter(|row| row.date.is_none())
            .map(|row| row.id.as_str())
            .collect();
        if !without.is_empty() {
            return Err(without);
        }
        let dates: BTreeSet<Date> = self.ledger.iter().filter_map(|row| row.date).collect();
        let until = |date: Date| {
            let rows = || self.ledger.iter().filter(|row| row.date.is_some_and(|day| day <= date));
            Until {
                date,
                released: rows().filter(|row| row.date == Some(date)).collect(),
                mechanism: self.compose(rows(), |row| row.mechanism.as_ref()),
            }
        };
        Ok(dates.into_iter().map(until).collect())
    }

    /// The composition for each part of the data, with the most steps; [`ClaimFile::whole`] is the
    /// worst of them. A single one where no row has a part.
    ///
    /// # Errors
    /// The missing part, where a row is not supported.
    pub fn by_part(&self) -> Result<Vec<OfPart<'_>>, String> {
        let rows: Vec<&Row> = self.ledger.iter().collect();
        parts::choices(&rows, self.scope.adjacency, |row| row.mechanism.as_ref())
    }

    /// Each row by itself, and all others without it, with the most steps that they may have.
    pub fn by_row(&self) -> Vec<OneRow<'_>> {
        let compose = |is_taken: &dyn Fn(&Row) -> bool| {
            self.compose(self.ledger.iter().filter(|row| is_taken(row)), |row| {
                row.mechanism.as_ref()
            })
        };
        self.ledger
            .iter()
            .map(|row| OneRow {
                row,
                alone: compose(&|other| other.id == row.id),
                others: compose(&|other| other.id != row.id),
            })
            .collect()
    }
}
