"""A seat's player, as everything that shows them something or calls them sees it."""

from collections.abc import Iterator
from typing import Final, NamedTuple

from bot.delivery.messages import AtSeat, Job, Messages
from bot.engine.chance import Seat
from bot.rendering import pages
from bot.rendering.scene import Scene
from bot.sessions.preferences import UserPreferences
from bot.sessions.session import Session
from bot.sessions.spots import HandAt, OfSeat, TableAt, spots_of
from bot.storage.records import Owing, Rang

HERE_SECONDS: Final = 180.0
"""Players who acted this lately see their hand change; a new message calls them only if they don't act."""


class Player(NamedTuple):
    """One seat of a session, and the messages of that session."""

    session: Session
    messages: Messages
    seat: Seat

    @property
    def user_id(self) -> int:
        """Whose seat it is."""
        return self.session.record.players[self.seat]

    @property
    def has_seat(self) -> bool:
        """Whether the seat is there still: players leave a lobby."""
        return self.seat < len(self.session.record.players)

    @property
    def is_nobody(self) -> bool:
        """Whether only a computer would see anything, or someone who is forgotten."""
        return not self.has_seat or self.user_id <= 0

    @property
    def chosen(self) -> UserPreferences:
        """What they have chosen."""
        return self.session.chosen_by(self.seat)

    @property
    def known(self) -> AtSeat:
        """What is known of them beside what messages have told them."""
        return self.messages.seats[self.seat]

    @property
    def scene(self) -> Scene:
        """What they may know of the table."""
        return self.session.scene(self.seat)

    @property
    def has_hand(self) -> bool:
        """Whether they see a page of their own while they play."""
        return pages.has_hand(self.scene)

    @property
    def spots(self) -> tuple[OfSeat, ...]:
        """The spots in their DMs."""
        return spots_of(self.seat)

    @property
    def own_spot(self) -> TableAt | HandAt:
        """Where their hand stands: with the table where one person plays in a DM."""
        return TableAt() if self.session.record.is_alone else HandAt(self.seat)

    @property
    def owing(self) -> Owing:
        """The decision that they owe."""
        return self.session.record.owed_by(self.seat)

    @property
    def is_waited_for(self) -> bool:
        """Whether they have to act."""
        record = self.session.record
        if self.session.state is None or record.status != "playing" or record.is_idle:
            return False
        return self.seat in self.session.game.deciders(self.session.state)

    @property
    def takes_calls(self) -> bool:
        """Whether they are a person who may be called at this table."""
        record = self.session.record
        return not record.is_alone and record.at_play[self.seat] > 0 and self.chosen.when != "never"

    @property
    def wants_dm(self) -> bool:
        """Whether they take calls by DM at this table."""
        return self.chosen.hand != "button" and (self.has_hand or self.chosen.calls)

    @property
    def acted_at(self) -> float:
        """When they made the last of their moves that are at hand, in seconds since the epoch."""
        moves = reversed(self.session.recent)
        return next((told.at for told in moves if told.seat == self.seat), float("-inf"))

    def is_here(self, now: float) -> bool:
        """Whether they have acted a short time ago."""
        return 0 <= now - self.acted_at < HERE_SECONDS

    @property
    def sees_table(self) -> bool:
        """Whether they see at the table, without a hand, that it's their turn: they have dealt just now."""
        has_dealt = self.seat in self.session.acts and len(self.session.recent) == 1
        return has_dealt and not self.has_hand

    def owes_still(self, rang: Rang) -> bool:
        """Whether what they were told of their decision still holds."""
        owing = self.owing
        is_same = (rang.asked and rang.asked == owing.asked) or (rang.timed and rang.timed == owing.timed)
        return bool(is_same) and self.is_waited_for


def player_of(job: Job) -> Player:
    """Return the player whose lane this is."""
    return Player(job.session, job.messages, job.lane.number)


def players_of(session: Session, messages: Messages) -> Iterator[Player]:
    """Return the players of all seats."""
    return (Player(session, messages, seat) for seat in range(len(session.record.players)))
