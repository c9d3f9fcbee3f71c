"""The view of one seat or a spectator: the only place that hides cards (section 2)."""

from collections.abc import Collection, Mapping

from msgspec.structs import replace

from bot.engine.cards import Cards
from bot.engine.chance import Seat
from bot.engine.view import BACK, backs, cover_others
from bot.games.crap.last_action import AnyLastAction, LastAcquire, LastCooperate
from bot.games.crap.state import Ballot, Pending, State


def veiled(state: State, viewer: Seat | None) -> State:
    """Return the state as `viewer` may know it, with backs in place of everyone else's cards."""
    return replace(
        state,
        pack=(),
        stock=backs(state.stock),
        hands=cover_others(state.hands, viewer),
        protected=cover_others(state.protected, viewer),
        placed=cover_others(state.placed, viewer),
        pending=_veil_pending(state.pending, viewer),
        last=_veil_last(state.last, viewer),
    )


def _veil_pending(pending: Pending | None, viewer: Seat | None) -> Pending | None:
    """Return the action under way without the others' votes."""
    if not isinstance(pending, Ballot):
        return pending
    votes = enumerate(pending.votes)
    return replace(
        pending, votes=tuple(vote if vote is None or seat == viewer else BACK for seat, vote in votes)
    )


def _veil_last(last: AnyLastAction | None, viewer: Seat | None) -> AnyLastAction | None:
    """Return the last action without cards that the viewer neither gave nor got nor was shown."""
    match last:
        case LastAcquire():
            return replace(last, gave=_veil_zones(last.gave, viewer, (last.seat,)))
        case LastCooperate():
            return replace(last, hands=_veil_zones(last.hands, viewer, (last.seat, last.target)))
    return last


def _veil_zones(
    zones: Mapping[Seat, Cards], viewer: Seat | None, insiders: Collection[Seat]
) -> Mapping[Seat, Cards]:
    """Return all cards for insiders. Everyone else gets their own, and backs for the rest."""
    if viewer in insiders:
        return zones
    return {seat: cards if seat == viewer else backs(cards) for seat, cards in zones.items()}
