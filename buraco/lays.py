"""Which new melds a bag of cards can lay, and the shared moves that lay them (R4, R5.2).

What the cards of one suit can lay depends on little: which of its ranks are there, whether there
are two of its aces or twos, and which kinds of wild. That is a pattern (`suit_pattern`), and the
moves that belong to it are made once and kept, likewise for the cards of each rank. The tables
are bounded: a full one is emptied and fills up anew, which costs time and nothing else.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final, TypeVar

from buraco.bags import ALL_RANKS, PLACES, seconds
from buraco.codes import NO_WILD, group_code, run_code
from buraco.growth import ACE_SECONDS, TWO_SECONDS, frames_of_own_two, parts_of_rank
from buraco.melds import meld_of_code
from buraco.moves import DISCARDS, AddToMeld, Discard, LayMeld, MeldPlay, TakePile

_T = TypeVar("_T")

LARGEST_TABLE: Final = 1 << 13
"""How many patterns a table keeps."""
LARGEST_FRAMES: Final = 1 << 15
"""How many patterns keep what they can lay whatever the suit."""
LARGEST_ADDITIONS: Final = 1 << 16
"""How many additions are kept to be shared."""

TWO_ACES: Final = 1 << 15
TWO_TWOS: Final = 1 << 16
"""The bits above the places of a suit's pattern: whether there are two aces, two twos."""

Lays = tuple[LayMeld, ...]
RUN_LAYS: Final[tuple[tuple[tuple[dict[int, Lays], ...], ...], ...]] = tuple(
    tuple(tuple({} for _ in range(6)) for _ in range(4)) for _ in range(2)
)
"""What a suit's cards can lay: by ace to ace or not, suit, kind of wild (0: none) and pattern."""
GROUP_LAYS: Final[tuple[dict[int, Lays], ...]] = tuple({} for _ in range(6))
"""What a rank's cards can lay: by kind of wild (0 for none) and the rank's bits of a bag."""
DISCARD_LISTS: Final[tuple[list[tuple[Discard, ...] | None], ...]] = tuple(
    [None] * (ALL_RANKS + 1) for _ in range(4)
)
"""The discards of one suit's cards, by suit and by which ranks there are: 8,192 patterns each."""

_new: Final = object.__new__
_set_index: Final = vars(AddToMeld)["index"].__set__
_set_meld: Final = vars(AddToMeld)["meld"].__set__
_set_play: Final = vars(TakePile)["play"].__set__
ADDITIONS: Final[dict[int, AddToMeld]] = {}
"""The additions made so far, by the meld's number (from bit 20) and the code of its outcome."""
_RANKS: Final[dict[int, tuple[int, ...]]] = {}
"""The ranks by a bit for each, from the aces': at most 8,192 patterns."""
_LAYS: Final[dict[int, LayMeld]] = {}


def groupable_ranks(bag: int, held: int, wilds: tuple[int, ...]) -> tuple[int, ...]:
    """The ranks, 0 for aces, of which a bag holds enough for a group.

    Args:
        bag: the cards.
        held: which kinds they are: their `presence`.
        wilds: the kinds of wild among them, and 0 for none.
    """
    # All ranks at once: `one` and `both` tell whether one or both of clubs and hearts, and above
    # them of diamonds and spades, have the rank.
    upper = held >> 2 * PLACES
    one, both = held | upper, held & upper
    one_above, both_above = one >> PLACES, both >> PLACES
    two_suits = both | both_above | one & one_above
    twice = seconds(bag)
    if twice:
        twice |= twice >> 2 * PLACES
        twice |= twice >> PLACES
    if len(wilds) > 1:
        enough = two_suits | twice
    else:
        enough = both & one_above | both_above & one | two_suits & twice
    enough = enough >> 1 & ALL_RANKS
    if not enough:
        return ()
    ranks = _RANKS.get(enough)
    if ranks is None:
        ranks = _RANKS.setdefault(enough, tuple(rank for rank in range(13) if enough >> rank & 1))
    return ranks


def suit_pattern(places: int, bag: int, suit: int) -> int:
    """What the runs of a suit depend on: its places, and whether there are two aces, two twos.

    Args:
        places: the suit's cards, as in `presence`; those too far from the others to be in a run
            left out or not.
        bag: the cards.
        suit: 0 to 3.
    """
    pattern = places >> PLACES * suit
    if bag & ACE_SECONDS[suit]:
        pattern |= TWO_ACES
    if bag & TWO_SECONDS[suit]:
        pattern |= TWO_TWOS
    return pattern


