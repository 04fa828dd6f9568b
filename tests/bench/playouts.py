"""Measure playouts: how fast random games are played, per rule set and number of players.

    python tests/bench/playouts.py [--hands 40] [--style random eager] [--rounds 3]

A decision is: list all legal moves, pick one, apply it (which checks it again). In *random* play
any move is as likely; in *eager* play a meld play is made whenever there is one, which makes
larger hands on the table and longer lists. Deals are included. Every table is measured
`--rounds` times in turn, so that a machine whose speed drifts slows all of them alike; the
median counts. Times are process times in microseconds (µs).

Beside it, in the same rounds, a fixed loop of plain Python is timed, so that figures of two
machines or two days can be compared by their ratio to it; and gin rummy of OpenSpiel (C++,
driven from Python, states changed in place), if `open_spiel` is installed.
"""

from __future__ import annotations

import argparse
import random
import statistics
import time
from collections.abc import Callable
from typing import Any

import buraco
from buraco import AddToMeld, GameState, LayMeld, RuleSet, TakePile
from buraco.legal import legal_moves as list_moves

Pick = Callable[[tuple[Any, ...], random.Random], Any]
clock = time.process_time
MELD_PLAYS = {LayMeld, AddToMeld}


def pick_random(moves: tuple[Any, ...], rng: random.Random) -> Any:
    return moves[int(rng.random() * len(moves))]


def pick_eager(moves: tuple[Any, ...], rng: random.Random) -> Any:
    plays = [
        move
        for move in moves
        if type(move) in MELD_PLAYS or (type(move) is TakePile and move.play is not None)
    ]
    return pick_random(tuple(plays) or moves, rng)


STYLES: dict[str, Pick] = {"random": pick_random, "eager": pick_eager}


def play(rules: RuleSet, players: int, seeds: range, pick: Pick) -> tuple[int, float]:
    """Decisions made and seconds taken for some hands."""
    rng = random.Random(seeds.start)
    decisions = 0
    begin = clock()
    for seed in seeds:
        state = GameState.deal(rules, players, seed=seed)
        moves = state.legal_moves()
        while moves:
            state = state.apply(pick(moves, rng))
            decisions += 1
            moves = state.legal_moves()
    return decisions, clock() - begin


def play_timed(
    rules: RuleSet, players: int, seeds: range, pick: Pick
) -> tuple[float, float, int, float]:
    """Mean µs per `legal_moves` and per `apply`, the largest and the mean length of a list."""
    rng = random.Random(seeds.start)
    listing = applying = 0.0
    lengths = []
    now = time.perf_counter
    for seed in seeds:
        state = GameState.deal(rules, players, seed=seed)
        while True:
            begin = now()
            moves = state.legal_moves()
            listing += now() - begin
            if not moves:
                break
            lengths.append(len(moves))
            move = pick(moves, rng)
            begin = now()
            state = state.apply(move)
            applying += now() - begin
    count = len(lengths)
    return listing / count * 1e6, applying / count * 1e6, max(lengths), sum(lengths) / count


def calibration() -> float:
    """Seconds that a fixed loop of plain Python takes."""
    begin = clock()
    table = {i: i for i in range(64)}
    total = 0
    kept = []
    for i in range(60_000):
        total += table[i & 63]
        if not i & 7:
            kept.append((total, i))
    return clock() - begin


def gin_rummy(hands: int, seed: int) -> tuple[int, float] | None:
    """Decisions and seconds of OpenSpiel's gin rummy, None if it is not installed."""
    try:
        import pyspiel
    except ImportError:
        return None
    game = pyspiel.load_game("gin_rummy")
    rng = random.Random(seed)
    decisions = 0
    begin = clock()
    for _ in range(hands):
        state = game.new_initial_state()
        while not state.is_terminal():
            actions = state.legal_actions()
            decisions += not state.is_chance_node()
            state.apply_action(actions[int(rng.random() * len(actions))])
    return decisions, clock() - begin


def large_hand(size: int, wilds: int, seed: int) -> tuple[int, float]:
    """The length of the list of a large hand of cerrado, and ms to list it for the first time."""
    rng = random.Random(seed)
    deck = list(buraco.deck())
    rng.shuffle(deck)
    is_wild = {card: card.is_joker or card.rank is buraco.Rank.TWO for card in deck}
    wild = [card for card in deck if is_wild[card]]
    plain = [card for card in deck if not is_wild[card]]
    hand = buraco.Cards(wild[:wilds] + plain[: size - wilds])
    begin = time.perf_counter()
    moves = list_moves(buraco.CERRADO, buraco.Phase.PLAY, hand._bag, (), -1, 0, True)
    return len(moves), (time.perf_counter() - begin) * 1e3


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument("--hands", type=int, default=40, help="hands a table and round")
    parser.add_argument("--rounds", type=int, default=5, help="rounds, of which the median counts")
    parser.add_argument("--style", nargs="+", choices=STYLES, default=list(STYLES))
    options = parser.parse_args()
    size = sorted(large_hand(45, 5, seed) for seed in range(30))
    slowest = max(ms for _, ms in size)
    print(f"45-card hands with five wilds: {size[0][0]} to {size[-1][0]} moves, ", end="")
    print(f"at most {slowest:.1f} ms to list")
    for style in options.style:
        report(style, options.hands, options.rounds)


def report(style: str, hands: int, rounds: int) -> None:
    tables = [(rules, players) for rules in buraco.RULE_SETS.values() for players in rules.players]
    rates: dict[tuple[str, int], list[float]] = {}
    means = []
    gin_ratios = []
    loop_ratios = []
    for number in range(rounds):
        seeds = range(number * hands, (number + 1) * hands)
        loop = calibration()
        gin = gin_rummy(max(1, hands // 2), number)
        for rules, players in tables:
            decisions, seconds = play(rules, players, seeds, STYLES[style])
            rates.setdefault((rules.name, players), []).append(decisions / seconds)
        loop = (loop + calibration()) / 2
        mean = statistics.mean(values[-1] for values in rates.values())
        means.append(mean)
        loop_ratios.append(mean * loop)
        if gin is not None:
            gin_ratios.append(mean / (gin[0] / gin[1]))
    print(f"\n{style} play: {rounds} rounds of {hands} hands")
    print(f"{'rule set':24}{'players':>8}{'decisions/s':>13}", end="")
    print(f"{'legal_moves µs':>16}{'apply µs':>10}{'moves, mean':>13}{'largest':>9}")
    for rules, players in tables:
        rate = statistics.median(rates[rules.name, players])
        seeds = range(10**6, 10**6 + hands)
        listing, applying, largest, mean_length = play_timed(rules, players, seeds, STYLES[style])
        print(f"{rules.name:24}{players:8}{rate:13,.0f}", end="")
        print(f"{listing:16.2f}{applying:10.2f}{mean_length:13.1f}{largest:9}")
    print(f"mean over the tables: {statistics.median(means):,.0f} decisions/s", end="")
    print(f", {statistics.median(loop_ratios):,.0f} in the time of the calibration loop")
    if gin_ratios:
        print(f"ratio to OpenSpiel gin rummy in place: {statistics.median(gin_ratios):.2f}", end="")
        print(f" ({min(gin_ratios):.2f} to {max(gin_ratios):.2f})")


if __name__ == "__main__":
    main()
