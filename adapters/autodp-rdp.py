"""autodp: its mechanisms, composed by their Renyi divergences.

Renyi divergences, and what is converted from them, are upper bounds. The exact formulas (Gaussian mechanisms and their
compositions) come without a statement about rounding and are held to nine digits only.
"""

from autodp.mechanism_zoo import (
    ExactGaussianMechanism,
    ExponentialMechanism,
    LaplaceMechanism,
    PureDP_Mechanism,
    RandresponseMechanism,
    SubsampleGaussianMechanism,
    zCDP_Mechanism,
)
from autodp.transformer_zoo import ComposeGaussian, Composition

from protocol import (
    Unsupported,
    binary64,
    estimate,
    exact,
    inverse,
    not_below_0,
    one,
    ratio,
    real,
    serve,
    steps,
    unsupported_kind,
    upper,
    whole,
)

CLOSED_FORM = "1e-9"


def sigma(fields):
    return real(fields, "sigma") if "sigma" in fields else inverse(fields, "mu")


def build(mechanism):
    kind = mechanism["kind"]
    if kind in ("gaussian", "gdp"):
        return ExactGaussianMechanism(sigma(mechanism))
    if kind == "laplace":
        return LaplaceMechanism(b=inverse(mechanism, "eps"))
    if kind == "randomized-response" and whole({"categories": 2, **mechanism}, "categories") == 2:
        odds = ratio(mechanism, "eps")
        return RandresponseMechanism(p=binary64(odds / (1 + odds), "the probability of the truth"))
    if kind == "approx-dp" and exact(mechanism["delta"]) == 0:
        return PureDP_Mechanism(real(mechanism, "eps"))
    if kind == "exponential":
        return ExponentialMechanism(real(mechanism, "eps"))
    if kind == "zcdp":
        return zCDP_Mechanism(real(mechanism, "rho"))
    if kind == "subsample" and mechanism["mechanism"]["kind"] in ("gaussian", "gdp"):
        if (mechanism["method"], mechanism["adjacency"]) == ("poisson", "add-remove"):
            parameters = {"prob": real(mechanism, "rate"), "sigma": sigma(mechanism["mechanism"]), "coeff": 1}
            return SubsampleGaussianMechanism(parameters)
    raise unsupported_kind(mechanism)


def answer(mechanism, query):
    name, fields = one(query, "delta", "eps", "beta", "renyi")
    parts = steps(mechanism)
    if not parts:
        raise Unsupported("the empty composition")
    gaussian = all(step["kind"] in ("gaussian", "gdp") for step, _ in parts)
    if name == "beta" and not gaussian:
        raise Unsupported("beta other than of Gaussian mechanisms")
    built = [build(step) for step, _ in parts]
    counts = [count for _, count in parts]
    if sum(counts) == 1:
        [whole] = built
    else:
        whole = (ComposeGaussian() if gaussian else Composition())(built, counts)
    if name == "beta":
        return estimate(whole.get_fDP(real(fields, "alpha")), CLOSED_FORM)
    if name == "renyi":
        order = real(fields, "order")
        if order <= 1:
            raise Unsupported("an order that is not above 1")
        return upper(float(whole.RenyiDP(order)))
    if name == "eps":
        value = not_below_0(whole.get_approxDP(real(fields, "delta")))
        return estimate(value, CLOSED_FORM) if gaussian else upper(value)
    return upper(whole.get_approx_delta(real(fields, "eps")))


serve("autodp", answer)
