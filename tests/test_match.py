"""R10: matches, rule by rule; the documents of matches are checked with the others."""

import copy
import pickle
import random
from typing import Any

import attrs
import pytest

import buraco
from buraco import (
    CERRADO,
    CERRADO_SUCIO,
    CERRADO_SUCIO_PAREJAS,
    BuracoError,
    GameState,
    Match,
    MatchError,
    PlayedHand,
    RuleSet,
    Tie,
)


def rules_with(tie: Tie) -> RuleSet:
    return attrs.evolve(CERRADO, name="casa", tie=tie)


def match_of(
    *totals: tuple[int, int],
    rules: RuleSet = CERRADO,
    players: int = 4,
    target: int | None = 2000,
    first: int = 0,
) -> Match:
    """A match after hands with these totals, the first started by seat `first`."""
    hands = tuple(PlayedHand((first + i) % players, pair) for i, pair in enumerate(totals))
    starter = (first + len(hands)) % players
    return Match(rules=rules, players=players, target=target, starter=starter, hands=hands)


def played(hand: GameState) -> GameState:
    rng = random.Random(5)
    while not hand.is_over:
        hand = hand.apply(rng.choice(hand.legal_moves()))
    return hand


def test_r2_3_the_starter_moves_one_seat_each_hand() -> None:
    match = Match.start(CERRADO, players=4, target=1_000_000, starter=2)
    starters = []
    for seed in range(5):
        hand = match.deal(seed=seed)
        starters.append(hand.starter)
        assert hand.turn == hand.starter
        match = match.finish(played(hand))
    assert starters == [2, 3, 0, 1, 2]
    assert [hand.starter for hand in match.hands] == starters
    assert match.starter == 3


def test_r10_1_one_hand() -> None:
    match = Match.start(CERRADO, players=2, target=None)
    assert match.totals == (0, 0)
    assert match.winner is None
    assert not match.is_over
    hand = played(match.deal(seed=1))
    match = match.finish(hand)
    assert match.totals == buraco.score(hand).totals
    assert match.is_over
    assert match.winner == int(match.totals[1] > match.totals[0])


def test_r10_1_to_a_target() -> None:
    assert match_of((1999, 0)).winner is None
    assert match_of((2000, 0)).winner == 0
    assert match_of((900, 1000), (1050, 1000)).winner == 1
    assert match_of((900, 1000), (1050, 1000)).totals == (1950, 2000)
    assert match_of((1, -500), target=1).winner == 0
    assert match_of((-10, -500), target=1).winner is None


def test_r10_1_the_higher_total_wins_if_both_reach_the_target() -> None:
    assert match_of((2000, 2005)).winner == 1
    assert match_of((2010, 2005)).winner == 0


def test_r10_1_target_is_looked_at_only_when_a_hand_is_over() -> None:
    match = match_of((1990, 0))
    hand = match.deal(seed=1)
    while not hand.is_over:
        assert match.winner is None
        hand = hand.apply(hand.legal_moves()[-1])
    assert match.finish(hand).totals == (
        1990 + buraco.score(hand).totals[0],
        buraco.score(hand).totals[1],
    )


@pytest.mark.parametrize("target", [2000, None])
def test_r10_2_tie_won_by_the_hand_starter(target: int | None) -> None:
    rules = rules_with(Tie.HAND_STARTER)
    for first in range(4):
        match = match_of((2000, 2000), rules=rules, target=target, first=first)
        assert match.winner == first % 2
    assert match_of((900, 1000), (1200, 1100), rules=rules).winner == 1  # seat 1 started


def test_r10_2_tie_won_by_the_match_starter() -> None:
    rules = rules_with(Tie.MATCH_STARTER)
    assert match_of((900, 1000), (1200, 1100), rules=rules).winner == 0
    assert match_of((900, 1000), (1200, 1100), rules=rules, first=1).winner == 1
    assert match_of((70, 70), rules=rules, target=None, first=3).winner == 1


