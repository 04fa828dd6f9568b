"""Sources of randomness, and what is drawn from them: whole numbers and orders of cards."""

from __future__ import annotations

from typing import Any, Protocol, SupportsFloat

from buraco.errors import DealError, shown

__all__ = ["Rng"]


class Rng(Protocol):
    """A source of randomness: anything with `random.Random`'s method ``random``."""

    def random(self) -> float:
        """A number from 0.0 up to, but not including, 1.0."""


def check_rng(rng: Any) -> None:
    """Raise `DealError` for what is no source of randomness."""
    if not callable(getattr(rng, "random", None)):
        raise DealError(f"rng must have a method random, as random.Random has, not {shown(rng)}")


def below(limit: int, rng: Rng) -> int:
    """A whole number from 0 up to, but not including, a limit."""
    return int(_fraction(rng.random()) * limit)


def shuffled(numbers: list[int], rng: Rng) -> bytes:
    """Shuffle by Fisher-Yates from the last place down.

    Only ``random()`` is asked: the one stream that Python promises to keep for a seed.

    Args:
        numbers: what is shuffled, in place.
        rng: the source of randomness.

    Returns:
        The numbers in their new order.

    Raises:
        DealError: if the source gives anything but numbers from 0.0 up to, but not with, 1.0.
    """
    random = rng.random
    for i in range(len(numbers) - 1, 0, -1):
        x = random()
        if type(x) is not float or not 0.0 <= x < 1.0:
            x = _fraction(x)
        j = int(x * (i + 1))
        numbers[i], numbers[j] = numbers[j], numbers[i]
    return bytes(numbers)


def _fraction(x: SupportsFloat) -> float:
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
