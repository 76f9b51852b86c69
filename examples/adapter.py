"""Basic composition in binary64, for dpcert crosscheck: k steps of (eps, delta)-DP are (k eps, k delta)-DP."""

import json
import sys


def number(text):
    return float.fromhex(text) if "0x" in text else float(int(text))  # what is no binary64 is a ValueError


def eps(mechanism, query):
    count, step = (mechanism["count"], mechanism["mechanism"]) if mechanism["kind"] == "repeat" else ("1", mechanism)
    if step["kind"] != "approx-dp" or int(count) * number(step["delta"]) > number(query["eps"]["delta"]):
        raise KeyError("basic composition")
    return int(count) * number(step["eps"])


for line in sys.stdin:
    request = json.loads(line)
    try:
        answer = {"status": "ok", "value": eps(request["mechanism"], request["query"]).hex(), "bound": "upper"}
    except (KeyError, ValueError) as error:
        answer = {"status": "unsupported", "reason": str(error)}
    print(json.dumps({"id": request["id"], **answer}), flush=True)
