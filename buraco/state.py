"""The state of a hand: dealing it, its moves, and what each move makes of it.

A `GameState` never changes. Its cards are stored packed (bags as whole numbers, sequences of
cards as bytes), and its properties show them as `Cards`, `Card` and `Meld` values.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, cast, final

import attrs

from buraco import legal
from buraco.bags import EMPTY, bag_missing, bag_of, bag_size, deck_numbers
from buraco.cards import CARDS, Card, Cards, counted_bag
from buraco.choices import Choosing, Situation
from buraco.errors import CardsError, DealError, IllegalMove, Reason, shown
from buraco.melds import Meld
from buraco.moves import Move, check_move
from buraco.rng import Rng, check_rng
from buraco.rules import RuleSet
from buraco.shuffle import shuffled
from buraco.table import Muerto, Phase, Side, summary
from buraco.transition import Melds, Position, moves_at, step

if TYPE_CHECKING:
    from buraco.view import PlayerView

__all__ = ["GameState"]


@final
@attrs.frozen(kw_only=True, repr=False, weakref_slot=False)
class GameState(Choosing):
    """A hand of Buraco at one moment; immutable, hashable, compared by value.

    States are made by `GameState.deal` and `compose`, by `apply`, read from documents, or sampled
    from a view.

    >>> import buraco
    >>> state = GameState.deal(buraco.CERRADO, players=4, seed=7)
    >>> state
    <GameState cerrado: seat 0 to draw; hands 11 11 11 11, stock 42, pile 0, muertos 2>
    >>> after = state.apply(buraco.parse_move("D"))
    >>> len(after.hands[0]), len(after.legal_moves())
    (12, 26)
    """

    _position: Position

    @classmethod
    def deal(
        cls,
        rules: RuleSet,
        players: int = 4,
        *,
        seed: int | None = None,
        rng: Rng | None = None,
        deck: Iterable[Card] | None = None,
        starter: int = 0,
    ) -> GameState:
        """Deal a new hand (R2).

        Args:
            rules: the rules of the table.
            players: how many play.
            seed: a whole number that fixes the deal, the same in every Python and process; a
                number and its negative are one seed.
            rng: a source of randomness to shuffle with instead, e.g. `random.Random` or
                `random.SystemRandom`.
            deck: the whole deck in the order to deal it, without shuffling. With neither seed,
                rng nor deck, the system's randomness shuffles.
            starter: the seat that moves first.

        Returns:
            The state before the first move.

        Raises:
            DealError: if the rules do not allow that number of players, there is no such seat,
                the deck is not the one of the rules, or more than one of seed, rng and deck
                is given.

        >>> import buraco
        >>> state = GameState.deal(buraco.ABIERTO, players=2, seed=1, starter=1)
        >>> state.turn, len(state.stock), str(state.hands[0])
        (1, 60, 'Ac4c6c7c7dTdJd4hQhAsKs')
        """
        _check_deal(rules, players, starter)
        order = _deck_order(rules, seed, rng, deck)
        size, muerto_size = rules.hand_size, rules.muerto_size
        cuts = [size * seat for seat in range(players + 1)]
        muertos_end = cuts[-1] + 2 * muerto_size
        hands = tuple(bag_of(order[cut : cut + size]) for cut in cuts[:-1])
        muertos = (
            order[cuts[-1] : cuts[-1] + muerto_size],
            order[cuts[-1] + muerto_size : muertos_end],
        )
        stock = order[muertos_end:]
        no_melds: Melds = ((), ())
        return cls(
            position=(
                rules,
                starter,
                starter,
                Phase.DRAW,
                None,
                hands,
                stock,
                b"",
                muertos,
                no_melds,
                (None, None),
            ),
        )

    @classmethod
    def compose(
        cls,
        rules: RuleSet,
        *,
        players: int = 4,
        seed: int = 0,
        hands: Mapping[int, Iterable[Card] | str] = {},  # never changed, as the others
        melds: Mapping[int, Iterable[Meld | str]] = {},
        pile: Sequence[Card] | str | None = None,
        stock: Sequence[Card] | str = "",
        stock_size: int | None = None,
        muertos: int | Sequence[Sequence[Card] | str | None] | None = None,
        taken: Mapping[int, int | Muerto | None] = {},
        starter: int = 0,
        turn: int | None = None,
        phase: Phase | str | None = None,
        closed_by: int | None = None,
    ) -> GameState:
        """Compose a state of the facts that matter; the rest is dealt from a seed.

        What is given stands exactly so. Cards may be given as their text, loosely spelled.

        Args:
            rules: the rules of the table.
            players: how many play.
            seed: a whole number that fixes what is dealt, the same in every process.
            hands: full hands by seat. The others are dealt the rules' `hand_size` of cards, but
                for the hand of the seat that closed, which is empty.
            melds: melds by side, as `Meld` values or texts, in the order laid.
            pile: the pile from bottom to top. Left out, it is empty, or takes what is left over
                where `stock_size` leaves some.
            stock: the cards that the stock begins with, first drawn first.
            stock_size: how many cards the stock holds. Left out, all that are left; none if the
                hand is over and nobody closed it.
            muertos: those on the table, each in full and in order or None for one to be dealt;
                or how many are dealt. Left out, all that were not taken; none if the hand is over
                and nobody closed it.
            taken: who took a muerto, by side: a seat, whose muerto then counts as used, or a
                `Muerto`.
            starter: the seat that moved first.
            turn: the seat to move. Left out, the seat that closed, else the starter.
            phase: the phase, or its text. Left out, ``over`` if a seat closed, else ``draw``.
            closed_by: the seat that closed the hand.

        Returns:
            The state; it passes all checks of reading a document.

        Raises:
            ComposeError: if no hand could stand like that, naming the argument and the fault.

        >>> import buraco
        >>> state = GameState.compose(
        ...     buraco.CERRADO, hands={0: "3h4h 9c"}, melds={0: ["5h6h7h"]}, phase="play"
        ... )
        >>> [str(move) for move in state.legal_moves()]
        ['+0=3h4h5h6h7h', '+0=4h5h6h7h', 'X9c', 'X3h', 'X4h']
        """
        from buraco import compose

        return compose.composed(
            rules,
            players=players,
            seed=seed,
            hands=hands,
            melds=melds,
            pile=pile,
            stock=stock,
            stock_size=stock_size,
            muertos=muertos,
            taken=taken,
            starter=starter,
            turn=turn,
            phase=phase,
            closed_by=closed_by,
        )

    @property
    def rules(self) -> RuleSet:
        """The rules of the table."""
        return self._position[0]

    @property
    def players(self) -> int:
        """The number of players, 2 or 4 (R2.1)."""
        return len(self._position[5])

    @property
    def starter(self) -> int:
        """The seat that moved first."""
        return self._position[1]

    @property
    def turn(self) -> int:
        """The seat to move; when the hand is over, the seat that made the last move."""
        return self._position[2]

    @property
    def phase(self) -> Phase:
        """Whether that seat is to draw or to play, or the hand is over."""
        return self._position[3]

    @property
    def is_over(self) -> bool:
        """Whether the hand is over (R7.2, R8.3)."""
        return self._position[3] is Phase.OVER

    @property
    def closed_by(self) -> int | None:
        """The seat that closed the hand; None if nobody did (R7.2, R8.3)."""
        return self._position[4]

    @property
    def hands(self) -> tuple[Cards, ...]:
        """Each seat's hand."""
        return tuple(map(Cards._of, self._position[5]))

    @property
    def stock(self) -> tuple[Card, ...]:
        """The stock in drawing order: the first card is drawn first (R2.2)."""
        return _cards(self._position[6])

    @property
    def pile(self) -> tuple[Card, ...]:
        """The discard pile from bottom to top: the last card is the top card (R3.4, R3.5)."""
        return _cards(self._position[7])

    @property
    def muertos(self) -> tuple[tuple[Card, ...], ...]:
        """The muertos on the table, the first to be taken first, each in the order dealt (R2.2)."""
        return tuple(map(_cards, self._position[8]))

    @property
    def sides(self) -> tuple[Side, Side]:
        """What the two sides have on the table; side 0 is seats 0 and 2 (R2.1)."""
        (melds_0, melds_1), (taker_0, taker_1) = self._position[9:11]
        return Side(melds_0, taker_0), Side(melds_1, taker_1)

    def legal_moves(self) -> tuple[Move, ...]:
        """All legal moves, without repetition (R3, R7).

        They come in this order, the same in every process: drawing, then taking the pile; or
        new melds, additions, discards. Takes come as their plays do: new melds, then additions.

        New melds come in the order of melds: runs before groups; runs by suit, wild card (none
        first, then 2c 2d 2h 2s Jk), lowest place, highest place and place of the wild; groups
        by rank, wild card, and copies (compared in spades first, then hearts, diamonds, clubs).
        Additions come by the number of the meld on the table, then in the order of melds.
        Discards are in canonical order.

        Returns:
            The moves; none if the hand is over, at least one otherwise (R7.6).

        >>> import buraco
        >>> state = GameState.deal(buraco.CERRADO, players=4, seed=7)
        >>> [str(move) for move in state.legal_moves()]
        ['D']
        """
        return moves_at(self._position)

    def is_legal(self, move: Move, *, seat: int | None = None) -> bool:
        """Whether a move is legal, decided without listing all moves.

        Args:
            move: the move.
            seat: whose move it is to be; left out, the seat to move.

        Raises:
            TypeError: if it is no move at all, or no seat.

        >>> import buraco
        >>> GameState.deal(buraco.CERRADO, players=4, seed=7).is_legal(buraco.DrawStock())
        True
        """
        return self._refusal(move, seat) is None

    def why_not(self, move: Move, *, seat: int | None = None) -> IllegalMove | None:
        """Why a move is refused.

        Args:
            move: the move.
            seat: whose move it is to be; left out, the seat to move.

        Returns:
            The error that `apply` would raise, None for a legal move.

        Raises:
            TypeError: if it is no move at all, or no seat.

        >>> import buraco
        >>> state = GameState.deal(buraco.CERRADO, players=4, seed=7)
        >>> print(state.why_not(buraco.parse_move("P")))
        seat 0, P: the pile is empty
        """
        refusal = self._refusal(move, seat)
        return None if refusal is None else self._error(refusal, move, seat)

    def apply(self, move: Move, *, seat: int | None = None) -> GameState:
        """Make a move (R3, R7, R8).

        Args:
            move: the move.
            seat: whose move it is to be; left out, the seat to move.

        Returns:
            The state after it; this state stays as it is.

        Raises:
            IllegalMove: if the rules refuse the move, with the reason.
            TypeError: if it is no move at all, or no seat.

        >>> import buraco
        >>> state = GameState.deal(buraco.CERRADO, players=4, seed=7)
        >>> state.apply(buraco.DrawStock()).phase
        <Phase.PLAY: 'play'>
        """
        if seat is None or self._refusal(move, seat) is None:
            position = step(self._position, move, True)
            if position is not None:
                state = _new(GameState)
                _set_position(state, position)
                return state
        refusal = cast("legal.Refusal", self._refusal(move, seat))
        raise self._error(refusal, move, seat)

    def view(self, seat: int | None) -> PlayerView:
        """What a seat may see, its own cards and none that are hidden from it (R3.4, R3.5).

        Args:
            seat: the seat; None for a spectator, who sees nobody's hand.

        Returns:
            The view; like the state it never changes.

        Raises:
            ViewError: if there is no such seat.
            TypeError: if it is no seat at all.

        >>> import buraco
        >>> view = GameState.deal(buraco.CERRADO, players=2, seed=3).view(1)
        >>> view.hands
        (11, parse_cards('Ac5c3d5d8d2h8h4s5s8sKs'))
        """
        from buraco.view import view_of

        return view_of(self, seat)

    def to_dict(self) -> dict[str, Any]:
        """The state as a `buraco.state/1` document: all cards, hidden ones too.

        >>> import buraco
        >>> GameState.deal(buraco.CERRADO, players=4, seed=7).to_dict()["phase"]
        'draw'
        """
        from buraco import codec

        return codec.state_to_dict(self)

    def to_json(self) -> str:
        """The state as `buraco.state/1` JSON text: all cards, hidden ones too."""
        from buraco import codec

        return codec.state_to_json(self)

    @classmethod
    def from_dict(cls, data: object) -> GameState:
        """Read a `buraco.state/1` document.

        Args:
            data: the document.

        Returns:
            The state.

        Raises:
            FormatError: if it is none, or no hand could stand like that, naming the path.

        >>> import buraco
        >>> state = GameState.deal(buraco.CERRADO, players=4, seed=7)
        >>> GameState.from_dict(state.to_dict()) == state
        True
        """
        from buraco import codec

        return codec.state_from_dict(data)

    @classmethod
    def from_json(cls, text: str | bytes) -> GameState:
        """Read `buraco.state/1` JSON text.

        Args:
            text: the text, or its bytes in UTF-8.

        Returns:
            What `from_dict` gives for the document.

        Raises:
            FormatError: as `from_dict`; also for what is no JSON, and for more than one mebibyte.

        >>> import buraco
        >>> value = buraco.GameState.deal(buraco.CERRADO, players=4, seed=7)
        >>> GameState.from_json(value.to_json()) == value
        True
        """
        from buraco import codec

        return codec.state_from_json(text)

    def __str__(self) -> str:
        from buraco import text

        return text.table_text(self)

    def _repr_svg_(self) -> str:
        """The full table, hidden hands too: what notebooks draw."""
        from buraco import render

        return render.table_svg(self)

    def __repr__(self) -> str:
        """Rules, turn, phase and counts, never hidden cards: it ends up in logs."""
        rules, _, turn, phase, closed_by, hands, stock, pile, muertos, _, _ = self._position
        told = summary(
            turn,
            phase,
            closed_by,
            tuple(map(bag_size, hands)),
            len(stock),
            len(pile),
            len(muertos),
        )
        return f"<GameState {rules.name}: {told}>"

    def _after(self, move: Move) -> GameState:
        """The state after a move that is known to be legal."""
        state = _new(GameState)
        _set_position(state, step(self._position, move, False))
        return state

    def _situation(self) -> Situation:
        """What the seat to move sees, as `legal` asks for it."""
        rules, _, turn, phase, _, hands, _, pile, muertos, melds, takers = self._position
        side = turn & 1
        return (
            rules,
            phase,
            hands[turn],
            melds[side],
            pile[-1] if pile else -1,
            len(pile),
            takers[side] is None and len(muertos) > 0,
        )

    def _asker(self) -> tuple[int, Reason | None]:
        """The seat to move, and why it has no move at all, if it has none."""
        return self.turn, Reason.HAND_OVER if self.is_over else None

    def _refusal(self, move: Move, seat: int | None) -> legal.Refusal | None:
        if seat is not None and type(seat) is not int:
            raise TypeError(f"a seat is a whole number, not {shown(seat)}")
        if seat is not None and seat != self.turn and not self.is_over:
            refusal: legal.Refusal | None = (Reason.NOT_YOUR_TURN, EMPTY)
        else:
            refusal = legal.refusal(*self._situation(), move)
        if refusal is not None:
            check_move(move)
        return refusal

    def _error(self, refusal: legal.Refusal, move: Move, seat: int | None) -> IllegalMove:
        reason, cards = refusal
        return IllegalMove(reason, self.turn if seat is None else seat, move, Cards._of(cards))


