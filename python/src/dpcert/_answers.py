"""Answers that are more than one number."""

from __future__ import annotations

import html
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, TypeAlias, TypeVar

from ._enclosure import Enclosure, Known, Origin, RawNumber
from ._errors import Undecided
from ._readable import readable

Value = TypeVar("Value")


@dataclass(frozen=True, kw_only=True)
class Answer(Known):
    """What every answer of several numbers has."""

    #: Whether all numbers have the requested digits.
    met: bool
    _origin: Origin = field(repr=False, compare=False)


class Named(Mapping[str, Value]):
    """Values under their names, in order, that cannot be changed."""

    def __init__(self, items: Mapping[str, Value]) -> None:
        self._items = dict(items)

    def __getitem__(self, name: str) -> Value:
        return self._items[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._items)

    def __len__(self) -> int:
        return len(self._items)

    def __repr__(self) -> str:
        return repr(self._items)

    def __hash__(self) -> int:
        return hash(tuple(self._items.items()))


@dataclass(frozen=True, kw_only=True)
class Numbers(Answer, Mapping[str, Enclosure]):
    """Several numbers under their names: a mapping.

    >>> import dpcert
    >>> for name, value in dpcert.kl("gaussian(sigma=2)").items():
    ...     print(name, value)
    kl 1/8
    reverse 1/8
    symmetrised 1/4
    """

    _items: Named[Enclosure]

    def __getitem__(self, name: str) -> Enclosure:
        return self._items[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._items)

    def __len__(self) -> int:
        return len(self._items)

    def _repr_html_(self) -> str:
        return _table(["", ""], [[name, str(value)] for name, value in self.items()])


@dataclass(frozen=True)
class DeltaAt:
    """delta at one point of a lattice."""

    #: The point: ``j`` steps.
    j: int
    #: The eps there, as a literal.
    eps: str
    #: The delta.
    delta: Enclosure
    #: The delta given that the loss is finite, if it was requested.
    inner: Enclosure | None


@dataclass(frozen=True, kw_only=True)
class Deltas(Answer):
    """delta at every point of the lattice of losses."""

    #: The step of the lattice as a literal, where it is not simply the eps of the mechanism.
    step: str | None
    #: From j = 0 on.
    rows: tuple[DeltaAt, ...]

    def _repr_html_(self) -> str:
        return _table(["j", "eps", "delta"], [[str(row.j), row.eps, str(row.delta)] for row in self.rows])


@dataclass(frozen=True)
class Vertex:
    """A point of a trade-off function."""

    #: The type I error.
    alpha: Enclosure
    #: The type II error.
    beta: Enclosure


@dataclass(frozen=True, kw_only=True)
class Region(Answer):
    """The lower boundary of the region of type I and II errors: a polygon."""

    #: From alpha = 0 to alpha = 1.
    vertices: tuple[Vertex, ...]
    _mechanism: str = field(repr=False, compare=False)

    def _repr_svg_(self) -> str | None:
        from ._picture import regions

        return regions(self._mechanism)


@dataclass(frozen=True)
class Ratio:
    """A likelihood ratio with its probabilities."""

    #: P / Q.
    ratio: Enclosure
    #: Its probability under P.
    p: Enclosure
    #: Its probability under Q.
    q: Enclosure


@dataclass(frozen=True, kw_only=True)
class Ratios(Answer):
    """All likelihood ratios, descending."""

    rows: tuple[Ratio, ...]

    def _repr_html_(self) -> str:
        return _table(["ratio", "p", "q"], [[str(row.ratio), str(row.p), str(row.q)] for row in self.rows])


@dataclass(frozen=True, kw_only=True)
class NeymanPearson(Answer):
    """The most powerful test of a level: reject above the threshold, and at it with a probability."""

    #: Of the likelihood ratio.
    threshold: Enclosure
    #: The probability of rejecting at the threshold.
    randomisation: Enclosure
    #: The level.
    alpha: Enclosure
    #: The probability of rejecting under P.
    power: Enclosure


