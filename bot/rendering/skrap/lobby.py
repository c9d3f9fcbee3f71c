"""The lobby of Skrap: its pitch, the words of its options, and advice."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from bot.rendering.catalog import message, say, say_count
from bot.rendering.lobby_words import Advice, LobbyWords, OptionWords
from bot.rendering.values import Value

ONE_ROUND_SHARES: Final[Mapping[int, Sequence[int]]] = {
    4: (91, 96, 96, 90, 80, 66, 54, 42, 32, 24, 12, 3),
    5: (96, 94, 94, 90, 94, 84, 81, 73, 57, 51, 34, 24),
}
"""The games out of 100 that end in round one: by players, then for 3, 4 … 14 heads. Above that, few do."""
MIN_HEADS: Final = 3
"""The fewest heads that players can play for. Each row of `ONE_ROUND_SHARES` begins with it."""


def goal(options: Mapping[str, Any]) -> str:
    """Return the goal of a game with these options: `first to 10 heads`."""
    return say_count("first to one head", "first to {number} heads", options["target"])


def one_round_share(target: int, players: int) -> int:
    """Return how many of 100 games to this many heads end in round one. 0 if that's rare or unknown."""
    return dict(enumerate(ONE_ROUND_SHARES.get(players, ()), start=MIN_HEADS)).get(target, 0)


def advice(options: Mapping[str, Any], players: int) -> Advice | None:
    """Return advice to let passes count for the round, if many games would end in round one."""
    target = options["target"]
    share = one_round_share(target, players)
    if not share or options.get("pass-rule") == "final":
        return None
    return Advice(
        say(
            "To {target} heads, {share} of 100 games end in round one. "
            "A pass that counts for the round evens it out.",
            target=target,
            share=share,
        ),
        message("A pass counts for the round"),
        "pass-rule",
        "final",
    )


LOBBY: Final = LobbyWords(
    pitch=message(
        "Build a bot from a black card and a red one. Destroy the rest. The last one "
        "standing takes all the heads."
    ),
    line=message("Build bots from scrap. Destroy the rest."),
    is_learned_quickly=True,
    aim=message("Goal: 10 heads. The last bot standing takes them."),
    mood=(message("Black arms a robot,"), message("red shields it.")),
    origin=message("**{game}** is by Craig Bednar."),
    other_names=("Robots", "Scrap"),
    goal=goal,
    advice=advice,
    hints={
        "short": message("3 or 4 rounds with two players."),
        "normal": message("5 or 6 rounds with two players."),
        "long": message("About 10 rounds with two players."),
    },
    options={
        "pass-rule": OptionWords(
            message("Passes"),
            Value("reopen", message("For this bot"), closed=message("A pass counts for this bot")),
            Value(
                "final",
                message("For the round"),
                message("a pass counts for the round"),
                closed=message("A pass counts for the round"),
            ),
        ),
        "surged-king": OptionWords(
            message("A king with surge"),
            Value(
                "joker-only",
                message("Only a joker destroys it"),
                closed=message("Surge king: only a joker destroys it"),
            ),
            Value(
                "equal",
                message("An equal king also destroys it"),
                message("an equal king also destroys a king with surge"),
                closed=message("Surge king: equal king also destroys it"),
            ),
        ),
        "tie-break": OptionWords(
            message("Ties"),
            Value("rps", message("rock, paper, scissors")),
            Value("random", message("chance"), message("chance breaks ties")),
        ),
        "target": OptionWords(message("Heads to win"), changed=message("first to {number} heads")),
        "max-rounds": OptionWords(message("Most rounds"), changed=message("at most {number} rounds")),
    },
)
"""The words for a lobby of Skrap."""
