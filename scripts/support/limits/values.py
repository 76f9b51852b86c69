"""Values for the fields of questions: small and usual ones, and those at which a computation may not end.

A pool is chosen by the name of a field. A name that is in none of them has any positive number: what the program refuses is
drawn again, so that a new field needs no entry here.
"""

from fractions import Fraction

# Fields between 0 and 1.
PROBABILITIES = {
    "alpha", "alpha_min", "delta", "erasure", "error", "eta", "gamma", "gap", "omega", "p", "prior", "q", "rate", "rel-gap",
    "sample-rate", "sample_rate", "sampling-probability", "sampling-rate", "sampling_probability", "sampling_rate", "slack", "theta",
}
# Lists of numbers that add up to 1.
DISTRIBUTIONS = {"p", "q", "weights", "masses", "matrix", "channel", "inputs", "prior"}
# What has to be rational.
RATIONALS = {"coefficients", "omega", "theta", "columns", "strategy", "shifts", "q_shifts"}
# Orders and the like, which are at least 1.
ABOVE_ONE = {"order", "ratio", "s"}

NATURALS = [1, 2, 3, 4, 5, 7, 8, 10, 16, 17, 25, 33, 64, 100, 127, 200, 256, 1000, 1024, 4096, 5000, 10_000, 32_768, 60_000,
            10**5, 2**20, 10**6, 10**7, 10**9, 2**31, 2**32 + 1, 10**12, 2**53, 2**63, 2**64 - 1]
USUAL = ["1", "1/2", "1/10", "1/100", "1e-3", "1e-5", "2", "3", "4", "10", "100", "1000", "ln(2)", "ln(3)", "sqrt(2)"]
TIES = ["1+1e-30", "1-1e-30", "1+1e-300", "1/2+1e-30", "ln(2)+1e-40", "ln(3/2)", "ln(11/10)", "2*ln(3)", "ln(1+1e-30)", "exp(1/2)",
        "exp(-20)", "exp(-1000)", "sqrt(1/2)", "sqrt(3)", "1/3", "7/3", "355/113", "ln(10^100)", "exp(100)", "0x1.999999999999ap-4"]
PROBABLE = ["1/2", "1/10", "1/100", "1e-3", "1e-5", "1e-6", "1e-9", "256/60000", "99/100", "1/3", "2/3", "1e-10", "0", "1"]
NEAR_EDGES = ["1e-30", "1e-100", "1e-300", "1e-1000", "1-1e-30", "1-1e-10", "1-1e-300", "1/2+1e-30", "1/2-1e-30", "exp(-1)", "exp(-50)",
              "1/(1+exp(1))", "1-exp(-1/10)", "exp(-1000)", "1/65537"]


def natural(random):
    """A count: mostly a small one, at times up to the largest that can be written."""
    if random.random() < 0.15:
        return int(2 ** random.uniform(0, 64)) or 1
    # The larger the rarer.
    return NATURALS[min(int(random.expovariate(1 / 9)), len(NATURALS) - 1)]


def power_of_ten(random):
    """1e-1000 to 1e1000, mostly near 1."""
    largest = random.choice([3, 6, 12, 40, 310, 1000])
    leading = random.choice([1, 1, 1, 3, 7])
    return f"{leading}e{random.randint(-largest, largest)}"


def positive(random):
    kind = random.random()
    if kind < 0.45:
        return random.choice(USUAL)
    if kind < 0.6:
        return random.choice(TIES)
    if kind < 0.7:
        return f"{random.randint(1, 99)}/{random.randint(1, 99)}"
    return power_of_ten(random)


def probability(random):
    kind = random.random()
    if kind < 0.55:
        return random.choice(PROBABLE)
    if kind < 0.75:
        return random.choice(NEAR_EDGES)
    if kind < 0.85:
        denominator = random.randint(2, 1000)
        return f"{random.randint(1, denominator - 1)}/{denominator}"
    largest = random.choice([6, 12, 40, 310, 1000])
    return f"{random.choice([1, 3, 7])}e-{random.randint(1, largest)}"


def number(random, name):
    """A number for the field of this name."""
    if name in PROBABILITIES:
        return probability(random)
    text = positive(random)
    if name in RATIONALS and "(" in text:
        return "1/2"
    if name in ABOVE_ONE and random.random() < 0.8:
        return f"1+{text}"
    return text


def length(random):
    """Of a list."""
    return random.choice([1, 2, 2, 2, 3, 3, 3, 4, 5, 7, 10, 20, 40, 100, 300])


def distribution(random, size):
    """Masses that add up to exactly 1, of very different sizes at times."""
    if random.random() < 0.25 and size > 1:
        tiny = Fraction(1, 10 ** random.choice([3, 10, 30, 300]))
        rest = 1 - tiny * (size - 1)
        masses = [rest] + [tiny] * (size - 1)
        random.shuffle(masses)
    else:
        parts = [random.randint(0 if random.random() < 0.1 else 1, random.choice([3, 100, 10**9])) for _ in range(size)]
        parts[0] += 1
        masses = [Fraction(part, sum(parts)) for part in parts]
    return [str(mass) for mass in masses]


def numbers(random, name, size):
    """A list of numbers for the field of this name."""
    if name in DISTRIBUTIONS:
        return distribution(random, size)
    if name in ("scores", "queries"):
        largest = random.choice([1, 3, 100, 10**9])
        return [random.randint(-largest, largest) for _ in range(size)]
    if name in ("shifts", "q_shifts"):
        largest = random.choice([1, 3, 8, 1000, 10**6])
        return [random.randint(0, largest) if random.random() < 0.8 else f"{random.randint(0, largest)}/7" for _ in range(size)]
    return [number(random, name) for _ in range(size)]


def moved(random, values):
    """What neighbours make of a list of whole numbers, by at most 1 each."""
    return [value + random.choice([-1, 0, 1]) for value in values]


def vertices(random, size):
    """Those of a convex trade-off function."""
    denominator = random.choice([10, 1000, 10**15])
    alphas = sorted({Fraction(random.randint(1, denominator - 1), denominator) for _ in range(size)} | {Fraction(0), Fraction(1)})
    start = Fraction(random.choice([1, 1, 9, 99999]), random.choice([1, 1, 10, 100000]))
    power = random.choice([1, 2, 2, 5])
    return [[str(alpha), str(min(start, 1) * (1 - alpha) ** power)] for alpha in alphas]
