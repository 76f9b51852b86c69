"""Pictures for notebooks."""

from __future__ import annotations

import json

from . import _native
from ._options import wanted

#: A notebook shows a value when it is its last line: that must not take long.
_SECONDS, _WORK = 10, 10**10


def regions(*mechanisms: str) -> str | None:
    """The regions of type I and II errors as SVG; None where they cannot be drawn in a few seconds."""
    scene = json.dumps({"show": "regions", "mechanisms": list(mechanisms)})
    told = _native.svg(scene, wanted({"timeout": _SECONDS, "max_work": _WORK}))
    return told[1] if told[0] == "ok" else None
