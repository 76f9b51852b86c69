"""The line protocol of `dpcert crosscheck`, as an adapter sees it: a request a line in, an answer a line out.

The questions are exact and the libraries compute in binary64, so a number is handed over only if it *is* a binary64
number: a question about 1/10 is answered "unsupported", never rounded to a question about something else. What a
library returns is written as a hex float, digit by digit what it returned.
"""

import json
import os
import re
import sys
import warnings
from fractions import Fraction
from importlib.metadata import version
from pathlib import Path
from types import ModuleType

TOKEN = re.compile(
    r"\s*(0[xX][0-9a-fA-F]*\.?[0-9a-fA-F]*[pP][+-]?\d+|0[xX][0-9a-fA-F]+"
    r"|(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?|[a-z]+|[-+*/^()])"
)


class Unsupported(Exception):
    """The library has no public function for this question, or no exact way to be asked it."""


class Logarithm:
    """ln(ratio), which no binary64 number is unless the ratio is 1."""

    def __init__(self, ratio):
        self.ratio = ratio


def exact(literal):
    """The value of a literal: a Fraction, or a Logarithm if it is ln() of one."""
    if isinstance(literal, int):
        return Fraction(literal)
    if not isinstance(literal, str):
        raise Unsupported(f"{literal!r} is not a literal")
    tokens, at = [], 0
    text = literal.strip()
    while at < len(text):
        found = TOKEN.match(text, at)
        if not found:
            raise Unsupported(f"{literal} is not understood here")
        tokens.append(found[1])
        at = found.end()
    if tokens[:2] == ["ln", "("]:
        value = Logarithm(_sum(tokens := tokens[1:], literal))
    else:
        value = _sum(tokens, literal)
    if tokens:
        raise Unsupported(f"{literal} is not a rational number or the logarithm of one")
    return value


def _sum(tokens, literal):
    total = _product(tokens, literal)
    while tokens and tokens[0] in "+-":
        total += _product(tokens, literal) if tokens.pop(0) == "+" else -_product(tokens, literal)
    return total


def _product(tokens, literal):
    product = _signed(tokens, literal)
    while tokens and tokens[0] in "*/":
        product = product * _signed(tokens, literal) if tokens.pop(0) == "*" else product / _signed(tokens, literal)
    return product


def _signed(tokens, literal):
    if tokens and tokens[0] in "+-":
        return -_signed(tokens, literal) if tokens.pop(0) == "-" else _signed(tokens, literal)
    base = _atom(tokens, literal)
    if tokens and tokens[0] == "^":
        del tokens[0]
        exponent = _signed(tokens, literal)
        if exponent.denominator != 1 or abs(exponent) > 100_000:
            raise Unsupported(f"a power in {literal}")
        base **= int(exponent)
    return base


def _atom(tokens, literal):
    if not tokens:
        raise Unsupported(f"{literal} ends early")
    token = tokens.pop(0)
    if token == "(":
        value = _sum(tokens, literal)
        if not tokens or tokens.pop(0) != ")":
            raise Unsupported(f"{literal} has an open parenthesis")
        return value
    if token[:2] in ("0x", "0X"):
        mantissa, _, exponent = token[2:].lower().partition("p")
        whole, _, fraction = mantissa.partition(".")
        return Fraction(int(whole + fraction, 16)) * Fraction(2) ** (int(exponent or 0) - 4 * len(fraction))
    if token[0].isdigit() or token[0] == ".":
        exponent = int((token.lower().split("e") + ["0"])[1])
        if abs(exponent) > 100_000:
            raise Unsupported(f"{literal} is not a binary64 number")
        return Fraction(token)
    raise Unsupported(f"{literal} is not a rational number or the logarithm of one")


def binary64(value, what="a parameter"):
    """The float that is equal to the Fraction."""
    if isinstance(value, Logarithm):
        if value.ratio != 1:
            raise Unsupported(f"{what} is a logarithm, and no binary64 number")
        return 0.0
    try:
        number = float(value)
    except OverflowError:
        number = float("inf")
    if number in (float("inf"), float("-inf")) or Fraction(number) != value:
        raise Unsupported(f"{what} is not a binary64 number")
    return number


