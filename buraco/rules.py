"""Rule sets: everything in which tables differ, as plain data, and the six presets.

The engine asks only the fields of a `RuleSet`, never which variant it is. House rules are made
from a preset with `attrs.evolve`; a rule set that contradicts itself cannot be made.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from enum import StrEnum
from types import MappingProxyType
from typing import Any, Final, TypeVar, final

import attrs

from buraco.bags import DECK, deck_numbers
from buraco.cards import JOKER, Card, Rank
from buraco.errors import RuleSetError, UnknownRuleSet, shown
from buraco.melds import CanastaKind, Group, Meld, Run
from buraco.values import Value, fits_64_bits

__all__ = [
    "ABIERTO",
    "ABIERTO_SUCIO",
    "CERRADO",
    "CERRADO_STCL",
    "CERRADO_SUCIO",
    "CERRADO_SUCIO_PAREJAS",
    "RULE_SETS",
    "CanastaToClose",
    "DiscardToGoOut",
    "MuertosToStock",
    "Pile",
    "Points",
    "RuleSet",
    "Tie",
    "rule_set",
]


class Pile(StrEnum):
    """How the discard pile is taken (R3.4, R3.5).

    >>> CERRADO.pile
    <Pile.CLOSED: 'closed'>
    """

    OPEN = "open"
    """All cards are visible; it may be taken freely."""
    CLOSED = "closed"
    """Only the top card is visible; it may be taken only by playing that card at once."""


class CanastaToClose(StrEnum):
    """Which canasta a side needs to close (R7.2).

    >>> CERRADO.canasta_to_close
    <CanastaToClose.CLEAN: 'clean'>
    """

    CLEAN = "clean"
    """A clean, real or ace-to-ace one."""
    ANY = "any"
    """Any; a dirty one will do."""


class DiscardToGoOut(StrEnum):
    """When running out of cards takes a discard (R7.3, R7.4).

    >>> ABIERTO_SUCIO.discard_to_go_out
    <DiscardToGoOut.ALWAYS: 'always'>
    """

    NEVER = "never"
    """A meld play may empty the hand, for a muerto and for closing."""
    TO_CLOSE = "to-close"
    """A meld play may empty the hand for a muerto; closing takes a discard."""
    ALWAYS = "always"
    """No meld play may empty the hand."""


class MuertosToStock(StrEnum):
    """How many muertos become the stock when it runs out (R8.2).

    >>> CERRADO_SUCIO_PAREJAS.muertos_to_stock
    <MuertosToStock.ONE: 'one'>
    """

    ALL = "all"
    """All that are on the table."""
    ONE = "one"
    """The first; another stays on the table."""


class Tie(StrEnum):
    """Who wins a match when the totals are equal (R10.2).

    >>> CERRADO.tie
    <Tie.HAND_STARTER: 'hand-starter'>
    """

    HAND_STARTER = "hand-starter"
    """The side that started the deciding hand."""
    MATCH_STARTER = "match-starter"
    """The side that started the match's first hand."""
    EXTRA_HAND = "extra-hand"
    """Nobody yet: one more hand is played."""


@final
@attrs.frozen(repr=False, eq=False)
class Points(Value, Mapping[str, int]):
    """An immutable, hashable mapping from names to points.

    Args:
        items: the pairs, in the order to keep.

    >>> dict(Points((("dirty", 100), ("clean", 200))))
    {'dirty': 100, 'clean': 200}
    """

    items_: tuple[tuple[str, int], ...] = attrs.field(alias="items")

    def __getitem__(self, name: str) -> int:
        for key, value in self.items_:
            if key == name:
                return value
        raise KeyError(name)

    def __iter__(self) -> Iterator[str]:
        return (key for key, _ in self.items_)

    def __len__(self) -> int:
        return len(self.items_)

    def __eq__(self, other: object) -> bool:
        return dict(self) == dict(other) if isinstance(other, Mapping) else NotImplemented

    def __hash__(self) -> int:
        return hash(frozenset(self.items_))

    def __repr__(self) -> str:
        return repr(dict(self))


CARD_NAMES: Final = (*(rank.value for rank in Rank), str(JOKER))
CANASTA_NAMES: Final = tuple(kind.value for kind in CanastaKind)


