"""What happens in Crazy Rummy, a sentence an event."""

from collections.abc import Mapping
from typing import Final

from bot.engine.events import Event
from bot.games.crazy_rummy import dealing, discarding, drawing, ending, laying, leaving, turns
from bot.rendering import words
from bot.rendering.crazy_rummy.boards import compact, laid_set, plain
from bot.rendering.face import Sentence
from bot.rendering.scene import Scene

ENDS: Final[Mapping[str, str]] = {
    "target": "the target was reached",
    "max-hands": "that was the last hand",
    "last-player": "the others have left",
}


def _signed(points: int) -> str:
    """Points won or lost: `+130`, `−20`, `0`."""
    return f"{points:+d}".replace("-", "−") if points else "0"


def _dealt(event: dealing.Dealt, scene: Scene) -> str:
    packs = words.number(event.packs, "pack")
    hands = [
        f"{scene.mention(seat)} {words.card(card)} ({words.number(event.hand_sizes[seat], 'card')})"
        for seat, card in event.up_cards
    ]
    stock = words.number(event.stock, "card")
    return (
        f"**Hand {event.hand_number}**: {scene.mention(event.dealer)} deals from {packs}. "
        f"First cards: {', '.join(hands)}. {_wild_named(event)} {words.card(event.discard)} begins the "
        f"discard pile, the stock has {stock}. {scene.mention(event.turn)} begins."
    )


def _wild_named(event: dealing.Dealt) -> str:
    where = "joins the dealer's hand" if event.marker is None else "stays on the table as the marker"
    wilds = words.ranks_name(event.wild)
    return f"The dealer's {words.card(event.up_cards[-1][1])} {where}: **{wilds}** are wild."


def _turn_started(event: turns.TurnStarted, scene: Scene) -> str:
    closed = ", and the discard pile is closed: only the stock is left to draw from" if event.locked else ""
    return f"It is {scene.mention(event.seat)}'s turn{closed}."


def _set_laid(event: laying.SetLaid, scene: Scene) -> str:
    cards = f"{laid_set(event.cards, event.rank)}, {words.number(event.points, 'point')}"
    return (
        f"{scene.mention(event.seat)} lays a set of **{words.ranks_name(event.rank)}**: "
        f"{cards}; {_left(event.hand)}."
    )


def _cards_fed(event: laying.CardsFed, scene: Scene) -> str:
    points = words.number(event.points, "point")
    return f"{scene.mention(event.seat)} feeds {compact(event.cards)}, {points}; {_left(event.hand)}."


def _reshuffled(event: turns.Reshuffled, _scene: Scene) -> str:
    again = f"{event.left} more to come" if event.left else "for the last time in this hand"
    return (
        f"The stock is used up: the discards under {words.card(event.discard)} are shuffled into a new one "
        f"of {words.number(event.stock, 'card')} ({again})."
    )


def _player_left(event: leaving.PlayerLeft, scene: Scene) -> str:
    cards = words.number(event.cards, "card")
    return f"{scene.mention(event.seat)} has left; {cards} of theirs go aside unseen."


def _hand_scored(event: ending.HandScored, scene: Scene) -> str:
    kept = f", holding {compact(event.cards)}" if event.cards else ""
    return (
        f"{scene.mention(event.seat)}: {event.board} laid − {event.held} held = **{_signed(event.score)}**, "
        f"now {plain(event.total)}{kept}."
    )


def _extra_hand(event: ending.ExtraHand, scene: Scene) -> str:
    return (
        f"{words.players(scene, event.leaders)} lead with {plain(event.total)} points each: "
        "another hand is played until one leads alone."
    )


def _game_ended(event: ending.GameEnded, scene: Scene) -> str:
    has, each = ("has", "") if len(event.winners) == 1 else ("have", " each")
    points = plain(event.totals[event.winners[0]])
    return (
        f"The game is over, {ENDS[event.end]}: {words.players(scene, event.winners)} {has} won "
        f"with {points} points{each}."
    )


def _left(hand: int) -> str:
    return f"{words.number(hand, 'card')} left" if hand else "no card left"


SENTENCES: Final[Mapping[type[Event], Sentence]] = {
    dealing.DealerDrawn: lambda e, s: f"Chance makes {s.mention(e.seat)} the first dealer.",
    dealing.Dealt: _dealt,
    dealing.Hand: lambda e, _: f"You were dealt {compact(e.cards)}.",
    turns.TurnStarted: _turn_started,
    drawing.Drew: lambda e, s: f"{s.mention(e.seat)} draws from the stock ({e.stock} left).",
    drawing.DrewCards: lambda e, _: f"You drew {words.card(e.card)}.",
    drawing.TookDiscard: lambda e, s: (
        f"{s.mention(e.seat)} takes {words.card(e.card)} from the discard pile ({e.discard} left)."
    ),
    laying.SetLaid: _set_laid,
    laying.CardsFed: _cards_fed,
    discarding.Discarded: lambda e, s: f"{s.mention(e.seat)} discards {words.card(e.card)}; {_left(e.hand)}.",
    turns.Reshuffled: _reshuffled,
    leaving.PlayerLeft: _player_left,
    ending.WentOut: lambda e, s: f"**{s.mention(e.seat)} goes out!**",
    ending.HandBlocked: lambda e, _: (
        f"There is no card left to draw: hand {e.hand_number} ends and nobody goes out."
    ),
    ending.HandScored: _hand_scored,
    ending.ExtraHand: _extra_hand,
    ending.GameEnded: _game_ended,
}
