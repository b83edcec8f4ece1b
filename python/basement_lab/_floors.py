"""Floors made in Python, by any generator."""

from __future__ import annotations

import json
import operator
import os
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import islice
from typing import Any

from basement_lab import _engine, _given
from basement_lab._floor import Floor
from basement_lab._options import DEFAULT_COUNT, arguments
from basement_lab._progress import progress_bar
from basement_lab._summary import Summary
from basement_lab._table import Table

#: A floor: its rooms, an object with ``rooms`` as ``docs/floors-format.md`` describes it, or an
#: engine floor.
FloorLike = Floor | Mapping[str, Any] | Sequence[Mapping[str, Any]]

#: The meaning of ``count`` for floors from elsewhere.
_COUNT = "How many floors; 10,000 of a function by default, all of an iterable or a file."


class Floors:
    """Floors from elsewhere, measured and compared like those of the games.

    ``source`` is a function that makes the floor for a seed, an iterable of floors, or the path of
    a file of floors. A floor is a list of rooms, or an object with ``rooms`` and optionally ``doors``
    and ``seed``, as ``docs/floors-format.md`` describes them. Functions are called with the
    numbers from ``seed`` on. An iterator can be read only once.

    >>> import basement_lab as lab
    >>> def corridor(seed):
    ...     rooms = [{"cells": [[x, 0]], "kind": "normal"} for x in range(1, 2 + seed % 5)]
    ...     rooms[-1]["kind"] = "boss"
    ...     return [{"cells": [[0, 0]], "kind": "start"}, *rooms]
    >>> corridors = lab.Floors(corridor)
    >>> corridors.summary(count=100).mean("boss_distance")
    3.0
    >>> corridors.sample(count=3)["rooms"]
    [2, 3, 4]
    """

    @arguments(source="A function of a seed, an iterable of floors, or the path of a file of them.")
    def __init__(
        self, source: Callable[[int], FloorLike] | Iterable[FloorLike] | str | os.PathLike[str]
    ) -> None:
        """Choose where the floors come from."""
        if not callable(source) and not isinstance(source, str | os.PathLike | Iterable):
            raise _given.refuse("source", "a function, an iterable of floors or a path", source)
        self._source = source

    @arguments(seed="The first number that a function is called with.", count=_COUNT)
    def sample(
        self,
        *,
        count: int | None = None,
        seed: int = 0,
        measures: str | Iterable[str] | None = None,
        progress: bool | None = None,
    ) -> Table:
        """Return the measures of the first ``count`` floors as a table with one row per floor.

        The columns are ``number``, counted from 0, ``seed`` (string), how many rooms there are of
        each kind (uint32), and the measures, which are uint32, or float64 if :func:`measures` says
        so.
        """
        with self._lines(count, seed, progress) as lines:
            return Table(_engine.sample_floors(lines, _given.names("measures", measures)))

    @arguments(seed="The first number that a function is called with.", count=_COUNT)
    def summary(
        self,
        *,
        count: int | None = None,
        seed: int = 0,
        measures: str | Iterable[str] | None = None,
        progress: bool | None = None,
    ) -> Summary:
        """Count the first ``count`` floors."""
        with self._lines(count, seed, progress) as lines:
            return Summary(_engine.summarise_floors(lines, _given.names("measures", measures)))

    @contextmanager
    def _lines(
        self, count: int | None, seed: int, progress: bool | None
    ) -> Iterator[Iterator[bytes]]:
        """Yield the floors as lines of JSON, under a progress bar."""
        count, seed = (
            _given.optional_whole("count", count, 0, sys.maxsize),
            _given.whole("seed", seed),
        )
        source = self._source
        if isinstance(source, str | os.PathLike):
            lines = _file_lines(source, count)
        elif callable(source):
            count = DEFAULT_COUNT if count is None else count
            lines = (_line(source(number), number) for number in range(seed, seed + count))
        else:
            lines = map(_line, islice(source, count))
        with progress_bar(count, progress=progress) as told:
            yield lines if told is None else _told(lines, told)

    def __repr__(self) -> str:
        return f"Floors({self._source!r})"


def _told(lines: Iterator[bytes], told: Callable[[int], object]) -> Iterator[bytes]:
    for line in lines:
        told(1)
        yield line


def _file_lines(path: str | os.PathLike[str], count: int | None) -> Iterator[bytes]:
    with open(path, "rb") as file:
        # Errors name lines that are not floors by number, so empty lines must stay.
        yield from islice(file, count)


def _line(floor: FloorLike, seed: int | None = None) -> bytes:
    """Write a floor as a line of JSON."""
    if isinstance(floor, Floor):
        rooms = [
            {"cells": room.cells, "kind": room.kind, "shape": room.shape} for room in floor.rooms
        ]
        written: dict[str, Any] = {"rooms": rooms, "doors": floor.doors, "seed": floor.seed}
    elif isinstance(floor, Mapping):
        written = dict(floor)
    elif isinstance(floor, Sequence) and not isinstance(floor, str | bytes):
        written = {"rooms": list(floor)}
    else:
        given = type(floor).__name__
        message = f"a floor is a list of rooms or an object with `rooms`, not {given}"
        raise TypeError(message)
    if seed is not None:
        written.setdefault("seed", seed)
    return json.dumps(written, default=_plain).encode() + b"\n"


def _plain(value: Any) -> Any:
    """Convert an array or a number of numpy in a floor to what JSON has."""
    if hasattr(value, "tolist"):
        return value.tolist()
    if hasattr(value, "__index__"):
        return operator.index(value)
    given = type(value).__name__
    message = f"a floor is of texts, numbers, lists and mappings, not of {given}"
    raise TypeError(message)