def _ordered(names: tuple[str, ...], value: Mapping[str, int]) -> Points:
    """Mappings as `Points` in the order of `names`; all else stays, to be refused later."""
    if not isinstance(value, Mapping):
        return value
    order = {name: place for place, name in enumerate(names)}
    pairs = [(str(key) if isinstance(key, str) else key, value[key]) for key in value]
    return Points(tuple(sorted(pairs, key=lambda pair: order.get(pair[0], len(order)))))


def _card_points_by_rank(value: Mapping[str, int]) -> Points:
    return _ordered(CARD_NAMES, value)


def _canasta_points_by_kind(value: Mapping[str, int]) -> Points:
    return _ordered(CANASTA_NAMES, value)


def _players(value: Iterable[int]) -> tuple[int, ...]:
    return tuple(value) if isinstance(value, (list, tuple, set, frozenset)) else value  # type: ignore[return-value]


_E = TypeVar("_E", bound=StrEnum)


def _member(kind: type[_E], value: _E | str) -> _E:
    """The member that a text names; all else stays, to be refused with the other faults."""
    return kind(value) if isinstance(value, str) and value in list(kind) else value  # type: ignore[return-value]


def _pile(value: Pile | str) -> Pile:
    return _member(Pile, value)


def _canasta_to_close(value: CanastaToClose | str) -> CanastaToClose:
    return _member(CanastaToClose, value)


def _discard_to_go_out(value: DiscardToGoOut | str) -> DiscardToGoOut:
    return _member(DiscardToGoOut, value)


def _muertos_to_stock(value: MuertosToStock | str) -> MuertosToStock:
    return _member(MuertosToStock, value)


def _tie(value: Tie | str) -> Tie:
    return _member(Tie, value)


