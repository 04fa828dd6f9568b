"""Documents in and out: ``buraco.record/1``, one by one or as JSON Lines."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from io import IOBase
from typing import Any, Final

from buraco.cards import CARDS
from buraco.codec import (
    check_deck,
    check_players,
    check_seat,
    numbers_of,
    rules_named,
    rules_of,
    state_document,
    state_of,
)
from buraco.errors import FormatError, IllegalMove, NotationError, ReplayError
from buraco.moves import parse_move
from buraco.record import Record
from buraco.shapes import (
    LARGEST_DOCUMENT,
    TOO_LARGE,
    PlayedOnDocument,
    RecordDocument,
    as_dict,
    as_json,
    parsed,
    read,
)
from buraco.state import GameState
from buraco.values import fits_64_bits

__all__ = [
    "record_from_dict",
    "record_from_json",
    "record_to_dict",
    "record_to_json",
    "records_from_lines",
]

_Shape = RecordDocument | PlayedOnDocument


def record_to_dict(record: Record) -> dict[str, Any]:
    """The ``buraco.record/1`` document of a record.

    Args:
        record: the record.

    Returns:
        The document, its keys in the order of the format; with a deck if the record starts with
        a deal, else with a state.

    Raises:
        FormatError: if reading would refuse it.

    >>> import buraco
    >>> record = Record.start(buraco.GameState.deal(buraco.CERRADO, players=4, seed=1))
    >>> record_from_dict(record_to_dict(record)) == record
    True
    """
    document = _record_document(record)
    _checked_json(document)
    return as_dict(document)


def record_to_json(record: Record) -> str:
    """The ``buraco.record/1`` document of a record as JSON text; see `record_to_dict`."""
    return _checked_json(_record_document(record))


def record_from_dict(data: object) -> Record:
    """Read a ``buraco.record/1`` document, and replay it.

    Args:
        data: the document.

    Returns:
        The record.

    Raises:
        ReplayError: if one of its moves cannot be made.
        FormatError: if it is none, naming the path and the fault.

    >>> import buraco
    >>> record = Record.start(buraco.GameState.deal(buraco.CERRADO, players=4, seed=1))
    >>> record_from_dict({**record_to_dict(record), "score": [310, -45]})
    Traceback (most recent call last):
        ...
    buraco.errors.FormatError: score: [310, -45] recorded, but the hand is not over
    """
    if type(data) is dict and "state" in data:
        played_on = read(data, PlayedOnDocument, "buraco.record/1")
        return _replayed(_first_state(played_on), played_on)
    document = read(data, RecordDocument, "buraco.record/1")
    return _replayed(_dealt(document), document)


def record_from_json(text: str | bytes) -> Record:
    """Read ``buraco.record/1`` JSON text; see `record_from_dict`."""
    return record_from_dict(parsed(text))


# Writing.


def _record_document(record: Record) -> _Shape:
    first, deck = record.state_at(0), record.deck
    moves = list(map(str, record.moves))
    score = None if record.score is None else list(record.score)
    if deck is None:
        return PlayedOnDocument(
            format="buraco.record/1",
            state=state_document(first),
            moves=moves,
            score=score,
            tags=record.tags,
        )
    return RecordDocument(
        format="buraco.record/1",
        rules=rules_named(first.rules),
        players=first.players,
        starter=first.starter,
        deck="".join(map(str, deck)),
        moves=moves,
        score=score,
        tags=record.tags,
    )


def _checked_json(document: _Shape) -> str:
    """The JSON text of a document that reading would not refuse."""
    for side, total in enumerate(document.score or ()):
        if not fits_64_bits(total):
            raise FormatError(f"score[{side}]", "a whole number has at most 64 bits")
    text = as_json(document)
    if len(text.encode()) > LARGEST_DOCUMENT:
        raise FormatError("", TOO_LARGE)
    return text


# Reading.


def _dealt(document: RecordDocument) -> GameState:
    rules = rules_of(document.rules)
    check_players(document.players, rules, "players")
    check_seat(document.starter, document.players, "starter")
    numbers = numbers_of(document.deck, "deck")
    check_deck(rules, [numbers], "deck")
    deck = [CARDS[number] for number in numbers]
    return GameState.deal(rules, document.players, deck=deck, starter=document.starter)


def _first_state(document: PlayedOnDocument) -> GameState:
    try:
        return state_of(document.state)
    except FormatError as error:
        path = f"state.{error.path}" if error.path else "state"
        raise FormatError(path, error.message) from None


def _replayed(first: GameState, document: _Shape) -> Record:
    """The record of a document's moves, whose score must be the recorded one."""
    states, moves = [first], []
    for number, text in enumerate(document.moves):
        try:
            move = parse_move(text, strict=True)
            states.append(states[-1].apply(move))
        except (NotationError, IllegalMove) as error:
            raise ReplayError(number, text, error) from error
        moves.append(move)
    record = Record(states=tuple(states), moves=tuple(moves), tags=tuple(document.tags.items()))
    if document.score is not None:
        _check_score(record, document.score)
    return record


def _check_score(record: Record, recorded: list[int]) -> None:
    if record.score is None:
        raise FormatError("score", f"{recorded} recorded, but the hand is not over")
    if list(record.score) != recorded:
        raise FormatError("score", f"{recorded} recorded, the moves give {list(record.score)}")


# JSON Lines.

_ROOM: Final = LARGEST_DOCUMENT + 2
"""How much is read of a line at most: a document and its line's end."""


def records_from_lines(lines: Iterable[str | bytes]) -> Iterator[Record]:
    """Read records from JSON Lines, one at a time; see `buraco.record.read_records`."""
    number = 0
    remaining = _lines(lines)
    while True:
        number += 1
        try:
            record = _record_of_line(next(remaining))
        except StopIteration:
            return
        except FormatError as error:
            error.line = number
            raise
        except UnicodeDecodeError as error:  # of a file opened for text
            fault = FormatError("", f"not UTF-8 text: {error.reason}")
            fault.line = number
            raise fault from None
        if record is not None:
            yield record


def _lines(lines: Iterable[str | bytes]) -> Iterator[str | bytes]:
    """The lines; those of a file are cut beyond what a document may have."""
    if isinstance(lines, IOBase):
        return iter(lambda: lines.readline(_ROOM) or None, None)
    return iter(lines)


def _record_of_line(line: str | bytes) -> Record | None:
    """The record of a line; None for a blank line."""
    if isinstance(line, bytes):
        line = line.removesuffix(b"\n").removesuffix(b"\r")
    elif isinstance(line, str):
        line = line.removesuffix("\n").removesuffix("\r")
    else:
        raise FormatError("", f"JSON text expected, not {type(line).__name__}")
    if len(line) > LARGEST_DOCUMENT:
        raise FormatError("", TOO_LARGE)
    return record_from_json(line) if line.strip() else None
