//! Failures that are known, so that they do not hide new ones.

use super::answer::{Number, Said};
use super::judge::Finding;
use super::relation::{Agreement, Order, Relation};
use super::run::{Judged, Related};
use super::verdict::Verdict;
use dpcert::exact::literal;
use dpcert::input::{Field, InputError, from_json, shorten};
use malachite::base::num::arithmetic::traits::Abs;
use malachite::rational::Rational;
use serde::Serialize;
use std::collections::BTreeMap;

/// The format that this release reads and writes.
const FORMAT: &str = "dpcert-baseline/1";

/// Known failures by the id of their question or relation.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Baseline {
    /// The failures.
    pub failures: BTreeMap<String, Entry>,
}

/// A known failure.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The verdict: one of those with an exit code other than 0.
    pub verdict: Verdict,
    /// The answer of the program, or its exception: another one that is much further from the truth
    /// is new, and so is another exception.
    pub says: Option<String>,
    /// Why it is tolerated.
    pub reason: Option<String>,
}

/// The relation of a verdict to the baseline.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    /// Not a failure, and none was known.
    Fine,
    /// A failure that is known.
    Known,
    /// A failure that is unknown, or known with another verdict.
    New,
    /// A failure that is known, with an answer that was much nearer to the truth, or two answers
    /// that were much nearer to each other.
    Worse,
    /// A failure that is known, which was another exception or exit status, a text in place of a
    /// number, or a number of the other sign.
    Other,
    /// A failure is known, but this is no longer a failure.
    Mended,
}

impl Standing {
    /// Is it a failure that the baseline does not excuse?
    pub fn is_new(self) -> bool {
        matches!(self, Standing::New | Standing::Worse | Standing::Other)
    }

    /// The word for it.
    pub fn name(self) -> &'static str {
        match self {
            Standing::Fine => "fine",
            Standing::Known => "known",
            Standing::New | Standing::Worse | Standing::Other => "new",
            Standing::Mended => "mended",
        }
    }
}

impl Baseline {
    /// Reads a baseline.
    ///
    /// # Errors
    /// For text that is not JSON, another format, missing or unknown fields, verdicts that are not
    /// failures, and duplicate ids.
    pub fn read(text: &str) -> Result<Baseline, InputError> {
        let root = from_json(text)?;
        let mut fields = root.fields("")?;
        fields.expect(&["format", "failures"]);
        let format = fields.required("format")?;
        if format.text()? != FORMAT {
            let message = format!("unknown format \"{}\"", shorten(format.text()?));
            return Err(
                format.error(message, format!("this release reads \"format\": \"{FORMAT}\""))
            );
        }
        let mut failures = BTreeMap::new();
        for field in fields.required("failures")?.list()? {
            let (id, entry) = Entry::read(&field)?;
            if failures.contains_key(&id) {
                let message = format!("the id \"{}\" is given twice", shorten(&id));
                return Err(field.error(message, "a question has one verdict"));
            }
            failures.insert(id, entry);
        }
        fields.finish()?;
        Ok(Baseline { failures })
    }

    /// The text of the file, ordered by id.
    pub fn text(&self) -> String {
        let failures = self.failures.iter().map(|(id, entry)| Line {
            id,
            verdict: entry.verdict.name(),
            says: entry.says.as_deref(),
            reason: entry.reason.as_deref(),
        });
        let file = File { format: FORMAT, failures: failures.collect() };
        // It has only strings: this cannot fail.
        serde_json::to_string_pretty(&file).unwrap_or_default() + "\n"
    }

    /// The baseline after a run: its failures, with their known reasons, and the entries of
    /// questions and relations that were not asked.
    #[must_use]
    pub fn after(&self, judged: &[Judged], related: &[Related]) -> Baseline {
        let mut failures = self.failures.clone();
        let mut update = |id: &str, failure: Option<Verdict>, says: Option<String>| {
            let reason = failures.remove(id).and_then(|entry| entry.reason);
            if let Some(verdict) = failure {
                failures.insert(id.to_owned(), Entry { verdict, says, reason });
            }
        };
        for Judged { request, answer, finding, .. } in judged {
            let failure = finding.verdict.is_failure().then_some(finding.verdict);
            update(&request.id, failure, says(&answer.said));
        }
        for Related { relation, first, second, comparison, .. } in related {
            let says = first
                .said
                .numbers()
                .zip(second.said.numbers())
                .map(|(first, second)| format!("{first}; {second}"));
            update(&relation.id, comparison.agreement.failure(), says);
        }
        Baseline { failures }
    }

