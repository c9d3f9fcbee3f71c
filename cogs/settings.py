"""`/settings`: what a user, and for its managers a server, wants otherwise."""

from typing import Any

import discord
import msgspec
from discord import app_commands

from bot.app import Cardcrate
from bot.engine.contract import Malformed
from bot.engine.options import parse_options
from bot.games import GAMES
from bot.rendering import answers
from bot.rendering.preferences import SETTINGS, settings_page
from bot.sessions.preferences import ServerPreferences, UserPreferences
from cogs.base import ALSO_IN_DMS, CardcrateCog, Choice, Interaction, answer, say
from cogs.lobby import GAME_CHOICES, option_choices
from cogs.rights import may_set_server

FLAGS = {"on": True, "off": False}


class Settings(CardcrateCog):
    """Preferences of users and servers."""

    settings = app_commands.Group(
        name="settings", description="What you or this server want otherwise", allowed_contexts=ALSO_IN_DMS
    )

    @settings.command(name="me", description="Your own settings: hands, pictures, deck, order, mentions")
    async def me(self, interaction: Interaction) -> None:
        """Show the asker's settings."""
        await answer(interaction, page_of(await self.bot.sessions.choices.of_user(interaction.user.id)))

    @settings.command(name="server", description="This server's settings, for those who manage it")
    @app_commands.describe(
        games="Games that may be opened, for example crap,skrap; all allows every game",
        channel="Allow tables in this channel, or take the permission back; none named: everywhere",
        game="The game whose default options you set",
        options="Its default options, for example threshold=300; usual takes them back",
        turn_seconds="Seconds for a turn in games without a clock option; 0 takes it back",
        response_seconds="Seconds for other answers in such games; 0 takes it back",
        threads="Whether each table opens its own thread",
        pictures="Whether tables show pictures",
    )
    @app_commands.choices(game=GAME_CHOICES)
    async def server(
        self,
        interaction: Interaction,
        games: str | None = None,
        channel: discord.TextChannel | None = None,
        game: str | None = None,
        options: str | None = None,
        turn_seconds: app_commands.Range[int, 0, 604800] | None = None,
        response_seconds: app_commands.Range[int, 0, 604800] | None = None,
        threads: bool | None = None,
        pictures: bool | None = None,
    ) -> None:
        """Change this server's settings and show them."""
        if interaction.guild_id is None:
            await say(interaction, answers.ONLY_IN_SERVERS)
            return
        if not may_set_server(interaction):
            await say(interaction, answers.ONLY_SERVER_MANAGERS)
            return
        guild_id = interaction.guild_id
        before = await self.bot.sessions.choices.of_server(guild_id)
        clocks = {"turn_seconds": turn_seconds, "response_seconds": response_seconds}
        flags = {"threads": threads, "pictures": pictures}
        chosen: dict[str, Any] = {name: value for name, value in flags.items() if value is not None}
        chosen |= {name: value or None for name, value in clocks.items() if value is not None}
        try:
            chosen |= _allowed(before, games, channel) | _defaults(before, game, options)
            now = await self.bot.sessions.choices.set_server(guild_id, **chosen)
        except (Malformed, msgspec.ValidationError) as problem:
            await say(interaction, answers.problem(str(problem)))
            return
        await say(interaction, server_text(now))

    @server.autocomplete("options")
    async def _complete_options(self, interaction: Interaction, typed: str) -> list[Choice]:
        chosen = GAMES.get(str(interaction.namespace.game))
        return [] if chosen is None else option_choices(chosen.options, typed)


async def change(interaction: Interaction, rest: str, _values: list[str]) -> None:
    """A button of the settings page: `deck four`."""
    name, _, value = rest.partition(" ")
    if value not in {
        offered for setting in SETTINGS if setting.name == name for offered, _ in setting.values
    }:
        await say(interaction, answers.SETTING_OF_ANOTHER_VERSION)
        return
    choices = interaction.client.sessions.choices
    now = await choices.set_user(interaction.user.id, **{name: FLAGS.get(value, value)})
    await answer(interaction, page_of(now))


def page_of(chosen: UserPreferences) -> Any:
    """The settings page of what a user has chosen."""
    on_off = {True: "on", False: "off"}
    values = {setting.name: getattr(chosen, setting.name) for setting in SETTINGS}
    return settings_page({name: on_off.get(value, value) for name, value in values.items()})


def server_text(chosen: ServerPreferences) -> str:
    """A server's settings as sentences."""
    return answers.server_settings(
        games=[GAMES[game].name for game in chosen.games if game in GAMES],
        channels=chosen.channels,
        defaults={GAMES[game].name: text for game, text in chosen.options.items()},
        clocks=(chosen.turn_seconds, chosen.response_seconds),
        threads=chosen.threads,
        pictures=chosen.pictures,
    )


def _allowed(
    before: ServerPreferences, games: str | None, channel: discord.TextChannel | None
) -> dict[str, Any]:
    chosen: dict[str, Any] = {}
    if games is not None:
        named = [] if games.strip().lower() == "all" else games.replace(",", " ").split()
        if unknown := [name for name in named if name not in GAMES]:
            raise Malformed(answers.unknown_game(unknown[0], list(GAMES)))
        chosen["games"] = named
    if channel is not None:
        chosen["channels"] = sorted(set(before.channels) ^ {channel.id})
    return chosen


def _defaults(before: ServerPreferences, game: str | None, options: str | None) -> dict[str, Any]:
    if options is None:
        return {}
    if game is None:
        raise Malformed(answers.NAME_THE_GAME)
    text = "" if options.strip().lower() == "usual" else options
    parse_options(GAMES[game].options, text)
    return {"options": {**before.options, game: text}}


async def setup(bot: Cardcrate) -> None:
    """Load the cog."""
    await bot.add_cog(Settings(bot))
