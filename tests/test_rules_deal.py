"""R1 and R2: cards, players, the deal, and the order of turns."""

from collections import Counter
from itertools import chain

import pytest
from helpers import after, can, house, melds_of, place, reason, texts

import buraco
from buraco import (
    DealError,
    GameState,
    Rank,
    Reason,
    RuleSet,
    Suit,
    parse_card,
    parse_cards,
    parse_meld,
)

every_preset = pytest.mark.parametrize("rules", buraco.RULE_SETS.values(), ids=lambda r: r.name)


def all_cards(state: GameState) -> Counter[str]:
    melds = [meld for side in state.sides for meld in side.melds]
    everywhere = chain(*state.hands, state.stock, state.pile, *state.muertos, *melds)
    return Counter(map(str, everywhere))


@every_preset
def test_r1_1_two_decks_and_their_jokers(rules: RuleSet) -> None:
    cards = all_cards(GameState.deal(rules, 4, seed=1))
    jokers = cards.pop("Jk", 0)
    assert jokers == (0 if rules is buraco.ABIERTO else 4)
    assert len(cards) == 52
    assert set(cards.values()) == {2}
    assert cards.total() + jokers == (104 if rules is buraco.ABIERTO else 108)


@pytest.mark.parametrize("jokers", range(5))
def test_r1_1_house_rules_choose_the_jokers(jokers: int) -> None:
    rules = house(jokers=jokers)
    assert all_cards(GameState.deal(rules, 4, seed=1))["Jk"] == jokers
    assert rules.admits(parse_meld("5h6hJk")) == (jokers > 0)


def test_r1_1_without_jokers_a_joker_is_in_no_meld() -> None:
    for text in ("5h6hJk", "Jk5h6h"):
        assert not buraco.ABIERTO.admits(parse_meld(text))
        assert reason(place("abierto", hand="5h6h7hKs"), f"M{text}") is Reason.NOT_A_MELD


def test_r1_2_copies_are_one_card() -> None:
    assert parse_card("7h") is parse_card("7♥")
    state = place(hand="7h7h9cJkJk")
    assert texts(state.legal_moves()).count("X7h") == 1
    assert texts(state.legal_moves()).count("XJk") == 1
    assert texts(state.legal_moves()).count("M7h7hJk") == 1


def test_r1_2_each_copy_is_needed() -> None:
    assert can(place(hand="7h7h7s9cKs"), "M7h7h7s")
    assert reason(place(hand="7h7c7s9cKs"), "M7h7h7s") is Reason.CARD_NOT_HELD


def test_r1_2_either_copy_plays_the_top_card() -> None:
    """The hand holds a 7h of its own: a play with one 7h plays the pile's."""
    state = place(hand="5h6h7h9cKs", pile="Qd7h")
    assert can(state, "P:M5h6h7h")
    taken = after(state, "P:M5h6h7h")
    assert str(taken.hands[0]) == str(parse_cards("7h9cKsQd"))
    assert can(place(hand="7h7s9cKs", pile="Qd7h"), "P:M7h7h7s")


def test_r1_3_ranks_and_suits() -> None:
    assert "".join(rank.value for rank in Rank) == "A23456789TJQK"
    assert "".join(suit.symbol for suit in Suit) == "♣♦♥♠"
    assert "".join(suit.value for suit in Suit) == "cdhs"


@every_preset
def test_r2_1_players(rules: RuleSet) -> None:
    for players in range(1, 7):
        if players in rules.players:
            assert len(GameState.deal(rules, players, seed=1).hands) == players
        else:
            with pytest.raises(DealError):
                GameState.deal(rules, players, seed=1)
    assert rules.players == ((4,) if rules is buraco.CERRADO_SUCIO_PAREJAS else (2, 4))


@pytest.mark.parametrize(("players", "turn"), [(2, 0), (2, 1), (4, 0), (4, 1), (4, 2), (4, 3)])
def test_r2_1_a_seat_plays_for_its_side(players: int, turn: int) -> None:
    state = place(hand="9c9d9hTh4s", players=players, turn=turn)
    state = after(state, "M9c9d9h")
    assert melds_of(state, turn % 2) == ["9c9d9h"]
    assert melds_of(state, 1 - turn % 2) == []


def some_discard(state: GameState) -> str:
    """A discard of the seat to move."""
    return f"X{next(iter(state.hands[state.turn]))}"


def test_r2_1_partners_have_their_melds_in_common() -> None:
    state = after(place(hand="9c9d9h4s5s", turn=1, stock=20), "M9c9d9h", "X4s", "D")
    state = after(state, some_discard(state), "D")
    assert state.turn == 3
    assert melds_of(state, 1) == ["9c9d9h"]
    assert can(place(hand="9s4s5s", melds=["9c9d9h"], turn=3), "+0=9c9d9h9s")


@every_preset
def test_r2_2_the_deal(rules: RuleSet) -> None:
    for players in rules.players:
        state = GameState.deal(rules, players, seed=5)
        assert [len(hand) for hand in state.hands] == [11] * players
        assert [len(muerto) for muerto in state.muertos] == [11, 11]
        stock = {2: 64, 4: 42} if rules.jokers else {2: 60, 4: 38}
        assert len(state.stock) == stock[players]
        assert state.pile == ()
        assert [(side.melds, side.muerto) for side in state.sides] == [((), None)] * 2


@every_preset
def test_r2_2_the_first_player_must_draw(rules: RuleSet) -> None:
    state = GameState.deal(rules, 4, seed=5)
    assert texts(state.legal_moves()) == ["D"]
    assert reason(state, "P") is Reason.PILE_EMPTY
    assert reason(state, "P:M3h4h5h") is Reason.PILE_EMPTY


def test_r2_2_house_rules_deal_other_numbers() -> None:
    state = GameState.deal(house(hand_size=15, muerto_size=2, jokers=1), 4, seed=5)
    assert [len(hand) for hand in state.hands] == [15] * 4
    assert [len(muerto) for muerto in state.muertos] == [2, 2]
    assert len(state.stock) == 105 - 60 - 4


@pytest.mark.parametrize("players", [2, 4])
def test_r2_3_play_passes_to_the_left(players: int) -> None:
    for starter in range(players):
        state = GameState.deal(buraco.CERRADO, players, seed=1, starter=starter)
        turns = []
        for _ in range(players + 1):
            turns.append(state.turn)
            state = after(state, "D")
            state = after(state, some_discard(state))
        assert turns == [(starter + step) % players for step in range(players + 1)]
        assert state.starter == starter


def test_r2_3_only_the_seat_to_move_moves() -> None:
    state = GameState.deal(buraco.CERRADO, 4, seed=1, starter=2)
    for seat in (0, 1, 3):
        assert reason(state, "D", seat) is Reason.NOT_YOUR_TURN
    assert reason(state, "D", 2) is None
