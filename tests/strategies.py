"""Hypothesis strategies that several tests share: rule sets, states, cards, melds, moves."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable
from functools import cache
from typing import NamedTuple

import attrs
import plain
from helpers import all_melds, place
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
    Match,
    Meld,
    Move,
    Phase,
    Pile,
    Record,
    RuleSet,
    TakePile,
    parse_card,
    parse_meld,
)

EXAMPLES = settings().max_examples
"""How many examples the profile asks for."""


def share(part: float) -> settings:
    """Settings for a part of the profile's examples, or more, for dear tests and for cheap ones."""
    return settings(max_examples=max(1, int(EXAMPLES * part)))


seeds = st.integers(0, 2**32 - 1)


# Rule sets.

presets = st.sampled_from(list(buraco.RULE_SETS.values()))


_letters = st.characters(exclude_categories=("C", "Z"))  # what is printable, but for the space
_names = st.sampled_from(["casa", "La Nuestra", "ñ ♥"]) | st.text(
    _letters, min_size=1, max_size=100
).filter(lambda name: name not in buraco.RULE_SETS)
_modest = st.integers(-500, 2000)
_extreme = _modest | st.integers(-(2**63), 2**63 - 1)


def _points(
    names: Iterable[str], amounts: st.SearchStrategy[int]
) -> st.SearchStrategy[dict[str, int]]:
    return st.fixed_dictionaries(dict.fromkeys(names, amounts))


@st.composite
def house_rules(draw: st.DrawFn, amounts: st.SearchStrategy[int] = _modest) -> RuleSet:
    """Valid house rules, every field of which may be anything, but points within these amounts."""
    penalties = amounts.map(lambda amount: max(amount, 0))
    groups = draw(st.booleans())
    return RuleSet(
        name=draw(_names),
        players=draw(st.sampled_from([(2,), (4,), (2, 4)])),
        hand_size=draw(st.integers(2, 15)),
        muerto_size=draw(st.integers(2, 15)),
        jokers=draw(st.integers(0, 4)),
        groups=groups,
        groups_of_twos=groups and draw(st.booleans()),
        ace_to_ace=draw(st.booleans()),
        group_canastas=groups and draw(st.booleans()),
        pile=draw(st.sampled_from(list(Pile))),
        canasta_to_close=draw(st.sampled_from(list(buraco.CanastaToClose))),
        discard_to_go_out=draw(st.sampled_from(list(buraco.DiscardToGoOut))),
        card_points=draw(_points([*buraco.Rank, "Jk"], amounts)),
        canasta_points=draw(_points(buraco.CanastaKind, amounts)),
        closing_points=draw(amounts),
        no_muerto_penalty=draw(penalties),
        unused_muerto_penalty=draw(penalties),
        unused_muerto_cards_count=draw(st.booleans()),
        muertos_to_stock=draw(st.sampled_from(list(buraco.MuertosToStock))),
        tie=draw(st.sampled_from(list(buraco.Tie))),
    )


rule_sets = presets | house_rules()
extreme_rule_sets = presets | house_rules(_extreme)
"""Rule sets whose points may be as large as documents hold: scores may then be too large."""


# Matches.


@st.composite
def matches(draw: st.DrawFn) -> Match:
    """Matches that have come so far by the rules."""
    rules = draw(extreme_rule_sets)
    match = Match.start(
        rules,
        players=draw(st.sampled_from(rules.players)),
        target=draw(st.none() | st.integers(1, 3000)),
        starter=draw(st.integers(0, rules.players[0] - 1)),
    )
    totals = st.integers(-500, 3000)
    for _ in range(draw(st.integers(0, 4))):
        if not match.is_over:
            hand = buraco.PlayedHand(match.starter, (draw(totals), draw(totals)))
            starter = (match.starter + 1) % match.players
            match = attrs.evolve(match, hands=(*match.hands, hand), starter=starter)
    return match


# States, by recipes short enough to be read and to be made smaller.


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


