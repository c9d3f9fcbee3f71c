"""A game's rules, opened from a command or a control; nothing in them grows stale."""

from bot.rendering import answers
from bot.rendering.rules import FIRST, reader_of, rules_page
from bot.sessions.session import Session
from cogs.base import Interaction, answer, note_presence, say


async def turn_to_rules(interaction: Interaction, table: int, rest: str, values: list[str]) -> None:
    """Open the section that a control names: `crap asking-and-bluffing`, of a table or of none (0)."""
    game_id, _, section = rest.partition(" ")
    if game_id not in interaction.client.rules:
        await say(interaction, answers.fixed(answers.UNKNOWN_GAME))
        return
    session = await interaction.client.sessions.get(table) if table else None
    if session is not None:
        await note_presence(interaction, session)
    await show_rules(interaction, game_id, session, (values or [section])[0])


async def show_rules(
    interaction: Interaction, game_id: str, session: Session | None, section: str = FIRST
) -> None:
    """Answer with a section; where a table of this game is given, with that table's numbers."""
    scene = None
    if session is not None and session.game.id == game_id:
        scene = session.scene(session.seat_of(interaction.user.id))
    page = rules_page(interaction.client.rules[game_id], reader_of(game_id, scene), section)
    await answer(interaction, page)
