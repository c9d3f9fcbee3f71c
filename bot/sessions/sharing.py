"""What players add to the deal while they sit in the lobby."""

import msgspec

from bot.engine.draft import Refusal
from bot.fair import deal as deals
from bot.fair.deal import Share
from bot.sessions import frame
from bot.sessions.clocks import Moment
from bot.sessions.requests import Click
from bot.sessions.view import Change, View


class Cut(msgspec.Struct, frozen=True):
    """Add words of one's own to the deal, in place of earlier ones."""

    words: str

    def change(self, table: View, user_id: int, moment: Moment, click: Click) -> Change | Refusal:
        record, line = table.record, deals.cleaned(self.words)
        if refusal := frame.not_for_player(record, user_id):
            return refusal
        if record.deal is None:
            return Refusal("not-sealed")
        if not line:
            return Refusal("no-words")
        share = record.deal.share_of(user_id) or Share(user_id, 0)
        deal = record.deal.with_share(msgspec.structs.replace(share, words=line))
        made = frame.changed(table, moment.now, by=user_id, deal=deal)
        return made if record.is_host_away else msgspec.structs.replace(made, shows=False)


class AskBeacon(msgspec.Struct, frozen=True):
    """Choose as the host whether a public beacon is asked at the deal."""

    wanted: bool

    def change(self, table: View, user_id: int, moment: Moment, click: Click) -> Change | Refusal:
        record = table.record
        if refusal := frame.not_for_host(table, user_id):
            return refusal
        if record.deal is None:
            return Refusal("not-sealed")
        deal = msgspec.structs.replace(record.deal, wants_beacon=self.wanted)
        return frame.changed(table, moment.now, by=user_id, deal=deal)
