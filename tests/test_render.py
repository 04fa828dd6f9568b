"""Pictures: that they are well-formed, show what there is, and nothing lies where it should not."""

from __future__ import annotations

import random
import re
from operator import itemgetter
from typing import Any
from xml.etree import ElementTree

import attrs
import pictures
import plain
import pytest
from helpers import house, place
from hypothesis import given
from hypothesis import strategies as st
from strategies import Way, bags, big, melds, rule_sets, share, ways
from test_view import SEATS, other_state, seat_of
from write_picture import PICTURE, picture

import buraco
from buraco import (
    AddToMeld,
    Card,
    Cards,
    CardsError,
    Discard,
    DrawStock,
    GameState,
    LayMeld,
    Meld,
    Move,
    Pile,
    PlayerView,
    RenderError,
    Run,
    TakePile,
    parse_card,
    parse_cards,
    parse_meld,
    parse_move,
)
from buraco.render import cards_svg, hand_svg, meld_svg, score_html, table_svg
from buraco.render.blocks import label, text_width
from buraco.words import LANGUAGES

sizes = st.sampled_from([320, 375, 719, 720, 800, 1280, 4096])
languages = st.sampled_from(sorted(LANGUAGES))
STARTS = GameState.deal(buraco.CERRADO, seed=7)
EVERY = [
    lambda **options: table_svg(STARTS, **options),
    lambda **options: hand_svg(STARTS.hands[0], **options),
    lambda **options: cards_svg(STARTS.hands[0], **options),
    lambda **options: meld_svg(parse_meld("3h4h5h"), **options),
]
every_picture = pytest.mark.parametrize("draw", EVERY, ids=["table", "hand", "cards", "meld"])


def split(cards: object) -> list[str]:
    return list(plain.split(str(cards)))


def check_geometry(svg: str) -> None:
    """Nothing lies outside of the picture, and no place, label or card covers another one's."""
    root = pictures.read(svg)
    frame = pictures.frame(root)
    parts = list(pictures.parts(root))
    for part in parts:
        box = pictures.box_of(part)
        assert box is None or frame.holds(box), ElementTree.tostring(part.element)
    _check_labels(parts)
    _check_cards(parts)


def _check_labels(parts: list[pictures.Part]) -> None:
    """No label lies on another label, nor on a card of any place."""
    labels = [p for p in parts if p.name == "text" and p.get("data-card") is None]
    boxes = [box for part in labels if (box := pictures.box_of(part))]
    for number, box in enumerate(boxes):
        assert not any(box.overlaps(other) for other in boxes[number + 1 :])
    cards = [box for part in parts if (box := _card_box(part))]
    assert not [box for box in boxes if any(box.overlaps(card) for card in cards)]


def _card_box(part: pictures.Part) -> pictures.Box | None:
    if not {"data-card", "data-back"} & part.element.attrib.keys():
        return None
    (rect, *_) = part.element
    return pictures.box_of(pictures.Part(rect, part.x, part.y, 1, ()))


def _check_cards(parts: list[pictures.Part]) -> None:
    """Cards cover each other only within a place, and never a rank and its sign."""
    drawn = [(p, box) for p in parts if (box := _card_box(p))]
    for number, (part, box) in enumerate(drawn):
        later = [(other, at) for other, at in drawn[number + 1 :] if at.overlaps(box)]
        assert all(other.get("data-place") == part.get("data-place") for other, _ in later)
        if "data-card" in part.element.attrib:
            strip = box._replace(right=box.left + 0.38 * (box.right - box.left))
            if box.right - box.left > box.bottom - box.top:  # it lies across
                assert not later
            assert not [at for _, at in later if at.overlaps(strip)]


# Cards, hands, melds.


