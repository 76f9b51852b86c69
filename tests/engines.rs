//! The engines against each other, and every rounding direction against the truth.

use crate::support::{Num, Referee, real};
use dpcert::composition::convolve::convolve;
use dpcert::composition::kfold::{self, RationalPair};
use dpcert::exact::engine::{BigNatural, DirectedFloat, Malachite};
use dpcert::exact::register::RegisterFloat;
use dpcert::exact::special::{erfc, normal_cdf, normal_quantile};
use dpcert::exact::{Engine, ExactEngine, Interval, Rounding};
use dpcert::pair::ThreePoint;
use dpcert::{Control, Dyadic, Real};
use malachite::rational::Rational;
use malachite::{Float, Natural};
use proptest::prelude::*;
use std::cmp::Ordering;

fn pair(eps: &str, delta: &str, alpha: &str) -> ThreePoint {
    ThreePoint { eps: real(eps), delta: real(delta), alpha: real(alpha) }
}

fn exact_deltas<E: ExactEngine>(
    eps: &str,
    delta: &str,
    alpha: &str,
    k: u64,
) -> (Vec<Natural>, Natural) {
    let rational = RationalPair::of(&pair(eps, delta, alpha)).expect("rational");
    let (numerators, denominator) = rational.deltas::<E::Natural>(k);
    (numerators.iter().map(BigNatural::to_natural).collect(), denominator)
}

