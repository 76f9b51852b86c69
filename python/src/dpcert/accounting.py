"""A certified accountant behind the interface of dp-accounting, which has to be installed.

It takes the place of ``dp_accounting.pld.PLDAccountant`` in one line, and its numbers are proven upper bounds:

>>> import dp_accounting as dp
>>> from dpcert.accounting import CertifiedAccountant
>>> accountant = CertifiedAccountant()
>>> step = dp.PoissonSampledDpEvent(0.01, dp.GaussianDpEvent(1.0))
>>> epsilon = accountant.compose(step, 100).get_epsilon(1e-12)
>>> bool(2.7918 < epsilon < 2.7937)
True
"""

from __future__ import annotations

from typing import Any

from dp_accounting import privacy_accountant  # type: ignore[import-not-found, import-untyped, unused-ignore]

from . import _ask
from ._enclosure import Enclosure
from ._errors import BadInput, Refusal
from ._mechanism import Mechanism
from .events import from_event
from .mechanisms import Compose, Repeat

_RELATION = privacy_accountant.NeighboringRelation.ADD_OR_REMOVE_ONE


class CertifiedAccountant(privacy_accountant.PrivacyAccountant):  # type: ignore[misc, unused-ignore]
    """A ``PrivacyAccountant`` whose epsilon and delta are the upper ends of proven enclosures.

    ``options`` are those of every question of dpcert: ``rel_gap``, ``max_work``, ``engine``, ``timeout`` and the others. An event
    without a sound translation is not supported: see :func:`dpcert.from_event`, which says why.
    """

    def __init__(self, neighboring_relation: Any = _RELATION, **options: Any) -> None:
        super().__init__(neighboring_relation)
        self._options = options
        self._parts: list[Mechanism] = []

    @property
    def mechanism(self) -> Mechanism:
        """All that is composed so far, as a mechanism of dpcert: what :func:`dpcert.ask` answers every other question about."""
        return Compose(mechanisms=self._parts)

    def _maybe_compose(self, event: Any, count: int, do_compose: bool) -> Any:
        try:
            part = from_event(event, self._neighboring_relation)
        except Refusal as refusal:
            return self.CompositionErrorDetails(invalid_event=event, error_message=str(refusal))
        if do_compose:
            self._parts.append(Repeat(count=count, mechanism=part))
        return None

    def get_epsilon(self, target_delta: float) -> float:
        """The least binary64 that is proven to be at least epsilon; infinite where no epsilon is enough."""
        return self.epsilon(target_delta).float_upper

    def get_delta(self, target_epsilon: float) -> float:
        """The least binary64 that is proven to be at least delta."""
        if target_epsilon < 0:
            raise BadInput(f"{target_epsilon} is negative", "target_epsilon", "delta is asked at an epsilon of at least 0")
        return self.delta(target_epsilon).float_upper

    def epsilon(self, target_delta: float) -> Enclosure:
        """The enclosure of epsilon."""
        return _ask.eps(self.mechanism, target_delta, **self._options)

    def delta(self, target_epsilon: float) -> Enclosure:
        """The enclosure of delta."""
        return _ask.delta(self.mechanism, target_epsilon, **self._options)
