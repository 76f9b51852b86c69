#!/usr/bin/env python3
"""Compares the verified checker with dpcert-checker, on certificates and on forged ones.

verified.py VERIFIED FOLDER CHECKER [LEAST]

Both have to give the same verdict of each certificate that the verified checker decides, and it has to decide at least LEAST.
Each of these is then forged in many ways: other verdicts, values moved by 1e-60 or by the width of their interval, other counts
and parameters, malformed bytes. What must be refused is known for most; where it is not, the two verdicts "holds" and "refuted"
of one header must not both be accepted. Some have bytes in a string that are the first or the last of UTF-8, or just not of it:
both programs have to tell them apart. With --claim, stated.py compares the two on the claim files of fixtures.
"""
import copy
import json
import os
import subprocess
import sys
import tempfile
from collections import Counter
from fractions import Fraction

import stated

RELATIONS = ("at-most", "at-least", "between", "equals")
# What a forged certificate may be called.
NOT_VALID = {"INVALID", "REFUTED", "UNSUPPORTED"}
REFUSED = {"UNSUPPORTED"}
CONTRARY = {"INVALID"}
FALSE = {"REFUTED"}
# The smallest certificates, of which each gets all of the bytes below.
SMALLEST = 3
# The first and the last character of each length, and the neighbours of the surrogates.
CHARACTERS = "7f c280 dfbf e0a080 ed9fbf ee8080 efbfbf f0908080 f48fbfbf"
# Parts of characters; more bytes than needed; surrogates; above 0x10FFFF.
NO_CHARACTERS = (
    "80 bf ff fe c3 c328 e282 e28228 f09f98 f09f9828 c0af c080 c1bf e080af e09fbf f08080af f08fbfbf "
    "eda080 edafbf edb080 edbfbf f4908080 f5808080 f7bfbfbf f8888080af fc8480808080"
)


def verdicts(program, paths):
    """The first word of each line, by path."""
    found = {}
    for start in range(0, len(paths), 500):
        part = paths[start : start + 500]
        run = subprocess.run([program, *part], capture_output=True, text=True, check=False)
        lines = run.stdout.splitlines()
        if len(lines) != len(part):
            sys.exit(f"{program} wrote {len(lines)} lines about {len(part)} certificates: {run.stderr}")
        for path, line in zip(part, lines, strict=True):
            found[path] = "BAD INPUT" if line.startswith("BAD INPUT") else line.split()[0]
    return found


def number(text):
    try:
        return Fraction(str(text))
    except (ValueError, ZeroDivisionError):
        return None


def fraction(x):
    return f"{x.numerator}/{x.denominator}"


def with_value(certificate, relation, value, verdict):
    forged = copy.deepcopy(certificate)
    forged["claim"][relation] = value
    forged["verdict"] = verdict
    return forged


def moved(certificate):
    """The claim with other values: (name, certificate, the verdicts that it may have)."""
    claim = certificate["claim"]
    relation = next(name for name in RELATIONS if name in claim)
    holds = certificate["verdict"] == "holds"
    tiny = Fraction(1, 10**60)
    if relation == "equals" and holds and number(claim[relation]) is not None:
        for name, x in (("up", number(claim[relation]) + tiny), ("down", number(claim[relation]) - tiny)):
            yield f"equals-{name}", with_value(certificate, relation, fraction(x), "holds"), CONTRARY | REFUSED
            # An eps is an infimum, and just below it nothing may be known.
            yield f"not-equals-{name}", with_value(certificate, relation, fraction(x), "refuted"), FALSE | REFUSED
    if relation == "between" and holds and None not in (low_high := [number(x) for x in claim[relation]]):
        low, high = low_high
        gap = high - low + tiny
        for name, shift in (("up", gap), ("down", -gap)):
            ends = [fraction(low + shift), fraction(high + shift)]
            yield f"between-{name}", with_value(certificate, relation, ends, "holds"), NOT_VALID
            yield f"not-between-{name}", with_value(certificate, relation, ends, "refuted"), FALSE | REFUSED
        yield "between-reversed", with_value(certificate, relation, [claim[relation][1], claim[relation][0]], "holds"), (
            REFUSED if low != high else {"VALID"}
        )


def spoilt(certificate):
    """Headers that are outside of a domain, or not about the rows."""

    def row(**fields):
        forged = copy.deepcopy(certificate)
        forged["ledger"][0].update(fields)
        return forged

    def claim(**fields):
        forged = copy.deepcopy(certificate)
        forged["claim"].update(fields)
        return forged

    yield "unknown-field", row(groups="2"), REFUSED
    yield "eps-below-0", row(eps="-1"), REFUSED
    yield "eps-undefined", row(eps="1/0"), REFUSED
    yield "count-0", row(count="0"), REFUSED
    yield "count-half", row(count="1/2"), REFUSED
    yield "kind", row(mechanism="nothing"), REFUSED
    yield "two-eps", row(epsilon="1", eps="1"), REFUSED
    yield "over-nothing", claim(over=["nothing"]), REFUSED
    yield "over-more", claim(over=[*certificate["claim"]["over"], "nothing"]), REFUSED
    yield "two-relations", claim(**{"at-most": "1", "at-least": "0"}), REFUSED
    if "delta" in certificate["ledger"][0]:
        yield "delta-below-0", row(delta="-1/10"), REFUSED
        yield "delta-above-1", row(delta="11/10"), REFUSED
    twice = copy.deepcopy(certificate)
    twice["ledger"].append(twice["ledger"][0])
    yield "row-twice", twice, REFUSED
    empty = copy.deepcopy(certificate)
    empty["ledger"] = []
    yield "no-rows", empty, REFUSED
    for key in ("format", "ledger", "claim", "verdict"):
        without = copy.deepcopy(certificate)
        del without[key]
        yield f"without-{key}", without, REFUSED


