"""The build backend: maturin, with a clear error if Rust is missing and cannot be fetched."""

import shutil
import sys
from collections.abc import Callable
from functools import wraps
from typing import Any

import maturin
from maturin import (
    build_sdist,
    get_requires_for_build_editable,
    get_requires_for_build_sdist,
    get_requires_for_build_wheel,
)

__all__ = [
    "build_editable",
    "build_sdist",
    "build_wheel",
    "get_requires_for_build_editable",
    "get_requires_for_build_sdist",
    "get_requires_for_build_wheel",
    "prepare_metadata_for_build_editable",
    "prepare_metadata_for_build_wheel",
]

_SENTENCE = """
Basement Lab is written in Rust, and there is no Rust here (no `cargo` on the PATH): {why}.
Install Rust 1.88 or later from https://rustup.rs and try again, or install a wheel, which needs no Rust.
"""


def _with_rust(hook: Callable[..., Any]) -> Callable[..., Any]:
    """Wrap a build hook: fetch Rust first if it is missing, or exit with a message if that fails."""

    @wraps(hook)
    def checked(*arguments: Any, **named: Any) -> Any:
        if shutil.which("cargo") is None:
            try:
                from puccinialin import setup_rust

                setup_rust()
            except ImportError:
                sys.exit(_SENTENCE.format(why="it is not to be fetched"))
            except Exception as error:
                sys.exit(_SENTENCE.format(why=f"fetching it failed ({error})"))
        return hook(*arguments, **named)

    return checked


build_wheel = _with_rust(maturin.build_wheel)
build_editable = _with_rust(maturin.build_editable)
prepare_metadata_for_build_wheel = _with_rust(maturin.prepare_metadata_for_build_wheel)
prepare_metadata_for_build_editable = _with_rust(maturin.prepare_metadata_for_build_editable)
