"""The rooms that floors are made of, from the engine's own catalogue or from room files.

>>> from basement_lab import rooms
>>> table = rooms.list()
>>> first = table["name"].index("Bastion")  # doctest: +SKIP
"""

from __future__ import annotations

import warnings
from collections.abc import Iterable
from typing import TYPE_CHECKING

from basement_lab import _engine, _given
from basement_lab._figure import Figure
from basement_lab._generator import Generator
from basement_lab._options import DEFAULT_COUNT, FloorOptions, arguments
from basement_lab._progress import progress_bar
from basement_lab._table import Table

if TYPE_CHECKING:
    from typing_extensions import Unpack

__all__ = ["check", "draw", "frequency", "list", "sheet"]

_PATHS = "Room files or folders of them; the engine's own catalogue by default."


@arguments(paths=_PATHS)
def list(paths: _given.Path | Iterable[_given.Path] | None = None) -> Table:
    """List the rooms of a catalogue, a row each.

    The columns are ``room``, its number, ``source``, ``file``, ``stage``, ``type``, ``variant``,
    ``subtype``, ``name``, ``shape``, ``difficulty``, ``weight``, ``doors`` and ``spawns``.

    >>> from basement_lab import rooms
    >>> table = rooms.list()
    >>> table["type"].count("treasure") > 10
    True
    """
    table, remarks = _engine.list_rooms(_given.paths("paths", paths))
    for remark in remarks:
        warnings.warn(remark, stacklevel=2)
    return Table(table)


@arguments(paths="Room files or folders of them.")
def check(paths: _given.Path | Iterable[_given.Path]) -> Table:
    """Read room files, and tell what is odd about them, a row for each finding.

    The columns are ``path``, ``severity`` ("error" for what cannot be read, "warning" or "note"),
    ``kind``, ``room`` and ``message``.
    """
    if paths is None:
        raise _given.refuse("paths", "a path or an iterable of paths", paths)
    return Table(_engine.check_rooms(_given.paths("paths", paths)))


@arguments(
    room="The room's number, as `list` has it.",
    paths=_PATHS,
    entities="An EntitiesMod.xml or entities2.xml that names what stands in the room.",
)
def draw(
    room: int,
    paths: _given.Path | Iterable[_given.Path] | None = None,
    *,
    entities: _given.Path | None = None,
) -> Figure:
    """Draw a room: its outline, its doors, and what stands in it.

    >>> from basement_lab import rooms
    >>> rooms.draw(0).to_svg()[:4]
    '<svg'
    """
    number = _given.whole("room", room)
    names = None if entities is None else _given.path("entities", entities)
    return Figure(_engine.draw_room(_given.paths("paths", paths), number, names))


@arguments(
    rooms="The numbers of the rooms, as `list` has them.",
    paths=_PATHS,
    heading="What stands above the plans.",
)
def sheet(
    rooms: Iterable[int],
    paths: _given.Path | Iterable[_given.Path] | None = None,
    *,
    heading: str = "rooms",
) -> tuple[Figure, ...]:
    """Draw small plans of many rooms, on as many pages as they need."""
    wanted = "an iterable of integers"
    numbers = [
        _given.whole("rooms", room) for room in _given.of_type("rooms", rooms, Iterable, wanted)
    ]
    found = _engine.room_sheet(
        _given.paths("paths", paths), numbers, _given.text("heading", heading)
    )
    return tuple(Figure(page) for page in found)


@arguments(FloorOptions)
def frequency(
    generator: Generator | None = None,
    *,
    count: int = DEFAULT_COUNT,
    progress: bool | None = None,
    **options: Unpack[FloorOptions],
) -> Table:
    """Count how often each room is on a floor, and say which rooms never are and why.

    The columns are those of :func:`list`, and ``floors`` that have the room, their ``share`` with
    the bounds ``share_lower`` and ``share_upper`` of its 95 % interval, how many ``times`` it is on
    the floors, ``times_per_floor``, and why it is ``never``.
    """
    generator = Generator() if generator is None else generator
    _given.of_type("generator", generator, Generator, "a Generator")
    with progress_bar(count, progress=progress) as told:
        found = _engine.room_frequency(generator._generator, count, dict(options), told)
    origin = _engine.origin_of(generator._generator, count, dict(options), "rooms frequency")
    return Table(found.with_metadata(origin))
