"""The lobby: everything before the deal, from the options it begins with to what players add to the deal."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

import msgspec

from bot.engine.contract import CLOCKS, AnyGame, Malformed
from bot.engine.draft import Refusal
from bot.engine.notation import read_options
from bot.engine.options import hidden_options, option_infos, parse_options
from bot.fair import deal as deals
from bot.fair.deal import Beacon, Share
from bot.players.computers import newcomer, people
from bot.players.player import Level
from bot.sessions import deadlines, frame, play
from bot.sessions.clocks import Instant
from bot.sessions.preferences import ServerPreferences
from bot.sessions.view import Change, Click, View
from bot.storage import queries
from bot.storage.records import AWAY, SECONDS, TAKEOVER, Attendance, HintsFor, PaceName, Record
from bot.storage.store import Store

NOTED_SECONDS = 15.0
"""The least time between two notes of a host's presses that change nothing else."""
LOBBIES_OF_USER: Final = 3
"""The most lobbies that a user may host: enough to ask around in a few channels."""
LOBBIES_OF_SERVER: Final = 10
"""The most lobbies in a server: nobody looks through more, and empty ones close in an hour."""
GAMES_OF_USER: Final = 25
"""The most running games that a user may host: more than anyone plays, even at slow tables."""


class Pace(msgspec.Struct, frozen=True):
    """The seconds of a turn and of an answer, for games without clock options of their own."""

    turn: int
    response: int


def new_lobby(
    game: AnyGame,
    options: Mapping[str, Any],
    *,
    guild_id: int,
    channel_id: int,
    host_id: int,
    others: Sequence[int] = (),
    pace: Pace | PaceName,
    now: float,
    chance_key: bytes = b"",
    deal: deals.Deal | None = None,
    hints: HintsFor = "first-games",
) -> Record:
    """Return the record of a new lobby with its host, and perhaps others, seated.

    Raises Malformed for invalid options.
    """
    players = (host_id, *(user for user in others if user not in (0, host_id)))
    # A rematch passes on a stored game's options. Hidden ones aren't kept, because a new game is played by
    # today's rules.
    dropped = hidden_options(game.options)
    chosen = {name: value for name, value in options.items() if name not in dropped}
    if not guild_id:
        chosen |= game.alone
    return Record(
        id=0,
        game=game.id,
        options=msgspec.to_builtins(read_options(game, chosen)),
        guild_id=guild_id,
        channel_id=channel_id,
        host_id=host_id,
        status="lobby",
        revision=1,
        players=players,
        end_votes=(),
        position=None,
        chance_key=chance_key,
        chance_counts={},
        acted=(0,) * len(players),
        since=1,
        clock_key=None,
        deadline=now + deadlines.GRACE_SECONDS,
        measured_at=now,
        created_at=now,
        updated_at=now,
        hints=hints,
        **pace_fields(game, pace),
        deal=deal,
    )


class Join(msgspec.Struct, frozen=True):
    """Take a seat in the lobby. The click becomes the player's share of the deal.

    Refused if the host is among `kept_from`, or if someone to `avoid` has a seat.
    """

    kept_from: frozenset[int] = frozenset()
    avoid: frozenset[int] = frozenset()

    def change(self, table: View, user_id: int, instant: Instant, click: Click) -> Change | Refusal:
        record = table.record
        if record.status != "lobby":
            return frame.too_late(record)
        if user_id in record.players:
            return Refusal("already-seated")
        most, computers = table.game.seats.stop - 1, [user for user in record.players if user < 0]
        is_full = len(record.players) >= most
        if is_full and not computers:  # before lists are asked, so that everyone reads the same
            return Refusal("table-full", {"most": most})
        if record.host_id in self.kept_from:
            return Refusal("kept-out")
        if avoided := [user for user in record.players if user in self.avoid]:
            return Refusal("is-avoided", {"users": avoided})
        players = (*record.players, user_id)
        if is_full:
            players = tuple(user_id if user == computers[-1] else user for user in record.players)
        deal = record.deal and record.deal.with_share(Share(user_id, click.id or 0))
        return frame.changed(table, instant.now, players=players, deal=deal)


