"""Challenging: placing cards face down, guessing, and the rewards (section 5.4)."""

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
    needed,
    phases_from,
    reward,
    rivals,
    still_to_place,
)
from bot.games.crap.last_action import LastChallenge
from bot.games.crap.state import MAX_SEATS, Duel, State, target_refusal
from bot.games.crap.turns import finish


class Challenge(Move, frozen=True):
    """Roll how many cards both must place, and guess at each other's."""

    player: Seat


class Place(Move, frozen=True):
    """Lay hand cards face down for the challenge."""

    cards: CardsText


class Guess(Move, frozen=True):
    """Name the rank and the suit that the opponent may have placed."""

    rank: Rank
    suit: Suit


class Challenged(SeatEvent, frozen=True):
    """A challenge: the die, and how many cards each of the two must place."""

    target: Seat
    die: int
    counts: tuple[int, int]


class Placed(SeatEvent, frozen=True):
    """A player has placed cards. `automatic` when it wasn't their choice."""

    count: int
    automatic: bool = False


class PlacedCards(SeatEvent, frozen=True):
    """The cards themselves. Only that player learns them."""

    cards: Cards


class Guessed(SeatEvent, frozen=True):
    """A guess."""

    rank: Rank
    suit: Suit


class Flipped(SeatEvent, frozen=True):
    """The placed cards of one player, for everyone to see. They go back to the hand after the draws."""

    cards: Cards


class Rewarded(SeatEvent, frozen=True):
    """The reward of a guess in cards to draw."""

    count: int


_CHALLENGES: Final = tuple(Challenge(seat) for seat in range(MAX_SEATS))


def challenges(targets: Iterable[Seat]) -> list[Move]:
    """Any of the other players."""
    return [_CHALLENGES[target] for target in targets]


def challenge(draft: Draft[State], seat: Seat, move: Challenge) -> Refusal | None:
    """Roll the die. A player without a choice has placed at once (R26)."""
    target = move.player
    if refusal := target_refusal(draft.state, seat, target):
        return refusal
    die, hands = draft.chance.die(), draft.state.hands
    draft.change(pending=Duel(target, die, (None,) * len(hands)))
    counts = (cards_to_place(die, len(hands[seat])), cards_to_place(die, len(hands[target])))
    draft.tell(Challenged(seat=seat, target=target, die=die, counts=counts))
    for rival in (seat, target):
        if len(hands[rival]) <= die:
            _put_down(draft, rival, hands[rival], automatic=True)
    _go_on(draft, PHASES)
    return None


def place_refusal(state: State, seat: Seat, cards: Cards) -> Refusal | None:
    """Return why these cards can't be placed: exactly the asked number of hand cards can."""
    asked = needed(state, seat)
    if len(cards) != asked:
        return Refusal("bad-count", {"needed": asked, "given": len(cards)})
    return not_held(state.hands[seat], cards)


def place(draft: Draft[State], seat: Seat, move: Place) -> Refusal | None:
    """Place cards face down. A placed card can't be taken back."""
    cards = named_cards(move.cards)
    if isinstance(cards, Refusal):
        return cards
    if refusal := place_refusal(draft.state, seat, cards):
        return refusal
    _put_down(draft, seat, cards)
    _go_on(draft, PHASES)
    return None


def guess(draft: Draft[State], seat: Seat, move: Guess) -> None:
    """Make a guess, heard by all."""
    duel = draft.state.duel
    guesses = put(duel.guesses, seat, GuessedCard(move.rank, move.suit))
    draft.change(pending=msgspec.structs.replace(duel, guesses=guesses))
    draft.tell(Guessed(seat=seat, rank=move.rank, suit=move.suit))
    _go_on(draft, phases_from(draft.state))


def run_out(draft: Draft[State]) -> None:
    """The clock ran out: cards are placed at random, challenger first. A guess isn't made."""
    if draft.state.phase == "challenge-place":
        for seat in still_to_place(draft.state):
            _place_at_random(draft, seat)
    _go_on(draft, phases_from(draft.state)[1:])


def give_up(draft: Draft[State], seat: Seat) -> None:
    """A player leaves: random cards are placed for them if need be, and they don't guess (R37)."""
    if draft.state.phase == "challenge-place" and seat in still_to_place(draft.state):
        _place_at_random(draft, seat)
    _go_on(draft, phases_from(draft.state))


def _place_at_random(draft: Draft[State], seat: Seat) -> None:
    hand = in_order(draft.state.hands[seat])
    _put_down(draft, seat, draft.chance.pick(hand, needed(draft.state, seat)), automatic=True)


def _put_down(draft: Draft[State], seat: Seat, cards: Cards, *, automatic: bool = False) -> None:
    state = draft.state
    draft.change(
        hands=put(state.hands, seat, without(state.hands[seat], cards)),
        placed=put(state.placed, seat, cards),
    )
    draft.tell(Placed(seat=seat, count=len(cards), automatic=automatic))
    if cards:
        draft.tell(PlacedCards(to=(seat,), seat=seat, cards=cards))


def _go_on(draft: Draft[State], phases: tuple[DuelPhase, ...]) -> None:
    """Go to the first of these phases in which a player must act. After the last one, resolve."""
    for phase in phases:
        if must_act_in(draft.state, phase):
            draft.change(phase=phase)
            return
    _resolve(draft)


def _resolve(draft: Draft[State]) -> None:
    """Flip, draw the rewards, challenger first, then give the placed cards back (R28)."""
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
    finish(draft, _last(duel, placed, pair, rewards))


def _last(
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
    """Return the guesses that were made."""
    return {seat: made for seat, made in enumerate(duel.guesses) if made is not None}
