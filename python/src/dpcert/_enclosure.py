"""What is known of a number: two ends, and the exact value where there is one."""

from __future__ import annotations

import html
import math
import re
from decimal import Decimal
from fractions import Fraction
from typing import Any, NamedTuple, NoReturn, TypeAlias

from . import _native
from ._errors import Undecided
from ._numbers import exactly, is_number

#: A mantissa and an exponent of 2; of an infinity its sign, and None.
End: TypeAlias = tuple[int, int | None]
#: As the native half has it: see there.
RawNumber: TypeAlias = tuple[End, End, float, float, Fraction | None, str | None, int, bool, str | None]

#: Longer ends are not made into fractions.
_MOST_BITS = 1 << 20
#: Longer exact values are not shown.
_SHORT = 60


class Origin(NamedTuple):
    """How an answer was found."""

    #: Is the upper end attained by a mechanism of the kind asked about?
    tight: bool
    #: The method: ``closed-form``, ``lattice``, ``grid``, ...
    method: str
    #: Who computed.
    engine: str
    #: What the question left open, and the answer assumes.
    notes: tuple[str, ...]


class Known:
    """What every answer has: how it was found."""

    __slots__ = ()
    _origin: Origin

    @property
    def tight(self) -> bool:
        """Is the upper end attained by a mechanism of the kind asked about?"""
        return self._origin.tight

    @property
    def method(self) -> str:
        """How it was found: ``closed-form``, ``lattice``, ``grid``, ..."""
        return self._origin.method

    @property
    def engine(self) -> str:
        """Who computed: ``malachite``, ``mpfr``, or both."""
        return self._origin.engine

    @property
    def notes(self) -> tuple[str, ...]:
        """What the question left open, and the answer assumes."""
        return self._origin.notes


