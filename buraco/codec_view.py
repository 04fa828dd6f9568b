"""Views in and out: ``buraco.view/1``, read like the documents of `buraco.codec`."""

from __future__ import annotations

from collections import Counter
from typing import Any

from buraco.bags import NAMES, bag_of, deck_numbers
from buraco.codec import (
    NO_LEGAL_MOVE,
    check_number_of_muertos,
    check_phase,
    check_seat,
    check_seats,
    laid,
    numbers_of,
    rules_named,
    rules_of,
    side_document,
    times_told,
)
from buraco.errors import FormatError
from buraco.rules import Pile, RuleSet
from buraco.shapes import ClosedPileDocument, ViewDocument, as_dict, as_json, parsed, read
from buraco.table import ClosedPile
from buraco.view import PlayerView, last_cards

__all__ = ["view_from_dict", "view_from_json", "view_to_dict", "view_to_json"]


def view_to_dict(view: PlayerView) -> dict[str, Any]:
    """The ``buraco.view/1`` document of a view.

    Args:
        view: the view.

    Returns:
        The document, its keys in the order of the format, all cards in canonical form.

    >>> import buraco
    >>> view = buraco.GameState.deal(buraco.CERRADO, players=4, seed=1).view(None)
    >>> view_to_dict(view)["pile"]
    {'size': 0, 'top': None}
    """
    return as_dict(_document(view))


def view_to_json(view: PlayerView) -> str:
    """The ``buraco.view/1`` document of a view as JSON text; see `view_to_dict`."""
    return as_json(_document(view))


def view_from_dict(data: object) -> PlayerView:
    """Read a ``buraco.view/1`` document.

    It is checked that the view is one of a possible state, as far as it shows, and that the
    legal moves are those that it gives. The own hand may name its cards in any order.

    Args:
        data: the document.

    Returns:
        The view.

    Raises:
        FormatError: if it is none, naming the path and the fault.

    >>> import buraco
    >>> view = buraco.GameState.deal(buraco.CERRADO, players=4, seed=1).view(0)
    >>> view_from_dict({**view_to_dict(view), "stock": 41})
    Traceback (most recent call last):
        ...
    buraco.errors.FormatError: 107 cards in all, not 108
    """
    return _view_of(read(data, ViewDocument, "buraco.view/1"))


def view_from_json(text: str | bytes) -> PlayerView:
    """Read ``buraco.view/1`` JSON text; see `view_from_dict`."""
    return view_from_dict(parsed(text))


def _document(view: PlayerView) -> ViewDocument:
    pile: str | ClosedPileDocument
    if isinstance(view.pile, ClosedPile):
        top = None if view.pile.top is None else str(view.pile.top)
        pile = ClosedPileDocument(size=view.pile.size, top=top)
    else:
        pile = "".join(map(str, view.pile))
    return ViewDocument(
        format="buraco.view/1",
        rules=rules_named(view.rules),
        seat=view.seat,
        starter=view.starter,
        turn=view.turn,
        phase=view.phase,
        hands=[hand if isinstance(hand, int) else str(hand) for hand in view.hands],
        stock=view.stock,
        pile=pile,
        muertos=view.muertos,
        sides=list(map(side_document, view.sides)),
        closed_by=view.closed_by,
        legal=_legal(view),
    )


def _legal(view: PlayerView) -> list[str] | None:
    """The texts of the legal moves; None if it is not the seat's turn."""
    if view.is_over or view.seat != view.turn:
        return None
    return list(map(str, view.legal_moves()))


def _view_of(document: ViewDocument) -> PlayerView:
    rules = rules_of(document.rules)
    check_seats(document, rules)
    if document.seat is not None:
        check_seat(document.seat, len(document.hands), "seat")
    hand, sizes = _hands(document)
    pile, pile_size = _pile(document.pile, rules)
    _check_count(document.stock, "stock")
    _check_count(document.muertos, "muertos")
    check_number_of_muertos(document.muertos, document)
    melds, takers = laid(document.sides, rules)
    melded = [card.number for own in melds for meld in own for card in meld]
    _check_seen(rules, [*hand, *pile, *melded])
    size = sum(sizes) + pile_size + len(melded)
    size += document.stock + document.muertos * rules.muerto_size
    all_cards = len(deck_numbers(rules.jokers))
    if size != all_cards:
        raise FormatError("", f"{size} cards in all, not {all_cards}")
    view = PlayerView(
        rules=rules,
        seat=document.seat,
        starter=document.starter,
        turn=document.turn,
        phase=document.phase,
        closed_by=document.closed_by,
        hand_sizes=sizes,
        stock=document.stock,
        muertos=document.muertos,
        hand=bag_of(hand),
        pile=bytes(pile),
        pile_size=pile_size,
        melds=melds,
        takers=takers,
    )
    check_phase(view)
    _check_moves(view, document.legal)
    return view


def _hands(document: ViewDocument) -> tuple[list[int], tuple[int, ...]]:
    """The cards of the own hand, none for a spectator; and how many each hand holds."""
    own: list[int] = []
    sizes = []
    for seat, hand in enumerate(document.hands):
        path = f"hands[{seat}]"
        if isinstance(hand, str):
            if seat != document.seat:
                raise FormatError(path, "the number of cards expected, not the cards")
            own = numbers_of(hand, path)
            sizes.append(len(own))
        else:
            if seat == document.seat:
                raise FormatError(path, "the cards of the own hand expected, not their number")
            _check_count(hand, path)
            sizes.append(hand)
    return own, tuple(sizes)


def _pile(pile: str | ClosedPileDocument, rules: RuleSet) -> tuple[list[int], int]:
    """The cards of the pile that are seen, the top card last; and how many it holds."""
    if isinstance(pile, str):
        if rules.pile is not Pile.OPEN:
            raise FormatError("pile", "size and top of the closed pile expected, not its cards")
        cards = numbers_of(pile, "pile")
        return cards, len(cards)
    if rules.pile is Pile.OPEN:
        raise FormatError("pile", "the cards of the open pile expected")
    _check_count(pile.size, "pile.size")
    top = [] if pile.top is None else numbers_of(pile.top, "pile.top")
    if len(top) != min(pile.size, 1) or pile.top == "":
        needed = "one card" if pile.size else "null"
        raise FormatError("pile.top", f"{needed} expected for a pile of {pile.size}")
    return top, pile.size


def _check_count(count: int, path: str) -> None:
    if count < 0:
        raise FormatError(path, f"a number of cards or muertos expected, not {count}")


def _check_seen(rules: RuleSet, seen: list[int]) -> None:
    """No card is seen more often than the deck holds it (R1.1)."""
    extra = Counter(seen) - Counter(deck_numbers(rules.jokers))
    if extra:
        cards = ", ".join(times_told(NAMES[number], extra[number]) for number in sorted(extra))
        raise FormatError("", f"too many cards: {cards}")


def _check_moves(view: PlayerView, listed: list[str] | None) -> None:
    """The seat to move has a legal move (R7.6), and those are listed that it has."""
    legal = _legal(view)
    if legal == [] or last_cards(view) == []:
        raise FormatError(f"hands[{view.turn}]", NO_LEGAL_MOVE)
    if legal is None and listed is not None:
        raise FormatError("legal", "null expected, as it is not the seat's turn")
    if legal != listed:
        raise FormatError("legal", "these are not the seat's legal moves")
