"""Measures of one's own."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from basement_lab import _given


@dataclass(frozen=True)
class Measure:
    """A measure of one's own: what a function counts on a floor.

    ``read`` is a function of a floor as a dictionary of ``rooms``, ``doors`` and ``seed``
    (``docs/floors-format.md``). It gives a whole number, or ``None`` where the floor has none.
    """

    name: str
    """Its name, in snake case: what it counts, in the plural."""
    read: Callable[..., Any]
    """What counts it."""
    unit: str = "rooms"
    """Its unit, in the plural."""
    definition: str = ""
    """What it is, in a line; the first line of the function's text by default."""

    def for_reports(self) -> tuple[str, str, str, Callable[[str], int | None]]:
        """Give it as the engine takes it."""

        def read(floor: str) -> int | None:
            value: int | None = self.read(json.loads(floor))
            return None if value is None else _given.whole(self.name, value)

        lines = (self.definition or self.read.__doc__ or self.name).strip().splitlines()
        return (self.name, self.unit, lines[0], read)


def own_measures(
    name: str, given: Mapping[str, Measure | Callable[..., Any]] | None
) -> list[Measure]:
    """Read measures of one's own by their names."""
    if given is None:
        return []
    wanted = "a mapping of names to functions"
    found = []
    for measure, read in _given.of_type(name, given, Mapping, wanted).items():
        if not isinstance(read, Measure) and not callable(read):
            raise _given.refuse(name, wanted, read)
        found.append(read if isinstance(read, Measure) else Measure(measure, read))
    return found
