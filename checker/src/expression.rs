//! The literals of a ledger: exact numbers, and expressions over them.
//!
//! ```text
//! expression = term { ("+" | "-") term }
//! term       = unary { ("*" | "/") unary }
//! unary      = { "+" | "-" } power
//! power      = atom [ "^" integer ]
//! atom       = number | "(" expression ")" | ("exp" | "ln" | "sqrt") "(" expression ")"
//! number     = integer | decimal | decimal "e" integer | C99 hexadecimal float
//! ```

use crate::fixed::{Interval, Scale};
use crate::number::{MAX_LENGTH, bits_of, shorten};
use crate::work::{Work, product};
use num_bigint::BigInt;
use num_integer::Integer;
use num_rational::BigRational;
use num_traits::{One, Pow, Signed, ToPrimitive, Zero};
use std::collections::BTreeMap;
use std::fmt;

/// The deepest nesting.
const MAX_DEPTH: u32 = 100;
/// The largest exponent in a literal, decimal or binary.
const MAX_EXPONENT: i64 = 100_000;
/// Larger powers are not taken.
const MAX_POWER: i64 = 100_000;
/// Rationals with more bits are not taken.
const MAX_BITS: u64 = 1 << 19;
/// Literals with more operations are not taken.
const MAX_PARTS: u64 = 256;
/// Literals that need more work are not taken; in units of about a nanosecond.
const MAX_WORK: u64 = 1 << 33;

/// An exact number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Expression {
    /// A rational number.
    Rational(BigRational),
    /// A sum.
    Sum(Box<Expression>, Box<Expression>),
    /// A product.
    Product(Box<Expression>, Box<Expression>),
    /// 1 over a number.
    Inverse(Box<Expression>),
    /// e to a number.
    Exp(Box<Expression>),
    /// The natural logarithm.
    Ln(Box<Expression>),
    /// The square root.
    Sqrt(Box<Expression>),
}

impl Expression {
    /// An integer.
    pub fn integer(x: i64) -> Expression {
        Expression::Rational(BigRational::from_integer(BigInt::from(x)))
    }

    /// The value, where the form is a rational number.
    pub fn rational(&self) -> Option<&BigRational> {
        match self {
            Expression::Rational(x) => Some(x),
            _ => None,
        }
    }

    /// The sum.
    pub fn plus(&self, other: &Expression) -> Expression {
        match (self, other) {
            (Expression::Rational(x), Expression::Rational(y)) => Expression::Rational(x + y),
            (x, y) => Expression::Sum(Box::new(x.clone()), Box::new(y.clone())),
        }
    }

    /// The difference.
    pub fn minus(&self, other: &Expression) -> Expression {
        self.plus(&other.times(&Expression::integer(-1)))
    }

    /// The product.
    pub fn times(&self, other: &Expression) -> Expression {
        match (self, other) {
            (Expression::Rational(x), Expression::Rational(y)) => Expression::Rational(x * y),
            (Expression::Rational(x), y) | (y, Expression::Rational(x)) if x.is_one() => y.clone(),
            (x, y) => Expression::Product(Box::new(x.clone()), Box::new(y.clone())),
        }
    }

    /// The quotient; by 0 only where that is not visible.
    pub fn over(&self, other: &Expression) -> Expression {
        match other {
            Expression::Rational(y) if !y.is_zero() => self.times(&Expression::Rational(y.recip())),
            y => self.times(&Expression::Inverse(Box::new(y.clone()))),
        }
    }

    /// e to this number: rational where the number is the logarithm of a rational one.
    pub fn exp(&self) -> Expression {
        let power = LogLinear::of(self).exp();
        power.map_or_else(|| Expression::Exp(Box::new(self.clone())), Expression::Rational)
    }

    /// The square root: rational where that is so.
    pub fn sqrt(&self) -> Expression {
        let root = self.rational().and_then(|x| root(x, 2));
        root.map_or_else(|| Expression::Sqrt(Box::new(self.clone())), Expression::Rational)
    }

