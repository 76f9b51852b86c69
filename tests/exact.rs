//! Numbers: literals, intervals, the field Q(e^r), special functions, decimals, engines.

use dpcert::exact::arctan::arctan;
use dpcert::exact::decimal::{float_to_decimal, rational_to_decimal};
use dpcert::exact::engine::DirectedFloat;
use dpcert::exact::literal::parse;
use dpcert::exact::special::{
    erfc, erfc_series, mills_ratio, normal_cdf, normal_density, normal_quantile,
};
use dpcert::exact::{Engine, Interval, Malachite, Rounding};
use malachite::Float;
use malachite::rational::Rational;

fn rational(text: &str) -> Rational {
    parse(text)
        .unwrap_or_else(|e| panic!("{text}: {e}"))
        .as_rational()
        .cloned()
        .unwrap_or_else(|| panic!("{text} is not rational"))
}

#[test]
fn literals_are_exact() {
    for (text, expected) in [
        ("0.1", "1/10"),
        (" 1e-10 ", "1/10000000000"),
        ("0x1.999999999999ap-4", "3602879701896397/36028797018963968"),
        ("0x.8p1", "1"),
        ("-2^2", "-4"),
        ("2^-2", "1/4"),
        ("2^(3*2)", "64"),
        ("1/3/2", "1/6"),
        ("-(1 - 3)*.5", "1"),
        ("exp(3*(ln(2)))", "8"),
        ("exp(ln(4)/2)", "2"),
        ("exp(ln(2)/2)^2", "2"),
        ("exp(1)*exp(-1)", "1"),
        ("exp(0)", "1"),
        ("ln(1)", "0"),
        ("ln(exp(2/7))", "2/7"),
        ("ln(6) - ln(2) - ln(3)", "0"),
        ("1/2 + ln(6)/2 - ln(2)/2 - ln(3)/2", "1/2"),
        ("(exp(1) - 1)*(exp(1) + 1) - exp(2) + 1", "0"),
        ("(exp(2) - 1)/(3*exp(1) - 3) - exp(1)/3", "1/3"),
        ("exp(ln(1 + exp(1)))/(1 + exp(1))", "1"),
        ("exp(2*ln(sqrt(3) + 1) - ln(sqrt(3) + 1))/(sqrt(3) + 1)", "1"),
        ("sqrt(9/4)", "3/2"),
        ("sqrt(3)^2", "3"),
        ("(1/sqrt(3))^2", "1/3"),
        ("sqrt(2)*sqrt(2)", "2"),
        ("sqrt(2)-sqrt(2)", "0"),
        ("--1", "1"),
        ("5.", "5"),
    ] {
        assert_eq!(rational(text), rational(expected), "{text}");
        assert_eq!(parse(text).unwrap().to_string(), rational(expected).to_string());
    }
}

#[test]
fn irrational_literals_print_as_what_they_are() {
    for text in [
        "exp(1/10)",
        "sqrt(2)",
        "ln(3)",
        "1 - exp(1)",
        "1/(1 + exp(1))",
        "2*exp(1/3)",
        "(1 + sqrt(2))^3",
    ] {
        let value = parse(text).unwrap();
        assert!(value.as_rational().is_none(), "{text}");
        let again = parse(&value.to_string()).unwrap();
        assert_eq!(value, again, "{text} -> {value}");
    }
}

