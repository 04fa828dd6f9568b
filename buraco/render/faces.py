"""Cards drawn: faces, backs, stacks and fans."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Final

import attrs

from buraco.cards import Card, Suit
from buraco.render.blocks import HIGHLIGHT, Block, above, at, group, number, rect, tag

__all__ = ["LIFT", "Style", "back", "empty", "fan", "hidden_fan", "laid", "stack"]

LIFT: Final = 8
"""How far a marked card stands out of its fan, in pixels."""
_GAP: Final = 4
_INK: Final = "#1a1a1a"
_RED: Final = "#c4161c"
_COLORS: Final = {Suit.CLUBS: _INK, Suit.DIAMONDS: _RED, Suit.HEARTS: _RED, Suit.SPADES: _INK}
_FOUR_COLORS: Final = _COLORS | {Suit.CLUBS: "#0b7a2b", Suit.DIAMONDS: "#0a56c2"}
_JOKER_COLOR: Final = "#7a1fa2"
_WILD_FILL: Final = "#ffe9a8"

# The signs, in a square from -50 to 50.
_SIGNS: Final = {
    Suit.CLUBS: "M-5 8A22 22 0 1 1-17-7A23 23 0 1 1 17-7A22 22 0 1 1 5 8Q6 36 18 46H-18Q-6 36-5 8Z",
    Suit.DIAMONDS: "M0-48Q16-20 36 0Q16 20 0 48Q-16 20-36 0Q-16-20 0-48Z",
    Suit.HEARTS: "M0 46C-14 24-46 6-46-20C-46-38-34-46-23-46C-12-46-4-40 0-28"
    "C4-40 12-46 23-46C34-46 46-38 46-20C46 6 14 24 0 46Z",
    Suit.SPADES: "M0-48C12-28 44-8 44 14C44 28 34 34 24 34C16 34 9 30 5 22Q7 40 18 47H-18"
    "Q-7 40-5 22C-9 30-16 34-24 34C-34 34-44 28-44 14C-44-8-12-28 0-48Z",
}
_STAR: Final = "M0-48L11-15L46-15L18 6L28 39L0 19L-28 39L-18 6L-46-15L-11-15Z"


@attrs.frozen
class Style:
    """How cards are drawn.

    Args:
        width: the width of a card, in pixels.
        four_colors: whether each suit has a colour of its own.
    """

    width: float
    four_colors: bool = False

    @property
    def height(self) -> float:
        """The height of a card."""
        return self.width * 1.4

    @property
    def strip(self) -> float:
        """What is seen of a card that another one lies on."""
        return self.width * 0.42


def _sign(card: Card, x: float, y: float, size: float, color: str) -> str:
    return _shape(_STAR if card.suit is None else _SIGNS[card.suit], x, y, size, color)


def _shape(path: str, x: float, y: float, size: float, color: str) -> str:
    place = f"translate({number(x)} {number(y)}) scale({size / 100:.3f})"
    return tag("path", d=path, fill=color, transform=place)


def _color(card: Card, style: Style) -> str:
    if card.suit is None:
        return _JOKER_COLOR
    return (_FOUR_COLORS if style.four_colors else _COLORS)[card.suit]


def _plate(width: float, height: float, fill: str) -> str:
    """What a card is drawn on."""
    rx = min(width, height) * 0.09
    return rect(width, height, 0.5, rx, fill=fill, stroke="#4a5a52")


def _face(card: Card, style: Style, *, wild: bool, marked: bool, lying: bool = False) -> Block:
    """A card face up.

    Args:
        card: the card.
        style: how cards are drawn.
        wild: whether it is laid as a wild.
        marked: whether it is highlighted.
        lying: whether it lies across.
    """
    unit = style.width
    width, height = (style.height, unit) if lying else (unit, style.height)
    color = _color(card, style)
    middle = style.strip * 0.53
    body = _plate(width, height, _WILD_FILL if wild or card.is_joker else "#ffffff")
    body += _index(card, middle, unit, color)
    body += _sign(card, middle, unit * 0.65, unit * 0.32, color)
    size = unit * (0.42 if wild else 0.5)
    body += _sign(card, width - unit * 0.32, height - unit * 0.34, size, color)
    if wild:
        body += _wild_mark(width, unit)
    if marked:
        body += _outline(width, height, unit)
    facts: dict[str, float | str] = {"data_card": str(card)}
    facts |= {"data_wild": "true"} if wild else {}
    facts |= {"data_highlight": "card"} if marked else {}
    return group(Block(width, height, body), **facts)


def _index(card: Card, middle: float, unit: float, color: str) -> str:
    """The rank, in the corner that is seen in a fan; two letters are made to fit it."""
    text = "Jk" if card.rank is None else "10" if card.rank == "T" else card.rank.value
    fit: dict[str, float | str] = {}
    if len(text) == 2:
        fit = {"textLength": unit * 0.34, "lengthAdjust": "spacingAndGlyphs"}
    return tag(
        "text",
        text,
        x=middle,
        y=unit * 0.41,
        font_size=unit * 0.4,
        font_weight="bold",
        text_anchor="middle",
        fill=color,
        **fit,
    )


def _wild_mark(width: float, unit: float) -> str:
    """A star in the upper right corner of a card that is laid as a wild."""
    return _shape(_STAR, width - unit * 0.24, unit * 0.26, unit / 3.3, "#b35c00")


def _outline(width: float, height: float, unit: float) -> str:
    rx = unit * 0.08
    dark = rect(width, height, 2, rx, fill="none", stroke=_INK, stroke_width=4)
    return dark + rect(width, height, 1.8, rx, fill="none", stroke=HIGHLIGHT, stroke_width=2.4)


def back(style: Style) -> Block:
    """A card face down."""
    width, height, inset = style.width, style.height, style.width * 0.1
    body = _plate(width, height, "#ffffff")
    body += rect(width, height, inset, width * 0.04, fill="#2b4c86")
    lattice = _lattice(inset, width - inset, height - inset, width * 0.2)
    body += tag("path", d=lattice, stroke="#9db8e6", fill="none")
    return group(Block(width, height, body), data_back="true")


def _lattice(start: float, right: float, bottom: float, step: float) -> str:
    """Slanted lines both ways within a rectangle."""
    wide, high = right - start, bottom - start
    path = ""
    for turn in range(1, int((wide + high) / step) + 1):
        far = turn * step
        x1, y1 = max(0.0, far - high), min(far, high)
        x2, y2 = min(far, wide), max(0.0, far - wide)
        path += (
            f"M{number(start + x1)} {number(start + y1)}L{number(start + x2)} {number(start + y2)}"
        )
        path += (
            f"M{number(right - x1)} {number(start + y1)}L{number(right - x2)} {number(start + y2)}"
        )
    return path


def empty(style: Style) -> Block:
    """The place of a card where none lies."""
    look = {"fill": "none", "stroke": "#b7cdc0", "stroke_dasharray": "4 4"}
    body = rect(style.width, style.height, 1, style.width * 0.09, **look)
    return Block(style.width, style.height, body)


def stack(top: Card | None, count: int, style: Style) -> Block:
    """Cards on each other.

    Args:
        top: the card that lies face up on top; None for cards face down.
        count: how many they are.
        style: how cards are drawn.
    """
    if not count:
        return attrs.evolve(empty(style), width=style.width + 4, height=style.height + 4)
    upper = back(style) if top is None else _face(top, style, wild=False, marked=False)
    under = min(count - 1, 2)
    shade = "".join(
        at(2 * level, 2 * level, _plate(style.width, style.height, "#dfe6e2"))
        for level in range(under, 0, -1)
    )
    return Block(style.width + 4, style.height + 4, shade + upper.body)


def fan(
    cards: Iterable[Card], style: Style, room: float, marked: Iterable[Card] = (), step: float = 0
) -> Block:
    """Cards face up from left to right, each on the one before, in as many rows as needed.

    Args:
        cards: the cards.
        style: how cards are drawn.
        room: how wide a row may be.
        marked: the cards among them that stand out.
        step: how far the next card lies to the right; by default the ranks are seen.
    """
    cards = tuple(cards)
    if not cards:
        return empty(style)
    left = Counter(marked)
    faces = []
    for card in cards:
        chosen = left[card] > 0
        left[card] -= chosen
        faces.append((_face(card, style, wild=False, marked=chosen), -LIFT if chosen else 0))
    step = step or style.strip
    per_row = max(1, int((room - style.width) / step + 1e-6) + 1)
    rows = [faces[start : start + per_row] for start in range(0, len(faces), per_row)]
    return above((_row(row, step) for row in rows), _GAP)


def _row(faces: Sequence[tuple[Block, float]], step: float) -> Block:
    """Cards one on the other, each so far down as it says."""
    top = min(y for _, y in faces)
    body = "".join(at(step * place, y - top, face.body) for place, (face, y) in enumerate(faces))
    height = max(face.height + y for face, y in faces) - top
    return Block(step * (len(faces) - 1) + faces[-1][0].width, height, body)


def hidden_fan(count: int, style: Style, room: float) -> Block:
    """Cards face down, in one row however many."""
    if not count:
        return empty(style)
    step = min(style.strip, (room - style.width) / max(count - 1, 1))
    return _row([(back(style), 0)] * count, step)


def laid(
    cards: Sequence[Card], wild_place: int, style: Style, *, room: float, canasta: bool
) -> Block:
    """The cards of a meld; of a canasta the last one lies across, as players do.

    Args:
        cards: the cards in order.
        wild_place: the place of the wild among them from 0, -1 for none.
        style: how cards are drawn.
        room: how wide it may be.
        canasta: whether it is a canasta.
    """
    last = len(cards) - 1
    end = style.height if canasta else style.width
    step = min(style.strip, (room - end) / max(last, 1))
    faces = []
    for place, card in enumerate(cards):
        lying = canasta and place == last
        face = _face(card, style, wild=place == wild_place, marked=False, lying=lying)
        faces.append((face, (style.height - style.width) / 2 if lying else 0))
    return _row(faces, step)
