//! The changes for a person: a summary, a table of claims, and a paragraph for each part with other
//! fields.

use super::fields::{Change, FieldChange};
use super::{Changes, ClaimChange, Compared, Order};
use crate::output::{empty_table, write_table};
use dpcert::claim::Verdict;
use dpcert::input::shorten;
use dpcert_answers::legend::Legend;
use dpcert_answers::lines::{TextOptions, paragraph, plain, write_line};
use std::io::{self, Write};

/// Columns with words, which may be broken at these widths: the quantity and the change.
const WORDS: [(usize, u16); 2] = [(1, 14), (4, 14)];

impl Change {
    fn word(self) -> &'static str {
        match self {
            Change::Added => "added",
            Change::Removed => "removed",
            Change::Changed => "changed",
            Change::Unchanged => "unchanged",
        }
    }
}

impl Changes<'_> {
    /// Writes the changes that the file `new` makes.
    ///
    /// # Errors
    /// If writing to the output fails.
    pub fn write_text(
        &self,
        new: &str,
        output: &mut dyn Write,
        options: &TextOptions,
    ) -> io::Result<()> {
        write_line(
            output,
            &plain(&format!("{new} against {}: {}", self.path, self.summary())),
            options,
        )?;
        self.write_tables(output, options)?;
        if !self.is_same_scope {
            let note = "the scopes differ in their neighbours or in their unit, so a larger or smaller value does \
                        not show whether more or less privacy is spent";
            paragraph(output, "  ", &format!("scope: {note}."), options)?;
        }
        let rows = self.rows.iter().map(|row| (format!("row {}", shorten(&row.id)), row));
        let claims = self
            .claims
            .iter()
            .map(|claim| (format!("claim {}", shorten(&claim.part.id)), &claim.part));
        let parts = rows.chain(claims).map(|(name, part)| (name, part.change, &part.fields));
        let tables = [("scope", &self.scope), ("policy", &self.policy)];
        let tables =
            tables.into_iter().map(|(name, fields)| (name.to_owned(), Change::Changed, fields));
        for (name, change, fields) in
            tables.chain(parts).filter(|(_, _, fields)| !fields.is_empty())
        {
            paragraph(output, "  ", &format!("{name}: {}", differences(change, fields)), options)?;
        }
        writeln!(output)
    }

    /// How much changed, such as `rows: 1 changed, 2 unchanged; claims: 1 added`.
    fn summary(&self) -> String {
        let rows = counts(self.rows.iter().map(|row| row.change), self.unchanged_rows);
        let claims =
            counts(self.claims.iter().map(|claim| claim.part.change), self.unchanged_claims);
        let has_other_verdict = |claim: &&ClaimChange| {
            let verdicts = claim.compared.before.as_ref().zip(claim.compared.now.as_ref());
            verdicts.is_some_and(|(before, now)| before.verdict != now.verdict)
        };
        let verdicts = self.claims.iter().filter(has_other_verdict).count();
        let mut parts = vec![format!("rows: {rows}")];
        // With a question about its ledger a file needs no claim.
        parts.extend((!claims.is_empty()).then(|| format!("claims: {claims}")));
        parts.extend((verdicts > 0).then(|| format!("verdicts: {verdicts} changed")));
        parts.extend((!self.scope.is_empty()).then(|| "scope: changed".to_owned()));
        parts.extend((!self.policy.is_empty()).then(|| "policy: changed".to_owned()));
        parts.join("; ")
    }

    fn write_tables(&self, output: &mut dyn Write, options: &TextOptions) -> io::Result<()> {
        let mut legend = Legend::default();
        if !self.claims.is_empty() {
            let mut table = empty_table(options);
            table.set_header(["claim", "quantity", "before", "now", "change", "verdict"]);
            for ClaimChange { part, compared } in &self.claims {
                let change = match part.change {
                    Change::Added | Change::Removed => part.change.word().to_owned(),
                    Change::Changed | Change::Unchanged => compared.change(),
                };
                let [before, now] = compared.values();
                let quantity = compared.quantity_text.clone();
                table.add_row([
                    shorten(&part.id),
                    quantity,
                    before,
                    now,
                    change,
                    compared.verdict(),
                ]);
            }
            write_table(output, table, &WORDS, Some(&mut legend), options)?;
        }
        if !self.asked.is_empty() {
            if !self.claims.is_empty() {
                writeln!(output)?;
            }
            let mut table = empty_table(options);
            table.set_header(["asked", "before", "now", "change"]);
            for compared in &self.asked {
                let [before, now] = compared.values();
                table.add_row([compared.quantity_text.clone(), before, now, compared.change()]);
            }
            write_table(output, table, &[], Some(&mut legend), options)?;
        }
        Ok(())
    }
}

impl Compared {
    fn values(&self) -> [String; 2] {
        [&self.before, &self.now]
            .map(|side| side.as_ref().map(|side| side.text.clone()).unwrap_or_default())
    }

    /// Whether more or less privacy is spent, otherwise the order of the values.
    fn change(&self) -> String {
        let order = match self.value {
            Some(Order::Larger) => "larger",
            Some(Order::Smaller) => "smaller",
            Some(Order::Equal) => "equal",
            Some(Order::NotToldApart) => "not told apart",
            Some(Order::AnotherQuantity) => "another quantity",
            None => "",
        };
        self.spends.map_or(order.to_owned(), |spends| format!("spends {spends}"))
    }

    /// The verdict, or both verdicts where they differ.
    fn verdict(&self) -> String {
        let sides = [&self.before, &self.now].into_iter().flatten();
        let mut verdicts: Vec<&str> =
            sides.filter_map(|side| side.verdict.map(Verdict::name)).collect();
        verdicts.dedup();
        verdicts.join(" -> ")
    }
}

/// The number of parts for each change; empty if there are no parts.
fn counts(changes: impl Iterator<Item = Change>, unchanged: usize) -> String {
    let changes: Vec<Change> = changes.collect();
    let counted = [Change::Added, Change::Removed, Change::Changed]
        .map(|change| (change, changes.iter().filter(|found| **found == change).count()));
    let all =
        counted.into_iter().chain([(Change::Unchanged, unchanged)]).filter(|(_, count)| *count > 0);
    all.map(|(change, count)| format!("{count} {}", change.word())).collect::<Vec<_>>().join(", ")
}

/// The fields of a part: both values where it changed, otherwise the only one.
fn differences(change: Change, fields: &[FieldChange]) -> String {
    let texts = fields.iter().map(|FieldChange { field, before, now }| {
        let value = |value: &Option<String>| value.clone().unwrap_or_else(|| "none".to_owned());
        match change {
            Change::Added => format!("{field}: {}", value(now)),
            Change::Removed => format!("{field}: {}", value(before)),
            Change::Changed | Change::Unchanged => {
                format!("{field}: {} -> {}", value(before), value(now))
            }
        }
    });
    let word = matches!(change, Change::Added | Change::Removed).then(|| change.word().to_owned());
    word.into_iter().chain(texts).collect::<Vec<_>>().join("; ")
}
