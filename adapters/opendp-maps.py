"""opendp: the privacy maps of measurements, and the conversion from zCDP to approximate DP.

Privacy maps are upper bounds, rounded up. A step's own map is asked first; the steps are then composed by
make_composition, as measurements with that map, and a step that is repeated by doubling.
"""

from fractions import Fraction
from math import isqrt

import opendp.prelude as dp

from protocol import (
    Unsupported,
    binary64,
    exact,
    inverse,
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

dp.enable_features("contrib", "honest-but-curious")

FLOATS = dp.atom_domain(T=float, nan=False), dp.absolute_distance(T=float)
INTEGERS = dp.atom_domain(T=int), dp.absolute_distance(T=int)
SCORES = dp.vector_domain(dp.atom_domain(T=float, nan=False)), dp.linf_distance(T=float)

PURE = dp.max_divergence()
CONCENTRATED = dp.zero_concentrated_divergence()
APPROXIMATE = dp.approximate(dp.max_divergence())


def declared(measure, loss):
    """A measurement with that privacy loss."""
    return dp.m.make_user_measurement(*FLOATS, measure, lambda x: 0.0, lambda d_in: loss, TO="f64")


def composed(measure, *losses):
    return dp.c.make_composition([declared(measure, loss) for loss in losses]).map(1.0)


def converted(eps):
    return dp.c.make_pureDP_to_zCDP(declared(PURE, eps)).map(1.0)


def repeated(measure, loss, count):
    if count == 1:
        return loss
    half = repeated(measure, loss, count // 2)
    return composed(measure, half, half, *([loss] if count % 2 else []))


def thresholded(mechanism):
    """eps and delta of a release of integer counts by key, whose values at the threshold are released too."""
    if "keys" not in mechanism or mechanism["noise"] != "discrete-laplace" or mechanism["release"] != "at-least":
        raise Unsupported("opendp releases counts at the threshold, under noise on integers, for the most keys of a user")
    counts = dp.map_domain(dp.atom_domain(T=str), dp.atom_domain(T=int))
    metric = dp.l01inf_distance(dp.absolute_distance(T=int))
    scale, threshold = inverse(mechanism, "eps"), whole(mechanism, "threshold")
    release = dp.m.make_laplace_threshold(counts, metric, scale=scale, threshold=threshold)
    keys, most = whole(mechanism, "keys"), whole(mechanism, "sensitivity")
    return release.map((keys, keys * most, most))


def losses(mechanism):
    """What the privacy maps of a step say: (measure, loss) each."""
    kind = mechanism["kind"]
    if kind in ("gaussian", "gdp"):
        if "scale" in mechanism:
            scale, distance = real(mechanism, "scale"), real(mechanism, "sensitivity")
        else:
            scale, distance = (real(mechanism, "sigma"), 1.0) if "sigma" in mechanism else (1.0, real(mechanism, "mu"))
        return [(CONCENTRATED, dp.m.make_gaussian(*FLOATS, scale=scale).map(distance))]
    if kind == "laplace":
        if "scale" in mechanism:
            scale, distance = real(mechanism, "scale"), real(mechanism, "sensitivity")
        else:
            scale, distance = 1.0, real(mechanism, "eps")
        return [(PURE, dp.m.make_laplace(*FLOATS, scale=scale).map(distance))]
    if kind == "discrete-laplace":
        noise = dp.m.make_laplace(*INTEGERS, scale=inverse(mechanism, "eps"))
        return [(PURE, noise.map(shift)) for shift in shifts(mechanism) or [0]]
    if kind == "discrete-gaussian":
        square = exact(mechanism["sigma_sq"])
        root = Fraction(isqrt(square.numerator), isqrt(square.denominator))
        if root * root != square:
            raise Unsupported("sigma is irrational")
        noise = dp.m.make_gaussian(*INTEGERS, scale=binary64(root, "sigma"))
        return [(CONCENTRATED, noise.map(shift)) for shift in shifts(mechanism) or [0]]
    if kind == "randomized-response":
        categories = whole({"categories": 2, **mechanism}, "categories")
        odds = ratio(mechanism, "eps")
        truth = binary64(odds / (odds + categories - 1), "the probability of the truth")
        if categories == 2:
            return [(PURE, dp.m.make_randomized_response_bool(truth).map(1))]
        return [(PURE, dp.m.make_randomized_response(list(range(categories)), truth).map(1))]
    if kind == "thresholded":
        return [(APPROXIMATE, thresholded(mechanism))]
    if kind == "exponential":
        # For this measure the noise is Gumbel noise, which selects with weights e^(score / scale).
        selection = dp.m.make_noisy_max(*SCORES, CONCENTRATED, scale=2.0)
        return [(CONCENTRATED, selection.map(real(mechanism, "eps")))]
    if kind == "zcdp":
        return [(CONCENTRATED, real(mechanism, "rho"))]
    if kind == "approx-dp":
        eps, delta = real(mechanism, "eps"), real(mechanism, "delta")
        return [(APPROXIMATE, (eps, delta)) if delta else (PURE, eps)]
    raise unsupported_kind(mechanism)


def answer(mechanism, query):
    name, fields = one(query, "delta", "eps", "rho")
    at = real(fields, {"delta": "eps", "eps": "delta"}[name]) if name != "rho" else None
    parts = [(measure, loss, count) for step, count in steps(mechanism) for measure, loss in losses(step)]
    if not parts:
        raise Unsupported("the empty composition")
    measures = [measure for measure, _, _ in parts]
    if APPROXIMATE in measures:
        if name == "rho" or CONCENTRATED in measures:
            raise Unsupported("approximate DP other than delta or eps")
        pairs = [(loss if measure is APPROXIMATE else (loss, 0.0), count) for measure, loss, count in parts]
        eps, delta = composed(APPROXIMATE, *(repeated(APPROXIMATE, pair, count) for pair, count in pairs))
        if name == "delta":
            if eps > at:
                raise Unsupported("the sum of the eps exceeds the one of the question")
            # A sum of deltas may be above 1, where it says nothing.
            return upper(min(delta, 1.0))
        if delta > at:
            raise Unsupported("the sum of the deltas exceeds the target")
        return upper(eps)
    total = float("inf")
    if CONCENTRATED not in measures:
        total = composed(PURE, *(repeated(PURE, loss, count) for _, loss, count in parts))
    if name == "eps" and at == 0.0:
        return upper(total)
    # Converted before it is repeated: the sum of the squares of eps is less than the square of their sum.
    rhos = [
        repeated(CONCENTRATED, converted(loss) if measure is PURE else loss, count) for measure, loss, count in parts
    ]
    rho = composed(CONCENTRATED, *rhos)
    if name == "rho":
        return upper(rho)
    profile = dp.c.make_zCDP_to_approxDP(declared(CONCENTRATED, rho)).map(1.0)
    if name == "eps":
        return upper(min(profile.epsilon(at), total))
    return upper(0.0 if at >= total else profile.delta(at))


serve("opendp", answer, refusals=["is not finite. Consider tightening your parameters"], units=True)
