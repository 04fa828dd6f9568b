"""Text and JSON from strangers: read in time, refused with an error of the library's own."""

import json
import sys
import time
from collections.abc import Callable
from typing import Any

import pytest
from documents import JSON, mutations, state_document
from fuzz_readers import READERS, check
from hypothesis import given
from hypothesis import strategies as st

import buraco
from buraco import BuracoError, GameState, Match, NotationError, RuleSet
from buraco.cards import LONGEST_TEXT

MANY_HANDS = [{"starter": n % 4, "totals": [1, 2]} for n in range(4000)]
DOCUMENTS: dict[str, dict[str, Any]] = {
    "rules": buraco.CERRADO.to_dict() | {"name": "casa"},
    "state": state_document(melds=(["7c7h7h2s"], ["QhKhAh"])),
    "match": Match.start(buraco.CERRADO, target=10**9).to_dict()
    | {"hands": MANY_HANDS[:2], "starter": 2},
}
KINDS: dict[str, Any] = {"rules": RuleSet, "state": GameState, "match": Match}
PARSERS = [buraco.parse_card, buraco.parse_cards, buraco.parse_meld, buraco.parse_move]
every_parser = pytest.mark.parametrize("parse", PARSERS, ids=lambda parse: parse.__name__)
every_reader = pytest.mark.parametrize("name", READERS)
every_document = pytest.mark.parametrize("name", DOCUMENTS)

TEXTS = st.one_of(
    st.text(),
    st.text(st.characters(categories=["Cs", "Nd", "Zs", "Cc"])),
    st.text("A23456789TJQKcdhs10♣♦♥♠jk \n\ufe0f", max_size=60),
    st.text('{}[]",:0123456789eE+-. \\un', max_size=60),
    JSON.map(json.dumps),
)


@every_reader
@given(text=TEXTS)
def test_any_text(name: str, text: str) -> None:
    check(READERS[name], text)


@every_document
@given(data=st.data())
def test_mutated_documents(name: str, data: st.DataObject) -> None:
    document = data.draw(mutations(st.just(DOCUMENTS[name])))
    check(READERS[f"{name}-json"], json.dumps(document))
    check(READERS[f"{name}-dict"], json.dumps(document))


VALUES = [
    "9" * 5000,
    "-" + "9" * 500_000,
    "1e999999999",
    "NaN",
    "-Infinity",
    "0." + "1" * 5000,
    "[" * 17 + "]" * 17,
    "[" * 400_000,
    '{"a":' * 100_000,
    '"\\ud800"',
    '"' + "3h" * 400_000 + '"',
    "[" + "0," * 200_000 + "0]",
    "[" + '"3h",' * 100_000 + '"3h"]',
    "{" + ",".join(f'"k{n}":0' for n in range(50_000)) + "}",
    '{"a": 1, "a": 1}',
]


@every_document
@pytest.mark.parametrize("value", VALUES, ids=lambda value: value[:10])
def test_odd_values_in_every_place(name: str, value: str) -> None:
    reader = READERS[f"{name}-json"]
    document = DOCUMENTS[name]
    for key in document:
        text = json.dumps({**document, key: "@"}).replace('"@"', value)
        assert not check(reader, text)
        doubled = json.dumps(document)[:-1] + f', "{key}": {value}}}'
        assert not check(reader, doubled)


@every_document
def test_every_key_twice(name: str) -> None:
    text = json.dumps(DOCUMENTS[name])
    for key, value in DOCUMENTS[name].items():
        with pytest.raises(buraco.FormatError, match="the key stands twice") as error:
            KINDS[name].from_json(f"{text[:-1]}, {json.dumps(key)}: {json.dumps(value)}}}")
        assert error.value.path == key


@pytest.mark.parametrize("value", [None, 1, 1.5, b"cerrado", [], {}, ["cerrado"], buraco.CERRADO])
def test_names_that_are_no_text(value: Any) -> None:
    with pytest.raises(buraco.UnknownRuleSet, match="known: abierto"):
        buraco.rule_set(value)
    for parse in PARSERS:
        with pytest.raises(NotationError, match="a text expected"):
            parse(value)


