"""Asking for moves the way an interface does: by kind, by the cards tapped, and why not.

A player at a screen does not name a move, he selects cards and a place. What a state and a
seat's view of it answer to that is here, once for both.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Final, final

import attrs

from buraco import legal
from buraco.bags import EMPTY, LOWS, SIZE_SHIFT, UNIT, bag_contains, bag_missing
from buraco.cards import Card, Cards, counted_bag
from buraco.errors import IllegalMove, Reason, shown
from buraco.melds import Meld
from buraco.moves import AddToMeld, Discard, DrawStock, LayMeld, Move, TakePile
from buraco.rules import CERRADO, Pile, RuleSet
from buraco.table import Phase
from buraco.values import Value

__all__ = ["Choices", "Choosing"]

Situation = tuple[RuleSet, Phase, int, tuple[Meld, ...], int, int, bool]
"""What the seat to move sees: what the functions of `buraco.legal` begin with."""

EVERY_MELD: Final = attrs.evolve(
    CERRADO, name="every-meld", jokers=4, groups=True, groups_of_twos=True, ace_to_ace=True
)
"""Rules that admit every run and group that some rules admit."""
ROOM: Final = 2 << SIZE_SHIFT
"""Two cards of no kind: beside them in the hand, no play leaves too few (R7.5)."""


@final
@attrs.frozen(kw_only=True)
class Choices(Value):
    """The legal moves by kind, and the cards of the hand that they use.

    One after the other, the five kinds make up `legal_moves`. A bag of cards here holds of each
    card as many copies as the move holds that uses most of it: a card of which one copy can be
    played or discarded stands once, whichever copy that is (R1.2).

    >>> import buraco
    >>> state = buraco.GameState.deal(buraco.CERRADO, players=4, seed=7)
    >>> state.choices().draws
    (DrawStock(),)
    >>> choices = state.apply(buraco.DrawStock()).choices()
    >>> len(choices.lays), len(choices.discards), str(choices.playable)
    (14, 12, '7c3d5d7hAs2s3sQsJk')
    """

    draws: tuple[DrawStock, ...]
    """Drawing from the stock, if it is possible (R3.1)."""
    takes: tuple[TakePile, ...]
    """The ways to take the pile (R3.4, R3.5)."""
    lays: tuple[LayMeld, ...]
    """New melds (R3.2)."""
    additions: tuple[AddToMeld, ...]
    """Additions to melds of the own side (R3.2)."""
    discards: tuple[Discard, ...]
    """Discards (R3.3)."""
    playable: Cards
    """The cards of the hand that some take, new meld or addition uses."""
    discardable: Cards
    """The cards of the hand that may be discarded, each once."""


class Choosing(Value):
    """What `GameState` and `PlayerView` answer alike to an interface.

    A state answers for the seat to move, a view for its own seat.

    >>> import buraco
    >>> state = buraco.GameState.deal(buraco.CERRADO, players=2, seed=3)
    >>> isinstance(state, Choosing), isinstance(state.view(1), Choosing)
    (True, True)
    """

    __slots__ = ()

    if TYPE_CHECKING:  # what both have of their own

        def legal_moves(self) -> tuple[Move, ...]:
            """All legal moves."""

        def why_not(self, move: Move) -> IllegalMove | None:
            """Why a move is refused."""

        def _situation(self) -> Situation:
            """What the seat to move sees, if `_asker` gives no reason."""

        def _asker(self) -> tuple[int | None, Reason | None]:
            """The seat that is answered, and why it has no move at all, if it has none."""

    def choices(self) -> Choices:
        """The legal moves by kind, and which cards of the hand they use.

        Returns:
            What `legal_moves` lists, sorted; all empty where that is empty.

        >>> import buraco
        >>> state = buraco.GameState.deal(buraco.CERRADO, players=2, seed=3)
        >>> state.choices().discardable
        parse_cards('')
        """
        moves = self.legal_moves()
        takes = tuple(move for move in moves if isinstance(move, TakePile))
        lays = tuple(move for move in moves if isinstance(move, LayMeld))
        additions = tuple(move for move in moves if isinstance(move, AddToMeld))
        discards = tuple(move for move in moves if isinstance(move, Discard))
        _, _, _, melds, top, _, _ = self._situation()
        plays: tuple[TakePile | LayMeld | AddToMeld, ...] = (*takes, *lays, *additions)
        used = [_used(play, melds, top) for play in plays]
        return Choices(
            draws=tuple(move for move in moves if isinstance(move, DrawStock)),
            takes=takes,
            lays=lays,
            additions=additions,
            discards=discards,
            playable=_union(used),
            discardable=_union(UNIT[move.card.number] for move in discards),
        )

    def used(self, move: Move) -> Cards:
        """The cards of the hand that a legal move plays or discards.

        Args:
            move: the move.

        Returns:
            Of an addition the cards that are added, of a closed pile's take those that are played
            with its top card; none for drawing, and for taking an open pile.

        Raises:
            IllegalMove: if the move is not legal.
            TypeError: if it is no move at all.

        >>> import buraco
        >>> state = buraco.GameState.compose(
        ...     buraco.CERRADO, hands={0: "3h4h9c"}, melds={0: ["5h6h7h"]}, phase="play"
        ... )
        >>> state.used(buraco.parse_move("+0=4h5h6h7h"))
        parse_cards('4h')
        """
        refusal = self.why_not(move)
        if refusal is not None:
            raise refusal
        if isinstance(move, DrawStock):
            return Cards()
        if isinstance(move, Discard):
            return Cards._of(UNIT[move.card.number])
        _, _, _, melds, top, _, _ = self._situation()
        return Cards._of(_used(move, melds, top))

    def plays(self, cards: Cards | Iterable[Card], onto: int | None = None) -> tuple[Move, ...]:
        """The legal plays that use exactly these cards of the hand.

        Args:
            cards: the cards of the hand.
            onto: None for new melds, or the number of an own meld for additions to it.

        Returns:
            The legal `LayMeld` or `AddToMeld` moves; in the draw phase of a closed pile, the
            legal takes that use its top card and exactly these cards of the hand (R3.5).
            Several where a wild may stand in several places, none for cards that are not held
            or a meld that is not there.

        Raises:
            CardsError: for what is no card, or more copies than two decks hold.
            TypeError: if `onto` is neither None nor a whole number.

        >>> import buraco
        >>> state = buraco.GameState.deal(buraco.CERRADO, players=2, seed=3)
        >>> state = state.apply(buraco.DrawStock())
        >>> state.plays(buraco.parse_cards("3c"))
        ()
        """
        bag = _tapped(cards, onto)
        _, idle = self._asker()
        return () if idle is not None else legal.plays_of(*self._situation(), bag, onto)

    def why_no_play(
        self, cards: Cards | Iterable[Card], onto: int | None = None
    ) -> IllegalMove | None:
        """Why no play uses exactly these cards of the hand.

        Of the reasons that hold, the first of these is given, so that it speaks of what the
        player would have to change:

        1. No move is possible at all: ``hand-over``, ``not-your-turn``.
        2. There is no such place or card: ``no-such-meld``, ``card-not-held``.
        3. The cards make a meld, or an addition, that these rules admit, but the turn could
           not go on after it (R7): ``discard-required``, ``canasta-missing``,
           ``would-strand``. That some arrangement fits tells more than that others do not.
        4. The seat has to draw first and the cards would be a play afterwards, or no take of
           the pile needs cards: ``must-draw-first``.
        5. Other rules would admit the meld: ``groups-not-allowed``, ``not-a-meld``.
        6. The cards fit in no way: ``not-a-meld``, and onto a meld ``not-an-addition``.

        Args:
            cards: the cards of the hand.
            onto: None for new melds, or the number of an own meld for additions to it.

        Returns:
            None if `plays` lists a play for the same cards and place, else the error. Its
            `move` is the arrangement that it speaks of, None where the cards make none; its
            `cards` are then the cards that do not fit together, a closed pile's top card among
            them in the draw phase.

        Raises:
            CardsError: for what is no card, or more copies than two decks hold.
            TypeError: if `onto` is neither None nor a whole number.

        >>> import buraco
        >>> state = buraco.GameState.deal(buraco.CERRADO, players=4, seed=7)
        >>> state = state.apply(buraco.DrawStock())
        >>> print(state.why_no_play(buraco.parse_cards("3dQs")))
        seat 0: no meld under these rules (3dQs)
        """
        bag = _tapped(cards, onto)
        seat, idle = self._asker()
        if idle is not None:
            return IllegalMove(idle, seat, None, Cards())
        found = _why_no_play(self._situation(), bag, onto)
        if found is None:
            return None
        reason, concerned, move = found
        return IllegalMove(reason, seat, move, Cards._of(concerned))


def _tapped(cards: Cards | Iterable[Card], onto: int | None) -> int:
    """The bag of the cards, all arguments checked."""
    if onto is not None and type(onto) is not int:
        raise TypeError(f"onto is the number of a meld or None, not {shown(onto)}")
    return cards._bag if isinstance(cards, Cards) else counted_bag(cards)


def _used(move: TakePile | LayMeld | AddToMeld, melds: tuple[Meld, ...], top: int) -> int:
    """The bag of the hand's cards that a play uses."""
    play = move.play if isinstance(move, TakePile) else move
    if play is None:
        return EMPTY
    used = play.meld._bag
    if isinstance(play, AddToMeld):
        used -= melds[play.index]._bag
    return used - UNIT[top] if isinstance(move, TakePile) else used


