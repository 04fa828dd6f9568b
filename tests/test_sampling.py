"""Sampling: whole states that agree with a view, as likely as a fair shuffle makes them."""

from __future__ import annotations

import itertools
import math
import random
from collections import Counter
from collections.abc import Iterable
from typing import Any

import attrs
import plain
import pytest
from documents import mutations
from helpers import house, place
from hypothesis import assume, given
from hypothesis import strategies as st
from strategies import Way, seeds, share, ways
from test_memory import Hand, hands
from test_view import VIEWS, other_state, seat_of, seats

import buraco
from buraco import (
    Cards,
    DealError,
    FormatError,
    GameState,
    Known,
    PlayerView,
    ViewError,
    parse_card,
    parse_cards,
)

# States that agree.


def check(state: GameState, view: PlayerView) -> None:
    assert state.view(view.seat) == view
    assert GameState.from_dict(state.to_dict()) == state


@given(way=ways, seat=seats, seed=seeds)
def test_agrees_with_the_view_and_could_stand(way: Way, seat: int | None, seed: int) -> None:
    state = way.state(over=True)
    view = state.view(seat_of(state, seat))
    for _ in range(3):
        check(view.sample(random.Random(seed)), view)


@given(way=ways, seat=seats, seed=seeds)
def test_true_state_does_not_matter(way: Way, seat: int | None, seed: int) -> None:
    state = way.state(over=True)
    seat = seat_of(state, seat)
    other = other_state(state, seat, random.Random(seed))
    view = PlayerView.from_json(other.view(seat).to_json())
    assert state.view(seat).sample(random.Random(seed)) == view.sample(random.Random(seed))


@given(data=mutations(st.sampled_from([view.to_dict() for view in VIEWS.values()])), seed=seeds)
def test_every_view_that_is_read_can_be_sampled(data: Any, seed: int) -> None:
    try:
        view = PlayerView.from_dict(data)
    except FormatError:
        assume(False)
        raise
    check(view.sample(random.Random(seed)), view)


@share(0.5)
@given(hand=hands, data=st.data(), seed=seeds)
def test_agrees_with_what_is_known(hand: Hand, data: st.DataObject, seed: int) -> None:
    number = data.draw(st.integers(0, len(hand.moves)))
    state = hand.states[number]
    view = state.view(data.draw(st.sampled_from([None, *range(state.players)])))
    known = view.known(hand.moves[:number])
    sampled = view.sample(random.Random(seed), known)
    check(sampled, view)
    assert sampled.pile == state.pile
    for bound, cards in zip(known.hands, sampled.hands, strict=True):
        assert bound <= cards


def test_everything_known() -> None:
    state = place(hand="3c4c", pile="9h7h")
    known = Known(state.hands, state.pile)
    for seat in (0, 1, None):
        sampled = state.view(seat).sample(random.Random(3), known)
        assert (sampled.hands, sampled.pile) == (state.hands, state.pile)
        assert sampled.stock != state.stock


def test_some_of_the_pile_known() -> None:
    state = place(hand="3c4c", pile="9hQs9h7h")
    pile = (None, parse_card("Qs"), None, None)
    piles = {
        state.view(1).sample(random.Random(seed), Known((Cards(),) * 4, pile)).pile
        for seed in range(20)
    }
    assert {cards[1] for cards in piles} == {parse_card("Qs")}
    assert {cards[3] for cards in piles} == {parse_card("7h")}
    assert len(piles) > 15


@pytest.mark.parametrize("seat", [0, 2, None])
def test_mostly_different(seat: int | None) -> None:
    rng = random.Random(5)
    for rules in buraco.RULE_SETS.values():
        view = GameState.deal(rules, 4, seed=1).view(seat)
        states = [view.sample(rng) for _ in range(20)]
        assert len(set(states)) == 20
        hidden = 1 if seat == 0 else 0
        assert len({state.hands[hidden] for state in states}) == 20
        assert len({state.stock for state in states}) == 20
        assert len({state.muertos for state in states}) == 20


