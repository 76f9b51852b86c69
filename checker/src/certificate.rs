//! A certificate: it is read, followed step by step, and compared with the claim that the reader
//! asked about.

use crate::claim::{Claim, matches};
use crate::derivation::Derivation;
use crate::estimate::glance;
use crate::fault::{Class, Fault, Malformed, Unproved, Unsupported};
use crate::idealised::{one_order, remarks};
use crate::json::{self, Fields, Json};
use crate::ledger::Row;
use crate::parts::{self, OfParts};
use crate::policy::{Denied, Policy};
use crate::report::{Report, Verdict};
use crate::row::size;
use crate::scope::Scope;
use crate::statement::{ClaimFile, Opened, open, read_text, text_of, unknown};
use crate::work::{Progress, Work, product};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::path::Path;
use std::sync::Arc;

/// The format of a certificate about rows on all data.
pub const FORMAT: &str = "dpcert-certificate/1";
/// The format where rows are on parts of the data: it has derivations, each with leaves and steps.
pub const FORMAT_OF_PARTS: &str = "dpcert-certificate/2";
/// The format of the claim files.
const CLAIM_FORMAT: &str = "dpcert/1";
/// The largest certificate, in bytes.
pub const MAX_SIZE: usize = 32 << 20;
/// The most steps and leaves.
const MAX_STEPS: usize = 100_000;
/// The longest ledger that is shown in the report about a certificate, in characters.
const MAX_SHOWN: usize = 1000;
/// The most rows that are named where the claim is shown in a few words.
const MAX_NAMED: usize = 5;
/// The most comparisons of the id of a row with a pattern, and of its part with a derivation.
const MAX_MATCHES: usize = 1 << 20;

/// Checks the certificate in a file; see [`check`].
pub fn check_file(file: &Path, asked: Option<&ClaimFile>) -> Report {
    watch_file(file, asked, &Arc::default())
}

/// Checks the certificate in a file, and reports its progress to another thread; see [`check`].
pub fn watch_file(file: &Path, asked: Option<&ClaimFile>, progress: &Arc<Progress>) -> Report {
    let is_folder = || Err(Malformed::Folder.into());
    match if file.is_dir() { is_folder() } else { read_text(file, "the certificate", MAX_SIZE) } {
        Ok(text) => watch(&text, asked, progress),
        Err(fault) => Report::rejected(fault),
    }
}

/// Checks a certificate of its bytes, as [`check_file`] does.
pub fn check_bytes(bytes: Vec<u8>, asked: Option<&ClaimFile>) -> Report {
    match text_of(bytes, "the certificate", MAX_SIZE) {
        Ok(text) => check(&text, asked),
        Err(fault) => Report::rejected(fault),
    }
}

/// Requires that a count is at most a limit.
fn at_most(what: &str, count: usize, most: usize, unit: &'static str) -> Result<(), Fault> {
    if count <= most {
        return Ok(());
    }
    Err(Unsupported::too_long(what, u64::try_from(most).unwrap_or(u64::MAX), unit).into())
}

/// The work that a certificate is expected to need, 0 if the text is not a certificate: a lower
/// bound of it, which is close where grids or long rows are needed.
pub fn expected_work(text: &str) -> u64 {
    let read = || {
        let mut certificate = Certificate::read(open(json::parse(text)?, None)?.certificate)?;
        let work = Work::default();
        let mut rows = certificate.rows(&work)?;
        let estimate = certificate.proof.estimate(&mut rows, &work)?;
        Ok::<_, Fault>(work.spent().saturating_add(estimate))
    };
    read().unwrap_or(0)
}

/// Checks a certificate, or one in a Statement or an envelope; `asked` is the claim file that the
/// reader has.
pub fn check(text: &str, asked: Option<&ClaimFile>) -> Report {
    watch(text, asked, &Arc::default())
}

