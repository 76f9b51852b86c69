//! Binary floats of any exponent, and decimals, against exact rationals.

use crate::support::{decimal, power};
use dpcert::exact::decimal::{Decimal, float_to_decimal};
use dpcert::exact::engine::DirectedFloat;
use dpcert::exact::{Malachite, Rounding, literal};
use dpcert::{Dyadic, Real};
use malachite::base::num::arithmetic::traits::Pow;
use malachite::base::num::conversion::traits::RoundingFrom;
use malachite::base::rounding_modes::RoundingMode;
use malachite::rational::Rational;
use malachite::{Float, Integer};
use proptest::prelude::*;
use std::cmp::Ordering;

const BOTH: [Rounding; 2] = [Rounding::Down, Rounding::Up];

fn dyadic(mantissa: i128, exponent: i64) -> Dyadic {
    Dyadic::new(Integer::from(mantissa), exponent).unwrap()
}

fn rational(mantissa: i128, exponent: i64) -> Rational {
    Rational::from(mantissa) << exponent
}

/// Is `found` the nearest binary64 on the stated side? It is on that side, and the next one inwards
/// is not.
fn is_nearest(x: &Rational, rounding: Rounding, found: f64) -> bool {
    let at_most = |y: f64| match y {
        f64::INFINITY => false,
        f64::NEG_INFINITY => true,
        y => Rational::try_from(y).unwrap() <= *x,
    };
    let at_least = |y: f64| match y {
        f64::INFINITY => true,
        f64::NEG_INFINITY => false,
        y => Rational::try_from(y).unwrap() >= *x,
    };
    match rounding {
        Rounding::Down => at_most(found) && !at_most(found.next_up()),
        Rounding::Up => at_least(found) && !at_least(found.next_down()),
    }
}

/// Is the decimal on the stated side, and nearer than two units in the last of its digits?
fn is_near(x: &Rational, digits: u64, rounding: Rounding, text: &str) -> bool {
    let printed = literal::parse(text).unwrap().as_rational().unwrap().clone();
    let (low, high) = if rounding == Rounding::Down { (&printed, x) } else { (x, &printed) };
    let far = (high - low) * Rational::from(10).pow(i64::try_from(digits).unwrap() - 1);
    low <= high && (*x == 0 || far < if *x < 0 { -x } else { x.clone() } * Rational::from(2))
}

