//! The rows of a claim file: what was run, and how often.
//!
//! Every kind means a pair of distributions, or a class with one that dominates it; `pair.rs` has the
//! pairs. Kinds and fields that are not known here are not guessed: the row is not supported.

use crate::expression::{self, Expression};
use crate::idealised::Idealised;
use crate::json::{Fields, Json};
use crate::number::{bits_of, is_probability};
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, Signed, ToPrimitive, Zero};

/// The most constraints of one step.
const MAX_CONSTRAINTS: usize = 16;
/// The same where an e^eps is not rational, so that corners are compared by enclosures.
const MAX_IRRATIONAL_CONSTRAINTS: usize = 4;
/// The most bits of a number in them.
const MAX_CONSTRAINT_BITS: u64 = 512;

/// The largest distance of neighbours under discrete Laplace noise.
const MAX_SENSITIVITY: u32 = 1 << 16;

/// Why a row cannot be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RowError {
    /// It is wrong.
    Wrong(String),
    /// It may be right, and has no rule here.
    Unsupported(String),
}

impl From<String> for RowError {
    fn from(reason: String) -> RowError {
        RowError::Wrong(reason)
    }
}

/// One row of the ledger.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// Its name.
    pub id: String,
    /// How often the step was taken.
    pub count: BigInt,
    /// The step.
    pub step: Step,
    /// What was run instead of it.
    pub idealised: Vec<Idealised>,
}

/// One step: a mechanism on all records, or on a Poisson sample of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// What is run.
    pub mechanism: Mechanism,
    /// The probability with which each record is drawn, if it is a sample.
    pub poisson: Option<BigRational>,
}

/// A mechanism of the catalogue.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Mechanism {
    /// Losses eps, 0, -eps, and infinite with probability delta; `alpha` is the part without loss.
    ///
    /// Ghazi & Issa, Theorem 2: the pair that dominates (eps, delta)-DP with a bound on the total variation;
    /// with alpha = 0 that of Kairouz, Oh & Viswanath. It belongs to the class.
    ThreePoint {
        /// The loss.
        eps: Expression,
        /// The mass of the infinite loss.
        delta: Expression,
        /// The part of the rest that has loss 0.
        alpha: Expression,
    },
    /// Two-sided geometric noise on a count that neighbours move by the sensitivity.
    DiscreteLaplace {
        /// The loss of moving by one.
        eps: Expression,
        /// How far neighbours move the count.
        sensitivity: u32,
    },
    /// Two distributions on finitely many outcomes.
    FinitePair {
        /// Under the alternative.
        p: Vec<Expression>,
        /// Under the null hypothesis.
        q: Vec<Expression>,
    },
    /// Every mechanism that meets several constraints at once: pairs of eps and delta.
    ///
    /// Its trade-off function is the largest of theirs (Wasserman & Zhou, Theorem 2.4, for each), and belongs to
    /// the class.
    Constraints(Vec<(Expression, BigRational)>),
    /// Two normal distributions of variance 1 at the distance mu, of which the square is kept.
    Gaussian {
        /// mu^2.
        mu_squared: Expression,
    },
    /// Discrete Gaussians on the integers, of which neighbours move the i-th by `shifts[i]`.
    DiscreteGaussian {
        /// The parameter sigma^2.
        sigma_squared: BigRational,
        /// The shifts, none of them 0.
        shifts: Vec<i64>,
    },
    /// Laplace noise with `eps` = sensitivity / scale.
    Laplace {
        /// The largest loss.
        eps: BigRational,
    },
    /// Every rho-zCDP mechanism.
    Zcdp {
        /// The bound.
        rho: BigRational,
    },
}

impl Step {
    /// Whether exchanging P and Q gives an equivalent pair.
    pub fn is_symmetric(&self) -> bool {
        self.poisson.is_none()
    }

    /// Whether only the order as given is asked for.
    pub fn is_ordered(&self) -> bool {
        matches!(self.mechanism, Mechanism::FinitePair { .. })
    }
}

