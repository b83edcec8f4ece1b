"""Arrays have the same content as the floors."""

import json

import networkx
import numpy as np
import pyarrow.parquet
import pytest

import basement_lab as lab

rebirth = lab.Generator()
flash = lab.Generator("flash")
CHANNELS = ["occupied", "kind", "shape", "distance", "depth", "room", "doors", "boss"]
SIDES = {"left": 1, "up": 2, "right": 4, "down": 8}
STEPS = {1: (-1, 0), 2: (0, -1), 4: (1, 0), 8: (0, 1)}


@pytest.mark.parametrize(
    ("generator", "options"),
    [
        (rebirth, {"level": 3, "run_seed": "B911 99AC"}),
        (rebirth, {"level": 8, "seed": 5, "hard": True}),
        (flash, {"level": 6, "seed": 9}),
    ],
)
def test_each_cell_says_what_the_room_on_it_is(generator, options):
    floors = generator.floors(count=60, **options)
    array = floors.to_numpy(CHANNELS)
    assert array.shape == (60, floors.height, floors.width, len(CHANNELS))
    assert array.dtype == np.uint8 and array.flags.writeable
    kinds = lab.kinds()
    for cells, floor in zip(array, floors, strict=True):
        wanted = np.zeros_like(cells)
        graph = floor.to_networkx()
        hidden = [r.index for r in floor.rooms if r.kind in ("secret", "ultra_secret")]
        graph.remove_nodes_from(hidden)
        steps = networkx.single_source_shortest_path_length(graph, 0)
        for room in floor.rooms:
            distance = steps.get(room.index, -1) + 1
            values = [1, kinds.index(room.kind) + 1, room.shape, distance, room.depth + 1]
            for x, y in room.cells:
                is_boss = room.kind == "boss"
                wanted[y, x - floors.left] = [*values, room.index + 1, 0, is_boss]
        doors = CHANNELS.index("doors")
        assert (cells[..., :doors] == wanted[..., :doors]).all()
        assert (cells[..., -1] == wanted[..., -1]).all()
        assert 2 * len(floor.doors) == np.unpackbits(cells[..., doors]).sum()
        for y, x in zip(*np.nonzero(cells[..., doors]), strict=True):
            for side, (dx, dy) in STEPS.items():
                if cells[y, x, doors] & side:
                    opposite = {1: 4, 4: 1, 2: 8, 8: 2}[side]
                    assert cells[y + dy, x + dx, doors] & opposite
                    rooms = cells[y, x, 5] - 1, cells[y + dy, x + dx, 5] - 1
                    assert tuple(sorted(map(int, rooms))) in {
                        tuple(sorted(door)) for door in floor.doors
                    }


def test_a_batch_has_the_floors_of_its_seeds():
    run = rebirth.floors(level=2, run_seed="B911 99AC", count=5)
    wanted = [rebirth.floor(level=2, run_seed=lab.run_seed(number)) for number in range(1, 6)]
    assert list(run) == wanted
    assert [floor.run_seed for floor in run] == [floor.run_seed for floor in wanted]
    assert list(flash.floors(seed=7, count=2)) == [flash.floor(seed=7), flash.floor(seed=8)]


@pytest.mark.parametrize("where", [{}, {"seed": 2**32 - 100}, {"seed": 5, "rng": "pcg"}])
def test_floors_can_be_indexed_and_sliced(where):
    floors = rebirth.floors(level=3, count=100, **where)
    listed = list(floors)
    assert [floors[0], floors[7], floors[-1]] == [listed[0], listed[7], listed[-1]]
    for part in (slice(30), slice(30, 60), slice(90, None), slice(-5, -1), slice(100, None)):
        assert list(floors[part]) == listed[part] and len(floors[part]) == len(listed[part])
    seeds = floors.metadata["seeds"]
    assert floors[40:60][5:9].metadata["seeds"] == {
        **seeds,
        "first": seeds["first"] + 45,
        "count": 4,
    }
    assert (floors[40:60].to_numpy() == floors.to_numpy()[40:60]).all()
    with pytest.raises(IndexError):
        floors[100]
    with pytest.raises(ValueError, match="the step cannot be 2"):
        floors[::2]
    with pytest.raises(TypeError):
        floors["first"]
    hasty = lab.Generator("flash", rules={"flash.growth.attempts": 1}).floors(level=5, count=50)
    with pytest.raises(lab.GenerationError, match="gives up for the seed at place"):
        list(map(hasty.__getitem__, range(50)))


