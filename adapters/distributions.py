"""The privacy loss distributions of dp-accounting, of which other libraries read trade-off functions."""

from fractions import Fraction
from functools import reduce

from dp_accounting.pld import privacy_loss_distribution as pld
from dp_accounting.pld.common import DifferentialPrivacyParameters

from protocol import binary64, ratio, real, unsupported_kind, whole

REFUSALS = ["is not a positive real number", "must be strictly between 0 and 1", "is not in (0,1]"]


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


def composed(parts):
    """The distribution of a composition, of its steps and how often each is made."""
    return reduce(
        lambda whole, part: whole.compose(part),
        [distribution(step).self_compose(count) if count > 1 else distribution(step) for step, count in parts],
    )
