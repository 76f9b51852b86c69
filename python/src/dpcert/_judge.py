"""Claims judged: those of a file, and those of a table."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, TypeAlias, Unpack, overload

from . import _native
from ._ask import _tree
from ._enclosure import Enclosure, Origin
from ._errors import BadInput, Fault, refuse
from ._options import Options, wanted
from ._table import ArrowArray, ArrowStream, Verdicts, is_table, judge_table

#: ``holds`` and ``refuted`` are proven; ``undecided`` and ``unsupported`` say nothing about a claim.
Verdict: TypeAlias = Literal["holds", "refuted", "undecided", "unsupported"]


@dataclass(frozen=True)
class Finding:
    """A remark on a claim that does not change its verdict."""

    name: str
    #: ``warn`` or ``deny``.
    level: str
    message: str


@dataclass(frozen=True, kw_only=True)
class Judgement:
    """A verdict on a claim, and what it rests on."""

    #: The claim's name in its file.
    id: str
    verdict: Verdict
    #: The verdict that the author of the claim expects, and whether it is that.
    expected: Verdict
    as_expected: bool
    #: The rows of the ledger that it is about.
    over: tuple[str, ...]
    #: ``delta``, ``eps``, ``tv``, ``beta``, ``rho`` or ``gdp``, with the name and the value of its parameter.
    quantity: str
    parameter: tuple[str, str] | None
    #: ``at-most``, ``at-least``, ``between`` or ``equals``, and the claimed values as they are written.
    relation: str
    claimed: tuple[str, ...]
    #: The value, with as many digits as show the verdict.
    certified: Enclosure | None
    #: The distance to the claimed value, >= 0 where the claim is true, and their ratio.
    margin: Enclosure | None
    ratio: Enclosure | None
    #: For ``undecided`` what would decide it, for ``unsupported`` what is missing.
    note: str | None
    findings: tuple[Finding, ...]
    #: As the claim file says.
    reason: str | None
    source: str | None

    @property
    def holds(self) -> bool:
        """Is the claim proven?"""
        return self.verdict == "holds"


@dataclass(frozen=True)
class Judgements(Sequence[Judgement]):
    """The verdicts on the claims of a file, in its order."""

    #: Whose privacy, between which data sets, and what the claims are not about.
    unit: str
    adjacency: str
    exclusions: tuple[str, ...]
    _all: tuple[Judgement, ...]

    @overload
    def __getitem__(self, index: int) -> Judgement: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Judgement]: ...
    def __getitem__(self, index: int | slice) -> Judgement | Sequence[Judgement]:
        return self._all[index]

    def __len__(self) -> int:
        return len(self._all)

    def __iter__(self) -> Iterator[Judgement]:
        return iter(self._all)

    @property
    def as_expected(self) -> bool:
        """Is every verdict the expected one, and no finding denied?"""
        denied = any(finding.level == "deny" for judgement in self for finding in judgement.findings)
        return not denied and all(judgement.as_expected for judgement in self)


@overload
def judge(claims: str | os.PathLike[str] | Mapping[str, Any], **options: Unpack[Options]) -> Judgements: ...
@overload
def judge(claims: ArrowStream | ArrowArray, **options: Unpack[Options]) -> Verdicts: ...
def judge(
    claims: str | os.PathLike[str] | Mapping[str, Any] | ArrowStream | ArrowArray, **options: Unpack[Options]
) -> Judgements | Verdicts:
    """Judges the claims of a claim file, or each row of a table.

    A claim file is given by its path, as its text, which has more than one line, or as a dict. Numbers in a dict are whatever
    numbers are elsewhere; a float is exactly that binary64.

    >>> import dpcert
    >>> claims = {
    ...     "format": "dpcert/1",
    ...     "scope": {"unit": "person", "adjacency": "replace-one"},
    ...     "ledger": [{"id": "survey", "mechanism": "randomized-response", "eps": "ln(3)", "count": 2}],
    ...     "claim": [{"id": "total-variation", "over": ["*"], "tv": {}, "at-most": 0.4}],
    ... }
    >>> [(x.id, x.verdict, str(x.certified)) for x in dpcert.judge(claims)]
    [('total-variation', 'refuted', '1/2')]

    A table is anything with the C interface of Arrow: a table, record batch or reader of pyarrow, a DataFrame of polars, a relation
    of DuckDB. Each row is a claim:

    - ``mechanism``, what was run, in the compact notation; or ``kind``, with a column for each parameter, null where it is not given;
    - ``count``, the number of repetitions, 1 where it is null or missing;
    - ``quantity`` (``delta``, ``eps``, ``tv``, ``beta``, ``rho``, ``gdp``) and ``at``, its parameter;
    - ``relation`` (``at-most``, ``at-least``, ``equals``, ``between``), ``claimed``, and ``claimed_high`` for ``between``;
    - ``id``, which is anything, and passed through.

    Numbers are float64, which are these binary64 numbers, integers, decimal128, or exact texts. Columns that are wrong raise
    :class:`dpcert.BadInput`; a row that is not a claim has the verdict ``invalid`` and a message that says why.

    >>> import pyarrow
    >>> table = pyarrow.table({
    ...     "mechanism": ["gaussian(sigma=2)^50", "randomized-response(eps=ln(3))^2", "laplace(eps=1)"],
    ...     "quantity": ["delta", "tv", "delta"],
    ...     "at": [1, None, None],
    ...     "relation": ["at-most", "equals", "at-most"],
    ...     "claimed": ["0.87", "1/2", "0.1"],
    ... })
    >>> verdicts = dpcert.judge(table)
    >>> verdicts
    <Verdicts on 3 claims: 1 holds, 1 refuted, 1 invalid>
    >>> pyarrow.table(verdicts)["message"][2].as_py()
    'column "at" is null: delta needs a value of eps'

    Batches are judged as a reader gives them, without a copy; only the verdicts are kept. Where even these are too many, judge one
    batch after the other: ``for batch in reader: writer.write(pyarrow.table(dpcert.judge(batch)))``.
    """
    if "rel_gap" in options or "exact" in options:
        raise TypeError("a claim is judged as closely as it takes: rel_gap and exact have no meaning here")
    if not isinstance(claims, (str, os.PathLike, Mapping)) and is_table(claims):
        return judge_table(claims, options)
    text, is_json = _text(claims)
    told = _native.judge(text, is_json, wanted(options))
    if told[0] != "ok":
        refuse(*told)
    _, (unit, adjacency, exclusions), judged = told
    return Judgements(unit, adjacency, tuple(exclusions), tuple(map(_judgement, judged)))


def _text(claims: object) -> tuple[str, bool]:
    if isinstance(claims, Mapping):
        return json.dumps(_tree(claims)), True
    if isinstance(claims, str) and "\n" in claims:
        return claims, False
    if isinstance(claims, (str, os.PathLike)):
        path = Path(claims)
        try:
            return path.read_bytes().decode("utf-8-sig"), False
        except UnicodeDecodeError as error:
            raise BadInput(f"{path} is not UTF-8: byte {error.start + 1} is the first wrong one") from None
    raise TypeError(f"claims are a path, the text of a claim file, a dict, or a table of Arrow; not {claims!r:.60}")


def _judgement(fields: dict[str, Any]) -> Judgement:
    if fields.pop("contradiction") is not None:
        raise Fault(f"claim {fields['id']}: the engines contradict each other; please report it, with the claim file")
    origin = Origin(True, fields.pop("method") or "", fields.pop("engine") or "", ())
    for name in ("certified", "margin", "ratio"):
        fields[name] = None if fields[name] is None else Enclosure(fields[name], origin)
    findings = tuple(Finding(*finding) for finding in fields.pop("findings"))
    over, claimed = tuple(fields.pop("over")), tuple(fields.pop("claimed"))
    return Judgement(findings=findings, over=over, claimed=claimed, **fields)
