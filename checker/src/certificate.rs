//! A certificate: read, followed step by step, and compared with the claim that the reader asked about.

use crate::claim::{Claim, matches};
use crate::idealised::remarks;
use crate::json::{self, Fields, Json};
use crate::ledger::{Row, RowError};
use crate::rules::{Context, Fault, Shown, follow, leaf};
use crate::work::Work;
use std::collections::BTreeMap;
use std::io::Read;
use std::path::Path;

/// The format that is read.
pub const FORMAT: &str = "dpcert-certificate/1";
/// The largest certificate, in bytes.
pub const MAX_SIZE: usize = 32 << 20;
/// The most steps and leaves.
const MAX_STEPS: usize = 100_000;
/// The longest ledger that is shown in the line about a certificate, in characters.
const MAX_SHOWN: usize = 1000;
/// The most comparisons of the id of a row with a pattern.
const MAX_MATCHES: usize = 1 << 20;

/// The stack: `num-rational` compares by recursion, once for each quotient that two continued fractions share, of which
/// few bytes can ask for hundreds of thousands. It is reserved, not used.
const STACK: usize = 1 << 30;

/// What neighbours differ by.
const ADJACENCIES: [&str; 3] = ["add-remove", "replace-one", "zero-out"];

/// What a certificate has been found to be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Every conclusion follows, and the last one is the claim.
    Valid,
    /// A conclusion does not follow, or it is about another claim.
    Invalid(String),
    /// It is not a certificate.
    BadInput(String),
    /// It ends before the claim, or needs a rule that is not known or more work than is allowed.
    Incomplete(String),
}

/// A verdict, and what it is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// The verdict.
    pub verdict: Verdict,
    /// The claim, in one line, where it could be read.
    pub claim: Option<String>,
}

impl Report {
    /// The exit code that stands for the verdict.
    pub fn code(&self) -> u8 {
        match self.verdict {
            Verdict::Valid => 0,
            Verdict::Invalid(_) => 1,
            Verdict::BadInput(_) => 2,
            Verdict::Incomplete(_) => 3,
        }
    }

    /// The report on a file, in one line.
    pub fn line(&self, file: &Path) -> String {
        let (word, reason) = match &self.verdict {
            Verdict::Valid => ("valid", None),
            Verdict::Invalid(reason) => ("invalid", Some(reason)),
            Verdict::BadInput(reason) => ("bad input", Some(reason)),
            Verdict::Incomplete(reason) => ("incomplete", Some(reason)),
        };
        let details: Vec<&str> = reason.into_iter().chain(&self.claim).map(String::as_str).collect();
        // A name with a line break in it must not look like another certificate's line.
        let line = format!("{}: {word}: {}", file.display(), details.join("; "));
        line.chars().map(|c| if c.is_control() { c.escape_debug().to_string() } else { c.to_string() }).collect()
    }
}

/// Checks the certificate in a file; see [`check`].
pub fn check_file(file: &Path, asked: Option<&str>) -> Report {
    match read(file) {
        Ok(text) => check(&text, asked),
        Err(reason) => Report { verdict: Verdict::BadInput(reason), claim: None },
    }
}

/// The text of a file, of which no more is read than a certificate may have.
fn read(file: &Path) -> Result<String, String> {
    let most = u64::try_from(MAX_SIZE).unwrap_or(u64::MAX).saturating_add(1);
    let mut bytes = Vec::new();
    let file = std::fs::File::open(file).map_err(|error| error.to_string())?;
    file.take(most).read_to_end(&mut bytes).map_err(|error| error.to_string())?;
    is_short(bytes.len())?;
    String::from_utf8(bytes).map_err(|_| "the file is not UTF-8".to_owned())
}

fn is_short(length: usize) -> Result<(), String> {
    if length <= MAX_SIZE { Ok(()) } else { Err(format!("the certificate has more than {MAX_SIZE} bytes")) }
}