impl Row {
    /// Reads a row of a claim file.
    ///
    /// # Errors
    /// What is wrong with it, or what is not supported.
    pub fn read(place: &str, value: &Json, adjacency: &str) -> Result<Row, RowError> {
        let mut fields = Fields::of(place, value.clone())?;
        let id = fields.text("id")?;
        let (count, epochs) = (fields.optional("count"), fields.optional("epochs"));
        let kind = fields.text("mechanism")?;
        let group = match fields.optional("group") {
            None => BigInt::one(),
            Some(group) => natural(&fields.at("group"), group)?,
        };
        let mut idealised: Vec<Idealised> =
            Idealised::take(&id, "mechanism", &kind, &mut fields)?.into_iter().collect();
        if fields.has("adjacency") && fields.text("adjacency")? != adjacency {
            return Err(RowError::Wrong(format!("{id}: the adjacency is not that of the scope")));
        }
        let (mut poisson, mut sizes) = (None, None);
        if fields.has("sampling") {
            let sample = sampling(&id, &mut fields, adjacency)?;
            (poisson, sizes) = (Some(sample.rate), sample.sizes);
            idealised.extend(sample.idealised);
        }
        let count = match (count, epochs) {
            (None, None) => BigInt::one(),
            (Some(count), None) => natural(&fields.at("count"), count)?,
            (None, Some(epochs)) => steps(&id, &fields.at("epochs"), epochs, sizes.as_ref())?,
            (Some(_), Some(_)) => return Err(RowError::Wrong(format!("{id}: count and epochs are given"))),
        };
        let mut mechanism = mechanism(&id, &kind, &mut fields)?;
        fields.finish()?;
        if !group.is_one() {
            mechanism = match poisson {
                None => of_group(mechanism, &group),
                Some(_) => None,
            }
            .ok_or_else(|| RowError::Unsupported(format!("{id}: there is no rule for this group")))?;
        }
        Ok(Row { id, count, step: Step { mechanism, poisson }, idealised })
    }
}

/// What a mechanism is for neighbours that differ in `size` records.
///
/// The noise moves so much further: the likelihood ratio of log-concave noise is monotone in the outcome, so that the
/// full distance is the worst. Under zCDP rho grows with the square (Bun & Steinke 2016, Proposition 1.9; the Gaussian
/// mechanism of the class reaches it). (eps, 0)-DP has the trade-off function `1 - (1-f)^(o size)` (Dong, Roth & Su,
/// Theorem 2.14), whose edges are those of discrete Laplace noise at that distance, a mechanism of the class.
fn of_group(mechanism: Mechanism, size: &BigInt) -> Option<Mechanism> {
    let factor = BigRational::from_integer(size.clone());
    if !size.is_positive() || bits_of(&factor) > 32 {
        return None;
    }
    let square = &factor * &factor;
    let is_zero = |x: &Expression| x.rational().is_some_and(BigRational::is_zero);
    let sensitivity = |least: u32| (BigInt::from(least) * size).to_u32().filter(|x| *x <= MAX_SENSITIVITY);
    Some(match mechanism {
        Mechanism::Gaussian { mu_squared } => {
            Mechanism::Gaussian { mu_squared: mu_squared.times(&Expression::Rational(square)) }
        }
        Mechanism::Laplace { eps } => Mechanism::Laplace { eps: eps * factor },
        Mechanism::Zcdp { rho } => Mechanism::Zcdp { rho: rho * square },
        Mechanism::DiscreteLaplace { eps, sensitivity: once } => {
            Mechanism::DiscreteLaplace { eps, sensitivity: sensitivity(once)? }
        }
        Mechanism::ThreePoint { eps, delta, alpha } if is_zero(&delta) && is_zero(&alpha) => {
            Mechanism::DiscreteLaplace { eps, sensitivity: sensitivity(1)? }
        }
        _ => return None,
    })
}

/// A Poisson sample.
struct Sample {
    /// The probability with which each record is drawn.
    rate: BigRational,
    /// Its expected size and the number of records, where the rate was given as their quotient.
    sizes: Option<(BigInt, BigInt)>,
    /// The sampler that was run instead.
    idealised: Option<Idealised>,
}