/// Exact results are the same numbers whoever multiplies.
#[test]
fn integers_agree_with_num_bigint() {
    for (eps, delta, alpha, k) in [
        ("ln(2)", "0", "3/10", 200),
        ("ln(3/2)", "1/10", "0", 150),
        ("ln(0x1.19799812dea11p0)", "1e-6", "1/7", 40),
    ] {
        let ours = exact_deltas::<Malachite>(eps, delta, alpha, k);
        assert_eq!(ours, exact_deltas::<Referee>(eps, delta, alpha, k));
        #[cfg(feature = "mpfr")]
        assert_eq!(ours, exact_deltas::<dpcert::exact::Mpfr>(eps, delta, alpha, k));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// Kronecker substitution is the schoolbook product, in every engine.
    #[test]
    fn convolution_is_the_schoolbook_product(
        a in prop::collection::vec(any::<u128>(), 1..20),
        b in prop::collection::vec(any::<u64>(), 1..20),
    ) {
        let natural = |n: u128| Natural::from(n);
        let mut expected = vec![Natural::from(0u32); a.len() + b.len() - 1];
        for (i, x) in a.iter().enumerate() {
            for (j, y) in b.iter().enumerate() {
                expected[i + j] += natural(*x) * natural((*y).into());
            }
        }
        fn by<N: BigNatural>(a: &[u128], b: &[u64]) -> Vec<Natural> {
            let number = |n: u128| N::from_natural(&Natural::from(n));
            let a: Vec<N> = a.iter().map(|n| number(*n)).collect();
            let b: Vec<N> = b.iter().map(|n| number((*n).into())).collect();
            convolve(&a, &b).iter().map(BigNatural::to_natural).collect()
        }
        prop_assert_eq!(&by::<Natural>(&a, &b), &expected);
        prop_assert_eq!(&by::<Num>(&a, &b), &expected);
        #[cfg(feature = "mpfr")]
        prop_assert_eq!(&by::<rug::Integer>(&a, &b), &expected);
    }

    /// shl, shr, pow and conversions of every engine's integers.
    #[test]
    fn integer_operations_agree(n in any::<u128>(), bits in 0u64..200, exponent in 0u64..12) {
        fn by<N: BigNatural>(n: u128, bits: u64, exponent: u64) -> Vec<Natural> {
            let x = N::from_natural(&Natural::from(n));
            let all = [x.shl(bits), x.shr(bits, Rounding::Down), x.shr(bits, Rounding::Up), x.pow(exponent)];
            all.iter().map(BigNatural::to_natural).chain([Natural::from(x.bits())]).collect()
        }
        let expected = by::<Num>(n, bits, exponent);
        prop_assert_eq!(&by::<Natural>(n, bits, exponent), &expected);
        #[cfg(feature = "mpfr")]
        prop_assert_eq!(&by::<rug::Integer>(n, bits, exponent), &expected);
    }
}

/// Everything that is enclosed, evaluated on one engine at one precision, next to the truth: a
/// rational, or the same enclosure at ten times the precision.
fn enclosures<E: Engine>(precision: u64) -> Vec<(String, Interval<E>, Interval<Malachite>)> {
    let mut all = Vec::new();
    let fine = 10 * precision + 200;
    let texts = [
        "1/3",
        "-22/7",
        "1/3 + sqrt(2)",
        "1/3 - sqrt(2)",
        "sqrt(2)*sqrt(3)",
        "-sqrt(2)*sqrt(3)",
        "sqrt(2)/sqrt(3)",
        "1/(1 + exp(1/7))",
        "exp(10/7)",
        "exp(-50/7)",
        "ln(10/7)",
        "ln(1 - 1/10)",
        "sqrt(7/3)",
        "(1 + sqrt(2))^9",
        "(1/3 + sqrt(2))^-5",
        "exp(-1000000/7)",
        "exp(sqrt(2))*(1 - sqrt(2))",
        "1/7*ln(2) - 5*sqrt(1/3)",
    ];
    for text in texts {
        let x = real(text);
        all.push((text.into(), x.enclose::<E>(precision), x.enclose(fine)));
    }
    for text in ["-9/2", "-1/3", "1/3", "2", "7/2", "8", "12", "50"] {
        let x = real(text);
        let both = |name: &str,
                    f: fn(&Interval<E>) -> Interval<E>,
                    g: fn(&Interval<Malachite>) -> Interval<Malachite>| {
            (format!("{name}({text})"), f(&x.enclose(precision)), g(&x.enclose(fine)))
        };
        all.push(both("erfc", erfc, erfc));
        all.push(both("Phi", normal_cdf, normal_cdf));
    }
    for text in ["1e-40", "1/100", "1/3", "9/10"] {
        let x = real(text);
        all.push((
            format!("quantile({text})"),
            normal_quantile(&x.enclose::<E>(precision)),
            normal_quantile(&x.enclose(fine)),
        ));
    }
    for (eps, delta, alpha, k) in
        [("1/10", "1/1000", "0", 12), ("ln(2)", "0", "3/10", 9), ("3", "1/7", "1/3", 7)]
    {
        let pair = pair(eps, delta, alpha);
        let truth = kfold::deltas::<Malachite>(&pair, k, fine, &Control::default()).unwrap();
        let routes = [
            kfold::deltas::<E>(&pair, k, precision, &Control::default()).unwrap(),
            kfold::deltas_on_floats(&pair, k, precision, &Control::default()).unwrap(),
        ];
        for (route, deltas) in ["", " on floats"].iter().zip(&routes) {
            for (j, (delta, truth)) in deltas.iter().zip(truth.iter()).enumerate() {
                all.push((format!("delta_{j} of {eps}, {alpha}{route}"), delta, truth));
            }
        }
    }
    all
}

/// Does an enclosure contain all of a much narrower one? If not, a direction is wrong.
fn contains<E: Engine>(wide: &Interval<E>, narrow: &Interval<Malachite>) -> bool {
    let end = |x: &Float| DirectedFloat::to_rational(x);
    let below = match (wide.lower().to_rational(), end(narrow.upper())) {
        (Some(lower), Some(upper)) => lower <= upper,
        _ => true,
    };
    let above = match (wide.upper().to_rational(), end(narrow.lower())) {
        (Some(upper), Some(lower)) => lower <= upper,
        _ => true,
    };
    below && above
}

fn check_enclosures<E: Engine>() {
    for precision in [12, 14, 16, 24, 53, 64, 113, 128, 200] {
        for (name, wide, truth) in enclosures::<E>(precision) {
            assert!(
                contains(&wide, &truth),
                "{} at {precision} bits: {name} = {wide:?} misses {truth:?}",
                E::NAME
            );
            // Cancellation in these formulas costs a few bits, not half of them.
            let tight = wide.has_relative_bits((precision * 3 / 4).saturating_sub(7));
            assert!(
                tight || precision < 20,
                "{} at {precision} bits: {name} = {wide:?} is too wide",
                E::NAME
            );
        }
    }
}

#[test]
fn malachite_encloses_and_is_tight() {
    check_enclosures::<Malachite>();
}

#[cfg(feature = "mpfr")]
#[test]
fn mpfr_encloses_and_is_tight() {
    check_enclosures::<dpcert::exact::Mpfr>();
}

/// Floats in registers round every operation to its own side, by at most one unit of 128 bits.
fn check_register<const UP: bool>(x: &Rational, y: &Rational, n: u64) {
    type Register<const UP: bool> = RegisterFloat<UP>;
    let read = |x: &Rational| {
        let float = Float::from_rational(x, 400, Register::<UP>::ROUNDING);
        Register::<UP>::from_float(&float).expect("of moderate size")
    };
    let check = |name: &str, result: Register<UP>, truth: Rational| {
        let value = result.to_rational();
        assert_eq!(
            DirectedFloat::to_rational(&result.to_float::<Float>()),
            Some(value.clone()),
            "{name}"
        );
        let (low, high) = if UP { (truth.clone(), value) } else { (value, truth.clone()) };
        assert!(low <= high, "{name}: {result:?} is on the wrong side of {truth}");
        assert!((high - low) << 127u32 <= truth, "{name}: {result:?} is too far from {truth}");
    };
    let (a, b) = (read(x), read(y));
    let (p, q) = (a.to_rational(), b.to_rational());
    let word = Rational::from(n);
    check("from_float", a, x.clone());
    check("times", a.times(b), &p * &q);
    check("plus", a.plus(b), &p + &q);
    check("times_word", a.times_word(n), &p * &word);
    check("over", a.over(b), &p / &q);
    if n > 0 {
        check("reciprocal", Register::<UP>::reciprocal(n), Rational::from(1) / word);
    }
    // The integer next to it, on its side.
    if let Some(integer) = a.shift(-64).to_integer() {
        let (integer, truth) = (Rational::from(integer), &p >> 64u32);
        let (low, high) = if UP { (&truth, &integer) } else { (&integer, &truth) };
        assert!(low <= high && high - low < 1, "to_integer: {integer} for {truth}");
    }
    let tiny = u128::from(UP);
    assert_eq!(Register::<UP>::ONE.shift(-1000).to_integer(), Some(tiny));
    assert_eq!(a.plus(Register::<UP>::ZERO), a);
    assert_eq!(Register::<UP>::ZERO.plus(a), a);
    assert_eq!(a.times(Register::<UP>::ZERO), Register::<UP>::ZERO);
}

/// The same interesting words that carry, and random ones.
fn words() -> impl Strategy<Value = u64> {
    let edges = prop::sample::select(vec![
        0,
        1,
        2,
        3,
        1 << 32,
        (1 << 63) - 1,
        1 << 63,
        (1 << 63) + 1,
        u64::MAX - 1,
        u64::MAX,
    ]);
    prop_oneof![edges, any::<u64>(), 0u64..1000]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4000))]

    #[test]
    fn floats_in_registers_keep_their_direction(
        a in prop::array::uniform4(words()),
        shift in -200i64..200,
        n in words(),
    ) {
        let number = |high: u64, low: u64| (u128::from(high) << 64 | u128::from(low)).max(1);
        let x = Rational::from(number(a[0], a[1]));
        let y = Rational::from(number(a[2], a[3])) << shift;
        for (x, y) in [(&x, &y), (&y, &x), (&x, &x)] {
            check_register::<false>(x, y, n);
            check_register::<true>(x, y, n);
        }
        let third = &x / Rational::from(3);
        check_register::<false>(&third, &y, n);
        check_register::<true>(&third, &y, n);
    }
}

