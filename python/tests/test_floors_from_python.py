"""Floors made in Python are measured as the command measures a file of them."""

import json

import numpy as np
import pytest

import basement_lab as lab


def walk(seed):
    """Make a floor as in tutorials: a walk that turns at random."""
    cells, (x, y), state = [(8, 8)], (8, 8), seed
    while len(cells) < 9:
        state = (state * 1664525 + 1013904223) % 2**32
        dx, dy = [(1, 0), (-1, 0), (0, 1), (0, -1)][state >> 30]
        x, y = min(15, max(0, x + dx)), min(15, max(0, y + dy))
        if (x, y) not in cells:
            cells.append((x, y))
    kinds = ["start", *["normal"] * 7, "boss"]
    return [{"cells": [cell], "kind": kind} for cell, kind in zip(cells, kinds, strict=True)]


def test_a_function_an_iterable_and_a_file_have_the_counts_of_the_command(command, tmp_path):
    path = tmp_path / "floors.jsonl"
    floors = [{"rooms": walk(seed), "seed": seed} for seed in range(300)]
    path.write_text("".join(json.dumps(floor) + "\n" for floor in floors))
    wanted = json.loads(command("sample", "--floors", path))
    for source in (walk, floors, path, str(path)):
        summary = lab.Floors(source).summary(count=300)
        assert summary.floors == 300
        for name in ("rooms", "dead_ends", "boss_distance", "loops"):
            found = summary.histogram(name).to_pydict()
            values = {float(value): count for value, count in wanted["measures"][name].items()}
            assert dict(zip(found[name], found["floors"], strict=True)) == values, name
    table = lab.Floors(walk).sample(count=300)
    assert sum(table["boss_distance"]) / 300 == pytest.approx(
        lab.Floors(walk).summary(count=300).mean("boss_distance")
    )


def test_floors_passed_back_have_the_measures_of_the_engine():
    generator = lab.Generator("flash")
    floors = [generator.floor(level=3, seed=seed) for seed in range(50)]
    found = lab.Floors(floors).sample()
    wanted = generator.sample(level=3, count=50)
    for name in ("rooms", "dead_ends", "boss_distance", "loops", "treasure"):
        assert found[name] == wanted[name], name


def test_floors_from_elsewhere_have_no_depth_and_begin_at_one_place():
    floors = lab.Floors(lab.Generator("flash").floors(count=20))
    depths = []
    own = {"deep": lambda floor: depths.append({room.depth for room in floor.rooms})}
    lab.compare(floors, floors, measures=own)
    assert depths == [{None}] * 40
    assert floors.summary().cells("start").to_pydict() == {"x": [31], "y": [31], "floors": [20]}


def test_cells_may_be_arrays_and_numbers_of_numpy():
    plain = [{"rooms": walk(seed), "seed": seed} for seed in range(20)]
    arrays = [
        {
            "rooms": [{**room, "cells": np.array(room["cells"])} for room in floor["rooms"]],
            "seed": np.uint64(floor["seed"]),
        }
        for floor in plain
    ]
    rows = [lab.Floors(floors).sample().to_pydict() for floors in (plain, arrays)]
    assert rows[0] == rows[1]
    single = [{"cells": [[np.int64(0), np.uint8(0)]], "kind": "start"}]
    assert lab.Floors([single]).sample()["rooms"] == [1]


def test_floors_are_compared_with_the_games():
    table = lab.compare(lab.Floors(walk), lab.Generator("rebirth"), count=400, level=1)
    assert "rooms" in table["measure"]


@pytest.mark.parametrize(
    ("floors", "error", "sentence"),
    [
        ([walk(1), []], ValueError, "floor 1: "),
        ([walk(1), walk(2), {"rooms": [{"cells": [], "kind": "start"}]}], ValueError, "floor 2: "),
        ([{"rooms": [{"cells": [[0, 0]], "kind": "throne"}]}], ValueError, "floor 0: "),
        ([], ValueError, "there are no floors: give at least one"),
        ([7], TypeError, "a floor is a list of rooms or an object with `rooms`, not int"),
        ([[{"cells": [[0.5, 0]], "kind": "start"}]], ValueError, "floor 0: "),
        (
            [[{"cells": {(0, 0)}, "kind": "start"}]],
            TypeError,
            "a floor is of texts, numbers, lists and mappings, not of set",
        ),
        ("no such file.jsonl", FileNotFoundError, "no such file"),
    ],
)
def test_an_invalid_floor_is_named(floors, error, sentence):
    for work in (lab.Floors(floors).summary, lab.Floors(floors).sample):
        with pytest.raises(error) as raised:
            work()
        assert sentence in str(raised.value)


def test_exceptions_of_the_users_function_reach_the_caller():
    def fails(seed):
        if seed == 3:
            raise KeyError("mine")
        return walk(seed)

    with pytest.raises(KeyError, match="mine"):
        lab.Floors(fails).summary(count=10)
    assert lab.Floors(fails).summary(count=3).floors == 3
