"""Fixtures: the command to compare with, and Ctrl-C."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import matplotlib as mpl
import pytest

mpl.use("Agg")

TARGET = Path(__file__).parents[2] / "target"


@pytest.fixture(scope="session")
def command():
    """Return a function that runs ``basement-lab`` with some words and returns what it prints.

    BASEMENT_LAB names the binary; the default is the workspace's own build.
    """
    built = [TARGET / name / "basement-lab" for name in ("release", "debug")]
    named = os.environ.get("BASEMENT_LAB")
    binary = next((path for path in [named, *built] if path and Path(path).is_file()), None)
    if binary is None:
        pytest.skip("basement-lab is not built: cargo build, or set BASEMENT_LAB to the binary")
    binary = Path(binary).absolute()

    def run(*words: object) -> str:
        return subprocess.run(
            [binary, *map(str, words)], check=True, capture_output=True, text=True
        ).stdout

    return run


@pytest.fixture
def interrupt():
    """Return a function that runs a program and interrupts it at work, a while after its first line."""

    def run(program: str, first_line: str = "begun") -> None:
        process = subprocess.Popen([sys.executable, "-c", program], stdout=-1, stderr=-1, text=True)
        assert process.stdout.readline() == f"{first_line}\n"
        time.sleep(0.5)
        assert process.poll() is None, "it is still at work"
        begun = time.monotonic()
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=30)
        assert time.monotonic() - begun < 5
        assert errors.strip().endswith("KeyboardInterrupt") and "panicked" not in errors

    return run
