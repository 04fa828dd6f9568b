"""Bags of cards as whole numbers: what the engine counts with.

A card is a number here, 0 (ace of clubs) to 51 (king of spades) in canonical order, then 52, the
joker. A bag is one Python ``int``. Each kind of card has a field of two bits that counts its
copies, the joker has three, and above them all lies the number of cards. So joining bags is
``+``, taking away is ``-``, the size is a shift, and all cards of a rank are one ``&`` away.
`buraco.cards.Cards` is the face of a bag for people.

Moves are looked for by which kinds a bag holds. `presence` tells that in one number that fits a
machine word: a bit for each place of each suit's runs, the ace at both ends. The fields lie in a
bag as they do so that this takes few operations.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

JOKER_NUMBER: Final = 52
KINDS: Final = 53
NAMES: Final = (*(rank + suit for suit in "cdhs" for rank in "A23456789TJQK"), "Jk")
"""The cards in the notation, by card number."""

DECK: Final = (*range(52), *range(52), *[JOKER_NUMBER] * 4)
"""All cards of two decks, unshuffled; one with fewer jokers ends sooner (R1.1)."""

PLACES: Final = 14
"""How many places the runs of a suit have: ace to king, and the ace again (R4.1)."""

# In presence a kind has the bit 14 * suit + place; the jokers have bits 57 and 58.
# In a bag the field of a kind at an even place begins at that same bit, the field of one at an odd
# place 59 bits further up, so that each half has room for two bits a kind. Jokers: bits 57 to 59;
# from bit 116 on: the number of all cards.
UPPER_HALF: Final = 60
"""The bit from which on the kinds at odd places have their fields: two digits of a Python int."""
JOKER_SHIFT: Final = 57
SIZE_SHIFT: Final = 116


def _place(number: int) -> int:
    """Where a kind's bit is in presence."""
    return PLACES * (number // 13) + number % 13 + 1


def _shift(number: int) -> int:
    """Where a kind's field begins in a bag."""
    if number == JOKER_NUMBER:
        return JOKER_SHIFT
    place = _place(number)
    return UPPER_HALF + place - 1 if place & 1 else place


SHIFTS: Final = tuple(map(_shift, range(KINDS)))
"""Where a kind's field begins, in bits, by card number."""
COPIES: Final = tuple(4 if number == JOKER_NUMBER else 2 for number in range(KINDS))
"""How many copies of a kind two decks hold, by card number (R1.1)."""
LOW: Final = tuple(1 << shift for shift in SHIFTS)
"""The lowest bit of a kind's field."""
FIELD: Final = tuple(low * (7 if low == 1 << JOKER_SHIFT else 3) for low in LOW)
"""All bits of a kind's field: ``bag & FIELD[n]`` tells whether the bag holds one."""
UNIT: Final = tuple(low + (1 << SIZE_SHIFT) for low in LOW)
"""The bag of one card."""
LOWS: Final = sum(LOW)
"""The lowest bits of all fields."""
RANK_FIELDS: Final = tuple(sum(FIELD[rank:52:13]) for rank in range(13))
_BORROWS: Final = LOWS | 1 << SIZE_SHIFT
_LOWER: Final = (1 << UPPER_HALF) - 1
_LOWER_LOWS: Final = LOWS & _LOWER - (7 << JOKER_SHIFT)
_UPPER_LOWS: Final = (LOWS & ~_LOWER) >> UPPER_HALF
_LOWER_PRESENT: Final = _LOWER_LOWS | 3 << JOKER_SHIFT
_UPPER_SECONDS: Final = _UPPER_LOWS << 1
ACES: Final = sum(1 << PLACES * suit + 1 for suit in range(4))
"""The aces in presence, at place 1."""
ALL_RANKS: Final = (1 << 13) - 1
"""A bit for each rank of a suit, from the ace's."""
NATURALS: Final = ACES * ALL_RANKS
"""All kinds but the jokers in presence, the aces at place 1 only."""
JOKERS: Final = 3 << JOKER_SHIFT
"""The jokers in presence: some of these bits are set if there is one."""
SUIT_PLACES: Final = (1 << PLACES + 1) - 2
"""The places 1 to 14 of a suit, once presence was moved down by ``PLACES * suit``."""
_KIND_AT: Final = {1 << _place(number): number for number in range(JOKER_NUMBER)}
"""The number of a natural card by its bit in presence."""
EMPTY: Final = 0
"""The empty bag."""


def deck_numbers(jokers: int) -> tuple[int, ...]:
    """The unshuffled deck with so many jokers."""
    return DECK[: len(DECK) - 4 + jokers]


def bag_size(bag: int) -> int:
    """How many cards a bag holds."""
    return bag >> SIZE_SHIFT


def bag_contains(bag: int, part: int) -> bool:
    """Whether every card of `part` is in `bag`, copies counted.

    A field that holds too few borrows from the field above it, and a borrow shows in the lowest
    bit of that field, where the difference is not what ``^`` makes of the two.
    """
    rest = bag - part
    return rest >= 0 and not (rest ^ bag ^ part) & _BORROWS


def bag_of(numbers: Iterable[int]) -> int:
    """The bag of cards given by their numbers; the copies are not checked."""
    return sum(map(UNIT.__getitem__, numbers))


def presence(bag: int) -> int:
    """Which kinds of card a bag holds: bit ``PLACES * suit + place``, and the bits of `JOKERS`.

    An ace has its bits at the places 1 and 14.
    """
    low = bag & _LOWER
    high = bag >> UPPER_HALF
    held = (low | low >> 1) & _LOWER_PRESENT | ((high | high >> 1) & _UPPER_LOWS) << 1
    return held | (held & ACES) << 13


def seconds(bag: int) -> int:
    """Of which kinds a bag holds two copies: bit ``PLACES * suit + place``; aces at place 1."""
    return (bag & _LOWER) >> 1 & _LOWER_LOWS | bag >> UPPER_HALF & _UPPER_SECONDS


def bag_numbers(bag: int) -> list[int]:
    """The cards of a bag as numbers in canonical order, copies repeated."""
    numbers = []
    held, twice = presence(bag) & NATURALS, seconds(bag)
    while held:
        lowest = held & -held
        number = _KIND_AT[lowest]
        numbers += [number, number] if twice & lowest else [number]
        held ^= lowest
    numbers += [JOKER_NUMBER] * (bag >> JOKER_SHIFT & 7)
    return numbers


def bag_missing(bag: int, part: int) -> int:
    """The cards of `part` that `bag` lacks."""
    numbers = bag_numbers(part)
    missing = EMPTY
    for number in dict.fromkeys(numbers):
        lacking = numbers.count(number) - bag_count(bag, number)
        missing += UNIT[number] * max(0, lacking)
    return missing


def bag_count(bag: int, number: int) -> int:
    """How many copies of one kind a bag holds."""
    return bag >> SHIFTS[number] & (7 if number == JOKER_NUMBER else 3)