/// Floats in registers and floats of the engine walk to enclosures of the same numbers.
fn check_registers_against<E: Engine>() {
    for (eps, delta, alpha, k) in [
        ("1/1000", "1e-9", "0", 3000),
        ("1/100", "0", "1/3", 2000),
        ("3", "1/1000", "9/10", 500),
        ("700", "0", "1/2", 50),
    ] {
        let pair = pair(eps, delta, alpha);
        let truth =
            kfold::deltas_on_floats::<Malachite>(&pair, k, 300, &Control::default()).unwrap();
        let deltas = kfold::deltas::<E>(&pair, k, 128, &Control::default()).unwrap();
        assert_eq!(deltas.iter().count(), usize::try_from(k + 1).expect("small"));
        for (j, (wide, truth)) in deltas.iter().zip(truth.iter()).enumerate() {
            assert!(
                contains(&wide, &truth),
                "delta_{j} of {eps}, {alpha}: {wide:?} misses {truth:?}"
            );
            assert!(
                wide.has_relative_bits(128 - 18),
                "delta_{j} of {eps}, {alpha}: {wide:?} is too wide"
            );
        }
    }
}

#[test]
fn registers_agree_with_malachite() {
    check_registers_against::<Malachite>();
}

#[cfg(feature = "mpfr")]
#[test]
fn registers_agree_with_mpfr() {
    check_registers_against::<dpcert::exact::Mpfr>();
}

