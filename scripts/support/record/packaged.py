"""The data of the package ``dpcert-vectors``, made of the files of ``vectors/v1``.

A line is a vector whose answer is one number with a safe side, and all of whose numbers are binary64: nothing in it needs more
than a reader of JSON. ``vectors/package/README.md`` says what its fields are.
"""

import json
import math
from fractions import Fraction

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
    made = {
        "id": test["id"],
        "level": level(test, mechanism, plain(parameters)),
        "family": family,
        "quantity": quantity,
        **asked_at(quantity, plain(parameters)),
        "safe": group["safe"],
        "relation": relation(mechanism),
        "flags": test["flags"],
        "least": number(test["upper-f64"]),
        "most": number(test["lower-f64"]),
        "lo": test["lo"],
        "hi": test["hi"],
        "tight": test["tight"],
        "mechanism": with_words_of_libraries(mechanism),
    }
    forms = {library: form for library, (form, asked) in LIBRARIES.items() if quantity in asked}
    calls = {library: form(mechanism) for library, form in forms.items()}
    if made["relation"] == "replace-one" and "dp-accounting" in calls:
        calls["dp-accounting"] = of_dp_accounting(mechanism, moved=2)
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


def inverse(x):
    """1/x, if that is a binary64."""
    return exactly(1 / Fraction(x)) if x else None


def root(x):
    """The square root, if that is a binary64."""
    found = exactly(Fraction(math.sqrt(x)))
    return found if found is not None and Fraction(found) ** 2 == Fraction(x) else None


def exactly(x):
    """A rational as an integer or a binary64, if it is one."""
    try:
        return int(x) if x.denominator == 1 and abs(x) < 2**53 else (float(x) if Fraction(float(x)) == x else None)
    except OverflowError:
        return None


def with_words_of_libraries(mechanism):
    """The mechanism with its parameters in the words that libraries use too, where they are exact."""
    if isinstance(mechanism, list):
        return [with_words_of_libraries(part) for part in mechanism]
    if not isinstance(mechanism, dict):
        return mechanism
    made = {name: with_words_of_libraries(value) for name, value in mechanism.items()}
    match mechanism:
        case {"kind": "laplace" | "discrete-laplace", "eps": eps} if (scale := inverse(eps)) is not None:
            made["scale"] = scale
        case {"kind": "discrete-gaussian", "sigma_sq": square} if (scale := root(square)) is not None:
            made["scale"] = scale
        case {"kind": "gdp", "mu": mu} if (sigma := inverse(mu)) is not None:
            made["noise_multiplier"] = sigma
        case {"kind": "gaussian", "sigma": sigma}:
            made["noise_multiplier"] = sigma
    return made


def of_dp_accounting(mechanism, moved=1):
    """An event, as the class and the arguments that make it; ``None`` where no event is this mechanism.

    A noise multiplier is noise over the norm of one record: where a record is replaced, a sum is ``moved`` by twice that norm.
    ``from_privacy_parameters`` makes a privacy loss distribution of (eps, delta)-DP, for which there is no event; it is composed
    with others of its like alone.
    """
    match mechanism:
        case {"kind": "gaussian", "sigma": sigma}:
            return {"class": "GaussianDpEvent", "noise_multiplier": moved * sigma}
        case {"kind": "gdp", "mu": mu} if (sigma := inverse(mu)) is not None:
            return {"class": "GaussianDpEvent", "noise_multiplier": moved * sigma}
        case {"kind": "laplace", "eps": eps} if (scale := inverse(eps)) is not None:
            return {"class": "LaplaceDpEvent", "noise_multiplier": moved * scale}
        case {"kind": "discrete-laplace", "eps": eps, "sensitivity": sensitivity} if eps and sensitivity and moved == 1:
            return {"class": "DiscreteLaplaceDpEvent", "noise_parameter": eps, "sensitivity": sensitivity}
        case {"kind": "zcdp", "rho": rho}:
            return {"class": "ZCDpEvent", "rho": rho}
        case {"kind": "approx-dp", "eps": eps, "delta": delta}:
            return {"class": "from_privacy_parameters", "epsilon": eps, "delta": delta}
        case {"kind": "repeat", "count": count, "mechanism": inner} if event := of_dp_accounting(inner, moved):
            return {"class": "SelfComposedDpEvent", "event": event, "count": count}
        case {"kind": "compose", "mechanisms": inner} if inner:
            events = [of_dp_accounting(part, moved) for part in inner]
            are_alike = all(events) and len({is_of_parameters(event) for event in events}) == 1
            return {"class": "ComposedDpEvent", "events": events} if are_alike else None
        case {"kind": "subsample", "mechanism": inner} if (event := of_dp_accounting(inner, moved)) and not is_of_parameters(event):
            return sampled(mechanism, event)
    return None


def is_of_parameters(call):
    """Is it made of privacy loss distributions of (eps, delta)-DP?"""
    return '"from_privacy_parameters"' in json.dumps(call)


def sampled(mechanism, event):
    match mechanism:
        case {"method": "poisson", "adjacency": "add-remove", "rate": rate}:
            return {"class": "PoissonSampledDpEvent", "sampling_probability": rate, "event": event}
        case {"method": "without-replacement", "adjacency": "replace-one", "size": size, "population": population}:
            call = {"class": "SampledWithoutReplacementDpEvent", "source_dataset_size": population, "sample_size": size}
            return {**call, "event": event}
    return None


def of_opendp(mechanism):
    """A measurement on integers whose input distance is 1, as the constructor and its arguments."""
    match mechanism:
        case {"kind": "discrete-laplace", "eps": eps, "sensitivity": 1} if (scale := inverse(eps)) is not None:
            return {"make": "make_laplace", "scale": scale}
        case {"kind": "discrete-gaussian", "sigma_sq": square, "shifts": [1]} if (scale := root(square)) is not None:
            return {"make": "make_gaussian", "scale": scale}
        case {"kind": "approx-dp", "eps": eps, "delta": delta}:
            return {"make": "approximate", "epsilon": eps, "delta": delta}
        case {"kind": "zcdp", "rho": rho}:
            return {"make": "zero_concentrated", "rho": rho}
        case {"kind": "repeat", "count": count, "mechanism": inner} if 0 < count <= 1000 and (one := of_opendp(inner)):
            return {"make": "make_composition", "measurements": [one], "count": count}
        case {"kind": "compose", "mechanisms": inner} if inner and all(parts := [of_opendp(part) for part in inner]):
            # A composition has one measure of privacy.
            are_alike = len({part["kind"] for part in inner}) == 1
            return {"make": "make_composition", "measurements": parts, "count": 1} if are_alike else None
    return None


def of_opacus(mechanism, count=1):
    """A history of DP-SGD: noise multiplier, sample rate and steps of each part."""
    match mechanism:
        case {"kind": "gaussian", "sigma": sigma}:
            return [[sigma, 1, count]]
        case {"method": "poisson", "adjacency": "add-remove", "rate": rate, "mechanism": {"kind": "gaussian", "sigma": sigma}}:
            return [[sigma, rate, count]]
        case {"kind": "repeat", "count": times, "mechanism": inner}:
            return of_opacus(inner, count * times)
        case {"kind": "compose", "mechanisms": inner} if all(parts := [of_opacus(part, count) for part in inner]):
            return [step for part in parts for step in part]
    return None


# How a library makes a mechanism, and the quantities that it can be asked.
LIBRARIES = {
    "dp-accounting": (of_dp_accounting, {"delta", "eps", "tv"}),
    "opendp": (of_opendp, {"delta", "eps", "tv", "rho"}),
    "opacus": (of_opacus, {"eps"}),
}
