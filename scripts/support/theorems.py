#!/usr/bin/env python3
"""Compares proofs/README.md with the theorems, and with the checker: without Coq, which the rest of scripts/prove needs.

Its page of definitions is that of proofs/verified/Claim.v. What its tables name is there: a theorem in the file that is its
module, a file, a function of the checker. Its table about the checker has all rules, and no others. Each theorem about rows that it
names there is one whose formula checker/tests/checker/formulas compares with the code.
"""

import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
PROOFS, CHECKER = ROOT / "proofs", ROOT / "checker"
THEOREM = re.compile(r"^(?:Theorem|Corollary|Lemma) ([A-Za-z_][\w']*)", re.M)


def texts(folder, pattern):
    return {path.name: path.read_text(encoding="utf-8") for path in sorted(folder.rglob(pattern))}


def named(cell):
    return re.findall(r"`([^`]+)`", cell)


def theorems_of(cell, modules, wrong):
    """The theorems of a cell, with their modules; a bare name belongs to the module named last."""
    module = None
    for name in named(cell):
        first, dot, rest = name.partition(".")
        if dot and rest in ("v", "rs"):
            continue
        if dot and re.fullmatch(r"[A-Z]\w*\.[\w']+", name):
            module, name = first, rest
            if module not in modules:
                wrong.append(f"{module}.{name}, of which there is no file {module}.v")
                module = None
        elif module is None or not re.fullmatch(r"[\w']+", name):
            continue
        if module is not None:
            if name not in modules[module]:
                wrong.append(f"{module}.{name}, which is not in {module}.v")
            yield f"{module}.{name}"


def other_names(cell, files, functions, wrong):
    """Files of any kind, and functions of the checker."""
    for name in named(cell):
        if re.fullmatch(r"[\w/]+\.(?:rs|v)", name):
            if name not in files and not any((folder / name).is_file() for folder in (ROOT, CHECKER / "src")):
                wrong.append(f"the file {name}")
        elif re.fullmatch(r"[a-z]+(?:_[a-z]+)+", name) and name not in functions:
            wrong.append(f"the function {name}")


def main():
    wrong = []
    page = (PROOFS / "README.md").read_text(encoding="utf-8")
    claim = (PROOFS / "verified/Claim.v").read_text(encoding="utf-8")
    body = claim[claim.index("(* ---------- a ledger") :].rstrip()
    if f"```coq\n{body}\n```" not in page:
        sys.exit("scripts/prove: proofs/README.md does not have verified/Claim.v word for word")

    theories, verified = texts(PROOFS / "theories", "*.v"), texts(PROOFS / "verified", "*.v")
    if twice := theories.keys() & verified.keys():
        sys.exit(f"scripts/prove: two files have the name {', '.join(twice)}")
    modules = {name[:-2]: set(THEOREM.findall(text)) for name, text in {**theories, **verified}.items()}
    sources = texts(CHECKER / "src", "*.rs")
    files = {*theories, *verified, *sources}
    functions = {name for text in sources.values() for name in re.findall(r"\bfn (\w+)", text)}
    count = 0
    for line in page.splitlines():
        for cell in line.split("|")[1:-1] if line.startswith("|") else []:
            count += sum(1 for _ in theorems_of(cell, modules, wrong))

    listed = (CHECKER / "src/rules/mod.rs").read_text(encoding="utf-8")
    number = re.search(r"pub const RULES: \[\(&str, Rule\); (\d+)\]", listed)
    rules = re.findall(r'\("([a-z-]+)",\s*[a-z_]+::', listed)
    if number is None or len(rules) != int(number[1]):
        sys.exit("scripts/prove: the list of rules of checker/src/rules/mod.rs is not read")
    rules = {*rules, "claim"}
    # What a row of the table may be about beside a rule: a function of leaves, a kind of rows or a field of them.
    words = set(re.findall(r'"([a-z-]+)"', sources["leaf.rs"] + sources["kinds.rs"] + sources["notation.rs"]))
    table = page.split("## What the checker applies")[1].split("\n## ")[0]
    rows = [line.split("|")[1:-1] for line in table.splitlines() if line.startswith("|")][2:]
    formulas = "".join(texts(CHECKER / "tests/checker/formulas", "*.rs").values())
    about = set()
    for row in rows:
        if len(row) != 3:
            sys.exit(f"scripts/prove: a row of proofs/README.md has {len(row)} cells: {row}")
        first, theorem, missing = row
        about |= set(named(first))
        wrong += [f"the rule {word}, which the checker does not have" for word in named(first) if word not in rules | words]
        if not theorem.strip() and not missing.strip():
            wrong.append(f"{first.strip()}, without a theorem and without what is not proved")
        other_names(missing, files, functions, wrong)
        for name in theorems_of(theorem, modules, []):
            if name.startswith("CheckerRows.") and name.split(".")[1] not in formulas:
                wrong.append(f"{name}, which checker/tests/checker/formulas does not compare with the code")
    wrong += [f"no rule {rule}" for rule in sorted(rules - about)]
    if wrong:
        sys.exit("scripts/prove: proofs/README.md is about " + "; ".join(dict.fromkeys(wrong)))
    print(f"{count} names of theorems, {len(rules)} rules")


if __name__ == "__main__":
    main()
