"""Records: playing, going back, what moves reveal, and files of many."""

import copy
import fileinput
import io
import json
import pickle
import random
import time
import tracemalloc
from collections.abc import Callable, Iterable, Iterator
from itertools import cycle, islice, pairwise
from pathlib import Path
from typing import Any

import helpers
import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import Recorded, Way, recorded, share, ways

import buraco
from buraco import (
    CERRADO,
    DrawStock,
    FormatError,
    GameState,
    IllegalMove,
    Phase,
    Pile,
    Record,
    RecordError,
    ReplayError,
    TakePile,
    parse_move,
    read_records,
    reveals,
    write_records,
)
from buraco.shapes import LARGEST_DOCUMENT


def played(*moves: str, seed: int = 7, tags: dict[str, str] | None = None) -> Record:
    """A record of a dealt hand of four."""
    record = Record.start(GameState.deal(CERRADO, seed=seed), tags)
    for text in moves:
        record = record.play(parse_move(text))
    return record


def whole_hand(seed: int, players: int = 2) -> Record:
    """A record of a hand that goes on to its end."""
    rng = random.Random(seed)
    record = Record.start(GameState.deal(CERRADO, players, rng=rng), {"seed": str(seed)})
    while moves := record.state.legal_moves():
        record = record.play(rng.choice(moves))
    return record


# Playing and going back.


@given(way=recorded())
def test_a_record_holds_the_states_of_its_moves(way: Recorded) -> None:
    record = way.record()
    states = list(record.states())
    assert len(states) == len(record.moves) + 1
    assert record.state is states[-1]
    for number, move in enumerate(record.moves):
        assert states[number].apply(move) == states[number + 1]
    assert [record.state_at(number) for number in range(len(states))] == states
    assert record.tags == dict(way.tags)
    ends = record.state.is_over
    assert record.score == (buraco.score(record.state).totals if ends else None)


@given(way=recorded(), data=st.data())
def test_going_back_is_the_record_before(way: Recorded, data: st.DataObject) -> None:
    record = way.record()
    before = [Record.start(record.state_at(0), record.tags)]
    for move in record.moves:
        before.append(before[-1].play(move))
    assert before[-1] == record
    count = data.draw(st.integers(0, len(record.moves)))
    back = record.back(count)
    assert back == before[len(record.moves) - count]
    assert list(back.states()) == list(record.states())[: len(back.moves) + 1]
    assert (hash(back), repr(back)) == (hash(before[len(back.moves)]), repr(back))
    for move in record.moves[len(back.moves) :]:
        back = back.play(move)
    assert back == record


def test_a_move_leaves_the_record_as_it_was() -> None:
    record = played("D")
    longer = record.play(parse_move("XQs"))
    assert (len(record.moves), len(longer.moves)) == (1, 2)
    assert record == played("D") != longer
    with pytest.raises(IllegalMove) as refused:
        record.play(DrawStock())
    assert refused.value.reason is buraco.Reason.ALREADY_DRAWN
    with pytest.raises(IllegalMove) as refused:
        record.play(parse_move("XQs"), seat=1)
    assert refused.value.reason is buraco.Reason.NOT_YOUR_TURN
    assert record.play(parse_move("XQs"), seat=0) == longer
    with pytest.raises(TypeError):
        record.play("XQs")  # type: ignore[arg-type]
    assert record == played("D")


@pytest.mark.parametrize("number", [-1, 3, True, 1.0, None, "1", 2**64])
def test_numbers_of_moves_that_there_are_not(number: Any) -> None:
    record = played("D", "XQs")
    for ask in (record.back, record.state_at):
        with pytest.raises(RecordError, match="a number of moves is 0 to 2 here, not"):
            ask(number)


def test_long_hands_are_played_in_time() -> None:
    record = Record.start(helpers.place("abierto", hand="3c4c5d6d7h8h9s", pile="Kd", players=2))
    started = time.perf_counter()
    for text in ["P", "XKd"] * 2_000:
        record = record.play(parse_move(text))
    assert len(record.moves) == 4_000
    assert time.perf_counter() - started < 10  # half a minute, were every state made anew


# Values.


