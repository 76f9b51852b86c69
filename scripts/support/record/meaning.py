"""Two texts compared by meaning: do the enclosures in them meet, is each as close as before, are the verdicts the same?

All numbers are read as fractions. An enclosure is [1.2, 1.3], 1.2[3,4], "lo" and "hi" of an object, or a value that is
exact; a number that is rounded for people (a margin, a share) is part of the text around it.
"""

import collections
import difflib
import json
import re
import sys
from fractions import Fraction

UNCHANGED, NARROWER, WIDER, MOVED, TEXT = "unchanged", "narrower", "wider", "moved", "text"
DISJOINT, VERDICT, UNMET = "disjoint", "verdict", "promise"
FAILURES = (DISJOINT, VERDICT, UNMET)

# Python reads 4300 digits where nothing is said, and exact values have more.
if hasattr(sys, "set_int_max_str_digits"):
    sys.set_int_max_str_digits(0)

# Compared with fractions only, never computed with: exact.
INFINITE = float("inf")

DECIMAL = r"(?:\d+(?:\.\d+)?(?:e[-+]?\d{1,6}(?!\d))?|inf)"
NUMBER = rf"[-+]?{DECIMAL}"
VALUE = rf"{NUMBER}(?:/\d+)?"
WORDS = (
    "holds|refuted|undecided|unsupported|sound|unsound|loose|invalid|valid|crashed|timed-out|incomplete|bad input|"
    "proved|proved-core|verified|corrected|cited|dropped"
)
TOKEN = re.compile(
    # A list of numbers that belongs to a question (p=[1/2, 1/2]) is no enclosure, nor is a row of a matrix.
    rf"(?<![=\[\w])\[(?P<lo>{NUMBER}), (?P<hi>{NUMBER})\](?!\])"
    r"|(?P<stem>(?<![\w.])-?\d[\d.]*)\[(?P<low>\d+),(?P<high>\d+)\](?P<exponent>e[-+]?\d+)?"
    rf'|"lo":\s*"(?P<jlo>{NUMBER})",\s*"hi":\s*"(?P<jhi>{NUMBER})"'
    rf"|(?:(?<= = )|(?<=exact ))(?P<exact>{VALUE})(?![\w.*^(/]| [-+*/])"
    rf"|(?:(?<=: )|(?<=\| )|(?<=verdict    ))(?P<verdict>{WORDS})(?=[.:;]|\s*$| +\|| \()"
    # Of a certificate the verdict comes first.
    r"|(?P<first>^(?:VALID|INVALID|REFUTED|INCOMPLETE|BAD INPUT)(?= ))"
    r"|(?:(?<= = )|(?<=\| ))(?P<yes>yes|no)(?=\s*$| +\|)"
    # Between two mechanisms.
    r"|(?<=[)\d] )(?P<order>dominates|does not dominate)(?= [a-z-]+\()"
)
# The parameters of a question: where they are others, the answers are to another question.
PARAMETERS = re.compile(r"\bat [^:|]*")
CERTIFIED = re.compile(r"\b(certified|truth|exact)\b")
ANY_NUMBER = re.compile(r"[-+~]?\d[\d.]*(?:e[-+]?\d+)?(?:/\d+)?")
UNMET_NOTES = re.compile(
    "the requested relative gap|fewer digits were reached than requested|farther apart than requested"
    "|a narrower interval needs higher limits"
)

Finding = collections.namedtuple("Finding", "outcome place old new", defaults=("", "", ""))


def number(text):
    """A number of the text, as a fraction or an infinity."""
    text = text.removeprefix("+")
    if text.lstrip("-") == "inf":
        return -INFINITE if text.startswith("-") else INFINITE
    return Fraction(text)


def relation(old, new):
    """How the new of two enclosures lies to the old one."""
    if old == new:
        return UNCHANGED
    # Ends in the wrong order enclose nothing.
    if new[0] > old[1] or old[0] > new[1] or old[0] > old[1] or new[0] > new[1]:
        return DISJOINT
    if old[0] <= new[0] and new[1] <= old[1]:
        return NARROWER
    return WIDER if new[0] <= old[0] and old[1] <= new[1] else MOVED


def is_kept(promise, enclosure):
    """Is the enclosure as narrow as `promise` says: hi - lo <= promise * |hi|?"""
    lo, hi = enclosure
    if INFINITE in (abs(lo), abs(hi)):
        return lo == hi
    return hi - lo <= promise * max(abs(lo), abs(hi))


def compared(place, old, new, promise, written):
    """The finding about two enclosures of the answer to one question, and how both are written."""
    outcome = relation(old, new)
    if outcome in (WIDER, MOVED) and promise and is_kept(promise, old) and not is_kept(promise, new):
        outcome = UNMET
    return Finding(outcome, place, *written)


# Lines of a text.


