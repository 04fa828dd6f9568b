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
from buraco import FormatError, GameState, Match, PlayerView, Record, RuleSet
from buraco.schema import file_name
from buraco.shapes import FORMATS, read, schema_of

MUERTO = {"seat": 0, "used": True}
MATCH = Match.start(buraco.CERRADO)
PLAYED = {
    **MATCH.to_dict(),
    "starter": 1,
    "hands": [{"starter": 0, "totals": [310, -45]}],
}
PLAY = GameState.deal(buraco.CERRADO, players=2, seed=3).apply(buraco.DrawStock())
OPEN = GameState.deal(buraco.ABIERTO, players=4, seed=3).apply(buraco.DrawStock())
VIEWS = [
    state.view(seat)
    for state in (PLAY, OPEN, OPEN.apply(OPEN.legal_moves()[-1]))
    for seat in (None, 0, 1)
]
RECORD = Record.start(GameState.deal(buraco.CERRADO, players=2, seed=3), tags={"a b": "c"})
RECORDS = [RECORD, RECORD.play(buraco.DrawStock()), Record.start(PLAY)]
VALID: dict[str, list[Document]] = {
    "buraco.rules/1": [rules.to_dict() for rules in buraco.RULE_SETS.values()],
    "buraco.state/1": [
        state_document(),
        state_document(melds=(["7c7h7h2s"], ["QhKhAh"]), muertos=1, takers=(MUERTO, None)),
        *list(STATES.values())[:5],
    ],
    "buraco.view/1": [view.to_dict() for view in VIEWS],
    "buraco.record/1": [record.to_dict() for record in RECORDS],
    "buraco.match/1": [MATCH.to_dict(), PLAYED],
}
READERS: dict[str, Any] = {
    "buraco.rules/1": RuleSet,
    "buraco.state/1": GameState,
    "buraco.view/1": PlayerView,
    "buraco.record/1": Record,
    "buraco.match/1": Match,
}
VALIDATORS = {name: Draft202012Validator(buraco.json_schema(name)) for name in buraco.SCHEMAS}
every_format = pytest.mark.parametrize("name", buraco.SCHEMAS)


def is_valid(name: str, document: object) -> bool:
    return VALIDATORS[name].is_valid(document)


def is_shape(name: str, document: object) -> bool:
    return not all(_messages(name, document))


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


@share(0.4)
@given(way=ways, seat=st.sampled_from((None, 0, 1)))
def test_views(way: Way, seat: int | None) -> None:
    assert is_valid("buraco.view/1", way.state(over=True).view(seat).to_dict())


@share(0.4)
@given(way=ways, moves=st.lists(st.floats(0, 1, exclude_max=True), max_size=20))
def test_records(way: Way, moves: list[float]) -> None:
    record = Record.start(way.state())
    for pick in moves:
        legal = record.state.legal_moves()
        if legal:
            record = record.play(legal[int(pick * len(legal))])
    assert is_valid("buraco.record/1", record.to_dict())


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
            if (isinstance(path[-1], str) and path[0] != "tags") or path == ["tags"]:
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
                messages = "".join(_messages(name, other))
                assert is_shape(name, other) or "64 bits" in messages, text_of(path)


def _has_whole_float(value: object) -> bool:
    """To a JSON Schema 1.0 is a whole number."""
    if isinstance(value, dict | list):
        return any(map(_has_whole_float, value.values() if isinstance(value, dict) else value))
    return isinstance(value, float) and value.is_integer()


def _messages(name: str, document: object) -> list[str]:
    """Why a document has none of a format's shapes; an empty text for one that it has."""
    messages = []
    for shape in FORMATS[name]:
        try:
            read(document, shape, name)
        except FormatError as error:
            messages.append(error.message)
        else:
            messages.append("")
    return messages


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
        ("buraco.view/1", ["seat"], 4),
        ("buraco.view/1", ["hands", 1], -1),
        ("buraco.view/1", ["hands", 0], "3C"),
        ("buraco.view/1", ["stock"], 109),
        ("buraco.view/1", ["pile", "top"], "3c4c"),
        ("buraco.view/1", ["pile", "size"], -1),
        ("buraco.view/1", ["muertos"], 3),
        ("buraco.view/1", ["legal"], "D"),
        ("buraco.record/1", ["players"], 3),
        ("buraco.record/1", ["deck"], "3C"),
        ("buraco.record/1", ["score"], [1]),
        ("buraco.record/1", ["tags"], {"a": 1}),
        ("buraco.record/1", ["moves"], "D"),
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