#: A vertex of exact decimals: alpha and beta.
Corner: TypeAlias = tuple[Fraction, Fraction]


@dataclass(frozen=True, kw_only=True)
class Polygons(Answer):
    """Two polygons with the trade-off function in between, from alpha = 0 to (1, 0)."""

    #: At or above the trade-off function. A coordinate may be as small as 1e-100000, which Python does not print.
    inner: tuple[Corner, ...] = field(repr=False)
    #: At or below it.
    outer: tuple[Corner, ...] = field(repr=False)
    #: At least their vertical distance, everywhere.
    gap: Fraction
    _mechanism: str = field(repr=False, compare=False)

    def _repr_svg_(self) -> str | None:
        from ._picture import regions

        return regions(self._mechanism)


@dataclass(frozen=True)
class Trial:
    """A value of a parameter, and what the budget bounds with it."""

    value: Fraction
    #: ``delta``, ``tv``, ``beta`` or ``gdp``, and its value.
    quantity: str
    reached: Enclosure

    @property
    def delta(self) -> Enclosure:
        """delta, of a budget of eps and delta."""
        if self.quantity != "delta":
            raise AttributeError(f"the budget bounds {self.quantity} and not delta: it is in reached")
        return self.reached


@dataclass(frozen=True, kw_only=True)
class Calibrated(Answer):
    """What is known of a parameter and a budget: a value that meets it, and one next to it that does not."""

    #: The kind that has the parameter, and its name there.
    kind: str
    parameter: str
    #: Is it proven that the profile is monotone in it? Then none beyond ``fails`` meets the budget.
    is_monotone: bool
    #: A value that meets the budget; None if no value in the range does.
    meets: Trial | None
    #: A value that exceeds the budget; None if no value does.
    fails: Trial | None


@dataclass(frozen=True)
class Witness:
    """A level and a likelihood ratio at which the first mechanism gives less than the second."""

    alpha: Enclosure
    #: The trade-off function of the first there, and that of the second, which is smaller.
    beta: Enclosure
    other_beta: Enclosure
    #: e^eps.
    ratio: Enclosure
    #: delta of the first there, and that of the second, which is larger.
    delta: Enclosure
    other_delta: Enclosure


@dataclass(frozen=True, kw_only=True)
class Dominance(Answer):
    """Whether the first mechanism dominates the second, with the proof. Its truth value raises Undecided if it is open."""

    #: None where it could not be decided.
    dominates: bool | None
    #: If not: where the order is the other one.
    witness: Witness | None
    #: The kernel that turns the first pair into the second, row by row; only if it was requested and all masses are rational.
    kernel: tuple[tuple[Fraction, ...], ...] | None = field(repr=False)

    def __bool__(self) -> bool:
        if self.dominates is None:
            raise Undecided("the order of these mechanisms could not be decided: ask with other limits")
        return self.dominates


@dataclass(frozen=True)
class Conclusion:
    """A number that a theorem gives."""

    #: How it stands to the quantity: ``exact``, ``upper-bound``, ``lower-bound``, ``limit`` or ``conditional``.
    guarantee: str
    value: Enclosure


@dataclass(frozen=True, kw_only=True)
class Conclusions(Answer, Mapping[str, Conclusion]):
    """What a theorem says: a mapping from the names of quantities."""

    #: The theorem, and where it is from.
    theorem: str
    source: str
    _items: Named[Conclusion]

    def __getitem__(self, name: str) -> Conclusion:
        return self._items[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._items)

    def __len__(self) -> int:
        return len(self._items)


@dataclass(frozen=True)
class Bound:
    """A bound about two inputs of a channel, and whether it holds there; None where that is open."""

    name: str
    source: str
    #: ``<=``, ``>=`` or ``=``.
    relation: str
    value: Enclosure
    bound: Enclosure
    holds: bool | None


