"""What all values of the library share: they never change, so a copy is the value itself."""

from __future__ import annotations

from typing import Self

__all__ = ["Value"]


class Value:
    """The base of all values: `copy.copy` and `copy.deepcopy` give back the value itself.

    >>> import buraco, copy
    >>> copy.deepcopy(buraco.CERRADO) is buraco.CERRADO
    True
    """

    __slots__ = ()

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, memo: object) -> Self:
        return self
