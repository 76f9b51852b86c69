"""The Python examples in documents and docstrings, run by a Python that has the package, and written anew."""

import doctest
import json
import os
import pathlib
import subprocess

from .documents import ROOT

DOCUMENTS = ["README.md", "python/README.md"]
EXAMPLES = pathlib.Path(__file__).with_name("examples.py")


def installed():
    """The Pythons with the package that scripts/python leaves behind, the newest first."""
    target = os.environ.get("CARGO_TARGET_DIR", ROOT / "target")
    for name in ("newest", "oldest"):
        python = pathlib.Path(target).resolve() / "python" / name / "bin" / "python"
        if python.exists() and subprocess.run([python, "-c", "import dpcert"], cwd="/", capture_output=True).returncode == 0:
            yield python


def record():
    """The documents with new outputs by path, and what was not recorded."""
    python = next(installed(), None)
    # Spark needs Java and a session: tests/test_spark.py has that part.
    sources = sorted(path for path in (ROOT / "python/src/dpcert").glob("*.py") if path.name != "spark.py")
    sources = [str(path.relative_to(ROOT)) for path in sources if ">>> " in path.read_text()]
    missing = ["python/README.md, the section on Spark"]
    if python is None:
        return {}, [f"{path}: the package is not installed: scripts/python does that" for path in DOCUMENTS + sources]
    environment = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1"}
    done = subprocess.run(
        [python, EXAMPLES, ROOT, *DOCUMENTS, *sources], cwd="/", env=environment, capture_output=True, text=True, check=True
    )
    found = json.loads(done.stdout)
    return found["files"], missing + found["not recorded"]


def printed(text):
    """What the examples of a file are, and what they print."""
    return "\n".join(example.source + example.want for example in doctest.DocTestParser().get_examples(text))