@share(0.3)
@given(bags, sizes, languages, st.booleans(), st.data())
def test_hands_show_their_cards(
    bag: Cards, size: int, language: str, four: bool, data: st.DataObject
) -> None:
    marked = [card for card in bag if data.draw(st.booleans())]
    for draw in (hand_svg, cards_svg):
        svg = draw(bag, size=size, language=language, four_colors=four, highlight=marked)
        root = pictures.read(svg)
        assert pictures.cards_in(root) == split(bag)
        assert sorted(card for _, card in pictures.marked_cards(root)) == sorted(map(str, marked))
        assert pictures.frame(root).right <= size
        check_geometry(svg)


def test_cards_come_in_the_order_given_and_hands_in_canonical_order() -> None:
    cards = [parse_card(text) for text in ("Jk", "3c", "Ah", "3c")]
    assert pictures.cards_in(pictures.read(cards_svg(cards))) == ["Jk", "3c", "Ah", "3c"]
    assert pictures.cards_in(pictures.read(hand_svg(iter(cards)))) == ["3c", "3c", "Ah", "Jk"]
    assert pictures.cards_in(pictures.read(cards_svg(cards[2]))) == ["Ah"]


def test_a_hand_without_cards_is_an_empty_place() -> None:
    root = pictures.read(hand_svg(Cards()))
    assert pictures.cards_in(root) == []
    assert [part for part in pictures.parts(root) if part.get("stroke-dasharray")]


@share(0.5)
@given(melds, sizes, languages)
def test_melds_show_their_cards_their_wild_and_their_kind(
    meld: Meld, size: int, language: str
) -> None:
    svg = meld_svg(meld, size=size, language=language)
    root = pictures.read(svg)
    assert pictures.cards_in(root) == split(meld)
    faces = [part for part in pictures.parts(root) if "data-card" in part.element.attrib]
    wild = [number for number, part in enumerate(faces) if part.element.get("data-wild")]
    if isinstance(meld, Run):
        assert wild == ([meld.wild_at - meld.low] if meld.wild else [])
    else:
        assert wild == ([len(meld) - 1] if meld.wild else [])
    kinds = [part.element.get("data-canasta") for part in pictures.parts(root)]
    kind = meld.canasta
    assert [found for found in kinds if found] == ([] if kind is None else [kind.value])
    said = [] if kind is None else [LANGUAGES[language].canastas[kind]]
    assert pictures.words_of(root) == said
    assert pictures.frame(root).right <= size
    check_geometry(svg)


def test_the_last_card_of_a_canasta_lies_across() -> None:
    def lie_across(text: str) -> list[bool]:
        boxes = map(_card_box, pictures.parts(pictures.read(meld_svg(parse_meld(text)))))
        return [box.right - box.left > box.bottom - box.top for box in boxes if box]

    assert lie_across("3h4h5h6h7h8h9h") == [False] * 6 + [True]
    assert lie_across("3h4h5h6h7h8h") == [False] * 6


def test_the_rules_say_what_is_a_canasta() -> None:
    group = parse_meld("9c9c9d9d9h9h9s")
    assert "clean canasta" in meld_svg(group)
    assert "clean canasta" in meld_svg(group, rules=buraco.CERRADO)
    assert "canasta" not in meld_svg(group, rules=buraco.CERRADO_SUCIO_PAREJAS)


# Tables.


@share(0.2)
@given(ways | big, sizes, languages)
def test_tables_show_every_card_that_lies_face_up(way: Way, size: int, language: str) -> None:
    state = way.state(over=True)
    svg = table_svg(state, size=size, language=language)
    root = pictures.read(svg)
    for seat, hand in enumerate(state.hands):
        assert pictures.cards_in(root, f"hand-{seat}") == split(hand)
    for number, side in enumerate(state.sides):
        for index, meld in enumerate(side.melds):
            assert pictures.cards_in(root, f"meld-{number}-{index}") == split(meld)
    pile = [str(card) for card in state.pile]
    shown = pile if state.rules.pile is Pile.OPEN else pile[-1:]
    assert pictures.cards_in(root, "pile") == shown
    on_table = sum(len(meld) for side in state.sides for meld in side.melds)
    assert len(pictures.cards_in(root)) == sum(map(len, state.hands)) + on_table + len(shown)
    words = LANGUAGES[language]
    labels = pictures.words_of(root)
    assert f"{words.stock} {len(state.stock)}" in labels
    assert f"{words.pile} {len(state.pile)}" in labels
    muerto = f"{words.muerto} {state.rules.muerto_size}"
    assert labels.count(muerto) == len(state.muertos)
    assert pictures.frame(root).right == size
    check_geometry(svg)


