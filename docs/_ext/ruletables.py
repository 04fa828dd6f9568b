"""Tables about rule sets, made from the code while the documentation is built.

Each directive writes Markdown, so that what a table says of a rule set is what the engine asks of
it. Rule numbers become links to the rule book.

- ``{rule-fields}``: the fields of `RuleSet` with type, default and docstring.
- ``{rule-differences}``: the fields in which the presets differ, a column for each preset.
- ``{variant} name``: what the fields of a preset mean at the table.
- ``{points} name``: what a preset counts.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from enum import StrEnum
from itertools import groupby
from typing import Any, ClassVar

import attrs
from docutils import nodes
from sphinx.application import Sphinx
from sphinx.pycode import ModuleAnalyzer
from sphinx.util.docutils import SphinxDirective

import buraco
from buraco import CanastaToClose, DiscardToGoOut, MuertosToStock, Pile, RuleSet

Row = tuple[str, ...]

RANK_NAMES = {"A": "ace", "T": "10", "J": "jack", "Q": "queen", "K": "king", "Jk": "joker"}


def table(head: Row, rows: Iterator[Row]) -> str:
    """A table in Markdown."""
    lines = [head, ("---",) * len(head), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def linked(text: str) -> str:
    """A text whose rule numbers are links to the rule book."""
    return re.sub(r"\bR(\d+)\.(\d+)", r"[R\1.\2](/rules.md#r\1-\2)", text)


def shown(value: Any) -> str:
    """A field's value, as one writes it in a program."""
    return f"`{str(value)!r}`" if isinstance(value, StrEnum) else f"`{value!r}`"


def field_rows() -> Iterator[Row]:
    """Name, type, default and meaning of each field of `RuleSet`."""
    docs = ModuleAnalyzer.for_module("buraco.rules").find_attr_docs()

    def told(owner: str, name: str) -> str:
        return " ".join(docs[owner, name]).strip()

    for field in attrs.fields(RuleSet):
        name, kind = field.name, str(field.type)
        choices = getattr(buraco, kind, None)
        meaning = told("RuleSet", name)
        if isinstance(choices, type) and issubclass(choices, StrEnum):
            values = (f"{shown(value)}: {told(kind, value.name)}" for value in choices)
            meaning = " ".join((meaning, *values))
        default = "–" if field.default is attrs.NOTHING else shown(field.default)
        yield f"`{name}`", f"`{kind}`", default, linked(meaning)


def values_of(rules: RuleSet) -> dict[str, Any]:
    """The fields of a rule set, mappings taken apart."""
    values: dict[str, Any] = {}
    for field in attrs.fields(RuleSet):
        value = getattr(rules, field.name)
        if isinstance(value, buraco.Points):
            values |= {f'{field.name}["{key}"]': points for key, points in value.items()}
        else:
            values[field.name] = value
    del values["name"]
    return values


def difference_rows() -> Iterator[Row]:
    """The fields in which presets differ, with the value in each."""
    presets = [values_of(rules) for rules in buraco.RULE_SETS.values()]
    for name in presets[0]:
        values = [shown(preset[name]) for preset in presets]
        if len(set(values)) > 1:
            yield f"`{name}`", *values


def variant_rows(rules: RuleSet) -> Iterator[Row]:
    """What the fields of a rule set mean at the table."""
    yield "Players (R2.1)", " or ".join(map(str, rules.players))
    jokers = f"and {rules.jokers} jokers" if rules.jokers else "without jokers"
    size = len(buraco.deck(rules.jokers))
    yield "Cards (R1.1)", f"two decks {jokers}, {size} cards"
    dealt = {n: size - n * rules.hand_size - 2 * rules.muerto_size for n in rules.players}
    stocks = " or ".join(f"{left} with {n} players" for n, left in dealt.items())
    yield (
        "The deal (R2.2)",
        f"{rules.hand_size} cards to each player, two muertos of {rules.muerto_size}; "
        f"the stock holds {stocks}",
    )
    yield "Melds (R4.1, R4.2, R4.3)", melds_text(rules)
    if rules.ace_to_ace:
        longest = "both aces natural, or one of them replaced by a wild"
    else:
        longest = "only with a wild in the place of one of the aces"
    yield "A run of fourteen cards (R4.4)", longest
    groups = "runs and groups" if rules.group_canastas else "runs only"
    yield "Canastas (R6.1)", f"{groups}, from seven cards on"
    if rules.pile is Pile.OPEN:
        pile = "open: all its cards are seen, and it may be taken freely (R3.4)"
    else:
        pile = "closed: its top card is seen, and must be played at once by who takes it (R3.5)"
    yield "Discard pile", pile
    clean = rules.canasta_to_close is CanastaToClose.CLEAN
    closing = "one without a wild" if clean else "any, also one with a wild"
    yield "Canasta needed to close (R7.2)", closing
    yield (
        "Running out of cards (R7.3, R7.4)",
        {
            DiscardToGoOut.NEVER: "by a discard or by playing the last card to the table",
            DiscardToGoOut.TO_CLOSE: "for a muerto either way, for closing by a discard only",
            DiscardToGoOut.ALWAYS: "by a discard only",
        }[rules.discard_to_go_out],
    )
    all_of_them = rules.muertos_to_stock is MuertosToStock.ALL
    muertos = (
        "all muertos left on the table become"
        if all_of_them
        else "a muerto left on the table becomes"
    )
    yield "When the stock is empty (R8.2)", f"{muertos} the stock"


