"""The rooms that floors are made of, from the engine's own catalogue or from room files.

>>> from basement_lab import rooms
>>> table = rooms.list()
>>> first = table["name"].index("basement 1x1 1")
"""

from __future__ import annotations

import builtins
import warnings
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from basement_lab import _engine, _given
from basement_lab._figure import Figure
from basement_lab._generator import Generator, given_generator
from basement_lab._options import DEFAULT_COUNT, FloorOptions, arguments
from basement_lab._progress import progress_bar
from basement_lab._table import Table

if TYPE_CHECKING:
    from typing_extensions import Unpack

__all__ = ["check", "convert", "diff", "draw", "frequency", "list", "sheet"]


def _origin(verb: str, paths: builtins.list[_given.Path], *words: str) -> dict[str, Any]:
    """Return where a result comes from, and the command that reproduces it."""
    named = [str(path) for path in paths]
    command = " ".join(["basement-lab rooms", verb, *(f'"{path}"' for path in named), *words])
    return {"rooms": named, "version": _engine.__version__, "command": command}


@arguments()
def list(paths: _given.Path | Iterable[_given.Path] | None = None) -> Table:
    """List the rooms of a catalogue, one row each.

    The columns are ``room``, its number, ``source``, ``file``, ``stage``, ``type``, ``variant``,
    ``subtype``, ``name``, ``shape``, ``difficulty``, ``weight``, ``doors`` and ``spawns``.

    >>> from basement_lab import rooms
    >>> table = rooms.list()
    >>> table["type"].count("treasure") > 10
    True
    """
    folders = _given.paths("paths", paths)
    table, remarks = _engine.list_rooms(folders)
    for remark in remarks:
        warnings.warn(remark, stacklevel=2)
    return Table(table, _origin("list", folders))


@arguments(paths="Room files or folders of them.")
def check(paths: _given.Path | Iterable[_given.Path]) -> Table:
    """Read room files, and list what is odd about them, one row for each finding.

    The columns are ``path``, ``severity`` ("error" for what cannot be read, "warning" or "note"),
    ``kind``, ``room`` and ``message``.
    """
    if paths is None:
        raise _given.refuse("paths", "a path or an iterable of paths", paths)
    folders = _given.paths("paths", paths)
    return Table(_engine.check_rooms(folders), _origin("check", folders))


@arguments(
    path="The room file.",
    to="The file to write; its ending says the format, .xml or .stb, where none is given.",
    format='The format: "xml", "stb0", "stb1" or "stb2".',
)
def convert(path: _given.Path, to: _given.Path, *, format: str | None = None) -> None:
    """Write a room file in another format: what ``basement-lab rooms convert`` writes.

    What the format has no place for, such as the name of a mod in STB, is left out with a warning.
    """
    given = _given.path("path", path), _given.path("to", to)
    for lost in _engine.convert_rooms(*given, _given.optional_text("format", format)):
        warnings.warn(f"the format has no place for {lost}", stacklevel=2)


@arguments(
    before="A room file or a folder of them.",
    after="Another; of folders, files at the same path are compared.",
)
def diff(before: _given.Path, after: _given.Path) -> Table:
    """List the differences between two room files, one row for each room.

    The columns are the files ``before`` and ``after``, the ``change`` ("added", "removed",
    "changed" or "reordered"; "only before" and "only after" for files without a counterpart), the
    ``room``, and ``what`` was changed.
    """
    folders = [_given.path("before", before), _given.path("after", after)]
    return Table(_engine.diff_rooms(folders[0], folders[1]), _origin("diff", folders))


@arguments(
    room="The room's number, as `list` has it.",
    entities="An EntitiesMod.xml or entities2.xml that names the contents of the room.",
)
def draw(
    room: int,
    paths: _given.Path | Iterable[_given.Path] | None = None,
    *,
    entities: _given.Path | None = None,
) -> Figure:
    """Draw a room: its outline, its doors, and what is in it.

    >>> from basement_lab import rooms
    >>> rooms.draw(0).to_svg()[:4]
    '<svg'
    """
    number = _given.whole("room", room)
    names = None if entities is None else _given.path("entities", entities)
    folders = _given.paths("paths", paths)
    words = [f"--room {number}", *([] if names is None else [f'--entities "{names}"'])]
    figure = _engine.draw_room(folders, number, names)
    return Figure(figure, _origin("draw", folders, *words))


@arguments(
    rooms="The numbers of the rooms, as `list` has them.",
    heading="The title above the plans.",
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
    folders = _given.paths("paths", paths)
    found = _engine.room_sheet(folders, numbers, _given.text("heading", heading))
    # The command chooses rooms by their properties, not by their numbers.
    origin = {**_origin("draw", folders), "numbers": numbers, "command": None}
    return tuple(Figure(page, origin) for page in found)


@arguments(FloorOptions)
def frequency(
    generator: Generator | None = None,
    *,
    count: int = DEFAULT_COUNT,
    progress: bool | None = None,
    **options: Unpack[FloorOptions],
) -> Table:
    """Count how often each room is on a floor, and show which rooms never are and why.

    The columns are those of :func:`list`, and the number of ``floors`` that have the room, their
    ``share`` with the bounds ``share_lower`` and ``share_upper`` of its 95 % interval, how many
    ``times`` it is on the floors, ``times_per_floor``, and why it is ``never`` on one.
    """
    engine = given_generator(generator)._generator
    kept = _given.kept(options)
    with progress_bar(count, progress=progress) as told:
        found = _engine.room_frequency(engine, count, kept, told)
    origin = _engine.origin_of(engine, count, kept, "rooms frequency")
    return Table(found.with_metadata(origin))
