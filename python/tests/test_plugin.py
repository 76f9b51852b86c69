"""The plugin of pytest, in sessions of its own."""

import json
import math
import subprocess
import sys
from fractions import Fraction
from functools import partial
from pathlib import Path

import dpcert.vectors
import pytest

ROOT = Path(__file__).resolve().parents[2]

TESTS = '''
import dpcert
import pytest

def test_sound():
    dpcert.assert_upper_bound(0.88, "gaussian(sigma=2)^50", eps=1)

def test_unsound():
    dpcert.assert_upper_bound(0.87, "gaussian(sigma=2)^50", eps=1)

def test_otherwise_wrong():
    assert False

@pytest.mark.dpcert_vectors(kind="gaussian", quantity="tv")
def test_vectors(vector):
    assert vector.is_sound(1.0) and not vector.is_sound(-1.0)
'''


def session(folder: Path, *arguments: str) -> tuple[int, str]:
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-q", *arguments, "test_mine.py"]
    ended = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=120, check=False)
    return ended.returncode, ended.stdout + ended.stderr


def test_baselines(tmp_path: Path) -> None:
    (tmp_path / "test_mine.py").write_text(TESTS)
    count = len(list(dpcert.vectors.load(kind="gaussian", quantity="tv")))
    assert count > 3
    code, told = session(tmp_path, "--dpcert-write-baseline", "known.json")
    assert code == 1 and f"2 failed, {count + 1} passed" in told, told
    # The traceback ends in the test.
    assert "_assertions.py" not in told, told
    assert "2 assertions: 1 certified, 1 refuted, 0 open" in told
    # The line of the test is shown, and none of the package.
    assert "_assertions.py" not in told, told
    known = json.loads((tmp_path / "known.json").read_text())
    assert list(known["failures"]) == ["test_mine.py::test_otherwise_wrong", "test_mine.py::test_unsound"]
    assert "failures that are written to known.json: 2" in told, told
    # What is known is expected; another failure is not.
    code, told = session(tmp_path, "--dpcert-baseline", "known.json")
    assert code == 0 and f"{count + 1} passed, 2 xfailed" in told, told
    assert "known failures: 2 of 2 seen" in told
    (tmp_path / "test_mine.py").write_text(TESTS.replace("def test_sound", "def test_new").replace("0.88", "0.8"))
    code, told = session(tmp_path, "--dpcert-baseline", "known.json")
    assert code == 1 and f"1 failed, {count} passed, 2 xfailed" in told, told
    # What is mended is told.
    (tmp_path / "test_mine.py").write_text(TESTS.replace("0.87,", "0.89,"))
    code, told = session(tmp_path, "--dpcert-baseline", "known.json")
    assert "mended, and still in the baseline: test_mine.py::test_unsound" in told, told


def test_a_baseline_has_exceptions_of_one_type(tmp_path: Path) -> None:
    raising = """
import dpcert
import pytest

def value():
    raise ERROR

def test_value():
    dpcert.assert_upper_bound(value(), "gaussian(sigma=2)^50", eps=1)

@pytest.mark.dpcert_vectors(kind="gaussian", quantity="tv", flag="ordinary")
def test_vectors(vector):
    assert vector.is_sound(value())
"""
    count = len(list(dpcert.vectors.load(kind="gaussian", quantity="tv", flag="ordinary"))) + 1
    (tmp_path / "test_mine.py").write_text(raising.replace("ERROR", "OverflowError('exp(900)')"))
    code, told = session(tmp_path, "--dpcert-write-baseline", "known.json")
    assert code == 1 and f"{count} failed" in told, told
    for error, is_known in (("OverflowError('exp(800)')", True), ("KeyError('eps')", False), ("AssertionError()", False)):
        (tmp_path / "test_mine.py").write_text(raising.replace("ERROR", error))
        code, told = session(tmp_path, "--dpcert-baseline", "known.json")
        assert (code, f"{count} {'xfailed' if is_known else 'failed'}" in told) == (0 if is_known else 1, True), told
        assert f"known failures: {count if is_known else 0} of {count} seen" in told, told
        assert told.count("fails as known, but not in the way that the baseline has: ") == (0 if is_known else count), told
    # A baseline of before has assertions alone.
    before = json.loads((tmp_path / "known.json").read_text())
    del before["exceptions"]
    (tmp_path / "known.json").write_text(json.dumps(before))
    code, told = session(tmp_path, "--dpcert-baseline", "known.json")
    assert code == 0 and f"{count} xfailed" in told, told


