"""What researchers do: processes, threads, asyncio, files, and finding where a result comes from."""

import asyncio
import json
import multiprocessing
import pickle
import shlex
import threading
import time

import joblib
import pyarrow.parquet
import pytest

import basement_lab as lab

CHANGED = {"rebirth.secret.penalty_one_neighbour": 0}
rebirth = lab.Generator("rebirth", rules=CHANGED)
plain = lab.Generator()
flash = lab.Generator("flash")


def again(result):
    return pickle.loads(pickle.dumps(result))


def test_floors_are_pickled():
    floors = [
        rebirth.floor(level=3, run_seed="B911 99AC", hard=True, item="luna", coins=7),
        rebirth.floor(level=2, seed=7, achievements=[4, 347], flags=[]),
        rebirth.floor(level=3, seed=7, rng="pcg", curse="labyrinth", phase="special", red=3),
        flash.floor(level=5, seed=2**63),
        *lab.Generator("rebirth", "afterbirth-plus")
        .run(lab.run_seed(12345), unlocks="fresh")
        .floors,
    ]
    for floor in floors:
        assert again(floor) == floor and again(floor).run_seed == floor.run_seed
    assert len(pickle.dumps(floors)) < 500 * len(floors)


def test_a_floor_of_the_users_own_rooms_is_pickled(tmp_path):
    path = tmp_path / "mine" / "content" / "rooms" / "01.basement.xml"
    path.parent.mkdir(parents=True)
    room = '<room type="5" variant="7" name="Den" shape="1" weight="9"><door x="-1" y="3"/></room>'
    path.write_text(f"<rooms>{room}</rooms>")
    with pytest.warns(UserWarning):
        mine = lab.Generator(rooms=[tmp_path / "mine"])
    floor = mine.floor(level=1)
    assert again(floor) == floor != lab.Generator().floor(level=1)


def test_summaries_and_tables_are_pickled():
    summary = rebirth.summary(level=3, count=600)
    assert again(summary) == summary
    assert again(summary).metadata == summary.metadata
    assert (again(summary) + summary).floors == 1200
    few = rebirth.summary(level=3, count=50, measures="rings")
    assert again(few).measures()["measure"] == ["rings"]
    for table in (
        rebirth.sample(level=2, count=700, phase="layout"),
        rebirth.parameters(),
        lab.measures(),
        flash.sample(count=0),
        lab.rooms.list(),
        rebirth.laws(count=20),
    ):
        copy = again(table)
        assert copy.to_pyarrow().equals(table.to_pyarrow(), check_metadata=True)
        assert copy.metadata == table.metadata and copy.types == table.types
    compared = lab.compare(flash, rebirth, count=300, level=2)
    assert again(compared).likeness == compared.likeness
    assert again(compared).pairs == compared.pairs
    with pytest.raises(ValueError, match="there is no type of column"):
        lab._engine.Table.of_parts([("a", "date", {}, None, [])], 0, None)
    with pytest.raises(ValueError, match=r"[Bb]uffer"):
        lab._engine.Table.of_parts([("a", "uint64", {}, None, [b"1234"])], 5, None)


def test_runs_posteriors_figures_and_effects_are_pickled():
    run = rebirth.run("B911 99AC", stage_types={2: 1}, hard=True, item=iter(["luna"]))
    assert again(run).to_dict() == run.to_dict() and again(run).metadata == run.metadata
    posterior = rebirth.posterior(run.floors[2], by_doors=False)
    # The command has no such option.
    assert posterior.metadata["command"] is None
    assert again(posterior).cells == posterior.cells
    assert again(posterior).metadata == posterior.metadata
    bridge = lab.bridge(count=30, levels=[2], measures=["rooms"])
    effects = rebirth.ablate(CHANGED, count=60, level=2)
    for table in (bridge, effects):
        assert type(again(table)) is type(table) and again(table) == table
        assert again(table).metadata == table.metadata
    assert again(bridge).to_dict() == bridge.to_dict()
    with pytest.raises(ValueError, match="there is no change to draw"):
        again(rebirth.ablate({}, count=5)).figure()
    for figure in (
        run.figure(awards=True),
        posterior.figure(),
        bridge.figure(),
        effects.figure(),
        run.floors[0].figure(walk="full"),
        lab.rooms.draw(0),
    ):
        copy = again(figure)
        assert copy.to_svg() == figure.to_svg() and copy.to_csv() == figure.to_csv()
        wide = {"width_mm": 400, "dpi": 30}
        assert copy.for_print("png", **wide) == figure.for_print("png", **wide)
        assert (copy.name, copy.title, copy.alt) == (figure.name, figure.title, figure.alt)
        assert copy.metadata == figure.metadata and "command" in figure.metadata
    plan = {"title": "F", "floors": 5, "levels": [2], "series": [{"name": "a", "backend": "flash"}]}
    for unlike, said in ((rebirth.find("1: rooms > 0"), "checkpoint"), (lab.study(plan), "study")):
        with pytest.raises(TypeError, match=f"is not pickled: give its .*`{said}`"):
            again(unlike)
    for generator in (
        lab.Generator("flash"),
        lab.Generator("flash", rules={"flash.growth.neighbour_limit": 2}),
        lab.Generator("rebirth", "article", rules={"rebirth.secret.penalty_one_neighbour": 0}),
    ):
        assert again(generator).description == generator.description
        assert again(generator).floor(seed=7) == generator.floor(seed=7)


