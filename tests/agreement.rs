//! Two engines: what counts as a contradiction between them.

use dpcert::enclosure::{Outcome, Style, disagreement};
#[cfg(feature = "mpfr")]
use dpcert::exact::Mpfr;
use dpcert::exact::engine::DirectedFloat;
use dpcert::exact::literal::parse;
use dpcert::exact::{Engine, Interval, Malachite, Rounding, Value};
use dpcert::{ShowExact, Styled};

type Float = <Malachite as Engine>::Float;

fn known<E: Engine>(outcome: &Outcome<E>) -> Styled {
    let style = Style { digits: 10, exact: ShowExact::Short };
    style.styled(style.outcome(outcome, 256))
}

#[test]
fn contradictions_are_found() {
    let exact = |text: &str| {
        Outcome::<Malachite>::Number(Value::Exact(
            parse(text).unwrap().as_rational().unwrap().clone(),
        ))
    };
    fn interval<E: Engine>(lo: &str, hi: &str) -> Outcome<E> {
        let end = |text: &str| parse(text).unwrap().enclose::<E>(256);
        let (lower, upper) = (end(lo).lower().clone(), end(hi).upper().clone());
        Outcome::Number(Value::Enclosed(Interval::new(lower, upper, 256)))
    }
    let huge = |shift: i64| {
        let float = Float::from_u64(1).shift(shift, 64, Rounding::Down);
        Outcome::<Malachite>::Number(Value::Enclosed(Interval::new(float.clone(), float, 64)))
    };
    let close =
        [("0.1", "0.2"), ("0.2", "0.3"), ("-0.3", "-0.2"), ("-0.2", "0.1"), ("0.2 + 1e-70", "0.3")];
    let meets = |x: (&str, &str), y: (&str, &str)| {
        let value = |text: &str| parse(text).unwrap();
        let le = |a: &str, b: &str| value(a).compare(&value(b)).unwrap().is_le();
        le(x.0, y.1) && le(y.0, x.1)
    };
    for x in close {
        for y in close {
            let first = interval::<Malachite>(x.0, x.1);
            let found = disagreement(&known(&first), &known(&interval::<Malachite>(y.0, y.1)));
            assert_eq!(found.is_none(), meets(x, y), "{x:?} {y:?}: {found:?}");
            #[cfg(feature = "mpfr")]
            {
                let found = disagreement(&known(&first), &known(&interval::<Mpfr>(y.0, y.1)));
                assert_eq!(found.is_none(), meets(x, y), "{x:?} {y:?} with MPFR: {found:?}");
            }
        }
    }
    let infinite = Outcome::<Malachite>::Infinite;
    for (first, second, agree) in [
        (exact("1/3"), exact("1/3"), true),
        (exact("1/3"), exact("1/3 + 1e-100"), false),
        (exact("1/3"), interval("0.3", "0.4"), true),
        (exact("1/3"), interval("0.34", "0.4"), false),
        (infinite.clone(), infinite.clone(), true),
        (infinite.clone(), exact("5"), false),
        (huge(-500_000_000), huge(-500_000_000), true),
        (huge(-500_000_000), huge(-500_000_001), false),
        (huge(500_000_000), huge(500_000_001), false),
    ] {
        let found = disagreement(&known(&first), &known(&second));
        assert_eq!(found.is_none(), agree, "{first:?} {second:?}: {found:?}");
        assert_eq!(disagreement(&known(&second), &known(&first)).is_none(), agree);
    }
}
