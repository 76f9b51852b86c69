//! A second reader of literals, for small rational ones: the grammar written down again, on
//! `num-rational`, with the precedences in a table instead of a function for each.

use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, Zero};

/// Exponents and numbers of digits beyond these are left to the real reader.
const MAX_EXPONENT: i64 = 300;
const MAX_DIGITS: usize = 300;
const MAX_BITS: u64 = 20_000;
const MAX_DEPTH: usize = 50;
const MAX_LENGTH: usize = 1_000;

/// The value of a literal; `None` for everything that is not clearly a rational number.
pub fn evaluate(text: &str) -> Option<BigRational> {
    if text.len() > MAX_LENGTH || !text.is_ascii() {
        return None;
    }
    let mut reader = Reader { rest: text.as_bytes(), depth: 0 };
    let value = reader.climb(0)?;
    reader.skip_space();
    reader.rest.is_empty().then_some(value)
}

struct Reader<'a> {
    rest: &'a [u8],
    depth: usize,
}

/// How tightly an operator binds; a sign binds like a factor: `-2^2` is -4, `2*-3` is -6.
fn binding(operator: u8) -> Option<u8> {
    match operator {
        b'+' | b'-' => Some(1),
        b'*' | b'/' => Some(2),
        b'^' => Some(3),
        _ => None,
    }
}

fn small(x: BigRational) -> Option<BigRational> {
    (x.numer().bits().max(x.denom().bits()) <= MAX_BITS).then_some(x)
}

fn power(base: &BigRational, exponent: i64) -> Option<BigRational> {
    if exponent.abs() > MAX_EXPONENT || (exponent < 0 && base.is_zero()) {
        return None;
    }
    let product =
        (0..exponent.abs()).try_fold(BigRational::one(), |product, _| small(product * base))?;
    Some(if exponent < 0 { product.recip() } else { product })
}

impl Reader<'_> {
    fn skip_space(&mut self) {
        let space = |c: &&u8| matches!(**c, b' ' | b'\t' | b'\n' | b'\r');
        self.rest = &self.rest[self.rest.iter().take_while(space).count()..];
    }

    fn next_is(&self, expected: fn(&u8) -> bool) -> bool {
        self.rest.first().is_some_and(expected)
    }

    fn take(&mut self, symbol: u8) -> bool {
        self.skip_space();
        let found = self.rest.first() == Some(&symbol);
        if found {
            self.rest = &self.rest[1..];
        }
        found
    }

    /// Reads operators that bind tighter than `limit`.
    fn climb(&mut self, limit: u8) -> Option<BigRational> {
        self.depth += 1;
        (self.depth <= MAX_DEPTH).then_some(())?;
        let mut left = if limit < 3 && self.take(b'-') {
            -self.climb(2)?
        } else if limit < 3 && self.take(b'+') {
            self.climb(2)?
        } else {
            self.atom()?
        };
        loop {
            self.skip_space();
            let Some((&operator, rest)) = self.rest.split_first() else {
                break;
            };
            let Some(binding) = binding(operator).filter(|binding| *binding > limit) else {
                break;
            };
            self.rest = rest;
            if operator == b'^' {
                left = self.raised(&left)?;
                continue;
            }
            let right = self.climb(binding)?;
            left = small(match operator {
                b'+' => left + right,
                b'-' => left - right,
                b'*' => left * right,
                _ if right.is_zero() => return None,
                _ => left / right,
            })?;
        }
        self.depth -= 1;
        Some(left)
    }

    fn raised(&mut self, base: &BigRational) -> Option<BigRational> {
        let negative = self.take(b'-');
        if !negative {
            self.take(b'+');
        }
        self.skip_space();
        let exponent = self.atom()?;
        let exponent = i64::try_from(exponent.is_integer().then(|| exponent.to_integer())?).ok()?;
        self.skip_space();
        // Two powers in a row are an error.
        (!self.next_is(|c| *c == b'^')).then_some(())?;
        power(base, if negative { -exponent } else { exponent })
    }

    fn atom(&mut self) -> Option<BigRational> {
        if self.take(b'(') {
            let inner = self.climb(0)?;
            return self.take(b')').then_some(inner);
        }
        let (radix, is_digit, marker, base): (u32, fn(&u8) -> bool, u8, i64) =
            match self.rest.strip_prefix(b"0x").or_else(|| self.rest.strip_prefix(b"0X")) {
                Some(rest) => {
                    self.rest = rest;
                    (16, u8::is_ascii_hexdigit, b'p', 2)
                }
                None => (10, u8::is_ascii_digit, b'e', 10),
            };
        let whole = self.digits(is_digit);
        let fraction = if self.next_is(|c| *c == b'.') {
            self.rest = &self.rest[1..];
            self.digits(is_digit)
        } else {
            Vec::new()
        };
        let places = i64::try_from(fraction.len()).ok()?;
        let digits = [whole, fraction].concat();
        (!digits.is_empty() && digits.len() <= MAX_DIGITS).then_some(())?;
        let mantissa = BigRational::from_integer(BigInt::parse_bytes(&digits, radix)?);
        let mut exponent = 0;
        if self.rest.first().is_some_and(|c| c.to_ascii_lowercase() == marker) {
            self.rest = &self.rest[1..];
            let negative = self.next_is(|c| *c == b'-');
            if negative || self.next_is(|c| *c == b'+') {
                self.rest = &self.rest[1..];
            }
            let written = self.digits(u8::is_ascii_digit);
            exponent = std::str::from_utf8(&written)
                .ok()?
                .parse::<i64>()
                .ok()
                .filter(|n| *n <= MAX_EXPONENT)?;
            exponent = if negative { -exponent } else { exponent };
        }
        (!self.next_is(|c| c.is_ascii_alphanumeric() || matches!(c, b'_' | b'.'))).then_some(())?;
        let radix = BigRational::from_integer(radix.into());
        let base = BigRational::from_integer(base.into());
        small(mantissa * power(&radix, -places)? * power(&base, exponent)?)
    }

    fn digits(&mut self, is_digit: fn(&u8) -> bool) -> Vec<u8> {
        let (digits, rest) =
            self.rest.split_at(self.rest.iter().take_while(|c| is_digit(c)).count());
        self.rest = rest;
        digits.to_vec()
    }
}
