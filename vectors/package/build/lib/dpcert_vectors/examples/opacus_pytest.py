"""The accountants of Opacus against certified answers: eps must not be below the truth."""

import dpcert_vectors as certified
from opacus.accountants import GaussianAccountant, PRVAccountant, RDPAccountant


def asked(vector, make):
    """An accountant's answer to a vector, whose call is a history of (noise multiplier, sample rate, steps)."""
    if vector.quantity != "eps":
        raise certified.Unsupported(vector.quantity)
    accountant = make()
    accountant.history = [tuple(part) for part in vector.calls["opacus"]]
    if make is GaussianAccountant and len(accountant.history) > 1:
        raise certified.Unsupported("steps of several kinds")
    return accountant.get_epsilon(vector.at)


ASKED = {
    "opacus/rdp": lambda vector: asked(vector, RDPAccountant),
    "opacus/prv": lambda vector: asked(vector, PRVAccountant),
    "opacus/gdp": lambda vector: asked(vector, GaussianAccountant),
}



@certified.parametrize("opacus/rdp")
def test_rdp(vector):
    vector.test(ASKED["opacus/rdp"])


@certified.parametrize("opacus/prv")
def test_prv(vector):
    vector.test(ASKED["opacus/prv"])


@certified.parametrize("opacus/gdp")
def test_gdp(vector):
    vector.test(ASKED["opacus/gdp"])