    /// The square, rational where the form shows it.
    pub fn square(&self) -> Expression {
        match self {
            Expression::Sqrt(x) => x.as_ref().clone(),
            Expression::Product(x, y) => x.square().times(&y.square()),
            Expression::Inverse(x) => Expression::integer(1).over(&x.square()),
            x => x.times(x),
        }
    }

    /// How many numbers and functions it is made of.
    pub fn parts(&self) -> u64 {
        match self {
            Expression::Rational(_) => 1,
            Expression::Sum(x, y) | Expression::Product(x, y) => x.parts().saturating_add(y.parts()),
            Expression::Inverse(x) | Expression::Exp(x) | Expression::Ln(x) | Expression::Sqrt(x) => x.parts() + 1,
        }
    }

    /// An enclosure; `None` where a divisor, a logarithm or a root is not certainly in its domain.
    pub fn enclose(&self, scale: &Scale) -> Option<Interval> {
        match self {
            Expression::Rational(x) => Some(scale.rational(x)),
            Expression::Sum(x, y) => Some(x.enclose(scale)?.add(&y.enclose(scale)?)),
            Expression::Product(x, y) => Some(scale.mul(&x.enclose(scale)?, &y.enclose(scale)?)),
            Expression::Inverse(x) => scale.div(&scale.integer(1), &x.enclose(scale)?),
            Expression::Exp(x) => scale.exp(&x.enclose(scale)?),
            Expression::Ln(x) => scale.ln(&x.enclose(scale)?),
            Expression::Sqrt(x) => {
                let x = x.enclose(scale)?;
                (!x.lo.is_negative()).then(|| scale.sqrt(&x))
            }
        }
    }
}

/// The root of a rational number >= 0, where it is rational.
fn root(x: &BigRational, degree: u32) -> Option<BigRational> {
    if x.is_negative() {
        return None;
    }
    let exact = |n: &BigInt| {
        let root = n.nth_root(degree);
        (Pow::pow(&root, degree) == *n).then_some(root)
    };
    Some(BigRational::new(exact(x.numer())?, exact(x.denom())?))
}

/// A text that is read as the same expression.
impl fmt::Display for Expression {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Expression::Rational(x) => write!(formatter, "({x})"),
            Expression::Sum(x, y) => write!(formatter, "({x} + {y})"),
            Expression::Product(x, y) => write!(formatter, "({x}*{y})"),
            Expression::Inverse(x) => write!(formatter, "(1/{x})"),
            Expression::Exp(x) => write!(formatter, "exp({x})"),
            Expression::Ln(x) => write!(formatter, "ln({x})"),
            Expression::Sqrt(x) => write!(formatter, "sqrt({x})"),
        }
    }
}

/// `a + sum c_i ln(r_i) + sum d_i x_i` with rational a, c_i, d_i and r_i > 0, and any other numbers x_i, of which
/// nothing is known but that each is itself.
#[derive(Clone, Debug)]
pub struct LogLinear {
    constant: BigRational,
    logarithms: BTreeMap<BigRational, BigRational>,
    others: Vec<(Expression, BigRational)>,
}

impl LogLinear {
    /// The form of a number.
    pub fn of(x: &Expression) -> LogLinear {
        let zero = LogLinear { constant: BigRational::zero(), logarithms: BTreeMap::new(), others: Vec::new() };
        let other = || LogLinear { others: vec![(x.clone(), BigRational::one())], ..zero.clone() };
        match x {
            Expression::Rational(x) => LogLinear { constant: x.clone(), ..zero },
            Expression::Sum(x, y) => LogLinear::of(x).plus(&LogLinear::of(y)),
            Expression::Product(x, y) => match (x.rational(), y.rational()) {
                (Some(factor), _) => LogLinear::of(y).times(factor),
                (_, Some(factor)) => LogLinear::of(x).times(factor),
                _ => other(),
            },
            Expression::Ln(r) => match r.rational().filter(|r| r.is_positive()) {
                Some(r) => LogLinear { logarithms: BTreeMap::from([(r.clone(), BigRational::one())]), ..zero },
                None => other(),
            },
            _ => other(),
        }
    }

