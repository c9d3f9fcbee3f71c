"""A lesson: a game in a few presses, for one person alone. Its controls carry its state."""

from functools import partial
from typing import Final

from bot.delivery.names import called
from bot.delivery.offload import at_once
from bot.games import GAMES
from bot.lessons.lesson import Lesson
from bot.players.computers import people
from bot.rendering import choosing, lessons
from bot.rendering.lessons import END, PLAY, RIGHT, Pupil
from cogs.base import Interaction, answer, here, note_presence
from cogs.company import play_alone
from cogs.opening import deal_alone

FIRST: Final = 1
"""Steps are counted from here."""


async def turn_lesson(interaction: Interaction, table: int, rest: str, _values: list[str]) -> None:
    """Carry out what a control of a lesson says: `crap 4 right`, of a table or of none (0)."""
    game_id, _, what = rest.partition(" ")
    lesson = interaction.client.texts.lessons.get(game_id)
    if lesson is None:
        await answer(interaction, choosing.lessons(GAMES))
        return
    session = await interaction.client.sessions.get(table) if table else None
    if session is not None:
        await note_presence(interaction, session)
    if what == PLAY:
        await _play(interaction, game_id)
    else:
        await _turn(interaction, lesson, await pupil_of(interaction, table), what)


async def pupil_of(interaction: Interaction, table: int = 0) -> Pupil:
    """Return who learns, and how they want to see cards."""
    choices = interaction.client.sessions.choices
    chosen = await choices.of_user(interaction.user.id)
    return Pupil(
        user_id=interaction.user.id,
        name=called(interaction.user.display_name, interaction.user.name),
        table=table,
        pictures=chosen.pictures and choices.pictures,
        deck=chosen.deck,
        order=chosen.order,
    )


async def _turn(interaction: Interaction, lesson: Lesson, pupil: Pupil, what: str) -> None:
    """Show the page that a control names. What names none, as after a change of the lesson, the nearest."""
    word, _, press = what.partition(" ")
    number = int(word) if word.isdecimal() else FIRST
    number = max(FIRST, min(number, len(lesson.steps)))
    step = lesson.steps[number - 1]
    place = int(press) if press.isdecimal() else 0
    if word == END:
        skipped = int(press) if press.isdecimal() and int(press) <= len(lesson.steps) else 0
        page, moment = partial(lessons.end, lesson, skipped_at=skipped), step.before
    elif press == RIGHT:
        page, moment = partial(lessons.after, lesson, number), step.after
    elif 1 <= place <= len(step.wrong):
        page, moment = partial(lessons.wrong, lesson, number, place - 1), step.before
    else:
        page, moment = partial(lessons.before, lesson, number), step.before
    await answer(interaction, await at_once(page, lessons.scene_of(lesson, moment, pupil)))


async def _play(interaction: Interaction, game_id: str) -> None:
    """Deal a short game against computers here, at the own table if one waits there."""
    session = await here(interaction)
    is_own = session is not None and people(session.record.players) == [interaction.user.id]
    if session is not None and is_own and session.game.id == game_id and session.record.status == "lobby":
        await play_alone(interaction, session)
    else:
        await deal_alone(interaction, game_id)
