"""The rules of Buraco once more, plain and slow, to check the library against.

Nothing here comes from the library.  Everything works on plain data: a card is two characters, a
meld or a move is its text, a state is a `buraco.state/1` dictionary, a rule set is a preset's name
or a `buraco.rules/1` dictionary.  The numbers (R5.3 ...) are those of the rules document.  Loops
are naive on purpose; the only speedup is remembering what pure functions have answered.
"""

from __future__ import annotations

import copy
import random
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from itertools import product
from typing import Any, NamedTuple

Cards = tuple[str, ...]
Rules = str | dict[str, Any]
State = dict[str, Any]

# --------------------------------------------------------------------------------- cards (R1)

RANKS = "A23456789TJQK"
SUITS = "cdhs"
JOKER = "Jk"
ORDER = [rank + suit for suit in SUITS for rank in RANKS] + [JOKER]  # the canonical order
WILDS = ["2c", "2d", "2h", "2s", JOKER]  # R5.1: the cards that may stand for another
PLACES = {suit: [rank + suit for rank in RANKS + "A"] for suit in SUITS}  # R4.1: A=1 ... K=13, A=14


def split(text: str) -> Cards:
    """The cards of a text, in the order written."""
    return tuple(text[i : i + 2] for i in range(0, len(text), 2))


def bag(cards: Sequence[str]) -> str:
    """The text of a bag of cards: canonical order, no separators."""
    return "".join(sorted(cards, key=ORDER.index))


def without(cards: Sequence[str], used: Sequence[str]) -> list[str]:
    """`cards` less `used`, each of which must be there."""
    rest = list(cards)
    for card in used:
        rest.remove(card)
    return rest


# ---------------------------------------------------------------------- the variants (the table)

_TABLE: dict[str, tuple[Any, ...]] = {
    "name": (
        "abierto",
        "abierto-sucio",
        "cerrado",
        "cerrado-stcl",
        "cerrado-sucio",
        "cerrado-sucio-parejas",
    ),
    "jokers": (0, 4, 4, 4, 4, 4),
    "groups": (False, True, True, False, True, True),
    "groups_of_twos": (False, False, True, False, True, True),
    "ace_to_ace": (True, False, True, True, True, True),
    "real": (500, 500, 500, 500, 500, 200),
    "group_canastas": (False, True, True, False, True, False),
    "pile": ("open", "open", "closed", "closed", "closed", "closed"),
    "canasta_to_close": ("clean", "any", "clean", "clean", "any", "any"),
    "discard_to_go_out": ("never", "always", "never", "never", "never", "never"),
    "two": (10, 20, 10, 10, 10, 10),
    "joker": (20, 30, 20, 20, 20, 20),  # abierto has none
    "unused_muerto_penalty": (100, 0, 100, 100, 100, 100),
    "unused_muerto_cards_count": (True, True, True, True, True, False),
    "muertos_to_stock": ("all", "all", "all", "all", "all", "one"),
    "players": ([2, 4], [2, 4], [2, 4], [2, 4], [2, 4], [4]),
}


def _preset(column: int) -> dict[str, Any]:
    """One column of the table, with what all columns share (R2.2, R9.1, R9.2, R9.4, R10.2)."""
    own = {field: row[column] for field, row in _TABLE.items()}
    real, two, joker = own.pop("real"), own.pop("two"), own.pop("joker")
    low, high = dict.fromkeys("34567", 5), dict.fromkeys("89TJQK", 10)
    return {
        "format": "buraco.rules/1",
        **own,
        "hand_size": 11,
        "muerto_size": 11,
        "card_points": {"A": 15, "2": two, **low, **high, "Jk": joker},
        "canasta_points": {"dirty": 100, "clean": 200, "real": real, "ace-to-ace": 1000},
        "closing_points": 100,
        "no_muerto_penalty": 100,
        "tie": "hand-starter",
    }


RULES: dict[str, dict[str, Any]] = {
    name: _preset(column) for column, name in enumerate(_TABLE["name"])
}


def rule_set(rules: Rules) -> dict[str, Any]:
    """A preset by its name, a dictionary as it is."""
    return RULES[rules] if isinstance(rules, str) else rules


class Shape(NamedTuple):
    """What decides whether cards are a meld, as a value that can be remembered by."""

    jokers: bool
    groups: bool
    groups_of_twos: bool
    ace_to_ace: bool


