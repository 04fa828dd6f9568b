"""Sphinx configuration."""

import re
import sys
from importlib.metadata import version as installed_version
from pathlib import Path

from sphinx.application import Sphinx

sys.path.insert(0, str(Path(__file__).parent / "_ext"))

project = "buraco"
author = "the buraco authors"
copyright = "2026, the buraco authors"
version = release = installed_version("buraco")

extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.napoleon", "pictures", "ruletables"]
exclude_patterns = ["_build", "_ext", "_static", "_templates", "locale", "sources"]
html_theme = "furo"
html_title = f"buraco {release}"
html_static_path = ["_static"]
html_css_files = ["tables.css"]

# English is at the top of the output, Spanish in the folder `es` beneath; see translations.md.
locale_dirs = ["locale"]
gettext_compact = False
gettext_location = False
templates_path = ["_templates"]
html_sidebars = {
    "**": [
        "sidebar/brand.html",
        "language.html",
        "sidebar/search.html",
        "sidebar/scroll-start.html",
        "sidebar/navigation.html",
        "sidebar/scroll-end.html",
    ]
}

# Autodoc leaves private names out unless told otherwise.
autodoc_default_options = {"members": True, "member-order": "bysource"}
autodoc_typehints = "signature"
autodoc_typehints_format = "short"
napoleon_numpy_docstring = False

# The pages are built without a network, so names of the standard library are no links.
nitpick_ignore_regex = [(r"py:.*", r"(collections\.abc|enum|random|os|pathlib)\..*")]

myst_enable_extensions = ["attrs_inline"]
myst_heading_anchors = 3


def number_rules(app: Sphinx, docname: str, source: list[str]) -> None:
    """Make each numbered rule of the rule book a target: R5.3 is `rules.md#r5-3`."""
    if docname == "rules":
        source[0] = re.sub(
            r"^- \*\*R(\d+)\.(\d+)\*\*", r"- [**R\1.\2**]{#r\1-\2}", source[0], flags=re.MULTILINE
        )


def leave_out_the_other_readme(app: Sphinx, docname: str, source: list[str]) -> None:
    """Drop the link that the Spanish README has for readers of the repository."""
    if docname == "README.es":
        source[0] = source[0].replace("[In English](../README.md)\n", "")


def keep_colons(
    app: Sphinx, what: str, name: str, obj: object, options: object, lines: list[str]
) -> None:
    """Keep Napoleon from reading a field's docstring up to a colon as its type.

    It looks at the first line only; an empty comment is put there.
    """
    if what in {"attribute", "data", "property"}:
        lines[:0] = ["..", ""]


def setup(app: Sphinx) -> None:
    app.connect("source-read", number_rules)
    app.connect("source-read", leave_out_the_other_readme)
    app.connect("autodoc-process-docstring", keep_colons, priority=400)  # before Napoleon's 500
