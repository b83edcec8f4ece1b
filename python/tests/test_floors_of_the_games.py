"""A floor is the one that the command makes, and is shown as people expect.

BASEMENT_LAB_REQUESTS says how many random requests are compared; by default few.
"""

import json
import os
import pickle
import random
import subprocess
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import matplotlib.pyplot as plt
import networkx
import pytest
from matplotlib.colors import to_hex

import basement_lab as lab

REQUESTS = int(os.environ.get("BASEMENT_LAB_REQUESTS", "100"))

LEVELS = {
    ("flash", "article"): range(1, 13),
    ("flash", "wrath-of-the-lamb"): (*range(1, 10), 11),
    ("rebirth", "repentance"): (*range(1, 9), 10, 11, 12),
    ("rebirth", "article"): (*range(1, 9), 10, 11, 12),
    ("rebirth", "afterbirth-plus"): (*range(1, 9), 10, 11, 12),
}
CHANGES = {
    "flash": {"flash.rooms.per_level": 3.1},
    "rebirth": {"rebirth.secret.penalty_one_neighbour": 0},
}


def request(number):
    """Draw a generator and the options of a floor."""
    draw = random.Random(number)
    (backend, edition), levels = draw.choice(list(LEVELS.items()))
    rules = CHANGES[backend] if draw.random() < 0.25 else {}
    options = {"level": draw.choice(levels)}
    if backend == "rebirth":
        options["hard"] = draw.random() < 0.5
        options["phase"] = draw.choice(["layout", "special", "full"])
        options["unlocks"] = draw.choice(["fresh", "all"])
        options["coins"] = draw.choice([None, 0, 20])
        options["flags"] = draw.choice([None, [], [1, 2]])
        options["item"] = draw.choice([None, "voodoo_head", ["luna", "holy_crown"]])
        if draw.random() < 0.5:
            options["run_seed"] = lab.run_seed(draw.randrange(1, 2**32))
        else:
            options["seed"] = draw.randrange(1, 2**32)
    else:
        options["seed"] = draw.randrange(2**63)
        options["curse"] = draw.choice([None, "none", "lost"])
    return backend, edition, rules, options


def outcome(work):
    """Return what some work returns, or the message with which it fails."""
    try:
        return work()
    except (ValueError, lab.GenerationError) as error:
        return str(error)


def test_random_floors_match_the_command(command):
    def compare(number):
        backend, edition, rules, options = request(number)
        changes = [f"{path}={value}" for path, value in rules.items()]
        asked = {"backend": backend, "edition": edition, "set": changes or None, **options}
        generator = lab.Generator(backend, edition, rules=rules)
        found = outcome(lambda: generator.floor(**options).to_dict())
        if isinstance(found, str):
            # The command refuses it with the same message.
            with pytest.raises(subprocess.CalledProcessError) as refused:
                command("floor", **asked)
            assert found in refused.value.stderr
            return False
        assert found == json.loads(command("floor", format="json", **asked)), asked
        return True

    with ThreadPoolExecutor(os.cpu_count()) as pool:
        made = list(pool.map(compare, range(REQUESTS)))
    assert sum(made) > 0.9 * REQUESTS


@pytest.fixture(scope="module")
def floor():
    return lab.Generator("rebirth").floor(level=3, run_seed="B911 99AC")


def test_rooms_and_doors_match_the_document(floor):
    document = floor.to_dict()
    assert [room.kind for room in floor.rooms] == [room["kind"] for room in document["rooms"]]
    assert floor.rooms[0].kind == "start"
    assert all(set(room.cells) == set(map(tuple, room.data["cells"])) for room in floor.rooms)
    joined = {tuple(sorted(door)) for door in floor.doors}
    told = {
        tuple(sorted((place, door["room"])))
        for place, room in enumerate(document["rooms"])
        for door in room["doors"]
    }
    assert joined == told
    assert floor.seed == document["seed"] == 16385
    assert (floor.level, floor.run_seed) == (3, "B911 99AC")


def test_a_floor_generated_again_is_equal(floor):
    again = lab.Generator("rebirth").floor(level=3, run_seed="B911 99AC")
    assert again == floor
    assert hash(again) == hash(floor)
    assert lab.Generator("rebirth").floor(level=3, run_seed=lab.run_seed(2)) != floor


def test_the_graph_has_the_floors_rooms_and_doors(floor):
    graph = floor.to_networkx()
    assert graph.number_of_nodes() == len(floor.rooms)
    assert sorted(map(sorted, graph.edges())) == sorted(map(sorted, floor.doors))
    assert networkx.is_connected(graph.subgraph(n for n in graph if graph.degree(n)))
    boss = next(room.index for room in floor.rooms if room.kind == "boss")
    steps = networkx.shortest_path_length(graph, 0, boss)
    table = lab.Generator("rebirth").sample(level=3, run_seed="B911 99AC", count=1)
    assert table["boss_distance"] == [steps]


def test_the_picture_matches_the_command(command, floor, tmp_path):
    out = tmp_path / "floor.svg"
    command("floor", "--level", 3, "--run-seed", "B911 99AC", "--out", out)
    assert floor._repr_svg_() == floor.to_svg() == out.read_text()


def test_a_floor_is_drawn_onto_the_axes_that_are_given(floor):
    figure, axes = plt.subplots()
    assert floor.plot(axes) is axes
    cells = sum(len(room.cells) for room in floor.rooms)
    assert len(axes.patches) == cells
    palette = json.loads((Path(__file__).parents[2] / "web/page/palette.json").read_text())["light"]
    assert all(to_hex(cell.get_facecolor()) in palette.values() for cell in axes.patches)
    plt.close(figure)


def test_the_map_matches_the_command(command, floor):
    printed = command("floor", "--level", 3, "--run-seed", "B911 99AC")
    assert all(line in printed for line in str(floor).splitlines())


def test_remarks_match_the_notes_of_the_command(command, floor):
    printed = command("floor", "--level", 3, "--run-seed", "B911 99AC").splitlines()
    notes = [line.removeprefix("note: ") for line in printed if line.startswith("note: ")]
    assert floor.remarks == notes
    unknown = "the bosses met and the flags set on earlier floors are not known"
    assert any(remark.startswith(unknown) for remark in floor.remarks)
    for edition in ("repentance", "article", "afterbirth-plus"):
        of_run = lab.Generator("rebirth", edition=edition).run("B911 99AC").floors[2]
        for same in (of_run, pickle.loads(pickle.dumps(of_run))):
            assert not any(remark.startswith(unknown) for remark in same.remarks)
    assert lab.Generator("flash").floor(level=3).remarks == []


@pytest.mark.parametrize("rules", [None, ["R9", "W42"], "W42"])
def test_decisions_match_the_command(command, rules):
    options = ["--level", 2, "--run-seed", "B911 99AC", "--format", "json"]
    for rule in [rules] if isinstance(rules, str) else rules or []:
        options += ["--rule", rule]
    wanted = [json.loads(line) for line in command("explain", *options).splitlines()]
    events = lab.Generator("rebirth").explain(level=2, run_seed="B911 99AC", rule=rules)
    assert [event.data for event in events] == wanted
    assert len(events) > 0


def test_a_posterior_of_flash_matches_the_command(command):
    generator = lab.Generator("flash")
    told = command("posterior", backend="flash", level=2, seed=7, format="json")
    wanted = json.loads(told)
    floor = generator.floor(level=2, seed=7)
    found = generator.posterior(floor)
    chances = {(cell["x"], cell["y"]): cell["probability"] for cell in wanted["cells"]}
    assert found.cells == chances
    assert sum(found.cells.values()) + found.none == pytest.approx(1)
