"""Studies and their reports."""

from __future__ import annotations

import json
import operator
import os
import shlex
from collections.abc import Iterable, Mapping
from html import escape
from pathlib import Path
from typing import Any

from basement_lab import _engine, _given
from basement_lab._figure import PRINT, Figure, Format, print_table
from basement_lab._measure import OwnMeasures, own_measures
from basement_lab._options import arguments
from basement_lab._progress import progress_bar
from basement_lab._table import Table

#: A study: the content of a study file as a dictionary, or the path of a study file or a manifest.
StudyLike = Mapping[str, Any] | str | os.PathLike[str]


class Report:
    """The result of a study: its tables, its figures, and the files of its report.

    Its tables and figures can be pickled, but the report cannot: another process runs
    :attr:`study` again.

    >>> import basement_lab as lab
    >>> games = [{"name": name, "backend": name.lower()} for name in ("Flash", "Rebirth")]
    >>> plan = {"title": "Rings", "floors": 300, "levels": [2], "series": games}
    >>> report = lab.study(plan)
    >>> report
    <Report: Rings, 2 series, not written>
    >>> report.likeness["distance"][0] > 0.1
    True
    """

    def __init__(self, report: _engine.Report, folder: Path | None, command: str | None) -> None:
        self._report = report
        self._command = command
        self.folder = folder
        """The folder with its files; ``None`` if none was asked for."""

    def __reduce__(self) -> tuple[object, ...]:
        """Refuse to be pickled: a report contains everything that its figures are drawn from."""
        message = "a Report is not pickled: give its tables and figures, or run its `study` again"
        raise TypeError(message)

    @property
    def title(self) -> str:
        """The title of the study."""
        return self._report.title()

    @property
    def study(self) -> dict[str, Any]:
        """The study as a dictionary."""
        return json.loads(self._report.to_json())

    @property
    def metadata(self) -> dict[str, Any]:
        """Where the report and its figures come from: the study, the version and the command.

        ``command`` is ``None`` with measures of your own, and for a dictionary that is not written,
        because the command reads studies from files.
        """
        return {"study": self.study, "version": _engine.__version__, "command": self._command}

    @property
    def files(self) -> list[str]:
        """The names of the files that were written."""
        return self._report.files()

    @property
    def remarks(self) -> list[str]:
        """Remarks on rooms and files of floors, one sentence each."""
        return self._report.remarks()

    @property
    def likeness(self) -> Table:
        """How alike the first two series are, level by level.

        The columns are ``level``, ``labyrinth``, ``distance`` with its bounds ``lower`` and
        ``upper``, and ``floors_to_tell``, as in :class:`Likeness`. Levels with fewer than 200
        floors of a series have no row.
        """
        return Table(self._report.likeness(), self.metadata)

    @property
    def means(self) -> Table:
        """The mean of each measure, a row for each series, level and measure."""
        return Table(self._report.means(), self.metadata)

    @property
    def figures(self) -> list[str]:
        """The names of the figures."""
        return self._report.figures()

    @arguments(
        name="The name of the figure: one of `figures`, or two measures with `-by-` between."
    )
    def figure(self, name: str) -> Figure:
        """Draw a figure.

        The error for a name that the study does not have lists those that it has.
        """
        return Figure(self._report.figure(_given.text("name", name)), self.metadata)

    def _repr_html_(self) -> str:
        question = escape(self._report.question())
        head = f"<p><b>{escape(self.title)}</b><br>{question}</p>"
        first = self.figure(self.figures[0]).to_svg() if self.figures else ""
        likeness = self.likeness
        tables = likeness._repr_html_() if len(likeness) else ""
        page = None if self.folder is None else self.folder / "index.html"
        link = f"<p>{escape(str(page))}</p>" if page is not None and page.exists() else ""
        return head + tables + first + link

    def __repr__(self) -> str:
        where = "not written" if self.folder is None else f"{len(self.files)} files"
        return f"<Report: {self.title}, {len(self.study['series'])} series, {where}>"


