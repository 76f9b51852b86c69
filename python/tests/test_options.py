"""Keywords, refusals and faults."""

from __future__ import annotations

import math
import time
from typing import Any

import pytest

import dpcert

LONG = "approx-dp(eps=1/1000, delta=1e-9)^100000000"


def test_limits_are_named_as_they_are_called_here() -> None:
    for options, keyword in [({"max_work": 1}, "max_work"), ({"max_memory": 0}, "max_memory")]:
        with pytest.raises(dpcert.TooCostly, match=f"raise it with {keyword} ") as caught:
            dpcert.deltas("approx-dp(eps=1/10, delta=1e-6)^1000", **options)  # type: ignore[arg-type]
        assert caught.value.keyword == keyword and caught.value.estimate > caught.value.limit
        assert "--" not in str(caught.value) and "limits." not in str(caught.value)


def test_what_would_decide_is_said_with_the_keyword() -> None:
    claims = {
        "format": "dpcert/1",
        "scope": {"unit": "person", "adjacency": "add-remove"},
        "ledger": [{"id": "a", "mechanism": "approx-dp", "eps": "1/10", "delta": "1e-6", "count": 100000}],
        "claim": [{"id": "b", "over": ["*"], "delta": {"eps": 3}, "at-most": "1e-3"}],
    }
    (found,) = dpcert.judge(claims, max_work=1000)
    assert found.verdict == "undecided" and found.note is not None and "max_work" in found.note


@pytest.mark.parametrize(
    ("options", "error", "said"),
    [
        ({"digits": 0}, dpcert.BadInput, "digits"),
        ({"digits": 100_001}, dpcert.BadInput, "100000"),
        ({"digits": -1}, dpcert.BadInput, "digits"),
        ({"digits": 2**64}, dpcert.BadInput, "digits"),
        ({"digits": "5"}, TypeError, "digits"),
        ({"digits": True}, TypeError, "digits"),
        ({"digits": 5.0}, TypeError, "digits"),
        ({"rel_gap": 0}, dpcert.BadInput, "rel_gap"),
        ({"rel_gap": 1}, dpcert.BadInput, "rel_gap"),
        ({"rel_gap": "1e-99999"}, dpcert.BadInput, "too small"),
        ({"rel_gap": math.nan}, dpcert.BadInput, "rel_gap"),
        ({"rel_gap": "x"}, dpcert.BadInput, "rel_gap"),
        ({"exact": 1}, TypeError, "exact"),
        ({"engine": "gmp"}, dpcert.BadInput, "malachite"),
        ({"engine": 1}, TypeError, "engine"),
        ({"engine": "mpfr"}, dpcert.Unsupported, "mpfr"),
        ({"max_work": -1}, dpcert.BadInput, "max_work"),
        ({"max_memory": 1.5}, TypeError, "max_memory"),
        ({"timeout": -1}, dpcert.BadInput, "timeout"),
        ({"timeout": math.inf}, dpcert.BadInput, "leave it out"),
        ({"timeout": "1"}, TypeError, "timeout"),
        ({"threads": 1}, TypeError, "no keyword 'threads'"),
    ],
)
def test_keywords_are_checked(options: Any, error: type[Exception], said: str) -> None:
    with pytest.raises(error, match=said):
        dpcert.delta("gdp(mu=1)", eps=1, **options)


def test_none_is_as_if_it_were_not_there() -> None:
    assert dpcert.delta("gdp(mu=1)", eps=1, digits=None, timeout=None).same(  # type: ignore[arg-type]
        dpcert.delta("gdp(mu=1)", eps=1)
    )


def test_a_timeout_is_kept() -> None:
    start = time.monotonic()
    with pytest.raises(dpcert.TimedOut, match="timeout") as caught:
        dpcert.deltas(LONG, timeout=0.3, max_work=10**15, max_memory=2**40)
    assert 0.2 < time.monotonic() - start < 30
    assert isinstance(caught.value, TimeoutError) and isinstance(caught.value, dpcert.Refusal)
    assert dpcert.tv("gdp(mu=1)", timeout=60).same(dpcert.tv("gdp(mu=1)"))


def test_every_refusal_is_a_refusal() -> None:
    for error in (dpcert.BadInput, dpcert.Unsupported, dpcert.TooCostly, dpcert.TimedOut, dpcert.Undecided):
        assert issubclass(error, dpcert.Refusal) and issubclass(error, ValueError)
    assert not issubclass(dpcert.Fault, dpcert.Refusal)
