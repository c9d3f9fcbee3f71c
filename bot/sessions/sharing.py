"""What players add to the deal while they sit in the lobby."""

import msgspec

from bot.engine.draft import Refusal
from bot.fair import deal as deals
from bot.fair.deal import Share
from bot.sessions import lobby
from bot.sessions.session import Change, Session


def cut(session: Session, user_id: int, words: str, now: float) -> Change | Refusal:
    """Add words of one's own to the deal, in place of those that one had added."""
    record, line = session.record, deals.fitting(words)
    if record.status != "lobby":
        return lobby.too_late(record)
    if user_id not in record.players:
        return Refusal("not-seated")
    if record.deal is None:
        return Refusal("not-sealed")
    if not line:
        return Refusal("no-words")
    share = record.deal.share_of(user_id) or Share(user_id, 0)
    deal = record.deal.with_share(msgspec.structs.replace(share, words=line))
    made = lobby.changed(session, now, by=user_id, deal=deal)
    return made if record.is_host_away else msgspec.structs.replace(made, places=())


def ask_beacon(session: Session, user_id: int, now: float, *, wanted: bool) -> Change | Refusal:
    """Choose whether a public beacon is asked at the deal; for the host."""
    record = session.record
    if record.status != "lobby":
        return lobby.too_late(record)
    if user_id != record.host_id:
        return lobby.not_host(session, user_id)
    if record.deal is None:
        return Refusal("not-sealed")
    deal = msgspec.structs.replace(record.deal, wants_beacon=wanted)
    return lobby.changed(session, now, by=user_id, deal=deal)
