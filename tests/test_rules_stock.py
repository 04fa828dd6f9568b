"""R8: the stock runs out."""

import pytest
from helpers import after, can, house, place, reason

import buraco
from buraco import Cards, GameState, LineKind, Muerto, Phase, Reason

CLEAN = "3c4c5c6c7c8c9c"
ONE = house(muertos_to_stock="one")


def kinds(state: GameState, side: int) -> set[LineKind]:
    return {line.kind for line in buraco.score(state).sides[side].lines}


# R8.1


def test_r8_1_who_draws_the_last_card_finishes_his_turn() -> None:
    state = place(hand="9c9d9hTs", phase="draw", stock=1, taken={0: True, 1: True})
    state = after(state, "D")
    assert (state.phase, state.stock) == (Phase.PLAY, ())
    state = after(state, f"X{next(iter(state.hands[0]))}")
    assert state.is_over


def test_r8_1_he_may_take_the_last_muerto_directly() -> None:
    state = place(hand="9c9d9h", stock=0, taken={1: True})
    state = after(state, "M9c9d9h")
    assert len(state.hands[0]) == 11
    assert state.phase is Phase.PLAY
    assert after(state, f"X{next(iter(state.hands[0]))}").is_over


def test_r8_1_an_indirect_muerto_is_taken_before_the_stock_is_looked_at() -> None:
    state = after(place(hand="4s", stock=0, taken={1: True}), "X4s")
    assert state.is_over
    assert state.closed_by is None
    assert state.sides[0].muerto == Muerto(0, used=False)
    assert len(state.hands[0]) == 11


def test_r8_1_or_close() -> None:
    state = place(hand="4s", melds=[CLEAN], stock=0, taken={0: True, 1: True})
    assert after(state, "X4s").closed_by == 0


def test_r8_1_the_stock_is_looked_at_only_when_a_turn_ends() -> None:
    """Between a meld play and the discard, nothing happens to the muertos."""
    state = after(place(hand="9c9d9hTsKs", stock=0), "M9c9d9h")
    assert (state.stock, len(state.muertos)) == ((), 2)
    state = after(place(hand="9cKs", stock=1), "X9c")
    assert (len(state.stock), len(state.muertos)) == (1, 2)


# R8.2


def test_r8_2_the_muertos_become_the_stock() -> None:
    before = place(hand="4sKs", stock=0)
    state = after(before, "X4s")
    assert state.stock == before.muertos[0] + before.muertos[1]
    assert state.muertos == ()
    assert (state.turn, state.phase) == (1, Phase.DRAW)
    later = after(state, "D")
    assert later.hands[1] == state.hands[1] + Cards([before.muertos[0][0]])


def test_r8_2_only_one_that_is_left() -> None:
    for rules in (house(), ONE):
        before = place(rules, hand="4sKs", stock=0, taken={1: True})
        state = after(before, "X4s")
        assert state.stock == before.muertos[0]
        assert state.muertos == ()


def test_r8_2_one_of_two_by_the_rule_set() -> None:
    for rules in (ONE, "cerrado-sucio-parejas"):
        before = place(rules, hand="4sKs", stock=0)
        state = after(before, "X4s")
        assert state.stock == before.muertos[0]
        assert state.muertos == before.muertos[1:]


@pytest.mark.parametrize("side", [0, 1])
def test_r8_2_if_one_stays_either_side_may_take_it(side: int) -> None:
    state = place(ONE, hand="4s4h", stock=11, muertos=1, turn=side)
    state = after(state, "X4s", "D")
    assert len(state.muertos) == 1
    last = place(ONE, hand="4s", stock=11, muertos=1, turn=side)
    assert after(last, "X4s").sides[side].muerto == Muerto(side, used=False)


def test_r8_2_a_side_that_has_had_none_can_then_take_none_and_may_close() -> None:
    state = place(hand="JdQdKd4s", melds=[CLEAN], muertos=0)
    assert after(state, "MJdQdKd", "X4s").closed_by == 0
    assert after(state, "X4s").turn == 1
    state = place(hand="JdQdKd4s", muertos=0)
    assert reason(state, "MJdQdKd") is Reason.WOULD_STRAND


def test_r8_2_and_still_pays_for_it() -> None:
    state = after(place(hand="JdQdKd", melds=[CLEAN], muertos=0), "MJdQdKd")
    assert state.closed_by == 0
    for side in (0, 1):
        assert LineKind.NO_MUERTO in kinds(state, side)


# R8.3


def test_r8_3_no_stock_and_no_muerto_end_the_hand() -> None:
    state = after(place(hand="4sKs", melds=[CLEAN], stock=0, taken={0: True, 1: True}), "X4s")
    assert state.is_over
    assert state.closed_by is None
    assert state.turn == 0
    assert state.legal_moves() == ()
    assert str(state.hands[0]) == "Ks"
    assert str(state.pile[-1]) == "4s"


def test_r8_3_nobody_earns_the_closing_bonus() -> None:
    state = after(place(hand="4sKs", melds=[CLEAN], stock=0, muertos=0), "X4s")
    for side in (0, 1):
        assert LineKind.CLOSING not in kinds(state, side)
    assert kinds(state, 0) == {
        LineKind.CARDS,
        LineKind.CANASTA,
        LineKind.HAND,
        LineKind.NO_MUERTO,
    }


def test_r8_3_the_pile_is_never_reshuffled() -> None:
    state = place(hand="4sKs", phase="play", pile="3h4h5h", stock=0, muertos=0)
    state = after(state, "X4s")
    assert state.is_over
    assert "".join(map(str, state.pile)) == "3h4h5h4s"


def test_r8_3_the_pile_cannot_be_taken_any_more() -> None:
    """It would be a good one, but the hand is over before."""
    state = place("abierto", hand="4sKs", phase="play", pile="3h4h5h", stock=0, muertos=0)
    assert can(state, "X4s")
    assert reason(after(state, "X4s"), "P") is Reason.HAND_OVER
