"""Rows per second of one process and of Spark with two executors, on the same rows: from a Parquet file to a Parquet file."""

import os
import sys
import tempfile
import time
from pathlib import Path

import pyarrow.parquet
import pyspark
from pyspark.sql import SparkSession

import dpcert
import dpcert.spark

ROWS = 2_000_000
PARTITIONS = 16
MASTER = "local-cluster[2,1,1024]"


def claims():
    def share(row, factor):
        return row * factor % 1

    rows = range(ROWS)
    return pyarrow.table({
        "id": list(rows),
        "kind": ["gaussian"] * ROWS,
        "sigma": [0.5 + 4.5 * share(row, 0.6180339887) for row in rows],
        "quantity": ["delta"] * ROWS,
        "at": [0.1 + 0.8 * share(row, 0.4142135623) for row in rows],
        "relation": ["at-most"] * ROWS,
        "claimed": [share(row, 0.7320508075) for row in rows],
    })


def rate(name, function):
    function()
    times = []
    for _ in range(3):
        start = time.perf_counter()
        function()
        times.append(time.perf_counter() - start)
    print(f"{name}: {ROWS / sorted(times)[1]:.3g} rows a second")


def main(folder):
    source, verdicts = str(folder / "claims.parquet"), str(folder / "verdicts")
    pyarrow.parquet.write_table(claims(), source, row_group_size=ROWS // PARTITIONS)

    def one_process():
        table = pyarrow.parquet.read_table(source)
        pyarrow.parquet.write_table(pyarrow.table(dpcert.judge(table)), str(folder / "one.parquet"))

    rate(f"one process, {os.cpu_count()} threads", one_process)
    os.environ |= {"SPARK_HOME": str(Path(pyspark.__file__).parent), "PYSPARK_PYTHON": sys.executable, "SPARK_LOCAL_IP": "127.0.0.1"}
    size = os.path.getsize(source) // PARTITIONS
    builder = SparkSession.builder.master(MASTER).config("spark.ui.enabled", "false").config("spark.ui.showConsoleProgress", "false")
    spark = builder.config("spark.local.dir", folder).config("spark.sql.files.maxPartitionBytes", size).getOrCreate()
    read = spark.read.parquet(source)

    def by_spark():
        dpcert.spark.judge(read).write.mode("overwrite").parquet(verdicts)

    rate(f"Spark, {MASTER}", by_spark)
    rate("Spark without judging", lambda: read.write.mode("overwrite").parquet(str(folder / "copy")))
    stored = spark.read.parquet(verdicts)
    rate("merge", lambda: dpcert.spark.merge(read, stored))
    by_id = dict(zip(*(pyarrow.parquet.read_table(str(folder / "one.parquet"))[name].to_pylist() for name in ("id", "verdict")), strict=True))
    assert by_id == {row.id: row.verdict for row in stored.select("id", "verdict").toLocalIterator()}, "Spark's verdicts are others"
    spark.stop()


with tempfile.TemporaryDirectory() as name:
    main(Path(name))
