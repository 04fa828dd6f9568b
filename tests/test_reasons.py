"""Each `Reason` for which a move is refused, the error that carries it, and which comes first."""

import copy
import pickle
import random
from collections import Counter
from itertools import chain, islice
from typing import Any

import helpers
import plain
import pytest
from helpers import house, place
from hypothesis import given
from strategies import Way, seeds, share, ways

import buraco
from buraco import (
    AddToMeld,
    BuracoError,
    Discard,
    GameState,
    IllegalMove,
    LayMeld,
    Move,
    Reason,
    TakePile,
    parse_move,
)

CLEAN = "3c4c5c6c7c8c9c"
OVER = helpers.after(place(hand="9c", melds=[CLEAN], taken={0: True}), "X9c")


def refused(
    state: GameState, text: str, reason: Reason, cards: str = "", seat: int | None = None
) -> str:
    """Check that a move is refused in every way, and all of the error; gives the message."""
    move = parse_move(text)
    assert not state.is_legal(move, seat=seat)
    told = state.why_not(move, seat=seat)
    with pytest.raises(IllegalMove) as raised:
        state.apply(move, seat=seat)
    assert isinstance(raised.value, BuracoError)
    assert isinstance(raised.value, ValueError)
    errors = [told, raised.value, copy.copy(raised.value)]
    errors += [pickle.loads(pickle.dumps(told, protocol)) for protocol in helpers.PICKLE_PROTOCOLS]
    for error in errors:
        assert type(error) is IllegalMove
        assert error.reason is reason
        assert error.seat == (state.turn if seat is None else seat)
        assert error.move == move
        assert isinstance(error.cards, buraco.Cards)
        assert str(error.cards) == cards
        assert str(error) == str(told)
    message = str(told)
    assert message.startswith(f"seat {state.turn if seat is None else seat}, {text}: ")
    assert cards in message
    return message


def test_hand_over() -> None:
    for text in ("D", "P", "X9c", "M3h4h5h", "+0=3c4c5c6c7c8c9cTc", "P:M3h4h5h"):
        assert refused(OVER, text, Reason.HAND_OVER).endswith("the hand is over")
    for seat in range(4):
        refused(OVER, "D", Reason.HAND_OVER, seat=seat)


def test_not_your_turn() -> None:
    state = place(hand="9c9d", turn=2)
    for seat in (0, 1, 3, 7, -1):
        assert "another seat's turn" in refused(state, "X9c", Reason.NOT_YOUR_TURN, seat=seat)
    assert state.is_legal(parse_move("X9c"), seat=2)
    assert state.is_legal(parse_move("X9c"))
    assert state.why_not(parse_move("X9c"), seat=2) is None
    assert state.apply(parse_move("X9c"), seat=2) == state.apply(parse_move("X9c"))
    refused(state, "X9s", Reason.CARD_NOT_HELD, "9s", seat=2)


def test_must_draw_first() -> None:
    state = place(hand="3h4h5h9c", melds=["9d9h9s"], phase="draw")
    for text in ("M3h4h5h", "X9c", "+0=9c9d9h9s", "XKs", "M7c7d7h", "+5=9c9d9h9s"):
        assert "draw from the stock" in refused(state, text, Reason.MUST_DRAW_FIRST)


def test_already_drawn() -> None:
    state = place(hand="3h4h9cKs", pile="5h", phase="play")
    for text in ("D", "P", "P:M3h4h5h", "P:+0=9c9d9h"):
        assert "has drawn already" in refused(state, text, Reason.ALREADY_DRAWN)


def test_pile_empty() -> None:
    for rules in ("abierto", "cerrado"):
        state = place(rules, hand="3h4h9cKs", phase="draw")
        for text in ("P", "P:M3h4h5h", "P:+0=3h4h5h"):
            assert "pile is empty" in refused(state, text, Reason.PILE_EMPTY)


def test_pile_is_open() -> None:
    state = place("abierto-sucio", hand="3h4h9cKs", pile="5h")
    for text in ("P:M3h4h5h", "P:+0=3h4h5h", "P:M7c7d7h"):
        assert "without a play" in refused(state, text, Reason.PILE_IS_OPEN)


def test_top_card_must_be_played() -> None:
    state = place(hand="3h4h9cKs", pile="Qd5h")
    assert "its top card" in refused(state, "P", Reason.TOP_CARD_MUST_BE_PLAYED, "5h")


