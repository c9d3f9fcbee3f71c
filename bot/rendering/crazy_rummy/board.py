"""The table and the hands of Crazy Rummy: piles and boards for everyone, the hand for its owner."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Final, TypeAlias

from msgspec.structs import replace

from bot.engine.cards import RANK_OF, SUITS, Card, parse_cards, without
from bot.engine.chance import Seat
from bot.engine.view import visible
from bot.games.crazy_rummy.cards import PLAYED_RANKS, feedable, points, set_rank
from bot.games.crazy_rummy.dealing import Dealt
from bot.games.crazy_rummy.drawing import DrewCards, TookDiscard
from bot.games.crazy_rummy.options import CrazyRummyOptions
from bot.games.crazy_rummy.state import State, lock_limit
from bot.rendering import player_words, words
from bot.rendering.art.hands import Order, in_parts
from bot.rendering.art.plan import (
    BACK,
    Caption,
    CardPile,
    Fan,
    HandPlan,
    Part,
    Row,
    Section,
    TablePlan,
    Tile,
    Tray,
)
from bot.rendering.catalog import message, say, say_count
from bot.rendering.crazy_rummy.controls import quick_sets
from bot.rendering.crazy_rummy.hands import (
    WILDS_ALLOWED,
    compact,
    full_text,
    in_hand_order,
    in_rank_order,
    own_hand,
    signs,
    starred,
    view_of,
)
from bot.rendering.crazy_rummy.news import NEWS, under_way
from bot.rendering.crazy_rummy.prompts import PHASES
from bot.rendering.face import phase_words
from bot.rendering.numbers import short
from bot.rendering.scene import Scene
from bot.rendering.written import STAR, wild

ACCENT: Final = 0x2E86C1
FIELDS: Final[Mapping[str, str]] = {
    "fed": message("Fed"),
    "marker": message("The dealer's wildcard"),
    "taken": message("Taken from the pile"),
    "wild": message("Wild"),
}
GAINS: Final = (DrewCards, TookDiscard)
DEALS: Final = (Dealt,)
Lengths: TypeAlias = tuple[str, ...]
"""The same cards in three lengths: each card, numbers by rank, the total."""

NO_CARDS: Final[Lengths] = ("", "", "")
MAX_OPEN: Final = 24
"""The most open cards at the end that a picture has room for. With more, it shows the size of each hand."""

FIRST_PLAY_NOTES: Final[Mapping[str, str]] = {
    **WILDS_ALLOWED,
    "to come": message("First play still to come: any number of wilds that turn."),
}
"""The number of wilds that sets take, while others are on turn."""
FIRST_PLAY: Final[Mapping[str, str]] = {
    "to come": message("first play to come"),
    "now": message("first play now"),
}


def goal(scene: Scene) -> str:
    """Return the goal of the game, which follows the number of the table."""
    view, options = view_of(scene), scene.options
    most = options["max-hands"]
    facts = {"points": options["target"], "ranks": words.ranks_name(view.wild)}
    if view.hand_number == most:
        return say("last hand · {ranks} wild", **facts)
    if view.hand_number > most or (view.last_hand and scene.phase != "over"):
        return say("extra hand · {ranks} wild", **facts)
    if _has_few_hands(scene):
        if scene.is_alone and scene.pictures and view.marker is not None:  # The picture counts the hands.
            return say("{ranks} wild", **facts)
        return say("hand {number} of {most} · {ranks} wild", number=view.hand_number, most=most, **facts)
    return say("to {points} · {ranks} wild", **facts)


def _has_few_hands(scene: Scene) -> bool:
    """Whether the table has fewer hands than usual, so that they're likely to end the game."""
    return bool(scene.options["max-hands"] < CrazyRummyOptions().max_hands)


