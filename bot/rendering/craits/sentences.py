"""What happens in Craits, a sentence an event; and what each phase asks of whoever decides."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from bot.engine.events import Event
from bot.games.craits import events
from bot.rendering import words
from bot.rendering.craits.amounts import amount, points
from bot.rendering.scene import Scene

Sentence = Callable[[Any, Scene], str]

ONE_CARD: Final = "“one card”"
CLOCKWISE: Final = "↓ clockwise"
ANTICLOCKWISE: Final = "↑ anticlockwise"
"""Players are listed clockwise, so the arrows point along the list."""

ASKED: Final[Mapping[str, str]] = {
    "opening-suit": "must name the suit of the card turned up",
    "turn": "is to play",
    "count": "must answer the count with an ace or a two, or draw it",
    "play-again": "must play another card",
}

DRAWN_FOR: Final[Mapping[events.DrawReason, str]] = {
    "unable": "cannot play and draws {}",
    "count": "cannot answer the count and draws {}",
    "penalty": "pays the idiot penalty and draws {}",
    "five": "draws {} for the five",
    "six": "has no card left after the six and draws {}",
    "seven": "draws {} for the seven",
    "jack": "draws {} for the jack",
    "queen": "draws {} for the queen of spades",
    "king": "has no card left after the king and draws {}",
}

HAND_ENDS: Final[Mapping[events.HandEnd, str]] = {
    "out": "a last card has been played",
    "count": "the count is over and a hand is empty",
    "nothing-left": "nothing is left to draw",
    "cap": "the limit of plays and draws is reached",
}

GAME_ENDS: Final[Mapping[str, str]] = {
    "lowest-total": "with the lowest total",
    "last-player": "as the last player left",
}


def must(phase: str, king_steps: int) -> str:
    """What the decider of a phase of a hand must do: `must play 2 more cards`."""
    if phase == "king-run":
        return f"must play {king_steps} more {'card' if king_steps == 1 else 'cards'}"
    return ASKED[phase]


def _dealer_drawn(event: events.DealerDrawn, scene: Scene) -> str:
    rounds = [
        ", ".join(f"{scene.mention(seat)} {words.card(card)}" for seat, card in drawn)
        for drawn in event.rounds
    ]
    return f"Lowest card deals: {'; tied, so again: '.join(rounds)}. {scene.mention(event.dealer)} deals."


def _hand_dealt(event: events.HandDealt, scene: Scene) -> str:
    size = words.number(event.size, "card")
    return f"**Hand {event.hand_number}**: {scene.mention(event.dealer)} deals {size} each."


def _held(event: events.Held, _scene: Scene) -> str:
    return f"You hold {words.cards(event.cards)}." if event.cards else "Your hand is empty."


def _played(event: events.Played, scene: Scene) -> str:
    told = f"{scene.mention(event.seat)} plays {words.card(event.card)}"
    if event.idle:
        told += " without its effect"
    if event.suit:
        told += f" and names {words.SUIT_NAME[event.suit]}"
    told += f", {words.number(event.left, 'card')} left" if event.left else ", the last card"
    return f"{told}, and says {ONE_CARD}." if event.declared else f"{told}."


def _drew(event: events.Drew, scene: Scene) -> str:
    drawn = DRAWN_FOR[event.why].format(words.number(event.number, "card"))
    return f"{scene.mention(event.seat)} {drawn}."


def _took(event: events.Took, _scene: Scene) -> str:
    return f"You drew {words.cards(event.cards)} and hold {words.cards(event.hand)}."


def _pressured(event: events.Pressured, scene: Scene) -> str:
    return (
        f"The stock is empty: shuffle pressure number {event.number} for {scene.mention(event.seat)}, "
        f"+{points(event.points)}."
    )


def _reshuffled(event: events.Reshuffled, _scene: Scene) -> str:
    are = "is" if event.cards == 1 else "are"
    return f"{words.number(event.cards, 'card')} of the discard pile {are} shuffled into a new stock."


def _caught(event: events.Caught, scene: Scene) -> str:
    when = "at once, and the turn is lost" if event.at_once else "instead of the next turn"
    call = f"{scene.mention(event.caller)} calls {scene.mention(event.seat)} an **idiot**"
    return f"{call} for not saying {ONE_CARD}: 2 cards {when}."


def _scored(event: events.PlayerScored, scene: Scene) -> str:
    cost = f"{points(event.points)}{f' + {amount(event.pressure)} of pressure' if event.pressure else ''}"
    holds = f"holds {words.by_rank(event.cards)}" if event.cards else "is out"
    return f"{scene.mention(event.seat)} {holds}: {cost}, total **{amount(event.total)}**."


def _left(event: events.PlayerLeft, scene: Scene) -> str:
    cards = words.number(event.cards, "card")
    under = f" Unseen under the top of the discard pile: {cards}." if event.cards else ""
    return f"{scene.mention(event.seat)} has left the game; players still in it: {event.players}.{under}"


def _ended(event: events.GameEnded, scene: Scene) -> str:
    win = "wins" if len(event.winners) == 1 else "share the win"
    return f"The game is over: {words.players(scene, event.winners)} {win} {GAME_ENDS[event.why]}."


SENTENCES: Final[Mapping[type[Event], Sentence]] = {
    events.DealerDrawn: _dealer_drawn,
    events.HandDealt: _hand_dealt,
    events.TurnedUp: lambda e, _: f"{words.card(e.card)} is turned up and counts as the dealer's play.",
    events.Held: _held,
    events.SuitNamed: lambda e, s: (
        f"The suit to begin with is **{words.SUIT_NAME[e.suit]}** (dealer: {s.mention(e.seat)})."
    ),
    events.Played: _played,
    events.CountRaised: lambda e, _: f"The count stands at **{e.value}**.",
    events.Reversed: lambda e, _: f"The direction turns: {CLOCKWISE if e.clockwise else ANTICLOCKWISE}.",
    events.Skipped: lambda e, s: f"{s.mention(e.seat)} is skipped.",
    events.Drew: _drew,
    events.Took: _took,
    events.Pressured: _pressured,
    events.Reshuffled: _reshuffled,
    events.Declared: lambda e, s: f"{s.mention(e.seat)} says {ONE_CARD}.",
    events.Caught: _caught,
    events.Awaited: lambda e, s: f"{s.mention(e.seat)} {must(e.phase, e.king_steps)}.",
    events.HandEnded: lambda e, _: f"**Hand {e.hand_number} is over**: {HAND_ENDS[e.why]}.",
    events.PlayerScored: _scored,
    events.PlayerLeft: _left,
    events.TimedOut: lambda e, s: f"Time is up for {words.players(s, e.seats)}.",
    events.GameEnded: _ended,
}
