"""Which moves there are, and why not: the rules about moves (R3, R7) in one place.

What a player may do depends on what he sees and nothing else. The functions here take just
that: the rules, the phase, his own hand, his own side's melds, the pile's top card (its number,
-1 if there is none) and size, and whether he may take a muerto. They ask nothing of a state, so
that a state and a player's view of it cannot disagree, and no hidden card can matter.

Moves are listed in the order that `GameState.legal_moves` documents; it is the order of melds'
codes, of melds' numbers and of cards.
"""

from __future__ import annotations

from typing import Final

from buraco.bags import (
    ACES,
    ALL_RANKS,
    EMPTY,
    FIELD,
    JOKER_NUMBER,
    JOKERS,
    NATURALS,
    PLACES,
    RANK_FIELDS,
    SIZE_SHIFT,
    SUIT_PLACES,
    UNIT,
    bag_contains,
    bag_missing,
    presence,
)
from buraco.codes import GROUP_CODES, JOKER_WILD, NO_WILD, WILDS
from buraco.errors import Reason
from buraco.growth import (
    KINDS_OF_WILDS,
    group_growths,
    grows,
    growths,
    kinds_of,
    run_growths,
)
from buraco.lays import (
    ADDITIONS,
    DISCARD_LISTS,
    GROUP_LAYS,
    RUN_LAYS,
    addition,
    fill_addition,
    fill_discards,
    fill_group_lays,
    fill_run_lays,
    groupable_ranks,
    suit_pattern,
    take_with,
)
from buraco.melds import CANASTA_SIZE, Group, Meld, meld_of_code
from buraco.moves import (
    DISCARDS,
    DRAW,
    TAKE,
    AddToMeld,
    Discard,
    DrawStock,
    LayMeld,
    MeldPlay,
    Move,
    TakePile,
)
from buraco.rules import DiscardToGoOut, Pile, RuleSet
from buraco.table import Phase

# Looking up a member of an enum costs as much as the question it answers.
DRAWING: Final = Phase.DRAW
PLAY: Final = Phase.PLAY
OPEN_PILE: Final = Pile.OPEN
NEVER: Final = DiscardToGoOut.NEVER
TO_CLOSE: Final = DiscardToGoOut.TO_CLOSE
ALWAYS: Final = DiscardToGoOut.ALWAYS

SUITS: Final = (0, 1, 2, 3)
SUIT_MASKS: Final = tuple(SUIT_PLACES << PLACES * suit for suit in SUITS)
"""By suit: its places in presence."""
BEFORE_ACE: Final = NATURALS
BEFORE_KING: Final = NATURALS - (ACES << 12)
"""The places in presence that have another one, two others, after them in their suit."""
PRESENCE_OF: Final = tuple(map(presence, UNIT))
"""The presence of one card, by its number."""

ONLY_DRAW: Final = (DRAW,)
DRAW_OR_TAKE: Final = (DRAW, TAKE)
LARGEST_MELD: Final = 14
"""The most cards that a play can use."""
CLUB_DISCARDS: Final = DISCARD_LISTS[0]
DIAMOND_DISCARDS: Final = DISCARD_LISTS[1]
HEART_DISCARDS: Final = DISCARD_LISTS[2]
SPADE_DISCARDS: Final = DISCARD_LISTS[3]
DIAMONDS_AT: Final = PLACES + 1
HEARTS_AT: Final = 2 * PLACES + 1
SPADES_AT: Final = 3 * PLACES + 1
"""Where a suit begins in presence."""
JOKER_DISCARD: Final = DISCARDS[JOKER_NUMBER]

Melds = tuple[Meld, ...]
Refusal = tuple[Reason, int]
"""A reason and the bag of the cards that it speaks of."""


def legal_moves(
    rules: RuleSet,
    phase: Phase,
    hand: int,
    melds: Melds,
    top: int,
    pile_size: int,
    may_take: bool,
) -> tuple[Move, ...]:
    """All legal moves, without repetition, in their documented order.

    Args:
        rules: the rules of the table.
        phase: whether to draw or to play.
        hand: the bag of the player's hand.
        melds: the melds of his side.
        top: the number of the pile's top card, -1 if the pile is empty.
        pile_size: how many cards the pile holds.
        may_take: whether a muerto would be taken if the hand became empty (R7.1).
    """
    if phase is PLAY:
        return playing_moves(rules, hand, melds, may_take)
    if phase is DRAWING:
        return drawing_moves(rules, hand, melds, top, pile_size, may_take)
    return ()


