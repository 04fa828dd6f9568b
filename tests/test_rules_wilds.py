"""R5: wild cards; where they stand, and how they move."""

import pytest
from helpers import after, can, grown, laid, melds_of, place, reason

import buraco
from buraco import NotationError, Reason, RuleSet, Run, parse_meld

SUIT = [f"{rank}h" for rank in "A23456789TJQK"]


def run(text: str) -> Run:
    meld = parse_meld(text)
    assert isinstance(meld, Run)
    return meld


def row(low: int, high: int, **wilds: str) -> str:
    """The hearts from one place to another; ``at7="Jk"`` puts a wild into place 7."""
    cards = [*SUIT, "Ah"]
    for name, wild in wilds.items():
        cards[int(name.removeprefix("at")) - 1] = wild
    return "".join(cards[low - 1 : high])


# R5.1


@pytest.mark.parametrize("wild", ["2c", "2d", "2h", "2s", "Jk"])
def test_r5_1_jokers_and_twos_may_be_wild(wild: str) -> None:
    meld = run(f"5h6h{wild}8h")
    assert meld.wild is buraco.parse_card(wild)
    assert meld.wild_at == 7
    assert parse_meld(f"9c9s{wild}").wild is meld.wild


@pytest.mark.parametrize("text", ["5hJk7h2d9h", "5hJkJk", "Jk6h2c", "9c2dJk", "2s2d5h", "Jk2h5h"])
def test_r5_1_at_most_one_wild(text: str) -> None:
    with pytest.raises(NotationError):
        parse_meld(text)


def test_r5_1_no_second_wild_is_added() -> None:
    assert grown("5h6hJk", "2s") == set()
    assert grown("5h6hJk", "Jk") == set()
    assert grown("9c9sJk", "2d") == set()
    assert grown("5h6h7h", "Jk2s") == set()


@pytest.mark.parametrize(("text", "wild_at"), [("Ah2h3h", 0), ("2h3h4h", 0), ("2hJk4h", 3)])
def test_r5_1_a_two_in_its_own_place_is_natural(text: str, wild_at: int) -> None:
    assert run(text).wild_at == wild_at


def test_r5_1_a_two_of_another_suit_is_wild_there_too() -> None:
    assert run("Ah2s3h").wild_at == 2
    assert run("2s3h4h").wild_at == 2


def test_r5_1_two_twos_if_one_is_natural() -> None:
    for text, wild_at in [("Ah2h3h2s", 4), ("2h3h2h", 4), ("2h2h3h", 1), ("2s2h3h", 1)]:
        assert run(text).wild_at == wild_at
    assert run("2h3h4h2h").wild_at == 5
    assert run("2h3h2s5h").wild_at == 4
    for text in ("2s2s4h", "3h2h2s", "2s3h2s"):
        with pytest.raises(NotationError):
            parse_meld(text)


def test_r5_1_a_joker_beside_a_natural_two() -> None:
    assert laid("2h3hJk") == {"2h3hJk", "Jk2h3h"}
    assert "Ah2hJk" in laid("Ah2hJk")


def test_r5_1_a_two_in_a_group_of_twos_is_natural() -> None:
    assert parse_meld("2c2d2h").wild is None


def test_r5_1_without_jokers_twos_are_wild() -> None:
    assert "5h6h2s" in laid("5h6h2s", "abierto")


# R5.2


def test_r5_2_who_lays_a_wild_chooses_its_end() -> None:
    assert laid("5h6hJk") == {"5h6hJk", "Jk5h6h"}
    assert laid("5h6h7h2s") == {"5h6h7h2s", "2s5h6h7h"}
    assert grown("5h6h7h", "Jk") == {"5h6h7hJk", "Jk5h6h7h"}


def test_r5_2_a_gap_leaves_one_place() -> None:
    assert laid("5h7hJk") == {"5hJk7h"}
    assert laid("5h7h8h2c") == {"5h2c7h8h"}
    assert laid("5h8hJk") == set()


def test_r5_2_beside_the_ace_there_is_one_end() -> None:
    assert laid("QhKhAhJk") == {"JkQhKhAh"}
    assert laid("Ah3h2s") == {"Ah2s3h"}
    assert laid("Ah2h3hJk") == {"Ah2h3hJk"}


def test_r5_2_a_place_whose_natural_card_is_in_the_hand() -> None:
    state = place(hand="5h6h7h8hJk9cKs")
    for text in ("M5h6hJk8h", "M5hJk7h", "MJk6h7h", "M5h6hJk", "MJk5h6h7h8h"):
        assert can(state, text)
    assert can(after(state, "M5h6hJk8h"), "+0=5h6h7h8hJk")


