"""Measure ``import buraco``: how much longer a process takes than one that imports nothing.

    python tests/bench/import_time.py [--rounds 20]

Processes that import nothing, `attrs` and `random` (which the package needs), and the package
are started in turn; the medians of their process times count, so what other processes take does
not. Goal: less than 80 ms. Below stand the modules that take longest by themselves, as
``-X importtime`` says, which slows all of them down.
"""

from __future__ import annotations

import argparse
import os
import re
import statistics
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from helpers import PACKAGE, environment

GOAL = 80.0
PROGRAMS = {"nothing": "pass", "attrs, random": "import attrs, random", "buraco": "import buraco"}
LINE = re.compile(r"import time: +(\d+) \| +\d+ \| +(\S+)")


def process_time(code: str) -> float:
    """The ms that a new process takes of the processor."""
    process = subprocess.Popen([sys.executable, "-c", code], env=environment())
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise SystemExit(f"{code} failed")
    return (usage.ru_utime + usage.ru_stime) * 1e3


def own_times() -> dict[str, float]:
    """The ms that each module takes by itself."""
    done = subprocess.run(
        [sys.executable, "-X", "importtime", "-c", "import buraco"],
        env=environment(),
        capture_output=True,
        text=True,
        check=True,
    )
    return {name: int(took) / 1e3 for took, name in LINE.findall(done.stderr)}


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument("--rounds", type=int, default=20, help="processes of each kind")
    options = parser.parse_args()
    process_time("import buraco")  # leaves the bytecode of all modules in its cache
    took: dict[str, list[float]] = {name: [] for name in PROGRAMS}
    for _ in range(options.rounds):
        for name, code in PROGRAMS.items():
            took[name].append(process_time(code))
    medians = {name: statistics.median(times) for name, times in took.items()}
    print(f"{PACKAGE}, Python {sys.version.split()[0]}, {options.rounds} rounds")
    for name, ms in medians.items():
        print(f"{name:16}{ms:7.1f} ms{ms - medians['nothing']:+8.1f}")
    print(f"goal: less than {GOAL:.0f} ms more than nothing\n")
    rounds = [own_times() for _ in range(5)]
    own = {name: statistics.median(times.get(name, 0) for times in rounds) for name in rounds[0]}
    for name in sorted(own, key=own.__getitem__, reverse=True)[:12]:
        print(f"{name:24}{own[name]:7.1f} ms")
    ours = sum(ms for name, ms in own.items() if name.partition(".")[0] == "buraco")
    print(f"{'buraco.* together':24}{ours:7.1f} ms")


if __name__ == "__main__":
    main()
