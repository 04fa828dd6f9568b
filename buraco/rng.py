"""Sources of randomness."""

from __future__ import annotations

from typing import Any, Protocol, SupportsFloat

from buraco.errors import DealError, shown

__all__ = ["Rng"]


class Rng(Protocol):
    """A source of randomness: anything with `random.Random`'s method ``random``.

    >>> import buraco, random
    >>> one, other = (
    ...     buraco.GameState.deal(buraco.CERRADO, rng=random.Random(5)) for _ in range(2)
    ... )
    >>> one == other
    True
    """

    def random(self) -> float:
        """A number from 0.0 up to, but not including, 1.0."""


def check_rng(rng: Any) -> None:
    """Raise `DealError` for what is no source of randomness."""
    if not callable(getattr(rng, "random", None)):
        raise DealError(f"rng must have a method random, as random.Random has, not {shown(rng)}")


def fraction(x: object) -> float:
    """What a source gave, as a float that is in range."""
    try:
        number = float(x) if isinstance(x, SupportsFloat) else -1.0
    except (TypeError, ValueError, OverflowError):
        number = -1.0
    if 0.0 <= number < 1.0:
        return number
    given = shown(x)
    raise DealError(
        f"rng.random() must give numbers from 0.0 up to, but not with, 1.0, not {given}"
    )