@final
@attrs.frozen(kw_only=True, cache_hash=True)
class RuleSet(Value):
    """The rules of one table: a variant, or house rules.

    Values are immutable, hashable and compared field by field. Enum fields take the member or
    its text, points any mapping that names every rank or kind.

    Raises:
        RuleSetError: naming every fault at once: a field of the wrong type or size, a deal
            that the deck does not suffice for, unknown or missing ranks, contradictions, or a
            preset's name on other values than the preset's.

    >>> import attrs
    >>> house = attrs.evolve(CERRADO, name="casa", canasta_to_close="any")
    >>> house.canasta_to_close
    <CanastaToClose.ANY: 'any'>
    >>> attrs.evolve(CERRADO, name="casa", hand_size=1, groups=False)
    Traceback (most recent call last):
        ...
    buraco.errors.RuleSetError: groups_of_twos without groups; hand_size must be a whole number \
from 2 to 108, not 1
    """

    name: str
    """What the table calls its game, 1 to 100 printable characters; a preset's identifier belongs
    to that preset's values."""
    players: tuple[int, ...] = attrs.field(converter=_players)
    """The numbers of players allowed: 2, 4 or both, ascending (R2.1)."""
    hand_size: int = 11
    """How many cards each player is dealt, at least 2 (R2.2)."""
    muerto_size: int = 11
    """How many cards each of the two muertos holds, at least 2 (R2.2)."""
    jokers: int = 4
    """How many jokers the deck holds, 0 to 4 (R1.1)."""
    groups: bool = True
    """Whether groups may be laid (R4.2)."""
    groups_of_twos: bool = True
    """Whether groups of twos may be laid (R4.3); needs `groups`."""
    ace_to_ace: bool = True
    """Whether a run may have natural aces at both ends (R4.4)."""
    group_canastas: bool = True
    """Whether a group of seven or more is a canasta (R6.1); idle without `groups`."""
    pile: Pile = attrs.field(default=Pile.CLOSED, converter=_pile)
    """Whether the discard pile is open or closed (R3.4, R3.5)."""
    canasta_to_close: CanastaToClose = attrs.field(
        default=CanastaToClose.CLEAN, converter=_canasta_to_close
    )
    """The canasta that a side needs to close (R7.2)."""
    discard_to_go_out: DiscardToGoOut = attrs.field(
        default=DiscardToGoOut.NEVER, converter=_discard_to_go_out
    )
    """Whether running out of cards takes a discard (R7.3, R7.4)."""
    card_points: Points = attrs.field(converter=_card_points_by_rank)
    """The points of each rank (``A``, ``2`` … ``K``) and of the joker (``Jk``) (R9.1)."""
    canasta_points: Points = attrs.field(converter=_canasta_points_by_kind)
    """The bonus of each `CanastaKind` (R9.2)."""
    closing_points: int = 100
    """The bonus for closing the hand (R9.2)."""
    no_muerto_penalty: int = 100
    """What a side pays that took no muerto, not negative (R9.4)."""
    unused_muerto_penalty: int = 100
    """What a side pays for a muerto taken and not used, not negative (R9.5)."""
    unused_muerto_cards_count: bool = True
    """Whether the cards of an unused muerto are subtracted as well (R9.5)."""
    muertos_to_stock: MuertosToStock = attrs.field(
        default=MuertosToStock.ALL, converter=_muertos_to_stock
    )
    """How many muertos become the stock when it runs out (R8.2)."""
    tie: Tie = attrs.field(default=Tie.HAND_STARTER, converter=_tie)
    """Who wins a match when the totals are equal (R10.2)."""

    def __attrs_post_init__(self) -> None:
        faults = list(_faults(self))
        if faults:
            raise RuleSetError(faults)

    def admits(self, meld: Meld) -> bool:
        """Whether these rules admit a meld (R1.1, R4.2, R4.3, R4.4).

        Args:
            meld: the run or group.

        >>> from buraco.melds import parse_meld
        >>> CERRADO.admits(parse_meld("9c9d9h")), ABIERTO.admits(parse_meld("9c9d9h"))
        (True, False)
        """
        if meld.wild is JOKER and not self.jokers:
            return False
        if isinstance(meld, Group):
            return self.groups and (self.groups_of_twos or meld.rank is not Rank.TWO)
        return self.ace_to_ace or not _has_two_ace_ends(meld)

    def canasta(self, meld: Meld) -> CanastaKind | None:
        """The kind of canasta that a meld is under these rules, or None (R6).

        Args:
            meld: the run or group.

        >>> from buraco.melds import parse_meld
        >>> group = parse_meld("9c9c9d9d9h9h9s")
        >>> CERRADO_SUCIO.canasta(group), CERRADO_SUCIO_PAREJAS.canasta(group)
        (<CanastaKind.CLEAN: 'clean'>, None)
        """
        if isinstance(meld, Group) and not self.group_canastas:
            return None
        return meld.canasta

    def closes(self, meld: Meld) -> bool:
        """Whether a meld is a canasta of the kind that closing asks for (R7.2).

        Args:
            meld: the run or group.

        >>> from buraco.melds import parse_meld
        >>> CERRADO.closes(parse_meld("3c4c5c6c7c8cJk"))
        False
        """
        kind = self.canasta(meld)
        if self.canasta_to_close is CanastaToClose.CLEAN:
            return kind is not None and kind is not CanastaKind.DIRTY
        return kind is not None

    def points(self, card: Card) -> int:
        """The points of a card, wherever it stands (R9.1).

        Args:
            card: the card.

        >>> ABIERTO_SUCIO.points(JOKER)
        30
        """
        return self.card_points[str(JOKER) if card.rank is None else card.rank.value]

    def to_dict(self) -> dict[str, Any]:
        """The rule set as a `buraco.rules/1` document.

        >>> CERRADO.to_dict()["pile"]
        'closed'
        """
        from buraco import codec

        return codec.rules_to_dict(self)

    def to_json(self) -> str:
        """The rule set as `buraco.rules/1` JSON text."""
        from buraco import codec

        return codec.rules_to_json(self)

    @classmethod
    def from_dict(cls, data: object) -> RuleSet:
        """Read a `buraco.rules/1` document.

        Args:
            data: the document.

        Raises:
            FormatError: if it is none, naming the path and the fault.

        >>> RuleSet.from_dict(CERRADO.to_dict()) == CERRADO
        True
        """
        from buraco import codec

        return codec.rules_from_dict(data)

    @classmethod
    def from_json(cls, text: str | bytes) -> RuleSet:
        """Read `buraco.rules/1` JSON text.

        Args:
            text: the text, or its bytes in UTF-8.

        Returns:
            What `from_dict` gives for the document.

        Raises:
            FormatError: as `from_dict`; also for what is no JSON, and for more than one mebibyte.

        >>> value = CERRADO
        >>> RuleSet.from_json(value.to_json()) == value
        True
        """
        from buraco import codec

        return codec.rules_from_json(text)


