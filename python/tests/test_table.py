"""Tables of claims."""

from __future__ import annotations

import gc
import json
import math
import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import duckdb
import polars
import pyarrow
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import dpcert
from dpcert import strategies as numbers

#: Claims of every verdict, by their columns.
CLAIMS: dict[str, list[Any]] = {
    "id": ["a", "b", "c", "d", "e"],
    "kind": ["gaussian", "gaussian", "laplace", "zcdp", "gaussian"],
    "sigma": [2.0, 2.0, None, None, -1.0],
    "eps": [None, None, 0.5, None, None],
    "rho": [None, None, None, 0.1, None],
    "count": [50, 50, 1, 1, 1],
    "quantity": ["delta", "delta", "tv", "delta", "delta"],
    "at": [1.0, 1.0, None, 1.0, 1.0],
    "relation": ["at-most", "at-least", "at-most", "at-most", "at-most"],
    "claimed": [0.8765, 0.8765, 0.3, 0.005, 0.5],
}
VERDICTS = ["holds", "refuted", "holds", "undecided", "invalid"]


def table(**changed: Any) -> pyarrow.Table:
    """The claims with other columns; without those that are None."""
    columns = {**CLAIMS, **changed}
    return pyarrow.table({name: values for name, values in columns.items() if values is not None})


def rows(verdicts: dpcert.Verdicts) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = pyarrow.table(verdicts).to_pylist()
    return found


def words(claims: Any, **options: Any) -> list[str]:
    return [row["verdict"] for row in rows(dpcert.judge(claims, **options))]


def test_verdicts_are_a_table() -> None:
    verdicts = dpcert.judge(table())
    found = pyarrow.table(verdicts)
    assert found.column_names == ["id", "verdict", "lower", "upper", "margin", "method", "engine", "message"]
    assert found["id"].to_pylist() == CLAIMS["id"] and found["verdict"].to_pylist() == VERDICTS
    assert len(verdicts) == 5 and repr(verdicts) == "<Verdicts on 5 claims: 2 holds, 1 refuted, 1 undecided, 1 invalid>"
    assert dict(verdicts.counts) == {"holds": 2, "refuted": 1, "undecided": 1, "unsupported": 0, "invalid": 1}
    # As often as one likes, and by whoever.
    assert pyarrow.table(verdicts).equals(found) and pyarrow.RecordBatchReader.from_stream(verdicts).read_all().equals(found)
    assert polars.DataFrame(verdicts)["verdict"].to_list() == VERDICTS
    assert [verdict for (verdict,) in duckdb.sql("select verdict from verdicts").fetchall()] == VERDICTS
    assert pyarrow.schema(verdicts).equals(found.schema)
    delta = dpcert.delta("gaussian(sigma=2)^50", eps=1)
    assert found["lower"][0].as_py() <= delta.hi and delta.lo <= found["upper"][0].as_py()
    assert 0 < found["margin"][0].as_py() <= Fraction(0.8765) - delta.lo and found["margin"][1].as_py() < 0


def test_whoever_has_the_interface_is_judged_alike() -> None:
    claims = table()
    (batch,) = claims.to_batches()
    frame = polars.from_arrow(claims)
    chunked = pyarrow.concat_tables([claims.slice(0, 1), claims.slice(1, 0), claims.slice(1, 4)])
    assert chunked.column("id").num_chunks > 1

    class Batch:
        """Only a record batch."""

        def __arrow_c_array__(self, requested_schema: Any = None) -> Any:
            return batch.__arrow_c_array__(requested_schema)

    expected = rows(dpcert.judge(claims))
    for same in (batch, claims.to_reader(), claims.to_reader(max_chunksize=2), chunked, frame, Batch(), batch.to_struct_array()):
        assert rows(dpcert.judge(same)) == expected
    assert rows(dpcert.judge(duckdb.sql("select * from claims"))) == expected
    sliced = pyarrow.concat_tables([claims, claims]).combine_chunks().slice(3, 4)
    assert rows(dpcert.judge(sliced)) == [expected[row] for row in (3, 4, 0, 1)]


