//! Second routes, written from the definitions and sharing no code with the library: `num-rational`
//! fractions, outcome sequences enumerated one by one, and the papers' sums as they are printed.

#![allow(dead_code)]

pub mod answered;
mod effort;
pub mod recorded;

pub use effort::effort;

use dpcert::exact::Malachite;
use dpcert::exact::decimal::Decimal;
use dpcert::exact::engine::DirectedFloat;
use dpcert::exact::literal::parse;
use dpcert::{Content, Control, Mechanism, Options, Query, Question, ShowExact, Styled, Work};
use malachite::rational::Rational;
use num_bigint::{BigInt, BigUint};
use num_rational::BigRational;
use num_traits::{One, Signed, Zero};

pub type Fraction = BigRational;

/// A fraction from "p/q" or "p".
pub fn fraction(text: &str) -> Fraction {
    let (p, q) = text.split_once('/').unwrap_or((text, "1"));
    Fraction::new(p.trim().parse::<BigInt>().unwrap(), q.trim().parse::<BigInt>().unwrap())
}

/// A decimal, as the library prints it, as a fraction.
pub fn decimal(text: &str) -> Fraction {
    fraction(&parse(text).unwrap_or_else(|e| panic!("{text}: {e}")).to_string())
}

pub fn power(x: &Fraction, n: u64) -> Fraction {
    (0..n).fold(Fraction::one(), |product, _| product * x)
}

pub fn whole(n: u64) -> Fraction {
    Fraction::from_integer(n.into())
}

pub fn binomial(n: u64, k: u64) -> Fraction {
    (0..k).fold(Fraction::one(), |product, i| product * whole(n - i) / whole(i + 1))
}

/// A pair outcome by outcome.
#[derive(Clone, Debug)]
pub struct Outcomes(pub Vec<(Fraction, Fraction)>);

/// The five outcomes of "(eps, delta)-DP and eta-TV": +inf, +eps, 0, -eps, -inf.
pub fn five_outcomes(e: &Fraction, delta: &Fraction, alpha: &Fraction) -> Outcomes {
    let one = Fraction::one();
    let rest = &one - delta;
    let c = &rest * (&one - alpha) / (&one + e);
    let zero = Fraction::zero();
    Outcomes(vec![
        (delta.clone(), zero.clone()),
        (&c * e, c.clone()),
        (&rest * alpha, &rest * alpha),
        (c.clone(), &c * e),
        (zero, delta.clone()),
    ])
}

impl Outcomes {
    /// All pairs of outcomes: nothing is merged.
    pub fn product(&self, other: &Outcomes) -> Outcomes {
        let pairs =
            self.0.iter().flat_map(|(p, q)| other.0.iter().map(move |(r, s)| (p * r, q * s)));
        Outcomes(pairs.collect())
    }

    pub fn power(&self, k: u32) -> Outcomes {
        let empty = Outcomes(vec![(Fraction::one(), Fraction::one())]);
        (0..k).fold(empty, |product, _| product.product(self))
    }

    /// The same over one denominator.
    pub fn whole(&self) -> WholeOutcomes {
        let all = self.0.iter().flat_map(|(p, q)| [p.denom(), q.denom()]);
        let denominator = all.fold(BigInt::one(), |common, next| {
            if (&common % next).is_zero() {
                common
            } else {
                Fraction::new(common, next.clone()).numer() * next
            }
        });
        let over = |x: &Fraction| x.numer() * (&denominator / x.denom());
        let masses = self.0.iter().map(|(p, q)| (over(p), over(q))).collect();
        WholeOutcomes { masses, denominator }
    }

    /// The hockey-stick divergence at e^eps = g.
    pub fn delta(&self, g: &Fraction) -> Fraction {
        self.whole().delta(g)
    }

    /// Outcomes by descending likelihood ratio, those with q = 0 first.
    fn sorted(&self) -> Vec<(Fraction, Fraction)> {
        let mut sorted: Vec<_> =
            self.0.iter().filter(|(p, q)| !(p.is_zero() && q.is_zero())).cloned().collect();
        sorted.sort_by(|(p, q), (r, s)| (r * q).cmp(&(p * s)));
        sorted
    }

    /// The power of the best test of level alpha: fill the level greedily (Neyman & Pearson).
    pub fn best_power(&self, alpha: &Fraction) -> Fraction {
        let (mut left, mut power) = (alpha.clone(), Fraction::zero());
        for (p, q) in self.sorted() {
            if q <= left {
                left -= &q;
                power += p;
            } else {
                return power + p * left / q;
            }
        }
        power
    }

