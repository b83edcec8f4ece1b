"""What clearing the rooms of a floor gives."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, overload

from basement_lab import _given

#: The items held that awards depend on, and the account that is followed.
Given = tuple[list[str], str]

#: The meanings of the arguments.
AWARDS = {
    "awards": "Whether what clearing each ordinary room gives is drawn (Rebirth).",
    "item": "Items or trinkets held that awards depend on.",
    "account": 'Which of the source\'s two accounts is followed: "pseudo-code" or "prose".',
}


@overload
def awards_given(
    awards: Literal[True], item: str | Iterable[str] | None, account: str
) -> Given: ...
@overload
def awards_given(awards: bool, item: str | Iterable[str] | None, account: str) -> Given | None: ...
def awards_given(awards: bool, item: str | Iterable[str] | None, account: str) -> Given | None:
    """Return what awards depend on; ``None`` if no awards are asked for."""
    items, account = _given.names("item", item) or [], _given.text("account", account)
    return (items, account) if _given.switch("awards", awards) else None


def awards_words(given: Given | None) -> str:
    """Return the command's options."""
    if given is None:
        return ""
    items, account = given
    words = ["--awards", *(f"--item {item}" for item in items)]
    return " ".join([*words, *([] if account == "pseudo-code" else [f"--awards-rules {account}"])])
