"""What a hand in progress is made of beside cards: its phases, its sides, muertos taken."""

from __future__ import annotations

from enum import StrEnum
from typing import final

import attrs

from buraco.melds import Meld
from buraco.values import Value

__all__ = ["Muerto", "Phase", "Side"]


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
