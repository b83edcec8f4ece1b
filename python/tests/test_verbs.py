"""Each verb returns what the command prints."""

import csv
import io
import itertools
import json
import subprocess
import threading
from pathlib import Path

import numpy as np
import pyarrow
import pytest

import basement_lab as lab

ROOT = Path(__file__).parents[2]
LOG = ROOT / "tests/fixtures/logs/afterbirth-plus.log"
ENTERED = (ROOT / "tests/fixtures/logs/repentance-plus.log").read_text() + "Room 1.2(Start Room)\n"
ROOMS = ROOT / "crates/roomfiles/tests/fixtures"
CHANGED = {"rebirth.secret.penalty_one_neighbour": 0}
NOTHING = {"pickup": "nothing", "count": 0}
rebirth = lab.Generator()
flash = lab.Generator("flash")


@pytest.mark.parametrize(
    ("words", "options"),
    [
        ([], {}),
        (["--hard", "--coins", 20], {"hard": True, "coins": 20}),
        (["--stage-type", "1", "--stage-type", "3:2"], {"stage_types": None}),
    ],
)
def test_a_run_matches_the_command(command, words, options, tmp_path):
    if "stage_types" in options:
        options = {"stage_types": {stage: 2 if stage == 3 else 1 for stage in range(1, 9)}}
    run = rebirth.run("B911 99AC", **options)
    assert run.to_dict() == json.loads(command("run", "B911 99AC", *words, "--format", "json"))
    assert run.number == 1 and len(run) == len(run.names) == len(run.to_dict()["stages"])
    assert [floor.seed for floor in run] == [stage["seed"] for stage in run.to_dict()["stages"]]
    assert run[-1] == run.floors[-1]
    out = tmp_path / "run.svg"
    command("run", "B911 99AC", *words, "--out", out)
    assert run._repr_svg_() == out.read_text()


@pytest.mark.parametrize("options", [{}, {"item": ["lucky_foot"], "account": "prose"}])
def test_the_awards_of_a_run_match_the_command(command, options, tmp_path):
    run = rebirth.run("B911 99AC")
    words = ["run", "B911 99AC", "--awards"]
    words += ["--item", "lucky_foot", "--awards-rules", "prose"] if options else []
    awards = run.awards(**options)
    found = zip(*(awards[name] for name in ("stage", "room", "pickup", "count")), strict=True)
    stages = json.loads(command(*words, "--format", "json"))["stages"]
    wanted = [
        (stage["level"], place, *(room["award"] or NOTHING).values())
        for stage in stages
        for place, room in enumerate(stage["rooms"])
        if "award" in room
    ]
    assert list(found) == wanted and len(wanted) > 50
    out = tmp_path / "run.svg"
    command(*words, "--out", out)
    assert run.figure(awards=True, **options).to_svg() == out.read_text() != run._repr_svg_()


@pytest.mark.parametrize("walk", ["full", "boss", "items"])
def test_a_walk_matches_the_command(command, walk, tmp_path):
    floor = rebirth.floor(level=2, run_seed="B911 99AC")
    words = ["floor", "--level", 2, "--run-seed", "B911 99AC", "--walk", walk]
    document = json.loads(command(*words, "--format", "json"))
    assert floor.walk(walk) == document["walk"]["rooms"]
    out = tmp_path / "walk.svg"
    command(*words, "--out", out)
    assert floor.figure(walk=walk).to_svg() == out.read_text() != floor.to_svg()
    with pytest.raises(ValueError, match="`walk` and `awards`"):
        floor.figure(walk=walk, awards=True)
    with pytest.raises(ValueError, match="spoon"):
        floor.walk("spoon")


def test_the_awards_of_a_floor_match_the_command(command, tmp_path):
    floor = rebirth.floor(level=2, run_seed="B911 99AC", luck=3)
    words = ["floor", "--level", 2, "--run-seed", "B911 99AC", "--luck", 3, "--awards"]
    words += ["--item", "lucky_foot"]
    awards = floor.awards(item="lucky_foot")
    rooms = json.loads(command(*words, "--format", "json"))["rooms"]
    wanted = [(place, room["award"]) for place, room in enumerate(rooms) if "award" in room]
    assert awards["room"] == [place for place, _ in wanted]
    assert awards["pickup"] == [(award or NOTHING)["pickup"] for _, award in wanted]
    out = tmp_path / "awards.svg"
    command(*words, "--out", out)
    assert floor.figure(awards=True, item="lucky_foot").to_svg() == out.read_text()
    with pytest.raises(ValueError, match="award"):
        flash.floor().awards()


