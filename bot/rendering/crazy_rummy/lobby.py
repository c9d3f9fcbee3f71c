"""Crazy Rummy's words before the deal."""

from collections.abc import Mapping
from typing import Any, Final

from bot.games.crazy_rummy.options import CrazyRummyOptions
from bot.rendering.catalog import message, message_count, say, say_count
from bot.rendering.lobby_words import AS_AUTHORS, LobbyWords, OptionWords
from bot.rendering.numbers import grouped
from bot.rendering.values import Value


def goal(options: Mapping[str, Any]) -> str:
    """Return the goal of the game: a few hands, points, or both."""
    usual, hands = CrazyRummyOptions(), options["max-hands"]
    few = say_count("one hand", "{number} hands", hands) if hands < usual.max_hands else ""
    if few and options["target"] == usual.target:
        return few
    points = say("first to {points}", points=grouped(options["target"]))
    return f"{points} · {few}" if few else points


LOBBY: Final = LobbyWords(
    pitch=message(
        "Lay three of a kind, feed the sets on the table, go out first. Each hand, another rank is wild."
    ),
    line=message("Sets only. Each hand, another wild rank."),
    aim=message("Goal: lay sets and go out. The most points win."),
    mood=(message("One rank is wild."), message("The deal decides which.")),
    origin=message("**{game}** belongs to the family of 5000 Rummy."),
    other_names=("5000 Rummy", "1500 Rummy", "500 Rummy"),
    goal=goal,
    hints={"long": AS_AUTHORS},
    options={
        "packs": OptionWords(
            message("Decks"),
            Value("auto", message("as players need"), hint=message("One for every two players.")),
            Value(1, message("One"), message("one deck"), closed=message("Decks: one")),
            *(Value(packs, message("{number}"), message("{number} decks")) for packs in range(2, 7)),
        ),
        "dealer-wild": OptionWords(
            message("The dealer's wildcard"),
            Value(
                "marker",
                message("Stays on the table"),
                closed=message("Dealer's wildcard: stays on the table"),
            ),
            Value(
                "hand",
                message("Joins the hand"),
                message("the dealer's wildcard joins the hand"),
                closed=message("Dealer's wildcard: joins the hand"),
            ),
        ),
        "target": OptionWords(message("Points to win"), changed=message("first to {number}")),
        "reshuffles": OptionWords(
            message("Reshuffles a hand"), changed=message("reshuffles a hand: {number}")
        ),
        "turns-for-all": OptionWords(
            message("Hands until everyone has had a turn"),
            Value(False, message("no")),
            Value(True, message("yes"), message("hands until everyone has had a turn")),
        ),
        "max-hands": OptionWords(
            message("Most hands"), changed=message_count("at most one hand", "at most {number} hands")
        ),
    },
)
"""Crazy Rummy's words for a lobby."""