def test_r10_2_tie_leads_to_an_extra_hand() -> None:
    rules = rules_with(Tie.EXTRA_HAND)
    tied = match_of((2000, 2000), rules=rules)
    assert tied.winner is None
    assert tied.deal(seed=1).starter == 1
    assert match_of((2000, 2000), (10, 20), rules=rules).winner == 1
    assert match_of((2000, 2000), (10, 10), rules=rules).winner is None
    assert match_of((2000, 2000), (-20, -10), rules=rules).winner is None  # below the target again
    assert match_of((70, 70), rules=rules, target=None).winner is None
    assert match_of((70, 70), (-20, -10), rules=rules, target=None).winner == 1


def test_r10_2_a_tie_below_the_target_decides_nothing() -> None:
    for tie in Tie:
        assert match_of((500, 500), rules=rules_with(tie)).winner is None


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"rules": "cerrado"}, "rules must be a RuleSet"),
        ({"rules": None}, "rules must be a RuleSet"),
        ({"players": 3}, "players must be 2 or 4 under cerrado, not 3"),
        ({"players": True}, "players"),
        ({"players": 4.0}, "players"),
        ({"players": [4]}, "players"),
        ({"rules": CERRADO_SUCIO_PAREJAS, "players": 2}, "players must be 4"),
        ({"target": 0}, "target"),
        ({"target": -2000}, "target"),
        ({"target": True}, "target"),
        ({"target": 2000.0}, "target"),
        ({"target": "2000"}, "target"),
        ({"target": 2**63}, "target"),
        ({"starter": 4}, "starter must be a seat, 0 to 3, not 4"),
        ({"starter": -1}, "starter"),
        ({"starter": False}, "starter"),
        ({"starter": None}, "starter"),
        ({"players": 2, "starter": 2}, "starter must be a seat, 0 to 1"),
    ],
)
def test_start_refuses(change: dict[str, Any], message: str) -> None:
    values: dict[str, Any] = {"rules": CERRADO, "players": 4, "target": 2000, "starter": 0} | change
    with pytest.raises(MatchError, match=message):
        Match.start(**values)


def test_start_takes_every_seat_and_every_target() -> None:
    assert Match.start(CERRADO, target=2**63 - 1, starter=3).target == 2**63 - 1
    assert Match.start(CERRADO) == Match.start(CERRADO, players=4, target=2000, starter=0)


@pytest.mark.parametrize(
    ("starter", "totals"),
    [
        (4, (0, 0)),
        (True, (0, 0)),
        (0, [0, 0]),
        (0, (0, 0, 0)),
        (0, (0, 1.0)),
        (0, (False, 0)),
        (0, (0, 2**63)),
    ],
)
def test_played_hand_refuses(starter: Any, totals: Any) -> None:
    with pytest.raises(MatchError):
        PlayedHand(starter, totals)


def test_hands_must_follow_each_other() -> None:
    hands = (PlayedHand(0, (1, 2)), PlayedHand(2, (1, 2)))
    with pytest.raises(MatchError, match="seat 2 cannot have started hand 1"):
        Match(rules=CERRADO, players=4, target=2000, starter=2, hands=hands)
    with pytest.raises(MatchError, match="seat 0 cannot have started hand 0"):
        Match(rules=CERRADO, players=4, target=2000, starter=2, hands=hands[:1])
    with pytest.raises(MatchError, match="hands must be a tuple"):
        Match(rules=CERRADO, players=4, target=2000, starter=1, hands=[hands[0]])  # type: ignore[arg-type]
    with pytest.raises(MatchError, match="hands must be a tuple"):
        Match(rules=CERRADO, players=4, target=2000, starter=1, hands=((0, (1, 2)),))  # type: ignore[arg-type]


def test_no_hand_follows_the_deciding_one() -> None:
    with pytest.raises(MatchError, match="hand 1 was played after the match was over"):
        match_of((2000, 0), (0, 0))
    with pytest.raises(MatchError, match="hand 1 was played after"):
        match_of((1, 1), (0, 0), target=None)
    with pytest.raises(MatchError, match="hand 2 was played after"):
        match_of((0, 0), (2000, 2000), (0, 0))


