"""Eight threads that begin at once with empty tables find what one thread finds.

Each round runs in a process of its own, where the tables can be emptied without harm to values
that other tests hold.
"""

from __future__ import annotations

import os
import random
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

import tables
from helpers import all_melds, environment

import buraco
from buraco import GameState, Move, RuleSet

HERE = Path(__file__).parent
THREADS = 8
ROUNDS = 6

T = TypeVar("T")
Game = list[tuple[GameState, tuple[Move, ...]]]


def at_once(work: Callable[[int], T]) -> list[T]:
    """What work does in each of eight threads that begin together, by the thread's number."""
    barrier = threading.Barrier(THREADS)
    results: dict[int, T] = {}
    errors: list[BaseException] = []

    def run(number: int) -> None:
        try:
            barrier.wait(60)
            results[number] = work(number)
        except BaseException as error:
            errors.append(error)
            barrier.abort()

    threads = [threading.Thread(target=run, args=(number,)) for number in range(THREADS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(120)
    if errors:
        raise errors[0]
    return [results[number] for number in range(THREADS)]


def game(rules: RuleSet, seed: int, decisions: int = 60) -> Game:
    """The states of a game in which much is laid, each with its moves."""
    rng = random.Random(seed)
    state = GameState.deal(rules, rules.players[-1], seed=seed)
    states: Game = []
    while (moves := state.legal_moves()) and len(states) < decisions:
        states.append((state, moves))
        plays = [move for move in moves if len(str(move)) > 3]
        state = state.apply(rng.choice(plays or moves))
    return states


def successors(state: GameState) -> list[GameState]:
    """What each legal move makes of a state."""
    moves = state.legal_moves()
    assert all(map(state.is_legal, moves))
    return [state.apply(move) for move in moves]


def told(states: Game) -> list[str]:
    return [f"{state.to_json()} {' '.join(map(str, moves))}" for state, moves in states]


def check_rounds() -> None:
    """Play in threads from empty tables, and again in one, until something differs."""
    restore = tables.restorer()
    presets = list(buraco.RULE_SETS.values())
    for number in range(ROUNDS):
        rules = presets[number % len(presets)]
        _check_same_game(restore, rules, number)
        _check_other_games(restore, presets, number)
        _check_same_state(restore, rules, number)
        _check_melds(restore, number)


def _check_same_game(restore: Callable[[], None], rules: RuleSet, seed: int) -> None:
    restore()
    games = at_once(lambda _: game(rules, seed))
    assert all(other == games[0] for other in games)
    restore()
    assert told(game(rules, seed)) == told(games[0])


def _check_other_games(restore: Callable[[], None], presets: list[RuleSet], seed: int) -> None:
    def play(number: int) -> list[str]:
        return told(game(presets[number % len(presets)], 100 * seed + number))

    restore()
    games = at_once(play)
    restore()
    assert [play(number) for number in range(THREADS)] == games


def _check_same_state(restore: Callable[[], None], rules: RuleSet, seed: int) -> None:
    state, moves = max(game(rules, seed), key=lambda each: len(each[1]))
    document = state.to_dict()
    serial = [each.to_json() for each in successors(state)]
    restore()
    state = GameState.from_dict(document)
    found = at_once(lambda _: (state.legal_moves(), successors(state)))
    assert all(each == found[0] for each in found)
    assert [str(move) for move in found[0][0]] == [str(move) for move in moves]
    assert [each.to_json() for each in found[0][1]] == serial


def _check_melds(restore: Callable[[], None], seed: int) -> None:
    """Runs and groups are compared by identity, so a meld has to be one object in all threads."""
    chosen = random.Random(seed).sample(all_melds(), 500)
    restore()
    found = at_once(lambda _: [buraco.parse_meld(text) for text in chosen])
    assert all(mine is first for each in found for mine, first in zip(each, found[0], strict=True))
    assert list(map(str, found[0])) == chosen


def run_apart(home: str) -> None:
    """Check all rounds in a new process, which imports the package from `home`."""
    code = "import sys, test_threads; sys.setswitchinterval(1e-6); test_threads.check_rounds()"
    done = subprocess.run(
        [sys.executable, "-c", code],
        env=environment(PYTHONPATH=os.pathsep.join([home, str(HERE)])),
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""


def test_eight_threads_from_empty_tables() -> None:
    run_apart(environment()["PYTHONPATH"])


def test_eight_threads_while_tables_are_emptied(tmp_path: Path) -> None:
    run_apart(str(tables.copy_with_bound(tmp_path, 2)))
