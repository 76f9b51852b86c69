#!/usr/bin/env python3
"""Makes the files of the page into a site: site.py FOLDER

It says in index.html that workers answer and what the page may load, and in offline.js which files there are.
"""

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


def main() -> None:
    site = Path(sys.argv[1])
    charset = '<meta charset="utf-8">\n'
    policy = f'{charset}<meta http-equiv="content-security-policy" content="{POLICY}">\n'
    for page in ["index.html", "checker.html"]:
        replaced(site / page, charset, policy)
    replaced(site / "index.html", '<html lang="en">', '<html lang="en" data-answered-by="./tab.js">')
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
