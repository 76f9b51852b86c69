"""Mechanisms as objects: what every kind of them has in common."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Mapping
from inspect import Parameter, Signature
from typing import Any, ClassVar, SupportsIndex, cast, dataclass_transform

from . import _native
from ._errors import BadInput, refuse
from ._numbers import literal

# pytest shows the line of the test, and none of these.
__tracebackhide__ = True

#: Marks the parameter that `calibrate` finds.
OPEN = "?"


@dataclass_transform(kw_only_default=True, frozen_default=True, eq_default=False)
class Mechanism:
    """A mechanism, or several, as a text in the compact notation; each kind of the catalogue has a class of its own.

    ``*`` composes mechanisms and ``**`` repeats one:

    >>> from dpcert import Gaussian, Laplace, Mechanism
    >>> from fractions import Fraction
    >>> run = Gaussian(sigma=2) ** 50 * Laplace(eps=Fraction(1, 10))
    >>> run
    Gaussian(sigma=2) ** 50 * Laplace(eps=Fraction(1, 10))
    >>> str(run)
    'gaussian(sigma=2)^50 * laplace(eps=1/10)'
    >>> run == Mechanism("gaussian(sigma=2)^50 * laplace(eps=1/10)")
    True

    They cannot be changed, are equal where their texts are, and are checked when they are made:

    >>> Laplace(scale=2)
    Traceback (most recent call last):
    ...
    dpcert.BadInput: mechanism.scale: a scale in the units of the data needs a sensitivity ...
    """

    #: What it is called in the compact notation; a text has none.
    kind: ClassVar[str] = ""
    #: The fields of which some are needed, where there is a choice.
    _ways: ClassVar[str] = ""
    #: What :func:`help` shows.
    __signature__: ClassVar[Signature]
    __slots__ = ("_fields", "_text")
    _text: str
    _fields: dict[str, Any]

    def __init_subclass__(cls, kind: str = "", ways: str = "", **keywords: Any) -> None:
        super().__init_subclass__(**keywords)
        cls.kind, cls._ways = kind, ways
        cls.__signature__ = Signature([_parameter(cls, name) for name in fields_of(cls)])
        for name in fields_of(cls):
            setattr(cls, name, property(_field(name)))

    def __init__(self, text: str = "", /, *others: object, **fields: Any) -> None:
        if self.kind:
            if text != "" or others:
                raise TypeError(f"fields of {type(self).__name__} have names: {', '.join(fields_of(type(self)))}")
            fields = {name: value for name, value in fields.items() if value is not None}
            self._set(self._write(fields), fields)
        else:
            if not isinstance(text, str) or others:
                raise TypeError(f"a mechanism is one text such as 'gaussian(sigma=2)', not {text!r:.60}")
            if fields:
                raise TypeError("a text has its fields in it: Mechanism('gaussian(sigma=2)')")
            self._set(text.strip(), {})

    def _set(self, text: str, fields: dict[str, Any]) -> None:
        refusal = _native.check(text)
        if refusal is not None:
            word, found = refusal
            refuse(word, self._with_names(found))
        object.__setattr__(self, "_text", text)
        object.__setattr__(self, "_fields", fields)

    def _with_names(self, refusal: dict[str, Any]) -> dict[str, Any]:
        """A refusal with what may be given instead of a field of this class that is missing."""
        advice = refusal.get("help")
        if not self.kind or not advice:
            return refusal
        missing = str(refusal["field"]).removeprefix("mechanism.")
        if self._ways and advice.startswith("add it: the fields here") and missing in self._ways:
            return refusal | {"help": f"give {self._ways}"}
        return refusal

    def _write(self, fields: Mapping[str, Any]) -> str:
        """The mechanism in the compact notation."""
        return f"{self.kind}({', '.join(f'{name}={_value(name, value)}' for name, value in fields.items())})"

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError("a mechanism cannot be changed: make another one")

    def __delattr__(self, name: str) -> None:
        raise AttributeError("a mechanism cannot be changed: make another one")

    @property
    def text(self) -> str:
        """The compact notation, as the command line and claim files read it."""
        return self._text

    @property
    def notes(self) -> tuple[str, ...]:
        """What is left open here, and an answer assumes."""
        return tuple(_native.notes(self._text))

    def __str__(self) -> str:
        return self._text

    def __repr__(self) -> str:
        if not self.kind:
            return f"Mechanism({self._text!r})"
        return f"{type(self).__name__}({', '.join(f'{name}={value!r}' for name, value in self._fields.items())})"

    def __eq__(self, other: object) -> bool:
        return self._text == other._text if isinstance(other, Mechanism) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._text)

    def __reduce__(self) -> tuple[Any, ...]:
        return _again, (type(self), self._text, self._fields)

    def __mul__(self, other: Mechanism | str) -> Mechanism:
        if not isinstance(other, (Mechanism, str)):
            return NotImplemented
        from .mechanisms import Compose

        return Compose(mechanisms=[*_parts(self), *_parts(other)])

    def __rmul__(self, other: Mechanism | str) -> Mechanism:
        return Mechanism(other) * self if isinstance(other, str) else NotImplemented

    def __pow__(self, count: SupportsIndex | str) -> Mechanism:
        from .mechanisms import Repeat

        return Repeat(count=count, mechanism=self)

    def _repr_svg_(self) -> str | None:
        """The region of type I and II errors, for notebooks; None where it takes long, or a parameter is open."""
        from ._picture import regions

        return regions(self._text)


def _parameter(kind: type[Mechanism], name: str) -> Parameter:
    """A field of a class as a parameter of it."""
    default = vars(kind).get(name, Parameter.empty)
    return Parameter(name, Parameter.KEYWORD_ONLY, default=default, annotation=kind.__annotations__[name])


def _field(name: str) -> Callable[[Mechanism], Any]:
    """What reads a field of a mechanism; None where it was not given."""
    return lambda mechanism: mechanism._fields.get(name)


def fields_of(kind: type[Mechanism]) -> list[str]:
    """The names of the fields of a class, in order."""
    return [name for name in kind.__annotations__ if not name.startswith("_") and name != "kind"]


def written(mechanism: object) -> str:
    """A mechanism in the compact notation."""
    if isinstance(mechanism, Mechanism):
        return mechanism.text
    if isinstance(mechanism, str):
        return mechanism
    raise TypeError(f"a mechanism is an object such as Gaussian(sigma=2), or a text; not {mechanism!r:.60}")


def shown(mechanism: object) -> str:
    """A mechanism as its reader wrote it. In the compact notation a float is hexadecimal, in Python it is 0.1."""
    return repr(mechanism) if isinstance(mechanism, Mechanism) and mechanism.kind else written(mechanism)


def atom(mechanism: Mechanism) -> str:
    """The same, so that ``^`` and ``*`` may follow it."""
    from .mechanisms import Compose, Repeat

    is_one = bool(mechanism.kind) and not isinstance(mechanism, (Compose, Repeat))
    return mechanism.text if is_one else f"({mechanism.text})"


def as_mechanism(value: object) -> Mechanism:
    """A mechanism, or the one that a text is."""
    return value if isinstance(value, Mechanism) else Mechanism(written(value))


def _parts(mechanism: Mechanism | str) -> list[Mechanism]:
    from .mechanisms import Compose

    whole = as_mechanism(mechanism)
    return list(whole._fields["mechanisms"]) if isinstance(whole, Compose) else [whole]


def count_text(count: object) -> str:
    """A number of repetitions after ``^``."""
    if isinstance(count, str):
        return count if count == OPEN or count.isdecimal() else f"({literal(count, 'count')})"
    if isinstance(count, bool) or not hasattr(count, "__index__"):
        raise TypeError(f"a mechanism is repeated a whole number of times, not {count!r:.60}")
    number = operator.index(cast(SupportsIndex, count))
    if number < 0:
        raise BadInput(f"a mechanism cannot be repeated {number} times", "count")
    return str(number) if number < 2**64 else f"({literal(number)})"


def _value(name: str, value: object) -> str:
    """A field in the compact notation."""
    if isinstance(value, Mechanism):
        return value.text
    if name == "mechanism":
        return as_mechanism(value).text
    if name in ("strategy", "participation") and isinstance(value, str):
        return _one_value(name, value)
    if isinstance(value, str):
        return value if value == OPEN else literal(value, name)
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{key}={_value(str(key), item)}" for key, item in value.items()) + "}"
    if isinstance(value, Iterable) and not getattr(value, "ndim", 1) == 0:
        items = (as_mechanism(item) if name == "mechanisms" else item for item in value)
        return f"[{', '.join(_value(name, item) for item in items)}]"
    return literal(value, name)


def _one_value(name: str, text: str) -> str:
    """A kind with its fields, or a list, as a text; a bracket or a comma that is not inside it would end the field."""
    depth = 0
    for character in text:
        depth += (character in "([{") - (character in ")]}")
        if depth < 0 or (depth == 0 and character == ","):
            break
    else:
        if depth == 0 and text.strip():
            return text.strip()
    raise BadInput(f"{text!r:.60} is not one value", name, "write a kind with its fields: toeplitz(coefficients=[1, 1/2], n=6)")


def _again(kind: type[Mechanism], text: str, fields: dict[str, Any]) -> Mechanism:
    """What was pickled; it was checked when it was made."""
    mechanism = object.__new__(kind)
    object.__setattr__(mechanism, "_text", text)
    object.__setattr__(mechanism, "_fields", fields)
    return mechanism