#[test]
fn special_values() {
    let all = [
        Dyadic::infinity(true),
        Dyadic::from_f64(f64::MIN).unwrap(),
        dyadic(-1, -1074),
        dyadic(-1, -3_000_000_000),
        Dyadic::ZERO,
        dyadic(1, i64::MIN),
        dyadic(1, -3_000_000_000),
        dyadic(3, -3_000_000_000),
        dyadic(1, -1075),
        dyadic(1, -1074),
        dyadic(3, -1075),
        dyadic(1, 0),
        dyadic((1 << 53) + 1, -53),
        Dyadic::from_f64(f64::MAX).unwrap(),
        dyadic(1, 1024),
        dyadic(1, i64::MAX),
        Dyadic::INFINITY,
    ];
    for (i, x) in all.iter().enumerate() {
        for (j, y) in all.iter().enumerate() {
            assert_eq!(x.cmp(y), i.cmp(&j), "{x:?} {y:?}");
            // Decimals of a few digits keep the order, and have both sides in it.
            assert!(
                i > j || x.rounded(3, Rounding::Down) <= y.rounded(3, Rounding::Up),
                "{x:?} {y:?}"
            );
        }
        let (lower, upper) = (x.to_f64(Rounding::Down), x.to_f64(Rounding::Up));
        assert!(
            Dyadic::from_f64(lower).unwrap() <= *x && *x <= Dyadic::from_f64(upper).unwrap(),
            "{x:?}"
        );
        assert!(
            lower == upper || lower.next_up() == upper || lower == 0.0 || upper == 0.0,
            "{x:?}: {lower} {upper}"
        );
    }
    for (x, lower, upper) in [
        (dyadic(1, -1075), 0.0, 5e-324),
        (dyadic(-1, -1075), -5e-324, 0.0),
        (dyadic(-1, i64::MIN), -5e-324, 0.0),
        (dyadic(3, -1075), 5e-324, 1e-323),
        (dyadic(1, -1074), 5e-324, 5e-324),
        (dyadic((1 << 53) - 1, -1075), f64::MIN_POSITIVE.next_down(), f64::MIN_POSITIVE),
        (dyadic(1, 1024), f64::MAX, f64::INFINITY),
        (dyadic((1 << 54) - 1, 970), f64::MAX, f64::INFINITY),
        (dyadic(-1, 5000), f64::NEG_INFINITY, f64::MIN),
        (dyadic((1 << 54) - 1, -54), 1f64.next_down(), 1.0),
        (Dyadic::INFINITY, f64::INFINITY, f64::INFINITY),
        (Dyadic::infinity(true), f64::NEG_INFINITY, f64::NEG_INFINITY),
        (Dyadic::from_f64(-0.0).unwrap(), 0.0, 0.0),
    ] {
        let found = BOTH.map(|rounding| x.to_f64(rounding).to_bits());
        assert_eq!(found, [lower.to_bits(), upper.to_bits()], "{x:?}");
    }
    assert_eq!(Dyadic::from_f64(f64::NAN), None);
    assert_eq!(Dyadic::new(Integer::from(2), i64::MAX), None);
    assert_eq!(dyadic(1, 1 << 20).to_rational(), None);
    assert!(dyadic(1, (1 << 20) - 1).to_rational().is_some());
    assert_eq!(dyadic(1, -(1 << 20) - 1).to_rational(), None);
    assert!(dyadic(1, -(1 << 20)).to_rational().is_some());
    for (x, down, up) in [
        (Dyadic::INFINITY, "inf", "inf"),
        (Dyadic::infinity(true), "-inf", "-inf"),
        (Dyadic::ZERO, "0", "0"),
        (dyadic(-3, -1), "-1.5", "-1.5"),
        (dyadic(1, -3_000_000_000), "1.01e-903089987", "1.02e-903089987"),
        (dyadic(-1, -3_000_000_000), "-1.02e-903089987", "-1.01e-903089987"),
    ] {
        assert_eq!(BOTH.map(|rounding| x.decimal(3, rounding)), [down, up], "{x:?}");
    }
}

/// Beyond the exponents of the engines powers of ten are made here: the same digits as theirs,
/// where both can.
#[test]
fn decimals_of_any_exponent() {
    // 2^-30000000000 = (2^-3000000000)^10, and 2^-3000000000 is m 10^-903089987 with m near 1.02.
    let mantissa = |text: &str| decimal(text.split_once('e').unwrap().0);
    let [low, high] =
        BOTH.map(|rounding| power(&mantissa(&dyadic(1, -3_000_000_000).decimal(30, rounding)), 10));
    let [down, up] = BOTH.map(|rounding| dyadic(1, -30_000_000_000).decimal(20, rounding));
    assert!(down.ends_with("e-9030899870") && up.ends_with("e-9030899870"), "{down} {up}");
    // m^10 10^-9030899870 is between.
    assert!(mantissa(&down) < low && high < mantissa(&up), "{down} {up}");
    for exponent in [i64::MIN, -(1 << 40), 1 << 31, 1 << 50, i64::MAX] {
        for digits in [1, 2, 17] {
            let [down, up] = BOTH.map(|rounding| dyadic(1, exponent).rounded(digits, rounding));
            assert!(down < up, "{exponent}: {down} {up}");
            // They are neighbours, which are at most a power of ten apart where there is one digit.
            let texts =
                [&down, &up].map(|end| end.to_string().split_once('e').unwrap().0.replace('.', ""));
            assert!(texts.iter().all(|text| text.len() <= digits as usize), "{texts:?}");
        }
    }
}

