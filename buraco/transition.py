"""What a move does to a hand (R3, R7, R8), on plain values.

Nothing here asks whether the move is legal; `legal` does.
"""

from __future__ import annotations

from typing import Final

from buraco.cards import UNIT, bag_of
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

_UNUSED: Final = tuple(Muerto(seat, used=False) for seat in range(4))
_USED: Final = tuple(Muerto(seat, used=True) for seat in range(4))
_ONE_CARD: Final = tuple(bytes([number]) for number in range(53))


def after(rules: RuleSet, position: Position, move: Move) -> Position:
    """The position after a move.

    Args:
        rules: the rules of the table.
        position: the position before it.
        move: a legal move.
    """
    if isinstance(move, Discard):
        return _after_discard(rules, position, move.card.number)
    if isinstance(move, DrawStock):
        return _after_draw(position)
    if isinstance(move, TakePile):
        return _after_take(position, move.play)
    turn, _, _, hands, stock, pile, muertos, melds, takers = position
    hand, melds = _played(hands[turn], turn & 1, melds, move)
    return _after_play(turn, _with(hands, turn, hand), stock, pile, muertos, melds, takers)


def _after_draw(position: Position) -> Position:
    turn, _, _, hands, stock, pile, muertos, melds, takers = position
    hands = _with(hands, turn, hands[turn] + UNIT[stock[0]])
    takers = _begun(takers, turn)
    return turn, Phase.PLAY, None, hands, stock[1:], pile, muertos, melds, takers


def _after_take(position: Position, play: LayMeld | AddToMeld | None) -> Position:
    """Taking the pile; of a closed one the top card is played before the rest joins (R3.5)."""
    turn, _, _, hands, stock, pile, muertos, melds, takers = position
    takers = _begun(takers, turn)
    hand = hands[turn]
    if play is not None:
        hand, melds = _played(hand + UNIT[pile[-1]], turn & 1, melds, play)
        pile = pile[:-1]
    hands = _with(hands, turn, hand + bag_of(pile))
    return _after_play(turn, hands, stock, b"", muertos, melds, takers)


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


def _after_play(
    turn: int,
    hands: Hands,
    stock: bytes,
    pile: bytes,
    muertos: Muertos,
    melds: Melds,
    takers: Takers,
) -> Position:
    """An empty hand takes a muerto and goes on with it, or closes (R7.1, R7.2)."""
    if hands[turn]:
        return turn, Phase.PLAY, None, hands, stock, pile, muertos, melds, takers
    if muertos and takers[turn & 1] is None:
        hands = _with(hands, turn, bag_of(muertos[0]))
        takers = _taken(takers, _USED[turn])
        return turn, Phase.PLAY, None, hands, stock, pile, muertos[1:], melds, takers
    return turn, Phase.OVER, turn, hands, stock, pile, muertos, melds, takers


def _after_discard(rules: RuleSet, position: Position, number: int) -> Position:
    """The discard ends the turn; an empty hand takes a muerto for its next one, or closes."""
    turn, _, _, hands, stock, pile, muertos, melds, takers = position
    hand = hands[turn] - UNIT[number]
    pile += _ONE_CARD[number]
    if not hand:
        if not muertos or takers[turn & 1] is not None:
            hands = _with(hands, turn, hand)
            return turn, Phase.OVER, turn, hands, stock, pile, muertos, melds, takers
        hand = bag_of(muertos[0])
        muertos = muertos[1:]
        takers = _taken(takers, _UNUSED[turn])
    hands = _with(hands, turn, hand)
    if not stock:
        if not muertos:
            return turn, Phase.OVER, None, hands, stock, pile, muertos, melds, takers
        stock, muertos = _restocked(rules, muertos)
    turn = (turn + 1) % len(hands)
    return turn, Phase.DRAW, None, hands, stock, pile, muertos, melds, takers


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
    return (*hands[:seat], hand, *hands[seat + 1 :])
