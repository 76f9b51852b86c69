#!/usr/bin/env python3
"""Measures what small files with hostile sizes take of the checker: scripts/support/hostile.py [COUNT [FIRST]]

Each file has at most 64 KB, and may take a minute of processor time and 2 GB of memory, whether it is followed or refused.
COUNT files (2000 without it) are made from the seeds FIRST (0 without it) and the next ones. The script prints how they
ended and which took the most, and ends with 1 if one took too much, or ended in another way than by an exit code of the
checker. What it found stays in target/hostile.
"""

import collections
import concurrent.futures
import os
import pathlib
import resource
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
SECONDS, MEGABYTES = 60, 2048


def limits():
    # A little more than what is allowed: what ends here took too much.
    resource.setrlimit(resource.RLIMIT_CPU, (2 * SECONDS, 2 * SECONDS))
    resource.setrlimit(resource.RLIMIT_AS, (4 * MEGABYTES << 20,) * 2)


def measure(checker, file):
    process = subprocess.Popen(
        [checker, file], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, errors="replace", preexec_fn=limits
    )
    line = process.stdout.read()
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    megabytes = usage.ru_maxrss / (1024 if sys.platform == "linux" else 1 << 20)
    return file, process.returncode, usage.ru_utime + usage.ru_stime, megabytes, line


def main():
    if {"-h", "--help"} & set(sys.argv[1:]):
        print(__doc__)
        return 0
    count, first = (sys.argv[1:] + ["2000", "0"][len(sys.argv) - 1 :])[:2]
    folder = ROOT / "target" / "hostile"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    cargo = ["cargo", "run", "--quiet", "--locked", "--release", "--package", "dpcert-checker"]
    subprocess.run([*cargo, "--example", "hostile", "--", folder, first, count], cwd=ROOT, check=True)
    subprocess.run(["cargo", "build", "--quiet", "--locked", "--release", "--package", "dpcert-checker"], cwd=ROOT, check=True)
    target = os.environ.get("CARGO_TARGET_DIR", ROOT / "target")
    checker = pathlib.Path(target) / "release" / "dpcert-checker"
    files = sorted(folder.iterdir(), key=lambda file: int(file.stem))
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        measured = list(pool.map(lambda file: measure(checker, file), files))
    codes = collections.Counter(code for _, code, *_ in measured)
    print(f"{len(measured)} files: " + ", ".join(f"{many} end with {code}" for code, many in sorted(codes.items())))
    for what, key in [("processor time", 2), ("memory", 3)]:
        print(f"the most {what}:")
        for file, code, seconds, megabytes, line in sorted(measured, key=lambda one: -one[key])[:10]:
            print(f"  {file.name}: {seconds:.1f} s, {megabytes:.0f} MB, exit code {code}: {line.strip()[:150]}")
    bad = [m for m in measured if m[1] not in range(5) or m[2] > SECONDS or m[3] > MEGABYTES]
    for file, code, seconds, megabytes, line in bad:
        print(f"too much: {file}: {seconds:.1f} s, {megabytes:.0f} MB, exit code {code}: {line.strip()}")
    return 1 if bad else 0


sys.exit(main())
