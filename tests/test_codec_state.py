"""`buraco.state/1`: reading and writing states, one test for each thing that reading checks."""

import json
import random
from typing import Any

import attrs
import pytest
from documents import (
    STATES,
    at,
    changed,
    fault,
    mutations,
    paths,
    read_both_ways,
    split,
    state_document,
    text_of,
    without,
)
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import extreme_rule_sets

import buraco
from buraco import CERRADO, RULE_SETS, GameState, Phase, RuleSet

CLEAN = "3c4c5c6c7c8c9c"
DIRTY = "3c4c5c6c7c8cJk"
TAKEN = {"seat": 0, "used": True}

DRAW = state_document()
PLAY = state_document(
    phase="play", melds=(["7c7h7h2s"], ["QhKhAh"]), muertos=1, takers=(TAKEN, None)
)
CLOSED = state_document(
    phase="over",
    closed_by=2,
    turn=2,
    hands=["9d", "Jk", "", "3h"],
    melds=([CLEAN], []),
    muertos=1,
    takers=(TAKEN, None),
)
EXHAUSTED = state_document(phase="over", turn=1, muertos=0, rest="pile")
KINDS = {"draw": DRAW, "play": PLAY, "closed": CLOSED, "exhausted": EXHAUSTED}
every_state = pytest.mark.parametrize("document", KINDS.values(), ids=KINDS)


def play(rules: RuleSet, players: int, seed: int) -> list[GameState]:
    """All states of a hand that is played at random, taking the pile often."""
    rng = random.Random(seed)
    states = [GameState.deal(rules, players, seed=seed, starter=seed % players)]
    while not states[-1].is_over and len(states) < 250:
        moves = states[-1].legal_moves()
        plays = [move for move in moves if not isinstance(move, buraco.Discard)]
        states.append(states[-1].apply(rng.choice(plays or moves)))
    return states


# Reading what was written.


@pytest.mark.parametrize("document", STATES.values(), ids=STATES)
def test_expected_results(document: dict[str, Any]) -> None:
    state = read_both_ways(GameState, document)
    assert state.to_dict() == document
    assert json.loads(state.to_json()) == document


@every_state
def test_every_value_is_read(document: dict[str, Any]) -> None:
    state = read_both_ways(GameState, document)
    assert json.dumps(state.to_dict()) == json.dumps(document)
    assert json.dumps(json.loads(state.to_json())) == json.dumps(document)
    assert state.rules is RULE_SETS[document["rules"]]
    assert (state.starter, state.turn) == (document["starter"], document["turn"])
    assert (state.phase, state.closed_by) == (Phase(document["phase"]), document["closed_by"])
    assert [str(hand) for hand in state.hands] == document["hands"]
    for cards, text in zip(
        [state.stock, state.pile, *state.muertos],
        [document["stock"], document["pile"], *document["muertos"]],
        strict=True,
    ):
        assert "".join(map(str, cards)) == text
    for side, written in zip(state.sides, document["sides"], strict=True):
        assert [str(meld) for meld in side.melds] == written["melds"]
        assert (side.muerto and attrs.asdict(side.muerto)) == written["muerto"]


@pytest.mark.parametrize("rules", RULE_SETS.values(), ids=lambda rules: rules.name)
def test_every_state_of_play_under_presets(rules: RuleSet) -> None:
    for players in rules.players:
        for seed in range(3):
            for state in play(rules, players, seed):
                assert GameState.from_dict(state.to_dict()) == state


@settings(max_examples=10)
@given(rules=extreme_rule_sets, seed=st.integers(0, 2**32))
def test_every_state_of_play_under_house_rules(rules: RuleSet, seed: int) -> None:
    for state in play(rules, rules.players[seed % len(rules.players)], seed):
        assert GameState.from_dict(state.to_dict()) == state
        assert hash(GameState.from_json(state.to_json())) == hash(state)


@given(data=mutations(st.sampled_from([*STATES.values(), *KINDS.values()])))
def test_mutated(data: Any) -> None:
    read_both_ways(GameState, data)


