"""How melds grow: what a meld can become when cards are added to it one at a time (R5).

A play names its outcome, so the question is which melds can be reached, not by which steps. A
natural card joins a run at an end, or in the wild's place, whereupon the wild moves; so between
one form and another only these things can have happened:

- the run was extended outwards at both ends, its wild staying where it is;
- a clean run was extended past a place that a wild fills;
- the wild was replaced and went to the right end, there perhaps pushed on or built over
  (R5.3 b); or to the left end, the right one being an ace (R5.3 c);
- the wild, a two of the run's own suit, went home to the two's place (R5.3 a, R5.4), which
  leaves a clean run, to be extended like any other;
- a clean run with its ace low reached the king, and the ace went behind it (R5.6).

`run_grows` decides that for two given runs, `run_growths` lists all that a bag of cards can
reach; each says the same in its own direction, and both are held against the search card by
card, which is too slow to play with. What a rule set allows beyond ace to ace is not looked at
here. Runs and groups are given and returned by their codes (see `melds`).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from buraco.bags import (
    ACES,
    FIELD,
    JOKERS,
    PLACES,
    RANK_FIELDS,
    SUIT_PLACES,
    UNIT,
    bag_contains,
    presence,
)
from buraco.codes import (
    GROUP_CODES,
    JOKER_WILD,
    NO_WILD,
    THREES,
    WILDS,
    group_counts,
    natural,
    run_code,
    run_parts,
)
from buraco.melds import Group, Meld, Run

ACE_SECONDS: Final = tuple(FIELD[13 * suit] & FIELD[13 * suit] << 1 for suit in range(4))
"""By suit: the bit that a bag has set if it holds both aces."""
TWO_SECONDS: Final = tuple(FIELD[13 * suit + 1] & FIELD[13 * suit + 1] << 1 for suit in range(4))
"""By suit: the bit that a bag has set if it holds both twos."""
PLACE_BITS: Final = tuple(1 << place for place in range(16))
"""The bit of a place; no run has a place 0 or 15."""


def grows(meld: Meld, grown: Meld) -> bool:
    """Whether adding cards to a meld, one at a time in some order, can make the other of it.

    Args:
        meld: the meld on the table.
        grown: the meld that it is to become.
    """
    if meld is grown:
        return False
    if isinstance(meld, Run) and isinstance(grown, Run):
        return run_grows(meld._code, grown._code)
    if isinstance(meld, Group) and isinstance(grown, Group):
        return meld.rank is grown.rank and bag_contains(grown._bag, meld._bag)
    return False


def growths(meld: Meld, bag: int, held: int, ace_to_ace: bool) -> list[int]:
    """The codes of all melds that a meld can become by adding cards of a bag, at least one.

    Args:
        meld: the meld on the table.
        bag: the cards that may be added.
        held: which kinds they are: their `presence`.
        ace_to_ace: whether both ends of a run may be natural aces (R4.4).

    Returns:
        The codes in ascending order, without repetition.
    """
    if not held & meld._opening:
        return []
    code = meld._code
    if code < GROUP_CODES:
        return run_growths(code, bag, held, ace_to_ace)
    return group_growths(code, bag, held)


def run_grows(code: int, grown: int) -> bool:
    """Whether adding cards makes one run, of the first code, the other; codes must differ."""
    suit, low, high, wild_at, wild = run_parts(code)
    grown_suit, new_low, new_high, new_at, new_wild = run_parts(grown)
    if suit != grown_suit:
        return False
    if not wild:
        return _clean_grows(low, high, new_low, new_high, new_at)
    own = wild == suit + 1
    if wild == new_wild and new_low <= low:
        if new_at == wild_at and new_high >= high:
            return True
        if high < new_at and not (own and low == new_low == 3):
            return True
        if new_high == 14 and new_at < low:
            return True
    if not own or low < 3:
        return False
    home_high = high - 1 if wild_at == high else high
    if not new_at and new_low == 2 and new_high == home_high:
        return True
    return _clean_grows(2, home_high, new_low, new_high, new_at)


def _clean_grows(low: int, high: int, new_low: int, new_high: int, new_at: int) -> bool:
    if new_low <= low and new_high >= high and not low <= new_at <= high:
        return True
    # The ace went behind the king: the real, or a wild before it (R5.6).
    behind_king = low == 1 and high <= 12 and new_high == 14
    return behind_king and (new_at == 1 or (not new_at and new_low == 2))


def run_growths(code: int, bag: int, held: int, ace_to_ace: bool) -> list[int]:
    """All runs that a run can become by adding cards of a bag, at least one.

    Args:
        code: the run's code.
        bag: the cards that may be added.
        held: which kinds they are: their `presence`.
        ace_to_ace: whether both ends of a run may be natural aces (R4.4).

    Returns:
        The runs' codes in ascending order, without repetition.
    """
    suit = code >> 15
    low = code >> 8 & 15
    high = code >> 4 & 15
    wild_at = code & 15
    places = held >> PLACES * suit & SUIT_PLACES
    first = low
    while places & PLACE_BITS[first - 1]:
        first -= 1
    last = high
    while places & PLACE_BITS[last + 1]:
        last += 1
    if not wild_at:
        if not held & WILDS and (first > 1 or last < 13):
            return _end_growths(code, low, high, first, last)
        codes = _clean_growths(suit, low, high, first, last, bag, held, ace_to_ace)
        codes.sort()
        return codes
    own = code >> 12 & 7 == suit + 1
    if not places & PLACE_BITS[wild_at]:
        if (first > 1 or last < 14) and not (own and wild_at == high and first <= 3):
            return _end_growths(code, low, high, first, last)
    elif last < 14 and first > (3 if own else 1):
        if first == low and last == high:  # by far the most frequent
            return _moved_right(code, high, places)
        return _end_and_right_growths(code, low, high, first, last, places)
    elif high == 14 and first == low > 1 and not own:
        codes = _moved_left(code, low, places)
        if codes:
            return codes
    codes = _dirty_growths(code, first, last, bag, places, ace_to_ace)
    codes.sort()
    return codes


def _end_growths(code: int, low: int, high: int, first: int, last: int) -> list[int]:
    """The runs that differ from one of a code in their ends only, in ascending order."""
    if first == low:
        if last == high + 1:
            return [code + (1 << 4)]
        return list(range(code + (1 << 4), code + (last - high + 1 << 4), 1 << 4))
    if last == high:
        return list(range(code - (low - first << 8), code, 1 << 8))
    rises = range(0, last - high + 1 << 4, 1 << 4)
    codes = [
        code - fall + rise for fall in range(low - first << 8, -1, -(1 << 8)) for rise in rises
    ]
    codes.remove(code)
    return codes


def _moved_right(code: int, high: int, places: int) -> list[int]:
    """The runs whose wild was replaced, went to the right end and maybe was built over."""
    at = high + 1
    stem = code & ~(15 << 4 | 15) | at
    return [stem | new_high << 4 for new_high in range(at, _highest(places, at) + 1)]


def _moved_left(code: int, low: int, places: int) -> list[int]:
    """The same to the left, of a run that ends in an ace.

    None are given if place 1 can be reached, where it depends on the rules (R4.4).
    """
    at = low - 1
    end = _lowest(places, at)
    if end == 1:
        return []
    stem = code & ~(15 << 8 | 15) | at
    return [stem | new_low << 8 for new_low in range(end, low)]


def _end_and_right_growths(
    code: int, low: int, high: int, first: int, last: int, places: int
) -> list[int]:
    """The runs whose ends differ, and those whose wild was replaced and went to the right."""
    codes = _end_growths(code, low, high, first, last)
    stem = code & ~0xFFF
    for at, new_high in _right_of(places, high, last):
        frame = stem | new_high << 4 | at
        codes += [frame | new_low << 8 for new_low in range(first, low + 1)]
    codes.sort()
    return codes


def _lowest(places: int, low: int) -> int:
    """The lowest place to which natural cards at some places extend a run from another one."""
    while places & PLACE_BITS[low - 1]:
        low -= 1
    return low


def _highest(places: int, high: int) -> int:
    """The highest place to which they do."""
    while places & PLACE_BITS[high + 1]:
        high += 1
    return high


def _clean_growths(
    suit: int, low: int, high: int, first: int, last: int, bag: int, held: int, ace_to_ace: bool
) -> list[int]:
    """What a clean run becomes, with natural cards from `first` to `last` and maybe a wild."""
    places = held >> PLACES * suit & SUIT_PLACES
    # Without an ace to add, no run comes to have one at both ends.
    full = not places & PLACE_BITS[1] or (ace_to_ace and _aces_suffice(suit, low, high, bag))
    codes = []
    if first < low or last > high:
        for new_low in range(first, low + 1):
            for new_high in range(high, last + 1):
                if new_low == low and new_high == high:
                    continue
                if new_low == 1 and new_high == 13:
                    if low == 1:  # else the real comes from the ace that goes behind the king
                        codes.append(run_code(suit, 2, 14, 0, NO_WILD))
                elif full or new_low > 1 or new_high < 14:
                    codes.append(run_code(suit, new_low, new_high, 0, NO_WILD))
    wilds = held & WILDS
    if wilds:
        frames = _frames_around(places, low, high, first, last)
        if not full:
            frames = [frame for frame in frames if not _two_natural_aces(frame)]
        for wild in kinds_of(wilds)[1:]:
            fitting = frames
            if wild == suit + 1:
                second = low <= 2 or bag & TWO_SECONDS[suit] != 0
                fitting = frames_of_own_two(frames, second)
            stem = run_code(suit, 0, 0, 0, wild)
            codes += [stem | frame for frame in fitting]
            if low == 1 and high <= 12 and last >= 13:
                codes.append(run_code(suit, 1, 14, 1, wild))
    return codes


KINDS_OF_WILDS: Final[dict[int, tuple[int, ...]]] = {}
"""What `kinds_of` has found: at most 64 patterns."""
_WILD_PLACES: Final = (0, *(ACES << 1 & SUIT_PLACES << PLACES * suit for suit in range(4)), JOKERS)
"""The wild kinds in presence, by number."""


def kinds_of(wilds: int) -> tuple[int, ...]:
    """The kinds of wild, 0 (none) first, that these cards are, which are wilds in presence."""
    kinds = KINDS_OF_WILDS.get(wilds)
    if kinds is None:
        found = (kind for kind in range(1, 6) if wilds & _WILD_PLACES[kind])
        kinds = KINDS_OF_WILDS.setdefault(wilds, (NO_WILD, *found))
    return kinds


def _aces_suffice(suit: int, low: int, high: int, bag: int) -> bool:
    """Whether natural aces can stand at both ends once the run reaches there."""
    return low == 1 or high == 14 or bag & ACE_SECONDS[suit] != 0


def _frames_around(places: int, low: int, high: int, first: int, last: int) -> list[int]:
    """All runs that a clean run and one wild can make, without suit and wild in their codes."""
    if first == low and last == high:
        return _frames_beside(places, low, high)
    frames = []
    for at, new_low in _left_of(places, low, first):
        frame = new_low << 8 | at
        frames += [frame | new_high << 4 for new_high in range(high, last + 1)]
    for at, new_high in _right_of(places, high, last):
        frame = new_high << 4 | at
        frames += [frame | new_low << 8 for new_low in range(first, low + 1)]
    return frames


def _frames_beside(places: int, low: int, high: int) -> list[int]:
    """What `_frames_around` gives for a run whose ends no natural card extends."""
    frames = []
    if low > 1:
        at = low - 1
        frame = high << 4 | at
        frames = [frame | new_low << 8 for new_low in range(_lowest(places, at), low)]
    if high < 14:
        at = high + 1
        frame = low << 8 | at
        frames += [frame | new_high << 4 for new_high in range(at, _highest(places, at) + 1)]
    return frames


def _two_natural_aces(frame: int) -> bool:
    """Whether a run of fourteen cards has its wild between two natural aces (R4.4)."""
    return frame & 0xFF0 == 0x1E0 and 1 < frame & 15 < 14


def _left_of(places: int, low: int, first: int) -> list[tuple[int, int]]:
    """Places left of a run for a wild, each with the lowest places that the run then can have."""
    pairs = []
    for at in range(max(first - 1, 1), low):
        end = first if at >= first else _lowest(places, at)
        pairs += [(at, new_low) for new_low in range(end, at + 1)]
    return pairs


def _right_of(places: int, high: int, last: int) -> list[tuple[int, int]]:
    """Places right of a run for a wild, each with the highest places that the run then can have."""
    pairs = []
    for at in range(high + 1, min(last + 1, 14) + 1):
        end = last if at <= last else _highest(places, at)
        pairs += [(at, new_high) for new_high in range(at, end + 1)]
    return pairs


def frames_of_own_two(frames: Iterable[int], second: bool) -> list[int]:
    """The frames in which a two of the run's own suit is wild (R5.1, R5.4).

    In all others it would be the natural two, or the other two stands there and is needed.

    Args:
        frames: codes of runs without suit and wild.
        second: whether another two of the suit can be the natural one.
    """
    wild = []
    for frame in frames:
        low, at = frame >> 8, frame & 15
        if at != 2 and (low > 2 or second) and not (low == 3 and at == frame >> 4 & 15):
            wild.append(frame)
    return wild


def _dirty_growths(
    code: int, first: int, last: int, bag: int, places: int, ace_to_ace: bool
) -> list[int]:
    """What a run with a wild becomes, in any case."""
    suit, low, high, wild_at, wild = run_parts(code)
    own = wild == suit + 1
    codes = []
    if first < low or last > high:
        full = ace_to_ace and _aces_suffice(suit, low, high, bag)
        for new_low in range(first, low + 1):
            for new_high in range(high, last + 1):
                if new_low == low and new_high == high:
                    continue
                if own and new_low == 3 and wild_at == new_high:
                    continue
                grown = run_code(suit, new_low, new_high, wild_at, wild)
                if full or not _two_natural_aces(grown):
                    codes.append(grown)
    if places & PLACE_BITS[wild_at]:
        codes += _pushed_right(code, first, last, bag, places, ace_to_ace)
        if last == 14:
            codes += _pushed_left(code, first, bag, places, ace_to_ace)
    if own and low >= 3:
        codes += _home_growths(code, bag, ace_to_ace)
        return list(set(codes))
    return codes


def _pushed_right(
    code: int, first: int, last: int, bag: int, places: int, ace_to_ace: bool
) -> list[int]:
    """The runs whose wild was replaced and stands right of where the run ended (R5.3 b)."""
    suit, low, high, wild_at, wild = run_parts(code)
    own = wild == suit + 1
    both_aces = bag & ACE_SECONDS[suit] != 0
    codes = []
    for at, new_high in _right_of(places, high, last):
        ace_high = new_high == 14 and at != 14
        if wild_at == 1 and ace_high and not (both_aces and ace_to_ace):
            continue
        for new_low in range(first, low + 1):
            if own and new_low == 3 and (low == 3 or at == new_high):
                continue
            if ace_high and new_low == 1 and not ace_to_ace:
                continue
            if ace_high and new_low == 1 < low and not both_aces:
                continue
            codes.append(run_code(suit, new_low, new_high, at, wild))
    return codes


def _pushed_left(code: int, first: int, bag: int, places: int, ace_to_ace: bool) -> list[int]:
    """The runs whose wild was replaced and stands left of a run that ends in an ace (R5.3 c)."""
    suit, low, high, wild_at, wild = run_parts(code)
    own = wild == suit + 1
    ace_on_table = high == 14 and wild_at != 14
    full = ace_to_ace and (ace_on_table or bag & ACE_SECONDS[suit] != 0)
    pushed = [
        run_code(suit, new_low, 14, at, wild)
        for at, new_low in _left_of(places, low, first)
        if not (own and at == 2)
    ]
    return pushed if full else [code for code in pushed if not _two_natural_aces(code)]


def _home_growths(code: int, bag: int, ace_to_ace: bool) -> list[int]:
    """The runs whose wild, a two of the suit, went home (R5.3 a, R5.4).

    The naturals down to 3 are added, and the natural card in the wild's place unless the wild
    stood at the right end.
    """
    suit, low, high, wild_at, _ = run_parts(code)
    added = [natural(suit, place) for place in range(3, low)]
    if wild_at == high:
        high -= 1
    else:
        added.append(natural(suit, wild_at))
    if not all(bag & FIELD[number] for number in added):
        return []
    rest = bag - sum(UNIT[number] for number in added)
    held = presence(rest)
    places = held >> PLACES * suit & SUIT_PLACES
    first, last = _lowest(places, 2), _highest(places, high)
    home = run_code(suit, 2, high, 0, NO_WILD)
    return [home, *_clean_growths(suit, 2, high, first, last, rest, held, ace_to_ace)]


_PARTS: Final[dict[int, tuple[int, ...]]] = {}
"""What `parts_of_rank` has found, by the cards: at most 1,041 patterns."""


def parts_of_rank(rank: int, naturals: int) -> tuple[int, ...]:
    """All parts of one rank's cards, the empty one first, as copies of each suit (base 3).

    Args:
        rank: 0 (aces) to 12.
        naturals: the fields of a bag that are the rank's.
    """
    known = _PARTS.get(naturals)
    if known is not None:
        return known
    counts = group_counts(naturals, rank)
    parts = [0]
    for weight in THREES:
        copies = counts // weight % 3
        parts = [part + weight * extra for extra in range(copies + 1) for part in parts]
    return _PARTS.setdefault(naturals, tuple(sorted(parts)))


def group_growths(code: int, bag: int, held: int) -> list[int]:
    """All groups that a group can become by adding cards of a bag, at least one (R4.2, R4.3).

    Args:
        code: the group's code.
        bag: the cards that may be added.
        held: which kinds they are: their `presence`.

    Returns:
        The groups' codes in ascending order, without repetition.
    """
    rank = code >> 10 & 15
    parts = parts_of_rank(rank, bag & RANK_FIELDS[rank])
    codes = [code + part for part in parts[1:]]
    if not code >> 7 & 7 and held & WILDS:
        for kind in wilds_for_rank(rank, held):
            codes += [code + part + (kind << 7) for part in parts]
    return codes


def wilds_for_rank(rank: int, held: int) -> tuple[int, ...]:
    """The wild kinds among cards, given by their `presence`, for a group of a rank (R4.3)."""
    if rank == 1:
        return (JOKER_WILD,) if held & JOKERS else ()
    return kinds_of(held & WILDS)[1:]
