"""Cards and bags as values, and their notation."""

import copy
import operator
import pickle
import random
import re
from collections import Counter

import attrs
import helpers
import plain
import pytest
from helpers import check_reading
from hypothesis import given
from hypothesis import strategies as st
from strategies import bags, cards, loose_cards

import buraco
from buraco import (
    JOKER,
    BuracoError,
    Card,
    Cards,
    CardsError,
    NotationError,
    Rank,
    Suit,
    parse_card,
    parse_cards,
)

EVERY = [parse_card(name) for name in plain.ORDER]


def in_order(cards: "Counter[Card]") -> list[Card]:
    """The cards of a multiset in canonical order."""
    return sorted(cards.elements(), key=lambda card: plain.ORDER.index(str(card)))


# One card.


def test_there_are_53_cards_in_canonical_order() -> None:
    assert [str(card) for card in EVERY] == plain.ORDER
    assert [card.number for card in EVERY] == list(range(53))
    assert len(set(EVERY)) == 53
    assert sorted(random.Random(1).sample(EVERY, 53)) == EVERY


def test_cards_compare_by_their_order_and_with_cards_only() -> None:
    for name in ("lt", "le", "gt", "ge"):
        compare = getattr(operator, name)
        for one in EVERY:
            for other in EVERY:
                assert compare(one, other) == compare(one.number, other.number)
        with pytest.raises(TypeError):
            compare(EVERY[0], "Ac")
        with pytest.raises(TypeError):
            compare(EVERY[0], 0)
    strangers: list[object] = ["Ac", 0, None]
    for stranger in strangers:
        assert EVERY[0] != stranger
        assert stranger != EVERY[0]


def test_rank_and_suit() -> None:
    for card, name in zip(EVERY[:52], plain.ORDER, strict=False):
        assert card.rank is Rank(name[0])
        assert card.suit is Suit(name[1])
        assert not card.is_joker
        assert Card(card.rank, card.suit) is card
    assert Card() is JOKER is EVERY[52]
    assert (JOKER.rank, JOKER.suit, JOKER.is_joker) == (None, None, True)


def test_cards_are_matched() -> None:
    match parse_card("5h"):
        case Card(Rank.FIVE, suit):
            assert suit is Suit.HEARTS
        case _:
            pytest.fail("a five")


@pytest.mark.parametrize(
    "values",
    [
        (Rank.ACE, None),
        (None, Suit.CLUBS),
        ("A", "c"),
        (Suit.CLUBS, Rank.ACE),
        (Rank.ACE, "c"),
        (1, 2),
    ],
)
def test_half_a_card_is_refused(values: tuple[object, object]) -> None:
    with pytest.raises(CardsError):
        Card(*values)  # type: ignore[call-overload]


def test_cards_are_shared_immutable_values() -> None:
    for card in EVERY:
        for protocol in helpers.PICKLE_PROTOCOLS:
            assert pickle.loads(pickle.dumps(card, protocol)) is card
        assert copy.copy(card) is card
        assert copy.deepcopy(card) is card
        assert repr(card) == f"parse_card({str(card)!r})"
        assert eval(repr(card), {"parse_card": parse_card}) is card
    with pytest.raises(attrs.exceptions.FrozenInstanceError):
        EVERY[0].number = 1  # type: ignore[misc]
    with pytest.raises(attrs.exceptions.FrozenInstanceError):
        del EVERY[0].number
    with pytest.raises((attrs.exceptions.FrozenInstanceError, AttributeError)):
        EVERY[0].more = 1  # type: ignore[attr-defined]


def test_cards_for_display() -> None:
    assert [parse_card(name).pretty for name in ("5h", "Ts", "Ac", "2d", "Jk")] == [
        "5♥",
        "10♠",
        "A♣",
        "2♦",
        "🃏",
    ]
    assert parse_cards("Th3cJk3c").pretty == "3♣ 3♣ 10♥ 🃏"
    assert Cards().pretty == ""


# Notation.


@given(st.data())
def test_cards_are_read_in_any_spelling(data: st.DataObject) -> None:
    card = data.draw(cards)
    assert parse_card(data.draw(loose_cards(str(card)))) is card
    assert parse_card(str(card), strict=True) is card


