"""Counts of many floors."""

from __future__ import annotations

import copyreg
import json
from typing import Any

from basement_lab import _engine, _given
from basement_lab._options import arguments
from basement_lab._table import Table


class Summary:
    """The counts of many floors. All are whole numbers, so the counts of two parts add up exactly.

    Both parts must have the same measures: others are an error.

    >>> import basement_lab as lab
    >>> flash = lab.Generator("flash")
    >>> summary = flash.summary(level=1, count=1000)
    >>> summary.floors
    1000
    >>> summary.histogram("rooms").to_pydict()
    {'rooms': [7.0, 8.0], 'floors': [505, 495]}
    >>> parts = flash.summary(count=400), flash.summary(count=600, seed=400)
    >>> sum(parts) == summary
    True
    """

    __slots__ = ("_summary",)

    def __init__(self, summary: _engine.Summary) -> None:
        self._summary = summary

    @property
    def floors(self) -> int:
        """How many floors were counted."""
        return self._summary.floors

    @property
    def gave_up(self) -> int:
        """For how many seeds the generator gave up."""
        return self._summary.gave_up

    def measures(self) -> Table:
        """Describe the values of each measure, one row each.

        The columns are ``measure``, ``unit``, the number of ``floors`` that have it, ``mean`` with
        the bounds ``mean_lower`` and ``mean_upper`` of its 95 % interval, ``standard_deviation``,
        ``least``, ``median`` and ``greatest``.
        """
        return Table(self._summary.measures())

    @arguments()
    def mean(self, measure: str) -> float | None:
        """Return the mean of a measure; ``None`` if no floor has it.

        >>> import basement_lab as lab
        >>> lab.Generator("flash").summary(level=1, count=100).mean("rings")
        0.0
        """
        return self._summary.mean(_given.text("measure", measure))

    @arguments()
    def histogram(self, measure: str) -> Table:
        """Count the floors with each value of a measure: columns with its name and ``floors``."""
        return Table(self._summary.histogram(_given.text("measure", measure)))

    def kinds(self) -> Table:
        """Count the floors with each ``kind`` of room, and the ``rooms`` of that kind on all floors."""
        return Table(self._summary.kinds())

    def bosses(self) -> Table:
        """Count the floors that have each ``boss`` as their first; empty for Flash."""
        return Table(self._summary.bosses())

    @arguments(kind="A kind of room; all rooms of the plan by default.")
    def cells(self, kind: str | None = None) -> Table:
        """Count the floors that have a room on each cell, ``x`` and ``y``.

        The rooms are those of one kind, or all of the plan: all except secret and ultra secret
        ones. Cells are counted only if all measures are; it is an error to ask for them otherwise.
        Floors from elsewhere are moved so that the start is at (31, 31), because only a start at
        one place makes the cells of floors from any source comparable.
        """
        return Table(self._summary.cells(_given.optional_text("kind", kind)))

    @property
    def metadata(self) -> dict[str, Any]:
        """What is counted: generator, options, seeds, version and command.

        The metadata of a sum has the ``parts`` of both. It is empty for floors from elsewhere.
        """
        return json.loads(self._summary.metadata() or "{}")

    def _repr_html_(self) -> str:
        return f"<p>{self.floors:,} floors</p>{self.measures()._repr_html_()}"

    def __eq__(self, other: object) -> bool:
        """Return whether both have the same counts, whatever their metadata."""
        return (
            self._summary.equals(other._summary) if isinstance(other, Summary) else NotImplemented
        )

    __hash__ = None  # type: ignore[assignment]

    def __add__(self, other: object) -> Summary:
        """Add the counts of other floors; both must count the same measures."""
        if not isinstance(other, Summary):
            return NotImplemented
        return Summary(self._summary.merged(other._summary))

    def __radd__(self, other: object) -> Summary:
        """Begin a sum of several summaries: `sum` adds the first to 0."""
        return self if isinstance(other, int) and other == 0 else NotImplemented

    def __repr__(self) -> str:
        return f"<Summary: {self.floors} floors>"


copyreg.pickle(_engine.Summary, lambda summary: (_engine.Summary.of_parts, summary.to_parts()))
