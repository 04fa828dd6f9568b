"""`buraco.record/1`: reading, replaying and writing records."""

import copy
import json
import pickle
import time
from typing import Any

import attrs
import documents
import helpers
import pytest
from documents import changed, fault, paths, read_both_ways, text_of, without
from hypothesis import given, note
from hypothesis import strategies as st
from strategies import Recorded, recorded, share
from test_cases import TRACES, rules_of, trace_name

import buraco
from buraco import CERRADO, FormatError, GameState, Reason, Record, RecordError, ReplayError
from buraco.shapes import LARGEST_DOCUMENT


def trace_document(trace: dict[str, Any]) -> dict[str, Any]:
    """A trace as a record's document."""
    rules = rules_of(trace["rules"])
    first = GameState.deal(rules, trace["players"], seed=trace["seed"], starter=trace["starter"])
    deck = Record.start(first).deck
    assert deck is not None
    return {
        "format": "buraco.record/1",
        "rules": trace["rules"],
        "players": trace["players"],
        "starter": trace["starter"],
        "deck": "".join(map(str, deck)),
        "moves": [text for *_, text in trace["steps"]],
        "score": trace["score"],
        "tags": {"seed": str(trace["seed"])},
    }


WHOLE = trace_document(TRACES[0])
ENDING = Record.from_dict(WHOLE)
LATER = Record.start(ENDING.state_at(25), {"a": "b"}).play(ENDING.moves[25]).to_dict()
EARLY = ENDING.back(len(ENDING.moves) - 12).to_dict()
SMALL = (EARLY, LATER)


# Round trips and replays.


def test_written_as_described() -> None:
    assert list(WHOLE) == list(ENDING.to_dict())
    assert ENDING.to_dict() == WHOLE
    assert json.dumps(json.loads(ENDING.to_json())) == json.dumps(WHOLE)
    assert "\n" not in ENDING.to_json()
    assert list(LATER) == ["format", "state", "moves", "score", "tags"]
    assert LATER["state"] == ENDING.state_at(25).to_dict()
    assert EARLY["score"] is None


@given(way=recorded())
def test_round_trip(way: Recorded) -> None:
    record = way.record()
    data = record.to_dict()
    assert ("deck" in data) == (record.deck is not None)
    assert json.loads(record.to_json()) == data
    again = read_both_ways(Record, data)
    assert again == record
    assert list(again.states()) == list(record.states())
    assert again.to_json() == record.to_json()


@pytest.mark.parametrize("trace", TRACES, ids=trace_name)
def test_traces(trace: dict[str, Any]) -> None:
    record = Record.from_dict(trace_document(trace))
    assert record.state.to_dict() == trace["final"]
    assert list(record.score or ()) == trace["score"]
    assert record.to_dict() == trace_document(trace)


def test_any_order_of_a_hands_cards_and_a_dealt_state() -> None:
    deck = documents.split(WHOLE["deck"])
    size = CERRADO.hand_size
    shuffled = {**WHOLE, "deck": "".join([*reversed(deck[:size]), *deck[size:]])}
    assert shuffled != WHOLE
    assert Record.from_dict(shuffled).to_dict() == WHOLE
    state = ENDING.state_at(0).to_dict()
    kept = {key: WHOLE[key] for key in ("format", "moves", "score", "tags")}
    assert Record.from_dict({**kept, "state": state}).to_dict() == WHOLE


def test_rules_by_name_or_in_full() -> None:
    full = {**EARLY, "rules": buraco.rule_set(EARLY["rules"]).to_dict()}
    assert Record.from_dict(full).to_dict() == EARLY
    house = attrs.evolve(CERRADO, name="casa", tie="extra-hand")
    data = Record.start(GameState.deal(house, seed=1)).to_dict()
    assert data["rules"] == house.to_dict()
    assert Record.from_dict(data).state.rules == house


def test_replays_are_fast() -> None:
    text = max((trace_document(trace) for trace in TRACES), key=lambda data: len(data["moves"]))
    line = json.dumps(text)
    assert len(text["moves"]) > 400
    Record.from_json(line)
    started = time.perf_counter()
    for _ in range(5):
        Record.from_json(line)
    assert time.perf_counter() - started < 2  # some 4 ms each


def test_a_long_record_is_read_in_time() -> None:
    """As many moves as a document holds: each takes the pile and throws its card away."""
    state = helpers.place("abierto", hand="3c4c5d6d7h8h9s", pile="Kd", players=2)
    moves = ["P", "XKd"] * 50_000
    data = {**LATER, "state": state.to_dict(), "moves": moves}
    started = time.perf_counter()
    assert len(Record.from_dict(data).moves) == 100_000
    assert time.perf_counter() - started < 60  # hours, were every move's record made anew
    longer = {**data, "moves": moves * 3}
    assert fault(Record.from_dict, longer) == ("", f"larger than {LARGEST_DOCUMENT} bytes")


# Faults.


