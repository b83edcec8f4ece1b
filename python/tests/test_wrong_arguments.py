"""Every wrong argument raises what Python users expect, with the engine's message."""

import pytest

import basement_lab as lab

rebirth = lab.Generator()
flash = lab.Generator("flash")
SUMMARY = flash.summary(count=5)

WRONG = [
    (
        lambda: lab.Generator("flesh"),
        ValueError,
        "there is no backend `flesh`: did you mean `flash`?",
    ),
    (lambda: lab.Generator("rebirth", "repentence"), ValueError, "did you mean `repentance`?"),
    (lambda: lab.Generator(3), TypeError, "str"),
    (lambda: lab.Generator(rules={"rebirth.secret.wait": 1}), ValueError, "rebirth.secret.wait"),
    (
        lambda: lab.Generator(rules={"rebirth.secret.penalty_one_neighbour": "x"}),
        TypeError,
        "must be a number",
    ),
    (lambda: lab.Generator(rules={"rebirth.secret.penalty_one_neighbour": -5}), ValueError, "-5"),
    (
        lambda: lab.Generator(rooms="no/such/folder"),
        FileNotFoundError,
        "no/such/folder cannot be read",
    ),
    (lambda: rebirth.floor(level=9), ValueError, "no level 9: its levels are"),
    (lambda: rebirth.floor(level="3"), TypeError, "`level` must be an integer, not str"),
    (lambda: rebirth.floor(level=True), TypeError, "`level` must be an integer, not bool"),
    (lambda: rebirth.floor(lavel=3), TypeError, "did you mean `level`?"),
    (lambda: rebirth.floor(hard="yes"), TypeError, "`hard` must be True or False, not str"),
    (lambda: rebirth.floor(curse="labirinth"), ValueError, "labirinth"),
    (lambda: rebirth.floor(run_seed="B911"), ValueError, "B911"),
    (lambda: rebirth.floor(run_seed="B911 99AC", seed=1), ValueError, "give one of them"),
    (lambda: rebirth.floor(seed=0), ValueError, "0"),
    (lambda: rebirth.floor(seed=2**32), ValueError, "4294967296"),
    (lambda: rebirth.floor(item="spoon"), ValueError, "spoon"),
    (lambda: rebirth.floor(flags=3), TypeError, "`flags` must be an iterable of integers, not int"),
    (lambda: flash.floor(run_seed="B911 99AC", rng="pcg"), ValueError, "leave out rng"),
    (lambda: rebirth.sample(count=-1), ValueError, "`count` cannot be -1"),
    (lambda: rebirth.sample(count=1.5), TypeError, "`count` must be an integer, not float"),
    (lambda: rebirth.sample(measures=["room"]), ValueError, "room"),
    (lambda: rebirth.sample(measures={"rooms": len}), TypeError, "iterable of strings, not dict"),
    (lambda: flash.sample(count=2**60), MemoryError, ""),
    (lambda: flash.sample(seed=2**64 - 1, count=2), ValueError, ""),
    (lambda: rebirth.explain(rule=["W999"]), ValueError, "W999"),
    (lambda: rebirth.explain(rule=[]), ValueError, "`rule` names none: give one at least"),
    (lambda: rebirth.posterior(rebirth.floor(), room="attic"), ValueError, "attic"),
    (lambda: rebirth.posterior(flash.floor()), ValueError, ""),
    (lambda: rebirth.summary(count=5).histogram("room"), ValueError, "room"),
    (
        lambda: rebirth.summary(count=5, measures="rings").mean("rooms"),
        ValueError,
        "`rooms` was not counted: give it in `measures`",
    ),
    (
        lambda: rebirth.summary(count=5, measures="rings").cells("boss"),
        ValueError,
        "cells were not counted: leave out `measures`, so that all are counted",
    ),
    (
        lambda: (
            rebirth.summary(count=5, measures=["rooms", "rings"])
            + rebirth.summary(count=5, measures=["rings", "cells"])
        ),
        ValueError,
        "only one of the two summaries counts `rooms`, `cells`: make both with the same `measures`",
    ),
    (
        lambda: rebirth.summary(count=5) + rebirth.summary(count=5, measures="rings"),
        ValueError,
        "`rooms_1x1`, and ",
    ),
    (
        lambda: lab.Floors([rebirth.floor()]).summary(measures="rings").cells(),
        ValueError,
        "cells were not counted",
    ),
    (lambda: rebirth.find("rings > 1", seed=5), TypeError, "`find` has no option `seed`"),
    (lambda: rebirth.find("rings > 1", first=3, random=9), ValueError, "give either `first`"),
    (rebirth.find, ValueError, "give `where`, such as"),
    (lambda: rebirth.find(best="rings", limit=2), ValueError, "leave `limit` out"),
    (lambda: rebirth.find("rings > 1", top=2), ValueError, "give `best` as well"),
    (lambda: rebirth.find("rings > 1", smallest=True), ValueError, "give `best` as well"),
    (
        lambda: rebirth.find("rings > 1", first=0),
        ValueError,
        "`first` cannot be 0: give 1 to 42949",
    ),
    (lambda: flash.find("rings > 1", first=2**70), ValueError, "give 0 to 18446744073709551615"),
    (lambda: rebirth.find("rings > 1", limit=2**70), ValueError, "`limit` cannot be 1180591620"),
    (
        lambda: flash.find(best="rings"),
        ValueError,
        "more seeds than anybody can count: give `last`",
    ),
    (lambda: rebirth.find("rings > 1", seeds=[1.5]), TypeError, "must be an integer, not float"),
    (lambda: lab.follow("log.txt", timeout=-1), ValueError, "`timeout` cannot be -1"),
    (lambda: lab.log("log.txt", unlocks="few"), ValueError, "few"),
    (lambda: rebirth.summary(count=5).cells("attic"), ValueError, "attic"),
    (lambda: rebirth.summary(count=5) + 3, TypeError, "unsupported operand"),
    (lambda: 3 + rebirth.summary(count=5), TypeError, "unsupported operand"),
    (lambda: rebirth.sample(count=1)["room"], KeyError, "room"),
    (lambda: lab.compare(flash, 3), TypeError, "not int"),
    (
        lambda: lab.compare(lab.Floors([]), lab.Floors([]), lavel=99),
        TypeError,
        "there is no option `lavel`: did you mean `level`?",
    ),
    (
        lambda: lab.compare(flash.summary(count=5), lab.Floors([]), level=2),
        TypeError,
        "`level` is of a Generator's floors, and neither `x` nor `y` is a Generator: leave it out",
    ),
    (lambda: lab.compare(flash.summary(count=5), flash, lavel=99), TypeError, "mean `level`?"),
    (lambda: lab.awards(luck=float("nan")), ValueError, "`luck` cannot be NaN"),
    (
        lambda: lab.awards(luck=-1e300),
        ValueError,
        "`luck` cannot be -1e300: give a number from -3.4",
    ),
    (lambda: rebirth.floor(luck=10**400), ValueError, "`luck` cannot be inf"),
    (lambda: rebirth.floor(level=-1), ValueError, "`level` cannot be -1: give a level of the game"),
    (lambda: rebirth.floor(seed=2**64), ValueError, "give 1 to 4294967295, or give rng"),
    (
        lambda: flash.floor(seed=-1),
        ValueError,
        "`seed` cannot be -1: give 0 to 18446744073709551615",
    ),
    (
        lambda: rebirth.floor(bosses_met=[999]),
        ValueError,
        "`bosses_met` cannot be 999: give whole numbers from 0 to 127",
    ),
    (
        lambda: rebirth.floor(flags=[64]),
        ValueError,
        "`flags` cannot be 64: give whole numbers from 0 to 63",
    ),
    (lambda: lab.Generator(rules={1: 2}), TypeError, "the name of a rule parameter must be a str"),
    (lambda: flash.floor().figure(item="spoon"), ValueError, "give `awards=True` as well"),
    (
        lambda: rebirth.run("B911 99AC").figure(account="x"),
        ValueError,
        "give `awards=True` as well",
    ),
    (lambda: flash.floor().figure().for_print(width_mm=float("nan")), ValueError, "`width_mm`"),
    (lambda: flash.floor().figure().for_print(dpi=10**20), ValueError, "`dpi` cannot be 1000000"),
    (lambda: lab.compare(SUMMARY, SUMMARY, count=-5), ValueError, "`count` cannot be -5"),
    (lambda: lab.bridge(count=1), ValueError, "`count` cannot be 1: give 2 to"),
    (lambda: lab.bridge(seed=2**64), ValueError, "`seed` cannot be 18446744073709551616"),
    (lambda: lab.rooms.draw(10**30), ValueError, "`room` cannot be 1000000"),
    (lambda: lab.study({}, count=2**64), ValueError, "`count` cannot be 18446744073709551616"),
    (lambda: flash.floors(count=50)[50], IndexError, "there is no floor 50: there are 50, from 0"),
    (lambda: flash.floors(count=5).measure({"a": 5}), TypeError, "`a` must be a function or a Mea"),
    (
        lambda: flash.floors(count=5).measure({"a": lambda floor: 10**400}),
        ValueError,
        "`a` gives inf",
    ),
    (lambda: flash.floors(count=5).write("x.parquet", ["boss"] * 2), ValueError, "name each once"),
    (
        lambda: flash.ablate({"flash.rooms.per_level": 3.0}, count=1).figure(),
        ValueError,
        "`count` of 1 are not drawn: give 2 or more",
    ),
    (lambda: lab.awards(item="spoon"), ValueError, "spoon"),
    (lambda: lab.awards(account="poetry"), ValueError, "poetry"),
    (lambda: lab.census(last=0), ValueError, ""),
    (lambda: lab.census(flash), ValueError, "give the last"),
    (lambda: lab.census(last=99, shard=(5, 3)), ValueError, "`shard` cannot be 5: give 1 to 3"),
    (lambda: lab.census(last=99, shard=3), TypeError, ""),
    (lambda: lab.census(last=9, seed=3), TypeError, "give `first` and `last`"),
    (lambda: lab.merge_census([]), ValueError, "give at least one file"),
    (lambda: lab.merge_census([b"{}"]), ValueError, ""),
    (lambda: lab.merge_census(b"{}"), TypeError, "iterable of bytes, not bytes"),
    (lambda: rebirth.sample(count=1)[0], TypeError, "`column` must be a string, not int"),
    (lambda: rebirth.write_sample("s.csv"), ValueError, "must end in .parquet, not s.csv"),
    (lambda: rebirth.write_sample("a.parquet", size=0), ValueError, "`size` cannot be 0"),
    (lambda: rebirth.write_sample("no/such/a.parquet"), FileNotFoundError, "no/such"),
    (lambda: lab.run_seed(0), ValueError, "there is no run 0: give 1 to 4294967295"),
    (lambda: lab.run_seed(2**32), ValueError, "4294967296"),
    (lambda: lab.Floors(3), TypeError, "not int"),
    (lambda: lab.Floors([]).summary(count=-1), ValueError, "`count` cannot be -1"),
    (lambda: lab.Floors([]).summary(measures="draws"), ValueError, "draws"),
]


@pytest.mark.parametrize("place", range(len(WRONG)))
def test_a_wrong_argument_raises_an_error_that_explains_it(place):
    work, error, sentence = WRONG[place]
    with pytest.raises(error) as raised:
        work()
    assert sentence.lower() in str(raised.value).lower()
    assert type(raised.value).__name__ != "PanicException"


def test_missing_rooms_raise_an_error(tmp_path):
    path = tmp_path / "01.basement.xml"
    path.write_text('<rooms><room type="1" variant="7" name="Attic" shape="1"/></rooms>')
    generator = lab.Generator(rooms=path)
    with pytest.raises((lab.GenerationError, ValueError), match="no boss rooms"):
        generator.floor(level=1)


def test_remarks_about_rooms_are_warnings(tmp_path):
    folder = tmp_path / "mine" / "content" / "rooms"
    folder.mkdir(parents=True)
    (folder / "01.basement.xml").write_text(
        '<rooms><room type="1" variant="7" name="Attic" shape="1"/></rooms>'
    )
    with pytest.warns(UserWarning, match="the engine's own stand in"):
        generator = lab.Generator(rooms=tmp_path / "mine")
    assert len(generator.floor(level=1).rooms) > 5
