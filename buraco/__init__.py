"""buraco: the rules of the card game Buraco, for programs to import.

Deal a hand with `GameState.deal`, ask it for its `legal_moves`, make one with `apply`: every
state is a value that never changes. Each variant is a `RuleSet`, plain data.

>>> import buraco
>>> state = buraco.GameState.deal(buraco.CERRADO, players=4, seed=7)
>>> state = state.apply(buraco.DrawStock())
>>> state.phase, state.turn
(<Phase.PLAY: 'play'>, 0)
"""

from typing import TYPE_CHECKING

from buraco.cards import JOKER, Card, Cards, Rank, Suit, deck, parse_card, parse_cards
from buraco.choices import Choices, Choosing
from buraco.errors import (
    BuracoError,
    CardsError,
    ComposeError,
    DealError,
    FormatError,
    IllegalMove,
    MatchError,
    NotationError,
    Reason,
    RecordError,
    RenderError,
    ReplayError,
    RuleSetError,
    UnknownRuleSet,
    ViewError,
)
from buraco.melds import CanastaKind, Group, Meld, Run, parse_meld
from buraco.moves import (
    AddToMeld,
    Discard,
    DrawStock,
    LayMeld,
    Move,
    TakePile,
    parse_move,
)
from buraco.playouts import playout
from buraco.rng import Rng
from buraco.rules import (
    ABIERTO,
    ABIERTO_SUCIO,
    CERRADO,
    CERRADO_STCL,
    CERRADO_SUCIO,
    CERRADO_SUCIO_PAREJAS,
    RULE_SETS,
    CanastaToClose,
    DiscardToGoOut,
    MuertosToStock,
    Pile,
    Points,
    RuleSet,
    Tie,
    rule_set,
)
from buraco.scoring import HandScore, LineKind, ScoreLine, SideScore, score
from buraco.state import GameState
from buraco.table import ClosedPile, Muerto, Phase, Side

if TYPE_CHECKING:
    from buraco.match import Match, PlayedHand
    from buraco.memory import Known, Memory
    from buraco.record import Record, read_records, reveals, write_records
    from buraco.schema import SCHEMAS, json_schema
    from buraco.view import PlayerView

__version__ = "0.1.0"

# What a program that only plays does not need is loaded when it is first asked for.
_LATER = {
    "Known": "memory",
    "Match": "match",
    "Memory": "memory",
    "PlayedHand": "match",
    "PlayerView": "view",
    "Record": "record",
    "SCHEMAS": "schema",
    "json_schema": "schema",
    "read_records": "record",
    "reveals": "record",
    "write_records": "record",
}

__all__ = [
    "ABIERTO",
    "ABIERTO_SUCIO",
    "CERRADO",
    "CERRADO_STCL",
    "CERRADO_SUCIO",
    "CERRADO_SUCIO_PAREJAS",
    "JOKER",
    "RULE_SETS",
    "SCHEMAS",
    "AddToMeld",
    "BuracoError",
    "CanastaKind",
    "CanastaToClose",
    "Card",
    "Cards",
    "CardsError",
    "Choices",
    "Choosing",
    "ClosedPile",
    "ComposeError",
    "DealError",
    "Discard",
    "DiscardToGoOut",
    "DrawStock",
    "FormatError",
    "GameState",
    "Group",
    "HandScore",
    "IllegalMove",
    "Known",
    "LayMeld",
    "LineKind",
    "Match",
    "MatchError",
    "Meld",
    "Memory",
    "Move",
    "Muerto",
    "MuertosToStock",
    "NotationError",
    "Phase",
    "Pile",
    "PlayedHand",
    "PlayerView",
    "Points",
    "Rank",
    "Reason",
    "Record",
    "RecordError",
    "RenderError",
    "ReplayError",
    "Rng",
    "RuleSet",
    "RuleSetError",
    "Run",
    "ScoreLine",
    "Side",
    "SideScore",
    "Suit",
    "TakePile",
    "Tie",
    "UnknownRuleSet",
    "ViewError",
    "deck",
    "json_schema",
    "parse_card",
    "parse_cards",
    "parse_meld",
    "parse_move",
    "playout",
    "read_records",
    "reveals",
    "rule_set",
    "score",
    "write_records",
]


def __getattr__(name: str) -> object:
    """Load a public name that `_LATER` lists."""
    if name not in _LATER:
        raise AttributeError(f"module 'buraco' has no attribute {name!r}", name=name)
    from importlib import import_module

    value: object = getattr(import_module(f"buraco.{_LATER[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *_LATER})
