"""Bags as whole numbers: what they tell of the kinds of card, beside counting one by one."""

from collections import Counter

import pytest
from hypothesis import given
from strategies import bags

from buraco import Cards
from buraco.bags import (
    JOKERS,
    NATURALS,
    PLACES,
    UNIT,
    bag_contains,
    bag_count,
    bag_missing,
    bag_numbers,
    bag_of,
    bag_size,
    presence,
    seconds,
)
from buraco.codes import WILDS
from buraco.growth import kinds_of
from buraco.lays import groupable_ranks

TWOS = (1, 14, 27, 40)


def places(number: int) -> list[int]:
    """Where a natural card stands in runs, all suits one behind the other."""
    suit, rank = divmod(number, 13)
    return [PLACES * suit + place for place in ((1, 14) if rank == 0 else (rank + 1,))]


@given(bags)
def test_presence_tells_which_kinds_there_are(bag: Cards) -> None:
    numbers = {card.number for card in bag}
    held = presence(bag._bag)
    bits = {bit for bit in range(64) if held >> bit & 1}
    assert bits - {57, 58} == {place for number in numbers - {52} for place in places(number)}
    assert bool(bits & {57, 58}) == bool(held & JOKERS) == (52 in numbers)
    assert held & NATURALS == sum(1 << places(number)[0] for number in numbers - {52})


@pytest.mark.parametrize("jokers", range(5))
@pytest.mark.parametrize("others", [[], [51], [50, 50], [*range(52)] * 2])
def test_any_number_of_jokers_shows_in_presence(jokers: int, others: list[int]) -> None:
    bag = bag_of([*others, *[52] * jokers])
    assert bool(presence(bag) & JOKERS) == bool(jokers)
    assert presence(bag) & ~JOKERS == presence(bag_of(others))
    assert bag_count(bag, 52) == jokers
    assert bag_size(bag) == len(others) + jokers


@given(bags)
def test_seconds_tell_of_which_kinds_there_are_two(bag: Cards) -> None:
    counts = Counter(card.number for card in bag)
    pairs = [number for number in range(52) if counts[number] == 2]
    assert seconds(bag._bag) == sum(1 << places(number)[0] for number in pairs)


@given(bags)
def test_numbers_come_in_canonical_order(bag: Cards) -> None:
    counts = Counter(card.number for card in bag)
    assert bag_numbers(bag._bag) == sorted(counts.elements())


@given(bags, bags)
def test_what_is_contained_is_told_field_by_field(one: Cards, other: Cards) -> None:
    mine, theirs = (Counter(card.number for card in bag) for bag in (one, other))
    assert bag_contains(one._bag, other._bag) == (theirs <= mine)
    assert bag_numbers(bag_missing(one._bag, other._bag)) == sorted((theirs - mine).elements())


@given(bags)
def test_the_kinds_of_wild_among_cards(bag: Cards) -> None:
    numbers = {card.number for card in bag}
    wilds = [kind for kind, number in enumerate((*TWOS, 52), 1) if number in numbers]
    assert kinds_of(presence(bag._bag) & WILDS) == (0, *wilds)


@given(bags)
def test_ranks_that_suffice_for_a_group(bag: Cards) -> None:
    counts = Counter(card.number % 13 for card in bag if card.number < 52)
    for least, wilds in ((3, (0,)), (2, (0, 5))):
        ranks = [rank for rank in range(13) if counts[rank] >= least]
        assert list(groupable_ranks(bag._bag, presence(bag._bag), wilds)) == ranks


def test_all_ways_in_which_a_rank_may_be_there() -> None:
    for rank in (0, 1, 12):
        for way in range(81):
            copies = [way // 3**suit % 3 for suit in range(4)]
            bag = sum(UNIT[13 * suit + rank] * copies[suit] for suit in range(4))
            for least, wilds in ((3, (0,)), (2, (0, 5))):
                enough = sum(copies) >= least
                assert (rank in groupable_ranks(bag, presence(bag), wilds)) == enough
