//! The literals of a ledger and of a claim: their notation, and the proof that each is a real
//! number.
//!
//! ```text
//! expression = term { ("+" | "-") term }
//! term       = unary { ("*" | "/") unary }
//! unary      = { "+" | "-" } power
//! power      = atom [ "^" [ "+" | "-" ] atom ], which has to be an integer
//! atom       = number | "(" expression ")" | ("exp" | "ln" | "sqrt") "(" expression ")"
//! number     = integer | decimal | decimal "e" integer | C99 hexadecimal float, also without its exponent
//! ```
//!
//! Every literal that is read is a real number. Before anything is simplified, each divisor is
//! known not to be 0, each root not to be one of a negative number, and each logarithm to be one of
//! a positive number. An undecided literal is not read.

use crate::expression::Expression;
use crate::fault::{Fault, Malformed, Unsupported};
use crate::json::Json;
use crate::log_linear::{MAX_BITS, integer_power};
use crate::number::{MAX_LENGTH, bits_of, shorten};
use crate::rational::BigRational;
use crate::work::{Work, product};
use num_bigint::BigInt;
use num_traits::{One, Pow, ToPrimitive};
use std::cmp::Ordering;

/// The deepest nesting.
const MAX_DEPTH: u32 = 100;
/// The largest exponent in a literal, decimal or binary.
const MAX_EXPONENT: i64 = 100_000;
/// The most operations of a literal.
const MAX_PARTS: u64 = 256;
/// The most work for a literal, in units of about a nanosecond.
const MAX_WORK: u64 = 1 << 33;

/// Reads a number of a table: a text, or an integer.
///
/// # Errors
/// See [`parse`]; also for any other value.
pub fn read(place: &str, value: &Json, work: &Work) -> Result<Expression, Fault> {
    match value {
        Json::Integer(x) => Ok(Expression::integer(*x)),
        Json::Text(text) => parse(text, work).map_err(|fault| fault.at(place)),
        _ => Err(Malformed::wrong_type(place, "a number: a number is a text").into()),
    }
}

/// Reads an expression.
///
/// # Errors
/// The reason: malformed, for a text outside the grammar and for one that is not a real number;
/// unsupported, where it is too large, or not known to be a real number.
pub fn parse(text: &str, work: &Work) -> Result<Expression, Fault> {
    if text.len() > MAX_LENGTH {
        let most = u64::try_from(MAX_LENGTH).unwrap_or(u64::MAX);
        return Err(Unsupported::too_long(shorten(text), most, "characters").into());
    }
    // The work of reading the digits, and of the copies of them.
    let length = u64::try_from(text.len()).unwrap_or(u64::MAX);
    work.spend(length.saturating_mul(length) / 64 + 1024)?;
    let mut reader = Reader { rest: text, depth: 0, own: Work::of(MAX_WORK), work };
    let value = reader.sum().map_err(|fault| fault.at(&shorten(text)))?;
    reader.skip();
    if reader.rest.is_empty() {
        Ok(value)
    } else {
        Err(syntax(format!("{} is not expected", shorten(reader.rest))).at(&shorten(text)))
    }
}

struct Reader<'a> {
    rest: &'a str,
    depth: u32,
    /// The work that this literal may use, and the work that is left for all.
    own: Work,
    work: &'a Work,
}

impl<'a> Reader<'a> {
    /// Returns a value that is not too large, nor too much together with those before it.
    fn small(&self, value: Expression) -> Result<Expression, Fault> {
        match &value {
            Expression::Rational(x) if bits_of(x) > MAX_BITS => {
                return Err(Unsupported::too_long("the number", MAX_BITS, "bits").into());
            }
            value if value.parts() > MAX_PARTS => {
                return Err(Unsupported::too_long("the expression", MAX_PARTS, "parts").into());
            }
            _ => {}
        }
        Ok(value)
    }

    /// Charges a sum or a product of two numbers, which is reduced to lowest terms if both are
    /// rational.
    fn combine(&self, x: &Expression, y: &Expression) -> Result<(), Fault> {
        match (x.rational(), y.rational()) {
            (Some(x), Some(y)) => self.reduce(bits_of(x) + bits_of(y)),
            _ => self.spend(product(&[x.parts() + y.parts(), 1 << 8])),
        }
    }

    /// Charges the reduction of a fraction of this many bits to lowest terms.
    fn reduce(&self, bits: u64) -> Result<(), Fault> {
        self.spend(product(&[bits, bits]) / 64)
    }