    /// The relation of an answer to the baseline: also whether it is further from the truth than
    /// the one that is known.
    pub fn standing_of(&self, id: &str, said: &Said, finding: &Finding) -> Standing {
        let standing = self.standing(id, finding.verdict);
        let known = self.failures.get(id).and_then(|entry| entry.says.as_deref());
        match (standing, known) {
            (Standing::Known, Some(known)) if is_further(said, known, finding) == Some(true) => {
                Standing::Worse
            }
            (Standing::Known, Some(known))
                if says(said).is_some_and(|now| is_another_way(&now, known)) =>
            {
                Standing::Other
            }
            _ => standing,
        }
    }

    /// The relation of two answers to the baseline: also whether they are further apart than the two
    /// that are known.
    pub fn standing_of_pair(
        &self,
        relation: &Relation,
        said: [&Said; 2],
        agreement: Agreement,
    ) -> Standing {
        // A baseline has failures only: what is none is like a sound answer.
        let verdict = match agreement {
            Agreement::Failed(verdict) => verdict,
            Agreement::Holds | Agreement::Differs => Verdict::Sound,
        };
        let standing = self.standing(&relation.id, verdict);
        let known = self.failures.get(&relation.id).and_then(|entry| entry.says.as_deref());
        match (standing, known) {
            (Standing::Known, Some(known))
                if are_further_apart(relation.order, said, known) == Some(true) =>
            {
                Standing::Worse
            }
            _ => standing,
        }
    }

    /// The relation of a verdict to the baseline.
    pub fn standing(&self, id: &str, verdict: Verdict) -> Standing {
        match self.failures.get(id) {
            Some(entry) if entry.verdict == verdict => Standing::Known,
            _ if verdict.is_failure() => Standing::New,
            // What is no longer answered is not mended.
            Some(_) if verdict != Verdict::Unsupported => Standing::Mended,
            _ => Standing::Fine,
        }
    }
}

/// What a baseline says of an answer: its numbers, or the reason why it has none. That of a timeout
/// contains a time, which differs between machines.
fn says(said: &Said) -> Option<String> {
    match said {
        Said::TimedOut { .. } => None,
        said => said.numbers().or_else(|| said.reason().map(str::to_owned)),
    }
}

/// Did an answer fail in another way than the one that is known? What one of them does not say does
/// not differ: the last words of a program that dies may come too late to be read.
fn is_another_way(now: &str, known: &str) -> bool {
    let differ = |(now, known): (&Option<&str>, &Option<&str>)| {
        now.zip(*known).is_some_and(|(now, known)| now != known)
    };
    way(now).iter().zip(&way(known)).any(differ)
}

/// The way in which an answer fails: by a number, which is negative or not; or by an exception, whose
/// message may name what was asked. A program that dies has a status, and its last line an exception.
fn way(says: &str) -> [Option<&str>; 3] {
    let number = says.trim_start_matches('[');
    if says != number || literal::parse(says).is_ok() {
        return [Some(if number.starts_with('-') { "-" } else { "+" }), None, None];
    }
    let mut parts = says.split(':');
    let first = parts.next();
    let is_status = first.is_some_and(|first| STATUS.contains(&first));
    let status = parts.next().filter(|_| is_status);
    let last = says.lines().skip(1).last().and_then(|line| line.split(':').next());
    let is_name = |text: &&str| text.chars().all(|c| c.is_alphanumeric() || "_.".contains(c));
    [first, status.and_then(|status| status.split_whitespace().next()), last.filter(is_name)]
}

/// What the status of a program that died begins with.
const STATUS: [&str; 3] = ["exit status", "exit code", "signal"];

/// An answer is further from the truth than a known one if its distance is more than so many times
/// the other's, and so with the relative distance of two answers: the last digits differ between
/// machines.
const FURTHER: u32 = 2;

