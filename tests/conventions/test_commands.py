"""The slash commands of all cogs, checked without connecting to Discord."""

import hashlib
import importlib
import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
from discord import app_commands
from discord.ext import commands

from bot.app import COGS
from bot.engine.moves import fields_of, verb_of
from bot.games import GAMES
from bot.rendering.commands import EVERYWHERE, GAME_COMMANDS, SERIAL
from tests.conventions import messages
from tests.conventions.source import modules, within
from tests.helpers.guild import SimGuild

Command = app_commands.Command[Any, ..., Any] | app_commands.Group

MAX_DESCRIPTION_CHARACTERS = 100

MAX_ENGLISH_CHARACTERS = 70
MAX_PAYLOAD_CHARACTERS = 4000
"""Half of Discord's limit for a command, counted in the longest languages."""
SENT = "73015a1f"
"""The digest of all names and options. When it changes, the serial must go up."""


def cog_modules() -> list[str]:
    """Return the modules of `cogs/` that load a cog."""
    names = [module.name for module in modules() if within(module.name, "cogs")]
    return [name for name in names if hasattr(importlib.import_module(name), "setup")]


def top_commands() -> Iterator[Command]:
    """Yield the commands that the cogs add to the command tree."""
    for name in cog_modules():
        for value in vars(importlib.import_module(name)).values():
            if isinstance(value, commands.CogMeta) and value.__module__ == name:
                yield from value.__cog_app_commands__


COMMANDS = {command.name: command for command in top_commands()}
OWN = [(game, name, verb) for game, names in GAME_COMMANDS.items() for name, verb in names.items()]


def test_the_bot_loads_every_cog() -> None:
    assert sorted(COGS) == cog_modules()


def test_the_one_list_has_every_command() -> None:
    names = [*EVERYWHERE, *(name for _, name, _ in OWN)]

    assert sorted(names) == sorted(command.name for command in top_commands())
    assert len(names) == 29


def test_no_name_begins_another_and_none_is_group() -> None:
    pairs = [(one, other) for one in COMMANDS for other in COMMANDS if one != other]

    assert [pair for pair in pairs if pair[1].startswith(pair[0])] == []
    assert all(isinstance(command, app_commands.Command) for command in COMMANDS.values())


def test_descriptions_are_short_and_begin_with_their_game() -> None:
    for command in top_commands():
        assert isinstance(command, app_commands.Command)
        assert 2 < len(command.description) <= MAX_ENGLISH_CHARACTERS, command.name
        for option in command.parameters:
            assert 2 < len(str(option.description)) <= MAX_DESCRIPTION_CHARACTERS, command.name
    for game, name, _ in OWN:
        command = COMMANDS[name]
        assert isinstance(command, app_commands.Command)
        assert command.description.startswith(f"{GAMES[game].name}: ")


@pytest.mark.parametrize(("game", "name", "verb"), OWN)
def test_own_command_makes_a_move_of_its_game(game: str, name: str, verb: str) -> None:
    command = COMMANDS[name]
    assert isinstance(command, app_commands.Command)
    kind = next(kind for kind in GAMES[game].moves if verb_of(kind) == verb)
    fields = {field.encode_name: field.required for field in fields_of(kind)}
    options = {option.display_name: option.required for option in command.parameters}

    assert options == ({"pair": True} if verb == "scavenge" else fields)


def test_everything_but_fixed_values_completes() -> None:
    free = {"jokers", "daily check", "cardcrate open", "setup-cardcrate channel"}
    for command in top_commands():
        assert isinstance(command, app_commands.Command)
        for option in command.parameters:
            is_fixed = option.choices or option.type.name == "boolean"
            named = {option.display_name, f"{command.name} {option.display_name}"}
            assert is_fixed or option.autocomplete or named & free, named


@pytest.mark.players(1)
async def test_payloads_are_small_in_every_language(guild: SimGuild) -> None:
    described = await guild.bot.describe_commands()

    assert len(described) == 31
    assert max(map(longest, described)) <= MAX_PAYLOAD_CHARACTERS


def longest(command: Any) -> int:
    """Return how many characters of a command Discord counts, each text in its longest language."""
    texts = [command.get(name) or "" for name in ("name", "value") if isinstance(command.get(name), str)]
    for name in ("name", "description"):
        said = (command.get(f"{name}_localizations") or {}).values()
        texts.append(max([str(command.get(name) or ""), *said], key=len) if name != "name" or said else "")
    inner = [*(command.get("options") or ()), *(command.get("choices") or ())]
    return sum(map(len, texts)) + sum(map(longest, inner))


def test_serial_goes_up_with_names_and_options() -> None:
    told = {
        command.name: [
            (option.display_name, option.type.name, option.required) for option in command.parameters
        ]
        for command in top_commands()
        if isinstance(command, app_commands.Command)
    }
    digest = hashlib.sha256(json.dumps(told, sort_keys=True).encode()).hexdigest()[:8]

    assert (SERIAL, digest) == (2, SENT), (
        "raise SERIAL in bot/rendering/commands.py, and put this digest here"
    )


def test_messages_name_only_commands_that_are_everywhere() -> None:
    texts = [text for one in messages.catalog() if one.id for text in messages.texts(one.id)]
    named = {name for text in texts for name in re.findall(r"\{command ([^}]*)\}", text)}

    assert named <= set(EVERYWHERE)
    assert [text for text in texts if re.search(r"`/[a-z]", text)] == []
