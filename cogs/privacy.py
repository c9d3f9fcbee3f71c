"""`/privacy`: what is stored about a user, as a text, as a file, and how to have it deleted."""

import io
import json

import discord
from discord import app_commands

from bot.answering import answered
from bot.app import Cardcrate
from bot.rendering import words
from bot.rendering.page import Action, Button, Page, Text, button_rows
from cogs.base import CardcrateCog, Interaction, answer, say

STORED = (
    "**What I keep about you**\n"
    "Your user id, the tables where you have a seat with their moves, where your hands were sent, whether "
    "your DMs were closed, and your settings. I keep no names, no messages of yours and no lists of members. "
    "Games lose your id 180 days after their end, unless you want otherwise in `/settings me`. "
    "`/privacy export` gives you all of it as a file, `/privacy delete` deletes it."
)


class Privacy(CardcrateCog):
    """What users may know and decide about what is stored of them."""

    privacy = app_commands.Group(name="privacy", description="What I store about you, and how to delete it")

    @privacy.command(name="show", description="What is stored about you")
    async def show(self, interaction: Interaction) -> None:
        """Say what is stored, and how much."""
        known = await self.bot.store.known_of(interaction.user.id)
        tables = words.number(len(known.get("tables", ())), "table")
        await say(interaction, f"{STORED}\nNow that is {tables}.")

    @privacy.command(name="export", description="All that is stored about you, as a file")
    async def export(self, interaction: Interaction) -> None:
        """Send everything as JSON, to the asker alone."""
        known = await self.bot.store.known_of(interaction.user.id)
        raw = json.dumps(known, ensure_ascii=False, indent=1).encode()
        file = discord.File(io.BytesIO(raw), filename="cardcrate-export.json")
        await answered(lambda: interaction.response.send_message(file=file, ephemeral=True))

    @privacy.command(name="delete", description="Delete what is stored about you")
    async def delete(self, interaction: Interaction) -> None:
        """Ask whether it is meant, because there is no way back."""
        text = "Delete all that is stored about you? Ended games go on without your name; settings are lost."
        button = Button("Delete", Action(session_id=0, revision=0, act="forget"), "red")
        await answer(interaction, Page((Text(text), *button_rows([button]))))


async def forget(interaction: Interaction, _rest: str, _values: list[str]) -> None:
    """The button that deletes."""
    staying = await interaction.client.hall.forget(interaction.user.id)
    if staying:
        tables = words.listed([f"table {one.record.id} in <#{one.record.channel_id}>" for one in staying])
        await say(interaction, f"You still have a seat at {tables}. Leave first, with `/leave` there.")
        return
    await say(interaction, "Done. Nothing that is stored names you any more; backups follow within 30 days.")


async def setup(bot: Cardcrate) -> None:
    """Load the cog."""
    await bot.add_cog(Privacy(bot))
