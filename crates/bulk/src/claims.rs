//! The columns of a batch by their names, and the rows as claims.

use crate::column::{Cell, Column};
use crate::error::BatchError;
use arrow_array::RecordBatch;
use dpcert::claim::{Measure, Quantity, Relation};
use dpcert::input::{Field, InputError, Item, Key, Node, listed};
use dpcert::quantity::table::CLAIMED;
use dpcert::{Mechanism, Refusal};

/// The columns that are not parameters of a mechanism.
pub const COLUMNS: [&str; 9] =
    ["id", "mechanism", "kind", "count", "quantity", "at", "relation", "claimed", "claimed_high"];

/// The columns of a batch.
pub struct Claims<'a> {
    /// The mechanism that was run.
    pub run: Run<'a>,
    /// The count; 1 where it is null.
    pub count: Column<'a>,
    /// The name of the quantity.
    pub quantity: Column<'a>,
    /// Its parameter.
    pub at: Column<'a>,
    /// The name of the relation.
    pub relation: Column<'a>,
    /// The claimed value.
    pub claimed: Column<'a>,
    /// The larger value of `between`.
    pub high: Column<'a>,
    /// The number of rows.
    pub rows: usize,
}

/// The mechanism that was run.
pub enum Run<'a> {
    /// In the compact notation.
    Notation(Column<'a>),
    /// By its kind, and its parameters by their names.
    Kind(Column<'a>, Vec<(&'a str, Column<'a>)>),
}

/// A row that is a claim.
pub struct Statement {
    /// The mechanism that was run.
    pub mechanism: Mechanism,
    /// The quantity of it.
    pub measure: Measure,
    /// The relation with the claimed values.
    pub relation: Relation,
}

/// Why a row is not a claim.
pub enum NoStatement {
    /// A value of it is invalid: which one, and how to correct it.
    Invalid(String),
    /// The mechanism is known but not supported.
    Refused(Refusal),
}

impl<'a> Claims<'a> {
    /// Finds the columns.
    ///
    /// # Errors
    /// A column that is missing, duplicate, superfluous, or of an unsupported type.
    pub fn of(batch: &'a RecordBatch) -> Result<Claims<'a>, BatchError> {
        let schema = batch.schema_ref();
        let mut parameters: Vec<(&str, Column<'a>)> = Vec::new();
        let mut known: [Option<Column<'a>>; 9] = Default::default();
        for (field, array) in schema.fields().iter().zip(batch.columns()) {
            let name = field.name().as_str();
            if schema.fields().iter().filter(|other| other.name() == name).count() > 1 {
                return Err(BatchError::column(name, "is given twice", "give each column once"));
            }
            match COLUMNS.iter().position(|column| *column == name) {
                // It is not read, so it may have any type.
                Some(0) => {}
                Some(place) => known[place] = Some(Column::of(name, array.as_ref())?),
                None => parameters.push((name, Column::of(name, array.as_ref())?)),
            }
        }
        let [_, mechanism, kind, count, quantity, at, relation, claimed, high] = known;
        let run = match (mechanism, kind) {
            (Some(mechanism), None) => match parameters.first() {
                None => Run::Notation(words("mechanism", mechanism)?),
                Some((name, _)) => {
                    let help = format!(
                        "the parameters are part of the mechanism; the other columns are {}",
                        listed(COLUMNS.into_iter().filter(|name| *name != "kind"))
                    );
                    return Err(BatchError::column(name, "is unknown", help));
                }
            },
            (None, Some(kind)) => Run::Kind(words("kind", kind)?, parameters),
            (Some(_), Some(_)) => {
                return Err(BatchError::column(
                    "kind",
                    "is given together with a column \"mechanism\"",
                    "give one of them",
                ));
            }
            (None, None) => {
                let help = "give it, in the compact notation: gaussian(sigma=2)^50; or \"kind\", with a column for \
                            each parameter";
                return Err(BatchError::column("mechanism", "is missing", help));
            }
        };
        let required = |name: &str, column: Option<Column<'a>>, help: String| {
            column.ok_or_else(|| BatchError::column(name, "is missing", help))
        };
        let quantities = CLAIMED.map(|entry| entry.name);
        Ok(Claims {
            run,
            count: count.unwrap_or(Column::Null),
            quantity: words(
                "quantity",
                required("quantity", quantity, format!("it says {}", listed(quantities)))?,
            )?,
            at: at.unwrap_or(Column::Null),
            relation: words(
                "relation",
                required("relation", relation, format!("it says {}", listed(Relation::NAMES)))?,
            )?,
            claimed: required("claimed", claimed, "it has the claimed values".into())?,
            high: high.unwrap_or(Column::Null),
            rows: batch.num_rows(),
        })
    }

    /// The claim of a row.
    ///
    /// # Errors
    /// Values that are missing, superfluous, or outside their domain; a mechanism that is not
    /// supported.
    pub fn statement(&self, row: usize) -> Result<Statement, NoStatement> {
        let measure = self.measure(row)?;
        let relation = self.relation(row)?;
        Ok(Statement { mechanism: self.mechanism(row)?, measure, relation })
    }

    fn mechanism(&self, row: usize) -> Result<Mechanism, NoStatement> {
        let (node, column, cell) = match &self.run {
            Run::Notation(column) => {
                let cell = column.cell(row);
                let text = cell.text().ok_or_else(|| {
                    missing("mechanism", "write what was run: gaussian(sigma=2)^50")
                })?;
                (Node { item: Item::Text(text.to_owned()), span: 0..0 }, "mechanism", cell)
            }
            Run::Kind(kind, parameters) => {
                let cell = kind.cell(row);
                let text =
                    cell.text().ok_or_else(|| missing("kind", "write what was run: gaussian"))?;
                let mut table =
                    vec![(key("kind"), Node { item: Item::Text(text.to_owned()), span: 0..0 })];
                for (name, column) in parameters {
                    let cell = column.cell(row);
                    if cell != Cell::Null {
                        table.push((key(name), number(name, cell)?));
                    }
                }
                (Node { item: Item::Table(table), span: 0..0 }, "kind", cell)
            }
        };
        let read = Mechanism::read(&Field { node: &node, path: String::new() });
        let mechanism = read.map_err(|refusal| match refusal {
            Refusal::Input(error) => self.blame(&error, column, cell, row),
            refusal => NoStatement::Refused(refusal),
        })?;
        match self.count.cell(row) {
            Cell::Null => Ok(mechanism),
            cell => {
                let node = number("count", cell)?;
                let count = Field { node: &node, path: "count".to_owned() }.natural();
                Ok(mechanism.repeat(count.map_err(|error| wrong("count", cell, &error))?))
            }
        }
    }

    /// The error of a mechanism, at the column that it is about.
    fn blame(&self, error: &InputError, column: &str, cell: Cell<'_>, row: usize) -> NoStatement {
        if let Run::Kind(_, parameters) = &self.run
            && let Some((name, column)) = parameters.iter().find(|(name, _)| *name == error.field)
        {
            return wrong(name, column.cell(row), error);
        }
        wrong(column, cell, error)
    }

    fn measure(&self, row: usize) -> Result<Measure, NoStatement> {
        let name = self.quantity.cell(row);
        let names = listed(CLAIMED.map(|entry| entry.name));
        let text = name.text().ok_or_else(|| missing("quantity", &format!("write {names}")))?;
        let Some(entry) = CLAIMED.into_iter().find(|entry| entry.name == text) else {
            return Err(NoStatement::Invalid(format!(
                "column \"quantity\", value {name}: it is none of {names}"
            )));
        };
        let at = self.at.cell(row);
        let mut arguments = Vec::new();
        match (entry.parameter, at) {
            (Some(_), Cell::Null) if entry.usual.is_some() => {}
            (Some(parameter), Cell::Null) => {
                return Err(missing("at", &format!("{} needs a value of {parameter}", entry.name)));
            }
            (Some(parameter), at) => arguments.push((key(parameter), number("at", at)?)),
            (None, Cell::Null) => {}
            (None, at) => {
                let message = format!(
                    "column \"at\", value {at}: {} has no parameter, leave it null",
                    entry.name
                );
                return Err(NoStatement::Invalid(message));
            }
        }
        let node = table(vec![(key(entry.name), table(arguments))]);
        let quantity = node.fields("").and_then(|mut fields| Quantity::read(&mut fields));
        match quantity.map_err(|error| wrong("at", at, &error))? {
            Some(quantity) => Ok(quantity.measure),
            None => Err(NoStatement::Invalid(format!(
                "column \"quantity\", value {name}: it is none of {names}"
            ))),
        }
    }

    fn relation(&self, row: usize) -> Result<Relation, NoStatement> {
        let name = self.relation.cell(row);
        let names = listed(Relation::NAMES);
        let text = name.text().ok_or_else(|| missing("relation", &format!("write {names}")))?;
        let text = in_words(text);
        if !Relation::NAMES.contains(&text) {
            return Err(NoStatement::Invalid(format!(
                "column \"relation\", value {name}: it is none of {names}"
            )));
        }
        let claimed = self.claimed.cell(row);
        if claimed == Cell::Null {
            return Err(missing("claimed", "write the value that is claimed"));
        }
        let value = number("claimed", claimed)?;
        let node = match (text == "between", self.high.cell(row)) {
            (false, Cell::Null) => value,
            (true, Cell::Null) => {
                return Err(missing("claimed_high", "write the larger value of between"));
            }
            (true, high) => {
                Node { item: Item::List(vec![value, number("claimed_high", high)?]), span: 0..0 }
            }
            (false, high) => {
                let message = format!(
                    "column \"claimed_high\", value {high}: {text} has one value, leave it null"
                );
                return Err(NoStatement::Invalid(message));
            }
        };
        let node = table(vec![(key(text), node)]);
        let relation = node.fields("").and_then(|mut fields| Relation::read(&mut fields));
        let at_high = |error: &InputError| error.field.ends_with("[1]");
        let relation = relation.map_err(|error| match at_high(&error) {
            true => wrong("claimed_high", self.high.cell(row), &error),
            false => wrong("claimed", claimed, &error),
        })?;
        relation.ok_or_else(|| missing("relation", &format!("write {names}")))
    }
}

fn words<'a>(name: &str, column: Column<'a>) -> Result<Column<'a>, BatchError> {
    if column.is_text() {
        Ok(column)
    } else {
        Err(BatchError::column(name, "is not text", "give words in it"))
    }
}

/// The name of a relation that may be a symbol.
pub(crate) fn in_words(relation: &str) -> &str {
    match relation {
        "<=" => "at-most",
        ">=" => "at-least",
        "=" => "equals",
        other => other,
    }
}

fn key(name: &str) -> Key {
    Key { name: name.to_owned(), span: 0..0 }
}

fn table(entries: Vec<(Key, Node)>) -> Node {
    Node { item: Item::Table(entries), span: 0..0 }
}

fn number(column: &str, cell: Cell<'_>) -> Result<Node, NoStatement> {
    let help = "a finite number is expected, or null where there is none";
    cell.node()
        .ok_or_else(|| NoStatement::Invalid(format!("column \"{column}\", value {cell}: {help}")))
}

fn missing(column: &str, help: &str) -> NoStatement {
    NoStatement::Invalid(format!("column \"{column}\" is null: {help}"))
}

fn wrong(column: &str, cell: Cell<'_>, error: &InputError) -> NoStatement {
    NoStatement::Invalid(format!(
        "column \"{column}\", value {cell}: {} ({})",
        error.message, error.help
    ))
}
