"""What clearing the rooms of a floor gives."""

from __future__ import annotations

from collections.abc import Iterable

from basement_lab import _given

#: The items held that awards depend on, and the account that is followed.
Given = tuple[list[str], str]


def awards_given(item: str | Iterable[str] | None, account: str) -> Given:
    """Return what awards depend on."""
    return _given.names("item", item) or [], _given.text("account", account)


def awards_drawn(awards: bool, item: str | Iterable[str] | None, account: str) -> Given | None:
    """Return what the awards on a figure depend on; ``None`` if they are not drawn."""
    given = awards_given(item, account)
    if _given.switch("awards", awards):
        return given
    if item is not None or account != "pseudo-code":
        message = (
            "`item` and `account` are of awards: give `awards=True` as well, or leave them out"
        )
        raise ValueError(message)
    return None


def awards_words(given: Given | None) -> str:
    """Return the command's options; none if no awards are asked for."""
    if given is None:
        return ""
    items, account = given
    words = ["--awards", *(f"--item {item}" for item in items)]
    return " ".join([*words, *([] if account == "pseudo-code" else [f"--awards-rules {account}"])])
