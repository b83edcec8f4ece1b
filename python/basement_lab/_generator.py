"""Generators of floors: the rules of one game."""

from __future__ import annotations

import json
import warnings
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from html import escape
from pathlib import Path as FilePath
from typing import TYPE_CHECKING, Any

from basement_lab import _engine, _given
from basement_lab._ablations import Ablations
from basement_lab._files import in_a_folder, whole_file, write_tables
from basement_lab._find import Search
from basement_lab._floor import Floor
from basement_lab._floor_set import FloorSet, maps_html
from basement_lab._given import Path
from basement_lab._options import (
    DEFAULT_COUNT,
    FloorOptions,
    RequestOptions,
    RunOptions,
    arguments,
    check_options,
    from_a_later_seed,
)
from basement_lab._posterior import Posterior
from basement_lab._progress import progress_bar
from basement_lab._run import Run
from basement_lab._summary import Summary
from basement_lab._table import Table

if TYPE_CHECKING:
    from typing_extensions import Unpack


@dataclass(frozen=True)
class Event:
    """A decision of a generator, and the rule that makes it."""

    rule: str
    """The id of the rule, such as ``"R33"``."""
    decision: str
    """The name of the decision, such as ``"placed"``."""
    text: str
    """The rule's id, and the decision in words."""
    data: dict[str, Any]
    """What was decided, as ``basement-lab explain --format json`` writes it."""

    def __str__(self) -> str:
        """Return the decision in words."""
        return self.text


