"""Whether the modules that can be compiled are, all of them or none.

``BURACO_MODE`` says what is expected, ``pure`` or ``compiled``. Without it, a checkout is to be
pure, for there a compiled file is one left over, and an installed package may be either.
"""

import importlib
import os
import subprocess
import sys
import tomllib

import pytest
from helpers import PACKAGE, ROOT, environment

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
HOOK = PROJECT["tool"]["hatch"]["build"]["targets"]["wheel"]["hooks"]["mypyc"]
LISTED = {path.removeprefix("/buraco/").removesuffix(".py") for path in HOOK["include"]}
MODULES = sorted({path.stem for path in PACKAGE.glob("*.py")} - {"__init__", "__main__"})
COMPILED = (".so", ".pyd")


def imported_file(module: str) -> str:
    file = importlib.import_module(f"buraco.{module}").__file__
    assert file is not None
    return file


def compiled() -> set[str]:
    """The modules of which Python imported a compiled file."""
    return {module for module in MODULES if imported_file(module).endswith(COMPILED)}


def expected() -> set[str]:
    """The modules that are to be compiled."""
    installed = PACKAGE.parent != ROOT
    mode = os.environ.get("BURACO_MODE", "compiled" if installed and compiled() else "pure")
    return {"pure": set(), "compiled": LISTED}[mode]


def test_all_that_is_listed_exists() -> None:
    assert LISTED
    assert set(MODULES) >= LISTED


def test_what_is_imported_is_what_is_expected() -> None:
    assert compiled() == expected()


def test_no_compiled_file_is_left_over() -> None:
    """One for another Python is not imported by this one, but would be by that."""
    found = {path.name.partition(".")[0] for path in PACKAGE.iterdir() if path.suffix in COMPILED}
    assert found == expected()


@pytest.mark.parametrize("flags", [[], ["-O"]], ids=["plain", "optimised"])
def test_other_processes_import_the_same_files(flags: list[str]) -> None:
    code = "import sys, importlib\nfor name in sys.argv[1:]:"
    code += "\n    print(importlib.import_module(f'buraco.{name}').__file__)"
    done = subprocess.run(
        [sys.executable, *flags, "-c", code, *MODULES],
        env=environment(),
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    assert done.stdout.splitlines() == [imported_file(module) for module in MODULES]
