"""Calls of tables' players: which one comes next, and what it tells them."""

from collections.abc import Mapping

from bot.delivery import calling
from bot.delivery.calling import NEVER, Due, Facts
from bot.delivery.errors import Found
from bot.delivery.messages import Messages
from bot.engine.chance import Seat
from bot.sessions.clocks import Clocks
from bot.sessions.session import Session
from bot.sessions.spots import CallAt, GoneAt, HandAt, OfSeat, Spot
from bot.sessions.steady import Clock
from bot.storage.records import Rang


def spots_of(seat: Seat) -> tuple[OfSeat, ...]:
    """Return the spots in the DMs of a seat's player."""
    return HandAt(seat), CallAt(seat), GoneAt(seat)


class Calls:
    """Says who is to be called when; `clocks` are those of the tables."""

    def __init__(self, clock: Clock, clocks: Clocks) -> None:
        self._clock = clock
        self._clocks = clocks

    def rang(self, session: Session, messages: Messages, seat: Seat) -> Rang:
        """Return the calls that a seat's player has heard for the decision that they owe."""
        return calling.heard(session.record.owed_by(seat), messages.told_to(seat, spots_of(seat)))

    def due(self, session: Session, messages: Messages, seat: Seat) -> Due | None:
        """The next call of a seat's player; None where there's none for now."""
        if not (calling.takes_calls(session, seat) and calling.is_owed(session, seat)):
            return None
        owing, rang = session.record.owed_by(seat), self.rang(session, messages, seat)
        due = calling.call(owing, rang, self.facts(session, seat))
        is_hopeless = due is not None and messages.seats[seat].given_up == self.key(session, seat, due)
        return None if is_hopeless else due

    def give_up(self, session: Session, messages: Messages, called: Mapping[Seat, Due]) -> None:
        """These calls are refused in every way."""
        for seat, due in called.items():
            messages.seats[seat].given_up = self.key(session, seat, due)

    def told(
        self,
        session: Session,
        messages: Messages,
        seat: Seat,
        *,
        is_last: bool = False,
        is_silent: bool = False,
    ) -> Rang:
        """What a seat's player was told once this call is made."""
        owing, rang = session.record.owed_by(seat), self.rang(session, messages, seat)
        facts = self.facts(session, seat)
        return calling.called(owing, rang, facts, is_last=is_last, is_silent=is_silent)

    def told_by(self, session: Session, messages: Messages, spot: Spot, found: Found) -> dict[Seat, Rang]:
        """What a message that was found has told players of the decisions that they owe now."""
        owner = spot.seat if isinstance(spot, OfSeat) else None
        return {
            seat: self.told(session, messages, seat)
            for seat, user_id in enumerate(session.record.players)
            if calling.is_owed(session, seat)
            if (seat == owner and not found.is_quiet) or user_id in found.pinged
        }

    def is_unreached(self, session: Session, messages: Messages, seat: Seat, due: Due) -> bool:
        """Whether this call was found to reach nobody by DM."""
        return messages.seats[seat].unreached == self.key(session, seat, due)

    def key(self, session: Session, seat: Seat, due: Due) -> Rang:
        owing = session.record.owed_by(seat)
        return Rang(owing.asked, owing.timed, is_silent=due.is_last)

    def facts(self, session: Session, seat: Seat) -> Facts:
        now, chosen = self._clock(), session.chosen_by(seat)
        return Facts(
            now,
            chosen.quiet_for(now),
            session.recent[-1].at if calling.sees_table(session, seat) else None,
            self._until_last(session, seat),
            chosen.when != "turn",
        )

    def _until_last(self, session: Session, seat: Seat) -> float:
        number, deadline = session.record.id, session.record.deadline
        if deadline is None or number in self._clocks.paused:
            return NEVER
        seconds = session.record.owed_by(seat).seconds
        left = max(
            deadline - seconds - self._clocks.time_at(number),
            calling.acted_at(session, seat) + calling.LATELY_SECONDS - self._clock(),
        )
        return max(left, calling.STILL_SECONDS) if self._clocks.are_stopped else left

    def sees_hand(self, session: Session, messages: Messages, seat: Seat) -> bool:
        """Whether a player is surely here, with their hand in view."""
        is_by_dm = session.chosen_by(seat).hand != "button"
        has_it = messages.standing(HandAt(seat)) is not None
        return is_by_dm and has_it and calling.is_here(session, seat, self._clock())