/// [`check`], with its progress visible to another thread.
fn watch(text: &str, asked: Option<&ClaimFile>, progress: &Arc<Progress>) -> Report {
    let (work, mut about) = (Work::watched(progress), About::default());
    let verdict = match examine(text, asked, &work, &mut about) {
        Ok(true) => Verdict::Valid,
        Ok(false) => Verdict::Refuted,
        // A certificate that was not decided for lack of work may be right.
        Err(fault) if fault.class() != Class::Unsupported && work.is_exhausted() => {
            Verdict::Rejected(Unsupported::OutOfWork.into())
        }
        Err(fault) => Verdict::Rejected(fault),
    };
    let About { claim, brief, remarks, denied } = about;
    Report { verdict, claim, brief, remarks, denied, work: work.spent() }
}

/// The known facts about a certificate while it is followed.
#[derive(Default)]
struct About {
    claim: Option<String>,
    brief: Option<[String; 2]>,
    remarks: Vec<String>,
    denied: Denied,
}

/// A certificate whose form has been read.
struct Certificate {
    scope: Json,
    ledger: Vec<Json>,
    header: Json,
    holds: bool,
    not_covered: Vec<Json>,
    proof: Proof,
}

/// How a certificate shows its claim.
enum Proof {
    /// By one derivation, about all rows.
    Whole(Derivation),
    /// By derivations about parts of the data.
    OfParts(Vec<OfParts>),
}

impl Proof {
    /// Takes the derivations.
    fn take(format: &str, fields: &mut Fields) -> Result<Proof, Fault> {
        match format {
            FORMAT => Derivation::take(fields).map(Proof::Whole),
            FORMAT_OF_PARTS => {
                let entries = fields.list("derivations")?.into_iter().enumerate();
                let read = |(index, entry)| OfParts::read(index, entry);
                entries.map(read).collect::<Result<_, _>>().map(Proof::OfParts)
            }
            _ => Err(unknown("the format", format, &[FORMAT, FORMAT_OF_PARTS])),
        }
    }

    /// The number of derivations about parts of the data.
    fn derivations(&self) -> usize {
        match self {
            Proof::Whole(_) => 0,
            Proof::OfParts(derivations) => derivations.len(),
        }
    }

    /// The number of leaves and steps.
    fn len(&self) -> usize {
        match self {
            Proof::Whole(derivation) => derivation.len(),
            Proof::OfParts(derivations) => derivations.iter().map(OfParts::len).sum(),
        }
    }

    /// A lower bound of the work of following it.
    fn estimate(&self, rows: &mut Vec<Row>, work: &Work) -> Result<u64, Fault> {
        match self {
            Proof::Whole(derivation) => Ok(derivation.estimate(rows, &glance())),
            Proof::OfParts(derivations) => parts::estimate(derivations, rows, work),
        }
    }

    /// Follows it.
    fn follow(
        self,
        rows: &mut Vec<Row>,
        claim: &Claim,
        holds: bool,
        work: &Work,
    ) -> Result<(), Fault> {
        match self {
            Proof::Whole(_) if rows.iter().any(|row| row.part.is_some()) => {
                Err(Unsupported::no_rule("the field part in this format").into())
            }
            Proof::Whole(derivation) => derivation.follow(rows, claim, holds, work),
            Proof::OfParts(derivations) => parts::follow(derivations, rows, claim, holds, work),
        }
    }
}

impl Certificate {
    fn read(certificate: Json) -> Result<Certificate, Fault> {
        let mut fields = Fields::of("", certificate)?;
        let format = fields.text("format")?;
        let proof = Proof::take(&format, &mut fields)?;
        let holds = match fields.text("verdict")?.as_str() {
            "holds" => true,
            "refuted" => false,
            other => {
                return Err(
                    Malformed::unknown_word("the verdict", &["holds", "refuted"], other).into()
                );
            }
        };
        fields.list("inputs")?;
        let certificate = Certificate {
            scope: fields.required("scope")?,
            ledger: fields.list("ledger")?,
            header: fields.required("claim")?,
            holds,
            not_covered: fields.list("not-covered")?,
            proof,
        };
        fields.finish()?;
        at_most("the certificate", certificate.proof.len(), MAX_STEPS, "steps")?;
        Ok(certificate)
    }

