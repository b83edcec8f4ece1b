"""Files that are written completely or not at all."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import chain
from pathlib import Path
from typing import Any


def in_a_folder(path: str | os.PathLike[str]) -> Path:
    """Return the path of a file to write, and check before any work that its folder exists."""
    file = Path(path)
    if not file.parent.is_dir():
        raise FileNotFoundError(errno.ENOENT, "there is no such folder", str(file.parent))
    return file


@contextmanager
def whole_file(path: str | os.PathLike[str]) -> Iterator[Path]:
    """Yield a path to write to, which becomes the file at the end; failed work leaves nothing."""
    file = in_a_folder(path)
    if file.exists() and not file.is_file():
        # A pipe or a device takes the bytes as they come.
        yield file
        return
    part = file.with_name(f".{file.name}.{os.getpid()}")
    try:
        yield part
        part.replace(file.resolve())
    except BaseException:
        part.unlink(missing_ok=True)
        raise


def write_tables(path: Path, tables: Iterator[Any], origin: str) -> None:
    """Write tables of pyarrow to a Parquet file, whose metadata says where they come from."""
    from pyarrow import parquet

    first = next(tables).replace_schema_metadata({"basement_lab": origin})
    with parquet.ParquetWriter(path, first.schema, compression="zstd") as writer:
        for table in chain([first], tables):
            writer.write_table(table)
