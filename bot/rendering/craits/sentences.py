"""What happens in Craits, a sentence an event; what each phase asks of the decider; points of any size."""

from collections.abc import Mapping
from typing import Final

from bot.engine.events import Event
from bot.games.craits import count, dealing, drawing, ending, functions, leaving, one_card, playing, turns
from bot.rendering import words
from bot.rendering.face import Sentence
from bot.rendering.scene import Scene

ONE_CARD: Final = "“one card”"
CLOCKWISE: Final = "↓ clockwise"
ANTICLOCKWISE: Final = "↑ anticlockwise"
"""Players are listed clockwise, so the arrows point along the list."""
PENALTY: Final = words.number(turns.PENALTY_CARDS, "card")
"""What an idiot draws."""

EXACT_DIGITS: Final = 45
"""Longer numbers are shortened in the middle: a message must hold those of seven players."""

ENDS: Final[Mapping[str, str]] = {
    "lowest-total": "That is the lowest total after {}.",
    "last-player": "All the others have left.",
}
"""Why the winners have won, a sentence for each end of a game; `{}` is the number of hands."""

_WON: Final[Mapping[ending.GameEnd, str]] = {
    "lowest-total": "with the lowest total",
    "last-player": "as the last player left",
}

_HAND_ENDS: Final[Mapping[ending.HandEnd, str]] = {
    "out": "a last card has been played",
    "count": "the count is over and a hand is empty",
    "nothing-left": "nothing is left to draw",
    "cap": "the limit of plays and draws is reached",
}

_MUST: Final[Mapping[str, str]] = {
    "opening-suit": "must name the suit of the card turned up",
    "turn": "is to play",
    "count": "must answer the count with an ace or a two, or draw it",
    "play-again": "must play another card",
}

