//! The rules: what follows from what.
//!
//! A rule reads the arguments of a step, looks its premises up, computes what follows, and compares it with the
//! conclusion that the certificate gives: numbers of the certificate may be weaker than what was computed, never
//! stronger. The README of this crate says why each rule is one.

use crate::claim::{Claim, Known, Quantity, compare, literal};
use crate::discretise;
use crate::expression::Expression;
use crate::fixed::{Interval, Scale};
use crate::json::{Fields, Json};
use crate::ledger::{Mechanism, Row as LedgerRow};
use crate::number::{self, is_probability};
use crate::pair::Direction;
use crate::row::{Bounds, Row, power};
use crate::work::{Work, product};
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, Signed, ToPrimitive, Zero};
use std::collections::BTreeMap;

/// The most bits behind the point.
const MAX_BITS: i64 = 1 << 16;

/// The most bits of a sum over the ledger.
const MAX_SUM_BITS: u64 = 1 << 18;
/// The most numbers and functions in one.
const MAX_PARTS: u64 = 2048;

/// A sum over the ledger that is not nested too deeply.
fn short(sum: Expression) -> Result<Expression, String> {
    if sum.parts() <= MAX_PARTS { Ok(sum) } else { Err("a sum over the ledger is too long".to_owned()) }
}

/// A rational number in the making: brought into lowest terms only once, which takes the longest.
struct Fraction {
    numerator: BigInt,
    denominator: BigInt,
}

impl Fraction {
    fn integer(x: i64) -> Fraction {
        Fraction { numerator: BigInt::from(x), denominator: BigInt::one() }
    }

    fn add(self, x: &BigRational, count: &BigInt) -> Result<Fraction, String> {
        let numerator = self.numerator * x.denom() + x.numer() * count * &self.denominator;
        Fraction { numerator, denominator: self.denominator * x.denom() }.short()
    }

    fn times(self, x: &BigRational) -> Result<Fraction, String> {
        let (numerator, denominator) = (self.numerator * x.numer(), self.denominator * x.denom());
        Fraction { numerator, denominator }.short()
    }

    fn short(self) -> Result<Fraction, String> {
        let is_short = self.numerator.bits().max(self.denominator.bits()) <= MAX_SUM_BITS;
        if is_short { Ok(self) } else { Err("a sum over the ledger has too many digits".to_owned()) }
    }

    fn value(self) -> BigRational {
        BigRational::new(self.numerator, self.denominator)
    }
}

/// What a step or a leaf has shown.
#[derive(Clone, Debug)]
pub enum Shown {
    /// A value of a function.
    Leaf(Leaf),
    /// Masses on a lattice.
    Row(Lattice),
    /// A bound on a quantity of the whole ledger.
    Bound(Bound),
    /// The claim, or its negation.
    Claim,
}

/// A value of a function at a rational number, enclosed.
#[derive(Clone, Debug)]
pub struct Leaf {
    function: String,
    at: BigRational,
    lo: BigRational,
    hi: BigRational,
}

/// A row, its step, and the direction of neighbours that it is about.
#[derive(Clone, Debug)]
pub struct Lattice {
    row: Row,
    step: Expression,
    direction: Direction,
}

/// A bound on the whole ledger.
#[derive(Clone, Debug)]
pub struct Bound {
    subject: Subject,
    is_upper: bool,
    value: BigRational,
    direction: Option<Direction>,
}

#[derive(Clone, Debug)]
enum Subject {
    Delta(Expression),
    Beta(Expression),
    Rho,
}

/// A certificate, as far as it has been followed.
#[derive(Debug)]
pub struct Context<'a> {
    /// The rows of the ledger that the claim is about.
    pub ledger: &'a [LedgerRow],
    /// The claim.
    pub claim: &'a Claim,
    /// Whether the certificate says that the claim holds.
    pub holds: bool,
    /// What has been shown, by the id of the step or the leaf.
    pub shown: BTreeMap<String, Shown>,
    /// What the rest may cost.
    pub work: Work,
}

/// Why a step is not accepted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// It is not written as it should be.
    Form(String),
    /// The conclusion does not follow.
    Wrong(String),
    /// It asks for too much.
    Limit(String),
}

impl From<String> for Fault {
    fn from(reason: String) -> Fault {
        Fault::Wrong(reason)
    }
}

impl From<&str> for Fault {
    fn from(reason: &str) -> Fault {
        Fault::Wrong(reason.to_owned())
    }
}

fn limit(result: Result<(), String>) -> Result<(), Fault> {
    result.map_err(Fault::Limit)
}

fn form<T>(result: Result<T, String>) -> Result<T, Fault> {
    result.map_err(Fault::Form)
}

/// A rule: its name, and how it is applied.
type Rule = fn(&Context<'_>, &mut Step<'_>) -> Result<Shown, Fault>;

/// All rules.
pub const RULES: [(&str, Rule); 16] = [
    ("lattice", lattice),
    ("cells", cells),
    ("same", same),
    ("convolve", convolve),
    ("tail", tail),
    ("threshold", threshold),
    ("gaussian", gaussian),
    ("infinite", infinite),
    ("laplace", laplace),
    ("renyi", renyi),
    ("rho", rho),
    ("line", line),
    ("errors", errors),
    ("normal-errors", normal_errors),
    ("laplace-errors", laplace_errors),
    ("worst", worst),
];

