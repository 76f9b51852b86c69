//! Outputs that follow each other, read beside the claims that they are about.

use super::error::FileError;
use super::metadata::Metadata;
use super::rows::{Row, Rows};
use super::seal::Change;
use super::whole::{Whole, digests};
use super::{Format, write};
use crate::batch::id_of;
use crate::column::Column;
use crate::verdicts;
use arrow_array::RecordBatch;
use dpcert::input::shorten;
use serde_json::Value;
use std::ops::Range;
use std::path::PathBuf;

/// Some outputs, in the order in which their rows are in the input.
pub struct Outputs {
    format: Format,
    all: Vec<Output>,
    /// The output that is being read. Those before it are complete.
    current: usize,
    /// The number of outputs that are compared with their metadata.
    compared: usize,
}

struct Output {
    name: String,
    metadata: Metadata,
    rows: Rows,
    own: Whole,
}

impl Outputs {
    /// Opens outputs of one run.
    ///
    /// # Errors
    /// Outputs that cannot be read, of different runs, or in another format.
    pub fn open(outputs: &[PathBuf], format: Format) -> Result<Outputs, FileError> {
        let open = |path: &PathBuf| {
            let metadata = Metadata::read(path, format)?;
            let rows = Rows::of_output(path, format)?;
            Ok(Output { name: path.display().to_string(), metadata, rows, own: Whole::new() })
        };
        let all = outputs.iter().map(open).collect::<Result<Vec<_>, FileError>>()?;
        for output in &all {
            if output.metadata.run != all[0].metadata.run {
                let message =
                    "it was judged by another version or with other options than the first one";
                return Err(FileError::input(&output.name, message));
            }
            if output.metadata.run["format"] != format.name() {
                let message = format!(
                    "it is not written as {}: merge to the format of the outputs",
                    format.name()
                );
                return Err(FileError::input(&output.name, message));
            }
        }
        Ok(Outputs { format, all, current: 0, compared: 0 })
    }

    /// The run that judged all of them, if there is one.
    pub fn run(&self) -> Option<&Value> {
        self.all.first().map(|output| &output.metadata.run)
    }

    /// The verdicts on the next rows of claims, with the SHA-256 of each: fewer where the outputs
    /// end before. The ids are those of the claims.
    ///
    /// # Errors
    /// Rows that are not verdicts, or are not about these claims; outputs whose rows are not those
    /// that were written.
    pub fn next(
        &mut self,
        claims: &Claims<'_>,
        batch: &RecordBatch,
        rows: &[[u8; 32]],
    ) -> Result<(RecordBatch, Vec<[u8; 32]>), FileError> {
        let (found, segments) = self.collect(claims, batch)?;
        let about = batch.slice(0, found.len());
        let verdicts = verdicts::batch(id_of(&about), &found);
        let verdicts =
            verdicts.map_err(|error| FileError::batch(claims.name, claims.before, error))?;
        let digests = digests(claims.name, claims.before, &verdicts)?;
        for (output, range) in segments {
            let part = verdicts.slice(range.start, range.len());
            self.all[output].own.add(&rows[range.clone()], &part, &digests[range]);
        }
        self.compare(claims.name)?;
        Ok((verdicts, digests))
    }

    /// The next rows, and which of them are of which output.
    fn collect(
        &mut self,
        claims: &Claims<'_>,
        batch: &RecordBatch,
    ) -> Result<(Vec<Row>, Segments), FileError> {
        let ids = match id_of(batch) {
            None => Column::Null,
            Some((_, array)) => Column::of("id", array.as_ref())
                .map_err(|error| FileError::batch(claims.name, claims.before, error))?,
        };
        let mut found: Vec<Row> = Vec::with_capacity(batch.num_rows());
        let mut segments: Segments = Vec::new();
        while found.len() < batch.num_rows()
            && let Some(output) = self.all.get_mut(self.current)
        {
            let (place, start) = (self.current, found.len());
            while found.len() < batch.num_rows() {
                let Some(row) = output.next()? else {
                    self.current += 1;
                    break;
                };
                let id = write::id(ids.cell(found.len()), self.format);
                if row.id != id {
                    let at = claims.before + u64::try_from(found.len()).unwrap_or(u64::MAX) + 1;
                    return Err(output.wrong(format!(
                        "row {}: its id is {}, and that of row {at} of {} is {}: give the outputs in the order of its \
                         rows, each once; if they are, it was changed: judge its claims again",
                        output.rows.read,
                        quoted(&row.id),
                        claims.name,
                        quoted(&id)
                    )));
                }
                found.push(row);
            }
            segments.push((place, start..found.len()));
        }
        Ok((found, segments))
    }

