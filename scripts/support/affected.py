#!/usr/bin/env python3
"""The crates that a change is about, for `scripts/test quick`: scripts/support/affected.py [CRATE...]

Prints a line for each crate: "changed", "dependent" or "other", its name and its program of tests. Without crates the
changed ones are those with a file that differs from the last commit on main that this branch has; of a file outside of all
crates, those whose sources name it or its folder. The Python package is left out: scripts/python tests it.
"""

import json
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
# What the root has is no crate but for these.
LIBRARY = "dpcert"
OF_LIBRARY = ("src/", "tests/", "benches/", "examples/")
OF_ALL = ("Cargo.toml", "Cargo.lock")


def output(*command):
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    # What `git grep` does not find is no failure.
    if done.returncode and (done.stderr or command[:2] != ("git", "grep")):
        sys.exit(f"{' '.join(command)}: {done.stderr.strip()}")
    return done.stdout.splitlines()


def read_crates():
    """Of each crate its folder, the crates of the workspace that it depends on, and its program of tests."""
    [metadata] = output("cargo", "metadata", "--format-version", "1", "--no-deps")
    crates = {}
    for package in json.loads(metadata)["packages"]:
        tests = [target["name"] for target in package["targets"] if "test" in target["kind"]]
        if tests:
            folder = pathlib.Path(package["manifest_path"]).parent.relative_to(ROOT).as_posix() + "/"
            below = {dependency["name"] for dependency in package["dependencies"] if dependency.get("path")}
            crates[package["name"]] = (folder, below, tests[0])
    return crates


def changed_files():
    if not output("git", "branch", "--list", "main"):
        sys.exit("there is no branch main to compare with: name the crates, as in scripts/test quick papers")
    [base] = output("git", "merge-base", "HEAD", "main")
    return output("git", "diff", "--name-only", base) + output("git", "ls-files", "--others", "--exclude-standard")


def crate_of(file, crates):
    """The crate that a file is in."""
    if file.startswith(OF_LIBRARY):
        return LIBRARY
    inside = [name for name, (folder, _, _) in crates.items() if name != LIBRARY and file.startswith(folder)]
    return inside[0] if inside else None


def crates_that_name(file, crates):
    """The crates whose sources name a file, or a folder that it is in."""
    # All folders but the outermost, whose name may be any word.
    names = [file, *(str(folder) for folder in pathlib.PurePosixPath(file).parents)][:-2] or [f'"{file}"']
    patterns = [word for name in names for word in ("-e", name)]
    sources = output("git", "grep", "--untracked", "--files-with-matches", "--fixed-strings", *patterns, "--", "*.rs")
    return {crate_of(source, crates) for source in sources} - {None}


def with_changes(crates):
    changed = set()
    for file in changed_files():
        if file in OF_ALL:
            return set(crates)
        crate = crate_of(file, crates)
        changed |= {crate} if crate else crates_that_name(file, crates)
    return changed


def main():
    crates = read_crates()
    changed, dependent = set(), set()
    for given in sys.argv[1:]:
        name = given if given in crates else f"dpcert-{given}"
        if name not in crates:
            known = ", ".join(sorted(name.removeprefix("dpcert-") for name in crates))
            sys.exit(f"no crate with tests is called {given}; there are {known}")
        changed.add(name)
    if not changed:
        changed = with_changes(crates)
        while more := {name for name, (_, below, _) in crates.items() if below & (changed | dependent)} - changed - dependent:
            dependent |= more
    others = set(crates) - changed - dependent
    for kind, names in (("changed", changed), ("dependent", dependent), ("other", others)):
        for name in sorted(names):
            print(kind, name, crates[name][2])


if __name__ == "__main__":
    main()
