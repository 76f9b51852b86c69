"""What is recorded, kind by kind: each makes the new files, and leaves those of the tree alone."""

import json
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys
import tempfile

from . import documents, meaning, packaged, python, snapshots
from .documents import ROOT

# What vectors promise: the digits and the gap that are asked for where nothing is said.
VECTORS = {"digits": meaning.Fraction(1, 10**19), "grid": meaning.Fraction(1, 1000)}


class Failed(Exception):
    """A kind that cannot be recorded, and why."""


class Recorded:
    """What a kind has to say: files as they are to be, findings about them, and what was not recorded."""

    def __init__(self):
        self.files, self.findings, self.not_recorded = {}, [], []

    def file(self, path, text, form=meaning.of_text, promise=None, part=lambda text: text):
        """A file as it is to be, of which a part is compared with what is recorded."""
        self.files[path] = text
        if path.endswith(".svg"):
            form = drawings
        olds = [part(old) for old in recorded_before(path)]
        if olds:
            self.compare(path, olds, part(text), form, promise)
        else:
            self.findings.append(meaning.Finding(meaning.TEXT, path, "", "new"))

    def compare(self, place, olds, new, form=meaning.of_text, promise=None):
        """What is to be, compared with the last commit; and with the tree, where that is another."""
        self.findings += form(place, olds[0], new, promise)
        for old in olds[1:]:
            if old not in (olds[0], new):
                found = form(place, old, new, promise)
                self.findings += (finding for finding in found if finding.outcome != meaning.UNCHANGED)

    def gone(self, path):
        """A file that nothing makes any more."""
        self.files[path] = None
        self.findings.append(meaning.Finding(meaning.TEXT, path, "there", "nothing makes it"))


def recorded_before(path):
    """A file in the last commit and in the tree: a failure stays one until it is committed, however often it is recorded."""
    shown = subprocess.run(["git", "show", f"HEAD:{path}"], cwd=ROOT, capture_output=True)
    texts = [shown.stdout.decode()] if shown.returncode == 0 else []
    return texts + ([(ROOT / path).read_text()] if (ROOT / path).exists() else [])


def drawings(place, old, new, _):
    """Drawings are compared by the scenes beside them; their own digits are those of places on the paper."""
    yield meaning.Finding(meaning.UNCHANGED if old == new else meaning.TEXT, place, "a drawing", "another drawing")


def tracked(*patterns):
    listed = subprocess.run(["git", "ls-files", *patterns], cwd=ROOT, capture_output=True, text=True, check=True)
    return listed.stdout.split()


def run(program, arguments, folder, allowed=(0,), text="", **more):
    """What the program prints, run in a folder; `more` is added to its environment."""
    environment = {k: v for k, v in os.environ.items() if k != "COLUMNS"} | more
    done = subprocess.run(
        [program, *map(str, arguments)], cwd=folder, env=environment, capture_output=True, text=True, input=text,
    )
    if done.returncode not in allowed:
        shown = shlex.join([pathlib.Path(program).name, *map(str, arguments)])
        raise Failed(f"{shown}: exit code {done.returncode}\n{done.stderr}")
    return done.stdout


def folder_of(recorded, made, kept, ours, **options):
    """All files of a folder as those of another one; `ours` says which of them are made."""
    for path in sorted(made.iterdir()):
        recorded.file(f"{kept}/{path.name}", path.read_text(), **options)
    for path in tracked(f"{kept}/*"):
        if ours(pathlib.Path(path).name) and not (made / pathlib.Path(path).name).exists():
            recorded.gone(path)


def vectors(program, scratch):
    recorded = Recorded()
    run(program, ["vectors", "-o", scratch], ROOT)
    ours = lambda name: name.endswith(".json") and name != "schema.json"
    folder_of(recorded, scratch, "vectors/v1", ours, promise=VECTORS)
    # The package says the same in flat lines: what changes in them has changed above.
    recorded.files[packaged.DATA] = packaged.lines(scratch)
    # The page has a reader in Python, and what that prints.
    page = "vectors/v1/README.md"
    text = (ROOT / page).read_text()
    reader = "".join(re.findall(r"```python\n(.*?)```", text, re.DOTALL))
    printed = run(sys.executable, ["-c", reader], scratch)
    block = re.compile(r"(?<=```text\n).*?(?=```)", re.DOTALL)
    recorded.file(page, block.sub(lambda _: printed, text, count=1), part=lambda text: "".join(block.findall(text)))
    return recorded


def is_ours(command):
    """Is it run here? Other commands need an installation of another program."""
    return re.search(r"(^|\| |=\d+ )dpcert(-checker)? ", command) is not None


def writes_file(command):
    """Does it write a text into a file?"""
    return re.match(r"(echo|printf) [^|;&]* > [\w.-]+$", command) is not None


