"""`GameState.compose`: what is given stands, the rest is dealt, what cannot be is refused."""

import itertools
import pickle
from typing import Any

import pytest
from documents import JSON, STATES
from helpers import house
from hypothesis import event, given
from hypothesis import strategies as st
from strategies import Way, seeds, share, ways

import buraco
from buraco import (
    ABIERTO,
    CERRADO,
    CERRADO_SUCIO_PAREJAS,
    Card,
    Cards,
    ComposeError,
    GameState,
    Muerto,
    Phase,
    parse_card,
    parse_cards,
    parse_meld,
)

CLEAN = "3c4c5c6c7c8c9c"


def parts(state: GameState) -> dict[str, Any]:
    """All arguments that compose a state."""
    return {
        "players": state.players,
        "hands": dict(enumerate(state.hands)),
        "melds": {side: its.melds for side, its in enumerate(state.sides)},
        "pile": state.pile,
        "stock": state.stock,
        "muertos": state.muertos,
        "taken": {side: its.muerto for side, its in enumerate(state.sides)},
        "starter": state.starter,
        "turn": state.turn,
        "phase": state.phase,
        "closed_by": state.closed_by,
    }


def text(value: Any) -> Any:
    """The same with cards and melds as texts."""
    if isinstance(value, dict):
        return {key: text(inner) for key, inner in value.items()}
    if isinstance(value, tuple) and value and all(isinstance(card, Card) for card in value):
        return " ".join(map(str, value))
    if isinstance(value, tuple):
        return [text(inner) for inner in value]
    return str(value) if isinstance(value, Cards | buraco.Run | buraco.Group | Phase) else value


def refused(*args: Any, **arguments: Any) -> tuple[str, str]:
    """The argument and the message of the error that composing raises."""
    with pytest.raises(ComposeError) as error:
        GameState.compose(*(args or (CERRADO,)), **arguments)
    again = pickle.loads(pickle.dumps(error.value))
    assert str(again) == str(error.value)
    return error.value.argument, error.value.message


# What is given stands.


@given(way=ways, seed=seeds)
def test_full_parts_make_the_state(way: Way, seed: int) -> None:
    state = way.state(over=True)
    assert GameState.compose(state.rules, **parts(state), seed=seed) == state
    assert GameState.compose(state.rules, **text(parts(state)), seed=seed) == state


@pytest.mark.parametrize("document", STATES.values(), ids=STATES)
def test_full_parts_make_the_expected_results(document: dict[str, Any]) -> None:
    state = GameState.from_dict(document)
    assert GameState.compose(state.rules, **parts(state)) == state


@share(2)
@given(way=ways, seed=seeds, data=st.data())
def test_what_is_given_stands_and_the_rest_is_dealt(way: Way, seed: int, data: Any) -> None:
    whole = parts(way.state(over=True))
    rules = way.rules
    left_out = data.draw(st.sets(st.sampled_from(["hands", "melds", "pile", "stock", "muertos"])))
    given = {name: value for name, value in whole.items() if name not in left_out}
    if "hands" in given:
        seats = data.draw(st.sets(st.sampled_from(range(given["players"]))))
        given["hands"] = {seat: whole["hands"][seat] for seat in seats}
    if "stock" in given:
        given["stock"] = whole["stock"][: data.draw(st.integers(0, len(whole["stock"])))]
    try:
        state = GameState.compose(rules, **given, seed=seed)
    except ComposeError as error:
        told = str(error)
        event(told.partition(":")[0] if whole["phase"] is Phase.OVER else "too few cards")
        lacking = "too few cards" in told
        assert lacking or whole["phase"] is Phase.OVER, told
        return
    assert GameState.from_dict(state.to_dict()) == state
    assert GameState.compose(rules, **given, seed=seed) == state
    made = parts(state)
    for name in given.keys() - {"hands", "stock"}:
        assert made[name] == given[name]
    for seat, hand in enumerate(state.hands):
        if seat in given.get("hands", {}):
            assert hand == given["hands"][seat]
        elif seat != state.closed_by:
            assert len(hand) == rules.hand_size
    assert state.stock[: len(given.get("stock", ()))] == given.get("stock", ())


