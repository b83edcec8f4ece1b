"""Files that are there as a whole, or not at all."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def whole_file(path: str | os.PathLike[str]) -> Iterator[Path]:
    """Give a path to write to, which becomes the file at the end; nothing stays of work that fails."""
    file = Path(path)
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
