"""The log that the game writes, held against the engine."""

from __future__ import annotations

import json
from functools import cached_property
from typing import TYPE_CHECKING, Any

from basement_lab import _engine, _given
from basement_lab._options import arguments

if TYPE_CHECKING:
    from collections.abc import Iterable


class Log:
    """The floors of a log of the game, and what the engine says of each."""

    def __init__(self, document: str, page: str, file: str) -> None:
        """Wrap what the engine found."""
        self._document = document
        self._page = page
        self._file = file

    @cached_property
    def floors(self) -> list[dict[str, Any]]:
        """What the log tells of each floor, and under ``engine`` what the engine says."""
        floors: list[dict[str, Any]] = json.loads(self._document)["floors"]
        return floors

    @arguments(verdict='The verdict, such as "agrees" or "differs".')
    def count(self, verdict: str) -> int:
        """Count the floors with a verdict."""
        verdict = _given.text("verdict", verdict)
        return sum(floor["engine"]["verdict"] == verdict for floor in self.floors)

    def to_json(self) -> str:
        """Give what ``basement-lab log report`` writes: what may be published."""
        return self._document

    def to_markdown(self) -> str:
        """Give the page that ``basement-lab log report`` writes."""
        return self._page

    def _repr_markdown_(self) -> str:
        return self._page

    def __len__(self) -> int:
        """Count the floors."""
        return len(self.floors)

    def __repr__(self) -> str:
        """Tell how many floors agree."""
        agree, differ = self.count("agrees"), self.count("differs")
        return f"<Log {self._file}: {len(self)} floors, {agree} agree, {differ} differ>"


@arguments(
    path="The log of the game, or evidence that `basement-lab log report` wrote.",
    edition="The edition of the rules; that of the game that the log names by default.",
    unlocks='What the save has unlocked, "all" or "fresh"; both are tried by default.',
    rooms="The game's own rooms: files or folders.",
)
def log(
    path: _given.Path,
    *,
    edition: str | None = None,
    unlocks: str | None = None,
    rooms: _given.Path | Iterable[_given.Path] | None = None,
) -> Log:
    """Hold the floors of a log of the game against the engine.

    A floor agrees if the engine makes the same attempts at its layout, with the same shapes, rooms,
    passes and forced dead ends, and the same start room.
    """
    from pathlib import Path

    name = Path(_given.path("path", path)).name
    found = _engine.log(
        path,
        _given.optional_text("edition", edition),
        _given.optional_text("unlocks", unlocks),
        _given.paths("rooms", rooms),
        f"basement-lab log report {name}",
    )
    return Log(*found, name)
