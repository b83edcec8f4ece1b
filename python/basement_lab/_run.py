"""All floors of a run."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import Any

from basement_lab import _engine, _given
from basement_lab._figure import Figure
from basement_lab._floor import Floor


class Run:
    """The floors of a run, stage by stage; a notebook shows them on a sheet.

    >>> import basement_lab as lab
    >>> run = lab.Generator("rebirth").run("B911 99AC")
    >>> run
    <Run B911 99AC: rebirth repentance, 13 stages>
    >>> run.names[0], len(run.floors[0].rooms)
    ('Basement I', 12)
    """

    def __init__(self, run: _engine.Run) -> None:
        """Wrap a run of the engine."""
        self._run = run

    @cached_property
    def _document(self) -> dict[str, Any]:
        document: dict[str, Any] = json.loads(self._run.to_json())
        return document

    @property
    def run_seed(self) -> str:
        """The run as the game shows it."""
        run: str = self._document["run"]
        return run

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
        """What there is to say of the run, a sentence each."""
        return self._run.remarks()

    def to_json(self) -> str:
        """Give what ``basement-lab run --format json`` writes: floors, names and measures."""
        return self._run.to_json()

    def to_dict(self) -> dict[str, Any]:
        """Give what :meth:`to_json` has as a dictionary."""
        document: dict[str, Any] = json.loads(self._run.to_json())
        return document

    def figure(self) -> Figure:
        """Draw all stages on a sheet."""
        return Figure(self._run.figure())

    def _repr_svg_(self) -> str:
        return self.figure().to_svg()

    def __len__(self) -> int:
        """Count the stages."""
        return len(self.floors)

    def __iter__(self) -> Iterator[Floor]:
        """Go through the floors."""
        return iter(self.floors)

    def __repr__(self) -> str:
        """Tell which run it is."""
        document = self._document
        game = f"{document['backend']} {document['edition']}"
        return f"<Run {self.run_seed}: {game}, {len(self)} stages>"


def run_of(
    generator: _engine.Generator,
    run_seed: str,
    stage_types: int | Mapping[int, int] | None,
    options: dict[str, Any],
) -> Run:
    """Make a run."""
    types: dict[int, int] = {}
    of_all = None
    if isinstance(stage_types, Mapping):
        types = {
            _byte("stage_types", stage): _byte("stage_types", kind)
            for stage, kind in stage_types.items()
        }
    elif stage_types is not None:
        of_all = _byte("stage_types", stage_types)
    run_seed = _given.text("run_seed", run_seed)
    return Run(_engine.run(generator, run_seed, of_all, list(types.items()), options))


def _byte(name: str, value: int) -> int:
    """Give a stage or a type; what is greater than any is refused by the engine as the greatest."""
    return min(_given.whole(name, value), 255)
