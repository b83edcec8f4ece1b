"""Progress bars with tqdm, by default shown only on a terminal or in a notebook."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib.util import find_spec

from basement_lab import _given

#: Seconds before a bar is drawn: short work shows no bar.
_DELAY = 1.0


def _is_notebook() -> bool:
    """Check whether a notebook shows what is printed."""
    ipython = sys.modules.get("IPython")
    shell = ipython.get_ipython() if ipython is not None else None
    return type(shell).__name__ == "ZMQInteractiveShell"


@contextmanager
def progress_bar(
    total: int | None, *, progress: bool | None, unit: str = " floors"
) -> Iterator[Callable[[int], object] | None]:
    """Yield a function to call with the number of units done since the last call.

    By default there is a bar on a terminal or in a notebook, if tqdm is installed.
    """
    if progress is not None:
        _given.switch("progress", progress)
    else:
        is_shown = _is_notebook() or (sys.stderr is not None and sys.stderr.isatty())
        progress = is_shown and find_spec("tqdm") is not None
    if not progress:
        yield None
        return
    # In a notebook tqdm draws its bar with widgets if they are installed.
    if _is_notebook() and find_spec("ipywidgets") is not None:
        from tqdm.notebook import tqdm
    else:
        from tqdm.std import tqdm

    with tqdm(total=total, unit=unit, unit_scale=True, leave=False, delay=_DELAY) as bar:
        yield bar.update
