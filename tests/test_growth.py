"""Growing melds, compared with the definition: one card at a time, in every order.

A run is looked at in its raw form here: the lowest and the highest place, the place of the wild
and the wild card, not necessarily in the one form of R5.4 and R5.6.
"""

import random
from collections import Counter
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

import plain
import pytest
from helpers import all_melds
from hypothesis import given
from hypothesis import strategies as st
from strategies import EXAMPLES, share

from buraco import Cards, Group, Meld, Run, parse_card, parse_meld
from buraco.bags import presence
from buraco.growth import grows, growths
from buraco.melds import meld_of_code

DECK = Counter(plain.ORDER[:52] * 2 + [plain.JOKER] * 4)


class Raw(NamedTuple):
    """A run in raw form; `at` is 0 and `wild` empty if there is no wild."""

    low: int
    high: int
    at: int = 0
    wild: str = ""

    def cards(self, suit: str) -> list[str]:
        row = [natural(suit, place) for place in range(self.low, self.high + 1)]
        if self.wild:
            row[self.at - self.low] = self.wild
        return row

    def may_be(self, ace_to_ace: bool) -> bool:
        """R4.1, R4.4"""
        fits = self.low >= 1 and self.high <= 14
        full = self.low == 1 and self.high == 14 and self.at not in (1, 14)
        return fits and (ace_to_ace or not full)

    def is_natural(self, suit: str) -> bool:
        """Whether what is called the wild is none: the two in its own place (R5.1)."""
        return self.at == 2 and self.wild == f"2{suit}"


def natural(suit: str, place: int) -> str:
    """The card whose own place that is; 14 is the ace again."""
    return (plain.RANKS + "A")[place - 1] + suit


def one_form(run: Raw, suit: str) -> Raw:
    """R5.4, R5.6"""
    if run.low == 3 and run.at == run.high and run.wild == f"2{suit}":
        return Raw(2, run.high - 1)
    if not run.wild and (run.low, run.high) == (1, 13):
        return Raw(2, 14)
    return run


def steps(run: Raw, suit: str, ace_to_ace: bool) -> Iterator[tuple[str, Raw]]:
    """All that one card can make of a run: the card, and the run with it."""
    low, high, at, wild = run
    found = [
        (natural(suit, (low - 2) % 13 + 1), run._replace(low=low - 1)),
        (natural(suit, high % 13 + 1), run._replace(high=high + 1)),
    ]
    if not wild:
        for card in plain.WILDS:  # R5.2: at either end
            found.append((card, Raw(low - 1, high, low - 1, card)))
            found.append((card, Raw(low, high + 1, high + 1, card)))
    elif high - low < 13:
        found.append((natural(suit, at), replaced(run, suit)))
    for card, more in found:
        if more.may_be(ace_to_ace) and not more.is_natural(suit):
            yield card, more


def replaced(run: Raw, suit: str) -> Raw:
    """R5.3: the natural card came into the wild's place, and the wild moves."""
    if run.wild == f"2{suit}" and run.low == 3:
        return Raw(2, run.high)  # (a)
    if run.high < 14:
        return Raw(run.low, run.high + 1, run.high + 1, run.wild)  # (b)
    return Raw(run.low - 1, run.high, run.low - 1, run.wild)  # (c)


def reached(run: Raw, suit: str, ace_to_ace: bool, bag: Counter[str]) -> set[str]:
    """The texts of all runs in their one form that cards of a bag can make of a run."""
    start = run.cards(suit)
    found, to_do = {run}, [run]
    while to_do:
        form = to_do.pop()
        left = bag - (Counter(form.cards(suit)) - Counter(start))
        following = [more for card, more in steps(form, suit, ace_to_ace) if left[card]]
        for more in (*following, one_form(form, suit)):
            if more not in found:
                found.add(more)
                to_do.append(more)
    return {"".join(one_form(form, suit).cards(suit)) for form in found} - {"".join(start)}


@cache
def runs(suit: str, wilds: tuple[str, ...], ace_to_ace: bool) -> dict[str, Raw]:
    """All runs of a suit in their one form, with these wilds or none, by their texts."""
    found = {}
    for low in range(1, 13):
        for high in range(low + 2, 15):
            raws = [Raw(low, high)]
            raws += [Raw(low, high, at, wild) for at in range(low, high + 1) for wild in wilds]
            for raw in raws:
                legal = raw.may_be(ace_to_ace) and not raw.is_natural(suit)
                if legal and raw == one_form(raw, suit):
                    found["".join(raw.cards(suit))] = raw
    return found


def listed(meld: Meld, bag: Counter[str], ace_to_ace: bool) -> set[str]:
    """The same as the library lists it, without repetition and in the order of codes."""
    cards = Cards(Counter({parse_card(card): count for card, count in bag.items()}))
    codes = growths(meld, cards._bag, presence(cards._bag), ace_to_ace)
    assert codes == sorted(set(codes))
    return {str(meld_of_code(code)) for code in codes}


def rest_of(meld: str) -> Counter[str]:
    return DECK - Counter(plain.split(meld))


def kinds_of_wild(suit: str) -> tuple[str, ...]:
    """The own two, another two, the joker: as other twos are all alike."""
    return (f"2{suit}", "2s" if suit != "s" else "2c", plain.JOKER)


def test_all_runs_are_there() -> None:
    for suit in plain.SUITS:
        every = runs(suit, tuple(plain.WILDS), True)
        assert sorted(every) == [text for text in all_melds() if is_run_of(text, suit)]


def is_run_of(text: str, suit: str) -> bool:
    meld = parse_meld(text)
    return isinstance(meld, Run) and meld.suit == suit


