"""The tables that the package keeps while it plays: finding, emptying and shrinking them."""

import functools
import importlib
import re
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from types import FunctionType
from typing import Any

from helpers import PACKAGE

from buraco import lays

BOUND = re.compile(r"^(LARGEST_\w+: Final = ).*$", re.MULTILINE)

# What is kept for each of something of which there are only so many, by name.
FINITE = {"MELDS": 16_070, "LAYS": 16_070, "DISCARD_LISTS": 1 << 13, "RANKS": 1 << 13}
FINITE |= {"KINDS_OF_WILDS": 64, "PARTS": 13 * 80 + 1}

Table = Any  # a dict, list or set, or a function with `functools.lru_cache`
_Cached: type = type(functools.lru_cache(bool))


def size(table: Table) -> int:
    """How many entries a table has."""
    if isinstance(table, list):  # of a fixed length, with None where nothing is kept yet
        return len(table) - table.count(None)
    return table.cache_info().currsize if isinstance(table, _Cached) else len(table)


def is_unbounded_cache(table: Table) -> bool:
    """Whether a function keeps each of its results."""
    return isinstance(table, _Cached) and table.cache_parameters()["maxsize"] is None


def tables() -> dict[str, Table]:
    """All that could grow and can be reached from a module's names, by where it was found."""
    found: dict[str, Table] = {}
    seen: set[int] = set()
    for path in sorted(PACKAGE.glob("[!_]*.py")):
        module = importlib.import_module(f"buraco.{path.stem}")
        for name, value in vars(module).items():
            if not name.startswith("__"):
                _search(value, f"{path.stem}.{name.lstrip('_')}", found, seen)
    return found


def _search(value: object, place: str, found: dict[str, Table], seen: set[int]) -> None:
    if id(value) in seen:
        return
    seen.add(id(value))
    if isinstance(value, dict | list | set | _Cached):
        found[place] = value
    for key, part in _parts(value):
        _search(part, f"{place}[{key}]", found, seen)


def _parts(value: object) -> Iterator[tuple[object, object]]:
    """What a value is made of, as far as it can hold a table."""
    if isinstance(value, dict):
        yield from value.items()
    elif isinstance(value, list | tuple | set | frozenset):
        yield from enumerate(value)
    elif isinstance(value, FunctionType) and value.__module__.startswith("buraco."):
        yield "defaults", value.__defaults__
        yield from enumerate(cell.cell_contents for cell in value.__closure__ or ())
    elif isinstance(value, type) and value.__module__.startswith("buraco."):
        own = vars(value).items()
        yield from ((name, part) for name, part in own if not name.startswith("__"))
    elif type(value).__module__.startswith("buraco."):
        slots = [slot for kind in type(value).__mro__ for slot in getattr(kind, "__slots__", ())]
        yield from ((slot, getattr(value, slot, None)) for slot in slots)
        yield from getattr(value, "__dict__", {}).items()


def name_of(place: str) -> str:
    """The name by which the table that was found at a place is reached."""
    return place.partition("[")[0].partition(".")[2]


def limit(place: str) -> int:
    """How large the table that was found at a place may become."""
    name = name_of(place)
    kind = "FRAMES" if name.endswith("_frames") else name
    own = getattr(lays, f"LARGEST_{kind}", lays.LARGEST_TABLE)
    return FINITE.get(name, own)


def restorer() -> Callable[[], None]:
    """What makes all tables again as they are now."""
    kept = [
        (table, () if isinstance(table, _Cached) else table.copy()) for table in tables().values()
    ]

    def restore() -> None:
        for table, entries in kept:
            if isinstance(table, _Cached):
                table.cache_clear()
            elif isinstance(table, list):
                table[:] = entries
            elif len(table) != len(entries):
                table.clear()
                table.update(entries)

    return restore


def copy_with_bound(folder: Path, largest: int | None) -> Path:
    """A copy of the package's sources, with other bounds of its tables; the folder it lies in.

    Args:
        folder: where the copy is made.
        largest: how many patterns each table keeps; None leaves the bounds as they are.
    """
    copy = folder / "buraco"
    shutil.copytree(PACKAGE, copy, ignore=shutil.ignore_patterns("*.so", "*.pyd", "__pycache__"))
    if largest is not None:
        path = copy / "lays.py"
        source, count = BOUND.subn(rf"\g<1>{largest}", path.read_text("utf-8"))
        assert count
        path.write_text(source, "utf-8")
    return folder
