"""What a wheel must do on the machine that it is installed on; nothing beyond the package is needed."""

import hashlib

import basement_lab as lab

#: Floors are the same, byte for byte, on every system and processor.
FLOORS = "f1dff0354b838cef8092711704e20035798ae4a7259768015e4148ab2b3d1365"


def test_floors_are_the_same_on_every_machine():
    digest = hashlib.sha256()
    for generator in (lab.Generator("flash"), lab.Generator("rebirth")):
        for floor in generator.floors(level=3, count=300):
            digest.update(floor.to_json().encode())
    assert digest.hexdigest() == FLOORS


def test_the_engine_has_the_version_of_the_package():
    assert lab.__version__ == lab._engine.__version__
    assert lab._engine.__file__.rsplit(".", 1)[0].endswith(("abi3", "_engine"))


def test_tables_counts_and_pictures_are_made():
    rebirth = lab.Generator("rebirth")
    assert len(rebirth.sample(level=2, count=500)) == 500
    assert rebirth.summary(level=2, count=500).floors == 500
    assert rebirth.floor(level=2).figure().to_png()[1:4] == b"PNG"
    assert lab.census(last=200) == lab.merge_census(
        [lab.census(last=200, shard=(part, 2)) for part in (1, 2)]
    )
