"""Certified answers to questions about differential-privacy budgets, for the tests of accounting libraries.

>>> import dpcert_vectors
>>> vector = dpcert_vectors.load(level="core", library="dp-accounting", quantity="eps")[0]
>>> vector.is_sound(float("inf"))
True

A library is asked by a function of a vector; ``check`` asks it all of them, and ``parametrize`` makes a pytest of them.
``python -m dpcert_vectors example dp-accounting`` prints a ready file.
"""

from ._check import Report, check, parametrize
from ._vectors import LEVELS, LIBRARIES, VERSION, Known, KnownFailure, TooLong, Unsupported, Vector, known, load

__all__ = [
    "LEVELS",
    "LIBRARIES",
    "VERSION",
    "Known",
    "KnownFailure",
    "Report",
    "TooLong",
    "Unsupported",
    "Vector",
    "check",
    "known",
    "load",
    "parametrize",
]
