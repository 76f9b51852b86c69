#!/usr/bin/env python3
"""The public interface of the library, an item a line, read from the pages that `cargo doc` writes.

    interface.py            compares fixtures/interface.txt with the pages in the target directory; ends with 1 if they differ
    interface.py --write    writes it anew

Hidden items have no pages: they are for the other crates of this repository.
"""

import difflib
import json
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
RECORDED = ROOT / "fixtures" / "interface.txt"

# What a page lists of its own item, by the names of the places in it.
MEMBERS = {"variant": "variant", "structfield": "field", "method": "method", "tymethod": "method", "associatedconstant": "constant"}


def pages():
    command = ["cargo", "metadata", "--format-version", "1", "--no-deps"]
    metadata = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True)
    folder = pathlib.Path(json.loads(metadata.stdout)["target_directory"]) / "doc" / "dpcert"
    if not (folder / "all.html").is_file():
        sys.exit(f"interface.py: {folder} has no pages: run cargo doc --workspace --features full,mpfr --no-deps first")
    return folder


def items(folder):
    for place in sorted(set(re.findall(r'href="([^"#]+\.html)"', (folder / "all.html").read_text()))):
        page = folder / place
        if match := re.fullmatch(r"(\w+)\.(\w+)\.html", page.name):
            kind, name = match.groups()
            path = "::".join(["dpcert", *pathlib.PurePath(place).parent.parts, name])
            text = page.read_text()
            is_open = "Non-exhaustive" in text
            yield f"{path} ({kind}{', non-exhaustive' if is_open else ''})"
            # What traits bring is not listed.
            own = re.split(r'id="(?:trait-implementations|synthetic-implementations|blanket-implementations|implementors|foreign-impls|deref-methods)', text)[0]
            # Nor is what another crate's type has.
            is_ours = re.search(r'class="src" href="(?:\.\./)+src/dpcert/', text)
            for member, member_name in sorted(set(re.findall(r'id="(\w+)\.(\w+)"', own))):
                if is_ours and member in MEMBERS:
                    yield f"{path}::{member_name} ({MEMBERS[member]})"


def main(arguments):
    if arguments not in ([], ["--write"]):
        sys.exit(__doc__)
    lines = sorted(set(items(pages())))
    if arguments:
        RECORDED.write_text("\n".join(lines) + "\n")
        return 0
    recorded = RECORDED.read_text().splitlines()
    changes = [line for line in difflib.unified_diff(recorded, lines, lineterm="", n=0) if line[:3] not in ("---", "+++") and line[:2] != "@@"]
    if changes:
        print("\n".join(changes))
        print("the public interface is another: if it is meant, scripts/support/interface.py --write", file=sys.stderr)
    return 1 if changes else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
