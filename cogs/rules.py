"""A game's rules and its lesson, opened from a command or a control. Their controls never go stale."""

from collections.abc import Awaitable, Callable
from functools import partial
from typing import Final

from bot.delivery.names import printable_name
from bot.delivery.page_rendering import render_now
from bot.games import GAMES
from bot.lessons.lesson import Lesson
from bot.players.computers import people
from bot.rendering import answers, choosing, lessons
from bot.rendering.lessons import END, PLAY, RIGHT, Learner
from bot.rendering.pages import with_back_button
from bot.rendering.rules import IN_SHORT, Reader, reader_of, reader_without_table, rules_page
from bot.sessions.lobby import pace_of, pace_seconds, usual_options
from bot.sessions.session import Session
from cogs.base import Interaction, Refused, answer, live_here, note_presence
from cogs.computers import play_alone
from cogs.opening import deal_alone

FIRST_STEP: Final = 1
"""The number of a lesson's first step."""


async def open_section(interaction: Interaction, table: int, rest: str, values: list[str]) -> None:
    """Open the section that a control names, `crap acquiring-and-bluffing`. `table` is 0 without a table."""
    game_id, _, section = rest.partition(" ")
    if game_id not in interaction.client.texts.rules:
        raise Refused(answers.text_of(answers.UNKNOWN_GAME))
    session = await interaction.client.sessions.get(table) if table else None
    if session is not None:
        await note_presence(interaction, session)
    await show_rules(interaction, game_id, session, (values or [section])[0])


async def show_rules(
    interaction: Interaction, game_id: str, session: Session | None, section: str = IN_SHORT
) -> None:
    """Show a section of the rules, with the numbers of this game's table, or of a new table here."""
    rules = interaction.client.texts.rules[game_id]
    if session is not None and session.game.id == game_id:
        scene = session.scene(session.seat_of(interaction.user.id))
        offered = interaction.client.registration.known_commands(interaction.guild_id)
        page = rules_page(rules, reader_of(game_id, scene, offered), section)
        await answer(interaction, with_back_button(page, scene))
    else:
        reader = await _reader_without_table(interaction, game_id)
        await answer(interaction, rules_page(rules, reader, section))


async def _reader_without_table(interaction: Interaction, game_id: str) -> Reader:
    """Return a reader who sees the options that a new table would have in this server."""
    game, sessions = GAMES[game_id], interaction.client.sessions
    chosen = await sessions.choices.of_server(interaction.guild_id or 0)
    return reader_without_table(
        game_id,
        usual_options(game, chosen),
        pace_seconds(pace_of(chosen, sessions.pace, {})),
        interaction.client.registration.known_commands(interaction.guild_id),
    )


async def show_lesson(interaction: Interaction, table: int, rest: str, _values: list[str]) -> None:
    """Carry out a control of a lesson, such as `crap 4 right`. `table` is 0 without a table."""
    game_id, _, what = rest.partition(" ")
    lesson = interaction.client.texts.lessons.get(game_id)
    if lesson is None:
        await answer(interaction, choosing.lessons_page(GAMES))
        return
    session = await interaction.client.sessions.get(table) if table else None
    if session is not None:
        await note_presence(interaction, session)
    if what == PLAY:
        await _play(interaction, game_id)
    else:
        await _show_step(interaction, lesson, await learner_of(interaction, table), what)


async def learner_of(interaction: Interaction, table: int = 0) -> Learner:
    """Return the user as a learner, with their choices of how to see cards."""
    choices = interaction.client.sessions.choices
    chosen = await choices.of_user(interaction.user.id)
    return Learner(
        user_id=interaction.user.id,
        name=printable_name(interaction.user.display_name, interaction.user.name),
        table=table,
        pictures=chosen.pictures and choices.pictures,
        deck=chosen.deck,
        order=chosen.order,
    )


async def _show_step(interaction: Interaction, lesson: Lesson, learner: Learner, what: str) -> None:
    """Show the page that a control names, or the nearest one if the lesson has changed since."""
    word, _, press = what.partition(" ")
    number = int(word) if word.isdecimal() else FIRST_STEP
    number = max(FIRST_STEP, min(number, len(lesson.steps)))
    step = lesson.steps[number - 1]
    place = int(press) if press.isdecimal() else 0
    if word == END:
        skipped = int(press) if press.isdecimal() and int(press) <= len(lesson.steps) else 0
        page, moment = partial(lessons.end_page, lesson, skipped_at=skipped), step.before
    elif press == RIGHT:
        page, moment = partial(lessons.after_page, lesson, number), step.after
    elif 1 <= place <= len(step.wrong):
        page, moment = partial(lessons.miss_page, lesson, number, place - 1), step.before
    else:
        page, moment = partial(lessons.before_page, lesson, number), step.before
    await answer(interaction, await render_now(page, lessons.scene_of(lesson, moment, learner)))


async def _play(interaction: Interaction, game_id: str) -> None:
    """Deal a short game against computers here, at the user's own lobby if it's the channel's table."""
    session = await live_here(interaction)
    is_own = session is not None and people(session.record.players) == [interaction.user.id]
    if session is not None and is_own and session.game.id == game_id and session.record.status == "lobby":
        await play_alone(interaction, session)
    else:
        await deal_alone(interaction, game_id)


READING_ACTS: dict[str, Callable[[Interaction, int, str, list[str]], Awaitable[None]]] = {
    "rules": open_section,
    "learn": show_lesson,
}
"""Controls of pages to read, which work with a table and without one."""
