"""The referee of examples/: whole hands by programs that see views only, garbage, kills."""

import contextlib
import json
import random
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from helpers import ROOT, environment

import buraco
from buraco import GameState, PlayerView, Record

Message = dict[str, Any]
GARBAGE = [
    b"",
    b"{",
    b"[]",
    b"null",
    b"1e999",
    b"\xff\xfe\x00",
    b"[" * 4000,
    b'{"seat": 0}',
    b'{"seat": 0, "move": "D", "more": 1}',
    b'{"seat": "0", "move": "D"}',
    b'{"seat": true, "move": "D"}',
    b'{"seat": 0, "move": ["D"]}',
    b'{"seat": ' + b"9" * 4000 + b"0" * 50 + b'0, "move": 1}',
]
NO_MOVES = ["", "Z", "D D", "X3x", "\ud800", "M3h", "+99999=3h4h5h", "\x00"]


class Seats:
    """A referee as a process, and what its lines have told each seat."""

    def __init__(self, journal: Path, *options: str) -> None:
        program = [sys.executable, "-W", "error", str(ROOT / "examples" / "referee.py")]
        self.process = subprocess.Popen(
            [*program, "--journal", str(journal), *options],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=environment(),
        )
        self.views: dict[int, PlayerView] = {}
        self.moves = -1
        kept = journal.read_bytes() if journal.exists() else b""
        lines = kept.count(b"\n") or int(kept.endswith(b"}"))  # a first line all but its end
        self.resuming = f"resuming {journal}, {lines - 1} moves\n" if lines else ""
        self.record: Record | None = None

    def send(self, line: bytes) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(line + b"\n")
        self.process.stdin.flush()

    def move(self, seat: int, text: str) -> None:
        self.send(json.dumps({"seat": seat, "move": text}).encode())

    def next(self) -> Message | None:
        """The next message, noted; None when there are no more. A line cut off is none."""
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        if not line.endswith(b"\n"):
            return None
        message: Message = json.loads(line)
        if "view" in message:
            self.views[message["seat"]] = PlayerView.from_dict(message["view"])
            self.moves = message["moves"]
        elif "record" in message:
            self.record = Record.from_dict(message["record"])
        return message

    def wait_for_views(self) -> None:
        """Read the views of all seats, and the record if the hand is over."""
        first = self.next()
        assert first is not None
        for _ in range(self.views[0].players - 1):
            self.next()
        assert set(self.views) == set(range(self.views[0].players))
        if self.views[0].is_over:
            self.next()
            assert self.record is not None

    def kill(self) -> list[str]:
        """End the process at once; the moves that it had still accepted."""
        self.process.kill()
        self.process.wait(60)
        rest = list(iter(self.next, None))
        self.close()
        return [message["accepted"] for message in rest if "accepted" in message]

    def close(self) -> None:
        """The end of the lines: the process ends by itself, unless it was killed, and well.

        It has said on standard error where it went on from, if a journal was there.
        """
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        assert self.process.stderr is not None
        with contextlib.suppress(BrokenPipeError):
            self.process.stdin.close()
        if self.process.wait(60) >= 0:
            assert self.process.stderr.read().decode() == self.resuming
            assert self.process.returncode == 0
        self.process.stdout.close()
        self.process.stderr.close()


@pytest.fixture
def started() -> Iterator[list[Seats]]:
    """Referees that a test starts; none is left running."""
    seats: list[Seats] = []
    yield seats
    for one in seats:
        if one.process.poll() is None:
            one.process.kill()
            one.process.wait(60)
        for file in (one.process.stdin, one.process.stdout, one.process.stderr):
            assert file is not None
            with contextlib.suppress(BrokenPipeError):
                file.close()


def chosen(view: PlayerView, rng: random.Random) -> str:
    """A move of a seat's choice: it melds when it can."""
    moves = view.legal_moves()
    plays = [move for move in moves if isinstance(move, buraco.LayMeld | buraco.AddToMeld)]
    return str(rng.choice(plays or moves))


