"""Every public function documents and checks its arguments: types, defaults and a line each."""

import inspect
import os
import re
import shutil
import tempfile
from pathlib import Path

import pytest

import basement_lab as lab
from basement_lab import _engine, _options, distributed

REBIRTH = lab.Generator()
FLASH = lab.Generator("flash")
FLOOR = FLASH.floor()
SUMMARY = FLASH.summary(count=10)
SET = FLASH.floors(count=3)
GAMES = [{"name": name, "backend": name} for name in ("flash", "rebirth")]
PLAN = {"title": "Rooms", "floors": 20, "levels": [2], "series": GAMES}
LOG = Path(__file__).parents[2] / "tests/fixtures/logs/repentance-plus.log"
ROOMS = LOG.parents[3] / "crates/roomfiles/tests/fixtures/stb1/01.basement.stb"
FOLDER = Path(tempfile.gettempdir()) / f"signatures-{os.getpid()}"


@pytest.fixture(scope="module", autouse=True)
def folder():
    """The folder of the files that the calls write, removed after the tests."""
    FOLDER.mkdir()
    yield
    shutil.rmtree(FOLDER)


#: A call of each public function that has arguments: what is called, and what it needs.
CALLS = {
    "Generator": (lab.Generator, {}),
    "Generator.floor": (REBIRTH.floor, {}),
    "Generator.floors": (FLASH.floors, {}),
    "FloorSet.to_numpy": (SET.to_numpy, {}),
    "FloorSet.measure": (SET.measure, {"measures": {}}),
    "FloorSet.batches": (SET.batches, {}),
    "FloorSet.write": (SET.write, {"path": FOLDER / "floors.npy"}),
    "unpack_bits": (
        lab.unpack_bits,
        {"packed": SET.to_numpy("boss", packed=True), "height": 8, "width": 9},
    ),
    "Generator.sample": (REBIRTH.sample, {"count": 2}),
    "Generator.write_sample": (
        REBIRTH.write_sample,
        {"path": FOLDER / "sample.parquet", "count": 2},
    ),
    "Generator.summary": (REBIRTH.summary, {"count": 2}),
    "Generator.explain": (REBIRTH.explain, {}),
    "Generator.posterior": (FLASH.posterior, {"floor": FLOOR}),
    "Generator.calibrate": (FLASH.calibrate, {"count": 2}),
    "Generator.run": (REBIRTH.run, {"run_seed": "B911 99AC"}),
    "Generator.find": (REBIRTH.find, {"where": "1: rooms > 8"}),
    "Generator.ablate": (FLASH.ablate, {"count": 2}),
    "Generator.laws": (FLASH.laws, {"count": 2}),
    "bridge": (lab.bridge, {"count": 2, "levels": [2]}),
    "study": (lab.study, {"study": PLAN}),
    "figure": (lab.figure, {"name": "rooms", "study": PLAN}),
    "Report.figure": (lab.study(PLAN).figure, {"name": "rooms"}),
    "Figure.for_print": (FLOOR.figure().for_print, {}),
    "Figure.save": (FLOOR.figure().save, {"path": FOLDER / "floor.svg"}),
    "Log.count": (lab.log(LOG).count, {"verdict": "agrees"}),
    "log": (lab.log, {"path": LOG}),
    "follow": (lab.follow, {"path": LOG}),
    "rooms.list": (lab.rooms.list, {}),
    "rooms.check": (lab.rooms.check, {"paths": []}),
    "rooms.convert": (lab.rooms.convert, {"path": ROOMS, "to": FOLDER / "rooms.xml"}),
    "rooms.diff": (lab.rooms.diff, {"before": ROOMS, "after": ROOMS}),
    "rooms.draw": (lab.rooms.draw, {"room": 0}),
    "rooms.sheet": (lab.rooms.sheet, {"rooms": [0, 1]}),
    "rooms.frequency": (lab.rooms.frequency, {"count": 2}),
    "Floors": (lab.Floors, {"source": []}),
    "Floors.sample": (lab.Floors([FLOOR]).sample, {}),
    "Floors.summary": (lab.Floors([FLOOR]).summary, {}),
    "Summary.mean": (SUMMARY.mean, {"measure": "rooms"}),
    "Summary.histogram": (SUMMARY.histogram, {"measure": "rooms"}),
    "Summary.cells": (SUMMARY.cells, {}),
    "compare": (lab.compare, {"x": FLASH, "y": FLASH, "count": 3}),
    "awards": (lab.awards, {}),
    "Floor.figure": (FLOOR.figure, {}),
    "Floor.plot": (FLOOR.plot, {}),
    "Floor.walk": (FLOOR.walk, {}),
    "Floor.awards": (REBIRTH.floor().awards, {}),
    "Run.figure": (REBIRTH.run("B911 99AC").figure, {}),
    "Run.awards": (REBIRTH.run("B911 99AC").awards, {}),
    "census": (lab.census, {"last": 9}),
    "merge_census": (lab.merge_census, {"files": [lab.census(last=9)]}),
    "run_seed": (lab.run_seed, {"number": 1}),
}
#: Functions that get what the package itself makes, or what Python's protocols pass.
OTHERS = {
    "Ablations",
    "Bridge",
    "Comparison",
    "Entered",
    "Event",
    "Figure",
    "Floor",
    "FloorSet",
    "Hit",
}
OTHERS |= {"Likeness", "Log", "Measure", "Posterior", "Report", "Room", "Run", "Search", "Summary"}
OTHERS |= {
    "Table",
    "distributed.CensusStatus",
    "GenerationError",
    "FloorOptions",
    "RequestOptions",
    "StageOptions",
    "RunOptions",
}


