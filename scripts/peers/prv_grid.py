"""An interval for delta or eps of a composition by prv-accountant, and the processor seconds it took.

prv_grid.py QUANTITY AT STEPS EPS_ERROR DELTA_ERROR gaussian SIGMA RATE | laplace SCALE
"""

import json
import sys
import time

from prv_accountant import PRVAccountant
from prv_accountant import privacy_random_variables as prv

quantity, at, steps = sys.argv[1], float(sys.argv[2]), int(sys.argv[3])
eps_error, delta_error = float(sys.argv[4]), float(sys.argv[5])
start = time.process_time()
match sys.argv[6:]:
    case ["gaussian", sigma, rate]:
        step = prv.PoissonSubsampledGaussianMechanism(float(rate), float(sigma))
    case ["laplace", scale]:
        step = prv.LaplaceMechanism(mu=1 / float(scale))
accountant = PRVAccountant([step], max_self_compositions=[steps], eps_error=eps_error, delta_error=delta_error)
ask = accountant.compute_delta if quantity == "delta" else accountant.compute_epsilon
low, _, high = ask(at, [steps])
print(json.dumps({"low": float(low), "high": float(high), "seconds": time.process_time() - start}))
