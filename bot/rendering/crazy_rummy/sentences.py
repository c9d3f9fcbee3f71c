"""What happens in Crazy Rummy, a sentence an event, for the complete log."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from bot.engine.events import Event
from bot.games.crazy_rummy import dealing, discarding, drawing, ending, laying
from bot.rendering import words
from bot.rendering.catalog import message, say, say_count
from bot.rendering.crazy_rummy import story
from bot.rendering.crazy_rummy.boards import compact, low_first, shown
from bot.rendering.face import Sentence
from bot.rendering.scene import Scene
from bot.rendering.widths import number, signed


def _dealt(event: dealing.Dealt, scene: Scene) -> str:
    """A new hand with all that lies open."""
    first = ", ".join(f"{words.name(scene, seat)} {words.card(card)}" for seat, card in event.up_cards)
    piles = say(
        "First cards: {cards}. {card} begins the discard pile, the stock has {stock}.",
        cards=first,
        card=words.card(event.discard),
        stock=event.stock,
    )
    packs = say_count("One pack.", "{number} packs.", event.packs)
    if event.marker is None:
        return " ".join([story.dealt(event, scene), packs, piles])
    marker = say("{card} lies on the table.", card=words.card(event.marker))
    return " ".join([story.dealt(event, scene), packs, piles, marker])


def _set_laid(event: laying.SetLaid, scene: Scene) -> str:
    facts = {
        "player": words.name(scene, event.seat),
        "cards": shown(event.cards, story.wild_of(event.cards, event.rank)),
        "points": number(event.points),
    }
    if not event.hand:
        return say("{player} lays {cards} ({points}); no card left.", **facts)
    return say_count(
        "{player} lays {cards} ({points}); one card left.",
        "{player} lays {cards} ({points}); {number} cards left.",
        event.hand,
        **facts,
    )


def _cards_fed(event: laying.CardsFed, scene: Scene) -> str:
    facts = {
        "player": words.name(scene, event.seat),
        "cards": low_first(event.cards),
        "points": number(event.points),
    }
    if not event.hand:
        return say("{player} feeds {cards} ({points}); no card left.", **facts)
    return say_count(
        "{player} feeds {cards} ({points}); one card left.",
        "{player} feeds {cards} ({points}); {number} cards left.",
        event.hand,
        **facts,
    )


def _discarded(event: discarding.Discarded, scene: Scene) -> str:
    facts = {"player": words.name(scene, event.seat), "card": words.card(event.card)}
    if not event.hand:
        return say("{player} discards {card}; no card left.", **facts)
    return say_count(
        "{player} discards {card}; one card left.",
        "{player} discards {card}; {number} cards left.",
        event.hand,
        **facts,
    )


def _hand_scored(event: ending.HandScored, scene: Scene) -> str:
    facts = {
        "player": words.name(scene, event.seat),
        "score": signed(event.score),
        "board": number(event.board),
        "held": number(event.held),
        "total": number(event.total),
    }
    if not event.cards:
        return say("{player} {score}: {board} laid, {held} held; {total} now.", **facts)
    return say(
        "{player} {score}: {board} laid, {held} held ({cards}); {total} now.",
        **facts,
        cards=compact(event.cards),
    )


def _game_ended(event: ending.GameEnded, scene: Scene) -> str:
    return say_count(
        "{players} wins with {points}.",
        "{players} win with {points}.",
        len(event.winners),
        players=words.names(scene, event.winners),
        points=number(event.totals[event.winners[0]]),
    )


def _of(text: str, **more: Callable[[Any, Scene], object]) -> Sentence:
    """A sentence about one player, with more facts of the event."""
    return lambda event, scene: say(
        text,
        player=words.name(scene, event.seat),
        **{name: fact(event, scene) for name, fact in more.items()},
    )


SENTENCES: Final[Mapping[type[Event], Sentence]] = {
    **story.OTHERS,
    **story.AFTER,
    **story.DEALS,
    dealing.Dealt: _dealt,
    dealing.Hand: lambda e, _: say("You are dealt {cards}.", cards=low_first(e.cards)),
    drawing.Drew: _of(message("{player} draws; {number} left in the stock."), number=lambda e, _: e.stock),
    drawing.DrewCards: lambda e, _: say("You draw {card}.", card=words.card(e.card)),
    drawing.TookDiscard: _of(
        message("{player} takes {card} from the discard pile."), card=lambda e, _: words.card(e.card)
    ),
    laying.SetLaid: _set_laid,
    laying.CardsFed: _cards_fed,
    discarding.Discarded: _discarded,
    ending.HandScored: _hand_scored,
    ending.ExtraHand: lambda e, s: " ".join(story.still_level([e], s)),
    ending.GameEnded: _game_ended,
}
