"""Whole matches, move by move in any order that Hypothesis can think of."""

import random
from typing import Any

import helpers
import plain
import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from strategies import EXAMPLES, chosen, rule_sets, seeds

import buraco
from buraco import (
    AddToMeld,
    Discard,
    DrawStock,
    GameState,
    LayMeld,
    Match,
    Move,
    Phase,
    RuleSet,
    TakePile,
)


def in_play(machine: "MatchMachine") -> bool:
    return not machine.hand.is_over


class MatchMachine(RuleBasedStateMachine):
    """Plays a match and keeps the plain rules' state beside the library's."""

    match: Match
    hand: GameState
    plain_hand: dict[str, Any]
    totals: list[int]
    checked: bool
    """Whether the moves of this state have been compared."""

    @initialize(rules=rule_sets, data=st.data(), points=st.none() | st.integers(1, 3000))
    def start(self, rules: RuleSet, data: st.DataObject, points: int | None) -> None:
        players = data.draw(st.sampled_from(rules.players))
        starter = data.draw(st.integers(0, players - 1))
        self.match = Match.start(rules, players, points, starter)
        self.totals = [0, 0]
        self.deal(data.draw(seeds))

    def deal(self, seed: int) -> None:
        rules = self.match.rules
        self.hand = self.match.deal(seed=seed)
        named = rules.name if rules.name in buraco.RULE_SETS else rules.to_dict()
        self.plain_hand = plain.deal(named, self.match.players, seed, self.match.starter)
        self.checked = False

    def make(self, move: Move) -> None:
        """Make a move in both, and compare."""
        before = self.hand
        self.hand = before.apply(move, seat=before.turn)
        self.plain_hand = plain.apply(self.plain_hand, str(move))
        assert self.hand.to_dict() == self.plain_hand
        assert self.hand != before
        self.checked = False

    def moves(self, *kinds: type[Move]) -> list[Move]:
        return [move for move in self.hand.legal_moves() if isinstance(move, kinds)]

    @precondition(in_play)
    @rule(data=st.data())
    def draw_or_take(self, data: st.DataObject) -> None:
        if self.hand.phase is Phase.DRAW:
            self.make(data.draw(st.sampled_from(self.moves(DrawStock, TakePile))))

    @precondition(in_play)
    @rule(data=st.data())
    def meld(self, data: st.DataObject) -> None:
        plays = self.moves(LayMeld, AddToMeld, TakePile)
        if plays:
            self.make(data.draw(st.sampled_from(plays)))

    @precondition(in_play)
    @rule(data=st.data())
    def discard(self, data: st.DataObject) -> None:
        discards = self.moves(Discard)
        if discards:
            self.make(data.draw(st.sampled_from(discards)))

    @precondition(in_play)
    @rule(seed=seeds, number=st.sampled_from([5, 30, 1000]), eager=st.booleans())
    def play_on(self, seed: int, number: int, eager: bool) -> None:
        rng = random.Random(seed)
        for _ in range(number):
            if not self.hand.is_over:
                self.make(chosen(self.hand, rng, eager=eager))

    @precondition(lambda self: self.hand.is_over and not self.match.is_over)
    @rule(seed=seeds)
    def finish(self, seed: int) -> None:
        scored = plain.score(self.plain_hand)
        starter = self.match.starter
        self.match = self.match.finish(self.hand)
        self.totals = [total + more for total, more in zip(self.totals, scored, strict=True)]
        assert list(self.match.totals) == self.totals
        assert self.match.starter == (starter + 1) % self.match.players
        self.check_winner(starter)
        if not self.match.is_over:
            self.deal(seed)

    def check_winner(self, starter: int) -> None:
        """R10.1, R10.2"""
        match, (one, other) = self.match, self.totals
        reached = match.target is None or max(one, other) >= match.target
        if not reached:
            assert match.winner is None
        elif one != other:
            assert match.winner == (0 if one > other else 1)
        else:
            first = match.hands[0].starter
            by_tie = {"hand-starter": starter % 2, "match-starter": first % 2, "extra-hand": None}
            assert match.winner == by_tie[match.rules.tie]

    @precondition(lambda self: self.match.is_over)
    @rule()
    def nothing_follows(self) -> None:
        with pytest.raises(buraco.MatchError):
            self.match.finish(self.hand)
        with pytest.raises(buraco.MatchError):
            self.match.deal(seed=1)

    @invariant()
    def listed_as_in_the_plain_rules(self) -> None:
        if not self.checked:
            self.checked = True
            listed = helpers.texts(self.hand.legal_moves())
            assert bool(listed) != self.hand.is_over
            assert set(listed) == plain.legal_moves(self.plain_hand)
            assert len(set(listed)) == len(listed)

    @invariant()
    def documents_round_trip(self) -> None:
        assert GameState.from_dict(self.plain_hand) == self.hand
        assert Match.from_dict(self.match.to_dict()) == self.match


TestMatches = MatchMachine.TestCase
TestMatches.settings = settings(max_examples=max(1, EXAMPLES // 5), stateful_step_count=30)
