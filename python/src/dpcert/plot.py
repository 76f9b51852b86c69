"""Certified bands of trade-off functions, regions and privacy profiles, drawn with matplotlib.

Needs ``matplotlib``. A curve is drawn as a band between two polylines that are proven to be on either side of it. They come
from the program ``dpcert`` that the package installs, and their vertices are rounded to floats away from the curve. The band
is certified; the pixels of matplotlib are not. A profile may be shown on any scale. The straight lines of a trade-off function
are bounds on linear axes alone.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from decimal import Decimal
from typing import TYPE_CHECKING, Any, NamedTuple, SupportsIndex, TypeAlias, Unpack

from ._mechanism import Mechanism, as_mechanism, shown
from ._numbers import Number, literal
from ._options import Limits

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = ["profile", "region", "trade_off"]

#: The vertices of a polyline: abscissas, and ordinates.
_Polyline: TypeAlias = tuple[list[float], list[float]]


class _Band(NamedTuple):
    """Two polylines with a decreasing function in between."""

    lower: _Polyline
    upper: _Polyline

    def mirrored(self) -> _Band:
        """The band around the image of the function under (x, y) -> (1 - x, 1 - y)."""

        def image(polyline: _Polyline, away: float) -> _Polyline:
            x, y = ([min(1.0, max(0.0, math.nextafter(1 - at, away))) for at in reversed(values)] for values in polyline)
            return x, y

        return _Band(image(self.upper, -math.inf), image(self.lower, math.inf))


def trade_off(
    *mechanisms: Mechanism | str, labels: Sequence[str] | None = None, gap: Number = "1e-3", ax: Axes | None = None,
    **limits: Unpack[Limits],
) -> Axes:  # fmt: skip
    """Draws trade-off functions: the least type II error over the type I error.

    The bands are at most ``gap`` high where a function is not a polygon. Where the two orders of neighbours differ, the curve is
    that of the convex hull of both. ``labels`` are the names in the legend. ``ax`` is what is drawn on, a new figure without it,
    and is returned.

    >>> import dpcert
    >>> ax = dpcert.plot.trade_off("gaussian(sigma=1)", "laplace(eps=1)", labels=["Gaussian", "Laplace"])
    >>> ax.get_xlabel(), [text.get_text() for text in ax.get_legend().get_texts()]
    ('type I error (alpha)', ['Gaussian', 'Laplace'])
    """
    return _drawn("trade-offs", mechanisms, labels, {"gap": literal(gap, "gap")}, ax, limits)


def region(
    *mechanisms: Mechanism | str, labels: Sequence[str] | None = None, gap: Number = "1e-3", ax: Axes | None = None,
    **limits: Unpack[Limits],
) -> Axes:  # fmt: skip
    """Draws regions: the pairs of type I and type II errors that tests can have.

    Each is between a trade-off function and its image about the centre, both of which are bands as :func:`trade_off` has them.
    """
    return _drawn("regions", mechanisms, labels, {"gap": literal(gap, "gap")}, ax, limits)


def profile(
    *mechanisms: Mechanism | str, labels: Sequence[str] | None = None, eps_to: Number | None = None, log: bool = False,
    least: Number = "1e-9", points: SupportsIndex = 64, ax: Axes | None = None, **limits: Unpack[Limits],
) -> Axes:  # fmt: skip
    """Draws privacy profiles: delta over eps.

    They are computed at ``points`` places up to ``eps_to``, or to where delta is small, and bounded by convexity in between.
    With ``log`` the axis of delta is logarithmic, and begins at ``least``. ``labels`` and ``ax`` are as for :func:`trade_off`.

    >>> import dpcert
    >>> ax = dpcert.plot.profile(dpcert.Gaussian(sigma=2) ** 10, eps_to=4, log=True)
    >>> ax.get_yscale(), ax.get_ylabel()
    ('log', 'delta')
    """
    asked = {"points": literal(points, "points"), "least": literal(least, "least")}
    if eps_to is not None:
        asked["eps-to"] = literal(eps_to, "eps_to")
    return _drawn("log-profiles" if log else "profiles", mechanisms, labels, asked, ax, limits)


def _drawn(
    show: str, mechanisms: Sequence[Mechanism | str], labels: Sequence[str] | None, asked: dict[str, str], ax: Axes | None,
    limits: Limits,
) -> Axes:  # fmt: skip
    if not mechanisms:
        raise TypeError("one mechanism or more is expected")
    names = [shown(mechanism) for mechanism in mechanisms] if labels is None else list(labels)
    if isinstance(labels, str) or len(names) != len(mechanisms):
        raise ValueError(f"labels is {labels!r:.60}, and not a list of {len(mechanisms)} names, one for each mechanism")
    texts = [as_mechanism(mechanism).text for mechanism in mechanisms]
    # Before what may take long.
    pyplot = _pyplot()
    from ._picture import scene

    found = scene({"show": show, "mechanisms": texts, **asked}, limits)
    on: Axes = pyplot.subplots(layout="constrained")[1] if ax is None else ax
    if ax is None and show in ("trade-offs", "regions"):
        on.set_aspect("equal")
    before = (on.get_xlim(), on.get_ylim()) if on.has_data() else None
    for label, layer in zip(names, found["layers"], strict=True):
        band = _Band(_polyline(layer["lower"], up=False), _polyline(layer["upper"], up=True))
        colour = _draw(on, band, label, None)
        if show == "regions":
            image = band.mirrored()
            _draw(on, image, None, colour)
            # The inside begins where both bands end.
            _fill(on, band.upper, image.lower, colour, 0.1)
    x, y = found["x"], found["y"]
    on.set(xlabel=x["label"], ylabel=y["label"])
    if y["scale"] == "logarithmic":
        on.set_yscale("log")
    across, up = ((float(axis["from"]), float(axis["to"])) for axis in (x, y))
    if before is not None:
        # What else is drawn there stays visible.
        across, up = _wider(across, before[0]), _wider(up, before[1])
    on.set(xlim=across, ylim=up)
    on.legend()
    return on


def _wider(ends: tuple[float, float], others: tuple[float, float]) -> tuple[float, float]:
    """From the least end to the largest; a logarithmic axis, which begins above 0, stays above it."""
    low = min(at for at in (*ends, *others) if at > 0 or ends[0] <= 0)
    return low, max(*ends, *others)


def _pyplot() -> Any:
    try:
        import matplotlib.pyplot as pyplot
    except ModuleNotFoundError as error:
        if error.name != "matplotlib":
            raise
        raise ImportError("dpcert.plot draws with matplotlib, which is not installed: pip install matplotlib") from error
    return pyplot


def _draw(ax: Axes, band: _Band, label: str | None, colour: Any) -> Any:
    """Draws a band and both its edges, so that it is visible where it is thin; returns its colour."""
    (edge,) = ax.plot(*band.upper, linewidth=1.2, color=colour, label=label)
    ax.plot(*band.lower, linewidth=1.2, color=edge.get_color())
    _fill(ax, band.lower, band.upper, edge.get_color(), 0.4)
    return edge.get_color()


def _fill(ax: Axes, one: _Polyline, other: _Polyline, colour: Any, alpha: float) -> None:
    x, y = (there + back[::-1] for there, back in zip(one, other, strict=True))
    ax.fill(x, y, color=colour, alpha=alpha, linewidth=0)


def _polyline(vertices: list[tuple[str, str]], up: bool) -> _Polyline:
    """The vertices as floats, to the right and up, or to the left and down: away from a decreasing function."""
    return [_rounded(x, up) for x, _ in vertices], [_rounded(y, up) for _, y in vertices]


def _rounded(decimal: str, up: bool) -> float:
    near, exact = float(decimal), Decimal(decimal)
    if up:
        return near if near >= exact else math.nextafter(near, math.inf)
    return near if near <= exact else math.nextafter(near, -math.inf)
