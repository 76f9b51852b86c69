"""The rows of crates/bulk/benches/bulk.rs (delta) by scipy, vectorised, and by dp-accounting, row by row."""

import time

import numpy as np
from dp_accounting.pld.privacy_loss_mechanism import GaussianPrivacyLoss
from scipy.stats import norm

ROWS = 100_000
rows = np.arange(ROWS)
sigma = 0.5 + 4.5 * (rows * 0.6180339887 % 1)
eps = 0.1 + 0.8 * (rows * 0.4142135623 % 1)


def by_scipy():
    mu = 1 / sigma
    return norm.cdf(mu / 2 - eps / mu) - np.exp(eps) * norm.cdf(-mu / 2 - eps / mu)


def by_dp_accounting(count):
    return [GaussianPrivacyLoss(standard_deviation=s).get_delta_for_epsilon(e) for s, e in zip(sigma[:count], eps)]


def rate(name, count, function):
    times = []
    for _ in range(5):
        start = time.perf_counter()
        function()
        times.append(time.perf_counter() - start)
    print(f"{name}: {count / sorted(times)[2]:.3g} rows a second")


rate("scipy, vectorised", ROWS, by_scipy)
rate("dp-accounting, row by row", 2000, lambda: by_dp_accounting(2000))
worst = np.max(np.abs(np.array(by_dp_accounting(2000)) / by_scipy()[:2000] - 1))
assert worst < 1e-6, worst