class Played(NamedTuple):
    """A state that is reached by playing at random, or by eager play."""

    rules: RuleSet
    players: int
    seed: int
    percent: int
    """How much of the hand has been played."""
    phase: Phase
    eager: bool

    def state(self, *, over: bool = False) -> GameState:
        """The state.

        Args:
            over: whether it may be the one in which the hand is over.
        """
        rng = random.Random(self.seed)
        starter = rng.randrange(self.players)
        states = [GameState.deal(self.rules, self.players, rng=rng, starter=starter)]
        while not states[-1].is_over:
            states.append(states[-1].apply(chosen(states[-1], rng, eager=self.eager)))
        if over and self.percent == 100:
            return states[-1]
        states = [state for state in states if state.phase is self.phase]
        state = states[(len(states) - 1) * self.percent // 100]
        note(state.to_json())
        return state


class Tight(NamedTuple):
    """A state with few cards in the hand, and melds that are canastas or nearly."""

    rules: RuleSet
    seed: int
    hand: int
    pile: int
    """How many cards it holds; if there are any, the seat is to draw."""
    stock: int | None
    """How many cards it holds, None for many."""
    muertos: int
    taken: bool

    def state(self, *, over: bool = False) -> GameState:
        """The state; the hand is never over in it."""
        rng = random.Random(self.seed)
        melds, rest = some_melds(self.rules, rng, rng.randint(0, 3))
        near = near_cards(self.rules, melds, rest, rng)
        top, near = near[: min(self.pile, 1)], near[min(self.pile, 1) :]
        hand, below = near[: self.hand], near[self.hand :][: self.pile - len(top)]
        pile = "".join(below + top)
        state = place(
            self.rules,
            hand="".join(hand),
            melds=melds,
            pile=pile,
            players=rng.choice(self.rules.players),
            taken={0: True} if self.taken else {},
            muertos=min(self.muertos, 1 if self.taken else 2),
            stock=max(self.stock, 1) if pile and self.stock is not None else self.stock,
        )
        note(state.to_json())
        return state


class Big(NamedTuple):
    """A state with 30 to 60 cards in the hand, as after taking a big pile, and a few melds."""

    rules: RuleSet
    seed: int
    draws: bool
    """Whether the seat is to draw, where the pile is closed."""

    def state(self, *, over: bool = False) -> GameState:
        """The state; the hand is never over in it."""
        rng = random.Random(self.seed)
        melds, rest = some_melds(self.rules, rng, 3)
        players = rng.choice(self.rules.players)
        room = len(rest) - 2 * self.rules.muerto_size - 3 * (players - 1) - 2
        hand = rng.sample(rest, min(room, rng.randint(30, 60)))
        draws = self.draws and self.rules.pile is Pile.CLOSED
        pile = rng.choice(plain.without(rest, hand)) if draws else ""
        state = place(self.rules, hand="".join(hand), melds=melds, pile=pile, players=players)
        note(state.to_json())
        return state


def near_cards(rules: RuleSet, melds: list[str], rest: list[str], rng: random.Random) -> list[str]:
    """Cards of those left, most of which can be laid together or added to the melds."""
    shape = plain.shape(rules.to_dict())
    new = Counter(plain.split(rng.choice(_melds_under(shape)[3]))) & Counter(rest)
    near = list(new.elements()) if rng.random() < 0.5 else []
    fitting = [
        card
        for card in sorted(set(plain.without(rest, near)))
        if any(plain.add_one(plain.split(meld), card, shape) for meld in melds)
    ]
    others = plain.without(rest, near + fitting)
    rng.shuffle(others)
    more = fitting + others[:3]
    rng.shuffle(more)
    return near + more + others[3:8]


def some_melds(rules: RuleSet, rng: random.Random, number: int) -> tuple[list[str], list[str]]:
    """At most so many melds, some of them near a canasta; and the cards of the deck left."""
    data = rules.to_dict()
    every = _melds_under(plain.shape(data))
    rest = plain.deck(data)
    melds: list[str] = []
    for _ in range(number):
        text = rng.choice(every[rng.choice([0, 0, 6, 7])])
        if not Counter(plain.split(text)) - Counter(rest):
            rest = plain.without(rest, plain.split(text))
            melds.append(text)
    return melds, rest


@cache
def _melds_under(shape: plain.Shape) -> dict[int, list[str]]:
    """All melds, by how many cards they have; and all of them at 0."""
    every = sorted(plain.all_melds(shape))
    by_size = {size: [meld for meld in every if len(meld) == 2 * size] for size in range(3, 15)}
    return {0: every, **by_size}


@st.composite
def _played(draw: st.DrawFn) -> Played:
    rules = draw(rule_sets)
    return Played(
        rules,
        players=draw(st.sampled_from(rules.players)),
        seed=draw(seeds),
        percent=draw(st.integers(0, 100)),
        phase=draw(st.sampled_from([Phase.DRAW, Phase.PLAY, Phase.PLAY])),
        eager=draw(st.booleans()),
    )


Way = Played | Tight | Big
played: st.SearchStrategy[Way] = _played()


def _tight(rules: st.SearchStrategy[RuleSet], piles: list[int]) -> st.SearchStrategy[Way]:
    return st.builds(
        Tight,
        rules,
        seed=seeds,
        hand=st.integers(2, 5),
        pile=st.sampled_from(piles),
        stock=st.sampled_from([None, 0, 1]),
        muertos=st.sampled_from([0, 1, 2]),
        taken=st.booleans(),
    )


tight = _tight(rule_sets, [0, 0, 0, 1, 2])
taking = _tight(rule_sets.filter(lambda rules: rules.pile is Pile.CLOSED), [1, 2, 3])
big: st.SearchStrategy[Way] = st.builds(Big, rule_sets, seed=seeds, draws=st.booleans())
ways = played | tight | taking
"""Ways to states under the presets and under house rules."""


# Cards, melds, moves.

cards: st.SearchStrategy[Card] = st.sampled_from([parse_card(name) for name in plain.ORDER])
melds: st.SearchStrategy[Meld] = st.deferred(lambda: st.sampled_from(all_melds()).map(parse_meld))
bags: st.SearchStrategy[Cards] = st.lists(st.integers(0, 107), unique=True, max_size=40).map(
    lambda places: Cards(buraco.deck()[place] for place in places)
)
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
    words += [f" {word}" for word in words]
    return words + [f"{word}  " for word in words]


# Records, of hands played at random or eagerly, from the deal on or from later.


class Recorded(NamedTuple):
    """A record that is made by playing."""

    rules: RuleSet
    players: int
    seed: int
    eager: bool
    skipped: int
    """How many moves are made before it starts."""
    moves: int
    """How many moves it has, if the hand goes on so long."""
    tags: tuple[tuple[str, str], ...]

    def record(self) -> Record:
        """The record."""
        rng = random.Random(self.seed)
        starter = rng.randrange(self.players)
        state = GameState.deal(self.rules, self.players, rng=rng, starter=starter)
        for _ in range(self.skipped):
            if not state.is_over:
                state = state.apply(chosen(state, rng, eager=self.eager))
        record = Record.start(state, dict(self.tags))
        for _ in range(self.moves):
            if not record.state.is_over:
                record = record.play(chosen(record.state, rng, eager=self.eager))
        note(record.to_json())
        return record


_TAGS = st.dictionaries(
    st.text(st.characters(codec="utf-8"), max_size=5) | st.sampled_from(["date", "seat 0"]),
    st.text(st.characters(codec="utf-8"), max_size=20),
    max_size=3,
)


@st.composite
def recorded(draw: st.DrawFn) -> Recorded:
    """Ways to records under the presets and under house rules."""
    rules = draw(rule_sets)
    return Recorded(
        rules,
        players=draw(st.sampled_from(rules.players)),
        seed=draw(seeds),
        eager=draw(st.booleans()),
        skipped=draw(st.just(0) | st.integers(0, 60)),
        moves=draw(st.integers(0, 30) | st.just(1000)),
        tags=tuple(draw(_TAGS).items()),
    )