@given(way=recorded())
@share(0.3)
def test_copies_and_pickles(way: Recorded) -> None:
    record = way.record()
    assert copy.copy(record) is record
    assert copy.deepcopy(record) is record
    for protocol in helpers.PICKLE_PROTOCOLS:
        again = pickle.loads(pickle.dumps(record, protocol))
        assert again == record
        assert hash(again) == hash(record)
        assert list(again.states()) == list(record.states())
        assert again.tags == record.tags


def test_equal_by_start_moves_and_tags() -> None:
    record = played("D", tags={"a": "1", "b": "2"})
    assert record == played("D", tags={"b": "2", "a": "1"})
    assert hash(record) == hash(played("D", tags={"b": "2", "a": "1"}))
    others = [played("D"), played("D", tags={"a": "2", "b": "1"}), record.back(), record.state]
    others += [played("D", seed=8, tags=record.tags), Record.start(record.state, record.tags)]
    assert record not in others
    assert len({record, *others}) == len(others) + 1
    assert record.with_tags({}) == played("D")


@pytest.mark.parametrize("name", ["moves", "_states", "_tags", "other"])
def test_frozen(name: str) -> None:
    with pytest.raises(AttributeError):
        setattr(played("D"), name, ())


def test_tags_are_the_callers_own() -> None:
    tags = {"a": "1"}
    record = played(tags=tags)
    tags["b"] = "2"
    record.tags["c"] = "3"
    assert record.tags == {"a": "1"}


@pytest.mark.parametrize(
    "tags", [1, "a", ["a"], {"a": 1}, {1: "a"}, {"a": None}, {"a": "\ud800"}, {"\udfff": "a"}]
)
def test_tags_that_are_no_texts(tags: Any) -> None:
    with pytest.raises(RecordError):
        Record.start(GameState.deal(CERRADO), tags)
    with pytest.raises(RecordError):
        played().with_tags(tags)


@pytest.mark.parametrize("start", [None, "cerrado", CERRADO, {}])
def test_starts_that_are_no_state(start: Any) -> None:
    with pytest.raises(RecordError, match="a record starts from a GameState, not from"):
        Record.start(start)


@given(way=recorded())
@share(0.3)
def test_no_hidden_card_in_the_repr(way: Recorded) -> None:
    record = way.record()
    assert repr(record) == f"<Record of {len(record.moves)} moves, {record.state!r}>"


# Decks.


@given(way=recorded())
def test_the_deck_of_a_dealt_hand(way: Recorded) -> None:
    record = way.record()
    first = record.state_at(0)
    if way.skipped and first.phase is Phase.PLAY:
        assert record.deck is None
    if record.deck is None:
        assert way.skipped
        return
    again = GameState.deal(first.rules, first.players, deck=record.deck, starter=first.starter)
    assert again == first
    assert record.deck == record.back(len(record.moves)).deck


def test_no_deck_where_only_the_seat_to_move_differs() -> None:
    dealt = GameState.deal(CERRADO, seed=1).to_dict()
    assert Record.start(GameState.from_dict(dealt)).deck is not None
    assert Record.start(GameState.from_dict({**dealt, "turn": 1})).deck is None


# What moves reveal.


def known(state: GameState, seat: int) -> buraco.Cards:
    """The cards that a seat has in its hand or sees on the table."""
    cards = [card for side in state.sides for meld in side.melds for card in meld]
    seen = state.pile if state.rules.pile is Pile.OPEN else state.pile[-1:]
    return buraco.Cards([*cards, *seen, *state.hands[seat]])


@given(way=recorded())
def test_a_move_reveals_if_its_player_then_knows_more_cards(way: Recorded) -> None:
    record = way.record()
    limit = 0
    for number, (before, after) in enumerate(pairwise(record.states())):
        move = record.moves[number]
        had, has = known(before, before.turn), known(after, before.turn)
        expected = not has <= had
        assert reveals(before, move) == expected
        limit = number + 1 if expected or after.is_over else limit
    assert record.undo_limit == limit


@given(way=ways)
@share(0.3)
def test_every_legal_move_reveals_what_its_player_did_not_know(way: Way) -> None:
    state = way.state()
    for move in state.legal_moves():
        after = state.apply(move)
        expected = not known(after, state.turn) <= known(state, state.turn)
        assert reveals(state, move) == expected


