#!/usr/bin/env python3
"""The site of scripts/web, in Chromium, held against the programs: site_test.py SITE DPCERT DPCERT_CHECKER

500 answers and the verdict on each certificate of the fixtures are compared byte for byte. Each tab does its main action;
nothing is asked of another host; and the page works without a connection after the first visit.
"""

import functools
import http.server
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

import questions
from playwright.sync_api import Browser, Page, expect, sync_playwright
from questions import ROOT

CHROMIUM = os.environ.get("CHROMIUM", "/usr/bin/chromium")

# Asks what answers the page, and gives the text of the answer with its status.
ASK = """async ([path, body]) => {
  const { send } = await import("./tab.js");
  const response = await send(path, body);
  return [response.status, await response.text()];
}"""

# A long question is cancelled, and a short one answered in its place.
CANCEL = """async ([long, short]) => {
  const { send } = await import("./tab.js");
  const cancel = new AbortController();
  const asked = send("/query", long, cancel.signal).then(() => "answered", (error) => error.name);
  setTimeout(() => cancel.abort(), 1000);
  const ended = await asked;
  const answers = await Promise.all([1, 2, 3, 4, 5, 6].map(async () => (await send("/query", short)).text()));
  return [ended, answers];
}"""


class Quiet(http.server.SimpleHTTPRequestHandler):
    """A server of files that says nothing."""

    def log_message(self, *_):
        pass


def same_answers(page: Page, program: str) -> None:
    """The answers of the page are those of the program, byte for byte."""
    lines = questions.lines()
    text = "\n".join(lines) + "\n"
    asked = subprocess.run([program, "query"], input=text.encode(), capture_output=True, check=False)
    start = time.monotonic()
    status, said = page.evaluate(ASK, ["/query", text])
    seconds = time.monotonic() - start
    assert status == 200, said
    native = asked.stdout.decode()
    for line, one, other in zip(lines, native.splitlines(), said.splitlines(), strict=True):
        assert one == other, f"{line}\nthe program: {one}\nthe page: {other}"
    assert native == said
    print(f"{len(lines)} answers are equal; {seconds:.1f} s in the page")


def same_reports(page: Page, program: str) -> None:
    """A claim file has the same verdicts, certificates and report."""
    with tempfile.TemporaryDirectory() as folder:
        text = (ROOT / "fixtures/claims/diffprivlib-gaussian.toml").read_text()
        (Path(folder) / "claims.dpcert.toml").write_text(text)
        asked = subprocess.run([program, "check", "-", "--json"], input=text.encode(), capture_output=True, check=False)
        assert page.evaluate(ASK, ["/check?as=json", text]) == [200, asked.stdout.decode()]
        options = ["--output", "certificates", "--report", "certificates/report.html"]
        command = [program, "certify", "claims.dpcert.toml", *options]
        environment = {**os.environ, "COLUMNS": "100"}
        asked = subprocess.run(command, cwd=folder, capture_output=True, check=False, env=environment)
        status, said = page.evaluate(ASK, ["/certify", text])
        certified = json.loads(said)
        assert status == 200
        assert certified["said"] == asked.stdout.decode(), certified["said"]
        files = {path.name: path.read_text() for path in (Path(folder) / "certificates").iterdir()}
        found = {file["name"]: file["text"] for file in certified["files"]}
        assert found.keys() == files.keys(), found.keys()
        for name, expected in files.items():
            at = next((i for i, pair in enumerate(zip(found[name], expected)) if pair[0] != pair[1]), 0)
            assert found[name] == expected, f"{name}: {found[name][at - 80 : at + 80]}\ninstead of {expected[at - 80 : at + 80]}"
        print(f"{len(files)} files of certificates are equal")


