"""Melds: runs and groups, what they hold, and what can become of them (R4, R5, R6).

A meld is known by its cards in order: that fixes every place of a run and where a wild stands.
`Run` and `Group` take the cards as they are laid and give the one form of R5.4 and R5.6. There
are finitely many melds (16,070), so each is made once and shared: ``is`` and ``==``
agree, and listing moves makes no new objects.

Which melds a rule set admits is the rule set's business (`RuleSet.admits`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from enum import StrEnum
from typing import Final, cast, final

import attrs

from buraco.bags import ACES, COPIES, JOKER_NUMBER, PLACES, SUIT_PLACES, UNIT, bag_of
from buraco.cards import (
    CARDS,
    RANKS,
    SUITS,
    Card,
    Cards,
    Rank,
    Suit,
    after_space,
    check_copies,
    read_numbers,
)
from buraco.codes import (
    GROUP_CODES,
    NO_WILD,
    THREES,
    WILD_KINDS,
    WILD_NUMBERS,
    WILDS,
    group_code,
    group_counts,
    group_parts,
    natural,
    run_form,
    run_parts,
)
from buraco.errors import NotationError, shown
from buraco.values import Value

__all__ = ["CanastaKind", "Group", "Meld", "Run", "parse_meld"]

CANASTA_SIZE: Final = 7
"""A meld of so many cards is a canasta (R6.1)."""


class CanastaKind(StrEnum):
    """The kinds of canasta, from the lowest bonus to the highest (R6.1, R6.2).

    >>> CanastaKind.ACE_TO_ACE.value
    'ace-to-ace'
    """

    DIRTY = "dirty"
    """With a wild (sucia)."""
    CLEAN = "clean"
    """Without one (limpia)."""
    REAL = "real"
    """A clean run of thirteen cards with one ace."""
    ACE_TO_ACE = "ace-to-ace"
    """A clean run of fourteen cards (de mil)."""


class _Laid(Value):
    """What runs and groups share: they are their cards in order."""

    __slots__ = ()
    __match_args__ = ("cards",)

    cards: tuple[Card, ...]
    _bag: int
    _code: int

    @property
    def bag(self) -> Cards:
        """The meld's cards as a bag."""
        return Cards._of(self._bag)

    @property
    def pretty(self) -> str:
        """The meld for display: ``5♥ 6♥ 🃏 8♥``."""
        return " ".join(card.pretty for card in self.cards)

    def __len__(self) -> int:
        return len(self.cards)

    def __iter__(self) -> Iterator[Card]:
        return iter(self.cards)

    def __str__(self) -> str:
        return "".join(map(str, self.cards))

    def __repr__(self) -> str:
        return f"parse_meld({str(self)!r})"

    def _repr_svg_(self) -> str:
        """What notebooks draw."""
        from buraco import render

        return render.meld_svg(cast("Meld", self))

    def __hash__(self) -> int:
        return self._code

    def __reduce__(self) -> tuple[object, ...]:
        return (type(self), (self.cards,))


@final
@attrs.frozen(init=False, eq=False, repr=False, match_args=False, weakref_slot=False)
class Run(_Laid):
    """A run (escalera): three to fourteen cards of one suit in sequence, one of them maybe wild.

    Places are numbered A=1, 2=2, … K=13, A=14 (R4.1). Runs are shared: equal runs are one
    object.

    Args:
        cards: the cards from the lowest place to the highest, a wild at the place it fills.
            What is not in the one form of R5.4 and R5.6 is brought into it.

    Raises:
        NotationError: if these cards, in this order, are no run.

    >>> from buraco import parse_card
    >>> run = Run(map(parse_card, ["3h", "4h", "2h"]))
    >>> str(run), run.low, run.high, run.wild
    ('2h3h4h', 2, 4, None)
    >>> str(parse_meld("5h6hJk8h").wild), parse_meld("5h6hJk8h").wild_at
    ('Jk', 7)
    """

    cards: tuple[Card, ...]
    """The cards from the lowest place to the highest."""
    suit: Suit
    """The suit of the natural cards."""
    low: int
    """The lowest place, 1 to 12."""
    high: int
    """The highest place, 3 to 14."""
    wild_at: int
    """The place that the wild fills; 0 if there is none."""
    wild: Card | None
    """The wild card, or None (R5.1)."""
    _bag: int
    _code: int
    _size: int
    _opening: int  # in presence: the cards that may be the first to be added
    _accepted: int  # in presence: the cards that may be among those added in one play

    def __new__(cls, cards: Iterable[Card]) -> Run:  # noqa: D102
        numbers = _numbers_of(cards)
        code = _run_reading(numbers)
        if code is None:
            raise NotationError(f"{_text_of(numbers)!r} is no run")
        return meld_of_code(code)  # type: ignore[return-value]  # the code is a run's

    @property
    def canasta(self) -> CanastaKind | None:
        """The kind of canasta that the cards are now, None below seven cards (R6).

        >>> parse_meld("3h4h5h6h7h8h9h").canasta, parse_meld("3h4h5h").canasta
        (<CanastaKind.CLEAN: 'clean'>, None)
        """
        size = len(self.cards)
        if size < CANASTA_SIZE:
            return None
        if self.wild is not None:
            return CanastaKind.DIRTY
        if size == 14:
            return CanastaKind.ACE_TO_ACE
        return CanastaKind.REAL if size == 13 and self.high == 14 else CanastaKind.CLEAN