/// A step that is being read.
#[derive(Debug)]
pub struct Step<'a> {
    work: &'a Work,
    premises: Vec<&'a Shown>,
    arguments: Fields,
    conclusion: Fields,
}

/// Follows one step.
///
/// # Errors
/// Why it is not accepted.
pub fn follow(context: &Context<'_>, place: &str, mut fields: Fields) -> Result<Shown, Fault> {
    let rule = form(fields.text("rule"))?;
    let mut premises = Vec::new();
    for premise in form(fields.texts("premises"))? {
        match context.shown.get(&premise) {
            Some(Shown::Claim) | None => {
                return Err(Fault::Wrong(format!("the premise \"{premise}\" has not been shown before")));
            }
            Some(shown) => premises.push(shown),
        }
    }
    let (arguments, conclusion) = (form(fields.table("arguments"))?, form(fields.table("conclusion"))?);
    form(fields.finish())?;
    // Every rule may look at all rows of the ledger.
    let rows = u64::try_from(context.ledger.len()).unwrap_or(u64::MAX);
    limit(context.work.spend(product(&[rows.saturating_add(256), 1 << 9])))?;
    let mut step = Step { work: &context.work, premises, arguments, conclusion };
    let shown = if rule == "claim" {
        claim(context, &mut step)?
    } else {
        let known = RULES.iter().find(|(name, _)| *name == rule);
        let (_, rule) = known.ok_or_else(|| Fault::Form(format!("{place}: there is no rule \"{rule}\"")))?;
        rule(context, &mut step)?
    };
    form(step.arguments.finish())?;
    form(step.conclusion.finish())?;
    Ok(shown)
}

/// Re-derives a leaf, within what work is left: the enclosure of the certificate must contain the one that the series gives with the terms and
/// the bits that the certificate names.
///
/// # Errors
/// Why it is not accepted.
pub fn leaf(work: &Work, mut fields: Fields) -> Result<Shown, Fault> {
    let function = form(fields.text("function"))?;
    let number = |fields: &mut Fields, key: &str| form(fields.text(key).and_then(|text| number::parse(&text)));
    let (at, lo, hi) = (number(&mut fields, "at")?, number(&mut fields, "lo")?, number(&mut fields, "hi")?);
    let bits = bits(&mut fields)?;
    let terms = form(fields.integer("terms"))?;
    let terms = u32::try_from(terms).ok().filter(|terms| *terms <= 1 << 16);
    let terms = terms.ok_or_else(|| Fault::Form("the number of terms is out of range".to_owned()))?;
    form(fields.finish())?;
    limit(work.spend(product(&[bits, bits + u64::from(terms) + 256, 4])))?;
    limit(work.keep([&at, &lo, &hi].iter().map(|x| x.numer().bits() + x.denom().bits()).sum()))?;
    let scale = Scale::new(bits);
    let argument = scale.rational(&at);
    let (low, high) = (&argument.lo, &argument.hi);
    let derived = match function.as_str() {
        "exp" if !scale.is_exponent(low) || !scale.is_exponent(high) => {
            return Err("e to this number is too large".into());
        }
        "exp" => Interval { lo: scale.exp_of(low, terms).lo, hi: scale.exp_of(high, terms).hi },
        "erfc" => Interval { lo: scale.erfc_of(high, terms).lo, hi: scale.erfc_of(low, terms).hi },
        "ln" if low.is_positive() => Interval { lo: scale.ln_of(low, terms).lo, hi: scale.ln_of(high, terms).hi },
        "sqrt" if !low.is_negative() => scale.sqrt(&argument),
        "ln" | "sqrt" => return Err(Fault::Wrong(format!("{function} is not defined there"))),
        _ => return Err(Fault::Form(format!("there is no function \"{function}\""))),
    };
    let (derived_lo, derived_hi) = scale.ends(&derived);
    if lo > derived_lo || hi < derived_hi {
        return Err(Fault::Wrong(format!("{function} is not known to lie in the enclosure")));
    }
    // Rules multiply these values: two lower ends below 0 would give a product above 0.
    let lo = if function == "ln" { lo } else { lo.max(BigRational::zero()) };
    Ok(Shown::Leaf(Leaf { function, at, lo, hi }))
}

fn bits(fields: &mut Fields) -> Result<u64, Fault> {
    let bits = form(fields.integer("bits"))?;
    match u64::try_from(bits) {
        Ok(some) if (16..=MAX_BITS).contains(&bits) => Ok(some),
        Ok(some) if bits > MAX_BITS => Err(Fault::Limit(format!("{some} bits are more than {MAX_BITS}"))),
        _ => Err(Fault::Form(format!("the number of bits {bits} is not between 16 and {MAX_BITS}"))),
    }
}