fn sampling(id: &str, fields: &mut Fields, adjacency: &str) -> Result<Sample, RowError> {
    let mut fields = fields.table("sampling")?;
    let method = fields.text("method")?;
    if method != "poisson" || adjacency != "add-remove" {
        let reason = format!("{id}: there is no rule for the sampler {method} with the adjacency {adjacency}");
        return Err(RowError::Unsupported(reason));
    }
    let idealised = Idealised::take(id, "sampler", &method, &mut fields)?;
    fields.also("batch", "size")?;
    fields.also("n", "population")?;
    let (rate, sizes) = if fields.has("rate") {
        (number(&mut fields, "rate")?, None)
    } else {
        let mut take = |key: &str| natural(&fields.at(key), fields.required(key)?);
        let (size, population) = (take("size")?, take("population")?);
        if population.is_zero() {
            return Err(RowError::Wrong(format!("{id}: the population is empty")));
        }
        let rate = BigRational::new(size.clone(), population.clone());
        (Expression::Rational(rate), Some((size, population)))
    };
    fields.finish()?;
    match rate.rational() {
        Some(rate) if is_probability(rate) && !rate.is_zero() => Ok(Sample { rate: rate.clone(), sizes, idealised }),
        Some(_) => Err(RowError::Unsupported(format!("{id}: there is no rule for this sampling rate"))),
        None => Err(RowError::Unsupported(format!("{id}: the sampling rate is not rational"))),
    }
}

/// The steps of a number of epochs: `ceil(epochs * ceil(records / batch))`, so that every begun batch is one.
fn steps(id: &str, place: &str, epochs: Json, sizes: Option<&(BigInt, BigInt)>) -> Result<BigInt, RowError> {
    let Some((batch, records)) = sizes else {
        return Err(RowError::Wrong(format!("{id}: the epochs have no batch and n")));
    };
    match value(place, epochs)?.rational() {
        Some(epochs) if !epochs.is_negative() => {
            let batches = BigRational::new(records.clone(), batch.clone()).ceil();
            Ok((epochs * batches).ceil().to_integer())
        }
        _ => Err(RowError::Wrong(format!("{id}: the epochs are not a rational number from 0 on"))),
    }
}

/// Reads a number: a text, or an integer.
fn number(fields: &mut Fields, key: &str) -> Result<Expression, RowError> {
    let place = fields.at(key);
    value(&place, fields.required(key)?)
}

fn value(place: &str, json: Json) -> Result<Expression, RowError> {
    match json {
        Json::Integer(x) => Ok(Expression::integer(x)),
        Json::Text(text) => expression::parse(&text).map_err(|reason| RowError::Wrong(format!("{place}: {reason}"))),
        _ => Err(RowError::Wrong(format!("{place} is not a number"))),
    }
}

fn values(fields: &mut Fields, key: &str) -> Result<Vec<Expression>, RowError> {
    let place = fields.at(key);
    fields.list(key)?.into_iter().map(|entry| value(&place, entry)).collect()
}

fn rational(id: &str, fields: &mut Fields, key: &str) -> Result<BigRational, RowError> {
    let x = number(fields, key)?;
    rational_value(id, key, &x)
}

fn rational_value(id: &str, key: &str, x: &Expression) -> Result<BigRational, RowError> {
    let missing = || RowError::Unsupported(format!("{id}: {key} is not rational"));
    x.rational().cloned().ok_or_else(missing)
}

fn natural(place: &str, json: Json) -> Result<BigInt, RowError> {
    let x = value(place, json)?;
    match x.rational() {
        Some(x) if x.is_integer() && !x.is_negative() => Ok(x.to_integer()),
        _ => Err(RowError::Wrong(format!("{place} is not a natural number"))),
    }
}

/// By how much neighbours move each count of integer noise, without those that do not move: by `sensitivity`
/// one count, by `shifts` several, and one count by 1 where neither is stated.
fn shifts(id: &str, fields: &mut Fields) -> Result<Vec<i64>, RowError> {
    let stated = match (fields.optional("sensitivity"), fields.has("shifts")) {
        (Some(_), true) => return Err(RowError::Wrong(format!("{id}: both sensitivity and shifts are given"))),
        (Some(sensitivity), false) => {
            let sensitivity = natural(&fields.at("sensitivity"), sensitivity)?;
            vec![Expression::Rational(BigRational::from_integer(sensitivity))]
        }
        (None, true) => values(fields, "shifts")?,
        (None, false) => vec![Expression::integer(1)],
    };
    let mut shifts = Vec::new();
    for shift in stated {
        let shift = shift.rational().filter(|shift| shift.is_integer());
        match shift.and_then(|shift| shift.to_integer().abs().to_i64()) {
            Some(0) => {}
            Some(shift) if shift <= 1 << 20 => shifts.push(shift),
            _ => return Err(RowError::Unsupported(format!("{id}: there is no rule for this shift"))),
        }
    }
    Ok(shifts)
}