def test_a_run_refuses_a_level_and_an_unknown_stage():
    with pytest.raises(TypeError, match="`run` has no option `level`"):
        rebirth.run("B911 99AC", level=3)
    with pytest.raises(ValueError, match="stage"):
        rebirth.run("B911 99AC", stage_types={13: 1})


@pytest.mark.parametrize(
    ("words", "arguments"),
    [
        (["--where", "2: rings >= 3", "--limit", 5], {"where": "2: rings >= 3", "limit": 5}),
        (
            ["--best", "2: boss_distance", "--top", 4, "--random", 3000],
            {"best": "2: boss_distance", "top": 4, "random": 3000},
        ),
        (
            ["--where", "3: rooms > 15", "--from", 10, "--to", 300, "--hard"],
            {"where": ["3: rooms > 15"], "first": 10, "last": 300, "hard": True},
        ),
    ],
)
def test_hits_match_the_command(command, words, arguments):
    wanted = command("find", *words, "--format", "json").splitlines()
    hits = list(rebirth.find(**arguments))
    assert [hit.data for hit in hits] == [json.loads(line) for line in wanted]
    assert len(hits) > 3


def test_the_command_of_a_search_names_the_phase_that_was_given():
    command = rebirth.find("1: rooms > 0", phase="full").metadata["command"]
    assert command.endswith(" --phase full")
    assert "--phase" not in rebirth.find("1: rooms > 0").metadata["command"]


def test_the_seeds_of_a_list_are_searched():
    found = rebirth.find("1: rooms > 0", seeds=["B911 99AC", 77])
    assert [hit.number for hit in found] == [1, 77]
    assert found.done == found.count == 2


def test_a_search_continues_from_its_checkpoint(tmp_path):
    sought = {"where": "2: rings >= 3", "last": 60_000}
    every = [hit.number for hit in rebirth.find(**sought)]
    kept = tmp_path / "search"
    with rebirth.find(**sought, checkpoint=kept) as search:
        first = [hit.number for hit in itertools.islice(search, 2)]
    assert first == every[:2] and kept.exists() and search.done < search.count
    again = rebirth.find(**sought, checkpoint=kept)
    assert again.done == search.done
    assert [hit.number for hit in again] == every


def test_an_interrupted_search_leaves_its_checkpoint(interrupt, tmp_path):
    kept = tmp_path / "search"
    interrupt(
        "import basement_lab as lab; print('begun', flush=True); "
        f"list(lab.Generator().find('1: rooms > 99', checkpoint={str(kept)!r}))"
    )
    assert rebirth.find("1: rooms > 99", checkpoint=kept).done > 0
    with pytest.raises(FileNotFoundError, match="spoon"):
        rebirth.find("1: rooms > 99", checkpoint=tmp_path / "spoon" / "search")
    (tmp_path / "gone").mkdir()
    search = rebirth.find("1: rooms > 99", checkpoint=tmp_path / "gone" / "search")
    (tmp_path / "gone").rmdir()
    with pytest.raises(FileNotFoundError, match="gone"):
        search.close()


def test_a_search_estimates_how_rare_its_hits_are():
    assert 2 < rebirth.find("2: rings >= 1").estimate() < 100
    assert rebirth.find("1: rooms > 99").estimate() is None


@pytest.mark.parametrize("room", ["secret", "super_secret"])
def test_a_posterior_is_an_array_and_a_picture(command, room, tmp_path):
    floor = rebirth.floor(level=2, run_seed="B911 99AC")
    posterior = rebirth.posterior(floor, room=room)
    asked = ["posterior", "--level", 2, "--run-seed", "B911 99AC", "--room", room]
    wanted = json.loads(command(*asked, "--format", "json"))
    chances = posterior.to_numpy()
    cells = {(cell["x"], cell["y"]): cell["probability"] for cell in wanted["cells"]}
    assert posterior.cells == cells
    for cell in wanted["cells"]:
        assert chances[cell["y"], cell["x"]] == cell["probability"]
    assert chances.sum() + posterior.none == pytest.approx(1)
    out = tmp_path / "posterior.svg"
    command(*asked, "--out", out)
    assert posterior._repr_svg_() == out.read_text()


def test_a_calibration_matches_the_command(command):
    asked = ["--level", 2, "--seed", 1, "--calibrate", 300, "--format", "json"]
    assert rebirth.calibrate(level=2, seed=1, count=300) == json.loads(command("posterior", *asked))


