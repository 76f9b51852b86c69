"""The accountants behind the interfaces of dp-accounting and of Opacus, in the place of theirs."""

from __future__ import annotations

import importlib.util
import pathlib
import sys
import types
from fractions import Fraction
from typing import Any

import dp_accounting as dp
import pytest
from dp_accounting.pld import PLDAccountant
from dp_accounting.rdp import RdpAccountant

import dpcert
from dpcert.accounting import CertifiedAccountant

ADD, REPLACE = dp.NeighboringRelation.ADD_OR_REMOVE_ONE, dp.NeighboringRelation.REPLACE_ONE
RUN = dp.SelfComposedDpEvent(dp.PoissonSampledDpEvent(0.01, dp.GaussianDpEvent(1.0)), 100)


@pytest.mark.parametrize(
    ("event", "relation"),
    [
        (RUN, ADD),
        (dp.GaussianDpEvent(1.5), ADD),
        (dp.GaussianDpEvent(1.5), REPLACE),
        (dp.ComposedDpEvent([dp.GaussianDpEvent(4.0), dp.LaplaceDpEvent(2.0)]), ADD),
    ],
)
def test_it_is_close_to_the_accountant_of_losses(event: Any, relation: Any) -> None:
    ours = CertifiedAccountant(neighboring_relation=relation)
    theirs = PLDAccountant(neighboring_relation=relation)
    assert ours.supports(event)
    ours.compose(event)
    theirs.compose(event)
    assert ours.ledger == theirs.ledger
    assert ours.get_epsilon(1e-6) == pytest.approx(theirs.get_epsilon(1e-6), rel=3e-3)
    assert ours.get_delta(1.0) == pytest.approx(theirs.get_delta(1.0), rel=3e-3, abs=1e-9)


def test_it_is_an_upper_bound() -> None:
    run = dpcert.Poisson(0.01, dpcert.Gaussian(sigma=1)) ** 100
    truth = dpcert.eps(run, delta=1e-12, rel_gap="1e-6")
    epsilon = CertifiedAccountant().compose(RUN).get_epsilon(1e-12)
    assert truth.lo <= epsilon <= truth.hi * (1 + Fraction(1, 1000))
    assert epsilon <= RdpAccountant().compose(RUN).get_epsilon(1e-12)


def test_a_replaced_record_moves_a_sum_twice_as_far() -> None:
    """As the events define it; ``RdpAccountant`` counts it once, which is not an upper bound."""
    event = dp.SampledWithoutReplacementDpEvent(100, 10, dp.GaussianDpEvent(2.0))
    sample = dpcert.WithoutReplacement(10, 100, dpcert.Gaussian(scale=2, sensitivity=2))
    ours = CertifiedAccountant(neighboring_relation=REPLACE).compose(event)
    assert ours.get_epsilon(1e-6) == dpcert.eps(sample, 1e-6).float_upper
    assert ours.get_epsilon(1e-6) > RdpAccountant(neighboring_relation=REPLACE).compose(event).get_epsilon(1e-6)


def test_it_composes_as_it_is_told() -> None:
    accountant = CertifiedAccountant(rel_gap="1e-4")
    assert accountant.get_delta(0.0) == 0
    accountant.compose(dp.GaussianDpEvent(10.0), 3).compose(dp.GaussianDpEvent(10.0))
    assert accountant.mechanism == dpcert.Compose(
        mechanisms=[
            dpcert.Repeat(count=3, mechanism=dpcert.Gaussian(scale=10.0, sensitivity=1)),
            dpcert.Repeat(count=1, mechanism=dpcert.Gaussian(scale=10.0, sensitivity=1)),
        ]
    )
    assert accountant.delta(1.0).lo == dpcert.delta(dpcert.Gaussian(sigma=5), 1.0).lo
    with pytest.raises(dpcert.BadInput, match="target_epsilon"):
        accountant.get_delta(-1.0)


def test_what_it_does_not_know_it_does_not_support() -> None:
    accountant = CertifiedAccountant()
    event = dp.SampledWithReplacementDpEvent(10, 1, dp.GaussianDpEvent(1.0))
    assert not accountant.supports(event)
    with pytest.raises(dp.UnsupportedEventError, match="several times"):
        accountant.compose(event)
    assert accountant.get_epsilon(0.0) == 0


