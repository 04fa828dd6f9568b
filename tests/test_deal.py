"""Dealing: golden deals, sources of randomness, given decks, and what cannot be dealt."""

import random
from collections.abc import Iterator
from typing import Any, NamedTuple

import attrs
import plain
import pytest
from hypothesis import given
from hypothesis import strategies as st

import buraco
from buraco import CERRADO, Card, Cards, DealError, GameState, Phase, RuleSet, parse_card


class Golden(NamedTuple):
    """A deal as every Python and every process must deal it."""

    rules: str
    players: int
    seed: int
    starter: int
    hands: list[str]
    muertos: list[str]
    stock: str


GOLDEN = [
    Golden(
        "cerrado",
        players=4,
        seed=7,
        starter=0,
        hands=[
            "7cJc3d5d4h7hAs3s8sQsJk",
            "3c9cTcJcQcKc5d7dTd8hAs",
            "Ac2cAd3h5h6hTh6s9s9sJs",
            "8cAd6d7dKd2hJhQhQsKsJk",
        ],
        muertos=[
            "Ah6h2h8sQdKhJk3c4h6sJd",
            "Jd7s5cJk5s2c7hJh8d4sAc",
        ],
        stock=(
            "2s6d5s9d5hTs3dTdKh3s3hJs7s2d2dKdTcKcQd9d5c8hThTs9h6c8dQcAh2s9c7c4s4cKs6cQh4c8c4d4d9h"
        ),
    ),
    Golden(
        "abierto",
        players=2,
        seed=0,
        starter=1,
        hands=[
            "2c4c7cTcKc3d3dTd2h3h9h",
            "9cJc6d7dJd5h7h6sQsQsKs",
        ],
        muertos=[
            "2d2s2h3sAs9d3cJhAd8cKd",
            "7cJc8d5hJh5dJs6s8sAc4h",
        ],
        stock=(
            "Qd5cJs6c5sAs4d5cJdKcTcAd7hQc9s7d2d2c6hKh5s3c6hTsAcKh6c6dQcTh8d9h9s8h8cQhQh9d"
            "9cTs7s5d3s3hTd4s4dKd8s8h4c7s4hQd2sKsAh4sAhTh"
        ),
    ),
    Golden(
        "cerrado-sucio-parejas",
        players=4,
        seed=18446744073709551617,
        starter=3,
        hands=[
            "Kc6d7dTdJd2h7h4s4s8s9s",
            "5c9c3d5dKdKhAs3sTsKsJk",
            "Ac4c5c6c6c8c9cAd4d5d6h",
            "2cQc4d7d8d4h8h8hQh2s6s",
        ],
        muertos=[
            "7s2d2h7h9dAd3h6dJkJcQd",
            "7c8cTs5hQsJs8dAh4c2s3d",
        ],
        stock=(
            "JhTh2d6h9s4h9hTcJdQhTdQc3hAcKh7sKsQd5h7cJk9hThJkQs5s8sAs9d5s6sJs3s2cTc3cJh3cKcAhKdJc"
        ),
    ),
]


def row(cards: tuple[Card, ...]) -> str:
    return "".join(map(str, cards))


@pytest.mark.parametrize("golden", GOLDEN, ids=lambda golden: golden.rules)
def test_golden_deals(golden: Golden) -> None:
    state = GameState.deal(
        buraco.rule_set(golden.rules), golden.players, seed=golden.seed, starter=golden.starter
    )
    assert list(map(str, state.hands)) == golden.hands
    assert list(map(row, state.muertos)) == golden.muertos
    assert row(state.stock) == golden.stock
    assert (state.turn, state.starter, state.phase) == (golden.starter, golden.starter, Phase.DRAW)
    assert state.to_dict() == plain.deal(golden.rules, golden.players, golden.seed, golden.starter)


