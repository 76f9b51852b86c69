"""Faults that a generator makes of the source: another operator, rounding, end or order, one at a time."""

import collections
import concurrent.futures
import os
import subprocess
import tempfile
import time

from .source import is_fixed
from .tree import ROOT

# The certified path: what a wrong sign or end in it does must show in a number. What reads claims and questions is tested by the
# command too, which takes too long for each of thousands of faults; what counts work (meter, control, limits) changes no number.
FOLDERS = [
    f"src/{folder}"
    for folder in (
        "exact", "pair", "mechanism", "tradeoff", "enclosure", "formula", "composition", "quantity", "sensitivity", "channel", "theorem",
    )
]
# Nothing but the width and the cost of an answer rests on these: which plan is made, and what is said to be too costly.
HEURISTICS = {
    f"src/composition/{file}.rs" for file in ("cost", "grid/plan", "grid/schedule", "grid/search/compositions", "grid/sketch")
} | {"src/exact/advice.rs"}
TARGETS = ["dpcert/lib", "dpcert/library"]
SURVIVORS = ROOT / "scripts" / "survivors.txt"

OPERATORS = {
    b"<": b"<=", b"<=": b"<", b">": b">=", b">=": b">", b"==": b"!=", b"!=": b"==", b"&&": b"||", b"||": b"&&",
    b"+": b"-", b"-": b"+", b"*": b"+", b"/": b"*", b"<<": b">>", b">>": b"<<",
}
METHODS = {
    b"lower": b"upper", b"upper": b"lower", b"is_lt": b"is_le", b"is_le": b"is_lt", b"is_gt": b"is_ge", b"is_ge": b"is_gt",
    b"min": b"max", b"max": b"min", b"minimum": b"maximum", b"maximum": b"minimum", b"plus": b"minus", b"minus": b"plus",
}
ROUNDINGS = {b"Up": b"Down", b"Down": b"Up"}
PATHS = {
    (b"Rounding", b"Up"): b"Down", (b"Rounding", b"Down"): b"Up",
    (b"Ordering", b"Less"): b"Greater", (b"Ordering", b"Greater"): b"Less",
}


def candidates(syntax):
    """All faults, in the order of files and places."""
    faults = []
    for folder in FOLDERS:
        for path in sorted((ROOT / folder).rglob("*.rs")):
            file = str(path.relative_to(ROOT))
            faults += [] if file in HEURISTICS else of_file(syntax, file, path.read_bytes())
    for number, fault in enumerate(faults, 1):
        fault["number"] = number
    return faults


def of_file(syntax, file, text):
    seen = collections.Counter()
    faults = []

    def visit(node, function):
        if is_test(node):
            return
        if node.type == "function_item":
            function = node.child_by_field_name("name").text.decode()
        if change := change_of(node):
            start, end, new = change
            if switch := syntax.switch(text, start, end, new):
                name = f"{file}: {text[start:end].decode()} becomes {new.decode()} in {function}"
                seen[name] += 1
                name += f", the {seen[name]}. time" if seen[name] > 1 else ""
                faults.append({"name": name, "file": file, "switch": switch})
        for child in node.children:
            if not is_fixed(node, child):
                visit(child, function)

    visit(syntax.parser.parse(text).root_node, "no function")
    return faults


def change_of(node):
    """(start, end, new text), where something of the node is exchanged for its opposite."""
    if node.type == "binary_expression":
        operator = node.child_by_field_name("operator")
        new, old = OPERATORS.get(operator.text), operator
    elif node.type == "call_expression" and node.child_by_field_name("function").type == "field_expression":
        old = node.child_by_field_name("function").child_by_field_name("field")
        new = METHODS.get(old.text)
    elif node.type == "scoped_identifier" and node.child_by_field_name("path"):
        old = node.child_by_field_name("name")
        new = PATHS.get((node.child_by_field_name("path").text.split(b"::")[-1], old.text))
    elif node.type == "identifier" and node.parent.type == "arguments":
        new, old = ROUNDINGS.get(node.text), node
    else:
        return None
    return (old.start_byte, old.end_byte, new) if new else None


def is_test(node):
    before = node.prev_named_sibling
    while node.type == "mod_item" and before is not None and before.type == "attribute_item":
        if b"cfg(test)" in before.text:
            return True
        before = before.prev_named_sibling
    return False


def explained():
    lines = SURVIVORS.read_text().splitlines() if SURVIVORS.is_file() else []
    return {line for line in lines if line and not line.startswith("#")}


class Reach:
    """Which tests pass which faults, and how long each takes."""

    def __init__(self, tests):
        self.tests, self.by_fault, self.seconds = tests, collections.defaultdict(list), {}

    def trace(self):
        names = [f"{target} {name}" for target in TARGETS for name in self.tests.names(target)]
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            for name, seconds, reached in pool.map(self.trace_one, names):
                self.seconds[name] = seconds
                for number in reached:
                    self.by_fault[number].append(name)
        for tests in self.by_fault.values():
            tests.sort(key=self.seconds.get)

    def trace_one(self, name):
        with tempfile.NamedTemporaryFile() as file:
            start = time.monotonic()
            if not self.tests.run(f"{name} --exact", reached=file.name):
                raise RuntimeError(f"{name} fails without any fault")
            return name, time.monotonic() - start, [int(line) for line in open(file.name)]

    def catcher(self, fault):
        """The test that fails; `None` if all pass."""
        for name in self.by_fault[fault["number"]]:
            try:
                limit = 10 + 5 * self.seconds[name]
                if self.tests.run(f"{name} --exact", fault["number"], limit) is None:
                    return name
            except subprocess.TimeoutExpired:
                return f"{name}, which does not end"
        return None


def judge(tests, faults):
    """Runs all that are built; the names of the survivors."""
    reach = Reach(tests)
    start = time.monotonic()
    reach.trace()
    print(f"{len(reach.seconds)} tests traced in {time.monotonic() - start:.0f} s", flush=True)
    survivors, count = [], 0
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for fault, catcher in zip(faults, pool.map(reach.catcher, faults)):
            count += 1
            if catcher is None:
                survivors.append(fault["name"])
                reached = len(reach.by_fault[fault["number"]])
                print(f"survives {fault['name']}   passed by {reached} tests, {count} of {len(faults)}", flush=True)
    print(f"{len(faults) - len(survivors)} of {len(faults)} faults are caught   {time.monotonic() - start:.0f} s", flush=True)
    return survivors
