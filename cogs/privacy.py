"""What users may know and decide about what is stored of them: as a list, as a file, and how to delete it."""

import asyncio

from bot.rendering import answers, cardcrate, mine
from cogs.base import Interaction, answer, say, send_files
from cogs.files import file


async def show(interaction: Interaction) -> None:
    """Show what is stored, and what can be done about it."""
    tables = await interaction.client.store.tables_of(interaction.user.id)
    await answer(interaction, cardcrate.privacy(tables))


async def download(interaction: Interaction) -> None:
    """Send everything as JSON, to the asker alone."""
    raw = await interaction.client.store.export_of(interaction.user.id)
    exported = await asyncio.to_thread(file, raw, "cardcrate-export.json")
    await send_files(interaction, "", [exported])


async def ask_to_forget(interaction: Interaction) -> None:
    """Ask whether it's meant, because there's no way back, and which tables that costs."""
    staying = await interaction.client.sessions.staying(interaction.user.id)
    tables = [mine.named(session.scene(None)) for session in staying]
    await answer(interaction, answers.ask_to_forget(tables))


async def forget(interaction: Interaction, _rest: str, _values: list[str]) -> None:
    """The button that deletes."""
    is_gone = await interaction.client.sessions.forget(interaction.user.id)
    await say(interaction, answers.fixed(answers.FORGOTTEN if is_gone else answers.SOON_FORGOTTEN))
