"""Many floors, one by one or as arrays for learning."""

from __future__ import annotations

import json
import os
from base64 import b64encode
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any, overload

from basement_lab import _engine, _given
from basement_lab._engine import GenerationError
from basement_lab._files import whole_file, write_tables
from basement_lab._floor import Floor
from basement_lab._measure import Measure, OwnMeasures, own_measures
from basement_lab._options import arguments, from_a_later_seed
from basement_lab._progress import progress_bar
from basement_lab._table import Table

if TYPE_CHECKING:
    import numpy
    import numpy.typing
    import pyarrow

    Bytes = numpy.typing.NDArray[numpy.uint8]

#: How many floors are made at a time when they are read one by one.
_AT_ONCE = 256
#: How many floors a notebook shows.
_SHOWN = 3
#: How many floors a batch has by default.
_BATCH = 4096


class FloorSet:
    """Many floors of a generator, which are made when they are needed.

    A channel has a number for each cell, which is 0 if there is no room:

    - ``occupied``: 1 if there is a room;
    - ``kind``: the place of the room's kind in :func:`kinds`, from 1;
    - ``shape``: the number of the room's outline (rule R2);
    - ``distance``: 1 plus the room's steps through doors from the start; secret and ultra secret
      rooms have 0;
    - ``depth``: 1 plus the room-steps along which the room grew;
    - ``room``: the room's place among the floor's rooms, from 1;
    - ``doors``: the sides with a door: 1 left, 2 up, 4 right and 8 down, added up;
    - the name of a kind, such as ``boss``: 1 if there is such a room.

    Seeds for which the generator gives up have no floor. Columns are those of the game's grid:
    Flash's first column is 1.

    >>> import basement_lab as lab
    >>> floors = lab.Generator("flash").floors(level=2, count=1000)
    >>> floors
    <FloorSet: 1000 floors>
    >>> boss = floors.to_numpy(["boss"])
    >>> boss.shape, int(boss.sum())
    ((1000, 8, 9, 1), 1000)
    >>> sum(len(floor.rooms) for floor in floors) == int(floors.to_numpy(["occupied"]).sum())
    True
    """

    def __init__(self, generator: _engine.Generator, count: int, options: dict[str, Any]) -> None:
        self._generator = generator
        self._count = count
        self._options = options
        # A request that cannot be met raises here.
        self._origin = _engine.origin_of(generator, count, options, "floor --format jsonl")

    @property
    def metadata(self) -> dict[str, Any]:
        """Where the floors come from: generator, options, seeds and version."""
        return json.loads(self._origin)

    @property
    def left(self) -> int:
        """The first column of the grid, which is the first of the arrays."""
        return _engine.grid_of(self._generator)[0]

    @property
    def height(self) -> int:
        """The rows of the grid."""
        return _engine.grid_of(self._generator)[2]

    @property
    def width(self) -> int:
        """The columns of the grid."""
        return _engine.grid_of(self._generator)[1]

    def __len__(self) -> int:
        """Count the seeds."""
        return self._count

    def __iter__(self) -> Iterator[Floor]:
        """Make the floors one by one."""
        for begin in range(0, self._count, _AT_ONCE):
            size = min(_AT_ONCE, self._count - begin)
            yield from map(Floor, _engine.floor_list(self._generator, begin, size, self._options))

    @overload
    def __getitem__(self, place: int) -> Floor: ...

    @overload
    def __getitem__(self, place: slice) -> FloorSet: ...

    def __getitem__(self, place: int | slice) -> Floor | FloorSet:
        """Return the floor of the seed at a place, or the floors of several consecutive seeds.

        >>> import basement_lab as lab
        >>> floors = lab.Generator("rebirth").floors(level=3, count=1000)
        >>> training, test = floors[:800], floors[800:]
        >>> len(training), test[0].run_seed == lab.run_seed(801)
        (800, True)
        """
        try:
            places = range(self._count)[place]
        except IndexError:
            message = f"there is no floor {place}: there are {self._count}, from 0"
            raise IndexError(message) from None
        if isinstance(places, int):
            made = _engine.floor_list(self._generator, places, 1, self._options)
            if not made:
                message = f"the generator gives up for the seed at place {places}"
                raise GenerationError(message)
            return Floor(made[0])
        if places.step != 1:
            message = f"floors are taken in a row: the step cannot be {places.step}"
            raise ValueError(message)
        begin = places.start if places else 0
        options = from_a_later_seed(self._options, self.metadata["seeds"], begin)
        return FloorSet(self._generator, len(places), options)

    @arguments()
    def to_numpy(
        self,
        channels: str | Iterable[str] = ("occupied", "kind", "shape", "distance"),
        *,
        packed: bool = False,
        progress: bool | None = None,
    ) -> Bytes:
        """Return the floors as an array of bytes, with the axes floors, rows, columns and channels.

        A packed array has the axes floors, channels and bytes; :func:`unpack_bits` unpacks it.
        """
        chosen = _given.some_names("channels", channels)
        is_packed = _given.switch("packed", packed)
        with progress_bar(self._count, progress=progress) as told:
            return self._made(0, self._count, chosen, is_packed, told)[0]

    @arguments(measures="Functions of a floor, or `Measure` objects, by their names.")
    def measure(self, measures: OwnMeasures, *, progress: bool | None = None) -> Table:
        """Read your own measures: one row per floor, one column per measure.

        The first columns are ``number`` and ``seed``; seeds for which the generator gives up have
        no row.

        >>> import basement_lab as lab
        >>> def corridors(floor):
        ...     return sum(room.kind == "normal" and len(room.cells) > 1 for room in floor.rooms)
        >>> table = lab.Generator("rebirth").floors(level=3, count=300).measure({"large": corridors})
        >>> table.columns, max(table["large"]) > 2
        (['number', 'seed', 'large'], True)
        """
        own = own_measures("measures", measures, beside_listed=False)
        numbers, seeds, columns = self._values(own, progress)
        return Table(_engine.own_table(numbers, seeds, list(columns.items()), self._origin))

    def _values(
        self, own: Mapping[str, Measure], progress: bool | None
    ) -> tuple[list[int], list[int], dict[str, list[float | None]]]:
        """Read measures of each floor that there is; also return the floors' numbers and seeds."""
        numbers: list[int] = []
        of_numbers: list[int] = []
        columns: dict[str, list[float | None]] = {name: [] for name in own}
        channels = [name for measure in own.values() for name in measure.channel_names]
        channels = list(dict.fromkeys(channels))
        is_of_floors = any(not measure.channel_names for measure in own.values())
        first = self.metadata["seeds"]["first"]
        with progress_bar(self._count, progress=progress) as told:
            for begin in range(0, self._count, _BATCH):
                size = min(_BATCH, self._count - begin)
                part = self._generator, begin, size, self._options
                floors = (
                    [Floor(floor) for floor in _engine.floor_list(*part)] if is_of_floors else []
                )
                gave_up: list[int] = []
                if channels or len(floors) < size:
                    names = channels or ["occupied"]
                    array, gave_up = self._made(begin, size, names, False, None)
                seeds = dict(enumerate(_engine.floor_seeds(*part)))
                for place in gave_up:
                    del seeds[place]
                numbers += [first + begin + place for place in seeds]
                of_numbers += seeds.values()
                for name, measure in own.items():
                    chosen = [channels.index(channel) for channel in measure.channel_names]
                    columns[name] += (
                        measure._of_array(name, array[..., chosen])
                        if chosen
                        else measure._of_floors(name, floors)
                    )
                if told is not None:
                    told(size)
        return numbers, of_numbers, columns

    @arguments(size="How many floors a batch has; the last can have fewer.")
    def batches(
        self,
        channels: str | Iterable[str] = ("occupied", "kind", "shape", "distance"),
        *,
        size: int = _BATCH,
        packed: bool = False,
    ) -> Iterator[Bytes]:
        """Return the floors as arrays of some floors each, in constant memory.

        >>> import basement_lab as lab
        >>> floors = lab.Generator("flash").floors(count=1000)
        >>> [len(batch) for batch in floors.batches(["occupied"], size=400)]
        [400, 400, 200]
        """
        chosen = _given.some_names("channels", channels)
        step, is_packed = _given.whole("size", size, 1), _given.switch("packed", packed)
        return (
            self._made(begin, min(step, self._count - begin), chosen, is_packed, None)[0]
            for begin in range(0, self._count, step)
        )

    @arguments(path="The file; its ending says which format it has: .npy or .parquet.")
    def write(
        self,
        path: str | os.PathLike[str],
        channels: str | Iterable[str] = ("occupied", "kind", "shape", "distance"),
        *,
        packed: bool = False,
        size: int = _BATCH,
        progress: bool | None = None,
    ) -> None:
        """Write the floors to a file, batch by batch.

        A ``.npy`` file has what :meth:`to_numpy` returns; ``numpy.load(path, mmap_mode="r")``
        reads parts of it. A ``.parquet`` file has a column of lists for each channel, with the
        cells of a floor row by row, and its metadata says where the floors come from; writing it
        needs pyarrow.
        """
        chosen = _given.some_names("channels", channels)
        file = Path(_given.path("path", path))
        if file.suffix not in (".npy", ".parquet"):
            message = f"`path` must end in .npy or .parquet, not {file.name}"
            raise ValueError(message)
        if file.suffix == ".parquet" and len(set(chosen)) < len(chosen):
            message = (
                "`channels` names one twice, and a column has a name of its own: name each once"
            )
            raise ValueError(message)
        step, is_packed = _given.whole("size", size, 1), _given.switch("packed", packed)
        with whole_file(file) as whole, progress_bar(self._count, progress=progress) as told:
            # A file without floors has its columns, too.
            batches = (
                self._made(begin, min(step, self._count - begin), chosen, is_packed, told)[0]
                for begin in range(0, max(self._count, 1), step)
            )
            if file.suffix == ".npy":
                _write_numpy(whole, batches)
            else:
                tables = (_lists(batch, chosen, is_packed) for batch in batches)
                write_tables(whole, tables, self._origin)

    def _made(
        self,
        begin: int,
        count: int,
        channels: Sequence[str],
        packed: bool,
        told: Callable[[int], object] | None,
    ) -> tuple[Bytes, list[int]]:
        """Make an array, and return for which of the seeds the generator gives up."""
        import numpy as np

        found, gave_up = _engine.floor_arrays(
            self._generator, begin, count, channels, packed, self._options, told
        )
        _, width, height = _engine.grid_of(self._generator)
        each = (len(channels), -(-width * height // 8))
        shape = (count, *each) if packed else (count, height, width, len(channels))
        array = np.frombuffer(found, np.uint8).reshape(shape)
        return (np.delete(array, gave_up, axis=0) if gave_up else array), gave_up

    def _repr_html_(self) -> str:
        first = _engine.floor_list(self._generator, 0, min(self._count, _SHOWN), self._options)
        heading = f"{self._count:,} floors{'. The first:' if first else ''}"
        return maps_html(heading, map(Floor, first))

    def __repr__(self) -> str:
        return f"<FloorSet: {self._count} floors>"


def maps_html(heading: str, floors: Iterable[Floor]) -> str:
    """Write maps of floors side by side."""
    maps = (
        f'<img width="32%" alt="{escape(repr(floor))}" '
        f'src="data:image/svg+xml;base64,{b64encode(floor.to_svg().encode()).decode()}">'
        for floor in floors
    )
    return f"<p>{escape(heading)}</p>{''.join(maps)}"


def kinds() -> list[str]:
    """List the kinds of rooms in the order in which the channel ``kind`` numbers them, from 1.

    >>> import basement_lab as lab
    >>> lab.kinds()[:3]
    ['start', 'normal', 'boss']
    """
    return _engine.kind_names()


@arguments(
    packed="What `to_numpy` gives with `packed=True`.",
    height="The rows of the grid: 13 of Rebirth, 8 of Flash.",
    width="The columns of the grid: 13 of Rebirth, 9 of Flash.",
)
def unpack_bits(packed: Bytes, height: int, width: int) -> Bytes:
    """Unpack floors into an array with the axes floors, rows, columns and channels.

    >>> import basement_lab as lab
    >>> floors = lab.Generator("rebirth").floors(count=10)
    >>> packed = floors.to_numpy(["occupied", "boss"], packed=True)
    >>> packed.shape
    (10, 2, 22)
    >>> whole = lab.unpack_bits(packed, floors.height, floors.width)
    >>> bool((whole == floors.to_numpy(["occupied", "boss"])).all())
    True
    """
    import numpy as np

    _given.of_type("packed", packed, np.ndarray, "an array")
    rows, columns = _given.whole("height", height), _given.whole("width", width)
    size = -(-rows * columns // 8)
    if packed.ndim != 3 or packed.shape[-1] != size:  # noqa: PLR2004
        message = f"`packed` must have floors, channels and {size} bytes, not {packed.shape}"
        raise ValueError(message)
    bits = np.unpackbits(packed, axis=-1, count=rows * columns)
    return np.moveaxis(bits.reshape(*packed.shape[:-1], rows, columns), 1, -1)


def _write_numpy(path: Path, batches: Iterable[Bytes]) -> None:
    """Write arrays to a ``.npy`` file, whose header has the number of floors."""
    import numpy as np

    with path.open("wb") as file:
        # The header has this size for any number of floors.
        file.write(bytes(128))
        count = 0
        for batch in batches:
            file.write(batch.tobytes())
            count += len(batch)
        head = {"descr": "|u1", "fortran_order": False, "shape": (count, *batch.shape[1:])}
        file.seek(0)
        file.write(np.lib.format.magic(1, 0) + (118).to_bytes(2, "little"))
        file.write(f"{head!r:117}\n".encode("latin1"))


def _lists(batch: Bytes, channels: list[str], packed: bool) -> pyarrow.Table:
    """Return floors as a table with a column of lists for each channel."""
    import numpy as np
    import pyarrow as pa

    if not packed:
        # Channels first, as they are in packed floors.
        count, rows, columns, number = batch.shape
        batch = np.moveaxis(batch.reshape(count, rows * columns, number), 2, 1)
    lists = [
        pa.FixedSizeListArray.from_arrays(pa.array(batch[:, place].ravel()), batch.shape[-1])
        for place in range(len(channels))
    ]
    return pa.table(lists, names=channels)