#[test]
fn bad_literals_say_where_and_why() {
    for (text, span, reason) in [
        ("", 0..0, "missing"),
        ("  ", 0..2, "missing"),
        ("nan", 0..3, "\"nan\""),
        ("1,5", 1..2, "\",\""),
        ("1e999999999", 0..11, "too large"),
        ("0x1p99999999", 0..12, "too large"),
        ("1/0", 2..3, "divisor is 0"),
        ("1/(exp(1)-exp(1))", 2..17, "divisor is 0"),
        ("1/(exp(1)^2 - exp(2))", 2..21, "divisor is 0"),
        ("1/((1+exp(1))*(1-exp(1)) - 1 + exp(2))", 2..38, "divisor is 0"),
        ("0^-1", 0..1, "base of a negative power is 0"),
        ("ln(0)", 2..5, "not positive"),
        ("ln(1-2)", 2..7, "not positive"),
        ("sqrt(-1)", 4..8, "negative"),
        ("2^0.5", 2..5, "not an integer"),
        ("2^3^4", 3..4, "two powers"),
        ("2^999999999", 2..11, "too large"),
        ("(10^100000)^100000", 0..18, "bits"),
        ("(1", 2..2, "\")\" is expected: the text ends here"),
        ("1)", 1..2, "unexpected text after"),
        ("1 2", 2..3, "unexpected text after"),
        ("1.2.3", 0..5, "not a number"),
        ("12abc", 0..5, "not a number"),
        ("1e", 0..2, "no digits in its exponent"),
        ("0x", 0..2, "no digits"),
        (".", 0..1, "no digits"),
        ("log(2)", 0..3, "\"log\""),
        ("é", 0..2, "\"é\""),
    ] {
        let error = parse(text).expect_err(text);
        assert!(error.message.contains(reason), "{text}: {error}");
        assert_eq!(error.span, span, "{text}: {error}");
        assert!(!error.help.is_empty());
    }
    let deep = "(".repeat(5000) + "1" + &")".repeat(5000);
    assert!(parse(&deep).expect_err("deep").message.contains("deeply"));
    let long = vec!["1"; 5000].join("+");
    assert!(parse(&long).expect_err("long").message.contains("too long"));
}

/// What people write instead of a number, and what the message says to write.
#[test]
fn bad_literals_say_what_to_write() {
    const GROUPS: &str = "the decimal sign is a point and digits are not grouped";
    for (text, help) in [
        ("0,5", GROUPS),
        ("1,000", GROUPS),
        ("1_000", GROUPS),
        ("1 000", "digits are not grouped"),
        ("1.000.000", "one decimal point"),
        ("1e-5.5", "a whole exponent"),
        ("0.333...", "write the fraction, such as 1/3"),
        ("0.333…", "write the fraction, such as 1/3"),
        ("5%", "write 5/100 for 5%"),
        ("1e-5%", "write 5/100 for 5%"),
        ("5‰", "5/1000"),
        ("10**-5", "written ^"),
        ("10⁻⁵", "written ^"),
        ("2²", "written ^"),
        ("1e−5", "the minus sign is written -"),
        ("−1", "the minus sign is written -"),
        ("1 – 2", "the minus sign is written -"),
        ("2x3", "written *"),
        ("2×3", "written *"),
        ("2·ln(2)", "written *"),
        ("1:3", "written /"),
        ("1÷3", "written /"),
        ("1⁄3", "written /"),
        ("½", "p/q"),
        ("1½", "p/q"),
        ("∞", "a number must be finite"),
        ("inf", "a number must be finite"),
        ("-inf", "a number must be finite"),
        ("Infinity", "a number must be finite"),
        ("NaN", "a number must be finite"),
        ("√2", "sqrt(2)"),
        ("π", "write a rational number"),
        ("2*pi", "write a rational number"),
        ("e^2", "e^x is exp(x)"),
        ("log(2)", "natural logarithm is written ln()"),
        ("log10(2)", "ln(x)/ln(10)"),
        ("LN(2)", "small letters, and parentheses"),
        ("ln 2", "small letters, and parentheses"),
        ("sqrt2", "small letters, and parentheses"),
        ("pow(10,-5)", "written ^"),
        ("\"1\"", "no quotes"),
        ("“1”", "no quotes"),
        ("<1", "without a comparison sign"),
        ("≤1", "without a comparison sign"),
        ("=1", "without a comparison sign"),
        ("[1]", "brackets in a number are ( and )"),
        ("?", "that calibrate finds"),
        ("１/２", "ASCII"),
        ("（1）", "ASCII"),
        ("0，5", "ASCII"),
        ("1\u{a0}", "ordinary space"),
        ("\u{feff}1", "is invisible"),
        ("1\u{200b}", "is invisible"),
    ] {
        let error = parse(text).expect_err(text);
        assert!(error.help.contains(help), "{text}: {error}: {}", error.help);
    }
    // What the advice says to write is read.
    for text in [
        "0.5",
        "1000",
        "1/3",
        "5/100",
        "5/1000",
        "10^-5",
        "2*3",
        "1/2",
        "exp(1)",
        "sqrt(2)",
        "ln(2)/ln(10)",
    ] {
        assert!(parse(text).is_ok(), "{text}");
    }
}

