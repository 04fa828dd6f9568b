"""Documents in and out: ``buraco.rules/1``, ``buraco.state/1`` and ``buraco.match/1``.

A document is read in two steps, the same for JSON text and for dictionaries: it must be plain
data of the right shape (`buraco.shapes`), and what it says must be possible under the rules. The
first fault raises one `FormatError` that names its path; nothing is guessed or dropped.

A dictionary may hold what `json.loads` makes and nothing else: ``dict``, ``list``, ``str``,
``int``, ``float``, ``bool`` and None, none of their subclasses.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any, Final

import attrs

from buraco.bags import NAMES, bag_of, deck_numbers
from buraco.cards import read_numbers
from buraco.errors import FormatError, MatchError, NotationError, RuleSetError
from buraco.match import Match, PlayedHand
from buraco.melds import Meld, parse_meld
from buraco.rules import RULE_SETS, RuleSet
from buraco.shapes import (
    LARGEST_DOCUMENT,
    HandDocument,
    MatchDocument,
    MuertoDocument,
    RulesDocument,
    SideDocument,
    StateDocument,
    ViewDocument,
    as_dict,
    as_json,
    joined,
    parsed,
    read,
    shown,
)
from buraco.state import GameState
from buraco.table import Muerto, Phase, Side
from buraco.transition import Melds, Takers
from buraco.view import PlayerView

__all__ = [
    "LARGEST_DOCUMENT",
    "match_from_dict",
    "match_from_json",
    "match_to_dict",
    "match_to_json",
    "rules_from_dict",
    "rules_from_json",
    "rules_to_dict",
    "rules_to_json",
    "state_from_dict",
    "state_from_json",
    "state_to_dict",
    "state_to_json",
]


# Rule sets.


def rules_to_dict(rules: RuleSet) -> dict[str, Any]:
    """The ``buraco.rules/1`` document of a rule set.

    Args:
        rules: the rule set.

    Returns:
        The document, its keys in the order of the format.

    >>> from buraco.rules import CERRADO
    >>> rules_to_dict(CERRADO)["discard_to_go_out"]
    'never'
    """
    return as_dict(_rules_document(rules))


def rules_to_json(rules: RuleSet) -> str:
    """The ``buraco.rules/1`` document of a rule set as JSON text; see `rules_to_dict`."""
    return as_json(_rules_document(rules))


def rules_from_dict(data: object) -> RuleSet:
    """Read a ``buraco.rules/1`` document.

    Args:
        data: the document.

    Returns:
        The rule set.

    Raises:
        FormatError: if it is none; the faults that `RuleSet` finds are named all at once.

    >>> from buraco.rules import CERRADO
    >>> rules_from_dict({**rules_to_dict(CERRADO), "name": "casa", "jokers": 5})
    Traceback (most recent call last):
        ...
    buraco.errors.FormatError: jokers: jokers must be a whole number from 0 to 4, not 5
    """
    return _rule_set(read(data, RulesDocument, "buraco.rules/1"), "")


def rules_from_json(text: str | bytes) -> RuleSet:
    """Read ``buraco.rules/1`` JSON text; see `rules_from_dict`."""
    return rules_from_dict(parsed(text))


def _rules_document(rules: RuleSet) -> RulesDocument:
    fields = attrs.asdict(rules, recurse=False)
    fields["players"] = list(rules.players)
    fields["card_points"] = dict(rules.card_points)
    fields["canasta_points"] = dict(rules.canasta_points)
    return RulesDocument(format="buraco.rules/1", **fields)


def rules_named(rules: RuleSet) -> str | RulesDocument:
    """How documents name their rules: a preset by its identifier, else in full."""
    return rules.name if RULE_SETS.get(rules.name) == rules else _rules_document(rules)


def rules_of(named: str | RulesDocument) -> RuleSet:
    """The rules that a document names."""
    if isinstance(named, RulesDocument):
        return _rule_set(named, "rules")
    if named not in RULE_SETS:
        known = ", ".join(RULE_SETS)
        raise FormatError("rules", f"no rule set is named {shown(named)}; known: {known}")
    return RULE_SETS[named]


def _rule_set(document: RulesDocument, path: str) -> RuleSet:
    fields = as_dict(document)
    del fields["format"]
    try:
        return RuleSet(**fields)
    except RuleSetError as error:
        named = {re.split(r"\W", fault)[0] for fault in error.faults}
        if len(named) == 1 and named <= fields.keys():
            path = joined(path, *named)
        raise FormatError(path, str(error)) from None


# States.

NO_LEGAL_MOVE: Final = "the seat to move has no legal move"


def state_to_dict(state: GameState) -> dict[str, Any]:
    """The ``buraco.state/1`` document of a state.

    Args:
        state: the state.

    Returns:
        The document, its keys in the order of the format, all cards in canonical form.

    >>> import buraco
    >>> state = buraco.GameState.deal(buraco.CERRADO, players=4, seed=1)
    >>> state_from_dict(state_to_dict(state)) == state
    True
    """
    return as_dict(state_document(state))


def state_to_json(state: GameState) -> str:
    """The ``buraco.state/1`` document of a state as JSON text; see `state_to_dict`."""
    return as_json(state_document(state))


def state_from_dict(data: object) -> GameState:
    """Read a ``buraco.state/1`` document.

    It is checked that the state is possible, but for what history alone could tell, such as
    how many cards a side should have by now. Hands may name their cards in any order.

    Args:
        data: the document.

    Returns:
        The state.

    Raises:
        FormatError: if it is none, naming the path and the fault.

    >>> import buraco
    >>> state = buraco.GameState.deal(buraco.CERRADO, players=4, seed=1)
    >>> state_from_dict({**state_to_dict(state), "turn": 4})
    Traceback (most recent call last):
        ...
    buraco.errors.FormatError: turn: a seat is 0 to 3, not 4
    """
    return state_of(read(data, StateDocument, "buraco.state/1"))


def state_from_json(text: str | bytes) -> GameState:
    """Read ``buraco.state/1`` JSON text; see `state_from_dict`."""
    return state_from_dict(parsed(text))


def state_document(state: GameState) -> StateDocument:
    return StateDocument(
        format="buraco.state/1",
        rules=rules_named(state.rules),
        starter=state.starter,
        turn=state.turn,
        phase=state.phase,
        hands=list(map(str, state.hands)),
        stock="".join(map(str, state.stock)),
        pile="".join(map(str, state.pile)),
        muertos=["".join(map(str, muerto)) for muerto in state.muertos],
        sides=list(map(side_document, state.sides)),
        closed_by=state.closed_by,
    )


def side_document(side: Side) -> SideDocument:
    muerto = None
    if side.muerto is not None:
        muerto = MuertoDocument(seat=side.muerto.seat, used=side.muerto.used)
    return SideDocument(melds=list(map(str, side.melds)), muerto=muerto)


def state_of(document: StateDocument) -> GameState:
    rules = rules_of(document.rules)
    check_seats(document, rules)
    hands = [numbers_of(hand, f"hands[{seat}]") for seat, hand in enumerate(document.hands)]
    stock, pile = numbers_of(document.stock, "stock"), numbers_of(document.pile, "pile")
    muertos = [numbers_of(muerto, f"muertos[{i}]") for i, muerto in enumerate(document.muertos)]
    melds, takers = laid(document.sides, rules)
    melded = [[card.number for card in meld] for own in melds for meld in own]
    check_deck(rules, [*hands, stock, pile, *muertos, *melded], "")
    _check_muertos(rules, document, muertos)
    position = (
        rules,
        document.starter,
        document.turn,
        document.phase,
        document.closed_by,
        tuple(map(bag_of, hands)),
        bytes(stock),
        bytes(pile),
        tuple(map(bytes, muertos)),
        melds,
        takers,
    )
    state = GameState(position=position)
    check_phase(state)
    if not state.is_over and not state.legal_moves():
        raise FormatError(f"hands[{state.turn}]", NO_LEGAL_MOVE)
    return state


def laid(sides: Sequence[SideDocument], rules: RuleSet) -> tuple[Melds, Takers]:
    """The melds of the sides, and the muertos that they took."""
    melds = tuple(melds_of(side.melds, rules, f"sides[{i}].melds") for i, side in enumerate(sides))
    takers = (side.muerto for side in sides)
    return melds, tuple(None if it is None else Muerto(it.seat, it.used) for it in takers)


def numbers_of(text: str, path: str) -> list[int]:
    """The numbers of the cards of a text; the error does not show the others, hidden maybe."""
    try:
        return read_numbers(text, strict=True)
    except NotationError as error:
        raise FormatError(path, f"{error.message}, at {error.position}") from None


def melds_of(texts: Sequence[str], rules: RuleSet, path: str) -> tuple[Meld, ...]:
    return tuple(_meld(text, rules, f"{path}[{i}]") for i, text in enumerate(texts))


def _meld(text: str, rules: RuleSet, path: str) -> Meld:
    """The meld of a text, in canonical form and one under the rules (R4)."""
    try:
        meld = parse_meld(text, strict=True)
    except NotationError as error:
        raise FormatError(path, str(error)) from None
    if not rules.admits(meld):
        raise FormatError(path, f"{meld} is no meld under these rules")
    return meld


def check_seats(document: StateDocument | ViewDocument, rules: RuleSet) -> None:
    """The number of players is allowed, all seats are in range (R2.1)."""
    players = len(document.hands)
    check_players(players, rules, "hands")
    check_seat(document.starter, players, "starter")
    check_seat(document.turn, players, "turn")
    if document.closed_by is not None:
        check_seat(document.closed_by, players, "closed_by")
    for i, side in enumerate(document.sides):
        if side.muerto is not None:
            path = f"sides[{i}].muerto.seat"
            check_seat(side.muerto.seat, players, path)
            if side.muerto.seat % 2 != i:
                raise FormatError(path, f"seat {side.muerto.seat} is not of side {i}")


def check_players(players: int, rules: RuleSet, path: str) -> None:
    if players not in rules.players:
        allowed = " or ".join(map(str, rules.players))
        raise FormatError(path, f"these rules are for {allowed} players, not {players}")


def check_seat(seat: int, players: int, path: str) -> None:
    if not 0 <= seat < players:
        raise FormatError(path, f"a seat is 0 to {players - 1}, not {seat}")


def check_deck(rules: RuleSet, places: Iterable[list[int]], path: str) -> None:
    """Every card of the deck is there exactly once (R1.1)."""
    needed = Counter(deck_numbers(rules.jokers))
    found = Counter(number for place in places for number in place)
    faults = [
        f"{what}: {', '.join(times_told(NAMES[number], cards[number]) for number in sorted(cards))}"
        for what, cards in (("missing cards", needed - found), ("too many cards", found - needed))
        if cards
    ]
    if faults:
        raise FormatError(path, "; ".join(faults))


def times_told(name: str, count: int) -> str:
    return name if count == 1 else f"{name} ({count})"


def _check_muertos(rules: RuleSet, document: StateDocument, muertos: list[list[int]]) -> None:
    """Those on the table and those taken are at most two, the former of the right size (R2.2)."""
    check_number_of_muertos(len(muertos), document)
    for i, muerto in enumerate(muertos):
        if len(muerto) != rules.muerto_size:
            message = f"a muerto has {rules.muerto_size} cards, not {len(muerto)}"
            raise FormatError(f"muertos[{i}]", message)


def check_number_of_muertos(on_table: int, document: StateDocument | ViewDocument) -> None:
    taken = sum(side.muerto is not None for side in document.sides)
    if on_table + taken > 2:
        raise FormatError("muertos", f"{on_table} on the table and {taken} taken, of two")


def check_phase(state: GameState | PlayerView) -> None:
    """The hand is over exactly if somebody closed it or the cards ran out (R7.2, R8.3)."""
    if not state.is_over:
        _check_goes_on(state)
    elif state.closed_by is not None:
        _check_closed(state, state.closed_by)
    else:
        _check_exhausted(state)


def _check_goes_on(state: GameState | PlayerView) -> None:
    if state.closed_by is not None:
        raise FormatError("closed_by", "closed by a seat, but not over")
    for seat, hand in enumerate(state.hands):
        if not hand:
            raise FormatError(f"hands[{seat}]", "empty, but the hand is not over")
    if state.phase is Phase.DRAW and not state.stock:
        raise FormatError("stock", "empty at the beginning of a turn, but the hand is not over")


def _check_closed(state: GameState | PlayerView, closer: int) -> None:
    """The closer moved last, has no cards and a canasta to close with (R7.2)."""
    if state.turn != closer:
        raise FormatError("turn", f"seat {closer} closed the hand, and so moved last")
    if state.hands[closer]:
        raise FormatError(f"hands[{closer}]", "not empty, but the seat closed the hand")
    if not any(map(state.rules.closes, state.sides[closer % 2].melds)):
        path = f"sides[{closer % 2}].melds"
        raise FormatError(path, "the side closed without the canasta that it needs")


def _check_exhausted(state: GameState | PlayerView) -> None:
    """Nobody closed: it is the end of a turn, with no cards left to draw (R8.3)."""
    for path, cards in (("stock", state.stock), ("muertos", state.muertos)):
        if cards:
            raise FormatError(path, "not empty, but the hand is over and nobody closed it")
    if not state.pile:
        raise FormatError("pile", "empty, but a turn has ended, which takes a discard")
    for seat, hand in enumerate(state.hands):
        if not hand:
            raise FormatError(f"hands[{seat}]", "empty, but nobody closed the hand")


# Matches.


def match_to_dict(match: Match) -> dict[str, Any]:
    """The ``buraco.match/1`` document of a match.

    Args:
        match: the match.

    Returns:
        The document, its keys in the order of the format.

    >>> import buraco
    >>> match_to_dict(Match.start(buraco.CERRADO, target=3000))["target"]
    3000
    """
    return as_dict(_match_document(match))


def match_to_json(match: Match) -> str:
    """The ``buraco.match/1`` document of a match as JSON text; see `match_to_dict`."""
    return as_json(_match_document(match))


def match_from_dict(data: object) -> Match:
    """Read a ``buraco.match/1`` document.

    Args:
        data: the document.

    Returns:
        The match.

    Raises:
        FormatError: if it is none, naming the path and the fault.

    >>> import buraco
    >>> match_from_dict({**match_to_dict(Match.start(buraco.CERRADO)), "target": 0})
    Traceback (most recent call last):
        ...
    buraco.errors.FormatError: target: a positive whole number expected, not 0
    """
    return _match_of(read(data, MatchDocument, "buraco.match/1"))


def match_from_json(text: str | bytes) -> Match:
    """Read ``buraco.match/1`` JSON text; see `match_from_dict`."""
    return match_from_dict(parsed(text))


def _match_document(match: Match) -> MatchDocument:
    return MatchDocument(
        format="buraco.match/1",
        rules=rules_named(match.rules),
        players=match.players,
        target=match.target,
        starter=match.starter,
        hands=[
            HandDocument(starter=hand.starter, totals=list(hand.totals)) for hand in match.hands
        ],
    )


def _match_of(document: MatchDocument) -> Match:
    rules, target = rules_of(document.rules), document.target
    check_players(document.players, rules, "players")
    if target is not None and target < 1:
        raise FormatError("target", f"a positive whole number expected, not {target}")
    _check_starters(document)
    try:
        return _match_so_far(document, rules, len(document.hands))
    except MatchError as error:
        raise FormatError(_path_of_hand_too_many(document, rules), str(error)) from None


def _match_so_far(document: MatchDocument, rules: RuleSet, count: int) -> Match:
    """The match after its first `count` hands."""
    hands = document.hands
    return Match(
        rules=rules,
        players=document.players,
        target=document.target,
        starter=hands[count].starter if count < len(hands) else document.starter,
        hands=tuple(map(_played_hand, hands[:count])),
    )


def _played_hand(document: HandDocument) -> PlayedHand:
    first, second = document.totals
    return PlayedHand(document.starter, (first, second))


def _path_of_hand_too_many(document: MatchDocument, rules: RuleSet) -> str:
    """Which hand was the first to be played after the deciding one (R10.1)."""

    def fails(count: int) -> bool:
        try:
            _match_so_far(document, rules, count)
        except MatchError:
            return True
        return False

    return f"hands[{bisect_left(range(len(document.hands)), True, key=fails) - 1}]"


def _check_starters(document: MatchDocument) -> None:
    """The start moves one seat to the left each hand (R2.3)."""
    starters = [(f"hands[{n}].starter", hand.starter) for n, hand in enumerate(document.hands)]
    starters.append(("starter", document.starter))
    for n, (path, starter) in enumerate(starters):
        check_seat(starter, document.players, path)
        expected = (starters[0][1] + n) % document.players
        if starter != expected:
            raise FormatError(path, f"seat {expected} follows as starter, not seat {starter}")
