"""Floors of The Binding of Isaac, generated rule by rule, measured and compared.

>>> import basement_lab as lab
>>> rebirth = lab.Generator("rebirth", edition="repentance")
>>> floor = rebirth.floor(level=1, run_seed="B911 99AC")
>>> [room.kind for room in floor.rooms if room.kind not in ("start", "normal")]
['curse', 'treasure', 'shop', 'super_secret', 'boss', 'secret', 'ultra_secret']
>>> rebirth.summary(level=1, count=1000).mean("boss_distance")
4.217
"""

from __future__ import annotations

from collections.abc import Iterable

from basement_lab import _engine, _given, rooms
from basement_lab._ablations import Ablations
from basement_lab._awards import awards_given
from basement_lab._bridge import Bridge, bridge
from basement_lab._compare import Comparison, Likeness, compare
from basement_lab._engine import GenerationError
from basement_lab._figure import Figure
from basement_lab._find import Hit, Search
from basement_lab._floor import Floor, Room
from basement_lab._floor_set import FloorSet, kinds, unpack_bits
from basement_lab._floors import Floors
from basement_lab._generator import Event, Generator, census, merge_census
from basement_lab._log import Entered, Log, follow, log
from basement_lab._measure import Measure
from basement_lab._options import FloorOptions, RequestOptions, RunOptions, StageOptions, arguments
from basement_lab._posterior import Posterior
from basement_lab._run import Run
from basement_lab._study import Report, figure, study
from basement_lab._summary import Summary
from basement_lab._table import Table

__all__ = [
    "Ablations",
    "Bridge",
    "Comparison",
    "Entered",
    "Event",
    "Figure",
    "Floor",
    "FloorOptions",
    "FloorSet",
    "Floors",
    "GenerationError",
    "Generator",
    "Hit",
    "Likeness",
    "Log",
    "Measure",
    "Posterior",
    "Report",
    "RequestOptions",
    "Room",
    "Run",
    "RunOptions",
    "Search",
    "StageOptions",
    "Summary",
    "Table",
    "awards",
    "bridge",
    "census",
    "compare",
    "figure",
    "follow",
    "kinds",
    "log",
    "measures",
    "merge_census",
    "rooms",
    "run_seed",
    "study",
    "unpack_bits",
]

__version__ = _engine.__version__


def measures() -> Table:
    """List the measures of a floor.

    The columns are ``measure``, ``subject``, ``unit``, ``scope``, ``least``, ``greatest``, the
    ``step`` that values are rounded to, the ``type`` of the measure's column in
    :meth:`Generator.sample`, and ``definition``.

    >>> import basement_lab as lab
    >>> table = lab.measures()
    >>> table["step"][table["measure"].index("critical_share")]  # 1/3 is 0.333
    0.001
    >>> table["definition"][table["measure"].index("rings")]
    'ways round through three rooms or more: pairs of neighbouring rooms - rooms + 1'
    """
    origin = {"version": __version__, "command": "basement-lab measures"}
    return Table(_engine.measures(), origin)


@arguments(number="The number of the run, from 1 to 4294967295.")
def run_seed(number: int) -> str:
    """Return the seed of the run with a number, from 1 to 4294967295, as the game shows it (R38).

    >>> import basement_lab as lab
    >>> lab.run_seed(1)
    'B911 99AC'
    """
    return _engine.run_seed(number)


@arguments(luck="Luck.", hard="Hard mode.")
def awards(
    *,
    luck: float = 0.0,
    item: str | Iterable[str] | None = None,
    hard: bool = False,
    account: str = "pseudo-code",
) -> Table:
    """Return the exact chance of each award for clearing a room (rules A1 to A4).

    The columns are ``pickup``, ``count`` and ``chance``.

    >>> import basement_lab as lab
    >>> table = lab.awards(luck=3, item="lucky_foot")
    >>> round(sum(table["chance"]), 9)
    1.0
    """
    luck, hard = _given.real("luck", luck), _given.switch("hard", hard)
    items, account = awards_given(item, account)
    shown = int(luck) if luck.is_integer() else luck
    words = [f"basement-lab awards --exact --luck {shown}", *(f"--item {item}" for item in items)]
    words += [*(["--hard"] if hard else []), f"--rules {account}"]
    origin = {"version": __version__, "command": " ".join(words)}
    return Table(_engine.awards(luck, items, hard, account), origin)
