"""Every delta_j of the 10^4-fold composition at E = 2, eta = 7/30, by python-flint.

The masses of P at losses +1, 0, -1 are 14, 9 and 7 over 30, so that the numerators over 30^k are
the coefficients of (7 + 9 z + 14 z^2)^k, and the suffix sums W_j of Q give
delta_j = delta_{j+1} + 2^j W_{j+1}. One JSON object on stdout.
"""

import json
import resource
import time

from flint import fmpz, fmpz_poly

K = 10_000
REPETITIONS = 5


def deltas(k):
    masses = (fmpz_poly([7, 9, 14]) ** k).coeffs()
    # P(S = s) is masses[k + s], and Q(S = s) is P(S = -s).
    delta, tail = fmpz(0), fmpz(0)
    numerators = [delta]
    for j in range(k - 1, -1, -1):
        tail = tail + masses[k - j - 1]
        delta = delta + (tail << j)
        numerators.append(delta)
    numerators.reverse()
    return numerators, fmpz(30) ** k


def timed():
    start = time.perf_counter_ns()
    result = deltas(K)
    return result, time.perf_counter_ns() - start


(numerators, denominator), first = timed()
peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
modulus = fmpz(2) ** 127 - 1
digest = denominator % modulus
for numerator in numerators:
    digest = (digest * 1_000_003 + numerator) % modulus
del numerators
again = [timed()[1] for _ in range(REPETITIONS)]
print(json.dumps({"first": first, "again": again, "digest": str(digest), "peak_kib": peak}))