    fn plus(mut self, other: &LogLinear) -> LogLinear {
        self.constant += &other.constant;
        for (r, c) in &other.logarithms {
            *self.logarithms.entry(r.clone()).or_insert_with(BigRational::zero) += c;
        }
        for (x, c) in &other.others {
            match self.others.iter_mut().find(|(known, _)| known == x) {
                Some((_, sum)) => *sum += c,
                None => self.others.push((x.clone(), c.clone())),
            }
        }
        self
    }

    /// The multiple.
    pub fn times(&self, factor: &BigRational) -> LogLinear {
        let logarithms = self.logarithms.iter().map(|(r, c)| (r.clone(), c * factor)).collect();
        let others = self.others.iter().map(|(x, c)| (x.clone(), c * factor)).collect();
        LogLinear { constant: &self.constant * factor, logarithms, others }
    }

    /// A literal for it.
    pub fn literal(&self) -> String {
        let mut terms = Vec::new();
        if !self.constant.is_zero() || (self.logarithms.is_empty() && self.others.is_empty()) {
            terms.push(self.constant.to_string());
        }
        terms.extend(self.logarithms.iter().map(|(r, c)| format!("({c})*ln({r})")));
        terms.extend(self.others.iter().map(|(x, c)| format!("({c})*{x}")));
        terms.join(" + ")
    }

    /// Are both known to be the same number? Exact, but for the other numbers: e^a is irrational for rational a != 0, so that constants are equal, and
    /// the logarithms are compared as powers of their arguments.
    pub fn equals(&self, other: &LogLinear) -> bool {
        let mut difference = self.clone().plus(&other.times(&-BigRational::one()));
        difference.others.retain(|(_, c)| !c.is_zero());
        difference.exp().is_some_and(|x| x.is_one())
    }

    /// e to this number, where that is rational and not too large. What cancels may be defined nowhere, so that there is
    /// none where other numbers occur.
    pub fn exp(&self) -> Option<BigRational> {
        if !self.constant.is_zero() || !self.others.is_empty() {
            return None;
        }
        let degree = self.logarithms.values().fold(BigInt::one(), |lcm, c| lcm.lcm(c.denom()));
        let degree = degree.to_u32()?;
        // A root takes powers of its degree again and again.
        let limit = MAX_BITS / u64::from(degree);
        let (mut result, work) = (BigRational::one(), Work::of(MAX_WORK));
        for (r, c) in &self.logarithms {
            let power = (c * BigRational::from_integer(BigInt::from(degree))).to_integer().to_i64()?;
            result *= integer_power(r, power, limit)?;
            work.spend(work_of(&result)).ok()?;
            if bits_of(&result) > limit {
                return None;
            }
        }
        if degree == 1 { Some(result) } else { root(&result, degree) }
    }
}

/// The work of bringing a fraction to lowest terms.
fn work_of(x: &BigRational) -> u64 {
    product(&[bits_of(x), bits_of(x)]) / 64
}

/// A power; `None` for one that may have more bits, or of 0 with a negative exponent.
fn integer_power(x: &BigRational, exponent: i64, most_bits: u64) -> Option<BigRational> {
    if exponent.checked_abs()? > MAX_POWER || bits_of(x).checked_mul(exponent.unsigned_abs())? > most_bits {
        return None;
    }
    if x.is_zero() && exponent < 0 {
        return None;
    }
    Some(Pow::pow(x, i32::try_from(exponent).ok()?))
}