def fill_run_lays(suit: int, wild: int, ace_to_ace: bool, pattern: int) -> Lays:
    """Find the runs of a suit that cards and one wild, or none, can lay, and keep them.

    Args:
        suit: 0 to 3.
        wild: 1 to 5, or 0 for clean runs.
        ace_to_ace: whether both ends of a run may be natural aces (R4.4).
        pattern: the cards, as `suit_pattern` gives them.

    Returns:
        The moves that lay them, in the order of melds.
    """
    stem = run_code(suit, 0, 0, 0, wild)
    frames: Sequence[int]
    if not wild:
        frames = _clean_frames(pattern, ace_to_ace)
    else:
        frames = _wild_frames(pattern, ace_to_ace)
        if wild == suit + 1:
            frames = frames_of_own_two(frames, pattern & TWO_TWOS != 0)
    lays = tuple([_lay_move(stem | frame) for frame in frames])
    return _kept(RUN_LAYS[ace_to_ace][suit][wild], pattern, lays)


def fill_group_lays(rank: int, wild: int, naturals: int) -> Lays:
    """Find the groups of a rank that cards and one wild, or none, can lay, and keep them.

    Args:
        rank: 0 (aces) to 12.
        wild: 1 to 5, or 0 for clean groups.
        naturals: the bits of a bag that are the rank's.

    Returns:
        The moves that lay them, in the order of melds.
    """
    lays = tuple(map(_lay_move, _groups_in(rank, wild, naturals)))
    return _kept(GROUP_LAYS[wild], naturals, lays)


def addition(index: int, code: int) -> AddToMeld:
    """The shared move that makes a meld on the table another.

    Args:
        index: the number of the meld on the table.
        code: the code of what it becomes.
    """
    return ADDITIONS.get(index << 20 | code) or fill_addition(index, code)


def fill_addition(index: int, code: int) -> AddToMeld:
    """Make the move of `addition`, and keep it."""
    move: AddToMeld = _new(AddToMeld)
    _set_index(move, index)
    _set_meld(move, meld_of_code(code))
    return _kept(ADDITIONS, index << 20 | code, move, LARGEST_ADDITIONS)


def take_with(play: MeldPlay) -> TakePile:
    """A take of a closed pile with a play that is known to be one, unchecked."""
    move: TakePile = _new(TakePile)
    _set_play(move, play)
    return move


def fill_discards(suit: int, held: int) -> tuple[Discard, ...]:
    """Find the discards of one suit's cards, and keep them.

    Args:
        suit: 0 to 3.
        held: which kinds of card there are: their `presence`.
    """
    ranks = held >> PLACES * suit + 1 & ALL_RANKS
    discards = tuple([DISCARDS[13 * suit + rank] for rank in range(13) if ranks >> rank & 1])
    DISCARD_LISTS[suit][ranks] = discards
    return discards


def _kept(table: dict[int, _T], key: int, value: _T, largest: int = LARGEST_TABLE) -> _T:
    if len(table) >= largest:
        table.clear()
    table[key] = value
    return value


def _lay_move(code: int) -> LayMeld:
    lay = _LAYS.get(code)
    return _LAYS.setdefault(code, LayMeld(meld_of_code(code))) if lay is None else lay


# What a suit's cards can lay does not depend on the suit, so it is found for all alike. A frame is
# a run's code without suit and wild.


@lru_cache(maxsize=LARGEST_FRAMES)
def _clean_frames(pattern: int, ace_to_ace: bool) -> tuple[int, ...]:
    """The frames of all clean runs that a suit's cards can lay."""
    two_aces = ace_to_ace and pattern & TWO_ACES != 0
    frames = []
    for low in range(1, 13):
        for high in range(low, 15):
            if not pattern >> high & 1:
                break
            if high >= low + 2 and (low > 1 or high < 13 or (high == 14 and two_aces)):
                frames.append(run_code(0, low, high, 0, NO_WILD))
    return tuple(frames)


@lru_cache(maxsize=LARGEST_FRAMES)
def _wild_frames(pattern: int, ace_to_ace: bool) -> tuple[int, ...]:
    """The frames of all runs that a suit's cards make with a wild of another kind."""
    two_aces = ace_to_ace and pattern & TWO_ACES != 0
    frames = []
    for low in range(1, 13):
        if not pattern >> low & 3:
            continue
        gap = 0
        for high in range(low, 15):
            if not pattern >> high & 1:
                if gap:
                    break
                gap = high
            if high >= low + 2:
                for at in (gap,) if gap else range(low, high + 1):
                    if low > 1 or high < 14 or two_aces or at == 1 or at == 14:
                        frames.append(run_code(0, low, high, at, NO_WILD))
    return tuple(frames)


def _groups_in(rank: int, wild: int, naturals: int) -> Iterator[int]:
    """The codes of the groups that a rank's cards can lay with one wild, or with none."""
    least = 2 if wild else 3
    for part in parts_of_rank(rank, naturals):
        if part % 3 + part // 3 % 3 + part // 9 % 3 + part // 27 >= least:
            yield group_code(rank, part, wild)