def test_no_such_meld() -> None:
    state = place(hand="3h4h9cKs", melds=["9d9h9s"], theirs=["5h6h7h", "8s9sTs"])
    for text in ("+1=5h6h7h", "+1=9c9d9h9s", "+7=4h5h6h7h", "+9999=9c9d9h"):
        assert "no meld of that number" in refused(state, text, Reason.NO_SUCH_MELD)
    state = place(hand="3h4h9cKs", pile="5h")
    refused(state, "P:+0=3h4h5h", Reason.NO_SUCH_MELD)


def test_groups_not_allowed() -> None:
    for rules in ("abierto", "cerrado-stcl"):
        state = place(rules, hand="9c9d9hKs", melds=["5h6h7h"])
        for text in ("M9c9d9h", "M2c2d2h", "M7c7dJk", "+0=9c9d9h"):
            assert "no groups" in refused(state, text, Reason.GROUPS_NOT_ALLOWED)


def test_not_a_meld() -> None:
    full = "As2s3s4s5s6s7s8s9sTsJsQsKsAs"
    for rules, text in [
        ("abierto-sucio", f"M{full}"),
        ("abierto-sucio", "M" + full.replace("7s", "Jk")),
        ("abierto-sucio", "M2c2d2h"),
        ("abierto-sucio", "M2c2dJk"),
        ("abierto", "M5h6hJk"),
    ]:
        state = place(rules, hand="9c9d9hKs", melds=["5h6h7h"])
        assert "no meld under these rules" in refused(state, text, Reason.NOT_A_MELD)


def test_not_an_addition() -> None:
    state = place(hand="6h8h9h9cJkKs", melds=["3h4h5h", "7c7dJk"])
    for text in (
        "+0=3h4h5h",  # nothing added
        "+0=4h5h6h",  # a card taken away
        "+0=9c9d9h",  # another kind of meld
        "+0=3c4c5c6c",  # another suit
        "+1=7c7d7h",  # the wild taken back
        "+1=8c8dJk",  # another rank
        "+1=7c7d2s",  # another wild
    ):
        assert "these cards do not fit that meld" in refused(state, text, Reason.NOT_AN_ADDITION)


def test_top_card_not_used() -> None:
    state = place(hand="3h4h5h6h9cKs", melds=["9d9h9s"], pile="QdTh")
    for text in ("P:M3h4h5h", "P:+0=9c9d9h9s", "P:M7c7d7h"):
        assert "leaves out" in refused(state, text, Reason.TOP_CARD_NOT_USED, "Th")


def test_card_not_held() -> None:
    state = place(hand="3h4h9cKs", melds=["9d9h9s"])
    assert "not in the hand" in refused(state, "X9d", Reason.CARD_NOT_HELD, "9d")
    refused(state, "M3h4h5h6h", Reason.CARD_NOT_HELD, "5h6h")
    refused(state, "M9c9cJk", Reason.CARD_NOT_HELD, "9cJk")
    refused(state, "+0=9c9c9d9h9sJk", Reason.CARD_NOT_HELD, "9cJk")
    state = place(hand="3h9cKs", pile="4h5h")
    refused(state, "P:M3h4h5h", Reason.CARD_NOT_HELD, "4h")
    refused(state, "P:M5h5h5s", Reason.CARD_NOT_HELD, "5h5s")


def test_discard_required() -> None:
    always, to_close = house(discard_to_go_out="always"), house(discard_to_go_out="to-close")
    for state in (
        place("abierto-sucio", hand="9c9d9h"),
        place(always, hand="9c9d9h"),
        place(always, hand="9c9d9h", melds=[CLEAN], taken={0: True}),
        place(always, hand="9c9d9h", taken={0: True}),
        place(to_close, hand="9c9d9h", melds=[CLEAN], taken={0: True}),
        place(to_close, hand="9c9d9h", taken={0: True}),
    ):
        assert "ask for a discard" in refused(state, "M9c9d9h", Reason.DISCARD_REQUIRED)
    assert place(to_close, hand="9c9d9h").is_legal(parse_move("M9c9d9h"))


def test_canasta_missing() -> None:
    state = place(hand="9c9d9h", melds=["3c4c5c6c7c8cJk"], taken={0: True})
    assert "canasta to close" in refused(state, "M9c9d9h", Reason.CANASTA_MISSING)
    state = place(hand="3h", melds=["4h5h6h7h8h9h2h"], taken={0: True})
    refused(state, "X3h", Reason.CANASTA_MISSING)
    state = place(hand="9d9h", pile="9c", taken={0: True})
    refused(state, "P:M9c9d9h", Reason.CANASTA_MISSING)


