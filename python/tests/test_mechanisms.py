"""Mechanisms as objects."""

from __future__ import annotations

import copy
import inspect
import pickle
from fractions import Fraction
from typing import Any

import pytest

import dpcert
from dpcert import Additive, ApproxDP, ApproxDPTV, Compose, Exponential, Gaussian, Group, Laplace, Mechanism, NoisyMax, Poisson, Repeat, SparseVector, Subsample, WithoutReplacement, _native, mechanisms
from dpcert._mechanism import fields_of


def test_every_kind_of_the_library_has_a_class() -> None:
    library = {kind: sorted(fields) for kind, fields in _native.kinds()}
    assert {kind: sorted(fields_of(known)) for kind, known in dpcert.KINDS.items()} == library
    for known in dpcert.KINDS.values():
        assert getattr(dpcert, known.__name__) is known and known.__name__ in dpcert.__all__
        assert ">>>" in inspect.getdoc(known), f"{known.__name__} has an example"  # type: ignore[operator]


def test_operators_write_the_notation() -> None:
    a, b = Gaussian(sigma=2), Laplace(eps=Fraction(1, 10))
    assert str(a**50 * b) == "gaussian(sigma=2)^50 * laplace(eps=1/10)"
    assert str((a * b) ** 3) == "(gaussian(sigma=2) * laplace(eps=1/10))^3"
    assert str((a**3) ** 2) == "(gaussian(sigma=2)^3)^2"
    assert str(a * b * a) == str(a * (b * a)) == "gaussian(sigma=2) * laplace(eps=1/10) * gaussian(sigma=2)"
    assert str(a * "gdp(mu=1)^2") == "gaussian(sigma=2) * (gdp(mu=1)^2)"
    assert str("gdp(mu=1)" * a) == "(gdp(mu=1)) * gaussian(sigma=2)"
    assert str(a ** "10^3") == "gaussian(sigma=2)^(10^3)" and str(a ** "?") == "gaussian(sigma=2)^?"
    assert str(Group(size=2, mechanism=a * b)) == "group(size=2, mechanism=gaussian(sigma=2) * laplace(eps=1/10))"
    assert str(Compose(mechanisms=[])) == "compose(mechanisms=[])" and dpcert.tv(Compose(mechanisms=[])) == 0
    assert dpcert.tv(a**0) == 0 and dpcert.rho((a**4) ** 2) == dpcert.rho(a**8) == 1
    assert repr((a * b) ** 3) == "(Gaussian(sigma=2) * Laplace(eps=Fraction(1, 10))) ** 3"
    assert eval(repr((a * b) ** 3 * a), vars(dpcert) | {"Fraction": Fraction}) == (a * b) ** 3 * a


def test_samplers() -> None:
    step = Poisson("1/100", Gaussian(sigma=1))
    assert (step.method, step.rate, step.adjacency, step.mechanism) == ("poisson", "1/100", "add-remove", Gaussian(sigma=1))
    assert WithoutReplacement(1, 2, "laplace(eps=1)").population == 2
    with pytest.raises(dpcert.Unsupported, match="one record is added or removed"):
        Subsample(method="poisson", rate=0.5, adjacency="replace-one", mechanism=Gaussian(sigma=1))


def test_they_are_values() -> None:
    run = Gaussian(sigma=2) ** 50 * Laplace(eps=Fraction(1, 10)) * Mechanism("gdp(mu=1)")
    for again in (pickle.loads(pickle.dumps(run)), copy.deepcopy(run)):
        assert again == run and hash(again) == hash(run) and repr(again) == repr(run) and type(again) is Compose
    assert run != run * run and run != str(run) and len({run, Mechanism(str(run))}) == 1
    for change in (lambda: setattr(run, "x", 1), lambda: setattr(run, "_text", "gdp(mu=1)"), lambda: delattr(run, "_text")):
        with pytest.raises(AttributeError, match="cannot be changed"):
            change()
    with pytest.raises(AttributeError, match="no attribute 'sigma'"):
        run.sigma
    assert Gaussian(sigma=2).sigma == 2 and Gaussian(sigma=2).mu is None and Repeat(count=3, mechanism="gdp(mu=1)").count == 3


