"""Where a hidden room is, given everything else."""

from __future__ import annotations

import json
from functools import cached_property
from typing import TYPE_CHECKING, Any

from basement_lab import _engine
from basement_lab._figure import Figure

if TYPE_CHECKING:
    import numpy
    import numpy.typing

    from basement_lab._floor import Floor


class Posterior:
    """The probability that a hidden room is on each cell, given the rest of the floor.

    >>> import basement_lab as lab
    >>> flash = lab.Generator("flash")
    >>> posterior = flash.posterior(flash.floor(level=2, seed=7))
    >>> chances = posterior.to_numpy()
    >>> chances.shape, round(float(chances.sum()) + posterior.none, 9)
    ((8, 9), 1.0)
    """

    def __init__(
        self, generator: _engine.Generator, floor: Floor, room: str, by_doors: bool
    ) -> None:
        """Compute where a hidden room of a floor is."""
        self._posterior = _engine.posterior(generator, floor._floor, room, by_doors)
        self._made = (generator, floor, room, by_doors)

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle the arguments: another process computes the posterior again."""
        return (Posterior, self._made)

    @property
    def metadata(self) -> dict[str, Any]:
        """Where it comes from: generator, options, seed, version, command, ``room`` and ``by_doors``.

        ``command`` is ``None`` if the generator is not the floor's, or without ``by_doors``.
        """
        generator, floor, room, by_doors = self._made
        metadata = {**floor._origin("posterior", f"--room {room}"), "room": room}
        metadata["by_doors"] = by_doors
        description = json.loads(generator.description())
        if metadata["generator"] != description:
            metadata.update(generator=description, command=None)
        if not by_doors:
            metadata["command"] = None
        return metadata

    @cached_property
    def cells(self) -> dict[tuple[int, int], float]:
        """The probability of each cell that has one, the likeliest first."""
        return dict(self._posterior.cells())

    @property
    def none(self) -> float:
        """The probability that there is no such room."""
        return self._posterior.none()

    @property
    def without_doors(self) -> str | None:
        """Why the doors do not count although they were asked for; ``None`` if they do."""
        return self._posterior.without_doors()

    def to_numpy(self) -> numpy.typing.NDArray[numpy.float64]:
        """Return the probabilities as an array of rows and columns; Flash's first column is 1."""
        import numpy as np

        left, width, height = self._posterior.grid()
        chances = np.zeros((height, width))
        for (x, y), chance in self.cells.items():
            chances[y, x - left] = chance
        return chances

    def figure(self) -> Figure:
        """Draw the floor with the probabilities."""
        return Figure(self._posterior.figure(), self.metadata)

    def _repr_svg_(self) -> str:
        return self.figure().to_svg()

    def __repr__(self) -> str:
        cell, chance = next(iter(self.cells.items()), ("none", self.none))
        return f"<Posterior: {len(self.cells)} cells, {cell} by {chance:.3f}>"
