"""The READMEs say what happens."""

from __future__ import annotations

import doctest
from pathlib import Path

import pytest

import dpcert
from dpcert import ApproxDP

PYTHON = Path(__file__).resolve().parents[1]


@pytest.mark.parametrize("path", [PYTHON / "README.md", PYTHON.parent / "README.md"], ids=lambda path: path.parent.name)
def test_examples(path: Path) -> None:
    options = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE | doctest.IGNORE_EXCEPTION_DETAIL
    # Spark needs a session: test_spark.py has that part.
    text = path.read_text(encoding="utf-8").partition("## Spark")[0]
    runner = doctest.DocTestRunner(optionflags=options)
    runner.run(doctest.DocTestParser().get_doctest(text, {}, str(path), str(path), 0))
    failed, tried = runner.summarize()
    assert tried > 3 and failed == 0


def test_the_failure_for_library_authors_is_the_one_that_is_shown() -> None:
    # What the FFT of the tutorial answered; it differs between machines.
    claimed = -5.670963759905447e-15
    with pytest.raises(dpcert.NotCertified) as caught:
        dpcert.assert_upper_bound(claimed, ApproxDP(eps=0.1, delta=0) ** 1000, eps=30, rel="1e-3")
    lines = f"dpcert.NotCertified: {caught.value}".splitlines()
    shown = "".join(f"E   {line}\n" for line in lines)
    assert len(lines) == 4 and shown in (PYTHON / "library-authors.md").read_text(encoding="utf-8")
