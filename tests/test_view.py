"""What a seat may see: views hold it, and nothing else."""

from __future__ import annotations

import json
import pickle
import random
import re
from collections import Counter
from typing import Any

import attrs
import plain
import pytest
from documents import changed, fault, mutations, read_both_ways, without
from helpers import PICKLE_PROTOCOLS, house, place, texts
from hypothesis import assume, given
from hypothesis import strategies as st
from strategies import Way, bags, big, moves, share, ways

import buraco
from buraco import (
    ClosedPile,
    Discard,
    DrawStock,
    FormatError,
    GameState,
    Move,
    Phase,
    Pile,
    PlayerView,
    Reason,
    ViewError,
    parse_card,
    parse_cards,
    parse_move,
)

SEATS = (None, 0, 1, 2, 3)
seats = st.sampled_from(SEATS)


def seat_of(state: GameState, seat: int | None) -> int | None:
    """A seat of the state's."""
    return None if seat is None else seat % state.players


def other_state(state: GameState, seat: int | None, rng: random.Random) -> GameState:
    """A state that differs from another one in nothing that a seat sees."""
    document = state.to_dict()
    places: list[tuple[Any, Any, bool]] = [(document, "stock", False)]
    places += [(document["muertos"], i, False) for i in range(len(state.muertos))]
    places += [(document["hands"], i, False) for i in range(state.players) if i != seat]
    if state.rules.pile is Pile.CLOSED and len(state.pile) > 1:
        places.append((document, "pile", True))
    hidden: list[str] = []
    for holder, key, topped in places:
        cards = list(plain.split(holder[key]))
        hidden += cards[:-1] if topped else cards
    rng.shuffle(hidden)
    for holder, key, topped in places:
        cards = list(plain.split(holder[key]))
        top = cards[-1:] if topped else []
        count = len(cards) - len(top)
        holder[key] = "".join(hidden[:count] + top)
        hidden = hidden[count:]
    try:
        return GameState.from_dict(document)
    except FormatError:  # the seat to move cannot hold that as its last card
        assume(False)
        raise


def check_same(one: Any, other: Any) -> None:
    assert one == other
    assert hash(one) == hash(other)
    assert (repr(one), str(one)) == (repr(other), str(other))
    assert pickle.loads(pickle.dumps(one)) == pickle.loads(pickle.dumps(other))


# What it shows.


@given(way=ways, seat=seats)
def test_shows_what_the_seat_sees(way: Way, seat: int | None) -> None:
    state = way.state(over=True)
    seat = seat_of(state, seat)
    view = state.view(seat)
    for name in ("rules", "starter", "turn", "phase", "closed_by", "players", "is_over", "sides"):
        assert getattr(view, name) == getattr(state, name)
    assert view.seat == seat
    assert view.hand == (parse_cards("") if seat is None else state.hands[seat])
    assert view.hand_sizes == tuple(map(len, state.hands))
    assert view.hands == tuple(
        hand if i == seat else len(hand) for i, hand in enumerate(state.hands)
    )
    assert (view.stock, view.muertos) == (len(state.stock), len(state.muertos))
    assert view.top == (state.pile[-1] if state.pile else None)
    closed = ClosedPile(len(state.pile), view.top)
    assert view.pile == (state.pile if state.rules.pile is Pile.OPEN else closed)
    assert len(view.pile) == len(state.pile)


@given(way=ways, seat=seats, seed=st.integers(0, 2**32), tried=st.lists(moves, max_size=5))
def test_hidden_cards_change_nothing(
    way: Way, seat: int | None, seed: int, tried: list[Move]
) -> None:
    state = way.state(over=True)
    seat = seat_of(state, seat)
    other = other_state(state, seat, random.Random(seed))
    one, two = state.view(seat), other.view(seat)
    check_same(one, two)
    assert one.to_dict() == two.to_dict()
    assert one.to_json() == two.to_json()
    assert one.legal_moves() == two.legal_moves()
    assert one.choices() == two.choices()
    for move in [*tried, *state.legal_moves()[-5:], *other.legal_moves()[-5:]]:
        refusals = one.why_not(move), two.why_not(move)
        assert repr(refusals[0]) == repr(refusals[1])
        assert str(refusals[0]) == str(refusals[1])


