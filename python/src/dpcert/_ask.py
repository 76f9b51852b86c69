"""The one door to the answers, and a function for each question."""

from __future__ import annotations

import functools
import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias, TypeVar, Unpack, cast

from . import _native
from ._answers import (
    AnyAnswer,
    Calibrated,
    Channel,
    Conclusions,
    Deltas,
    Dominance,
    NeymanPearson,
    Numbers,
    Polygons,
    Ratios,
    Region,
    Sensitivity,
    answer,
)
from ._enclosure import Enclosure
from ._errors import refuse
from ._mechanism import Mechanism, written
from ._numbers import Number, literal
from ._options import Options, wanted

# pytest shows the line of the test, and none of these.
__tracebackhide__ = True

#: A mechanism: an object, or a text in the compact notation.
MechanismLike: TypeAlias = Mechanism | str

Function = TypeVar("Function", bound=Callable[..., Any])


def _epsilon_is_eps(function: Function) -> Function:
    """Lets eps be called epsilon, as it is everywhere."""

    @functools.wraps(function)
    def called(*args: Any, **keywords: Any) -> Any:
        if "epsilon" in keywords:
            if "eps" in keywords:
                raise TypeError("eps and epsilon are the same: give one of them")
            keywords["eps"] = keywords.pop("epsilon")
        return function(*args, **keywords)

    return cast(Function, called)


#: The question that is asked at each of these.
_BY_PARAMETER = {"eps": "delta", "delta": "eps", "alpha": "beta"}


def _asks_at(parameter: str) -> Callable[[Function], Function]:
    """Says what was meant where a question is asked by the name of its answer, as in eps(mechanism, eps=1)."""

    def decorated(function: Function) -> Function:
        @functools.wraps(function)
        def called(*args: Any, **keywords: Any) -> Any:
            for name, question in _BY_PARAMETER.items():
                if name != parameter and name in keywords:
                    meant = f"{question}(mechanism, {name}={keywords[name]!r:.60})"
                    raise TypeError(f"{function.__name__}() takes {parameter}, and not {name}: did you mean {meant}?")
            return function(*args, **keywords)

        return cast(Function, called)

    return decorated


def ask(mechanism: MechanismLike, query: Mapping[str, Any], **options: Unpack[Options]) -> AnyAnswer:
    """Any question about a mechanism, as ``dpcert query`` reads it.

    >>> import dpcert
    >>> dpcert.ask("laplace(eps=1)", {"bayes-error": {"prior": "1/2"}}, digits=5)
    Enclosure('0.303265', '0.303266')

    One number at a list of values is read from one composition, and has those values as names:

    >>> for eps, delta in dpcert.ask("laplace(eps=1)", {"delta": {"eps": ["1/2", "2"]}}, digits=5).items():
    ...     print(eps, delta)
    1/2 [0.221199, 0.2212]
    2 0
    """
    return _asked(written(mechanism), _tree(query), options)


def _asked(mechanism: str | None, query: Any, options: Options) -> AnyAnswer:
    told = _native.ask(mechanism, json.dumps(query), wanted(options))
    if told[0] != "ok":
        refuse(*told)
    _, content, origin = told
    return answer(content, origin, mechanism or "")


def _tree(value: object, name: str = "the question") -> Any:
    """A question as JSON: numbers as texts, mechanisms in the compact notation."""
    if isinstance(value, Mechanism):
        return str(value)
    if isinstance(value, (bool, str)):
        return value
    if isinstance(value, Mapping):
        return {str(key): _tree(item, str(key)) for key, item in value.items()}
    if _is_several(value):
        return [_tree(item, name) for item in cast("Sequence[Any]", value)]
    return literal(value, name)


def _is_several(value: object) -> bool:
    """Is it a list of values, or an array of them?"""
    return (isinstance(value, Sequence) and not isinstance(value, (str, bytes))) or getattr(value, "ndim", 0) != 0


#: The questions that are one number at a value: `ask` takes a list of values of these.
_SWEPT = ("delta", "eps", "beta", "renyi", "bayes-error", "gdp", "gdp-regret")


def _quantity(
    mechanism: MechanismLike, name: str, parameters: dict[str, object], options: Options, **flags: bool
) -> Any:
    for key, value in parameters.items():
        if name in _SWEPT and _is_several(value):
            meant = f'dpcert.ask(mechanism, {{"{name}": {{"{key}": {value!r:.60}}}}})'
            raise TypeError(f"{key} is one number here: {meant} answers at each of several values, from one composition")
    numbers = {key: literal(value, key) for key, value in parameters.items()}
    return _asked(written(mechanism), {name: numbers | flags}, options)


