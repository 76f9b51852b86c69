"""Tests of the comparison: cd scripts/support && python3 -m unittest record.test_meaning"""

import unittest

from . import documents, meaning
from .meaning import DISJOINT, MOVED, NARROWER, TEXT, UNCHANGED, UNMET, VERDICT, WIDER, Fraction


def outcomes(old, new, promise=None):
    return {finding.outcome for finding in meaning.of_text("", old, new, promise)}


class Texts(unittest.TestCase):
    def test_enclosures(self):
        line = "delta in [{}, {}]\nmethod grid, engine malachite"
        for old, new, expected in [
            (("0.25", "0.5"), ("0.25", "0.5"), {UNCHANGED}),
            # Another way to write it is a matter of the text.
            (("0.25", "0.5"), ("2.5e-1", "5e-1"), {UNCHANGED}),
            (("0.25", "0.5"), ("0.3", "0.4"), {NARROWER}),
            (("0.25", "0.5"), ("0.25", "0.4"), {NARROWER}),
            (("0.25", "0.5"), ("0.2", "0.5"), {WIDER}),
            (("0.25", "0.5"), ("0.3", "0.6"), {MOVED}),
            # They meet in one point.
            (("0.25", "0.5"), ("0.5", "0.6"), {MOVED}),
            (("0.25", "0.5"), ("0.500000000000000000000000000001", "0.6"), {DISJOINT}),
            (("0.25", "0.5"), ("0.1", "0.2499999999999999999999999999"), {DISJOINT}),
            (("1.5e-300", "1.6e-300"), ("1.6e-301", "1.7e-301"), {DISJOINT}),
            (("-2e-3", "1"), ("-1e-3", "1"), {NARROWER}),
            (("1", "inf"), ("2", "3"), {NARROWER}),
            (("2", "3"), ("2", "inf"), {WIDER}),
            (("2", "3"), ("inf", "inf"), {DISJOINT}),
            # Ends in the wrong order.
            (("0.35", "0.3"), ("0.2", "0.4"), {DISJOINT}),
        ]:
            found = outcomes(line.format(*old), line.format(*new))
            self.assertEqual(found - {UNCHANGED} or {UNCHANGED}, expected, (old, new))

    def test_common_digits(self):
        for old, new, expected in [
            ("1.234[5,6]", "1.2345[1,2]", NARROWER),
            ("1.234[5,6]", "[1.2344, 1.2357]", WIDER),
            ("1.234[5,6]", "1.235[5,6]", DISJOINT),
            ("5.0578272[19,20]e-24", "5.05782721[92,97]e-24", NARROWER),
            ("5.0578272[19,20]e-24", "5.0578272[19,20]e-25", DISJOINT),
            ("16.4[6,7]", "[16.465, 16.48]", MOVED),
            ("-0.2[4,3]", "-0.2[6,5]", DISJOINT),
            ("-0.2[4,3]", "[-0.235, -0.23]", NARROWER),
        ]:
            self.assertEqual(outcomes(f"| a | {old} |", f"| a | {new}  |"), {expected}, (old, new))

    def test_exact_values(self):
        both = "delta = 0.433\n  exact 433/1000"
        self.assertEqual(outcomes(both, both.replace("433/", "434/")), {UNCHANGED, DISJOINT})
        self.assertEqual(outcomes("tv = inf", "tv = 3"), {DISJOINT})
        self.assertEqual(outcomes("  exact ln(2)", "  exact ln(3)"), {TEXT})
        self.assertEqual(outcomes("sum [0.2, 0.3]", "sum = 0.25"), {TEXT, NARROWER})
        table = "| claim | certified | margin |\n|---|---|---|\n| rho | {} | {} |"
        self.assertEqual(outcomes(table.format("5/2", "+0.1"), table.format("5/3", "+0.1")), {DISJOINT})
        self.assertEqual(outcomes(table.format("5/2", "+0.1"), table.format("[2.4, 2.5]", "+0.1")), {WIDER})
        # A margin is rounded for people.
        self.assertEqual(outcomes(table.format("5/2", "+0.1"), table.format("5/2", "+0.12")), {UNCHANGED, TEXT})

    def test_a_parameter_is_part_of_the_question(self):
        self.assertEqual(outcomes("at eps = 1: delta = 1/3", "at eps = 2: delta = 1/3"), {UNCHANGED, TEXT})

    def test_columns_may_be_wider(self):
        old = "| a   | certified |\n|-----|-----------|\n| b   | 1.[2,3]   |"
        new = "| a   | certified   |\n|-----|-------------|\n| b   | 1.2[22,33]  |"
        self.assertEqual(outcomes(old, new), {NARROWER})

    def test_lines_that_come_and_go(self):
        self.assertEqual(outcomes("a\ntv in [0.1, 0.2]", "a\nb\ntv in [0.1, 0.2]"), {UNCHANGED, TEXT})
        # Another method in the same row hides no other digit.
        self.assertEqual(outcomes("| eps | 5.2[5,6] | lattice |", "| eps | 6.2[5,6] | grid |"), {DISJOINT, TEXT})

    def test_verdicts(self):
        row = "| published | <= 1e-10 | [1.4e-11, 1.5e-11] | +8.58e-11 | {}   |"
        self.assertEqual(outcomes(row.format("holds"), row.format("holds  ")), {UNCHANGED})
        for other in ("refuted", "undecided", "unsupported"):
            self.assertEqual(outcomes(row.format("holds"), row.format(other)), {UNCHANGED, VERDICT})
        for old, new in [
            ("VALID a.json: tv", "INVALID a.json: tv"),
            ("| q | unsound (!) |", "| q | sound |"),
            ("ldp = yes", "ldp = no"),
            ("gdp(mu=1)^2 dominates gdp(mu=1)", "gdp(mu=1)^2 does not dominate gdp(mu=1)"),
            ("verdict    holds", "verdict    refuted"),
            ("GDP-40: corrected (substantive)", "GDP-40: verified"),
        ]:
            self.assertIn(VERDICT, outcomes(old, new))

    def test_promises(self):
        grid, old = Fraction(1, 1000), "delta in [0.9999, 1]"
        self.assertEqual(outcomes(old, "delta in [0.9995, 1]", grid), {WIDER})
        self.assertEqual(outcomes(old, "delta in [0.99, 1]", grid), {UNMET})
        # What was not kept before is no news.
        self.assertEqual(outcomes("delta in [0.98, 1]", "delta in [0.97, 1]", grid), {WIDER})
        note = "\nnote: fewer digits were reached than requested; raise --max-precision"
        self.assertIn(UNMET, outcomes(old, old + note))
        answer = '{{"lo":"0","hi":"0.1","met":{}}}'
        self.assertEqual(outcomes(answer.format("true"), answer.format("false")), {UNCHANGED, UNMET})


