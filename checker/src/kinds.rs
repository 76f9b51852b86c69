//! The kinds of rows: their parameters, the domains of these, and their meaning.

use crate::expression::Expression;
use crate::fault::{Fault, Malformed, Unsupported};
use crate::json::{Fields, Json};
use crate::ledger::Mechanism;
use crate::literal;
use crate::number::{bits_of, ceil, common_denominator, floor, over};
use crate::rational::BigRational;
use crate::work::{Work, product};
use num_bigint::BigInt;
use num_traits::{One, Signed, ToPrimitive, Zero};
use std::cmp::Ordering;

/// The most constraints of one step.
const MAX_CONSTRAINTS: usize = 16;
/// The same where an e^eps is irrational, so that corners are compared by enclosures.
const MAX_IRRATIONAL_CONSTRAINTS: usize = 4;
/// The most bits of a number in the constraints.
const MAX_CONSTRAINT_BITS: u64 = 512;
/// The largest sensitivity of discrete Laplace noise.
const MAX_SENSITIVITY: u32 = 1 << 16;
/// The largest shift of a discrete Gaussian.
const MAX_SHIFT: i64 = 1 << 20;

/// The memory of a mass of a finite pair, in bits: two integers, read and kept.
const MASS_ROOM: u64 = 1 << 11;

/// The kinds with such a pair that mean every mechanism dominated by it.
const CLASSES: [&str; 2] = ["approx-dp", "approx-dp-tv"];

/// The kinds whose input is the data of one person, of which they make a report.
pub(crate) const LOCAL: [&str; 4] =
    ["randomized-response", "unary-encoding", "subset-selection", "hadamard-response"];

/// The kinds that are noise on a value: a record whose value is 0 changes nothing.
pub(crate) const NOISE: [&str; 5] =
    ["gaussian", "laplace", "discrete-gaussian", "discrete-laplace", "staircase"];

/// The reader of a kind.
type Reader = fn(&mut Parameters<'_>) -> Result<Mechanism, Fault>;

/// All kinds.
pub(crate) const KINDS: [(&str, Reader); 16] = [
    ("approx-dp", approx_dp),
    ("approx-dp-tv", approx_dp_tv),
    ("randomized-response", randomized_response),
    ("unary-encoding", unary_encoding),
    ("subset-selection", subset_selection),
    ("hadamard-response", hadamard_response),
    ("staircase", staircase),
    ("discrete-laplace", discrete_laplace),
    ("finite-pair", finite_pair),
    ("multi-dp", multi_dp),
    ("exponential", exponential),
    ("gaussian", gaussian),
    ("gdp", gdp),
    ("discrete-gaussian", discrete_gaussian),
    ("laplace", laplace),
    ("zcdp", zcdp),
];

/// One side of a domain: its end, the allowed orders to it, and both in words.
struct Domain {
    end: i64,
    is_inside: fn(Ordering) -> bool,
    inside: &'static str,
    outside: &'static str,
}

const POSITIVE: Domain =
    Domain { end: 0, is_inside: Ordering::is_gt, inside: "above 0", outside: "0 or below" };
const NOT_NEGATIVE: Domain =
    Domain { end: 0, is_inside: Ordering::is_ge, inside: "0 or above", outside: "below 0" };
const NOT_BELOW: Domain =
    Domain { end: 0, is_inside: Ordering::is_ge, inside: "in [0, 1]", outside: "not in [0, 1]" };
const NOT_BEYOND: Domain =
    Domain { end: 1, is_inside: Ordering::is_le, inside: "in [0, 1]", outside: "not in [0, 1]" };
const MASS: Domain = Domain {
    end: 0,
    is_inside: Ordering::is_ge,
    inside: "0 or above",
    outside: "below 0: the masses of a finite pair are 0 or above and add up to 1",
};

/// The fields of a row; each is checked against its domain when it is taken.
pub(crate) struct Parameters<'a> {
    pub(crate) id: &'a str,
    pub(crate) fields: Fields,
    pub(crate) work: &'a Work,
}

