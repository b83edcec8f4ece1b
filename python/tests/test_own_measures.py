"""The user's own measures are counted, compared and drawn under their names."""

import csv
import io
from collections import Counter

import numpy as np
import pytest

import basement_lab as lab

rebirth = lab.Generator()
flash = lab.Generator("flash")
WIDE = lab.Measure(lambda floors: floors[..., 0].sum(axis=(1, 2)), "cells", "Cells", "occupied")


def dead_ends(floor):
    """Rooms with one door."""
    doors = [room for door in floor.doors for room in door]
    return sum(doors.count(room.index) == 1 for room in floor.rooms)


def cells(floor):
    return sum(len(room.cells) for room in floor.rooms)


def test_a_function_of_floors_and_one_of_arrays_give_the_same_values():
    floors = rebirth.floors(level=3, run_seed="B911 99AC", count=700)
    table = floors.measure({"cells": cells, "wide": WIDE, "half": lambda floor: cells(floor) / 2})
    assert table["cells"] == table["wide"] == [2 * half for half in table["half"]]
    assert table["number"] == list(range(1, 701)) and table["seed"][0] == 16385
    assert table.types == {
        "number": "uint64",
        "seed": "uint64",
        "cells": "uint64",
        "wide": "uint64",
        "half": "float64",
    }
    assert table.metadata == floors.metadata


def test_seeds_keep_all_their_digits():
    table = rebirth.floors(seed=2**53, rng="pcg", count=2).measure({})
    assert table["number"] == table["seed"] == [2**53, 2**53 + 1]
    assert set(table.types.values()) == {"uint64"}


def test_a_study_tries_own_measures_on_a_floor_of_each_series_first():
    calls = []

    def count(floor):
        calls.append(floor)
        return 2**32 if len(floor.rooms) > 8 else 1

    plan = {"title": "F", "floors": 10**6, "levels": [1]}
    plan["series"] = [{"name": name, "backend": name} for name in ("flash", "rebirth")]
    with pytest.raises(
        ValueError, match=r"`it` gives 4294967296.*whole numbers from 0 to 4294967295"
    ):
        lab.study(plan, measures={"it": count})
    assert 0 < len(calls) < 10


def test_measures_of_arrays_have_the_channels_they_ask_for():
    own = {
        "wide": WIDE,
        "farthest": lab.Measure(
            lambda floors: floors[..., 0].max(axis=(1, 2)), channels=["distance"]
        ),
        "both": lab.Measure(
            lambda floors: (floors[..., 1] * (floors[..., 0] > 0)).max(axis=(1, 2)),
            channels=["occupied", "distance"],
        ),
        "odd": lab.Measure(
            lambda floors: np.where(floors[:, 6, 6, 0] > 0, np.nan, 1.5), channels="boss"
        ),
        "even": lambda floor: float("nan"),
    }
    table = rebirth.floors(level=3, count=5000).measure(own)
    assert table["farthest"] == table["both"] and max(table["farthest"]) > 9
    assert table["seed"] == rebirth.sample(level=3, count=5000, measures=[])["seed"]
    assert set(table["odd"]) <= {None, 1.5} and set(table["even"]) == {None}
    alone = rebirth.floors(level=3, count=5000).measure({"wide": WIDE})
    assert (alone["seed"], alone["wide"]) == (table["seed"], table["wide"])
    with pytest.raises(ValueError, match="`it` gives inf"):
        rebirth.floors(count=2).measure({"it": lambda floor: float("inf")})


def test_a_custom_copy_of_a_listed_measure_has_the_same_comparison():
    changed = lab.Generator("rebirth", rules={"rebirth.secret.penalty_one_neighbour": 0})
    own = {"mine": lambda floor: sum(r.kind not in ("secret", "ultra_secret") for r in floor.rooms)}
    for x, y, options in (
        (flash, rebirth, {"level": 4}),
        (rebirth, changed, {"level": 3}),
        (flash, lab.Floors(flash.floors(count=400, level=4)), {"level": 4}),
    ):
        table = lab.compare(x, y, count=400, measures=own, **options).to_pydict()
        listed, mine = (table["measure"].index(name) for name in ("rooms", "mine"))
        for name in table:
            if name not in ("measure", "unit"):
                assert table[name][listed] == pytest.approx(table[name][mine]), name