@dataclass(frozen=True)
class OfRows:
    """A number of the worst pair of rows of a channel."""

    value: Enclosure
    #: Two rows that attain it, in their order and counted from 0; None where they are not known, or there is one row.
    rows: tuple[int, int] | None


@dataclass(frozen=True)
class OfOutput:
    """What an output of a channel tells about the input: its pointwise maximal leakage."""

    #: The output, counted from 0.
    output: int
    probability: Enclosure
    leakage: Enclosure


@dataclass(frozen=True)
class Pointwise:
    """The pointwise maximal leakage of a channel, for a distribution of the input."""

    #: The largest one of an output.
    largest: Enclosure
    #: An output that attains it, counted from 0; None where that is not known.
    output: int | None
    #: That of each output of probability > 0.
    outputs: tuple[OfOutput, ...]


@dataclass(frozen=True, kw_only=True)
class Channel(Answer):
    """How private a finite channel is."""

    #: The least eps with which it is eps-LDP.
    eps: Enclosure
    #: The largest total variation between two rows.
    tv: Enclosure
    #: The maximal leakage.
    leakage: Enclosure
    #: Is it eps-LDP for the eps that was asked about? None where nothing was asked, or it is open.
    ldp: bool | None
    #: The least delta at the eps that was asked about; None where nothing was asked.
    delta: OfRows | None
    #: The least type II error at the level that was asked about; None where nothing was asked.
    beta: OfRows | None
    #: Of each output, where the distribution of the input was given.
    pointwise: Pointwise | None
    #: Of the two inputs, where they were given.
    quantities: Named[Enclosure]
    bounds: tuple[Bound, ...]


@dataclass(frozen=True, kw_only=True)
class Sensitivity(Answer):
    """How far one user moves what a matrix mechanism releases."""

    #: The square of the sensitivity.
    squared: Enclosure
    sensitivity: Enclosure
    #: Steps of a participation that attains the lower ends, counted from 0.
    pattern: tuple[int, ...]


#: Whatever an answer is.
AnyAnswer: TypeAlias = (
    Enclosure
    | Numbers
    | Deltas
    | Region
    | Ratios
    | NeymanPearson
    | Polygons
    | Calibrated
    | Dominance
    | Conclusions
    | Channel
    | Sensitivity
)


