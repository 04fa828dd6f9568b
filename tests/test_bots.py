"""The reference players: legal, always at an end, and the greedy one beats the random one."""

import random

import pytest
from helpers import place

import buraco
from buraco import GameState, PlayerView, RuleSet
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
def test_each_player_is_shown_its_own_view_and_no_more(rules: RuleSet) -> None:
    shown: list[list[PlayerView]] = [[] for _ in range(4)]
    greedy = GreedyBot(random.Random(3))

    def recording(seat: int) -> Player:
        def choose(view: PlayerView) -> buraco.Move:
            shown[seat].append(view)
            return greedy(view)

        return choose

    dealt = GameState.deal(rules, players=4, seed=3)
    end = play_hand(dealt, [recording(seat) for seat in range(4)])
    assert shown[0][0] == dealt.view(0)
    assert end.is_over
    for seat, views in enumerate(shown):
        assert views
        assert all(type(view) is PlayerView for view in views)
        assert all(view.seat == view.turn == seat for view in views)


@every_rule_set
def test_greedy_chooses_alike_whatever_is_hidden(rules: RuleSet) -> None:
    """From a view that went through its document, which holds no hidden card."""
    state = GameState.deal(rules, players=4, seed=3)
    while not state.is_over:
        view = state.view(state.turn)
        move = GreedyBot(random.Random(1))(view)
        assert GreedyBot(random.Random(1))(PlayerView.from_json(view.to_json())) == move
        state = state.apply(move)


def test_greedy_takes_an_open_pile_for_what_lies_in_it() -> None:
    bot = GreedyBot(random.Random(1))
    worth = place("abierto", hand="3h4hJcKd", pile="5h9s")
    assert bot(worth.view(0)) == buraco.TakePile()
    nothing = place("abierto", hand="3h4hJcKd", pile="8h9s")
    assert bot(nothing.view(0)) == buraco.DrawStock()


def test_play_hand_wants_a_player_for_each_seat() -> None:
    hand = GameState.deal(buraco.CERRADO, players=4, seed=1)
    bot = RandomBot(random.Random(1))
    for number in (0, 2, 5):
        with pytest.raises(buraco.MatchError, match="one player for each of 4 seats"):
            play_hand(hand, [bot] * number)


def test_play_hand_passes_on_illegal_moves() -> None:
    hand = GameState.deal(buraco.CERRADO, players=2, seed=1)
    with pytest.raises(buraco.IllegalMove):
        play_hand(hand, [lambda view: buraco.DrawStock()] * 2)
