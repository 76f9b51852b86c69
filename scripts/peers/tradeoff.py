"""The peers' side of trade-off functions: one question a process, one JSON object on stdout.

    tradeoff.py tensor     python-flint: exact products of two curves of 300 edges, sorted and merged
    tradeoff.py kernel     scipy: a linear program for the kernel between two pairs of 100 outcomes
    tradeoff.py polygon N  scipy: N points of the trade-off function of a sampled Gaussian

The inputs are those of benches/common, made the same way.
"""

import itertools
import json
import sys
import time


def timed(run):
    start = time.perf_counter_ns()
    result = run()
    return result, time.perf_counter_ns() - start


def congruence(state, shift):
    """Whole numbers without a pattern."""
    while True:
        state = (state * 6364136223846793005 + 1442695040888963407) % 2**64
        yield (state >> shift) + 1


def scattered(count, seed):
    from flint import fmpq

    draw = congruence(seed, 33)
    masses = [(next(draw), next(draw)) for _ in range(count)]
    sums = [sum(side) for side in zip(*masses)]
    return [(fmpq(p, sums[0]), fmpq(q, sums[1])) for p, q in masses]


def lattice(count):
    from flint import fmpq

    def mass(j):
        return fmpq(1, 2 ** (j if j == count else j + 1))

    return [(mass(j), mass(count - j)) for j in range(count + 1)]


def product(first, second):
    """The edges of the product, steepest first, those of one slope merged."""
    edges = [((p / q) * (r / s), p * r, q * s) for p, q in first for r, s in second]
    edges.sort(key=lambda edge: edge[0], reverse=True)
    merged = []
    for _, group in itertools.groupby(edges, key=lambda edge: edge[0]):
        group = list(group)
        merged.append(group[0][1:] if len(group) == 1 else (sum(e[1] for e in group), sum(e[2] for e in group)))
    return merged


def tensor():
    answers = {}
    inputs = {"scattered": (scattered(300, 1), scattered(300, 2)), "lattice": (lattice(300), lattice(300))}
    for name, (first, second) in inputs.items():
        edges, nanoseconds = timed(lambda: product(first, second))
        alpha, beta, vertices = 0, 1, []
        for i, (p, q) in enumerate([*edges, (0, 0)]):
            if i % (len(edges) // 10) == 0:
                vertices.append([str(alpha), str(beta)])
            alpha, beta = alpha + q, beta - p
        answers[name] = {"nanoseconds": nanoseconds, "edges": len(edges), "vertices": vertices}
    return answers


def ordered(outcomes):
    """A pair, and one half way between it and what a random kernel makes of it."""
    draw = congruence(1, 50)

    def distribution():
        weights = [next(draw) for _ in range(outcomes)]
        return [weight / sum(weights) for weight in weights]

    a = [distribution(), distribution()]
    b = [list(side) for side in a]
    for i in range(outcomes):
        for j, probability in enumerate(distribution()):
            for side in range(2):
                b[side][j] += a[side][i] * probability
    return a, [[mass / 2 for mass in side] for side in b]


def kernel():
    import numpy
    from scipy.optimize import linprog
    from scipy.sparse import eye_array, kron, vstack

    n = 100
    a, b = ordered(n)
    # The entries row by row: rows sum to 1, and the products with the masses of A are those of B.
    rows = kron(eye_array(n), numpy.ones((1, n)))
    products = [kron(numpy.array([side]), eye_array(n)) for side in a]
    conditions = vstack([rows, *products], format="csr")
    values = numpy.concatenate([numpy.ones(n), *b])
    solve = lambda: linprog(numpy.zeros(n * n), A_eq=conditions, b_eq=values, bounds=(0, 1), method="highs")
    found, nanoseconds = timed(solve)
    residual = float(abs(conditions @ found.x - values).max()) if found.success else None
    return {"nanoseconds": nanoseconds, "dominates": bool(found.success), "residual": residual}


def polygon(points):
    import numpy
    from scipy.special import ndtr

    rate = 0.01
    x = numpy.linspace(-8, 9, points)

    def curve():
        alpha = ndtr(-x)
        return alpha, (1 - rate) * ndtr(x) + rate * ndtr(x - 1)

    (alpha, beta), nanoseconds = timed(curve)
    return {"nanoseconds": nanoseconds, "alpha": alpha.tolist(), "beta": beta.tolist()}


questions = {"tensor": tensor, "kernel": kernel, "polygon": polygon}
print(json.dumps(questions[sys.argv[1]](*map(int, sys.argv[2:]))))
