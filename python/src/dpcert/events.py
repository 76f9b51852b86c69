"""Event trees of dp-accounting as mechanisms; dp-accounting itself is not imported."""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Iterable
from fractions import Fraction
from typing import Any, Literal, TypeAlias, get_args

from ._errors import BadInput, Refusal, Unsupported
from ._mechanism import Mechanism
from ._numbers import exactly
from .mechanisms import (
    ZCDP,
    ApproxDP,
    Compose,
    DiscreteGaussian,
    DiscreteLaplace,
    Exponential,
    Gaussian,
    Laplace,
    MixtureOfShifts,
    NoisyMax,
    PrivateSelection,
    RandomAllocation,
    RandomizedResponse,
    Repeat,
    Subsample,
)

#: Which data sets are neighbours.
Adjacency: TypeAlias = Literal["add-remove", "replace-one", "zero-out"]

#: By how much a probability is rounded at most.
_ROUNDING = Fraction(1, 2**53)

#: What dp-accounting calls them.
_RELATIONS: dict[str, Adjacency] = {
    "ADD_OR_REMOVE_ONE": "add-remove",
    "REPLACE_ONE": "replace-one",
    "REPLACE_SPECIAL": "zero-out",
}


def from_event(event: object, adjacency: Adjacency | object | None = "add-remove") -> Mechanism:
    """The mechanism that a ``dp_accounting.DpEvent`` describes, for these neighbours.

    ``adjacency`` is ``add-remove``, the default of dp-accounting, ``replace-one``, ``zero-out``, or a
    ``dp_accounting.NeighboringRelation`` or its name. A float is exactly that binary64 number. A ``noise_multiplier`` is noise
    over the bound of one record's norm, as the events define it: where a record is replaced, a sum moves by twice that bound.
    (``PLDAccountant`` computes so; ``RdpAccountant`` does not.) What has no sound translation raises
    :class:`dpcert.Unsupported`, which says where it is in the tree.

    >>> class NoiseEvent:  # in place of dp_accounting.GaussianDpEvent
    ...     noise_multiplier = 0.5
    >>> NoiseEvent.__module__, NoiseEvent.__name__ = "dp_accounting.dp_event", "GaussianDpEvent"
    >>> from_event(NoiseEvent())
    Gaussian(scale=0.5, sensitivity=1)
    >>> from_event(NoiseEvent(), "replace-one")
    Gaussian(scale=0.5, sensitivity=2)
    """
    name = adjacency if isinstance(adjacency, str) else getattr(adjacency, "name", None)
    relation = "add-remove" if adjacency is None else _RELATIONS.get(str(name), name)
    if relation not in get_args(Adjacency):
        known = ", ".join([*get_args(Adjacency), *_RELATIONS])
        raise BadInput(f"{adjacency!r:.60} is not one of {known}", "adjacency")
    return _mechanism(event, relation, "event")


def _mechanism(event: Any, adjacency: Any, path: str) -> Mechanism:
    for kind in type(event).__mro__:
        if kind.__module__.split(".")[0] == "dp_accounting" and kind.__name__ in _READ:
            try:
                return _READ[kind.__name__](event, adjacency, path)
            except Refusal as refusal:
                if path in str(refusal):
                    raise
                raise _placed(refusal, f"{path} ({kind.__name__})") from refusal
    if not any(kind.__name__ == "DpEvent" for kind in type(event).__mro__):
        raise TypeError(f"{path} is {event!r:.60}, of type {type(event).__name__}, and not a DpEvent")
    reasons = (_REFUSED[kind.__name__] for kind in type(event).__mro__ if kind.__name__ in _REFUSED)
    raise _unsupported(path, event, next(reasons, "dpcert has no mechanism for this event"))


def _placed(refusal: Refusal, path: str) -> Refusal:
    message = f"{path}: {refusal}"
    return Unsupported(message, refusal.missing) if isinstance(refusal, Unsupported) else BadInput(message)


