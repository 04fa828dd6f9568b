"""Records: a hand with all its moves, to replay, to save and to take moves back.

A `Record` never changes: each move gives a new one. It keeps the state after every move, so that
going to any of them costs nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import chain
from operator import itemgetter
from typing import IO, Any, final

import attrs

from buraco.cards import Card
from buraco.errors import DealError, RecordError, shown
from buraco.moves import DrawStock, Move, TakePile
from buraco.scoring import score
from buraco.state import GameState
from buraco.values import Value

__all__ = ["Record", "read_records", "reveals", "write_records"]


@final
@attrs.frozen(kw_only=True, repr=False)
class Record(Value):
    """A hand from some state on, with the moves made since; immutable, hashable, comparable.

    Records are made by `Record.start` and `play`, or read from documents. Two are equal if they
    start from the same state and have the same moves and tags.

    >>> import buraco
    >>> record = Record.start(buraco.GameState.deal(buraco.CERRADO, players=4, seed=7))
    >>> record = record.play(buraco.parse_move("D")).play(buraco.parse_move("M7c7h2s"))
    >>> record
    <Record of 2 moves, <GameState cerrado: seat 0 to play; hands 9 11 11 11, stock 41, pile 0, \
muertos 2>>
    >>> record.back().state == record.state_at(1)
    True
    """

    _states: tuple[GameState, ...] = attrs.field(eq=itemgetter(0))
    moves: tuple[Move, ...] = ()
    """The moves made."""
    _tags: tuple[tuple[str, str], ...] = attrs.field(default=(), eq=frozenset)

    @classmethod
    def start(cls, state: GameState, tags: Mapping[str, str] | None = None) -> Record:
        """Begin a record.

        Args:
            state: where the hand begins: dealt, or in any other state.
            tags: free texts by free names, such as the players' names or the date.

        Returns:
            The record, no move made.

        Raises:
            RecordError: if these are no state and no texts that can be written as UTF-8.

        >>> import buraco
        >>> hand = buraco.GameState.deal(buraco.CERRADO, seed=7)
        >>> Record.start(hand, {"event": "club night"}).tags
        {'event': 'club night'}
        """
        if not isinstance(state, GameState):
            raise RecordError(f"a record starts from a GameState, not from {shown(state)}")
        return cls(states=(state,), tags=_checked_tags({} if tags is None else tags))

    @property
    def state(self) -> GameState:
        """The state after the last move."""
        return self._states[-1]

    @property
    def tags(self) -> dict[str, str]:
        """The tags: free texts by free names."""
        return dict(self._tags)

    @property
    def deck(self) -> tuple[Card, ...] | None:
        """A deck that `GameState.deal` deals the first state from; None if no deal made it.

        A hand does not tell in which order its cards were dealt, so they come in canonical order.

        >>> import buraco
        >>> state = buraco.GameState.deal(buraco.CERRADO, players=2, seed=7)
        >>> buraco.GameState.deal(buraco.CERRADO, players=2, deck=Record.start(state).deck) == state
        True
        """
        first = self._states[0]
        deck = (*chain(*first.hands), *chain(*first.muertos), *first.stock)
        try:
            dealt = GameState.deal(first.rules, first.players, deck=deck, starter=first.starter)
        except DealError:  # cards lie elsewhere
            return None
        return deck if dealt == first else None

    @property
    def score(self) -> tuple[int, int] | None:
        """The points of the two sides; None while the hand is not over (R9)."""
        return score(self.state).totals if self.state.is_over else None

    @property
    def undo_limit(self) -> int:
        """How many moves must stay if no move that revealed a card is to be taken back.

        To take a move back is a courtesy of the program: in the rules nothing can be (R3.3).

        It is the number, counted from 1, of the last move that `reveals` holds of, or that ended
        the hand: the score then tells what the other hands were worth (R9). 0 if there is none. A
        server lets players take back moves as long as that many are left.

        >>> import buraco
        >>> record = Record.start(buraco.GameState.deal(buraco.CERRADO, seed=7))
        >>> record = record.play(buraco.parse_move("D")).play(buraco.parse_move("M7c7h2s"))
        >>> record.undo_limit, len(record.moves)
        (1, 2)
        """
        for number in range(len(self.moves), 0, -1):
            before, after = self._states[number - 1 : number + 1]
            if after.is_over or _reveals(before, self.moves[number - 1], after):
                return number
        return 0

    def play(self, move: Move, *, seat: int | None = None) -> Record:
        """Make a move.

        Args:
            move: the move.
            seat: whose move it is to be; left out, the seat to move.

        Returns:
            The record with it; this record stays as it is.

        Raises:
            IllegalMove: if the rules refuse the move, with the reason.
            TypeError: if it is no move at all, or no seat.
        """
        after = self.state.apply(move, seat=seat)
        return Record(states=(*self._states, after), moves=(*self.moves, move), tags=self._tags)

    def back(self, count: int = 1) -> Record:
        """Take back the last moves, whatever they revealed; see `undo_limit`.

        Args:
            count: how many.

        Returns:
            The record without them.

        Raises:
            RecordError: if it has not so many.
        """
        number = len(self.moves) - _checked_number(count, len(self.moves))
        return Record(states=self._states[: number + 1], moves=self.moves[:number], tags=self._tags)

    def states(self) -> Iterator[GameState]:
        """All states, from the one before the first move to the one after the last.

        >>> import buraco
        >>> record = Record.start(buraco.GameState.deal(buraco.CERRADO, seed=7))
        >>> [state.phase.value for state in record.play(buraco.parse_move("D")).states()]
        ['draw', 'play']
        """
        return iter(self._states)

    def state_at(self, number: int) -> GameState:
        """The state after so many moves.

        Args:
            number: how many; 0 for the state before the first move.

        Raises:
            RecordError: if the record has not so many moves.
        """
        return self._states[_checked_number(number, len(self.moves))]

    def with_tags(self, tags: Mapping[str, str]) -> Record:
        """The same record with other tags.

        Args:
            tags: the tags, instead of those that it has.

        Raises:
            RecordError: if they are no texts that can be written as UTF-8.

        >>> import buraco
        >>> record = Record.start(buraco.GameState.deal(buraco.CERRADO, seed=7), {"table": "4"})
        >>> record.with_tags({**record.tags, "date": "2026-05-01"}).tags
        {'table': '4', 'date': '2026-05-01'}
        """
        return Record(states=self._states, moves=self.moves, tags=_checked_tags(tags))

    def to_dict(self) -> dict[str, Any]:
        """The record as a `buraco.record/1` document: all cards, hidden ones too.

        Raises:
            FormatError: if reading would refuse the document: larger than one mebibyte, or with
                a score of more than 64 bits.

        >>> import buraco
        >>> record = Record.start(buraco.GameState.deal(buraco.CERRADO, seed=7))
        >>> record.play(buraco.parse_move("D")).to_dict()["moves"]
        ['D']
        """
        from buraco import codec_record

        return codec_record.record_to_dict(self)

    def to_json(self) -> str:
        """The record as `buraco.record/1` JSON text, one line without its end; see `to_dict`."""
        from buraco import codec_record

        return codec_record.record_to_json(self)

    @classmethod
    def from_dict(cls, data: object) -> Record:
        """Read a `buraco.record/1` document, and replay it.

        Args:
            data: the document.

        Returns:
            The record.

        Raises:
            ReplayError: if one of its moves cannot be made: the first such move.
            FormatError: if it is no such document, or its score is not the one that the moves
                give, naming the path.

        >>> import buraco
        >>> record = Record.start(buraco.GameState.deal(buraco.CERRADO, seed=7))
        >>> Record.from_dict(record.to_dict()) == record
        True
        """
        from buraco import codec_record

        return codec_record.record_from_dict(data)

    @classmethod
    def from_json(cls, text: str | bytes) -> Record:
        """Read `buraco.record/1` JSON text, and replay it.

        Args:
            text: the text, or its bytes in UTF-8.

        Returns:
            What `from_dict` gives for the document.

        Raises:
            FormatError: as `from_dict`; also for what is no JSON, and for more than one mebibyte.
            ReplayError: as `from_dict`.

        >>> import buraco
        >>> record = Record.start(buraco.GameState.deal(buraco.CERRADO, players=2, seed=7))
        >>> Record.from_json(record.to_json()) == record
        True
        """
        from buraco import codec_record

        return codec_record.record_from_json(text)

    def __repr__(self) -> str:
        """The number of moves and the last state, never hidden cards: it ends up in logs."""
        return f"<Record of {len(self.moves)} moves, {self.state!r}>"


def reveals(state: GameState, move: Move) -> bool:
    """Whether a move shows its player cards that he could not see before.

    Such are drawing from the stock; taking a closed pile that has more than its top card (R3.5);
    and a play or discard that empties the hand, so that it takes a muerto (R7.1). All others show
    only what he held or saw. What the score tells after the last move is not looked at here, but
    by `Record.undo_limit`.

    Args:
        state: the state before the move.
        move: the move.

    Raises:
        IllegalMove: if the rules refuse the move.
        TypeError: if it is no move at all.

    >>> import buraco
    >>> state = buraco.GameState.deal(buraco.CERRADO, players=4, seed=7)
    >>> reveals(state, buraco.parse_move("D"))
    True
    >>> reveals(state.apply(buraco.parse_move("D")), buraco.parse_move("XQs"))
    False
    """
    return _reveals(state, move, state.apply(move))


def _reveals(before: GameState, move: Move, after: GameState) -> bool:
    if isinstance(move, DrawStock):
        return True
    if isinstance(move, TakePile) and move.play is not None and len(before.pile) > 1:
        return True
    side = before.turn % 2
    return before.sides[side].muerto is None and after.sides[side].muerto is not None


def read_records(lines: Iterable[str | bytes]) -> Iterator[Record]:
    """Read records from JSON Lines, one at a time, however many there are.

    Lines with nothing but white space are passed over, but counted. Of an open file no more
    than the largest allowed document, one mebibyte, is read at once; open it for bytes, or with
    ``encoding="utf-8"``, which is less exact about the line where bytes are no UTF-8. Reading
    ends with the first fault; to go on after it, read each line with `Record.from_json`.

    Args:
        lines: an open file, or any lines with or without their ends.

    Returns:
        The records, each read when it is asked for.

    Raises:
        FormatError: when the faulty line is reached; also `ReplayError`. Its `line` is the number
            of the line, counted from 1.
        TypeError: for one text instead of lines.

    >>> import buraco
    >>> record = Record.start(buraco.GameState.deal(buraco.CERRADO, seed=7))
    >>> list(read_records([record.to_json(), "", record.to_json()])) == [record, record]
    True
    >>> list(read_records([record.to_json(), "{}"]))
    Traceback (most recent call last):
        ...
    buraco.errors.FormatError: line 2: the key 'format' is missing
    """
    from buraco import codec_record

    if isinstance(lines, (str, bytes)):
        raise TypeError(f"lines or an open file expected, not {shown(lines)}")
    return codec_record.records_from_lines(lines)


def write_records(records: Iterable[Record], file: IO[str]) -> None:
    """Write records as JSON Lines, one line each.

    Args:
        records: the records, each asked for when the one before has been written.
        file: a file opened for text, with ``encoding="utf-8"``.

    Raises:
        FormatError: for a record that cannot be written; see `Record.to_dict`.

    >>> import buraco, io
    >>> file = io.StringIO()
    >>> write_records([Record.start(buraco.GameState.deal(buraco.CERRADO, seed=7))] * 2, file)
    >>> len(file.getvalue().splitlines())
    2
    """
    for record in records:
        file.write(record.to_json() + "\n")


def _checked_number(number: int, most: int) -> int:
    if type(number) is not int or not 0 <= number <= most:
        raise RecordError(f"a number of moves is 0 to {most} here, not {shown(number)}")
    return number


def _checked_tags(tags: Mapping[str, str]) -> tuple[tuple[str, str], ...]:
    if not isinstance(tags, Mapping):
        raise RecordError(f"tags are a mapping of texts to texts, not {shown(tags)}")
    pairs = tuple(tags.items())
    for text in (text for pair in pairs for text in pair):
        if not isinstance(text, str) or not _is_utf_8(text):
            raise RecordError(f"a tag is a text that can be written as UTF-8, not {shown(text)}")
    return tuple((str(name), str(value)) for name, value in pairs)


def _is_utf_8(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:  # half a surrogate pair
        return False
    return True