def console(program, paths, split, columns):
    """The examples in these files, run and written anew."""
    recorded = Recorded()
    for path in paths:
        text = (ROOT / path).read_text()
        known = [{e.command: "\n".join(e.printed) for group in split(old) for e in group} for old in recorded_before(path)]
        outputs = []
        for group in split(text):
            if not any(example.printed for example in group):
                continue
            place = documents.Place(program, columns)
            for example in group:
                where = f"{path}:{example.start}"
                short = example.command.split("\n")[0][:90]
                if writes_file(example.command) and not example.printed:
                    # The commands after it read the file.
                    place.run(example.command)
                    continue
                if not is_ours(example.command) and columns is None:
                    recorded.not_recorded.append(f"{where}: {short}: another program")
                    continue
                if "dpcert-checker" in example.command and not (program.parent / "dpcert-checker").exists():
                    recorded.not_recorded.append(f"{where}: {short}: there is no dpcert-checker beside dpcert")
                    continue
                command = example.command
                if "target/peer" in command:
                    command = documents.peer_answers(command, place)
                    if command is None:
                        recorded.not_recorded.append(f"{where}: {short}: no recorded answers to its questions")
                        continue
                printed, _, complaint = place.run(command)
                if complaint:
                    raise Failed(f"{where}: {short}\n{complaint}")
                new = documents.elided(example.printed, printed.rstrip("\n").split("\n") if printed.strip() else [])
                if new is None:
                    why = "a part that is shown between the `...` is not printed any more; write it by hand"
                    raise Failed(f"{where}: {short}: {why}:\n{printed}")
                outputs.append((example, new))
                olds, after = [old[example.command] for old in known if example.command in old], "\n".join(new)
                recorded.compare(where, olds, after, promise=documents.promise(example.command, after))
        recorded.files[path] = documents.rewritten(text, outputs)
    return recorded


def documents_kind(program, _):
    paths = [path for path in tracked("*.md") if "```console" in (ROOT / path).read_text()]
    return console(program, paths, documents.of_markdown, None)


def help_kind(program, _):
    paths = [path for path in tracked("crates/cli/src/help/*.rs") if "  $ " in (ROOT / path).read_text()]
    return console(program, paths, documents.of_help, 80)


def papers(program, scratch):
    recorded = Recorded()
    run(program, ["papers", "--markdown", scratch], ROOT)
    folder_of(recorded, scratch, "fixtures/papers", lambda _: True)
    counted(program, recorded)
    return recorded


def counted(program, recorded):
    """The tables of the pages for readers that count verdicts and severities."""
    statements = [json.loads(line) for line in run(program, ["papers", "--run", "--json"], ROOT, allowed=(0, 1, 3)).splitlines()]
    counts = {}
    for statement in statements:
        for word in {statement.get("verdict"), statement.get("severity")} - {None}:
            counts[word] = counts.get(word, 0) + 1
    for path in ("docs/papers.md", "proofs/papers.md"):
        text = (ROOT / path).read_text()

        def row(match):
            return f"| {match[1]} | {counts[match[1]]} |" if match[1] in counts else match[0]

        counts_of = re.compile(r"(?<=\n)\| ([a-z-]+) \| \d+ \|")
        recorded.file(path, counts_of.sub(row, text), part=lambda text: "\n".join(m[0] for m in counts_of.finditer(text)))


def pictures(program, scratch):
    """The pictures of fixtures/pictures, by the commands of its page, of the README and of the page about pictures."""
    recorded = Recorded()
    for name in ("fixtures",):
        (scratch / name).symlink_to(ROOT / name)
    pages = ["fixtures/pictures/README.md", "README.md", "docs/pictures.md"]
    lines = [line for page in pages for line in (ROOT / page).read_text().splitlines()]
    commands = [line for line in lines if line.startswith("dpcert plot ") and "NAME" not in line]
    for command in commands:
        words = shlex.split(command)
        run(program, words[1:], scratch)
        made = words[-1]
        recorded.file(f"fixtures/pictures/{made}", (scratch / made).read_text())
        if made.endswith(".json"):
            drawing = made.removesuffix(".json") + ".svg"
            run(program, ["plot", "--scene", made, "-o", drawing], scratch)
            recorded.file(f"fixtures/pictures/{drawing}", (scratch / drawing).read_text())
    for path in tracked("fixtures/pictures/*"):
        if not path.endswith(".md") and path not in recorded.files:
            recorded.gone(path)
    return recorded


def claims(program, _):
    """The verdicts that claim files expect. They are written by hand: another one is a failure, and nothing is written."""
    recorded = Recorded()
    report = run(program, ["check", "--json", "fixtures/claims", "fixtures/ledgers"], ROOT, allowed=(0, 1, 3))
    for file in json.loads(report)["files"]:
        for claim in file["claims"]:
            outcome = meaning.UNCHANGED if claim["as_expected"] else meaning.VERDICT
            place = f"{file['path']}: {claim['id']}"
            recorded.findings.append(meaning.Finding(outcome, place, claim["expected"], claim["verdict"]))
    return recorded


