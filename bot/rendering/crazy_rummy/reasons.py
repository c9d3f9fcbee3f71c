"""Why a move is good in Crazy Rummy, from what the viewer sees and remembers."""

from collections.abc import Mapping
from typing import Final

from bot.engine.cards import RANK_OF, parse_cards
from bot.engine.contract import Notes
from bot.engine.moves import Move
from bot.games.crazy_rummy.cards import points, set_rank
from bot.games.crazy_rummy.discarding import Discard
from bot.games.crazy_rummy.drawing import Draw, draw_refusal
from bot.games.crazy_rummy.laying import Feed, Meld, completes
from bot.games.crazy_rummy.notes import CrazyRummyNotes
from bot.rendering import words
from bot.rendering.catalog import say
from bot.rendering.crazy_rummy.controls import cards_of
from bot.rendering.crazy_rummy.hands import low_first, own_hand, shown, view_of
from bot.rendering.face import Reason
from bot.rendering.scene import Scene
from bot.rendering.widths import number


def _draw(move: Draw, scene: Scene, _: Notes) -> str:
    view, hand = view_of(scene), own_hand(scene)
    top = view.top_discard
    if top is None or (move.source == "stock" and draw_refusal(view, "discard")):
        return say("draw from the stock. The discard pile is closed.")
    card, rank = words.card(top), RANK_OF[top]
    facts = {"card": card, "ranks": words.ranks_name(rank)}
    if move.source == "stock":
        return say("draw from the stock. {card} makes no set with what you hold.", **facts)
    if rank == view.wild:
        return say("take {card}. It is wild.", **facts)
    if completes(hand, top):
        value = points([top, *(one for one in hand if RANK_OF[one] == rank)], view.wild)
        return say("take {card}. It makes a set of {points}.", **facts, points=number(value))
    if rank in view.opened:
        return say(
            "take {card}. You can feed it at once, for {points}.",
            **facts,
            points=number(points([top], view.wild)),
        )
    if any(RANK_OF[one] == rank for one in hand):
        return say("take {card}. You hold {ranks} already.", **facts)
    return say("take {card}. You may soon be able to lay it.", **facts)


def _meld(move: Meld, scene: Scene, _: Notes) -> str:
    wild, cards = view_of(scene).wild, parse_cards(move.cards)
    facts = {"cards": shown(cards, wild), "points": number(points(cards, wild))}
    if cards_of(move) == len(own_hand(scene)):
        return say("lay {cards}. You go out with it.", **facts)
    if any(RANK_OF[card] != set_rank(cards, wild) for card in cards):
        return say("lay {cards}. It needs a wild, but {points} are safe on your board.", **facts)
    return say("lay {cards}. {points} are safe on your board.", **facts)


def _feed(move: Feed, scene: Scene, _: Notes) -> str:
    cards = parse_cards(move.cards)
    facts = {"cards": low_first(cards), "points": number(points(cards, view_of(scene).wild))}
    if cards_of(move) == len(own_hand(scene)):
        return say("feed {cards}. You go out with it.", **facts)
    return say("feed {cards}. {points} count for you instead of against you.", **facts)


def _discard(move: Discard, scene: Scene, notes: Notes) -> str:
    """What it would cost, and who wants it."""
    view, hand, rank = view_of(scene), own_hand(scene), RANK_OF[move.card]
    assert isinstance(notes, CrazyRummyNotes)
    facts = {
        "card": words.card(move.card),
        "points": points([move.card], view.wild),
        "ranks": words.ranks_name(rank),
    }
    if len(hand) == 1:
        return say("discard {card}. You go out with it.", **facts)
    if sum(RANK_OF[one] == rank for one in hand) > 1:
        return say("discard {card}. What else you hold is nearer to a set.", **facts)
    if rank not in view.opened and any(one == rank for _, one in notes.lacks + notes.declined):
        return say("discard {card}. Another player did not want {ranks}.", **facts)
    if rank not in view.opened:
        return say("discard {card}. {points} against you, and nobody has laid {ranks}.", **facts)
    return say("discard {card}. {points} against you.", **facts)


REASONS: Final[Mapping[type[Move], Reason]] = {
    Draw: _draw,
    Meld: _meld,
    Feed: _feed,
    Discard: _discard,
}
"""What is said of each kind of move that a computer makes."""
