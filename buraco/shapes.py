"""The shapes of documents, and the way between them, plain data and JSON text.

Reading data checks that it is plain JSON data of a sensible size and that it has its shape: no
key missing, none unknown, every value of its kind. What the values mean is the business of
`buraco.codec`.

Plain data is what `json.loads` makes and nothing else: ``dict``, ``list``, ``str``, ``int``,
``float``, ``bool`` and None, none of their subclasses.

The JSON Schemas of the package are made of these shapes too, by `schema_of`.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import Annotated, Any, Final, Literal, TypeVar

import msgspec

from buraco.bags import DECK
from buraco.errors import FormatError
from buraco.rules import (
    CANASTA_NAMES,
    CARD_NAMES,
    CHOICES,
    CanastaToClose,
    DiscardToGoOut,
    MuertosToStock,
    Pile,
    Tie,
)
from buraco.table import Phase
from buraco.values import fits_64_bits

__all__ = [
    "FORMATS",
    "LARGEST_DOCUMENT",
    "TOO_LARGE",
    "ClosedPileDocument",
    "HandDocument",
    "MatchDocument",
    "MuertoDocument",
    "PlayedOnDocument",
    "RecordDocument",
    "RulesDocument",
    "SideDocument",
    "StateDocument",
    "ViewDocument",
    "as_dict",
    "as_json",
    "joined",
    "parsed",
    "read",
    "schema_of",
    "shown",
]

LARGEST_DOCUMENT: Final = 2**20
"""The most bytes that a document may have as JSON text in UTF-8; a larger one is refused."""
DEEPEST: Final = 16
"""The most levels of lists and objects that are looked into; documents need six."""


def _told(description: str, **schema: Any) -> msgspec.Meta:
    """What a JSON Schema tells of a value beyond its type.

    Reading does not look at it: it checks values with the rules at hand, and in its own words.
    """
    return msgspec.Meta(description=description, extra_json_schema=schema)


_CARD: Final = "([A2-9TJQK][cdhs]|Jk)"
Bag = Annotated[str, _told("Cards in any order.", pattern=f"^{_CARD}*$")]
Row = Annotated[str, _told("Cards in their order.", pattern=f"^{_CARD}*$")]
MeldText = Annotated[str, _told("A run or a group.", pattern=f"^{_CARD}{{3,14}}$")]
Top = Annotated[str, _told("The top card.", pattern=f"^{_CARD}$")]
Count = Annotated[int, _told("A number of cards.", minimum=0, maximum=len(DECK))]
Moves = Annotated[list[str], _told("The moves' texts, in the order made.")]
Tags = Annotated[dict[str, str], _told("Free texts by name.")]
Totals = Annotated[list[int], msgspec.Meta(min_length=2, max_length=2)]
Seat = Annotated[int, _told("A seat.", minimum=0, maximum=3)]
Players = Annotated[int, _told("A number of players.", enum=[2, 4])]
Size = Annotated[int, _told("A number of cards.", minimum=2, maximum=len(DECK))]
Penalty = Annotated[int, _told("Points that are taken away.", minimum=0)]
RulesNamed = Annotated[str, _told("The identifier of a preset.")]


def _points(names: Sequence[str]) -> msgspec.Meta:
    return _told("Points by name.", propertyNames={"enum": list(names)}, required=list(names))


# The shapes of documents, their keys in the order in which they are written.


class Document(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """What all shapes share: every key is needed, no other is known."""


class RulesDocument(Document):
    """The shape of ``buraco.rules/1``: the fields of `RuleSet`."""

    format: Literal["buraco.rules/1"]
    name: Annotated[str, _told("A printable text.", minLength=1, maxLength=100)]
    players: Annotated[list[Players], _told("2, 4 or both, ascending.", enum=[[2], [4], [2, 4]])]
    hand_size: Size
    muerto_size: Size
    jokers: Annotated[int, _told("How many in the whole deck.", minimum=0, maximum=4)]
    groups: bool
    groups_of_twos: bool
    ace_to_ace: bool
    group_canastas: bool
    pile: Pile
    canasta_to_close: CanastaToClose
    discard_to_go_out: DiscardToGoOut
    card_points: Annotated[dict[str, int], _points(CARD_NAMES)]
    canasta_points: Annotated[dict[str, int], _points(CANASTA_NAMES)]
    closing_points: int
    no_muerto_penalty: Penalty
    unused_muerto_penalty: Penalty
    unused_muerto_cards_count: bool
    muertos_to_stock: MuertosToStock
    tie: Tie


class MuertoDocument(Document):
    """Who took a side's muerto, and whether it was used (R7.1, R9.5)."""

    seat: Seat
    used: bool


