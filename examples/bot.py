"""A bot that plays Buraco by what its seat may see, and a measure of how well it plays.

Run it with ``python examples/bot.py --hands 200``; with ``--against greedy`` it plays the stronger
one of the library's own players. Each deal is played twice, the second time with the sides
exchanged, so that a lucky deal favours nobody; the mean lead and its error are taken over deals.

The bot looks no further than one move. It gives every move a worth in points: what the melds gain,
what the hand loses, how near the side comes to a muerto or to closing, and for a discard what the
other side can do with it. The constants were found by letting the bot play.
"""

from __future__ import annotations

import argparse
import math
import random
import statistics
import time
from contextlib import suppress
from functools import lru_cache, partial
from itertools import combinations

import buraco
from buraco import CanastaKind, Card, Cards, GameState, Meld, Move, PlayerView, Rank, RuleSet, Run
from buraco.bots import GreedyBot, Player, RandomBot, play_hand

PROMISE = {3: 0.15, 4: 0.3, 5: 0.5, 6: 0.75}
"""The part of a canasta's bonus that a meld of so many cards is worth."""
HELD_CARD = 10
"""Against each card in the hand, which counts in the end and stands before the muerto."""
HELD_WILD = 40
"""For each wild in the hand."""
NEIGHBOURS = 12
"""For each two cards in the hand that go together in a meld."""
RUNNING_OUT = 150
"""For running out of cards, by the move itself or by the discard after it."""
FED = 12
"""Against a discard that fits a meld of the other side."""
PILE_CARD = 2
"""For each card of the pile, if the move gives it to the own side, or may to the other."""


class ViewBot(Player):
    """Makes the move of most worth, looking at nothing but the view; `rng` draws samples."""

    def __init__(self, rng: buraco.Rng) -> None:
        self._rng = rng
        self.decisions = 0

    def __call__(self, view: PlayerView) -> Move:
        self.decisions += 1
        choices = view.choices()
        if choices.draws:
            take = max(choices.takes, key=partial(self._worth_of_take, view), default=None)
            return take if take and self._worth_of_take(view, take) > 0 else choices.draws[0]
        play = best_play(view)
        if play is None or (choices.discards and worth(view, play) <= 0):
            return max(choices.discards, key=partial(worth, view))
        return play

    def _worth_of_take(self, view: PlayerView, take: buraco.TakePile) -> float:
        """What taking the pile is worth more than drawing."""
        if take.play is not None:
            return worth(view, take) + PILE_CARD * len(view.pile)
        # An open pile hides nothing: what could be laid then is the same in every sample.
        taken = view.sample(self._rng).apply(take).view(view.seat)
        play = best_play(taken)
        return worth(taken, play) if play else 0


def best_play(view: PlayerView) -> Move | None:
    """The new meld or addition of most worth; None if there is none."""
    choices = view.choices()
    plays: list[Move] = [*choices.lays, *choices.additions]
    return max(plays, key=partial(worth, view), default=None)


def worth(view: PlayerView, move: Move) -> float:
    """What a move other than a bare draw is worth, in points."""
    rules, own, theirs = view.rules, view.sides[view.turn % 2], view.sides[1 - view.turn % 2]
    play = move.play if isinstance(move, buraco.TakePile) else move
    hand, gain = view.hand - view.used(move), 0.0
    if isinstance(play, buraco.Discard):
        if any(fits(rules, play.card, meld) for meld in theirs.melds):
            gain -= FED + PILE_CARD * len(view.pile)
    elif isinstance(play, buraco.LayMeld | buraco.AddToMeld):
        old = own.melds[play.index] if isinstance(play, buraco.AddToMeld) else None
        gain += meld_worth(rules, play.meld) - (meld_worth(rules, old) if old else 0)
    gain += hand_worth(rules, hand) - hand_worth(rules, view.hand)
    left = len(hand) + (len(view.pile) - 1 if isinstance(move, buraco.TakePile) else 0)
    return gain + (RUNNING_OUT if left <= int(not isinstance(play, buraco.Discard)) else 0)


