"""Records kind after kind, and says what came of it."""

import collections
import json
import pathlib
import subprocess
import sys
import time

from . import build, kinds, meaning
from .documents import ROOT

OUTCOMES = (meaning.UNCHANGED, meaning.NARROWER, meaning.WIDER, meaning.MOVED, meaning.TEXT, *meaning.FAILURES)
SAYINGS = {
    meaning.DISJOINT: "the old and the new do not meet: one of them is wrong",
    meaning.VERDICT: "another verdict",
    meaning.UNMET: "wider than it promised",
    meaning.TEXT: "the text is another",
}
# Findings of a kind that are shown besides its failures.
SHOWN = 12


def program_of(arguments):
    """The program to ask: built, if none is named."""
    if arguments.program:
        return arguments.program.absolute()
    heading("the programs, built")
    for choice in (["--features", "full"], ["--package", "dpcert-checker"]):
        subprocess.run(["cargo", "build", "--release", "--locked", *choice], cwd=ROOT, check=True)
    metadata = ["cargo", "metadata", "--locked", "--format-version", "1", "--no-deps"]
    described = subprocess.run(metadata, cwd=ROOT, check=True, capture_output=True).stdout
    return pathlib.Path(json.loads(described)["target_directory"]) / "release" / "dpcert"


def run(arguments):
    program = program_of(arguments)
    if arguments.compare:
        return build.compare(program, arguments.compare)
    rows, failed, not_recorded, stale = [], [], [], []
    for name in arguments.kinds or kinds.KINDS:
        heading(name)
        start = time.monotonic()
        try:
            recorded = kinds.record(name, program)
        except kinds.Failed as error:
            print(f"!! {error}", file=sys.stderr)
            failed.append(name)
            continue
        if arguments.check:
            stale += changed(recorded.files)
        else:
            write(recorded.files)
        say(recorded.findings)
        not_recorded += [f"{name}: {what}" for what in recorded.not_recorded]
        counts = collections.Counter(finding.outcome for finding in recorded.findings)
        rows.append((name, counts, len(recorded.not_recorded), time.monotonic() - start))
    table(rows)
    return last_word(rows, failed, not_recorded, stale)


def heading(text):
    print(f"\n== {text}", file=sys.stderr, flush=True)


def changed(files):
    """The files that are to be other ones."""
    def is_other(path, text):
        target = ROOT / path
        return target.exists() if text is None else not target.exists() or target.read_text() != text

    return [path for path, text in files.items() if is_other(path, text)]


def write(files):
    """Writes the files that are to be other ones."""
    for path in changed(files):
        target, text = ROOT / path, files[path]
        if text is None:
            target.unlink()
            continue
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text)
        print(f"{path} is written", file=sys.stderr)


def say(findings):
    """Shows what is not as it was: failures first."""
    others = [finding for finding in findings if finding.outcome != meaning.UNCHANGED]
    others.sort(key=lambda finding: finding.outcome not in meaning.FAILURES)
    failures = sum(finding.outcome in meaning.FAILURES for finding in others)
    for finding in others[: failures + SHOWN]:
        mark = "!! " if finding.outcome in meaning.FAILURES else ""
        print(f"{mark}{finding.place}: {SAYINGS.get(finding.outcome, finding.outcome)}")
        for sign, text in (("-", finding.old), ("+", finding.new)):
            if text:
                print(f"    {sign} {text[:200]}")
    if len(others) > failures + SHOWN:
        print(f"and {len(others) - failures - SHOWN} more that are no failures")


def table(rows):
    """The outcomes by kind, and where the time went."""
    head = ["kind", *OUTCOMES, "not recorded", "seconds"]
    cells = [[name, *(str(counts[o]) for o in OUTCOMES), str(left), f"{took:.0f}"] for name, counts, left, took in rows]
    widths = [max(map(len, column)) for column in zip(head, *cells)]
    print()
    for line in [head, ["-" * width for width in widths], *cells]:
        first, *others = (cell.rjust(width) for cell, width in zip(line, widths))
        print("  ".join([first.strip().ljust(widths[0]), *others]).rstrip())


def last_word(rows, failed, not_recorded, stale):
    for what in not_recorded:
        print(f"NOT RECORDED: {what}", file=sys.stderr)
    total = sum((counts for _, counts, *_ in rows), collections.Counter())
    wrong = sum(total[outcome] for outcome in meaning.FAILURES)
    said = []
    if failed:
        said.append(f"could not be recorded: {', '.join(failed)}")
    if wrong:
        said.append(f"{wrong} failures, marked !! above: nothing of them may be committed before it is understood")
    if stale:
        said.append(f"not as it is printed, which scripts/record writes: {', '.join(stale)}")
    if not said:
        changes = sum(count for outcome, count in total.items() if outcome != meaning.UNCHANGED)
        said.append("unchanged" if not changes else "recorded; read the difference: git diff")
    if not_recorded:
        said.append(f"{len(not_recorded)} things were NOT recorded")
    print(f"\n== {'; '.join(said)}")
    return 1 if failed or wrong or stale else 0