def of_kind(certificate):
    """What only some kinds of rows have: spoilt, or written in another way, under which the verdict is the same."""
    same = {"VALID" if certificate["verdict"] == "holds" else "REFUTED"}
    for index, row in enumerate(certificate["ledger"]):

        def changed(index=index, **fields):
            forged = copy.deepcopy(certificate)
            forged["ledger"][index].update(fields)
            return forged

        if row["mechanism"] == "finite-pair":
            p, q = row["p"], row["q"]
            yield "p-above-1", changed(p=[f"{p[0]} + 1/100", *p[1:]]), REFUSED
            yield "p-below-0", changed(p=["-1/2", "3/2", *["0"] * (len(p) - 2)]), REFUSED
            yield "p-longer", changed(p=[*p, "0"]), REFUSED
            yield "p-no-list", changed(p="1"), REFUSED
            yield "both-longer", changed(p=[*p, "0"], q=[*q, "0"]), same
            yield "both-backwards", changed(p=p[::-1], q=q[::-1]), same
        if row["mechanism"] == "multi-dp":
            first, *others = row["constraints"]
            for key, value in (("delta", "11/10"), ("eps", "-1"), ("eta", "1")):
                yield f"constraint-{key}", changed(constraints=[{**first, key: value}, *others]), REFUSED
            yield "constraint-without-delta", changed(constraints=[{"eps": first["eps"]}, *others]), REFUSED
            yield "no-constraints", changed(constraints=[]), REFUSED
            yield "constraints-backwards", changed(constraints=[*others[::-1], first]), same
            yield "constraint-twice", changed(constraints=[first, first, *others]), same
            yield "constraint-on-nothing", changed(constraints=[first, *others, {"eps": "0", "delta": "1"}]), same
        if row["mechanism"] == "randomized-response":
            for value in ("0", "1", "5/2", "-2"):
                yield f"categories-{value}", changed(categories=value), REFUSED
            yield "same-categories", changed(categories=str(row.get("categories", 2))), same
        if row["mechanism"] == "staircase":
            yield "gamma-above-1", changed(gamma="11/10"), REFUSED
            yield "gamma-below-0", changed(gamma="-1/10"), REFUSED
        if "group" in row:
            for value in ("0", "3/2", "-4"):
                yield f"group-{value}", changed(group=value), REFUSED
            yield "group-with-delta", changed(delta="1/10"), REFUSED
        if "sampling" in row:
            for key, value in (("rate", "11/10"), ("rate", "-1/10"), ("rate", "0"), ("method", "fixed-size"), ("size", "1")):
                yield f"sampling-{key}-{value}", changed(sampling={**row["sampling"], key: value}), REFUSED
            for adjacency in ("replace-one", "add-removed"):
                forged = copy.deepcopy(certificate)
                forged["scope"]["adjacency"] = adjacency
                yield f"sampling-{adjacency}", forged, REFUSED
            forged = copy.deepcopy(certificate)
            del forged["scope"]
            yield "sampling-without-scope", forged, REFUSED


def malformed(text):
    """Bytes that are no JSON text of a certificate."""
    yield "key-twice", text.replace('"verdict":', '"verdict": "holds", "verdict":', 1)
    yield "bytes-after", text.rstrip() + " x"
    yield "cut-off", text.rstrip()[:-1]
    yield "comma", text.rstrip()[:-1] + ",}"
    yield "word", text.replace('"steps":', '"steps": nul, "inputs":', 1)
    yield "two-words", text.replace('"steps":', '"inputs": 1 2, "steps":', 1)
    yield "zeros", text.replace('"steps":', '"inputs": 01, "steps":', 1)
    yield "control", text.replace('"verdict":', '"verdict\x01":', 1)


def with_bytes(certificate):
    """The unit of the scope with bytes that are UTF-8, and with others: (name, bytes of the certificate, is it UTF-8)."""
    marked = copy.deepcopy(certificate)
    marked["scope"]["unit"] += "@here@"
    before, after = json.dumps(marked).encode().split(b"@here@")
    for found, is_utf8 in ((CHARACTERS, True), (NO_CHARACTERS, False)):
        for digits in found.split():
            added = bytes.fromhex(digits)
            yield f"bytes {digits}", before + added + after, is_utf8
            yield f"bytes {digits}, in the middle", before + b"ab" + added + b"cd" + after, is_utf8