# Sizes.


@every_parser
@pytest.mark.parametrize("strict", [False, True])
def test_texts_have_a_size_limit(parse: Callable[..., object], strict: bool) -> None:
    text = {"parse_card": "3c", "parse_cards": "3c", "parse_meld": "3c4c5c", "parse_move": "D"}
    longest = text[parse.__name__].ljust(LONGEST_TEXT)
    assert parse(longest) == parse(longest.strip())
    for longer in (longest + " ", "3c" * LONGEST_TEXT, " " * 10_000_000):
        with pytest.raises(NotationError, match="longer than 1000 characters") as error:
            parse(longer, strict=strict)
        assert error.value.position == LONGEST_TEXT
        assert len(str(error.value)) < 200


def test_cards_of_documents_have_a_size_limit() -> None:
    document = {**DOCUMENTS["state"], "stock": "3c" * LONGEST_TEXT}
    with pytest.raises(buraco.FormatError, match="longer than 1000 characters") as error:
        GameState.from_dict(document)
    assert error.value.path == "stock"


@every_reader
def test_ten_megabytes_are_refused_at_once(name: str) -> None:
    started = time.perf_counter()
    for unit in ("3c", " ", "[", '{"a":', "[0,", "9", '"', "\ud800", "♥"):
        assert not check(READERS[name], unit * (10_000_000 // len(unit)))
    assert time.perf_counter() - started < 20


# Time: twice the text is about twice the work, counted in calls.


def calls(read: Callable[[], object]) -> int:
    """How many functions are called in reading, of Python and of C."""
    count = 0

    def counted(frame: object, event: str, argument: object) -> None:
        nonlocal count
        count += event in ("call", "c_call")

    sys.setprofile(counted)
    try:
        read()
    except BuracoError:
        pass
    finally:
        sys.setprofile(None)
    return count


LONG: dict[str, Callable[[int], dict[str, Any]]] = {
    "hands of a match": lambda n: {
        **DOCUMENTS["match"],
        "hands": MANY_HANDS[:n],
        "starter": n % 4,
    },
    "hands after the end": lambda n: {
        **DOCUMENTS["match"],
        "hands": MANY_HANDS[:n],
        "starter": n % 4,
        "target": 1,
    },
    "melds": lambda n: {
        **DOCUMENTS["state"],
        "sides": [{"melds": ["3c4c5c"] * n, "muerto": None}] * 2,
    },
    "unknown keys": lambda n: {**DOCUMENTS["rules"], **{f"k{i}": [0] for i in range(n)}},
    "muertos": lambda n: {**DOCUMENTS["state"], "muertos": ["3c4c5c"] * n},
    "points": lambda n: {**DOCUMENTS["rules"], "card_points": {f"k{i}": 0 for i in range(n)}},
}


@pytest.mark.parametrize("name", LONG)
def test_work_grows_with_the_document(name: str) -> None:
    once, twice = LONG[name](2000), LONG[name](4000)
    kind = next(kind for key, kind in KINDS.items() if key in once["format"])
    for read in (
        lambda document: kind.from_dict(document),
        lambda d: kind.from_json(json.dumps(d)),
    ):
        read(once) if name == "hands of a match" else calls(lambda: read(once))  # noqa: B023
        less, more = calls(lambda: read(once)), calls(lambda: read(twice))  # noqa: B023
        assert less < more < 2.5 * less


@every_parser
def test_work_grows_with_the_text(parse: Callable[..., object]) -> None:
    for unit in ("3c", "jk ", " ", "10 ♥\ufe0f ", "M", "+0="):
        size = LONGEST_TEXT // len(unit) // 2
        less, more = calls(lambda: parse(unit * size)), calls(lambda: parse(unit * 2 * size))  # noqa: B023
        assert more < 2.5 * less + 20
