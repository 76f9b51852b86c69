"""The vectors as data."""

from __future__ import annotations

import contextlib
import importlib.metadata
import json
import math
import pathlib
import signal
import threading
import unittest
from dataclasses import dataclass, field, replace
from typing import Any, Callable, Iterator, Optional, Union

HERE = pathlib.Path(__file__).resolve().parent

#: The version of the data: ids never change their meaning within a major version.
VERSION = "1.0.0"
#: ``core``: ordinary parameters, which any accountant should answer. ``edge``: ends of domains, which a library may refuse.
#: ``extreme``: beyond what binary64 computes without care, or slow.
LEVELS = ("core", "edge", "extreme")
#: The libraries whose calls are written beside the mechanisms.
LIBRARIES = ("dp-accounting", "jax-privacy", "opacus", "opendp", "riskcal")


class Unsupported(Exception):
    """Raised by a function that asks a library, where the library has no answer: such a vector is skipped."""


class TooLong(AssertionError):
    """An answer took longer than was allowed."""


class KnownFailure(AssertionError):
    """Raised by ``Vector.test`` for a failure that is known; another failure of the same question is raised as it is."""


#: A wrong number is another failure than the known one if it is more than so many times as far from the truth. The rounding
#: noise of a Fourier transform is not the same on all processors.
WORSE = 10


@dataclass(frozen=True)
class Known:
    """A failure that is known of a version of a library, and why."""

    id: str
    reason: str
    #: What the library does: the number that it answers, or the name of the exception that it raises.
    said: Union[float, str]

    def covers(self, vector: Vector, said: Union[float, str]) -> bool:
        """Is a failure the known one: the same exception, or a wrong number that is not much further from the truth?"""
        if isinstance(said, str) or isinstance(self.said, str):
            return said == self.said
        truth = vector.least if vector.safe == "upper" else vector.most
        # Not so for NaN, which is no distance from anything.
        return said == self.said or abs(said - truth) <= WORSE * abs(self.said - truth)

    def told(self) -> str:
        """What is known, for a failure that is another one."""
        return f"this is another failure than the known one, which is {self.said}: {self.reason}"


@dataclass(frozen=True)
class Vector:
    """A question with its certified answer, one number."""

    #: Its name. It never changes its meaning.
    id: str
    #: One of ``LEVELS``.
    level: str
    #: The family of the mechanism.
    family: str
    #: What is asked: ``delta``, ``eps``, ``tv``, ``beta``, ``rho``, ...
    quantity: str
    #: ``upper`` where a report must not be below the truth, ``lower`` where it must not be above it.
    safe: str
    #: The neighbours of sampling, ``add-remove`` or ``replace-one``; ``None`` where the mechanism is the same for both.
    relation: Optional[str]
    #: The classes of bugs that it catches.
    flags: tuple[str, ...]
    #: A sound upper bound is at least this binary64, a sound lower bound at most that one.
    least: float
    most: float
    #: Decimals that enclose the answer.
    lo: str
    hi: str
    #: ``False`` for a class of mechanisms of which only the two bounds are known.
    tight: bool
    #: What was run.
    mechanism: Any
    #: How libraries make it: a library's name to the call.
    calls: dict[str, Any]
    #: The eps, the delta or the level that is asked about; ``None`` for a quantity without one.
    at: Optional[float] = None
    #: The parameters of other quantities.
    parameters: dict[str, Any] = field(default_factory=dict)
    #: The failure that is known of who is asked, where :func:`load` was told who that is.
    known: Optional[Known] = None

    def __str__(self) -> str:
        return self.id

    def __hash__(self) -> int:
        return hash(self.id)

    def is_sound(self, report: float, rel: float = 0.0) -> bool:
        """Is a report on the safe side of the truth? NaN is on no side.

        With ``rel`` it may be on the other side by that part of the truth, such as ``1e-9`` for what rounding does, and by
        the smallest binary64 number above 0: what is smaller rounds to 0.
        """
        if self.safe == "upper":
            return report >= self.least - _part(self.least, rel)
        return report <= self.most + _part(self.most, rel)

    def is_far(self, report: float, factor: float) -> bool:
        """Is a report more than so many times the truth, or less than that part of it?"""
        return report > self.least * factor or report * factor < self.most

    def require(self, report: float, rel: float = 1e-9) -> None:
        """AssertionError, with both numbers, where a report is on the wrong side."""
        assert self.is_sound(report, rel), self.problem(report)

    def problem(self, report: float) -> str:
        """What is wrong with a report on the wrong side."""
        asked = self.quantity if self.at is None else f"{self.quantity} at {self.at!r}"
        truth = self.lo if self.lo == self.hi else f"in [{self.lo}, {self.hi}]"
        if math.isnan(report):
            return f"{asked}: the report is not a number; the truth is {truth}"
        side = "below" if self.safe == "upper" else "above"
        return f"{asked}: the report {report!r} is {side} the truth, which is {truth}"

    def test(self, answer: Callable[["Vector"], float], seconds: float = 10.0, rel: float = 1e-9) -> None:
        """Passes, fails or is skipped as a test: of pytest, of unittest, of absl.

        What a library refuses is skipped where it may: but for the level ``core``. A failure that is known is a
        ``KnownFailure``, and one of the same question that is much worse is not.
        """
        try:
            report = self.ask(answer, seconds)
        except Unsupported as what:
            raise unittest.SkipTest(f"unsupported: {what}") from None
        except Exception as error:
            if self.level != "core":
                raise unittest.SkipTest(f"refused: {type(error).__name__}: {error}") from None
            if self.known and self.known.covers(self, type(error).__name__):
                raise KnownFailure(self.known.reason) from error
            raise
        if self.known is None or self.is_sound(report, rel):
            self.require(report, rel)
        elif self.known.covers(self, report):
            raise KnownFailure(f"{self.problem(report)}; {self.known.reason}")
        else:
            raise AssertionError(f"{self.problem(report)}; {self.known.told()}")

    def ask(self, answer: Callable[["Vector"], float], seconds: Optional[float] = None) -> float:
        """What a function says of it. ``TooLong`` where it takes longer than so many seconds."""
        with _limit(seconds):
            return float(answer(self))