#[test]
fn decimals_are_ordered() {
    let ascending = [
        "-inf", "-2e5", "-10.5", "-1e-9", "0", "1e-90000", "9.99e-2", "0.1", "0.11", "1", "10",
        "1.1e1", "inf",
    ];
    let read = |text: &str| match text {
        "inf" | "-inf" => Decimal::infinity(text == "-inf"),
        text => Decimal::exactly(literal::parse(text).unwrap().as_rational().unwrap()).unwrap(),
    };
    for (i, x) in ascending.iter().enumerate() {
        for (j, y) in ascending.iter().enumerate() {
            assert_eq!(read(x).cmp(&read(y)), i.cmp(&j), "{x} {y}");
        }
    }
    // Whatever their exponents.
    let tiny = |n: i64, exponent| Decimal::new(Integer::from(n), exponent);
    assert!(
        tiny(1, -1_000_000_000) < tiny(11, -1_000_000_001)
            && tiny(11, -1_000_000_001) < tiny(1, -999_999_999)
    );
    assert_eq!(tiny(10, -1_000_000_001), tiny(1, -1_000_000_000));
    assert_eq!(tiny(1, -1_000_000_000).to_rational(), None);
    for (text, expected) in [
        ("0.10", "0.1"),
        ("100", "100"),
        ("1e21", "1e21"),
        ("-0.00", "0"),
        ("-12.50", "-12.5"),
        ("1e-7", "1e-7"),
    ] {
        assert_eq!(read(text).to_string(), expected);
    }
    assert_eq!(Decimal::exactly(&(Rational::from(1) / Rational::from(3))), None);
    assert_eq!(
        Decimal::exactly(&(Rational::from(1) / Rational::from(10).pow(40i64) / Rational::from(7))),
        None
    );
}

