"""What one seat may see of a hand, as a value of its own.

A `PlayerView` holds no hidden card, so that it may be sent, stored, logged and searched with:
whatever is made of it cannot tell what the seat does not know. It lists the seat's legal moves
without a state.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Final, final

import attrs

from buraco import legal
from buraco.bags import EMPTY, UNIT, bag_numbers, bag_of, bag_size, deck_numbers
from buraco.cards import CARDS, Card, Cards
from buraco.choices import Choosing, Situation
from buraco.errors import IllegalMove, Reason, ViewError, shown
from buraco.moves import DISCARDS, Move, check_move
from buraco.rng import Rng
from buraco.rules import Pile, RuleSet
from buraco.state import GameState
from buraco.table import ClosedPile, Phase, Side, summary
from buraco.transition import Melds, Takers

if TYPE_CHECKING:
    from buraco.memory import Known

__all__ = ["PlayerView"]


@final
@attrs.frozen(kw_only=True, repr=False, weakref_slot=False)
class PlayerView(Choosing):
    """What one seat sees of a hand, or a spectator; immutable, hashable, compared by value.

    Views are made by `GameState.view`, or read from documents. Two states that differ only in
    what the seat cannot see give equal views.

    >>> import buraco
    >>> state = buraco.GameState.deal(buraco.CERRADO, players=4, seed=7)
    >>> view = state.view(0)
    >>> view
    <PlayerView cerrado, of seat 0: seat 0 to draw; hands 11 11 11 11, stock 42, pile 0, muertos 2>
    >>> view.hands
    (parse_cards('7cJc3d5d4h7hAs3s8sQsJk'), 11, 11, 11)
    >>> view.legal_moves()
    (DrawStock(),)
    """

    rules: RuleSet
    """The rules of the table."""
    seat: int | None
    """Whose view it is; None for a spectator's."""
    starter: int
    """The seat that moved first."""
    turn: int
    """The seat to move; when the hand is over, the seat that made the last move."""
    phase: Phase
    """Whether that seat is to draw or to play, or the hand is over."""
    closed_by: int | None
    """The seat that closed the hand; None if nobody did (R7.2, R8.3)."""
    hand_sizes: tuple[int, ...]
    """How many cards each seat holds."""
    stock: int
    """How many cards the stock holds."""
    muertos: int
    """How many muertos are on the table."""
    _hand: int
    _pile: bytes
    _pile_size: int
    _melds: Melds
    _takers: Takers

    @property
    def players(self) -> int:
        """The number of players, 2 or 4 (R2.1)."""
        return len(self.hand_sizes)

    @property
    def is_over(self) -> bool:
        """Whether the hand is over (R7.2, R8.3)."""
        return self.phase is Phase.OVER

    @property
    def hand(self) -> Cards:
        """The seat's own hand; empty for a spectator."""
        return Cards._of(self._hand)

    @property
    def hands(self) -> tuple[Cards | int, ...]:
        """The seat's own hand, and of each other one the number of its cards."""
        return tuple(
            self.hand if seat == self.seat else size for seat, size in enumerate(self.hand_sizes)
        )

    @property
    def pile(self) -> tuple[Card, ...] | ClosedPile:
        """An open pile from bottom to top; of a closed one its size and top card (R3.4, R3.5)."""
        if self.rules.pile is Pile.OPEN:
            return tuple(map(CARDS.__getitem__, self._pile))
        return ClosedPile(self._pile_size, self.top)

    @property
    def top(self) -> Card | None:
        """The pile's top card; None if the pile is empty."""
        return CARDS[self._pile[-1]] if self._pile else None

    @property
    def sides(self) -> tuple[Side, Side]:
        """What the two sides have on the table; side 0 is seats 0 and 2 (R2.1)."""
        (melds_0, melds_1), (taker_0, taker_1) = self._melds, self._takers
        return Side(melds_0, taker_0), Side(melds_1, taker_1)

    def legal_moves(self) -> tuple[Move, ...]:
        """The seat's legal moves, as `GameState.legal_moves` lists them (R3, R7).

        Returns:
            The moves; none if it is not the seat's turn, the hand is over, or the view is a
            spectator's.

        >>> import buraco
        >>> state = buraco.GameState.deal(buraco.CERRADO, players=4, seed=7)
        >>> state.view(0).legal_moves(), state.view(1).legal_moves()
        ((DrawStock(),), ())
        """
        return legal.legal_moves(*self._situation()) if self.seat == self.turn else ()

    def is_legal(self, move: Move) -> bool:
        """Whether the seat may make a move, decided without listing all moves.

        Args:
            move: the move.

        Raises:
            TypeError: if it is no move at all.

        >>> import buraco
        >>> state = buraco.GameState.deal(buraco.CERRADO, players=4, seed=7)
        >>> state.view(0).is_legal(buraco.DrawStock()), state.view(1).is_legal(buraco.DrawStock())
        (True, False)
        """
        return self._refusal(move) is None

    def why_not(self, move: Move) -> IllegalMove | None:
        """Why the seat may not make a move.

        Args:
            move: the move.

        Returns:
            The error that `GameState.apply` would raise for this seat, None for a legal move.
            If it is not the seat's turn, or the view is a spectator's: ``not-your-turn``.

        Raises:
            TypeError: if it is no move at all.

        >>> import buraco
        >>> state = buraco.GameState.deal(buraco.CERRADO, players=4, seed=7)
        >>> print(state.view(0).why_not(buraco.parse_move("P")))
        seat 0, P: the pile is empty
        >>> print(state.view(None).why_not(buraco.parse_move("D")))
        a spectator, D: it is another seat's turn
        """
        refusal = self._refusal(move)
        if refusal is None:
            return None
        reason, cards = refusal
        return IllegalMove(reason, self.seat, move, Cards._of(cards))

    def known(self, moves: Iterable[Move]) -> Known:
        """What a player with a perfect memory knows besides what the view shows.

        Args:
            moves: all moves of the hand so far, of all seats, from the first on. A draw from
                the stock names no card, so that they are no secret.

        Returns:
            The cards that are known to be in each hand, and those of the pile.

        Raises:
            ViewError: if these moves cannot have led to this view.
            TypeError: if one is no move at all.

        >>> import buraco
        >>> state = buraco.GameState.deal(buraco.ABIERTO, players=2, seed=3)
        >>> moves = [buraco.parse_move(text) for text in "D X5h P X4h".split()]
        >>> for move in moves:
        ...     state = state.apply(move)
        >>> state.view(0).known(moves).hands[1]
        parse_cards('5h')
        """
        from buraco import memory

        return memory.known_to(self, moves)

    def sample(self, rng: Rng, known: Known | None = None) -> GameState:
        """A whole state that agrees with the view, as likely as a fair shuffle makes it.

        The hidden cards are dealt anew to the other hands, the stock, the muertos and what is
        buried of a closed pile, every order of the physical cards as likely as the other; only
        the states that cannot be are left out, in which the seat to move has no legal move
        (R7.6). The true state is not looked at: a view does not hold it.

        Args:
            rng: a source of randomness.
            known: what is known besides the view, as `known` or `Memory.known` gives it: those
                cards are put where they are known to be, and the others are dealt anew.

        Returns:
            The state; its view by the same seat is this view.

        Raises:
            ViewError: if that cannot be known, given what the view shows.
            DealError: if rng is no source of numbers from 0.0 up to, but not with, 1.0.
            TypeError: if known is no `Known`.

        >>> import buraco, random
        >>> view = buraco.GameState.deal(buraco.CERRADO, players=4, seed=7).view(0)
        >>> state = view.sample(random.Random(1))
        >>> state.view(0) == view, len(state.hands[1])
        (True, 11)
        """
        from buraco import sampling

        return sampling.sample(self, rng, known)

    def to_dict(self) -> dict[str, Any]:
        """The view as a `buraco.view/1` document.

        >>> import buraco
        >>> state = buraco.GameState.deal(buraco.CERRADO, players=4, seed=7)
        >>> state.view(1).to_dict()["hands"]
        [11, '3c9cTcJcQcKc5d7dTd8hAs', 11, 11]
        """
        from buraco import codec_view

        return codec_view.view_to_dict(self)

    def to_json(self) -> str:
        """The view as `buraco.view/1` JSON text."""
        from buraco import codec_view

        return codec_view.view_to_json(self)

    @classmethod
    def from_dict(cls, data: object) -> PlayerView:
        """Read a `buraco.view/1` document.

        Args:
            data: the document.

        Returns:
            The view.

        Raises:
            FormatError: if it is none, or nobody could see a hand like that, naming the path.

        >>> import buraco
        >>> view = buraco.GameState.deal(buraco.CERRADO, players=4, seed=7).view(1)
        >>> PlayerView.from_dict(view.to_dict()) == view
        True
        """
        from buraco import codec_view

        return codec_view.view_from_dict(data)

    @classmethod
    def from_json(cls, text: str | bytes) -> PlayerView:
        """Read `buraco.view/1` JSON text.

        Args:
            text: the text, or its bytes in UTF-8.

        Returns:
            What `from_dict` gives for the document.

        Raises:
            FormatError: as `from_dict`; also for what is no JSON, and for more than one mebibyte.

        >>> import buraco
        >>> value = buraco.GameState.deal(buraco.CERRADO, players=4, seed=7).view(1)
        >>> PlayerView.from_json(value.to_json()) == value
        True
        """
        from buraco import codec_view

        return codec_view.view_from_json(text)

    def _repr_svg_(self) -> str:
        """What notebooks draw: the table as the seat sees it."""
        from buraco import render

        return render.table_svg(self)

    def __str__(self) -> str:
        from buraco import text

        return text.table_text(self)

    def __repr__(self) -> str:
        """Rules, whose view, turn, phase and counts, but no hand: it ends up in logs."""
        whose = "a spectator" if self.seat is None else f"seat {self.seat}"
        told = summary(
            self.turn,
            self.phase,
            self.closed_by,
            self.hand_sizes,
            self.stock,
            self._pile_size,
            self.muertos,
        )
        return f"<PlayerView {self.rules.name}, of {whose}: {told}>"

    def _situation(self) -> Situation:
        """What the seat to move sees, as `legal` asks for it, with the view's own hand."""
        side = self.turn & 1
        return (
            self.rules,
            self.phase,
            self._hand,
            self._melds[side],
            self._pile[-1] if self._pile else -1,
            self._pile_size,
            self._takers[side] is None and self.muertos > 0,
        )

    def _asker(self) -> tuple[int | None, Reason | None]:
        """The view's seat, and why it has no move at all, if it has none."""
        if self.is_over:
            return self.seat, Reason.HAND_OVER
        return self.seat, None if self.seat == self.turn else Reason.NOT_YOUR_TURN

    def _refusal(self, move: Move) -> legal.Refusal | None:
        check_move(move)
        _, idle = self._asker()
        return (idle, EMPTY) if idle is not None else legal.refusal(*self._situation(), move)


