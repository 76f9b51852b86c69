"""Tests of what is said of another version: cd adapters && python3 -m unittest test_differences"""

import contextlib
import io
import json
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path
from unittest import mock

import protocol
import summary

ROOT = Path(__file__).resolve().parent.parent


def judged(name, verdict, standing, **more):
    return {"id": name, "verdict": verdict, "standing": standing, "why": f"because {name}", **more}


def compared(before, now, recorded, said, rounding=()):
    """What is printed, and whether a failure is new."""
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch)
        lines = lambda values: "".join(json.dumps({"id": name, "value": said}) + "\n" for name, said in values.items())
        kept = {"programs": ["lib 1"], "verdicts": before, "by-rounding": list(rounding)}
        (folder / "lib.json").write_text(json.dumps(kept))
        (folder / "lib.jsonl").write_text(lines(recorded))
        (folder / "said.jsonl").write_text(lines(said))
        (folder / "report.json").write_text(json.dumps({"programs": ["lib 2"], "questions": now, "relations": []}))
        with contextlib.redirect_stdout(io.StringIO()) as printed:
            is_worse = summary.differences(folder, "lib", folder / "report.json", folder / "said.jsonl")
    return printed.getvalue(), is_worse


class Differences(unittest.TestCase):
    def test_each_change_is_named(self):
        before = {"sound": ["a", "b", "c"], "unsound": ["d"], "unsupported": ["e"]}
        now = [
            judged("a", "sound", "fine"),
            judged("b", "unsound", "new"),
            judged("c", "sound", "fine"),
            judged("d", "loose", "mended"),
            judged("e", "sound", "fine"),
            judged("f", "sound", "fine"),
        ]
        answers = dict.fromkeys("abcde", "1")
        printed, is_worse = compared(before, now, answers, {**answers, "c": "2", "f": "1"})
        self.assertTrue(is_worse)
        for line in [
            "lib 2: 4 sound, 1 unsound, 1 loose",
            "against the record of lib 1:",
            "  new failure: b: sound -> unsound\n    because b",
            "  failure gone: d: unsound -> loose\n    because d",
            "  other verdict: e: unsupported -> sound\n    because e",
            "  not in the record: f: not asked -> sound\n    because f",
            "  the same verdict: 2, 1 of them on another answer",
        ]:
            self.assertIn(line + "\n", printed)

    def test_what_was_rounding_may_become_a_failure(self):
        answers = {"a": "1"}
        for more, is_worse, line in [
            ({}, True, "  new failure: a: unsound by rounding -> unsound\n"),
            ({"by_rounding": True}, False, "  the same verdict: 1, 0 of them on another answer\n"),
        ]:
            now = [judged("a", "unsound", "known", **more)]
            printed, found = compared({"unsound": ["a"]}, now, answers, answers, ["a"])
            self.assertIs(found, is_worse)
            self.assertIn(line, printed)

    def test_gone_and_known_failures_do_not_fail(self):
        now = [judged("a", "sound", "mended"), judged("b", "unsound", "known")]
        answers = {"a": "1", "b": "1"}
        _, is_worse = compared({"unsound": ["a", "b"]}, now, answers, answers)
        self.assertFalse(is_worse)


class Names(unittest.TestCase):
    def test_a_checkout_is_named(self):
        with tempfile.TemporaryDirectory() as home, mock.patch.object(sys, "prefix", home):
            with mock.patch.object(protocol, "version", return_value="1.2"):
                self.assertEqual(protocol.name_of("lib"), "lib 1.2")
                (Path(home) / "checkout.txt").write_text("from commit 0123456789ab with changes\n")
                self.assertEqual(protocol.name_of("lib"), "lib 1.2 from commit 0123456789ab with changes")


class Arguments(unittest.TestCase):
    def test_what_cannot_be_asked_is_refused_before_anything_is_installed(self):
        for arguments, message in [
            (["nothing@1"], "nothing is not known"),
            (["nothing"], "nothing is not known"),
            (["dp-accounting@no/folder"], "no/folder is neither a version nor a folder"),
            (["dp-accounting@"], " is neither a version nor a folder"),
            (["dp-accounting@latest"], "latest is neither a version nor a folder"),
            (["dp-accounting@1", "--asked"], "--asked does not go with another version"),
            (["dp-accounting@1", "--only"], "--only needs a GLOB"),
        ]:
            run = subprocess.run([ROOT / "scripts/crosscheck-peers", *arguments], capture_output=True, text=True)
            self.assertEqual(run.returncode, 2, arguments)
            self.assertIn(message, run.stderr)


if __name__ == "__main__":
    unittest.main()