impl Parameters<'_> {
    /// A table in the row.
    pub(crate) fn inner(&self, fields: Fields) -> Parameters<'_> {
        Parameters { fields, ..*self }
    }

    fn fail<T>(&self, reason: impl Into<Fault>) -> Result<T, Fault> {
        Err(reason.into().at(self.id))
    }

    /// The fault for a number outside its domain.
    fn outside<T>(&self, what: &str, how: &str) -> Result<T, Fault> {
        self.fail(Malformed::outside(self.fields.written(what), how))
    }

    /// The fault for a missing rule.
    fn no_rule<T>(&self, what: impl Into<String>) -> Result<T, Fault> {
        self.fail(Unsupported::no_rule(what))
    }

    /// The fault for a number of which it is undecided whether it is in its domain.
    fn undecided<T>(&self, what: &str, domain: &'static str) -> Result<T, Fault> {
        self.fail(Unsupported::UndecidedDomain {
            what: self.fields.written(what).to_owned(),
            domain,
        })
    }

    /// The fault for a number that has to be rational for the existing rules.
    fn irrational<T>(&self, what: &str) -> Result<T, Fault> {
        self.fail(Unsupported::Irrational { what: self.fields.written(what).to_owned() })
    }

    fn number(&mut self, key: &str) -> Result<Expression, Fault> {
        let place = self.fields.at(key);
        literal::read(&place, &self.fields.required(key)?, self.work)
    }

    fn numbers(&self, key: &str, list: Vec<Json>) -> Result<Vec<Expression>, Fault> {
        let place = self.fields.at(key);
        list.iter().map(|entry| literal::read(&place, entry, self.work)).collect()
    }

    /// A whole number from 0 to 2^64 - 1.
    pub(crate) fn natural(&mut self, key: &str) -> Result<BigInt, Fault> {
        match self.number(key)?.rational() {
            Some(x) if x.is_integer() && !x.is_negative() => match x.to_integer() {
                x if x.bits() <= 64 => Ok(x),
                _ => self.no_rule(format!("{} above 2^64 - 1", self.fields.written(key))),
            },
            None => self.undecided(key, "a natural number"),
            _ => self.outside(key, "not a natural number"),
        }
    }

    /// The expected size of a sample over the number of records, together with both.
    pub(crate) fn share(&mut self) -> Result<(Expression, (BigInt, BigInt)), Fault> {
        let (size, population) = (self.natural("size")?, self.natural("population")?);
        if population.is_zero() {
            return self.fail(Malformed::Empty { what: "the population".to_owned() });
        }
        if size > population {
            return self.outside("the sampling rate", "above 1");
        }
        let rate = BigRational::new(size.clone(), population.clone());
        Ok((Expression::Rational(rate), (size, population)))
    }

    /// The fewest and the most steps of a number of epochs: `floor(epochs * floor(population /
    /// size))`, where batches that are not full are dropped, and `ceil(epochs * ceil(population /
    /// size))`, where every begun batch counts.
    pub(crate) fn steps(
        &mut self,
        sizes: Option<&(BigInt, BigInt)>,
    ) -> Result<(BigInt, BigInt), Fault> {
        let Some((size, population)) = sizes else {
            return self.fail(Malformed::Missing {
                place: "what epochs need, size and population,".to_owned(),
            });
        };
        match self.number("epochs")?.rational() {
            Some(epochs) if !epochs.is_negative() => {
                let batches = BigRational::new(population.clone(), size.clone());
                Ok((floor(&(epochs * floor(&batches))), ceil(&(epochs * ceil(&batches)))))
            }
            Some(_) => self.outside("the number of epochs", "below 0"),
            None => self.irrational("the number of epochs"),
        }
    }

    /// Requires an order of a number to another one; an undecided order is not supported.
    fn require(&self, key: &str, x: &Expression, domain: &Domain) -> Result<(), Fault> {
        match x.minus(&Expression::integer(domain.end)).sign(self.work) {
            Some(order) if (domain.is_inside)(order) => Ok(()),
            Some(_) => self.outside(key, domain.outside),
            None => self.undecided(key, domain.inside),
        }
    }

    fn is_probability(&self, key: &str, x: &Expression) -> Result<(), Fault> {
        self.require(key, x, &NOT_BELOW)?;
        self.require(key, x, &NOT_BEYOND)
    }

    /// One of some words.
    fn word(&mut self, key: &str, words: &'static [&'static str]) -> Result<String, Fault> {
        let word = self.fields.text(key)?;
        match words.contains(&word.as_str()) {
            true => Ok(word),
            false => self.fail(Malformed::unknown_word(&self.fields.at(key), words, &word)),
        }
    }

    /// A number above 0.
    fn positive(&mut self, key: &str) -> Result<Expression, Fault> {
        let x = self.number(key)?;
        self.require(key, &x, &POSITIVE)?;
        Ok(x)
    }

    /// A number that is not below 0.
    fn not_negative(&mut self, key: &str) -> Result<Expression, Fault> {
        let x = self.number(key)?;
        self.require(key, &x, &NOT_NEGATIVE)?;
        Ok(x)
    }

    /// A number in [0, 1].
    pub(crate) fn probability(&mut self, key: &str) -> Result<Expression, Fault> {
        let x = self.number(key)?;
        self.is_probability(key, &x)?;
        Ok(x)
    }

    /// A number that has to be rational for the existing rules.
    fn rational(&self, key: &str, x: &Expression) -> Result<BigRational, Fault> {
        x.rational().cloned().map_or_else(|| self.irrational(key), Ok)
    }

    /// e to a number.
    fn exp(&self, x: &Expression) -> Result<Expression, Fault> {
        self.work.spend(x.exp_work())?;
        Ok(x.exp())
    }
}