def test_deal_and_finish_refuse_when_the_match_is_over() -> None:
    hand = played(match_of().deal(seed=1))
    over = match_of((0, 2000), first=3)
    assert over.starter == hand.starter
    with pytest.raises(MatchError, match="the match is over: side 1 has won"):
        over.deal(seed=1)
    with pytest.raises(MatchError, match="the match is over"):
        over.finish(hand)


def test_finish_refuses_what_is_no_hand_of_the_match() -> None:
    match = Match.start(CERRADO)
    with pytest.raises(MatchError, match="the hand is not over"):
        match.finish(match.deal(seed=1))
    with pytest.raises(MatchError, match="rules are cerrado-sucio"):
        match.finish(played(GameState.deal(CERRADO_SUCIO, seed=1)))
    with pytest.raises(MatchError, match="the hand has 2 players, the match 4"):
        match.finish(played(GameState.deal(CERRADO, players=2, seed=1)))
    with pytest.raises(MatchError, match="seat 1 started the hand, not seat 0"):
        match.finish(played(GameState.deal(CERRADO, starter=1, seed=1)))
    with pytest.raises(MatchError, match="a GameState expected"):
        match.finish((10, 20))  # type: ignore[arg-type]


def test_finish_refuses_totals_that_no_document_holds() -> None:
    points = dict.fromkeys(CERRADO.card_points, 2**62)
    match = Match.start(attrs.evolve(CERRADO, name="casa", card_points=points))
    with pytest.raises(MatchError, match="64 bits"):
        match.finish(played(match.deal(seed=1)))


def test_deal_takes_seed_rng_or_deck() -> None:
    match = Match.start(CERRADO, players=2, starter=1)
    hand = match.deal(seed=9)
    assert hand == GameState.deal(CERRADO, players=2, seed=9, starter=1)
    assert match.deal(rng=random.Random(9)) == hand
    deck = buraco.deck()
    assert match.deal(deck=deck) == GameState.deal(CERRADO, players=2, deck=deck, starter=1)
    with pytest.raises(BuracoError):
        match.deal(deck=deck[1:])


def test_matches_are_values() -> None:
    match, same = match_of((310, -45)), match_of((310, -45))
    assert match == same
    assert hash(match) == hash(same)
    assert pickle.loads(pickle.dumps(match)) == match
    assert copy.copy(match) is match
    assert copy.deepcopy(match) is match
    assert copy.copy(match.hands[0]) is match.hands[0]
    assert copy.deepcopy(match.hands[0]) is match.hands[0]
    with pytest.raises(attrs.exceptions.FrozenInstanceError):
        match.target = 1  # type: ignore[misc]


def test_the_repr_of_a_match_is_one_line_that_tells_how_it_stands() -> None:
    for match, told in [
        (match_of(), "cerrado, 4 players, to 2000: 0 hands, totals 0 0, seat 0 to start"),
        (
            match_of((310, -45)),
            "cerrado, 4 players, to 2000: 1 hand, totals 310 -45, seat 1 to start",
        ),
        (
            match_of((1900, 5), (300, -10), rules=rules_with(Tie.EXTRA_HAND), players=2),
            "casa, 2 players, to 2000: 2 hands, totals 2200 -5, won by side 0",
        ),
        (
            match_of((1, 2), target=None),
            "cerrado, 4 players, one hand: 1 hand, totals 1 2, won by side 1",
        ),
    ]:
        assert repr(match) == f"<Match {told}>"


def test_no_value_that_has_rules_tells_them_at_length() -> None:
    state = GameState.deal(CERRADO, seed=1)
    view = state.view(0)
    values = [
        state,
        view,
        buraco.Memory.start(state.view(None)),
        buraco.Record.start(state),
        match_of(),
    ]
    for value in values:
        assert repr(value).isprintable()
        assert len(repr(value)) < 150
        assert "RuleSet" not in repr(value)


@pytest.mark.parametrize("match", [match_of(), match_of((310, -45), target=None), match_of((1, 2))])
def test_documents_round_trip(match: Match) -> None:
    assert Match.from_dict(match.to_dict()) == match
    assert Match.from_json(match.to_json()) == match
