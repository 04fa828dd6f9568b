"""R4: runs and groups."""

import pytest
from helpers import after, can, house, laid, place, reason

import buraco
from buraco import Group, Meld, NotationError, Reason, RuleSet, Run, parse_meld

SPADES = ["As", "2s", "3s", "4s", "5s", "6s", "7s", "8s", "9s", "Ts", "Js", "Qs", "Ks", "As"]
FULL = "".join(SPADES)


def no_meld(text: str) -> bool:
    """Whether no rule set can read a meld there."""
    try:
        parse_meld(text)
    except NotationError:
        return True
    return False


@pytest.mark.parametrize("text", ["3h4h5h", "Ah2h3h", "QhKhAh", "JcQcKc", "9sTsJsQs", "2d3d4d"])
def test_r4_1_runs(text: str) -> None:
    run = parse_meld(text)
    assert isinstance(run, Run)
    assert str(run) == text
    assert laid(text) == {text}


@pytest.mark.parametrize(
    "text",
    [
        "3h4h",  # two cards
        "3h4h5s",  # two suits
        "3h5h6h",  # a gap
        "3h3h4h",  # no sequence
        "5h4h3h",  # downwards
        "KhAh2h3h",  # around the corner
        "QhKhAh2h3h",
        "KhAhAh",
        "3h",
        "",
    ],
)
def test_r4_1_no_runs(text: str) -> None:
    assert no_meld(text)


def test_r4_1_the_ace_is_low_or_high_and_runs_never_wrap() -> None:
    assert (parse_run("Ah2h3h").low, parse_run("QhKhAh").high) == (1, 14)
    assert no_meld("KhAh2h")
    assert laid("KhAh3h") == set()
    assert laid("KhAh2h") == {"2hKhAh"}  # the two stands for the queen


def parse_run(text: str) -> Run:
    run = parse_meld(text)
    assert isinstance(run, Run)
    return run


@pytest.mark.parametrize("low", range(1, 13))
def test_r4_1_every_span_of_three_places_or_more(low: int) -> None:
    for high in range(low + 2, 15):
        run = parse_run("".join(SPADES[low - 1 : high]))
        if (low, high) != (1, 13):  # R5.6
            assert (run.low, run.high, len(run)) == (low, high, high - low + 1)


def test_r4_1_three_to_fourteen_cards() -> None:
    assert len(parse_meld(FULL)) == 14
    assert no_meld(FULL + "2s")
    assert no_meld("Ks" + FULL)
    assert no_meld("AsJk")


@pytest.mark.parametrize(
    "text",
    ["7c7d7h", "7c7c7d", "7c7c7d7d7h7h7s7s", "7c7h2s", "7c7cJk", "7c7c7d7d7h7h7s7sJk", "AcAd2h"],
)
def test_r4_2_groups(text: str) -> None:
    group = parse_meld(text)
    assert isinstance(group, Group)
    assert str(group) == text
    assert laid(text) >= {text}


@pytest.mark.parametrize(
    "text",
    [
        "7c7d",  # two cards
        "7c7c7c",  # a third copy
        "7cJkJk",  # two wilds
        "7c2d2h",
        "7c7d2hJk",
        "7c7d8h",  # two ranks
        "7c7c7d7d7h7h7s7sJk2c",
    ],
)
def test_r4_2_no_groups(text: str) -> None:
    assert no_meld(text)


def test_r4_2_two_to_eight_naturals_and_a_wild() -> None:
    state = place(hand="7c7c7d7d7h7h7s7s2dKs4c")
    state = after(state, "M7c7c7d7d7h7h7s7s", "+0=7c7c7d7d7h7h7s7s2d")
    assert str(state.sides[0].melds[0]) == "7c7c7d7d7h7h7s7s2d"
    assert reason(place(hand="7cJk9s4c"), "M7c7dJk") is Reason.CARD_NOT_HELD


