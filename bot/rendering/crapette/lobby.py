"""What Crapette says before the deal."""

from collections.abc import Mapping
from typing import Any, Final

from bot.rendering.catalog import message, say, say_count
from bot.rendering.lobby_words import AS_AUTHORS, LobbyWords, OptionWords, Value

DAY_HOURS: Final = 24


def goal(options: Mapping[str, Any]) -> str:
    """How much time the players have."""
    if minutes := options["clock-minutes"]:
        return say("{number} min each", number=minutes)
    if options["turn-hours"] == DAY_HOURS:
        return say("a day a turn")
    return say_count("an hour a turn", "{number} hours a turn", options["turn-hours"])


def most_minutes(options: Mapping[str, Any]) -> int | None:
    """How long both players' clocks run at most."""
    return 2 * options["clock-minutes"] or None


LOBBY: Final = LobbyWords(
    pitch=message(
        "One table, two players, eight houses. Be first without a card, "
        "and load yours onto the other's piles."
    ),
    line=message("Solitaire as a duel, on one shared table."),
    origin=message("**{game}** is a relative of Russian Bank."),
    other_names=("Russian Bank", "Crapaud"),
    goal=goal,
    hints={"normal": AS_AUTHORS},
    most_minutes=most_minutes,
    options={
        "clock-minutes": OptionWords(
            message("Clock"),
            (
                Value(0, message("No clock"), message("Clock: none")),
                *(
                    Value(
                        minutes,
                        message("{number} minutes each"),
                        message("Clock: {number} minutes each"),
                        message("{number} minutes each"),
                    )
                    for minutes in (5, 10, 15, 20, 30, 60, 120)
                ),
            ),
        ),
        "fits-only": OptionWords(
            message("Only moves that fit"),
            (
                Value(
                    "first-games",
                    message("In first games"),
                    message("Only moves that fit: in first games"),
                    hint=message("Until a player has finished one game."),
                ),
                Value(
                    "on",
                    message("For all"),
                    message("Only moves that fit: for all"),
                    message("only moves that fit are shown"),
                ),
                Value(
                    "off",
                    message("Off"),
                    message("Only moves that fit: off"),
                    message("all moves are shown"),
                    message("Finding them is the game."),
                ),
            ),
        ),
        "turn-hours": OptionWords(
            message("Hours a turn"),
            (
                Value(1, message("One"), message("Hours a turn: 1"), message("one hour a turn")),
                *(
                    Value(
                        hours,
                        message("{number}"),
                        message("Hours a turn: {number}"),
                        message("{number} hours a turn"),
                        message("Where no clock runs."),
                    )
                    for hours in (4, 12, 24, 72, 168)
                ),
            ),
        ),
        "court-order": OptionWords(
            message("Court order"),
            (
                Value("KQJ", message("J Q K"), message("Court order: J Q K")),
                Value("KJQ", message("Q J K"), message("Court order: Q J K"), message("court order Q J K")),
            ),
        ),
        "stack-moves": OptionWords(
            message("Several cards at once"),
            (
                Value(True, message("On"), message("Several cards at once: on")),
                Value(
                    False,
                    message("Off"),
                    message("Several cards at once: off"),
                    message("one card at a time"),
                ),
            ),
        ),
        "undo": OptionWords(
            message("Taking back"),
            (
                Value(True, message("On"), message("Taking back: on")),
                Value(False, message("Off"), message("Taking back: off"), message("no taking back")),
            ),
        ),
        "repetition": OptionWords(
            message("Same position"),
            (
                Value(
                    0,
                    message("Never a draw"),
                    message("Same position: never a draw"),
                    message("no draw by the same position"),
                ),
                Value(
                    2,
                    message("Draw at the second time"),
                    message("Same position: draw at the second time"),
                    message("a draw at the second same position"),
                ),
                Value(3, message("Draw at the third time"), message("Same position: draw at the third time")),
                Value(
                    4,
                    message("Draw at the fourth time"),
                    message("Same position: draw at the fourth time"),
                    message("a draw at the fourth same position"),
                ),
                Value(
                    5,
                    message("Draw at the fifth time"),
                    message("Same position: draw at the fifth time"),
                    message("a draw at the fifth same position"),
                ),
            ),
        ),
        "no-progress-turns": OptionWords(
            message("Turns without progress until a draw"),
            changed=message("a draw after {number} turns without progress"),
        ),
    },
)
"""The words of Crapette before its deal."""
