"""Censuses and samples on the workers of a Dask cluster.

Seeds are cut into shards, and each shard is a task. If a worker dies, Dask gives its shard to
another. The result does not depend on the shards or on the workers: it is byte for byte that of a
single machine. A ``checkpoint`` is a folder that all workers share. Each shard is kept there as
soon as it is complete. The same call made again, by another client or after everything was stopped,
goes on from there. ``docs/cluster.md`` has the commands for clusters of several kinds.

Needs ``pip install "basement-lab[distributed]"``.

>>> import basement_lab as lab
>>> from basement_lab import distributed
>>> from dask.distributed import Client
>>> flash = lab.Generator("flash")
>>> with Client(processes=False, n_workers=1, dashboard_address=None) as client:
...     file = distributed.census(client, flash, last=2999, shards=4)
>>> file == lab.census(flash, last=2999)
True
"""

from __future__ import annotations

import hashlib
import json
import os
import uuid
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from basement_lab import _engine, _given
from basement_lab._generator import Generator, merge_census
from basement_lab._generator import census as _census
from basement_lab._options import DEFAULT_COUNT, FloorOptions, RequestOptions, arguments
from basement_lab._progress import progress_bar

if TYPE_CHECKING:
    from collections.abc import Iterable

    import pyarrow
    from distributed import Client, Future
    from typing_extensions import Unpack

__all__ = ["census", "sample"]

#: Seeds of a shard of a census, unless the number of shards is given. From two million seeds on, a
#: shard's file has 400 kB at most; smaller shards have up to 17 MB.
_CENSUS_SEEDS = 1 << 22
#: Floors of a shard of a sample, unless the number of shards is given.
_SAMPLE_FLOORS = 1 << 18
#: How many files one task merges.
_MERGED_AT_ONCE = 8