@_epsilon_is_eps
@_asks_at("eps")
def delta(mechanism: MechanismLike, eps: Number, **options: Unpack[Options]) -> Enclosure:
    """The privacy profile at an eps >= 0: the least delta such that the mechanism is (eps, delta)-DP.

    ``help(dpcert.Options)`` has the options of all questions: digits, limits, and others.

    >>> import dpcert
    >>> dpcert.delta("gaussian(sigma=2)^50", eps=1, digits=8)
    Enclosure('0.876437913', '0.876437914')
    >>> dpcert.delta("approx-dp(eps=ln(2), delta=1/10)^3", eps="ln(2)").exact
    Fraction(433, 1000)
    """
    return cast(Enclosure, _quantity(mechanism, "delta", {"eps": eps}, options))


@_epsilon_is_eps
@_asks_at("delta")
def eps(mechanism: MechanismLike, delta: Number, **options: Unpack[Options]) -> Enclosure:
    """The least eps >= 0 such that the mechanism is (eps, delta)-DP; infinite if there is none.

    >>> import dpcert
    >>> dpcert.eps("gaussian(sigma=2)^10", delta="1e-5", digits=6)
    Enclosure('7.511275', '7.511276')
    >>> dpcert.eps("gaussian(sigma=2)", delta=0).is_infinite
    True
    """
    return cast(Enclosure, _quantity(mechanism, "eps", {"delta": delta}, options))


@_epsilon_is_eps
@_asks_at("alpha")
def beta(mechanism: MechanismLike, alpha: Number, **options: Unpack[Options]) -> Enclosure:
    """The trade-off function: the least type II error of a test of level alpha.

    >>> import dpcert
    >>> dpcert.beta("approx-dp(eps=ln(3), delta=0)", alpha="1/4")
    Enclosure('1/4')
    """
    return cast(Enclosure, _quantity(mechanism, "beta", {"alpha": alpha}, options))


def tv(mechanism: MechanismLike, **options: Unpack[Options]) -> Enclosure:
    """The total variation: delta at eps = 0.

    >>> import dpcert
    >>> dpcert.tv("randomized-response(eps=ln(3))^2")
    Enclosure('1/2')
    """
    return cast(Enclosure, _quantity(mechanism, "tv", {}, options))


def rho(mechanism: MechanismLike, **options: Unpack[Options]) -> Enclosure:
    """The least rho such that the mechanism is rho-zCDP.

    >>> import dpcert
    >>> dpcert.rho("gaussian(sigma=2)^8") == 1
    True
    """
    return cast(Enclosure, _quantity(mechanism, "rho", {}, options))


def gdp(mechanism: MechanismLike, alpha_min: Number = "1e-9", **options: Unpack[Options]) -> Enclosure:
    """The least mu such that no test with both errors >= alpha_min separates better than one of mu-GDP.

    It depends on alpha_min: at 1e-9 a single step on a sample measures its tail.

    >>> import dpcert
    >>> dpcert.gdp("gaussian(sigma=2)^16") == 2
    True
    >>> dpcert.gdp("laplace(eps=1)", digits=8)
    Enclosure('1.03006399', '1.030064')
    """
    return cast(Enclosure, _quantity(mechanism, "gdp", {"alpha_min": alpha_min}, options))


def gdp_regret(mechanism: MechanismLike, alpha_min: Number = "1e-9", **options: Unpack[Options]) -> Enclosure:
    """What the mu of ``gdp`` overstates: the largest difference between the Bayes errors of the mechanism and of mu-GDP.

    >>> import dpcert
    >>> dpcert.gdp_regret("gaussian(sigma=2)^16") == 0
    True
    """
    return cast(Enclosure, _quantity(mechanism, "gdp-regret", {"alpha_min": alpha_min}, options))


def renyi(mechanism: MechanismLike, order: Number, *, reverse: bool = False, **options: Unpack[Options]) -> Enclosure:
    """The Renyi divergence of P from Q of an order > 0 other than 1, or ``"inf"``.

    Of a sample it is the larger one of both directions of neighbours. With ``reverse`` it is that of Q from P.

    >>> import dpcert
    >>> dpcert.renyi("gaussian(sigma=2)", order=8), dpcert.renyi("laplace(eps=1)", order="inf")
    (Enclosure('1'), Enclosure('1'))
    >>> dpcert.renyi("poisson(1/100, gaussian(sigma=1))", order="3/2", digits=8)
    Enclosure('0.000127253743', '0.000127253744')
    """
    flags = {"reverse": True} if reverse else {}
    return cast(Enclosure, _quantity(mechanism, "renyi", {"order": order}, options, **flags))