def crosscheck(program, scratch):
    """The verdicts on what other programs answered, and the tables of them; no program is asked."""
    recorded = Recorded()
    kept = "fixtures/crosscheck"
    shutil.copytree(ROOT / kept, scratch / kept)
    (scratch / "docs").mkdir()
    shutil.copy(ROOT / "docs" / "crosscheck.md", scratch / "docs")
    readme = (scratch / kept / "README.md").read_text()
    # In the order of the table.
    names = re.findall(r"^\| `([\w-]+)` ", readme.split("<!-- peers -->")[1].split("<!-- end -->")[0], re.MULTILINE)
    summary = ROOT / "adapters" / "summary.py"
    for name in names:
        known = f"{kept}/{name}.known.json"
        # 1 and 3: an answer is not sound, or undecided.
        report = run(
            program,
            ["crosscheck", "--json", "--max-work", "4e9", "--answers", f"{kept}/{name}.jsonl", "--baseline", known,
             "--write-baseline", known],
            scratch, allowed=(0, 1, 3),
        )  # fmt: skip
        (scratch / "report.json").write_text(report)
        verdicts = run(sys.executable, [summary, "verdicts", "report.json"], scratch)
        (scratch / kept / f"{name}.json").write_text(verdicts)
        recorded.file(f"{kept}/{name}.json", verdicts, form=by_verdict)
        recorded.file(known, (scratch / known).read_text())
        for failure in json.loads((scratch / known).read_text())["failures"]:
            if not failure.get("reason"):
                place = f"{known}: {failure['id']}"
                recorded.findings.append(meaning.Finding(meaning.VERDICT, place, "", "a failure without a cause"))
    run(sys.executable, [summary, "table", kept, *names], scratch)
    for path in (f"{kept}/README.md", "docs/crosscheck.md"):
        marked = re.compile(r"<!-- (?:peers|not-asked) -->.*?<!-- end -->", re.DOTALL)
        recorded.file(path, (scratch / path).read_text(), part=lambda text: "\n".join(marked.findall(text)))
    return recorded


def by_verdict(place, old, new, _):
    """The findings about two files of verdicts, question by question."""
    verdicts = []
    for text in (old, new):
        kept = json.loads(text)
        of = {id: verdict for verdict, ids in kept.pop("verdicts").items() for id in ids}
        verdicts.append((of, kept))
    (before, rest), (after, other) = verdicts
    for id in [*before, *(id for id in after if id not in before)]:
        pair = before.get(id, "not asked"), after.get(id, "not asked")
        yield meaning.Finding(meaning.UNCHANGED if pair[0] == pair[1] else meaning.VERDICT, f"{place}: {id}", *pair)
    yield from meaning.of_json(place, rest, other)


def snapshots_kind(_, scratch):
    recorded = Recorded()
    try:
        made, unseen = snapshots.record(scratch)
    except snapshots.Broken as error:
        raise Failed(str(error)) from error
    for path, text in made.items():
        recorded.file(path, text, form=snapshots.compared)
    recorded.not_recorded += [f"{path}: no test asks for it" for path in unseen]
    return recorded


def run_test(name, of, **environment):
    """Runs a test that writes what is recorded: its program, the test, and where it writes."""
    command = ["test", "--locked", "--quiet", "--workspace", "--exclude", "dpcert-python", "--features", "full,mpfr"]
    run("cargo", [*command, "--test", of, "--", name], ROOT, **environment)


def made_kind(_, scratch):
    """What the tests make of the catalogue and of tables, and otherwise compare."""
    recorded = Recorded()
    run_test("files_are_as_they_are_made", "command", DPCERT_MADE=str(scratch))
    for path in sorted(path for path in scratch.rglob("*") if path.is_file()):
        recorded.file(str(path.relative_to(scratch)), path.read_text())
    return recorded


def matrix(_, scratch):
    """Which mechanisms answer which questions: a test of the library asks all, and writes both files."""
    recorded = Recorded()
    run_test("matrix::answers_and_refusals_are_as_recorded", "library", DPCERT_MATRIX=str(scratch))
    for path in ("fixtures/matrix.tsv", "docs/matrix.md"):
        recorded.file(path, (scratch / pathlib.Path(path).name).read_text())
    return recorded


def python_kind(_, __):
    recorded = Recorded()
    made, missing = python.record()
    for path, text in made.items():
        recorded.file(path, text, part=python.printed)
    recorded.not_recorded += missing
    return recorded


# In this order; what needs cargo comes last.
KINDS = {
    "vectors": (vectors, "vectors/v1, and what its reader in Python prints"),
    "crosscheck": (crosscheck, "the verdicts on recorded answers of other programs, and their tables"),
    "papers": (papers, "fixtures/papers, and the tables that count its verdicts"),
    "pictures": (pictures, "fixtures/pictures"),
    "claims": (claims, "the verdicts that claim files expect: compared, not written"),
    "documents": (documents_kind, "what commands print, in every ```console block"),
    "help": (help_kind, "what commands print, in the help texts"),
    "python": (python_kind, "the Python examples in READMEs and docstrings"),
    "matrix": (matrix, "which mechanisms answer which questions: this one needs cargo"),
    "snapshots": (snapshots_kind, "the snapshots of the tests: this one needs cargo"),
    "made": (made_kind, "what is made from the catalogue and from tables of fixtures: this one needs cargo"),
}


def record(name, program):
    with tempfile.TemporaryDirectory(prefix="record-") as scratch:
        return KINDS[name][0](program, pathlib.Path(scratch))
