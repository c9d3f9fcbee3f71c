"""The one list of slash commands: those everywhere, and those of each game.

Messages and rules name a command by a placeholder, `{command turn}`, so no text names one that isn't here.
"""

from collections.abc import Mapping
from typing import Final

EVERYWHERE: Final = (
    "cards",
    "hand",
    "turn",
    "table",
    "my-tables",
    "card-rules",
    "daily",
    "cardcrate",
    "setup-cardcrate",
)
"""The commands in every server and in the DM with the bot."""
INVITE: Final = "Invite to cards"
BLOCK: Final = "Not at my tables"
MENUS: Final = (INVITE, BLOCK)
"""The entries in the menu of every user, only in servers."""
GAME_COMMANDS: Final[dict[str, Mapping[str, str]]] = {
    "crap": {
        "acquire": "acquire",
        "protect": "protect",
        "challenge": "challenge",
        "recycle": "recycle",
        "score-set": "score",
        "cooperate": "cooperate",
        "believe": "believe",
        "call-bluff": "call-bluff",
    },
    "skrap": {"surge-card": "surge", "build-bot": "bot", "scavenge": "scavenge"},
    "craits": {"play-card": "play", "one-card": "one-card", "idiot": "idiot"},
    "crazy-rummy": {"draw-card": "draw", "lay-set": "meld", "feed-cards": "feed", "discard-card": "discard"},
    "crapette": {"move-cards": "line", "lift-card": "flip"},
}
"""The commands of each game, only for servers that play it, each with the verb of its move."""
SERIAL: Final = 2
"""Raised with every change of names or options. A program leaves the commands of a later one alone."""
PLACEHOLDER: Final = "command "
"""The beginning of every placeholder."""
MOVE: Final = "turn"
"""The command that makes every move everywhere."""


def names() -> tuple[str, ...]:
    """Return all commands in the order in which they're listed."""
    return (*EVERYWHERE, *(name for verbs in GAME_COMMANDS.values() for name in verbs))


def command_text(name: str) -> str:
    """Return a command as text names it: `/turn`. Raises KeyError if there's no such command."""
    if name not in names():
        raise KeyError(name)
    return f"`/{name}`"


def commands_of(game_id: str) -> Mapping[str, str]:
    """Return the commands of a game with the verbs of their moves. Empty if it doesn't have any."""
    return GAME_COMMANDS.get(game_id, {})


def rules_texts(game_id: str, names: frozenset[str]) -> dict[str, str]:
    """Return the text of each command in a game's rules. Its own read `/turn` unless they're in `names`."""
    own = {name: command_text(name if name in names else MOVE) for name in commands_of(game_id)}
    return {name: command_text(name) for name in EVERYWHERE} | own
