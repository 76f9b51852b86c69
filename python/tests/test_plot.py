"""Drawings: what is drawn is around the curve, and what cannot be drawn says so."""

from __future__ import annotations

import math
import subprocess
import sys
import time
from collections.abc import Iterator
from decimal import Decimal
from fractions import Fraction
from itertools import pairwise
from typing import Any

import matplotlib

matplotlib.use("Agg")

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from matplotlib import pyplot
from matplotlib.axes import Axes
from matplotlib.figure import Figure

import dpcert
from dpcert import plot
from dpcert.plot import _rounded

#: Trade-off functions with and without corners, and a class of mechanisms whose profile is known between two bounds alone.
CURVES = ["gaussian(sigma=1)^10", "approx-dp(eps=ln(2), delta=1/10)^3", dpcert.Laplace(eps=0.5)]
PROFILES = [*CURVES, "zcdp(rho=1/2)", dpcert.Poisson("1/10", dpcert.Gaussian(sigma=2)) ** 5]


@pytest.fixture(autouse=True)
def closed() -> Iterator[None]:
    yield
    pyplot.close("all")


def empty() -> Axes:
    return Figure().subplots()


def height(line: Any, x: Fraction) -> Fraction:
    """The height of a polyline, exactly: what matplotlib is told is binary64."""
    points = [(Fraction(float(x)), Fraction(float(y))) for x, y in zip(*line.get_data(), strict=True)]
    for (a, high), (b, low) in pairwise(points):
        assert a <= b and high >= low
        if a <= x <= b and a < b:
            return high + (low - high) * (x - a) / (b - a)
    raise AssertionError(f"{float(x)} is beyond the line")


@pytest.mark.parametrize("mechanism", CURVES, ids=str)
def test_a_trade_off_function_is_in_its_band(mechanism: Any) -> None:
    ax = plot.trade_off(mechanism, gap="1/50", ax=empty())
    upper, lower = ax.lines
    for alpha in [Fraction(n, 37) for n in range(1, 37)]:
        beta = dpcert.beta(mechanism, alpha)
        assert height(lower, alpha) <= beta.hi and beta.lo <= height(upper, alpha)
        assert height(upper, alpha) - height(lower, alpha) <= Fraction(1, 49)


@pytest.mark.parametrize("log", [False, True])
@pytest.mark.parametrize("mechanism", PROFILES, ids=str)
def test_a_profile_is_in_its_band(mechanism: Any, log: bool) -> None:
    ax = plot.profile(mechanism, eps_to=3, points=10, log=log, ax=empty())
    upper, lower = ax.lines
    places = [Fraction(n, 13) for n in range(1, 39)]
    deltas = dpcert.ask(mechanism, {"delta": {"eps": places}}, digits=8)
    assert isinstance(deltas, dpcert.Numbers)
    for eps, delta in zip(places, deltas.values(), strict=True):
        assert height(lower, eps) <= delta.hi and delta.lo <= height(upper, eps)


def test_a_region_is_symmetric_about_its_centre() -> None:
    ax = plot.region("gaussian(sigma=1)", gap="1/50", ax=empty())
    upper, lower, above, below = ax.lines
    assert len({line.get_color() for line in ax.lines}) == 1 and len(ax.patches) == 3
    for alpha in [Fraction(n, 37) for n in range(1, 37)]:
        beta = dpcert.beta("gaussian(sigma=1)", alpha)
        assert height(below, 1 - alpha) <= 1 - beta.lo and 1 - beta.hi <= height(above, 1 - alpha)
        assert height(above, 1 - alpha) - height(below, 1 - alpha) <= Fraction(1, 49)
    assert all(0 <= y <= 1 for line in ax.lines for y in line.get_ydata())


def test_a_band_is_between_its_lines() -> None:
    ax = plot.trade_off("gaussian(sigma=1)", gap="1/50", ax=empty())
    upper, lower = ax.lines
    (band,) = ax.patches
    corners = [tuple(corner) for corner in band.get_xy()]
    expected = [*zip(*lower.get_data(), strict=True), *reversed([*zip(*upper.get_data(), strict=True)])]
    assert corners[: len(expected)] == expected and band.get_facecolor()[:3] == matplotlib.colors.to_rgb(upper.get_color())


@settings(max_examples=500)
@example(Decimal("1e-400"), True)
@example(Decimal("1e-400"), False)
@example(Decimal("0.1"), True)
@given(st.decimals(0, 2, places=10), st.booleans())
def test_vertices_are_rounded_to_their_side(x: Decimal, up: bool) -> None:
    near = _rounded(str(x), up)
    assert near >= x if up else near <= x
    inside = math.nextafter(near, -math.inf if up else math.inf)
    assert near == x or (inside < x if up else inside > x)


