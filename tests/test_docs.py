"""Runs the examples of README.md, of the pages in docs/ and of the package's docstrings.

In Markdown the blocks fenced as ``python`` are examples, and so is the code of pictures, which are
drawn when the pages are built. A page's blocks share their names from top to bottom. A block with
prompts is compared with the output shown, any other one has to run. A docstring starts from the
names of its module, and keeps what it defines to itself.
"""

import ast
import doctest
import importlib
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from helpers import PACKAGE, ROOT

PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
FENCE = re.compile(
    r"^```(?:python|\{picture\}(?:\n:hide-code:)?)\n(.*?)^```$", re.MULTILINE | re.DOTALL
)
PROMPT = re.compile(r"^\s*>>>", re.MULTILINE)


def run_prompts(text: str, names: dict[str, Any], path: Path, line: int) -> None:
    """Run the prompts in `text`, which begins at that line (from 0), and keep what they define."""
    test = doctest.DocTestParser().get_doctest(text, names, path.name, str(path), line)
    test.globs = names  # not a copy: functions see what later blocks define, as in a session
    report: list[str] = []
    runner = doctest.DocTestRunner(verbose=False, optionflags=doctest.ELLIPSIS)
    if runner.run(test, out=report.append, clear_globs=False).failed:
        pytest.fail("".join(report), pytrace=False)


def docstrings() -> Iterator[Any]:
    """All texts with prompts that stand as statements: fields have docstrings too."""
    for path in sorted(PACKAGE.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            match node:
                case ast.Expr(value=ast.Constant(value=str(text))) if PROMPT.search(text):
                    name = path.relative_to(PACKAGE.parent).as_posix()
                    yield pytest.param(path, node.lineno - 1, text, id=f"{name}:{node.lineno}")


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_page(path: Path) -> None:
    text = path.read_text("utf-8")
    names: dict[str, Any] = {"__name__": "__main__"}
    for block in FENCE.finditer(text):
        line = text.count("\n", 0, block.start(1))
        if PROMPT.search(block[1]):
            run_prompts(block[1], names, path, line)
        else:
            exec(compile("\n" * line + block[1], path, "exec"), names)
    assert not PROMPT.search(FENCE.sub("", text)), "a prompt outside of a python block is not run"


@pytest.mark.parametrize(("path", "line", "text"), list(docstrings()))
def test_docstring(path: Path, line: int, text: str) -> None:
    parts = path.relative_to(PACKAGE.parent).with_suffix("").parts
    name = ".".join(parts).removesuffix(".__init__")
    run_prompts(text, dict(vars(importlib.import_module(name))), path, line)
