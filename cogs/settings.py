"""Settings: a user's own, and a server's for the users who manage it."""

import asyncio
from collections.abc import Mapping
from typing import Any, Final

import discord
import msgspec
from discord import app_commands

from bot.app import Cardcrate
from bot.door.press import press_of
from bot.engine.spelling import key
from bot.games import GAMES
from bot.rendering import answers, blocks, pages, quiet
from bot.rendering.catalog import speak
from bot.rendering.languages import ENGLISH, NAMES, known_tag
from bot.rendering.paces import parse_pace
from bot.rendering.page import Page
from bot.rendering.preferences import (
    AS_IN_DISCORD,
    AS_SERVER,
    AWAY,
    DAY_SECONDS,
    FOR_ALL_TABLES,
    NOT_AWAY,
    RARE,
    SECONDS,
    SECONDS_TITLE,
    SERVER_SETTINGS,
    SETTINGS,
    rare_page,
    seconds_fields,
    server_page,
    settings_page,
)
from bot.rendering.quiet import Hours
from bot.sessions.absence import AskAboutAway
from bot.sessions.preferences import ServerPreferences, UserPreferences
from bot.sessions.times import QuietHours, place_of, typed_hours, zones_like
from cogs.base import (
    CardcrateCog,
    Choice,
    Interaction,
    Refused,
    answer,
    command,
    end_away,
    managed_server,
    open_form,
    server_of,
)
from cogs.lobby import option_choices
from cogs.opening import why_no_threads
from cogs.options import typed_options

Place = discord.TextChannel | discord.VoiceChannel | discord.StageChannel | discord.ForumChannel
"""The kinds of channel that can have tables."""
OWN_PACE: Final = "own"
LANGUAGE_CHOICES = [
    *(app_commands.Choice(name=name, value=tag) for tag, name in NAMES.items()),
    app_commands.Choice(name=FOR_ALL_TABLES, value=AS_SERVER),
]
SECONDS_FORM: Final = "m:0:seconds"
"""The form for the seconds of turns and answers."""
GAME_CHOICES = [app_commands.Choice(name=game.name, value=game.id) for game in GAMES.values()]
FLAGS = {"on": True, "off": False}
ON_OFF = {True: "on", False: "off"}
QUIET_FORM: Final = "m:0:quiet"
"""The form opened from a page of settings, which the answer replaces."""
QUIET_BESIDE: Final = "m:0:quiet-beside"
"""The form opened from a call, which stays. The answer is a new message."""


class Settings(CardcrateCog):
    """The command that changes a server's settings."""

    @command(name="setup-cardcrate", description="Cardcrate on this server: games, channels, pace, language")
    @app_commands.describe(
        channel=(
            "Allow tables in a channel, or undo it (no channel: everywhere). With language: sets only that"
        ),
        game="The game whose default rules you set",
        rules="Its default rules, like threshold=300 (usual removes them)",
        language="The language of tables, or of one channel's tables (with channel)",
    )
    @app_commands.choices(game=GAME_CHOICES, language=LANGUAGE_CHOICES)
    @app_commands.default_permissions(manage_guild=True)
    @app_commands.allowed_contexts(guilds=True, dms=False, private_channels=False)
    @app_commands.allowed_installs(guilds=True, users=False)
    async def setup_cardcrate(
        self,
        interaction: Interaction,
        channel: Place | None = None,
        game: str | None = None,
        rules: str | None = None,
        language: str | None = None,
    ) -> None:
        """Change this server's settings and show them."""
        server_of(interaction)
        guild_id = managed_server(interaction)
        if rules is not None and game is None:
            raise Refused(answers.text_of(answers.NAME_THE_GAME))
        if game and rules:
            typed_options(GAMES[game], _stored(rules))  # raises Refused before anything wrong is stored
        now = await self.bot.sessions.choices.change_server(
            guild_id,
            lambda before: _default_changes(before, game, rules) | _place_changes(before, language, channel),
        )
        await _show_server(interaction, now, warns=False)
        if language is not None:
            await show_tables(interaction, guild_id)

    @setup_cardcrate.autocomplete("rules")
    async def _complete_rules(self, interaction: Interaction, typed: str) -> list[Choice]:
        chosen = GAMES.get(str(interaction.namespace.game))
        return [] if chosen is None else option_choices(chosen.options, typed)


async def ask_seconds(interaction: Interaction, _rest: str, _values: list[str]) -> None:
    """Open the form for the seconds of turns and answers."""
    chosen = await interaction.client.sessions.choices.of_server(interaction.guild_id or 0)
    present = {name: str(getattr(chosen, name) or "") for name in SECONDS}
    await open_form(interaction, SECONDS_TITLE, SECONDS_FORM, *seconds_fields(present))


async def save_seconds(interaction: Interaction, typed: Mapping[str, str]) -> None:
    """Set the seconds from the form, if the user still manages the server."""
    guild_id = managed_server(interaction)
    written = {name: typed.get(name, "").strip() for name in SECONDS}
    seconds = {name: int(text) if text.isdecimal() else 0 for name, text in written.items()}
    if wrong := answers.wrong_seconds({name: seconds[name] for name, text in written.items() if text}):
        raise Refused(wrong)
    chosen = {name: value or None for name, value in seconds.items()}
    now = await interaction.client.sessions.choices.set_server(guild_id, **chosen)
    await _show_server(interaction, now, warns=False)