def test_names_of_others_are_understood_or_explained() -> None:
    assert dpcert.tv(Laplace(epsilon=1)).same(dpcert.tv(Laplace(eps=1)))  # type: ignore[call-arg]
    assert dpcert.delta("gdp(mu=1)", epsilon=1).same(dpcert.delta("gdp(mu=1)", eps=1))  # type: ignore[call-arg]
    noisy = Gaussian(noise_multiplier=2)  # type: ignore[call-arg]
    assert noisy.notes == dpcert.tv(noisy).notes and "noise-multiplier" in noisy.notes[0]
    for make, said in [
        (lambda: Gaussian(std=2), "standard deviation divided by the sensitivity"),  # type: ignore[call-arg]
        (lambda: Laplace(scale=2), 'needs a sensitivity'),
        (lambda: Laplace(b=2), "eps = sensitivity / b"),  # type: ignore[call-arg]
        (lambda: Mechanism("normal(sigma=1)"), "Gaussian noise is gaussian"),
        (lambda: Gaussian(sigma=1, mu=1), "both sigma and mu are given"),
        (lambda: Exponential(eps=1, scores=[0, 1]), '"neighbour_scores" is missing'),
        (lambda: Exponential(eps=1, sensitivity=2), "eps is a ratio already"),
        (lambda: NoisyMax(noise="normal", eps=1), 'unknown word "normal"'),
        (lambda: Additive(sensitivity=1), '"masses" is missing'),
        (lambda: SparseVector(threshold_eps=1, query_eps=1), '"cutoff" is missing'),
        (lambda: SparseVector(threshold_eps=1, query_eps=1, cutoff=1, threshold=0), "there are no queries"),
        (lambda: Gaussian(), '"sigma" is missing (give sigma, or mu = 1/sigma, or scale and sensitivity)'),
        (lambda: Laplace(), '"eps" is missing (give eps, or scale and sensitivity)'),
        (lambda: ApproxDPTV(eps=1, delta=0), '"eta" is missing (give eta, or alpha)'),
        (lambda: ApproxDP(eps=1), "the fields here are eps, delta)"),  # type: ignore[call-arg]
        (lambda: Gaussian(sigma=1, x=2), "the fields here are sigma, mu, scale, sensitivity)"),  # type: ignore[call-arg]
        # What is wrong inside of a text is about the text.
        (lambda: Group(size=2, mechanism="gaussian()"), "give sigma, or mu = 1/sigma, or scale and sensitivity"),
    ]:
        with pytest.raises(dpcert.BadInput) as caught:
            make()  # type: ignore[no-untyped-call]
        assert said in str(caught.value)
    for ask, meant in [
        (lambda: dpcert.eps("gdp(mu=1)", eps=1), r"eps\(\) takes delta, and not eps: did you mean delta\(mechanism, eps=1\)"),  # type: ignore[call-arg]
        (lambda: dpcert.eps("gdp(mu=1)", epsilon="1/2"), r"did you mean delta\(mechanism, eps='1/2'\)"),  # type: ignore[call-arg]
        (lambda: dpcert.delta("gdp(mu=1)", delta=0.1), r"did you mean eps\(mechanism, delta=0.1\)"),  # type: ignore[call-arg]
        (lambda: dpcert.delta("gdp(mu=1)", alpha=0.1), r"did you mean beta\(mechanism, alpha=0.1\)"),  # type: ignore[call-arg]
        (lambda: dpcert.beta("gdp(mu=1)", eps=1), r"beta\(\) takes alpha, and not eps"),  # type: ignore[call-arg]
    ]:
        with pytest.raises(TypeError, match=meant):
            ask()  # type: ignore[no-untyped-call]
    with pytest.raises(TypeError, match="the same"):
        dpcert.delta("gdp(mu=1)", eps=1, epsilon=1)  # type: ignore[call-arg]
    with pytest.raises(TypeError, match="there is no keyword 'digit'.*digits"):
        dpcert.delta("gdp(mu=1)", eps=1, digit=1)  # type: ignore[call-arg]


@pytest.mark.parametrize("values", [(0,), (1, 0), ("1/10", 0)])
def test_fields_have_names(values: Any) -> None:
    with pytest.raises(TypeError, match="fields of ApproxDP have names: eps, delta"):
        ApproxDP(*values)
    with pytest.raises(TypeError, match="a mechanism is one text"):
        Mechanism("gdp(mu=1)", *values)  # type: ignore[call-arg]


@pytest.mark.parametrize("value", [None, 1, 1.5, b"gdp(mu=1)", ["gdp(mu=1)"], object()])
def test_what_is_no_mechanism_is_refused(value: Any) -> None:
    with pytest.raises(TypeError, match="a mechanism is"):
        dpcert.tv(value)
    with pytest.raises(TypeError, match="a mechanism is|unsupported operand|can't multiply"):
        Gaussian(sigma=1) * value


@pytest.mark.parametrize("count", [-1, "x", "1)", "1.5", 2**64])
def test_counts(count: Any) -> None:
    with pytest.raises(dpcert.BadInput):
        Gaussian(sigma=1) ** count


@pytest.mark.parametrize("count", [True, 1.0, None, Fraction(2)])
def test_counts_are_whole(count: Any) -> None:
    with pytest.raises(TypeError, match="whole number of times"):
        Gaussian(sigma=1) ** count


def test_errors_show_the_place() -> None:
    with pytest.raises(dpcert.BadInput) as caught:
        dpcert.tv("gaussian(sigma=2)^50 * laplace(eps=-1)")
    line, mark = str(caught.value).splitlines()[1:]
    assert line == "  in: gaussian(sigma=2)^50 * laplace(eps=-1)"
    assert (mark.strip(), mark.index("^")) == ("^^", line.index("-1"))
    assert caught.value.field == "mechanism.mechanisms[1].eps"
    again = pickle.loads(pickle.dumps(caught.value))
    assert (type(again), str(again), again.field, again.help) == (
        dpcert.BadInput,
        str(caught.value),
        caught.value.field,
        caught.value.help,
    )


def test_pictures() -> None:
    drawn = Gaussian(sigma=2)._repr_svg_()
    assert drawn is not None and drawn.startswith("<svg") and "gaussian(sigma=2)" in drawn
    assert dpcert.region("randomized-response(eps=ln(3))")._repr_svg_()
    assert dpcert.polygon("gdp(mu=1)", gap="1/10")._repr_svg_()
    # An open parameter is nothing to be drawn, and no error: a notebook shows the text.
    assert Gaussian(sigma="?")._repr_svg_() is None


def test_catalogue_names_are_python_names() -> None:
    assert all(name.isidentifier() for known in mechanisms.KINDS.values() for name in fields_of(known))
