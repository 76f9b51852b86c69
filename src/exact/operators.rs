//! `+ - * /` between exact numbers, in the notation of formulas: with references or values, and
//! with small integers on the left or the right.

use super::real::Real;

/// Implements the operators of a number by its methods of the same names.
macro_rules! operators {
    ($number:ty) => {
        $crate::exact::operators!($number, Add, add);
        $crate::exact::operators!($number, Sub, sub);
        $crate::exact::operators!($number, Mul, mul);
        $crate::exact::operators!($number, Div, div);

        impl std::ops::Neg for $number {
            type Output = $number;
            fn neg(self) -> $number {
                <$number>::neg(&self)
            }
        }

        impl std::ops::Neg for &$number {
            type Output = $number;
            fn neg(self) -> $number {
                <$number>::neg(self)
            }
        }
    };
    ($number:ty, $operator:ident, $method:ident) => {
        $crate::exact::operators!($number, $operator, $method, $number, $number, |x, y| (&x, &y));
        $crate::exact::operators!($number, $operator, $method, $number, &$number, |x, y| (&x, y));
        $crate::exact::operators!($number, $operator, $method, &$number, $number, |x, y| (x, &y));
        $crate::exact::operators!($number, $operator, $method, &$number, &$number, |x, y| (x, y));
        $crate::exact::operators!($number, $operator, $method, $number, i64, |x, y| (
            &x,
            &y.into()
        ));
        $crate::exact::operators!($number, $operator, $method, &$number, i64, |x, y| (
            x,
            &y.into()
        ));
        $crate::exact::operators!($number, $operator, $method, i64, $number, |x, y| (
            &x.into(),
            &y
        ));
        $crate::exact::operators!($number, $operator, $method, i64, &$number, |x, y| (
            &x.into(),
            y
        ));
    };
    ($number:ty, $operator:ident, $method:ident, $left:ty, $right:ty, |$x:ident, $y:ident| ($a:expr, $b:expr)) => {
        impl std::ops::$operator<$right> for $left {
            type Output = $number;
            fn $method(self, other: $right) -> $number {
                let ($x, $y) = (self, other);
                <$number>::$method($a, $b)
            }
        }
    };
}

pub(crate) use operators;

operators!(Real);