impl Step<'_> {
    fn bits(&mut self) -> Result<u64, Fault> {
        let bits = bits(&mut self.arguments)?;
        limit(self.work.spend(product(&[bits, bits, 8])))?;
        Ok(bits)
    }

    fn optional_bits(&mut self) -> Result<Option<u64>, Fault> {
        if self.arguments.has("bits") { self.bits().map(Some) } else { Ok(None) }
    }

    fn literal(&mut self, key: &str) -> Result<Expression, Fault> {
        let value = form(self.arguments.required(key))?;
        let value = form(literal(key, &value))?;
        self.compared(&value)?;
        Ok(value)
    }

    /// Numbers that are not rational are compared with up to 4096 bits.
    fn compared(&self, x: &Expression) -> Result<(), Fault> {
        let work = if x.rational().is_some() { 1 << 16 } else { product(&[x.parts(), 1 << 24]) };
        limit(self.work.spend(work))
    }

    fn rational(&mut self, key: &str) -> Result<BigRational, Fault> {
        let text = form(self.arguments.text(key))?;
        form(number::parse(&text))
    }

    fn direction(&mut self) -> Result<Direction, Fault> {
        direction(&form(self.arguments.text("direction"))?)
    }

    fn bounds(&mut self) -> Result<Bounds, Fault> {
        match form(self.arguments.text("bounds"))?.as_str() {
            "upper" => Ok(Bounds::Upper),
            "test" => Ok(Bounds::Test),
            other => Err(Fault::Form(format!("the bounds are \"upper\" or \"test\", not \"{other}\""))),
        }
    }

    /// A sum over the ledger takes about the square of its digits.
    fn summed(&self, x: &BigRational) -> Result<(), Fault> {
        let bits = x.denom().bits();
        limit(self.work.spend(product(&[bits, bits]) / 16))
    }

    /// The only row among the premises, which must be about the whole ledger.
    fn whole(&self, context: &Context<'_>, bounds: Bounds) -> Result<&Lattice, Fault> {
        let mut rows = self.premises.iter().filter_map(|shown| match shown {
            Shown::Row(row) => Some(row),
            _ => None,
        });
        let (Some(lattice), None) = (rows.next(), rows.next()) else {
            return Err("the premises hold not exactly one row".into());
        };
        let whole: BTreeMap<String, BigInt> = context
            .ledger
            .iter()
            .filter(|row| row.count.is_positive())
            .map(|row| (row.id.clone(), row.count.clone()))
            .collect();
        if lattice.row.covers != whole {
            return Err("the row does not cover the whole ledger".into());
        }
        if lattice.row.bounds != bounds {
            return Err("the row bounds the composition from the other side".into());
        }
        Ok(lattice)
    }

    /// The leaf of this function at this number among the premises.
    fn leaf(&self, function: &str, at: &BigRational) -> Result<&Leaf, Fault> {
        let found = self.premises.iter().find_map(|shown| match shown {
            Shown::Leaf(leaf) if leaf.function == function && leaf.at == *at => Some(leaf),
            _ => None,
        });
        found.ok_or_else(|| Fault::Wrong(format!("no premise encloses {function}({})", number::show(at))))
    }

    /// `e^eps`: the rational part of eps by a leaf, logarithms by powers.
    fn ratio(&self, eps: &Expression, scale: &Scale) -> Result<Interval, Fault> {
        if let Some(rational) = eps.rational().filter(|x| !x.is_zero()) {
            let leaf = self.leaf("exp", rational)?;
            return Ok(Interval { lo: scale.rational(&leaf.lo).lo, hi: scale.rational(&leaf.hi).hi });
        }
        eps.exp().enclose(scale).ok_or_else(|| "e^eps cannot be enclosed".into())
    }

    /// `e^eps`, or a number above it where it is not rational.
    fn ratio_upper(&self, eps: &Expression, bits: Option<u64>) -> Result<BigRational, Fault> {
        match (eps.exp().rational(), bits) {
            (Some(ratio), _) => Ok(ratio.clone()),
            (None, None) => Err("e^eps is not rational: give the bits".into()),
            (None, Some(bits)) => {
                let scale = Scale::new(bits);
                Ok(scale.ends(&self.ratio(eps, &scale)?).1)
            }
        }
    }

    /// The conclusion that a quantity is bounded: the value may be weaker than the one computed.
    fn bound(
        &mut self,
        subject: Subject,
        is_upper: bool,
        computed: &BigRational,
        direction: Option<Direction>,
    ) -> Result<Shown, Fault> {
        let name = match subject {
            Subject::Delta(_) => "delta",
            Subject::Beta(_) => "beta",
            Subject::Rho => "rho",
        };
        let mut fields = form(self.conclusion.table(name))?;
        match &subject {
            Subject::Delta(eps) => {
                let stated = form(fields.required("eps"))?;
                if compare(&form(literal("eps", &stated))?, eps) != Some(std::cmp::Ordering::Equal) {
                    return Err("the conclusion is about another eps".into());
                }
                if form(fields.text("direction"))? != name_of(direction) {
                    return Err("the conclusion is about another direction".into());
                }
            }
            Subject::Beta(alpha) => {
                let stated = form(fields.required("alpha"))?;
                if compare(&form(literal("alpha", &stated))?, alpha) != Some(std::cmp::Ordering::Equal) {
                    return Err("the conclusion is about another alpha".into());
                }
            }
            Subject::Rho => {}
        }
        form(fields.finish())?;
        let relation = if is_upper { "at-most" } else { "at-least" };
        let value = form(self.conclusion.text(relation).and_then(|text| number::parse(&text)))?;
        let follows = if is_upper { value >= *computed } else { value <= *computed };
        if !follows {
            return Err(Fault::Wrong(format!("{name} is not known to be {relation} the value of the conclusion")));
        }
        Ok(Shown::Bound(Bound { subject, is_upper, value, direction }))
    }

    /// The conclusion that a row has been computed.
    fn row(&mut self, lattice: Lattice) -> Result<Shown, Fault> {
        let mut fields = form(self.conclusion.table("row"))?;
        let mut covers = form(fields.table("covers"))?;
        for (id, count) in &lattice.row.covers {
            let stated = form(covers.text(id).and_then(|text| number::integer(&text)))?;
            if stated != *count {
                return Err(Fault::Wrong(format!("the row covers \"{id}\" {count} times")));
            }
        }
        form(covers.finish())?;
        let (from, to) = (form(fields.integer("from"))?, form(fields.integer("to"))?);
        if (from, to) != (lattice.row.from, lattice.row.to()) {
            return Err(Fault::Wrong(format!("the row goes from {} to {}", lattice.row.from, lattice.row.to())));
        }
        let infinite = form(fields.text("infinite").and_then(|text| number::parse(&text)))?;
        form(fields.finish())?;
        limit(self.work.keep(lattice.row.size()))?;
        limit(self.work.spend(lattice.row.size()))?;
        let computed = BigRational::new(lattice.row.infinite_p.clone(), lattice.row.denominator.clone());
        let follows = match lattice.row.bounds {
            Bounds::Upper => infinite >= computed,
            Bounds::Test => infinite <= computed,
        };
        if !follows {
            return Err("the mass at infinite loss is not the stated one".into());
        }
        Ok(Shown::Row(lattice))
    }
}

