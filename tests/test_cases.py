"""The expected results in tests/cases; those of scores are checked with scoring."""

import hashlib
import json
from collections.abc import Iterable
from typing import Any

import helpers
import plain
import pytest

import buraco
from buraco import GameState, Meld, NotationError, RuleSet, parse_meld, parse_move


def read(name: str) -> list[dict[str, Any]]:
    cases: list[dict[str, Any]] = json.loads((helpers.CASES / name).read_text("utf-8"))
    return cases


def rules_of(named: str | dict[str, Any]) -> RuleSet:
    return buraco.rule_set(named) if isinstance(named, str) else RuleSet.from_dict(named)


def digest(texts: Iterable[str]) -> str:
    return hashlib.sha256("\n".join(sorted(texts)).encode()).hexdigest()[:16]


def by_id(case: dict[str, Any]) -> str:
    return str(case["id"])


TRACES = [json.loads(line) for line in (helpers.CASES / "traces.jsonl").read_text().splitlines()]


def trace_name(trace: dict[str, Any]) -> str:
    name = trace["rules"] if isinstance(trace["rules"], str) else trace["rules"]["name"]
    return f"{name}-{trace['players']}-{trace['seed']}"


def meld_or_none(laid: str, rules: RuleSet) -> Meld | None:
    """The meld that cards are under these rules."""
    try:
        meld = parse_meld(laid)
    except NotationError:
        return None
    return meld if rules.admits(meld) else None


@pytest.mark.parametrize("case", read("melds.json"), ids=by_id)
def test_melds(case: dict[str, Any]) -> None:
    rules = rules_of(case["rules"])
    meld = meld_or_none(case["laid"], rules)
    if meld is None:
        assert case["meld"] is None
        return
    assert str(meld) == case["meld"]
    assert rules.canasta(meld) == case["canasta"]
    assert sum(map(rules.points, meld)) == case["points"]
    assert parse_meld(case["meld"], strict=True) is meld


@pytest.mark.parametrize("case", read("melds.json"), ids=by_id)
def test_melds_are_laid_from_the_hand(case: dict[str, Any]) -> None:
    cards = plain.split(case["laid"])
    deck = plain.deck(rules_of(case["rules"]).to_dict())
    if len(cards) < 2 or any(cards.count(card) > deck.count(card) for card in cards):
        assert case["meld"] is None
        return
    laid = helpers.laid(case["laid"], case["rules"])
    if case["meld"] is not None:
        assert case["meld"] in laid
    for text in laid:
        assert plain.read_meld(text, case["rules"]) == text


@pytest.mark.parametrize("case", read("grows.json"), ids=by_id)
def test_grows(case: dict[str, Any]) -> None:
    assert helpers.grown(case["meld"], case["add"], case["rules"]) == set(case["outcomes"])


@pytest.mark.parametrize("case", read("situations.json"), ids=by_id)
def test_situations(case: dict[str, Any]) -> None:
    state, move = GameState.from_dict(case["state"]), parse_move(case["move"])
    assert state.is_legal(move) == case["legal"] == (move in state.legal_moves())
    error = state.why_not(move)
    assert (error is None) == case["legal"]
    if error is None:
        after = state.apply(move)
        assert after == GameState.from_dict(case["after"])
        assert after.to_dict() == case["after"]
    else:
        assert case["after"] is None
        with pytest.raises(buraco.IllegalMove) as refused:
            state.apply(move)
        assert refused.value.reason is error.reason


@pytest.mark.parametrize("case", read("situations.json"), ids=by_id)
def test_situations_round_trip(case: dict[str, Any]) -> None:
    state = GameState.from_dict(case["state"])
    assert state.to_dict() == case["state"]
    assert json.loads(state.to_json()) == case["state"]
    assert GameState.from_json(state.to_json()) == state
    assert set(helpers.texts(state.legal_moves())) == plain.legal_moves(case["state"])


@pytest.mark.parametrize("trace", TRACES, ids=trace_name)
def test_traces(trace: dict[str, Any]) -> None:
    rules = rules_of(trace["rules"])
    state = GameState.deal(rules, trace["players"], seed=trace["seed"], starter=trace["starter"])
    for number, (count, expected, text) in enumerate(trace["steps"]):
        moves = state.legal_moves()
        texts = helpers.texts(moves)
        assert (len(texts), digest(texts)) == (count, expected), number
        move = parse_move(text, strict=True)
        assert str(move) == text
        assert move in moves
        state = state.apply(move)
    assert state.is_over
    assert state.legal_moves() == ()
    assert state.to_dict() == trace["final"]
    assert GameState.from_dict(trace["final"]) == state
    assert list(buraco.score(state).totals) == trace["score"]