def test_every_type_of_column_is_understood() -> None:
    claims = table()
    expected = rows(dpcert.judge(claims))
    for type_ in (pyarrow.large_string(), pyarrow.string_view(), pyarrow.dictionary(pyarrow.int8(), pyarrow.string())):
        texts = [name for name in claims.column_names if claims.schema.field(name).type == pyarrow.string() and name != "id"]
        assert rows(dpcert.judge(table(**{name: pyarrow.array(CLAIMS[name]).cast(type_) for name in texts}))) == expected
    integers = {"sigma": pyarrow.array([2, 2, None, None, -1], pyarrow.int16()), "count": [50, 50, None, None, None]}
    integers["at"] = pyarrow.array([1, 1, None, 1, 1], pyarrow.uint64())
    assert words(table(**integers)) == VERDICTS
    # As text numbers are exact: the binary64 0.1 is not a tenth.
    response = {"kind": ["approx-dp"] * 2, "eps": [0] * 2, "quantity": ["tv"] * 2, "relation": ["equals"] * 2, "claimed": ["0.1"] * 2}
    exact = pyarrow.table({**response, "delta": ["0.1", "1/10"]})
    assert words(exact) == ["holds", "holds"]
    assert words(pyarrow.table({**response, "delta": [0.1, 0.1]})) == ["refuted", "refuted"]
    decimals = pyarrow.array([1, 1], pyarrow.int64()).cast(pyarrow.decimal128(20, 0))
    assert words(pyarrow.table({**response, "delta": decimals, "claimed": decimals})) == ["holds", "holds"]
    nothing = pyarrow.nulls(5)
    assert words(table(count=nothing))[2:] == VERDICTS[2:]


def test_what_is_passed_through_is_not_copied() -> None:
    ids = pyarrow.array(range(5), pyarrow.duration("us"))
    found = pyarrow.table(dpcert.judge(table(id=ids)))["id"]
    assert found.chunk(0).buffers()[1].address == ids.buffers()[1].address and found.to_pylist() == ids.to_pylist()


def test_no_rows_have_no_verdicts() -> None:
    claims = table()
    for none in (claims.slice(0, 0), claims.schema.empty_table(), pyarrow.RecordBatchReader.from_batches(claims.schema, [])):
        verdicts = dpcert.judge(none)
        assert len(verdicts) == 0 and repr(verdicts) == "<Verdicts on 0 claims>"
        assert pyarrow.table(verdicts).schema == pyarrow.table(dpcert.judge(claims)).schema
    with pytest.raises(dpcert.BadInput, match='column "kind"'):
        dpcert.judge(table(kind=[1] * 5).slice(0, 0))


@pytest.mark.parametrize(
    ("column", "value", "said"),
    [
        ("sigma", math.nan, 'column "sigma", value NaN'),
        ("sigma", math.inf, 'column "sigma", value inf'),
        ("claimed", -math.inf, 'column "claimed", value -inf'),
        ("claimed", None, 'column "claimed" is null'),
        ("at", None, 'column "at" is null'),
        ("at", -1.0, 'column "at", value -1'),
        ("count", -1, 'column "count", value -1'),
        ("kind", None, 'column "kind" is null'),
        ("kind", "gausian", 'column "kind", value "gausian"'),
        ("quantity", "detla", 'column "quantity", value "detla"'),
        ("relation", "<", 'column "relation", value "<"'),
        ("eps", 1.0, 'column "eps", value 1'),
    ],
)
def test_a_bad_value_makes_its_row_invalid_and_no_other(column: str, value: Any, said: str) -> None:
    expected = rows(dpcert.judge(table()))
    found = rows(dpcert.judge(table(**{column: [value, *CLAIMS[column][1:]]})))
    assert found[1:] == expected[1:]
    assert found[0]["verdict"] == "invalid" and said in found[0]["message"] and found[0]["id"] == "a"


def test_relations_have_signs_too() -> None:
    names = {"at-most": "<=", "at-least": ">=", "equals": "="}
    signs = [names.get(relation, relation) for relation in CLAIMS["relation"]]
    assert signs != CLAIMS["relation"]
    assert rows(dpcert.judge(table(relation=signs))) == rows(dpcert.judge(table()))


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"quantity": None}, 'column "quantity" is missing'),
        ({"claimed": None}, 'column "claimed" is missing'),
        ({"kind": None}, 'column "mechanism" is missing'),
        ({"mechanism": ["gaussian(sigma=1)"] * 5}, 'column "kind" is given together'),
        ({"mechanism": ["gaussian(sigma=1)"] * 5, "kind": None}, 'column "sigma" is unknown'),
        ({"sigma": pyarrow.array([1.0] * 5, pyarrow.float32())}, 'column "sigma" has the type Float32 .cast it'),
        ({"claimed": [True] * 5}, 'column "claimed" has the type Boolean'),
        ({"at": [[1.0]] * 5}, 'column "at" has the type List'),
        ({"kind": [1] * 5}, 'column "kind" is not text'),
        ({"sigma": pyarrow.array([b"1"] * 5)}, 'column "sigma" has the type Binary'),
    ],
)
def test_wrong_columns_are_named(changed: dict[str, Any], said: str) -> None:
    with pytest.raises(dpcert.BadInput, match=said):
        dpcert.judge(table(**changed))