def playing_moves(rules: RuleSet, hand: int, melds: Melds, may_take: bool) -> tuple[Move, ...]:
    """The legal moves once drawn; the arguments are those of `legal_moves`."""
    held = presence(hand)
    size = hand >> SIZE_SHIFT
    moves = _plays(rules, hand, held, size, melds, may_take)
    if size > 1 or may_take or _may_close(rules, melds):
        _add_discards(moves, held)
    return tuple(moves)


def drawing_moves(
    rules: RuleSet, hand: int, melds: Melds, top: int, pile_size: int, may_take: bool
) -> tuple[Move, ...]:
    """The legal moves to begin a turn with; the arguments are those of `legal_moves`."""
    if not pile_size:
        return ONLY_DRAW
    if rules.pile is OPEN_PILE:
        return DRAW_OR_TAKE
    return (DRAW, *_takes(rules, hand, melds, top, pile_size - 1, may_take))


def refusal(
    rules: RuleSet,
    phase: Phase,
    hand: int,
    melds: Melds,
    top: int,
    pile_size: int,
    may_take: bool,
    move: Move,
) -> Refusal | None:
    """Why a move is refused, with the cards concerned; None if it is legal.

    The arguments are those of `legal_moves`, and the move to look at. A move is legal exactly
    if `legal_moves` lists it.
    """
    if isinstance(move, Discard):
        return discard_refusal(rules, phase, hand, melds, may_take, move.card.number)
    if isinstance(move, DrawStock):
        return draw_refusal(phase)
    if isinstance(move, TakePile):
        return take_refusal(rules, phase, hand, melds, top, pile_size, may_take, move.play)
    return play_refusal(rules, phase, hand, melds, may_take, move)


def draw_refusal(phase: Phase) -> Refusal | None:
    """Why the stock may not be drawn from."""
    if phase is DRAWING:
        return None
    return (Reason.ALREADY_DRAWN if phase is PLAY else Reason.HAND_OVER), EMPTY


def take_refusal(
    rules: RuleSet,
    phase: Phase,
    hand: int,
    melds: Melds,
    top: int,
    pile_size: int,
    may_take: bool,
    play: MeldPlay | None,
) -> Refusal | None:
    """Why the pile may not be taken; the arguments are those of `refusal`, and the play."""
    if phase is not DRAWING:
        return draw_refusal(phase)
    if not pile_size:
        return Reason.PILE_EMPTY, EMPTY
    if rules.pile is OPEN_PILE:
        return None if play is None else (Reason.PILE_IS_OPEN, EMPTY)
    if play is None:
        return Reason.TOP_CARD_MUST_BE_PLAYED, UNIT[top]
    return _meld_refusal(rules, hand + UNIT[top], melds, top, pile_size - 1, may_take, play)


def play_refusal(
    rules: RuleSet, phase: Phase, hand: int, melds: Melds, may_take: bool, play: MeldPlay
) -> Refusal | None:
    """Why a meld may not be played from the hand; the arguments are those of `refusal`."""
    if phase is not PLAY:
        return _drawing_refusal(phase)
    if not isinstance(play, (LayMeld, AddToMeld)):
        return Reason.ALREADY_DRAWN, EMPTY
    return _meld_refusal(rules, hand, melds, -1, 0, may_take, play)


def _drawing_refusal(phase: Phase) -> Refusal:
    return (Reason.MUST_DRAW_FIRST if phase is DRAWING else Reason.HAND_OVER), EMPTY