_DRAWN_FOR: Final[Mapping[drawing.DrawReason, str]] = {
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


def amount(number: int) -> str:
    """A number with thousands separated: `1,234`, `−50`; a very long one by both ends and its length."""
    sign, size = "−" if number < 0 else "", abs(number)
    return sign + (f"{size:,}" if size < 10**EXACT_DIGITS else _shortened(size))


def points(number: int) -> str:
    """`1 point`, `−50 points`, `1,234 points`."""
    return f"{amount(number)} {'point' if number == 1 else 'points'}"


def _shortened(size: int) -> str:
    """`123,456,789,012,…,345,678,901 (1,052 digits)`, without writing all of it out first.

    Python refuses to turn integers of several thousand digits into text, so only the ends are.
    """
    digits = _digits(size)
    head = size // 10 ** ((digits - 1) // 3 * 3 - 9)
    return f"{head:,},…,{size % 10**9:011,} ({digits:,} digits)"


def _digits(size: int) -> int:
    """How many digits a positive number has: a guess from below by its bits, then counted up."""
    digits = (size.bit_length() - 1) * 30102 // 100_000
    while 10**digits <= size:
        digits += 1
    return digits


def must(phase: str, king_steps: int) -> str:
    """What the decider of a phase of a hand must do: `must play 2 more cards`."""
    if phase == "king-run":
        return f"must play {king_steps} more {'card' if king_steps == 1 else 'cards'}"
    return _MUST[phase]


def _dealer_drawn(event: dealing.DealerDrawn, scene: Scene) -> str:
    rounds = [
        ", ".join(f"{scene.mention(seat)} {words.card(card)}" for seat, card in drawn)
        for drawn in event.rounds
    ]
    return f"Lowest card deals: {'; tied, so again: '.join(rounds)}. {scene.mention(event.dealer)} deals."


def _dealt(event: dealing.Dealt, scene: Scene) -> str:
    size = words.number(event.size, "card")
    return f"**Hand {event.hand_number}**: {scene.mention(event.dealer)} deals {size} each."


def _hand(event: dealing.Hand, _scene: Scene) -> str:
    return f"You hold {words.cards(event.cards)}." if event.cards else "Your hand is empty."


def _played(event: playing.Played, scene: Scene) -> str:
    told = f"{scene.mention(event.seat)} plays {words.card(event.card)}"
    if event.idle:
        told += " without its effect"
    if event.suit:
        told += f" and names {words.SUIT_NAME[event.suit]}"
    told += f", {words.number(event.left, 'card')} left" if event.left else ", the last card"
    return f"{told}, and says {ONE_CARD}." if event.declared else f"{told}."


def _drew(event: drawing.Drew, scene: Scene) -> str:
    drawn = _DRAWN_FOR[event.why].format(words.number(event.number, "card"))
    return f"{scene.mention(event.seat)} {drawn}."


def _drew_cards(event: drawing.DrewCards, _scene: Scene) -> str:
    return f"You drew {words.cards(event.cards)} and hold {words.cards(event.hand)}."


def _pressured(event: drawing.Pressured, scene: Scene) -> str:
    return (
        f"The stock is empty: shuffle pressure number {event.number} for {scene.mention(event.seat)}, "
        f"+{points(event.points)}."
    )


def _reshuffled(event: drawing.Reshuffled, _scene: Scene) -> str:
    are = "is" if event.cards == 1 else "are"
    return f"{words.number(event.cards, 'card')} of the discard pile {are} shuffled into a new stock."


def _caught(event: one_card.Caught, scene: Scene) -> str:
    when = "at once, and the turn is lost" if event.at_once else "instead of the next turn"
    call = f"{scene.mention(event.caller)} calls {scene.mention(event.seat)} an **idiot**"
    return f"{call} for not saying {ONE_CARD}: {PENALTY} {when}."


def _scored(event: ending.PlayerScored, scene: Scene) -> str:
    cost = f"{points(event.points)}{f' + {amount(event.pressure)} of pressure' if event.pressure else ''}"
    holds = f"holds {words.by_rank(event.cards)}" if event.cards else "is out"
    return f"{scene.mention(event.seat)} {holds}: {cost}, total **{amount(event.total)}**."


def _left(event: leaving.PlayerLeft, scene: Scene) -> str:
    cards = words.number(event.cards, "card")
    under = f" Unseen under the top of the discard pile: {cards}." if event.cards else ""
    return f"{scene.mention(event.seat)} has left the game; players still in it: {event.players}.{under}"


def _ended(event: ending.GameEnded, scene: Scene) -> str:
    win = "wins" if len(event.winners) == 1 else "share the win"
    return f"The game is over: {words.players(scene, event.winners)} {win} {_WON[event.why]}."


SENTENCES: Final[Mapping[type[Event], Sentence]] = {
    dealing.DealerDrawn: _dealer_drawn,
    dealing.Dealt: _dealt,
    dealing.TurnedUp: lambda e, _: f"{words.card(e.card)} is turned up and counts as the dealer's play.",
    dealing.Hand: _hand,
    dealing.SuitNamed: lambda e, s: (
        f"The suit to begin with is **{words.SUIT_NAME[e.suit]}** (dealer: {s.mention(e.seat)})."
    ),
    playing.Played: _played,
    count.CountRaised: lambda e, _: f"The count stands at **{e.value}**.",
    functions.Reversed: lambda e, _: f"The direction turns: {CLOCKWISE if e.clockwise else ANTICLOCKWISE}.",
    turns.Skipped: lambda e, s: f"{s.mention(e.seat)} is skipped.",
    drawing.Drew: _drew,
    drawing.DrewCards: _drew_cards,
    drawing.Pressured: _pressured,
    drawing.Reshuffled: _reshuffled,
    one_card.Declared: lambda e, s: f"{s.mention(e.seat)} says {ONE_CARD}.",
    one_card.Caught: _caught,
    turns.TurnStarted: lambda e, s: f"{s.mention(e.seat)} {must(e.phase, e.king_steps)}.",
    ending.HandEnded: lambda e, _: f"**Hand {e.hand_number} is over**: {_HAND_ENDS[e.why]}.",
    ending.PlayerScored: _scored,
    leaving.PlayerLeft: _left,
    ending.GameEnded: _ended,
}
