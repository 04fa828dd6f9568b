"""A hand at one moment as plain values: its moves, and what a move does to it (R3, R7, R8).

`moves_at` lists with the functions of `legal`; `step` asks them whether the move is legal, unless
the caller knows.
"""

from __future__ import annotations

from typing import Final

from buraco.bags import UNIT, bag_of
from buraco.legal import (
    discard_refusal,
    draw_refusal,
    drawing_moves,
    play_refusal,
    playing_moves,
    take_refusal,
)
from buraco.melds import Meld
from buraco.moves import Discard, DrawStock, LayMeld, MeldPlay, Move, TakePile
from buraco.rules import MuertosToStock, RuleSet
from buraco.table import Muerto, Phase

Hands = tuple[int, ...]
Muertos = tuple[bytes, ...]
Melds = tuple[tuple[Meld, ...], ...]
Takers = tuple[Muerto | None, ...]
Position = tuple[RuleSet, int, int, Phase, int | None, Hands, bytes, bytes, Muertos, Melds, Takers]
"""A hand at one moment: the rules, starter, turn, phase, closed_by, the bags of all hands, the
numbers of the cards of the stock (the first to be drawn first), those of the pile (the top
card last), the muertos on the table (the first to be taken first), the melds of each side, and
the muerto that each side has taken."""

PLAY: Final = Phase.PLAY
DRAW: Final = Phase.DRAW
OVER: Final = Phase.OVER
# Compiled code finds these faster than what was imported.
_DRAW_STOCK: Final = DrawStock
_DISCARD: Final = Discard
_TAKE_PILE: Final = TakePile
_LAY_MELD: Final = LayMeld
_UNUSED: Final = tuple(Muerto(seat, used=False) for seat in range(4))
_USED: Final = tuple(Muerto(seat, used=True) for seat in range(4))
_ONE_CARD: Final = tuple(bytes([number]) for number in range(53))


def moves_at(position: Position) -> tuple[Move, ...]:
    """All legal moves of a position, in the order of `legal.legal_moves`."""
    rules, _, turn, phase, _, hands, _, pile, muertos, melds, takers = position
    side = turn & 1
    may_take = takers[side] is None and len(muertos) > 0
    # What `legal.legal_moves` does, without handing it what the phase does not need.
    if phase is PLAY:
        return playing_moves(rules, hands[turn], melds[side], may_take)
    if phase is OVER:
        return ()
    size = len(pile)
    return drawing_moves(rules, hands[turn], melds[side], pile[-1] if size else -1, size, may_take)


def step(position: Position, move: Move, check: bool) -> Position | None:
    """The position after a move.

    Args:
        position: the position before it.
        move: the move.
        check: whether to look if the move is legal; else it must be.

    Returns:
        The position, None if the move was looked at and is not legal.
    """
    rules, starter, turn, phase, _, hands, stock, pile, muertos, melds, takers = position
    hand = hands[turn]
    if isinstance(move, _DRAW_STOCK):
        if check and draw_refusal(phase) is not None:
            return None
        hands = _with(hands, turn, hand + UNIT[stock[0]])
        takers = _begun(takers, turn)
        return rules, starter, turn, PLAY, None, hands, stock[1:], pile, muertos, melds, takers
    side = turn & 1
    own = melds[side]
    may_take = takers[side] is None and len(muertos) > 0
    if isinstance(move, _DISCARD):
        number = move.card.number
        if check and discard_refusal(rules, phase, hand, own, may_take, number) is not None:
            return None
        pile += _ONE_CARD[number]
        hand -= UNIT[number]
        if hand and stock:
            after = (turn + 1) % len(hands)
            hands = _with(hands, turn, hand)
            return rules, starter, after, DRAW, None, hands, stock, pile, muertos, melds, takers
        return _run_out(position, hand, pile)
    if isinstance(move, _TAKE_PILE):
        play = move.play
        top, size = pile[-1] if pile else -1, len(pile)
        if check and take_refusal(rules, phase, hand, own, top, size, may_take, play) is not None:
            return None
        takers = _begun(takers, turn)
        if play is not None:
            # Of a closed pile the top card is played before the rest joins the hand (R3.5).
            hand, own = _played(hand + UNIT[top], own, play)
            pile = pile[:-1]
        hand += bag_of(pile)
        pile = b""
    elif check and play_refusal(rules, phase, hand, own, may_take, move) is not None:
        return None
    else:
        hand, own = _played(hand, own, move)
    melds = (melds[0], own) if side else (own, melds[1])
    if not hand and may_take:
        # A hand emptied by a play goes on with the muerto in the same turn (R7.1).
        hand = bag_of(muertos[0])
        muertos = muertos[1:]
        takers = _taken(takers, _USED[turn])
    hands = _with(hands, turn, hand)
    if hand:
        return rules, starter, turn, PLAY, None, hands, stock, pile, muertos, melds, takers
    return rules, starter, turn, OVER, turn, hands, stock, pile, muertos, melds, takers


def _played(hand: int, own: tuple[Meld, ...], play: MeldPlay) -> tuple[int, tuple[Meld, ...]]:
    """The hand and the side's melds after a meld play."""
    meld = play.meld
    if isinstance(play, _LAY_MELD):
        return hand - meld._bag, (*own, meld)
    index = play.index
    return hand - meld._bag + own[index]._bag, (*own[:index], meld, *own[index + 1 :])


def _run_out(position: Position, hand: int, pile: bytes) -> Position:
    """The position after a discard with which the hand has run out, or the stock has.

    Args:
        position: the position before the discard.
        hand: the bag of the cards left.
        pile: the pile with the card discarded.
    """
    rules, starter, turn, _, _, hands, stock, _, muertos, melds, takers = position
    if not hand:
        if not muertos or takers[turn & 1] is not None:
            hands = _with(hands, turn, hand)
            return rules, starter, turn, OVER, turn, hands, stock, pile, muertos, melds, takers
        # The hand goes on with the muerto in the seat's next turn (R7.1).
        hand = bag_of(muertos[0])
        muertos = muertos[1:]
        takers = _taken(takers, _UNUSED[turn])
    hands = _with(hands, turn, hand)
    if not stock:
        if not muertos:
            return rules, starter, turn, OVER, None, hands, stock, pile, muertos, melds, takers
        stock, muertos = _restocked(rules, muertos)
    turn = (turn + 1) % len(hands)
    return rules, starter, turn, DRAW, None, hands, stock, pile, muertos, melds, takers


def _restocked(rules: RuleSet, muertos: Muertos) -> tuple[bytes, Muertos]:
    """The stock and the muertos left, when muertos become the stock (R8.2)."""
    if rules.muertos_to_stock is MuertosToStock.ALL:
        return b"".join(muertos), ()
    return muertos[0], muertos[1:]


def _begun(takers: Takers, seat: int) -> Takers:
    """A muerto counts as used once its taker has begun his next turn (R9.5)."""
    taker = takers[seat & 1]
    if taker is None or taker.used or taker.seat != seat:
        return takers
    return _taken(takers, _USED[seat])


def _taken(takers: Takers, muerto: Muerto) -> Takers:
    return (takers[0], muerto) if muerto.seat & 1 else (muerto, takers[1])


def _with(hands: Hands, seat: int, hand: int) -> Hands:
    """The hands with another one at a seat."""
    if len(hands) == 2:
        return (hands[0], hand) if seat else (hand, hands[1])
    first, second, third, fourth = hands
    if seat < 2:
        return (first, hand, third, fourth) if seat else (hand, second, third, fourth)
    return (first, second, third, hand) if seat == 3 else (first, second, hand, fourth)
