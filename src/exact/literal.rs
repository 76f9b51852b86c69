//! The exact-literal language: the notation of every number, in files and on the command line.
//!
//! ```text
//! expression = term { ("+" | "-") term }
//! term       = unary { ("*" | "/") unary }
//! unary      = { "+" | "-" } power
//! power      = atom [ "^" integer ]            binds tighter than the unary minus
//! atom       = number | "(" expression ")" | ("exp" | "ln" | "sqrt") "(" expression ")"
//! number     = integer | decimal | decimal "e" integer | C99 hexadecimal float
//! ```
//!
//! `0.1` is 1/10, `0x1.999999999999ap-4` is that binary64 number, `/` divides everywhere.
//!
//! ```
//! use dpcert::exact::literal::parse;
//! assert_eq!(parse("0.1").unwrap().to_string(), "1/10");
//! assert_eq!(parse("exp(3*ln(2)) - 2^-1").unwrap().to_string(), "15/2");
//! let error = parse("1/10 + nan").unwrap_err();
//! assert_eq!(error.span, 7..10);
//! ```

use super::advice;
use super::real::{Real, rational_bits};
use malachite::base::num::arithmetic::traits::Pow;
use malachite::base::num::conversion::traits::FromStringBase;
use malachite::rational::Rational;
use malachite::{Integer, Natural};
use std::cmp::Ordering;
use std::ops::Range;
use std::str::FromStr;

/// The largest decimal exponent that is accepted, in absolute value: `10^100000` has 332193 bits,
/// far below [`MAX_BITS`]. A few characters must not become a number that fills the memory.
pub const MAX_DECIMAL_EXPONENT: i64 = 100_000;
/// The largest binary exponent of a hexadecimal float, in absolute value: a number of a million
/// bits, for the same reason.
pub const MAX_BINARY_EXPONENT: i64 = 1_000_000;
/// The most bits of a rational intermediate result; larger ones are an error. They are half a
/// megabyte, and each operation on them is a product of numbers of that length.
pub const MAX_BITS: u64 = 1 << 22;
/// The longest literal, in bytes: its digits are converted in time that is more than proportional
/// to their number.
pub const MAX_LENGTH: usize = 1_000_000;
/// The largest number of operations and numbers in one literal: what reads an expression compares
/// and simplifies it term against term.
pub const MAX_TOKENS: usize = 2_000;
/// The deepest nesting of parentheses and functions: the parser is recursive, and so is all that
/// reads an expression. It must fit the stack of any thread.
pub const MAX_DEPTH: usize = 100;

/// Why a literal is not a number, and where.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct LiteralError {
    /// The error, with the offending text.
    pub message: String,
    /// The position: a range of bytes of the literal.
    pub span: Range<usize>,
    /// A suggestion how to correct it.
    pub help: String,
}

/// Reads a number.
///
/// # Errors
/// A [`LiteralError`] for text outside the grammar, a division by 0, a logarithm or root outside
/// its domain, an undecided domain, and numbers beyond the limits of this module.
pub fn parse(text: &str) -> Result<Real, LiteralError> {
    if text.len() > MAX_LENGTH {
        return Err(error(
            format!("the number is {} bytes long", text.len()),
            0..text.len(),
            format!("a number may have at most {MAX_LENGTH} bytes"),
        ));
    }
    let mut parser = Parser { text, position: 0, depth: 0, tokens: 0 };
    parser.skip_space();
    if parser.peek().is_none() {
        return Err(error("a number is missing", 0..text.len(), GRAMMAR));
    }
    let value = parser.expression()?;
    match parser.peek() {
        None => Ok(value.real.simplified()),
        Some(_) => Err(parser.unexpected("unexpected text after the number")),
    }
}

/// See [`parse`].
impl FromStr for Real {
    type Err = LiteralError;

    fn from_str(text: &str) -> Result<Real, LiteralError> {
        parse(text)
    }
}

const GRAMMAR: &str = "write an integer, a decimal (0.1), 1e-10, p/q, a hexadecimal float (0x1.8p-3), or an \
                       expression with + - * / ^ exp() ln() sqrt()";

