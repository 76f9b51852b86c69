"""The plugin of pytest: test vectors as parameters, a baseline of known failures, and a summary.

``@pytest.mark.dpcert_vectors(kind="gaussian", quantity="delta", flag="cancellation")`` runs a test once for each
:class:`dpcert.vectors.Vector`, which it takes as the argument ``vector``. With ``--dpcert-baseline FILE`` tests that failed before
are expected to: by an assertion, or by an exception of the same type. ``--dpcert-write-baseline FILE`` writes that file.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Generator
from pathlib import Path
from typing import Any

import pytest

from . import _assertions, vectors
from ._assertions import FAR
from .vectors import Vector, load

_FORMAT = "dpcert-pytest/1"
#: The type that a baseline gives to a failed assertion, of whichever class.
_ASSERTION = "AssertionError"
#: What chooses test vectors: as for :func:`dpcert.vectors.load`.
_KEYWORDS = {"kind": None, "quantity": None, "flag": None, "binary64": None}.keys()
#: The most tests of a kind that the summary names.
_NAMED = 5
_STATE = pytest.StashKey["_Session"]()


class _Session:
    """What a session has seen."""

    def __init__(self, known: dict[str, str], types: dict[str, str]) -> None:
        #: The known failures, with the types of the exceptions that are no assertions.
        self.known = known
        self.known_types = types
        self.counts: Counter[str] = Counter()
        self.failures: dict[str, str] = {}
        self.types: dict[str, str] = {}
        #: The known failures that failed in their way.
        self.seen: set[str] = set()
        self.passed: set[str] = set()
        #: The tests that passed with an answer far from the truth, and whether the one that runs had one.
        self.far: list[str] = []
        self.saw_far = False

    def count(self, verdict: str, is_far: bool) -> None:
        self.counts[verdict] += 1
        self.saw_far |= is_far

    def see_far(self) -> None:
        self.saw_far = True


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("dpcert", "certified privacy budgets")
    group.addoption("--dpcert-baseline", metavar="FILE", help="failures that are known: only others fail")
    group.addoption("--dpcert-write-baseline", metavar="FILE", help="write the failures of this run to a baseline")


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line(
        "markers", "dpcert_vectors(kind, quantity, flag, binary64): run once for each test vector, as the argument vector"
    )
    session = _Session(*_baseline(config.getoption("--dpcert-baseline")))
    written = config.getoption("--dpcert-write-baseline")
    if written is not None and (Path(written).is_dir() or not Path(written).parent.is_dir()):
        # Known before the first test.
        raise pytest.UsageError(f"--dpcert-write-baseline {written}: a file in a folder that exists is expected")
    config.stash[_STATE] = session
    _assertions.listeners.append(session.count)
    vectors.listeners.append(session.see_far)


def pytest_unconfigure(config: pytest.Config) -> None:
    if config.stash.get(_STATE, None) is not None:
        _assertions.listeners.pop()
        vectors.listeners.pop()


def _baseline(path: str | None) -> tuple[dict[str, str], dict[str, str]]:
    """The failures of a baseline, and the types of those that are no assertions."""
    if path is None:
        return {}, {}
    try:
        content = json.loads(Path(path).read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise pytest.UsageError(f"--dpcert-baseline {path}: {error}; --dpcert-write-baseline writes one") from error
    failures = content.get("failures") if isinstance(content, dict) and content.get("format") == _FORMAT else None
    if not isinstance(failures, dict):
        raise pytest.UsageError(f'--dpcert-baseline {path}: this is not a baseline: "format" is not "{_FORMAT}"')
    types = content.get("exceptions", {})
    if not isinstance(types, dict):
        raise pytest.UsageError(f'--dpcert-baseline {path}: "exceptions" is not a table')
    return _texts(failures), _texts(types)


def _texts(table: dict[Any, Any]) -> dict[str, str]:
    return {str(key): str(value) for key, value in table.items()}


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    marker = metafunc.definition.get_closest_marker("dpcert_vectors")
    if marker is None:
        return
    chosen, wrong = _chosen(marker)
    if not chosen:
        # Without a traceback, which would be through pytest.
        pytest.fail(f"{metafunc.definition.nodeid}: {wrong}", pytrace=False)
    metafunc.parametrize("vector", chosen, ids=str)


def _chosen(marker: pytest.Mark) -> tuple[list[Vector], str]:
    """The test vectors that a marker chooses, or none and why."""
    if marker.args or not marker.kwargs.keys() <= _KEYWORDS:
        return [], f"dpcert_vectors takes keywords: {', '.join(_KEYWORDS)}"
    try:
        return list(load(**marker.kwargs)), f"no test vector is of {marker.kwargs}"
    except ValueError as error:
        return [], str(error)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    report = yield
    session = item.config.stash[_STATE]
    if call.when != "call":
        return report
    if call.excinfo is not None and report.failed:
        error = call.excinfo.value
        text = (str(error).splitlines() or [""])[0]
        type_ = _ASSERTION if isinstance(error, AssertionError) else type(error).__name__
        if type_ == _ASSERTION:
            text = text or "an assertion failed"
        else:
            session.types[item.nodeid] = type_
            text = f"{type_}: {text}" if text else type_
        session.failures[item.nodeid] = text
        if item.nodeid in session.known and session.known_types.get(item.nodeid, _ASSERTION) == type_:
            session.seen.add(item.nodeid)
            report.outcome = "skipped"
            report.wasxfail = f"known: {session.known[item.nodeid]}"
    elif report.passed:
        session.passed.add(item.nodeid)
        if session.saw_far:
            session.far.append(item.nodeid)
    session.saw_far = False
    return report


def pytest_terminal_summary(terminalreporter: Any, config: pytest.Config) -> None:
    session = config.stash[_STATE]
    path = config.getoption("--dpcert-write-baseline")
    if path is not None:
        tables = {"failures": session.failures, "exceptions": session.types}
        content = {"format": _FORMAT} | {name: dict(sorted(table.items())) for name, table in tables.items()}
        Path(path).write_text(json.dumps(content, indent=1) + "\n", encoding="utf-8")
    mended = sorted(session.known.keys() & session.passed)
    if path is None and not session.known and not session.counts and not session.far:
        return
    counts = ", ".join(f"{session.counts[verdict]} {verdict}" for verdict in ("certified", "refuted", "open"))
    terminalreporter.section("dpcert")
    terminalreporter.line(f"{sum(session.counts.values())} assertions: {counts}")
    if session.far:
        named = ", ".join(session.far[:_NAMED]) + (", ..." if len(session.far) > _NAMED else "")
        terminalreporter.line(f"tests with an answer on the safe side by a factor of more than {FAR}: {len(session.far)} ({named})")
    if path is not None:
        terminalreporter.line(f"failures that are written to {path}: {len(session.failures)}")
    if session.known:
        terminalreporter.line(f"known failures: {len(session.seen)} of {len(session.known)} seen")
    for name in sorted(session.known.keys() & session.failures.keys() - session.seen):
        terminalreporter.line(f"fails as known, but not in the way that the baseline has: {name}: {session.failures[name]}")
    for name in mended:
        terminalreporter.line(f"mended, and still in the baseline: {name}")