    /// The rows of the ledger, each within its domain; they are moved, not copied.
    fn rows(&mut self, work: &Work) -> Result<Vec<Row>, Fault> {
        let scope = Scope::read(&self.scope)?;
        let mut rows = Vec::new();
        for (index, row) in std::mem::take(&mut self.ledger).into_iter().enumerate() {
            rows.push(Row::read(&format!("ledger[{index}]"), row, &scope, work)?);
        }
        if self.proof.derivations().saturating_mul(rows.len()) > MAX_MATCHES {
            let what = "the number of rows times that of derivations about parts of the data";
            return Err(Unsupported::too_large(what).into());
        }
        let mut ids: Vec<&str> = rows.iter().map(|row| row.id.as_str()).collect();
        ids.sort_unstable();
        if rows.is_empty() {
            return Err(Malformed::Empty { what: "the ledger".to_owned() }.into());
        }
        if let Some([id, _]) = ids.windows(2).find(|pair| pair.first() == pair.last()) {
            return Err(
                Malformed::Duplicate { what: format!("the row \"{id}\" of the ledger") }.into()
            );
        }
        Ok(rows)
    }
}

/// Is each row matched by a pattern of the claim, and does each pattern match a row?
fn is_about(claim: &Claim, rows: &[Row], work: &Work) -> Result<(), Fault> {
    if claim.over.len().saturating_mul(rows.len()) > MAX_MATCHES {
        return Err(
            Unsupported::too_large("the number of rows times that of patterns for them").into()
        );
    }
    // Each row is compared with each pattern, character by character, and each pattern with each
    // row.
    let length =
        |texts: &mut dyn Iterator<Item = &String>| texts.map(|text| size(text.len())).sum::<u64>();
    let (patterns, ids) =
        (length(&mut claim.over.iter()), length(&mut rows.iter().map(|row| &row.id)));
    let compared = product(&[patterns, size(rows.len())])
        .saturating_add(product(&[ids, size(claim.over.len())]));
    work.spend(product(&[compared, 8]))?;
    let is_meant = |id: &str| claim.over.iter().any(|pattern| matches(pattern, id));
    if let Some(row) = rows.iter().find(|row| !is_meant(&row.id)) {
        return Err(Unproved::RowNotMeant { id: row.id.clone() }.into());
    }
    let is_idle = |pattern: &&String| !rows.iter().any(|row| matches(pattern, &row.id));
    match claim.over.iter().find(is_idle) {
        Some(pattern) => Err(Unproved::IdlePattern { pattern: pattern.clone() }.into()),
        None => Ok(()),
    }
}

/// Follows a certificate: does it certify that the claim holds (`true`), or its negation?
fn examine(
    text: &str,
    asked: Option<&ClaimFile>,
    work: &Work,
    about: &mut About,
) -> Result<bool, Fault> {
    at_most("the certificate", text.len(), MAX_SIZE, "bytes")?;
    let Opened { certificate, remarks: unchecked } = open(json::parse(text)?, asked)?;
    about.remarks = unchecked;
    let mut certificate = Certificate::read(certificate)?;
    let claim = Claim::read("claim", &certificate.header, work)?;
    // It is computed here because the ledger is moved below, and reported in its place.
    let is_asked = asked.map(|asked| is_asked(&asked.text, &certificate, work));
    let ledger = ledger_in_words(&certificate.ledger, asked.is_some());
    let mut rows = certificate.rows(work)?;
    if let Some(Ok(asked)) = &is_asked {
        about.denied = asked.policy.denied(&rows, &claim);
        if asked.claims > 1 {
            about.remarks.push(format!("1 of {} claims of the file", asked.claims));
        }
    }
    is_about(&claim, &rows, work)?;
    let holds = certificate.holds;
    claim.settle(holds, &mut rows)?;
    let mut instead = remarks(&rows);
    instead.extend(parts::remark(&parts::names(&rows)));
    about.claim = Some(in_words(&claim, &certificate.scope, &ledger));
    about.brief = Some(in_brief(&claim, &Scope::read(&certificate.scope)?, &rows));
    about.remarks.extend(one_order(&rows));
    if !instead.is_empty() {
        about.remarks.insert(0, format!("not covered: {}", instead.join("; ")));
    }
    let is_said = |remark: &String| certificate.not_covered.contains(&Json::Text(remark.clone()));
    if let Some(missing) = instead.iter().find(|remark| !is_said(remark)) {
        return Err(Unproved::OmittedRemark { remark: missing.clone() }.into());
    }
    is_asked.transpose()?;
    work.expect(certificate.proof.estimate(&mut rows, work)?)?;
    certificate.proof.follow(&mut rows, &claim, holds, work)?;
    Ok(holds)
}

