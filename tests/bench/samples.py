"""Measure sampling: whole states from views, and what is known from move to move.

    python tests/bench/samples.py [--repeat 5]

Goal: less than 100 µs a sample in pure CPython, at the beginning of a hand, when most cards are
hidden, and with what is known given. The best of several rounds counts.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from strategies import chosen

import buraco
from buraco import GameState, Memory, Move, RuleSet

GOAL = 100.0
MOVES = 60
NUMBER = 500


def us(act: Callable[[], object], repeat: int, number: int = NUMBER) -> float:
    """The least µs that something takes."""
    best = float("inf")
    for _ in range(repeat):
        start = time.perf_counter()
        for _ in range(number):
            act()
        best = min(best, time.perf_counter() - start)
    return best / number * 1e6


def followed(start: GameState, moves: list[Move]) -> Memory:
    memory = Memory.start(start.view(None))
    for move in moves:
        memory = memory.after(move)
    return memory


def times(rules: RuleSet, repeat: int) -> list[float]:
    """Samples at the start, later, and with what is known; a view; a move remembered."""
    rng = random.Random(1)
    start = state = GameState.deal(rules, players=4, seed=1)
    moves: list[Move] = []
    while len(moves) < MOVES and not state.is_over:
        moves.append(chosen(state, rng, eager=True))
        state = state.apply(moves[-1])
    first, later = start.view(0), state.view(0)
    known = later.known(moves)
    return [
        us(lambda: first.sample(rng), repeat),
        us(lambda: later.sample(rng), repeat),
        us(lambda: later.sample(rng, known), repeat),
        us(lambda: state.view(0), repeat),
        us(lambda: followed(start, moves), repeat, 20) / len(moves),
    ]


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--repeat", type=int, default=5)
    repeat = parser.parse_args().repeat
    worst = 0.0
    print(f"µs {'start':>25} {'later':>7} {'known':>7} {'view':>7} {'a move':>7}")
    for rules in buraco.RULE_SETS.values():
        found = times(rules, repeat)
        worst = max(worst, *found[:3])
        print(f"{rules.name:<21} {' '.join(f'{one:6.1f} ' for one in found)}")
    print(f"worst sample: {worst:.1f} µs, goal {GOAL:.0f}")
    sys.exit(worst > GOAL)


if __name__ == "__main__":
    main()