fn error(message: impl Into<String>, span: Range<usize>, help: impl Into<String>) -> LiteralError {
    LiteralError { message: message.into(), span, help: help.into() }
}

struct Parser<'a> {
    text: &'a str,
    position: usize,
    depth: usize,
    tokens: usize,
}

struct Spanned {
    real: Real,
    span: Range<usize>,
}

impl<'a> Parser<'a> {
    fn rest(&self) -> &'a str {
        &self.text[self.position..]
    }

    fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    fn skip_space(&mut self) {
        let rest = self.rest();
        self.position += rest.len() - rest.trim_start_matches([' ', '\t', '\n', '\r']).len();
    }

    /// Takes `symbol` and the white space after it.
    fn take(&mut self, symbol: char) -> bool {
        let found = self.peek() == Some(symbol);
        if found {
            self.position += symbol.len_utf8();
            self.skip_space();
        }
        found
    }

    fn unexpected(&self, context: &str) -> LiteralError {
        let Some(c) = self.peek() else {
            return error(
                format!("{context}: the text ends here"),
                self.position..self.position,
                GRAMMAR,
            );
        };
        let word: String = self.rest().chars().take_while(|c| c.is_alphanumeric()).collect();
        let word = if word.is_empty() { c.to_string() } else { word };
        error(
            format!("{context}: \"{word}\""),
            self.position..self.position + word.len(),
            self.advice(),
        )
    }

    /// Advice for the text at this position.
    fn advice(&self) -> &'static str {
        advice::about(self.rest()).unwrap_or(GRAMMAR)
    }

    fn count_token(&mut self) -> Result<(), LiteralError> {
        self.tokens += 1;
        if self.tokens > MAX_TOKENS {
            let here = self.position..self.text.len();
            return Err(error(
                "the expression is too long",
                here,
                format!("at most {MAX_TOKENS} operations and numbers"),
            ));
        }
        Ok(())
    }

    /// A binary operation's result; refused where it is rational and enormous.
    fn checked(&self, real: Real, span: Range<usize>) -> Result<Spanned, LiteralError> {
        match real.as_rational().map(rational_bits) {
            Some(bits) if bits > MAX_BITS => Err(error(
                format!("the result has {bits} bits"),
                span,
                format!("exact numbers may have at most {MAX_BITS} bits"),
            )),
            _ => Ok(Spanned { real, span }),
        }
    }

    fn expression(&mut self) -> Result<Spanned, LiteralError> {
        let mut left = self.term()?;
        loop {
            let minus = match self.peek() {
                Some('+') => false,
                Some('-') => true,
                _ => return Ok(left),
            };
            self.position += 1;
            self.skip_space();
            self.count_token()?;
            let right = self.term()?;
            let real = if minus { &left.real - &right.real } else { &left.real + &right.real };
            left = self.checked(real, left.span.start..right.span.end)?;
        }
    }

    fn term(&mut self) -> Result<Spanned, LiteralError> {
        let mut left = self.unary()?;
        loop {
            let divide = match self.peek() {
                Some('*') => false,
                Some('/') => true,
                _ => return Ok(left),
            };
            self.position += 1;
            self.skip_space();
            self.count_token()?;
            let right = self.unary()?;
            let span = left.span.start..right.span.end;
            let real = if divide {
                require_nonzero(&right, "the divisor")?;
                &left.real / &right.real
            } else {
                &left.real * &right.real
            };
            left = self.checked(real, span)?;
        }
    }

    fn unary(&mut self) -> Result<Spanned, LiteralError> {
        let start = self.position;
        let mut negative = false;
        loop {
            if self.take('-') {
                negative = !negative;
            } else if !self.take('+') {
                break;
            }
            self.count_token()?;
        }
        let power = self.power()?;
        let real = if negative { -&power.real } else { power.real };
        Ok(Spanned { real, span: start..power.span.end })
    }

    fn power(&mut self) -> Result<Spanned, LiteralError> {
        let base = self.atom()?;
        if !self.take('^') {
            return Ok(base);
        }
        self.count_token()?;
        let start = self.position;
        let negative = self.take('-');
        if !negative {
            self.take('+');
        }
        let exponent = self.atom()?;
        let span = start..exponent.span.end;
        let integer = exponent.real.as_rational().and_then(|x| Integer::try_from(x).ok());
        let Some(integer) = integer else {
            return Err(error(
                format!("the exponent \"{}\" is not an integer", &self.text[span.clone()]),
                span,
                "^ takes an integer; for other powers write exp(y*ln(x))",
            ));
        };
        let exponent = i64::try_from(&integer).ok().map(|n| if negative { -n } else { n });
        let Some(exponent) = exponent.filter(|n| n.unsigned_abs() <= MAX_BITS) else {
            return Err(error(
                format!("the exponent \"{}\" is too large", &self.text[span.clone()]),
                span,
                format!("an exponent is at most {MAX_BITS} in absolute value"),
            ));
        };
        if self.peek() == Some('^') {
            return Err(error(
                "two powers in a row",
                self.position..self.position + 1,
                "write parentheses: (a^b)^c or a^(b*c)",
            ));
        }
        if exponent < 0 {
            require_nonzero(&base, "the base of a negative power")?;
        }
        let whole = base.span.start..span.end;
        if let Some(x) = base.real.as_rational() {
            let bits = rational_bits(x).saturating_sub(1).saturating_mul(exponent.unsigned_abs());
            if bits > MAX_BITS {
                return Err(error(
                    format!("the power has more than {MAX_BITS} bits"),
                    whole,
                    format!("exact numbers may have at most {MAX_BITS} bits"),
                ));
            }
        }
        Ok(Spanned { real: base.real.pow(exponent), span: whole })
    }

    fn atom(&mut self) -> Result<Spanned, LiteralError> {
        self.count_token()?;
        let start = self.position;
        match self.peek() {
            Some('0'..='9' | '.') => self.number(),
            Some('(') => {
                let inner = self.parenthesised()?;
                Ok(Spanned { real: inner.real, span: start..inner.span.end })
            }
            Some('e' | 'l' | 's') => self.function(),
            _ => Err(self.unexpected("a number is expected")),
        }
    }

    /// `( expression )`; the span includes the parentheses but not the white space after them.
    fn parenthesised(&mut self) -> Result<Spanned, LiteralError> {
        let start = self.position;
        if !self.take('(') {
            return Err(self.unexpected("\"(\" is expected"));
        }
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return Err(error(
                "the expression is nested too deeply",
                start..start + 1,
                format!("at most {MAX_DEPTH} levels"),
            ));
        }
        let inner = self.expression()?;
        let end = self.position + 1;
        if !self.take(')') {
            return Err(self.unexpected("\")\" is expected"));
        }
        self.depth -= 1;
        Ok(Spanned { real: inner.real, span: start..end })
    }

    fn function(&mut self) -> Result<Spanned, LiteralError> {
        let start = self.position;
        let name = ["exp", "ln", "sqrt"].into_iter().find(|name| {
            let rest = self.rest().strip_prefix(name);
            rest.is_some_and(|rest| rest.trim_start_matches(' ').starts_with('('))
        });
        let Some(name) = name else {
            return Err(self.unexpected("a number is expected"));
        };
        self.position += name.len();
        self.skip_space();
        let argument = self.parenthesised()?;
        let span = start..argument.span.end;
        let sign = argument.real.sign();
        let undecided = || {
            error(
                format!("cannot decide the sign of the argument of {name}"),
                argument.span.clone(),
                "write the argument in a simpler form",
            )
        };
        let real = match name {
            "exp" => argument.real.exp(),
            "ln" => match sign {
                Some(Ordering::Greater) => argument.real.ln(),
                Some(_) => {
                    return Err(error(
                        "ln of a number that is not positive",
                        argument.span,
                        "ln(x) needs x > 0",
                    ));
                }
                None => return Err(undecided()),
            },
            _ => match sign {
                Some(Ordering::Less) => {
                    return Err(error(
                        "sqrt of a negative number",
                        argument.span,
                        "sqrt(x) needs x >= 0",
                    ));
                }
                Some(_) => argument.real.sqrt(),
                None => return Err(undecided()),
            },
        };
        self.checked(real, span)
    }

    fn number(&mut self) -> Result<Spanned, LiteralError> {
        let start = self.position;
        let hexadecimal = self.rest().starts_with("0x") || self.rest().starts_with("0X");
        if hexadecimal {
            self.position += 2;
        }
        let base: u8 = if hexadecimal { 16 } else { 10 };
        let whole = self.digits(base);
        let fraction = if self.peek() == Some('.') {
            self.position += 1;
            self.digits(base)
        } else {
            ""
        };
        if whole.is_empty() && fraction.is_empty() {
            let span = start..self.position;
            return Err(error(
                format!("\"{}\" has no digits", &self.text[span.clone()]),
                span,
                GRAMMAR,
            ));
        }
        let marker = if hexadecimal { ['p', 'P'] } else { ['e', 'E'] };
        let exponent = if self.peek().is_some_and(|c| marker.contains(&c)) {
            self.exponent(start, base)?
        } else {
            0
        };
        if self.peek().is_some_and(|c| c.is_alphanumeric() || c == '_' || c == '.') {
            let text: String = self
                .rest()
                .chars()
                .take_while(|c| c.is_alphanumeric() || matches!(c, '_' | '.'))
                .collect();
            let end = self.position + text.len();
            return Err(error(
                format!("\"{}\" is not a number", &self.text[start..end]),
                start..end,
                self.advice(),
            ));
        }
        let span = start..self.position;
        let Some(digits) = Natural::from_string_base(base, &format!("{whole}{fraction}")) else {
            return Err(error(
                format!("\"{}\" is not a number", &self.text[span.clone()]),
                span,
                GRAMMAR,
            ));
        };
        let places = i64::try_from(fraction.len()).unwrap_or(i64::MAX);
        let real = if digits == 0u32 {
            Real::zero()
        } else if hexadecimal {
            Real::from(Rational::from(digits) << (exponent - 4 * places))
        } else {
            Real::from(Rational::from(digits) * Rational::from(10u32).pow(exponent - places))
        };
        self.skip_space();
        self.checked(real, span)
    }

    fn digits(&mut self, base: u8) -> &'a str {
        let rest = self.rest();
        let end = rest.find(|c: char| !c.is_digit(u32::from(base))).unwrap_or(rest.len());
        self.position += end;
        &rest[..end]
    }

    fn exponent(&mut self, start: usize, base: u8) -> Result<i64, LiteralError> {
        self.position += 1;
        let negative = self.peek() == Some('-');
        if negative || self.peek() == Some('+') {
            self.position += 1;
        }
        let digits = self.digits(10);
        let span = start..self.position;
        let text = &self.text[span.clone()];
        if digits.is_empty() {
            return Err(error(
                format!("\"{text}\" has no digits in its exponent"),
                span,
                self.advice(),
            ));
        }
        let limit = if base == 16 { MAX_BINARY_EXPONENT } else { MAX_DECIMAL_EXPONENT };
        match digits.parse::<i64>().ok().filter(|n| *n <= limit) {
            Some(n) => Ok(if negative { -n } else { n }),
            None => Err(error(
                format!("the exponent of \"{text}\" is too large"),
                span,
                format!("an exponent here is at most {limit} in absolute value"),
            )),
        }
    }
}

fn require_nonzero(divisor: &Spanned, what: &str) -> Result<(), LiteralError> {
    match divisor.real.sign() {
        Some(Ordering::Equal) => Err(error(
            format!("{what} is 0"),
            divisor.span.clone(),
            "divide by a number that is not 0",
        )),
        Some(_) => Ok(()),
        None => Err(error(
            format!("cannot decide whether {what} is 0"),
            divisor.span.clone(),
            "write it in a simpler form",
        )),
    }
}
