"""Event trees of dp-accounting as mechanisms; dp-accounting itself is not imported."""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any, Literal, TypeAlias, get_args

from ._errors import BadInput, Refusal, Unsupported
from ._mechanism import Mechanism
from ._numbers import exactly
from .mechanisms import (
    ZCDP,
    ApproxDP,
    Compose,
    DiscreteLaplace,
    Gaussian,
    Laplace,
    RandomizedResponse,
    Repeat,
    Subsample,
)

#: Which data sets are neighbours.
Adjacency: TypeAlias = Literal["add-remove", "replace-one", "zero-out"]

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
    if any(kind.__name__ == "UnsupportedDpEvent" for kind in type(event).__mro__):
        raise _unsupported(path, event, "dp-accounting marks this event as unsupported")
    raise _unsupported(path, event, "dpcert has no mechanism for this event")


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


def _zcdp(event: Any, adjacency: Adjacency, path: str) -> Mechanism:
    if not _is_zero(event.xi, "xi"):
        raise _unsupported(path, event, f"xi is {event.xi}, and zcdp has rho alone")
    return ZCDP(rho=event.rho)


def _self_composed(event: Any, adjacency: Adjacency, path: str) -> Mechanism:
    return Repeat(count=operator.index(event.count), mechanism=_mechanism(event.event, adjacency, f"{path}.event"))


def _composed(event: Any, adjacency: Adjacency, path: str) -> Mechanism:
    parts = (_mechanism(part, adjacency, f"{path}.events[{i}]") for i, part in enumerate(event.events))
    return Compose(mechanisms=parts)


def _poisson(event: Any, adjacency: Adjacency, path: str) -> Mechanism:
    sampled = _mechanism(event.event, adjacency, f"{path}.event")
    return Subsample(method="poisson", rate=event.sampling_probability, adjacency=adjacency, mechanism=sampled)


def _without_replacement(event: Any, adjacency: Adjacency, path: str) -> Mechanism:
    return Subsample(
        method="without-replacement",
        size=operator.index(event.sample_size),
        population=operator.index(event.source_dataset_size),
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
    "ZCDpEvent": _zcdp,
    "SelfComposedDpEvent": _self_composed,
    "ComposedDpEvent": _composed,
    "PoissonSampledDpEvent": _poisson,
    "SampledWithoutReplacementDpEvent": _without_replacement,
}
