"""Melds as whole numbers: what the engine tells runs and groups apart by.

Places of a run are numbered A=1, 2=2, ... K=13, A=14 (R4.1). A wild kind is numbered 1 to 5: the
twos of clubs, diamonds, hearts, spades, then the joker; 0 is none. A run's code holds suit (from
bit 15), wild kind (12), low (8), high (4) and the wild's place (0); a group's, above all codes of
runs, its rank (10), wild kind (7) and how many of each suit it has (0), as digits of base 3. The
order of melds is the order of their codes.
"""

from __future__ import annotations

from typing import Final

from buraco.bags import ACES, JOKER_NUMBER, JOKERS, SHIFTS

NO_WILD: Final = 0
WILD_NUMBERS: Final = (-1, 1, 14, 27, 40, JOKER_NUMBER)
"""The card number of each wild kind."""
JOKER_WILD: Final = 5
WILDS: Final = ACES << 1 | JOKERS
"""All cards that may stand as wilds, in presence."""
WILD_KINDS: Final = {number: kind for kind, number in enumerate(WILD_NUMBERS)}
GROUP_CODES: Final = 1 << 18
THREES: Final = (1, 3, 9, 27)


def natural(suit: int, place: int) -> int:
    """The number of the card that is natural at a place of a suit's run; 14 is the ace again."""
    return suit * 13 + (place - 1) % 13


def run_code(suit: int, low: int, high: int, wild_at: int, wild: int) -> int:
    """The code of a run that is in its one form; `wild` is a wild kind."""
    return suit << 15 | wild << 12 | low << 8 | high << 4 | wild_at


def run_form(suit: int, low: int, high: int, wild_at: int, wild: int) -> int:
    """The code of a run's one form (R5.4, R5.6)."""
    if wild == suit + 1 and wild_at == high and low == 3:
        return run_code(suit, 2, high - 1, 0, NO_WILD)
    if low == 1 and high == 13 and not wild_at:
        return run_code(suit, 2, 14, 0, NO_WILD)
    return run_code(suit, low, high, wild_at, wild)


def run_parts(code: int) -> tuple[int, int, int, int, int]:
    """Suit, low, high, wild_at and wild kind of a run's code."""
    return code >> 15, code >> 8 & 15, code >> 4 & 15, code & 15, code >> 12 & 7


def group_code(rank: int, counts: int, wild: int) -> int:
    """The code of a group; `counts` are the copies of each suit, as digits of base 3."""
    return GROUP_CODES | rank << 10 | wild << 7 | counts


def group_parts(code: int) -> tuple[int, int, int]:
    """Rank (0 for aces), copies of each suit and wild kind of a group's code."""
    return code >> 10 & 15, code & 127, code >> 7 & 7


def group_counts(naturals: int, rank: int) -> int:
    """The copies of each suit in a bag of one rank's cards, as digits of base 3."""
    copies = [naturals >> SHIFTS[13 * suit + rank] & 3 for suit in range(4)]
    return copies[0] + 3 * copies[1] + 9 * copies[2] + 27 * copies[3]
