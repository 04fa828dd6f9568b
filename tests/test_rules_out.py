"""R7: running out of cards; muertos, closing, and that no turn gets stuck."""

import pytest
from helpers import after, can, house, place, reason, texts
from hypothesis import given
from strategies import Way, ways

from buraco import Cards, GameState, Muerto, Phase, Reason, RuleSet

CLEAN, DIRTY = "3c4c5c6c7c8c9c", "3d4d5d6d7d8dJk"
ALWAYS = house(discard_to_go_out="always")
TO_CLOSE = house(discard_to_go_out="to-close")
HAD = {0: True}
"""Side 0 has had its muerto."""


def closed_by(state: GameState, seat: int) -> bool:
    """Whether the state is over, closed by that seat and nobody else."""
    assert (state.phase is Phase.OVER) == state.is_over
    assert state.closed_by is None or (state.is_over and not state.hands[state.closed_by])
    assert not state.is_over or state.legal_moves() == ()
    return state.closed_by == seat == state.turn


# R7.1


def test_r7_1_direct() -> None:
    """Emptied by a meld play: he goes on in the same turn, without drawing."""
    before = place(hand="9c9d9h")
    state = after(before, "M9c9d9h")
    assert (state.turn, state.phase) == (0, Phase.PLAY)
    assert state.hands[0] == Cards(before.muertos[0])
    assert state.muertos == before.muertos[1:]
    assert state.sides[0].muerto == Muerto(seat=0, used=True)
    assert reason(state, "D") is Reason.ALREADY_DRAWN


def test_r7_1_direct_by_an_addition_or_by_taking_the_pile() -> None:
    state = after(place(hand="9s", melds=["9c9d9h"]), "+0=9c9d9h9s")
    assert len(state.hands[0]) == 11
    state = after(place(hand="9s9h", pile="9c"), "P:M9c9h9s")
    assert len(state.hands[0]) == 11
    assert (state.turn, state.phase) == (0, Phase.PLAY)


def test_r7_1_indirect() -> None:
    """Emptied by a discard: the turn ends, and the muerto is for his next turn."""
    before = place(hand="9c", turn=2, stock=9)
    state = after(before, "X9c")
    assert (state.turn, state.phase) == (3, Phase.DRAW)
    assert state.hands[2] == Cards(before.muertos[0])
    assert state.sides[0].muerto == Muerto(seat=2, used=False)


@pytest.mark.parametrize("taker", [0, 2])
def test_r7_1_one_muerto_per_side_whichever_partner_is_first(taker: int) -> None:
    state = place(hand="9c9d9h", taken={taker: True}, melds=[CLEAN])
    assert len(state.muertos) == 1
    assert closed_by(after(state, "M9c9d9h"), 0)
    assert reason(place(hand="9c9d9h", taken={taker: True}), "M9c9d9h") is Reason.CANASTA_MISSING


def test_r7_1_the_other_side_s_muerto_changes_nothing() -> None:
    state = after(place(hand="9c9d9h", taken={1: True}), "M9c9d9h")
    assert state.muertos == ()
    assert len(state.hands[0]) == 11
    assert [side.muerto for side in state.sides] == [Muerto(0, True), Muerto(1, True)]


def test_r7_1_taking_is_no_choice() -> None:
    """Even a side that could close takes the muerto."""
    state = after(place(hand="9c9d9h", melds=[CLEAN]), "M9c9d9h")
    assert not state.is_over
    state = after(place(hand="9c", melds=[CLEAN], stock=9), "X9c")
    assert not state.is_over


def test_r7_1_the_first_muerto_is_taken_first() -> None:
    state = place(hand="9c", stock=9)
    later = after(state, "X9c")
    assert later.muertos == (state.muertos[1],)


# R7.2


@pytest.mark.parametrize("used", [True, False])
def test_r7_2_closing_takes_a_canasta(used: bool) -> None:
    taken = {0: used}
    assert closed_by(after(place(hand="9c", melds=[CLEAN], taken=taken), "X9c"), 0)
    assert reason(place(hand="9c9d", melds=["4h5h6h"], taken=taken), "X9c") is None
    state = place(hand="9c7h", melds=["4h5h6h"], taken=taken)
    assert reason(state, "+0=4h5h6h7h") is Reason.WOULD_STRAND