@share(0.3)
@given(ways, st.sampled_from(SEATS), st.integers(0, 2**32))
def test_hidden_cards_are_in_no_picture_of_a_view(way: Way, seat: int | None, seed: int) -> None:
    state = way.state(over=True)
    seat = seat_of(state, seat)
    other = other_state(state, seat, random.Random(seed))
    one, two = state.view(seat), other.view(seat)
    assert table_svg(one) == table_svg(two) == one._repr_svg_()
    check_geometry(table_svg(one))
    for move in state.legal_moves()[-3:]:
        assert drawn_or_refused(one, move) == drawn_or_refused(two, move)


def drawn_or_refused(view: PlayerView, move: Move) -> str:
    """The picture of a view with a move, or the message of its refusal."""
    try:
        return table_svg(view, highlight=move)
    except RenderError as error:
        assert not view.is_legal(move)
        return str(error)


@share(0.2)
@given(ways | big, st.sampled_from(SEATS), languages)
def test_views_show_the_seats_cards_and_backs_for_the_others(
    way: Way, seat: int | None, language: str
) -> None:
    state = way.state(over=True)
    seat = seat_of(state, seat)
    root = pictures.read(table_svg(state.view(seat), language=language))
    whole = pictures.read(table_svg(state, language=language))
    for number, hand in enumerate(state.hands):
        place = f"hand-{number}"
        own = number == seat
        assert pictures.cards_in(root, place) == (split(hand) if own else [])
        assert pictures.backs_in(root, place) == (0 if own else len(hand))
    # The own side comes first, but in each place lies the same.
    face_up, seen = (sorted(pictures.placed(table), key=itemgetter(1)) for table in (whole, root))
    assert [card for card in seen if not card[1].startswith("hand-")] == [
        card for card in face_up if not card[1].startswith("hand-")
    ]
    yours = [text for text in pictures.words_of(root) if f"({LANGUAGES[language].you})" in text]
    assert len(yours) == (seat is not None)


def tops(root: ElementTree.Element) -> dict[str, float]:
    """How far down each place begins, by what is drawn in it."""
    found: dict[str, float] = {}
    for part in pictures.parts(root):
        box = pictures.box_of(part)
        name = part.get("data-place")
        if box and name:
            found[name] = min(found.get(name, box.top), box.top)
    return found


def widths(root: ElementTree.Element, place: str) -> set[float]:
    """How wide the cards of a place are, those that lie across left out."""
    parts = [part for part in pictures.parts(root) if part.get("data-place") == place]
    boxes = [box for part in parts if (box := _card_box(part))]
    upright = [box for box in boxes if box.bottom - box.top > box.right - box.left]
    return {round(box.right - box.left, 1) for box in upright}


@share(0.3)
@given(ways | big, st.integers(0, 3), sizes)
def test_who_looks_finds_his_hand_first_and_largest(way: Way, seat: int, size: int) -> None:
    state = way.state(over=True)
    seat %= state.players
    root = pictures.read(table_svg(state.view(seat), size=size))
    top, own = tops(root), f"hand-{seat}"
    # Above it lie stock, muertos and pile, but nobody's melds and no other hand.
    for name in top.keys() - {own}:
        if name.startswith(("side-", "hand-", "meld-")):
            assert top[own] < top[name]
        assert max(widths(root, name), default=0) < min(widths(root, own), default=10_000)
    for other in range(state.players):
        if other != seat:
            assert max(widths(root, f"hand-{other}"), default=0) < 30
    sides = [f"side-{seat % 2}", f"side-{1 - seat % 2}"]
    found = [part.element.get("data-place") for part in pictures.parts(root)]
    assert [name for name in found if name in sides] == sides