def part(first):
    return rebirth.summary(level=2, seed=first, count=200), rebirth.floor(level=2, seed=first)


@pytest.mark.parametrize("method", ["spawn", "fork"])
def test_processes_return_their_results(method):
    if method not in multiprocessing.get_all_start_methods():
        pytest.skip(f"there is no {method} here")
    rebirth.summary(count=2000)
    context = multiprocessing.get_context(method)
    with context.Pool(2) as pool:
        parts = pool.map(part, [1, 201, 401])
    whole = sum(summary for summary, _ in parts)
    wanted = rebirth.summary(level=2, seed=1, count=600)
    assert whole == wanted
    assert [floor for _, floor in parts] == [rebirth.floor(level=2, seed=s) for s in (1, 201, 401)]


def test_joblib_runs_parts_of_the_work():
    firsts = [1, 201, 401]
    calls = (joblib.delayed(rebirth.summary)(level=2, seed=first, count=200) for first in firsts)
    one, two, three = joblib.Parallel(n_jobs=2)(calls)
    wanted = rebirth.summary(level=2, seed=1, count=600)
    assert one + two + three == wanted
    calls = (
        joblib.delayed(rebirth.floors(level=2, seed=first, count=9).to_numpy)() for first in firsts
    )
    arrays = joblib.Parallel(n_jobs=2)(calls)
    assert (arrays[1] == rebirth.floors(level=2, seed=201, count=9).to_numpy()).all()


WORK = [
    lambda: rebirth.summary(count=30_000),
    lambda: rebirth.sample(count=30_000),
    lambda: rebirth.floors(count=30_000).to_numpy(),
    lambda: lab.compare(rebirth, lab.Generator(), count=12_000),
    lambda: list(rebirth.find("1: rooms > 99", last=150_000)),
    lambda: lab.bridge(count=500, levels=[2]),
    lambda: rebirth.ablate(CHANGED, count=15_000),
    lambda: lab.rooms.frequency(count=20_000),
]


@pytest.mark.parametrize("place", range(len(WORK)))
def test_other_threads_run_during_work(place):
    ended = threading.Event()
    work = threading.Thread(target=lambda: (WORK[place](), ended.set()))
    longest = 0.0
    begun = before = time.perf_counter()
    work.start()
    while not ended.is_set():
        time.sleep(0.001)
        now = time.perf_counter()
        longest, before = max(longest, now - before), now
    work.join()
    # If the lock were held throughout, this loop would stop for the whole time.
    assert longest < max(0.4, (before - begun) / 2)


def test_an_event_loop_keeps_running_during_work():
    async def main():
        ticks = 0
        work = asyncio.create_task(asyncio.to_thread(rebirth.summary, count=40_000))
        while not work.done():
            await asyncio.sleep(0.001)
            ticks += 1
        return ticks, await work

    ticks, summary = asyncio.run(main())
    assert ticks > 5 and summary.floors == 40_000


