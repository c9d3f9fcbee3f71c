"""Challenging: placing cards face down, guessing, and drawing the rewards (section 5.4)."""

from collections.abc import Iterable
from typing import Final

import msgspec

from bot.engine.cards import Cards, Rank, Suit, in_order, without
from bot.engine.chance import Seat
from bot.engine.draft import Draft, Refusal, put
from bot.engine.events import SeatEvent
from bot.engine.held import named_cards, not_held
from bot.engine.moves import CardsText, Move
from bot.games.crap.cards import GuessedCard
from bot.games.crap.drawing import draw
from bot.games.crap.duel import (
    PHASES,
    DuelPhase,
    cards_to_place,
    must_act_in,
    number_to_place,
    phases_from,
    reward,
    rivals,
    still_to_place,
)
from bot.games.crap.last_action import LastChallenge
from bot.games.crap.state import MAX_SEATS, Duel, State, target_refusal
from bot.games.crap.turns import finish


class Challenge(Move, frozen=True):
    """Roll a die for the number of cards you and another player must place, then guess at theirs."""

    player: Seat


class Place(Move, frozen=True):
    """Place cards from your hand face down for the challenge."""

    cards: CardsText


class Guess(Move, frozen=True):
    """Guess a rank and a suit among the opponent's placed cards."""

    rank: Rank
    suit: Suit


class Challenged(SeatEvent, frozen=True):
    """A player challenged `target`. `counts` are the cards each must place, the challenger's first."""

    target: Seat
    die: int
    counts: tuple[int, int]


class Placed(SeatEvent, frozen=True):
    """A player has placed cards. `automatic` if they didn't choose them."""

    count: int
    automatic: bool = False


class PlacedCards(SeatEvent, frozen=True):
    """The cards a player has placed. Only that player learns them."""

    cards: Cards


class Guessed(SeatEvent, frozen=True):
    """A player has guessed a rank and a suit."""

    rank: Rank
    suit: Suit


class Flipped(SeatEvent, frozen=True):
    """A player's placed cards, turned up. They go back to the hand after the draws."""

    cards: Cards


class Rewarded(SeatEvent, frozen=True):
    """A player draws `count` cards as the reward of their guess."""

    count: int


_CHALLENGES: Final = tuple(Challenge(seat) for seat in range(MAX_SEATS))


def challenge_moves(targets: Iterable[Seat]) -> list[Move]:
    """Return a challenge of each of these players."""
    return [_CHALLENGES[target] for target in targets]


def challenge(draft: Draft[State], seat: Seat, move: Challenge) -> Refusal | None:
    """Roll the die. A player with no more cards than it shows places their whole hand at once (R26)."""
    target = move.player
    if refusal := target_refusal(draft.state, seat, target):
        return refusal
    die, hands = draft.chance.die(), draft.state.hands
    draft.change(pending=Duel(target, die, (None,) * len(hands)))
    counts = (cards_to_place(die, len(hands[seat])), cards_to_place(die, len(hands[target])))
    draft.tell(Challenged(seat=seat, target=target, die=die, counts=counts))
    for rival in (seat, target):
        if len(hands[rival]) <= die:
            _place_cards(draft, rival, hands[rival], automatic=True)
    _enter_first(draft, PHASES)
    return None


def place_refusal(state: State, seat: Seat, cards: Cards) -> Refusal | None:
    """Return why these cards can't be placed. It takes exactly the required number of hand cards."""
    required = number_to_place(state, seat)
    if len(cards) != required:
        return Refusal("bad-count", {"needed": required, "given": len(cards)})
    return not_held(state.hands[seat], cards)


def place(draft: Draft[State], seat: Seat, move: Place) -> Refusal | None:
    """Place cards face down. A placed card can't be taken back."""
    cards = named_cards(move.cards)
    if isinstance(cards, Refusal):
        return cards
    if refusal := place_refusal(draft.state, seat, cards):
        return refusal
    _place_cards(draft, seat, cards)
    _enter_first(draft, PHASES)
    return None


def guess(draft: Draft[State], seat: Seat, move: Guess) -> None:
    """Make a guess, which everyone hears."""
    duel = draft.state.duel
    guesses = put(duel.guesses, seat, GuessedCard(move.rank, move.suit))
    draft.change(pending=msgspec.structs.replace(duel, guesses=guesses))
    draft.tell(Guessed(seat=seat, rank=move.rank, suit=move.suit))
    _enter_first(draft, phases_from(draft.state))


def end_phase(draft: Draft[State]) -> None:
    """End the phase when its time is up: place random cards, challenger first, or skip the guess."""
    if draft.state.phase == "challenge-place":
        for seat in still_to_place(draft.state):
            _place_at_random(draft, seat)
    _enter_first(draft, phases_from(draft.state)[1:])


def withdraw(draft: Draft[State], seat: Seat) -> None:
    """Place random cards for a leaving player if they haven't placed any. They don't guess (R37)."""
    if draft.state.phase == "challenge-place" and seat in still_to_place(draft.state):
        _place_at_random(draft, seat)
    _enter_first(draft, phases_from(draft.state))


def _place_at_random(draft: Draft[State], seat: Seat) -> None:
    hand = in_order(draft.state.hands[seat])
    _place_cards(draft, seat, draft.chance.pick(hand, number_to_place(draft.state, seat)), automatic=True)


def _place_cards(draft: Draft[State], seat: Seat, cards: Cards, *, automatic: bool = False) -> None:
    state = draft.state
    draft.change(
        hands=put(state.hands, seat, without(state.hands[seat], cards)), placed=put(state.placed, seat, cards)
    )
    draft.tell(Placed(seat=seat, count=len(cards), automatic=automatic))
    if cards:
        draft.tell(PlacedCards(to=(seat,), seat=seat, cards=cards))


def _enter_first(draft: Draft[State], phases: tuple[DuelPhase, ...]) -> None:
    """Enter the first of these phases in which a player must act. If there's none, resolve the challenge."""
    for phase in phases:
        if must_act_in(draft.state, phase):
            draft.change(phase=phase)
            return
    _resolve(draft)


def _resolve(draft: Draft[State]) -> None:
    """Turn up the placed cards, draw the rewards, challenger first, and give the cards back (R28)."""
    duel, placed, pair = draft.state.duel, draft.state.placed, rivals(draft.state)
    rewards = [
        reward(duel.guesses[seat], placed[opponent])
        for seat, opponent in zip(pair, reversed(pair), strict=True)
    ]
    for seat in pair:
        draft.tell(Flipped(seat=seat, cards=placed[seat]))
    for seat, count in zip(pair, rewards, strict=True):
        draft.tell(Rewarded(seat=seat, count=count))
        draw(draft, seat, count)
    draft.change(hands=tuple(map(tuple.__add__, draft.state.hands, placed)), placed=((),) * len(placed))
    finish(draft, _last_challenge(duel, placed, pair, rewards))


def _last_challenge(
    duel: Duel, placed: tuple[Cards, ...], pair: tuple[Seat, Seat], rewards: list[int]
) -> LastChallenge:
    return LastChallenge(
        *pair,
        duel.die,
        guesses_of(duel),
        {seat: placed[seat] for seat in pair},
        dict(zip(pair, rewards, strict=True)),
    )


def guesses_of(duel: Duel) -> dict[Seat, GuessedCard]:
    """Return the guesses that were made, by seat."""
    return {seat: made for seat, made in enumerate(duel.guesses) if made is not None}
