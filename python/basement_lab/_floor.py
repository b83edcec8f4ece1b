"""One floor, and its rooms."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Any

from basement_lab import _engine, _given
from basement_lab._awards import awards_drawn, awards_given, awards_words
from basement_lab._figure import Figure
from basement_lab._options import arguments
from basement_lab._table import Table

if TYPE_CHECKING:
    import matplotlib.axes
    import networkx

#: The meaning of an argument that names a walk.
_WALK = (
    'A walk: "full" through all rooms, "boss" by a shortest way, "items" through treasure room '
    "and shop"
)

#: The sides of a cell, with the step to the cell beyond.
_SIDES = {"left": (-1, 0), "right": (1, 0), "up": (0, -1), "down": (0, 1)}


def _wall(
    x: int, y: int, side: str, begin: float, end: float
) -> tuple[tuple[float, float], tuple[float, float]]:
    """Return a part of the wall on one side of a cell, as the columns and the rows of its ends."""
    if side in ("left", "right"):
        across = float(x + (side == "right"))
        return (across, across), (y + begin, y + end)
    down = float(y + (side == "down"))
    return (x + begin, x + end), (down, down)


def _cell_of_door(room: Room, slot: str) -> tuple[int, int]:
    """Return the cell that a door slot belongs to: slots are counted along the side of the room."""
    side, number = slot[:-1], int(slot[-1])
    dx, dy = _SIDES[side]
    along = 1 if dx else 0
    first = min(cell[along] for cell in room.cells)
    return next(
        (x, y)
        for x, y in room.cells
        if (x, y)[along] == first + number and (x + dx, y + dy) not in room.cells
    )


@dataclass(slots=True, unsafe_hash=True, repr=False)
class Room:
    """A room of a floor."""

    index: int
    """Its place among the floor's rooms."""
    kind: str
    """What it is for, such as ``"treasure"``."""
    x: int
    """The column of its top left corner, from the left."""
    y: int
    """The row of its top left corner, from the top."""
    shape: int
    """The number of its outline, 1 to 12 (rule R2)."""
    depth: int | None
    """How many room-steps from the start it grew, by the rooms that it grew from; ``None`` on floors
    from elsewhere, even those that a Generator made."""
    cells: tuple[tuple[int, int], ...]
    """The cells that it covers."""
    _floor: Floor | PlainFloor = field(compare=False)

    @property
    def data(self) -> dict[str, Any]:
        """All that is known about the room, as in the floor's JSON."""
        return self._floor._document["rooms"][self.index]

    def __repr__(self) -> str:
        return f"<Room {self.index}: {self.kind}, {self.cells}>"


class PlainFloor:
    """A floor of a study or of a file, as the user's own measures see it."""

    def __init__(self, document: dict[str, Any]) -> None:
        """Store a floor as ``docs/floors-format.md`` describes it."""
        self._document = document
        self.seed: Any = document.get("seed")
        """The seed of the floor, if it is known."""

    @cached_property
    def rooms(self) -> list[Room]:
        """The rooms."""
        found = []
        for index, room in enumerate(self._document["rooms"]):
            cells = tuple((x, y) for x, y in room["cells"])
            x, y = (min(cell[axis] for cell in cells) for axis in (0, 1))
            shape, depth = room.get("shape", 0), room.get("depth")
            found.append(Room(index, room["kind"], x, y, shape, depth, cells, self))
        return found

    @cached_property
    def doors(self) -> list[tuple[int, int]]:
        """The pairs of rooms that a door joins, by their indices."""
        return [(one, other) for one, other in self._document["doors"]]


