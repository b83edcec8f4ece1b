"""The options of a request: the same for every method that makes floors."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypedDict


class RequestOptions(TypedDict, total=False):
    """Which floor to make, and what the run brings to it.

    The names are those of the options of the command ``basement-lab floor``, which explains them in
    ``basement-lab floor --help``. An option that is left out, or is ``None``, has its default.
    """

    level: int | None
    """Flash's level or Rebirth's stage."""
    stage_type: int | None
    """Rebirth's stage type, such as 1 for Cellar."""
    curse: str | None
    """The curse on the floor; ``"drawn"`` draws one by the edition's chance."""
    hard: bool | None
    """Hard mode (Rebirth)."""
    unlocks: str | None
    """What the player has unlocked: ``"fresh"``, ``"few"``, ``"many"`` or ``"all"``."""
    phase: str | None
    """How far Rebirth goes: ``"layout"``, ``"special"`` or ``"full"``."""
    character: str | None
    """The character."""
    red: int | None
    """Red health in half-hearts; full by default."""
    soul: int | None
    """Soul half-hearts."""
    containers: int | None
    """Heart containers in half-hearts, two each."""
    bone: int | None
    """Whole bone hearts."""
    coins: int | None
    """Coins held."""
    keys: int | None
    """Keys held."""
    treasure_skipped: int | None
    """Treasure rooms skipped so far."""
    victory_lap: int | None
    """The number of the victory lap."""
    bosses_chosen: int | None
    """How many bosses were chosen before from this stage's pool (repentance)."""
    achievements: Iterable[int] | None
    """What is unlocked, instead of ``unlocks``: the game's numbers of achievements."""
    flags: Iterable[int] | None
    """The run flags that are set."""
    bosses_met: Iterable[int] | None
    """The bosses that were met and have left their pools (repentance)."""
    devil_room: bool | None
    """Whether a devil room was entered (Flash: visited last)."""
    book: bool | None
    """Whether a book is carried."""
    planetarium_entered: bool | None
    """Whether a planetarium was entered."""
    luck: float | None
    """Luck, which no floor depends on."""
    item: str | Iterable[str] | None
    """Items or trinkets held."""
    rng: str | None
    """The generator of random numbers: ``"game"`` or ``"pcg"``."""


class FloorOptions(RequestOptions, total=False):
    """The options of a request, and the seed of the floor or of the first of many."""

    seed: int | None
    """A stage seed of the game, or any number for ``pcg``."""
    run_seed: str | None
    """A run seed as the game shows it, such as ``"B911 99AC"``."""
