"""Other worlds: positions in which the cards that one viewer can't see are elsewhere.

Nothing here knows a game. If a viewer's view has a number or nothing where the position has cards, those are
hidden from that viewer. Fields that the view lacks are left out of both worlds.
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
"""The path to a card in a position: keys and indices."""

_NAMED = re.compile(r"\b(?:10|[2-9AJQK])[CDHS]\b")
_ATTEMPTS = 8


def shared(position: Mapping[str, Any], sheet: Mapping[str, Any]) -> dict[str, Any]:
    """Return the position without the fields that the view lacks."""
    return {name: value for name, value in position.items() if name in sheet}


def hidden_places(position: Any, sheet: Any, place: Place = ()) -> Iterator[Place]:
    """Yield the places of cards that the view doesn't show."""
    if isinstance(position, dict) and isinstance(sheet, dict):
        for name in position:
            yield from hidden_places(position[name], sheet[name], (*place, name))
    elif isinstance(position, list) and isinstance(sheet, list):
        # `[7, "8C"]` is a pile with seven covered cards and a visible one.
        covered = sheet[0] if sheet and type(sheet[0]) is int and position and position[0] in ORDER else 0
        yield from ((*place, index) for index in range(covered))
        for index, seen in enumerate(sheet[1 if covered else 0 :], start=covered):
            yield from hidden_places(position[index], seen, (*place, index))
    elif sheet != position:
        yield from card_places(position, place)


def card_places(position: Any, place: Place) -> Iterator[Place]:
    """Yield the places of cards in a part of a position."""
    if isinstance(position, str) and position in ORDER:
        yield place
    elif isinstance(position, dict | list):
        for key, part in position.items() if isinstance(position, dict) else enumerate(position):
            yield from card_places(part, (*place, key))


def named_cards(sheet: Any) -> set[Card]:
    """Return the cards that a view names inside longer texts, as moves to undo do."""
    texts = re.findall(r'"((?:[^"\\]|\\.)*)"', msgspec.json.encode(sheet).decode())
    return {card for text in texts if text not in ORDER for card in _NAMED.findall(text)}


def other_worlds(
    position: dict[str, Any], sheet: dict[str, Any], rng: random.Random
) -> Iterator[dict[str, Any]]:
    """Yield positions of the same sizes in which hidden cards have changed places.

    They change all hidden cards or a few, in all fields or some. The fewer change, the likelier the position
    is possible.
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
    """Shuffle the cards of these places among them, or only a few of them."""
    chosen = places if swaps is None else rng.sample(places, min(2 * swaps, len(places)))
    cards = [card_at(position, place) for place in chosen]
    rng.shuffle(cards)
    for place, card in zip(chosen, cards, strict=True):
        card_at(position, place[:-1])[place[-1]] = card


def possible(game: AnyGame, position: dict[str, Any], seats: int, options: Options) -> Any:
    """Return the state of a position, or None if it's impossible."""
    try:
        state = game.load(position, seats, options)
    except Malformed:
        return None
    return None if game.faults(state) else state


def hides(game: AnyGame, state: Any, viewer: Seat | None) -> bool:
    """Whether there are at least two cards that a viewer can't see."""
    sheet = game.view(state, viewer)
    return len(list(hidden_places(shared(game.dump(state), sheet), sheet))) > 1


def twin(
    game: AnyGame, state: Any, viewer: Seat | None, *, seats: int, options: Options, rng: random.Random
) -> tuple[Any, Any] | None:
    """Return two worlds that `viewer` can't tell apart, or None if no second one was found."""
    sheet = game.view(state, viewer)
    position = shared(game.dump(state), sheet)
    one = game.load(position, seats, options)
    for other in other_worlds(position, sheet, rng):
        found = possible(game, other, seats, options)
        if found is not None and game.dump(found) != game.dump(one):
            return one, found
    return None


def view(game: AnyGame, state: Any, viewer: Seat | None) -> dict[str, Any]:
    """Return everything that the host shows or offers to a viewer."""
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
    """Return the completions for every option of every command, empty or begun."""
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
