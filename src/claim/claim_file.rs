//! The claim file.

use super::errors::Errors;
use super::ledger::Row;
use super::parts;
use super::policy::Policy;
use super::scope::Scope;
use super::statement::Claim;
use crate::input::{
    self, Field, Fields, FileError, InputError, Item, Node, Report, from_toml_with_errors, shorten,
};
use crate::mechanism::Mechanism;
use std::path::Path;

/// The format that this release reads.
const FORMAT: &str = "dpcert/1";

/// What to write where there is no scope.
const SCOPE: &str = "add it, with the unit and the adjacency of your analysis:\n[scope]\nunit = \"person\"\n\
                     adjacency = \"add-remove\" # or \"replace-one\", \"zero-out\"";

/// A ledger, and the claims about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClaimFile {
    /// What it is about, in the words of its author.
    pub title: Option<String>,
    /// The privacy unit and the adjacency.
    pub scope: Scope,
    /// The rows; not empty.
    pub ledger: Vec<Row>,
    /// The claims; empty only if [`parse_all`] was told that none are needed.
    pub claims: Vec<Claim>,
    /// The levels of the findings.
    pub policy: Policy,
}

/// Why a claim file could not be read.
#[derive(Debug, thiserror::Error, miette::Diagnostic)]
pub enum ReadError {
    /// The file cannot be read as text.
    #[error(transparent)]
    #[diagnostic(transparent)]
    File(#[from] FileError),
    /// The text is not a claim file.
    #[error(transparent)]
    #[diagnostic(transparent)]
    Input(Box<Report>),
}

/// Reads a claim file.
///
/// # Errors
/// If the file cannot be read, or see [`parse`]; the error then has the name of the file and the
/// lines in question.
pub fn read_file(path: &Path) -> Result<ClaimFile, ReadError> {
    let text = input::read_file(path)?;
    parse(&text).map_err(|error| located(&path.display().to_string(), &text, error))
}

/// The error of `text`, with the lines in question.
pub fn located(name: &str, text: &str, error: InputError) -> ReadError {
    ReadError::Input(Box::new(Report::new(name, text, error)))
}

/// Reads the text of a claim file.
///
/// # Errors
/// For text that is not TOML, another format, unknown or missing fields, duplicate ids, patterns
/// that match nothing, parameters outside their domain. A mechanism that is known but not yet
/// supported is not an error: claims about it are answered as unsupported.
pub fn parse(text: &str) -> Result<ClaimFile, InputError> {
    parse_all(text, true).map_err(first)
}

/// Reads the text of a claim file, which may have no claims if none are needed.
///
/// # Errors
/// All errors that can be found at once, at least one: see [`parse`], which has the first of them.
pub fn parse_all(text: &str, needs_claims: bool) -> Result<ClaimFile, Vec<InputError>> {
    let (node, bare) = from_toml_with_errors(text).map_err(|error| vec![error])?;
    match read(&node, needs_claims) {
        Ok(file) if bare.is_empty() => Ok(file),
        Ok(_) => Err(bare),
        Err(errors) => Err(errors.after(bare)),
    }
}

/// Reads a claim file from the tree of any front-end.
///
/// # Errors
/// See [`parse`].
pub fn parse_node(root: &Node) -> Result<ClaimFile, InputError> {
    read(root, true).map_err(|errors| first(errors.after(Vec::new())))
}

fn first(mut errors: Vec<InputError>) -> InputError {
    errors.swap_remove(0)
}

fn read(root: &Node, needs_claims: bool) -> Result<ClaimFile, Errors> {
    let mut fields = root.fields("")?;
    fields.expect(&["format", "title", "scope", "ledger", "claim", "policy"]);
    let mut errors = Errors::default();
    // Another format has other fields. Without any, the rest is read as one of this format, if it
    // looks like one.
    if let Some(format) = fields.optional("format") {
        if format.text()? != FORMAT {
            let message = format!("unknown format \"{}\"", shorten(format.text()?));
            return Err(format
                .error(message, format!("this release reads format = \"{FORMAT}\""))
                .into());
        }
    } else {
        let missing = fields
            .missing_or("format", &format!("add it as the first line: format = \"{FORMAT}\""));
        if !["scope", "ledger", "claim"].iter().any(|name| fields.clone().optional(name).is_some())
        {
            return Err(missing.into());
        }
        errors.push(missing);
    }
    let title =
        errors.keep(fields.optional("title").map(|it| it.text().map(str::to_owned)).transpose());
    let scope = match fields.optional("scope") {
        Some(scope) => scope.fields().map_err(Errors::from).and_then(Scope::read),
        None => Err(fields.missing_or("scope", SCOPE).into()),
    };
    let scope = errors.keep_all(scope);
    let rows = errors
        .keep(tables(&mut fields, "ledger", "one row for each mechanism that was run"))
        .unwrap_or_default();
    let ledger: Vec<Option<Row>> =
        rows.iter().map(|row| errors.keep_all(Row::read(row, scope.as_ref()))).collect();
    // A row with an error has an id all the same, or claims cannot be compared with the ids.
    let ids: Option<Vec<String>> =
        if rows.is_empty() { None } else { rows.iter().map(id).collect() };
    errors.keep(unique(&rows));
    let statements = if needs_claims || fields.clone().optional("claim").is_some() {
        let what = "one for each claim about the ledger; or compute what the ledger costs with dpcert check --ask \
                    eps=1e-6 FILE";
        errors.keep(tables(&mut fields, "claim", what)).unwrap_or_default()
    } else {
        Vec::new()
    };
    let claims: Vec<Option<Claim>> = statements
        .iter()
        .map(|claim| errors.keep_all(Claim::read(claim, ids.as_deref())))
        .collect();
    errors.keep(unique(&statements));
    let policy = fields.optional("policy").map(|policy| Policy::read(policy.fields()?)).transpose();
    let policy = errors.keep(policy);
    errors.keep(fields.finish());
    let file = || {
        Some(ClaimFile {
            title: title?,
            scope: scope?,
            ledger: ledger.into_iter().collect::<Option<_>>()?,
            claims: claims.into_iter().collect::<Option<_>>()?,
            policy: policy?.unwrap_or_default(),
        })
    };
    let file = file();
    errors.or(file)
}

/// The id of a row or of a claim, where it has one.
fn id(table: &Field<'_>) -> Option<String> {
    table.fields().ok()?.optional("id")?.text().ok().map(str::to_owned)
}

/// The tables under the headers `[[name]]`, at least one.
fn tables<'a>(
    fields: &mut Fields<'a>,
    name: &'static str,
    what: &str,
) -> Result<Vec<Field<'a>>, InputError> {
    let help = format!("add [[{name}]] tables: {what}");
    let Some(field) = fields.optional(name) else {
        // A header such as [[claims]] is likelier than a file without claims.
        let missing = fields.missing(name);
        let similar = missing.span != fields.span();
        let message = if similar { missing.message } else { format!("the file has no {name}") };
        return Err(InputError {
            message,
            help: if similar { missing.help } else { help },
            ..missing
        });
    };
    if let Item::Table(_) = field.node.item {
        return Err(field.error(
            "this is one table, not a list of tables",
            format!("write the header as [[{name}]]"),
        ));
    }
    let list = field.list()?;
    if list.is_empty() {
        Err(field.error(format!("the file has no {name}"), help))
    } else {
        Ok(list)
    }
}