@pytest.mark.parametrize(("rules", "players"), [("cerrado", 4), ("abierto", 2)])
def test_a_whole_hand_with_garbage(
    tmp_path: Path, started: list[Seats], rules: str, players: int
) -> None:
    options = ["--variant", rules, "--players", str(players), "--seed", "7"]
    seats = Seats(tmp_path / "hand.jsonl", *options)
    started.append(seats)
    rng = random.Random(7)
    accepted: list[str] = []
    seats.wait_for_views()
    state = GameState.deal(buraco.rule_set(rules), players, seed=7)
    while seats.record is None:
        assert all(view == state.view(seat) for seat, view in seats.views.items())
        trouble(seats, rng)
        view = next(view for view in seats.views.values() if view.seat == view.turn)
        text = chosen(view, rng)
        seats.move(view.turn, text)
        answer = seats.next()
        assert answer == {"seat": view.turn, "moves": len(accepted) + 1, "accepted": text}
        accepted.append(text)
        seats.wait_for_views()
        state = state.apply(buraco.parse_move(text))
    assert [str(move) for move in seats.record.moves] == accepted
    assert seats.record.state == state
    assert seats.next() is None
    seats.close()


def trouble(seats: Seats, rng: random.Random) -> None:
    """Send something that is refused, now and then."""
    kind = rng.randrange(40)
    turn = seats.views[0].turn
    if kind < 4:
        seats.send(rng.choice(GARBAGE))
        expected: Message = {"refused": "no-message"}
    elif kind == 4:
        seats.send(b" " * rng.choice([4096, 4097, 8191, 8192, 8193, 300_000]) + b"{}")
        expected = {"refused": "line-too-long"}
    elif kind == 5:
        seats.move(turn, rng.choice(NO_MOVES))
        expected = {"seat": turn, "moves": seats.moves, "refused": "no-such-move"}
    elif kind == 6:
        seat = rng.choice([-1, turn + 1, 4, 10**30])
        seats.move(seat, "D")
        expected = {"seat": seat, "moves": seats.moves, "refused": "not-your-turn"}
    elif kind == 7:
        refusal = seats.views[turn].why_not(buraco.parse_move("M5h6h7h8h9hThJhQhKh"))
        if refusal is None:
            return
        seats.move(turn, "M5h6h7h8h9hThJhQhKh")
        expected = {"seat": turn, "moves": seats.moves, "refused": refusal.reason.value}
    else:
        return
    answer = seats.next()
    assert answer is not None
    assert isinstance(answer.pop("why"), str)
    assert answer == expected


@pytest.mark.parametrize("seed", range(2))
def test_no_accepted_move_is_lost_by_kills(tmp_path: Path, started: list[Seats], seed: int) -> None:
    rng = random.Random(seed)
    journal = tmp_path / "hand.jsonl"
    accepted: list[str] = []
    kills = 0
    record = None
    while record is None:
        seats = Seats(journal, "--seed", str(seed), "--players", "2")
        started.append(seats)
        seats.wait_for_views()
        # What was accepted is there; a move sent last may be there without an answer.
        assert seats.moves == len(accepted)
        left = rng.randrange(1, 10) if kills < 8 else 10_000
        while seats.record is None and left:
            left -= 1
            view = next(view for view in seats.views.values() if view.seat == view.turn)
            text = chosen(view, rng)
            seats.move(view.turn, text)
            if not left and rng.random() < 0.7:
                break
            answer = seats.next()
            assert answer is not None
            assert answer["accepted"] == text
            accepted.append(text)
            if left:
                seats.wait_for_views()
        record = seats.record
        if record is None:
            kills += 1
            time.sleep(rng.random() * 0.01)
            accepted += seats.kill()
            kept = [json.loads(line) for line in journal.read_bytes().split(b"\n")[1:-1]]
            assert kept[: len(accepted)] == accepted
            assert len(kept) - len(accepted) in (0, 1)
            accepted = kept
        else:
            seats.close()
    assert kills == 8
    assert [str(move) for move in record.moves] == accepted
    dealt = GameState.deal(buraco.CERRADO, players=2, seed=seed)
    assert record.state_at(0) == dealt


