"""The keyword arguments of the package: one list for every method, with types, defaults and meanings."""

import inspect
import re
from collections.abc import Callable, Iterable, Mapping
from typing import Annotated, Any, NamedTuple, TypedDict, TypeVar, get_args, get_type_hints

from basement_lab import _engine

#: How many floors are made by default.
DEFAULT_COUNT = 10_000

AnyFunction = TypeVar("AnyFunction", bound=Callable[..., Any])


class Option(NamedTuple):
    """An option's default and meaning."""

    default: Any
    meaning: str


class RunOptions(TypedDict, total=False):
    """The options of a run, which apply to its floors.

    The names are those of the options of the command ``basement-lab run``. An option that is left
    out, or is ``None``, has its default.
    """

    curse: Annotated[
        str | None, Option("drawn", 'The curse; "drawn" draws one by the edition\'s chance.')
    ]
    hard: Annotated[bool | None, Option(False, "Hard mode (Rebirth).")]
    unlocks: Annotated[
        str | None, Option("all", 'What the player has unlocked: "fresh", "few", "many", "all".')
    ]
    phase: Annotated[
        str | None, Option("full", 'How far Rebirth goes: "layout", "special" or "full".')
    ]
    character: Annotated[str | None, Option("isaac", "The character.")]
    red: Annotated[
        int | None, Option(None, "Red health in half-hearts; as many as containers by default.")
    ]
    soul: Annotated[int | None, Option(0, "Soul half-hearts.")]
    containers: Annotated[int | None, Option(6, "Heart containers in half-hearts, two each.")]
    bone: Annotated[int | None, Option(0, "Whole bone hearts.")]
    coins: Annotated[int | None, Option(0, "Coins held.")]
    keys: Annotated[int | None, Option(0, "Keys held.")]
    treasure_skipped: Annotated[int | None, Option(0, "Treasure rooms skipped so far.")]
    victory_lap: Annotated[int | None, Option(0, "The number of the victory lap.")]
    achievements: Annotated[
        Iterable[int] | None, Option(None, "What is unlocked, by number, instead of `unlocks`.")
    ]
    flags: Annotated[Iterable[int] | None, Option((), "The run flags that are set.")]
    bosses_met: Annotated[
        Iterable[int] | None, Option((), "Bosses that have left their pools (repentance).")
    ]
    devil_room: Annotated[
        bool | None, Option(False, "Whether a devil room was entered (Flash: visited last).")
    ]
    book: Annotated[bool | None, Option(False, "Whether a book is carried.")]
    planetarium_entered: Annotated[bool | None, Option(False, "Whether a planetarium was entered.")]
    luck: Annotated[float | None, Option(0.0, "Luck, which no floor depends on.")]
    item: Annotated[str | Iterable[str] | None, Option((), "Items or trinkets held.")]


class StageOptions(RunOptions, total=False):
    """The options of a floor of one stage, whatever its seed."""

    level: Annotated[int | None, Option(1, "Flash's level or Rebirth's stage.")]
    stage_type: Annotated[int | None, Option(0, "Rebirth's stage type, such as 1 for Cellar.")]
    bosses_chosen: Annotated[
        int | None, Option(0, "Bosses chosen before from this stage's pool (repentance).")
    ]


class RequestOptions(StageOptions, total=False):
    """The options of a floor except its seed, as in the command ``basement-lab floor``."""

    rng: Annotated[
        str | None,
        Option(None, 'Random numbers: "game", Rebirth\'s default, or "pcg", Flash\'s.'),
    ]


class FloorOptions(RequestOptions, total=False):
    """The options of a floor, and its seed, or the seed of the first of many."""

    seed: Annotated[
        int | None,
        Option(
            None,
            "A stage seed of the game, or any number for `pcg`, such as 0, its default; "
            "consecutive stage seeds are not a random sample, but consecutive runs are.",
        ),
    ]
    run_seed: Annotated[
        str | None,
        Option(None, 'A run seed as the game shows it; without any seed Rebirth has "B911 99AC".'),
    ]