def test_a_column_that_is_given_twice() -> None:
    claims = table()
    with pytest.raises(dpcert.BadInput, match='column "sigma" is given twice'):
        dpcert.judge(claims.append_column("sigma", claims["sigma"]))


def test_a_misspelt_parameter_makes_its_rows_invalid() -> None:
    found = rows(dpcert.judge(table(sigma=None, sigmma=CLAIMS["sigma"])))
    assert [row["verdict"] for row in found] == ["invalid", "invalid", "holds", "undecided", "invalid"]
    assert "sigmma" in found[0]["message"]


def test_what_is_no_table() -> None:
    for column in (pyarrow.array([1]), pyarrow.chunked_array([[1.0]]), polars.Series([1])):
        with pytest.raises(dpcert.BadInput, match="this is a column of .*, not a table"):
            dpcert.judge(column)
    with pytest.raises(TypeError, match="a table of Arrow"):
        dpcert.judge([table()])  # type: ignore[call-overload]
    with pytest.raises(TypeError, match="rel_gap"):
        dpcert.judge(table(), rel_gap="1e-3")
    with pytest.raises(dpcert.BadInput, match="digits"):
        dpcert.judge(table(), digits=0)


def test_a_row_that_is_null_as_a_whole_is_named() -> None:
    (batch,) = table().to_batches()
    mask = pyarrow.array([False, False, True, False, False])
    holed = pyarrow.StructArray.from_arrays(batch.columns, names=batch.schema.names, mask=mask)
    with pytest.raises(dpcert.BadInput, match="row 2 of the table, counted from 0, is null as a whole"):
        dpcert.judge(holed)
    with pytest.raises(dpcert.BadInput, match="row 7 of the table"):
        dpcert.judge(pyarrow.chunked_array([batch.to_struct_array(), holed]))


def test_a_reader_that_fails_says_so() -> None:
    claims = table()

    def batches() -> Iterator[pyarrow.RecordBatch]:
        yield from claims.to_batches()
        raise OSError("the disk is gone")

    with pytest.raises(dpcert.BadInput, match="cannot be read after 5 rows: (.|\n)*the disk is gone"):
        dpcert.judge(pyarrow.RecordBatchReader.from_batches(claims.schema, batches()))


def test_options_are_those_of_a_question() -> None:
    costly = {"mechanism": ["approx-dp(eps=1/10, delta=1e-6)^100000"], "quantity": ["delta"], "at": [3], "relation": ["at-most"]}
    claims = pyarrow.table({**costly, "claimed": ["1e-3"]})
    (row,) = rows(dpcert.judge(claims, max_work=1000))
    assert row["verdict"] == "undecided" and "raise it with max_work" in row["message"]
    engines = {row["engine"] for row in rows(dpcert.judge(table(), max_work=10**8)) if row["engine"]}
    assert engines == {"malachite"}
    assert {row["engine"] for row in rows(dpcert.judge(table())) if row["engine"]} >= {"binary64"}
    assert words(table(), engine="mpfr") == ["unsupported"] * 4 + ["invalid"]


def test_a_timeout_is_kept_and_other_threads_go_on() -> None:
    long = {"mechanism": ["approx-dp(eps=1/1000, delta=1e-9)^1000000000"], "quantity": ["delta"], "at": [1], "relation": ["at-most"]}
    ticks, done = 0, threading.Event()

    def tick() -> None:
        nonlocal ticks
        while not done.wait(0.001):
            ticks += 1

    thread = threading.Thread(target=tick)
    thread.start()
    with pytest.raises(dpcert.TimedOut, match="timeout"):
        dpcert.judge(pyarrow.table({**long, "claimed": ["1/2"]}), max_work=10**15, timeout=1)
    done.set()
    thread.join()
    assert ticks > 50


