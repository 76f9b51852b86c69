"""prv-accountant: privacy random variables, composed by convolution; every answer is an interval.

The accountant is told how wide it may be: 0.01 in eps; in delta a thousandth of the target, as its documentation
recommends, or 1e-10 where delta is what is asked for. What it adds and subtracts for that may leave the range of a
probability, or of eps: such an end is that of the range here.
"""

from prv_accountant import PRVAccountant
from prv_accountant import privacy_random_variables as prv

from protocol import Unsupported, interval, inverse, not_below_0, one, real, serve, steps, unsupported_kind

EPS_ERROR = 0.01
DELTA_ERROR = 1e-10


def gaussian(fields):
    if "sigma" in fields:
        return prv.GaussianMechanism(real(fields, "sigma"))
    mu = real(fields, "mu")
    if mu == 0:
        raise Unsupported("mu = 0")
    return prv.GaussianMechanism(1.0, l2_sensitivity=mu)


def variable(mechanism):
    kind = mechanism["kind"]
    if kind in ("gaussian", "gdp"):
        return gaussian(mechanism)
    if kind == "laplace":
        return prv.LaplaceMechanism(mu=real(mechanism, "eps"))
    if kind == "approx-dp":
        eps, delta = real(mechanism, "eps"), real(mechanism, "delta")
        return prv.ApproximateDPMechanism(eps, delta) if delta else prv.PureDPMechanism(eps)
    if kind == "subsample" and mechanism["mechanism"]["kind"] == "gaussian":
        if (mechanism["method"], mechanism["adjacency"]) == ("poisson", "add-remove"):
            inner = mechanism["mechanism"]
            sigma = real(inner, "sigma") if "sigma" in inner else inverse(inner, "mu")
            return prv.PoissonSubsampledGaussianMechanism(real(mechanism, "rate"), sigma)
    raise unsupported_kind(mechanism)


def answer(mechanism, query):
    name, fields = one(query, "delta", "eps")
    parts = [(variable(step), count) for step, count in steps(mechanism)]
    if not parts:
        raise Unsupported("the empty composition")
    counts = [count for _, count in parts]
    at = real(fields, "delta" if name == "eps" else "eps")
    if name == "eps" and at < 1e-300:
        raise Unsupported("delta below 1e-300, of which a thousandth is asked as accuracy")
    accountant = PRVAccountant(
        [part for part, _ in parts],
        max_self_compositions=counts,
        eps_error=EPS_ERROR,
        delta_error=at / 1000 if name == "eps" else DELTA_ERROR,
    )
    ask = accountant.compute_epsilon if name == "eps" else accountant.compute_delta
    low, _, high = ask(at, counts)
    if name == "eps":
        return interval(not_below_0(low), not_below_0(high))
    return interval(0.0 if low < 0 else low, 1.0 if 1 < high <= 1 + DELTA_ERROR else high)


serve(
    "prv-accountant",
    answer,
    refusals=["Floating point errors will dominate", "Discrete mean differs from continuous mean significantly"],
)
