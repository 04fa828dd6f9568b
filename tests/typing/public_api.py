"""The types that a program sees: checked by ``mypy --strict``, never run."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from typing import Any, assert_type

import attrs

import buraco
from buraco import bots, render, text


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


def views(state: buraco.GameState, moves: list[buraco.Move]) -> None:
    view = state.view(0)
    assert_type(view, buraco.PlayerView)
    assert_type(view.seat, int | None)
    assert_type(view.hands, tuple[buraco.Cards | int, ...])
    assert_type(view.hand, buraco.Cards)
    assert_type(view.stock, int)
    assert_type(view.pile, tuple[buraco.Card, ...] | buraco.ClosedPile)
    assert_type(view.top, buraco.Card | None)
    assert_type(view.legal_moves(), tuple[buraco.Move, ...])
    assert_type(view.why_not(buraco.DrawStock()), buraco.IllegalMove | None)
    assert_type(buraco.PlayerView.from_dict(view.to_dict()), buraco.PlayerView)
    known = view.known(moves)
    assert_type(known, buraco.Known)
    assert_type(known.pile, tuple[buraco.Card | None, ...])
    assert_type(view.sample(random.Random(1), known), buraco.GameState)
    memory = buraco.Memory.start(view).after(buraco.DrawStock())
    assert_type(memory.table, buraco.PlayerView)
    assert_type(memory.known, buraco.Known)


def choosing(state: buraco.GameState) -> None:
    asked: buraco.Choosing
    for asked in (state, state.view(0)):
        assert_type(asked.legal_moves(), tuple[buraco.Move, ...])
        assert_type(asked.choices(), buraco.Choices)
        assert_type(asked.choices().lays, tuple[buraco.LayMeld, ...])
        assert_type(asked.choices().playable, buraco.Cards)
        assert_type(asked.plays([buraco.JOKER], 0), tuple[buraco.Move, ...])
        assert_type(asked.used(buraco.DrawStock()), buraco.Cards)
    refusal = state.why_no_play(buraco.parse_cards("3h"), onto=0)
    if refusal is not None:
        assert_type(refusal.move, buraco.Move | None)
        assert_type(refusal.seat, int | None)


def values() -> None:
    card = buraco.Card(buraco.Rank.FIVE, buraco.Suit.HEARTS)
    assert_type(card.suit, buraco.Suit | None)
    bag = buraco.Cards([card]) + buraco.Cards({buraco.JOKER: 2})
    assert_type(bag, buraco.Cards)
    assert_type(bag <= bag, bool)
    meld: buraco.Meld = buraco.parse_meld("3h4h5h")
    assert_type(meld.canasta, buraco.CanastaKind | None)
    assert_type(buraco.parse_card("Jk"), buraco.Card)


def rule_sets() -> None:
    house = attrs.evolve(buraco.CERRADO, name="casa", pile="open", canasta_points={"dirty": 50})
    assert_type(house, buraco.RuleSet)
    assert_type(house.pile, buraco.Pile)
    assert_type(house.card_points, buraco.Points)
    assert_type(house.canasta_to_close, buraco.CanastaToClose)
    assert_type(house.discard_to_go_out, buraco.DiscardToGoOut)
    assert_type(house.muertos_to_stock, buraco.MuertosToStock)
    assert_type(house.tie, buraco.Tie)
    assert_type(buraco.rule_set("cerrado"), buraco.RuleSet)
    presets: tuple[buraco.RuleSet, ...] = (
        buraco.ABIERTO,
        buraco.ABIERTO_SUCIO,
        buraco.CERRADO_STCL,
        buraco.CERRADO_SUCIO,
        buraco.CERRADO_SUCIO_PAREJAS,
    )
    assert_type(presets[0].pile, buraco.Pile)
    assert_type(buraco.RULE_SETS, Mapping[str, buraco.RuleSet])
    assert_type(house.to_dict(), dict[str, Any])
    assert_type(buraco.RuleSet.from_json("{}"), buraco.RuleSet)


def records(state: buraco.GameState) -> None:
    record = buraco.Record.start(state, {"table": "4"})
    assert_type(record.play(buraco.DrawStock(), seat=0), buraco.Record)
    assert_type(record.back(2), buraco.Record)
    assert_type(record.state, buraco.GameState)
    assert_type(record.state_at(0), buraco.GameState)
    assert_type(record.states(), Iterator[buraco.GameState])
    assert_type(record.moves, tuple[buraco.Move, ...])
    assert_type(record.deck, tuple[buraco.Card, ...] | None)
    assert_type(record.score, tuple[int, int] | None)
    assert_type(record.tags, dict[str, str])
    assert_type(record.undo_limit, int)
    assert_type(buraco.reveals(state, buraco.DrawStock()), bool)
    with open("hands.jsonl", encoding="utf-8") as file:
        assert_type(buraco.read_records(file), Iterator[buraco.Record])
    with open("hands.jsonl", "rb") as binary:
        buraco.read_records(binary)
    with open("hands.jsonl", "w", encoding="utf-8") as file:
        buraco.write_records([record], file)
    try:
        buraco.Record.from_json("{}")
    except buraco.ReplayError as error:
        assert_type(error.reason, buraco.Reason | None)
        assert_type(error.line, int | None)


def scoring(state: buraco.GameState) -> None:
    result = buraco.score(state)
    assert_type(result, buraco.HandScore)
    assert_type(result.totals, tuple[int, int])
    assert_type(result.sides[0], buraco.SideScore)
    assert_type(result.sides[0].lines[0].kind, buraco.LineKind)
    assert_type(result.sides[0].lines, tuple[buraco.ScoreLine, ...])
    match_ = buraco.Match.start(buraco.CERRADO, players=4, target=None)
    assert_type(match_.finish(state), buraco.Match)
    assert_type(match_.winner, int | None)
    assert_type(match_.hands, tuple[buraco.PlayedHand, ...])


def playing(state: buraco.GameState, rng: buraco.Rng) -> None:
    assert_type(buraco.playout(state, rng), buraco.GameState)
    players: list[bots.Player] = [bots.RandomBot(rng), bots.GreedyBot(rng)]
    assert_type(bots.play_hand(state, players), buraco.GameState)


def errors() -> None:
    found: list[buraco.BuracoError] = [
        buraco.CardsError(),
        buraco.ComposeError("hands[0]", "no card"),
        buraco.DealError(),
        buraco.MatchError(),
        buraco.NotationError("no card"),
        buraco.RecordError(),
        buraco.RuleSetError(["no jokers"]),
        buraco.ViewError(),
    ]
    print(found)
    try:
        buraco.rule_set("casa")
    except buraco.UnknownRuleSet as unknown:
        print(unknown)
    except buraco.FormatError as error:
        assert_type(error.path, str)
    except buraco.RenderError as wrong:
        print(wrong)


def drawing(state: buraco.GameState, view: buraco.PlayerView) -> None:
    table = render.table_svg(state, size=480, language="es", highlight=buraco.DrawStock())
    assert_type(table, str)
    assert_type(render.table_svg(view, four_colors=True), str)
    assert_type(render.hand_svg(state.hands[0], highlight=[buraco.JOKER]), str)
    assert_type(render.cards_svg(buraco.JOKER), str)
    assert_type(render.meld_svg(buraco.parse_meld("3h4h5h"), rules=buraco.CERRADO), str)
    assert_type(render.score_html(buraco.score(state)), str)
    assert_type(text.table_text(view, unicode=True, language="es"), str)
    assert_type(text.score_text(buraco.score(state), unicode=True, language="es"), str)
    render.table_svg(state, 480)  # type: ignore[call-arg]
