"""Tables in Apache Arrow's memory format."""

from __future__ import annotations

import copyreg
import json
from html import escape
from typing import TYPE_CHECKING, Any

from basement_lab import _engine, _given

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    import pandas
    import polars
    import pyarrow


#: The most rows and columns that are shown.
_ROWS, _COLUMNS = 10, 20


class Table:
    """A table: named columns of the same length, in Apache Arrow's format.

    A table has ``__arrow_c_stream__``, so polars, pyarrow, pandas and DuckDB read it directly,
    without copying numbers: ``polars.DataFrame(table)``, ``pyarrow.table(table)``,
    ``pandas.DataFrame.from_arrow(table)``. Like a dictionary, it iterates over the names of its
    columns.

    >>> import basement_lab as lab
    >>> table = lab.Generator("flash").sample(level=1, count=3, measures=["rooms", "rings"])
    >>> table
    <Table: 3 rows, 27 columns>
    >>> table["rooms"]
    [7, 8, 8]
    """

    __slots__ = ("_table",)

    def __init__(self, table: _engine.Table, metadata: Mapping[str, Any] | None = None) -> None:
        """Wrap a table of the engine, and record where it comes from."""
        self._table = table if metadata is None else table.with_metadata(json.dumps(metadata))

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object:
        """Export the table through the Arrow C stream interface."""
        return self._table.__arrow_c_stream__(requested_schema)

    def __arrow_c_schema__(self) -> object:
        """Export the columns' types through the Arrow C data interface."""
        return self._table.__arrow_c_schema__()

    def __len__(self) -> int:
        """Count the rows."""
        return len(self._table)

    def __getitem__(self, column: str) -> list[Any]:
        """Return the values of a column as a list."""
        return self._table.column(_given.text("column", column))

    def __iter__(self) -> Iterator[str]:
        """Iterate over the names of the columns."""
        return iter(self.columns)

    def __contains__(self, column: object) -> bool:
        """Return whether there is a column with this name."""
        return column in self.columns

    def __eq__(self, other: object) -> bool:
        """Return whether both have the same columns and values, whatever their metadata."""
        return self._table.equals(other._table) if isinstance(other, Table) else NotImplemented

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"<{type(self).__name__}: {len(self)} rows, {len(self.columns)} columns>"

    def _repr_html_(self) -> str:
        """Write the first rows as HTML, without colours, so that the page's apply."""
        columns = self.columns[:_COLUMNS]
        shown = [self._table.head(name, _ROWS) for name in columns]
        kinds = self.types
        head = "".join(
            f"<th>{escape(name)}<br><small>{kinds[name]}</small></th>" for name in columns
        )
        rows = "".join(
            "<tr>" + "".join(f"<td>{_cell(value)}</td>" for value in row) + "</tr>"
            for row in zip(*shown, strict=True)
        )
        size = f"<small>{len(self):,} rows, {len(self.columns)} columns</small>"
        return f"<table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>{size}"

    @property
    def columns(self) -> list[str]:
        """The names of the columns."""
        return [name for name, _ in self._table.columns()]

    @property
    def types(self) -> dict[str, str]:
        """The type of each column, by the name that Arrow and numpy use.

        >>> import basement_lab as lab
        >>> lab.measures().types["least"]
        'float64'
        """
        return dict(self._table.columns())

    @property
    def metadata(self) -> dict[str, Any]:
        """Where the table comes from: its generator, options, seeds, version and command.

        Empty if this is not known.

        >>> import basement_lab as lab
        >>> lab.Generator("flash").sample(count=1).metadata["generator"]["edition"]
        'article'
        """
        return json.loads(self._table.metadata() or "{}")

    def to_pydict(self) -> dict[str, list[Any]]:
        """Return the columns as lists."""
        return self._table.to_pydict()

    def to_polars(self) -> polars.DataFrame:
        """Convert the table to polars, without copying numbers."""
        import polars

        return polars.DataFrame(self)

    def to_pyarrow(self) -> pyarrow.Table:
        """Convert the table to pyarrow, without copying."""
        import pyarrow

        return pyarrow.table(self)

    def to_pandas(self) -> pandas.DataFrame:
        """Convert the table to pandas, by way of pyarrow.

        As usual in pandas, whole numbers of a column with missing values become floats.
        """
        return self.to_pyarrow().to_pandas()


#: Tables, and what has them, are pickled by their columns.
copyreg.pickle(_engine.Table, lambda table: (_engine.Table.of_parts, table.to_parts()))


def _cell(value: Any) -> str:
    if value is None:
        return ""
    return f"{value:.4g}" if isinstance(value, float) else escape(str(value))
