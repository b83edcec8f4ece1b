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


def words(options: dict) -> list:
    """Write Python's options as the command's: a list of texts repeats its option."""
    found = []
    for name, value in options.items():
        option = f"--{name.replace('_', '-')}"
        if value is True:
            found.append(option)
        elif isinstance(value, list) and value and isinstance(value[0], str):
            found += [word for text in value for word in (option, text)]
        elif isinstance(value, list):
            found += [option, ",".join(map(str, value)) or "none"]
        elif value is not None and value is not False:
            found += [option, value]
    return found


@pytest.fixture(scope="session")
def command():
    """Return a function that runs ``basement-lab`` with words and options and returns what it prints.

    BASEMENT_LAB names the binary; the default is the workspace's own build.
    """
    built = [TARGET / name / "basement-lab" for name in ("release", "debug")]
    named = os.environ.get("BASEMENT_LAB")
    binary = next((path for path in [named, *built] if path and Path(path).is_file()), None)
    if binary is None:
        pytest.skip("basement-lab is not built: cargo build, or set BASEMENT_LAB to the binary")
    binary = Path(binary).absolute()

    def run(*given: object, **options: object) -> str:
        asked = [binary, *map(str, [*given, *words(options)])]
        return subprocess.run(asked, check=True, capture_output=True, text=True).stdout

    return run


@pytest.fixture
def interrupt():
    """Return a function that runs a program and interrupts it at work, a while after its first line."""

    def run(program: str, first_line: str = "begun") -> None:
        process = subprocess.Popen([sys.executable, "-c", program], stdout=-1, stderr=-1, text=True)
        assert process.stdout.readline() == f"{first_line}\n"
        time.sleep(0.2)
        assert process.poll() is None, "it is still at work"
        begun = time.monotonic()
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=30)
        assert time.monotonic() - begun < 5
        assert errors.strip().endswith("KeyboardInterrupt") and "panicked" not in errors

    return run
