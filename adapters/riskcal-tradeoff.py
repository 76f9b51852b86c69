"""riskcal: trade-off functions and advantages, from dp-accounting's privacy loss distributions.

The documentation calls beta the optimal trade-off and promises no side and no accuracy: it is held to four digits,
as fine as the grid of losses is, and to nine where it is a closed form. The advantage is the total variation, and its
documentation refers to the distribution's delta at eps = 0, an upper bound.
"""

from fractions import Fraction
from functools import reduce

from dp_accounting.pld import privacy_loss_distribution as pld
from dp_accounting.pld.common import DifferentialPrivacyParameters
from riskcal.analysis import (
    get_advantage_from_gdp,
    get_advantage_from_pld,
    get_beta_from_adp,
    get_beta_from_gdp,
    get_beta_from_pld,
)

from protocol import Unsupported, binary64, estimate, one, ratio, real, serve, steps, unsupported_kind, upper, whole

REFUSALS = ["is not a positive real number", "must be strictly between 0 and 1", "is not in (0,1]"]
GRID = "1e-4"
CLOSED_FORM = "1e-9"


def gaussian(fields, rate=1.0):
    if "sigma" in fields:
        scale = {"standard_deviation": real(fields, "sigma")}
    else:
        scale = {"standard_deviation": 1.0, "sensitivity": real(fields, "mu")}
    return pld.from_gaussian_mechanism(**scale, sampling_prob=rate)


def laplace(fields, rate=1.0):
    return pld.from_laplace_mechanism(1.0, sensitivity=real(fields, "eps"), sampling_prob=rate)


def distribution(mechanism):
    kind = mechanism["kind"]
    if kind in ("gaussian", "gdp"):
        return gaussian(mechanism)
    if kind == "laplace":
        return laplace(mechanism)
    if kind == "approx-dp":
        guarantee = DifferentialPrivacyParameters(real(mechanism, "eps"), real(mechanism, "delta"))
        return pld.from_privacy_parameters(guarantee)
    if kind == "randomized-response":
        categories = whole({"categories": 2, **mechanism}, "categories")
        noise = Fraction(categories) / (ratio(mechanism, "eps") + categories - 1)
        return pld.from_randomized_response(binary64(noise, "the noise parameter"), categories)
    if kind == "subsample" and mechanism["mechanism"]["kind"] in ("gaussian", "gdp", "laplace"):
        if (mechanism["method"], mechanism["adjacency"]) == ("poisson", "add-remove"):
            inner = mechanism["mechanism"]
            make = laplace if inner["kind"] == "laplace" else gaussian
            return make(inner, real(mechanism, "rate"))
    raise unsupported_kind(mechanism)


def answer(mechanism, query):
    name, fields = one(query, "beta", "tv")
    parts = steps(mechanism)
    if not parts:
        raise Unsupported("the empty composition")
    [single] = parts if sum(count for _, count in parts) == 1 else [(None, 0)]
    step = single[0] or {}
    if name == "beta":
        alpha = real(fields, "alpha")
        if step.get("kind") == "gdp":
            return estimate(get_beta_from_gdp(real(step, "mu"), alpha), CLOSED_FORM)
        if step.get("kind") == "approx-dp":
            return estimate(get_beta_from_adp(real(step, "eps"), real(step, "delta"), alpha), CLOSED_FORM)
    if name == "tv" and step.get("kind") == "gdp":
        return estimate(get_advantage_from_gdp(real(step, "mu")), CLOSED_FORM)
    composed = reduce(
        lambda whole, part: whole.compose(part),
        [distribution(step).self_compose(count) if count > 1 else distribution(step) for step, count in parts],
    )
    if name == "tv":
        return upper(get_advantage_from_pld(composed))
    return estimate(get_beta_from_pld(composed, alpha), GRID)


serve("riskcal", answer, refusals=REFUSALS)
