"""Asks a library all vectors, by itself or under pytest."""

from __future__ import annotations

import sys
import time
from dataclasses import dataclass, field
from typing import Any, Callable, Optional, TextIO, Union

from ._vectors import KnownFailure, Unsupported, Vector, load


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
    #: The ids of failures that are not known, or much worse than what is known, with what is wrong.
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
    of it are asked, and its known failures are known, but for those that are much worse now; a slash and the part of it that is
    asked follow where it has several: ``dp-accounting/pld``. An answer that is too large, or for ``beta`` too small, is sound
    however far it is from the truth: ``Report.far`` has those. At the level ``core`` an exception, and an answer that takes
    longer than ``seconds``, is a failure; elsewhere it is a refusal.
    """
    report = Report(library or getattr(answer, "__name__", "the function"))
    for vector in load(level, library):
        try:
            said, problem = _judged(answer, vector, seconds, rel)
        except Unsupported:
            report.skipped.append(vector.id)
            continue
        if problem is None:
            report.sound.append(vector.id)
            if not isinstance(said, str) and vector.is_far(said, FAR):
                report.far.append(vector.id)
            if vector.known:
                report.mended.append(vector.id)
        elif vector.known is None:
            report.failed[vector.id] = problem
        elif vector.known.covers(vector, said):
            report.known[vector.id] = vector.known.reason
        else:
            report.failed[vector.id] = f"{problem}; {vector.known.told()}"
    if out is not None:
        report.write(out)
    return report


def _judged(
    answer: Callable[[Vector], float], vector: Vector, seconds: float, rel: float
) -> tuple[Union[float, str], Optional[str]]:
    """An answer, or the name of the exception in its place, and what is wrong. ``Unsupported`` where it may be missing."""
    start = time.monotonic()
    try:
        said = vector.ask(answer, seconds)
    except Unsupported:
        raise
    except Exception as error:
        if vector.level != "core":
            raise Unsupported from None
        problem = f"{type(error).__name__} after {time.monotonic() - start:.1f} s: {error}"
        return type(error).__name__, str(error) if isinstance(error, AssertionError) else problem
    return said, None if vector.is_sound(said, rel) else vector.problem(said)


def parametrize(library: Optional[str] = None, level: Optional[str] = "core") -> Any:
    """A pytest parameter ``vector``: the vectors of a level; with a library those that have a call of it.

    Known failures are marked ``xfail`` with their reasons: the first run is green, and what is mended is shown as passed. For that
    the test calls ``vector.test``: what fails in another way than is known, or much worse, is a failure. Without pytest nothing
    collects the test, and it is left as it is.
    """
    try:
        import pytest
    except ImportError:
        return lambda test: test

    def parameter(vector: Vector) -> Any:
        known = vector.known
        marks = [pytest.mark.xfail(reason=known.reason, raises=KnownFailure, strict=False)] if known else []
        return pytest.param(vector, id=vector.id, marks=marks)

    return pytest.mark.parametrize("vector", [parameter(vector) for vector in load(level, library)])
