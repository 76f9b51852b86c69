"""Python's answers are the library's: each is compared with that of the installed program."""

from __future__ import annotations

import pickle
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import dpcert
from dpcert import Enclosure, _native

# Not smaller: eps at delta = 1 takes minutes under a thousandth of noise, on either side of the comparison.
rationals = st.fractions(min_value=Fraction(1, 20), max_value=20, max_denominator=1000)
probabilities = st.fractions(min_value=0, max_value=1, max_denominator=10**6)
atoms = st.one_of(
    st.builds(lambda x: f"gaussian(sigma={x})", rationals),
    st.builds(lambda x: f"laplace(eps={x})", rationals),
    st.builds(lambda n, k: f"randomized-response(eps=ln({n}), categories={k})", st.integers(1, 50), st.integers(2, 9)),
    st.builds(lambda x, d: f"approx-dp(eps={x}, delta={d})", rationals, probabilities),
    st.builds(lambda x, n: f"discrete-laplace(eps={x}, sensitivity={n})", rationals, st.integers(1, 4)),
    st.builds(lambda x: f"zcdp(rho={x})", rationals),
)
runs = st.builds(lambda atom, n: atom if n == 1 else f"{atom}^{n}", atoms, st.integers(1, 6))
queries = st.one_of(
    st.builds(lambda x: ("delta", {"eps": str(x)}), rationals),
    st.builds(lambda x: ("eps", {"delta": str(x)}), probabilities),
    st.builds(lambda x: ("beta", {"alpha": str(x)}), probabilities),
    st.just(("tv", {})),
    st.just(("rho", {})),
    st.builds(lambda x: ("renyi", {"order": str(x + 1)}), rationals),
    st.just(("chi-squared", {})),
    st.builds(lambda x: ("bayes-error", {"prior": str(x)}), probabilities),
    st.just(("kl", {})),
    st.just(("functionals", {})),
    st.just(("deltas", {})),
    st.just(("region", {})),
    st.just(("likelihood-ratios", {})),
    st.builds(lambda x: ("test", {"alpha": str(x)}), probabilities),
    st.just(("polygon", {"gap": "1/50"})),
)
#: That of the conversation in conftest.py.
WORK = 10**8
#: An exponent of 2 beyond which no fraction is made.
_LONG = 10**6


def number(found: Enclosure, expected: dict[str, Any]) -> None:
    """The texts of both are the same, and the fractions are what the texts say."""
    low, high = found.decimal_lower(), found.decimal_upper()
    assert (low, high) == (expected["lo"], expected["hi"])
    if "exact" in expected:
        assert found.exact_text == expected["exact"] or str(found.exact) == expected["exact"]
    is_short = all(abs(_LONG if exponent is None else exponent) < _LONG for _, exponent in (found._lower, found._upper))
    if is_short and found.exact is None:
        assert Fraction(low) <= found.lo <= found.hi <= Fraction(high)
        assert found.float_lower <= found.lo and found.hi <= found.float_upper
    assert found.reason == expected.get("reason")


def same(found: Any, expected: dict[str, Any]) -> None:
    """An answer is that of the protocol, number by number."""
    match found:
        case Enclosure():
            number(found, expected)
        case dpcert.Numbers():
            for name, value in found.items():
                number(value, expected[name])
        case dpcert.Deltas():
            assert found.step == expected.get("step")
            for row, other in zip(found.rows, expected["deltas"], strict=True):
                assert (row.j, row.eps) == (other["j"], other["eps"])
                number(row.delta, other)
        case dpcert.Region():
            for vertex, other in zip(found.vertices, expected["vertices"], strict=True):
                number(vertex.alpha, other["alpha"])
                number(vertex.beta, other["beta"])
        case dpcert.Ratios():
            for ratio, other in zip(found.rows, expected["likelihood-ratios"], strict=True):
                for name in ("ratio", "p", "q"):
                    number(getattr(ratio, name), other[name])
        case dpcert.NeymanPearson():
            for name in ("threshold", "randomisation", "alpha", "power"):
                number(getattr(found, name), expected[name])
        case dpcert.Polygons():
            for ours, theirs in [(found.inner, expected["inner"]), (found.outer, expected["outer"])]:
                assert ours == tuple((Fraction(corner["alpha"]), Fraction(corner["beta"])) for corner in theirs)
            assert found.gap == Fraction(expected["gap"])
        case _:
            raise AssertionError(f"{found!r} is not compared")


