"""What should be shown of a table, worked out from the table alone. Pure."""

from typing import Final

import msgspec

from bot.delivery.calling import NEVER, Player
from bot.engine.chance import Seat
from bot.rendering import absent, set_time
from bot.rendering.page import Page
from bot.sessions.session import Session
from bot.sessions.view import AbsentAt, Spot, TableAt
from bot.storage.records import Shown

LOST: Final = ("channel", "server")
"""Why tables are closed that nobody can look at."""
RING_SECONDS: Final = 600.0
"""How long before the time of a game those seated are rung."""
REPOST_SECONDS: Final = 40 * 60
"""An older table message is posted again: Discord limits edits of messages older than an hour, and archives
threads in which nothing new was posted for as long."""
REPOST_MESSAGES: Final = 10
"""A table message with more messages below it is posted again."""


def number_of(session: Session, spot: Spot) -> int:
    """Return the number of a spot's message: another number is posted again, so that everyone sees it."""
    if isinstance(spot, TableAt):
        has_result = session.record.status == "over"
        return 0 if session.state is None else 2 if has_result else 1
    if isinstance(spot, AbsentAt):
        question = session.record.attendance.question
        return 0 if question is None else question.asked
    return 0


def moves_down(session: Session, shown: Shown, now: float, below: int) -> bool:
    """Whether a table is posted again, below `below` messages, instead of edited where it stands."""
    record = session.record
    is_news = number_of(session, TableAt()) > shown.post and not record.is_alone
    is_elsewhere = shown.channel_id != record.channel_id
    if record.is_alone and not record.is_in_dm:
        return is_elsewhere  # one line, which comes back to nobody
    return is_news or is_elsewhere or now - shown.posted_at > REPOST_SECONDS or below > REPOST_MESSAGES


def is_line_let_go(session: Session) -> bool:
    """Whether no line is owed any more of a game that someone has played alone in a channel."""
    record = session.record
    return record.is_alone and not record.is_in_dm and record.status in ("over", "cancelled")


def rings_in(session: Session, now: float) -> float:
    """Return in how many seconds those seated are rung before the time of their game. 0 until it has come."""
    at = session.record.starts_at
    if at is None or now >= at or session.record.status != "lobby":
        return NEVER
    return max(0.0, at - RING_SECONDS - now)


def absent_line(session: Session, shown: Shown | None, now: float) -> Page | None:
    """Return the line about players who aren't there: in time, or soon for their game. None for no line."""
    scene, question = session.scene(None), session.record.attendance.question
    page = absent.page(scene) if rings_in(session, now) else set_time.soon(scene)
    if page is None:
        return None
    if shown is None and question is not None and question.chosen not in ("open", "computer"):
        return None  # the choice means nothing to people who never saw the question
    seats = enumerate(session.record.players)
    wanted = {user for seat, user in seats if session.chosen_by(seat).may_ping(now)}
    return msgspec.structs.replace(page, pings=tuple(user for user in page.pings if user in wanted))


def is_same_line(session: Session, shown: Shown) -> bool:
    """Whether the line that stands is about the question that's asked now, where the table is."""
    return shown.channel_id == session.record.channel_id and shown.post >= number_of(session, AbsentAt())


def is_undealt(session: Session) -> bool:
    """Whether the table has closed before its deal, so nothing of it may be shown anywhere."""
    return session.state is None and session.record.status == "cancelled"


def is_told_of_no_deal(session: Session, seat: Seat, *, has_stood: bool) -> bool:
    """Whether a player is told that their table ended before the deal.

    A host who closed it knows, and so does one who was told that its channel takes no table.
    """
    record = session.record
    has_heard = record.ended == "host" or (record.ended == "channel" and not has_stood)
    knows = has_heard and record.players[seat] == record.host_id
    return is_undealt(session) and not (knows or record.is_alone)


def has_closed_unseen(session: Session) -> bool:
    """Whether the table is closed and nobody can look at it."""
    return session.state is not None and session.record.ended in LOST


def is_hand_posted(player: Player, *, is_there: bool) -> bool:
    """Whether a hand that can't be edited is posted as a new message."""
    wants_dm = player.chosen.hand != "button" and player.has_hand
    return wants_dm and (is_there or player.session.record.status == "playing")
