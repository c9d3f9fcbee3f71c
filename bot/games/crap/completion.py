"""Completing a list of cards while it is being typed."""

import re
from collections.abc import Mapping
from typing import Any, Final

from bot.engine.cards import JOKER, RANK_OF, NotACard, holds, in_order, parse_card, without
from bot.engine.chance import Seat
from bot.games.crap.cards import DOUBLE, SINGLE, Cards
from bot.games.crap.duel import needed
from bot.games.crap.duel_offers import places
from bot.games.crap.legal import who_decides
from bot.games.crap.state import State

_WHOLE_SELECTIONS: Final = 5
_SEPARATORS: Final = re.compile(r"[\s,;]+")


def complete(state: State, seat: Seat, verb: str, option: str, given: Mapping[str, Any]) -> list[str] | None:
    """Texts for a list of cards, card by card; None: the legal moves say what any other option may be."""
    if option != "cards" or seat not in who_decides(state):
        return None
    match verb, state.phase:
        case "score", "turn":
            return _of_a_set(state, seat, given)
        case "place", "challenge-place":
            return _to_place(state, seat, str(given.get("cards", "")))
        case _:
            return []


def _to_place(state: State, seat: Seat, typed: str) -> list[str]:
    """Ways to go on with a list of cards to place; a few whole ones while nothing is typed."""
    whole = [] if typed.strip() else [move.cards for move in places(state, seat)]
    steps = _continued(_read(typed), in_order(state.hands[seat]), (needed(state, seat),))
    return list(dict.fromkeys(whole[:_WHOLE_SELECTIONS] + steps))


def _of_a_set(state: State, seat: Seat, given: Mapping[str, Any]) -> list[str]:
    """Ways to go on with the cards of a set, whose rank is the one given or the first one typed."""
    typed = _read(str(given.get("cards", "")))
    typed_ranks = [RANK_OF[card] for card in typed[0] if card != JOKER] if typed else []
    rank = given.get("rank") or next(iter(typed_ranks), None)
    held = in_order(state.holding(seat))
    fitting = tuple(card for card in held if rank is None or RANK_OF.get(card, rank) == rank)
    # Four jokers are no set, but may become a double one (R5).
    sizes = (SINGLE, DOUBLE) if typed_ranks else (DOUBLE,)
    return _continued(typed, fitting, sizes)


def _read(text: str) -> tuple[Cards, str] | None:
    """The cards typed in full and the beginning of one more; None when a word is no card."""
    *words, last = _SEPARATORS.split(text.lstrip(",; "))
    try:
        cards = tuple(map(parse_card, words))
    except NotACard:
        return None
    try:
        return (*cards, parse_card(last)), ""
    except NotACard:
        return cards, last.upper().replace("T", "10", 1)


def _continued(typed: tuple[Cards, str] | None, held: Cards, sizes: tuple[int, ...]) -> list[str]:
    """The list itself if it has one of the sizes, then the list with each card that may come next."""
    if typed is None or not holds(held, typed[0]):
        return []
    cards, beginning = typed
    reachable = [size for size in sizes if len(cards) <= size <= len(held)]
    if not reachable:
        return []
    done = [",".join(cards)] if len(cards) in reachable and not beginning else []
    if len(cards) == reachable[-1]:
        return done
    rest = dict.fromkeys(without(held, cards))
    return done + [",".join((*cards, card)) for card in rest if card.startswith(beginning)]