def test_a_pile_of_one_card_hides_nothing() -> None:
    one = helpers.place(hand="3h4h9s9c", pile="5h")
    assert not reveals(one, parse_move("P:M3h4h5h"))
    two = helpers.place(hand="3h4h9s9c", pile="Kd5h")
    assert reveals(two, parse_move("P:M3h4h5h"))
    assert not reveals(helpers.place("abierto", hand="3h4h9s9c", pile="Kd5h"), TakePile())


@pytest.mark.parametrize(
    ("text", "hand", "pile"),
    [
        ("M3h4h5h", "3h4h5h", ""),
        ("+0=6c7c8c9c", "9c", ""),
        ("X9c", "9c", ""),
        ("P:M3h4h5h", "3h4h", "5h"),
    ],
)
def test_a_muerto_that_is_taken(text: str, hand: str, pile: str) -> None:
    state = helpers.place(hand=hand, pile=pile, melds=["6c7c8c"])
    assert state.apply(parse_move(text)).sides[0].muerto is not None
    assert reveals(state, parse_move(text))


def test_the_move_that_closes_stays_as_the_score_tells_what_others_held() -> None:
    state = helpers.place(hand="9s", melds=["4c5c6c7c8c9cTc"], taken={2: True}, phase="play")
    record = Record.start(state).play(parse_move("X9s"))
    assert record.state.closed_by == 0
    assert not reveals(state, parse_move("X9s"))
    assert record.undo_limit == 1


def test_r8_3_the_discard_that_ends_the_hand_stays_too() -> None:
    taken = {0: True, 1: True}
    state = helpers.place(hand="3d9h", stock=0, muertos=0, taken=taken, phase="play")
    record = Record.start(state).play(parse_move("X9h"))
    assert record.state.is_over
    assert (record.state.closed_by, record.undo_limit) == (None, 1)


def test_r8_2_muertos_that_become_the_stock_stay_hidden() -> None:
    state = helpers.place(hand="9s9c", muertos=2, stock=0, phase="play")
    after = state.apply(parse_move("X9s"))
    assert len(after.stock) == 22
    assert not reveals(state, parse_move("X9s"))


def test_moves_that_are_refused_reveal_nothing() -> None:
    with pytest.raises(IllegalMove):
        reveals(played().state, TakePile())
    with pytest.raises(TypeError):
        reveals(played().state, "D")  # type: ignore[arg-type]


# JSON Lines.


@given(st.lists(recorded(), max_size=3))
@share(0.3)
def test_files_of_records(tmp_path_factory: Any, found: list[Recorded]) -> None:
    records = [way.record() for way in found]
    path: Path = tmp_path_factory.mktemp("records") / "hands.jsonl"
    with path.open("w", encoding="utf-8") as file:
        write_records(iter(records), file)
    with path.open(encoding="utf-8") as file:
        assert list(read_records(file)) == records
    with path.open("rb") as binary:
        assert list(read_records(binary)) == records
    lines = path.read_bytes().split(b"\n")
    assert lines.pop() == b""
    assert lines == [record.to_json().encode() for record in records]
    assert list(read_records(lines)) == records
    path.write_bytes(b"".join(line + b"\r\n\n \t\r\n" for line in lines).rstrip())
    with path.open("rb") as binary:
        assert list(read_records(binary)) == records


def test_lines_are_read_when_asked_for() -> None:
    asked = []

    def lines() -> Iterator[str]:
        for number in range(3):
            asked.append(number)
            yield played(seed=number).to_json()

    records = read_records(lines())
    assert asked == []
    assert next(records) == played(seed=0)
    assert asked == [0]


def fault_of_lines(lines: Iterable[str | bytes], good: int) -> FormatError:
    """The error that comes after so many records."""
    records = read_records(lines)
    assert len(list(islice(records, good))) == good
    with pytest.raises(FormatError) as raised:
        next(records)
    assert next(records, None) is None
    again = pickle.loads(pickle.dumps(raised.value))
    assert (str(again), again.line) == (str(raised.value), raised.value.line)
    return raised.value


LINE = played("D").to_json()