@given(data=st.data())
def test_one_card_swapped_or_turned(data: st.DataObject) -> None:
    """Where two cards change places, the deck is whole: all else must hold by itself."""
    document = data.draw(st.sampled_from([*STATES.values(), *KINDS.values()]))
    places = [path for path in paths(document) if "rules" not in path and _is_cards(document, path)]
    one, other = data.draw(st.lists(st.sampled_from(places), min_size=2, max_size=2))
    cards, others = split(at(document, one)), split(at(document, other))
    i = data.draw(st.integers(0, len(cards) - 1))
    j = data.draw(st.integers(0, len(others) - 1))
    if one == other:
        others = cards
    cards[i], others[j] = others[j], cards[i]
    document = changed(document, one, "".join(cards))
    read_both_ways(GameState, changed(document, other, "".join(others)))


def _is_cards(document: Any, path: tuple[str | int, ...]) -> bool:
    value = at(document, path)
    return isinstance(value, str) and bool(value) and path[0] not in ("format", "phase")


# The rules.


def test_preset_written_in_full() -> None:
    state = GameState.from_dict({**DRAW, "rules": CERRADO.to_dict()})
    assert state == GameState.from_dict(DRAW)
    assert state.to_dict()["rules"] == "cerrado"


def test_house_rules() -> None:
    house = attrs.evolve(CERRADO, name="casa", canasta_to_close="any").to_dict()
    document = {**DRAW, "rules": house}
    assert read_both_ways(GameState, document).to_dict() == document


@pytest.mark.parametrize("name", ["", "Cerrado", "truco", "x" * 1000])
def test_unknown_rules(name: str) -> None:
    path, message = fault(GameState.from_dict, {**DRAW, "rules": name})
    shown = name if len(name) < 40 else "x" * 37 + "..."
    assert path == "rules"
    assert message == f"no rule set is named '{shown}'; known: {', '.join(RULE_SETS)}"


def test_faulty_rules() -> None:
    house = attrs.evolve(CERRADO, name="casa").to_dict()

    def path(key: str, value: object) -> str:
        return fault(GameState.from_dict, {**DRAW, "rules": {**house, key: value}})[0]

    assert path("hand_size", 1) == "rules.hand_size"
    assert path("hand_size", "1") == "rules.hand_size"
    assert path("pile", "shut") == "rules.pile"
    assert path("players", [2, "4"]) == "rules.players[1]"
    assert path("format", "buraco.rules/2") == "rules.format"
    assert path("card_points", {"A": 1.5}) == "rules.card_points.A"
    assert path("canasta_points", {}) == path("name", "abierto") == path("more", 1) == "rules"
    several = {**DRAW, "rules": {**house, "hand_size": 1, "groups": False}}
    path_, message = fault(GameState.from_dict, several)
    assert path_ == "rules"
    assert "hand_size must be" in message
    assert "groups_of_twos without groups" in message


# The shape.


@every_state
def test_keys(document: dict[str, Any]) -> None:
    for path in paths(document):
        if isinstance(path[-1], str):
            holder = text_of(path[:-1])
            missing = (holder, f"the key {path[-1]!r} is missing")
            assert fault(GameState.from_dict, without(document, path)) == missing
            unknown = changed(document, (*path[:-1], "legal"), None)
            assert fault(GameState.from_dict, unknown) == (holder, "unknown key 'legal'")


@every_state
@pytest.mark.parametrize("value", [1.0, [None], {"seat": None}], ids=repr)
def test_kinds(document: dict[str, Any], value: object) -> None:
    for path in paths(document):
        found, message = fault(GameState.from_dict, changed(document, path, value))
        assert found.startswith(text_of(path))
        assert "expected" in message or "missing" in message or "unknown" in message


@pytest.mark.parametrize(
    ("path", "value", "message"),
    [
        ("starter", True, "a whole number expected, not true or false"),
        ("turn", "0", "a whole number expected, not a text"),
        ("phase", "Draw", "'draw' or 'play' or 'over' expected"),
        ("phase", None, "a text expected, not null"),
        ("closed_by", False, "a whole number or null expected, not true or false"),
        ("hands", "", "a list expected, not a text"),
        ("hands", None, "a list expected, not null"),
        ("stock", [], "a text expected, not a list"),
        ("sides", {}, "a list expected, not an object"),
        ("sides", [], "a list of length 2 expected"),
        ("sides", [{"melds": [], "muerto": None}] * 3, "a list of length 2 expected"),
        ("sides", None, "a list expected, not null"),
    ],
    ids=lambda value: repr(value)[:20],
)
def test_faulty_value(path: str, value: object, message: str) -> None:
    assert fault(GameState.from_dict, {**DRAW, path: value}) == (path, message)