@given(st.integers(-(2**70), 2**70), st.sampled_from(list(buraco.RULE_SETS.values())))
def test_any_seed(seed: int, rules: RuleSet) -> None:
    for players in rules.players:
        state = GameState.deal(rules, players, seed=seed)
        assert state.to_dict() == plain.deal(rules.name, players, seed)
        assert state == GameState.deal(rules, players, rng=random.Random(seed))


def test_who_starts_changes_nothing_of_the_deal() -> None:
    first = GameState.deal(CERRADO, 4, seed=5)
    for starter in range(4):
        other = GameState.deal(CERRADO, 4, seed=5, starter=starter)
        assert (other.hands, other.stock, other.muertos) == (
            first.hands,
            first.stock,
            first.muertos,
        )
        assert other.turn == other.starter == starter


def test_four_players_by_default() -> None:
    assert GameState.deal(CERRADO, seed=1) == GameState.deal(CERRADO, players=4, seed=1)


# Sources of randomness.


class Stuck:
    """A source of randomness that always gives the same number."""

    def __init__(self, number: float) -> None:
        self.number = number
        self.asked = 0

    def random(self) -> float:
        self.asked += 1
        return self.number


def test_only_random_is_asked_once_for_each_card_but_one() -> None:
    rng = Stuck(0.5)
    GameState.deal(CERRADO, 4, rng=rng)
    assert rng.asked == 107


def test_a_source_that_changes_no_place_deals_the_deck() -> None:
    """Fisher-Yates from the last place down: the highest number leaves each card in place."""
    state = GameState.deal(CERRADO, 4, rng=Stuck(1 - 2**-53))
    assert state == GameState.deal(CERRADO, 4, deck=buraco.deck())


def test_a_source_of_zeros_moves_each_last_card_to_the_front() -> None:
    deck = buraco.deck()
    state = GameState.deal(CERRADO, 4, rng=Stuck(0.0))
    assert state == GameState.deal(CERRADO, 4, deck=[*deck[1:], deck[0]])


@pytest.mark.parametrize("number", [1.0, 1.5, -1.0, 1e300])
def test_a_source_of_numbers_that_are_too_large_or_too_small(number: float) -> None:
    with pytest.raises(DealError, match="must give numbers"):
        GameState.deal(CERRADO, 4, rng=Stuck(number))


def test_the_source_goes_on_where_it_stood() -> None:
    rng = random.Random(3)
    first, second = (GameState.deal(CERRADO, 4, rng=rng) for _ in range(2))
    assert first != second
    rng.seed(3)
    assert GameState.deal(CERRADO, 4, rng=rng) == first
    assert GameState.deal(CERRADO, 4, rng=rng) == second


def test_the_systems_randomness() -> None:
    states = [GameState.deal(CERRADO, 2, rng=random.SystemRandom()) for _ in range(3)]
    states += [GameState.deal(CERRADO, 2) for _ in range(3)]
    assert len(set(states)) == 6


def test_the_global_generator_is_neither_asked_nor_seeded() -> None:
    random.seed(1)
    before, first = random.getstate(), GameState.deal(CERRADO, 4, seed=1)
    GameState.deal(CERRADO, 4, rng=random.Random(5))
    GameState.deal(CERRADO, 4, deck=buraco.deck())
    unseeded = GameState.deal(CERRADO, 4)
    assert random.getstate() == before
    random.seed(1)
    assert GameState.deal(CERRADO, 4) != unseeded
    assert GameState.deal(CERRADO, 4, seed=1) == first


# Given decks.


@given(st.permutations(buraco.deck()), st.sampled_from([2, 4]))
def test_a_given_deck_is_dealt_in_its_order(order: list[Card], players: int) -> None:
    state = GameState.deal(CERRADO, players, deck=order)
    rest = order
    for hand in state.hands:
        assert hand == Cards(rest[:11])
        rest = rest[11:]
    assert state.muertos == (tuple(rest[:11]), tuple(rest[11:22]))
    assert state.stock == tuple(rest[22:])
    assert state.pile == ()


