"""Ctrl-C stops long work at once."""

import signal
import subprocess
import sys
import time

import pytest

LONG = [
    "lab.Generator().summary(count=10**9)",
    "lab.Generator('flash').sample(count=2 * 10**7)",
    "lab.census(phase='special')",
    "lab.Floors(lambda seed: [{'cells': [[0, 0]], 'kind': 'start'}]).summary(count=10**9)",
]


@pytest.mark.parametrize("work", LONG)
def test_an_interrupt_ends_it(work):
    program = f"import basement_lab as lab; print('begun', flush=True); {work}"
    process = subprocess.Popen(
        [sys.executable, "-c", program], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert process.stdout.readline() == "begun\n"
    time.sleep(0.7)
    assert process.poll() is None, "it is still at work"
    begun = time.monotonic()
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=30)
    assert time.monotonic() - begun < 5
    assert errors.strip().endswith("KeyboardInterrupt")