VECTOR = (
    '{"groups": [{"quantity": "tv", "safe": "upper", "tests": [{"id":"a","lo":"0.24","hi":"0.25","exact":"6/25",'
    '"upper-f64":"0x1p-3","lower-f64":"0x1p-3","method":"lattice"},{"id":"b","numbers":[{"at":"/kl","lo":"1","hi":"2"}],'
    '"dominates":true,"inner":[["0","1"],["1","0"]],"outer":[["0","0.9"],["0.9","0"],["1","0"]]}]}]}'
)


class Documents(unittest.TestCase):
    def test_a_flipped_digit_of_a_vector(self):
        self.assertEqual(outcomes(VECTOR, VECTOR), {UNCHANGED})
        for find, other, expected in [
            ('"lo":"0.24"', '"lo":"0.26"', DISJOINT),
            ('"hi":"0.25"', '"hi":"0.15"', DISJOINT),
            ('"exact":"6/25"', '"exact":"7/25"', DISJOINT),
            ('"upper-f64":"0x1p-3"', '"upper-f64":"0x1p-2"', DISJOINT),
            ('"lo":"1","hi":"2"', '"lo":"3","hi":"4"', DISJOINT),
            ('"lo":"1","hi":"2"', '"lo":"1.5","hi":"2"', WIDER),
            ('"dominates":true', '"dominates":false', VERDICT),
            # The lower polygon is above the upper one there.
            ('["0.9","0"]', '["0.9","0.8"]', DISJOINT),
        ]:
            changed = VECTOR.replace(find, other)
            self.assertNotEqual(changed, VECTOR)
            self.assertIn(expected, outcomes(changed, VECTOR), find)

    def test_order_does_not_matter_but_names_do(self):
        old = '[{"id":"a","lo":"1","hi":"2"},{"id":"b","lo":"3","hi":"4"}]'
        self.assertEqual(outcomes(old, '[{"id":"b","lo":"3","hi":"4"},{"id":"a","lo":"1","hi":"2"}]'), {UNCHANGED})
        self.assertEqual(outcomes(old, '[{"id":"c","lo":"3","hi":"4"},{"id":"a","lo":"1","hi":"2"}]'), {UNCHANGED, TEXT})

    def test_bands(self):
        scene = '{{"lower":[["0","{}"],["1","0"]],"upper":[["0","{}"],["0.5","{}"],["1","0.1"]]}}'
        old = scene.format("0.8", "1", "0.5")
        for new, expected in [
            (("0.85", "1", "0.5"), NARROWER),
            (("0.7", "1", "0.5"), WIDER),
            (("0.7", "1", "0.45"), MOVED),
            # Only between the corners of the other: 0.4 is the height of the old lower line at 0.5.
            (("0.1", "1", "0.39"), DISJOINT),
        ]:
            self.assertEqual(outcomes(old, scene.format(*new)), {expected}, new)