fn approx_dp(row: &mut Parameters<'_>) -> Result<Mechanism, Fault> {
    let (eps, delta) = (row.not_negative("eps")?, row.probability("delta")?);
    Ok(Mechanism::ThreePoint { eps, delta, alpha: Expression::integer(0) })
}

fn approx_dp_tv(row: &mut Parameters<'_>) -> Result<Mechanism, Fault> {
    let (eps, delta) = (row.not_negative("eps")?, row.probability("delta")?);
    if row.fields.has("alpha") {
        return Ok(Mechanism::ThreePoint { eps, delta, alpha: row.probability("alpha")? });
    }
    let (eta, one) = (row.probability("eta")?, Expression::integer(1));
    let (rest, e) = (one.minus(&delta), row.exp(&eps)?);
    if eps.sign(row.work) != Some(Ordering::Greater)
        || rest.sign(row.work) != Some(Ordering::Greater)
    {
        return row.no_rule("eta where eps = 0 or delta = 1");
    }
    // eta = delta + (1-delta)(1-alpha)(E-1)/(E+1).
    let share = eta.minus(&delta).times(&e.plus(&one)).over(&rest.times(&e.minus(&one)));
    let alpha = one.minus(&share);
    match (alpha.sign(row.work), share.sign(row.work)) {
        // No (eps, delta)-DP mechanism has a total variation above that of alpha = 0, so that eta
        // adds nothing.
        (Some(Ordering::Less), _) => {
            Ok(Mechanism::ThreePoint { eps, delta, alpha: Expression::integer(0) })
        }
        // A total variation of at most eta is (0, eta)-DP, and eta < delta: eps and delta add
        // nothing.
        (_, Some(Ordering::Less)) => Ok(Mechanism::ThreePoint { eps, delta: eta, alpha: one }),
        (Some(_), Some(_)) => Ok(Mechanism::ThreePoint { eps, delta, alpha }),
        _ => row.undecided("alpha of this eta", NOT_BELOW.inside),
    }
}

/// The truth with probability E/(E+m-1): two neighbours have loss 0 on the m-2 answers that are
/// false for both.
fn randomized_response(row: &mut Parameters<'_>) -> Result<Mechanism, Fault> {
    let (eps, categories, two) =
        (row.not_negative("eps")?, row.natural("categories")?, BigInt::from(2));
    if categories < two {
        return row.outside("the number of categories", "below 2");
    }
    let integer = |x: BigInt| Expression::Rational(BigRational::from_integer(x));
    let total = row.exp(&eps)?.plus(&integer(&categories - 1));
    let alpha = integer(categories - 2).over(&total);
    Ok(Mechanism::ThreePoint { eps, delta: Expression::integer(0), alpha })
}

/// Two bits are reported as 10 with probability h = p (1-q) and as 01 with l = q (1-p), or with
/// both exchanged; all else has the same probability for both categories. With eps, `h + l` is
/// `(E+1) / (1 + sqrt(E))^2`, or 1/2.
fn unary_encoding(row: &mut Parameters<'_>) -> Result<Mechanism, Fault> {
    let (one, two) = (Expression::integer(1), Expression::integer(2));
    if row.fields.has("p") {
        let (p, q) = (row.probability("p")?, row.probability("q")?);
        let (p, q) = (row.rational("p", &p)?, row.rational("q", &q)?);
        let (first, second) = (&p * (BigRational::one() - &q), &q * (BigRational::one() - &p));
        let rest = BigRational::one() - &first - &second;
        return Ok(Mechanism::FinitePair {
            p: vec![first.clone(), rest.clone(), second.clone()],
            q: vec![second, rest, first],
        });
    }
    let (eps, encoding) = (row.not_negative("eps")?, row.fields.text("encoding")?);
    let alpha = match encoding.as_str() {
        "symmetric" => {
            let root = row.exp(&eps.over(&two))?;
            let whole = one.plus(&root);
            two.times(&root).over(&whole.square())
        }
        "optimized" => one.over(&two),
        _ => return row.outside("encoding", "neither symmetric nor optimized"),
    };
    Ok(Mechanism::ThreePoint { eps, delta: Expression::integer(0), alpha })
}

