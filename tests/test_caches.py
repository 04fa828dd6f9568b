"""The tables kept while playing are bounded, and what is listed does not depend on them."""

import functools
import hashlib
import json
import os
import random
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import tables
from helpers import environment

import buraco
from buraco import GameState

HERE = Path(__file__).parent


def lists(hands: int) -> Iterator[str]:
    """The lists of moves of some hands of each rule set, in which much is laid."""
    rng = random.Random(5)
    for rules in buraco.RULE_SETS.values():
        for seed in range(hands):
            state = GameState.deal(rules, rules.players[-1], seed=seed)
            while moves := state.legal_moves():
                yield " ".join(map(str, moves))
                plays = [move for move in moves if len(str(move)) > 3]
                state = state.apply(rng.choice(plays or moves))


def play_report(pad: bool) -> str:
    """What was listed, and of each table that grew the limit and its size before, at most, now.

    Args:
        pad: whether the tables are full to begin with, of patterns that do not occur.
    """
    found = tables.tables()
    before = sizes = {place: tables.size(table) for place, table in found.items()}
    if pad:
        _pad(found)
        before = {place: tables.size(table) for place, table in found.items()}
    most = dict(before)
    seen = hashlib.sha256()
    for line in lists(3):
        seen.update(line.encode())
        sizes = {place: tables.size(table) for place, table in found.items()}
        most = {place: max(most[place], sizes[place]) for place in found}
    grown = [place for place in found if before[place] != most[place] or sizes[place] < most[place]]
    return json.dumps(
        {
            "lists": seen.hexdigest(),
            "tables": {
                place: (tables.limit(place), before[place], most[place], sizes[place])
                for place in grown
            },
            "new": [place for place in tables.tables() if place not in found],
            "unbounded": [
                place for place, table in found.items() if tables.is_unbounded_cache(table)
            ],
        }
    )


def _pad(found: dict[str, Any]) -> None:
    for place, table in found.items():
        if table == {} and tables.name_of(place) not in tables.FINITE:
            table.update((-number, ()) for number in range(1, tables.limit(place) + 1))


@functools.cache
def report_of(pad: bool, home: str | None = None) -> dict[str, Any]:
    """The report of a new process, which imports the package from `home`."""
    path = os.pathsep.join([home or environment()["PYTHONPATH"], str(HERE)])
    done = subprocess.run(
        [sys.executable, "-c", f"import test_caches; print(test_caches.play_report({pad}))"],
        env=environment(PYTHONPATH=path),
        capture_output=True,
        timeout=120,
    )
    assert done.stderr == b""
    report: dict[str, Any] = json.loads(done.stdout)
    return report


def beyond(report: dict[str, Any]) -> dict[str, list[int]]:
    """The tables that became larger than they may."""
    return {place: sizes for place, sizes in report["tables"].items() if sizes[2] > sizes[0]}


def test_every_table_that_grows_is_bounded() -> None:
    report = report_of(pad=False)
    assert len(report["tables"]) > 50
    assert not beyond(report)
    assert not report["unbounded"]
    assert not report["new"], "a table within a table has to be made with it"


def test_a_full_table_is_emptied() -> None:
    report = report_of(pad=True)
    assert report["lists"] == report_of(pad=False)["lists"]
    assert not beyond(report)
    full = [sizes for sizes in report["tables"].values() if sizes[0] == sizes[1]]
    assert len(full) > 30
    assert all(now < limit for limit, *_, now in full)


@pytest.mark.parametrize("bound", [1, 7])
def test_small_tables_list_the_same(bound: int, tmp_path: Path) -> None:
    report = report_of(pad=False, home=str(tables.copy_with_bound(tmp_path, bound)))
    assert report["lists"] == report_of(pad=False)["lists"]
    assert not beyond(report)
    full = [sizes for sizes in report["tables"].values() if sizes[0] == sizes[2] == bound]
    assert len(full) > 20
