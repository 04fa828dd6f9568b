"""Scores as tables for web pages and notebooks."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from buraco.errors import RenderError, shown
from buraco.scoring import HandScore, SideScore
from buraco.words import Words, language_of

__all__ = ["score_html"]

_NUMBER = ' style="text-align:right"'
_NAME = ' style="text-align:left"'


def score_html(score: HandScore, *, language: str = "en") -> str:
    """Write a score as an HTML table: every line, and the total of each side.

    Args:
        score: the score of a hand.
        language: the language of all words, ``en`` or ``es``.

    Returns:
        The text of a ``<table>`` element.

    Raises:
        RenderError: for another language, or what is no score.

    >>> import buraco
    >>> state = buraco.GameState.deal(buraco.CERRADO, players=2, seed=7)
    >>> score_html(buraco.score(state), language="es").count("<tr>")
    8
    """
    words = language_of(language)
    if not isinstance(score, HandScore):
        raise RenderError("score", f"a HandScore, not {shown(score)}")
    caption = f"<caption>{escape(words.score)}</caption>"
    bodies = "".join(
        f"<tbody>{''.join(_rows(number, side, words))}</tbody>"
        for number, side in enumerate(score.sides)
    )
    return f'<table lang="{language}">{caption}{bodies}</table>'


def _rows(number: int, side: SideScore, words: Words) -> Iterator[str]:
    name, points = escape(words.side.format(number)), escape(words.points)
    yield (
        f'<tr><th scope="rowgroup"{_NAME}>{name}</th><th scope="col"{_NUMBER}>{points}</th></tr>'
    )
    for line in side.lines:
        yield f"<tr><td{_NAME}>{escape(words.line(line))}</td><td{_NUMBER}>{line.points}</td></tr>"
    total = escape(words.total)
    yield f'<tr><th scope="row"{_NAME}>{total}</th><th{_NUMBER}>{side.total}</th></tr>'