def test_kinds_deeper_down() -> None:
    one = changed(PLAY, ["sides", 0, "muerto", "used"], 1)
    message = "true or false expected, not a whole number"
    assert fault(GameState.from_dict, one) == ("sides[0].muerto.used", message)
    other = changed(PLAY, ["sides", 1, "melds", 0], ["Qh", "Kh", "Ah"])
    message = "a text expected, not a list"
    assert fault(GameState.from_dict, other) == ("sides[1].melds[0]", message)


# The cards.


@pytest.mark.parametrize("where", ["hands", "stock", "pile", "muertos"])
@pytest.mark.parametrize("spelling", ["4C", "4♣", " 4c", "4c ", "xc", "4", "j"])
def test_spelling(where: str, spelling: str) -> None:
    keys: list[str | int] = [where, 0] if where in ("hands", "muertos") else [where]
    cards = split(at(EXHAUSTED if where == "pile" else DRAW, keys))
    cards[1] = spelling
    document = changed(DRAW, keys, "".join(cards))
    path, message = fault(GameState.from_dict, document)
    assert path == text_of(keys)
    assert "is no card, at " in message


def test_ten_has_one_spelling() -> None:
    document = changed(DRAW, ["pile"], "10h")
    assert fault(GameState.from_dict, document) == ("pile", "'10' is no card, at 0")


def test_errors_in_hidden_cards_show_no_others() -> None:
    document = changed(DRAW, ["hands", 1], "3d4d5d9x")
    assert fault(GameState.from_dict, document) == ("hands[1]", "'9x' is no card, at 6")


def test_hands_in_any_order() -> None:
    turned = changed(DRAW, ["hands"], ["".join(split(hand)[::-1]) for hand in DRAW["hands"]])
    assert turned != DRAW
    assert read_both_ways(GameState, turned).to_dict() == DRAW


def test_order_of_stock_pile_and_muertos_is_kept() -> None:
    for keys in (["stock"], ["muertos", 0], ["muertos", 1]):
        turned = changed(DRAW, keys, "".join(split(at(DRAW, keys))[::-1]))
        assert turned != DRAW
        assert read_both_ways(GameState, turned).to_dict() == turned
    turned = changed(EXHAUSTED, ["pile"], "".join(split(EXHAUSTED["pile"])[::-1]))
    assert read_both_ways(GameState, turned).to_dict() == turned


def test_r1_1_every_card_exactly_once() -> None:
    missing = changed(DRAW, ["pile"], "")
    assert fault(GameState.from_dict, missing) == ("", "missing cards: 8c")
    more = changed(DRAW, ["pile"], "8c8c")
    assert fault(GameState.from_dict, more) == ("", "too many cards: 8c")
    most = changed(DRAW, ["pile"], "8cJkAcAcAc")
    assert fault(GameState.from_dict, most) == ("", "too many cards: Ac (3), Jk")
    other = changed(DRAW, ["hands", 0], "3c4c5c5c9d"[:-2])
    assert fault(GameState.from_dict, other) == ("", "missing cards: 9d; too many cards: 5c")
    melded = changed(PLAY, ["sides", 1, "melds", 0], "JhQhKh")
    assert fault(GameState.from_dict, melded) == ("", "missing cards: Ah; too many cards: Jh")
    none = {**DRAW, "hands": [""] * 4, "stock": "", "pile": "", "muertos": []}
    path, message = fault(GameState.from_dict, none)
    assert path == ""
    assert message.startswith("missing cards: Ac (2), 2c (2),")
    assert message.endswith(" Ks (2), Jk (4)")


def test_r1_1_jokers_are_those_of_the_rules() -> None:
    assert fault(GameState.from_dict, {**DRAW, "rules": "abierto"}) == (
        "",
        "too many cards: Jk (4)",
    )
    without_jokers = state_document(rules="abierto")
    assert read_both_ways(GameState, without_jokers)
    assert fault(GameState.from_dict, {**without_jokers, "rules": "cerrado"})[0] == ""
    house = attrs.evolve(CERRADO, name="casa", jokers=3).to_dict()
    assert fault(GameState.from_dict, {**DRAW, "rules": house}) == ("", "too many cards: Jk")


