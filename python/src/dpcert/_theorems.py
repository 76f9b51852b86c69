"""The theorems that can be asked for by name."""

from __future__ import annotations

from dataclasses import dataclass

from . import _native


@dataclass(frozen=True)
class Parameter:
    """A parameter of a theorem."""

    name: str
    is_optional: bool


@dataclass(frozen=True)
class Theorem:
    """A theorem that :func:`dpcert.theorem` applies."""

    name: str
    #: What it says, where it is from, and where it holds.
    statement: str
    source: str
    domain: str
    parameters: tuple[Parameter, ...]


#: All of them by their names.
THEOREMS: dict[str, Theorem] = {
    name: Theorem(name, statement, source, domain, tuple(Parameter(*parameter) for parameter in parameters))
    for name, statement, source, domain, parameters in _native.theorems()
}
