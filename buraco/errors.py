"""The errors of the library: everything that it raises for bad input is a `BuracoError`.

`BuracoError` is a `ValueError`, so that a program can catch one narrow class, all of the
library's, or simply ``ValueError``.
"""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from buraco.cards import Cards
    from buraco.moves import Move

__all__ = [
    "BuracoError",
    "CardsError",
    "ComposeError",
    "DealError",
    "FormatError",
    "IllegalMove",
    "MatchError",
    "NotationError",
    "Reason",
    "RecordError",
    "RenderError",
    "ReplayError",
    "RuleSetError",
    "UnknownRuleSet",
    "ViewError",
]


def shown(value: object) -> str:
    """A value for a message: what `repr` makes of it, cut after 80 characters.

    Args:
        value: anything at all, even what `repr` fails for.

    >>> shown("casa"), shown(10**5000)
    ("'casa'", '<int>')
    """
    if type(value) in (str, bytes):
        value = value[:100]  # type: ignore[index]  # both have slices
    try:
        text = repr(value)
    except Exception:  # whatever a stranger's __repr__ raises; ints beyond 4,300 digits do
        return f"<{type(value).__name__}>"
    return text if len(text) <= 80 else text[:77] + "..."


class Reason(StrEnum):
    """Why a move is refused: stable codes, for programs to ask about.

    The value is what a server may send (``"card-not-held"``); its sentence for people is the
    message of `IllegalMove`. Where more than one reason holds, the one that stands first in
    this class is given.

    >>> Reason("card-not-held") is Reason.CARD_NOT_HELD
    True
    """

    HAND_OVER = "hand-over"
    """The hand is over: no move is possible (R7.2, R8.3)."""
    NOT_YOUR_TURN = "not-your-turn"
    """The seat that was named is not the seat to move (R2.3)."""
    MUST_DRAW_FIRST = "must-draw-first"
    """A turn begins by drawing from the stock or taking the pile (R3.1)."""
    ALREADY_DRAWN = "already-drawn"
    """A second draw, or taking the pile after drawing (R3.1)."""
    PILE_EMPTY = "pile-empty"
    """There is no pile to take (R2.2, R3.1)."""
    PILE_IS_OPEN = "pile-is-open"
    """An open pile is taken without playing its top card in the same move (R3.4)."""
    TOP_CARD_MUST_BE_PLAYED = "top-card-must-be-played"
    """A closed pile is taken only by playing its top card at once (R3.5)."""
    NO_SUCH_MELD = "no-such-meld"
    """The own side has no meld of that number (R3.2)."""
    GROUPS_NOT_ALLOWED = "groups-not-allowed"
    """The rule set has no groups (R4.2)."""
    NOT_A_MELD = "not-a-meld"
    """A run or group that this rule set does not admit (R4.2, R4.3, R4.4)."""
    NOT_AN_ADDITION = "not-an-addition"
    """Adding cards, in any order, never makes that meld of the one on the table (R3.2, R5)."""
    TOP_CARD_NOT_USED = "top-card-not-used"
    """The play that comes with taking a closed pile leaves its top card out (R3.5)."""
    CARD_NOT_HELD = "card-not-held"
    """A card is needed that is not in the hand (R3.2, R3.3, R3.5)."""
    DISCARD_REQUIRED = "discard-required"
    """The play would empty the hand where the rule set demands a discard (R7.3, R7.4)."""
    CANASTA_MISSING = "canasta-missing"
    """The move would empty the hand, with no muerto to take and no canasta to close (R7.2)."""
    WOULD_STRAND = "would-strand"
    """The one card left could neither be discarded nor added: the turn could not end (R7.5)."""


class BuracoError(ValueError):
    """The common class of all errors that the library raises for bad input.

    >>> issubclass(BuracoError, ValueError)
    True
    """


class CardsError(BuracoError):
    """Bags that cannot be: more copies than two decks hold, or cards taken that are not there.

    >>> import buraco
    >>> buraco.Cards([buraco.JOKER] * 5)
    Traceback (most recent call last):
    buraco.errors.CardsError: more than 4 copies of Jk
    """


class DealError(BuracoError):
    """A deal that cannot be made: players, starter, or a deck that is not the rule set's (R2).

    >>> import buraco
    >>> buraco.GameState.deal(buraco.CERRADO, players=2, starter=2)
    Traceback (most recent call last):
    buraco.errors.DealError: starter must be a seat from 0 to 1, not 2
    """