def test_a_journal_cut_anywhere(tmp_path: Path, started: list[Seats]) -> None:
    """What a crash leaves: whole lines, and maybe the beginning of one more."""
    journal = tmp_path / "hand.jsonl"
    state = GameState.deal(buraco.CERRADO, seed=5)
    moves = ["D", f"X{next(iter(state.hands[0]))}", "D"]
    whole = "".join(
        line + "\n" for line in [Record.start(state).to_json(), *map(json.dumps, moves)]
    ).encode()
    header = whole.index(b"\n") + 1
    for size in (0, 1, header - 1, header, header + 1, len(whole) - 3, len(whole) - 1, len(whole)):
        journal.write_bytes(whole[:size])
        seats = Seats(journal, "--seed", "5")
        started.append(seats)
        seats.wait_for_views()
        made = max(0, whole[:size].count(b"\n") - 1)
        assert seats.moves == made
        view = seats.views[seats.views[0].turn]
        text = str(view.legal_moves()[0])
        seats.move(view.turn, text)
        answer = seats.next()
        assert answer == {"seat": view.turn, "moves": made + 1, "accepted": text}
        seats.wait_for_views()
        seats.close()
        first, *rest = journal.read_text("utf-8").splitlines()
        assert Record.from_json(first).state == state
        assert [json.loads(line) for line in rest] == [*moves[:made], text]


def test_a_finished_journal_gives_its_record_again(tmp_path: Path, started: list[Seats]) -> None:
    journal = tmp_path / "hand.jsonl"
    rng = random.Random(3)
    record = Record.start(GameState.deal(buraco.ABIERTO, players=2, rng=rng))
    lines = [record.to_json()]
    while not record.state.is_over:
        record = record.play(rng.choice(record.state.legal_moves()))
        lines.append(json.dumps(str(record.moves[-1])))
    journal.write_text("".join(line + "\n" for line in lines))
    seats = Seats(journal)
    started.append(seats)
    seats.wait_for_views()
    assert seats.record == record
    seats.close()


def ended(journal: Path, *options: str, lines: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    """A referee that is given these lines and has come to its end."""
    program = [sys.executable, str(ROOT / "examples" / "referee.py"), "--journal", str(journal)]
    return subprocess.run(
        [*program, *options], capture_output=True, input=lines, env=environment(), timeout=60
    )


DEEP = Record.start(GameState.deal(buraco.CERRADO, seed=5)).to_json() + "\n" + "[" * 2000 + "\n"


@pytest.mark.parametrize(
    "text", ["{}\n", "x\n", '"D"\n', "x\ny", "my notes", "{}", '{"a": 1}', DEEP]
)
def test_a_journal_of_something_else(tmp_path: Path, text: str) -> None:
    journal = tmp_path / "hand.jsonl"
    journal.write_text(text)
    done = ended(journal)
    assert done.returncode == 1
    assert done.stderr.decode().startswith(f"referee: {journal}: ")
    assert done.stdout == b""
    assert journal.read_text() == text


JOURNAL = Record.start(GameState.deal(buraco.CERRADO, seed=5)).to_json() + '\n"D"\n"X3'
"""A move, and one that was cut off."""


@pytest.mark.parametrize(
    "options",
    [[], ["--seed=5"], ["--variant=cerrado"], ["--players=4"], ["--seed=5", "--players=4"]],
)
def test_options_that_ask_for_the_journals_hand_go_on(tmp_path: Path, options: list[str]) -> None:
    journal = tmp_path / "hand.jsonl"
    journal.write_text(JOURNAL)
    done = ended(journal, *options)
    assert done.returncode == 0
    assert done.stderr.decode() == f"resuming {journal}, 1 moves\n"
    assert done.stdout.count(b'"view"') == 4


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--seed=6"], "the journal's hand is not dealt from the seed 6"),
        (["--variant=abierto"], "the journal's hand is cerrado, not abierto"),
        (["--players=2"], "the journal's hand has 4 players, not 2"),
        (["--seed=5", "--players=2"], "the journal's hand has 4 players, not 2"),
    ],
)
def test_options_that_ask_for_another_hand_than_the_journals_are_refused(
    tmp_path: Path, options: list[str], message: str
) -> None:
    journal = tmp_path / "hand.jsonl"
    journal.write_text(JOURNAL)
    done = ended(journal, *options)
    assert done.returncode == 1
    assert done.stderr.decode() == f"referee: {journal}: {message}\n"
    assert done.stdout == b""
    assert journal.read_text() == JOURNAL


