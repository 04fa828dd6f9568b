"""Rule sets: the presets against the table of the rules, and house rules."""

import copy
import pickle
import re
from collections.abc import Callable, Mapping
from typing import Any

import attrs
import helpers
import plain
import pytest
from helpers import house
from hypothesis import given
from strategies import house_rules

import buraco
from buraco import (
    CERRADO,
    RULE_SETS,
    BuracoError,
    CanastaToClose,
    DiscardToGoOut,
    MuertosToStock,
    Pile,
    Points,
    RuleSet,
    RuleSetError,
    Tie,
    UnknownRuleSet,
    parse_card,
    rule_set,
)

# The presets.


def table() -> dict[str, dict[str, str]]:
    """The table of the rules: for each identifier, the cells of its column by their row."""
    text = (helpers.ROOT / "docs" / "rules.md").read_text("utf-8")
    lines = [line for line in text.splitlines() if line.startswith("|")]
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]
    identifiers = next(row for row in rows if row[0] == "identifier")
    return {
        name.strip("`"): {row[0]: row[column] for row in rows}
        for column, name in enumerate(identifiers)
        if column
    }


def numbers(cell: str) -> list[int]:
    return [int(number) for number in re.findall(r"\d+", cell)]


READ: dict[str, Callable[[RuleSet], str]] = {
    "jokers": lambda rules: str(rules.jokers) if rules.jokers else "–",
    "groups": lambda rules: "yes" if rules.groups else "–",
    "groups of twos": lambda rules: "yes" if rules.groups_of_twos else "–",
    "ace-to-ace run": lambda rules: (
        f"yes, {rules.canasta_points['ace-to-ace']}" if rules.ace_to_ace else "no (R4.4)"
    ),
    "real": lambda rules: str(rules.canasta_points["real"]),
    "pile": lambda rules: rules.pile.value,
    "canasta to close": lambda rules: rules.canasta_to_close.value,
    "running out without a discard": lambda rules: {"never": "yes", "always": "never"}[
        rules.discard_to_go_out.value
    ],
    "muertos to an empty stock": lambda rules: rules.muertos_to_stock.value,
    "players": lambda rules: ", ".join(map(str, rules.players)),
}


@pytest.mark.parametrize("name", RULE_SETS)
def test_presets_are_the_table_s(name: str) -> None:
    rules, cells = RULE_SETS[name], table()[name]
    for row, read in READ.items():
        assert read(rules) == cells[row], row
    canastas = cells["groups are canastas"]
    assert rules.group_canastas == (canastas == "yes")
    points = numbers(cells["two / joker"])
    assert [rules.points(parse_card(card)) for card in ("2c", "Jk")][: len(points)] == points
    penalty = {"−100": (100, True), "0": (0, True), "−100 instead of its cards": (100, False)}
    unused = (rules.unused_muerto_penalty, rules.unused_muerto_cards_count)
    assert unused == penalty[cells["unused muerto"]]


def test_the_table_has_six_columns_and_no_other_rows() -> None:
    assert list(table()) == list(RULE_SETS)
    others = {"", "---", "identifier", "groups are canastas", "two / joker", "unused muerto"}
    for cells in table().values():
        assert cells.keys() == READ.keys() | others


@pytest.mark.parametrize("name", RULE_SETS)
def test_presets_are_the_plain_rules(name: str) -> None:
    assert RULE_SETS[name].to_dict() == plain.RULES[name]
    assert list(plain.RULES) == list(RULE_SETS)


def test_presets_are_found_by_name() -> None:
    presets = [
        buraco.ABIERTO,
        buraco.ABIERTO_SUCIO,
        buraco.CERRADO,
        buraco.CERRADO_STCL,
        buraco.CERRADO_SUCIO,
        buraco.CERRADO_SUCIO_PAREJAS,
    ]
    assert list(RULE_SETS.values()) == presets
    for preset in presets:
        assert rule_set(preset.name) is RULE_SETS[preset.name] is preset
    assert len(set(presets)) == 6


def test_presets_cannot_be_replaced() -> None:
    with pytest.raises(TypeError):
        RULE_SETS["cerrado"] = CERRADO  # type: ignore[index]


