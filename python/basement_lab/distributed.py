"""Censuses and samples on the workers of a Dask cluster.

Seeds are cut into shards, and each shard is a task. If a worker dies, Dask gives its shard to
another. The result does not depend on the shards or on the workers: it is byte for byte the same
as on a single machine. A ``checkpoint`` is a folder that the client and all workers can reach: one
that they share, or a place that fsspec supports, such as ``"s3://bucket/census"``. Each shard is
kept there as soon as it is complete. If the same call is repeated, by another client or after
everything was stopped, it resumes from there. :func:`start_census` leaves the work to the cluster,
so that the client can be closed while it runs; :func:`census_status` shows from the folder alone what
is done. ``docs/census.md`` has the commands for clusters of several kinds.

Needs ``pip install "basement-lab[distributed]"``.

>>> import basement_lab as lab
>>> from basement_lab import distributed
>>> from dask.distributed import Client
>>> flash = lab.Generator("flash")
>>> with Client(processes=False, n_workers=1, dashboard_address=None) as client:
...     file = distributed.census(client, flash, last=2999, shards=4)
>>> file == lab.census(flash, last=2999)
True

With a checkpoint, here one in memory, nobody has to wait for the census:

>>> with Client(processes=False, n_workers=1, dashboard_address=None) as client:
...     _ = distributed.start_census(client, flash, last=2999, checkpoint="memory://doc", shards=4)
...     file == distributed.census(client, flash, last=2999, checkpoint="memory://doc", shards=4)
True
>>> [status] = distributed.census_status("memory://doc")
>>> status
<CensusStatus: flash article, seeds 0 to 2999, 4 of 4 shards>
>>> status.merge() == file
True
"""

from __future__ import annotations

import hashlib
import json
import os
import uuid
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from basement_lab import _engine, _given
from basement_lab._generator import Generator, given_generator, merge_census
from basement_lab._generator import census as _census
from basement_lab._options import (
    DEFAULT_COUNT,
    FloorOptions,
    RequestOptions,
    arguments,
    from_a_later_seed,
)
from basement_lab._progress import progress_bar

if TYPE_CHECKING:
    import pyarrow
    from distributed import Client, Future
    from fsspec import AbstractFileSystem
    from typing_extensions import Unpack

__all__ = ["CensusStatus", "census", "census_status", "sample", "start_census"]

#: Seeds in a shard of a census, unless the number of shards is given. With two million seeds or
#: more, a shard's file has at most 400 kB; smaller shards' files have up to 17 MB.
_CENSUS_SEEDS = 1 << 22
#: Floors in a shard of a sample, unless the number of shards is given.
_SAMPLE_FLOORS = 1 << 18
#: How many files one task merges.
_MERGED_AT_ONCE = 8
#: The meanings of the functions' arguments.
_MEANINGS = {
    "client": "The client of the cluster.",
    "shards": "How many shards, each a task; by default by their size.",
    "checkpoint": "The folder of the shards: a path, or a URL that fsspec knows.",
    "storage_options": "What fsspec needs for that URL, such as keys of S3.",
}


@dataclass(frozen=True, repr=False)
class CensusStatus:
    """The progress of a census whose shards are kept in a folder."""

    generator: dict[str, Any]
    """The generator, as in :attr:`Generator.description`."""
    first: int
    """The first stage seed."""
    last: int
    """The last stage seed."""
    options: dict[str, Any]
    """The options that were given."""
    version: str
    """The version of the package that counts; another version does not use its shards."""
    shards: int
    """How many shards there are."""
    done: tuple[int, ...]
    """The places of the shards that are kept, from 1."""
    _folder: _Folder = field(compare=False)
    _name: str = field(compare=False)

    @property
    def is_complete(self) -> bool:
        """Whether all shards are kept."""
        return len(self.done) == self.shards

    def merge(self) -> bytes:
        """Merge the shards without a cluster, into the file of :func:`basement_lab.census`."""
        if not self.is_complete:
            message = f"{self.shards - len(self.done)} of {self.shards} shards are not yet counted"
            raise ValueError(message)
        files = (self._folder.read(f"{self._name}-{place}") for place in self.done)
        merged = next(files)
        for file in files:
            merged = merge_census([merged, file])
        return merged

    def __repr__(self) -> str:
        who = f"{self.generator['backend']} {self.generator['edition']}"
        done = f"{len(self.done)} of {self.shards} shards"
        return f"<CensusStatus: {who}, seeds {self.first} to {self.last}, {done}>"


