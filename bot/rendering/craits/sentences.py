"""The complete log of Craits: one sentence for each event."""

from collections.abc import Mapping
from typing import Any, Final

from bot.engine.events import Event
from bot.games.craits import count, dealing, drawing, ending, functions, playing, turns
from bot.rendering import words
from bot.rendering.craits import story
from bot.rendering.craits.hands import amount
from bot.rendering.telling import By, Either, Joined, Moment, Sentence, Tell, TellCount


def _rounds(event: dealing.DealerDrawn, moment: Moment) -> list[str]:
    """Return the cards drawn for the first deal, a text for each round of draws."""
    return [moment.each((seat, words.card(card)) for seat, card in drawn) for drawn in event.rounds]


DRAWN: Final[Mapping[str, Any]] = {
    "player": "dealer",
    "drawn": lambda event, moment: _rounds(event, moment)[0],
}
COST: Final[Mapping[str, Any]] = {"cost": story.cost_of, "total": ("total", amount)}
SENTENCES: Final[Mapping[type[Event], Sentence]] = {
    **story.LINES,
    dealing.DealerDrawn: Either(
        lambda event, _: len(event.rounds) > 1,
        Tell(
            "The lowest card deals (aces are high): {drawn}. Tied, so again: {more}. {player} deals.",
            more=lambda event, moment: "; ".join(_rounds(event, moment)[1:]),
            **DRAWN,
        ),
        Tell("The lowest card deals (aces are high): {drawn}. {player} deals.", **DRAWN),
    ),
    dealing.TurnedUp: Tell("{card} is turned up and counts as the dealer's play."),
    dealing.Hand: Either("cards", Tell("You hold {cards}."), Tell("You don't have any cards.")),
    playing.Played: Joined(
        By(
            lambda event, _: story.suit_effect(event) or ("idle" if event.idle else "nobody"),
            {how: story.EFFECTS[how] for how in ("stays", "names", "idle", "nobody")},
        ),
        Either(
            "hand",
            TellCount("One card left.", "{number} cards left.", "hand"),
            Tell("That was the last card."),
        ),
        Either("declared", story.SAYS_ONE_CARD),
    ),
    count.CountRaised: Tell("The count is {number}.", number="value"),
    functions.Reversed: Either(
        "clockwise", Tell("Reverse! Turns go clockwise."), Tell("Reverse! Turns go counter-clockwise.")
    ),
    turns.Skipped: Tell("{player} is skipped."),
    turns.TurnStarted: By(
        "phase",
        {
            "count": Tell("{player} must answer the count."),
            "play-again": Tell("{player} plays again."),
            "king-run": TellCount(
                "{player} plays another card.", "{player} plays {number} more.", "king_steps"
            ),
        },
    ),
    drawing.Drew: By(
        "why",
        {
            **story.DRAWS,
            "five": TellCount("{player} draws a card for the 5.", "{player} draws {number} for the 5."),
            "seven": TellCount("{player} draws a card for the 7.", "{player} draws {number} for the 7."),
            "jack": TellCount("{player} draws a card for the jack.", "{player} draws {number} for the jack."),
            "queen": TellCount(
                "{player} draws a card for the queen of spades.",
                "{player} draws {number} for the queen of spades.",
            ),
        },
    ),
    drawing.DrewCards: Tell("You draw {cards} and hold {hand}."),
    drawing.Pressured: Tell(
        "The stock is empty. {player}'s shuffle pressure {number} costs {points}.", points=("points", amount)
    ),
    drawing.Reshuffled: TellCount(
        "One card of the discard pile becomes the new stock.",
        "{number} cards of the discard pile are shuffled into a new stock.",
    ),
    ending.HandEnded: By(
        "why",
        {
            "out": Tell("**Hand {number} is over**: a last card has been played.", number="hand_number"),
            "count": Tell(
                "**Hand {number} is over**: the count has ended and a hand is empty.", number="hand_number"
            ),
            "nothing-left": Tell("**Hand {number} is over**: nothing is left to draw.", number="hand_number"),
            "cap": Tell("**Hand {number} is over**: enough has been played and drawn.", number="hand_number"),
        },
    ),
    ending.PlayerScored: Either(
        "cards",
        Tell("{player} holds {cards}: {cost}, total **{total}**.", cards=("cards", words.by_rank), **COST),
        Tell("{player} went out: {cost}, total **{total}**.", **COST),
    ),
    ending.GameEnded: By(
        "end",
        {
            "lowest-total": TellCount(
                "The game is over. {players} wins with the lowest total!",
                "The game is over. {players} share the win with the lowest total!",
                ("winners", len),
                players="winners",
            ),
            "last-player": TellCount(
                "The game is over. {players} wins, because everyone else has left.",
                "The game is over. {players} win, because everyone else has left.",
                ("winners", len),
                players="winners",
            ),
        },
    ),
}
