"""diffprivlib: BudgetAccountant, which composes (eps, delta)-DP by Kairouz, Oh & Viswanath's bounds.

What is left of the target delta after the steps' own is its slack; the total eps is an upper bound.
"""

from math import nextafter

from diffprivlib.accountant import BudgetAccountant

from protocol import Unsupported, one, real, serve, steps, unsupported_kind, upper

LONGEST = 200_000


def spent(mechanism):
    if mechanism["kind"] == "approx-dp":
        return real(mechanism, "eps"), real(mechanism, "delta")
    if mechanism["kind"] == "laplace":
        return real(mechanism, "eps"), 0.0
    raise unsupported_kind(mechanism)


def answer(mechanism, query):
    _, fields = one(query, "eps")
    target = real(fields, "delta")
    parts = steps(mechanism)
    if sum(count for _, count in parts) > LONGEST:
        raise Unsupported(f"more than {LONGEST} steps: every one is an entry of a list")
    budget = [spent(step) for step, count in parts for _ in range(count)]
    accountant = BudgetAccountant()
    own = accountant.total(budget, slack=0.0)[1]
    if own > target:
        raise Unsupported("the steps' own delta exceeds the target: no slack reaches it")
    slack = (target - own) / (1 - own) if own < 1 else 0.0
    while slack > 0 and accountant.total(budget, slack=slack)[1] > target:
        slack = nextafter(slack, 0.0) if slack > 1e-300 else 0.0
    return upper(accountant.total(budget, slack=slack)[0])


serve("diffprivlib", answer, refusals=["cannot both be zero"])
