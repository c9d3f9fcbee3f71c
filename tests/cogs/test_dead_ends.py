"""Every page that replaces a hand leads back to it, and no press on the way ends anyone's game."""

from collections.abc import Iterator
from typing import Any

import pytest

from tests.helpers.guild import Player, Reply, SimGuild, walk
from tests.helpers.tables import started

MOVES = ("move ", "done ", "picked ", "add ", "sitin ", "end", "forget", "alone", "back ", "hint")
"""The beginnings of acts that change something or work only once. A walk leaves them out."""
HAND = "more hand"
MAX_PRESSES = 2
BLUE, RED = 1, 4
games = pytest.mark.parametrize(
    "game",
    [
        pytest.param(game, marks=pytest.mark.players(2 if game == "crapette" else 3))
        for game in ("crap", "skrap", "craits", "crazy-rummy", "crapette")
    ],
)


class Walk:
    """A walk through all pages that a player can reach from their hand without making a move."""

    def __init__(self, player: Player, hand: Reply) -> None:
        self.player, self.hand = player, hand
        self.led: dict[str, set[str]] = {}
        """The acts on the page that each act opens. A page in a new message leaves the hand in place."""
        self.red: list[tuple[str, str]] = []
        """Acts of red buttons, each with the text of its page."""

    async def take(self) -> None:
        """Press every control once, except those of `MOVES`."""
        todo = [act for act in self._seen(self.hand.message) if not act.startswith(MOVES)]
        while todo:
            act = todo.pop()
            if act in self.led:
                continue
            reply = await self._press(act)
            is_beside = reply.message is None or reply.message.id != self.hand.message.id
            acts = [HAND] if is_beside else list(self._seen(reply.message))
            self.led[act] = set(acts)
            todo += [one for one in acts if not one.startswith(MOVES)]

    def presses_home(self, act: str) -> int:
        """Return the number of presses back to the hand from the page behind an act."""
        reached, presses = self.led[act], 0
        while HAND not in reached and presses <= MAX_PRESSES:
            reached, presses = set().union(*(self.led.get(one, set()) for one in reached)), presses + 1
        return presses

    async def _press(self, act: str) -> Reply:
        kind, _, rest = act.partition("|") if act.startswith("s|") else ("b", "", act)
        custom, _, value = rest.partition("|")
        record = (await self.player.guild.session()).record
        return await self.player.forge(
            self.hand.message, f"{kind}:{record.id}:{record.revision}:{custom}", *([value] if value else [])
        )

    def _seen(self, message: Any) -> Iterator[str]:
        parts = list(walk(message))
        text = "\n".join(one["content"] for one in parts if one["type"] == 10)
        for one in parts:
            if one["type"] not in (2, 3) or one.get("disabled") or "custom_id" not in one:
                continue
            act = one["custom_id"].split(":", 3)[3]
            if one["type"] == 2:
                if one["style"] == RED:
                    self.red.append((act, text))
                yield act
            elif not act.startswith(MOVES):
                yield f"s|{act}|{one['options'][0]['value']}"


@games
@pytest.mark.quick_computers
async def test_every_page_leads_back_to_the_hand(guild: SimGuild, game: str) -> None:
    session = await started(guild, game)
    before = session.record
    for player in guild.players:
        walk_of = Walk(player, await player.slash("hand"))

        await walk_of.take()

        far = {act: walk_of.presses_home(act) for act in walk_of.led}
        assert {act: presses for act, presses in far.items() if presses > MAX_PRESSES} == {}
        assert all("?" in text for _, text in walk_of.red), "whatever is red asks first"
        assert len(walk_of.led) > 3
    assert (session.record.status, session.record.revision) == ("playing", before.revision)
