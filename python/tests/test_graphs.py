"""The programs that graphs of floors are made for can read them."""

import io
import json

import networkx
import pytest

import basement_lab as lab

FLOORS = [
    (
        ["--level", 4, "--run-seed", "B911 99AC"],
        lab.Generator().floor(level=4, run_seed="B911 99AC"),
    ),
    (
        ["--backend", "flash", "--level", 5, "--seed", 7],
        lab.Generator("flash").floor(level=5, seed=7),
    ),
]


@pytest.mark.parametrize(("words", "floor"), FLOORS)
def test_graphml_has_the_rooms_and_doors_of_the_floor(words, floor):
    graph = networkx.read_graphml(io.BytesIO(floor.to_graphml().encode()), force_multigraph=True)
    assert [graph.nodes[node]["kind"] for node in graph] == [room.kind for room in floor.rooms]
    doors = sorted(tuple(sorted(map(int, edge[:2]))) for edge in graph.edges)
    assert doors == sorted(tuple(sorted(door)) for door in floor.doors)
    for room in floor.rooms:
        node = graph.nodes[str(room.index)]
        assert (node["shape"], node["depth"]) == (room.shape, room.depth)
        assert {tuple(map(int, c.split(","))) for c in node["cells"].split()} == set(room.cells)


@pytest.mark.parametrize(("words", "floor"), FLOORS)
def test_a_map_of_tiled_has_the_rooms_and_the_doors(words, floor):
    tiled = floor.to_tiled()
    tiles, rooms, doors = tiled["layers"]
    kinds = [None, *(tile["type"] for tile in tiled["tilesets"][0]["tiles"])]
    assert kinds[1:] == lab.kinds()
    for room in floor.rooms:
        for x, y in room.cells:
            assert kinds[tiles["data"][y * tiled["width"] + x]] == room.kind
        corners = [(p["x"], p["y"]) for p in rooms["objects"][room.index]["polygon"]]
        area = sum(
            x * v - u * y for (x, y), (u, v) in zip(corners, corners[1:] + corners[:1], strict=True)
        )
        assert area / 2 == len(room.cells) * tiled["tilewidth"] ** 2
    assert len(doors["objects"]) == len(floor.doors)
    ids = [thing["id"] for layer in (rooms, doors) for thing in layer["objects"]]
    assert len(ids) == len(set(ids)) and max(ids) < tiled["nextobjectid"]


@pytest.mark.parametrize(("words", "floor"), FLOORS)
def test_the_command_writes_the_same_graphs(command, words, floor):
    def without_title(text):
        return [line for line in text.splitlines() if 'graph "' not in line and "title" not in line]

    for format, text in (("dot", floor.to_dot()), ("graphml", floor.to_graphml())):
        printed = command("floor", *words, "--format", format)
        assert without_title(printed) == without_title(text)
    printed = json.loads(command("floor", *words, "--format", "tiled"))
    assert printed["layers"] == floor.to_tiled()["layers"]


def test_dot_has_a_line_for_each_room_and_door():
    for _, floor in FLOORS:
        lines = floor.to_dot().splitlines()
        assert sum(" -- " in line for line in lines) == len(floor.doors)
        assert sum("kind=" in line for line in lines) == len(floor.rooms)