def _unsupported(path: str, event: object, missing: str) -> Unsupported:
    return Unsupported(f"{path} ({type(event).__name__}) is not supported: {missing}", missing)


def _nothing(event: Any = None, adjacency: Adjacency = "add-remove", path: str = "") -> Mechanism:
    return Compose(mechanisms=[])


def _everything(event: Any = None, adjacency: Adjacency = "add-remove", path: str = "") -> Mechanism:
    """Every mechanism at all, the worst of which tells the data sets apart with certainty."""
    return ApproxDP(eps=0, delta=1)


def _factor(adjacency: Adjacency) -> int:
    """How far a sum moves, in bounds of one record."""
    return 2 if adjacency == "replace-one" else 1


def _is_zero(value: object, name: str) -> bool:
    return exactly(value, name) == 0


def _epsilon_delta(event: Any, adjacency: Adjacency, path: str) -> Mechanism:
    """Of which only the guarantee is known, whatever the neighbours are that it is about."""
    if math.isinf(exactly(event.epsilon, "epsilon")):
        return _everything()
    return ApproxDP(eps=event.epsilon, delta=event.delta)


def _gaussian(event: Any, adjacency: Adjacency, path: str) -> Mechanism:
    if _is_zero(event.noise_multiplier, "noise_multiplier"):
        return _everything()
    return Gaussian(scale=event.noise_multiplier, sensitivity=_factor(adjacency))


def _laplace(event: Any, adjacency: Adjacency, path: str) -> Mechanism:
    """Noise on a vector whose L1 norm is bounded.

    The overlap of the densities of noise and moved noise is a logarithmically concave function of the move (Prekopa), so that
    the divergences are quasi-convex in it, and largest at a corner of the ball: where one coordinate moves by all of it.
    """
    if _is_zero(event.noise_multiplier, "noise_multiplier"):
        return _everything()
    return Laplace(scale=event.noise_multiplier, sensitivity=_factor(adjacency))


def _discrete_laplace(event: Any, adjacency: Adjacency, path: str) -> Mechanism:
    """As dp-accounting reads it: one count moves by all of the sensitivity."""
    if _is_zero(event.noise_parameter, "noise_parameter"):
        return _everything()
    sensitivity = operator.index(event.sensitivity)
    return DiscreteLaplace(eps=event.noise_parameter, sensitivity=_factor(adjacency) * sensitivity)


def _discrete_gaussian(event: Any, adjacency: Adjacency, path: str) -> Mechanism:
    """One integer, which neighbours move by at most the sensitivity of the function, and so by at most a whole number."""
    sigma, sensitivity = exactly(event.sigma, "sigma"), exactly(event.sensitivity, "sensitivity")
    if isinstance(sigma, float) or isinstance(sensitivity, float) or sigma < 0 or sensitivity < 0:
        raise BadInput(f"{path}: sigma is {sigma} and the sensitivity {sensitivity}", help="they are finite, and at least 0")
    if adjacency == "replace-one":
        missing = (
            "it is open whether its sensitivity is that of one record or of two that are exchanged: write "
            "dpcert.DiscreteGaussian(sigma_sq=..., sensitivity=...) with how far the integer moves"
        )
        raise _unsupported(path, event, missing)
    if event.dimension != 1:
        missing = (
            "of several integers it depends on how far each of them moves: write dpcert.DiscreteGaussian(sigma_sq=..., "
            "shifts=[...]); dpcert.ZCDP(rho=sensitivity**2 / (2 * sigma**2)) has a valid upper bound"
        )
        raise _unsupported(path, event, missing)
    moved = math.floor(sensitivity)
    if moved == 0:
        return _nothing()
    return _everything() if sigma == 0 else DiscreteGaussian(sigma_sq=sigma**2, sensitivity=moved)


