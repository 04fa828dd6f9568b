"""What several tests share: states made of a few facts, and asking them by texts."""

from __future__ import annotations

import os
import pickle
import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import attrs
import plain

import buraco
from buraco import GameState, Move, NotationError, Reason, RuleSet, parse_cards, parse_move
from buraco.cards import LONGEST_TEXT

ROOT = Path(__file__).parents[1]
PACKAGE = Path(buraco.__file__).parent  # the one that is tested: of the checkout, or installed
CASES = Path(__file__).parent / "cases"
ANY_SHAPE = plain.Shape(jokers=True, groups=True, groups_of_twos=True, ace_to_ace=True)
PICKLE_PROTOCOLS = range(2, 6)


# States made of a few facts.


def house(preset: str = "cerrado", **changes: Any) -> RuleSet:
    """House rules: a preset but for some fields."""
    return attrs.evolve(buraco.rule_set(preset), **{"name": "casa", **changes})


def rules_of(rules: str | RuleSet) -> RuleSet:
    """A preset by its name, a rule set as it is."""
    return buraco.rule_set(rules) if isinstance(rules, str) else rules


def place(
    rules: str | RuleSet = "cerrado",
    *,
    hand: str,
    melds: Sequence[str] = (),
    theirs: Sequence[str] = (),
    pile: str = "",
    phase: str | None = None,
    players: int = 4,
    turn: int = 0,
    taken: Mapping[int, bool] = {},  # never changed
    muertos: int | None = None,
    stock: int | None = None,
) -> GameState:
    """A state in the middle of a hand; the cards that are not spoken of lie anywhere.

    Args:
        rules: the rules of the table.
        hand: the cards of the seat to move.
        melds: the melds of its side.
        theirs: the melds of the other side.
        pile: the pile, its top card last.
        phase: by default ``draw`` if there is a pile, else ``play``.
        players: how many play.
        turn: the seat to move.
        taken: by the seat that took a muerto, whether it was used.
        muertos: how many lie on the table; by default all that were not taken.
        stock: how many cards it holds; by default all that are left, but for three in each
            other hand.
    """
    rule_set = rules_of(rules)
    rest = plain.deck(rule_set.to_dict())
    for text in (hand, *melds, *theirs, pile):
        rest = plain.without(rest, plain.split(text))
    random.Random(1).shuffle(rest)
    muertos = 2 - len(taken) if muertos is None else muertos
    on_table = ["".join(_cut(rest, rule_set.muerto_size)) for _ in range(muertos)]
    others = [seat for seat in range(players) if seat != turn]
    hands = {turn: hand} | {seat: "".join(_cut(rest, 3)) for seat in others}
    if stock is not None:
        hands[others[0]] += "".join(_cut(rest, len(rest) - stock))
    sides: list[dict[str, Any]] = [
        {"melds": list(melds), "muerto": None},
        {"melds": list(theirs), "muerto": None},
    ]
    sides = sides[::-1] if turn % 2 else sides
    for seat, used in taken.items():
        sides[seat % 2]["muerto"] = {"seat": seat, "used": used}
    return GameState.from_dict(
        {
            "format": "buraco.state/1",
            "rules": rules if isinstance(rules, str) else rules.to_dict(),
            "starter": 0,
            "turn": turn,
            "phase": phase or ("draw" if pile else "play"),
            "hands": [hands[seat] for seat in range(players)],
            "stock": "".join(rest),
            "pile": pile,
            "muertos": on_table,
            "sides": sides,
            "closed_by": None,
        }
    )


def _cut(cards: list[str], number: int) -> list[str]:
    cut, cards[:] = cards[:number], cards[number:]
    return cut


def texts(moves: Iterable[Move]) -> list[str]:
    return [str(move) for move in moves]


def melds_of(state: GameState, side: int = 0) -> list[str]:
    return [str(meld) for meld in state.sides[side].melds]


def can(state: GameState, text: str) -> bool:
    """Whether a move is legal, asked in two ways."""
    legal = state.is_legal(parse_move(text))
    assert legal == (text in texts(state.legal_moves()))
    return legal


