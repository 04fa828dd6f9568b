"""Pictures read back: what they show, and where."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple
from xml.etree import ElementTree

SVG = "{http://www.w3.org/2000/svg}"
MOVED = re.compile(r"translate\((-?[\d.]+) (-?[\d.]+)\)(?: scale\(([\d.]+)\))?")
SLACK = 0.6
"""Numbers in pictures are rounded, and lines have a width."""


class Part(NamedTuple):
    """An element of a picture with where it is drawn."""

    element: ElementTree.Element
    x: float
    y: float
    scale: float
    inside: tuple[ElementTree.Element, ...]  # the elements around it, outermost first

    @property
    def name(self) -> str:
        return self.element.tag.removeprefix(SVG)

    def get(self, name: str) -> str | None:
        """An attribute of the element or of the nearest one around it that has it."""
        every = (*self.inside, self.element)
        return next((e.attrib[name] for e in reversed(every) if name in e.attrib), None)


class Box(NamedTuple):
    """A rectangle."""

    left: float
    top: float
    right: float
    bottom: float

    def overlaps(self, other: Box) -> bool:
        return (
            self.left + SLACK < other.right
            and other.left + SLACK < self.right
            and self.top + SLACK < other.bottom
            and other.top + SLACK < self.bottom
        )

    def holds(self, other: Box) -> bool:
        return (
            self.left - SLACK <= other.left
            and self.top - SLACK <= other.top
            and other.right <= self.right + SLACK
            and other.bottom <= self.bottom + SLACK
        )


def read(svg: str) -> ElementTree.Element:
    """The picture's root; it has to be well-formed."""
    root = ElementTree.fromstring(svg)
    assert root.tag == f"{SVG}svg"
    return root


def parts(root: ElementTree.Element) -> Iterator[Part]:
    """All elements that draw, in the order in which they are drawn."""

    def walk(
        element: ElementTree.Element, x: float, y: float, inside: tuple[ElementTree.Element, ...]
    ) -> Iterator[Part]:
        scale = 1.0
        if "transform" in element.attrib:
            match = MOVED.fullmatch(element.attrib["transform"])
            assert match, element.attrib["transform"]
            x, y, scale = x + float(match[1]), y + float(match[2]), float(match[3] or 1)
        yield Part(element, x, y, scale, inside)
        for child in element:
            yield from walk(child, x, y, (*inside, element))

    yield from walk(root, 0, 0, ())


def box_of(part: Part) -> Box | None:
    """The rectangle of what draws something; None for what draws nothing itself."""

    def number(name: str, default: float = 0) -> float:
        return float(part.element.get(name, default))

    if part.name == "rect":
        left, top = part.x + number("x"), part.y + number("y")
        return Box(left, top, left + number("width"), top + number("height"))
    if part.name == "text":
        size = number("font-size")
        width = 0.55 * size * len(part.element.text or "")
        width = number("textLength", width)
        left = part.x + number("x") - (width / 2 if part.get("text-anchor") == "middle" else 0)
        base = part.y + number("y")
        return Box(left, base - 0.75 * size, left + width, base + 0.2 * size)
    if part.name == "path":
        return _around(part)
    return None


def _around(part: Part) -> Box:
    """The rectangle of a path's points; signs are drawn within a square about their middle."""
    if part.scale != 1:
        half = 50 * part.scale
        return Box(part.x - half, part.y - half, part.x + half, part.y + half)
    numbers = [float(text) for text in re.findall(r"-?[\d.]+", part.element.attrib["d"])]
    xs, ys = numbers[::2], numbers[1::2]
    return Box(part.x + min(xs), part.y + min(ys), part.x + max(xs), part.y + max(ys))


def frame(root: ElementTree.Element) -> Box:
    """The rectangle of the picture."""
    left, top, width, height = map(float, root.attrib["viewBox"].split())
    return Box(left, top, left + width, top + height)


def placed(root: ElementTree.Element) -> list[tuple[str, str]]:
    """The cards that are seen and their places, in the order drawn."""
    return [
        (part.element.attrib["data-card"], part.get("data-place") or "")
        for part in parts(root)
        if "data-card" in part.element.attrib
    ]


def cards_in(root: ElementTree.Element, place: str | None = None) -> list[str]:
    """The cards that are seen, in the order drawn; all, or those in one place."""
    return [card for card, found in placed(root) if place in (None, found)]


def backs_in(root: ElementTree.Element, place: str) -> int:
    """How many backs are seen in a place."""
    found = [part for part in parts(root) if "data-back" in part.element.attrib]
    return sum(part.get("data-place") == place for part in found)


def marked_cards(root: ElementTree.Element) -> list[tuple[str | None, str]]:
    """The cards that stand out, with their places."""
    return [
        (part.get("data-place"), part.element.attrib["data-card"])
        for part in parts(root)
        if part.element.get("data-highlight") == "card"
    ]


def marked_places(root: ElementTree.Element) -> list[str | None]:
    """The places that are outlined."""
    return [
        part.get("data-place")
        for part in parts(root)
        if part.element.get("data-highlight") == "place"
    ]


def words_of(root: ElementTree.Element) -> list[str]:
    """All texts in the picture that are not ranks of cards."""
    return [
        part.element.text or ""
        for part in parts(root)
        if part.name == "text" and part.get("data-card") is None
    ]
