"""The fair deal: its explanation, the words that players add to it, and *Verify* after the end."""

from collections.abc import Mapping
from typing import Final

from discord import ui

from bot.door.press import press_of
from bot.door.rights import may_look
from bot.engine.draft import Refusal
from bot.fair import deal as deals
from bot.players.computers import people
from bot.process.upkeep import DAY
from bot.rendering import answers, daily, fair, pages, words
from bot.rendering.catalog import language_tag
from bot.rendering.lobbies import LOBBIES
from bot.sessions.lobby import Cut
from bot.sessions.replays import proof_of, sealed_for_long
from bot.sessions.session import Session
from bot.shipped import version
from cogs.base import Interaction, Refused, answer, ask, check, last_here, open_form, say
from cogs.files import file, is_large, send_files

MAX_LINK: Final = 512


async def verify(interaction: Interaction, session: Session) -> None:
    """Send a deal's secret, its proof, and the page that verifies both."""
    if not may_look(interaction, session):
        raise Refused(answers.no_such_table(session.record.id))
    dailies = interaction.client.sessions.dailies
    if session.record.is_daily and session.record.day >= dailies.day:
        raise Refused(answers.text_of(answers.VERIFY_TOMORROW))
    press_of(interaction).leave_message()
    proof = await proof_of(interaction.client.store, session)
    if isinstance(proof, Refusal):
        raise Refused(pages.refusal(session.scene(None), proof))
    await interaction.client.names.learn(session)
    raw, page = proof.encode(), interaction.client.texts.verifier
    text = fair.proof_text(session.scene(None), _first_joiner(session), too_large=is_large(raw))
    files = [file(raw, f"cardcrate-table-{session.record.id}.json"), file(page, answers.page_name("verify"))]
    view = _link(session)
    await send_files(interaction, text, files, **({} if view is None else {"view": view}))


def _first_joiner(session: Session) -> str:
    """Return the name of the first player who joined after the host. Empty if nobody did."""
    record = session.record
    others = [user for user in people(record.players) if user != record.host_id]
    return words.name(session.scene(None), record.players.index(others[0])) if others else ""


def _link(session: Session) -> ui.View | None:
    """Return a button to the operator's page that verifies this deal. None if there's no such page."""
    sealed, deal = session.scene(None).sealed, session.record.deal
    if sealed is None or deal is None or not sealed.address:
        return None
    address = f"{sealed.address}&secret={deal.secret.hex()}&lang={language_tag()}"
    if len(address) > MAX_LINK:
        return None
    view = ui.View(timeout=None)
    view.add_item(ui.Button(label=answers.text_of(answers.OPEN_THE_PAGE), url=address))
    view.stop()
    return view


async def explain(interaction: Interaction) -> None:
    """Explain the fair deal, with the seal of this channel's table."""
    session = await last_here(interaction)
    deal = None if session is None else session.record.deal
    share = None if deal is None else deal.share_of(interaction.user.id)
    scene = None if session is None else session.scene(None)
    await answer(interaction, fair.fair_page(scene, None if share is None else share.words))


async def ask_words(interaction: Interaction, session: Session) -> None:
    """Open the form for the words that a player adds to the deal."""
    await open_form(interaction, fair.WORDS_TITLE, f"m:{session.record.id}:words", fair.words_field())


async def save_words(interaction: Interaction, session: Session, typed: Mapping[str, str]) -> None:
    """Add a player's words from the form to the deal."""
    text = typed.get(fair.WORDS, "")
    check(session, await ask(interaction, session, Cut(text)))
    await say(interaction, fair.words_added(deals.clean_words(text)))


async def about(interaction: Interaction) -> None:
    """Show the page about this bot, with its version and the number of deals that are still sealed."""
    sessions = interaction.client.sessions
    played, late = await sealed_for_long(interaction.client.store, sessions.clock() - DAY)
    anchors = await sessions.dailies.anchors()
    await answer(interaction, fair.about(version(), played, late, LOBBIES, dailies=daily.origin(anchors)))
