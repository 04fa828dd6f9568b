"""R9: scoring a hand, rule by rule, against the expected results and against the plain rules."""

import copy
import json
import pickle
import random
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import attrs
import plain
import pytest
from hypothesis import given
from hypothesis import strategies as st

import buraco
from buraco import (
    ABIERTO,
    ABIERTO_SUCIO,
    CERRADO,
    CERRADO_SUCIO,
    CERRADO_SUCIO_PAREJAS,
    CanastaKind,
    GameState,
    HandScore,
    LineKind,
    Muerto,
    RuleSet,
    ScoreLine,
    Side,
    SideScore,
    parse_cards,
    parse_meld,
)
from buraco.scoring import score_hand

CASES = Path(__file__).parent / "cases"
SCORES = json.loads((CASES / "scores.json").read_text("utf-8"))
TRACES = [json.loads(line) for line in (CASES / "traces.jsonl").read_text("utf-8").splitlines()]

USED = Muerto(seat=0, used=True), Muerto(seat=1, used=True)
CLEAN = "3h4h5h6h7h8h9h"  # 45 points
DIRTY = "3c4c5c6c7c8cJk"  # 55 points


def scored(
    rules: RuleSet = CERRADO,
    *,
    melds: Sequence[str] = (),
    hands: Sequence[str] = ("", "", "", ""),
    muertos: tuple[Muerto | None, Muerto | None] = USED,
    closed_by: int | None = None,
) -> HandScore:
    """The score of a hand with these melds on side 0; side 1 has none."""
    sides = Side(tuple(map(parse_meld, melds)), muertos[0]), Side((), muertos[1])
    return score_hand(rules, tuple(map(parse_cards, hands)), sides, closed_by)


def lines(score: HandScore, side: int = 0) -> list[tuple[str, int]]:
    return [(line.kind.value, line.points) for line in score.sides[side].lines]


@pytest.mark.parametrize("case", SCORES, ids=lambda case: case["id"])
def test_expected_scores(case: dict[str, Any]) -> None:
    state = GameState.from_dict(case["state"])
    assert list(buraco.score(state).totals) == case["totals"]


@pytest.mark.parametrize("number", range(len(TRACES)))
def test_expected_scores_of_traces(number: int) -> None:
    state = GameState.from_dict(TRACES[number]["final"])
    assert list(buraco.score(state).totals) == TRACES[number]["score"]


@pytest.mark.parametrize(
    ("rules", "values"),
    [
        (CERRADO, {"34567": 5, "89TJQK": 10, "A": 15, "2": 10, "Jk": 20}),
        (ABIERTO_SUCIO, {"34567": 5, "89TJQK": 10, "A": 15, "2": 20, "Jk": 30}),
    ],
)
def test_r9_1_card_values(rules: RuleSet, values: dict[str, int]) -> None:
    for ranks, points in values.items():
        for card in ["Jk"] if ranks == "Jk" else [rank + "s" for rank in ranks]:
            assert lines(scored(rules, hands=[card, "", "", ""])) == [("hand", -points)]


def test_r9_1_a_wild_counts_its_own_value() -> None:
    assert lines(scored(melds=["5h6hJk8h"])) == [("cards", 40)]
    assert lines(scored(melds=["QhKh2h"])) == [("cards", 30)]
    assert lines(scored(ABIERTO_SUCIO, melds=["QhKh2h"])) == [("cards", 40)]


@pytest.mark.parametrize(
    ("meld", "cards", "canasta", "bonus"),
    [
        (DIRTY, 55, CanastaKind.DIRTY, 100),
        (CLEAN, 45, CanastaKind.CLEAN, 200),
        ("9c9c9d9d9h9h9s", 70, CanastaKind.CLEAN, 200),
        ("2s3s4s5s6s7s8s9sTsJsQsKsAs", 110, CanastaKind.REAL, 500),
        ("2s3s4s5s6sJk8s9sTsJsQsKsAs", 125, CanastaKind.DIRTY, 100),
        ("As2s3s4s5s6s7s8s9sTsJsQsKsAs", 125, CanastaKind.ACE_TO_ACE, 1000),
    ],
)
def test_r9_2_melds_and_canastas(meld: str, cards: int, canasta: CanastaKind, bonus: int) -> None:
    laid = parse_meld(meld)
    assert scored(melds=[meld]).sides[0].lines == (
        ScoreLine(LineKind.CARDS, cards, laid),
        ScoreLine(LineKind.CANASTA, bonus, laid, canasta),
    )


