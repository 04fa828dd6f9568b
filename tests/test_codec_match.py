"""`buraco.match/1`: reading and writing matches."""

import json
import time
from typing import Any

import attrs
import pytest
from documents import changed, fault, mutations, paths, read_both_ways, text_of, without
from hypothesis import given
from hypothesis import strategies as st
from strategies import matches

import buraco
from buraco import CERRADO, Match


def document(*totals: list[int], **fields: Any) -> dict[str, Any]:
    """A match of four to 2000, the first hand started by seat 2, after hands with these totals."""
    return {
        "format": "buraco.match/1",
        "rules": "cerrado",
        "players": 4,
        "target": 2000,
        "starter": (2 + len(totals)) % 4,
        "hands": [{"starter": (2 + n) % 4, "totals": list(both)} for n, both in enumerate(totals)],
        **fields,
    }


TWO_HANDS = document([310, -45], [905, 1200])
EXTRA_HAND = attrs.evolve(CERRADO, name="casa", tie="extra-hand").to_dict()


def test_written_as_described() -> None:
    match = Match.from_dict(TWO_HANDS)
    assert json.dumps(match.to_dict()) == json.dumps(TWO_HANDS)
    assert json.dumps(json.loads(match.to_json())) == json.dumps(TWO_HANDS)
    assert (match.totals, match.is_over, match.starter) == ((1215, 1155), False, 0)
    assert match.hands[1] == buraco.PlayedHand(starter=3, totals=(905, 1200))


@given(match=matches())
def test_round_trip(match: Match) -> None:
    assert json.loads(match.to_json()) == match.to_dict()
    assert read_both_ways(Match, match.to_dict()) == match


@given(data=mutations(st.just(TWO_HANDS) | st.builds(Match.to_dict, matches())))
def test_mutated(data: Any) -> None:
    read_both_ways(Match, data)


def test_rules_by_name_or_in_full() -> None:
    assert Match.start(CERRADO).to_dict()["rules"] == "cerrado"
    assert Match.from_dict(document(rules=CERRADO.to_dict())).to_dict()["rules"] == "cerrado"
    assert Match.from_dict(document(rules=EXTRA_HAND)).to_dict()["rules"] == EXTRA_HAND


@pytest.mark.parametrize(
    "path", [p for p in paths(TWO_HANDS) if isinstance(p[-1], str)], ids=text_of
)
def test_missing_and_unknown_keys(path: tuple[str | int, ...]) -> None:
    holder = text_of(path[:-1])
    missing = (holder, f"the key {path[-1]!r} is missing")
    assert fault(Match.from_dict, without(TWO_HANDS, path)) == missing
    unknown = changed(TWO_HANDS, (*path[:-1], "more"), 1)
    assert fault(Match.from_dict, unknown) == (holder, "unknown key 'more'")


@pytest.mark.parametrize("path", paths(TWO_HANDS), ids=text_of)
@pytest.mark.parametrize("value", [True, 1.0, {}], ids=repr)
def test_wrong_kind(path: tuple[str | int, ...], value: object) -> None:
    found, message = fault(Match.from_dict, changed(TWO_HANDS, path, value))
    if value == {} and len(path) in (1, 2) and path[0] in ("rules", "hands") and path != ("hands",):
        assert message.startswith("the key ")
    else:
        assert path == ("format",) or "expected, not" in message
    assert found == text_of(path)


