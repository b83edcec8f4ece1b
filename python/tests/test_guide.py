"""The chapters of the guide print what they say, and the reference has every public name."""

import doctest
import re
from pathlib import Path

import pytest

import basement_lab as lab
from basement_lab import distributed

DOCS = Path(__file__).parents[1] / "docs"
CHAPTERS = sorted((DOCS / "guide").glob("*.md"))


def examples(path):
    """Return the text with all lines outside examples emptied, so that line numbers stay."""
    kept, is_example = [], False
    for line in path.read_text(encoding="utf-8").splitlines():
        if line.startswith("```"):
            is_example = line == "```pycon"
        kept.append(line if is_example and line != "```pycon" else "")
    return "\n".join(kept) + "\n"


def test_there_are_ten_chapters():
    assert [path.name[:2] for path in CHAPTERS] == [f"{number:02}" for number in range(1, 11)]
    index = (DOCS / "index.md").read_text(encoding="utf-8")
    for path in CHAPTERS:
        assert f"\nguide/{path.stem}\n" in index


@pytest.mark.parametrize("path", CHAPTERS, ids=lambda path: path.stem)
def test_the_examples_of_a_chapter_print_the_shown_output(path):
    test = doctest.DocTestParser().get_doctest(examples(path), {}, path.name, str(path), 0)
    assert len(test.examples) > 5
    told = []
    failed, _ = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(test, out=told.append)
    assert not failed, "".join(told)


def test_the_reference_has_every_public_name():
    text = (DOCS / "api.md").read_text(encoding="utf-8")
    named = re.findall(r"auto(?:class|function|exception|module):: ([\w.]+)", text)
    modules = [lab.rooms.__name__, distributed.__name__]
    assert sorted(named) == sorted([*(set(lab.__all__) - {"rooms"}), *modules])
