"""What the picture of a Crazy Rummy table says in large: the newest event, and what is asked now."""

from collections.abc import Sequence
from typing import Final

from bot.engine.events import Event
from bot.games.crazy_rummy.dealing import Dealt
from bot.games.crazy_rummy.discarding import Discarded
from bot.games.crazy_rummy.drawing import Drew, TookDiscard
from bot.games.crazy_rummy.laying import CardsFed, SetLaid
from bot.games.crazy_rummy.leaving import PlayerLeft
from bot.rendering import plates, words
from bot.rendering.catalog import say, say_count
from bot.rendering.crazy_rummy.asking import PHASES
from bot.rendering.crazy_rummy.boards import copies, low_first, shown
from bot.rendering.crazy_rummy.story import wild_of
from bot.rendering.crazy_rummy.table import view_of
from bot.rendering.face import worded
from bot.rendering.scene import Scene
from bot.rendering.widths import number

MAX_CHARACTERS: Final = 32


def headline(scene: Scene) -> str:
    """The newest event that is worth a headline; how the game ended when it is over."""
    return plates.headline(scene, HEADLINES, _wilds)


def line(scene: Scene) -> str:
    """What is asked now; the player is named elsewhere, and what is wild where no card lies there for it."""
    over, view = plates.ending(scene), view_of(scene)
    if over is None:
        return worded(PHASES[scene.phase].stage, scene)
    ranks = words.ranks_name(view.wild)
    wild = [] if view.marker else [words.first_large(say("{ranks} wild.", ranks=ranks))]
    return " ".join([over[1], *wild])


def _wilds(scene: Scene) -> str:
    """The hand, where nothing is known of what has happened."""
    view = view_of(scene)
    return say("Hand {number}: {ranks} are wild", number=view.hand_number, ranks=words.ranks_name(view.wild))


def _laid(event: SetLaid, _events: Sequence[Event], scene: Scene) -> str:
    facts = {"player": plates.short_name(scene, event.seat), "points": number(event.points)}
    cards = shown(event.cards, wild_of(event.cards, event.rank))
    whole = say("{player} lays {cards}, {points}", cards=cards, **facts)
    if len(whole) <= MAX_CHARACTERS:
        return whole
    return say(
        "{player} lays {copies} {ranks}, {points}",
        copies=copies(len(event.cards)),
        ranks=words.ranks_name(event.rank),
        **facts,
    )


def _fed(event: CardsFed, _events: Sequence[Event], scene: Scene) -> str:
    player = plates.short_name(scene, event.seat)
    whole = say("{player} feeds {cards}", player=player, cards=low_first(event.cards))
    if len(whole) <= MAX_CHARACTERS:
        return whole
    return say_count(
        "{player} feeds a card", "{player} feeds {number} cards", len(event.cards), player=player
    )


def _with_card(event: TookDiscard | Discarded, scene: Scene) -> dict[str, str]:
    return {"player": plates.short_name(scene, event.seat), "card": words.card(event.card)}


HEADLINES: Final[plates.Headlines] = (
    (
        Dealt,
        lambda e, _a, _s: say(
            "Hand {number}: {ranks} are wild", number=e.hand_number, ranks=words.ranks_name(e.wild)
        ),
    ),
    (SetLaid, _laid),
    (CardsFed, _fed),
    (Discarded, lambda e, _a, s: say("{player} discards {card}", **_with_card(e, s))),
    (TookDiscard, lambda e, _a, s: say("{player} takes {card}", **_with_card(e, s))),
    (Drew, lambda e, _a, s: say("{player} draws", player=plates.short_name(s, e.seat))),
    (PlayerLeft, lambda e, _a, s: say("{player} leaves", player=plates.short_name(s, e.seat))),
)
