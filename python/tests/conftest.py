"""What several tests need."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

#: The limit of both sides: a grid costs more than a property test has.
WORK = 10**8


@pytest.fixture(scope="session")
def program() -> str:
    """The program that the wheel installs."""
    beside = shutil.which("dpcert", path=str(Path(sys.executable).parent))
    assert beside is not None, "the wheel installs dpcert beside the interpreter"
    return beside


class Protocol:
    """A conversation with ``dpcert query``."""

    def __init__(self, program: str) -> None:
        pipe = subprocess.PIPE
        self.process = subprocess.Popen([program, "query", "--max-work", str(WORK)], stdin=pipe, stdout=pipe, text=True)

    def __call__(self, mechanism: str, query: dict[str, Any], **wanted: Any) -> dict[str, Any]:
        assert self.process.stdin is not None and self.process.stdout is not None
        print(json.dumps({"mechanism": mechanism, "query": query, **wanted}), file=self.process.stdin, flush=True)
        answer: dict[str, Any] = json.loads(self.process.stdout.readline())
        return answer


@pytest.fixture(scope="session")
def protocol(program: str) -> Any:
    """Asks the installed program."""
    conversation = Protocol(program)
    yield conversation
    assert conversation.process.stdin is not None and conversation.process.stdout is not None
    conversation.process.stdin.close()
    conversation.process.wait(timeout=60)
    conversation.process.stdout.close()