@pytest.mark.parametrize("rules", buraco.RULE_SETS.values(), ids=lambda rules: rules.name)
def test_r4_2_only_where_the_rule_set_has_groups(rules: RuleSet) -> None:
    state = place(rules.name, hand="7c7d7h9sKs")
    assert can(state, "M7c7d7h") == rules.groups
    assert rules.groups == (rules.name not in ("abierto", "cerrado-stcl"))
    if not rules.groups:
        assert reason(state, "M7c7d7h") is Reason.GROUPS_NOT_ALLOWED


def test_r4_2_a_group_of_sevens_takes_no_eight() -> None:
    state = place(hand="8h9sKs", melds=["7c7d7h"])
    assert state.plays(buraco.parse_cards("8h"), onto=0) == ()
    assert reason(state, "+0=7h8h9h") is Reason.NOT_AN_ADDITION


@pytest.mark.parametrize("text", ["2c2d2h", "2c2cJk", "2c2c2d2d2h2h2s2sJk"])
def test_r4_3_groups_of_twos(text: str) -> None:
    group = parse_meld(text)
    assert isinstance(group, Group)
    assert group.rank is buraco.Rank.TWO
    assert group.wild is (buraco.JOKER if text.endswith("Jk") else None)
    assert laid(text) >= {text}
    assert laid(text, "cerrado-sucio") >= {text}


@pytest.mark.parametrize("rules", ["abierto-sucio", house(groups_of_twos=False)])
def test_r4_3_not_everywhere(rules: str | RuleSet) -> None:
    state = place(rules, hand="2c2d2hJkTs")
    assert reason(state, "M2c2d2h") is Reason.NOT_A_MELD
    assert reason(state, "M2c2dJk") is Reason.NOT_A_MELD


def test_r4_3_two_of_a_group_of_twos_are_natural() -> None:
    assert no_meld("2cJkJk")
    assert parse_meld("2c2dJk").wild is buraco.JOKER
    assert parse_meld("7c7d2h").wild is buraco.parse_card("2h")


def test_r4_3_no_group_of_jokers() -> None:
    assert no_meld("JkJkJk")
    assert no_meld("JkJkJkJk")
    assert no_meld("JkJk2c")


def with_wild(wild: str, place_of_it: int) -> Meld:
    row = SPADES.copy()
    row[place_of_it - 1] = wild
    return parse_meld("".join(row))


def test_r4_4_both_aces_natural() -> None:
    assert buraco.CERRADO.admits(parse_meld(FULL))
    assert not buraco.ABIERTO_SUCIO.admits(parse_meld(FULL))
    for rules, legal in [("cerrado", True), ("abierto", True), ("abierto-sucio", False)]:
        assert can(place(rules, hand=f"3c9d{FULL}"), f"M{FULL}") == legal


@pytest.mark.parametrize("wild", ["Jk", "2h", "2s"])
@pytest.mark.parametrize("place_of_it", [1, 14])
def test_r4_4_a_wild_in_an_ace_place(wild: str, place_of_it: int) -> None:
    run = with_wild(wild, place_of_it)
    assert isinstance(run, Run)
    assert (run.low, run.high, run.wild_at) == (1, 14, place_of_it)
    for rules in buraco.RULE_SETS.values():
        assert rules.admits(run) == (wild != "Jk" or rules.jokers > 0)
        assert rules.canasta(run) is buraco.CanastaKind.DIRTY


@pytest.mark.parametrize("place_of_it", [3, 7, 13])
def test_r4_4_a_wild_between_two_natural_aces(place_of_it: int) -> None:
    """Where both aces may be natural, another place may be wild too."""
    run = with_wild("Jk", place_of_it)
    assert buraco.CERRADO.admits(run)
    assert not buraco.ABIERTO_SUCIO.admits(run)


def test_r4_4_growing_to_both_aces() -> None:
    real = FULL[2:]
    for rules, legal in [("cerrado", True), ("abierto-sucio", False)]:
        state = place(rules, hand="3c9d9hAs", melds=[real])
        assert can(state, f"+0={FULL}") == legal
        assert can(place(rules, hand="3c9d9h2h", melds=[real]), f"+0=2h{real}")


def test_r4_4_house_rules_choose() -> None:
    assert not house(ace_to_ace=False).admits(parse_meld(FULL))
    assert house("abierto-sucio", ace_to_ace=True).admits(parse_meld(FULL))
