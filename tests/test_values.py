"""What all values share."""

import copy

import attrs
import pytest

import buraco
from buraco.values import Value

VALUES = [
    value
    for value in (getattr(buraco, name) for name in buraco.__all__)
    if isinstance(value, type) and issubclass(value, Value) and attrs.has(value)
]


@pytest.mark.parametrize("kind", VALUES)
def test_final(kind: type) -> None:
    """The engine tells moves and melds apart by class, and equal values have one class."""
    with pytest.raises(TypeError, match=f"^{kind.__name__} is final: it cannot be subclassed$"):
        type("Other", (kind,), {})


def test_all_of_them_are_here() -> None:
    names = {kind.__name__ for kind in VALUES}
    assert names >= {"Card", "Run", "Group", "Discard", "GameState", "PlayerView", "RuleSet"}


def test_copies_are_the_value_itself() -> None:
    move = buraco.parse_move("P:M3h4h5h")
    assert copy.copy(move) is copy.deepcopy(move) is move