def _union(bags: Iterable[int]) -> Cards:
    """Of each card as many copies as the bag holds that has most.

    No play uses more than one joker, so that no count is above two: 1 | 2 is read as 2.
    """
    seen = 0
    for bag in bags:
        seen |= bag
    pairs = seen & LOWS << 1
    singles = seen & LOWS & ~(pairs >> 1)
    size = singles.bit_count() + 2 * pairs.bit_count()
    return Cards._of(singles | pairs | size << SIZE_SHIFT)


def _why_no_play(
    situation: Situation, cards: int, onto: int | None
) -> tuple[Reason, int, Move | None] | None:
    """The reason that `Choosing.why_no_play` gives, the cards that it speaks of, and the move."""
    rules, phase, hand, melds, top, pile_size, _ = situation
    if onto is not None and not 0 <= onto < len(melds):
        return Reason.NO_SUCH_MELD, EMPTY, None
    if not bag_contains(hand, cards):
        return Reason.CARD_NOT_HELD, bag_missing(hand, cards), None
    drawing = phase is Phase.DRAW
    taking = drawing and pile_size > 0 and rules.pile is Pile.CLOSED
    if drawing and not taking:
        return Reason.MUST_DRAW_FIRST, EMPTY, None
    used = cards + UNIT[top] if taking else cards
    moves = [TakePile(play) if taking else play for play in _arrangements(rules, melds, used, onto)]
    refusals = [legal.refusal(*situation, move) for move in moves]
    if None in refusals:
        return None
    for refused, move in zip(refusals, moves, strict=True):
        if refused is not None:  # all are refused for what they leave, and leave the same
            return *refused, move
    if taking and _arrangements(rules, melds, cards, onto):
        return Reason.MUST_DRAW_FIRST, EMPTY, None
    for play in _arrangements(EVERY_MELD, melds, used, onto):
        move = TakePile(play) if taking else play
        refused = legal.refusal(*situation, move)
        if refused is not None:
            return *refused, move
    return (Reason.NOT_A_MELD if onto is None else Reason.NOT_AN_ADDITION), used, None


def _arrangements(
    rules: RuleSet, melds: tuple[Meld, ...], cards: int, onto: int | None
) -> list[LayMeld | AddToMeld]:
    """The plays of exactly these cards that rules admit, whatever they leave in the hand."""
    plays = legal.plays_of(rules, Phase.PLAY, cards + ROOM, melds, -1, 0, False, cards, onto)
    return [play for play in plays if isinstance(play, (LayMeld, AddToMeld))]
