"""Spark, with executors that are processes of their own, and one of them killed."""

from __future__ import annotations

import doctest
import json
import os
import shutil
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pyarrow
import pytest

import dpcert

if shutil.which("java") is None:
    pytest.skip("there is no Java", allow_module_level=True)
pyspark = pytest.importorskip("pyspark")

import dpcert.spark  # noqa: E402

#: Two executors with one core each.
MASTER = "local-cluster[2,1,1024]"
COLUMNS = "id long, mechanism string, quantity string, at double, relation string, claimed string"
PARTITIONS = 24


def claim(number: int) -> tuple[Any, ...]:
    """Some are decided by the filter and some take a hundredth of a second, some are no claims, and some are the same."""
    if number % 50 == 7:
        return number, "gaussian(sigma=-1)", "delta", 1.0, "at-most", "0.5"
    if number % 5 == 0:
        return number, f"approx-dp(eps=1/100, delta=1e-6)^{4000 + number}", "delta", 1.0, "at-most", "0.1"
    return number // 2, f"gaussian(sigma={1 + number // 2 % 9})^3", "delta", 0.5, "at-least", "0.25"


CLAIMS = [claim(number) for number in range(1200)]


@pytest.fixture(scope="module")
def spark(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    from pyspark.sql import SparkSession

    folder = tmp_path_factory.mktemp("spark")
    # Executors are started from where Spark is installed, and with this interpreter.
    changed = {"SPARK_HOME": str(Path(pyspark.__file__).parent), "PYSPARK_PYTHON": sys.executable, "SPARK_LOCAL_IP": "127.0.0.1"}
    before = {name: os.environ.get(name) for name in changed}
    os.environ.update(changed)
    builder = SparkSession.builder.master(MASTER).appName("dpcert")
    options = {"spark.ui.enabled": "false", "spark.sql.shuffle.partitions": "4", "spark.local.dir": folder, "spark.sql.warehouse.dir": folder}
    for name, value in options.items():
        builder = builder.config(name, str(value))
    session = builder.getOrCreate()
    yield session
    session.stop()
    for name, value in before.items():
        if value is None:
            del os.environ[name]
        else:
            os.environ[name] = value


@pytest.fixture(scope="module")
def claims(spark: Any) -> Any:
    return spark.createDataFrame(CLAIMS, COLUMNS).repartition(PARTITIONS)


@pytest.fixture(scope="module")
def alone() -> list[dict[str, Any]]:
    """The verdicts of one machine."""
    columns = zip(*CLAIMS, strict=True)
    names = [column.split()[0] for column in COLUMNS.split(", ")]
    table = pyarrow.table(dict(zip(names, map(list, columns), strict=True)))
    return in_order(pyarrow.table(dpcert.judge(table)).to_pylist())


def in_order(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return sorted(({name: row[name] for name in row if name not in ("input_sha256", "run")} for row in rows), key=repr)


def collected(verdicts: Any) -> list[dict[str, Any]]:
    return in_order([row.asDict() for row in verdicts.collect()])


def executors() -> list[int]:
    """The processes of executors that descend from this one."""
    parents, found = {}, []
    for folder in Path("/proc").iterdir():
        if folder.name.isdigit():
            try:
                parents[int(folder.name)] = int((folder / "stat").read_text().rsplit(")", 1)[1].split()[1])
                if b"CoarseGrainedExecutorBackend" in (folder / "cmdline").read_bytes():
                    found.append(int(folder.name))
            except OSError:
                continue

    def is_ours(process: int) -> bool:
        return process == os.getpid() or (process in parents and is_ours(parents[process]))

    return [process for process in found if is_ours(process)]


def until(is_so: Callable[[], Any], seconds: float = 300) -> Any:
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if found := is_so():
            return found
        time.sleep(0.02)
    raise AssertionError("it did not come to that")


def test_executors_judge_as_one_machine_does(claims: Any, alone: list[dict[str, Any]]) -> None:
    until(lambda: len(executors()) == 2)
    verdicts = dpcert.spark.judge(claims)
    assert collected(verdicts) == alone
    assert {row["verdict"] for row in alone} == {"holds", "refuted", "invalid"}
    assert [field.simpleString() for field in verdicts.schema][:3] == ["id:bigint", "verdict:string", "lower:double"]
    assert verdicts.columns[-2:] == ["input_sha256", "run"]


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="processes are found in /proc")
def test_an_executor_is_killed_in_the_middle(spark: Any, claims: Any, alone: list[dict[str, Any]], tmp_path: Path) -> None:
    until(lambda: len(executors()) == 2)
    verdicts = dpcert.spark.judge(claims)
    stored, failure = str(tmp_path / "verdicts"), []

    def write() -> None:
        try:
            verdicts.write.parquet(stored)
        except Exception as error:  # noqa: BLE001: told below
            failure.append(error)

    thread = threading.Thread(target=write)
    thread.start()
    tracker = spark.sparkContext.statusTracker()

    def stage_that_judges() -> Any:
        stages = [tracker.getStageInfo(number) for number in tracker.getActiveStageIds()]
        return next((stage for stage in stages if stage and stage.numTasks == PARTITIONS and stage.numCompletedTasks >= 2), None)

    stage = until(stage_that_judges)
    victim = executors()[0]
    os.kill(victim, signal.SIGKILL)
    assert stage.numCompletedTasks < PARTITIONS / 2, stage
    thread.join(timeout=300)
    assert not thread.is_alive() and not failure, failure
    assert victim not in executors()
    # Tasks of it were run again, or, because rows that it had shuffled were gone, all of them.
    ended = tracker.getStageInfo(stage.stageId)
    assert ended.numFailedTasks > 0 or ended.currentAttemptId > stage.currentAttemptId, ended
    again = spark.read.parquet(stored)
    assert collected(again) == alone
    assert dpcert.spark.merge(claims, again).count() == len(CLAIMS)


def test_verdicts_say_who_judged(claims: Any) -> None:
    some = dpcert.spark.judge(claims.limit(10), digits=7, max_work=10**12)
    (run,) = {row.run for row in some.select("run").collect()}
    told = json.loads(run)
    assert (told["version"], told["engine"], told["digits"], told["max-work"]) == (dpcert.__version__, "malachite", 7, 10**12)


def test_a_merge_accounts_for_each_row_once(spark: Any, claims: Any, tmp_path: Path) -> None:
    some = spark.createDataFrame(CLAIMS[:100], COLUMNS)
    parts = []
    for number in range(2):
        judged = dpcert.spark.judge(some.where(f"id % 2 = {number}"))
        judged.write.parquet(str(tmp_path / str(number)))
        parts.append(spark.read.parquet(str(tmp_path / str(number))))
    even, odd = parts
    assert collected(dpcert.spark.merge(some, even, odd)) == collected(dpcert.spark.judge(some))
    assert collected(dpcert.spark.merge(some, odd, even)) == collected(dpcert.spark.merge(some, even, odd))
    for outputs in ([even], [even, odd, odd], [even, odd.limit(odd.count() - 1)]):
        with pytest.raises(dpcert.BadInput, match="verdicts on 100 claims: each is to be judged exactly once"):
            dpcert.spark.merge(some, *outputs)
    # As many, and not the same: one twice and another not at all.
    count = odd.count()
    with pytest.raises(dpcert.BadInput, match="as many verdicts as claims, 100, but"):
        dpcert.spark.merge(some, even, odd.limit(count - 1), odd.limit(1))
    other = spark.createDataFrame([*CLAIMS[:99], claim(7000)], COLUMNS)
    with pytest.raises(dpcert.BadInput, match="as many verdicts as claims"):
        dpcert.spark.merge(other, even, odd)
    with pytest.raises(dpcert.BadInput, match='several options: .*"digits":.*; .*"digits":9'):
        dpcert.spark.merge(some, even, dpcert.spark.judge(some.where("id % 2 = 1"), digits=9))
    with pytest.raises(TypeError, match="no output"):
        dpcert.spark.merge(some)
    nothing = some.limit(0)
    assert dpcert.spark.merge(nothing, dpcert.spark.judge(nothing)).count() == 0


def test_what_is_wrong_is_told_before_anything_runs(spark: Any, claims: Any) -> None:
    with pytest.raises(dpcert.BadInput, match='column "claimed" is missing'):
        dpcert.spark.judge(claims.drop("claimed"))
    with pytest.raises(dpcert.BadInput, match='column "id" has the type Timestamp'):
        dpcert.spark.judge(claims.selectExpr("current_timestamp() as id", "mechanism", "quantity", "at", "relation", "claimed"))
    with pytest.raises(dpcert.BadInput, match="digits"):
        dpcert.spark.judge(claims, digits=0)
    for option in ({"timeout": 1}, {"rel_gap": "1e-3"}, {"exact": True}):
        with pytest.raises(TypeError, match="no meaning"):
            dpcert.spark.judge(claims, **option)
    with pytest.raises(TypeError, match="no keyword 'threads'"):
        dpcert.spark.judge(claims, threads=1)


def test_examples(spark: Any) -> None:
    readme = (Path(__file__).resolve().parents[1] / "README.md").read_text()
    section = readme[readme.index("## Spark") :]
    examples = [
        *doctest.DocTestFinder().find(dpcert.spark, globs={"spark": spark}),
        doctest.DocTestParser().get_doctest(section, {"spark": spark}, "README.md", None, None),
    ]
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE)
    for example in examples:
        runner.run(example)
    assert runner.summarize().failed == 0 and runner.summarize().attempted > 8
