"""The tests of the copy."""

import json
import os
import pathlib
import resource
import subprocess

from .source import Broken
from .tree import REACHED, VARIABLE

# Bytes for a test: with some faults a list grows without end.
MEMORY = 8 << 30

# Seconds for a test: one that never ends is not one that fails.
LIMIT = 300


def limit_memory():
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))


class Tests:
    """The tests of the copy."""

    def __init__(self, tree, target):
        self.tree = tree
        # A seed, so that a fault is caught again tomorrow; nothing is made small or kept.
        self.environment = os.environ | {
            "CARGO_TARGET_DIR": str(target),
            "CARGO_INCREMENTAL": "1",
            "CARGO_PROFILE_DEV_DEBUG": "none",
            "PROPTEST_RNG_SEED": "1",
            "PROPTEST_MAX_SHRINK_ITERS": "0",
            "PROPTEST_DISABLE_FAILURE_PERSISTENCE": "1",
            "INSTA_UPDATE": "no",
        }
        self.programs = {}

    def build(self, targets):
        """Builds test targets, "package/target" each; what the compiler says if they do not build."""
        which = {("--lib",) if target.endswith("/lib") else ("--test", target.split("/")[1]) for target in targets}
        # As scripts/test builds them, so that all other crates are there already.
        crates = ["--workspace", "--exclude", "dpcert-python", "--features", "full,mpfr"]
        command = ["cargo", "test", "--locked", *crates, *sum(sorted(which), ())]
        done = subprocess.run(
            [*command, "--no-run", "--message-format", "json"],
            cwd=self.tree, env=self.environment, stdin=subprocess.DEVNULL, capture_output=True, text=True,
        )
        messages = [json.loads(line) for line in done.stdout.splitlines() if line.startswith("{")]
        for message in messages:
            if message["reason"] == "compiler-artifact" and message["profile"]["test"] and message["executable"]:
                place, _, name = message["package_id"].rpartition("#")
                package = name.split("@")[0] if "@" in name else place.rpartition("/")[2]
                target = "lib" if "lib" in message["target"]["kind"] else message["target"]["name"]
                folder = pathlib.Path(message["manifest_path"]).parent
                self.programs[f"{package}/{target}"] = (message["executable"], folder)
        errors = [message["message"] for message in messages if message["reason"] == "compiler-message"]
        errors = [message for message in errors if message["level"] == "error"]
        return [] if done.returncode == 0 else errors or [{"rendered": done.stderr, "spans": []}]

    def names(self, target):
        """The tests of a target."""
        program, folder = self.programs[target]
        listed = subprocess.run([program, "--list"], cwd=folder, check=True, capture_output=True, text=True).stdout
        return [line.removesuffix(": test") for line in listed.splitlines() if line.endswith(": test")]

    def run(self, test, number=0, limit=LIMIT, reached=None):
        """How many tests passed if none failed, otherwise `None`; `reached` is a file for the faults that are passed."""
        target, *filters = test.split()
        program, folder = self.programs[target]
        result = subprocess.run(
            [program, *filters], cwd=folder, env=self.environment | {VARIABLE: str(number), "CARGO": "cargo"} | ({REACHED: str(reached)} if reached else {}),
            timeout=limit, preexec_fn=limit_memory,
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
        )
        if result.returncode != 0:
            return None
        passed = [line for line in result.stdout.splitlines() if line.startswith("test result: ok.")]
        return sum(int(line.split()[3]) for line in passed)


def build_with_switches(tree, tests, targets):
    """Builds the copy without the switches that the compiler refuses; the names of these."""
    refused = []
    while True:
        tree.copy()
        errors = tests.build(targets)
        if not errors:
            return refused
        places = {(span["file_name"], span["line_start"]) for error in errors for span in error["spans"] if span["is_primary"]}
        blamed = {tree.fault_at(*place) for place in places} & {fault["number"] for fault in tree.faults}
        if not blamed:
            raise Broken("the copy does not build:\n" + "\n".join(error["rendered"] for error in errors))
        refused += [fault["name"] for fault in tree.faults if fault["number"] in blamed]
        for number in blamed:
            tree.refuse(number)
