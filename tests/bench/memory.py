"""Measure memory: what a state takes, what the tables come to hold, what their bounds cost.

    python tests/bench/memory.py [states] [tables] [bounds] [--hands 20000] [--style random eager]

- *states*: the bytes of each of 10,000 successive states that are kept in a list, what they share
  counted once: by `tracemalloc`, and by following every reference to the melds and moves, which
  are shared by all and left out. Goal: less than 2,000 bytes.
- *tables*: the size of all tables after so many hands of random and eager play of all rule
  sets, and the process's resident memory, ten times on the way. Goal: less than 64 MB, and no
  growth in the end.
- *bounds*: how much longer play takes because tables that are full are emptied. Two processes
  play the same hands, turn by turn, the one with tables without bounds; both from a copy of the
  sources, so without compiled modules. Goal: less than 10 %.

All three by default, which takes some ten minutes with 20,000 hands.
"""

from __future__ import annotations

import argparse
import gc
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
import tracemalloc
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

import tables
from helpers import environment
from playouts import STYLES, Pick

import buraco
from buraco import GameState, RuleSet

STATES = 10_000
STATE_GOAL, TABLES_GOAL, BOUNDS_GOAL = 2_000, 64e6, 0.10
BOUNDLESS = 1 << 40
GAMES = [(rules, players) for rules in buraco.RULE_SETS.values() for players in rules.players]


def play(rules: RuleSet, players: int, seed: int, pick: Pick) -> Iterator[GameState]:
    """The states of a hand, one after the other."""
    rng = random.Random(seed)
    state = GameState.deal(rules, players, seed=seed)
    yield state
    while moves := state.legal_moves():
        state = state.apply(pick(moves, rng))
        yield state