@arguments(
    out="The folder that the report is written to; without it no file is written.",
    count="How many floors of each series on each level, instead of the study's `floors`.",
    rooms="Files or folders of rooms, instead of those that the study names.",
    measures="Your own measures, by their names: functions of a floor, or `Measure` objects.",
)
def study(
    study: StudyLike,
    out: str | os.PathLike[str] | None = None,
    *,
    count: int | None = None,
    rooms: _given.Path | Iterable[_given.Path] | None = None,
    measures: OwnMeasures | None = None,
    progress: bool | None = None,
) -> Report:
    """Run a study, and write its report into a folder.

    A study has a title, series, levels and, if you like, measures and figures, as in
    ``examples/*.toml``. Each of your own measures has a figure, in addition to the study's
    figures; it is first tried on one floor of each generator and level, so that its errors come
    before the study. The floors that a study makes have no curse, except on its ``labyrinth_levels``;
    :func:`compare`, :meth:`Generator.sample` and :meth:`Generator.summary` draw curses.
    """
    folder, is_toml = Path(), False
    if isinstance(study, Mapping):
        text, source = json.dumps(study, default=_plain), "manifest.json"
    else:
        wanted = "a mapping or a path"
        file = Path(_given.of_type("study", study, str | os.PathLike, wanted))
        text = file.read_text(encoding="utf-8")
        folder, is_toml = file.parent, file.suffix != ".json"
        if not is_toml:
            manifest = json.loads(text)
            if not isinstance(manifest, dict) or "study" not in manifest:
                message = f"{file} is not a manifest: it has no `study`"
                raise ValueError(message)
            text = json.dumps(manifest["study"])
        source = shlex.quote(file.name)
    folder_out = None if out is None else Path(_given.path("out", out))
    floors = _given.optional_whole("count", count, 1)
    sources = [os.fspath(path) for path in _given.paths("rooms", rooms)]
    own = own_measures("measures", measures)
    words = [
        f"basement-lab study {source}",
        *(f"--rooms {shlex.quote(Path(path).name)}" for path in sources),
    ]
    words += [] if floors is None else [f"--count {floors}"]
    name_out = "report" if folder_out is None else shlex.quote(folder_out.absolute().name)
    command = " ".join([*words, f"--out {name_out}"])
    with progress_bar(None, progress=progress) as told:
        found = _engine.study(
            text,
            is_toml,
            folder,
            folder_out,
            floors,
            sources,
            [measure._for_reports(name) for name, measure in own.items()],
            command,
            told,
        )
    has_command = not own and (folder_out is not None or not isinstance(study, Mapping))
    return Report(found, folder_out, command if has_command else None)


@arguments(
    name="The name of the figure: one of a report's, or two measures with `-by-` between.",
    count="How many floors of each series on each level, instead of the study's `floors`.",
    measures="Your own measures, by their names, which their figures also have.",
    **PRINT,
)
def figure(
    name: str,
    study: StudyLike,
    *,
    format: Format = "svg",
    count: int | None = None,
    measures: OwnMeasures | None = None,
    width_mm: float = 174.0,
    dpi: int = 300,
    language: str = "en",
    palette: str = "color",
    title: str | None = None,
    provenance: bool = True,
    progress: bool | None = None,
) -> bytes:
    """Return one figure of a study as the bytes of an SVG, a PNG or a CSV.

    >>> import basement_lab as lab
    >>> games = [{"name": name, "backend": name.lower()} for name in ("Flash", "Rebirth")]
    >>> plan = {"title": "Rings", "floors": 100, "levels": [2], "series": games}
    >>> lab.figure("rooms", plan, format="png")[1:4]
    b'PNG'
    """
    name = _given.text("name", name)
    printed: dict[str, Any] = {
        "width_mm": width_mm,
        "dpi": dpi,
        "language": language,
        "palette": palette,
        "title": title,
        "provenance": provenance,
    }
    print_table(name, format, **printed)
    report = _study(study, count=count, measures=measures, progress=progress)
    command = None
    if not measures and not isinstance(study, Mapping):
        usual = {"width-mm": "174", "dpi": 300, "language": "en", "palette": "color"}
        given = {
            "count": count,
            "width-mm": repr(float(width_mm)).removesuffix(".0"),
            "dpi": dpi,
            "language": language,
            "palette": palette,
            "title": None if title is None else shlex.quote(title),
        }
        command = f"basement-lab figure {name} --study {shlex.quote(Path(study).name)}"
        options = (f" --{it} {value}" for it, value in given.items() if value != usual.get(it))
        command += "".join(options) + ("" if provenance else " --no-provenance")
    return report.figure(name).for_print(format, **printed, command=command)


def _plain(value: Any) -> str | int:
    """Convert a path or a numpy number in a study to what JSON has."""
    if isinstance(value, os.PathLike):
        return str(value)
    if not hasattr(value, "__index__"):
        raise _given.refuse("study", "of texts, numbers, lists and mappings", value)
    return int(operator.index(value))


#: The function, for use where an argument hides its name.
_study = study
