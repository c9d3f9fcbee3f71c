"""C.R.A.P. under the contract that all games obey."""

from bot.engine.chance import Seat
from bot.engine.contract import Form, Game
from bot.engine.draft import Draft, Refusal
from bot.engine.events import TimedOut
from bot.engine.moves import Leave, Move
from bot.games.crap import (
    acquiring,
    ahead,
    challenging,
    cooperating,
    dealing,
    departure,
    drawing,
    ending,
    laying,
    leaving,
    protecting,
    recycling,
    scoring,
    turns,
    voting,
)
from bot.games.crap.clock import Skipped, note_activity, running_clock, time_out
from bot.games.crap.completion import complete
from bot.games.crap.dealing import blank_table, deal_game
from bot.games.crap.determinizing import determinize
from bot.games.crap.ending import how_it_ended
from bot.games.crap.faults import broken_invariants
from bot.games.crap.legal import ACTIONS, legal_moves, not_asked, who_decides
from bot.games.crap.notes import CrapNotes, noted
from bot.games.crap.options import LENGTHS, CrapOptions
from bot.games.crap.position import from_position, to_position
from bot.games.crap.state import MAX_SEATS, State
from bot.games.crap.veil import veiled


class Crap(Game[State]):
    """Sets of four for points that count only when the stock runs dry. 3 to 6 players."""

    id = "crap"
    name = "C.R.A.P."
    letter = "C"
    seats = range(3, MAX_SEATS + 1)
    options = CrapOptions
    state = State
    lengths = LENGTHS
    actions = ACTIONS
    events = (
        dealing.HandRolled, dealing.Hand, dealing.StartRolled, turns.TurnStarted,
        departure.PlayerLeft, leaving.LeaveAnnounced, TimedOut, Skipped,
        drawing.Drew, drawing.DrewCards, drawing.DrawsLost,
        scoring.ScoringRound, scoring.FinalCount, scoring.Reshuffled,
        laying.SetLaid, recycling.RolledOff, recycling.Recycled,
        acquiring.RankAsked, acquiring.Believed, acquiring.BluffCalled, acquiring.Surrendered,
        acquiring.Received, acquiring.RandomDiscarded, acquiring.NothingFound,
        challenging.Challenged, challenging.Placed, challenging.PlacedCards, challenging.Guessed,
        challenging.Flipped, challenging.Rewarded, protecting.CardProtected, protecting.ProtectedCard,
        cooperating.Cooperated, cooperating.HandShown,
        voting.VoteCalled, voting.Voted, voting.VoteClosed, ending.GameEnded,
    )  # fmt: skip
    scores = (scoring.ScoringRound, scoring.FinalCount, laying.SetLaid, acquiring.BluffCalled)
    rounds = (scoring.ScoringRound, scoring.FinalCount)
    checks = ("not-a-player", "game-over", "wrong-phase", "not-your-turn")
    notes = CrapNotes

    daily = Form({"threshold": 100}, computers=2)

    blank = staticmethod(blank_table)
    set_up = staticmethod(deal_game)
    deciders = staticmethod(who_decides)
    not_asked = staticmethod(not_asked)
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
    plans = staticmethod(ahead.plans)
    on_my_turn = staticmethod(ahead.on_turn)
    ordered = staticmethod(ahead.ordered)
    basis = staticmethod(ahead.basis)

    def carry_out(self, draft: Draft[State], seat: Seat, move: Move) -> Refusal | None:
        """Every move but a leave shows that a player is there (R38)."""
        if not isinstance(move, Leave):
            note_activity(draft, seat)
        return super().carry_out(draft, seat, move)

    def points(self, state: State) -> tuple[int, ...]:
        return tuple(state.totals)