/// A subset of w of k categories: C(k-2, w-1) subsets have one of two categories, C(k-2, w-2) both,
/// C(k-2, w) neither, and those with the true one have E times the probability of the others.
/// Divided by C(k-2, w-1) / ((k-w) w).
fn subset_selection(row: &mut Parameters<'_>) -> Result<Mechanism, Fault> {
    let (eps, categories, size) =
        (row.not_negative("eps")?, row.natural("categories")?, row.natural("size")?);
    if categories < BigInt::from(2) {
        return row.outside("the number of categories", "below 2");
    }
    if size.is_zero() || size >= categories {
        return row.outside("size", "0, or not below the number of categories");
    }
    let integer = |x: BigInt| Expression::Rational(BigRational::from_integer(x));
    let (one, outside, e) = (BigInt::one(), &categories - &size, row.exp(&eps)?);
    let (both, neither) = (&size * (&size - &one), &outside * (&outside - &one));
    let even = e.times(&integer(both)).plus(&integer(neither));
    let total = e.times(&integer(size)).plus(&integer(outside)).times(&integer(categories - one));
    Ok(Mechanism::ThreePoint { eps, delta: Expression::integer(0), alpha: even.over(&total) })
}

/// The sets of two categories differ in half of a block, or are disjoint halves of two of B blocks.
fn hadamard_response(row: &mut Parameters<'_>) -> Result<Mechanism, Fault> {
    let (eps, blocks) = (row.not_negative("eps")?, row.natural("blocks")?);
    let (one, two) = (Expression::integer(1), Expression::integer(2));
    if blocks.is_zero() {
        return row.outside("the number of blocks", "0");
    }
    let alpha = if blocks.is_one() {
        one.over(&two)
    } else {
        let others = two.times(&Expression::Rational(BigRational::from_integer(blocks - 1)));
        others.over(&row.exp(&eps)?.plus(&others).plus(&one))
    };
    Ok(Mechanism::ThreePoint { eps, delta: Expression::integer(0), alpha })
}

/// Loss 0 between the two truths, on a set of mass a (1-2 gamma)/E or a (2 gamma - 1), where
/// a = (E-1) / (2 (gamma E + 1 - gamma)).
fn staircase(row: &mut Parameters<'_>) -> Result<Mechanism, Fault> {
    let (eps, gamma) = (row.positive("eps")?, row.probability("gamma")?);
    let is_narrow =
        row.rational("gamma", &gamma)? <= BigRational::new(BigInt::one(), BigInt::from(2));
    let (one, two, e) = (Expression::integer(1), Expression::integer(2), row.exp(&eps)?);
    let height = e.minus(&one).over(&gamma.times(&e).plus(&one.minus(&gamma)).times(&two));
    let excess = gamma.times(&two).minus(&one);
    let alpha = if is_narrow {
        height.times(&excess).times(&Expression::integer(-1)).over(&e)
    } else {
        height.times(&excess)
    };
    Ok(Mechanism::ThreePoint { eps, delta: Expression::integer(0), alpha })
}

fn discrete_laplace(row: &mut Parameters<'_>) -> Result<Mechanism, Fault> {
    let (eps, shifts) = (row.positive("eps")?, shifts(row)?);
    if shifts.len() > 1 {
        return row.no_rule("several shifts of this noise");
    }
    match shifts.first().and_then(|shift| u32::try_from(*shift).ok()) {
        Some(sensitivity) if sensitivity <= MAX_SENSITIVITY => {
            Ok(Mechanism::DiscreteLaplace { eps, sensitivity })
        }
        _ => row.no_rule("this sensitivity"),
    }
}

