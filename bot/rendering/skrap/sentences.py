"""What happens in Skrap, a sentence an event, for the complete log."""

from collections.abc import Mapping
from typing import Any, Final

from bot.engine.events import Event
from bot.games.skrap import battle, dealing, ending, opening, scavenging, surging, throwing, turns
from bot.rendering import words
from bot.rendering.catalog import message, say, say_count
from bot.rendering.face import Sentence
from bot.rendering.scene import Scene
from bot.rendering.skrap import story
from bot.rendering.skrap.table import heads

CALLS: Final[Mapping[opening.Reason, str]] = {
    "highest": message("{player} has the highest surge."),
    "lowest": message("Tie at the top, so the lowest counts: {player}."),
    "throw": message("{player} lost the throw."),
    "chance": message("The lot falls on {player}."),
    "last-contender": message("Only {player} is left."),
}
EXCUSES: Final[Mapping[turns.Excuse, str]] = {
    "unable": message("{player} cannot build and is passed over."),
    "too-few-cards": message("{player} has no bot left."),
}


def _hand(event: dealing.Hand, _scene: Scene) -> str:
    if not event.cards:
        return say("You hold no cards.")
    return say("You hold {cards}.", cards=words.cards(event.cards))


def _hidden(event: surging.SurgeKept, scene: Scene) -> str:
    """For the player of the seat, who need not have done it themselves."""
    if computer := words.stand_in(scene):
        return say("{player} hides {card}.", player=computer, card=words.card(event.card))
    return say("You hide {card}.", card=words.card(event.card))


def _thrown(event: throwing.ThrowKept, scene: Scene) -> str:
    """The same of a throw."""
    shape = words.shape_name(event.shape)
    if computer := words.stand_in(scene):
        return say("{player} throws {shape}.", player=computer, shape=shape)
    return say("You throw {shape}.", shape=shape)


def _asked_to_throw(event: throwing.AskedToThrow, scene: Scene) -> str:
    players = words.names(scene, event.seats)
    if event.undecided:
        return say("Undecided, once more: {players} throw.", players=players)
    return say("{players} throw for it.", players=players)


def _throw_shown(event: throwing.ThrowShown, scene: Scene) -> str:
    throws = story.throws_of(event, scene)
    if not event.losers:
        return say("{throws}: undecided.", throws=throws)
    players = words.names(scene, event.losers)
    return say_count(
        "{throws}: {players} loses.",
        "{throws}: {players} lose.",
        len(event.losers),
        throws=throws,
        players=players,
    )


def _passed(event: battle.Passed, scene: Scene) -> str:
    player = words.name(scene, event.seat)
    if event.final:
        return say("{player} is out of this round.", player=player)
    return say("{player} passes.", player=player)


def _ended(event: ending.GameEnded, scene: Scene) -> str:
    if not event.winners:
        return say("The game is over; nobody wins.")
    players, won = words.names(scene, event.winners), heads(event.heads[event.winners[0]])
    return say_count(
        "{players} wins with {heads}.",
        "{players} share the win with {heads}.",
        len(event.winners),
        players=players,
        heads=won,
    )


def _about(text: str) -> Sentence:
    """A sentence about one player."""
    return lambda event, scene: say(text, player=words.name(scene, event.seat))


def _by(texts: Mapping[Any, str], fact: str) -> Sentence:
    """A sentence about one player, another one for each value of a fact."""
    return lambda event, scene: say(texts[getattr(event, fact)], player=words.name(scene, event.seat))


SENTENCES: Final[Mapping[type[Event], Sentence]] = {
    **story.LINES,
    dealing.Hand: _hand,
    surging.SurgePlaced: lambda e, s: say(
        "{player} hides a surge card ({number} of {most}).",
        player=words.name(s, e.seat),
        number=e.placed,
        most=e.wanted,
    ),
    surging.SurgeKept: _hidden,
    surging.SurgeRevealed: lambda e, s: say("Surge: {cards}.", cards=", ".join(story.surge_cards(e, s))),
    throwing.AskedToThrow: _asked_to_throw,
    throwing.Thrown: _about(message("{player} has thrown.")),
    throwing.ThrowKept: _thrown,
    throwing.ThrowShown: _throw_shown,
    opening.Called: _by(CALLS, "by"),
    opening.Unable: _about(message("{player} cannot build this round.")),
    opening.Opens: _about(message("{player} opens.")),
    opening.RoundVoid: lambda _e, _s: say("Nobody can build: a new deal."),
    battle.Passed: _passed,
    turns.PassedByRule: _by(EXCUSES, "excuse"),
    turns.TurnStarted: lambda _e, _s: "",
    scavenging.AskedToScavenge: lambda _e, _s: "",
    scavenging.NoScavengers: _about(message("{player} shows no pair.")),
    ending.GameEnded: _ended,
}