/// Reads an expression.
///
/// # Errors
/// The reason, for any text outside the grammar.
pub fn parse(text: &str) -> Result<Expression, String> {
    if text.len() > MAX_LENGTH {
        return Err(format!("{} has more than {MAX_LENGTH} characters", shorten(text)));
    }
    let mut reader = Reader { rest: text, depth: 0, work: Work::of(MAX_WORK) };
    let value = reader.sum().map_err(|reason| format!("{}: {reason}", shorten(text)))?;
    reader.skip();
    if reader.rest.is_empty() {
        Ok(value)
    } else {
        Err(format!("{}: {} is not expected", shorten(text), shorten(reader.rest)))
    }
}

struct Reader<'a> {
    rest: &'a str,
    depth: u32,
    work: Work,
}

impl<'a> Reader<'a> {
    /// A value that is not too large, nor too much after those before it.
    fn small(&self, value: Expression) -> Result<Expression, String> {
        match &value {
            Expression::Rational(x) if bits_of(x) > MAX_BITS => return Err("the number is too large".to_owned()),
            Expression::Rational(x) => {
                self.work.spend(work_of(x)).map_err(|_| "the expression takes too much work".to_owned())?;
            }
            value if value.parts() > MAX_PARTS => return Err("the expression is too long".to_owned()),
            _ => {}
        }
        Ok(value)
    }

    fn skip(&mut self) {
        self.rest = self.rest.trim_start_matches([' ', '\t', '\n', '\r']);
    }

    fn take(&mut self, token: &str) -> bool {
        self.skip();
        match self.rest.strip_prefix(token) {
            Some(rest) => {
                self.rest = rest;
                true
            }
            None => false,
        }
    }

