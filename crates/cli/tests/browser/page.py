"""The page of `dpcert serve`, as a person uses it: clicking, typing, dragging, and by the keyboard.

    page.py DPCERT [NAME ...]     all tests, or those with one of these words in their name

Needs Playwright and Chromium; scripts/browser installs them. Screenshots are left in target/browser.
"""

import json
import os
import re
import subprocess
import sys
import tempfile
import time
import traceback
import urllib.parse
from decimal import Decimal
from pathlib import Path

from playwright.sync_api import expect, sync_playwright

CHROMIUM = os.environ.get("CHROMIUM", "/usr/bin/chromium")
SHOTS = Path(__file__).resolve().parents[4] / "target" / "browser"
# Millions of outcomes: minutes.
SLOW = (
    "subsample(method=poisson, rate=0.01, adjacency=add-remove, "
    "mechanism=discrete-gaussian(sigma_sq=1e9, sensitivity=10000))^2"
)
# A sampler that is not the one that was run, epochs that leave a range, an exclusion, and all verdicts but one.
CLAIMS = """format = "dpcert/1"

[scope]
unit = "example"
adjacency = "add-remove"
exclusions = ["the search for hyperparameters"]

[[ledger]]
id = "training"
mechanism = "gaussian"
sigma = "1.1"
epochs = "1"
sampling = { method = "poisson", batch = "256", n = "60000", actual = "shuffled" }

[[ledger]]
id = "declared"
mechanism = "zcdp"
rho = "1/2"

[[claim]]
id = "published"
over = ["training"]
eps = { delta = "1e-5" }
at-most = "3"

[[claim]]
id = "too-good"
over = ["training"]
eps = { delta = "1e-5" }
at-most = "0.2"
expect = "refuted"
reason = "an old accountant"
source = "Table 1"

[[claim]]
id = "divergence"
over = ["training"]
rho = {}
at-most = "1"

[[claim]]
id = "conversion"
over = ["declared"]
eps = { delta = "1e-5" }
at-most = "4.5"
"""
# Claims that hold; the checker has a rule for one of them.
UNCERTIFIED = """format = "dpcert/1"

[scope]
unit = "example"
adjacency = "add-remove"

[[ledger]]
id = "noise"
mechanism = "laplace"
eps = "1"

[[claim]]
id = "pure"
over = ["noise"]
eps = { delta = "0" }
at-most = "1"

[[claim]]
id = "divergence"
over = ["noise"]
renyi = { order = "2" }
at-most = "1"

[[claim]]
id = "gaussian"
over = ["noise"]
gdp = {}
at-most = "3"
"""
# Above the limit of work.
TOO_LARGE = "subsample(method=poisson, rate=1e-9, adjacency=add-remove, mechanism=gaussian(sigma=0.001))^9999999999"


class Server:
    def __init__(self, dpcert, port=0):
        self.dpcert = dpcert
        self.process = subprocess.Popen(
            [dpcert, "serve", "--port", str(port)], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
        )
        self.url = self.process.stdout.readline().strip()
        self.port = int(urllib.parse.urlparse(self.url).port)

    def stop(self):
        self.process.kill()
        self.process.wait()

    def children(self):
        found = subprocess.run(["pgrep", "-P", str(self.process.pid)], capture_output=True, text=True)
        return found.stdout.split()


class Page:
    """A tab of the browser, at an address of the page."""

    def __init__(self, context, server, address=""):
        self.server = server
        self.tab = context.new_page()
        self.problems = []
        self.tab.on("pageerror", lambda error: self.problems.append(str(error)))
        self.tab.on("console", lambda message: message.type == "error" and self.problems.append(message.text))
        self.tab.goto(server.url + address)

    def __getattr__(self, name):
        return getattr(self.tab, name)

    def id(self, name):
        return self.tab.locator(f"#{name}")

    def settled(self, timeout=60_000):
        """Waits until the picture is that of the numbers beside it, and fine."""
        expect(self.tab.locator("#picture > .canvas")).not_to_have_class(re.compile("stale"), timeout=timeout)
        for _ in range(200):
            before = self.svg()
            self.tab.wait_for_timeout(700)
            if self.svg() == before and self.tab.locator("#picture > .canvas[aria-busy]").count() == 0:
                return
        raise AssertionError("the picture does not settle")

    def drawn(self, what, timeout=60):
        """Waits for a picture of the numbers beside it; a problem is one."""
        end = time.monotonic() + timeout
        while self.tab.locator("#picture > .canvas.stale").count():
            said = self.problem() or self.tab.locator("#picture .status").first.inner_text()
            assert time.monotonic() < end and not self.problem(), (what, said)
            self.tab.wait_for_timeout(50)

    def drawn_beside(self):
        """Waits for a picture of the mechanisms that can be drawn."""
        expect(self.tab.locator("#picture > .canvas")).not_to_have_class(re.compile("stale"))

    def svg(self):
        return self.tab.locator("#picture > .canvas svg").evaluate(
            "svg => { const copy = svg.cloneNode(true); copy.querySelector('.guides')?.remove(); return copy.outerHTML }"
        )

    def legend(self):
        return " ".join(self.tab.locator("#picture > .canvas svg text").all_text_contents())

    def there(self):
        """What is said about the place under the pointer."""
        self.tab.locator("#there dd").first.wait_for()
        terms, values = [self.tab.locator(f"#there {kind}").all_inner_texts() for kind in ["dt", "dd"]]
        return dict(zip(map(typed, terms), map(typed, values), strict=True))

    def at_pointer(self):
        """The lines at the pointer, as they are typed, once the selected curve is computed there: a number is before a value."""
        values = self.tab.locator("#picture > .values")
        expect(values).to_contain_text("computed")
        return [typed(line) for line in values.locator("> div").all_inner_texts()]

    def plot(self):
        """The rectangle of the plot on the screen."""
        edge = self.tab.locator("#picture > .canvas svg > rect.edge")
        edge.scroll_into_view_if_needed()
        return edge.bounding_box()

    def add(self, label):
        self.id("add").select_option(label=label)

    def write(self, text):
        self.id("mechanism").fill(text)

    def problem(self):
        return self.id("mechanism-problem").inner_text()

    def delete(self):
        """Deletes the selected mechanism."""
        self.tab.locator("#layers li:has(input[type=radio]:checked) button").click()

    def layers(self):
        """How many curves are drawn."""
        return self.tab.locator("#picture > .canvas [data-layer]").count()

    def command_line(self):
        return self.id("command-line").text_content()


def ask(server, *arguments):
    """What the program says on the command line."""
    done = subprocess.run([server.dpcert, *arguments, "--json"], capture_output=True, text=True)
    return json.loads(done.stdout)


def hash_of(tab, *mechanisms, **options):
    pairs = [("m", mechanism) for mechanism in mechanisms] + list(options.items())
    return f"#{tab}?" + urllib.parse.urlencode(pairs)


def typed(text):
    """A text for the eye as it is typed: 10⁻⁵ is 1e-5, and [2, 3]·10⁻⁵ is [2e-5, 3e-5]."""
    raised = str.maketrans("⁻⁰¹²³⁴⁵⁶⁷⁸⁹", "-0123456789")
    power = "10([⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+)"

    def both(found):
        return "[{0}e{2}, {1}e{2}]".format(found[1], found[2], found[3].translate(raised))

    def one(found):
        return f"{found[1] or 1}e{found[2].translate(raised)}"

    return re.sub(rf"(?:([\d.]+)·)?\b{power}", one, re.sub(rf"\[([^,\]]*), ([^,\]]*)\]·{power}", both, text))


def ends(number):
    if "exact" in number:
        return number["exact"]
    return number["lo"] if number["lo"] == number["hi"] else f"[{number['lo']}, {number['hi']}]"


# ---- the tests; each gets a new context of the browser, and the server


def test_tabs(context, server):
    """Every tab is there by a click, by the keyboard, and by its address."""
    page = Page(context, server)
    for name in ["regions", "compare", "profiles", "compositions", "utility", "judge"]:
        page.id(f"tab-{name}").click()
        expect(page.id(f"tab-{name}")).to_have_attribute("aria-selected", "true")
        assert page.url.split("#")[1].startswith(name), page.url
        if name != "judge":
            # Also where it asks for the same picture as the tab before.
            page.tab.locator("#picture > .canvas [data-layer]").first.wait_for(state="attached")
            page.settled()
    page.id("tab-judge").press("ArrowRight")
    expect(page.id("tab-regions")).to_be_focused()
    page.tab.go_back()
    expect(page.id("tab-judge")).to_have_attribute("aria-selected", "true")
    assert page.problems == [], page.problems


def test_every_kind_has_a_picture(context, server):
    """Each kind of the list is drawn with its usual values, and its form is understood."""
    page = Page(context, server, hash_of("regions", "gdp(mu=1)"))
    labels = page.id("add").locator("optgroup option").all_inner_texts()
    assert len(labels) >= 20, labels
    for label in labels:
        page.add(label)
        expect(page.tab.locator("#form .kind")).to_have_text(label)
        if "rho" in label:
            # These are classes without a curve that could be drawn, and that is said.
            expect(page.id("left-out")).to_contain_text("is a class for which no trade-off function is known.")
        else:
            page.drawn(label)
        page.delete()
        # What was said of this one is gone before the next one is added.
        expect(page.id("mechanism-problem")).to_be_empty(timeout=30_000)
    assert page.problems == [], page.problems


def test_the_menu_has_groups_and_a_filter(context, server):
    """Six groups with every kind once; words leave those that have them, and Enter adds the first one."""
    page = Page(context, server, hash_of("regions", "gdp(mu=1)"))
    page.settled()
    menu = page.id("add").locator("optgroup")
    groups = menu.evaluate_all("all => all.map(one => one.label)")
    assert groups == ["Noise", "Selection and answers", "Local", "Samples and compositions", "Guarantees", "Operators"]
    whole = page.id("add").locator("optgroup option").count()
    page.id("filter").press_sequentially("POISSON gauss")
    left = page.id("add").locator("optgroup option").all_inner_texts()
    assert 1 < len(left) < 6 and all("Poisson" in label and "Gauss" in label for label in left), left
    assert page.id("add").locator("option").first.inner_text() == f"Add one of {len(left)} ..."
    page.id("filter").press("Enter")
    expect(page.tab.locator("#form .kind")).to_have_text(left[0])
    assert page.id("filter").input_value() == "" and page.id("add").locator("optgroup option").count() == whole
    page.id("filter").fill("no such thing")
    page.id("filter").press("Enter")
    assert page.tab.locator("#layers li").count() == 2
    page.id("filter").fill("")
    page.id("add").select_option(label="Gaussian DP (μ)")
    expect(page.id("mechanism")).to_have_value("gdp(mu=1)")
    assert page.problems == [], page.problems