class AddComputer(msgspec.Struct, frozen=True):
    """Seat a computer in the lobby: of this character, or of one that doesn't sit there yet."""

    level: Level
    character: str | None = None

    def change(self, table: View, user_id: int, instant: Instant, click: Click) -> Change | Refusal:
        record = table.record
        if refusal := frame.not_for_player(record, user_id):
            return refusal
        if table.game.notes is None:
            return Refusal("no-computers")
        most = table.game.seats.stop - 1
        if len(record.players) >= most:
            return Refusal("table-full", {"most": most})
        made = newcomer(record.players, self.level, self.character, seed=record.id * 1000 + record.revision)
        return frame.changed(table, instant.now, by=user_id, players=(*record.players, made.id))


class RemoveComputer(msgspec.Struct, frozen=True):
    """Remove a computer from the lobby, by its id."""

    computer: int

    def change(self, table: View, user_id: int, instant: Instant, click: Click) -> Change | Refusal:
        record = table.record
        if refusal := frame.not_for_player(record, user_id):
            return refusal
        if self.computer >= 0 or self.computer not in record.players:
            return Refusal("no-such-computer")
        return frame.changed(
            table, instant.now, by=user_id, players=tuple(u for u in record.players if u != self.computer)
        )


class GiveUpSeat(msgspec.Struct, frozen=True):
    """Leave the lobby. If the host leaves, the next player becomes host. The last one closes the lobby.

    Players `avoiding` someone there become host only if all of them do: nobody should sit at the table of a
    host who has them on a block list, and nobody loses a seat over one.
    """

    avoiding: frozenset[int] = frozenset()

    def change(self, table: View, user_id: int, instant: Instant, click: Click) -> Change | Refusal:
        record = table.record
        if refusal := frame.not_for_player(record, user_id):
            return refusal
        players = tuple(user for user in record.players if user != user_id)
        deal = record.deal and record.deal.without(user_id)
        if not people(players):
            return frame.closed(table, instant.now, "host", players=players, deal=deal)
        host = record.host_id
        if user_id == host:
            host = min(people(players), key=self.avoiding.__contains__)
        # Seats have moved up, so the number of a former host's seat isn't valid any more.
        key = AWAY if record.is_host_away and host == record.host_id else None
        seen = record.measured_at if host == record.host_id else instant.now
        return frame.changed(
            table, instant.now, players=players, host_id=host, clock_key=key, measured_at=seen, deal=deal
        )


class TakeOver(msgspec.Struct, frozen=True):
    """Become the host of a lobby whose host is away. The former one keeps the seat."""

    def change(self, table: View, user_id: int, instant: Instant, click: Click) -> Change | Refusal:
        record = table.record
        if refusal := frame.not_for_player(record, user_id):
            return refusal
        if user_id == record.host_id:
            return Refusal("host-already")
        if instant.on_clock < deadlines.host_away_at(record):
            return Refusal("host-here", {"host": record.host_id})
        key = f"{TAKEOVER} {record.players.index(record.host_id)}"
        return frame.changed(table, instant.now, host_id=user_id, clock_key=key, measured_at=instant.now)


class BeHere(msgspec.Struct, frozen=True):
    """Note that the host of a lobby has pressed something, though it changes nothing else."""

    def change(self, table: View, user_id: int, instant: Instant, click: Click) -> Change | Refusal:
        record = table.record
        if not is_worth_noting(record, user_id, instant.on_clock):
            return Refusal("nothing-new")
        made = frame.changed(table, instant.now, by=user_id)
        return made if record.is_host_away else msgspec.structs.replace(made, shows=False)


def is_worth_noting(record: Record, user_id: int, on_clock: float) -> bool:
    """Whether a press of this user, at this time on the table's clock, is news of a lobby's host."""
    if record.status != "lobby" or user_id != record.host_id:
        return False
    return record.is_host_away or on_clock >= (record.measured_at or 0.0) + NOTED_SECONDS


