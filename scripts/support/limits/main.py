"""Asks many questions, each in a process of its own, and prints which did not keep the limits."""

import concurrent.futures
import json
import os
import pathlib
import random
import subprocess
import sys

from . import measure, shrink
from .questions import Generator

ROOT = pathlib.Path(__file__).resolve().parents[3]
QUESTIONS = 300
# At once: more would compete for what is measured.
WORKERS = 2
# How many drawn questions may be invalid before one that is valid.
DRAWN = 30
# What an answer may cost, in operations, and how often that is the limit.
WORKS = [10**8, 10**9]
SHARES = [9, 1]
SHOWN = 10


# Questions that once took far longer than was promised: they are asked each time, with the larger limit.
KNOWN = pathlib.Path(__file__).resolve().parent / "known.jsonl"


class Asked:
    """A question with its limit, and what it took."""

    def __init__(self, seed, request, work, run, found):
        self.seed, self.request, self.work, self.run, self.found = seed, request, work, run, found

    def promised(self):
        return self.work / 1e9

    def line(self):
        # Seconds, memory, the limit, the exit code, what is wrong, and by which name the question is found again.
        how = f"{self.run.seconds:7.2f} s {self.run.mebibytes:6.0f} MiB, --max-work {self.work:.0e}, exit {self.run.code}"
        return f"{how}: {' and '.join(self.found) or 'kept'}  [{self.seed}]\n    {json.dumps(self.request)}"


class Asker:
    def __init__(self, program, scale):
        self.program, self.scale = program, scale

    def run(self, request, work):
        """The run, and what is wrong with it. A time that is too long is measured again: the machine may have been busy."""
        promised = self.scale * work / 1e9
        stop = measure.STOP * (measure.START + promised)
        for attempt in range(3):
            run = measure.Run(self.program, request, work, stop)
            found = measure.violations(run, promised)
            if found != ["time"] or run.code < 0:
                break
        return run, found

    def ask_known(self, name, request):
        work = max(WORKS)
        return Asked(name, request, work, *self.run(request, work))

    def ask(self, generator, seed):
        """What of this seed is asked: the first question that is valid, or one that breaks a limit as it is read."""
        work = random.Random(f"work of {seed}").choices(WORKS, SHARES)[0]
        for attempt in range(DRAWN):
            name = f"{seed}/{attempt}"
            request = generator.question(name)
            run, found = self.run(request, work)
            if found or run.code != 2:
                break
        return Asked(name, request, work, run, found), attempt


def build():
    """The program as it is released."""
    subprocess.run(["cargo", "build", "--quiet", "--locked", "--release"], cwd=ROOT, check=True)
    metadata = ["cargo", "metadata", "--locked", "--format-version", "1", "--no-deps"]
    target = json.loads(subprocess.run(metadata, cwd=ROOT, check=True, capture_output=True).stdout)["target_directory"]
    return pathlib.Path(target) / "release" / "dpcert"


def run(arguments):
    program = str(arguments.program or build())
    said = [subprocess.run([program, *words], check=True, capture_output=True, text=True).stdout
            for words in (["schema", "request"], ["theorem", "list"])]
    schema, theorems = json.loads(said[0]), said[1]
    scale = measure.seconds_of_reference(program)
    print(f"1e9 operations of the reference question take {scale:.2f} s here, at least 1 s; start-up has {measure.START} s")
    asker = Asker(program, scale)
    count = arguments.questions or QUESTIONS * int(os.environ.get("DPCERT_TEST_EFFORT", "1"))
    seeds = [f"{arguments.seed}/{index}" for index in range(count)]

    known = [] if arguments.only_drawn else [json.loads(line) for line in KNOWN.read_text(encoding="utf-8").splitlines()]
    asked, drawn = [], 0

    # A generator of its own for each question: it has the state of the question that it draws.
    def ask(question):
        kind, value = question
        return (asker.ask_known(f"known {kind}", value), 0) if kind else asker.ask(Generator(schema, theorems), value)

    with concurrent.futures.ThreadPoolExecutor(WORKERS) as pool:
        for one, attempts in pool.map(ask, [*enumerate(known, 1), *((0, seed) for seed in seeds)]):
            asked.append(one)
            drawn += attempts
            if one.found:
                print(one.line(), flush=True)
    broken = [one for one in asked if one.found]
    if arguments.log:
        with open(arguments.log, "w", encoding="utf-8") as log:
            for one in asked:
                record = {"seed": one.seed, "work": one.work, "seconds": one.run.seconds, "MiB": one.run.mebibytes,
                          "code": one.run.code, "found": one.found, "request": one.request, "answer": one.run.output[:2000],
                          "errors": one.run.errors[:2000]}
                log.write(json.dumps(record) + "\n")
    if arguments.shrink:
        print("\nshrunk:")
        with concurrent.futures.ThreadPoolExecutor(WORKERS) as pool:
            for smaller in pool.map(lambda one: shrink.smallest(asker, one), broken):
                print(smaller.line(), flush=True)
    print(f"\nthe worst {SHOWN}, over what was promised:")
    worst = sorted(asked, key=lambda one: max(one.run.seconds / one.promised(), one.run.mebibytes / measure.MEMORY), reverse=True)
    for one in worst[:SHOWN]:
        print(one.line())
    codes = {code: sum(one.run.code == code for one in asked) for code in sorted({one.run.code for one in asked})}
    print(f"\n{len(asked)} questions, by exit code {codes}; {drawn} that are invalid were drawn again; {len(broken)} did not keep the limits")
    sys.exit(1 if broken else 0)