    fn sum(&mut self) -> Result<Expression, String> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return Err("the nesting is too deep".to_owned());
        }
        let mut value = self.term()?;
        loop {
            if self.take("+") {
                let term = self.term()?;
                value = self.small(value.plus(&term))?;
            } else if self.take("-") {
                let term = self.term()?;
                value = self.small(value.minus(&term))?;
            } else {
                self.depth -= 1;
                return Ok(value);
            }
        }
    }

    fn term(&mut self) -> Result<Expression, String> {
        let mut value = self.unary()?;
        loop {
            if self.take("*") {
                let factor = self.unary()?;
                value = self.small(value.times(&factor))?;
            } else if self.take("/") {
                let divisor = self.unary()?;
                if divisor.rational().is_some_and(BigRational::is_zero) {
                    return Err("a division by 0".to_owned());
                }
                value = self.small(value.over(&divisor))?;
            } else {
                return Ok(value);
            }
        }
    }

    fn unary(&mut self) -> Result<Expression, String> {
        let mut is_negative = false;
        loop {
            if self.take("-") {
                is_negative = !is_negative;
            } else if !self.take("+") {
                break;
            }
        }
        let value = self.power()?;
        Ok(if is_negative { value.times(&Expression::integer(-1)) } else { value })
    }

    fn power(&mut self) -> Result<Expression, String> {
        let base = self.atom()?;
        if !self.take("^") {
            return Ok(base);
        }
        self.skip();
        let (sign, digits) = match self.rest.strip_prefix('-') {
            Some(rest) => (-1, rest),
            None => (1, self.rest),
        };
        self.rest = digits;
        let exponent = self.digits().parse::<i64>().map_err(|_| "an exponent is an integer".to_owned())? * sign;
        let power = base.rational().and_then(|base| integer_power(base, exponent, MAX_BITS));
        if let Some(power) = power {
            return self.small(Expression::Rational(power));
        }
        let is_large = exponent.unsigned_abs() > 64 || base.parts().saturating_mul(exponent.unsigned_abs()) > MAX_PARTS;
        if base.rational().is_some() || is_large {
            return Err(format!("the power {exponent} is not taken"));
        }
        let positive = (0..exponent.unsigned_abs()).fold(Expression::integer(1), |product, _| product.times(&base));
        Ok(if exponent < 0 { Expression::integer(1).over(&positive) } else { positive })
    }

    fn digits(&mut self) -> &'a str {
        let end = self.rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(self.rest.len());
        let (digits, rest) = self.rest.split_at(end);
        self.rest = rest;
        digits
    }

    fn atom(&mut self) -> Result<Expression, String> {
        for (name, function) in FUNCTIONS {
            if self.take(name) {
                if !self.take("(") {
                    return Err(format!("{name} needs a parenthesis"));
                }
                let argument = self.sum()?;
                return if self.take(")") { function(argument) } else { Err("a parenthesis is open".to_owned()) };
            }
        }
        if self.take("(") {
            let value = self.sum()?;
            return if self.take(")") { Ok(value) } else { Err("a parenthesis is open".to_owned()) };
        }
        self.skip();
        if self.rest.starts_with("0x") || self.rest.starts_with("0X") {
            self.rest = self.rest.get(2..).unwrap_or_default();
            return self.number(16, 'p');
        }
        self.number(10, 'e')
    }

    /// Digits, a point, digits, and an exponent of 10, or of 2 for hexadecimal digits.
    fn number(&mut self, radix: u32, mark: char) -> Result<Expression, String> {
        let rest = self.rest;
        let length = rest.find(|c: char| !c.is_digit(radix)).unwrap_or(rest.len());
        let (whole, rest) = rest.split_at(length);
        let (fraction, rest) = match rest.strip_prefix('.') {
            Some(rest) => rest.split_at(rest.find(|c: char| !c.is_digit(radix)).unwrap_or(rest.len())),
            None => ("", rest),
        };
        if whole.is_empty() && fraction.is_empty() {
            return Err(format!("{} is not a number", shorten(self.rest)));
        }
        self.rest = rest;
        let mut exponent = 0;
        if self.rest.starts_with([mark, mark.to_ascii_uppercase()]) {
            self.rest = self.rest.get(1..).unwrap_or_default();
            let sign = if self.rest.starts_with('-') { -1 } else { 1 };
            self.rest = self.rest.strip_prefix(['+', '-']).unwrap_or(self.rest);
            exponent = self.digits().parse::<i64>().map_err(|_| "an exponent is an integer".to_owned())? * sign;
        } else if radix == 16 {
            return Err("a hexadecimal float has an exponent".to_owned());
        }
        if exponent.unsigned_abs() > MAX_EXPONENT.unsigned_abs() {
            return Err(format!("the exponent {exponent} is too large"));
        }
        let digits = format!("{whole}{fraction}");
        let mantissa = BigInt::parse_bytes(digits.as_bytes(), radix).ok_or("not a number")?;
        let places = i64::try_from(fraction.len()).map_err(|_| "the number is too long")?;
        let (base, exponent) = if radix == 10 { (10, exponent - places) } else { (2, exponent - 4 * places) };
        let unit = Pow::pow(BigInt::from(base), exponent.unsigned_abs());
        let (numerator, denominator) = if exponent < 0 { (mantissa, unit) } else { (mantissa * unit, BigInt::one()) };
        self.small(Expression::Rational(BigRational::new(numerator, denominator)))
    }
}

/// A function of the literals.
type Function = fn(Expression) -> Result<Expression, String>;

const FUNCTIONS: [(&str, Function); 3] = [
    ("exp", |x| Ok(x.exp())),
    ("ln", |x| match x.rational() {
        Some(x) if !x.is_positive() => Err("a logarithm of a number that is not above 0".to_owned()),
        Some(x) if x.is_one() => Ok(Expression::integer(0)),
        _ => Ok(Expression::Ln(Box::new(x))),
    }),
    ("sqrt", |x| match x.rational() {
        Some(x) if x.is_negative() => Err("a square root of a negative number".to_owned()),
        _ => Ok(x.sqrt()),
    }),
];