@pytest.mark.parametrize(
    ("number", "text", "reason"),
    [
        (0, "P", Reason.PILE_EMPTY),
        (0, "X3c", Reason.MUST_DRAW_FIRST),
        (1, "D", Reason.ALREADY_DRAWN),
        (17, "XJk", Reason.CARD_NOT_HELD),
        (len(WHOLE["moves"]), "D", Reason.HAND_OVER),
    ],
)
def test_a_move_that_is_not_legal(number: int, text: str, reason: Reason) -> None:
    moves = [*WHOLE["moves"][:number], text, *WHOLE["moves"][number + 1 :]]
    with pytest.raises(ReplayError) as raised:
        Record.from_dict({**WHOLE, "moves": moves})
    error = raised.value
    assert (error.number, error.text, error.reason) == (number, text, reason)
    assert error.path == f"moves[{number}]"
    assert error.refusal is error.__cause__
    assert isinstance(error.refusal, buraco.IllegalMove)
    assert error.refusal.move == buraco.parse_move(text)
    assert str(error) == f"moves[{number}]: {error.refusal}"
    for again in (pickle.loads(pickle.dumps(error)), copy.copy(error)):
        assert str(again) == str(error)
        assert (again.number, again.text, again.reason) == (number, text, reason)


@pytest.mark.parametrize(
    "text", ["", "d", "D ", "X", "X3x", "X 3c", "M4h3h5h", "+00=3h4h5h", "P:", "?", "D" * 1000]
)
def test_a_text_that_is_no_move(text: str) -> None:
    with pytest.raises(ReplayError) as raised:
        Record.from_dict(changed(WHOLE, ["moves", 3], text))
    error = raised.value
    assert (error.path, error.number, error.text, error.reason) == ("moves[3]", 3, text, None)
    assert isinstance(error.refusal, buraco.NotationError)
    assert len(str(error)) < 250
    assert str(pickle.loads(pickle.dumps(error))) == str(error)


@pytest.mark.parametrize("data", SMALL, ids=["deck", "state"])
def test_missing_and_unknown_keys(data: dict[str, Any]) -> None:
    for path in [path for path in paths(data) if isinstance(path[-1], str) and path[0] != "tags"]:
        holder = text_of(path[:-1])
        missing = (holder, f"the key {path[-1]!r} is missing")
        found = fault(Record.from_dict, without(data, path))
        if path == ("state",):
            assert found == ("", "the key 'rules' is missing")
        else:
            assert found == missing
        unknown = changed(data, (*path[:-1], "more"), 1)
        assert fault(Record.from_dict, unknown) == (holder, "unknown key 'more'")


@pytest.mark.parametrize("data", SMALL, ids=["deck", "state"])
@pytest.mark.parametrize("value", [True, 1.0, [[]]], ids=repr)
def test_wrong_kind(data: dict[str, Any], value: object) -> None:
    for path in paths(data):
        if path[-1] == "used" and value is True:
            continue
        found, message = fault(Record.from_dict, changed(data, path, value))
        assert path[-1] == "format" or "expected" in message
        assert found.startswith(text_of(path))


@pytest.mark.parametrize("key", ["rules", "players", "starter", "deck"])
def test_a_deal_and_a_state_together(key: str) -> None:
    assert fault(Record.from_dict, {**LATER, key: EARLY[key]}) == ("", f"unknown key {key!r}")


@pytest.mark.parametrize(
    ("key", "value", "path", "message"),
    [
        ("rules", "truco", "rules", "no rule set is named 'truco'; known: abierto"),
        ("players", 3, "players", "these rules are for 2 or 4 players, not 3"),
        ("starter", 2, "starter", "a seat is 0 to 1, not 2"),
        ("starter", -1, "starter", "a seat is 0 to 1, not -1"),
        ("deck", "", "deck", "missing cards: Ac (2), 2c (2)"),
        ("deck", WHOLE["deck"][:-2], "deck", f"missing cards: {WHOLE['deck'][-2:]}"),
        ("deck", WHOLE["deck"] + "Jk", "deck", "too many cards: Jk"),
        ("deck", WHOLE["deck"] + "A", "deck", "'A' is no card, at 208"),
        ("deck", WHOLE["deck"].lower(), "deck", None),
        ("deck", " " + WHOLE["deck"], "deck", "' "),
        ("moves", ["D", 1], "moves[1]", "a text expected, not a whole number"),
        ("score", [1], "score", "a list of length 2 expected"),
        ("score", [1, "1"], "score[1]", "a whole number expected, not a text"),
        ("score", [0, 0], "score", f"[0, 0] recorded, the moves give {WHOLE['score']}"),
        ("score", WHOLE["score"][::-1], "score", None),
        ("tags", {"date": 1}, "tags.date", "a text expected, not a whole number"),
        ("tags", {"a": "b", "seat 0": None}, "tags['seat 0']", "a text expected, not null"),
        ("tags", {"": []}, "tags['']", "a text expected, not a list"),
        ("tags", {"ñ": 2**64}, "tags['\\xf1']", "a whole number has at most 64 bits"),
        ("tags", {"\ud800": ""}, "tags", "half a surrogate pair is no text"),
        ("tags", {"a": "\ud800"}, "tags.a", "half a surrogate pair is no text"),
        ("tags", {1: "a"}, "tags", "unknown key of type int"),
        ("tags", [], "tags", "an object expected, not a list"),
    ],
    ids=lambda value: repr(value)[:20],
)
def test_faulty_value(key: str, value: object, path: str, message: str | None) -> None:
    found, said = fault(Record.from_dict, {**WHOLE, key: value})
    assert found == path
    assert said.startswith(message or "")


