"""What all values of the library share: they never change, so a copy is the value itself."""

from __future__ import annotations

from typing import Self

__all__ = ["Value"]


class Value:
    """The base of all values: `copy.copy` and `copy.deepcopy` give back the value itself.

    >>> import buraco, copy
    >>> copy.deepcopy(buraco.CERRADO) is buraco.CERRADO
    True

    Classes of values that are final have no subclasses.
    """

    __slots__ = ()

    def __init_subclass__(cls) -> None:
        """Keep what is final so: the engine tells values apart by their classes."""
        for base in cls.__bases__:
            if "__final__" in vars(base):
                raise TypeError(f"{base.__name__} is final: it cannot be subclassed")
        super().__init_subclass__()

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, memo: object) -> Self:
        return self


def fits_64_bits(value: object) -> bool:
    """Whether a value is a whole number that a document can hold."""
    return type(value) is int and -(2**63) <= value < 2**63