class SideDocument(Document):
    """What a side has on the table."""

    melds: list[MeldText]
    muerto: MuertoDocument | None


class StateDocument(Document):
    """The shape of ``buraco.state/1``."""

    format: Literal["buraco.state/1"]
    rules: RulesNamed | RulesDocument
    starter: Seat
    turn: Seat
    phase: Phase
    hands: Annotated[list[Bag], _told("One for each seat.", minItems=2, maxItems=4)]
    stock: Row
    pile: Row
    muertos: Annotated[list[Row], _told("Those on the table.", maxItems=2)]
    sides: Annotated[list[SideDocument], msgspec.Meta(min_length=2, max_length=2)]
    closed_by: Seat | None


class ClosedPileDocument(Document):
    """What is seen of a closed pile (R3.5)."""

    size: Annotated[int, _told("How many cards lie there.", minimum=0, maximum=len(DECK))]
    top: Top | None


class ViewDocument(Document):
    """The shape of ``buraco.view/1``."""

    format: Literal["buraco.view/1"]
    rules: RulesNamed | RulesDocument
    seat: Seat | None
    starter: Seat
    turn: Seat
    phase: Phase
    hands: Annotated[list[Bag | Count], _told("Cards or their number.", minItems=2, maxItems=4)]
    stock: Count
    pile: Row | ClosedPileDocument
    muertos: Annotated[int, _told("How many are on the table.", minimum=0, maximum=2)]
    sides: Annotated[list[SideDocument], msgspec.Meta(min_length=2, max_length=2)]
    closed_by: Seat | None
    legal: Annotated[list[str], _told("The legal moves' texts.")] | None


class HandDocument(Document):
    """A finished hand of a match."""

    starter: Seat
    totals: Totals


class MatchDocument(Document):
    """The shape of ``buraco.match/1``."""

    format: Literal["buraco.match/1"]
    rules: RulesNamed | RulesDocument
    players: Players
    target: Annotated[int, _told("The points to reach.", minimum=1)] | None
    starter: Seat
    hands: list[HandDocument]


class RecordDocument(Document):
    """The shape of ``buraco.record/1``, of a hand from its deal on."""

    format: Literal["buraco.record/1"]
    rules: RulesNamed | RulesDocument
    players: Players
    starter: Seat
    deck: Row
    moves: Moves
    score: Totals | None
    tags: Tags


class PlayedOnDocument(Document):
    """The shape of ``buraco.record/1``, of a hand from some state on."""

    format: Literal["buraco.record/1"]
    state: StateDocument
    moves: Moves
    score: Totals | None
    tags: Tags


FORMATS: Final[Mapping[str, tuple[type[Document], ...]]] = {
    "buraco.rules/1": (RulesDocument,),
    "buraco.state/1": (StateDocument,),
    "buraco.view/1": (ViewDocument,),
    "buraco.record/1": (RecordDocument, PlayedOnDocument),
    "buraco.match/1": (MatchDocument,),
}
"""The shapes by the names of their formats; each format has a JSON Schema in the package."""


def schema_of(name: str) -> dict[str, Any]:
    """The JSON Schema of a format, made of its shapes.

    Args:
        name: the format's name, one of `FORMATS`.
    """
    shapes, parts = msgspec.json.schema_components(FORMATS[name], ref_template="#/$defs/{name}")
    for part in parts.values():
        part["description"] = part["description"].partition("\n\n")[0]
    shape = shapes[0] if len(shapes) == 1 else {"anyOf": list(shapes)}
    dialect = "https://json-schema.org/draft/2020-12/schema"
    return {"$schema": dialect, "title": name, **shape, "$defs": parts}