def test_sliders_and_fields(context, server):
    """A slider moves over exact decimals, a field takes any number, and the picture follows."""
    page = Page(context, server, hash_of("regions", "approx-dp-tv(eps=0.6, delta=0.15, eta=0.25)"))
    page.settled()
    before = page.svg()
    slider = page.get_by_label("ε as a slider")
    slider.focus()
    for _ in range(3):
        slider.press("ArrowRight")
    assert page.id("mechanism").input_value() == "approx-dp-tv(eps=0.63, delta=0.15, eta=0.25)"
    page.settled()
    assert page.svg() != before and "eps=0.63" in page.legend()
    box = slider.bounding_box()
    page.mouse.move(box["x"] + box["width"] * 0.1, box["y"] + box["height"] / 2)
    page.mouse.down()
    page.mouse.move(box["x"] + box["width"] * 0.3, box["y"] + box["height"] / 2, steps=20)
    page.mouse.up()
    dragged = page.id("field-eps").input_value()
    assert 2 < float(dragged) < 3.5, dragged
    page.id("field-eps").fill("ln(3)")
    page.settled()
    assert "eps=ln(3)" in page.legend(), page.legend()
    # The form is left alone while somebody writes in it.
    expect(page.id("field-eps")).to_be_focused()
    page.id("field-times").fill("4")
    page.settled()
    assert page.id("mechanism").input_value().endswith("^4") and "^4" in page.legend()


def test_fifty_moves_end_in_the_right_picture(context, server):
    page = Page(context, server, hash_of("regions", "gaussian(sigma=1)^50"))
    page.settled()
    slider = page.get_by_label("σ as a slider")
    slider.focus()
    for _ in range(50):
        slider.press("ArrowRight", delay=5)
    # How long it is until the first picture after a move.
    page.settled()
    page.tab.evaluate(
        """() => {
            window.took = 0;
            const start = performance.now();
            const canvas = document.querySelector("#picture > .canvas");
            new MutationObserver((_, own) => {
                if (canvas.classList.contains("stale")) return;
                window.took = performance.now() - start;
                own.disconnect();
            }).observe(canvas, { attributes: true });
            const slider = document.querySelector("#field-sigma").parentElement.querySelector("[type=range]");
            slider.value = Number(slider.value) + 1;
            slider.dispatchEvent(new Event("input", { bubbles: true }));
        }"""
    )
    page.settled()
    print(f"        first picture of 50 Gaussian steps after a move: {page.tab.evaluate('window.took'):.0f} ms")
    slider.press("ArrowLeft")
    text = page.id("mechanism").input_value()
    assert text == "gaussian(sigma=3.5)^50", text
    page.settled()
    other = Page(context, server, hash_of("regions", text))
    other.settled()
    assert page.svg() == other.svg()


def test_a_stale_picture_is_marked(context, server):
    """While the numbers are new and the picture is not, it is pale, and its legend says what it shows."""
    page = Page(context, server, hash_of("regions", "gdp(mu=1)"))
    page.settled()
    page.write(SLOW)
    expect(page.tab.locator("#picture > .canvas")).to_have_class(re.compile("stale"))
    assert "gdp(mu=1)" in page.legend()
    expect(page.tab.locator("#picture .cancel").first).to_be_visible()
    page.tab.locator("#picture .cancel").first.click()
    expect(page.tab.locator("#picture .status").first).to_have_text("cancelled")


def test_slow_questions_end_when_their_page_leaves(context, server):
    page = Page(context, server, hash_of("regions", SLOW))
    page.wait_for_timeout(1500)
    expect(page.tab.locator("#picture .status").first).to_contain_text("computing")
    assert server.children() != []
    page.tab.close()
    for _ in range(40):
        if server.children() == []:
            return
        time.sleep(0.1)
    raise AssertionError("a process goes on for nobody")


def test_combinations(context, server):
    """Intersection with a name, union, mixture, composition, inverse, symmetrised."""
    page = Page(context, server, hash_of("regions", "approx-dp-tv(eps=0.6, delta=0.15, eta=0.25)", "gdp(mu=0.8)"))
    page.tab.locator("#combination summary").click()
    for name in ["intersection", "union", "mixture", "composition"]:
        page.id("combination-name").fill(f"my {name}")
        page.id("combine").select_option(name)
        page.settled()
        assert page.problem() == "", (name, page.problem())
        assert f"my {name}" in page.legend(), page.legend()
        page.delete()
    for name in ["inverse", "symmetrised"]:
        page.id("layer-0").check()
        page.id("combine").select_option(name)
        page.settled()
        assert page.problem() == "" and f"{name}(" in page.legend(), (page.problem(), page.legend())
        page.delete()
    # Those that are hidden are not combined.
    page.get_by_label("show gdp(mu=0.8)").uncheck()
    page.id("combine").select_option("union")
    assert "show two" in page.problem()


def test_layers(context, server):
    """Select, delete, bring to front, lines; the largest region is at the back."""
    page = Page(context, server, hash_of("regions", "gdp(mu=0.5)", "gdp(mu=2)", "gdp(mu=1)"))
    page.settled()

    def order():
        return page.tab.locator("#picture > .canvas [data-layer]").evaluate_all("all => all.map(g => g.dataset.layer)")

    assert order() == ["1", "2", "0"], order()
    page.id("layer-1").check()
    page.id("front").check()
    page.settled()
    assert order() == ["2", "0", "1"], order()
    assert page.tab.locator("#picture > .canvas [fill-opacity]").count() == 1
    page.id("fill").uncheck()
    page.settled()
    assert page.tab.locator("#picture > .canvas [fill-opacity]").count() == 0
    page.get_by_label("delete gdp(mu=2)").click()
    page.settled()
    assert "gdp(mu=2)" not in page.legend()
    page.id("layer-name").fill("mine")
    page.settled()
    assert "mine" in page.legend()
    page.id("tests").select_option("trade-offs")
    page.settled()
    assert page.tab.locator("#picture > .canvas [data-band=mirrored]").count() == 0
    assert page.id("log-rates").is_hidden()
    page.id("tests").select_option("roc")
    page.settled()
    assert page.id("fill").is_hidden() and "show=roc" in page.url, page.url
    assert "true positive rate" in page.svg() and "false positive rate" in page.svg()
    assert "--show roc" in page.id("command-line").text_content()
    page.id("log-rates").check()
    page.settled()
    command = page.id("command-line").text_content()
    assert "--log-x --log-y --x '1e-5..1'" in command, command
    page.id("tests").select_option("regions")
    page.settled()
    assert "show=" not in page.url, page.url


def test_zoom_and_pan(context, server):
    page = Page(context, server, hash_of("regions", "gdp(mu=1)", "laplace(eps=1)"))
    page.settled()
    whole = page.svg()
    page.id("zoom-in").click()
    page.settled()
    assert "window=0.2%2C0.8%2C0.2%2C0.8" in page.url, page.url
    box = page.plot()
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.keyboard.down("Control")
    page.mouse.wheel(0, -100)
    page.keyboard.up("Control")
    page.settled()
    near = page.svg()
    assert near != whole
    page.mouse.down()
    page.mouse.move(box["x"] + box["width"] / 4, box["y"] + box["height"] / 4, steps=5)
    page.mouse.up()
    page.settled()
    assert page.svg() != near
    page.id("zoom-all").click()
    page.settled()
    assert page.svg() == whole
    page.tab.locator("#picture > .canvas svg").focus()
    for key in ["+", "+", "d", "w", "-"]:
        page.keyboard.press(key)
        page.settled()
    assert "window=" in page.url
    page.keyboard.press("0")
    page.settled()
    assert page.svg() == whole
    assert page.problems == [], page.problems


def test_under_the_pointer(context, server):
    """The numbers are those of the command line; the arrow keys move the pointer."""
    mechanism = "approx-dp-tv(eps=1, delta=0.01, eta=0.3)^3"
    page = Page(context, server, hash_of("regions", mechanism))
    page.settled()
    box = page.plot()
    page.mouse.move(box["x"] + box["width"] * 0.25, box["y"] + box["height"] / 2)
    head, first, source = page.at_pointer()
    assert head.startswith("β at α = ") and source == "computed", (head, source)
    alpha = head.split("α = ")[1]
    beta = ask(server, "beta", mechanism, "--at", alpha, "--digits", "10")
    assert first == f"1 {ends(beta)}", (first, beta)
    said = page.there()
    expect(page.id("there")).to_contain_text(f"at α = {alpha}")
    test = ask(server, "test", mechanism, "--at", alpha, "--digits", "10")
    assert ends(test["threshold"]) in said["most powerful test rejects"], (said, test)
    assert said["randomisation at that ratio"] == ends(test["randomisation"]), (said, test)
    delta = ask(server, "delta", mechanism, "--at", f"ln({test['threshold']['hi']})", "--digits", "10")
    assert ends(delta) in said["tangent (supporting) line"], (said, delta)
    assert page.tab.locator(".guides .touching line").count() == 1
    page.tab.locator("#picture > .canvas svg").focus()
    page.keyboard.press("Shift+ArrowRight")
    page.wait_for_timeout(800)
    moved = page.at_pointer()[0].split("α = ")[1]
    assert abs(float(moved) - float(alpha) - 0.05) < 1e-3, (alpha, moved)
    # The power is the value of a ROC curve.
    page.id("tests").select_option("roc")
    page.settled()
    page.mouse.move(box["x"] + box["width"] * 0.3, box["y"] + box["height"] / 2)
    head, first, _ = page.at_pointer()
    test = ask(server, "test", mechanism, "--at", head.split(" = ")[1], "--digits", "10")
    assert first == f"1 {ends(test['power'])}", (head, first, test)


def reading(page):
    """The lines of what is read off the picture, as they are typed: its title, and a name and a value each."""
    return [typed(line) for line in page.id("under").locator("> *").all_text_contents()]


def assert_ends_are_certified(server, quantity, said, mechanisms):
    """Each band that is said contains what the command line answers at that place."""
    head, *lines = [line for line in said.split("\n") if line]
    at = head.rsplit(" = ", 1)[1]
    assert len(lines) == len(mechanisms), said
    for line, mechanism in zip(lines, mechanisms, strict=True):
        value = line.rsplit(": ", 1)[1]
        low, *high = value.strip("[]").split(", ")
        high = high[0] if high else low
        answer = ask(server, quantity, mechanism, "--at", at, "--digits", "15")
        assert Decimal(low) <= Decimal(answer["hi"]) and Decimal(answer["lo"]) <= Decimal(high), (line, answer)


