//! A check at work: what it compares, and what it finds.

use super::number::Number;
use dpcert::exact::decimal::Decimal;
use dpcert::exact::literal;
use dpcert::exact::polynomial::Polynomial;
use dpcert::mechanism::DomainError;
use dpcert::tradeoff::AlgebraError;
use dpcert::{Content, Limits, Mechanism, Options, Query, Question, Real, Refusal, Sentence, ask};
use std::cmp::Ordering;
use std::fmt::{self, Display};

/// Which statement is checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reading {
    /// What the paper says.
    Printed,
    /// What is true instead.
    Corrected,
    /// Something slightly different that is false.
    Altered,
}

/// A counterexample.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Witness {
    /// The parameters: name and exact value.
    pub at: Vec<(&'static str, String)>,
    /// What would have to hold.
    pub claimed: String,
    /// What holds instead: the values of both sides.
    pub found: String,
}

impl Display for Witness {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.at.is_empty() {
            write!(f, "at {}: ", parameters(&self.at))?;
        }
        write!(f, "{}; but {} was claimed", self.found, self.claimed)
    }
}

fn parameters(at: &[(&'static str, String)]) -> String {
    at.iter().map(|(name, value)| format!("{name} = {value}")).collect::<Vec<_>>().join(", ")
}

/// A place where what is printed has no value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DegeneratePoint {
    /// The parameters: name and exact value.
    pub at: Vec<(&'static str, String)>,
    /// Why there is no value.
    pub found: String,
}

impl Display for DegeneratePoint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "at {}: {}", parameters(&self.at), self.found)
    }
}

