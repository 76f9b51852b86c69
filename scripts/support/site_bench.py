#!/usr/bin/env python3
"""Times of answers in Chromium, beside the program with one thread: site_bench.py SITE DPCERT

Each question is asked in a new worker, three times one after the other, and of the program in as many processes, in turn.
Prints a table of medians for benches/README.md: the first answer of a worker, a later one, and the processor time of the
program. It stops where the answers are not equal.
"""

import functools
import http.server
import json
import os
import resource
import statistics
import subprocess
import sys
import threading
from pathlib import Path

from playwright.sync_api import sync_playwright
from site_test import CHROMIUM, Quiet

REPETITIONS = 5
QUESTIONS = [
    ("gaussian(sigma=2)^50", {"eps": {"delta": "1e-6"}}),
    ("laplace(eps=1/10)^100", {"delta": {"eps": "2"}}),
    ("approx-dp(eps=1/10, delta=1e-6)^1000", {"eps": {"delta": "1e-3"}}),
    ("poisson(256/60000, gaussian(sigma=1.1))^2344", {"eps": {"delta": "1e-5"}}),
    ("poisson(1/100, gaussian(sigma=1))^1000", {"eps": {"delta": "1e-5"}}),
    ("random-allocation(1000, gaussian(sigma=1))", {"eps": {"delta": "1e-6"}}),
]

# A worker, its start, and the times of some answers in it, in seconds.
ASK = """async ([line, times]) => {
  const module = globalThis.engine ??= await WebAssembly.compileStreaming(fetch("engine.wasm"));
  const worker = new Worker("worker.js");
  worker.postMessage(module);
  const taken = [];
  let text;
  for (let time = 0; time < times; time += 1) {
    const begin = performance.now();
    const said = await new Promise((resolve) => {
      worker.onmessage = ({ data }) => data.working || resolve(data);
      worker.postMessage({ words: ["query"], body: line });
    });
    taken.push((performance.now() - begin) / 1000);
    text = new TextDecoder().decode(said.bytes);
  }
  worker.terminate();
  return [taken, text];
}"""


def native(program: str, line: str) -> tuple[float, str]:
    """The processor time of the program, and what it says."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    environment = {**os.environ, "RAYON_NUM_THREADS": "1"}
    asked = subprocess.run([program, "query"], input=line, capture_output=True, text=True, check=False, env=environment)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, asked.stdout


def main() -> None:
    site, program = sys.argv[1:]
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=site))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        page = browser.new_page()
        page.goto(f"http://127.0.0.1:{server.server_port}/checker.html")
        print("| question | first answer | later answer | the program | ratio |\n|---|---:|---:|---:|---:|")
        for mechanism, query in QUESTIONS:
            line = json.dumps({"mechanism": mechanism, "query": query}) + "\n"
            firsts, laters, natives = [], [], []
            for _ in range(REPETITIONS):
                times, said = page.evaluate(ASK, [line, 3])
                seconds, expected = native(str(Path(program).resolve()), line)
                assert said == expected, f"{said}{expected}"
                firsts.append(times[0])
                laters += times[1:]
                natives.append(seconds)
            first, later, own = map(statistics.median, (firsts, laters, natives))
            [name] = query
            [parameter] = query[name].items()
            asked = f"{name} of `{mechanism}` at {' = '.join(parameter)}"
            print(f"| {asked} | {first:.3f} s | {later:.3f} s | {own:.3f} s | {later / own:.1f} |")
        browser.close()


if __name__ == "__main__":
    main()