@given(way=ways, seat=seats)
def test_text_shows_the_cards_in_sight_and_no_others(way: Way, seat: int | None) -> None:
    state = way.state(over=True)
    seat = seat_of(state, seat)
    view = state.view(seat)
    text = str(view)
    assert text.isascii()
    lines = [line for line in text.splitlines()[1:] if ": " in line]
    shown = Counter(
        name
        for line in lines
        for name in plain.split(line.split(": ")[1].split()[0].removeprefix("-"))
    )
    seen = list(map(str, view.hand))
    seen += [str(card) for side in view.sides for meld in side.melds for card in meld]
    pile = view.pile
    if isinstance(pile, ClosedPile):
        seen += [str(pile.top)] if pile.top is not None else []
    else:
        seen += map(str, pile)
    assert shown == Counter(seen)
    assert not re.search(r"[A2-9TJQK][cdhs]|Jk", repr(view))


def test_text() -> None:
    state = place(hand="3c4c", pile="9h7h", theirs=["5h6h7h"], taken={1: False})
    assert (
        str(state.view(0))
        == """\
cerrado, 4 players, seat 0 to draw (seat 0 started), seen by seat 0
stock     81
pile       2: 7h on top
muertos    1
-> seat 0  2: 3c4c
   seat 1  3
   seat 2  3
   seat 3  3
side 0, no muerto
side 1, muerto taken by seat 1, not used yet
   0: 5h6h7h""".replace("81", str(len(state.stock)))
    )
    assert str(state.view(None)).startswith(
        "cerrado, 4 players, seat 0 to draw (seat 0 started), seen by a spectator\n"
    )


def test_repr() -> None:
    state = place(hand="3c4c", pile="9h7h")
    assert repr(state.view(1)).startswith("<PlayerView cerrado, of seat 1: seat 0 to draw; hands 2")
    assert repr(state.view(None)).startswith("<PlayerView cerrado, of a spectator: ")


@pytest.mark.parametrize("seat", [-1, 2, 2**70])
def test_no_such_seat(seat: int) -> None:
    with pytest.raises(ViewError, match="a seat is 0 to 1"):
        GameState.deal(buraco.CERRADO, players=2, seed=1).view(seat)


@pytest.mark.parametrize("seat", ["0", 0.0, True])
def test_what_is_no_seat(seat: Any) -> None:
    with pytest.raises(TypeError, match="a seat is a whole number"):
        GameState.deal(buraco.CERRADO, players=2, seed=1).view(seat)


@given(way=ways, seat=seats)
def test_is_a_value(way: Way, seat: int | None) -> None:
    state = way.state()
    view = state.view(seat_of(state, seat))
    assert len({view, state.view(view.seat)}) == 1
    for protocol in PICKLE_PROTOCOLS:
        again = pickle.loads(pickle.dumps(view, protocol))
        assert again == view
        assert repr(again) == repr(view)
    with pytest.raises(attrs.exceptions.FrozenInstanceError):
        view.turn = 1  # type: ignore[misc]
    assert not hasattr(view, "__dict__")


# Its moves.