class Enclosure(Known):
    """A number that is certainly at least one end and at most the other; an answer of :func:`dpcert.delta` and others.

    Comparisons say True or False only where that is proven, and raise :class:`dpcert.Undecided` elsewhere:

    >>> import dpcert
    >>> tv = dpcert.tv("gaussian(sigma=2)^50")
    >>> tv < 0.9230, tv < 0.9229, 0.9229 in tv
    (True, False, False)
    >>> tv.float_lower, tv.float_upper
    (0.9229001282564582, 0.9229001282564583)
    >>> tv == tv.lo
    Traceback (most recent call last):
    ...
    dpcert.Undecided: [0.922900128256458230136, 0.922900128256458230137] does not decide this: ask with more digits

    Where the value is known to be rational, everything is decided:

    >>> half = dpcert.tv("randomized-response(eps=ln(3))^2")
    >>> half.exact, half == 0.5, half
    (Fraction(1, 2), True, Enclosure('1/2'))
    """

    __slots__ = ("_lower", "_upper", "_floats", "_exact", "_text", "_digits", "_met", "_reason", "_origin")

    def __init__(self, raw: RawNumber, origin: Origin) -> None:
        self._lower, self._upper, low, high, self._exact, self._text, self._digits, self._met, self._reason = raw
        self._floats = (low, high)
        self._origin = origin

    def __getstate__(self) -> tuple[Any, ...]:
        low, high = self._floats
        raw = (self._lower, self._upper, low, high, self._exact, self._text, self._digits, self._met, self._reason)
        return raw, tuple(self._origin)

    def __setstate__(self, state: tuple[Any, ...]) -> None:
        Enclosure.__init__(self, state[0], Origin(*state[1]))

    @property
    def lo(self) -> Fraction:
        """At most the true value.

        OverflowError where it is infinite, or too long to be written out as a fraction: :attr:`float_lower` and
        :meth:`decimal_lower` always are there.
        """
        return self._exact if self._exact is not None else _fraction(self._lower, "lower")

    @property
    def hi(self) -> Fraction:
        """At least the true value. OverflowError as for :attr:`lo`."""
        return self._exact if self._exact is not None else _fraction(self._upper, "upper")

    @property
    def width(self) -> Fraction:
        """How far apart the ends are. OverflowError as for :attr:`lo`."""
        return self.hi - self.lo

    @property
    def midpoint(self) -> Fraction:
        """The number in the middle of both ends, which is neither a lower nor an upper bound. OverflowError as for :attr:`lo`."""
        return (self.lo + self.hi) / 2

    @property
    def exact(self) -> Fraction | None:
        """The value itself, where it is known to be a rational number."""
        return self._exact

    @property
    def exact_text(self) -> str | None:
        """The value itself as a literal, where it is known and short, or ``exact=True`` asked for it: ``1/2``, ``ln(3)``."""
        if self._exact is None:
            return self._text
        return str(self._exact) if _is_printable(self._exact) else None

    @property
    def float_lower(self) -> float:
        """The largest float that is at most the true value, as far as that is known."""
        return self._floats[0]

    @property
    def float_upper(self) -> float:
        """The smallest float that is at least the true value, as far as that is known."""
        return self._floats[1]

    @property
    def met(self) -> bool:
        """Whether the enclosure is as narrow as requested."""
        return self._met

    @property
    def reason(self) -> str | None:
        """Why it is infinite, where that is known."""
        return self._reason

    @property
    def is_infinite(self) -> bool:
        """Is it known to be infinite?"""
        return self._lower == (1, None)

    def decimal_lower(self, digits: int | None = None) -> str:
        """A decimal with this many significant digits that is at most the true value; ``inf`` where that is infinite.

        >>> import dpcert
        >>> dpcert.delta("gaussian(sigma=1/100000)", eps=0).decimal_upper(5)
        '1'
        >>> dpcert.delta("gaussian(sigma=1/10)", eps="1e5").decimal_lower(5)
        '6.3264e-21693023'
        """
        return self._decimal(self._lower, digits, up=False)

    def decimal_upper(self, digits: int | None = None) -> str:
        """A decimal with this many significant digits that is at least the true value."""
        return self._decimal(self._upper, digits, up=True)

    def _decimal(self, end: End, digits: int | None, up: bool) -> str:
        digits = self._digits if digits is None else digits
        if self._exact is not None:
            return _native.decimal_of_fraction(self._exact, digits, up)
        mantissa, exponent = end
        if exponent is None:
            return "inf" if mantissa > 0 else "-inf"
        return _native.decimal(mantissa, exponent, digits, up)

    def same(self, other: Enclosure) -> bool:
        """Is the same known of both? Other than ``==``, which is about the values, this always has an answer."""
        mine, theirs = self.__getstate__()[0], other.__getstate__()[0]
        return bool(mine == theirs)

    def __contains__(self, value: object) -> bool:
        """Could the true value be this, as far as is known?"""
        if isinstance(value, float) and math.isnan(value):
            return False
        point = exactly(value, "the value")
        return self._order(point, self._lower) <= 0 <= self._order(point, self._upper)

    def _order(self, point: Fraction | float, end: End) -> int:
        """The sign of an end minus a point."""
        if self._exact is not None and not isinstance(point, float):
            return (self._exact > point) - (self._exact < point)
        return _compare(end, point)

    def _ends(self, other: object) -> tuple[int, int] | None:
        """The signs of the lower end minus the other's upper one, and of the upper end minus the other's lower one."""
        if isinstance(other, Enclosure):
            if other._exact is not None:
                return self._order(other._exact, self._lower), self._order(other._exact, self._upper)
            if self._exact is not None:
                return -_compare(other._upper, self._exact), -_compare(other._lower, self._exact)
            return _compare_ends(self._lower, other._upper), _compare_ends(self._upper, other._lower)
        if not is_number(other):
            return None
        point = exactly(other, "the other number")
        return self._order(point, self._lower), self._order(point, self._upper)

    def _undecided(self, other: object) -> Undecided:
        against = f" against {other}" if isinstance(other, Enclosure) else ""
        return Undecided(f"{self}{against} does not decide this: ask with more digits{'' if self._met else ' or limits'}")

    def __lt__(self, other: object) -> bool:
        ends = self._ends(other)
        if ends is None:
            return NotImplemented
        if ends[1] < 0:
            return True
        if ends[0] >= 0 or self is other:
            return False
        raise self._undecided(other)

    def __le__(self, other: object) -> bool:
        ends = self._ends(other)
        if ends is None:
            return NotImplemented
        if ends[1] <= 0 or self is other:
            return True
        if ends[0] > 0:
            return False
        raise self._undecided(other)

    def __gt__(self, other: object) -> bool:
        less = self.__le__(other)
        return less if less is NotImplemented else not less

    def __ge__(self, other: object) -> bool:
        less = self.__lt__(other)
        return less if less is NotImplemented else not less

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        ends = self._ends(other)
        if ends is None:
            return NotImplemented
        if ends == (0, 0):
            return True
        if ends[0] > 0 or ends[1] < 0:
            return False
        if isinstance(other, Enclosure) and self._text is not None and self._text == other._text:
            return True
        raise self._undecided(other)

    def __hash__(self) -> int:
        if self._exact is not None:
            return hash(self._exact)
        if self._lower == self._upper == (1, None):
            return hash(math.inf)
        if self._lower == self._upper:
            return hash(self.lo) if _is_short(self._lower) else hash(self._lower)
        # Equal expressions have one text, and may have other ends.
        return hash(self._text) if self._text is not None else hash((self._lower, self._upper))

    def __bool__(self) -> bool:
        return not self == 0

    def __float__(self) -> float:
        raise TypeError("an Enclosure has two ends: take .float_upper for a safe upper bound, .float_lower for a lower one")

    def __round__(self, digits: int | None = None) -> NoReturn:
        raise TypeError("an Enclosure has two ends: write f'{x:.4f}', which rounds them away from each other")

    def _no_arithmetic(self, *_: object) -> NoReturn:
        raise TypeError("an Enclosure has two ends: compute with .lo and .hi, which are Fractions, or with .midpoint and .width")

    __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = __truediv__ = __rtruediv__ = __neg__ = _no_arithmetic
    __abs__ = __pow__ = _no_arithmetic

    def __format__(self, spec: str) -> str:
        """Both ends, rounded away from each other: ``.4f``, ``.4g`` and ``.4e`` are for each what they are for a float.

        >>> import dpcert
        >>> f"{dpcert.tv('gaussian(sigma=2)^50'):.4f}", f"{dpcert.tv('randomized-response(eps=ln(3))'):.4f}"
        ('[0.9229, 0.9230]', '0.5000')
        """
        if not spec:
            return str(self)
        parsed = re.fullmatch(r"\.(\d{1,4})([efgEFG]?)", spec)
        if parsed is None:
            raise ValueError(f"the format {spec!r} is not one for an Enclosure: write .4f, .4g or .4e")
        digits, kind = int(parsed[1]), parsed[2] or "g"
        low, high = (self._formatted(up, digits, kind) for up in (False, True))
        return low if low == high else f"[{low}, {high}]"

    def _formatted(self, up: bool, digits: int, kind: str) -> str:
        end, decimal = (self._upper, self.decimal_upper) if up else (self._lower, self.decimal_lower)
        if end[1] is None and self._exact is None:
            return decimal(1)
        if kind in "fF":
            scaled = (self.hi if up else self.lo) * 10**digits
            whole = math.ceil(scaled) if up else math.floor(scaled)
            # Not by Decimal, whose context rounds long numbers.
            written = f"{abs(whole):0{digits + 1}d}"
            point = len(written) - digits
            return ("-" if whole < 0 else "") + written[:point] + (f".{written[point:]}" if digits else "")
        if kind in "eE":
            return f"{Decimal(decimal(digits + 1)):.{digits}{kind}}"
        return decimal(max(digits, 1))

    def __str__(self) -> str:
        text = self.exact_text
        if text is not None and len(text) <= _SHORT:
            return text
        low, high = self.decimal_lower(), self.decimal_upper()
        return low if low == high else f"[{low}, {high}]"

    def __repr__(self) -> str:
        text = str(self)
        ends = text[1:-1].split(", ") if text.startswith("[") else [text]
        return f"Enclosure({', '.join(map(repr, ends))})"

    def _repr_html_(self) -> str:
        found = f"{self.method}, {self.engine}{'' if self.tight else '; the upper end need not be attained'}"
        return f"<code>{html.escape(str(self))}</code> <small>{html.escape(found)}</small>"


