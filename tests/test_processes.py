"""The same hands in every process, whatever its hash seed, with assertions and without."""

import hashlib
import os
import pickle
import random
import subprocess
import sys
from pathlib import Path

import attrs
import pytest
from helpers import PACKAGE, environment

import buraco
from buraco import GameState, Match, RuleSet
from buraco.render import hand_svg, score_html, table_svg

HERE = Path(__file__).parent


def digest(rules: RuleSet) -> str:
    """A digest of what the first 300 moves of a match list, say and lead to, all in order."""
    seen = hashlib.sha256()
    rng = random.Random(3)
    match = Match.start(rules, target=1_000_000)
    hand = match.deal(seed=1)
    for _ in range(300):
        if hand.is_over:
            match = match.finish(hand)
            hand = match.deal(rng=rng)
        moves = hand.legal_moves()
        told = [*map(str, moves), repr(hand), hand.to_json(), str(hand), str(buraco.score(hand))]
        told += [str(hand.why_not(buraco.TakePile())), match.to_json()]
        view = hand.view(1)
        told += [view.to_json(), str(view), view.sample(rng).to_json(), repr(hand.choices())]
        seen.update("\n".join(told).encode())
        hand = hand.apply(moves[int(rng.random() * len(moves))])
    return seen.hexdigest()


def pictures() -> str:
    """A digest of pictures and scores of some tables."""
    seen = hashlib.sha256()
    rng = random.Random(8)
    for rules in buraco.RULE_SETS.values():
        hand = GameState.deal(rules, seed=8)
        for _ in range(40):
            hand = hand.apply(hand.legal_moves()[0])
        move = hand.legal_moves()[int(rng.random() * len(hand.legal_moves()))]
        told = [table_svg(hand, highlight=move, language="es"), table_svg(hand.view(1))]
        told += [hand_svg(hand.hands[0]), score_html(buraco.score(hand))]
        seen.update("\n".join(told).encode())
    return seen.hexdigest()


def iteration_orders() -> str:
    """What iterating goes through, where an order could come from hashes."""
    deck = buraco.deck()
    bag = buraco.Cards(set(deck))
    parts: list[object] = [*bag, *buraco.RULE_SETS, *buraco.Reason, *buraco.CERRADO.card_points]
    parts += [*buraco.rule_set("abierto-sucio").canasta_points, *buraco.__all__]
    parts += buraco.RuleSet.from_dict(buraco.CERRADO.to_dict()).to_dict()
    return " ".join(map(str, parts))


def report() -> str:
    digests = [digest(rules) for rules in buraco.RULE_SETS.values()]
    composed = GameState.compose(buraco.CERRADO, seed=3, hands={1: "3c4c"}, stock_size=9)
    return "\n".join([*digests, pictures(), iteration_orders(), composed.to_json()])


def python(*flags: str, hash_seed: str, says: str) -> bytes:
    """What a new process says when asked for something of this module, ``t``."""
    code = f"import pickle, sys, test_processes as t; sys.stdout.buffer.write({says})"
    path = os.pathsep.join([str(PACKAGE.parent), str(HERE)])
    done = subprocess.run(
        [sys.executable, "-W", "error", *flags, "-c", code],
        env=environment(PYTHONHASHSEED=hash_seed, PYTHONPATH=path),
        capture_output=True,
        timeout=300,
    )
    assert done.stderr == b""
    assert done.returncode == 0
    return done.stdout


@pytest.mark.parametrize(
    ("hash_seed", "flags"), [("0", []), ("1", []), ("random", []), ("random", ["-O"])]
)
def test_every_process_plays_the_same(hash_seed: str, flags: list[str]) -> None:
    assert python(*flags, hash_seed=hash_seed, says="t.report().encode()").decode() == report()


def test_matches_of_other_rules_differ() -> None:
    assert len({digest(rules) for rules in buraco.RULE_SETS.values()}) == len(buraco.RULE_SETS)


def test_pickles_of_another_process_are_equal_and_hash_equal() -> None:
    """Hashes may differ from process to process, so none may travel with a value."""
    for hash_seed in ("1", "2"):
        loaded = pickle.loads(python(hash_seed=hash_seed, says="pickle.dumps(t.values())"))
        for mine, other in zip(values(), loaded, strict=True):
            assert mine == other
            assert hash(mine) == hash(other)
            assert mine in {other}


def values() -> list[object]:
    """Values of every kind, whose hashes have been asked for."""
    house = attrs.evolve(buraco.CERRADO, name="casa", tie=buraco.Tie.EXTRA_HAND)
    state = GameState.deal(house, seed=1)
    found: list[object] = [house, buraco.CERRADO, state, state.apply(buraco.DrawStock())]
    found += [Match.start(house), buraco.score(state), state.sides[0], state.hands[0]]
    found.append(buraco.Record.start(state, {"a": "1", "b": "2"}).play(buraco.DrawStock()))
    found += [buraco.parse_card("5h"), buraco.parse_meld("5h6hJk"), buraco.parse_meld("7c7d7h")]
    found += map(buraco.parse_move, ["D", "P", "P:M3h4h5h", "M7c7d7h", "+3=5h6hJk", "XJk"])
    for value in found:
        hash(value)
    return found