    fn spend(&self, units: u64) -> Result<(), Fault> {
        self.own.spend(units).map_err(|_| Unsupported::too_large("the work of the expression"))?;
        self.work.spend(units)
    }

    /// The sign of a part that decides whether the whole is a number.
    fn sign(&self, x: &Expression, question: &'static str) -> Result<Ordering, Fault> {
        Ok(x.sign(self.work).ok_or(Unsupported::Undecided { question })?)
    }

    /// Requires that a divisor is not 0.
    fn divisor(&self, x: &Expression) -> Result<(), Fault> {
        if self.sign(x, "a divisor is 0")?.is_eq() { undefined("a division by 0") } else { Ok(()) }
    }

    /// A function of a number at which it is defined.
    fn apply(&self, function: &str, x: Expression) -> Result<Expression, Fault> {
        match function {
            "exp" => {
                self.spend(x.exp_work())?;
                Ok(x.exp())
            }
            "ln" => match self.sign(&x, "ln has a number above 0")? {
                Ordering::Greater if x.rational().is_some_and(BigRational::is_one) => {
                    Ok(Expression::integer(0))
                }
                Ordering::Greater => Ok(Expression::Ln(Box::new(x))),
                _ => undefined("a logarithm of a number that is not above 0"),
            },
            _ => match self.sign(&x, "a square root is one of a negative number")? {
                Ordering::Greater => Ok(x.sqrt()),
                Ordering::Equal => Ok(Expression::integer(0)),
                Ordering::Less => undefined("a square root of a negative number"),
            },
        }
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

    fn sum(&mut self) -> Result<Expression, Fault> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return Err(Unsupported::too_long("the expression", MAX_DEPTH.into(), "levels").into());
        }
        let mut value = self.term()?;
        loop {
            if self.take("+") {
                let term = self.term()?;
                self.combine(&value, &term)?;
                value = self.small(value.plus(&term))?;
            } else if self.take("-") {
                let term = self.term()?;
                self.combine(&value, &term)?;
                value = self.small(value.minus(&term))?;
            } else {
                self.depth -= 1;
                return Ok(value);
            }
        }
    }

    fn term(&mut self) -> Result<Expression, Fault> {
        let mut value = self.unary()?;
        loop {
            if self.take("*") {
                let factor = self.unary()?;
                self.combine(&value, &factor)?;
                value = self.small(value.times(&factor))?;
            } else if self.take("/") {
                let divisor = self.unary()?;
                self.divisor(&divisor)?;
                self.combine(&value, &divisor)?;
                value = self.small(value.over(&divisor))?;
            } else {
                return Ok(value);
            }
        }
    }

    fn unary(&mut self) -> Result<Expression, Fault> {
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

    fn power(&mut self) -> Result<Expression, Fault> {
        let base = self.atom()?;
        if !self.take("^") {
            return Ok(base);
        }
        let is_negative = self.take("-");
        if !is_negative {
            self.take("+");
        }
        let exponent = match self.atom()?.rational() {
            Some(x) if x.is_integer() => {
                if is_negative {
                    -x.to_integer()
                } else {
                    x.to_integer()
                }
            }
            Some(_) => return Err(syntax("an exponent is an integer")),
            None => {
                let undecided = Unsupported::UndecidedDomain {
                    what: "an exponent".to_owned(),
                    domain: "an integer",
                };
                return Err(undecided.into());
            }
        };
        let exponent = exponent.to_i64().ok_or_else(|| Unsupported::too_large("an exponent"))?;
        let refused = || Fault::from(Unsupported::too_large(format!("the power {exponent}")));
        if exponent < 0 && self.sign(&base, "the base of a negative power is 0")?.is_eq() {
            return undefined("a division by 0");
        }
        if let Some(base) = base.rational() {
            let power = integer_power(base, exponent, MAX_BITS).ok_or_else(refused)?;
            self.reduce(bits_of(&power))?;
            return self.small(Expression::Rational(power));
        }
        if exponent.unsigned_abs() > 64
            || base.parts().saturating_mul(exponent.unsigned_abs()) > MAX_PARTS
        {
            return Err(refused());
        }
        let positive = (0..exponent.unsigned_abs())
            .fold(Expression::integer(1), |product, _| product.times(&base));
        Ok(if exponent < 0 { Expression::integer(1).over(&positive) } else { positive })
    }

    /// The digits of an exponent.
    fn exponent(&mut self, sign: i64) -> Result<i64, Fault> {
        let digits = self.digits();
        if digits.is_empty() {
            return Err(syntax("an exponent is an integer"));
        }
        let exponent = digits
            .parse::<i64>()
            .map_err(|_| Unsupported::too_large(format!("the exponent {}", shorten(digits))))?;
        Ok(exponent * sign)
    }

    fn digits(&mut self) -> &'a str {
        let end = self.rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(self.rest.len());
        let (digits, rest) = self.rest.split_at(end);
        self.rest = rest;
        digits
    }

    fn atom(&mut self) -> Result<Expression, Fault> {
        for name in FUNCTIONS {
            if self.take(name) {
                if !self.take("(") {
                    return Err(syntax(format!("{name} needs a parenthesis")));
                }
                let argument = self.closed()?;
                return self.apply(name, argument);
            }
        }
        if self.take("(") {
            return self.closed();
        }
        self.skip();
        if self.rest.starts_with("0x") || self.rest.starts_with("0X") {
            self.rest = self.rest.get(2..).unwrap_or_default();
            return self.number(16, 'p');
        }
        self.number(10, 'e')
    }

    /// A sum, and the parenthesis that closes it.
    fn closed(&mut self) -> Result<Expression, Fault> {
        let value = self.sum()?;
        if self.take(")") { Ok(value) } else { Err(syntax("a parenthesis is open")) }
    }

    /// Digits, a point, digits, and an exponent of 10, or of 2 for hexadecimal digits.
    fn number(&mut self, radix: u32, mark: char) -> Result<Expression, Fault> {
        let rest = self.rest;
        let length = rest.find(|c: char| !c.is_digit(radix)).unwrap_or(rest.len());
        let (whole, rest) = rest.split_at(length);
        let (fraction, rest) = match rest.strip_prefix('.') {
            Some(rest) => {
                rest.split_at(rest.find(|c: char| !c.is_digit(radix)).unwrap_or(rest.len()))
            }
            None => ("", rest),
        };
        if whole.is_empty() && fraction.is_empty() {
            return Err(syntax(format!("{} is not a number", shorten(self.rest))));
        }
        self.rest = rest;
        let mut exponent = 0;
        if self.rest.starts_with([mark, mark.to_ascii_uppercase()]) {
            self.rest = self.rest.get(1..).unwrap_or_default();
            let sign = if self.rest.starts_with('-') { -1 } else { 1 };
            self.rest = self.rest.strip_prefix(['+', '-']).unwrap_or(self.rest);
            exponent = self.exponent(sign)?;
        }
        if exponent.unsigned_abs() > MAX_EXPONENT.unsigned_abs() {
            return Err(Unsupported::too_large(format!("the exponent {exponent}")).into());
        }
        let digits = format!("{whole}{fraction}");
        let mantissa = BigInt::parse_bytes(digits.as_bytes(), radix)
            .ok_or_else(|| syntax("there are no digits"))?;
        let places =
            i64::try_from(fraction.len()).map_err(|_| Unsupported::too_large("the number"))?;
        let (base, exponent) =
            if radix == 10 { (10, exponent - places) } else { (2, exponent - 4 * places) };
        // A digit has at most four bits.
        let bits =
            u64::try_from(digits.len()).unwrap_or(u64::MAX).saturating_add(exponent.unsigned_abs());
        let bits = product(&[bits, 4]);
        // An integer is multiplied out, and a fraction is also brought to lowest terms.
        if exponent < 0 {
            self.reduce(bits)?
        } else {
            self.spend(product(&[bits, bits]) >> 12)?
        }
        let unit = Pow::pow(BigInt::from(base), exponent.unsigned_abs());
        let (numerator, denominator) =
            if exponent < 0 { (mantissa, unit) } else { (mantissa * unit, BigInt::one()) };
        self.small(Expression::Rational(BigRational::new(numerator, denominator)))
    }
}

/// The functions of the literals.
const FUNCTIONS: [&str; 3] = ["exp", "ln", "sqrt"];

/// The fault for an expression that is not a real number.
fn undefined<T>(what: &'static str) -> Result<T, Fault> {
    Err(Malformed::Undefined { what }.into())
}

/// The fault for a text outside of the grammar.
fn syntax(problem: impl Into<String>) -> Fault {
    Malformed::Syntax { problem: problem.into() }.into()
}
