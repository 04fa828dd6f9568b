"""Many hands at once: bots play in several processes, and each hand is saved when it is over.

Run it with ``python examples/many_hands.py --hands 1000``; it writes ``hands.jsonl``.
"""

import argparse
import multiprocessing
import random
from collections.abc import Iterable, Iterator
from pathlib import Path

import buraco

RULES = buraco.CERRADO
PLAYERS = 2


def any_move(view: buraco.PlayerView, rng: random.Random) -> buraco.Move:
    moves = view.legal_moves()
    return moves[int(rng.random() * len(moves))]


def eager_move(view: buraco.PlayerView, rng: random.Random) -> buraco.Move:
    """Lay whatever can be laid."""
    choices = view.choices()
    plays = choices.takes or choices.draws or choices.additions or choices.lays
    moves = plays or choices.discards
    return moves[int(rng.random() * len(moves))]


BOTS = (eager_move, any_move)


def played(number: int) -> str:
    """The record of a hand as JSON; the same in every process, as all chance is of its number."""
    rng = random.Random(number)
    deal = buraco.GameState.deal(RULES, PLAYERS, rng=rng, starter=number % PLAYERS)
    record = buraco.Record.start(deal, tags={"hand": str(number)})
    while not record.state.is_over:
        seat = record.state.turn
        bot = BOTS[seat % len(BOTS)]
        record = record.play(bot(record.state.view(seat), rng))
    return record.to_json()


def write(lines: Iterable[str], path: Path) -> None:
    """Write each line when it is there."""
    with path.open("w", encoding="utf-8") as file:
        for line in lines:
            file.write(line + "\n")


def scores(path: Path) -> Iterator[tuple[int, int]]:
    """The scores of the records in a file, each replayed and checked."""
    with path.open("rb") as file:
        for record in buraco.read_records(file):
            if record.score is not None:
                yield record.score


def main() -> None:
    parser = argparse.ArgumentParser(description="Play many hands, and save them.")
    parser.add_argument("--hands", type=int, default=20)
    parser.add_argument("--processes", type=int, help="as many as processors, if left out")
    parser.add_argument("--file", type=Path, default=Path("hands.jsonl"))
    options = parser.parse_args()
    if options.hands < 1 or (options.processes is not None and options.processes < 1):
        parser.error("--hands and --processes must be at least 1")

    try:
        with multiprocessing.Pool(options.processes) as pool:
            write(pool.imap(played, range(options.hands), chunksize=10), options.file)
    except OSError as error:
        parser.error(f"--file: {error}")

    won = total = 0
    for ours, theirs in scores(options.file):
        won += ours > theirs
        total += ours - theirs
    print(f"eager won {won} of {options.hands} hands, by {total / options.hands:.0f} points")


if __name__ == "__main__":
    main()
