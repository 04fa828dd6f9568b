"""Tables and scores as plain text, in ASCII or with the signs of the suits."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Final

from buraco.cards import JOKER
from buraco.scoring import HandScore, ScoreLine
from buraco.table import ClosedPile, Phase
from buraco.view import PlayerView

if TYPE_CHECKING:
    from buraco.cards import Card
    from buraco.rules import RuleSet
    from buraco.state import GameState
    from buraco.table import Side

__all__ = ["score_text", "table_text"]

COLUMNS: Final = 76
"""Where lines of cards are folded: terminals have 80, and the jokers' signs may take two."""


def table_text(table: GameState | PlayerView, *, unicode: bool = False) -> str:
    """A table as text: what ``str`` gives of a state, and of a view.

    Of a state all cards are shown, hidden ones too, for debugging; of a view those that the
    seat sees, and of the others their number.

    Args:
        table: the hand at one moment, or what is seen of it.
        unicode: whether to write cards with the signs of the suits, ``5♥ 10♠``, and names as
            they are; otherwise all is ASCII.

    Returns:
        Lines without one after the last; an arrow marks the seat to move. With the signs, many
        cards take several lines, of 80 columns at most; without, they stay one text that
        `parse_cards` reads.

    >>> import buraco
    >>> state = buraco.GameState.deal(buraco.CERRADO, players=2, seed=7)
    >>> print(table_text(state))  # doctest: +ELLIPSIS
    cerrado, 2 players, seat 0 to draw (seat 0 started)
    stock     64: ...
    pile       0: -
    muerto    11: ...
    muerto    11: ...
    -> seat 0 11: ...
       seat 1 11: ...
    side 0, no muerto
    side 1, no muerto
    >>> print(table_text(state.view(1)))
    cerrado, 2 players, seat 0 to draw (seat 0 started), seen by seat 1
    stock     64
    pile       0: -
    muertos    2
    -> seat 0 11
       seat 1 11: 3c9cTcJcQcKc5d7dTd8hAs
    side 0, no muerto
    side 1, no muerto
    """
    return "\n".join(_table_lines(table, _pretty if unicode else _plain, unicode))


def _plain(cards: Iterable[Card]) -> str:
    return "".join(map(str, cards))


def _pretty(cards: Iterable[Card]) -> str:
    return " ".join(card.pretty for card in cards)


_Spelling = Callable[[Iterable["Card"]], str]


def _table_lines(table: GameState | PlayerView, spell: _Spelling, unicode: bool) -> Iterator[str]:
    seer = ""
    if isinstance(table, PlayerView):
        seer = f", seen by {'a spectator' if table.seat is None else f'seat {table.seat}'}"
    name = table.rules.name
    if not unicode:
        name = name.encode("ascii", "backslashreplace").decode()
    started = f"(seat {table.starter} started)"
    yield f"{name}, {table.players} players, {_moment(table)} {started}{seer}"
    yield _cards_line("stock", table.stock, spell)
    if isinstance(table.pile, ClosedPile):
        top = "-" if table.pile.top is None else f"{spell([table.pile.top])} on top"
        yield f"{_cards_line('pile', table.pile.size, spell)}: {top}"
    else:
        yield _cards_line("pile", table.pile, spell)
    if isinstance(table.muertos, int):
        yield _cards_line("muertos", table.muertos, spell)
    else:
        yield from (_cards_line("muerto", muerto, spell) for muerto in table.muertos)
    for seat, hand in enumerate(table.hands):
        arrow = "->" if seat == table.turn and not table.is_over else "  "
        yield _cards_line(f"{arrow} seat {seat}", hand, spell)
    for number, side in enumerate(table.sides):
        yield f"side {number}, {_muerto_of(side)}"
        yield from _meld_lines(table.rules, side, spell)


def _moment(state: GameState | PlayerView) -> str:
    if not state.is_over:
        return f"seat {state.turn} to {'draw' if state.phase is Phase.DRAW else 'play'}"
    return "over, nobody closed" if state.closed_by is None else f"closed by seat {state.closed_by}"


def _cards_line(name: str, cards: Iterable[Card] | int, spell: _Spelling) -> str:
    """Cards and their number; only the number, where they are hidden."""
    if isinstance(cards, int):
        return f"{name:<9} {cards:>2}"
    cards = tuple(cards)
    start = f"{name:<9} {len(cards):>2}: "
    return textwrap.fill(
        spell(cards) or "-",
        COLUMNS,
        initial_indent=start,
        subsequent_indent=" " * len(start),
        break_long_words=False,  # cards without blanks between them stay one bag
    )


def _muerto_of(side: Side) -> str:
    if side.muerto is None:
        return "no muerto"
    unused = "" if side.muerto.used else ", not used yet"
    return f"muerto taken by seat {side.muerto.seat}{unused}"


def _meld_lines(rules: RuleSet, side: Side, spell: _Spelling) -> Iterator[str]:
    for index, meld in enumerate(side.melds):
        kind = rules.canasta(meld)
        yield f"{index:>4}: {spell(meld)}{'' if kind is None else f'  {kind} canasta'}"


def score_text(score: HandScore, *, unicode: bool = False) -> str:
    """A score as text, line by line and with the total of each side.

    Args:
        score: the score of a hand.
        unicode: whether to write cards with the signs of the suits; otherwise all is ASCII.

    Returns:
        Lines without one after the last.

    >>> import buraco
    >>> state = buraco.GameState.deal(buraco.CERRADO, players=2, seed=7)
    >>> print(score_text(buraco.score(state)))
    side 0
      hand of seat 0   -95
      no muerto       -100
      total           -195
    side 1
      hand of seat 1  -100
      no muerto       -100
      total           -200
    """
    rows: list[tuple[str, str]] = []
    for number, side in enumerate(score.sides):
        rows.append((f"side {number}", ""))
        rows += [(f"  {_label(line, unicode)}", str(line.points)) for line in side.lines]
        rows.append(("  total", str(side.total)))
    return "\n".join(_aligned(rows))


def _label(line: ScoreLine, unicode: bool) -> str:
    if line.meld is None or not unicode:
        return line.label
    return line.label.removesuffix(str(line.meld)) + line.meld.pretty


def _aligned(rows: Iterable[tuple[str, str]]) -> Iterator[str]:
    """Names to the left, numbers to the right, in columns."""
    rows = list(rows)
    left = max(_columns(name) for name, _ in rows)
    right = max(len(number) for _, number in rows)
    for name, number in rows:
        yield f"{name}{' ' * (left - _columns(name))}  {number:>{right}}".rstrip()


def _columns(text: str) -> int:
    """How wide a text is in a terminal: the sign of the joker takes two columns."""
    return len(text) + text.count(JOKER.pretty)
