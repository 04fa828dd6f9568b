"""What holds in every state that play reaches, under the presets and under house rules."""

import copy
import json
import pickle
import random
import re
from collections import Counter
from itertools import chain
from typing import Any

import attrs
import helpers
import plain
import pytest
from helpers import order_of, texts
from hypothesis import given
from strategies import Way, bags, seeds, share, ways

import buraco
from buraco import (
    AddToMeld,
    Card,
    Cards,
    Discard,
    DrawStock,
    GameState,
    IllegalMove,
    LayMeld,
    Move,
    NotationError,
    Phase,
    TakePile,
    parse_meld,
)

# Which moves there are.


@given(ways)
def test_moves_are_listed_once_in_the_documented_order(way: Way) -> None:
    listed = texts(way.state().legal_moves())
    assert len(set(listed)) == len(listed)
    assert listed == sorted(listed, key=order_of)


@share(3)
@given(ways)
def test_moves_are_those_of_the_plain_rules(way: Way) -> None:
    state = way.state(over=True)
    assert set(texts(state.legal_moves())) == plain.legal_moves(state.to_dict())


@given(ways, seeds)
def test_moves_do_what_they_do_in_the_plain_rules(way: Way, seed: int) -> None:
    state, rng = way.state(), random.Random(seed)
    data, moves = state.to_dict(), state.legal_moves()
    for move in rng.sample(moves, min(len(moves), 30)):
        assert state.apply(move).to_dict() == plain.apply(data, str(move)), str(move)


def is_listed(state: GameState, move: Move) -> bool:
    """Whether a move is legal, asked in all four ways."""
    listed = move in state.legal_moves()
    assert state.is_legal(move) == listed, str(move)
    error = state.why_not(move)
    assert (error is None) == listed, str(move)
    if listed:
        assert state.apply(move) != state
    else:
        with pytest.raises(IllegalMove) as raised:
            state.apply(move)
        assert error is not None
        assert (raised.value.reason, raised.value.cards) == (error.reason, error.cards)
    return listed


@share(2)
@given(ways, seeds)
def test_listing_checking_and_applying_agree(way: Way, seed: int) -> None:
    state, rng = way.state(over=True), random.Random(seed)
    moves = state.legal_moves()
    listed = rng.sample(moves, min(len(moves), 25))
    for move in listed:
        assert is_listed(state, move)
    for move in (*listed, *wild_guesses(rng)):
        for other in neighbours(move, rng):
            is_listed(state, other)


def wild_guesses(rng: random.Random) -> list[Move]:
    melds = [parse_meld(text) for text in rng.sample(helpers.all_melds(), 5)]
    plays: list[LayMeld | AddToMeld] = [LayMeld(meld) for meld in melds]
    plays += [AddToMeld(rng.randrange(5), meld) for meld in melds]
    return [*plays, *map(TakePile, plays), *map(Discard, rng.sample(buraco.deck(), 5))]


def neighbours(move: Move, rng: random.Random) -> list[Move]:
    """Moves that differ from one in little: index, card, place of the wild, taking or not."""
    found: list[Move] = [DrawStock(), TakePile()]
    if isinstance(move, TakePile):
        if move.play is None:
            return found
        found += [move.play, *map(TakePile, plays_beside(move.play, rng))]
    elif isinstance(move, (LayMeld, AddToMeld)):
        found += [TakePile(move), *plays_beside(move, rng)]
    elif isinstance(move, Discard):
        found += [Discard(rng.choice(buraco.deck()))]
    return found


def plays_beside(play: LayMeld | AddToMeld, rng: random.Random) -> list[LayMeld | AddToMeld]:
    plays: list[LayMeld | AddToMeld] = []
    for _ in range(6):
        try:
            meld = parse_meld("".join(map(str, changed(list(play.meld), rng))))
        except NotationError:
            continue
        plays += [LayMeld(meld), AddToMeld(rng.randrange(4), meld)]
        if isinstance(play, AddToMeld):
            plays.append(AddToMeld(play.index, meld))
    return [*plays, LayMeld(play.meld), *(AddToMeld(index, play.meld) for index in range(3))]


def changed(cards: list[Card], rng: random.Random) -> list[Card]:
    """The cards of a meld, one of them gone, new, moved or another."""
    at, to, card = rng.randrange(len(cards)), rng.randrange(len(cards)), rng.choice(buraco.deck())
    wild = buraco.parse_card(rng.choice(plain.WILDS))
    match rng.randrange(6):
        case 0:
            del cards[at]
        case 1:
            cards.insert(rng.choice([0, len(cards)]), rng.choice([card, wild]))
        case 2:
            cards.insert(to, cards.pop(at))
        case 3:
            cards[at], cards[to] = cards[to], cards[at]
        case 4:
            cards[at] = card
        case _:
            cards[at] = wild
    return cards