#: A kind, and its parameters.
KINDS = st.one_of(
    st.tuples(st.just("gaussian"), st.fixed_dictionaries({"sigma": numbers.positive_numbers(1e-3, 1e6)})),
    st.tuples(st.just("laplace"), st.fixed_dictionaries({"eps": numbers.positive_numbers(most=30.0)})),
    st.tuples(st.just("randomized-response"), st.fixed_dictionaries({"eps": numbers.positive_numbers(most=30.0)})),
    st.tuples(st.just("approx-dp"), st.fixed_dictionaries({"eps": numbers.positive_numbers(most=10.0), "delta": numbers.deltas()})),
    st.tuples(st.just("zcdp"), st.fixed_dictionaries({"rho": numbers.positive_numbers(1e-3, 10.0)})),
)
QUESTIONS = st.one_of(
    st.tuples(st.just("delta"), numbers.positive_numbers(most=30.0)),
    st.tuples(st.just("eps"), numbers.deltas()),
    st.tuples(st.just("beta"), numbers.deltas()),
    st.tuples(st.sampled_from(["tv", "rho"]), st.none()),
)
PARAMETERS = {"delta": "eps", "eps": "delta", "beta": "alpha"}


@st.composite
def claims(draw: Any) -> dict[str, Any]:
    """A claim as the columns of a table, next to the truth or anywhere."""
    kind, parameters = draw(KINDS)
    count = 1 if kind == "laplace" else draw(numbers.counts(100))
    quantity, at = draw(QUESTIONS)
    claimed = draw(st.floats(0, 1) | st.floats(0, 100))
    known = answer(kind, parameters, count, quantity, at)
    if known is not None and not known.is_infinite and draw(st.booleans()):
        near = draw(st.sampled_from([known.float_lower, known.float_upper]))
        claimed = draw(st.sampled_from([near, math.nextafter(near, math.inf), math.nextafter(near, 0.0), near * 1.001, near * 0.999]))
    relation = draw(st.sampled_from(["at-most", "at-least", "equals", "between"]))
    high = math.nextafter(claimed, math.inf) * draw(st.sampled_from([1.0, 1.5])) if relation == "between" else None
    return {
        "kind": kind, "parameters": parameters, "count": count, "quantity": quantity, "at": at,
        "relation": relation, "claimed": claimed, "claimed_high": high,
    }  # fmt: skip


def notation(kind: str, parameters: dict[str, float], count: int) -> str:
    written = ", ".join(f"{name}={value.hex()}" for name, value in parameters.items())
    return f"{kind}({written})^{count}"


def answer(kind: str, parameters: dict[str, float], count: int, quantity: str, at: float | None) -> dpcert.Enclosure | None:
    asked = {quantity: {} if at is None else {PARAMETERS[quantity]: at}}
    try:
        found = dpcert.ask(notation(kind, parameters, count), asked)
    except dpcert.Refusal:
        return None
    assert isinstance(found, dpcert.Enclosure)
    return found


@given(st.lists(claims(), min_size=1, max_size=12))
@settings(max_examples=60, deadline=None)
def test_verdicts_are_those_of_claim_files_and_answers(drawn: list[dict[str, Any]]) -> None:
    names = ["sigma", "eps", "delta", "rho"]
    rest = {name: [claim[name] for claim in drawn] for name in ("quantity", "at", "relation", "claimed", "claimed_high")}
    parameters = {name: pyarrow.array([claim["parameters"].get(name) for claim in drawn], pyarrow.float64()) for name in names}
    by_kind = {"kind": [claim["kind"] for claim in drawn], "count": [claim["count"] for claim in drawn], **parameters}
    texts = {"mechanism": [notation(claim["kind"], claim["parameters"], claim["count"]) for claim in drawn]}
    found = rows(dpcert.judge(pyarrow.table({**by_kind, **rest})))
    assert [row["verdict"] for row in rows(dpcert.judge(pyarrow.table({**texts, **rest})))] == [row["verdict"] for row in found]
    for claim, row in zip(drawn, found, strict=True):
        value = [claim["claimed"], claim["claimed_high"]] if claim["relation"] == "between" else claim["claimed"]
        asked = {} if claim["at"] is None else {PARAMETERS[claim["quantity"]]: claim["at"]}
        (judgement,) = dpcert.judge({
            "format": "dpcert/1",
            "scope": {"unit": "person", "adjacency": "replace-one"},
            "ledger": [{"id": "run", "mechanism": claim["kind"], **claim["parameters"], "count": claim["count"]}],
            "claim": [{"id": "claim", "over": ["*"], claim["quantity"]: asked, claim["relation"]: value}],
        })  # fmt: skip
        assert judgement.verdict == row["verdict"], (claim, row)
        known = answer(claim["kind"], claim["parameters"], claim["count"], claim["quantity"], claim["at"])
        if known is not None and not known.is_infinite and row["lower"] is not None:
            assert row["lower"] <= known.float_upper and known.float_lower <= row["upper"]
            if claim["relation"] in ("at-most", "at-least") and row["verdict"] in ("holds", "refuted"):
                is_below = (claim["relation"] == "at-most") == (row["verdict"] == "holds")
                assert known.float_lower <= claim["claimed"] if is_below else known.float_upper >= claim["claimed"]


