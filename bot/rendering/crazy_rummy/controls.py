"""Crazy Rummy's controls: finished sets and feeds, then the discard."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

from bot.engine.cards import RANK_OF, Card, parse_cards
from bot.engine.moves import Move
from bot.games.crazy_rummy.cards import by_rank, feedable, points, set_rank
from bot.games.crazy_rummy.discarding import Discard
from bot.games.crazy_rummy.drawing import Draw
from bot.games.crazy_rummy.laying import MIN_SET_CARDS, Feed, Meld
from bot.rendering import words
from bot.rendering.catalog import message, say, say_count
from bot.rendering.crazy_rummy.hands import (
    WILDS_ALLOWED,
    copies,
    in_hand_order,
    in_rank_order,
    low_first,
    own_hand,
    set_text,
    view_of,
)
from bot.rendering.face import Pick, Prompt, QuickMove
from bot.rendering.numbers import short
from bot.rendering.scene import Scene
from bot.rendering.telling import By, Either, Moment, Sentence, Tell, label_of

VERBS: Final[Mapping[str, str]] = {
    "draw": message("Draw"),
    "meld": message("Lay a set"),
    "feed": message("Feed"),
    "discard": message("Discard"),
}
PLACEHOLDERS: Final[Mapping[str, str]] = {
    "meld": message("Another set…"),
    "discard": message("Discard one: ends your turn…"),
}
MAX_SETS: Final = 3
MAX_FEEDS: Final = 3
MAX_DISCARD_BUTTONS: Final = 5
"""The most different discards that are buttons."""
MAX_LABEL_CHARACTERS: Final = 34
MAX_SHORT_CHARACTERS: Final = 20
MAX_NEARLY: Final = 3


def quick_moves(scene: Scene) -> tuple[QuickMove, ...]:
    """Return the sets that can be laid, then the cards that can be fed, then the discards of a small hand."""
    if scene.phase != "play" or not scene.asked:
        return ()
    moves: list[Move] = [*quick_sets(scene), *_quick_feeds(scene), *_quick_discards(scene)]
    out = next((move for move in moves if _goes_out(move, scene)), None)
    return tuple(
        QuickMove(_short_label(move, scene), move, style="green" if move is out else "blue") for move in moves
    )


def menu_moves(scene: Scene) -> tuple[Move, ...]:
    """Return all sets, all feeds if buttons lack some, and the sorted discards if none is a button."""
    if scene.phase != "play" or not scene.asked:
        return scene.legal
    melds = [move for move in scene.legal if isinstance(move, Meld)]
    feeds = [move for move in scene.legal if isinstance(move, Feed)]
    discards = () if _quick_discards(scene) else _discards(scene)
    return (*melds, *(feeds if _has_more_feeds(scene) else ()), *discards)


def quick_sets(scene: Scene) -> tuple[Meld, ...]:
    """Return the best set of each rank, at most MAX_SETS: with the fewest wilds, then the most points.

    If none of them has a wild next to other cards, the most valuable set with one is added if there's room.
    """
    wild = view_of(scene).wild
    melds = [move for move in scene.legal if isinstance(move, Meld)]
    best: dict[str, Meld] = {}
    for move in melds:
        rank = set_rank(parse_cards(move.cards), wild)
        if rank not in best or _preference(move, wild) < _preference(best[rank], wild):
            best[rank] = move
    found = sorted(best.values(), key=lambda move: _preference(move, wild))[:MAX_SETS]
    others = [move for move in melds if _replacing_wilds(move, wild)]
    if others and len(found) < MAX_SETS and not any(_replacing_wilds(move, wild) for move in found):
        found.append(max(others, key=lambda move: points(parse_cards(move.cards), wild)))
    return tuple(found)


def _preference(move: Meld, wild: str) -> tuple[int, int]:
    return _replacing_wilds(move, wild), -points(parse_cards(move.cards), wild)


def _replacing_wilds(move: Meld, wild: str) -> int:
    """Return the number of wilds that a set has next to cards of its own rank."""
    cards = parse_cards(move.cards)
    rank = set_rank(cards, wild)
    return sum(RANK_OF[card] != rank for card in cards)


def _feeds(scene: Scene) -> list[Feed]:
    """Return a feed for each rank, with all cards of that rank, in the order of the hand."""
    view = view_of(scene)
    if not any(isinstance(move, Feed) for move in scene.legal):
        return []
    groups = by_rank(in_hand_order(feedable(own_hand(scene), view.opened), view.wild))
    return [Feed(",".join(cards)) for cards in groups.values()]


def _quick_feeds(scene: Scene) -> list[Feed]:
    """Return the feeds that are buttons. For a person alone, whose table takes room, sets replace some."""
    return _feeds(scene)[: MAX_FEEDS - (len(quick_sets(scene)) if scene.is_alone else 0)]


def _has_more_feeds(scene: Scene) -> bool:
    """Whether cards can be fed in other ways than with the buttons."""
    feeds = _feeds(scene)
    return len(feeds) > len(_quick_feeds(scene)) or any(len(parse_cards(move.cards)) > 1 for move in feeds)


def _discards(scene: Scene) -> list[Discard]:
    """Return a discard for each card of the hand, even the one just taken, whose refusal gives the reason."""
    hand = in_hand_order(own_hand(scene), view_of(scene).wild, by_suit=scene.order == "suit")
    return [Discard(card) for card in dict.fromkeys(hand)]


def _quick_discards(scene: Scene) -> list[Discard]:
    """Return the discards, if they're few enough for buttons."""
    legal = [move for move in _discards(scene) if move in scene.legal]
    return legal if len(legal) <= MAX_DISCARD_BUTTONS else []