    /// Vertices of the lower boundary, collinear points removed.
    pub fn vertices(&self) -> Vec<(Fraction, Fraction)> {
        let mut points = vec![(Fraction::zero(), Fraction::one())];
        for (p, q) in self.sorted() {
            let (alpha, beta) = points.last().unwrap().clone();
            points.push((alpha + q, beta - p));
        }
        let mut vertices: Vec<(Fraction, Fraction)> = Vec::new();
        for point in points {
            if vertices.last().is_some_and(|last| last.0 == point.0) {
                vertices.pop();
            }
            while let [.., a, b] = vertices.as_slice() {
                let turn = (&b.0 - &a.0) * (&point.1 - &a.1) - (&point.0 - &a.0) * (&b.1 - &a.1);
                if turn.is_zero() {
                    vertices.pop()
                } else {
                    break;
                };
            }
            vertices.push(point);
        }
        vertices
    }

    /// Merged likelihood ratios, descending; `None` is infinity.
    pub fn ratios(&self) -> Vec<(Option<Fraction>, Fraction, Fraction)> {
        let mut rows: Vec<(Option<Fraction>, Fraction, Fraction)> = Vec::new();
        for (p, q) in self.sorted() {
            let ratio = (!q.is_zero()).then(|| &p / &q);
            match rows.last_mut() {
                Some(last) if last.0 == ratio => {
                    last.1 += p;
                    last.2 += q;
                }
                _ => rows.push((ratio, p, q)),
            }
        }
        rows
    }
}

/// A pair outcome by outcome, over one denominator: sums and products of many fractions would be
/// reduced one by one.
#[derive(Clone, Debug)]
pub struct WholeOutcomes {
    masses: Vec<(BigInt, BigInt)>,
    denominator: BigInt,
}

impl WholeOutcomes {
    /// All pairs of outcomes: nothing is merged.
    pub fn product(&self, other: &WholeOutcomes) -> WholeOutcomes {
        let pairs = self
            .masses
            .iter()
            .flat_map(|(p, q)| other.masses.iter().map(move |(r, s)| (p * r, q * s)));
        WholeOutcomes {
            masses: pairs.collect(),
            denominator: &self.denominator * &other.denominator,
        }
    }

    pub fn power(&self, k: u32) -> WholeOutcomes {
        let empty = WholeOutcomes {
            masses: vec![(BigInt::one(), BigInt::one())],
            denominator: BigInt::one(),
        };
        (0..k).fold(empty, |product, _| product.product(self))
    }

    /// The hockey-stick divergence at e^eps = g.
    pub fn delta(&self, g: &Fraction) -> Fraction {
        let gains = self
            .masses
            .iter()
            .map(|(p, q)| g.denom() * p - g.numer() * q)
            .filter(Signed::is_positive);
        Fraction::new(gains.sum(), g.denom() * &self.denominator)
    }
}

/// The inner delta_j of Ghazi & Issa, equation (5), as printed, at e^eps = e.
pub fn printed_sum_5(e: &Fraction, alpha: &Fraction, k: u64, j: u64) -> Fraction {
    let one = Fraction::one();
    let base = (&one - alpha) / (&one + e);
    let mut sum = Fraction::zero();
    for a in 0..k.saturating_sub(j) {
        let mut inner = Fraction::zero();
        for l in 0..(k - j - a).div_ceil(2) {
            inner += binomial(k - a, l) * (power(e, k - l - a) - power(e, l + j));
        }
        sum += binomial(k, a) * inner * power(&base, k - a) * power(alpha, a);
    }
    sum
}

/// The inner delta_j of Kairouz, Oh & Viswanath, equation (6) as printed; j has the parity of k.
pub fn printed_sum_6(e: &Fraction, k: u64, j: u64) -> Fraction {
    let terms = (0..(k - j) / 2).map(|l| binomial(k, l) * (power(e, k - l) - power(e, l + j)));
    terms.fold(Fraction::zero(), |sum, x| sum + x) / power(&(Fraction::one() + e), k)
}

/// The total delta from the inner one: `1 - (1-delta)^k (1 - inner)`.
pub fn total(delta: &Fraction, k: u64, inner: &Fraction) -> Fraction {
    let one = Fraction::one();
    &one - power(&(&one - delta), k) * (&one - inner)
}

/// Work that nobody ends.
pub fn idle() -> Work {
    Control::default().plan(0).unwrap()
}

/// What the library answers, with exact values however long.
pub fn ask(mechanism: &str, query: Query) -> Content {
    let mechanism = Mechanism::parse(mechanism).unwrap_or_else(|e| panic!("{mechanism}: {e}"));
    let options = Options { exact: ShowExact::Always, ..Options::default() };
    dpcert::ask(&Question::of(&mechanism, &query), &options)
        .unwrap_or_else(|e| panic!("{mechanism:?}: {e}"))
        .content
}

/// A number as it is printed: its text is what many tests know.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Printed {
    pub lo: String,
    pub hi: String,
    pub exact: Option<String>,
    pub met: bool,
    pub reason: Option<&'static str>,
}

