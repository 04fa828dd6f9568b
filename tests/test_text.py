"""Tables and scores as text."""

import random
import re
from typing import Any

import attrs
import pytest

import buraco
from buraco import GameState, RenderError, RuleSet
from buraco.scoring import HandScore, LineKind, ScoreLine, SideScore
from buraco.text import score_text, table_text
from buraco.words import LANGUAGES

DEALT = GameState.deal(buraco.CERRADO, seed=7)

CASE_HAND: dict[str, Any] = {
    "format": "buraco.state/1",
    "rules": "cerrado-sucio",
    "starter": 3,
    "turn": 1,
    "phase": "over",
    "hands": ["3h", "", "AdQhKh3s4s5s6s7s8sTsKs", "4c"],
    "stock": "6c7c7c8c8c9c9cTcTcJcJcQcQcKcKcAd2d2d3d4d5d6d7d8dTdTdJdJdQdQdKdKdAhAh2h2h3h4h4h5h5h6h"
    "6h7h7h8h8h9hThThJhJhQhKhAsAs2s2s3s4s5s6s7s8s9sTsJsJsQsQsKsJkJkJkJk",
    "pile": "AcAc2c2c3c3c4c5c5c6c",
    "muertos": [],
    "sides": [
        {"melds": ["9d9h9s"], "muerto": {"seat": 2, "used": False}},
        {"melds": ["3d4d5d6d7d8d9d"], "muerto": {"seat": 1, "used": True}},
    ],
    "closed_by": 1,
}


def shown(text: str) -> list[str]:
    """The bags and melds that a table shows."""
    return [line.split(": ")[1].split()[0] for line in text.splitlines() if ": " in line]