fn enclosure<E: Engine>(text: &str, precision: u64) -> Interval<E> {
    parse(text).unwrap().enclose(precision)
}

/// Signs that no interval decides are decided in Q(e^r).
#[test]
fn signs_in_the_field_are_decided() {
    use std::cmp::Ordering::{Equal, Greater, Less};
    for (text, sign) in [
        ("exp(1) - 2718281828459045235360287471352662497757/10^39", Greater),
        ("exp(1) - 2718281828459045235360287471352662497758/10^39", Less),
        ("(1 + exp(1/3))*(1 - exp(1/3)) - 1 + exp(2/3)", Equal),
        ("exp(1/2)*exp(1/3) - exp(5/6)", Equal),
        ("(exp(1/10) - 1)/(exp(1/10) + 1) + 1 - 2*exp(1/10)/(1 + exp(1/10))", Equal),
        ("2*exp(ln(3) + 1) - 6*exp(1)", Equal),
        // Beyond the exponents of any engine.
        ("exp(-10^12)/2", Greater),
        ("-3*exp(-10^12)/(1 + exp(10^13))", Less),
    ] {
        assert_eq!(parse(text).unwrap().sign(), Some(sign), "{text}");
    }
}

/// Logarithms of elements of Q(e^r) have the order of these elements.
#[test]
fn logarithms_in_the_field_are_compared() {
    use std::cmp::Ordering::{Equal, Greater, Less};
    for (x, y, order) in [
        ("ln((1 + exp(1/2))/(1 + exp(-1/2)))", "1/2", Equal),
        ("1/3", "ln((1 + exp(1/3))/(1 + exp(-1/3)))", Equal),
        ("ln((1 + exp(1))^2/(1 + exp(-1))^2)", "2", Equal),
        ("ln((1 + exp(1/2))/(1 + exp(-1/2)))", "1/2 + 1/10^40", Less),
        ("ln(1/3 + 2*exp(1)/3) + 1/2", "ln(exp(1/2)/3 + 2*exp(3/2)/3)", Equal),
        ("ln(1/3 + 2*exp(1)/3) + 1/2", "ln(exp(1/2)/3 + 2*exp(3/2)/3) - 1/10^30", Greater),
    ] {
        assert_eq!(parse(x).unwrap().compare(&parse(y).unwrap()), Some(order), "{x} {y}");
    }
}

/// Values from NIST's tables and Wolfram-style references would be typed in; instead the two
/// expansions of erfc, which share nothing but e^(-x^2), must overlap where both converge, and
/// each must be narrow.
#[test]
fn erfc_expansions_overlap_and_are_tight() {
    for (x, precision) in
        [("3", 8u64), ("4.5", 16), ("6", 40), ("9", 60), ("12", 128), ("20", 200), ("38.5", 53)]
    {
        let point = Float::from_rational(&rational(x), 64, dpcert::exact::Rounding::Down);
        let low = erfc_series::<Malachite>(&point, precision);
        let high = erfc_series::<Malachite>(&point, precision + 2000);
        assert!(low.compare(&high).is_none(), "{x} at {precision}");
        assert!(low.has_relative_bits(precision - 2), "{x} at {precision}: {low:?}");
        assert!(high.has_relative_bits(precision + 1990), "{x}: {high:?}");
    }
}

#[test]
fn normal_distribution_has_its_symmetries() {
    for z in ["-40", "-6.5", "-1", "-1/3", "0", "1e-30", "1/3", "1", "6.5", "12"] {
        for precision in [30, 64, 113, 400] {
            let z = enclosure::<Malachite>(z, precision);
            let sum = &normal_cdf(&z) + &normal_cdf(&-&z);
            assert!(sum.contains(&Rational::from(1)), "{z:?}");
            assert!(
                (&sum - &Interval::one(precision))
                    .upper()
                    .exponent()
                    .is_none_or(|e| e < 6 - precision as i64)
            );
        }
    }
}