/// Is a number further from the truth than the known one? `None` where one of them is no number, or
/// the truth is not certified.
fn is_further(said: &Said, known: &str, finding: &Finding) -> Option<bool> {
    let (now, known) = (rational(said)?, literal::parse(known).ok()?);
    let known = known.as_rational()?;
    let truth = &finding.evidence.as_ref()?.witness;
    let (lower, upper) = (truth.lower().to_rational()?, truth.upper().to_rational()?);
    let distances = |x: &Rational| [(x - &lower).abs(), (x - &upper).abs()];
    let [nearest, other] = distances(now);
    let [first, furthest] = distances(known);
    Some(nearest.min(other) > first.max(furthest) * Rational::from(FURTHER))
}

/// Are two answers further apart than the known ones, relative to the one that should not be
/// smaller? `None` where one of the four is no number.
fn are_further_apart(order: Order, [first, second]: [&Said; 2], known: &str) -> Option<bool> {
    let (one, other) = known.split_once("; ")?;
    let (one, other) = (literal::parse(one).ok()?, literal::parse(other).ok()?);
    let (excess, of) = excess_of(order, rational(first)?, rational(second)?)?;
    let (known_excess, of_known) = excess_of(order, one.as_rational()?, other.as_rational()?)?;
    Some(excess * of_known > known_excess * of * Rational::from(FURTHER))
}

/// By how much a number is too large beside another one, and that one; `None` where it is not.
fn excess_of(order: Order, first: &Rational, second: &Rational) -> Option<(Rational, Rational)> {
    let (larger, smaller) = match order {
        Order::Equal if first < second => (second, first),
        Order::Equal | Order::AtMost => (first, second),
    };
    (larger > smaller).then(|| (larger - smaller, smaller.clone()))
}

/// The number of an answer that is one rational number.
fn rational(said: &Said) -> Option<&Rational> {
    match said {
        Said::Value { value: Number::Finite(number), .. } => number.value.as_rational(),
        _ => None,
    }
}

impl Entry {
    fn read(field: &Field<'_>) -> Result<(String, Entry), InputError> {
        let mut fields = field.fields()?;
        fields.expect(&["id", "verdict", "says", "reason"]);
        let id = fields.required("id")?.text()?.to_owned();
        let verdict = fields.required_choice("verdict", &Verdict::FAILURES)?;
        let mut text =
            |name| fields.optional(name).map(|field| field.text().map(str::to_owned)).transpose();
        let (says, reason) = (text("says")?, text("reason")?);
        fields.finish()?;
        Ok((id, Entry { verdict, says, reason }))
    }
}

#[derive(Serialize)]
struct File<'a> {
    format: &'a str,
    failures: Vec<Line<'a>>,
}

#[derive(Serialize)]
struct Line<'a> {
    id: &'a str,
    verdict: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    says: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<&'a str>,
}

#[cfg(test)]
mod tests {
    use super::is_another_way;

    #[test]
    fn ways_to_fail_are_told_apart() {
        let died = |error: &str| {
            format!(
                "exit status: 1: Traceback (most recent call last):\n  File \"a.py\", line 3\n{error}"
            )
        };
        for (now, known, is_another) in [
            ("KeyError: 'a'", "KeyError: 'b'", false),
            ("KeyError: 'a'", "ValueError: 'a'", true),
            (&died("KeyError: 'a'"), &died("KeyError: 'b'"), false),
            (&died("KeyError"), &died("KeyError: 'b'"), false),
            (&died("KeyError: 'a'"), &died("mine.Error: 'a'"), true),
            // The last words came too late once.
            (&died("KeyError: 'a'"), "exit status: 1", false),
            ("exit status: 3", "exit status: 1", true),
            ("exit status: 3: no such file", "exit status: 3: out of memory", false),
            ("signal: 11 (SIGSEGV)", "signal: 11 (SIGSEGV) (core dumped)", false),
            ("signal: 11 (SIGSEGV)", "signal: 6 (SIGABRT)", true),
            ("signal: 11 (SIGSEGV)", "exit status: 1", true),
            ("nan", "1", true),
            ("1/2", "3e-1", false),
            ("-1", "2", true),
            ("[-1, 2]", "[0, 1]", true),
            ("[0, 1]", "1", false),
        ] {
            assert_eq!(is_another_way(now, known), is_another, "{now} / {known}");
        }
    }
}
