"""Tables have the command's values, and other libraries read them without copying."""

import csv
import io
import json

import duckdb
import polars
import pyarrow
import pytest

import basement_lab as lab

SAMPLES = [
    ("flash", {"level": 1}, 2000),
    ("flash", {"level": 6, "curse": "labyrinth", "seed": 5}, 500),
    ("rebirth", {"level": 3}, 1000),
    ("rebirth", {"level": 2, "hard": True, "run_seed": "B911 99AC"}, 500),
    ("rebirth", {"level": 12, "seed": 9}, 100),
    ("rebirth", {"level": 3, "phase": "layout"}, 500),
    ("rebirth", {"level": 3, "rng": "pcg"}, 500),
    ("flash", {"level": 6, "measures": "loops,draws,critical_share"}, 500),
    ("rebirth", {"level": 3, "measures": "loops,draws,critical_share"}, 1000),
]
#: Columns of the command that are the same on every row: they are in the table's metadata.
OF_THE_SAMPLE = ("backend", "edition", "level", "difficulty", "options", "rng")


@pytest.mark.parametrize(("backend", "options", "count"), SAMPLES)
def test_values_match_the_rows_command(command, backend, options, count):
    printed = command("rows", backend=backend, count=count, **options)
    rows = list(csv.DictReader(io.StringIO(printed)))
    if "measures" in options:
        options = {**options, "measures": options["measures"].split(",")}
    table = lab.Generator(backend).sample(count=count, **options)
    assert len(table) == len(rows) == count
    assert table.columns == [name for name in rows[0] if name not in OF_THE_SAMPLE]
    read = {"string": str, "float64": float}
    for name in table.columns:
        kind = read.get(table.types[name], int)
        wanted = [kind(row[name]) if row[name] else None for row in rows]
        assert table[name] == wanted, name


@pytest.mark.parametrize("backend", ["flash", "rebirth"])
def test_column_types_match_the_table_of_measures(backend):
    told = lab.measures().to_pydict()
    types = dict(zip(told["measure"], told["type"], strict=True))
    table = lab.Generator(backend).sample(count=10)
    for name, kind in types.items():
        assert table.types[name] == kind, name
    assert set(types) < set(table.columns)


def test_rows_reach_other_libraries_without_a_copy():
    table = lab.Generator("flash").sample(level=1, count=20_000)
    arrow = pyarrow.table(table)
    frame = polars.DataFrame(table)
    numbers = [name for name, kind in table.types.items() if kind != "string"]
    assert len(numbers) > 40
    for name in numbers:
        chunks = arrow[name].chunks
        assert len(chunks) == 1
        address = chunks[0].buffers()[1].address
        assert frame[name].to_arrow().buffers()[1].address == address, name
        again = pyarrow.table(table)[name].chunk(0).buffers()[1].address
        assert again == address, name
    mean = frame["rooms"].mean()
    assert duckdb.sql("select avg(rooms) from arrow").fetchall()[0][0] == pytest.approx(mean)
    assert table.to_pandas()["rooms"].mean() == pytest.approx(mean)


def test_a_value_that_a_floor_does_not_have_is_null():
    table = lab.Generator("rebirth").sample(level=1, count=200, phase="layout")
    frame = table.to_polars()
    missing = {name for name in table.columns if frame[name].null_count()}
    for name in missing:
        values = table[name]
        assert values.count(None) == frame[name].null_count() == table.to_pyarrow()[name].null_count
    # For example, a layout has no secret room.
    assert missing


def test_the_metadata_describes_the_sample():
    no_penalty = {"rebirth.secret.penalty_one_neighbour": 0}
    generator = lab.Generator("rebirth", rules=no_penalty)
    table = generator.sample(level=3, count=5, seed=16385, hard=True)
    metadata = table.metadata
    assert metadata["generator"] == generator.description
    assert metadata["seeds"] == {"kind": "stage", "first": 16385, "count": 5}
    assert ["hard", ""] in metadata["options"] or ["hard", "1"] in metadata["options"]
    kept = pyarrow.table(table).schema.metadata[b"basement_lab"]
    assert json.loads(kept) == metadata


def test_a_table_iterates_over_its_columns():
    table = lab.Generator("flash").sample(count=2, measures="rooms")
    assert list(table) == table.columns
    assert "rooms" in table
    assert "rings" not in table


def test_a_sample_may_have_no_rows_or_end_at_the_last_seed():
    flash = lab.Generator("flash")
    assert flash.sample(count=0).to_pydict()["rooms"] == []
    last = flash.sample(seed=2**64 - 1, count=1)
    assert last["number"] == [2**64 - 1]


def test_parameters_match_the_command(command):
    wanted = json.loads(command("rules", "--backend", "rebirth", "--format", "json"))
    table = lab.Generator("rebirth").parameters()
    assert len(table) > 100
    text = json.dumps(wanted)
    assert all(path in text for path in table["parameter"])
