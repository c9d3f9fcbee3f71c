"""Crazy Rummy's log: a turn is one line, from the draw to the discard."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from bot.engine.cards import RANK_OF
from bot.engine.chance import Seat
from bot.engine.events import Event, TimedOut
from bot.games.crazy_rummy import dealing, discarding, drawing, ending, laying, leaving, turns
from bot.rendering import words
from bot.rendering.catalog import say, say_count
from bot.rendering.crazy_rummy.hands import low_first, set_text, wild_sentence
from bot.rendering.numbers import short, signed
from bot.rendering.scene import Scene, SeenMove
from bot.rendering.telling import About, Either, Moment, Sentence, Tell, TellCount, joined, phrases, silent

FEW: Final = 3
"""The most cards left in hand that the log counts."""


class Turn:
    """A turn as far as it's told. `moment` has its last move."""

    def __init__(self, seat: Seat) -> None:
        self.seat = seat
        self.acts: list[str] = []
        self.is_late = False
        """Whether all of it was done because time was up."""
        self.left = FEW + 1
        self.endings: list[str] = []
        self.moment: Moment

    def add(self, event: Any, moment: Moment) -> None:
        """Add an act to this turn."""
        is_late = moment.has(TimedOut)
        if not self.acts:
            self.is_late = is_late
        cut_short = is_late and not self.is_late
        self.acts.append(LATE_DISCARD(event, moment) if cut_short else ACTS[type(event)](event, moment))
        self.left = getattr(event, "hand", self.left)
        self.moment = moment

    def line(self) -> str:
        """Return the turn as one line."""
        facts = {"player": self.moment.name(self.seat), "acts": words.listed(self.acts)}
        text = (
            say("{player}, out of time, {acts}.", **facts)
            if self.is_late
            else say("{player} {acts}.", **facts)
        )
        few = [say_count("One card left.", "{number} cards left.", self.left)] if 0 < self.left <= FEW else []
        return " ".join([text, *few, *self.endings])


def lines(past: Sequence[SeenMove], scene: Scene) -> list[str]:
    """Return a line for each turn, oldest first. The last one may still be under way."""
    entries: list[Turn | str] = []
    turn: Turn | None = None
    for move in past:
        moment = Moment(scene.as_of(move), move.events)
        for event in move.events:
            if type(event) in ACTS:
                if turn is None or isinstance(event, drawing.Drew | drawing.TookDiscard):
                    turn = Turn(_seat_of(event))
                    entries.append(turn)
                turn.add(event, moment)
            elif turn is not None and (text := TURN_ENDINGS.get(type(event), silent)(event, moment)):
                turn.endings.append(text)
                turn.moment = moment
        if moment.has(*ENDS_A_TURN):
            turn = None
        entries += _other_lines(moment)
    return [one.line() if isinstance(one, Turn) else one for one in entries]


def split(past: Sequence[SeenMove], newest: int, scene: Scene) -> tuple[list[str], str]:
    """Return the lines before the newest move, and its own line without the rest of its turn."""
    since, all_lines = lines(past[newest:], scene), lines(past, scene)
    if scene.outcome is not None:  # The headline has only the winner, not the last hand's scores.
        return all_lines, ""
    if len(since) > 1:  # A turn that ended a hand is told as a whole.
        return all_lines[:-1], all_lines[-1]
    return lines(past[:newest], scene), since[-1] if since else ""


def _seat_of(event: Any) -> Seat:
    seat: Seat = event.seat
    return seat


def wild_of(cards: Iterable[str], rank: str) -> str:
    """Return the wild rank that a set of this rank shows, or its own rank if it doesn't have any wilds."""
    return next((RANK_OF[card] for card in cards if RANK_OF[card] != rank), rank)


def _set_cards(event: laying.SetLaid, _moment: Moment) -> str:
    return set_text(event.cards, wild_of(event.cards, event.rank))


LOW_FIRST: Final = ("cards", low_first)
POINTS: Final = ("points", short)
SET: Final[Mapping[str, Any]] = {"cards": _set_cards, "points": POINTS}
FED: Final[Mapping[str, Any]] = {"cards": LOW_FIRST, "points": POINTS}
ACTS: Final[Mapping[type[Event], Sentence]] = {
    drawing.Drew: Tell("draws"),
    drawing.TookDiscard: Tell("takes {card}"),
    laying.SetLaid: Tell("lays {cards} ({points})", **SET),
    laying.CardsFed: Tell("feeds {cards} ({points})", **FED),
    discarding.Discarded: Tell("discards {card}"),
}
"""A player's actions in a turn."""
LATE_DISCARD: Final = Tell("discards {card} out of time")
TURN_ENDINGS: Final[Mapping[type[Event], Sentence]] = {
    turns.Reshuffled: Either(
        "rebuilds",
        Tell("The discard pile becomes the new stock."),
        Tell("The discard pile becomes the new stock, for the last time this hand."),
    ),
    turns.TurnStarted: Either("locked", Tell("The discard pile is closed.")),
}
"""The sentences at the end of a turn's line."""
ENDS_A_TURN: Final = (turns.TurnStarted, dealing.Dealt, ending.GameEnded)


def _other_lines(moment: Moment) -> list[str]:
    """Return the lines about events outside turns: the end of a hand with its scores, then the deal."""
    texts = phrases(BETWEEN_TURNS, moment)
    if moment.has(ending.HandScored):
        texts = [joined(*texts, _scores(moment), About(ending.ExtraHand, TIED)(None, moment))]
    return [*texts, *phrases(DEAL_LINES, moment)]


def _scores(moment: Moment) -> str:
    """Return everyone's score in a hand, best first."""
    best = sorted(moment.all(ending.HandScored), key=lambda one: -one.score)
    return say("{gains}.", gains=moment.each((one.seat, signed(one.score)) for one in best))


def _sizes(event: dealing.Dealt, moment: Moment) -> str:
    """Return the number of cards that each player was dealt."""
    return moment.each((seat, event.hand_sizes[seat]) for seat in sorted(seat for seat, _ in event.up_cards))


TIED: Final = Tell(
    "{players} are level at {points}. One more hand.", players="leaders", points=("total", short)
)
"""The sentence about reaching the goal with a tie."""
BETWEEN_TURNS: Final[Mapping[type[Event], Sentence]] = {
    leaving.PlayerLeft: TellCount(
        "{player} leaves, and a card is set aside.", "{player} leaves, and {number} cards are set aside."
    ),
    ending.WentOut: Tell("**{player} goes out!**"),
    ending.HandBlocked: Tell(
        "**No cards left: hand {number} ends, and nobody goes out.**", number="hand_number"
    ),
}
DEAL_LINES: Final[Mapping[type[Event], Sentence]] = {
    dealing.DealerDrawn: Tell("{player} deals first (drawn at random)."),
    dealing.Dealt: Tell(
        "**Hand {number}:** {player} deals. **{wilds}** Cards: {sizes}.",
        number="hand_number",
        player="dealer",
        wilds=("wild", wild_sentence),
        sizes=_sizes,
    ),
}
