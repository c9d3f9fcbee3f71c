"""The fair deal: `/fair`, `/cut`, `/about`, and *Verify* below what has ended."""

from typing import Final

from discord import app_commands, ui

from bot.app import Cardcrate
from bot.door.press import press_of
from bot.engine.draft import Refusal
from bot.fair import deal as deals
from bot.players.computers import people
from bot.process.upkeep import DAY
from bot.rendering import answers, fair, words
from bot.rendering.catalog import spoken
from bot.rendering.lobbies import LOBBIES
from bot.sessions.proofs import proved, sealed_for_long
from bot.sessions.session import Session
from bot.sessions.sharing import Cut
from bot.shipped import version
from cogs.base import (
    CardcrateCog,
    Interaction,
    answer,
    ask,
    here,
    last_here,
    met_at,
    refuse,
    report,
    say,
    send_files,
)
from cogs.files import file, is_large
from cogs.rights import may_look

MAX_LINK: Final = 512


async def verify(interaction: Interaction, session: Session) -> None:
    """Give the secret of a deal, the file of its game and the page that checks both."""
    if not may_look(interaction, session):
        await say(interaction, answers.no_such_table(session.record.id))
        return
    press_of(interaction).leave_message()
    proof = await proved(interaction.client.store, session)
    if isinstance(proof, Refusal):
        await refuse(interaction, session, proof)
        return
    await interaction.client.names.learn(session)
    raw, page = proof.encode(), interaction.client.texts.verifier
    text = fair.proof_text(session.scene(None), _who_came_next(session), too_large=is_large(raw))
    files = [file(raw, f"cardcrate-table-{session.record.id}.json"), file(page, answers.page_name("verify"))]
    view = _link(session)
    await send_files(interaction, text, files, **({} if view is None else {"view": view}))


def _who_came_next(session: Session) -> str:
    """The first to join after the host; nothing where nobody has."""
    record = session.record
    others = [user for user in people(record.players) if user != record.host_id]
    return words.name(session.scene(None), record.players.index(others[0])) if others else ""


def _link(session: Session) -> ui.View | None:
    """The page on the web, where the operator has put it there, with what it needs in its address."""
    sealed, deal = session.scene(None).sealed, session.record.deal
    if sealed is None or deal is None or not sealed.address:
        return None
    address = f"{sealed.address}&secret={deal.secret.hex()}&lang={spoken()}"
    if len(address) > MAX_LINK:
        return None
    view = ui.View(timeout=None)
    view.add_item(ui.Button(label=answers.open_the_page(), url=address))
    view.stop()
    return view


class Fair(CardcrateCog):
    """What makes a deal fair, and how to see that it was."""

    @app_commands.command(name="fair", description="How I deal so that you can check it")
    @app_commands.describe(table="The number of a table that has ended, to check its deal")
    async def fair(self, interaction: Interaction, table: int | None = None) -> None:
        """Explain the deal, or open that of a table."""
        if table is not None:
            session = await self.bot.sessions.get(table)
            if session is None:
                await say(interaction, answers.no_such_table(table))
            else:
                await verify(interaction, session)
            return
        session = await last_here(interaction)
        deal = None if session is None else session.record.deal
        share = None if deal is None else deal.share_of(interaction.user.id)
        scene = None if session is None else session.scene(None)
        await answer(interaction, fair.fair_page(scene, None if share is None else share.words))

    @app_commands.command(
        name="cut", description="Add words of your own to the deal, before the cards are dealt"
    )
    @app_commands.describe(text="Up to 64 characters; only the file of the game shows them, after its end")
    async def cut(self, interaction: Interaction, text: app_commands.Range[str, 1, deals.MAX_WORDS]) -> None:
        """Cut the pack, so to speak."""
        session = await met_at(interaction, await here(interaction))
        if session is None:
            return
        refusal = await ask(interaction, session, Cut(text))
        await report(interaction, session, refusal, fair.cut_done(deals.cleaned(text)))

    @app_commands.command(name="about", description="What I am, and whether my deals are open")
    async def about(self, interaction: Interaction) -> None:
        """What this bot is."""
        sessions = self.bot.sessions
        played, late = await sealed_for_long(self.bot.store, sessions.clock() - DAY)
        await answer(interaction, fair.about(version(), played, late, LOBBIES))


async def setup(bot: Cardcrate) -> None:
    """Load the cog."""
    await bot.add_cog(Fair(bot))