def _goes_out(move: Move, scene: Scene) -> bool:
    return cards_of(move) == len(own_hand(scene))


def cards_of(move: Move) -> int:
    """Return the number of cards that a move takes out of the hand."""
    match move:
        case Meld(cards=text) | Feed(cards=text):
            return len(parse_cards(text))
        case Discard():
            return 1
    return 0


def offer_label(move: Move, scene: Scene) -> str:
    """Return the label of a move that has a button of its own."""
    text = label_of(move, scene, LABELS, VERBS)
    if isinstance(move, Discard):
        text = say("Discard {card}", card=text)
    if not _goes_out(move, scene):
        return text
    longer = say("{act} and go out", act=text)
    return longer if len(longer) <= MAX_LABEL_CHARACTERS else text


def _short_label(move: Move, scene: Scene) -> str:
    """Return the label of a move. For a person alone, a set's is so short that a phone fits two in a line."""
    if not (scene.is_alone and isinstance(move, Meld)) or _goes_out(move, scene):
        return offer_label(move, scene)
    cards, wild = parse_cards(move.cards), view_of(scene).wild
    rank = set_rank(cards, wild)
    parts = ([card for card in cards if (RANK_OF[card] == rank) is natural] for natural in (True, False))
    wilds_last = " ".join(words.cards(part) for part in parts if part)
    text = say("{cards} · {points}", cards=wilds_last, points=short(points(cards, wild)))
    return text if len(text) <= MAX_SHORT_CHARACTERS else offer_label(move, scene)


def _set_label(cards: Sequence[Card], wild: str) -> str:
    value = short(points(cards, wild))
    full = say("Lay {cards} · {points}", cards=set_text(cards, wild), points=value)
    if len(full) <= MAX_LABEL_CHARACTERS:
        return full
    rank = set_rank(cards, wild)
    naturals = sum(RANK_OF[card] == rank for card in cards)
    facts = {"copies": copies(len(cards)), "ranks": words.ranks_name(rank), "points": value}
    if naturals == len(cards):
        return say("Lay {copies} {ranks} · {points}", **facts)
    return say_count(
        "Lay {copies} {ranks}, one wild · {points}",
        "Lay {copies} {ranks}, {number} wild · {points}",
        len(cards) - naturals,
        **facts,
    )


def _feed_label(cards: Sequence[Card], wild: str) -> str:
    value = short(points(cards, wild))
    full = say("Feed {cards} · {points}", cards=low_first(cards), points=value)
    if len(full) <= MAX_LABEL_CHARACTERS:
        return full
    return say_count("Feed a card · {points}", "Feed {number} cards · {points}", len(cards), points=value)


def _top_discard(_move: Draw, moment: Moment) -> str:
    """Return the card that can be taken from the discard pile."""
    top = view_of(moment.scene).top_discard
    return words.card(top) if top else ""


LABELS: Final[Mapping[type[Move], Sentence]] = {
    Draw: Either(
        lambda move, _: move.source == "stock",
        Tell("Stock ({number})", number=lambda _, moment: len(view_of(moment.scene).stock)),
        Either(_top_discard, Tell("Take {card}", card=_top_discard)),
    ),
    Meld: lambda move, moment: _set_label(parse_cards(move.cards), view_of(moment.scene).wild),
    Feed: lambda move, moment: _feed_label(parse_cards(move.cards), view_of(moment.scene).wild),
    Discard: lambda move, _: words.cards(parse_cards(move.card)),
}
BUTTONS: Final[Mapping[type[Move], Sentence]] = {
    Draw: Either(lambda move, _: move.source == "stock", Tell("Draw from the stock"), LABELS[Draw]),
    **dict.fromkeys((Meld, Feed, Discard), lambda move, moment: offer_label(move, moment.scene)),
}


