"""Craits under the contract that all games obey."""

from typing import Any

from bot.engine.chance import Seat
from bot.engine.contract import Form, Game
from bot.engine.events import TimedOut
from bot.games.craits import (
    ahead,
    count,
    dealing,
    drawing,
    ending,
    functions,
    leaving,
    one_card,
    playing,
    turns,
)
from bot.games.craits.clock import running_clock, time_out
from bot.games.craits.completion import complete
from bot.games.craits.dealing import blank_table, deal_game
from bot.games.craits.determinizing import determinize
from bot.games.craits.ending import how_it_ended
from bot.games.craits.faults import broken_invariants
from bot.games.craits.legal import ACTIONS, legal_moves, who_decides
from bot.games.craits.notes import CraitsNotes, noted
from bot.games.craits.options import LENGTHS, CraitsOptions
from bot.games.craits.position import from_position, to_position
from bot.games.craits.state import State
from bot.games.craits.veil import look_refusal, veiled


class Craits(Game[State]):
    """Match suit or rank while nearly every rank hits someone. The lowest total after fifteen hands wins."""

    id = "craits"
    name = "Craits"
    letter = "T"
    seats = range(2, 8)
    options = CraitsOptions
    state = State
    lengths = LENGTHS
    actions = ACTIONS
    events = (
        dealing.DealerDrawn, dealing.Dealt, dealing.TurnedUp, dealing.Hand, dealing.SuitNamed,
        turns.TurnStarted, turns.Skipped, playing.Played, count.CountRaised, functions.Reversed,
        drawing.Drew, drawing.DrewCards, drawing.Pressured, drawing.Reshuffled,
        one_card.Declared, one_card.Caught, TimedOut, leaving.PlayerLeft,
        ending.HandEnded, ending.PlayerScored, ending.GameEnded,
    )  # fmt: skip
    scores = (ending.PlayerScored, count.CountRaised, one_card.Caught)
    rounds = (ending.PlayerScored,)
    checks = ("not-a-player", "game-over", "wrong-phase", "not-your-turn")
    notes = CraitsNotes
    unchosen = frozenset(("draw",))

    daily = Form({"hands": 3}, computers=1)

    blank = staticmethod(blank_table)
    set_up = staticmethod(deal_game)
    deciders = staticmethod(who_decides)
    typed = staticmethod(complete)
    legal = staticmethod(legal_moves)
    forced = staticmethod(playing.forced_draw)
    clock = staticmethod(running_clock)
    run_out = staticmethod(time_out)
    look = staticmethod(look_refusal)
    outcome = staticmethod(how_it_ended)
    veil = staticmethod(veiled)
    dump = staticmethod(to_position)
    read = staticmethod(from_position)
    faults = staticmethod(broken_invariants)
    noted = staticmethod(noted)
    determinize = staticmethod(determinize)
    plans = staticmethod(ahead.plans)
    ordered = staticmethod(ahead.ordered)
    basis = staticmethod(ahead.basis)
    on_my_turn = staticmethod(ahead.on_turn)

    def view(self, state: State, viewer: Seat | None) -> dict[str, Any]:
        """The notation says of the seats that haven't declared that this is told to nobody."""
        return {**super().view(state, viewer), "undeclared": None}

    def points(self, state: State) -> tuple[int, ...]:
        return tuple(-total for total in state.scores.totals)
