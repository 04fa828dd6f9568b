"""What is drawn from a source of randomness: whole numbers and orders of cards."""

from __future__ import annotations

from collections.abc import Callable

from buraco.rng import Rng, fraction

# What a source gives is anybody's guess: compiled code must not take it for a float unseen.
Draw = Callable[[], object]


def below(limit: int, rng: Rng) -> int:
    """A whole number from 0 up to, but not including, a limit."""
    draw: Draw = rng.random
    return int(fraction(draw()) * limit)


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
    draw: Draw = rng.random
    for i in range(len(numbers) - 1, 0, -1):
        x = draw()
        share = x if type(x) is float and 0.0 <= x < 1.0 else fraction(x)
        j = int(share * (i + 1))
        numbers[i], numbers[j] = numbers[j], numbers[i]
    return bytes(numbers)
