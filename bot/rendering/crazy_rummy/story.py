"""Crazy Rummy as the table tells it: a turn is one line, from the draw to the discard."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final

from bot.engine.cards import RANK_OF
from bot.engine.chance import Seat
from bot.engine.events import Event, TimedOut
from bot.games.crazy_rummy import dealing, discarding, drawing, ending, laying, leaving, turns
from bot.rendering import words
from bot.rendering.catalog import say, say_count
from bot.rendering.crazy_rummy.boards import are_wild, low_first, shown
from bot.rendering.scene import Scene, Told
from bot.rendering.widths import number, signed

FEW: Final = 3
"""From so few cards on the log says how many a player still holds."""


class Turn:
    """A turn as far as it has been told."""

    def __init__(self, seat: Seat) -> None:
        self.seat = seat
        self.acts: list[str] = []
        self.is_late = False
        """Whether all of it was done because time was up."""
        self.left = FEW + 1
        self.after: list[str] = []

    def add(self, event: Any, scene: Scene, *, late: bool) -> None:
        """One more act of this turn."""
        if not self.acts:
            self.is_late = late
        cut_short = late and not self.is_late
        self.acts.append(_late_discard(event) if cut_short else ACTS[type(event)](event, scene))
        self.left = getattr(event, "hand", self.left)

    def line(self, scene: Scene) -> str:
        """The turn as one line."""
        facts = {"player": words.name(scene, self.seat), "acts": words.listed(self.acts)}
        told = (
            say("{player}, out of time, {acts}.", **facts)
            if self.is_late
            else say("{player} {acts}.", **facts)
        )
        few = [say_count("One card left.", "{number} cards left.", self.left)] if 0 < self.left <= FEW else []
        return " ".join([told, *few, *self.after])


def lines(past: Sequence[Told], scene: Scene) -> list[str]:
    """A line a turn, oldest first; the last one may still be under way."""
    told: list[Turn | str] = []
    turn: Turn | None = None
    for move in past:
        late = any(isinstance(event, TimedOut) for event in move.events)
        for event in move.events:
            if type(event) in ACTS:
                if turn is None or isinstance(event, drawing.Drew | drawing.TookDiscard):
                    turn = Turn(_seat(event))
                    told.append(turn)
                turn.add(event, scene, late=late)
            elif turn is not None and type(event) in AFTER:
                turn.after += filter(None, [AFTER[type(event)](event, scene)])
        if any(isinstance(event, ENDS_A_TURN) for event in move.events):
            turn = None
        told += _others(move.events, scene)
    return [one.line(scene) if isinstance(one, Turn) else one for one in told]


def told(past: Sequence[Told], newest: int, scene: Scene) -> tuple[list[str], str]:
    """The turns before the newest move, and that move, which says no turn under way again."""
    since, all_lines = lines(past[newest:], scene), lines(past, scene)
    if scene.outcome is not None:  # the headline says who has won, and the log what the last hand brought
        return all_lines, ""
    if len(since) > 1:  # a turn that ended a hand is whole
        return all_lines[:-1], all_lines[-1]
    return lines(past[:newest], scene), since[-1] if since else ""


def _seat(event: Any) -> Seat:
    seat: Seat = event.seat
    return seat


Act = Callable[[Any, Scene], str]
ACTS: Final[Mapping[type[Event], Act]] = {
    drawing.Drew: lambda _e, _s: say("draws"),
    drawing.TookDiscard: lambda e, _: say("takes {card}", card=words.card(e.card)),
    laying.SetLaid: lambda e, _: say(
        "lays {cards} ({points})", cards=shown(e.cards, wild_of(e.cards, e.rank)), points=number(e.points)
    ),
    laying.CardsFed: lambda e, _: say(
        "feeds {cards} ({points})", cards=low_first(e.cards), points=number(e.points)
    ),
    discarding.Discarded: lambda e, _: say("discards {card}", card=words.card(e.card)),
}
"""What a player does in a turn."""


def _late_discard(event: discarding.Discarded) -> str:
    return say("discards {card} out of time", card=words.card(event.card))


def wild_of(cards: Iterable[str], rank: str) -> str:
    """The wild rank as a set of this rank shows it; the set's own where nothing stands in."""
    return next((RANK_OF[card] for card in cards if RANK_OF[card] != rank), rank)


AFTER: Final[Mapping[type[Event], Act]] = {
    turns.Reshuffled: lambda e, _: (
        say("The discards become a new stock.")
        if e.left
        else say("The discards become a new stock, for the last time this hand.")
    ),
    turns.TurnStarted: lambda e, _: say("The discard pile is closed.") if e.locked else "",
}
"""What stands at the end of a turn's line."""
ENDS_A_TURN: Final = (turns.TurnStarted, dealing.Dealt, ending.GameEnded)


def _others(events: Sequence[Event], scene: Scene) -> list[str]:
    """What has a line of its own: how a hand ended and what it brought, then the deal."""
    said = [OTHERS[type(event)](event, scene) for event in events if type(event) in OTHERS]
    scores = [event for event in events if isinstance(event, ending.HandScored)]
    if scores:
        said = [" ".join([*said, scored(scores, scene), *still_level(events, scene)])]
    return [*said, *(DEALS[type(event)](event, scene) for event in events if type(event) in DEALS)]


def scored(scores: Sequence[ending.HandScored], scene: Scene) -> str:
    """What everybody scored in a hand, best first."""
    best = sorted(scores, key=lambda one: -one.score)
    gains = ", ".join(f"{words.name(scene, one.seat)} {signed(one.score)}" for one in best)
    return say("{gains}.", gains=gains)


def still_level(events: Iterable[Event], scene: Scene) -> list[str]:
    """That the goal was reached with a tie."""
    return [
        say(
            "{players} are level at {points}: one more hand.",
            players=words.names(scene, event.leaders),
            points=number(event.total),
        )
        for event in events
        if isinstance(event, ending.ExtraHand)
    ]


def dealt(event: dealing.Dealt, scene: Scene) -> str:
    """A new hand: who deals, what is wild, how many cards each has."""
    sizes = ", ".join(
        f"{words.name(scene, seat)} {event.hand_sizes[seat]}"
        for seat in sorted(seat for seat, _ in event.up_cards)
    )
    return say(
        "**Hand {number}:** {player} deals. **{wilds}** Cards: {sizes}.",
        number=event.hand_number,
        player=words.name(scene, event.dealer),
        wilds=are_wild(event.wild),
        sizes=sizes,
    )


OTHERS: Final[Mapping[type[Event], Act]] = {
    leaving.PlayerLeft: lambda e, s: say_count(
        "{player} leaves; one card set aside.",
        "{player} leaves; {number} cards set aside.",
        e.cards,
        player=words.name(s, e.seat),
    ),
    ending.WentOut: lambda e, s: say("**{player} is out!**", player=words.name(s, e.seat)),
    ending.HandBlocked: lambda e, _: say(
        "**No cards left: hand {number} ends, nobody is out.**", number=e.hand_number
    ),
}
DEALS: Final[Mapping[type[Event], Act]] = {
    dealing.DealerDrawn: lambda e, s: say(
        "{player} deals first (drawn at random).", player=words.name(s, e.seat)
    ),
    dealing.Dealt: dealt,
}
