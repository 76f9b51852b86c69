"""dp-accounting: the Renyi accountant with its default orders; delta and eps are upper bounds."""

from fractions import Fraction

import dp_accounting
from dp_accounting.rdp import RdpAccountant

from protocol import (
    Unsupported,
    binary64,
    exact,
    inverse,
    one,
    ratio,
    real,
    serve,
    steps,
    unsupported_kind,
    upper,
    whole,
)

Neighbours = dp_accounting.NeighboringRelation


def gaussian(fields):
    if "sigma" in fields:
        return dp_accounting.GaussianDpEvent(real(fields, "sigma"))
    return dp_accounting.GaussianDpEvent(inverse(fields, "mu"))


def event(mechanism):
    """What was run, and between which neighbours (None: either)."""
    kind = mechanism["kind"]
    if kind in ("gaussian", "gdp"):
        return gaussian(mechanism), None
    if kind == "laplace":
        return dp_accounting.LaplaceDpEvent(inverse(mechanism, "eps")), None
    if kind == "zcdp":
        return dp_accounting.ZCDpEvent(rho=real(mechanism, "rho")), None
    if kind == "randomized-response":
        categories = whole(mechanism, "categories") if "categories" in mechanism else 2
        noise = Fraction(categories) / (ratio(mechanism, "eps") + categories - 1)
        randomized = dp_accounting.RandomizedResponseDpEvent(binary64(noise, "the noise parameter"), categories)
        return randomized, Neighbours.REPLACE_ONE
    if kind == "subsample" and mechanism["mechanism"]["kind"] in ("gaussian", "gdp"):
        inner = gaussian(mechanism["mechanism"])
        if (mechanism["method"], mechanism["adjacency"]) == ("poisson", "add-remove"):
            sampled = dp_accounting.PoissonSampledDpEvent(real(mechanism, "rate"), inner)
            return sampled, Neighbours.ADD_OR_REMOVE_ONE
        if (mechanism["method"], mechanism["adjacency"]) == ("without-replacement", "replace-one"):
            # The sensitivity is that of the neighbours asked about, here and there: at rate 1 nothing is sampled.
            rate = exact(mechanism["rate"]) if "rate" in mechanism else None
            size = rate.numerator if rate else whole(mechanism, "size")
            population = rate.denominator if rate else whole(mechanism, "population")
            sampled = dp_accounting.SampledWithoutReplacementDpEvent(population, size, inner)
            return sampled, Neighbours.REPLACE_ONE
    raise unsupported_kind(mechanism)


def answer(mechanism, query):
    name, fields = one(query, "delta", "eps")
    events, relations = [], set()
    for step, count in steps(mechanism):
        what, relation = event(step)
        events.append((what, count))
        relations.add(relation)
    relations.discard(None)
    if len(relations) > 1:
        raise Unsupported("two kinds of neighbours")
    relation = relations.pop() if relations else Neighbours.ADD_OR_REMOVE_ONE
    accountant = RdpAccountant(neighboring_relation=relation)
    for what, count in events:
        accountant.compose(what, count)
    if name == "eps":
        return upper(accountant.get_epsilon(real(fields, "delta")))
    return upper(accountant.get_delta(real(fields, "eps")))


serve("dp-accounting", answer)