/// Machin's formula and other known angles; few bits enclose what many bits say.
#[test]
fn arc_tangents() {
    let at = |x: &str, precision| arctan(&enclosure::<Malachite>(x, precision));
    for precision in [8, 30, 64, 300, 1500] {
        let pi = Interval::<Malachite>::pi(precision);
        let machin = &at("1/5", precision).shift(4) - &at("1/239", precision).shift(2);
        assert!(
            machin.compare(&pi).is_none() && machin.has_relative_bits(precision - 6),
            "{machin:?}"
        );
        for (x, angle) in
            [("1", pi.shift(-2)), ("sqrt(3)", &pi / &Interval::from_u64(3, precision))]
        {
            assert!(at(x, precision).compare(&angle).is_none(), "{x}");
        }
        assert!(
            (&at("1e40", precision) + &at("1e-40", precision)).compare(&pi.shift(-1)).is_none()
        );
        assert!((&at("7", precision) + &at("-7", precision)).contains_zero());
        assert!(at("0", precision).is_point());
        for x in ["1e-300", "1/1000", "1/3", "0.999", "1.001", "25", "-1/3"] {
            let (few, many) = (at(x, precision), at(x, 2000));
            assert!(
                few.lower() <= many.lower() && many.upper() <= few.upper(),
                "{x} at {precision}: {few:?}"
            );
            assert!(few.has_relative_bits(precision - 3), "{x} at {precision}: {few:?}");
        }
    }
}

/// Mills' ratio times the density is the tail; few bits enclose what many bits say, and many are
/// used.
#[test]
fn mills_ratio_is_the_tail_without_its_exponential() {
    // 1/2^20 itself is above Mills' ratio at 2^20, by less than few bits tell.
    for z in ["1/2", "2", "7", "41", "1000", "30000", "1048576", "1e30"] {
        for precision in [6, 24, 64, 128] {
            let few = mills_ratio(&enclosure::<Malachite>(z, precision));
            let many = mills_ratio(&enclosure::<Malachite>(z, 2000));
            assert!(
                few.lower() <= many.lower() && many.upper() <= few.upper(),
                "{z} at {precision}: {few:?}"
            );
            // An enclosed z has the values at both of its ends.
            let point = enclosure::<Malachite>(z, 2000);
            let wide = Interval::<Malachite>::new(
                point.lower().clone(),
                point.upper().shift(1, 2000, Rounding::Up),
                precision,
            );
            let (wide, far) = (mills_ratio(&wide), mills_ratio(&point.shift(1)));
            assert!(
                wide.lower() <= far.lower() && many.upper() <= wide.upper(),
                "{z} at {precision}: {wide:?}"
            );
            let z = enclosure::<Malachite>(z, precision);
            if z.upper() > &Float::from_u64(40_000) {
                assert!(few.has_relative_bits(precision - 3), "{few:?}");
                continue; // the tail is below all exponents
            }
            assert!(
                (&few * &normal_density(&z)).compare(&normal_cdf(&-&z)).is_none(),
                "{z:?} at {precision}"
            );
            if z.lower() > &Float::from_u64(40) {
                assert!(few.has_relative_bits(precision - 3), "{few:?}");
            }
        }
    }
}

#[test]
fn quantile_inverts_the_distribution_function() {
    for p in ["1e-3000", "1e-300", "1e-9", "0.05", "0.1", "0.4999", "1/2", "0.75", "0.999999"] {
        for precision in [40, 64, 128, 300] {
            let p = enclosure::<Malachite>(p, precision);
            let z = normal_quantile(&p);
            assert!(normal_cdf(&z).compare(&p).is_none(), "{p:?}");
            if p.upper() > &Float::from_u64(1).shift(-1, 64, dpcert::exact::Rounding::Up) {
                continue; // 1 - p has lost the bits that a tight answer would need
            }
            let width = z.upper().sub(z.lower(), 64, dpcert::exact::Rounding::Up);
            assert!(width.exponent().is_none_or(|e| e < 16 - precision as i64), "{p:?} {z:?}");
        }
    }
}

