"""Moves asked for the way an interface does: by kind, by the cards tapped, and why not."""

from __future__ import annotations

import pickle
import random
from collections import Counter
from functools import cache
from typing import Any

import plain
import pytest
from helpers import all_melds, house, place
from hypothesis import given
from strategies import Way, bags, big, seeds, ways

import buraco
from buraco import (
    AddToMeld,
    Cards,
    CardsError,
    Discard,
    DrawStock,
    GameState,
    Group,
    IllegalMove,
    LayMeld,
    Phase,
    Pile,
    Reason,
    TakePile,
    parse_cards,
    parse_meld,
    parse_move,
)

LEAVES_TOO_FEW = {Reason.DISCARD_REQUIRED, Reason.CANASTA_MISSING, Reason.WOULD_STRAND}


def used_cards(state: GameState, text: str) -> Counter[str]:
    """The cards of the hand that a move uses, told from its text."""
    play = text.removeprefix("P:")
    if play[0] not in "M+":
        return Counter(plain.split(play[1:]))
    used = Counter(plain.split(play.partition("=")[2] or play[1:]))
    if play[0] == "+":
        index = int(play[1:].partition("=")[0])
        used -= Counter(plain.split(str(state.sides[state.turn % 2].melds[index])))
    if play != text:
        used -= Counter([str(state.pile[-1])])
    return used


def counted(cards: Cards) -> Counter[str]:
    return Counter(map(str, cards))


# By kind.


@given(way=ways | big)
def test_kinds_make_up_the_legal_moves(way: Way) -> None:
    state = way.state(over=True)
    choices = state.choices()
    kinds = (choices.draws, choices.takes, choices.lays, choices.additions, choices.discards)
    assert sum(map(tuple, kinds), ()) == state.legal_moves()
    for moves, kind in zip(kinds, (DrawStock, TakePile, LayMeld, AddToMeld, Discard), strict=True):
        assert {type(move) for move in moves} <= {kind}


@given(way=ways | big)
def test_used_is_what_leaves_the_hand(way: Way) -> None:
    state = way.state(over=True)
    for move in state.legal_moves():
        expected = used_cards(state, str(move)) if len(str(move)) > 1 else Counter()
        assert counted(state.used(move)) == counted(state.view(state.turn).used(move)) == expected


def test_used_of_an_illegal_move() -> None:
    state = place(hand="3h4h9c", melds=["5h6h7h"])
    for asked in (state, state.view(0)):
        with pytest.raises(IllegalMove) as caught:
            asked.used(parse_move("+0=5h6h7h8h"))
        assert caught.value.reason is Reason.CARD_NOT_HELD
        with pytest.raises(TypeError, match="is no move"):
            asked.used("X9c")  # type: ignore[arg-type]


@given(way=ways | big)
def test_playable_and_discardable_are_what_the_moves_use(way: Way) -> None:
    state = way.state(over=True)
    choices = state.choices()
    playable: Counter[str] = Counter()
    discardable: Counter[str] = Counter()
    for text in map(str, state.legal_moves()):
        if text[0] == "X":
            discardable |= used_cards(state, text)
        elif len(text) > 1:
            playable |= used_cards(state, text)
    assert counted(choices.playable) == playable
    assert counted(choices.discardable) == discardable
    assert choices.playable <= state.hands[state.turn]
    assert len(choices.playable) == playable.total()
    assert pickle.loads(pickle.dumps(choices)) == choices


def test_both_copies_are_playable_where_one_move_uses_both() -> None:
    choices = place(hand="7c7c7h9d", melds=["9c9h9s"]).choices()
    assert (str(choices.playable), str(choices.discardable)) == ("7c7c9d7h", "7c9d7h")


def test_take_of_an_open_pile_uses_no_card() -> None:
    choices = place("abierto", hand="3c4c9d", pile="5c").choices()
    assert choices.takes == (TakePile(),)
    assert (choices.playable, choices.discardable) == (Cards(), Cards())


# By the cards tapped.


@cache
def melds_of_cards() -> dict[tuple[str, ...], list[str]]:
    found: dict[tuple[str, ...], list[str]] = {}
    for meld in all_melds():
        found.setdefault(tuple(sorted(plain.split(meld))), []).append(meld)
    return found


def taps(state: GameState, seed: int) -> list[tuple[Cards, int | None]]:
    """Cards of the hand that may make a play, with the place to play them."""
    rng = random.Random(seed)
    hand = list(state.hands[state.turn])
    places = [None, *range(len(state.sides[state.turn % 2].melds)), 99, -1]
    found = []
    for _ in range(6):
        cards = rng.sample(hand, min(len(hand), rng.choice([0, 1, 2, 3, 3, 4])))
        found.append((Cards(cards), rng.choice(places)))
    same = [card for card in hand if card.rank is rng.choice(hand).rank] if hand else []
    found.append((Cards(same), None))
    moves = list(state.legal_moves())
    rng.shuffle(moves)
    for move in moves[:6]:
        play = move.play if isinstance(move, TakePile) else move
        if isinstance(play, (LayMeld, AddToMeld)):
            cards_used = list(used_cards(state, str(move)).elements())
            onto = play.index if isinstance(play, AddToMeld) else None
            found.append((parse_cards("".join(cards_used)), onto))
    return found


