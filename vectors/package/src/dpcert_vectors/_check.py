"""Asks a library all vectors, by itself or under pytest."""

from __future__ import annotations

import math
import sys
import time
from dataclasses import dataclass, field
from typing import Any, Callable, Optional, TextIO

from ._vectors import TooLong, Unsupported, Vector, known, load


#: A sound answer is far from the truth if it is more than so many times it, or less than that part of it.
FAR = 2


@dataclass
class Report:
    """What came of the vectors that were asked."""

    #: Who was asked.
    asked: str
    #: The ids with a sound answer.
    sound: list[str] = field(default_factory=list)
    #: The ids of those among them that are far from the truth: more than ``FAR`` times it, or less than that part of it.
    far: list[str] = field(default_factory=list)
    #: The ids without an answer of the library: unsupported, or refused at an end of the domain.
    skipped: list[str] = field(default_factory=list)
    #: The ids of failures that are known, with their reasons.
    known: dict[str, str] = field(default_factory=dict)
    #: The ids of known failures that are sound now.
    mended: list[str] = field(default_factory=list)
    #: The ids of failures that are not known, with what is wrong.
    failed: dict[str, str] = field(default_factory=dict)

    @property
    def ok(self) -> bool:
        """Was something judged, and has nothing failed that is not known?"""
        return not self.failed and bool(self.sound or self.known)

    def write(self, out: TextIO) -> None:
        """The report in words."""
        for id, problem in self.failed.items():
            print(f"FAILED {id}: {problem}", file=out)
        reasons: dict[str, list[str]] = {}
        for id, reason in self.known.items():
            reasons.setdefault(reason, []).append(id)
        for reason, ids in sorted(reasons.items()):
            print(f"known  {len(ids)}: {reason}: {', '.join(ids)}", file=out)
        for id in self.mended:
            print(f"mended {id}: known to fail, and sound now", file=out)
        counts = f"{len(self.sound)} sound, {len(self.skipped)} skipped, {len(self.known)} known, {len(self.failed)} failed"
        print(f"{self.asked}: {counts}", file=out)
        if self.far:
            print(f"  sound, and on the safe side by a factor of more than {FAR}: {len(self.far)}", file=out)


def check(
    answer: Callable[[Vector], float],
    library: Optional[str] = None,
    level: Optional[str] = "core",
    seconds: float = 10.0,
    rel: float = 1e-9,
    out: Optional[TextIO] = sys.stdout,
) -> Report:
    """Asks a function all vectors of a level, and reports.

    ``answer`` takes a vector and gives a number, or raises ``Unsupported``. With a ``library`` only the vectors that have a call
    of it are asked, and its known failures are known; a slash and the part of it that is asked follow where it has several:
    ``dp-accounting/pld``. An answer that is too large, or for ``beta`` too small, is sound however far it is from the truth:
    ``Report.far`` has those. At the level ``core`` an exception, and an answer that takes longer than ``seconds``, is a
    failure; elsewhere it is a refusal.
    """
    report, failures = Report(library or getattr(answer, "__name__", "the function")), known(library) if library else {}
    for vector in load(level, library.split("/")[0] if library else None):
        said, problem = _judged(answer, vector, seconds, rel)
        if problem is Unsupported:
            report.skipped.append(vector.id)
        elif problem is None:
            report.sound.append(vector.id)
            if vector.is_far(said, FAR):
                report.far.append(vector.id)
            if vector.id in failures:
                report.mended.append(vector.id)
        elif vector.id in failures:
            report.known[vector.id] = failures[vector.id].reason
        else:
            report.failed[vector.id] = problem
    if out is not None:
        report.write(out)
    return report


def _judged(answer: Callable[[Vector], float], vector: Vector, seconds: float, rel: float) -> tuple[float, Any]:
    """An answer, NaN where there is none, and what is wrong: ``None`` if nothing is, ``Unsupported`` where it may be missing."""
    start, said = time.monotonic(), math.nan
    try:
        said = vector.ask(answer, seconds)
        vector.require(said, rel)
    except Unsupported:
        return said, Unsupported
    except TooLong as error:
        return said, str(error) if vector.level == "core" else Unsupported
    except AssertionError as error:
        return said, str(error)
    except Exception as error:
        if vector.level != "core":
            return said, Unsupported
        return said, f"{type(error).__name__} after {time.monotonic() - start:.1f} s: {error}"
    return said, None


def parametrize(library: Optional[str] = None, level: Optional[str] = "core") -> Any:
    """A pytest parameter ``vector``: the vectors of a level; with a library those that have a call of it.

    Known failures are marked ``xfail`` with their reasons: the first run is green, and what is mended is shown as passed.
    Without pytest nothing collects the test, and it is left as it is.
    """
    try:
        import pytest
    except ImportError:
        return lambda test: test
    failures = known(library) if library else {}
    vectors = load(level, library.split("/")[0] if library else None)
    marks = {id: [pytest.mark.xfail(reason=failure.reason, strict=False)] for id, failure in failures.items()}
    return pytest.mark.parametrize(
        "vector", [pytest.param(vector, id=vector.id, marks=marks.get(vector.id, [])) for vector in vectors]
    )