    /// Compares those that are complete with their metadata.
    fn compare(&mut self, claims: &str) -> Result<(), FileError> {
        while self.compared < self.current {
            let before: u64 =
                self.all[..self.compared].iter().map(|output| output.metadata.rows).sum();
            self.all[self.compared].compare(claims, before)?;
            self.compared += 1;
        }
        Ok(())
    }

    /// Ends: there are no more claims, so there must be no more rows.
    ///
    /// # Errors
    /// Rows that are left over; outputs whose rows are not those that were written.
    pub fn end(&mut self, claims: &str) -> Result<(), FileError> {
        while let Some(output) = self.all.get_mut(self.current) {
            let mut more = 0u64;
            while output.next()?.is_some() {
                more += 1;
            }
            if more > 0 {
                return Err(
                    output.wrong(format!("it has {more} more rows than are left in {claims}"))
                );
            }
            self.current += 1;
        }
        self.compare(claims)
    }
}

/// Where some claims are.
pub struct Claims<'a> {
    /// The name of their file.
    pub name: &'a str,
    /// The number of rows before them.
    pub before: u64,
}

type Segments = Vec<(usize, Range<usize>)>;

impl Output {
    fn wrong(&self, message: String) -> FileError {
        FileError::input(&self.name, message)
    }

    /// The next row. The number of rows must be that of the metadata.
    fn next(&mut self) -> Result<Option<Row>, FileError> {
        let row = self.rows.next()?;
        let (read, written) = (self.rows.read, self.metadata.rows);
        match row {
            None if read < written => Err(self.wrong(format!(
                "the number of its rows of verdicts is {read}, and {written} were written: rows are missing, judge its claims \
                 again"
            ))),
            Some(_) if read > written => Err(self.wrong(format!(
                "row {read}: the number of rows that were written is {written}: rows were added, judge its claims again"
            ))),
            row => Ok(row),
        }
    }

    /// Compares the rows that were read with the metadata.
    fn compare(&self, claims: &str, before: u64) -> Result<(), FileError> {
        let said = &self.metadata;
        let own = self.own.clone().finish(said.run.clone());
        let changed = match said.seal.change(&own.seal, said.rows) {
            None => None,
            Some(Change::Row(row)) => {
                Some(format!("row {row}: it is not the one that was written"))
            }
            Some(Change::Order) => {
                Some("its rows are not in the order in which they were written".to_owned())
            }
            Some(Change::Rows) => {
                Some("several of its rows are not those that were written".to_owned())
            }
        };
        // Where the claims are others, so are their ids, and these are part of the rows.
        if (&own.input, &own.input_sum) != (&said.input, &said.input_sum) {
            return Err(self.wrong(format!(
                "it is not the output for rows {} to {} of {claims}: give the outputs in the order of its rows, each \
                 once",
                before + 1,
                before + said.rows
            )));
        }
        if let Some(changed) = changed {
            return Err(self.wrong(format!("{changed}: judge its claims again")));
        }
        if own.verdicts != said.verdicts {
            return Err(
                self.wrong("its metadata has other numbers of verdicts than its rows".to_owned())
            );
        }
        Ok(())
    }
}

fn quoted(id: &str) -> String {
    if id.is_empty() { "missing".to_owned() } else { format!("\"{}\"", shorten(id)) }
}