@pytest.mark.parametrize("where", [{}, {"seed": 9}, {"seed": 3, "rng": "pcg"}])
def test_a_file_written_in_parts_equals_the_sample(tmp_path, where):
    path = tmp_path / "sample.parquet"
    rebirth.write_sample(path, count=1001, size=300, level=2, **where)
    file = pyarrow.parquet.ParquetFile(path)
    assert file.num_row_groups == 4
    table = rebirth.sample(count=1001, level=2, **where)
    found = file.read()
    assert found.to_pydict() == table.to_pydict()
    assert json.loads(found.schema.metadata[b"basement_lab"]) == table.metadata
    rebirth.write_sample(path, count=0)
    assert pyarrow.parquet.read_table(path).num_rows == 0


def test_options_may_be_iterators(tmp_path):
    path = tmp_path / "sample.parquet"

    def options():
        return {"level": 3, "count": 60, "achievements": iter([4]), "item": iter(["luna"])}

    listed = {"level": 3, "count": 60, "achievements": [4], "item": ["luna"]}
    rebirth.write_sample(path, size=25, **options())
    assert pyarrow.parquet.read_table(path).to_pydict() == rebirth.sample(**listed).to_pydict()
    for verb in (
        rebirth.laws,
        lambda **options: lab.compare(rebirth, plain, **options),
        lambda **options: lab.rooms.frequency(rebirth, **options),
    ):
        found, wanted = verb(**options()), verb(**listed)
        assert found == wanted and found.metadata == wanted.metadata


def test_a_file_that_fails_leaves_nothing(tmp_path, monkeypatch):
    path = tmp_path / "sample.parquet"
    rebirth.write_sample(path, count=30)
    before = path.read_bytes()
    parts = []

    def interrupted(writer, table):
        parts.append(table)
        if len(parts) % 2 == 0:
            raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(pyarrow.parquet.ParquetWriter, "write_table", interrupted)
        with pytest.raises(KeyboardInterrupt):
            rebirth.write_sample(path, count=60, size=10)
        with pytest.raises(KeyboardInterrupt):
            plain.floors(count=60).write(path, "boss", size=10)
    assert len(parts) == 4
    assert path.read_bytes() == before and list(tmp_path.iterdir()) == [path]
    linked = tmp_path / "link.parquet"
    linked.symlink_to(path)
    rebirth.write_sample(linked, count=5)
    assert linked.is_symlink() and pyarrow.parquet.read_table(path).num_rows == 5
    rebirth.write_sample("/dev/null", count=5)


def test_results_name_what_made_them(command):
    options = {"level": 3, "hard": True, "run_seed": "B911 99AC", "count": 40}
    table, summary = rebirth.sample(**options), rebirth.summary(**options)
    words = shlex.split(table.metadata["command"])
    assert words[:2] == ["basement-lab", "rows"] and table.metadata["version"] == lab.__version__
    assert len(command(*words[1:]).splitlines()) == 41
    printed = json.loads(command(*shlex.split(summary.metadata["command"])[1:], "--format", "json"))
    assert printed["measures"]["rooms"] == {
        str(int(rooms)): floors
        for rooms, floors in zip(*summary.histogram("rooms").to_pydict().values(), strict=True)
    }
    floors = rebirth.floors(**options)
    lines = command(*shlex.split(floors.metadata["command"])[1:]).splitlines()
    assert [json.loads(line)["seed"] for line in lines] == [floor.seed for floor in floors]
    added = summary + summary
    assert added.metadata["parts"] == [summary.metadata] * 2
    compared = lab.compare(flash, rebirth, count=30, level=2)
    assert compared.metadata["x"]["generator"] == flash.description
    assert compared.metadata["y"]["seeds"]["count"] == 30
    for found in (
        rebirth.laws(count=9),
        rebirth.ablate(CHANGED, count=9),
        lab.rooms.frequency(count=9),
    ):
        assert found.metadata["seeds"]["count"] == 9


