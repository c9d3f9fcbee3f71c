"""`/settings`: what a user, and for its managers a server, wants otherwise."""

from collections.abc import Mapping
from typing import Any

import discord
import msgspec
from discord import app_commands

from bot.app import Cardcrate
from bot.door.press import press_of
from bot.engine.contract import Malformed
from bot.engine.spelling import key
from bot.games import GAMES
from bot.rendering import answers, hint_rules, pages, quiet
from bot.rendering.catalog import speak
from bot.rendering.languages import ENGLISH, NAMES, known_tag
from bot.rendering.paces import OWN, known_pace
from bot.rendering.page import Page
from bot.rendering.preferences import (
    AS_ELSEWHERE,
    AS_IN_DISCORD,
    FOR_ALL_TABLES,
    SERVER_SETTINGS,
    SETTINGS,
    server_page,
    settings_page,
)
from bot.sessions.preferences import ServerPreferences, UserPreferences
from cogs.base import CardcrateCog, Choice, Interaction, answer, is_guest, say
from cogs.lobby import GAME_CHOICES, PACE_CHOICES, option_choices
from cogs.opening import no_threads
from cogs.options import typed_options
from cogs.quiet import hours_given, hours_of, open_form
from cogs.rights import may_set_server

Place = discord.TextChannel | discord.VoiceChannel | discord.StageChannel | discord.ForumChannel
"""Where tables can be."""
OWN_PACE = app_commands.Choice(name=OWN, value="own")
HINT_CHOICES = [app_commands.Choice(name=label, value=who) for who, (label, _) in hint_rules.CHOICES.items()]
LANGUAGE_CHOICES = [
    *(app_commands.Choice(name=name, value=tag) for tag, name in NAMES.items()),
    app_commands.Choice(name=FOR_ALL_TABLES, value=AS_ELSEWHERE),
]
FLAGS = {"on": True, "off": False}
ON_OFF = {True: "on", False: "off"}


class Settings(CardcrateCog):
    """Preferences of users and servers."""

    settings = app_commands.Group(name="settings", description="What you or this server want otherwise")

    @settings.command(
        name="me", description="Your own settings: language, hands, pictures, deck, order, mentions"
    )
    async def me(self, interaction: Interaction) -> None:
        """Show the asker's settings."""
        await show(interaction, "", [])

    @settings.command(name="server", description="This server's settings, for those who manage it")
    @app_commands.describe(
        games="Games that may be opened, for example crap,skrap; all allows every game",
        channel="Allow tables here, or take that back (none named: everywhere); with language: only that",
        game="The game whose default options you set",
        options="Its default options, for example threshold=300; usual takes them back",
        turn_seconds="Seconds for a turn in games without a clock option; 0 takes it back",
        response_seconds="Seconds for other answers in such games; 0 takes it back",
        pace="The pace of new tables, before all seconds",
        hints="Who may ask for hints at new tables",
        threads="Whether each table opens its own thread",
        pictures="Whether tables show pictures",
        ratings="Whether games between people are rated",
        language="The language of tables; with channel: of those in that channel",
    )
    @app_commands.choices(game=GAME_CHOICES, pace=[OWN_PACE, *PACE_CHOICES], hints=HINT_CHOICES)
    @app_commands.choices(language=LANGUAGE_CHOICES)
    async def server(
        self,
        interaction: Interaction,
        games: str | None = None,
        channel: Place | None = None,
        game: str | None = None,
        options: str | None = None,
        turn_seconds: app_commands.Range[int, 0, 604800] | None = None,
        response_seconds: app_commands.Range[int, 0, 604800] | None = None,
        pace: str | None = None,
        hints: str | None = None,
        threads: bool | None = None,
        pictures: bool | None = None,
        ratings: bool | None = None,
        language: str | None = None,
    ) -> None:
        """Change this server's settings and show them."""
        if interaction.guild_id is None or is_guest(interaction):
            await say(interaction, answers.fixed(answers.ONLY_IN_SERVERS))
            return
        if not may_set_server(interaction):
            await say(interaction, answers.fixed(answers.ONLY_SERVER_MANAGERS))
            return
        clocks = {"turn_seconds": turn_seconds, "response_seconds": response_seconds}
        if wrong := answers.wrong_seconds({name: value for name, value in clocks.items() if value}):
            await say(interaction, wrong)
            return
        if game and options and await typed_options(interaction, GAMES[game], _meant(options)) is None:
            return
        flags = {"hints": hints, "threads": threads, "pictures": pictures, "ratings": ratings}
        chosen: dict[str, Any] = {name: value for name, value in flags.items() if value is not None}
        chosen |= {name: value or None for name, value in clocks.items() if value is not None}
        chosen |= {} if pace is None else {"pace": known_pace(pace)}
        try:
            chosen |= _typed(games, game, options)
        except Malformed as problem:
            await say(interaction, answers.problem(str(problem)))
            return
        now = await self.bot.sessions.choices.change_server(
            interaction.guild_id,
            lambda before: chosen | _defaults(before, game, options) | _placed(before, language, channel),
        )
        await _show_server(interaction, now, warns=bool(threads))
        if language is not None:
            await _show_tables(interaction, interaction.guild_id)

    @server.autocomplete("options")
    async def _complete_options(self, interaction: Interaction, typed: str) -> list[Choice]:
        chosen = GAMES.get(str(interaction.namespace.game))
        return [] if chosen is None else option_choices(chosen.options, typed)