class Floor:
    """A floor: its rooms and the doors between them.

    >>> import basement_lab as lab
    >>> floor = lab.Generator("rebirth").floor(level=1, run_seed="B911 99AC")
    >>> floor
    <Floor: rebirth repentance, level 1, run B911 99AC, 12 rooms>
    >>> floor.rooms[0].kind
    'start'
    >>> floor.doors[:2]
    [(0, 1), (0, 10)]
    """

    def __init__(self, floor: _engine.Floor) -> None:
        self._floor = floor

    @cached_property
    def _document(self) -> dict[str, Any]:
        return json.loads(self._floor.to_json())

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle the floor's recipe: another process reproduces the floor."""
        return (_unpickled, self._floor.recipe())

    def to_json(self) -> str:
        """Return all that is known about the floor as JSON.

        This is what ``basement-lab floor --format json`` writes.
        """
        return self._floor.to_json()

    def to_dict(self) -> dict[str, Any]:
        """Return all that is known about the floor, as in :meth:`to_json`.

        >>> import basement_lab as lab
        >>> floor = lab.Generator("flash").floor(level=2, seed=7)
        >>> floor.to_dict()["rng"]
        'pcg'
        """
        return json.loads(self._floor.to_json())

    @cached_property
    def rooms(self) -> list[Room]:
        """The rooms, the start first."""
        return [
            Room(index, kind, x, y, shape, depth, tuple(cells), self)
            for index, (kind, x, y, shape, depth, cells) in enumerate(self._floor.rooms())
        ]

    @cached_property
    def doors(self) -> list[tuple[int, int]]:
        """The pairs of rooms that a door joins, by their indices.

        Two large rooms that share two doors are listed twice.
        """
        return self._floor.doors()

    @property
    def level(self) -> int:
        """Flash's level or Rebirth's stage."""
        return self._document["level"]

    @property
    def seed(self) -> int:
        """The seed of the floor."""
        return self._document["seed"]

    @property
    def run_seed(self) -> str | None:
        """The seed of the floor's run, if it is one of the game's."""
        return self._document.get("run_seed")

    @property
    def curse(self) -> str | None:
        """The curse on the floor; ``None`` without one."""
        curse: str = self._document["curse"]
        return None if curse == "none" else curse

    @property
    def bosses(self) -> list[int]:
        """The numbers of the bosses, in the order of their choice; empty for Flash."""
        first = self._document.get("boss")
        return self._document.get("bosses", [] if first is None else [first])

    @property
    def remarks(self) -> list[str]:
        """Remarks on the floor, one sentence each.

        They say what the built-in rooms decide, and whether its run has another floor here.

        >>> import basement_lab as lab
        >>> floor = lab.Generator("rebirth").floor(level=2, run_seed="B911 99AC")
        >>> floor.remarks[-1].split(":")[0]
        'the bosses met and the flags set on earlier floors are not known'
        """
        return self._floor.remarks()

    def to_networkx(self) -> networkx.MultiGraph:
        """Return the floor as a graph: a node for each room, an edge for each door.

        Nodes are the indices of rooms and have the rooms' data. Two large rooms can share two
        doors. The ultra secret room has no doors. :meth:`to_graphml` writes a graph file.

        >>> import basement_lab as lab
        >>> graph = lab.Generator("flash").floor(level=1, seed=7).to_networkx()
        >>> graph.nodes[0]["kind"]
        'start'
        """
        import networkx

        graph = networkx.MultiGraph()
        for room in self.rooms:
            graph.add_node(room.index, **room.data)
        graph.add_edges_from(self.doors)
        return graph

    def to_dot(self) -> str:
        """Return the floor in the language of Graphviz: what ``floor --format dot`` writes."""
        return self._floor.graph("dot")

    def to_graphml(self) -> str:
        """Return the floor in GraphML, which networkx, igraph, Gephi and yEd read."""
        return self._floor.graph("graphml")

    def to_tiled(self) -> dict[str, Any]:
        """Return the floor as a map for the editor Tiled, in JSON.

        The map has a layer of tiles for the kinds of rooms, one for the rooms' outlines, and one
        for doors.
        """
        return json.loads(self._floor.graph("tiled"))

    def to_svg(self) -> str:
        """Draw the floor: what ``basement-lab floor --format svg`` writes."""
        return self.figure().to_svg()

    @property
    def metadata(self) -> dict[str, Any]:
        """What reproduces the floor: generator, options, seed, version and command."""
        return self._origin("floor")

    def _origin(self, verb: str, rest: str = "") -> dict[str, Any]:
        """Return what reproduces a result of this floor: a verb of the command, with more words."""
        return json.loads(self._floor.origin(verb, rest))

    @arguments(walk=f"{_WALK}; no walk by default.")
    def figure(
        self,
        *,
        walk: str | None = None,
        awards: bool = False,
        item: str | Iterable[str] | None = None,
        account: str = "pseudo-code",
    ) -> Figure:
        """Draw the floor, optionally with a walk through it or with the awards of its rooms.

        >>> import basement_lab as lab
        >>> floor = lab.Generator("flash").floor(level=2, seed=7)
        >>> floor.figure(walk="full").metadata["command"].endswith("--walk full")
        True
        """
        given = awards_drawn(awards, item, account)
        route = _given.optional_text("walk", walk)
        if route is not None and given is not None:
            message = "`walk` and `awards` are not drawn on one map: give one of them"
            raise ValueError(message)
        rest = awards_words(given) if route is None else f"--walk {route}"
        return Figure(self._floor.figure(route, given), self._origin("floor", rest))

    @arguments(route=f"{_WALK}.")
    def walk(self, route: str = "full") -> list[int]:
        """Return a shortest walk from the start to the boss room: rooms by their indices, in order.

        >>> import basement_lab as lab
        >>> floor = lab.Generator("flash").floor(level=2, seed=7)
        >>> walk = floor.walk()
        >>> walk[0], floor.rooms[walk[-1]].kind, set(walk) == set(floor.walk("full"))
        (0, 'boss', True)
        """
        return json.loads(self._floor.walk(_given.text("route", route)))["rooms"]

    @arguments()
    def awards(
        self, *, item: str | Iterable[str] | None = None, account: str = "pseudo-code"
    ) -> Table:
        """Return the award for clearing each ordinary room, with the floor's luck and mode (Rebirth).

        The columns are ``room``, its place among the floor's rooms, ``pickup`` and ``count``.

        >>> import basement_lab as lab
        >>> lab.Generator("rebirth").floor(level=2, seed=7).awards().columns
        ['room', 'pickup', 'count']
        """
        given = awards_given(item, account)
        return Table(self._floor.awards(given), self._origin("floor", awards_words(given)))

    def _repr_svg_(self) -> str:
        """Show the floor in a notebook."""
        return self.to_svg()

    @arguments(ax="Axes to draw onto; new ones by default.")
    def plot(self, ax: matplotlib.axes.Axes | None = None) -> matplotlib.axes.Axes:
        """Draw the floor's rooms with matplotlib.

        >>> import basement_lab as lab
        >>> axes = lab.Generator("flash").floor(level=1, seed=7).plot()
        >>> len(axes.patches) > 6
        True
        """
        import matplotlib.pyplot as plt
        from matplotlib.axes import Axes
        from matplotlib.patches import Rectangle

        if ax is None:
            _, ax = plt.subplots()
        _given.of_type("ax", ax, Axes, "Axes of matplotlib")
        colors = _engine.map_colors()
        for room in self.rooms:
            covered = set(room.cells)
            color = colors[room.kind]
            for x, y in room.cells:
                ax.add_patch(Rectangle((x, y), 1, 1, facecolor=color, edgecolor="none"))
                for side, (dx, dy) in _SIDES.items():
                    if (x + dx, y + dy) not in covered:
                        ax.plot(*_wall(x, y, side, 0, 1), color=colors["wall"], linewidth=1.5)
            for door in room.data.get("doors", []):
                x, y = _cell_of_door(room, door["slot"])
                side = door["slot"][:-1]
                ax.plot(*_wall(x, y, side, 0.32, 0.68), color="white", linewidth=2.5, zorder=3)
        ax.set_aspect("equal")
        if not ax.yaxis_inverted():
            ax.invert_yaxis()
        ax.set_axis_off()
        ax.set_title(self._title())
        return ax

    def _title(self) -> str:
        of_run = self.run_seed
        seed = f"seed {self.seed}" if of_run is None else f"run {of_run}"
        document = self._document
        return f"{document['backend']} {document['edition']}, level {self.level}, {seed}"

    def __str__(self) -> str:
        """Return the map as text."""
        return self._floor.map()

    def __repr__(self) -> str:
        return f"<Floor: {self._title()}, {len(self.rooms)} rooms>"

    def __eq__(self, other: object) -> bool:
        """Compare all that is known about both floors."""
        if not isinstance(other, Floor):
            return NotImplemented
        return self._floor.to_json() == other._floor.to_json()

    def __hash__(self) -> int:
        """Hash all that is known about the floor."""
        return hash(self._floor.to_json())


@lru_cache(maxsize=16)
def _generator(
    backend: str, edition: str, changes: str, rooms: tuple[str, ...]
) -> _engine.Generator:
    """Make the generator of pickled floors, once for all of them."""
    changed = {change["path"]: change["value"] for change in json.loads(changes)}
    return _engine.Generator(backend, edition, changed, rooms)


def _unpickled(*recipe: Any) -> Floor:
    backend, edition, changes, rooms, *floor = recipe
    generator = _generator(backend, edition, changes, tuple(map(str, rooms)))
    return Floor(generator.remade(*floor))
