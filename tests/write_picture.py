"""Draw the picture of the README anew.

    python tests/write_picture.py

Run it after a change in how tables are drawn.
"""

from __future__ import annotations

from pathlib import Path

import buraco
from buraco import GameState
from buraco.render import table_svg

PICTURE = Path(__file__).parents[1] / "docs" / "_static" / "table.svg"


def picture() -> str:
    """What a player sees in the middle of a hand, the best move marked."""
    state = GameState.compose(
        buraco.CERRADO,
        players=2,
        seed=5,
        hands={0: "4h7h9h Ts Js Qs 6c 6d Ac 2d"},
        melds={0: ["3c4c5c6c7c8c9c", "QdQhQs"], 1: ["5h6hJk8h", "JcJdJh2s", "TdJdQdKd"]},
        pile="9d4cKs",
        taken={1: 1},
        phase="draw",
    )
    move = buraco.parse_move("P:MTsJsQsKs")
    return table_svg(state.view(0), size=760, highlight=move) + "\n"


def main() -> None:
    PICTURE.write_text(picture(), "utf-8")


if __name__ == "__main__":
    main()