def test_r9_2_below_seven_cards_no_bonus() -> None:
    assert lines(scored(melds=["3h4h5h6h7h8h"])) == [("cards", 35)]


def test_r9_2_bonuses_are_the_rule_sets() -> None:
    real, group = "2s3s4s5s6s7s8s9sTsJsQsKsAs", "9c9c9d9d9h9h9s"
    assert lines(scored(CERRADO_SUCIO_PAREJAS, melds=[real]))[1:] == [("canasta", 200)]
    assert lines(scored(CERRADO_SUCIO_PAREJAS, melds=[group]))[1:] == []
    house = attrs.evolve(CERRADO, name="casa", canasta_points={**CERRADO.canasta_points, "real": 7})
    assert lines(scored(house, melds=[real]))[1:] == [("canasta", 7)]


@pytest.mark.parametrize("seat", range(4))
def test_r9_2_closing(seat: int) -> None:
    score = scored(closed_by=seat)
    assert score.sides[seat % 2].lines == (ScoreLine(LineKind.CLOSING, 100, seat=seat),)
    assert score.sides[1 - seat % 2].lines == ()


def test_r9_3_cards_left_of_both_partners() -> None:
    score = scored(hands=["3h", "As", "KhJk", "2c2d"])
    assert score.sides[0].lines == (
        ScoreLine(LineKind.HAND, -5, seat=0),
        ScoreLine(LineKind.HAND, -30, seat=2),
    )
    assert score.totals == (-35, -35)


def test_r9_3_the_partner_of_who_closed_too() -> None:
    score = scored(hands=["", "", "KhJk", ""], closed_by=0)
    assert lines(score) == [("closing", 100), ("hand", -30)]


@pytest.mark.parametrize("closed_by", [None, 0, 1])
def test_r9_4_a_side_that_took_no_muerto(closed_by: int | None) -> None:
    for muertos, owing in [((USED[0], None), [1]), ((None, USED[1]), [0]), ((None, None), [0, 1])]:
        score = scored(muertos=muertos, closed_by=closed_by)
        for side in (0, 1):
            assert (("no-muerto", -100) in lines(score, side)) == (side in owing)


def test_r9_5_unused_muerto_and_its_cards() -> None:
    unused = Muerto(seat=2, used=False), USED[1]
    for closed_by in (None, 0, 1):
        score = scored(hands=["3h", "", "KhAs", ""], muertos=unused, closed_by=closed_by)
        rest = [line for line in score.sides[0].lines if line.kind is not LineKind.CLOSING]
        assert rest == [
            ScoreLine(LineKind.HAND, -5, seat=0),
            ScoreLine(LineKind.HAND, -25, seat=2),
            ScoreLine(LineKind.UNUSED_MUERTO, -100, seat=2),
        ]


def test_r9_5_used_muerto_costs_nothing() -> None:
    assert lines(scored(hands=["", "", "KhAs", ""])) == [("hand", -25)]


def test_r9_5_abierto_sucio_takes_nothing_but_the_cards() -> None:
    unused = Muerto(seat=2, used=False), USED[1]
    score = scored(ABIERTO_SUCIO, hands=["3h", "", "KhAs", ""], muertos=unused)
    assert lines(score) == [("hand", -5), ("hand", -25), ("unused-muerto", 0)]


