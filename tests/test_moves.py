"""Moves as values, and their notation."""

import copy
import pickle

import attrs
import helpers
import plain
import pytest
from helpers import check_reading
from hypothesis import given
from hypothesis import strategies as st
from strategies import loose_cards, moves

from buraco import (
    AddToMeld,
    Discard,
    DrawStock,
    LayMeld,
    Move,
    NotationError,
    TakePile,
    parse_card,
    parse_meld,
    parse_move,
)

RUN = parse_meld("5h6hJk8h")
GROUP = parse_meld("9d9h9s")
EXAMPLES: dict[str, Move] = {
    "D": DrawStock(),
    "P": TakePile(),
    "P:M5h6hJk8h": TakePile(LayMeld(RUN)),
    "P:+0=9d9h9s": TakePile(AddToMeld(0, GROUP)),
    "M5h6hJk8h": LayMeld(RUN),
    "M9d9h9s": LayMeld(GROUP),
    "+0=5h6hJk8h": AddToMeld(0, RUN),
    "+12=9d9h9s": AddToMeld(12, GROUP),
    "+9999=9d9h9s": AddToMeld(9999, GROUP),
    "X9c": Discard(parse_card("9c")),
    "XJk": Discard(parse_card("Jk")),
}


@pytest.mark.parametrize("text", EXAMPLES)
def test_text_and_move(text: str) -> None:
    move = EXAMPLES[text]
    assert str(move) == text
    for strict in (False, True):
        assert parse_move(text, strict=strict) == move
        assert type(parse_move(text, strict=strict)) is type(move)


@given(moves)
def test_moves_round_trip(move: Move) -> None:
    assert parse_move(str(move)) == parse_move(str(move), strict=True) == move
    assert hash(parse_move(str(move))) == hash(move)
    assert str(move).isascii()


@given(moves, moves)
def test_equal_moves_have_equal_texts(one: Move, other: Move) -> None:
    assert (one == other) == (str(one) == str(other))
    assert (one == str(one)) is False  # type: ignore[comparison-overlap]


@given(st.data())
def test_moves_are_read_in_any_spelling(data: st.DataObject) -> None:
    move = data.draw(moves)
    text = str(move)
    at = next((i for i, letter in enumerate(text) if letter in "MX="), len(text) - 1) + 1
    head = text[:at]
    if data.draw(st.booleans()):
        head = head.lower()
    if data.draw(st.booleans()):
        head = head.replace("P:", "P : ").replace("p:", "p : ").replace("=", " = ")
    cards = data.draw(loose_cards(text[at:])) if text[at:] else ""
    before, behind = data.draw(st.sampled_from(["", " "])), data.draw(st.sampled_from(["", " "]))
    assert parse_move(f"{before}{head}{cards}{behind}") == move


@pytest.mark.parametrize(
    "text",
    [
        "d",
        "D ",
        " D",
        "p",
        "P :M3h4h5h",
        "p:M3h4h5h",
        "P:m3h4h5h",
        "P: M3h4h5h",
        "m3h4h5h",
        "M 3h4h5h",
        "M3h4h2h",
        "+ 0=3h4h5h",
        "+0 =3h4h5h",
        "+0= 3h4h5h",
        "+0=9s9d9h",
        "x9c",
        "X 9c",
        "X9C",
        "X9c ",
    ],
)
def test_strict_reading_takes_only_the_canonical_text(text: str) -> None:
    parse_move(text)
    with pytest.raises(NotationError):
        parse_move(text, strict=True)


@pytest.mark.parametrize(
    ("text", "position"),
    [
        ("", 0),
        ("Z", 0),
        ("DD", 1),
        ("D9c", 1),
        ("P9c", 1),
        ("PM3h4h5h", 1),
        ("P:", 2),
        ("P:D", 2),
        ("P:P", 2),
        ("P:X9c", 2),
        ("M", 1),
        ("M3h4h", 1),
        ("M3h4h5x", 5),
        ("P:M3h4h5x", 7),
        ("X", 1),
        ("Xx", 1),
        ("X9c9c", 3),
        ("M3h3h3h", 5),
        ("+", 0),
        ("+=3h4h5h", 0),
        ("+0", 0),
        ("+0:3h4h5h", 0),
        ("+-1=3h4h5h", 0),
        ("+00=3h4h5h", 0),
        ("+01=3h4h5h", 0),
        ("+10000=3h4h5h", 0),
        ("+0=3h4h", 3),
        ("+0=3h4x", 5),
        ("P:+0=3h4x", 7),
        ("+٣=3h4h5h", 0),
        ("9c", 0),
        ("3h4h5h", 0),
    ],
)
def test_errors_name_the_place(text: str, position: int) -> None:
    for strict in (False, True):
        with pytest.raises(NotationError) as error:
            parse_move(text, strict=strict)
        assert error.value.position == position
        assert error.value.text == text


