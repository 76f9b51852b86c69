"""Runs both sides on the same work in turn, checks that they agree, and prints medians and ratios.

Called by scripts/bench-peers, with the programs it built.
"""

import argparse
import hashlib
import json
import os
import pathlib
import resource
import shutil
import statistics
import subprocess
import sys
import time
from fractions import Fraction

from flint import arb, ctx

HERE = pathlib.Path(__file__).parent
ENGINES = ["malachite", "mpfr"]
PARTS = ["exact", "enclosed", "delta", "grid", "allocation", "query", "tradeoff"]


def ask(command, **environment):
    """The answer of a program that prints one JSON object."""
    output = subprocess.run(command, check=True, stdout=subprocess.PIPE, env={**os.environ, **environment}).stdout
    return json.loads(output)


def seconds(command, **environment):
    """The wall time of a whole process, and its output."""
    start = time.perf_counter()
    output = subprocess.run(command, check=True, stdout=subprocess.PIPE, env={**os.environ, **environment}).stdout
    return time.perf_counter() - start, output


def peak_kib(command):
    """The most memory of a whole process; a run of its own, because measuring takes time too."""
    if shutil.which("/usr/bin/time"):
        measured = ["/usr/bin/time", "-v", *command]
        run = subprocess.run(measured, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        for line in run.stderr.splitlines():
            if "Maximum resident set size" in line:
                return int(line.rsplit(" ", 1)[1])
    child = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    # What the child inherits from this process counts: an upper bound.
    return os.wait4(child.pid, 0)[2].ru_maxrss


def median(values):
    return statistics.median(values)


def heading(text):
    print(f"\n{text}\n")


def table(columns, rows):
    cells = [columns] + [[str(cell) for cell in row] for row in rows]
    widths = [max(len(row[i]) for row in cells) for i in range(len(columns))]
    lines = ["| " + " | ".join(cell.ljust(width) for cell, width in zip(row, widths)) + " |" for row in cells]
    lines.insert(1, "|" + "|".join("-" * (width + 2) for width in widths) + "|")
    print("\n".join(lines), flush=True)


def ms(nanoseconds):
    return f"{nanoseconds / 1e6:.1f} ms"


def mib(kib):
    return f"{kib / 1024:.0f} MiB"


def require(condition, message):
    if not condition:
        sys.exit(f"the two sides disagree: {message}")


def exact(peers, repetitions):
    heading("Every delta_j exactly, k = 10^4, E = 2, eta = 7/30, delta = 0")
    sides = {"python-flint": [sys.executable, HERE / "flint_walk.py"]}
    sides |= {engine: [peers, "exact", engine] for engine in ENGINES}
    answers = {side: [] for side in sides}
    for _ in range(repetitions):
        for side, command in sides.items():
            answers[side].append(ask(command))
    digests = {answer["digest"] for runs in answers.values() for answer in runs}
    require(len(digests) == 1, f"digests of the numerators {digests}")
    first = {side: median([run["first"] for run in runs]) for side, runs in answers.items()}
    again = {side: median([time for run in runs for time in run["again"]]) for side, runs in answers.items()}
    rows = []
    for side, runs in answers.items():
        peak = median([run["peak_kib"] for run in runs])
        ratios = [f"{times['python-flint'] / times[side]:.1f}" for times in (first, again)]
        rows.append([side, ms(first[side]), ratios[0], ms(again[side]), ratios[1], mib(peak)])
    table(["side", "first in a process", "speed-up", "repeated", "speed-up", "peak"], rows)
    print("\nAll 10001 numerators and the denominator are the same on all sides.")


def binomial_delta(k, j, eps):
    """delta_j of the k-fold composition of (eps, 0)-DP by incomplete beta functions."""
    probability = eps.exp() / (1 + eps.exp())
    above = (k + j) // 2 + 1

    def tail(p):
        return p.beta_lower(above, k - above + 1, regularized=True)

    return tail(probability) - (j * eps).exp() * tail(1 - probability)


def enclosed(peers, repetitions):
    heading("Both ends of every delta_j, 20 digits, k = 10^6, eps = 1/1000")
    runs = {}
    for _ in range(repetitions):
        for engine in ENGINES:
            for threads in ["1", "2"]:
                answer = ask([peers, "enclosed", engine], RAYON_NUM_THREADS=threads)
                for pair in ["binomial", "trinomial"]:
                    runs.setdefault((pair, engine, threads), []).append(answer[pair])
    for pair in ["binomial", "trinomial"]:
        ends = [[(Fraction(low), Fraction(high)) for low, high in runs[key][0]["ends"]] for key in runs if key[0] == pair]
        for point in zip(*ends):
            low, high = max(low for low, _ in point), min(high for _, high in point)
            require(low <= high, f"the engines' enclosures do not meet ({pair})")
            require(all(h - l <= h / 10**19 for l, h in point), f"fewer than 20 digits ({pair})")
    ctx.prec = 200
    for (low, high), j in zip(runs["binomial", "malachite", "1"][0]["ends"], [0, 1000, 5000]):
        reference = binomial_delta(10**6, j, arb(1) / 1000)
        low, high = (arb(end.numerator) / arb(end.denominator) for end in (Fraction(low), Fraction(high)))
        require(low <= high and not (reference < low or reference > high), f"delta_{j} is {reference}, not in {low, high}")
        require(reference.rel_accuracy_bits() > 70, f"the reference for delta_{j} is too wide: {reference}")
    rows = []
    for (pair, engine, threads), answers in sorted(runs.items()):
        # The first repetition of each process is left out: its caches and pages are cold.
        walk = median([time for answer in answers for time in answer["walk"][1:]])
        yardstick = median([time for answer in answers for time in answer["yardstick"][1:]])
        peak = max(answer["peak_kib"] for answer in answers)
        name = {"binomial": "delta = 0", "trinomial": "delta = 0, eta = 1/4000"}[pair]
        rows.append([name, engine, threads, ms(walk), ms(yardstick), f"{walk / yardstick:.1f}", mib(peak)])
    table(["pair", "engine", "threads", "walk", "10^6 multiplications", "ratio", "peak"], rows)
    precision = runs["binomial", "malachite", "1"][0]["precision"]
    print(f"\nWorking precision {precision} bits. At j = 0, 1000 and 5000 the enclosures of both engines meet and have")
    print("20 digits; without eta they also meet python-flint's arb value by incomplete beta functions.")
    for engine in ENGINES:
        single = ask([peers, "delta", engine])
        print(f"One delta at k = 10^6 ({engine}): {ms(single['nanoseconds'])}, peak {mib(single['peak_kib'])}.")


def one_delta(dpcert, repetitions):
    heading("One delta, k = 1000, eps = 1/10, as whole processes")
    question = ["delta", "approx-dp(eps=1/10, delta=0)^1000", "--at", "3"]
    sides = {"dp-accounting": [sys.executable, HERE / "pld_delta.py"]}
    sides |= {engine: [dpcert, "--engine", engine, *question] for engine in ENGINES}
    times = {side: [] for side in sides}
    for _ in range(repetitions):
        for side, command in sides.items():
            times[side].append(seconds(command)[0])
    theirs = float(seconds(sides["dp-accounting"])[1])
    line = {"mechanism": {"kind": "repeat", "count": 1000, "mechanism": {"kind": "approx-dp", "eps": "1/10", "delta": 0}}}
    line["query"] = {"delta": {"eps": 3}}
    answered = subprocess.run([dpcert, "query"], input=json.dumps(line), check=True, stdout=subprocess.PIPE, text=True)
    answer = json.loads(answered.stdout)
    low, high = Fraction(answer["lo"]), Fraction(answer["hi"])
    difference = float(Fraction(theirs) / high - 1)
    require(abs(difference) < 1e-6, f"{theirs} and [{answer['lo']}, {answer['hi']}]")
    rows = []
    for side, runs in times.items():
        ratio = median(times["dp-accounting"]) / median(runs)
        rows.append([side, ms(median(runs) * 1e9), f"{ratio:.0f}", mib(peak_kib(sides[side]))])
    table(["side", "whole process", "speed-up", "peak"], rows)
    print(f"\nThe enclosure is [{answer['lo']}, {answer['hi']}];")
    print(f"dp-accounting's {theirs!r} differs from it by {difference:.1e} (relative).")


def sampled(rate, sigma=1):
    return f"subsample(method=poisson, rate={rate}, adjacency=add-remove, mechanism=gaussian(sigma={sigma}))"


# What is composed, how often, and what is asked.
COMPOSED = [
    (("gaussian", "1", "1/100"), 1000, "delta", "2"),
    (("gaussian", "1", "1/100"), 10**4, "delta", "2"),
    (("laplace", "10"), 1000, "delta", "5"),
    (("gaussian", "1", "1/100"), 10**3, "eps", "1e-6"),
    (("gaussian", "6/10", "1/1000"), 10**4, "eps", "1e-6"),
    (("gaussian", "17/10", "3/1000"), 10**5, "eps", "1e-6"),
    (("gaussian", "1", "1/1000"), 10**6, "eps", "1e-6"),
    (("gaussian", "8/10", "1e-4"), 10**7, "eps", "1e-6"),
    (("gaussian", "1", "1e-5"), 10**8, "eps", "1e-6"),
]

# dp-accounting's losses are multiples of this, and of halves of it where its bound is not within the gap.
INTERVAL, HALVINGS = 1e-4, 8

# prv-accountant is told an error in eps and a thousandth of delta, or less where its interval is not within the gap.
EPS_ERROR, ATTEMPTS, PATIENCE = 0.01, 4, 60


def processor(command):
    """The processor time of a whole process, and its output."""
    def used():
        usage = resource.getrusage(resource.RUSAGE_CHILDREN)
        return usage.ru_utime + usage.ru_stime

    before = used()
    output = subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout
    return used() - before, output


def pld_grid(case, steps, quantity, at, interval):
    number = [str(float(Fraction(x))) for x in case[1:]]
    return ask([sys.executable, str(HERE / "pld_grid.py"), quantity, at, str(steps), str(interval), case[0], *number])


def prv_grid(case, steps, quantity, at, middle):
    """prv-accountant's answer with errors for which its interval is within the gap, or why there is none."""
    number = [str(float(Fraction(x))) for x in case[1:]]
    share, delta = 1, middle if quantity == "delta" else float(at)
    command = [sys.executable, str(HERE / "prv_grid.py"), quantity, at, str(steps)]
    for _ in range(ATTEMPTS):
        asked = [*command, str(EPS_ERROR * share), str(delta / 1000 * share), case[0], *number]
        try:
            run = subprocess.run(asked, stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=PATIENCE, text=True)
        except subprocess.TimeoutExpired:
            return f"none in {PATIENCE} s"
        if run.returncode:
            return run.stderr.strip().splitlines()[-1].split(":")[0]
        answer = json.loads(run.stdout)
        width = answer["high"] - answer["low"]
        if width <= 1e-3 * answer["high"]:
            return answer
        share *= min(0.5, 9e-4 * answer["high"] / width)
    return "not within the gap"


def grid(dpcert, repetitions):
    heading(
        "Processor time of both bounds on a grid, relative gap 1e-3, as whole processes; dp-accounting's one bound and "
        "prv-accountant's two without their imports"
    )
    rows = []
    for case, steps, quantity, at in COMPOSED:
        name = f"{case[0]}({', '.join(case[1:])})^{steps:.0e}".replace("e+0", "e") + f", {quantity} at {at}"
        mechanism = f"laplace(eps=1/{case[1]})" if case[0] == "laplace" else sampled(case[2], case[1])
        command = [dpcert, quantity, f"{mechanism}^{steps}", "--at", at, "--json"]
        commands = {engine: [*command, "--engine", engine] for engine in ENGINES}
        ours = json.loads(processor(commands["malachite"])[1])
        require(ours["met"], f"{name}: the gap is not met")
        low, high = float(ours["lo"]), float(ours["hi"])
        # As coarse as is accurate to the same gap.
        interval = INTERVAL
        for _ in range(HALVINGS):
            if pld_grid(case, steps, quantity, at, interval)["value"] <= high * 1.001:
                break
            interval /= 2
        prv = prv_grid(case, steps, quantity, at, (low + high) / 2)
        if isinstance(prv, dict):
            require(prv["low"] <= high and low <= prv["high"], f"{name}: {prv} does not meet {ours}")
            prv = f"{prv['seconds']:.2f} s"
        times = {side: [] for side in ["dp-accounting", *ENGINES]}
        for _ in range(repetitions):
            theirs = pld_grid(case, steps, quantity, at, interval)
            times["dp-accounting"].append(theirs["seconds"])
            require(theirs["value"] >= low * (1 - 1e-6), f"{name}: {theirs} is below {ours}")
            for engine, command in commands.items():
                times[engine].append(processor(command)[0])
        base = median(times["dp-accounting"])
        sides = [f"{median(times[engine]):.2f} s ({base / median(times[engine]):.1f}x)" for engine in ENGINES]
        ends = [f"[{ours['lo']}, {ours['hi']}]", f"{theirs['value']:.8g}", mib(peak_kib(commands["malachite"]))]
        rows.append([name, f"{interval:.1g}", f"{base:.2f} s", prv, *sides, *ends])
    table(["composition", "interval", "dp-accounting", "prv-accountant", *ENGINES, "enclosure", "dp-accounting's bound", "peak"], rows)

    heading("Time against the certified gap: processor time of eps at 1e-6")
    rows = []
    for case, steps, quantity, at in COMPOSED[3:7:3]:
        for gap in ["1e-2", "1e-3", "1e-4", "1e-5"]:
            mechanism = sampled(case[2], case[1])
            command = [dpcert, quantity, f"{mechanism}^{steps}", "--at", at, "--json", "--rel-gap", gap]
            runs = [processor(command) for _ in range(repetitions)]
            answer = json.loads(runs[0][1])
            require(answer["met"], f"{steps}: a gap of {gap} is not met")
            taken, ends = median([taken for taken, _ in runs]), f"[{answer['lo']}, {answer['hi']}]"
            rows.append([f"T = {steps}", gap, f"{taken:.2f} s", ends, mib(peak_kib(command))])
    table(["composition", "gap", "time", "enclosure", "peak"], rows)

    heading("The 2020 Census persons ledger: delta at eps = 17.14, and eps at delta = 1e-10 within 1e-4")
    ledger = str(HERE.parent.parent / "fixtures/ledgers/census2020-pl94-us-persons.toml")
    rows = []
    for engine in ENGINES:
        taken = [seconds([dpcert, "check", ledger, "--engine", engine])[0] for _ in range(repetitions)]
        rows.append([engine, f"{median(taken):.2f} s"])
    table(["engine", "all claims"], rows)

    heading("Growth with the number of steps: q = 0.01 sqrt(1000/T), delta at eps = 2, relative gap 1e-3, processor time")
    rows = []
    for steps in [10**exponent for exponent in range(2, 9)]:
        mechanism = f"{sampled(f'1/100*sqrt(1000/{steps})')}^{steps}"
        command = [dpcert, "delta", mechanism, "--at", "2", "--json"]
        runs = [processor(command) for _ in range(repetitions)]
        answer = json.loads(runs[0][1])
        require(answer["met"], f"{steps}: the gap is not met")
        taken = median([taken for taken, _ in runs])
        rows.append([steps, f"{taken:.2f} s", f"[{answer['lo']}, {answer['hi']}]", mib(peak_kib(command))])
    table(["T", "time (malachite)", "enclosure", "peak"], rows)


# The noise multiplier, the steps of an epoch, and the epochs.
ALLOCATED = [("1", 100, 1), ("1", 1000, 1), ("1", 1000, 100), ("3/5", 1000, 1), ("1", 10**6, 1)]


def allocation(dpcert, repetitions):
    heading(
        "Processor time of eps at 1e-6 of Gaussian steps of which a record takes part in one, drawn at random in each epoch: "
        "relative gap 1e-3, as a whole process; PLD_accounting at its default accuracy, without its imports"
    )
    rows = []
    for sigma, steps, epochs in ALLOCATED:
        name = f"sigma {sigma}, 1 of {steps}" + (f", {epochs} epochs" if epochs > 1 else "")
        mechanism = f"random-allocation(steps={steps}, mechanism=gaussian(sigma={sigma}))^{epochs}"
        command = [dpcert, "eps", mechanism, "--at", "1e-6", "--json"]
        runs = [processor(command) for _ in range(repetitions)]
        answer = json.loads(runs[0][1])
        require(answer["met"], f"{name}: the gap is not met")
        peer = [sys.executable, str(HERE / "allocation.py"), str(float(Fraction(sigma))), str(steps), str(epochs), "1e-6"]
        try:
            theirs = json.loads(subprocess.run(peer, check=True, capture_output=True, timeout=2 * PATIENCE).stdout)
            met = theirs["low"] <= float(answer["hi"]) and float(answer["lo"]) <= theirs["high"]
            require(met, f"{name}: {theirs} does not meet {answer}")
            sides = [f"{theirs['seconds']:.1f} s", f"[{theirs['low']:.6f}, {theirs['high']:.6f}]"]
        except subprocess.TimeoutExpired:
            sides = [f"none in {2 * PATIENCE} s", ""]
        taken = median([taken for taken, _ in runs])
        rows.append([name, *sides, f"{taken:.2f} s", f"[{answer['lo']}, {answer['hi']}]", mib(peak_kib(command))])
    table(["steps", "PLD_accounting", "its interval", "malachite", "enclosure", "peak"], rows)


def queries(dpcert, directory, repetitions):
    count = 10_000
    heading(f"{count} mixed lines through `dpcert query`")
    path = pathlib.Path(directory) / "queries.jsonl"
    with path.open("w") as file:
        subprocess.run([sys.executable, HERE / "queries.py", str(count)], check=True, stdout=file)
    times, processor, digests = {"1": [], "2": []}, {"1": [], "2": []}, set()
    for _ in range(repetitions):
        for threads in times:
            before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
            duration, output = seconds([dpcert, "query", path], RAYON_NUM_THREADS=threads)
            times[threads].append(duration)
            processor[threads].append(resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before)
            digests.add(hashlib.sha256(output).hexdigest())
            statuses = {json.loads(line)["status"] for line in output.splitlines()}
            require(statuses == {"ok"}, f"statuses {statuses}")
    require(len(digests) == 1, "the answers depend on the number of threads")
    rows = []
    for threads, runs in times.items():
        rate = count / median(runs)
        ratio = median(times["1"]) / median(runs)
        used = f"{median(processor[threads]):.1f} s"
        rows.append([threads, f"{median(runs):.1f} s", used, f"{rate:.0f}", f"{ratio:.2f}"])
    table(["threads", "time", "processor time", "lines a second", "speed-up"], rows)
    print("\nAll lines are answered, and the answers are the same bytes however many threads there are.")


def at_levels(chain, levels):
    """The heights of a polygon at ascending levels."""
    chain, heights = iter(chain), []
    left, right = next(chain), next(chain)
    for level in levels:
        while right[0] < level:
            left, right = right, next(chain)
        share = (level - left[0]) / (right[0] - left[0]) if right[0] > left[0] else 1
        heights.append(left[1] + share * (right[1] - left[1]))
    return heights


def tradeoff(peers, repetitions):
    heading("Trade-off functions: the same work by python-flint (exact) and scipy (floating point)")
    script = [sys.executable, HERE / "tradeoff.py"]
    ours, theirs = {}, {}
    for _ in range(repetitions):
        for question in ["tensor", "kernel", "polygon"]:
            answer = ask([peers, question, "malachite"])
            points = [str(len(answer["inner"]) + len(answer["outer"]))] if question == "polygon" else []
            other = ask([*script, question, *points])
            if question == "tensor":
                for name, product in answer.items():
                    same = all(product[key] == other[name][key] for key in ["edges", "vertices"])
                    require(same, f"vertices of the product ({name})")
                    ours.setdefault(f"tensor product, {name}", []).append(product)
                    theirs.setdefault(f"tensor product, {name}", []).append(other[name])
                continue
            if question == "kernel":
                require(answer["dominates"] and other["dominates"], "no kernel")
                name = "kernel, 100 x 100"
            else:
                require(answer["met"], "the gap is not met")
                name = f"polygons, {points[0]} vertices"
                levels = sorted(zip(other["alpha"], other["beta"]))
                polygon = [(float(alpha), float(beta)) for alpha, beta in answer["inner"]]
                inner = at_levels(polygon, [alpha for alpha, _ in levels])
                # The forward direction of neighbours: below the hull's inner polygon it would be below the hull.
                polygon = [(float(alpha), float(beta)) for alpha, beta in answer["outer"]]
                outer = at_levels(polygon, [alpha for alpha, _ in levels])
                require(all(beta > low - 1e-9 for (_, beta), low in zip(levels, outer)), "a point below the outer polygon")
                reached = [(beta, high) for (alpha, beta), high in zip(levels, inner) if alpha < 0.3]
                require(all(beta < high + 1e-9 for beta, high in reached), "a point above the inner polygon")
            ours.setdefault(name, []).append(answer)
            theirs.setdefault(name, []).append(other)
    rows = []
    for name in ours:
        mine, other = (median([run["nanoseconds"] for run in runs[name]]) for runs in (ours, theirs))
        peer = "python-flint" if name.startswith("tensor") else "scipy"
        rows.append([name, peer, ms(other), ms(mine), f"{other / mine:.3g}"])
    table(["work", "peer", "time", "malachite", "speed-up"], rows)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--dpcert", required=True, help="the command")
    parser.add_argument("--peers", required=True, help="benches/peers.rs, built")
    parser.add_argument("--directory", required=True, help="for generated files")
    parser.add_argument("--repetitions", type=int, default=5)
    parser.add_argument("parts", nargs="*", help=f"some of {', '.join(PARTS)} [default: all]")
    arguments = parser.parse_args()
    if unknown := set(arguments.parts) - set(PARTS):
        parser.error(f"there is no part {', '.join(sorted(unknown))}")
    wanted = arguments.parts or PARTS
    print(f"{os.cpu_count()} cores; load average {os.getloadavg()[0]:.1f} at the start.")
    if "exact" in wanted:
        exact(arguments.peers, arguments.repetitions)
    if "enclosed" in wanted:
        enclosed(arguments.peers, arguments.repetitions)
    if "delta" in wanted:
        one_delta(arguments.dpcert, 3 * arguments.repetitions)
    if "grid" in wanted:
        grid(arguments.dpcert, max(1, arguments.repetitions // 2))
    if "allocation" in wanted:
        allocation(arguments.dpcert, max(1, arguments.repetitions // 2))
    if "query" in wanted:
        queries(arguments.dpcert, arguments.directory, max(1, arguments.repetitions // 2))
    if "tradeoff" in wanted:
        tradeoff(arguments.peers, arguments.repetitions)
    print(f"\nLoad average {os.getloadavg()[0]:.1f} at the end.")


main()
