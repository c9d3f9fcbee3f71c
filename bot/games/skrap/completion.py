"""Suggestions for the options of a command while a player types them."""

from collections.abc import Iterator, Mapping
from typing import Any

from bot.engine.cards import NotACard, parse_card
from bot.engine.chance import Seat
from bot.engine.moves import option_texts
from bot.games.skrap.legal import legal_moves
from bot.games.skrap.scavenging import Scavenge
from bot.games.skrap.state import State


def complete(state: State, seat: Seat, verb: str, option: str, given: Mapping[str, Any]) -> list[str]:
    """Return the values for one option that make a legal move with the other options given so far."""
    others = {name: _normalized(str(text)) for name, text in given.items() if name != option}
    moves = _option_texts(state, seat, verb)
    return list(dict.fromkeys(texts[option] for texts in moves if others.items() <= texts.items()))


def _option_texts(state: State, seat: Seat, verb: str) -> Iterator[dict[str, str]]:
    """Yield the options of the legal moves as texts, each pair of scavengers in both orders."""
    for move in legal_moves(state, seat):
        if move.verb == verb:
            yield option_texts(move)
            if isinstance(move, Scavenge):
                yield option_texts(Scavenge(move.second, move.first))


def _normalized(text: str) -> str:
    """Return a card as the engine writes it. Leave any other text alone."""
    try:
        return parse_card(text)
    except NotACard:
        return text