def shape(rules: Rules) -> Shape:
    """The fields of a rule set that melds depend on."""
    r = rule_set(rules)
    return Shape(r["jokers"] > 0, r["groups"], r["groups_of_twos"], r["ace_to_ace"])


# ----------------------------------------------------------------------------- the deal (R1, R2)


def deck(rules: Rules) -> list[str]:
    """R1.1: the deck before shuffling: the 52 cards in canonical order, twice, then the jokers."""
    return ORDER[:52] + ORDER[:52] + [JOKER] * rule_set(rules)["jokers"]


def deal(rules: Rules, players: int, seed: int, starter: int = 0) -> State:
    """R2.2: shuffle (Fisher-Yates from the last index down), deal the hands, then the muertos."""
    r = rule_set(rules)
    cards = deck(rules)
    rng = random.Random(seed)
    for i in range(len(cards) - 1, 0, -1):
        j = int(rng.random() * (i + 1))
        cards[i], cards[j] = cards[j], cards[i]
    hands = []
    for _ in range(players):
        hands.append(bag(cards[: r["hand_size"]]))
        cards = cards[r["hand_size"] :]
    muertos = []
    for _ in range(2):
        muertos.append("".join(cards[: r["muerto_size"]]))
        cards = cards[r["muerto_size"] :]
    return {
        "format": "buraco.state/1",
        "rules": rules,
        "starter": starter,
        "turn": starter,
        "phase": "draw",
        "hands": hands,
        "stock": "".join(cards),
        "pile": "",
        "muertos": muertos,
        "sides": [{"melds": [], "muerto": None}, {"melds": [], "muerto": None}],
        "closed_by": None,
    }


# ------------------------------------------------------------------------- melds (R4, R5.1, R6)


class Run(NamedTuple):
    """How a row of cards is a run: its suit, the position of its first card, its wild's index."""

    suit: str
    start: int
    wild: int | None


class Group(NamedTuple):
    """How cards are a group: the naturals in canonical order, and the wild, if any."""

    naturals: Cards
    wild: Cards


def _exist(cards: Cards, s: Shape) -> bool:
    """R1.1: no card is there more than twice; there may be no jokers at all."""
    return all(cards.count(card) <= 2 for card in cards) and (s.jokers or JOKER not in cards)


@lru_cache(maxsize=200_000)
def as_run(cards: Cards, s: Shape) -> Run | None:
    """R4.1, R4.4, R5.1: the row of cards, from left to right, as a run; None if it is none.

    Two cards or more are natural in a row of three, so there is never more than one answer.
    """
    if not 3 <= len(cards) <= 14 or not _exist(cards, s):
        return None
    for suit in SUITS:
        for start in range(1, 16 - len(cards)):
            places = PLACES[suit][start - 1 :]
            wilds = [i for i, card in enumerate(cards) if card != places[i]]
            if len(wilds) > 1:
                continue  # R5.1: at most one wild
            if wilds and cards[wilds[0]] not in WILDS:
                continue
            if len(cards) == 14 and not s.ace_to_ace and wilds not in ([0], [13]):
                continue  # R4.4: then a wild must be in one of the ace places
            return Run(suit, start, wilds[0] if wilds else None)
    return None


@lru_cache(maxsize=200_000)
def as_group(cards: Cards, s: Shape) -> Group | None:
    """R4.2, R4.3: the cards, in any order, as a group; None if they are none."""
    if not s.groups or not _exist(cards, s):
        return None
    for rank in RANKS:
        if rank == "2" and not s.groups_of_twos:
            continue
        of_rank = [rank + suit for suit in SUITS]
        naturals = [card for card in of_rank for other in cards if other == card]
        wild = [card for card in cards if card not in of_rank]
        if len(cards) < 3 or not 2 <= len(naturals) <= 8:
            continue
        if len(wild) > 1 or any(card not in WILDS for card in wild):
            continue
        return Group(tuple(naturals), tuple(wild))
    return None


def one_form(cards: Cards, s: Shape) -> Cards:
    """The one form of a meld's cards (R5.4, R5.6; a group's naturals in order, then its wild)."""
    group = as_group(cards, s)
    if group:
        return group.naturals + group.wild
    run = as_run(cards, s)
    assert run is not None
    last = len(cards) - 1
    if run.wild == last and cards[last] == "2" + run.suit and run.start == 3:
        return (cards[last], *cards[:last])  # R5.4: its own two goes home
    if run.wild is None and run.start == 1 and len(cards) == 13:
        return (*cards[1:], cards[0])  # R5.6: the ace stands behind the king
    return cards