/// The default engine sums its own series for erfc; MPFR's erfc is somebody else's.
#[cfg(feature = "mpfr")]
#[test]
fn mpfr_witnesses_erfc() {
    use dpcert::exact::special::erfc_series;
    for numerator in (-60..600).step_by(7) {
        for precision in [30, 53, 113, 300] {
            let x = Rational::from_signeds(numerator, 13);
            let theirs = rug::Float::from_rational(&x, 64, Rounding::Down);
            let exact = DirectedFloat::to_rational(&theirs).expect("finite");
            let ours = erfc_series::<Malachite>(
                &Float::from_rational(&exact, 64, Rounding::Down),
                precision,
            );
            let witness = theirs
                .native_erfc(precision + 64, Rounding::Down)
                .and_then(|y| DirectedFloat::to_rational(&y));
            let witness = witness.expect("finite");
            let slack = Rational::from(1) + (Rational::from(1) >> (precision + 60));
            let below = ours.lower().to_rational().is_some_and(|lower| lower <= &witness * &slack);
            let above = ours.upper().to_rational().is_some_and(|upper| witness <= upper);
            assert!(below && above, "erfc({x}) at {precision} bits: {ours:?} against {witness}");
            assert!(
                ours.has_relative_bits(precision - 4),
                "erfc({x}) at {precision} bits: {ours:?}"
            );
        }
    }
}

/// Between lattice points delta is linear in e^eps, in registers and beyond.
#[test]
fn delta_between_lattice_points_is_on_the_chord() {
    let fine = 500;
    for (eps, delta, alpha, k) in
        [("1/10", "1/1000", "0", 12), ("ln(2)", "0", "3/10", 9), ("3", "1/7", "1/3", 7)]
    {
        let pair = pair(eps, delta, alpha);
        let deltas = kfold::deltas::<Malachite>(&pair, k, fine, &Control::default()).unwrap();
        for floor in 0..k {
            for part in ["0", "1/100", "1/3", "9/10"] {
                let at = real(eps).mul(&Real::from(floor).add(&real(part)));
                let point = |j: u64| real(eps).mul(&Real::from(j)).exp().enclose::<Malachite>(fine);
                let (below, above) = (deltas.get(floor).unwrap(), deltas.get(floor + 1).unwrap());
                let share = &(&point(floor + 1) - &at.exp().enclose(fine))
                    / &(&point(floor + 1) - &point(floor));
                let truth = &above + &(&share * &(&below - &above));
                for precision in [12, 16, 64, 128, 200] {
                    let wide = kfold::delta_at::<Malachite>(
                        &pair,
                        k,
                        (&at, floor),
                        precision,
                        &Control::default(),
                    )
                    .unwrap();
                    assert!(
                        contains(&wide, &truth),
                        "{eps}, {alpha} at {floor} + {part}: {wide:?} misses {truth:?}"
                    );
                }
            }
        }
    }
}

/// The mass at infinity of many steps, where it is too long to be kept as a fraction.
#[test]
fn infinite_mass_encloses_the_fraction() {
    for (delta, k) in
        [("1/7 + 10^-4000", 1u64), ("1/7 + 10^-4000", 13), ("10^-4001", 100), ("1 - 10^-4000", 6)]
    {
        let x = real(delta).as_rational().cloned().unwrap();
        let finite =
            (0..k).fold(Rational::from(1), |product, _| product * (Rational::from(1) - &x));
        let truth = Rational::from(1) - finite;
        for precision in [14, 64, 200] {
            let mass =
                kfold::infinite_mass::<Malachite>(&real(delta), k, precision).enclose(precision);
            assert!(mass.contains(&truth), "{delta}, {k}: {mass:?}");
            assert!(mass.has_relative_bits(precision - 10), "{delta}, {k}: {mass:?}");
        }
    }
}

/// An engine with one rounding direction flipped: operation number `OP` rounds the wrong way.
#[derive(Clone, Copy, Debug)]
struct Faulty<const OP: usize>;

#[derive(Clone, Debug, PartialEq, PartialOrd)]
struct Flipped<const OP: usize>(Float);

impl<const OP: usize> ExactEngine for Faulty<OP> {
    const NAME: &'static str = "faulty";
    type Natural = Natural;
}

impl<const OP: usize> Engine for Faulty<OP> {
    type Float = Flipped<OP>;
}

const OPERATIONS: [&str; 13] = [
    "from_natural",
    "from_rational",
    "shift",
    "add",
    "sub",
    "mul",
    "div",
    "add_assign",
    "mul_assign",
    "div_assign",
    "sqrt",
    "exp",
    "ln",
];

