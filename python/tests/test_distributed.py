"""On a cluster the files and tables are the same as on one machine, whatever dies meanwhile.

BASEMENT_LAB_SEEDS says how many seeds the disturbed census counts; by default few.
"""

import functools
import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pyarrow as pa
import pytest
from dask.distributed import Client, LocalCluster

import basement_lab as lab
from basement_lab import distributed

SEEDS = int(os.environ.get("BASEMENT_LAB_SEEDS", "120000"))
SHARDS = 24


@pytest.fixture(scope="module")
def cluster():
    with LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster:
        yield cluster


@pytest.fixture
def client(cluster):
    with Client(cluster) as client:
        yield client


def stream(table):
    sink = pa.BufferOutputStream()
    with pa.ipc.new_stream(sink, table.schema) as writer:
        writer.write_table(table)
    return sink.getvalue().to_pybytes()


@functools.cache
def special_census():
    return lab.census(last=SEEDS, phase="special")


def whole_files(folder):
    """List the files of shards, without manifests and unfinished parts."""
    return [path for path in Path(folder).glob("*") if not path.suffix]


def wait_for(condition, seconds=60):
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "it did not happen"
        time.sleep(0.02)


@pytest.mark.parametrize("shards", [1, 9, 30])
def test_a_distributed_census_matches_a_single_machine(client, shards):
    flash = lab.Generator("flash", edition="wrath-of-the-lamb")
    file = distributed.census(client, flash, last=3999, shards=shards, level=2)
    assert file == lab.census(flash, last=3999, level=2)


def test_a_distributed_census_matches_the_command(client, command, tmp_path):
    out = tmp_path / "census.json"
    words = ["--level", 2, "--phase", "special", "--from", 7, "--to", 9006]
    command("census", *words, "--out", out)
    file = distributed.census(client, first=7, last=9006, shards=5, level=2, phase="special")
    assert file == out.read_bytes()


@pytest.mark.parametrize(
    "where", [{}, {"seed": 16385}, {"run_seed": "B911 99AC"}, {"seed": 3, "rng": "pcg"}]
)
def test_a_distributed_sample_matches_a_single_machine(client, where):
    table = distributed.sample(client, count=1001, shards=7, level=3, **where)
    single = lab.Generator().sample(count=1001, level=3, **where).to_pyarrow()
    assert stream(table) == stream(single)


def test_workers_that_are_killed_change_nothing(client, tmp_path):
    wanted = special_census()
    found = []
    count = threading.Thread(
        target=lambda: found.append(
            distributed.census(
                client, last=SEEDS, phase="special", shards=SHARDS, checkpoint=tmp_path
            )
        )
    )
    count.start()
    killed = []
    for files in (2, 8):
        wait_for(lambda files=files: len(whole_files(tmp_path)) >= files)
        address, pid = next(iter(client.run(os.getpid).items()))
        os.kill(pid, signal.SIGKILL)
        killed.append(address)
    count.join(timeout=600)
    assert len(killed) == len(set(killed))
    assert found == [wanted]
    assert len(whole_files(tmp_path)) == SHARDS


CLIENT = """
import sys
from dask.distributed import Client
from basement_lab import distributed
address, folder, last, shards = sys.argv[1:]
with Client(address) as client:
    distributed.census(
        client, last=int(last), phase="special", shards=int(shards), checkpoint=folder
    )
"""


def test_a_new_client_continues_from_the_checkpoint(cluster, client, tmp_path):
    arguments = [cluster.scheduler_address, str(tmp_path), str(SEEDS), str(SHARDS)]
    first = subprocess.Popen([sys.executable, "-c", CLIENT, *arguments])
    wait_for(lambda: len(whole_files(tmp_path)) >= 4)
    first.kill()
    first.wait()
    # The scheduler drops tasks that nobody asks for any more.
    wait_for(lambda: not client.run_on_scheduler(lambda dask_scheduler: len(dask_scheduler.tasks)))
    before = {path: path.stat().st_mtime_ns for path in whole_files(tmp_path)}
    assert 4 <= len(before) < SHARDS
    file = distributed.census(
        client, last=SEEDS, phase="special", shards=SHARDS, checkpoint=tmp_path
    )
    assert file == special_census()
    assert {path: path.stat().st_mtime_ns for path in before} == before


@pytest.mark.parametrize("kind", ["census", "sample"])
def test_a_damaged_file_of_a_checkpoint_is_rebuilt(client, tmp_path, kind):
    def work():
        if kind == "census":
            return distributed.census(client, last=4000, shards=3, checkpoint=tmp_path)
        return stream(distributed.sample(client, count=400, shards=3, checkpoint=tmp_path))

    before = work()
    kept = {path: path.read_bytes() for path in whole_files(tmp_path)}
    assert len(kept) == 3
    cut, empty, _ = sorted(kept)
    cut.write_bytes(kept[cut][:1000])
    empty.write_bytes(b"")
    # Results that the scheduler still has would be used instead of the files.
    wait_for(lambda: client.run_on_scheduler(lambda dask_scheduler: not dask_scheduler.tasks))
    assert work() == before
    assert {path: path.read_bytes() for path in kept} == kept