def test_would_strand() -> None:
    state = place(hand="9c9d9hKs", taken={0: True})
    assert "could not be ended" in refused(state, "M9c9d9h", Reason.WOULD_STRAND, "Ks")
    state = place(hand="9d9hKs", pile="9c", taken={0: True})
    refused(state, "P:M9c9d9h", Reason.WOULD_STRAND, "Ks")
    state = place(hand="9d9h", pile="Qd9c", taken={0: True})
    refused(state, "P:M9c9d9h", Reason.WOULD_STRAND)  # the buried queen is not told


@pytest.mark.parametrize("reason", Reason)
def test_every_reason_has_its_test(reason: Reason) -> None:
    assert callable(globals()["test_" + reason.value.replace("-", "_")])
    assert Reason(reason.value) is reason
    assert reason.name.lower().replace("_", "-") == reason.value
    assert str(reason) == reason.value


def test_the_reasons_are_these() -> None:
    names = """
        hand-over not-your-turn must-draw-first already-drawn pile-empty top-card-must-be-played
        top-card-not-used pile-is-open card-not-held not-a-meld groups-not-allowed no-such-meld
        not-an-addition would-strand discard-required canasta-missing
    """
    assert sorted(Reason) == sorted(names.split())


# What is no move.


@pytest.mark.parametrize(
    "value", ["D", "X9c", None, 0, buraco.parse_meld("3h4h5h"), buraco.JOKER, buraco.DrawStock, ()]
)
@pytest.mark.parametrize("state", [OVER, place(hand="9c9d"), place(hand="9c", phase="draw")])
def test_what_is_no_move_is_a_type_error(state: GameState, value: Any) -> None:
    for method in (state.is_legal, state.why_not, state.apply):
        for seat in (None, state.turn, (state.turn + 1) % 4):
            with pytest.raises(TypeError, match="is no move"):
                method(value, seat=seat)


@pytest.mark.parametrize("seat", ["0", 0.0, True, [0], buraco.Phase.PLAY])
def test_what_is_no_seat_is_a_type_error(seat: Any) -> None:
    for state in (OVER, place(hand="9c9d"), place(hand="9c9d", turn=1)):
        for method in (state.is_legal, state.why_not, state.apply):
            with pytest.raises(TypeError, match="seat"):
                method(parse_move("X9c"), seat=seat)


# Which reason comes first, and what the errors tell.


def reasons(state: dict[str, Any], text: str) -> list[Reason]:
    """The reasons that hold for a move of the seat to move; none if it is legal.

    A reason is looked for only where its question makes sense: whether cards are held, for
    instance, only of a play that would make the meld it names.
    """
    rules = plain.rule_set(state["rules"])
    hand = list(plain.split(state["hands"][state["turn"]]))
    melds, pile = state["sides"][state["turn"] % 2]["melds"], plain.split(state["pile"])
    if state["phase"] == "over":
        return [Reason.HAND_OVER]
    draws = text[0] in "DP"
    if draws != (state["phase"] == "draw"):
        return [Reason.ALREADY_DRAWN if draws else Reason.MUST_DRAW_FIRST]
    if text == "D":
        return []
    if text[0] == "X":
        if text[1:] not in hand:
            return [Reason.CARD_NOT_HELD]
        return [] if plain.can_discard(state, hand, melds) else [Reason.CANASTA_MISSING]
    play, buried = text.removeprefix("P:"), 0
    if text[0] == "P":
        found = [Reason.PILE_EMPTY] if not pile else []
        if rules["pile"] == "open":
            found += [Reason.PILE_IS_OPEN] if play != text else []
        elif play == text:
            found += [Reason.TOP_CARD_MUST_BE_PLAYED]
        if found or play == text:
            return found
        hand, buried = [*hand, pile[-1]], len(pile) - 1
    return _reasons_of_play(state, play, hand, pile if play != text else (), buried)


