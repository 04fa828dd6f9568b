"""What a hand in progress is made of: its phases, its sides, muertos taken, closed piles."""

from __future__ import annotations

from enum import StrEnum
from typing import final

import attrs

from buraco.cards import Card
from buraco.melds import Meld
from buraco.values import Value

__all__ = ["ClosedPile", "Muerto", "Phase", "Side"]


class Phase(StrEnum):
    """Where a turn stands (R3).

    >>> Phase.DRAW.value
    'draw'
    """

    DRAW = "draw"
    """The seat to move must draw from the stock or take the pile."""
    PLAY = "play"
    """It may lay melds and add to them, and ends the turn by a discard."""
    OVER = "over"
    """The hand is over."""


@final
@attrs.frozen
class ClosedPile(Value):
    """What everybody sees of a closed pile (R3.5); its length is the number of its cards.

    Args:
        size: how many cards it holds.
        top: its top card; None if it is empty.

    >>> from buraco import parse_card
    >>> pile = ClosedPile(size=12, top=parse_card("7h"))
    >>> len(pile), str(pile.top)
    (12, '7h')
    """

    size: int
    top: Card | None

    def __len__(self) -> int:
        return self.size


@final
@attrs.frozen
class Muerto(Value):
    """A muerto that a side has taken (R7.1).

    Args:
        seat: who took it.
        used: whether it counts as used (R9.5).

    >>> Muerto(seat=2, used=False)
    Muerto(seat=2, used=False)
    """

    seat: int
    used: bool


@final
@attrs.frozen
class Side(Value):
    """What a side has on the table.

    Args:
        melds: its melds, in the order laid.
        muerto: the muerto that it took, or None.

    >>> Side(melds=(), muerto=None)
    Side(melds=(), muerto=None)
    """

    melds: tuple[Meld, ...]
    muerto: Muerto | None


def summary(
    turn: int,
    phase: Phase,
    closed_by: int | None,
    hands: tuple[int, ...],
    stock: int,
    pile: int,
    muertos: int,
) -> str:
    """A hand in one line, with nothing but numbers of cards: what may stand in a log.

    >>> summary(2, Phase.DRAW, None, (11, 11, 12, 9), 30, 5, 1)
    'seat 2 to draw; hands 11 11 12 9, stock 30, pile 5, muertos 1'
    """
    moment = f"seat {turn} to {phase}"
    if phase is Phase.OVER:
        moment = "over" if closed_by is None else f"closed by seat {closed_by}"
    sizes = " ".join(map(str, hands))
    return f"{moment}; hands {sizes}, stock {stock}, pile {pile}, muertos {muertos}"