def test_r5_2_both_ends_with_cards_added() -> None:
    assert grown("5h6h7h", "8hJk") == {"5h6h7h8hJk", "Jk5h6h7h8h"}
    assert grown("5h6h7h", "9hJk") == {"5h6h7hJk9h"}
    assert grown("5h6h7h", "3hJk") == {"3hJk5h6h7h"}


# R5.3


def test_r5_3_wild_two_goes_home() -> None:
    """(a) The run starts at 3 once the card is there: the two of its suit becomes natural."""
    assert grown("3h2h5h", "4h") == {"2h3h4h5h"}
    assert grown("3h4h2h6h", "5h") == {"2h3h4h5h6h"}
    assert grown("2h4h5h", "3h") == {"2h3h4h5h"}
    assert run("2h3h4h5h").wild is None


def test_r5_3_only_a_two_of_the_suit_goes_home() -> None:
    assert grown("3h4h2s6h", "5h") == {"3h4h5h6h2s"}
    assert grown("3h4hJk6h", "5h") == {"3h4h5h6hJk"}


def test_r5_3_only_if_the_run_starts_at_three() -> None:
    assert grown("5h2h7h", "6h") == {"5h6h7h2h"}
    assert grown("4h2h6h", "5h") == {"4h5h6h2h"}


def test_r5_3_wild_relocates_right() -> None:
    """(b)"""
    assert grown("5h6hJk8h", "7h") == {"5h6h7h8hJk"}
    assert grown("5h6h7hJk", "8h") == {"5h6h7h8hJk"}
    assert grown("5h2s7h", "6h") == {"5h6h7h2s"}
    assert grown("JhJkKh", "Qh") == {"JhQhKhJk"}
    assert grown("AcJk3c", "2c") == {"Ac2c3cJk"}


def test_r5_3_wild_relocates_left_if_the_right_end_is_an_ace() -> None:
    """(c)"""
    assert grown("Jh2sKhAh", "Qh") == {"2sJhQhKhAh"}
    assert grown("QhJkAh", "Kh") == {"JkQhKhAh"}
    assert grown("QhKhJk", "Ah") == {"JkQhKhAh"}


def test_r5_3_a_full_run_does_not_admit_replacement() -> None:
    """(d)"""
    for at in range(1, 15):
        replaced = SUIT[(at - 1) % 13]
        wild = "2s" if at == 2 else "Jk"
        assert grown(row(1, 14, **{f"at{at}": wild}), replaced) == set()


def test_r5_3_thirteen_cards_do() -> None:
    assert grown(row(1, 13, at7="Jk"), "7h") == {row(1, 14, at14="Jk")}
    assert grown(row(2, 14, at7="Jk"), "7h") == {row(1, 14, at1="Jk")}


def test_r5_3_replacing_is_a_choice_where_the_card_also_fits_an_end() -> None:
    assert grown(row(2, 14, at14="Jk"), "Ah") == {
        row(1, 14, at14="Jk"),  # A 2 … K W
        row(1, 14, at1="Jk"),  # W 2 … K A, by replacing
    }
    assert grown("JhQhKhJk", "Ah") == {"JkJhQhKhAh"}


def test_r5_3_the_natural_card_is_of_the_runs_suit() -> None:
    assert grown("5h6hJk8h", "7c") == set()


def test_r5_3_replaced_wild_is_built_over() -> None:
    """The wild that went to the right end has cards beyond it, or is replaced once more."""
    assert grown("5hJk7h", "6h9h") == {"5h6h7hJk9h"}
    assert grown("5hJk7h", "6h8h") == {"5h6h7h8hJk"}
    assert grown("5hJk7h", "6h8h9h") == {"5h6h7h8h9hJk"}


# R5.4


@pytest.mark.parametrize(
    ("laid_as", "form"),
    [("3h4h2h", "2h3h4h"), ("3h4h5h6h2h", "2h3h4h5h6h"), ("3c4c5c2c", "2c3c4c5c")],
)
def test_r5_4_a_run_has_one_form(laid_as: str, form: str) -> None:
    assert str(parse_meld(laid_as)) == form
    assert run(form).wild is None
    with pytest.raises(NotationError):
        parse_meld(laid_as, strict=True)


def test_r5_4_never_laid_as_a_wild_there() -> None:
    assert laid("2h3h4h") == {"2h3h4h"}
    assert grown("3h4h5h", "2h") == {"2h3h4h5h"}


def test_r5_4_another_suits_two_and_another_start_stay() -> None:
    assert str(parse_meld("3h4h2s")) == "3h4h2s"
    assert str(parse_meld("4h5h2h")) == "4h5h2h"
    assert str(parse_meld("3h4hJk")) == "3h4hJk"


def test_r5_4_a_three_brings_the_two_home() -> None:
    assert grown("4h5h6h2h", "3h") == {"2h3h4h5h6h"}
    assert grown("4h5h6h2s", "3h") == {"3h4h5h6h2s"}