def test_the_journal_of_a_hand_that_another_seat_started(tmp_path: Path) -> None:
    journal = tmp_path / "hand.jsonl"
    start = GameState.deal(buraco.ABIERTO, players=2, seed=5, starter=1)
    journal.write_text(Record.start(start).to_json() + "\n")
    assert ended(journal, "--seed=5").returncode == 0
    assert ended(journal, "--seed=4").returncode == 1


def test_players_that_the_variant_has_no_table_for(tmp_path: Path) -> None:
    journal = tmp_path / "hand.jsonl"
    done = ended(journal, "--variant=cerrado-sucio-parejas", "--players=2")
    assert done.returncode == 2
    assert b"cerrado-sucio-parejas is not for 2 players" in done.stderr
    assert not journal.exists()


@pytest.mark.parametrize("line", [b"D", b"", b"[]", b'{"move": "D"}', b"\xff"])
def test_a_line_typed_wrongly_is_answered_with_one_to_copy(tmp_path: Path, line: bytes) -> None:
    journal = tmp_path / "hand.jsonl"
    answer = json.loads(ended(journal, lines=line + b"\n").stdout.splitlines()[-1])
    assert answer["refused"] == "no-message"
    example = '{"seat": 0, "move": "D"}'
    assert example in answer["why"]
    for page in ("README.md", "docs/README.es.md", "docs/command-line.md"):
        assert example in (ROOT / page).read_text("utf-8")
    # The one to copy is accepted.
    taken = ended(journal, lines=example.encode() + b"\n").stdout.splitlines()
    assert any("accepted" in json.loads(told) for told in taken)


def test_a_record_without_a_line_end_is_a_journal(tmp_path: Path) -> None:
    journal = tmp_path / "hand.jsonl"
    text = Record.start(GameState.deal(buraco.ABIERTO, players=2, seed=5)).to_json()
    journal.write_text(text)
    done = ended(journal, "--seed=9")
    assert (done.returncode, journal.read_text()) == (1, text)
    done = ended(journal, lines=b'{"seat": 0, "move": "D"}\n')
    assert (done.returncode, journal.read_text()) == (0, text + '\n"D"\n')


def test_one_referee_at_a_time(tmp_path: Path, started: list[Seats]) -> None:
    journal = tmp_path / "hand.jsonl"
    first = Seats(journal, "--seed", "5")
    started.append(first)
    first.wait_for_views()
    before = journal.read_bytes()
    done = ended(journal)
    assert done.returncode == 1
    assert done.stderr.decode() == f"referee: {journal}: another referee has it\n"
    assert journal.read_bytes() == before
    first.kill()
    assert ended(journal).returncode == 0


@pytest.mark.parametrize("closed", ["<&-", ">&-"])
def test_closed_streams(tmp_path: Path, closed: str) -> None:
    program = f"{sys.executable} {ROOT / 'examples' / 'referee.py'} --journal {tmp_path / 'j'}"
    done = subprocess.run(
        ["sh", "-c", f"{program} {closed}"], capture_output=True, env=environment(), timeout=60
    )
    assert done.returncode == 1
    assert done.stderr == b"referee: standard input and output are needed\n"
    assert not (tmp_path / "j").exists()
