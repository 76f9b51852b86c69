"""What PLD_accounting says of eps of some random allocations: the rows of fixtures/peers/pld-accounting.jsonl.

allocations.py > fixtures/peers/pld-accounting.jsonl, with the packages of scripts/peers/requirements.txt
"""

import json
from fractions import Fraction
from importlib.metadata import version

from PLD_accounting import gaussian_allocation_epsilon_range

RUNS = [
    ("1", 10, 1, "1e-5"),
    ("1/2", 20, 1, "1e-5"),
    ("2", 10, 1, "1e-6"),
    ("1", 100, 1, "1e-5"),
    ("2", 100, 2, "1e-5"),
    ("4", 50, 4, "1e-6"),
    ("1", 1000, 1, "1e-6"),
]

for sigma, steps, epochs, delta in RUNS:
    high, low = gaussian_allocation_epsilon_range(
        delta=float(delta), sigma=float(Fraction(sigma)), num_steps=steps, num_epochs=epochs
    )
    row = {
        "mechanism": f"random-allocation(steps={steps}, mechanism=gaussian(sigma={sigma}))^{epochs}",
        "delta": delta,
        "version": version("PLD_accounting"),
        "lower": repr(float(low)),
        "upper": repr(float(high)),
    }
    print(json.dumps(row), flush=True)