def test_nothing_given_is_a_deal() -> None:
    state = GameState.compose(CERRADO)
    assert repr(state) == repr(GameState.deal(CERRADO, seed=1))
    assert (state.starter, state.turn, state.phase) == (0, 0, Phase.DRAW)
    for players, rules in ((2, ABIERTO), (4, CERRADO_SUCIO_PAREJAS), (2, house(jokers=1))):
        state = GameState.compose(rules, players=players, starter=1)
        assert repr(state) == repr(GameState.deal(rules, players, seed=1, starter=1))
        assert state.rules == rules


def test_the_seed_fixes_what_is_dealt() -> None:
    # As in every Python and process: `test_processes` asks others.
    state = GameState.compose(CERRADO, seed=1, hands={0: "3c"}, stock="JkJk")
    assert str(state.hands[1]) == "2c4cQcKc4d9dAh2h5s7sKs"
    assert "".join(map(str, state.stock))[:12] == "JkJk9hQdKc7h"
    composed = {GameState.compose(CERRADO, seed=seed) for seed in range(50)}
    assert len(composed) == 50


def test_every_card_may_be_dealt_anywhere() -> None:
    states = [GameState.compose(CERRADO, seed=seed) for seed in range(150)]
    for seat in range(4):
        assert len({card for state in states for card in state.hands[seat]}) == 53
    assert len({state.stock[0] for state in states}) > 40


# Forms of arguments.


def test_cards_as_text_as_cards_and_as_bags() -> None:
    cards = [parse_card("3c"), parse_card("Th"), parse_card("Jk")]
    forms = ("3cThJk", " jk 10♥ 3c", cards, tuple(cards), iter(cards), Cards(cards))
    hands = {GameState.compose(CERRADO, hands={2: form}).hands[2] for form in forms}
    assert hands == {parse_cards("3cThJk")}


def test_order_is_kept_where_there_is_one() -> None:
    state = GameState.compose(
        CERRADO,
        pile="9d 3c Kh",
        stock=[parse_card("9d"), parse_card("3c")],
        muertos=["KsKs4c5c6c7c8c9cTcJcQc", "4d3d" * 2 + "5h6h7h8h9hThJh"],
    )
    assert str(list(map(str, state.pile))) == "['9d', '3c', 'Kh']"
    assert [str(card) for card in state.stock[:2]] == ["9d", "3c"]
    assert [str(card) for card in state.muertos[1]][:3] == ["4d", "3d", "4d"]


def test_melds_as_values_and_as_texts() -> None:
    state = GameState.compose(
        CERRADO, melds={1: ["3h 4h 2h", parse_meld("9c9d9h")], 0: iter(["QhKhAh"])}
    )
    assert [str(meld) for meld in state.sides[0].melds] == ["QhKhAh"]
    assert [str(meld) for meld in state.sides[1].melds] == ["2h3h4h", "9c9d9h"]


def test_muertos_taken() -> None:
    state = GameState.compose(CERRADO, taken={0: 2, 1: Muerto(1, used=False)})
    assert [side.muerto for side in state.sides] == [Muerto(2, True), Muerto(1, False)]
    assert state.muertos == ()
    state = GameState.compose(CERRADO, taken={1: 3, 0: None})
    assert [side.muerto for side in state.sides] == [None, Muerto(3, True)]
    assert list(map(len, state.muertos)) == [11]


def test_muertos_by_number() -> None:
    for number in range(3):
        assert len(GameState.compose(CERRADO, muertos=number).muertos) == number
    assert len(GameState.compose(CERRADO, muertos=0, taken={0: 0}).stock) == 108 - 44
    first = "KsKs4c5c6c7c8c9cTcJcQc"
    state = GameState.compose(CERRADO, muertos=[None, first])
    assert "".join(map(str, state.muertos[1])) == first
    assert len(state.muertos[0]) == 11


@pytest.mark.parametrize("phase", ["play", Phase.PLAY])
def test_phase_by_value_or_text(phase: Any) -> None:
    state = GameState.compose(CERRADO, hands={3: "3c"}, turn=3, phase=phase)
    assert (state.phase, state.turn, state.starter) == (Phase.PLAY, 3, 0)


def test_stock_size() -> None:
    state = GameState.compose(CERRADO, stock_size=1)
    assert (len(state.stock), len(state.pile)) == (1, 41)
    state = GameState.compose(CERRADO, stock="3c4c", stock_size=2)
    assert list(map(str, state.stock)) == ["3c", "4c"]
    state = GameState.compose(CERRADO, stock="3c", stock_size=3)
    assert (len(state.stock), str(state.stock[0])) == (3, "3c")
    state = GameState.compose(CERRADO, stock_size=0, phase="play")
    assert (len(state.stock), len(state.pile)) == (0, 42)
    state = GameState.compose(CERRADO, stock_size=42, pile="")
    assert (len(state.stock), len(state.pile)) == (42, 0)