def test_the_ends_are_certified(context, server):
    """On the page, and in a page of one file that `dpcert plot` writes, to six digits at the very place that is named."""
    mechanisms = ["gdp(mu=3)", "laplace(eps=2)", "approx-dp(eps=1, delta=0.01)^3"]
    for tab, quantity, options in [("regions", "beta", {}), ("profiles", "delta", {"log": "", "epsTo": "12"})]:
        page = Page(context, server, hash_of(tab, *mechanisms, **options))
        page.settled()
        page.tab.locator("#picture > .canvas svg").focus()
        for key in ["ArrowLeft"] * 3 + ["Shift+ArrowLeft"] * 10 + ["Shift+ArrowRight"] * 21:
            page.keyboard.press(key)
            assert_ends_are_certified(server, quantity, "\n".join(reading(page)), mechanisms)
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "page.html")
        subprocess.run([server.dpcert, "plot", *mechanisms, "-o", file], check=True, stdout=subprocess.DEVNULL)
        tab = context.new_page()
        tab.goto(f"file://{file}")
        box = tab.locator("svg > rect.edge").bounding_box()
        for share in [0.001, 0.03, 0.2, 0.5, 0.77, 0.999]:
            tab.mouse.move(box["x"] + box["width"] * share, box["y"] + box["height"] / 2)
            assert_ends_are_certified(server, "beta", tab.locator("#under").inner_text(), mechanisms)


def test_the_ends_of_densities_contain_them(context, server):
    """A density falls with the distance from its centre, on both sides of it: compared with the formula."""
    root = (2 * Decimal("3.14159265358979323846264338327950288")).sqrt()
    formulas = [lambda x: (-x * x / 2).exp() / root, lambda x: (-abs(x)).exp() / 2]
    moves = [(formulas[0], 0), (formulas[0], 1), (formulas[1], 0), (formulas[1], 2)]
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "page.html")
        noise = ["--density", "gaussian(sigma=1)", "--density", "laplace(scale=1, sensitivity=2)", "--shifted"]
        subprocess.run([server.dpcert, "plot", *noise, "-o", file], check=True, stdout=subprocess.DEVNULL)
        tab = context.new_page()
        tab.goto(f"file://{file}")
        box = tab.locator("svg > rect.edge").bounding_box()
        for share in [0.001, 0.2, 0.41, 0.42, 0.47, 0.55, 0.77, 0.999]:
            tab.mouse.move(box["x"] + box["width"] * share, box["y"] + box["height"] / 2)
            head, *lines = [line for line in tab.locator("#under").inner_text().split("\n") if line]
            at = Decimal(head.rsplit(" = ", 1)[1])
            assert len(lines) == len(moves), lines
            for line, (density, moved) in zip(lines, moves, strict=True):
                low, high = map(Decimal, re.search(r"\[([^,\]]*), ([^,\]]*)\]$", line).groups())
                assert low <= density(at - moved) <= high < low + Decimal("0.02"), (line, at)


def test_profiles(context, server):
    page = Page(context, server, hash_of("profiles", "gaussian(sigma=1)^4"))
    page.settled()
    linear = page.svg()
    box = page.plot()
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    head, first, _ = page.at_pointer()
    at = head.split("ε = ")[1]
    assert first == f"1 {ends(ask(server, 'delta', 'gaussian(sigma=1)^4', '--at', at, '--digits', '10'))}", (head, first)
    expect(page.id("there")).to_be_empty()
    page.id("log").check()
    page.settled()
    assert page.svg() != linear
    page.id("eps-to").fill("three")
    expect(page.id("eps-to")).to_have_attribute("aria-invalid", "true")
    expect(page.tab.locator("#picture .status").first).to_contain_text("eps-to")
    page.id("eps-to").fill("3")
    page.settled()
    assert page.id("eps-to").get_attribute("aria-invalid") is None


def test_compositions(context, server):
    """Every delta of two compositions side by side, also logarithmic, and the way to the Gaussian limit."""
    page = Page(context, server, hash_of("compositions", "approx-dp(eps=1, delta=0)^5", "approx-dp-tv(eps=1, delta=0, alpha=3/10)^5"))
    page.settled()
    assert page.tab.locator("#picture > .canvas [data-layer]").count() == 4
    linear = page.svg()
    page.id("log").check()
    page.settled()
    assert page.svg() != linear
    page.id("composed").select_option("convergence")
    page.settled()
    assert "gdp(mu=1)" in page.legend(), page.legend()
    page.id("limit-mu").fill("1/2")
    page.id("limit-steps").fill("3, 30")
    page.settled()
    assert "gdp(mu=1/2)" in page.legend() and "30" in page.legend(), page.legend()
    page.id("limit-small").select_option("rate")
    page.settled()
    assert "eta=" in page.legend() and "gdp(mu=1/2)" in page.legend(), page.legend()
    expect(page.id("limit-alpha")).to_be_hidden()
    for name in ["limit-mu", "limit-rate"]:
        slider = page.id(name).locator("xpath=preceding-sibling::input")
        for end in ["Home", "End"]:
            slider.press(end)
            page.settled()
            expect(page.tab.locator("#picture .status").first).to_be_empty()
    page.id("limit-steps").fill("3, many")
    expect(page.tab.locator("#picture .status").first).to_contain_text("many")
    assert page.problems == [], page.problems


def test_utility(context, server):
    """Every theorem about utility is drawn over its parameters, with its marker and the region there."""
    page = Page(context, server, "#utility")
    page.settled()
    drawn = set()
    for query in page.id("utility-query").locator("option").evaluate_all("all => all.map(one => one.value)"):
        page.id("utility-query").select_option(query)
        for name in page.id("utility-theorem").locator("option").evaluate_all("all => all.map(one => one.value)"):
            page.id("utility-theorem").select_option(name)
            page.drawn(name)
            page.settled()
            assert page.id("utility-problem").inner_text() == "", (name, page.id("utility-problem").inner_text())
            assert page.layers() >= 2, name
            page.tab.locator("#region-of-utility svg").wait_for()
            drawn.add(name)
    assert len(drawn) == 10, drawn
    page.id("utility-query").select_option(label="a mean")
    page.settled()
    assert "Privacy against utility: mean error" in page.legend() and "mean squared error" in page.legend()
    before = page.svg()
    page.id("utility-n").fill("1000")
    page.settled()
    assert page.svg() != before
    expect(page.id("under-region")).to_contain_text("gaussian(sigma=sqrt(2*ln(5/(4*10⁻⁵)))/0.5)")
    # Every parameter has a slider, and the region is beside the curve.
    assert page.tab.locator("#theorem-editor input[type=range]").count() == 5
    region = page.tab.locator("#region-of-utility svg").inner_html()
    page.id("theorem-editor").get_by_label("ε as a slider").focus()
    page.keyboard.press("ArrowRight")
    page.settled()
    assert page.id("utility-marker").input_value() == "0.51"
    assert page.tab.locator("#region-of-utility svg").inner_html() != region
    curve, beside = (page.tab.locator(place).bounding_box() for place in ["#picture > .canvas", "#region-of-utility .canvas"])
    assert beside["x"] >= curve["x"] + curve["width"] and abs(beside["y"] - curve["y"]) < 5, (curve, beside)
    page.id("utility-log").check()
    page.id("utility-over").select_option("n")
    page.settled()
    line = page.command_line()
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run(line.replace("dpcert", server.dpcert, 1), shell=True, check=True, cwd=folder, stdout=subprocess.DEVNULL)
        assert Path(folder, "picture.svg").read_bytes().strip() == saved(page, "svg").strip(), line
    page.tab.get_by_text("What the thesis prints").click()
    expect(page.tab.locator("#theorem-editor details")).to_contain_text("TH-40")
    page.id("utility-d").fill("-1")
    expect(page.id("utility-problem")).not_to_have_text("")
    expect(page.id("utility-d")).to_have_attribute("aria-invalid", "true")
    page.id("utility-d").fill("1")
    page.settled()
    assert page.id("utility-problem").inner_text() == ""
    drawn, address = page.svg(), page.url
    page.tab.reload()
    page.settled()
    assert page.svg() == drawn and page.url == address
    assert page.problems == [], page.problems


def test_the_marked_value_alone_is_read(context, server):
    """At the mark of a utility its neighbours are left out; elsewhere the nearest point is read. The region is legible."""
    page = Page(context, server, "#utility")
    page.settled()
    page.tab.locator("#region-of-utility .line").first.wait_for(state="attached")
    page.settled()
    box = page.plot()
    for share, name in [(0.5, "mean squared error at eps = 0.5"), (0.3, "mean squared error at eps = 0.32")]:
        page.mouse.move(box["x"] + box["width"] * share, box["y"] + box["height"] / 2)
        lines = page.tab.locator("#picture > .values > div:not(:empty)").all_inner_texts()
        assert len(lines) == 2 and name in lines[1], lines
    letters = page.tab.locator("#region-of-utility svg text").evaluate_all(
        "all => all.map(one => parseFloat(getComputedStyle(one).fontSize) * Math.hypot(one.getScreenCTM().a, one.getScreenCTM().b))"
    )
    assert letters and min(letters) > 11, letters
    # Each drawing is cut off at its own edge.
    ids = page.tab.locator("svg clipPath").evaluate_all("all => all.map(one => one.id)")
    assert len(ids) == len(set(ids)) == 2, ids


def test_compare(context, server):
    page = Page(context, server, hash_of("compare", "randomized-response(eps=ln(9))", "randomized-response(eps=ln(3))^2"))
    expect(page.id("verdict")).to_contain_text("Yes")
    page.settled()
    page.id("a").select_option("1")
    page.id("b").select_option("0")
    expect(page.id("verdict")).to_contain_text("No: at α = 1/10")
    page.settled()
    expect(page.tab.locator(".guides .witness circle")).to_have_count(2)


def test_bad_input(context, server):
    """The message of the command line, at the field."""
    page = Page(context, server, hash_of("regions", "approx-dp-tv(eps=0.6, delta=0.15, eta=0.25)", "gdp(mu=1)"))
    page.settled()
    for field, text, said in [
        ("eps", "-1", "eps = -1 is outside [0, inf)"),
        ("eps", "0.6x", "0.6x"),
        ("eps", "", "expected"),
        ("delta", "2", "delta = 2 is outside [0, 1]"),
        ("eta", "1.1", "eta"),
        ("times", "-1", ""),
    ]:
        usual = page.id(f"field-{field}").input_value()
        page.id(f"field-{field}").fill(text)
        expect(page.id("mechanism-problem")).not_to_have_text("")
        expect(page.id("mechanism-problem")).to_contain_text(said)
        assert page.tab.locator("#selected [aria-invalid]").count() == 1, (field, text)
        expect(page.id("left-out")).to_contain_text("1 ")
        # The other one is drawn meanwhile.
        page.drawn_beside()
        assert page.layers() == 1, (field, text)
        page.id(f"field-{field}").fill(usual)
        page.settled()
        assert page.problem() == "", page.problem()
    for text, said in [
        ("gdp(mu=1", "close it"),
        ("foo(1)", 'unknown word "foo"\nfoo(1)\n'),
        ("gaussian(1)", 'a field name is expected at "1"\ngaussian(1)\nfields have names: '),
        ("gauss(sigma=1)", 'unknown word "gauss"\ngauss(sigma=1)\ndid you mean "gaussian"?'),
        ("gdp(nu=1)", "mu"),
        ("<img src=x onerror=alert(1)>", ""),
        ("approx-dp(eps=1, delta=0)^99999999999999999999", ""),
        ("", ""),
    ]:
        page.write(text)
        expect(page.id("mechanism-problem")).not_to_have_text("")
        expect(page.id("mechanism-problem")).to_contain_text(said)
    page.write("gaussian(1)")
    expect(page.tab.locator("#mechanism-problem mark")).to_have_text("1")
    page.write("gdp(mu=2)")
    page.settled()
    # A mechanism that is not selected is named by its number.
    page.id("layer-1").check()
    page.write("gdp(mu=-2)")
    page.id("layer-0").check()
    expect(page.id("left-out")).to_contain_text("2 gdp(mu=-2)")
    assert page.problems == [], page.problems


