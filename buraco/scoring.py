"""Scoring a hand (R9): every side's points, line by line.

A `HandScore` lists its reasons. Each meld, canasta, bonus, hand and penalty is a line of its
own, and a side's total is nothing but the sum of its lines.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import StrEnum
from functools import lru_cache
from typing import TYPE_CHECKING, final

import attrs

from buraco.cards import CARDS, Cards
from buraco.melds import CanastaKind, Meld
from buraco.rules import RuleSet
from buraco.table import Side
from buraco.values import Value

if TYPE_CHECKING:
    from collections.abc import Iterable

    from buraco.cards import Card
    from buraco.state import GameState

__all__ = ["HandScore", "LineKind", "ScoreLine", "SideScore", "score"]


class LineKind(StrEnum):
    """What a line of a score is for; the lines of a side come in this order.

    >>> LineKind("no-muerto") is LineKind.NO_MUERTO
    True
    """

    CARDS = "cards"
    """The cards of a meld (R9.1, R9.2)."""
    CANASTA = "canasta"
    """The bonus of a canasta (R6.3, R9.2)."""
    CLOSING = "closing"
    """The bonus for closing the hand (R9.2)."""
    HAND = "hand"
    """The cards left in a player's hand, subtracted (R9.3)."""
    NO_MUERTO = "no-muerto"
    """The penalty of a side that took no muerto (R9.4)."""
    UNUSED_MUERTO = "unused-muerto"
    """The penalty for a muerto that was taken and not used (R9.5)."""


@final
@attrs.frozen
class ScoreLine(Value):
    """One reason for points, and the points.

    Args:
        kind: what the line is for.
        points: what it adds to the total; negative for what is subtracted.
        meld: the meld of a ``cards`` or ``canasta`` line, else None.
        canasta: the kind of canasta of a ``canasta`` line, else None.
        seat: the seat that the line is about: whose hand it is, who closed, who took the
            muerto; None for melds and for a muerto not taken.

    >>> str(ScoreLine(LineKind.HAND, -25, seat=2))
    'hand of seat 2: -25'
    """

    kind: LineKind
    points: int
    meld: Meld | None = None
    canasta: CanastaKind | None = None
    seat: int | None = None

    @property
    def label(self) -> str:
        """The line without its points.

        >>> from buraco import parse_meld
        >>> ScoreLine(LineKind.CARDS, 15, parse_meld("3h4h5h")).label
        'cards 3h4h5h'
        """
        if self.canasta is not None:
            return f"{self.canasta} canasta {self.meld}"
        if self.meld is not None:
            return f"{self.kind} {self.meld}"
        name = self.kind.replace("-", " ")
        return name if self.seat is None else f"{name} of seat {self.seat}"

    def __str__(self) -> str:
        return f"{self.label}: {self.points}"


@final
@attrs.frozen
class SideScore(Value):
    """The score of one side.

    A fact has its line even where the rules give it 0 points, so that the lines tell all that
    was looked at; a hand without cards has none.

    Args:
        lines: the reasons, in the order of `LineKind`; melds in the order laid, then seats.

    >>> side = SideScore((ScoreLine(LineKind.CLOSING, 100), ScoreLine(LineKind.HAND, -25, seat=2)))
    >>> side.total, str(side)
    (75, 'closing 100, hand -25 = 75')
    """

    lines: tuple[ScoreLine, ...]

    @property
    def total(self) -> int:
        """The sum of the lines; it may be negative (R9.6)."""
        return sum(line.points for line in self.lines)

    def subtotal(self, kind: LineKind) -> int:
        """The sum of the lines of one kind.

        Args:
            kind: which lines.

        >>> SideScore((ScoreLine(LineKind.CLOSING, 100),)).subtotal(LineKind.HAND)
        0
        """
        return sum(line.points for line in self.lines if line.kind is kind)

    def __str__(self) -> str:
        kinds = dict.fromkeys(line.kind for line in self.lines)
        parts = (f"{kind} {self.subtotal(kind)}" for kind in kinds)
        return f"{', '.join(parts) or 'nothing'} = {self.total}"