def _part(truth: float, rel: float) -> float:
    return abs(truth) * rel + math.ulp(0.0) if rel > 0 and math.isfinite(truth) else 0.0


@contextlib.contextmanager
def _limit(seconds: Optional[float]) -> Iterator[None]:
    """Ends what is inside after a time, where signals can do that: not on Windows, and in the main thread alone."""
    can = hasattr(signal, "setitimer") and threading.current_thread() is threading.main_thread()
    if seconds is None or not can:
        yield
        return

    def stop(*_: Any) -> None:
        raise TooLong(f"no answer within {seconds:g} s")

    before = signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def load(
    level: Optional[str] = None,
    library: Optional[str] = None,
    quantity: Optional[str] = None,
    family: Optional[str] = None,
) -> list[Vector]:
    """The vectors of a level, with a call of a library, of a quantity, of a family. ValueError for an unknown name.

    A slash and the part of the library that is asked may follow its name, ``dp-accounting/pld``: then each vector has the
    failure that is known of it.
    """
    if level is not None and level not in LEVELS:
        raise ValueError(f"{level!r} is no level; there are {', '.join(LEVELS)}")
    failures = known(library) if library else {}
    library = library.split("/")[0] if library else None
    if library is not None and library not in LIBRARIES:
        raise ValueError(f"no calls of {library!r} are known; there are {', '.join(LIBRARIES)}")
    every = [_vector(json.loads(line)) for line in (HERE / "vectors.jsonl").read_text().splitlines()]
    for name, wanted in (("quantity", quantity), ("family", family)):
        names = sorted({getattr(vector, name) for vector in every})
        if wanted is not None and wanted not in names:
            raise ValueError(f"{wanted!r} is no {name}; there are {', '.join(names)}")
    return [
        replace(vector, known=failures.get(vector.id))
        for vector in every
        if level in (None, vector.level)
        and (library is None or library in vector.calls)
        and quantity in (None, vector.quantity)
        and family in (None, vector.family)
    ]


def _vector(fields: dict[str, Any]) -> Vector:
    flags = tuple(fields.pop("flags"))
    least, most = float(fields.pop("least")), float(fields.pop("most"))
    return Vector(flags=flags, least=least, most=most, **fields)


def known(asked: str) -> dict[str, Known]:
    """The known failures of who is asked, such as ``dp-accounting/pld``, by the ids of the vectors.

    They are those of the installed version of the library; of the latest one on record where that version is not.
    """
    versions = json.loads((HERE / "known.json").read_text())["known"].get(asked, {})
    if not versions:
        return {}
    try:
        installed = importlib.metadata.version(asked.split("/")[0])
    except importlib.metadata.PackageNotFoundError:
        installed = ""
    latest = max(versions, key=lambda version: [int(part) for part in version.split(".")])
    blocks = versions.get(installed, versions[latest])
    return {id: Known(id, block["reason"], block["said"][id]) for block in blocks for id in block["ids"]}