def test_a_fault_is_explained_once(context, server):
    """At the field of the selected mechanism, with its list of names folded; no message has two colons in a line."""
    page = Page(context, server, hash_of("regions", "bar", "gdp(mu=1)", "gaussian(1)"))
    page.drawn_beside()
    expect(page.id("mechanism-problem")).to_contain_text('unknown word "bar"')
    left_out = page.id("left-out").locator("p")
    expect(left_out).to_have_text(["1 bar is not drawn. ", '3 gaussian(1) is not drawn: a field name is expected at "1". '])
    names = page.id("mechanism-problem").locator("details")
    assert "laplace" not in page.tab.locator("#panel").inner_text()
    names.locator("summary").click()
    expect(names).to_contain_text("approx-dp, approx-dp-tv, ")
    page.id("layer-2").check()
    expect(page.id("mechanism-problem")).to_contain_text("a field name is expected")
    expect(left_out.first).to_have_text('1 bar is not drawn: unknown word "bar". ')
    for text in ["foo(1)", "gaussian(1)", "approx-dp-tv(eps=, delta=0.15, eta=0.25)", "gaussian(sigma=two)", "gdp(mu=1", TOO_LARGE]:
        page.write(text)
        expect(page.id("left-out")).to_contain_text(text[:12])
        page.drawn_beside()
        if text != TOO_LARGE:
            # What takes too long is no fault.
            expect(page.id("mechanism-problem")).not_to_have_text("")
        for line in f"{page.problem()}\n{page.id('left-out').inner_text()}".split("\n"):
            assert line.count(": ") <= 1, line
    page.write("approx-dp-tv(eps=, delta=0.15, eta=0.25)")
    # The field that is empty is the one that is wrong.
    expect(page.id("field-eps")).to_have_attribute("aria-invalid", "true")
    assert page.tab.locator("#selected [aria-invalid]").count() == 1
    assert page.problems == [], page.problems


def test_addresses(context, server):
    """The state survives a reload, and goes with its address."""
    page = Page(context, server, hash_of("regions", "gdp(mu=1)", "laplace(eps=ln(3))"))
    page.settled()
    page.id("layer-1").check()
    page.id("field-eps").fill("1/3")
    page.id("layer-name").fill("a <b>name</b> & more")
    page.id("front").check()
    page.id("zoom-in").click()
    page.settled()
    drawn, address = page.svg(), page.url
    page.tab.reload()
    page.settled()
    assert page.svg() == drawn and page.id("field-eps").input_value() == "1/3"
    other = Page(context.browser.new_context(), server, "#" + address.split("#")[1])
    other.settled()
    assert other.svg() == drawn
    assert "a <b>name</b> & more" in other.legend(), other.legend()


def test_unknown_names_in_the_address(context, server):
    """The page says which name it does not know, until the next step."""
    for address, said in [
        ("#nowhere", 'a tab "nowhere"'),
        (hash_of("nowhere", "gdp(mu=1)"), 'a tab "nowhere"'),
        (hash_of("regions", "gdp(mu=1)", show="nothing"), 'a picture "nothing"'),
        ("#utility?theorem=nobody", 'a theorem "nobody"'),
        ("#utility?theorem=<b>nobody</b>", 'a theorem "<b>nobody</b>"'),
    ]:
        page = Page(context, server, address)
        page.settled()
        expect(page.id("notice")).to_contain_text(said)
        page.id("tab-profiles").click()
        expect(page.id("notice")).to_be_hidden()
        assert page.problems == [], page.problems
        page.tab.close()
    for address in ["", hash_of("regions", "gdp(mu=1)", show="trade-offs"), "#utility?theorem=median-utility"]:
        page = Page(context, server, address)
        page.settled()
        expect(page.id("notice")).to_be_hidden()
        page.tab.close()


def test_the_skip_link(context, server):
    """It moves the focus to the picture, and leaves the address as it is."""
    page = Page(context, server, hash_of("profiles", "gdp(mu=1)"))
    page.settled()
    address = page.url
    page.tab.locator(".skip").focus()
    page.keyboard.press("Enter")
    expect(page.id("picture")).to_be_focused()
    assert page.url == address and page.id("mechanism").input_value() == "gdp(mu=1)"


def test_two_tabs(context, server):
    one = Page(context, server, hash_of("regions", "gdp(mu=1)"))
    two = Page(context, server, hash_of("profiles", "laplace(eps=1)^5"))
    one.settled()
    two.settled()
    assert "gdp(mu=1)" in one.legend() and "laplace" in two.legend()


def save_as(page, form):
    page.id("save").click()
    page.tab.locator(f"#save-menu [value={form}]").click()


def saved(page, form):
    with page.tab.expect_download() as download:
        save_as(page, form)
    return Path(download.value.path()).read_bytes()


def test_saving(context, server):
    page = Page(context, server, hash_of("regions", "gdp(mu=1)", "laplace(eps=1)^2"))
    page.id("zoom-in").click()
    page.settled()
    svg = saved(page, "svg")
    assert svg.startswith(b"<svg")
    assert saved(page, "png").startswith(b"\x89PNG")
    assert b"<html" in saved(page, "html")
    assert saved(page, "csv").startswith(b"layer,bound,x,y")
    with tempfile.TemporaryDirectory() as folder:
        scene = Path(folder, "scene.json")
        scene.write_bytes(saved(page, "json"))
        subprocess.run([server.dpcert, "plot", "--scene", scene, "-o", f"{folder}/again.svg"], check=True, stdout=subprocess.DEVNULL)
        assert Path(folder, "again.svg").read_bytes().strip() == svg.strip()
        line = page.command_line()
        subprocess.run(line.replace("dpcert", server.dpcert, 1), shell=True, check=True, cwd=folder, stdout=subprocess.DEVNULL)
        assert Path(folder, "picture.svg").read_bytes().strip() == svg.strip(), line
        claims = Path(folder, "picture.dpcert.toml")
        claims.write_bytes(saved(page, "toml"))
        done = subprocess.run([server.dpcert, "check", claims], capture_output=True, text=True)
        assert done.returncode == 0, done.stdout + done.stderr


def test_saved_claims_are_certified(context, server):
    """Each row is one that `certify` has rules for; what is composed is a row each, and over them is one claim."""
    mechanisms = [
        "gaussian(sigma=1)",
        "poisson(1/100, gaussian(sigma=1.1))^50",
        "laplace(eps=1)^2 * randomized-response(eps=ln(3))",
        "unary-encoding(eps=1, encoding=symmetric)",
    ]
    page = Page(context, server, hash_of("regions", *mechanisms))
    page.settled()
    text = saved(page, "toml").decode()
    assert "compose" not in text and "person" not in text.replace('"person" or', ""), text
    assert text.count("[[ledger]]") == 5 and text.count("[[claim]]") == 4, text
    with tempfile.TemporaryDirectory() as folder:
        claims = Path(folder, "picture.dpcert.toml")
        claims.write_text(text)
        done = subprocess.run([server.dpcert, "certify", claims, "-o", "out"], cwd=folder, capture_output=True, text=True)
        assert done.returncode == 0, done.stdout + done.stderr
        assert len(list(Path(folder, "out").glob("*.json"))) == 4, done.stdout
    # Neighbours of two kinds are in no claim file, and that is said.
    page = Page(context, server, hash_of("regions", mechanisms[1], "without-replacement(1/10, laplace(eps=1))"))
    page.settled()
    save_as(page, "toml")
    expect(page.tab.locator("#picture .status").first).to_contain_text("add-remove, replace-one")
    assert page.problems == [], page.problems


def test_a_menu_of_files(context, server):
    """Save as is a button with a menu: arrows, the ends, Escape and a click elsewhere; it acts when an item is chosen."""
    page = Page(context, server, hash_of("regions", "gdp(mu=1)"))
    page.settled()
    button, menu = page.get_by_role("button", name="Save as"), page.get_by_role("menu", name="Save as")
    expect(menu).to_be_hidden()
    button.focus()
    page.keyboard.press("ArrowDown")
    expect(button).to_have_attribute("aria-expanded", "true")
    items = menu.get_by_role("menuitem")
    assert items.count() == 7
    for key, at in [("ArrowDown", 1), ("ArrowUp", 0), ("ArrowUp", 6), ("ArrowDown", 0), ("End", 6), ("Home", 0)]:
        page.keyboard.press(key)
        expect(items.nth(at)).to_be_focused()
    page.keyboard.press("Escape")
    expect(menu).to_be_hidden()
    expect(button).to_be_focused()
    page.keyboard.press("Enter")
    with page.tab.expect_download() as download:
        page.keyboard.press("Enter")
    assert download.value.suggested_filename == "picture.svg"
    expect(menu).to_be_hidden()
    expect(page.id("saved")).to_have_text("saved")
    button.click()
    assert menu.bounding_box()["y"] + menu.bounding_box()["height"] <= 900
    page.id("list").locator("h2").click()
    expect(menu).to_be_hidden()
    expect(button).to_have_attribute("aria-expanded", "false")
    # What this tab cannot save is not in it.
    page.id("tab-utility").click()
    page.settled()
    button.click()
    assert items.count() == 6 and "claim file" not in items.all_inner_texts()
    page.keyboard.press("Tab")
    expect(menu).to_be_hidden()
    assert page.problems == [], page.problems


