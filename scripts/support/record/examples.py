"""Runs the doctests of files, and prints the files with what the examples print now, as JSON.

examples.py ROOT PATH...    where dpcert is installed
"""

import ast
import doctest
import importlib
import json
import pathlib
import sys

OPTIONS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE | doctest.IGNORE_EXCEPTION_DETAIL


class Runner(doctest.DocTestRunner):
    """Keeps what examples print that do not print what is expected."""

    def __init__(self):
        super().__init__(optionflags=OPTIONS, verbose=False)
        self.others, self.raised = [], []

    def report_failure(self, out, test, example, got):
        self.others.append((test.lineno + example.lineno, example, got))

    def report_unexpected_exception(self, out, test, example, exc_info):
        self.raised.append((test.lineno + example.lineno, example.source.strip()))

    def report_start(self, out, test, example):
        pass


def texts(path, text):
    """The texts with examples of a file, each with its first line and the names that it may use."""
    if path.suffix == ".md":
        yield text.partition("## Spark")[0], 0, {}
        return
    module = importlib.import_module("dpcert" if path.stem == "__init__" else f"dpcert.{path.stem}")
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)) and ast.get_docstring(node):
            string = node.body[0].value
            # As it is written, with its indentation, so that the lines of the file can be counted.
            lines = text.split("\n")[string.lineno - 1 : string.end_lineno - 1]
            yield "\n".join(lines), string.lineno - 1, dict(vars(module))


def main():
    root, result = pathlib.Path(sys.argv[1]), {"files": {}, "not recorded": []}
    for name in sys.argv[2:]:
        path = root / name
        text = path.read_text(encoding="utf-8")
        runner = Runner()
        for part, line, names in texts(path, text):
            test = doctest.DocTestParser().get_doctest(part, names, name, name, line)
            runner.run(test, out=lambda _: None)
        rows = text.split("\n")
        for line, example, got in sorted(runner.others, key=lambda other: -other[0]):
            start = line + example.source.count("\n")
            indent = " " * example.indent
            rows[start : start + example.want.count("\n")] = [indent + row for row in got.splitlines()]
        result["files"][name] = "\n".join(rows)
        result["not recorded"] += [f"{name}:{line + 1}: {source}: raises" for line, source in runner.raised]
    print(json.dumps(result))


main()
