"""What Skrap says before the deal."""

from collections.abc import Mapping
from typing import Any, Final

from bot.rendering.catalog import message, say_count
from bot.rendering.lobby_words import Advice, LobbyWords, OptionWords, Value

CROWD: Final = 4
"""With so many players one round often decides."""


def goal(options: Mapping[str, Any]) -> str:
    """What ends the game."""
    return say_count("first to one head", "first to {number} heads", options["target"])


def advice(options: Mapping[str, Any], players: int) -> Advice | None:
    """Passes that count for the round, where many play."""
    if players < CROWD or options.get("pass-rule") == "final":
        return None
    return Advice(
        message("With 4 or more, one round often decides. A pass that counts for the round evens it out."),
        message("Passes are final"),
        "pass-rule",
        "final",
    )


LOBBY: Final = LobbyWords(
    pitch=message(
        "Build a bot from a black card and a red one. Wreck the others' bots; "
        "the last one standing takes all heads."
    ),
    line=message("Build bots from scrap. Wreck the rest."),
    other_names=("Robots", "Scrap"),
    goal=goal,
    advice=advice,
    options={
        "pass-rule": OptionWords(
            message("Passes"),
            (
                Value("reopen", message("For this bot"), message("A pass counts for this bot")),
                Value(
                    "final",
                    message("For the round"),
                    message("A pass counts for the round"),
                    message("a pass counts for the round"),
                ),
            ),
        ),
        "surged-king": OptionWords(
            message("A king with surge"),
            (
                Value(
                    "joker-only",
                    message("To a joker only"),
                    message("A king with surge falls to a joker only"),
                ),
                Value(
                    "equal",
                    message("To an equal king too"),
                    message("A king with surge falls to a king too"),
                    message("a king with surge falls to an equal king too"),
                ),
            ),
        ),
        "tie-break": OptionWords(
            message("Ties"),
            (
                Value("rps", message("Rock, paper, scissors"), message("Ties: rock, paper, scissors")),
                Value("random", message("Chance"), message("Ties: chance"), message("chance breaks ties")),
            ),
        ),
        "target": OptionWords(message("Heads to win"), changed=message("first to {number} heads")),
        "max-rounds": OptionWords(message("Most rounds"), changed=message("at most {number} rounds")),
    },
)
"""The words of Skrap before its deal."""