def real(fields, name):
    """The field as a float, exactly."""
    if name not in fields:
        raise Unsupported(f"{fields.get('kind', 'the question')} without {name}")
    return binary64(exact(fields[name]), name)


def whole(fields, name):
    value = exact(fields[name])
    if isinstance(value, Logarithm) or value.denominator != 1:
        raise Unsupported(f"{name} is not an integer")
    return int(value)


# The fields of each kind that some adapter reads; of a question with another one, no answer is asked.
FIELDS = {
    "gaussian": {"sigma", "mu", "scale", "sensitivity"},
    "gdp": {"mu"},
    "laplace": {"eps", "scale", "sensitivity"},
    "discrete-laplace": {"eps", "sensitivity", "shifts"},
    "discrete-gaussian": {"sigma_sq", "sensitivity", "shifts"},
    "randomized-response": {"eps", "categories"},
    "approx-dp": {"eps", "delta"},
    "zcdp": {"rho"},
    "thresholded": {"noise", "eps", "sensitivity", "threshold", "release", "keys", "new", "known"},
    "exponential": {"eps", "composition"},
    "mixture-of-shifts": {"noise", "p", "shifts", "q", "q_shifts"},
    "gaussian-scales": {"ratio", "dimension"},
    "generalised-gaussian": {"power", "scale", "sensitivity"},
    "private-selection": {"base", "runs", "gamma", "mean", "p", "q"},
    "finite-pair": {"p", "q"},
    "subsample": {"method", "rate", "size", "population", "max_batch", "adjacency", "mechanism"},
    "repeat": {"mechanism", "count"},
    "compose": {"mechanisms"},
}


def require_known(mechanism, units):
    """Refuses a field that the adapter does not read: left out, the question would be another one."""
    kind = mechanism["kind"]
    unknown = set(mechanism) - FIELDS.get(kind, set(mechanism)) - {"kind"}
    if unknown:
        raise Unsupported(f"{kind} with {', '.join(sorted(unknown))}")
    if not units and kind in ("gaussian", "laplace") and {"scale", "sensitivity"} & set(mechanism):
        raise Unsupported(f"{kind} in units of the data")
    for part in [*mechanism.get("mechanisms", []), *filter(None, [mechanism.get("mechanism"), mechanism.get("base")])]:
        require_known(part, units)


def shifts(fields):
    """By how much neighbours move each count of integer noise, without signs and without those that do not move."""
    if "sensitivity" in fields:
        if "shifts" in fields:
            raise Unsupported("both sensitivity and shifts")
        stated = [whole(fields, "sensitivity")]
    else:
        stated = [whole({"shift": shift}, "shift") for shift in fields.get("shifts", ["1"])]
    return [abs(shift) for shift in stated if shift]


def inverse(fields, name):
    """1 over the field as a float, exactly."""
    value = exact(fields[name])
    if isinstance(value, Logarithm) or value == 0:
        raise Unsupported(f"1/{name} is not a binary64 number")
    return binary64(1 / value, f"1/{name}")


def ratio(fields, name):
    """e to the field, for libraries that take probabilities: a Fraction."""
    value = exact(fields[name])
    if isinstance(value, Logarithm):
        return value.ratio
    if value == 0:
        return Fraction(1)
    raise Unsupported(f"e^{name} is irrational, so the library's parameter is not a binary64 number")


def steps(mechanism, count=1):
    """The composition as [(mechanism, how often)]: a loop has each of its steps once."""
    kind = mechanism["kind"]
    if kind == "repeat":
        return steps(mechanism["mechanism"], count * whole(mechanism, "count"))
    if kind == "compose":
        return [step for part in mechanism["mechanisms"] for step in steps(part, count)]
    return [(as_coin(mechanism), count)] if count else []