# The end of a hand.


def test_r7_2_closed() -> None:
    state = GameState.compose(CERRADO, closed_by=2, melds={0: [CLEAN]}, taken={0: 0})
    assert (state.phase, state.turn, state.closed_by) == (Phase.OVER, 2, 2)
    assert list(map(len, state.hands)) == [11, 11, 0, 11]
    argument, message = refused(closed_by=2, melds={0: [CLEAN], 1: [CLEAN]}, hands={2: "3d"})
    assert (argument, message) == ("hands[2]", "not empty, but the seat closed the hand")
    assert refused(closed_by=2, melds={1: [CLEAN]})[0] == "melds[0]"
    assert refused(closed_by=2, melds={0: [CLEAN]}, turn=1)[0] == "turn"
    assert refused(closed_by=2, melds={0: [CLEAN]}, phase="play")[0] == "closed_by"


def test_r8_3_exhausted() -> None:
    state = GameState.compose(CERRADO, phase="over", turn=3)
    assert (state.is_over, state.closed_by, state.turn) == (True, None, 3)
    assert (len(state.stock), len(state.muertos), len(state.pile)) == (0, 0, 64)
    assert refused(phase="over", stock="3c")[0] == "stock"
    assert refused(phase="over", muertos=1)[0] == "muertos"
    assert refused(phase="over", pile="3c")[0] == "stock_size"


# What cannot be.


def test_r1_1_a_card_given_too_often() -> None:
    argument, message = refused(
        hands={0: "3c4c", 2: "3cJk"}, pile="3c", melds={1: ["4c4d4h"]}, stock="4c"
    )
    assert argument == "pile"
    assert message == (
        "3c is given too often (1 in hands[0], 1 in hands[2], 1 in pile), the deck has 2; "
        "4c is given too often (1 in melds[1][0], 1 in hands[0], 1 in stock), the deck has 2"
    )
    assert refused(ABIERTO, hands={1: "3cJk"}) == (
        "hands[1]",
        "Jk is given too often (1 in hands[1]), the deck has 0",
    )
    assert refused(hands={1: "3c3c3c"})[0] == "hands[1]"
    assert refused(pile=[parse_card("3c")] * 3)[0] == "pile"
    assert refused(muertos=["JkJkJk", "JkJk"])[0] == "muertos[1]"


def test_too_few_cards_are_left() -> None:
    pile = buraco.deck()[:80]
    assert refused(pile=pile) == (
        "hands[2]",
        "too few cards: 28 are left of the deck, to be dealt: hands[0] 11, hands[1] 11, "
        "hands[2] 11, hands[3] 11, muertos[0] 11, muertos[1] 11, stock 1",
    )
    hands = {seat: "34567"[seat] + "c" for seat in range(4)}
    most: dict[str, Any] = {"hands": hands, "pile": buraco.deck()[8:91]}
    assert refused(**most)[0] == "muertos[1]"
    assert len(GameState.compose(CERRADO, **most, muertos=1).stock) == 10
    assert refused(stock_size=50, pile="3c")[0] == "stock"


def test_r8_no_turn_begins_without_a_stock() -> None:
    deck = list(buraco.deck())
    hands = {seat: deck[20 * seat : 20 * seat + 20] for seat in range(4)}
    argument, message = refused(hands=hands, pile=deck[80:], muertos=0)
    assert argument == "stock"
    assert message == "too few cards: 0 are left of the deck, to be dealt: stock 1"
    assert refused(stock_size=0)[0] == "stock_size"
    assert GameState.compose(CERRADO, hands=hands, pile=deck[80:], muertos=0, phase="play")


def test_r7_6_a_legal_move_exists() -> None:
    stranded = {"hands": {0: "3c"}, "taken": {0: 0}, "phase": "play"}
    assert refused(**stranded) == ("hands[0]", "the seat to move has no legal move")