def test_files_to_start_from(context, server):
    """Those of `dpcert init`, on an empty page; a file is dropped anywhere; nothing but a fault is red."""
    page = Page(context, server, "#judge")
    cards = page.tab.locator("#cards button")
    expect(cards).to_have_count(5)
    printed = subprocess.run([server.dpcert, "init"], capture_output=True, text=True).stdout
    names = page.tab.locator("#cards strong").all_inner_texts()
    assert all(re.search(rf"^{name} ", printed, re.M) for name in names), (names, printed)
    for index, name in enumerate(names):
        cards.nth(index).click()
        page.tab.locator("#judged tr.holds").first.wait_for()
        expect(page.id("starts")).to_be_hidden()
        wanted = subprocess.run([server.dpcert, "init", name, "-o", "-"], capture_output=True, text=True).stdout
        assert page.id("claims").input_value() == wanted, name
        page.id("claims").fill("")
        page.id("judge-now").click()
        expect(page.id("starts")).to_be_visible()
    page.tab.evaluate(
        """text => {
            const data = new DataTransfer();
            data.items.add(new File([text], "mine.toml"));
            for (const kind of ["dragover", "drop"]) {
                const event = new DragEvent(kind, { dataTransfer: data, bubbles: true, cancelable: true });
                document.querySelector("#starts").dispatchEvent(event);
                if (!event.defaultPrevented) throw new Error(`${kind} opens the file`);
            }
        }""",
        CLAIMS,
    )
    expect(page.tab.locator("#judged .verdict")).to_have_count(4)
    assert page.id("claims").input_value() == CLAIMS
    assert page.problems == [], page.problems
    # A mechanism that this tab does not draw has no fault.
    page = Page(context, server, hash_of("compositions", "gaussian(sigma=1)", "approx-dp(eps=1, delta=0)^5", "gdp(mu=-1)"))
    page.settled()
    red = page.tab.evaluate("getComputedStyle(document.querySelector('#mechanism-problem')).color")
    names = page.tab.locator("#layers .line")
    colours = names.evaluate_all("all => all.map(one => getComputedStyle(one).color)")
    assert [colour == red for colour in colours] == [False, False, True], (colours, red)
    assert page.problem() == ""


def test_judging(context, server):
    page = Page(context, server, "#judge")
    page.id("example").click()
    expect(page.tab.locator("tr.holds")).to_have_count(1)
    expect(page.tab.locator("tr.refuted")).to_have_count(1)
    page.settled()
    assert page.tab.locator("#picture > .canvas [data-layer]").count() >= 2
    # What a letter beside a point means is in the list, and the caption has the letters of the drawing.
    letters = page.tab.locator("#picture > .canvas [data-key]").all_text_contents()
    rows = page.tab.locator("#legend li").all_inner_texts()
    assert "a too-good: refuted" in [" ".join(row.split()) for row in rows], rows
    assert all(any(row.split()[0] == letter.strip() for row in rows) for letter in letters), (letters, rows)
    assert "contain the δ of" in page.id("caption").inner_text(), page.id("caption").inner_text()
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "claims.dpcert.toml")
        file.write_text(page.id("claims").input_value())
        report = ask(server, "check", str(file))
        shown = page.tab.locator("tr td:nth-child(4)").all_inner_texts()
        assert [ends(claim) if claim["exact"] else f"[{claim['lo']}, {claim['hi']}]" for claim in report["files"][0]["claims"]] == shown
        with page.tab.expect_download() as download:
            page.get_by_text("Report", exact=True).click()
        assert download.value.suggested_filename == "report.html"
        assert "Claim too-good" in Path(download.value.path()).read_text()
        pages = []
        page.tab.on("download", lambda download: pages.append(download))
        page.get_by_text("All certificates").click()
        for _ in range(600):
            page.wait_for_timeout(100)
            if len(pages) >= 2:
                break
        certificates = pages
        assert len(certificates) == 2, [one.suggested_filename for one in pages]
        for one in certificates:
            path = Path(folder, one.suggested_filename)
            one.save_as(path)
            done = subprocess.run([server.dpcert, "verify", path, "--claim", file], capture_output=True, text=True)
            assert done.returncode in (0, 4), done.stdout + done.stderr
    for text, said in [("", "paste one"), ("format = ", ""), ("format = \"dpcert/9\"", "dpcert/1")]:
        page.id("claims").fill(text)
        page.id("judge-now").click()
        expect(page.id("claims-problem")).not_to_have_text("")
        assert said in page.id("claims-problem").inner_text(), (text, page.id("claims-problem").inner_text())
    assert page.problems == [], page.problems


def test_what_a_verdict_does_not_prove_is_beside_it(context, server):
    """The page has what the command prints: scope, margins, reasons, findings, and why there is no certificate."""
    for width, height in [(1280, 900), (390, 844)]:
        page = Page(context, server, "#judge")
        page.tab.set_viewport_size({"width": width, "height": height})
        page.id("claims").fill(CLAIMS)
        page.id("judge-now").click()
        verdicts = page.tab.locator("#judged .verdict")
        expect(verdicts).to_have_count(4)
        assert verdicts.all_inner_texts() == [
            "holds for the idealised mechanism",
            "refuted for the idealised mechanism, as expected",
            "unsupported (expected: holds)",
            "undecided (expected: holds)",
        ], verdicts.all_inner_texts()
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder, "claims.dpcert.toml")
            file.write_text(CLAIMS)
            printed = subprocess.run([server.dpcert, "check", file], capture_output=True, text=True).stdout
        command = " ".join(printed.split())
        notes = page.tab.locator("#judged .notes")
        for index, said in enumerate([
            ["margin: +2.69", "sampler-idealised: ", "proves nothing about shuffled", "steps-rounded-up: "],
            ["margin: -0.106", "reason: an old accountant", "source: Table 1", "proves nothing about shuffled"],
            ["missing: ", "rho of this mechanism is not supported", "proves nothing about shuffled"],
            ["margin: unknown", "to decide it: "],
        ]):
            shown = notes.nth(index).inner_text()
            for words in said:
                assert words in shown, (index, words, shown)
            for line in shown.splitlines():
                # The margin has a column of its own there, and options of the command line are not named here.
                assert line.startswith("margin: ") or line.split(";")[0] in command, (line, printed)
        scope, head = page.tab.locator("#judged .scope").first, page.tab.locator("#judged table")
        lines = ["unit: example; adjacency: add-remove", "excluded: the search for hyperparameters"]
        assert scope.locator("p").all_inner_texts() == lines, scope.inner_text()
        assert scope.bounding_box()["y"] < head.bounding_box()["y"]
        for index in range(4):
            row, below = verdicts.nth(index).bounding_box(), notes.nth(index).bounding_box()
            assert row["y"] + row["height"] <= below["y"] + 1, (index, row, below)
        # What is not decided has no certificate, and no button for one.
        proofs = page.tab.locator("#judged td[data-name=proof]")
        assert proofs.all_inner_texts() == ["Certificate", "Certificate", "none", "none"], proofs.all_inner_texts()
        expect(page.id("judged")).to_contain_text("At most 2 of 4 claims have a certificate.")
        assert page.tab.evaluate("document.documentElement.scrollWidth") <= width
        SHOTS.mkdir(parents=True, exist_ok=True)
        page.tab.screenshot(path=SHOTS / f"judge-notes-{width}.png", full_page=True)
        assert page.problems == [], page.problems
        page.tab.close()


def test_the_result_is_said_first(context, server):
    """A sentence above the claims; red is what is wrong, and nothing else; then it is the picture that is waited for."""
    page = Page(context, server, "#judge")
    held = []
    page.tab.route("**/check?as=json", lambda route: held.append(route))
    page.id("claims").fill(CLAIMS)
    page.id("judge-now").click()
    summary = page.id("summary")
    assert summary.get_attribute("aria-live") == "polite"
    expect(summary).to_contain_text("Judging 4 claims ... 1 s so far")
    held.pop().continue_()
    said = "4 claims: 1 holds, 1 is refuted (as expected), 1 is undecided, 1 is unsupported; 6 findings."
    expect(summary).to_have_text(said)
    expect(page.tab.locator("#picture .status").first).to_contain_text("verdicts are done; drawing the picture ... ")
    assert summary.bounding_box()["y"] < page.id("judged").bounding_box()["y"]
    red = "all => all.map(one => getComputedStyle(one).color === getComputedStyle(document.querySelector('.problem')).color)"
    assert page.tab.locator("#summary span, #judged .verdict").evaluate_all(red) == [False] * 8
    # What is written is not what was judged.
    page.id("claims").fill(CLAIMS.replace('expect = "refuted"', ""))
    expect(summary).to_have_class(re.compile("stale"))
    page.id("judge-now").click()
    wait_for_one(page, held).continue_()
    expect(summary).to_have_text(said.replace(" (as expected)", ""))
    expect(summary).not_to_have_class(re.compile("stale"))
    assert page.tab.locator("#summary span").evaluate_all(red) == [False, True, False, False]
    assert page.tab.locator("#judged .verdict").evaluate_all(red) == [False, True, False, False]
    page.id("claims").fill("format = ")
    page.id("judge-now").click()
    wait_for_one(page, held).continue_()
    expect(page.id("claims-problem")).not_to_be_empty()
    expect(summary).to_be_empty()
    assert page.problems == [], page.problems


def wait_for_one(page, held):
    """The request that is held back."""
    for _ in range(200):
        if held:
            return held.pop()
        page.wait_for_timeout(50)
    raise AssertionError("nothing is asked")


def test_buttons_say_that_they_work(context, server):
    """While certificates are made, and then what is saved, what there is none of, or what failed."""
    page = Page(context, server, "#judge")
    held = []
    page.tab.route("**/certify*", lambda route: held.append(route))
    page.id("claims").fill(UNCERTIFIED)
    page.id("judge-now").click()
    expect(page.id("summary")).to_have_text("3 claims: 3 hold; no findings.")
    judged, report = page.id("judged"), page.get_by_role("button", name="Report", exact=True)
    proofs, certificates = judged.locator("td[data-name=proof]"), page.get_by_text("All certificates")
    assert proofs.all_inner_texts() == ["Certificate"] * 3, proofs.all_inner_texts()
    report.click()
    expect(report).to_be_disabled()
    expect(judged).to_contain_text("Making the report, with its certificates and pictures ... 1 s so far")
    wait_for_one(page, held).fulfill(status=500, body="the disk is full")
    expect(judged.locator(".problem")).to_have_text("the disk is full")
    expect(report).to_be_enabled()
    report.click()
    expect(judged.locator(".problem")).to_have_count(0)
    with page.tab.expect_download():
        wait_for_one(page, held).continue_()
    expect(judged).to_contain_text("Saved as report.html.")
    # What the engine said of the certificates is known now.
    expect(judged).to_contain_text("1 of 3 claims has a certificate.")
    reason = "No certificate of divergence: the checker has no rule for renyi."
    expect(judged.locator(".notes").nth(1)).to_contain_text(reason)
    assert proofs.all_inner_texts() == ["Certificate", "none", "none"], proofs.all_inner_texts()
    # They are made once.
    with page.tab.expect_download() as download:
        certificates.click()
    assert download.value.suggested_filename == "claims.dpcert--pure.json" and held == []
    page.id("claims").fill(UNCERTIFIED.replace('eps = { delta = "0" }', 'renyi = { order = "3" }'))
    page.id("judge-now").click()
    expect(proofs.first).to_have_text("Certificate")
    proofs.first.get_by_role("button").click()
    wait_for_one(page, held).continue_()
    expect(judged).to_contain_text("At most 2 of 3 claims have a certificate.")
    report.click()
    wait_for_one(page, held).continue_()
    expect(judged).to_contain_text("No claim has a certificate.")
    expect(certificates).to_be_hidden()