def test_bridges_match_the_command(command, tmp_path):
    out = tmp_path / "bridge.svg"
    asked = ["bridge", "--level", 2, "--count", 60, "--measures", "rooms,rings"]
    command(*asked, "--out", out)
    bridge = lab.bridge(levels=[2], count=60, measures=["rooms", "rings"])
    assert bridge.to_dict() == json.loads(command(*asked, "--format", "json"))
    assert bridge.figure().to_svg() == out.read_text()
    of_rooms = [
        value
        for value, name in zip(bridge["value"], bridge["measure"], strict=True)
        if name == "rooms"
    ]
    assert of_rooms[0] + sum(of_rooms[1:-1]) == pytest.approx(of_rooms[-1])
    modes = ["bridge", "--from", "normal", "--to", "hard", "--edition", "afterbirth-plus"]
    wanted = json.loads(command(*modes, "--level", 2, "--count", 60, "--format", "json"))
    plus = lab.Generator("rebirth", "afterbirth-plus")
    assert lab.bridge(plus, hard=True, levels=[2], count=60).to_dict() == wanted
    for start, end in ((flash, None), (plus, plus), (lab.Generator(rules=CHANGED), None)):
        with pytest.raises(ValueError, match="`hard` goes from normal to hard"):
            lab.bridge(start, end, hard=True, count=5)
    editions = [lab.Generator("rebirth", edition) for edition in ("repentance", "afterbirth-plus")]
    between = ["bridge", "--from", "repentance", "--to", "afterbirth-plus", "--level", 2]
    wanted = json.loads(command(*between, "--count", 60, "--format", "json"))
    assert lab.bridge(*editions, levels=[2], count=60).to_dict() == wanted
    with pytest.raises(ValueError, match="`levels` names none"):
        lab.bridge(levels=[])
    with pytest.raises(ValueError, match="`count` cannot be 0"):
        lab.bridge(count=0)
    with pytest.raises(ValueError, match="`start` and `end` are of two games"):
        lab.bridge(flash, rebirth, count=5)
    with pytest.raises(TypeError, match="`end` must be a Generator"):
        lab.bridge(rebirth, count=5)


def test_effects_match_the_command(command, tmp_path):
    change = "rebirth.secret.penalty_one_neighbour"
    asked = ["ablate", "--level", 2, "--seed", 1, "--count", 400, "--set", f"{change}=0"]
    (wanted,) = json.loads(command(*asked, "--format", "json"))
    effects = rebirth.ablate({change: 0}, level=2, seed=1, count=400)
    assert (
        set(effects["rule"]) == {wanted["rule"]} and effects["identical"][0] == wanted["identical"]
    )
    assert effects["measure"] == [effect["measure"] for effect in wanted["effects"]]
    compared = lab.compare(flash, rebirth, count=50)
    types = [pyarrow.table(table).schema.types[-14:] for table in (effects, compared)]
    assert types[0] == types[1] and effects["cliffs_delta_lower"] == [None] * len(effects)
    for name in ("mean_x", "difference", "difference_upper", "cliffs_delta", "same_on_every_seed"):
        assert effects[name] == [effect[name] for effect in wanted["effects"]], name
    out = tmp_path / "effects.svg"
    command(*asked, "--out", out)
    assert effects.figure().to_svg() == out.read_text()
    assert len(set(flash.ablate(count=50)["parameter"])) > 3


def test_a_changed_generator_stays_changed_under_further_changes():
    changed = lab.Generator("rebirth", rules={"rebirth.secret.penalty_one_neighbour": 0})
    same = changed.ablate({"rebirth.secret.penalty_one_neighbour": 0}, count=200, level=3)
    assert set(same["identical"]) == {200} and set(same["from"]) == {"0"}


def test_laws_match_the_command(command):
    rows = json.loads(command("laws", "--count", 150, "--format", "json"))
    row = next(row for row in rows if row["edition"] == "repentance" and row["level"] == 4)
    found = rebirth.laws(count=150, level=4, curse="none", run_seed="B911 99AC")
    assert found["law"] == [law["law"] for law in row["laws"]]
    for name in ("floors", "holds"):
        assert found[name] == [law[name] for law in row["laws"]]
    assert 0 < min(found["share"]) < max(found["share"]) == 1


PLAN = {
    "title": "Neighbours",
    "question": "What do they do?",
    "floors": 250,
    "levels": [1, 4],
    "measures": ["rings", "rooms"],
    "series": [
        {"name": "Flash", "backend": "flash"},
        {"name": "Two", "backend": "flash", "set": {"flash.growth.neighbour_limit": 2}},
    ],
}