/// The distances by which neighbours move each count of integer noise, without zeros: `sensitivity`
/// for one count, `shifts` for several.
fn shifts(row: &mut Parameters<'_>) -> Result<Vec<i64>, Fault> {
    let stated = if row.fields.has("shifts") {
        let list = row.fields.list("shifts")?;
        row.numbers("shifts", list)?
    } else {
        vec![Expression::Rational(BigRational::from_integer(row.natural("sensitivity")?))]
    };
    let mut shifts = Vec::new();
    for shift in stated {
        let shift = row.rational("a shift", &shift)?;
        if !shift.is_integer() {
            return row.outside("a shift", "not a whole number");
        }
        match shift.to_integer().abs().to_i64() {
            Some(0) => {}
            Some(shift) if shift <= MAX_SHIFT => shifts.push(shift),
            _ => return row.no_rule("this shift"),
        }
    }
    Ok(shifts)
}

/// The ratio sensitivity / scale, of noise in the units of the data.
fn scaled(row: &mut Parameters<'_>) -> Result<Expression, Fault> {
    let (scale, sensitivity) = (row.positive("scale")?, row.not_negative("sensitivity")?);
    let scale = row.rational("scale", &scale)?;
    Ok(sensitivity.over(&Expression::Rational(scale)))
}

/// Rational masses, which sum to 1.
fn finite_pair(row: &mut Parameters<'_>) -> Result<Mechanism, Fault> {
    let (p, q) = (masses(row, "p")?, masses(row, "q")?);
    if p.len() != q.len() {
        return row.fail(Malformed::UnequalLengths);
    }
    Ok(Mechanism::FinitePair { p, q })
}

fn masses(row: &mut Parameters<'_>, key: &str) -> Result<Vec<BigRational>, Fault> {
    let list = row.fields.list(key)?;
    row.work.keep(product(&[u64::try_from(list.len()).unwrap_or(u64::MAX), MASS_ROOM]))?;
    let mut masses = Vec::new();
    for mass in row.numbers(key, list)? {
        row.require("a mass", &mass, &MASS)?;
        masses.push(row.rational("a mass of a finite pair", &mass)?);
    }
    let bits = masses.iter().map(bits_of).fold(0, u64::saturating_add);
    row.work.spend(product(&[bits, bits]) / 64)?;
    let Some(unit) = common_denominator(masses.iter()) else {
        return row
            .fail(Unsupported::too_large("the common denominator of the masses of a finite pair"));
    };
    let total: BigInt = masses.iter().map(|mass| over(mass, &unit)).sum();
    if total == unit {
        Ok(masses)
    } else {
        row.fail(Malformed::NotNormalised { key: key.to_owned() })
    }
}

fn multi_dp(row: &mut Parameters<'_>) -> Result<Mechanism, Fault> {
    let place = row.fields.at("constraints");
    let (mut constraints, mut is_rational) = (Vec::new(), true);
    for constraint in row.fields.list("constraints")? {
        let mut own = row.inner(Fields::of(&place, constraint)?);
        let (eps, delta) = (own.not_negative("eps")?, own.probability("delta")?);
        // As a number whose digits are counted: e^eps, or eps, one of which is rational.
        let ratio = own.exp(&eps)?;
        is_rational &= ratio.rational().is_some();
        let digits = if ratio.rational().is_some() { &ratio } else { &eps };
        let digits = own.rational("e^eps, or eps,", digits)?;
        let delta = own.rational("delta", &delta)?;
        own.fields.finish()?;
        if bits_of(&digits).max(bits_of(&delta)) > MAX_CONSTRAINT_BITS {
            return row.fail(Unsupported::too_long("a constraint", MAX_CONSTRAINT_BITS, "bits"));
        }
        constraints.push((eps, delta));
    }
    if constraints.is_empty() {
        return row.fail(Malformed::Empty { what: "the list of constraints".to_owned() });
    }
    let most = if is_rational { MAX_CONSTRAINTS } else { MAX_IRRATIONAL_CONSTRAINTS };
    if constraints.len() > most {
        return row.fail(Unsupported::too_long(
            "the row",
            u64::try_from(most).unwrap_or(u64::MAX),
            "constraints",
        ));
    }
    Ok(Mechanism::Constraints(constraints))
}