def test_same_source_same_states() -> None:
    view = GameState.deal(buraco.CERRADO, 4, seed=1).view(2)
    one, two = random.Random(9), random.Random(9)
    assert [view.sample(one) for _ in range(3)] == [view.sample(two) for _ in range(3)]


# How likely.

RUN = "2345 6789 TJQK".replace(" ", "")


def run(suit: str, ranks: str = RUN) -> str:
    return "".join(rank + suit for rank in ranks)


def view_of_few(
    *, hand: str, other: int, stock: int, pile: str, melds: list[list[str]], **changes: Any
) -> PlayerView:
    """A view of seat 0 of two in which but a few cards are hidden; one muerto of two cards."""
    rules = house(jokers=0, hand_size=2, muerto_size=2)
    document: dict[str, Any] = {
        "format": "buraco.view/1",
        "rules": rules.to_dict(),
        "seat": 0,
        "starter": 0,
        "turn": 1,
        "phase": "draw",
        "hands": [hand, other],
        "stock": stock,
        "pile": {"size": len(pile) // 2, "top": pile[-2:] or None},
        "muertos": 1,
        "sides": [{"melds": side, "muerto": None} for side in melds],
        "closed_by": None,
        "legal": None,
    }
    document["sides"][1]["muerto"] = {"seat": 1, "used": True}
    return PlayerView.from_dict({**document, **changes})


ACES = view_of_few(
    hand="Ac",
    other=2,
    stock=1,
    pile="??Ad",
    melds=[[run(suit) for suit in "ccdd"], [run(suit) for suit in "hhss"]],
)
ONE_LEFT = view_of_few(
    hand="AcAdAhAhAsThJhQhKh",
    other=1,
    stock=3,
    pile="",
    melds=[[*map(run, "ccddss"), run("h", RUN[1:])], [run("h", "345678")]],
    phase="play",
)


def hidden_cards(view: PlayerView) -> list[str]:
    seen = list(map(str, view.hand)) + [str(view.top)] * (view.top is not None)
    seen += [str(card) for side in view.sides for meld in side.melds for card in meld]
    return list(plain.without(plain.deck(view.rules.to_dict()), seen))


def outcome(hand: Iterable[str], stock: Iterable[str], muerto: Iterable[str], pile: str) -> str:
    return " ".join(["".join(sorted(hand)), "".join(stock), "".join(muerto), pile])


def outcome_of(state: GameState) -> str:
    pile = "".join(map(str, state.pile))
    return outcome(
        map(str, state.hands[1]), map(str, state.stock), map(str, state.muertos[0]), pile
    )


def law(view: PlayerView, hand: str = "", buried: str = "") -> dict[str, float]:
    """How likely each outcome is: all orders of the hidden cards, of those that can stand.

    Args:
        view: the view of seat 0 of two.
        hand: cards that seat 1 is known to hold.
        buried: the card that is known to lie under the top of the pile.
    """
    known = [plain.split(hand), plain.split(buried)]
    rest = plain.without(hidden_cards(view), [*known[0], *known[1]])
    top = "" if view.top is None else str(view.top)
    in_hand = view.hand_sizes[1] - len(known[0])
    unknown_below = len(view.pile) - 1 - len(known[1]) if top else 0
    counts: Counter[str] = Counter()
    for order in itertools.permutations(rest):
        cut_1, cut_2 = in_hand + view.stock, len(order) - unknown_below
        below = "".join([*known[1], *order[cut_2:]])
        counts[
            outcome([*known[0], *order[:in_hand]], order[in_hand:cut_1], order[cut_1:cut_2], below)
            + top
        ] += 1
    possible = {text: count for text, count in counts.items() if can_stand(view, text)}
    return {text: count / sum(possible.values()) for text, count in possible.items()}


def can_stand(view: PlayerView, text: str) -> bool:
    hand, stock, muerto, pile = text.split(" ")
    document = view.to_dict()
    for key in ("seat", "legal"):
        del document[key]
    document |= {"format": "buraco.state/1", "hands": [str(view.hand), hand], "pile": pile}
    document |= {"stock": stock, "muertos": [muerto]}
    try:
        GameState.from_dict(document)
    except FormatError:
        return False
    return True


def chi_square(found: Counter[str], expected: dict[str, float]) -> float:
    total = sum(found.values())
    return sum((found[text] - total * p) ** 2 / (total * p) for text, p in expected.items())


def bound(cells: int, risk: float = 1e-4) -> float:
    """What chi-square exceeds by chance with at most this risk.

    Laurent and Massart (Annals of Statistics 28, 2000, lemma 1): with k degrees of freedom,
    P(X >= k + 2 sqrt(k x) + 2 x) <= exp(-x).
    """
    k, x = cells - 1, -math.log(risk)
    return k + 2 * math.sqrt(k * x) + 2 * x


@pytest.mark.parametrize(
    ("view", "hand", "buried"),
    [
        (ACES, "", ""),
        (ACES, "Ah", ""),
        (ACES, "", "As"),
        (ACES, "AdAs", "As"),
        (ONE_LEFT, "", ""),
        (ONE_LEFT, "2h", ""),
    ],
    ids=["nothing known", "a card of the hand", "a buried card", "hand", "last", "last known"],
)
def test_as_likely_as_a_fair_shuffle(view: PlayerView, hand: str, buried: str) -> None:
    expected = law(view, hand, buried)
    known = None
    if hand or buried:
        below = (parse_card(buried),) if buried else (None,) * (len(view.pile) - 1)
        pile = (*below, view.top) if len(view.pile) else ()
        known = Known((Cards(), parse_cards(hand)), pile)
    rng = random.Random(11)
    total = max(2000, 30 * len(expected))
    found = Counter(outcome_of(view.sample(rng, known)) for _ in range(total))
    assert found.keys() <= expected.keys()
    assert chi_square(found, expected) < bound(len(expected))


def test_chi_square_notices_what_is_unfair() -> None:
    """A source whose numbers are a little too small is not taken for a fair one."""

    class Low:
        def __init__(self) -> None:
            self.rng = random.Random(11)

        def random(self) -> float:
            return self.rng.random() ** 1.2

    expected = law(ACES)
    rng = Low()
    found = Counter(outcome_of(ACES.sample(rng)) for _ in range(30 * len(expected)))
    assert chi_square(found, expected) > bound(len(expected))


def test_r7_6_last_card_is_one_that_can_be_added() -> None:
    """Two 2h and one 9h make the run a clean canasta, the hidden aces do not."""
    assert sorted(hidden_cards(ONE_LEFT)) == ["2h", "2h", "9h", "Ac", "Ad", "As"]
    rng = random.Random(2)
    found = Counter(str(ONE_LEFT.sample(rng).hands[1]) for _ in range(3000))
    assert set(found) == {"2h", "9h"}
    assert abs(found["2h"] - 2000) < 5 * math.sqrt(3000 * 2 / 9)


# What is refused.


def known_of(view: PlayerView, *hands: str, pile: Any = None) -> Known:
    cards = [parse_cards(hand) for hand in hands]
    cards += [Cards()] * (view.players - len(cards))
    unknown = (None,) * len(view.pile)
    return Known(tuple(cards), unknown if pile is None else pile)


CLOSED = VIEWS["waiting"]  # of seat 1, whose hand is not known here
TOP = parse_card("5h")


@pytest.mark.parametrize(
    ("known", "message"),
    [
        (Known((Cards(),) * 2, (None, None)), "2 hands are known, of 4"),
        (known_of(CLOSED, pile=(None,)), "a pile of 1 is known, of 2 cards"),
        (known_of(CLOSED, pile=(None, parse_card("6h"))), "the known pile is not the one"),
        (known_of(CLOSED, "3c4c5c6c"), "4 cards of seat 0 are known, of 3"),
        (known_of(CLOSED, "5h5h"), "known cards that are not hidden, or not as often: 5h"),
        (
            known_of(CLOSED, "4s", "", "4s", pile=(parse_card("4s"), TOP)),
            "not hidden, or not as often: 4s",
        ),
        (known_of(CLOSED, "4s4s", "", "4s4s"), "not as often: 4s"),
        (known_of(CLOSED, "JkJkJk", "", "JkJkJk"), "not as often: Jk"),
        (known_of(CLOSED, pile=(TOP, TOP)), None),
        (known_of(CLOSED, "", "3h4h5d"), "cards are known of the own hand"),
        (known_of(ONE_LEFT, "", "Ac"), "the seat to move cannot hold Ac alone"),
    ],
)
def test_what_cannot_be_known(known: Known, message: str | None) -> None:
    view = ONE_LEFT if len(known.hands) == 2 and not known.pile else CLOSED
    if message is None:
        assert view.sample(random.Random(1), known).pile == (TOP, TOP)
        return
    with pytest.raises(ViewError, match=message):
        view.sample(random.Random(1), known)


@given(data=st.data(), seed=seeds)
@share(0.5)
def test_any_knowledge_agrees_or_is_refused(data: st.DataObject, seed: int) -> None:
    view = GameState.deal(buraco.CERRADO, players=4, seed=seed % 50).view(0)
    bags = st.lists(st.sampled_from(("5h", "Ks", "Jk", "As")), max_size=4)
    texts = ["", *("".join(data.draw(bags)) for _ in range(3))]
    try:
        known = known_of(view, *texts, pile=())
    except buraco.NotationError:
        assume(False)  # more of a card in one hand than two decks hold
    try:
        state = view.sample(random.Random(seed), known)
    except ViewError:
        hidden = Counter(hidden_cards(view))
        asked = Counter(str(card) for hand in known.hands for card in hand)
        assert asked - hidden
    else:
        check(state, view)
        assert all(known <= hand for known, hand in zip(known.hands, state.hands, strict=True))


def test_known_elsewhere_leaves_no_last_card() -> None:
    view = attrs.evolve(ONE_LEFT, seat=None, hand=0)
    check_known = Known((parse_cards("2h2h9h"), Cards()), ())
    with pytest.raises(ViewError, match="leaves no card that the seat to move can hold"):
        view.sample(random.Random(1), check_known)


@pytest.mark.parametrize("known", [(), "3c", Cards()])
def test_known_that_is_none(known: Any) -> None:
    with pytest.raises(TypeError, match="known must be a Known"):
        CLOSED.sample(random.Random(1), known)


class Giving:
    """A source that gives the same thing again and again."""

    def __init__(self, given: Any) -> None:
        self.given = given

    def random(self) -> Any:
        return self.given


@pytest.mark.parametrize(
    "given",
    [math.nan, math.inf, -math.inf, -1e-9, -0.5, 1.0, 2, None, "0.5", b"0", 1j, [], 10**400],
    ids=repr,
)
def test_what_a_source_must_not_give(given: Any) -> None:
    with pytest.raises(DealError, match=r"rng\.random\(\) must give numbers from 0\.0 up to"):
        GameState.deal(buraco.CERRADO, 4, rng=Giving(given))
    for view in (CLOSED, ONE_LEFT):
        with pytest.raises(DealError, match=r"rng\.random\(\) must give numbers from 0\.0 up to"):
            view.sample(Giving(given))


@pytest.mark.parametrize("given", [0.0, 0, -0.0, 0.999, 1 - 2**-53])
def test_what_a_source_may_give(given: Any) -> None:
    check(CLOSED.sample(Giving(given)), CLOSED)
    assert GameState.deal(buraco.CERRADO, 4, rng=Giving(given)).players == 4


@pytest.mark.parametrize("rng", [None, 7, random.Random(1).random])
def test_what_is_no_source(rng: Any) -> None:
    with pytest.raises(DealError, match="rng must have a method random"):
        CLOSED.sample(rng)


def test_a_source_may_fail_in_its_own_way() -> None:
    class Failing:
        def random(self) -> float:
            raise TypeError("out of randomness")

    with pytest.raises(TypeError, match="out of randomness"):
        CLOSED.sample(Failing())