def chi_squared(mechanism: MechanismLike, **options: Unpack[Options]) -> Enclosure:
    """The divergence chi^2 of P from Q.

    >>> import dpcert
    >>> dpcert.chi_squared("gaussian(sigma=1)").exact_text
    'exp(1) - 1'
    """
    return cast(Enclosure, _quantity(mechanism, "chi-squared", {}, options))


def bayes_error(mechanism: MechanismLike, prior: Number, **options: Unpack[Options]) -> Enclosure:
    """The least average error of a decision between P and Q, for a prior probability of P.

    >>> import dpcert
    >>> dpcert.bayes_error("randomized-response(eps=ln(3))", prior=0.5)
    Enclosure('1/4')
    """
    return cast(Enclosure, _quantity(mechanism, "bayes-error", {"prior": prior}, options))


def kl(mechanism: MechanismLike, **options: Unpack[Options]) -> Numbers:
    """The Kullback-Leibler divergences of P from Q, of Q from P, and their sum.

    >>> import dpcert
    >>> dpcert.kl("gaussian(sigma=2)")["kl"]
    Enclosure('1/8')
    """
    return cast(Numbers, _quantity(mechanism, "kl", {}, options))


def functionals(mechanism: MechanismLike, **options: Unpack[Options]) -> Numbers:
    """kl, kappa_2, kappa_3, kappa_3-bar and chi^2_+ of the trade-off function.

    >>> import dpcert
    >>> list(dpcert.functionals("gaussian(sigma=2)"))[:2]
    ['kl', 'kappa2']
    """
    return cast(Numbers, _quantity(mechanism, "functionals", {}, options))


def deltas(mechanism: MechanismLike, inner: bool = False, **options: Unpack[Options]) -> Deltas:
    """delta at every point of the lattice of losses; with ``inner`` also those given that the loss is finite.

    >>> import dpcert
    >>> [row.delta.exact for row in dpcert.deltas("approx-dp(eps=ln(2), delta=1/10)^3").rows][:2]
    [Fraction(311, 500), Fraction(433, 1000)]
    """
    return cast(Deltas, _asked(written(mechanism), {"deltas": {"inner": True} if inner else {}}, options))


def region(mechanism: MechanismLike, **options: Unpack[Options]) -> Region:
    """The vertices of the lower boundary of the region of type I and II errors, where it is a polygon.

    >>> import dpcert
    >>> [(str(v.alpha), str(v.beta)) for v in dpcert.region("randomized-response(eps=ln(3))").vertices]
    [('0', '1'), ('1/4', '1/4'), ('1', '0')]
    """
    return cast(Region, _quantity(mechanism, "region", {}, options))


def polygon(mechanism: MechanismLike, gap: Number = "1e-3", **options: Unpack[Options]) -> Polygons:
    """Two polygons with the trade-off function in between, at most ``gap`` apart where ``met``.

    >>> import dpcert
    >>> found = dpcert.polygon("gaussian(sigma=1)", gap="0.1")
    >>> found.met, found.gap <= 0.1, found.inner[-1] == found.outer[-1] == (1, 0)
    (True, True, True)
    """
    return cast(Polygons, _quantity(mechanism, "polygon", {"gap": gap}, options))


def likelihood_ratios(mechanism: MechanismLike, **options: Unpack[Options]) -> Ratios:
    """All likelihood ratios, descending, with their probabilities under P and Q.

    >>> import dpcert
    >>> [str(row.ratio) for row in dpcert.likelihood_ratios("randomized-response(eps=ln(3))").rows]
    ['3', '1/3']
    """
    return cast(Ratios, _quantity(mechanism, "likelihood-ratios", {}, options))


def test(mechanism: MechanismLike, alpha: Number, **options: Unpack[Options]) -> NeymanPearson:
    """The most powerful test of level alpha (Neyman-Pearson).

    >>> import dpcert
    >>> dpcert.test("randomized-response(eps=ln(3))", alpha="1/8").power
    Enclosure('3/8')
    """
    return cast(NeymanPearson, _quantity(mechanism, "test", {"alpha": alpha}, options))


# Test runners take it for a test.
test.__test__ = False  # type: ignore[attr-defined]