def table_plan(scene: Scene) -> TablePlan:
    """Return the table for the picture, its description and the text."""
    leading = leaders(scene)
    rows = tuple(_row(scene, seat, leads=seat in leading) for seat in range(len(scene.players)))
    return TablePlan(
        scene.game.id,
        player_words.stage(scene, tuple(_piles(view_of(scene))), NEWS, under_way),
        rows,
        style="boards",
        foot=_foot(scene),
        small=(_counts(scene), _reshuffles(scene)),
        said=tuple(_sentences(scene)),
    )


def hand_plan(scene: Scene, order: Order) -> HandPlan:
    """Return the picture of the viewer's hand."""
    view, cards = view_of(scene), own_hand(scene)
    sections = list(_trays(scene)) if scene.asked and scene.phase == "play" else []
    left = cards
    for one in sections:
        left = without(left, one.cards)
    ranks = in_rank_order(PLAYED_RANKS, view.wild)
    parts = tuple(Part(one) for one in in_parts(left, order, ranks))
    rest: list[Section] = []
    if left:
        rest = [Fan(parts, wild=_wilds(view), left_over=bool(sections))]
    if left and sections:
        rest.append(Caption(say("left in hand"), short(-points(left, view.wild))))
    title = say("Your hand · {number}", number=len(cards))
    return HandPlan(scene.game.id, title, _prompt(scene), scene.asked, (*sections, *rest))


def hand(scene: Scene) -> str:
    """Return the viewer's hand and the rules for it in words."""
    view = view_of(scene)
    cards = own_hand(scene)
    facts = {"cards": full_text(cards, view.wild), "points": short(points(cards, view.wild))}
    text = (
        say_count(
            "Your hand (one card, {points} against you): {cards}",
            "Your hand ({number} cards, {points} against you): {cards}",
            len(cards),
            **facts,
        )
        if cards
        else say("Your hand is empty.")
    )
    lines = [text, wild(view.wild, view.marker)]
    if view.phase != "over" and not scene.asked:
        lines.append(say(FIRST_PLAY_NOTES[view.first_play(scene.seat)]))
    if laid := _board(view.sets[scene.seat], view.fed[scene.seat], view.wild)[0]:
        lines.append(
            say("On your board, {points}: {cards}", points=short(view.board_points(scene.seat)), cards=laid)
        )
    return "\n".join(lines)


MAX_FEED_TRAYS: Final = 2
"""The most ranks to feed that get a tray each for a person alone, whose table takes some of the room."""


def _trays(scene: Scene) -> Iterator[Tray]:
    """Yield sets that can be laid together, then the other cards that can be fed."""
    view, left = view_of(scene), own_hand(scene)
    for move in quick_sets(scene):
        cards = parse_cards(move.cards)
        if Counter(cards) <= Counter(left):
            left = without(left, cards)
            ranks = words.ranks_name(set_rank(cards, view.wild))
            worth = say("{ranks} · {points}", ranks=ranks, points=short(points(cards, view.wild)))
            yield Tray(ranks, in_hand_order(cards, view.wild), worth, wild=_wilds(view) & set(cards))
    parts = in_parts(feedable(left, view.opened), "rank", PLAYED_RANKS)
    if scene.is_alone and len(parts) > MAX_FEED_TRAYS:
        parts = (tuple(card for part in parts for card in part),)
    for part in parts:
        worth = say("feed {points}", points=short(points(part, view.wild)))
        yield Tray(say("feed"), part, worth, wild=_wilds(view) & set(part))


def _prompt(scene: Scene) -> str:
    """Return the viewer's task in a few words, or their points in hand while they don't have one."""
    if not scene.asked:
        held = points(own_hand(scene), view_of(scene).wild)
        return say("{points} in hand", points=short(-held)) if held else ""
    return phase_words(PHASES[scene.phase].own, scene)


def _wilds(view: State) -> frozenset[Card]:
    return frozenset(view.wild + suit for suit in SUITS)


def _piles(view: State) -> Iterator[CardPile]:
    yield CardPile(say("Stock"), BACK if view.stock else None, len(view.stock))
    yield CardPile(say("Discard pile"), view.top_discard, len(view.discard))
    if view.marker is not None:
        yield CardPile(say("Wild"), view.marker, wild=True, label=say("wild"))


