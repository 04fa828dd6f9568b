"""What holds for documents of every format: plain JSON data of a sensible size and of its shape."""

import collections
import enum
import json
import time
from typing import Any

import pytest
from documents import JSON, fault, read_both_ways, state_document
from hypothesis import example, given

import buraco
from buraco.shapes import LARGEST_DOCUMENT

VALID: dict[Any, dict[str, Any]] = {
    buraco.RuleSet: buraco.CERRADO.to_dict(),
    buraco.GameState: state_document(),
    buraco.Match: buraco.Match.start(buraco.CERRADO).to_dict(),
    buraco.Record: buraco.Record.start(buraco.GameState.deal(buraco.CERRADO, seed=1)).to_dict(),
}
every_kind = pytest.mark.parametrize("kind", VALID, ids=lambda kind: kind.__name__)


def inserted(kind: Any, text: str) -> str:
    """A document's JSON text with one more key."""
    return json.dumps(VALID[kind])[:-1] + f", {text}}}"


@every_kind
def test_valid(kind: Any) -> None:
    assert read_both_ways(kind, VALID[kind]).to_dict() == VALID[kind]
    spaced = json.dumps(VALID[kind], indent=2)
    assert kind.from_json(spaced) == kind.from_json(spaced.encode()) == kind.from_dict(VALID[kind])


@every_kind
@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "not JSON: Expecting value: line 1 column 1 (char 0)"),
        ("{", "not JSON"),
        ("{} {}", "not JSON: Extra data"),
        ("{'a': 1}", "not JSON"),
        ('{"a": 1,}', "not JSON"),
        ('{"a": 01}', "not JSON"),
        ('{"a": "\n"}', "not JSON: Invalid control character"),
        ("\ufeff{}", "not JSON"),
        ("[]", "an object expected, not a list"),
        ("null", "an object expected, not null"),
        ("true", "an object expected, not true or false"),
        ("1", "an object expected, not a whole number"),
        ("NaN", "an object expected, not a number with a fraction"),
        ('"buraco.rules/1"', "an object expected, not a text"),
        (b'{"a": "\xff"}', "not UTF-8 text: invalid start byte"),
        (b"\xff\xfe{\x00}\x00", "not UTF-8 text"),
        ('{"a": "\ud800"}', "not UTF-8 text: surrogates not allowed"),
        ("[" * 1_000_000, "nested too deeply"),
        ('{"a":' * 100_000, "nested too deeply"),
        ("[" * 100 + "]" * 100, "nested too deeply"),
        (None, "JSON text expected, not NoneType"),
        (bytearray(b"{}"), "JSON text expected, not bytearray"),
        ({}, "JSON text expected, not dict"),
    ],
    ids=lambda value: repr(value)[:20],
)
def test_no_json(kind: Any, text: Any, message: str) -> None:
    path, said = fault(kind.from_json, text)
    assert path == ""
    assert said.startswith(message)


@every_kind
@pytest.mark.parametrize(
    ("text", "path", "message"),
    [
        ('"extra": 1', "", "unknown key 'extra'"),
        ('"": 1', "", "unknown key ''"),
        ('"x - at `$.name": 1', "", "unknown key 'x - at `$.name'"),
        ('"\\ud800": 1', "", "unknown key '\\ud800'"),
        ('"' + "x" * 1000 + '": 1', "", "unknown key '" + "x" * 37 + "...'"),
        ('"format": "buraco.rules/1"', "format", "the key stands twice"),
        ('"extra": {"a": 1, "a": 1}', "extra.a", "the key stands twice"),
        ('"extra": [0, "\\ud800"]', "extra[1]", "half a surrogate pair is no text"),
        ('"extra": 9223372036854775808', "extra", "a whole number has at most 64 bits"),
        ('"extra": [-9223372036854775809]', "extra[0]", "a whole number has at most 64 bits"),
        ('"extra": ' + "9" * 500_000, "extra", "a whole number has at most 64 bits"),
        ('"extra": [[[[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]]]]', "", "nested too deeply"),
    ],
    ids=lambda value: value[:20],
)
def test_faulty_json(kind: Any, text: str, path: str, message: str) -> None:
    assert fault(kind.from_json, inserted(kind, text)) == (path, message)


