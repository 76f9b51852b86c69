"""The whole output of a build, written into a folder or compared with one, to the byte."""

import collections
import concurrent.futures
import json
import pathlib
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import time

from . import documents, kinds, meaning
from .documents import ROOT

# What an input of a fuzz target may cost, as in fuzz/src.
LIMITS = ["--max-precision", "1024", "--max-work", "1e7", "--max-memory", "64"]
FORMATS = [["--json"], ["--csv"], ["--latex"]]
DRAWINGS = ["svg", "png", "html", "json", "csv"]
# At once, each with one thread: what is printed does not depend on threads, which is tested elsewhere.
WORKERS = 2
SHOWN = 8


# The commands of a job are run one after the other, in a place of their own.
Job = collections.namedtuple("Job", "name commands given columns", defaults=(b"", None))


def jobs(program):
    """What is run."""

    def listed(arguments, pattern):
        text = subprocess.run([program, *arguments], capture_output=True, text=True, check=True).stdout
        return re.findall(pattern, text, re.MULTILINE)

    # The longest first.
    for form in [[], *FORMATS]:
        yield Job(f"papers/table{''.join(form)}", [["papers", "--run", *form]])
    yield Job("papers/pages", [["papers", "--markdown", "pages"]])
    for form in [[], *FORMATS]:
        yield Job(f"papers/list{''.join(form)}", [["papers", *form]])
    yield Job("vectors/files", [["vectors", "-o", "files"]])
    yield Job("protocol/vectors", [["query"]], questions())
    answers = "fixtures/crosscheck/dp-accounting-rdp.jsonl"
    judged = ["crosscheck", "--answers", answers]
    yield Job("crosscheck/all", [[*judged, "--all", "--junit", "junit.xml", "--sarif", "sarif.json"]])
    yield Job("crosscheck/json", [[*judged, "--json"]])
    for form in [[], *FORMATS]:
        yield Job(f"floats/table{''.join(form)}", [["floats", *form]])
        for folder in ("claims", "ledgers"):
            yield Job(f"check/{folder}{''.join(form)}", [["check", *form, f"fixtures/{folder}"]])
    # A name that is none is answered with those that there are, without the work of their table.
    unknown = subprocess.run([program, "floats", "?"], capture_output=True, text=True).stderr
    for name in unknown.strip().partition("there are ")[2].split(", "):
        yield Job(f"floats/{name}", [["floats", name], ["floats", name, "--svg", f"{name}.svg"]])
    for folder in ("claims", "ledgers"):
        for path in sorted((ROOT / "fixtures" / folder).glob("*.toml")):
            file = f"fixtures/{folder}/{path.name}"
            certify = ["certify", file, "-o", "made", "--statement", "--report", "report.html", "--coq"]
            yield Job(f"certificates/{folder}-{path.stem}", [certify])
    yield from examples()
    yield Job("help/dpcert", [["help"], ["-h"], ["--version"]])
    # Commands, and pages that are about none.
    for name in listed(["help"], r"^  ([a-z][a-z-]+) "):
        yield Job(f"help/of-{name}", [["help", name], [name, "-h"]])
    yield Job("manual/pages", [["manual", "pages"]])
    yield Job("manual/theorems", [["theorem", "list"]])
    for shell in ("bash", "elvish", "fish", "powershell", "zsh"):
        yield Job(f"completions/{shell}", [["completions", shell]])
    for name in listed(["init"], r"^([a-z][a-z-]+)  "):
        yield Job(f"templates/{name}", [["init", name, "-o", f"{name}.toml"], ["check", f"{name}.toml"]])
    for name in listed(["schema", "-h"], r"\[possible values: ([^]]+)\]")[0].split(", "):
        yield Job(f"schemas/{name}", [["schema", name]])
    for form in DRAWINGS:
        yield Job(f"pictures/{form}", [["plot", "gaussian(sigma=1)", "laplace(eps=1)", "-o", f"regions.{form}"]])
    yield from fuzz()


