"""dp-accounting: the Renyi accountant with its default orders; delta, eps and Renyi divergences are upper bounds.

What is repeated or composed at the top is composed by the accountant, with its count; what is so inside of that is an event
of its own. The accountant adds Renyi divergences and converts the sum, which rises with each of them. So without sampling,
where they are closed forms, another way to write the same steps has the same answer but for rounding.
"""

from fractions import Fraction
from math import isqrt

import dp_accounting
from dp_accounting.rdp import RdpAccountant

from protocol import (
    Unsupported,
    as_coin,
    binary64,
    consistent,
    exact,
    inverse,
    one,
    ratio,
    real,
    serve,
    shifts,
    unsupported_kind,
    upper,
    whole,
)

Neighbours = dp_accounting.NeighboringRelation


def gaussian(fields):
    if "sigma" in fields:
        return dp_accounting.GaussianDpEvent(real(fields, "sigma"))
    return dp_accounting.GaussianDpEvent(inverse(fields, "mu"))


def discrete_gaussian(fields):
    """Noise on one count."""
    square = exact(fields["sigma_sq"])
    root = Fraction(isqrt(square.numerator), isqrt(square.denominator)) if isinstance(square, Fraction) else None
    if root is None or root * root != square:
        raise Unsupported("a sigma^2 that is not the square of a rational number")
    [shift] = shifts(fields)
    return dp_accounting.DiscreteGaussianDpEvent(binary64(root, "sigma"), float(shift), dimension=1)


def event(mechanism, relations):
    """What was run. The kind of neighbours that it is about, where that matters, is added to the relations."""
    mechanism = as_coin(mechanism)
    kind = mechanism["kind"]
    if kind == "repeat":
        return dp_accounting.SelfComposedDpEvent(event(mechanism["mechanism"], relations), whole(mechanism, "count"))
    if kind == "compose":
        return dp_accounting.ComposedDpEvent([event(part, relations) for part in mechanism["mechanisms"]])
    if kind in ("gaussian", "gdp"):
        return gaussian(mechanism)
    if kind == "laplace":
        return dp_accounting.LaplaceDpEvent(inverse(mechanism, "eps"))
    # Not in the release 0.6.0: in the repository after it.
    if kind == "exponential" and "scores" not in mechanism and hasattr(dp_accounting, "ExponentialMechanismDpEvent"):
        return dp_accounting.ExponentialMechanismDpEvent(real(mechanism, "eps"))
    if kind == "private-selection" and "base" in mechanism and hasattr(dp_accounting, "RepeatAndSelectDpEvent"):
        base = mechanism["base"]
        if base["kind"] == "approx-dp":
            base = dp_accounting.EpsilonDeltaDpEvent(real(base, "eps"), real(base, "delta"))
        else:
            base = event(base, relations)
        # The mean of the other distributions is not rational. A shape of infinity is the Poisson distribution.
        if mechanism["runs"] == "geometric":
            return dp_accounting.RepeatAndSelectDpEvent(base, inverse(mechanism, "gamma"), 1.0)
        if mechanism["runs"] == "poisson":
            return dp_accounting.RepeatAndSelectDpEvent(base, real(mechanism, "mean"), float("inf"))
    if kind == "discrete-gaussian" and hasattr(dp_accounting, "DiscreteGaussianDpEvent"):
        return discrete_gaussian(mechanism)
    if kind == "zcdp":
        return dp_accounting.ZCDpEvent(rho=real(mechanism, "rho"))
    if kind == "randomized-response":
        categories = whole(mechanism, "categories") if "categories" in mechanism else 2
        noise = Fraction(categories) / (ratio(mechanism, "eps") + categories - 1)
        relations.add(Neighbours.REPLACE_ONE)
        return dp_accounting.RandomizedResponseDpEvent(binary64(noise, "the noise parameter"), categories)
    if kind == "subsample" and mechanism["mechanism"]["kind"] in ("gaussian", "gdp", "discrete-gaussian"):
        inner = event(mechanism["mechanism"], relations)
        if (mechanism["method"], mechanism["adjacency"]) == ("poisson", "add-remove"):
            relations.add(Neighbours.ADD_OR_REMOVE_ONE)
            return dp_accounting.PoissonSampledDpEvent(real(mechanism, "rate"), inner)
        if (mechanism["method"], mechanism["adjacency"]) == ("without-replacement", "replace-one"):
            # The sensitivity is that of the neighbours asked about, here and there: at rate 1 nothing is sampled.
            rate = exact(mechanism["rate"]) if "rate" in mechanism else None
            size = rate.numerator if rate else whole(mechanism, "size")
            population = rate.denominator if rate else whole(mechanism, "population")
            relations.add(Neighbours.REPLACE_ONE)
            return dp_accounting.SampledWithoutReplacementDpEvent(population, size, inner)
    raise unsupported_kind(mechanism)


def counted(mechanism):
    """What the accountant composes, and how many times."""
    parts = mechanism["mechanisms"] if mechanism["kind"] == "compose" else [mechanism]
    repeated = [part if part["kind"] == "repeat" else {"mechanism": part, "count": 1} for part in parts]
    return [(part["mechanism"], whole(part, "count")) for part in repeated]


def is_sampled(mechanism):
    parts = [*mechanism.get("mechanisms", []), *filter(None, [mechanism.get("mechanism")])]
    return mechanism["kind"] == "subsample" or any(map(is_sampled, parts))


def answer(mechanism, query):
    name, fields = one(query, "delta", "eps", "renyi")
    relations = set()
    events = [(event(step, relations), count) for step, count in counted(mechanism) if count]
    if len(relations) > 1:
        raise Unsupported("two kinds of neighbours")
    relation = relations.pop() if relations else Neighbours.ADD_OR_REMOVE_ONE
    orders = [real(fields, "order")] if name == "renyi" else None
    if orders and not 1 < orders[0]:
        raise Unsupported("an order that is not above 1")
    accountant = RdpAccountant(orders=orders, neighboring_relation=relation)
    for what, count in events:
        accountant.compose(what, count)
    if name == "renyi":
        # It has no public name.
        said = upper(float(accountant._rdp[0]))
    elif name == "eps":
        said = upper(accountant.get_epsilon(real(fields, "delta")))
    else:
        said = upper(accountant.get_delta(real(fields, "eps")))
    return said if is_sampled(mechanism) else consistent(said, "1e-9")


serve("dp-accounting", answer)