def test_the_command_of_a_result_reproduces_it(command, tmp_path):
    options = {"level": 3, "hard": True, "coins": 7}
    plain = lab.Generator("rebirth", "afterbirth-plus")
    floor = rebirth.floor(**options, run_seed="B911 99AC")
    run = rebirth.run("B911 99AC", stage_types={1: 2, 3: 1}, hard=True)
    search = rebirth.find("3: rings >= 2", last=500, **options)

    def printed(result, *more):
        return command(*shlex.split(result.metadata["command"])[1:], *more)

    for made in (
        floor,
        flash.floor(seed=3),
        flash.floor(seed=7, rng="game"),
        plain.floor(level=4, seed=5),
        plain.floor(level=4, seed=5, rng="pcg"),
    ):
        again, wanted = json.loads(printed(made, "--format", "json")), made.to_dict()
        assert [again[part] for part in ("seed", "rooms")] == [wanted["seed"], wanted["rooms"]]
    assert json.loads(printed(run, "--format", "json")) == run.to_dict()
    hits = [json.loads(line) for line in printed(search, "--format", "json").splitlines()]
    assert hits == [hit.data for hit in search] and len(hits) > 3
    search = flash.find("1: dead_ends >= 4", last=100, rng="game")
    hits = [json.loads(line) for line in printed(search, "--format", "json").splitlines()]
    assert hits == [hit.data for hit in search] and len(hits) > 3
    for ends, more in (((), {}), ((lab.Generator(), plain), {}), ((plain,), {"hard": True})):
        bridge = lab.bridge(*ends, **more, levels=[2, 3], count=20)
        assert json.loads(printed(bridge, "--format", "json")) == bridge.to_dict()
    pictures = [
        *(floor.figure(walk="boss"), floor.figure(awards=True, item="lucky_foot"), run.figure()),
        run.figure(awards=True, account="prose"),
        *(rebirth.posterior(floor, room=room).figure() for room in ("secret", "super_secret")),
        plain.ablate(
            {"rebirth.secret.penalty_one_neighbour": 0}, level=2, count=90, seed=4
        ).figure(),
        lab.bridge(count=20, levels=[2]).figure(),
        lab.rooms.draw(3),
    ]
    for figure in pictures:
        out = tmp_path / "figure.svg"
        printed(figure, "--out", out)
        assert figure.to_svg() == out.read_text(), figure.metadata["command"]
    for table, rows in (
        (lab.rooms.frequency(level=3, seed=1, count=50), None),
        (lab.measures(), len(lab.measures())),
        (lab.awards(luck=2, item="lucky_foot", hard=True, account="prose"), None),
    ):
        found = json.loads(printed(table, "--format", "json"))
        assert found and (rows is None or len(found) == rows)
    counted = rebirth.summary(measures=["rooms", "rings"], count=40, level=2)
    assert len(json.loads(printed(counted, "--format", "json"))["measures"]) == 2
    changed = lab.Generator("flash", rules={"flash.rooms.per_level": 2.0}).parameters()
    assert {"2", "2.0"} & {
        str(row["value"]) for row in json.loads(printed(changed, "--format", "json"))
    }
    assert [name for name, _ in run.metadata["options"]] == ["hard"]
    assert rebirth.sample(count=1, measures=[]).metadata["command"] is None
    # There is no command for changes to rules that are changed already, nor for a list of seeds.
    assert rebirth.ablate({}, count=5).metadata["command"] is None
    assert plain.posterior(rebirth.floor()).metadata["command"] is None
    assert rebirth.find("1: rooms > 0", seeds=[1]).metadata["command"] is None


def test_notebooks_show_results_on_light_and_dark_paper():
    shown = [
        rebirth.summary(count=50)._repr_html_(),
        lab.compare(flash, rebirth, count=300)._repr_html_(),
        rebirth.sample(count=20)._repr_html_(),
        lab.rooms.list()._repr_html_(),
    ]
    for html in shown:
        assert "<table>" in html and "color" not in html and "style" not in html
    assert "50 floors" in shown[0] and "distance" in shown[1]
    changed = rebirth._repr_html_()
    assert (
        "rebirth repentance" in changed and f"<td>{next(iter(CHANGED))}</td><td>0</td>" in changed
    )
    floors = rebirth.floors(count=5000)._repr_html_()
    assert floors.startswith("<p>5,000 floors") and floors.count("<img") == 3
    assert rebirth.floors(count=0)._repr_html_().count("<img") == 0
    search = rebirth.find("2: rings >= 3", seeds=range(1, 101))
    list(search)
    assert "rebirth" in search._repr_html_()
    assert "100 of 100 seeds tested" in search._repr_html_()
    assert repr(rebirth.ablate(CHANGED, count=5)).startswith("<Ablations: ")
    # A picture has its own background.
    assert 'class="paper"' in rebirth.floor()._repr_svg_()
    escaped = lab.Floors([[{"cells": [[0, 0]], "kind": "start"}]]).sample()._repr_html_()
    assert "1 rows" in escaped
