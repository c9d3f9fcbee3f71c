"""The player of each move and the absences: nobody acts twice, late, or for a player who's present."""

from collections.abc import Iterator
from typing import Final

from bot.engine.chance import SeededChance
from bot.engine.notation import parse_move
from bot.players.policies import POLICIES
from bot.storage.records import Record
from tests.simulation import clocks, planned
from tests.simulation.database import Saved
from tests.simulation.line import Line
from tests.simulation.world import World

COMPUTER_SECONDS: Final = 12.0
"""A computer moves within this many seconds, apart from trouble."""
BINDING: Final = frozenset(("leave", "resign", "offer-draw", "accept-draw"))
"""Verbs that computers never use for a person."""

Found = tuple[str, str]
"""A broken promise, and the details."""


def check(line: Line, world: World) -> Iterator[Found]:
    """Check a table's changes, each compared with the one before."""
    for before, one in zip(line.saved, line.saved[1:], strict=False):
        yield from _moves(line, world, before.change.record, one)
        yield from _absences(line, before.change.record, one)
        yield from _computers_in_time(line, before, one)


def _moves(line: Line, world: World, before: Record, one: Saved) -> Iterator[Found]:
    """Check that each move was requested by its player, was forced, or was chosen by a computer."""
    played = one.change.played
    if played is None or played.seat is None:
        return
    seat, at = played.seat, one.change.record.revision
    if one.change.interaction_id is not None:
        if one.change.record.at_play[seat] < 0:
            yield "P15", f"seat {seat} has moved at {at}, and a computer still plays there"
        return
    if before.at_play[seat] >= 0:
        if str(line.game.forced(line.states[before.revision], seat)) == played.move:
            return
        if planned.order_of(line, before, played) is not None:
            world.tally.done["moves by orders"] += 1
            return
        yield "P3", f"{played.move} at {at} was made for seat {seat}, whose player has not asked for it"
        return
    policy, deciders = POLICIES[before.game], line.game.deciders(line.states[before.revision])
    if seat not in deciders and policy.interrupts:
        return
    decision = SeededChance(before.chance_key).seed_of_player(seat, before.revision)
    if world.search_effort.get(decision) != played.move:
        yield "P3", f"{played.move} at {at} was not thought of by the computer on seat {seat}"
    verb = parse_move(line.game, played.move, len(before.players)).verb
    if verb in BINDING and before.players[seat] > 0:
        yield "P15", f"a computer has done this for somebody who is away: {played.move}"


def _absences(line: Line, before: Record, one: Saved) -> Iterator[Found]:
    """Check that only players without time count as silent, and that people seat each stand-in."""
    record = one.change.record
    now, then = record.attendance, before.attendance
    seats = range(len(record.players))
    if before.status != "playing":
        return
    for seat in seats:
        if now.silences_of(seat) > then.silences_of(seat) and not clocks.ran_out(line, before, one):
            yield "P14", f"seat {seat} counts as silent at {record.revision}, though no clock has run out"
        if now.silences_of(seat) > then.silences_of(seat) and before.at_play[seat] < 0:
            yield "P14", f"seat {seat} counts as silent at {record.revision}, though a computer plays there"
    if len(now.stand_ins) > len(then.stand_ins) and one.change.interaction_id is None:
        yield "P14", f"somebody has lost a seat at {record.revision}, and nobody has asked for that"


def _computers_in_time(line: Line, before: Saved, one: Saved) -> Iterator[Found]:
    """Check that no table waits for a computer."""
    record = before.change.record
    if record.status != "playing" or record.is_idle:
        return
    deciders = line.game.deciders(line.states[record.revision])
    passed = one.played_time - before.played_time
    late = passed > COMPUTER_SECONDS + one.grace - before.grace
    if late and any(record.at_play[seat] < 0 for seat in deciders):
        yield "P15", f"a computer had not moved {passed:.0f} s after revision {record.revision}"
