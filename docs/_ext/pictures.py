"""Pictures drawn while the documentation is built, by the code that a page shows.

The directive ``picture`` holds Python code. The code is shown, unless the option ``:hide-code:``
stands before it, and beneath it what its last expression draws: a text of SVG or HTML, or a value
that notebooks draw. The directives of a page share their names from top to bottom. Code that fails
is a warning, so that no page goes stale.
A picture whose code names no language speaks that of the site.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, ClassVar

from docutils import nodes
from docutils.parsers.rst import directives
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

from buraco import render


@contextmanager
def speaking(language: str) -> Iterator[None]:
    """Make a language the one that pictures speak by default, those of values included.

    The library has no setting for that, and needs none but here: the default is what the shown
    code does not say, and what the methods for notebooks cannot be told.
    """
    defaults = [getattr(render, name).__kwdefaults__ for name in render.__all__]
    spoken = [each for each in defaults if each and "language" in each]
    before = [each["language"] for each in spoken]
    for each in spoken:
        each["language"] = language
    try:
        yield
    finally:
        for each, old in zip(spoken, before, strict=True):
            each["language"] = old


def drawn(code: str, names: dict[str, Any]) -> str:
    """Run code, and give what its last expression draws.

    Args:
        code: the code; what it defines is kept in `names`.
        names: what it starts from.
    """
    tree = ast.parse(code)
    last = tree.body.pop() if tree.body else None
    if not isinstance(last, ast.Expr):
        raise ValueError("the code must end with an expression")
    exec(compile(tree, "<picture>", "exec"), names)
    value = eval(compile(ast.Expression(last.value), "<picture>", "eval"), names)
    if isinstance(value, str) and value.startswith("<"):
        return value
    for name in ("_repr_svg_", "_repr_html_"):
        if hasattr(value, name):
            return str(getattr(value, name)())
    raise ValueError(f"the last expression draws nothing: {type(value).__name__}")


class Picture(SphinxDirective):
    """The directive ``picture``."""

    has_content = True
    option_spec: ClassVar = {"hide-code": directives.flag}

    def run(self) -> list[nodes.Node]:
        self.env.note_reread()  # the library may draw otherwise tomorrow
        code = "\n".join(self.content)
        shown = nodes.literal_block(code, code, language="python")
        self.set_source_info(shown)
        try:
            with speaking(self.config.language):
                picture = drawn(code, self.env.temp_data.setdefault("pictures", {}))
        except Exception as error:
            raise self.error(f"{type(error).__name__}: {error}") from error
        drawing = nodes.raw("", f'<div class="picture">{picture}</div>', format="html")
        return [drawing] if "hide-code" in self.options else [shown, drawing]


def setup(app: Sphinx) -> dict[str, bool]:
    app.add_directive("picture", Picture)
    return {"parallel_read_safe": True}