# What a move leaves as it was.


def every_card(state: GameState) -> Counter[Card]:
    melds = [meld.cards for side in state.sides for meld in side.melds]
    return Counter(
        chain(*state.hands, state.stock, state.pile, *state.muertos, *melds),
    )


@given(ways, seeds)
def test_no_card_is_lost_or_found(way: Way, seed: int) -> None:
    state, rng = way.state(), random.Random(seed)
    deck = Counter(buraco.deck(state.rules.jokers))
    assert every_card(state) == deck
    for _ in range(20):
        if state.is_over:
            return
        state = state.apply(rng.choice(state.legal_moves()))
        assert every_card(state) == deck


@given(ways, seeds)
def test_states_never_change(way: Way, seed: int) -> None:
    state, rng = way.state(), random.Random(seed)
    before, data, number = copied(state), state.to_json(), hash(state)
    moves = state.legal_moves()
    for move in rng.sample(moves, min(len(moves), 10)):
        state.apply(move)
        state.why_not(Discard(buraco.JOKER))
        state.plays(state.hands[state.turn])
        buraco.score(state)
    assert state == before
    assert hash(state) == number
    assert state.to_json() == data
    assert state.legal_moves() == moves == before.legal_moves()


def copied(state: GameState) -> GameState:
    """An equal state that shares nothing with it."""
    other = GameState.from_json(state.to_json())
    assert other is not state
    return other


@given(ways)
def test_states_are_values(way: Way) -> None:
    state = way.state(over=True)
    again = [GameState.from_dict(state.to_dict()), GameState.from_json(state.to_json())]
    again += [GameState.from_dict(json.loads(state.to_json()))]
    again += [pickle.loads(pickle.dumps(state, protocol)) for protocol in helpers.PICKLE_PROTOCOLS]
    for other in again:
        assert other == state
        assert hash(other) == hash(state)
        assert repr(other) == repr(state)
        assert str(other) == str(state)
        assert other.to_json() == state.to_json()
        assert other.legal_moves() == state.legal_moves()
    assert len({state, *again}) == 1
    assert json.loads(state.to_json()) == state.to_dict()
    assert copy.copy(state) is state
    assert copy.deepcopy(state) is state
    assert copy.deepcopy([state])[0] is state


@given(ways, seeds)
def test_other_states_are_not_equal(way: Way, seed: int) -> None:
    state = way.state()
    after = [state.apply(move) for move in state.legal_moves()]
    assert state not in after
    assert len(set(after)) == len(after)  # no two moves do the same


PROPERTIES = [name for name, value in vars(GameState).items() if isinstance(value, property)]


@pytest.mark.parametrize("field", [*PROPERTIES, "_position", "anything_else"])
def test_states_are_immutable(field: str) -> None:
    dealt = GameState.deal(buraco.CERRADO, players=4, seed=1)
    for state in (dealt, dealt.apply(buraco.DrawStock())):
        with pytest.raises(attrs.exceptions.FrozenInstanceError):
            setattr(state, field, getattr(state, field, None))
        with pytest.raises(attrs.exceptions.FrozenInstanceError):
            delattr(state, field)


# What nobody may see.


@given(ways, seeds)
def test_legality_depends_on_what_is_seen_only(way: Way, seed: int) -> None:
    """All hidden cards shuffled among their places, nothing changes for the seat to move."""
    state = way.state()
    other = GameState.from_dict(reshuffled(state, random.Random(seed)))
    assert other.legal_moves() == state.legal_moves()
    assert repr(other) == repr(state)


def reshuffled(state: GameState, rng: random.Random) -> dict[str, Any]:
    """The state with all cards that the seat to move does not see dealt anew."""
    data = state.to_dict()
    closed = state.rules.pile is buraco.Pile.CLOSED
    top = data["pile"][-2:] if closed else data["pile"]
    hidden = {"stock": data["stock"], "pile": data["pile"][: -len(top) or None] if closed else ""}
    hidden |= {f"muerto {i}": muerto for i, muerto in enumerate(data["muertos"])}
    hidden |= {f"hand {i}": hand for i, hand in enumerate(data["hands"]) if i != state.turn}
    cards = [card for text in hidden.values() for card in plain.split(text)]
    rng.shuffle(cards)
    for name, text in hidden.items():
        number = len(text) // 2
        hidden[name], cards = "".join(cards[:number]), cards[number:]
    data["stock"], data["pile"] = hidden["stock"], hidden["pile"] + top
    data["muertos"] = [hidden[f"muerto {i}"] for i in range(len(data["muertos"]))]
    data["hands"] = [hidden.get(f"hand {i}", hand) for i, hand in enumerate(data["hands"])]
    return data


