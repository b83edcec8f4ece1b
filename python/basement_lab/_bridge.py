"""Which rule causes which part of a difference."""

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
    """Which rule causes which part of a difference: one row for each part, level and measure.

    The columns are ``level``, ``measure``, ``part`` (an end or a switch), ``rules``, and ``value``
    with the bounds ``lower`` and ``upper`` of its 95 % interval. For a level and a measure, the
    parts between both ends add up to the difference of the ends.

    >>> import basement_lab as lab
    >>> bridge = lab.bridge(levels=[2], measures="rooms", count=50)
    >>> bridge["part"][0], bridge["part"][-1]
    ('flash article', 'rebirth repentance')
    """

    __slots__ = ("_document", "_figure")

    def __init__(self, found: _engine.Bridge, metadata: dict[str, Any]) -> None:
        super().__init__(found.table(), metadata)
        self._document = found.to_json()
        figure = found.figure()
        self._figure = None if figure is None else Figure(figure, metadata)

    def to_dict(self) -> dict[str, Any]:
        """Return what ``basement-lab bridge --format json`` writes."""
        return json.loads(self._document)

    def figure(self) -> Figure:
        """Draw the parts of each difference."""
        if self._figure is None:
            message = "no level has any of these `measures` on both sides: give others"
            raise ValueError(message)
        return self._figure


@arguments(
    start="The generator to begin at; without both, Flash article.",
    end="The generator to end at, of the same game; without both, Rebirth repentance.",
    hard="Whether to go from normal to hard mode of an edition: that of `start`, or repentance.",
    levels="The levels.",
    measures="The names of the measures; rooms, dead ends, distances and rings by default.",
    count="How many floors of each combination of the switches on each level.",
    seed="The first PCG seed; each combination has seeds of its own.",
)
def bridge(
    start: Generator | None = None,
    end: Generator | None = None,
    *,
    hard: bool = False,
    levels: Iterable[int] = (1, 4, 8),
    measures: str | Iterable[str] | None = None,
    count: int = DEFAULT_COUNT,
    seed: int = 0,
    progress: bool | None = None,
) -> Bridge:
    """Find which rule causes which part of the difference of two generators: ``docs/bridge.md``.

    Each share is the mean of a switch's effect over all orders of the switches. Floors have no
    curse; only with ``hard`` are curses drawn, because the modes differ in their chances.

    >>> import basement_lab as lab
    >>> modes = lab.bridge(hard=True, levels=[2], measures="rooms", count=200)
    >>> modes["part"][0], modes["part"][-1]
    ('rebirth repentance, normal', 'rebirth repentance, hard')
    """
    for name, given in (("start", start), ("end", end)):
        if given is not None and not isinstance(given, Generator):
            raise _given.refuse(name, "a Generator", given)
    ends = modes_of = None
    if _given.switch("hard", hard):
        start = Generator() if start is None else start
        if end is not None or start.changed or start.backend != "rebirth":
            message = (
                "`hard` goes from normal to hard mode of an edition of Rebirth: give no `end`, "
            )
            raise ValueError(message + "and no `start` but an edition as it is")
        end, modes_of = start, start.edition
    elif start is not None and end is not None:
        ends = (start._generator, end._generator)
    elif start is not None or end is not None:
        raise _given.refuse("start" if start is None else "end", "a Generator", None)
    wanted = "an iterable of integers"
    asked = [
        _given.whole("levels", level, 1, 255)
        for level in _given.of_type("levels", levels, Iterable, wanted)
    ]
    if not asked:
        message = "`levels` names none: give one at least"
        raise ValueError(message)
    floors = _given.whole("count", count, 2)
    chosen = _given.names("measures", measures)
    first = _given.whole("seed", seed)
    with progress_bar(None, progress=progress) as told:
        found = _engine.bridge(ends, modes_of, asked, chosen, floors, first, told)
    run = json.loads(found.to_json())
    words = ["basement-lab bridge"]
    if start is not None and end is not None:
        names = ("normal", "hard") if modes_of else (start.edition, end.edition)
        words.append("--from {} --to {}".format(*names))
    words += [f"--edition {modes_of}"] if modes_of else []
    words.append(f"--level {','.join(map(str, asked))}")
    words += [] if chosen is None else [f"--measures {','.join(chosen)}"]
    words.append(f"--count {run['floors']} --seed {first}")
    # The command accepts editions, but not changed rules.
    is_changed = any(end is not None and end.changed for end in (start, end))
    metadata = {
        "start": run["ends"][0] if start is None or modes_of else start.description,
        "end": run["ends"][1] if end is None else end.description,
        "seeds": {"kind": "pcg", "first": first, "count": run["floors"]},
        "version": _engine.__version__,
        "command": None if is_changed else " ".join(words),
    }
    return Bridge(found, metadata)
