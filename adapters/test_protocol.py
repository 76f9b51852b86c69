"""What an adapter answers where a library fails: a version that is without a feature is not a crash."""

import io
import json
import types
import unittest
from unittest import mock

import protocol

#: A library without any feature, one of whose functions fails by itself.
library = types.ModuleType("library")
SOURCE = "def works(x): return x\ndef fails(x): import sys; return sys.no_such_name"
exec(compile(SOURCE, "/elsewhere/library.py", "exec"), library.__dict__)


def answered(answer):
    """What an adapter answers to one question."""
    asked = io.StringIO('{"id":"q","mechanism":{"kind":"gdp","mu":"1"},"query":{"tv":{}}}\n')
    told = io.StringIO()
    with mock.patch("sys.stdin", asked), mock.patch("sys.stdout", told), mock.patch.object(protocol, "name_of", str):
        protocol.serve("library", answer)
    return json.loads(told.getvalue())


class Missing(unittest.TestCase):
    def test_what_a_version_is_without_is_unsupported(self):
        for answer, reason in (
            (lambda *_: library.ZCDpEvent(1), "AttributeError: module 'library' has no attribute 'ZCDpEvent'"),
            (lambda *_: library.works(1, more=2), "TypeError: works() got an unexpected keyword argument 'more'"),
        ):
            said = answered(answer)
            self.assertEqual((said["status"], said["reason"]), ("unsupported", reason))

    def test_what_fails_inside_a_library_is_an_error(self):
        self.assertEqual(answered(lambda *_: library.fails(1))["status"], "error")

    def test_a_fault_of_an_adapter_is_an_error(self):
        self.assertEqual(answered(lambda *_: None.upper())["status"], "error")
        self.assertEqual(answered(lambda *_: "a" + 1)["status"], "error")
