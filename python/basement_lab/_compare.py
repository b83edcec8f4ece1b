"""Two samples side by side."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from html import escape
from typing import TYPE_CHECKING, Any

from basement_lab import _engine, _given
from basement_lab._floor import PlainFloor
from basement_lab._floor_set import FloorSet
from basement_lab._floors import Floors
from basement_lab._generator import Generator
from basement_lab._measure import Measure, OwnMeasures, own_measures
from basement_lab._options import DEFAULT_COUNT, FloorOptions, arguments
from basement_lab._progress import progress_bar
from basement_lab._summary import Summary
from basement_lab._table import Table

if TYPE_CHECKING:
    from typing_extensions import Unpack

#: What can be compared.
_Sample = Summary | Generator | Floors

#: The values of measures by their names.
Values = dict[str, list[float | None]]

#: The likeness is computed from at most this many floors of each side.
_LIKENESS_FLOORS = 20_000


@dataclass(frozen=True)
class Likeness:
    """How far apart two samples are, by all measures together: ``docs/likeness.md``.

    ``distance`` is 0 for the same floors and 1 for floors that have nothing in common; ``lower``
    and ``upper`` are the bounds of its 95 % interval. ``floors_to_tell`` is how many floors of one
    generator are needed to say which of the two it is, with 19 right answers in 20; ``None`` if
    these floors do not show it. ``floors`` is how many floors of each side were compared, by
    ``measures``.
    """

    distance: float
    lower: float
    upper: float
    floors_to_tell: int | None
    floors: int
    measures: list[str]
    _text: str = field(repr=False)

    def __str__(self) -> str:
        """Return the likeness in words."""
        return self._text


class Comparison(Table):
    """How two samples differ: the likeness, and one row for each measure.

    ``likeness`` says in one number how far apart the samples are. ``pairs`` is a table of all
    pairs of measures, beginning with those most worth plotting: ``x`` and ``y``, the
    ``difference`` that the pair shows, what the better of the two shows ``alone``, the ``gain``,
    and the ``score``. ``likeness`` and ``pairs`` are ``None`` for summaries, which do not record
    which values belong to the same floor, and for fewer than 200 floors.

    >>> import basement_lab as lab
    >>> flash, rebirth = lab.Generator("flash"), lab.Generator("rebirth")
    >>> compared = lab.compare(flash, rebirth, level=4, count=1000, curse="none")
    >>> compared.likeness.lower > 0.2
    True
    >>> print(compared.pairs["x"][0], "and", compared.pairs["y"][0])  # doctest: +SKIP
    boss_distance and critical_share
    """

    __slots__ = ("likeness", "pairs")

    def __init__(
        self,
        table: _engine.Table,
        metadata: dict[str, Any],
        x: _engine.Rows | None,
        y: _engine.Rows | None,
    ) -> None:
        """Wrap a table of the engine; with rows, compute how alike they are."""
        super().__init__(table, metadata)
        self.likeness: Likeness | None = None
        self.pairs: Table | None = None
        if x is not None and y is not None and (found := _engine.likeness(x, y)) is not None:
            values, text = found
            self.likeness = Likeness(**json.loads(values), _text=text)
            self.pairs = Table(_engine.rank_pairs(x, y))

    def _repr_html_(self) -> str:
        likeness = "" if self.likeness is None else f"<p>{escape(str(self.likeness))}</p>"
        return likeness + super()._repr_html_()

    def __repr__(self) -> str:
        likeness = "" if self.likeness is None else f"{self.likeness}; "
        return f"<Comparison: {likeness}{len(self)} rows, {len(self.columns)} columns>"


@arguments(
    FloorOptions,
    measures="Your own measures, by their names: functions of a floor, or `Measure` objects.",
    x="One of the two.",
    y="The other, whose mean minus that of `x` is the difference.",
)
def compare(
    x: Summary | Generator | Floors,
    y: Summary | Generator | Floors,
    *,
    count: int = DEFAULT_COUNT,
    measures: OwnMeasures | None = None,
    progress: bool | None = None,
    **options: Unpack[FloorOptions],
) -> Comparison:
    """Compare two samples: in one number, and in each measure with two or more values in both.

    The first ``count`` floors of a ``Generator`` or ``Floors`` are counted; the options of floors
    are those of a ``Generator``. ``likeness`` says how
    far apart the samples are, from at most the first 20,000 floors. The table has one row for each
    measure: the ``difference`` is the mean of ``y`` minus the mean of ``x``, with its 95 %
    interval; ``superiority_x`` is the probability that a floor of ``x`` has the larger value, ties
    counted half; ``cliffs_delta``, ``wasserstein``, ``kolmogorov_smirnov`` and ``jensen_shannon``
    say how far apart the distributions are.

    Two generators whose floors have the same seeds are compared seed by seed: ``paired`` is true,
    ``difference_lower`` and ``difference_upper`` are the bounds of the difference on a seed,
    ``same_on_every_seed`` says whether there is none, and ``cliffs_delta`` has no interval.
    Summaries are treated as independent samples, even if their seeds are the same: pass the
    generators instead.

    >>> import basement_lab as lab
    >>> flash, rebirth = lab.Generator("flash"), lab.Generator("rebirth")
    >>> table = lab.compare(flash, rebirth, level=3, count=200)
    >>> table["difference"][table["measure"].index("rings")] > 0
    True
    >>> table.likeness.floors_to_tell < 10
    True
    >>> changed = lab.Generator("rebirth", rules={"rebirth.secret.penalty_one_neighbour": 0})
    >>> table = lab.compare(rebirth, changed, level=3, count=200)
    >>> table["same_on_every_seed"][table["measure"].index("rooms")]
    True
    """
    wanted = "a Summary, a Generator or Floors"
    for name, given in (("x", x), ("y", y)):
        if not isinstance(given, _Sample):
            raise _given.refuse(name, wanted, given)
    kept, count = _given.kept(options), _given.whole("count", count)
    if not isinstance(x, Generator) and not isinstance(y, Generator):
        _refuse_options(kept)
    own = own_measures("measures", measures)
    if isinstance(x, Generator) and isinstance(y, Generator):
        with progress_bar(2 * count, progress=progress) as told:
            engines = x._generator, y._generator
            of_x, of_y = (_read(side.floors(count=count, **kept), own) for side in (x, y))
            joined = [(name, of.unit, of_x[name], of_y[name]) for name, of in own.items()]
            table = _engine.compare_generators(*engines, count, kept, joined, told)
        first = min(count, _LIKENESS_FLOORS)
        rows = [_engine.measure_rows(engine, first, kept) for engine in engines]
        return Comparison(table, _origins(x, y, count, kept), *rows)

    def counted(side: _Sample) -> tuple[_engine.Summary, _engine.Rows | None, Values]:
        if isinstance(side, Summary):
            if own:
                message = (
                    "`measures` are read from floors, and a Summary has none: give a Generator"
                )
                raise TypeError(message)
            return side._summary, None, {}
        if isinstance(side, Generator):
            summary = side.summary(count=count, progress=progress, **kept)
            first = min(count, _LIKENESS_FLOORS)
            rows = _engine.measure_rows(side._generator, first, kept)
            return summary._summary, rows, _read(side.floors(count=count, **kept), own)
        first_lines: list[bytes] = []
        with side._lines(count, 0, progress) as lines:
            values: Values = {name: [] for name in own}
            counts = _engine.summarise_floors(_reading(lines, own, values, first_lines), None)
        return counts, _engine.floor_rows(iter(first_lines)), values

    (one, x_rows, of_x), (other, y_rows, of_y) = counted(x), counted(y)
    both = [(name, of.unit, of_x[name], of_y[name]) for name, of in own.items()]
    table = _engine.compare(one, other, both)
    return Comparison(table, _origins(x, y, count, kept), x_rows, y_rows)


def _refuse_options(options: Mapping[str, Any]) -> None:
    """Raise an error for options of floors that are not made here."""
    for name, value in options.items():
        if value is not None:
            _engine.check_option(name)
            message = f"`{name}` is of a Generator's floors, and neither `x` nor `y` is a Generator"
            raise TypeError(f"{message}: leave it out")


def _read(floors: FloorSet, own: Mapping[str, Measure]) -> Values:
    """Read the user's own measures; the values of a seed that has no floor are missing."""
    if not own:
        return {}
    numbers, _, found = floors._values(own, False)
    first = floors.metadata["seeds"]["first"]
    whole: Values = {}
    for name in own:
        of_seeds = dict(zip(numbers, found[name], strict=True))
        whole[name] = [of_seeds.get(number) for number in range(first, first + len(floors))]
    return whole


def _reading(
    lines: Iterator[bytes], own: Mapping[str, Measure], values: Values, first: list[bytes]
) -> Iterator[bytes]:
    """Pass lines on, keep the first of them, and read the user's own measures from their floors."""
    for name, measure in own.items():
        if measure.channel_names:
            message = f"`{name}` is of arrays, and arrays are of a Generator's floors"
            raise TypeError(message)
    for line in lines:
        if len(first) < _LIKENESS_FLOORS:
            first.append(line)
        if own:
            floor = PlainFloor(json.loads(_engine.normal_floor(line)))
            for name, measure in own.items():
                values[name] += measure._of_floors(name, [floor])
        yield line


def _origins(x: _Sample, y: _Sample, count: int, options: dict[str, Any]) -> dict[str, Any]:
    """Return where both samples come from."""

    def origin(side: _Sample) -> Any:
        if isinstance(side, Summary):
            return side.metadata
        if isinstance(side, Generator):
            return json.loads(_engine.origin_of(side._generator, count, options, "sample"))
        return repr(side)

    return {"x": origin(x), "y": origin(y), "version": _engine.__version__}
