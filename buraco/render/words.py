"""The words of pictures, by language."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import attrs

from buraco.melds import CanastaKind
from buraco.scoring import LineKind, ScoreLine

__all__ = ["LANGUAGES", "Words"]


@attrs.frozen(kw_only=True)
class Words:
    """What a picture says in one language; ``{}`` stands for a number or a name."""

    table: str
    players: str
    to_draw: str
    to_play: str
    nobody_closed: str
    closed_by: str
    started: str
    stock: str
    pile: str
    top: str
    muertos: str
    muerto: str
    side: str
    no_muerto: str
    muerto_taken: str
    muerto_unused: str
    seat: str
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

    def line(self, line: ScoreLine) -> str:
        """What a line of a score is for."""
        if line.canasta is not None and line.meld is not None:
            return f"{self.canastas[line.canasta]} {line.meld.pretty}"
        name = self.lines[line.kind]
        if line.meld is not None:
            return f"{name} {line.meld.pretty}"
        return name if line.seat is None else f"{name} ({self.seat.format(line.seat).lower()})"


_ENGLISH: Final = Words(
    table="Buraco table",
    players="{} players",
    to_draw="Seat {} to draw",
    to_play="Seat {} to play",
    nobody_closed="Hand over, nobody closed",
    closed_by="Hand over, closed by seat {}",
    started="seat {} started",
    stock="Stock",
    pile="Pile",
    top="top",
    muertos="Muertos",
    muerto="Muerto",
    side="Side {}",
    no_muerto="no muerto",
    muerto_taken="muerto: seat {}",
    muerto_unused="not used yet",
    seat="Seat {}",
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
        LineKind.HAND: "cards in hand",
        LineKind.NO_MUERTO: "no muerto taken",
        LineKind.UNUSED_MUERTO: "muerto not used",
    },
)

_SPANISH: Final = Words(
    table="Mesa de buraco",
    players="{} jugadores",
    to_draw="Jugador {}: roba",
    to_play="Jugador {}: juega",
    nobody_closed="Mano terminada, nadie cerró",
    closed_by="Mano terminada, cerró el jugador {}",
    started="empezó el jugador {}",
    stock="Mazo",
    pile="Montón",
    top="arriba",
    muertos="Muertos",
    muerto="Muerto",
    side="Bando {}",
    no_muerto="sin muerto",
    muerto_taken="muerto: jugador {}",
    muerto_unused="sin usar",
    seat="Jugador {}",
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
        LineKind.HAND: "cartas en la mano",
        LineKind.NO_MUERTO: "muerto sin tomar",
        LineKind.UNUSED_MUERTO: "muerto sin usar",
    },
)

LANGUAGES: Final[Mapping[str, Words]] = {"en": _ENGLISH, "es": _SPANISH}
"""The languages that pictures speak."""
