"""Texts for people."""

from __future__ import annotations

import re

#: A float as `float.hex` writes it.
_HEXADECIMAL = re.compile(r"-?0x[01]\.(?:0|[0-9a-f]{13})p[+-][0-9]{1,4}(?![0-9])", re.ASCII)


def readable(text: str) -> str:
    """The same with floats in decimals, as Python shows them. They are hexadecimal where another program reads them, which
    would take ``0.1`` for 1/10.

    >>> readable("gaussian(sigma=0x1.3333333333333p-2)")
    'gaussian(sigma=0.3)'
    """
    return _HEXADECIMAL.sub(lambda found: _decimal(found[0]), text)


def _decimal(text: str) -> str:
    try:
        value = float.fromhex(text)
    except OverflowError:
        return text
    return repr(value) if value.hex() == text else text