fn direction(name: &str) -> Result<Direction, Fault> {
    match name {
        "forward" => Ok(Direction::Forward),
        "backward" => Ok(Direction::Backward),
        _ => Err(Fault::Form(format!("the direction is \"forward\" or \"backward\", not \"{name}\""))),
    }
}

fn name_of(direction: Option<Direction>) -> &'static str {
    match direction {
        Some(Direction::Forward) => "forward",
        Some(Direction::Backward) => "backward",
        None => "both",
    }
}

fn find<'a>(context: &Context<'a>, id: &str) -> Result<&'a LedgerRow, Fault> {
    let row = context.ledger.iter().find(|row| row.id == id);
    row.ok_or_else(|| Fault::Wrong(format!("the claim is not about a row \"{id}\"")))
}

/// A row of the ledger whose losses are on a lattice, taken once.
fn lattice(context: &Context<'_>, step: &mut Step<'_>) -> Result<Shown, Fault> {
    let row = find(context, &form(step.arguments.text("row"))?)?;
    let (direction, bounds, bits) = (step.direction()?, step.bounds()?, step.optional_bits()?);
    let width = step.literal("step")?;
    let computed = discretise::lattice(row, direction, bounds, &width, bits)?;
    step.row(Lattice { row: computed, step: width, direction })
}

/// A row of the ledger by the cells of a grid, taken once.
fn cells(context: &Context<'_>, step: &mut Step<'_>) -> Result<Shown, Fault> {
    let row = find(context, &form(step.arguments.text("row"))?)?;
    let (direction, bounds, bits) = (step.direction()?, step.bounds()?, step.bits()?);
    let width = step.rational("step")?;
    let window = (form(step.arguments.integer("from"))?, form(step.arguments.integer("to"))?);
    limit(context.work.spend(discretise::work(row, &width, window, bits)?))?;
    let computed = discretise::cells(row, direction, bounds, &width, window, bits)?;
    step.row(Lattice { row: computed, step: Expression::Rational(width), direction })
}

/// The same step under another id.
fn same(context: &Context<'_>, step: &mut Step<'_>) -> Result<Shown, Fault> {
    let row = find(context, &form(step.arguments.text("row"))?)?;
    let [Shown::Row(known)] = step.premises.as_slice() else { return Err("the premise is not one row".into()) };
    let mut covers = known.row.covers.iter();
    let (Some((id, count)), None) = (covers.next(), covers.next()) else {
        return Err("the premise covers more than one row".into());
    };
    if find(context, id)?.step != row.step {
        return Err(Fault::Wrong(format!("\"{}\" is not the same step as \"{id}\"", row.id)));
    }
    let mut lattice = known.clone();
    lattice.row.covers = BTreeMap::from([(row.id.clone(), count.clone())]);
    step.row(lattice)
}

/// The composition of two rows.
fn convolve(context: &Context<'_>, step: &mut Step<'_>) -> Result<Shown, Fault> {
    let (from, to) = (form(step.arguments.integer("from"))?, form(step.arguments.integer("to"))?);
    let bits = step.optional_bits()?;
    let [Shown::Row(first), Shown::Row(second)] = step.premises.as_slice() else {
        return Err("the premises are not two rows".into());
    };
    if first.direction != second.direction || first.step != second.step {
        return Err("the rows have different directions or steps".into());
    }
    limit(context.work.spend(first.row.work(&second.row)))?;
    let row = first.row.convolve(&second.row, from, to, bits)?;
    let lattice = Lattice { row, step: first.step.clone(), direction: first.direction };
    step.row(lattice)
}

/// delta from above, by the sum over the losses above eps.
fn tail(context: &Context<'_>, step: &mut Step<'_>) -> Result<Shown, Fault> {
    let (eps, bits) = (step.literal("eps")?, step.optional_bits()?);
    let lattice = step.whole(context, Bounds::Upper)?;
    let direction = lattice.direction;
    let per_mass = bits.unwrap_or_else(|| lattice.row.denominator.bits()).saturating_add(64);
    limit(context.work.spend(product(&[lattice.row.size() / 64, per_mass])))?;
    let value = match bits {
        None => exact_tail(&lattice.row, &lattice.step, &eps)?,
        Some(bits) => {
            let scale = Scale::new(bits);
            tail_at(&lattice.row, &lattice.step, &eps, &step.ratio(&eps, &scale)?, &scale)?
        }
    };
    step.bound(Subject::Delta(eps), true, &value, Some(direction))
}

