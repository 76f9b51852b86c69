"""Assertions for tests: is what another program reports a bound of the certified value, or close to it?"""

from __future__ import annotations

import math
from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from functools import partial
from typing import Any, cast

from ._ask import MechanismLike, beta, delta, eps, rho, tv
from ._enclosure import Enclosure
from ._errors import TooCostly, Undecided, Unsupported
from ._mechanism import shown
from ._numbers import Number, exactly

# pytest shows the line of the test, and none of these.
__tracebackhide__ = True

#: What is asked where the first answer does not decide: more digits, finer grids.
_FINER: tuple[dict[str, Any], ...] = ({}, {"digits": 40, "rel_gap": "1e-5"}, {"digits": 80, "rel_gap": "1e-7"})

#: The keyword of a question, and what is asked with it: its name, and how it is asked.
_BY_KEYWORD: dict[str, tuple[str, Callable[..., Any]]] = {
    "eps": ("delta", delta),
    "epsilon": ("delta", delta),
    "delta": ("eps", eps),
    "alpha": ("beta", beta),
}
#: A value that is off by less than this share has the size of an error of floating-point rounding.
_ROUNDING = Fraction(1, 10**12)
_BY_NAME: dict[str, Callable[..., Any]] = {"tv": tv, "rho": rho}


class NotCertified(AssertionError):
    """What is claimed is false, or is not decided.

    ``verdict`` is ``refuted`` or ``open``.
    """

    def __init__(self, message: str, verdict: str) -> None:
        super().__init__(message)
        self.verdict = verdict


#: A sound answer is far from the certified value if it is more than so many times it, or less than that part of it.
FAR = 2
#: Called for each assertion with ``certified``, ``refuted`` or ``open``, and with whether a certified bound is far from the
#: certified value: more than ``FAR`` times it, or less than that part of it. The plugin of pytest counts.
listeners: list[Callable[[str, bool], None]] = []


def assert_upper_bound(
    value: Number, mechanism: MechanismLike, quantity: str | None = None, *, slack: Number = 0, rel: Number = 0, **asked: Any
) -> None:
    """Fails unless the value, an int, Fraction, Decimal, float or text, is certainly at least the certified one.

    A value that is too small by at most ``slack``, or by at most ``rel`` times the certified one, passes: floating-point
    rounding, for example. So does one that is far too large, even infinity; the summary of pytest counts these.

    The question is named by its keyword: ``eps=1`` asks for delta there, ``delta=1e-6`` for eps, ``alpha=0.1`` for beta; or by
    ``quantity="tv"`` or ``"rho"``. Other keywords are those of every question.

    >>> import dpcert
    >>> dpcert.assert_upper_bound(0.8765, "gaussian(sigma=2)^50", eps=1)
    >>> dpcert.assert_upper_bound(0.87, "gaussian(sigma=2)^50", eps=1)
    Traceback (most recent call last):
    ...
    dpcert.NotCertified: 0.87 is not an upper bound of delta of gaussian(sigma=2)^50 at eps = 1
      claimed     0.87
      certified   [0.87643791334, 0.87643791335]
      margin      too small by 0.00644 (0.735 % of the certified value)
    >>> dpcert.assert_upper_bound(0.87, "gaussian(sigma=2)^50", eps=1, rel="1/100")
    """
    absolute, relative = _tolerance(slack, "slack"), _tolerance(rel, "rel")

    def holds(point: Any, known: Enclosure) -> bool:
        if not (absolute or relative) or known.is_infinite or not isinstance(point, Fraction):
            return bool(known <= point)
        return _compared(known, lambda certified: certified - absolute - relative * certified <= point)

    _decide("an upper bound of", value, mechanism, quantity, asked, holds, lambda point, known: known < point / FAR)


def assert_lower_bound(
    value: Number, mechanism: MechanismLike, quantity: str | None = None, *, slack: Number = 0, rel: Number = 0, **asked: Any
) -> None:
    """Fails unless the value is certainly at most the certified one; question and tolerance are those of
    :func:`assert_upper_bound`.

    >>> import dpcert
    >>> dpcert.assert_lower_bound(0.5, "randomized-response(eps=ln(3))", quantity="tv")
    """
    absolute, relative = _tolerance(slack, "slack"), _tolerance(rel, "rel")

    def holds(point: Any, known: Enclosure) -> bool:
        if not (absolute or relative) or known.is_infinite or not isinstance(point, Fraction):
            return bool(known >= point)
        return _compared(known, lambda certified: certified + absolute + relative * certified >= point)

    _decide("a lower bound of", value, mechanism, quantity, asked, holds, lambda point, known: known > point * FAR)


def assert_close(value: Number, mechanism: MechanismLike, quantity: str | None = None, *, rel: Number, **asked: Any) -> None:
    """Fails unless the value certainly differs from the certified one by at most ``rel`` times it.

    >>> import dpcert
    >>> dpcert.assert_close(0.876437913, "gaussian(sigma=2)^50", eps=1, rel=1e-8)
    """
    share = _tolerance(rel, "rel")

    def close(point: Fraction | float, known: Enclosure) -> bool:
        if known.is_infinite or isinstance(point, float):
            return known.is_infinite and point == math.inf
        if point <= known.lo * (1 + share) and point >= known.hi * (1 - share):
            return True
        if point > known.hi * (1 + share) or point < known.lo * (1 - share):
            return False
        raise Undecided(str(known))

    _decide(f"within {rel} of the value of", value, mechanism, quantity, asked, close)


def _exactly(value: Number, name: str) -> Fraction | float:
    """The number, also of a text that is a decimal or a fraction."""
    if not isinstance(value, str):
        return exactly(value, name)
    try:
        number = Fraction(value) if "/" in value else Decimal(value)
    except (ArithmeticError, ValueError):
        raise ValueError(f"{name} is {value!r}: a text here is a decimal or a fraction, such as '0.1' or '1/10'") from None
    return exactly(number, name)