@every_kind
@pytest.mark.parametrize("number", ["NaN", "-Infinity", "1e400", "0.0", "1.0", "1E0"])
def test_numbers_that_are_no_whole_numbers(kind: Any, number: str) -> None:
    field = "hand_size" if kind is buraco.RuleSet else "starter"
    text = json.dumps({**VALID[kind], field: None}).replace(
        f'"{field}": null', f'"{field}": {number}'
    )
    message = "a whole number expected, not a number with a fraction"
    assert fault(kind.from_json, text) == (field, message)
    assert fault(kind.from_dict, {**VALID[kind], field: float(number)}) == (field, message)


@every_kind
def test_larger_than_allowed(kind: Any) -> None:
    text = json.dumps(VALID[kind])
    padded = text + " " * (LARGEST_DOCUMENT - len(text))
    assert kind.from_json(padded) == kind.from_dict(VALID[kind])
    too_large = ("", f"larger than {LARGEST_DOCUMENT} bytes")
    assert fault(kind.from_json, padded + " ") == too_large
    assert fault(kind.from_json, '"' + "♥" * (LARGEST_DOCUMENT // 2) + '"') == too_large
    assert fault(kind.from_dict, {**VALID[kind], "extra": "x" * LARGEST_DOCUMENT}) == too_large
    assert (
        fault(kind.from_dict, {**VALID[kind], "extra": "\n" * (LARGEST_DOCUMENT // 2)}) == too_large
    )
    assert fault(kind.from_dict, {**VALID[kind], "extra": [0] * LARGEST_DOCUMENT}) == too_large


@every_kind
def test_large_documents_are_refused_at_once(kind: Any) -> None:
    started = time.perf_counter()
    fault(kind.from_json, inserted(kind, '"extra": [' + "[]," * 3_000_000 + "[]]"))
    fault(kind.from_json, b"[" * 10_000_000)
    many: list[Any] = []
    for _ in range(12):
        many = [many] * 1000
    fault(kind.from_dict, {**VALID[kind], "extra": many})
    assert time.perf_counter() - started < 10


class Word(enum.StrEnum):
    CERRADO = "cerrado"


class Number(int):
    pass


@every_kind
@pytest.mark.parametrize(
    ("value", "message"),
    [
        ((), "plain JSON data expected, not tuple"),
        (set(), "plain JSON data expected, not set"),
        (b"", "plain JSON data expected, not bytes"),
        (collections.OrderedDict(), "plain JSON data expected, not OrderedDict"),
        (Word.CERRADO, "plain JSON data expected, not Word"),
        (Number(0), "plain JSON data expected, not Number"),
        (object(), "plain JSON data expected, not object"),
        (buraco.CERRADO, "plain JSON data expected, not RuleSet"),
        (2**64, "a whole number has at most 64 bits"),
        ("\udfff", "half a surrogate pair is no text"),
    ],
    ids=lambda value: repr(value)[:20],
)
def test_odd_data(kind: Any, value: object, message: str) -> None:
    key = next(key for key in VALID[kind] if key != "format")
    assert fault(kind.from_dict, {**VALID[kind], key: value}) == (key, message)
    assert fault(kind.from_dict, {**VALID[kind], key: [value]}) == (f"{key}[0]", message)
    assert fault(kind.from_dict, value)[0] == ""


@every_kind
@pytest.mark.parametrize("key", [1, None, (), b"format", Word.CERRADO, 1.5])
def test_keys_that_are_no_texts(kind: Any, key: Any) -> None:
    message = f"unknown key of type {type(key).__name__}"
    assert fault(kind.from_dict, {**VALID[kind], key: 1}) == ("", message)


@every_kind
def test_data_that_holds_itself(kind: Any) -> None:
    loop: dict[str, Any] = dict(VALID[kind])
    loop["format"] = loop
    assert fault(kind.from_dict, loop) == ("", "nested too deeply")
    ring: list[Any] = []
    ring += [ring, ring]
    assert fault(kind.from_dict, {**VALID[kind], "extra": ring}) == ("", "nested too deeply")


@every_kind
def test_format(kind: Any) -> None:
    name = VALID[kind]["format"]
    for other in VALID.values():
        if other["format"] != name:
            assert fault(kind.from_dict, other) == ("format", f"'{name}' expected")
    for value in (None, 1, "", name.upper(), name[:-1] + "2", [name]):
        assert fault(kind.from_dict, {**VALID[kind], "format": value})[0] == "format"


@every_kind
@given(data=JSON)
@example(data={})
def test_any_json(kind: Any, data: Any) -> None:
    assert read_both_ways(kind, data) is None


@every_kind
@given(data=JSON)
def test_any_json_in_place_of_a_value(kind: Any, data: Any) -> None:
    for key in VALID[kind]:
        read_both_ways(kind, {**VALID[kind], key: data})