/// What has a printed form.
pub trait Shown {
    /// It.
    fn printed(&self) -> Printed;
}

impl Shown for Printed {
    fn printed(&self) -> Printed {
        self.clone()
    }
}

impl Shown for Styled {
    fn printed(&self) -> Printed {
        Printed::of(self)
    }
}

impl Printed {
    /// What the command prints, after checking that the number says the same.
    pub fn of(bounds: &Styled) -> Printed {
        let exact = bounds
            .exact()
            .filter(|_| bounds.shown() != ShowExact::Never)
            .map(|exact| exact.to_string());
        let (lo, hi) =
            (bounds.lower_decimal(bounds.digits()), bounds.upper_decimal(bounds.digits()));
        assert!(
            bounds.lower() <= bounds.upper() && bounds.lower_f64() <= bounds.upper_f64(),
            "{bounds:?}"
        );
        assert!(bounds.printed_lower() <= bounds.printed_upper(), "{bounds:?}");
        if let (Some(x), Some(width)) = (bounds.midpoint(), bounds.width()) {
            assert!(
                width >= 0
                    && bounds.lower().compare(&x).is_le()
                    && bounds.upper().compare(&x).is_ge(),
                "{bounds:?}"
            );
        }
        if let Some(exact) = bounds.exact() {
            let exact = exact.to_real().enclose::<Malachite>(512);
            assert!(
                exact.upper().to_dyadic() >= *bounds.lower()
                    && exact.lower().to_dyadic() <= *bounds.upper()
            );
        }
        let short = |text: &String| bounds.shown() == ShowExact::Always || text.len() < 1000;
        Printed { lo, hi, exact: exact.filter(short), met: bounds.met, reason: bounds.reason }
    }
}

/// A rational that is a decimal, as it is printed.
pub fn written(x: &Rational) -> String {
    Decimal::exactly(x).unwrap_or_else(|| panic!("{x} is no decimal")).to_string()
}

/// Vertices, as they are printed.
pub fn chain(vertices: &[(Rational, Rational)]) -> Vec<(Fraction, Fraction)> {
    vertices
        .iter()
        .map(|(alpha, beta)| (decimal(&written(alpha)), decimal(&written(beta))))
        .collect()
}

/// The exact value of an answer, after checking that its decimals enclose it.
pub fn exact_of(bounds: &impl Shown) -> Fraction {
    let bounds = bounds.printed();
    let text = bounds.exact.as_deref().unwrap_or_else(|| panic!("no exact value: {bounds:?}"));
    let exact = fraction(text);
    assert!(decimal(&bounds.lo) <= exact && exact <= decimal(&bounds.hi), "{bounds:?}");
    exact
}

pub fn number(content: Content) -> Printed {
    match content {
        Content::Number(bounds) => Printed::of(&bounds),
        other => panic!("not a number: {other:?}"),
    }
}

pub fn real(text: &str) -> dpcert::exact::Real {
    parse(text).unwrap_or_else(|e| panic!("{text}: {e}"))
}

/// num-bigint as a third integer engine.
#[derive(Clone, Copy, Debug)]
pub struct Referee;

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Num(pub BigUint);

impl dpcert::exact::ExactEngine for Referee {
    const NAME: &'static str = "num-bigint";
    type Natural = Num;
}

impl dpcert::exact::engine::BigNatural for Num {
    fn from_u64(n: u64) -> Self {
        Num(n.into())
    }
    fn from_natural(n: &malachite::Natural) -> Self {
        Num(n.to_string().parse().unwrap())
    }
    fn to_natural(&self) -> malachite::Natural {
        self.0.to_string().parse().unwrap()
    }
    fn is_zero(&self) -> bool {
        self.0.is_zero()
    }
    fn bits(&self) -> u64 {
        self.0.bits()
    }
    fn add_assign(&mut self, other: &Self) {
        self.0 += &other.0;
    }
    fn mul_assign(&mut self, other: &Self) {
        self.0 *= &other.0;
    }
    fn mul(&self, other: &Self) -> Self {
        Num(&self.0 * &other.0)
    }
    fn div_exact_assign(&mut self, other: &Self) {
        assert!((&self.0 % &other.0).is_zero(), "an exact division leaves a remainder");
        self.0 /= &other.0;
    }
    fn shl(&self, bits: u64) -> Self {
        Num(&self.0 << bits)
    }
    fn shr(&self, bits: u64, rounding: dpcert::exact::Rounding) -> Self {
        let floor = &self.0 >> bits;
        let exact = (&floor << bits) == self.0;
        Num(if exact || rounding == dpcert::exact::Rounding::Down { floor } else { floor + 1u32 })
    }
    fn pow(&self, exponent: u64) -> Self {
        Num(num_traits::Pow::pow(&self.0, exponent))
    }
}