class Generator:
    """A generator of floors: the rules of one edition of one game.

    ``rules`` changes rule parameters, which :meth:`parameters` lists. ``rooms`` are files or folders
    of the game's or a mod's rooms that Rebirth's floors are made of, instead of the engine's own.

    >>> import basement_lab as lab
    >>> lab.Generator("flash")
    <Generator: flash article>
    >>> no_penalty = {"rebirth.secret.penalty_one_neighbour": 0}
    >>> lab.Generator("rebirth", edition="repentance", rules=no_penalty).changed
    {'rebirth.secret.penalty_one_neighbour': 0}
    >>> lab.Generator("rebirth", edition="repentence")
    Traceback (most recent call last):
    ...
    ValueError: there is no edition `repentence`: did you mean `repentance`?
    """

    @arguments(
        backend='The game: "flash" or "rebirth".',
        edition="The edition of its rules; the game's first by default.",
        rules="Rule parameters that are changed, with their values.",
        rooms="Files or folders of rooms, instead of the engine's own.",
    )
    def __init__(
        self,
        backend: str = "rebirth",
        edition: str | None = None,
        *,
        rules: Mapping[str, bool | int | float] | None = None,
        rooms: Path | Iterable[Path] | None = None,
    ) -> None:
        """Choose the game, the edition (by default its first), changed rules, and rooms."""
        backend = _given.text("backend", backend)
        edition = _given.optional_text("edition", edition)
        paths = _given.paths("rooms", rooms)
        wanted = "a mapping of rule parameters to values"
        changes = dict(_given.of_type("rules", {} if rules is None else rules, Mapping, wanted))
        self._generator = _engine.Generator(backend, edition, changes, paths)
        for remark in self._generator.remarks():
            warnings.warn(remark, stacklevel=2)

    @property
    def description(self) -> dict[str, Any]:
        """Which generator it is, as reports and manifests record it."""
        return json.loads(self._generator.description())

    @property
    def backend(self) -> str:
        """The name of the game: ``"flash"`` or ``"rebirth"``."""
        return self.description["backend"]

    @property
    def edition(self) -> str:
        """The name of the edition."""
        return self.description["edition"]

    @property
    def changed(self) -> dict[str, bool | int | float]:
        """The rule parameters that differ from the edition's."""
        return {change["path"]: change["value"] for change in self.description["changed"]}

    def parameters(self) -> Table:
        """List the rule parameters.

        The columns are ``parameter``, ``value``, ``least``, ``greatest``, ``rule`` and
        ``meaning``; values are strings, because some are switches.

        >>> import basement_lab as lab
        >>> table = lab.Generator("flash").parameters()
        >>> table["value"][table["parameter"].index("flash.rooms.per_level")]
        '2.6'
        """
        words = f"--backend {self.backend} --edition {self.edition}{_set_words(self.changed)}"
        origin = {
            "generator": self.description,
            "version": _engine.__version__,
            "command": f"basement-lab rules {words}",
        }
        return Table(self._generator.parameters(), origin)

    @arguments(FloorOptions)
    def floor(self, **options: Unpack[FloorOptions]) -> Floor:
        """Make one floor.

        The floor is that of ``run_seed``, or of ``seed``, the seed of the floor itself. Its run can
        have another one on this level, because earlier floors decide bosses and flags as well:
        :attr:`Floor.remarks` says so, and :meth:`run` makes all floors of a run.

        >>> import basement_lab as lab
        >>> lab.Generator("rebirth").floor(level=3, run_seed="B911 99AC").seed
        16385
        >>> lab.Generator("flash").floor(level=2, seed=7).curse is None
        True
        >>> lab.Generator("flash").floor(lavel=2)
        Traceback (most recent call last):
        ...
        TypeError: there is no option `lavel`: did you mean `level`?
        """
        return Floor(self._generator.floor(dict(options)))

    @arguments(FloorOptions)
    def floors(self, *, count: int = DEFAULT_COUNT, **options: Unpack[FloorOptions]) -> FloorSet:
        """Return many floors, which are made when they are needed.

        Loop over them one by one, or get them as arrays for machine learning:
        :meth:`FloorSet.to_numpy`, :meth:`FloorSet.batches`, :meth:`FloorSet.write`.

        >>> import basement_lab as lab
        >>> floors = lab.Generator("rebirth").floors(level=3, count=100)
        >>> floors.to_numpy(["occupied", "kind", "distance"]).shape
        (100, 13, 13, 3)
        """
        return FloorSet(self._generator, _given.whole("count", count), _given.kept(options))

    @arguments(FloorOptions)
    def sample(
        self,
        *,
        count: int = DEFAULT_COUNT,
        measures: str | Iterable[str] | None = None,
        progress: bool | None = None,
        **options: Unpack[FloorOptions],
    ) -> Table:
        """Make many floors, and return their measures as a table with one row per floor.

        The seeds are ``count`` consecutive ones, from ``seed`` or ``run_seed`` on. The columns are
        those of ``basement-lab rows`` that differ from row to row: ``number`` (uint64),
        ``run_seed`` (string), ``seed`` (uint64), ``curse`` (string), the number of rooms of each
        kind (uint8), and ``measures``. A kind's column has its name, but that of curse rooms is
        ``curse_room``. By default these are all measures; :func:`measures` lists them with their
        types. A value that a floor does not have is null. Seeds for which the generator gives up
        have no row.

        >>> import basement_lab as lab
        >>> table = lab.Generator("rebirth").sample(level=2, count=100, measures="boss_distance")
        >>> len(table), table.columns[-1], table.types["boss_distance"]
        (100, 'boss_distance', 'uint8')
        """
        chosen = _given.names("measures", measures)
        with progress_bar(count, progress=progress) as told:
            return Table(self._generator.sample(count, chosen, dict(options), told))

    @arguments(FloorOptions, path="The Parquet file; its name ends in .parquet.")
    def write_sample(
        self,
        path: Path,
        *,
        count: int = DEFAULT_COUNT,
        measures: str | Iterable[str] | None = None,
        size: int = 1 << 18,
        progress: bool | None = None,
        **options: Unpack[FloorOptions],
    ) -> None:
        """Make many floors, and write their measures to a Parquet file, part by part.

        The file has what :meth:`sample` returns, and its metadata says where it comes from. Needs
        pyarrow.
        """
        file, floors = FilePath(_given.path("path", path)), _given.whole("count", count)
        # A pipe or a device takes the bytes whatever its name is.
        if file.suffix != ".parquet" and (file.is_file() or not file.exists()):
            message = f"`path` must end in .parquet, not {file.name}"
            raise ValueError(message)
        step = _given.whole("size", size, 1)
        kept = _given.kept(options)
        chosen = _given.names("measures", measures)
        origin = _engine.origin_of(self._generator, floors, kept, "rows", chosen)
        seeds = json.loads(origin)["seeds"]
        with whole_file(file) as whole, progress_bar(floors, progress=progress) as told:
            tables = (
                self._generator.sample(
                    min(step, floors - begin), chosen, from_a_later_seed(kept, seeds, begin), told
                )
                for begin in range(0, max(floors, 1), step)
            )
            write_tables(whole, (Table(table).to_pyarrow() for table in tables), origin)

    @arguments(FloorOptions)
    def summary(
        self,
        *,
        count: int = DEFAULT_COUNT,
        measures: str | Iterable[str] | None = None,
        progress: bool | None = None,
        **options: Unpack[FloorOptions],
    ) -> Summary:
        """Make many floors and count them, in memory that does not grow with ``count``.

        >>> import basement_lab as lab
        >>> lab.Generator("rebirth").summary(level=3, count=500)
        <Summary: 500 floors>
        """
        chosen = _given.names("measures", measures)
        with progress_bar(count, progress=progress) as told:
            return Summary(self._generator.summary(count, chosen, dict(options), told))

    @arguments(
        FloorOptions, rule="The ids of the rules whose decisions are listed; all by default."
    )
    def explain(
        self, *, rule: str | Iterable[str] | None = None, **options: Unpack[FloorOptions]
    ) -> list[Event]:
        """List the decisions by which a floor is made, or those of some rules.

        >>> import basement_lab as lab
        >>> for event in lab.Generator("rebirth").explain(level=1, rule=["R5", "R6"]):
        ...     print(event)
        R5  no curse lies on the floor
        R6  9 rooms are wanted, 5 dead ends at least
        """
        rules = [] if rule is None else _given.some_names("rule", rule)
        events = self._generator.explain(rules, dict(options))
        read = ((text, json.loads(data)) for text, data in events)
        return [
            Event(rule=data["rule"], decision=data["decision"], text=text, data=data)
            for text, data in read
        ]

    @arguments(
        room='The hidden room: "secret", "super_secret" or "ultra_secret".',
        by_doors="Whether the doors that the ordinary rooms could have count.",
    )
    def posterior(self, floor: Floor, *, room: str = "secret", by_doors: bool = True) -> Posterior:
        """Compute how likely a hidden room of a floor is on each cell, given the rest of the floor.

        On whole floors the doors that the ordinary rooms could have count as well. The secret room
        can do without them: with ``by_doors=False``, or where the doors cannot tell hidden rooms apart
        (``without_doors`` says why), only its rule counts. The probabilities of the secret room are
        exact, those of the others approximate.

        >>> import basement_lab as lab
        >>> flash = lab.Generator("flash")
        >>> posterior = flash.posterior(flash.floor(level=2, seed=7))
        >>> round(sum(posterior.cells.values()) + posterior.none, 9)
        1.0
        """
        _given.of_type("floor", floor, Floor, "a Floor")
        room, by_doors = _given.text("room", room), _given.switch("by_doors", by_doors)
        return Posterior(self._generator, floor, room, by_doors)

    @arguments(FloorOptions, room='The hidden room: "secret", "super_secret" or "ultra_secret".')
    def calibrate(
        self,
        *,
        count: int = DEFAULT_COUNT,
        room: str = "secret",
        progress: bool | None = None,
        **options: Unpack[FloorOptions],
    ) -> dict[str, Any]:
        """Compare the probabilities of :meth:`posterior` with where the rooms are, on many floors.

        The result is what ``basement-lab posterior --calibrate`` writes: cells by their
        probability, and how often a guess finds the room.
        """
        room = _given.text("room", room)
        with progress_bar(count, progress=progress) as told:
            found = _engine.calibrate(self._generator, room, count, dict(options), told)
        return json.loads(found)

    @arguments(
        RunOptions,
        run_seed='The run as the game shows it, such as "B911 99AC".',
        stage_types="A stage type for all stages, or one for each of some; drawn by default.",
    )
    def run(
        self,
        run_seed: str,
        *,
        stage_types: int | Mapping[int, int] | None = None,
        **options: Unpack[RunOptions],
    ) -> Run:
        """Make all floors of a run.

        Run flags and the bosses that were met carry over from stage to stage.

        >>> import basement_lab as lab
        >>> [floor.level for floor in lab.Generator("rebirth").run("B911 99AC")][:4]
        [1, 2, 3, 4]
        """
        check_options("run", RunOptions, options)
        return Run(self._generator, run_seed, stage_types, options)

    @arguments(
        RequestOptions,
        {"phase": None},
        where='What floors must be, such as "2: rings >= 3"; all conditions must hold.',
        best='Keep the seeds with the greatest "STAGE: MEASURE" instead of all.',
        smallest="With `best`: the smallest instead.",
        top="With `best`: how many; 20 by default.",
        first="The first number, of a run or a seed of PCG.",
        last="The last number; the last there is by default.",
        random="This many seeds instead, spread over all that exist.",
        seeds="These seeds instead: run seeds as the game shows them, or numbers.",
        limit="How many hits end the search; not with `best`, which tries all seeds.",
        phase='How far Rebirth goes; "full", or what the conditions need.',
    )
    def find(
        self,
        where: str | Iterable[str] = (),
        *,
        best: str | None = None,
        smallest: bool = False,
        top: int | None = None,
        first: int | None = None,
        last: int | None = None,
        random: int | None = None,
        seeds: Iterable[str | int] | None = None,
        limit: int | None = None,
        checkpoint: Path | None = None,
        progress: bool | None = None,
        **options: Unpack[RequestOptions],
    ) -> Search:
        """Search the seeds whose floors meet conditions: an iterator of hits.

        Conditions are those of ``basement-lab find``, whose help says what a hit depends on. With
        a ``checkpoint`` the search resumes where it was stopped, and returns its earlier hits
        first. A condition without a stage is about ``level``.

        >>> import basement_lab as lab
        >>> rebirth = lab.Generator("rebirth")
        >>> hit = next(rebirth.find(["1: has(shop)", "2: rings >= 2"], limit=1))
        >>> hit.stages[1]["measures"]["rings"] >= 2
        True
        """
        check_options("find", RequestOptions, options)
        conditions = _given.names("where", where) or []
        least, most = self._seeds(options.get("rng"))
        smallest, top = _given.switch("smallest", smallest), _given.optional_whole("top", top)
        limit = _given.optional_whole("limit", limit)
        ranked = None
        if best is not None:
            ranked = _given.text("best", best), smallest, 20 if top is None else top
        if ranked is None and not conditions:
            message = 'nothing is looked for: give `where`, such as "2: dead_ends == 5", or `best`'
            raise ValueError(message)
        if ranked is None and (smallest or top is not None):
            message = (
                "`top` and `smallest` are of a ranking: give `best` as well, or leave them out"
            )
            raise ValueError(message)
        if ranked is not None and limit is not None:
            message = "`best` tries all seeds: leave `limit` out, and give `top` for fewer hits"
            raise ValueError(message)
        listed = None
        if seeds is not None:
            wanted = "an iterable of run seeds or numbers"
            given = list(_given.of_type("seeds", seeds, Iterable, wanted))
            if isinstance(seeds, str):
                raise _given.refuse("seeds", wanted, seeds)
            listed = "\n".join(
                seed if isinstance(seed, str) else str(_given.whole("seeds", seed, least, most))
                for seed in given
            )
        ranges = [first is not None or last is not None, random is not None, seeds is not None]
        if sum(ranges) > 1:
            message = "give either `first` and `last`, or `random`, or `seeds`"
            raise ValueError(message)
        search = _engine.Search(
            self._generator,
            conditions,
            ranked,
            (
                _given.optional_whole("first", first, least, most),
                _given.optional_whole("last", last, least, most),
            ),
            _given.optional_whole("random", random),
            listed,
            limit,
            None if checkpoint is None else in_a_folder(_given.path("checkpoint", checkpoint)),
            dict(options),
        )
        return Search(search, progress)

    @arguments(
        FloorOptions,
        changes="Rule parameters with their changed values; a choice of those that matter by default.",
        count="How many floors with each change.",
    )
    def ablate(
        self,
        changes: Mapping[str, bool | int | float] | None = None,
        *,
        count: int = DEFAULT_COUNT,
        progress: bool | None = None,
        **options: Unpack[FloorOptions],
    ) -> Ablations:
        """Find what changes to rule parameters cause, each by itself, seed by seed.

        The columns are those of :class:`Ablations`.
        """
        wanted = "a mapping of rule parameters to values"
        tried = None
        if changes is not None:
            tried = list(_given.of_type("changes", changes, Mapping, wanted).items())
        with progress_bar(count, progress=progress, unit=" seeds") as told:
            chosen = _given.kept(options)
            found = _engine.ablate(self._generator, tried, count, chosen, told)
        # The command accepts only changes to an unchanged edition.
        origin = json.loads(_engine.origin_of(self._generator, count, chosen, "ablate"))
        origin["command"] = (
            None if self.changed else origin["command"] + _set_words(dict(tried or ()))
        )
        return Ablations(found, origin)

    @arguments(FloorOptions)
    def laws(
        self,
        *,
        count: int = DEFAULT_COUNT,
        progress: bool | None = None,
        **options: Unpack[FloorOptions],
    ) -> Table:
        """Count how often players' claims about floors are true; see ``docs/laws.md``.

        The columns are ``law``, ``claim``, the number of ``floors`` that have what the claim is
        about, on how many it ``holds``, their ``share``, and the first seed that it is
        ``broken_by``.

        >>> import basement_lab as lab
        >>> table = lab.Generator("flash").laws(count=500, level=2)
        >>> len(table), table.columns
        (9, ['law', 'claim', 'floors', 'holds', 'share', 'broken_by'])
        """
        kept = _given.kept(options)
        with progress_bar(count, progress=progress) as told:
            found = _engine.laws(self._generator, count, kept, told)
        origin = _engine.origin_of(self._generator, count, kept, "")
        return Table(found.with_metadata(origin))

    def _seeds(self, rng: str | None) -> tuple[int, int]:
        """Return the least and the greatest seed of a kind of random numbers."""
        is_pcg = self.backend == "flash" if rng is None else rng == "pcg"
        return (0, 2**64 - 1) if is_pcg else (1, 2**32 - 1)

    def _repr_html_(self) -> str:
        rows = "".join(
            f"<tr><td>{escape(path)}</td><td>{value}</td></tr>"
            for path, value in self.changed.items()
        )
        table = f"<table><tbody>{rows}</tbody></table>" if rows else ""
        return maps_html(f"{self.backend} {self.edition}", [self.floor()]) + table

    def __repr__(self) -> str:
        changed = f", {len(self.changed)} changed" if self.changed else ""
        return f"<Generator: {self.backend} {self.edition}{changed}>"


