"""The demonstration: ``python -m buraco`` plays a match, a random side against a greedy one."""

from __future__ import annotations

import argparse
import os
import random
import sys
from collections.abc import Iterator, Sequence

from buraco.bots import GreedyBot, Player, RandomBot, play_hand
from buraco.errors import BuracoError
from buraco.match import Match
from buraco.rules import RULE_SETS, rule_set
from buraco.scoring import score
from buraco.text import score_text, table_text

SIGNS = "♣♦♥♠🃏"
"""What cards are written with where the output can hold it."""
SIDES = ("random", "greedy")
"""Who plays side 0 and side 1."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Play a match and print it.

    Args:
        arguments: the command line's; None for those of the process.

    Returns:
        The exit status.
    """
    parser = _parser()
    options = parser.parse_args(arguments)
    try:
        match = Match.start(
            rule_set(options.variant), players=options.players, target=options.target or None
        )
    except BuracoError as error:
        parser.error(str(error))
    try:
        for text in _played(match, random.Random(options.seed), unicode=_takes_signs()):
            print(text, flush=True)
    except BrokenPipeError:  # nobody reads on
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except OSError as error:  # a full disk, say
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        print(f"python -m buraco: {error}", file=sys.stderr)
        return 1
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m buraco",
        description="Plays a match between a random side and a greedy side and prints it.",
        formatter_class=argparse.ArgumentDefaultsHelpFormatter,
    )
    parser.add_argument("--variant", default="cerrado", help=f"one of {', '.join(RULE_SETS)}")
    parser.add_argument("--players", type=int, default=4, help="2 or 4, as the variant allows")
    parser.add_argument("--seed", type=int, default=0, help="whence deals and choices follow")
    parser.add_argument("--target", type=int, default=2000, help="points to reach; 0: one hand")
    return parser


def _takes_signs() -> bool:
    """Whether the output can hold the signs of the suits."""
    try:
        SIGNS.encode(getattr(sys.stdout, "encoding", None) or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def _played(match: Match, rng: random.Random, *, unicode: bool) -> Iterator[str]:
    """Play a match; the texts to print, hand by hand."""
    players: list[Player] = [RandomBot(rng), GreedyBot(rng)] * (match.players // 2)
    while not match.is_over:
        hand = play_hand(match.deal(rng=rng), players)
        match = match.finish(hand)
        yield f"Hand {len(match.hands)}"
        yield table_text(hand, unicode=unicode)
        yield score_text(score(hand), unicode=unicode)
        yield f"match: {_standing(match)}\n"
    if match.winner is not None:
        yield f"The {SIDES[match.winner]} side wins: {_standing(match)}"


def _standing(match: Match) -> str:
    return ", ".join(
        f"side {number} ({name}) {total}"
        for number, (name, total) in enumerate(zip(SIDES, match.totals, strict=True))
    )


if __name__ == "__main__":
    sys.exit(main())
