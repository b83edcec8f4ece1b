"""Checks of what callers pass: the error for a wrong value names its argument."""

from __future__ import annotations

import math
import operator
import os
from collections.abc import Iterable, Iterator, Mapping
from types import UnionType
from typing import Any, TypeVar

#: The path of a file or folder.
Path = str | os.PathLike[str]

_NAMES = "a string or an iterable of strings"

Given = TypeVar("Given")


def refuse(name: str, wanted: str, value: object) -> TypeError:
    """Return the error for a value of a wrong type."""
    return TypeError(f"`{name}` must be {wanted}, not {type(value).__name__}")


def of_type(name: str, value: Given, kind: type[Any] | UnionType, wanted: str) -> Given:
    """Return a value, checked to be of a type."""
    if not isinstance(value, kind):
        raise refuse(name, wanted, value)
    return value


def text(name: str, value: str) -> str:
    """Return a value, checked to be a string."""
    return of_type(name, value, str, "a string")


def optional_text(name: str, value: str | None) -> str | None:
    """Return a value, checked to be a string or ``None``."""
    return None if value is None else text(name, value)


def _several(name: str, value: Any, kind: type[Any] | UnionType, wanted: str) -> list[Any]:
    """Return one value or several as a list, checked to be of a type."""
    if isinstance(value, kind):
        return [value]
    given = list(of_type(name, value, Iterable, wanted))
    if isinstance(value, Mapping) or not all(isinstance(one, kind) for one in given):
        raise refuse(name, wanted, value)
    return given


def names(name: str, value: str | Iterable[str] | None) -> list[str] | None:
    """Return one name or several as a list."""
    return None if value is None else _several(name, value, str, _NAMES)


def some_names(name: str, value: str | Iterable[str]) -> list[str]:
    """Return one name or several as a list that is not empty."""
    given = _several(name, value, str, _NAMES)
    if not given:
        message = f"`{name}` names none: give one at least"
        raise ValueError(message)
    return given


def one_of(name: str, value: str, choices: tuple[str, ...]) -> str:
    """Return a value, checked to be one of some strings."""
    if text(name, value) not in choices:
        *others, last = (f'"{choice}"' for choice in choices)
        message = f"`{name}` cannot be {value!r}: give {', '.join(others)} or {last}"
        raise ValueError(message)
    return value


def switch(name: str, value: bool) -> bool:
    """Return a value, checked to be ``True`` or ``False``."""
    return of_type(name, value, bool, "True or False")


def whole(name: str, value: int, least: int = 0, most: int = 2**64 - 1) -> int:
    """Return a whole number, checked to be within bounds."""
    if isinstance(value, bool) or not hasattr(value, "__index__"):
        raise refuse(name, "an integer", value)
    number = operator.index(value)
    if not least <= number <= most:
        message = f"`{name}` cannot be {number}: give {least} to {most}"
        raise ValueError(message)
    return number


def optional_whole(
    name: str, value: int | None, least: int = 0, most: int = 2**64 - 1
) -> int | None:
    """Return a whole number, checked to be within bounds, or ``None``."""
    return None if value is None else whole(name, value, least, most)


def real(name: str, value: float) -> float:
    """Return a finite number as a float."""
    if isinstance(value, bool | str) or not hasattr(value, "__float__"):
        raise refuse(name, "a number", value)
    try:
        number = float(value)
    except OverflowError:
        number = math.inf
    if not math.isfinite(number):
        message = f"`{name}` cannot be {number}: give a finite number"
        raise ValueError(message)
    return number


def kept(options: Mapping[str, Any]) -> dict[str, Any]:
    """Return options that can be read repeatedly: iterators become lists."""
    return {
        name: list(value) if isinstance(value, Iterator) else value
        for name, value in options.items()
    }


def path(name: str, value: Path) -> Path:
    """Return a value, checked to be a path."""
    return of_type(name, value, str | os.PathLike, "a path")


def paths(name: str, value: Path | Iterable[Path] | None) -> list[Path]:
    """Return one path or several as a list."""
    wanted = "a path or an iterable of paths"
    return [] if value is None else _several(name, value, str | os.PathLike, wanted)