def questions():
    """The questions of the test vectors, as lines of the protocol."""
    lines = []
    for path in sorted((ROOT / "vectors" / "v1").glob("*.json")):
        for group in json.loads(path.read_text()).get("groups", []):
            lines += [json.dumps({key: test[key] for key in ("id", "mechanism", "query")}) for test in group["tests"]]
    return "".join(line + "\n" for line in lines).encode()


def examples():
    """The commands of the documents and of the help texts, group by group."""
    sources = ("*.md", documents.of_markdown, None), ("crates/cli/src/help/*.rs", documents.of_help, 80)
    for pattern, split, columns in sources:
        for path in kinds.tracked(pattern):
            for number, group in enumerate(split((ROOT / path).read_text())):
                commands = [e.command for e in group if kinds.is_ours(e.command) or columns]
                commands = [c for c in commands if "target/peer" not in c and "dpcert-checker" not in c]
                if commands:
                    yield Job(f"examples/{path.replace('/', '-')}-{number}", commands, columns=columns)


def fuzz():
    """The seeds of the fuzz targets, and what fuzzing has found."""
    corpus = ROOT / "fixtures" / "fuzz"

    def files(kind):
        return sorted((corpus / kind).iterdir())

    def rows(kind):
        return [(path, row) for path in files(kind) for row in path.read_bytes().decode("latin-1").splitlines()]

    for path in files("claim-file"):
        yield Job(f"fuzz/claim-file-{path.name}", [["check", *LIMITS, f"fixtures/fuzz/claim-file/{path.name}"]])
    for path in files("certificate"):
        yield Job(f"fuzz/certificate-{path.name}", [["verify", f"fixtures/fuzz/certificate/{path.name}"]])
    for path in files("scene"):
        file = f"fixtures/fuzz/scene/{path.name}"
        yield Job(f"fuzz/scene-{path.name}", [["plot", "--scene", file, "-o", "scene.svg"]])
    for path in files("query-line"):
        yield Job(f"fuzz/query-line-{path.name}", [["query", *LIMITS, f"fixtures/fuzz/query-line/{path.name}"]])
    asked = [{"mechanism": {"kind": "gdp", "mu": row}, "query": {"tv": {}}} for _, row in rows("literal")]
    yield Job("fuzz/literal", [["query", *LIMITS]], "".join(json.dumps(line) + "\n" for line in asked).encode())
    for number, (_, row) in enumerate(rows("notation")):
        if "\0" not in row:
            yield Job(f"fuzz/notation-{number}", [["tv", *LIMITS, "--", row]])
    for number, (_, row) in enumerate(rows("ledger-row")):
        text = 'format = "dpcert/1"\n[scope]\nunit = "record"\nadjacency = "add-remove"\n[[ledger]]\nid = "row"\n'
        text += "".join(f"{key} = {toml(value)}\n" for key, value in json.loads(row).items())
        yield Job(f"fuzz/ledger-row-{number}", [["check", *LIMITS, "--ask", "tv", "-"]], text.encode())


def toml(value):
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{key} = {toml(inner)}" for key, inner in value.items()) + " }"
    if isinstance(value, list):
        return "[" + ", ".join(map(toml, value)) + "]"
    return json.dumps(value)


def done(program, folder, job):
    """Runs the commands of a job, and writes what they print and write; its name, and the seconds it took."""
    start = time.monotonic()
    place = documents.Place(program, job.columns)
    place.environment["RAYON_NUM_THREADS"] = "1"
    linked = {path.name for path in place.path.iterdir()}
    printed, ends = b"", b""
    for command in job.commands:
        is_line = isinstance(command, str)
        words = ["sh", "-c", command] if is_line else [program, *command]
        run = subprocess.run(words, cwd=place.path, env=place.environment, input=job.given, capture_output=True)
        printed += run.stdout
        ends += f"$ {command if is_line else shlex.join(['dpcert', *command])}\n".encode() + run.stderr
        ends += f"exit code {run.returncode}\n".encode()
    target = folder / job.name
    target.parent.mkdir(parents=True, exist_ok=True)
    target.with_name(target.name + ".stdout").write_bytes(printed)
    # The commands, what they complain about, and how they end.
    target.with_name(target.name + ".end").write_bytes(ends)
    for path in place.path.iterdir():
        if path.name not in linked:
            # regions.svg is NAME.files/regions.svg.
            files = target.with_name(target.name + ".files")
            files.mkdir(exist_ok=True)
            shutil.move(path, files / path.name)
    return job.name, time.monotonic() - start


