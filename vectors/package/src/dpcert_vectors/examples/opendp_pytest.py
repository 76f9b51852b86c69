"""The privacy maps of OpenDP against certified answers: what a map states must not be below the truth."""

import math

import dpcert_vectors as certified
import opendp.prelude as dp

dp.enable_features("contrib", "honest-but-curious")
SPACE = dp.atom_domain(T=int), dp.absolute_distance(T=float)


def measurement(call):
    """The measurement of a vector, on integers that move by 1."""
    make = call["make"]
    if make == "make_laplace":
        return dp.m.make_laplace(*SPACE, call["scale"])
    if make == "make_gaussian":
        return dp.m.make_gaussian(*SPACE, call["scale"])
    if make == "make_composition":
        return dp.c.make_composition([measurement(one) for one in call["measurements"]] * call["count"])
    if make == "approximate":
        measure, loss = dp.approximate(dp.max_divergence()), (float(call["epsilon"]), float(call["delta"]))
    else:
        measure, loss = dp.zero_concentrated_divergence(), float(call["rho"])
    return dp.m.make_user_measurement(*SPACE, measure, lambda x: x, lambda _: loss)


def maps(vector):
    """What the map of the measurement states."""
    said = measurement(vector.calls["opendp"])
    loss = said.map(1.0)
    is_zcdp = "ZeroConc" in str(said.output_measure)
    if vector.quantity == "rho" and is_zcdp:
        return loss
    if vector.quantity not in ("delta", "eps", "tv"):
        raise certified.Unsupported(vector.quantity)
    if is_zcdp:
        curve = dp.c.make_zCDP_to_approxDP(said).map(1.0)
        return curve.epsilon(vector.at) if vector.quantity == "eps" else curve.delta(vector.at or 0.0)
    eps, delta = loss if isinstance(loss, tuple) else (loss, 0.0)
    if vector.quantity == "eps":
        return eps if delta <= vector.at else math.inf
    return delta if (vector.at or 0.0) >= eps else 1.0


ASKED = {"opendp": maps}


@certified.parametrize("opendp")
def test_maps(vector):
    vector.test(maps)
