"""Composing states: the facts that matter are given, the rest is dealt from a seed.

`GameState.compose` describes the arguments. What comes out is checked as a document is: this
module puts one together and has `buraco.codec` read it.
"""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import islice
from typing import Any, Final

import attrs

from buraco.bags import DECK, NAMES, deck_numbers
from buraco.cards import Card, Cards, read_numbers
from buraco.codec import state_from_dict
from buraco.errors import ComposeError, FormatError, NotationError, shown
from buraco.melds import Group, Meld, Run, parse_meld
from buraco.rules import RULE_SETS, RuleSet
from buraco.shuffle import shuffled
from buraco.state import GameState
from buraco.table import Muerto, Phase

__all__: list[str] = []


def composed(
    rules: RuleSet,
    *,
    players: int,
    seed: int,
    hands: Mapping[int, Iterable[Card] | str],
    melds: Mapping[int, Iterable[Meld | str]],
    pile: Sequence[Card] | str | None,
    stock: Sequence[Card] | str,
    stock_size: int | None,
    muertos: int | Sequence[Sequence[Card] | str | None] | None,
    taken: Mapping[int, int | Muerto | None],
    starter: int,
    turn: int | None,
    phase: Phase | str | None,
    closed_by: int | None,
) -> GameState:
    """The state that `GameState.compose` returns."""
    _check_table(rules, players, seed)
    for name, seat in (("starter", starter), ("turn", turn), ("closed_by", closed_by)):
        if seat is not None or name == "starter":
            _check_one_of(name, seat, range(players), "seat")
    moment = _moment(phase, closed_by)
    takers = _takers(taken)
    laid = {side: _laid(side, its) for side, its in _items("melds", melds, range(2), "side")}
    exhausted = moment is Phase.OVER and closed_by is None
    if muertos is None:
        muertos = 0 if exhausted else takers.count(None)
    if stock_size is None and exhausted and not stock:
        stock_size = 0
    on_table = _on_table(muertos)
    given = {
        **_melded(laid),
        **({} if closed_by is None else {f"hands[{closed_by}]": []}),
        **_held(hands, players),
        **_lying(on_table, pile, stock),
    }
    table = _Table(rules, players, seed, moment, _size(stock_size), given)
    table.deal(len(on_table))
    return _read(
        {
            "format": "buraco.state/1",
            "rules": rules.name if RULE_SETS.get(rules.name) == rules else rules.to_dict(),
            "starter": starter,
            "turn": turn if turn is not None else starter if closed_by is None else closed_by,
            "phase": moment.value,
            "hands": [table.text(f"hands[{seat}]") for seat in range(players)],
            "stock": table.text("stock"),
            "pile": table.text("pile"),
            "muertos": [table.text(f"muertos[{i}]") for i in range(len(on_table))],
            "sides": [
                {
                    "melds": [str(meld) for meld in laid.get(side, ())],
                    "muerto": taker and attrs.asdict(taker),
                }
                for side, taker in enumerate(takers)
            ],
            "closed_by": closed_by,
        },
        "stock" if stock or stock_size is None else "stock_size",
    )


def _melded(laid: Mapping[int, Sequence[Meld]]) -> dict[str, list[int]]:
    """The cards of the melds, by argument."""
    return {
        f"melds[{side}][{i}]": [card.number for card in meld]
        for side, melds in laid.items()
        for i, meld in enumerate(melds)
    }


def _held(hands: object, players: int) -> dict[str, list[int]]:
    """The cards of the hands that are given, by argument."""
    seats = _items("hands", hands, range(players), "seat")
    return {f"hands[{seat}]": _numbers(f"hands[{seat}]", hand) for seat, hand in seats}


def _lying(on_table: Sequence[object], pile: object, stock: object) -> dict[str, list[int]]:
    """The cards of muertos, pile and stock as far as they are given, by argument."""
    rows = {f"muertos[{i}]": row for i, row in enumerate(on_table)} | {"pile": pile}
    given = {place: _row(place, row) for place, row in rows.items() if row is not None}
    return {**given, "stock": _row("stock", stock)}


_OF_SIDE: Final = re.compile(r"sides\[([01])\]\.(melds|muerto)(\[.*)?")


