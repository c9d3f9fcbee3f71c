"""Craits as a game of the engine: the contract, put together from the chapters of the rules."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from bot.engine.chance import Chance, Seat
from bot.engine.contract import Clock, Game, Options, Outcome
from bot.engine.draft import Refusal, Step
from bot.engine.events import Event
from bot.engine.moves import Leave, Move
from bot.games.craits import events
from bot.games.craits.completion import complete_play
from bot.games.craits.dealing import deal_hand, deal_next, draw_for_deal, empty_table, name_suit
from bot.games.craits.ending import reason, settle, winners
from bot.games.craits.faults import faults
from bot.games.craits.functions import draw_instead, play
from bot.games.craits.leaving import leave
from bot.games.craits.legality import hand_refusal, legal_moves, refusal
from bot.games.craits.moves import Deal, Draw, Idiot, NameSuit, OneCard, Play
from bot.games.craits.one_card import call_idiot, declare
from bot.games.craits.position import dump, load
from bot.games.craits.sheet import CraitsSheet, sheet
from bot.games.craits.state import CraitsOptions, State
from bot.games.craits.table import HandOver, Table


class Craits(Game[State]):
    """The rules of Craits; see the modules beside this one, a chapter each."""

    id: ClassVar[str] = "craits"
    name: ClassVar[str] = "Craits"
    seats: ClassVar[range] = range(2, 8)
    options: ClassVar[type[Options]] = CraitsOptions
    moves: ClassVar[tuple[type[Move], ...]] = (Play, Draw, NameSuit, OneCard, Idiot, Deal)
    events: ClassVar[tuple[type[Event], ...]] = events.ALL

    def deal(self, seats: int, options: CraitsOptions, chance: Chance) -> Step[State]:
        table = empty_table(seats, options, chance)
        draw_for_deal(table)
        deal_hand(table)
        return table.step()

    def phase(self, state: State) -> str:
        return state.phase

    def deciders(self, state: State) -> tuple[Seat, ...]:
        if state.turn is not None:
            return (state.turn,)
        return state.active if state.phase == "between-hands" else ()

    def active(self, state: State) -> tuple[Seat, ...]:
        return state.active

    def legal(self, state: State, seat: Seat) -> Sequence[Move]:
        return legal_moves(state, seat)

    def apply(self, state: State, seat: Seat, move: Move, chance: Chance) -> Step[State] | Refusal:
        refused = refusal(state, seat, move)
        return refused if refused is not None else _made(Table.of(state, chance), seat, move)

    def timeout(self, state: State, chance: Chance) -> Step[State] | Refusal:
        if state.phase == "over":
            return Refusal("game-over")
        seats = self.deciders(state)
        table = Table.of(state, chance)
        table.events.append(events.TimedOut(seats=seats))
        # The first legal move of a decider is the auto-move of section 4.1 (R41).
        return _made(table, seats[0], legal_moves(state, seats[0])[0])

    def look(self, state: State, seat: Seat, verb: str) -> Refusal | None:
        return hand_refusal(state, seat) if verb == "hand" else None

    def clock(self, state: State) -> Clock | None:
        if state.phase == "over":
            return None
        if state.turn is None:
            return Clock(f"{state.hand_number} {state.phase}", "response")
        # Whoever is caught and soon decides again, nobody having played, has at least two cards more.
        cards = len(state.hands[state.turn])
        return Clock(f"{state.hand_number} {state.phase} {state.actions} {state.turn} {cards}")

    def outcome(self, state: State) -> Outcome | None:
        return Outcome(winners(state), reason(state)) if state.phase == "over" else None

    def sheet(self, state: State, viewer: Seat | None) -> CraitsSheet:
        return sheet(state, viewer)

    def dump(self, state: State) -> dict[str, Any]:
        return dump(state)

    def load(self, position: Mapping[str, Any], seats: int, options: CraitsOptions) -> State:
        return load(position, seats, options)

    def faults(self, state: State) -> list[str]:
        return faults(state)

    def complete(
        self, state: State, seat: Seat, verb: str, option: str, given: Mapping[str, Any]
    ) -> list[str]:
        """For `play` only what fits the other options: the card in any spelling, the suits it may name."""
        if verb == "play":
            return complete_play(state, seat, option, given)
        return super().complete(state, seat, verb, option, given)


def _made(table: Table, seat: Seat, move: Move) -> Step[State]:
    """What a legal move leads to."""
    try:
        _carry_out(table, seat, move)
    except HandOver as end:
        settle(table, end.why)
    return table.step()


def _carry_out(table: Table, seat: Seat, move: Move) -> None:
    match move:
        case Play():
            play(table, seat, move)
        case Draw():
            draw_instead(table, seat)
        case NameSuit():
            name_suit(table, seat, move.suit)
        case OneCard():
            declare(table, seat)
        case Idiot():
            call_idiot(table, seat, move.player)
        case Deal():
            deal_next(table)
        case Leave():
            leave(table, seat)