@arguments(path=_MEANINGS["checkpoint"], **_MEANINGS)
def census_status(
    path: str | os.PathLike[str], *, storage_options: Mapping[str, Any] | None = None
) -> list[CensusStatus]:
    """Return the progress of each census in a folder, which is its ``checkpoint``.

    Only the folder is read; neither the client nor the cluster is needed. A damaged shard counts
    as done until it is read.
    """
    folder = _folder("path", path, storage_options)
    names = folder.names()
    found = []
    for manifest in sorted(name for name in names if name.endswith(".json")):
        name = manifest.removesuffix(".json")
        known = json.loads(folder.read(manifest))
        done = tuple(place for place in range(1, known["shards"] + 1) if f"{name}-{place}" in names)
        found.append(CensusStatus(**known, done=done, _folder=folder, _name=name))
    return found


@arguments(RequestOptions, {"phase": "special"}, **_MEANINGS)
def census(
    client: Client,
    generator: Generator | None = None,
    *,
    first: int | None = None,
    last: int | None = None,
    shards: int | None = None,
    checkpoint: str | os.PathLike[str] | None = None,
    storage_options: Mapping[str, Any] | None = None,
    retries: int = 2,
    progress: bool | None = None,
    **options: Unpack[RequestOptions],
) -> bytes:
    """Count the floors of all stage seeds from ``first`` to ``last`` on a cluster.

    The file is the same as from :func:`basement_lab.census` with the same arguments. A task that
    fails, for example because the checkpoint's folder cannot be written, is tried ``retries`` more
    times.
    """
    folder = None if checkpoint is None else _folder("checkpoint", checkpoint, storage_options)
    name, tasks = _counting(
        client, generator, (first, last), shards, folder, retries=retries, options=options
    )
    merged = _merged(client, tasks, f"basement-lab-{name}-merged", retries)
    # The files of shards that are merged need not stay in the workers' memory.
    _wait(tasks, progress)
    return merged.result()


@arguments(RequestOptions, {"phase": "special"}, **_MEANINGS)
def start_census(
    client: Client,
    generator: Generator | None = None,
    *,
    checkpoint: str | os.PathLike[str],
    first: int | None = None,
    last: int | None = None,
    shards: int | None = None,
    storage_options: Mapping[str, Any] | None = None,
    retries: int = 2,
    **options: Unpack[RequestOptions],
) -> CensusStatus:
    """Start a census on a cluster, which continues when the client is closed.

    Shards that the checkpoint already has are not counted again. :func:`census_status` shows how
    far the census is; :meth:`CensusStatus.merge` or :func:`census` with the same arguments returns
    the file.
    """
    from distributed import fire_and_forget

    folder = _folder("checkpoint", checkpoint, storage_options)
    name, tasks = _counting(
        client, generator, (first, last), shards, folder, retries=retries, options=options
    )
    fire_and_forget(tasks)
    statuses = census_status(checkpoint, storage_options=storage_options)
    return next(status for status in statuses if status._name == name)