fn unique(tables: &[Field<'_>]) -> Result<(), InputError> {
    let mut seen = std::collections::HashSet::new();
    for table in tables {
        let Some(id) = id(table) else { continue };
        if seen.contains(&id) {
            let field = table.fields()?.required("id")?;
            return Err(field.error(
                format!("the id \"{}\" is given twice", shorten(&id)),
                "ids are unique in a file",
            ));
        }
        seen.insert(id);
    }
    Ok(())
}

impl ClaimFile {
    /// Do the epochs of the rows that a claim is about leave a range of steps?
    pub fn has_step_range(&self, claim: &Claim) -> bool {
        self.rows(claim).any(|row| row.fewest.is_some())
    }

    /// The mechanism of a claim: the composition of its rows, each taken once, with the most steps
    /// that they may have. Of rows on parts of the data it is the worst composition of rows that
    /// are about one user.
    ///
    /// # Errors
    /// The missing part, where a row is not supported.
    pub fn composition(&self, claim: &Claim) -> Result<Mechanism, String> {
        self.compose(self.rows(claim), |row| row.mechanism.as_ref())
    }

    /// The same with the fewest steps, where epochs leave a range; otherwise `None`.
    ///
    /// # Errors
    /// See [`ClaimFile::composition`].
    pub fn fewest(&self, claim: &Claim) -> Result<Option<Mechanism>, String> {
        if !self.has_step_range(claim) {
            return Ok(None);
        }
        self.compose(self.rows(claim), |row| row.fewest.as_ref().map_or(row.mechanism.as_ref(), Ok))
            .map(Some)
    }

    /// The composition of all rows, with the most steps that they may have.
    ///
    /// # Errors
    /// The missing part, where a row is not supported.
    pub fn whole(&self) -> Result<Mechanism, String> {
        self.compose(self.ledger.iter(), |row| row.mechanism.as_ref())
    }

    /// The compositions of all rows, of which each user loses one: several where rows are on parts of
    /// the data. [`ClaimFile::whole`] is the worst of them.
    ///
    /// # Errors
    /// The missing part, where a row is not supported.
    pub fn compositions(&self) -> Result<Vec<Mechanism>, String> {
        let rows: Vec<&Row> = self.ledger.iter().collect();
        parts::compositions(&rows, self.scope.adjacency, |row| row.mechanism.as_ref())
    }

    /// The ledger rows of a claim.
    pub fn rows(&self, claim: &Claim) -> impl Iterator<Item = &Row> {
        claim.rows.iter().filter_map(|index| self.ledger.get(*index))
    }

    /// The rows that are in none of the claims; none where there are no claims.
    pub fn unclaimed(&self) -> Vec<&Row> {
        let is_claimed = |index: &usize| self.claims.iter().any(|claim| claim.rows.contains(index));
        let rows = self.ledger.iter().enumerate();
        rows.filter(|(index, _)| !self.claims.is_empty() && !is_claimed(index))
            .map(|(_, row)| row)
            .collect()
    }

    /// What follows from the ledger and is not written there, in words: the distances of queries,
    /// what parts of the data mean, and which rows are no steps.
    pub fn derived(&self) -> Vec<String> {
        let of_row = |row: &Row| {
            row.derived.as_ref().map(|words| format!("row {}: {words}", shorten(&row.id)))
        };
        let rows: Vec<&Row> = self.ledger.iter().collect();
        let of_parts = parts::words(&parts::names(&rows), self.scope.adjacency);
        let is_empty =
            |row: &&&Row| matches!(row.mechanism, Ok(Mechanism::Repeat { count: 0, .. }));
        let empty = rows.iter().filter(is_empty);
        let empty = empty.map(|row| {
            format!("row {}: its count is 0, so that it costs nothing", shorten(&row.id))
        });
        self.ledger.iter().filter_map(of_row).chain(of_parts).chain(empty).collect()
    }

    pub(super) fn compose<'a>(
        &self,
        rows: impl Iterator<Item = &'a Row>,
        steps: impl Fn(&'a Row) -> Result<&'a Mechanism, &'a String>,
    ) -> Result<Mechanism, String> {
        parts::compositions(&rows.collect::<Vec<_>>(), self.scope.adjacency, steps)
            .and_then(parts::worst)
    }
}