def test_r7_2_no_muerto_left_on_the_table() -> None:
    """A side that has had none closes as well."""
    state = place(hand="9c", melds=[CLEAN], muertos=0)
    assert closed_by(after(state, "X9c"), 0)
    assert after(state, "X9c").sides[0].muerto is None
    assert reason(place(hand="9c9d9h", muertos=0), "M9c9d9h") is Reason.CANASTA_MISSING


KINDS = {
    "3c4c5c6c7c8c9c": "clean",
    "2s3s4s5s6s7s8s9sTsJsQsKsAs": "real",
    "As2s3s4s5s6s7s8s9sTsJsQsKsAs": "ace-to-ace",
    "7c7c7d7d7h7h7s": "clean",
    "3c4c5c6c7c8cJk": "dirty",
    "Jk3c4c5c6c7c": None,
}


@pytest.mark.parametrize("meld", KINDS)
@pytest.mark.parametrize("asked_for", ["clean", "any"])
def test_r7_2_the_kind_that_the_rule_set_asks_for(meld: str, asked_for: str) -> None:
    rules = house(canasta_to_close=asked_for)
    closes = KINDS[meld] is not None and (asked_for == "any" or KINDS[meld] != "dirty")
    state = place(rules, hand="JdQdKd", melds=[meld], taken=HAD)
    assert can(state, "MJdQdKd") == closes
    if closes:
        assert closed_by(after(state, "MJdQdKd"), 0)


def test_r7_2_counted_after_the_play_that_may_make_the_canasta() -> None:
    for hand, melds, move in [
        ("9c", [CLEAN[:-2]], f"+0={CLEAN}"),
        (CLEAN, [], f"M{CLEAN}"),
        ("3h", ["4h5h6h7h8h9h2h"], "+0=2h3h4h5h6h7h8h9h"),  # and the two goes home
    ]:
        assert closed_by(after(place(hand=hand, melds=melds, taken=HAD), move), 0)
    assert reason(place(hand="3h9s", melds=["4h5h6h7h8h9h2h"], taken=HAD), "X9s") is None


def test_r7_2_or_spoil_it() -> None:
    state = place(hand="Jk", melds=[CLEAN], taken=HAD)
    assert reason(state, f"+0={CLEAN}Jk") is Reason.CANASTA_MISSING
    assert can(state, "XJk")
    assert can(place(hand="Jk", melds=[CLEAN, "3h4h5h6h7h8h9h"], taken=HAD), f"+0={CLEAN}Jk")
    assert can(place("cerrado-sucio", hand="Jk", melds=[CLEAN], taken=HAD), f"+0={CLEAN}Jk")


def test_r7_2_the_opponents_canasta_is_no_help() -> None:
    state = place(hand="9c9d9h", theirs=[CLEAN], taken=HAD)
    assert reason(state, "M9c9d9h") is Reason.CANASTA_MISSING


def test_r7_2_a_group_closes_where_groups_are_canastas() -> None:
    group = "7c7c7d7d7h7h7s"
    for rules, closes in [("cerrado-sucio", True), ("cerrado-sucio-parejas", False)]:
        assert can(place(rules, hand="JdQdKd", melds=[group], taken=HAD), "MJdQdKd") == closes


# R7.3


@pytest.mark.parametrize("rules", [house(), TO_CLOSE, ALWAYS], ids=["never", "to-close", "always"])
def test_r7_3_closing_by_discard_is_always_possible(rules: RuleSet) -> None:
    assert closed_by(after(place(rules, hand="9s", melds=[CLEAN], taken=HAD), "X9s"), 0)


def test_r7_3_closing_by_a_meld_play_unless_a_discard_is_demanded() -> None:
    for rules, why in [
        (house(), None),
        (TO_CLOSE, Reason.DISCARD_REQUIRED),
        (ALWAYS, Reason.DISCARD_REQUIRED),
    ]:
        state = place(rules, hand="JdQdKd", melds=[CLEAN], taken=HAD)
        assert reason(state, "MJdQdKd") is why
        state = place(rules, hand="TcKd", melds=[CLEAN], taken=HAD)
        assert closed_by(after(state, f"+0={CLEAN}Tc", "XKd"), 0)


