"""R3: a turn."""

import pytest
from helpers import after, can, house, melds_of, place, reason, texts

import buraco
from buraco import GameState, Phase, Reason, parse_card, parse_cards


def test_r3_1_draw_or_take_exactly_once_and_first() -> None:
    state = place("abierto", hand="3h4h5h9c", pile="QdKc", stock=20)
    assert texts(state.legal_moves()) == ["D", "P"]
    for text in ("M3h4h5h", "X9c"):
        assert reason(state, text) is Reason.MUST_DRAW_FIRST
    for first in ("D", "P"):
        later = after(state, first)
        assert later.phase is Phase.PLAY
        for text in ("D", "P"):
            assert reason(later, text) is Reason.ALREADY_DRAWN


def test_r3_1_the_first_card_of_the_stock_is_drawn() -> None:
    state = place(hand="3h9c", phase="draw", stock=7)
    later = after(state, "D")
    assert later.hands[0] == state.hands[0] + parse_cards(str(state.stock[0]))
    assert later.stock == state.stock[1:]


def test_r3_1_the_whole_pile_is_taken() -> None:
    state = place("abierto-sucio", hand="3h9c", pile="QdKc2sJk")
    later = after(state, "P")
    assert later.hands[0] == parse_cards("3h9cQdKc2sJk")
    assert later.pile == ()
    assert later.stock == state.stock


def test_r3_2_any_number_of_plays() -> None:
    state = place(hand="3h4h5h6h9c9d9h9sKs4c")
    state = after(state, "M3h4h5h", "M9c9d9h", "+0=3h4h5h6h", "+1=9c9d9h9s")
    assert state.turn == 0
    assert state.phase is Phase.PLAY
    assert melds_of(state) == ["3h4h5h6h", "9c9d9h9s"]
    assert str(state.hands[0]) == "4cKs"


def test_r3_2_no_play_at_all() -> None:
    assert can(place(hand="3h4h5h9c"), "X9c")


def test_r3_2_partner_s_melds_are_own_ones() -> None:
    state = place(hand="6h9cKs", melds=["3h4h5h"], turn=2)
    assert can(state, "+0=3h4h5h6h")


def test_r3_2_never_to_the_opponents() -> None:
    state = place(hand="6h9cKs", theirs=["3h4h5h"])
    assert reason(state, "+0=3h4h5h6h") is Reason.NO_SUCH_MELD
    assert state.plays(parse_cards("6h"), onto=0) == ()
    state = place(hand="6h9cKs", melds=["7c8c9c"], theirs=["3h4h5h"])
    assert reason(state, "+0=3h4h5h6h") is Reason.NOT_AN_ADDITION


def test_r3_2_melds_are_never_joined_or_split() -> None:
    state = place(hand="6h9cKs", melds=["3h4h5h", "7h8h9h"])
    state = after(state, "+0=3h4h5h6h")
    assert melds_of(state) == ["3h4h5h6h", "7h8h9h"]
    assert reason(state, "+0=3h4h5h6h7h8h9h") is Reason.CARD_NOT_HELD
    assert reason(state, "+0=3h4h5h") is Reason.NOT_AN_ADDITION
    assert reason(state, "+0=4h5h6h") is Reason.NOT_AN_ADDITION


def test_r3_2_runs_of_a_suit_and_groups_of_a_rank_side_by_side() -> None:
    state = place(hand="3h4h5h4h5h6h9c9d9h9c9sJkKs4c")
    state = after(state, "M3h4h5h", "M4h5h6h", "M9c9d9h", "M9c9sJk")
    assert melds_of(state) == ["3h4h5h", "4h5h6h", "9c9d9h", "9c9sJk"]


def test_r3_2_melds_are_numbered_in_the_order_laid() -> None:
    state = place(hand="KsTh9c9d9h", melds=["7h8h9h", "3c4c5c"])
    state = after(state, "M9c9d9h", "+0=7h8h9hTh")
    assert melds_of(state) == ["7h8h9hTh", "3c4c5c", "9c9d9h"]


