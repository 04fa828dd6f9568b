"""Runs and groups as values, and their notation."""

import copy
import pickle
import random

import attrs
import helpers
import plain
import pytest
from helpers import ANY_SHAPE, all_melds, check_reading
from hypothesis import given
from hypothesis import strategies as st
from strategies import loose_cards, melds

import buraco
from buraco import Card, Cards, Group, Meld, NotationError, Rank, Run, Suit, parse_card, parse_meld

MELD_LETTERS = "A23456789TJQKcdhsJk10 ♥"
short_rows = st.lists(st.sampled_from(plain.ORDER), min_size=2, max_size=6)


@st.composite
def rows_of_a_run(draw: st.DrawFn) -> list[str]:
    """Rows that are runs or nearly so: a wild or two put somewhere."""
    suit = draw(st.sampled_from(plain.SUITS))
    low = draw(st.integers(0, 11))
    high = draw(st.integers(low + 2, 14))
    row = list(plain.PLACES[suit][low:high])
    for _ in range(draw(st.integers(0, 2))):
        row[draw(st.integers(0, len(row) - 1))] = draw(st.sampled_from(plain.WILDS))
    return row


@st.composite
def rows_of_a_group(draw: st.DrawFn) -> list[str]:
    """Cards that are a group or nearly so."""
    rank = draw(st.sampled_from(plain.RANKS))
    naturals = draw(st.lists(st.sampled_from([rank + suit for suit in plain.SUITS]), max_size=9))
    return naturals + draw(st.lists(st.sampled_from(plain.WILDS), max_size=2))


rows = short_rows | rows_of_a_run() | rows_of_a_group()


def cards_of(row: list[str]) -> list[Card]:
    return [parse_card(name) for name in row]


def test_there_are_16070_melds() -> None:
    melds = [parse_meld(text, strict=True) for text in all_melds()]
    assert len(set(melds)) == len(melds) == 16_070
    assert len(set(map(hash, melds))) == 16_070
    assert list(map(str, melds)) == all_melds()
    for meld in melds:
        assert parse_meld(str(meld)) is meld
        assert type(meld)(meld.cards) is meld
        assert pickle.loads(pickle.dumps(meld)) is meld


def test_what_melds_tell_of_themselves() -> None:
    """All 16,070 against the plain rules."""
    for text in all_melds():
        meld, cards = parse_meld(text), plain.split(text)
        assert tuple(map(str, meld)) == tuple(map(str, meld.cards)) == cards
        assert len(meld) == len(cards)
        assert str(meld.bag) == plain.bag(cards)
        run, group = plain.as_run(cards, ANY_SHAPE), plain.as_group(cards, ANY_SHAPE)
        if run is not None:
            assert isinstance(meld, Run)
            places = (meld.suit.value, meld.low, meld.high)
            assert places == (run.suit, run.start, run.start + len(cards) - 1)
            assert meld.wild_at == (0 if run.wild is None else run.start + run.wild)
            wild = None if run.wild is None else parse_card(cards[run.wild])
        else:
            assert isinstance(meld, Group)
            assert group is not None
            assert meld.rank is Rank(group.naturals[0][0])
            wild = parse_card(group.wild[0]) if group.wild else None
        assert meld.wild is wild
        assert meld.canasta == plain.canasta(text, "cerrado")


@given(rows)
def test_melds_are_read_as_the_plain_rules_do(row: list[str]) -> None:
    cards, text = tuple(row), "".join(row)
    run, group = plain.as_run(cards, ANY_SHAPE), plain.as_group(cards, ANY_SHAPE)
    if run is None and group is None:
        with pytest.raises(NotationError):
            parse_meld(text)
    else:
        meld = parse_meld(text)
        assert isinstance(meld, Run if run else Group)
        assert str(meld) == "".join(plain.one_form(cards, ANY_SHAPE))
        if str(meld) != text:
            with pytest.raises(NotationError):
                parse_meld(text, strict=True)
    for kind, found in ((Run, run), (Group, group)):
        if found is None:
            with pytest.raises(NotationError):
                kind(cards_of(row))
        else:
            assert kind(cards_of(row)) is parse_meld(text)


