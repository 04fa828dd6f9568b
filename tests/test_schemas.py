"""The JSON Schemas: made of the shapes, shipped with the package, and right about documents."""

import json
import subprocess
import sys
from typing import Any

import pytest
from documents import (
    JSON,
    STATES,
    Document,
    changed,
    mutations,
    paths,
    state_document,
    text_of,
    without,
)
from helpers import PACKAGE, environment
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator
from strategies import Way, extreme_rule_sets, matches, share, ways
from write_schemas import SCHEMAS as FILES

import buraco
from buraco import FormatError, GameState, Match, RuleSet
from buraco.schema import file_name
from buraco.shapes import FORMATS, read, schema_of

MUERTO = {"seat": 0, "used": True}
MATCH = Match.start(buraco.CERRADO)
PLAYED = {
    **MATCH.to_dict(),
    "starter": 1,
    "hands": [{"starter": 0, "totals": [310, -45]}],
}
VALID: dict[str, list[Document]] = {
    "buraco.rules/1": [rules.to_dict() for rules in buraco.RULE_SETS.values()],
    "buraco.state/1": [
        state_document(),
        state_document(melds=(["7c7h7h2s"], ["QhKhAh"]), muertos=1, takers=(MUERTO, None)),
        *list(STATES.values())[:5],
    ],
    "buraco.match/1": [MATCH.to_dict(), PLAYED],
}
READERS: dict[str, Any] = {
    "buraco.rules/1": RuleSet,
    "buraco.state/1": GameState,
    "buraco.match/1": Match,
}
VALIDATORS = {name: Draft202012Validator(buraco.json_schema(name)) for name in buraco.SCHEMAS}
every_format = pytest.mark.parametrize("name", buraco.SCHEMAS)


def is_valid(name: str, document: object) -> bool:
    return VALIDATORS[name].is_valid(document)


def is_shape(name: str, document: object) -> bool:
    try:
        read(document, FORMATS[name], name)
    except FormatError:
        return False
    return True


def is_read(name: str, document: object) -> bool:
    try:
        READERS[name].from_dict(document)
    except FormatError:
        return False
    return True


def test_every_format_is_here() -> None:
    assert tuple(FORMATS) == buraco.SCHEMAS
    assert {*VALID} == {*READERS} == {*FORMATS}


@every_format
def test_shipped_as_the_shapes_make_them(name: str) -> None:
    """After a change in the shapes: python tests/write_schemas.py."""
    assert buraco.json_schema(name) == schema_of(name)
    Draft202012Validator.check_schema(buraco.json_schema(name))


def test_files() -> None:
    names = {path.name for path in (PACKAGE / "schemas").iterdir()}
    assert names == {file_name(name) for name in FORMATS}
    assert FILES.parts[-2:] == ("buraco", "schemas")


def test_schemas_are_new_with_each_call() -> None:
    buraco.json_schema("buraco.rules/1").clear()
    assert buraco.json_schema("buraco.rules/1")["title"] == "buraco.rules/1"


@pytest.mark.parametrize("name", ["", "buraco.rules/2", "../rules", None, [], 1, "x" * 10**6])
def test_no_schema(name: Any) -> None:
    with pytest.raises(FormatError, match=r"known: buraco\.rules/1, buraco\.state/1,") as error:
        buraco.json_schema(name)
    assert len(str(error.value)) < 200