both_values_of_ace_to_ace = pytest.mark.parametrize("ace_to_ace", [True, False])


@both_values_of_ace_to_ace
@pytest.mark.parametrize("suit", plain.SUITS if EXAMPLES > 100 else "h")
def test_every_run_with_all_other_cards(suit: str, ace_to_ace: bool) -> None:
    every = runs(suit, kinds_of_wild(suit), ace_to_ace)
    melds = {text: parse_meld(text, strict=True) for text in every}
    useful = {natural(suit, place) for place in range(1, 14)} | set(kinds_of_wild(suit))
    for text, raw in every.items():
        rest = Counter({card: n for card, n in rest_of(text).items() if card in useful})
        outcomes = reached(raw, suit, ace_to_ace, rest)
        assert listed(melds[text], rest, ace_to_ace) == outcomes, text
        assert {other for other, meld in melds.items() if grows(melds[text], meld)} == outcomes


@st.composite
def some_runs(draw: st.DrawFn) -> tuple[str, str, Counter[str]]:
    """A suit, a run of it, and some cards that have to do with it."""
    suit = draw(st.sampled_from(plain.SUITS))
    text = draw(st.sampled_from(sorted(runs(suit, tuple(plain.WILDS), True))))
    rest = sorted(rest_of(text).elements())
    own = [card for card in rest if card[1] == suit]
    wilds = [card for card in rest if card in plain.WILDS]
    places = draw(st.sets(st.integers(0, len(own) - 1), max_size=14))
    some = Counter(own[i] for i in places)
    places = draw(st.sets(st.integers(0, len(wilds) - 1), max_size=4))
    return suit, text, some | Counter(wilds[i] for i in places)


@share(5)
@given(some_runs(), st.booleans())
def test_any_run_with_some_cards(run: tuple[str, str, Counter[str]], ace_to_ace: bool) -> None:
    suit, text, bag = run
    raw = runs(suit, tuple(plain.WILDS), True)[text]
    if not raw.may_be(ace_to_ace):
        return
    meld, outcomes = parse_meld(text), reached(raw, suit, ace_to_ace, bag)
    assert listed(meld, bag, ace_to_ace) == outcomes
    for outcome in outcomes:
        assert grows(meld, parse_meld(outcome))
        assert Counter(plain.split(outcome)) - Counter(plain.split(text)) <= bag


def wilds_for(rank: str) -> list[str]:
    return [card for card in plain.WILDS if rank != "2" or card == plain.JOKER]


def groups_with(rank: str, naturals: tuple[str, ...], wild: str) -> Iterator[tuple[str, str]]:
    """All that one card can make of a group: the card, and the group with it (R4.2, R4.3)."""
    for suit in plain.SUITS:
        if naturals.count(rank + suit) < 2:
            more = sorted((*naturals, rank + suit), key=plain.ORDER.index)
            yield rank + suit, "".join(more) + wild
    if not wild:
        for card in wilds_for(rank):
            yield card, "".join(naturals) + card


def reached_group(group: str, bag: Counter[str]) -> set[str]:
    """The texts of all groups that cards of a bag can make of a group."""
    found, to_do = {group}, [group]
    while to_do:
        cards = plain.split(to_do.pop())
        wilds = [card for card in cards if card in wilds_for(group[0])]
        naturals = cards[: len(cards) - len(wilds)]
        used = Counter(cards) - Counter(plain.split(group))
        for card, more in groups_with(group[0], naturals, "".join(wilds)):
            if used[card] < bag[card] and more not in found:
                found.add(more)
                to_do.append(more)
    return found - {group}


def groups(rank: str) -> list[str]:
    return [
        text
        for text in all_melds()
        if isinstance(meld := parse_meld(text), Group) and meld.rank.value == rank
    ]


@pytest.mark.parametrize("rank", plain.RANKS)
def test_every_group(rank: str) -> None:
    """With all other cards, and with some."""
    melds = {text: parse_meld(text) for text in groups(rank)}
    rng = random.Random(rank)
    for text, meld in melds.items():
        rest = rest_of(text)
        outcomes = reached_group(text, rest)
        assert listed(meld, rest, True) == outcomes
        assert {other for other, grown in melds.items() if grows(meld, grown)} == outcomes
        cards = [card for card in rest.elements() if card[0] == rank or card in plain.WILDS]
        some = Counter(rng.sample(cards, min(4, len(cards))))
        assert listed(meld, some, True) == reached_group(text, some)


@given(st.sampled_from(all_melds()), st.sampled_from(all_melds()))
def test_melds_of_another_kind_suit_or_rank(one: str, other: str) -> None:
    meld, grown = parse_meld(one), parse_meld(other)
    if grows(meld, grown):
        assert type(meld) is type(grown)
        assert meld.bag < grown.bag
    assert not grows(meld, meld)


@share(0.5)
@given(st.sampled_from(all_melds()), st.data())
def test_the_plain_rules_say_the_same(text: str, data: st.DataObject) -> None:
    """The definition here and the one of the plain rules are worded apart."""
    rest = sorted(rest_of(text).elements())
    near = [card for card in rest if card in plain.WILDS or {*card} & {*text}]
    bag = data.draw(st.lists(st.sampled_from(near), max_size=8).map(Counter)) & rest_of(text)
    for name in ("cerrado", "abierto-sucio"):
        rules = plain.RULES[name]
        if plain.read_meld(text, name) is not None:
            plays = plain.additions(tuple(bag.elements()), [text], name)
            expected = {play.text.removeprefix("+0=") for play in plays}
            assert listed(parse_meld(text), bag, rules["ace_to_ace"]) == expected