def test_the_line_of_a_fault_is_named() -> None:
    error = fault_of_lines([LINE, "\n", LINE + "\n", "[]"], 2)
    assert (error.line, error.path, str(error)) == (4, "", "line 4: an object expected, not a list")
    error = fault_of_lines([LINE.replace('"D"', '"D","D"'), LINE], 0)
    assert isinstance(error, ReplayError)
    assert (error.line, error.number, error.text) == (1, 1, "D")
    assert error.reason is buraco.Reason.ALREADY_DRAWN
    assert str(error) == "line 1: moves[1]: seat 0, D: this turn has drawn already"
    error = fault_of_lines([LINE, 1], 1)  # type: ignore[list-item]
    assert str(error) == "line 2: JSON text expected, not int"
    error = fault_of_lines([f"{LINE}\n{LINE}"], 0)
    assert (error.line, error.message[:20]) == (1, "not JSON: Extra data")


@pytest.mark.parametrize("text", ["", LINE, LINE.encode()])
def test_one_text_is_no_lines(text: Any) -> None:
    with pytest.raises(TypeError, match="lines or an open file expected, not"):
        read_records(text)


def test_bytes_that_are_no_utf_8(tmp_path: Path) -> None:
    path = tmp_path / "hands.jsonl"
    path.write_bytes(LINE.encode() + b"\n\xff\n")
    message = "not UTF-8 text: invalid start byte"
    with path.open(encoding="utf-8") as file:  # which decodes ahead of the lines
        assert str(fault_of_lines(file, 0)) == f"line 1: {message}"
    with path.open("rb") as binary:
        assert str(fault_of_lines(binary, 1)) == f"line 2: {message}"


class Endless(io.RawIOBase):
    """A file of one line without an end, that counts what is read of it."""

    def __init__(self) -> None:
        self.given = 0

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        buffer[:] = b" " * len(buffer)
        self.given += len(buffer)
        return len(buffer)


def as_text(raw: io.RawIOBase) -> io.TextIOWrapper:
    return io.TextIOWrapper(io.BufferedReader(raw), encoding="utf-8")


@pytest.mark.parametrize("opened", [io.BufferedReader, as_text])
def test_a_line_too_large_is_not_read_to_its_end(opened: Callable[[Any], Any]) -> None:
    endless = Endless()
    error = fault_of_lines(opened(endless), 0)
    assert str(error) == f"line 1: larger than {LARGEST_DOCUMENT} bytes"
    assert endless.given < LARGEST_DOCUMENT + 100_000


@pytest.mark.parametrize("end", ["", "\n", "\r\n"])
@pytest.mark.parametrize("room", [-1, 0, 1, 2, 3])
def test_the_largest_line(end: str, room: int) -> None:
    line = LINE + " " * (LARGEST_DOCUMENT - len(LINE) + room) + end
    for lines in ([line], io.StringIO(line, newline=""), io.BytesIO(line.encode())):
        if room > 0:
            assert fault_of_lines(lines, 0).message.startswith("larger than")
        else:
            assert list(read_records(lines)) == [played("D")]
    wide = LINE.replace('"tags":{}', '"tags":{"a":"' + "♥" * (LARGEST_DOCUMENT // 2) + '"}')
    assert fault_of_lines(io.StringIO(wide), 0).message.startswith("larger than")


def test_many_records_take_no_more_memory_than_few() -> None:
    short = [whole_hand(seed) for seed in range(4)]
    short = [record.back(len(record.moves) - 25) for record in short]
    lines = [record.to_json() for record in short]

    def peak(count: int) -> int:
        tracemalloc.start()
        read = sum(len(record.moves) for record in read_records(islice(cycle(lines), count)))
        assert read == 25 * count
        write_records(islice(cycle(short), count), Nowhere())
        most = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        return most

    peak(20)
    few, many = peak(20), peak(2_000)
    assert many < few + 500_000  # kept, the lines alone would take three times as much


class Nowhere(io.StringIO):
    def write(self, text: str) -> int:
        assert json.loads(text)
        return len(text)


def test_none_is_no_end_of_the_lines() -> None:
    line = Record.start(GameState.deal(CERRADO, seed=1)).to_json()
    with pytest.raises(FormatError, match="line 2: JSON text expected, not NoneType"):
        list(read_records([line, None, line]))  # type: ignore[list-item]


def test_lines_of_what_has_no_limit(tmp_path: Path) -> None:
    """Not everything with lines can read a part of one."""
    path = tmp_path / "records"
    line = Record.start(GameState.deal(CERRADO, seed=1)).to_json()
    path.write_text(line + "\n" + line, "utf-8")
    with fileinput.input([path], encoding="utf-8") as lines:
        assert len(list(read_records(lines))) == 2
