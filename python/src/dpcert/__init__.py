"""What a differential-privacy budget *is*: the exact rational where there is one, otherwise an interval that contains it.

>>> import dpcert
>>> from dpcert import Gaussian, Laplace, Poisson
>>> dpcert.delta(Gaussian(sigma=2) ** 50, eps=1, digits=8)
Enclosure('0.876437913', '0.876437914')
>>> dpcert.tv("randomized-response(eps=ln(3))^2").exact
Fraction(1, 2)
>>> dpcert.delta(Poisson("1/100", Gaussian(sigma=1)) ** 1000, eps=2) < 2.7e-6
True

Numbers are exact: ``"0.1"`` is 1/10, and ``0.1`` is the float 3602879701896397/36028797018963968.
"""

from __future__ import annotations

from . import _native, plot
from ._answers import (
    AnyAnswer,
    Bound,
    Calibrated,
    Channel,
    Conclusion,
    Conclusions,
    DeltaAt,
    Deltas,
    Dominance,
    Named,
    NeymanPearson,
    Numbers,
    Polygons,
    Ratio,
    Ratios,
    Region,
    Trial,
    Vertex,
    Witness,
)
from ._assertions import NotCertified, assert_close, assert_lower_bound, assert_upper_bound
from ._ask import (
    MechanismLike,
    ask,
    bayes_error,
    beta,
    calibrate,
    channel,
    chi_squared,
    delta,
    deltas,
    dominates,
    eps,
    functionals,
    kl,
    likelihood_ratios,
    polygon,
    region,
    renyi,
    rho,
    test,
    theorem,
    tv,
)
from ._enclosure import Enclosure
from ._errors import BadInput, Fault, Refusal, TimedOut, TooCostly, Undecided, Unsupported
from ._judge import Finding, Judgement, Judgements, Verdict, judge
from ._mechanism import Mechanism
from ._numbers import Number
from ._options import Limits, Options
from ._table import ArrowArray, ArrowStream, RowVerdict, Verdicts
from ._theorems import THEOREMS, Parameter, Theorem
from .events import from_event
from .mechanisms import (
    GDP,
    KINDS,
    ZCDP,
    ApproxDP,
    ApproxDPTV,
    Compose,
    DiscreteGaussian,
    DiscreteLaplace,
    Erasure,
    Exponential,
    FinitePair,
    Gaussian,
    Group,
    HadamardResponse,
    Intersection,
    Inverse,
    Laplace,
    Mixture,
    MultiDP,
    Poisson,
    RandomizedResponse,
    Repeat,
    Staircase,
    Subsample,
    SubsetSelection,
    Symmetrised,
    Thresholded,
    TradeOff,
    UnaryEncoding,
    Union,
    WithoutReplacement,
)

__version__ = _native.VERSION

# Tracebacks name an exception as a user catches it.
for _exception in (BadInput, Fault, NotCertified, Refusal, TimedOut, TooCostly, Undecided, Unsupported):
    _exception.__module__ = __name__

__all__ = [
    "AnyAnswer",
    "ApproxDP",
    "ApproxDPTV",
    "ArrowArray",
    "ArrowStream",
    "BadInput",
    "Bound",
    "Calibrated",
    "Channel",
    "Compose",
    "Conclusion",
    "Conclusions",
    "DeltaAt",
    "Deltas",
    "DiscreteGaussian",
    "DiscreteLaplace",
    "Dominance",
    "Enclosure",
    "Erasure",
    "Exponential",
    "Fault",
    "Finding",
    "FinitePair",
    "GDP",
    "Gaussian",
    "Group",
    "HadamardResponse",
    "Intersection",
    "Inverse",
    "Judgement",
    "Judgements",
    "KINDS",
    "Laplace",
    "Limits",
    "Mechanism",
    "MechanismLike",
    "Mixture",
    "MultiDP",
    "Named",
    "NeymanPearson",
    "NotCertified",
    "Number",
    "Numbers",
    "Options",
    "Parameter",
    "Poisson",
    "Polygons",
    "RandomizedResponse",
    "Ratio",
    "Ratios",
    "Refusal",
    "Region",
    "Repeat",
    "RowVerdict",
    "Staircase",
    "Subsample",
    "SubsetSelection",
    "Symmetrised",
    "THEOREMS",
    "Theorem",
    "Thresholded",
    "TimedOut",
    "TooCostly",
    "TradeOff",
    "Trial",
    "UnaryEncoding",
    "Undecided",
    "Union",
    "Unsupported",
    "Verdict",
    "Verdicts",
    "Vertex",
    "WithoutReplacement",
    "Witness",
    "ZCDP",
    "ask",
    "assert_close",
    "assert_lower_bound",
    "assert_upper_bound",
    "bayes_error",
    "beta",
    "calibrate",
    "channel",
    "chi_squared",
    "delta",
    "deltas",
    "dominates",
    "eps",
    "from_event",
    "functionals",
    "judge",
    "kl",
    "likelihood_ratios",
    "plot",
    "polygon",
    "region",
    "renyi",
    "rho",
    "test",
    "theorem",
    "tv",
]