async def change(interaction: Interaction, name: str, values: list[str]) -> None:
    """A select of the user's settings."""
    if name == "quiet":
        await change_quiet(interaction, values)
        return
    if name == "language":
        await change_language(interaction, values)
        return
    offered = {setting.name: setting.offered for group in SETTINGS for setting in group}
    if len(values) != 1 or values[0] not in offered.get(name, ()):
        await say(interaction, answers.fixed(answers.SETTING_OF_ANOTHER_VERSION))
        return
    await _set(interaction, **{name: FLAGS.get(values[0], values[0])})


async def change_language(interaction: Interaction, values: list[str]) -> None:
    """The select of the user's language; the answer is in it."""
    chosen = values[0] if len(values) == 1 else ""
    if chosen not in (AS_IN_DISCORD, *NAMES):
        await say(interaction, answers.fixed(answers.SETTING_OF_ANOTHER_VERSION))
        return
    await _set(interaction, language=None if chosen == AS_IN_DISCORD else chosen)
    for session in await interaction.client.sessions.of(interaction.user.id):
        await interaction.client.sessions.look_again(session)


async def change_quiet(interaction: Interaction, values: list[str]) -> None:
    """The select of quiet hours: none, those of now, or the form."""
    if values == [quiet.OTHER]:
        await open_form(interaction, {})
    elif values == [quiet.NONE]:
        await _set(interaction, quiet=None)
    else:
        await show(interaction, "", [])


async def quiet_given(interaction: Interaction, typed: Mapping[str, str], *, beside: bool) -> None:
    """The form of quiet hours; `beside` where it was opened from a message that stays as it is."""
    if beside:
        press_of(interaction).leave_message()
    if hours := await hours_given(interaction, typed):
        await _set(interaction, quiet=msgspec.to_builtins(hours))


async def show(interaction: Interaction, _rest: str, _values: list[str]) -> None:
    """The asker's settings as they are."""
    await answer(interaction, page_of(await interaction.client.sessions.choices.of_user(interaction.user.id)))


async def _set(interaction: Interaction, **chosen: Any) -> None:
    """Change the asker's settings and show them; their tables look at once whom they may call."""
    sessions = interaction.client.sessions
    now = await sessions.choices.set_user(interaction.user.id, **chosen)
    speak(now.reads)
    await answer(interaction, page_of(now))
    for session in await sessions.of(interaction.user.id):
        sessions.show(session)