def test_r5_4_a_two_in_a_gap_stays() -> None:
    assert str(parse_meld("3h2h5h")) == "3h2h5h"
    assert grown("4h2h6h", "3h") == {"3h4h2h6h"}
    assert grown("5h2h7h", "3h4h") == {"3h4h5h2h7h"}


def test_r5_4_between_the_cards_of_one_play_the_two_may_wait() -> None:
    assert grown("3h4h5h", "2h7h") == {"3h4h5h2h7h"}
    assert grown("4d5d6d2d", "3dAd") == {"Ad2d3d4d5d6d"}


def test_r5_4_but_not_between_plays() -> None:
    state = place(hand="2h7h9cKs", melds=["3h4h5h"])
    state = after(state, "+0=2h3h4h5h")
    assert reason(state, "+0=3h4h5h2h7h") is Reason.NOT_AN_ADDITION


def test_r5_4_a_natural_two_at_two_makes_a_second_two_wild() -> None:
    assert grown("2h3h4h", "2h") == {"2h3h4h2h", "2h2h3h4h"}
    assert run("2h3h4h2h").wild_at == 5
    assert run("2h2h3h4h").wild_at == 1


# R5.5


def test_r5_5_a_wild_never_jumps_to_bridge_a_gap() -> None:
    assert grown("2h3h4h", "6h") == set()
    assert grown("5h6h7hJk", "9h") == {"5h6h7hJk9h"}  # it stands there already
    assert grown("Jk5h6h7h", "9h") == set()
    assert grown("5hJk7h", "9h") == set()


def test_r5_5_a_wild_moves_by_replacing_only() -> None:
    assert grown("5h6h7hJk", "4h") == {"4h5h6h7hJk"}
    assert grown("Jk5h6h7h", "8h") == {"Jk5h6h7h8h"}
    assert reason(place(hand="8h9cKs", melds=["Jk5h6h7h"]), "+0=5h6h7h8hJk") is (
        Reason.NOT_AN_ADDITION
    )


def test_r5_5_a_wild_never_returns_to_a_hand() -> None:
    state = place(hand="8h9cKs", melds=["5h6h7hJk"])
    assert reason(state, "+0=5h6h7h8h") is Reason.NOT_AN_ADDITION
    state = after(state, "+0=5h6h7h8hJk")
    assert str(state.hands[0]) == "9cKs"


def test_r5_5_jokers_and_other_twos_are_wild_for_good() -> None:
    assert grown("4h5h6hJk", "3h") == {"3h4h5h6hJk"}
    assert grown("Jk3h4h", "2h") == {"2h3h4hJk"}
    assert grown("2s3h4h", "2h") == {"2h3h4h2s"}
    assert run("2h3h4hJk").wild is buraco.JOKER


def test_r5_5_in_a_group_the_wild_stays() -> None:
    assert grown("9c9d2s", "9h") == {"9c9d9h2s"}
    assert grown("9c9dJk", "9c9s") == {"9c9c9d9sJk"}


# R5.6

REAL = row(2, 14)


def test_r5_6_the_ace_stands_behind_the_king() -> None:
    assert str(parse_meld(row(1, 13))) == REAL
    assert grown(row(1, 12), "Kh") == {REAL}
    assert grown(row(2, 13), "Ah") == {REAL}
    assert laid(REAL) == {REAL}


def test_r5_6_only_a_clean_run_of_thirteen() -> None:
    assert str(parse_meld(row(1, 12))) == row(1, 12)
    assert str(parse_meld(row(1, 13, at5="Jk"))) == row(1, 13, at5="Jk")


@pytest.mark.parametrize("wild", ["Jk", "2s", "2h"])
def test_r5_6_a_wild_joins_it_at_the_left_end_only(wild: str) -> None:
    assert grown(REAL, wild) == {row(1, 14, at1=wild)}


@pytest.mark.parametrize("wild", ["Jk", "2s"])
def test_r5_6_between_the_cards_of_one_play_the_ace_may_wait(wild: str) -> None:
    """The king, then the wild behind it; or the wild before the ace that went behind it."""
    assert grown(row(1, 12), f"Kh{wild}") == {row(1, 14, at14=wild), row(1, 14, at1=wild)}
    state = place(hand=f"Kh{wild}9cTs", melds=[row(1, 12)])
    state = after(state, f"+0={REAL}")
    assert melds_of(state) == [REAL]
    assert reason(state, f"+0={row(1, 14, at14=wild)}") is Reason.NOT_AN_ADDITION


@pytest.mark.parametrize("rules", buraco.RULE_SETS.values(), ids=lambda rules: rules.name)
def test_r5_6_a_natural_ace_joins_it_where_allowed(rules: RuleSet) -> None:
    assert grown(REAL, "Ah", rules) == ({row(1, 14)} if rules.ace_to_ace else set())