@share(0.5)
@given(way=ways | big, tried=st.lists(moves, max_size=20), cards=bags, data=st.data())
def test_moves_of_the_seat_to_move_are_the_states(
    way: Way, tried: list[Move], cards: buraco.Cards, data: st.DataObject
) -> None:
    state = way.state(over=True)
    view = state.view(state.turn)
    listed = state.legal_moves()
    assert view.legal_moves() == listed
    assert view.choices() == state.choices()
    for move in [*tried, *listed[:: max(1, len(listed) // 20)]]:
        assert view.is_legal(move) == state.is_legal(move)
        assert repr(view.why_not(move)) == repr(state.why_not(move))
        assert str(view.why_not(move)) == str(state.why_not(move))
    own = data.draw(st.lists(st.sampled_from([*view.hand] or [buraco.JOKER]), max_size=2))
    for bag in (cards, buraco.Cards(set(own))):
        for onto in (None, 0, 1):
            assert view.plays(bag, onto) == state.plays(bag, onto)
            assert repr(view.why_no_play(bag, onto)) == repr(state.why_no_play(bag, onto))


@given(way=ways, seat=seats, tried=st.lists(moves, max_size=10))
def test_no_moves_where_it_is_not_the_seats_turn(
    way: Way, seat: int | None, tried: list[Move]
) -> None:
    state = way.state(over=True)
    seat = seat_of(state, seat)
    assume(seat != state.turn)
    view = state.view(seat)
    reason = Reason.HAND_OVER if state.is_over else Reason.NOT_YOUR_TURN
    assert view.legal_moves() == ()
    assert view.choices() == attrs.evolve(
        view.choices(), draws=(), takes=(), lays=(), additions=(), discards=()
    )
    assert view.to_dict()["legal"] is None
    for move in [*tried, *state.legal_moves()[:5]]:
        assert not view.is_legal(move)
        refusal = view.why_not(move)
        assert refusal is not None
        assert (refusal.reason, refusal.seat, refusal.move) == (reason, seat, move)
        again = pickle.loads(pickle.dumps(refusal))
        assert (repr(again), str(again)) == (repr(refusal), str(refusal))
        if seat is not None:
            assert repr(refusal) == repr(state.why_not(move, seat=seat))
    assert view.plays(view.hand) == ()


def test_no_move_at_all() -> None:
    for seat in (0, 1, None):
        view = GameState.deal(buraco.CERRADO, players=2, seed=1).view(seat)
        for ask in (view.is_legal, view.why_not):
            with pytest.raises(TypeError, match="'D' is no move; parse_move reads text"):
                ask("D")  # type: ignore[arg-type]


# Documents.


VIEWS = {
    "spectator": place(hand="3c4c", pile="9h7h").view(None),
    "drawing": place(hand="3h4h5d", pile="9h5h", melds=["7c7h7h2s"], taken={2: True}).view(0),
    "waiting": place(hand="3h4h5d", pile="9h5h").view(1),
    "open": place("abierto", hand="3c4c9d", pile="9h7h").view(0),
    "playing": place(house(), hand="3c4c5c9d", phase="play").view(0),
    "over": place("cerrado", hand="3c", melds=["3h4h5h6h7h8h9h"], taken={0: True}, muertos=0)
    .apply(parse_move("X3c"))
    .view(1),
}
every_view = pytest.mark.parametrize("view", VIEWS.values(), ids=VIEWS)
CLOSED_PILE = VIEWS["drawing"].to_dict()
OPEN_PILE = VIEWS["open"].to_dict()
WAITING = VIEWS["waiting"].to_dict()
OVER = VIEWS["over"].to_dict()


@given(way=ways, seat=seats)
def test_round_trip(way: Way, seat: int | None) -> None:
    state = way.state(over=True)
    view = state.view(seat_of(state, seat))
    again = read_both_ways(PlayerView, view.to_dict())
    check_same(again, view)
    assert json.loads(view.to_json()) == view.to_dict()
    assert again.legal_moves() == view.legal_moves()


def test_document() -> None:
    assert json.dumps(CLOSED_PILE) == json.dumps(
        {
            "format": "buraco.view/1",
            "rules": "cerrado",
            "seat": 0,
            "starter": 0,
            "turn": 0,
            "phase": "draw",
            "hands": ["5d3h4h", 3, 3, 3],
            "stock": 108 - 3 - 9 - 2 - 4 - 11,
            "pile": {"size": 2, "top": "5h"},
            "muertos": 1,
            "sides": [
                {"melds": ["7c7h7h2s"], "muerto": {"seat": 2, "used": True}},
                {"melds": [], "muerto": None},
            ],
            "closed_by": None,
            "legal": ["D", "P:M3h4h5h"],
        }
    )
    assert OPEN_PILE["pile"] == "9h7h"
    assert WAITING["legal"] is None
    assert OVER["legal"] is None


@every_view
def test_keys_are_the_states(view: PlayerView) -> None:
    state = GameState.deal(buraco.CERRADO, players=2, seed=1).to_dict()
    assert set(view.to_dict()) == {*state, "seat", "legal"}


@given(data=mutations(st.sampled_from([view.to_dict() for view in VIEWS.values()])))
def test_mutated(data: Any) -> None:
    read_both_ways(PlayerView, data)


def test_own_hand_in_any_order() -> None:
    document = changed(CLOSED_PILE, ["hands", 0], "4h5d3h")
    assert PlayerView.from_dict(document) == VIEWS["drawing"]


@every_view
def test_no_key_missing_none_unknown(view: PlayerView) -> None:
    document = view.to_dict()
    for key in document:
        path, message = fault(PlayerView.from_dict, without(document, [key]))
        assert (path, message) == ("", f"the key {key!r} is missing")
    assert fault(PlayerView.from_dict, {**document, "deck": ""})[1] == "unknown key 'deck'"
    assert fault(PlayerView.from_dict, {**document, "format": "buraco.state/1"})[0] == "format"


@pytest.mark.parametrize(
    ("document", "path", "value", "where", "message"),
    [
        (WAITING, ["seat"], 4, "seat", "a seat is 0 to 3, not 4"),
        (WAITING, ["seat"], -1, "seat", "a seat is 0 to 3, not -1"),
        (WAITING, ["seat"], 0, "hands[0]", "the cards of the own hand expected, not their number"),
        (WAITING, ["seat"], None, "hands[1]", "the number of cards expected, not the cards"),
        (
            WAITING,
            ["hands", 2],
            "3c4c5d",
            "hands[2]",
            "the number of cards expected, not the cards",
        ),
        (WAITING, ["hands", 2], -1, "hands[2]", "a number of cards or muertos expected, not -1"),
        (WAITING, ["hands", 2], None, "hands[2]", "a whole number or a text expected, not null"),
        (WAITING, ["hands", 2], 4, "", "109 cards in all, not 108"),
        (WAITING, ["stock"], -1, "stock", "a number of cards or muertos expected, not -1"),
        (WAITING, ["stock"], "3c", "stock", "a whole number expected, not a text"),
        (WAITING, ["stock"], 5, "", None),
        (WAITING, ["muertos"], -1, "muertos", "a number of cards or muertos expected, not -1"),
        (WAITING, ["muertos"], 3, "muertos", "3 on the table and 0 taken, of two"),
        (WAITING, ["muertos"], 1, "", "97 cards in all, not 108"),
        (
            WAITING,
            ["pile"],
            "9h5h",
            "pile",
            "size and top of the closed pile expected, not its cards",
        ),
        (WAITING, ["pile", "top"], None, "pile.top", "one card expected for a pile of 2"),
        (WAITING, ["pile", "top"], "9h5h", "pile.top", "one card expected for a pile of 2"),
        (WAITING, ["pile", "size"], 0, "pile.top", "null expected for a pile of 0"),
        (WAITING, ["pile", "size"], -1, "pile.size", None),
        (WAITING, ["pile"], {"size": 0, "top": ""}, "pile.top", "null expected for a pile of 0"),
        (WAITING, ["pile", "top"], "5x", "pile.top", "'5x' is no card, at 0"),
        (WAITING, ["legal"], [], "legal", "null expected, as it is not the seat's turn"),
        (WAITING, ["phase"], "over", "stock", None),
        (WAITING, ["closed_by"], 1, "closed_by", "closed by a seat, but not over"),
        (WAITING, ["turn"], 7, "turn", "a seat is 0 to 3, not 7"),
        (CLOSED_PILE, ["legal"], None, "legal", "these are not the seat's legal moves"),
        (CLOSED_PILE, ["legal"], ["D"], "legal", "these are not the seat's legal moves"),
        (CLOSED_PILE, ["hands", 0], "3h4h", "", "107 cards in all, not 108"),
        (CLOSED_PILE, ["hands", 0], "7h7h7h", "", "too many cards: 7h (3)"),
        (CLOSED_PILE, ["hands", 0], "5h5h4h", "", "too many cards: 5h"),
        (CLOSED_PILE, ["sides", 0, "melds", 0], "7c7h2s7h", "sides[0].melds[0]", None),
        (CLOSED_PILE, ["sides", 0, "muerto", "seat"], 1, "sides[0].muerto.seat", None),
        (
            OPEN_PILE,
            ["pile"],
            {"size": 2, "top": "7h"},
            "pile",
            "the cards of the open pile expected",
        ),
        (OPEN_PILE, ["pile"], "9hJk", "", "too many cards: Jk"),
        (OPEN_PILE, ["hands", 3], 0, "", None),
        (OVER, ["hands", 0], 1, "", "109 cards in all, not 108"),
        (OVER, ["closed_by"], 2, "turn", "seat 2 closed the hand, and so moved last"),
        (OVER, ["legal"], [], "legal", "null expected, as it is not the seat's turn"),
    ],
)
def test_reading_checks(
    document: Any, path: list[str | int], value: Any, where: str, message: str | None
) -> None:
    found = fault(PlayerView.from_dict, changed(document, path, value))
    assert found[0] == where
    assert message is None or found[1] == message


def test_empty_hands_and_stock() -> None:
    document = changed(WAITING, ["hands", 2], 0)
    document = changed(document, ["stock"], WAITING["stock"] + 3)
    assert fault(PlayerView.from_dict, document) == ("hands[2]", "empty, but the hand is not over")
    document = changed(WAITING, ["stock"], 0)
    document = changed(document, ["hands", 2], 3 + WAITING["stock"])
    assert fault(PlayerView.from_dict, document)[0] == "stock"


def test_r7_6_own_hand_without_a_legal_move() -> None:
    state = place(hand="3c9d", taken={0: True})
    document = state.view(0).to_dict()
    document = changed(document, ["hands", 0], "3c")
    document = changed(document, ["stock"], document["stock"] + 1)
    assert fault(PlayerView.from_dict, document) == (
        "hands[0]",
        "the seat to move has no legal move",
    )


def test_r7_6_other_hand_that_cannot_have_a_legal_move() -> None:
    """The one card of seat 0 cannot be discarded, and added only where a meld is long enough."""
    for melds, possible in (["3h4h5h6h7h8h"], True), (["3h4h5h6h7h"], False), ([], False):
        state = place(hand="9d9c", melds=melds, taken={0: True})
        document = state.view(1).to_dict()
        document = changed(document, ["hands", 0], 1)
        document = changed(document, ["stock"], document["stock"] + 1)
        if possible:
            assert PlayerView.from_dict(document).hand_sizes[0] == 1
        else:
            assert fault(PlayerView.from_dict, document) == (
                "hands[0]",
                "the seat to move has no legal move",
            )


def test_hidden_card_in_no_error() -> None:
    """Faults of a document that a server keeps do not show the own hand either."""
    _, message = fault(PlayerView.from_dict, changed(CLOSED_PILE, ["hands", 0], "3h4h5dxx"))
    assert message == "'xx' is no card, at 6"


def test_follows_the_state() -> None:
    state = GameState.deal(buraco.CERRADO, players=4, seed=7)
    assert texts(state.view(0).legal_moves()) == ["D"]
    after = state.apply(DrawStock())
    assert after.view(0).phase is Phase.PLAY
    discarded = after.apply(Discard(parse_card("8s")))
    assert discarded.view(3).pile == ClosedPile(1, parse_card("8s"))