def record(program, folder):
    """Writes all of it into a folder; the seconds that each group took."""
    took, count, last = {}, 0, time.monotonic()
    with concurrent.futures.ThreadPoolExecutor(WORKERS) as pool:
        running = [pool.submit(done, program, folder, job) for job in jobs(program)]
        for future in concurrent.futures.as_completed(running):
            name, seconds = future.result()
            count += 1
            group = name.partition("/")[0]
            took[group] = took.get(group, 0) + seconds
            if time.monotonic() - last > 10:
                last = time.monotonic()
                print(f"{count} of {len(running)}", file=sys.stderr, flush=True)
    return took


def compare(program, folder):
    """Records a build in a folder without anything, otherwise compares with what is there."""
    if not folder.exists() or not any(folder.iterdir()):
        folder.mkdir(parents=True, exist_ok=True)
        took = record(program, folder)
        table({group: [len(files_of(folder, group))] for group in took}, ["files"], took)
        print(f"\n== recorded in {folder}: scripts/record --compare {folder} compares another build with it")
        return 0
    with tempfile.TemporaryDirectory(prefix="record-") as scratch:
        made = pathlib.Path(scratch)
        took = record(program, made)
        groups, rows, different = sorted({*took, *(path.name for path in folder.iterdir())}), {}, 0
        for group in groups:
            olds, news = files_of(folder, group), files_of(made, group)
            others = [name for name in sorted(olds | news) if not same(folder / name, made / name)]
            for name in others:
                say(folder / name, made / name, name)
            rows[group] = [len(olds | news), len(others)]
            different += len(others)
        table(rows, ["files", "different"], took)
    print(f"\n== {'the same to the byte' if not different else f'{different} files are different'}")
    return 1 if different else 0


def files_of(folder, group):
    return {str(path.relative_to(folder)) for path in (folder / group).rglob("*") if path.is_file()}


def same(old, new):
    return old.exists() and new.exists() and old.read_bytes() == new.read_bytes()


def say(old, new, name):
    """How a file differs: its first lines that do, and whether the enclosures in it meet."""
    if not (old.exists() and new.exists()):
        print(f"{name}: {'nothing makes it' if old.exists() else 'was not there'}")
        return
    before, after = (path.read_bytes().decode("utf-8", "replace") for path in (old, new))
    findings = [f for f in meaning.of_text(name, before, after) if f.outcome != meaning.UNCHANGED]
    counts = {outcome: sum(f.outcome == outcome for f in findings) for outcome in {f.outcome for f in findings}}
    print(f"{name}: {', '.join(f'{n} {outcome}' for outcome, n in sorted(counts.items())) or 'other bytes'}")
    for finding in sorted(findings, key=lambda f: f.outcome not in meaning.FAILURES)[:SHOWN]:
        mark = "!! " if finding.outcome in meaning.FAILURES else ""
        print(f"    {mark}{finding.outcome}: {finding.place.removeprefix(name)}")
        for sign, text in (("-", finding.old), ("+", finding.new)):
            if text:
                print(f"      {sign} {text[:200]}")


def table(rows, head, took):
    print(f"\n{'group':<14}" + "".join(f"{name:>11}" for name in [*head, "seconds"]))
    for group, cells in rows.items():
        print(f"{group:<14}" + "".join(f"{cell:>11}" for cell in [*cells, f"{took.get(group, 0):.0f}"]))
