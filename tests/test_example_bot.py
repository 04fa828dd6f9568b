"""The example of a bot: a program that prints its lead, and a player that earns it."""

import importlib.util
import random
import re
import statistics
import subprocess
import sys
from collections import Counter
from types import ModuleType

import plain
import pytest
from helpers import ROOT, environment, grown, place

import buraco
from buraco import GameState, PlayerView, RuleSet
from buraco.bots import GreedyBot, Player, RandomBot, play_hand

PATH = ROOT / "examples" / "bot.py"


def load() -> ModuleType:
    spec = importlib.util.spec_from_file_location("example_bot", PATH)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


bot = load()


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-W", "error", str(PATH), *arguments],
        capture_output=True,
        text=True,
        env=environment(),
        timeout=120,
    )


def leads(opponent: Player, deals: range, rules: RuleSet = buraco.CERRADO) -> list[float]:
    player = bot.ViewBot(random.Random(1))
    return [
        bot.lead(player, opponent, GameState.deal(rules, players=4, seed=seed)) for seed in deals
    ]


def test_it_prints_its_lead_and_its_speed() -> None:
    done = run("--hands=6", "--variant=abierto", "--players=2", "--seed=5")
    assert (done.returncode, done.stderr) == (0, "")
    told = re.fullmatch(
        r"6 hands of abierto, 2 players\n"
        r"lead over the random player: (-?\d+) points a hand, standard error (\d+)\n"
        r"decisions: (\d+), (\d+) per second of play\n",
        done.stdout,
    )
    assert told is not None
    assert int(told[3]) > 6
    assert int(told[4]) > 0


def test_a_seed_repeats_the_lead() -> None:
    def lead_and_decisions(seed: int) -> str:
        return run("--hands=4", "--against=greedy", f"--seed={seed}").stdout.rpartition(",")[0]

    assert lead_and_decisions(1) == lead_and_decisions(1)
    assert lead_and_decisions(1) != lead_and_decisions(2)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--hands=3"], "--hands must be an even number"),
        (["--hands=2"], "at least 4"),
        (["--variant=cerrado-sucio-parejas", "--players=2"], "is not for 2 players"),
        (["--variant=canasta"], "invalid choice: 'canasta'"),
    ],
)
def test_wrong_options_end_with_status_2(arguments: list[str], message: str) -> None:
    done = run(*arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert message in done.stderr
    assert "Traceback" not in done.stderr


def test_it_beats_random_play_by_more_than_luck() -> None:
    """200 hands; the lead is some thirty standard errors, five would be no luck."""
    found = leads(RandomBot(random.Random(2)), range(100))
    assert statistics.mean(found) > 5 * statistics.stdev(found) / len(found) ** 0.5
    assert statistics.mean(found) > 400


def test_it_beats_the_greedy_player() -> None:
    found = leads(GreedyBot(random.Random(2)), range(50))
    assert statistics.mean(found) > 3 * statistics.stdev(found) / len(found) ** 0.5


@pytest.mark.parametrize("rules", buraco.RULE_SETS.values(), ids=lambda rules: rules.name)
def test_it_plays_from_documents_of_views(rules: RuleSet) -> None:
    """A document holds no hidden card: what the bot does depends on the view alone."""
    state = GameState.deal(rules, players=4, seed=3)
    while not state.is_over:
        view = state.view(state.turn)
        move = bot.ViewBot(random.Random(1))(view)
        assert bot.ViewBot(random.Random(2))(PlayerView.from_json(view.to_json())) == move
        state = state.apply(move)


@pytest.mark.parametrize("rules", buraco.RULE_SETS.values(), ids=lambda rules: rules.name)
def test_hands_end_among_bots(rules: RuleSet) -> None:
    for players in rules.players:
        for seed in range(3):
            hand = GameState.deal(rules, players=players, seed=seed)
            assert play_hand(hand, [bot.ViewBot(random.Random(seed))] * players).is_over


@pytest.mark.parametrize(
    "meld", ["3h4h5h", "3h4hJk6h", "4h5h6h2h", "QhKhAh", "AhJk3h", "9c9d9h", "9c9d2s", "2c2d2s"]
)
def test_what_fits_a_meld_is_what_can_be_added(meld: str) -> None:
    copies = Counter(plain.split(meld))
    for card in (*buraco.deck()[:52], buraco.JOKER):
        if card is buraco.JOKER or copies[str(card)] < 2:
            can_be_added = bool(grown(meld, str(card)))
            fits = bot.fits(buraco.CERRADO, card, buraco.parse_meld(meld))
            assert fits == can_be_added, card


def test_it_does_not_feed_the_other_side() -> None:
    view = place(hand="9h9dKc", theirs=["6h7h8h", "TdJdQd"], phase="play").view(0)
    assert bot.ViewBot(random.Random(1))(view) == buraco.parse_move("XKc")
