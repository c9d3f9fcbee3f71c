"""Crazy Rummy's complete log: a sentence for each event."""

from collections.abc import Mapping
from typing import Any, Final

from bot.engine.events import Event
from bot.games.crazy_rummy import dealing, discarding, drawing, ending, laying
from bot.rendering import words
from bot.rendering.crazy_rummy import story
from bot.rendering.crazy_rummy.hands import compact
from bot.rendering.numbers import short, signed
from bot.rendering.telling import Either, Joined, Moment, Sentence, Tell, TellCount


def _first_cards(event: dealing.Dealt, moment: Moment) -> str:
    return moment.each((seat, words.card(card)) for seat, card in event.up_cards)


SCORED: Final[Mapping[str, Any]] = {
    "score": ("score", signed),
    "board": ("board", short),
    "held": ("held", short),
    "total": ("total", short),
}
SENTENCES: Final[Mapping[type[Event], Sentence]] = {
    **story.BETWEEN_TURNS,
    **story.TURN_ENDINGS,
    **story.DEAL_LINES,
    dealing.Dealt: Joined(
        story.DEAL_LINES[dealing.Dealt],
        TellCount("One deck.", "{number} decks.", "packs"),
        Tell(
            "First cards: {cards}. {card} starts the discard pile, the stock has {stock}.",
            cards=_first_cards,
            card="discard",
        ),
        Either("marker", Tell("{card} stays on the table.", card="marker")),
    ),
    dealing.Hand: Tell("You're dealt {cards}.", cards=story.LOW_FIRST),
    drawing.Drew: Tell("{player} draws. Left in the stock: {number}.", number="stock"),
    drawing.DrewCards: Tell("You draw {card}."),
    drawing.TookDiscard: Tell("{player} takes {card} from the discard pile."),
    laying.SetLaid: Either(
        "hand",
        TellCount(
            "{player} lays {cards} ({points}). One card left.",
            "{player} lays {cards} ({points}). {number} cards left.",
            "hand",
            **story.SET,
        ),
        Tell("{player} lays {cards} ({points}). No cards left.", **story.SET),
    ),
    laying.CardsFed: Either(
        "hand",
        TellCount(
            "{player} feeds {cards} ({points}). One card left.",
            "{player} feeds {cards} ({points}). {number} cards left.",
            "hand",
            **story.FED,
        ),
        Tell("{player} feeds {cards} ({points}). No cards left.", **story.FED),
    ),
    discarding.Discarded: Either(
        "hand",
        TellCount(
            "{player} discards {card}. One card left.",
            "{player} discards {card}. {number} cards left.",
            "hand",
        ),
        Tell("{player} discards {card}. No cards left."),
    ),
    ending.HandScored: Either(
        "cards",
        Tell(
            "{player} {score}: {board} laid, {held} held ({cards}). Total: {total}.",
            cards=("cards", compact),
            **SCORED,
        ),
        Tell("{player} {score}: {board} laid, {held} held. Total: {total}.", **SCORED),
    ),
    ending.ExtraHand: story.TIED,
    ending.GameEnded: TellCount(
        "{players} wins with {points}!",
        "{players} win with {points}!",
        ("winners", len),
        players="winners",
        points=lambda event, _: short(event.totals[event.winners[0]]),
    ),
}