@arguments(FloorOptions, **_MEANINGS)
def sample(
    client: Client,
    generator: Generator | None = None,
    *,
    count: int = DEFAULT_COUNT,
    measures: str | Iterable[str] | None = None,
    shards: int | None = None,
    checkpoint: str | os.PathLike[str] | None = None,
    storage_options: Mapping[str, Any] | None = None,
    retries: int = 2,
    progress: bool | None = None,
    **options: Unpack[FloorOptions],
) -> pyarrow.Table:
    """Make many floors on a cluster, and return their measures as a table with one row per floor.

    The table is the same as from :meth:`Generator.sample` with the same arguments, converted to
    pyarrow. The client keeps it in memory; with a ``checkpoint`` its shards stay there as Arrow
    streams.

    >>> import basement_lab as lab
    >>> from basement_lab import distributed
    >>> from dask.distributed import Client
    >>> with Client(processes=False, n_workers=1, dashboard_address=None) as client:
    ...     table = distributed.sample(client, count=300, shards=3, level=2, measures="rooms")
    >>> table.equals(lab.Generator().sample(count=300, level=2, measures="rooms").to_pyarrow())
    True
    """
    import pyarrow

    generator = _checked(client, generator, retries)
    count = _given.whole("count", count)
    if shards is None:
        shards = max(1, -(-count // _SAMPLE_FLOORS))
    chosen = _given.names("measures", measures)
    kept = _given.kept(options)
    # This makes no floor, but raises an error for a wrong argument.
    generator.sample(count=0, measures=chosen, progress=False, **kept)
    origin = json.loads(_engine.origin_of(generator._generator, count, kept, "rows", chosen))
    seeds = origin["seeds"]
    folder = None if checkpoint is None else _folder("checkpoint", checkpoint, storage_options)
    name = _name("sample", [origin, count, chosen], shards)
    tasks = []
    for place in range(1, shards + 1):
        begin, end = (count * part // shards for part in (place - 1, place))
        given = from_a_later_seed(kept, seeds, begin)
        tasks.append(
            client.submit(
                _draw,
                generator,
                {**given, "count": end - begin, "measures": chosen},
                (folder, f"{name}-{place}"),
                key=f"basement-lab-{name}-{place}",
                retries=retries,
            )
        )
    _wait(list(tasks), progress)
    parts = [pyarrow.ipc.open_stream(stream).read_all() for stream in client.gather(tasks)]
    metadata = {"basement_lab": json.dumps(origin, separators=(",", ":"), ensure_ascii=False)}
    return pyarrow.concat_tables(parts).replace_schema_metadata(metadata).combine_chunks()


def _checked(client: Client, generator: Generator | None, retries: int) -> Generator:
    """Return the generator of some work; a wrong argument raises an error before the work begins."""
    if not hasattr(client, "submit"):
        raise _given.refuse("client", "a Client", client)
    _given.whole("retries", retries)
    return given_generator(generator)


def _name(kind: str, identity: object, shards: int) -> str:
    """Name some work, the same whenever it is repeated: its tasks and files have this name."""
    _given.whole("shards", shards, 1)
    text = json.dumps([_engine.__version__, identity], sort_keys=True, default=sorted)
    return f"{kind}-{hashlib.sha256(text.encode()).hexdigest()[:16]}-{shards}"


@dataclass(frozen=True)
class _Folder:
    """A folder of one of fsspec's file systems, which workers reach by themselves."""

    files: AbstractFileSystem
    path: str

    def names(self) -> set[str]:
        """List its files as they are now."""
        self.files.invalidate_cache(self.path)
        return {name.rsplit("/", 1)[-1] for name in self.files.ls(self.path, detail=False)}

    def read(self, name: str) -> bytes:
        """Read a file."""
        return self.files.cat_file(f"{self.path}/{name}")

    def write(self, name: str, content: bytes) -> None:
        """Write a file, so that others see all of it or nothing."""
        self.files.makedirs(self.path, exist_ok=True)
        part = f"{self.path}/{name}.{uuid.uuid4().hex}.part"
        self.files.pipe_file(part, content)
        self.files.mv(part, f"{self.path}/{name}")


def _folder(
    name: str, path: str | os.PathLike[str], storage_options: Mapping[str, Any] | None
) -> _Folder:
    """Find a folder by its path or URL."""
    from fsspec.core import url_to_fs

    files, root = url_to_fs(os.fspath(_given.path(name, path)), **(storage_options or {}))
    return _Folder(files, root.rstrip("/"))


def _counting(
    client: Client,
    generator: Generator | None,
    seeds: tuple[int | None, int | None],
    shards: int | None,
    folder: _Folder | None,
    *,
    retries: int,
    options: RequestOptions,
) -> tuple[str, list[Future[bytes]]]:
    """Submit the shards of a census to the workers, and record in the folder what they belong to.

    The work's name is returned with its tasks.
    """
    generator = _checked(client, generator, retries)
    first, last = seeds
    # A wrong argument raises here, not in a worker: only the last seed is counted now.
    _census(generator, first=last if last is not None else 2**32 - 1, last=last, **options)
    kind = generator.sample(count=0, progress=False, **options).metadata["seeds"]["kind"]
    begin = int(kind != "pcg") if first is None else first
    end = 2**32 - 1 if last is None else last
    counted = end - begin + 1
    if shards is None:
        shards = max(1, -(-counted // _CENSUS_SEEDS))
    elif _given.whole("shards", shards, 1) > max(counted, 1):
        message = f"`shards` cannot be {shards}: give 1 to {counted}, the number of seeds"
        raise ValueError(message)
    name = _name("census", [generator.description, first, last, options], shards)
    if folder is not None:
        known = {
            "generator": generator.description,
            "first": begin,
            "last": end,
            "options": options,
            "version": _engine.__version__,
            "shards": shards,
        }
        folder.write(f"{name}.json", json.dumps(known, default=sorted).encode())
    tasks = [
        client.submit(
            _count,
            generator,
            {**options, "first": first, "last": last},
            (place, shards),
            (folder, f"{name}-{place}"),
            key=f"basement-lab-{name}-{place}",
            retries=retries,
        )
        for place in range(1, shards + 1)
    ]
    return name, tasks


def _count(
    generator: Generator,
    arguments: dict[str, Any],
    shard: tuple[int, int],
    place: tuple[_Folder | None, str],
) -> bytes:
    """Count the floors of a shard, on a worker."""
    _use_the_workers_threads()
    return _kept(
        *place,
        lambda: _census(generator, shard=shard, progress=False, **arguments),
        lambda file: merge_census([file]),
    )


def _draw(
    generator: Generator, arguments: dict[str, Any], place: tuple[_Folder | None, str]
) -> bytes:
    """Make the floors of a shard, on a worker: an Arrow stream."""
    import pyarrow

    def stream() -> bytes:
        table = generator.sample(progress=False, **arguments).to_pyarrow()
        sink = pyarrow.BufferOutputStream()
        with pyarrow.ipc.new_stream(sink, table.schema) as writer:
            writer.write_table(table)
        return sink.getvalue().to_pybytes()

    _use_the_workers_threads()
    return _kept(*place, stream, lambda file: pyarrow.ipc.open_stream(file).read_all())


def _use_the_workers_threads() -> None:
    """Give the engine as many threads as the worker has, on any number of cores.

    The engine reads this number once, when it first counts.
    """
    from distributed import get_worker

    os.environ.setdefault("RAYON_NUM_THREADS", str(get_worker().state.nthreads))


def _kept(
    folder: _Folder | None,
    name: str,
    make: Callable[[], bytes],
    check: Callable[[bytes], object],
) -> bytes:
    """Read a file that an earlier attempt wrote completely, or make it and keep it."""
    if folder is None:
        return make()
    try:
        kept = folder.read(name)
        check(kept)
    except (FileNotFoundError, ValueError):
        # The file is missing or damaged.
        made = make()
        folder.write(name, made)
        return made
    return kept


def _merged(client: Client, files: list[Future[bytes]], name: str, retries: int) -> Future[bytes]:
    """Merge files as a tree, each part as soon as its files are available."""
    level = 0
    while len(files) > 1:
        level += 1
        files = [
            client.submit(
                merge_census,
                files[begin : begin + _MERGED_AT_ONCE],
                key=f"{name}-{level}-{begin // _MERGED_AT_ONCE}",
                retries=retries,
                priority=level,
            )
            for begin in range(0, len(files), _MERGED_AT_ONCE)
        ]
    return files[0]


def _wait(tasks: list[Future[bytes]], progress: bool | None) -> None:
    """Wait for the shards, and show how many are done. The list is empty afterwards."""
    from distributed import as_completed

    with progress_bar(len(tasks), progress=progress, unit=" shards") as told:
        done = as_completed(tasks)
        tasks.clear()
        for task in done:
            if task.status == "error":
                # This raises the worker's exception, with its message.
                task.result()
            if told is not None:
                told(1)