def _set_words(changes: Mapping[str, bool | int | float]) -> str:
    """Return the command's options for changed rule parameters."""
    texts = {
        path: str(value).lower() if isinstance(value, bool) else value
        for path, value in changes.items()
    }
    return "".join(f" --set {path}={text}" for path, text in texts.items())


def given_generator(generator: Generator | None) -> Generator:
    """Return the generator of an argument, by default Rebirth's."""
    given = Generator() if generator is None else generator
    return _given.of_type("generator", given, Generator, "a Generator")


@arguments(
    RequestOptions,
    {"phase": "special"},
    shard="The place of a shard, from 1, and the number of shards.",
)
def census(
    generator: Generator | None = None,
    *,
    first: int | None = None,
    last: int | None = None,
    shard: tuple[int, int] | None = None,
    progress: bool | None = None,
    **options: Unpack[RequestOptions],
) -> bytes:
    """Count the floors of all stage seeds from ``first`` to ``last``, by default all of the game's.

    Finished floors are counted: the default of ``phase`` is ``"special"``. Layouts (``"layout"``)
    are not yet floors of the game: a special room replaces a dead end and gives it its own shape.

    The result is the file that ``basement-lab census`` writes, byte for byte. ``shard`` is the
    place of a shard, from 1, and the number of shards: ``(3, 16)`` counts the third of sixteen
    parts of the seeds. :func:`merge_census` merges the files of the shards into one.

    >>> import basement_lab as lab
    >>> flash = lab.Generator("flash")
    >>> parts = [lab.census(flash, last=2999, shard=(part, 2)) for part in (1, 2)]
    >>> lab.merge_census(parts) == lab.census(flash, last=2999)
    True
    """
    generator = given_generator(generator)
    place = None
    if shard is not None:
        if not isinstance(shard, tuple) or len(shard) != 2:  # noqa: PLR2004
            message = "`shard` must be a pair of integers, such as (3, 16) for the third of sixteen"
            raise TypeError(message)
        shards = _given.whole("shard", shard[1], 1)
        place = f"{_given.whole('shard', shard[0], 1, shards)}/{shards}"
    with progress_bar(None, progress=progress) as told:
        return _engine.census(generator._generator, first, last, place, dict(options), told)


@arguments(files="The files of the shards.")
def merge_census(files: Iterable[bytes]) -> bytes:
    """Merge the files of several shards into one: what ``basement-lab census merge`` writes."""
    wanted = "an iterable of bytes"
    if isinstance(files, bytes):
        raise _given.refuse("files", wanted, files)
    shards = list(_given.of_type("files", files, Iterable, wanted))
    return _engine.merge_census([_given.of_type("files", file, bytes, wanted) for file in shards])