def test_batches_packed_bits_and_files_have_the_same_floors(tmp_path):
    floors = rebirth.floors(level=4, count=1100)
    truths = ["occupied", "boss", "shop"]
    whole = floors.to_numpy(truths)
    packed = floors.to_numpy(truths, packed=True)
    assert packed.nbytes < whole.nbytes / 7
    assert (lab.unpack_bits(packed, floors.height, floors.width) == whole).all()
    assert (np.concatenate(list(floors.batches(truths, size=333))) == whole).all()
    floors.write(tmp_path / "floors.npy", truths, size=500)
    assert (np.load(tmp_path / "floors.npy", mmap_mode="r") == whole).all()
    floors.write(tmp_path / "packed.npy", truths, size=500, packed=True)
    assert (np.load(tmp_path / "packed.npy") == packed).all()
    for is_packed, array in (
        (False, np.moveaxis(whole.reshape(1100, -1, 3), 2, 1)),
        (True, packed),
    ):
        path = tmp_path / f"{is_packed}.parquet"
        floors.write(path, truths, size=500, packed=is_packed)
        table = pyarrow.parquet.read_table(path)
        assert table.column_names == truths
        assert pyarrow.types.is_fixed_size_list(table.schema.field("boss").type)
        for place, name in enumerate(truths):
            values = table[name].combine_chunks().flatten().to_numpy()
            assert (values.reshape(1100, -1) == array[:, place]).all()
        assert json.loads(table.schema.metadata[b"basement_lab"]) == floors.metadata


def test_zero_floors_give_an_empty_array_and_file(tmp_path):
    none = rebirth.floors(count=0)
    assert none.to_numpy(["boss"]).shape == (0, 13, 13, 1) and list(none) == []
    assert none._repr_html_() == "<p>0 floors</p>"
    for name in ("none.npy", "none.parquet"):
        none.write(tmp_path / name, ["boss"])
    assert np.load(tmp_path / "none.npy").shape == (0, 13, 13, 1)
    assert pyarrow.parquet.read_table(tmp_path / "none.parquet").num_rows == 0


def test_wrong_arguments_of_arrays_raise_errors():
    floors = flash.floors(count=10)
    with pytest.raises(ValueError, match="there is no channel `bos`: did you mean `boss`"):
        floors.to_numpy(["bos"])
    with pytest.raises(ValueError, match="only truths are packed"):
        floors.to_numpy(["kind"], packed=True)
    for nothing, error in (([], ValueError), (None, TypeError)):
        for taken in (floors.to_numpy, floors.batches, lambda names: floors.write("a.npy", names)):
            with pytest.raises(error, match="`channels`"):
                taken(nothing)
    with pytest.raises(ValueError, match="`size` cannot be 0"):
        floors.batches(size=0)
    with pytest.raises(ValueError, match="`packed` must have floors, channels and 9 bytes"):
        lab.unpack_bits(floors.to_numpy("boss"), 8, 9)
    with pytest.raises(FileNotFoundError, match="no such folder: 'no/such'"):
        floors.write("no/such/floors.npy")
    with pytest.raises(ValueError, match=r"`path` must end in \.npy or \.parquet"):
        floors.write("floors.csv")
    with pytest.raises(MemoryError, match="ask for fewer"):
        flash.floors(count=2**60).to_numpy()
    with pytest.raises(ValueError, match="no level 13"):
        rebirth.floors(level=13)