/// What the reader's claim file says besides the claim of the certificate.
struct Asked {
    /// The number of its claims.
    claims: usize,
    policy: Policy,
}

/// The rest of the claim file, if the certificate is about a claim of it.
fn is_asked(file: &str, certificate: &Certificate, work: &Work) -> Result<Asked, Fault> {
    let of_file = |fault: Fault| fault.at("the claim file");
    let mut fields =
        json::parse_toml(file).and_then(|json| Fields::of("", json)).map_err(of_file)?;
    let format = fields.text("format").map_err(of_file)?;
    if format != CLAIM_FORMAT {
        return Err(of_file(unknown("the format", &format, &[CLAIM_FORMAT])));
    }
    if fields.has("title") {
        fields.text("title").map_err(of_file)?;
    }
    let scope = fields.required("scope").map_err(of_file)?;
    if scope != certificate.scope {
        return Err(Unproved::NotAsked { what: "scope", there: format!("it is {scope}") }.into());
    }
    let mut header = Fields::of("claim", certificate.header.clone())?;
    let id = header.text("id")?;
    let claims = entries(&mut fields, "claim").map_err(of_file)?;
    let found: Vec<&Json> =
        claims.iter().filter(|(own, _)| *own == id).map(|(_, claim)| claim).collect();
    let [claim] = found.as_slice() else {
        return Err(Unproved::NotOneAsked { count: found.len(), id }.into());
    };
    let asked = Claim::read("claim", claim, work).map_err(of_file)?;
    let stated = Claim::read("claim", &header.whole(id), work)?;
    if asked != stated {
        return Err(Unproved::NotAsked { what: "claim", there: asked.unlike(&stated) }.into());
    }
    let is_meant = |id: &str| asked.over.iter().any(|pattern| matches(pattern, id));
    let rows = entries(&mut fields, "ledger").map_err(of_file)?;
    let policy = fields
        .optional("policy")
        .map(Policy::read)
        .transpose()
        .map_err(of_file)?
        .unwrap_or_default();
    fields.finish().map_err(of_file)?;
    let meant: Vec<&(String, Json)> = rows.iter().filter(|(id, _)| is_meant(id)).collect();
    match unlike(&meant, &certificate.ledger) {
        None => Ok(Asked { claims: claims.len(), policy }),
        Some(there) => Err(Unproved::NotAsked { what: "ledger", there }.into()),
    }
}

/// How the rows of a claim differ from those of a certificate, if they do: in which there are, in what
/// one of them says, in their order, or in how many there are of one id.
fn unlike(meant: &[&(String, Json)], ledger: &[Json]) -> Option<String> {
    let is_of_ledger = |row: &Json| ledger.iter().any(|own| named(own) == named(row));
    let is_meant = |own: &Json| meant.iter().any(|(_, row)| named(row) == named(own));
    let pairs = || meant.iter().zip(ledger);
    if pairs().all(|((_, row), own)| row == own) && meant.len() == ledger.len() {
        return None;
    }
    if let Some((id, _)) = meant.iter().find(|(_, row)| !is_of_ledger(row)) {
        return Some(format!("there is a row {id:?}, which the certificate does not have"));
    }
    if let Some(Json::Text(id)) = ledger.iter().find(|own| !is_meant(own)).and_then(named) {
        return Some(format!("the claim is not about a row {id:?}, which the certificate has"));
    }
    Some(match pairs().find(|((_, row), own)| row != *own) {
        Some(((id, row), own)) if named(row) == named(own) => difference(id, row, own),
        Some(((id, _), _)) => format!("the row {id:?} has another place"),
        None => format!("the claim is about {} of the rows", meant.len()),
    })
}

/// What a row says that its id is.
fn named(row: &Json) -> Option<&Json> {
    match row {
        Json::Table(row) => row.get("id"),
        _ => None,
    }
}