@pytest.mark.parametrize("name", ["canasta", "Cerrado", "", "cerrado ", None, 3, ["cerrado"]])
def test_unknown_names_list_the_known(name: Any) -> None:
    with pytest.raises(UnknownRuleSet) as error:
        rule_set(name)
    assert error.value.name == name
    assert error.value.known == tuple(RULE_SETS)
    assert all(known in str(error.value) for known in RULE_SETS)
    assert repr(name) in str(error.value)
    assert isinstance(error.value, BuracoError)
    again = pickle.loads(pickle.dumps(error.value))
    assert (again.name, again.known, str(again)) == (name, tuple(RULE_SETS), str(error.value))


# Values.


@given(house_rules())
def test_house_rules_are_immutable_values(rules: RuleSet) -> None:
    again = RuleSet(**attrs.asdict(rules, recurse=False))
    assert again == rules
    assert hash(again) == hash(rules)
    for protocol in helpers.PICKLE_PROTOCOLS:
        again = pickle.loads(pickle.dumps(rules, protocol))
        assert again == rules
        assert hash(again) == hash(rules)
    assert RuleSet.from_dict(rules.to_dict()) == RuleSet.from_json(rules.to_json()) == rules
    assert copy.copy(rules) is rules
    assert copy.deepcopy(rules) is rules
    for field in attrs.fields(RuleSet):
        with pytest.raises(attrs.exceptions.FrozenInstanceError):
            setattr(rules, field.name, getattr(rules, field.name))


@pytest.mark.parametrize("name", RULE_SETS)
def test_presets_survive_pickling(name: str) -> None:
    preset = RULE_SETS[name]
    for protocol in helpers.PICKLE_PROTOCOLS:
        assert pickle.loads(pickle.dumps(preset, protocol)) == preset


def test_each_field_makes_another_rule_set() -> None:
    changes: dict[str, Any] = {
        "name": "otra",
        "players": (2,),
        "hand_size": 12,
        "muerto_size": 12,
        "jokers": 3,
        "groups_of_twos": False,
        "ace_to_ace": False,
        "group_canastas": False,
        "pile": Pile.OPEN,
        "canasta_to_close": CanastaToClose.ANY,
        "discard_to_go_out": DiscardToGoOut.ALWAYS,
        "card_points": {**CERRADO.card_points, "A": 20},
        "canasta_points": {**CERRADO.canasta_points, "real": 200},
        "closing_points": 0,
        "no_muerto_penalty": 0,
        "unused_muerto_penalty": 0,
        "unused_muerto_cards_count": False,
        "muertos_to_stock": MuertosToStock.ONE,
        "tie": Tie.EXTRA_HAND,
    }
    changed = [house(**{field: value}) for field, value in changes.items()]
    changed.append(house(groups=False, groups_of_twos=False, group_canastas=False))
    assert len({house(), *changed}) == len(changed) + 1
    assert {field.name for field in attrs.fields(RuleSet)} == changes.keys() | {"groups"}


@pytest.mark.parametrize(
    ("field", "kind"),
    [
        ("pile", Pile),
        ("canasta_to_close", CanastaToClose),
        ("discard_to_go_out", DiscardToGoOut),
        ("muertos_to_stock", MuertosToStock),
        ("tie", Tie),
    ],
)
def test_choices_are_given_as_members_or_texts(field: str, kind: type[Pile] | type[Tie]) -> None:
    for member in kind:
        rules = house(**{field: member.value})
        assert getattr(rules, field) is member
        assert rules == house(**{field: member})
    for wrong in ("none", "", member.name, None, 0, True, [member]):
        changes: dict[str, Any] = {field: wrong}
        with pytest.raises(RuleSetError, match=f"{field} must be one of"):
            house(**changes)


def test_players_are_given_as_any_list() -> None:
    for players in ([2, 4], (2, 4), {2, 4}, frozenset({2, 4})):
        assert house(players=players) == house()
    assert house(players=[4]).players == (4,)