def _discard_kind(move: Discard, moment: Moment) -> str:
    """Return the kind of cost or loss of a discard."""
    scene = moment.scene
    view, sets = view_of(scene), quick_sets(scene)
    if move not in scene.legal:
        return "taken"
    if RANK_OF[move.card] == view.wild:
        return "wild"
    if any(move.card in parse_cards(one.cards) for one in sets if not _replacing_wilds(one, view.wild)):
        return "set"
    return "feed" if RANK_OF[move.card] in view.opened else "plain"


def _points(move: Discard, moment: Moment) -> str:
    return short(points([move.card], view_of(moment.scene).wild))


HINTS: Final[Mapping[type[Move], Sentence]] = {
    Discard: By(
        _discard_kind,
        taken=Tell("You just took it, so you can't discard it"),
        wild=Tell("Wild, {points} points", points=_points),
        set=Tell("In the set above"),
        feed=Tell("{points} points, or feed it", points=_points),
        plain=Tell("{points} points", points=_points),
    )
}


def question(form: str, scene: Scene) -> Prompt | None:
    """Return the question after a verb was chosen."""
    verb, view = form.split(" ", maxsplit=1)[0], view_of(scene)
    if scene.viewer is None:
        return None
    if verb == "meld":
        rule = say(WILDS_ALLOWED[view.first_play(scene.viewer)])
        return Prompt(say("Which set?"), (say("Three cards or more of one rank."), words.small(rule)))
    if verb == "feed":
        ranks = words.listed([words.ranks_name(rank) for rank in in_rank_order(view.opened)])
        line = say("There are sets of {ranks} on the table.", ranks=ranks)
        return Prompt(say("Feed which cards?"), (line,))
    return None


def picks(scene: Scene) -> Mapping[str, Pick]:
    """Return the cards that can be part of a set, and those that can be fed."""
    if scene.phase != "play" or not scene.asked:
        return {}
    wilds = words.ranks_name(view_of(scene).wild)
    prompts = {
        "meld": (MIN_SET_CARDS, say("Three or more of one rank, plus wild {ranks}…", ranks=wilds)),
        "feed": (1, say("Cards to feed…")),
    }
    texts = {
        "meld": [move.cards for move in scene.legal if isinstance(move, Meld)],
        "feed": [move.cards for move in scene.legal if isinstance(move, Feed)],
    }
    found = {verb: _cards_of_ranks(scene, some) for verb, some in texts.items()}
    return {
        verb: Pick("cards", cards, prompts[verb][0], len(cards), prompts[verb][1], as_given=True)
        for verb, cards in found.items()
        if cards
    }


def _cards_of_ranks(scene: Scene, texts: Iterable[str]) -> tuple[Card, ...]:
    """Return the viewer's cards whose ranks occur in these legal lists. A list represents all its ranks."""
    ranks = {RANK_OF[card] for text in texts for card in parse_cards(text)}
    hand = in_hand_order(own_hand(scene), view_of(scene).wild)
    return tuple(card for card in hand if RANK_OF[card] in ranks)


def nearly(scene: Scene) -> tuple[str, ...]:
    """Return lines about sets that lack one card, and about cards that can't be fed yet."""
    return tuple(_near_misses(scene))[:MAX_NEARLY] if scene.asked and scene.phase == "play" else ()


def _near_misses(scene: Scene) -> Iterator[str]:
    view = view_of(scene)
    hand = in_hand_order(own_hand(scene), view.wild)
    groups = by_rank(hand)
    possible = {
        RANK_OF[card] for move in scene.legal if isinstance(move, Meld) for card in parse_cards(move.cards)
    }
    short = [rank for rank, some in groups.items() if len(some) == MIN_SET_CARDS - 1 and rank not in possible]
    for rank in short:
        yield words.capitalised(say("{ranks}: two of three.", ranks=words.ranks_name(rank)))
    for card in hand:
        rank = RANK_OF[card]
        if rank not in (*short, *possible, *view.opened, view.wild):
            ranks = words.ranks_name(rank)
            yield say("Feed {card}: no {ranks} on the table yet.", card=words.card(card), ranks=ranks)
