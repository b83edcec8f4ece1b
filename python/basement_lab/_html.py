"""Maps as notebooks show them."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterable
from html import escape
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from basement_lab._floor import Floor


def maps_html(heading: str, floors: Iterable[Floor]) -> str:
    """Write maps of floors side by side."""
    maps = (
        f'<img width="32%" alt="{escape(repr(floor))}" '
        f'src="data:image/svg+xml;base64,{b64encode(floor.to_svg().encode()).decode()}">'
        for floor in floors
    )
    return f"<p>{escape(heading)}</p>{''.join(maps)}"