async def change(interaction: Interaction, name: str, values: list[str]) -> None:
    """Change one of the user's settings from its select."""
    special = {"quiet": change_quiet, "away": change_away, "language": change_language}
    if name in special:
        await special[name](interaction, values)
        return
    setting = next((one for group in SETTINGS.values() for one in group if one.name == name), None)
    if setting is None or len(values) != 1 or values[0] not in setting.offered:
        raise Refused(answers.text_of(answers.SETTING_OF_ANOTHER_VERSION))
    await _change_own(interaction, is_rare=setting.is_rare, **{name: FLAGS.get(values[0], values[0])})


async def change_language(interaction: Interaction, values: list[str]) -> None:
    """Change the user's language from its select, and answer in it."""
    chosen = values[0] if len(values) == 1 else ""
    if chosen not in (AS_IN_DISCORD, *NAMES):
        raise Refused(answers.text_of(answers.SETTING_OF_ANOTHER_VERSION))
    await _change_own(interaction, language=None if chosen == AS_IN_DISCORD else chosen)
    interaction.client.sessions.look_at_tables_of(interaction.user.id)


async def change_away(interaction: Interaction, values: list[str]) -> None:
    """Set the days away from their select. Tables that wait for this user ask the others at once."""
    sessions = interaction.client.sessions
    if len(values) != 1 or values[0] not in AWAY.offered:
        raise Refused(answers.text_of(answers.SETTING_OF_ANOTHER_VERSION))
    if values == [NOT_AWAY]:
        await end_away(interaction)
        await show(interaction, "", [])
        return
    await _change_own(interaction, away_until=sessions.clock() + int(values[0]) * DAY_SECONDS)
    for session in await sessions.of(interaction.user.id):
        await sessions.act(session, interaction.user.id, AskAboutAway())


async def change_quiet(interaction: Interaction, values: list[str]) -> None:
    """Remove the quiet hours, keep them, or open their form, as their select says."""
    if values == [quiet.OTHER]:
        await open_hours(interaction, {})
    elif values == [quiet.NONE]:
        await _change_own(interaction, quiet=None)
    else:
        await show(interaction, "", [])


async def submit_form(interaction: Interaction, custom_id: str, typed: Mapping[str, str]) -> bool:
    """Carry out a form of settings. Return False if it's another form."""
    if custom_id == SECONDS_FORM:
        await save_seconds(interaction, typed)
    elif custom_id in (QUIET_FORM, QUIET_BESIDE):
        await save_quiet(interaction, typed, beside=custom_id == QUIET_BESIDE)
    else:
        return False
    return True


async def save_quiet(interaction: Interaction, typed: Mapping[str, str], *, beside: bool) -> None:
    """Set the quiet hours from their form. With `beside`, it was opened from a message that stays."""
    if beside:
        press_of(interaction).leave_message()
    await _change_own(interaction, quiet=msgspec.to_builtins(await parse_hours(typed)))


async def show(interaction: Interaction, rest: str, _values: list[str]) -> None:
    """Show the asker's settings."""
    chosen = await interaction.client.sessions.choices.of_user(interaction.user.id)
    await answer(interaction, await _page_of(interaction, chosen, is_rare=rest == RARE))


async def _change_own(interaction: Interaction, *, is_rare: bool = False, **chosen: Any) -> None:
    """Change the asker's settings and show them. Their tables check at once whether they may call them."""
    sessions = interaction.client.sessions
    now = await sessions.choices.set_user(interaction.user.id, **chosen)
    speak(now.reads)
    await answer(interaction, await _page_of(interaction, now, is_rare=is_rare))
    for session in await sessions.of(interaction.user.id):
        sessions.show(session)


async def change_server(interaction: Interaction, name: str, values: list[str]) -> None:
    """Change a server's setting from its select, if the user still manages the server."""
    guild_id = managed_server(interaction)
    offered = {setting.name: setting.offered for setting in SERVER_SETTINGS}
    offered |= {"games": tuple(GAMES), "language": tuple(NAMES)}
    if not values or not set(values) <= set(offered.get(name, ())) or (name != "games" and len(values) > 1):
        raise Refused(answers.text_of(answers.SETTING_OF_ANOTHER_VERSION))
    allowed = [] if len(values) == len(GAMES) else values
    known = {"games": allowed, "pace": parse_pace(values[0]), "hints": values[0], "language": values[0]}
    known |= {"commands": values[0]}
    wanted: Any = known.get(name, FLAGS.get(values[0]))
    now = await interaction.client.sessions.choices.set_server(guild_id, **{name: wanted})
    if name in ("games", "commands"):
        interaction.client.registration.check(guild_id)
    await _show_server(interaction, now, warns=name == "threads")
    if name == "language":
        await show_tables(interaction, guild_id)