@pytest.mark.parametrize(
    ("path", "value", "message"),
    [
        ("rules", "truco", "no rule set is named 'truco'; known: abierto, abierto-sucio, cerrado,"),
        ("rules", 1, "a text or an object expected, not a whole number"),
        ("players", 3, "these rules are for 2 or 4 players, not 3"),
        ("players", -4, "these rules are for 2 or 4 players, not -4"),
        ("target", 0, "a positive whole number expected, not 0"),
        ("target", -2000, "a positive whole number expected, not -2000"),
        ("target", "2000", "a whole number or null expected, not a text"),
        ("target", 2**63, "a whole number has at most 64 bits"),
        ("starter", 4, "a seat is 0 to 3, not 4"),
        ("starter", -1, "a seat is 0 to 3, not -1"),
        ("starter", None, "a whole number expected, not null"),
        ("starter", 1, "seat 0 follows as starter, not seat 1"),
        ("hands[0].starter", 4, "a seat is 0 to 3, not 4"),
        ("hands[1].starter", 2, "seat 3 follows as starter, not seat 2"),
        ("hands[1].totals", [1], "a list of length 2 expected"),
        ("hands[1].totals", [1, 2, 3], "a list of length 2 expected"),
        ("hands[1].totals[0]", -(2**63) - 1, "a whole number has at most 64 bits"),
    ],
    ids=lambda value: repr(value)[:20],
)
def test_faulty_value(path: str, value: object, message: str) -> None:
    keys = next(keys for keys in paths(TWO_HANDS) if text_of(keys) == path)
    found, said = fault(Match.from_dict, changed(TWO_HANDS, keys, value))
    assert found == path
    assert said.startswith(message)


def test_number_of_players_that_only_some_rules_allow() -> None:
    for_two = document(rules="cerrado-sucio-parejas", players=2, starter=0)
    assert fault(Match.from_dict, for_two)[0] == "players"
    assert Match.from_dict({**for_two, "players": 4}).players == 4
    assert fault(Match.from_dict, document(players=2)) == ("starter", "a seat is 0 to 1, not 2")


def test_faults_of_nested_rules() -> None:
    faulty = {**EXTRA_HAND, "hand_size": 1}
    message = "hand_size must be a whole number from 2 to 108, not 1"
    assert fault(Match.from_dict, document(rules=faulty)) == ("rules.hand_size", message)
    faulty = changed(EXTRA_HAND, ["card_points", "A"], "15")
    assert fault(Match.from_dict, document(rules=faulty))[0] == "rules.card_points.A"
    other = {**EXTRA_HAND, "format": "buraco.rules/2"}
    expected = ("rules.format", "'buraco.rules/1' expected")
    assert fault(Match.from_dict, document(rules=other)) == expected


@pytest.mark.parametrize(
    ("data", "deciding"),
    [
        (document([0, 1], target=None), 0),
        (document([2000, 0]), 0),
        (document([1500, 100], [600, 1899], [0, 0]), 1),
        (document([1000, 1000], [1000, 1000]), 1),
        (document([5, 5], [5, 4], rules=EXTRA_HAND, target=5), 1),
        (document([5, 5], [-1, -2], [1, 1], rules=EXTRA_HAND, target=5), 2),
        (document([5, 5], [0, 0], [3, 4], rules=EXTRA_HAND, target=None), 2),
    ],
    ids=str,
)
def test_r10_1_no_hand_after_the_deciding_one(data: dict[str, Any], deciding: int) -> None:
    assert deciding == len(data["hands"]) - 1 or data["hands"][deciding + 1 :]
    hands = data["hands"][: deciding + 1]
    first = hands[0]["starter"]
    decided = {**data, "hands": hands, "starter": (first + len(hands)) % 4}
    assert Match.from_dict(decided).is_over
    for more in (1, 2, 5):
        extra = [
            {"starter": (first + n) % 4, "totals": [0, 0]}
            for n in range(len(hands), len(hands) + more)
        ]
        starter = (first + len(hands) + more) % 4
        path, message = fault(
            Match.from_dict, {**data, "hands": [*hands, *extra], "starter": starter}
        )
        assert path == f"hands[{deciding + 1}]"
        assert "after the match was over" in message


def test_r10_2_one_more_hand_after_a_tie() -> None:
    assert not Match.from_dict(document([5, 5], [0, 0], rules=EXTRA_HAND, target=None)).is_over


def test_a_long_match_is_read_in_time() -> None:
    started = time.perf_counter()
    long = document(*([0, 0] for _ in range(25_000)))
    assert len(Match.from_json(json.dumps(long)).hands) == 25_000
    long["hands"][12_345]["totals"] = [2000, 0]
    assert fault(Match.from_dict, long)[0] == "hands[12346]"
    assert time.perf_counter() - started < 60  # minutes, were every hand's match made anew