def test_a_study_writes_the_report_of_the_command(command, tmp_path):
    plan = tmp_path / "plan.toml"
    text = (ROOT / "examples/neighbours.toml").read_text()
    plan.write_text('figures = ["rings"]\nformat = ["svg", "csv"]\n' + text)
    asked = ["--count", 250]
    command("study", plan, *asked, "--out", tmp_path / "a" / "report")
    report = lab.study(plan, tmp_path / "b" / "report", count=250)
    names = {path.name for path in (tmp_path / "a" / "report").iterdir()}
    assert set(report.files) == names == {p.name for p in (tmp_path / "b" / "report").iterdir()}
    for name in names:
        if name.endswith((".csv", ".svg")):
            one, other = (tmp_path / folder / "report" / name for folder in "ab")
            assert one.read_bytes().replace(b" --count 250", b"") == other.read_bytes()
    # The manifest reproduces the study.
    again = lab.study(tmp_path / "b" / "report" / "manifest.json")
    assert again.study == report.study
    assert again.likeness == report.likeness


def test_the_command_of_a_study_names_its_file_and_count(tmp_path):
    games = [{"name": name, "backend": name} for name in ("flash", "rebirth")]
    plan = {"title": "C", "floors": 20, "levels": [2], "series": games, "figures": ["rooms"]}
    assert lab.study(plan).metadata["command"] is None
    written = lab.study(plan, tmp_path / "my out", count=30)
    words = "basement-lab study manifest.json --count 30 --out 'my out'"
    assert written.metadata["command"] == words
    again = lab.study(tmp_path / "my out" / "manifest.json", count=50)
    assert again.metadata["command"] == words.replace("30 --out 'my out'", "50 --out report")
    empty = tmp_path / "empty.json"
    empty.write_text("[]", encoding="utf-8")
    with pytest.raises(ValueError, match="is not a manifest: it has no `study`"):
        lab.study(empty)
    own = lab.study(plan, tmp_path / "own", measures={"one": lambda floor: 1})
    assert own.metadata["command"] is None


def test_a_study_of_a_dictionary_is_shown_by_a_notebook():
    report = lab.study(PLAN)
    assert report.files == [] and repr(report) == "<Report: Neighbours, 2 series, not written>"
    assert {"rings", "rooms"} < set(report.figures)
    shown = report._repr_html_()
    assert "<svg" in shown and "What do they do?" in shown and "distance" in shown
    means = report.means
    place = list(zip(means["series"], means["measure"], means["level"], strict=True))
    mean = means["mean"][place.index(("Flash", "rooms", 4))]
    assert mean == flash.summary(level=4, count=250, curse="none").mean("rooms")
    with pytest.raises(ValueError, match="there is no figure `spoon`"):
        report.figure("spoon")
    for wrong, sentence in (
        ({"flavour": 1}, "`study`: unknown field `flavour`, expected .*`$"),
        ({"series": [{"name": "a", "backend": "flesh"}]}, "`flash` or `rebirth`$"),
    ):
        with pytest.raises(ValueError, match=sentence):
            lab.study({**PLAN, **wrong})
    with pytest.raises(TypeError, match="`study` must be a mapping or a path"):
        lab.study(5)


def test_a_likeness_without_rows_has_the_types_of_one_with_rows():
    some = lab.study(PLAN).likeness
    none = lab.study({**PLAN, "floors": 100}).likeness
    assert len(some) == 2 and len(none) == 0
    numbers = dict.fromkeys(("distance", "lower", "upper"), "float64")
    wanted = {"level": "uint64", "labyrinth": "boolean", **numbers, "floors_to_tell": "uint64"}
    assert none.types == some.types == wanted
    with pytest.raises(TypeError, match="`study` must be of texts, numbers"):
        lab.study({**PLAN, "title": object()})
    changed = {**PLAN, "floors": np.int64(40), "rooms": [ROOMS / "stb1" / "01.basement.stb"]}
    assert lab.study(changed).study["floors"] == 40