def test_names_axes_and_figures() -> None:
    ax = plot.trade_off(dpcert.Gaussian(sigma=0.5), "laplace(eps=1)")
    assert isinstance(ax, Axes) and pyplot.get_fignums() == [ax.figure.number]
    legend = ax.get_legend()
    assert legend is not None
    assert [text.get_text() for text in legend.get_texts()] == ["Gaussian(sigma=0.5)", "laplace(eps=1)"]
    assert (ax.get_xlabel(), ax.get_ylabel()) == ("type I error (alpha)", "type II error (beta)")
    assert ax.get_xlim() == ax.get_ylim() == (0, 1)
    assert len({line.get_color() for line in ax.lines}) == 2
    other = plot.profile("gdp(mu=1)", labels=["mine"], log=True, least="1e-5")
    assert other is not ax and (other.get_xlabel(), other.get_ylabel()) == ("eps", "delta")
    assert other.get_yscale() == "log" and other.get_ylim() == (1e-5, 1) and other.get_xlim()[0] == 0
    other.figure.canvas.draw()


def test_drawn_over_something_both_are_visible() -> None:
    for log in (False, True):
        ax = empty()
        ax.plot([0.0, 1.0, 20.0], [1.5, 0.5, 0.0], "o", label="a library")
        assert plot.profile("gdp(mu=1)", eps_to=2, log=log, ax=ax) is ax
        plot.profile("gdp(mu=2)", eps_to=3, log=log, ax=ax)
        assert ax.get_xlim()[0] <= 0 and ax.get_xlim()[1] >= 20 and ax.get_ylim()[1] >= 1.5
        assert ax.get_ylim()[0] == 1e-9 if log else ax.get_ylim()[0] <= 0
        legend = ax.get_legend()
        assert legend is not None and len(legend.get_texts()) == 3
        ax.figure.canvas.draw()


@pytest.mark.parametrize(
    ("draw", "error", "said"),
    [
        (lambda: plot.trade_off(), TypeError, "one mechanism or more"),
        (lambda: plot.trade_off(1), TypeError, "a mechanism is"),  # type: ignore[arg-type]
        (lambda: plot.trade_off("gdp(mu=1)", labels="a"), ValueError, "one for each mechanism"),
        (lambda: plot.trade_off("gdp(mu=1)", labels=["a", "b"]), ValueError, "one for each mechanism"),
        (lambda: plot.trade_off("gdp(mu=-1)"), dpcert.BadInput, "mu = -1 is outside"),
        (lambda: plot.trade_off("gdp(mu=?)"), dpcert.BadInput, r"^mechanisms\[0\].mu: .*calibrate"),
        (lambda: plot.trade_off("gdp(mu=1)", gap=2), dpcert.BadInput, r"^gap: 2 is not in \(0, 1\)"),
        (lambda: plot.trade_off("zcdp(rho=1)"), dpcert.Unsupported, "ask for delta"),
        (lambda: plot.region("gdp(mu=1)", engine="mpfr"), dpcert.Unsupported, "mpfr"),
        (lambda: plot.region("gdp(mu=1)", max_precision=1), dpcert.BadInput, "max-precision"),
        (lambda: plot.profile("gdp(mu=1)", eps_to=0), dpcert.BadInput, "^eps_to: 0 is not in"),
        (lambda: plot.profile("gdp(mu=1)", eps_to="x"), dpcert.BadInput, "^eps_to: a number is expected"),
        (lambda: plot.profile("gdp(mu=1)", points=1), dpcert.BadInput, "^points: .* between 2 and 4096"),
        (lambda: plot.profile("gdp(mu=1)", digits=5), TypeError, "no keyword 'digits'.*max_work"),  # type: ignore[call-arg]
        (lambda: plot.profile("gdp(mu=1)", max_work="1"), TypeError, "max_work is '1'"),  # type: ignore[arg-type]
        (lambda: plot.profile(PROFILES[-1], max_work=1000), dpcert.TooCostly, "raise it with max_work "),
    ],
)
def test_what_is_not_drawn_says_why(draw: Any, error: type[Exception], said: str) -> None:
    with pytest.raises(error, match=said):
        draw()
    assert pyplot.get_fignums() == []


def test_a_timeout_is_kept() -> None:
    start = time.monotonic()
    with pytest.raises(dpcert.TimedOut):
        plot.profile(dpcert.Poisson("1/100", dpcert.Gaussian(sigma=1)) ** 1000, points=4096, timeout=0.5, max_work=10**15)
    assert time.monotonic() - start < 30


WITHOUT = """
import sys
class NoMatplotlib:
    @staticmethod
    def find_spec(name, path=None, target=None):
        if name == "matplotlib":
            raise ModuleNotFoundError("No module named 'matplotlib'", name=name)
sys.meta_path.insert(0, NoMatplotlib)
import dpcert
dpcert.plot.profile("gdp(mu=1)")
"""


def test_without_matplotlib_it_says_what_installs_it() -> None:
    done = subprocess.run([sys.executable, "-c", WITHOUT], capture_output=True, text=True, timeout=120, check=False)
    assert done.stderr.endswith("ImportError: dpcert.plot draws with matplotlib, which is not installed: pip install matplotlib\n")
