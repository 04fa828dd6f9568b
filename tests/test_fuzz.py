"""Every reader of text and JSON stands random changes to valid texts; see tests/fuzz."""

import os
import subprocess
import sys
from typing import Any

import pytest
from fuzz_loop import fuzz
from fuzz_readers import READERS, Fault, Reader, check
from helpers import PACKAGE, ROOT, environment

import buraco

RUN = ROOT / "tests" / "fuzz" / "run.py"


@pytest.mark.parametrize("name", READERS)
def test_seeds_are_taken(name: str) -> None:
    taken = [check(READERS[name], text) for text in READERS[name].seeds()]
    assert all(taken) or (name.endswith("-strict") and taken.count(False) <= 3)


@pytest.mark.parametrize("name", READERS)
def test_changed_texts(name: str) -> None:
    assert fuzz(READERS[name], seed=1, rounds=1000) > 0


def broken(read: Any, write: Any = str) -> Reader:
    return Reader(read, write, lambda: ["3c4c"])


def raising(error: Exception) -> Any:
    def read(text: str) -> Any:
        raise error

    return read


@pytest.mark.parametrize(
    "reader",
    [
        broken(raising(ValueError("x"))),
        broken(raising(RecursionError())),
        broken(raising(buraco.FormatError("", "x" * 10_000))),
        broken(raising(buraco.NotationError("x", "3c", 7))),
        broken(buraco.parse_cards, lambda cards: "3c"),
        broken(buraco.parse_cards, lambda cards: "?"),
    ],
)
def test_broken_readers_are_found(reader: Reader) -> None:
    with pytest.raises((Fault, buraco.NotationError)):
        fuzz(reader, seed=1, rounds=100)


def test_the_loop_reaches_behind_the_shape() -> None:
    """What is changed is refused for many reasons, not for its JSON alone."""
    reached = set()

    def read(text: str) -> Any:
        try:
            return buraco.GameState.from_json(text)
        except buraco.FormatError as error:
            reached.add(error.message.partition(":")[0][:12])
            raise

    fuzz(READERS["state-json"]._replace(read=read), seed=2, rounds=1500)
    for part in ("not JSON", "missing card", "the key stan", "a seat is 0 ", "unknown key "):
        assert part in reached
    assert len(reached) > 15


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, str(RUN), *arguments],
        env=environment(PYTHONPATH=os.pathsep.join([str(PACKAGE.parent), str(RUN.parent)])),
        capture_output=True,
        text=True,
        timeout=120,
    )


def test_the_command() -> None:
    done = run("--seconds", "0.3", "--plain", "card", "match-json")
    assert (done.returncode, done.stderr) == (0, "")
    assert [line[:9] for line in done.stdout.splitlines()] == [
        "card: 0.3",
        "  no faul",
        "match-jso",
        "  no faul",
        "no faults",
    ]
    done = run("--plain", "nothing")
    assert done.returncode == 2
    assert "no reader nothing; there are card, card-strict," in done.stderr


def test_without_atheris() -> None:
    code = f"""
import importlib.util, runpy, sys
find = importlib.util.find_spec
importlib.util.find_spec = lambda name, *more: None if name == "atheris" else find(name, *more)
sys.argv = [{str(RUN)!r}, "--seconds", "0.2", "card"]
runpy.run_path({str(RUN)!r}, run_name="__main__")
"""
    done = subprocess.run(
        [sys.executable, "-c", code],
        env=environment(PYTHONPATH=os.pathsep.join([str(PACKAGE.parent), str(RUN.parent)])),
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert done.returncode == 0
    assert done.stdout.startswith("atheris is missing (pip install atheris)")
    assert done.stdout.endswith("no faults\n")
