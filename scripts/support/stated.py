"""Compares --claim of the verified checker with that of dpcert-checker: see verified.py, which asks for it.

A certificate is compared with its own claim file, as the JSON twin of it, with the files of other certificates, and with its own
file changed in one place. Of a changed file the verified checker never says that its claim holds, or that it is refuted.
"""

import json
import os
import pathlib
import subprocess
import sys
import tempfile
import tomllib
from collections import Counter
from concurrent.futures import ThreadPoolExecutor

FIXTURES = pathlib.Path(__file__).resolve().parent.parent.parent / "fixtures"
FOLDERS = ("claims", "ledgers")
RELATIONS = ("at-most", "at-least", "between", "equals")
QUANTITIES = ("delta", "eps", "tv", "beta")
# What a certificate may be called that is about another claim, or about one that is not understood.
OTHER = {"INVALID"}
UNREAD = {"UNSUPPORTED"}
EITHER = OTHER | UNREAD
# Words of dpcert-checker for a claim that is decided. No other one is a verdict about it.
DECIDED = {"VALID", "REFUTED"}
NUMBER = "12345/54321"


def toml_of(value):
    """A value of TOML, in one line."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{json.dumps(key)} = {toml_of(entry)}" for key, entry in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(toml_of, value)) + "]"
    return json.dumps(value)


def toml_text(file):
    return "".join(f"{json.dumps(key)} = {toml_of(value)}\n" for key, value in file.items())


def words(program, *arguments):
    """The first word of each line."""
    run = subprocess.run([program, *arguments], capture_output=True, text=True, check=False)
    return ["BAD INPUT" if line.startswith("BAD INPUT") else line.split()[0] for line in run.stdout.splitlines()] or ["BAD INPUT"]


def other_numbers(value):
    """A parameter with another number in each place: a text, an integer, or a list or a table of them."""
    if isinstance(value, dict):
        for key, entry in value.items():
            # What was run instead is a remark.
            for changed in other_numbers(entry) if key != "actual" else ():
                yield {**value, key: changed}
    elif isinstance(value, list):
        for index, entry in enumerate(value):
            for changed in other_numbers(entry):
                yield [*value[:index], changed, *value[index + 1 :]]
        yield value[:-1]
        yield [*value, *value[-1:]]
    else:
        yield NUMBER


def of_claim(claim):
    """The claim with something else in each field: (kind, claim, what a certificate of the first may be called)."""
    quantity = next(name for name in QUANTITIES if name in claim)
    relation = next(name for name in RELATIONS if name in claim)
    rest = {key: value for key, value in claim.items() if key not in (quantity, relation)}
    yield "another id", {**claim, "id": claim["id"] + "x"}, OTHER
    for changed in other_numbers(claim[quantity]):
        # A smaller or larger list or table is none.
        yield "another parameter", {**claim, quantity: changed}, OTHER
    for name in QUANTITIES:
        if name != quantity:
            parameters = {"delta": {"eps": "1"}, "eps": {"delta": "1/2"}, "tv": {}, "beta": {"alpha": "1/2"}}[name]
            of_tv = quantity == "delta" and claim[quantity].get("eps") == "0" and name == "tv"
            if not of_tv:
                yield f"quantity {name}", {**rest, relation: claim[relation], name: parameters}, OTHER
            yield f"quantities {quantity} and {name}", {**claim, name: parameters}, UNREAD
    value = claim[relation] if relation != "between" else claim[relation][1]
    for name in RELATIONS:
        if name != relation:
            given = ["-1", value] if name == "between" else value
            yield f"relation {name}", {**rest, quantity: claim[quantity], name: given}, OTHER
            yield f"relations {relation} and {name}", {**claim, name: given}, UNREAD
    for changed in other_numbers(claim[relation]):
        yield "another value", {**claim, relation: changed}, EITHER if isinstance(claim[relation], list) else OTHER
    yield "no relation", {**rest, quantity: claim[quantity]}, UNREAD
    yield "no quantity", {**rest, relation: claim[relation]}, UNREAD
    yield "a field more", {**claim, "unless": "1"}, UNREAD
    yield "over nothing", {**claim, "over": []}, UNREAD
    yield "an idle pattern", {**claim, "over": [*claim["over"], "no-such-row"]}, UNREAD
    for index in range(len(claim["over"])):
        yield "a pattern less", {**claim, "over": [*claim["over"][:index], *claim["over"][index + 1 :]]}, EITHER


def of_row(row):
    """The row with something else in each field."""
    yield "another id", {**row, "id": row["id"] + "x"}, EITHER
    for key, value in row.items():
        if key in ("id", "source", "date"):
            continue
        if key == "mechanism":
            for mechanism in ("gaussian", "approx-dp-tv", "nothing", "approx-dp(1/2, 1/3)", "approx-dp(1/2, 1/3)^2"):
                if mechanism != value:
                    yield f"mechanism {mechanism}", {**row, key: mechanism}, EITHER
            continue
        for changed in other_numbers(value):
            yield f"another {key}", {**row, key: changed}, EITHER
        without = {name: entry for name, entry in row.items() if name != key}
        if str(value) != {"count": "1", "group": "1", "categories": "2"}.get(key):
            yield f"no {key}", without, EITHER
    count = int(row.get("count", 1))
    yield "one step more", {**row, "count": count + 1}, OTHER if "epochs" not in row else UNREAD
    yield "count 0", {**row, "count": "0"}, UNREAD
    for key, value in (
        ("epochs", "2"),
        ("query", "sum"),
        ("part", "first"),
        ("unit", "person"),
        ("adjacency", "add-remove"),
        ("eta", NUMBER),
        ("note", "a remark that is none"),
    ):
        if key not in row:
            yield f"a field {key}", {**row, key: value}, EITHER
    for key, value in (("group", "2"), ("sampling", {"method": "poisson", "rate": "1/3"})):
        if key not in row:
            yield f"a field {key}", {**row, key: value}, EITHER
    if "sampling" in row:
        for method in ("fixed-size", "random-allocation"):
            yield f"sampler {method}", {**row, "sampling": {**row["sampling"], "method": method}}, UNREAD


def of_scope(scope):
    yield "another unit", {**scope, "unit": scope["unit"] + "x"}, OTHER
    for adjacency in ("add-remove", "replace-one", "zero-out"):
        if adjacency != scope["adjacency"]:
            # Samples are read in one of them only.
            yield f"adjacency {adjacency}", {**scope, "adjacency": adjacency}, EITHER
    yield "adjacency other", {**scope, "adjacency": "other"}, UNREAD
    yield "another exclusion", {**scope, "exclusions": [*scope.get("exclusions", []), "all of it"]}, OTHER
    yield "a field more", {**scope, "delta": "1"}, UNREAD
    yield "no unit", {key: value for key, value in scope.items() if key != "unit"}, UNREAD


def changed_files(file, claim, rows):
    """The file, changed in one place: (kind, file, what a certificate of the claim about these rows may be called)."""

    def with_entries(key, entries):
        return {**file, key: entries}

    def replaced(key, old, new):
        return with_entries(key, [entry for other in file[key] for entry in (new if other is old else [other])])

    for kind, changed, may_be in of_scope(file["scope"]):
        yield f"scope: {kind}", {**file, "scope": changed}, may_be
    for kind, changed, may_be in of_claim(claim):
        yield f"claim: {kind}", replaced("claim", claim, [changed]), may_be
    yield "no claim", replaced("claim", claim, []), OTHER
    yield "the claim twice", replaced("claim", claim, [claim, claim]), OTHER
    ids = {row["id"] for row in rows}
    others = [row for row in file["ledger"] if row["id"] not in ids]
    for row in rows[:3]:
        for kind, changed, may_be in of_row(row):
            yield f"row: {kind}", replaced("ledger", row, [changed]), may_be
        yield "no row", replaced("ledger", row, []), EITHER
        yield "the row twice", replaced("ledger", row, [row, row]), UNREAD
        one_more = {**row, "id": row["id"] + "-again"}
        both = {**claim, "over": [*claim["over"], one_more["id"]]}
        renamed = [one_more["id"] if pattern == row["id"] else pattern for pattern in claim["over"]]
        if not any("*" in pattern for pattern in claim["over"]):
            yield "over a row more", {**replaced("ledger", row, [row, one_more]), "claim": [both]}, OTHER
            yield "over a row of another id", {**replaced("ledger", row, [one_more]), "claim": [{**claim, "over": renamed}]}, OTHER
    if others:
        both = {**claim, "over": [*claim["over"], others[0]["id"]]}
        yield "over another row too", replaced("claim", claim, [both]), EITHER
        yield "over all rows", replaced("claim", claim, [{**claim, "over": ["*"]}]), EITHER
    if len(rows) > 1:
        yield "rows in another order", with_entries("ledger", file["ledger"][::-1]), OTHER
    yield "a field more", {**file, "budget": "1"}, UNREAD
    yield "another format", {**file, "format": "dpcert/2"}, UNREAD
    yield "a policy that denies", {**file, "policy": {"order-assumed": "deny"}}, UNREAD
    yield "a policy of other words", {**file, "policy": {"all": "allow"}}, UNREAD
    for key in ("format", "scope", "ledger", "claim"):
        yield f"no {key}", {name: value for name, value in file.items() if name != key}, UNREAD


def same_files(file, claim, rows):
    """The file with other remarks, and in other ways of writing: a certificate of it has the same verdict."""
    remarks = {**claim, "source": "another one", "reason": "none", "expect": "undecided"}
    yield "other remarks", {**file, "claim": [remarks if entry is claim else entry for entry in file["claim"]], "title": "a title"}
    ids = {row["id"] for row in rows}
    yield "no other rows", {**file, "ledger": [row for row in file["ledger"] if row["id"] in ids], "claim": [claim]}
    yield "a policy that warns", {**file, "policy": {"order-assumed": "warn", "mechanism-idealised": "allow"}}


def by_patterns(file, claim, rows):
    """The file with patterns for the ids of the rows, if they select the same ones: (kind, file). dpcert-checker compares words."""
    others = {row["id"] for row in file["ledger"]} - {row["id"] for row in rows}
    if any("*" in row["id"] or other.startswith(row["id"]) for row in rows for other in others):
        return
    patterns = {**claim, "over": [row["id"] + "*" for row in rows]}
    yield "patterns", {**file, "claim": [patterns if entry is claim else entry for entry in file["claim"]]}


def meant(file, certificate):
    """The claim of the file, and its rows, that a certificate is about."""
    (claim,) = [entry for entry in file["claim"] if entry["id"] == certificate["claim"]["id"]]
    ids = {row["id"] for row in certificate["ledger"]}
    return claim, [row for row in file["ledger"] if row["id"] in ids]


def compare(verified, checker, mine):
    """What is wrong, given the verdict of the verified checker of each certificate that it decides."""
    files, certificates, wrong = {}, {}, []
    for folder in FOLDERS:
        for path in (FIXTURES / folder).glob("*.toml"):
            files[path.name] = (path, tomllib.loads(path.read_text(encoding="utf-8")))
    for path in mine:
        with open(path, encoding="utf-8") as text:
            certificates[path] = json.load(text)
    of_file = {path: certificate["inputs"][0]["name"] for path, certificate in certificates.items()}
    found, asked, seen = Counter(), [], set()

    with tempfile.TemporaryDirectory() as work:

        def write(name, text):
            path = os.path.join(work, name)
            with open(path, "w", encoding="utf-8") as out:
                out.write(text)
            return path

        twins = {name: write(f"{name}.json", json.dumps(file, ensure_ascii=False)) for name, (_, file) in files.items()}
        for path, certificate in certificates.items():
            name = of_file[path]
            original, file = files[name]
            claim, rows = meant(file, certificate)
            own, label = {mine[path]}, f"{os.path.basename(path)[:-5]} --claim"
            asked.append((f"{label}: its own file", own, own, [twins[name]], original, path))
            asked.append((f"{label}: its own id", own, None, [twins[name], "--id", claim["id"]], None, path))
            asked.append((f"{label}: another id", OTHER, None, [twins[name], "--id", claim["id"] + "x"], None, path))
            asked.append((f"{label}: TOML", {"BAD INPUT"}, None, [str(original)], None, path))
            for other in sorted(set(of_file.values()) - {name})[:3]:
                if claim["id"] not in [entry["id"] for entry in files[other][1]["claim"]]:
                    asked.append((f"{label}: {other}", OTHER, None, [twins[other]], files[other][0], path))
            for index, (kind, changed) in enumerate(same_files(file, claim, rows)):
                twin = write(f"{len(asked)}-{index}.json", json.dumps(changed, ensure_ascii=False))
                toml = write(f"{len(asked)}-{index}.toml", toml_text(changed))
                asked.append((f"{label}: {kind}", own, own, [twin], toml, path))
            for kind, changed in by_patterns(file, claim, rows):
                twin = write(f"{len(asked)}.json", json.dumps(changed, ensure_ascii=False))
                asked.append((f"{label}: {kind}", own, None, [twin], None, path))
            # The other checker is asked about the first certificate of each file: it has its own tests.
            is_first = name not in seen
            seen.add(name)
            for kind, changed, may_be in changed_files(file, claim, rows):
                if changed == file:
                    sys.exit(f"{label}: {kind}: nothing is changed")
                twin = write(f"{len(asked)}.json", json.dumps(changed, ensure_ascii=False))
                toml = write(f"{len(asked)}.toml", toml_text(changed)) if is_first else None
                asked.append((f"{label}: {kind}", may_be, None, [twin], toml, path))

        def ask(entry):
            _, _, _, arguments, toml, path = entry
            (word,) = words(verified, "--claim", *arguments, path)
            (by_checker,) = words(checker, "--claim", str(toml), path) if toml is not None else (None,)
            return word, by_checker

        with ThreadPoolExecutor() as pool:
            answers = list(pool.map(ask, asked))
    for (label, may_be, of_checker, *_), (word, by_checker) in zip(asked, answers, strict=True):
        found[word] += not label.endswith(": its own file")
        if word not in may_be:
            wrong.append(f"{label}: {word}, may be {sorted(may_be)}")
        if of_checker is not None and by_checker not in of_checker:
            wrong.append(f"{label}: checker {by_checker}, may be {sorted(of_checker)}")
        # A policy may deny what is not there.
        if of_checker is None and by_checker in DECIDED and not label.endswith(": a policy that denies"):
            wrong.append(f"{label}: checker {by_checker}")
    own = [word in DECIDED for (label, *_), (word, _) in zip(asked, answers, strict=True) if label.endswith(": its own file")]
    print(f"{sum(own)} of {len(own)} of them decided with their claim files")
    print(f"{len(asked) - len(own)} other claim files:", dict(sorted(found.items())))
    return wrong
