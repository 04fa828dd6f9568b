"""What a perfect memory knows, beside a plain definition: which physical cards were seen."""

from __future__ import annotations

import pickle
import random
from collections import Counter
from typing import Any, NamedTuple

import plain
import pytest
from helpers import after, place
from hypothesis import given
from hypothesis import strategies as st
from strategies import chosen, rule_sets, seeds, share
from strategies import moves as some_moves

import buraco
from buraco import (
    Cards,
    GameState,
    IllegalMove,
    Known,
    Memory,
    Move,
    Pile,
    PlayerView,
    Reason,
    RuleSet,
    ViewError,
    parse_card,
    parse_cards,
    parse_move,
)


class Hand(NamedTuple):
    """A hand that was played: its states, and the moves between them."""

    states: list[GameState]
    moves: list[Move]


def played(rules: RuleSet, players: int, seed: int, *, eager: bool = True) -> Hand:
    rng = random.Random(seed)
    states = [GameState.deal(rules, players, rng=rng, starter=rng.randrange(players))]
    moves: list[Move] = []
    while not states[-1].is_over:
        moves.append(chosen(states[-1], rng, eager=eager))
        states.append(states[-1].apply(moves[-1]))
    return Hand(states, moves)


hands = st.builds(
    lambda rules, big, seed, eager: played(rules, rules.players[-big], seed, eager=eager),
    rule_sets,
    big=st.integers(0, 1),
    seed=seeds,
    eager=st.sampled_from([True, True, False]),
)


def seen_cards(hand: Hand, first: int, last: int) -> tuple[list[Counter[str]], list[str]]:
    """The cards that were seen to get into each hand and not to leave it; and those of the pile.

    Told from the texts of the moves, from the state numbered first to the one numbered last. A
    card that leaves a hand is one that was seen, if such a one is there. A card of the pile
    that lay there before is "?".
    """
    start = hand.states[first]
    hidden = len(start.pile) - 1 if start.rules.pile is Pile.CLOSED and start.pile else 0
    pile = ["?"] * hidden + [str(card) for card in start.pile[hidden:]]
    seen: list[Counter[str]] = [Counter() for _ in start.hands]
    for state, move in zip(hand.states[first:last], hand.moves[first:last], strict=True):
        text, mine = str(move), seen[state.turn]
        used: Counter[str] = Counter()
        if text[0] == "X":
            used[text[1:]] += 1
            pile.append(text[1:])
        play = text.removeprefix("P:")
        if play[0] == "M":
            used = Counter(plain.split(play[1:]))
        elif play[0] == "+":
            index, meld = play[1:].split("=")
            old = str(state.sides[state.turn % 2].melds[int(index)])
            used = Counter(plain.split(meld)) - Counter(plain.split(old))
        if text.startswith("P:"):
            used -= Counter([pile.pop()])
        mine -= used
        if text[0] == "P":
            mine.update(card for card in pile if card != "?")
            pile = []
    return seen, pile


def check(known: Known, seen: list[Counter[str]], pile: list[str]) -> None:
    assert [Counter(map(str, cards)) for cards in known.hands] == seen
    assert ["?" if card is None else str(card) for card in known.pile] == pile


# What it holds.


@share(0.5)
@given(hand=hands)
def test_from_the_start_it_knows_what_was_seen(hand: Hand) -> None:
    memory = Memory.start(hand.states[0].view(0))
    for number, state in enumerate(hand.states):
        if number:
            memory = memory.after(hand.moves[number - 1])
        assert memory.table == state.view(None)
        assert memory.known.pile == state.pile
        for bound, cards in zip(memory.known.hands, state.hands, strict=True):
            assert bound <= cards
    check(memory.known, *seen_cards(hand, 0, len(hand.moves)))


