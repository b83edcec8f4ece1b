"""Measure what a shard of a census costs, and simulate clusters that count all of them.

    RAYON_NUM_THREADS=1 python python/benches/cluster_cost.py > cost.md

It needs a release build of the package (``pip install "./python[distributed]"``), an idle machine and
about ten minutes. It prints the tables of ``docs/census.md``.
"""

import heapq
import os
import sys
import time
from dataclasses import dataclass

import basement_lab as lab
from basement_lab import distributed

SEEDS = 2**32 - 1
LEVELS = (1, 2, 3, 4, 5, 6, 7, 8, 10, 11, 12)
#: How many seeds a shard has.
SIZES = (1 << 22, 1 << 20, 1 << 18)
#: How many files one task merges.
AT_ONCE = distributed._MERGED_AT_ONCE
WORKERS = (1, 2, 8, 32, 128, 512, 1000, 2000, 5000, 10_000)
#: Bytes per second between two machines: 10 Gbit/s.
NETWORK = 1.25e9


@dataclass
class Shard:
    """What a shard costs."""

    seeds: int
    seconds: float
    bytes: int
    #: The time that one more file adds to a merge.
    merge_seconds: float


def timed(work, *given, **named):
    """Do some work, and return its seconds and its result."""
    begun = time.perf_counter()
    result = work(*given, **named)
    return time.perf_counter() - begun, result


def rate(generator, level, phase):
    """Return the floors per core-second: the most of three rounds."""
    count = 40_000
    rounds = []
    for _ in range(3):
        seconds, _ = timed(lab.census, generator, last=count, level=level, phase=phase)
        more, _ = timed(lab.census, generator, last=4 * count, level=level, phase=phase)
        # The time to begin and end a census is in both, so the difference does not have it.
        rounds.append(3 * count / (more - seconds))
    return max(rounds)


def measured(generator, seeds, phase):
    """Measure a shard of this number of seeds, and its merge with another."""
    first, one = timed(lab.census, generator, first=1, last=seeds, phase=phase)
    second, two = timed(lab.census, generator, first=seeds + 1, last=seeds + seeds, phase=phase)
    alone = min(timed(lab.merge_census, [one])[0] for _ in range(3))
    both, merged = timed(lab.merge_census, [one, two])
    size = max(len(one), len(merged))
    return Shard(seeds, min(first, second), size, max(both - alone, alone / 2))


def overhead():
    """Return the scheduler's seconds per task."""
    from dask.distributed import Client

    with Client(n_workers=1, threads_per_worker=1, dashboard_address=None) as client:
        client.gather(client.map(abs, range(100)))
        seconds, _ = timed(lambda: client.gather(client.map(lambda x: x, range(5000))))
    return seconds / 5000


def simulated(workers, shard, scheduler):
    """Return how long a census takes, and how busy the scheduler is meanwhile.

    The scheduler hands out one task at a time. A free worker takes a merge that is ready, else the next
    shard. A merge fetches its files from other workers.
    """
    left = -(-SEEDS // shard.seeds)
    # How many files each step of the tree has, from the shards' to the last.
    files = [left]
    while files[-1] > 1:
        files.append(-(-files[-1] // AT_ONCE))
    waiting, made = [0] * len(files), [0] * len(files)
    merges = []
    running = []
    clock = scheduler_free = 0.0
    tasks = 0
    while True:
        while len(running) < workers and (merges or left):
            scheduler_free = max(scheduler_free, clock) + scheduler
            tasks += 1
            if merges:
                step, size = merges.pop()
                seconds = size * (shard.merge_seconds + shard.bytes / NETWORK)
            else:
                # Shards take different times: up to a tenth more or less.
                step, seconds = 0, shard.seconds * (0.9 + 0.2 * (left * 2654435761 % 2**32) / 2**32)
                left -= 1
            heapq.heappush(running, (scheduler_free + seconds, step))
        clock, step = heapq.heappop(running)
        if step == len(files) - 1:
            return clock, tasks * scheduler / clock
        waiting[step] += 1
        made[step] += 1
        if waiting[step] == AT_ONCE or made[step] == files[step]:
            merges.append((step + 1, waiting[step]))
            waiting[step] = 0


def main():
    """Print the tables."""
    if os.environ.get("RAYON_NUM_THREADS") != "1":
        sys.exit("set RAYON_NUM_THREADS=1: the figures are those of one core")
    generator = lab.Generator("rebirth")
    print("| level | floors per core-second | core-hours |\n|--:|--:|--:|")
    for level in LEVELS:
        floors = rate(generator, level, "special")
        print(f"| {level} | {floors:,.0f} | {SEEDS / floors / 3600:.1f} |")
    shards = [measured(generator, seeds, "special") for seeds in SIZES]
    print("\n| seeds of a shard | shards | seconds | file | merge |\n|--:|--:|--:|--:|--:|")
    for shard in shards:
        count = -(-SEEDS // shard.seeds)
        print(
            f"| {shard.seeds:,} | {count:,} | {shard.seconds:.1f} | {shard.bytes / 1e6:.1f} MB "
            f"| {shard.merge_seconds:.3f} s |"
        )
    scheduler = overhead()
    print(f"\nThe scheduler takes {scheduler * 1e3:.2f} ms a task.\n")
    print("| workers |", " | ".join(f"shards of {shard.seeds:,}" for shard in shards), "|")
    print("|--:|" + "--:|" * len(shards))
    for workers in WORKERS:
        cells = []
        for shard in shards:
            seconds, busy = simulated(workers, shard, scheduler)
            ideal = SEEDS / shard.seeds * shard.seconds / workers
            cells.append(f"{seconds / 60:,.1f} min, {ideal / seconds:.0%}, {busy:.0%}")
        print(f"| {workers:,} |", " | ".join(cells), "|")


if __name__ == "__main__":
    main()
