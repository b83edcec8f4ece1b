"""What rules cause: one change at a time."""

from __future__ import annotations

from typing import Any

from basement_lab import _engine
from basement_lab._figure import Figure
from basement_lab._table import Table


class Ablations(Table):
    """What changes to rules cause, each by itself: one row for each change and measure.

    The columns are ``parameter``, its changed ``value`` and the one it is changed ``from``, the
    ``rule``, how many ``seeds`` there are and how many have an ``identical`` floor, and the
    columns of :func:`compare`, where X has the rules as they are and Y has the change.

    >>> import basement_lab as lab
    >>> rebirth = lab.Generator("rebirth")
    >>> effects = rebirth.ablate({"rebirth.secret.penalty_one_neighbour": 0}, count=200, level=2)
    >>> set(effects["parameter"])
    {'rebirth.secret.penalty_one_neighbour'}
    """

    __slots__ = ("_figure",)

    def __init__(self, found: _engine.Ablations, metadata: dict[str, Any]) -> None:
        super().__init__(found.table(), metadata)
        figure = found.figure()
        self._figure = None if figure is None else Figure(figure, metadata)

    def figure(self) -> Figure:
        """Draw the effects."""
        if self._figure is None:
            message = "there is no change to draw: give `changes`"
            if (count := self.metadata["seeds"]["count"]) < 2:  # noqa: PLR2004
                message = f"effects of a `count` of {count} are not drawn: give 2 or more"
            raise ValueError(message)
        return self._figure
