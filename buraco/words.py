"""The words of tables and scores, drawn or written, by language."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import attrs

from buraco.errors import RenderError, shown
from buraco.melds import CanastaKind
from buraco.scoring import LineKind, ScoreLine
from buraco.table import Phase, Side

__all__ = ["LANGUAGES", "Words", "language_of"]


@attrs.frozen(kw_only=True)
class Words:
    """What is said in one language; ``{}`` stands for a number or a name."""

    table: str
    players: str
    to_draw: str
    to_play: str
    over: str
    nobody_closed: str
    closed_by: str
    started: str
    seen_by: str
    seen_by_all: str
    stock: str
    pile: str
    top: str
    on_top: str
    muertos: str
    muerto: str
    side: str
    no_muerto: str
    muerto_of: str
    muerto_taken: str
    muerto_unused: str
    seat: str
    of_seat: str
    you: str
    card: str
    cards: str
    joker: str
    wild: str
    hand: str
    run: str
    group: str
    no_melds: str
    highlighted: str
    score: str
    points: str
    total: str
    canastas: Mapping[CanastaKind, str]
    lines: Mapping[LineKind, str]

    def count(self, number: int) -> str:
        """A number of cards."""
        return (self.card if number == 1 else self.cards).format(number)

    def moment(self, turn: int, phase: Phase, closed_by: int | None) -> str:
        """Whose turn it is, or how the hand ended."""
        if phase is not Phase.OVER:
            return (self.to_draw if phase is Phase.DRAW else self.to_play).format(turn)
        return self.nobody_closed if closed_by is None else self.closed_by.format(closed_by)

    def muerto_on(self, side: Side, taken: str) -> str:
        """Whether a side has a muerto, and used it; `taken` tells of the seat that took it."""
        if side.muerto is None:
            return self.no_muerto
        told = taken.format(side.muerto.seat)
        return told if side.muerto.used else f"{told}, {self.muerto_unused}"

    def line(self, line: ScoreLine, *, signs: bool = True) -> str:
        """What a line of a score is for, its cards with the signs of the suits if asked."""
        name = self.lines[line.kind]
        if line.canasta is not None:
            name = self.canastas[line.canasta]
        if line.meld is not None:
            return f"{name} {line.meld.pretty if signs else line.meld}"
        return name if line.seat is None else self.of_seat.format(name, line.seat)


_ENGLISH: Final = Words(
    table="Buraco table",
    players="{} players",
    to_draw="Seat {} to draw",
    to_play="Seat {} to play",
    over="Hand over",
    nobody_closed="nobody closed",
    closed_by="closed by seat {}",
    started="seat {} started",
    seen_by="seen by seat {}",
    seen_by_all="seen by a spectator",
    stock="Stock",
    pile="Pile",
    top="top",
    on_top="{} on top",
    muertos="Muertos",
    muerto="Muerto",
    side="Side {}",
    no_muerto="no muerto",
    muerto_of="muerto: seat {}",
    muerto_taken="muerto taken by seat {}",
    muerto_unused="not used yet",
    seat="Seat {}",
    of_seat="{} of seat {}",
    you="you",
    card="{} card",
    cards="{} cards",
    joker="joker",
    wild="wild",
    hand="Hand",
    run="Run",
    group="Group",
    no_melds="no melds",
    highlighted="Highlighted",
    score="Score of the hand",
    points="Points",
    total="Total",
    canastas={
        CanastaKind.DIRTY: "dirty canasta",
        CanastaKind.CLEAN: "clean canasta",
        CanastaKind.REAL: "real canasta",
        CanastaKind.ACE_TO_ACE: "ace-to-ace canasta",
    },
    lines={
        LineKind.CARDS: "cards",
        LineKind.CANASTA: "canasta",
        LineKind.CLOSING: "closing",
        LineKind.HAND: "hand",
        LineKind.NO_MUERTO: "no muerto",
        LineKind.UNUSED_MUERTO: "unused muerto",
    },
)

_SPANISH: Final = Words(
    table="Mesa de buraco",
    players="{} jugadores",
    to_draw="Asiento {}: roba",
    to_play="Asiento {}: juega",
    over="Mano terminada",
    nobody_closed="nadie cerró",
    closed_by="cerró el asiento {}",
    started="empezó el asiento {}",
    seen_by="vista del asiento {}",
    seen_by_all="vista de un espectador",
    stock="Mazo",
    pile="Montón",
    top="arriba",
    on_top="{} arriba",
    muertos="Muertos",
    muerto="Muerto",
    side="Bando {}",
    no_muerto="sin muerto",
    muerto_of="muerto: asiento {}",
    muerto_taken="el muerto lo tomó el asiento {}",
    muerto_unused="sin usar",
    seat="Asiento {}",
    of_seat="{} del asiento {}",
    you="tú",
    card="{} carta",
    cards="{} cartas",
    joker="comodín",
    wild="comodín",
    hand="Mano",
    run="Escalera",
    group="Trío",
    no_melds="sin juegos",
    highlighted="Resaltado",
    score="Puntos de la mano",
    points="Puntos",
    total="Total",
    canastas={
        CanastaKind.DIRTY: "canasta sucia",
        CanastaKind.CLEAN: "canasta limpia",
        CanastaKind.REAL: "canasta real",
        CanastaKind.ACE_TO_ACE: "canasta de as a as",
    },
    lines={
        LineKind.CARDS: "cartas",
        LineKind.CANASTA: "canasta",
        LineKind.CLOSING: "cierre",
        LineKind.HAND: "mano",
        LineKind.NO_MUERTO: "muerto sin tomar",
        LineKind.UNUSED_MUERTO: "muerto sin usar",
    },
)

LANGUAGES: Final[Mapping[str, Words]] = {"en": _ENGLISH, "es": _SPANISH}
"""The languages that there are."""


def language_of(language: str) -> Words:
    """The words of a language."""
    if type(language) is not str or language not in LANGUAGES:
        known = " or ".join(map(repr, LANGUAGES))
        raise RenderError("language", f"{known}, not {shown(language)}")
    return LANGUAGES[language]
