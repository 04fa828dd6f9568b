"""R6: canastas."""

import pytest
from helpers import after, house, place

import buraco
from buraco import (
    ABIERTO_SUCIO,
    CERRADO,
    CERRADO_SUCIO,
    CERRADO_SUCIO_PAREJAS,
    CanastaKind,
    LineKind,
    parse_meld,
)

REAL = "2s3s4s5s6s7s8s9sTsJsQsKsAs"
DIRTY, CLEAN = CanastaKind.DIRTY, CanastaKind.CLEAN


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("3h4h5h6h7h8h", None),
        ("3h4h5h6h7h8h9h", CLEAN),
        ("3h4h5h6h7hJk", None),
        ("3h4h5h6h7h8hJk", DIRTY),
        ("3h4h5h6h7h8h2s", DIRTY),
        ("3h4h5h2h7h8h9h", DIRTY),
        ("2h3h4h5h6h7h8h", CLEAN),  # the two is natural
        ("2h3h4h5h6h7h2h", DIRTY),
        ("7c7c7d7d7h7h", None),
        ("7c7c7d7d7h7h7s", CLEAN),
        ("7c7c7d7d7h7h7s7s", CLEAN),
        ("7c7c7d7d7h7hJk", DIRTY),
        ("7c7c7d7d7h7h7s7s2d", DIRTY),
        ("2c2c2d2d2h2h2s", CLEAN),
        ("2c2c2d2d2h2hJk", DIRTY),
    ],
)
def test_r6_1_seven_cards_dirty_or_clean(text: str, kind: CanastaKind | None) -> None:
    assert parse_meld(text).canasta is kind
    assert CERRADO.canasta(parse_meld(text)) is kind


def test_r6_1_groups_are_canastas_but_in_the_second_document() -> None:
    for text in ("7c7c7d7d7h7h7s", "7c7c7d7d7h7hJk"):
        group = parse_meld(text)
        for rules in (CERRADO, CERRADO_SUCIO, ABIERTO_SUCIO):
            assert rules.canasta(group) is group.canasta
            assert rules.closes(group) == (rules is not CERRADO or text.endswith("7s"))
        assert CERRADO_SUCIO_PAREJAS.canasta(group) is None
        assert not CERRADO_SUCIO_PAREJAS.closes(group)
    assert CERRADO_SUCIO_PAREJAS.canasta(parse_meld("3h4h5h6h7h8h9h")) is CLEAN


def test_r6_1_house_rules_choose() -> None:
    group = parse_meld("7c7c7d7d7h7h7s")
    assert house(group_canastas=False).canasta(group) is None
    assert house("cerrado-sucio-parejas", group_canastas=True).canasta(group) is CLEAN


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        (REAL, CanastaKind.REAL),
        ("As" + REAL, CanastaKind.ACE_TO_ACE),
        ("As" + REAL[:-2], CanastaKind.REAL),  # its one form has the ace behind the king
        (REAL[:-2], CLEAN),  # twelve cards
        (REAL[2:], CLEAN),
        ("As" + REAL[:-4], CLEAN),
        (REAL.replace("7s", "Jk"), DIRTY),  # thirteen with a wild
        ("Jk" + REAL, DIRTY),  # fourteen with a wild
        ("As" + REAL[:-2] + "2s", DIRTY),
        ("As" + REAL.replace("7s", "2d"), DIRTY),
    ],
)
def test_r6_2_real_and_ace_to_ace(text: str, kind: CanastaKind) -> None:
    assert parse_meld(text).canasta is kind
    assert CERRADO.canasta(parse_meld(text)) is kind


def test_r6_2_the_second_document_s_real_earns_the_clean_bonus() -> None:
    real = parse_meld(REAL)
    assert CERRADO_SUCIO_PAREJAS.canasta(real) is CanastaKind.REAL
    bonus = CERRADO_SUCIO_PAREJAS.canasta_points
    assert bonus["real"] == bonus["clean"] == 200
    assert CERRADO.canasta_points["real"] == 500


def test_r6_2_real_and_ace_to_ace_close_where_clean_is_asked_for() -> None:
    for text in (REAL, "As" + REAL, "3h4h5h6h7h8h9h"):
        assert CERRADO.closes(parse_meld(text))
    assert not CERRADO.closes(parse_meld("3h4h5h6h7h8hJk"))
    assert CERRADO_SUCIO.closes(parse_meld("3h4h5h6h7h8hJk"))


def bonuses(state: buraco.GameState) -> list[tuple[CanastaKind | None, int]]:
    lines = buraco.score(state).sides[0].lines
    return [(line.canasta, line.points) for line in lines if line.kind is LineKind.CANASTA]


def test_r6_3_one_bonus_the_highest() -> None:
    state = place(hand="9c9d", melds=["As" + REAL])
    assert bonuses(state) == [(CanastaKind.ACE_TO_ACE, 1000)]


def test_r6_3_the_kind_is_what_the_cards_are_now() -> None:
    """A dirty canasta turns clean, another one is spoilt."""
    state = place(hand="3h2c9d9s", melds=["4h5h6h7h8h9h2h", "3c4c5c6c7c8c9c"])
    assert bonuses(state) == [(DIRTY, 100), (CLEAN, 200)]
    state = after(state, "+0=2h3h4h5h6h7h8h9h")
    assert bonuses(state) == [(CLEAN, 200), (CLEAN, 200)]
    state = after(state, "+1=2c3c4c5c6c7c8c9c")
    assert bonuses(state) == [(CLEAN, 200), (CLEAN, 200)]
    state = after(place(hand="Jk9d9s", melds=["3c4c5c6c7c8c9c"]), "+0=3c4c5c6c7c8c9cJk")
    assert bonuses(state) == [(DIRTY, 100)]


def test_r6_3_a_joker_never_turns_clean() -> None:
    state = place(hand="3h2h9d9s", melds=["4h5h6h7h8h9hJk"])
    state = after(state, "+0=2h3h4h5h6h7h8h9hJk")
    assert bonuses(state) == [(DIRTY, 100)]