@given(way=ways, seed=seeds, other=bags)
def test_refused_exactly_if_there_is_no_play(way: Way, seed: int, other: Cards) -> None:
    state = way.state(over=True)
    for cards, onto in [*taps(state, seed), (other, None)]:
        refusal = state.why_no_play(cards, onto)
        plays = state.plays(cards, onto)
        assert (refusal is None) == bool(plays)
        assert set(plays) <= set(state.legal_moves())
        if refusal is None:
            continue
        assert refusal.seat == state.turn
        again = pickle.loads(pickle.dumps(refusal))
        assert (repr(again), str(again)) == (repr(refusal), str(refusal))
        if refusal.move is not None:  # then it is the error for that move
            assert repr(state.why_not(refusal.move)) == repr(refusal)
            assert used_cards(state, str(refusal.move)) == counted(cards)
        elif refusal.reason in (Reason.NOT_A_MELD, Reason.NOT_AN_ADDITION):
            taking = state.phase is Phase.DRAW
            assert refusal.cards == Cards([*cards, *state.pile[-1:]] if taking else cards)


@given(way=ways, seed=seeds)
def test_first_what_the_player_would_have_to_change(way: Way, seed: int) -> None:
    """Beside a plain list of all melds that there are."""
    state = way.state()
    rules, drawing = state.rules, state.phase is Phase.DRAW
    taking = drawing and bool(state.pile) and rules.pile is Pile.CLOSED
    for cards, onto in taps(state, seed):
        refusal = state.why_no_play(cards, onto)
        reason = None if refusal is None else refusal.reason
        melds = state.sides[state.turn % 2].melds
        if onto is not None and not 0 <= onto < len(melds):
            assert reason is Reason.NO_SUCH_MELD
            continue
        if drawing and not taking:
            assert reason is Reason.MUST_DRAW_FIRST
            continue
        used = list(map(str, [*cards, *state.pile[-1:]] if taking else cards))
        if onto is not None:
            used += map(str, melds[onto])
        found = melds_of_cards().get(tuple(sorted(used)), [])
        admitted = [meld for meld in found if rules.admits(parse_meld(meld))]
        if onto is not None:
            if not found or not cards:
                assert reason in (Reason.NOT_AN_ADDITION, Reason.MUST_DRAW_FIRST, None)
        elif admitted:
            assert reason is None or reason in LEAVES_TOO_FEW
        elif reason is Reason.MUST_DRAW_FIRST:
            alone = melds_of_cards()[tuple(sorted(map(str, cards)))]
            assert taking
            assert any(rules.admits(parse_meld(meld)) for meld in alone)
        elif found:
            assert refusal is not None
            groups = isinstance(parse_meld(found[0]), Group) and not rules.groups
            assert reason is (Reason.GROUPS_NOT_ALLOWED if groups else Reason.NOT_A_MELD)
            assert refusal.move is not None
        else:
            assert reason is Reason.NOT_A_MELD
            assert refusal is not None
            assert refusal.move is None


TAKEN = {0: True}


