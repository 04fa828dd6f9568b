"""The options of pictures, checked."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from buraco.cards import Card, Cards, counted_bag
from buraco.errors import RenderError, shown
from buraco.render.faces import Style

__all__ = ["LARGEST", "SMALLEST", "card_style", "given_cards", "marked_cards"]

SMALLEST: Final = 320
"""The narrowest picture, in pixels: a small telephone."""
LARGEST: Final = 4096
"""The widest picture."""


def card_style(size: int, four_colors: bool, *, across: int) -> Style:
    """How cards are drawn in a picture of a width, some `across` of them beside each other."""
    if type(size) is not int or not SMALLEST <= size <= LARGEST:
        raise RenderError(
            "size", f"a whole number of pixels from {SMALLEST} to {LARGEST}, not {shown(size)}"
        )
    if type(four_colors) is not bool:
        raise RenderError("four_colors", f"True or False, not {shown(four_colors)}")
    return Style(min(max(size / across, 36), 60), four_colors)


def given_cards(cards: Card | Iterable[Card], name: str = "cards") -> tuple[Card, ...]:
    """Cards from outside, in their order."""
    if isinstance(cards, Card):
        return (cards,)
    if not isinstance(cards, Iterable):
        raise RenderError(name, f"cards, not {shown(cards)}")
    given = tuple(cards)
    counted_bag(given)
    return given


def marked_cards(highlight: Iterable[Card], cards: Iterable[Card]) -> tuple[Card, ...]:
    """The cards to highlight, which are among those that are drawn."""
    marked = given_cards(highlight, "highlight")
    if not Cards(marked) <= Cards(cards):
        raise RenderError("highlight", f"among the cards drawn, not {Cards(marked)}")
    return marked
