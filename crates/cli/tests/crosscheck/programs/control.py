"""Programs whose every answer has a known verdict, for the tests of `dpcert crosscheck`.

The truth is that of (eps, delta)-DP mechanisms with rational e^eps, k-fold, from its definition in exact
fractions: all outcomes of Kairouz, Oh and Viswanath's pair. It shares nothing with dpcert.
"""

import json
import math
import os
import re
import subprocess
import sys
import time
from fractions import Fraction


def exp_of(text):
    """e^x for x = 0, ln(p/q) or n*ln(p/q)."""
    if text == "0":
        return Fraction(1)
    times, argument = re.fullmatch(r"(?:(\d+)\*)?ln\(([\d/]+)\)", text).groups()
    return Fraction(argument) ** int(times or 1)


def outcomes(mechanism):
    """(P, Q) masses of a k-fold composition, losses ascending in the number of times -eps."""
    count = int(mechanism["count"]) if mechanism["kind"] == "repeat" else 1
    step = mechanism["mechanism"] if mechanism["kind"] == "repeat" else mechanism
    e, delta = exp_of(step["eps"]), Fraction(step["delta"])
    c = (1 - delta) / (1 + e)
    infinite = 1 - (1 - delta) ** count
    rest = [
        (math.comb(count, i) * (c * e) ** (count - i) * c**i, math.comb(count, i) * c ** (count - i) * (c * e) ** i)
        for i in range(count + 1)
    ]
    return [(infinite, Fraction(0))] + rest + [(Fraction(0), infinite)]


def truth(request):
    pairs = outcomes(request["mechanism"])
    (name, parameters), = request["query"].items()
    if name in ("delta", "tv"):
        g = exp_of(parameters["eps"]) if name == "delta" else 1
        return sum(max(p - g * q, 0) for p, q in pairs)
    level, beta = Fraction(parameters["alpha"]), Fraction(1)
    for p, q in pairs:
        if q > level:
            return beta - p * level / q
        level, beta = level - q, beta - p
    return beta


def ok(request, value, bound="upper", **more):
    return {"id": request["id"], "status": "ok", "value": str(value), "bound": bound, **more, "program": "control 1"}


def answer(mode, request, number):
    """The text to print, or None to end."""
    value = truth(request)
    if mode == "estimate":
        return ok(request, value, mode, **{"rel-tol": "0"})
    if mode in ("upper", "lower"):
        return ok(request, value, mode)
    if mode == "interval":
        return {"id": request["id"], "status": "ok", "lo": str(value), "hi": str(value)}
    if mode.startswith("says:"):
        _, text, bound = mode.split(":")
        return ok(request, text, bound)
    if mode.startswith("times:"):
        _, factor, bound = mode.split(":")
        return ok(request, value * Fraction(factor), bound, **({"rel-tol": "1e-3"} if bound == "estimate" else {}))
    if mode in ("unsupported", "error"):
        return {"id": request["id"], "status": mode, "reason": "OverflowError: math range error"}
    if mode == "garbage":
        return "0.25"
    if mode == "bare-nan":
        return '{"id":"%s","status":"ok","value":NaN,"bound":"upper"}' % request["id"]
    if mode == "undeclared":
        return {"id": request["id"], "status": "ok", "value": str(value)}
    if mode == "other-id":
        return ok({"id": "another"}, value)
    if mode == "long":
        return "x" * (3 << 20)
    if mode == "binary":
        sys.stdout.buffer.write(b"\xff\xfe\n")
        return ""
    # The rest is right the first time and wrong the second.
    if number % 2 == 0:
        return ok(request, value)
    if mode == "late":
        if "PID_FILE" in os.environ:
            child = subprocess.Popen(["sleep", "600"])
            with open(os.environ["PID_FILE"], "a") as file:
                print(child.pid, file=file)
        time.sleep(600)
    if mode == "busy":
        while True:
            pass
    if mode == "slow":
        time.sleep(2)
        return ok(request, value)
    if mode == "dies":
        print("\n".join(f"line {i}" for i in range(1000)) + "\nSegmentation fault, nearly", file=sys.stderr)
        sys.exit(3)
    if mode == "ends":
        return None
    if mode == "twice":
        line = json.dumps(ok(request, value))
        return f"{line}\n{line}"
    raise ValueError(mode)


def main():
    mode = sys.argv[1]
    if mode == "never":
        sys.exit("no module named anything")
    if "FOLDER_FILE" in os.environ:
        with open(os.environ["FOLDER_FILE"], "a") as file:
            print(os.getcwd(), file=file)
        open("scratch", "w").close()
    for number, line in enumerate(sys.stdin):
        said = answer(mode, json.loads(line), number)
        if said is None:
            return
        if said != "":
            print(said if isinstance(said, str) else json.dumps(said), flush=True)
        sys.stdout.flush()


main()