@final
@attrs.frozen
class HandScore(Value):
    """The score of a hand; `str` sums it up, a line for each side.

    Args:
        sides: the scores of side 0 and side 1 (R2.1).

    >>> import buraco
    >>> hand = buraco.score(buraco.GameState.deal(buraco.CERRADO, players=2, seed=7))
    >>> hand.totals == (hand.sides[0].total, hand.sides[1].total)
    True
    """

    sides: tuple[SideScore, SideScore]

    @property
    def totals(self) -> tuple[int, int]:
        """The totals of the two sides."""
        return self.sides[0].total, self.sides[1].total

    def _repr_html_(self) -> str:
        """What notebooks draw: a table of all lines."""
        from buraco import render

        return render.score_html(self)

    def __str__(self) -> str:
        return "\n".join(f"side {number}: {side}" for number, side in enumerate(self.sides))


def score(state: GameState) -> HandScore:
    """Score a hand (R9).

    A hand still in progress is scored as if it ended now with nobody closing: nobody has the
    closing bonus, all cards in hands are subtracted, a side that has not taken a muerto so far
    pays for that (R9.4), and so does one whose taker has not begun his next turn yet (R9.5).

    Args:
        state: the hand, as a rule one that is over.

    Returns:
        The score, line by line.

    >>> import buraco
    >>> state = buraco.GameState.deal(buraco.CERRADO, players=2, seed=7)
    >>> print(buraco.score(state))
    side 0: hand -95, no-muerto -100 = -195
    side 1: hand -100, no-muerto -100 = -200
    """
    return score_hand(state.rules, state.hands, state.sides, state.closed_by)


def score_hand(
    rules: RuleSet, hands: Sequence[Cards], sides: Sequence[Side], closed_by: int | None
) -> HandScore:
    """Score a hand by the fields of a state that the score depends on (R9).

    Args:
        rules: the rules of the table.
        hands: each seat's hand.
        sides: what the two sides have on the table.
        closed_by: the seat that closed the hand, or None.

    Returns:
        The score; see `score`.
    """
    first, second = (
        SideScore(tuple(_lines(rules, number, hands, sides[number], closed_by)))
        for number in (0, 1)
    )
    return HandScore((first, second))


def _lines(
    rules: RuleSet, number: int, hands: Sequence[Cards], side: Side, closed_by: int | None
) -> Iterator[ScoreLine]:
    """The lines of one side, in their order."""
    for meld in side.melds:
        yield ScoreLine(LineKind.CARDS, _points(rules, meld.cards), meld)
    for meld in side.melds:
        kind = rules.canasta(meld)
        if kind is not None:
            yield ScoreLine(LineKind.CANASTA, rules.canasta_points[kind], meld, kind)
    if closed_by is not None and closed_by % 2 == number:
        yield ScoreLine(LineKind.CLOSING, rules.closing_points, seat=closed_by)
    for seat in range(number, len(hands), 2):
        if hands[seat] and not _is_spared(rules, side, seat):
            yield ScoreLine(LineKind.HAND, -_points(rules, hands[seat]), seat=seat)
    if side.muerto is None:
        yield ScoreLine(LineKind.NO_MUERTO, -rules.no_muerto_penalty)
    elif not side.muerto.used:
        yield ScoreLine(LineKind.UNUSED_MUERTO, -rules.unused_muerto_penalty, seat=side.muerto.seat)


def _is_spared(rules: RuleSet, side: Side, seat: int) -> bool:
    """Whether a seat's hand is an unused muerto whose cards do not count (R9.5).

    Who has not used his muerto holds its cards and no others.
    """
    unused = side.muerto is not None and not side.muerto.used and side.muerto.seat == seat
    return unused and not rules.unused_muerto_cards_count


def _points(rules: RuleSet, cards: Iterable[Card]) -> int:
    points = _points_by_number(rules)
    return sum(points[card.number] for card in cards)


@lru_cache(maxsize=32)
def _points_by_number(rules: RuleSet) -> tuple[int, ...]:
    """The points of each kind of card, by card number (R9.1)."""
    return tuple(map(rules.points, CARDS))
