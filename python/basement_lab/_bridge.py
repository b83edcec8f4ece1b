"""Which rule makes which part of a difference."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from basement_lab import _engine, _given
from basement_lab._figure import Figure
from basement_lab._generator import Generator
from basement_lab._options import DEFAULT_COUNT, arguments
from basement_lab._progress import progress_bar
from basement_lab._table import Table


class Bridge(Table):
    """Which rule makes which part of a difference: a row for each part, level and measure.

    The columns are ``level``, ``measure``, ``part`` (an end or a switch), ``rules``, and ``value``
    with the bounds ``lower`` and ``upper`` of its 95 % interval. The parts of a level and a measure
    between both ends add up to the difference of the ends.

    >>> import basement_lab as lab
    >>> bridge = lab.bridge(levels=[2], measures="rooms", count=50)
    >>> bridge["part"][0], bridge["part"][-1]
    ('flash article', 'rebirth repentance')
    """

    __slots__ = ("_document", "_figure")

    def __init__(self, parts: Any, document: str, figure: Figure | None) -> None:
        """Take the columns, what the command writes, and the figure."""
        super().__init__(_engine.Table.of_parts(*parts))
        self._document, self._figure = document, figure

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle the columns, what the command writes, and the figure."""
        return (Bridge, (self._table.to_parts(), self._document, self._figure))

    def to_dict(self) -> dict[str, Any]:
        """Give what ``basement-lab bridge --format json`` writes."""
        document: dict[str, Any] = json.loads(self._document)
        return document

    def figure(self) -> Figure:
        """Draw the parts of each difference."""
        if self._figure is None:
            message = "no level has any of these `measures` on both sides: give others"
            raise ValueError(message)
        return self._figure


@arguments(
    start="The generator to begin at; without both, Flash article.",
    end="The generator to end at, of the same game; without both, Rebirth repentance.",
    levels="The levels.",
    measures="The names of the measures; rooms, dead ends, distances and rings by default.",
    count="How many floors of each combination of the switches on each level.",
    seed="The first PCG seed; each combination has seeds of its own.",
)
def bridge(
    start: Generator | None = None,
    end: Generator | None = None,
    *,
    levels: Iterable[int] = (1, 4, 8),
    measures: str | Iterable[str] | None = None,
    count: int = DEFAULT_COUNT,
    seed: int = 0,
    progress: bool | None = None,
) -> Bridge:
    """Say which rule makes which part of the difference of two generators: ``docs/bridge.md``.

    Each share is the mean of a switch's effect over all orders of the switches.
    """
    ends = None
    if start is not None or end is not None:
        for name, given in (("start", start), ("end", end)):
            if given is not None and not isinstance(given, Generator):
                raise _given.refuse(name, "a Generator", given)
        if start is None or end is None:
            raise _given.refuse("start" if start is None else "end", "a Generator", None)
        ends = (start._generator, end._generator)
    wanted = "an iterable of integers"
    asked = [
        min(_given.whole("levels", level), 255)
        for level in _given.of_type("levels", levels, Iterable, wanted)
    ]
    chosen = _given.names("measures", measures)
    with progress_bar(None, progress=progress) as told:
        found = _engine.bridge(ends, asked, chosen, count, _given.whole("seed", seed), told)
    document = found.to_json()
    metadata = _origin(json.loads(document), asked, chosen)
    parts = found.table().with_metadata(json.dumps(metadata)).to_parts()
    figure = found.figure()
    return Bridge(parts, document, None if figure is None else Figure(figure, metadata))


def _origin(run: dict[str, Any], levels: list[int], measures: list[str] | None) -> dict[str, Any]:
    """Say what a bridge is of, and the command that gives the same where there is one."""
    start, end = run["ends"]
    words = ["basement-lab bridge"]
    if start["backend"] == end["backend"]:
        words.append(f"--from {start['edition']} --to {end['edition']}")
    words.append(f"--level {','.join(map(str, levels))}")
    words += [] if measures is None else [f"--measure {','.join(measures)}"]
    words.append(f"--count {run['floors']} --seed {run['first_seed']}")
    return {
        "start": start,
        "end": end,
        "seeds": {"kind": "pcg", "first": run["first_seed"], "count": run["floors"]},
        "version": _engine.__version__,
        # The command knows editions, and none with changed rules.
        "command": None if start["changed"] or end["changed"] else " ".join(words),
    }
