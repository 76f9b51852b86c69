"""Tables of claims judged, and tables of verdicts."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Literal, Protocol, TypeAlias

from . import _native
from ._errors import refuse
from ._options import Options, wanted

#: Verdicts on rows: those on claims, and ``invalid`` for a row that is not a claim.
RowVerdict: TypeAlias = Literal["holds", "refuted", "undecided", "unsupported", "invalid"]

_ROW_VERDICTS: tuple[RowVerdict, ...] = ("holds", "refuted", "undecided", "unsupported", "invalid")


class ArrowStream(Protocol):
    """A table or a reader of record batches, by the C interface of Arrow."""

    def __arrow_c_stream__(self, requested_schema: Any = None) -> Any: ...


class ArrowArray(Protocol):
    """A record batch, by the C interface of Arrow."""

    def __arrow_c_array__(self, requested_schema: Any = None) -> Any: ...


class Verdicts:
    """The verdicts on the rows of a table, in its order: a table of Arrow.

    ``pyarrow.table(verdicts)``, ``polars.DataFrame(verdicts)`` and ``duckdb.sql("from verdicts")`` have its columns:

    - ``id``, that of the claims, where they have it;
    - ``verdict``, a :data:`dpcert.RowVerdict`;
    - ``lower`` and ``upper``, certified ends of the quantity, each rounded to its side, and ``margin``, at most the distance from the
      claimed value, positive where the claim is true;
    - ``method`` and ``engine``, how the value was found and by whom: ``binary64`` where proven bounds in machine words decided;
    - ``message``, why a claim is not decided, or what is wrong with the row.
    """

    #: How many rows have each verdict.
    counts: Mapping[RowVerdict, int]

    def __init__(self, table: Any, counts: Mapping[str, int]) -> None:
        self._table = table
        self.counts = MappingProxyType({verdict: counts.get(verdict, 0) for verdict in _ROW_VERDICTS})

    def __len__(self) -> int:
        return sum(self.counts.values())

    def __repr__(self) -> str:
        counts = ", ".join(f"{count} {verdict}" for verdict, count in self.counts.items() if count)
        return f"<Verdicts on {len(self)} claims{': ' if counts else ''}{counts}>"

    def __arrow_c_stream__(self, requested_schema: Any = None) -> Any:
        return self._table.__arrow_c_stream__(requested_schema)

    def __arrow_c_schema__(self) -> Any:
        return self._table.__arrow_c_schema__()


def is_table(claims: object) -> bool:
    """Has it the C interface of Arrow?"""
    return hasattr(claims, "__arrow_c_stream__") or hasattr(claims, "__arrow_c_array__")


def judge_table(claims: ArrowStream | ArrowArray, options: Options) -> Verdicts:
    """The verdict on each row."""
    return Verdicts(*told(_native.judge_table(claims, False, wanted(options))))


def told(answer: tuple[Any, ...]) -> tuple[Any, ...]:
    """What the native half says of a table; raises what it refuses."""
    if answer[0] != "ok":
        refuse(*answer)
    return answer[1:]
