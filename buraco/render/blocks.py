"""What pictures are put together from: blocks of a known size, beside and above each other.

A block draws within its own rectangle, and blocks are laid out only by what is here, so nothing
overlaps or lies outside of the picture. A picture has no ids, classes, style sheets or fonts of
its own: several of them, in any page, cannot disturb each other.
"""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from typing import Final
from unicodedata import east_asian_width

import attrs

__all__ = [
    "Block",
    "above",
    "beside",
    "group",
    "label",
    "number",
    "outlined",
    "tag",
    "text_width",
    "wrapped",
]

FONT: Final = "system-ui,-apple-system,'Segoe UI',Roboto,'DejaVu Sans',Arial,sans-serif"
HIGHLIGHT: Final = "#ffd43b"
_WIDE: Final = frozenset("MWmw%@—…&#+<=>^~")
_NARROW: Final = frozenset("iljtfrI.,:;|!()[]' ·")


@attrs.frozen
class Block:
    """A part of a picture.

    Args:
        width: how wide it is, in pixels.
        height: how high it is.
        body: its elements, drawn from its upper left corner.
    """

    width: float
    height: float
    body: str


def number(value: float) -> str:
    """A number for an attribute, with at most one digit after the point."""
    text = f"{value:.1f}".removesuffix(".0")
    return "0" if text == "-0" else text


def tag(name: str, body: str = "", **attributes: float | str) -> str:
    """An element; names of attributes have ``_`` for ``-``, their values are escaped.

    >>> tag("rect", rx=4, stroke_width=1.25)
    '<rect rx="4" stroke-width="1.2"/>'
    """
    written = "".join(
        f' {key.strip("_").replace("_", "-")}="{_value(value)}"'
        for key, value in attributes.items()
    )
    return f"<{name}{written}>{body}</{name}>" if body else f"<{name}{written}/>"


def _value(value: float | str) -> str:
    return escape(value) if isinstance(value, str) else number(value)


def at(x: float, y: float, body: str) -> str:
    """Elements moved to a place."""
    if not body or (not x and not y):
        return body
    return tag("g", body, transform=f"translate({number(x)} {number(y)})")


def group(block: Block, **attributes: float | str) -> Block:
    """The block as one element with attributes, for programs that look for it."""
    return attrs.evolve(block, body=tag("g", block.body, **attributes))


def beside(blocks: Iterable[Block], gap: float = 0) -> Block:
    """Blocks from left to right, at the same height at their top."""
    x, height, body = 0.0, 0.0, ""
    for block in blocks:
        body += at(x, 0, block.body)
        x += block.width + gap
        height = max(height, block.height)
    return Block(max(x - gap, 0), height, body)


def above(blocks: Iterable[Block], gap: float = 0) -> Block:
    """Blocks from top to bottom, at the left."""
    y, width, body = 0.0, 0.0, ""
    for block in blocks:
        body += at(0, y, block.body)
        y += block.height + gap
        width = max(width, block.width)
    return Block(width, max(y - gap, 0), body)


def wrapped(blocks: Iterable[Block], width: float, gap: float, row_gap: float) -> Block:
    """Blocks in rows, as many in each as there is room for."""
    rows: list[list[Block]] = []
    used = 0.0
    for block in blocks:
        if not rows or used + gap + block.width > width:
            rows.append([block])
            used = block.width
        else:
            rows[-1].append(block)
            used += gap + block.width
    return above((beside(row, gap) for row in rows), row_gap)


def rect(width: float, height: float, inset: float, rx: float, **look: float | str) -> str:
    """A rectangle with round corners within a place of that size, so far from its borders."""
    width, height = width - 2 * inset, height - 2 * inset
    return tag("rect", "", x=inset, y=inset, width=width, height=height, rx=rx, **look)


def outlined(block: Block, marked: bool) -> Block:
    """The block within a bright line, if it is marked; it is as large either way."""
    width, height = block.width + 8, block.height + 8
    look: dict[str, float | str] = {"fill": "none", "stroke": HIGHLIGHT, "stroke_width": 3}
    line = rect(width, height, 1.5, 7, **look, data_highlight="place")
    inside = at(4, 4, block.body)
    return Block(width, height, line + inside if marked else inside)


def text_width(text: str, size: float) -> float:
    """How wide a text is at most in a common sans-serif font, by a guess for each letter."""
    return sum(map(_em, text)) * size


def _em(letter: str) -> float:
    if east_asian_width(letter) in "WF":
        return 1.1
    if letter in _NARROW:
        return 0.4
    if letter in _WIDE or ord(letter) > 0x2000:
        return 1.0
    if letter.isascii():
        return 0.79 if letter.isupper() else 0.64
    return 1.1 if letter.isupper() else 0.95


def label(
    text: str, size: float, *, fill: str = "#ffffff", bold: bool = False, room: float = 10_000
) -> Block:
    """A line of text, cut to the room that there is.

    Args:
        text: the text.
        size: the size of its letters, in pixels.
        fill: its colour.
        bold: whether it is bold.
        room: how wide it may be.
    """
    scale = size * (1.08 if bold else 1)
    if text_width(text, scale) > room:
        while text and text_width(text + "…", scale) > room:
            text = text[:-1]
        text = text.rstrip() + "…"
    weight: dict[str, float | str] = {"font_weight": "bold"} if bold else {}
    body = tag("text", escape(text), y=size, font_size=size, fill=fill, **weight)
    return Block(text_width(text, scale), size * 1.3, body)
