"""Two small reference players, and a hand played by players.

They serve as examples, as opponents to beat and as load for tests; neither plans ahead. A player
is given its seat's view of the hand and never the state, so that no player can see a hidden card.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, Protocol, TypeVar

from buraco.cards import JOKER, Card, Cards, Rank
from buraco.errors import MatchError
from buraco.melds import Meld
from buraco.moves import DRAW, TAKE, AddToMeld, Discard, LayMeld, Move, TakePile
from buraco.rng import Rng
from buraco.rules import RuleSet
from buraco.shuffle import below
from buraco.state import GameState
from buraco.table import Phase
from buraco.view import PlayerView

__all__ = ["GreedyBot", "Player", "RandomBot", "play_hand"]

_M = TypeVar("_M", bound=Move)

# What GreedyBot reckons with, in points.
CLEAN_CARD: Final = 10
"""For each card of a clean meld short of a canasta."""
WILD_COST: Final = 20
"""For a wild in a meld short of a canasta."""
NEIGHBOUR_USE: Final = 20
"""For each card in the hand that goes with a card."""
WILD_USE: Final = 100
"""For a wild in the hand."""


class Player(Protocol):
    """Who plays a seat: called with its view when the seat is to move, gives a legal move.

    >>> import buraco
    >>> first: Player = lambda view: view.legal_moves()[0]
    >>> str(first(buraco.GameState.deal(buraco.CERRADO, players=2, seed=7).view(0)))
    'D'
    """

    def __call__(self, view: PlayerView, /) -> Move:
        """Choose a move.

        Args:
            view: what the seat sees of a hand in which it is to move.

        Returns:
            One of the legal moves.
        """


def play_hand(state: GameState, players: Sequence[Player]) -> GameState:
    """Play a hand to its end; each player is shown its own seat's view and nothing else.

    A hand with an open pile goes on as long as its players take the pile and lay nothing; these
    two bots do not do so for ever.

    Args:
        state: where to begin.
        players: who plays each seat; a player may have several.

    Returns:
        The state when the hand is over.

    Raises:
        MatchError: if there is not one player for each seat.
        IllegalMove: if a player chooses a move that is not legal.

    >>> import buraco, random
    >>> bot = RandomBot(random.Random(1))
    >>> play_hand(buraco.GameState.deal(buraco.CERRADO, players=2, seed=7), [bot, bot]).is_over
    True
    """
    if len(players) != state.players:
        raise MatchError(f"one player for each of {state.players} seats, not {len(players)}")
    while not state.is_over:
        state = state.apply(players[state.turn](state.view(state.turn)))
    return state


class RandomBot(Player):
    """Plays any legal move, each as likely as the other.

    Args:
        rng: the source of randomness that it chooses by.

    >>> import buraco, random
    >>> bot = RandomBot(random.Random(1))
    >>> str(bot(buraco.GameState.deal(buraco.CERRADO, players=2, seed=7).view(0)))
    'D'
    """

    def __init__(self, rng: Rng) -> None:
        self._rng = rng

    def __call__(self, view: PlayerView) -> Move:
        """Choose a move; see `Player`."""
        return _pick(self._rng, view.legal_moves())


class GreedyBot(Player):
    """Plays what is worth most at once, and throws away the card that fits worst.

    It takes the pile where that gives it something to lay, lays and adds whatever raises the
    worth of its melds, spares wilds and clean runs, and discards a card without neighbours.

    Args:
        rng: the source of randomness that decides between equal moves.

    >>> import buraco, random
    >>> bot = GreedyBot(random.Random(1))
    >>> state = buraco.GameState.compose(
    ...     buraco.CERRADO, players=2, hands={0: "3h4h5h9cKd"}, phase="play"
    ... )
    >>> str(bot(state.view(0)))
    'M3h4h5h'
    """

    def __init__(self, rng: Rng) -> None:
        self._rng = rng

    def __call__(self, view: PlayerView) -> Move:
        """Choose a move; see `Player`."""
        return self._take(view) if view.phase is Phase.DRAW else self._play(view)

    def _take(self, view: PlayerView) -> Move:
        """Take the pile if something worth laying comes of it, else draw."""
        moves = view.legal_moves()
        if TAKE in moves:
            # An open pile hides nothing: what the hand could lay then is the same in any sample.
            taken = view.sample(self._rng).apply(TAKE).view(view.turn)
            gain = max((_gain(taken, move) for move in taken.legal_moves()), default=0)
            return TAKE if gain > 0 else DRAW
        best = self._best(moves, lambda move: _gain(view, move))
        return best if _gain(view, best) > 0 else DRAW

    def _play(self, view: PlayerView) -> Move:
        """Lay or add what gains most, else discard, else do what costs least."""
        moves = view.legal_moves()
        best = self._best(moves, lambda move: _gain(view, move))
        discards = [move for move in moves if isinstance(move, Discard)]
        if _gain(view, best) > 0 or not discards:
            return best
        return self._best(discards, lambda move: -_use(view.rules, view.hand, move.card))

    def _best(self, moves: Sequence[_M], worth: Callable[[_M], int]) -> _M:
        worths = list(map(worth, moves))
        most = max(worths)
        return _pick(self._rng, [move for move, w in zip(moves, worths, strict=True) if w == most])


def _pick(rng: Rng, moves: Sequence[_M]) -> _M:
    return moves[below(len(moves), rng)]


def _gain(view: PlayerView, move: Move) -> int:
    """What a move adds to the worth of the melds of the side to move."""
    play = move.play if isinstance(move, TakePile) else move
    if isinstance(play, LayMeld):
        return _worth(view.rules, play.meld)
    if isinstance(play, AddToMeld):
        before = view.sides[view.turn % 2].melds[play.index]
        return _worth(view.rules, play.meld) - _worth(view.rules, before)
    return 0


def _worth(rules: RuleSet, meld: Meld) -> int:
    """A meld's points, and something for what may become of it."""
    points = sum(map(rules.points, meld.cards))
    kind = rules.canasta(meld)
    if kind is not None:
        return points + rules.canasta_points[kind]
    return points + (CLEAN_CARD * len(meld) if meld.wild is None else -WILD_COST)


def _use(rules: RuleSet, hand: Cards, card: Card) -> int:
    """How useful a card is to a hand: by the cards near it, less what it costs when left over."""
    if card is JOKER or card.rank is Rank.TWO:
        return WILD_USE
    near = sum(_are_near(rules, card, other) for other in hand)
    return NEIGHBOUR_USE * near - rules.points(card)


def _are_near(rules: RuleSet, card: Card, other: Card) -> bool:
    """Whether two cards go together in a meld."""
    if card.suit is other.suit:
        return (card.number - other.number) % 13 in (1, 2, 11, 12)
    return rules.groups and card.rank is other.rank
