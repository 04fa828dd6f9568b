"""Whole states that agree with a view, by dealing the hidden cards anew."""

from __future__ import annotations

from typing import Final

from buraco.bags import (
    EMPTY,
    FIELD,
    JOKER_NUMBER,
    LOW,
    UNIT,
    bag_contains,
    bag_count,
    bag_missing,
    bag_numbers,
    bag_of,
    bag_size,
)
from buraco.cards import Cards
from buraco.errors import ViewError, shown
from buraco.memory import Known
from buraco.rng import Rng, check_rng
from buraco.shuffle import below, shuffled
from buraco.state import GameState
from buraco.view import PlayerView, hidden_cards, last_cards

__all__ = ["sample"]

SECOND: Final = tuple(low << 1 for low in LOW)
"""The bit of a kind's field that tells of a second copy, but for jokers."""


def sample(view: PlayerView, rng: Rng, known: Known | None = None) -> GameState:
    """What `PlayerView.sample` gives.

    Args:
        view: what is seen.
        rng: a source of randomness.
        known: what is known besides.
    """
    check_rng(rng)
    hands, buried = _known(view, known)
    hidden = hidden_cards(view)
    for part in (*hands, *(UNIT[number] for number in buried if number is not None)):
        # One after the other: together they might be more copies than a bag can count.
        if not bag_contains(hidden, part):
            missing = Cards._of(bag_missing(hidden, part))
            raise ViewError(f"known cards that are not hidden, or not as often: {missing}")
        hidden -= part
    cards = _numbers(hidden)
    possible = last_cards(view)
    if possible is not None:
        hands[view.turn] = _last_card(hands[view.turn], possible, cards, rng)
    order = shuffled(cards, rng)
    at = 0
    for seat, size in enumerate(view.hand_sizes):
        if seat == view.seat:
            hands[seat] = view._hand
        else:
            end = at + size - bag_size(hands[seat])
            hands[seat] += bag_of(order[at:end])
            at = end
    muertos = []
    for _ in range(view.muertos):
        muertos.append(order[at : at + view.rules.muerto_size])
        at += view.rules.muerto_size
    end = at + buried.count(None)
    rest = iter(order[at:end])
    below_top = bytes(next(rest) if number is None else number for number in buried)
    position = (
        view.rules,
        view.starter,
        view.turn,
        view.phase,
        view.closed_by,
        tuple(hands),
        order[end:],
        below_top + view._pile,
        tuple(muertos),
        view._melds,
        view._takers,
    )
    return GameState(position=position)


def _numbers(bag: int) -> list[int]:
    """The cards of a bag as numbers, second copies last: quicker than `bag_numbers` for many."""
    numbers = [number for number in range(JOKER_NUMBER) if bag & FIELD[number]]
    numbers += [number for number in numbers if bag & SECOND[number]]
    return numbers + [JOKER_NUMBER] * bag_count(bag, JOKER_NUMBER)


def _known(view: PlayerView, known: Known | None) -> tuple[list[int], list[int | None]]:
    """The known cards of the other hands, and the buried cards of a closed pile."""
    count = view._pile_size - len(view._pile)
    if known is None:
        return [EMPTY] * view.players, [None] * count
    if not isinstance(known, Known):
        raise TypeError(f"known must be a Known, not {shown(known)}")
    if len(known.hands) != view.players:
        raise ViewError(f"{len(known.hands)} hands are known, of {view.players}")
    if len(known.pile) != view._pile_size:
        raise ViewError(f"a pile of {len(known.pile)} is known, of {view._pile_size} cards")
    pile = [None if card is None else card.number for card in known.pile]
    in_sight = zip(pile[count:], view._pile, strict=True)
    if any(number is not None and number != seen for number, seen in in_sight):
        raise ViewError("the known pile is not the one that is seen")
    hands = [hand._bag for hand in known.hands]
    for seat, size in enumerate(view.hand_sizes):
        if bag_size(hands[seat]) > size:
            raise ViewError(f"{bag_size(hands[seat])} cards of seat {seat} are known, of {size}")
    if view.seat is not None:
        if not bag_contains(view._hand, hands[view.seat]):
            raise ViewError("cards are known of the own hand that it does not hold")
        hands[view.seat] = EMPTY
    return hands, pile[:count]


def _last_card(known: int, possible: list[int], cards: list[int], rng: Rng) -> int:
    """The bag of the one card that the seat to move holds; it is taken from the cards.

    Args:
        known: the bag of that card, if it is known.
        possible: the cards that it may be.
        cards: all hidden cards that are not known to be elsewhere.
        rng: a source of randomness.
    """
    if known:
        if bag_numbers(known)[0] not in possible:
            raise ViewError(f"the seat to move cannot hold {Cards._of(known)} alone")
        return known
    places = [place for place, number in enumerate(cards) if number in possible]
    if not places:
        raise ViewError("what is known leaves no card that the seat to move can hold")
    return UNIT[cards.pop(places[below(len(places), rng)])]
