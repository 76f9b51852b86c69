"""A certified accountant behind the interface of Opacus, which has to be installed.

``PrivacyEngine(accountant="certified")`` uses it once this module is imported, and ``dpcert.opacus.get_noise_multiplier`` takes the
place of Opacus' own. The numbers are proven for Poisson sampling, where a record is added or removed: what is run with
``poisson_sampling=False`` is something else.
"""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

from opacus.accountants import (  # type: ignore[import-not-found, import-untyped, unused-ignore]
    IAccountant,
    register_accountant,
)

from . import _ask
from ._enclosure import Enclosure
from ._mechanism import Mechanism
from .mechanisms import Compose, Gaussian, Poisson


def _run(noise_multiplier: Any, sample_rate: Any, steps: int) -> Mechanism:
    step = Gaussian(sigma=noise_multiplier)
    return (step if sample_rate == 1 else Poisson(sample_rate, step)) ** steps


class CertifiedAccountant(IAccountant):  # type: ignore[misc, unused-ignore]
    """An ``IAccountant`` whose epsilon is the upper end of a proven enclosure.

    ``options`` are those of every question of dpcert: ``rel_gap``, ``max_work``, ``engine``, ``timeout`` and the others.
    """

    def __init__(self, **options: Any) -> None:
        super().__init__()
        self._options = options

    def step(self, *, noise_multiplier: float, sample_rate: float) -> None:
        """One optimisation step: equal steps in a row are counted."""
        if self.history and tuple(self.history[-1][:2]) == (noise_multiplier, sample_rate):
            self.history[-1] = (noise_multiplier, sample_rate, self.history[-1][2] + 1)
        else:
            self.history.append((noise_multiplier, sample_rate, 1))

    @property
    def composed(self) -> Mechanism:
        """The whole history, as a mechanism of dpcert."""
        return Compose(mechanisms=[_run(*part) for part in self.history])

    def get_epsilon(self, delta: float, **options: Any) -> float:
        """The least binary64 that is proven to be at least epsilon; infinite where no epsilon is enough."""
        return self.epsilon(delta, **options).float_upper

    def epsilon(self, delta: float, **options: Any) -> Enclosure:
        """The enclosure of epsilon."""
        return _ask.eps(self.composed, delta, **{**self._options, **options})

    def __len__(self) -> int:
        return len(self.history)

    @classmethod
    def mechanism(cls) -> str:
        """The name by which Opacus makes it."""
        return "certified"


def get_noise_multiplier(
    *,
    target_epsilon: float,
    target_delta: float,
    sample_rate: float,
    epochs: int | None = None,
    steps: int | None = None,
    **options: Any,
) -> float:
    """A noise multiplier with which a run is proven to be (target_epsilon, target_delta)-DP, close to the least one.

    As Opacus' function of this name: either ``steps`` or ``epochs``, of which one has ``int(1 / sample_rate)`` steps. ``digits``
    says how close to the least one it is; without it the first four digits are the same.
    """
    if (steps is None) == (epochs is None):
        raise ValueError("get_noise_multiplier takes as input EITHER a number of steps or a number of epochs")
    count = steps if steps is not None else int((epochs or 0) / sample_rate)
    found = _ask.calibrate(_run("?", sample_rate, count), target_epsilon, target_delta, **options)
    if found.meets is None:
        raise ValueError("The privacy budget is too low.")
    least = Fraction(found.meets.value)
    sigma = float(least)
    return sigma if Fraction(sigma) >= least else math.nextafter(sigma, math.inf)


register_accountant("certified", CertifiedAccountant, force=True)
