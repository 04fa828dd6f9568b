"""A match: hands played until one side has won (R10)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any, final

import attrs

from buraco.errors import MatchError, shown
from buraco.rng import Rng
from buraco.rules import RuleSet, Tie
from buraco.scoring import score
from buraco.state import GameState
from buraco.values import Value, fits_64_bits

if TYPE_CHECKING:
    from buraco.cards import Card

__all__ = ["Match", "PlayedHand"]


@final
@attrs.frozen
class PlayedHand(Value):
    """A finished hand of a match.

    Args:
        starter: the seat that moved first.
        totals: the points of the two sides.

    Raises:
        MatchError: if these are no seat and no two whole numbers of at most 64 bits.

    >>> PlayedHand(starter=0, totals=(310, -45)).totals
    (310, -45)
    """

    starter: int
    totals: tuple[int, int]

    def __attrs_post_init__(self) -> None:
        if type(self.starter) is not int or not 0 <= self.starter <= 3:
            raise MatchError(f"starter must be a seat, not {shown(self.starter)}")
        if type(self.totals) is not tuple or len(self.totals) != 2:
            raise MatchError(f"totals must be a tuple of two numbers, not {shown(self.totals)}")
        for total in self.totals:
            if not fits_64_bits(total):
                raise MatchError(f"a total must be a whole number of 64 bits, not {shown(total)}")


@final
@attrs.frozen(kw_only=True, repr=False)
class Match(Value):
    """A match at one moment, between two hands; immutable, hashable, comparable by value.

    A match is made by `Match.start` and goes on by `deal` and `finish`.

    Raises:
        MatchError: if the fields make no match: `Match.start` says which values are allowed,
            the starter moves one seat to the left each hand (R2.3), and no hand follows the one
            that decides.

    >>> import buraco
    >>> match = Match.start(buraco.CERRADO, players=2, target=None)
    >>> hand = match.deal(seed=1)
    >>> while not hand.is_over:
    ...     hand = hand.apply(hand.legal_moves()[-1])
    >>> match = match.finish(hand)
    >>> match.is_over, match.totals == buraco.score(hand).totals
    (True, True)
    >>> Match.start(buraco.CERRADO)
    <Match cerrado, 4 players, to 2000: 0 hands, totals 0 0, seat 0 to start>
    """

    rules: RuleSet
    """The rules of the table."""
    players: int
    """The number of players, 2 or 4 (R2.1)."""
    target: int | None
    """The points to reach; None for a match of one hand (R10.1)."""
    starter: int
    """The seat that starts the next hand (R2.3)."""
    hands: tuple[PlayedHand, ...] = ()
    """The finished hands."""

    def __attrs_post_init__(self) -> None:
        fault = next(_faults(self), None)
        if fault is not None:
            raise MatchError(fault)

    @classmethod
    def start(
        cls, rules: RuleSet, players: int = 4, target: int | None = 2000, starter: int = 0
    ) -> Match:
        """Start a match (R10.1).

        Args:
            rules: the rules of the table.
            players: the number of players, one that the rules allow.
            target: the points to reach, a positive number; None for a match of one hand.
            starter: the seat that starts the first hand.

        Returns:
            The match, no hand played.

        Raises:
            MatchError: for other values than these.

        >>> import buraco
        >>> Match.start(buraco.CERRADO, target=0)
        Traceback (most recent call last):
            ...
        buraco.errors.MatchError: target must be a positive whole number of 64 bits or None, not 0
        """
        return cls(rules=rules, players=players, target=target, starter=starter)

    @property
    def totals(self) -> tuple[int, int]:
        """The points of the two sides in all hands so far."""
        first = sum(hand.totals[0] for hand in self.hands)
        second = sum(hand.totals[1] for hand in self.hands)
        return first, second

    @property
    def winner(self) -> int | None:
        """The side that has won, 0 or 1; None while the match goes on (R10).

        The higher total wins as soon as a hand ends with a total at the target or above, in a
        match of one hand as soon as that hand ends (R10.1). Equal totals are decided by the
        rules' `tie`; where that asks for one more hand, the match goes on, and after that hand
        the target is looked at anew (R10.2).
        """
        return _winner(self, self.totals, self.hands[-1].starter) if self.hands else None

    @property
    def is_over(self) -> bool:
        """Whether a side has won."""
        return self.winner is not None

    def deal(
        self,
        *,
        seed: int | None = None,
        rng: Rng | None = None,
        deck: Iterable[Card] | None = None,
    ) -> GameState:
        """Deal the next hand, with the seat that is to start it (R2.3).

        Args:
            seed: see `GameState.deal`, as for the others.
            rng: a source of randomness.
            deck: the cards in the order of dealing.

        Returns:
            The hand.

        Raises:
            MatchError: if the match is over.
            DealError: if the hand cannot be dealt so.

        >>> import buraco
        >>> Match.start(buraco.CERRADO, starter=3).deal(seed=1).turn
        3
        """
        self._check_goes_on()
        return GameState.deal(
            self.rules, self.players, seed=seed, rng=rng, deck=deck, starter=self.starter
        )

    def finish(self, hand: GameState) -> Match:
        """Enter a finished hand.

        Args:
            hand: the hand in its last state.

        Returns:
            The match after it; the next seat to the left starts (R2.3).

        Raises:
            MatchError: if the match is over, or the hand is not: it must be over and have this
                match's rules, number of players and starter; or its totals take more than
                64 bits, as only house rules with such points can make them.
        """
        self._check_goes_on()
        self._check_belongs(hand)
        played = PlayedHand(hand.starter, score(hand).totals)
        return attrs.evolve(
            self, hands=(*self.hands, played), starter=(self.starter + 1) % self.players
        )

    def _check_goes_on(self) -> None:
        if self.is_over:
            raise MatchError(f"the match is over: side {self.winner} has won")

    def _check_belongs(self, hand: GameState) -> None:
        if not isinstance(hand, GameState):
            raise MatchError(f"a GameState expected, not {shown(hand)}")
        if not hand.is_over:
            raise MatchError("the hand is not over")
        if hand.rules != self.rules:
            raise MatchError(f"the hand's rules are {hand.rules.name}, not the match's")
        if hand.players != self.players:
            raise MatchError(f"the hand has {hand.players} players, the match {self.players}")
        if hand.starter != self.starter:
            raise MatchError(f"seat {hand.starter} started the hand, not seat {self.starter}")

    def __repr__(self) -> str:
        """One line: rules by their name, and how the match stands."""
        aim = "one hand" if self.target is None else f"to {self.target}"
        hands = f"{len(self.hands)} hand{'' if len(self.hands) == 1 else 's'}"
        first, second = self.totals
        moment = (
            f"seat {self.starter} to start" if self.winner is None else f"won by side {self.winner}"
        )
        return (
            f"<Match {self.rules.name}, {self.players} players, {aim}: "
            f"{hands}, totals {first} {second}, {moment}>"
        )

    def to_dict(self) -> dict[str, Any]:
        """The match as a `buraco.match/1` document.

        >>> import buraco
        >>> Match.start(buraco.CERRADO).to_dict()["target"]
        2000
        """
        from buraco import codec

        return codec.match_to_dict(self)

    def to_json(self) -> str:
        """The match as `buraco.match/1` JSON text."""
        from buraco import codec

        return codec.match_to_json(self)

    @classmethod
    def from_dict(cls, data: object) -> Match:
        """Read a `buraco.match/1` document.

        Args:
            data: the document.

        Raises:
            FormatError: if it is none, naming the path and the fault.

        >>> import buraco
        >>> match = Match.start(buraco.CERRADO)
        >>> Match.from_dict(match.to_dict()) == match
        True
        """
        from buraco import codec

        return codec.match_from_dict(data)

    @classmethod
    def from_json(cls, text: str | bytes) -> Match:
        """Read `buraco.match/1` JSON text.

        Args:
            text: the text, or its bytes in UTF-8.

        Returns:
            What `from_dict` gives for the document.

        Raises:
            FormatError: as `from_dict`; also for what is no JSON, and for more than one mebibyte.

        >>> import buraco
        >>> value = buraco.Match.start(buraco.CERRADO, players=2, target=2000)
        >>> Match.from_json(value.to_json()) == value
        True
        """
        from buraco import codec

        return codec.match_from_json(text)


def _winner(match: Match, totals: tuple[int, int], deciding: int) -> int | None:
    """The side that has won with these totals after a hand that a seat started (R10)."""
    if match.target is not None and max(totals) < match.target:
        return None
    if totals[0] != totals[1]:
        return int(totals[1] > totals[0])
    if match.rules.tie is Tie.EXTRA_HAND:
        return None
    starter = deciding if match.rules.tie is Tie.HAND_STARTER else match.hands[0].starter
    return starter % 2


def _faults(match: Match) -> Iterator[str]:
    """What is wrong with a match, a sentence each; what follows may rely on what came before."""
    if not isinstance(match.rules, RuleSet):
        yield f"rules must be a RuleSet, not {shown(match.rules)}"
    if type(match.players) is not int or match.players not in match.rules.players:
        allowed = " or ".join(map(str, match.rules.players))
        yield f"players must be {allowed} under {match.rules.name}, not {shown(match.players)}"
    target = match.target
    if target is not None and not (fits_64_bits(target) and target >= 1):
        yield f"target must be a positive whole number of 64 bits or None, not {shown(target)}"
    if type(match.starter) is not int or not 0 <= match.starter < match.players:
        yield f"starter must be a seat, 0 to {match.players - 1}, not {shown(match.starter)}"
    if type(match.hands) is not tuple or not all(type(h) is PlayedHand for h in match.hands):
        yield f"hands must be a tuple of PlayedHand, not {shown(match.hands)}"
    yield from _faults_of_order(match)


def _faults_of_order(match: Match) -> Iterator[str]:
    """Starters that do not follow each other (R2.3), hands after the deciding one (R10.1)."""
    first = match.starter - len(match.hands)
    totals = (0, 0)
    for number, hand in enumerate(match.hands):
        if hand.starter != (first + number) % match.players:
            yield f"seat {hand.starter} cannot have started hand {number}"
        if number and _winner(match, totals, match.hands[number - 1].starter) is not None:
            yield f"hand {number} was played after the match was over"
        totals = (totals[0] + hand.totals[0], totals[1] + hand.totals[1])