async def change_server(interaction: Interaction, name: str, values: list[str]) -> None:
    """A select of the server's settings; who may choose is looked at again."""
    if interaction.guild_id is None or not may_set_server(interaction):
        await say(interaction, answers.fixed(answers.ONLY_SERVER_MANAGERS))
        return
    offered = {setting.name: setting.offered for setting in SERVER_SETTINGS}
    offered |= {"games": tuple(GAMES), "language": tuple(NAMES)}
    if not values or not set(values) <= set(offered.get(name, ())) or (name != "games" and len(values) > 1):
        await say(interaction, answers.fixed(answers.SETTING_OF_ANOTHER_VERSION))
        return
    allowed = [] if len(values) == len(GAMES) else values
    known = {"games": allowed, "pace": known_pace(values[0]), "hints": values[0], "language": values[0]}
    wanted: Any = known.get(name, FLAGS.get(values[0]))
    now = await interaction.client.sessions.choices.set_server(interaction.guild_id, **{name: wanted})
    await _show_server(interaction, now, warns=name == "threads")
    if name == "language":
        await _show_tables(interaction, interaction.guild_id)


async def _show_server(interaction: Interaction, chosen: ServerPreferences, *, warns: bool) -> None:
    """Show the settings of the server; `warns` where its threads can't be opened."""
    why_not = no_threads(interaction, chosen) if warns else None
    await answer(interaction, pages.noted(server_page_of(chosen), why_not))


async def _show_tables(interaction: Interaction, guild_id: int) -> None:
    """The live tables of a server speak another language now."""
    client = interaction.client
    for record in await client.sessions.in_guild(guild_id):
        if (session := await client.sessions.get(record.id)) is not None:
            await client.sessions.look_again(session)


def page_of(chosen: UserPreferences) -> Page:
    """The settings page of what a user has chosen."""
    values = {setting.name: getattr(chosen, setting.name) for group in SETTINGS for setting in group}
    told = {name: ON_OFF.get(value, value) for name, value in values.items()}
    return settings_page(told, hours_of(chosen), known_tag(chosen.language))


def server_page_of(chosen: ServerPreferences) -> Page:
    """The settings page of what a server has chosen."""
    return server_page(
        {
            "pace": chosen.pace or OWN_PACE.value,
            "hints": chosen.hints,
            "threads": ON_OFF[chosen.threads],
            "pictures": ON_OFF[chosen.pictures],
            "ratings": ON_OFF[chosen.ratings],
        },
        games={game_id: game.name for game_id, game in GAMES.items()},
        allowed=[game for game in GAMES if not chosen.games or game in chosen.games],
        channels=chosen.channels,
        defaults={GAMES[game].name: text for game, text in chosen.options.items() if game in GAMES},
        clocks=(chosen.turn_seconds, chosen.response_seconds),
        language=known_tag(chosen.language) or ENGLISH,
        languages={int(channel): tag for channel, tag in chosen.languages.items()},
    )


def _typed(games: str | None, game: str | None, options: str | None) -> dict[str, Any]:
    """Return the games that may be opened, where any are named; raises Malformed for what cannot be meant."""
    if options is not None and game is None:
        raise Malformed(answers.fixed(answers.NAME_THE_GAME))
    if games is None:
        return {}
    named = [] if key(games) == "all" else games.replace(",", " ").split()
    known = {key(game): game for game in GAMES}
    if unknown := [name for name in named if key(name) not in known]:
        raise Malformed(answers.unknown_game(unknown[0], list(GAMES)))
    return {"games": [known[key(name)] for name in named]}


def _placed(before: ServerPreferences, language: str | None, channel: Place | None) -> dict[str, Any]:
    """Return where tables are allowed, or with a language where they speak it."""
    if language is None:
        return {} if channel is None else {"channels": sorted(set(before.channels) ^ {channel.id})}
    if channel is None:
        return {} if language == AS_ELSEWHERE else {"language": language}
    others = {place: tag for place, tag in before.languages.items() if place != str(channel.id)}
    own = {} if language == AS_ELSEWHERE else {str(channel.id): language}
    return {"languages": {**others, **own}}


def _defaults(before: ServerPreferences, game: str | None, options: str | None) -> dict[str, Any]:
    if options is None or game is None:
        return {}
    return {"options": {**before.options, game: _meant(options)}}


def _meant(options: str) -> str:
    """Options as they are kept: `usual` takes all of them back."""
    return "" if key(options) == "usual" else options


async def setup(bot: Cardcrate) -> None:
    """Load the cog."""
    await bot.add_cog(Settings(bot))