def _meld_refusal(
    rules: RuleSet,
    hand: int,
    melds: Melds,
    top: int,
    buried: int,
    may_take: bool,
    play: MeldPlay,
) -> Refusal | None:
    """Why a meld play is refused.

    With `top`, it comes from the hand and that card, which must be in it, and `buried` cards
    join the hand afterwards (R3.5, R3.6).
    """
    index = len(melds)
    if isinstance(play, AddToMeld):
        if play.index >= index:
            return Reason.NO_SUCH_MELD, EMPTY
        index = play.index
    if not rules.admits(play.meld):
        without_groups = isinstance(play.meld, Group) and not rules.groups
        return (Reason.GROUPS_NOT_ALLOWED if without_groups else Reason.NOT_A_MELD), EMPTY
    used = play.meld._bag
    if isinstance(play, AddToMeld):
        if not grows(melds[index], play.meld):
            return Reason.NOT_AN_ADDITION, EMPTY
        used -= melds[index]._bag
    if top >= 0 and not used & FIELD[top]:
        return Reason.TOP_CARD_NOT_USED, UNIT[top]
    if not bag_contains(hand, used):
        return Reason.CARD_NOT_HELD, bag_missing(hand, used)
    left = hand - used
    reason = _leaving_reason(rules, melds, index, play.meld, left, buried, may_take)
    return None if reason is None else (reason, left)


def _leaving_reason(
    rules: RuleSet,
    melds: Melds,
    index: int,
    meld: Meld,
    left: int,
    buried: int,
    may_take: bool,
) -> Reason | None:
    """Why a meld play may not leave so few cards (R7.1 to R7.5); None if it may.

    Args:
        rules: the rules of the table.
        melds: the side's melds before the play.
        index: the number of the meld played; that of a new meld is the number of melds.
        meld: the meld as it is after the play.
        left: the cards of the hand that are left.
        buried: how many cards of a closed pile join them.
        may_take: whether an empty hand takes a muerto.
    """
    if (left >> SIZE_SHIFT) + buried >= 2:
        return None
    discard = rules.discard_to_go_out
    empty = not left and not buried
    if empty and discard is ALWAYS:
        return Reason.DISCARD_REQUIRED
    if may_take:
        return None
    if empty and discard is TO_CLOSE:
        return Reason.DISCARD_REQUIRED
    after = (*melds[:index], meld, *melds[index + 1 :])
    if _may_close(rules, after):
        return None
    if empty:
        return Reason.CANASTA_MISSING
    # What is legal must not depend on a buried card, so only a card of the hand may be counted
    # on for being added (R7.5).
    if left and discard is NEVER and _closes_by_adding(rules, after, left):
        return None
    return Reason.WOULD_STRAND


def _may_close(rules: RuleSet, melds: Melds) -> bool:
    """Whether a side has the canasta that closing asks for (R7.2)."""
    return any(meld._size >= CANASTA_SIZE and rules.closes(meld) for meld in melds)


def _closes_by_adding(rules: RuleSet, melds: Melds, card: int) -> bool:
    """Whether adding the one card of a bag to some meld makes the canasta to close with."""
    for meld in melds:
        if meld._size >= CANASTA_SIZE - 1:
            for code in growths(meld, card, presence(card), rules.ace_to_ace):
                if rules.closes(meld_of_code(code)):
                    return True
    return False


def discard_refusal(
    rules: RuleSet, phase: Phase, hand: int, melds: Melds, may_take: bool, number: int
) -> Refusal | None:
    """Why a card, given by its number, may not be discarded; see `refusal` for the others."""
    if phase is not PLAY:
        return _drawing_refusal(phase)
    if not hand & FIELD[number]:
        return Reason.CARD_NOT_HELD, UNIT[number]
    if hand >> SIZE_SHIFT > 1 or may_take or _may_close(rules, melds):
        return None
    return Reason.CANASTA_MISSING, EMPTY


def _add_discards(moves: list[Move], held: int) -> None:
    """Add the discards of cards that are given by their `presence` (R3.3)."""
    # Suit by suit in so many words: a loop takes half as long again.
    discards = CLUB_DISCARDS[held >> 1 & ALL_RANKS]
    moves += fill_discards(0, held) if discards is None else discards
    discards = DIAMOND_DISCARDS[held >> DIAMONDS_AT & ALL_RANKS]
    moves += fill_discards(1, held) if discards is None else discards
    discards = HEART_DISCARDS[held >> HEARTS_AT & ALL_RANKS]
    moves += fill_discards(2, held) if discards is None else discards
    discards = SPADE_DISCARDS[held >> SPADES_AT & ALL_RANKS]
    moves += fill_discards(3, held) if discards is None else discards
    if held & JOKERS:
        moves.append(JOKER_DISCARD)