@pytest.mark.parametrize(
    ("argument", "arguments"),
    [
        ("players", {"players": 3}),
        ("players", {"players": True}),
        ("players", {"players": [4]}),
        ("seed", {"seed": None}),
        ("seed", {"seed": "1"}),
        ("hands", {"hands": ["3c4c"]}),
        ("hands", {"hands": {4: "3c"}}),
        ("hands", {"hands": {2: "3c"}, "players": 2}),
        ("hands", {"hands": {"0": "3c"}}),
        ("hands[0]", {"hands": {0: "3c x"}}),
        ("hands[0]", {"hands": {0: ["3c"]}}),
        ("hands[0]", {"hands": {0: None}}),
        ("hands[0]", {"hands": {0: itertools.repeat(parse_card("3c"))}}),
        ("hands[1]", {"hands": {1: ""}}),
        ("melds", {"melds": [["3c4c5c"]]}),
        ("melds", {"melds": {2: ["3c4c5c"]}}),
        ("melds[0]", {"melds": {0: "3c4c5c"}}),
        ("melds[0]", {"melds": {0: parse_meld("3c4c5c")}}),
        ("melds[0]", {"melds": {0: 1}}),
        ("melds[1][1]", {"melds": {1: ["3c4c5c", "3c4c6c"]}}),
        ("melds[1][0]", {"melds": {1: [parse_card("3c")]}}),
        ("melds[0][2]", {"melds": {0: itertools.repeat("3c4c5c")}}),
        ("pile", {"pile": "3cc"}),
        ("pile", {"pile": parse_cards("3c4c")}),
        ("pile", {"pile": {parse_card("3c")}}),
        ("stock", {"stock": 1}),
        ("stock", {"stock": "3" * 2000}),
        ("stock_size", {"stock_size": -1}),
        ("stock_size", {"stock_size": True}),
        ("stock_size", {"stock_size": 1, "stock": "3c4c"}),
        ("stock_size", {"stock_size": 1, "pile": "3c"}),
        ("muertos", {"muertos": 3}),
        ("muertos", {"muertos": "3c"}),
        ("muertos", {"muertos": ["3c"] * 3}),
        ("muertos", {"muertos": range(10**9)}),
        ("muertos", {"muertos": 2, "taken": {0: 0}}),
        ("muertos[1]", {"muertos": [CLEAN + "3d4d5d6d", "3c"]}),
        ("muertos[0]", {"muertos": [parse_cards(CLEAN + "3d4d5d6d")]}),
        ("taken", {"taken": [0]}),
        ("taken[0]", {"taken": {0: 1}}),
        ("taken[1]", {"taken": {1: 4}}),
        ("taken[1]", {"taken": {1: "1"}}),
        ("taken[1]", {"taken": {1: Muerto("1", used=True)}}),  # type: ignore[arg-type]
        ("taken[0]", {"taken": {0: Muerto(0, used=None)}}),  # type: ignore[arg-type]
        ("taken", {"taken": {2: 0}}),
        ("starter", {"starter": 4}),
        ("starter", {"starter": None}),
        ("turn", {"turn": -1}),
        ("turn", {"turn": 2, "players": 2}),
        ("phase", {"phase": "Draw"}),
        ("phase", {"phase": 1}),
        ("closed_by", {"closed_by": 4}),
        ("closed_by", {"closed_by": [0]}),
    ],
    ids=str,
)
def test_errors_name_the_argument(argument: str, arguments: dict[str, Any]) -> None:
    assert refused(**arguments)[0] == argument


def test_rules() -> None:
    assert refused("cerrado")[0] == "rules"
    assert refused(CERRADO_SUCIO_PAREJAS, players=2)[0] == "players"
    assert refused(ABIERTO, melds={1: ["3c4c5c", "9c9d9h"]}) == (
        "melds[1][1]",
        "9c9d9h is no meld under these rules",
    )


ARGUMENTS = [*parts(GameState.compose(CERRADO)), "seed", "stock_size"]


@given(name=st.sampled_from(ARGUMENTS), value=JSON | st.dictionaries(st.integers(-1, 4), JSON))
def test_any_argument_is_taken_or_refused(name: str, value: Any) -> None:
    try:
        state = GameState.compose(CERRADO, **{name: value})
    except ComposeError as error:
        assert error.argument.startswith((name, "stock"))  # noqa: PT017
    else:
        assert GameState.from_dict(state.to_dict()) == state


def test_an_empty_stock_is_told_by_the_argument_that_made_it() -> None:
    with pytest.raises(ComposeError, match="stock_size: empty at the beginning of a turn"):
        GameState.compose(buraco.CERRADO, stock_size=0)