def test_verdicts_do_not_move(context, server):
    """They are there before the picture, and where they were once it is there."""
    for width, height in [(1280, 800), (390, 844)]:
        page = Page(context, server)
        page.tab.set_viewport_size({"width": width, "height": height})
        page.id("tab-judge").click()
        assert page.id("tools").is_hidden() and page.id("under").inner_text() == ""
        page.id("example").click()
        refuted = page.tab.locator("tr.refuted .verdict")
        refuted.wait_for()
        before = refuted.bounding_box()
        page.settled()
        assert refuted.bounding_box() == before and before["y"] < height, (before, refuted.bounding_box())
        page.tab.close()


def test_errors_of_a_claim_file_have_lines(context, server):
    page = Page(context, server, "#judge")
    page.id("example").click()
    text = page.id("claims").input_value()
    page.id("claims").fill(text.replace('sigma = "1.3"', "sigma = 1.3"))
    page.id("judge-now").click()
    line = text.split("\n").index('sigma = "1.3"') + 1
    expect(page.id("claims-problem")).to_contain_text(f'line {line}, ledger "training", sigma: ')
    assert "--" not in page.id("claims-problem").inner_text()


def test_errors_are_marked_beside_their_lines(context, server):
    """The number of a line with an error is marked as long as its text is there; an error leads to it."""
    page = Page(context, server, "#judge")
    text = CLAIMS.replace('sigma = "1.1"', "sigma = 1.1").replace('at-most = "4.5"', 'at-mst = "4.5"').replace('unit = "example"', "unit = 1")
    wrong = [number for number, line in enumerate(text.split("\n"), 1) if line in ["sigma = 1.1", 'at-mst = "4.5"', "unit = 1"]]
    page.id("claims").fill(text)
    page.id("judge-now").click()
    errors = page.id("claims-problem").get_by_role("button")
    expect(errors).to_have_count(3)
    marks = page.tab.locator("#claims-lines .wrong")
    assert [int(number) for number in marks.all_inner_texts()] == wrong, (wrong, marks.all_inner_texts())
    area = page.id("claims")
    for line, content in zip(wrong, ["unit = 1", "sigma = 1.1", "at-mst"], strict=True):
        page.id("claims-problem").get_by_text(f"line {line}, ").click()
        expect(area).to_be_focused()
        assert area.evaluate("one => one.value.slice(one.selectionStart)").startswith(content), line
        # The mark is beside the text, and in sight.
        mark, place = page.id("claims-lines").get_by_text(f"{line}", exact=True).bounding_box(), area.bounding_box()
        assert place["y"] <= mark["y"] and mark["y"] + mark["height"] <= place["y"] + place["height"], (line, mark, place)
        assert mark["x"] + mark["width"] <= place["x"] + 1, (mark, place)
    # A line before them moves the marks; what is mended has none.
    page.keyboard.press("Control+Home")
    page.keyboard.insert_text("\n\n")
    assert [int(number) for number in marks.all_inner_texts()] == [line + 2 for line in wrong]
    area.fill("\n\n" + text.replace("sigma = 1.1", 'sigma = "1.1"'))
    assert [int(number) for number in marks.all_inner_texts()] == [wrong[0] + 2, wrong[2] + 2]
    area.fill(CLAIMS)
    page.id("judge-now").click()
    expect(page.tab.locator("#judged .verdict")).to_have_count(4)
    assert marks.count() == 0 and page.id("claims-problem").inner_text() == ""
    assert page.problems == [], page.problems


def test_a_slider_is_dragged_from_anywhere(context, server):
    """A press on its track and a move: the value follows to the end, and the keyboard goes on from there."""
    page = Page(context, server, hash_of("regions", "laplace(eps=2)"))
    page.settled()
    slider = page.get_by_label("ε as a slider")
    box = slider.bounding_box()
    middle = box["y"] + box["height"] / 2
    for share in [0.4, 0.7, 0.9]:
        page.mouse.move(box["x"] + box["width"] * share, middle)
        page.mouse.down()
        seen = []
        for step in range(8):
            page.mouse.move(box["x"] + box["width"] * (share - 0.04 * step), middle)
            seen.append(float(page.id("field-eps").input_value()))
        page.mouse.up()
        assert seen == sorted(seen, reverse=True) and len(set(seen)) >= 7, (share, seen)
    before = float(page.id("field-eps").input_value())
    expect(slider).to_be_focused()
    slider.press("ArrowRight")
    assert round(float(page.id("field-eps").input_value()) - before, 6) == 0.01
    # A value of the mechanism that is invalid on the way does not end the drag either.
    page.write("approx-dp-tv(eps=0.6, delta=0.15, eta=0.25)")
    slider = page.get_by_label("ε as a slider")
    box = slider.bounding_box()
    page.mouse.move(box["x"] + box["width"] * 0.2, box["y"] + box["height"] / 2)
    page.mouse.down()
    for share in [0.1, 0.01, 0.0]:
        page.mouse.move(box["x"] + box["width"] * share, box["y"] + box["height"] / 2, steps=3)
        page.wait_for_timeout(400)
    page.mouse.move(box["x"] + box["width"] * 0.5, box["y"] + box["height"] / 2, steps=3)
    page.mouse.up()
    assert 4 < float(page.id("field-eps").input_value()) < 6


def test_small_deltas_and_expressions_have_sliders(context, server):
    page = Page(context, server, hash_of("regions", "approx-dp(eps=1, delta=1e-5)"))
    slider = page.get_by_label("δ as a slider")
    slider.focus()
    slider.press("ArrowRight")
    assert page.id("mechanism").input_value() == "approx-dp(eps=1, delta=2e-5)"
    slider.press("Home")
    assert page.id("field-delta").input_value() == "0"
    slider.press("End")
    assert page.id("field-delta").input_value() == "1"
    page.id("field-delta").fill("1/1000")
    slider.press("ArrowRight")
    assert page.id("field-delta").input_value() == "0.002"
    page.id("field-eps").fill("ln(3)")
    eps = page.get_by_label("ε as a slider")
    expect(eps).to_be_enabled()
    eps.press("ArrowRight")
    assert page.id("field-eps").input_value() == "1.11"


def test_the_wheel_scrolls(context, server):
    """Over the picture too; it zooms after a click, until the pointer leaves."""
    page = Page(context, server, hash_of("regions", "gdp(mu=1)"))
    page.tab.set_viewport_size({"width": 1280, "height": 500})
    page.settled()
    box = page.plot()
    place = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)

    def wheel():
        page.mouse.wheel(0, 100)
        page.wait_for_timeout(400)
        return page.tab.evaluate("window.scrollY")

    page.tab.evaluate("window.scrollTo(0, 0)")
    page.mouse.move(*place)
    assert wheel() > 0 and "window=" not in page.url
    page.tab.evaluate("window.scrollTo(0, 0)")
    page.mouse.move(place[0], place[1] - 20)
    page.mouse.down()
    page.mouse.up()
    page.mouse.wheel(0, -100)
    page.wait_for_timeout(400)
    assert page.tab.evaluate("window.scrollY") == 0 and "window=" in page.url
    page.mouse.move(5, 300)
    page.mouse.move(*place)
    assert wheel() > 0


def test_values_are_at_the_pointer_and_beside_the_picture(context, server):
    for width, height in [(1280, 900), (1366, 768), (1440, 900), (1920, 1080)]:
        page = Page(context, server, hash_of("regions", "gdp(mu=1)", "laplace(eps=1)"))
        page.tab.set_viewport_size({"width": width, "height": height})
        page.settled()
        page.tab.evaluate("window.scrollTo(0, 0)")
        edge = page.tab.locator("#picture > .canvas svg > rect.edge").bounding_box()
        canvas = page.tab.locator("#picture > .canvas").bounding_box()
        at = (edge["x"] + edge["width"] * 0.25, edge["y"] + edge["height"] / 2)
        page.mouse.move(*at)
        page.there()
        values = page.tab.locator("#picture > .values")
        page.at_pointer()
        for line in reading(page)[1:]:
            assert line.rsplit(": ", 1)[1] in values.inner_text(), (line, values.inner_text())
        # The last line says which are computed: the others are read off the drawing.
        assert values.locator("> div").last.inner_text() == "1 computed, the others as drawn"
        shown = values.bounding_box()
        assert abs(shown["x"] - at[0]) < 40 and abs(shown["y"] + shown["height"] - at[1]) < 40, (shown, at)
        beside = page.id("there").bounding_box()
        assert beside["x"] >= canvas["x"] + canvas["width"] and beside["y"] + beside["height"] <= height, beside
        assert canvas["y"] + canvas["height"] <= height, canvas
        page.mouse.move(5, 5)
        expect(values).to_be_hidden()
        page.tab.close()


def test_each_value_is_shown_once(context, server):
    """At the pointer, for all curves; beside the picture is what that does not say, and equal ends are one number."""
    page = Page(context, server, hash_of("regions", "gdp(mu=0.8)", "laplace(eps=1)"))
    page.settled()
    box = page.plot()
    page.mouse.move(box["x"] + box["width"] * 0.3, box["y"] + box["height"] / 2)
    page.there()
    lines = page.at_pointer()
    assert len(lines) == 4, lines
    beside = page.id("side").evaluate("one => [...one.querySelectorAll('dt')].map(dt => dt.textContent)")
    assert beside == ["most powerful test rejects", "randomisation at that ratio", "tangent (supporting) line"], beside
    # What is for readers of the screen alone is not seen.
    assert page.id("under").bounding_box()["width"] <= 1
    assert "β" not in page.id("there").inner_text() and "power" not in page.id("there").locator("dd").all_inner_texts()
    page = Page(context, server, hash_of("profiles", "gaussian(sigma=1)", "approx-dp(eps=1, delta=1e-6)"))
    page.settled()
    box = page.plot()
    page.mouse.move(box["x"] + box["width"] * 0.98, box["y"] + box["height"] / 2)
    second = page.at_pointer()[2]
    assert second == "2 1e-6", second
    # The picture has the room of what is not beside it.
    assert page.tab.locator("#picture").bounding_box()["width"] > 750