def test_the_own_hand_is_on_a_phones_first_screen_however_many_melds() -> None:
    runs = [f"{a}{s}{b}{s}{c}{s}" for s in "cdhs" for a, b, c in ("A23", "456", "789", "TJQ")]
    state = place(hand="KcJk", melds=runs, theirs=runs, muertos=0, taken={0: True, 1: False})
    seats = {seat: tops(pictures.read(table_svg(state.view(seat), size=390))) for seat in range(4)}
    assert {round(top[f"hand-{seat}"]) for seat, top in seats.items()} == {
        round(seats[0]["hand-0"])
    }
    assert seats[3]["hand-3"] < 200


def test_on_wide_tables_the_own_hand_lies_beside_stock_and_pile() -> None:
    view = STARTS.view(2)
    wide = pictures.read(table_svg(view, size=1280))
    assert tops(wide)["hand-2"] < tops(wide)["stock"]
    narrow = pictures.read(table_svg(view, size=390))
    assert tops(narrow)["hand-2"] > tops(narrow)["stock"]


def test_the_description_of_a_view_begins_with_the_own_hand() -> None:
    svg = table_svg(STARTS.view(3), language="es")
    told = [svg.index(text) for text in ("Asiento 3 (tú): 11 cartas: ", "Asiento 0: 11 cartas.")]
    assert told == sorted(told)
    assert svg.index("Bando 1, sin muerto") < svg.index("Bando 0, sin muerto")


@share(0.2)
@given(ways | big)
def test_every_legal_move_can_be_highlighted(way: Way) -> None:
    state = way.state()
    turn = state.turn
    moves = state.legal_moves()
    for move in random.Random(1).sample(moves, min(len(moves), 5)):
        root = pictures.read(table_svg(state, highlight=move))
        places, cards = pictures.marked_places(root), pictures.marked_cards(root)
        assert all(where == f"hand-{turn}" for where, _ in cards)
        used = parse_cards("".join(card for _, card in cards))
        assert used <= state.hands[turn]
        match move:
            case DrawStock():
                assert (places, cards) == (["stock"], [])
            case Discard(card):
                assert (places, str(used)) == (["pile"], str(card))
            case TakePile(None):
                assert (places, cards) == (["pile"], [])
            case TakePile(play):
                assert places[0] == "pile"
                top = Cards(state.pile[-1:])
                assert move in state.plays(used, getattr(play, "index", None))
                assert _used_of(state, play) == used + top
            case _:
                assert "pile" not in places
                assert _used_of(state, move) == used
        if isinstance(move, AddToMeld):
            assert places == [f"meld-{turn % 2}-{move.index}"]


def _used_of(state: GameState, play: LayMeld | AddToMeld) -> Cards:
    if isinstance(play, LayMeld):
        return play.meld.bag
    return play.meld.bag - state.sides[state.turn % 2].melds[play.index].bag


def test_highlighted_cards_do_not_cover_each_other() -> None:
    state = place(hand="3c3c4c5c9hJkKs", melds=["6d7d8d"], pile="Kh9d2s", phase="play")
    for move in state.legal_moves():
        check_geometry(table_svg(state, highlight=move))


def words(state: GameState, language: str = "en") -> list[str]:
    return pictures.words_of(pictures.read(table_svg(state, language=language)))


