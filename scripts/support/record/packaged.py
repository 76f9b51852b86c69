"""The data of the package ``dpcert-vectors``, made of the files of ``vectors/v1``.

A line is a vector whose answer is one number with a safe side, and all of whose numbers are binary64: nothing in it needs more
than a reader of JSON. ``vectors/package/README.md`` says what its fields are.
"""

import json
import math
from fractions import Fraction

from .calls import LIBRARIES, inverse, of_dp_accounting, root
from .documents import ROOT

SOURCE = ROOT / "vectors" / "v1"
DATA = "vectors/package/src/dpcert_vectors/vectors.jsonl"

# Flags of questions that binary64 computes only with care, or not at all.
EXTREME = {"huge-eps", "nan-swallowed", "overflow", "subnormal", "underflow"}
# Of ordinary questions all parameters are within this range, ...
LEAST, MOST = 2.0**-20, 2.0**20
# ... no delta is below what a convolution in binary64 resolves, ...
SMALL = 1e-12
# ... and there are no more steps than an accountant composes at once.
MANY = 10_000


def lines(source=SOURCE):
    """The data file, of the files in a folder."""
    vectors = []
    for path in sorted(source.glob("*.json")):
        file = json.loads(path.read_text())
        for group in file.get("groups", []):
            if group["safe"] in ("upper", "lower") and group["quantity"] != "calibrate":
                asked = (test for test in group["tests"] if "not-a-binary64" not in test["flags"])
                vectors += [vector(file["family"], group, test) for test in asked]
    return "".join(json.dumps(one, separators=(",", ":"), allow_nan=False) + "\n" for one in vectors)


def vector(family, group, test):
    mechanism = plain(test["mechanism"])
    ((quantity, parameters),) = test["query"].items()
    neighbours = relation(mechanism)
    moved = 2 if neighbours == "replace-one" else 1
    made = {
        "id": test["id"],
        "level": level(test, mechanism, plain(parameters)),
        "family": family,
        "quantity": quantity,
        **asked_at(quantity, plain(parameters)),
        "safe": group["safe"],
        "relation": neighbours,
        "flags": test["flags"],
        "least": number(test["upper-f64"]),
        "most": number(test["lower-f64"]),
        "lo": test["lo"],
        "hi": test["hi"],
        "tight": test["tight"],
        "mechanism": with_words_of_libraries(mechanism, moved),
    }
    forms = {library: form for library, (form, asked) in LIBRARIES.items() if quantity in asked}
    calls = {library: form(mechanism) for library, form in forms.items()}
    if "dp-accounting" in calls:
        calls["dp-accounting"] = of_dp_accounting(mechanism, moved)
    return {**made, "calls": {library: call for library, call in calls.items() if call is not None}}


def number(text):
    """An integer or a binary64; infinity as a text, since JSON has none."""
    if text == "inf":
        return text
    exact = Fraction(float.fromhex(text)) if "x" in text else Fraction(text)
    if Fraction(float(exact)) != exact and exact.denominator != 1:
        raise ValueError(f"{text} is no binary64, and the question has no flag that says so")
    return int(exact) if exact.denominator == 1 and abs(exact) < 2**64 else float(exact)


def is_number(text):
    return text[:1].isdigit() or text[:1] == "-" or text == "inf"


def plain(node):
    """The same question, with numbers as numbers."""
    if isinstance(node, dict):
        return {name: plain(value) for name, value in node.items()}
    if isinstance(node, list):
        return [plain(value) for value in node]
    return number(node) if isinstance(node, str) and is_number(node) else node


def asked_at(quantity, parameters):
    """The parameter of the question, flat."""
    if quantity in ("delta", "eps", "beta") and len(parameters) == 1:
        return {"at": next(iter(parameters.values()))}
    return {"parameters": parameters} if parameters else {}


def numbers_of(node):
    if isinstance(node, dict):
        for value in node.values():
            yield from numbers_of(value)
    elif isinstance(node, list):
        for value in node:
            yield from numbers_of(value)
    elif isinstance(node, (int, float)) and not isinstance(node, bool):
        yield node


def steps(mechanism):
    """The number of steps that are composed, at the most."""
    inner = [mechanism.get("mechanism"), *mechanism.get("mechanisms", [])]
    most = sum(steps(part) for part in inner if isinstance(part, dict)) or 1
    return most * mechanism["count"] if mechanism["kind"] == "repeat" else most


def level(test, mechanism, parameters):
    flags = set(test["flags"])
    numbers = [abs(x) for x in numbers_of(mechanism) if x]
    deltas = [parameters["delta"]] if "delta" in parameters else []
    answer = float(number(test["upper-f64"]))
    is_extreme = (
        flags & EXTREME
        or not all(LEAST <= x <= MOST for x in numbers)
        or any(0 < delta < SMALL for delta in deltas)
        or (answer and not SMALL <= answer <= MOST)
        or steps(mechanism) > MANY
    )
    if is_extreme:
        return "extreme"
    return "edge" if "domain-edge" in flags or math.isinf(answer) else "core"


def relation(mechanism):
    """The neighbours that the question names: of one sample all steps have the same ones."""
    if isinstance(mechanism, list):
        found = {relation(part) for part in mechanism} - {None}
        return found.pop() if len(found) == 1 else None
    if not isinstance(mechanism, dict):
        return None
    return mechanism.get("adjacency") or relation([part for part in mechanism.values() if isinstance(part, (dict, list))])


def with_words_of_libraries(mechanism, moved):
    """The mechanism with its parameters in the words that libraries use too, where they are exact.

    A noise multiplier is noise over the norm of one record: where a record is replaced, a sum is `moved` by twice that norm.
    """
    if isinstance(mechanism, list):
        return [with_words_of_libraries(part, moved) for part in mechanism]
    if not isinstance(mechanism, dict):
        return mechanism
    made = {name: with_words_of_libraries(value, moved) for name, value in mechanism.items()}
    match mechanism:
        case {"kind": "laplace" | "discrete-laplace", "eps": eps} if (scale := inverse(eps)) is not None:
            made["scale"] = scale
        case {"kind": "discrete-gaussian", "sigma_sq": square} if (scale := root(square)) is not None:
            made["scale"] = scale
        case {"kind": "gdp", "mu": mu} if (sigma := inverse(mu)) is not None:
            made["noise_multiplier"] = moved * sigma
        case {"kind": "gaussian", "sigma": sigma}:
            made["noise_multiplier"] = moved * sigma
    return made