@given(st.data())
def test_melds_are_read_in_any_spelling(data: st.DataObject) -> None:
    meld = data.draw(melds)
    assert parse_meld(data.draw(loose_cards(str(meld)))) is meld


@given(st.data())
def test_groups_are_read_in_any_order(data: st.DataObject) -> None:
    group = data.draw(melds.filter(lambda meld: isinstance(meld, Group)))
    cards = data.draw(st.permutations(group.cards))
    assert parse_meld("".join(map(str, cards))) is Group(cards) is group


@given(st.text() | st.text(MELD_LETTERS), st.booleans())
def test_any_text_is_read_or_refused(text: str, strict: bool) -> None:
    check_reading(parse_meld, text, strict=strict)


@pytest.mark.parametrize(
    ("text", "position"),
    [("", 0), ("3h4h", 0), ("3h4h5x", 4), ("5h7h9h", 0), ("7c7c7c", 4), ("3h4h5h?", 6)],
)
def test_errors_name_the_place(text: str, position: int) -> None:
    with pytest.raises(NotationError) as error:
        parse_meld(text)
    assert error.value.position == position
    assert error.value.text == text


@pytest.mark.parametrize("text", ["3h4h2h", "9s9d9h", "9s2h9d", "3h 4h 5h", "10hJhQh", "3h4h5H"])
def test_strict_reading_takes_only_the_canonical_form(text: str) -> None:
    parse_meld(text)
    with pytest.raises(NotationError):
        parse_meld(text, strict=True)


def test_the_canonical_form_is_named() -> None:
    with pytest.raises(NotationError, match="the canonical form is 2h3h4h"):
        parse_meld("3h4h2h", strict=True)


@pytest.mark.parametrize("kind", [Run, Group])
@pytest.mark.parametrize("cards", [["3h", "4h", "5h"], [None] * 3, "3h4h5h", [3, 4, 5]])
def test_melds_are_made_of_cards(kind: type[Run] | type[Group], cards: object) -> None:
    with pytest.raises(NotationError, match="is no Card"):
        kind(cards)  # type: ignore[arg-type]


def test_more_copies_than_there_are() -> None:
    with pytest.raises(NotationError, match="more than 2 copies of 7c"):
        Group([parse_card("7c")] * 3)
    with pytest.raises(NotationError):
        Run([])


def examples() -> list[Meld]:
    return [parse_meld(text) for text in random.Random(1).sample(all_melds(), 200)]


def test_melds_are_shared_immutable_values() -> None:
    for meld in examples():
        for protocol in helpers.PICKLE_PROTOCOLS:
            assert pickle.loads(pickle.dumps(meld, protocol)) is meld
        assert copy.copy(meld) is meld
        assert copy.deepcopy(meld) is meld
        assert repr(meld) == f"parse_meld({str(meld)!r})"
        assert eval(repr(meld), {"parse_meld": parse_meld}) is meld
        assert meld != str(meld)
        assert meld != meld.cards
        with pytest.raises(attrs.exceptions.FrozenInstanceError):
            meld.cards = ()
        with pytest.raises(attrs.exceptions.FrozenInstanceError):
            del meld.wild


def test_melds_for_display() -> None:
    assert parse_meld("5h6hJk8h").pretty == "5♥ 6♥ 🃏 8♥"
    assert parse_meld("TcTd2s").pretty == "10♣ 10♦ 2♠"


def test_an_example_of_each() -> None:
    run = Run(cards_of(["5h", "6h", "Jk", "8h"]))
    assert (run.suit, run.low, run.high, run.wild_at) == (Suit.HEARTS, 5, 8, 7)
    assert run.wild is buraco.JOKER
    assert run.bag == Cards(cards_of(["Jk", "5h", "6h", "8h"]))
    group = Group(cards_of(["2s", "7h", "7c"]))
    assert (group.rank, str(group), str(group.wild)) == (Rank.SEVEN, "7c7h2s", "2s")
    assert group.bag == Cards(group)