@_epsilon_is_eps
def calibrate(
    mechanism: MechanismLike,
    eps: Number | None = None,
    delta: Number | None = None,
    *,
    tv: Number | None = None,
    alpha: Number | None = None,
    beta: Number | None = None,
    mu: Number | None = None,
    alpha_min: Number | None = None,
    **options: Unpack[Options],
) -> Calibrated:
    """The value of a parameter, written ``"?"``, with which a mechanism meets one budget.

    It is (eps, delta)-DP; or ``tv``, the largest advantage of an attack; or ``alpha`` and ``beta``, the least type II error at a
    level; or ``mu``, the largest one of :func:`dpcert.gdp`, whose tails are cut at ``alpha_min``.

    >>> import dpcert
    >>> found = dpcert.calibrate("gaussian(sigma=?)^50", eps=1, delta="1e-6")
    >>> found.meets.value, found.fails.value
    (Fraction(747, 25), Fraction(2987, 100))
    >>> dpcert.calibrate("gaussian(sigma=?)", tv="1/10").meets.value
    Fraction(3979, 1000)
    """
    fields = {"eps": eps, "delta": delta, "tv": tv, "alpha": alpha, "beta": beta, "mu": mu, "alpha_min": alpha_min}
    budget = {name: literal(value, name) for name, value in fields.items() if value is not None}
    return cast(Calibrated, _asked(written(mechanism), {"calibrate": budget}, options))


def dominates(
    a: MechanismLike, b: MechanismLike, kernel: bool = False, **options: Unpack[Options]
) -> Dominance:
    """Does A dominate B: does a stochastic kernel turn the pair of A into that of B?

    >>> import dpcert
    >>> once, twice = "randomized-response(eps=ln(9))", "randomized-response(eps=ln(3))^2"
    >>> bool(dpcert.dominates(once, twice))
    True
    >>> dpcert.dominates(twice, once).witness.alpha
    Enclosure('1/10')
    """
    query = {"dominates": {"mechanism": written(b), "kernel": kernel}}
    return cast(Dominance, _asked(written(a), query, options))


def theorem(name: str, parameters: Mapping[str, Any], **options: Unpack[Options]) -> Conclusions:
    """What a theorem concludes from its parameters; :data:`dpcert.THEOREMS` has them all.

    >>> import dpcert
    >>> found = dpcert.theorem("group-privacy", {"eps": "ln(3)", "delta": "1/1000", "size": 2})
    >>> [(name, x.guarantee, x.value.exact_text) for name, x in found.items()][:2]
    [('eps', 'upper-bound', '2*ln(3)'), ('delta', 'upper-bound', '1/250')]
    """
    return cast(Conclusions, _asked(None, {"theorem": {"name": name, **_tree(parameters)}}, options))


def channel(
    matrix: Any,
    ldp: Number | None = None,
    inputs: Any = None,
    *,
    delta: Number | None = None,
    beta: Number | None = None,
    prior: Any = None,
    **options: Unpack[Options],
) -> Channel:
    """How private a finite channel is: a list of rows, or a kind with its parameters, as ``dpcert query`` reads it.

    ``ldp`` asks whether it is eps-LDP for this eps, ``delta`` for the least delta at this eps, ``beta`` for the least
    type II error at this level of a test between two inputs, ``inputs`` for the divergences of two distributions of the
    input, and ``prior`` for the pointwise maximal leakage under one.

    >>> import dpcert
    >>> found = dpcert.channel([["3/4", "1/4"], ["1/4", "3/4"]], ldp="ln(3)", beta="1/8", prior=["1/2", "1/2"])
    >>> found.ldp, found.beta.value.exact, found.beta.rows, found.pointwise.largest.exact_text
    (True, Fraction(5, 8), (0, 1), 'ln(3/2)')
    """
    given = {"matrix": matrix, "ldp": ldp, "delta": delta, "beta": beta, "inputs": inputs, "prior": prior}
    question = {name: _tree(value, name) for name, value in given.items() if value is not None}
    return cast(Channel, _asked(None, {"channel": question}, options))


def sensitivity(
    strategy: Any, participation: Any, dimension: int | str = "any", **options: Unpack[Options]
) -> Sensitivity:
    """How far one user moves what a matrix mechanism releases.

    The strategy is a list of rows, a kind with its parameters, or a text; the participation a kind or a text, as
    ``dpcert query`` reads them. The dimension of what a user adds to a step is 1 or ``"any"``.

    >>> import dpcert
    >>> found = dpcert.sensitivity("toeplitz(coefficients=[1, 1/2], n=6)", "min-sep(b=2, k=3)")
    >>> found.squared.exact_text, found.sensitivity.exact_text, found.pattern
    ('15/4', 'sqrt(15/4)', (0, 2, 4))
    """
    given = {"strategy": strategy, "participation": participation, "dimension": dimension}
    question = {name: _tree(value, name) for name, value in given.items()}
    return cast(Sensitivity, _asked(None, {"sensitivity": question}, options))
