"""*Review* below a finished game: the presser's own moves, looked at once more. Nobody else's."""

from functools import partial
from typing import Any

import msgspec

from bot.delivery.offload import at_once
from bot.engine.chance import Seat
from bot.engine.notation import parse_move
from bot.players.judging import Judged
from bot.rendering import answers, pages, review
from bot.rendering.page import Page
from bot.rendering.review import Expensive
from bot.sessions.replays import Timeline, is_finished
from bot.sessions.reviews import Decision, decisions, past_moves
from bot.sessions.session import Session
from bot.sessions.work import read_apart
from cogs.base import Interaction, answer, say


async def show_review(interaction: Interaction, session: Session) -> None:
    """Show how the presser has played. The answer waits for the review."""
    seat = session.seat_of(interaction.user.id)
    if seat is None:
        await say(interaction, answers.fixed(answers.REVIEW_OF_OWN_SEAT))
    elif not is_finished(session.record):
        await say(interaction, answers.fixed(answers.GAME_STILL_RUNS))
    else:
        await interaction.client.names.learn(session)
        await answer(interaction, await _page(interaction, session, seat))


async def _page(interaction: Interaction, session: Session, seat: Seat) -> Page:
    sessions = interaction.client.sessions
    judged = await sessions.reviews.asked(session, seat)
    scene = session.scene(seat)
    if judged is None:
        return await at_once(review.waiting, scene)
    timeline = await sessions.replays.timeline(session)
    return await read_apart(partial(_written, session, seat, judged, timeline))


def _written(session: Session, seat: Seat, judged: Judged, timeline: Timeline) -> Page:
    """Return the page, written next to the loop because all moves are replayed for it."""
    game, record, history = session.game, session.record, timeline.history
    past = decisions(game, record, history, seat)
    by_number = {one.number: one for one in past}
    moves = [
        _expensive(session, seat, timeline, by_number[one.decision], one.better, one.cost)
        for one in judged.named
    ]
    scene = session.scene(seat)
    facts = pages.face_of(scene).looking_back(past_moves(game, record, history), scene)
    return review.page(scene, judged, moves, facts)


def _expensive(
    session: Session, seat: Seat, timeline: Timeline, past: Decision, better: str, cost: Any
) -> Expensive:
    """An expensive move with the scene of the moment before it."""
    history = timeline.history
    made = session.scene_of_past(past.state, history[: past.number + 1], seat).recent[-1]
    then = session.scene_of_past(past.state, history[: past.number], seat)
    then = msgspec.structs.replace(then, legal=tuple(session.game.legal(past.state, seat)))
    move = parse_move(session.game, better, len(session.record.players))
    return Expensive(past.number, cost, then, past.notes, made, move)