proptest! {
    #[test]
    fn order_is_that_of_the_rationals(
        m in any::<i128>(), e in -200i64..200, n in any::<i64>(), f in -200i64..200, d in 1u64..,
    ) {
        let (x, y) = (dyadic(m, e), dyadic(n.into(), f));
        prop_assert_eq!(x.to_rational(), Some(rational(m, e)));
        prop_assert_eq!(x.cmp(&y), rational(m, e).cmp(&rational(n.into(), f)));
        prop_assert_eq!(x == y, rational(m, e) == rational(n.into(), f));
        let q = rational(n.into(), f) / Rational::from(d);
        prop_assert_eq!(x.compare(&q), rational(m, e).cmp(&q));
        prop_assert_eq!(x.compare(&rational(m, e)), Ordering::Equal);
        // Next to it, whatever the size.
        let near = rational(m, e) + (Rational::from(1) >> 300u32);
        prop_assert_eq!(x.compare(&near), Ordering::Less);
    }

    #[test]
    fn binary64_is_the_nearest_on_its_side(m in any::<i128>(), shift in 0u32..128, e in -1300i64..1100) {
        let m = m >> shift;
        let (x, truth) = (dyadic(m, e), rational(m, e));
        for rounding in BOTH {
            let found = x.to_f64(rounding);
            prop_assert!(is_nearest(&truth, rounding, found), "{:?} {:?}: {}", x, rounding, found);
            // The other direction is caught, unless it is exact.
            let flipped = x.to_f64(rounding.opposite());
            let is_exact = Dyadic::from_f64(found) == Some(x.clone());
            prop_assert_eq!(is_nearest(&truth, rounding, flipped), is_exact);
            if truth != 0 && found.is_finite() {
                let mode = if rounding == Rounding::Down { RoundingMode::Floor } else { RoundingMode::Ceiling };
                prop_assert_eq!(found, f64::rounding_from(&truth, mode).0);
            }
        }
    }

    #[test]
    fn binary64_comes_back(bits in any::<u64>()) {
        let x = f64::from_bits(bits);
        if let Some(exactly) = Dyadic::from_f64(x) {
            prop_assert!(BOTH.iter().all(|rounding| exactly.to_f64(*rounding) == x));
            prop_assert_eq!(exactly.to_rational(), Rational::try_from(x).ok());
        } else {
            prop_assert!(x.is_nan());
        }
    }

    #[test]
    fn decimals_are_those_of_the_float(m in any::<i128>(), e in -9000i64..9000, digits in 2u64..40) {
        let float = Float::from_rational(&Rational::from(m), 128, Rounding::Down).shift(e, 128, Rounding::Down);
        let x = float.to_dyadic();
        prop_assert_eq!(&x, &dyadic(m, e));
        let truth = rational(m, e);
        for rounding in BOTH {
            let text = x.decimal(digits, rounding);
            prop_assert_eq!(&text, &float_to_decimal::<Malachite>(&float, digits, rounding));
            prop_assert!(is_near(&truth, digits, rounding, &text), "{} {:?}: {}", truth, rounding, text);
            let flipped = x.decimal(digits, rounding.opposite());
            prop_assert!(flipped == text || !is_near(&truth, digits, rounding, &flipped));
            let number = x.rounded(digits, rounding).to_rational();
            prop_assert_eq!(number.map(Real::from), literal::parse(&text).ok());
        }
    }

    #[test]
    fn decimals_are_ordered_as_numbers(m in any::<i64>(), e in -30i64..30, n in any::<i32>(), f in -30i64..30) {
        let (x, y) = (Decimal::new(m.into(), e), Decimal::new(n.into(), f));
        let (p, q) = (x.to_rational().unwrap(), y.to_rational().unwrap());
        prop_assert_eq!(x.cmp(&y), p.cmp(&q));
        prop_assert_eq!(x == y, p == q);
        prop_assert_eq!(Decimal::exactly(&p), Some(x.clone()));
        prop_assert_eq!(literal::parse(&x.to_string()).ok(), Some(Real::from(p)));
    }

    #[test]
    fn decimals_beyond_the_engines_are_on_their_side(m in 1i128.., e in 1i64 << 31..1 << 40, digits in 1u64..30) {
        for exponent in [e, -e] {
            let x = dyadic(m, exponent);
            let [down, up] = BOTH.map(|rounding| x.rounded(digits, rounding));
            prop_assert!(down < up);
            // More digits are between.
            let [lower, upper] = BOTH.map(|rounding| x.rounded(digits + 30, rounding));
            prop_assert!(down <= lower && lower < upper && upper <= up, "{} {} {} {}", down, lower, upper, up);
        }
    }
}

/// The engines' floats and what they become, at all precisions.
#[test]
fn floats_of_all_engines_become_the_same() {
    for (p, q) in [(1i64, 3i64), (-22, 7), (5, 1), (0, 1), (1, 1 << 40)] {
        let x = Rational::from_signeds(p, q);
        for precision in [1, 2, 53, 64, 65, 200] {
            for rounding in BOTH {
                let ours = Float::from_rational(&x, precision, rounding);
                assert_eq!(ours.to_dyadic().to_rational(), DirectedFloat::to_rational(&ours));
                #[cfg(feature = "mpfr")]
                assert_eq!(
                    rug::Float::from_rational(&x, precision, rounding).to_dyadic(),
                    ours.to_dyadic()
                );
            }
        }
    }
    let infinities =
        [true, false].map(|negative| <Float as DirectedFloat>::infinity(negative).to_dyadic());
    assert_eq!(infinities, [Dyadic::infinity(true), Dyadic::INFINITY]);
    #[cfg(feature = "mpfr")]
    assert_eq!(
        [true, false].map(|x| <rug::Float as DirectedFloat>::infinity(x).to_dyadic()),
        infinities
    );
    let tiny = Float::from_u64(1).shift(-1_000_000_000, 1, Rounding::Down);
    assert_eq!(tiny.to_dyadic(), dyadic(1, -1_000_000_000));
}