def test_what_can_be_drawn_is_drawn(context, server):
    """One line says what is left out, and why; the numbers and colours of the others stay."""
    page = Page(context, server, hash_of("regions", "gdp(mu=1)", "zcdp(rho=1/2)", *[f"laplace(eps={n})" for n in range(1, 9)]))
    page.settled()
    assert page.layers() == 9
    assert page.tab.locator("#left-out p").count() == 1
    expect(page.id("left-out")).to_contain_text("2 zcdp(rho=1/2) is not drawn: zcdp is a class")
    looks = page.tab.locator("#layers .look")
    assert [looks.nth(index).locator("line").count() for index in range(3)] == [1, 0, 1]
    assert looks.nth(2).locator("line").get_attribute("class") == "c2"
    assert page.tab.locator("#picture > .canvas [data-layer='1'] .line.c2").count() > 0
    page.get_by_text("Show profiles").click()
    page.settled()
    assert page.layers() == 10 and page.id("left-out").inner_text() == ""
    # With its usual mechanisms the tab of compositions draws what it can, and nothing of another tab.
    page = Page(context, server)
    page.settled()
    page.id("tab-compositions").click()
    page.settled()
    assert page.layers() == 2
    expect(page.id("left-out")).to_contain_text("2 gaussian(sigma=1) is not drawn: gaussian noise has infinitely many")
    expect(page.id("left-out")).to_contain_text("1 poisson(256/60000, gaussian(sigma=1.1))^2344 is not drawn")
    assert "delta" in page.legend()
    assert page.problems == [], page.problems


def test_show_and_hide(context, server):
    """In the list; it is kept in the address, and saved pictures are without it. Elsewhere the legend has boxes."""
    page = Page(context, server, hash_of("regions", "gdp(mu=1)", "laplace(eps=1)", "gdp(mu=3)"))
    page.settled()
    page.get_by_label("show laplace(eps=1)").uncheck()
    page.settled()
    assert page.layers() == 2 and "hide=1" in page.url and "laplace" not in page.command_line()
    assert page.tab.locator("#picture > .canvas [data-layer='1'] .line.c2").count() > 0
    assert b"laplace" not in saved(page, "svg")
    page.tab.reload()
    page.settled()
    assert page.layers() == 2
    page.get_by_label("show laplace(eps=1)").check()
    page.settled()
    assert page.layers() == 3 and "hide" not in page.url
    for index in range(3):
        page.tab.locator("#layers input[type=checkbox]").nth(index).uncheck()
    page.wait_for_timeout(500)
    assert page.layers() == 0 and page.id("tools").is_hidden()
    # A curve that is not of the list.
    page = Page(context, server, "#judge")
    page.id("example").click()
    page.settled()
    page.tab.locator("#legend input").first.uncheck()
    expect(page.tab.locator("#picture > .canvas [data-layer='0']")).to_be_hidden()
    page.tab.locator("#legend input").first.check()
    expect(page.tab.locator("#picture > .canvas [data-layer='0']")).to_be_visible()


def test_numbers_in_the_list(context, server):
    """eps at a delta and delta at an eps, of each mechanism, as the command line has them; none is cut off."""
    mechanisms = ["gaussian(sigma=2)^3", "laplace(eps=1)^4", "approx-dp(eps=1, delta=1/10)", "poisson(1/100, gaussian(sigma=1.1))^100"]
    page = Page(context, server, hash_of("regions", *mechanisms))
    for at_delta, at_eps in [("1e-5", "1"), ("1e-9", "1/2")]:
        page.id("at-delta").fill(at_delta)
        page.id("at-eps").fill(at_eps)
        page.wait_for_timeout(400)
        expect(page.tab.locator("#layers .answer.waited")).to_have_count(0)
        rows = page.tab.locator("#layers li")
        assert rows.count() == 4
        for index, mechanism in enumerate(mechanisms):
            for column, quantity, at in [(0, "eps", at_delta), (1, "delta", at_eps)]:
                answer = ask(server, quantity, mechanism, "--at", at, "--digits", "5")
                shown = rows.nth(index).locator(".answer").nth(column)
                said = shown.inner_text()
                if answer["lo"] == "inf":
                    assert said == "infinite", (mechanism, quantity, said)
                    continue
                low, *high = map(Decimal, typed(said).strip("[]").split(", "))
                wanted = [Decimal(answer["lo"]), Decimal(answer["hi"])]
                assert [low, *high] == (wanted if wanted[0] < wanted[1] else wanted[:1]), (mechanism, quantity, said, answer)
                assert "0.000" not in said and "e-" not in said, said
                assert shown.evaluate("one => one.parentElement.scrollWidth <= one.parentElement.clientWidth"), said
    # Names too are for the eye, and fields are not.
    page.add("(ε, δ)-DP")
    expect(page.tab.locator("#layers .line").last).to_have_text("approx-dp(eps=1, delta=10⁻⁵)")
    expect(page.id("mechanism")).to_have_value("approx-dp(eps=1, delta=1e-5)")
    assert page.id("field-delta").input_value() == "1e-5" and "10⁻" not in page.command_line()
    page.delete()
    assert "atDelta=1e-9" in page.url and "atEps=1%2F2" in page.url
    page.id("at-delta").fill("two")
    expect(page.id("at-delta")).to_have_attribute("aria-invalid", "true")
    page.id("at-delta").fill("1e-6")
    expect(page.id("at-delta")).to_have_attribute("aria-invalid", "false")


def test_refusals_are_in_the_terms_of_the_page(context, server):
    """No option of the command line is named."""
    for mechanism, said in [
        (TOO_LARGE, "this would take about"),
        ("gaussian(eps=1, delta=1e-5)", ""),
        ("approx-dp-tv(eps=-0.01, delta=0.15, eta=0.25)", "is outside"),
        ("poisson(gaussian(sigma=1))", ""),
    ]:
        page = Page(context, server, hash_of("regions", mechanism))
        expect(page.id("left-out")).not_to_have_text("", timeout=30_000)
        expect(page.id("panel")).to_contain_text(said)
        if mechanism == TOO_LARGE:
            expect(page.id("layers")).to_contain_text("the limit is")
        whole = page.tab.locator("main").inner_text()
        assert "--" not in whole, whole
        # A reason and a domain are named once.
        assert whole.count(said) == 1 or not said, whole
        assert page.id("mechanism-problem").inner_text().count("is outside") < 2 and "must be in" not in whole, whole
        page.tab.close()


def test_every_tab_is_on_the_screen(context, server):
    """Whatever the width is, none is beyond an edge, cut off or over another; on most phones they are on one line."""
    for width in [320, 360, 390, 600, 801, 1280]:
        page = Page(context, server, "#judge")
        page.tab.set_viewport_size({"width": width, "height": 844})
        tabs = page.get_by_role("tab").all()
        assert len(tabs) == 6
        for tab in tabs:
            box = tab.bounding_box()
            assert box["x"] >= 0 and box["x"] + box["width"] <= width, (width, box)
            assert tab.evaluate("one => one.scrollWidth <= one.clientWidth"), width
            assert not any(meet(box, other.bounding_box()) for other in tabs if other != tab), (width, box)
            expect(tab).to_be_in_viewport(ratio=1)
        lines = {tab.bounding_box()["y"] for tab in tabs}
        assert len(lines) == 1 or width == 320 and len(lines) == 2, (width, lines)
        page.id("tab-compositions").click()
        expect(page.id("tab-compositions")).to_have_attribute("aria-selected", "true")
        page.tab.close()


def test_a_picture_ends_below_its_axes(context, server):
    """Its legend is beside it, and no part of that in the drawing is seen."""
    for width, height in [(1280, 800), (390, 844)]:
        for tab in ["profiles", "compare", "utility"]:
            page = Page(context, server, f"#{tab}")
            page.tab.set_viewport_size({"width": width, "height": height})
            page.settled()
            shown = page.tab.locator("#picture > .canvas svg text").evaluate_all(
                """all => {
                    const end = document.querySelector("#picture > .canvas").getBoundingClientRect().bottom;
                    const axes = all.findIndex(one => one.closest("[transform]:not(text)"));
                    const seen = all.slice(axes).filter(one => one.getBoundingClientRect().top < end - 1);
                    return [axes, seen.map(one => one.textContent)];
                }"""
            )
            assert shown[0] > 0 and shown[1] == [], (tab, width, shown)
            page.tab.close()


def test_phone(context, server):
    """The picture and the sliders are on one screen, no word is broken, and a finger finds its target."""
    sized = context.browser.new_context(viewport={"width": 390, "height": 844}, has_touch=True)
    page = Page(sized, server, hash_of("regions", "approx-dp-tv(eps=0.6, delta=0.15, eta=0.25)", "gdp(mu=0.8)"))
    page.settled()
    page.tab.evaluate("window.scrollTo(0, 0)")
    picture = page.tab.locator("#picture > .canvas").bounding_box()
    assert picture["y"] < page.id("asked").bounding_box()["y"]
    assert all(answer.evaluate("one => one.scrollWidth <= one.clientWidth") for answer in page.tab.locator(".answers > span").all())
    for name in ["eps", "delta", "eta", "times"]:
        box = page.id(f"field-{name}").bounding_box()
        assert picture["y"] + picture["height"] <= box["y"] and box["y"] + box["height"] <= 844, (name, picture, box)
    # The picture stays while the rest scrolls.
    page.tab.evaluate("window.scrollTo(0, 300)")
    page.wait_for_timeout(200)
    assert page.tab.locator("#picture > .canvas").bounding_box()["y"] >= 0
    targets = "button:visible, select:visible, input:not([type=checkbox]):not([type=radio]):visible, summary:visible, #layers label:visible"
    for tab in ["regions", "profiles", "compositions", "compare", "utility", "judge"]:
        page.id(f"tab-{tab}").click()
        page.wait_for_timeout(500)
        small = [
            target.evaluate("one => one.outerHTML.slice(0, 80)")
            for target in page.tab.locator(targets).all()
            if target.bounding_box()["height"] < 44 and target.get_attribute("type") != "range"
        ]
        assert small == [], (tab, small)
        assert page.tab.evaluate("document.documentElement.scrollWidth") <= 390, tab
    page.id("example").click()
    cell = page.tab.locator("tr.refuted .verdict")
    cell.wait_for()
    assert cell.bounding_box()["height"] < 40, cell.bounding_box()
    assert page.problems == [], page.problems
    sized.close()


def boxes(page, *places):
    """Where these are on the page, by their selectors."""
    return {place: page.tab.locator(place).first.bounding_box() for place in places}


def meet(one, other):
    """Do two boxes overlap by more than a border?"""
    return all(
        one[at] + 1 < other[at] + other[size] and other[at] + 1 < one[at] + one[size]
        for at, size in [("x", "width"), ("y", "height")]
    )