def test_importing_reads_no_schema() -> None:
    code = """
import sys
opened = []
sys.addaudithook(lambda event, facts: event == "open" and opened.append(str(facts[0])))
import buraco
print(sum(name.endswith(".json") for name in opened))
buraco.json_schema("buraco.rules/1")
print(sum(name.endswith(".json") for name in opened))
"""
    done = subprocess.run(
        [sys.executable, "-c", code],
        env=environment(),
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    assert done.stdout.split() == ["0", "1"]


# What reading takes, they take.


@pytest.mark.parametrize("document", STATES.values(), ids=STATES)
def test_expected_results(document: Document) -> None:
    assert is_valid("buraco.state/1", document)


@share(0.4)
@given(way=ways)
def test_states(way: Way) -> None:
    assert is_valid("buraco.state/1", way.state(over=True).to_dict())


@given(rules=extreme_rule_sets)
def test_rule_sets(rules: RuleSet) -> None:
    assert is_valid("buraco.rules/1", rules.to_dict())


@given(match=matches())
def test_matches(match: Match) -> None:
    assert is_valid("buraco.match/1", match.to_dict())


@every_format
@given(data=st.data())
def test_mutated(name: str, data: st.DataObject) -> None:
    document = data.draw(mutations(st.sampled_from(VALID[name])))
    assert is_valid(name, document) or not is_read(name, document)


# What has not the shape, they refuse.


@every_format
def test_missing_and_unknown_keys(name: str) -> None:
    for document in VALID[name]:
        for path in paths(document):
            if isinstance(path[-1], str):
                assert not is_valid(name, without(document, path)), text_of(path)
                assert not is_valid(name, changed(document, (*path[:-1], "more"), 1))


@every_format
@share(0.2)
@given(value=JSON)
def test_other_values(name: str, value: Any) -> None:
    for document in VALID[name]:
        for path in paths(document)[:40]:
            other = changed(document, path, value)
            if is_valid(name, other) and not _has_whole_float(value):
                assert is_shape(name, other) or "64 bits" in _message(name, other), text_of(path)


def _has_whole_float(value: object) -> bool:
    """To a JSON Schema 1.0 is a whole number."""
    if isinstance(value, dict | list):
        return any(map(_has_whole_float, value.values() if isinstance(value, dict) else value))
    return isinstance(value, float) and value.is_integer()


def _message(name: str, document: object) -> str:
    try:
        read(document, FORMATS[name], name)
    except FormatError as error:
        return error.message
    return ""


@every_format
@given(value=JSON)
def test_any_json(name: str, value: Any) -> None:
    assert not is_valid(name, value)


@pytest.mark.parametrize(
    ("name", "path", "value"),
    [
        ("buraco.rules/1", ["format"], "buraco.rules/2"),
        ("buraco.rules/1", ["name"], ""),
        ("buraco.rules/1", ["name"], "x" * 101),
        ("buraco.rules/1", ["players"], []),
        ("buraco.rules/1", ["players"], [4, 2]),
        ("buraco.rules/1", ["hand_size"], 1),
        ("buraco.rules/1", ["muerto_size"], 109),
        ("buraco.rules/1", ["jokers"], 5),
        ("buraco.rules/1", ["jokers"], True),
        ("buraco.rules/1", ["pile"], "shut"),
        ("buraco.rules/1", ["unused_muerto_penalty"], -1),
        ("buraco.state/1", ["starter"], 4),
        ("buraco.state/1", ["turn"], -1),
        ("buraco.state/1", ["closed_by"], 4),
        ("buraco.state/1", ["phase"], "Draw"),
        ("buraco.state/1", ["hands", 0], "3c4C"),
        ("buraco.state/1", ["stock"], "10h"),
        ("buraco.state/1", ["pile"], "3c 4c"),
        ("buraco.state/1", ["muertos", 0], "jk"),
        ("buraco.state/1", ["muertos"], ["", "", ""]),
        ("buraco.state/1", ["hands"], ["3c"]),
        ("buraco.state/1", ["sides"], []),
        ("buraco.state/1", ["sides", 0, "melds"], ["3h4h"]),
        ("buraco.match/1", ["players"], 3),
        ("buraco.match/1", ["target"], 0),
        ("buraco.match/1", ["starter"], 4),
    ],
    ids=str,
)
def test_faulty_value(name: str, path: list[str | int], value: object) -> None:
    document = changed(VALID[name][0], path, value)
    assert not is_valid(name, document)
    assert not is_read(name, json.loads(json.dumps(document)))
