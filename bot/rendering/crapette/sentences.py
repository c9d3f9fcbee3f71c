"""What happens in Crapette, a sentence an event, for the complete log."""

from collections.abc import Mapping, Sequence
from typing import Final

from msgspec.structs import replace

from bot.engine.cards import Card
from bot.engine.events import Event
from bot.games.crapette import (
    clock,
    dealing,
    ending,
    lifting,
    lines,
    moving,
    offers,
    turns,
    undoing,
)
from bot.rendering import words
from bot.rendering.catalog import say, say_count
from bot.rendering.crapette.asking import line_stopped
from bot.rendering.crapette.piles import LOADS, run, to_everybody
from bot.rendering.crapette.scores import remains, why_over
from bot.rendering.crapette.story import LINES, begins, loads, shown
from bot.rendering.face import Sentence
from bot.rendering.scene import Scene, Told


def remembered(past: Sequence[Told], scene: Scene) -> Sequence[Told]:
    """What happened in the present turn and the one before it: cards covered earlier are not told again."""
    if scene.outcome is not None:
        return past
    ends = [
        (move, place)
        for move, told in enumerate(past)
        for place, event in enumerate(told.events)
        if isinstance(event, turns.TurnEnded)
    ]
    if len(ends) < 2:
        return past
    move, place = ends[-2]
    return (replace(past[move], events=past[move].events[place + 1 :]), *past[move + 1 :])


def _pair(cards: Sequence[Card], scene: Scene) -> str:
    """One card of each player: `Ann 7♥, Ben 7♦`."""
    return ", ".join(f"{words.name(scene, seat)} {words.card(card)}" for seat, card in enumerate(cards))


def _dealt(event: dealing.Dealt, scene: Scene) -> str:
    return say(
        "{number} cards to each hand. Crapauds: {crapauds}. Houses: {houses}.",
        number=event.hand,
        crapauds=_pair(event.crapauds, scene),
        houses=run(event.houses),
    )


def _compared(event: dealing.Compared, scene: Scene) -> str:
    """The cards that were shown, as all could see them, and who begins if they decide it."""
    pair = _pair(event.cards, scene)
    shown = (
        say("Compared: {cards}.", cards=pair)
        if event.place is None
        else say("Compared, {number} from the bottom of the hands: {cards}.", number=event.place, cards=pair)
    )
    return " ".join(filter(None, [shown, begins(event, scene)]))


def _turn_started(event: turns.TurnStarted, scene: Scene) -> str:
    facts = {"player": words.name(scene, event.seat), "number": event.turn_number}
    if event.exhausted:
        return say("**Turn {number}** is {player}'s. No hand is left.", **facts)
    return say("**Turn {number}** is {player}'s.", **facts)


def _way(event: moving.Moved | undoing.TakenBack, scene: Scene) -> dict[str, object]:
    source, target = (to_everybody(pile, event.seat, scene) for pile in (event.source, event.target))
    return {
        "player": words.name(scene, event.seat),
        "cards": run(event.cards),
        "source": source,
        "target": target,
    }


def _moved(event: moving.Moved, scene: Scene) -> str:
    if event.target in LOADS:
        return say("{player} loads {cards} from {source} on {target}.", **_way(event, scene))
    return say("{player} moves {cards} from {source} to {target}.", **_way(event, scene))


def _shown(event: moving.Shown, scene: Scene) -> str:
    facts = {"player": words.name(scene, event.seat), "card": words.card(event.card), "number": event.count}
    return shown(event, scene) or say("{player}'s discard shows {card}, {number} left.", **facts)


def _put_down(event: lifting.PutDown, scene: Scene) -> str:
    facts = {"player": words.name(scene, event.seat), "card": words.card(event.card)}
    if event.target == "my-discard":
        return say("{player} discards {card}.", **facts)
    if event.target in LOADS:
        return loads(event, scene)
    return say("{player} puts {card} on {pile}.", **facts, pile=to_everybody(event.target, event.seat, scene))


def _counted(event: clock.TimeoutCounted, _scene: Scene) -> str:
    return say_count(
        "One turn ran out of time; {limit} in a row lose the game.",
        "{number} turns in a row ran out of time; {limit} lose the game.",
        event.in_a_row,
        limit=words.copies(event.limit),
    )


def _ended(event: ending.GameEnded, scene: Scene) -> str:
    why = why_over(event.end, event.winners, scene)
    if not event.winners:
        return say("A draw. {reason}", reason=why)
    return say("{player} wins. {reason}", player=words.names(scene, event.winners), reason=why)


SENTENCES: Final[Mapping[type[Event], Sentence]] = {
    **LINES,
    dealing.Dealt: _dealt,
    dealing.Compared: _compared,
    turns.TurnStarted: _turn_started,
    moving.Moved: _moved,
    moving.Shown: _shown,
    lines.LineStopped: line_stopped,
    lifting.Lifted: lambda e, s: say(
        "{player} lifts {card}.", player=words.name(s, e.seat), card=words.card(e.card)
    ),
    lifting.TurnedOver: lambda e, s: say_count(
        "{player} turns the discard pile over, one card.",
        "{player} turns the discard pile over, {number} cards.",
        e.cards,
        player=words.name(s, e.seat),
    ),
    lifting.PutDown: _put_down,
    undoing.TakenBack: lambda e, s: say(
        "{player} takes back the move of {cards} from {source} to {target}.", **_way(e, s)
    ),
    offers.DrawAgreed: lambda e, s: say("{player} accepts the draw.", player=words.name(s, e.seat)),
    offers.OfferLapsed: lambda e, s: say("{player}'s offer has lapsed.", player=words.name(s, e.seat)),
    clock.TimeoutCounted: _counted,
    turns.PositionRepeated: lambda e, _: say(
        "This position has come {number} times; {limit} make a draw.", number=e.occurrence, limit=e.limit
    ),
    ending.Remains: remains,
    ending.GameEnded: _ended,
}
