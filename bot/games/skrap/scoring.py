"""Naming the champion of a round and counting its heads (section 6)."""

from bot.engine.cards import Card
from bot.engine.draft import Draft, put
from bot.engine.events import SeatEvent
from bot.games.skrap.ending import end_game
from bot.games.skrap.scavenging import begin_scavenging
from bot.games.skrap.state import State


class Champion(SeatEvent, frozen=True):
    """The battle is over. The last bot's owner gets `heads`, `lost` if they left, and now has `total`."""

    weapon: Card
    armour: Card
    heads: int
    total: int
    lost: bool


def name_champion(draft: Draft[State]) -> None:
    """Give the champion's owner a head for each destroyed bot, unless they left (R17). They may win by it."""
    state, bot = draft.state, draft.state.field[-1]
    lost = bot.owner in state.left
    heads = len(state.field) - 1
    total = state.heads[bot.owner] + (0 if lost else heads)
    draft.change(heads=put(state.heads, bot.owner, total))
    draft.tell(Champion(bot.owner, bot.weapon, bot.armour, heads, total, lost))
    if not lost and total >= state.options.target:
        end_game(draft, (bot.owner,))
    begin_scavenging(draft)
