"""delta or eps of a composition by dp-accounting's privacy loss distributions, and the processor seconds it took.

pld_grid.py QUANTITY AT STEPS INTERVAL gaussian SIGMA RATE | laplace SCALE
"""

import json
import sys
import time

from dp_accounting.pld import privacy_loss_distribution as pld

quantity, at, steps, interval = sys.argv[1], float(sys.argv[2]), int(sys.argv[3]), float(sys.argv[4])
start = time.process_time()
match sys.argv[5:]:
    case ["gaussian", sigma, rate]:
        step = pld.from_gaussian_mechanism(float(sigma), sampling_prob=float(rate), value_discretization_interval=interval)
    case ["laplace", scale]:
        step = pld.from_laplace_mechanism(float(scale), value_discretization_interval=interval)
composed = step.self_compose(steps)
value = composed.get_delta_for_epsilon(at) if quantity == "delta" else composed.get_epsilon_for_delta(at)
print(json.dumps({"value": float(value), "seconds": time.process_time() - start}))