@given(st.data())
def test_bags_are_read_in_any_spelling_and_order(data: st.DataObject) -> None:
    bag = data.draw(bags)
    names = data.draw(st.permutations(plain.split(str(bag))))
    assert parse_cards(data.draw(loose_cards("".join(names)))) == bag
    assert parse_cards(str(bag), strict=True) == bag
    if "".join(names) != str(bag):
        with pytest.raises(NotationError):
            parse_cards("".join(names), strict=True)


@pytest.mark.parametrize(
    "text", ["th", "TH", "10h", " Th", "Th ", "T h", "T♥", "jk", "JK", "5♥\ufe0f"]
)
def test_strict_reading_takes_only_the_canonical_spelling(text: str) -> None:
    parse_card(text)
    with pytest.raises(NotationError):
        parse_card(text, strict=True)


@pytest.mark.parametrize(
    ("text", "position"),
    [
        ("3c4x", 2),
        ("x", 0),
        ("3", 0),
        ("3c4", 2),
        ("3c 4d  Q", 7),
        ("3c,4c", 2),
        ("3cJ", 2),
        ("1h", 0),
        ("3c11h", 2),
        ("3c ?", 3),
        (" ?3c", 1),
        ("3c \u00a0", 3),
        ("3c3c3c", 4),
        ("3c 4d 3c  10h 3 c", 14),
        ("JkJkJkJkJk", 8),
        ("ſ", 0),
        ("5ſ", 0),
        ("Jſ", 0),
        ("J\u212a", 0),  # the kelvin sign
        ("٣h", 0),  # an Arabic digit
        ("🃏", 0),
    ],
)
def test_errors_name_the_place(text: str, position: int) -> None:
    with pytest.raises(NotationError) as error:
        parse_cards(text)
    assert error.value.position == position
    assert error.value.text == text
    assert error.value.message in str(error.value)
    assert str(position) in str(error.value)
    assert isinstance(error.value, BuracoError)
    assert isinstance(error.value, ValueError)


@pytest.mark.parametrize(
    ("text", "position"), [("", 0), ("  ", 2), ("3c4c", 2), ("3c  ? ", 4), (" 3c  4c", 5)]
)
def test_errors_of_one_card_name_the_place(text: str, position: int) -> None:
    with pytest.raises(NotationError) as error:
        parse_card(text)
    assert error.value.position == position


@pytest.mark.parametrize("text", ["", "  ", "3c4c", "3c 3c"])
def test_one_card_is_read_as_one(text: str) -> None:
    assert len(parse_cards(text)) != 1
    with pytest.raises(NotationError, match="one card expected"):
        parse_card(text)


@pytest.mark.parametrize("value", [None, 5, b"3c", ["3c"], parse_card("3c")])
def test_only_text_is_read(value: object) -> None:
    for parse in (parse_card, parse_cards, buraco.parse_meld, buraco.parse_move):
        with pytest.raises(NotationError, match="text expected"):
            parse(value)  # type: ignore[arg-type]


CARD_LETTERS = "A23456789TJQKcdhsJk10 ♣♦♥♠\ufe0f\t"


@given(st.text() | st.text(CARD_LETTERS), st.booleans())
def test_any_text_is_read_or_refused(text: str, strict: bool) -> None:
    check_reading(parse_card, text, strict=strict)
    check_reading(parse_cards, text, strict=strict)


def test_long_texts_are_cut_in_messages() -> None:
    with pytest.raises(NotationError) as error:
        parse_cards("x" * 10_000)
    assert len(str(error.value)) < 200
    assert error.value.text == "x" * 10_000


def test_an_error_without_a_text() -> None:
    assert str(NotationError("no such thing")) == "no such thing"


# Bags.


@given(bags)
def test_a_bag_counts(bag: Cards) -> None:
    counter = Counter(bag)
    assert list(bag) == in_order(counter)
    assert len(bag) == counter.total()
    assert bool(bag) == bool(counter)
    assert str(bag) == "".join(map(str, in_order(counter)))
    assert [bag.count(card) for card in EVERY] == [counter[card] for card in EVERY]
    assert [card in bag for card in EVERY] == [card in counter for card in EVERY]
    assert Cards(counter) == Cards(reversed(list(bag))) == bag
    assert hash(Cards(counter)) == hash(bag)
    assert repr(bag) == f"parse_cards({str(bag)!r})"
    assert eval(repr(bag), {"parse_cards": parse_cards}) == bag


