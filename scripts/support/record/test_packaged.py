"""The package dpcert-vectors says what the files of vectors/v1 say."""

import ast
import importlib
import json
import sys
import types
import unittest
from fractions import Fraction
from unittest import mock

from . import packaged
from .documents import ROOT

SOURCES = ROOT / "vectors" / "package"


def of_text(text):
    return Fraction(float.fromhex(text)) if "x" in text else Fraction(text)


class Packaged(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.text = (ROOT / packaged.DATA).read_text()
        cls.vectors = [json.loads(line) for line in cls.text.splitlines()]

    def test_it_is_made_of_the_recorded_vectors(self):
        self.assertEqual(packaged.lines(), self.text)

    def test_it_says_the_same(self):
        said = {}
        for path in packaged.SOURCE.glob("*.json"):
            for group in json.loads(path.read_text()).get("groups", []):
                said.update({test["id"]: (group, test) for test in group["tests"]})
        self.assertEqual(len({vector["id"] for vector in self.vectors}), len(self.vectors))
        self.assertGreater(len(self.vectors), 2000)
        for vector in self.vectors:
            group, test = said[vector["id"]]
            self.assertEqual((vector["quantity"], vector["safe"]), (group["quantity"], group["safe"]))
            self.assertEqual((vector["lo"], vector["hi"], vector["flags"]), (test["lo"], test["hi"], test["flags"]))
            for ours, theirs in (("least", "upper-f64"), ("most", "lower-f64")):
                if test[theirs] == "inf":
                    self.assertEqual(vector[ours], "inf")
                else:
                    self.assertEqual(Fraction(vector[ours]), of_text(test[theirs]))
            self.same(vector["mechanism"], test["mechanism"])

    def same(self, ours, theirs):
        """The same mechanism; ours may have words of libraries beside them."""
        if isinstance(theirs, dict):
            self.assertLessEqual(set(ours) - set(theirs), {"scale", "noise_multiplier"})
            for name, value in theirs.items():
                self.same(ours[name], value)
        elif isinstance(theirs, list):
            self.assertEqual(len(ours), len(theirs))
            for one, other in zip(ours, theirs):
                self.same(one, other)
        elif isinstance(ours, (int, float)) and not isinstance(ours, bool):
            self.assertEqual(Fraction(ours), of_text(theirs))
        else:
            self.assertEqual(ours, theirs)

    def test_words_of_libraries_are_exact(self):
        seen = set()

        def walk(node, moved):
            if isinstance(node, list):
                for part in node:
                    walk(part, moved)
            if not isinstance(node, dict):
                return
            kind = node.get("kind")
            if kind in ("laplace", "discrete-laplace") and "scale" in node:
                seen.add(kind)
                self.assertEqual(Fraction(node["scale"]) * Fraction(node["eps"]), 1)
            if kind == "discrete-gaussian" and "scale" in node:
                seen.add(kind)
                self.assertEqual(Fraction(node["scale"]) ** 2, Fraction(node["sigma_sq"]))
            if kind == "gdp" and "noise_multiplier" in node:
                seen.add(kind)
                self.assertEqual(Fraction(node["noise_multiplier"]) * Fraction(node["mu"]), moved)
            # It is noise over the norm of one record, and sigma over how far a sum moves.
            if kind == "gaussian" and "noise_multiplier" in node:
                seen.add((kind, moved))
                self.assertEqual(Fraction(node["noise_multiplier"]), moved * Fraction(node["sigma"]))
            for value in node.values():
                walk(value, moved)

        for vector in self.vectors:
            walk(vector["mechanism"], 2 if vector["relation"] == "replace-one" else 1)
        self.assertEqual(seen, {"laplace", "discrete-laplace", "discrete-gaussian", "gdp", ("gaussian", 1), ("gaussian", 2)})

    def test_levels(self):
        level = {vector["id"]: vector["level"] for vector in self.vectors}
        self.assertEqual(level["gaussian-1-tv"], "core")
        self.assertEqual(level["gaussian-8-k0-tv"], "edge")
        self.assertEqual(level["approx-dp-1e5-1e-6-delta-at-0.25"], "extreme")
        for vector in self.vectors:
            if vector["level"] == "core":
                self.assertFalse({"overflow", "subnormal", "underflow", "domain-edge"} & set(vector["flags"]))

    def test_known_failures_are_of_vectors(self):
        level = {vector["id"]: vector["level"] for vector in self.vectors}
        known = json.loads((SOURCES / "src" / "dpcert_vectors" / "known.json").read_text())["known"]
        for asked, versions in known.items():
            for blocks in versions.values():
                ids = [id for block in blocks for id in block["ids"]]
                self.assertEqual(len(ids), len(set(ids)))
                self.assertEqual(ids, [id for block in blocks for id in block["said"]])
                for id in ids:
                    self.assertIn(level[id], ("core", "edge"), f"{asked}: {id}")

    def test_pages_have_its_numbers(self):
        known = json.loads((SOURCES / "src" / "dpcert_vectors" / "known.json").read_text())["known"]
        asked = [vector for vector in self.vectors if vector["level"] == "core" and "dp-accounting" in vector["calls"]]
        core = {vector["id"] for vector in asked}
        names = ("dp-accounting/pld", "dp-accounting/rdp")
        wrong = [sum(len(core & set(block["ids"])) for block in known[name]["0.6.0"]) for name in names]
        self.assertEqual(wrong, [5, 3])
        of = {vector["id"]: json.dumps([vector["mechanism"], vector["quantity"], vector.get("at")]) for vector in asked}
        known_ids = [id for name in names for block in known[name]["0.6.0"] for id in block["ids"]]
        self.assertEqual(len({of[id] for id in known_ids if id in core}), 7)
        page = " ".join((ROOT / "python" / "library-authors.md").read_text().split())
        self.assertIn("eight are wrong, to seven questions, one of which is there twice: five", page)
        self.assertIn(f"{len(self.vectors):,} questions", page)
        names = (("dp-accounting", "dp-accounting can be asked"), ("opendp", "OpenDP"), ("riskcal", "riskcal"))
        for library, words in (*names, ("jax-privacy", "jax_privacy"), ("opacus", "Opacus")):
            count = sum(library in vector["calls"] for vector in self.vectors)
            self.assertIn(f"{words} {count}", page)
        self.assertIn(f"The {len(asked)} `core` questions", page)
        self.assertIn(f"{len(self.vectors):,} questions", (ROOT / "README.md").read_text())

    def test_it_is_python_3_9(self):
        for path in SOURCES.rglob("*.py"):
            ast.parse(path.read_text(), filename=str(path), feature_version=(3, 9))

    def test_it_is_small(self):
        self.assertLess(sum(path.stat().st_size for path in (SOURCES / "src").rglob("*") if "__pycache__" not in path.parts and "egg-info" not in str(path)), 1_100_000)


class Runner(unittest.TestCase):
    """What the package does with the answers of a library."""

    @classmethod
    def setUpClass(cls):
        with mock.patch.object(sys, "path", [str(SOURCES / "src"), *sys.path]):
            cls.package = importlib.import_module("dpcert_vectors")

    def test_an_event_that_a_version_is_without_is_unsupported(self):
        library = types.ModuleType("dp_accounting")
        library.pld = types.SimpleNamespace(privacy_loss_distribution=None)
        library.dp_event = types.ModuleType("dp_accounting.dp_event")
        with (
            mock.patch.object(sys, "path", [str(SOURCES / "src"), *sys.path]),
            mock.patch.dict(sys.modules, {"dp_accounting": library}),
        ):
            asked = importlib.import_module("dpcert_vectors.examples.dp_accounting_pytest")
        with self.assertRaisesRegex(self.package.Unsupported, "this version has no ZCDpEvent"):
            asked.event({"class": "ZCDpEvent", "rho": 1})

    #: A known failure, and the vector that it is about.
    ASKED, ID = "dp-accounting/rdp", "without-replacement-1-of-8-gaussian-1-eps-at-1e-4"

    def vector(self):
        return next(vector for vector in self.package.load("core", self.ASKED) if vector.id == self.ID)

    def test_a_known_failure_hides_no_worse_one(self):
        vector = self.vector()
        said, truth = vector.known.said, vector.least
        far = truth - 11 * (truth - said)
        with self.assertRaises(self.package.KnownFailure):
            vector.test(lambda _: said)
        vector.test(lambda _: truth)

        def raised(_):
            raise OverflowError("math range error")

        for worse in (lambda _: far, lambda _: float("nan"), raised):
            with self.assertRaises((AssertionError, OverflowError)) as caught:
                vector.test(worse)
            self.assertNotIsInstance(caught.exception, self.package.KnownFailure)
        # The same in a report: all other vectors are skipped.
        for answer, known in ((lambda _: said, True), (lambda _: far, False), (raised, False)):
            report = self.package.check(self.only(answer), self.ASKED, out=None)
            self.assertEqual((list(report.known), list(report.failed)), ([self.ID], []) if known else ([], [self.ID]))
            self.assertEqual(report.ok, known)
            if not known:
                self.assertIn("another failure than the known one, which is 0.548", report.failed[self.ID])

    def only(self, answer):
        """The function for one vector."""

        def asked(vector):
            if vector.id != self.ID:
                raise self.package.Unsupported
            return answer(vector)

        return asked

    def test_a_known_exception_is_no_other_one(self):
        asked, id = "riskcal/zcdp", "gaussian-100-tv"
        vector = next(vector for vector in self.package.load("core", asked) if vector.id == id)
        self.assertEqual(vector.known.said, "TypeError")
        self.assertTrue(vector.known.covers(vector, "TypeError"))
        for other in ("ValueError", 0.0, float("nan")):
            self.assertFalse(vector.known.covers(vector, other))

    def test_only_a_known_failure_is_expected_by_pytest(self):
        try:
            import pytest  # noqa: F401
        except ImportError:
            self.skipTest("there is no pytest")
        marked = self.package.parametrize(self.ASKED)
        [parameter] = [parameter for parameter in marked.mark.args[1] if parameter.id == self.ID]
        [mark] = parameter.marks
        self.assertIs(mark.kwargs["raises"], self.package.KnownFailure)
