"""Crazy Rummy under the contract that all games obey."""

from bot.engine.contract import Form, Game
from bot.engine.events import TimedOut
from bot.games.crazy_rummy import dealing, discarding, drawing, ending, laying, leaving, turns
from bot.games.crazy_rummy.clock import running_clock, time_out
from bot.games.crazy_rummy.completion import complete
from bot.games.crazy_rummy.dealing import blank_table, deal_game
from bot.games.crazy_rummy.determinizing import determinize
from bot.games.crazy_rummy.ending import how_it_ended
from bot.games.crazy_rummy.faults import broken_invariants
from bot.games.crazy_rummy.legal import ACTIONS, legal_moves, who_decides
from bot.games.crazy_rummy.notes import CrazyRummyNotes, noted
from bot.games.crazy_rummy.options import LENGTHS, CrazyRummyOptions, unplayable
from bot.games.crazy_rummy.position import from_position, to_position
from bot.games.crazy_rummy.state import State
from bot.games.crazy_rummy.veil import veiled


class CrazyRummy(Game[State]):
    """Lay sets and feed open ranks. An empty hand ends a hand of the game, 1500 points the game."""

    id = "crazy-rummy"
    name = "Crazy Rummy"
    letter = "R"
    seats = range(2, 11)
    options = CrazyRummyOptions
    state = State
    lengths = LENGTHS
    actions = ACTIONS
    events = (
        dealing.DealerDrawn, dealing.Dealt, dealing.Hand, turns.TurnStarted,
        drawing.Drew, drawing.DrewCards, drawing.TookDiscard, laying.SetLaid, laying.CardsFed,
        discarding.Discarded, turns.Reshuffled, TimedOut, leaving.PlayerLeft,
        ending.WentOut, ending.HandBlocked, ending.HandScored, ending.ExtraHand, ending.GameEnded,
    )  # fmt: skip
    scores = (laying.SetLaid, ending.HandScored)
    rounds = (ending.HandScored,)
    notes = CrazyRummyNotes

    daily = Form({"target": 5000, "max-hands": 3}, computers=2)

    problem = staticmethod(unplayable)
    blank = staticmethod(blank_table)
    set_up = staticmethod(deal_game)
    deciders = staticmethod(who_decides)
    typed = staticmethod(complete)
    legal = staticmethod(legal_moves)
    clock = staticmethod(running_clock)
    run_out = staticmethod(time_out)
    outcome = staticmethod(how_it_ended)
    veil = staticmethod(veiled)
    dump = staticmethod(to_position)
    read = staticmethod(from_position)
    faults = staticmethod(broken_invariants)
    noted = staticmethod(noted)
    determinize = staticmethod(determinize)

    def points(self, state: State) -> tuple[int, ...]:
        return tuple(state.totals)