async def show_server(interaction: Interaction, _rest: str, _values: list[str]) -> None:
    """Return to a server's settings, which only its managers see."""
    guild_id = managed_server(interaction)
    chosen = await interaction.client.sessions.choices.of_server(guild_id)
    await _show_server(interaction, chosen, warns=False)


async def _show_server(interaction: Interaction, chosen: ServerPreferences, *, warns: bool) -> None:
    """Show a server's settings. `warns` adds why the bot can't open its threads, if it can't."""
    why_not = why_no_threads(interaction, chosen) if warns else None
    await answer(interaction, pages.with_note(server_page_of(chosen), why_not))


async def show_tables(interaction: Interaction, guild_id: int) -> None:
    """Show a server's live tables again, because its language or its saved rules have changed."""
    client = interaction.client
    for record in await client.sessions.in_guild(guild_id):
        if (session := await client.sessions.get(record.id)) is not None:
            await client.sessions.look_again(session)


async def _page_of(interaction: Interaction, chosen: UserPreferences, *, is_rare: bool = False) -> Page:
    """Return a user's settings page, or their page of rare settings."""
    values = {one.name: getattr(chosen, one.name) for group in SETTINGS.values() for one in group}
    told = {name: ON_OFF.get(value, value) for name, value in values.items()}
    if is_rare:
        return rare_page(told)
    people = len(await interaction.client.sessions.blocks.of(interaction.user.id))
    list_label = blocks.list_title(people) if people else ""
    now = interaction.client.clock()
    away_for = chosen.away_for(now)
    hours, tag = hours_of(chosen), known_tag(chosen.language)
    return settings_page(told, hours, tag, list_label, away_for=away_for, until=now + away_for)


def server_page_of(chosen: ServerPreferences) -> Page:
    """Return a server's settings page."""
    return server_page(
        {
            "pace": chosen.pace or OWN_PACE,
            "hints": chosen.hints,
            "commands": chosen.commands,
            "threads": ON_OFF[chosen.threads],
            "pictures": ON_OFF[chosen.pictures],
            "ratings": ON_OFF[chosen.ratings],
        },
        games={game_id: game.name for game_id, game in GAMES.items()},
        allowed=list(filter(chosen.plays, GAMES)),
        channels=chosen.channels,
        defaults={GAMES[game].name: text for game, text in chosen.options.items() if game in GAMES},
        clocks=(chosen.turn_seconds, chosen.response_seconds),
        language=known_tag(chosen.language) or ENGLISH,
        languages={int(channel): tag for channel, tag in chosen.languages.items()},
    )


def _place_changes(before: ServerPreferences, language: str | None, channel: Place | None) -> dict[str, Any]:
    """Return the changed list of allowed channels, or with `language` the changed languages."""
    if language is None:
        return {} if channel is None else {"channels": sorted(set(before.channels) ^ {channel.id})}
    if channel is None:
        return {} if language == AS_SERVER else {"language": language}
    others = {place: tag for place, tag in before.languages.items() if place != str(channel.id)}
    own = {} if language == AS_SERVER else {str(channel.id): language}
    return {"languages": {**others, **own}}


def _default_changes(before: ServerPreferences, game: str | None, options: str | None) -> dict[str, Any]:
    if options is None or game is None:
        return {}
    return {"options": {**before.options, game: _stored(options)}}


def _stored(options: str) -> str:
    """Return a server's default options as they're stored. `usual` removes all of them."""
    return "" if key(options) == "usual" else options


async def setup(bot: Cardcrate) -> None:
    """Load the cog."""
    await bot.add_cog(Settings(bot))


def hours_of(chosen: UserPreferences) -> Hours | None:
    """Return a user's quiet hours as pages show them. None if they have none."""
    hours = chosen.quiet
    return None if hours is None else Hours(hours.start, hours.end, place_of(hours.zone))


async def ask_hours(interaction: Interaction, rest: str, _values: list[str]) -> None:
    """Open the form of quiet hours from a call, or again with the typed text."""
    await open_hours(interaction, quiet.unpack(rest), QUIET_FORM if rest else QUIET_BESIDE)


async def open_hours(interaction: Interaction, typed: Mapping[str, str], custom_id: str = QUIET_FORM) -> None:
    """Open the form of quiet hours with the typed text or the present hours."""
    hours = hours_of(await interaction.client.sessions.choices.of_user(interaction.user.id))
    present = {} if hours is None else {"start": str(hours.start), "end": str(hours.end), "zone": hours.place}
    await open_form(interaction, quiet.FORM_TITLE, custom_id, *quiet.fields({**present, **typed}))


async def parse_hours(typed: Mapping[str, str]) -> QuietHours:
    """Return the quiet hours typed into the form. Raises Refused if they aren't valid."""
    start, end, zone = (typed.get(name, "") for name in quiet.ENTRIES)
    found = await asyncio.to_thread(typed_hours, start, end, zone)  # reads many small files
    if isinstance(found, QuietHours):
        return found
    near = await asyncio.to_thread(zones_like, zone) if "zone" in found else []
    raise Refused(quiet.wrong_page(found, typed, near))