/// Checks a certificate; `asked` is the text of the claim file that the reader has.
pub fn check(text: &str, asked: Option<&str>) -> Report {
    let checked = || {
        let mut claim = None;
        let verdict = examine(text, asked, &mut claim).err().unwrap_or(Verdict::Valid);
        Report { verdict, claim }
    };
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, checked);
        match thread.map(std::thread::ScopedJoinHandle::join) {
            Ok(Ok(report)) => report,
            Ok(Err(panic)) => std::panic::resume_unwind(panic),
            Err(error) => Report { verdict: Verdict::Incomplete(error.to_string()), claim: None },
        }
    })
}

fn examine(text: &str, asked: Option<&str>, line: &mut Option<String>) -> Result<(), Verdict> {
    let bad = Verdict::BadInput;
    is_short(text.len()).map_err(bad)?;
    let mut fields = Fields::of("", json::parse(text).map_err(bad)?).map_err(bad)?;
    let format = fields.text("format").map_err(bad)?;
    if format != FORMAT {
        return Err(Verdict::Incomplete(format!("the format is \"{format}\"; only \"{FORMAT}\" is known")));
    }
    let (scope, ledger) = (fields.required("scope").map_err(bad)?, fields.list("ledger").map_err(bad)?);
    let header = fields.required("claim").map_err(bad)?;
    let holds = match fields.text("verdict").map_err(bad)?.as_str() {
        "holds" => true,
        "refuted" => false,
        other => return Err(bad(format!("the verdict is \"holds\" or \"refuted\", not \"{other}\""))),
    };
    fields.list("inputs").map_err(bad)?;
    let not_covered = fields.list("not-covered").map_err(bad)?;
    let (leaves, steps) = (fields.list("leaves").map_err(bad)?, fields.list("steps").map_err(bad)?);
    fields.finish().map_err(bad)?;
    if leaves.len() + steps.len() > MAX_STEPS {
        return Err(bad(format!("there are more than {MAX_STEPS} steps")));
    }
    let claim = Claim::read("claim", &header).map_err(bad)?;
    let adjacency = adjacency(&scope).map_err(bad)?;
    let mut rows = Vec::new();
    for (index, row) in ledger.iter().enumerate() {
        rows.push(Row::read(&format!("ledger[{index}]"), row, &adjacency).map_err(|error| match error {
            RowError::Wrong(reason) => Verdict::BadInput(reason),
            RowError::Unsupported(reason) => Verdict::Incomplete(reason),
        })?);
    }
    let mut ids: Vec<&str> = rows.iter().map(|row| row.id.as_str()).collect();
    ids.sort_unstable();
    if rows.is_empty() || ids.windows(2).any(|pair| pair.first() == pair.last()) {
        return Err(bad("the ledger has no rows, or two of the same id".to_owned()));
    }
    if claim.over.len().saturating_mul(rows.len()) > MAX_MATCHES {
        return Err(Verdict::Incomplete("there are too many rows, and patterns for them".to_owned()));
    }
    let is_meant = |id: &str| claim.over.iter().any(|pattern| matches(pattern, id));
    if let Some(row) = rows.iter().find(|row| !is_meant(&row.id)) {
        return Err(Verdict::Invalid(format!("the claim is not about the row \"{}\"", row.id)));
    }
    let remarks = remarks(&rows);
    *line = Some(in_words(&claim, holds, &scope, &ledger, &remarks));
    if let Some(missing) = remarks.into_iter().find(|remark| !not_covered.contains(&Json::Text(remark.clone()))) {
        return Err(Verdict::Invalid(format!("not-covered leaves out {missing}")));
    }
    if let Some(asked) = asked {
        is_asked(asked, &scope, &ledger, &header).map_err(Verdict::Invalid)?;
    }
    let mut context = Context { ledger: &rows, claim: &claim, holds, shown: BTreeMap::new(), work: Work::default() };
    let mut last = None;
    for (what, entries) in [("leaf", leaves), ("step", steps)] {
        for entry in entries {
            let mut fields = Fields::of(what, entry).map_err(Verdict::BadInput)?;
            let id = fields.text("id").map_err(Verdict::BadInput)?;
            if context.shown.contains_key(&id) {
                return Err(Verdict::BadInput(format!("the id \"{id}\" is given twice")));
            }
            let place = format!("{what} {id}");
            let shown = if what == "leaf" { leaf(&context.work, fields) } else { follow(&context, &place, fields) };
            let shown = shown.map_err(|fault| match fault {
                Fault::Form(reason) => Verdict::BadInput(format!("{place}: {reason}")),
                Fault::Wrong(reason) => Verdict::Invalid(format!("{place}: {reason}")),
                Fault::Limit(reason) => Verdict::Incomplete(format!("{place}: {reason}")),
            })?;
            last = Some(matches!(shown, Shown::Claim));
            context.shown.insert(id, shown);
        }
    }
    match last {
        Some(true) => Ok(()),
        _ => Err(Verdict::Incomplete("the last conclusion is not the claim".to_owned())),
    }
}