def test_r7_3_a_discard_to_close_only() -> None:
    """Where only closing demands a discard, a meld play may still fetch the muerto."""
    assert len(after(place(TO_CLOSE, hand="9c9d9h"), "M9c9d9h").hands[0]) == 11


def test_r7_3_by_taking_the_pile() -> None:
    state = place(hand="JdKd", melds=[CLEAN], pile="Qd", taken=HAD)
    assert closed_by(after(state, "P:MJdQdKd"), 0)
    state = place(TO_CLOSE, hand="JdKd", melds=[CLEAN], pile="Qd", taken=HAD)
    assert reason(state, "P:MJdQdKd") is Reason.DISCARD_REQUIRED
    state = place(TO_CLOSE, hand="JdKd", melds=[CLEAN], pile="9sQd", taken=HAD)
    assert closed_by(after(state, "P:MJdQdKd", "X9s"), 0)


# R7.4


def test_r7_4_abierto_sucio_demands_a_discard() -> None:
    """No meld play may empty the hand, with a muerto to take or a canasta or neither."""
    for taken in ({}, HAD):
        for melds in ([DIRTY], []):
            state = place("abierto-sucio", hand="9c9d9h", melds=melds, taken=taken)
            assert reason(state, "M9c9d9h") is Reason.DISCARD_REQUIRED
    state = place("abierto-sucio", hand="9d9h", melds=[DIRTY], taken=HAD)
    assert closed_by(after(state, "+0=3d4d5d6d7d8d9dJk", "X9h"), 0)


def test_r7_4_the_muerto_comes_by_a_discard() -> None:
    state = after(place("abierto-sucio", hand="9c9d9h4s"), "M9c9d9h")
    assert texts(state.legal_moves()) == ["X4s"]
    state = after(state, "X4s")
    assert state.sides[0].muerto == Muerto(0, used=False)


def test_r7_4_one_card_that_fits_is_discarded_all_the_same() -> None:
    state = place("abierto-sucio", hand="9s", melds=["9c9d9h"])
    assert texts(state.legal_moves()) == ["X9s"]


# R7.5


def test_r7_5_two_cards_must_be_left_or_one_by_a_discard() -> None:
    """With no muerto to take and no closing canasta."""
    state = place(hand="9c9d9h4s", taken=HAD)
    assert reason(state, "M9c9d9h") is Reason.WOULD_STRAND
    assert can(place(hand="9c9d9h4sKs", taken=HAD), "M9c9d9h")
    state = place(hand="4sKs", taken=HAD)
    assert can(state, "X4s")
    assert len(after(state, "X4s").hands[0]) == 1


def test_r7_5_a_muerto_to_take_or_a_canasta_is_enough() -> None:
    assert can(place(hand="9c9d9h4s"), "M9c9d9h")
    assert can(place(hand="9c9d9h4s", melds=[CLEAN], taken=HAD), "M9c9d9h")
    assert not can(place(hand="9c9d9h4s", melds=[DIRTY], taken=HAD), "M9c9d9h")
    assert can(place("cerrado-sucio", hand="9c9d9h4s", melds=[DIRTY], taken=HAD), "M9c9d9h")


def test_r7_5_the_play_itself_makes_the_canasta() -> None:
    state = place(hand="8c9c4s", melds=["3c4c5c6c7c"], taken=HAD)
    assert closed_by(after(state, "+0=3c4c5c6c7c8c9c", "X4s"), 0)
    assert reason(state, "+0=3c4c5c6c7c8c") is None


def test_r7_5_the_last_card_may_be_added_if_that_makes_the_canasta() -> None:
    state = place(hand="9d9h9s9c", melds=["3c4c5c6c7c8c"], taken=HAD)
    state = after(state, "M9d9h9s")
    assert texts(state.legal_moves()) == ["+0=3c4c5c6c7c8c9c"]
    assert closed_by(after(state, "+0=3c4c5c6c7c8c9c"), 0)


def test_r7_5_not_if_it_makes_only_a_dirty_one() -> None:
    state = place(hand="9d9h9sJk", melds=["3c4c5c6c7c8c"], taken=HAD)
    assert reason(state, "M9d9h9s") is Reason.WOULD_STRAND
    state = place("cerrado-sucio", hand="9d9h9sJk", melds=["3c4c5c6c7c8c"], taken=HAD)
    assert can(state, "M9d9h9s")