@share(0.5)
@given(hand=hands, data=st.data())
def test_at_any_moment_and_from_any_moment(hand: Hand, data: st.DataObject) -> None:
    first, last = sorted(data.draw(st.tuples(*[st.integers(0, len(hand.moves))] * 2)))
    seat = data.draw(st.sampled_from([None, *range(hand.states[0].players)]))
    memory = Memory.start(hand.states[first].view(seat))
    for move in hand.moves[first:last]:
        memory = memory.after(move)
    state = hand.states[last]
    assert memory.table == state.view(None)
    seen, pile = seen_cards(hand, first, last)
    check(memory.known, seen, pile)
    for bound, cards in zip(memory.known.hands, state.hands, strict=True):
        assert bound <= cards
    assert all(
        known in (None, card) for known, card in zip(memory.known.pile, state.pile, strict=True)
    )


@share(0.5)
@given(hand=hands, data=st.data())
def test_view_and_moves_so_far(hand: Hand, data: st.DataObject) -> None:
    last = data.draw(st.integers(0, len(hand.moves)))
    state = hand.states[last]
    seen, pile = seen_cards(hand, 0, last)
    for seat in (None, *range(state.players)):
        view = state.view(seat)
        known = view.known(hand.moves[:last])
        if seat is not None:
            assert known.hands[seat] == state.hands[seat]
        own = [Counter(map(str, view.hand)) if i == seat else cards for i, cards in enumerate(seen)]
        check(known, own, pile)


@given(hand=hands, data=st.data())
def test_what_the_view_agrees_with_when_moves_are_left_out(hand: Hand, data: st.DataObject) -> None:
    """A move that is lost, doubled or put elsewhere is noticed, if the view tells."""
    last = data.draw(st.integers(1, len(hand.moves)))
    view = hand.states[last].view(data.draw(st.sampled_from([None, 0, 1])))
    moves = hand.moves[:last]
    place = data.draw(st.integers(0, last - 1))
    for changed in (
        moves[:place] + moves[place + 1 :],
        [*moves[:place], moves[place], *moves[place:]],
        moves[:-1],
    ):
        try:
            known = view.known(changed)
        except ViewError:
            continue
        # Other moves may lead to the same sight; a draw and a discard less never do.
        assert len(known.pile) == len(view.pile)
        assert len(changed) == last or not isinstance(moves[place], buraco.DrawStock)


@pytest.mark.parametrize("rules", buraco.RULE_SETS.values(), ids=lambda rules: rules.name)
def test_presets(rules: RuleSet) -> None:
    for players in rules.players:
        for seed in range(3):
            hand = played(rules, players, seed)
            known = hand.states[-1].view(None).known(hand.moves)
            check(known, *seen_cards(hand, 0, len(hand.moves)))


def test_closed_take_leaves_the_top_and_the_hands_cards() -> None:
    state = place(hand="3h4h9cTdTd", pile="JcQs5h", muertos=2)
    memory = Memory.start(state.view(0))
    assert memory.known.pile == (None, None, parse_card("5h"))
    for text in ("P:M3h4h5h", "X9c", "D", "XKd"):
        memory = memory.after(parse_move(text))
    assert memory.known.pile == (parse_card("9c"), parse_card("Kd"))
    assert memory.known.hands == (Cards(),) * 4
    for text in ("P:MKcKdKh", "XQd"):
        memory = memory.after(parse_move(text))
    assert memory.known.hands == (Cards(), Cards(), parse_cards("9c"), Cards())


def test_one_of_two_alike_counts_as_the_one_seen() -> None:
    state = place("abierto", hand="9c9cTd", pile="9hJs", phase="draw")
    memory = Memory.start(state.view(1))
    for text in ("P", "X9h"):
        memory = memory.after(parse_move(text))
    assert str(memory.known.hands[0]) == "Js"


def test_muerto_is_not_known() -> None:
    state = place(hand="3h4h5h")
    memory = Memory.start(state.view(0)).after(parse_move("M3h4h5h"))
    assert memory.table == after(state, "M3h4h5h").view(None)
    assert memory.table.muertos == 1
    assert memory.known.hands[0] == Cards()


# What it refuses.


