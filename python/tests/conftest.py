"""The command, to compare with."""

import os
import subprocess
from pathlib import Path

import matplotlib as mpl
import pytest

mpl.use("Agg")

TARGET = Path(__file__).parents[2] / "target"


@pytest.fixture(scope="session")
def command():
    """Give a function that runs ``basement-lab`` with some words and gives what it prints.

    BASEMENT_LAB names the binary; a built one of the workspace without it.
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
