"""Tables and scores as plain ASCII text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from buraco.scoring import HandScore
from buraco.table import Phase

if TYPE_CHECKING:
    from buraco.cards import Card
    from buraco.rules import RuleSet
    from buraco.state import GameState
    from buraco.table import Side

__all__ = ["score_text", "table_text"]


def table_text(state: GameState) -> str:
    """The full table as text, hidden cards too: what ``str(state)`` gives, for debugging.

    Args:
        state: the hand at one moment.

    Returns:
        Lines in ASCII without one after the last; an arrow marks the seat to move.

    >>> import buraco
    >>> print(table_text(buraco.GameState.deal(buraco.CERRADO, players=2, seed=7)))
    ... # doctest: +ELLIPSIS
    cerrado, 2 players, seat 0 to draw (seat 0 started)
    stock     64: ...
    pile       0: -
    muerto    11: ...
    muerto    11: ...
    -> seat 0 11: ...
       seat 1 11: ...
    side 0, no muerto
    side 1, no muerto
    """
    return "\n".join(_table_lines(state))


def _table_lines(state: GameState) -> Iterator[str]:
    started = f"(seat {state.starter} started)"
    name = state.rules.name.encode("ascii", "backslashreplace").decode()
    yield f"{name}, {state.players} players, {_moment(state)} {started}"
    yield _cards_line("stock", state.stock)
    yield _cards_line("pile", state.pile)
    for muerto in state.muertos:
        yield _cards_line("muerto", muerto)
    for seat, hand in enumerate(state.hands):
        arrow = "->" if seat == state.turn and not state.is_over else "  "
        yield _cards_line(f"{arrow} seat {seat}", tuple(hand))
    for number, side in enumerate(state.sides):
        yield f"side {number}, {_muerto_of(side)}"
        yield from _meld_lines(state.rules, side)


def _moment(state: GameState) -> str:
    if not state.is_over:
        return f"seat {state.turn} to {'draw' if state.phase is Phase.DRAW else 'play'}"
    return "over, nobody closed" if state.closed_by is None else f"closed by seat {state.closed_by}"


def _cards_line(name: str, cards: tuple[Card, ...]) -> str:
    return f"{name:<9} {len(cards):>2}: {''.join(map(str, cards)) or '-'}"


def _muerto_of(side: Side) -> str:
    if side.muerto is None:
        return "no muerto"
    unused = "" if side.muerto.used else ", not used yet"
    return f"muerto taken by seat {side.muerto.seat}{unused}"


def _meld_lines(rules: RuleSet, side: Side) -> Iterator[str]:
    for index, meld in enumerate(side.melds):
        kind = rules.canasta(meld)
        yield f"{index:>4}: {meld}{'' if kind is None else f'  {kind} canasta'}"


def score_text(score: HandScore) -> str:
    """A score as text, line by line and with the total of each side.

    Args:
        score: the score of a hand.

    Returns:
        Lines in ASCII without one after the last.

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
        rows += [(f"  {line.label}", str(line.points)) for line in side.lines]
        rows.append(("  total", str(side.total)))
    return "\n".join(_aligned(rows))


def _aligned(rows: Iterable[tuple[str, str]]) -> Iterator[str]:
    """Names to the left, numbers to the right, in columns."""
    rows = list(rows)
    left = max(len(name) for name, _ in rows)
    right = max(len(number) for _, number in rows)
    for name, number in rows:
        yield f"{name:<{left}}  {number:>{right}}".rstrip()
