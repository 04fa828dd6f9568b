"""Pictures of cards, hands and melds, and what every picture is framed by."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from typing import Final

from buraco.cards import Card
from buraco.errors import RenderError, shown
from buraco.melds import CanastaKind, Group, Meld, Run
from buraco.render.blocks import FONT, Block, above, at, beside, group, label, number, tag
from buraco.render.faces import Style, fan, laid
from buraco.render.options import card_style, given_cards, marked_cards
from buraco.rules import RuleSet
from buraco.words import Words, language_of

__all__ = ["cards_svg", "hand_svg", "meld_block", "meld_svg", "meld_words", "picture", "pretty"]

FELT: Final = "#1d5a40"
MUTED: Final = "#cfe3d8"
MARGIN: Final = 12
_PILLS: Final = {
    CanastaKind.DIRTY: "#7a4a21",
    CanastaKind.CLEAN: "#1f5fae",
    CanastaKind.REAL: "#6d2c91",
    CanastaKind.ACE_TO_ACE: "#9c1c3c",
}


def picture(block: Block, title: str, description: str, language: str) -> str:
    """A whole picture: the block on green felt, with its name and description.

    Args:
        block: what is to be seen.
        title: the picture's name.
        description: what it shows, in words.
        language: the language of both.
    """
    width, height = block.width + 2 * MARGIN, block.height + 2 * MARGIN
    felt = tag("rect", width=width, height=height, rx=10, fill=FELT)
    body = tag("title", escape(title)) + tag("desc", escape(description))
    body += felt + at(MARGIN, MARGIN, block.body)
    return tag(
        "svg",
        body,
        xmlns="http://www.w3.org/2000/svg",
        width=width,
        height=height,
        viewBox=f"0 0 {number(width)} {number(height)}",
        role="img",
        lang=language,
        font_family=FONT,
        style="max-width:100%;height:auto",
    )


def cards_svg(
    cards: Card | Iterable[Card],
    *,
    size: int = 640,
    language: str = "en",
    four_colors: bool = False,
    highlight: Iterable[Card] = (),
) -> str:
    """Draw cards side by side, in the order given.

    Args:
        cards: the cards, or one card; a `Cards` comes in canonical order.
        size: how wide the picture may be, in pixels, 320 to 4096; the cards fill several rows
            if they must.
        language: the language of the title and the description, ``en`` or ``es``.
        four_colors: whether clubs are green and diamonds blue.
        highlight: cards among them that stand out.

    Returns:
        The text of an SVG picture.

    Raises:
        RenderError: for another value of an option, naming it and what it may be.
        CardsError: for what is no card, or more copies than two decks hold.

    >>> import buraco
    >>> cards_svg(buraco.parse_cards("5hJk")).count("data-card")
    2
    """
    style = card_style(size, four_colors, across=13)
    return _cards_picture(cards, style, size, language, highlight, step=style.width + 5)


def hand_svg(
    cards: Iterable[Card],
    *,
    size: int = 640,
    language: str = "en",
    four_colors: bool = False,
    highlight: Iterable[Card] = (),
) -> str:
    """Draw a hand: a fan of cards in canonical order.

    Args:
        cards: the cards, in any order.
        size: how wide the picture may be, as in `cards_svg`.
        language: the language of the title and the description, ``en`` or ``es``.
        four_colors: whether clubs are green and diamonds blue.
        highlight: cards among them that stand out.

    Returns:
        The text of an SVG picture.

    Raises:
        RenderError: for another value of an option, naming it and what it may be.
        CardsError: for what is no card, or more copies than two decks hold.

    >>> import buraco
    >>> hand = buraco.parse_cards("5h6h7hJk")
    >>> hand_svg(hand, language="es", highlight=buraco.parse_cards("7h")).count("<title>Mano")
    1
    """
    style = card_style(size, four_colors, across=13)
    in_order = sorted(given_cards(cards))
    return _cards_picture(in_order, style, size, language, highlight, step=0)


def _cards_picture(
    cards: Card | Iterable[Card],
    style: Style,
    size: int,
    language: str,
    highlight: Iterable[Card],
    step: float,
) -> str:
    words = language_of(language)
    given = given_cards(cards)
    marked = marked_cards(highlight, given)
    block = fan(given, style, size - 2 * MARGIN, marked, step)
    title = f"{words.hand}: {words.count(len(given))}"
    if step:
        title = words.count(len(given))
    description = pretty(given, words)
    if marked:
        description += f". {words.highlighted}: {pretty(marked, words)}"
    return picture(block, title, description, language)


def meld_svg(
    meld: Meld,
    *,
    rules: RuleSet | None = None,
    size: int = 640,
    language: str = "en",
    four_colors: bool = False,
) -> str:
    """Draw a meld: its wild with a tint and a star, the last card of a canasta lying across.

    Args:
        meld: the run or group.
        rules: the rules that say whether it is a canasta; left out, its cards alone say so.
        size: how wide the picture may be, as in `cards_svg`.
        language: the language of all words, ``en`` or ``es``.
        four_colors: whether clubs are green and diamonds blue.

    Returns:
        The text of an SVG picture.

    Raises:
        RenderError: for another value of an option, naming it and what it may be.

    >>> import buraco
    >>> svg = meld_svg(buraco.parse_meld("5h6hJk8h9hThJh"))
    >>> svg.count("dirty canasta"), svg.count('data-wild="true"')
    (2, 1)
    """
    style = card_style(size, four_colors, across=13)
    words = language_of(language)
    if not isinstance(meld, Run | Group):
        raise RenderError("meld", f"a Run or a Group, not {shown(meld)}")
    if rules is not None and not isinstance(rules, RuleSet):
        raise RenderError("rules", f"a RuleSet or None, not {shown(rules)}")
    kind = meld.canasta if rules is None else rules.canasta(meld)
    block = meld_block(meld, kind, style, words, room=size - 2 * MARGIN)
    name = words.run if isinstance(meld, Run) else words.group
    return picture(block, name, meld_words(meld, kind, words), language)


def meld_block(
    meld: Meld,
    kind: CanastaKind | None,
    style: Style,
    words: Words,
    *,
    room: float,
    index: int | None = None,
) -> Block:
    """A meld with what there is to say about it underneath.

    Args:
        meld: the run or group.
        kind: the kind of canasta that it is, or None.
        style: how cards are drawn.
        words: the language.
        room: how wide it may be.
        index: its number on its side, if that is to be told.
    """
    cards = laid(meld.cards, _wild_place(meld), style, room=room, canasta=kind is not None)
    size = max(11, style.width * 0.26)
    notes = []
    if index is not None:
        notes.append(label(str(index), size, fill=MUTED))
    if kind is not None:
        notes.append(_pill(words.canastas[kind], size, _PILLS[kind]))
    if not notes:
        return cards
    block = above([cards, beside(notes, 6)], 3)
    return group(block, data_canasta=str(kind)) if kind is not None else block


def _pill(text: str, size: float, fill: str) -> Block:
    words = label(text, size)
    ground = tag(
        "rect", width=words.width + 12, height=words.height, rx=words.height / 2, fill=fill
    )
    middle = tag(
        "text",
        escape(text),
        x=words.width / 2 + 6,
        y=size,
        font_size=size,
        fill="#ffffff",
        text_anchor="middle",
    )
    return Block(words.width + 12, words.height, ground + middle)


def _wild_place(meld: Meld) -> int:
    """Where among its cards the wild of a meld stands, -1 for none."""
    if meld.wild is None:
        return -1
    return meld.wild_at - meld.low if isinstance(meld, Run) else len(meld.cards) - 1


def meld_words(meld: Meld, kind: CanastaKind | None, words: Words) -> str:
    """A meld in words."""
    wild_place = _wild_place(meld)
    said = " ".join(
        f"{_name(card, words)} ({words.wild})"
        if place == wild_place and not card.is_joker
        else _name(card, words)
        for place, card in enumerate(meld.cards)
    )
    return said if kind is None else f"{said} ({words.canastas[kind]})"


def pretty(cards: Iterable[Card], words: Words) -> str:
    """Cards in words."""
    return " ".join(_name(card, words) for card in cards) or words.cards.format(0)


def _name(card: Card, words: Words) -> str:
    return words.joker if card.is_joker else card.pretty
