"""Skrap under the contract that all games obey."""

from bot.engine.contract import Form, Game
from bot.engine.events import TimedOut
from bot.games.skrap import (
    ahead,
    battle,
    dealing,
    ending,
    leaving,
    opening,
    scavenging,
    scoring,
    surging,
    throwing,
    turns,
)
from bot.games.skrap.clock import running_clock, time_out
from bot.games.skrap.completion import complete
from bot.games.skrap.dealing import blank_table, deal_game
from bot.games.skrap.determinizing import determinize
from bot.games.skrap.ending import how_it_ended
from bot.games.skrap.faults import broken_invariants
from bot.games.skrap.legal import ACTIONS, legal_moves, not_asked, who_decides
from bot.games.skrap.notes import SkrapNotes, noted
from bot.games.skrap.options import LENGTHS, SkrapOptions
from bot.games.skrap.position import from_position, to_position
from bot.games.skrap.state import State
from bot.games.skrap.veil import veiled


class Skrap(Game[State]):
    """Bots destroy bots. Who built the round's last one collects the heads of all the others."""

    id = "skrap"
    name = "Skrap"
    letter = "S"
    seats = range(2, 6)
    options = SkrapOptions
    state = State
    lengths = LENGTHS
    actions = ACTIONS
    events = (
        dealing.Dealt, dealing.Hand,
        surging.SurgePlaced, surging.SurgeKept, surging.SurgeRevealed,
        throwing.AskedToThrow, throwing.Thrown, throwing.ThrowKept, throwing.ThrowShown,
        opening.Called, opening.Unable, opening.Opens, opening.RoundVoid,
        turns.TurnStarted, turns.PassedByRule, battle.BotPlayed, battle.Passed, scoring.Champion,
        scavenging.AskedToScavenge, scavenging.Scavenged, scavenging.NoScavengers,
        TimedOut, leaving.PlayerLeft, ending.GameEnded,
    )  # fmt: skip
    scores = (scoring.Champion, battle.BotPlayed)
    rounds = (scoring.Champion,)
    checks = ("not-a-player", "game-over", "wrong-phase", "not-your-turn")
    notes = SkrapNotes

    daily = Form({"target": 15}, computers=2)

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
    ordered = staticmethod(ahead.ordered)
    outlasts = staticmethod(ahead.outlasts)

    def points(self, state: State) -> tuple[int, ...]:
        return tuple(state.heads)