def hands(seeds: Iterable[int], styles: Sequence[str]) -> Iterator[GameState]:
    """The states of mixed hands: every rule set, number of players and style in turn."""
    for seed in seeds:
        rules, players = GAMES[seed % len(GAMES)]
        style = styles[seed // len(GAMES) % len(styles)]
        yield from play(rules, players, seed, STYLES[style])


def first_states(number: int, styles: Sequence[str]) -> list[GameState]:
    kept: list[GameState] = []
    for state in hands(range(10**6), styles):
        kept.append(state)
        if len(kept) == number:
            break
    return kept


def deep_size(values: Iterable[object], known: set[int]) -> int:
    """The bytes of all that can be reached from some values, what is known left out."""
    total = 0
    waiting = list(values)
    while waiting:
        value = waiting.pop()
        if id(value) in known or isinstance(value, type):
            continue
        known.add(id(value))
        total += sys.getsizeof(value)
        if isinstance(value, dict):
            waiting += value.keys()
            waiting += value.values()
        elif isinstance(value, list | tuple | set | frozenset):
            waiting += value
        elif type(value).__module__.startswith("buraco."):
            for kind in type(value).__mro__:
                waiting += [getattr(value, slot, None) for slot in getattr(kind, "__slots__", ())]
            waiting += getattr(value, "__dict__", {}).values()
        elif hasattr(value, "cache_info"):  # of `functools.lru_cache`
            kept = gc.get_referents(value)
            waiting += [part for part in kept if isinstance(part, dict | tuple)]
    return total


def tables_size() -> int:
    """The bytes of all tables and what they hold."""
    return deep_size(tables.tables().values(), set())


def apart(ask: Callable[[], int]) -> int:
    """What a fork of the process answers, so that asking does not fill the memory of this one."""
    reading, writing = os.pipe()
    child = os.fork()
    if not child:
        os.write(writing, str(ask()).encode())
        os._exit(0)
    os.close(writing)
    with os.fdopen(reading) as answer:
        text = answer.read()
    os.waitpid(child, 0)
    return int(text)


def report_states(_: int, styles: Sequence[str]) -> None:
    first_states(STATES, styles)  # fills the tables
    gc.collect()
    tracemalloc.start()
    before = tracemalloc.get_traced_memory()[0]
    kept = first_states(STATES, styles)
    gc.collect()
    traced = (tracemalloc.get_traced_memory()[0] - before - sys.getsizeof(kept)) / STATES
    tracemalloc.stop()
    known: set[int] = set()
    deep_size(tables.tables().values(), known)
    deep_size(buraco.RULE_SETS.values(), known)
    alone = statistics.mean(deep_size([state], set(known)) for state in kept[::100])
    reached = deep_size(kept, known) / STATES
    print(f"{STATES:,} states of {len({id(state) for state in kept}):,} objects: ", end="")
    print(f"{traced:.0f} bytes each by tracemalloc, {reached:.0f} by reference", end="")
    print(f" ({alone:.0f} for one alone); goal {STATE_GOAL:,}")


def resident() -> int:
    """The bytes of the process's resident memory."""
    pages = int(Path("/proc/self/statm").read_text("ascii").split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE")


def report_tables(number: int, styles: Sequence[str]) -> None:
    gc.collect()
    print(f"\n{'hands':>8}{'decisions':>12}{'tables MB':>11}{'entries':>10}{'resident MB':>13}")
    begin = resident()
    made = decisions = 0
    for _ in range(11):
        gc.collect()
        mega = apart(tables_size) / 1e6
        entries = apart(lambda: sum(map(tables.size, tables.tables().values())))
        print(f"{made:8,}{decisions:12,}{mega:11.1f}{entries:10,}", end="")
        print(f"{resident() / 1e6:13.1f}", flush=True)
        upto = made + max(1, number // 10)
        decisions += sum(1 for _ in hands(range(made, upto), styles))
        made = upto
    print(f"resident memory grew by {(resident() - begin) / 1e6:.1f} MB", end="")
    print(f"; goal {TABLES_GOAL / 1e6:.0f}, and tables that stay as large")
    large = sorted(((tables.size(table), place) for place, table in tables.tables().items()))
    print("largest:", ", ".join(f"{place} {size:,}" for size, place in large[:-9:-1]))


def serve(styles: Sequence[str]) -> None:
    """Play the hands that are asked for, line by line, and say how long it took."""
    found = tables.tables()
    sizes = dict.fromkeys(found, 0)
    for line in sys.stdin:
        start, stop = map(int, line.split())
        begin = time.process_time()
        for _ in hands(range(start, stop), styles):
            pass
        took = time.process_time() - begin
        now = {place: tables.size(table) for place, table in found.items()}
        emptied = sum(now[place] < sizes[place] for place in found)
        sizes = now
        print(took, emptied, max(now.values()), flush=True)


def report_bounds(number: int, styles: Sequence[str]) -> None:
    chunk = max(1, number // 40)
    with tempfile.TemporaryDirectory() as folder:
        homes = [Path(folder) / name for name in ("bounded", "boundless")]
        tables.copy_with_bound(homes[0], None)
        tables.copy_with_bound(homes[1], BOUNDLESS)
        here = Path(__file__).parent
        players = [
            subprocess.Popen(
                [sys.executable, "-c", f"import memory; memory.serve({styles})"],
                env=environment(PYTHONPATH=os.pathsep.join([str(home), str(here)])),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                text=True,
            )
            for home in homes
        ]
        took: list[list[float]] = [[], []]
        emptied = 0
        for first in range(0, number, chunk):
            for index in (0, 1) if first // chunk % 2 else (1, 0):
                process = players[index]
                assert process.stdin is not None
                assert process.stdout is not None
                process.stdin.write(f"{first} {first + chunk}\n")
                process.stdin.flush()
                answer = process.stdout.readline().split()
                took[index].append(float(answer[0]))
                emptied += int(answer[1]) if index == 0 else 0
        for process in players:
            process.communicate()
    bounded, boundless = map(sum, took)
    later = [a / b for a, b in zip(*took, strict=True)][len(took[0]) // 2 :]
    print(f"\n{number:,} hands: {bounded:.1f} s with bounds, {boundless:.1f} s without: ", end="")
    print(f"{bounded / boundless - 1:+.1%}; median of the later half ", end="")
    print(f"{statistics.median(later) - 1:+.1%}; goal {BOUNDS_GOAL:.0%}")
    print(f"tables found smaller than {chunk:,} hands before: {emptied} times")


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    reports = {"tables": report_tables, "states": report_states, "bounds": report_bounds}
    parser.add_argument("what", nargs="*", help=f"{', '.join(reports)}; by default all")
    parser.add_argument("--hands", type=int, default=20_000, help="hands to play")
    parser.add_argument("--style", nargs="+", choices=STYLES, default=list(STYLES))
    options = parser.parse_args()
    print(f"{tables.PACKAGE}, Python {sys.version.split()[0]}")
    for name, report in reports.items():  # the tables while nothing else is in memory
        if name in (options.what or reports):
            report(options.hands, options.style)


if __name__ == "__main__":
    main()