/// delta of an upper row at eps, exactly.
///
/// # Errors
/// Where `e^eps` or `e^step` is not rational.
pub fn exact_tail(row: &Row, width: &Expression, eps: &Expression) -> Result<BigRational, String> {
    let (ratio, base) = (eps.exp(), width.exp());
    let (Some(ratio), Some(base)) = (ratio.rational(), base.rational()) else {
        return Err("e^eps and e^step are not both rational: give the bits".to_owned());
    };
    if *base <= BigRational::one() {
        return Err("the step is not above 0".to_owned());
    }
    row.delta_exact(ratio, base).ok_or_else(|| "the losses are too large".to_owned())
}

/// At least delta of an upper row at eps, where `ratio` encloses `e^eps`.
///
/// # Errors
/// Where something cannot be enclosed.
pub fn tail_at(
    row: &Row,
    width: &Expression,
    eps: &Expression,
    ratio: &Interval,
    scale: &Scale,
) -> Result<BigRational, String> {
    let base = width.exp().enclose(scale).ok_or("e^step cannot be enclosed")?;
    let (loss, unit) = (eps.enclose(scale).ok_or("eps")?, width.enclose(scale).ok_or("the step")?);
    let start = scale.div(&loss, &unit).ok_or("the step is not above 0")?.lo >> scale.bits;
    let start = start.to_i64().ok_or("eps is out of range")?.clamp(row.from, row.to() + 1);
    let first = power(&base, start, scale).and_then(|level| scale.div(ratio, &level));
    let first = first.ok_or("the losses are too large for these bits")?;
    row.delta_upper(start, &first, &base, scale).ok_or_else(|| "the step is not above 0".to_owned())
}

/// delta from below, by the test that rejects the labels from the threshold on.
fn threshold(context: &Context<'_>, step: &mut Step<'_>) -> Result<Shown, Fault> {
    let (eps, bits) = (step.literal("eps")?, step.optional_bits()?);
    let threshold = form(step.arguments.integer("threshold"))?;
    let lattice = step.whole(context, Bounds::Test)?;
    let direction = lattice.direction;
    let (p, q) = lattice.row.rejected(threshold, &BigRational::one());
    let ratio = step.ratio_upper(&eps, bits)?;
    step.bound(Subject::Delta(eps), false, &(p - ratio * q), Some(direction))
}

/// delta from the outcomes with infinite loss alone: never less than their mass, and not more where no finite loss is
/// above eps.
fn infinite(context: &Context<'_>, step: &mut Step<'_>) -> Result<Shown, Fault> {
    let (eps, bounds, direction) = (step.literal("eps")?, step.bounds()?, step.direction()?);
    let (largest, mass) = beyond_all(context.ledger, direction)?;
    step.summed(&mass)?;
    let is_upper = bounds == Bounds::Upper;
    if is_upper && !compare(&eps, &largest).is_some_and(std::cmp::Ordering::is_ge) {
        return Err("eps is not known to be at least the largest finite loss".into());
    }
    step.bound(Subject::Delta(eps), is_upper, &mass, Some(direction))
}

/// The largest finite loss of the composition, and the mass of the infinite one.
///
/// # Errors
/// Where they are not known, or not rational.
pub fn beyond_all(ledger: &[LedgerRow], direction: Direction) -> Result<(Expression, BigRational), String> {
    let (mut largest, mut finite) = (Expression::integer(0), Fraction::integer(1));
    for row in ledger {
        let unknown = || format!("the largest loss of \"{}\" is not known", row.id);
        let (loss, mass) = row.step.largest(direction).ok_or_else(unknown)?;
        let count = row.count.to_i32().filter(|count| *count <= 1 << 20).ok_or_else(unknown)?;
        let rest = BigRational::one() - mass;
        let size = rest.denom().bits();
        if size.saturating_mul(u64::from(count.unsigned_abs())) > MAX_SUM_BITS {
            return Err(format!("the mass at infinite loss of \"{}\" has too many digits", row.id));
        }
        finite = finite.times(&num_traits::Pow::pow(&rest, count))?;
        largest = short(largest.plus(&loss.times(&Expression::integer(i64::from(count)))))?;
    }
    Ok((largest, BigRational::one() - finite.value()))
}

/// The sum of mu^2 over the ledger, where all steps are Gaussian; with `classes`, those of zCDP count as the Gaussian
/// mechanism that belongs to the class.
///
/// # Errors
/// Where a step is none of these, or nothing is lost.
pub fn mu_squared(ledger: &[LedgerRow], classes: bool) -> Result<Expression, String> {
    let (mut sum, mut rest) = (Fraction::integer(0), Expression::integer(0));
    for row in ledger {
        let once = match (&row.step.mechanism, &row.step.poisson) {
            (Mechanism::Gaussian { mu_squared }, None) => mu_squared.clone(),
            (Mechanism::Zcdp { rho }, None) if classes => Expression::Rational(rho * BigInt::from(2)),
            _ => return Err(format!("\"{}\" is not a Gaussian step", row.id)),
        };
        match once.rational() {
            Some(once) => sum = sum.add(once, &row.count)?,
            None => {
                let count = Expression::Rational(BigRational::from_integer(row.count.clone()));
                rest = short(rest.plus(&once.times(&count)))?;
            }
        }
    }
    Ok(rest.plus(&Expression::Rational(sum.value())))
}