def _foot(scene: Scene) -> str:
    """Return the meaning of the points, and the wild rank unless a card on the table shows it."""
    view = view_of(scene)
    if view.marker is not None:
        return _points_words(scene)
    ranks = say("{ranks} wild", ranks=words.ranks_name(view.wild))
    return f"{ranks} · {_points_words(scene) if view.phase == 'over' else say('banked + on the board')}"


def _points_words(scene: Scene) -> str:
    view = view_of(scene)
    if view.phase == "over":
        return say_count("after one hand", "after {number} hands", view.hand_number)
    if view.last_hand:
        return say("banked + on the board · lead alone to win")
    if _has_few_hands(scene):
        most = scene.options["max-hands"]
        return say("banked + on the board · hand {number} of {most}", number=view.hand_number, most=most)
    return say("banked + on the board · {points} end it", points=short(scene.options["target"]))


def on_board(scene: Scene, seat: Seat) -> int:
    """Return the value of a player's board until it's scored."""
    view = view_of(scene)
    return 0 if view.phase == "over" else view.board_points(seat)


def leaders(scene: Scene) -> frozenset[Seat]:
    """Return the leaders, with the cards on their boards counted."""
    totals = enumerate(view_of(scene).totals)
    return player_words.leaders(scene, [total + on_board(scene, seat) for seat, total in totals])


def _counts(scene: Scene) -> str:
    """Return the number of the hand, unless the foot or the title says it, and the decks."""
    view = view_of(scene)
    decks = say_count("one deck", "{number} decks", view.packs)
    if view.phase == "over" or _has_few_hands(scene):
        return words.capitalised(decks)
    return say(
        "Hand {number} of at most {most}, {packs}.",
        number=view.hand_number,
        most=scene.options["max-hands"],
        packs=decks,
    )


def _reshuffles(scene: Scene) -> str:
    left = scene.options["reshuffles"] - view_of(scene).rebuilds
    return words.capitalised(say_count("one reshuffle left", "{number} reshuffles left", left))


def _sentences(scene: Scene) -> Iterator[str]:
    """Yield the open ranks, and facts that matter only at times."""
    view = view_of(scene)
    if view.marker is None:
        yield wild(view.wild)
    ranks = " ".join(in_rank_order(view.opened))
    yield say("**Open to feed:** {ranks}", ranks=ranks) if ranks else say("**Open to feed:** nothing yet")
    if view.aside:
        yield say_count(
            "One card is set aside unseen.", "{number} cards are set aside unseen.", len(view.aside)
        )
    if view.phase != "over":
        yield from _turn_facts(scene)


def _turn_facts(scene: Scene) -> Iterator[str]:
    """Yield facts that this turn or the next draw depends on."""
    view, mover = view_of(scene), words.names(scene, scene.deciders)
    if view.last_hand:
        yield say("The goal was reached with a tie: the first to lead alone after a hand wins.")
    if view.taken:
        yield say("{player} took {card} this turn.", player=mover, card=words.card(view.taken))
    if view.laid:
        yield say("{player} has laid cards this turn.", player=mover)
    if view.is_locked:
        yield say("The discard pile is closed until someone lays or draws from the stock.")
    elif view.lock_count >= view.active_count:
        yield say(
            (
                "{number} turns in a row took from the discard pile and laid nothing: at {most}, the "
                "pile closes."
            ),
            number=view.lock_count,
            most=lock_limit(view.active_count),
        )


def _row(scene: Scene, seat: Seat, *, leads: bool) -> Row:
    view = view_of(scene)
    away, over = seat in view.left, view.phase == "over"
    is_open = over and sum(map(len, view.hands)) <= MAX_OPEN
    total = short(view.totals[seat])
    worth = total if over else f"{total} + {short(on_board(scene, seat))}"
    hand = view.hands[seat]
    return replace(
        player_words.row(scene, seat, left=away, leads=leads, hand=len(hand), points=worth),
        tiles=tuple(_tiles(view, seat)),
        cards=hand if is_open else (),
        total="" if over else short(view.totals[seat] + on_board(scene, seat)),
        board=_cards_shown(view, seat),
        said=tuple(_player_facts(view, seat)),
    )


