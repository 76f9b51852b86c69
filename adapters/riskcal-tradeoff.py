"""riskcal: trade-off functions and advantages, from dp-accounting's privacy loss distributions.

The documentation calls beta the optimal trade-off and promises no side and no accuracy: it is held to four digits,
as fine as the grid of losses is, and to nine where it is a closed form. The advantage is the total variation, and its
documentation refers to the distribution's delta at eps = 0, an upper bound.
"""

from riskcal.analysis import (
    get_advantage_from_gdp,
    get_advantage_from_pld,
    get_beta_from_adp,
    get_beta_from_gdp,
    get_beta_from_pld,
)

from distributions import REFUSALS, composed
from protocol import Unsupported, estimate, one, real, serve, steps, upper

GRID = "1e-4"
CLOSED_FORM = "1e-9"


def answer(mechanism, query):
    name, fields = one(query, "beta", "tv")
    parts = steps(mechanism)
    if not parts:
        raise Unsupported("the empty composition")
    [single] = parts if sum(count for _, count in parts) == 1 else [(None, 0)]
    step = single[0] or {}
    if name == "beta":
        alpha = real(fields, "alpha")
        if step.get("kind") == "gdp":
            return estimate(get_beta_from_gdp(real(step, "mu"), alpha), CLOSED_FORM)
        if step.get("kind") == "approx-dp":
            return estimate(get_beta_from_adp(real(step, "eps"), real(step, "delta"), alpha), CLOSED_FORM)
    if name == "tv" and step.get("kind") == "gdp":
        return estimate(get_advantage_from_gdp(real(step, "mu")), CLOSED_FORM)
    whole = composed(parts)
    if name == "tv":
        return upper(get_advantage_from_pld(whole))
    return estimate(get_beta_from_pld(whole, alpha), GRID)


serve("riskcal", answer, refusals=REFUSALS)