def other_parameters(row):
    """Parameters that only some kinds of rows have."""
    if row["mechanism"] == "finite-pair":
        yield "reversed", {"p": row["q"], "q": row["p"]}
    if row["mechanism"] == "multi-dp":
        yield "fewer", {"constraints": row["constraints"][1:]}
        yield "more", {"constraints": [*row["constraints"], {"eps": "1/3", "delta": "1/3"}]}
    if row["mechanism"] == "randomized-response":
        yield "categories", {"categories": str(int(number(row.get("categories", 2))) + 1)}
    if row["mechanism"] == "staircase":
        yield "gamma", {"gamma": "2/3"}
    if "group" in row:
        yield "group", {"group": str(int(number(row["group"])) + 1)}
    if "sampling" in row:
        yield "rate", {"sampling": {**row["sampling"], "rate": "1/3"}}


def altered(certificate):
    """Other ledgers under the same claim, each with both verdicts: at most one may be accepted."""
    for index, row in enumerate(certificate["ledger"]):
        for name, fields in (
            ("count", {"count": str(int(number(row.get("count", 1))) + 1)}),
            ("longer", {"count": str(int(number(row.get("count", 1))) + 7)}),
            ("ln2", {"eps": "ln(2)"}),
            ("third", {"eps": "1/3"}),
            *other_parameters(row),
        ):
            for verdict in ("holds", "refuted"):
                forged = copy.deepcopy(certificate)
                forged["ledger"][index].update(fields)
                forged["verdict"] = verdict
                yield f"row{index}-{name}", verdict, forged


def main():
    verified, folder, checker, *least = sys.argv[1:]
    paths = sorted(os.path.join(folder, name) for name in os.listdir(folder) if name.endswith(".json"))
    mine = verdicts(verified, paths)
    decided = [path for path in paths if mine[path] != "UNSUPPORTED"]
    theirs = verdicts(checker, decided)
    wrong = [f"{path}: verified {mine[path]}, checker {theirs[path]}" for path in decided if mine[path] != theirs[path]]
    print(f"{len(decided)} of {len(paths)} certificates decided:", dict(Counter(mine[path] for path in decided)))
    if len(decided) < int(least[0] if least else 1):
        wrong.append(f"only {len(decided)} certificates are decided, and {least[0]} have been")
    expected, pairs, of_both, count = {}, {}, {}, 0
    smallest = sorted(decided, key=os.path.getsize)[:SMALLEST]
    with tempfile.TemporaryDirectory() as work:
        for path in decided:
            with open(path, encoding="utf-8") as file:
                text = file.read()
            certificate = json.loads(text)
            name = os.path.basename(path)[:-5]

            def write(kind, content, may_be, name=name):
                nonlocal count
                count += 1
                forged = os.path.join(work, f"{count}.json")
                if not isinstance(content, bytes):
                    content = (content if isinstance(content, str) else json.dumps(content)).encode()
                with open(forged, "wb") as file:
                    file.write(content)
                expected[forged] = (f"{name}: {kind}", may_be)
                return forged

            other = {"holds": "refuted", "refuted": "holds"}[certificate["verdict"]]
            write("other verdict", {**certificate, "verdict": other}, CONTRARY)
            for kind, forged, may_be in [*moved(certificate), *spoilt(certificate), *of_kind(certificate)]:
                write(kind, forged, may_be)
            for kind, content in malformed(text):
                write(kind, content, REFUSED)
            for kind, content, is_utf8 in with_bytes(certificate) if path in smallest else ():
                own = write(kind, content, {mine[path]} if is_utf8 else REFUSED)
                of_both[own] = mine[path] if is_utf8 else "BAD INPUT"
            for kind, verdict, forged in altered(certificate):
                may_be = {"VALID" if verdict == "holds" else "REFUTED", "INVALID", "UNSUPPORTED"}
                pairs.setdefault((name, kind), []).append(write(kind, forged, may_be))
        found = verdicts(verified, list(expected))
        by_checker = verdicts(checker, list(of_both))
    wrong += [f"{kind}: {found[path]}, may be {sorted(may_be)}" for path, (kind, may_be) in expected.items() if found[path] not in may_be]
    wrong += [f"{expected[path][0]}: checker {by_checker[path]}, not {word}" for path, word in of_both.items() if by_checker[path] != word]
    for (name, kind), both in pairs.items():
        words = [found[path] for path in both]
        # One of the verdicts is right: the other one is the contrary of it, or neither is decided.
        if words not in (["VALID", "INVALID"], ["INVALID", "REFUTED"], ["UNSUPPORTED", "UNSUPPORTED"]):
            wrong.append(f"{name}: {kind}: {words}")
    print(f"{len(expected)} forged certificates:", dict(sorted(Counter(found.values()).items())))
    print(f"{len(of_both)} of them with bytes at the ends of UTF-8:", dict(sorted(Counter(by_checker.values()).items())))
    wrong += stated.compare(verified, checker, {path: mine[path] for path in decided})
    for line in wrong:
        print("WRONG:", line)
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