def _has_two_ace_ends(run: Run) -> bool:
    return len(run) == 14 and run.wild_at not in (1, 14)


def _faults(rules: RuleSet) -> Iterator[str]:
    """Everything that is wrong with a rule set, a sentence each."""
    if not _is_name(rules.name):
        yield f"name must be a printable text of 1 to 100 characters, not {shown(rules.name)}"
    if not _are_players(rules.players):
        yield f"players must be 2, 4 or both, ascending, not {shown(rules.players)}"
    yield from _faults_of_type(rules)
    if rules.groups is False and rules.groups_of_twos is True:
        yield "groups_of_twos without groups"
    yield from _faults_of_deal(rules)
    yield from _faults_of_points("card_points", rules.card_points, CARD_NAMES)
    yield from _faults_of_points("canasta_points", rules.canasta_points, CANASTA_NAMES)
    preset = RULE_SETS.get(rules.name) if isinstance(rules.name, str) else None
    if preset is not None and _values(preset) != _values(rules):
        name = shown(rules.name)
        yield f"the name {name} belongs to the preset, whose values are others; choose another"


_FLAGS: Final = (
    "groups",
    "groups_of_twos",
    "ace_to_ace",
    "group_canastas",
    "unused_muerto_cards_count",
)
CHOICES: Final[dict[str, type[StrEnum]]] = {
    "pile": Pile,
    "canasta_to_close": CanastaToClose,
    "discard_to_go_out": DiscardToGoOut,
    "muertos_to_stock": MuertosToStock,
    "tie": Tie,
}
MOST_UNKNOWN: Final = 20
"""So many unknown names are told one by one."""
_LEAST: Final = {"no_muerto_penalty": 0, "unused_muerto_penalty": 0, "closing_points": None}


def _faults_of_type(rules: RuleSet) -> Iterator[str]:
    for name in _FLAGS:
        if type(getattr(rules, name)) is not bool:
            yield f"{name} must be True or False, not {shown(getattr(rules, name))}"
    for name, kind in CHOICES.items():
        if not isinstance(getattr(rules, name), kind):
            known = ", ".join(kind)
            yield f"{name} must be one of {known}, not {shown(getattr(rules, name))}"
    for name, least in _LEAST.items():
        value = getattr(rules, name)
        if not fits_64_bits(value):
            yield f"{name} must be a whole number of at most 64 bits, not {shown(value)}"
        elif least is not None and value < least:
            yield f"{name} must not be negative, not {value}"


def _faults_of_deal(rules: RuleSet) -> Iterator[str]:
    sizes = (rules.hand_size, rules.muerto_size)
    for name, size in zip(("hand_size", "muerto_size"), sizes, strict=True):
        if not _is_size(size):
            yield f"{name} must be a whole number from 2 to {len(DECK)}, not {shown(size)}"
    if type(rules.jokers) is not int or not 0 <= rules.jokers <= 4:
        yield f"jokers must be a whole number from 0 to 4, not {shown(rules.jokers)}"
    elif all(map(_is_size, sizes)) and _are_players(rules.players):
        needed = max(rules.players) * rules.hand_size + 2 * rules.muerto_size + 1
        cards = len(deck_numbers(rules.jokers))
        if needed > cards:
            yield (
                f"the deal takes {needed - 1} cards for {max(rules.players)} players and one must "
                f"be left to draw, but the deck has {cards}"
            )


def _faults_of_points(field: str, points: object, names: tuple[str, ...]) -> Iterator[str]:
    if not isinstance(points, Points):
        yield f"{field} must be a mapping, not {shown(points)}"
        return
    counts = Counter(list(points))
    for name, copies in counts.items():
        if copies > 1 and name in names:
            yield f"{shown(name)} stands {copies} times in {field}"
    unknown = [name for name in counts if name not in names]
    for name in unknown[:MOST_UNKNOWN]:
        yield f"unknown name {shown(name)} in {field}"
    if unknown[MOST_UNKNOWN:]:
        yield f"{len(unknown) - MOST_UNKNOWN} more unknown names in {field}"
    for name in names:
        if name not in points:
            yield f"{name!r} is missing in {field}"
        elif not fits_64_bits(points[name]):
            where = f"{field}[{shown(name)}]"
            yield f"{where} must be a whole number of at most 64 bits, not {shown(points[name])}"


