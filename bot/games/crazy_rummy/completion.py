"""Completing a list of cards while it is being typed: every offer continues what stands there."""

import re
from collections.abc import Callable, Iterator
from typing import TypeAlias

from bot.engine.cards import NotACard, holds, parse_card, without
from bot.engine.chance import Seat
from bot.games.crazy_rummy.cards import Cards, by_rank, feedable
from bot.games.crazy_rummy.drawing import draws
from bot.games.crazy_rummy.laying import max_wilds, sets_within
from bot.games.crazy_rummy.state import Phase, State

Lists: TypeAlias = Callable[[State, Cards], list[Cards]]
"""The legal lists that begin with these cards of the hand of the player on turn."""

_SEPARATORS = re.compile(r"[\s,;]+")


def complete(state: State, seat: Seat, verb: str, typed: str) -> list[str] | None:
    """Texts for an option that is not just taken from the legal moves; None for any other.

    `typed` is what stands in the option so far. A list of cards is continued; a draw from the stock,
    which a legal move leaves unsaid because it is the default, is named.
    """
    if verb == "draw":
        return [move.source for move in draws(state)] if _may(state, seat, "draw") else []
    lists = {"meld": _sets_from, "feed": _feeds_from}.get(verb)
    if lists is None:
        return None
    return list(dict.fromkeys(_continued(state, typed, lists))) if _may(state, seat, "play") else []


def _may(state: State, seat: Seat, phase: Phase) -> bool:
    return seat == state.turn and phase == state.phase


def _continued(state: State, typed: str, lists: Lists) -> Iterator[str]:
    """Legal lists that begin with what is typed, then the typed cards with each sensible next one.

    Nothing when a finished word is no card of the hand. The last word may be the beginning of a card.
    """
    hand = state.hands[state.mover]
    *words, last = _SEPARATORS.split(typed)
    head, beginning = _read_last(_read(words), last, hand)
    if not holds(hand, head):
        return
    rest = dict.fromkeys(without(hand, head))
    longer = [(*head, card) for card in rest if card.startswith(beginning)]
    for start in longer if beginning else [head]:
        yield from map(" ".join, lists(state, start))
    for start in longer:
        if lists(state, start):
            yield " ".join(start)


def _read(words: list[str]) -> Cards:
    """The finished words as cards; a word that is none stands for itself, and is in no hand."""
    cards = []
    for word in filter(None, words):
        try:
            cards.append(parse_card(word))
        except NotACard:
            cards.append(word)
    return tuple(cards)


def _read_last(head: Cards, last: str, hand: Cards) -> tuple[Cards, str]:
    """The typed cards with the last word if it is one more card of the hand, else its capitals apart."""
    word = re.sub("^T", "10", last.upper())
    return ((*head, word), "") if holds(hand, (*head, word)) else (head, word)


def _sets_from(state: State, head: Cards) -> list[Cards]:
    """The legal sets that hold these cards, the given ones first."""
    groups = by_rank(head + without(state.hands[state.mover], head))
    sets = sets_within(groups, state.wild, max_wilds(state))
    return [head + without(cards, head) for cards in sets if holds(cards, head)]


def _feeds_from(state: State, head: Cards) -> list[Cards]:
    """These cards with all others that can be fed, and these alone."""
    if len(feedable(head, state.opened)) < len(head):
        return []
    others = feedable(without(state.hands[state.mover], head), state.opened)
    return [cards for cards in ((*head, *others), head) if cards]