def test_calibration_of_dp_accounting_takes_it() -> None:
    sigma = dp.calibrate_dp_mechanism(CertifiedAccountant, dp.GaussianDpEvent, 1.0, 1e-5, tol=1e-3)
    least = dpcert.calibrate("gaussian(sigma=?)", eps=1, delta=Fraction(1e-5))
    assert float(least.meets.value) - 1e-2 <= sigma <= float(least.meets.value) + 1e-2


@pytest.fixture(scope="module")
def opacus() -> Any:
    """Of Opacus its accountants, which are pure Python: all the rest of it needs torch."""
    spec = importlib.util.find_spec("opacus")
    if spec is None or spec.origin is None:
        pytest.skip("Opacus is not installed")
    package = types.ModuleType("opacus")
    package.__path__ = [str(pathlib.Path(spec.origin).parent)]
    optimizers: Any = types.ModuleType("opacus.optimizers")
    optimizers.DPOptimizer = object
    sys.modules.update({"opacus": package, "opacus.optimizers": optimizers})
    import dpcert.opacus

    return dpcert.opacus


def test_opacus_makes_it_by_name(opacus: Any) -> None:
    from opacus.accountants import IAccountant, create_accountant

    accountant = create_accountant("certified")
    assert isinstance(accountant, opacus.CertifiedAccountant)
    assert isinstance(accountant, IAccountant)
    assert accountant.mechanism() == "certified"


def test_opacus_counts_steps(opacus: Any) -> None:
    """What Opacus' own tests ask of an accountant: the history, its length, and its state."""
    from opacus.accountants import PRVAccountant, RDPAccountant

    ours, theirs, losses = opacus.CertifiedAccountant(), RDPAccountant(), PRVAccountant()
    for _ in range(100):
        for accountant in (ours, theirs, losses):
            accountant.step(noise_multiplier=1.5, sample_rate=0.04)
    for _ in range(50):
        for accountant in (ours, theirs, losses):
            accountant.step(noise_multiplier=1.0, sample_rate=0.04)
    assert ours.history == theirs.history
    assert len(ours) == len(theirs) == 2
    epsilon = ours.get_epsilon(delta=1e-5)
    assert epsilon <= theirs.get_epsilon(delta=1e-5)
    assert epsilon <= losses.get_epsilon(delta=1e-5)
    assert epsilon == pytest.approx(losses.get_epsilon(delta=1e-5), rel=2e-2)
    other = opacus.CertifiedAccountant()
    other.load_state_dict(ours.state_dict())
    assert other.get_epsilon(delta=1e-5) == epsilon


def test_opacus_hook_of_the_optimizer(opacus: Any) -> None:
    accountant = opacus.CertifiedAccountant()
    optimizer = types.SimpleNamespace(noise_multiplier=2.0, accumulated_iterations=2)
    accountant.get_optimizer_hook_fn(sample_rate=0.125)(optimizer)
    assert accountant.history == [(2.0, 0.25, 1)]
    assert accountant.get_epsilon(0.5) == 0
    assert accountant.get_epsilon(0.0) == float("inf")


@pytest.mark.filterwarnings("ignore:Optimal order")
def test_opacus_noise_multiplier(opacus: Any) -> None:
    from opacus.accountants.utils import get_noise_multiplier

    budget = {"target_epsilon": 2.0, "target_delta": 1e-5, "sample_rate": 0.0625}
    for length in ({"steps": 100}, {"epochs": 5}):
        ours = opacus.get_noise_multiplier(**budget, **length)
        theirs = get_noise_multiplier(**budget, **length, accountant="prv", epsilon_tolerance=1e-3)
        assert ours <= theirs == pytest.approx(ours, rel=2e-2)
        accountant = opacus.CertifiedAccountant()
        accountant.history = [(ours, 0.0625, 100 if "steps" in length else 80)]
        assert accountant.get_epsilon(1e-5) <= 2.0 * (1 + 2e-3)
    with pytest.raises(ValueError, match="EITHER"):
        opacus.get_noise_multiplier(**budget)