@arguments(
    RequestOptions,
    defaults={"phase": "special"},
    client="The client of the cluster.",
    first="The first stage seed: 1, or 0 for PCG.",
    last="The last stage seed; that of the game by default, PCG has none.",
    shards="How many shards, each a task; by default by their size.",
)
def census(
    client: Client,
    generator: Generator | None = None,
    *,
    first: int | None = None,
    last: int | None = None,
    shards: int | None = None,
    checkpoint: str | os.PathLike[str] | None = None,
    retries: int = 2,
    progress: bool | None = None,
    **options: Unpack[RequestOptions],
) -> bytes:
    """Count the floors of all stage seeds from ``first`` to ``last`` on a cluster.

    The file is that of :func:`basement_lab.census` with the same arguments. A task that fails, because
    the folder of the checkpoint cannot be written, say, is tried ``retries`` times more.
    """
    generator = Generator() if generator is None else generator
    if shards is None:
        seeds = (2**32 - 1 if last is None else last) - (first or 0)
        shards = max(1, -(-seeds // _CENSUS_SEEDS))
    # A wrong argument raises here, not in a worker: the last seed alone is counted at once.
    _census(generator, first=last if last is not None else 2**32 - 1, last=last, **options)
    work = _Work("census", [generator.description, first, last, options], shards, checkpoint)
    tasks = [
        client.submit(
            _count,
            generator,
            {**options, "first": first, "last": last},
            (place, shards),
            work.path(place),
            key=work.key(place),
            retries=retries,
        )
        for place in range(1, shards + 1)
    ]
    merged = _merged(client, tasks, work.key("merged"), retries)
    # The files of shards that are merged need not stay in the workers' memory.
    _wait(tasks, progress)
    file: bytes = merged.result()
    return file


@arguments(
    FloorOptions,
    client="The client of the cluster.",
    shards="How many shards, each a task; by default by their size.",
)
def sample(
    client: Client,
    generator: Generator | None = None,
    *,
    count: int = DEFAULT_COUNT,
    measures: str | Iterable[str] | None = None,
    shards: int | None = None,
    checkpoint: str | os.PathLike[str] | None = None,
    retries: int = 2,
    progress: bool | None = None,
    **options: Unpack[FloorOptions],
) -> pyarrow.Table:
    """Make many floors on a cluster, and give their measures as a table with one row a floor.

    The table is that of :meth:`Generator.sample` with the same arguments, handed over to pyarrow. It is
    held by the client; with a ``checkpoint`` its shards stay there as Arrow streams.

    >>> import basement_lab as lab
    >>> from basement_lab import distributed
    >>> from dask.distributed import Client
    >>> with Client(processes=False, n_workers=1, dashboard_address=None) as client:
    ...     table = distributed.sample(client, count=300, shards=3, level=2, measures="rooms")
    >>> table.equals(lab.Generator().sample(count=300, level=2, measures="rooms").to_pyarrow())
    True
    """
    import pyarrow

    generator = Generator() if generator is None else generator
    if shards is None:
        shards = max(1, -(-count // _SAMPLE_FLOORS))
    chosen = _given.names("measures", measures)
    # No floor is made, and a wrong argument raises.
    generator.sample(count=0, measures=chosen, progress=False, **options)
    origin = json.loads(_engine.origin_of(generator._generator, count, dict(options), "rows"))
    seeds = origin["seeds"]
    work = _Work("sample", [origin, count, chosen], shards, checkpoint)
    tasks = []
    for place in range(1, shards + 1):
        begin, end = (count * part // shards for part in (place - 1, place))
        number = seeds["first"] + begin
        where = (
            {"run_seed": _engine.run_seed(number)} if seeds["kind"] == "run" else {"seed": number}
        )
        given = {**options, "seed": None, "run_seed": None, **where}
        tasks.append(
            client.submit(
                _draw,
                generator,
                {**given, "count": end - begin, "measures": chosen},
                work.path(place),
                key=work.key(place),
                retries=retries,
            )
        )
    _wait(list(tasks), progress)
    parts = [pyarrow.ipc.open_stream(stream).read_all() for stream in client.gather(tasks)]
    metadata = {"basement_lab": json.dumps(origin, separators=(",", ":"), ensure_ascii=False)}
    table: pyarrow.Table = pyarrow.concat_tables(parts).replace_schema_metadata(metadata)
    return table.combine_chunks()


class _Work:
    """The names of the tasks and of the files of some work, the same whenever it is done again."""

    def __init__(
        self,
        kind: str,
        identity: object,
        shards: int,
        checkpoint: str | os.PathLike[str] | None,
    ) -> None:
        if shards < 1:
            message = f"`shards` cannot be {shards}: give 1 or more"
            raise ValueError(message)
        text = json.dumps([_engine.__version__, identity], sort_keys=True, default=sorted)
        digest = hashlib.sha256(text.encode()).hexdigest()[:16]
        self._name = f"{kind}-{digest}-{shards}"
        self._checkpoint = None if checkpoint is None else Path(checkpoint)

    def key(self, part: int | str) -> str:
        """Name a task."""
        return f"basement-lab-{self._name}-{part}"

    def path(self, place: int) -> Path | None:
        """Give the file in which a shard is kept."""
        return self._checkpoint and self._checkpoint / f"{self._name}-{place}"


def _count(
    generator: Generator, arguments: dict[str, Any], shard: tuple[int, int], path: Path | None
) -> bytes:
    """Count the floors of a shard, on a worker."""
    _use_the_workers_threads()
    return _kept(
        path,
        lambda: _census(generator, shard=shard, progress=False, **arguments),
        lambda file: merge_census([file]),
    )


def _draw(generator: Generator, arguments: dict[str, Any], path: Path | None) -> bytes:
    """Make the floors of a shard, on a worker: an Arrow stream."""
    import pyarrow

    def stream() -> bytes:
        table = generator.sample(progress=False, **arguments).to_pyarrow()
        sink = pyarrow.BufferOutputStream()
        with pyarrow.ipc.new_stream(sink, table.schema) as writer:
            writer.write_table(table)
        written: bytes = sink.getvalue().to_pybytes()
        return written

    _use_the_workers_threads()
    return _kept(path, stream, lambda file: pyarrow.ipc.open_stream(file).read_all())


def _merge(files: Sequence[bytes]) -> bytes:
    """Merge the files of some shards, on a worker."""
    return merge_census(files)


def _use_the_workers_threads() -> None:
    """Give the engine the number of threads of the worker, on any number of cores.

    The engine asks once, when it first counts.
    """
    from distributed import get_worker

    os.environ.setdefault("RAYON_NUM_THREADS", str(get_worker().state.nthreads))


def _kept(path: Path | None, make: Callable[[], bytes], check: Callable[[bytes], object]) -> bytes:
    """Read a file that an earlier attempt has written whole, or make it and keep it."""
    if path is None:
        return make()
    try:
        kept = path.read_bytes()
        check(kept)
    except (FileNotFoundError, ValueError):
        # There is none, or it is damaged.
        made = make()
        path.parent.mkdir(parents=True, exist_ok=True)
        # Whoever reads it sees a whole file or none.
        part = path.with_name(f"{path.name}.{uuid.uuid4().hex}.part")
        part.write_bytes(made)
        part.replace(path)
        return made
    return kept


def _merged(client: Client, files: list[Future[bytes]], name: str, retries: int) -> Future[bytes]:
    """Merge files as a tree, each part as soon as its files are there."""
    level = 0
    while len(files) > 1:
        level += 1
        files = [
            client.submit(
                _merge, group, key=f"{name}-{level}-{place}", retries=retries, priority=level
            )
            for place, group in enumerate(_groups(files))
        ]
    return files[0]


def _groups(files: list[Future[bytes]]) -> Iterator[list[Future[bytes]]]:
    for begin in range(0, len(files), _MERGED_AT_ONCE):
        yield files[begin : begin + _MERGED_AT_ONCE]


def _wait(tasks: list[Future[bytes]], progress: bool | None) -> None:
    """Wait for the shards, and tell how many are done. The list is empty afterwards."""
    from distributed import as_completed

    with progress_bar(len(tasks), progress=progress, unit=" shards") as told:
        done = as_completed(tasks)
        tasks.clear()
        for task in done:
            if task.status == "error":
                # The exception of the worker, with its sentence.
                task.result()
            if told is not None:
                told(1)