def test_a_baseline_has_every_failed_vector(tmp_path: Path) -> None:
    wrong = TESTS.replace("assert vector.is_sound(1.0) and", "assert vector.is_sound(0.0) and")
    (tmp_path / "test_mine.py").write_text(wrong)
    session(tmp_path, "--dpcert-write-baseline", "known.json")
    known = json.loads((tmp_path / "known.json").read_text())["failures"]
    assert sum("::test_vectors[" in name for name in known) > 3, known
    code, told = session(tmp_path, "--dpcert-baseline", "known.json")
    assert code == 0 and f"{len(known)} xfailed" in told, told


FAR = '''
import dpcert
import pytest

@pytest.mark.parametrize("value", [0.88, 1.7, 1.8, float("inf")])
def test_upper(value):
    dpcert.assert_upper_bound(value, "gaussian(sigma=2)^50", eps=1)

@pytest.mark.parametrize("value", [0.87, 0.44, 0.43, 0])
def test_lower(value):
    dpcert.assert_lower_bound(value, "gaussian(sigma=2)^50", eps=1)

def test_refuted():
    dpcert.assert_upper_bound(0.4, "gaussian(sigma=2)^50", eps=1)

@pytest.mark.dpcert_vectors(kind="gaussian", quantity="tv", flag="ordinary")
def test_vectors(vector):
    assert vector.is_sound(vector.least)
    assert FACTOR == 1 or vector.is_sound(vector.least * FACTOR)
'''


def test_answers_far_from_the_truth_are_told(tmp_path: Path) -> None:
    said = "tests with an answer on the safe side by a factor of more than 2: "
    (tmp_path / "test_mine.py").write_text(FAR.replace("FACTOR", "1"))
    code, told = session(tmp_path)
    names = ("test_upper[1.8]", "test_upper[inf]", "test_lower[0.43]", "test_lower[0]")
    assert code == 1 and said + "4 (" + ", ".join(f"test_mine.py::{name}" for name in names) + ")" in told, told
    (tmp_path / "test_mine.py").write_text(FAR.replace("FACTOR", "3"))
    _, told = session(tmp_path, "-k", "test_vectors")
    count = len(list(dpcert.vectors.load(kind="gaussian", quantity="tv", flag="ordinary")))
    assert f"{said}{count} (test_mine.py::test_vectors[" in told, told


def test_bad_input(tmp_path: Path) -> None:
    (tmp_path / "test_mine.py").write_text(TESTS)
    code, told = session(tmp_path, "--dpcert-baseline", "missing.json")
    assert code == 4 and "missing.json" in told and "--dpcert-write-baseline" in told, told
    code, told = session(tmp_path, "--dpcert-write-baseline", "nowhere/known.json")
    assert code == 4 and "nowhere/known.json: a file in a folder that exists is expected" in told, told
    (tmp_path / "other.json").write_text("{}")
    code, told = session(tmp_path, "--dpcert-baseline", "other.json")
    assert code == 4 and "this is not a baseline" in told, told
    (tmp_path / "test_mine.py").write_text(TESTS.replace('"gaussian", quantity', '"gausian", quantity'))
    code, told = session(tmp_path)
    assert code != 0 and "did you mean 'gaussian'?" in told, told
    assert "pytest_plugin.py" not in told, told
    (tmp_path / "test_mine.py").write_text(TESTS.replace('kind="gaussian", quantity', 'sort="gaussian", quantity'))
    code, told = session(tmp_path)
    assert code != 0 and "dpcert_vectors takes keywords: kind, quantity, flag, binary64" in told, told