def test_a_tag_that_stands_twice() -> None:
    text = json.dumps({**WHOLE, "tags": {}}).replace('"tags": {}', '"tags": {"a b": "", "a b": ""}')
    assert fault(Record.from_json, text) == ("tags['a b']", "the key stands twice")


def test_scores_of_hands_that_are_not_over() -> None:
    message = "[0, 0] recorded, but the hand is not over"
    assert fault(Record.from_dict, {**EARLY, "score": [0, 0]}) == ("score", message)
    assert Record.from_dict({**WHOLE, "score": None}).to_dict() == WHOLE


def test_faults_of_the_state() -> None:
    assert fault(Record.from_dict, {**LATER, "state": 1})[0] == "state"
    assert fault(Record.from_dict, {**LATER, "state": {}})[0] == "state"
    assert fault(Record.from_dict, changed(LATER, ["state", "turn"], 7))[0] == "state.turn"
    assert fault(Record.from_dict, changed(LATER, ["state", "hands", 0], ""))[0] == "state"
    match = buraco.Match.start(CERRADO).to_dict()
    expected = ("state.format", "'buraco.state/1' expected")
    assert fault(Record.from_dict, {**LATER, "state": match}) == expected


@given(st.data())
@share(2)
def test_mutated(data: st.DataObject) -> None:
    mutated = data.draw(documents.mutations(st.sampled_from(SMALL)))
    note(repr(mutated))
    read_both_ways(Record, mutated)


@given(way=recorded(), data=st.data())
def test_moves_changed(way: Recorded, data: st.DataObject) -> None:
    """Moves dropped, doubled or swapped: a record of those moves, or the first that fails."""
    record = way.record()
    document = record.to_dict()
    moves = document["moves"]
    if len(moves) < 2:
        return
    one, other = (data.draw(st.integers(0, len(moves) - 1)) for _ in range(2))
    kind = data.draw(st.sampled_from(["drop", "double", "swap"]))
    if kind == "drop":
        del moves[one]
    elif kind == "double":
        moves.insert(other, moves[one])
    else:
        moves[one], moves[other] = moves[other], moves[one]
    document["score"] = None
    state = record.state_at(0)
    for number, text in enumerate(moves):
        move = buraco.parse_move(text)
        if not state.is_legal(move):
            with pytest.raises(ReplayError) as raised:
                Record.from_dict(document)
            refusal = state.why_not(move)
            assert refusal is not None
            assert (raised.value.number, raised.value.reason) == (number, refusal.reason)
            return
        state = state.apply(move)
    assert read_both_ways(Record, document).state == state


def test_any_value_anywhere() -> None:
    values: list[Any] = [None, "", "D", [], {}, -1, 2**63, "\x00"]
    for base in SMALL:
        for path in paths(base):
            for value in values:
                read_both_ways(Record, changed(base, path, value))


# What cannot be written.


def test_records_too_large_to_be_read_again() -> None:
    record = Record.from_dict({**EARLY, "tags": {"a": ""}})
    room = LARGEST_DOCUMENT - len(record.to_json())
    assert Record.from_json(record.with_tags({"a": "x" * room}).to_json()).tags == {"a": "x" * room}
    for tags in ({"a": "x" * (room + 1)}, {"a": "♥" * (room // 2)}, {"a": "\n" * room}):
        large = record.with_tags(tags)
        for write in (large.to_json, large.to_dict):
            with pytest.raises(FormatError, match="larger than"):
                write()


def test_scores_of_more_than_64_bits() -> None:
    house = attrs.evolve(
        buraco.rule_set(WHOLE["rules"]),
        name="casa",
        card_points=dict.fromkeys(CERRADO.card_points, 2**63 - 1),
    )
    record = Record.from_dict({**WHOLE, "rules": house.to_dict(), "score": None})
    assert record.score is not None
    assert not all(-(2**63) <= total < 2**63 for total in record.score)
    for write in (record.to_json, record.to_dict):
        with pytest.raises(FormatError, match=r"score\[\d\]: a whole number has at most 64 bits"):
            write()


def test_errors_are_the_librarys() -> None:
    assert issubclass(ReplayError, FormatError)
    assert issubclass(RecordError, buraco.BuracoError)
