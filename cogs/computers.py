"""Controls that seat computers at a table, set their level and send them home."""

from bot.engine.draft import Refusal
from bot.players.computers import CHARACTERS, level_named
from bot.players.player import Level
from bot.rendering import answers, computers_page, more_menu
from bot.rendering.pages import face_of
from bot.sessions.alone import PlayAlone, SetLevel
from bot.sessions.lobby import AddComputer, RemoveComputer
from bot.sessions.session import Session
from cogs.base import Interaction, TableAct, ValueAct, answer, ask, check, say, show_hand
from cogs.opening import beacon_value, level_for


async def play_alone(interaction: Interaction, session: Session) -> None:
    """Deal a lobby to its only player and computers."""
    beacon, level = await beacon_value(interaction, session), await level_for(interaction, session.game.id)
    await say_dealt(interaction, session, await ask(interaction, session, PlayAlone(beacon, level)))


async def say_dealt(interaction: Interaction, session: Session, refusal: Refusal | None) -> None:
    """Say that the cards are dealt, or show a solo player their hand. Raises Refused if they aren't dealt."""
    check(session, refusal)
    if not session.record.is_alone:
        await say(interaction, answers.cards_dealt(session.game.id))
    elif interaction.message is None and session.record.is_in_dm:
        await interaction.client.replies.give_silently(interaction)
    else:
        await show_hand(interaction, session)
    await interaction.client.replies.dealt(session.record.id)


async def _set_level(interaction: Interaction, session: Session, _rest: str, values: list[str]) -> None:
    """Set the level of all computers. The lobby shows the new one, and a running game's *More*."""
    check(session, await ask(interaction, session, SetLevel(level_named(values[0] if values else ""))))
    if session.record.status == "playing":
        scene = session.scene(session.record.lone_seat)
        await answer(interaction, more_menu.page(scene, face_of(scene), of_hand=True, may_end=True))
    else:
        await interaction.client.replies.give_silently(interaction)


async def choose_computer(interaction: Interaction, session: Session) -> None:
    """Show the computers that can sit down."""
    interaction.client.replies.keep(session.record.id, interaction)
    await answer(interaction, computers_page.pick_page(session.scene(None)))


async def _character(interaction: Interaction, session: Session, _rest: str, values: list[str]) -> None:
    """Show a chosen character, with buttons that seat it at a level."""
    character = values[0] if values and values[0] in CHARACTERS else computers_page.ANYBODY
    await answer(interaction, computers_page.pick_page(session.scene(None), character))


async def _sit(interaction: Interaction, session: Session, rest: str, _values: list[str]) -> None:
    """Seat the chosen computer at the level that was pressed."""
    level, _, character = rest.partition(" ")
    known = level_named(level)
    await seat_computer(interaction, session, known, character if character in CHARACTERS else None)


async def seat_computer(
    interaction: Interaction, session: Session, level: Level, character: str | None
) -> None:
    """Seat a computer, and show its name."""
    before = session.record.players
    if interaction.message is None:  # a pressed page is already kept
        interaction.client.replies.keep(session.record.id, interaction)
    check(session, await ask(interaction, session, AddComputer(level, character)))
    new = next((user for user in session.record.players if user < 0 and user not in before), None)
    scene = session.scene(None)
    page = computers_page.pick_page(scene) if new is None else computers_page.seated_page(scene, new)
    await answer(interaction, page)


async def _unsit(interaction: Interaction, session: Session, rest: str, _values: list[str]) -> None:
    """Send home the computer that a button names."""
    await send_home(interaction, session, -int(rest) if rest.isdecimal() else 0)


async def send_home(interaction: Interaction, session: Session, computer: int | None) -> None:
    """Send a computer home, the one that came last if None."""
    if computer is None:
        computer = next(reversed(computers_page.computers_at(session.scene(None))), 0)
    check(session, await ask(interaction, session, RemoveComputer(computer)))
    await answer(interaction, computers_page.sent_home_page(session.scene(None), computer))


TABLE_ACTS: dict[str, TableAct] = {"alone": play_alone, "computers": choose_computer}
COMPUTER_ACTS: dict[str, ValueAct] = {"who": _character, "sit": _sit, "unsit": _unsit, "level": _set_level}
"""Controls of computers that need the rest of their custom id or the chosen values."""
