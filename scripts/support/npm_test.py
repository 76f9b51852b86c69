#!/usr/bin/env python3
"""The npm package of scripts/web, in Node and in Chromium, held against the programs: npm_test.py PACKAGE DPCERT

In Node by the tests of crates/web/npm/test, with the types if TypeScript can be had; in Chromium from the server of the page,
and from another one.
"""

import functools
import http.server
import json
import os
import shutil
import subprocess
import sys
import threading
from pathlib import Path

from playwright.sync_api import sync_playwright
from questions import ROOT
from site_test import CHROMIUM, Quiet

SOURCES = ROOT / "crates" / "web" / "npm"

ASK = """async ([address, mechanism]) => {
  const { DpcertError, delta, eps, verify } = await import(`${address}/index.js`);
  const cancel = new AbortController();
  const long = eps("random-allocation(100000, gaussian(sigma=1))", "1e-9", { digits: 12, signal: cancel.signal });
  setTimeout(() => cancel.abort(), 1000);
  const ended = await long.then(() => "answered", (error) => error.name);
  const refused = await delta(mechanism, 0.5).then(() => "answered", (error) => [error instanceof DpcertError, error.answer.status]);
  return [await eps(mechanism, "1e-5"), ended, refused, await verify([{ name: "no.json", text: "{}" }])];
}"""


class Open(Quiet):
    """A server of files that other servers' pages may read."""

    def end_headers(self):
        self.send_header("access-control-allow-origin", "*")
        super().end_headers()


def in_node(package: Path, program: str) -> None:
    """Installs the package beside its tests, and runs them."""
    work = package.parent / "npm-tried"
    (work / "node_modules").mkdir(parents=True, exist_ok=True)
    installed = work / "node_modules" / "dpcert"
    shutil.rmtree(installed, ignore_errors=True)
    # What would be published, and no more.
    packed = subprocess.run(["npm", "pack", "--silent", "--pack-destination", str(work), str(package)], check=True, capture_output=True, text=True)
    archive = work / packed.stdout.strip()
    shutil.unpack_archive(archive, installed)
    archive.unlink()
    for path in (installed / "package").iterdir():
        path.rename(installed / path.name)
    names = sorted(path.name for path in installed.iterdir() if path.name != "package")
    assert names == sorted(path.name for path in package.iterdir()), names
    (work / "package.json").write_text('{"type": "module"}\n')
    for test in (SOURCES / "test").iterdir():
        shutil.copy(test, work)
    environment = {
        **os.environ,
        "DPCERT": program,
        "CLAIMS": str(ROOT / "fixtures/claims/diffprivlib-gaussian.toml"),
        "README": str(installed / "README.md"),
    }
    subprocess.run(["node", "--test", "dpcert.test.js"], cwd=work, check=True, env=environment)
    # Apart: npm removes what it did not install.
    apart = package.parent / "npm-typescript"
    compiler = apart / "node_modules" / "typescript" / "bin" / "tsc"
    if not compiler.exists():
        subprocess.run(["npm", "install", "--silent", "--no-save", "--prefix", str(apart), "typescript@5.9.3"], check=False)
    if compiler.exists():
        options = ["--noEmit", "--strict", "--target", "es2022", "--module", "nodenext", "--lib", "es2022,dom"]
        subprocess.run(["node", str(compiler), *options, "types.ts"], cwd=work, check=True)
        print("the types allow what is right, and nothing else")
    else:
        print("THE TYPES WERE NOT TRIED: npm cannot install typescript")


def served(folder: Path) -> str:
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Open, directory=str(folder)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return f"http://127.0.0.1:{server.server_port}"


def in_chromium(package: Path, program: str) -> None:
    """Asks from a page of the same server, and from one of another."""
    mechanism = "poisson(256/60000, gaussian(sigma=1.1))^2344"
    line = json.dumps({"mechanism": mechanism, "query": {"eps": {"delta": "1e-5"}}})
    expected = json.loads(subprocess.run([program, "query"], input=line, capture_output=True, text=True, check=True).stdout)
    one, other = served(package), served(package)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        page = browser.new_page()
        page.goto(f"{one}/package.json")
        for address in [one, other]:
            answer, ended, refused, verdict = page.evaluate(ASK, [address, mechanism])
            assert answer == expected, answer
            assert (ended, refused, verdict["code"]) == ("AbortError", [True, "error"], 2), (ended, refused, verdict)
        browser.close()
    print("the package answers in Chromium, from the page's server and from another one")


def main() -> None:
    package, program = (Path(argument).resolve() for argument in sys.argv[1:])
    in_node(package, str(program))
    in_chromium(package, str(program))


if __name__ == "__main__":
    main()