def test_tables_say_whose_turn_it_is() -> None:
    state = GameState.deal(buraco.CERRADO, players=2, seed=1, starter=1)
    assert words(state)[:3] == ["Seat 1 to draw", "cerrado", "2 players · seat 1 started"]
    assert words(state.apply(DrawStock()))[0] == "Seat 1 to play"
    assert words(state, "es")[0] == "Asiento 1: roba"
    assert "Side 1 · no muerto" in words(state)


def test_tables_say_who_closed() -> None:
    closing = place(hand="3d", melds=["4c5c6c7c8c9cTc", "3c3h3s"], taken={2: True})
    closed = closing.apply(parse_move("+1=3c3d3h3s"))
    assert words(closed)[0] == "Hand over, closed by seat 0"
    assert words(closed, "es")[0] == "Mano terminada, cerró el asiento 0"
    assert "Side 0 · muerto: seat 2" in words(closed)
    assert "Seat 0 · 0 cards" in words(closed)


def test_tables_say_that_nobody_closed() -> None:
    state = place(hand="3d9h", stock=1, muertos=0, taken={0: True, 1: True}, phase="play")
    state = state.apply(parse_move("X9h")).apply(DrawStock())
    while not state.is_over:
        state = state.apply(state.legal_moves()[-1])
    assert words(state)[0] == "Hand over, nobody closed"
    assert "Stock 0" in words(state)


def test_large_hands_and_many_melds() -> None:
    deck = [str(card) for card in buraco.deck()]
    whole = place(hand="".join(deck[:30] + deck[60:90]), muertos=0, taken={0: True, 1: True})
    runs = [f"{a}{s}{b}{s}{c}{s}" for s in "cdhs" for a, b, c in ("A23", "456", "789", "TJQ")]
    taken = {0: True, 1: False}
    many = place(hand="KcJk", melds=runs, theirs=runs, muertos=0, taken=taken, stock=1)
    for state in (whole, many):
        for size in (320, 375, 1280):
            check_geometry(table_svg(state, size=size, highlight=state.legal_moves()[-1]))


# All pictures.


@every_picture
def test_pictures_stand_for_themselves(draw: Any) -> None:
    """No ids, classes, styles, scripts or links, that could clash or be missing."""
    root = pictures.read(draw())
    names = {part.name for part in pictures.parts(root)}
    assert names <= {"svg", "title", "desc", "g", "rect", "path", "text"}
    attributes = {name for part in pictures.parts(root) for name in part.element.attrib}
    assert not {name for name in attributes if name.startswith("on")}
    assert attributes.isdisjoint({"id", "class", "href"})
    svg = draw()
    assert "url(" not in svg
    assert svg.count("http") == 1
    assert "\n" not in svg


@every_picture
@pytest.mark.parametrize("language", LANGUAGES)
def test_pictures_are_described_in_words(draw: Any, language: str) -> None:
    root = pictures.read(draw(language=language))
    assert root.attrib["role"] == "img"
    assert root.attrib["lang"] == language
    title, description = list(root)[:2]
    assert (title.tag, description.tag) == (f"{pictures.SVG}title", f"{pictures.SVG}desc")
    assert title.text
    assert description.text


def test_the_description_of_a_table_tells_it() -> None:
    state = place("abierto-sucio", hand="3cJk", melds=["5d6d2s"], pile="9hTs", taken={2: False})
    description = table_svg(state, highlight=DrawStock()).partition("<desc>")[2]
    description = description.partition("</desc>")[0]
    for said in (
        "Seat 0 to draw.",
        "Highlighted: D.",
        "Pile: 2 cards: 9♥ 10♠.",
        "Seat 0: 2 cards: 3♣ joker.",
        "Side 0, muerto: seat 2, not used yet: 5♦ 6♦ 2♠ (wild).",
        "Side 1, no muerto: no melds.",
    ):
        assert said in description
    closed = place(hand="3cJk", pile="9hTs")
    assert "Pile: 2 cards, top 10♠." in table_svg(closed)
    assert "9♥" not in table_svg(closed).partition("Seat 0:")[0]


