"""Guard against slower code, by counts that do not depend on the machine or on what else it does.

    python tests/bench/guard.py [--instructions] [--tolerance 0.05] [--update]

A fixed set of work is counted and compared with the counts in ``guard.json`` beside this file.
What is counted is of the package and what it calls, not of the loops here; per decision (a list
of the legal moves, a move made), state or call:

- *first*: bytecodes executed when the work is done for the first time, while tables fill;
- *opcodes*: bytecodes when it is done again;
- *calls*: calls of functions, of Python and of C.

Of what runs compiled these counts see only the calls. With ``--instructions`` the instructions of
the processor are counted as well, by valgrind, which has to be installed; they include the
interpreter and all that is compiled. They depend on how Python was built, so they are kept by
Python's build.

The exit status is 1 if a count lies above the stored one by more than the tolerance, or none is
stored for this Python and mode. ``--update`` stores the counts found: after a change that is meant
to cost more, or one that saves much, so that it cannot get lost again.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterable
from itertools import islice
from pathlib import Path
from types import FrameType

sys.path.insert(0, str(Path(__file__).parents[1]))

from hands import facts
from helpers import environment
from memory import GAMES, play
from playouts import pick_eager, pick_random

import buraco
from buraco import GameState, legal

HERE = str(Path(__file__).parent)
STORE = Path(__file__).with_suffix(".json")
VALGRIND = ["valgrind", "--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=/dev/null"]

Work = Callable[[], int]
"""Does some work and returns how many decisions, states or calls it was."""


def random_play() -> Work:
    return lambda: sum(sum(1 for _ in play(*game, 1, pick_random)) for game in GAMES)


def eager_play() -> Work:
    return lambda: sum(sum(1 for _ in play(*game, 2, pick_eager)) for game in GAMES)


def large_hands() -> Work:
    """Lists of hands of 11 to 60 cards."""
    sizes = (11, 20, 30, 45, 60)
    states = [each.state() for size in sizes for each in facts(buraco.CERRADO, size, 4, seed=3)]
    return lambda: len([state.legal_moves() for state in states])


def checks() -> Work:
    """`is_legal`, for moves that are legal and for moves that are not."""
    first, second = (each.state() for each in facts(buraco.CERRADO, 20, 2, seed=4))
    moves = [*first.legal_moves(), *second.legal_moves()]
    return lambda: len([first.is_legal(move) for move in moves])


def documents() -> Work:
    """States written as JSON text and read."""
    states = list(islice(play(*GAMES[0], 5, pick_eager), 0, 100, 4))
    states[0].to_json()  # loads modules, which takes more or less as their bytecode is there or not
    return lambda: len([GameState.from_json(state.to_json()) for state in states])


WORKS: dict[str, Callable[[], Work]] = {
    "random play": random_play,
    "eager play": eager_play,
    "large hands": large_hands,
    "checks": checks,
    "documents": documents,
}
"""What prepares each work."""


def is_ours(frame: FrameType) -> bool:
    return os.path.dirname(frame.f_code.co_filename) == HERE


def opcodes(work: Work) -> float:
    """The bytecodes that a unit of work takes."""
    count = 0

    def trace(frame: FrameType, event: str, _: object) -> object:
        nonlocal count
        if event == "opcode":
            count += 1
        elif event == "call":
            if is_ours(frame):
                return None
            frame.f_trace_opcodes, frame.f_trace_lines = True, False
        return trace

    sys.settrace(trace)  # type: ignore[arg-type]  # it returns itself
    try:
        units = work()
    finally:
        sys.settrace(None)
    return count / units


def calls(work: Work) -> float:
    """The calls that a unit of work takes."""
    count = 0

    def profile(frame: FrameType, event: str, _: object) -> None:
        nonlocal count
        # A call of C is told with the frame that makes it.
        if event in ("call", "c_call") and not is_ours(frame):
            count += 1

    sys.setprofile(profile)
    try:
        units = work()
    finally:
        sys.setprofile(None)
    return count / units


def instructions(name: str) -> float:
    """The processor's instructions that a unit of work takes, after it was done once."""
    counted = []
    for times in ("1", "2"):
        done = subprocess.run(
            [*VALGRIND, sys.executable, __file__, "--work", name, "--times", times],
            env=environment(PYTHONHASHSEED="0", PYTHONSAFEPATH=""),
            capture_output=True,
            text=True,
            check=True,
        )
        total = re.search(r"I +refs: +([\d,]+)", done.stderr)
        if total is None:
            raise SystemExit(f"valgrind says no number of instructions:\n{done.stderr}")
        counted.append(int(total[1].replace(",", "")))
    return (counted[1] - counted[0]) / int(done.stdout)


def mode() -> str:
    return "pure" if str(legal.__file__).endswith(".py") else "compiled"


def found_counts(with_instructions: bool) -> dict[str, dict[str, float]]:
    """The counts by the key that they are stored under, then by work and what was counted."""
    version = f"Python {sys.version_info.major}.{sys.version_info.minor}, {mode()}"
    found: dict[str, dict[str, float]] = {version: {}}
    for name, prepare in WORKS.items():
        work = prepare()
        found[version][f"{name}: first"] = opcodes(work)
        found[version][f"{name}: opcodes"] = opcodes(work)
        found[version][f"{name}: calls"] = calls(work)
    if with_instructions:
        build = f"{version}, {platform.python_version()} {platform.python_compiler()}"
        key = f"{build}, {platform.machine()}"
        found[key] = {f"{name}: instructions": instructions(name) for name in WORKS}
    return found


def compare(
    found: dict[str, dict[str, float]], stored: dict[str, dict[str, float]], tolerance: float
) -> bool:
    """Print all counts beside those stored; whether none lies too far above."""
    good = True
    for key, counts in found.items():
        known = stored.get(key, {})
        print(f"{key}\n{'':28}{'stored':>14}{'found':>14}")
        for name, count in counts.items():
            before = known.get(name)
            verdict = ""
            if before is None:
                verdict, good = "  not stored", False
            elif count > before * (1 + tolerance):
                verdict, good = "  TOO MANY", False
            elif count < before * (1 - tolerance):
                verdict = "  fewer: --update would keep it so"
            change = "" if not before else f"{count / before - 1:+9.1%}"
            print(f"{name:28}{before or 0:14,.1f}{count:14,.1f}{change}{verdict}")
    return good


def main(arguments: Iterable[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument("--instructions", action="store_true", help="count instructions, too")
    parser.add_argument("--tolerance", type=float, default=0.05, help="allowed part above")
    parser.add_argument("--update", action="store_true", help="store what is found")
    parser.add_argument("--work", choices=WORKS, help=argparse.SUPPRESS)
    parser.add_argument("--times", type=int, default=1, help=argparse.SUPPRESS)
    options = parser.parse_args(None if arguments is None else list(arguments))
    if options.work:
        work = WORKS[options.work]()
        for _ in range(options.times):
            units = work()
        print(units)
        return 0
    if options.instructions and not shutil.which("valgrind"):
        raise SystemExit("--instructions needs valgrind")
    found = found_counts(options.instructions)
    stored = json.loads(STORE.read_text("utf-8")) if STORE.exists() else {}
    good = compare(found, stored, options.tolerance)
    if options.update:
        rounded = {
            key: {name: round(count, 1) for name, count in counts.items()}
            for key, counts in found.items()
        }
        STORE.write_text(json.dumps(stored | rounded, indent=2, sort_keys=True) + "\n", "utf-8")
        print(f"stored in {STORE.name}")
        return 0
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
