"""Small hands rich in wilds, with all their cards tried in every order, and big hands."""

import random
from collections import Counter
from collections.abc import Iterator
from itertools import permutations, product
from typing import NamedTuple

import attrs
import helpers
import plain
from helpers import order_of, place, texts
from hypothesis import given, note
from hypothesis import strategies as st
from strategies import Way, big, rule_sets, seeds, share

import buraco
from buraco import GameState, RuleSet, parse_cards


def parts(cards: plain.Cards) -> Iterator[plain.Cards]:
    """All bags of some of the cards."""
    counts = Counter(cards)
    for taken in product(*(range(count + 1) for count in counts.values())):
        yield tuple(card for card, n in zip(counts, taken, strict=True) for _ in range(n))


def lays_in_any_order(hand: plain.Cards, rules: RuleSet) -> set[str]:
    """The new melds that some of the cards are, put down in some order."""
    data = rules.to_dict()
    melds = {plain.read_meld(row, data) for part in parts(hand) for row in permutations(part)}
    return {meld for meld in melds if meld is not None}


def additions_in_any_order(meld: str, hand: plain.Cards, rules: RuleSet) -> set[str]:
    """What a meld becomes when some of the cards are added one by one in some order."""
    shape = plain.shape(rules.to_dict())
    found = set()
    for part in parts(hand):
        for order in set(permutations(part)):
            forms = {plain.split(meld)}
            for card in order:
                grown = {more for form in forms for more in plain.add_one(form, card, shape)}
                forms = grown | {plain.one_form(form, shape) for form in grown}
            found |= {"".join(plain.one_form(form, shape)) for form in forms if part}
    return found


class Small(NamedTuple):
    """A hand of few cards that go together, and a meld that they may go with."""

    rules: RuleSet
    seed: int
    size: int

    def state(self) -> tuple[GameState, str]:
        """The state, in which a muerto can be taken; and the hand."""
        rng, data = random.Random(self.seed), self.rules.to_dict()
        melds = sorted(plain.all_melds(plain.shape(data)))
        meld = min(rng.choices(melds, k=3), key=len)
        deck = plain.without(plain.deck(data), plain.split(meld))
        suit, rank = rng.choice(meld[1::2]), rng.choice(meld[::2])
        low = rng.randrange(10)
        ranks = (plain.RANKS + "A")[low : low + 5] + rank
        near = [card for card in deck if card[1] == suit and card[0] in ranks]
        near += [card for card in deck if card in plain.WILDS or card[0] == rank]
        rng.shuffle(near)
        hand = list((Counter(near[: self.size]) & Counter(deck)).elements())
        spare = plain.without(deck, hand)
        state = place(
            self.rules,
            hand="".join(hand),
            melds=[meld],
            pile=spare[0],
            phase="play",
            players=self.rules.players[0],
        )
        note(state.to_json())
        return state, plain.bag(hand)


small_hands = st.builds(Small, rule_sets, seeds, st.sampled_from([3, 4, 5, 6]))


@share(0.6)
@given(small_hands)
def test_small_hands_list_what_can_be_done_card_by_card(small: Small) -> None:
    state, hand = small.state()
    cards = plain.split(hand)
    meld = str(state.sides[0].melds[0])
    lays = lays_in_any_order(cards, small.rules)
    additions = additions_in_any_order(meld, cards, small.rules)
    if small.rules.discard_to_go_out is buraco.DiscardToGoOut.ALWAYS:
        lays = {text for text in lays if len(text) < len(hand)}
        additions = {text for text in additions if len(text) - len(meld) < len(hand)}
    expected = {f"M{text}" for text in lays} | {f"+0={text}" for text in additions}
    expected |= {f"X{card}" for card in cards}
    assert set(texts(state.legal_moves())) == expected


@share(2)
@given(small_hands)
def test_small_hands_list_what_can_be_done_with_the_top_card(small: Small) -> None:
    """The same, taking a closed pile of three, one card of the hand on its top."""
    state, hand = small.state()
    rules = attrs.evolve(small.rules, pile="closed", name="otra")
    meld = str(state.sides[0].melds[0])
    if len(hand) < 4:
        return
    top, held = hand[-2:], hand[:-2]
    spare = plain.without(plain.deck(rules.to_dict()), plain.split(hand + meld))
    pile = "".join(spare[:2]) + top
    state = place(rules, hand=held, melds=[meld], pile=pile, players=rules.players[0])
    seen = (*plain.split(held), top)
    expected = {"D"}
    for text in lays_in_any_order(seen, rules):
        if top in plain.split(text):
            expected.add(f"P:M{text}")
    for text in additions_in_any_order(meld, seen, rules):
        if top in plain.without(plain.split(text), plain.split(meld)):
            expected.add(f"P:+0={text}")
    assert set(texts(state.legal_moves())) == expected


@share(0.4)
@given(big)
def test_big_hands_list_what_the_plain_rules_list(way: Way) -> None:
    state = way.state()
    listed = texts(state.legal_moves())
    assert len(set(listed)) == len(listed)
    assert set(listed) == plain.legal_moves(state.to_dict())
    assert listed == sorted(listed, key=order_of)


def test_all_cards_at_once() -> None:
    """A hand of nearly the whole deck lists every meld that the rules admit."""
    rules = helpers.house(players=(2,), muerto_size=2)
    held = plain.without(plain.deck(rules.to_dict()), ["3c", "4d", "5h", "6s", "9c", "9d", "Th"])
    state = place(rules, hand="".join(held), players=2, muertos=0, taken={0: True, 1: True})
    lays = [text[1:] for text in texts(state.legal_moves()) if text[0] == "M"]
    possible = [
        meld for meld in helpers.all_melds() if not Counter(plain.split(meld)) - Counter(held)
    ]
    assert sorted(lays) == possible
    assert len(lays) > 14_000


def test_more_kinds_of_hand_than_are_remembered() -> None:
    """What can be laid is remembered by patterns, of which there are too many to keep."""
    clubs = [card for card in plain.ORDER if card[1] == "c"]
    state = place(hand="".join(clubs) + "Jk9d9hKs")
    moves = state.legal_moves()
    for pattern in range(4_200):
        chosen = [card for i, card in enumerate(clubs) if pattern >> i & 1]
        for play in state.plays(parse_cards("".join(chosen) + "Jk")):
            assert play in moves
    assert state.legal_moves() == moves
