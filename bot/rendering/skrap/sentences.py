"""What happens in Skrap, a sentence an event; and what each phase asks of players."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from bot.engine.cards import Card
from bot.engine.chance import Seat
from bot.engine.events import Event
from bot.games.skrap import (
    battle,
    dealing,
    ending,
    leaving,
    opening,
    scavenging,
    scoring,
    surging,
    throwing,
    turns,
)
from bot.games.skrap.cards import LARGE_HAND_SIZE
from bot.rendering import words
from bot.rendering.face import Sentence
from bot.rendering.scene import Scene
from bot.rendering.skrap.table import valued

ENDS: Final[Mapping[str, str]] = {
    "target": "The goal of {target} heads is reached.",
    "round-limit": "The last of {max-rounds} rounds is over.",
    "last-player": "All the others have left.",
}

TASKS: Final[Mapping[str, str]] = {
    "surge": "must place a surge card",
    "throw": "must throw rock, paper or scissors",
    "open": "must play the first bot",
    "battle": "may destroy the current bot or pass",
    "scavenge": "may play scavengers or pass",
}


def who_must(phase: str, seats: Iterable[Seat], scene: Scene) -> str:
    """Who must do what: `@Ann and @Ben must place a surge card`."""
    return f"{words.players(scene, seats)} {TASKS[phase]}"


def built(weapon: Card, armour: Card, values: Mapping[Card, int]) -> str:
    """A bot with its effective values: `10♠ (11) with 8♦ (9)`."""
    return f"{valued(weapon, values[weapon])} with {valued(armour, values[armour])}"


def _dealt(event: dealing.Dealt, scene: Scene) -> str:
    seats_of: dict[int, list[Seat]] = {}
    for seat, size in enumerate(event.sizes):
        if size:
            seats_of.setdefault(size, []).append(seat)
    hands = [f"{size} cards for {words.players(scene, seats)}" for size, seats in sorted(seats_of.items())]
    dealt = words.listed(hands) if len(hands) > 1 else f"{max(event.sizes)} cards each"
    return f"**Round {event.round}**: {dealt}; undealt: {event.undealt}."


def _hand(event: dealing.Hand, _scene: Scene) -> str:
    return f"You hold {words.cards(event.cards)}." if event.cards else "Your hand is empty."


def _surge_revealed(event: surging.SurgeRevealed, scene: Scene) -> str:
    return f"Surge cards: {_shown(event.seats, map(words.card, event.cards), scene)}."


def _asked_to_throw(event: throwing.AskedToThrow, scene: Scene) -> str:
    who = words.players(scene, event.seats)
    if event.undecided:
        return f"{who} throw again, undecided so far: {event.undecided}."
    return f"{who} throw rock, paper or scissors for who must open."


def _throw_shown(event: throwing.ThrowShown, scene: Scene) -> str:
    shown = _shown(event.seats, event.shapes, scene)
    if not event.losers:
        return f"The throw is undecided: {shown}."
    lose = "loses" if len(event.losers) == 1 else "lose"
    return f"The throw: {shown}; {words.players(scene, event.losers)} {lose}."


def _shown(seats: Sequence[Seat], things: Iterable[str], scene: Scene) -> str:
    """Who shows what: `@Ann K♦, @Ben 6♥`."""
    return ", ".join(f"{scene.mention(seat)} {thing}" for seat, thing in zip(seats, things, strict=True))


CALLS: Final[Mapping[opening.Reason, str]] = {
    "highest": "{} has the highest surge card and is called to open.",
    "lowest": "The highest surge card is tied, so the lowest counts: {} is called to open.",
    "throw": "{} has lost the throw and is called to open.",
    "chance": "Chance calls {} to open.",
    "last-contender": "{} is the last one left to throw and is called to open.",
}


def _bot_played(event: battle.BotPlayed, scene: Scene) -> str:
    values = {event.weapon: event.weapon_value, event.armour: event.armour_value}
    plays = f"{scene.mention(event.seat)} plays {built(event.weapon, event.armour, values)}"
    if event.victim is None:
        return f"{plays}."
    destroys = f"destroys {scene.mention(event.victim)}'s bot ({event.weapon_value} ≥ {event.victim_armour})"
    return f"{plays} and {destroys}; {words.number(event.destroyed, 'bot')} destroyed."


EXCUSES: Final[Mapping[turns.Excuse, str]] = {
    "unable": "is unable to build a bot",
    "too-few-cards": "has too few cards for a bot",
}


def _champion(event: scoring.Champion, scene: Scene) -> str:
    bot = f"{scene.mention(event.seat)}'s {words.card(event.weapon)} with {words.card(event.armour)}"
    if event.lost:
        return f"**{bot} is the champion** of somebody who has left; heads lost: {event.heads}."
    return f"**{bot} is the champion**: +{words.number(event.heads, 'head')}, {event.total} now."


def _scavenged(event: scavenging.Scavenged, scene: Scene) -> str:
    plays = f"{scene.mention(event.seat)} plays the scavengers {words.cards(event.cards)}"
    return f"{plays}: {LARGE_HAND_SIZE} cards next round."


def _left(event: leaving.PlayerLeft, scene: Scene) -> str:
    aside = f"; set aside: {words.number(event.cards, 'card')}" if event.cards else ""
    return f"{scene.mention(event.seat)} has left the game{aside}."


def _ended(event: ending.GameEnded, scene: Scene) -> str:
    if not event.winners:
        return f"The game ends in round {event.round}: nobody wins, because no remaining player has a head."
    win = "wins" if len(event.winners) == 1 else "share the win"
    heads = words.number(event.heads[event.winners[0]], "head")
    return f"The game ends in round {event.round}: {words.players(scene, event.winners)} {win} with {heads}."


SENTENCES: Final[Mapping[type[Event], Sentence]] = {
    dealing.Dealt: _dealt,
    dealing.Hand: _hand,
    surging.SurgePlaced: lambda e, s: (
        f"{s.mention(e.seat)} has placed a surge card ({e.placed} of {e.wanted})."
    ),
    surging.SurgeKept: lambda e, _: f"Your surge card is {words.card(e.card)}.",
    surging.SurgeRevealed: _surge_revealed,
    throwing.AskedToThrow: _asked_to_throw,
    throwing.Thrown: lambda e, s: f"{s.mention(e.seat)} has thrown.",
    throwing.ThrowKept: lambda e, _: f"You threw {e.shape}.",
    throwing.ThrowShown: _throw_shown,
    opening.Called: lambda e, s: CALLS[e.by].format(s.mention(e.seat)),
    opening.Unable: lambda e, s: (
        f"{s.mention(e.seat)} lacks a weapon or an armour: unable to build a bot in this round."
    ),
    opening.Opens: lambda e, s: f"{s.mention(e.seat)} opens.",
    opening.RoundVoid: lambda e, _: (
        f"Nobody can build a bot: round {e.round} is void, and all are dealt new cards."
    ),
    battle.BotPlayed: _bot_played,
    battle.Passed: lambda e, s: (
        f"{s.mention(e.seat)} passes{' for the rest of this battle' if e.final else ''}."
    ),
    turns.PassedByRule: lambda e, s: f"{s.mention(e.seat)} {EXCUSES[e.excuse]} and is passed over.",
    turns.TurnStarted: lambda e, s: f"{s.mention(e.seat)} is to answer.",
    scoring.Champion: _champion,
    scavenging.AskedToScavenge: lambda e, s: f"{words.players(s, e.seats)} may play scavengers.",
    scavenging.Scavenged: _scavenged,
    scavenging.NoScavengers: lambda e, s: f"{s.mention(e.seat)} plays no scavengers.",
    leaving.PlayerLeft: _left,
    ending.GameEnded: _ended,
}