@pytest.mark.parametrize("card", ["9c", "Kd", "2h", "Jk"])
def test_r3_3_any_card_may_be_discarded(card: str) -> None:
    state = place(hand="9cKd2hJk", stock=9)
    later = after(state, f"X{card}")
    assert later.pile == (parse_card(card),)
    assert later.hands[0] == state.hands[0] - parse_cards(card)
    assert (later.turn, later.phase) == (1, Phase.DRAW)


def test_r3_3_the_card_just_drawn_or_taken_may_be_discarded() -> None:
    state = place("abierto", hand="3h9c", pile="QdKc", stock=9)
    assert can(after(state, "P"), "XKc")
    assert can(after(state, "D"), f"X{state.stock[0]}")


def test_r3_3_only_a_card_of_the_hand() -> None:
    assert reason(place(hand="9cKd"), "X9d") is Reason.CARD_NOT_HELD


def test_r3_3_the_discard_lies_on_top() -> None:
    state = after(place(hand="9cKd", phase="play", pile="3h4h"), "X9c")
    assert texts_of_pile(state) == "3h4h9c"


def texts_of_pile(state: GameState) -> str:
    return "".join(map(str, state.pile))


def test_r3_3_nothing_is_taken_back() -> None:
    """Melds stay, and the turn is over after the discard."""
    state = after(place(hand="3h4h5h9cKs"), "M3h4h5h")
    assert reason(state, "M3h4h5h") is Reason.CARD_NOT_HELD
    state = after(state, "X9c")
    assert reason(state, "XKs", seat=0) is Reason.NOT_YOUR_TURN


@pytest.mark.parametrize("rules", ["abierto", "abierto-sucio"])
def test_r3_4_an_open_pile_is_taken_freely(rules: str) -> None:
    state = place(rules, hand="3h9c", pile="QdKc")
    assert texts(state.legal_moves()) == ["D", "P"]
    assert after(state, "P").hands[0] == parse_cards("3h9cQdKc")


def test_r3_4_an_open_pile_is_taken_without_a_play() -> None:
    state = place("abierto", hand="3h4h9cTs", pile="Qd5h")
    assert reason(state, "P:M3h4h5h") is Reason.PILE_IS_OPEN
    assert can(after(state, "P"), "M3h4h5h")


CLOSED = ["cerrado", "cerrado-stcl", "cerrado-sucio", "cerrado-sucio-parejas"]


@pytest.mark.parametrize("rules", CLOSED)
def test_r3_5_a_closed_pile_is_taken_by_playing_its_top_card(rules: str) -> None:
    state = place(rules, hand="3h4hTsKs", pile="Qd9c5h")
    assert texts(state.legal_moves()) == ["D", "P:M3h4h5h"]
    assert reason(state, "P") is Reason.TOP_CARD_MUST_BE_PLAYED
    later = after(state, "P:M3h4h5h")
    assert later.phase is Phase.PLAY
    assert later.hands[0] == parse_cards("9cQdTsKs")
    assert melds_of(later) == ["3h4h5h"]
    assert later.pile == ()


def test_r3_5_the_turn_goes_on_with_the_rest_of_the_pile() -> None:
    state = after(place(hand="3h4hTsKs", pile="Js6h5h"), "P:M3h4h5h")
    assert can(state, "+0=3h4h5h6h")
    assert can(state, "XJs")
    assert can(after(state, "+0=3h4h5h6h"), "XTs")


def test_r3_5_no_other_card_of_the_pile() -> None:
    assert reason(place(hand="3hTsKs", pile="4h5h"), "P:M3h4h5h") is Reason.CARD_NOT_HELD
    state = place(hand="TsKs", melds=["3h4h5h"], pile="7h6h")
    assert reason(state, "P:+0=3h4h5h6h7h") is Reason.CARD_NOT_HELD
    assert can(state, "P:+0=3h4h5h6h")


def test_r3_5_not_without_the_top_card() -> None:
    state = place(hand="3h4h5hTsKs", pile="6h9c")
    assert reason(state, "P:M3h4h5h") is Reason.TOP_CARD_NOT_USED
    state = place(hand="6hTsKs", melds=["3h4h5h"], pile="9c")
    assert reason(state, "P:+0=3h4h5h6h") is Reason.TOP_CARD_NOT_USED