def _reasons_of_play(
    state: dict[str, Any], play: str, hand: list[str], pile: plain.Cards, buried: int
) -> list[Reason]:
    rules = plain.rule_set(state["rules"])
    melds = state["sides"][state["turn"] % 2]["melds"]
    index, meld = len(melds), play[1:]
    used = list(plain.split(meld))
    if play[0] == "+":
        index, meld = int(play[1:].split("=")[0]), play.split("=")[1]
        if index >= len(melds):
            return [Reason.NO_SUCH_MELD]
        used = list((Counter(plain.split(meld)) - Counter(plain.split(melds[index]))).elements())
    found = []
    if plain.as_group(plain.split(meld), helpers.ANY_SHAPE) and not rules["groups"]:
        found.append(Reason.GROUPS_NOT_ALLOWED)
    if plain.read_meld(meld, rules) is None:
        found.append(Reason.NOT_A_MELD)
    elif play[0] == "+" and meld not in plain.grow(melds[index], used, rules):
        found.append(Reason.NOT_AN_ADDITION)
    if found:
        return found
    if pile and pile[-1] not in used:
        found.append(Reason.TOP_CARD_NOT_USED)
    if Counter(used) - Counter(hand):
        found.append(Reason.CARD_NOT_HELD)
    if found:
        return found
    left = plain.without(hand, used)
    melds = [*melds[:index], meld, *melds[index + 1 :]]
    if plain.can_go_on(state, melds, left, buried):
        return []
    if left or buried:
        return [Reason.WOULD_STRAND]
    takes = plain.can_take_muerto(state)
    if rules["discard_to_go_out"] == "always" or (
        rules["discard_to_go_out"] == "to-close" and not takes
    ):
        found.append(Reason.DISCARD_REQUIRED)
    if not takes and not plain.has_closing_canasta(melds, rules):
        found.append(Reason.CANASTA_MISSING)
    return found


def some_moves(state: GameState, rng: random.Random) -> list[Move]:
    """Moves of every kind, legal and illegal, many of them nearly legal."""
    melds = [buraco.parse_meld(text) for text in rng.sample(helpers.all_melds(), 10)]
    legal = [
        *rng.sample(state.legal_moves(), min(20, len(state.legal_moves()))),
        *but_for_r7(state),
    ]
    melds += [move.meld for move in legal if isinstance(move, LayMeld | AddToMeld)]
    melds += [move.play.meld for move in legal if isinstance(move, TakePile) and move.play]
    melds += state.sides[state.turn % 2].melds
    plays: list[LayMeld | AddToMeld] = [LayMeld(meld) for meld in melds]
    plays += [AddToMeld(rng.randrange(4), meld) for meld in melds]
    moves = [*legal, *plays, *map(TakePile, plays), TakePile(), buraco.DrawStock()]
    discards = [*rng.sample(buraco.deck(), 5), *state.hands[state.turn]]
    return [*moves, *map(Discard, discards)]


def but_for_r7(state: GameState) -> list[Move]:
    """The first plays that would be legal if no turn had to come to an end."""
    data = state.to_dict()
    melds, rules = data["sides"][state.turn % 2]["melds"], data["rules"]
    draws = state.phase is buraco.Phase.DRAW
    cards = plain.split(data["hands"][state.turn] + (data["pile"][-2:] if draws else ""))
    if len(cards) > 6:
        return []
    plays = chain(plain.lays(cards, melds, rules), plain.additions(cards, melds, rules))
    return [parse_move(f"P:{play.text}" if draws else play.text) for play in islice(plays, 40)]


@share(2)
@given(ways, seeds)
def test_the_first_reason_that_holds_is_given(way: Way, seed: int) -> None:
    state = way.state(over=True)
    data, order = state.to_dict(), list(Reason)
    for move in some_moves(state, random.Random(seed)):
        error, expected = state.why_not(move), reasons(data, str(move))
        told = [] if error is None else [error.reason]
        assert told == sorted(expected, key=order.index)[:1], str(move)


@given(ways, seeds)
def test_errors_tell_no_hidden_card(way: Way, seed: int) -> None:
    """Their cards are the seat's own, the pile's top card, or the move's."""
    state = way.state(over=True)
    known = {*map(str, state.hands[state.turn]), *map(str, state.pile[-1:])}
    for move in some_moves(state, random.Random(seed)):
        error = state.why_not(move)
        if error is None:
            continue
        text = str(move).rpartition("=")[2].rpartition(":")[2].lstrip("MX")
        names = known | set(plain.split(text))
        assert set(map(str, error.cards)) <= names
        if error.reason is Reason.WOULD_STRAND:
            assert len(error.cards) <= 1
            assert error.cards <= state.hands[state.turn]