@given(hand=hands, data=st.data())
def test_refuses_what_no_hand_could_allow(hand: Hand, data: st.DataObject) -> None:
    """A move that is legal for some hand that agrees with what is known is followed."""
    number = data.draw(st.integers(0, len(hand.moves)))
    memory = Memory.start(hand.states[0].view(None))
    for move in hand.moves[:number]:
        memory = memory.after(move)
    state = hand.states[number]
    for move in [*data.draw(st.lists(some_moves, max_size=8)), *state.legal_moves()[:8]]:
        refusal = state.why_not(move)
        reason = reason_of_memory(memory, move)
        if reason is None:  # only what depends on the hidden hand may be followed and refused
            hidden = (None, Reason.CARD_NOT_HELD, Reason.WOULD_STRAND)
            assert refusal is None or refusal.reason in hidden
        else:
            assert refusal is not None
            assert reason in (refusal.reason, Reason.CARD_NOT_HELD)


def reason_of_memory(memory: Memory, move: Move) -> Reason | None:
    try:
        memory.after(move)
    except IllegalMove as error:
        return error.reason
    return None


def test_would_strand_unless_the_card_left_may_be_added() -> None:
    melds = ["9c9c9d9d9h9s"]
    state = place(hand="3h4h5h9h", melds=melds, taken={0: True})
    memory = Memory.start(state.view(None))
    assert memory.after(parse_move("M3h4h5h")).table == after(state, "M3h4h5h").view(None)
    state = place(hand="3h4h5hTs", melds=["9d9h9s"], taken={0: True})
    with pytest.raises(IllegalMove) as caught:
        Memory.start(state.view(None)).after(parse_move("M3h4h5h"))
    assert (caught.value.reason, caught.value.cards) == (Reason.WOULD_STRAND, Cards())


def test_known_card_left_over_would_strand() -> None:
    """The card left is known, and cannot be added, though another could."""
    state = place(
        "abierto",
        hand="3h4h",
        pile="5hTs",
        melds=["3d4d5d6d7d8d"],
        taken={0: True},
        phase="draw",
    )
    memory = Memory.start(state.view(None)).after(parse_move("P"))
    with pytest.raises(IllegalMove) as caught:
        memory.after(parse_move("M3h4h5h"))
    assert caught.value.reason is Reason.WOULD_STRAND
    assert caught.value.cards in (parse_cards("Ts"), Cards())


@pytest.mark.parametrize(("hand", "text"), [("3h4h9dTs", "M3h4h5h"), ("3h9d", "M3h4h5h6h7h")])
def test_cards_not_held_come_before_what_is_left(hand: str, text: str) -> None:
    """As the state says it, which sees the hand."""
    state = place(hand=hand, taken={0: True}, theirs=["5h6h7h", "5h6h7h"])
    with pytest.raises(IllegalMove) as caught:
        Memory.start(state.view(None)).after(parse_move(text))
    assert caught.value.reason is Reason.CARD_NOT_HELD
    assert parse_cards("5h") <= caught.value.cards
    refusal = state.why_not(parse_move(text))
    assert refusal is not None
    assert refusal.reason is Reason.CARD_NOT_HELD


@pytest.mark.parametrize("text", ["XKs", "M5h6h7h"])
def test_cards_that_lie_elsewhere(text: str) -> None:
    """Both copies are on the table, or known to be in another hand."""
    state = place(hand="3c4c9c", theirs=["5h6h7h", "5h6h7h", "JsQsKs", "JsQsKs"])
    with pytest.raises(IllegalMove) as caught:
        Memory.start(state.view(0)).after(parse_move(text))
    assert caught.value.reason is Reason.CARD_NOT_HELD


def test_more_cards_than_the_hand_has_beside_those_known() -> None:
    state = place("abierto", hand="3c", pile="9hJs", phase="draw", muertos=2)
    memory = Memory.start(state.view(1)).after(parse_move("P"))
    memory.after(parse_move("X4d"))  # the card that is not known may be any
    with pytest.raises(IllegalMove) as caught:
        memory.after(parse_move("M4d5d6d"))
    assert caught.value.reason is Reason.CARD_NOT_HELD