@settings(max_examples=150, deadline=None)
@given(runs, queries, st.integers(1, 30))
def test_answers_are_those_of_the_protocol(protocol: Any, mechanism: str, query: Any, digits: int) -> None:
    name, parameters = query
    expected = protocol(mechanism, {name: parameters}, digits=digits)
    try:
        found = dpcert.ask(mechanism, {name: parameters}, digits=digits, max_work=WORK)
    except dpcert.Unsupported as refusal:
        assert expected["status"] == "unsupported" and refusal.missing == expected["missing"]
        assert str(refusal) == expected["reason"]
        return
    except dpcert.TooCostly as refusal:
        assert expected["status"] == "unsupported" and refusal.keyword in str(refusal)
        return
    except dpcert.BadInput as refusal:
        assert (expected["status"], refusal.reason) == ("error", expected["reason"])
        return
    assert expected["status"] == "ok"
    same(found, expected)
    assert isinstance(found, dpcert.Enclosure) or found.met == expected["met"]
    assert (found.tight, found.method, found.engine) == (expected["tight"], expected["method"], expected["engine"])
    assert list(found.notes) == expected.get("notes", [])
    again = pickle.loads(pickle.dumps(found))
    assert repr(again) == repr(found) and type(again) is type(found)
    assert not isinstance(found, dpcert.Polygons) or (again.inner, again.outer) == (found.inner, found.outer)


def test_every_question_has_a_function() -> None:
    """A quantity that the library gains is missed here; so is one whose parameter has another name."""
    names = [(name, parameter) for name, _, parameter in _native.quantities()]
    names += [(name, None) for name, _ in _native.searches()]
    for name, parameter in names:
        function = getattr(dpcert, name.replace("-", "_"))
        assert function.__name__ in dpcert.__all__ and ">>>" in function.__doc__
        if parameter is not None:
            assert parameter in function.__annotations__, f"{name} takes {parameter}"


def test_grids_and_their_gap(protocol: Any) -> None:
    mechanism = dpcert.Poisson("1/2", dpcert.Gaussian(sigma=4)) ** 2
    for options in ({}, {"rel_gap": "1/50"}, {"rel_gap": 0.002}):
        found = dpcert.delta(mechanism, eps="1/10", max_work=WORK, **options)
        written = {key.replace("_", "-"): str(Fraction(value)) for key, value in options.items()}
        same(found, protocol(str(mechanism), {"delta": {"eps": "1/10"}}, **written))
        assert found.method == "grid" and found.met
        assert found.hi - found.lo <= Fraction(options.get("rel_gap", "1/1000")) * found.hi


def test_polygons(protocol: Any) -> None:
    found = dpcert.polygon("gaussian(sigma=1)", gap="1/10")
    same(found, protocol("gaussian(sigma=1)", {"polygon": {"gap": "1/10"}}))
    assert found.inner != found.outer and found.inner[0] == (0, 1)


def test_searches(protocol: Any) -> None:
    found = dpcert.calibrate("gaussian(sigma=?)^50", epsilon=1, delta="1e-6", digits=6)  # type: ignore[call-arg]
    expected = protocol("gaussian(sigma=?)^50", {"calibrate": {"eps": "1", "delta": "1e-6"}}, digits=6)
    assert (found.kind, found.parameter, found.is_monotone) == ("gaussian", expected["parameter"], expected["monotone"])
    for ours, theirs in [(found.meets, expected["meets"]), (found.fails, expected["fails"])]:
        assert ours is not None and ours.value == Fraction(theirs["value"])
        number(ours.delta, theirs["delta"])
    for quantity, budget in [("tv", {"tv": "1/10"}), ("beta", {"alpha": "1/100", "beta": "9/10"}), ("gdp", {"mu": "1"})]:
        found = dpcert.calibrate("gaussian(sigma=?)", **budget)  # type: ignore[arg-type]
        expected = protocol("gaussian(sigma=?)", {"calibrate": budget})
        assert found.meets is not None and found.meets.value == Fraction(expected["meets"]["value"])
        assert found.meets.quantity == quantity
        number(found.meets.reached, expected["meets"][quantity])
        with pytest.raises(AttributeError, match="and not delta"):
            found.meets.delta
    with pytest.raises(dpcert.BadInput):
        dpcert.calibrate("gaussian(sigma=?)", tv="1/10", mu=1)
    a, b = "randomized-response(eps=ln(9))", "randomized-response(eps=ln(3))^2"
    dominance = dpcert.dominates(a, b, kernel=True)
    expected = protocol(a, {"dominates": {"mechanism": b, "kernel": True}})
    assert dominance and dominance.kernel == tuple(tuple(map(Fraction, row)) for row in expected["kernel"])
    reverse, expected = dpcert.dominates(b, a), protocol(b, {"dominates": {"mechanism": a}})
    assert not reverse and reverse.kernel is None and reverse.witness is not None
    number(reverse.witness.other_delta, expected["witness"]["other-delta"])
    with pytest.raises(dpcert.Undecided):
        bool(dpcert.Dominance(dominates=None, witness=None, kernel=None, met=False, _origin=reverse._origin))


