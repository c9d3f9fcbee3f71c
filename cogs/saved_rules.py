"""Rules that users share as a code, and rules that a server's managers save under a name."""

from collections.abc import Mapping
from typing import Any, Final

from bot.door.rights import may_set_server
from bot.engine.options import options_text, parse_options, standard_options
from bot.engine.rule_codes import code_of
from bot.engine.spelling import plain
from bot.games import GAMES
from bot.rendering import answers, saved_rules
from bot.rendering.options import custom_options
from bot.rendering.scene import visible
from bot.sessions.preferences import ServerPreferences
from bot.sessions.session import Session
from cogs.base import BadControl, Interaction, Refused, ValueAct, answer, managed_server, open_form
from cogs.options import change_options, show_options
from cogs.settings import show_tables

MAX_SAVED: Final = 10
"""The most rules that a server can save for a game. A select takes no more than 25."""


async def share(interaction: Interaction, session: Session, _rest: str, _values: list[str]) -> None:
    """Show the code of a table's rules above its options."""
    code = code_of(session.game, session.record.options)
    await show_options(interaction, session, saved_rules.code_answer(code))


async def apply_saved(interaction: Interaction, session: Session, _rest: str, values: list[str]) -> None:
    """Apply the saved rules chosen in a select. All other options become standard."""
    server = await interaction.client.sessions.choices.of_server(session.record.guild_id)
    text = server.rules.get(session.record.game, {}).get(values[0] if values else "")
    if text is None:
        raise BadControl
    kind = session.game.options
    await change_options(interaction, session, {**standard_options(kind), **parse_options(kind, text)})


async def ask_name(interaction: Interaction, session: Session, _rest: str, _values: list[str]) -> None:
    """Open the form for the name under which a table's rules are saved."""
    field = saved_rules.name_field()
    await open_form(interaction, saved_rules.FORM_TITLE, f"m:{session.record.id}:save", field)


async def save_name(interaction: Interaction, session: Session, typed: Mapping[str, str]) -> None:
    """Save a table's rules under the name from the form, if the user still manages the server."""
    record, game = session.record, session.game
    if record.is_in_dm or interaction.guild_id != record.guild_id or not may_set_server(interaction):
        raise Refused(answers.text_of(answers.ONLY_SERVER_MANAGERS))
    name = visible(typed.get(saved_rules.NAME, ""))[: saved_rules.MAX_NAME]
    if not name:
        raise Refused(answers.text_of(saved_rules.INVISIBLE_NAME))
    text = options_text(game.options, record.options)

    def save(before: ServerPreferences) -> Mapping[str, Any]:
        others = {one: was for one, was in before.rules.get(game.id, {}).items() if plain(one) != plain(name)}
        if len(others) >= MAX_SAVED:
            return {}
        return {"rules": {**before.rules, game.id: {**others, name: text}}}

    now = await interaction.client.sessions.choices.change_server(record.guild_id, save)
    if name not in now.rules.get(game.id, {}):
        raise Refused(saved_rules.full_answer(game, MAX_SAVED))
    await show_options(interaction, session, saved_rules.saved_answer(name))
    interaction.client.sessions.show(session)


async def show(interaction: Interaction, _rest: str, _values: list[str], note: str | None = None) -> None:
    """Show a server's saved rules to its managers."""
    guild_id = managed_server(interaction)
    server = await interaction.client.sessions.choices.of_server(guild_id)
    rules = {
        game_id: (GAMES[game_id], {name: _differences(game_id, text) for name, text in named.items()})
        for game_id, named in server.rules.items()
        if game_id in GAMES and named
    }
    await answer(interaction, saved_rules.removal_page(rules, note))


async def remove(interaction: Interaction, game_id: str, values: list[str]) -> None:
    """Delete a server's saved rules and show what they were, if the user still manages the server."""
    guild_id = managed_server(interaction)
    name, choices = values[0] if values else "", interaction.client.sessions.choices
    text = (await choices.of_server(guild_id)).rules.get(game_id, {}).get(name)
    if text is None or game_id not in GAMES:
        raise Refused(answers.text_of(answers.SETTING_OF_ANOTHER_VERSION))

    def forget(before: ServerPreferences) -> Mapping[str, Any]:
        kept = {one: was for one, was in before.rules.get(game_id, {}).items() if one != name}
        return {"rules": {**before.rules, game_id: kept}}

    await choices.change_server(guild_id, forget)
    await show(interaction, "", [], saved_rules.removed_answer(name, text))
    await show_tables(interaction, guild_id)


def _differences(game_id: str, text: str) -> str:
    """Return the differences between saved and standard rules, in one line."""
    game = GAMES[game_id]
    return " · ".join(said for _, said in custom_options(game, parse_options(game.options, text)))


SAVED_ACTS: Final[dict[str, ValueAct]] = {"code": share, "save": ask_name, "saved": apply_saved}
"""Controls of the options by which rules are shared and saved."""