class Line:
    """A line: its enclosures and verdicts, and the text around them."""

    def __init__(self, text, certified=frozenset()):
        self.text, self.answers, self.verdicts = text, [], []
        parameters = [match.span() for match in PARAMETERS.finditer(text)]

        def taken(match):
            found = match.groupdict()
            if found["exact"] and any(start <= match.start() < end for start, end in parameters):
                return match[0]
            if found["verdict"] or found["first"] or found["yes"] or found["order"]:
                self.verdicts.append(match[0])
                return "@"
            self.answers.append(enclosure(found))
            return "#"

        self.around = TOKEN.sub(taken, text)
        if certified and text.lstrip().startswith("|"):
            cells = self.around.split("|")
            for column in certified & set(range(len(cells))):
                if re.fullmatch(VALUE, cells[column].strip()):
                    self.answers.append((number(cells[column].strip()),) * 2)
                    cells[column] = " # "
            self.around = "|".join(cells)
        # The width of a column follows the longest number in it.
        self.around = re.sub(r"-{2,}", "--", re.sub(r" +", " ", self.around)).strip()
        # Lines that say the same about other numbers are laid side by side.
        self.key = ANY_NUMBER.sub("#", self.around)


def enclosure(found):
    if found["exact"]:
        ends = [found["exact"]] * 2
    elif found["stem"]:
        ends = [found["stem"] + found[end] + (found["exponent"] or "") for end in ("low", "high")]
    else:
        ends = [found["lo"] or found["jlo"], found["hi"] or found["jhi"]]
    return tuple(map(number, ends))


def lines(text):
    """The lines of a text; in a table the head says in which columns there are certified values."""
    result, certified, in_table = [], frozenset(), False
    for line in text.splitlines():
        is_row = line.lstrip().startswith("|")
        if is_row and not in_table:
            certified = frozenset(i for i, cell in enumerate(line.split("|")) if CERTIFIED.search(cell))
        in_table = is_row
        result.append(Line(line, certified if is_row else frozenset()))
    return result


def of_lines(place, old, new, promise=None):
    """The findings about two lines that say the same."""
    if old.text == new.text:
        yield from (Finding(UNCHANGED, place) for _ in old.answers + old.verdicts)
        return
    documents = as_json(old.text), as_json(new.text)
    if None not in documents:
        yield from of_json(place, *documents, promise)
        return
    place = f"{place}: {new.text.strip()[:60]}"
    if len(old.answers) == len(new.answers):
        written = old.text.strip(), new.text.strip()
        yield from (compared(place, *pair, promise, written) for pair in zip(old.answers, new.answers))
    if len(old.verdicts) == len(new.verdicts):
        for pair in zip(old.verdicts, new.verdicts):
            yield Finding(UNCHANGED if pair[0] == pair[1] else VERDICT, place, *pair)
    is_same = len(old.answers) == len(new.answers) and len(old.verdicts) == len(new.verdicts)
    if not is_same or old.around != new.around:
        yield Finding(TEXT, place, old.text.strip(), new.text.strip())


def as_json(text):
    if text[:1] not in ("{", "["):
        return None
    try:
        return json.loads(text)
    except ValueError:
        return None


def of_text(place, old, new, promise=None):
    """The findings about two texts, line by line."""
    documents = as_json(old), as_json(new)
    if None not in documents:
        yield from of_json(place, *documents, promise)
        return
    if UNMET_NOTES.search(new) and not UNMET_NOTES.search(old):
        yield Finding(UNMET, place, "", UNMET_NOTES.search(new)[0])
    old, new = lines(old), lines(new)
    keys = [line.key for line in old], [line.key for line in new]
    for kind, i, j, m, n in difflib.SequenceMatcher(None, *keys, autojunk=False).get_opcodes():
        if j - i == n - m:
            for pair in zip(old[i:j], new[m:n]):
                if kind == "equal" or is_same_question(*pair):
                    yield from of_lines(place, *pair, promise)
                else:
                    yield Finding(TEXT, place, pair[0].text.strip(), pair[1].text.strip())
            continue
        yield from (Finding(TEXT, place, line.text.strip(), "") for line in old[i:j])
        yield from (Finding(TEXT, place, "", line.text.strip()) for line in new[m:n])


def is_same_question(old, new):
    """Are two lines about the same: do they start with the same name, or is most of them as it was?"""
    names = [re.match(r"[\s|]*([^:|]+)[:|]", line.text) for line in (old, new)]
    if None not in names and names[0][1].strip() == names[1][1].strip():
        return True
    return difflib.SequenceMatcher(None, old.key, new.key).ratio() > 0.6


# Documents of JSON.

VERDICT_KEYS = {"verdict", "dominates", "as_expected", "expected", "status", "ldp", "holds"}
DERIVED = {"lo", "hi", "exact", "upper-f64", "lower-f64"}
NAMES = ("id", "path", "at", "name", "quantity")