impl<const OP: usize> Flipped<OP> {
    fn turn(index: usize, rounding: Rounding) -> Rounding {
        if index == OP { rounding.opposite() } else { rounding }
    }
}

impl<const OP: usize> DirectedFloat for Flipped<OP> {
    fn zero() -> Self {
        Flipped(DirectedFloat::zero())
    }
    fn infinity(negative: bool) -> Self {
        Flipped(DirectedFloat::infinity(negative))
    }
    fn from_u64(n: u64) -> Self {
        Flipped(DirectedFloat::from_u64(n))
    }
    fn from_natural(n: &Natural, precision: u64, rounding: Rounding) -> Self {
        Flipped(DirectedFloat::from_natural(n, precision, Self::turn(0, rounding)))
    }
    fn from_rational(x: &Rational, precision: u64, rounding: Rounding) -> Self {
        Flipped(DirectedFloat::from_rational(x, precision, Self::turn(1, rounding)))
    }
    fn to_rational(&self) -> Option<Rational> {
        DirectedFloat::to_rational(&self.0)
    }
    fn to_dyadic(&self) -> Dyadic {
        DirectedFloat::to_dyadic(&self.0)
    }
    fn is_finite(&self) -> bool {
        DirectedFloat::is_finite(&self.0)
    }
    fn sign(&self) -> Ordering {
        DirectedFloat::sign(&self.0)
    }
    fn exponent(&self) -> Option<i64> {
        DirectedFloat::exponent(&self.0)
    }
    fn neg(&self) -> Self {
        Flipped(DirectedFloat::neg(&self.0))
    }
    fn shift(&self, shift: i64, precision: u64, rounding: Rounding) -> Self {
        Flipped(DirectedFloat::shift(&self.0, shift, precision, Self::turn(2, rounding)))
    }
    fn add(&self, other: &Self, precision: u64, rounding: Rounding) -> Self {
        Flipped(DirectedFloat::add(&self.0, &other.0, precision, Self::turn(3, rounding)))
    }
    fn sub(&self, other: &Self, precision: u64, rounding: Rounding) -> Self {
        Flipped(DirectedFloat::sub(&self.0, &other.0, precision, Self::turn(4, rounding)))
    }
    fn mul(&self, other: &Self, precision: u64, rounding: Rounding) -> Self {
        Flipped(DirectedFloat::mul(&self.0, &other.0, precision, Self::turn(5, rounding)))
    }
    fn div(&self, other: &Self, precision: u64, rounding: Rounding) -> Self {
        Flipped(DirectedFloat::div(&self.0, &other.0, precision, Self::turn(6, rounding)))
    }
    fn add_assign(&mut self, other: &Self, precision: u64, rounding: Rounding) {
        DirectedFloat::add_assign(&mut self.0, &other.0, precision, Self::turn(7, rounding));
    }
    fn mul_assign(&mut self, other: &Self, precision: u64, rounding: Rounding) {
        DirectedFloat::mul_assign(&mut self.0, &other.0, precision, Self::turn(8, rounding));
    }
    fn div_assign(&mut self, other: &Self, precision: u64, rounding: Rounding) {
        DirectedFloat::div_assign(&mut self.0, &other.0, precision, Self::turn(9, rounding));
    }
    fn sqrt(&self, precision: u64, rounding: Rounding) -> Self {
        Flipped(DirectedFloat::sqrt(&self.0, precision, Self::turn(10, rounding)))
    }
    fn exp(&self, precision: u64, rounding: Rounding) -> Self {
        Flipped(DirectedFloat::exp(&self.0, precision, Self::turn(11, rounding)))
    }
    fn ln(&self, precision: u64, rounding: Rounding) -> Self {
        Flipped(DirectedFloat::ln(&self.0, precision, Self::turn(12, rounding)))
    }
    fn pi(precision: u64, rounding: Rounding) -> Self {
        Flipped(DirectedFloat::pi(precision, rounding))
    }
}

/// Ends that cross, or an enclosure that misses the truth.
fn notices<const OP: usize>() -> bool {
    let all = std::panic::catch_unwind(|| {
        let mut noticed = false;
        for precision in [12, 14, 16] {
            for (_, wide, truth) in simple::<Faulty<OP>>(precision) {
                noticed |= wide.lower() > wide.upper() || !contains(&wide, &truth);
            }
        }
        noticed
    });
    // A debug assertion that the ends do not cross notices too.
    all.unwrap_or(true)
}

