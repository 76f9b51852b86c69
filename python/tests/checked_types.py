"""Types as type checkers see them: scripts/python has it checked, and nobody runs it."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from typing import assert_type

import duckdb
import numpy
import polars
from matplotlib.axes import Axes
from pyspark.sql import DataFrame

import dpcert
import dpcert.spark
from dpcert import Enclosure, Gaussian, Laplace, Mechanism, Poisson, Subsample

run = Gaussian(sigma=2) ** 50 * Laplace(eps=Fraction(1, 10)) * "gdp(mu=1)"
assert_type(run, Mechanism)
assert_type(Poisson(0.01, run), Subsample)
assert_type(dpcert.delta(run, eps=1), Enclosure)
assert_type(dpcert.delta("gdp(mu=1)", "ln(2)", digits=30, rel_gap=Decimal("1e-6")).exact, Fraction | None)
assert_type(dpcert.eps(run, numpy.float64(1e-5)) < 1, bool)
assert_type(dpcert.region("randomized-response(eps=1)").vertices[0].alpha.lo, Fraction)
assert_type(dpcert.calibrate("gaussian(sigma=?)", 1, 1e-5).meets, dpcert.Trial | None)
assert_type(dpcert.kl(run)["kl"], Enclosure)
assert_type(dpcert.judge("a\n")[0].verdict, dpcert.Verdict)
assert_type(dpcert.from_event(object()), Mechanism)
assert_type(dpcert.from_event(object(), None), Mechanism)
assert_type(dpcert.plot.trade_off(run, "gdp(mu=1)", labels=["run", "GDP"], max_work=10**9), Axes)
assert_type(dpcert.plot.profile(run, eps_to="1/2", log=True, ax=dpcert.plot.region(run)), Axes)
assert_type(dpcert.judge(duckdb.table("claims")), dpcert.Verdicts)
assert_type(dpcert.judge({"format": "dpcert/1"}).as_expected, bool)
assert_type(dpcert.judge(polars.DataFrame(), digits=20).counts["invalid"], int)


def on_spark(claims: DataFrame) -> None:
    assert_type(dpcert.spark.merge(claims, dpcert.spark.judge(claims, max_work=10**9)), DataFrame)