def run_out(table: View, now: float) -> Change:
    """Return the change of a lobby whose clock has run out: first its host is away, later it closes."""
    record = table.record
    deadline = deadlines.lobby_closes_at(record)
    if record.is_host_away or now >= deadline:
        return frame.closed(table, now, "idle")
    return frame.changed(table, now, clock_key=AWAY, deadline=deadline)


class SetOptions(msgspec.Struct, frozen=True):
    """Change options, hints or pace before the deal. Values not named stay the same."""

    options: Mapping[str, Any] = {}
    hints: HintsFor | None = None
    pace: Pace | PaceName | None = None

    def change(self, table: View, user_id: int, instant: Instant, click: Click) -> Change | Refusal:
        record = table.record
        if refusal := frame.not_for_host(table, user_id):
            return refusal
        try:
            complete = read_options(table.game, {**record.options, **self.options})
        except Malformed as error:
            return unplayable(error)
        fields: dict[str, Any] = {
            "options": msgspec.to_builtins(complete),
            "hints": self.hints or record.hints,
        }
        if self.pace is not None:
            fields |= pace_fields(table.game, self.pace)
        elif record.attendance.pace and any(  # other seconds override the pace
            self.options[name] != record.options.get(name) for name in self.options.keys() & CLOCKS
        ):
            fields["attendance"] = msgspec.structs.replace(record.attendance, pace=None)
        return frame.changed(table, instant.now, by=user_id, **fields)


class SetTime(msgspec.Struct, frozen=True):
    """Set the planned time of the game, or remove it. The host still has to start the game."""

    at: float | None

    def change(self, table: View, user_id: int, instant: Instant, click: Click) -> Change | Refusal:
        if refusal := frame.not_for_host(table, user_id):
            return refusal
        record = msgspec.structs.replace(table.record, starts_at=self.at)
        return frame.changed(View(table.game, record), instant.now, by=user_id)


class SetPace(msgspec.Struct, frozen=True):
    """Choose how much time a turn has, unless the game measures time by its rules."""

    pace: PaceName

    def change(self, table: View, user_id: int, instant: Instant, click: Click) -> Change | Refusal:
        if refusal := frame.not_for_host(table, user_id):
            return refusal
        if table.game.measures_time:
            return Refusal("own-clock")
        return frame.changed(table, instant.now, by=user_id, **pace_fields(table.game, self.pace))


def pace_fields(game: AnyGame, pace: Pace | PaceName) -> dict[str, Any]:
    """Return the fields of a record for a named pace, or for seconds without a name."""
    clocks = pace if isinstance(pace, Pace) else Pace(*SECONDS[pace])
    named = pace if isinstance(pace, str) and not game.measures_time else None
    attendance = Attendance(pace=named)
    return {"turn_seconds": clocks.turn, "response_seconds": clocks.response, "attendance": attendance}


def pace_of(chosen: ServerPreferences, usual: Pace, options: Mapping[str, Any]) -> Pace | PaceName:
    """Return a server's pace, unless the options set clocks. Otherwise its seconds, or the usual ones."""
    if chosen.pace is not None and not options.keys() & CLOCKS:
        return chosen.pace
    return Pace(turn=chosen.turn_seconds or usual.turn, response=chosen.response_seconds or usual.response)


def pace_seconds(pace: Pace | PaceName) -> tuple[int, int] | None:
    """Return a named pace's seconds for a turn and for an answer. None for a pace without a name."""
    return SECONDS[pace] if isinstance(pace, str) else None


