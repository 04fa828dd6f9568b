"""The five moves and their text.

A move is a value without context: whether it is legal is asked of a state. Its text names the
outcome, so one text is one move.
"""

from __future__ import annotations

import re
from typing import Any, Final, final

import attrs

from buraco.cards import CARDS, Card, after_space, check_text, read_card
from buraco.errors import NotationError, shown
from buraco.melds import Group, Meld, Run, read_meld
from buraco.values import Value

__all__ = [
    "AddToMeld",
    "Discard",
    "DrawStock",
    "LayMeld",
    "Move",
    "TakePile",
    "parse_move",
]


LARGEST_INDEX: Final = 9999
"""The largest number of a meld that the notation writes."""


def _checked(*kinds: type, what: str) -> Any:
    """A validator that refuses other kinds of value with an error of the library's own."""

    def check(move: object, field: attrs.Attribute[Any], value: object) -> None:
        if type(value) not in kinds:
            raise NotationError(f"{type(move).__name__} takes {what}, not {shown(value)}")

    return check


def _checked_index(move: object, field: attrs.Attribute[int], value: int) -> None:
    if type(value) is not int or not 0 <= value <= LARGEST_INDEX:
        raise NotationError(f"a meld's number is 0 to {LARGEST_INDEX}, not {shown(value)}")


@final
@attrs.frozen
class DrawStock(Value):
    """Draw one card from the stock (R3.1).

    >>> str(DrawStock())
    'D'
    """

    def __str__(self) -> str:
        return "D"


@final
@attrs.frozen
class LayMeld(Value):
    """Lay a new meld from the hand (R3.2).

    Args:
        meld: the run or group.

    Raises:
        NotationError: if it is neither.

    >>> from buraco import parse_meld
    >>> str(LayMeld(parse_meld("5h6hJk8h")))
    'M5h6hJk8h'
    """

    meld: Meld = attrs.field(validator=_checked(Run, Group, what="a Run or Group"))

    def __str__(self) -> str:
        return f"M{self.meld}"


@final
@attrs.frozen
class AddToMeld(Value):
    """Add cards from the hand to a meld of one's own side (R3.2, R5.2 to R5.5).

    Args:
        index: which of the side's melds, 0 to 9999, in the order laid.
        meld: the meld as it is afterwards.

    Raises:
        NotationError: if these are no number and no meld.

    >>> from buraco import parse_meld
    >>> str(AddToMeld(0, parse_meld("5h6h7hJk")))
    '+0=5h6h7hJk'
    """

    index: int = attrs.field(validator=_checked_index)
    meld: Meld = attrs.field(validator=_checked(Run, Group, what="a Run or Group"))

    def __str__(self) -> str:
        return f"+{self.index}={self.meld}"


@final
@attrs.frozen
class TakePile(Value):
    """Take the whole discard pile (R3.1, R3.4, R3.5).

    Args:
        play: for a closed pile, the meld play that uses its top card; None for an open pile.

    Raises:
        NotationError: if the play is no meld play.

    >>> from buraco import parse_meld
    >>> str(TakePile()), str(TakePile(LayMeld(parse_meld("3h4h5h"))))
    ('P', 'P:M3h4h5h')
    """

    play: LayMeld | AddToMeld | None = attrs.field(
        default=None,
        validator=_checked(LayMeld, AddToMeld, type(None), what="a LayMeld, AddToMeld or None"),
    )

    def __str__(self) -> str:
        return "P" if self.play is None else f"P:{self.play}"


@final
@attrs.frozen
class Discard(Value):
    """Discard one card face up and end the turn (R3.3).

    Args:
        card: the card.

    Raises:
        NotationError: if it is no `Card`.

    >>> from buraco import parse_card
    >>> str(Discard(parse_card("9c")))
    'X9c'
    """

    card: Card = attrs.field(validator=_checked(Card, what="a Card"))

    def __str__(self) -> str:
        return f"X{self.card}"


MeldPlay = LayMeld | AddToMeld
"""A move that plays cards onto the table."""
Move = DrawStock | TakePile | LayMeld | AddToMeld | Discard
"""One of the five moves."""

MOVE_KINDS: Final = frozenset({DrawStock, TakePile, LayMeld, AddToMeld, Discard})


def check_move(move: object) -> None:
    """Raise `TypeError` for what is no move."""
    if type(move) not in MOVE_KINDS:
        raise TypeError(f"{shown(move)} is no move; parse_move reads text")


# Shared instances: listing moves hands out these.
DRAW: Final = DrawStock()
TAKE: Final = TakePile()
DISCARDS: Final = tuple(map(Discard, CARDS))
"""The discard of each card, by card number."""

_ADDITION: Final = re.compile(r"\+(0|[1-9][0-9]{0,3})=")
_LOOSE_ADDITION: Final = re.compile(r"\+\s*(0|[1-9][0-9]{0,3})\s*=", re.ASCII)
_LOOSE_TAKE: Final = re.compile(r"p\s*(:?)\s*", re.ASCII | re.IGNORECASE)


def parse_move(text: str, *, strict: bool = False) -> Move:
    """Read a move from its notation.

    Args:
        text: the move, e.g. ``D``, ``P``, ``P:M3h4h5h``, ``M5h6hJk8h``, ``+0=5h6h7h``, ``X9c``;
            1,000 characters at most.
        strict: take only the canonical text, as `str` writes it.

    Returns:
        The move; whether it is legal is asked of a state.

    Raises:
        NotationError: if the text is no move that any rule set could read, with the position.

    >>> parse_move("d"), str(parse_move("p: m 3h 4h 2h"))
    (DrawStock(), 'P:M2h3h4h')
    """
    check_text(text)
    start = 0 if strict else after_space(text, 0)
    letter = text[start : start + 1] if strict else text[start : start + 1].upper()
    if letter == "D":
        _expect_end(text, start + 1, strict)
        return DRAW
    if letter == "P":
        return _read_take(text, start, strict)
    if letter == "X":
        return DISCARDS[read_card(text, start + 1, strict=strict).number]
    return _read_play(text, start, strict)


def _expect_end(text: str, at: int, strict: bool) -> None:
    at = at if strict else after_space(text, at)
    if at < len(text):
        raise NotationError("nothing may follow here", text, at)


def _read_take(text: str, start: int, strict: bool) -> TakePile:
    if strict:
        colon, at = text[start + 1 : start + 2], start + 2
    else:
        match = _LOOSE_TAKE.match(text, start)
        colon, at = (match[1], match.end()) if match else ("", start + 1)
    if colon != ":":
        _expect_end(text, start + 1, strict)
        return TAKE
    return TakePile(_read_play(text, at, strict))


def _read_play(text: str, start: int, strict: bool) -> LayMeld | AddToMeld:
    letter = text[start : start + 1]
    if letter == "M" or (letter == "m" and not strict):
        return LayMeld(read_meld(text, start + 1, strict=strict))
    match = (_ADDITION if strict else _LOOSE_ADDITION).match(text, start)
    if match is None and letter == "+":
        raise NotationError("+, a meld's number from 0 to 9999 and = expected", text, start)
    if match is None:
        what = "M or + and a meld" if text[:start].strip() else "D, P, M, + or X"
        raise NotationError(f"{what} expected", text, start)
    return AddToMeld(int(match[1]), read_meld(text, match.end(), strict=strict))