def test_a_figure_matches_the_command(command, tmp_path):
    plan = tmp_path / "plan.toml"
    plan.write_text((ROOT / "examples/neighbours.toml").read_text())
    asked = ["figure", "rings", "--study", plan, "--count", 50, "--width-mm", 100, "--dpi", 150]
    for format in ("svg", "png", "csv"):
        out = tmp_path / f"rings.{format}"
        command(*asked, "--out", out)
        found = lab.figure("rings", plan, format=format, count=50, width_mm=100, dpi=150)
        assert found == out.read_bytes(), format
    german = lab.figure("rings", plan, count=50, language="de", palette="grey", provenance=False)
    options = b"--count 50 --language de --palette grey --no-provenance</metadata>"
    assert b"--study plan.toml " + options in german


def test_an_impossible_print_format_is_refused_before_the_work():
    endless = {**PLAN, "floors": 10**12}
    for name, value in (("format", "pdf"), ("language", "fr"), ("palette", "blue")):
        with pytest.raises(ValueError, match=f"`{name}` cannot be '{value}': give \"") as raised:
            lab.figure("rooms", endless, **{name: value})
        with pytest.raises(ValueError, match=str(raised.value)):
            rebirth.floor().figure().for_print(**{name: value})


def test_a_log_is_compared_with_the_engine(command):
    log = lab.log(LOG)
    wanted = json.loads(command("log", "report", LOG, "--format", "json"))
    assert log.floors == wanted["floors"] and len(log) > 1
    assert log.count("agrees") + log.count("differs") <= len(log)
    assert log.to_markdown().startswith("#") and "agree" in repr(log)
    with pytest.raises(FileNotFoundError, match="spoon"):
        lab.log("spoon.txt")


def test_a_log_without_a_floor_gives_a_warning():
    with pytest.warns(UserWarning, match=r"README\.md: the log tells of no floor"):
        log = lab.log(ROOT / "README.md")
    assert len(log) == 0


def test_a_log_is_followed_after_the_game_restarts(tmp_path):
    path = tmp_path / "log.txt"
    other = ENTERED.replace("2649606411", "7")
    path.write_text(other + ENTERED)
    floors = lab.follow(path, timeout=20)
    first = next(floors)
    assert (first.name, first.verdict) == ("Mines II", "agrees")
    assert "┌" in first.map and str(first).startswith("Mines II: agrees\n")
    assert first.data["seed"] == 2649606411
    assert first.data["engine"] == lab.log(path).floors[-1]["engine"]
    with path.open("a") as log:
        log.write(ENTERED)
    assert next(floors) == first
    # The game is restarted.
    path.write_text("[INFO] - Binding of Isaac: Repentance+\n")
    assert next(lab.follow(path, timeout=0), None) is None
    written = threading.Timer(0.5, lambda: path.write_text(ENTERED))
    written.start()
    assert next(floors) == first
    written.join()
    (only,) = lab.follow(path, timeout=0.2)
    assert only == first
    with pytest.raises(FileNotFoundError, match="spoon"):
        next(lab.follow(tmp_path / "spoon.txt"))
    with pytest.raises(TypeError, match="`timeout`"):
        lab.follow(path, timeout="long")


def test_an_interrupt_ends_following(interrupt, tmp_path):
    path = tmp_path / "log.txt"
    path.write_text(ENTERED)
    followed = f"for floor in lab.follow({str(path)!r}): print(floor, flush=True)"
    interrupt(f"import basement_lab as lab\n{followed}", "Mines II: agrees")


def test_rooms_are_converted_without_loss(tmp_path):
    xml, stb = tmp_path / "a.xml", tmp_path / "a.stb"
    for format in ("stb1", "stb2"):
        original = ROOMS / format / "01.basement.stb"
        lab.rooms.convert(original, xml)
        lab.rooms.convert(xml, stb, format=format)
        assert stb.read_bytes() == original.read_bytes()
        assert len(lab.rooms.diff(original, xml)) == 0
    # A binary file keeps its version if only the ending is given.
    lab.rooms.convert(ROOMS / "stb2" / "01.basement.stb", stb)
    assert stb.read_bytes()[:4] == b"STB2"
    xml.write_text("<rooms><room type='1' variant='1' shape='1' lastTestTime='now'/></rooms>")
    with pytest.warns(UserWarning, match="no place for the attribute `lastTestTime`"):
        lab.rooms.convert(xml, stb)
    with pytest.raises(ValueError, match=r"`to` must end in \.xml or \.stb"):
        lab.rooms.convert(xml, tmp_path / "a.txt")
    with pytest.raises(ValueError, match="there is no format `spoon`"):
        lab.rooms.convert(xml, stb, format="spoon")
    with pytest.raises(ValueError, match="70000 is too large"):
        lab.rooms.convert(ROOMS / "14.sheol.xml", stb)