def of_json(place, old, new, promise=None):
    """The findings about two documents: what has the same name in both is compared."""
    if isinstance(old, dict) and isinstance(new, dict):
        yield from of_objects(place, old, new, promise)
    elif isinstance(old, list) and isinstance(new, list):
        names = names_of(old), names_of(new)
        if None in names:
            names = list(range(len(old))), list(range(len(new)))
        olds, news = dict(zip(names[0], old)), dict(zip(names[1], new))
        for name in [*olds, *(name for name in news if name not in olds)]:
            if name in olds and name in news:
                yield from of_json(f"{place}/{name}", olds[name], news[name], promise)
            else:
                yield Finding(TEXT, f"{place}/{name}", "" if name in news else "there", "there" if name in news else "")
    elif old != new:
        yield Finding(TEXT, place, str(old), str(new))


def names_of(items):
    """What the objects of a list are called, if no two are called the same."""
    if not all(isinstance(item, dict) for item in items):
        return None
    names = [" ".join(str(item[key]) for key in NAMES if isinstance(item.get(key), str)) for item in items]
    return names if len(set(names)) == len(names) else None


def of_objects(place, old, new, promise):
    done = set()
    ends = bounds(old), bounds(new)
    if None not in ends:
        done = DERIVED
        written = (f"[{document['lo']}, {document['hi']}]" for document in (old, new))
        finding = compared(place, *ends, promise_of(new, promise), written)
        if relation(exactly(old) or ends[0], exactly(new) or ends[1]) == DISJOINT:
            finding = finding._replace(outcome=DISJOINT)
        if finding.outcome == UNCHANGED and (others := sorted(k for k in DERIVED if old.get(k) != new.get(k))):
            # From the same ends the same binary64 numbers are made.
            is_wrong = any(key.endswith("-f64") for key in others)
            texts = (", ".join(f"{key} {document.get(key)}" for key in others) for document in (old, new))
            finding = Finding(DISJOINT if is_wrong else TEXT, place, *texts)
        yield finding
    elif ("lo" in old) != ("lo" in new):
        yield Finding(VERDICT, place, f"lo {old.get('lo')}", f"lo {new.get('lo')}")
    for lower, upper in (("lower", "upper"), ("outer", "inner")):
        bands = [band(document, lower, upper) for document in (old, new)]
        if None not in bands:
            done = done | {lower, upper}
            yield Finding(of_bands(*bands), place, f"{lower} and {upper}", "other lines")
    for key in [*old, *(key for key in new if key not in old)]:
        pair = old.get(key), new.get(key)
        if key in done:
            continue
        if key == "met" and pair == (True, False):
            yield Finding(UNMET, f"{place}/{key}", "true", "false")
        elif key in VERDICT_KEYS and not any(isinstance(value, (dict, list)) for value in pair):
            yield Finding(UNCHANGED if pair[0] == pair[1] else VERDICT, f"{place}/{key}", *map(str, pair))
        else:
            yield from of_json(f"{place}/{key}", *pair, promise)


def bounds(document):
    """The enclosure that an object is, if it is one."""
    ends = document.get("lo"), document.get("hi")
    if not all(isinstance(end, str) and re.fullmatch(VALUE, end) for end in ends):
        return None
    return tuple(map(number, ends))


def exactly(document):
    """The exact value of an object as an enclosure, if it is known and a number."""
    exact = document.get("exact")
    return (number(exact),) * 2 if isinstance(exact, str) and re.fullmatch(VALUE, exact) else None


def promise_of(document, promise):
    """What an answer promises: a grid of losses a relative gap, everything else digits, as `dpcert help query` says."""
    if not isinstance(promise, dict):
        return promise
    return promise["grid" if document["method"] == "grid" else "digits"] if "method" in document else None


# Bands between two polylines.


def band(document, lower, upper):
    """Both polylines of an object as points, if it has them."""
    lists = document.get(lower), document.get(upper)
    if not all(isinstance(points, list) and points for points in lists):
        return None
    try:
        return [[(number(x), number(y)) for x, y in points] for points in lists]
    except (ValueError, TypeError, AttributeError):
        return None


def of_bands(old, new):
    """How the new band lies to the old one, at every x where either has a corner."""
    if old == new:
        return UNCHANGED
    low, high = (max(line[0][0] for line in old + new), min(line[-1][0] for line in old + new))
    corners = {x for line in old + new for x, _ in line if low <= x <= high}
    found = set()
    for x in corners:
        ends = [(min(heights(b[0], x)), max(heights(b[1], x))) for b in (old, new)]
        found.add(relation(*ends))
    for outcome in (DISJOINT, MOVED):
        if outcome in found:
            return outcome
    return MOVED if {NARROWER, WIDER} <= found or not found - {UNCHANGED} else (found - {UNCHANGED}).pop()


def heights(line, x):
    """The heights of a polyline at x: two where it is vertical."""
    result = [y for at, y in line if at == x]
    for (left, y), (right, z) in zip(line, line[1:]):
        if left < x < right:
            result.append(y + (z - y) * (x - left) / (right - left))
    return result
