"""What a move does to a hand (R3, R7, R8), on plain values.

`step` asks `legal` whether the move is legal; `after` does not ask.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeVar

from buraco.bags import UNIT, bag_of
from buraco.legal import Refusal, refusal
from buraco.melds import Meld
from buraco.moves import AddToMeld, Discard, DrawStock, LayMeld, Move, TakePile
from buraco.rules import MuertosToStock, RuleSet
from buraco.table import Muerto, Phase

Hands = tuple[int, ...]
Muertos = tuple[bytes, ...]
Melds = tuple[tuple[Meld, ...], tuple[Meld, ...]]
Takers = tuple[Muerto | None, Muerto | None]
Position = tuple[int, Phase, int | None, Hands, bytes, bytes, Muertos, Melds, Takers]
"""What changes in a hand: turn, phase, closed_by, hands, stock, pile, muertos, melds, takers."""

PLAY: Final = Phase.PLAY
DRAW: Final = Phase.DRAW
OVER: Final = Phase.OVER
_UNUSED: Final = tuple(Muerto(seat, used=False) for seat in range(4))
_USED: Final = tuple(Muerto(seat, used=True) for seat in range(4))
_ONE_CARD: Final = tuple(bytes([number]) for number in range(53))


_S = TypeVar("_S")


def step(
    make: Callable[..., _S],
    rules: RuleSet,
    starter: int,
    turn: int,
    phase: Phase,
    hands: Hands,
    stock: bytes,
    pile: bytes,
    muertos: Muertos,
    melds: Melds,
    takers: Takers,
    move: Move,
) -> _S | Refusal:
    """The position after a move, if it is legal; else why it is not.

    Args:
        make: what makes the result of the rules, the starter and a `Position`.
        rules: the rules of the table.
        starter: the seat that moved first.
        turn: the seat to move.
        phase: whether it is to draw or to play.
        hands: the bags of all hands.
        stock: the numbers of its cards, the first to be drawn first.
        pile: the numbers of its cards, the top card last.
        muertos: the muertos on the table, the first to be taken first.
        melds: the melds of each side.
        takers: the muerto that each side has taken.
        move: the move.
    """
    side = turn & 1
    refused = refusal(
        rules,
        phase,
        hands[turn],
        melds[side],
        pile[-1] if pile else -1,
        len(pile),
        takers[side] is None and muertos != (),
        move,
    )
    if refused is not None:
        return refused
    turn, phase, closed_by, hands, stock, pile, muertos, melds, takers = after(
        rules, turn, hands, stock, pile, muertos, melds, takers, move
    )
    return make(rules, starter, turn, phase, closed_by, hands, stock, pile, muertos, melds, takers)


def after(
    rules: RuleSet,
    turn: int,
    hands: Hands,
    stock: bytes,
    pile: bytes,
    muertos: Muertos,
    melds: Melds,
    takers: Takers,
    move: Move,
) -> Position:
    """The position after a move.

    Args:
        rules: the rules of the table.
        turn: the seat to move.
        hands: the bags of all hands.
        stock: the numbers of its cards, the first to be drawn first.
        pile: the numbers of its cards, the top card last.
        muertos: the muertos on the table, the first to be taken first.
        melds: the melds of each side.
        takers: the muerto that each side has taken.
        move: a legal move.
    """
    if isinstance(move, Discard):
        return _after_discard(rules, turn, hands, stock, pile, muertos, melds, takers, move)
    if isinstance(move, DrawStock):
        hands = _with(hands, turn, hands[turn] + UNIT[stock[0]])
        takers = _begun(takers, turn)
        return turn, PLAY, None, hands, stock[1:], pile, muertos, melds, takers
    hand = hands[turn]
    if isinstance(move, TakePile):
        takers = _begun(takers, turn)
        if move.play is not None:
            # Of a closed pile the top card is played before the rest joins the hand (R3.5).
            hand, melds = _played(hand + UNIT[pile[-1]], turn & 1, melds, move.play)
            pile = pile[:-1]
        hand += bag_of(pile)
        pile = b""
    else:
        hand, melds = _played(hand, turn & 1, melds, move)
    if not hand and muertos and takers[turn & 1] is None:
        # A hand emptied by a play goes on with the muerto in the same turn (R7.1).
        hand = bag_of(muertos[0])
        muertos = muertos[1:]
        takers = _taken(takers, _USED[turn])
    hands = _with(hands, turn, hand)
    if hand:
        return turn, PLAY, None, hands, stock, pile, muertos, melds, takers
    return turn, OVER, turn, hands, stock, pile, muertos, melds, takers


def _played(hand: int, side: int, melds: Melds, play: LayMeld | AddToMeld) -> tuple[int, Melds]:
    """The hand and the melds after a meld play."""
    own = melds[side]
    if isinstance(play, LayMeld):
        hand -= play.meld._bag
        own = (*own, play.meld)
    else:
        index = play.index
        hand -= play.meld._bag - own[index]._bag
        own = (*own[:index], play.meld, *own[index + 1 :])
    return hand, (melds[0], own) if side else (own, melds[1])


def _after_discard(
    rules: RuleSet,
    turn: int,
    hands: Hands,
    stock: bytes,
    pile: bytes,
    muertos: Muertos,
    melds: Melds,
    takers: Takers,
    move: Discard,
) -> Position:
    """The discard ends the turn; an empty hand takes a muerto for its next one, or closes."""
    number = move.card.number
    hand = hands[turn] - UNIT[number]
    pile += _ONE_CARD[number]
    if not hand:
        if not muertos or takers[turn & 1] is not None:
            hands = _with(hands, turn, hand)
            return turn, OVER, turn, hands, stock, pile, muertos, melds, takers
        hand = bag_of(muertos[0])
        muertos = muertos[1:]
        takers = _taken(takers, _UNUSED[turn])
    hands = _with(hands, turn, hand)
    if not stock:
        if not muertos:
            return turn, OVER, None, hands, stock, pile, muertos, melds, takers
        stock, muertos = _restocked(rules, muertos)
    turn = (turn + 1) % len(hands)
    return turn, DRAW, None, hands, stock, pile, muertos, melds, takers


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
    changed = list(hands)
    changed[seat] = hand
    return tuple(changed)