def test_nothing_moves_under_the_hand(context, server):
    """Longer names, longer numbers, a message and the next picture leave everything where it is."""
    places = ["#field-eps", "#field-delta", "#field-times", "#mechanism", "#layer-name", "#at-delta", "#at-eps"]
    places += ["#picture > .canvas", "#zoom-in", "#layer-0", "#layer-1", "#layers button", "#tab-judge"]
    long = "subsample(method=poisson, rate=1/1000, adjacency=add-remove, mechanism=gaussian(sigma=1.1))"
    for width, height in [(1280, 900), (390, 844)]:
        page = Page(context, server, hash_of("regions", "approx-dp(eps=1, delta=1e-6)", long))
        page.tab.set_viewport_size({"width": width, "height": height})
        page.settled()
        before = boxes(page, *places)
        slider = page.get_by_label("ε as a slider")
        slider.focus()
        for key in ["ArrowRight"] * 4 + ["Home", "End"]:
            slider.press(key)
            assert boxes(page, *places) == before, key
            page.wait_for_timeout(400)
            assert boxes(page, *places) == before, key
        page.settled()
        assert boxes(page, *places) == before
        for value in ["12345.678901234567890123456789", "ln(3) + exp(1/7) + sqrt(2)"]:
            page.id("field-eps").fill(value)
            page.settled()
            assert boxes(page, *places) == before, value
        page.id("layer-name").fill("a name that is too long for one line of the list, whatever the screen")
        page.settled()
        # To write it, the page was scrolled to its field.
        page.tab.evaluate("window.scrollTo(0, 0)")
        assert boxes(page, *places) == before
        # Another tab has its name as wide as before.
        page.id("tab-profiles").click()
        page.settled()
        after = boxes(page, "#tab-judge")["#tab-judge"]
        assert width < 800 or after == before["#tab-judge"], (before["#tab-judge"], after)
        page.tab.close()


def test_what_is_said_above_a_picture_covers_nothing(context, server):
    """The line is always there: whatever it says, nothing moves, and nothing is below it."""
    for width, height in [(1280, 900), (390, 844)]:
        for tab in ["regions", "profiles", "compositions", "compare", "utility", "judge"]:
            page = Page(context, server, f"#{tab}")
            page.tab.set_viewport_size({"width": width, "height": height})
            if tab == "judge":
                page.id("example").click()
            page.settled()
            if tab == "compare":
                # The verdict is a text above the picture, and may come after it.
                expect(page.id("verdict")).to_contain_text("No: ", timeout=60_000)
            pictures = ["#picture"] + ["#region-of-utility"] * (tab == "utility")
            others = ["header", "#controls", "#tools", *[f"{picture} > .canvas" for picture in pictures]]
            if tab != "utility":
                others.append("#top")
            before = boxes(page, *others)
            for picture in pictures:
                page.tab.locator(f"{picture} > .bar").evaluate(
                    """bar => {
                        bar.querySelector(".status").textContent = "computing ... 11 of 13 answers, 25 min so far";
                        bar.querySelector(".cancel").hidden = false;
                    }"""
                )
            assert boxes(page, *others) == before, (tab, width)
            for picture in pictures:
                bar = page.tab.locator(f"{picture} > .bar").bounding_box()
                for place, box in before.items():
                    assert not meet(bar, box), (tab, width, place, bar, box)
            page.tab.close()


def test_names_for_readers_of_the_screen(context, server):
    """One main landmark with the named panel in it, named tables, no empty heading; and what axe finds, which is nothing."""
    axe = None
    try:
        from axe_playwright_python.sync_playwright import Axe

        axe = Axe()
    except ImportError:
        print("        axe-playwright-python is not installed: axe was not asked", flush=True)
    for scheme, width, height in [("light", 1280, 900), ("dark", 1280, 900), ("light", 390, 844)]:
        sized = context.browser.new_context(color_scheme=scheme, viewport={"width": width, "height": height})
        page = Page(sized, server)
        for tab in ["regions", "profiles", "compositions", "compare", "utility", "judge", "glossary"]:
            if tab == "glossary":
                page.id("help").click()
            else:
                page.id(f"tab-{tab}").click()
                if tab == "judge":
                    found(page, axe, "empty judge")
                    page.id("example").click()
                    expect(page.tab.locator("#judged table")).to_be_visible()
                page.settled()
                assert page.get_by_role("main").count() == 1
                name = page.id(f"tab-{tab}").inner_text()
                assert page.get_by_role("main").get_by_role("tabpanel", name=name, exact=True).count() == 1, tab
                for table in page.tab.locator("table:visible").all():
                    assert table.get_attribute("aria-label"), table.evaluate("one => one.outerHTML.slice(0, 80)")
                headings = page.tab.locator("table:visible th")
                assert all(one.text_content().strip() for one in headings.all()), tab
            found(page, axe, (tab, scheme, width))
        sized.close()


def found(page, axe, where):
    """Fails with what axe finds, where it is installed."""
    if axe:
        violations = axe.run(page.tab).response["violations"]
        said = [(one["id"], one["impact"], [node["html"][:120] for node in one["nodes"]][:3]) for one in violations]
        assert said == [], (where, said)


def test_a_finger_reads_values(context, server):
    """They stay after a tap, have no frame, and leave when something else is touched."""
    sized = context.browser.new_context(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    page = Page(sized, server, hash_of("regions", "gdp(mu=0.8)"))
    page.settled()
    box = page.plot()
    values = page.tab.locator("#picture > .values")
    for share in [0.25, 0.75]:
        page.tab.touchscreen.tap(box["x"] + box["width"] * share, box["y"] + box["height"] / 2)
        expect(values).to_be_visible()
        page.wait_for_timeout(600)
        expect(values).to_be_visible()
        shown = values.bounding_box()
        assert shown["y"] >= box["y"] - 1 and box["x"] <= shown["x"] + 40, (shown, box)
        assert page.tab.locator("#picture > .canvas svg").evaluate("one => getComputedStyle(one).outlineStyle") == "none"
    page.id("field-mu").tap()
    expect(values).to_be_hidden()
    assert page.problems == [], page.problems
    sized.close()


def test_what_a_finger_reads_is_below_the_picture(context, server):
    """On a phone the test and the tangent of the selected curve are there after a tap, and move nothing."""
    sized = context.browser.new_context(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    page = Page(sized, server, hash_of("regions", "gdp(mu=0.8)", "laplace(eps=1)"))
    page.settled()
    page.tab.evaluate("window.scrollTo(0, 0)")
    box, there, slider = page.plot(), page.id("there"), page.id("field-mu")
    expect(there).to_be_hidden()
    before = slider.bounding_box()
    page.tab.touchscreen.tap(box["x"] + box["width"] * 0.25, box["y"] + box["height"] / 2)
    expect(there).to_contain_text("most powerful test")
    expect(there).to_be_visible()
    picture, shown = page.tab.locator("#picture > .canvas").bounding_box(), there.bounding_box()
    assert abs(picture["y"] + picture["height"] - shown["y"]) < 12 and shown["y"] + shown["height"] < 844, (picture, shown)
    assert slider.bounding_box() == before
    # It stays there when the page is scrolled, and leaves when something else is touched.
    page.tab.evaluate("window.scrollTo(0, 300)")
    page.wait_for_timeout(200)
    picture, shown = page.tab.locator("#picture > .canvas").bounding_box(), there.bounding_box()
    assert abs(picture["y"] + picture["height"] - shown["y"]) < 12, (picture, shown)
    page.tab.evaluate("window.scrollTo(0, 0)")
    slider.tap()
    expect(there).to_be_hidden()
    assert page.problems == [], page.problems
    sized.close()


def test_glossary(context, server):
    page = Page(context, server)
    page.id("help").click()
    for word in ["type I error", "dominates", "tight", "ledger"]:
        expect(page.id("glossary")).to_contain_text(word)
    page.keyboard.press("Escape")
    expect(page.id("glossary")).to_be_hidden()


def test_the_server_goes_and_comes_back(context, server):
    own = Server(server.dpcert)
    try:
        page = Page(context, own, hash_of("regions", "gdp(mu=1)"))
        page.settled()
        own.stop()
        page.write("gdp(mu=2)")
        expect(page.id("banner")).to_be_visible()
        assert "dpcert serve" in page.id("banner").inner_text()
        own = Server(server.dpcert, own.port)
        expect(page.id("banner")).to_be_hidden(timeout=20_000)
        page.settled()
        assert "gdp(mu=2)" in page.legend()
    finally:
        own.stop()


def test_screenshots(context, server):
    """Nothing is wider than the screen; the pictures are there to be looked at."""
    SHOTS.mkdir(parents=True, exist_ok=True)
    addresses = {
        "first": "",
        "regions": hash_of("regions", "approx-dp-tv(eps=0.6, delta=0.15, eta=0.25)", "gdp(mu=0.8)", "laplace(eps=1)"),
        "profiles": hash_of("profiles", "gaussian(sigma=1)^10", "laplace(eps=1)^10", log=""),
        "compositions": hash_of("compositions", "approx-dp(eps=1, delta=0)^5", "approx-dp-tv(eps=1, delta=0, alpha=3/10)^5"),
        "compare": hash_of("compare", "randomized-response(eps=ln(3))^2", "randomized-response(eps=ln(9))"),
        "utility": "#utility",
        "judge": "#judge",
    }
    for scheme in ["light", "dark"]:
        for width, height in [(390, 844), (1440, 900)]:
            sized = context.browser.new_context(color_scheme=scheme, viewport={"width": width, "height": height})
            for name, address in addresses.items():
                page = Page(sized, server, address)
                if name == "judge":
                    page.id("example").click()
                page.settled()
                if name in ("regions", "profiles"):
                    box = page.plot()
                    page.mouse.move(box["x"] + box["width"] * 0.3, box["y"] + box["height"] / 2)
                    page.at_pointer()
                page.tab.screenshot(path=SHOTS / f"{name}-{scheme}-{width}.png", full_page=True)
                wide = page.tab.evaluate("document.documentElement.scrollWidth")
                assert wide <= width, (name, scheme, width, wide)
                page.tab.close()
            sized.close()


def main():
    dpcert, *words = sys.argv[1:]
    tests = {name: test for name, test in globals().items() if name.startswith("test_")}
    chosen = {name: test for name, test in tests.items() if not words or any(word in name for word in words)}
    server = Server(str(Path(dpcert).resolve()))
    # A busy machine may be late.
    expect.set_options(timeout=20_000)
    failed = []
    with sync_playwright() as playwright:
        try:
            # In a container there is no sandbox, and little shared memory.
            arguments = ["--no-sandbox", "--disable-dev-shm-usage"]
            browser = playwright.chromium.launch(executable_path=CHROMIUM, args=arguments)
        except Exception as error:
            print(f"THE PAGE WAS NOT CHECKED: {CHROMIUM} does not start: {error}", file=sys.stderr)
            server.stop()
            sys.exit(77)
        for name, test in chosen.items():
            # A browser on a busy machine may be late: once more, and it is said.
            for attempt in ["first", "second"]:
                start = time.monotonic()
                context = browser.new_context(viewport={"width": 1280, "height": 900}, accept_downloads=True)
                try:
                    test(context, server)
                    print(f"ok      {name} ({time.monotonic() - start:.1f} s, {attempt} attempt)", flush=True)
                    break
                except Exception:
                    traceback.print_exc()
                    print(f"FAILED  {name}, {attempt} attempt", flush=True)
                finally:
                    context.close()
            else:
                failed.append(name)
        browser.close()
    server.stop()
    print(f"{len(chosen) - len(failed)} of {len(chosen)} passed")
    sys.exit(1 if failed or not chosen else 0)


if __name__ == "__main__":
    main()
