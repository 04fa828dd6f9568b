"""Cards and bags of cards.

A `Card` is one of 53 kinds: the two copies of a card are the same value, and so are the four
jokers (R1.2). A `Cards` is an immutable bag: it knows how many of each kind it holds.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from enum import StrEnum
from itertools import islice
from typing import Final, final, overload

import attrs

from buraco.bags import (
    COPIES,
    FIELD,
    JOKER_NUMBER,
    KINDS,
    NAMES,
    UNIT,
    bag_contains,
    bag_count,
    bag_missing,
    bag_numbers,
    bag_of,
    bag_size,
)
from buraco.errors import CardsError, NotationError, shown
from buraco.values import Value

__all__ = ["JOKER", "Card", "Cards", "Rank", "Suit", "deck", "parse_card", "parse_cards"]


class Suit(StrEnum):
    """The four suits, in canonical order; the value is the letter of the notation (R1.3).

    >>> Suit.HEARTS.value, Suit.HEARTS.symbol, Suit("h") is Suit.HEARTS
    ('h', '♥', True)
    """

    CLUBS = "c"
    DIAMONDS = "d"
    HEARTS = "h"
    SPADES = "s"

    @property
    def symbol(self) -> str:
        """The suit's sign for display, e.g. ``♣``."""
        return _SYMBOLS[self.value]


class Rank(StrEnum):
    """The thirteen ranks from ace to king; the value is the letter of the notation (R1.3).

    >>> Rank.TEN.value, Rank("T") is Rank.TEN, len(Rank)
    ('T', True, 13)
    """

    ACE = "A"
    TWO = "2"
    THREE = "3"
    FOUR = "4"
    FIVE = "5"
    SIX = "6"
    SEVEN = "7"
    EIGHT = "8"
    NINE = "9"
    TEN = "T"
    JACK = "J"
    QUEEN = "Q"
    KING = "K"


_SYMBOLS: Final = {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}
SUITS: Final = tuple(Suit)
RANKS: Final = tuple(Rank)


