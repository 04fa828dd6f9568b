"""Random playouts, for programs that search by sampling."""

from __future__ import annotations

from buraco.rng import Rng
from buraco.state import GameState

__all__ = ["playout"]


def playout(state: GameState, rng: Rng) -> GameState:
    """Play a hand to its end, each legal move as likely as the other.

    It gives what a loop of `GameState.legal_moves` and `GameState.apply` gives, about a sixth
    faster: the moves are not checked a second time.

    Args:
        state: where to begin.
        rng: a source of randomness; one number from 0.0 up to, but not with, 1.0 is asked of it
            for each move.

    Returns:
        The state when the hand is over.

    >>> import buraco, random
    >>> end = playout(buraco.GameState.deal(buraco.CERRADO, players=2, seed=7), random.Random(1))
    >>> end.is_over
    True
    """
    moves = state.legal_moves()
    while moves:
        state = state._after(moves[int(rng.random() * len(moves))])
        moves = state.legal_moves()
    return state
