"""dp-accounting: privacy loss distributions, composed by convolution.

Pessimistic, as is the default, so that delta, eps and the total variation are documented as upper bounds; with the
argument `optimistic` the other way round, as lower bounds. Discretisation interval and truncation are the defaults.
"""

import sys
from fractions import Fraction
from functools import partial, reduce
from math import isqrt

from dp_accounting.pld import privacy_loss_distribution as pld
from dp_accounting.pld.common import DifferentialPrivacyParameters

from protocol import (
    Unsupported,
    binary64,
    exact,
    inverse,
    lower,
    one,
    ratio,
    real,
    serve,
    shifts,
    steps,
    unsupported_kind,
    upper,
    whole,
)

PESSIMISTIC = sys.argv[1:] != ["optimistic"]
REFUSALS = ["is not a positive real number", "must be strictly between 0 and 1", "is not in (0,1]"]


def gaussian(fields, rate=1.0):
    if "scale" in fields:
        scale = {"standard_deviation": real(fields, "scale"), "sensitivity": real(fields, "sensitivity")}
    elif "sigma" in fields:
        scale = {"standard_deviation": real(fields, "sigma")}
    else:
        scale = {"standard_deviation": 1.0, "sensitivity": real(fields, "mu")}
    return pld.from_gaussian_mechanism(**scale, sampling_prob=rate, pessimistic_estimate=PESSIMISTIC)


def laplace(fields, rate=1.0):
    if "scale" in fields:
        scale, sensitivity = real(fields, "scale"), real(fields, "sensitivity")
    else:
        # The loss depends on sensitivity / parameter only, and 1/eps is not a binary64 number.
        scale, sensitivity = 1.0, real(fields, "eps")
    return pld.from_laplace_mechanism(
        scale, sensitivity=sensitivity, sampling_prob=rate, pessimistic_estimate=PESSIMISTIC
    )


def discrete_laplace(fields, rate=1.0):
    moved = shifts(fields)
    if len(moved) > 1 and rate != 1.0:
        raise Unsupported("sampled discrete Laplace noise on several counts")
    make = partial(pld.from_discrete_laplace_mechanism, sampling_prob=rate, pessimistic_estimate=PESSIMISTIC)
    return compose([make(real(fields, "eps"), sensitivity=shift) for shift in moved])


def discrete_gaussian(fields, rate=1.0):
    square = exact(fields["sigma_sq"])
    root = Fraction(isqrt(square.numerator), isqrt(square.denominator))
    if root * root != square:
        raise Unsupported("sigma is irrational")
    moved = shifts(fields)
    if len(moved) > 1 and rate != 1.0:
        raise Unsupported("sampled discrete Gaussian noise on several counts")
    make = partial(pld.from_discrete_gaussian_mechanism, sampling_prob=rate, pessimistic_estimate=PESSIMISTIC)
    return compose([make(binary64(root, "sigma"), sensitivity=shift) for shift in moved])


def randomized_response(fields):
    categories = whole(fields, "categories") if "categories" in fields else 2
    # With probability 1 - p the truth, otherwise uniform: e^eps = (1 - p + p/k) / (p/k).
    noise = Fraction(categories) / (ratio(fields, "eps") + categories - 1)
    return pld.from_randomized_response(
        binary64(noise, "the noise parameter"), categories, pessimistic_estimate=PESSIMISTIC
    )


def approx_dp(fields):
    if not PESSIMISTIC:
        raise Unsupported("approx-dp: from_privacy_parameters is pessimistic only")
    return pld.from_privacy_parameters(DifferentialPrivacyParameters(real(fields, "eps"), real(fields, "delta")))


SAMPLED = {
    "gaussian": gaussian,
    "gdp": gaussian,
    "laplace": laplace,
    "discrete-laplace": discrete_laplace,
    "discrete-gaussian": discrete_gaussian,
}
KINDS = {**SAMPLED, "randomized-response": randomized_response, "approx-dp": approx_dp}


def distribution(mechanism):
    kind = mechanism["kind"]
    if kind == "subsample":
        inner = mechanism["mechanism"]
        method = (mechanism["method"], mechanism["adjacency"])
        # Not in every release.
        if method == ("truncated-poisson", "add-remove") and hasattr(pld, "from_truncated_subsampled_gaussian_mechanism"):
            return truncated(mechanism)
        if method == ("poisson", "add-remove") and inner["kind"] in SAMPLED:
            return SAMPLED[inner["kind"]](inner, real(mechanism, "rate"))
    elif kind in KINDS:
        return KINDS[kind](mechanism)
    raise unsupported_kind(mechanism)


def truncated(mechanism):
    """Gaussian noise on a Poisson sample, of which at most a number of records are kept."""
    if not PESSIMISTIC:
        raise Unsupported("from_truncated_subsampled_gaussian_mechanism is pessimistic only")
    inner = mechanism["mechanism"]
    if inner["kind"] not in ("gaussian", "gdp") or "sensitivity" in inner:
        raise unsupported_kind(mechanism)
    noise = real(inner, "sigma") if "sigma" in inner else inverse(inner, "mu")
    sizes = whole(mechanism, "population"), real(mechanism, "rate"), whole(mechanism, "max_batch")
    return pld.from_truncated_subsampled_gaussian_mechanism(*sizes, noise)


def compose(distributions):
    if not distributions:
        return pld.identity(pessimistic_estimate=PESSIMISTIC)
    return reduce(lambda whole, part: whole.compose(part), distributions)


def answer(mechanism, query):
    name, fields = one(query, "delta", "eps", "tv")
    argument = {"delta": "eps", "eps": "delta"}.get(name)
    at = real(fields, argument) if argument else 0.0
    parts = []
    for step, count in steps(mechanism):
        part = distribution(step)
        parts.append(part.self_compose(count) if count > 1 else part)
    composed = compose(parts)
    value = composed.get_epsilon_for_delta(at) if name == "eps" else composed.get_delta_for_epsilon(at)
    return upper(value) if PESSIMISTIC else lower(value)


serve("dp-accounting", answer, refusals=REFUSALS, units=True)
