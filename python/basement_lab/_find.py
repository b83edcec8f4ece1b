"""The seeds whose floors meet conditions."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field
from html import escape
from typing import Any

from basement_lab import _engine
from basement_lab._progress import progress_bar


@dataclass(frozen=True)
class Hit:
    """A seed whose floors meet all conditions."""

    run_seed: str | None
    """The run as the game shows it; ``None`` for a seed of PCG."""
    number: int
    """The number of the run, or the seed of PCG."""
    stages: list[dict[str, Any]]
    """The floor of each stage that was asked for: its seed, its curse, its measures, and what the
    hit depends on there."""
    data: dict[str, Any] = field(repr=False, compare=False)
    """All that is known about the hit, as ``basement-lab find --format json`` writes it."""


class Search(Iterator[Hit]):
    """The hits of a search, each as soon as it is found.

    A search that ends early, by ``break`` or by Ctrl-C, writes its checkpoint when it is closed:
    ``with generator.find(...) as search:`` closes it. Hits can be pickled, but a search cannot:
    another process resumes from its checkpoint.

    >>> import basement_lab as lab
    >>> search = lab.Generator("rebirth").find("2: rings >= 3", limit=2)
    >>> [hit.run_seed for hit in search]
    ['B911 90Y8', 'B911 9NKZ']
    >>> search.done < search.count
    True
    """

    def __init__(self, search: _engine.Search, progress: bool | None) -> None:
        self._search = search
        self._bar = ExitStack()
        done, count = search.done()
        shown = progress_bar(count - done, progress=progress, unit=" seeds")
        self._told = self._bar.enter_context(shown)

    def __reduce__(self) -> tuple[object, ...]:
        """Refuse to be pickled, as iterators do."""
        message = "a Search is not pickled: give its hits, or the path of its `checkpoint`"
        raise TypeError(message)

    def __next__(self) -> Hit:
        found = self._search.next(self._told)
        if found is None:
            self.close()
            raise StopIteration
        data = json.loads(found)
        return Hit(data.get("run"), data["number"], data["stages"], data)

    @property
    def done(self) -> int:
        """How many seeds were tested."""
        return self._search.done()[0]

    @property
    def count(self) -> int:
        """How many seeds there are to test."""
        return self._search.done()[1]

    @property
    def metadata(self) -> dict[str, Any]:
        """What is searched: generator, options, seeds, version and command.

        ``seeds`` is ``None`` if the seeds are not a range; ``command`` is ``None`` if they are a list.
        """
        return json.loads(self._search.origin())

    @property
    def remarks(self) -> list[str]:
        """Remarks on the search, one sentence each."""
        return self._search.remarks()

    def estimate(self) -> float | None:
        """Estimate how rare the conditions are: one seed in this many meets them.

        It tries at most 10,000 seeds, and returns ``None`` if none of these meets the conditions.
        """
        tried, met = self._search.estimate()
        return tried / met if met else None

    def close(self) -> None:
        """Write the checkpoint, if there is one."""
        self._bar.close()
        self._search.save()

    def __enter__(self) -> Search:
        return self

    def __exit__(self, *exception: object) -> None:
        """Write the checkpoint, if there is one."""
        self.close()

    def _repr_html_(self) -> str:
        generator = self.metadata["generator"]
        what = escape(f"{generator['backend']} {generator['edition']}")
        return f"<p>A search of {what}: {self.done:,} of {self.count:,} seeds tested</p>"

    def __repr__(self) -> str:
        return f"<Search: {self.done} of {self.count} seeds tested>"
