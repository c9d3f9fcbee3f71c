"""The slash commands of all cogs together, looked at without connecting."""

import importlib
from collections import Counter
from collections.abc import Iterator
from itertools import groupby
from typing import Any

import msgspec
import pytest
from discord import app_commands
from discord.ext import commands

from bot.app import COGS
from bot.engine.moves import Leave, Move, kind_of, verb_of
from bot.games import GAMES
from bot.rendering.faces import FACES
from tests.conventions.source import modules, within

Command = app_commands.Command[Any, ..., Any] | app_commands.Group

MAX_COMMANDS = 100
MAX_DESCRIPTION_CHARACTERS = 100

HOSTED = [GAMES[game] for game in FACES]
"""The games that can be played on Discord."""


def cog_modules() -> list[str]:
    """The modules of `cogs/` that load a cog."""
    names = [module.name for module in modules() if within(module.name, "cogs")]
    return [name for name in names if hasattr(importlib.import_module(name), "setup")]


def top_commands() -> Iterator[Command]:
    """What all cogs add to the command tree."""
    for name in cog_modules():
        for value in vars(importlib.import_module(name)).values():
            if isinstance(value, commands.CogMeta) and value.__module__ == name:
                yield from value.__cog_app_commands__


def every_command() -> Iterator[Command]:
    """All commands, those inside groups included."""
    for command in top_commands():
        yield command
        if isinstance(command, app_commands.Group):
            yield from command.walk_commands()


def moves_by_verb() -> dict[str, list[type[Move]]]:
    """Every verb of the hosted games with the kinds of move it means in them."""
    every: set[type[Move]] = {Leave}
    for game in HOSTED:
        every.update(game.moves)
    kinds = sorted(every, key=verb_of)
    return {verb: list(same) for verb, same in groupby(kinds, verb_of)}


def options_of(kinds: list[type[Move]]) -> dict[str, bool]:
    """The options a verb's command needs, and whether each is required.

    Where games share a verb its command has the options of all; one that some game does without is optional.
    A player is named by one of two options, because no list of users has the computers.
    """
    fields = [{f.encode_name: f.required for f in msgspec.structs.fields(kind)} for kind in kinds]
    names = {name for named in fields for name in named}
    needed = {name: all(named.get(name, False) for named in fields) for name in names}
    players = {f.encode_name for k in kinds for f in msgspec.structs.fields(k) if kind_of(f.type) == "seat"}
    return needed | dict.fromkeys(players, False) | ({"computer": False} if players else {})


COMMANDS = {command.name: command for command in top_commands()}
VERBS = moves_by_verb()


def test_the_bot_loads_every_cog() -> None:
    assert sorted(COGS) == cog_modules()


def test_no_command_name_is_used_twice() -> None:
    counts = Counter(command.name for command in top_commands())

    assert [name for name, count in counts.items() if count > 1] == []


def test_discord_takes_so_many_commands() -> None:
    assert 0 < len(list(top_commands())) <= MAX_COMMANDS


def test_every_command_and_option_says_briefly_what_it_is() -> None:
    for command in every_command():
        assert 2 < len(command.description) <= MAX_DESCRIPTION_CHARACTERS, command.qualified_name
        for option in getattr(command, "parameters", ()):
            assert 2 < len(str(option.description)) <= MAX_DESCRIPTION_CHARACTERS, command.qualified_name


@pytest.mark.parametrize("verb", VERBS)
def test_every_move_has_its_command(verb: str) -> None:
    assert isinstance(COMMANDS.get(verb), app_commands.Command)


@pytest.mark.parametrize("verb", [verb for verb in VERBS if verb != "leave"])
def test_a_command_has_the_options_of_its_move(verb: str) -> None:
    command = COMMANDS[verb]
    assert isinstance(command, app_commands.Command)

    assert {option.display_name: option.required for option in command.parameters} == options_of(VERBS[verb])


@pytest.mark.parametrize("verb", VERBS)
def test_a_player_is_chosen_among_users(verb: str) -> None:
    command = COMMANDS[verb]
    assert isinstance(command, app_commands.Command)
    types = {option.display_name: option.type.name for option in command.parameters}

    for kind in VERBS[verb]:
        for field in msgspec.structs.fields(kind):
            assert (types[field.encode_name] == "user") == (kind_of(field.type) == "seat")


@pytest.mark.parametrize("game", HOSTED, ids=lambda game: game.id)
def test_every_look_of_a_game_has_its_command(game: Any) -> None:
    assert set(game.looks) <= set(COMMANDS)


def test_an_option_that_one_of_two_games_lacks_is_optional() -> None:
    class Deck(Move, frozen=True, tag="draw"):
        source: str

    class Blind(Move, frozen=True, tag="draw"):
        """No choice."""

    assert options_of([Deck]) == {"source": True}
    assert options_of([Deck, Blind]) == {"source": False}