def test_r7_5_a_last_card_that_makes_a_dirty_canasta_clean() -> None:
    state = place(hand="9d9c9s3h", melds=["4h5h6h7h8h9h2h"], taken=HAD)
    state = after(state, "M9c9d9s")
    assert texts(state.legal_moves()) == ["+0=2h3h4h5h6h7h8h9h"]


def test_r7_5_nor_where_closing_takes_a_discard() -> None:
    for rules in (TO_CLOSE, ALWAYS):
        state = place(rules, hand="9d9h9s9c", melds=["3c4c5c6c7c8c"], taken=HAD)
        assert reason(state, "M9d9h9s") is Reason.WOULD_STRAND
        assert can(state, "+0=3c4c5c6c7c8c9c")


def test_r7_5_holds_for_taking_the_pile() -> None:
    state = place(hand="7h8h4s", pile="6h", taken=HAD)
    assert reason(state, "P:M6h7h8h") is Reason.WOULD_STRAND
    assert can(place(hand="7h8h4sKs", pile="6h", taken=HAD), "P:M6h7h8h")
    assert can(place(hand="7h8h4s", pile="Qd6h", taken=HAD), "P:M6h7h8h")
    assert reason(place(hand="7h8h", pile="Qd6h", taken=HAD), "P:M6h7h8h") is Reason.WOULD_STRAND
    assert can(place(hand="7h8h", pile="QdKd6h", taken=HAD), "P:M6h7h8h")


@pytest.mark.parametrize("buried", ["9c", "Qd"])
def test_r7_5_a_buried_card_is_counted_on_for_the_discard_only(buried: str) -> None:
    """The 9c would make the canasta, but he cannot see it."""
    melds = ["3c4c5c6c7c8c"]
    state = place(hand="7h8h", melds=melds, pile=f"{buried}6h", taken=HAD)
    assert reason(state, "P:M6h7h8h") is Reason.WOULD_STRAND
    assert can(place(hand="7h8h", melds=[CLEAN], pile=f"Td{buried}6h", taken=HAD), "P:M6h7h8h")
    assert can(place(hand="7h8h", melds=melds, pile=f"{buried}6h"), "P:M6h7h8h")


def test_r7_5_a_seen_last_card_counts_when_taking_the_pile() -> None:
    state = place(hand="7h8h9c", melds=["3c4c5c6c7c8c"], pile="6h", taken=HAD)
    state = after(state, "P:M6h7h8h")
    assert texts(state.legal_moves()) == ["+0=3c4c5c6c7c8c9c"]


def test_r7_5_a_discard_leaves_one_card() -> None:
    state = place(hand="3h", melds=["4h5h6h7h8h9h2h"], taken=HAD)
    assert texts(state.legal_moves()) == ["+0=2h3h4h5h6h7h8h9h"]
    assert reason(state, "X3h") is Reason.CANASTA_MISSING


# R7.6


@given(ways)
def test_r7_6_every_state_not_over_has_a_move(way: Way) -> None:
    state = way.state()
    assert not state.is_over
    assert state.legal_moves()


def test_r7_6_whatever_is_done_with_few_cards() -> None:
    """Every line of play from some tight positions comes to an end of its turn."""
    tight = [
        place(hand="9d9h9s9c", melds=["3c4c5c6c7c8c"], taken=HAD),
        place(hand="7h8h", melds=["3c4c5c6c7c8c"], pile="9c6h", taken=HAD),
        place(hand="7h8h9c", melds=["3c4c5c6c7c8c", "9d9h9s"], pile="6h", taken=HAD),
        place("cerrado-sucio", hand="2sJk8d", melds=["3d4d5d6d7d", "9d9h9s"], taken=HAD),
        place(TO_CLOSE, hand="9c9s8cJk", melds=["3c4c5c6c7c"], taken=HAD),
        place(ALWAYS, hand="9c9s8cJk", melds=["3c4c5c6c7c"], taken=HAD),
    ]
    for state in tight:
        to_do, seat = [state], state.turn
        while to_do:
            state = to_do.pop()
            assert state.is_over or state.legal_moves()
            if not state.is_over and state.turn == seat:
                to_do += map(state.apply, state.legal_moves())
