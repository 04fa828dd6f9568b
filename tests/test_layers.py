"""What a module of the package may import and use, read off its source."""

import ast
import sys
from collections.abc import Iterator
from typing import NamedTuple

import pytest
from helpers import PACKAGE

# A module imports only from those before it.
ORDER = [
    "values",
    "errors",
    "rng",
    "shuffle",
    "bags",
    "codes",
    "cards",
    "melds",
    "rules",
    "moves",
    "table",
    "growth",
    "lays",
    "legal",
    "transition",
    "scoring",
    "choices",
    "state",
    "playouts",
    "view",
    "memory",
    "sampling",
    "record",
    "match",
    "schema",
    "shapes",
    "codec",
    "codec_record",
    "codec_view",
    "compose",
    "words",
    "text",
    "render.blocks",
    "render.faces",
    "render.options",
    "render.pictures",
    "render.tables",
    "render.scores",
    "render.__init__",
    "bots",
    "__init__",
    "__main__",
]

# Their convenience methods (`view`, `to_dict`, `_repr_svg_`, …) import a later module when called;
# `schema` imports what reads files, the package's face what playing does not need.
LATE = {
    "cards",
    "melds",
    "rules",
    "scoring",
    "state",
    "view",
    "record",
    "match",
    "schema",
    "__init__",
}
# These may name a later module's types, for the type checker only.
TYPED = LATE | {"errors"}

# Who imports what does not come with Python; None: any module.
THIRD_PARTY = {"attrs": None, "msgspec": {"shapes"}}
GENERATORS = {"Random", "SystemRandom"}

SOURCES = {
    ".".join(path.relative_to(PACKAGE).with_suffix("").parts): path
    for path in sorted(PACKAGE.rglob("*.py"))
}
every_module = pytest.mark.parametrize("module", SOURCES)


class Import(NamedTuple):
    """One imported module, and where."""

    name: str  # with its dots; a name imported from the package itself counts as "buraco.name"
    line: int
    called: bool  # in a function
    typed: bool  # under `if TYPE_CHECKING`


def tree(module: str) -> ast.Module:
    return ast.parse(SOURCES[module].read_text("utf-8"))


def imports(module: str) -> Iterator[Import]:
    def names(node: ast.Import | ast.ImportFrom) -> Iterator[str]:
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
            return
        base = node.module or ""
        if node.level:
            above = ["buraco", *module.split(".")][: -node.level]
            base = ".".join([*above, base]).rstrip(".")
        if base == "buraco":
            yield from (f"buraco.{alias.name}" for alias in node.names)
        else:
            yield base

    def walk(node: ast.AST, called: bool, typed: bool) -> Iterator[Import]:
        if isinstance(node, ast.Import | ast.ImportFrom):
            yield from (Import(name, node.lineno, called, typed) for name in names(node))
        called |= isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda)
        typed |= isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test)
        for child in ast.iter_child_nodes(node):
            yield from walk(child, called, typed)

    return walk(tree(module), called=False, typed=False)


def place(name: str) -> int:
    """The place in ORDER of a name such as `buraco.cards`; one that is no module is the face's."""
    inner = name.removeprefix("buraco").removeprefix(".")
    while inner not in ORDER and f"{inner}.__init__" not in ORDER and "." in inner:
        inner = inner.rpartition(".")[0]
    if f"{inner}.__init__" in ORDER:
        inner += ".__init__"
    return ORDER.index(inner if inner in ORDER else "__init__")


def test_order_lists_every_module() -> None:
    assert set(SOURCES) <= set(ORDER)


@every_module
def test_imports_only_from_before(module: str) -> None:
    late = [
        f"line {found.line}: {found.name}"
        for found in imports(module)
        if found.name.partition(".")[0] == "buraco"
        and place(found.name) >= ORDER.index(module)
        and not (found.called and module in LATE)
        and not (found.typed and module in TYPED)
    ]
    assert not late


@every_module
def test_imports_when_called_only_in_convenience_methods(module: str) -> None:
    assert module in LATE or not [found for found in imports(module) if found.called]


@every_module
def test_third_party_imports(module: str) -> None:
    allowed = {"buraco", *sys.stdlib_module_names}
    allowed |= {name for name, users in THIRD_PARTY.items() if not users or module in users}
    assert {found.name.partition(".")[0] for found in imports(module)} <= allowed


@every_module
def test_no_assert_statement(module: str) -> None:
    assert not [node.lineno for node in ast.walk(tree(module)) if isinstance(node, ast.Assert)]


@every_module
def test_global_generator_untouched(module: str) -> None:
    nodes = list(ast.walk(tree(module)))
    taken = {
        alias.name
        for node in nodes
        if isinstance(node, ast.ImportFrom) and node.module == "random"
        for alias in node.names
    }
    assert taken <= GENERATORS

    known = {
        alias.asname or alias.name
        for node in nodes
        if isinstance(node, ast.Import)
        for alias in node.names
        if alias.name == "random"
    }
    generators = {
        node.value for node in nodes if isinstance(node, ast.Attribute) and node.attr in GENERATORS
    }
    assert not [
        f"line {node.lineno}"
        for node in nodes
        if isinstance(node, ast.Name) and node.id in known and node not in generators
    ]