@final
@attrs.frozen(init=False, eq=False, repr=False, match_args=False, weakref_slot=False)
class Group(_Laid):
    """A group (trío): three to nine cards of one rank, at most one of them wild (R4.2, R4.3).

    Groups are shared: equal groups are one object.

    Args:
        cards: the cards in any order.

    Raises:
        NotationError: if these cards are no group.

    >>> from buraco import parse_card
    >>> group = Group(map(parse_card, ["9s", "2h", "9d"]))
    >>> str(group), group.rank.value, str(group.wild)
    ('9d9s2h', '9', '2h')
    """

    cards: tuple[Card, ...]
    """The natural cards in canonical order, then the wild."""
    rank: Rank
    """The rank of the natural cards."""
    wild: Card | None
    """The wild card, or None (R5.1)."""
    _bag: int
    _code: int
    _size: int
    _opening: int  # in presence: the cards that may be the first to be added
    _accepted: int  # in presence: the cards that may be among those added in one play

    def __new__(cls, cards: Iterable[Card]) -> Group:  # noqa: D102
        numbers = _numbers_of(cards)
        code = _group_reading(numbers)
        if code is None:
            raise NotationError(f"{_text_of(numbers)!r} is no group")
        return meld_of_code(code)  # type: ignore[return-value]  # the code is a group's

    @property
    def canasta(self) -> CanastaKind | None:
        """The kind of canasta that the cards are now, None below seven cards (R6.1).

        Whether a group counts as one is the rule set's business: `RuleSet.canasta`.

        >>> parse_meld("9c9c9d9d9h9h9s").canasta
        <CanastaKind.CLEAN: 'clean'>
        """
        if len(self.cards) < CANASTA_SIZE:
            return None
        return CanastaKind.CLEAN if self.wild is None else CanastaKind.DIRTY


Meld = Run | Group
"""A run or a group."""


def parse_meld(text: str, *, strict: bool = False) -> Meld:
    """Read a meld: a run by position, a group in any order.

    Args:
        text: the meld's cards, e.g. ``5h6hJk8h`` or ``7c7h7h2s``, 1,000 characters at most.
        strict: take only the canonical form, as `str` writes it.

    Returns:
        The meld, in its one form (R5.4, R5.6).

    Raises:
        NotationError: if no rule set could read a run or a group there. Whether given rules
            admit it is another question: `RuleSet.admits`.

    >>> str(parse_meld("3h4h2h")), str(parse_meld("9s 9d 9h"))
    ('2h3h4h', '9d9h9s')
    """
    return _meld_of(read_numbers(text, strict=strict), text, strict, 0)


def read_meld(text: str, at: int, *, strict: bool) -> Meld:
    """The meld that the rest of a text from `at` on is; errors name places in the whole text."""
    return _meld_of(read_numbers(text, strict=strict, offset=at), text, strict, at)


def _meld_of(numbers: list[int], text: str, strict: bool, at: int) -> Meld:
    check_copies(numbers, text, strict=strict, offset=at)
    code = _run_reading(numbers) or _group_reading(numbers)
    if code is None:
        raise NotationError("neither a run nor a group", text, after_space(text, at))
    meld = meld_of_code(code)
    if strict and str(meld) != text[at:]:
        raise NotationError(f"the canonical form is {meld}", text, at)
    return meld


def _numbers_of(cards: Iterable[Card]) -> list[int]:
    numbers = []
    for card in cards:
        if not isinstance(card, Card):
            raise NotationError(f"{shown(card)} is no Card; parse_meld reads text")
        numbers.append(card.number)
    check_copies(numbers, _text_of(numbers))
    return numbers


def _text_of(numbers: Iterable[int]) -> str:
    return "".join(str(CARDS[number]) for number in numbers)


# Filling a frozen attrs object slot by slot costs four times as much as filling a plain one. So
# melds are filled as objects of a class with the same slots, and get their class at the end.


class _RunTwin(_Laid):
    __slots__ = tuple(field.name for field in attrs.fields(Run))

    def __init__(
        self, code: int, cards: tuple[Card, ...], bag: int, opening: int, accepted: int
    ) -> None:
        suit, self.low, self.high, self.wild_at, wild = run_parts(code)
        self.suit = SUITS[suit]
        self.wild = CARDS[WILD_NUMBERS[wild]] if wild else None
        self.cards = cards
        self._bag = bag
        self._code = code
        self._size = len(cards)
        self._opening = opening
        self._accepted = accepted
        self.__class__ = Run  # type: ignore[assignment]


