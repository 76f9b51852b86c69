"""opendp: the privacy maps of measurements, and the conversion from zCDP to approximate DP.

Privacy maps are upper bounds, rounded up. A step's own map is asked first; the steps are then composed by
make_composition, as measurements with that map.
"""

from fractions import Fraction
from math import isqrt

import opendp.prelude as dp

from protocol import Unsupported, binary64, exact, one, ratio, real, serve, steps, unsupported_kind, upper, whole

dp.enable_features("contrib", "honest-but-curious")

FLOATS = dp.atom_domain(T=float, nan=False), dp.absolute_distance(T=float)
INTEGERS = dp.atom_domain(T=int), dp.absolute_distance(T=int)


def declared(measure, loss):
    """A measurement whose privacy loss is known."""
    return dp.m.make_user_measurement(
        *FLOATS, measure, function=lambda x: 0.0, privacy_map=lambda d_in: loss, TO="f64"
    )


def pure(eps):
    return declared(dp.max_divergence(), eps)


def concentrated(rho):
    return declared(dp.zero_concentrated_divergence(), rho)


def measurements(mechanism):
    kind = mechanism["kind"]
    if kind in ("gaussian", "gdp"):
        scale, distance = (real(mechanism, "sigma"), 1.0) if "sigma" in mechanism else (1.0, real(mechanism, "mu"))
        return [concentrated(dp.m.make_gaussian(*FLOATS, scale=scale).map(distance))]
    if kind == "laplace":
        return [pure(dp.m.make_laplace(*FLOATS, scale=1.0).map(real(mechanism, "eps")))]
    if kind == "discrete-laplace":
        eps = exact(mechanism["eps"])
        if not isinstance(eps, Fraction) or not eps:
            raise Unsupported("1/eps is not a binary64 number")
        scale = binary64(1 / eps, "1/eps")
        return [pure(dp.m.make_laplace(*INTEGERS, scale=scale).map(whole({"sensitivity": 1, **mechanism}, "sensitivity")))]
    if kind == "discrete-gaussian":
        square = exact(mechanism["sigma_sq"])
        root = Fraction(isqrt(square.numerator), isqrt(square.denominator))
        if root * root != square:
            raise Unsupported("sigma is irrational")
        noise = dp.m.make_gaussian(*INTEGERS, scale=binary64(root, "sigma"))
        return [concentrated(noise.map(abs(int(exact(shift))))) for shift in mechanism.get("shifts", ["1"])]
    if kind == "randomized-response":
        categories = whole({"categories": 2, **mechanism}, "categories")
        odds = ratio(mechanism, "eps")
        truth = binary64(odds / (odds + categories - 1), "the probability of the truth")
        if categories == 2:
            return [pure(dp.m.make_randomized_response_bool(truth).map(1))]
        return [pure(dp.m.make_randomized_response(list(range(categories)), truth).map(1))]
    if kind == "zcdp":
        return [concentrated(real(mechanism, "rho"))]
    if kind == "approx-dp":
        eps, delta = real(mechanism, "eps"), real(mechanism, "delta")
        return [declared(dp.approximate(dp.max_divergence()), (eps, delta)) if delta else pure(eps)]
    raise unsupported_kind(mechanism)


def measure(measurement):
    return str(measurement.output_measure)


def answer(mechanism, query):
    name, fields = one(query, "delta", "eps", "rho")
    parts = [part for step, count in steps(mechanism) for part in measurements(step) * count]
    if not parts:
        raise Unsupported("the empty composition")
    kinds = {measure(part) for part in parts}
    at = real(fields, {"delta": "eps", "eps": "delta"}[name]) if name != "rho" else None
    if measure(declared(dp.approximate(dp.max_divergence()), (0.0, 0.0))) in kinds:
        approximate = [
            part if "Approximate" in measure(part) else dp.c.make_approximate(part) for part in parts
        ]
        if name != "eps" or measure(concentrated(0.0)) in kinds:
            raise Unsupported("approximate DP other than eps at a delta")
        eps, delta = dp.c.make_composition(approximate).map(1.0)
        if delta > at:
            raise Unsupported("the sum of the deltas exceeds the target")
        return upper(eps)
    pure_kind = measure(pure(0.0))
    sum_of_eps = dp.c.make_composition(parts).map(1.0) if kinds == {pure_kind} else float("inf")
    composed = dp.c.make_composition(
        [dp.c.make_pureDP_to_zCDP(part) if measure(part) == pure_kind else part for part in parts]
    )
    if name == "rho":
        return upper(composed.map(1.0))
    if name == "eps" and at == 0.0:
        return upper(sum_of_eps)
    profile = dp.c.make_zCDP_to_approxDP(composed).map(1.0)
    if name == "eps":
        return upper(min(profile.epsilon(at), sum_of_eps))
    return upper(0.0 if at >= sum_of_eps else profile.delta(at))


serve("opendp", answer)
