"""Refusals that every game may give, in the same words everywhere."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from bot.engine.cards import Card
from bot.rendering import words
from bot.rendering.catalog import message, say
from bot.rendering.telling import By, Either, Fact, Moment, Sentence, Tell, TellCount

Facts = Mapping[str, Any]
CARD_FORMAT: Final = message("Cards look like 7S, 10H or JK.")
"""The way to write cards, as a sentence. A game with other cards has its own."""


def bad_card(how: str = CARD_FORMAT) -> Sentence:
    """Return the sentence about a text that isn't a card. `how` says how to write one."""
    facts: Mapping[str, Fact] = {"text": ("text", words.quoted), "how": lambda _facts, _moment: say(how)}
    return Either(
        lambda facts, _: words.quoted(facts["text"]),
        Tell("“{text}” isn't a card I know. {how}", **facts),
        Tell("You didn't name a card. {how}", **facts),
    )


def card_choices(cards: Sequence[Card]) -> str:
    """Return cards to choose from: `7♣, 8♥ or K♠`."""
    return words.listed(list(map(words.card, cards)), "or")


def _copies_held(facts: Facts, moment: Moment) -> int:
    """Return how many copies of the card the viewer holds."""
    return int(moment.scene.view.hands[moment.scene.viewer].count(facts["cards"][0]))


FIRST_CARD: Final = ("cards", lambda cards: words.card(cards[0]))
"""A fact: the first of the cards that the player named."""
WAITS: Final = By(
    lambda facts, moment: "you" if moment.scene.asked else len(facts["seats"]) == 1,
    {
        "you": Tell("Not now. You have something else to do first."),
        True: Tell("It's {player}'s turn.", player="seats"),
        False: Tell("Waiting for {players}.", players="seats"),
    },
)
"""The sentence for a move at the wrong time: other players have to act, or the viewer something else."""
NOT_HELD: Final = Either(
    _copies_held,
    TellCount(
        "You hold {card} once.", "You hold {card} {number} times.", card=FIRST_CARD, number=_copies_held
    ),
    Tell("You don't have {cards}."),
)
"""The sentence about cards that the player doesn't hold, or not as often."""
ANSWERED: Final = Tell("You've answered. You can't change it.")
COMMON: Final[Mapping[str, Sentence]] = {
    "unknown-move": Tell(
        "{game} doesn't have a move `{verb}`. {command turn} lists yours.",
        game=lambda _, moment: moment.scene.game.name,
    ),
    "wrong-phase": WAITS,
    "not-your-turn": WAITS,
    "bad-card": bad_card(),
    "not-in-hand": NOT_HELD,
}
