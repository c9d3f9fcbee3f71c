"""Playing alone: the computers at one person's table, before and at the deal."""

from collections.abc import Sequence
from typing import Final

import msgspec

from bot.engine.contract import AnyGame
from bot.engine.draft import Refusal
from bot.fair.deal import Beacon
from bot.players.computers import companions, computer_of, newcomer, people
from bot.players.player import Level
from bot.sessions import frame, play
from bot.sessions.clocks import Instant
from bot.sessions.view import Change, Click, View
from bot.storage.records import PaceName, Record

PACE: Final[PaceName] = "none"
"""The pace of a table for one person in a DM, for whom nobody waits."""


def computers_for(game: AnyGame, level: Level, seed: int) -> tuple[int, ...]:
    """Return the ids of the computers for a game with one person. Empty if computers can't play it."""
    if game.notes is None:
        return ()
    return _with_computers((), level, seed, companions(game.seats))


class PlayAlone(msgspec.Struct, frozen=True):
    """Deal to the only person in a lobby, and to the computers at the table or the usual ones."""

    beacon: Beacon | None = None
    level: Level = "medium"
    """The level of the computers that sit down."""

    def change(self, table: View, user_id: int, instant: Instant, click: Click) -> Change | Refusal:
        record, game = table.record, table.game
        if refusal := _objection(table, user_id):
            return refusal
        seed = record.id * 1000
        others = tuple(user for user in record.players if user < 0)
        if others:
            others = _with_computers(others, self.level, seed, game.seats.start - 1)
        else:
            others = computers_for(game, self.level, seed)
        players = (user_id, *others)
        if problem := game.problem(len(players), table.options):
            return Refusal(problem.code, problem.facts)
        return play.dealt_by(user_id, play.dealt(table, instant, players=players, beacon=self.beacon))


def first_level(has_finished: bool) -> Level:
    """Return the level of computers that nobody has chosen: easy in someone's first game of a kind."""
    return "medium" if has_finished else "easy"


class SetLevel(msgspec.Struct, frozen=True):
    """Set the level of all computers at a table with one person, even during its game."""

    level: Level

    def change(self, table: View, user_id: int, instant: Instant, click: Click) -> Change | Refusal:
        record = table.record
        may_change = record.status == "playing" and record.is_alone and not record.is_daily
        if not (may_change and user_id in record.players) and (refusal := _objection(table, user_id)):
            return refusal
        players = at_level(record.players, self.level)
        return frame.changed(table, instant.now, by=user_id, players=players)


def at_level(players: Sequence[int], level: Level) -> tuple[int, ...]:
    """Return these players with every computer at this level."""
    found: tuple[int, ...] = ()
    for user in players:
        computer = computer_of(user)
        found = (*found, user if computer is None else newcomer(found, level, computer.character, 0).id)
    return found


def _objection(table: View, user_id: int) -> Refusal | None:
    """Return why someone can't play alone at a table."""
    record: Record = table.record
    if record.status != "lobby":
        return Refusal("already-started" if record.status == "playing" else "game-over")
    if people(record.players) != [user_id]:
        return Refusal("not-alone")
    return Refusal("no-computers") if table.game.notes is None else None


def _with_computers(others: tuple[int, ...], level: Level, seed: int, least: int) -> tuple[int, ...]:
    """Return these computers and as many new ones as are missing."""
    while len(others) < least:
        others = (*others, newcomer(others, level, None, seed + len(others) + 1).id)
    return others
