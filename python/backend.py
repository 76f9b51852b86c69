"""The build: maturin, after the two programs of the wheel are built.

A wheel has the module, and the programs ``dpcert`` and ``dpcert-checker`` beside the interpreter. They are programs of their
own and no entry points into the module: ``dpcert serve`` starts itself for each request, a program starts at once and stops at
Ctrl-C like any other, and the checker shares nothing with the library.

A source distribution is the repository, as far as a wheel is made of it, with this folder's ``pyproject.toml`` on top.
"""

from __future__ import annotations

import io
import json
import os
import shutil
import subprocess
import sys
import tarfile
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import maturin

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
#: Where maturin looks for the programs of a wheel.
SCRIPTS = HERE / "dpcert.data" / "scripts"
PROGRAMS = {"dpcert-cli": "dpcert", "dpcert-checker": "dpcert-checker"}
#: What a wheel is made of. Cargo wants the targets of a workspace to be there, so that benches and tests come along.
PARTS = ["Cargo.toml", "Cargo.lock", "LICENSE-MIT", "LICENSE-APACHE", "README.md", "CHANGELOG.md", "rustfmt.toml"]
PARTS += ["benches", "checker", "crates", "examples", "python", "src", "tests", "vectors"]
#: The test vectors, which the package has a copy of.
VECTORS = HERE / "src" / "dpcert" / "_vectors"


def get_requires_for_build_wheel(config_settings: Any = None) -> list[str]:
    return []


def get_requires_for_build_sdist(config_settings: Any = None) -> list[str]:
    return []


def get_requires_for_build_editable(config_settings: Any = None) -> list[str]:
    return []


def prepare_metadata_for_build_wheel(metadata_directory: str, config_settings: Any = None) -> str:
    with _here():
        return maturin.prepare_metadata_for_build_wheel(metadata_directory, config_settings)


def build_wheel(wheel_directory: str, config_settings: Any = None, metadata_directory: str | None = None) -> str:
    with _here():
        _programs()
        return maturin.build_wheel(wheel_directory, config_settings, metadata_directory)


def build_editable(wheel_directory: str, config_settings: Any = None, metadata_directory: str | None = None) -> str:
    with _here():
        _programs()
        return maturin.build_editable(wheel_directory, config_settings, metadata_directory)


def build_sdist(sdist_directory: str, config_settings: Any = None) -> str:
    version = tomllib.loads((ROOT / "Cargo.toml").read_text())["workspace"]["package"]["version"]
    name = f"dpcert-{version}"
    project = (HERE / "pyproject.toml").read_text().replace('backend-path = ["."]', 'backend-path = ["python"]')
    with tarfile.open(Path(sdist_directory) / f"{name}.tar.gz", "w:gz", format=tarfile.PAX_FORMAT) as archive:
        for path in sorted(_sources()):
            archive.add(ROOT / path, f"{name}/{path}", recursive=False, filter=_anonymous)
        for top, text in [("pyproject.toml", project), ("PKG-INFO", _metadata())]:
            member = tarfile.TarInfo(f"{name}/{top}")
            member.size = len(text.encode())
            archive.addfile(member, io.BytesIO(text.encode()))
    return f"{name}.tar.gz"


@contextmanager
def _here() -> Iterator[None]:
    """In this folder, wherever the build was started."""
    before = Path.cwd()
    SCRIPTS.mkdir(parents=True, exist_ok=True)
    shutil.rmtree(VECTORS, ignore_errors=True)
    shutil.copytree(ROOT / "vectors" / "v1", VECTORS, ignore=shutil.ignore_patterns("*.md"))
    os.chdir(HERE)
    try:
        yield
    finally:
        os.chdir(before)


def _programs() -> None:
    """Builds the programs and puts them where maturin looks for scripts.

    The package dpcert-python is selected along with them and depends on them, so that crates have the same features here and
    where maturin builds the module: each is compiled once.
    """
    packages = [word for package in ["dpcert-python", *PROGRAMS] for word in ("--package", package)]
    _say(
        "dpcert: compiling the programs and the module from source, some 290 crates: about ten minutes on two cores. "
        "`pip install --verbose` shows how far it is."
    )
    command = ["cargo", "build", "--release", "--locked", "--message-format=json-render-diagnostics", *packages, "--bins"]
    output = subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.PIPE, text=True).stdout
    built = (json.loads(line) for line in output.splitlines())
    found = {message["target"]["name"]: message.get("executable") for message in built if message["reason"] == "compiler-artifact"}
    for program in PROGRAMS.values():
        shutil.copy(found[program], SCRIPTS / Path(found[program]).name)


def _say(message: str) -> None:
    """Tells what takes long. pip keeps the output of a build to itself, but for errors: this goes to the terminal."""
    try:
        with open("/dev/tty", "w", encoding="utf-8") as terminal:
            terminal.write(f"\n{message}\n")
    except OSError:
        print(message, file=sys.stderr, flush=True)


def _sources() -> list[str]:
    """The files of the repository, or of the source distribution that this is."""
    if (ROOT / ".git").exists():
        command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard", "--", *PARTS]
        listed = subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.PIPE, text=True).stdout
        return [path for path in listed.split("\0") if path and (ROOT / path).is_file()]
    parts = [ROOT / part for part in PARTS]
    files = [file for part in parts for file in ([part] if part.is_file() else part.rglob("*")) if file.is_file()]
    unwanted = {"__pycache__", "_vectors", "dpcert.data", "target"}
    return [str(file.relative_to(ROOT)) for file in files if not unwanted.intersection(file.parts)]


def _anonymous(member: tarfile.TarInfo) -> tarfile.TarInfo:
    """Without the names and times of the machine that it was made on."""
    member.uid = member.gid = member.mtime = 0
    member.uname = member.gname = ""
    return member


def _metadata() -> str:
    """The metadata as maturin writes it."""
    import tempfile

    with tempfile.TemporaryDirectory() as folder:
        return (Path(folder) / prepare_metadata_for_build_wheel(folder) / "METADATA").read_text()
