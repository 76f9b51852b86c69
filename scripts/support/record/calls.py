"""How libraries make the mechanisms of the vectors: the field ``calls`` of the package ``dpcert-vectors``."""

import json
import math
from fractions import Fraction


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


def of_riskcal(mechanism):
    """What riskcal takes: mu, eps and delta, a history of DP-SGD, or privacy loss distributions of dp-accounting."""
    match mechanism:
        case {"kind": "gdp", "mu": mu} if mu:
            return {"gdp": mu}
        case {"kind": "approx-dp", "eps": eps, "delta": delta}:
            return {"adp": [eps, delta]}
    if (history := of_opacus(mechanism)) and all(count for _, _, count in history):
        return {"dpsgd": history}
    steps = distributions(mechanism)
    return {"pld": steps} if steps and all(step["count"] for step in steps) else None


def distributions(mechanism, count=1):
    """Constructors of privacy loss distributions with their arguments, and how often each is composed."""

    def step(make, **arguments):
        return [{"make": make, **arguments, "count": count}]

    match mechanism:
        case {"kind": "gaussian", "sigma": sigma}:
            return step("from_gaussian_mechanism", standard_deviation=sigma)
        case {"kind": "gdp", "mu": mu} if mu:
            return step("from_gaussian_mechanism", standard_deviation=1, sensitivity=mu)
        case {"kind": "laplace", "eps": eps} if eps:
            return step("from_laplace_mechanism", parameter=1, sensitivity=eps)
        case {"kind": "discrete-laplace", "eps": eps, "sensitivity": sensitivity} if eps and sensitivity:
            return step("from_discrete_laplace_mechanism", parameter=eps, sensitivity=sensitivity)
        case {"kind": "approx-dp", "eps": eps, "delta": delta}:
            return step("from_privacy_parameters", epsilon=eps, delta=delta)
        case {"method": "poisson", "adjacency": "add-remove", "rate": rate, "mechanism": {"kind": "gaussian", "sigma": sigma}}:
            return step("from_gaussian_mechanism", standard_deviation=sigma, sampling_prob=rate)
        case {"method": "poisson", "adjacency": "add-remove", "rate": rate, "mechanism": {"kind": "laplace", "eps": eps}} if eps:
            return step("from_laplace_mechanism", parameter=1, sensitivity=eps, sampling_prob=rate)
        case {"kind": "repeat", "count": times, "mechanism": inner}:
            return distributions(inner, count * times)
        case {"kind": "compose", "mechanisms": inner} if all(parts := [distributions(part, count) for part in inner]):
            return [one for part in parts for one in part]
    return None


def of_jax_privacy(mechanism):
    """An event of DP-SGD, as the function that makes it and its arguments.

    Its noise multiplier is noise over the norm of one record, and a replaced record moves a sum by twice that norm.
    """
    count = 1
    while mechanism["kind"] == "repeat":
        count, mechanism = count * mechanism["count"], mechanism["mechanism"]
    match mechanism:
        case {"kind": "gaussian", "sigma": sigma}:
            made = ["dpsgd_event", sigma, {"sampling_prob": 1}]
        case {"kind": "gdp", "mu": mu} if (sigma := inverse(mu)) is not None:
            made = ["dpsgd_event", sigma, {"sampling_prob": 1}]
        case {"method": "poisson", "adjacency": "add-remove", "rate": rate, "mechanism": {"kind": "gaussian", "sigma": sigma}}:
            made = ["dpsgd_event", sigma, {"sampling_prob": rate}]
        case {
            "method": "truncated-poisson",
            "adjacency": "add-remove",
            "rate": rate,
            "population": population,
            "max_batch": most,
            "mechanism": {"kind": "gaussian", "sigma": sigma},
        }:
            sizes = {"num_examples": population, "truncated_batch_size": most}
            made = ["truncated_dpsgd_event", sigma, {"sampling_prob": rate, **sizes}]
        case {
            "method": "without-replacement",
            "adjacency": "replace-one",
            "size": size,
            "population": population,
            "mechanism": {"kind": "gaussian", "sigma": sigma},
        }:
            made = ["fixed_dpsgd_event", 2 * sigma, {"dataset_size": population, "batch_size": size}]
        case {"kind": "group", "size": size, "mechanism": {"method": "poisson"} as inner} if call := of_jax_privacy(inner):
            # The records of one user: there is an accountant for them, and no event.
            return {**call, "event": "user-level", "iterations": count, "examples_per_user": size}
        case _:
            return None
    event, sigma, arguments = made
    return {"event": event, "noise_multiplier": sigma, "iterations": count, **arguments}


# How a library makes a mechanism, and the quantities that it can be asked.
LIBRARIES = {
    "dp-accounting": (of_dp_accounting, {"delta", "eps", "tv"}),
    "jax-privacy": (of_jax_privacy, {"delta", "eps", "tv"}),
    "opacus": (of_opacus, {"eps"}),
    "opendp": (of_opendp, {"delta", "eps", "tv", "rho"}),
    "riskcal": (of_riskcal, {"beta", "tv", "bayes-error"}),
}