/// The distance mu of the composition of Gaussian steps.
///
/// # Errors
/// See [`mu_squared`]; also where nothing is lost.
pub fn mu_of(ledger: &[LedgerRow], classes: bool, scale: &Scale) -> Result<Interval, String> {
    let squared = mu_squared(ledger, classes)?.enclose(scale).filter(|squared| squared.lo.is_positive());
    squared.map(|squared| scale.sqrt(&squared)).ok_or_else(|| "mu is not known to be above 0".to_owned())
}

/// delta of a composition of Gaussian steps: `erfc(u)/2 - e^eps erfc(v)/2` with `u = (eps/mu - mu/2)/sqrt 2` and
/// `v = (eps/mu + mu/2)/sqrt 2`, each replaced by a rational number on the safe side.
fn gaussian(context: &Context<'_>, step: &mut Step<'_>) -> Result<Shown, Fault> {
    let (eps, bits, bounds) = (step.literal("eps")?, step.bits()?, step.bounds()?);
    let (u, v) = (step.rational("u")?, step.rational("v")?);
    let is_upper = bounds == Bounds::Upper;
    let scale = Scale::new(bits);
    let mu = mu_of(context.ledger, !is_upper, &scale)?;
    let root = scale.sqrt(&scale.integer(2));
    let loss = eps.enclose(&scale).and_then(|eps| scale.div(&eps, &mu)).ok_or("eps / mu")?;
    let half = Interval { lo: &mu.lo >> 1, hi: (&mu.hi + BigInt::one()) >> 1 };
    let low = scale.div(&loss.sub(&half), &root).ok_or("u")?;
    let high = scale.div(&loss.add(&half), &root).ok_or("v")?;
    let ((u_lo, u_hi), (v_lo, v_hi)) = (scale.ends(&low), scale.ends(&high));
    let is_safe = if is_upper { u <= u_lo && v >= v_hi } else { u >= u_hi && v <= v_lo };
    if !is_safe {
        return Err("u or v is not known to be on the safe side".into());
    }
    let (first, second) = (step.leaf("erfc", &u)?, step.leaf("erfc", &v)?);
    let two = BigRational::from_integer(BigInt::from(2));
    let ratio = scale.ends(&step.ratio(&eps, &scale)?);
    let value = if is_upper { &first.hi - ratio.0 * &second.lo } else { &first.lo - ratio.1 * &second.hi } / two;
    step.bound(Subject::Delta(eps), is_upper, &value, Some(Direction::Forward))
}

/// The largest loss of the only step, which is Laplace.
fn laplace_loss<'a>(context: &Context<'a>) -> Result<&'a BigRational, Fault> {
    let [row] = context.ledger else { return Err("there is not exactly one row".into()) };
    match (&row.step.mechanism, &row.step.poisson) {
        (Mechanism::Laplace { eps }, None) if row.count.is_one() => Ok(eps),
        _ => Err("the row is not one Laplace step".into()),
    }
}

/// delta of one Laplace step: `1 - e^((eps - eps_0)/2)` below `eps_0`, and 0 from there on.
fn laplace(context: &Context<'_>, step: &mut Step<'_>) -> Result<Shown, Fault> {
    let (eps, bounds) = (step.rational("eps")?, step.bounds()?);
    let largest = laplace_loss(context)?;
    let value = if eps >= *largest {
        BigRational::zero()
    } else if eps <= -largest {
        return Err("there is no rule for losses that small".into());
    } else {
        let leaf = step.leaf("exp", &((&eps - largest) / BigRational::from_integer(BigInt::from(2))))?;
        BigRational::one() - if bounds == Bounds::Upper { &leaf.lo } else { &leaf.hi }
    };
    step.bound(Subject::Delta(Expression::Rational(eps)), bounds == Bounds::Upper, &value, Some(Direction::Forward))
}

/// The sum of the bounds of zCDP.
///
/// # Errors
/// Where that of a step is not known.
pub fn sum_of_rho(ledger: &[LedgerRow]) -> Result<BigRational, String> {
    let two = BigRational::from_integer(BigInt::from(2));
    let mut sum = Fraction::integer(0);
    for row in ledger {
        let once = match (&row.step.mechanism, &row.step.poisson) {
            (Mechanism::Zcdp { rho }, None) => rho.clone(),
            (Mechanism::Gaussian { mu_squared }, None) => {
                mu_squared.rational().ok_or_else(|| format!("the rho of \"{}\" is not rational", row.id))? / &two
            }
            (Mechanism::DiscreteGaussian { sigma_squared, shifts }, None) => {
                let squares: BigInt = shifts.iter().map(|shift| BigInt::from(*shift) * BigInt::from(*shift)).sum();
                BigRational::from_integer(squares) / (sigma_squared * &two)
            }
            _ => return Err(format!("the rho of \"{}\" is not known", row.id)),
        };
        sum = sum.add(&once, &row.count)?;
    }
    Ok(sum.value())
}

/// delta from above by the Renyi divergence of one order:
/// `e^((order-1)(order rho - eps)) / order (1 - 1/order)^(order-1)`.
fn renyi(context: &Context<'_>, step: &mut Step<'_>) -> Result<Shown, Fault> {
    let (eps, order, bits) = (step.literal("eps")?, step.rational("order")?, step.bits()?);
    let rho = sum_of_rho(context.ledger)?;
    step.summed(&rho)?;
    let value = renyi_at(&rho, &eps, &order, &Scale::new(bits))?;
    step.bound(Subject::Delta(eps), true, &value, None)
}