def _tree(event: Any, adjacency: Adjacency, path: str) -> Mechanism:
    """The sums of the nodes of binary trees, each with noise, where a record is in one leaf of one tree.

    A node is released once its steps are complete, so that of n steps the first is in a node of each size 1, 2, 4, ... up to n,
    and no step is in more: as many as n has binary digits. A record moves one leaf, and each of these nodes by as much.
    Source: Kairouz et al. 2021 (arXiv 2103.00039), appendix D.
    """
    if adjacency != "zero-out":
        missing = (
            f"it is about a record that is zeroed out, not about {adjacency}: with it no other record changes its step; "
            "write dpcert.MatrixGaussian(strategy=..., participation=..., sigma=...) with how far a step moves"
        )
        raise _unsupported(path, event, missing)
    counts = event.step_counts if isinstance(event.step_counts, Iterable) else [event.step_counts]
    steps = [operator.index(count) for count in counts]
    if not steps or min(steps) < 0:
        raise BadInput(f"{path}: the step_counts are {event.step_counts!r:.60}", help="a tree has a number of steps")
    depth = max(steps).bit_length()
    if depth == 0:
        return _nothing()
    if _is_zero(event.noise_multiplier, "noise_multiplier"):
        return _everything()
    return Gaussian(scale=event.noise_multiplier, sensitivity=f"sqrt({depth})")


def _exponential(event: Any, adjacency: Adjacency, path: str) -> Mechanism:
    """Every exponential mechanism of this range, as its scores are not known."""
    return Exponential(eps=event.epsilon)


def _permute_and_flip(event: Any, adjacency: Adjacency, path: str) -> Mechanism:
    return NoisyMax(noise="exponential", eps=event.epsilon)


def _repeat_and_select(event: Any, adjacency: Adjacency, path: str) -> Mechanism:
    """The best of a Poisson number of runs, or of a geometric one, whose parameter is a rational function of the mean."""
    mean, shape = exactly(event.mean, "mean"), exactly(event.shape, "shape")
    if isinstance(mean, float) or mean < 1 or shape < 0:
        raise BadInput(f"{path}: the mean is {mean} and the shape {shape}", help="the mean is at least 1, the shape at least 0")
    base = _mechanism(event.event, adjacency, f"{path}.event")
    if shape == math.inf:
        return PrivateSelection(base=base, runs="poisson", mean=mean)
    if mean == 1:
        return base
    if shape == 1:
        return PrivateSelection(base=base, runs="geometric", gamma=1 / mean)
    runs = "logarithmic" if shape == 0 else "truncated-negative-binomial"
    missing = (
        "the gamma of this mean is not a rational number; the mechanism with a gamma that you choose is "
        f'dpcert.PrivateSelection(base=..., runs="{runs}", gamma=...{"" if shape == 0 else ", eta=..."})'
    )
    raise _unsupported(path, event, missing)


def _randomized_response(event: Any, adjacency: Adjacency, path: str) -> Mechanism:
    """The truth with probability 1 - p, otherwise one of k at random: e^eps = (1 - p + p/k) / (p/k)."""
    if adjacency != "replace-one":
        raise _unsupported(path, event, f"its answers are about a record that is replaced, not about {adjacency}")
    noise, buckets = exactly(event.noise_parameter, "noise_parameter"), operator.index(event.num_buckets)
    if isinstance(noise, float) or not 0 <= noise <= 1:
        raise BadInput(f"{path}: the noise_parameter {noise} is not in [0, 1]")
    if buckets < 1:
        raise BadInput(f"{path}: there are {buckets} buckets", help="there is at least one")
    if buckets == 1:
        return _nothing()
    if noise == 0:
        return _everything()
    ratio = ((1 - noise) * buckets + noise) / noise
    return RandomizedResponse(eps=f"ln({ratio})", categories=buckets)


