"""Tables as notebooks show them, on light paper and on dark."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterable
from html import escape
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from basement_lab._floor import Floor
    from basement_lab._table import Table

#: Rows and columns that are shown at most.
_ROWS, _COLUMNS = 10, 20


def table_html(table: Table) -> str:
    """Write the first rows of a table. It has no colours of its own: those of the page hold."""
    columns = table.columns[:_COLUMNS]
    shown = [table._table.head(name, _ROWS) for name in columns]
    kinds = table.types
    head = "".join(f"<th>{escape(name)}<br><small>{kinds[name]}</small></th>" for name in columns)
    rows = "".join(
        "<tr>" + "".join(f"<td>{_cell(value)}</td>" for value in row) + "</tr>"
        for row in zip(*shown, strict=True)
    )
    size = f"<small>{len(table):,} rows, {len(table.columns)} columns</small>"
    return f"<table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>{size}"


def maps_html(heading: str, floors: Iterable[Floor]) -> str:
    """Write maps of floors side by side."""
    maps = (
        f'<img width="32%" alt="{escape(repr(floor))}" '
        f'src="data:image/svg+xml;base64,{b64encode(floor.to_svg().encode()).decode()}">'
        for floor in floors
    )
    return f"<p>{escape(heading)}</p>{''.join(maps)}"


def _cell(value: Any) -> str:
    if value is None:
        return ""
    return f"{value:.4g}" if isinstance(value, float) else escape(str(value))