/// The bound of [`renyi`].
///
/// # Errors
/// Where the order is not above 1, or something cannot be enclosed.
pub fn renyi_at(
    rho: &BigRational,
    eps: &Expression,
    order: &BigRational,
    scale: &Scale,
) -> Result<BigRational, String> {
    let less = order - BigRational::one();
    if !less.is_positive() {
        return Err("the order is not above 1".to_owned());
    }
    let eps = eps.enclose(scale).ok_or("eps cannot be enclosed")?;
    let shrink = scale.ln(&scale.rational(&(&less / order))).ok_or("the order is too near to 1 for these bits")?;
    let exponent = scale.rational(&(order * rho)).sub(&eps).add(&shrink);
    let power = scale.exp(&scale.mul(&scale.rational(&less), &exponent)).ok_or("the exponent is too large")?;
    Ok(scale.ends(&power).1 / order)
}

/// rho of the composition, exactly.
fn rho(context: &Context<'_>, step: &mut Step<'_>) -> Result<Shown, Fault> {
    let value = sum_of_rho(context.ledger)?;
    step.summed(&value)?;
    let mut fields = form(step.conclusion.table("rho"))?;
    let stated = form(fields.text("equals").and_then(|text| number::parse(&text)))?;
    form(fields.finish())?;
    if stated != value {
        return Err("rho has another value".into());
    }
    Ok(Shown::Bound(Bound { subject: Subject::Rho, is_upper: true, value, direction: None }))
}

/// An enclosure of alpha, which must be in [0, 1]; a rational one is itself.
fn level(alpha: &Expression, bits: Option<u64>) -> Result<(BigRational, BigRational), Fault> {
    let ends = match (alpha.rational(), bits) {
        (Some(alpha), _) => (alpha.clone(), alpha.clone()),
        (None, Some(bits)) => {
            let scale = Scale::new(bits);
            scale.ends(&alpha.enclose(&scale).ok_or("alpha cannot be enclosed")?)
        }
        (None, None) => return Err("alpha is not rational: give the bits".into()),
    };
    if is_probability(&ends.0) && is_probability(&ends.1) { Ok(ends) } else { Err("alpha is not in [0, 1]".into()) }
}

/// The trade-off function from below: `f(alpha) >= 1 - delta(eps) - e^eps alpha`, at any eps.
fn line(_: &Context<'_>, step: &mut Step<'_>) -> Result<Shown, Fault> {
    let (alpha, bits) = (step.literal("alpha")?, step.optional_bits()?);
    let mut bounds = step.premises.iter().filter_map(|shown| match shown {
        Shown::Bound(bound) => Some(bound),
        _ => None,
    });
    let (Some(bound), None) = (bounds.next(), bounds.next()) else {
        return Err("the premises hold not exactly one bound".into());
    };
    let (Subject::Delta(eps), true, Some(Direction::Forward)) = (&bound.subject, bound.is_upper, bound.direction)
    else {
        return Err("the premise is not a bound on delta from above".into());
    };
    let (_, largest) = level(&alpha, bits)?;
    let ratio = step.ratio_upper(eps, bits)?;
    let value = BigRational::one() - &bound.value - ratio * largest;
    step.bound(Subject::Beta(alpha), false, &value, Some(Direction::Forward))
}

/// The trade-off function from above: the errors of a test.
fn errors(context: &Context<'_>, step: &mut Step<'_>) -> Result<Shown, Fault> {
    let (alpha, bits, randomisation) = (step.literal("alpha")?, step.optional_bits()?, step.rational("randomisation")?);
    let threshold = form(step.arguments.integer("threshold"))?;
    if !is_probability(&randomisation) {
        return Err("the randomisation is not in [0, 1]".into());
    }
    let lattice = step.whole(context, Bounds::Test)?;
    if lattice.direction != Direction::Forward {
        return Err("the trade-off function is that of the forward direction".into());
    }
    let (power, error) = lattice.row.rejected(threshold, &randomisation);
    if error > level(&alpha, bits)?.0 {
        return Err("the test is not of level alpha".into());
    }
    step.bound(Subject::Beta(alpha), true, &(BigRational::one() - power), Some(Direction::Forward))
}

/// The trade-off function of Gaussian steps from above, by the test that rejects beyond `u sqrt 2`: the errors are
/// `erfc(u)/2` and `erfc(mu/sqrt 2 - u)/2`.
fn normal_errors(context: &Context<'_>, step: &mut Step<'_>) -> Result<Shown, Fault> {
    let (alpha, bits) = (step.literal("alpha")?, step.bits()?);
    let (u, v) = (step.rational("u")?, step.rational("v")?);
    let scale = Scale::new(bits);
    let mu = scale.div(&mu_of(context.ledger, true, &scale)?, &scale.sqrt(&scale.integer(2)));
    let rest = mu.ok_or("mu")?.sub(&scale.rational(&u));
    if v > scale.ends(&rest).0 {
        return Err("v is not known to be on the safe side".into());
    }
    let two = BigRational::from_integer(BigInt::from(2));
    if &step.leaf("erfc", &u)?.hi / &two > level(&alpha, Some(bits))?.0 {
        return Err("the test is not of level alpha".into());
    }
    let value = &step.leaf("erfc", &v)?.hi / two;
    step.bound(Subject::Beta(alpha), true, &value, Some(Direction::Forward))
}

