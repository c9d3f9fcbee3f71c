"""Suggestions for the options of a play while a player types it."""

from collections.abc import Mapping
from typing import Any

from bot.engine.cards import Card, NotACard, parse_card
from bot.engine.chance import Seat
from bot.engine.moves import option_texts
from bot.games.craits.legal import legal_moves
from bot.games.craits.playing import Play
from bot.games.craits.state import State


def complete(state: State, seat: Seat, verb: str, option: str, given: Mapping[str, Any]) -> list[str] | None:
    """Return suggestions that fit the card and suit given so far, best first. None if it isn't a play."""
    if verb != "play":
        return None
    card = None if option == "card" else _card_or_none(given.get("card"))
    suit = None if option == "suit" else given.get("suit")
    texts = [
        option_texts(move).get(option)
        for move in legal_moves(state, seat)
        if isinstance(move, Play) and card in (None, move.card) and suit in (None, move.suit)
    ]
    return [text for text in dict.fromkeys(texts) if text is not None]


def _card_or_none(text: str | None) -> Card | None:
    """Return the card given, or None if it isn't a card yet."""
    try:
        return parse_card(text or "")
    except NotACard:
        return None