# The melds.


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("3h4h2h", "the canonical form is 2h3h4h, in '3h4h2h' at 0"),
        ("Ac2c3c4c5c6c7c8c9cTcJcQcKc", "the canonical form is 2c3c4c5c6c7c8c9cTcJcQcKcAc, in "),
        ("9s9d9h", "the canonical form is 9d9h9s, in '9s9d9h' at 0"),
        ("2s9d9h", "the canonical form is 9d9h2s, in '2s9d9h' at 0"),
        ("3h 4h 5h", "' 4' is no card, in '3h 4h 5h' at 2"),
        ("3h4h5H", "'5H' is no card, in '3h4h5H' at 4"),
        ("3h4h", "neither a run nor a group, in '3h4h' at 0"),
        ("3h4h6h", "neither a run nor a group, in '3h4h6h' at 0"),
        ("3h3h3h", "more than 2 copies of 3h, in '3h3h3h'"),
        ("9d9hJkJk", "neither a run nor a group, in '9d9hJkJk' at 0"),
        ("", "neither a run nor a group"),
    ],
)
def test_melds_are_canonical(text: str, message: str) -> None:
    document = changed(PLAY, ["sides", 0, "melds"], ["7c7h7h2s", text])
    path, said = fault(GameState.from_dict, document)
    assert path == "sides[0].melds[1]"
    assert said.startswith(message)


@pytest.mark.parametrize(
    ("rules", "meld"),
    [
        ("abierto", "9d9h9s"),  # R4.2
        ("cerrado-stcl", "9d9h9s"),  # R4.2
        ("abierto-sucio", "2c2d2h"),  # R4.3
        ("abierto-sucio", "Ac2c3c4c5c6c7c8c9cTcJcQcKcAc"),  # R4.4
    ],
)
def test_r4_melds_are_legal(rules: str, meld: str) -> None:
    hands = ["3c8dAh", "3d4d5d", "3h4h5h", "3s4s5s"]
    document = state_document(rules=rules, hands=hands, pile="8d", melds=([], ["QhKhAh", meld]))
    path, message = fault(GameState.from_dict, document)
    assert path == "sides[1].melds[1]"
    assert message == f"{meld} is no meld under these rules"
    if rules == "abierto-sucio":
        assert read_both_ways(GameState, {**document, "rules": "cerrado"})


def test_r1_1_no_joker_in_a_meld_without_jokers() -> None:
    document = state_document(rules="abierto", melds=(["QhKhAh"], []))
    document = changed(document, ["sides", 0, "melds", 0], "QhKhJk")
    assert fault(GameState.from_dict, document)[0] == "sides[0].melds[0]"


# The seats.


def test_r2_1_number_of_players() -> None:
    for_two = state_document(hands=["3c4c", "3d4d"])
    assert read_both_ways(GameState, for_two).players == 2
    for hands in ([], ["3c4c"], ["3c4c", "3d4d", "3h4h"], ["3c", "3d", "3h", "3s", "4c"]):
        path, message = fault(GameState.from_dict, state_document(hands=hands))
        assert path == "hands"
        assert message == f"these rules are for 2 or 4 players, not {len(hands)}"
    assert fault(GameState.from_dict, {**for_two, "rules": "cerrado-sucio-parejas"}) == (
        "hands",
        "these rules are for 4 players, not 2",
    )


@pytest.mark.parametrize("key", ["starter", "turn", "closed_by"])
def test_seats_in_range(key: str) -> None:
    for seat in (-1, 4, 2**62):
        message = f"a seat is 0 to 3, not {seat}"
        assert fault(GameState.from_dict, {**CLOSED, key: seat}) == (key, message)
    for_two = state_document(hands=["3c4c", "3d4d"])
    assert fault(GameState.from_dict, {**for_two, key: 2}) == (key, "a seat is 0 to 1, not 2")


def test_every_seat_may_start_and_be_in_turn() -> None:
    for seat in range(4):
        assert read_both_ways(GameState, {**DRAW, "starter": seat}).starter == seat
        assert read_both_ways(GameState, {**DRAW, "turn": seat}).turn == seat