fn adjacency(scope: &Json) -> Result<String, String> {
    let mut fields = Fields::of("scope", scope.clone())?;
    let adjacency = fields.text("adjacency")?;
    if !ADJACENCIES.contains(&adjacency.as_str()) {
        return Err(format!("the adjacency \"{adjacency}\" is not known"));
    }
    fields.text("unit")?;
    if fields.has("exclusions") {
        fields.texts("exclusions")?;
    }
    fields.finish()?;
    Ok(adjacency)
}

/// Is the certificate about a claim of this file?
fn is_asked(file: &str, scope: &Json, ledger: &[Json], header: &Json) -> Result<(), String> {
    let mut fields = Fields::of("", json::parse_toml(file)?)?;
    if fields.required("scope")? != *scope {
        return Err("the scope is not that of the claim file".to_owned());
    }
    let mut header = Fields::of("claim", header.clone())?;
    let id = header.text("id")?;
    let texts = |json: &Json| Fields::of("claim", json.clone()).and_then(|mut fields| fields.text("id"));
    let claims = fields.list("claim")?;
    let found: Vec<&Json> = claims.iter().filter(|claim| texts(claim).is_ok_and(|own| own == id)).collect();
    let [claim] = found.as_slice() else {
        return Err(format!("the claim file has {} claims \"{id}\" instead of one", found.len()));
    };
    let (asked, stated) = (Claim::read("claim", claim)?, Claim::read("claim", &header.whole(id))?);
    if asked != stated {
        return Err(format!("the claim \"{}\" of the claim file says something else", asked.id));
    }
    let is_meant = |row: &&Json| texts(row).is_ok_and(|id| asked.over.iter().any(|pattern| matches(pattern, &id)));
    let rows = fields.list("ledger")?;
    if rows.iter().filter(is_meant).eq(ledger) {
        Ok(())
    } else {
        Err("the ledger is not that of the claim file".to_owned())
    }
}

/// The claim in one line.
fn in_words(claim: &Claim, holds: bool, scope: &Json, ledger: &[Json], remarks: &[String]) -> String {
    let statement: Vec<String> = claim.statement.iter().map(|(name, value)| format!("{name} = {value}")).collect();
    let verdict = if holds { "holds" } else { "refuted" };
    let count = ledger.len();
    let mut rows: String = ledger.iter().map(Json::to_string).collect::<Vec<String>>().join(", ");
    if rows.chars().count() > MAX_SHOWN {
        // What is not shown has to be compared with the claim file.
        rows = format!("{count} rows, too many to show: compare them with --claim");
    }
    let mut line = format!("{:?}: {} over {rows}, {scope}: {verdict}", claim.id, statement.join(", "));
    if !remarks.is_empty() {
        line = format!("{line}; not covered: {}", remarks.join("; "));
    }
    line
}
