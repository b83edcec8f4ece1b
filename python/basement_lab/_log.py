"""The log that the game writes, compared with the engine."""

from __future__ import annotations

import json
import warnings
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

from basement_lab import _engine, _given
from basement_lab._options import arguments


class Log:
    """The floors of a game log, and what the engine says about each."""

    def __init__(self, document: str, page: str, file: str, command: str) -> None:
        self._document = document
        self._page = page
        self._file = file
        self._command = command

    @property
    def metadata(self) -> dict[str, Any]:
        """Where the result comes from: the file, the version and the command."""
        return {"file": self._file, "version": _engine.__version__, "command": self._command}

    @cached_property
    def floors(self) -> list[dict[str, Any]]:
        """What the log records about each floor, and under ``engine`` what the engine says."""
        return json.loads(self._document)["floors"]

    @arguments(verdict='The verdict: "agrees", "differs" or "not_compared".')
    def count(self, verdict: str) -> int:
        """Count the floors with a verdict."""
        _given.one_of("verdict", verdict, ("agrees", "differs", "not_compared"))
        return sum(floor["engine"]["verdict"] == verdict for floor in self.floors)

    def to_json(self) -> str:
        """Return what ``basement-lab log report`` writes: what may be published."""
        return self._document

    def to_markdown(self) -> str:
        """Return the page that ``basement-lab log report`` writes."""
        return self._page

    def _repr_markdown_(self) -> str:
        return self._page

    def __len__(self) -> int:
        """Count the floors."""
        return len(self.floors)

    def __repr__(self) -> str:
        agree, differ = self.count("agrees"), self.count("differs")
        compared = f"{agree} agree, {differ} differ, {len(self) - agree - differ} not compared"
        return f"<Log {self._file}: {len(self)} floors, {compared}>"


@dataclass(frozen=True)
class Entered:
    """A floor that the game has entered."""

    name: str
    """Its name, such as "Basement I"."""
    verdict: str
    """What the engine says about it: "agrees" if it makes the same floor."""
    map: str | None = field(repr=False)
    """Its map as text, if the engine makes the same floor."""
    data: dict[str, Any] = field(repr=False, compare=False)
    """What the log records about it, and under ``engine`` what the engine says."""

    def __str__(self) -> str:
        """Return the name, the verdict and the map."""
        return f"{self.name}: {self.verdict}\n{self.map or ''}"


#: The meanings of the arguments that both functions have.
_MEANINGS = {
    "edition": "The edition of the rules; that of the game that the log names by default.",
    "unlocks": 'What the save has unlocked, "all" or "fresh"; both are tried by default.',
    "rooms": "The game's own rooms: files or folders.",
}


@arguments(
    path="The log of the game, or evidence that `basement-lab log report` wrote.", **_MEANINGS
)
def log(
    path: _given.Path,
    *,
    edition: str | None = None,
    unlocks: str | None = None,
    rooms: _given.Path | Iterable[_given.Path] | None = None,
) -> Log:
    """Compare the floors of a game log with the engine's.

    A floor agrees if the engine makes the same attempts at its layout, with the same shapes, rooms,
    passes and forced dead ends, and the same start room. A file without a floor gives a warning.
    """
    name = Path(_given.path("path", path)).name
    given = _given.optional_text("edition", edition), _given.optional_text("unlocks", unlocks)
    folders = _given.paths("rooms", rooms)
    told = {"edition": given[0], "unlocks": given[1]}
    words = [f" --{option} {value}" for option, value in told.items() if value is not None]
    words += [f' --rooms "{folder}"' for folder in folders]
    command = f"basement-lab log report {name}{''.join(words)}"
    found = Log(*_engine.log(path, *given, folders, command), name, command)
    if not len(found):
        warnings.warn(f"{name}: the log tells of no floor", stacklevel=2)
    return found


@arguments(
    path="The log that the game is writing.",
    **_MEANINGS,
    timeout="After how many seconds without a new floor to stop; never by default.",
)
def follow(
    path: _given.Path,
    *,
    edition: str | None = None,
    unlocks: str | None = None,
    rooms: _given.Path | Iterable[_given.Path] | None = None,
    timeout: float | None = None,
) -> Iterator[Entered]:
    """Follow a log while the game writes it: what ``basement-lab log --follow`` shows.

    First comes the floor that the game is on, then each floor as soon as it is entered, even after
    the game is restarted. Waiting is done without the GIL, and Ctrl-C ends it.

    >>> import basement_lab as lab
    >>> for entered in lab.follow("log.txt"):  # doctest: +SKIP
    ...     print(entered)
    """
    follower = _engine.Follower(
        _given.path("path", path),
        _given.optional_text("edition", edition),
        _given.optional_text("unlocks", unlocks),
        _given.paths("rooms", rooms),
    )
    seconds = None if timeout is None else _given.real("timeout", timeout)
    if seconds is not None and not seconds >= 0:
        message = f"`timeout` cannot be {timeout}: give 0 seconds or more"
        raise ValueError(message)
    return _entered(follower, seconds)


def _entered(follower: _engine.Follower, timeout: float | None) -> Iterator[Entered]:
    while (found := follower.next(timeout)) is not None:
        name, document, plan = found
        data: dict[str, Any] = json.loads(document)
        yield Entered(name, data["engine"]["verdict"], plan, data)
