"""Which new melds a bag of cards can lay, and the shared moves that lay them (R4, R5.2).

What the cards of one suit can lay depends on little: which of its ranks are there, whether there
are two of its aces or twos, and which kinds of wild. That little is cut out of the bag with one
``&``, and the moves that belong to it are made once and kept, likewise for each rank. The
tables are bounded: a full one is emptied and fills up anew, which costs time and nothing else.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, TypeVar

from buraco.cards import (
    FIELD,
    JOKER_NUMBER,
    LOW,
    LOWS,
    RANK_FIELDS,
    SUIT_FIELDS,
)
from buraco.growth import (
    ACE_SECONDS,
    TWO_SECONDS,
    parts_of_rank,
    wilds_for_rank,
)
from buraco.melds import (
    NO_WILD,
    PLACE_FIELDS,
    WILD_NUMBERS,
    group_code,
    meld_of_code,
    run_code,
)
from buraco.moves import AddToMeld, LayMeld, TakePile

_T = TypeVar("_T")

# An entry of a table: the moves in the order of their melds' codes, and the most cards one uses.
LayEntry = tuple[tuple[LayMeld, ...], int]
TakeEntry = tuple[tuple[TakePile, ...], int]

LARGEST_TABLE: Final = 1 << 13
"""How many entries a table of patterns keeps."""
LARGEST_ADDITIONS: Final = 1 << 15
"""How many additions are kept to be shared."""

_JOKER_TOP: Final = FIELD[JOKER_NUMBER] & ~(LOW[JOKER_NUMBER] * 3)
_SECONDS: Final = sum(ACE_SECONDS) + sum(TWO_SECONDS) + _JOKER_TOP
_WILD_LOWS: Final = RANK_FIELDS[1] & LOWS | FIELD[JOKER_NUMBER]
RUN_KEYS: Final = tuple(
    SUIT_FIELDS[suit] & LOWS | _WILD_LOWS | ACE_SECONDS[suit] | TWO_SECONDS[suit]
    for suit in range(4)
)
"""By suit: the bits of `presence` on which that suit's runs depend."""

_LAYS: Final[dict[int, LayMeld]] = {}
_LAY_TAKES: Final[dict[int, TakePile]] = {}
_ADDITIONS: Final[dict[int, AddToMeld]] = {}
_ADDITION_TAKES: Final[dict[int, TakePile]] = {}
_RUN_LAYS: Final[tuple[dict[int, LayEntry], ...]] = tuple({} for _ in range(8))
_GROUP_LAYS: Final[tuple[dict[int, LayEntry], ...]] = tuple({} for _ in range(13))
_RUN_TAKES: Final[dict[int, TakeEntry]] = {}
_GROUP_TAKES: Final[dict[int, TakeEntry]] = {}

_GROUPABLE: Final = bytes(
    sum(byte >> 2 * suit & 3 for suit in range(4)) >= 2 for byte in range(256)
)
_ALL_RANKS: Final = (1 << 104) - 1


def presence(bag: int) -> int:
    """Which kinds a bag holds, a low bit each, and of which aces and twos it holds both."""
    return (bag | bag >> 1) & LOWS | bag & _SECONDS


def groupable_ranks(bag: int) -> list[int]:
    """The ranks (0 for aces) of which a bag holds two cards or more."""
    flags = (bag & _ALL_RANKS).to_bytes(13, "little").translate(_GROUPABLE)
    ranks = []
    rank = flags.find(1)
    while rank >= 0:
        ranks.append(rank)
        rank = flags.find(1, rank + 1)
    return ranks


def run_lays(suit: int, present: int, ace_to_ace: bool) -> LayEntry:
    """The runs of a suit that cards can lay.

    Args:
        suit: 0 to 3.
        present: the cards, as `presence` shows them.
        ace_to_ace: whether both ends of a run may be natural aces (R4.4).
    """
    table = _RUN_LAYS[suit + 4 * ace_to_ace]
    key = present & RUN_KEYS[suit]
    entry = table.get(key)
    if entry is None:
        entry = _entry(lay_move(code) for code in sorted(_runs_in(suit, key, ace_to_ace)))
        _keep(table, key, entry)
    return entry


def group_lays(rank: int, bag: int, present: int) -> LayEntry:
    """The groups of a rank that cards can lay (R4.2, R4.3).

    Args:
        rank: 0 (aces) to 12.
        bag: the cards.
        present: the same cards as `presence` shows them.
    """
    table = _GROUP_LAYS[rank]
    key = bag & RANK_FIELDS[rank] | present & _WILD_LOWS & ~RANK_FIELDS[rank]
    entry = table.get(key)
    if entry is None:
        entry = _entry(lay_move(code) for code in _groups_in(rank, key))
        _keep(table, key, entry)
    return entry


