"""How an answer is wanted: the keywords that every question has."""

from __future__ import annotations

import math
import operator
from typing import Any, Literal, SupportsIndex, TypedDict, cast

from ._errors import BadInput
from ._numbers import Number, literal

# pytest shows the line of the test, and none of these.
__tracebackhide__ = True


class Limits(TypedDict, total=False):
    """The keywords that say who computes, and at what cost. The library counts work, so that a refusal comes before anything is
    computed.

    ``engine``: who computes; the wheel has ``malachite`` alone.
    ``max_work``: the most word operations for one answer, about 10^9 a second; 10^11.
    ``max_memory``: the most memory for one answer, in MiB; 4096.
    ``max_precision``: the largest working precision, in bits; 65536.
    ``timeout``: seconds after which :class:`dpcert.TimedOut` is raised; no limit.
    """

    engine: Literal["malachite", "mpfr", "both"]
    max_work: int
    max_memory: int
    max_precision: int
    timeout: float


class Options(Limits, total=False):
    """The keywords of every question: those of :class:`dpcert.Limits`, and

    ``digits``: significant digits; the answer promises ``hi - lo <= 10^(1-digits) hi``; 20, of calibrated parameters 4.
    ``rel_gap``: where only a grid of losses leads to an answer, it promises ``hi - lo <= rel_gap hi``; 2^-10.
    ``exact``: True for exact values however long they are, False for none; without it, where they are cheap.
    """

    digits: int
    rel_gap: Number
    exact: bool


_WHOLE = ("digits", "max_work", "max_memory", "max_precision")
#: What the native half takes as 64 bits.
_MOST = 2**64 - 1


def wanted(options: Options | Limits) -> dict[str, Any]:
    """The keywords as the native half reads them."""
    found: dict[str, Any] = dict.fromkeys(Options.__annotations__)
    for name, value in options.items():
        if name not in found:
            known = ", ".join(found)
            raise TypeError(f"there is no keyword {name!r}: a question has its own parameters, and {known}")
        found[name] = _read(name, value)
    return found


def _read(name: str, value: object) -> object:
    if value is None:
        return None
    if name in _WHOLE:
        if isinstance(value, bool) or not hasattr(value, "__index__"):
            raise TypeError(f"{name} is {value!r:.60}, and not a whole number")
        number = operator.index(cast(SupportsIndex, value))
        if not 0 <= number <= _MOST:
            raise BadInput(f"{number} is not between 0 and 2^64 - 1", name)
        return number
    if name == "rel_gap":
        return literal(value, name)
    if name == "exact" and not isinstance(value, bool):
        raise TypeError(f"exact is {value!r:.60}, and not True or False")
    if name == "engine" and not isinstance(value, str):
        raise TypeError(f"engine is {value!r:.60}, and not the name of one")
    if name == "timeout":
        if isinstance(value, bool) or not isinstance(value, (int, float)):
            raise TypeError(f"timeout is {value!r:.60}, and not a number of seconds")
        if not 0 <= value < math.inf:
            raise BadInput(f"{value} is not a number of seconds", name, "leave it out for no limit")
        return float(min(value, 1e9))
    return value
