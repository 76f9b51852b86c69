"""What an enclosure says, and when it says nothing."""

from __future__ import annotations

import copy
import math
import operator
import pickle
from decimal import Decimal
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import dpcert
from dpcert import _native
from dpcert._enclosure import Enclosure, Origin, _compare, _compare_ends

ORIGIN = Origin(True, "closed-form", "malachite", ())


def enclosure(lower: tuple[int, int | None], upper: tuple[int, int | None], exact: Fraction | None = None) -> Enclosure:
    return Enclosure((lower, upper, 0.0, math.inf, exact, None, 21, True, None), ORIGIN)


ends = st.tuples(st.integers(-(2**80), 2**80), st.integers(-200, 200))
points = st.fractions() | st.floats(allow_nan=False) | st.integers()
ORDERS = [operator.lt, operator.le, operator.gt, operator.ge]


def value(end: tuple[int, int | None]) -> Fraction:
    mantissa, exponent = end
    assert exponent is not None
    return Fraction(mantissa) * Fraction(2) ** exponent


def sign(x: Any, y: Any) -> int:
    return int(x > y) - int(x < y)


@given(ends, points, st.fractions(-2, 2))
def test_an_end_is_compared_as_a_fraction_is(end: Any, point: Any, factor: Fraction) -> None:
    exact = point if isinstance(point, float) and math.isinf(point) else Fraction(point)
    # What is near, or is it, is where the sizes say nothing.
    for other in (exact, value(end), value(end) * factor, value(end) * (1 + factor / 2**90)):
        assert _compare(end, other) == sign(value(end), other)


@given(ends, ends)
def test_two_ends_are_compared_as_fractions_are(x: Any, y: Any) -> None:
    assert _compare_ends(x, y) == sign(value(x), value(y))


@given(ends, ends, points)
def test_a_comparison_is_true_of_every_number_inside_or_raises(x: Any, y: Any, point: Any) -> None:
    low, high = sorted([x, y], key=value)
    found = enclosure(low, high)
    for other in (point, value(low), value(high), (value(low) + value(high)) / 2):
        for order in ORDERS:
            inside = {order(value(end), other) for end in (low, high)}
            try:
                assert {order(found, other)} == inside
            except dpcert.Undecided:
                assert len(inside) == 2
        is_inside = value(low) <= other <= value(high)
        assert (other in found) == is_inside
        is_open = is_inside and value(low) < value(high)
        try:
            assert (found == other) == is_inside and not is_open
        except dpcert.Undecided:
            assert is_open


@given(ends, ends, ends, ends)
def test_two_enclosures_are_compared_where_all_their_numbers_agree(a: Any, b: Any, c: Any, d: Any) -> None:
    (a, b), (c, d) = sorted([a, b], key=value), sorted([c, d], key=value)
    inside = (value(c) + value(d)) / 2
    for first, second, ours, theirs in [
        (enclosure(a, b), enclosure(c, d), [value(a), value(b)], [value(c), value(d)]),
        (enclosure(a, b), enclosure(c, d, exact=inside), [value(a), value(b)], [inside]),
        (enclosure(c, d, exact=inside), enclosure(a, b), [inside], [value(a), value(b)]),
        (enclosure(c, d, exact=inside), enclosure(c, d, exact=value(c)), [inside], [value(c)]),
    ]:
        for order in ORDERS:
            all_of_them = {order(x, y) for x in ours for y in theirs}
            try:
                assert {order(first, second)} == all_of_them
            except dpcert.Undecided:
                assert len(all_of_them) == 2


def test_known_rationals_decide_everything() -> None:
    half = dpcert.tv("randomized-response(eps=ln(3))^2")
    assert half == Fraction(1, 2) == half and half == 0.5 and half == Decimal("0.5") and not half != 0.5
    assert half <= 0.5 and half >= 0.5 and not half < 0.5 and not half > 0.5
    assert 0.5 in half and 0.25 not in half and math.nextafter(0.5, 1) not in half and math.nan not in half
    assert hash(half) == hash(0.5) and {0.5: "found"}[half] == "found"  # type: ignore[index]
    assert half.lo == half.hi == half.exact == Fraction(1, 2) and bool(half)
    assert not dpcert.tv("approx-dp(eps=0, delta=0)")
    third = dpcert.beta("approx-dp(eps=ln(2), delta=0)", "1/3")
    assert third.exact == Fraction(1, 3) and third != 1 / 3 and third > 1 / 3 and third.float_lower == 1 / 3 < third.float_upper


