"""One session in memory: the stored record, the engine's state, and the scenes made from them."""

import asyncio
import json
from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from copy import copy
from functools import cache, reduce
from operator import or_
from typing import Any, Final

import msgspec

from bot.engine.chance import Seat
from bot.engine.contract import AnyGame, Notes
from bot.engine.events import Event, StoredEvent, visible_to
from bot.engine.notation import read_options
from bot.engine.options import parse_options
from bot.fair import deal as deals
from bot.players.computers import people
from bot.ratings.conditions import Unrated, has_usual_options
from bot.ratings.ledger import Shift
from bot.rendering.computers import signed_name, stand_in_name
from bot.rendering.languages import ENGLISH
from bot.rendering.lobbies import LOBBIES
from bot.rendering.scene import DailyStanding, Scene, Sealed, SeenMove, seat_name, visible
from bot.sessions import orders
from bot.sessions.preferences import Choices, UserPreferences
from bot.sessions.view import Act, Change, View
from bot.storage.records import Hinted, Played, Record

MAX_PAST: Final = 120
"""The number of past moves that a session keeps. The game decides how many of them its table shows."""


class Session(View):
    """A game at a table, or the lobby before it. Changes happen one at a time, under its `lock`."""

    def __init__(
        self,
        game: AnyGame,
        record: Record,
        history: Iterable[Played] = (),
        choices: Choices | None = None,
        hints: Iterable[Hinted] = (),
    ) -> None:
        super().__init__(game, record)
        self._choices = choices
        if record.position is not None:
            self.state = game.load(record.position, len(record.players), self.options)
        past = tuple(history)
        self.recent: deque[SeenMove] = deque(map(self._seen_move, past[-MAX_PAST:]), maxlen=MAX_PAST)
        self._seen: dict[Seat | None, deque[SeenMove]] = {}
        """The recent moves as each viewer may know them, kept because working that out takes long."""
        self.scores: tuple[Event, ...] = tuple(event for played in past for event in self._scored(played))
        self.began_at = past[0].at if past and past[0].is_first_deal else None
        self.names: dict[int, str] = {}
        self._experienced: dict[int, bool] = {}
        """Whether each player had finished a game of this kind before this table was opened."""
        self.button_only: set[int] = set()
        """Users whom the bot's DMs haven't reached lately. They play by button."""
        self.invited: set[int] = set()
        """The users notified of a rematch. Nobody is notified twice."""
        self.warned: dict[tuple[int, int], bool] = {}
        """Players with someone on their block list at the table, and whether they've seen the warning."""
        self.acts: dict[Seat, Act] = {}
        self.notes: dict[Seat, Notes] = {}
        """The notes of the seats for which a computer or a hint has needed them so far."""
        self.hints: dict[tuple[Seat, int], str] = {(one.seat, one.decision): one.move for one in hints}
        """The hints given, by seat and by the revision at which the decision began."""
        self._met: tuple[tuple[int, ...], tuple[Seat, ...]] = ((), ())
        """The players last checked for having met too often, and the seats of those who have."""
        self._shifts: tuple[Shift, ...] | None = None
        """The rating changes of the finished game. None until they're looked up."""
        self.standing: DailyStanding | None = None
        """The facts shown below the result of a daily. None until they're looked up."""
        self.lock = asyncio.Lock()

    def take_warnings(self, user_id: int) -> list[int]:
        """Return the people a player still has to be warned of, and note that the player has been."""
        players = self.record.players
        if user_id not in players:
            return []
        found = [other for other in players if self.warned.get((user_id, other)) is False]
        self.warned.update(((user_id, other), True) for other in found)
        return found

    def chosen_by(self, seat: Seat) -> UserPreferences:
        """Return the preferences of a seat's player, or the defaults while they haven't been read."""
        user_id = self.record.players[seat]
        return UserPreferences() if self._choices is None else self._choices.known_user(user_id)

    def language(self, seat: Seat | None = None) -> str:
        """Return the tag of the language that a seat reads. Without a seat, the one of the table itself."""
        record = self.record
        if seat is not None:
            return self.chosen_by(seat).reads
        if record.is_in_dm:
            return self.language_of(record.players[0] if record.players else record.host_id)
        return (
            ENGLISH if self._choices is None else self._choices.language(record.guild_id, record.channel_id)
        )

    def language_of(self, user_id: int) -> str:
        """Return the tag of the language that a user reads. English while their choice hasn't been read."""
        return ENGLISH if self._choices is None else self._choices.known_user(user_id).reads

    async def learn_choices(self) -> None:
        """Read the server's and players' preferences, and the facts about ratings that scenes show."""
        if self._choices is not None:
            await self._choices.of_server(self.record.guild_id)
            for user_id in people(self.record.players):
                await self._choices.of_user(user_id)
                if user_id not in self._experienced:
                    opened_at = self.record.created_at
                    known = await self._choices.had_finished(user_id, self.game.id, opened_at)
                    self._experienced[user_id] = known
            if self.record.status != "playing" and not self.record.is_in_dm:
                await self._learn_ratings(self._choices)

    async def _learn_ratings(self, choices: Choices) -> None:
        """Read which players of a lobby have met too often, or how a finished game changed ratings."""
        record = self.record
        if record.status == "lobby" and self.may_be_rated:
            self._met = (record.players, await choices.met_too_often(record))
        elif record.status == "over" and self._shifts is None:
            rated = await choices.rated_game(record.id)
            self._shifts = () if rated is None else rated.shifts

    @property
    def may_be_rated(self) -> bool:
        """Whether this table's server has ratings. Always false in a DM."""
        if self._choices is None or self.record.is_in_dm:
            return False
        return self._choices.known_server(self.record.guild_id).ratings

    def why_unrated(self, record: Record) -> Unrated | None:
        """Return why a game of this record wouldn't be rated, as far as is known. None if it would be."""
        if self._choices is None or not self.may_be_rated:
            return Unrated("off")
        seats = range(len(record.players))
        if computers := tuple(seat for seat in seats if record.players[seat] <= 0):
            return Unrated("computers", computers)
        chosen = self._choices.known_server(record.guild_id).options.get(self.game.id, "")
        if not self._plays_as_usual(record, chosen):
            return Unrated("options")
        if record.hints != "off":
            known = self._experienced
            asking = [seat for seat in seats if record.hints == "on" or not known.get(record.players[seat])]
            if asking and self.game.notes is not None:
                return Unrated("hints", tuple(asking))
        players, met = self._met
        return Unrated("met", met) if met and players == record.players else None

    def _plays_as_usual(self, record: Record, chosen: str) -> bool:
        """Whether a table plays by the server's options, or by those with the lobby's own suggestion."""
        usual = msgspec.to_builtins(read_options(self.game, parse_options(self.game.options, chosen)))
        lengths, words = self.game.lengths.values(), LOBBIES.get(self.game.id)
        if has_usual_options(record.options, usual, lengths):
            return True
        advice = None if words is None else words.advice(usual, len(record.players))
        if advice is None:
            return False
        return has_usual_options(record.options, {**usual, advice.option: advice.value}, lengths)

    def adopt(self, change: Change, after: "Session | None" = None) -> None:
        """Take over a stored change. `after` is the result of the method `after`, if it was called before."""
        after = after or self.after(change)
        self._copy_from(after)
        self.acts, self._seen = after.acts, after._seen  # noqa: SLF001 # it's a copy of this session
        if change.played is not None:
            events = self.recent[-1].events
            self.notes = {
                seat: self.game.observe(notes, visible_to(events, seat)) for seat, notes in self.notes.items()
            }

    def after(self, change: Change) -> "Session":
        """Return a copy of the session after a change. Callers must not change the copy."""
        after = copy(self)
        after.record, after.state = change.record, change.state
        if change.act is not None:
            after.acts = {**self.acts, change.act.seat: change.act}
        elif change.played is not None:  # the seat's last move wasn't a press
            after.acts = {seat: act for seat, act in self.acts.items() if seat != change.played.seat}
        if change.played is not None:
            after.add_move(change.played)
        return after

    def add_move(self, played: Played) -> None:
        """Add a move to the known past, in new containers, because a copy shares the old ones."""
        new = self._seen_move(played)
        self.recent = deque((*self.recent, new), maxlen=MAX_PAST)
        self._seen = {
            viewer: deque((*seen, self._seen_by(new, viewer)), maxlen=MAX_PAST)
            for viewer, seen in self._seen.items()
        }
        self.began_at = played.at if played.is_first_deal else self.began_at
        self.scores = (*self.scores, *self._scored(played))

    def count_up(self) -> None:
        """Count up the version as the store has, though nothing has happened. The caller holds the lock."""
        self.record = msgspec.structs.replace(self.record, version=self.record.version + 1)

    def refresh(self, fresh: "Session") -> None:
        """Take over the state that another process has stored, as it was just read. Other facts stay."""
        self._copy_from(fresh)
        self.hints = fresh.hints
        self._seen.clear()
        self.notes.clear()
        self._shifts = None

    def _copy_from(self, other: "Session") -> None:
        self.record, self.state = other.record, other.state
        self.recent, self.scores, self.began_at = other.recent, other.scores, other.began_at

    def scene(self, viewer: Seat | None) -> Scene:
        """Return the scene for the viewer on a seat, or for the public if None."""
        record, owners = self.record, self.owners(self.names)
        # Without a clock the deadline only says when a table counts as left alone, which nobody needs to see.
        is_timed = record.attendance.pace != "none" or record.status != "playing" or record.is_idle
        frame = Scene(
            session_id=record.id,
            revision=record.revision,
            game=self.game,
            options=record.options,
            status=record.status,
            guild_id=record.guild_id,
            channel_id=record.channel_id,
            host_id=record.host_id,
            players=record.players,
            names=self.display_names(owners),
            owners=owners,
            stand_ins=self._stand_ins(),
            question=record.attendance.question,
            pace=record.attendance.pace,
            seconds=self._seconds(),
            end_votes=record.end_votes,
            created_at=record.created_at,
            began_at=self.began_at,
            starts_at=record.starts_at,
            viewer=viewer,
            **self._preference_fields(viewer),
            deadline=record.deadline if is_timed else None,
            is_idle=record.is_idle,
            is_host_away=record.is_host_away,
            ended=record.close_reason,
            former_host=record.former_host,
            hints=record.hints,
            shifts=self._shifts or (),
            day=record.day,
            standing=self.standing,
            sealed=self._sealed(),
            hinted=tuple(seat for seat, _ in self.hints),
            button_only=frozenset(s for s, user in enumerate(record.players) if user in self.button_only),
            unseen=self._unseen(),
            is_first_decision=bool(self.recent) and record.since == self.recent[0].revision,
        )
        if record.status == "lobby":
            return self._lobby_scene(frame)
        return frame if self.state is None else self._game_scene(frame, viewer)

    def _lobby_scene(self, frame: Scene) -> Scene:
        """Return a lobby's scene with the name of its rules and whether its game will be rated."""
        record, choices = self.record, self._choices
        server = None if choices is None else choices.known_server(record.guild_id)
        return msgspec.structs.replace(
            frame,
            rules_name="" if server is None else server.rules_name(self.game, record.options),
            may_be_rated=self.may_be_rated,
            unrated=self.why_unrated(record),
        )

    def _sealed(self) -> Sealed | None:
        deal, number = self.record.deal, self.record.id
        if deal is None:
            return None
        number = deal.number(number)
        seal, page = (
            deals.seal(number, deal.secret),
            "" if self._choices is None else self._choices.verify_page,
        )
        beacon = deal.beacon
        return Sealed(
            seal,
            address=f"{page}#table={number}&seal={seal}" if page else "",
            wants_beacon=deal.wants_beacon,
            beacon=None if beacon is None else beacon.round,
        )

    def _unseen(self) -> frozenset[Seat]:
        """Return the seats of people who get hands by DM but haven't ever used anything in one."""
        if self._choices is None or self.record.is_alone:
            return frozenset()
        return frozenset(
            seat
            for seat, user in enumerate(self.record.players)
            if user > 0 and (chosen := self.chosen_by(seat)).dm == "unknown" and chosen.hand == "dm"
        )

    def table(self) -> Scene:
        """Return the scene for the table's message: the public's, or in a DM that of its one player."""
        return self.scene(self.record.lone_seat if self.record.is_in_dm else None)

    def display_names(self, owners: Iterable[str]) -> tuple[str, ...]:
        """Return the seats' names, each with the computer that sits in for its owner, if one does."""
        sitting = self._stand_ins()
        return tuple(stand_in_name(sitting.get(seat), one) for seat, one in enumerate(owners))

    def _stand_ins(self) -> dict[Seat, int]:
        """Return the stand-ins by seat. Empty outside a running game: the result belongs to the owners."""
        if self.record.status != "playing":
            return {}
        return self.record.attendance.sitting()

    def owners(self, names: Mapping[int, str]) -> tuple[str, ...]:
        """Return the name of each seat's player, or the seat's number if the name isn't known."""
        players = enumerate(self.record.players)
        return tuple(
            visible(names.get(user, "")) or signed_name(user) or seat_name(seat) for seat, user in players
        )

    def _seconds(self) -> tuple[int, int] | None:
        """Return the seconds for a turn and for an answer. None where the game measures time by its rules."""
        record, options = self.record, self.options
        if self.game.measures_time:
            return None
        if record.attendance.pace is None and hasattr(options, "turn_timeout"):
            return options.turn_timeout, getattr(options, "response_timeout", record.response_seconds)
        return record.turn_seconds, record.response_seconds

    def recall(self, history: Iterable[Played], viewer: Seat | None) -> list[SeenMove]:
        """Return stored moves as a viewer may know them."""
        return [self._seen_by(self._seen_move(played), viewer) for played in history]

    def scene_of_past(self, state: Any, past: Sequence[Played], viewer: Seat | None) -> Scene:
        """Return the scene for a viewer after these moves of a finished game, without stand-ins."""
        game = self.game
        moves = [self._seen_move(played) for played in past[-MAX_PAST:]]
        scored = tuple(event for played in past for event in self._scored(played))
        return msgspec.structs.replace(
            self.scene(None),
            status="playing",
            viewer=viewer,
            view=game.veil(state, viewer),
            phase=game.phase(state),
            active=game.active(state),
            deciders=game.deciders(state),
            legal=(),
            recent=tuple(self._seen_by(one, viewer) for one in moves),
            scores=visible_to(scored, viewer),
            outcome=game.outcome(state),
            deadline=None,
        )

    def _game_scene(self, frame: Scene, viewer: Seat | None) -> Scene:
        game, state = self.game, self.state
        if viewer not in self._seen:
            self._seen[viewer] = deque((self._seen_by(past, viewer) for past in self.recent), maxlen=MAX_PAST)
        return msgspec.structs.replace(
            frame,
            view=game.veil(state, viewer),
            phase=game.phase(state),
            active=game.active(state),
            deciders=game.deciders(state) if frame.status == "playing" else (),
            legal=tuple(game.legal(state, viewer))
            if viewer is not None and frame.status == "playing" and not frame.is_stood_in
            else (),
            recent=tuple(self._seen[viewer]),
            **self._order_fields(viewer),
            scores=visible_to(self.scores, viewer),
            outcome=game.outcome(state),
        )

    def _order_fields(self, viewer: Seat | None) -> dict[str, Any]:
        """Return a seat's orders and those that it may give. Nobody else learns of them."""
        record = self.record
        if viewer is None or not record.is_unhurried or record.attendance.stand_in(viewer) is not None:
            return {}
        own = (one for one in record.attendance.orders if one.seat == viewer)
        last = record.acted[viewer]
        given = tuple(
            msgspec.structs.replace(one, acted=one.acted if one.acted == last else 0) for one in own
        )
        return {"plans": orders.plans(self, viewer), "orders": given, "pressed": record.attendance.pressed}

    def _preference_fields(self, viewer: Seat | None) -> dict[str, Any]:
        """Return the viewer's preferences for pictures and cards.

        The public table follows its server's, and is in words once one of its players has turned pictures
        off.
        """
        if self._choices is None:
            return {}
        if viewer is None:
            wanted = self._choices.known_server(self.record.guild_id).pictures
            sees = all(self.chosen_by(seat).pictures for seat in range(len(self.record.players)))
            return {"pictures": wanted and sees and self._choices.pictures}
        chosen = self.chosen_by(viewer)
        wanted = chosen.pictures and self._choices.pictures
        knows = self._experienced.get(self.record.players[viewer], False)
        return {"pictures": wanted, "deck": chosen.deck, "order": chosen.order, "is_experienced": knows}

    def _seen_by(self, past: SeenMove, viewer: Seat | None) -> SeenMove:
        return msgspec.structs.replace(past, events=visible_to(past.events, viewer))

    def _scored(self, played: Played) -> Iterator[Event]:
        """Yield the events of a move for the score sheet. Most moves don't even have to be decoded for it."""
        kinds = self.game.scores
        if any(str(kind.__struct_config__.tag).encode() in played.events for kind in kinds):
            yield from filter(self.game.is_scored, read_events(self.game, played.events))

    def _seen_move(self, played: Played) -> SeenMove:
        events, revision = read_events(self.game, played.events), played.revision
        return SeenMove(played.seat, events, played.at, revision, self.record.attendance.sitting(revision))


def read_events(game: AnyGame, stored: bytes) -> tuple[Event, ...]:
    """Return stored events as values, in the form that this release writes."""
    plain: list[StoredEvent] = json.loads(stored)
    plain = [former(one) if (former := game.former.get(one["event"])) else one for one in plain]
    events: tuple[Event, ...] = msgspec.convert(plain, _event_type(game))
    return events


@cache
def _event_type(game: AnyGame) -> Any:
    return tuple[reduce(or_, game.events), ...]  # type: ignore[misc]
