"""``python -m dpcert.vectors MODULE:FUNCTION``: the vectors are put to a function, each within a time."""

from __future__ import annotations

import argparse
import importlib
import multiprocessing
import sys
from collections import Counter
from collections.abc import Callable
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from typing import Any

from ._assertions import FAR
from ._visible import visible
from .vectors import Vector, load, total


#: This many first questions that all fail in one way say that the function fails, whatever the question.
_ENOUGH = 20
#: A report that is on the wrong side by less than this part of the truth is counted apart: it is rounding.
_ROUNDING = 1e-9
#: How the function may fail, in words.
_FAILURES = {"error": "errors", "timeout": "timed out", "ended": "crashed"}


class Asker:
    """A process that calls the function; a new one after each that took too long or ended."""

    def __init__(self, function: str, timeout: float) -> None:
        self.function, self.timeout = function, timeout
        self.process: BaseProcess | None = None
        self.pipe: Connection | None = None

    def ask(self, vector: Vector) -> tuple[str, Any]:
        """``report`` and the number, or ``none``, ``error``, ``timeout`` or ``ended`` and why."""
        if self.process is None or self.pipe is None:
            context = multiprocessing.get_context("spawn")
            self.pipe, theirs = context.Pipe()
            self.process = context.Process(target=_serve, args=(self.function, theirs), daemon=True)
            self.process.start()
            theirs.close()
        self.pipe.send((vector.mechanism, vector.query))
        try:
            if self.pipe.poll(self.timeout):
                kind, told = self.pipe.recv()
                return str(kind), told
            outcome = ("timeout", f"no answer within {self.timeout:g} s")
        except EOFError:
            outcome = ("ended", "the process ended")
        self.end()
        return outcome

    def end(self) -> None:
        """Ends the process."""
        if self.process is not None:
            self.process.kill()
            self.process.join()
        self.process = self.pipe = None


def _serve(function: str, pipe: Connection) -> None:
    called = named(function)
    while True:
        mechanism, query = pipe.recv()
        try:
            report = called(mechanism, query)
            pipe.send(("none", "") if report is None else ("report", float(report)))
        except Exception as error:  # noqa: BLE001: whatever it is, it is not an answer
            pipe.send(("error", visible(f"{type(error).__name__}: {error}")))


def named(function: str) -> Callable[[Any, Any], Any]:
    """The function with a name such as ``package.module:function``."""
    module, colon, name = function.partition(":")
    if not colon:
        raise _wrong(f"{function}: MODULE:FUNCTION is expected, such as my_tests:delta_of")
    try:
        found = getattr(importlib.import_module(module), name, None)
    except ModuleNotFoundError as error:
        # A module that the named one imports is another matter, and its traceback says where.
        if error.name is None or not f"{module}.".startswith(f"{error.name}."):
            raise
        raise _wrong(f"{function}: there is no module {error.name} in this folder or this environment") from None
    if not callable(found):
        raise _wrong(f"{function}: there is no function {name} in {module}")
    return found  # type: ignore[no-any-return]


def _wrong(message: str) -> SystemExit:
    """The end of a command line that is wrong."""
    print(visible(message), file=sys.stderr)
    return SystemExit(2)


def left_out(vectors: list[Vector]) -> str:
    """How many of all vectors are not asked, and why."""
    numbers = list(load(binary64=False))
    calibrated = sum(vector.quantity == "calibrate" for vector in load())
    return (
        f"left out of {total()}: {total() - len(numbers)} whose answer is not one number with a safe side, "
        f"{len(numbers) - len(vectors) - calibrated} with a number that is no binary64, {calibrated} of calibrate"
    )


def main(arguments: list[str] | None = None) -> None:
    """Asks, prints what is unsound, and ends with 1 if something is, or with 3 if nothing was judged.

    It stops early where every answer fails.
    """
    parser = argparse.ArgumentParser(
        prog="python -m dpcert.vectors",
        description="Puts the test vectors to a function of (mechanism, query) that returns a number, or None for what it "
        "does not support. Exit code 1: an answer is unsound or invalid; 2: the command line is wrong; 3: no "
        "answer was judged.",
    )
    parser.add_argument("function", metavar="MODULE:FUNCTION", help="a function of two dicts, (mechanism, query)")
    parser.add_argument("--timeout", type=float, default=10.0, metavar="SECONDS", help="for each question [10]")
    parser.add_argument(
        "--rel",
        type=float,
        default=0.0,
        metavar="PART",
        help="accept what is unsound by up to this part of the truth, or by the smallest binary64 [0]",
    )
    parser.add_argument("--kind", help="one family, such as gaussian")
    parser.add_argument(
        "--quantity", help="one quantity, such as delta; calibrate, where a parameter is sought, is only asked by its name"
    )
    parser.add_argument("--flag", help="one class of bugs, such as cancellation")
    given = parser.parse_args(arguments)
    named(given.function)
    if not 0 <= given.rel < 1:
        parser.error(f"--rel {given.rel:g}: a part from 0 to 1 is expected, such as 1e-9")
    try:
        vectors = list(load(given.kind, given.quantity, given.flag))
    except ValueError as error:
        parser.error(str(error))
    if given.quantity is None and given.kind is None:
        vectors = [vector for vector in vectors if vector.quantity != "calibrate"]
    rest = left_out(vectors) if (given.quantity, given.kind, given.flag) == (None, None, None) else None
    if not vectors:
        parser.error("no vector is of this kind, quantity and flag")
    asker, counts, ways = Asker(given.function, given.timeout), Counter[str](), set[str]()
    rounding = far = 0
    for vector in vectors:
        kind, told = asker.ask(vector)
        if kind == "report":
            kind = "sound" if vector.is_sound(told, given.rel) else "unsound"
            rounding += kind == "unsound" and vector.is_sound(told, _ROUNDING)
            far += kind == "sound" and vector.is_far(told)
        counts[kind] += 1
        if kind not in ("sound", "none"):
            print(f"{kind:8} {vector.id}: {told}; certified [{vector.lo}, {vector.hi}], safe is {vector.safe}")
        if kind != "none":
            # Exceptions of one class are one way to fail; their messages may name what was asked.
            ways.add(told.partition(":")[0] if kind in _FAILURES else kind)
        if kind in _FAILURES and len(ways) == 1 and counts[kind] == _ENOUGH:
            print(
                f"stopped: the first {_ENOUGH} answers all failed in the same way ({ways.pop()}); "
                "the function returns None for what it does not support, and --kind chooses a family"
            )
            break
    asker.end()
    names = {"none": "not supported", **_FAILURES}
    asked = f"{counts.total()} of {len(vectors)}" if counts.total() < len(vectors) else str(len(vectors))
    if rounding:
        names["unsound"] = f"unsound ({rounding} by rounding: --rel {_ROUNDING:g} accepts them)"
    print(f"{asked} questions: " + ", ".join(f"{n} {names.get(kind, kind)}" for kind, n in sorted(counts.items())))
    if far:
        print(f"  sound, and on the safe side by a factor of more than {FAR}: {far}")
    if rest is not None:
        print(rest)
    sys.exit(1 if set(counts) - {"sound", "none"} else 0 if counts["sound"] else 3)