def test_what_is_open_raises() -> None:
    tv = dpcert.tv("gaussian(sigma=2)", digits=3)
    closer = dpcert.tv("gaussian(sigma=2)", digits=30)
    assert tv.exact is None and tv.exact_text is None and tv.met
    for order in [*ORDERS, operator.eq, operator.ne]:
        with pytest.raises(dpcert.Undecided, match="ask with more digits"):
            order(tv, closer)
        with pytest.raises(dpcert.Undecided):
            order(tv, (tv.lo + tv.hi) / 2)
    assert tv == tv and tv <= tv and tv >= tv and not tv < tv and not tv != tv
    assert tv != 0.2 and tv < 0.2 and 0.1 < tv
    assert not tv.same(closer) and tv.same(dpcert.tv("gaussian(sigma=2)", digits=3))
    # What is no number is not equal, and has no order.
    assert tv != "0.1" and tv != None and tv != True  # noqa: E711, E712
    with pytest.raises(TypeError):
        tv < "0.1"  # type: ignore[operator]
    with pytest.raises(TypeError, match="write an int, Fraction, Decimal or float$"):
        "0.1" in tv
    with pytest.raises(dpcert.BadInput):
        tv < math.nan
    with pytest.raises(TypeError, match="take .float_upper for a safe upper bound"):
        float(tv)


def test_expressions_are_equal_where_their_texts_are() -> None:
    first = dpcert.eps("randomized-response(eps=ln(3))", delta=0)
    second = dpcert.eps("approx-dp(eps=ln(3), delta=0)", delta=0, digits=40)
    assert first.exact_text == "ln(3)" == str(first) and first.exact is None
    assert first == second and hash(first) == hash(second) and not first.same(second)


def test_infinity() -> None:
    eps = dpcert.eps("gaussian(sigma=2)", delta=0)
    assert eps.is_infinite and eps == math.inf and eps > 10**400 and math.inf in eps and 5 not in eps
    assert str(eps) == "inf" and eps.float_lower == eps.float_upper == math.inf and hash(eps) == hash(math.inf)
    assert eps == dpcert.eps("gaussian(sigma=3)", delta=0)
    with pytest.raises(OverflowError, match="inf"):
        eps.lo
    assert not dpcert.tv("gaussian(sigma=2)").is_infinite and dpcert.tv("gaussian(sigma=2)") < math.inf


def test_what_is_too_long_is_never_written_out() -> None:
    tiny = dpcert.delta("gaussian(sigma=1/10)", eps=10**5)
    with pytest.raises(OverflowError, match="float_lower or .decimal_lower"):
        tiny.lo
    with pytest.raises(OverflowError, match="float_upper or .decimal_upper"):
        tiny.hi
    assert tiny.float_lower == 0.0 and tiny.float_upper == 5e-324
    assert 0 < tiny < Fraction(1, 10**4000) and tiny != 0 and bool(tiny) and tiny == tiny
    assert tiny.decimal_lower(3).endswith(tiny.decimal_upper(3)[-10:]) and "e-" in repr(tiny)
    assert pickle.loads(pickle.dumps(tiny)).same(tiny)


def test_directed_floats_and_decimals() -> None:
    tv = dpcert.tv("gaussian(sigma=2)^50")
    assert Fraction(tv.float_lower) <= tv.lo <= tv.hi <= Fraction(tv.float_upper)
    assert math.nextafter(tv.float_lower, 1) == tv.float_upper
    for digits in (1, 2, 10):
        low, high = Fraction(tv.decimal_lower(digits)), Fraction(tv.decimal_upper(digits))
        assert low <= tv.lo and tv.hi <= high and high - low <= Fraction(2, 10**digits)


