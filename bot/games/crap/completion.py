"""Suggestions for a list of cards while a player types it."""

from collections.abc import Iterator, Mapping
from typing import Any

from bot.engine.cards import JOKER, RANK_OF, Cards, in_order, without
from bot.engine.chance import Seat
from bot.engine.typed import completions
from bot.games.crap.cards import DOUBLE, SINGLE, rank_counts
from bot.games.crap.duel import number_to_place
from bot.games.crap.duel_offers import best_reward, selections
from bot.games.crap.laying import Score, points_of, score_moves
from bot.games.crap.legal import who_decides
from bot.games.crap.state import State


def complete(state: State, seat: Seat, verb: str, option: str, given: Mapping[str, Any]) -> list[str] | None:
    """Return suggestions for a list of cards, best first. None: the legal moves give the option's values."""
    if option != "cards" or seat not in who_decides(state):
        return None
    typed = str(given.get("cards", ""))
    match verb, state.phase:
        case "score", "turn":
            return _set_texts(state, seat, typed, given.get("rank"))
        case "place", "challenge-place":
            return _place_texts(state, seat, typed)
        case _:
            return []


def _place_texts(state: State, seat: Seat, typed: str) -> list[str]:
    """Return selections of cards to place, those with the lowest possible reward for a guess first."""
    hand, number = in_order(state.hands[seat]), number_to_place(state, seat)

    def lists_from(start: Cards) -> Iterator[Cards]:
        if len(start) <= number:
            rest = selections(without(hand, start), number - len(start))
            yield from ((*start, *cards) for cards in rest)

    return completions(typed, hand, lists_from, best_reward)


def _set_texts(state: State, seat: Seat, typed: str, rank: str | None) -> list[str]:
    """Return the sets of a rank, or of any rank, most points first."""
    held = in_order(state.holding(seat))
    forms = [one for one in score_moves(state, seat, rank_counts(held)) if rank is None or one.rank == rank]

    def lists_from(start: Cards) -> Iterator[Cards]:
        sets = (_fill_set(form, start, state.naturals(seat, form.rank)) for form in forms)
        return (cards for cards in sets if cards)

    return completions(typed, held, lists_from, lambda cards: -points_of(_form_of(cards), state.sets))


def _fill_set(form: Score, start: Cards, naturals: Cards) -> Cards:
    """Return a set of this form that begins with these cards, or no cards if there's no such set."""
    jokers = (form.jokers or 0) - start.count(JOKER)
    own = [card for card in start if card != JOKER]
    lacking = (DOUBLE if form.double else SINGLE) - (form.jokers or 0) - len(own)
    if jokers < 0 or lacking < 0 or any(RANK_OF[card] != form.rank for card in own):
        return ()
    return (*start, *without(naturals, own)[:lacking], *(JOKER,) * jokers)


def _form_of(cards: Cards) -> Score:
    """Return the form of set that these cards make."""
    rank = next(RANK_OF[card] for card in cards if card != JOKER)
    return Score(rank, len(cards) == DOUBLE or None, cards.count(JOKER) or None)