def same_verdicts(page: Page, address: str, program: str, checker: str) -> None:
    """The page of the checker says what the checker says of each certificate of the fixtures."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for fixtures in ["claims", "ledgers"]:
            command = [program, "check", str(ROOT / "fixtures" / fixtures), "--certify", name]
            subprocess.run(command, capture_output=True, check=False)
        files = sorted(path.name for path in folder.glob("*.json"))
        asked = subprocess.run([checker, *files], cwd=folder, capture_output=True, check=False)
        page.goto(f"{address}/checker.html")
        page.locator("#certificates").set_input_files([folder / file for file in files])
        expect(page.locator("#code")).to_have_text(f"Exit code {asked.returncode}", timeout=300_000)
        assert page.locator("#said").text_content() == asked.stdout.decode()
        # With a claim file: those about it are compared word for word, the others are about another one.
        claim = ROOT / "fixtures/claims/diffprivlib-gaussian.toml"
        about = [file for file in files if file.startswith("diffprivlib-")]
        shutil.copy(claim, folder)
        asked = subprocess.run([checker, "--claim", claim.name, *about], cwd=folder, capture_output=True, check=False)
        page.reload()
        page.locator("#claim").set_input_files(claim)
        page.locator("#certificates").set_input_files([folder / file for file in about])
        expect(page.locator("#code")).to_have_text(f"Exit code {asked.returncode}", timeout=300_000)
        assert page.locator("#said").text_content() == asked.stdout.decode()
        print(f"{len(files)} verdicts on certificates are equal, and {len(about)} with a claim file")


def cancelled(page: Page) -> None:
    """A question ends with its cancellation, and the pool goes on."""
    long = '{"mechanism": "random-allocation(100000, gaussian(sigma=1))", "query": {"eps": {"delta": "1e-9"}}, "digits": 12}\n'
    short = '{"mechanism": "laplace(eps=1)", "query": {"tv": {}}}\n'
    ended, answers = page.evaluate(CANCEL, [long, short])
    assert ended == "AbortError", ended
    assert len(set(answers)) == 1 and '"status":"ok"' in answers[0], answers
    print("a question is cancelled, and others are answered")


def drawn(page: Page) -> None:
    """The picture is there."""
    expect(page.locator("#picture .canvas svg").first).to_be_visible(timeout=300_000)
    expect(page.locator("#picture .canvas")).not_to_have_class("canvas stale", timeout=300_000)


def proving(page: Page, browser: Browser, checker: str) -> None:
    """The report that is judged on the page checks its own certificates, opened as a file without a network."""
    with page.expect_download(timeout=300_000) as download:
        page.get_by_role("button", name="Report that checks itself").click()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        report = folder / download.value.suggested_filename
        download.value.save_as(report)
        text = report.read_text()
        [carried] = re.findall('id="carried-files">(.*?)</script>', text)
        files = json.loads(carried)
        names = [file["name"] for file in files["certificates"]]
        for file in [files["claim"], *files["certificates"]]:
            (folder / file["name"]).write_text(file["text"])
        context = browser.new_context(offline=True)
        opened = context.new_page()
        opened.on("pageerror", lambda error: print(error))
        command = [checker, "--claim", files["claim"]["name"], *names]
        asked = subprocess.run(command, cwd=folder, capture_output=True, check=False)
        opened.goto(report.as_uri())
        expect(opened.locator("#carried-code")).to_have_text(f"Exit code {asked.returncode}", timeout=60_000)
        assert opened.locator("#carried-said").text_content() == asked.stdout.decode()
        # It does not say what the sender wrote, but what comes out: here of another claim file.
        (folder / "other.html").write_text(text.replace('at-most = \\"1.2\\"', 'at-most = \\"1.3\\"'))
        assert opened.locator("#carried-list a").all_text_contents() == [files["claim"]["name"], *names]
        opened.goto((folder / "other.html").as_uri())
        expect(opened.locator("#carried-code")).to_have_text("Exit code 1", timeout=60_000)
    print(f"a report checks its own {len(names)} certificates, as a file without a network")


def tabs(page: Page) -> None:
    """Each tab does its main action."""
    for name in ["profiles", "compositions", "regions", "compare"]:
        page.locator(f"#tab-{name}").click()
        drawn(page)
    expect(page.locator("#verdict")).not_to_be_empty(timeout=300_000)
    page.locator("#tab-utility").click()
    expect(page.locator("#theorem-editor select").first).to_be_visible(timeout=300_000)
    drawn(page)
    page.locator("#tab-judge").click()
    page.locator("#example").click()
    expect(page.locator("#judged")).to_contain_text("refuted", timeout=300_000)
    expect(page.locator("#summary")).to_have_text("2 claims: 1 holds, 1 is refuted; no findings.")
    expect(page.locator("#picture .status").first).to_contain_text("verdicts are done; drawing the picture", timeout=300_000)
    with page.expect_download(timeout=300_000) as download:
        page.get_by_role("button", name="Report", exact=True).click()
    assert download.value.path().read_text().startswith("<!DOCTYPE html>")
    expect(page.locator("#judged")).to_contain_text("Saved as report.html.")
    expect(page.locator("#judged")).to_contain_text("2 of 2 claims have a certificate.")
    drawn(page)
    for form in ["svg", "png", "csv"]:
        with page.expect_download(timeout=300_000) as download:
            page.locator("#save").click()
            page.locator(f"#save-menu [value={form}]").click()
        assert download.value.path().stat().st_size > 500
    print("each tab does its main action")


def main() -> None:
    site, program, checker = sys.argv[1:]
    program, checker = str(Path(program).resolve()), str(Path(checker).resolve())
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=site))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    address = f"http://127.0.0.1:{server.server_port}"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        context = browser.new_context(accept_downloads=True)
        foreign, problems = [], []
        context.on("request", lambda request: None if request.url.startswith((address, "data:", "blob:")) else foreign.append(request.url))
        page = context.new_page()
        page.on("console", lambda message: problems.append(message.text) if message.type == "error" else None)
        page.on("pageerror", lambda error: problems.append(str(error)))
        start = time.monotonic()
        page.goto(f"{address}/index.html")
        drawn(page)
        print(f"the first picture after {time.monotonic() - start:.2f} s")
        same_answers(page, program)
        same_reports(page, program)
        cancelled(page)
        page.evaluate("navigator.serviceWorker.ready.then(() => true)")
        # From here on there is no network.
        server.shutdown()
        server.server_close()
        context.set_offline(True)
        page.reload()
        drawn(page)
        tabs(page)
        proving(page, browser, checker)
        same_verdicts(page, address, program, checker)
        assert not foreign, foreign
        assert not problems, problems
        browser.close()
    print("the page works without a network, and asks nothing of another host")


if __name__ == "__main__":
    main()