def _mixture_of_gaussians(event: Any, adjacency: Adjacency, path: str) -> Mechanism:
    """Noise around a random sensitivity, against noise around 0.

    Binary64 numbers seldom sum to exactly 1: probabilities that do so up to rounding are divided by their sum.
    """
    if adjacency == "replace-one":
        raise _unsupported(path, event, "the sensitivities are those of a record that is added or removed")
    shifts = [exactly(sensitivity, "sensitivities") for sensitivity in event.sensitivities]
    written = [exactly(probability, "sampling_probs") for probability in event.sampling_probs]
    total: Any = sum(written)
    if isinstance(total, float) or abs(total - 1) > len(written) * _ROUNDING:
        raise BadInput(f"{path}: the sampling_probs sum to {float(total)}", help="they sum to 1")
    if not any(shifts):
        return _nothing()
    if _is_zero(event.standard_deviation, "standard_deviation"):
        return _everything()
    noise = Gaussian(scale=event.standard_deviation, sensitivity=1)
    return MixtureOfShifts(noise=noise, p=[probability / total for probability in written], shifts=shifts)


def _zcdp(event: Any, adjacency: Adjacency, path: str) -> Mechanism:
    if not _is_zero(event.xi, "xi"):
        raise _unsupported(path, event, f"xi is {event.xi}, and zcdp has rho alone")
    return ZCDP(rho=event.rho)


def _self_composed(event: Any, adjacency: Adjacency, path: str) -> Mechanism:
    return Repeat(count=operator.index(event.count), mechanism=_mechanism(event.event, adjacency, f"{path}.event"))


def _composed(event: Any, adjacency: Adjacency, path: str) -> Mechanism:
    parts = (_mechanism(part, adjacency, f"{path}.events[{i}]") for i, part in enumerate(event.events))
    return Compose(mechanisms=parts)


def _is_about_sums(event: Any) -> bool:
    """Is it noise on sums, in which a record that is zeroed out leaves what its absence leaves?"""
    names = [kind.__name__ for kind in type(event).__mro__]
    if "SelfComposedDpEvent" in names:
        return _is_about_sums(event.event)
    if "ComposedDpEvent" in names:
        return all(_is_about_sums(part) for part in event.events)
    return any(name in ("NoOpDpEvent", "DiscreteGaussianDpEvent", *_NOISE) for name in names)


#: Noise on one sum, of which a shift to either side has a pair.
_NOISE = ("GaussianDpEvent", "LaplaceDpEvent", "DiscreteLaplaceDpEvent")


def _poisson(event: Any, adjacency: Adjacency, path: str) -> Mechanism:
    """A Poisson sample.

    A sum in which a record is zeroed out has the law of the sum without it, so that for these neighbours a sampled sum is
    that of add-remove. Where a record x is replaced by y, both are in the sample with the same probability q: the sums are
    (1-q) nu + q nu(. - x) and (1-q) nu + q nu(. - y), and the worst x and y are at the bound on opposite sides of 0. That is
    the group of two under Poisson sampling of which each data set has one, whose proof is with the mechanism of groups; the
    same records attain it in all steps.
    """
    rate = exactly(event.sampling_probability, "sampling_probability")
    if adjacency == "add-remove" or (adjacency == "zero-out" and _is_about_sums(event.event)):
        sampled = _mechanism(event.event, adjacency, f"{path}.event")
        return Subsample(method="poisson", rate=event.sampling_probability, adjacency="add-remove", mechanism=sampled)
    if adjacency == "zero-out":
        missing = "a zeroed record leaves what its absence leaves in sums with noise, and this is not one: only they have a pair"
        raise _unsupported(path, event, missing)
    if not any(kind.__name__ in _NOISE for kind in type(event.event).__mro__):
        missing = "where a record is replaced, a pair is known for samples of Gaussian, Laplace and discrete Laplace events"
        raise _unsupported(path, event, missing)
    sampled = _mechanism(event.event, "add-remove", f"{path}.event")
    if isinstance(rate, float) or not 0 <= rate <= 1:
        raise BadInput(f"{path}: the sampling_probability {rate} is not in [0, 1]")
    if rate in (0, 1):
        return _mechanism(event.event, adjacency, f"{path}.event") if rate else _nothing()
    if not isinstance(sampled, Gaussian | Laplace | DiscreteLaplace):
        # Without noise the record shows where it is in the sample.
        return ApproxDP(eps=0, delta=event.sampling_probability)
    weights = [1 - rate, rate]
    return MixtureOfShifts(noise=sampled, p=weights, shifts=[0, 1], q=weights, q_shifts=[0, -1])


