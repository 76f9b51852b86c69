"""What others wrote, for a terminal or a log: in one line, and with nothing in it that controls them."""

from __future__ import annotations

import unicodedata

#: Controls, formats such as reversed writing and tags, and separators of lines and paragraphs.
_HIDDEN = {"Cc", "Cf", "Zl", "Zp"}
#: Words and emoji need the two joiners.
_JOINERS = "\u200c\u200d"


def visible(text: str) -> str:
    """The text with each hidden character as an escape of Python, and without what a runner of CI would obey within a line."""
    shown = (ascii(c)[1:-1] if unicodedata.category(c) in _HIDDEN and c not in _JOINERS else c for c in text)
    return "".join(shown).replace("##[", r"##\x5b")
