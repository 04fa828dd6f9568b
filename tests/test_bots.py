"""The reference players: legal, always at an end, and the greedy one beats the random one."""

import random

import pytest

import buraco
from buraco import GameState, RuleSet
from buraco.bots import GreedyBot, Player, RandomBot, play_hand

every_rule_set = pytest.mark.parametrize(
    "rules", buraco.RULE_SETS.values(), ids=lambda rules: rules.name
)


@every_rule_set
@pytest.mark.parametrize("bot", [RandomBot, GreedyBot])
def test_hands_end(rules: RuleSet, bot: type[RandomBot] | type[GreedyBot]) -> None:
    for players in rules.players:
        for seed in range(5):
            player = bot(random.Random(seed))
            hand = GameState.deal(rules, players=players, seed=seed)
            assert play_hand(hand, [player] * players).is_over


@every_rule_set
def test_greedy_beats_random(rules: RuleSet) -> None:
    for players in rules.players:
        rng = random.Random(1)
        greedy, chance = GreedyBot(rng), RandomBot(rng)
        won, lead = 0, 0
        for seed in range(30):
            swap = seed % 2
            seats: list[Player] = [greedy, chance] * 2 if swap == 0 else [chance, greedy] * 2
            hand = GameState.deal(rules, players=players, seed=seed)
            totals = buraco.score(play_hand(hand, seats[:players])).totals
            lead += totals[swap] - totals[1 - swap]
            won += totals[swap] > totals[1 - swap]
        assert won >= 18
        assert lead / 30 > 100


@pytest.mark.parametrize("bot", [RandomBot, GreedyBot])
def test_a_seed_repeats_the_hand(bot: type[RandomBot] | type[GreedyBot]) -> None:
    def final(seed: int) -> GameState:
        hand = GameState.deal(buraco.CERRADO, players=4, seed=1)
        return play_hand(hand, [bot(random.Random(seed))] * 4)

    assert final(1) == final(1)
    assert final(1) != final(2)


@every_rule_set
def test_greedy_looks_at_nothing_hidden(rules: RuleSet) -> None:
    rng = random.Random(3)
    state = GameState.deal(rules, players=4, seed=3)
    while not state.is_over:
        move = GreedyBot(random.Random(1))(state)
        assert GreedyBot(random.Random(1))(reshuffled(state, rng)) == move
        state = state.apply(move)


def reshuffled(state: GameState, rng: random.Random) -> GameState:
    """The same state with the cards that the seat to move cannot see dealt anew."""
    document = state.to_dict()
    closed = state.rules.pile is buraco.Pile.CLOSED
    buried = document["pile"][:-2] if closed else ""
    hidden = [
        *(hand for seat, hand in enumerate(document["hands"]) if seat != state.turn),
        *(document["stock"], *document["muertos"], buried),
    ]
    text = "".join(hidden)
    cards = [text[at : at + 2] for at in range(0, len(text), 2)]
    rng.shuffle(cards)

    def as_many_as(old: str) -> str:
        return "".join(cards.pop() for _ in range(len(old) // 2))

    document["hands"] = [
        hand if seat == state.turn else as_many_as(hand)
        for seat, hand in enumerate(document["hands"])
    ]
    document["stock"] = as_many_as(document["stock"])
    document["muertos"] = [as_many_as(muerto) for muerto in document["muertos"]]
    document["pile"] = as_many_as(buried) + document["pile"][len(buried) :]
    return GameState.from_dict(document)


def test_play_hand_wants_a_player_for_each_seat() -> None:
    hand = GameState.deal(buraco.CERRADO, players=4, seed=1)
    bot = RandomBot(random.Random(1))
    for number in (0, 2, 5):
        with pytest.raises(buraco.MatchError, match="one player for each of 4 seats"):
            play_hand(hand, [bot] * number)


def test_play_hand_passes_on_illegal_moves() -> None:
    hand = GameState.deal(buraco.CERRADO, players=2, seed=1)
    with pytest.raises(buraco.IllegalMove):
        play_hand(hand, [lambda state: buraco.DrawStock()] * 2)
