"""The readers that are fuzzed: everything that makes values of text or of JSON from outside.

A new reader is one more line in `READERS`. What it reads must come back from what is written of it,
the same value with the same text; all else must be refused with an error of the library's own.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from typing import Any, NamedTuple

import buraco
from buraco import BuracoError, GameState, Match, RuleSet


class Reader(NamedTuple):
    """A reader, and how what it has read is written."""

    read: Callable[[str], Any]
    write: Callable[[Any], str]
    seeds: Callable[[], Iterable[str]]
    """Texts that it reads, to begin with."""


class Fault(Exception):
    """A reader has failed: it is not an error of the library's own that was raised."""


def check(reader: Reader, text: str) -> bool:
    """Whether a reader takes a text.

    Raises:
        Fault: if it fails, or what it has read does not come back.
    """
    try:
        value = reader.read(text)
    except BuracoError as error:
        _check_error(error)
        return False
    except Exception as error:
        raise Fault(f"{type(error).__name__}: {error}") from error
    written = reader.write(value)
    again = reader.read(written)
    if again != value or hash(again) != hash(value) or reader.write(again) != written:
        raise Fault(f"not read again as what it was: {written[:1000]!r}")
    return True


def _check_error(error: BuracoError) -> None:
    """Errors are short, and name a place in the text."""
    if len(str(error)) > 5000:
        raise Fault(f"an error of {len(str(error))} characters: {str(error)[:1000]}")
    if isinstance(error, buraco.NotationError) and not 0 <= error.position <= len(error.text):
        raise Fault(f"a place out of the text: {error.position}")


def _data(read: Callable[[object], Any]) -> Callable[[str], Any]:
    """A reader of data as one of text; text that is no JSON stands for itself."""

    def read_text(text: str) -> Any:
        try:
            data = json.loads(text)
        except (ValueError, RecursionError):
            data = text
        return read(data)

    return read_text


def _dumped(value: Any) -> str:
    return json.dumps(value.to_dict())


@cache
def _states() -> tuple[GameState, ...]:
    """States of random play, a few of each rule set."""
    states = [GameState.compose(buraco.CERRADO, hands={0: "3c3d"}, melds={1: ["5h6hJk8h"]})]
    for seed, rules in enumerate(buraco.RULE_SETS.values()):
        rng = random.Random(seed)
        state = GameState.deal(rules, rules.players[-1], seed=seed)
        while not state.is_over:
            if rng.random() < 0.02:
                states.append(state)
            state = state.apply(rng.choice(state.legal_moves()))
        states.append(state)
    return tuple(states)


def _moves() -> Iterator[str]:
    yield from ("P", "P:M3h4h5h", "+12=5h6h7h8hJk", " p: m 3h 4♥ 5h")
    for state in _states():
        yield from map(str, state.legal_moves()[:5])


def _melds() -> Iterator[str]:
    yield from ("2h2h3h", "9s 9d 2h", "Ac2c3c4c5c6c7c8c9cTcJcQcKcAc")
    for state in _states():
        yield from (str(meld) for side in state.sides for meld in side.melds)


def _bags() -> Iterator[str]:
    yield from ("", "jk 10h 3♣", "3c3cJkJkJkJk")
    for state in _states():
        yield from map(str, state.hands)


def _rules() -> list[RuleSet]:
    changed = buraco.CERRADO.to_dict() | {"name": "casa", "tie": "extra-hand"}
    return [*buraco.RULE_SETS.values(), RuleSet.from_dict(changed)]


def _matches() -> Iterator[Match]:
    for rules in _rules():
        yield Match.start(rules, rules.players[0], target=None)
        match = Match.start(rules, 4)
        for seed in range(3):
            match = match.finish(buraco.playout(match.deal(seed=seed), random.Random(seed)))
            yield match


def _json(values: Callable[[], Iterable[Any]]) -> Callable[[], Iterable[str]]:
    return lambda: [value.to_json() for value in values()]


def _strict(read: Callable[..., Any]) -> Callable[[str], Any]:
    return lambda text: read(text, strict=True)


READERS = {
    "card": Reader(buraco.parse_card, str, lambda: map(str, buraco.deck())),
    "card-strict": Reader(_strict(buraco.parse_card), str, lambda: map(str, buraco.deck())),
    "cards": Reader(buraco.parse_cards, str, _bags),
    "cards-strict": Reader(_strict(buraco.parse_cards), str, _bags),
    "meld": Reader(buraco.parse_meld, str, _melds),
    "meld-strict": Reader(_strict(buraco.parse_meld), str, _melds),
    "move": Reader(buraco.parse_move, str, _moves),
    "move-strict": Reader(_strict(buraco.parse_move), str, _moves),
    "rule-set": Reader(buraco.rule_set, lambda rules: str(rules.name), lambda: buraco.RULE_SETS),
    "rules-json": Reader(RuleSet.from_json, RuleSet.to_json, _json(_rules)),
    "rules-dict": Reader(_data(RuleSet.from_dict), _dumped, _json(_rules)),
    "state-json": Reader(GameState.from_json, GameState.to_json, _json(_states)),
    "state-dict": Reader(_data(GameState.from_dict), _dumped, _json(_states)),
    "match-json": Reader(Match.from_json, Match.to_json, _json(_matches)),
    "match-dict": Reader(_data(Match.from_dict), _dumped, _json(_matches)),
}