def _is_meld(cards: Cards, s: Shape) -> bool:
    return as_run(cards, s) is not None or as_group(cards, s) is not None


def read_meld(laid: str | Sequence[str], rules: Rules) -> str | None:
    """The canonical text of a meld: a run read by position, a group in any order; None if none."""
    cards = split(laid) if isinstance(laid, str) else tuple(laid)
    s = shape(rules)
    return "".join(one_form(cards, s)) if _is_meld(cards, s) else None


def canasta(meld: str, rules: Rules) -> str | None:
    """R6: the kind of canasta that a meld is: dirty, clean, real, ace-to-ace, or None."""
    cards, s = split(meld), shape(rules)
    group, run = as_group(cards, s), as_run(cards, s)
    if len(cards) < 7:
        return None  # R6.1
    if group:
        if not rule_set(rules)["group_canastas"]:
            return None  # R6.1
        return "dirty" if group.wild else "clean"
    assert run is not None
    if run.wild is not None:
        return "dirty"  # R6.1, R6.2
    return {13: "real", 14: "ace-to-ace"}.get(len(cards), "clean")  # R6.2


def points(cards: str, rules: Rules) -> int:
    """R9.1: each card at its own value wherever it stands; for a meld, a hand or any cards."""
    values = rule_set(rules)["card_points"]
    return sum(values[JOKER if card == JOKER else card[0]] for card in split(cards))


# ------------------------------------------------------------------ adding cards (R5.2 to R5.6)


@lru_cache(maxsize=200_000)
def add_one(cards: Cards, card: str, s: Shape) -> frozenset[Cards]:
    """What a meld may look like when one card has been added, before any one form is taken."""
    if as_group(cards, s):
        group = as_group((*cards, card), s)  # R4.2, R5.5: in a group the wild simply stays
        return frozenset([group.naturals + group.wild] if group else [])
    run = as_run(cards, s)
    assert run is not None
    found = {(card, *cards), (*cards, card)}  # at either end, as a natural or as a wild (R5.2)
    if run.wild is not None and len(cards) < 14:  # R5.3 (d)
        wild, position = cards[run.wild], run.start + run.wild
        if card == PLACES[run.suit][position - 1]:
            naturals = (*cards[: run.wild], card, *cards[run.wild + 1 :])
            right_end = run.start + len(cards) - 1
            if wild == "2" + run.suit and run.start == 3:
                found.add((wild, *naturals))  # R5.3 (a)
            elif right_end < 14:
                found.add((*naturals, wild))  # R5.3 (b)
            else:
                found.add((wild, *naturals))  # R5.3 (c)
    return frozenset(more for more in found if as_run(more, s))  # R4: each step is legal


def _forms(meld: Cards, cards: Sequence[str], s: Shape) -> set[Cards]:
    """All forms reached by adding some of the cards, one at a time, in every order.

    Between two steps the one form may be taken or not (R5.4, R5.6), so both are kept.  A form
    shows which cards it has used, so each needs to be looked at once only.
    """
    found = {meld}
    to_do = [meld]
    while to_do:
        form = to_do.pop()
        left = Counter(meld) + Counter(cards) - Counter(form)
        for card in left:
            for more in add_one(form, card, s):
                for new in (more, one_form(more, s)):
                    if new not in found:
                        found.add(new)
                        to_do.append(new)
    return found


def grow(meld: str, cards: Sequence[str], rules: Rules) -> set[str]:
    """All canonical melds that `meld` becomes when exactly these cards are added to it."""
    s = shape(rules)
    all_of_them = bag([*split(meld), *cards])
    return {
        "".join(one_form(form, s))
        for form in _forms(split(meld), cards, s)
        if cards and bag(form) == all_of_them
    }


# ----------------------------------------------------------------------------- meld plays (R3.2)