class Start(msgspec.Struct, frozen=True):
    """Deal. The host may do that at any time, the others while the host is away.

    `beacon` is a public beacon's answer.
    """

    beacon: Beacon | None = None

    def change(self, table: View, user_id: int, instant: Instant, click: Click) -> Change | Refusal:
        record, game = table.record, table.game
        if refusal := frame.not_for_player(record, user_id):
            return refusal
        opens_at = deadlines.host_away_at(record)
        if user_id != record.host_id and instant.on_clock < opens_at:
            if frame.is_former_host(table, user_id):
                return frame.not_host(table, user_id)
            at = opens_at + instant.now - instant.on_clock  # if the clock is paused, that's the earliest time
            return Refusal("host-starts", {"host": record.host_id, "at": at})
        if len(record.players) not in game.seats:
            return Refusal("too-few", {"least": game.seats.start, "now": len(record.players)})
        if problem := game.problem(len(record.players), table.options):
            return Refusal(problem.code, problem.facts)
        return play.dealt_by(user_id, play.dealt(table, instant, beacon=self.beacon))


def unplayable(error: Malformed) -> Refusal:
    """Return the refusal of invalid options, with what would be right if that's known."""
    problem = error.problem
    return Refusal("unplayable-options") if problem is None else Refusal(problem.code, problem.facts)


class Cut(msgspec.Struct, frozen=True):
    """Add the user's words to the deal, in place of earlier ones."""

    words: str

    def change(self, table: View, user_id: int, instant: Instant, click: Click) -> Change | Refusal:
        record, line = table.record, deals.clean_words(self.words)
        if refusal := frame.not_for_player(record, user_id):
            return refusal
        if record.deal is None:
            return Refusal("not-sealed")
        if not line:
            return Refusal("no-words")
        share = record.deal.share_of(user_id) or Share(user_id, 0)
        deal = record.deal.with_share(msgspec.structs.replace(share, words=line))
        made = frame.changed(table, instant.now, by=user_id, deal=deal)
        return made if record.is_host_away else msgspec.structs.replace(made, shows=False)


class AskBeacon(msgspec.Struct, frozen=True):
    """Choose as the host whether a public beacon is asked at the deal."""

    wanted: bool

    def change(self, table: View, user_id: int, instant: Instant, click: Click) -> Change | Refusal:
        record = table.record
        if refusal := frame.not_for_host(table, user_id):
            return refusal
        if record.deal is None:
            return Refusal("not-sealed")
        deal = msgspec.structs.replace(record.deal, wants_beacon=self.wanted)
        return frame.changed(table, instant.now, by=user_id, deal=deal)


def default_options(game: AnyGame, chosen: ServerPreferences) -> dict[str, Any]:
    """Return the options with which a server's tables of this game begin."""
    return parse_options(game.options, chosen.options.get(game.id, ""))


def first_options(
    game: AnyGame, chosen: ServerPreferences, options: Mapping[str, Any], *, length: str | None, alone: bool
) -> dict[str, Any]:
    """Return a new table's options. These override the server's, which override those of the length."""
    of_length = game.lengths_for(alone=alone).get(length or "", {})
    return {**of_length, **default_options(game, chosen), **options}


def usual_options(game: AnyGame, chosen: ServerPreferences) -> dict[str, Any]:
    """Return all options of a short table in this server for which nobody names any."""
    short = game.lengths.get("short", {})
    try:
        options = read_options(game, {**short, **default_options(game, chosen)})
    except Malformed:  # another version let the server choose what can't be chosen now
        options = read_options(game, short)
    values = msgspec.to_builtins(options)
    return {option.name: values[option.name] for option in option_infos(game.options)}


async def too_many(store: Store, user_id: int, guild_id: int) -> Refusal | None:
    """Return why this user can't open another lobby, with the channels of those that are in the way."""
    if await store.read(queries.running_of, user_id) >= GAMES_OF_USER:
        return Refusal("many-games", {"most": GAMES_OF_USER})
    own = await store.read(queries.lobbies_of, user_id)
    if len(own) >= LOBBIES_OF_USER:
        return Refusal("many-lobbies", {"channels": [channel for _, channel in own]})
    there = await store.read(queries.lobbies_in, guild_id) if guild_id else []
    if len(there) >= LOBBIES_OF_SERVER:
        return Refusal("server-full", {"channels": [channel for _, channel in there]})
    return None
