"""Completing a typed list of cards: every offer continues the text."""

from collections.abc import Iterator, Mapping
from typing import Any

from bot.engine.cards import RANK_OF, Cards, holds, without
from bot.engine.chance import Seat
from bot.engine.typed import continued
from bot.games.crazy_rummy.cards import by_rank, feedable, points, set_rank
from bot.games.crazy_rummy.drawing import draws
from bot.games.crazy_rummy.laying import max_wilds, sets_within
from bot.games.crazy_rummy.state import Phase, State


def complete(state: State, seat: Seat, verb: str, option: str, given: Mapping[str, Any]) -> list[str] | None:
    """Texts for an option that isn't just taken from the legal moves. None for any other.

    A list of cards is continued, sets without stand-ins and of most points first. A draw from the stock,
    which a legal move leaves unsaid because it's the default, is named.
    """
    typed = str(given.get(option, ""))
    match verb:
        case "draw":
            return [move.source for move in draws(state)] if _may(state, seat, "draw") else []
        case "meld":
            return _sets(state, typed) if _may(state, seat, "play") else []
        case "feed":
            return _feeds(state, typed) if _may(state, seat, "play") else []
        case _:
            return None


def _may(state: State, seat: Seat, phase: Phase) -> bool:
    return seat == state.turn and phase == state.phase


def _sets(state: State, typed: str) -> list[str]:
    """The legal sets, one for each number of naturals of a rank and of wilds, the typed cards first."""
    hand, wild = state.hands[state.mover], state.wild

    def whole(start: Cards) -> Iterator[Cards]:
        groups = by_rank((*start, *without(hand, start)))
        sets = sets_within(groups, wild, max_wilds(state))
        return ((*start, *without(cards, start)) for cards in sets if holds(cards, start))

    def order(cards: Cards) -> tuple[int, int]:
        rank = set_rank(cards, wild)
        return sum(RANK_OF[card] != rank for card in cards), -points(cards, wild)

    return continued(typed, hand, whole, order)


def _feeds(state: State, typed: str) -> list[str]:
    """Return all cards that can be fed, then all of a rank, then single ones. Most points first."""
    able = tuple(feedable(state.hands[state.mover], state.opened))

    def whole(start: Cards) -> Iterator[Cards]:
        rest, ranks = without(able, start), {RANK_OF[card] for card in start}
        same = [card for card in rest if RANK_OF[card] in ranks]
        lists = (rest, same, ()) if start else (rest, *by_rank(rest).values())
        return ((*start, *cards) for cards in lists if start or cards)

    return continued(typed, able, whole, lambda cards: -points(cards, state.wild))
