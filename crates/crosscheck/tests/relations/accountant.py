"""A small accountant, right or with one fault, for the tests of relations.

It adds what the steps cost, in binary64, and answers by a formula that rises with the total: no library, but the answers
have every symmetry and every order that those of one have.

accountant.py FAULT DECLARED    FAULT is none, drops-count, forgets-order, grid or falls; DECLARED is promised, upper,
                                lower or interval
"""

import json
import math
import sys
from fractions import Fraction

FAULT, DECLARED = sys.argv[1:]


def number(text):
    if text.startswith("ln("):
        return math.log(float(text[3:-1]))
    return float.fromhex(text) if text.startswith("0x") else float(Fraction(text))


def cost(mechanism):
    """Half of the square of sensitivity / noise, or of eps."""
    kind = mechanism["kind"]
    if kind == "repeat":
        count = int(mechanism["count"])
        if FAULT == "drops-count":
            count = min(count, 1)
        if FAULT == "falls":
            count = min(count, 8 - count % 2)
        return count * cost(mechanism["mechanism"])
    if kind == "compose":
        parts = mechanism["mechanisms"]
        total = sum(cost(part) for part in parts)
        if FAULT == "forgets-order" and parts and parts[0]["kind"] == "repeat":
            total = int(parts[0]["count"]) * sum(cost(part["mechanism"]) for part in parts if part["kind"] == "repeat")
        return total * 1.001 if FAULT == "grid" and len(parts) > 1 else total
    if kind == "subsample":
        rate = number(mechanism["rate"]) if "rate" in mechanism else int(mechanism["size"]) / int(mechanism["population"])
        return rate * rate * cost(mechanism["mechanism"])
    if kind == "group":
        return int(mechanism["size"]) ** 2 * cost(mechanism["mechanism"])
    if kind == "zcdp":
        return number(mechanism["rho"])
    if "scale" in mechanism:
        size = number(mechanism["sensitivity"]) / number(mechanism["scale"])
    elif kind == "gaussian":
        size = 1 / number(mechanism["sigma"])
    elif kind == "gdp":
        size = number(mechanism["mu"])
    elif kind == "discrete-gaussian":
        size = number(mechanism["shifts"][0]) / math.sqrt(number(mechanism["sigma_sq"]))
    else:
        size = number(mechanism["eps"]) * number(mechanism.get("sensitivity", "1"))
    return size * size / 2


def answer(total, query):
    [(name, fields)] = query.items()
    if name == "eps":
        return total + 2 * math.sqrt(total * -math.log(number(fields["delta"])))
    if name == "beta":
        return (1 - number(fields["alpha"])) * math.exp(-total)
    return (1 - math.exp(-total)) * math.exp(-number(fields["eps"]) if name == "delta" else 0)


for line in sys.stdin:
    request = json.loads(line)
    value = answer(cost(request["mechanism"]), request["query"])
    if DECLARED == "interval":
        high = value * 1.01 if "eps" in request["query"] else min(value * 1.01, 1.0)
        said = {"lo": (value * 0.99).hex(), "hi": high.hex()}
    else:
        said = {"value": value.hex(), "bound": "lower" if DECLARED == "lower" else "upper"}
    if DECLARED == "promised":
        said["consistent"] = "1e-9"
    print(json.dumps({"id": request["id"], "status": "ok", **said, "program": "accountant 1"}), flush=True)
