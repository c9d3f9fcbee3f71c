"""Other worlds: a position in which the cards that one viewer cannot see lie otherwise.

Nothing here knows a game. Where a viewer's sheet has a number, or nothing, and the position has cards, the
cards are hidden from that viewer; what the sheet does not have at all is left out of both worlds.
"""

import copy
import random
import re
from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from bot.engine.cards import ORDER, Card
from bot.engine.chance import Seat
from bot.engine.contract import AnyGame, Malformed, Options
from bot.engine.moves import option_texts, verb_of
from tests.helpers.walks import REPEATING

Place = tuple[str | int, ...]
"""The way to a card in a position: keys and indices."""

_NAMED = re.compile(r"\b(?:10|[2-9AJQK])[CDHS]\b")
_ATTEMPTS = 8


def shared(position: Mapping[str, Any], sheet: Mapping[str, Any]) -> dict[str, Any]:
    """The position without the fields that the sheet does not have."""
    return {name: value for name, value in position.items() if name in sheet}


def hidden_places(position: Any, sheet: Any, place: Place = ()) -> Iterator[Place]:
    """Where cards lie that the sheet does not show."""
    if isinstance(position, dict) and isinstance(sheet, dict):
        for name in position:
            yield from hidden_places(position[name], sheet[name], (*place, name))
    elif isinstance(position, list) and isinstance(sheet, list):
        # `[7, "8C"]` stands for a pile whose seven lower cards are covered.
        covered = sheet[0] if sheet and type(sheet[0]) is int and position and position[0] in ORDER else 0
        yield from ((*place, index) for index in range(covered))
        for index, seen in enumerate(sheet[1 if covered else 0 :], start=covered):
            yield from hidden_places(position[index], seen, (*place, index))
    elif sheet != position:
        yield from card_places(position, place)


def card_places(position: Any, place: Place) -> Iterator[Place]:
    """Where cards lie in a part of a position."""
    if isinstance(position, str) and position in ORDER:
        yield place
    elif isinstance(position, dict | list):
        for key, part in position.items() if isinstance(position, dict) else enumerate(position):
            yield from card_places(part, (*place, key))


def named_cards(sheet: Any) -> set[Card]:
    """The cards that a sheet names inside longer texts, as moves to take back do."""
    texts = re.findall(r'"((?:[^"\\]|\\.)*)"', msgspec.json.encode(sheet).decode())
    return {card for text in texts if text not in ORDER for card in _NAMED.findall(text)}


def other_worlds(
    position: dict[str, Any], sheet: dict[str, Any], rng: random.Random
) -> Iterator[dict[str, Any]]:
    """Positions of the same sizes in which hidden cards have changed places.

    All hidden cards or a few, of all fields or some: the fewer change, the likelier it makes sense.
    """
    kept = named_cards(sheet)
    places = [place for place in hidden_places(position, sheet) if card_at(position, place) not in kept]
    fields = sorted({place[0] for place in places}, key=str)
    for _ in range(_ATTEMPTS if fields else 0):
        other = copy.deepcopy(position)
        mixed = rng.sample(fields, rng.randint(1, len(fields)))
        swaps = rng.choice((None, None, 3, 1))
        for repeating in (True, False):
            group = [place for place in places if place[0] in mixed and (place[0] in REPEATING) is repeating]
            _mix(other, group, swaps, rng)
        yield other


def card_at(position: Any, place: Place) -> Any:
    for key in place:
        position = position[key]
    return position


def _mix(position: dict[str, Any], places: list[Place], swaps: int | None, rng: random.Random) -> None:
    """Deal the cards of these places again among them, or among some of them only."""
    chosen = places if swaps is None else rng.sample(places, min(2 * swaps, len(places)))
    cards = [card_at(position, place) for place in chosen]
    rng.shuffle(cards)
    for place, card in zip(chosen, cards, strict=True):
        card_at(position, place[:-1])[place[-1]] = card


def possible(game: AnyGame, position: dict[str, Any], seats: int, options: Options) -> Any:
    """The state of a position if it can be one, else None."""
    try:
        state = game.load(position, seats, options)
    except Malformed:
        return None
    return None if game.faults(state) else state


def hides(game: AnyGame, state: Any, viewer: Seat | None) -> bool:
    """Whether there are at least two cards that a viewer cannot see."""
    sheet = game.view(state, viewer)
    return len(list(hidden_places(shared(game.dump(state), sheet), sheet))) > 1


def twin(
    game: AnyGame, state: Any, viewer: Seat | None, *, seats: int, options: Options, rng: random.Random
) -> tuple[Any, Any] | None:
    """Two worlds that `viewer` cannot tell apart; None when no other one was found."""
    sheet = game.view(state, viewer)
    position = shared(game.dump(state), sheet)
    one = game.load(position, seats, options)
    for other in other_worlds(position, sheet, rng):
        found = possible(game, other, seats, options)
        if found is not None and game.dump(found) != game.dump(one):
            return one, found
    return None


def view(game: AnyGame, state: Any, viewer: Seat | None) -> dict[str, Any]:
    """Everything that the host shows or offers to a viewer."""
    moves = [] if viewer is None else game.legal(state, viewer)
    return {
        "sheet": game.view(state, viewer),
        "legal": [str(move) for move in moves],
        "phase": game.phase(state),
        "deciders": game.deciders(state),
        "active": game.active(state),
        "clock": game.clock(state),
        "outcome": game.outcome(state),
        "looks": [] if viewer is None else [game.look(state, viewer, verb) for verb in game.looks],
    }


def completions(game: AnyGame, state: Any, viewer: Seat) -> dict[str, list[str]]:
    """What typing is completed with, for every option of every command, empty or begun."""
    found: dict[str, list[str]] = {}
    begun = {
        name: text for move in game.legal(state, viewer)[:3] for name, text in option_texts(move).items()
    }
    for kind in game.moves:
        verb = verb_of(kind)
        for field in msgspec.structs.fields(kind):
            name = field.encode_name
            others = {other: text for other, text in begun.items() if other in _names(kind)}
            for given in ({}, {name: ""}, {name: begun.get(name, "")[:-1]}, others):
                found[f"{verb} {name} {given}"] = game.complete(state, viewer, verb, name, given)
    return found


def _names(kind: Any) -> set[str]:
    return {field.encode_name for field in msgspec.structs.fields(kind)}