def test_names_that_no_vector_has() -> None:
    for keyword, wrong, right in (("kind", "gausian", "gaussian"), ("quantity", "dleta", "delta"), ("flag", "ordinray", "ordinary")):
        with pytest.raises(ValueError, match=f"no vector has the {keyword} '{wrong}': did you mean '{right}'"):
            dpcert.vectors.load(**{keyword: wrong})


def test_vectors_are_all_there() -> None:
    vectors = list(dpcert.vectors.load(binary64=False))
    assert len(vectors) > 1000 and len({vector.id for vector in vectors}) == len(vectors)
    for vector in vectors:
        assert vector.safe in ("upper", "lower")
        # On the edge, and one binary64 beyond it.
        edge, beyond = (vector.least, -math.inf) if vector.safe == "upper" else (vector.most, math.inf)
        assert vector.is_sound(edge) and not vector.is_sound(math.nan), vector
        assert math.isinf(edge) or not vector.is_sound(math.nextafter(edge, beyond)), vector


def test_vectors_are_those_of_the_library() -> None:
    for vector in list(dpcert.vectors.load(kind="gaussian"))[::7]:
        mechanism = vector.mechanism
        if not isinstance(mechanism, str) and set(mechanism) != {"kind", "sigma"}:
            continue
        text = mechanism if isinstance(mechanism, str) else f"gaussian(sigma={mechanism['sigma']})"
        answer = dpcert.ask(text, vector.query)
        assert answer.is_infinite or (answer.lo <= Fraction(vector.hi) and Fraction(vector.lo) <= answer.hi), vector


PROGRAM = '''
import os, time, math

def answers(mechanism, query):
    if "tv" in query and mechanism.get("sigma") == "0x1p-1":
        time.sleep(60)
    if "eps" in query:
        return None
    if "beta" in query:
        os._exit(3)
    if "delta" in query:
        raise ArithmeticError("no")
    return 1.0 if "tv" in query else math.nan
'''


def put(folder: Path, function: str, *options: str) -> tuple[int, str]:
    """The exit code and the output, where the vectors of Gaussian noise are put to a function of a module in a folder."""
    command = [sys.executable, "-m", "dpcert.vectors", function, "--kind", "gaussian", *options]
    ended = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=300, check=False)
    return ended.returncode, ended.stdout + ended.stderr