/// Sensitivity / scale, of noise in the units of the data.
fn scaled(id: &str, fields: &mut Fields) -> Result<Expression, RowError> {
    let (scale, sensitivity) = (rational(id, fields, "scale")?, number(fields, "sensitivity")?);
    if !scale.is_positive() {
        return Err(RowError::Wrong(format!("{id}: scale is not above 0")));
    }
    match sensitivity.rational() {
        Some(sensitivity) if sensitivity.is_negative() => Err(RowError::Wrong(format!("{id}: sensitivity is below 0"))),
        _ => Ok(sensitivity.over(&Expression::Rational(scale))),
    }
}

fn mechanism(id: &str, kind: &str, fields: &mut Fields) -> Result<Mechanism, RowError> {
    let positive = |x: BigRational, key: &str| {
        if x.is_positive() { Ok(x) } else { Err(RowError::Wrong(format!("{id}: {key} is not above 0"))) }
    };
    let one = Expression::integer(1);
    let zero = Expression::integer(0);
    if kind == "gaussian" {
        fields.also("noise_multiplier", "sigma")?;
        fields.also("noise-multiplier", "sigma")?;
    }
    fields.also("epsilon", "eps")?;
    match kind {
        "approx-dp" => {
            let (eps, delta) = (number(fields, "eps")?, number(fields, "delta")?);
            Ok(Mechanism::ThreePoint { eps, delta, alpha: zero })
        }
        "approx-dp-tv" => {
            let (eps, delta) = (number(fields, "eps")?, number(fields, "delta")?);
            if fields.has("alpha") {
                return Ok(Mechanism::ThreePoint { eps, delta, alpha: number(fields, "alpha")? });
            }
            // eta = delta + (1-delta)(1-alpha)(E-1)/(E+1).
            let (eta, e) = (number(fields, "eta")?, eps.exp());
            if e.rational().is_some_and(|e| e.is_one()) || delta.rational().is_some_and(|delta| delta.is_one()) {
                return Err(RowError::Unsupported(format!(
                    "{id}: there is no rule for eta where eps = 0 or delta = 1"
                )));
            }
            let share = eta.minus(&delta).times(&e.plus(&one)).over(&one.minus(&delta).times(&e.minus(&one)));
            Ok(Mechanism::ThreePoint { eps, delta, alpha: one.minus(&share) })
        }
        "randomized-response" => {
            let eps = number(fields, "eps")?;
            let categories = match fields.optional("categories") {
                None => BigInt::from(2),
                Some(categories) => natural(&fields.at("categories"), categories)?,
            };
            if categories < BigInt::from(2) {
                return Err(RowError::Wrong(format!("{id}: there are at least two categories")));
            }
            // The truth with E/(E+m-1): two neighbours see loss 0 on the m-2 answers that are false for both.
            let more = |less: i64| Expression::Rational(BigRational::from_integer(&categories - less));
            let alpha = more(2).over(&eps.exp().plus(&more(1)));
            Ok(Mechanism::ThreePoint { eps, delta: zero, alpha })
        }
        "staircase" => {
            let (eps, gamma) = (number(fields, "eps")?, rational(id, fields, "gamma")?);
            if !is_probability(&gamma) {
                return Err(RowError::Wrong(format!("{id}: gamma is not in [0, 1]")));
            }
            // Loss 0 between the two truths, on a set of mass a (1-2 gamma)/E or a (2 gamma - 1), where
            // a = (E-1) / (2 (gamma E + 1 - gamma)).
            let (e, gamma_) = (eps.exp(), Expression::Rational(gamma.clone()));
            let height = e.minus(&one).over(&gamma_.times(&e).plus(&one.minus(&gamma_)).times(&Expression::integer(2)));
            let excess = gamma_.times(&Expression::integer(2)).minus(&one);
            let is_narrow = gamma * BigRational::from_integer(BigInt::from(2)) <= BigRational::one();
            let alpha = if is_narrow {
                height.times(&excess).times(&Expression::integer(-1)).over(&e)
            } else {
                height.times(&excess)
            };
            Ok(Mechanism::ThreePoint { eps, delta: zero, alpha })
        }
        "discrete-laplace" => {
            let eps = number(fields, "eps")?;
            match shifts(id, fields)?.as_slice() {
                [_, _, ..] => {
                    Err(RowError::Unsupported(format!("{id}: there is no rule for several shifts of this noise")))
                }
                shifts => match shifts.first().and_then(|shift| u32::try_from(*shift).ok()) {
                    Some(sensitivity) if sensitivity <= MAX_SENSITIVITY => {
                        Ok(Mechanism::DiscreteLaplace { eps, sensitivity })
                    }
                    _ => Err(RowError::Unsupported(format!("{id}: there is no rule for this sensitivity"))),
                },
            }
        }
        "finite-pair" => Ok(Mechanism::FinitePair { p: values(fields, "p")?, q: values(fields, "q")? }),
        "multi-dp" => {
            let place = fields.at("constraints");
            let mut constraints = Vec::new();
            let stated = fields.list("constraints")?;
            for constraint in stated.iter().take(MAX_CONSTRAINTS).cloned() {
                let mut fields = Fields::of(&place, constraint)?;
                fields.also("epsilon", "eps")?;
                let (eps, delta) = (number(&mut fields, "eps")?, rational(id, &mut fields, "delta")?);
                fields.finish()?;
                // As a number whose digits are counted: e^eps, or eps, of which one is rational.
                let ratio = eps.exp();
                let (least, digits) = match ratio.rational() {
                    Some(ratio) => (BigRational::one(), ratio.clone()),
                    None => (BigRational::zero(), rational_value(id, "e^eps, or eps,", &eps)?),
                };
                if digits < least || !is_probability(&delta) {
                    return Err(RowError::Wrong(format!("{id}: a constraint has eps >= 0 and delta in [0, 1]")));
                }
                if bits_of(&digits).max(bits_of(&delta)) > MAX_CONSTRAINT_BITS {
                    return Err(RowError::Unsupported(format!("{id}: there are too many digits in a constraint")));
                }
                constraints.push((eps, delta));
            }
            let is_rational = constraints.iter().all(|(eps, _)| eps.exp().rational().is_some());
            let most = if is_rational { MAX_CONSTRAINTS } else { MAX_IRRATIONAL_CONSTRAINTS };
            if stated.len() > most {
                return Err(RowError::Unsupported(format!("{id}: there are more than {most} constraints")));
            }
            Ok(Mechanism::Constraints(constraints))
        }
        "gaussian" | "gdp" => {
            let mu_squared = if kind == "gaussian" && fields.has("scale") {
                scaled(id, fields)?.square()
            } else if fields.has("sigma") {
                let sigma_squared = number(fields, "sigma")?.square();
                if sigma_squared.rational().is_some_and(|x| !x.is_positive()) {
                    return Err(RowError::Wrong(format!("{id}: sigma is 0")));
                }
                one.over(&sigma_squared)
            } else {
                number(fields, "mu")?.square()
            };
            Ok(Mechanism::Gaussian { mu_squared })
        }
        "discrete-gaussian" => {
            let sigma_squared = positive(rational(id, fields, "sigma_sq")?, "sigma_sq")?;
            Ok(Mechanism::DiscreteGaussian { sigma_squared, shifts: shifts(id, fields)? })
        }
        "laplace" if fields.has("scale") => {
            let eps = rational_value(id, "sensitivity / scale", &scaled(id, fields)?)?;
            Ok(Mechanism::Laplace { eps: positive(eps, "sensitivity / scale")? })
        }
        "laplace" => Ok(Mechanism::Laplace { eps: positive(rational(id, fields, "eps")?, "eps")? }),
        "zcdp" => {
            let rho = rational(id, fields, "rho")?;
            if rho.is_negative() {
                return Err(RowError::Wrong(format!("{id}: rho is below 0")));
            }
            Ok(Mechanism::Zcdp { rho })
        }
        _ => Err(RowError::Unsupported(format!("{id}: there is no rule for the mechanism {kind}"))),
    }
}
