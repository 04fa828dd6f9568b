"""Playouts give what a loop of listing and applying gives."""

import random

import pytest

import buraco


@pytest.mark.parametrize("rules", buraco.RULE_SETS.values(), ids=list(buraco.RULE_SETS))
def test_a_playout_is_a_random_game(rules: buraco.RuleSet) -> None:
    for seed in range(5):
        state = start = buraco.GameState.deal(rules, rules.players[-1], seed=seed)
        rng = random.Random(seed)
        while moves := state.legal_moves():
            state = state.apply(moves[int(rng.random() * len(moves))])
        assert buraco.playout(start, random.Random(seed)) == state
        assert start == buraco.GameState.deal(rules, rules.players[-1], seed=seed)


def test_a_playout_of_a_finished_hand_is_that_hand() -> None:
    start = buraco.GameState.deal(buraco.CERRADO, players=2, seed=1)
    end = buraco.playout(start, random.Random(1))
    assert buraco.playout(end, random.Random(2)) is end
