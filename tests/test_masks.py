"""The masks by which listing passes over melds: they may leave out nothing that could be added."""

from __future__ import annotations

import pytest
from helpers import all_melds

from buraco.bags import JOKERS, NATURALS, UNIT, bag_contains, bag_of, presence
from buraco.growth import group_growths, run_growths
from buraco.melds import Meld, Run, meld_of_code, parse_meld

DECK = bag_of([*range(52), *range(52), 52, 52, 52, 52])
MELDS = [parse_meld(text) for text in all_melds()]


def grown(meld: Meld, bag: int) -> list[Meld]:
    held = presence(bag)
    grow = run_growths(meld._code, bag, held, True) if isinstance(meld, Run) else None
    codes = group_growths(meld._code, bag, held) if grow is None else grow
    return [meld_of_code(code) for code in codes]


@pytest.mark.parametrize("part", range(8))
def test_accepted_cards_are_all_that_additions_use(part: int) -> None:
    for meld in MELDS[part::8]:
        rest = DECK - meld._bag
        used = 0
        for after in grown(meld, rest):
            added = after._bag - meld._bag
            assert bag_contains(rest, added)
            used |= added
        assert not presence(used) & (NATURALS | JOKERS) & ~meld._accepted, meld


@pytest.mark.parametrize("part", range(8))
def test_opening_cards_are_needed_by_every_addition(part: int) -> None:
    for meld in MELDS[part::8]:
        others = [n for n in range(53) if not presence(UNIT[n]) & meld._opening]
        bag = sum(2 * UNIT[n] for n in others if bag_contains(DECK - meld._bag, 2 * UNIT[n]))
        assert grown(meld, bag) == [], meld
