"""What several tests share: states made of a few facts, strategies, hands played at random."""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import attrs
import plain
from hypothesis import note, settings
from hypothesis import strategies as st

import buraco
from buraco import (
    AddToMeld,
    Card,
    Cards,
    Discard,
    DrawStock,
    GameState,
    LayMeld,
    Meld,
    Move,
    Reason,
    RuleSet,
    TakePile,
    parse_card,
    parse_cards,
    parse_meld,
    parse_move,
)

ROOT = Path(__file__).parents[1]
CASES = Path(__file__).parent / "cases"
ANY_SHAPE = plain.Shape(jokers=True, groups=True, groups_of_twos=True, ace_to_ace=True)
PICKLE_PROTOCOLS = range(2, 6)


def share(part: float) -> settings:
    """Settings for a part of the profile's examples, for tests whose examples are dear."""
    return settings(max_examples=max(1, int(settings.default.max_examples * part)))


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
    taken: Mapping[int, bool] = {},  # noqa: B006  # never changed
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
    sides = [{"melds": list(melds), "muerto": None}, {"melds": list(theirs), "muerto": None}]
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


# Hands played at random.


class Played(NamedTuple):
    """How a state is reached, short enough to be read and to be made smaller."""

    rules: RuleSet
    players: int
    seed: int
    moves: int
    eager: bool

    def state(self, *, over: bool = False) -> GameState:
        """The state after so many moves, or, if the hand is over before, the last one.

        Args:
            over: whether that may be the state in which it is over.
        """
        rng = random.Random(self.seed)
        state = GameState.deal(
            self.rules, self.players, rng=rng, starter=rng.randrange(self.players)
        )
        for _ in range(self.moves):
            following = state.apply(chosen(state, rng, eager=self.eager))
            if following.is_over:
                state = following if over else state
                break
            state = following
        note(state.to_json())
        return state


def chosen(state: GameState, rng: random.Random, *, eager: bool) -> Move:
    """A legal move; the eager player melds when he can, and takes an open pile now and then."""
    moves = state.legal_moves()
    if eager:
        plays = [
            move
            for move in moves
            if isinstance(move, (LayMeld, AddToMeld))
            or (isinstance(move, TakePile) and (move.play is not None or rng.random() < 0.2))
        ]
        moves = tuple(plays) or moves
    return rng.choice(moves)


presets = st.sampled_from(list(buraco.RULE_SETS.values()))


def _points(names: Iterable[str]) -> st.SearchStrategy[dict[str, int]]:
    return st.fixed_dictionaries({name: st.integers(-500, 2000) for name in names})


@st.composite
def house_rules(draw: st.DrawFn) -> RuleSet:
    """Valid house rules, every field of which may be anything."""
    groups = draw(st.booleans())
    return RuleSet(
        name=draw(st.sampled_from(["casa", "La Nuestra", "ñ ♥"])),
        players=draw(st.sampled_from([(2,), (4,), (2, 4)])),
        hand_size=draw(st.integers(2, 15)),
        muerto_size=draw(st.integers(2, 15)),
        jokers=draw(st.integers(0, 4)),
        groups=groups,
        groups_of_twos=groups and draw(st.booleans()),
        ace_to_ace=draw(st.booleans()),
        group_canastas=groups and draw(st.booleans()),
        pile=draw(st.sampled_from(list(buraco.Pile))),
        canasta_to_close=draw(st.sampled_from(list(buraco.CanastaToClose))),
        discard_to_go_out=draw(st.sampled_from(list(buraco.DiscardToGoOut))),
        card_points=draw(_points(CARD_POINT_NAMES)),
        canasta_points=draw(_points(buraco.CanastaKind)),
        closing_points=draw(st.integers(-100, 500)),
        no_muerto_penalty=draw(st.integers(0, 500)),
        unused_muerto_penalty=draw(st.integers(0, 500)),
        unused_muerto_cards_count=draw(st.booleans()),
        muertos_to_stock=draw(st.sampled_from(list(buraco.MuertosToStock))),
        tie=draw(st.sampled_from(list(buraco.Tie))),
    )


CARD_POINT_NAMES = [*buraco.Rank, "Jk"]
rule_sets = presets | house_rules()


@st.composite
def played(draw: st.DrawFn, rules: st.SearchStrategy[RuleSet] = rule_sets) -> Played:
    """Ways to states that random and eager play reach, under the presets and house rules."""
    rule_set = draw(rules)
    return Played(
        rule_set,
        players=draw(st.sampled_from(rule_set.players)),
        seed=draw(st.integers(0, 2**32 - 1)),
        moves=draw(st.integers(0, 60) | st.integers(0, 300)),
        eager=draw(st.booleans()),
    )


# Cards, melds, moves.


@cache
def all_melds() -> list[str]:
    """The canonical texts of all melds that there are."""
    return sorted(plain.all_melds(ANY_SHAPE))


cards: st.SearchStrategy[Card] = st.sampled_from([parse_card(name) for name in plain.ORDER])
melds: st.SearchStrategy[Meld] = st.deferred(lambda: st.sampled_from(all_melds()).map(parse_meld))
bags: st.SearchStrategy[Cards] = st.lists(
    st.integers(0, 107), unique=True, max_size=40
).map(lambda places: Cards(buraco.deck()[place] for place in places))
_plays = st.builds(LayMeld, melds) | st.builds(AddToMeld, st.integers(0, 12), melds)
moves: st.SearchStrategy[Move] = st.one_of(
    st.just(DrawStock()),
    st.builds(Discard, cards),
    _plays,
    st.builds(TakePile, st.none() | _plays),
)


@st.composite
def loose_cards(draw: st.DrawFn, text: str) -> str:
    """Another spelling of cards, that means the same where spelling is loose."""
    return "".join(draw(st.sampled_from(_spellings(card))) for card in plain.split(text))


@cache
def _spellings(card: str) -> list[str]:
    if card == plain.JOKER:
        words = ["Jk", "jk", "JK", "jK"]
    else:
        symbol = buraco.Suit(card[1]).symbol
        ranks = {card[0], card[0].lower()} | ({"10"} if card[0] == "T" else set())
        suits = [card[1], card[1].upper(), symbol, symbol + "\ufe0f"]
        words = [rank + gap + suit for rank in sorted(ranks) for gap in ("", " ") for suit in suits]
    return [before + word + behind for word in words for before in ("", " ") for behind in ("", "  ")]
