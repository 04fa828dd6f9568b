"""`buraco.rules/1`: reading and writing rule sets."""

import json
from typing import Any

import attrs
import pytest
from documents import (
    changed,
    fault,
    mutations,
    paths,
    read_both_ways,
    text_of,
    without,
)
from hypothesis import given
from hypothesis import strategies as st
from strategies import extreme_rule_sets

import buraco
from buraco import RuleSet

# As the format's description shows it.
CERRADO = """\
{"format": "buraco.rules/1", "name": "cerrado", "players": [2, 4], "hand_size": 11, "muerto_size": 11, "jokers": 4,
 "groups": true, "groups_of_twos": true, "ace_to_ace": true, "group_canastas": true,
 "pile": "closed", "canasta_to_close": "clean", "discard_to_go_out": "never",
 "card_points": {"A": 15, "2": 10, "3": 5, "4": 5, "5": 5, "6": 5, "7": 5, "8": 10, "9": 10, "T": 10, "J": 10, "Q": 10, "K": 10, "Jk": 20},
 "canasta_points": {"dirty": 100, "clean": 200, "real": 500, "ace-to-ace": 1000},
 "closing_points": 100, "no_muerto_penalty": 100, "unused_muerto_penalty": 100, "unused_muerto_cards_count": true,
 "muertos_to_stock": "all", "tie": "hand-starter"}
"""  # noqa: E501
HOUSE = {**json.loads(CERRADO), "name": "casa"}
FIELDS = [key for key in HOUSE if key != "format"]


def test_written_as_described() -> None:
    assert json.dumps(buraco.CERRADO.to_dict()) == json.dumps(json.loads(CERRADO))
    assert json.dumps(json.loads(buraco.CERRADO.to_json())) == json.dumps(json.loads(CERRADO))
    assert RuleSet.from_json(CERRADO) == buraco.CERRADO


@pytest.mark.parametrize("preset", buraco.RULE_SETS.values(), ids=lambda preset: preset.name)
def test_presets(preset: RuleSet) -> None:
    assert RuleSet.from_dict(preset.to_dict()) == preset
    assert RuleSet.from_json(preset.to_json()) == preset
    assert RuleSet.from_json(preset.to_json().encode()) == preset


@given(rules=extreme_rule_sets)
def test_round_trip(rules: RuleSet) -> None:
    document = rules.to_dict()
    assert json.loads(rules.to_json()) == document
    assert [*document] == ["format", *(field.name for field in attrs.fields(RuleSet))]
    assert [*document["card_points"]] == [*HOUSE["card_points"]]
    assert [*document["canasta_points"]] == [*HOUSE["canasta_points"]]
    assert read_both_ways(RuleSet, document) == rules


def test_plain_data_is_written() -> None:
    document = buraco.CERRADO.to_dict()
    values = [document, *(value for value in document.values())]
    assert {type(value) for value in values} == {dict, list, str, int, bool}


@given(data=mutations(st.just(HOUSE) | st.builds(RuleSet.to_dict, extreme_rule_sets)))
def test_mutated(data: Any) -> None:
    read_both_ways(RuleSet, data)


@pytest.mark.parametrize("key", ["format", *FIELDS])
def test_missing_key(key: str) -> None:
    assert fault(RuleSet.from_dict, without(HOUSE, [key])) == ("", f"the key {key!r} is missing")


@pytest.mark.parametrize("path", [path for path in paths(HOUSE) if len(path) == 2], ids=text_of)
def test_missing_points(path: tuple[str, str]) -> None:
    if path[0] != "players":
        message = f"{path[1]!r} is missing in {path[0]}"
        assert fault(RuleSet.from_dict, without(HOUSE, path)) == ("", message)


@pytest.mark.parametrize("path", paths(HOUSE), ids=text_of)
@pytest.mark.parametrize("value", [None, 1.5, [[]]], ids=repr)
def test_wrong_kind(path: tuple[str, ...], value: object) -> None:
    found, message = fault(RuleSet.from_dict, changed(HOUSE, path, value))
    assert found in (text_of(path), text_of((*path, 0)))
    assert path == ("format",) or "expected, not" in message


@pytest.mark.parametrize(
    ("key", "value", "message"),
    [
        ("name", 1, "a text expected, not a whole number"),
        ("name", "", "name must be a printable text"),
        ("players", "24", "a list expected, not a text"),
        ("players", [], "players must be 2, 4 or both, ascending, not ()"),
        ("players", [4, 2], "players must be 2, 4 or both, ascending, not (4, 2)"),
        ("hand_size", "11", "a whole number expected, not a text"),
        ("hand_size", True, "a whole number expected, not true or false"),
        ("hand_size", 1, "hand_size must be a whole number from 2 to 108, not 1"),
        ("muerto_size", -11, "muerto_size must be a whole number from 2 to 108, not -11"),
        ("jokers", 5, "jokers must be a whole number from 0 to 4, not 5"),
        ("groups", 1, "true or false expected, not a whole number"),
        ("groups", "true", "true or false expected, not a text"),
        ("groups", False, "groups_of_twos without groups"),
        ("pile", "shut", "'open' or 'closed' expected"),
        ("pile", "Open", "'open' or 'closed' expected"),
        ("canasta_to_close", "dirty", "'clean' or 'any' expected"),
        ("discard_to_go_out", "to_close", "'never' or 'to-close' or 'always' expected"),
        ("muertos_to_stock", "", "'all' or 'one' expected"),
        ("tie", "x", "'hand-starter' or 'match-starter' or 'extra-hand' expected"),
        ("card_points", [], "an object expected, not a list"),
        ("no_muerto_penalty", -1, "no_muerto_penalty must not be negative, not -1"),
    ],
    ids=lambda value: repr(value)[:20],
)
def test_faulty_value(key: str, value: object, message: str) -> None:
    path, said = fault(RuleSet.from_dict, {**HOUSE, key: value})
    assert path == ("groups_of_twos" if value is False else key)
    assert message in said


@pytest.mark.parametrize("value", ["15", True, 1.0, None, {}], ids=repr)
@pytest.mark.parametrize("path", [("card_points", "Jk"), ("canasta_points", "ace-to-ace")])
def test_faulty_points(path: tuple[str, str], value: object) -> None:
    found, message = fault(RuleSet.from_dict, changed(HOUSE, path, value))
    assert found == ".".join(path)
    assert message.startswith("a whole number expected, not ")


def test_unknown_points() -> None:
    document = changed(HOUSE, ["card_points", "X"], 5)
    assert fault(RuleSet.from_dict, document) == ("", "unknown name 'X' in card_points")


def test_all_contradictions_at_once() -> None:
    document = {**HOUSE, "hand_size": 1, "groups": False, "jokers": 9, "card_points": {}}
    path, message = fault(RuleSet.from_dict, document)
    assert path == ""
    for part in ("hand_size must", "groups_of_twos without", "jokers must", "'Jk' is missing in"):
        assert part in message


def test_name_of_a_preset_on_other_values() -> None:
    path, message = fault(RuleSet.from_dict, {**HOUSE, "name": "abierto"})
    assert (path, "'abierto' belongs to the preset" in message) == ("", True)
