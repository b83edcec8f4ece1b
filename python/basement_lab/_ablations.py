"""What rules cause: one change at a time."""

from __future__ import annotations

from basement_lab import _engine
from basement_lab._figure import Figure
from basement_lab._table import Table


class Ablations(Table):
    """What changes of rules cause, each by itself: a row for each change and measure.

    The columns are ``parameter``, its changed ``value`` and the one it is changed ``from``, the
    ``rule``, how many ``seeds`` there are and how many have an ``identical`` floor, and those of
    :func:`compare`, where X is as the rules are and Y is changed.

    >>> import basement_lab as lab
    >>> rebirth = lab.Generator("rebirth")
    >>> effects = rebirth.ablate({"rebirth.secret.penalty_one_neighbour": 0}, count=200, level=2)
    >>> set(effects["parameter"])
    {'rebirth.secret.penalty_one_neighbour'}
    """

    __slots__ = ("_ablations",)

    def __init__(self, ablations: _engine.Ablations, origin: str) -> None:
        """Wrap what the engine found."""
        super().__init__(ablations.table().with_metadata(origin))
        self._ablations = ablations

    def figure(self) -> Figure:
        """Draw the effects."""
        figure = self._ablations.figure()
        if figure is None:
            message = "there is no change to draw: give `changes`"
            raise ValueError(message)
        return Figure(figure)
