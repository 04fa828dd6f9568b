"""Tables and scores as plain text, in English or Spanish, with or without signs of suits."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Final

import attrs

from buraco.cards import JOKER
from buraco.errors import RenderError, shown
from buraco.scoring import HandScore
from buraco.state import GameState
from buraco.table import ClosedPile
from buraco.view import PlayerView
from buraco.words import Words, language_of

if TYPE_CHECKING:
    from buraco.cards import Card
    from buraco.rules import RuleSet
    from buraco.table import Side

__all__ = ["score_text", "table_text"]

COLUMNS: Final = 76
"""Where lines of cards are folded: terminals have 80, and the jokers' signs may take two."""


def table_text(
    table: GameState | PlayerView, *, unicode: bool = False, language: str = "en"
) -> str:
    """A table as text: what ``str`` gives of a state, and of a view.

    Of a state all cards are shown, hidden ones too, for debugging; of a view those that the
    seat sees, and of the others their number.

    Args:
        table: the hand at one moment, or what is seen of it.
        unicode: whether to write cards with the signs of the suits, ``5♥ 10♠``, and names as
            they are; otherwise both are ASCII.
        language: the language of all words, ``en`` or ``es``; English ones are ASCII.

    Returns:
        Lines without one after the last; an arrow marks the seat to move. With the signs, many
        cards take several lines, of 80 columns at most; without, they stay one text that
        `parse_cards` reads.

    Raises:
        RenderError: for another language, or what is no table.

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
    words = language_of(language)
    if not isinstance(table, GameState | PlayerView):
        raise RenderError("table", f"a GameState or a PlayerView, not {shown(table)}")
    return "\n".join(_Writer(words, unicode).table(table))


@attrs.frozen
class _Writer:
    """Writes tables in a language, with or without the signs of the suits."""

    words: Words
    unicode: bool

    def table(self, table: GameState | PlayerView) -> Iterator[str]:
        """The lines of a table."""
        words = self.words
        yield self._headline(table)
        yield self._cards(_low(words.stock), table.stock)
        if isinstance(table.pile, ClosedPile):
            top = table.pile.top
            told = "-" if top is None else words.on_top.format(self._spelt([top]))
            yield f"{self._cards(_low(words.pile), table.pile.size)}: {told}"
        else:
            yield self._cards(_low(words.pile), table.pile)
        if isinstance(table.muertos, int):
            yield self._cards(_low(words.muertos), table.muertos)
        else:
            yield from (self._cards(_low(words.muerto), muerto) for muerto in table.muertos)
        for seat, hand in enumerate(table.hands):
            moves = seat == table.turn and not table.is_over
            yield self._cards(self._seat(seat, "->" if moves else "  "), hand)
        for number, side in enumerate(table.sides):
            taken = words.muerto_on(side, words.muerto_taken)
            yield f"{_low(words.side.format(number))}, {taken}"
            yield from self._melds(table.rules, side)

    def _headline(self, table: GameState | PlayerView) -> str:
        words, name = self.words, table.rules.name
        if not self.unicode:
            name = name.encode("ascii", "backslashreplace").decode()
        moment = _low(words.moment(table.turn, table.phase, table.closed_by))
        players = words.players.format(table.players)
        told = f"{name}, {players}, {moment} ({words.started.format(table.starter)})"
        if not isinstance(table, PlayerView):
            return told
        seat = table.seat
        return f"{told}, {words.seen_by_all if seat is None else words.seen_by.format(seat)}"

    def _seat(self, seat: int, arrow: str) -> str:
        return f"{arrow} {_low(self.words.seat.format(seat))}"

    def _cards(self, name: str, cards: Iterable[Card] | int) -> str:
        """Cards and their number; only the number, where they are hidden."""
        column = len(self._seat(0, "->"))
        if isinstance(cards, int):
            return f"{name:<{column}} {cards:>2}"
        cards = tuple(cards)
        start = f"{name:<{column}} {len(cards):>2}: "
        return textwrap.fill(
            self._spelt(cards) or "-",
            COLUMNS,
            initial_indent=start,
            subsequent_indent=" " * len(start),
            break_long_words=False,  # cards without blanks between them stay one bag
        )

    def _melds(self, rules: RuleSet, side: Side) -> Iterator[str]:
        for index, meld in enumerate(side.melds):
            kind = rules.canasta(meld)
            told = "" if kind is None else f"  {self.words.canastas[kind]}"
            yield f"{index:>4}: {self._spelt(meld)}{told}"

    def _spelt(self, cards: Iterable[Card]) -> str:
        if self.unicode:
            return " ".join(card.pretty for card in cards)
        return "".join(map(str, cards))


def _low(text: str) -> str:
    """Words as they stand within a line."""
    return text[:1].lower() + text[1:]


def score_text(score: HandScore, *, unicode: bool = False, language: str = "en") -> str:
    """A score as text, line by line and with the total of each side.

    Args:
        score: the score of a hand.
        unicode: whether to write cards with the signs of the suits; otherwise they are ASCII.
        language: the language of all words, ``en`` or ``es``; English ones are ASCII.

    Returns:
        Lines without one after the last.

    Raises:
        RenderError: for another language, or what is no score.

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
    >>> print(score_text(buraco.score(state), language="es").partition("bando 1")[0])
    bando 0
      mano del asiento 0   -95
      muerto sin tomar    -100
      total               -195
    <BLANKLINE>
    """
    words = language_of(language)
    if not isinstance(score, HandScore):
        raise RenderError("score", f"a HandScore, not {shown(score)}")
    rows: list[tuple[str, str]] = []
    for number, side in enumerate(score.sides):
        rows.append((_low(words.side.format(number)), ""))
        rows += [(f"  {words.line(line, signs=unicode)}", str(line.points)) for line in side.lines]
        rows.append((f"  {_low(words.total)}", str(side.total)))
    return "\n".join(_aligned(rows))


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