def test_seeds_without_a_floor_have_no_row():
    hasty = lab.Generator("flash", rules={"flash.growth.attempts": 1})
    floors = hasty.floors(level=5, count=400)
    table = floors.measure({"cells": cells, "wide": WIDE})
    gave_up = hasty.summary(level=5, count=400).gave_up
    assert 0 < gave_up == 400 - len(table) and len(floors.to_numpy("boss")) == len(table)
    assert table["cells"] == table["wide"]
    for number, seed, count, _ in list(zip(*table.to_pydict().values(), strict=True))[::40]:
        assert number == seed and cells(hasty.floor(level=5, seed=seed)) == count
    compared = lab.compare(hasty, hasty, count=400, level=5, measures={"mine": cells}).to_pydict()
    assert compared["same_on_every_seed"][compared["measure"].index("mine")]


def test_real_and_negative_values_are_compared():
    own = {
        "whole": lambda floor: 10 - len(floor.rooms),
        "real": lambda floor: -len(floor.rooms) / 7,
    }
    table = lab.compare(flash, rebirth, count=300, level=3, measures=own).to_pydict()
    whole, real = (table["measure"].index(name) for name in own)
    assert table["mean_x"][whole] == pytest.approx(7 * table["mean_x"][real] + 10, abs=1e-12)
    for name in ("difference", "difference_lower", "difference_upper"):
        tolerance = 1e-12 if name == "difference" else 1e-5
        assert table[name][whole] == pytest.approx(7 * table[name][real], abs=tolerance), name
    assert table["cliffs_delta"][whole] == pytest.approx(table["cliffs_delta"][real])
    assert table["wasserstein"][whole] == pytest.approx(7 * table["wasserstein"][real], abs=1e-5)


def test_a_study_of_own_measures_has_figures_and_files(tmp_path):
    games = [{"name": name, "backend": name} for name in ("flash", "rebirth")]
    plan = {"title": "Own", "floors": 60, "levels": [2], "series": games, "figures": ["rooms"]}
    measures = {"one_door": dead_ends, "wide": WIDE}
    report = lab.study({**plan, "format": ["csv"]}, tmp_path / "out", measures=measures)
    assert {"one-door.csv", "wide.csv"} < set(report.files) and "one-door" in report.figures
    assert "one door" in report.figure("one_door").title.replace("_", " ").lower()
    floors = rebirth.floors(level=2, count=60, curse="none", run_seed="B911 99AC")
    wanted = Counter(floors.measure({"wide": WIDE})["wide"])
    data = lab.figure("wide", plan, format="csv", measures=measures).decode()
    assert data == report.figure("wide").for_print("csv").decode()
    rows = csv.DictReader(io.StringIO(report.figure("wide").to_csv()))
    found = {int(row["value"]): int(row["floors"]) for row in rows if row["series"] == "rebirth"}
    assert {value: count for value, count in found.items() if count} == wanted


def test_exceptions_of_a_function_reach_the_caller():
    def fails(floor):
        raise KeyError("mine")

    plan = {"title": "F", "floors": 5, "levels": [2], "series": [{"name": "a", "backend": "flash"}]}
    plan["series"].append({"name": "b", "backend": "rebirth"})
    for work in (
        lambda: flash.floors(count=5).measure({"it": fails}),
        lambda: lab.compare(flash, rebirth, count=5, measures={"it": fails}),
        lambda: lab.study(plan, measures={"it": fails}).figure("it"),
    ):
        with pytest.raises(KeyError, match="mine"):
            work()
    with pytest.raises(TypeError, match="`it` must be a function that gives a number"):
        flash.floors(count=5).measure({"it": lambda floor: "many"})
    with pytest.raises(ValueError, match="`it` must give 5 numbers"):
        flash.floors(count=5).measure({"it": lab.Measure(lambda a: a, channels="boss")})
    with pytest.raises(ValueError, match="whole numbers"):
        lab.study(plan, measures={"it": lambda floor: 0.5})
    with pytest.raises(TypeError, match="a Summary has none"):
        lab.compare(flash.summary(count=5), flash, count=5, measures={"it": cells})
    with pytest.raises(TypeError, match="arrays are of a Generator"):
        lab.compare(lab.Floors(flash.floors(count=5)), flash, count=5, measures={"it": WIDE})
    for work, taken in (
        (lambda own: flash.floors(count=5).measure(own), "seed"),
        (lambda own: lab.compare(flash, rebirth, count=5, measures=own), "rooms"),
        (lambda own: lab.study(plan, measures=own), "rooms"),
        (lambda own: lab.compare(flash, rebirth, count=5, measures=own), "number"),
        (lambda own: lab.study(plan, measures=own), "seed"),
    ):
        for name, why in (
            (taken, "it is taken"),
            ("../mine", "give letters"),
            ("", "give letters"),
        ):
            with pytest.raises(ValueError, match=f"cannot have the name `{name}`: {why}"):
                work({name: cells})
