"""Where a hidden room is, given everything else."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from basement_lab import _engine
from basement_lab._figure import Figure

if TYPE_CHECKING:
    import numpy
    import numpy.typing


class Posterior:
    """The probability that a hidden room is on each cell, given the rest of the floor.

    >>> import basement_lab as lab
    >>> flash = lab.Generator("flash")
    >>> posterior = flash.posterior(flash.floor(level=2, seed=7))
    >>> chances = posterior.to_numpy()
    >>> chances.shape, round(float(chances.sum()) + posterior.none, 9)
    ((8, 9), 1.0)
    """

    def __init__(self, posterior: _engine.Posterior) -> None:
        """Wrap a posterior of the engine."""
        self._posterior = posterior

    @cached_property
    def cells(self) -> dict[tuple[int, int], float]:
        """The probability of each cell that has one, the likeliest first."""
        return dict(self._posterior.cells())

    @property
    def none(self) -> float:
        """The probability that there is no such room."""
        return self._posterior.none()

    def to_numpy(self) -> numpy.typing.NDArray[numpy.float64]:
        """Give the probabilities as an array of rows and columns; Flash's first column is 1."""
        import numpy as np

        left, width, height = self._posterior.grid()
        chances = np.zeros((height, width))
        for (x, y), chance in self.cells.items():
            chances[y, x - left] = chance
        return chances

    def figure(self) -> Figure:
        """Draw the floor with the probabilities."""
        return Figure(self._posterior.figure())

    def _repr_svg_(self) -> str:
        return self.figure().to_svg()

    def __repr__(self) -> str:
        """Tell the likeliest cell."""
        cell, chance = next(iter(self.cells.items()), ("none", self.none))
        return f"<Posterior: {len(self.cells)} cells, {cell} by {chance:.3f}>"