def reason(state: GameState, text: str, seat: int | None = None) -> Reason | None:
    """Why a move is refused."""
    error = state.why_not(parse_move(text), seat=seat)
    return None if error is None else error.reason


def after(state: GameState, *moves: str) -> GameState:
    """The state after moves given by their texts."""
    for text in moves:
        state = state.apply(parse_move(text))
    return state


def grown(meld: str, add: str, rules: str | RuleSet = "cerrado") -> set[str]:
    """What a meld on the table may become when exactly these cards of the hand are added."""
    used = plain.split(meld + add)
    spare = plain.bag(plain.without(plain.deck(rules_of(rules).to_dict()), used)[::9])
    state = place(rules, hand=add + spare[:4], melds=[meld])
    plays = state.plays(parse_cards(add), onto=0)
    assert set(plays) <= set(state.legal_moves())
    return {text.removeprefix("+0=") for text in texts(plays)}


def laid(cards: str, rules: str | RuleSet = "cerrado") -> set[str]:
    """The melds that exactly these cards of the hand may be laid as."""
    spare = plain.bag(plain.without(plain.deck(rules_of(rules).to_dict()), plain.split(cards))[::9])
    state = place(rules, hand=cards + spare[:4])
    plays = state.plays(parse_cards(cards))
    assert set(plays) <= set(state.legal_moves())
    return {text.removeprefix("M") for text in texts(plays)}


# Other processes.


def environment(**variables: str) -> dict[str, str]:
    """The environment of a new process that is to import the package that is tested here."""
    # A safe path: the working directory, which may hold another one, is not looked through.
    own = {"PYTHONPATH": str(PACKAGE.parent), "PYTHONSAFEPATH": "1"}
    return os.environ | own | variables


# The order of moves.


def order_of(text: str) -> tuple[Any, ...]:
    """What the documented order of moves sorts by, read off the move's text."""
    play = text.removeprefix("P:")
    if play in ("D", "P"):
        return ("DP".index(play),)
    if play[0] == "M":
        return (2, 0, *_order_of_melds(play[1:]))
    if play[0] == "+":
        index, meld = play[1:].split("=")
        return (3, int(index), *_order_of_melds(meld))
    return 4, plain.ORDER.index(play[1:])


def _order_of_melds(text: str) -> tuple[Any, ...]:
    """Runs by suit, wild and places; then groups by rank, wild and copies (spades first)."""
    cards = plain.split(text)
    run = plain.as_run(cards, ANY_SHAPE)
    if run is not None:
        wild_at = 0 if run.wild is None else run.start + run.wild
        wild = -1 if run.wild is None else plain.WILDS.index(cards[run.wild])
        high = run.start + len(cards) - 1
        return 0, plain.SUITS.index(run.suit), wild, run.start, high, wild_at
    group = plain.as_group(cards, ANY_SHAPE)
    assert group is not None
    rank = group.naturals[0][0]
    copies = [group.naturals.count(rank + suit) for suit in reversed(plain.SUITS)]
    wild = plain.WILDS.index(group.wild[0]) if group.wild else -1
    return 1, plain.RANKS.index(rank), wild, copies


# Texts.


def check_reading(parse: Callable[..., object], text: str, *, strict: bool) -> None:
    """Check that a text is read, as what it says, or refused, with the place of the fault."""
    try:
        value = parse(text, strict=strict)
    except NotationError as error:
        refused = error
    else:
        assert parse(str(value), strict=True) == value
        assert not strict or str(value) == text
        return
    assert refused.text == text
    assert 0 <= refused.position <= len(text)
    if not strict and len(text) <= LONGEST_TEXT:
        assert text[refused.position : refused.position + 1] not in tuple(" \t\n\r\f\v")
    again = pickle.loads(pickle.dumps(refused))
    assert (str(again), again.position) == (str(refused), refused.position)


@cache
def all_melds() -> list[str]:
    """The canonical texts of all melds that there are."""
    return sorted(plain.all_melds(ANY_SHAPE))