def _tiles(view: State, seat: Seat) -> Iterator[Tile]:
    """Yield the sets, then the cards fed, with a tile for each rank."""
    for cards in view.sets[seat]:
        rank = set_rank(cards, view.wild)
        wilds = sum(RANK_OF[card] == view.wild for card in cards)
        yield Tile(rank, len(cards), wilds=wilds)
    for part in in_parts(view.fed[seat], "rank", PLAYED_RANKS):
        rank = RANK_OF[part[0]]
        yield Tile(rank, len(part), wilds=len(part) if rank == view.wild else 0)


def _player_facts(view: State, seat: Seat) -> Iterator[str]:
    """Yield facts about a player that no picture shows."""
    if seat == view.dealer:
        yield say("dealer")
    if view.phase != "over" and seat not in view.left and (first := view.first_play(seat)) != "over":
        yield say(FIRST_PLAY[first])


def _cards_shown(view: State, seat: Seat) -> Lengths:
    """Return the cards in front of a player: the board and, at the end, the hand."""
    hand = visible(view.hands[seat]) if view.phase == "over" else ()
    both = zip(_board(view.sets[seat], view.fed[seat], view.wild), _hand_words(hand, view.wild), strict=True)
    lengths = tuple(" · ".join(filter(None, parts)) for parts in both)
    return lengths if any(lengths) else ()


def _set_words(cards: Sequence[Card], rank: str, wild: str = "") -> str:
    """Return a set with the wilds that replace its rank: `J ♥♠ +★♦`."""
    wilds = [card for card in cards if RANK_OF[card] != rank]
    naturals = [card for card in cards if RANK_OF[card] == rank]
    plus = f" +{STAR}{signs(wilds)}" if wilds else ""
    return f"{starred(rank, wild)} {signs(naturals)}{plus}"


def _board(sets: Sequence[Sequence[Card]], fed: Sequence[Card], wild: str) -> Lengths:
    """Return a player's sets and fed cards."""
    if not sets and not fed:
        return NO_CARDS
    parts = [_set_words(cards, set_rank(cards, wild), wild) for cards in sets]
    if fed:
        parts.append(say("fed {cards}", cards=compact(fed, wild)))
    cards = say_count("one card", "{number} cards", len(fed) + sum(map(len, sets)))
    total = say_count(
        "one set and {fed} fed, {cards} in all",
        "{number} sets and {fed} fed, {cards} in all",
        len(sets),
        fed=len(fed),
        cards=cards,
    )
    return (" · ".join(parts), _numbers(sets, fed, wild), total)


def _hand_words(hand: Sequence[Card], wild: str) -> Lengths:
    """Return the hand of a player at the end."""
    if not hand:
        return NO_CARDS
    return (
        say("held {cards}", cards=compact(hand, wild)),
        say("held {cards}", cards=_numbers((), hand, wild)),
        say_count("held one card", "held {number} cards", len(hand)),
    )


def _numbers(sets: Sequence[Sequence[Card]], others: Sequence[Card], wild: str) -> str:
    """Return the number of cards of each rank, with wilds in sets of another rank apart: `9×4 · J×5 +★2`."""
    naturals = Counter[str](RANK_OF[card] for card in others)
    wilds = Counter[str]()
    for cards in sets:
        rank = set_rank(cards, wild)
        own = sum(RANK_OF[card] == rank for card in cards)
        naturals[rank] += own
        wilds[rank] += len(cards) - own
    entries = [
        f"{starred(rank, wild)}×{naturals[rank]}" + (f" +{STAR}{count}" if (count := wilds[rank]) else "")
        for rank in in_rank_order(naturals, wild)
    ]
    return " · ".join(entries)
