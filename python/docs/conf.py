"""How Sphinx builds the documentation: `sphinx-build -W python/docs target/python-docs`.

Nothing is fetched over the network, and no notebook is run: they are shown as they are stored.
"""

import json
import re
from pathlib import Path
from typing import Any

import basement_lab

project = "Basement Lab"
author = "The Basement Lab contributors"
release = version = basement_lab.__version__

extensions = ["sphinx.ext.autodoc", "myst_nb"]
exclude_patterns = ["_build"]
html_theme = "furo"
html_title = "Basement Lab for Python"
html_show_sourcelink = False
html_copy_source = False

autodoc_member_order = "bysource"
autodoc_default_options = {"members": True}
# Two dozen keyword arguments are read one below the other.
maximum_signature_line_length = 80
python_use_unqualified_type_names = True

nb_execution_mode = "off"
myst_heading_anchors = 2
# A picture is shown before its text.
nb_mime_priority_overrides = [("html", "image/svg+xml", 1)]


#: A link to a page of the repository.
_PAGE = r"\[([^\]]+)\]\(\.\./\.\./(docs/[^)]+)\)"


def _generate(folder: Path) -> None:
    """Draw the floor of the first chapter, and take the notebooks from where they are."""
    (folder / "generated").mkdir(exist_ok=True)
    floor = basement_lab.Generator("rebirth").floor(level=1, run_seed="B911 99AC")
    floor.figure().save(folder / "generated" / "floor.svg")
    (folder / "notebooks").mkdir(exist_ok=True)
    for notebook in sorted((folder.parent / "notebooks").glob("*.ipynb")):
        document = json.loads(notebook.read_text(encoding="utf-8"))
        for cell in document["cells"]:
            if cell["cell_type"] == "markdown":
                # Pages of the repository are not pages here.
                text = "".join(cell["source"])
                cell["source"] = re.sub(_PAGE, r"\1: `\2`", text)
        written = json.dumps(document, ensure_ascii=False)
        (folder / "notebooks" / notebook.name).write_text(written, encoding="utf-8")


def _write_arguments(*given: Any) -> None:
    """Write the arguments, which stand at the end of a docstring, as Sphinx wants them."""
    lines = given[-1]
    if "Arguments:" in lines:
        at = lines.index("Arguments:")
        lines[at:] = [re.sub(r"^    (\w+): ", r":param \1: ", line) for line in lines[at + 1 :]]


def setup(app: Any) -> None:
    """Hear of each docstring that Sphinx reads."""
    app.connect("autodoc-process-docstring", _write_arguments)


_generate(Path(__file__).parent)