@final
@attrs.frozen(init=False, eq=False, repr=False, match_args=False)
class Card(Value):
    """One kind of card: a rank and a suit, or the joker (R1.2).

    Cards are shared: there is one object for each kind, so that ``is`` and ``==`` agree. They
    are ordered canonically: clubs, diamonds, hearts, spades, in a suit from ace to king,
    jokers last.

    Args:
        rank: the rank; left out together with `suit` for the joker.
        suit: the suit.

    Raises:
        CardsError: if it is neither a rank with a suit nor nothing at all.

    >>> card = Card(Rank.FIVE, Suit.HEARTS)
    >>> str(card), card.pretty, card is parse_card("5h"), card < JOKER
    ('5h', '5♥', True, True)
    """

    number: int
    """The card's place in the canonical order, 0 (ace of clubs) to 52 (joker)."""

    __match_args__ = ("rank", "suit")

    @overload
    def __new__(cls) -> Card: ...
    @overload
    def __new__(cls, rank: Rank, suit: Suit) -> Card: ...
    def __new__(  # noqa: D102
        cls, rank: Rank | None = None, suit: Suit | None = None
    ) -> Card:
        if rank is None and suit is None:
            return CARDS[JOKER_NUMBER]
        if not isinstance(rank, Rank) or not isinstance(suit, Suit):
            raise CardsError(
                f"a card is a Rank and a Suit, or the joker, not {shown(rank)}, {shown(suit)}"
            )
        return CARDS[SUITS.index(suit) * 13 + RANKS.index(rank)]

    @property
    def is_joker(self) -> bool:
        """Whether this is the joker."""
        return self.number == JOKER_NUMBER

    @property
    def suit(self) -> Suit | None:
        """The suit; None for the joker."""
        return None if self.number == JOKER_NUMBER else SUITS[self.number // 13]

    @property
    def rank(self) -> Rank | None:
        """The rank; None for the joker."""
        return None if self.number == JOKER_NUMBER else RANKS[self.number % 13]

    @property
    def pretty(self) -> str:
        """The card for display, with the suit's sign: ``5♥``, ``10♠``, ``🃏``."""
        if self.suit is None or self.rank is None:
            return "🃏"
        return ("10" if self.rank is Rank.TEN else self.rank.value) + self.suit.symbol

    def __str__(self) -> str:
        return NAMES[self.number]

    def __repr__(self) -> str:
        return f"parse_card({NAMES[self.number]!r})"

    def __hash__(self) -> int:
        return self.number

    def __lt__(self, other: object) -> bool:
        return self.number < other.number if isinstance(other, Card) else NotImplemented

    def __le__(self, other: object) -> bool:
        return self.number <= other.number if isinstance(other, Card) else NotImplemented

    def __gt__(self, other: object) -> bool:
        return self.number > other.number if isinstance(other, Card) else NotImplemented

    def __ge__(self, other: object) -> bool:
        return self.number >= other.number if isinstance(other, Card) else NotImplemented

    def __reduce__(self) -> tuple[object, ...]:
        return (_card_numbered, (self.number,))


def _make_card(number: int) -> Card:
    card = object.__new__(Card)
    object.__setattr__(card, "number", number)
    return card


def _card_numbered(number: int) -> Card:
    """The shared card of a number: what pickled cards come back through."""
    return CARDS[number]


CARDS: Final = tuple(_make_card(number) for number in range(KINDS))
JOKER: Final = CARDS[JOKER_NUMBER]
"""The joker: all four are this one value."""
_NUMBERS: Final = {name: number for number, name in enumerate(NAMES)}


def counted_bag(cards: Iterable[Card] | Mapping[Card, int]) -> int:
    """The bag of cards from outside.

    Raises:
        CardsError: for what is no card, for counts that are no whole number from 0 up, or for
            more copies than two decks hold (R1.1).
    """
    pairs = cards.items() if isinstance(cards, Mapping) else ((card, 1) for card in cards)
    counts = [0] * KINDS
    for card, count in pairs:
        if not isinstance(card, Card):
            raise CardsError(f"{shown(card)} is no Card; parse_cards reads text")
        if type(count) is not int or count < 0:
            raise CardsError(f"{shown(count)} is no number of copies of {card}")
        counts[card.number] += count
        if counts[card.number] > COPIES[card.number]:
            raise CardsError(f"more than {COPIES[card.number]} copies of {card}")
    return sum(unit * count for unit, count in zip(UNIT, counts, strict=True))


@final
@attrs.frozen(init=False, repr=False, match_args=False)
class Cards(Value):
    """An immutable bag of cards: how many of each kind, in no particular order.

    Iterating goes through the cards in canonical order, copies repeated. ``+`` joins, ``-``
    takes away, ``<=`` asks whether all cards are in the other bag.

    Args:
        cards: cards, or a mapping from cards to numbers of copies as `collections.Counter` is.

    Raises:
        CardsError: for what is no card, or for more copies than two decks hold: two of each
            card and four jokers (R1.1); also by ``+`` and ``-``.

    >>> bag = parse_cards("Ks3c3c")
    >>> str(bag), len(bag), bag.count(parse_card("3c")), JOKER in bag
    ('3c3cKs', 3, 2, False)
    >>> str(bag + parse_cards("Jk") - parse_cards("3c"))
    '3cKsJk'
    >>> parse_cards("3c") <= bag
    True
    """

    _bag: int

    def __init__(self, cards: Iterable[Card] | Mapping[Card, int] = ()) -> None:
        object.__setattr__(self, "_bag", counted_bag(cards))

    @classmethod
    def _of(cls, bag: int) -> Cards:
        """The face of a bag that is known to be right."""
        cards = object.__new__(cls)
        object.__setattr__(cards, "_bag", bag)
        return cards

    def count(self, card: Card) -> int:
        """How many copies of a card the bag holds.

        Args:
            card: the card to count.

        >>> parse_cards("3c3c").count(parse_card("3c"))
        2
        """
        return bag_count(self._bag, card.number) if isinstance(card, Card) else 0

    @property
    def pretty(self) -> str:
        """The cards for display, with spaces between: ``3♣ 3♣ K♠``."""
        return " ".join(card.pretty for card in self)

    def __iter__(self) -> Iterator[Card]:
        return map(CARDS.__getitem__, bag_numbers(self._bag))

    def __len__(self) -> int:
        return bag_size(self._bag)

    def __contains__(self, card: object) -> bool:
        return isinstance(card, Card) and self._bag & FIELD[card.number] != 0

    def __add__(self, other: Cards) -> Cards:
        if not isinstance(other, Cards):
            return NotImplemented
        return Cards([*self, *other])

    def __sub__(self, other: Cards) -> Cards:
        if not isinstance(other, Cards):
            return NotImplemented
        if not bag_contains(self._bag, other._bag):
            missing = Cards._of(bag_missing(self._bag, other._bag))
            raise CardsError(f"{missing} not in the bag {self}")
        return Cards._of(self._bag - other._bag)

    def __le__(self, other: Cards) -> bool:
        if not isinstance(other, Cards):
            return NotImplemented
        return bag_contains(other._bag, self._bag)

    def __lt__(self, other: Cards) -> bool:
        if not isinstance(other, Cards):
            return NotImplemented
        return self._bag != other._bag and bag_contains(other._bag, self._bag)

    def __ge__(self, other: Cards) -> bool:
        if not isinstance(other, Cards):
            return NotImplemented
        return bag_contains(self._bag, other._bag)

    def __gt__(self, other: Cards) -> bool:
        if not isinstance(other, Cards):
            return NotImplemented
        return self._bag != other._bag and bag_contains(self._bag, other._bag)

    def _repr_svg_(self) -> str:
        """What notebooks draw: the cards as a hand."""
        from buraco import render

        return render.hand_svg(self)

    def __str__(self) -> str:
        return "".join(map(NAMES.__getitem__, bag_numbers(self._bag)))

    def __repr__(self) -> str:
        return f"parse_cards({str(self)!r})"


def deck(jokers: int = 4) -> tuple[Card, ...]:
    """The unshuffled deck: the 52 cards in canonical order, twice, then the jokers (R1.1).

    Args:
        jokers: how many jokers it holds, 0 to 4.

    Returns:
        All cards of two decks, in the order from which a deal shuffles.

    Raises:
        CardsError: for another number of jokers.

    >>> len(deck()), len(deck(jokers=0))
    (108, 104)
    """
    if type(jokers) is not int or not 0 <= jokers <= 4:
        raise CardsError(f"a deck has 0 to 4 jokers, not {shown(jokers)}")
    return CARDS[:52] * 2 + CARDS[52:] * jokers


def parse_card(text: str, *, strict: bool = False) -> Card:
    """Read one card from its notation.

    Args:
        text: the card, e.g. ``5h``, ``Jk``; also ``10h``, ``t♥``, and with spaces, 1,000
            characters at most.
        strict: take only the canonical form: rank, then suit, as `str` writes it.

    Returns:
        The card.

    Raises:
        NotationError: if the text is not exactly one card.

    >>> parse_card("10♥") is parse_card("Th", strict=True)
    True
    """
    return read_card(text, 0, strict=strict)


def read_card(text: str, at: int, *, strict: bool) -> Card:
    """The card that the rest of a text from `at` on is; errors name places in the whole text."""
    numbers = read_numbers(text, strict=strict, offset=at)
    if len(numbers) != 1:
        place = _place_of(1, text, strict, at) if numbers else len(text)
        raise NotationError(f"one card expected, {len(numbers)} found", text, place)
    return CARDS[numbers[0]]


def parse_cards(text: str, *, strict: bool = False) -> Cards:
    """Read a bag of cards; their order in the text does not matter.

    Args:
        text: the cards one after the other, e.g. ``3c3cTh2sJk``, 1,000 characters at most; the
            empty text is an empty bag.
        strict: take only the canonical form, canonical order included.

    Returns:
        The bag.

    Raises:
        NotationError: if something in it is no card, or there are more copies of a card than
            two decks hold.

    >>> str(parse_cards("jk 10h 3♣"))
    '3cThJk'
    """
    numbers = read_numbers(text, strict=strict)
    check_copies(numbers, text, strict=strict)
    bag = Cards._of(bag_of(numbers))
    if strict and str(bag) != text:
        raise NotationError(f"canonical order is {bag}", text)
    return bag


def check_copies(numbers: list[int], text: str, *, strict: bool = True, offset: int = 0) -> None:
    """Raise `NotationError` if a card stands more often in a text than two decks hold it.

    Args:
        numbers: the cards that `read_numbers` found.
        text: the text, as the others were given to `read_numbers`.
        strict: whether spelling is canonical.
        offset: where in the text the cards begin.
    """
    found = [0] * KINDS
    for place, number in enumerate(numbers):
        found[number] += 1
        if found[number] > COPIES[number]:
            message = f"more than {COPIES[number]} copies of {NAMES[number]}"
            raise NotationError(message, text, _place_of(place, text, strict, offset))


LONGEST_TEXT: Final = 1000
"""The most characters that a text may have: a deck with spaces takes some 500."""
_SPACE: Final = re.compile(r"\s*", re.ASCII)
"""What loose spelling may hold between cards."""
_LOOSE_CARD: Final = re.compile(
    r"(?:(10|[A2-9TJQK])\s*([CDHS♣♦♥♠])\ufe0f?|JK)", re.ASCII | re.IGNORECASE
)
_LOOSE_LETTERS: Final = {"10": "T", "♣": "c", "♦": "d", "♥": "h", "♠": "s"}


def read_numbers(text: str, *, strict: bool = False, offset: int = 0) -> list[int]:
    """The cards of a text, in its order, as numbers.

    Args:
        text: the text.
        strict: only canonical spelling.
        offset: where in the text the cards begin, in characters.

    Raises:
        NotationError: with the position of what is no card; or if the text is too long.
    """
    check_text(text)
    return [number for number, _ in _numbers_and_places(text, strict, offset)]


def check_text(text: object) -> None:
    """Raise `NotationError` for what is no text, or one longer than `LONGEST_TEXT`."""
    if not isinstance(text, str):
        raise NotationError(f"a text expected, not {type(text).__name__}")
    if len(text) > LONGEST_TEXT:
        raise NotationError(f"longer than {LONGEST_TEXT} characters", text, LONGEST_TEXT)


def after_space(text: str, at: int) -> int:
    """The first place from `at` on where something other than white space stands, or the end."""
    match = _SPACE.match(text, at)
    return match.end() if match else at


def _numbers_and_places(text: str, strict: bool, at: int) -> Iterator[tuple[int, int]]:
    """The cards of a text as numbers, each with the place where it begins."""
    if not strict:
        at = after_space(text, at)
    while at < len(text):
        place = at
        number = _NUMBERS.get(text[at : at + 2])
        if number is not None:
            at += 2
        elif not strict and (match := _LOOSE_CARD.match(text, at)):
            number = _loose_number(match)
            at = match.end()
        else:
            raise NotationError(f"{text[at : at + 2]!r} is no card", text, at)
        if not strict:
            at = after_space(text, at)
        yield number, place


def _place_of(index: int, text: str, strict: bool, offset: int) -> int:
    """Where in a text a card begins, of those that `read_numbers` finds."""
    return next(islice(_numbers_and_places(text, strict, offset), index, None))[1]


def _loose_number(match: re.Match[str]) -> int:
    rank, suit = match.groups()
    if rank is None:
        return JOKER_NUMBER
    return _NUMBERS[_LOOSE_LETTERS.get(rank, rank.upper()) + _LOOSE_LETTERS.get(suit, suit.lower())]
