"""gdpnum: the mu of Gaussian DP and trade-off functions, from dp-accounting's privacy loss distributions.

The mu is called pessimistic, so that it is an upper bound, with the tails cut off where the question says so. For beta the
documentation promises no accuracy: it is held to four digits, as fine as the grid of losses is. The advantage is the
distribution's delta at eps = 0, an upper bound.
"""

from gdpnum import PLDConverter

from distributions import REFUSALS, composed
from protocol import Unsupported, estimate, one, real, serve, steps, upper

GRID = "1e-4"


def answer(mechanism, query):
    name, fields = one(query, "gdp", "beta", "tv")
    parts = steps(mechanism)
    if not parts:
        raise Unsupported("the empty composition")
    at = {"gdp": "alpha_min", "beta": "alpha"}.get(name)
    level = real(fields, at) if at else None
    converter = PLDConverter(composed(parts))
    if name == "gdp":
        return upper(converter.get_mu(level))
    if name == "beta":
        return estimate(converter.get_beta(level), GRID)
    return upper(converter.get_advantage())


serve("gdpnum", answer, refusals=REFUSALS)
