"""Pictures of the whole table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence, Sized
from typing import Final

import attrs

from buraco.cards import Card, Cards
from buraco.errors import RenderError, shown
from buraco.melds import Meld
from buraco.moves import MOVE_KINDS, AddToMeld, Discard, DrawStock, Move, TakePile
from buraco.render.blocks import (
    HIGHLIGHT,
    Block,
    above,
    at,
    beside,
    group,
    label,
    outlined,
    tag,
    wrapped,
)
from buraco.render.faces import Style, fan, hidden_fan, stack
from buraco.render.options import card_style
from buraco.render.pictures import MARGIN, MUTED, meld_block, meld_words, picture, pretty
from buraco.rules import Pile, RuleSet
from buraco.state import GameState
from buraco.table import ClosedPile, Phase, Side
from buraco.view import PlayerView
from buraco.words import Words, language_of

__all__ = ["table_svg"]

_PANEL: Final = "#174a34"
_PANEL_MARGIN: Final = 10
_TWO_COLUMNS: Final = 720
"""From this width on the two sides lie beside each other, and so do stock and own hand."""
_OWN: Final = 1.4
"""How much larger the cards of the hand are whose seat looks."""
_HIDDEN: Final = 0.45
"""How large the backs of other hands are beside cards that can be read."""


@attrs.frozen(kw_only=True)
class _Seen:
    """What is drawn: all of a state but what lies face down, or what a seat sees of it."""

    rules: RuleSet
    starter: int
    turn: int
    phase: Phase
    closed_by: int | None
    hands: tuple[Cards | int, ...]  # of a hidden one, the number of its cards
    stock: int
    pile: tuple[Card, ...]  # of a closed one, its top card
    pile_size: int
    muertos: int
    sides: tuple[Side, Side]
    seat: int | None

    @property
    def nearest(self) -> int:
        """The seat that is told of first: the one that looks."""
        return self.seat or 0

    @property
    def in_order(self) -> tuple[int, ...]:
        """The sides, that of the seat that looks first."""
        return self.nearest % 2, 1 - self.nearest % 2


@attrs.frozen(kw_only=True)
class _Marks:
    """What a highlighted move concerns."""

    hand: tuple[Card, ...] = ()
    stock: bool = False
    pile: bool = False
    meld: int | None = None


@attrs.frozen
class _Drawing:
    """How a table is drawn."""

    seen: _Seen
    style: Style
    words: Words
    marks: _Marks
    text: float  # the size of letters


def table_svg(
    table: GameState | PlayerView,
    *,
    size: int = 800,
    language: str = "en",
    four_colors: bool = False,
    highlight: Move | None = None,
) -> str:
    """Draw the table.

    Of a state all hands are drawn face up, as in ``str(state)``; of a view only what its seat
    sees: its hand, larger than all else, beside or right under stock and pile, then the melds of
    its side, then those of the other; the hands of others are counted, with small backs. Stock and
    muertos lie face down, and of a closed pile the top card alone is seen.

    Args:
        table: the hand at one moment, or what is seen of it.
        size: the width of the picture in pixels, 320 to 4096. Cards and words keep their size,
            so a narrow table is a high one.
        language: the language of all words, ``en`` or ``es``.
        four_colors: whether clubs are green and diamonds blue.
        highlight: a legal move, in a view one of its seat's; the cards that it uses stand out,
            the places that it concerns are outlined.

    Returns:
        The text of an SVG picture.

    Raises:
        RenderError: for another value of an option, naming it and what it may be.

    >>> import buraco
    >>> state = buraco.GameState.deal(buraco.CERRADO, players=2, seed=7)
    >>> svg = table_svg(state, language="es", highlight=buraco.DrawStock())
    >>> svg.startswith("<svg "), svg.count("data-card"), svg.count("data-highlight")
    (True, 22, 1)
    >>> table_svg(state.view(0)).count("data-card")
    11
    """
    style = card_style(size, four_colors, across=18)
    words = language_of(language)
    seen = _seen(table)
    marks = _marks(table, highlight)
    drawing = _Drawing(seen, style, words, marks, max(12.0, style.width * 0.3))
    room = size - 2 * MARGIN
    parts = [_top(drawing, room), _sides(drawing, room)]
    block = attrs.evolve(above(parts, 10), width=room)
    title = f"{words.table}: {seen.rules.name}"
    return picture(block, title, " ".join(_sentences(drawing, highlight)), language)


def _seen(table: GameState | PlayerView) -> _Seen:
    if not isinstance(table, GameState | PlayerView):
        raise RenderError("table", f"a GameState or a PlayerView, not {shown(table)}")
    pile = table.pile
    if isinstance(pile, ClosedPile):
        face_up: tuple[Card, ...] = () if pile.top is None else (pile.top,)
    else:
        face_up = pile if table.rules.pile is Pile.OPEN else pile[-1:]
    return _Seen(
        rules=table.rules,
        starter=table.starter,
        turn=table.turn,
        phase=table.phase,
        closed_by=table.closed_by,
        hands=table.hands,
        stock=_count(table.stock),
        pile=face_up,
        pile_size=len(pile),
        muertos=_count(table.muertos),
        sides=table.sides,
        seat=table.seat if isinstance(table, PlayerView) else None,
    )


def _count(cards: Sized | int) -> int:
    return cards if isinstance(cards, int) else len(cards)


def _marks(table: GameState | PlayerView, move: Move | None) -> _Marks:
    """What a move concerns; a legal one, so that there is all that it speaks of."""
    if move is None:
        return _Marks()
    if type(move) not in MOVE_KINDS:
        raise RenderError("highlight", f"a move or None, not {shown(move)}")
    if not table.is_legal(move):
        raise RenderError("highlight", f"a legal move, not {move}")
    play = move.play if isinstance(move, TakePile) else move
    return _Marks(
        hand=tuple(table.used(move)),
        stock=isinstance(move, DrawStock),
        pile=isinstance(move, TakePile | Discard),
        meld=play.index if isinstance(play, AddToMeld) else None,
    )


def _moment(seen: _Seen, words: Words) -> str:
    moment = words.moment(seen.turn, seen.phase, seen.closed_by)
    return f"{words.over}, {moment}" if seen.phase is Phase.OVER else moment


def _top(drawing: _Drawing, room: float) -> Block:
    """Whose turn it is, the cards that belong to nobody, and the hand of who looks."""
    seat, width = drawing.seen.seat, _column(room)
    left, right = _header(drawing, width), _middle(drawing, width)
    if seat is not None:
        left = above([left, right], 10)
        hand = _hand(drawing, seat, width - 2 * _PANEL_MARGIN)
        right = _framed(hand, width, left.height if width < room else 0)
    if width == room:
        return above([left, right], 10)
    return beside([attrs.evolve(left, width=width), right], 10)


def _column(room: float) -> float:
    """The width of a column: two of them, or the whole of a narrow table."""
    return room if room + 2 * MARGIN < _TWO_COLUMNS else (room - 10) / 2


def _header(drawing: _Drawing, room: float) -> Block:
    seen, words, text = drawing.seen, drawing.words, drawing.text
    moment = label(_moment(seen, words), text * 1.15, bold=True, room=room)
    facts = f"{words.players.format(len(seen.hands))} · {words.started.format(seen.starter)}"
    rest = label(facts, text, fill=MUTED, room=room)
    name = label(seen.rules.name, text, fill=MUTED, room=room)
    return above([moment, wrapped([name, rest], room, text, 0)], 2)


def _middle(drawing: _Drawing, room: float) -> Block:
    """Stock, muertos and pile."""
    seen, style, words, marks = drawing.seen, drawing.style, drawing.words, drawing.marks
    places = [
        _place(
            f"{words.stock} {seen.stock}",
            stack(None, seen.stock, style),
            drawing,
            "stock",
            marked=marks.stock,
        )
    ]
    places += [
        _place(
            f"{words.muerto} {seen.rules.muerto_size}",
            stack(None, seen.rules.muerto_size, style),
            drawing,
            f"muerto-{number}",
        )
        for number in range(seen.muertos)
    ]
    if len(seen.pile) > 1:
        cards = fan(seen.pile, style, room - 8, step=style.strip)
    else:
        cards = stack(seen.pile[0] if seen.pile else None, seen.pile_size, style)
    places.append(
        _place(f"{words.pile} {seen.pile_size}", cards, drawing, "pile", marked=marks.pile)
    )
    return wrapped(places, room, 8, 6)


def _place(
    name: str, cards: Block, drawing: _Drawing, place: str, *, marked: bool = False
) -> Block:
    block = above([cards, label(name, drawing.text)], 3)
    return group(outlined(block, marked), data_place=place)


def _sides(drawing: _Drawing, room: float) -> Block:
    width = _column(room)
    panels = [_side(drawing, number, width) for number in drawing.seen.in_order]
    if width == room:
        return above(panels, 10)
    height = max(panel.height for panel in panels)
    return beside((_panel(panel, width, height) for panel in panels), 10)


def _panel(block: Block, width: float, height: float) -> Block:
    ground = tag("rect", width=width, height=height, rx=8, fill=_PANEL)
    return Block(width, height, ground + block.body)


def _framed(block: Block, width: float, height: float = 0) -> Block:
    """A panel of a width, and at least of a height, with a block in it."""
    body = at(_PANEL_MARGIN, _PANEL_MARGIN, block.body)
    height = max(height, block.height + 2 * _PANEL_MARGIN)
    return _panel(Block(width, height, body), width, height)


def _side(drawing: _Drawing, number: int, width: float) -> Block:
    """A side's panel: its players' hands, but for that of who looks, then its melds."""
    seen, words = drawing.seen, drawing.words
    side = seen.sides[number]
    room = width - 2 * _PANEL_MARGIN
    title = f"{words.side.format(number)} · {words.muerto_on(side, words.muerto_of)}"
    parts = [label(title, drawing.text, bold=True, room=room)]
    seats = range(number, len(seen.hands), 2)
    parts += [_hand(drawing, seat, room) for seat in seats if seat != seen.seat]
    melds = [_meld(drawing, number, index, meld, room) for index, meld in enumerate(side.melds)]
    if melds:
        parts.append(wrapped(melds, room, 8, 6))
    return group(_framed(above(parts, 8), width), data_place=f"side-{number}")


def _hand(drawing: _Drawing, seat: int, room: float) -> Block:
    """A hand that is seen, with its owner above it, or the number of cards of another."""
    seen, style, words = drawing.seen, drawing.style, drawing.words
    hand = seen.hands[seat]
    count = _count(hand)
    moves = seat == seen.turn and seen.phase is not Phase.OVER
    text = f"{_owner(seen, seat, words)} · {words.count(count)}"
    name = label(text, drawing.text, bold=moves, fill=HIGHLIGHT if moves else "#ffffff")
    if moves:
        name = beside([_arrow(drawing.text), name], 4)
    if isinstance(hand, int):
        small = attrs.evolve(style, width=style.width * _HIDDEN)
        backs = hidden_fan(hand, small, room - name.width - 8)
        return group(beside([name, backs], 8), data_place=f"hand-{seat}")
    if seat == seen.seat:
        style = attrs.evolve(style, width=style.width * _OWN)
    cards = fan(hand, style, room, drawing.marks.hand if moves else ())
    return group(above([name, cards], 3), data_place=f"hand-{seat}")


def _arrow(size: float) -> Block:
    """What points at the seat to move."""
    high = size * 1.3
    path = f"M0 {high * 0.2:.1f}L{size * 0.7:.1f} {high * 0.5:.1f}L0 {high * 0.8:.1f}Z"
    return Block(size * 0.7, high, tag("path", d=path, fill=HIGHLIGHT))


def _meld(drawing: _Drawing, side: int, index: int, meld: Meld, room: float) -> Block:
    seen = drawing.seen
    kind = seen.rules.canasta(meld)
    block = meld_block(meld, kind, drawing.style, drawing.words, room=room - 8, index=index)
    marked = drawing.marks.meld == index and side == seen.turn % 2
    return group(outlined(block, marked), data_place=f"meld-{side}-{index}")


def _sentences(drawing: _Drawing, highlight: Move | None) -> Iterator[str]:
    """The table in words, for who cannot see it."""
    seen, words = drawing.seen, drawing.words
    yield f"{_moment(seen, words)}."
    if highlight is not None:
        yield f"{words.highlighted}: {highlight}."
    yield f"{words.stock}: {words.count(seen.stock)}."
    yield f"{words.muertos}: {seen.muertos}."
    yield f"{words.pile}: {words.count(seen.pile_size)}{_pile_words(seen, words)}."
    for place in range(len(seen.hands)):
        seat = (seen.nearest + place) % len(seen.hands)
        hand, name = seen.hands[seat], _owner(seen, seat, words)
        if isinstance(hand, int):
            yield f"{name}: {words.count(hand)}."
        else:
            yield f"{name}: {words.count(len(hand))}{_listed(tuple(hand), words)}."
    for number in seen.in_order:
        side = seen.sides[number]
        name = f"{words.side.format(number)}, {words.muerto_on(side, words.muerto_of)}"
        yield f"{name}: {_melds(seen, side, words)}."


def _owner(seen: _Seen, seat: int, words: Words) -> str:
    name = words.seat.format(seat)
    return f"{name} ({words.you})" if seat == seen.seat else name


def _pile_words(seen: _Seen, words: Words) -> str:
    if seen.rules.pile is Pile.OPEN:
        return _listed(seen.pile, words)
    return f", {words.top} {pretty(seen.pile, words)}" if seen.pile else ""


def _listed(cards: Sequence[Card], words: Words) -> str:
    return f": {pretty(cards, words)}" if cards else ""


def _melds(seen: _Seen, side: Side, words: Words) -> str:
    said = [meld_words(meld, seen.rules.canasta(meld), words) for meld in side.melds]
    return "; ".join(said) or words.no_melds
