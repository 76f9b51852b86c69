"""Lines for `dpcert query`: mixed mechanisms and questions, the same ones every time."""

import json
import sys


class Numbers:
    """A linear congruential generator, so that no library's choice of one matters."""

    def __init__(self, seed):
        self.state = seed

    def below(self, n):
        self.state = (self.state * 6364136223846793005 + 1442695040888963407) % 2**64
        return (self.state >> 33) % n

    def between(self, low, high):
        return low + self.below(high - low + 1)

    def choice(self, options):
        return options[self.below(len(options))]


def mechanism(numbers):
    """A mechanism and whether its losses lie on a lattice."""
    kind = numbers.choice(
        ["approx-dp", "approx-dp", "approx-dp-tv", "gaussian", "laplace", "randomized-response", "multi-dp", "finite-pair"]
    )
    count = numbers.between(1, 300)
    eps = f"{numbers.between(1, 40)}/{numbers.choice([20, 100, 128])}"
    if kind == "approx-dp":
        step = {"eps": eps, "delta": numbers.choice(["0", "1e-9", "1e-6", "1/1000"])}
    elif kind == "approx-dp-tv":
        step = {"eps": f"ln({numbers.between(11, 30)}/10)", "delta": numbers.choice(["0", "1e-6"]), "alpha": f"1/{numbers.between(2, 9)}"}
    elif kind == "gaussian":
        step = {"sigma": f"{numbers.between(5, 200)}/10"}
    elif kind == "laplace":
        return {"kind": kind, "eps": eps}, False
    elif kind == "randomized-response":
        step = {"eps": eps, "categories": numbers.between(2, 6)}
    elif kind == "multi-dp":
        count = numbers.between(1, 40)
        step = {"constraints": [{"eps": "1/10", "delta": "1/100"}, {"eps": "1/2", "delta": f"1e-{numbers.between(3, 9)}"}]}
    else:
        count = numbers.between(1, 12)
        a, b = numbers.between(1, 4), numbers.between(5, 9)
        step = {"p": [f"{a}/20", f"{b}/20", f"{20 - a - b}/20"], "q": [f"{b}/20", f"{20 - a - b}/20", f"{a}/20"]}
    step = {"kind": kind, **step}
    lattice = kind in ("approx-dp", "approx-dp-tv", "randomized-response")
    return {"kind": "repeat", "count": str(count), "mechanism": step}, lattice


def query(numbers, lattice):
    options = [
        {"delta": {"eps": f"{numbers.between(0, 300)}/100"}},
        {"delta": {"eps": f"{numbers.between(0, 300)}/100"}},
        {"eps": {"delta": f"1e-{numbers.between(1, 12)}"}},
        {"beta": {"alpha": f"{numbers.between(1, 99)}/100"}},
        {"tv": {}},
    ]
    return numbers.choice(options + [{"deltas": {}}] * lattice)


def main(count):
    numbers = Numbers(1)
    for i in range(count):
        what, lattice = mechanism(numbers)
        print(json.dumps({"id": i, "mechanism": what, "query": query(numbers, lattice)}))


main(int(sys.argv[1]))
