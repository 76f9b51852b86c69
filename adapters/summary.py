"""What scripts/crosscheck-peers keeps of a report, and the table of all of them.

summary.py verdicts REPORT       the verdicts of `dpcert crosscheck --json`, question by question
summary.py table FOLDER NAME...  writes the table into the README of the folder and into docs/crosscheck.md, and into
                                 the former what was not asked
"""

import json
import re
import sys
from fractions import Fraction
from pathlib import Path

COLUMNS = ["sound", "loose", "unsound", "invalid", "crashed", "timed-out", "undecided", "unsupported"]
RELATIONS = ["holds", "differs", *COLUMNS]
ROUNDING = Fraction(1, 10**9)
SMALLEST = Fraction(1, 2**1074)


def is_rounding(question):
    """Is the answer unsound by less than one part in 10^9, or than the smallest positive binary64 number?"""
    margin, truth = question.get("margin"), question.get("lo")
    if question["verdict"] != "unsound" or not margin or not truth or truth == "inf":
        return False
    return all(abs(Fraction(margin[end])) < max(ROUNDING * Fraction(truth), SMALLEST) for end in ("lo", "hi"))


def verdicts(report):
    report = json.loads(Path(report).read_text())
    questions = report["questions"]
    programs = sorted({question["program"] for question in questions if question["program"]})
    of = {name: [question["id"] for question in questions if question["verdict"] == name] for name in COLUMNS}
    rounding = [question["id"] for question in questions if is_rounding(question)]
    kept = {"programs": programs, "verdicts": of, "by-rounding": rounding}
    if report["relations"]:
        found = {relation["verdict"] for relation in report["relations"]}
        names = [name for name in RELATIONS if name in found]
        kept["relations"] = {
            name: [relation["id"] for relation in report["relations"] if relation["verdict"] == name] for name in names
        }
    print(json.dumps(kept, indent=1))


def coverage(folder, name):
    return json.loads((folder / f"{name}.asked.json").read_text())


def row(folder, name):
    kept = json.loads((folder / f"{name}.json").read_text())
    counts = {column: len(kept["verdicts"][column]) for column in COLUMNS}
    rounding = len(kept["by-rounding"])
    if rounding:
        counts["unsound"] = f"{counts['unsound']} ({rounding})"
    covered = coverage(folder, name)
    asked, all_of_them = len(covered["asked"]), len(covered["asked"]) + len(covered["not-asked"])
    share = f"{asked} of {all_of_them}"
    return [f"`{name}`", ", ".join(kept["programs"]), share, *(str(counts[column]) for column in COLUMNS)]


def place(page, mark, text):
    """Writes the text between two marks."""
    old = page.read_text()
    between = re.compile(f"(<!-- {mark} -->\n).*?(<!-- end -->)", re.DOTALL)
    if not between.search(old):
        raise SystemExit(f"{page} has no place for {mark}")
    page.write_text(between.sub(lambda marks: f"{marks[1]}{text}\n{marks[2]}", old, count=1))


def not_asked(folder, names):
    lines = []
    for name in names:
        others = ", ".join(f"`{other}`" for other in coverage(folder, name)["not-asked"]) or "none"
        lines.append(f"- `{name}`: {others}.")
    return "\n".join(lines)


def table(folder, names):
    folder = Path(folder)
    names = [name for name in names if (folder / f"{name}.json").exists()]
    rows = [["adapter", "version", "asked", *COLUMNS], *(row(folder, name) for name in names)]
    widths = [max(len(cells[column]) for cells in rows) for column in range(len(rows[0]))]

    def line(cells):
        texts = [cell.ljust(width) for cell, width in zip(cells[:2], widths)]
        numbers = [cell.rjust(width) for cell, width in zip(cells[2:], widths[2:])]
        return "| " + " | ".join(texts + numbers) + " |"

    rule = "|" + "|".join("-" * (width + 1) + ("-" if i < 2 else ":") for i, width in enumerate(widths)) + "|"
    text = "\n".join([line(rows[0]), rule, *map(line, rows[1:])])
    for page in (folder / "README.md", Path("docs/crosscheck.md")):
        place(page, "peers", text)
    place(folder / "README.md", "not-asked", not_asked(folder, names))
    print("\n" + text)


if sys.argv[1] == "verdicts":
    verdicts(sys.argv[2])
else:
    table(sys.argv[2], sys.argv[3:])