def _is_size(value: object) -> bool:
    return type(value) is int and 2 <= value <= len(DECK)


def _is_name(value: object) -> bool:
    return type(value) is str and 0 < len(value) <= 100 and value.isprintable()


def _are_players(value: object) -> bool:
    if type(value) is not tuple or not all(type(number) is int for number in value):
        return False
    return value in ((2,), (4,), (2, 4))


def _values(rules: RuleSet) -> tuple[object, ...]:
    return tuple(getattr(rules, field.name) for field in attrs.fields(RuleSet))


_PRESETS: Final[dict[str, RuleSet]] = {}
RULE_SETS: Final[Mapping[str, RuleSet]] = MappingProxyType(_PRESETS)
"""The six presets by name, read-only."""


def _card_points(two: int, joker: int) -> dict[str, int]:
    points = {rank.value: 5 if rank.value in "34567" else 10 for rank in Rank}
    return points | {"A": 15, "2": two, "Jk": joker}


def _canasta_points(real: int) -> dict[str, int]:
    return {"dirty": 100, "clean": 200, "real": real, "ace-to-ace": 1000}


ABIERTO: Final = RuleSet(
    name="abierto",
    players=(2, 4),
    jokers=0,
    groups=False,
    groups_of_twos=False,
    group_canastas=False,
    pile=Pile.OPEN,
    card_points=_card_points(two=10, joker=20),
    canasta_points=_canasta_points(real=500),
)
"""Abierto: no jokers, runs only, open pile, a clean canasta to close."""

ABIERTO_SUCIO: Final = RuleSet(
    name="abierto-sucio",
    players=(2, 4),
    groups_of_twos=False,
    ace_to_ace=False,
    pile=Pile.OPEN,
    canasta_to_close=CanastaToClose.ANY,
    discard_to_go_out=DiscardToGoOut.ALWAYS,
    card_points=_card_points(two=20, joker=30),
    canasta_points=_canasta_points(real=500),
    unused_muerto_penalty=0,
)
"""Abierto Sucio: open pile, any canasta closes, running out always takes a discard."""

CERRADO: Final = RuleSet(
    name="cerrado",
    players=(2, 4),
    card_points=_card_points(two=10, joker=20),
    canasta_points=_canasta_points(real=500),
)
"""Cerrado: closed pile, runs and groups, a clean canasta to close."""

CERRADO_STCL: Final = RuleSet(
    name="cerrado-stcl",
    players=(2, 4),
    groups=False,
    groups_of_twos=False,
    group_canastas=False,
    card_points=_card_points(two=10, joker=20),
    canasta_points=_canasta_points(real=500),
)
"""Cerrado STCL: closed pile, runs only, a clean canasta to close."""

CERRADO_SUCIO: Final = RuleSet(
    name="cerrado-sucio",
    players=(2, 4),
    canasta_to_close=CanastaToClose.ANY,
    card_points=_card_points(two=10, joker=20),
    canasta_points=_canasta_points(real=500),
)
"""Cerrado Sucio: closed pile, runs and groups, any canasta closes."""

CERRADO_SUCIO_PAREJAS: Final = RuleSet(
    name="cerrado-sucio-parejas",
    players=(4,),
    group_canastas=False,
    canasta_to_close=CanastaToClose.ANY,
    card_points=_card_points(two=10, joker=20),
    canasta_points=_canasta_points(real=200),
    unused_muerto_cards_count=False,
    muertos_to_stock=MuertosToStock.ONE,
)
"""The second document's Cerrado Sucio, for four: only runs are canastas, no bonus for a real."""

_PRESETS.update(
    (preset.name, preset)
    for preset in (
        ABIERTO,
        ABIERTO_SUCIO,
        CERRADO,
        CERRADO_STCL,
        CERRADO_SUCIO,
        CERRADO_SUCIO_PAREJAS,
    )
)


def rule_set(name: str) -> RuleSet:
    """The preset of a name.

    Args:
        name: the identifier, e.g. ``"abierto-sucio"``.

    Returns:
        The rule set.

    Raises:
        UnknownRuleSet: if no preset has that name; it lists the known.

    >>> rule_set("cerrado") is CERRADO
    True
    """
    preset = RULE_SETS.get(name) if isinstance(name, str) else None
    if preset is None:
        raise UnknownRuleSet(name, RULE_SETS)
    return preset