def _read(document: dict[str, Any], stock: str) -> GameState:
    """The state of a document; errors name the arguments in place of its paths.

    Args:
        document: the document.
        stock: the argument that the stock's cards follow from.
    """
    try:
        return state_from_dict(document)
    except FormatError as error:
        argument = stock if error.path == "stock" else error.path
        if match := _OF_SIDE.match(argument):
            name = "taken" if match[2] == "muerto" else "melds"
            argument = f"{name}[{match[1]}]{match[3] or ''}"
        raise ComposeError(argument, error.message) from None


# The cards.


@attrs.define
class _Table:
    """Where the cards are: first those that were given; after `deal`, all."""

    rules: RuleSet
    players: int
    seed: int
    phase: Phase
    stock_size: int | None
    places: dict[str, list[int]]
    """The cards by the argument that gives them."""

    def text(self, argument: str) -> str:
        return "".join(NAMES[number] for number in self.places[argument])

    def deal(self, muertos: int) -> None:
        """Deal what was not given: the hands, then so many muertos, then the stock."""
        rest = self._shuffled_rest()
        needs = self._needs(muertos)
        _check_needs(needs, len(rest))
        for argument, size in needs.items():
            self.places[argument] = self.places.get(argument, []) + rest[:size]
            del rest[:size]
        if self.stock_size is None:
            self.places["stock"] += rest
        elif rest and "pile" in self.places:
            message = f"a stock of {self.stock_size} cards leaves {len(rest)} over: leave the pile "
            raise ComposeError("stock_size", message + "out, which then takes them, or give hands")
        self.places.setdefault("pile", [] if self.stock_size is None else rest)

    def _needs(self, muertos: int) -> dict[str, int]:
        """How many cards are to be dealt at least, by argument."""
        wanted = {f"hands[{seat}]": self.rules.hand_size for seat in range(self.players)}
        wanted |= {f"muertos[{i}]": self.rules.muerto_size for i in range(muertos)}
        needs = {place: size for place, size in wanted.items() if place not in self.places}
        begun = len(self.places["stock"])
        if self.stock_size is not None and self.stock_size < begun:
            message = f"the stock begins with {begun} cards and cannot hold {self.stock_size}"
            raise ComposeError("stock_size", message)
        least = int(self.phase is Phase.DRAW) if self.stock_size is None else self.stock_size
        return {**needs, "stock": max(0, least - begun)}

    def _shuffled_rest(self) -> list[int]:
        """The cards that were not given, in an order that the seed fixes."""
        left = Counter(deck_numbers(self.rules.jokers))
        held = left.copy()
        faults: dict[int, str] = {}
        for argument, numbers in self.places.items():
            for number in numbers:
                left[number] -= 1
                if left[number] < 0:
                    faults.setdefault(number, argument)
        if faults:
            messages = [self._too_many(number, held[number]) for number in sorted(faults)]
            raise ComposeError(next(iter(faults.values())), "; ".join(messages))
        return list(shuffled(list(left.elements()), random.Random(self.seed)))

    def _too_many(self, number: int, held: int) -> str:
        found = {place: cards.count(number) for place, cards in self.places.items()}
        places = ", ".join(f"{n} in {place}" for place, n in found.items() if n)
        return f"{NAMES[number]} is given too often ({places}), the deck has {held}"


def _check_needs(needs: Mapping[str, int], left: int) -> None:
    """The cards left must suffice for what is to be dealt."""
    total = 0
    for argument, size in needs.items():
        total += size
        if total > left:
            dealt = ", ".join(f"{place} {n}" for place, n in needs.items() if n)
            message = f"too few cards: {left} are left of the deck, to be dealt: {dealt}"
            raise ComposeError(argument, message)


def _numbers(argument: str, given: object) -> list[int]:
    """The numbers of cards that are given as text or one by one."""
    if isinstance(given, str):
        try:
            return read_numbers(given)
        except NotationError as error:
            raise ComposeError(argument, str(error)) from None
    if not isinstance(given, Iterable):
        raise ComposeError(argument, f"cards or their text expected, not {shown(given)}")
    cards = list(islice(given, len(DECK) + 1))
    if len(cards) > len(DECK):
        raise ComposeError(argument, f"more than {len(DECK)} cards")
    for card in cards:
        if not isinstance(card, Card):
            raise ComposeError(argument, f"{shown(card)} is no Card")
    return [card.number for card in cards]