def as_coin(mechanism):
    """Randomised response, where a pair of two outcomes and its mirror image is that; otherwise the mechanism."""
    if mechanism["kind"] == "finite-pair" and len(mechanism["p"]) == 2:
        p, q = ([exact(number) for number in mechanism[side]] for side in ("p", "q"))
        if p == q[::-1] and sum(p) == 1 and min(p) > 0:
            return {"kind": "randomized-response", "eps": f"ln({max(p) / min(p)})"}
    return mechanism


def one(query, *names):
    """The name and the fields of the query, which has to be one of those named."""
    [(name, fields)] = query.items()
    if name not in names:
        raise Unsupported(f"the quantity {name}")
    return name, fields


def unsupported_kind(mechanism, composed=False):
    kind = mechanism["kind"]
    if kind == "subsample":
        sampler = f"{mechanism.get('method')} sampling of {mechanism['mechanism']['kind']}"
        return Unsupported(f"{sampler}, {mechanism.get('adjacency', 'any adjacency')}")
    return Unsupported(f"{kind} in a composition" if composed else f"the kind {kind}")


def upper(value):
    return {"value": hexadecimal(value), "bound": "upper"}


def lower(value):
    return {"value": hexadecimal(value), "bound": "lower"}


def estimate(value, tolerance):
    return {"value": hexadecimal(value), "bound": "estimate", "rel-tol": tolerance}


def consistent(said, tolerance):
    """An answer with a promise: where logic makes answers equal or ordered, these are, within that relative tolerance."""
    return {**said, "consistent": tolerance}


def not_below_0(eps):
    """Questions are about eps >= 0. Some libraries search below as well, and what is private there is so at 0."""
    return 0.0 if eps < 0 else eps


def interval(low, high):
    return {"lo": hexadecimal(low), "hi": hexadecimal(high)}


def hexadecimal(value):
    return float(value).hex()


def name_of(package):
    """The installed version, and what it was built from if that is no release (scripts/crosscheck-peers)."""
    checkout = Path(sys.prefix) / "checkout.txt"
    return " ".join([package, version(package), *(checkout.read_text().split() if checkout.exists() else [])])


def is_missing(failure):
    """Does the adapter name what this version of the library is without: a function, a class, a keyword?

    An exception from inside the library is a failure of it, whatever it says.
    """
    last = failure.__traceback__
    while last.tb_next:
        last = last.tb_next
    if Path(last.tb_frame.f_code.co_filename).resolve().parent != Path(__file__).resolve().parent:
        return False
    if isinstance(failure, TypeError):
        return "unexpected keyword argument" in str(failure)
    if not isinstance(failure, AttributeError):
        return False
    owner = failure.obj if isinstance(failure.obj, (ModuleType, type)) else type(failure.obj)
    return getattr(owner, "__module__", owner.__name__) != "builtins"


def serve(package, answer, refusals=(), units=False):
    """Answers every line of stdin by `answer(mechanism, query)`, which reads noise in units of the data if it says so.

    An exception is an answer too: a failure of the library, unless its message contains one of the refusals, by which
    the library says that it does not take such a question, or it says that this version is without what is called.
    """
    replies, sys.stdout = sys.stdout, open(os.devnull, "w")  # a library's own messages are no answers
    warnings.simplefilter("ignore")
    program = name_of(package)
    for line in sys.stdin:
        request = json.loads(line)
        try:
            require_known(request["mechanism"], units)
            reply = {"status": "ok", **answer(request["mechanism"], request["query"])}
        except Unsupported as why:
            reply = {"status": "unsupported", "reason": str(why)}
        except Exception as failure:
            message = " ".join(f"{type(failure).__name__}: {failure}".split())[:300]
            refused = is_missing(failure) or any(refusal in message for refusal in refusals)
            reply = {"status": "unsupported" if refused else "error", "reason": message}
        print(json.dumps({"id": request["id"], **reply, "program": program}), file=replies, flush=True)
