"""The interval of PLD_accounting for eps of a random allocation of Gaussian steps, and the processor seconds it took.

allocation.py SIGMA STEPS EPOCHS DELTA
"""

import json
import sys
import time

from PLD_accounting import gaussian_allocation_epsilon_range

sigma, delta = float(sys.argv[1]), float(sys.argv[4])
steps, epochs = int(sys.argv[2]), int(sys.argv[3])
start = time.process_time()
high, low = gaussian_allocation_epsilon_range(delta=delta, sigma=sigma, num_steps=steps, num_epochs=epochs)
print(json.dumps({"low": float(low), "high": float(high), "seconds": time.process_time() - start}))