/// A probability that is only known to be small, or large, bounds the quantile on one side, however
/// many bits there are.
#[test]
fn quantile_of_a_probability_that_may_be_0_or_1() {
    let (zero, one) = (Float::from_u64(0), Float::from_u64(1));
    let tiny = |exponent| one.shift(exponent, 64, Rounding::Up);
    for precision in [64, 300, 1 << 16] {
        // The smallest exponents of the engine, and one of which the quantile is -37.5.
        for (exponent, least, most) in
            [(-(1 << 30), -2000, -1000), (-(1 << 25), -2000, -1000), (-1000, -38, -37)]
        {
            let p = Interval::<Malachite>::new(zero.clone(), tiny(exponent), precision);
            let (z, mirrored) =
                (normal_quantile(&p), normal_quantile(&(&Interval::one(precision) - &p)));
            let end = DirectedFloat::to_rational(z.upper()).unwrap();
            assert!(end > least && end < most, "2^{exponent} at {precision}: {z:?}");
            assert!(!z.lower().is_finite() && z.lower().sign().is_lt());
            assert!(
                !mirrored.upper().is_finite() && mirrored.lower().sign().is_gt(),
                "{mirrored:?}"
            );
        }
        // Of any probability nothing is known.
        let z = normal_quantile(&Interval::<Malachite>::new(zero.clone(), one.clone(), precision));
        assert!(!z.lower().is_finite() && !z.upper().is_finite());
        let z =
            normal_quantile(&Interval::<Malachite>::new(tiny(-(1 << 30)), one.clone(), precision));
        assert!(!z.lower().is_finite() && !z.upper().is_finite());
    }
}

#[test]
fn erfc_at_the_ends_of_the_line() {
    let far = enclosure::<Malachite>("1e9", 64);
    assert!(erfc(&far).lower().sign().is_ge());
    assert!(erfc(&-&far).contains(&Rational::from(2)));
    let zero = Interval::<Malachite>::zero(64);
    assert!(erfc(&zero).contains(&Rational::from(1)));
}

/// Printed digits are on the side that was asked for, and next to the number.
#[test]
fn decimals_are_rounded_outward() {
    let check = |x: &Rational, digits: u64, rounding: Rounding, text: &str| {
        let printed = rational(text);
        let (low, high) = if rounding == Rounding::Down { (&printed, x) } else { (x, &printed) };
        assert!(low <= high, "{x} with {digits} digits {rounding:?} is printed as {text}");
        let far = (high - low) * rational(&format!("10^{}", digits - 1));
        assert!(
            far <= if *x < 0 { -x } else { x.clone() } * Rational::from(2),
            "{x} is far from {text}"
        );
    };
    for text in [
        "1/3",
        "2/3",
        "99.97",
        "1e-7",
        "123456789/1000",
        "1/1024",
        "9999999/7",
        "1e30/7",
        "1e-40/3",
        "5",
    ] {
        for digits in [1, 2, 3, 5, 20] {
            for rounding in [Rounding::Down, Rounding::Up] {
                for x in [rational(text), -rational(text)] {
                    check(&x, digits, rounding, &rational_to_decimal(&x, digits, rounding));
                    let float = Float::from_rational(&x, 64, Rounding::Down);
                    let exactly = DirectedFloat::to_rational(&float).unwrap();
                    check(
                        &exactly,
                        digits,
                        rounding,
                        &float_to_decimal::<Malachite>(&float, digits, rounding),
                    );
                }
            }
        }
    }
    // Where powers of ten are enclosed: next to one of them only the right end of the quotient will
    // do.
    for text in ["10^5000 + 1", "10^5000 - 1", "10^5000", "2^9000/3", "2^-9000/3"] {
        for rounding in [Rounding::Down, Rounding::Up] {
            for x in [rational(text), -rational(text)] {
                let float = Float::from_rational(&x, 20_000, Rounding::Down);
                let exactly = DirectedFloat::to_rational(&float).unwrap();
                check(&exactly, 4, rounding, &float_to_decimal::<Malachite>(&float, 4, rounding));
            }
        }
    }
}
