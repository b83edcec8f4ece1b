"""Counts, comparisons, awards and censuses are the same as the command's."""

import json

import pytest

import basement_lab as lab


@pytest.mark.parametrize(
    ("backend", "options"),
    [("flash", {"level": 4}), ("rebirth", {"level": 2, "run_seed": "B911 99AC"})],
)
def test_a_summary_matches_the_sample_of_the_command(command, backend, options):
    wanted = json.loads(command("sample", backend=backend, count=3000, **options))
    summary = lab.Generator(backend).summary(count=3000, **options)
    assert summary.floors == wanted["floors"] == 3000
    assert len(wanted["measures"]) > 20
    for name, bins in wanted["measures"].items():
        found = summary.histogram(name).to_pydict()
        values = {float(value): count for value, count in bins.items()}
        assert dict(zip(found[name], found["floors"], strict=True)) == pytest.approx(values), name


def test_parts_add_up_to_the_whole():
    rebirth = lab.Generator()
    whole = rebirth.summary(level=2, count=700, seed=1)
    sum_of_parts = rebirth.summary(level=2, count=300, seed=1) + rebirth.summary(
        level=2, count=400, seed=301
    )
    assert whole == sum_of_parts
    assert whole != rebirth.summary(level=2, count=700, seed=2)
    assert whole != rebirth.summary(level=2, count=700, seed=1, measures="rooms")
    assert whole.measures() == sum_of_parts.measures() != whole.kinds()


def test_a_comparison_has_the_sign_and_size_of_the_means():
    flash = lab.Generator("flash").summary(level=4, count=4000)
    rebirth = lab.Generator("rebirth").summary(level=4, count=4000)
    table = lab.compare(flash, rebirth).to_pydict()
    for place, name in enumerate(table["measure"]):
        difference = rebirth.mean(name) - flash.mean(name)
        assert table["difference"][place] == pytest.approx(difference, abs=1e-9), name
        assert table["difference_lower"][place] <= difference <= table["difference_upper"][place]
        assert -1 <= table["cliffs_delta"][place] <= 1
    assert table["difference"][table["measure"].index("loops")] > 0.3
    same = lab.compare(flash, flash).to_pydict()
    assert set(same["difference"]) == {0.0}
    assert set(same["wasserstein"]) == {0.0}


def test_generators_of_the_same_seeds_are_compared_seed_by_seed():
    rebirth = lab.Generator("rebirth")
    no_penalty = {"rebirth.secret.penalty_one_neighbour": 0}
    changed = lab.Generator("rebirth", rules=no_penalty)
    options = {"level": 4, "count": 1500}
    paired = lab.compare(rebirth, changed, **options).to_pydict()
    summaries = rebirth.summary(**options), changed.summary(**options)
    unpaired = lab.compare(*summaries).to_pydict()
    assert set(paired["paired"]) == {True}
    assert set(unpaired["paired"]) == {False}
    assert paired["difference"] == unpaired["difference"]
    rooms, around = (paired["measure"].index(name) for name in ("rooms", "secret_neighbours"))
    assert paired["same_on_every_seed"][rooms]
    assert paired["difference_lower"][rooms] == paired["difference_upper"][rooms] == 0
    assert unpaired["difference_lower"][rooms] < 0 < unpaired["difference_upper"][rooms]
    assert not paired["same_on_every_seed"][around]
    assert paired["difference_upper"][around] < 0
    assert paired["cliffs_delta_lower"][around] is None
    # Seeds of two kinds, or those of a summary, are not compared seed by seed.
    games = lab.compare(lab.Generator("flash"), rebirth, level=4, count=50)
    assert set(games["paired"]) == {False}


def test_a_comparison_begins_with_the_likeness_of_two_generators():
    flash, rebirth = lab.Generator("flash"), lab.Generator("rebirth")
    games = lab.compare(flash, rebirth, level=4, count=2000, curse="none")
    likeness = games.likeness
    assert 0.2 < likeness.lower < likeness.distance < likeness.upper < 0.6
    assert likeness.floors_to_tell <= 5
    assert likeness.floors == 2000 and "rings" in likeness.measures
    assert repr(games).startswith("<Comparison: distance 0.")
    assert str(likeness) in repr(games)
    scores = games.pairs["score"]
    assert scores == sorted(scores, reverse=True) and scores[0] > 0.2
    same = lab.compare(rebirth, rebirth, level=4, count=400)
    assert same.likeness.distance == 0 and same.likeness.floors_to_tell is None
    # Summaries do not record which values belong together, and a few floors are not enough.
    summaries = flash.summary(count=300), rebirth.summary(count=300)
    assert lab.compare(*summaries).likeness is None
    assert lab.compare(flash, rebirth, count=199).pairs is None


def test_floors_of_any_generator_have_a_likeness_and_are_read_once():
    rebirth = lab.Generator("rebirth")
    floors = (rebirth.floor(level=2, run_seed=lab.run_seed(9000 + n)) for n in range(300))
    compared = lab.compare(lab.Floors(floors), rebirth, level=2, count=300)
    assert compared.likeness.floors == 300
    assert compared.likeness.distance < 0.05
    assert "generator_dead_ends" not in compared["measure"]


def test_chances_of_awards_match_the_command(command):
    printed = command("awards", "--luck", 3, "--item", "lucky_foot", "--hard", "--format", "json")
    wanted = json.loads(printed)
    table = lab.awards(luck=3, item="lucky_foot", hard=True).to_pydict()
    assert sum(table["chance"]) == pytest.approx(1)
    text = json.dumps(wanted)
    for pickup, chance in zip(table["pickup"], table["chance"], strict=True):
        assert pickup in text or chance == 0
    assert lab.awards(luck=3)["chance"] != lab.awards()["chance"]
    for luck, shown in ((3, "3"), (1234567.5, "1234567.5"), (-0.1, "-0.1")):
        assert f" --luck {shown} " in lab.awards(luck=luck).metadata["command"]


def test_a_census_matches_the_file_of_the_command(command, tmp_path):
    out = tmp_path / "census.json"
    words = ["--level", 2, "--phase", "special", "--from", 5, "--to", 8004]
    command("census", *words, "--out", out)
    options = {"level": 2, "phase": "special", "first": 5, "last": 8004}
    assert lab.census(**options) == out.read_bytes()
    shards = []
    for place in (1, 2, 3):
        command("census", *words, "--shard", f"{place}/3", "--out", out)
        shards.append(lab.census(shard=(place, 3), **options))
        assert shards[-1] == out.read_bytes()
    assert lab.merge_census(shards) == lab.census(**options)
    del options["phase"]
    assert lab.census(**options) == lab.merge_census(shards), "finished floors are the default"
