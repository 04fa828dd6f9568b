"""A hand of Buraco from the deal to the score: moves listed, asked about, applied.

Run it with ``python examples/quickstart.py``.
"""

import random

import buraco


def main() -> None:
    # Deal: the same seed gives the same cards everywhere.
    state = buraco.GameState.deal(buraco.CERRADO, players=4, seed=7)
    print(repr(state))

    # List the legal moves: the first player can only draw.
    print("to begin with:", *state.legal_moves())
    state = state.apply(buraco.DrawStock())
    print("after drawing:", *state.legal_moves())

    # A move has a text, and a refused move a reason.
    again = buraco.parse_move("D")
    refusal = state.why_not(again)
    if refusal is not None:
        print(f"not {again}: {refusal.reason.value}")

    # Play on: every move gives a new state, the old one stays as it was.
    rng = random.Random(7)
    while not state.is_over:
        state = state.apply(rng.choice(state.legal_moves()))
    print(state)

    # Score: the totals, and the lines that add up to them.
    score = buraco.score(state)
    print("totals:", *score.totals)
    for line in score.sides[0].lines:
        print(" ", line)


if __name__ == "__main__":
    main()
