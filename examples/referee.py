"""A referee for one hand of Buraco: programs play by lines of JSON, and no accepted move is lost.

Run it with ``python examples/referee.py --seed 7 --variant cerrado --players 4``. ``--journal``
names a file of the referee's own, ``hand.jsonl`` if left out. Each line in and out is one JSON
object; ``{"seat": 0, "move": "D"}`` is the first one to type. What stands in front, say a server
with one connection per seat, lets through only what a seat may send (its own number), and passes on
to each seat only the lines that have its number.

In:
    {"seat": 0, "move": "X9c"}          a move in the notation of the library
Out:
    {"seat": 0, "moves": 3, "view": {…}}       what a seat sees after 3 moves, ``buraco.view/1``;
                                               one for each seat at the start and after each move
    {"seat": 0, "moves": 4, "accepted": "X9c"}          the move is made, and is in the journal
    {"seat": 0, "moves": 3, "refused": "card-not-held", "why": "…"}      a `buraco.Reason`, or
                                               "no-such-move" for a text that is no move
    {"refused": "no-message", "why": "…"}      the line was no message; also "line-too-long"
    {"record": {…}}                            the hand is over: its record, ``buraco.record/1``

The referee ends after the record, or when there are no more lines.

The journal holds the record of the deal in its first line, then a line for each accepted move,
written to the disk before the move is answered. Started again with the same journal, the referee
goes on from there, says so on standard error, and sends the views, with the number of moves made: a
seat whose last move was not answered sees by it whether the move was made. What a crash left of a
line was never answered, and is cut off. Options may be left out then; one that asks for another
hand than the journal's is refused, and the journal stays as it is, like any other file. One referee
at a time has a journal.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO

import buraco

LONGEST_LINE = 4096
HEADER = b'{"format":"buraco.record/1"'
EXAMPLE = '{"seat": 0, "move": "D"}'
Message = dict[str, Any]


class Journal:
    """The lines of a file that only grows; each is on the disk when `append` returns.

    The file stays locked as long as it is open. A first line that was cut off must at least be the
    beginning of a record, for the file may be somebody else's.
    """

    def __init__(self, file: BinaryIO) -> None:
        lock(file)
        self._file = file
        self._file.seek(0)
        data = self._file.read()
        *self.lines, torn = data.split(b"\n")
        self._end, self._before = len(data) - len(torn), b""
        if torn.endswith(b"}") and not self.lines:  # all but the end of the first line
            self.lines, self._end, self._before = [torn], len(data), b"\n"
        elif not self.lines and not HEADER.startswith(torn[: len(HEADER)]):
            raise ValueError("no journal, nor the beginning of one")

    def append(self, line: str) -> None:
        self._file.truncate(self._end)  # a line that was cut off
        self._end += self._file.write(self._before + line.encode() + b"\n")
        self._before = b""
        self._file.flush()
        os.fsync(self._file.fileno())


def lock(file: BinaryIO) -> None:
    """Keep other referees off a file as long as it is open, where the system can do that."""
    try:
        from fcntl import LOCK_EX, LOCK_NB, flock
    except ImportError:  # on Windows
        return
    try:
        flock(file, LOCK_EX | LOCK_NB)
    except BlockingIOError:
        raise ValueError("another referee has it") from None


@dataclass
class Asked:
    """The hand that the options ask for; None where they leave it open."""

    rules: buraco.RuleSet | None
    players: int | None
    seed: int | None

    def deal(self) -> buraco.GameState:
        return buraco.GameState.deal(
            self.rules or buraco.CERRADO, self.players or 4, seed=self.seed
        )

    def check(self, start: buraco.GameState) -> None:
        """Raise a ValueError if the hand in the journal began otherwise than asked for."""
        rules, players = start.rules, start.players
        if self.rules not in (None, rules):
            raise ValueError(f"the journal's hand is {rules.name}, not {self.rules.name}")
        if self.players not in (None, players):
            raise ValueError(f"the journal's hand has {players} players, not {self.players}")
        if self.seed is not None and start != buraco.GameState.deal(
            rules, players, seed=self.seed, starter=start.starter
        ):
            raise ValueError(f"the journal's hand is not dealt from the seed {self.seed}")


class Referee:
    """A hand, its journal, and the messages that go out."""

    def __init__(self, journal: Journal, asked: Asked) -> None:
        """Go on from the journal; an empty one begins with the deal that is asked for."""
        self.journal = journal
        if not journal.lines:
            self.record = buraco.Record.start(asked.deal())
            journal.append(self.record.to_json())
            return
        self.record = buraco.Record.from_json(journal.lines[0])
        asked.check(self.record.state_at(0))
        for line in journal.lines[1:]:
            self.record = self.record.play(buraco.parse_move(json.loads(line), strict=True))

    def views(self) -> Iterator[Message]:
        """What each seat sees now; at the end, the record."""
        for seat in range(self.record.state.players):
            yield self.to(seat, view=self.record.state.view(seat).to_dict())
        if self.record.state.is_over:
            yield {"record": self.record.to_dict()}

    def answers(self, line: bytes | None) -> Iterator[Message]:
        """The messages that answer a line; None stands for one that is too long."""
        if line is None:
            yield {"refused": "line-too-long", "why": f"longer than {LONGEST_LINE} bytes"}
            return
        try:
            seat, text = read_message(line)
        except ValueError as error:
            yield {"refused": "no-message", "why": str(error)}
            return
        try:
            move = buraco.parse_move(text)
            record = self.record.play(move, seat=seat)
        except buraco.NotationError as error:
            yield self.to(seat, refused="no-such-move", why=str(error))
        except buraco.IllegalMove as error:
            yield self.to(seat, refused=error.reason, why=str(error))
        else:
            self.journal.append(json.dumps(str(move)))
            self.record = record
            yield self.to(seat, accepted=str(move))
            yield from self.views()

    def to(self, seat: int, **told: Any) -> Message:
        return {"seat": seat, "moves": len(self.record.moves), **told}


def read_message(line: bytes) -> tuple[int, str]:
    """The seat and the move of a line; ValueError if it is no message."""
    try:
        message = json.loads(line)
    except RecursionError:
        raise ValueError("nested too deeply") from None
    except ValueError as error:
        raise ValueError(f"a line of JSON expected, such as {EXAMPLE}: {error}") from None
    if not isinstance(message, dict) or message.keys() != {"seat", "move"}:
        raise ValueError(f'an object with the keys "seat" and "move" expected, such as {EXAMPLE}')
    seat, text = message["seat"], message["move"]
    if type(seat) is not int or not isinstance(text, str):
        raise ValueError("seat must be a whole number, move a text")
    return seat, text


def lines_of(file: BinaryIO) -> Iterator[bytes | None]:
    """The lines of a file; None for one that is too long, which is not kept."""
    while line := file.readline(LONGEST_LINE):
        too_long = len(line) == LONGEST_LINE and not line.endswith(b"\n")
        while len(line) == LONGEST_LINE and not line.endswith(b"\n"):
            line = file.readline(LONGEST_LINE)
        yield None if too_long else line


def send(messages: Iterator[Message]) -> None:
    for message in messages:
        print(json.dumps(message))
    sys.stdout.flush()


def main() -> None:
    parser = argparse.ArgumentParser(description="Referee one hand of Buraco, by lines of JSON.")
    parser.add_argument("--variant", choices=buraco.RULE_SETS, help="cerrado, if left out")
    parser.add_argument("--players", type=int, choices=(2, 4), help="4, if left out")
    parser.add_argument("--seed", type=int, help="fixes the deal")
    parser.add_argument("--journal", type=Path, default=Path("hand.jsonl"))
    options = parser.parse_args()
    rules = buraco.rule_set(options.variant) if options.variant else None
    asked = Asked(rules, options.players, options.seed)
    if rules and options.players not in (None, *rules.players):
        parser.error(f"{rules.name} is not for {options.players} players")
    if sys.stdin is None or sys.stdout is None:
        sys.exit("referee: standard input and output are needed")
    try:
        with options.journal.open("a+b") as file:
            journal = Journal(file)
            referee = Referee(journal, asked)
            if journal.lines:
                moves = len(referee.record.moves)
                print(f"resuming {options.journal}, {moves} moves", file=sys.stderr)
            run(referee)
    except OSError as error:
        sys.exit(f"referee: {error}")
    except (ValueError, RecursionError) as error:
        sys.exit(f"referee: {options.journal}: {error}")


def run(referee: Referee) -> None:
    send(referee.views())
    lines = lines_of(sys.stdin.buffer)
    while not referee.record.state.is_over and (line := next(lines, b"")) != b"":
        send(referee.answers(line))


if __name__ == "__main__":
    main()
