"""Assertions: what is certified passes, what is refuted fails with both numbers, and what is open says so."""

import math
from fractions import Fraction

import dpcert
import pytest

GAUSSIAN = dpcert.Gaussian(sigma=2) ** 50


def test_bounds_are_on_their_sides() -> None:
    known = dpcert.delta(GAUSSIAN, eps=1)
    above, below = math.nextafter(known.float_upper, 2.0), math.nextafter(known.float_lower, 0.0)
    dpcert.assert_upper_bound(above, GAUSSIAN, eps=1)
    dpcert.assert_lower_bound(below, GAUSSIAN, eps=1)
    dpcert.assert_close(above, GAUSSIAN, eps=1, rel=1e-15)
    for failing in (
        lambda: dpcert.assert_upper_bound(below, GAUSSIAN, eps=1),
        lambda: dpcert.assert_lower_bound(above, GAUSSIAN, eps=1),
        lambda: dpcert.assert_close(2 * above, GAUSSIAN, eps=1, rel=0.5),
        lambda: dpcert.assert_close(above / 2, GAUSSIAN, eps=1, rel=0.25),
    ):
        with pytest.raises(dpcert.NotCertified) as caught:
            failing()
        assert caught.value.verdict == "refuted"


def test_exact_values_are_their_own_bounds() -> None:
    for check in (dpcert.assert_upper_bound, dpcert.assert_lower_bound):
        check(Fraction(1, 2), "randomized-response(eps=ln(3))^2", quantity="tv")
        check(Fraction(433, 1000), "approx-dp(eps=ln(2), delta=1/10)^3", eps="ln(2)")
    dpcert.assert_close(0.5, "randomized-response(eps=ln(3))^2", quantity="tv", rel=0)


def test_a_failure_shows_what_is_wrong() -> None:
    with pytest.raises(dpcert.NotCertified) as caught:
        dpcert.assert_upper_bound(0.87, GAUSSIAN, eps=1)
    lines = str(caught.value).splitlines()
    assert lines[0] == "0.87 is not an upper bound of delta of Gaussian(sigma=2) ** 50 at eps = 1"
    assert [line.split()[0] for line in lines[1:]] == ["claimed", "certified", "margin"]
    assert "too small by 0.00644" in lines[3]
    # A float is shown as Python has it, and a text as it is.
    for mechanism, shown in [
        (dpcert.ApproxDP(eps=0.1, delta=0), "ApproxDP(eps=0.1, delta=0)"),
        (dpcert.Mechanism("gdp(mu=1)"), "gdp(mu=1)"),
        ("gdp(mu=1)", "gdp(mu=1)"),
    ]:
        with pytest.raises(dpcert.NotCertified) as caught:
            dpcert.assert_upper_bound(0, mechanism, quantity="tv")
        assert str(caught.value).splitlines()[0] == f"0 is not an upper bound of tv of {shown}"


def test_the_interval_shown_does_not_contain_what_is_refuted() -> None:
    known = dpcert.delta(GAUSSIAN, eps=1, digits=30)
    below = math.nextafter(known.float_lower, 0.0)
    with pytest.raises(dpcert.NotCertified) as caught:
        dpcert.assert_upper_bound(below, GAUSSIAN, eps=1)
    certified, margin = str(caught.value).splitlines()[2:]
    low, high = (Fraction(end) for end in certified.split("[")[1].rstrip("]").split(", "))
    assert Fraction(below) < low <= known.lo <= known.hi <= high
    assert margin.endswith(": rounding, which slack= or rel= allows")


def test_a_value_with_a_huge_exponent_is_shown_all_the_same() -> None:
    with pytest.raises(dpcert.NotCertified, match="e-21693023"):
        dpcert.assert_upper_bound(0, "gaussian(sigma=1/10)", eps="1e5")