def test_no_conversion_writes_over_the_file_that_it_reads(tmp_path):
    file, link = tmp_path / "a.xml", tmp_path / "b.xml"
    file.write_text("<rooms><room type='1' variant='1' name='Attic' shape='1'/></rooms>")
    link.symlink_to(file)
    before = file.read_bytes()
    for to, format in (
        (file, None),
        (file, "stb1"),
        (link, None),
        (tmp_path / "." / "a.xml", None),
    ):
        with pytest.raises(ValueError) as refused:
            lab.rooms.convert(file, to, format=format)
        same = "is the file to read: give another name for the file to write"
        assert str(refused.value) == f"{to} {same}"
    assert file.read_bytes() == before


def test_differences_of_rooms_match_the_command(command, tmp_path):
    folders = before, after = tmp_path / "before", tmp_path / "after"
    head = "<rooms><room type='1' variant='1' name='Attic' shape='1' weight='{}'/>{}</rooms>"
    other = "<room type='1' variant='2' name='Den' shape='1'/>"
    for folder in folders:
        folder.mkdir()
    (before / "01.basement.xml").write_text(head.format(1, ""))
    (after / "01.basement.xml").write_text(head.format(2, other))
    (after / "02.cellar.xml").write_text(head.format(1, ""))
    table = lab.rooms.diff(before, after)
    assert table["change"] == ["added", "changed", "only after"]
    first, second = json.loads(command("rooms", "diff", *folders, "--format", "json"))["files"]
    assert "Den" in table["room"][0] and first["added"][0]["name"] == "Den"
    assert table["what"] == [None, *first["changed"][0]["changes"], None]
    assert table["after"] == [first["after"], first["after"], second["after"]]
    assert json.loads(
        command(*table.metadata["command"].replace('"', "").split()[1:], "--format", "json")
    )


def test_rooms_match_the_command(command, tmp_path):
    table = lab.rooms.list()
    wanted = json.loads(command("rooms", "list", "--format", "json"))
    assert len(table) == wanted["rooms"] and set(table["type"]) == set(wanted["by_type"])
    assert {kind: table["type"].count(kind) for kind in wanted["by_type"]} == wanted["by_type"]
    out = tmp_path / "room.svg"
    command("rooms", "draw", "--room", 3, "--out", out)
    assert lab.rooms.draw(3).to_svg() == out.read_text()
    pages = lab.rooms.sheet(range(len(table)))
    assert len(pages) > 1 and pages[0].metadata["numbers"][:2] == [0, 1]
    with pytest.raises(ValueError, match="there is no room 99999"):
        lab.rooms.draw(99999)


def test_findings_match_the_command(command, tmp_path):
    folder = tmp_path / "rooms"
    folder.mkdir()
    room = '<room type="1" variant="7" name="Attic" shape="99"/>'
    (folder / "01.basement.xml").write_text(f"<rooms>{room}</rooms>")
    (folder / "02.cellar.xml").write_text("<rooms")
    with pytest.raises(subprocess.CalledProcessError) as refused:
        command("rooms", "check", folder, "--format", "json")
    wanted = [
        (finding["severity"], finding["kind"], finding["message"])
        for file in json.loads(refused.value.stdout)["files"]
        for finding in file["findings"]
    ]
    table = lab.rooms.check(folder)
    found = list(zip(table["severity"], table["kind"], table["message"], strict=True))
    assert [finding for finding in found if finding[0] != "error"] == wanted
    assert len(found) > len(wanted)
    assert lab.rooms.check([])["path"] == []


def test_no_floor_has_no_share_of_rooms():
    none, some = (lab.rooms.frequency(count=count) for count in (0, 5))
    assert none.types == some.types
    for name in ("share", "share_lower", "share_upper", "times_per_floor"):
        assert set(none[name]) == {None} and None not in some[name]


def test_frequencies_of_rooms_match_the_command(command):
    asked = ["rooms", "frequency", "--level", 3, "--seed", 1, "--count", 500, "--format", "csv"]
    wanted = list(csv.DictReader(io.StringIO(command(*asked))))
    table = lab.rooms.frequency(level=3, seed=1, count=500)
    wanted.sort(key=lambda row: int(row["room"]))
    assert table["room"] == [int(row["room"]) for row in wanted]
    assert table["floors"] == [int(row["floors"]) for row in wanted]
    for name in ("share", "share_lower", "share_upper"):
        assert table[name] == pytest.approx([float(row[name]) for row in wanted])
