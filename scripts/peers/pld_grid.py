"""delta of a composition by dp-accounting's privacy loss distributions, and the seconds it took.

pld_grid.py poisson-gaussian STEPS EPS | laplace STEPS EPS
"""

import json
import sys
import time

from dp_accounting.pld import privacy_loss_distribution as pld

kind, steps, eps = sys.argv[1], int(sys.argv[2]), float(sys.argv[3])
start = time.perf_counter()
if kind == "poisson-gaussian":
    step = pld.from_gaussian_mechanism(1.0, sampling_prob=0.01)
else:
    step = pld.from_laplace_mechanism(10.0)
delta = float(step.self_compose(steps).get_delta_for_epsilon(eps))
print(json.dumps({"delta": delta, "seconds": time.perf_counter() - start}))
