"""The notebooks run as they are, and their stored output is what they show now."""

from pathlib import Path

import pytest

nbformat = pytest.importorskip("nbformat")
nbclient = pytest.importorskip("nbclient")
pytest.importorskip("ipykernel")

FOLDER = Path(__file__).parents[1] / "notebooks"
NOTEBOOKS = sorted(FOLDER.glob("*.ipynb"))


def texts(notebook):
    """Return what the cells print and show as text, including tables; pictures are left out."""
    found = []
    for cell in notebook.cells:
        outputs = cell.get("outputs", [])
        # What a cell prints can arrive in one piece or in several.
        found.append("".join(o.text for o in outputs if o.output_type == "stream"))
        for output in outputs:
            if output.output_type != "stream" and "image/png" not in output.get("data", {}):
                found.append(output.data.get("image/svg+xml", output.data.get("text/plain")))
    return found


def test_there_are_seven_notebooks():
    assert [path.stem for path in NOTEBOOKS] == [
        "dataset-for-generative-models",
        "flash-and-rebirth",
        "is-my-generator-like-isaac",
        "secret-room-against-players",
        "tell-the-games-apart",
        "walks-and-rings",
        "what-does-one-rule-cause",
    ]


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_shows_what_is_committed(path, monkeypatch):
    committed = nbformat.read(path, 4)
    assert path.stat().st_size < 150_000
    again = nbformat.read(path, 4)
    monkeypatch.setenv("TQDM_DISABLE", "1")
    nbclient.NotebookClient(again, timeout=300, kernel_name="python3").execute()
    assert texts(again) == texts(committed)