def _tolerance(given: Number, name: str) -> Fraction:
    exact = _exactly(given, name)
    if not isinstance(exact, Fraction) or exact < 0:
        raise ValueError(f"{name} is {given!r}, and not a number from 0 on")
    return exact


def _compared(known: Enclosure, holds: Callable[[Fraction], bool]) -> bool:
    """Whether something that is monotone in the certified value holds for it: at both ends of the interval, or at neither."""
    low, high = holds(known.lo), holds(known.hi)
    if low != high:
        raise Undecided(str(known))
    return low


def _decide(
    said: str,
    value: Number,
    mechanism: MechanismLike,
    quantity: str | None,
    asked: dict[str, Any],
    holds: Callable[[Any, Enclosure], bool],
    far: Callable[[Any, Enclosure], bool] = lambda point, known: False,
) -> None:
    question, ask = _question(mechanism, quantity, asked)
    is_nan = isinstance(value, float) and math.isnan(value)
    point: Any = None if is_nan else _exactly(value, "the value")
    known, verdict = None, "open"
    for options in _FINER:
        try:
            known = ask(options)
            verdict = "refuted" if is_nan or not holds(point, known) else "certified"
            break
        except Undecided:
            continue
        except (TooCostly, Unsupported):
            # With a first answer at hand, finer ones may be out of reach.
            if known is None:
                raise
            break
    is_far = verdict == "certified" and _is_known(known, partial(far, point))
    for listener in listeners:
        listener(verdict, is_far)
    if verdict == "certified" or known is None:
        return
    if verdict == "refuted":
        first = f"{value!s} is not {said} {question}"
    else:
        first = f"it is undecided whether {value!s} is {said} {question}"
    certified = _shown(known, point)
    lines = [first, f"  claimed     {_claimed(value, certified)}", f"  certified   {certified}"]
    lines.append(f"  margin      {_margin(point, known) if verdict == 'refuted' else 'within the certified interval: raise max_work'}")
    raise NotCertified("\n".join(lines), verdict)


def _is_known(known: Enclosure | None, holds: Callable[[Enclosure], bool]) -> bool:
    """Whether something certainly holds for the certified value."""
    try:
        return known is not None and bool(holds(known))
    except Undecided:
        return False


def _question(mechanism: MechanismLike, quantity: str | None, asked: dict[str, Any]) -> tuple[str, Callable[[dict[str, Any]], Enclosure]]:
    """What is asked in words, and how it is asked with more options."""
    named = [keyword for keyword in _BY_KEYWORD if keyword in asked]
    if (quantity is not None) + len(named) != 1:
        raise TypeError("one question is expected: eps=, delta= or alpha=, or quantity='tv' or 'rho'")
    if quantity is not None:
        if quantity not in _BY_NAME:
            raise TypeError(f"quantity is {quantity!r}, and not 'tv' or 'rho'; others are named by their keyword")
        name, function, at = quantity, _BY_NAME[quantity], ""
    else:
        name, function = _BY_KEYWORD[named[0]]
        at = f" at {named[0]} = {asked[named[0]]}"
    text = f"{name} of {shown(mechanism)}{at}"
    return text, lambda options: cast(Enclosure, function(mechanism, **{**options, **asked}))


def _shown(known: Enclosure, point: Fraction | float | None) -> str:
    """The certified value, with as many digits as it takes to tell it from what is claimed."""
    if known.exact_text is not None and len(known.exact_text) <= 40:
        return known.exact_text
    digits = 11
    lower, upper = known.decimal_lower(digits), known.decimal_upper(digits)
    while digits < 40 and _contains(lower, upper, point):
        digits += 1
        lower, upper = known.decimal_lower(digits), known.decimal_upper(digits)
    return f"[{lower}, {upper}]"


def _claimed(value: Number, certified: str) -> str:
    """The value as it was written; a float whose text is the same as an end of the certified interval, with more digits."""
    if isinstance(value, float) and str(value) in certified.strip("[]").split(", "):
        return f"{value!s}, which is {Decimal(value):.25g}"
    return str(value)


def _contains(lower: str, upper: str, point: Fraction | float | None) -> bool:
    """Is it between these decimals, as they are shown? An infinity is not, and numbers that are too long are not looked at."""
    too_long = any(abs(int(end.partition("e")[2] or 0)) > 10_000 for end in (lower, upper))
    if not isinstance(point, Fraction) or "inf" in (lower, upper) or too_long:
        return False
    return Fraction(lower) <= point <= Fraction(upper)


def _rounded(number: Fraction) -> str:
    """A positive number in about three digits, also beyond the range of binary64."""
    if Fraction(1, 10**300) < number < 10**300:
        return f"{float(number):.3g}"
    return f"{Decimal(number.numerator) / Decimal(number.denominator):.3g}"


def _margin(point: Fraction | float | None, known: Enclosure) -> str:
    """By how much the claim is off, in about three digits."""
    if point is None:
        return "it is not a number"
    if isinstance(point, float) or known.is_infinite:
        return "one of the two is infinite"
    try:
        low, high = known.lo, known.hi
    except (OverflowError, ValueError):
        return "beyond what is written out"
    off, word = (low - point, "too small") if point < low else (point - high, "too large")
    share, is_rounding = "", False
    if high:
        ratio = off / high
        share = f" ({_rounded(100 * ratio)} % of" if ratio < 10 else f" ({_rounded(ratio)} times"
        share += " the certified value)"
        is_rounding = ratio < _ROUNDING
    return f"{word} by {_rounded(off)}{share}" + (": rounding, which slack= or rel= allows" if is_rounding else "")
