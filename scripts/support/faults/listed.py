"""The faults that are written by hand, in scripts/mutants.list."""

from .source import Broken
from .tree import ROOT

LIST = ROOT / "scripts" / "mutants.list"
FIELDS = {"name", "why", "file", "after", "alone", "find", "with", "test"}


def read_faults():
    """All of them, numbered from 1."""
    faults = []
    for block in LIST.read_text().split("\n\n"):
        lines = [line for line in block.splitlines() if line and not line.startswith("#")]
        fault = dict(line.split(": ", 1) for line in lines)
        if not fault:
            continue
        if unknown := set(fault) - FIELDS:
            raise Broken(f"{fault.get('name')}: unknown {', '.join(sorted(unknown))}")
        if missing := FIELDS - {"after", "alone"} - set(fault):
            raise Broken(f"{fault.get('name')}: no {', '.join(sorted(missing))}")
        faults.append(fault)
    names = [fault["name"] for fault in faults]
    if repeated := {name for name in names if names.count(name) > 1}:
        raise Broken(f"more than one {', '.join(sorted(repeated))}")
    for number, fault in enumerate(faults, 1):
        fault["number"] = number
    return faults
