"""The end of a hand and of the game (rules, sections 4.7 and 6)."""

from typing import Final

from bot.engine.chance import Seat
from bot.games.craits.events import GameEnd, GameEnded, HandEnd, HandEnded, PlayerScored
from bot.games.craits.points import hand_points, last_pressures
from bot.games.craits.state import Scored, Scores, State
from bot.games.craits.table import Table

NOBODY: Final[frozenset[Seat]] = frozenset()


def settle(table: Table, why: HandEnd) -> None:
    """Score the hand as it stands and open all hands; after the last one the game is over."""
    table.events.append(HandEnded(hand_number=table.hand_number, why=why))
    hand = _score(table)
    table.scores = _entered(table.scores, hand)
    table.revealed = True
    for (seat, points), (_, pressure) in zip(hand.points, hand.pressure, strict=True):
        cards, total = table.hands[seat], table.scores.totals[seat]
        scored = PlayerScored(seat=seat, cards=cards, points=points, pressure=pressure, total=total)
        table.events.append(scored)
    clear(table)
    if table.hand_number >= table.options.hands:
        finish(table)


def clear(table: Table) -> None:
    """Drop all that belongs to a running hand; the cards stay where they lie."""
    table.phase, table.turn = "between-hands", None
    table.count = table.jack_run = table.king_steps = 0
    table.undeclared = table.declared = table.owes = NOBODY


def finish(table: Table) -> None:
    """End the game."""
    table.phase = "over"
    state = table.state
    table.events.append(GameEnded(winners=winners(state), why=reason(state)))


def winners(state: State) -> tuple[Seat, ...]:
    """The active seats with the lowest total, who share the win (R34)."""
    lowest = min(state.scores.totals[seat] for seat in state.active)
    return tuple(seat for seat in state.active if state.scores.totals[seat] == lowest)


def reason(state: State) -> GameEnd:
    """Why a game that is over has ended."""
    return "last-player" if len(state.active) == 1 else "lowest-total"


def _score(table: Table) -> Scored:
    """The points and pressures of the hand, kept apart (section 6)."""
    number, hand_number = table.scores.pressures, table.scores.hand_pressures
    return Scored(
        points=tuple((seat, hand_points(table.hands[seat])) for seat in table.active),
        pressure=tuple((seat, last_pressures(number[seat], hand_number[seat])) for seat in table.active),
    )


def _entered(scores: Scores, hand: Scored) -> Scores:
    totals = list(scores.totals)
    for seat, points in hand.points:
        totals[seat] += points
    return Scores(tuple(totals), scores.pressures, scores.hand_pressures, (*scores.record, hand))