def answer(content: dict[str, Any], origin: tuple[bool, bool, str, str, tuple[str, ...]], mechanism: str) -> AnyAnswer:
    """What the native half said, as an object of its class: the names are those of the line protocol."""
    tight, met, method, engine, notes = origin
    found = Origin(tight, method, engine, notes)

    def number(raw: RawNumber) -> Enclosure:
        return Enclosure(raw, found)

    def numbers(record: dict[str, RawNumber]) -> dict[str, Enclosure]:
        return {name.replace("-", "_"): number(raw) for name, raw in record.items()}

    def named(rows: list[tuple[str, RawNumber]]) -> Named[Enclosure]:
        return Named({name: number(raw) for name, raw in rows})

    def trial(record: dict[str, Any] | None) -> Trial | None:
        if record is None:
            return None
        [(quantity, reached)] = [(name, raw) for name, raw in record.items() if name != "value"]
        return Trial(record["value"], quantity, number(reached))

    def corners(vertices: list[dict[str, Fraction]]) -> tuple[Corner, ...]:
        return tuple((vertex["alpha"], vertex["beta"]) for vertex in vertices)

    def of_rows(record: dict[str, Any] | None) -> OfRows | None:
        if record is None:
            return None
        rows = record["rows"]
        return OfRows(number(record["value"]), (rows[0], rows[1]) if rows else None)

    def pointwise(record: dict[str, Any] | None, rows: list[dict[str, Any]]) -> Pointwise | None:
        if record is None:
            return None
        outputs = (OfOutput(row["output"], number(row["probability"]), number(row["leakage"])) for row in rows)
        return Pointwise(number(record["value"]), record["output"], tuple(outputs))

    known: dict[str, Any] = {"met": met, "_origin": found}
    match content:
        case {"value": raw}:
            return number(raw)
        case {"points": rows}:
            return Numbers(_items=named(_as_asked([(row["at"], row["value"]) for row in rows])), **known)
        case {"deltas": rows}:
            inner = [number(row["inner_delta_j"]) if "inner_delta_j" in row else None for row in rows]
            points = (DeltaAt(row["j"], row["eps"], number(row["value"]), at) for row, at in zip(rows, inner, strict=True))
            return Deltas(step=content.get("step"), rows=tuple(points), **known)
        case {"vertices": vertices}:
            return Region(vertices=tuple(Vertex(**numbers(vertex)) for vertex in vertices), _mechanism=mechanism, **known)
        case {"likelihood-ratios": rows}:
            return Ratios(rows=tuple(Ratio(**numbers(row)) for row in rows), **known)
        case {"threshold": _}:
            of_test: dict[str, Any] = numbers(content)
            return NeymanPearson(**of_test, **known)
        case {"inner": inner, "outer": outer, "gap": gap}:
            return Polygons(inner=corners(inner), outer=corners(outer), gap=gap, _mechanism=mechanism, **known)
        case {"kind": kind, "parameter": name, "meets": meets, "fails": fails, "monotone": is_monotone}:
            tried: dict[str, Any] = {"meets": trial(meets), "fails": trial(fails)}
            return Calibrated(kind=kind, parameter=name, is_monotone=is_monotone, **tried, **known)
        case {"dominates": dominates}:
            witness, rows = content.get("witness"), content.get("kernel")
            kernel = None if rows is None else tuple(map(tuple, rows))
            seen = None if witness is None else Witness(*map(number, witness.values()))
            return Dominance(dominates=dominates, witness=seen, kernel=kernel, **known)
        case {"theorem": theorem, "source": source, "conclusions": rows}:
            concluded = {row["name"]: Conclusion(row["guarantee"], number(row["value"])) for row in rows}
            return Conclusions(theorem=theorem, source=source, _items=Named(concluded), **known)
        case {"leakage": _}:
            measured: dict[str, Any] = numbers({name: content[name] for name in ("eps", "tv", "leakage")})
            quantities = named([(row["name"], row["value"]) for row in content.get("quantities", [])])
            rows = ({**row, "value": number(row["value"]), "bound": number(row["bound"])} for row in content.get("bounds", []))
            bounds = tuple(Bound(**row) for row in rows)
            worst: dict[str, Any] = {name: of_rows(content.get(name)) for name in ("delta", "beta")}
            of_outputs = pointwise(content.get("pointwise-leakage"), content.get("outputs", []))
            found_of: dict[str, Any] = {"quantities": quantities, "bounds": bounds, "pointwise": of_outputs}
            return Channel(ldp=content.get("ldp"), **worst, **found_of, **measured, **known)
        case {"squared": squared, "sensitivity": root, "pattern": pattern}:
            return Sensitivity(squared=number(squared), sensitivity=number(root), pattern=tuple(pattern), **known)
        case _:
            return Numbers(_items=named(list(content.items())), **known)


def _as_asked(rows: list[tuple[str, RawNumber]]) -> list[tuple[str, RawNumber]]:
    """The rows of a list of values, named as these were given: a float in decimals, unless a text is called the same."""
    names = {name for name, _ in rows}

    def name_of(name: str) -> str:
        return name if readable(name) in names else readable(name)

    return [(name_of(name), number) for name, number in rows]


def _table(head: list[str], rows: list[list[str]]) -> str:
    def cells(row: list[str], tag: str) -> str:
        return "".join(f"<{tag}>{html.escape(cell)}</{tag}>" for cell in row)

    body = "".join(f"<tr>{cells(row, 'td')}</tr>" for row in rows)
    return f"<table><tr>{cells(head, 'th')}</tr>{body}</table>"
