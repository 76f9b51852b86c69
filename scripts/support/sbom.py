"""Holds an SBOM against what cargo builds: cargo tree ... | sbom.py SBOM LOCK

The crates of the SBOM are those that cargo tree lists, by name and version, and where the lock file has a digest, it is theirs.
"""

import json
import sys
import tomllib

sbom, lock = sys.argv[1:]
built = {tuple(line.split()[:2]) for line in sys.stdin if line.strip()}
with open(sbom, encoding="utf-8") as file:
    bom = json.load(file)
named = {(part["name"], f"v{part['version']}"): part for part in [bom["metadata"]["component"], *bom["components"]]}
problems = [f"{name} {version} is missing" for name, version in sorted(built - set(named))]
problems += [f"{name} {version} is not built" for name, version in sorted(set(named) - built)]
with open(lock, "rb") as file:
    locked = {(package["name"], f"v{package['version']}"): package.get("checksum") for package in tomllib.load(file)["package"]}
for crate, part in named.items():
    digests = [entry["content"] for entry in part.get("hashes", []) if entry["alg"] == "SHA-256"]
    if crate not in locked or (locked[crate] is not None and digests != [locked[crate]]):
        problems.append(f"{' '.join(crate)} has the digests {digests}, and in the lock file {locked.get(crate)}")
if problems:
    sys.exit(f"{sbom}: " + "; ".join(problems))
print(f"{sbom}: {len(named)} crates")
