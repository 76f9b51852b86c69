"""The snapshots of the tests, by the tests that have them."""

import collections
import os
import pathlib
import re
import subprocess

from . import meaning
from .documents import ROOT


class Broken(Exception):
    """The tests cannot be run."""


def packages():
    """The folder of each package that has snapshots, with their paths: that of the nearest Cargo.toml above."""
    listed = subprocess.run(["git", "ls-files", "*.snap"], cwd=ROOT, capture_output=True, text=True, check=True)
    found = collections.defaultdict(list)
    for path in listed.stdout.split():
        above = next(folder for folder in pathlib.PurePath(path).parents if (ROOT / folder / "Cargo.toml").exists())
        found[above].append(path)
    return found


def test_name(path):
    """What the test that has a snapshot is called, or its module."""
    path = pathlib.PurePath(path)
    name = re.sub(r"-\d+$", "", path.stem)
    return name.rpartition("__")[2] if "__" in name else path.parent.name


def record(scratch):
    """The new snapshots by path, and those that no test asked for. The tree is as before."""
    made, unseen = {}, []
    for folder, paths in packages().items():
        kept = {path: (ROOT / path).read_bytes() for path in paths}
        references = scratch / "references"
        references.unlink(missing_ok=True)
        insta = {"UPDATE": "always", "FORCE_PASS": "1", "SNAPSHOT_REFERENCES_FILE": str(references)}
        environment = {**os.environ, **{f"INSTA_{name}": value for name, value in insta.items()}}
        # The program of tests, with the selection of crates of scripts/test: another one would compile all of them anew.
        program = re.search(r'^\[\[test\]\]\nname = "(.*)"', (ROOT / folder / "Cargo.toml").read_text(), re.MULTILINE)[1]
        command = ["cargo", "test", "--locked", "--quiet", "--workspace", "--exclude", "dpcert-python"]
        command += ["--features", "full,mpfr", "--test", program, "--", *sorted({test_name(path) for path in paths})]
        try:
            done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True)
            if done.returncode != 0:
                raise Broken(f"{' '.join(command)}\n{done.stdout[-4000:]}\n{done.stderr[-4000:]}")
            named = references.read_text().splitlines() if references.exists() else []
            seen = {os.path.relpath(line, ROOT) for line in named}
            for path in paths:
                if path in seen:
                    made[path] = (ROOT / path).read_text()
                else:
                    unseen.append(path)
        finally:
            for path, content in kept.items():
                (ROOT / path).write_bytes(content)
    return made, unseen


def compared(place, old, new, promise):
    """The findings about two snapshots: what is between the lines of --- is about the test."""
    parts = [text.split("---\n", 2)[-1] for text in (old, new)]
    return meaning.of_text(place, *parts, promise)