def melds_text(rules: RuleSet) -> str:
    """Which melds there are."""
    if not rules.groups:
        return "runs only"
    return "runs and groups" + ("" if rules.groups_of_twos else ", but no groups of twos")


def points_rows(rules: RuleSet) -> Iterator[Row]:
    """What a rule set counts, cards first."""
    ranks = "3456789TJQK"
    for points, group in groupby(ranks, rules.card_points.__getitem__):
        names = [RANK_NAMES.get(rank, rank) for rank in group]
        which = f"card from {names[0]} to {names[-1]}" if len(names) > 1 else names[0]
        yield f"each {which} (R9.1)", str(points)
    for rank in "A", "2", "Jk":
        if rank != "Jk" or rules.jokers:
            name = RANK_NAMES.get(rank, "two")
            yield f"each {name} (R9.1)", str(rules.card_points[rank])
    for kind, points in rules.canasta_points.items():
        if kind != "ace-to-ace" or rules.ace_to_ace:
            yield f"{kind} canasta (R9.2)", str(points)
    yield "closing (R9.2)", str(rules.closing_points)
    yield "each card left in a hand (R9.3)", "minus its points"
    yield "no muerto taken (R9.4)", minus(rules.no_muerto_penalty)
    only = "" if rules.unused_muerto_cards_count else ", its cards not counted"
    yield "muerto taken and not used (R9.5)", minus(rules.unused_muerto_penalty) + only


def minus(points: int) -> str:
    """Points that are subtracted."""
    return f"−{points}" if points else "0"


class Generated(SphinxDirective):
    """A directive that writes Markdown."""

    def markdown(self) -> str:
        """What stands in the page."""
        raise NotImplementedError

    def run(self) -> list[nodes.Node]:
        self.env.note_reread()  # the library may say otherwise tomorrow
        return self.parse_text_to_nodes(self.markdown())


class RuleFields(Generated):
    """The directive ``rule-fields``."""

    def markdown(self) -> str:
        return table(("field", "type", "default", "meaning"), field_rows())


class RuleDifferences(Generated):
    """The directive ``rule-differences``."""

    def markdown(self) -> str:
        return table(("field", *(f"`{name}`" for name in buraco.RULE_SETS)), difference_rows())


class Preset(Generated):
    """What the directives about one preset share."""

    required_arguments = 1

    head: ClassVar[Row]

    def rows(self, rules: RuleSet) -> Iterator[Row]:
        """The rows of the table."""
        raise NotImplementedError

    def markdown(self) -> str:
        rows = self.rows(buraco.rule_set(self.arguments[0]))
        return linked(table(self.head, rows))


class Variant(Preset):
    """The directive ``variant``."""

    head = ("what", "how it is here")

    def rows(self, rules: RuleSet) -> Iterator[Row]:
        return variant_rows(rules)


class PointsTable(Preset):
    """The directive ``points``."""

    head = ("what", "points")

    def rows(self, rules: RuleSet) -> Iterator[Row]:
        return points_rows(rules)


def setup(app: Sphinx) -> dict[str, bool]:
    app.add_directive("rule-fields", RuleFields)
    app.add_directive("rule-differences", RuleDifferences)
    app.add_directive("variant", Variant)
    app.add_directive("points", PointsTable)
    return {"parallel_read_safe": True}