/// All exponential mechanisms of a range, by the range or by their weights `e^(coefficient u)` of
/// scores that move by at most the sensitivity: in one direction, or some up and some down, which
/// doubles the range. Mechanisms that are chosen before any output have the same bounds as others.
fn exponential(row: &mut Parameters<'_>) -> Result<Mechanism, Fault> {
    if row.fields.has("scores") {
        return row.no_rule("an exponential mechanism of given scores");
    }
    if row.fields.has("composition") {
        row.word("composition", &["adaptive", "non-adaptive"])?;
    }
    if !row.fields.has("coefficient") {
        return Ok(Mechanism::Range { eps: row.not_negative("eps")? });
    }
    let (factor, distance) = (row.not_negative("coefficient")?, row.positive("sensitivity")?);
    let is_one_way =
        row.fields.has("moves") && row.word("moves", &["one-way", "both-ways"])? == "one-way";
    let directions = Expression::integer(if is_one_way { 1 } else { 2 });
    Ok(Mechanism::Range { eps: directions.times(&factor).times(&distance) })
}

fn gaussian(row: &mut Parameters<'_>) -> Result<Mechanism, Fault> {
    if row.fields.has("scale") {
        return Ok(Mechanism::Gaussian { mu_squared: scaled(row)?.square() });
    }
    if !row.fields.has("sigma") {
        return gdp(row);
    }
    let sigma = row.positive("sigma")?;
    Ok(Mechanism::Gaussian { mu_squared: Expression::integer(1).over(&sigma.square()) })
}

fn gdp(row: &mut Parameters<'_>) -> Result<Mechanism, Fault> {
    Ok(Mechanism::Gaussian { mu_squared: row.not_negative("mu")?.square() })
}

fn discrete_gaussian(row: &mut Parameters<'_>) -> Result<Mechanism, Fault> {
    let sigma_squared = row.positive("sigma_sq")?;
    let sigma_squared = row.rational("sigma_sq", &sigma_squared)?;
    Ok(Mechanism::DiscreteGaussian { sigma_squared, shifts: shifts(row)? })
}

fn laplace(row: &mut Parameters<'_>) -> Result<Mechanism, Fault> {
    let eps = if row.fields.has("scale") { scaled(row)? } else { row.not_negative("eps")? };
    let eps = row.rational("eps, or sensitivity / scale,", &eps)?;
    if eps.is_zero() {
        return row.no_rule("an eps that is not above 0");
    }
    Ok(Mechanism::Laplace { eps })
}

fn zcdp(row: &mut Parameters<'_>) -> Result<Mechanism, Fault> {
    let rho = row.not_negative("rho")?;
    Ok(Mechanism::Zcdp { rho: row.rational("rho", &rho)? })
}

/// The mechanism for neighbours that differ in `size` records.
///
/// The noise moves `size` times as far: the likelihood ratio of log-concave noise is monotone in
/// the outcome, so that the full distance is the worst. Under zCDP rho grows with the square (Bun &
/// Steinke 2016, Proposition 1.9; the Gaussian mechanism of the class attains it). (eps, 0)-DP has
/// the trade-off function `1 - (1-f)^(o size)` (Dong, Roth & Su, Theorem 2.14), whose edges are
/// those of discrete Laplace noise at that distance, a mechanism of the class. For one mechanism
/// with the same pair, such as randomised response, that is not a result: it is unknown how the
/// answers of the members are combined. The ranges of the members of a group add up.
pub(crate) fn of_group(kind: &str, mechanism: Mechanism, size: &BigInt) -> Option<Mechanism> {
    let factor = BigRational::from_integer(size.clone());
    if !size.is_positive() || bits_of(&factor) > 32 {
        return None;
    }
    let square = &factor * &factor;
    let is_zero = |x: &Expression| x.rational().is_some_and(BigRational::is_zero);
    let is_class = CLASSES.contains(&kind);
    let sensitivity =
        |least: u32| (BigInt::from(least) * size).to_u32().filter(|x| *x <= MAX_SENSITIVITY);
    Some(match mechanism {
        Mechanism::Gaussian { mu_squared } => {
            Mechanism::Gaussian { mu_squared: mu_squared.times(&Expression::Rational(square)) }
        }
        Mechanism::Laplace { eps } => Mechanism::Laplace { eps: eps * factor },
        Mechanism::Range { eps } => {
            Mechanism::Range { eps: eps.times(&Expression::Rational(factor)) }
        }
        Mechanism::Zcdp { rho } => Mechanism::Zcdp { rho: rho * square },
        Mechanism::DiscreteLaplace { eps, sensitivity: once } => {
            Mechanism::DiscreteLaplace { eps, sensitivity: sensitivity(once)? }
        }
        Mechanism::ThreePoint { eps, delta, alpha }
            if is_class && is_zero(&delta) && is_zero(&alpha) =>
        {
            Mechanism::DiscreteLaplace { eps, sensitivity: sensitivity(1)? }
        }
        _ => return None,
    })
}