/// Single operations and one walk, whose inputs a flipped direction cannot keep from ending.
fn simple<E: Engine>(precision: u64) -> Vec<(String, Interval<E>, Interval<Malachite>)> {
    let mut all = Vec::new();
    let fine = 300;
    for i in 1..40u32 {
        let (x, y) =
            (Rational::from_unsigneds(i * i + 1, 7), Rational::from_unsigneds(11u32, 3 * i + 1));
        let (a, b): (Interval<E>, Interval<E>) =
            (Interval::from_rational(&x, precision), Interval::from_rational(&y, precision));
        let (c, d): (Interval<Malachite>, Interval<Malachite>) =
            (Interval::from_rational(&x, fine), Interval::from_rational(&y, fine));
        all.push(("x".into(), a.clone(), c.clone()));
        all.push(("add".into(), &a + &b, &c + &d));
        all.push(("sub".into(), &a - &b, &c - &d));
        all.push(("mul".into(), &a * &b, &c * &d));
        all.push(("mul by a negative number".into(), &a * &-&b, &c * &-&d));
        all.push(("div".into(), &a / &b, &c / &d));
        all.push(("sqrt".into(), a.sqrt(), c.sqrt()));
        all.push(("exp".into(), b.exp(), d.exp()));
        all.push(("ln".into(), a.ln(), c.ln()));
        let fine_a = Interval::<E>::from_rational(&x, 40).with_precision(precision);
        all.push((
            "shift".into(),
            Interval::<E>::from_rational(&x, 40).with_low_precision_shift(precision),
            c.shift(3),
        ));
        all.push(("round".into(), fine_a, c.clone()));
        let n = Natural::from(1_000_003u32) * Natural::from(i);
        let of = |rounding| E::Float::from_natural(&n, precision, rounding);
        all.push((
            "natural".into(),
            Interval::new(of(Rounding::Down), of(Rounding::Up), precision),
            Interval::from_rational(&Rational::from(n.clone()), fine),
        ));
    }
    // With E = 2 and c = b = 1/4 all constants are exact: nothing hides the walk's own roundings.
    for (eps, delta, alpha, k) in
        [("1/10", "1/1000", "1/3", 9), ("ln(2)", "0", "1/4", 40), ("ln(2)", "0", "0", 60)]
    {
        let pair = pair(eps, delta, alpha);
        let truth = kfold::deltas::<Malachite>(&pair, k, fine, &Control::default()).unwrap();
        for (wide, truth) in kfold::deltas_on_floats::<E>(&pair, k, precision, &Control::default())
            .unwrap()
            .iter()
            .zip(truth.iter())
        {
            all.push(("walk".into(), wide, truth));
        }
    }
    // The masses alone, c = 1/4 again: one product and one quotient are rounded in each step.
    let pair = pair("ln(2)", "1/4", "0");
    let truth = kfold::masses::<Malachite>(&pair, 60, fine, &Control::default()).unwrap();
    all.extend(
        kfold::masses::<E>(&pair, 60, precision, &Control::default())
            .unwrap()
            .into_iter()
            .zip(truth)
            .map(|(x, y)| ("mass".into(), x, y)),
    );
    all
}

trait LowPrecisionShift<E: Engine> {
    fn with_low_precision_shift(self, precision: u64) -> Interval<E>;
}

impl<E: Engine> LowPrecisionShift<E> for Interval<E> {
    /// `self * 8`, rounded by the shift itself.
    fn with_low_precision_shift(self, precision: u64) -> Interval<E> {
        let lower = self.lower().shift(3, precision, Rounding::Down);
        Interval::new(lower, self.upper().shift(3, precision, Rounding::Up), precision)
    }
}

/// Flip any one direction, and the tests notice: run at 12 to 16 bits, where it shows.
#[test]
fn every_flipped_rounding_is_noticed() {
    assert!(!notices::<99>(), "nothing is flipped, and yet something was noticed");
    let noticed = [
        notices::<0>(),
        notices::<1>(),
        notices::<2>(),
        notices::<3>(),
        notices::<4>(),
        notices::<5>(),
        notices::<6>(),
        notices::<7>(),
        notices::<8>(),
        notices::<9>(),
        notices::<10>(),
        notices::<11>(),
        notices::<12>(),
    ];
    for (name, noticed) in OPERATIONS.iter().zip(noticed) {
        assert!(noticed, "a flipped direction in {name} goes unnoticed");
    }
}
