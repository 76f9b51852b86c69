"""Claim files."""

from __future__ import annotations

import pickle
from pathlib import Path
from typing import Any

import pytest

import dpcert

FILE = """
format = "dpcert/1"
[scope]
unit = "person"
adjacency = "replace-one"
[[ledger]]
id = "survey"
mechanism = "randomized-response"
eps = "ln(3)"
count = "2"
[[claim]]
id = "tv"
over = ["*"]
tv = {}
equals = "1/2"
source = "here"
[[claim]]
id = "delta"
over = ["survey"]
delta = { eps = "ln(3)" }
at-most = "0.1"
expect = "refuted"
reason = "too small"
"""


def test_a_text_a_path_and_a_dict_are_judged_alike(tmp_path: Path) -> None:
    path = tmp_path / "claims.toml"
    path.write_text(FILE)
    claims = {
        "format": "dpcert/1",
        "scope": {"unit": "person", "adjacency": "replace-one"},
        "ledger": [{"id": "survey", "mechanism": "randomized-response", "eps": "ln(3)", "count": 2}],
        "claim": [
            {"id": "tv", "over": ["*"], "tv": {}, "equals": "1/2", "source": "here"},
            {
                "id": "delta",
                "over": ["survey"],
                "delta": {"eps": "ln(3)"},
                "at-most": "0.1",
                "expect": "refuted",
                "reason": "too small",
            },
        ],
    }
    found = dpcert.judge(FILE)
    for other in (dpcert.judge(path), dpcert.judge(str(path)), dpcert.judge(claims)):
        assert repr(other) == repr(found)
    assert (found.unit, found.adjacency, found.exclusions) == ("person", "replace-one", ())
    assert found.as_expected and len(found) == 2 and repr(pickle.loads(pickle.dumps(found))) == repr(found)
    tv, delta = found
    assert (tv.id, tv.verdict, tv.holds, tv.quantity, tv.relation, tv.claimed) == ("tv", "holds", True, "tv", "equals", ("1/2",))
    assert tv.certified == 0.5 and tv.margin == 0 and tv.source == "here" and tv.over == ("survey",)
    assert (delta.verdict, delta.expected, delta.as_expected, delta.holds) == ("refuted", "refuted", True, False)
    assert delta.parameter == ("eps", "ln(3)") and delta.margin is not None and delta.margin < 0
    assert delta.ratio is not None and delta.ratio < 1 and delta.reason == "too small" and delta.certified is not None
    assert delta.certified.method == "lattice"


def test_findings() -> None:
    text = FILE.replace('mechanism = "randomized-response"\neps = "ln(3)"', 'mechanism = "discrete-laplace"\neps = "1"')
    found = dpcert.judge(text)
    assert [finding.name for finding in found[0].findings] == ["sensitivity-defaulted"] and not found.as_expected
    denied = dpcert.judge(FILE.replace('"ln(3)"\ncount', '"ln(3)"\nactual = "floating-point"\ncount') + '[policy]\nmechanism-idealised = "deny"\n')
    assert denied[0].findings[0].level == "deny" and all(x.as_expected for x in denied) and not denied.as_expected


def test_floats_in_a_dict_are_binary64() -> None:
    claims: dict[str, Any] = {
        "format": "dpcert/1",
        "scope": {"unit": "person", "adjacency": "replace-one"},
        "ledger": [{"id": "a", "mechanism": "approx-dp", "eps": 0, "delta": "0.1"}],
        "claim": [{"id": "b", "over": ["*"], "tv": {}, "equals": 0.1}],
    }
    assert dpcert.judge(claims)[0].verdict == "refuted"
    claims["claim"][0]["equals"] = "0.1"
    assert dpcert.judge(claims)[0].verdict == "holds"


def test_wrong_files_are_explained(tmp_path: Path) -> None:
    with pytest.raises(dpcert.BadInput) as caught:
        dpcert.judge(FILE.replace('eps = "ln(3)"\ncount', 'eps = "-1"\ncount'))
    assert caught.value.field == "ledger[0].eps" and 'line 9: eps = "-1"' in str(caught.value)
    with pytest.raises(FileNotFoundError):
        dpcert.judge(tmp_path / "none.toml")
    (tmp_path / "bad.toml").write_bytes(b'format = "\xff"')
    with pytest.raises(dpcert.BadInput, match="not UTF-8: byte 11"):
        dpcert.judge(tmp_path / "bad.toml")
    for wrong in (None, 1, [FILE]):
        with pytest.raises(TypeError, match="claims are"):
            dpcert.judge(wrong)  # type: ignore[arg-type]
    for wrong in ({}, {"format": "dpcert/2"}, {"format": "dpcert/1", "scope": 1}):
        with pytest.raises(dpcert.BadInput):
            dpcert.judge(wrong)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="rel_gap"):
        dpcert.judge(FILE, rel_gap="1e-3")