# A frozen attrs object sets its fields through several calls. The position being the only field,
# it is put in place with one.
_new: Final = object.__new__
_set_position: Final = vars(GameState)["_position"].__set__


def _cards(numbers: bytes) -> tuple[Card, ...]:
    return tuple(map(CARDS.__getitem__, numbers))


def _check_deal(rules: RuleSet, players: int, starter: int) -> None:
    if not isinstance(rules, RuleSet):
        raise DealError(f"a RuleSet is needed, not {shown(rules)}; rule_set gives one by its name")
    if type(players) is not int or players not in rules.players:
        allowed = " or ".join(map(str, rules.players))
        raise DealError(f"{rules.name} is for {allowed} players, not {shown(players)}")
    if type(starter) is not int or not 0 <= starter < players:
        raise DealError(f"starter must be a seat from 0 to {players - 1}, not {shown(starter)}")


def _deck_order(
    rules: RuleSet, seed: int | None, rng: Rng | None, cards: Iterable[Card] | None
) -> bytes:
    """The numbers of the whole deck in the order in which it is dealt."""
    if sum(source is not None for source in (seed, rng, cards)) > 1:
        raise DealError("only one of seed, rng and deck can be given")
    whole = list(deck_numbers(rules.jokers))
    if cards is not None:
        return _given_order(whole, cards)
    if seed is not None:
        if type(seed) is not int:
            raise DealError(f"seed must be a whole number, not {shown(seed)}")
        rng = random.Random(seed)
    if rng is not None:
        check_rng(rng)
    return shuffled(whole, random.SystemRandom() if rng is None else rng)


def _given_order(whole: list[int], cards: Iterable[Card]) -> bytes:
    if not isinstance(cards, Iterable):
        raise DealError(f"deck must be the cards in their order, not {shown(cards)}")
    given = list(cards)
    try:
        bag = counted_bag(given)
    except CardsError as error:
        raise DealError(f"deck: {error}") from None
    if bag != bag_of(whole):
        missing = Cards._of(bag_missing(bag, bag_of(whole)))
        raise DealError(f"the deck must hold {len(whole)} cards; missing: {missing or 'none'}")
    return bytes(card.number for card in given)