def _truncated_poisson(event: Any, adjacency: Adjacency, path: str) -> Mechanism:
    """A Poisson sample of which at most ``truncated_batch_size`` records are kept.

    As ``PLDAccountant`` reads it: ``dataset_size`` counts the record that is added or removed, and the multiplier is noise
    over the bound of one record. Where the batch is full, the record is in the place of another one. Then the accountant
    moves the sum by the bound to either side, and dpcert by twice the bound to one side in one data set only, which is less.
    """
    population, kept = operator.index(event.dataset_size), operator.index(event.truncated_batch_size)
    if population < 1:
        help = "it counts the record that is added or removed, and is at least 1"
        raise BadInput(f"{path}: the dataset_size is {population}", help=help)
    if kept == 0 or _is_zero(event.sampling_probability, "sampling_probability"):
        return _nothing()
    if _is_zero(event.noise_multiplier, "noise_multiplier"):
        return _everything()
    return Subsample(
        method="truncated-poisson",
        rate=event.sampling_probability,
        n=population,
        max_batch=kept,
        adjacency=adjacency,
        mechanism=_gaussian(event, "add-remove", path),
    )


def _without_replacement(event: Any, adjacency: Adjacency, path: str) -> Mechanism:
    return Subsample(
        method="without-replacement",
        size=operator.index(event.sample_size),
        population=operator.index(event.source_dataset_size),
        adjacency=adjacency,
        mechanism=_mechanism(event.event, adjacency, f"{path}.event"),
    )


def _random_allocation(event: Any, adjacency: Adjacency, path: str) -> Mechanism:
    if operator.index(event.num_selected) != 1:
        missing = f"{event.num_selected} of {event.num_steps} steps are drawn together, and only one of them can be"
        raise _unsupported(path, event, missing)
    return RandomAllocation(
        steps=operator.index(event.num_steps),
        adjacency=adjacency,
        mechanism=_mechanism(event.event, adjacency, f"{path}.event"),
    )


#: The events that have a sound translation.
_READ: dict[str, Callable[[Any, Adjacency, str], Mechanism]] = {
    "NoOpDpEvent": _nothing,
    "NonPrivateDpEvent": _everything,
    "GaussianDpEvent": _gaussian,
    "LaplaceDpEvent": _laplace,
    "DiscreteLaplaceDpEvent": _discrete_laplace,
    "RandomizedResponseDpEvent": _randomized_response,
    "MixtureOfGaussiansDpEvent": _mixture_of_gaussians,
    "ZCDpEvent": _zcdp,
    "SelfComposedDpEvent": _self_composed,
    "ComposedDpEvent": _composed,
    "PoissonSampledDpEvent": _poisson,
    "SampledWithoutReplacementDpEvent": _without_replacement,
    "TruncatedSubsampledGaussianDpEvent": _truncated_poisson,
    "RandomAllocationDpEvent": _random_allocation,
    "EpsilonDeltaDpEvent": _epsilon_delta,
    "DiscreteGaussianDpEvent": _discrete_gaussian,
    "ExponentialMechanismDpEvent": _exponential,
    "PermuteAndFlipDpEvent": _permute_and_flip,
    "RepeatAndSelectDpEvent": _repeat_and_select,
    "SingleEpochTreeAggregationDpEvent": _tree,
}

#: Events that have none, and what to write instead.
_REFUSED = {
    "UnsupportedDpEvent": "dp-accounting marks this event as unsupported",
    "SampledWithReplacementDpEvent": "a record may be in the sample several times, which needs the mechanism for groups of each "
    "size; a bound from these is the theorem sampled-with-replacement of dpcert.theorem",
}