@given(ways)
def test_repr_shows_no_card(way: Way) -> None:
    """Rules, turn, phase and numbers, and nothing else."""
    state = way.state(over=True)
    form = (
        r"<GameState (.*): (?:seat \d to (?:draw|play)|closed by seat \d|over); "
        r"hands ([\d ]+), stock (\d+), pile (\d+), muertos (\d)>"
    )
    match = re.fullmatch(form, repr(state))
    assert match is not None
    name, hands, *numbers = match.groups()
    assert name == state.rules.name
    assert hands.split() == [str(len(hand)) for hand in state.hands]
    assert numbers == [str(len(cards)) for cards in (state.stock, state.pile, state.muertos)]


def test_repr_of_a_hand_that_is_over() -> None:
    clean = "3c4c5c6c7c8c9c"
    closed = helpers.after(helpers.place(hand="9s", turn=2, melds=[clean], taken={0: True}), "X9s")
    assert repr(closed).startswith("<GameState cerrado: closed by seat 2; hands 3 3 0 3, stock ")
    ended = helpers.after(helpers.place(hand="9s9d", stock=0, muertos=0), "X9s")
    assert repr(ended).startswith("<GameState cerrado: over; hands 1 ")


# The plays of some cards.


def plays_in_list(state: GameState, cards: Cards, onto: int | None) -> list[Move]:
    """The plays of exactly these cards of the hand, picked from the list of all moves."""
    top = Cards(state.pile[-1:]) if state.phase is Phase.DRAW else Cards()
    found = []
    for move in state.legal_moves():
        play = move.play if isinstance(move, TakePile) else move
        if isinstance(play, LayMeld) and onto is None and Cards(play.meld) == cards + top:
            found.append(move)
        if isinstance(play, AddToMeld) and play.index == onto:
            before = Cards(state.sides[state.turn % 2].melds[play.index])
            if Cards(play.meld) - before == cards + top:
                found.append(move)
    return found


@share(2)
@given(ways, seeds)
def test_plays_are_those_of_the_list(way: Way, seed: int) -> None:
    state, rng = way.state(over=True), random.Random(seed)
    hand, top = state.hands[state.turn], Cards(state.pile[-1:])
    parts = [Cards(rng.sample(list(hand), rng.randint(0, min(5, len(hand))))) for _ in range(10)]
    moves = state.legal_moves()
    for move in rng.sample(moves, min(len(moves), 20)):
        play = move.play if isinstance(move, TakePile) else move
        if isinstance(play, (LayMeld, AddToMeld)):
            used = Cards(play.meld)
            if isinstance(play, AddToMeld):
                used = used - Cards(state.sides[state.turn % 2].melds[play.index])
            parts.append(used - top if isinstance(move, TakePile) else used)
    for cards in parts:
        for onto in (None, *range(len(state.sides[state.turn % 2].melds) + 1)):
            expected = tuple(plays_in_list(state, cards, onto))
            assert state.plays(cards, onto) == expected
            assert state.plays(list(cards), onto=onto) == expected


def test_what_plays_are_asked_with() -> None:
    state = helpers.place(hand="5h6hJk9c", melds=["7h8h9h"])
    assert texts(state.plays(buraco.parse_cards("6h"), onto=0)) == ["+0=6h7h8h9h"]
    assert texts(state.plays(map(buraco.parse_card, ["5h", "6h", "Jk"]))) == [
        "MJk5h6h",
        "M5h6hJk",
    ]
    wrong: list[Any] = ["0", 0.0, True, [0]]
    for onto in wrong:
        with pytest.raises(TypeError, match="onto"):
            state.plays(buraco.parse_cards("6h"), onto=onto)
    cards: list[Any] = ["6h", ["6h"], [None], [buraco.JOKER] * 5]
    for value in cards:
        with pytest.raises(buraco.CardsError):
            state.plays(value)


@given(ways, bags)
def test_plays_of_cards_that_are_not_held(way: Way, cards: Cards) -> None:
    state = way.state(over=True)
    if not cards <= state.hands[state.turn]:
        assert state.plays(cards) == ()
        assert state.plays(cards, onto=0) == ()
    for onto in (-1, 99):
        assert state.plays(state.hands[state.turn], onto) == ()