def test_points_are_given_as_any_mapping_in_any_order() -> None:
    backwards = dict(reversed(list(CERRADO.card_points.items())))
    assert list(backwards) != list(CERRADO.card_points)
    assert house(card_points=backwards) == house()
    assert list(house(card_points=backwards).card_points) == [*plain.RANKS, "Jk"]
    by_rank: dict[str, int] = dict.fromkeys(buraco.Rank, 1) | {"Jk": 2}
    assert house(card_points=by_rank).points(parse_card("Th")) == 1
    assert house(canasta_points=dict.fromkeys(buraco.CanastaKind, 7)).canasta_points["real"] == 7


def test_points_are_a_mapping() -> None:
    points = CERRADO.card_points
    assert isinstance(points, Points)
    assert isinstance(points, Mapping)
    assert dict(points)["A"] == points["A"] == 15
    assert len(points) == 14
    assert "X" not in points
    with pytest.raises(KeyError):
        points["X"]
    assert repr(points) == repr(dict(points))
    assert pickle.loads(pickle.dumps(points)) == points
    backwards = Points(points.items_[::-1])
    assert points == backwards == dict(points)
    assert hash(points) == hash(backwards)
    assert points != {**points, "A": 16}
    assert points != "A"
    with pytest.raises(attrs.exceptions.FrozenInstanceError):
        points.items_ = ()  # type: ignore[misc]


# Faults.


def faults(**changes: Any) -> tuple[str, ...]:
    with pytest.raises(RuleSetError) as error:
        house(**changes)
    assert str(error.value) == "; ".join(error.value.faults)
    assert pickle.loads(pickle.dumps(error.value)).faults == error.value.faults
    assert isinstance(error.value, BuracoError)
    return error.value.faults


CARD_POINTS, CANASTA_POINTS = dict(CERRADO.card_points), dict(CERRADO.canasta_points)


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"name": ""}, "name must be a printable text"),
        ({"name": None}, "name must be a printable text"),
        ({"name": 5}, "name must be a printable text"),
        ({"name": "c" * 101}, "name must be a printable text"),
        ({"name": "c\n"}, "name must be a printable text"),
        ({"name": "\ud800"}, "name must be a printable text"),
        ({"name": "abierto"}, "belongs to the preset"),
        ({"name": "cerrado-sucio"}, "belongs to the preset"),
        ({"players": ()}, "players must be"),
        ({"players": (3,)}, "players must be"),
        ({"players": (4, 2)}, "players must be"),
        ({"players": (2, 2)}, "players must be"),
        ({"players": 4}, "players must be"),
        ({"players": "24"}, "players must be"),
        ({"players": None}, "players must be"),
        ({"hand_size": 1}, "hand_size must be"),
        ({"hand_size": 11.0}, "hand_size must be"),
        ({"hand_size": 109}, "hand_size must be"),
        ({"hand_size": 10**5000}, "not <int>"),
        ({"hand_size": True}, "hand_size must be"),
        ({"hand_size": None}, "hand_size must be"),
        ({"muerto_size": 0}, "muerto_size must be"),
        ({"muerto_size": "11"}, "muerto_size must be"),
        ({"hand_size": 22}, "the deal takes 110 cards for 4 players"),
        ({"muerto_size": 33}, "the deal takes 110 cards for 4 players"),
        ({"players": (2,), "hand_size": 50, "muerto_size": 4}, "the deal takes 108 cards for 2"),
        ({"jokers": -1}, "jokers must be"),
        ({"jokers": 5}, "jokers must be"),
        ({"jokers": True}, "jokers must be"),
        ({"jokers": None}, "jokers must be"),
        ({"groups": False, "group_canastas": False}, "groups_of_twos without groups"),
        ({"groups": 1}, "groups must be True or False"),
        ({"groups_of_twos": "yes"}, "groups_of_twos must be True or False"),
        ({"ace_to_ace": None}, "ace_to_ace must be True or False"),
        ({"group_canastas": 0}, "group_canastas must be True or False"),
        ({"unused_muerto_cards_count": 1}, "unused_muerto_cards_count must be True or False"),
        ({"card_points": {**CARD_POINTS, "X": 5}}, "unknown name 'X' in card_points"),
        ({"card_points": {**CARD_POINTS, "1": 5}}, "unknown name '1' in card_points"),
        ({"card_points": {**CARD_POINTS, "A": 1.5}}, "card_points['A'] must be a whole number"),
        ({"card_points": {**CARD_POINTS, "A": True}}, "card_points['A'] must be a whole number"),
        ({"card_points": {**CARD_POINTS, "A": 2**63}}, "card_points['A'] must be a whole number"),
        ({"card_points": Points((*CERRADO.card_points.items_, ("A", 5)))}, "'A' stands 2 times"),
        ({"card_points": None}, "card_points must be a mapping"),
        ({"card_points": 5}, "card_points must be a mapping"),
        ({"canasta_points": {**CANASTA_POINTS, "group": 5}}, "unknown name 'group'"),
        ({"canasta_points": {**CANASTA_POINTS, "real": None}}, "canasta_points['real']"),
        ({"canasta_points": "none"}, "canasta_points must be a mapping"),
        ({"closing_points": 1.0}, "closing_points must be a whole number"),
        ({"no_muerto_penalty": -1}, "no_muerto_penalty must not be negative"),
        ({"no_muerto_penalty": "100"}, "no_muerto_penalty must be a whole number"),
        ({"unused_muerto_penalty": -100}, "unused_muerto_penalty must not be negative"),
        ({"unused_muerto_penalty": False}, "unused_muerto_penalty must be a whole number"),
    ],
)
def test_one_fault_is_named(changes: dict[str, Any], said: str) -> None:
    (fault,) = faults(**changes)
    assert said in fault


