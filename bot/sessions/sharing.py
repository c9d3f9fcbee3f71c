"""What players add to the deal while they sit in the lobby."""

import msgspec

from bot.engine.draft import Refusal
from bot.fair import deal as deals
from bot.fair.deal import Share
from bot.sessions import frame
from bot.sessions.view import Change, View


def cut(table: View, user_id: int, words: str, now: float) -> Change | Refusal:
    """Add words of one's own to the deal, in place of those that one had added."""
    record, line = table.record, deals.fitting(words)
    if refusal := frame.not_for_player(record, user_id):
        return refusal
    if record.deal is None:
        return Refusal("not-sealed")
    if not line:
        return Refusal("no-words")
    share = record.deal.share_of(user_id) or Share(user_id, 0)
    deal = record.deal.with_share(msgspec.structs.replace(share, words=line))
    made = frame.changed(table, now, by=user_id, deal=deal)
    return made if record.is_host_away else msgspec.structs.replace(made, places=())


def ask_beacon(table: View, user_id: int, now: float, *, wanted: bool) -> Change | Refusal:
    """Choose whether a public beacon is asked at the deal; for the host."""
    record = table.record
    if refusal := frame.not_for_host(table, user_id):
        return refusal
    if record.deal is None:
        return Refusal("not-sealed")
    deal = msgspec.structs.replace(record.deal, wants_beacon=wanted)
    return frame.changed(table, now, by=user_id, deal=deal)