_D = TypeVar("_D", bound=Document)


# Plain data.


def as_dict(document: Document) -> dict[str, Any]:
    """A document as plain data."""
    data: dict[str, Any] = msgspec.to_builtins(document)
    return data


def as_json(document: Document) -> str:
    """A document as JSON text."""
    return msgspec.json.encode(document).decode()


_TWICE: Final = object()
"""Stands where a key's value would, had the key not stood twice."""


def parsed(text: object) -> object:
    """JSON text as data for `read`, which refuses what it is to refuse, so that it has a path.

    Raises:
        FormatError: if it is no JSON text of at most `LARGEST_DOCUMENT` bytes.
    """
    if not isinstance(text, (str, bytes)):
        raise FormatError("", f"JSON text expected, not {type(text).__name__}")
    try:
        encoded = text.encode() if isinstance(text, str) else text
        if len(encoded) > LARGEST_DOCUMENT:
            raise FormatError("", TOO_LARGE)
        return json.loads(encoded.decode(), object_pairs_hook=_object, parse_int=_whole)
    except (UnicodeEncodeError, UnicodeDecodeError) as error:
        raise FormatError("", f"not UTF-8 text: {error.reason}") from None
    except json.JSONDecodeError as error:
        raise FormatError("", f"not JSON: {error}") from None
    except RecursionError:
        raise FormatError("", _TOO_DEEP) from None


def _object(pairs: list[tuple[str, object]]) -> dict[str, object]:
    """The object of these pairs, with `_TWICE` for the value of a key that stands twice."""
    found = dict(pairs)
    if len(found) < len(pairs):
        counts = Counter(key for key, _ in pairs)
        found.update((key, _TWICE) for key, count in counts.items() if count > 1)
    return found


def _whole(digits: str) -> int:
    """The number, or one beyond 64 bits if there are more digits than those have."""
    return int(digits) if len(digits) <= 20 else 2**64


def read(data: object, document: type[_D], name: str) -> _D:
    """Data as a document of a format.

    Args:
        data: the data.
        document: the class of the format's shape.
        name: the format's name.

    Raises:
        FormatError: if it is none.
    """
    _measured(data, "", DEEPEST, LARGEST_DOCUMENT)
    if not isinstance(data, dict):
        raise FormatError("", f"an object expected, not {_KINDS[type(data).__name__]}")
    if len(msgspec.json.encode(data)) > LARGEST_DOCUMENT:
        raise FormatError("", TOO_LARGE)
    if data.get("format", name) != name:
        raise FormatError("format", f"{name!r} expected")
    try:
        return msgspec.convert(data, document)
    except msgspec.ValidationError as error:
        raise _explained(str(error), data) from None


_KEY: Final = re.compile(r"[\w-]{1,40}", re.ASCII)
TOO_LARGE: Final = f"larger than {LARGEST_DOCUMENT} bytes"
_TOO_DEEP: Final = "nested too deeply"
_HALF_A_PAIR: Final = "half a surrogate pair is no text"


def _measured(value: object, path: str, depth: int, room: int) -> int:
    """Check that a value is plain data, and what room it leaves of so many bytes of JSON."""
    room -= _least_size(value)
    if room < 0:
        raise FormatError("", TOO_LARGE)
    if depth < 0:
        raise FormatError("", _TOO_DEEP)
    if type(value) is dict:
        for key, item in value.items():
            _check_key(key, path)
            room = _measured(item, joined(path, key), depth - 1, room)
    elif type(value) is list:
        for i, item in enumerate(value):
            room = _measured(item, f"{path}[{i}]", depth - 1, room)
    else:
        _check_scalar(value, path)
    return room


