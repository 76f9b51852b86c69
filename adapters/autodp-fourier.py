"""autodp: composition by characteristic functions (ComposeAFA).

The method is exact but for numerical integration, whose error autodp does not state: its answers are estimates,
and one part in a hundred is asked of them. Sampling is not asked for: one question takes minutes.
"""

from autodp.mechanism_zoo import GaussianMechanism, LaplaceMechanism, RandresponseMechanism
from autodp.transformer_zoo import ComposeAFA

from protocol import Unsupported, binary64, estimate, inverse, not_below_0, one, ratio, real, serve, steps, unsupported_kind, whole

TOLERANCE = "1e-2"


def sigma(fields):
    return real(fields, "sigma") if "sigma" in fields else inverse(fields, "mu")


def build(mechanism):
    kind = mechanism["kind"]
    if kind in ("gaussian", "gdp"):
        return GaussianMechanism(sigma(mechanism), RDP_off=True, approxDP_off=True, phi_off=False)
    if kind == "laplace":
        return LaplaceMechanism(b=inverse(mechanism, "eps"), RDP_off=True, phi_off=False)
    if kind == "randomized-response" and whole({"categories": 2, **mechanism}, "categories") == 2:
        odds = ratio(mechanism, "eps")
        probability = binary64(odds / (1 + odds), "the probability of the truth")
        return RandresponseMechanism(p=probability, RDP_off=True, phi_off=False)
    raise unsupported_kind(mechanism)


def answer(mechanism, query):
    name, fields = one(query, "delta", "eps")
    parts = steps(mechanism)
    if not parts:
        raise Unsupported("the empty composition")
    at = real(fields, "delta" if name == "eps" else "eps")
    composed = ComposeAFA()([build(step) for step, _ in parts], [count for _, count in parts])
    value = not_below_0(composed.get_approxDP(at)) if name == "eps" else composed.get_approx_delta(at)
    return estimate(value, TOLERANCE)


serve("autodp", answer)
