"""What scripts/crosscheck-peers keeps of a report, and the table of all of them.

summary.py verdicts REPORT       the verdicts of `dpcert crosscheck --json`, question by question
summary.py table FOLDER NAME...  writes the table into the README of the folder and into docs/crosscheck.md, and into
                                 the former what was not asked
summary.py differences FOLDER NAME REPORT ANSWERS
                                 how the report on another version, and its answers, differ from what the folder has
"""

import json
import re
import sys
from collections import Counter
from pathlib import Path

COLUMNS = ["sound", "loose", "inaccurate", "unsound", "invalid", "crashed", "timed-out", "undecided", "unsupported"]
RELATIONS = ["holds", "differs", *COLUMNS]
CHANGES = ["new failure", "failure gone", "other verdict", "not in the record"]


def is_rounding(question):
    """Is the answer unsound by less than one part in 10^9, or than the smallest positive binary64 number?"""
    return question.get("by_rounding", False)


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


BY_ROUNDING = "unsound by rounding"


def recorded_verdicts(kept):
    """The verdict on each question and each relation."""
    tables = [kept["verdicts"], kept.get("relations", {}), {BY_ROUNDING: kept["by-rounding"]}]
    return {name: verdict for table in tables for verdict, names in table.items() for name in names}


def answers(path):
    """What was answered to each question, without the name of the program."""
    lines = [json.loads(line) for line in Path(path).read_text().splitlines()]
    return {line["id"]: {key: line[key] for key in line if key not in ("id", "program")} for line in lines}


def change(before, now, standing):
    """In which way a verdict differs from the recorded one; None if it does not."""
    if before == now:
        return None
    if standing == "new" or (before, now) == (BY_ROUNDING, "unsound"):
        return "new failure"
    if before is None:
        return "not in the record"
    return "failure gone" if standing == "mended" else "other verdict"


def differences(folder, name, report, said):
    """Prints them, and returns whether a failure is new."""
    kept = json.loads((Path(folder) / f"{name}.json").read_text())
    report = json.loads(Path(report).read_text())
    before = recorded_verdicts(kept)
    changes = {None: [], **{what: [] for what in CHANGES}}
    judged = report["questions"] + report["relations"]
    for one in judged:
        now = BY_ROUNDING if is_rounding(one) else one["verdict"]
        was = before.get(one["id"])
        text = f"{one['id']}: {was or 'not asked'} -> {now}" + (f"\n    {one['why']}" if one["why"] else "")
        changes[change(was, now, one["standing"])].append((one["id"], text))
    old, new = answers(Path(folder) / f"{name}.jsonl"), answers(said)
    same = [asked for asked, _ in changes[None]]
    others = sum(asked in new and old.get(asked) != new[asked] for asked in same)
    counts = Counter(one["verdict"] for one in judged)
    print(f"{', '.join(report['programs'])}: {', '.join(f'{n} {verdict}' for verdict, n in counts.items())}")
    print(f"against the record of {', '.join(kept['programs'])}:")
    for what in CHANGES:
        for _, text in changes[what]:
            print(f"  {what}: {text}")
    print(f"  the same verdict: {len(same)}, {others} of them on another answer")
    return bool(changes["new failure"])


if __name__ == "__main__":
    if sys.argv[1] == "verdicts":
        verdicts(sys.argv[2])
    elif sys.argv[1] == "table":
        table(sys.argv[2], sys.argv[3:])
    else:
        sys.exit(differences(*sys.argv[2:]))