def _plays(
    rules: RuleSet, hand: int, held: int, size: int, melds: Melds, may_take: bool
) -> list[Move]:
    """The legal meld plays: new melds, then additions."""
    ace_to_ace = rules.ace_to_ace
    spare = _spare_cards(rules, size, may_take)
    free = spare == size or spare >= LARGEST_MELD
    wilds = KINDS_OF_WILDS.get(held & WILDS) or kinds_of(held & WILDS)
    lays = _run_lays(hand, held, wilds, ace_to_ace)
    if rules.groups:
        ranks = groupable_ranks(hand, held, wilds)
        if ranks:
            _add_group_lays(lays, rules, hand, wilds, ranks)
    plays: list[Move] = []
    if free:
        plays += lays
    else:
        for lay in lays:
            if lay.meld._size <= spare or _play_ends(rules, hand, melds, 0, may_take, lay):
                plays.append(lay)
    for index, meld in enumerate(melds):
        if held & meld._opening:
            largest = meld._size + spare
            numbered = index << 20
            code = meld._code  # what follows is `growths`, which would ask for the opening again
            if code < GROUP_CODES:
                codes = run_growths(code, hand, held, ace_to_ace)
            else:
                codes = group_growths(code, hand, held)
            for code in codes:
                play = ADDITIONS.get(numbered | code) or fill_addition(index, code)
                if (
                    free
                    or play.meld._size <= largest
                    or _play_ends(rules, hand, melds, 0, may_take, play)
                ):
                    plays.append(play)
    return plays


def _takes(
    rules: RuleSet, hand: int, melds: Melds, top: int, buried: int, may_take: bool
) -> list[TakePile]:
    """The legal takes of a closed pile: with new melds, then with additions (R3.5)."""
    cards = hand + UNIT[top]
    held = presence(cards)
    field, places = FIELD[top], PRESENCE_OF[top]
    plays = _lays_with(rules, cards, held, top)
    for index, meld in enumerate(melds):
        if places & meld._accepted and held & meld._opening:
            for code in growths(meld, cards, held, rules.ace_to_ace):
                added = addition(index, code)
                if added.meld._bag - meld._bag & field:
                    plays.append(added)
    takes = []
    if plays:
        spare = _spare_cards(rules, (cards >> SIZE_SHIFT) + buried, may_take)
        for play in plays:
            if play.meld._size <= spare or _play_ends(rules, cards, melds, buried, may_take, play):
                takes.append(take_with(play))
    return takes


