"""Completing a list of cards while it is being typed: every offer goes on from what stands there."""

import re
from collections.abc import Callable, Iterator
from typing import TypeAlias

from bot.engine.cards import NotACard, holds, parse_card, without
from bot.engine.chance import Seat
from bot.games.crazy_rummy.cards import Cards, by_rank
from bot.games.crazy_rummy.drawing import draws
from bot.games.crazy_rummy.laying import feedable, most_wilds, sets_within
from bot.games.crazy_rummy.state import Phase, State

Endings: TypeAlias = Callable[[State, Cards], list[Cards]]
"""The legal lists that begin with these cards of the hand of the player on turn."""

_SEPARATORS = re.compile(r"[\s,;]+")


def complete(state: State, seat: Seat, verb: str, typed: str) -> list[str] | None:
    """Texts for an option that must say more than which move is legal; None: the legal moves say it."""
    if verb == "draw":
        return [move.source for move in draws(state)] if _may(state, seat, "draw") else []
    endings = {"meld": sets_from, "feed": feeds_from}.get(verb)
    if endings is None:
        return None
    return list(dict.fromkeys(completed(state, typed, endings))) if _may(state, seat, "play") else []


def _may(state: State, seat: Seat, phase: Phase) -> bool:
    return seat == state.turn and phase == state.phase


def completed(state: State, typed: str, endings: Endings) -> Iterator[str]:
    """Legal lists that go on from what is typed, then the typed cards and each sensible next one.

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
        yield from map(" ".join, endings(state, start))
    for start in longer:
        if endings(state, start):
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


def sets_from(state: State, head: Cards) -> list[Cards]:
    """The legal sets that hold these cards, the given ones first."""
    groups = by_rank(head + without(state.hands[state.mover], head))
    sets = sets_within(groups, state.wild, most_wilds(state))
    return [head + without(cards, head) for cards in sets if holds(cards, head)]


def feeds_from(state: State, head: Cards) -> list[Cards]:
    """These cards with all others that can be fed, and these alone."""
    if len(feedable(state, head)) < len(head):
        return []
    others = feedable(state, without(state.hands[state.mover], head))
    return [cards for cards in ((*head, *others), head) if cards]
