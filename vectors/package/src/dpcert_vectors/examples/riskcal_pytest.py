"""riskcal against certified answers: an error of a test must not be above the truth, and an advantage not below."""

import dpcert_vectors as certified
from dp_accounting.pld import privacy_loss_distribution as pld
from dp_accounting.pld.common import DifferentialPrivacyParameters
from riskcal import analysis
from riskcal.accountants import CTDAccountant


def distribution(steps):
    """The privacy loss distribution of a composition."""
    made = None
    for step in steps:
        arguments = {name: value for name, value in step.items() if name not in ("make", "count")}
        if step["make"] == "from_privacy_parameters":
            one = pld.from_privacy_parameters(DifferentialPrivacyParameters(**arguments))
        else:
            one = getattr(pld, step["make"])(**arguments)
        part = one.self_compose(step["count"]) if step["count"] > 1 else one
        made = part if made is None else made.compose(part)
    return made


def from_pld(vector):
    """What riskcal reads off privacy loss distributions: its own accountant's, or those of dp-accounting."""
    call = vector.calls["riskcal"]
    if "dpsgd" in call:
        accountant = CTDAccountant()
        accountant.history = [tuple(part) for part in call["dpsgd"]]
        if vector.quantity == "beta":
            return accountant.get_beta(alpha=vector.at)
        if vector.quantity == "tv":
            return accountant.get_advantage()
        made = accountant.get_pld()
    elif "pld" in call:
        made = distribution(call["pld"])
    else:
        raise certified.Unsupported("a closed form")
    if vector.quantity == "beta":
        return analysis.get_beta_from_pld(made, vector.at)
    if vector.quantity == "tv":
        return analysis.get_advantage_from_pld(made)
    return analysis.get_bayes_risk_from_pld(made, vector.parameters["prior"])


def closed(vector):
    """The closed forms of Gaussian DP and of (eps, delta)-DP."""
    mu, guarantee = mu_of(vector), vector.calls["riskcal"].get("adp")
    if mu is not None:
        if vector.quantity == "beta":
            return analysis.get_beta_from_gdp(mu, vector.at)
        if vector.quantity == "tv":
            return analysis.get_advantage_from_gdp(mu)
        return analysis.get_bayes_risk_from_gdp(mu, vector.parameters["prior"])
    if guarantee is not None and vector.quantity == "beta":
        return analysis.get_beta_from_adp(*guarantee, vector.at)
    if guarantee is not None and vector.quantity == "tv":
        return analysis.get_advantage_from_adp(*guarantee)
    raise certified.Unsupported("no closed form")


def from_zcdp(vector):
    """The bounds for all rho-zCDP mechanisms, at one of them: mu-GDP is mu^2/2-zCDP."""
    mu = mu_of(vector)
    if mu is None:
        raise certified.Unsupported("no Gaussian noise")
    if vector.quantity == "beta":
        return analysis.get_beta_from_zcdp(mu**2 / 2, vector.at)
    if vector.quantity == "tv":
        return analysis.get_advantage_from_zcdp(mu**2 / 2)
    raise certified.Unsupported(vector.quantity)


def mu_of(vector):
    """The mu of a single step of Gaussian noise."""
    call = vector.calls["riskcal"]
    if "gdp" in call:
        return call["gdp"]
    if "dpsgd" in call and [part[1:] for part in call["dpsgd"]] == [[1, 1]]:
        return 1 / call["dpsgd"][0][0]
    return None


ASKED = {"riskcal/pld": from_pld, "riskcal/closed": closed, "riskcal/zcdp": from_zcdp}


@certified.parametrize("riskcal/pld")
def test_pld(vector):
    vector.test(from_pld)


@certified.parametrize("riskcal/closed")
def test_closed(vector):
    vector.test(closed)


@certified.parametrize("riskcal/zcdp")
def test_zcdp(vector):
    vector.test(from_zcdp)
