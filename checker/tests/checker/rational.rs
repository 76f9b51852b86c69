//! Fractions by the definition: of each operation on small ones, and of the order of large ones.

use dpcert_checker::rational::BigRational;
use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{One, Pow, Zero};
use std::cmp::Ordering;

fn fraction(n: i64, d: i64) -> BigRational {
    BigRational::new(n.into(), d.into())
}

/// Is it `n/d`, in lowest terms and with a denominator above 0?
fn is(x: &BigRational, n: i64, d: i64) -> bool {
    x.numer() * d == x.denom() * n
        && *x.denom() > BigInt::zero()
        && x.numer().gcd(x.denom()).is_one()
}

#[test]
fn operations_by_their_definition() {
    let small = || (-6..=6).flat_map(|n| [-4, -3, 1, 2, 3, 4, 6].map(|d| (n, d)));
    for (a, b) in small() {
        let x = fraction(a, b);
        assert!(
            is(&x, a, b) && is(&-&x, -a, b) && is(&x.abs(), (a * b).max(-a * b), b * b),
            "{a}/{b}"
        );
        assert_eq!((x.is_positive(), x.is_negative(), x.is_zero()), (a * b > 0, a * b < 0, a == 0));
        assert_eq!((x.is_integer(), x.to_integer()), (a % b == 0, (a / b).into()));
        if a != 0 {
            assert!(is(&x.recip(), b, a) && is(&Pow::pow(&x, -3), b.pow(3), a.pow(3)), "{a}/{b}");
        }
        assert!(is(&Pow::pow(&x, 0), 1, 1) && is(&Pow::pow(&x, 3), a.pow(3), b.pow(3)), "{a}/{b}");
        for (c, d) in small() {
            let y = fraction(c, d);
            assert!(
                is(&(&x + &y), a * d + c * b, b * d) && is(&(&x - &y), a * d - c * b, b * d),
                "{x} {y}"
            );
            assert!(is(&(&x * &y), a * c, b * d), "{x} {y}");
            if c != 0 {
                assert!(is(&(&x / &y), a * d, b * c), "{x} {y}");
            }
            // With denominators above 0.
            let sides = (a * d * b.signum() * d.signum(), c * b * b.signum() * d.signum());
            assert_eq!(x.cmp(&y), sides.0.cmp(&sides.1), "{x} {y}");
            assert_eq!(x == y, sides.0 == sides.1);
            let whole = BigInt::from(c);
            assert!(
                is(&(&x + &whole), a + c * b, b) && is(&(x.clone() * whole), a * c, b),
                "{x} {c}"
            );
        }
    }
    assert_eq!([fraction(-6, 4).to_string(), fraction(6, -3).to_string()], ["-3/2", "-2"]);
    let halves = [fraction(1, 2), fraction(1, 3), fraction(-5, 6)];
    assert!(
        halves.iter().sum::<BigRational>().is_zero()
            && halves.into_iter().sum::<BigRational>().is_zero()
    );
    assert!(BigRational::one() > BigRational::zero());
}

/// Two fractions that share all but the last of hundreds of thousands of quotients, and numbers of
/// which one is short.
#[test]
fn large_fractions_are_compared_and_reduced() {
    let power = |x: i64, n: u32| Pow::pow(BigInt::from(x), n);
    let near = BigRational::new(power(7, 40_000), power(5, 48_000));
    let other = &near + BigRational::new(BigInt::one(), power(8, 66_000));
    assert_eq!((near.cmp(&other), other.cmp(&near)), (Ordering::Less, Ordering::Greater));
    assert!(near != other && near == near.clone());
    let long = BigRational::from_integer(power(10, 100_000));
    for _ in 0..2000 {
        assert!((&long - BigRational::zero()).is_positive() && &long * BigRational::one() == long);
    }
    // 7 divides no power of 10, and 5 does.
    let (third, fifth) = (&long / BigInt::from(7), &long / BigInt::from(5));
    assert!(
        *third.denom() == BigInt::from(7) && fifth.is_integer() && fifth * BigInt::from(5) == long
    );
}
