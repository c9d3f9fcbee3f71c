"""Completing a list of cards while it is typed."""

import re
from collections.abc import Mapping
from typing import Any, Final

from bot.engine.cards import JOKER, RANK_OF, NotACard, holds, in_order, parse_card, without
from bot.engine.chance import Seat
from bot.games.crap.challenge import needed
from bot.games.crap.duel_offers import place_offers
from bot.games.crap.score import DOUBLE, SINGLE
from bot.games.crap.state import Cards, State, holding

_WHOLE_SELECTIONS: Final = 5
_SEPARATORS: Final = re.compile(r"[\s,;]+")


def place_lists(state: State, seat: Seat, typed: str) -> list[str]:
    """Ways to go on with a list of cards to place; a few whole ones while nothing is typed."""
    whole = [] if typed.strip() else [move.cards for move in place_offers(state, seat)]
    steps = _continued(_read(typed), in_order(state.hands[seat]), (needed(state, seat),))
    return list(dict.fromkeys(whole[:_WHOLE_SELECTIONS] + steps))


def score_lists(state: State, seat: Seat, given: Mapping[str, Any]) -> list[str]:
    """Ways to go on with the cards of a set, whose rank is the one given or the first one typed."""
    typed = _read(str(given.get("cards", "")))
    typed_ranks = [RANK_OF[card] for card in typed[0] if card != JOKER] if typed else []
    rank = given.get("rank") or next(iter(typed_ranks), None)
    held = in_order(holding(state, seat))
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