#: The meanings of arguments that several functions have.
_SHARED = {
    "account": 'Which of the source\'s two accounts is followed: "pseudo-code" or "prose".',
    "awards": "Whether what clearing each ordinary room gives is drawn (Rebirth).",
    "channels": "What the bytes of a cell say, one after the other.",
    "count": "How many seeds are taken, one floor each.",
    "first": "The first stage seed: 1, or 0 for PCG.",
    "item": "Items or trinkets held that awards depend on.",
    "last": "The last stage seed; that of the game by default, PCG has none.",
    "measures": "The names of the measures; all of them by default.",
    "progress": "Whether a bar is shown; by default on a terminal or in a notebook.",
    "measure": "The name of a measure.",
    "floor": "The floor.",
    "kind": 'A kind of room, such as "treasure".',
    "checkpoint": "Where the state is kept, so that the same call continues from it.",
    "generator": "The generator; Rebirth's by default.",
    "packed": "Whether truths are packed, eight cells per byte.",
    "paths": "Room files or folders of them; the engine's own catalogue by default.",
    "retries": "How often a task that fails is tried again.",
    "size": "How many floors are in memory at a time.",
    "study": "The study: a dictionary, or the path of a TOML file or of a report's manifest.json.",
}


#: Types that have a special name in the package, as ``help`` shows them.
_WRITTEN = {
    "Path": "str | os.PathLike[str]",
    "Bytes": "numpy.ndarray",
    "Format": "str",
    "OwnMeasures": "Mapping[str, Measure | Callable[..., Any]]",
    "StudyLike": "Mapping[str, Any] | str | os.PathLike[str]",
}


class _Text(str):
    """A type as it is written: ``help`` shows it without quotation marks."""

    __slots__ = ()
    __repr__ = str.__str__

    @classmethod
    def of(cls, annotation: str) -> "_Text":
        """Write a type without names that are internal to the package."""
        names = rf"\b(?:_given\.)?({'|'.join(_WRITTEN)})\b"
        return cls(re.sub(names, lambda name: _WRITTEN[name[1]], annotation))


def _options_of(options: type) -> dict[str, tuple[_Text, Option]]:
    """Return the type, the default and the meaning of each option, the level and the seeds first."""
    found = {}
    for name, hint in get_type_hints(options, include_extras=True).items():
        kind, option = get_args(hint)
        found[name] = _Text(inspect.formatannotation(kind).replace("collections.abc.", "")), option
    first = ("level", "seed", "run_seed")
    return dict(sorted(found.items(), key=lambda option: option[0] not in first))


def from_a_later_seed(
    options: Mapping[str, Any], seeds: Mapping[str, Any], begin: int
) -> dict[str, Any]:
    """Return the options for the same floors without the first ones, by their metadata's ``seeds``."""
    if not begin:
        return dict(options)
    number = seeds["first"] + begin
    where = {"run_seed": _engine.run_seed(number)} if seeds["kind"] == "run" else {"seed": number}
    return {**options, "seed": None, "run_seed": None, **where}


def check_options(verb: str, options: type, given: Mapping[str, Any]) -> None:
    """Raise an error for options that floors have but a verb does not."""
    for name in given:
        if name in get_type_hints(FloorOptions) and name not in get_type_hints(options):
            message = f"`{verb}` has no option `{name}`"
            raise TypeError(message)


def arguments(
    options: type | None = None, defaults: dict[str, Any] | None = None, /, **meanings: str
) -> Callable[[AnyFunction], AnyFunction]:
    """Write out a function's arguments: its signature gets the options, its docstring a line for each.

    ``options`` is the type of its ``**options``; ``defaults`` has the options with another default.
    """

    def written(function: AnyFunction) -> AnyFunction:
        signature = inspect.signature(function)
        parameters = {
            name: parameter
            if name == "self"
            else parameter.replace(annotation=_Text.of(parameter.annotation))
            for name, parameter in signature.parameters.items()
            if parameter.kind is not inspect.Parameter.VAR_KEYWORD
        }
        told = dict(_SHARED)
        for name, (kind, option) in _options_of(options).items() if options else ():
            told[name] = option.meaning
            parameters[name] = inspect.Parameter(
                name,
                inspect.Parameter.KEYWORD_ONLY,
                default=(defaults or {}).get(name, option.default),
                annotation=kind,
            )
        told |= meanings
        lines = [f"    {name}: {told[name]}" for name in parameters if name != "self"]
        function.__signature__ = signature.replace(  # type: ignore[attr-defined]
            parameters=list(parameters.values()),
            return_annotation=_Text.of(signature.return_annotation),
        )
        text = inspect.cleandoc(function.__doc__ or "")
        function.__doc__ = text + "\n\nArguments:\n" + "\n".join(lines) + "\n"
        return function

    return written