def test_a_deck_is_any_iterable() -> None:
    deck = buraco.deck()

    def one_by_one() -> Iterator[Card]:
        yield from deck

    for given_as in (deck, list(deck), one_by_one(), iter(deck)):
        assert GameState.deal(CERRADO, 4, deck=given_as) == GameState.deal(CERRADO, 4, deck=deck)


def test_a_given_deck_is_left_as_it_is() -> None:
    deck = list(buraco.deck())
    GameState.deal(CERRADO, 4, deck=deck)
    assert deck == list(buraco.deck())


WHOLE = buraco.deck()


@pytest.mark.parametrize(
    "deck",
    [
        [],
        WHOLE[1:],
        [*WHOLE, buraco.JOKER],
        [*WHOLE, parse_card("3c")],
        [*WHOLE[1:], WHOLE[5]],
        [*WHOLE[1:], WHOLE[1]],
        WHOLE[:104],
        list(map(str, WHOLE)),
        range(108),
        [None] * 108,
        "".join(map(str, WHOLE)),
    ],
    ids=range(11),
)
def test_another_deck_cannot_be_dealt(deck: Any) -> None:
    with pytest.raises(DealError, match="deck"):
        GameState.deal(CERRADO, 4, deck=deck)


def test_the_deck_is_the_rule_set_s() -> None:
    for jokers in range(5):
        rules = attrs.evolve(CERRADO, name="casa", jokers=jokers)
        GameState.deal(rules, 4, deck=buraco.deck(jokers))
        for other in set(range(5)) - {jokers}:
            with pytest.raises(DealError, match="deck"):
                GameState.deal(rules, 4, deck=buraco.deck(other))


def test_the_message_names_what_is_missing() -> None:
    with pytest.raises(DealError, match="108 cards; missing: Ac"):
        GameState.deal(CERRADO, 4, deck=WHOLE[1:])
    with pytest.raises(DealError, match="more than 2 copies of 6c"):
        GameState.deal(CERRADO, 4, deck=[*WHOLE[1:], WHOLE[5]])


# What cannot be dealt.


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ({"players": 3}, "cerrado is for 2 or 4 players, not 3"),
        ({"players": 0}, "players"),
        ({"players": -4}, "players"),
        ({"players": 4.0}, "players"),
        ({"players": True}, "players"),
        ({"players": "4"}, "players"),
        ({"players": None}, "players"),
        ({"starter": 4}, "starter must be a seat from 0 to 3, not 4"),
        ({"players": 2, "starter": 2}, "starter must be a seat from 0 to 1, not 2"),
        ({"starter": -1}, "starter"),
        ({"starter": True}, "starter"),
        ({"starter": 0.0}, "starter"),
        ({"starter": None}, "starter"),
        ({"seed": "7"}, "seed must be a whole number"),
        ({"seed": 7.0}, "seed must be a whole number"),
        ({"seed": True}, "seed must be a whole number"),
        ({"seed": b"7"}, "seed must be a whole number"),
        ({"seed": 1, "rng": random.Random(1)}, "only one of"),
        ({"seed": 1, "deck": WHOLE}, "only one of"),
        ({"rng": random.Random(1), "deck": WHOLE}, "only one of"),
        ({"seed": 0, "rng": random.Random(1), "deck": []}, "only one of"),
        ({"rng": 7}, "rng must have a method random"),
        ({"deck": 5}, "deck must be the cards"),
        ({"rules": "cerrado"}, "a RuleSet is needed"),
        ({"rules": None}, "a RuleSet is needed"),
        ({"rules": CERRADO.to_dict()}, "a RuleSet is needed"),
        ({"rules": buraco.CERRADO_SUCIO_PAREJAS, "players": 2}, "is for 4 players, not 2"),
    ],
)
def test_what_cannot_be_dealt(arguments: dict[str, Any], said: str) -> None:
    with pytest.raises(DealError, match=said) as error:
        GameState.deal(**{"rules": CERRADO, **arguments})
    assert isinstance(error.value, buraco.BuracoError)
    assert isinstance(error.value, ValueError)
