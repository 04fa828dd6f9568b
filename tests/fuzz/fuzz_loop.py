"""A loop of random changes to valid texts, which needs nothing but Python.

Some changes know JSON, so that documents stay documents and the checks behind their shape are
reached: keys dropped, doubled, put elsewhere, values of other kinds and sizes, cards that change
places. The others change letters.
"""

from __future__ import annotations

import itertools
import json
import random
import re
import time
from typing import Any

from fuzz_readers import Fault, Reader, check

SCALARS = """
null true false 0 -1 1 2 3 4 5 108 1.0 1e400 -0 NaN Infinity -Infinity [] {} [[]] [null] "" "Jk"
"3h" "3h4h5h" "cerrado" "over" "\\ud800" "\\u0000" "\u2665" 9223372036854775807 9223372036854775808
"""
LARGE = ["9" * 5000, "[" * 40 + "]" * 40, "[" * 5000, '{"a":' * 1000, '"' + "3h" * 3000 + '"']
ODD_JSON = [*SCALARS.split(), *LARGE]
ODD_TEXT = ["\ud800", "\x00", "\n", " ", "\u2665", "\ufe0f", "\u0663", "\u017f", "10", "jk", "Jk"]
ODD_TEXT += [
    "2h",
    ":",
    "+",
    "=",
    "P",
    "M",
    "X",
    "D",
    '"',
    "{",
    "}",
    "[",
    "]",
    ",",
    "\\",
    "9" * 5000,
]
CARD = re.compile(r"[A2-9TJQK][cdhs]|Jk")
VALUE = re.compile(r'(?<=[:\[,])("[^"]*"|-?\d+|true|false|null)')


def fuzz(reader: Reader, seed: int, *, rounds: int | None = None, seconds: float = 1e9) -> int:
    """Change texts for so many rounds or seconds.

    Returns:
        How many of the changed texts were taken.

    Raises:
        Fault: with the text that the reader failed for.
    """
    rng = random.Random(seed)
    texts = list(reader.seeds())
    taken = 0
    ends = time.monotonic() + seconds
    for number in itertools.count():
        if number == rounds or time.monotonic() > ends:
            return taken
        text = changed(rng.choice(texts), texts, rng)
        try:
            taken += check(reader, text)
        except Fault as fault:
            raise Fault(f"{fault}, for {text!r}") from fault
    raise AssertionError("counting does not end")


def changed(text: str, texts: list[str], rng: random.Random) -> str:
    """A text after a few changes."""
    changes = [_swap_cards, _letters, _letters]
    if text.startswith("{"):
        changes = [_swap_cards, _swap_cards, _value, _value, _document, _document, _letters]
    for _ in range(rng.choice([1, 1, 1, 2, 3])):
        text = rng.choice(changes)(text, texts, rng)
    return text


def _letters(text: str, texts: list[str], rng: random.Random) -> str:
    """Some letters dropped, doubled, or put in place of others."""
    start, end = sorted(rng.randint(0, len(text)) for _ in range(2))
    end = min(end, start + rng.choice([0, 1, 2, 8, 1000]))
    other = rng.choice(texts)
    cut = rng.randint(0, len(other))
    middle = rng.choice(["", text[start:end] * 2, other[cut : cut + 8], rng.choice(ODD_TEXT)])
    return text[:start] + middle + text[end:]


def _swap_cards(text: str, texts: list[str], rng: random.Random) -> str:
    """Two cards that change places: of a state in which every card stands once, another one."""
    found = list(CARD.finditer(text))
    if len(found) < 2:
        return text
    one, other = sorted(rng.sample(found, 2), key=lambda match: match.start())
    between = text[one.end() : other.start()]
    return text[: one.start()] + other[0] + between + one[0] + text[other.end() :]


def _value(text: str, texts: list[str], rng: random.Random) -> str:
    """Another value, somewhere in JSON text."""
    found = list(VALUE.finditer(text))
    if not found:
        return text
    match = rng.choice(found)
    return text[: match.start()] + rng.choice(ODD_JSON) + text[match.end() :]


def _document(text: str, texts: list[str], rng: random.Random) -> str:
    """A key or an element dropped, doubled or moved."""
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        return text
    holders = list(_holders(data))
    if not holders:
        return text
    holder, other = rng.choice(holders), rng.choice(holders)
    key = rng.choice(list(holder) if isinstance(holder, dict) else range(len(holder)))
    value = holder[key]
    kind = rng.choice(["drop", "twice", "append", "move"])
    if kind == "twice" and isinstance(holder, dict):
        written = json.dumps(data)
        pair = f"{json.dumps(key)}: {json.dumps(value)}"
        return written.replace(pair, f"{pair}, {pair}", 1)
    if kind in ("drop", "move"):
        del holder[key]
    copied = json.loads(json.dumps(value))  # a value that holds itself could not be written
    if kind in ("append", "move") and isinstance(other, list):
        other.insert(rng.randint(0, len(other)), copied)
    elif kind in ("append", "move") and isinstance(other, dict):
        other[rng.choice([key if isinstance(key, str) else "more", *other])] = copied
    return json.dumps(data)


def _holders(data: Any) -> Any:
    """All lists and objects within a value that hold something."""
    if isinstance(data, dict | list) and data:
        yield data
        for inner in data.values() if isinstance(data, dict) else data:
            yield from _holders(inner)