def test_vectors_are_asked_within_a_time(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(PROGRAM)
    asked = partial(put, tmp_path, "mine:answers", "--timeout", "5")
    code, told = asked("--quantity", "tv", "--flag", "ordinary", "--timeout", "1")
    assert code == 1 and "timeout" in told and "1 timed out" in told and "sound" in told, told
    code, told = asked("--flag", "nothing")
    assert code == 2 and "no vector" in told, told
    code, told = asked("--quantity", "delta", "--timeout", "30")
    assert code == 1 and "ArithmeticError: no" in told and "crashed" not in told, told
    assert "stopped: the first 20 answers all failed in the same way (ArithmeticError)" in told, told
    assert told.count("ArithmeticError") == 21 and "20 of " in told and "20 errors" in told, told
    code, told = asked("--quantity", "beta", "--flag", "ordinary")
    assert code == 1 and "the process ended" in told and "crashed" in told, told


def test_what_a_function_raises_controls_nothing(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(
        "def answer(mechanism, query):\n    raise ValueError('a\\x1b[2K\\r\\n::error::b\\u202e\\U000e0041 é ##[error]c')\n"
    )
    code, told = put(tmp_path, "mine:answer", "--quantity", "tv")
    assert code == 1 and r"a\x1b[2K\r\n::error::b\u202e\U000e0041 é ##\x5berror]c" in told, told
    assert not any(c in told for c in "\x1b\r\u202e\U000e0041") and "\n::" not in told, told


def test_a_function_that_is_not_there_is_a_message(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text("answer = 1\n")
    (tmp_path / "other.py").write_text("import nowhere\n")
    for function, message in (
        ("nomod:answer", "nomod:answer: there is no module nomod in this folder or this environment\n"),
        ("no.mod:answer", "no.mod:answer: there is no module no in this folder or this environment\n"),
        ("mine:answers", "mine:answers: there is no function answers in mine\n"),
        ("mine", "mine: MODULE:FUNCTION is expected, such as my_tests:delta_of\n"),
    ):
        assert put(tmp_path, function) == (2, message)
    # What the module itself lacks is said with its place.
    code, told = put(tmp_path, "other:answer")
    assert code == 1 and "Traceback" in told and "import nowhere" in told, told


def test_what_is_left_out_is_counted(tmp_path: Path) -> None:
    """The number of questions is that of the documentation, and with what is left out it is all."""
    (tmp_path / "silent.py").write_text("def answer(mechanism, query):\n    return None\n")
    command = [sys.executable, "-m", "dpcert.vectors", "silent:answer"]
    ended = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=300, check=False)
    told = ended.stdout
    assert ended.returncode == 3, told
    asked, rest = told.splitlines()
    number = int(asked.partition(" questions: ")[0])
    every, *others = (int(word.strip(":,")) for word in rest.split() if word.strip(":,").isdigit())
    assert len(others) == 3 and min(others) > 0 and number + sum(others) == every == dpcert.vectors.total(), told
    files = (json.loads(path.read_text()) for path in (ROOT / "vectors" / "v1").glob("*.json"))
    assert every == sum(len(group["tests"]) for file in files for group in file.get("groups", [])), told
    page = (ROOT / "docs" / "crosscheck.md").read_text(encoding="utf-8")
    assert f"`python -m dpcert.vectors` asks {number}:" in page and f"has {every} questions" in page


ROUNDED = """
import dpcert.vectors

TRUTH = {str(vector.query) + str(vector.mechanism): vector for vector in dpcert.vectors.load(kind="gaussian")}

def answers(mechanism, query):
    vector = TRUTH[str(query) + str(mechanism)]
    sign = -1 if vector.safe == "upper" else 1
    end = vector.least if vector.safe == "upper" else vector.most
    return end * (1 + sign * 2.0**-40)
"""


def test_rounding_is_counted_apart(tmp_path: Path) -> None:
    (tmp_path / "rounded.py").write_text(ROUNDED)
    asked = partial(put, tmp_path, "rounded:answers", "--quantity", "tv")
    code, told = asked()
    assert code == 1 and " by rounding: --rel 1e-09 accepts them)" in told, told
    code, told = asked("--rel", "1e-9")
    assert code == 0 and "unsound" not in told, told
    code, told = asked("--rel", "1e-14")
    assert code == 1, told
    code, told = asked("--rel", "2")
    assert code == 2 and "--rel 2: a part from 0 to 1 is expected" in told, told


def test_what_rounds_to_0_is_rounding() -> None:
    tiny = [vector for vector in dpcert.vectors.load() if vector.safe == "upper" and vector.least == math.ulp(0.0)]
    assert tiny
    for vector in tiny:
        assert not vector.is_sound(0.0) and vector.is_sound(0.0, rel=1e-9), vector
        assert not vector.is_sound(-1e-300, rel=1e-9), vector


def test_far_answers_are_counted(tmp_path: Path) -> None:
    (tmp_path / "far.py").write_text("def answer(mechanism, query):\n    return 1.0\n")
    vectors = list(dpcert.vectors.load(kind="gaussian", quantity="tv"))
    far = sum(vector.is_far(1.0) for vector in vectors)
    assert 0 < far < len(vectors)
    code, told = put(tmp_path, "far:answer", "--quantity", "tv")
    assert code == 0 and f"\n  sound, and on the safe side by a factor of more than 2: {far}\n" in told, told


def test_a_part_of_the_truth_is_accepted() -> None:
    upper = next(iter(dpcert.vectors.load(kind="gaussian", quantity="tv")))
    assert not upper.is_sound(upper.least * (1 - 1e-6))
    assert upper.is_sound(upper.least * (1 - 1e-6), rel=1e-5)
    assert not upper.is_sound(math.nan, rel=0.5)
    lower = next(vector for vector in dpcert.vectors.load(kind="gaussian", quantity="beta") if vector.most > 0)
    assert not lower.is_sound(lower.most * (1 + 1e-6)) and lower.is_sound(lower.most * (1 + 1e-6), rel=1e-5)
