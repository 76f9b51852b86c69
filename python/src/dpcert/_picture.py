"""Pictures: drawings for notebooks, and scenes, which are pictures as data."""

from __future__ import annotations

import functools
import importlib.metadata
import json
import subprocess
import sysconfig
from pathlib import Path
from typing import Any, cast

from . import _native
from ._errors import BadInput, Fault, refuse
from ._options import Limits, wanted
from ._readable import readable

#: A notebook shows a value when it is its last line: that must not take long.
_SECONDS, _WORK = 10, 10**10


def regions(*mechanisms: str) -> str | None:
    """The regions of type I and II errors as SVG; None where they cannot be drawn in a few seconds."""
    scene = json.dumps({"show": "regions", "mechanisms": list(mechanisms)})
    told = _native.svg(scene, wanted({"timeout": _SECONDS, "max_work": _WORK}))
    return readable(told[1]) if told[0] == "ok" else None


def scene(request: dict[str, Any], limits: Limits) -> dict[str, Any]:
    """A scene as the program ``dpcert`` answers it. The native half has drawings only."""
    names = list(Limits.__annotations__)
    if unknown := [name for name in limits if name not in names]:
        raise TypeError(f"there is no keyword {unknown[0]!r}: a picture has those of its signature, and {', '.join(names)}")
    options = wanted(limits)
    flags = {name: options[name] for name in names if name != "timeout" and options[name] is not None}
    command = [_program(), "query", *(f"--{name.replace('_', '-')}={value}" for name, value in flags.items())]
    line = json.dumps({"scene": request})
    try:
        done = subprocess.run(command, input=line, capture_output=True, encoding="utf-8", timeout=options["timeout"])
    except subprocess.TimeoutExpired:
        refuse("late", {})
    if done.returncode == 0:
        return cast("dict[str, Any]", json.loads(done.stdout)["scene"])
    # What the program refuses the native half refuses too, as the exception that every question has.
    word, found = _native.svg(json.dumps(request), options)
    if word == "bad-input":
        # Keywords have other names in the request, which is not what was written.
        field = str(found["field"] or "").removeprefix("scene.").replace("-", "_")
        refuse(word, found | {"field": field, "text": ""})
    if word != "ok":
        refuse(word, found)
    if done.returncode == 2:
        # A limit that the program does not take.
        raise BadInput(done.stderr.partition("\n")[0].removeprefix("error: "))
    raise Fault(f"the program dpcert ended with status {done.returncode}: {done.stderr or done.stdout}")


@functools.cache
def _program() -> str:
    """The program ``dpcert`` that came with the package, and none of another release."""
    name = "dpcert.exe" if sysconfig.get_platform().startswith("win") else "dpcert"
    recorded = importlib.metadata.files("dpcert") or []
    places = [Path(str(file.locate())) for file in recorded if file.name == name]
    for place in [*places, Path(sysconfig.get_path("scripts"), name)]:
        if place.is_file():
            return str(place)
    raise FileNotFoundError("the program dpcert, which the package installs and which computes pictures, is not there")