class _GroupTwin(_Laid):
    __slots__ = tuple(field.name for field in attrs.fields(Group))

    def __init__(self, code: int, cards: tuple[Card, ...], bag: int, accepted: int) -> None:
        rank, _, wild = group_parts(code)
        self.rank = RANKS[rank]
        self.wild = CARDS[WILD_NUMBERS[wild]] if wild else None
        self.cards = cards
        self._bag = bag
        self._code = code
        self._size = len(cards)
        self._opening = self._accepted = accepted
        self.__class__ = Group  # type: ignore[assignment]


_MELDS: Final[dict[int, Meld]] = {}
"""Every meld made so far, by code. There are 16,070, so this stays small (some 6 MB)."""


def meld_of_code(code: int) -> Meld:
    """The shared meld of a code."""
    meld = _MELDS.get(code)
    if meld is None:
        make = _make_run if code < GROUP_CODES else _make_group
        meld = _MELDS.setdefault(code, make(code))
    return meld


_PLACE_CARDS: Final = tuple(
    tuple(CARDS[natural(suit, place)] for place in range(1, 15)) for suit in range(4)
)
"""By suit: the cards that are natural at the places 1 to 14."""
_BAGS_BELOW: Final = tuple(
    tuple(bag_of(natural(suit, below) for below in range(1, place)) for place in range(16))
    for suit in range(4)
)
"""By suit and place: the bag of the cards that are natural at the places below it."""


def _make_run(code: int) -> Run:
    suit, low, high, wild_at, wild = run_parts(code)
    cards = _PLACE_CARDS[suit][low - 1 : high]
    bag = _BAGS_BELOW[suit][high + 1] - _BAGS_BELOW[suit][low]
    if wild:
        bag += UNIT[WILD_NUMBERS[wild]] - UNIT[natural(suit, wild_at)]
        before, after = cards[: wild_at - low], cards[wild_at - low + 1 :]
        cards = (*before, CARDS[WILD_NUMBERS[wild]], *after)
    accepted = SUIT_PLACES << PLACES * suit | (WILDS if wild in (NO_WILD, suit + 1) else 0)
    twin = _RunTwin(code, cards, bag, _run_opening(suit, low, high, wild_at), accepted)
    return cast("Run", twin)


def _run_opening(suit: int, low: int, high: int, wild_at: int) -> int:
    """The cards that may be the first to be added to a run, in presence (R5.2, R5.3)."""
    if low == 1 and high == 14:
        return 0
    # Nothing lies beyond the places 1 and 14, and a place 0 is no wild's.
    opening = (1 << low - 1 | 1 << high + 1 | 1 << wild_at) & SUIT_PLACES
    return opening << PLACES * suit | (0 if wild_at else WILDS)


def _run_reading(numbers: Sequence[int]) -> int | None:
    """The code of the run that these cards are when read by position."""
    suits = {number // 13 for number in numbers if number % 13 != 1 and number != JOKER_NUMBER}
    if len(suits) != 1 or not 3 <= len(numbers) <= 14:
        return None
    suit = suits.pop()
    for low in range(1, 16 - len(numbers)):
        naturals = [natural(suit, low + i) for i in range(len(numbers))]
        misfits = [i for i, number in enumerate(numbers) if number != naturals[i]]
        if not misfits:
            return run_form(suit, low, low + len(numbers) - 1, 0, NO_WILD)
        wild = WILD_KINDS.get(numbers[misfits[0]])
        if len(misfits) == 1 and wild is not None:
            high = low + len(numbers) - 1
            return run_form(suit, low, high, low + misfits[0], wild)
    return None


def _make_group(code: int) -> Group:
    rank, counts, wild = group_parts(code)
    numbers = [suit * 13 + rank for suit in range(4) for _ in range(counts // THREES[suit] % 3)] + [
        WILD_NUMBERS[wild]
    ] * (wild != NO_WILD)
    accepted = ACES << rank | (0 if wild else WILDS)
    cards = tuple([CARDS[number] for number in numbers])
    return cast("Group", _GroupTwin(code, cards, bag_of(numbers), accepted))


def _group_reading(numbers: Sequence[int]) -> int | None:
    """The code of the group that these cards are, in any order."""
    if not 3 <= len(numbers) <= 9 or any(numbers.count(n) > COPIES[n] for n in numbers):
        return None
    ranks = [number % 13 for number in numbers if number != JOKER_NUMBER]
    rank = next((rank for rank in ranks if rank != 1), 1)
    naturals = [n for n in numbers if n != JOKER_NUMBER and n % 13 == rank]
    wilds = [n for n in numbers if n == JOKER_NUMBER or n % 13 != rank]
    if len(wilds) > 1 or len(naturals) < 2 or any(n not in WILD_KINDS for n in wilds):
        return None
    wild = WILD_KINDS[wilds[0]] if wilds else NO_WILD
    counts = group_counts(bag_of(naturals), rank)
    return group_code(rank, counts, wild)
