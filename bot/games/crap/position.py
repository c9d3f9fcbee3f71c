"""A state written in the position notation (chapter 11)."""

from collections.abc import Sequence
from typing import Any

import msgspec

from bot.engine.cards import Card, in_order
from bot.engine.chance import seat_letter
from bot.engine.notation import by_letter, letters
from bot.games.crap.challenge import guesses_by_letter
from bot.games.crap.drawing import cards_of_sets
from bot.games.crap.force_recycle import votes_by_letter
from bot.games.crap.state import Acquisition, Ballot, Cards, Duel, LaidSet, Pending, State


def dump(state: State) -> dict[str, Any]:
    """Every field of the notation as plain JSON values."""
    return {
        "phase": state.phase,
        "turn": seat_letter(state.turn),
        "turn_number": state.turn_number,
        "stock": list(state.stock),
        "discard": list(state.discard),
        "sets": [_set_text(laid) for laid in state.sets],
        "hands": _zone_text(state.hands),
        "protected": _zone_text(state.protected),
        "placed": _zone_text(state.placed),
        "totals": by_letter(state.totals),
        "idle": by_letter(state.idle),
        "timeouts": state.timeouts,
        "scoring_rounds": state.scoring_rounds,
        "left": letters(state.left),
        "leaving": letters(state.leaving),
        "pending": _pending_text(state.pending),
        "last": _plain(state.last),
        "winners": letters(state.winners),
        "end": state.end,
    }


def all_cards(state: State) -> Cards:
    """The cards of all zones in canonical order."""
    zones = (*state.hands, *state.protected, *state.placed, state.stock, state.discard)
    return in_order([*(card for zone in zones for card in zone), *cards_of_sets(state.sets)])


def _plain(value: object) -> Any:
    """A value of structs and tuples as JSON has it: objects and lists."""
    return msgspec.json.decode(msgspec.json.encode(value))


def _zone_text(zone: Sequence[Cards]) -> dict[str, list[Card]]:
    return by_letter([list(cards) for cards in zone])


def _set_text(laid: LaidSet) -> dict[str, Any]:
    return {**msgspec.structs.asdict(laid), "owner": seat_letter(laid.owner), "cards": list(laid.cards)}


def _pending_text(pending: Pending | None) -> dict[str, Any] | None:
    match pending:
        case Acquisition(rank, believed):
            return {"action": "acquire", "rank": rank, "believed": letters(believed)}
        case Duel(target, die):
            guesses = _plain(guesses_by_letter(pending))
            return {"action": "challenge", "target": seat_letter(target), "die": die, "guesses": guesses}
        case Ballot(target, votes):
            cast = votes_by_letter(votes)
            return {"action": "force-recycle", "target": seat_letter(target), "votes": cast}
        case None:
            return None
