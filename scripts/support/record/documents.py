"""Commands in documents with what they print: found, run, and written anew."""

import json
import os
import pathlib
import re
import shlex
import subprocess
import tempfile

from . import meaning

ROOT = pathlib.Path(__file__).resolve().parents[3]
# Seconds for a command.
LIMIT = 900


class Example:
    """A command of a document, and the lines below it."""

    def __init__(self, command, start, indent):
        self.command, self.start, self.indent, self.printed = command, start, indent, []

    def end(self):
        """Blank lines at the end separate, and are not printed."""
        while self.printed and not self.printed[-1].strip():
            self.printed.pop()


def examples(rows, indent, ends):
    """The examples of some lines, with where their output starts; a line for which `ends` is true is in none."""
    found, current, i = [], None, 0
    while i < len(rows):
        row = rows[i]
        if row.startswith(indent + "$ "):
            command = row[len(indent) + 2 :]
            while command.endswith("\\") or command.count("'") % 2:
                i += 1
                command += "\n" + rows[i]
            current = Example(command, i + 1, indent)
            found.append(current)
        elif ends(row):
            current = None
        elif current:
            current.printed.append(row.removeprefix(indent))
        i += 1
    for example in found:
        example.end()
    return found


def of_markdown(text):
    """The groups of examples of a document: the ```console blocks; each is run in a place of its own."""
    rows, groups, start = text.split("\n"), [], None
    for i, row in enumerate(rows):
        if row == "```console":
            start = i + 1
        elif row == "```" and start is not None:
            group = examples(rows[start:i], "", lambda _: False)
            for example in group:
                example.start += start
            groups.append(group)
            start = None
    return groups


def of_help(text):
    """The groups of examples of a Rust file: one for each help text."""
    rows, groups, start = text.split("\n"), [], None
    for i, row in enumerate(rows):
        if start is None and 'r#"' in row:
            # The text starts behind the quote, where no example does.
            start = i
        if start is not None and row.endswith('"#;'):
            inside = [*rows[start:i], row.removesuffix('"#;')]
            inside[0] = inside[0].partition('r#"')[2]
            group = examples(inside, "  ", lambda line: line and not line.startswith(" "))
            for example in group:
                example.start += start
            groups.append(group)
            start = None
    return [group for group in groups if group]


def rewritten(text, outputs):
    """The text with other lines below its examples: pairs of an example and lines."""
    rows = text.split("\n")
    for example, printed in sorted(outputs, key=lambda pair: -pair[0].start):
        new = [(example.indent + line).rstrip() if line else "" for line in printed]
        end = example.start + len(example.printed)
        # The last line of a help text ends with the end of the text.
        tail = '"#;' if example.printed and rows[end - 1].endswith('"#;') else ""
        rows[example.start : end] = new
        if tail:
            rows[example.start + len(new) - 1] += tail
    return "\n".join(rows)


class Place:
    """A folder in which the examples of a group are run, with what they read."""

    def __init__(self, program, columns):
        self.folder = tempfile.TemporaryDirectory(prefix="record-")
        self.path = pathlib.Path(self.folder.name)
        for name in ("fixtures", "adapters", "examples", "vectors"):
            (self.path / name).symlink_to(ROOT / name)
        self.environment = {k: v for k, v in os.environ.items() if k not in ("RAYON_NUM_THREADS", "COLUMNS")}
        self.environment["PATH"] = f"{program.parent}{os.pathsep}{os.environ['PATH']}"
        if columns:
            self.environment["COLUMNS"] = str(columns)

    def run(self, command):
        """What the command prints, its exit code, and what it complains of: how far it has come is said by the clock."""
        done = subprocess.run(
            ["sh", "-c", command], cwd=self.path, env=self.environment, timeout=LIMIT, text=True, capture_output=True,
            stdin=subprocess.DEVNULL,
        )
        said = [line for line in done.stderr.splitlines(keepends=True) if not line.startswith("dpcert: computing: ")]
        return done.stdout, done.returncode, "".join(said)


def elided(old, printed):
    """What a command prints, without what the document leaves out: `...` stands for any lines.

    None if a part that is shown is not found again.
    """
    if "..." not in old:
        return printed
    keys = [meaning.Line(line).key for line in printed]
    parts, part = [], []
    for line in [*old, "..."]:
        if line == "...":
            parts.append(part)
            part = []
        else:
            part.append(line)
    result, at = [], 0
    for number, part in enumerate(parts):
        wanted = [meaning.Line(line).key for line in part]
        last = number == len(parts) - 1
        candidates = range(at, len(keys) - len(wanted) + 1)
        if number == 0:
            candidates = candidates[:1]
        elif last and part:
            candidates = candidates[-1:]
        # What is about the same names, if there is one: numbers alone tell two rows of a table not apart.
        found = [i for i in candidates if keys[i : i + len(wanted)] == wanted]
        exact = [i for i in found if printed[i : i + len(wanted)] == part]
        if not found:
            return None
        start = (exact or found)[0]
        result += printed[start : start + len(wanted)]
        at = start + len(wanted)
        if not last:
            result.append("...")
    return result


def peer_answers(command, place):
    """A command that asks another library, as one that reads what it answered: `--answers` in place of `--cmd`.

    None if there is no record of the answers to these questions.
    """
    words = shlex.split(command)
    if "--cmd" not in words or "--suite" not in words:
        return None
    adapter = re.search(r"adapters/([\w-]+)\.py$", words[words.index("--cmd") + 1])
    record = adapter and ROOT / "fixtures" / "crosscheck" / f"{adapter[1]}.jsonl"
    if not record or not record.exists():
        return None
    recorded = {answer["id"]: answer for answer in map(json.loads, record.read_text().splitlines())}
    ids = {}
    for path in sorted((ROOT / "vectors" / "v1").glob("*.json")):
        for group in json.loads(path.read_text()).get("groups", []):
            ids.update((json.dumps([test["mechanism"], test["query"]]), test["id"]) for test in group["tests"])
    suite = ROOT / words[words.index("--suite") + 1]
    answers = []
    for question in map(json.loads, suite.read_text().splitlines()):
        known = ids.get(json.dumps([question["mechanism"], question["query"]]))
        if known not in recorded:
            return None
        answers.append(json.dumps({**recorded[known], "id": question["id"]}))
    (place.path / "answers.jsonl").write_text("\n".join(answers) + "\n")
    at = words.index("--cmd")
    return shlex.join([*words[:at], "--answers", "answers.jsonl", *words[at + 2 :]])


def promise(command, printed):
    """What the answers of a one-off command promise, as a share of the answer: by digits, or on a grid of losses.

    None where no method is said: a verdict has as many digits as it needs.
    """
    method = re.search(r"^method ([a-z-]+)", printed, re.MULTILINE)
    if not method:
        return None
    if method[1] == "grid":
        gap = re.search(r"--rel-gap[ =](\S+)", command)
        return meaning.Fraction(gap[1]) if gap else meaning.Fraction(1, 1000)
    digits = re.search(r"--digits[ =](\d+)", command)
    return meaning.Fraction(10) ** (1 - (int(digits[1]) if digits else 20))