def _least_size(value: object) -> int:
    """The bytes that a value has at least, the first of them counted where the value stands."""
    if type(value) is str:
        return len(value)
    if type(value) is list:
        return 2 * len(value)  # [0,0]
    return 6 * len(value) if type(value) is dict else 0  # {"a":0}


def _check_key(key: object, path: str) -> None:
    """Any text names a tag; other keys are known ones, and have a form that paths can show."""
    if type(key) is not str or (path != "tags" and not _KEY.fullmatch(key)):
        raise FormatError(path, f"unknown key {shown(key)}")
    if not _is_text(key):
        raise FormatError(path, _HALF_A_PAIR)


def _check_scalar(value: object, path: str) -> None:
    if value is _TWICE:
        raise FormatError(path, "the key stands twice")
    if type(value) is int and not fits_64_bits(value):
        raise FormatError(path, "a whole number has at most 64 bits")
    if type(value) is str and not _is_text(value):
        raise FormatError(path, _HALF_A_PAIR)
    if value is not None and type(value) not in (str, int, float, bool):
        raise FormatError(path, f"plain JSON data expected, not {type(value).__name__}")


def _is_text(value: str) -> bool:
    """Whether a string can be written as UTF-8: half a surrogate pair cannot."""
    return value.isascii() or not re.search("[\ud800-\udfff]", value)


def joined(path: str, key: str) -> str:
    """The path of a key's value in the object at a path."""
    if not _KEY.fullmatch(key):
        return f"{path}[{shown(key)}]"
    return f"{path}.{key}" if path else key


def shown(value: object) -> str:
    """A value for a message: a short text as it is, a longer one cut, all else by its type."""
    if type(value) is not str:
        return f"of type {type(value).__name__}"
    return ascii(value if len(value) <= 40 else value[:37] + "...")


# What msgspec says of a shape's faults, in the words of documents.

_KINDS: Final = {
    "NoneType": "null",
    "array": "a list",
    "bool": "true or false",
    "dict": "an object",
    "float": "a number with a fraction",
    "int": "a whole number",
    "list": "a list",
    "null": "null",
    "object": "an object",
    "str": "a text",
}
_CHOICES: Final[dict[str, type[StrEnum]]] = {"phase": Phase, **CHOICES}


def _explained(said: str, data: dict[str, Any]) -> FormatError:
    """The error for what msgspec said, whose place comes last, as in `` - at `$.hands[0]` ``."""
    fault, at, place = said.rpartition(" - at `$")
    path = place.removesuffix("`").removeprefix(".") if at else ""
    if path.endswith("[...]"):
        path = _key_of_fault(path.removesuffix("[...]"), data)
    return FormatError(path, _fault(fault if at else said, path))


def _key_of_fault(path: str, data: dict[str, Any]) -> str:
    """The path of a value that is not of its mapping's kind: msgspec does not name the key."""
    kind = str if path == "tags" else int
    mapping = data
    for key in path.split("."):
        mapping = mapping[key]
    return joined(path, next(key for key, value in mapping.items() if type(value) is not kind))


def _fault(said: str, path: str) -> str:
    if match := re.fullmatch(r"Expected `([^`]+)`, got `([^`]+)`", said):
        expected = " or ".join(_KINDS.get(kind, kind) for kind in match[1].split(" | "))
        return f"{expected} expected, not {_KINDS.get(match[2], match[2])}"
    if match := re.fullmatch(r"Expected `array` of length \D*(\d+).*", said):
        return f"a list of length {match[1]} expected"
    if match := re.fullmatch(r"Object missing required field `(.+)`", said):
        return f"the key {match[1]!r} is missing"
    if match := re.fullmatch(r"Object contains unknown field `(.+)`", said):
        return f"unknown key {match[1]!r}"
    outer, _, key = path.rpartition(".")
    if key == "format":  # of a document in another one, which stands there under its kind's name
        return f"'buraco.{outer.rpartition('.')[2]}/1' expected"
    choices = " or ".join(repr(str(choice)) for choice in _CHOICES.get(key, ()))
    return f"{choices} expected" if choices else said
