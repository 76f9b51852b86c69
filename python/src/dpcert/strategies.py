"""Strategies of Hypothesis: mechanisms and questions, weighted to where implementations break.

Needs ``hypothesis``. Numbers are binary64 values, so that a program under test is asked exactly what dpcert is asked; half of them
are simple, and the rest are far out: tails, denormal numbers, huge counts, an eps next to a point of the lattice. They shrink to
1, to one step, and to one mechanism.
"""

from __future__ import annotations

import math
from typing import Any

from hypothesis import strategies as st

from ._mechanism import Mechanism
from .mechanisms import ApproxDP, Gaussian, Laplace, RandomizedResponse

#: Numbers that a formula can be wrong at, small ones first.
_SIZES = (1.0, 0.5, 2.0, 0.1, 10.0, 1e-3, 100.0, 1e-6, 1e-12, 700.0, 1e-100, 5e-324, 1e6)


def positive_numbers(least: float = 0.0, most: float = math.inf) -> st.SearchStrategy[float]:
    """Binary64 numbers above ``least`` and below ``most``."""
    sizes = [size for size in _SIZES if least < size < most]
    low, high = max(least, 1e-3), min(most, 100.0)
    usual = st.floats(low, high, exclude_min=low == least, exclude_max=high == most)
    return st.sampled_from(sizes) | usual if sizes else usual


def counts(most: int = 10_000) -> st.SearchStrategy[int]:
    """How often a mechanism is run: few times, or about as often as it may be."""
    return st.integers(1, min(10, most)) | st.sampled_from([n for n in (100, 1000, 10_000, most) if n <= most])


def deltas() -> st.SearchStrategy[float]:
    """Numbers in (0, 1) for delta: usual ones, tiny ones, and nearly 1."""
    return st.sampled_from([1e-5, 1e-10, 0.1, 0.5, 1e-100, 5e-324, 1.0 - 2.0**-53]) | st.floats(1e-12, 0.5)


def mechanisms(max_count: int = 1000) -> st.SearchStrategy[Mechanism]:
    """Mechanisms whose delta has a closed form or a short sum: Gaussian and Laplace noise, and compositions of pure and approximate
    differential privacy."""
    eps = positive_numbers(most=30.0)
    gaussian = st.builds(lambda sigma, k: Gaussian(sigma=sigma) ** k, positive_numbers(1e-3, 1e6), counts(max_count))
    laplace = st.builds(lambda e: Laplace(eps=e), eps)
    response = st.builds(lambda e, k: RandomizedResponse(eps=e) ** k, eps, counts(max_count))
    approximate = st.builds(lambda e, d, k: ApproxDP(eps=e, delta=d) ** k, eps, deltas(), counts(max_count))
    return gaussian | laplace | response | approximate


@st.composite
def questions(draw: Any, max_count: int = 1000) -> tuple[Mechanism, dict[str, float]]:
    """A mechanism and a question: ``{"eps": ...}``, ``{"delta": ...}`` or ``{"alpha": ...}``, as keywords.

    >>> from hypothesis import given
    >>> import dpcert
    >>> @given(questions(max_count=10))
    ... def test_mine(question):
    ...     mechanism, at = question
    ...     # dpcert.assert_upper_bound(mine(mechanism, **at), mechanism, **at)
    """
    mechanism = draw(mechanisms(max_count))
    name = draw(st.sampled_from(["eps", "delta", "alpha"]))
    if name != "eps":
        return mechanism, {name: draw(deltas())}
    value = draw(positive_numbers(most=1e4) | st.just(0.0))
    # Next to what it was: the neighbours of a lattice point are on either side of a kink.
    return mechanism, {name: draw(st.sampled_from([value, math.nextafter(value, math.inf), math.nextafter(value, 0.0)]))}