@cache
def all_melds(s: Shape) -> dict[str, list[tuple[str, int]]]:
    """Every meld that there is, by its canonical text, with the cards it needs and how many.

    All rows of places of a suit, each with no wild and with each wild in each place; all choices
    of the cards of a rank, each with no wild and with each wild.
    """
    tried: list[Cards] = []
    for suit in SUITS:
        for start in range(14):
            for end in range(start + 3, 15):
                row = PLACES[suit][start:end]
                tried.append(tuple(row))
                for i in range(len(row)):
                    tried.extend((*row[:i], wild, *row[i + 1 :]) for wild in WILDS)
    for rank in RANKS:
        for copies in product(range(3), repeat=4):
            naturals = [rank + SUITS[i] for i in range(4) for _ in range(copies[i])]
            tried.append(tuple(naturals))
            tried.extend((*naturals, wild) for wild in WILDS)
    melds = {"".join(one_form(cards, s)) for cards in tried if _is_meld(cards, s)}
    return {meld: list(Counter(split(meld)).items()) for meld in melds}


class Play(NamedTuple):
    """A meld play: its text, the cards it uses, the side's melds afterwards."""

    text: str
    used: Cards
    melds: list[str]


def lays(hand: Sequence[str], melds: list[str], rules: Rules) -> Iterator[Play]:
    """New melds: all that can be made of cards of the hand."""
    held = Counter(hand)
    for meld, needs in all_melds(shape(rules)).items():
        if all(held.get(card, 0) >= number for card, number in needs):
            yield Play("M" + meld, split(meld), [*melds, meld])


def additions(hand: Sequence[str], melds: list[str], rules: Rules) -> Iterator[Play]:
    """Additions: to each meld of one's own side, all that can be reached with cards of the hand."""
    s = shape(rules)
    for i, meld in enumerate(melds):
        outcomes = {one_form(form, s) for form in _forms(split(meld), hand, s)}
        for outcome in outcomes:
            if len(outcome) > len(split(meld)):
                used = tuple(without(outcome, split(meld)))
                text = "".join(outcome)
                yield Play(f"+{i}={text}", used, [*melds[:i], text, *melds[i + 1 :]])


# ------------------------------------------------------------------------- running out (R7)


def can_take_muerto(state: State) -> bool:
    """R7.1: whether a muerto would be taken by the player in turn, were his hand empty."""
    return state["sides"][state["turn"] % 2]["muerto"] is None and bool(state["muertos"])


def has_closing_canasta(melds: list[str], rules: Rules) -> bool:
    """R7.2: whether a canasta of the kind asked for is among a side's melds."""
    kinds = ["clean", "real", "ace-to-ace"]
    if rule_set(rules)["canasta_to_close"] == "any":
        kinds.append("dirty")
    return any(canasta(meld, rules) in kinds for meld in melds)


def can_go_on(state: State, melds: list[str], known: Sequence[str], buried: int) -> bool:
    """R7.5, after a meld play: can the turn be completed with the cards left?

    `melds` are the side's melds after the play; `known` the cards left of those that the player
    saw, `buried` the number of cards that join his hand from below the top of a closed pile.
    """
    rules = state["rules"]
    discard_to_go_out = rule_set(rules)["discard_to_go_out"]
    left = len(known) + buried
    if left == 0:
        if discard_to_go_out == "always":
            return False  # R7.4
        if can_take_muerto(state):
            return True  # R7.1
        return discard_to_go_out == "never" and has_closing_canasta(melds, rules)  # R7.2, R7.3
    if left == 1:
        if can_take_muerto(state) or has_closing_canasta(melds, rules):
            return True  # by discarding it (R7.1, R7.3)
        if buried or discard_to_go_out != "never":
            return False
        ends = [play.melds for play in additions(known, melds, rules)]
        return any(has_closing_canasta(end, rules) for end in ends)  # by adding it
    return True  # one of them is discarded, one stays


def can_discard(state: State, hand: Sequence[str], melds: list[str]) -> bool:
    """R7.5, R7.2, R7.3: may the player discard one of the cards of his hand?"""
    return len(hand) > 1 or can_take_muerto(state) or has_closing_canasta(melds, state["rules"])


# ---------------------------------------------------------------------------- legal moves (R3)


def is_over(state: State) -> bool:
    """Whether the hand is over."""
    return bool(state["phase"] == "over")


