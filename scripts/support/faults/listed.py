"""The faults that are written by hand, in scripts/mutants.list."""

import re

from .source import Broken
from .tree import ROOT

LIST = ROOT / "scripts" / "mutants.list"
FIELDS = [{"in", "swap", "test"}, {"in", "gives", "test"}]
# What rustfmt may change: white space, and a comma at the end of a list.
LAYOUT = re.compile(rb"\s+|,(?=\s*[)\]}])")


def read_faults(syntax):
    """All of them, numbered from 1, each with its switch."""
    faults = []
    for line in LIST.read_text().splitlines():
        if not line or line.startswith("#"):
            continue
        key, _, value = line.strip().partition(": ")
        if not line.startswith(" "):
            faults.append({"name": key, "why": value, "number": len(faults) + 1})
        elif key in faults[-1]:
            raise Broken(f"{faults[-1]['name']}: two of {key}")
        else:
            faults[-1][key] = value
    names = [fault["name"] for fault in faults]
    if repeated := {name for name in names if names.count(name) > 1}:
        raise Broken(f"more than one {', '.join(sorted(repeated))}")
    for fault in faults:
        if set(fault) - {"name", "why", "number"} not in FIELDS:
            raise Broken(f"{fault['name']} has other fields than in, swap, test or in, gives, test")
        fault["file"], function = fault["in"].split()
        fault["switch"] = switch(syntax, (ROOT / fault["file"]).read_bytes(), function, fault)
    return faults


def switch(syntax, text, function, fault):
    """(start, end, the text with the fault): the body of the function, or what is around the text that is looked for in it."""
    bodies = syntax.bodies(text, function)
    if len(bodies) != 1:
        raise Broken(f"{fault['name']}: {fault['file']} has {len(bodies)} functions {function}")
    start, end = bodies[0]
    if "gives" in fault:
        return start + 1, end - 1, fault["gives"].encode()
    old, new = fault["swap"].split(" ~> ")
    body, places = without_layout(text[start:end])
    wanted, _ = without_layout(old.encode())
    if body.count(wanted) != 1:
        raise Broken(f"{fault['name']}: {old!r} is {body.count(wanted)} times in {fault['in']}")
    at = body.index(wanted)
    first, last = start + places[at], start + places[at + len(wanted) - 1] + 1
    found = syntax.switch(text, first, last, new.encode())
    if found is None:
        raise Broken(f"{fault['name']}: what is replaced is in no expression that can be a branch")
    return found


def without_layout(text):
    """The text without white space and last commas, and where each of its bytes was."""
    dropped = {at for found in LAYOUT.finditer(text) for at in range(*found.span())}
    places = [at for at in range(len(text)) if at not in dropped]
    return bytes(text[at] for at in places), places
