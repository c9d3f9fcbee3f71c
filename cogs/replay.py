"""*Replay* and *Review*: a finished game move by move or as a file, and a player's costliest moves."""

import asyncio
from functools import partial
from typing import Any

import msgspec

from bot.delivery.page_rendering import render_now
from bot.door.press import press_of
from bot.door.rights import may_look
from bot.engine.chance import Seat
from bot.engine.notation import parse_move
from bot.players.judging import Judgement
from bot.rendering import answers, pages, review
from bot.rendering.page import Page
from bot.rendering.replay import BESIDE, FILE, POSITION, frame_of, page
from bot.rendering.replay_file import position_file, replay_file
from bot.rendering.review import CostlyMove
from bot.sessions.agenda import in_thread
from bot.sessions.replays import Timeline, is_finished, states_and_script
from bot.sessions.reviews import Decision, decisions, past_moves
from bot.sessions.session import Session
from cogs.base import Interaction, Refused, answer
from cogs.files import file, send_files


async def show_page(interaction: Interaction, session: Session, what: str, values: list[str]) -> None:
    """Show the moment and view that a control of a replay names, or send its file."""
    word, _, rest = what.partition(" ")
    if not may_look(interaction, session):
        raise Refused(answers.text_of(answers.NO_GAME_TO_REPLAY))
    _check_finished(session)
    if word == FILE:
        press_of(interaction).leave_message()
        await _send_file(interaction, session)
    elif word == POSITION:
        press_of(interaction).leave_message()
        await _send_position(interaction, session, rest)
    else:
        if rest.endswith(BESIDE):
            press_of(interaction).leave_message()
        await _show(interaction, session, f"{word} {values[0]}" if values else what)


async def _show(interaction: Interaction, session: Session, what: str) -> None:
    """Show a moment of a finished game from the view that `what` names."""
    sessions = interaction.client.sessions
    timeline = await sessions.replays.timeline(session)
    frame = frame_of(what or "0", timeline.last, len(session.record.players))
    state = await sessions.replays.state(session, timeline, frame.number)
    await interaction.client.names.learn(session)
    chosen = await sessions.choices.of_user(interaction.user.id)
    scene = msgspec.structs.replace(
        session.scene_of_past(state, timeline.history[: frame.number + 1], frame.seat),
        pictures=chosen.pictures and sessions.choices.pictures,
        deck=chosen.deck,
        order=chosen.order,
    )
    await answer(interaction, await render_now(partial(page, frame, session.game.dump(state)), scene))


async def _send_file(interaction: Interaction, session: Session) -> None:
    """Send the whole game as a file, with the page that shows it."""
    client = interaction.client
    timeline = await client.sessions.replays.timeline(session)
    await client.names.learn(session)
    scene = session.scene(None)

    def build_file() -> bytes:
        """Return the file. Runs in a thread, because a long game has thousands of positions."""
        states, script = states_and_script(session.game, session.record, timeline.history)
        whole = msgspec.structs.replace(scene, recent=tuple(session.recall(timeline.history, None)))
        return replay_file(whole, timeline.history, states, script)

    number, shown_by = session.record.id, answers.page_name("replay")
    files = {
        f"table-{number}.json": await in_thread(build_file),
        shown_by: await asyncio.to_thread(client.settings.replay_page.read_bytes),
    }
    await _send(interaction, answers.explain_replay(scene, shown_by), files)


async def _send_position(interaction: Interaction, session: Session, number: str) -> None:
    """Send a position as a case for the referee."""
    replays = interaction.client.sessions.replays
    timeline = await replays.timeline(session)
    frame = frame_of(number, timeline.last, len(session.record.players))
    state = await replays.state(session, timeline, frame.number)
    scene = session.scene(None)
    raw = position_file(scene, frame.number, session.game.dump(state))
    name = f"table-{session.record.id}-move-{frame.number}.json"
    await _send(interaction, answers.explain_position(scene, frame.number), {name: raw})


async def _send(interaction: Interaction, line: str, files: dict[str, bytes]) -> None:
    """Send files in a new message that only the asker sees."""
    await send_files(interaction, line, [file(raw, name) for name, raw in files.items()])


async def show_review(interaction: Interaction, session: Session) -> None:
    """Show the review of the presser's moves, or that it's still being made."""
    seat = session.seat_of(interaction.user.id)
    if seat is None:
        raise Refused(answers.text_of(answers.REVIEW_NEEDS_SEAT))
    _check_finished(session)
    await interaction.client.names.learn(session)
    await answer(interaction, await _page(interaction, session, seat))


def _check_finished(session: Session) -> None:
    if not is_finished(session.record):
        raise Refused(answers.text_of(answers.GAME_STILL_RUNS))


async def _page(interaction: Interaction, session: Session, seat: Seat) -> Page:
    sessions = interaction.client.sessions
    judged = await sessions.reviews.get(session, seat)
    scene = session.scene(seat)
    if judged is None:
        return await render_now(review.pending_page, scene)
    timeline = await sessions.replays.timeline(session)
    return await in_thread(partial(_review_page, session, seat, judged, timeline))


def _review_page(session: Session, seat: Seat, judged: Judgement, timeline: Timeline) -> Page:
    """Return the page of a review. Runs in a thread, because it replays all moves."""
    game, record, history = session.game, session.record, timeline.history
    past = decisions(game, record, history, seat)
    by_number = {one.number: one for one in past}
    moves = [
        _expensive_move(session, seat, timeline, by_number[one.decision], one.better, one.cost)
        for one in judged.named
    ]
    scene = session.scene(seat)
    facts = pages.face_of(scene).looking_back(past_moves(game, record, history), scene)
    return review.page(scene, judged, moves, facts)


def _expensive_move(
    session: Session, seat: Seat, timeline: Timeline, past: Decision, better: str, cost: Any
) -> CostlyMove:
    """Return an expensive move with the scene of the moment before it."""
    history = timeline.history
    made = session.scene_of_past(past.state, history[: past.number + 1], seat).recent[-1]
    then = session.scene_of_past(past.state, history[: past.number], seat)
    then = msgspec.structs.replace(then, legal=tuple(session.game.legal(past.state, seat)))
    move = parse_move(session.game, better, len(session.record.players))
    return CostlyMove(past.number, cost, then, past.notes, made, past.move, move)
