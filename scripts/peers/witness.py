"""What two other accountants say of some compositions: the rows of fixtures/peers/prv-accountant.jsonl.

witness.py > fixtures/peers/prv-accountant.jsonl, with prv-accountant==0.2.0, dp-accounting==0.6.0
"""

import json
import warnings
from fractions import Fraction
from importlib.metadata import version

from dp_accounting.pld import privacy_loss_distribution as pld
from prv_accountant import PRVAccountant
from prv_accountant import privacy_random_variables as prv

INTERVAL = 1e-4


class Gaussian:
    def __init__(self, sigma):
        self.name = f"gaussian(sigma={sigma})"
        self.prv = prv.GaussianMechanism(float(Fraction(sigma)))
        self.pld = lambda **side: pld.from_gaussian_mechanism(float(Fraction(sigma)), **side)


class Laplace:
    def __init__(self, eps):
        self.name = f"laplace(eps={eps})"
        self.prv = prv.LaplaceMechanism(mu=float(Fraction(eps)))
        self.pld = lambda **side: pld.from_laplace_mechanism(float(1 / Fraction(eps)), **side)


class Sampled:
    def __init__(self, rate, sigma):
        base = f"gaussian(sigma={sigma})"
        self.name = f"subsample(method=poisson, rate={rate}, adjacency=add-remove, mechanism={base})"
        rate, sigma = float(Fraction(rate)), float(Fraction(sigma))
        self.prv = prv.PoissonSubsampledGaussianMechanism(sampling_probability=rate, noise_multiplier=sigma)
        self.pld = lambda **side: pld.from_gaussian_mechanism(sigma, sampling_prob=rate, **side)


COMPOSITIONS = [
    ([(Sampled("1/100", "1"), 1000)], "2", "1e-6"),
    ([(Sampled("1/64", "5/4"), 500)], "1", "1e-5"),
    ([(Sampled("1/256", "3/4"), 512)], "1", "1e-7"),
    ([(Sampled("1/4", "4"), 200)], "3", "1e-8"),
    ([(Gaussian("4"), 16)], "1", "1e-4"),
    ([(Laplace("1/4"), 20)], "1", "1e-4"),
    ([(Laplace("1/16"), 300)], "2", "1e-9"),
    ([(Gaussian("4"), 9), (Laplace("1/4"), 1)], "1", "1e-4"),
    ([(Sampled("1/32", "1"), 100), (Gaussian("8"), 4), (Laplace("1/8"), 8)], "3/2", "1e-6"),
]


def witness(parts, eps, delta):
    counts = [count for _, count in parts]
    errors = {"eps_error": 0.01, "delta_error": float(delta) / 1000}
    accountant = PRVAccountant([step.prv for step, _ in parts], max_self_compositions=counts, **errors)

    def composed(**side):
        whole = None
        for step, count in parts:
            part = step.pld(value_discretization_interval=INTERVAL, **side).self_compose(count)
            whole = part if whole is None else whole.compose(part)
        return whole

    above = composed()
    below = composed(pessimistic_estimate=False, use_connect_dots=False)
    name = " * ".join(f"{step.name}^{count}" for step, count in parts)
    at = float(Fraction(eps))
    rows = [
        ("delta", "eps", eps, accountant.compute_delta(at, counts), [x.get_delta_for_epsilon(at) for x in (below, above)]),
        (
            "eps",
            "delta",
            delta,
            accountant.compute_epsilon(float(delta), counts),
            [x.get_epsilon_for_delta(float(delta)) for x in (below, above)],
        ),
    ]
    for quantity, given, value, (lower, estimate, upper), (optimistic, pessimistic) in rows:
        text = lambda x: repr(float(x))
        yield {
            "mechanism": name,
            "quantity": quantity,
            given: value,
            "prv-accountant": {"version": version("prv-accountant"), **{k: repr(x) for k, x in errors.items()}}
            | {"lower": text(lower), "estimate": text(estimate), "upper": text(upper)},
            "dp-accounting": {"version": version("dp-accounting"), "value_discretization_interval": repr(INTERVAL)}
            | {"optimistic": text(optimistic), "pessimistic": text(pessimistic)},
        }


warnings.simplefilter("ignore")
for composition in COMPOSITIONS:
    for row in witness(*composition):
        print(json.dumps(row))
