"""Documents for the tests of reading and writing, and what can be done to them."""

import copy
import json
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

from hypothesis import strategies as st

import buraco
from buraco.errors import FormatError

CASES = Path(__file__).parent / "cases"
Document = dict[str, Any]


def case_states() -> Iterator[tuple[str, Document]]:
    """Every state in the expected results, with a name."""
    lines = (CASES / "traces.jsonl").read_text("utf-8").splitlines()
    for number, trace in enumerate(map(json.loads, lines)):
        yield f"trace {number}", trace["final"]
    for name in ("situations", "scores"):
        for case in json.loads((CASES / f"{name}.json").read_text("utf-8")):
            for key in ("state", "after"):
                if case.get(key) is not None:
                    yield f"{case['id']} {key}", case[key]


STATES = dict(case_states())


def split(text: str) -> list[str]:
    return [text[i : i + 2] for i in range(0, len(text), 2)]


def state_document(
    *,
    rules: Any = "cerrado",
    hands: Sequence[str] = ("3c4c5c9d", "3d4d5d9h", "3h4h5h9s", "9c3s4s5s"),
    melds: Sequence[Sequence[str]] = ((), ()),
    pile: str = "8c",
    stock: str = "",
    muertos: int = 2,
    rest: str = "stock",
    takers: Sequence[Document | None] = (None, None),
    **others: Any,
) -> Document:
    """A state in which every card of the deck stands once: what is not named is in `rest`."""
    known = rules if isinstance(rules, str) else rules["name"]
    left = Counter(split("".join(map(str, buraco.deck(buraco.RULE_SETS[known].jokers)))))
    for text in (*hands, *melds[0], *melds[1], pile, stock):
        left -= Counter(split(text))
    cards = list(left.elements())
    document = {
        "format": "buraco.state/1",
        "rules": rules,
        "starter": 0,
        "turn": 0,
        "phase": "draw",
        "hands": list(hands),
        "stock": stock,
        "pile": pile,
        "muertos": ["".join(cards[11 * i : 11 * i + 11]) for i in range(muertos)],
        "sides": [
            {"melds": list(melds[side]), "muerto": copy.copy(takers[side])} for side in (0, 1)
        ],
        "closed_by": None,
    }
    document[rest] = "".join(cards[11 * muertos :]) + document[rest]
    return {**document, **others}


def at(document: Any, path: Sequence[str | int]) -> Any:
    for key in path:
        document = document[key]
    return document


def changed(document: Document, path: Sequence[str | int], value: Any) -> Document:
    """A copy in which another value stands at a path."""
    document = copy.deepcopy(document)
    at(document, path[:-1])[path[-1]] = value
    return document


def without(document: Document, path: Sequence[str | int]) -> Document:
    """A copy in which a key or an element is gone."""
    document = copy.deepcopy(document)
    del at(document, path[:-1])[path[-1]]
    return document


def paths(value: Any, path: tuple[str | int, ...] = ()) -> list[tuple[str | int, ...]]:
    """The paths of all values within a value."""
    items: Any = ()
    if isinstance(value, dict):
        items = value.items()
    elif isinstance(value, list):
        items = enumerate(value)
    found = []
    for key, item in items:
        found += [(*path, key), *paths(item, (*path, key))]
    return found


def text_of(path: Sequence[str | int]) -> str:
    """A path as errors write it."""
    parts = (f"[{key}]" if isinstance(key, int) else f".{key}" for key in path)
    return "".join(parts).removeprefix(".")


def fault(read: Callable[[Any], object], data: object) -> tuple[str, str]:
    """The path and the message of the error that reading raises."""
    try:
        value = read(data)
    except FormatError as error:
        return error.path, error.message
    raise AssertionError(f"read as {value!r}")


def read_both_ways(kind: Any, data: object) -> Any:
    """What a class reads, from data and from JSON alike; None if both refuse it alike."""
    results = []
    for read, source in ((kind.from_dict, data), (kind.from_json, json.dumps(data))):
        try:
            results.append(read(source))
        except FormatError as error:
            results.append((error.path, error.message))
    assert results[0] == results[1]
    if isinstance(results[0], tuple):
        return None
    assert kind.from_dict(results[0].to_dict()) == results[0]
    return results[0]


# Strategies.

SCALARS = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-3, 5),
    st.integers(),
    st.floats(),
    st.sampled_from(["", "3h", "Jk", "10h", "over", "cerrado", "3h4h5h", "buraco.state/1", "\x00"]),
    st.text(st.characters(), max_size=5),
)
JSON = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=10,
)


@st.composite
def mutations(draw: st.DrawFn, documents: st.SearchStrategy[Document]) -> Any:
    """A document with a few faults, each of them small."""
    document = copy.deepcopy(draw(documents))
    for _ in range(draw(st.integers(1, 3))):
        path = draw(st.sampled_from(paths(document) or [()]))
        if path:
            _mutate(draw, document, path)
    return document


def _mutate(draw: st.DrawFn, document: Any, path: Sequence[str | int]) -> None:
    holder, key = at(document, path[:-1]), path[-1]
    value = holder[key]
    kind = draw(st.sampled_from(["drop", "double", "retype", "change", "change", "change"]))
    if kind == "drop":
        del holder[key]
    elif kind == "double" and isinstance(key, int):
        holder.insert(key, copy.deepcopy(value))
    elif kind == "double":
        holder[draw(st.sampled_from([f"{key}s", "seat", "name"]))] = copy.deepcopy(value)
    elif kind == "retype":
        holder[key] = draw(JSON)
    elif isinstance(value, bool):
        holder[key] = not value
    elif isinstance(value, int):
        holder[key] = value + draw(st.sampled_from([-1, 1, 2, 2**63, -(2**64)]))
    elif isinstance(value, str):
        holder[key] = _mutated_text(draw, document, path, value)


def _mutated_text(draw: st.DrawFn, document: Any, path: Sequence[str | int], value: str) -> str:
    kind = draw(st.sampled_from(["swap", "turn", "shorten", "case", "space", "sort", "other"]))
    if kind == "swap":  # the last cards of two places
        texts = [p for p in paths(document) if isinstance(at(document, p), str) and p != path]
        if texts:
            other = draw(st.sampled_from(texts))
            theirs = at(document, other)
            at(document, other[:-1])[other[-1]] = theirs[:-2] + value[-2:]
            return value[:-2] + theirs[-2:]
    cards = split(value)
    return {
        "turn": "".join(reversed(cards)),
        "shorten": value[:-2],
        "case": value.swapcase(),
        "space": value.replace("h", "h "),
        "sort": "".join(sorted(cards)),
    }.get(kind, value + draw(st.sampled_from(["3c", "Jk", "x"])))
