"""How Sphinx builds the documentation: `sphinx-build -W python/docs target/python-docs`.

Nothing is fetched over the network, and notebooks are shown with their stored output, not run.
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
# Two dozen keyword arguments are easier to read one per line.
maximum_signature_line_length = 80
python_use_unqualified_type_names = True

nb_execution_mode = "off"
myst_heading_anchors = 2
# A picture is preferred to the same content as text.
nb_mime_priority_overrides = [("html", "image/svg+xml", 1)]


#: A link to a page of the repository.
_PAGE = r"\[([^\]]+)\]\(\.\./\.\./(docs/[^)]+)\)"


def _generate(folder: Path) -> None:
    """Draw the floor of the first chapter, and copy the notebooks into the folder."""
    (folder / "generated").mkdir(exist_ok=True)
    floor = basement_lab.Generator("rebirth").floor(level=1, run_seed="B911 99AC")
    floor.figure().save(folder / "generated" / "floor.svg")
    (folder / "notebooks").mkdir(exist_ok=True)
    for notebook in sorted((folder.parent / "notebooks").glob("*.ipynb")):
        document = json.loads(notebook.read_text(encoding="utf-8"))
        for cell in document["cells"]:
            if cell["cell_type"] == "markdown":
                # The repository's pages are not part of this documentation: name them without a link.
                text = "".join(cell["source"])
                cell["source"] = re.sub(_PAGE, r"\1: `\2`", text)
        written = json.dumps(document, ensure_ascii=False)
        (folder / "notebooks" / notebook.name).write_text(written, encoding="utf-8")


def _write_arguments(*given: Any) -> None:
    """Write the arguments at the end of a docstring in the form that Sphinx reads."""
    lines = given[-1]
    if "Arguments:" in lines:
        at = lines.index("Arguments:")
        lines[at:] = [re.sub(r"^    (\w+): ", r":param \1: ", line) for line in lines[at + 1 :]]


def setup(app: Any) -> None:
    """Have Sphinx pass each docstring that it reads."""
    app.connect("autodoc-process-docstring", _write_arguments)


_generate(Path(__file__).parent)