# The muertos.


def with_takers(*takers: dict[str, Any] | None, muertos: int = 0, **others: Any) -> dict[str, Any]:
    return state_document(takers=takers, muertos=muertos, **others)


def test_r7_1_taker_is_of_the_side() -> None:
    for side in (0, 1):
        for seat in range(4):
            takers = [None, None]
            takers[side] = {"seat": seat, "used": False}  # type: ignore[call-overload]
            document = with_takers(*takers)
            path = f"sides[{side}].muerto.seat"
            if seat % 2 == side:
                assert read_both_ways(GameState, document).sides[side].muerto.seat == seat
            else:
                message = f"seat {seat} is not of side {side}"
                assert fault(GameState.from_dict, document) == (path, message)
            out_of_range = changed(document, ["sides", side, "muerto", "seat"], seat + 4)
            assert fault(GameState.from_dict, out_of_range)[0] == path


@pytest.mark.parametrize("muertos", range(4))
@pytest.mark.parametrize("taken", range(3))
def test_r2_2_two_muertos(muertos: int, taken: int) -> None:
    takers = [{"seat": side, "used": True} if side < taken else None for side in (0, 1)]
    document = with_takers(*takers, muertos=muertos)
    if muertos + taken <= 2:
        assert len(read_both_ways(GameState, document).muertos) == muertos
    else:
        message = f"{muertos} on the table and {taken} taken, of two"
        assert fault(GameState.from_dict, document) == ("muertos", message)


def test_r2_2_size_of_muertos() -> None:
    for size in (0, 10, 12, 22):
        whole = DRAW["muertos"][1] + DRAW["stock"]
        document = {
            **DRAW,
            "muertos": [DRAW["muertos"][0], whole[: 2 * size]],
            "stock": whole[2 * size :],
        }
        message = f"a muerto has 11 cards, not {size}"
        assert fault(GameState.from_dict, document) == ("muertos[1]", message)
    house = attrs.evolve(CERRADO, name="casa", muerto_size=12).to_dict()
    path, message = fault(GameState.from_dict, {**DRAW, "rules": house})
    assert (path, message) == ("muertos[0]", "a muerto has 12 cards, not 11")


# Over or not.


def test_r7_2_closed() -> None:
    assert read_both_ways(GameState, CLOSED).closed_by == 2


def test_r7_2_who_closed_has_no_cards() -> None:
    document = {**CLOSED, "hands": ["9d", "Jk", CLOSED["stock"][:2], "3h"]}
    document["stock"] = CLOSED["stock"][2:]
    message = "not empty, but the seat closed the hand"
    assert fault(GameState.from_dict, document) == ("hands[2]", message)


def test_r7_2_who_closed_moved_last() -> None:
    message = "seat 2 closed the hand, and so moved last"
    assert fault(GameState.from_dict, {**CLOSED, "turn": 0}) == ("turn", message)


@pytest.mark.parametrize(
    ("rules", "meld", "closes"),
    [
        ("cerrado", CLEAN, True),
        ("cerrado", CLEAN[:-2], False),
        ("cerrado", DIRTY, False),
        ("cerrado", "7c7c7d7d7h7h7s", True),
        ("cerrado-sucio", DIRTY, True),
        ("cerrado-sucio", DIRTY[2:], False),
        ("cerrado-sucio-parejas", CLEAN, True),
        ("cerrado-sucio-parejas", "7c7c7d7d7h7h7s", False),
    ],
)
def test_r7_2_canasta_to_close(rules: str, meld: str, closes: bool) -> None:
    others = {**CLOSED, "rules": rules}
    for key in ("stock", "pile", "muertos", "sides", "format"):
        del others[key]
    others["takers"] = (TAKEN, None)
    document = state_document(**others, melds=(["QhKhAh", meld], []), muertos=1)
    if closes:
        assert read_both_ways(GameState, document).closed_by == 2
    else:
        message = "the side closed without the canasta that it needs"
        assert fault(GameState.from_dict, document) == ("sides[0].melds", message)
    theirs = state_document(**others, melds=(["QhKhAh"], [meld]), muertos=1)
    assert fault(GameState.from_dict, theirs)[0] == "sides[0].melds"


