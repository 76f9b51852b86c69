//! What reports say of verdicts, for people.

use crate::number::margin_text;
use dpcert::claim::{
    Claim, ClaimFile, Evidence, Judgement, Level, Margin, Relation, Remark, Verdict,
};
use dpcert::exact::decimal::Decimal;
use dpcert::quantity::table;

/// The end on the less private side: the larger delta, and the smaller error of tests.
pub fn bounding_end(quantity: &str) -> &'static str {
    if [table::BETA, table::BAYES_ERROR].iter().any(|error| error.name == quantity) {
        "lower"
    } else {
        "upper"
    }
}

/// Whether the certified value is that of the most or of the fewest steps, where epochs leave a
/// range of them.
pub fn steps_of_value(
    file: &ClaimFile,
    claim: &Claim,
    judgement: &Judgement,
) -> Option<&'static str> {
    let word = if judgement.with_fewest_steps { "fewest" } else { "most" };
    (judgement.evidence.is_some() && file.has_step_range(claim)).then_some(word)
}

/// The sentence about engines that contradict each other, without its full stop.
pub fn contradiction(reason: &str) -> String {
    format!("THE ENGINES CONTRADICT EACH OTHER: {reason}. This is a fault of dpcert")
}

/// A finding about a claim or the ledger, and whether the policy denies it.
pub fn remark_text(remark: &Remark) -> String {
    let denied = if remark.level == Level::Deny { ", denied" } else { "" };
    format!("{}{denied}: {}.", remark.finding.name(), remark.message)
}

/// The relation of the certified value to the claim, in a sentence without its full stop.
pub fn finding(claim: &Claim, verdict: Verdict, evidence: &Evidence) -> Option<String> {
    let margin = margin_text(&evidence.margin.distance);
    if verdict == Verdict::Refuted && margin == "-inf" {
        return Some("No finite eps reaches this delta".to_owned());
    }
    let distance = margin.trim_start_matches(['+', '-']);
    let refuted = match claim.relation {
        Relation::AtMost(_) => "The value exceeds the claim by at least",
        Relation::AtLeast(_) => "The value is below the claim by at least",
        Relation::Between(..) => "The value is outside by at least",
        Relation::Equals(_) => "The value differs from the claim by at least",
    };
    match verdict {
        Verdict::Refuted => {
            let ratio =
                ratio(&evidence.margin).map(|ratio| format!("; the claimed value is {ratio}"));
            Some(format!("{refuted} {distance}{}", ratio.unwrap_or_default()))
        }
        Verdict::Holds if distance == "0" => Some("The value is the claimed one".to_owned()),
        Verdict::Holds => Some(format!("The margin is at least {distance}")),
        Verdict::Undecided | Verdict::Unsupported => None,
    }
}

/// The quotient of claimed and certified value, where it is informative: `at least 2 times the
/// truth`.
pub fn ratio(margin: &Margin) -> Option<String> {
    let ratio = margin.ratio.as_ref()?;
    let (lower, upper) = (ratio.printed_lower(), ratio.printed_upper());
    let thousandths = |n: i64| Decimal::new(n.into(), -3);
    let near_one = |end: &Decimal| (thousandths(999)..thousandths(1001)).contains(end);
    if near_one(&lower) || near_one(&upper) {
        return None;
    }
    // The end nearer to 1, which claims the least.
    let below = upper < thousandths(1000);
    let (word, end) = if below { ("at most", upper) } else { ("at least", lower) };
    Some(format!("{word} {end} times the truth"))
}