def _row(argument: str, given: object) -> list[int]:
    """The numbers of cards in their order."""
    if isinstance(given, Cards | set | frozenset | Mapping):
        raise ComposeError(argument, f"cards in order expected; a {type(given).__name__} has none")
    return _numbers(argument, given)


def _on_table(muertos: object) -> Sequence[Any]:
    """The muertos on the table, None for those to be dealt."""
    if isinstance(muertos, Sequence) and not isinstance(muertos, str):
        if len(muertos) > 2:
            raise ComposeError("muertos", f"there are two muertos, not {len(muertos)}")
        return muertos
    if type(muertos) is not int or not 0 <= muertos <= 2:
        message = f"0 to 2, or the muertos in a list expected, not {shown(muertos)}"
        raise ComposeError("muertos", message)
    return [None] * muertos


# The other arguments.


def _check_table(rules: object, players: object, seed: object) -> None:
    if not isinstance(rules, RuleSet):
        raise ComposeError("rules", f"a RuleSet expected, not {shown(rules)}")
    if type(players) is not int or players not in rules.players:
        allowed = " or ".join(map(str, rules.players))
        message = f"{rules.name} is for {allowed} players, not {shown(players)}"
        raise ComposeError("players", message)
    if type(seed) is not int:
        raise ComposeError("seed", f"a whole number expected, not {shown(seed)}")


def _check_one_of(argument: str, key: object, allowed: range, what: str) -> None:
    if type(key) is not int or key not in allowed:
        message = f"a {what} is {allowed[0]} to {allowed[-1]}, not {shown(key)}"
        raise ComposeError(argument, message)


def _items(argument: str, given: object, allowed: range, what: str) -> list[tuple[int, Any]]:
    """What is given by seat or by side, in the order of these."""
    if not isinstance(given, Mapping):
        raise ComposeError(argument, f"a mapping from {what}s expected, not {shown(given)}")
    for key in given:
        _check_one_of(argument, key, allowed, what)
    return sorted(given.items(), key=lambda item: item[0])


def _moment(phase: object, closed_by: int | None) -> Phase:
    if phase is None:
        return Phase.DRAW if closed_by is None else Phase.OVER
    if not isinstance(phase, str) or phase not in tuple(Phase):
        raise ComposeError("phase", f"one of {', '.join(Phase)} expected, not {shown(phase)}")
    return Phase(phase)


def _takers(taken: object) -> list[Muerto | None]:
    takers: list[Muerto | None] = [None, None]
    for side, taker in _items("taken", taken, range(2), "side"):
        if type(taker) is int:
            taker = Muerto(taker, used=True)
        if taker is not None and not isinstance(taker, Muerto):
            message = f"a seat, a Muerto or None expected, not {shown(taker)}"
            raise ComposeError(f"taken[{side}]", message)
        takers[side] = taker
    return takers


def _laid(side: int, given: object) -> list[Meld]:
    """The melds of a side."""
    if isinstance(given, str | Run | Group) or not isinstance(given, Iterable):
        raise ComposeError(f"melds[{side}]", f"a list of melds expected, not {shown(given)}")
    melds = islice(given, len(DECK))  # which is far more than the deck suffices for
    return [_meld(f"melds[{side}][{i}]", meld) for i, meld in enumerate(melds)]


def _meld(argument: str, given: object) -> Meld:
    if isinstance(given, Run | Group):
        return given
    if not isinstance(given, str):
        raise ComposeError(argument, f"a meld or its text expected, not {shown(given)}")
    try:
        return parse_meld(given)
    except NotationError as error:
        raise ComposeError(argument, str(error)) from None


def _size(size: object) -> int | None:
    if size is not None and (type(size) is not int or not 0 <= size <= len(DECK)):
        message = f"a number from 0 to {len(DECK)} expected, not {shown(size)}"
        raise ComposeError("stock_size", message)
    return size