def test_what_is_no_move() -> None:
    memory = Memory.start(GameState.deal(buraco.CERRADO, seed=1).view(0))
    with pytest.raises(TypeError, match="'D' is no move"):
        memory.after("D")  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="'D' is no move"):
        memory.table.known(["D"])  # type: ignore[list-item]


def test_starts_with_a_view() -> None:
    with pytest.raises(TypeError, match="a memory starts with a PlayerView"):
        Memory.start(GameState.deal(buraco.CERRADO, seed=1))  # type: ignore[arg-type]


def test_moves_of_another_hand() -> None:
    state = GameState.deal(buraco.CERRADO, players=2, seed=1)
    view = after(state, "D").view(0)
    with pytest.raises(ViewError, match="these moves do not lead to this view"):
        view.known([])
    with pytest.raises(ViewError, match="move 1 cannot have been made: seat 0, D: this turn has"):
        view.known([buraco.DrawStock(), buraco.DrawStock()])


@pytest.mark.parametrize(
    ("seat", "was", "becomes"),
    [(0, "3d", "Ks"), (1, "Ks", "3d")],
    ids=["known to be elsewhere", "known to be in the own hand"],
)
def test_own_hand_that_the_moves_contradict(seat: int, was: str, becomes: str) -> None:
    """Seat 1 has taken both kings of spades."""
    names = "KsKs3d3d4d4d5d5d6d6d7d3c3c4c4c5c5c6c6c7c7c8c"
    names += plain.bag(plain.without(plain.deck(buraco.ABIERTO.to_dict()), plain.split(names)))
    cards = [parse_card(name) for name in plain.split(names)]
    state = GameState.deal(buraco.ABIERTO, 2, deck=cards)
    moves = list(map(parse_move, ["D", "XKs", "P", "X3c", "D", "XKs", "P", "X3c"]))
    for move in moves:
        state = state.apply(move)
    document = state.view(seat).to_dict()
    assert PlayerView.from_dict(document).known(moves).hands[1] >= parse_cards("KsKs")
    document["hands"][seat] = document["hands"][seat].replace(was, becomes, 1)
    with pytest.raises(ViewError, match="these moves do not lead to this view"):
        PlayerView.from_dict(document).known(moves)


# Values.


def test_memory_is_a_value() -> None:
    hand = played(buraco.CERRADO, 4, 3)
    memory = Memory.start(hand.states[0].view(2))
    other = Memory.start(hand.states[0].view(None))
    assert memory == other
    assert hash(memory) == hash(other)
    for move in hand.moves[:40]:
        memory, other = memory.after(move), other.after(move)
    assert memory == other == pickle.loads(pickle.dumps(memory))
    assert memory != Memory.start(hand.states[40].view(None))
    numbers = " ".join(str(len(cards)) for cards in memory.known.hands)
    start = repr(hand.states[40]).replace("GameState", "Memory").removesuffix(">")
    assert repr(memory) == f"{start}; known {numbers}>"


@pytest.mark.parametrize(
    ("hands", "pile", "message"),
    [
        ([Cards()], (), "hands must be a tuple of Cards"),
        (("3c",), (), "hands must be a tuple of Cards"),
        ((Cards(),), "3c", "pile must be a tuple of cards and None"),
        ((Cards(),), (1,), "pile must be a tuple of cards and None"),
    ],
)
def test_known_of_other_things(hands: Any, pile: Any, message: str) -> None:
    with pytest.raises(ViewError, match=message):
        Known(hands, pile)


def test_known_is_a_value() -> None:
    known = Known((parse_cards("3c"), Cards()), (None, buraco.JOKER))
    assert pickle.loads(pickle.dumps(known)) == known
    assert hash(known) == hash(Known((parse_cards("3c"), Cards()), (None, buraco.JOKER)))
