"""Crapette's words before the deal."""

from collections.abc import Mapping
from typing import Any, Final

from bot.rendering.catalog import message, say, say_count
from bot.rendering.lobby_words import AS_AUTHORS, LobbyWords, OptionWords
from bot.rendering.values import Value

DAY_HOURS: Final = 24


def goal(options: Mapping[str, Any]) -> str:
    """Return the length of a short game, or else the time that the players have."""
    turns = options["turns"]
    if turns:
        return say_count("a turn each", "{number} turns each", turns)
    if options.get("untimed"):
        return say("to the last card")
    if minutes := options["clock-minutes"]:
        return say("{number} min each", number=minutes)
    if options["turn-hours"] == DAY_HOURS:
        return say("a day a turn")
    return say_count("an hour a turn", "{number} hours a turn", options["turn-hours"])


def most_minutes(options: Mapping[str, Any]) -> int | None:
    """Return the most minutes that both players' clocks run together. None if that isn't limited."""
    return None if options.get("untimed") else 2 * options["clock-minutes"] or None


LOBBY: Final = LobbyWords(
    pitch=message(
        "One table, two players, eight houses. Run out of cards first, and load yours onto "
        "your opponent's piles."
    ),
    line=message("Solitaire as a duel, on one shared table."),
    aim=message("Goal: get rid of all your cards before your opponent does."),
    mood=(message("Patience, fought"), message("as a duel.")),
    origin=message("**{game}** is a relative of Russian Bank."),
    other_names=("Russian Bank", "Crapaud"),
    goal=goal,
    hints={"normal": AS_AUTHORS},
    most_minutes=most_minutes,
    options={
        "clock-minutes": OptionWords(
            message("Clock"),
            Value(0, message("No clock"), closed=message("Clock: none")),
            *(
                Value(
                    minutes,
                    message("{number} minutes each"),
                    message("{number} minutes each"),
                    closed=message("Clock: {number} minutes each"),
                )
                for minutes in (5, 10, 15, 20, 30, 60, 120)
            ),
        ),
        "turns": OptionWords(
            message("Short game"),
            Value(0, message("No, to the last card"), closed=message("Short game: no")),
            *(
                Value(
                    turns,
                    message("{number} turns each"),
                    message("a short game of {number} turns each"),
                    message("Then fewer cards left wins."),
                    closed=message("Short game: {number} turns each"),
                )
                for turns in (4, 6, 8, 12, 20)
            ),
        ),
        "fits-only": OptionWords(
            message("Only moves that fit"),
            Value(
                "first-games",
                message("In first games"),
                hint=message("Until a player has finished one game."),
                closed=message("Only moves that fit: in first games"),
            ),
            Value("on", message("for everyone"), message("only moves that fit are shown")),
            Value(
                "off", message("off"), message("all moves are shown"), message("Finding them is the game.")
            ),
        ),
        "turn-hours": OptionWords(
            message("Hours a turn"),
            Value(1, message("One"), message("one hour a turn"), closed=message("Hours a turn: 1")),
            *(
                Value(
                    hours,
                    message("{number}"),
                    message("{number} hours a turn"),
                    message("Only at tables without a clock."),
                )
                for hours in (4, 12, 24, 72, 168)
            ),
        ),
        "court-order": OptionWords(
            message("Face-card order"),
            Value("KQJ", message("J Q K")),
            Value("KJQ", message("Q J K"), message("face-card order Q J K")),
        ),
        "stack-moves": OptionWords(
            message("Several cards at once"),
            Value(True, message("on")),
            Value(False, message("off"), message("one card at a time")),
        ),
        "undo": OptionWords(
            message("Taking back"),
            Value(True, message("on")),
            Value(False, message("off"), message("no taking back")),
        ),
        "repetition": OptionWords(
            message("Same position"),
            Value(0, message("never a draw"), message("no draw by repetition")),
            Value(
                2,
                message("A draw the second time"),
                message("a draw the second time a position comes up"),
                closed=message("Same position: a draw the second time"),
            ),
            Value(
                3, message("A draw the third time"), closed=message("Same position: a draw the third time")
            ),
            Value(
                4,
                message("A draw the fourth time"),
                message("a draw the fourth time a position comes up"),
                closed=message("Same position: a draw the fourth time"),
            ),
            Value(
                5,
                message("A draw the fifth time"),
                message("a draw the fifth time a position comes up"),
                closed=message("Same position: a draw the fifth time"),
            ),
        ),
        "no-progress-turns": OptionWords(
            message("Turns without progress until a draw"),
            changed=message("a draw after {number} turns without progress"),
        ),
    },
)
"""Crapette's words for a lobby."""
