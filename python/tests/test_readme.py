"""The READMEs say what happens."""

from __future__ import annotations

import doctest
from pathlib import Path

import pytest

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
