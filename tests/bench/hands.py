"""Measure large hands: how long it takes to list, check and make moves of hands never seen before.

    python tests/bench/hands.py [--sizes 11 20 30 45 60] [--hands 200] [--rules cerrado]

Each hand is random, its side has three runs on the table, and its turn is to play. *listing* is
the first `legal_moves` of a state in a process that has listed other hands, as in a game;
*empty tables* the same in a process that has listed none (its tables are emptied before each
hand); *again* the second `legal_moves` of the same state. `is_legal` and `apply` are asked for
every legal move of the first list, `is_legal` for as many of another hand's moves too, of which
most are refused; the largest is the mean of the slowest hand, which is less at the mercy of the
machine than the slowest call.

The goals, without compiled modules: a list in 30 µs and 2 µs for each move of it, and one
`is_legal` or one `apply` in 50 µs at any size. *over the goal* tells by how much a list's time
exceeds that in the median (below 1: it does not). Times are process times in microseconds (µs).
"""

from __future__ import annotations

import argparse
import random
import statistics
import sys
import time
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

sys.path.insert(0, str(Path(__file__).parents[1]))

import tables

import buraco
from buraco import GameState, Move, RuleSet, parse_cards

SIZES = (11, 20, 30, 45, 60)
LIST_GOAL, MOVE_GOAL, CALL_GOAL = 30.0, 2.0, 50.0
clock = time.process_time  # what other processes take does not count


class Facts(NamedTuple):
    """What a state is made of, as texts: a state that was never listed is made of them at once."""

    rules: RuleSet
    hands: list[str]
    melds: list[str]
    muertos: list[str]
    stock: str

    def state(self) -> GameState:
        # Reading a document would list the moves, to see that there is one.
        numbers = [[card.number for card in parse_cards(text)] for text in self.muertos]
        position = (
            self.rules,
            0,
            0,
            buraco.Phase.PLAY,
            None,
            tuple(parse_cards(text)._bag for text in self.hands),
            bytes(card.number for card in parse_cards(self.stock)),
            b"",
            tuple(map(bytes, numbers)),
            (tuple(map(buraco.parse_meld, self.melds)), ()),
            (None, None),
        )
        return GameState(position=position)


def random_facts(rules: RuleSet, size: int, rng: random.Random) -> Facts:
    """A hand of so many random cards, whose side has three runs on the table."""
    rest = list(map(str, buraco.deck(rules.jokers)))
    rng.shuffle(rest)
    melds: list[str] = []
    while len(melds) < 3:
        suit, low, length = rng.choice("cdhs"), rng.randrange(10), rng.randrange(3, 6)
        run = [rank + suit for rank in "A23456789TJQKA"[low : low + length]]
        if set(run) <= set(rest):
            for card in run:
                rest.remove(card)
            melds.append("".join(run))

    def cut(number: int) -> str:
        cards, rest[:] = rest[:number], rest[number:]
        return "".join(cards)

    hands = [cut(size), cut(3)]
    muertos = [cut(rules.muerto_size) for _ in range(2)]
    return Facts(rules, hands, melds, muertos, "".join(rest))


def facts(rules: RuleSet, size: int, hands: int, seed: int) -> list[Facts]:
    rng = random.Random(f"{seed} {size}")
    return [random_facts(rules, size, rng) for _ in range(hands)]


def microseconds(call: Callable[[], object]) -> float:
    begin = clock()
    call()
    return (clock() - begin) * 1e6


class Figures(NamedTuple):
    """What was measured of hands of one size."""

    moves: list[int]
    listing: list[float]
    empty: list[float]
    again: list[float]
    legal: list[float]  # mean of one call, by hand
    refused: list[float]
    applied: list[float]


def mean_time(call: Callable[[Any], object], values: Sequence[Any]) -> float:
    """The mean time of a call over some values."""
    begin = clock()
    for value in values:
        call(value)
    return (clock() - begin) * 1e6 / len(values)


def measure(rules: RuleSet, sizes: Iterable[int], hands: int) -> dict[int, Figures]:
    """Measure hands of all sizes in turn, so that a machine that slows down slows all alike."""
    restore = tables.restorer()
    empty: dict[int, list[float]] = {}
    found = {size: facts(rules, size, hands, seed=1) for size in sizes}
    for number in range(hands):
        for size, each in found.items():
            restore()
            state = each[number].state()
            empty.setdefault(size, []).append(microseconds(state.legal_moves))
    restore()
    for size in found:
        for other in facts(rules, size, 20, seed=2):
            state = other.state()
            mean_time(state.apply, state.legal_moves())
    figures = {size: Figures([], [], empty[size], [], [], [], []) for size in found}
    others: dict[int, tuple[Move, ...]] = {}
    for number in range(hands):
        for size, each in found.items():
            state = each[number].state()
            into = figures[size]
            begin = clock()
            moves = state.legal_moves()
            into.listing.append((clock() - begin) * 1e6)
            into.moves.append(len(moves))
            into.again.append(microseconds(state.legal_moves))
            into.legal.append(mean_time(state.is_legal, moves))
            into.refused.append(mean_time(state.is_legal, others.get(size, moves)))
            into.applied.append(mean_time(state.apply, moves))
            others[size] = moves
    return figures


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument("--sizes", type=int, nargs="+", default=SIZES, help="cards in the hand")
    parser.add_argument("--hands", type=int, default=200, help="hands of each size")
    parser.add_argument("--rules", default="cerrado", choices=buraco.RULE_SETS)
    options = parser.parse_args()
    figures = measure(buraco.rule_set(options.rules), options.sizes, options.hands)
    median = statistics.median
    print(f"{options.rules}, {options.hands} hands of each size, {tables.PACKAGE}; medians in µs")
    print("cards  moves listing     p90  a move   empty  a move   again  over the goal")
    for size, of in figures.items():
        p90 = sorted(of.listing)[len(of.listing) * 9 // 10]
        over = [
            took / (LIST_GOAL + MOVE_GOAL * moves)
            for took, moves in zip(of.listing, of.moves, strict=True)
        ]
        a_move = median(t / n for t, n in zip(of.listing, of.moves, strict=True))
        empty = median(t / n for t, n in zip(of.empty, of.moves, strict=True))
        print(f"{size:5}{median(of.moves):7.0f}{median(of.listing):8.1f}{p90:8.1f}", end="")
        print(f"{a_move:8.2f}{median(of.empty):8.0f}{empty:8.2f}{median(of.again):8.1f}", end="")
        print(f"{median(over):9.2f}, at most {max(over):.2f}")
    print("\ncards   is_legal: median, slowest hand   if refused             apply")
    for size, of in figures.items():
        print(f"{size:5}", end="")
        for times in (of.legal, of.refused, of.applied):
            print(f"{median(times):12.2f}{max(times):10.2f}", end="")
        slow = max(max(times) for times in (of.legal, of.refused, of.applied))
        print("" if slow <= CALL_GOAL else f"   over the goal of {CALL_GOAL:.0f}")


if __name__ == "__main__":
    main()
