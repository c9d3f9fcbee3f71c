"""The options with which tables of a server begin where nobody names others."""

from collections.abc import Mapping
from typing import Any

import msgspec

from bot.engine.contract import AnyGame, Malformed
from bot.engine.notation import read_options
from bot.engine.options import described, parse_options
from bot.sessions.preferences import ServerPreferences


def default_options(game: AnyGame, chosen: ServerPreferences) -> dict[str, Any]:
    """The options with which a server's tables of this game begin."""
    return parse_options(game.options, chosen.options.get(game.id, ""))


def first_options(
    game: AnyGame,
    chosen: ServerPreferences,
    options: Mapping[str, Any],
    *,
    length: str | None,
    is_for_one: bool,
) -> dict[str, Any]:
    """Return a new table's options: these, then the server's, then those of its length."""
    of_length = game.lengths_for(alone=is_for_one).get(length or "", {})
    return {**of_length, **default_options(game, chosen), **options}


def usual_options(game: AnyGame, chosen: ServerPreferences) -> dict[str, Any]:
    """All options with which a short table in this server begins, where nothing else is named."""
    short = game.lengths.get("short", {})
    try:
        options = read_options(game, {**short, **default_options(game, chosen)})
    except Malformed:  # another version let the server choose what can't be chosen now
        options = read_options(game, short)
    values = msgspec.to_builtins(options)
    return {option.name: values[option.name] for option in described(game.options)}
