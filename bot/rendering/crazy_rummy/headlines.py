"""What the picture of a Crazy Rummy table says in large: the newest event, and what is asked now."""

from collections.abc import Callable, Sequence
from typing import Any, Final

from bot.engine.events import Event
from bot.games.crazy_rummy.dealing import Dealt
from bot.games.crazy_rummy.discarding import Discarded
from bot.games.crazy_rummy.drawing import Drew, TookDiscard
from bot.games.crazy_rummy.laying import CardsFed, SetLaid
from bot.games.crazy_rummy.leaving import PlayerLeft
from bot.rendering import plates, words
from bot.rendering.catalog import say, say_count
from bot.rendering.crazy_rummy.boards import copies, low_first, shown
from bot.rendering.crazy_rummy.story import wild_of
from bot.rendering.crazy_rummy.table import sheet_of
from bot.rendering.scene import Scene

Headline = Callable[[Any, Scene], str]
MAX_CHARACTERS: Final = 32


def headline(scene: Scene) -> str:
    """The newest event that is worth a headline; how the game ended when it is over."""
    if over := plates.ending(scene):
        return over[0]
    for told in reversed(scene.recent):
        for kind, write in HEADLINES:
            if found := [event for event in told.events if isinstance(event, kind)]:
                return write(found[-1], scene)
    return _wilds(scene)


def line(scene: Scene) -> str:
    """What is asked now; the player is named elsewhere."""
    if over := plates.ending(scene):
        return over[1]
    sheet = sheet_of(scene)
    ranks = words.ranks_name(sheet.wild)
    if scene.phase == "draw":
        return say("Draw a card") if sheet.marker else say("{ranks} wild: draw a card", ranks=ranks)
    return say("Lay or discard") if sheet.marker else say("{ranks} wild: lay or discard", ranks=ranks)


def _wilds(scene: Scene) -> str:
    """The hand, where nothing is known of what has happened."""
    sheet = sheet_of(scene)
    return say(
        "Hand {number}: {ranks} are wild", number=sheet.hand_number, ranks=words.ranks_name(sheet.wild)
    )


def _laid(event: SetLaid, scene: Scene) -> str:
    facts = {"player": plates.short_name(scene, event.seat), "points": event.points}
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


def _fed(event: CardsFed, scene: Scene) -> str:
    player = plates.short_name(scene, event.seat)
    whole = say("{player} feeds {cards}", player=player, cards=low_first(event.cards))
    if len(whole) <= MAX_CHARACTERS:
        return whole
    return say_count(
        "{player} feeds a card", "{player} feeds {number} cards", len(event.cards), player=player
    )


def _with_card(event: TookDiscard | Discarded, scene: Scene) -> dict[str, str]:
    return {"player": plates.short_name(scene, event.seat), "card": words.card(event.card)}


HEADLINES: Final[Sequence[tuple[type[Event], Headline]]] = (
    (
        Dealt,
        lambda e, _: say(
            "Hand {number}: {ranks} are wild", number=e.hand_number, ranks=words.ranks_name(e.wild)
        ),
    ),
    (SetLaid, _laid),
    (CardsFed, _fed),
    (Discarded, lambda e, s: say("{player} discards {card}", **_with_card(e, s))),
    (TookDiscard, lambda e, s: say("{player} takes {card}", **_with_card(e, s))),
    (Drew, lambda e, s: say("{player} draws", player=plates.short_name(s, e.seat))),
    (PlayerLeft, lambda e, s: say("{player} leaves", player=plates.short_name(s, e.seat))),
)
"""Of several events of one move the first of these kinds is told."""