/// Why a check ends before its end.
#[derive(Clone, Debug, thiserror::Error)]
pub enum CheckError {
    /// There is a counterexample.
    #[error("{0}")]
    Refuted(Box<Witness>),
    /// Two numbers could not be told apart.
    #[error("not decided: {0}")]
    Undecided(String),
    /// A question was turned down.
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// An operation on trade-off functions failed.
    #[error(transparent)]
    Algebra(#[from] AlgebraError),
    /// A parameter is outside its domain.
    #[error(transparent)]
    Domain(#[from] DomainError),
    /// The check itself is wrong.
    #[error("the check is wrong: {0}")]
    Wrong(String),
}

impl CheckError {
    /// What [`Display`] says, in which limits can be called by other names.
    pub fn sentence(&self) -> Sentence {
        match self {
            CheckError::Refused(refusal) => refusal.sentence(),
            other => other.to_string().into(),
        }
    }
}

impl From<literal::LiteralError> for CheckError {
    fn from(error: literal::LiteralError) -> CheckError {
        CheckError::Wrong(error.to_string())
    }
}

/// A check: it stops at the first counterexample to the [reading](Reading) it is given.
pub type Run = fn(&mut Trial) -> Result<(), CheckError>;

/// A check at work.
#[derive(Debug)]
pub struct Trial {
    reading: Reading,
    cases: u64,
    at: Vec<(&'static str, String)>,
    degenerate_point: Option<DegeneratePoint>,
    limits: Limits,
}

impl Trial {
    /// The check of one reading of a statement. What is asked of the library, and the precision of
    /// comparisons, stays within the limits.
    pub fn new(reading: Reading, limits: &Limits) -> Trial {
        Trial { reading, cases: 0, at: Vec::new(), degenerate_point: None, limits: *limits }
    }

    /// The reading.
    pub fn reading(&self) -> Reading {
        self.reading
    }

    /// How many comparisons were passed.
    pub fn cases(&self) -> u64 {
        self.cases
    }

    /// The first place where what is printed has no value.
    pub fn degenerate_point(&self) -> Option<&DegeneratePoint> {
        self.degenerate_point.as_ref()
    }

    /// Has what is printed a value here, which is to say `defined`? Where it has none, the check
    /// goes on with what is said of that edge of the domain.
    pub fn has_value(&mut self, defined: bool, found: impl FnOnce() -> String) -> bool {
        if !defined && self.degenerate_point.is_none() {
            self.degenerate_point = Some(DegeneratePoint { at: self.at.clone(), found: found() });
        }
        defined
    }

    /// The same for a quotient: is its denominator another number than 0?
    pub fn divides(&mut self, name: &str, denominator: &Real) -> bool {
        self.has_value(!denominator.is_zero(), || format!("{name} = 0"))
    }

    /// What the paper says, or in its place something false; for statements that need no
    /// correction.
    pub fn either<T>(&self, printed: T, altered: T) -> T {
        match self.reading {
            Reading::Printed | Reading::Corrected => printed,
            Reading::Altered => altered,
        }
    }

    /// What the paper says, what is true instead, or something false.
    pub fn choose<T>(&self, printed: T, corrected: T, altered: T) -> T {
        match self.reading {
            Reading::Printed => printed,
            Reading::Corrected => corrected,
            Reading::Altered => altered,
        }
    }

    /// Notes a parameter of the cases to come.
    pub fn at(&mut self, name: &'static str, value: impl Display) {
        let value = value.to_string();
        match self.at.iter_mut().find(|(other, _)| *other == name) {
            Some((_, old)) => *old = value,
            None => self.at.push((name, value)),
        }
    }

    /// Forgets the parameters that were noted.
    pub fn clear_parameters(&mut self) {
        self.at.clear();
    }

    /// The order of two numbers that are part of no statement, if it can be decided.
    pub fn order(&self, left: impl Into<Number>, right: impl Into<Number>) -> Option<Ordering> {
        left.into().compare(&right.into(), self.limits.precision)
    }

    fn compare<const N: usize>(
        &mut self,
        left: (&str, impl Into<Number>),
        relation: &'static str,
        right: (&str, impl Into<Number>),
        good: [Ordering; N],
    ) -> Result<(), CheckError> {
        let (x, y) = (left.1.into(), right.1.into());
        match x.compare(&y, self.limits.precision) {
            Some(order) if good.contains(&order) => {
                self.cases += 1;
                Ok(())
            }
            Some(_) => {
                Err(self
                    .refuted(claim(left.0, relation, right.0), values((left.0, &x), (right.0, &y))))
            }
            None => {
                let values = values((left.0, &x), (right.0, &y));
                let claim = claim(left.0, relation, right.0);
                Err(CheckError::Undecided(format!(
                    "{claim}, where {values}, at {}",
                    parameters(&self.at)
                )))
            }
        }
    }

    fn refuted(&self, claimed: String, found: String) -> CheckError {
        CheckError::Refuted(Box::new(Witness { at: self.at.clone(), claimed, found }))
    }

    /// Two named numbers are equal.
    ///
    /// # Errors
    /// A counterexample, or that it cannot be decided; so for all comparisons.
    pub fn equal(
        &mut self,
        left: (&str, impl Into<Number>),
        right: (&str, impl Into<Number>),
    ) -> Result<(), CheckError> {
        self.compare(left, "=", right, [Ordering::Equal])
    }

    /// The first of two named numbers is at most the second.
    ///
    /// # Errors
    /// See [`Trial::equal`].
    pub fn at_most(
        &mut self,
        left: (&str, impl Into<Number>),
        right: (&str, impl Into<Number>),
    ) -> Result<(), CheckError> {
        self.compare(left, "<=", right, [Ordering::Less, Ordering::Equal])
    }

    /// The first of two named numbers is less than the second.
    ///
    /// # Errors
    /// See [`Trial::equal`].
    pub fn less(
        &mut self,
        left: (&str, impl Into<Number>),
        right: (&str, impl Into<Number>),
    ) -> Result<(), CheckError> {
        self.compare(left, "<", right, [Ordering::Less])
    }

    /// Two named numbers that are not both elementary agree to 60 decimals, which is as far as it
    /// is looked at.
    ///
    /// # Errors
    /// See [`Trial::equal`].
    pub fn agree(
        &mut self,
        left: (&str, impl Into<Number>),
        right: (&str, impl Into<Number>),
    ) -> Result<(), CheckError> {
        let (x, y) = (left.1.into(), right.1.into());
        match x.agrees(&y, self.limits.precision) {
            Some(true) => {
                self.cases += 1;
                Ok(())
            }
            Some(false) => {
                Err(self.refuted(claim(left.0, "=", right.0), values((left.0, &x), (right.0, &y))))
            }
            None => Err(CheckError::Undecided(values((left.0, &x), (right.0, &y)))),
        }
    }

    /// A number is in the enclosure that is an answer of the library; how narrow that is is up to
    /// the question.
    ///
    /// # Errors
    /// See [`Trial::equal`].
    pub fn encloses(
        &mut self,
        answer: (&str, &Number),
        value: (&str, impl Into<Number>),
    ) -> Result<(), CheckError> {
        let Number::Between(low, high) = answer.1 else {
            return self.equal(answer, value);
        };
        let x = value.1.into();
        let most = self.limits.precision;
        match (x.compare(&low.into(), most), x.compare(&high.into(), most)) {
            (Some(Ordering::Less), _) | (_, Some(Ordering::Greater)) => Err(self.refuted(
                claim(answer.0, "=", value.0),
                values((answer.0, answer.1), (value.0, &x)),
            )),
            (Some(_), Some(_)) => {
                self.cases += 1;
                Ok(())
            }
            _ => Err(CheckError::Undecided(values((answer.0, answer.1), (value.0, &x)))),
        }
    }

    /// A number rounds to what is printed, a decimal, in its last digit.
    ///
    /// # Errors
    /// See [`Trial::equal`].
    pub fn rounds_to(
        &mut self,
        name: &str,
        value: impl Into<Number>,
        printed: &str,
    ) -> Result<(), CheckError> {
        let centre = literal::parse(printed)?;
        let digits = printed.split_once('.').map_or(0, |(_, digits)| digits.len());
        let places = i64::try_from(digits).map_err(|error| CheckError::Wrong(error.to_string()))?;
        let half = Real::from(10i64).pow(-places) / 2;
        let value = value.into();
        let is_in = |end: Real, good: Ordering| {
            value
                .compare(&Number::from(&end), self.limits.precision)
                .map(|order| order == good || order == Ordering::Equal)
        };
        match (is_in(&centre - &half, Ordering::Greater), is_in(&centre + &half, Ordering::Less)) {
            (Some(true), Some(true)) => {
                self.cases += 1;
                Ok(())
            }
            (Some(false), _) | (_, Some(false)) => {
                Err(self
                    .refuted(format!("{name} = {printed}, rounded"), format!("{name} = {value}")))
            }
            _ => Err(CheckError::Undecided(format!("{name} = {value} against {printed}"))),
        }
    }

    /// Something holds: `claimed` says what, `found` what is the case.
    ///
    /// # Errors
    /// A counterexample if it does not hold.
    pub fn holds(
        &mut self,
        holds: bool,
        claimed: &str,
        found: impl FnOnce() -> String,
    ) -> Result<(), CheckError> {
        if !holds {
            return Err(self.refuted(claimed.to_owned(), found()));
        }
        self.cases += 1;
        Ok(())
    }

    /// Two polynomials are the same.
    ///
    /// # Errors
    /// See [`Trial::equal`]; the witness is their difference.
    pub fn identical(
        &mut self,
        what: &str,
        left: &Polynomial,
        right: &Polynomial,
    ) -> Result<(), CheckError> {
        let difference = left - right;
        self.holds(difference.is_zero(), what, || {
            format!("the difference of both sides is {difference}")
        })
    }

    /// A polynomial is not negative wherever its indeterminates are not: its coefficients are not.
    ///
    /// # Errors
    /// A negative coefficient *and* a point at which the polynomial is negative; without such a
    /// point nothing is decided.
    pub fn never_negative(
        &mut self,
        what: &str,
        polynomial: &Polynomial,
    ) -> Result<(), CheckError> {
        if polynomial.terms().all(|(_, coefficient)| *coefficient >= 0) {
            self.cases += 1;
            return Ok(());
        }
        for at in super::family::octant() {
            let value = polynomial.evaluate(&at);
            if value < 0 {
                let [x, alpha, delta] = &at;
                self.at("(x, alpha, delta)", format_args!("({x}, {alpha}, {delta})"));
                return self.at_most(("0", &Real::zero()), (what, &Real::from(value)));
            }
        }
        Err(CheckError::Undecided(format!(
            "{what} has negative coefficients and no negative value was found"
        )))
    }

    /// The answer of the library to a question with one number as its answer.
    ///
    /// # Errors
    /// The question is turned down, or has another kind of answer.
    pub fn ask(&self, mechanism: &Mechanism, query: &Query) -> Result<Number, CheckError> {
        self.ask_within(mechanism, query, 20)
    }

    /// The same, where a composition on a grid of losses may leave its bounds a relative
    /// `2^-gap_bits` apart.
    ///
    /// # Errors
    /// See [`Trial::ask`].
    pub fn ask_within(
        &self,
        mechanism: &Mechanism,
        query: &Query,
        gap_bits: u64,
    ) -> Result<Number, CheckError> {
        let options = Options { digits: 30, gap_bits, limits: self.limits, ..Options::default() };
        let Content::Number(bounds) = ask(&Question::of(mechanism, query), &options)?.content
        else {
            return Err(CheckError::Wrong("the answer is not a number".to_owned()));
        };
        if let Some(exact) = bounds.exact() {
            return Ok(Number::from(exact.to_real()));
        }
        if bounds.is_infinite() {
            return Ok(Number::infinite());
        }
        // The decimals, with which witnesses are written.
        let end = |end: Decimal| {
            end.to_rational()
                .ok_or_else(|| CheckError::Wrong(format!("{end} is beyond the literals")))
        };
        Ok(Number::Between(end(bounds.printed_lower())?, end(bounds.printed_upper())?))
    }
}

fn claim(left: &str, relation: &str, right: &str) -> String {
    format!("{left} {relation} {right}")
}

fn values(left: (&str, &Number), right: (&str, &Number)) -> String {
    // A side that is named by its value needs no second mention.
    let one = |(name, value): (&str, &Number)| {
        let value = value.to_string();
        if name == value { None } else { Some(format!("{name} = {value}")) }
    };
    [one(left), one(right)].into_iter().flatten().collect::<Vec<_>>().join(", ")
}