@pytest.mark.parametrize("name", [*CARD_POINTS, *CANASTA_POINTS])
def test_missing_points_are_named(name: str) -> None:
    field = "card_points" if name in CARD_POINTS else "canasta_points"
    points = {key: value for key, value in getattr(CERRADO, field).items() if key != name}
    assert faults(**{field: points}) == (f"{name!r} is missing in {field}",)


def test_every_fault_is_named_at_once() -> None:
    found = faults(
        name="cerrado",
        players=(3,),
        hand_size=1,
        muerto_size=None,
        jokers=9,
        groups=False,  # with groups_of_twos
        ace_to_ace=2,
        group_canastas=None,
        pile="shut",
        canasta_to_close="dirty",
        discard_to_go_out="sometimes",
        card_points={"X": 1},
        canasta_points={**CANASTA_POINTS, "dirty": "100"},
        closing_points=None,
        no_muerto_penalty=-1,
        unused_muerto_penalty=-1,
        unused_muerto_cards_count="no",
        muertos_to_stock="two",
        tie="nobody",
    )
    named = ["'cerrado'", "players", "hand_size", "muerto_size", "jokers", "groups_of_twos"]
    named += ["ace_to_ace", "group_canastas", "pile", "canasta_to_close", "discard_to_go_out"]
    named += ["unknown name 'X'", *(f"'{rank}' is missing in card_points" for rank in CARD_POINTS)]
    named += ["canasta_points['dirty']", "closing_points", "no_muerto_penalty"]
    named += ["unused_muerto_penalty", "unused_muerto_cards_count", "muertos_to_stock", "tie"]
    for name in named:
        assert [fault for fault in found if name in fault], name
    assert len(found) == len(named)


def test_the_deal_must_leave_a_card_to_draw() -> None:
    just: dict[str, Any] = {"players": (4,), "hand_size": 15, "jokers": 1}
    assert house(**just, muerto_size=22).muerto_size == 22
    assert faults(**just, muerto_size=23)
    assert faults(**{**just, "jokers": 0}, muerto_size=22)
    state = buraco.GameState.deal(house(**just, muerto_size=22), 4, seed=1)
    assert len(state.stock) == 1


def test_the_larger_number_of_players_must_be_dealt_for() -> None:
    assert house(players=(2,), hand_size=30).hand_size == 30
    assert faults(players=(2, 4), hand_size=30)


def test_a_preset_s_name_belongs_to_its_values() -> None:
    for preset in RULE_SETS.values():
        same = RuleSet(**attrs.asdict(preset, recurse=False))
        assert same == preset
        assert hash(same) == hash(preset)
        with pytest.raises(RuleSetError, match="belongs to the preset"):
            attrs.evolve(preset, closing_points=99)
        other = attrs.evolve(preset, closing_points=99, name="casa")
        assert other != preset
        assert attrs.evolve(other, closing_points=100, name=preset.name) == preset