def test_r3_5_onto_a_meld_alone() -> None:
    state = place(hand="TsKs", melds=["3h4h5h"], pile="Qd6h")
    assert texts(state.legal_moves()) == ["D", "P:+0=3h4h5h6h"]


def test_r3_5_onto_a_meld_with_cards_of_the_hand_in_any_order() -> None:
    """The 6h of the hand goes first here, and the 7h behind it; or both around the top card."""
    state = place(hand="6hTsKs", melds=["3h4h5h"], pile="Qd7h")
    assert can(state, "P:+0=3h4h5h6h7h")
    assert reason(state, "P:+0=3h4h5h6h") is Reason.TOP_CARD_NOT_USED
    state = place(hand="6h8hTsKs", melds=["3h4h5h"], pile="Qd7h")
    assert can(state, "P:+0=3h4h5h6h7h8h")


def test_r3_5_the_top_card_may_be_a_wild() -> None:
    state = place(hand="3h4h9cTsKs", melds=["JdQdKd"], pile="Qd2s")
    for text in ("P:M3h4h2s", "P:M2s3h4h", "P:+0=2sJdQdKd", "P:+0=JdQdKd2s"):
        assert can(state, text)


def test_r3_5_the_top_card_may_replace_a_wild() -> None:
    state = place(hand="TsKs", melds=["5h6hJk8h"], pile="Qd7h")
    assert texts(state.legal_moves()) == ["D", "P:+0=5h6h7h8hJk"]


def test_r3_5_a_wild_top_card_where_the_meld_s_own_two_goes_home() -> None:
    """The 3d of the hand brings the 2d home, which leaves a place for the joker."""
    state = place(hand="3d9cKs", melds=["4d5d2d"], pile="QdJk")
    assert can(state, "P:+0=2d3d4d5dJk")
    assert can(state, "P:+0=Jk2d3d4d5d")


def test_r3_5_never_onto_the_opponents_melds() -> None:
    state = place(hand="TsKs", theirs=["3h4h5h"], pile="Qd6h")
    assert texts(state.legal_moves()) == ["D"]


def test_r3_5_only_the_top_card_is_visible() -> None:
    """What lies below it changes nothing but its number."""
    hidden = [
        place(hand="3h4h9cKs", melds=["9d9h9s"], pile=below + "5h").legal_moves()
        for below in ("6h7h", "QdQc", "JkJk", "9s9c")
    ]
    assert hidden == hidden[:1] * 4


def test_r3_5_house_rules_choose_the_pile() -> None:
    state = place(house(pile="open"), hand="3h4hTsKs", pile="Qd9c5h")
    assert texts(state.legal_moves()) == ["D", "P"]
    state = place(house("abierto", pile="closed"), hand="3h4hTsKs", pile="Qd9c5h")
    assert texts(state.legal_moves()) == ["D", "P:M3h4h5h"]


def test_r3_6_the_rest_of_the_pile_joins_before_the_hand_is_empty() -> None:
    """Both cards of the hand go, yet no muerto is taken: the queen is in the hand."""
    state = after(place(hand="3h4h", pile="Qd5h"), "P:M3h4h5h")
    assert state.hands[0] == parse_cards("Qd")
    assert state.sides[0].muerto is None
    assert len(state.muertos) == 2


def test_r3_6_without_a_rest_the_hand_is_empty() -> None:
    before = place(hand="3h4h", pile="5h")
    state = after(before, "P:M3h4h5h")
    assert state.sides[0].muerto == buraco.Muerto(seat=0, used=True)
    assert state.hands[0] == buraco.Cards(before.muertos[0])
    assert state.phase is Phase.PLAY


def test_r3_6_the_rest_counts_where_a_discard_is_demanded() -> None:
    always = house(discard_to_go_out="always")
    assert can(place(always, hand="3h4h", pile="Qd5h"), "P:M3h4h5h")
    assert reason(place(always, hand="3h4h", pile="5h"), "P:M3h4h5h") is Reason.DISCARD_REQUIRED