def test_r9_5_parejas_takes_only_the_penalty() -> None:
    unused = Muerto(seat=2, used=False), USED[1]
    score = scored(CERRADO_SUCIO_PAREJAS, hands=["3h", "5h", "KhAs", "6h"], muertos=unused)
    assert lines(score) == [("hand", -5), ("unused-muerto", -100)]
    assert lines(score, 1) == [("hand", -5), ("hand", -5)]
    used = Muerto(seat=2, used=True), USED[1]
    score = scored(CERRADO_SUCIO_PAREJAS, hands=["3h", "5h", "KhAs", "6h"], muertos=used)
    assert lines(score) == [("hand", -5), ("hand", -25)]


@pytest.mark.parametrize("muerto", [None, Muerto(0, False), Muerto(0, True)])
def test_r9_5_and_r9_4_never_add_up(muerto: Muerto | None) -> None:
    kinds = [kind for kind, _ in lines(scored(muertos=(muerto, USED[1])))]
    assert (
        kinds
        == {None: ["no-muerto"], False: ["unused-muerto"], True: []}[
            muerto.used if muerto else None
        ]
    )


def test_r9_6_totals_may_be_negative() -> None:
    assert scored(hands=["JkJk", "", "", ""], muertos=(None, None)).totals == (-140, -100)


def test_two_players_are_two_sides() -> None:
    score = scored(ABIERTO, hands=["3h", "Kh"], muertos=(None, USED[1]), closed_by=None)
    assert score.totals == (-105, -10)


def test_a_hand_in_progress_is_scored_as_if_it_ended_now() -> None:
    state = GameState.deal(CERRADO_SUCIO, players=4, seed=3)
    for side in buraco.score(state).sides:
        assert [line.kind.value for line in side.lines] == ["hand", "hand", "no-muerto"]


def test_lines_come_in_the_order_of_their_kinds() -> None:
    unused = Muerto(seat=2, used=False), None
    score = scored(melds=[CLEAN, DIRTY], hands=["", "", "Kh", ""], muertos=unused, closed_by=0)
    kinds = [line.kind for line in score.sides[0].lines]
    assert kinds == sorted(kinds, key=list(LineKind).index)
    assert [str(line) for line in score.sides[0].lines] == [
        f"cards {CLEAN}: 45",
        f"cards {DIRTY}: 55",
        f"clean canasta {CLEAN}: 200",
        f"dirty canasta {DIRTY}: 100",
        "closing of seat 0: 100",
        "hand of seat 2: -10",
        "unused muerto of seat 2: -100",
    ]
    assert str(score) == (
        "side 0: cards 100, canasta 300, closing 100, hand -10, unused-muerto -100 = 390\n"
        "side 1: no-muerto -100 = -100"
    )


def test_a_side_without_lines() -> None:
    assert SideScore(()).total == 0
    assert str(SideScore(())) == "nothing = 0"


def test_scores_are_values() -> None:
    one, other = scored(melds=[CLEAN]), scored(melds=[CLEAN])
    assert one == other
    assert hash(one) == hash(other)
    assert pickle.loads(pickle.dumps(one)) == one
    assert copy.copy(one) is one
    assert copy.deepcopy(one) is one
    with pytest.raises(attrs.exceptions.FrozenInstanceError):
        one.sides = other.sides  # type: ignore[misc]


@given(
    rules=st.sampled_from(list(buraco.RULE_SETS.values())),
    seed=st.integers(0, 2**32),
    moves=st.integers(0, 150),
)
def test_lines_add_up_at_any_moment(rules: RuleSet, seed: int, moves: int) -> None:
    rng = random.Random(seed)
    state = GameState.deal(rules, players=rng.choice(rules.players), rng=rng)
    for _ in range(moves):
        if state.is_over:
            break
        state = state.apply(rng.choice(state.legal_moves()))
    score = buraco.score(state)
    for side, total in zip(score.sides, score.totals, strict=True):
        assert total == side.total == sum(line.points for line in side.lines)
        assert total == sum(map(side.subtotal, LineKind))
    assert list(score.totals) == plain.score(state.to_dict())
