"""Crazy Rummy's hints: reasons for a move, from what the viewer sees and remembers."""

from collections import Counter
from collections.abc import Mapping
from typing import Any, Final

from bot.engine.cards import RANK_OF, Card, Cards, parse_cards
from bot.engine.moves import Move
from bot.games.crazy_rummy.cards import points, set_rank
from bot.games.crazy_rummy.discarding import Discard
from bot.games.crazy_rummy.drawing import Draw, draw_refusal
from bot.games.crazy_rummy.laying import Feed, Meld, completes_set
from bot.rendering import words
from bot.rendering.crazy_rummy.controls import cards_of
from bot.rendering.crazy_rummy.hands import low_first, own_hand, set_text, view_of
from bot.rendering.numbers import short
from bot.rendering.telling import By, Either, Moment, Sentence, Tell, TellCount


def _draw_kind(move: Draw, moment: Moment) -> str:
    """Return the kind of use of the top discard, or of reason why the stock is better."""
    view, hand, top = view_of(moment.scene), own_hand(moment.scene), _top(moment)
    if not top or (move.source == "stock" and draw_refusal(view, "discard")):
        return "closed"
    if move.source == "stock":
        return "spurned" if RANK_OF[top] == view.wild or completes_set(hand, top) else "stock"
    if RANK_OF[top] == view.wild:
        return "wild"
    if completes_set(hand, top):
        return "set"
    if RANK_OF[top] in view.opened:
        return "feed"
    return "more" if _same_rank(top, hand) else "soon"


def _top(moment: Moment) -> Card:
    """Return the top discard. Empty if there isn't one."""
    return view_of(moment.scene).top_discard or ""


def _same_rank(card: Card, hand: Cards) -> Cards:
    return tuple(one for one in hand if RANK_OF[one] == RANK_OF[card])


def _points(cards: Cards, moment: Moment) -> str:
    return short(points(cards, view_of(moment.scene).wild))


def _goes_out(move: Meld | Feed, moment: Moment) -> bool:
    return cards_of(move) == len(own_hand(moment.scene))


def _meld_kind(move: Meld, moment: Moment) -> str:
    if _goes_out(move, moment):
        return "out"
    return "wild" if _wilds(move, moment) else "safe"


def _wilds(move: Meld, moment: Moment) -> int:
    cards, wild = parse_cards(move.cards), view_of(moment.scene).wild
    return sum(RANK_OF[card] != set_rank(cards, wild) for card in cards)


def _discard_kind(move: Discard, moment: Moment) -> str:
    """Return the kind of reason for discarding this card."""
    opened, hand, rank = view_of(moment.scene).opened, own_hand(moment.scene), RANK_OF[move.card]
    if len(hand) == 1:
        return "out"
    if _is_farthest(move.card, moment):
        return "farther"
    if rank in opened:
        return "dear"
    refused = moment.notes.lacks + moment.notes.declined
    return "unwanted" if any(one == rank for _, one in refused) else "unlaid"


def _is_farthest(card: Card, moment: Moment) -> bool:
    """Whether a card has others of its rank, and no other rank that isn't wild has fewer."""
    hand, wild = own_hand(moment.scene), view_of(moment.scene).wild
    ranks = Counter(RANK_OF[one] for one in hand if RANK_OF[one] != wild or one == card)
    return 1 < ranks[RANK_OF[card]] == min(ranks.values())


TOP: Final[Mapping[str, Any]] = {"card": lambda _, moment: words.card(_top(moment))}
COST: Final[Mapping[str, Any]] = {
    "points": lambda move, moment: points([move.card], view_of(moment.scene).wild)
}
RANKS: Final[Mapping[str, Any]] = {"ranks": ("card", lambda card: words.ranks_name(RANK_OF[card]))}
LAID: Final[Mapping[str, Any]] = {
    "cards": lambda move, moment: set_text(parse_cards(move.cards), view_of(moment.scene).wild),
    "points": lambda move, moment: _points(parse_cards(move.cards), moment),
}
FED: Final[Mapping[str, Any]] = {
    "cards": ("cards", lambda cards: low_first(parse_cards(cards))),
    "points": LAID["points"],
}

REASONS: Final[Mapping[type[Move], Sentence]] = {
    Draw: By(
        _draw_kind,
        closed=Tell("I'd draw from the stock. The discard pile is closed."),
        stock=Tell("I'd draw from the stock. {card} doesn't make a set with what you hold.", **TOP),
        spurned=Tell("I'd draw from the stock. A new card may help you more than {card}.", **TOP),
        wild=Tell("I'd take {card}. It's wild.", **TOP),
        set=Tell(
            "I'd take {card}. It makes a set of {points}.",
            **TOP,
            points=lambda _, moment: _points(
                (_top(moment), *_same_rank(_top(moment), own_hand(moment.scene))), moment
            ),
        ),
        feed=Tell(
            "I'd take {card}. You can feed it at once, for {points}.",
            **TOP,
            points=lambda _, moment: _points((_top(moment),), moment),
        ),
        more=Tell(
            "I'd take {card}. You hold {ranks} already.",
            **TOP,
            ranks=lambda _, moment: words.ranks_name(RANK_OF[_top(moment)]),
        ),
        soon=Tell("I'd take {card}. You may soon be able to lay it.", **TOP),
    ),
    Meld: By(
        _meld_kind,
        out=Tell("I'd lay {cards}. You go out with it.", **LAID),
        wild=TellCount(
            "I'd lay {cards}. It uses a wild, but {points} are safe on your board.",
            "I'd lay {cards}. It uses {number} wilds, but {points} are safe on your board.",
            _wilds,
            **LAID,
        ),
        safe=Tell("I'd lay {cards}. {points} are safe on your board.", **LAID),
    ),
    Feed: Either(
        _goes_out,
        Tell("I'd feed {cards}. You go out with it.", **FED),
        Tell("I'd feed {cards}. {points} count for you instead of against you.", **FED),
    ),
    Discard: By(
        _discard_kind,
        out=Tell("I'd discard {card}. You go out with it."),
        farther=Tell("I'd discard {card}. Everything else you hold is closer to a set."),
        unwanted=Tell("I'd discard {card}. Another player didn't want {ranks}.", **RANKS),
        unlaid=Tell(
            "I'd discard {card}. {points} against you, and nobody has laid {ranks}.", **COST, **RANKS
        ),
        dear=Tell("I'd discard {card}. It's {points} against you.", **COST),
    ),
}
"""The hint for each kind of move that a computer makes."""
