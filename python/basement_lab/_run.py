"""All floors of a run."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from typing import Any

from basement_lab import _engine, _given
from basement_lab._awards import awards_drawn, awards_given, awards_words
from basement_lab._figure import Figure
from basement_lab._floor import Floor
from basement_lab._options import arguments
from basement_lab._table import Table


class Run:
    """The floors of a run, stage by stage; a notebook shows them on one sheet.

    >>> import basement_lab as lab
    >>> run = lab.Generator("rebirth").run("B911 99AC")
    >>> run
    <Run B911 99AC: rebirth repentance, 13 stages>
    >>> run.names[0], len(run.floors[0].rooms)
    ('Basement I', 12)
    """

    def __init__(
        self,
        generator: _engine.Generator,
        run_seed: str,
        stage_types: int | Mapping[int, int] | None,
        options: Mapping[str, Any],
    ) -> None:
        types: dict[int, int] = {}
        of_all = None
        if isinstance(stage_types, Mapping):
            types = {_type(stage): _type(kind) for stage, kind in stage_types.items()}
        elif stage_types is not None:
            of_all = _type(stage_types)
        chosen = _given.kept(options)
        _given.text("run_seed", run_seed)
        self._run = _engine.run(generator, run_seed, of_all, list(types.items()), chosen)
        self._made = (generator, run_seed, types or of_all, chosen)

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle the arguments: another process reproduces the run."""
        return (Run, self._made)

    @property
    def metadata(self) -> dict[str, Any]:
        """What reproduces the run: generator, options, seed, version and command."""
        return json.loads(self._run.origin())

    @cached_property
    def _document(self) -> dict[str, Any]:
        return json.loads(self._run.to_json())

    @property
    def run_seed(self) -> str:
        """The run's seed as the game shows it."""
        return self._document["run"]

    @property
    def number(self) -> int:
        """The number of the run, from 1."""
        return self._run.number()

    @cached_property
    def floors(self) -> list[Floor]:
        """The floors, stage by stage."""
        return [Floor(floor) for floor in self._run.floors()]

    @property
    def names(self) -> list[str]:
        """The names of the stages."""
        return self._run.names()

    @property
    def remarks(self) -> list[str]:
        """Remarks on the run, one sentence each."""
        return self._run.remarks()

    def to_json(self) -> str:
        """Return what ``basement-lab run --format json`` writes: floors, names and measures."""
        return self._run.to_json()

    def to_dict(self) -> dict[str, Any]:
        """Return the content of :meth:`to_json` as a dictionary."""
        return json.loads(self._run.to_json())

    @arguments()
    def figure(
        self,
        *,
        awards: bool = False,
        item: str | Iterable[str] | None = None,
        account: str = "pseudo-code",
    ) -> Figure:
        """Draw all stages on one sheet, optionally with the awards of their rooms."""
        given = awards_drawn(awards, item, account)
        return Figure(self._run.figure(given), self._origin(awards_words(given)))

    @arguments()
    def awards(
        self, *, item: str | Iterable[str] | None = None, account: str = "pseudo-code"
    ) -> Table:
        """Return the award for clearing each ordinary room, with the run's luck and mode.

        The columns are ``stage``, ``room``, its place among the floor's rooms, ``pickup`` and
        ``count``.

        >>> import basement_lab as lab
        >>> awards = lab.Generator("rebirth").run("B911 99AC").awards(item="lucky_foot")
        >>> awards.columns, min(awards["stage"])
        (['stage', 'room', 'pickup', 'count'], 1)
        """
        given = awards_given(item, account)
        return Table(self._run.awards(given), self._origin(awards_words(given)))

    def _origin(self, rest: str) -> dict[str, Any]:
        """Return what reproduces a result of this run: its command, with words after it."""
        metadata = self.metadata
        return {**metadata, "command": f"{metadata['command']} {rest}".rstrip()}

    def _repr_svg_(self) -> str:
        return self.figure().to_svg()

    def __getitem__(self, place: int) -> Floor:
        """Return a floor by its place, from 0."""
        return self.floors[place]

    def __len__(self) -> int:
        """Count the stages."""
        return len(self.floors)

    def __iter__(self) -> Iterator[Floor]:
        """Loop over the floors."""
        return iter(self.floors)

    def __repr__(self) -> str:
        document = self._document
        game = f"{document['backend']} {document['edition']}"
        return f"<Run {self.run_seed}: {game}, {len(self)} stages>"


def _type(value: int) -> int:
    """Return a stage or a type, which the engine checks as well."""
    return _given.whole("stage_types", value, 0, 255)
