"""What ``import buraco`` loads: what it takes to play, nothing that documents or tools need."""

import importlib
import re
import subprocess
import sys
from types import FunctionType, ModuleType

import pytest
from helpers import ROOT, environment

import buraco

LIGHT = "attrs, collections, enum, functools, random, types, typing"
HEAVY = "argparse asyncio dataclasses datetime doctest json logging msgspec pathlib pickle"
HEAVY += " subprocess typing_extensions unittest"
LATE = {"buraco.bots", "buraco.shapes", "buraco.text", "buraco.__main__", "buraco.compose"}
LATE |= {"buraco.codec", "buraco.codec_record", "buraco.codec_view", "buraco.sampling"}
LATE |= {
    "buraco.render",
    "buraco.match",
    "buraco.memory",
    "buraco.record",
    "buraco.schema",
    "buraco.view",
}


def loaded(code: str) -> set[str]:
    """The modules that some code loads in a new process."""
    before, after = "import sys; known = set(sys.modules)", "print(*sorted({*sys.modules} - known))"
    done = subprocess.run(
        [sys.executable, "-c", f"{before}\n{code}\n{after}"],
        env=environment(),
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    return set(done.stdout.split())


def test_nothing_heavy() -> None:
    assert loaded("import buraco").isdisjoint({*HEAVY.split(), *LATE})


def test_nothing_but_the_package_and_the_light() -> None:
    others = loaded("import buraco") - loaded(f"import {LIGHT}")
    # The code of compiled modules lies in a file of its own.
    foreign = {name for name in others if not name.startswith("buraco")}
    assert {name for name in foreign if not name.endswith("__mypyc")} == set()


@pytest.mark.parametrize(
    ("code", "modules"),
    [
        ("buraco.GameState.deal(buraco.CERRADO, seed=1).to_json()", {"buraco.codec", "msgspec"}),
        ("str(buraco.GameState.deal(buraco.CERRADO, seed=1))", {"buraco.text"}),
        ("buraco.parse_cards('3h')._repr_svg_()", {"buraco.render"}),
    ],
)
def test_what_is_late_comes_when_it_is_called(code: str, modules: set[str]) -> None:
    assert loaded(f"import buraco; {code}") >= modules


def test_every_public_name_is_there() -> None:
    everything = loaded("from buraco import *; import buraco; Record, PlayerView, Match")
    assert everything >= {f"buraco.{module}" for module in buraco._LATER.values()}
    assert {*buraco.__all__} <= {*dir(buraco)}


def test_names_that_come_late_are_those_of_their_modules() -> None:
    for name, module in buraco._LATER.items():
        assert getattr(buraco, name) is getattr(importlib.import_module(f"buraco.{module}"), name)
    assert {*buraco._LATER} <= {*buraco.__all__}
    with pytest.raises(AttributeError, match="module 'buraco' has no attribute 'recrod'"):
        buraco.recrod  # type: ignore[attr-defined]  # noqa: B018


FACES = [
    buraco,
    *(importlib.import_module(f"buraco.{name}") for name in ("bots", "render", "text")),
]
PUBLIC = [
    pytest.param(face, name, id=f"{face.__name__}.{name}")
    for face in FACES
    for name in face.__all__
    if not name.startswith("__")
]


@pytest.mark.parametrize(("face", "name"), PUBLIC)
def test_every_public_name_is_typed_and_has_an_example(face: ModuleType, name: str) -> None:
    source = (ROOT / "tests" / "typing" / "public_api.py").read_text("utf-8")
    assert re.search(rf"\b{face.__name__.rpartition('.')[2]}\.{name}\b", source)
    value = getattr(face, name)
    if isinstance(value, type | FunctionType):
        assert ">>> " in (value.__doc__ or "")


def test_playing_loads_nothing_more() -> None:
    play = """
state = buraco.GameState.deal(buraco.CERRADO, seed=1)
while moves := state.legal_moves():
    state = state.apply(moves[-1])
buraco.score(state)
"""
    assert loaded(f"import buraco\n{play}") == loaded("import buraco")
