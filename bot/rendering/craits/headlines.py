"""The large words of a Craits picture: the newest event, and the present question."""

from typing import Final

from bot.engine.chance import Seat
from bot.games.craits.count import CountRaised
from bot.games.craits.dealing import Dealt, SuitNamed, TurnedUp
from bot.games.craits.drawing import Drew
from bot.games.craits.ending import HandEnded, PlayerScored
from bot.games.craits.functions import Reversed
from bot.games.craits.leaving import PlayerLeft
from bot.games.craits.one_card import Caught, Declared
from bot.games.craits.playing import Played
from bot.games.craits.turns import Skipped
from bot.rendering import plates, words
from bot.rendering.catalog import say
from bot.rendering.craits.hands import view_of
from bot.rendering.scene import Scene
from bot.rendering.telling import About, By, Either, Moment, Tell, TellCount, varied

LARGE_COUNT: Final = 6
"""The lowest count that's worth an exclamation mark."""


def headline(scene: Scene) -> str:
    """Return the newest event worth a headline. At the end, return the result."""
    return plates.headline(scene, HEADLINES, _standing)


def _standing(scene: Scene) -> str:
    """Return where the game stands, where nothing is known of what has happened."""
    view = view_of(scene)
    if view.phase == "between-hands":
        return say("Hand {number} is over", number=view.hand_number)
    return say("Hand {number}", number=view.hand_number)


def effect(event: Played, moment: Moment) -> str:
    """Return the most important effect of a card."""
    if event.declared:
        return "declared"
    if event.suit:
        return "suit"
    if hit(event, moment):
        return "hit"
    if any(one.why == "five" for one in moment.all(Drew)):
        return "five"
    kinds = {"skipped": Skipped, "turns": Reversed, "raised": CountRaised}
    return next((name for name, kind in kinds.items() if moment.has(kind)), "plain")


def hit(_event: Played, moment: Moment) -> Drew | None:
    """Return the draw that a card has caused."""
    return next((one for one in moment.all(Drew) if one.why in ("seven", "jack", "queen")), None)


def _names_out(event: HandEnded, moment: Moment) -> str:
    return moment.names(out(event, moment))


def out(_event: HandEnded, moment: Moment) -> list[Seat]:
    """Return the players without cards."""
    return [one.seat for one in moment.all(PlayerScored) if not one.cards]


DREW: Final = TellCount("{player} draws a card", "{player} draws {number}", "number")
NAMES: Final = Tell(
    "{suit}, says {player}", suit=("suit", lambda suit: words.first_large(words.suit_name(suit)))
)
ONE_CARD: Final = Tell("{player}: “One card!”")
COUNT: Final = Either(
    lambda event, _: event.value >= LARGE_COUNT,
    varied(
        Tell("The count is {number}!", number="value"),
        Tell("{number} and counting!", number="value"),
        Tell("Draw {number}? Someone will!", number="value"),
    ),
    Tell("The count is {number}", number="value"),
)
HEADLINES: Final[plates.Headlines] = (
    (
        HandEnded,
        Either(
            lambda event, moment: len(out(event, moment)) == 1,
            varied(
                Tell("{player} goes out!", player=_names_out),
                Tell("{player} is done!", player=_names_out),
                Tell("Empty hand: {player}!", player=_names_out),
            ),
            Tell("Hand {number} is over", number="hand_number"),
        ),
    ),
    (
        Caught,
        varied(
            Tell("“Idiot!” {player} is caught."),
            Tell("“Idiot!” {player} kept quiet."),
            Tell("“Idiot!” {player} didn't say it."),
        ),
    ),
    (Dealt, TellCount("Hand {hand}: one card", "Hand {hand}: {number} cards", "size", hand="hand_number")),
    (
        Played,
        By(
            effect,
            {
                "declared": ONE_CARD,
                "suit": NAMES,
                "hit": lambda event, moment: DREW(hit(event, moment), moment),
                "skipped": About(Skipped, Tell("{player} is skipped")),
                "turns": Tell("Reverse!"),
                "raised": About(CountRaised, COUNT),
                **dict.fromkeys(("five", "plain"), Tell("{player} plays {card}")),
            },
        ),
    ),
    (Drew, DREW),
    (SuitNamed, NAMES),
    (Declared, ONE_CARD),
    (PlayerLeft, Tell("{player} leaves")),
    (TurnedUp, Tell("{card} is turned up")),
)
