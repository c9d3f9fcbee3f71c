"""The lobby of Craits: its pitch, the words of its options, and advice."""

from collections.abc import Mapping
from typing import Any, Final

import msgspec

from bot.games.craits.options import LENGTHS, CraitsOptions, packs_for
from bot.rendering.catalog import message, message_count, say, say_count
from bot.rendering.lobby_words import AS_AUTHORS, Advice, LobbyWords, OptionWords
from bot.rendering.values import Value

PRESSURE_SHARES: Final[Mapping[tuple[bool, int], Mapping[int, int]]] = {
    (False, 5): {15: 40},
    (True, 4): {15: 40},
    (True, 5): {8: 35, 15: 70},
}
"""The games out of 100 in which shuffle pressure changes the winner, with one deck: by face-card powers and
players, then by the fewest hands. The lobby gives no advice about combinations that aren't listed."""


def goal(options: Mapping[str, Any]) -> str:
    """Return the goal of a game with these options: `8 hands`, `all 15 hands`."""
    hands = options["hands"]
    if hands == LENGTHS["long"]["hands"]:
        return say("all {number} hands", number=hands)
    return say_count("one hand", "{number} hands", hands)


def advice(options: Mapping[str, Any], players: int) -> Advice | None:
    """Return advice to play with two decks, if reshuffling a single one would decide many games."""
    settings = msgspec.convert(options, CraitsOptions)
    shares = PRESSURE_SHARES.get((settings.faces, players), {})
    hands = max((hands for hands in shares if hands <= settings.hands), default=0)
    if not hands or packs_for(players, settings) > 1:
        return None
    text = say(
        ("Over {hands} hands, shuffle pressure decides {share} of 100 games. Two decks play better."),
        hands=hands,
        share=shares[hands],
    )
    return Advice(text, message("Play with two decks"), "packs", 2)


LOBBY: Final = LobbyWords(
    pitch=message(
        "Match the top card and empty your hand. Nearly every card hits someone. Lowest score wins."
    ),
    line=message("Crazy Eights, but nearly every card hits someone."),
    aim=message("Goal: get rid of your cards. Whatever you keep counts against you."),
    mood=(message("Crazy Eights,"), message("gone wild.")),
    origin=message("**{game}** was invented in Cambridge, Massachusetts, in the 1970s."),
    other_names=("Crazy Eights", "Crates", "Creights"),
    goal=goal,
    hints={"long": AS_AUTHORS},
    advice=advice,
    options={
        "faces": OptionWords(
            message("Face-card powers"),
            Value(False, message("no")),
            Value(True, message("yes"), message("face-card powers")),
        ),
        "packs": OptionWords(
            message("Decks"),
            Value(
                "auto", message("as players need"), hint=message("A second deck with six or more players.")
            ),
            Value(2, message("Two"), message("two decks"), closed=message("Decks: two")),
        ),
        "opening-suit": OptionWords(
            message("Dealer names the first suit"),
            Value("blind", message("Blind"), closed=message("Dealer names first suit: blind")),
            Value(
                "seen",
                message("Seeing the hand"),
                message("the dealer sees the hand before naming the first suit"),
                closed=message("Dealer names first suit: seeing the hand"),
            ),
        ),
        "forced-draws": OptionWords(
            message("Forced draws"),
            Value("by-itself", message("automatic")),
            Value("by-hand", message("by hand"), message("draw by hand when you can't play")),
        ),
        "hands": OptionWords(message("Hands"), changed=message_count("one hand", "{number} hands")),
        "hand-cap": OptionWords(
            message("Most plays a hand"), changed=message("at most {number} plays a hand")
        ),
    },
)
"""The words for a lobby of Craits."""