class Examples(unittest.TestCase):
    README = "a\n\n```console\n$ dpcert tv x\ntv = 1\n\n$ dpcert check \\\n    y\nfirst\n...\nlast = 3\n```\nb\n"
    HELP = (
        'pub const A: &str = r#"Example:\n  $ dpcert tv x\n  tv = 1\n\nProse.\n  no example"#;\n'
        'pub const B: &str = r#"Example:\n  $ dpcert tv y\n  tv = 2"#;\n'
    )

    def test_found_and_rewritten(self):
        (group,) = documents.of_markdown(self.README)
        self.assertEqual([e.command for e in group], ["dpcert tv x", "dpcert check \\\n    y"])
        self.assertEqual([e.printed for e in group], [["tv = 1"], ["first", "...", "last = 3"]])
        same = documents.rewritten(self.README, [(e, e.printed) for e in group])
        self.assertEqual(same, self.README)
        new = documents.rewritten(self.README, [(group[0], ["tv = 2", "exact 2"]), (group[1], ["none"])])
        self.assertEqual(new, "a\n\n```console\n$ dpcert tv x\ntv = 2\nexact 2\n\n$ dpcert check \\\n    y\nnone\n```\nb\n")

    def test_help(self):
        groups = documents.of_help(self.HELP)
        self.assertEqual([[e.printed for e in group] for group in groups], [[["tv = 1"]], [["tv = 2"]]])
        outputs = [(e, e.printed) for group in groups for e in group]
        self.assertEqual(documents.rewritten(self.HELP, outputs), self.HELP)
        new = documents.rewritten(self.HELP, [(e, ["tv = 3", "", "end"]) for e, _ in outputs])
        self.assertEqual(new, self.HELP.replace("tv = 1", "tv = 3\n\n  end").replace("tv = 2", "tv = 3\n\n  end"))

    def test_what_is_left_out(self):
        old = ["first 1", "...", "row a 5", "...", "last 3"]
        printed = ["first 2", "x", "row a 6", "y 1", "y 2", "last 4"]
        self.assertEqual(documents.elided(old, printed), ["first 2", "...", "row a 6", "...", "last 4"])
        self.assertEqual(documents.elided(["first 1", "..."], printed), ["first 2", "..."])
        self.assertIsNone(documents.elided(["another 1", "..."], printed))
        self.assertIsNone(documents.elided([*old[:-1], "nowhere"], printed))


if __name__ == "__main__":
    unittest.main()