@every_picture
def test_pictures_do_not_change_from_call_to_call(draw: Any) -> None:
    assert draw() == draw()


def test_names_of_rules_are_escaped() -> None:
    name = "<b onload='x'>\"&amp; ñ ♥ ]]></svg>"
    root = pictures.read(table_svg(GameState.deal(house(name=name), seed=1), size=1280))
    assert root[0].text == f"Buraco table: {name}"
    assert name in pictures.words_of(root)


@share(0.3)
@given(rule_sets, sizes, st.text(min_size=1, max_size=100).filter(str.isprintable))
def test_any_name_of_rules_fits(rules: buraco.RuleSet, size: int, name: str) -> None:
    try:
        rules = attrs.evolve(rules, name=name)
    except buraco.RuleSetError:
        return  # an identifier of other rules
    svg = table_svg(GameState.deal(rules, rules.players[0], seed=1), size=size)
    assert pictures.read(svg)[0].text == f"Buraco table: {name}"
    check_geometry(svg)


def test_four_colors() -> None:
    def colors(svg: str) -> set[str]:
        return set(re.findall(r'<path[^>]* fill="(#\w+)"', svg))

    cards = parse_cards("3c3d3h3s")
    assert len(colors(cards_svg(cards))) == 2
    assert len(colors(cards_svg(cards, four_colors=True))) == 4
    assert colors(table_svg(STARTS)) < colors(table_svg(STARTS, four_colors=True)) | {"none"}


@every_picture
@pytest.mark.parametrize(
    ("option", "value", "message"),
    [
        ("size", 319, "size must be a whole number of pixels from 320 to 4096, not 319"),
        ("size", 4097, "size must be a whole number of pixels from 320 to 4096, not 4097"),
        ("size", True, "size must be a whole number of pixels from 320 to 4096, not True"),
        ("size", "480", "size must be a whole number of pixels from 320 to 4096, not '480'"),
        ("language", "fr", "language must be 'en' or 'es', not 'fr'"),
        ("language", ["en"], "language must be 'en' or 'es', not ['en']"),
        ("four_colors", 1, "four_colors must be True or False, not 1"),
    ],
)
def test_wrong_options_are_named(draw: Any, option: str, value: object, message: str) -> None:
    with pytest.raises(RenderError) as caught:
        draw(**{option: value})
    assert str(caught.value) == message
    assert caught.value.option == option


@pytest.mark.parametrize(
    ("draw", "message"),
    [
        (lambda: table_svg("cerrado"), "table must be a GameState or a PlayerView, not 'cerrado'"),
        (lambda: table_svg(STARTS, highlight="D"), "highlight must be a move or None, not 'D'"),
        (
            lambda: table_svg(STARTS, highlight=parse_move("X9h")),
            "highlight must be a legal move, not X9h",
        ),
        (
            lambda: table_svg(STARTS.view(1), highlight=DrawStock()),
            "highlight must be a legal move, not D",
        ),
        (lambda: meld_svg("3h4h5h"), "meld must be a Run or a Group, not '3h4h5h'"),
        (lambda: meld_svg(parse_meld("3h4h5h"), rules="cerrado"), "rules must be a RuleSet"),
        (lambda: hand_svg(5), "cards must be cards, not 5"),
        (
            lambda: hand_svg(parse_cards("3h"), highlight=parse_cards("3h3h")),
            "highlight must be among the cards drawn, not 3h3h",
        ),
        (lambda: hand_svg((), highlight=3), "highlight must be cards, not 3"),
        (lambda: score_html("310"), "score must be a HandScore, not '310'"),
        (lambda: score_html(buraco.score(STARTS), language="xx"), "language must be"),
    ],
)
def test_what_cannot_be_drawn_is_refused(draw: Any, message: str) -> None:
    with pytest.raises(RenderError) as caught:
        draw()
    assert str(caught.value).startswith(message)


