"""What a player with a perfect memory knows of hidden cards.

All moves are made in the open, and a draw from the stock names no card. So everybody can know
which cards a seat has taken with the pile and not played or discarded since, and which cards lie
buried in a closed pile.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, final

import attrs

from buraco import legal
from buraco.bags import (
    EMPTY,
    FIELD,
    SIZE_SHIFT,
    UNIT,
    bag_contains,
    bag_missing,
    bag_numbers,
    bag_of,
    bag_size,
)
from buraco.cards import CARDS, Card, Cards, deck
from buraco.errors import IllegalMove, Reason, ViewError, shown
from buraco.melds import Meld
from buraco.moves import AddToMeld, Discard, Move, TakePile, check_move
from buraco.state import GameState
from buraco.values import Value
from buraco.view import PlayerView, hidden_cards

__all__ = ["Known", "Memory"]

UNSEEN: Final = 255
"""Stands in a pile for a card that lay in it before the memory began."""
ABOUT_WHAT_IS_LEFT: Final = (
    Reason.DISCARD_REQUIRED,
    Reason.CANASTA_MISSING,
    Reason.WOULD_STRAND,
)
"""The reasons that come after that a card is not held (see `Reason`)."""
ONE_CARD: Final = 1 << SIZE_SHIFT
"""A bag of one card of no kind: it stands for a card that nobody sees."""


@final
@attrs.frozen
class Known(Value):
    """What is known of hidden cards: an argument of `PlayerView.sample`.

    Args:
        hands: cards that each seat is known to hold, by seat; it may hold others besides.
        pile: the pile from bottom to top, None for a card that is not known.

    Raises:
        ViewError: if these are no tuples of `Cards`, and of cards.

    >>> import buraco
    >>> Known(hands=(buraco.parse_cards("3c"), buraco.parse_cards("")), pile=()).pile
    ()
    """

    hands: tuple[Cards, ...]
    pile: tuple[Card | None, ...]

    def __attrs_post_init__(self) -> None:
        if type(self.hands) is not tuple or not all(type(hand) is Cards for hand in self.hands):
            raise ViewError(f"hands must be a tuple of Cards, not {shown(self.hands)}")
        kinds = (Card, type(None))
        if type(self.pile) is not tuple or not all(isinstance(card, kinds) for card in self.pile):
            raise ViewError(f"pile must be a tuple of cards and None, not {shown(self.pile)}")


@final
@attrs.frozen(repr=False)
class Memory(Value):
    """What everybody at the table can know, carried along from move to move.

    It follows a hand from its public moves alone. A memory is the same for all seats: what a
    seat's own hand adds is in its view. It holds what was seen and concludes nothing from
    counting; that the last hidden cards can lie in one place only, `PlayerView.sample` finds by
    dealing them.

    >>> import buraco
    >>> state = buraco.GameState.deal(buraco.CERRADO, players=2, seed=3)
    >>> memory = Memory.start(state.view(None))
    >>> for text in "D X8h D".split():
    ...     memory = memory.after(buraco.parse_move(text))
    >>> memory
    <Memory cerrado: seat 1 to play; hands 11 12, stock 62, pile 1, muertos 2; known 0 0>
    """

    table: PlayerView
    """What a spectator sees at this moment."""
    _hands: tuple[int, ...]
    _pile: bytes

    @classmethod
    def start(cls, view: PlayerView) -> Memory:
        """Begin with what a view shows to everybody, at any moment of a hand.

        Args:
            view: the view of any seat, or a spectator's.

        Raises:
            TypeError: if it is no view.

        >>> import buraco
        >>> state = buraco.GameState.deal(buraco.CERRADO, players=2, seed=3)
        >>> Memory.start(state.view(0)) == Memory.start(state.view(1))
        True
        """
        if not isinstance(view, PlayerView):
            raise TypeError(f"a memory starts with a PlayerView, not {shown(view)}")
        unseen = bytes([UNSEEN]) * (view._pile_size - len(view._pile))
        return cls(_spectators(view), (EMPTY,) * view.players, unseen + view._pile)

    @property
    def known(self) -> Known:
        """What is known: the cards in each hand that were seen to get there, and the pile."""
        return Known(
            tuple(map(Cards._of, self._hands)),
            tuple(None if number == UNSEEN else CARDS[number] for number in self._pile),
        )

    def after(self, move: Move) -> Memory:
        """What is known after a move of the seat to move.

        Args:
            move: the move.

        Returns:
            The memory after it; this one stays as it is.

        Raises:
            IllegalMove: if the rules refuse the move, whatever the seat holds, or it cannot
                hold the cards.
            TypeError: if it is no move at all.
        """
        check_move(move)
        used = _used(self.table, move)
        refused = _refusal(self, move, used)
        if refused is not None:
            reason, cards = refused
            raise IllegalMove(reason, self.table.turn, move, Cards._of(cards))
        hands = list(self._hands)
        turn, pile = self.table.turn, self._pile
        # A card that was seen may have been one of two that are alike: it counts as gone.
        hands[turn] -= used - bag_missing(hands[turn], used)
        if isinstance(move, TakePile):
            joined = pile if move.play is None else pile[:-1]
            hands[turn] += bag_of(number for number in joined if number != UNSEEN)
            pile = b""
        elif isinstance(move, Discard):
            pile += bytes([move.card.number])
        return Memory(_after(self.table, move, used), tuple(hands), pile)

    def __repr__(self) -> str:
        told = repr(self.table).partition(", of a spectator")[2].removesuffix(">")
        known = " ".join(str(bag_size(hand)) for hand in self._hands)
        return f"<Memory {self.table.rules.name}{told}; known {known}>"


def known_to(view: PlayerView, moves: Iterable[Move]) -> Known:
    """What `PlayerView.known` gives."""
    memory = Memory.start(_first_view(view))
    for number, move in enumerate(moves):
        try:
            memory = memory.after(move)
        except IllegalMove as error:
            raise ViewError(f"move {number} cannot have been made: {error}") from None
    own = EMPTY if view.seat is None else memory._hands[view.seat]
    others = sum(memory._hands) - own + bag_of(memory._pile) - bag_of(view._pile)
    if (
        memory.table != _spectators(view)
        or not bag_contains(view._hand, own)
        or not bag_contains(hidden_cards(view), others)
    ):
        raise ViewError("these moves do not lead to this view")
    known = memory.known
    hands = tuple(
        view.hand if seat == view.seat else cards for seat, cards in enumerate(known.hands)
    )
    return Known(hands, known.pile)


def _spectators(view: PlayerView) -> PlayerView:
    """What a spectator sees of what a seat sees."""
    return view if view.seat is None else attrs.evolve(view, seat=None, hand=EMPTY)


def _first_view(view: PlayerView) -> PlayerView:
    """What a spectator saw at the beginning of the hand (R2.2)."""
    rules = view.rules
    order = deck(rules.jokers)
    return GameState.deal(rules, view.players, deck=order, starter=view.starter).view(None)


def _used(table: PlayerView, move: Move) -> int:
    """The bag of the cards that a move takes from the hand; of none where it is no such move."""
    if isinstance(move, Discard):
        return UNIT[move.card.number]
    play = move.play if isinstance(move, TakePile) else move
    meld: Meld | None = getattr(play, "meld", None)
    if meld is None:
        return EMPTY
    used = meld._bag
    if isinstance(play, AddToMeld):
        melds = table._melds[table.turn & 1]
        if play.index >= len(melds) or not bag_contains(used, melds[play.index]._bag):
            return EMPTY
        used -= melds[play.index]._bag
    if isinstance(move, TakePile) and table._pile and used & FIELD[table._pile[-1]]:
        used -= UNIT[table._pile[-1]]
    return used


def _refusal(memory: Memory, move: Move, used: int) -> legal.Refusal | None:
    """Why a move cannot have been made, whatever cards the seat holds.

    The hand is taken to be the cards used and others of no kind.
    """
    table = memory.table
    rules, phase, _, melds, top, pile_size, may_take = table._situation()
    size = table.hand_sizes[table.turn]
    others = size - bag_size(used)

    def refusal(hand: int) -> legal.Refusal | None:
        return legal.refusal(rules, phase, hand, melds, top, pile_size, may_take, move)

    refused = refusal(used + max(others, 0) * ONE_CARD)
    if refused is not None and refused[0] not in ABOUT_WHAT_IS_LEFT:
        return refused
    known = memory._hands[table.turn]
    fresh = bag_missing(known, used)
    unseen = hidden_cards(table) - sum(memory._hands)
    unseen -= bag_of(number for number in memory._pile[: -len(table._pile)] if number != UNSEEN)
    if bag_size(fresh) > size - bag_size(known) or not bag_contains(unseen, fresh):
        return Reason.CARD_NOT_HELD, fresh
    if refused is None or others != 1:
        return refused
    # The one card left may be such that it can be added (R7.5).
    left = known - (used - fresh)
    may_be = [UNIT[number] for number in bag_numbers(left or unseen - fresh)]
    if any(refusal(used + card) is None for card in may_be):
        return None
    return refused[0], left


def _after(table: PlayerView, move: Move, used: int) -> PlayerView:
    """What a spectator sees after a move, made with hidden cards of no kind in all places."""
    sizes, turn, rules = table.hand_sizes, table.turn, table.rules
    hands = [size * ONE_CARD for size in sizes]
    hands[turn] += used - bag_size(used) * ONE_CARD
    any_cards = bytes(table._pile_size - len(table._pile))
    position = (
        rules,
        table.starter,
        turn,
        table.phase,
        table.closed_by,
        tuple(hands),
        bytes(table.stock),
        any_cards + table._pile,
        (bytes(rules.muerto_size),) * table.muertos,
        table._melds,
        table._takers,
    )
    return GameState(position=position)._after(move).view(None)