def _is_printable(x: Fraction) -> bool:
    """Python converts no more than a few thousand digits to decimal texts."""
    return max(x.numerator.bit_length(), x.denominator.bit_length()) <= 4000


def _is_short(end: End) -> bool:
    """May it be written out as a fraction?"""
    mantissa, exponent = end
    return exponent is not None and mantissa.bit_length() + abs(exponent) <= _MOST_BITS


def _fraction(end: End, side: str) -> Fraction:
    mantissa, exponent = end
    if exponent is None:
        raise OverflowError(f"the {side} end is {'inf' if mantissa > 0 else '-inf'}, which is not a fraction")
    if not _is_short(end):
        message = f"as a fraction the {side} end would have {abs(exponent)} bits: take .float_{side} or .decimal_{side}(digits)"
        raise OverflowError(message)
    return Fraction(mantissa) * Fraction(2) ** exponent


def _compare(end: End, point: Fraction | float) -> int:
    """The sign of an end minus a point; nothing is written out that is long."""
    mantissa, exponent = end
    if isinstance(point, float):
        sign = 1 if point > 0 else -1
        return 0 if exponent is None and mantissa == sign else -sign
    if exponent is None:
        return mantissa
    sign = (mantissa > 0) - (mantissa < 0)
    other = (point > 0) - (point < 0)
    if sign != other or sign == 0:
        return (sign > other) - (sign < other)
    # 2^(size-1) <= |end| < 2^size, and 2^(theirs-1) < |point| < 2^(theirs+1).
    size = mantissa.bit_length() + exponent
    theirs = point.numerator.bit_length() - point.denominator.bit_length()
    if size < theirs:
        return -sign
    if size > theirs + 1:
        return sign
    left, right = mantissa * point.denominator, point.numerator
    if exponent >= 0:
        left <<= exponent
    else:
        right <<= -exponent
    return (left > right) - (left < right)


def _compare_ends(x: End, y: End) -> int:
    """The sign of a difference of two ends."""
    (first, first_exponent), (second, second_exponent) = x, y
    if first_exponent is None or second_exponent is None:
        left = first if first_exponent is None else 0
        right = second if second_exponent is None else 0
        return (left > right) - (left < right)
    signs = (first > 0) - (first < 0), (second > 0) - (second < 0)
    if signs[0] != signs[1] or signs[0] == 0:
        return (signs[0] > signs[1]) - (signs[0] < signs[1])
    sizes = first.bit_length() + first_exponent, second.bit_length() + second_exponent
    if sizes[0] != sizes[1]:
        return signs[0] if sizes[0] > sizes[1] else -signs[0]
    # Of the same size: the exponents differ by as much as the lengths.
    least = min(first_exponent, second_exponent)
    left, right = first << (first_exponent - least), second << (second_exponent - least)
    return (left > right) - (left < right)
