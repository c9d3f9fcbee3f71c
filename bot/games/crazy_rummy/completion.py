"""Suggestions that continue a list of cards while a player types it."""

from collections.abc import Iterator, Mapping
from typing import Any

from bot.engine.cards import RANK_OF, Cards, holds, without
from bot.engine.chance import Seat
from bot.engine.typed import completions
from bot.games.crazy_rummy.cards import by_rank, feedable, points, set_rank
from bot.games.crazy_rummy.drawing import draw_moves
from bot.games.crazy_rummy.laying import max_wilds, sets_within
from bot.games.crazy_rummy.state import Phase, State


def complete(state: State, seat: Seat, verb: str, option: str, given: Mapping[str, Any]) -> list[str] | None:
    """Return suggestions for an option, best first. None: the legal moves give its values.

    Sets without wilds and with most points come first. A draw from the stock, the option's default that
    the legal moves leave out, is included.
    """
    typed = str(given.get(option, ""))
    match verb:
        case "draw":
            return [move.source for move in draw_moves(state)] if _is_asked(state, seat, "draw") else []
        case "meld":
            return _sets(state, typed) if _is_asked(state, seat, "play") else []
        case "feed":
            return _feeds(state, typed) if _is_asked(state, seat, "play") else []
        case _:
            return None


def _is_asked(state: State, seat: Seat, phase: Phase) -> bool:
    return seat == state.turn and phase == state.phase


def _sets(state: State, typed: str) -> list[str]:
    """Return the legal sets, one for each count of naturals and wilds of a rank, the typed cards first."""
    hand, wild = state.hands[state.mover], state.wild

    def lists_from(start: Cards) -> Iterator[Cards]:
        groups = by_rank((*start, *without(hand, start)))
        sets = sets_within(groups, wild, max_wilds(state))
        return ((*start, *without(cards, start)) for cards in sets if holds(cards, start))

    def sort_key(cards: Cards) -> tuple[int, int]:
        rank = set_rank(cards, wild)
        return sum(RANK_OF[card] != rank for card in cards), -points(cards, wild)

    return completions(typed, hand, lists_from, sort_key)


def _feeds(state: State, typed: str) -> list[str]:
    """Return lists of cards to feed: all, all of a rank, then single ones, most points first."""
    usable = tuple(feedable(state.hands[state.mover], state.opened))

    def lists_from(start: Cards) -> Iterator[Cards]:
        rest, ranks = without(usable, start), {RANK_OF[card] for card in start}
        same = [card for card in rest if RANK_OF[card] in ranks]
        lists = (rest, same, ()) if start else (rest, *by_rank(rest).values())
        return ((*start, *cards) for cards in lists if start or cards)

    return completions(typed, usable, lists_from, lambda cards: -points(cards, state.wild))