def legal_moves(state: State) -> set[str]:
    """The texts of all legal moves."""
    if is_over(state):
        return set()
    rules = state["rules"]
    hand = split(state["hands"][state["turn"]])
    melds = state["sides"][state["turn"] % 2]["melds"]
    moves = set()
    if state["phase"] == "play":
        for play in [*lays(hand, melds, rules), *additions(hand, melds, rules)]:  # R3.2
            if can_go_on(state, play.melds, without(hand, play.used), 0):
                moves.add(play.text)
        if can_discard(state, hand, melds):  # R3.3
            moves.update("X" + card for card in hand)
        return moves
    if state["stock"]:
        moves.add("D")  # R3.1
    pile = split(state["pile"])
    if pile and rule_set(rules)["pile"] == "open":
        moves.add("P")  # R3.4
    if pile and rule_set(rules)["pile"] == "closed":  # R3.5
        top, seen = pile[-1], (*hand, pile[-1])
        for play in [*lays(seen, melds, rules), *additions(seen, melds, rules)]:
            known, buried = without(seen, play.used), len(pile) - 1  # R3.6
            if top in play.used and can_go_on(state, play.melds, known, buried):
                moves.add("P:" + play.text)
    return moves


# ---------------------------------------------------------------------- playing a move (R3, R7, R8)


def apply(state: State, move: str) -> State:
    """The state after a move; whether the move is legal is not looked at."""
    after = copy.deepcopy(state)
    seat = state["turn"]
    side = after["sides"][seat % 2]
    hand = list(split(state["hands"][seat]))
    pile = list(split(state["pile"]))

    if state["phase"] == "draw":  # R3.1
        after["phase"] = "play"
        if side["muerto"] is not None and side["muerto"]["seat"] == seat:
            side["muerto"]["used"] = True  # R9.5
    play = move.removeprefix("P:")
    top: list[str] = []
    if move == "D":
        hand.append(state["stock"][:2])
        after["stock"] = state["stock"][2:]
    elif move == "P":
        hand, pile = hand + pile, []
    elif play != move:
        top, pile = [pile[-1]], pile[:-1]
    if play[0] == "M":
        hand = without(hand + top, split(play[1:]))
        side["melds"].append(play[1:])
    elif play[0] == "+":
        number, outcome = play[1:].split("=")
        used = without(split(outcome), split(side["melds"][int(number)]))
        hand = without(hand + top, used)
        side["melds"][int(number)] = outcome
    elif play[0] == "X":
        hand.remove(play[1:])
        pile.append(play[1:])
    if play != move:
        hand, pile = hand + pile, []  # R3.5: the rest of the pile joins the hand

    if not hand:  # R7, R3.6
        if can_take_muerto(state):
            hand = list(split(after["muertos"].pop(0)))
            side["muerto"] = {"seat": seat, "used": play[0] != "X"}  # R7.1, R9.5
        else:
            after["phase"] = "over"  # R7.2
            after["closed_by"] = seat
    after["hands"][seat] = "".join(hand)
    after["hands"] = [bag(split(cards)) for cards in after["hands"]]
    after["pile"] = "".join(pile)
    if play[0] == "X" and after["phase"] != "over":
        _end_turn(after)
    return after


def _end_turn(state: State) -> None:
    """R8, R2.3: look at the stock, then the next seat is in turn, unless the hand is over."""
    if not state["stock"]:
        if not state["muertos"]:
            state["phase"] = "over"  # R8.3
            return
        every = rule_set(state["rules"])["muertos_to_stock"] == "all"
        n = len(state["muertos"]) if every else 1
        state["stock"] = "".join(state["muertos"][:n])  # R8.2
        state["muertos"] = state["muertos"][n:]
    state["turn"] = (state["turn"] + 1) % len(state["hands"])
    state["phase"] = "draw"


# ------------------------------------------------------------------------------- scoring (R9)


def score(state: State) -> list[int]:
    """R9: the totals of the two sides when a hand is over."""
    rules = state["rules"]
    r = rule_set(rules)
    totals = [0, 0]
    for number, side in enumerate(state["sides"]):
        muerto = side["muerto"]
        for meld in side["melds"]:
            totals[number] += points(meld, rules)  # R9.2
            kind = canasta(meld, rules)
            if kind:
                totals[number] += r["canasta_points"][kind]  # R9.2, R6.3
        if state["closed_by"] is not None and state["closed_by"] % 2 == number:
            totals[number] += r["closing_points"]  # R9.2, R8.3
        unused = muerto is not None and not muerto["used"]
        for seat, hand in enumerate(state["hands"]):
            if seat % 2 != number:
                continue
            if unused and seat == muerto["seat"] and not r["unused_muerto_cards_count"]:
                continue  # R9.5
            totals[number] -= points(hand, rules)  # R9.3
        if muerto is None:
            totals[number] -= r["no_muerto_penalty"]  # R9.4
        if unused:
            totals[number] -= r["unused_muerto_penalty"]  # R9.5
    return totals