def public():
    """Yield the public functions, classes and methods by their names."""
    for name in lab.__all__:
        found = getattr(lab, name)
        if inspect.ismodule(found):
            yield from ((f"{name}.{verb}", getattr(found, verb)) for verb in found.__all__)
            continue
        yield name, found
        if isinstance(found, type) and found.__module__.startswith("basement_lab"):
            for method, value in vars(found).items():
                if not method.startswith("_") and callable(value):
                    yield f"{name}.{method}", value
    yield from ((f"distributed.{name}", getattr(distributed, name)) for name in distributed.__all__)


def parameters(function):
    is_class = isinstance(function, type)
    found = inspect.signature(function.__init__ if is_class else function).parameters
    return {name: found[name] for name in found if name not in ("self", "args", "kwargs")}


PUBLIC = dict(public())
#: Functions that need a cluster or its files: test_distributed.py.
OF_A_CLUSTER = {
    f"distributed.{name}" for name in ("census", "census_status", "sample", "start_census")
}
WITH_ARGUMENTS = {
    name: function
    for name, function in PUBLIC.items()
    if name not in OTHERS and parameters(function)
}


def test_every_public_function_has_a_test_call():
    assert {*CALLS, *OF_A_CLUSTER} == set(WITH_ARGUMENTS)
    assert set(PUBLIC) >= OTHERS


@pytest.mark.parametrize("name", WITH_ARGUMENTS)
def test_help_shows_types_defaults_and_a_line_of_each_argument(name):
    function = PUBLIC[name]
    text = (function.__init__ if isinstance(function, type) else function).__doc__
    for argument, parameter in parameters(function).items():
        assert parameter.kind is not inspect.Parameter.VAR_KEYWORD, argument
        assert parameter.annotation is not inspect.Parameter.empty, argument
        assert not re.search(r"Unpack|_given|\b(Path|StudyLike|OwnMeasures)\b", str(parameter))
        assert f"\n    {argument}: " in text, argument
        if argument == "count" and name.partition(".")[0] not in ("Floors", "study", "figure"):
            assert parameter.default == _options.DEFAULT_COUNT
        if argument == "rules":
            assert name == "Generator"


def test_options_and_defaults_match_the_engine():
    written = _options._options_of(lab.FloorOptions)
    assert set(written) == {*_engine.option_names(), "seed", "run_seed"}
    defaults = {name: option.default for name, (_, option) in written.items()}
    for generator in (REBIRTH, FLASH):
        assert generator.floor(**defaults) == generator.floor()
        meta = [
            g.sample(count=1, **o).metadata for g, o in ((generator, defaults), (generator, {}))
        ]
        assert meta[0] == meta[1]


@pytest.mark.parametrize("name", CALLS)
def test_an_argument_of_a_wrong_type_is_named(name):
    function, needed = CALLS[name]
    function(**needed)
    for argument in parameters(WITH_ARGUMENTS[name]):
        with pytest.raises(TypeError, match=f"`{argument}`"):
            function(**{**needed, argument: object()})
    with pytest.raises(TypeError, match="spoon"):
        function(**needed, spoon=1)
