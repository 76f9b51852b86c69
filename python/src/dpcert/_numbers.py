"""Numbers as Python has them, and as the library reads them: exact in any case."""

from __future__ import annotations

import math
import operator
import re
from decimal import Decimal
from fractions import Fraction
from numbers import Rational
from typing import Protocol, SupportsIndex, TypeAlias, TypeGuard, cast

from ._errors import BadInput

# pytest shows the line of the test, and none of these.
__tracebackhide__ = True


class HasRatio(Protocol):
    """What can say exactly which number it is: the scalars of numpy are such."""

    def as_integer_ratio(self) -> tuple[int, int]: ...


#: A number: an int, Fraction or Decimal; a float, which is exactly that binary64; a scalar of numpy in the same way; or a
#: text in the language of literals: ``"0.1"`` is 1/10, ``"ln(3)"`` and ``"sqrt(2)"`` are what they say.
Number: TypeAlias = int | float | Fraction | Decimal | str | SupportsIndex | HasRatio

#: Larger integers are converted to decimal texts by Python in quadratic time, or not at all.
_DECIMAL_BITS = 4000
#: The characters of a literal: none of them ends a field of the compact notation.
_LITERAL = re.compile(r"[A-Za-z0-9.+\-*/^() \t]+", re.ASCII)
#: The largest exponent of a Decimal that is expanded into a fraction.
_LARGEST_EXPONENT = 100_000


def literal(value: object, name: str = "the number") -> str:
    """The same number in the language of literals.

    >>> from fractions import Fraction
    >>> literal(Fraction(1, 10)), literal("ln(3)"), literal(0.1), literal(7)
    ('1/10', 'ln(3)', '0x1.999999999999ap-4', '7')
    """
    if isinstance(value, str):
        return _text(value, name)
    if isinstance(value, Decimal):
        if not value.is_finite():
            raise _not_finite(value, name)
        return str(value).lower()
    ratio = _ratio(value, name, 'an int, Fraction, Decimal, float, or a text such as "1/10" or "ln(3)"')
    if isinstance(value, float):
        return value.hex()
    top, bottom = map(_integer, ratio)
    return top if ratio[1] == 1 else f"{top}/{bottom}"


def exactly(value: object, name: str = "the number") -> Fraction | float:
    """The same number as a Fraction, or an infinity as a float; to compare with. A text is refused."""
    if isinstance(value, float) and math.isinf(value):
        return value
    if isinstance(value, Decimal):
        if value.is_infinite():
            return float(value)
        exponent = value.as_tuple().exponent
        if isinstance(exponent, str):
            raise _not_finite(value, name)
        if abs(exponent) > _LARGEST_EXPONENT:
            raise BadInput(f"{value} has too large an exponent to be compared with", name)
        return Fraction(value)
    return Fraction(*_ratio(value, name, "an int, Fraction, Decimal or float"))


def is_number(value: object) -> TypeGuard[int | float | Rational | Decimal | SupportsIndex | HasRatio]:
    """Is it one, other than a text? Truth values are none."""
    if isinstance(value, bool) or _is_array_or_truth(value):
        return False
    return isinstance(value, (Rational, float, Decimal)) or hasattr(value, "as_integer_ratio") or hasattr(value, "__index__")


def _ratio(value: object, name: str, wanted: str) -> tuple[int, int]:
    if is_number(value):
        try:
            if isinstance(value, Rational):
                return int(value.numerator), int(value.denominator)
            ratio = getattr(value, "as_integer_ratio", None)
            top, bottom = ratio() if ratio is not None else (operator.index(cast(SupportsIndex, value)), 1)
            return int(top), int(bottom)
        except (OverflowError, ValueError):
            raise _not_finite(value, name) from None
    raise TypeError(f"{name} is {value!r:.60}, of type {type(value).__name__}, and not a number: write {wanted}")


def _is_array_or_truth(value: object) -> bool:
    """A truth value or an array of numpy, which is not imported for that."""
    kind = getattr(getattr(value, "dtype", None), "kind", None)
    return kind is not None and (kind not in "iuf" or getattr(value, "ndim", 0) != 0)


def _integer(n: int) -> str:
    return str(n) if n.bit_length() <= _DECIMAL_BITS else f"{n:#x}p0"


def _text(text: str, name: str) -> str:
    depth = 0
    for character in text:
        depth += {"(": 1, ")": -1}.get(character, 0)
        if depth < 0:
            break
    if depth != 0 or not _LITERAL.fullmatch(text):
        wanted = "write an integer, a decimal (0.1), 1e-10, p/q, or an expression with + - * / ^ exp() ln() sqrt()"
        raise BadInput(f"{text!r:.60} is not a number", name, wanted)
    return text.strip()


def _not_finite(value: object, name: str) -> BadInput:
    return BadInput(f"{value} is not a number that can be asked about", name, "write a finite number")
