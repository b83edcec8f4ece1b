"""Two samples side by side."""

from __future__ import annotations

from typing import TYPE_CHECKING

from basement_lab import _engine
from basement_lab._floors import Floors
from basement_lab._generator import Generator
from basement_lab._progress import progress_bar
from basement_lab._summary import Summary
from basement_lab._table import Table

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from basement_lab._options import FloorOptions


def compare(
    x: Summary | Generator | Floors,
    y: Summary | Generator | Floors,
    *,
    count: int = 10_000,
    **options: Unpack[FloorOptions],
) -> Table:
    """Compare the measures of two samples, a row for each measure of which both have two values.

    The first ``count`` floors of a ``Generator`` or ``Floors`` are counted; the options are those
    of a generator's floors. The ``difference`` is the mean of ``y`` minus the mean of ``x``, with
    its 95 % interval; ``superiority_x`` is the probability that a floor of ``x`` has the larger
    value, ties counted half; ``cliffs_delta``, ``wasserstein``, ``kolmogorov_smirnov`` and
    ``jensen_shannon`` say how far the distributions lie apart.

    Two generators whose floors are of the same seeds are compared seed by seed: ``paired`` is true,
    ``difference_lower`` and ``difference_upper`` are those of the difference on a seed,
    ``same_on_every_seed`` says where there is none, and ``cliffs_delta`` has no interval. Summaries
    are taken as samples that know nothing of each other, even if their seeds are the same: give the
    generators instead.

    >>> import basement_lab as lab
    >>> flash, rebirth = lab.Generator("flash"), lab.Generator("rebirth")
    >>> table = lab.compare(flash, rebirth, level=3, count=200)
    >>> table["difference"][table["measure"].index("rings")] > 0
    True
    >>> changed = lab.Generator("rebirth", rules={"rebirth.secret.penalty_one_neighbour": 0})
    >>> table = lab.compare(rebirth, changed, level=3, count=200)
    >>> table["same_on_every_seed"][table["measure"].index("rooms")]
    True
    """
    if isinstance(x, Generator) and isinstance(y, Generator):
        with progress_bar(2 * count, progress=None) as told:
            engines = x._generator, y._generator
            return Table(_engine.compare_generators(*engines, count, dict(options), told))

    def counted(side: Summary | Generator | Floors) -> Summary:
        if isinstance(side, Summary):
            return side
        if isinstance(side, Generator):
            return side.summary(count=count, **options)
        if isinstance(side, Floors):
            return side.summary(count=count)
        message = f"a Summary, a Generator or Floors can be compared, not {type(side).__name__}"
        raise TypeError(message)

    return Table(_engine.compare(counted(x)._summary, counted(y)._summary))