@given(st.fractions(), st.integers(1, 40))
def test_fractions_are_rounded_outward(x: Fraction, digits: int) -> None:
    low, high = (Fraction(_native.decimal_of_fraction(x, digits, up)) for up in (False, True))
    assert low <= x <= high and (high - low) * 10 ** (digits - 1) <= abs(x)


@given(ends, st.integers(1, 40))
def test_ends_are_rounded_outward(end: Any, digits: int) -> None:
    low, high = (Fraction(_native.decimal(*end, digits, up)) for up in (False, True))
    assert low <= value(end) <= high and (high - low) * 10 ** (digits - 1) <= abs(value(end))


@settings(max_examples=20)
@given(st.integers(5, 400))
def test_pickles_and_copies_know_the_same(sigma: int) -> None:
    for answer in [dpcert.tv(f"gaussian(sigma={sigma}/10)"), dpcert.tv(f"randomized-response(eps=ln({sigma}))")]:
        for again in (pickle.loads(pickle.dumps(answer)), copy.deepcopy(answer)):
            assert again.same(answer) and hash(again) == hash(answer) and repr(again) == repr(answer)
            assert (again.method, again.engine, again.tight, again.notes) == (
                answer.method,
                answer.engine,
                answer.tight,
                answer.notes,
            )


def test_how_it_is_shown() -> None:
    tv = dpcert.tv("gaussian(sigma=2)", digits=5)
    assert repr(tv) == "Enclosure('0.197412', '0.197413')" and str(tv) == "[0.197412, 0.197413]"
    assert "[0.197412, 0.197413]" in tv._repr_html_() and "closed-form, malachite<" in tv._repr_html_()
    assert "the upper end need not be attained" in dpcert.delta("zcdp(rho=1)", eps=1)._repr_html_()
    assert repr(dpcert.tv("approx-dp(eps=ln(3), delta=0)")) == "Enclosure('1/2')"
    long = dpcert.delta("approx-dp(eps=ln(3), delta=1/1000000)^100", eps="ln(3)", exact=True)
    assert long.exact is not None and long.exact.denominator > 10**500 and len(repr(long)) < 80


def test_formats_are_rounded_outward() -> None:
    tv = dpcert.tv("gaussian(sigma=2)^50")
    assert f"{tv:.4f} {tv:.3g} {tv:.2e} {tv}" == f"[0.9229, 0.9230] [0.922, 0.923] [9.22e-1, 9.23e-1] {tv!s}"
    half = dpcert.tv("randomized-response(eps=ln(3))")
    assert f"{half:.3f} {half:.2g} {half:.1e} {half}" == "0.500 0.5 5.0e-1 1/2"
    third = dpcert.tv("finite-pair(p=[1/3, 2/3], q=[2/3, 1/3])")
    assert f"{third:.3f}" == "[0.333, 0.334]"
    assert f"{dpcert.eps('gaussian(sigma=1)', delta=0):.3f}" == "inf"
    for spec in ("d", "10.3f", "%"):
        with pytest.raises(ValueError, match="write .4f, .4g or .4e"):
            format(half, spec)


@given(ends, ends, st.integers(0, 40), st.sampled_from("feg"))
def test_formats_contain_the_ends(x: Any, y: Any, digits: int, kind: str) -> None:
    low, high = sorted((x, y), key=value)
    text = format(enclosure(low, high), f".{digits}{kind}")
    shown = [Fraction(end) for end in text.strip("[]").split(", ")]
    assert shown[0] <= value(low) <= value(high) <= shown[-1]


def test_width_and_midpoint() -> None:
    tv = dpcert.tv("gaussian(sigma=2)^50")
    assert (tv.width, tv.midpoint) == (tv.hi - tv.lo, (tv.lo + tv.hi) / 2) and tv.lo < tv.midpoint < tv.hi
    half = dpcert.tv("randomized-response(eps=ln(3))")
    assert (half.width, half.midpoint) == (0, Fraction(1, 2))
    for compute in (lambda: tv - 1, lambda: 1 + tv, lambda: -tv, lambda: tv / half):
        with pytest.raises(TypeError, match="compute with .lo and .hi"):
            compute()
    for rounded in (lambda: round(tv), lambda: round(tv, 3)):
        with pytest.raises(TypeError, match="rounds them away from each other"):
            rounded()
