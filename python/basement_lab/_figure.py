"""A figure: a picture, its data and its words."""

from __future__ import annotations

import copyreg
import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Literal, get_args

from basement_lab import _engine, _given
from basement_lab._options import arguments

#: The formats of a figure's file.
Format = Literal["svg", "png", "csv"]

#: The meanings of the arguments for a printed figure.
PRINT = {
    "format": '"svg", "png", or "csv" for the data.',
    "width_mm": "The width on paper in millimetres: 174 is two columns of a journal.",
    "dpi": "Pixels to the inch of a PNG.",
    "language": 'How numbers are written: "en" for 1,234.5, "de" for 1.234,5.',
    "palette": 'The colours: "color", or "grey" for print in black.',
    "title": 'A title of your own; "" for none.',
    "provenance": "Whether the lines that name its data are below it.",
}


def print_table(
    name: str,
    format: str,
    *,
    width_mm: float,
    dpi: int,
    language: str,
    palette: str,
    title: str | None,
    provenance: bool,
) -> str:
    """Check how a figure is printed, and return it as JSON, as the table ``[print]`` of a study."""
    _given.one_of("format", format, get_args(Format))
    table = {
        "width_mm": _given.real("width_mm", width_mm),
        "dpi": _given.whole("dpi", dpi, 1, 2**32 - 1),
        "language": _given.one_of("language", language, ("en", "de")),
        "palette": _given.one_of("palette", palette, ("color", "grey")),
        "provenance": _given.switch("provenance", provenance),
        "titles": {} if title is None else {name: _given.text("title", title)},
    }
    return json.dumps(table)


class Figure:
    """A figure as reports and notebooks show it.

    >>> import basement_lab as lab
    >>> figure = lab.Generator("flash").floor(level=2, seed=7).figure()
    >>> figure.to_svg()[:4], figure.to_png()[1:4]
    ('<svg', b'PNG')
    """

    __slots__ = ("_figure", "_metadata")

    def __init__(self, figure: _engine.Figure, metadata: Mapping[str, Any] | None = None) -> None:
        self._figure = figure
        self._metadata = dict(metadata or {})

    @property
    def metadata(self) -> dict[str, Any]:
        """The metadata of the result that the figure is drawn from."""
        return dict(self._metadata)

    @property
    def name(self) -> str:
        """The figure's name, which its files also have."""
        return self._figure.name

    @property
    def title(self) -> str:
        """What the figure shows, in a sentence."""
        return self._figure.title

    @property
    def alt(self) -> str:
        """A description of the picture, for readers who cannot see it."""
        return self._figure.alt

    def to_svg(self) -> str:
        """Return the picture as SVG."""
        return self._figure.svg()

    def to_png(self) -> bytes:
        """Return the picture as PNG, with two pixels per point."""
        return self._figure.png()

    def to_csv(self) -> str:
        """Return the figure's data as CSV."""
        return self._figure.csv()

    @arguments(
        **PRINT,
        command="The command that reproduces it, for the file; by default the one in `metadata`.",
    )
    def for_print(
        self,
        format: Format = "svg",
        *,
        width_mm: float = 174.0,
        dpi: int = 300,
        language: str = "en",
        palette: str = "color",
        title: str | None = None,
        provenance: bool = True,
        command: str | None = None,
    ) -> bytes:
        """Return a file for print: the bytes of an SVG, a PNG or a CSV."""
        table = print_table(
            self.name,
            format,
            width_mm=width_mm,
            dpi=dpi,
            language=language,
            palette=palette,
            title=title,
            provenance=provenance,
        )
        told = _given.optional_text("command", command)
        if told is None:
            told = self._metadata.get("command") or "basement_lab"
        return self._figure.file(format, table, told)

    @arguments(path="The file; its ending says which format it has: .svg, .png or .csv.")
    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the figure to a file, as it looks on screens."""
        file = Path(_given.path("path", path))
        if file.suffix == ".png":
            file.write_bytes(self.to_png())
        elif file.suffix in (".svg", ".csv"):
            written = self.to_svg() if file.suffix == ".svg" else self.to_csv()
            file.write_text(written, encoding="utf-8", newline="")
        else:
            message = f"`path` must end in .svg, .png or .csv, not {file.name}"
            raise ValueError(message)

    def _repr_svg_(self) -> str:
        return self.to_svg()

    def __repr__(self) -> str:
        return f"<Figure {self.name}: {self.title}>"


copyreg.pickle(_engine.Figure, lambda figure: (_engine.Figure.of_json, (figure.to_json(),)))