@pytest.mark.parametrize(
    ("text", "position"),
    [
        (" Z", 1),
        ("   ", 3),
        ("D  x", 3),
        ("P  x", 3),
        ("p :  x", 5),
        ("M  3h 4h", 3),
        ("m 3h 3h  3h", 9),
        (" +0 =  3h 4h", 7),
        ("x 3h  4h", 6),
        ("x  ", 3),
        ("x  ?", 3),
    ],
)
def test_errors_name_the_place_after_white_space(text: str, position: int) -> None:
    with pytest.raises(NotationError) as error:
        parse_move(text)
    assert error.value.position == position


def test_what_a_move_begins_with() -> None:
    for text in ("", "  ", "Z", "  Z"):
        with pytest.raises(NotationError, match=r"^D, P, M, \+ or X expected"):
            parse_move(text)
    for text in ("P:", "  p:  Z"):
        with pytest.raises(NotationError, match=r"^M or \+ and a meld expected"):
            parse_move(text)


@given(st.text() | st.text("DPMX+:=0123456789 AcdhsTJQKk♥dpmx\n"), st.booleans())
def test_any_text_is_read_or_refused(text: str, strict: bool) -> None:
    check_reading(parse_move, text, strict=strict)


def nearly(text: str) -> st.SearchStrategy[str]:
    """Texts one letter away from another."""
    places = st.integers(0, len(text))
    letters = st.sampled_from("DPMX+:=019 Jkhs♥ſ\u212a\x00")
    return st.builds(
        lambda at, new, cut: text[:at] + new + text[at + cut :], places, letters, st.integers(0, 1)
    )


@given(moves.map(str).flatmap(nearly), st.booleans())
def test_nearly_a_move_is_read_or_refused(text: str, strict: bool) -> None:
    check_reading(parse_move, text, strict=strict)


@pytest.mark.parametrize(
    ("kind", "values"),
    [
        (LayMeld, ["3h4h5h"]),
        (LayMeld, [None]),
        (LayMeld, [parse_card("3h")]),
        (AddToMeld, ["0", RUN]),
        (AddToMeld, [True, RUN]),
        (AddToMeld, [0.0, RUN]),
        (AddToMeld, [-1, RUN]),
        (AddToMeld, [10_000, RUN]),
        (AddToMeld, [0, "5h6h7h"]),
        (TakePile, ["M3h4h5h"]),
        (TakePile, [RUN]),
        (TakePile, [TakePile()]),
        (TakePile, [Discard(parse_card("3h"))]),
        (Discard, ["9c"]),
        (Discard, [8]),
        (Discard, [None]),
    ],
)
def test_moves_are_made_of_the_right_values(kind: type[Move], values: list[object]) -> None:
    with pytest.raises(NotationError):
        kind(*values)  # type: ignore[arg-type]


@pytest.mark.parametrize("text", EXAMPLES)
def test_moves_are_immutable_values(text: str) -> None:
    move = EXAMPLES[text]
    for protocol in helpers.PICKLE_PROTOCOLS:
        again = pickle.loads(pickle.dumps(move, protocol))
        assert again == move
        assert hash(again) == hash(move)
        assert str(again) == text
    assert copy.copy(move) is move
    assert copy.deepcopy(move) is move
    for field in attrs.fields(type(move)):
        with pytest.raises(attrs.exceptions.FrozenInstanceError):
            setattr(move, field.name, None)
    names = {kind.__name__: kind for kind in (DrawStock, LayMeld, AddToMeld, TakePile, Discard)}
    parsers = {"parse_card": parse_card, "parse_meld": parse_meld}
    assert eval(repr(move), {**names, **parsers}) == move


def test_all_different() -> None:
    assert len(set(EXAMPLES.values())) == len(EXAMPLES)
    assert len({hash(move) for move in EXAMPLES.values()}) == len(EXAMPLES)


def test_every_meld_is_laid_and_added_by_its_text() -> None:
    for text in helpers.all_melds()[::7]:
        for move in (f"M{text}", f"+3={text}", f"P:M{text}", f"P:+3={text}"):
            assert str(parse_move(move, strict=True)) == move


def test_every_card_is_discarded_by_its_text() -> None:
    for name in plain.ORDER:
        assert parse_move(f"X{name}", strict=True) == Discard(parse_card(name))
