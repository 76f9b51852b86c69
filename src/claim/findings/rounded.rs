//! `claim-rounded-down`: the claimed value is below the bound that it was rounded from.
//!
//! A budget that is an upper bound must be rounded up, or it is not a bound. Two bounds are
//! compared: the certified value itself, and the conversion from zCDP. Many budgets are published
//! from that conversion although their ledger composes to less.

use crate::answer::Options;
use crate::claim::claim_file::ClaimFile;
use crate::claim::judgement::Judgement;
use crate::claim::ledger::Row;
use crate::claim::literal::Literal;
use crate::claim::relation::Relation;
use crate::claim::statement::{Claim, Measure};
use crate::claim::verdict::Verdict;
use crate::enclosure::{ShowExact, Style, Styled};
use crate::exact::decimal::Decimal;
use crate::exact::engine::Malachite;
use crate::exact::interval::Interval;
use crate::exact::real::Real;
use crate::mechanism::{Dominating, Mechanism, Zcdp, exact_rho_of};
use crate::quantity::Scalar;
use malachite::rational::Rational;
use std::cmp::Ordering;

/// Working precision of the conversion, in bits: 40 digits are 133 bits, and the rest is for its
/// logarithms. With fewer bits a rounded claim is not recognised, and no message is given; a wrong
/// one never is.
const PRECISION: u64 = 192;
/// The most decimal digits to which a claim is held against the conversion: of a claim with more
/// digits nothing is said.
const MAX_DIGITS: u64 = 40;
/// The most work of a rho, which is found for a message that nobody asked for: a five-hundredth of
/// the default limit. With less, long ledgers lose the message; with more, each claim about them
/// takes longer.
const MOST_WORK: u64 = 200_000_000;
/// A value and its decimal of two digits, rounded down, differ by less than this part of the
/// decimal. What is farther away has another origin: 2.68 is not rounded down to 2.
const NEAR: u32 = 10;
/// A claimed value with fewer units of its last place than this says little about its origin: many
/// numbers round down to it. Three digits are the fewest that a coincidence rarely has.
const FEW_UNITS: u32 = 100;

/// The bound from which the claimed value was rounded, if that is certain in all its digits.
pub(super) fn message(
    file: &ClaimFile,
    claim: &Claim,
    judgement: &Judgement,
    options: &Options,
) -> Option<String> {
    let (Relation::AtMost(claimed), measure) = (&claim.relation, &claim.quantity.measure) else {
        return None;
    };
    if matches!(measure, Measure::Scalar(Scalar::Beta { .. })) {
        return None;
    }
    let unit = claimed.unit()?;
    let is_short =
        claimed.value.as_rational().is_some_and(|value| *value < &unit * Rational::from(FEW_UNITS));
    let is = if is_short { "could be" } else { "is" };
    let unit = Real::from(unit);
    let evidence = judgement.evidence.as_ref();
    if judgement.verdict == Verdict::Refuted
        && let Some(evidence) = evidence
        && rounds_down_to(claimed, &unit, &evidence.witness) == Some(true)
    {
        let value = range(&evidence.witness);
        return Some(format!(
            "the claimed value {is} the certified value, {value}, rounded down; an upper bound must be rounded up"
        ));
    }
    let holds = judgement.verdict == Verdict::Holds;
    // Of a true claim with few digits a coincidence is more likely than a conversion that no row and
    // no claim is about.
    if holds && is_short && !names_rho(file) {
        return None;
    }
    let converted = conversion(file, claim, options)?;
    let shown = |digits| {
        let style = Style { digits, exact: ShowExact::Never };
        style.styled(style.interval(&converted))
    };
    let explains = |bound: &Styled| rounds_down_to(claimed, &unit, bound) == Some(true);
    if !explains(&shown(MAX_DIGITS)) {
        return None;
    }
    let bound = (1..=MAX_DIGITS).map(shown).find(explains)?;
    // A claim that holds may be its own value rounded up: then it is nearer to that.
    if holds {
        let upper = |bounds: &Styled| Some(Real::from(bounds.printed_upper().to_rational()?));
        let certified = upper(&evidence?.witness)?;
        let (above, below) = (upper(&bound)? - &claimed.value, &claimed.value - &certified);
        if below.compare(&above) != Some(Ordering::Greater) {
            return None;
        }
    }
    let value = range(&bound);
    let but = match holds {
        true => "the claim holds because the ledger composes to less",
        false => "an upper bound must be rounded up",
    };
    Some(format!("the claimed value {is} the conversion from zCDP, {value}, rounded down; {but}"))
}

/// Is a row a class of rho-zCDP, or a claim one about rho?
fn names_rho(file: &ClaimFile) -> bool {
    let is_class = |row: &Row| {
        let steps = row.mechanism.as_ref().ok().and_then(Mechanism::steps);
        steps.is_some_and(|steps| steps.iter().any(|(step, _)| matches!(step, Dominating::Zcdp(_))))
    };
    let is_of_rho = |claim: &Claim| matches!(claim.quantity.measure, Measure::Rho);
    file.ledger.iter().any(is_class) || file.claims.iter().any(is_of_rho)
}

/// Is the claimed value what remains of every number between the rendered bounds when its further
/// digits are left out, and near it? That is: is it below them all, by less than one unit in its
/// last place, and by less than a tenth of it?
fn rounds_down_to(claimed: &Literal, unit: &Real, bounds: &Styled) -> Option<bool> {
    let end = |end: Decimal| Some(Real::from(end.to_rational()?));
    let (lo, hi) = (end(bounds.printed_lower())?, end(bounds.printed_upper())?);
    let near = Real::from(claimed.value.as_rational()? / Rational::from(NEAR));
    let is_below = |distance: &Real| Some(hi.compare(&(&claimed.value + distance))?.is_lt());
    Some(lo.compare(&claimed.value)?.is_gt() && is_below(unit)? && is_below(&near)?)
}

/// The conversion of the rho of all rows, where each has one that is found with little work.
fn conversion(file: &ClaimFile, claim: &Claim, options: &Options) -> Option<Interval<Malachite>> {
    let budget = options.budget().part(MOST_WORK);
    let zcdp = || {
        Some(Zcdp {
            rho: exact_rho_of(&file.composition(claim).ok()?.steps()?, "this", &budget).ok()?,
        })
    };
    match &claim.quantity.measure {
        Measure::Scalar(Scalar::Eps { delta }) if delta.sign()?.is_gt() => {
            Some(zcdp()?.eps_above(delta, PRECISION))
        }
        Measure::Scalar(Scalar::Delta { eps }) => {
            Some(zcdp()?.delta_above(&eps.enclose(PRECISION)))
        }
        _ => None,
    }
}

fn range(bounds: &Styled) -> String {
    let (lo, hi) = (bounds.printed_lower(), bounds.printed_upper());
    if lo == hi { lo.to_string() } else { format!("between {lo} and {hi}") }
}