@pytest.mark.parametrize("rules", buraco.RULE_SETS.values(), ids=lambda rules: rules.name)
def test_table_shows_every_card_in_ascii(rules: RuleSet) -> None:
    rng = random.Random(4)
    state = GameState.deal(rules, players=4, seed=4)
    while not state.is_over:
        text = table_text(state)
        assert text.isascii()
        assert sum(len(cards) // 2 for cards in shown(text)) == 104 + rules.jokers
        state = state.apply(rng.choice(state.legal_moves()))
    assert str(state) == table_text(state)


def test_table_of_a_hand_that_is_over() -> None:
    text = table_text(GameState.from_dict(CASE_HAND))
    assert text.splitlines()[0] == "cerrado-sucio, 4 players, closed by seat 1 (seat 3 started)"
    assert text.endswith(
        """
   seat 0  1: 3h
   seat 1  0: -
   seat 2 11: AdQhKh3s4s5s6s7s8sTsKs
   seat 3  1: 4c
side 0, muerto taken by seat 2, not used yet
   0: 9d9h9s
side 1, muerto taken by seat 1
   0: 3d4d5d6d7d8d9d  clean canasta"""
    )


def test_table_marks_the_seat_to_move() -> None:
    state = GameState.deal(buraco.CERRADO, players=2, seed=1, starter=1)
    assert "seat 1 to draw (seat 1 started)" in str(state)
    state = state.apply(buraco.DrawStock())
    assert "seat 1 to play (seat 1 started)" in str(state)
    assert "\n-> seat 1 12: " in str(state)
    assert "\n   seat 0 11: " in str(state)


def test_table_names_house_rules() -> None:
    house = attrs.evolve(buraco.CERRADO, name="casa", canasta_to_close="any")
    assert str(GameState.deal(house, seed=1)).startswith("casa, 4 players")


def test_score_in_columns() -> None:
    assert score_text(buraco.score(GameState.from_dict(CASE_HAND))) == (
        """\
side 0
  cards 9d9h9s                    30
  hand of seat 0                  -5
  hand of seat 2                 -90
  unused muerto of seat 2       -100
  total                         -165
side 1
  cards 3d4d5d6d7d8d9d            45
  clean canasta 3d4d5d6d7d8d9d   200
  closing of seat 1              100
  hand of seat 3                  -5
  total                          340"""
    )


def test_score_without_lines() -> None:
    side = SideScore((ScoreLine(LineKind.CLOSING, 100, seat=0),))
    assert score_text(HandScore((side, SideScore(())))) == (
        """\
side 0
  closing of seat 0  100
  total              100
side 1
  total                0"""
    )


def test_tables_in_spanish() -> None:
    case = GameState.from_dict(CASE_HAND)
    text = table_text(case, language="es")
    assert text.splitlines()[0] == (
        "cerrado-sucio, 4 jugadores, cerró el asiento 1 (empezó el asiento 3)"
    )
    assert text.endswith(
        """
   asiento 0  1: 3h
   asiento 1  0: -
   asiento 2 11: AdQhKh3s4s5s6s7s8sTsKs
   asiento 3  1: 4c
bando 0, el muerto lo tomó el asiento 2, sin usar
   0: 9d9h9s
bando 1, el muerto lo tomó el asiento 1
   0: 3d4d5d6d7d8d9d  canasta limpia"""
    )
    view = GameState.deal(buraco.CERRADO, players=2, seed=7).view(1)
    assert table_text(view, unicode=True, language="es") == (
        """\
cerrado, 2 jugadores, asiento 0: roba (empezó el asiento 0), vista del asiento 1
mazo         64
montón        0: -
muertos       2
-> asiento 0 11
   asiento 1 11: 3♣ 9♣ 10♣ J♣ Q♣ K♣ 5♦ 7♦ 10♦ 8♥ A♠
bando 0, sin muerto
bando 1, sin muerto"""
    )


def test_scores_in_spanish() -> None:
    assert score_text(buraco.score(GameState.from_dict(CASE_HAND)), language="es") == (
        """\
bando 0
  cartas 9d9h9s                    30
  mano del asiento 0               -5
  mano del asiento 2              -90
  muerto sin usar del asiento 2  -100
  total                          -165
bando 1
  cartas 3d4d5d6d7d8d9d            45
  canasta limpia 3d4d5d6d7d8d9d   200
  cierre del asiento 1            100
  mano del asiento 3               -5
  total                           340"""
    )


def without_words(text: str) -> list[str]:
    """The cards, numbers and arrows of a text."""
    return re.findall(r"->|-?\d+(?!\w)|(?<!\w)(?:[A2-9TJQK][cdhs]|Jk)+(?!\w)", text)


@pytest.mark.parametrize("language", LANGUAGES)
def test_languages_tell_the_same(language: str) -> None:
    rng = random.Random(4)
    state = GameState.deal(buraco.CERRADO, players=4, seed=4)
    while not state.is_over:
        for table in (state, state.view(1), state.view(None)):
            told = table_text(table, language=language)
            assert without_words(told) == without_words(table_text(table))
        state = state.apply(rng.choice(state.legal_moves()))
    score = buraco.score(state)
    told = score_text(score, language=language)
    assert without_words(told) == without_words(score_text(score))


@pytest.mark.parametrize(
    ("write", "message"),
    [
        (lambda: table_text(DEALT, language="fr"), "language must be 'en' or 'es', not 'fr'"),
        (lambda: table_text(DEALT, language=["en"]), "language must be 'en' or 'es', not ['en']"),
        (lambda: score_text(buraco.score(DEALT), language="fr"), "language must be 'en' or 'es'"),
        (lambda: table_text("cerrado"), "table must be a GameState or a PlayerView, not"),
        (lambda: score_text(DEALT), "score must be a HandScore, not <GameState cerrado"),
    ],
)
def test_what_cannot_be_written_is_refused(write: Any, message: str) -> None:
    with pytest.raises(RenderError) as caught:
        write()
    assert str(caught.value).startswith(message)


@pytest.mark.parametrize("rules", buraco.RULE_SETS.values(), ids=lambda rules: rules.name)
def test_unicode_differs_in_the_spelling_of_cards_only(rules: RuleSet) -> None:
    rng = random.Random(4)
    state = GameState.deal(rules, players=4, seed=4)
    while not state.is_over:
        for table in (state, state.view(1)):
            assert plain_text(table_text(table, unicode=True)) == plain_text(table_text(table))
        state = state.apply(rng.choice(state.legal_moves()))
    score = buraco.score(state)
    assert plain_text(score_text(score, unicode=True)) == plain_text(score_text(score))


def plain_text(text: str) -> str:
    """A text with the cards in ASCII, unfolded, and without the spaces between its words."""
    text = text.replace("\n" + 14 * " ", "")
    for sign, name in (("🃏", "Jk"), ("10", "T"), *((s.symbol, s.value) for s in buraco.Suit)):
        text = text.replace(sign, name)
    return "\n".join("".join(line.split()) for line in text.splitlines())


@pytest.mark.parametrize("rules", buraco.RULE_SETS.values(), ids=lambda rules: rules.name)
def test_signs_are_folded_between_cards_to_80_columns(rules: RuleSet) -> None:
    state = GameState.deal(rules, players=rules.players[0], seed=4)
    lines = table_text(state, unicode=True).splitlines()
    assert all(len(line) + line.count("🃏") <= 80 for line in lines)
    stock = lines.index(next(line for line in lines if line.startswith("stock")))
    pile = lines.index(next(line for line in lines if line.startswith("pile")))
    assert pile - stock > 1
    assert all(line.startswith(" " * 14) for line in lines[stock + 1 : pile])
    cards = " ".join(line[14:] for line in lines[stock:pile])
    assert cards == " ".join(card.pretty for card in state.stock)


def test_unicode_shows_signs_and_names_as_they_are() -> None:
    house = attrs.evolve(buraco.CERRADO, name="ñandú ♥", canasta_to_close="any")
    state = GameState.deal(house, players=2, seed=7)
    text = table_text(state, unicode=True)
    assert text.startswith("ñandú ♥, 2 players")
    assert f"-> seat 0 11: {state.hands[0].pretty}" in text.splitlines()


def test_unicode_columns_are_as_wide_as_terminals_draw_them() -> None:
    meld, other = buraco.parse_meld("3h4hJk"), buraco.parse_meld("3h4h5h")
    lines = (ScoreLine(LineKind.CARDS, 30, meld), ScoreLine(LineKind.CARDS, 15, other))
    text = score_text(HandScore((SideScore(lines), SideScore(()))), unicode=True)
    # The joker's sign takes two columns, as the two letters of another card do.
    assert text.splitlines()[1:4] == [
        "  cards 3♥ 4♥ 🃏  30",
        "  cards 3♥ 4♥ 5♥  15",
        "  total           45",
    ]
