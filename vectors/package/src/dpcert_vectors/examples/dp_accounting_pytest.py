"""dp_accounting against certified answers: an upper bound must not be below the truth."""

import dp_accounting as dp
import dpcert_vectors as certified

PLD = dp.pld.privacy_loss_distribution


def event(call):
    """The event of a vector."""
    made = {"event": event, "events": lambda all: [event(one) for one in all]}
    fields = {name: made.get(name, lambda x: x)(value) for name, value in call.items() if name != "class"}
    if not hasattr(dp.dp_event, call["class"]):
        raise certified.Unsupported(f"this version has no {call['class']}")
    return getattr(dp.dp_event, call["class"])(**fields)


def distribution(call):
    """The privacy loss distribution of (eps, delta)-DP and its compositions, for which there is no event."""
    if call["class"] == "SelfComposedDpEvent":
        return distribution(call["event"]).self_compose(call["count"])
    if call["class"] == "ComposedDpEvent":
        first, *others = map(distribution, call["events"])
        for other in others:
            first = first.compose(other)
        return first
    return PLD.from_privacy_parameters(dp.pld.common.DifferentialPrivacyParameters(call["epsilon"], call["delta"]))


def asked(vector, make):
    """An accountant's answer to a vector."""
    if vector.quantity not in ("delta", "eps", "tv"):
        raise certified.Unsupported(vector.quantity)
    relation = "REPLACE_ONE" if vector.relation == "replace-one" else "ADD_OR_REMOVE_ONE"
    accountant = make(neighboring_relation=dp.NeighboringRelation[relation])
    composed = event(vector.calls["dp-accounting"])
    if not accountant.supports(composed):
        raise certified.Unsupported(type(composed).__name__)
    accountant.compose(composed)
    return accountant.get_epsilon(vector.at) if vector.quantity == "eps" else accountant.get_delta(vector.at or 0.0)


def pld(vector):
    if "from_privacy_parameters" not in str(vector.calls["dp-accounting"]):
        return asked(vector, dp.pld.PLDAccountant)
    if vector.quantity not in ("delta", "eps", "tv"):
        raise certified.Unsupported(vector.quantity)
    found = distribution(vector.calls["dp-accounting"])
    if vector.quantity == "eps":
        return found.get_epsilon_for_delta(vector.at)
    return found.get_delta_for_epsilon(vector.at or 0.0)


def rdp(vector):
    if "from_privacy_parameters" in str(vector.calls["dp-accounting"]):
        raise certified.Unsupported("(eps, delta)-DP has no Renyi divergences")
    return asked(vector, dp.rdp.RdpAccountant)


ASKED = {"dp-accounting/pld": pld, "dp-accounting/rdp": rdp}


@certified.parametrize("dp-accounting/pld")
def test_pld(vector):
    vector.test(pld)


@certified.parametrize("dp-accounting/rdp")
def test_rdp(vector):
    vector.test(rdp)