def view_of(state: GameState, seat: int | None) -> PlayerView:
    """What `GameState.view` gives."""
    if seat is not None and type(seat) is not int:
        raise TypeError(f"a seat is a whole number, or None for a spectator, not {shown(seat)}")
    if seat is not None and not 0 <= seat < state.players:
        raise ViewError(f"a seat is 0 to {state.players - 1}, not {shown(seat)}")
    rules, starter, turn, phase, closed_by, hands, stock, pile, muertos, melds, takers = (
        state._position
    )
    return PlayerView(
        rules=rules,
        seat=seat,
        starter=starter,
        turn=turn,
        phase=phase,
        closed_by=closed_by,
        hand_sizes=tuple(map(bag_size, hands)),
        stock=len(stock),
        muertos=len(muertos),
        hand=EMPTY if seat is None else hands[seat],
        pile=pile if rules.pile is Pile.OPEN else pile[-1:],
        pile_size=len(pile),
        melds=melds,
        takers=takers,
    )


_DECKS: Final = tuple(bag_of(deck_numbers(jokers)) for jokers in range(5))
"""The whole deck, by its number of jokers."""


def hidden_cards(view: PlayerView) -> int:
    """The bag of the cards that the view does not show."""
    melded = sum(meld._bag for melds in view._melds for meld in melds)
    return _DECKS[view.rules.jokers] - melded - view._hand - bag_of(view._pile)


def last_cards(view: PlayerView) -> list[int] | None:
    """The hidden cards, by number, of which another seat must hold one as its only card.

    A seat that is left with one card and may not discard it has been let to because it can be
    added (R7.5, R7.6), so that it is not just any card.

    Returns:
        The cards; None if any card will do.
    """
    if view.phase is not Phase.PLAY or view.hand_sizes[view.turn] != 1 or view.seat == view.turn:
        return None
    rules, phase, _, melds, top, size, may_take = view._situation()
    if legal.refusal(rules, phase, UNIT[0], melds, top, size, may_take, DISCARDS[0]) is None:
        return None
    return [
        number
        for number in dict.fromkeys(bag_numbers(hidden_cards(view)))
        if legal.legal_moves(rules, phase, UNIT[number], melds, top, size, may_take)
    ]
