"""The test vectors, which are part of the package: questions with certified answers, for the tests of other programs.

>>> import dpcert.vectors
>>> first = next(iter(dpcert.vectors.load(kind="gaussian", quantity="tv")))
>>> first.id, first.safe, first.flags
('gaussian-0.5-tv', 'upper', ('ordinary',))
>>> first.is_sound(0.7), first.is_sound(0.6)
(True, False)

A program is asked all of them, each within a time, by ``python -m dpcert.vectors MODULE:FUNCTION``.
"""

from __future__ import annotations

import difflib
import itertools
import json
import math
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any

from ._assertions import FAR


@dataclass(frozen=True)
class Vector:
    """A question with its certified answer, one number."""

    #: Its name.
    id: str
    #: The family of its mechanism: the name of its file.
    family: str
    #: What is asked.
    quantity: str
    #: On which side of the truth a report is safe: ``upper`` or ``lower``.
    safe: str
    #: The classes of bugs that it catches.
    flags: tuple[str, ...]
    #: The mechanism and the question, as a line of the protocol has them.
    mechanism: Any
    query: Any
    #: Decimals that enclose the answer.
    lo: str
    hi: str
    #: The least binary64 that is at least ``lo``, and the largest that is at most ``hi``.
    least: float
    most: float

    def __str__(self) -> str:
        return self.id

    def is_sound(self, report: float, rel: float = 0.0) -> bool:
        """Is a report on the safe side of the truth, as far as that is certified? NaN is on no side.

        With ``rel`` it may be on the other side by that part of the truth, such as ``1e-9`` for what rounding does, and by
        the smallest binary64 number above 0: what is smaller rounds to 0. A report that is sound may be far from the truth,
        even infinite: :meth:`is_far` says so, and the summary of pytest counts these.
        """
        if self.safe == "upper":
            is_sound = report >= self.least - _part(self.least, rel)
        else:
            is_sound = report <= self.most + _part(self.most, rel)
        if is_sound and self.is_far(report):
            for listener in listeners:
                listener()
        return is_sound

    def is_far(self, report: float) -> bool:
        """Is a report more than twice the truth, or less than half of it?"""
        return report > self.least * FAR or report * FAR < self.most


#: Called for each report that is found sound and is far from the truth; the plugin of pytest counts.
listeners: list[Callable[[], None]] = []


def _part(truth: float, rel: float) -> float:
    """A part of a number, and what rounds to 0; of infinity there is none."""
    return abs(truth) * rel + math.ulp(0.0) if rel > 0 and math.isfinite(truth) else 0.0


def load(
    kind: str | None = None, quantity: str | None = None, flag: str | None = None, binary64: bool = True
) -> Iterator[Vector]:
    """The vectors whose answer is one number with a safe side, of a family, a quantity and a flag.

    With ``binary64`` questions with a number that is not a binary64 are left out. ValueError for a name without any
    vector.
    """
    groups = _groups()
    _require("kind", kind, (family for family, _ in groups))
    _require("quantity", quantity, (group["quantity"] for _, group in groups))
    _require("flag", flag, (flag for _, group in groups for test in group["tests"] for flag in test["flags"]))
    return itertools.chain.from_iterable(
        _of_group(family, group, flag, binary64)
        for family, group in groups
        if kind in (None, family) and quantity in (None, group["quantity"]) and group["safe"] in ("upper", "lower")
    )


def total() -> int:
    """How many test vectors there are, with those that :func:`load` leaves out."""
    return sum(len(group["tests"]) for _, group in _groups())


def _groups() -> list[tuple[str, Any]]:
    """The groups of all files, each with the family of its file."""
    sources = sorted(_folder().iterdir(), key=lambda source: source.name)
    sources = [source for source in sources if source.name.endswith(".json") and source.name != "schema.json"]
    contents = [json.loads(source.read_text(encoding="utf-8")) for source in sources]
    return [(content["family"], group) for content in contents for group in content.get("groups", [])]


def _require(name: str, wanted: str | None, there: Iterable[str]) -> None:
    """Fails for a name that is misspelt: nothing would be tested with it."""
    known = sorted(set(there))
    if wanted is not None and wanted not in known:
        near = difflib.get_close_matches(wanted, known, 1)
        meant = f"did you mean {near[0]!r}? " if near else ""
        raise ValueError(f"no vector has the {name} {wanted!r}: {meant}there are {', '.join(known)}")


def _of_group(family: str, group: Any, flag: str | None, binary64: bool) -> Iterator[Vector]:
    for test in group["tests"]:
        flags = tuple(test["flags"])
        if (flag is not None and flag not in flags) or (binary64 and "not-a-binary64" in flags):
            continue
        if "upper-f64" in test and "lower-f64" in test:
            least, most = (float.fromhex(test[name]) for name in ("upper-f64", "lower-f64"))
            yield Vector(
                test["id"], family, group["quantity"], group["safe"], flags,
                test["mechanism"], test["query"], test["lo"], test["hi"], least, most,
            )  # fmt: skip


def _folder() -> Traversable:
    packaged = files("dpcert") / "_vectors"
    if packaged.is_dir():
        return packaged
    raise FileNotFoundError("this installation of dpcert is without its test vectors")


if __name__ == "__main__":
    from ._ask_vectors import main

    main()
