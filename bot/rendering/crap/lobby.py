"""The lobby of C.R.A.P.: its pitch, and the words of its options."""

from collections.abc import Mapping
from typing import Any, Final

from bot.rendering.catalog import message, message_count, say
from bot.rendering.lobby_words import LobbyWords, OptionWords
from bot.rendering.numbers import grouped
from bot.rendering.values import Value


def goal(options: Mapping[str, Any]) -> str:
    """Return the goal of a game with these options: `first over 300`."""
    return say("first over {points}", points=grouped(options["threshold"]))


LOBBY: Final = LobbyWords(
    pitch=message(
        "Ask everyone for a rank you hold, or swear you do. Score four of a kind. Get caught bluffing "
        "and you lose a card."
    ),
    line=message("Ask. Bluff. Catch the liars."),
    aim=message("Goal: score sets of four until you pass the target."),
    mood=(message("Ask for anything."), message("Bluff if you must.")),
    origin=message("**{game}** was contributed by Nathan Paziuk."),
    other_names=("Challenge Recycle Acquire Protect",),
    goal=goal,
    hints={
        "short": message("Usually two scoring rounds, about 40 turns each."),
        "normal": message("About four scoring rounds, about 40 turns each."),
        "long": message("About six scoring rounds. As its authors play it."),
    },
    options={
        "jokers": OptionWords(
            message("Jokers"),
            Value(False, message("No jokers"), hint=message("104 cards."), closed=message("Jokers: none")),
            Value(
                True,
                message("Four jokers"),
                message("four jokers"),
                message("Wild in sets. Each costs its set 1 point."),
                closed=message("Jokers: four"),
            ),
        ),
        "force-recycle": OptionWords(
            message("Forced recycling"),
            Value(False, message("off"), hint=message("Standard.")),
            Value(
                True,
                message("on"),
                message("players can vote to make someone recycle"),
                message("Most of the others must agree."),
            ),
        ),
        "threshold": OptionWords(message("Points to win"), changed=message("first over {number}")),
        "turn-limit": OptionWords(message("Most turns"), changed=message("at most {number} turns")),
        "idle-limit": OptionWords(
            message("Skips in a row before you're out"),
            changed=message_count("out after one skip", "out after {number} skips"),
        ),
        "turn-timeout": OptionWords(message("Seconds a turn"), changed=message("{time} a turn")),
        "response-timeout": OptionWords(message("Seconds to answer"), changed=message("{time} to answer")),
    },
)
"""The words for a lobby of C.R.A.P."""