class ComposeError(BuracoError):
    """A state that cannot be composed as asked.

    Args:
        argument: the argument of `GameState.compose`, e.g. ``hands[0]`` or ``melds[1][0]``.
        message: what is wrong there.

    >>> str(ComposeError("hands[0]", "'x' is no card"))
    "hands[0]: 'x' is no card"
    """

    def __init__(self, argument: str, message: str) -> None:
        super().__init__(argument, message)
        self.argument = argument
        self.message = message

    def __str__(self) -> str:
        return f"{self.argument}: {self.message}" if self.argument else self.message


class MatchError(BuracoError):
    """A match that cannot be started or carried on as asked (R10).

    >>> import buraco
    >>> match = buraco.Match.start(buraco.CERRADO, players=2, target=None)
    >>> match.finish(buraco.GameState.deal(buraco.CERRADO, players=2, seed=7))
    Traceback (most recent call last):
    buraco.errors.MatchError: the hand is not over
    """


class RecordError(BuracoError):
    """A record that cannot be made as asked, or that has not as many moves as are asked for.

    >>> import buraco
    >>> record = buraco.Record.start(buraco.GameState.deal(buraco.CERRADO, players=2, seed=7))
    >>> record.back()
    Traceback (most recent call last):
    buraco.errors.RecordError: a number of moves is 0 to 0 here, not 1
    """


class ViewError(BuracoError):
    """A seat without a view, or what a seat is said to know and cannot, given what it sees.

    >>> import buraco
    >>> buraco.GameState.deal(buraco.CERRADO, players=2, seed=7).view(2)
    Traceback (most recent call last):
    buraco.errors.ViewError: a seat is 0 to 1, not 2
    """


class NotationError(BuracoError):
    """A text that no rule set could read.

    Args:
        message: what is wrong.
        text: the text that was to be read.
        position: where in it the fault was found, in characters from 0.

    >>> import buraco
    >>> try:
    ...     buraco.parse_cards("3c4x")
    ... except NotationError as error:
    ...     print(error.position, error)
    2 '4x' is no card, in '3c4x' at 2
    """

    def __init__(self, message: str, text: str = "", position: int = 0) -> None:
        super().__init__(message, text, position)
        self.message = message
        self.text = text
        self.position = position

    def __str__(self) -> str:
        if not self.text:
            return self.message
        return f"{self.message}, in {shown(self.text)} at {self.position}"


class FormatError(BuracoError):
    """A document that is not what its format asks for.

    Args:
        path: where in the document, e.g. ``sides[0].melds[2]``; empty for the document itself.
        message: what is wrong there.

    >>> str(FormatError("sides[0].melds[2]", "not a meld"))
    'sides[0].melds[2]: not a meld'
    """

    def __init__(self, path: str, message: str) -> None:
        super().__init__(path, message)
        self.path = path
        self.message = message
        self.line: int | None = None
        """The number of the document's line, from 1, where `read_records` reads many; or None."""

    def __str__(self) -> str:
        parts = ["" if self.line is None else f"line {self.line}", self.path, self.message]
        return ": ".join(filter(None, parts))


class ReplayError(FormatError):
    """A record's move that cannot be made: no move at all, or one that the rules refuse.

    Args:
        number: which move, from 0; the `path` is ``moves[17]`` for number 17.
        text: the text of the move.
        refusal: why it cannot be made; also the `message`, and the ``__cause__`` where it is
            raised.

    >>> import buraco
    >>> record = buraco.Record.start(buraco.GameState.deal(buraco.CERRADO, seed=1))
    >>> try:
    ...     buraco.Record.from_dict({**record.to_dict(), "moves": ["D", "D"]})
    ... except ReplayError as error:
    ...     print(error.number, error.text, error.reason.value, error)
    1 D already-drawn moves[1]: seat 0, D: this turn has drawn already
    """

    def __init__(self, number: int, text: str, refusal: IllegalMove | NotationError) -> None:
        super().__init__(f"moves[{number}]", str(refusal))
        self.args = (number, text, refusal)  # what a copy and a pickle are made of
        self.number = number
        self.text = text
        self.refusal = refusal

    @property
    def reason(self) -> Reason | None:
        """The code of the rules' refusal; None for a text that is no move."""
        return self.refusal.reason if isinstance(self.refusal, IllegalMove) else None


