"""Numbers from Python: exactly what was written, or refused."""

from __future__ import annotations

import math
import sys
from decimal import Decimal
from fractions import Fraction
from typing import Any

import numpy
import pytest
from hypothesis import given
from hypothesis import strategies as st

import dpcert
from dpcert._numbers import exactly, literal


def read(text: str) -> Fraction:
    """What the library reads: rho of a rho-zCDP mechanism is rho itself."""
    found = dpcert.rho(dpcert.ZCDP(rho=text), exact=True).exact
    assert found is not None
    return found


@given(st.fractions(min_value=0) | st.integers(0, 10**30) | st.floats(0, 1e300) | st.decimals(0, 10**9, places=9))
def test_the_library_reads_the_same_number(x: Any) -> None:
    assert read(literal(x)) == Fraction(x)


@pytest.mark.parametrize("x", [5e-324, sys.float_info.min, sys.float_info.max, 0.1, 0.0, -0.0])
def test_floats_are_binary64(x: float) -> None:
    assert read(literal(x)) == Fraction(x)
    assert dpcert.delta("laplace(eps=1)", 0.1) != dpcert.delta("laplace(eps=1)", "0.1")


def test_long_integers() -> None:
    for x in (10**5000, Fraction(1, 3**9000), 2**14001 - 1):
        assert read(literal(x)) == x


@pytest.mark.parametrize(
    ("x", "exact"),
    [
        (numpy.float64(0.1), Fraction(0.1)),
        (numpy.float32(0.1), Fraction(float(numpy.float32(0.1)))),
        (numpy.float16(0.1), Fraction(float(numpy.float16(0.1)))),
        (numpy.int64(7), Fraction(7)),
        (numpy.uint8(7), Fraction(7)),
        (numpy.longdouble(1) / 3, Fraction(*(numpy.longdouble(1) / 3).as_integer_ratio())),
    ],
)
def test_scalars_of_numpy(x: Any, exact: Fraction) -> None:
    assert read(literal(x)) == exact == exactly(x)
    assert dpcert.tv("approx-dp(eps=0, delta=1/2)") != x


def test_arrays_of_numpy_are_lists() -> None:
    pair = dpcert.FinitePair(p=numpy.array([0.75, 0.25]), q=numpy.array([0.25, 0.75]))
    assert dpcert.tv(pair) == 0.5
    assert dpcert.channel(numpy.array([[0.75, 0.25], [0.25, 0.75]])).tv == 0.5


@pytest.mark.parametrize("x", [math.nan, math.inf, -math.inf, Decimal("nan"), Decimal("inf"), numpy.float32("nan")])
def test_what_is_not_finite_is_refused(x: Any) -> None:
    with pytest.raises(dpcert.BadInput, match="(?i)eps: .*(nan|inf).* is not a number") as caught:
        dpcert.delta("laplace(eps=1)", eps=x)
    assert caught.value.field == "eps"
    with pytest.raises(dpcert.BadInput, match="sigma: "):
        dpcert.Gaussian(sigma=x)


@pytest.mark.parametrize(
    "x", [True, False, None, {}, object(), 1j, b"1", numpy.bool_(True), numpy.array(1.0) > 0]
)
def test_what_is_no_number_is_refused(x: Any) -> None:
    with pytest.raises(TypeError, match="eps is .*, of type .*, and not a number"):
        dpcert.delta("laplace(eps=1)", eps=x)


@pytest.mark.parametrize("several", [[1], (1, 0.5), numpy.array([1, 2])])
def test_several_values_are_asked_about_by_ask(several: Any) -> None:
    with pytest.raises(TypeError, match=r'eps is one number here: dpcert.ask\(mechanism, {"delta": {"eps": .*}}\)'):
        dpcert.delta("laplace(eps=1)", eps=several)
    with pytest.raises(TypeError, match=r'"bayes-error": {"prior": '):
        dpcert.bayes_error("laplace(eps=1)", prior=several)
    # What has several numbers at a value is not asked about at several values.
    with pytest.raises(TypeError, match="alpha is .*, of type .*, and not a number"):
        dpcert.test("laplace(eps=1)", alpha=several)


def test_people_read_floats_as_they_wrote_them() -> None:
    for asked, name, line, marks in [
        (lambda: dpcert.delta("laplace(eps=1)", eps=-0.1), "delta.eps", '{"delta": {"eps": "-0.1"}}', 6),
        (lambda: dpcert.Gaussian(sigma=-0.1), "mechanism.sigma", "gaussian(sigma=-0.1)", 4),
        (lambda: dpcert.Laplace(eps=0.1, scale=-1e-30), "mechanism.scale", "laplace(eps=0.1, scale=-1e-30)", 6),
    ]:
        with pytest.raises(dpcert.BadInput) as caught:
            asked()
        message = str(caught.value)
        assert caught.value.field == name and f"\n  in: {line}\n" in message and "0x" not in message, message
        under = message.splitlines()[-1]
        first = under.index("^") - len("  in: ")
        assert under.count("^") == marks and line[first : first + marks].strip('"').startswith("-"), message
    # What a reader wrote in hexadecimal is not changed.
    with pytest.raises(dpcert.BadInput, match=r"in: gaussian\(sigma=-0x1.8p0\)"):
        dpcert.Mechanism("gaussian(sigma=-0x1.8p0)")
    # A number of another program is exact.
    assert str(dpcert.Gaussian(sigma=0.3)) == "gaussian(sigma=0x1.3333333333333p-2)"
    drawing = dpcert.RandomizedResponse(eps=0.1)._repr_svg_()
    assert drawing is not None and "randomized-response(eps=0.1)" in drawing and "0x" not in drawing


def test_values_of_a_list_have_the_names_that_they_were_given() -> None:
    def names(values: Any) -> list[str]:
        answer = dpcert.ask("gaussian(sigma=1)", {"delta": {"eps": values}}, digits=5)
        assert isinstance(answer, dpcert.Numbers)
        return list(answer)

    assert names([0.1, "1/10", 2, 0.5]) == ["0.1", "1/10", "2", "0.5"]
    # 0.1 is not 1/10.
    assert names(["0.1", 0.1]) == ["0.1", "0x1.999999999999ap-4"]


@pytest.mark.parametrize("text", ["", " ", "1, mu=3", "1)", "(1", "a=1", "[1]", "?", "1;2", "1\n2", "０", "½", "1_000"])
def test_texts_stay_in_their_field(text: str) -> None:
    with pytest.raises(dpcert.BadInput):
        dpcert.delta("laplace(eps=1)", eps=text)
    if text != "?":
        with pytest.raises(dpcert.BadInput, match="eps"):
            dpcert.Laplace(eps=text)


@given(st.text())
def test_any_text_is_a_number_or_refused(text: str) -> None:
    try:
        assert dpcert.delta("laplace(eps=1)", eps=text, max_work=10**9) <= 1
    except (dpcert.BadInput, dpcert.TooCostly):
        pass


def test_exponents_are_not_written_out() -> None:
    with pytest.raises(dpcert.BadInput):
        dpcert.delta("laplace(eps=1)", eps=Decimal("1e-999999999"))
    with pytest.raises(dpcert.BadInput, match="exponent"):
        dpcert.tv("laplace(eps=1)") < Decimal("1e999999")
    with pytest.raises(dpcert.BadInput, match="exponent"):
        dpcert.delta("laplace(eps=1)", eps="1e999999999")