@pytest.mark.parametrize(
    ("state", "cards", "onto", "reason", "move", "concerned"),
    [
        # 2. No such place or card.
        (place(hand="3h4h5h9d"), "3h", 0, "no-such-meld", None, ""),
        (place(hand="3h4h5h9d"), "3h3h9s", None, "card-not-held", None, "3h9s"),
        (place(hand="3h4h9d", pile="5h"), "3h4h5h", None, "card-not-held", None, "5h"),
        # 3. What is left would be too few.
        (place(hand="3h4h5h9d", taken=TAKEN), "3h4h5h", None, "would-strand", "M3h4h5h", "9d"),
        (place(hand="3h4h5h", taken=TAKEN), "3h4h5h", None, "canasta-missing", "M3h4h5h", ""),
        (
            place("abierto-sucio", hand="3h4h5h", taken=TAKEN),
            "3h4h5h",
            None,
            "discard-required",
            "M3h4h5h",
            "",
        ),
        (
            place(hand="6h9d", melds=["3h4h5h"], taken=TAKEN),
            "6h",
            0,
            "would-strand",
            "+0=3h4h5h6h",
            "9d",
        ),
        # Of several arrangements the first stands for all.
        (
            place(hand="4h5hJk9d", taken=TAKEN),
            "4h5hJk",
            None,
            "would-strand",
            "MJk4h5h",
            "9d",
        ),
        (
            place(hand="3h4h9d", pile="5h", taken=TAKEN),
            "3h4h",
            None,
            "would-strand",
            "P:M3h4h5h",
            "9d",
        ),
        # 4. To be played after drawing.
        (place(hand="3h4h5hKd", pile="9c"), "3h4h5h", None, "must-draw-first", None, ""),
        (place(hand="6hQdKd", pile="9c", melds=["3h4h5h"]), "6h", 0, "must-draw-first", None, ""),
        (place("abierto", hand="3h4h5hKd", pile="9c"), "3hKd", None, "must-draw-first", None, ""),
        # 5. Melds of other rules.
        (place("abierto", hand="7c7d7h9d9s"), "7c7d7h", None, "groups-not-allowed", "M7c7d7h", ""),
        (place("abierto-sucio", hand="2c2d2h9d9s"), "2c2d2h", None, "not-a-meld", "M2c2d2h", ""),
        (
            place("abierto-sucio", hand="Ah9d9s", melds=["2h3h4h5h6h7h8h9hThJhQhKhAh"]),
            "Ah",
            0,
            "not-a-meld",
            "+0=Ah2h3h4h5h6h7h8h9hThJhQhKhAh",
            "",
        ),
        # 6. Cards that fit in no way.
        (place(hand="3h4h9d9s"), "3h4h", None, "not-a-meld", None, "3h4h"),
        (place(hand="3h4h9d9s"), "", None, "not-a-meld", None, ""),
        (place(hand="3h4h9d9s", pile="Kc"), "3h4h", None, "not-a-meld", None, "Kc3h4h"),
        (place(hand="3h4h9d9s", melds=["3c4c5c"]), "9d", 0, "not-an-addition", None, "9d"),
        (place(hand="3h4h9d9s", pile="Kd", melds=["3c4c5c"]), "", 0, "not-an-addition", None, "Kd"),
    ],
)
def test_reasons(
    state: GameState, cards: str, onto: int | None, reason: str, move: str | None, concerned: str
) -> None:
    refusal = state.why_no_play(parse_cards(cards), onto)
    assert refusal is not None
    assert (refusal.reason, refusal.seat) == (Reason(reason), 0)
    assert refusal.move == (None if move is None else parse_move(move))
    assert refusal.cards == parse_cards(concerned)
    assert state.plays(parse_cards(cards), onto) == ()
    view = state.view(0)
    assert repr(view.why_no_play(parse_cards(cards), onto)) == repr(refusal)


def test_a_legal_arrangement_is_enough() -> None:
    state = place(house(), hand="4h5hJk", melds=["9c9c9d9d9h9s"], taken=TAKEN)
    assert state.why_no_play(parse_cards("4h5hJk")) is not None
    state = place(house(), hand="4h5hJk9d9s")
    assert state.why_no_play(parse_cards("4h5hJk")) is None
    assert len(state.plays(parse_cards("4h5hJk"))) == 2


def test_no_turn() -> None:
    state = place(hand="3h4h5h9d")
    for seat in (1, None):
        refusal = state.view(seat).why_no_play(parse_cards("3h4h5h"))
        assert refusal is not None
        assert (refusal.reason, refusal.seat) == (Reason.NOT_YOUR_TURN, seat)
        assert (refusal.move, refusal.cards) == (None, Cards())


def test_hand_over() -> None:
    state = place(hand="3c", melds=["3h4h5h6h7h8h9h"], taken=TAKEN).apply(parse_move("X3c"))
    for asked in (state, state.view(0), state.view(None)):
        refusal = asked.why_no_play(parse_cards("3h"), 0)
        assert refusal is not None
        assert refusal.reason is Reason.HAND_OVER
        assert asked.plays(parse_cards("3h"), 0) == ()


def test_message_without_a_move() -> None:
    error = IllegalMove(Reason.NOT_A_MELD, 2, None, parse_cards("3h4d"))
    assert str(error) == "seat 2: no meld under these rules (4d3h)"
    assert str(IllegalMove(Reason.NOT_YOUR_TURN, None, None, Cards())) == (
        "a spectator: it is another seat's turn"
    )


@pytest.mark.parametrize("onto", ["0", 0.0, True])
def test_onto_that_is_no_number(onto: Any) -> None:
    state = place(hand="3h4h5h9d")
    for asked in (state, state.view(1)):
        for ask in (asked.plays, asked.why_no_play):
            with pytest.raises(TypeError, match="onto is the number of a meld or None"):
                ask(Cards(), onto)


def test_what_is_no_card() -> None:
    view = buraco.GameState.deal(buraco.CERRADO, seed=1).view(1)
    for ask in (view.plays, view.why_no_play):
        with pytest.raises(CardsError):
            ask(["3h"])  # type: ignore[list-item]