def test_different_work_in_the_same_folder_uses_separate_files(client, tmp_path):
    for options in ({}, {"level": 2}, {"hard": True}, {"first": 2}):
        wanted = lab.census(**{"last": 2000, **options})
        found = distributed.census(
            client, **{"last": 2000, **options}, shards=2, checkpoint=tmp_path
        )
        assert found == wanted
    assert len(whole_files(tmp_path)) == 8


def test_wrong_arguments_raise_the_errors_of_the_engine(client, tmp_path):
    with pytest.raises(ValueError, match="no level 13"):
        distributed.census(client, last=10, level=13)
    with pytest.raises(ValueError, match="no level 13"):
        distributed.sample(client, count=10, level=13)
    with pytest.raises(TypeError, match="there is no option `lavel`: did you mean `level`"):
        distributed.sample(client, count=10, lavel=1)
    with pytest.raises(ValueError, match="shards"):
        distributed.census(client, last=1000, shards=0)
    with pytest.raises(ValueError, match="`shards` cannot be 1000: give 1 to 50"):
        distributed.census(client, last=50, shards=1000)
    with pytest.raises(ValueError, match="shards"):
        distributed.sample(client, count=10, shards=-1)
    for verb in (distributed.census, distributed.sample):
        for name in ("generator", "shards", "retries"):
            with pytest.raises(TypeError, match=f"`{name}` must be"):
                verb(client, **{name: "many"})
        with pytest.raises(TypeError, match="`client` must be a Client, not str"):
            verb("tcp://localhost")
    file = tmp_path / "file"
    file.write_bytes(b"")
    with pytest.raises(NotADirectoryError):
        distributed.census(client, last=1000, shards=2, checkpoint=file / "folder")
    with pytest.raises(FileNotFoundError):
        distributed.census_status(tmp_path / "nothing")
    with pytest.raises(ValueError, match="no level 13"):
        distributed.start_census(client, checkpoint=tmp_path, last=10, level=13)
    with pytest.raises(TypeError, match="`checkpoint` must be a path, not int"):
        distributed.start_census(client, checkpoint=7, last=10)
    assert distributed.census_status(tmp_path) == []


def test_the_cluster_continues_without_its_client(cluster, tmp_path):
    url = f"file://{tmp_path}/shards"
    seeds = SEEDS // 2
    asked = {"last": seeds, "shards": SHARDS, "level": 2, "checkpoint": url}
    with Client(cluster) as client:
        status = distributed.start_census(client, **asked)
        assert (status.first, status.last, status.shards) == (1, seeds, SHARDS)
        assert not status.is_complete
        with pytest.raises(ValueError, match=f"of {SHARDS} shards are not yet counted"):
            status.merge()
    wait_for(lambda: distributed.census_status(url)[0].is_complete)
    wanted = lab.census(last=seeds, level=2)
    [status] = distributed.census_status(tmp_path / "shards")
    assert status.done == tuple(range(1, SHARDS + 1))
    assert (status.options, status.version) == ({"level": 2}, lab.__version__)
    assert status.merge() == wanted
    before = {path: path.stat().st_mtime_ns for path in whole_files(tmp_path / "shards")}
    with Client(cluster) as client:
        assert distributed.census(client, **asked) == wanted
    assert {path: path.stat().st_mtime_ns for path in before} == before


def test_shards_are_stored_in_any_fsspec_location(tmp_path):
    with Client(processes=False, n_workers=1, dashboard_address=None) as client:
        for url, options in (
            ("memory://a/folder", {}),
            (f"file://{tmp_path}/inner", {"auto_mkdir": True}),
        ):
            census = distributed.census(
                client, last=3000, shards=3, checkpoint=url, storage_options=options
            )
            assert census == lab.census(last=3000)
            table = distributed.sample(
                client, count=300, shards=2, checkpoint=url, storage_options=options
            )
            assert table.equals(lab.Generator().sample(count=300).to_pyarrow())
            [status] = distributed.census_status(url, storage_options=options)
            assert status.is_complete
            assert status.merge() == census
    assert len(whole_files(tmp_path / "inner")) == 5


def test_a_census_status_lists_the_shards_that_are_done(client, tmp_path):
    flash = lab.Generator("flash", rules={"flash.rooms.per_level": 3.0})
    distributed.census(client, flash, last=2999, shards=4, checkpoint=tmp_path)
    distributed.census(client, first=5, last=2000, shards=2, checkpoint=tmp_path, hard=True)
    of_flash, of_rebirth = sorted(
        distributed.census_status(tmp_path), key=lambda status: status.generator["backend"]
    )
    assert (of_flash.generator, of_flash.first) == (flash.description, 0)
    assert (of_rebirth.first, of_rebirth.options) == (5, {"hard": True})
    next(path for path in whole_files(tmp_path) if path.name.endswith("-4-2")).unlink()
    statuses = distributed.census_status(tmp_path)
    assert {status.done for status in statuses} == {(1, 3, 4), (1, 2)}
    assert [status.is_complete for status in statuses].count(False) == 1