/// The trade-off function of one Laplace step from above, by the test that rejects up to u: of level `e^(u-eps)/2`, with
/// the second error `e^-u/2` for u >= 0 and `1 - e^u/2` for u < 0.
fn laplace_errors(context: &Context<'_>, step: &mut Step<'_>) -> Result<Shown, Fault> {
    let (alpha, bits, u) = (step.literal("alpha")?, step.optional_bits()?, step.rational("u")?);
    let largest = laplace_loss(context)?;
    if u > *largest {
        return Err("u is above eps".into());
    }
    let two = BigRational::from_integer(BigInt::from(2));
    if &step.leaf("exp", &(&u - largest))?.hi / &two > level(&alpha, bits)?.0 {
        return Err("the test is not of level alpha".into());
    }
    let value = if u.is_negative() {
        BigRational::one() - &step.leaf("exp", &u)?.lo / two
    } else {
        &step.leaf("exp", &-u)?.hi / two
    };
    step.bound(Subject::Beta(alpha), true, &value, Some(Direction::Forward))
}

/// delta from above, in both directions of neighbours.
fn worst(_: &Context<'_>, step: &mut Step<'_>) -> Result<Shown, Fault> {
    let [Shown::Bound(first), Shown::Bound(second)] = step.premises.as_slice() else {
        return Err("the premises are not two bounds".into());
    };
    let (Subject::Delta(eps), Subject::Delta(other)) = (&first.subject, &second.subject) else {
        return Err("the premises are not about delta".into());
    };
    let is_same = compare(eps, other) == Some(std::cmp::Ordering::Equal);
    let directions = (first.direction, second.direction);
    let are_both = directions == (Some(Direction::Forward), Some(Direction::Backward));
    if !is_same || !are_both || !first.is_upper || !second.is_upper {
        return Err("the premises are not upper bounds in both directions at the same eps".into());
    }
    let value = first.value.clone().max(second.value.clone());
    let eps = eps.clone();
    step.bound(Subject::Delta(eps), true, &value, None)
}

/// The claim, or its negation, from bounds on its quantity.
fn claim(context: &Context<'_>, step: &mut Step<'_>) -> Result<Shown, Fault> {
    let is_symmetric = context.ledger.iter().all(|row| row.step.is_symmetric());
    let is_ordered = context.ledger.iter().any(|row| row.step.is_ordered());
    if is_ordered && !is_symmetric {
        return Err("there is no rule for an ordered pair next to a sample".into());
    }
    let zero = Expression::integer(0);
    let mut known = Known { at_least: Some((zero, false)), at_most: None };
    if matches!(context.claim.quantity, Quantity::Delta(_) | Quantity::Beta(_)) {
        known.at_most = Some(Expression::integer(1));
    }
    for shown in &step.premises {
        let Shown::Bound(bound) = shown else { return Err("a premise is not a bound".into()) };
        // From above, the class guarantee needs both directions unless one is like the other.
        let is_enough = match bound.direction {
            None => true,
            Some(Direction::Forward) => is_symmetric || !bound.is_upper,
            Some(Direction::Backward) => !is_ordered && (is_symmetric || !bound.is_upper),
        };
        if !is_enough {
            return Err("a premise bounds only one direction of neighbours".into());
        }
        let value = Expression::Rational(bound.value.clone());
        let (lower, upper) = match (&context.claim.quantity, &bound.subject) {
            (Quantity::Delta(eps), Subject::Delta(other)) => {
                if compare(eps, other) != Some(std::cmp::Ordering::Equal) {
                    return Err("a premise is about another eps".into());
                }
                if bound.is_upper { (None, Some(value)) } else { (Some((value, false)), None) }
            }
            // delta(e) <= delta gives eps <= e, and delta(e) > delta gives eps > e, where e >= 0.
            (Quantity::Eps(delta), Subject::Delta(eps)) => {
                if !compare(eps, &Expression::integer(0)).is_some_and(std::cmp::Ordering::is_ge) {
                    return Err("a premise is about an eps below 0".into());
                }
                match bound.is_upper {
                    true if bound.value <= *delta => (None, Some(eps.clone())),
                    false if bound.value > *delta => (Some((eps.clone(), true)), None),
                    _ => return Err("a premise says nothing about eps".into()),
                }
            }
            (Quantity::Beta(alpha), Subject::Beta(other)) => {
                if compare(alpha, other) != Some(std::cmp::Ordering::Equal) || !is_symmetric {
                    return Err("a premise is about another trade-off function or alpha".into());
                }
                if bound.is_upper { (None, Some(value)) } else { (Some((value, false)), None) }
            }
            (Quantity::Rho, Subject::Rho) => (Some((value.clone(), false)), Some(value)),
            _ => return Err("a premise is about another quantity".into()),
        };
        if let Some(lower) = lower {
            known.at_least = Some(lower);
        }
        if let Some(upper) = upper {
            known.at_most = Some(upper);
        }
    }
    for (name, stated) in &context.claim.statement {
        if form(step.conclusion.required(name))? != *stated {
            return Err("the conclusion is not the claim of the header".into());
        }
    }
    if form(step.conclusion.required("is"))? != Json::Bool(context.holds) {
        return Err("the conclusion is not the verdict of the header".into());
    }
    if context.claim.decide(&known) != Some(context.holds) {
        return Err("the claim does not follow from the premises".into());
    }
    Ok(Shown::Claim)
}
