"""Tables of claims judged by Spark, where their rows are. Needs ``pyspark`` 4.0 or newer; executors need this package, and what
``pyspark[sql]`` needs.

>>> import dpcert.spark
>>> claims = spark.createDataFrame(
...     [(1, "gaussian(sigma=2)^50", "delta", 1.0, "at-most", "0.877"), (2, "laplace(eps=1)", "tv", None, "at-most", "0.3")],
...     "id int, mechanism string, quantity string, at double, relation string, claimed string",
... )
>>> verdicts = dpcert.spark.judge(claims)
>>> verdicts.select("id", "verdict").sort("id").show()
+---+-------+
| id|verdict|
+---+-------+
|  1|  holds|
|  2|refuted|
+---+-------+

**No row is lost or judged twice unseen.** Spark repeats what failed, and outputs are written by several jobs, appended, and put
together. So each verdict says which row it is about, ``input_sha256``, and who judged and how, ``run``. The sum of the digests of
some rows does not depend on their order or on where they were judged; :func:`merge` compares that of the verdicts with that of the
claims themselves:

>>> first, second = (dpcert.spark.judge(claims.where(f"id = {number}")) for number in (1, 2))
>>> dpcert.spark.merge(claims, first, second).count()
2
>>> dpcert.spark.merge(claims, first, first)
Traceback (most recent call last):
...
dpcert.BadInput: there are as many verdicts as claims, 2, but some claim has none, and some verdict is about another row or given twice
"""

from __future__ import annotations

import functools
import os
from collections.abc import Iterator
from typing import Any, TypeAlias, Unpack

import pyarrow  # type: ignore[import-untyped]
from pyspark import TaskContext
from pyspark.sql import DataFrame
from pyspark.sql.types import BinaryType, DoubleType, StringType, StructField, StructType

from . import _native
from ._errors import BadInput
from ._options import Options, wanted
from ._table import told

#: A record batch of pyarrow, which has no types.
_Batch: TypeAlias = Any

#: Digests are added modulo this.
_MODULUS = 2**256


def judge(claims: DataFrame, **options: Unpack[Options]) -> DataFrame:
    """The verdict on each row, with the columns of :class:`dpcert.Verdicts` and two more.

    ``claims`` has the columns that :func:`dpcert.judge` reads; ``id``, if there is one, is text or a number. ``input_sha256`` is the
    SHA-256 of the row that a verdict is about, and ``run`` is JSON: the release that judged, and the options that verdicts depend on.

    Like all of Spark this is lazy: verdicts that are read twice without being stored are computed twice. Only wrong columns and options
    are reported at once.

    A task computes with ``spark.task.cpus`` threads. ``timeout`` has no meaning here: limit the cost of a row with ``max_work``.
    """
    if unknown := {"rel_gap", "exact", "timeout"} & options.keys():
        raise TypeError(f"a table of Spark is judged row by row, as closely as it takes: {', '.join(sorted(unknown))} has no meaning here")
    asked = wanted(options)
    empty = _judged(claims.limit(0).toArrow(), asked)
    types = {"string": StringType(), "double": DoubleType(), "binary": BinaryType()}
    given = [claims.schema["id"]] if "id" in claims.columns else []
    own = [StructField(field.name, types[str(field.type)], field.nullable) for field in empty.schema if field.name != "id"]
    return claims.mapInArrow(functools.partial(_judge_batches, asked), StructType(given + own))


def merge(claims: DataFrame, *outputs: DataFrame) -> DataFrame:
    """The outputs of :func:`judge` for parts of some claims as one, in no particular order.

    Refuses, by :class:`dpcert.BadInput`, unless each row of ``claims`` is accounted for exactly once, and all were judged by the same
    release with the same options. It guards against accidents, not against somebody who makes up rows to fit. What the verdicts
    say is not compared: whoever wrote the outputs is trusted with it.

    ``claims`` has the columns and types that were judged. All are read once; give outputs that are stored, or they are judged again.
    """
    if not outputs:
        raise TypeError("there is no output to merge")
    expected = _sum(claims.mapInArrow(_digest_claims, _DIGESTS))
    found = [_sum(output.select("input_sha256", "run").mapInArrow(_digest_verdicts, _DIGESTS)) for output in outputs]
    runs = sorted({run for _, _, known in found for run in known})
    if len(runs) > 1:
        raise BadInput(f"the outputs were judged by several releases, or with several options: {'; '.join(runs)}")
    claimed, judged = expected[0], sum(rows for rows, _, _ in found)
    if claimed != judged:
        raise BadInput(f"there are {judged} verdicts on {claimed} claims: each is to be judged exactly once")
    if sum(digest for _, digest, _ in found) % _MODULUS != expected[1]:
        raise BadInput(
            f"there are as many verdicts as claims, {claimed}, but some claim has none, and some verdict is about another row or given twice"
        )
    return functools.reduce(lambda one, other: one.unionByName(other), outputs)


#: How many rows a partition has, the sum of their digests in hexadecimal, and the runs that they are of.
_DIGESTS = "rows long, sum string, runs array<string>"


def _sum(digests: DataFrame) -> tuple[int, int, set[str]]:
    parts = digests.collect()
    rows, digest = sum(part.rows for part in parts), sum(int(part.sum, 16) for part in parts)
    return rows, digest % _MODULUS, {run for part in parts for run in part.runs}


def _judged(claims: Any, asked: dict[str, Any]) -> Any:
    verdicts, _ = told(_native.judge_table(claims, True, asked))
    return pyarrow.table(verdicts)


def _judge_batches(asked: dict[str, Any], batches: Iterator[_Batch]) -> Iterator[_Batch]:
    """What an executor does with a partition."""
    _threads_of_a_task()
    for batch in batches:
        yield from _judged(batch, asked).to_batches()


def _digest_claims(batches: Iterator[_Batch]) -> Iterator[_Batch]:
    _threads_of_a_task()
    rows = digest = 0
    for batch in batches:
        more, text = told(_native.digest_table(batch))
        rows, digest = rows + more, digest + int(text, 16)
    yield _digests(rows, digest, set())


def _digest_verdicts(batches: Iterator[_Batch]) -> Iterator[_Batch]:
    rows = digest = 0
    runs: set[str] = set()
    for batch in batches:
        rows += batch.num_rows
        digest += sum(int.from_bytes(row or b"", "little") for row in batch["input_sha256"].to_pylist())
        runs.update(str(run) for run in batch["run"].unique().to_pylist())
    yield _digests(rows, digest, runs)


def _digests(rows: int, digest: int, runs: set[str]) -> _Batch:
    columns = {"rows": [rows], "sum": [f"{digest % _MODULUS:x}"], "runs": pyarrow.array([sorted(runs)], pyarrow.list_(pyarrow.string()))}
    return pyarrow.RecordBatch.from_pydict(columns)


def _threads_of_a_task() -> None:
    """As many as a task has cores, unless another number is given: other tasks run beside it."""
    context = TaskContext.get()
    os.environ.setdefault("RAYON_NUM_THREADS", str(context.cpus() if context else 1))
