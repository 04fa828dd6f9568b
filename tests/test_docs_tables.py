"""What the documentation tells of rule sets and reasons, against the code."""

import importlib.util
import re
from types import ModuleType
from typing import Any

import attrs
import pytest
from helpers import ROOT, house

import buraco
from buraco import RuleSet


def extension() -> ModuleType:
    """The extension of the documentation, which is on no path."""
    spec = importlib.util.spec_from_file_location(
        "ruletables", ROOT / "docs" / "_ext" / "ruletables.py"
    )
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


tables: Any = extension()


def test_every_field_is_told_with_its_default() -> None:
    rows = {name.strip("`"): row for name, *row in tables.field_rows()}
    assert list(rows) == [field.name for field in attrs.fields(RuleSet)]
    assert rows["hand_size"][:2] == ["`int`", "`11`"]
    assert rows["pile"][:2] == ["`Pile`", "`'closed'`"]
    assert rows["name"][1] == "–"
    for value in buraco.Tie:
        assert f"`'{value}'`: " in rows["tie"][2]
    for name, (*_, meaning) in rows.items():
        assert name == "name" or re.search(r"\[R\d+\.\d+\]\(/rules\.md#r\d+-\d+\)", meaning)


def test_differences_are_what_differs() -> None:
    rows = {name.strip("`"): values for name, *values in tables.difference_rows()}
    assert rows["jokers"] == ["`0`", *["`4`"] * 5]
    assert rows['canasta_points["real"]'] == [*["`500`"] * 5, "`200`"]
    assert "hand_size" not in rows
    for name, values in rows.items():
        if "[" not in name:
            presets = buraco.RULE_SETS.values()
            assert values == [tables.shown(getattr(rules, name)) for rules in presets]


def test_the_page_of_reasons_has_them_all_in_their_order() -> None:
    page = (ROOT / "docs" / "reference" / "reasons.md").read_text("utf-8")
    parts = re.split(r"^### `(.*)`$", page, flags=re.MULTILINE)[1:]
    assert parts[::2] == list(buraco.Reason)
    for reason, text in zip(parts[::2], parts[1::2], strict=True):
        assert f"\n{reason} | seat " in text


@pytest.mark.parametrize("rules", buraco.RULE_SETS.values(), ids=lambda rules: rules.name)
def test_points_are_the_rule_sets(rules: RuleSet) -> None:
    rows = dict(tables.points_rows(rules))
    assert rows["each card from 3 to 7 (R9.1)"] == "5"
    assert rows["each card from 8 to king (R9.1)"] == "10"
    assert rows["each two (R9.1)"] == str(rules.points(buraco.parse_card("2h")))
    assert ("each joker (R9.1)" in rows) == (rules.jokers > 0)
    assert ("ace-to-ace canasta (R9.2)" in rows) == rules.ace_to_ace
    assert rows["real canasta (R9.2)"] == str(rules.canasta_points["real"])


@pytest.mark.parametrize(
    ("one", "other", "fields"),
    [
        ("cerrado", "cerrado-stcl", {"groups", "groups_of_twos", "group_canastas"}),
        ("cerrado", "cerrado-sucio", {"canasta_to_close"}),
        ("abierto", "cerrado-stcl", {"jokers", "pile"}),
        (
            "cerrado-sucio",
            "cerrado-sucio-parejas",
            {
                "players",
                "group_canastas",
                'canasta_points["real"]',
                "unused_muerto_cards_count",
                "muertos_to_stock",
            },
        ),
    ],
)
def test_variants_differ_as_their_pages_say(one: str, other: str, fields: set[str]) -> None:
    first, second = (tables.values_of(buraco.rule_set(name)) for name in (one, other))
    assert {name for name in first if first[name] != second[name]} == fields


def test_each_field_that_players_notice_changes_the_tables() -> None:
    changes: list[dict[str, Any]] = [
        {"players": (2,)},
        {"hand_size": 10},
        {"muerto_size": 10},
        {"jokers": 2},
        {"groups": False, "groups_of_twos": False},
        {"groups_of_twos": False},
        {"ace_to_ace": False},
        {"group_canastas": False},
        {"pile": "open"},
        {"canasta_to_close": "any"},
        {"discard_to_go_out": "to-close"},
        {"discard_to_go_out": "always"},
        {"card_points": {**buraco.CERRADO.card_points, "5": 6}},
        {"canasta_points": {**buraco.CERRADO.canasta_points, "dirty": 1}},
        {"closing_points": 200},
        {"no_muerto_penalty": 0},
        {"unused_muerto_penalty": 0},
        {"unused_muerto_cards_count": False},
        {"muertos_to_stock": "one"},
    ]
    told = set()
    for change in [{}, *changes]:
        rules = house(**change)
        told.add((*tables.variant_rows(rules), *tables.points_rows(rules)))
    assert len(told) == 1 + len(changes)
