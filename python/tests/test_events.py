"""Events of dp-accounting, against its own numbers."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import dp_accounting as dp
import numpy as np
import pytest
from dp_accounting import dp_event as events
from dp_accounting.pld import PLDAccountant
from dp_accounting.pld import privacy_loss_distribution as pld
from dp_accounting.rdp import RdpAccountant
from scipy.stats import binom, laplace, norm

import dpcert
from dpcert import _native
from dpcert.events import _READ, _REFUSED

ADD, REPLACE, ZERO = dp.NeighboringRelation.ADD_OR_REMOVE_ONE, dp.NeighboringRelation.REPLACE_ONE, dp.NeighboringRelation.REPLACE_SPECIAL
GAUSSIAN, LAPLACE = events.GaussianDpEvent(1.5), events.LaplaceDpEvent(2.0)
#: Where the numbers of both are compared: their own discretisation costs them some digits.
EPS, GAP = (0.0, 0.3, 1.0, 2.0), 2e-3


def close(mechanism: dpcert.Mechanism, delta: Any) -> None:
    """delta is an upper bound of theirs, up to rounding, and a tight one."""
    for eps in EPS:
        theirs = float(delta(eps))
        ours = dpcert.delta(mechanism, eps)
        assert float(ours.lo) - 1e-9 <= theirs <= float(ours.hi) * (1 + GAP) + 1e-7, (str(mechanism), eps, str(ours), theirs)


@pytest.mark.parametrize("relation", [ADD, REPLACE, ZERO], ids=lambda relation: relation.name)
@pytest.mark.parametrize(
    "event",
    [
        events.NoOpDpEvent(),
        GAUSSIAN,
        LAPLACE,
        events.DiscreteLaplaceDpEvent(0.5, 1),
        events.DiscreteLaplaceDpEvent(0.25, 3),
        events.MixtureOfGaussiansDpEvent(1.5, [0.0, 1.0, 2.0], [0.81, 0.18, 0.01]),
        events.MixtureOfGaussiansDpEvent(2.0, [0.5, 1.5], [0.9, 0.1]),
        events.MixtureOfGaussiansDpEvent(1.0, [0.0], [1.0]),
        events.SelfComposedDpEvent(events.MixtureOfGaussiansDpEvent(1.5, [0.0, 1.0, 2.0], [0.81, 0.18, 0.01]), 10),
        events.RandomizedResponseDpEvent(0.5, 2),
        events.RandomizedResponseDpEvent(0.1, 5),
        events.RandomizedResponseDpEvent(0.0, 1),
        events.SelfComposedDpEvent(GAUSSIAN, 7),
        events.SelfComposedDpEvent(LAPLACE, 3),
        events.SelfComposedDpEvent(events.SelfComposedDpEvent(GAUSSIAN, 2), 3),
        events.ComposedDpEvent([GAUSSIAN, LAPLACE, events.DiscreteLaplaceDpEvent(0.5, 2)]),
        events.ComposedDpEvent([]),
        events.ComposedDpEvent([GAUSSIAN]),
        events.PoissonSampledDpEvent(0.1, GAUSSIAN),
        events.PoissonSampledDpEvent(0.0, GAUSSIAN),
        events.PoissonSampledDpEvent(0.1, LAPLACE),
        events.SelfComposedDpEvent(events.PoissonSampledDpEvent(0.1, GAUSSIAN), 20),
        events.SelfComposedDpEvent(events.PoissonSampledDpEvent(0.2, LAPLACE), 5),
    ],
    ids=str,
)
def test_pld_accountant_has_the_same_deltas(event: Any, relation: Any) -> None:
    accountant = PLDAccountant(relation, value_discretization_interval=1e-4)
    if not accountant.supports(event):
        pytest.skip("dp-accounting has no number")
    try:
        mechanism = dpcert.from_event(event, relation)
    except dpcert.Unsupported:
        # Answers about a special record have no symmetric pair.
        assert relation is not ADD and "RandomizedResponse" in str(event)
        return
    close(mechanism, accountant.compose(event).get_delta)


def test_where_a_record_is_replaced_a_sum_moves_twice_as_far() -> None:
    """dp-accounting has no number for the events themselves, but for what they are."""
    close(dpcert.from_event(LAPLACE, REPLACE), pld.from_laplace_mechanism(2.0, sensitivity=2).get_delta_for_epsilon)
    discrete = pld.from_discrete_laplace_mechanism(0.25, sensitivity=6).get_delta_for_epsilon
    close(dpcert.from_event(events.DiscreteLaplaceDpEvent(0.25, 3), "replace-one"), discrete)
    assert dpcert.rho(dpcert.from_event(GAUSSIAN, REPLACE)) == 4 * dpcert.rho(dpcert.from_event(GAUSSIAN)).lo


def test_compositions_of_randomised_response() -> None:
    """Written out: PLDAccountant 0.6.0 takes a self-composed randomised response once, whatever its count."""
    event = events.RandomizedResponseDpEvent(0.5, 3)
    theirs = pld.from_randomized_response(0.5, 3).self_compose(4)
    close(dpcert.from_event(events.SelfComposedDpEvent(event, 4), REPLACE), theirs.get_delta_for_epsilon)
    close(dpcert.from_event(events.ComposedDpEvent([event] * 4), REPLACE), theirs.get_delta_for_epsilon)


@pytest.mark.parametrize(("noise", "density"), [(GAUSSIAN, norm(scale=1.5).pdf), (LAPLACE, laplace(scale=2.0).pdf)], ids=["normal", "laplace"])
def test_replaced_records_of_a_sample_are_worst_on_opposite_sides(noise: Any, density: Any) -> None:
    """By quadrature over a plane of records x, y: no pair of them is worse, and x = -y at the bound is as bad."""
    rate, places = 0.3, np.linspace(-40, 40, 400_001)
    mechanism = dpcert.from_event(events.PoissonSampledDpEvent(rate, noise), REPLACE)

    def sampled(record: float) -> Any:
        return (1 - rate) * density(places) + rate * density(places - record)

    for eps in (0.0, 0.1, 0.3):
        worst = {
            (x, y): float(np.trapezoid(np.maximum(sampled(x) - np.exp(eps) * sampled(y), 0), places))
            for x in (-1.0, -0.5, 0.0, 0.4, 1.0)
            for y in (-1.0, -0.7, 0.0, 0.5, 1.0)
        }
        delta = dpcert.delta(mechanism, eps)
        assert max(worst.values()) == pytest.approx(float(delta.hi), abs=1e-6)
        assert worst[1.0, -1.0] == pytest.approx(float(delta.lo), abs=1e-6)


def test_replaced_records_of_whole_and_of_empty_samples() -> None:
    for rate, same in [(1.0, GAUSSIAN), (0.0, events.NoOpDpEvent())]:
        sampled = events.PoissonSampledDpEvent(rate, GAUSSIAN)
        assert dpcert.from_event(sampled, REPLACE) == dpcert.from_event(same, REPLACE)
    without_noise = dpcert.from_event(events.PoissonSampledDpEvent(0.25, events.GaussianDpEvent(0.0)), REPLACE)
    assert dpcert.delta(without_noise, 7) == 0.25
    with pytest.raises(dpcert.BadInput, match="event: the sampling_probability 3/2"):
        dpcert.from_event(events.PoissonSampledDpEvent(1.5, GAUSSIAN), REPLACE)


def test_without_replacement_is_below_the_bound_by_renyi_divergences() -> None:
    """RdpAccountant alone has these events, and reads the multiplier as noise over the move: half of ours."""
    sampled = events.SampledWithoutReplacementDpEvent(1000, 50, events.GaussianDpEvent(3.0))
    mechanism = dpcert.from_event(events.SelfComposedDpEvent(sampled, 10), REPLACE)
    assert str(mechanism).startswith("(subsample") or "size=50, population=1000, adjacency=replace-one" in str(mechanism)
    theirs = RdpAccountant(neighboring_relation=REPLACE)
    half = events.SampledWithoutReplacementDpEvent(1000, 50, events.GaussianDpEvent(1.5))
    theirs.compose(events.SelfComposedDpEvent(half, 10))
    assert dpcert.eps(mechanism, 1e-5) < theirs.get_epsilon(1e-5)
    # And not by far: a sampled mechanism of another rate or noise would be.
    assert dpcert.eps(mechanism, 1e-5) > theirs.get_epsilon(1e-5) / 4


@pytest.mark.parametrize(("population", "rate", "kept", "noise"), [(20, 0.25, 8, 2.0), (640, 0.0625, 45, 1.0), (9, 1.0, 8, 1.5)])
def test_truncated_samples(population: int, rate: float, kept: int, noise: float) -> None:
    """The upper end is a coin between two samples of theirs, and below what PLDAccountant takes for the second of them."""
    event = events.TruncatedSubsampledGaussianDpEvent(population, rate, kept, noise)
    mechanism = dpcert.from_event(event)
    full = binom.sf(kept - 1, population - 1, rate)
    kept_rate = kept * binom.sf(kept, population, rate) / (population * full)
    whole = pld.from_gaussian_mechanism(noise, sampling_prob=rate).get_delta_for_epsilon
    cut = pld.from_gaussian_mechanism(noise / 2, sampling_prob=kept_rate).get_delta_for_epsilon
    accountant = PLDAccountant(ADD).compose(event)
    for eps in EPS:
        upper = float(dpcert.delta(mechanism, eps).hi)
        assert (1 - full) * whole(eps) + full * cut(eps) == pytest.approx(upper, rel=GAP, abs=1e-9)
        assert upper <= accountant.get_delta(eps) * (1 + 1e-9)


def test_truncated_samples_that_are_not_cut_are_poisson_samples() -> None:
    for kept in (10, 12):
        event = events.SelfComposedDpEvent(events.TruncatedSubsampledGaussianDpEvent(10, 0.5, kept, 1.5), 5)
        close(dpcert.from_event(event), PLDAccountant(ADD).compose(event).get_delta)


def test_what_leaves_nothing_behind() -> None:
    nothing = [
        events.SelfComposedDpEvent(GAUSSIAN, 0),
        events.PoissonSampledDpEvent(0.0, GAUSSIAN),
        events.NoOpDpEvent(),
        events.TruncatedSubsampledGaussianDpEvent(10, 0.0, 2, 1.0),
        events.TruncatedSubsampledGaussianDpEvent(10, 0.5, 0, 1.0),
    ]
    for event in nothing:
        assert dpcert.tv(dpcert.from_event(event)) == 0
    assert dpcert.tv(dpcert.from_event(events.RandomizedResponseDpEvent(1.0, 4), REPLACE)) == 0


def test_zero_concentration() -> None:
    assert dpcert.rho(dpcert.from_event(events.ZCDpEvent(rho=0.5))) == 0.5
    with pytest.raises(dpcert.Unsupported, match="event .ZCDpEvent.*xi is 0.25"):
        dpcert.from_event(events.ZCDpEvent(rho=0.5, xi=0.25))


@pytest.mark.parametrize(
    ("event", "relation"),
    [
        (events.NonPrivateDpEvent(), ADD),
        (events.GaussianDpEvent(0.0), ADD),
        (events.MixtureOfGaussiansDpEvent(0.0, [0.0, 1.0], [0.5, 0.5]), ADD),
        (events.TruncatedSubsampledGaussianDpEvent(10, 0.5, 2, 0.0), ADD),
        (events.LaplaceDpEvent(0), REPLACE),
        (events.DiscreteLaplaceDpEvent(0.0, 1), ADD),
        (events.RandomizedResponseDpEvent(0.0, 3), REPLACE),
        (events.ComposedDpEvent([GAUSSIAN, events.NonPrivateDpEvent()]), ADD),
    ],
    ids=str,
)
def test_what_is_not_private(event: Any, relation: Any) -> None:
    mechanism = dpcert.from_event(event, relation)
    assert dpcert.delta(mechanism, 5) == 1 and dpcert.eps(mechanism, 0.5).is_infinite


def test_one_count_that_moves_by_all_dominates_several_that_share_it() -> None:
    """As the translation of discrete Laplace events has it, decided in exact arithmetic."""
    for eps in ("ln(2)", "ln(3/2)", "ln(11/10)"):
        for shares in ([1, 1], [2, 1], [1, 1, 1], [2, 2], [3, 1], [2, 1, 1], [4, 2], [3, 3]):
            together = dpcert.DiscreteLaplace(eps=eps, sensitivity=sum(shares))
            assert dpcert.dominates(together, dpcert.DiscreteLaplace(eps=eps, shifts=shares)), (eps, shares)


@pytest.mark.parametrize(
    ("event", "relation", "path"),
    [
        (events.UnsupportedDpEvent(), ADD, r"event \(UnsupportedDpEvent\) is not supported: dp-accounting marks this"),
        (events.SampledWithReplacementDpEvent(10, 1, GAUSSIAN), ADD, r"event \(SampledWithReplacementDpEvent\)"),
        (events.SingleEpochTreeAggregationDpEvent(1.0, 3), ADD, r"event \(SingleEpochTreeAggregationDpEvent\).*zeroed out"),
        (events.SingleEpochTreeAggregationDpEvent(1.0, 3), REPLACE, r"event \(SingleEpochTreeAggregationDpEvent\)"),
        (events.RepeatAndSelectDpEvent(GAUSSIAN, 2.0, 0.0), ADD, r"event \(RepeatAndSelectDpEvent\).*logarithmic"),
        (events.RepeatAndSelectDpEvent(GAUSSIAN, 2.0, 0.5), ADD, r"event \(RepeatAndSelectDpEvent\).*eta"),
        (events.MixtureOfGaussiansDpEvent(1.0, [0.0, 1.0], [0.5, 0.5]), REPLACE, r"event \(MixtureOfGaussiansDpEvent\)"),
        (events.TruncatedSubsampledGaussianDpEvent(10, 0.1, 2, 1.0), REPLACE, r"event \(TruncatedSubsampledGaussianDpEvent\)"),
        (events.TruncatedSubsampledGaussianDpEvent(10, 0.1, 2, 1.0), ZERO, r"event \(TruncatedSubsampledGaussianDpEvent\)"),
        (events.PoissonSampledDpEvent(0.1, events.SelfComposedDpEvent(GAUSSIAN, 2)), ADD, r"event \(PoissonSampledDpEvent\)"),
        (events.PoissonSampledDpEvent(0.1, events.ComposedDpEvent([GAUSSIAN])), REPLACE, r"event \(PoissonSampledDpEvent\)"),
        (events.PoissonSampledDpEvent(0.1, events.RandomizedResponseDpEvent(0.5, 3)), ZERO, r"event \(PoissonSampledDpEvent\)"),
        (events.SampledWithoutReplacementDpEvent(10, 1, GAUSSIAN), ADD, r"event \(SampledWithoutReplacementDpEvent\)"),
        (events.RandomizedResponseDpEvent(0.5, 3), ADD, r"event \(RandomizedResponseDpEvent\)"),
        (events.RandomizedResponseDpEvent(0.5, 3), ZERO, r"event \(RandomizedResponseDpEvent\)"),
        (
            events.ComposedDpEvent([GAUSSIAN, events.SelfComposedDpEvent(events.UnsupportedDpEvent(), 2)]),
            ADD,
            r"event.events\[1\].event \(UnsupportedDpEvent\)",
        ),
    ],
    ids=str,
)
def test_what_has_no_sound_translation_says_where(event: Any, relation: Any, path: str) -> None:
    with pytest.raises(dpcert.Unsupported, match=f"^{path}"):
        dpcert.from_event(event, relation)


#: Events of the repository of dp-accounting that its release here does not have.
NEWER = {
    "EpsilonDeltaDpEvent",
    "DiscreteGaussianDpEvent",
    "ExponentialMechanismDpEvent",
    "PermuteAndFlipDpEvent",
    "RandomAllocationDpEvent",
}


def test_every_event_is_known() -> None:
    """A new event of dp-accounting is refused, and missed here."""

    known = {name for name in vars(events) if name.endswith(("DpEvent", "CDpEvent")) and name != "DpEvent"}
    refused = {"UnsupportedDpEvent", "SampledWithReplacementDpEvent"}
    assert known | NEWER == set(_READ) | refused and not set(_READ) & refused
    assert set(_REFUSED) <= refused


def newer(name: str, **fields: object) -> Any:
    """An event of the repository, by its fields."""
    kind = type(name, (events.DpEvent,), {})
    kind.__module__ = "dp_accounting.dp_event"
    event = kind()
    for field, value in fields.items():
        object.__setattr__(event, field, value)
    return event


@pytest.mark.parametrize(
    ("event", "relation", "text"),
    [
        (newer("EpsilonDeltaDpEvent", epsilon=1, delta=0.125), ADD, "approx-dp(eps=1, delta=0x1.0000000000000p-3)"),
        (newer("EpsilonDeltaDpEvent", epsilon=1, delta=0), REPLACE, "approx-dp(eps=1, delta=0)"),
        (newer("EpsilonDeltaDpEvent", epsilon=float("inf"), delta=0), ADD, "approx-dp(eps=0, delta=1)"),
        (newer("ExponentialMechanismDpEvent", epsilon=2), ADD, "exponential(eps=2)"),
        (newer("PermuteAndFlipDpEvent", epsilon=2), REPLACE, "noisy-max(noise=exponential, eps=2)"),
        (
            newer("DiscreteGaussianDpEvent", sigma=1.5, sensitivity=2.5, dimension=1),
            ADD,
            "discrete-gaussian(sigma_sq=9/4, sensitivity=2)",
        ),
        (newer("DiscreteGaussianDpEvent", sigma=0.0, sensitivity=1.0, dimension=1), ZERO, "approx-dp(eps=0, delta=1)"),
        (newer("DiscreteGaussianDpEvent", sigma=0.0, sensitivity=0.5, dimension=1), ADD, "compose(mechanisms=[])"),
        (
            events.RepeatAndSelectDpEvent(events.LaplaceDpEvent(2), 4, 1),
            ADD,
            "private-selection(base=laplace(scale=2, sensitivity=1), runs=geometric, gamma=1/4)",
        ),
        (
            events.RepeatAndSelectDpEvent(events.LaplaceDpEvent(2), 4, float("inf")),
            ADD,
            "private-selection(base=laplace(scale=2, sensitivity=1), runs=poisson, mean=4)",
        ),
        (events.RepeatAndSelectDpEvent(events.LaplaceDpEvent(2), 1, 0.5), REPLACE, "laplace(scale=2, sensitivity=2)"),
        (events.SingleEpochTreeAggregationDpEvent(2, [0, 0]), ZERO, "compose(mechanisms=[])"),
        (events.SingleEpochTreeAggregationDpEvent(0, [1]), ZERO, "approx-dp(eps=0, delta=1)"),
    ],
    ids=str,
)
def test_what_an_event_is(event: Any, relation: Any, text: str) -> None:
    assert str(dpcert.from_event(event, relation)) == text


#: Events as JSON, and the rows that ``dpcert import`` writes for each relation; null where it refuses.
IMPORTED = json.loads((Path(__file__).parents[2] / "crates/import/tests/events.json").read_text(encoding="utf-8"))


def event_of(tree: Any) -> Any:
    """The event of a named tuple that was JSON."""
    if not isinstance(tree, list) or tree[:1] != ["dp_accounting.dp_event"]:
        return [event_of(part) for part in tree] if isinstance(tree, list) else tree
    name, values = tree[1], [event_of(part) for part in tree[2:]]
    kind = getattr(events, name, None)
    return kind(*values) if kind else pytest.skip(f"this dp-accounting has no {name}")


@pytest.mark.parametrize("relation", ["add-remove", "zero-out", "replace-one"])
@pytest.mark.parametrize("record", IMPORTED, ids=lambda record: record["event"])
def test_the_command_imports_the_same(record: Any, relation: Any) -> None:
    event = event_of(json.loads(record["event"]))
    assert json.loads(json.dumps(event.to_named_tuple())) == json.loads(record["event"])
    rows = record[relation]
    if rows is None:
        with pytest.raises((dpcert.Unsupported, dpcert.BadInput)):
            dpcert.from_event(event, relation)
        return
    try:
        ours = dpcert.delta(dpcert.from_event(event, relation), 0.5)
    except dpcert.Unsupported:
        with pytest.raises(dpcert.Unsupported):
            dpcert.delta(" * ".join(rows), 0.5)
        return
    theirs = dpcert.delta(" * ".join(rows), 0.5)
    assert float(ours.lo) == pytest.approx(float(theirs.lo), rel=1e-6, abs=1e-12)
    assert float(ours.hi) == pytest.approx(float(theirs.hi), rel=1e-6, abs=1e-12)


@pytest.mark.parametrize("steps", [1, 2, 3, 4, 7, 8, 1600, [3, 5, 1]])
def test_trees_are_one_gaussian(steps: Any) -> None:
    """Of all nodes of a tree, those that have a step: counted."""
    longest = steps if isinstance(steps, int) else max(steps)
    sizes = [2**level for level in range(longest.bit_length())]
    depth = max(sum(step < longest // size * size for size in sizes) for step in range(longest))
    mechanism = dpcert.from_event(events.SingleEpochTreeAggregationDpEvent(2.0, steps), ZERO)
    assert dpcert.rho(mechanism) == Fraction(depth, 8)
    theirs = RdpAccountant(neighboring_relation=ZERO)
    theirs.compose(events.SingleEpochTreeAggregationDpEvent(2.0, steps))
    assert theirs.get_epsilon(1e-6) / 2 < dpcert.eps(mechanism, 1e-6) < theirs.get_epsilon(1e-6)


def test_trees_have_steps() -> None:
    for steps in ([], [3, -1], -1):
        with pytest.raises(dpcert.BadInput, match="^event: the step_counts"):
            dpcert.from_event(events.SingleEpochTreeAggregationDpEvent(1.0, steps), ZERO)


def test_discrete_gaussian_of_several_counts_is_refused() -> None:
    for dimension, relation, reason in [(None, ADD, "several integers"), (3, ZERO, "several integers"), (1, REPLACE, "open")]:
        event = newer("DiscreteGaussianDpEvent", sigma=1.0, sensitivity=1.0, dimension=dimension)
        with pytest.raises(dpcert.Unsupported, match=f"event .DiscreteGaussianDpEvent.*{reason}"):
            dpcert.from_event(event, relation)


@pytest.mark.parametrize(
    ("event", "path"),
    [
        (events.GaussianDpEvent(-1.0), "event .GaussianDpEvent.*scale"),
        (events.GaussianDpEvent(float("nan")), "noise_multiplier"),
        (events.PoissonSampledDpEvent(1.5, GAUSSIAN), "event .PoissonSampledDpEvent.*rate"),
        (events.SelfComposedDpEvent(GAUSSIAN, -1), "event .SelfComposedDpEvent"),
        (events.TruncatedSubsampledGaussianDpEvent(0, 0.5, 2, 1.0), "event: the dataset_size is 0"),
        (events.TruncatedSubsampledGaussianDpEvent(10, 1.5, 2, 1.0), "event .TruncatedSubsampledGaussianDpEvent.*rate"),
        (events.TruncatedSubsampledGaussianDpEvent(10, 0.5, -1, 1.0), "event .TruncatedSubsampledGaussianDpEvent.*max_batch"),
        (events.TruncatedSubsampledGaussianDpEvent(10, 0.5, 2, -1.0), "event .TruncatedSubsampledGaussianDpEvent.*scale"),
        (events.RepeatAndSelectDpEvent(GAUSSIAN, 0.5, 1.0), "event: the mean is 1/2"),
        (events.RepeatAndSelectDpEvent(GAUSSIAN, 2.0, -1.0), "event: the mean is 2"),
        (newer("EpsilonDeltaDpEvent", epsilon=-1, delta=0), "event .EpsilonDeltaDpEvent.*eps"),
        (newer("DiscreteGaussianDpEvent", sigma=-1.0, sensitivity=1.0, dimension=1), "event: sigma is -1"),
        (events.ComposedDpEvent([GAUSSIAN, events.LaplaceDpEvent(-2.0)]), r"event.events\[1\]"),
        (events.MixtureOfGaussiansDpEvent(1.0, [0.0, 1.0], [0.5, 0.4]), "event: the sampling_probs sum to 0.9"),
    ],
    ids=str,
)
def test_wrong_numbers_say_where(event: Any, path: str) -> None:
    with pytest.raises(dpcert.BadInput, match=path):
        dpcert.from_event(event)


def test_relations_have_names() -> None:
    for relation in (ADD, REPLACE, ZERO):
        assert dpcert.from_event(GAUSSIAN, relation.name) == dpcert.from_event(GAUSSIAN, relation)


def test_what_is_no_event() -> None:
    for value in (None, "gaussian(sigma=1)", object(), dpcert.Gaussian(sigma=1)):
        with pytest.raises(TypeError, match="event is .* not a DpEvent"):
            dpcert.from_event(value)
    with pytest.raises(TypeError, match=r"event.events\[0\]"):
        dpcert.from_event(events.ComposedDpEvent([None]))
    for relation in ("both", "add_or_remove_one", 3, True):
        with pytest.raises(dpcert.BadInput, match="add-remove, replace-one, zero-out, ADD_OR_REMOVE_ONE, REPLACE_ONE"):
            dpcert.from_event(GAUSSIAN, relation)


@pytest.mark.parametrize("relation", list(dp.NeighboringRelation), ids=lambda relation: relation.name)
def test_relations_have_names(relation: Any) -> None:
    for event in (GAUSSIAN, events.PoissonSampledDpEvent(0.1, GAUSSIAN)):
        try:
            expected = dpcert.from_event(event, relation)
        except dpcert.Unsupported:
            continue
        assert dpcert.from_event(event, relation.name) == expected
    assert dpcert.from_event(GAUSSIAN, None) == dpcert.from_event(GAUSSIAN) == dpcert.from_event(GAUSSIAN, ADD)


def test_what_dp_accounting_calls_unsupported() -> None:
    with pytest.raises(dpcert.Unsupported, match="marks this event as unsupported"):
        dpcert.from_event(events.UnsupportedDpEvent())


def test_long_trees() -> None:
    event = events.ComposedDpEvent([events.SelfComposedDpEvent(GAUSSIAN, 2)] * 300)
    assert dpcert.rho(dpcert.from_event(event)) == 600 * Fraction(1, 2) / Fraction(9, 4)
    assert _native.notes(str(dpcert.from_event(event))) == []


def test_one_of_several_steps_is_a_random_allocation() -> None:
    """Of a class with the name of the event, which not every release of dp-accounting has."""

    class Allocation:
        event, num_selected, num_steps = GAUSSIAN, 1, 100

    Allocation.__module__, Allocation.__name__ = "dp_accounting.dp_event", "RandomAllocationDpEvent"
    found = dpcert.from_event(Allocation())
    assert isinstance(found, dpcert.RandomAllocation) and "steps=100" in str(found)
    Allocation.num_selected = 2
    with pytest.raises(dpcert.Unsupported, match="2 of 100 steps are drawn together"):
        dpcert.from_event(Allocation())
    Allocation.num_selected = 1
    with pytest.raises(dpcert.Unsupported, match="adjacency replace-one"):
        dpcert.tv(dpcert.from_event(Allocation(), REPLACE))