def _lays_with(rules: RuleSet, cards: int, held: int, top: int) -> list[MeldPlay]:
    """The new melds that cards can lay with one of a kind among them."""
    wilds = KINDS_OF_WILDS.get(held & WILDS) or kinds_of(held & WILDS)
    may_be_wild = PRESENCE_OF[top] & WILDS
    naturals = held if may_be_wild else held & SUIT_MASKS[top // 13]
    lays = _run_lays(cards, naturals, wilds, rules.ace_to_ace)
    if rules.groups:
        ranks = groupable_ranks(cards, held, wilds) if may_be_wild else (top % 13,)
        _add_group_lays(lays, rules, cards, wilds, ranks)
    if not lays:
        return lays
    field = FIELD[top]
    return [lay for lay in lays if lay.meld._bag & field]


def _run_lays(bag: int, places: int, wilds: tuple[int, ...], ace_to_ace: bool) -> list[MeldPlay]:
    """The runs that cards can lay.

    Args:
        bag: the cards.
        places: those that may be natural in the runs, in presence; jokers do not matter.
        wilds: the kinds of wild among the cards, and 0 for none.
        ace_to_ace: whether both ends of a run may be natural aces (R4.4).
    """
    # All suits at once: a card's neighbour in its suit is the next bit, and an ace stands behind
    # the king too. Of two natural cards of a run one is next to the other, or a wild is between
    # them; without a wild there are three in a row. No run begins at the king.
    found: list[MeldPlay] = []
    if len(wilds) == 1:
        lowest = places & places >> 1 & places >> 2 & BEFORE_KING
    else:
        lowest = places & (places >> 1 & BEFORE_ACE | places >> 2 & BEFORE_KING)
    if not lowest:
        return found
    close = (lowest | lowest << 1 | (lowest & BEFORE_KING) << 2) & places
    tables = RUN_LAYS[ace_to_ace]
    for suit in SUITS:
        pattern = close & SUIT_MASKS[suit]
        if pattern:
            pattern = suit_pattern(pattern, bag, suit)
            for wild in wilds:
                lays = tables[suit][wild].get(pattern)
                found += fill_run_lays(suit, wild, ace_to_ace, pattern) if lays is None else lays
    return found


def _add_group_lays(
    found: list[MeldPlay],
    rules: RuleSet,
    bag: int,
    wilds: tuple[int, ...],
    ranks: tuple[int, ...],
) -> None:
    """Add the groups of some ranks that cards can lay (R4.2, R4.3).

    Args:
        found: what they are added to.
        rules: the rules of the table.
        bag: the cards.
        wilds: the kinds of wild among them, and 0 for none.
        ranks: the ranks, 0 (aces) to 12.
    """
    for rank in ranks:
        naturals = bag & RANK_FIELDS[rank]
        for wild in wilds if rank != 1 else _wilds_among_twos(rules, wilds):
            lays = GROUP_LAYS[wild].get(naturals)
            if lays is None:
                lays = fill_group_lays(rank, wild, naturals)
            found += lays


def _wilds_among_twos(rules: RuleSet, wilds: tuple[int, ...]) -> tuple[int, ...]:
    """The kinds of wild, 0 for none, with which groups of twos may be laid (R4.3)."""
    if not rules.groups_of_twos:
        return ()
    return (NO_WILD, JOKER_WILD) if JOKER_WILD in wilds else (NO_WILD,)


def _spare_cards(rules: RuleSet, size: int, may_take: bool) -> int:
    """How many of so many cards a play may use without a look at what it leaves (R7)."""
    if may_take and rules.discard_to_go_out is not ALWAYS:
        return size
    return size - 2


def _play_ends(
    rules: RuleSet,
    cards: int,
    melds: Melds,
    buried: int,
    may_take: bool,
    play: MeldPlay,
) -> bool:
    """Whether the turn can be completed after a play that is a play otherwise (R7.5)."""
    index = len(melds)
    left = cards - play.meld._bag
    if isinstance(play, AddToMeld):
        index = play.index
        left += melds[index]._bag
    return _leaving_reason(rules, melds, index, play.meld, left, buried, may_take) is None


def plays_of(
    rules: RuleSet,
    phase: Phase,
    hand: int,
    melds: Melds,
    top: int,
    pile_size: int,
    may_take: bool,
    cards: int,
    onto: int | None,
) -> tuple[Move, ...]:
    """The legal plays that use exactly some cards of the hand, in the order of `legal_moves`.

    The arguments are those of `legal_moves`, then the bag of the cards, and the number of the
    own meld to add to, None for new melds. In the draw phase of a closed pile: the takes that
    use the top card and exactly these cards.
    """
    if not bag_contains(hand, cards):
        return ()
    taking = phase is DRAWING and pile_size > 0
    bag = cards + UNIT[top] if taking else cards
    plays = _lays_of(rules, bag) if onto is None else _additions_of(rules, melds, bag, onto)
    moves = [TakePile(play) if taking else play for play in plays]
    situation = rules, phase, hand, melds, top, pile_size, may_take
    return tuple(move for move in moves if refusal(*situation, move) is None)


def _lays_of(rules: RuleSet, bag: int) -> list[MeldPlay]:
    """The new melds of exactly these cards."""
    held = presence(bag)
    wilds = kinds_of(held & WILDS)
    lays = _run_lays(bag, held, wilds, rules.ace_to_ace)
    if rules.groups:
        _add_group_lays(lays, rules, bag, wilds, groupable_ranks(bag, held, wilds))
    return [lay for lay in lays if lay.meld._bag == bag]


def _additions_of(rules: RuleSet, melds: Melds, bag: int, onto: int) -> list[MeldPlay]:
    """The additions of exactly these cards to a meld on the table."""
    if not 0 <= onto < len(melds):
        return []
    meld = melds[onto]
    codes = growths(meld, bag, presence(bag), rules.ace_to_ace)
    return [addition(onto, code) for code in codes if meld_of_code(code)._bag - meld._bag == bag]