def test_r8_3_exhausted() -> None:
    state = read_both_ways(GameState, EXHAUSTED)
    assert (state.is_over, state.closed_by, state.turn) == (True, None, 1)


def test_r8_3_no_cards_left_to_draw() -> None:
    message = "not empty, but the hand is over and nobody closed it"
    stock = {**EXHAUSTED, "stock": EXHAUSTED["pile"][:2], "pile": EXHAUSTED["pile"][2:]}
    assert fault(GameState.from_dict, stock) == ("stock", message)
    muertos = state_document(phase="over", muertos=1, rest="pile")
    assert fault(GameState.from_dict, muertos) == ("muertos", message)


def test_r8_3_at_the_end_of_a_turn() -> None:
    hands = ["3c", "3d", "", "3s"]
    document = state_document(phase="over", hands=hands, muertos=0, rest="pile")
    message = "empty, but nobody closed the hand"
    assert fault(GameState.from_dict, document) == ("hands[2]", message)
    whole = EXHAUSTED["pile"] + EXHAUSTED["hands"][0]
    document = {**EXHAUSTED, "pile": "", "hands": [whole, *EXHAUSTED["hands"][1:]]}
    message = "empty, but a turn has ended, which takes a discard"
    assert fault(GameState.from_dict, document) == ("pile", message)


@pytest.mark.parametrize("phase", ["draw", "play"])
def test_r7_2_closed_but_not_over(phase: str) -> None:
    message = "closed by a seat, but not over"
    for seat in (0, 1):
        document = {**DRAW, "phase": phase, "closed_by": seat}
        assert fault(GameState.from_dict, document) == ("closed_by", message)
    assert fault(GameState.from_dict, {**CLOSED, "phase": phase})[0] == "closed_by"


@pytest.mark.parametrize("phase", ["draw", "play"])
@pytest.mark.parametrize("seat", range(4))
def test_r7_no_hand_is_empty_before_the_end(phase: str, seat: int) -> None:
    hands = ["3c4c", "3d4d", "3h4h", "3s4s"]
    hands[seat] = ""
    message = "empty, but the hand is not over"
    document = state_document(phase=phase, hands=hands)
    assert fault(GameState.from_dict, document) == (f"hands[{seat}]", message)


@pytest.mark.parametrize("muertos", range(3))
def test_r8_no_turn_begins_without_a_stock(muertos: int) -> None:
    document = state_document(muertos=muertos, rest="pile")
    message = "empty at the beginning of a turn, but the hand is not over"
    assert fault(GameState.from_dict, document) == ("stock", message)
    assert read_both_ways(GameState, {**document, "phase": "play"})  # R8.1


def test_r7_6_a_legal_move_exists() -> None:
    hands = ["3c", "3d4d", "3h4h", "3s4s"]
    stranded = with_takers(TAKEN, None, phase="play", hands=hands, muertos=1)
    message = "the seat to move has no legal move"
    assert fault(GameState.from_dict, stranded) == ("hands[0]", message)
    assert read_both_ways(GameState, {**stranded, "turn": 1})
    assert read_both_ways(GameState, {**stranded, "phase": "draw"})
    assert read_both_ways(GameState, with_takers(None, None, phase="play", hands=hands, muertos=1))
    closing = with_takers(TAKEN, None, phase="play", hands=["Jk", *hands[1:]], melds=([CLEAN], []))
    assert read_both_ways(GameState, closing)


# What history alone could tell is not checked.


def test_number_of_cards_in_hands_is_free() -> None:
    assert read_both_ways(GameState, state_document(hands=["3c", "3d4d", "3h4h5h", "3s4s5s6s"]))


def test_pile_may_be_empty_in_any_turn() -> None:
    assert read_both_ways(GameState, state_document(pile=""))


def test_r9_5_use_of_a_muerto_is_free() -> None:
    for used in (True, False):
        taker = {"seat": 0, "used": used}
        for phase in ("draw", "play"):
            assert read_both_ways(GameState, with_takers(taker, None, phase=phase))


def test_r8_2_muertos_may_have_become_stock() -> None:
    for muertos in range(3):
        assert read_both_ways(GameState, state_document(muertos=muertos))
