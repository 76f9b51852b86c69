"""What scripts/crosscheck-peers keeps of a report, and the table of all of them.

summary.py verdicts REPORT       the verdicts of `dpcert crosscheck --json`, question by question
summary.py table FOLDER NAME...  writes the table into the README of the folder and of the project
"""

import json
import re
import sys
from fractions import Fraction
from pathlib import Path

COLUMNS = ["sound", "loose", "unsound", "invalid", "crashed", "timed-out", "undecided", "unsupported"]
ROUNDING = Fraction(1, 10**9)


def is_rounding(question):
    """Is the answer unsound by less than one part in 10^9?"""
    margin, truth = question.get("margin"), question.get("lo")
    if question["verdict"] != "unsound" or not margin or not truth or truth == "inf":
        return False
    return all(abs(Fraction(margin[end])) < ROUNDING * Fraction(truth) for end in ("lo", "hi"))


def verdicts(report):
    questions = json.loads(Path(report).read_text())["questions"]
    programs = sorted({question["program"] for question in questions if question["program"]})
    of = {name: [question["id"] for question in questions if question["verdict"] == name] for name in COLUMNS}
    rounding = [question["id"] for question in questions if is_rounding(question)]
    kept = {"programs": programs, "verdicts": of, "unsound-by-less-than-1e-9": rounding}
    print(json.dumps(kept, indent=1))


def row(folder, name):
    kept = json.loads((folder / f"{name}.json").read_text())
    counts = {column: len(kept["verdicts"][column]) for column in COLUMNS}
    rounding = len(kept["unsound-by-less-than-1e-9"])
    if rounding:
        counts["unsound"] = f"{counts['unsound']} ({rounding})"
    return [f"`{name}`", ", ".join(kept["programs"]), *(str(counts[column]) for column in COLUMNS)]


def table(folder, names):
    folder = Path(folder)
    rows = [["asked", "version", *COLUMNS]]
    rows += [row(folder, name) for name in names if (folder / f"{name}.json").exists()]
    widths = [max(len(cells[column]) for cells in rows) for column in range(len(rows[0]))]

    def line(cells):
        texts = [cell.ljust(width) for cell, width in zip(cells[:2], widths)]
        numbers = [cell.rjust(width) for cell, width in zip(cells[2:], widths[2:])]
        return "| " + " | ".join(texts + numbers) + " |"

    rule = "|" + "|".join("-" * (width + 1) + ("-" if i < 2 else ":") for i, width in enumerate(widths)) + "|"
    text = "\n".join([line(rows[0]), rule, *map(line, rows[1:])])
    for readme in (folder / "README.md", Path("README.md")):
        old = readme.read_text()
        place = re.compile("(<!-- peers -->\n).*?(<!-- end -->)", re.DOTALL)
        new = place.sub(lambda marks: f"{marks[1]}{text}\n{marks[2]}", old)
        if new == old and text not in old:
            raise SystemExit(f"{readme} has no place for the table")
        readme.write_text(new)
    print("\n" + text)


if sys.argv[1] == "verdicts":
    verdicts(sys.argv[2])
else:
    table(sys.argv[2], sys.argv[3:])
