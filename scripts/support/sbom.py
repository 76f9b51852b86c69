"""Brings an SBOM down to what cargo builds, and checks it: cargo tree ... | sbom.py SBOM LOCK

cargo-cyclonedx names each crate of the workspace's resolution, also those of features that are off, and its own crates by
where they are. Afterwards the crates of the SBOM are those that cargo tree lists, by name and version, where the lock file has
a digest, it is theirs, and paths are those from the current folder.
"""

import json
import os
import sys
import tomllib

sbom, lock = sys.argv[1:]
built = {tuple(line.split()[:2]) for line in sys.stdin if line.strip()}


def crate(part):
    return part["name"], f"v{part['version']}"


with open(sbom, encoding="utf-8") as file:
    bom = json.loads(file.read().replace(f"path+file://{os.getcwd()}", "path+file://."))
bom["components"] = [part for part in bom["components"] if crate(part) in built]
parts = [bom["metadata"]["component"], *bom["components"]]
references = {part["bom-ref"] for part in parts}
bom["dependencies"] = [
    entry | {"dependsOn": [reference for reference in entry.get("dependsOn", []) if reference in references]}
    for entry in bom["dependencies"]
    if entry["ref"] in references
]
problems = [f"{name} {version} is missing" for name, version in sorted(built - {crate(part) for part in parts})]
with open(lock, "rb") as file:
    locked = {(package["name"], f"v{package['version']}"): package.get("checksum") for package in tomllib.load(file)["package"]}
for part in parts:
    digests = [entry["content"] for entry in part.get("hashes", []) if entry["alg"] == "SHA-256"]
    expected = locked.get(crate(part), "none")
    if expected is not None and digests != [expected]:
        problems.append(f"{' '.join(crate(part))} has the digests {digests}, and in the lock file {expected}")
if problems:
    sys.exit(f"{sbom}: " + "; ".join(problems))
with open(sbom, "w", encoding="utf-8") as file:
    json.dump(bom, file, indent=2)
    file.write("\n")
print(f"{sbom}: {len(parts)} crates")