/// The first field in which a row of the claim file differs from that of the certificate, with both
/// values.
fn difference(id: &str, row: &Json, own: &Json) -> String {
    /// The longest value that is shown, in characters.
    const LONGEST: usize = 60;
    let (Json::Table(row), Json::Table(own)) = (row, own) else {
        return format!("the row {id:?} is another one");
    };
    let shown = |value: &Json| {
        let mut shown = Shortened { text: String::new(), left: LONGEST };
        let is_whole = write!(shown, "{value}").is_ok();
        if is_whole { shown.text } else { "a longer value".to_owned() }
    };
    let stated = |row: &BTreeMap<String, Json>, name: &String| match row.get(name) {
        Some(value) => format!("{name} = {}", shown(value)),
        None => format!("no {name}"),
    };
    let names: BTreeSet<&String> = row.keys().chain(own.keys()).collect();
    match names.into_iter().find(|name| row.get(*name) != own.get(*name)) {
        Some(name) => {
            let (there, here) = (stated(row, name), stated(own, name));
            format!("the row {id:?} has {there}, and in the certificate {here}")
        }
        None => format!("the row {id:?} is another one"),
    }
}

/// The tables of a list with their ids; each table must have one.
fn entries(fields: &mut Fields, key: &str) -> Result<Vec<(String, Json)>, Fault> {
    let entry = |entry: Json| Ok((Fields::of(key, entry.clone())?.text("id")?, entry));
    fields.list(key)?.into_iter().map(entry).collect()
}

/// The rows of the ledger, where they are not too long to be shown.
fn ledger_in_words(ledger: &[Json], is_asked: bool) -> String {
    let mut shown = Shortened { text: String::new(), left: MAX_SHOWN };
    for (index, row) in ledger.iter().enumerate() {
        if write!(shown, "{}{row}", if index == 0 { "" } else { ", " }).is_err() {
            let count = ledger.len();
            return if is_asked {
                format!("{count} rows of the claim file, too many to show")
            } else {
                format!("{count} rows, too many to show: compare them with --claim")
            };
        }
    }
    shown.text
}

/// A text of which at most the part that may be shown is written.
struct Shortened {
    text: String,
    left: usize,
}

impl Write for Shortened {
    fn write_str(&mut self, text: &str) -> std::fmt::Result {
        self.left = self.left.checked_sub(text.chars().count()).ok_or(std::fmt::Error)?;
        self.text.push_str(text);
        Ok(())
    }
}

/// The claim in one line.
fn in_words(claim: &Claim, scope: &Json, ledger: &str) -> String {
    let statement: Vec<String> =
        claim.statement.iter().map(|(name, value)| format!("{name} = {value}")).collect();
    format!("{:?}: {} over {ledger}, {scope}", claim.id, statement.join(", "))
}

/// The claim, and what it is about, in a few words each.
fn in_brief(claim: &Claim, scope: &Scope, rows: &[Row]) -> [String; 2] {
    let shown = |value: &Json| match value {
        Json::Text(text) => text.clone(),
        value => value.to_string(),
    };
    let part = |(name, value): &(String, Json)| match (name.as_str(), value) {
        ("at-most", value) => format!("<= {}", shown(value)),
        ("at-least", value) => format!(">= {}", shown(value)),
        ("equals", value) => format!("= {}", shown(value)),
        ("between", Json::List(ends)) => {
            format!("in [{}]", ends.iter().map(shown).collect::<Vec<_>>().join(", "))
        }
        (quantity, Json::Table(parameters)) => {
            let parameter = |(name, value)| format!(" at {name} = {}", shown(value));
            format!("{quantity}{}", parameters.iter().map(parameter).collect::<String>())
        }
        (name, value) => format!("{name} = {value}"),
    };
    let statement: Vec<String> = claim.statement.iter().map(part).collect();
    let ids: Vec<&str> = rows.iter().take(MAX_NAMED).map(|row| row.id.as_str()).collect();
    let more = if rows.len() > MAX_NAMED { ", ..." } else { "" };
    let count =
        if rows.len() == 1 { "the row".to_owned() } else { format!("{} rows:", rows.len()) };
    let Scope { unit, adjacency } = scope;
    [
        format!("{:?}: {}", claim.id, statement.join(" ")),
        format!("about {count} {}{more}; unit {unit}, adjacency {adjacency}", ids.join(", ")),
    ]
}
