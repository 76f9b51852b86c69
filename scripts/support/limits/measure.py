"""Runs one question in a process of its own, and judges what it took."""

import json
import os
import re
import subprocess
import tempfile

# What a question may take, over what was promised.
TOLERANCE = 2.5
# A process is stopped at this multiple of what was promised and its start.
STOP = 4
# Seconds in which a process has started and read a request.
START = 0.1
MEMORY = 256
# What stops a process whose memory grows without end, in KiB.
MOST_MEMORY = 6 << 20
EXIT_CODES = (0, 2, 3)

# A composition on a grid, whose work is charged. It measures the machine: CPU seconds differ from one to another.
REFERENCE = {"mechanism": "laplace(eps=1/10)^1000", "query": {"delta": {"eps": "2"}}, "rel-gap": "1e-6"}


class Run:
    """What a process did: `seconds`, `mebibytes`, `code` (negative: a signal), `output`, `errors`."""

    def __init__(self, program, request, work, seconds):
        # A whole number of seconds, because the shell takes no other.
        stop = max(1, -int(-seconds // 1))
        limits = f'ulimit -t {stop}; ulimit -v {MOST_MEMORY}; ulimit -c 0; exec "$@"'
        with tempfile.TemporaryFile() as output, tempfile.TemporaryFile() as errors:
            command = ["sh", "-c", limits, "sh", program, "query", "--max-work", f"{work}", "--max-memory", f"{MEMORY}"]
            process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=output, stderr=errors)
            try:
                process.stdin.write(json.dumps(request).encode() + b"\n")
                process.stdin.close()
            except BrokenPipeError:
                pass
            _, status, usage = os.wait4(process.pid, 0)
            self.code = process.returncode = os.waitstatus_to_exitcode(status)
            self.seconds = usage.ru_utime + usage.ru_stime
            self.mebibytes = usage.ru_maxrss / 1024
            output.seek(0)
            errors.seek(0)
            self.output, self.errors = output.read().decode(errors="replace"), errors.read().decode(errors="replace")


def violations(run, promised):
    """What is wrong with a run to which so many seconds were promised."""
    found = []
    if run.seconds > START + TOLERANCE * promised:
        found.append("time")
    if run.mebibytes > TOLERANCE * MEMORY:
        found.append("memory")
    if run.code not in EXIT_CODES:
        # A process that was stopped has its reason already.
        if not found:
            found.append("crash")
        return found
    try:
        answer = json.loads(run.output)
    except ValueError:
        return [*found, "output"]
    # With 3 an answer leaves a comparison undecided.
    if (answer["status"], run.code) not in (("ok", 0), ("ok", 3), ("error", 2), ("unsupported", 3)):
        found.append("status")
    says = f"{answer.get('reason', '')} {answer.get('missing', '')}"
    if answer["status"] == "unsupported" and re.search(r"\blimit\b|estimated cost|word operations|MiB", says) and "--max-" not in says:
        found.append("unnamed limit")
    return found


def seconds_of_reference(program):
    """The CPU seconds that 1e9 operations take on this machine, by the reference question; never less than one."""
    # What it needs is charged before it is computed: the least limit that is enough is its work.
    refused = Run(program, REFERENCE, 1, 60)
    needed = float(re.search(r"--max-work ([0-9e]+)", refused.output)[1])
    least = min(Run(program, REFERENCE, int(needed * 2), 600).seconds for _ in range(3))
    return max(1.0, least / (needed / 1e9))
