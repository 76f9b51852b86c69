"""The catalogue: a class for each kind of mechanism, with its fields by name.

A field may be ``"?"``, which :func:`dpcert.calibrate` looks for. Names that other libraries use are understood where they can
mean one thing only (``epsilon``), and otherwise the error says how the field follows from them. Where a kind takes a ratio of
noise and sensitivity, it also takes both apart: ``Gaussian(scale=10, sensitivity=2)``.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Literal, SupportsIndex

from ._mechanism import Mechanism, as_mechanism, atom, count_text
from ._numbers import Number


# The fields of the classes are made from the catalogue of the library: `scripts/record made`.
class ApproxDP(Mechanism, kind="approx-dp"):
    """Every (eps, delta)-DP mechanism: the worst of them.

    >>> import dpcert
    >>> dpcert.tv(ApproxDP(eps="ln(3)", delta=0))
    Enclosure('1/2')
    """

    eps: Number
    delta: Number


class ApproxDPTV(Mechanism, kind="approx-dp-tv", ways="eta, or alpha"):
    """Every (eps, delta)-DP mechanism of total variation at most eta; alpha may be given instead.

    >>> import dpcert
    >>> dpcert.tv(ApproxDPTV(eps="ln(3)", delta=0, eta="1/4"))
    Enclosure('1/4')
    """

    eps: Number
    delta: Number
    eta: Number | None = None
    alpha: Number | None = None


class MultiDP(Mechanism, kind="multi-dp"):
    """Every mechanism that meets several (eps, delta) constraints at once.

    >>> import dpcert
    >>> both = MultiDP(constraints=[{"eps": 0, "delta": "1/2"}, {"eps": "ln(3)", "delta": "1/10"}])
    >>> dpcert.tv(both)
    Enclosure('1/2')
    """

    constraints: Iterable[Mapping[str, Number]]


class RandomizedResponse(Mechanism, kind="randomized-response"):
    """Randomised response that is eps-DP, with 2 categories or more.

    >>> import dpcert
    >>> dpcert.tv(RandomizedResponse(eps="ln(3)", categories=3))
    Enclosure('2/5')
    """

    eps: Number
    categories: Number | None = None


class UnaryEncoding(Mechanism, kind="unary-encoding"):
    """A category as a row of bits with noise, by eps and the encoding (``"symmetric"`` is basic RAPPOR, ``"optimized"``
    OUE), or by the probabilities p of the true bit and q of the others.

    >>> import dpcert
    >>> dpcert.tv(UnaryEncoding(eps="ln(3)", encoding="optimized"))
    Enclosure('1/4')
    >>> dpcert.tv(UnaryEncoding(p="3/4", q="1/4"))
    Enclosure('1/2')
    """

    eps: Number | None = None
    encoding: Literal["symmetric", "optimized"] | None = None
    p: Number | None = None
    q: Number | None = None


class SumOfReports(Mechanism, kind="sum-of-reports"):
    """How many clients report 1, where each reports its bit by randomised response with eps, or 1 with probability p for the
    bit 1 and q for the bit 0. The bit of one client is replaced. With categories as bits a client changes two: a power.

    >>> import dpcert
    >>> dpcert.tv(SumOfReports(clients=3, p="3/4", q="1/4"))
    Enclosure('5/16')
    """

    clients: Number
    eps: Number | None = None
    p: Number | None = None
    q: Number | None = None


class SubsetSelection(Mechanism, kind="subset-selection"):
    """A random subset of the categories that contains the true one more often than others do.

    >>> import dpcert
    >>> dpcert.tv(SubsetSelection(eps="ln(3)", categories=4, size=2))
    Enclosure('1/3')
    """

    eps: Number
    categories: Number
    size: Number


class HadamardResponse(Mechanism, kind="hadamard-response"):
    """Hadamard response with one block or several.

    >>> import dpcert
    >>> dpcert.tv(HadamardResponse(eps="ln(3)"))
    Enclosure('1/4')
    """

    eps: Number
    blocks: Number | None = None


class FinitePair(Mechanism, kind="finite-pair"):
    """Two distributions over finitely many outcomes, as given.

    >>> import dpcert
    >>> dpcert.tv(FinitePair(p=["3/4", "1/4"], q=["1/4", "3/4"]))
    Enclosure('1/2')
    """

    p: Iterable[Number]
    q: Iterable[Number]


class TradeOff(Mechanism, kind="trade-off"):
    """A piecewise-linear trade-off function by its vertices (alpha, beta), from alpha = 0 to (1, 0).

    >>> import dpcert
    >>> dpcert.beta(TradeOff(vertices=[(0, 1), ("1/4", "1/4"), (1, 0)]), alpha="1/2")
    Enclosure('1/6')
    """

    vertices: Iterable[Iterable[Number]]


class Staircase(Mechanism, kind="staircase"):
    """The staircase mechanism.

    >>> import dpcert
    >>> dpcert.tv(Staircase(eps="ln(2)", gamma="1/4"))
    Enclosure('3/10')
    """

    eps: Number
    gamma: Number


class Laplace(Mechanism, kind="laplace", ways="eps, or scale and sensitivity"):
    """Laplace noise: eps is sensitivity / scale, or both are given.

    >>> import dpcert
    >>> dpcert.tv(Laplace(scale=2, sensitivity=1)).same(dpcert.tv(Laplace(eps=0.5)))
    True
    """

    eps: Number | None = None
    scale: Number | None = None
    sensitivity: Number | None = None


class Gaussian(Mechanism, kind="gaussian", ways="sigma, or mu, or scale and sensitivity"):
    """Gaussian noise: sigma is standard deviation / sensitivity, mu its inverse; or scale and sensitivity are given.

    >>> import dpcert
    >>> dpcert.rho(Gaussian(scale=10, sensitivity=5))
    Enclosure('1/8')
    """

    sigma: Number | None = None
    mu: Number | None = None
    scale: Number | None = None
    sensitivity: Number | None = None


class MatrixGaussian(Mechanism, kind="matrix-gaussian"):
    """A whole run of a matrix mechanism, C X with Gaussian noise: the ``strategy`` C has a column for each step, a user is in the
    steps of the ``participation``, and ``sigma`` is the standard deviation of the noise over how far one step of a user moves a
    row. They are written as for :func:`dpcert.sensitivity`; the ``dimension`` of a step is 1 or ``"any"``.

    >>> import dpcert
    >>> run = MatrixGaussian(strategy="toeplitz(coefficients=[1, 1/2], n=6)", participation="min-sep(b=2, k=3)", sigma=1)
    >>> dpcert.rho(run)
    Enclosure('15/8')
    >>> dpcert.rho(MatrixGaussian(strategy=[[1, 0], ["1/2", 1]], participation={"kind": "single"}, sigma=1))
    Enclosure('5/8')
    """

    strategy: str | Mapping[str, Any] | Iterable[Iterable[Number]]
    participation: str | Mapping[str, Any]
    sigma: Number
    dimension: int | str | None = None


class GDP(Mechanism, kind="gdp"):
    """Every mu-GDP mechanism.

    >>> import dpcert
    >>> dpcert.rho(GDP(mu="1/2"))
    Enclosure('1/8')
    """

    mu: Number


class Repeat(Mechanism, kind="repeat"):
    """A mechanism several times: ``mechanism ** count``.

    >>> str(Repeat(count=3, mechanism=Laplace(eps=1)))
    'laplace(eps=1)^3'
    """

    count: SupportsIndex | str
    mechanism: Mechanism | str

    def __init__(self, *, count: SupportsIndex | str, mechanism: Mechanism | str) -> None:
        count_text(count)
        super().__init__(count=count, mechanism=as_mechanism(mechanism))

    def _write(self, fields: Mapping[str, Any]) -> str:
        return f"{atom(fields['mechanism'])}^{count_text(fields['count'])}"

    def __repr__(self) -> str:
        return f"{_grouped(self._fields['mechanism'])} ** {self._fields['count']!r}"


class Compose(Mechanism, kind="compose"):
    """Several mechanisms on the same data: ``first * second``.

    >>> str(Compose(mechanisms=[Laplace(eps=1), GDP(mu=1)]))
    'laplace(eps=1) * gdp(mu=1)'
    """

    mechanisms: Iterable[Mechanism | str]

    def __init__(self, *, mechanisms: Iterable[Mechanism | str]) -> None:
        super().__init__(mechanisms=tuple(map(as_mechanism, mechanisms)))

    def _write(self, fields: Mapping[str, Any]) -> str:
        parts = fields["mechanisms"]
        if len(parts) < 2:
            return super()._write(fields)
        return " * ".join(part.text if isinstance(part, Repeat) else atom(part) for part in parts)

    def __repr__(self) -> str:
        parts = self._fields["mechanisms"]
        if len(parts) < 2:
            return super().__repr__()
        return " * ".join(repr(part) if isinstance(part, Repeat) else _grouped(part) for part in parts)


class DiscreteLaplace(Mechanism, kind="discrete-laplace"):
    """Discrete Laplace noise on counts: eps is that of moving one of them by 1.

    >>> import dpcert
    >>> dpcert.tv(DiscreteLaplace(eps="ln(3)", sensitivity=2))
    Enclosure('2/3')
    """

    eps: Number
    sensitivity: Number | None = None
    shifts: Iterable[Number] | None = None


class DiscreteGaussian(Mechanism, kind="discrete-gaussian"):
    """Discrete Gaussian noise on counts: sigma_sq is the parameter sigma^2, shifts say how far each count moves.

    >>> import dpcert
    >>> dpcert.rho(DiscreteGaussian(sigma_sq=50, shifts=[1, -1]))
    Enclosure('1/50')
    """

    sigma_sq: Number
    sensitivity: Number | None = None
    shifts: Iterable[Number] | None = None


class Additive(Mechanism, kind="additive"):
    """Integer noise with these probabilities on consecutive integers, or on the residues of a modulus; or by a formula.

    ``noise`` is ``"uniform"`` with ``outcomes``, ``"binomial"`` with ``trials`` and ``p``, ``"geometric"`` with ``eps``,
    ``"truncated-discrete-laplace"`` with ``eps`` and ``bound``, ``"wrapped-discrete-laplace"`` with ``eps`` and ``modulus``,
    ``"truncated-discrete-gaussian"`` with ``sigma_sq`` and ``bound``, ``"wrapped-discrete-gaussian"`` with ``sigma_sq`` and
    ``modulus``, ``"skellam"`` with ``variance``, or ``"negative-binomial"`` with ``failures`` and ``p``.

    >>> import dpcert
    >>> dpcert.tv(Additive(masses=["1/4", "1/2", "1/4"], sensitivity=1))
    Enclosure('1/2')
    >>> dpcert.tv(Additive(noise="binomial", trials=4, p="1/2", sensitivity=1))
    Enclosure('3/8')
    """

    masses: Iterable[Number] | None = None
    noise: str | None = None
    outcomes: Number | None = None
    trials: Number | None = None
    failures: Number | None = None
    p: Number | None = None
    eps: Number | None = None
    sigma_sq: Number | None = None
    variance: Number | None = None
    bound: Number | None = None
    modulus: Number | None = None
    sensitivity: Number | None = None
    shifts: Iterable[Number] | None = None


class Thresholded(Mechanism, kind="thresholded"):
    """Noisy values of keys, of which only those above a threshold are released; a user is added or removed, or replaced.

    ``noise`` is ``"laplace"`` or ``"gaussian"`` with a ``scale``, ``"discrete-laplace"`` with ``eps`` for each unit or
    ``"discrete-gaussian"`` with ``sigma_sq``; integer noise needs ``release``, ``"at-least"`` or ``"above"`` the
    threshold. A user has at most ``keys`` keys, or ``new`` ones that nobody else has and ``known`` ones. With
    ``adjacency="replace-one"`` a user is replaced by another one, each with at most ``keys`` keys.

    >>> import dpcert
    >>> counts = dict(noise="discrete-laplace", eps="ln(2)", sensitivity=1, threshold=6)
    >>> dpcert.delta(Thresholded(**counts, release="at-least", new=1, known=0), eps=1)
    Enclosure('1/48')
    """

    noise: Literal["laplace", "gaussian", "discrete-laplace", "discrete-gaussian"]
    scale: Number | None = None
    eps: Number | None = None
    sigma_sq: Number | None = None
    sensitivity: Number
    threshold: Number
    release: Literal["at-least", "above"] | None = None
    keys: Number | None = None
    new: Number | None = None
    known: Number | None = None
    adjacency: Literal["add-remove", "replace-one"] | None = None


class Exponential(Mechanism, kind="exponential"):
    """Every exponential mechanism of range eps; in a composition each may be chosen by the outputs before, or none with
    ``composition="non-adaptive"``. With the scores of the candidates, those of a neighbour and a sensitivity it is one of them.
    In place of eps, weights e^(coefficient * score) have a coefficient, a sensitivity, and ``moves="one-way"`` where a
    neighbour moves all scores in one direction.

    >>> import dpcert
    >>> dpcert.tv(Exponential(eps="ln(4)"))
    Enclosure('1/3')
    >>> dpcert.tv(Exponential(coefficient="ln(2)", sensitivity=1, moves="both-ways"))
    Enclosure('1/3')
    >>> one = Exponential(eps="ln(4)", scores=[0, -1, -2], neighbour_scores=[-1, 0, -1], sensitivity=1)
    >>> dpcert.delta(one, eps="ln(3/2)")
    Enclosure('11/56')
    """

    eps: Number | None = None
    composition: Literal["adaptive", "non-adaptive"] | None = None
    scores: Iterable[Number] | None = None
    neighbour_scores: Iterable[Number] | None = None
    sensitivity: Number | None = None
    coefficient: Number | None = None
    moves: Literal["one-way", "both-ways"] | None = None


class NoisyMax(Mechanism, kind="noisy-max"):
    """Every selection of the largest score under ``noise`` of the scale 2 sensitivity / eps: ``"exponential"``, which is
    permute-and-flip, ``"gumbel"`` or ``"laplace"``. With the scores of the candidates, those of a neighbour and a sensitivity
    it is one of them. Integer scores of a sensitivity may have ``"geometric"`` or ``"discrete-laplace"`` noise. In place of
    eps, noise on real scores has a scale, a sensitivity, and ``moves="one-way"`` where a neighbour moves all scores in one
    direction.

    >>> import dpcert
    >>> dpcert.tv(NoisyMax(noise="exponential", eps="ln(4)"))
    Enclosure('1/2')
    >>> dpcert.tv(NoisyMax(noise="exponential", scale=1, sensitivity="ln(2)", moves="both-ways"))
    Enclosure('1/2')
    >>> one = NoisyMax(noise="exponential", eps="ln(4)", scores=[0, -1, -2], neighbour_scores=[-1, 0, -1], sensitivity=1)
    >>> dpcert.delta(one, eps="ln(3/2)")
    Enclosure('17/48')
    >>> dpcert.delta(NoisyMax(noise="geometric", eps="ln(4)", sensitivity=1), eps="ln(2)")
    Enclosure('1/3')
    """

    noise: Literal["exponential", "gumbel", "laplace", "geometric", "discrete-laplace"]
    eps: Number | None = None
    scores: Iterable[Number] | None = None
    neighbour_scores: Iterable[Number] | None = None
    sensitivity: Number | None = None
    scale: Number | None = None
    moves: Literal["one-way", "both-ways"] | None = None


class SparseVector(Mechanism, kind="sparse-vector"):
    """Every sequence of answers whether queries are above a noisy threshold, up to ``cutoff`` of them that are. The noise of
    the threshold has the scale sensitivity / threshold_eps, and that of each query 2 cutoff sensitivity / query_eps, or half of
    it with ``moves="one-way"``. With the queries, those of a neighbour, a threshold and a sensitivity it is one of them, which
    may have ``noise="discrete-laplace"``, or be the ``variant`` of a published algorithm that is wrong.

    >>> import dpcert
    >>> dpcert.tv(SparseVector(threshold_eps="1/2", query_eps="1/2", cutoff=1)).hi < 0.394
    True
    >>> rates = dict(threshold_eps="ln(2)", query_eps="ln(4)", cutoff=1, noise="discrete-laplace")
    >>> one = SparseVector(**rates, queries=[0, 0, -1], neighbour_queries=[1, 1, -2], threshold=0, sensitivity=1)
    >>> dpcert.tv(one)
    Enclosure('4/27')
    """

    threshold_eps: Number
    query_eps: Number | None = None
    cutoff: Number | None = None
    moves: Literal["one-way", "both-ways"] | None = None
    variant: Literal["noisy-answers", "unscaled-query-noise", "no-query-noise", "no-cutoff"] | None = None
    queries: Iterable[Number] | None = None
    neighbour_queries: Iterable[Number] | None = None
    threshold: Number | None = None
    sensitivity: Number | None = None
    noise: Literal["laplace", "discrete-laplace"] | None = None
    cut: Number | None = None


class ZCDP(Mechanism, kind="zcdp"):
    """Every rho-zCDP mechanism: known between two bounds.

    >>> import dpcert
    >>> dpcert.rho(ZCDP(rho="1/8") ** 8)
    Enclosure('1')
    """

    rho: Number


class Subsample(Mechanism, kind="subsample"):
    """A mechanism that sees a random sample; :func:`dpcert.Poisson` and :func:`dpcert.WithoutReplacement` are shorter.

    The sample is given by its rate, or by its size and that of the population, also called batch and n. A truncated Poisson
    sample has n and max_batch, the most records that are kept.

    >>> import dpcert
    >>> step = Subsample(method="poisson", rate="1/2", adjacency="add-remove", mechanism=RandomizedResponse(eps="ln(3)"))
    >>> dpcert.tv(step)
    Enclosure('1/4')
    """

    method: Literal["poisson", "truncated-poisson", "without-replacement", "with-replacement"]
    rate: Number | None = None
    size: Number | None = None
    population: Number | None = None
    batch: Number | None = None
    n: Number | None = None
    max_batch: Number | None = None
    adjacency: Literal["add-remove", "replace-one", "zero-out"]
    mechanism: Mechanism | str


class RandomAllocation(Mechanism, kind="random-allocation"):
    """A record takes part in one of ``steps`` steps, drawn at random; one record is added or removed.

    A step drawn anew in each of ten epochs is ``RandomAllocation(...) ** 10``; the same step in all of them is
    ``RandomAllocation(steps=..., mechanism=mechanism ** 10)``.

    >>> import dpcert
    >>> step = RandomAllocation(steps=4, mechanism=RandomizedResponse(eps="ln(3)"))
    >>> dpcert.delta(step, eps="ln(3/2)")
    Enclosure('81/512')
    """

    steps: Number
    mechanism: Mechanism | str
    adjacency: Literal["add-remove", "replace-one", "zero-out"] | None = None


class ShuffledBatches(Mechanism, kind="shuffled-batches"):
    """An epoch on batches of the records in a random order; a record is zeroed out or replaced.

    The upper end is that of the noise on one batch, the lower one that of a test of the largest batch. Epochs are a power.

    >>> import dpcert
    >>> epoch = ShuffledBatches(batches=468, adjacency="zero-out", mechanism=Gaussian(sigma=1))
    >>> eps = dpcert.eps(epoch, delta="1e-5")
    >>> 3 < eps.lo < eps.hi < 4.5
    True
    """

    batches: Number
    adjacency: Literal["add-remove", "replace-one", "zero-out"]
    mechanism: Mechanism | str


class Group(Mechanism, kind="group"):
    """A mechanism for data sets that differ in several records.

    >>> import dpcert
    >>> dpcert.rho(Group(size=3, mechanism=Gaussian(sigma=1)))
    Enclosure('9/2')
    """

    size: Number
    mechanism: Mechanism | str


class Inverse(Mechanism, kind="inverse"):
    """A mechanism with its neighbours exchanged.

    >>> import dpcert
    >>> dpcert.tv(Inverse(mechanism=RandomizedResponse(eps="ln(3)")))
    Enclosure('1/2')
    """

    mechanism: Mechanism | str


class Symmetrised(Mechanism, kind="symmetrised"):
    """The class of mechanisms with the largest symmetric trade-off function below that of another one.

    >>> import dpcert
    >>> dpcert.tv(Symmetrised(mechanism=RandomizedResponse(eps="ln(3)")))
    Enclosure('1/2')
    """

    mechanism: Mechanism | str


class Intersection(Mechanism, kind="intersection"):
    """Every mechanism that is in several classes at once.

    >>> import dpcert
    >>> dpcert.tv(Intersection(mechanisms=[ApproxDP(eps="ln(3)", delta=0), ApproxDP(eps=0, delta="1/4")]))
    Enclosure('1/4')
    """

    mechanisms: Iterable[Mechanism | str]


class Union(Mechanism, kind="union"):
    """Every mechanism that is in at least one of several classes.

    >>> import dpcert
    >>> dpcert.tv(Union(mechanisms=[ApproxDP(eps="ln(3)", delta=0), ApproxDP(eps=0, delta="1/4")]))
    Enclosure('1/2')
    """

    mechanisms: Iterable[Mechanism | str]


class PrivateSelection(Mechanism, kind="private-selection"):
    """The best output of a random number of runs of ``base``, for any scores: ``runs`` is ``"geometric"`` or
    ``"logarithmic"`` with ``gamma``, ``"truncated-negative-binomial"`` with ``eta`` and ``gamma``, or ``"poisson"`` with its
    ``mean``. With the masses ``p`` and ``q`` of the outcomes of one run, from the lowest score to the highest, it is exact, and
    ``"fixed"`` runs have a ``count``.

    >>> import dpcert
    >>> bound = dpcert.eps(PrivateSelection(base=ApproxDP(eps=1, delta=0), runs="geometric", gamma="1/2"), delta=0)
    >>> round(float(bound.hi), 6)
    1.6211
    >>> best = PrivateSelection(p=["1/2", "1/3", "1/6"], q=["1/4", "1/2", "1/4"], runs="geometric", gamma="1/4")
    >>> dpcert.tv(best)
    Enclosure('8/63')
    """

    base: Mechanism | str | None = None
    runs: Literal["geometric", "truncated-negative-binomial", "logarithmic", "poisson", "fixed"]
    gamma: Number | None = None
    eta: Number | None = None
    mean: Number | None = None
    count: Number | None = None
    p: Iterable[Number] | None = None
    q: Iterable[Number] | None = None


class MixtureOfShifts(Mechanism, kind="mixture-of-shifts"):
    """The noise of a mechanism around ``shifts[i]`` with the probability ``p[i]``, and for the neighbour around
    ``q_shifts[j]`` with ``q[j]``, or 0; the choice is not published.

    >>> import dpcert
    >>> noise = DiscreteLaplace(eps="ln(2)", sensitivity=1)
    >>> dpcert.delta(MixtureOfShifts(noise=noise, p=["9/16", "3/8", "1/16"], shifts=[0, 1, 2]), eps="ln(5/4)")
    Enclosure('7/96')
    """

    noise: Mechanism | str
    p: Iterable[Number]
    shifts: Iterable[Number]
    q: Iterable[Number] | None = None
    q_shifts: Iterable[Number] | None = None


class GeneralisedGaussian(Mechanism, kind="generalised-gaussian"):
    """Noise of the density proportional to ``exp(-(|x|/scale)**power)``: Laplace noise with power 1, Gaussian noise of the
    standard deviation ``scale/sqrt(2)`` with power 2. The power is rational, from 1 to 64.

    >>> import dpcert
    >>> dpcert.eps(GeneralisedGaussian(power=1, scale=2, sensitivity=1), delta=0)
    Enclosure('1/2')
    """

    power: Number
    scale: Number
    sensitivity: Number


class GaussianScales(Mechanism, kind="gaussian-scales"):
    """Gaussian noise in ``dimension`` coordinates whose scale depends on the data: ``ratio`` is the standard deviation of P
    divided by that of Q, and the answer is the larger one of both directions.

    >>> import dpcert
    >>> dpcert.chi_squared(GaussianScales(ratio="6/5", dimension=2))
    Enclosure('121/504')
    """

    ratio: Number
    dimension: Number


class Mixture(Mechanism, kind="mixture"):
    """One of several mechanisms is drawn, and the output says which.

    >>> import dpcert
    >>> rarely = Mixture(weights=["1/10", "9/10"], mechanisms=[ApproxDP(eps=0, delta=1), ApproxDP(eps=0, delta=0)])
    >>> dpcert.tv(rarely)
    Enclosure('1/10')
    """

    weights: Iterable[Number]
    mechanisms: Iterable[Mechanism | str]


class Erasure(Mechanism, kind="erasure"):
    """A mechanism whose output is lost with some probability.

    >>> import dpcert
    >>> dpcert.tv(Erasure(rate="1/2", mechanism=RandomizedResponse(eps="ln(3)")))
    Enclosure('1/4')
    """

    rate: Number
    mechanism: Mechanism | str


def Poisson(rate: Number, mechanism: Mechanism | str) -> Subsample:
    """A step on a Poisson sample: each record is in it with probability ``rate``.

    Neighbours are data sets of which one has a record more (``add-remove``): the theorem about this sampler is about these.

    >>> str(Poisson("1/100", Gaussian(sigma=1)))
    'subsample(method=poisson, rate=1/100, adjacency=add-remove, mechanism=gaussian(sigma=1))'
    """
    return Subsample(method="poisson", rate=rate, adjacency="add-remove", mechanism=mechanism)


def WithoutReplacement(size: Number, population: Number, mechanism: Mechanism | str) -> Subsample:
    """A step on a sample of ``size`` of ``population`` records, all subsets equally likely.

    Neighbours are data sets that differ in one record (``replace-one``): the theorem about this sampler is about these.

    >>> str(WithoutReplacement(10, 1000, Laplace(eps=1)))
    'subsample(method=without-replacement, size=10, population=1000, adjacency=replace-one, mechanism=laplace(eps=1))'
    """
    return Subsample(
        method="without-replacement", size=size, population=population, adjacency="replace-one", mechanism=mechanism
    )


def _grouped(mechanism: Mechanism) -> str:
    """A mechanism in Python, so that an operator may follow it."""
    return f"({mechanism!r})" if isinstance(mechanism, (Compose, Repeat)) else repr(mechanism)


#: All kinds by their names in the compact notation.
KINDS: dict[str, type[Mechanism]] = {
    kind.kind: kind for kind in list(globals().values()) if isinstance(kind, type) and issubclass(kind, Mechanism) and kind.kind
}
