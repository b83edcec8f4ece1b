"""Ctrl-C stops long work immediately."""

import pytest

PLAN = {
    "title": "Rooms",
    "floors": 10**7,
    "levels": [1],
    "series": [{"name": name, "backend": name} for name in ("flash", "rebirth")],
}
LONG = [
    "lab.Generator().summary(count=10**9)",
    "lab.Generator('flash').sample(count=2 * 10**7)",
    "lab.census(phase='special')",
    "lab.Floors(lambda seed: [{'cells': [[0, 0]], 'kind': 'start'}]).summary(count=10**9)",
    f"lab.study({PLAN})",
    "lab.bridge(count=10**8)",
    "lab.Generator().ablate(count=10**8)",
    "lab.compare(lab.Generator('flash'), lab.Generator(), count=10**8)",
]


@pytest.mark.parametrize("work", LONG)
def test_an_interrupt_stops_long_work(interrupt, work):
    interrupt(f"import basement_lab as lab; print('begun', flush=True); {work}")
