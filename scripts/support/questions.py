"""Questions of the line protocol, as many as the programs that embed dpcert are compared with it: lines()."""

import json
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
COUNT = 500

# Some that are refused, and some that are about no mechanism.
OTHERS = [
    "",
    "no JSON",
    '{"id": 1}',
    '{"mechanism": "gaussian(sigma=-1)", "query": {"tv": {}}}',
    '{"id": "\\u202e", "mechanism": "laplace(eps=1)", "query": {"delta": {"eps": 2}}}',
    # The meter ends this one: in a browser the module unwinds.
    '{"mechanism": "gaussian(sigma=2)^1000", "query": {"eps": {"delta": "1e-6"}}, "digits": 1000000}',
    '{"theorem": {"name": "mean-error", "n": "100"}}',
    '{"scene": {"mechanisms": ["laplace(eps=1)^3"], "show": "regions"}, "svg": true}',
]


def lines() -> list[str]:
    """Questions of the vectors, from each part of them, and the others."""
    found = []
    for file in sorted((ROOT / "vectors" / "v1").glob("*.json")):
        content = json.loads(file.read_text())
        for group in content.get("groups", []):
            found += [{"id": one["id"], "mechanism": one["mechanism"], "query": one["query"]} for one in group["tests"]]
    wanted = COUNT - len(OTHERS)
    step = max(1, len(found) // wanted)
    return [*(json.dumps(one) for one in found[::step][:wanted]), *OTHERS]