def test_what_is_no_card_is_refused() -> None:
    for draw in (cards_svg, hand_svg):
        for wrong in ("3h", ["3h"], [parse_card("3h")] * 3):
            with pytest.raises(CardsError):
                draw(wrong)  # type: ignore[operator]


def test_labels_are_cut_to_their_room() -> None:
    assert label("cerrado", 10, room=200).body.count("cerrado") == 1
    cut = label("W" * 100, 10, room=200)
    assert cut.width <= 200
    assert "W…</text>" in cut.body
    assert text_width("龍", 10) > text_width("a", 10) > text_width("i", 10)


def test_every_language_has_all_words() -> None:
    english = attrs.asdict(LANGUAGES["en"])
    for name, language in LANGUAGES.items():
        others = attrs.asdict(language)
        for field, text in english.items():
            if isinstance(text, str):
                assert others[field].count("{}") == text.count("{}"), (name, field)
        assert set(language.canastas) == set(buraco.CanastaKind)
        assert set(language.lines) == set(buraco.LineKind)


# What notebooks show.


def test_notebooks_draw_states_melds_and_bags() -> None:
    meld = parse_meld("5h6hJk8h")
    group = parse_meld("7c7h7h2s")
    assert STARTS._repr_svg_() == table_svg(STARTS)
    assert STARTS.view(1)._repr_svg_() == table_svg(STARTS.view(1))
    assert STARTS.hands[0]._repr_svg_() == hand_svg(STARTS.hands[0])
    assert meld._repr_svg_() == meld_svg(meld)
    assert group._repr_svg_() == meld_svg(group)


@share(0.3)
@given(ways, languages)
def test_scores_as_html_tell_every_line(way: Way, language: str) -> None:
    score = buraco.score(way.state(over=True))
    html = score_html(score, language=language)
    root = ElementTree.fromstring(html)
    assert root.attrib["lang"] == language
    for body, side in zip(root.iter("tbody"), score.sides, strict=True):
        rows = [[cell.text for cell in row] for row in body]
        assert [row[1] for row in rows[1:-1]] == [str(line.points) for line in side.lines]
        assert rows[-1][1] == str(side.total)
        assert all(name for name, _ in rows)
        for line, (name, _) in zip(side.lines, rows[1:-1], strict=True):
            assert language != "en" or LANGUAGES["en"].line(line, signs=False) == line.label
            assert line.meld is None or line.meld.pretty in (name or "")
    assert score._repr_html_() == score_html(score)


def test_a_score_in_english_and_spanish() -> None:
    closing = place(hand="3d", melds=["4c5c6c7c8c9cTc", "3c3h3s"], taken={2: True})
    score = buraco.score(closing.apply(parse_move("+1=3c3d3h3s")))
    english, spanish = score_html(score), score_html(score, language="es")
    for said in ("clean canasta 4♣ 5♣", "closing of seat 0", "<caption>Score of the hand<"):
        assert said in english
    for said in ("canasta limpia 4♣ 5♣", "cierre del asiento 0", "muerto sin tomar"):
        assert said in spanish


def test_a_card_is_a_card_wherever_it_lies() -> None:
    """The face of a card does not depend on the picture it is in, but for its size."""
    every = {str(Card(rank, suit)) for rank in buraco.Rank for suit in buraco.Suit} | {"Jk"}
    root = pictures.read(cards_svg(buraco.deck()))
    assert set(pictures.cards_in(root)) == every
    faces = {}
    for part in pictures.parts(root):
        if "data-card" in part.element.attrib:
            drawn = b"".join(map(ElementTree.tostring, part.element))
            assert faces.setdefault(part.element.attrib["data-card"], drawn) == drawn
    assert len(set(faces.values())) == 53


def test_the_picture_of_the_readme_is_drawn_as_today() -> None:
    """After a change in how tables are drawn: python tests/write_picture.py."""
    assert PICTURE.read_text("utf-8") == picture()
