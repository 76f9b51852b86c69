"""riskcal: the bounds for all rho-zCDP mechanisms, asked at mechanisms that are rho-zCDP.

Gaussian noise with mu is mu^2/2-zCDP, eps-DP is eps^2/2-zCDP, and the rho of steps add up. The second error of a test is at
least what `get_beta_from_zcdp` says, and the advantage at most what `get_advantage_from_zcdp` says. A rho that is no binary64
number is rounded up: the class is then larger, and its bounds hold.
"""

import math
from fractions import Fraction

from riskcal.analysis import get_advantage_from_zcdp, get_beta_from_zcdp

from protocol import Logarithm, Unsupported, exact, lower, one, real, serve, steps, unsupported_kind, upper


def rational(fields, name):
    value = exact(fields[name])
    if isinstance(value, Logarithm):
        raise Unsupported(f"{name} is a logarithm")
    return value


def rho(step):
    kind = step["kind"]
    if kind == "gaussian" and "sigma" in step:
        return 1 / (2 * rational(step, "sigma") ** 2)
    if kind in ("gaussian", "gdp"):
        return rational(step, "mu") ** 2 / 2
    if kind == "laplace" or kind == "approx-dp" and rational(step, "delta") == 0:
        return rational(step, "eps") ** 2 / 2
    raise unsupported_kind(step)


def rounded_up(value):
    try:
        number = float(value)
    except OverflowError:
        raise Unsupported("rho is larger than binary64 numbers are") from None
    return number if Fraction(number) >= value else math.nextafter(number, math.inf)


def answer(mechanism, query):
    name, fields = one(query, "beta", "tv")
    total = rounded_up(sum((count * rho(step) for step, count in steps(mechanism)), Fraction(0)))
    if name == "tv":
        return upper(get_advantage_from_zcdp(total))
    return lower(get_beta_from_zcdp(total, real(fields, "alpha")))


serve("riskcal", answer, refusals=["epsilon must be positive"])
