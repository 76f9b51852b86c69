"""Why there is no answer, as exceptions."""

from __future__ import annotations

from typing import Any, NoReturn

from ._readable import readable

# pytest shows the line of the test, and none of these.
__tracebackhide__ = True


class Refusal(ValueError):
    """A question was refused, for the reason that the subclass states; a refusal is never a wrong answer."""

    def __reduce__(self) -> tuple[Any, ...]:
        return _again, (type(self), self.args, self.__dict__)


class BadInput(Refusal):
    """The input is wrong: what is wrong, where, and the way out.

    >>> import dpcert
    >>> try:
    ...     dpcert.delta("gaussian(sigma=-1)", eps=1)
    ... except dpcert.BadInput as error:
    ...     print(error.field, "|", error.reason)
    mechanism.sigma | sigma = -1 is not positive
    """

    #: What is wrong, with the offending value.
    reason: str
    #: The path of the value, such as ``mechanism.sigma``; None where a text as a whole is malformed.
    field: str | None
    #: The way out, if there is one to tell.
    help: str | None

    def __init__(self, reason: str, field: str | None = None, help: str | None = None, place: str = "") -> None:
        super().__init__(f"{f'{field}: ' if field else ''}{reason}{f' ({help})' if help else ''}{place}")
        self.reason, self.field, self.help = reason, field, help


class Unsupported(Refusal):
    """The input is right, and this release cannot do it."""

    #: What would be needed.
    missing: str

    def __init__(self, message: str, missing: str) -> None:
        super().__init__(message)
        self.missing = missing


class TooCostly(Refusal):
    """The estimated cost is above the limit: nothing was computed.

    >>> import dpcert
    >>> try:
    ...     dpcert.delta("approx-dp(eps=1/10, delta=1e-6)^1000", eps=3, max_work=10**6)
    ... except dpcert.TooCostly as error:
    ...     print(error.keyword, error.estimate > error.limit == 10**6)
    max_work True
    """

    #: What is needed, about: word operations (some 10^9 a second), bytes, or bits of precision.
    estimate: int
    #: The limit, in the same unit.
    limit: int
    #: The keyword that raises the limit: ``max_work``, ``max_memory`` (in MiB) or ``max_precision``.
    keyword: str

    def __init__(self, message: str, estimate: int, limit: int, keyword: str) -> None:
        super().__init__(message)
        self.estimate, self.limit, self.keyword = estimate, limit, keyword


class TimedOut(Refusal, TimeoutError):
    """The answer was not ready within ``timeout`` seconds."""


class Undecided(Refusal):
    """What is known does not decide a comparison: more digits, or a smaller ``rel_gap``, may."""


class Fault(RuntimeError):
    """A fault of dpcert itself: two engines contradict each other, or a computation panicked. Please report it."""


def _again(kind: type[Refusal], args: tuple[Any, ...], fields: dict[str, Any]) -> Refusal:
    error = kind.__new__(kind, *args)
    error.args = args
    error.__dict__.update(fields)
    return error


def refuse(word: str, fields: dict[str, Any]) -> NoReturn:
    """Raises what the native half refused."""
    match word:
        case "bad-input":
            place = _place(fields["text"], fields["start"], fields["end"])
            raise BadInput(fields["reason"], fields["field"], fields["help"], place)
        case "unsupported":
            raise Unsupported(fields["message"], fields["missing"])
        case "too-costly":
            raise TooCostly(fields["message"], fields["estimate"], fields["limit"], fields["keyword"])
        case "late":
            raise TimedOut("the answer was not ready within the timeout: raise it, or limit the cost with max_work")
        case _:
            raise Fault(fields["message"])


def _place(text: str, start: int, end: int) -> str:
    """The line of a text, with the place underlined; nothing where there is no place to be shown."""
    if not text or end <= start:
        return ""
    begin = text.rfind("\n", 0, start) + 1
    stop = text.find("\n", start)
    stop = len(text) if stop < 0 else stop
    # Each part alone: a decimal is shorter than the hexadecimal float, and the line below has to fit.
    before, marked, after = map(readable, (text[begin:start], text[start : min(end, stop)], text[end:stop]))
    if len(before + marked + after) > 200 or start > stop:
        return ""
    number = text.count("\n", 0, start) + 1
    label = f"line {number}: " if "\n" in text.strip() else "in: "
    return f"\n  {label}{before}{marked}{after}\n  {' ' * (len(label) + len(before))}{'^' * len(marked)}"
