"""No call makes the engine panic, and each call raises only what is documented.

BASEMENT_LAB_CALLS says how many calls are tried; by default a few hundred.
"""

import os

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import basement_lab as lab

CALLS = int(os.environ.get("BASEMENT_LAB_CALLS", "300"))
DOCUMENTED = (
    ValueError,
    TypeError,
    KeyError,
    OverflowError,
    MemoryError,
    OSError,
    lab.GenerationError,
)

GENERATORS = [
    lab.Generator("flash"),
    lab.Generator("flash", "wrath-of-the-lamb"),
    lab.Generator("rebirth"),
    lab.Generator("rebirth", "afterbirth-plus"),
]
FLOORS = [generator.floor() for generator in GENERATORS]
SUMMARIES = [generator.summary(count=20) for generator in GENERATORS]
CENSUS = lab.census(last=50)

small = st.integers(-3, 40)
numbers = st.one_of(
    small, st.integers(-(2**70), 2**70), st.sampled_from([2**32 - 1, 2**32, 2**64 - 1])
)
texts = st.one_of(
    st.text(max_size=12),
    st.sampled_from(
        [
            "flash",
            "rebirth",
            "repentance",
            "article",
            "B911 99AC",
            "none",
            "labyrinth",
            "layout",
            "special",
            "full",
            "fresh",
            "all",
            "isaac",
            "the_lost",
            "game",
            "pcg",
            "secret",
            "boss",
            "rooms",
            "loops",
            "draws",
            "W42",
            "voodoo_head",
            "lucky_foot",
            "prose",
        ]
    ),
)
anything = st.one_of(
    st.none(),
    st.booleans(),
    numbers,
    st.floats(),
    texts,
    st.binary(max_size=9),
    st.lists(numbers, max_size=4),
)
measures = st.one_of(st.none(), texts, st.lists(texts, max_size=3), anything)


def mostly(usual):
    """Return the intended type three times in four."""
    return st.one_of(usual, usual, usual, anything)


OPTIONS = {
    "level": mostly(small),
    "stage_type": mostly(small),
    "curse": mostly(texts),
    "hard": mostly(st.booleans()),
    "unlocks": mostly(texts),
    "phase": mostly(texts),
    "character": mostly(texts),
    "red": mostly(numbers),
    "coins": mostly(numbers),
    "luck": mostly(st.floats()),
    "flags": mostly(st.lists(small, max_size=3)),
    "achievements": mostly(st.lists(numbers, max_size=3)),
    "bosses_met": mostly(st.lists(small, max_size=3)),
    "item": mostly(st.lists(texts, max_size=2)),
    "seed": mostly(numbers),
    "run_seed": mostly(texts),
    "rng": mostly(texts),
}
options = st.fixed_dictionaries({}, optional=OPTIONS).map(dict)
# At most three options at a time, so that most calls succeed.
some_options = st.lists(st.sampled_from(sorted(OPTIONS)), max_size=3, unique=True).flatmap(
    lambda chosen: st.fixed_dictionaries({name: OPTIONS[name] for name in chosen})
)
generators = st.sampled_from(GENERATORS)
counts = mostly(st.integers(-1, 30))
rooms = st.lists(
    st.fixed_dictionaries(
        {
            "cells": mostly(st.lists(st.tuples(small, small), max_size=4)),
            "kind": mostly(st.sampled_from(["start", "normal", "boss", "throne"])),
        }
    ),
    max_size=5,
)


def bounded(count):
    """Reduce counts that would take long."""
    return count if not isinstance(count, int) or count < 1000 else count % 1000


CALLED = st.one_of(
    st.builds(
        lambda b, e, r: lambda: lab.Generator(b, e, rules=r),
        mostly(texts),
        mostly(texts),
        st.one_of(st.none(), anything, st.dictionaries(texts, anything, max_size=2)),
    ),
    st.builds(lambda g, o: lambda: g.floor(**o), generators, some_options),
    st.builds(lambda g, o: lambda: g.floor(**o), generators, options),
    st.builds(
        lambda g, c, m, o: lambda: g.sample(count=bounded(c), measures=m, **o),
        generators,
        counts,
        measures,
        some_options,
    ),
    st.builds(
        lambda g, c, m, o: lambda: g.summary(count=bounded(c), measures=m, **o).measures(),
        generators,
        counts,
        measures,
        some_options,
    ),
    st.builds(lambda g, r, o: lambda: g.explain(rule=r, **o), generators, measures, some_options),
    st.builds(
        lambda g, f, r, d: lambda: g.posterior(f, room=r, by_doors=d),
        generators,
        mostly(st.sampled_from(FLOORS)),
        mostly(texts),
        mostly(st.booleans()),
    ),
    st.builds(
        lambda s, m: lambda: (s.mean(m), s.histogram(m), s.cells(m)),
        st.sampled_from(SUMMARIES),
        mostly(texts),
    ),
    st.builds(
        lambda s, o: lambda: s + o, st.sampled_from(SUMMARIES), mostly(st.sampled_from(SUMMARIES))
    ),
    st.builds(
        lambda x, y, c: lambda: lab.compare(x, y, count=bounded(c)),
        mostly(st.sampled_from(SUMMARIES)),
        mostly(generators),
        counts,
    ),
    st.builds(
        lambda w, i, h, r: lambda: lab.awards(luck=w, item=i, hard=h, account=r),
        mostly(st.floats()),
        measures,
        mostly(st.booleans()),
        mostly(texts),
    ),
    st.builds(
        lambda g, f, n, s, o: lambda: lab.census(g, first=f, last=(f or 0) + n, shard=s, **o),
        generators,
        mostly(small),
        small,
        mostly(st.tuples(small, small)),
        some_options,
    ),
    st.builds(
        lambda f: lambda: lab.merge_census(f),
        mostly(st.lists(st.sampled_from([CENSUS, CENSUS[:90], b"{}", b""]), max_size=3)),
    ),
    st.builds(lambda n: lambda: lab.run_seed(n), numbers),
    st.builds(
        lambda f, c: lambda: lab.Floors(f).sample(count=c),
        mostly(st.lists(rooms, max_size=3)),
        counts,
    ),
    st.builds(lambda f: lambda: lab.Floors(f).summary(), mostly(st.lists(rooms, max_size=3))),
    st.builds(lambda s, n: lambda: GENERATORS[0].sample(count=3)[n], small, mostly(texts)),
)


@settings(
    max_examples=CALLS,
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
@given(CALLED)
def test_only_documented_exceptions_are_raised(call):
    try:
        call()
    except DOCUMENTED as error:
        assert str(error) or isinstance(error, (KeyError, MemoryError))
