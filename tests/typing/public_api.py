"""The types that a program sees: checked by ``mypy --strict``, never run."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any, assert_type

import attrs

import buraco


def dealing() -> None:
    state = buraco.GameState.deal(buraco.CERRADO, players=4, seed=7)
    assert_type(state, buraco.GameState)
    buraco.GameState.deal(buraco.CERRADO, rng=random.SystemRandom(), starter=2)
    buraco.GameState.deal(buraco.CERRADO, deck=buraco.deck())
    assert_type(state.rules, buraco.RuleSet)
    assert_type(state.hands, tuple[buraco.Cards, ...])
    assert_type(state.stock, tuple[buraco.Card, ...])
    assert_type(state.pile, tuple[buraco.Card, ...])
    assert_type(state.muertos, tuple[tuple[buraco.Card, ...], ...])
    assert_type(state.sides, tuple[buraco.Side, buraco.Side])
    assert_type(state.phase, buraco.Phase)
    assert_type(state.closed_by, int | None)
    state.turn = 1  # type: ignore[misc]


def composing() -> None:
    hand, run = buraco.parse_cards("3c4c"), buraco.parse_meld("3h4h5h")
    state = buraco.GameState.compose(
        buraco.CERRADO,
        hands={0: "3c 4c", 1: hand, 2: [buraco.JOKER]},
        melds={0: [run, "9c9d9h"]},
        pile=[buraco.JOKER],
        stock="3d",
        muertos=1,
        taken={0: 2, 1: buraco.Muerto(1, used=False)},
        phase="play",
    )
    assert_type(state, buraco.GameState)
    buraco.GameState.compose(buraco.CERRADO, pile=hand)  # type: ignore[arg-type]
    assert_type(buraco.json_schema(buraco.SCHEMAS[0]), dict[str, Any])


def moving(state: buraco.GameState) -> None:
    moves = state.legal_moves()
    assert_type(moves, tuple[buraco.Move, ...])
    assert_type(state.apply(moves[0]), buraco.GameState)
    assert_type(state.is_legal(buraco.parse_move("D")), bool)
    assert_type(state.plays(buraco.parse_cards("3h4h5h"), onto=0), tuple[buraco.Move, ...])
    refusal = state.why_not(buraco.TakePile(buraco.LayMeld(buraco.parse_meld("3h4h5h"))))
    if refusal is not None:
        assert_type(refusal.reason, buraco.Reason)
        assert_type(refusal.cards, buraco.Cards)
    state.apply("D")  # type: ignore[arg-type]
    match moves[0]:
        case buraco.Discard(card):
            assert_type(card, buraco.Card)
        case buraco.AddToMeld(index, meld):
            assert_type(index, int)
            assert_type(meld, buraco.Run | buraco.Group)


def values() -> None:
    card = buraco.Card(buraco.Rank.FIVE, buraco.Suit.HEARTS)
    assert_type(card.suit, buraco.Suit | None)
    bag = buraco.Cards([card]) + buraco.Cards({buraco.JOKER: 2})
    assert_type(bag, buraco.Cards)
    assert_type(bag <= bag, bool)
    assert_type(buraco.parse_meld("3h4h5h").canasta, buraco.CanastaKind | None)


def rule_sets() -> None:
    house = attrs.evolve(buraco.CERRADO, name="casa", pile="open", canasta_points={"dirty": 50})
    assert_type(house, buraco.RuleSet)
    assert_type(house.pile, buraco.Pile)
    assert_type(house.card_points, buraco.Points)
    assert_type(buraco.RULE_SETS, Mapping[str, buraco.RuleSet])
    assert_type(house.to_dict(), dict[str, Any])
    assert_type(buraco.RuleSet.from_json("{}"), buraco.RuleSet)


def scoring(state: buraco.GameState) -> None:
    result = buraco.score(state)
    assert_type(result.totals, tuple[int, int])
    assert_type(result.sides[0].lines, tuple[buraco.ScoreLine, ...])
    match_ = buraco.Match.start(buraco.CERRADO, players=4, target=None)
    assert_type(match_.finish(state), buraco.Match)
    assert_type(match_.winner, int | None)