class RenderError(BuracoError):
    """A picture, or a table or score as text, that cannot be made as asked.

    Args:
        option: the option, or what was to be drawn or written.
        message: what it must be.

    >>> str(RenderError("language", "'en' or 'es', not 'fr'"))
    "language must be 'en' or 'es', not 'fr'"
    """

    def __init__(self, option: str, message: str) -> None:
        super().__init__(option, message)
        self.option = option
        self.message = message

    def __str__(self) -> str:
        return f"{self.option} must be {self.message}"


class RuleSetError(BuracoError):
    """A rule set whose fields contradict each other or make no sense.

    Args:
        faults: every fault that was found, a sentence each.

    >>> str(RuleSetError(["hand_size must be at least 2", "unknown rank 'X' in card_points"]))
    "hand_size must be at least 2; unknown rank 'X' in card_points"
    """

    def __init__(self, faults: Iterable[str]) -> None:
        self.faults = tuple(faults)
        super().__init__(self.faults)

    def __str__(self) -> str:
        return "; ".join(self.faults)


class UnknownRuleSet(BuracoError):
    """A name that no preset has.

    Args:
        name: the name that was asked for.
        known: the names there are.

    >>> str(UnknownRuleSet("canasta", ["abierto", "cerrado"]))
    "no rule set is named 'canasta'; known: abierto, cerrado"
    """

    def __init__(self, name: object, known: Iterable[str]) -> None:
        self.name = name
        self.known = tuple(known)
        super().__init__(self.name, self.known)

    def __str__(self) -> str:
        return f"no rule set is named {shown(self.name)}; known: {', '.join(self.known)}"


_SENTENCES = {
    Reason.HAND_OVER: "the hand is over",
    Reason.NOT_YOUR_TURN: "it is another seat's turn",
    Reason.MUST_DRAW_FIRST: "draw from the stock or take the pile first",
    Reason.ALREADY_DRAWN: "this turn has drawn already",
    Reason.PILE_EMPTY: "the pile is empty",
    Reason.PILE_IS_OPEN: "an open pile is taken without a play",
    Reason.TOP_CARD_MUST_BE_PLAYED: "a closed pile is taken by playing its top card",
    Reason.TOP_CARD_NOT_USED: "the play leaves out the pile's top card",
    Reason.NO_SUCH_MELD: "the side has no meld of that number",
    Reason.GROUPS_NOT_ALLOWED: "these rules have no groups",
    Reason.NOT_A_MELD: "no meld under these rules",
    Reason.NOT_AN_ADDITION: "these cards do not fit that meld",
    Reason.CARD_NOT_HELD: "not in the hand",
    Reason.DISCARD_REQUIRED: "these rules ask for a discard to run out of cards",
    Reason.CANASTA_MISSING: "the side lacks the canasta to close with",
    Reason.WOULD_STRAND: "the turn could not be ended with the card left over",
}


class IllegalMove(BuracoError):
    """A move that the rules refuse, with the reason as a code and the facts.

    Args:
        reason: why.
        seat: whose move it was to be: the seat that was named, else the seat that was asked,
            a state's seat to move or a view's own; None for a spectator.
        move: the move that was refused; None where `why_no_play` was asked about cards that
            make no move.
        cards: the cards that the reason speaks of: those not held (``card-not-held``), the
            top card (``top-card-…``), those left over (``would-strand``), those that do not
            fit together (with no move); else empty.

    >>> import buraco
    >>> state = buraco.GameState.deal(buraco.CERRADO, players=2, seed=1)
    >>> try:
    ...     state.apply(buraco.parse_move("X5h"))
    ... except IllegalMove as refusal:
    ...     print(refusal.reason.value, refusal.seat, refusal.move)
    must-draw-first 0 X5h
    """

    def __init__(self, reason: Reason, seat: int | None, move: Move | None, cards: Cards) -> None:
        super().__init__(reason, seat, move, cards)
        self.reason = reason
        self.seat = seat
        self.move = move
        self.cards = cards

    def __str__(self) -> str:
        who = "a spectator" if self.seat is None else f"seat {self.seat}"
        what = "" if self.move is None else f", {self.move}"
        facts = f" ({self.cards})" if self.cards else ""
        return f"{who}{what}: {_SENTENCES[self.reason]}{facts}"
