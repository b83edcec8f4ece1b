"""The user's own measures."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from basement_lab import _engine, _given
from basement_lab._floor import PlainFloor

#: The user's own measures, by their names.
OwnMeasures = Mapping[str, "Measure | Callable[..., Any]"]


@dataclass(frozen=True)
class Measure:
    """Your own measure: a function of a floor.

    ``read`` is called with a floor, which has ``rooms``, ``doors`` and ``seed``; it returns a
    number, or ``None`` if the floor has none. With ``channels`` it is called with an array of many
    floors, as :meth:`FloorSet.to_numpy` returns it, and returns an array with a number for each
    floor, ``nan`` if a floor has none. ``unit`` is the unit in the plural, and ``definition`` says
    in one line what is measured.

    >>> import basement_lab as lab
    >>> wide = lab.Measure(lambda floors: floors.any(axis=1).sum(axis=(1, 2)), channels="occupied")
    >>> table = lab.Generator("rebirth").floors(level=3, count=500).measure({"columns": wide})
    >>> 4 < sum(table["columns"]) / 500 < 13
    True
    """

    read: Callable[..., Any]
    """The function that measures."""
    unit: str = "rooms"
    """Its unit, in the plural."""
    definition: str = ""
    """What is measured, in one line; by default the first line of the function's docstring."""
    channels: str | Sequence[str] = ()
    """The channels of the array, if ``read`` is called with one."""

    @property
    def channel_names(self) -> list[str]:
        """The names of the channels as a list."""
        return _given.names("channels", self.channels) or []

    def _of_floors(self, name: str, floors: Iterable[Any]) -> list[float | None]:
        """Read the measure from floors, one by one."""
        return [_number(name, self.read(floor)) for floor in floors]

    def _of_array(self, name: str, array: Any) -> list[float | None]:
        """Read the measure from an array of floors."""
        import numpy as np

        values = np.asarray(self.read(array))
        if values.shape != (len(array),):
            message = f"`{name}` must give {len(array)} numbers, one a floor, not {values.shape}"
            raise ValueError(message)
        return [_number(name, value) for value in values.tolist()]

    def _for_reports(self, name: str) -> tuple[str, str, str, list[str], Callable[..., int | None]]:
        """Return the measure in the form that the engine needs."""

        def of_json(floor: str) -> int | None:
            return _whole(name, self.read(PlainFloor(json.loads(floor))))

        def of_bytes(cells: bytes, height: int, width: int) -> int | None:
            import numpy as np

            shape = (1, height, width, len(self.channel_names))
            array = np.frombuffer(cells, np.uint8).reshape(shape)
            return _whole(name, self._of_array(name, array)[0])

        lines = (self.definition or self.read.__doc__ or name).strip().splitlines()
        read = of_bytes if self.channel_names else of_json
        return (name, self.unit, lines[0], self.channel_names, read)


def own_measures(
    name: str, given: OwnMeasures | None, *, beside_listed: bool = True
) -> dict[str, Measure]:
    """Read the user's own measures by their names, which no column beside them must have."""
    wanted = "a mapping of names to functions"
    found = {}
    if given is not None:
        for measure, read in _given.of_type(name, given, Mapping, wanted).items():
            _engine.check_measure_name(_given.text(name, measure), beside_listed)
            if not isinstance(read, Measure) and not callable(read):
                raise _given.refuse(measure, "a function or a Measure", read)
            found[measure] = read if isinstance(read, Measure) else Measure(read)
    return found


def _number(name: str, value: Any) -> float | None:
    """Return a value as a number; raise an error if it is not one."""
    if value is None:
        return None
    if isinstance(value, bool):
        return int(value)
    if not hasattr(value, "__float__") or isinstance(value, str):
        raise _given.refuse(name, "a function that gives a number or None", value)
    try:
        number = float(value)
    except OverflowError:
        number = math.inf
    if math.isinf(number):
        message = f"`{name}` gives {number}: give a finite number or None"
        raise ValueError(message)
    if isinstance(value, int):
        return value
    return None if math.isnan(number) else number


def _whole(name: str, value: Any) -> int | None:
    """Return a value as a count: reports have whole numbers."""
    number = _number(name, value)
    if number is None:
        return None
    if number != int(number) or not 0 <= number < 2**32:
        allowed = f"whole numbers from 0 to {2**32 - 1}"
        message = f"`{name}` gives {number}: measures of a report are {allowed}"
        raise ValueError(message)
    return int(number)