#: What a column of numbers and one of texts may hold.
ANY_NUMBER = st.none() | st.floats() | st.sampled_from([0.0, 1.0, 2.0, -1.0, 5e-324])
ANY_TEXT = st.none() | st.text(max_size=8) | st.sampled_from(["gaussian", "laplace", "delta", "tv", "at-most", "between", "1/2", "ln(2)"])


@given(st.lists(st.fixed_dictionaries({
    "kind": ANY_TEXT, "sigma": ANY_NUMBER, "count": st.none() | st.integers(-(2**63), 2**63 - 1), "quantity": ANY_TEXT,
    "at": ANY_NUMBER, "relation": ANY_TEXT, "claimed": ANY_TEXT, "claimed_high": ANY_NUMBER,
}), min_size=1, max_size=20))  # fmt: skip
@settings(max_examples=100, deadline=None)
def test_every_row_has_its_verdict_whatever_it_holds(drawn: list[dict[str, Any]]) -> None:
    types = {"count": pyarrow.int64(), **dict.fromkeys(["sigma", "at", "claimed_high"], pyarrow.float64())}
    columns = {name: pyarrow.array([row[name] for row in drawn], types.get(name, pyarrow.string())) for name in drawn[0]}
    columns["id"] = pyarrow.array(range(len(drawn)))
    claims = pyarrow.table(columns)
    found = rows(dpcert.judge(claims, max_work=10**7))
    assert [row["id"] for row in found] == list(range(len(drawn)))
    # Each as if it were alone.
    alone = [rows(dpcert.judge(claims.slice(row, 1), max_work=10**7))[0] for row in range(len(drawn))]
    assert repr(alone) == repr(found)


def resident_while_judging(at_once: bool) -> list[int]:
    """Bytes of this process after each of some rounds of many batches."""

    def resident() -> int:
        gc.collect()
        pyarrow.default_memory_pool().release_unused()
        return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")

    def batches(count: int) -> Iterator[pyarrow.RecordBatch]:
        columns = {"kind": "gaussian", "quantity": "delta", "at": 1.0, "relation": "at-most", "claimed": 0.5}
        for number in range(count):
            yield pyarrow.record_batch({
                name: pyarrow.repeat(value, 20_000) for name, value in [*columns.items(), ("sigma", 1.0 + number % 7)]
            })  # fmt: skip

    def judged() -> int:
        if not at_once:
            return sum(len(dpcert.judge(batch)) for batch in batches(50))
        reader = pyarrow.RecordBatchReader.from_batches(next(batches(1)).schema, batches(50))
        return len(dpcert.judge(reader))

    known = []
    for _ in range(8):
        assert judged() == 1_000_000
        known.append(resident())
    # The first two make pools of memory and threads.
    return known[2:]


@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="memory is read from /proc")
@pytest.mark.parametrize("at_once", [False, True])
def test_memory_stays_where_it_is(at_once: bool) -> None:
    """Over many batches: what is judged is let go, as are the verdicts."""
    # In a process that has done nothing else: what other tests left free is used up first.
    run = "import runpy, sys; print(runpy.run_path(sys.argv[1])[sys.argv[2]](bool(sys.argv[3])))"
    named = [__file__, resident_while_judging.__name__, "yes" if at_once else ""]
    told = subprocess.run([sys.executable, "-c", run, *named], check=True, capture_output=True, text=True).stdout
    known = json.loads(told)
    # What is judged has some 60 MiB, and so have its verdicts; what is free is not always given back.
    assert min(known[3:]) - min(known[:3]) < 24 << 20
