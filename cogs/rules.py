"""A game's rules, opened from a command or a control. Nothing in them grows stale."""

from bot.games import GAMES
from bot.rendering import answers
from bot.rendering.pages import with_way_back
from bot.rendering.rules import FIRST, Reader, reader_of, reader_without_table, rules_page
from bot.sessions.lobby import pace_of, paced, usual_options
from bot.sessions.session import Session
from cogs.base import Interaction, answer, note_presence, say


async def turn_to_rules(interaction: Interaction, table: int, rest: str, values: list[str]) -> None:
    """Open the section that a control names: `crap acquiring-and-bluffing`, of a table or of none (0)."""
    game_id, _, section = rest.partition(" ")
    if game_id not in interaction.client.texts.rules:
        await say(interaction, answers.fixed(answers.UNKNOWN_GAME))
        return
    session = await interaction.client.sessions.get(table) if table else None
    if session is not None:
        await note_presence(interaction, session)
    await show_rules(interaction, game_id, session, (values or [section])[0])


async def show_rules(
    interaction: Interaction, game_id: str, session: Session | None, section: str = FIRST
) -> None:
    """Answer with a section. With the numbers of a table of this game, or of one that would begin here."""
    rules = interaction.client.texts.rules[game_id]
    if session is not None and session.game.id == game_id:
        scene = session.scene(session.seat_of(interaction.user.id))
        offered = interaction.client.registration.offered(interaction.guild_id)
        page = rules_page(rules, reader_of(game_id, scene, offered), section)
        await answer(interaction, with_way_back(page, scene))
    else:
        reader = await _reader_without_table(interaction, game_id)
        await answer(interaction, rules_page(rules, reader, section))


async def _reader_without_table(interaction: Interaction, game_id: str) -> Reader:
    """A reader who learns what a new table begins with in this server."""
    game, sessions = GAMES[game_id], interaction.client.sessions
    chosen = await sessions.choices.of_server(interaction.guild_id or 0)
    return reader_without_table(
        game_id,
        usual_options(game, chosen),
        paced(pace_of(chosen, sessions.pace, {})),
        interaction.client.registration.offered(interaction.guild_id),
    )
