#!/usr/bin/env python3
"""Makes the files of the page into a site, and those of the npm package into a package: site.py SITE PACKAGE VERSION

It says in index.html that workers answer and what the page may load, in offline.js which files there are, in carry.js which
script a report may have, and in package.json the version and which files there are.
"""

import base64
import hashlib
import json
import sys
from pathlib import Path

POLICY = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; style-src 'self' 'unsafe-inline'; "
    "connect-src 'self'; img-src 'self' data: blob:; form-action 'none'; base-uri 'none'"
)


def replaced(path: Path, old: str, new: str) -> None:
    """Replaces a text that is there once."""
    text = path.read_text()
    assert text.count(old) == 1, f"{path}: {old}"
    path.write_text(text.replace(old, new))


def package(folder: Path, version: str) -> None:
    """Says what is in the package."""
    description = json.loads((folder / "package.json").read_text())
    names = sorted(path.name for path in folder.iterdir() if path.name != "package.json")
    first = {"name": description.pop("name"), "version": version}
    (folder / "package.json").write_text(json.dumps({**first, **description, "files": names}, indent=2) + "\n")


def main() -> None:
    site, npm = map(Path, sys.argv[1:3])
    package(npm, sys.argv[3])
    charset = '<meta charset="utf-8">\n'
    policy = f'{charset}<meta http-equiv="content-security-policy" content="{POLICY}">\n'
    for page in ["index.html", "checker.html"]:
        replaced(site / page, charset, policy)
    replaced(site / "index.html", '<html lang="en">', '<html lang="en" data-answered-by="./tab.js">')
    script = hashlib.sha256((site / "carried.js").read_bytes()).digest()
    carry = site / "carry.js"
    carry.write_text(f'const DIGEST = "sha256-{base64.b64encode(script).decode()}";\n{carry.read_text()}')
    for name in ["carried.js", "worker.js"]:
        assert "</script" not in (site / name).read_text(), name
    files = sorted(path for path in site.iterdir() if path.name != "offline.js")
    digest = hashlib.sha256()
    for path in files:
        digest.update(path.name.encode() + b"\0" + path.read_bytes())
    names = ["./", *(path.name for path in files)]
    worker = site / "offline.js"
    constants = f"const VERSION = {json.dumps(digest.hexdigest()[:16])};\nconst FILES = {json.dumps(names)};\n"
    worker.write_text(constants + worker.read_text())


if __name__ == "__main__":
    main()