def run_takes(suit: int, present: int, ace_to_ace: bool, top: int) -> TakeEntry:
    """The takes of a closed pile that lay a run of a suit with the top card in it (R3.5).

    Args:
        suit: 0 to 3.
        present: the hand and the top card together, as `presence` shows them.
        ace_to_ace: whether both ends of a run may be natural aces (R4.4).
        top: the number of the top card.
    """
    key = (present & RUN_KEYS[suit]) << 9 | top << 3 | suit << 1 | ace_to_ace
    entry = _RUN_TAKES.get(key)
    if entry is None:
        entry = _take_entry(run_lays(suit, present, ace_to_ace), top)
        _keep(_RUN_TAKES, key, entry)
    return entry


def group_takes(rank: int, bag: int, present: int, top: int) -> TakeEntry:
    """The takes of a closed pile that lay a group of a rank with the top card in it (R3.5).

    Args:
        rank: 0 (aces) to 12.
        bag: the hand and the top card together.
        present: the same cards as `presence` shows them.
        top: the number of the top card.
    """
    key = (bag & RANK_FIELDS[rank] | present & _WILD_LOWS) << 10 | top << 4 | rank
    entry = _GROUP_TAKES.get(key)
    if entry is None:
        entry = _take_entry(group_lays(rank, bag, present), top)
        _keep(_GROUP_TAKES, key, entry)
    return entry


def lay_move(code: int) -> LayMeld:
    """The shared move that lays the meld of a code."""
    move = _LAYS.get(code)
    if move is None:
        move = _LAYS.setdefault(code, LayMeld(meld_of_code(code)))
    return move


def addition_move(index: int, code: int) -> AddToMeld:
    """The shared move that makes a side's meld of a number the meld of a code."""
    key = index << 20 | code
    move = _ADDITIONS.get(key)
    if move is None:
        move = AddToMeld(index, meld_of_code(code))
        _keep(_ADDITIONS, key, move, LARGEST_ADDITIONS)
    return move


def addition_take(index: int, code: int) -> TakePile:
    """The shared move that takes a closed pile with an addition."""
    key = index << 20 | code
    move = _ADDITION_TAKES.get(key)
    if move is None:
        move = TakePile(addition_move(index, code))
        _keep(_ADDITION_TAKES, key, move, LARGEST_ADDITIONS)
    return move


def _lay_take(lay: LayMeld) -> TakePile:
    code = lay.meld._code
    take = _LAY_TAKES.get(code)
    if take is None:
        take = _LAY_TAKES.setdefault(code, TakePile(lay))
    return take


def _keep(table: dict[int, _T], key: int, value: _T, largest: int = LARGEST_TABLE) -> None:
    if len(table) >= largest:
        table.clear()
    table[key] = value


def _entry(moves: Iterator[LayMeld]) -> LayEntry:
    lays = tuple(moves)
    return lays, max((lay.meld._size for lay in lays), default=0)


def _take_entry(entry: LayEntry, top: int) -> TakeEntry:
    field = FIELD[top]
    lays = [lay for lay in entry[0] if lay.meld._bag & field]
    return tuple(map(_lay_take, lays)), max((lay.meld._size for lay in lays), default=0)


def _runs_in(suit: int, present: int, ace_to_ace: bool) -> Iterator[int]:
    """The codes of all runs of a suit that the cards of a pattern can lay."""
    fields = PLACE_FIELDS[suit]
    wilds = [wild for wild in range(1, 6) if present & FIELD[WILD_NUMBERS[wild]]]
    two_aces = ace_to_ace and present & ACE_SECONDS[suit] != 0
    for low in range(1, 13):
        gap = 0
        for high in range(low, 15):
            if not present & fields[high]:
                if gap or not wilds:
                    break
                gap = high
            if high < low + 2:
                continue
            if not gap and not (low == 1 and high >= 13 and not (high == 14 and two_aces)):
                yield run_code(suit, low, high, 0, NO_WILD)
            for at in (gap,) if gap else range(low, high + 1):
                if low == 1 and high == 14 and 1 < at < 14 and not two_aces:
                    continue
                for wild in wilds:
                    if wild != suit + 1 or _own_two_is_wild(suit, low, high, at, present):
                        yield run_code(suit, low, high, at, wild)


def _own_two_is_wild(suit: int, low: int, high: int, at: int, present: int) -> bool:
    """Whether a two of the run's suit stands there as a wild, the two's place being filled."""
    if at == 2 or (low == 3 and at == high):
        return False
    return low > 2 or present & TWO_SECONDS[suit] != 0


def _groups_in(rank: int, key: int) -> Iterator[int]:
    """The codes of all groups of a rank that the cards of a pattern can lay."""
    wilds = wilds_for_rank(rank, key)
    for part in parts_of_rank(key >> 8 * rank & 255):
        size = part % 3 + part // 3 % 3 + part // 9 % 3 + part // 27
        if size >= 3:
            yield group_code(rank, part, NO_WILD)
        if size >= 2:
            for wild in wilds:
                yield group_code(rank, part, wild)
