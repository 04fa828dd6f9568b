"""Bags of cards as whole numbers: what the engine counts with.

A card is a number here, 0 (ace of clubs) to 51 (king of spades) in canonical order, then 52, the
joker. A bag is one Python ``int``. Each kind of card has a field of two bits that counts its
copies, rank by rank; above them lie three bits for the jokers, and above those the number of all
cards. So joining bags is ``+``, taking away is ``-``, the size is a shift, and all cards of a suit
or of a rank are one ``&`` away. `buraco.cards.Cards` is the face of a bag for people.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

JOKER_NUMBER: Final = 52
KINDS: Final = 53
NAMES: Final = (*(rank + suit for suit in "cdhs" for rank in "A23456789TJQK"), "Jk")
"""The cards in the notation, by card number."""

# The layout of a bag. Field of a kind: bits 8 * rank + 2 * suit and the one above; jokers: bits
# 104 to 106; from bit 107 on: the number of all cards.
JOKER_SHIFT: Final = 104
SIZE_SHIFT: Final = 107
SHIFTS: Final = tuple(
    JOKER_SHIFT if number == JOKER_NUMBER else 8 * (number % 13) + 2 * (number // 13)
    for number in range(KINDS)
)
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
SUIT_FIELDS: Final = tuple(sum(FIELD[13 * suit : 13 * suit + 13]) for suit in range(4))
RANK_FIELDS: Final = tuple(sum(FIELD[rank:52:13]) for rank in range(13))
_BORROWS: Final = LOWS | 1 << SIZE_SHIFT
_KIND_AT: Final = {shift: number for number, shift in enumerate(SHIFTS)}
EMPTY: Final = 0
"""The empty bag."""


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


def bag_numbers(bag: int) -> list[int]:
    """The cards of a bag as numbers in canonical order, copies repeated."""
    numbers = []
    for fields in SUIT_FIELDS:
        suit_cards = bag & fields
        while suit_cards:
            shift = (suit_cards & -suit_cards).bit_length() - 1 & -2
            copies = suit_cards >> shift & 3
            suit_cards ^= copies << shift
            numbers += [_KIND_AT[shift]] * copies
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