def test_margins_beyond_binary64_are_shown() -> None:
    for check, value, margin in [
        (dpcert.assert_upper_bound, 0, "too small by 3.36e-350 (100 % of the certified value)"),
        (dpcert.assert_upper_bound, -1e-15, "too small by 1e-15 (2.98e+334 times the certified value)"),
        (dpcert.assert_lower_bound, 0.1, "too large by 0.1 (2.98e+348 times the certified value)"),
    ]:
        with pytest.raises(dpcert.NotCertified) as caught:
            check(value, "gaussian(sigma=4)", eps=10)
        assert str(caught.value).splitlines()[3].split(maxsplit=1)[1] == margin


def test_tolerances() -> None:
    known = dpcert.delta(GAUSSIAN, eps=1)
    below, above = math.nextafter(known.float_lower, 0.0), math.nextafter(known.float_upper, 2.0)
    for tolerance in ({"slack": "1e-15"}, {"rel": 1e-15}):
        dpcert.assert_upper_bound(below, GAUSSIAN, eps=1, **tolerance)
        dpcert.assert_lower_bound(above, GAUSSIAN, eps=1, **tolerance)
        for check, value in ((dpcert.assert_upper_bound, 0.876), (dpcert.assert_lower_bound, 0.877)):
            with pytest.raises(dpcert.NotCertified, match="certified"):
                check(value, GAUSSIAN, eps=1, **tolerance)
    # At the edge of the tolerance it is exact.
    half = "randomized-response(eps=ln(3))"
    dpcert.assert_upper_bound(Fraction(9, 20), half, quantity="tv", slack="1/20")
    dpcert.assert_lower_bound(Fraction(11, 20), half, quantity="tv", rel="1/10")
    with pytest.raises(dpcert.NotCertified):
        dpcert.assert_upper_bound(Fraction(449, 1000), half, quantity="tv", slack="1/20")
    dpcert.assert_upper_bound("1/2", half, quantity="tv")
    dpcert.assert_lower_bound("0.5", half, quantity="tv")
    with pytest.raises(ValueError, match="a text here is a decimal or a fraction"):
        dpcert.assert_upper_bound("ln(2)", half, quantity="tv")
    with pytest.raises(ValueError, match="slack is -1"):
        dpcert.assert_upper_bound(1, half, quantity="tv", slack=-1)


def test_what_is_no_number_is_no_bound() -> None:
    for check in (dpcert.assert_upper_bound, dpcert.assert_lower_bound):
        with pytest.raises(dpcert.NotCertified, match="not a number"):
            check(math.nan, GAUSSIAN, eps=1)


def test_infinite_values() -> None:
    dpcert.assert_close(math.inf, "gaussian(sigma=1)", delta=0, rel=0)
    with pytest.raises(dpcert.NotCertified, match="infinite"):
        dpcert.assert_upper_bound(1e300, "gaussian(sigma=1)", delta=0)


def test_a_grid_is_refined_until_it_decides() -> None:
    training = dpcert.Poisson("1/100", dpcert.Gaussian(sigma=1)) ** 100
    coarse = dpcert.delta(training, eps=1)
    fine = dpcert.delta(training, eps=1, rel_gap="1e-5")
    inside = float(fine.hi * Fraction(1001, 1000)) if fine.hi * Fraction(1001, 1000) < coarse.hi else coarse.float_upper
    dpcert.assert_upper_bound(inside, training, eps=1)


def test_what_stays_open_says_so() -> None:
    # One of the two neighbours of a class of mechanisms is the truth: rho bounds from one side.
    known = dpcert.delta("zcdp(rho=1/10)", eps=1)
    middle = (known.lo + known.hi) / 2
    with pytest.raises(dpcert.NotCertified, match="it is undecided whether") as caught:
        dpcert.assert_upper_bound(middle, "zcdp(rho=1/10)", eps=1)
    assert caught.value.verdict == "open"


def test_one_question_is_asked() -> None:
    for keywords in ({}, {"eps": 1, "delta": 0.1}, {"quantity": "tv", "eps": 1}, {"quantity": "delta"}):
        with pytest.raises(TypeError, match="quantity"):
            dpcert.assert_upper_bound(1, GAUSSIAN, **keywords)
    with pytest.raises(ValueError, match="rel"):
        dpcert.assert_close(1, GAUSSIAN, eps=1, rel=-1)