@lru_cache(maxsize=20_000)
def meld_worth(rules: RuleSet, meld: Meld) -> float:
    """A meld's points, its bonus, and something for what may become of it."""
    points = sum(map(rules.points, meld.cards))
    kind = rules.canasta(meld)
    if kind is not None:
        return points + rules.canasta_points[kind]
    if not isinstance(meld, Run) and not rules.group_canastas:
        return points
    hope = CanastaKind.CLEAN if meld.wild is None else CanastaKind.DIRTY
    return points + PROMISE[len(meld)] * rules.canasta_points[hope]


@lru_cache(maxsize=20_000)
def hand_worth(rules: RuleSet, hand: Cards) -> float:
    """What a hand is worth to the side that holds it, mostly less than nothing."""
    naturals = [card for card in hand if card.rank not in (None, Rank.TWO)]
    pairs = sum(are_neighbours(rules, *two) for two in combinations(naturals, 2))
    return HELD_WILD * (len(hand) - len(naturals)) + NEIGHBOURS * pairs - HELD_CARD * len(hand)


def are_neighbours(rules: RuleSet, one: Card, other: Card) -> bool:
    """Whether two cards go together in a meld."""
    if one.suit is other.suit:
        return (one.number - other.number) % 13 in (1, 2, 11, 12)
    return rules.groups and one.rank is other.rank


@lru_cache(maxsize=20_000)
def fits(rules: RuleSet, card: Card, meld: Meld) -> bool:
    """Whether a card can be added to a meld: at an end, or for its wild."""
    outcomes = [(card, *meld.cards), (*meld.cards, card)]
    if isinstance(meld, Run) and meld.wild_at:  # which only its natural card sets free
        at = meld.wild_at - meld.low
        outcomes.append((*meld.cards[:at], card, *meld.cards[at + 1 :]))
    for cards in outcomes:
        with suppress(buraco.NotationError):
            grown = type(meld)(cards)
            if rules.admits(grown) and (len(grown) > len(meld) or grown.wild is None):
                return True
    return False


def lead(bot: Player, opponent: Player, deal: GameState) -> float:
    """The bot's lead in points, the mean of both sides of a deal."""
    pairs = deal.players // 2
    first = buraco.score(play_hand(deal, [bot, opponent] * pairs)).totals
    second = buraco.score(play_hand(deal, [opponent, bot] * pairs)).totals
    return (first[0] - first[1] + second[1] - second[0]) / 2


def main() -> None:
    parser = argparse.ArgumentParser(description="Let the bot play hands of Buraco.")
    parser.add_argument("--hands", type=int, default=40, help="an even number, at least 4")
    parser.add_argument("--variant", choices=buraco.RULE_SETS, default="cerrado")
    parser.add_argument("--players", type=int, choices=(2, 4), default=4)
    parser.add_argument("--against", choices=("random", "greedy"), default="random")
    parser.add_argument("--seed", type=int, default=0, help="whence deals and choices follow")
    options = parser.parse_args()
    rules = buraco.rule_set(options.variant)
    if options.hands < 4 or options.hands % 2:
        parser.error(f"--hands must be an even number, at least 4, not {options.hands}")
    if options.seed < 0:  # a number and its negative are one seed
        parser.error(f"--seed must not be negative, not {options.seed}")
    if options.players not in rules.players:
        parser.error(f"{rules.name} is not for {options.players} players")
    rng = random.Random(options.seed)
    bot, opponent = ViewBot(rng), GreedyBot(rng) if options.against == "greedy" else RandomBot(rng)
    begun = time.perf_counter()
    seeds = range(options.seed, options.seed + options.hands // 2)
    deals = [GameState.deal(rules, options.players, seed=seed) for seed in seeds]
    found = [lead(bot, opponent, deal) for deal in deals]
    speed = bot.decisions / (time.perf_counter() - begun)
    mean, error = statistics.mean(found), statistics.stdev(found) / math.sqrt(len(found))
    print(f"{options.hands} hands of {rules.name}, {options.players} players")
    print(f"lead over the {options.against} player: {mean:.0f} points a hand, ", end="")
    print(f"standard error {error:.0f}")
    print(f"decisions: {bot.decisions}, {speed:.0f} per second of play")


if __name__ == "__main__":
    main()