def test_several_values_at_once() -> None:
    mechanism = dpcert.Laplace(eps="1/10") ** 20
    several = dpcert.ask(mechanism, {"delta": {"eps": ["0", "1/2"]}})
    assert list(several) == ["0", "1/2"] and several.method == "grid"
    for eps, delta in several.items():
        alone = dpcert.delta(mechanism, eps)
        assert delta.lo <= alone.hi and alone.lo <= delta.hi


def test_deltas_given_that_the_loss_is_finite() -> None:
    rows = dpcert.deltas("approx-dp(eps=ln(2), delta=1/10)^3", inner=True).rows
    for row in rows:
        assert row.inner is not None and row.inner.exact is not None
        assert row.delta == 1 - Fraction(9, 10) ** 3 * (1 - row.inner.exact)
    assert all(row.inner is None for row in dpcert.deltas("approx-dp(eps=ln(2), delta=1/10)^3").rows)


def test_every_theorem_can_be_asked_for() -> None:
    assert len(dpcert.THEOREMS) > 30
    found = dpcert.theorem("kov-simplified", {"eps": Fraction(1, 10), "delta": "1e-6", "k": 100, "slack": "1e-5"})
    assert found.theorem == "kov-simplified" and found["eps"].guarantee == "upper-bound" and found.source
    with pytest.raises(dpcert.BadInput, match="did you mean"):
        dpcert.theorem("kov-simplifed", {})
    for name, theorem in dpcert.THEOREMS.items():
        required = [parameter.name for parameter in theorem.parameters if not parameter.is_optional]
        with pytest.raises(dpcert.Refusal) as caught:
            dpcert.theorem(name, {"no-such-parameter": 1})
        assert not required or isinstance(caught.value, dpcert.BadInput)


def test_channels() -> None:
    found = dpcert.channel({"kind": "randomized-response", "eps": "ln(3)"}, ldp="ln(2)", inputs=[["1", "0"], ["0", "1"]])
    assert found.ldp is False and found.tv == 0.5 and found.eps.exact_text == "ln(3)"
    assert found.quantities["output-tv"] == 0.5 and found.bounds and all(bound.holds for bound in found.bounds)
    assert found.delta is None and found.beta is None and found.pointwise is None
    one = dpcert.channel({"kind": "randomized-response", "eps": 1}, delta="1/2", beta=0, prior=["1/4", "3/4"])
    assert one.eps == 1 and one.delta.rows == (0, 1) and one.delta.value < one.tv and one.beta.value == 1
    assert one.pointwise.output == 0 and [row.output for row in one.pointwise.outputs] == [0, 1]
    assert one.pointwise.outputs[1].leakage < one.pointwise.largest < one.eps
    assert dpcert.channel([[1]], delta=0).delta.rows is None
    assert dpcert.channel([[1, 0], [0, 1]]).eps.is_infinite
    assert dpcert.channel([[1, 0], [0, 1]]).ldp is None
    with pytest.raises(dpcert.BadInput, match="channel"):
        dpcert.channel([[0.5, 0.6]])


def test_open_questions_as_a_tree() -> None:
    query = {"dominates": {"mechanism": dpcert.Gaussian(sigma=2), "kernel": False}}
    found = dpcert.ask(dpcert.Gaussian(sigma=1), query)
    assert isinstance(found, dpcert.Dominance) and found.dominates
    for query in ({}, {"delta": {}}, {"delta": {"eps": 1, "x": 1}}, {"delta": {"eps": 1}, "tv": {}}, {"nothing": {}}):
        with pytest.raises(dpcert.BadInput):
            dpcert.ask("gdp(mu=1)", query)
    with pytest.raises(TypeError):
        dpcert.ask("gdp(mu=1)", {"delta": {"eps": None}})