def test_what_is_no_card_is_in_no_bag() -> None:
    bag = parse_cards("3c3c")
    for value in ("3c", 2, None, bag):
        assert value not in bag
        assert bag.count(value) == 0  # type: ignore[arg-type]


@given(bags, bags)
def test_bags_are_joined(one: Cards, other: Cards) -> None:
    joined = Counter(one) + Counter(other)
    if any(count > (4 if card is JOKER else 2) for card, count in joined.items()):
        with pytest.raises(CardsError, match="more than"):
            one + other
    else:
        assert one + other == other + one == Cards(joined)
        assert (one + other) - other == one


@given(bags, bags)
def test_bags_are_compared(one: Cards, other: Cards) -> None:
    first, second = Counter(one), Counter(other)
    assert (one == other) == (first == second)
    assert (one <= other) == (other >= one) == (first <= second)
    assert (one < other) == (other > one) == (first < second)


@given(st.data())
def test_parts_of_a_bag(data: st.DataObject) -> None:
    bag = data.draw(bags)
    part = Cards(card for card in bag if data.draw(st.booleans()))
    assert part <= bag
    assert bag >= part
    assert (part < bag) == (bag > part) == (len(part) < len(bag))
    assert bag - part == Cards(Counter(bag) - Counter(part))
    assert (bag - part) + part == bag


@given(bags, bags)
def test_only_what_is_there_is_taken_away(one: Cards, other: Cards) -> None:
    missing = Cards(Counter(other) - Counter(one))
    if missing:
        with pytest.raises(CardsError, match=f"^{missing} not in"):
            one - other
    else:
        assert len(one - other) == len(one) - len(other)


def test_the_whole_deck_fits_into_a_bag() -> None:
    whole = Cards(buraco.deck())
    assert len(whole) == 108
    assert whole - whole == Cards()
    assert all(whole - Cards([card]) < whole for card in EVERY)
    for card in EVERY:
        with pytest.raises(CardsError, match="more than"):
            whole + Cards([card])


@pytest.mark.parametrize(
    "value",
    [
        ["3c"],
        "3c",
        [None],
        [parse_card("3c")] * 3,
        [JOKER] * 5,
        {parse_card("3c"): 3},
        {parse_card("3c"): -1},
        {parse_card("3c"): True},
        {parse_card("3c"): 1.0},
        {"3c": 1},
    ],
)
def test_what_is_no_bag(value: object) -> None:
    with pytest.raises(CardsError):
        Cards(value)  # type: ignore[arg-type]


def test_bags_know_bags_only() -> None:
    bag = parse_cards("3c")
    others: list[object] = ["3c", [parse_card("3c")], Counter([parse_card("3c")]), 1, None]
    for name in ("add", "sub", "lt", "le", "gt", "ge"):
        compute = getattr(operator, name)
        for other in others:
            with pytest.raises(TypeError):
                compute(bag, other)
    assert all(bag != other for other in others)


@given(bags)
def test_bags_are_immutable_values(bag: Cards) -> None:
    for protocol in helpers.PICKLE_PROTOCOLS:
        assert pickle.loads(pickle.dumps(bag, protocol)) == bag
    assert copy.copy(bag) is bag
    assert copy.deepcopy(bag) is bag
    with pytest.raises(attrs.exceptions.FrozenInstanceError):
        bag._bag = 0  # type: ignore[misc]
    for name in ("append", "add", "pop", "__setitem__", "__delitem__"):
        assert not hasattr(bag, name)


# The deck.


@pytest.mark.parametrize("jokers", range(5))
def test_the_deck(jokers: int) -> None:
    names = [str(card) for card in buraco.deck(jokers)]
    assert names == plain.ORDER[:52] * 2 + ["Jk"] * jokers


@pytest.mark.parametrize("jokers", [-1, 5, True, 2.0, None, "4"])
def test_no_other_deck(jokers: object) -> None:
    with pytest.raises(CardsError, match=re.escape(repr(jokers))):
        buraco.deck(jokers)  # type: ignore[arg-type]
